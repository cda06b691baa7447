#include "margins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Chosen on pages drawn by scenes/web (seeds 2001 and 3001). */
const struct margins_params margins_params = {
	.number_least = .5,
	.unequal = 1.35,
	.off = .17,
	.tilted_least = 5,
	.tilted = 12,
	.boxes_least = 4,
	.many_boxes = 9,
	.whole_off = .06,
	.reach = 3,
	.step_least = .9,
	.members_least = 3,
	.oblong = 1.2,
	.beside_least = .5,
	.beside_most = 2.3,
	.box_least = .5,
	.box_most = 1.15,
	.box_off = .2,
	.frame_off = .3,
	.seen = .5,
	.lacking = 3,
};

enum {
	ITEMS_MOST = 600,
	FOLLOWED_MOST = 1500, /* from two items on, in a direction */
	RUNS_MOST = 120,
	PAIRS_MOST = 60,
};

/* Numbers in line, seen in perspective: place i is at (`from` + i * `step`) /
 * (1 + i * `tilt`), nearly. */
struct run {
	int count; /* places */
	int members;
	int at[GRID_SIDE_MOST]; /* tokens; -1 */
	struct point from, step;
	double tilt;
	double residual; /* of the members, root mean square, pixels */
	bool dropped;
};

struct finder {
	const struct token_list *tokens;
	int items[ITEMS_MOST];
	int item_count;
	struct run runs[2][RUNS_MOST]; /* rows, columns */
	int run_count[2];
	int followed[2];
};

static const struct token *item(const struct finder *finder, int i)
{
	return &finder->tokens->tokens[finder->items[i]];
}

static bool are_alike(const struct token *a, const struct token *b)
{
	return fmax(a->px_height, b->px_height) <=
	       margins_params.unequal * fmin(a->px_height, b->px_height);
}

/* The item nearest to a place where one like `like` may stand; -1. */
static int find_at(const struct finder *finder, struct point at,
		   const struct token *like, double near)
{
	int best = -1;

	for (int i = 0; i < finder->item_count; i++) {
		double off = point_distance(item(finder, i)->px_at, at);

		if (off < near && are_alike(item(finder, i), like)) {
			near = off;
			best = i;
		}
	}
	return best;
}

static struct point place_of(const struct run *run, double i)
{
	return point_scale(point_add(run->from, point_scale(run->step, i)),
			   1 / (1 + i * run->tilt));
}

/* How far the place before it is. */
static double step_before(const struct run *run, double i)
{
	return point_distance(place_of(run, i), place_of(run, i - 1));
}

/* What is left of one value a member, whose squares' sum is returned, by the
 * straight line `from` + i * `step` through them. */
static double fit_line(const struct run *run, const double *value, double *from,
		       double *step, double *left)
{
	double n = 0, s = 0, ss = 0, x = 0, sx = 0, sum = 0;

	for (int i = 0; i < run->count; i++) {
		if (run->at[i] < 0)
			continue;
		n++;
		s += i;
		ss += i * i;
		x += value[i];
		sx += i * value[i];
	}
	*step = (n * sx - s * x) / (n * ss - s * s);
	*from = (x - s * *step) / n;
	for (int i = 0; i < run->count; i++) {
		left[i] = run->at[i] < 0 ? 0 : value[i] - *from - i * *step;
		sum += left[i] * left[i];
	}
	return sum;
}

/* Fits places, steps and, where it shows, tilt to the members:
 * place = from + i * step - tilt * i * place, a linear regression. */
static void fit(const struct finder *finder, struct run *run)
{
	double at[2][GRID_SIDE_MOST] = { { 0 } }, left[2][GRID_SIDE_MOST];
	double turned[2][GRID_SIDE_MOST], from[2], step[2];
	double sum = 0, both = 0, squares = 0;

	for (int i = 0; i < run->count; i++) {
		if (run->at[i] < 0)
			continue;
		at[0][i] = item(finder, run->at[i])->px_at.x;
		at[1][i] = item(finder, run->at[i])->px_at.y;
	}
	for (int k = 0; k < 2; k++) {
		double grown[GRID_SIDE_MOST];

		for (int i = 0; i < run->count; i++)
			grown[i] = i * at[k][i];
		sum += fit_line(run, at[k], &from[k], &step[k], left[k]);
		squares += fit_line(run, grown, &from[k], &step[k], turned[k]);
		for (int i = 0; i < run->count; i++)
			both -= left[k][i] * turned[k][i];
	}
	run->tilt = 0;
	if (run->members >= margins_params.tilted_least) {
		double tilt = both / squares;
		double rest = sum - tilt * both;

		if (tilt * both >
		    margins_params.tilted * rest / (2 * run->members - 5))
			run->tilt = tilt;
	}
	sum = 0;
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < run->count; i++)
			at[k][i] *= 1 + i * run->tilt;
		sum += fit_line(run, at[k], &from[k], &step[k], left[k]);
	}
	run->from = (struct point){ from[0], from[1] };
	run->step = (struct point){ step[0], step[1] };
	run->residual = sqrt(sum / run->members);
}

/* The run that begins with two items, as far as it goes. */
static struct run follow(const struct finder *finder, int first, int second)
{
	struct run run = { .count = 2, .members = 2, .at = { first, second } };
	int gap = 1;

	fit(finder, &run);
	while (gap <= margins_params.reach &&
	       run.count + gap <= GRID_SIDE_MOST - 1) {
		int place = run.count - 1 + gap;
		int next = find_at(
			finder, place_of(&run, place), item(finder, first),
			margins_params.off * step_before(&run, place));

		if (next < 0) {
			gap++;
			continue;
		}
		for (int i = run.count; i < place; i++)
			run.at[i] = -1;
		run.at[place] = next;
		run.count = place + 1;
		run.members++;
		fit(finder, &run);
		gap = 1;
	}
	return run;
}

/* Is the run part of a longer one? */
static bool has_before(const struct finder *finder, const struct run *run)
{
	return find_at(finder, place_of(run, -1), item(finder, run->at[0]),
		       margins_params.off * step_before(run, 0)) >= 0;
}

/* Keeps the longest runs, those first. */
static void keep_run(struct run *runs, int *count, const struct run *run)
{
	int at = *count;

	while (at > 0 && runs[at - 1].members < run->members)
		at--;
	if (at == RUNS_MOST)
		return;
	*count += *count < RUNS_MOST;
	memmove(runs + at + 1, runs + at,
		(size_t)(*count - at - 1) * sizeof *runs);
	runs[at] = *run;
}

static void find_runs(struct finder *finder, bool column, int first)
{
	const struct token *a = item(finder, first);

	for (int k = 0; k < finder->item_count; k++) {
		const struct token *b = item(finder, k);
		double x = b->px_at.x - a->px_at.x, y = b->px_at.y - a->px_at.y;
		double ahead = column ? y : x, aside = fabs(column ? x : y);
		struct run run;

		if (ahead < margins_params.step_least * a->px_height ||
		    aside > margins_params.off * ahead || !are_alike(a, b) ||
		    finder->followed[column]++ >= FOLLOWED_MOST)
			continue;
		run = follow(finder, first, k);
		if (run.members >= margins_params.members_least &&
		    3 * run.members > 2 * run.count &&
		    !has_before(finder, &run))
			keep_run(finder->runs[column],
				 &finder->run_count[column], &run);
	}
}

static bool has_member(const struct run *run, int item)
{
	for (int i = 0; i < run->count; i++)
		if (run->at[i] == item)
			return true;
	return false;
}

/* Is a run every other number of a longer one, or the like? */
static bool is_part(const struct run *run, const struct run *whole)
{
	if (run->members >= whole->members)
		return false;
	for (int i = 0; i < run->count; i++)
		if (run->at[i] >= 0 && !has_member(whole, run->at[i]))
			return false;
	return true;
}

static void drop_parts(struct run *runs, int *count)
{
	int kept = 0;

	for (int i = 0; i < *count; i++) {
		bool stays = true;

		for (int k = 0; k < *count && stays; k++)
			stays = !is_part(&runs[i], &runs[k]);
		runs[i].dropped = !stays;
	}
	for (int i = 0; i < *count; i++)
		if (!runs[i].dropped)
			runs[kept++] = runs[i];
	*count = kept;
}

/* Where a line stands beside another's places, 0 .. count - 1: -1 before them,
 * 1 after them, 0 neither. */
static int find_side(double at, int count)
{
	double before = -at, after = at - (count - 1);

	if (before > margins_params.beside_least &&
	    before < margins_params.beside_most)
		return -1;
	return after > margins_params.beside_least &&
			       after < margins_params.beside_most
		       ? 1
		       : 0;
}

/* What lies between two margins; lengths in steps, squares' middles at whole
 * numbers. */
struct inside {
	int squares[GRID_SIDE_MOST][GRID_SIDE_MOST]; /* boxes; -1 */
	double width, height;                        /* of a box */
	int before[2], after[2]; /* lines without numbers: columns, rows */
	int frame;               /* the token around all squares; -1: none is */
};

/* How many lines a frame's side has before or after those with numbers; -1: it
 * is none. */
static int lines_beyond(double beyond)
{
	double count = beyond - .5;

	return fabs(count - round(count)) < margins_params.frame_off &&
			       round(count) >= 0 &&
			       round(count) <= margins_params.lacking
		       ? (int)round(count)
		       : -1;
}

/* Takes a box for the frame where its sides lie as a frame's do. */
static void try_frame(struct inside *inside, int index, const struct quad *box,
		      const int count[2], const double own[2])
{
	const struct point *c = box->corner;
	const double low[2] = { (c[0].x + c[3].x) / 2, (c[0].y + c[1].y) / 2 };
	const double high[2] = { (c[1].x + c[2].x) / 2, (c[3].y + c[2].y) / 2 };
	int before[2], after[2];

	for (int i = 0; i < 2; i++) {
		before[i] = lines_beyond(-low[i]);
		after[i] = lines_beyond(high[i] - (count[i] - 1));
		if (before[i] < 0 || after[i] < 0 ||
		    (own[i] > low[i] && own[i] < high[i]))
			return;
	}
	inside->frame = index;
	memcpy(inside->before, before, sizeof before);
	memcpy(inside->after, after, sizeof after);
}

/* Share of a line's squares that have boxes. */
static double line_seen(const struct inside *inside, bool column, int line,
			int count)
{
	int lacking = margins_params.lacking, seen = 0;

	for (int i = 0; i < count; i++)
		seen += (column ? inside->squares[lacking + i][lacking + line]
				: inside->squares[lacking + line]
						 [lacking + i]) >= 0;
	return (double)seen / count;
}

static void find_lines_seen(struct inside *inside, const int count[2],
			    const double own[2])
{
	for (int i = 0; i < 2; i++) {
		int most = margins_params.lacking;
		/* the numbers' line itself */
		int low = own[i] < 0 ? (int)floor(-own[i] - .5) : most;
		int high = own[i] > 0 ? (int)floor(own[i] - (count[i] - 1) - .5)
				      : most;

		while (inside->before[i] < most && inside->before[i] < low &&
		       line_seen(inside, !i, -1 - inside->before[i],
				 count[!i]) >= margins_params.seen)
			inside->before[i]++;
		while (inside->after[i] < most && inside->after[i] < high &&
		       line_seen(inside, !i, count[i] + inside->after[i],
				 count[!i]) >= margins_params.seen)
			inside->after[i]++;
	}
}

/* Looks at the boxes between two margins. */
static void look_inside(const struct finder *finder,
			const struct homography *px_to_step, const int count[2],
			const double own[2], struct inside *inside)
{
	const struct margins_params *p = &margins_params;
	int boxes = 0;

	memset(inside, 0, sizeof *inside);
	memset(inside->squares, -1, sizeof inside->squares);
	inside->frame = -1;
	for (size_t i = 0; i < finder->tokens->count; i++) {
		const struct token *token = &finder->tokens->tokens[i];
		struct point at = homography_apply(px_to_step, token->px_at);
		struct quad box =
			homography_apply_quad(px_to_step, &token->px_quad);
		double width = point_distance(box.corner[0], box.corner[1]);
		double height = point_distance(box.corner[0], box.corner[3]);
		int x = (int)lrint(at.x) + p->lacking;
		int y = (int)lrint(at.y) + p->lacking;

		if (token->kind == TOKEN_WORD)
			continue;
		if (width > count[0] - 1 && height > count[1] - 1) {
			try_frame(inside, (int)i, &box, count, own);
			continue;
		}
		if (fmin(width, height) < p->box_least ||
		    fmax(width, height) > p->box_most || x < 0 || y < 0 ||
		    x >= count[0] + 2 * p->lacking ||
		    y >= count[1] + 2 * p->lacking || x >= GRID_SIDE_MOST ||
		    y >= GRID_SIDE_MOST ||
		    fabs(at.x + p->lacking - x) > p->box_off ||
		    fabs(at.y + p->lacking - y) > p->box_off)
			continue;
		inside->squares[y][x] = (int)i;
		inside->width += width;
		inside->height += height;
		boxes++;
	}
	inside->width /= fmax(boxes, 1);
	inside->height /= fmax(boxes, 1);
	if (inside->frame < 0)
		find_lines_seen(inside, count, own);
}

/* Puts places from `first` to `last` and a line's own place in order, in
 * steps; returns the index of the own one, and that of place 0. */
static int place_lines(double *at, int first, int last, double own, int *zero)
{
	bool before = own < 0;

	for (int i = first; i <= last; i++)
		at[i - first + before] = i;
	at[before ? 0 : last - first + 1] = own;
	*zero = before - first;
	return before ? 0 : last - first + 1;
}

static void fill_squares(struct grid *grid, const struct inside *inside,
			 const int zero[2])
{
	int lacking = margins_params.lacking;

	for (int y = 0; y < grid->rows; y++)
		for (int x = 0; x < grid->columns; x++) {
			int i = x - zero[0] + lacking,
			    k = y - zero[1] + lacking;

			if (x == grid->own_column || y == grid->own_row ||
			    i < 0 || k < 0 || i >= GRID_SIDE_MOST ||
			    k >= GRID_SIDE_MOST || inside->squares[k][i] < 0)
				continue;
			grid->at[y][x] = inside->squares[k][i];
			grid->boxes++;
			grid->tokens++;
		}
}

/* A frame tells how the board is seen aslant. */
static void fit_frame(struct grid *grid, const struct quad *px_frame)
{
	const double *u = grid->u, *v = grid->v;
	const int *x = grid->square_columns, *y = grid->square_rows;
	double across = (u[x[1]] - u[x[0]]) / (x[1] - x[0]);
	double down = (v[y[1]] - v[y[0]]) / (y[1] - y[0]);
	struct quad board = quad_from_box(
		u[x[0]] - across / 2, v[y[0]] - down / 2,
		u[x[1]] - u[x[0]] + across, v[y[1]] - v[y[0]] + down);
	struct homography map;

	if (homography_from_quads(&board, px_frame, &map) == 0)
		grid->board_to_px = map;
}

/* Does a box fill its square, as most do? A piece leaves a part of one. */
static bool is_whole(const struct grid *grid, const struct token *token)
{
	double off = margins_params.whole_off;

	return token->kind == TOKEN_WORD ||
	       (fabs(token->px_width - grid->cell_width) <
			off * grid->cell_width &&
		fabs(token->px_height - grid->cell_height) <
			off * grid->cell_height);
}

/* The tokens of some columns and rows, first to last, as they lie on the board
 * and in the picture; returns how many, or 0 where they lie in less than half
 * of these columns or rows. */
static int take_tokens(const struct grid *grid, const struct token_list *tokens,
		       const int columns[2], const int rows[2],
		       struct point *board, struct point *px)
{
	int count = 0, low[2] = { columns[1], rows[1] };
	int high[2] = { columns[0], rows[0] };

	for (int y = rows[0]; y <= rows[1]; y++)
		for (int x = columns[0]; x <= columns[1]; x++) {
			const struct token *token =
				&tokens->tokens[grid->at[y][x]];

			if (grid->at[y][x] < 0 || !is_whole(grid, token))
				continue;
			board[count] = (struct point){ grid->u[x], grid->v[y] };
			px[count++] = token->px_at;
			low[0] = x < low[0] ? x : low[0];
			low[1] = y < low[1] ? y : low[1];
			high[0] = x > high[0] ? x : high[0];
			high[1] = y > high[1] ? y : high[1];
		}
	return 2 * (high[0] - low[0]) > columns[1] - columns[0] &&
			       2 * (high[1] - low[1]) > rows[1] - rows[0]
		       ? count
		       : 0;
}

/* So do boxes, which lie on their squares, together with the numbers where they
 * are few. */
static void fit_tokens(struct grid *grid, const struct token_list *tokens)
{
	struct point board[GRID_SIDE_MOST * GRID_SIDE_MOST];
	struct point px[GRID_SIDE_MOST * GRID_SIDE_MOST];
	const int columns[2] = { 0, grid->columns - 1 };
	const int rows[2] = { 0, grid->rows - 1 };
	struct homography map;
	int count = take_tokens(grid, tokens, grid->square_columns,
				grid->square_rows, board, px);

	if (count < margins_params.many_boxes)
		count = take_tokens(grid, tokens, columns, rows, board, px);
	if (homography_fit(board, px, count, &map) == 0)
		grid->board_to_px = map;
}

/* The place of a run, as if it went on, where another crosses it. */
static double cross_at(const struct run *run, const struct run *other)
{
	/* the other's line: all that is square to this */
	struct point along = point_sub(place_of(other, 1), place_of(other, 0));
	struct point square = { -along.y, along.x };
	double off = point_dot(square, place_of(other, 0));

	return (off - point_dot(square, run->from)) /
	       (point_dot(square, run->step) - off * run->tilt);
}

static int add_grid(const struct finder *finder, const struct run *row,
		    const struct run *column, struct grid_list *list)
{
	double across = step_before(row, row->count / 2.);
	double down = step_before(column, column->count / 2.);
	/* the column's first place in the row's steps, and the row in the
	 * column's */
	double own[2] = { cross_at(row, column), cross_at(column, row) };
	const int count[2] = { row->count, column->count };
	/* step 0,0 is the row's first place moved to the column's first row;
	 * both lines tell of the place where they cross */
	double as = (1 + own[0] * row->tilt) / (1 + own[1] * column->tilt);
	struct homography step_to_px = {
		{ row->step.x, as * column->step.x,
		  row->from.x - as * own[1] * column->step.x, row->step.y,
		  as * column->step.y,
		  row->from.y - as * own[1] * column->step.y, row->tilt,
		  as * column->tilt, 1 - as * own[1] * column->tilt }
	};
	const struct homography board_to_step = { { 1 / across, 0, 0, 0,
						    1 / down, 0, 0, 0, 1 } };
	struct homography px_to_step;
	struct inside inside;
	struct grid *grid;
	int zero[2];

	if (!find_side(own[0], row->count) ||
	    !find_side(own[1], column->count) ||
	    fmax(across, down) > margins_params.oblong * fmin(across, down) ||
	    homography_inverse(&step_to_px, &px_to_step) < 0)
		return 0;
	look_inside(finder, &px_to_step, count, own, &inside);
	/* a number may stand where none was seen */
	for (int i = 0; i < 2 && inside.frame < 0; i++)
		if (own[i] < 0)
			inside.after[i]++;
		else
			inside.before[i]++;
	for (int i = 0; i < 2; i++)
		if (inside.before[i] + count[i] + inside.after[i] >=
		    GRID_SIDE_MOST)
			return 0;
	if (alloc_grow(&list->grids, &list->capacity, list->count + 1,
		       sizeof *list->grids) < 0)
		return -1;
	grid = &list->grids[list->count++];
	memset(grid, 0, sizeof *grid);
	memset(grid->at, -1, sizeof grid->at);
	grid->own_column =
		place_lines(grid->u, -inside.before[0],
			    row->count - 1 + inside.after[0], own[0], &zero[0]);
	grid->own_row = place_lines(grid->v, -inside.before[1],
				    column->count - 1 + inside.after[1], own[1],
				    &zero[1]);
	grid->columns = inside.before[0] + row->count + inside.after[0] + 1;
	grid->rows = inside.before[1] + column->count + inside.after[1] + 1;
	for (int i = 0; i < grid->columns; i++)
		grid->u[i] *= across;
	for (int i = 0; i < grid->rows; i++)
		grid->v[i] *= down;
	for (int i = 0; i < row->count; i++)
		if (row->at[i] >= 0)
			grid->at[grid->own_row][i + zero[0]] =
				finder->items[row->at[i]];
	for (int i = 0; i < column->count; i++)
		if (column->at[i] >= 0)
			grid->at[i + zero[1]][grid->own_column] =
				finder->items[column->at[i]];
	grid->tokens = row->members + column->members;
	fill_squares(grid, &inside, zero);
	grid->cell_width = inside.width * across;
	grid->cell_height = inside.height * down;
	grid->framed = inside.frame >= 0;
	grid->square_columns[0] = zero[0] - inside.before[0];
	grid->square_columns[1] = zero[0] + row->count - 1 + inside.after[0];
	grid->square_rows[0] = zero[1] - inside.before[1];
	grid->square_rows[1] = zero[1] + column->count - 1 + inside.after[1];
	grid->residual = fmax(row->residual / across, column->residual / down);
	grid->board_to_px = homography_compose(&board_to_step, &step_to_px);
	if (inside.frame >= 0)
		fit_frame(grid, &finder->tokens->tokens[inside.frame].px_quad);
	if (grid->boxes >= margins_params.boxes_least)
		fit_tokens(grid, finder->tokens);
	return 1;
}

int margins_find(const struct token_list *tokens, struct grid_list *list)
{
	struct finder *finder = alloc_array(1, sizeof *finder);
	int result = finder ? 0 : -1, pairs = 0;

	if (!finder)
		return -1;
	finder->tokens = tokens;
	finder->item_count = finder->run_count[0] = finder->run_count[1] = 0;
	finder->followed[0] = finder->followed[1] = 0;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->tokens[i];

		if (token->kind == TOKEN_WORD && token->line <= 1 &&
		    token->number >= margins_params.number_least &&
		    finder->item_count < ITEMS_MOST)
			finder->items[finder->item_count++] = (int)i;
	}
	for (int i = 0; i < finder->item_count; i++) {
		find_runs(finder, false, i);
		find_runs(finder, true, i);
	}
	for (int i = 0; i < 2; i++)
		drop_parts(finder->runs[i], &finder->run_count[i]);
	for (int r = 0; r < finder->run_count[0]; r++)
		for (int c = 0; c < finder->run_count[1] && result >= 0 &&
				pairs < PAIRS_MOST;
		     c++) {
			result = add_grid(finder, &finder->runs[0][r],
					  &finder->runs[1][c], list);
			pairs += result > 0;
		}
	free(finder);
	return result < 0 ? -1 : 0;
}
