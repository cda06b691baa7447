/* Stacks of which parts were not seen: bricks on a lattice, each row half a
 * step aside. A lattice is tried for every three bricks that touch, fitted to
 * what lies on it, and searched for the triangle that explains the most. */
#include "stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

/* Bricks of one size differ by less than that share of it. */
#define SIZE_OFF .45
/* The step along a row, by the brick's width, and the one down, by its height.
 */
#define STEP_LEAST .8
#define STEP_MOST 2.4
/* A brick lies no further from its place on the lattice than that, steps. */
#define OFF .3
/* What is missing in a triangle and what goes on beyond it, by what it shows.
 */
#define MISSING .8
#define BEYOND 1.5
/* Share of a stack that is seen at least. */
#define SEEN_LEAST .5
/* Bricks off their places, by those on them, at most. */
#define OTHERS_MOST .25
/* How far a picture leans at most, as a slope. */
#define SLOPE_MOST .55
/* A homography is fitted to no fewer bricks; an affine map to fewer. */
enum { HOMOGRAPHY_LEAST = 12 };
/* Bricks on a lattice at least: two rows are no stack. */
enum { MEMBERS_LEAST = 5 };
/* Places of a lattice either way, half steps. */
enum { REACH = 40, SIDE = 2 * REACH + 1 };
enum { LATTICES_MOST = 4 };

struct lattice {
	struct homography to_px; /* of half steps along, and rows down */
	struct homography to_lattice;
	const struct token *brick; /* one of its size */
	int *member;               /* [row][half step]: an item; -1 */
	int count;                 /* of bricks */
	double worth;              /* the less, the more its rows slope */
};

struct search {
	const struct token_list *tokens;
	int *items, count;
	bool *used, *tried;
	struct point *from, *to; /* room for all */
};

static const struct token *item(const struct search *search, int i)
{
	return &search->tokens->tokens[search->items[i]];
}

static int *place(const struct lattice *lattice, int u, int v)
{
	return u < -REACH || u > REACH || v < -REACH || v > REACH
		       ? NULL
		       : &lattice->member[(v + REACH) * SIDE + u + REACH];
}

/* Least squares by the normal equations. */
static int fit_affine(const struct point *from, const struct point *to,
		      int count, struct homography *map)
{
	double a[3][3] = { { 0 } }, b[2][3] = { { 0 } }, det;

	for (int i = 0; i < count; i++) {
		const double row[3] = { from[i].x, from[i].y, 1 };

		for (int j = 0; j < 3; j++) {
			for (int k = 0; k < 3; k++)
				a[j][k] += row[j] * row[k];
			b[0][j] += row[j] * to[i].x;
			b[1][j] += row[j] * to[i].y;
		}
	}
	det = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
	      a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
	      a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
	if (fabs(det) < 1e-9)
		return -1;
	*map = (struct homography){ .m[8] = 1 };
	for (int k = 0; k < 2; k++)
		for (int j = 0; j < 3; j++) {
			int p = (j + 1) % 3, q = (j + 2) % 3;

			map->m[3 * k + j] = (b[k][0] * (a[1][p] * a[2][q] -
							a[1][q] * a[2][p]) -
					     b[k][1] * (a[0][p] * a[2][q] -
							a[0][q] * a[2][p]) +
					     b[k][2] * (a[0][p] * a[1][q] -
							a[0][q] * a[1][p])) /
					    det;
		}
	return 0;
}

/* May it be a brick of the lattice, or the number on one? */
static bool may_belong(const struct lattice *lattice, const struct token *token)
{
	return token->kind == TOKEN_WORD
		       ? token->px_height < lattice->brick->px_height &&
				 token->px_width < lattice->brick->px_width
		       : tokens_are_of_size(lattice->brick, token, SIZE_OFF);
}

/* Takes in what lies on the lattice no further than so many half steps and rows
 * from its first brick. Returns how many. */
static int gather(const struct search *search, struct lattice *lattice,
		  int reach)
{
	for (int i = 0; i < SIDE * SIDE; i++)
		lattice->member[i] = -1;
	lattice->count = 0;
	for (int i = 0; i < search->count; i++) {
		struct point at = homography_apply(&lattice->to_lattice,
						   item(search, i)->px_at);
		int v = (int)lround(at.y);
		int u = 2 * (int)lround((at.x - (v & 1)) / 2) + (v & 1);
		int *known;
		struct point off = { (at.x - u) / 2, at.y - v };

		if (abs(u) > reach || abs(v) > reach ||
		    point_length(off) > OFF || search->used[i] ||
		    !may_belong(lattice, item(search, i)))
			continue;
		known = place(lattice, u, v);
		if (!known ||
		    (*known >= 0 && item(search, *known)->kind != TOKEN_WORD))
			continue;
		lattice->count += item(search, i)->kind != TOKEN_WORD;
		*known = i;
	}
	return lattice->count;
}

static int refit(const struct search *search, struct lattice *lattice)
{
	int n = 0, result;

	for (int v = -REACH; v <= REACH; v++)
		for (int u = -REACH; u <= REACH; u++) {
			int i = *place(lattice, u, v);

			if (i < 0)
				continue;
			search->from[n] = (struct point){ u, v };
			search->to[n++] = item(search, i)->px_at;
		}
	result = n < HOMOGRAPHY_LEAST ? fit_affine(search->from, search->to, n,
						   &lattice->to_px)
				      : homography_fit(search->from, search->to,
						       n, &lattice->to_px);
	return result < 0 ? -1
			  : homography_inverse(&lattice->to_px,
					       &lattice->to_lattice);
}

/* Lays a lattice through a brick and two that stand beside each other below it
 * or (`turned`) above it. Returns how many bricks lie on it; 0: it is none. */
static int lay(const struct search *search, const struct token *brick,
	       const struct token *left, const struct token *right,
	       struct lattice *lattice)
{
	struct point along = point_sub(right->px_at, left->px_at);
	struct point joint = point_mix(left->px_at, right->px_at, .5);
	struct point down = point_sub(joint, brick->px_at);
	double step = point_length(along), row, slant;
	const struct point half[3] = { { 0, 0 }, { -1, 1 }, { 1, 1 } };
	struct point px[3];
	int count = 0;

	if (along.x < STEP_LEAST * brick->px_width ||
	    fabs(along.y) > SLOPE_MOST * along.x ||
	    step > STEP_MOST * brick->px_width)
		return 0;
	row = (along.x * down.y - along.y * down.x) / step;
	if (fabs(row) < STEP_LEAST * brick->px_height ||
	    fabs(row) > STEP_MOST * fmax(brick->px_height,
					 stack_params.flat * brick->px_width) ||
	    fabs(point_dot(along, down)) > OFF * step * step)
		return 0;
	/* two above it are the lower ones of the lattice turned over */
	lattice->brick = brick;
	px[0] = brick->px_at;
	px[1] = row > 0 ? left->px_at
			: point_add(brick->px_at,
				    point_sub(brick->px_at, right->px_at));
	px[2] = point_add(px[1], along);
	if (fit_affine(half, px, 3, &lattice->to_px) < 0 ||
	    homography_inverse(&lattice->to_px, &lattice->to_lattice) < 0)
		return 0;
	for (int reach = 3; reach <= 2 * REACH; reach *= 3) {
		count = gather(search, lattice, reach > REACH ? REACH : reach);
		if (count < 3 || refit(search, lattice) < 0)
			return 0;
	}
	/* the same bricks lie in slanting rows as well; circles do not tell
	 * how they are turned */
	count = gather(search, lattice, REACH);
	slant = along.y / along.x -
		(brick->kind == TOKEN_BOX ? tan(token_tilt(brick)) : 0);
	lattice->worth = count * (1 - fabs(slant));
	return count;
}

static bool is_inside(int u0, int v0, int rows, int u, int v)
{
	int row = v - v0;

	return row >= 0 && row < rows && abs(u - u0) <= row;
}

/* What a triangle shows, less what it lacks and what goes on beyond it. */
static double judge(const struct lattice *lattice, int u0, int v0, int rows,
		    int *seen)
{
	double sum = 0;

	*seen = 0;
	for (int row = -1; row <= rows; row++)
		for (int u = u0 - row - 2; u <= u0 + row + 2; u += 2) {
			const int *at = place(lattice, u, v0 + row);
			bool there = at && *at >= 0;

			if (!is_inside(u0, v0, rows, u, v0 + row)) {
				sum -= there ? BEYOND : 0;
				continue;
			}
			sum += there ? 1 : -MISSING;
			*seen += there;
		}
	return sum;
}

/* The triangle that explains the most; returns its rows, 0: there is none. */
static int find_triangle(const struct lattice *lattice, int *u0, int *v0)
{
	double best = 0;
	int rows = 0;

	for (int v = -REACH; v + STACK_ROWS_LEAST <= REACH; v++)
		for (int u = -REACH + (abs(v + REACH) & 1); u <= REACH; u += 2)
			for (int n = STACK_ROWS_LEAST;
			     n <= STACK_ROWS_MOST && v + n - 1 <= REACH; n++) {
				int seen;
				double worth = judge(lattice, u, v, n, &seen);

				if (worth <= best ||
				    seen < SEEN_LEAST * n * (n + 1) / 2)
					continue;
				best = worth;
				rows = n;
				*u0 = u;
				*v0 = v;
			}
	return rows;
}

/* Do many bricks stand in a triangle, but off their places? It is a part of
 * something else, of each second cell of a table for example. */
static bool is_of_another(const struct search *search,
			  const struct lattice *lattice, int u0, int v0,
			  int rows)
{
	int on = 0, off = 0;

	for (int i = 0; i < search->count; i++) {
		struct point at = homography_apply(&lattice->to_lattice,
						   item(search, i)->px_at);
		int row = (int)lround(at.y) - v0;
		int u = (int)lround(at.x);
		const int *place_at = place(lattice, u, row + v0);

		if (item(search, i)->kind == TOKEN_WORD || row < 0 ||
		    row >= rows || fabs(at.x - u0) > row + .5 ||
		    !may_belong(lattice, item(search, i)))
			continue;
		if (place_at && *place_at == i)
			on++;
		else
			off++;
	}
	return off > OTHERS_MOST * on;
}

/* Adds the triangle, each place as large as its bricks are. */
static int add_stack(const struct search *search, const struct lattice *lattice,
		     int u0, int v0, int rows, struct stack_list *list)
{
	double widths[STACK_ROWS_MOST * STACK_ROWS_MOST];
	double heights[STACK_ROWS_MOST * STACK_ROWS_MOST];
	double offs[STACK_ROWS_MOST * STACK_ROWS_MOST];
	double sum = 0, squares = 0, width, height, u_step, v_step;
	struct point origin, along;
	struct stack *stack;
	struct quad all;
	int n = 0;

	if (alloc_grow(&list->stacks, &list->capacity, list->count + 1,
		       sizeof *list->stacks) < 0)
		return -1;
	stack = &list->stacks[list->count];
	*stack = (struct stack){ .rows = rows };
	for (int y = 0; y < rows; y++)
		for (int x = 0; x <= y; x++) {
			int u = u0 - y + 2 * x, v = v0 + y;
			int at = *place(lattice, u, v);
			struct point px = homography_apply(
				&lattice->to_px, (struct point){ u, v });

			/* what lies beyond the picture is not known */
			if (px.x < 0 || px.y < 0 ||
			    px.x > search->tokens->px_width ||
			    px.y > search->tokens->px_height)
				return 0;
			stack->at[y][x] = at < 0 ? -1 : search->items[at];
			if (at < 0)
				continue;
			search->used[at] = true;
			/* numbers need not stand in the middle */
			if (item(search, at)->kind == TOKEN_WORD)
				continue;
			offs[n] = point_distance(px, item(search, at)->px_at);
			widths[n] = item(search, at)->px_width;
			heights[n++] = item(search, at)->px_height;
		}
	if (n < STACK_ROWS_LEAST)
		return 0;
	for (int i = 0; i < n; i++) {
		sum += heights[i];
		squares += heights[i] * heights[i];
	}
	width = order_pick_double(widths, n, n / 2);
	height = order_pick_double(heights, n, n / 2);
	origin = homography_apply(&lattice->to_px,
				  (struct point){ u0, v0 + rows / 2. });
	along = homography_apply(&lattice->to_px,
				 (struct point){ u0 + 2, v0 + rows / 2. });
	u_step = point_distance(origin, along) / 2;
	v_step = point_distance(
		origin,
		homography_apply(&lattice->to_px,
				 (struct point){ u0, v0 + 1 + rows / 2. }));
	stack->tilt = atan2(along.y - origin.y, along.x - origin.x);
	/* of a few the source shows but a part */
	stack->residual = order_pick_double(offs, n, n / 2) / width;
	stack->spread =
		sqrt(fmax(0, squares / n - sum * sum / n / n)) / (sum / n);
	width /= u_step;
	height /= v_step;
	for (int y = 0; y < rows; y++)
		for (int x = 0; x <= y; x++) {
			struct quad quad = quad_from_box(
				u0 - y + 2 * x - width / 2, v0 + y - height / 2,
				width, height);

			stack->px_place[y][x] =
				homography_apply_quad(&lattice->to_px, &quad);
		}
	all = quad_from_box(u0 - (rows - 1) - width / 2, v0 - height / 2,
			    2 * (rows - 1) + width, rows - 1 + height);
	stack->px_corners = homography_apply_quad(&lattice->to_px, &all);
	list->count++;
	return 0;
}

/* Tries every three bricks that touch; leaves the lattice of the most. */
static int find_lattice(const struct search *search, struct lattice *best,
			struct lattice *room)
{
	best->count = 0;
	best->worth = 0;
	memset(search->tried, 0, (size_t)search->count * sizeof *search->tried);
	for (int i = 0; i < search->count; i++) {
		const struct token *brick = item(search, i);

		if (search->used[i] || search->tried[i] ||
		    brick->kind == TOKEN_WORD)
			continue;
		for (int k = 0; k < search->count; k++) {
			const struct token *left = item(search, k);

			if (k == i || search->used[k] ||
			    !tokens_are_of_size(brick, left, SIZE_OFF) ||
			    left->px_at.x > brick->px_at.x ||
			    point_distance(left->px_at, brick->px_at) >
				    STEP_MOST * (brick->px_width +
						 brick->px_height))
				continue;
			for (int j = 0; j < search->count; j++) {
				const struct token *right = item(search, j);

				if (j == i || j == k || search->used[j] ||
				    !tokens_are_of_size(brick, right,
							SIZE_OFF) ||
				    !lay(search, brick, left, right, room) ||
				    room->worth <= best->worth)
					continue;
				struct lattice swap = *best;

				*best = *room;
				*room = swap;
			}
		}
		/* others of it lead to the same one */
		for (int k = 0;
		     k < SIDE * SIDE && best->count && best->brick == brick;
		     k++)
			if (best->member[k] >= 0)
				search->tried[best->member[k]] = true;
	}
	return best->count;
}

int bricks_find(const struct token_list *tokens, struct stack_list *list)
{
	struct search search = {
		.tokens = tokens,
		.items = alloc_array(tokens->count + 1, sizeof *search.items),
		.used = alloc_array(2 * (tokens->count + 1),
				    sizeof *search.used),
		.from = alloc_array(2 * (tokens->count + 1),
				    sizeof *search.from),
	};
	size_t places = (size_t)SIDE * SIDE;
	int *room = alloc_array(2 * places, sizeof *room);
	int result =
		search.items && search.used && search.from && room ? 0 : -1;
	struct lattice best = { .member = room };
	struct lattice other = { .member = room ? room + places : NULL };

	search.to = search.from ? search.from + tokens->count + 1 : NULL;
	search.tried = search.used ? search.used + tokens->count + 1 : NULL;
	for (size_t i = 0; i < tokens->count && result == 0; i++)
		if (tokens->tokens[i].kind != TOKEN_WORD ||
		    tokens->tokens[i].box < 0)
			search.items[search.count++] = (int)i;
	for (int i = 0; i < LATTICES_MOST && result == 0; i++) {
		int u, v, rows;

		if (find_lattice(&search, &best, &other) < MEMBERS_LEAST)
			break;
		rows = find_triangle(&best, &u, &v);
		if (rows && is_of_another(&search, &best, u, v, rows))
			rows = 0;
		if (rows)
			result = add_stack(&search, &best, u, v, rows, list);
		for (int k = 0; k < SIDE * SIDE && !rows; k++)
			if (best.member[k] >= 0)
				search.used[best.member[k]] = true;
	}
	free(search.items);
	free(search.used);
	free(search.from);
	free(room);
	return result;
}
