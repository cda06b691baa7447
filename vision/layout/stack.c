#include "stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Chosen on pages drawn by scenes/web (seeds 1 to 40) and on data/'s folders.
 */
const struct stack_params stack_params = {
	.unequal = .45,
	.gap_most = 1.6,
	.flat = .3,
	.aside = 1.2,
	.gap_least = -.35,
	.off = .3,
	.joint = .2,
	.lean_most = .5,
	.lean_step = .015,
	.better = .5,
};

/* Boxes in coordinates turned upright by the tilt of the top one. */
struct brick {
	int token;
	double left, right, x, y, height;
};

struct builder {
	struct brick *bricks;
	int count;
};

/* What stands near a top brick, at most. */
enum { BESIDE_MOST = 12 };

struct rows {
	const struct brick *at[STACK_ROWS_MOST][STACK_ROWS_MOST + 1];
};

static void lay_upright(const struct token_list *tokens, double tilt,
			struct builder *builder)
{
	double c = cos(tilt), s = sin(tilt);

	for (int i = 0; i < builder->count; i++) {
		struct brick *brick = &builder->bricks[i];
		const struct token *token = &tokens->tokens[brick->token];

		brick->x = c * token->px_at.x + s * token->px_at.y;
		brick->y = c * token->px_at.y - s * token->px_at.x;
		brick->left = brick->x - token->px_width / 2;
		brick->right = brick->x + token->px_width / 2;
		brick->height = token->px_height;
	}
}

static int by_x(const void *a, const void *b)
{
	const struct brick *p = *(const struct brick *const *)a;
	const struct brick *q = *(const struct brick *const *)b;

	return (p->x > q->x) - (p->x < q->x);
}

/* Does each brick stand over the joint of the two below it? */
static bool is_over(const struct brick *const *up, int count,
		    const struct brick *const *row)
{
	for (int i = 0; i < count; i++) {
		double joint = (row[i]->right + row[i + 1]->left) / 2;

		if (joint <= up[i]->left || joint >= up[i]->right)
			return false;
	}
	return true;
}

/* How much lower the last brick of a row stands than its first, for each pixel
 * between them. */
static double slope_of(const struct brick *const *row, int count)
{
	return count < 2 ? 0
			 : (row[count - 1]->y - row[0]->y) /
				   (row[count - 1]->x - row[0]->x);
}

/* The row below: neighbours of the row's height on the nearest line on which
 * such bricks stand under it, one more than in the row. In perspective lines
 * slope as those beside them do. */
static int find_row(struct builder *builder, const struct brick *const *up,
		    int count, const struct brick **row)
{
	enum { LINE_MOST = 64 };
	const struct stack_params *p = &stack_params;
	const struct brick *line[LINE_MOST];
	double height = up[0]->height, width = up[0]->right - up[0]->left;
	double slope = slope_of(up, count), at = 0, low = HUGE_VAL;
	double most = height + p->gap_most * fmax(height, p->flat * width);
	double left = up[0]->left - p->aside * width;
	double right = up[count - 1]->right + p->aside * width;
	int n = 0;

	for (int i = 0; i < count; i++)
		at += (up[i]->y - slope * up[i]->x) / count;
	for (int i = 0; i < builder->count; i++) {
		const struct brick *brick = &builder->bricks[i];
		double y = brick->y - slope * brick->x;

		if (y - at > (1 + p->gap_least) * height && y - at < most &&
		    fabs(brick->height - height) < p->unequal * height &&
		    brick->x > left && brick->x < right)
			low = fmin(low, y);
	}
	for (int i = 0; i < builder->count && n < LINE_MOST; i++) {
		const struct brick *brick = &builder->bricks[i];

		if (fabs(brick->y - slope * brick->x - low) < p->off * height &&
		    fabs(brick->height - height) < p->unequal * height)
			line[n++] = brick;
	}
	qsort(line, (size_t)n, sizeof *line, by_x);
	for (int i = 0; i + count < n; i++)
		if (is_over(up, count, line + i)) {
			memcpy(row, line + i,
			       ((size_t)count + 1) * sizeof *row);
			return count + 1;
		}
	return 0;
}

/* The corners of bricks laid upright, turned back by `tilt`. */
static struct quad turned_back(double tilt, double left, double top,
			       double right, double bottom)
{
	struct quad quad = quad_from_box(left, top, right - left, bottom - top);
	double c = cos(tilt), s = sin(tilt);

	for (int i = 0; i < 4; i++) {
		struct point at = quad.corner[i];

		quad.corner[i] = (struct point){ c * at.x - s * at.y,
						 s * at.x + c * at.y };
	}
	return quad;
}

/* The rows that stand under a top one, where the picture leans by `tilt`;
 * returns how many there are. */
static int find_rows(const struct token_list *tokens, struct builder *builder,
		     int top, double tilt, struct rows *rows)
{
	const struct brick *first = NULL;
	int n = 1;

	lay_upright(tokens, tilt, builder);
	for (int i = 0; i < builder->count && !first; i++)
		if (builder->bricks[i].token == top)
			first = &builder->bricks[i];
	rows->at[0][0] = first;
	while (n < STACK_ROWS_MOST &&
	       find_row(builder, rows->at[n - 1], n, rows->at[n]))
		n++;
	return n;
}

/* How far bricks lie off their rows' lines, by their height: root mean
 * square. */
static double off_lines(const struct rows *rows, int count)
{
	double sum = 0;
	int bricks = 1;

	for (int y = 1; y < count; y++) {
		double line = 0;

		for (int x = 0; x <= y; x++)
			line += rows->at[y][x]->y / (y + 1);
		for (int x = 0; x <= y; x++, bricks++)
			sum += pow((rows->at[y][x]->y - line) /
					   rows->at[0][0]->height,
				   2);
	}
	return sqrt(sum / bricks);
}

static bool is_like(const struct token *a, const struct token *b)
{
	return fabs(a->px_height - b->px_height) <
	       stack_params.unequal * b->px_height;
}

/* How far the picture may lean, from -pi/2 on, as two bricks and a top one that
 * lies over their joint tell; HUGE_VAL where it does not lie so. */
static double lean_of(const struct token *top, const struct token *left,
		      const struct token *right)
{
	const struct stack_params *p = &stack_params;
	struct point along = point_sub(right->px_at, left->px_at);
	struct point joint =
		point_scale(point_add(left->px_at, right->px_at), .5);
	struct point down = point_sub(joint, top->px_at);
	double step = point_length(along);
	double aside = fabs(along.x * down.x + along.y * down.y) / step;
	double low = (along.x * down.y - along.y * down.x) / step;

	if (along.x <= 0 || aside > p->off * step ||
	    low < (1 + p->gap_least) * top->px_height ||
	    low > top->px_height + p->gap_most * fmax(top->px_height,
						      p->flat * top->px_width))
		return HUGE_VAL;
	return atan2(along.y, along.x);
}

/* Rings have no edges to tell how they lean: two below the top one do. Leaves
 * the tilt with which the most rows stand, in line, in *tilt. Returns how many
 * there are. */
static int find_tilt(const struct token_list *tokens, struct builder *builder,
		     int top, struct rows *rows, double *tilt)
{
	const struct token *first = &tokens->tokens[top];
	double near = (1 + stack_params.gap_most) *
		      fmax(first->px_width, first->px_height);
	int beside[BESIDE_MOST], count = 0;
	int most = find_rows(tokens, builder, top, *tilt, rows);
	double best = *tilt, least = off_lines(rows, most);

	for (int i = 0; i < builder->count && count < BESIDE_MOST; i++) {
		int token = builder->bricks[i].token;

		if (token != top && is_like(&tokens->tokens[token], first) &&
		    point_distance(tokens->tokens[token].px_at, first->px_at) <
			    near)
			beside[count++] = token;
	}
	for (int i = 0; i < count * count; i++) {
		double lean = lean_of(first, &tokens->tokens[beside[i / count]],
				      &tokens->tokens[beside[i % count]]);
		double off;
		int n;

		if (fabs(lean) > stack_params.lean_most ||
		    fabs(lean - best) < stack_params.lean_step)
			continue;
		n = find_rows(tokens, builder, top, lean, rows);
		off = off_lines(rows, n);
		if (n > most || (n == most && off < least)) {
			most = n;
			least = off;
			best = lean;
		}
	}
	*tilt = best;
	return find_rows(tokens, builder, top, best, rows);
}

/* How far the bricks of a row are off the joints of the row below, by their
 * widths: the sum of squares. */
static double off_joints(const struct rows *rows, int y)
{
	double sum = 0;

	for (int x = 0; x <= y; x++) {
		const struct brick *brick = rows->at[y][x];
		double joint =
			(rows->at[y + 1][x]->x + rows->at[y + 1][x + 1]->x) / 2;

		sum += pow((joint - brick->x) / (brick->right - brick->left),
			   2);
	}
	return sum;
}

static int add_stack(const struct rows *rows, int n, double tilt,
		     double residual, struct stack_list *list)
{
	double heights = 0, squares = 0, count = n * (n + 1) / 2.;
	double left = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
	struct stack *stack;

	if (alloc_grow(&list->stacks, &list->capacity, list->count + 1,
		       sizeof *list->stacks) < 0)
		return -1;
	stack = &list->stacks[list->count++];
	*stack =
		(struct stack){ .rows = n, .tilt = tilt, .residual = residual };
	for (int y = 0; y < n; y++)
		for (int x = 0; x <= y; x++) {
			const struct brick *brick = rows->at[y][x];

			stack->at[y][x] = brick->token;
			stack->px_place[y][x] = turned_back(
				tilt, brick->left, brick->y - brick->height / 2,
				brick->right, brick->y + brick->height / 2);
			left = fmin(left, brick->left);
			right = fmax(right, brick->right);
			bottom = fmax(bottom, brick->y + brick->height / 2);
			heights += brick->height;
			squares += brick->height * brick->height;
		}
	stack->spread =
		sqrt(fmax(0, squares / count -
				     heights * heights / (count * count))) /
		(heights / count);
	stack->px_corners = turned_back(
		tilt, left, rows->at[0][0]->y - rows->at[0][0]->height / 2,
		right, bottom);
	return 0;
}

/* The stack below a top brick, and those without its last rows that fit much
 * better: a number pad may stand under a wall. */
static int build(const struct token_list *tokens, struct builder *builder,
		 int top, struct stack_list *list)
{
	struct rows rows;
	double tilt = token_tilt(&tokens->tokens[top]);
	int n = find_tilt(tokens, builder, top, &rows, &tilt), result = 0;
	double residuals[STACK_ROWS_MOST + 1], sum = 0, last = HUGE_VAL;

	for (int y = 0; y < n; y++) {
		residuals[y + 1] = sqrt(sum / ((y + 1) * (y + 2) / 2.));
		sum += y + 1 < n ? off_joints(&rows, y) : 0;
	}
	for (; n >= STACK_ROWS_LEAST && result == 0; n--) {
		if (residuals[n] >= stack_params.better * last)
			continue;
		last = residuals[n];
		result = add_stack(&rows, n, tilt, last, list);
	}
	return result;
}

/* Is the top of one stack part of another? */
static void drop_parts(struct stack_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		bool part = false;

		for (size_t k = 0; k < list->count && !part; k++)
			for (int y = 1; y < list->stacks[k].rows && !part; y++)
				for (int x = 0; x <= y && !part; x++)
					part = list->stacks[k].at[y][x] ==
					       list->stacks[i].at[0][0];
		if (!part)
			list->stacks[kept++] = list->stacks[i];
	}
	list->count = kept;
}

/* Is there a brick at a token's place? Two sources may have shown it. */
static bool is_known(const struct token_list *tokens,
		     const struct builder *builder, const struct token *token)
{
	double near =
		stack_params.off * fmin(token->px_width, token->px_height);

	for (int i = 0; i < builder->count; i++) {
		const struct token *other =
			&tokens->tokens[builder->bricks[i].token];

		if (point_distance(other->px_at, token->px_at) < near &&
		    is_like(other, token))
			return true;
	}
	return false;
}

/* Does a box as large stand straight above a token, as in a table? No top brick
 * does so. */
static bool is_below_another(const struct token_list *tokens,
			     const struct builder *builder,
			     const struct token *token)
{
	const struct stack_params *p = &stack_params;

	for (int i = 0; i < builder->count; i++) {
		const struct token *other =
			&tokens->tokens[builder->bricks[i].token];
		double up =
			(token->px_at.y - other->px_at.y) / token->px_height;

		if (up > 1 + p->gap_least && up < 1 + p->off &&
		    fabs(token->px_at.x - other->px_at.x) <
			    p->joint * token->px_width &&
		    tokens_are_of_size(token, other, p->joint))
			return true;
	}
	return false;
}

int stacks_find(const struct token_list *tokens, struct stack_list *list)
{
	struct builder builder = {
		.bricks = alloc_array(tokens->count + 1, sizeof(struct brick))
	};
	int *tops = alloc_array(tokens->count + 1, sizeof *tops);
	int result = builder.bricks && tops ? 0 : -1;

	for (size_t i = 0; i < tokens->count && result == 0; i++)
		if (tokens->tokens[i].kind != TOKEN_WORD &&
		    !is_known(tokens, &builder, &tokens->tokens[i]))
			builder.bricks[builder.count++].token = (int)i;
	for (int i = 0; i < builder.count; i++)
		tops[i] = builder.bricks[i].token;
	for (int i = 0; i < builder.count && result == 0; i++)
		if (!is_below_another(tokens, &builder,
				      &tokens->tokens[tops[i]]))
			result = build(tokens, &builder, tops[i], list);
	drop_parts(list);
	free(builder.bricks);
	free(tops);
	return result;
}

void stacks_free(struct stack_list *list)
{
	free(list->stacks);
	*list = (struct stack_list){ 0 };
}
