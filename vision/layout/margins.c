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
	.reach = 3,
	.step_least = .9,
	.members_least = 3,
	.oblong = 1.2,
	.beside_least = .5,
	.beside_most = 2.3,
};

enum { ITEMS_MOST = 600, RUNS_MOST = 120, PAIRS_MOST = 60 };

/* Numbers in line: place i is at `from` + i * `step`, nearly. */
struct run {
	int count; /* places */
	int members;
	int at[GRID_SIDE_MOST]; /* tokens; -1 */
	struct point from, step;
	double residual; /* of the members, root mean square, pixels */
};

struct finder {
	const struct token_list *tokens;
	int items[ITEMS_MOST];
	int item_count;
	struct run runs[2][RUNS_MOST]; /* rows, columns */
	int run_count[2];
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

/* Fits places and steps to the members. */
static void fit(const struct finder *finder, struct run *run)
{
	double n = 0, s = 0, ss = 0, x = 0, y = 0, sx = 0, sy = 0, det, sum = 0;

	for (int i = 0; i < run->count; i++) {
		const struct point *at;

		if (run->at[i] < 0)
			continue;
		at = &item(finder, run->at[i])->px_at;
		n++;
		s += i;
		ss += i * i;
		x += at->x;
		y += at->y;
		sx += i * at->x;
		sy += i * at->y;
	}
	det = n * ss - s * s;
	run->step = (struct point){ (n * sx - s * x) / det,
				    (n * sy - s * y) / det };
	run->from = (struct point){ (x - s * run->step.x) / n,
				    (y - s * run->step.y) / n };
	for (int i = 0; i < run->count; i++) {
		double off;

		if (run->at[i] < 0)
			continue;
		off = point_distance(
			point_add(run->from, point_scale(run->step, i)),
			item(finder, run->at[i])->px_at);
		sum += off * off;
	}
	run->residual = sqrt(sum / n);
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
		struct point at =
			point_add(run.from, point_scale(run.step, place));
		int next = find_at(finder, at, item(finder, first),
				   margins_params.off * point_length(run.step));

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
	return find_at(finder, point_sub(run->from, run->step),
		       item(finder, run->at[0]),
		       margins_params.off * point_length(run->step)) >= 0;
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
		    finder->run_count[column] == RUNS_MOST)
			continue;
		run = follow(finder, first, k);
		if (run.members >= margins_params.members_least &&
		    3 * run.members > 2 * run.count &&
		    !has_before(finder, &run))
			finder->runs[column][finder->run_count[column]++] = run;
	}
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

/* Puts a line's own place first or last among those of the other; returns its
 * index. */
static int place_lines(double *at, int count, double step, double own, int side)
{
	int first = side < 0;

	for (int i = 0; i < count; i++)
		at[i + first] = i * step;
	at[first ? 0 : count] = own * step;
	return first ? 0 : count;
}

static int add_grid(const struct finder *finder, const struct run *row,
		    const struct run *column, struct grid_list *list)
{
	double across = point_length(row->step);
	double down = point_length(column->step);
	double det =
		row->step.x * column->step.y - row->step.y * column->step.x;
	struct point between = point_sub(column->from, row->from);
	/* the column's first place in the row's steps, and the row in the
	 * column's */
	double x =
		(between.x * column->step.y - between.y * column->step.x) / det;
	double y = (row->step.y * between.x - row->step.x * between.y) / det;
	int x_side = find_side(x, row->count);
	int y_side = find_side(y, column->count);
	struct grid *grid;
	int own_column, own_row;

	if (!x_side || !y_side ||
	    fmax(across, down) > margins_params.oblong * fmin(across, down))
		return 0;
	if (alloc_grow(&list->grids, &list->capacity, list->count + 1,
		       sizeof *list->grids) < 0)
		return -1;
	grid = &list->grids[list->count++];
	memset(grid, 0, sizeof *grid);
	memset(grid->at, -1, sizeof grid->at);
	own_column = place_lines(grid->u, row->count, across, x, x_side);
	own_row = place_lines(grid->v, column->count, down, y, y_side);
	grid->columns = row->count + 1;
	grid->rows = column->count + 1;
	for (int i = 0; i < row->count; i++)
		if (row->at[i] >= 0)
			grid->at[own_row][i + !own_column] =
				finder->items[row->at[i]];
	for (int i = 0; i < column->count; i++)
		if (column->at[i] >= 0)
			grid->at[i + !own_row][own_column] =
				finder->items[column->at[i]];
	grid->tokens = row->members + column->members;
	grid->residual = fmax(row->residual / across, column->residual / down);
	/* board 0,0 is the row's first place moved to the column's first row */
	grid->board_to_px = (struct homography){
		{ row->step.x / across, column->step.x / down,
		  row->from.x - y * column->step.x, row->step.y / across,
		  column->step.y / down, row->from.y - y * column->step.y, 0, 0,
		  1 }
	};
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
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->tokens[i];

		if (token->kind == TOKEN_WORD && !token->sentence &&
		    token->number >= margins_params.number_least &&
		    finder->item_count < ITEMS_MOST)
			finder->items[finder->item_count++] = (int)i;
	}
	for (int i = 0; i < finder->item_count; i++) {
		find_runs(finder, false, i);
		find_runs(finder, true, i);
	}
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
