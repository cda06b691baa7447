/* Views of one pillar put together. What several of them show must agree;
 * then each place is taken from the view that sees it best, and the whole
 * side is read as one picture. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "order.h"
#include "bare.h"
#include "clues.h"
#include "find.h"
#include "panel_lines.h"
#include "rims.h"
#include "sheet.h"
#include "symbols.h"
#include "pillar.h"

enum { VIEWS_MOST = PILLAR_VIEWS_MOST };
/* Cells of the flat picture around its columns and rows. */
static const double MARGIN_X = 0.45, MARGIN_Y = 1.0;
/* Columns shown again on either side, so that no cell lies at a rim. */
enum { AGAIN = 1 };
/* So often rows are added above and below. */
enum { ROUNDS_MOST = 3 };
/* Pixels of the flat picture: of a pillar as wide as a 4K screen. */
static const double PIXELS_MOST = 60e6;
/* Steps in which views are compared: about as many radians, and rows. */
static const double STEP_ANGLE = 0.02, STEP_ROW = 0.06;
/* Rows above and below that are compared, too: ends lie there. */
static const double BEYOND = 0.5;
enum { PATCH_ROWS = 8 }; /* half a cell */
enum { STEPS_MOST = 160, TURN_MOST = 400, STEP_ROWS_MOST = 256 };
/* A view's phase is fitted to the others' so often. */
enum { PHASE_ROUNDS = 3 };
/* First steps in which the distance and the level are fitted: a factor, and
 * heights of the panel; how often they are halved. */
static const double PLACE_FACTOR = 1.2, PLACE_RISE = 0.04;
enum { PLACE_HALVINGS = 3 };
/* What is left of a pixel's worth of side there can be compared. */
static const double COMPARED = 1.3;
/* Half the pillar's width in two views from equally far away. */
static const double SAME_RADIUS = 0.05;
/* A view is of another pillar where it tells so many columns more or less than
 * most do: of 60 views of one pillar none was off by more than .4. */
static const double OTHER_COLUMNS = 0.8;
/* Views show different things in one place where they differ there by this
 * share of all change: 106 of 111 pillars that were read exactly differ by
 * less (drawn, seeds 1 to 3), and none of those whose arrangement was wrong. */
static const double UNLIKE = 0.12;
/* The next best arrangement differs by so much more where the best is sure:
 * the difference of one symbol of one cell, in two views that share one
 * column of cells. */
static const double SURE_MORE = 1.15;

struct view {
	struct pillar pillar;
	const struct image *image;
	int picture;   /* which of those given */
	bool borrowed; /* no cells of its own tell of the pillar: as in others
			*/
	int above;     /* rows of the panel above its own first one */
	int offset;    /* columns that its first line lies after the first's */
	double apart;  /* from other views in what both show, a share */
};

struct joining {
	struct view views[VIEWS_MOST];
	int count;
	int columns, rows;
	double pitch;
	/* all stand equally far away, as a player takes them: where */
	bool together;
	double distance, level;
	int seen; /* columns */
	int turn; /* columns from the first view's first line to column 0 */
	struct panel_looks *looks;
	struct symbol_nets nets;
	/* why the first of those pictures that are left out is, if one is */
	struct problem left_out;
};

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, order_doubles);
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double wrapped(double angle)
{
	return remainder(angle, 2 * M_PI);
}

/* The view's own angle of an angle around the pillar. */
static double own_angle(const struct joining *joining, const struct view *view,
			double angle)
{
	return wrapped(angle - view->offset * joining->pitch +
		       view->pillar.first);
}

static struct point place_in(const struct view *view, double own, double row)
{
	return pillar_project(&view->pillar, own,
			      view->pillar.first_row + row * view->pillar.row);
}

static double grey(const struct view *view, double own, double row)
{
	uint32_t pixel = pillar_sample(view->image, place_in(view, own, row));

	return 0.3 * (pixel >> 16 & 255) + 0.59 * (pixel >> 8 & 255) +
	       0.11 * (pixel & 255);
}

/* How many columns of cells have their middle and the upright line before it in
 * some of the views `from` .. `to` - 1. */
static int columns_seen(const struct joining *joining, int from, int to)
{
	int columns = 0;

	for (int i = 0; i < joining->columns; i++) {
		bool line = false, middle = false;

		for (int k = from; k < to; k++) {
			const struct view *view = &joining->views[k];

			line |= fabs(own_angle(joining, view,
					       i * joining->pitch)) <
				PILLAR_SEEN;
			middle |= fabs(own_angle(joining, view,
						 (i + 0.5) * joining->pitch)) <
				  PILLAR_SEEN;
		}
		columns += line && middle;
	}
	return columns;
}

/* A view's side unrolled: greys at steps of its own angle, row by row. */
struct strip {
	float grey[STEPS_MOST][STEP_ROWS_MOST];
};

/* What two views differ by in what they share, squared, where the first's own
 * angles lie so many steps after the other's; and how much they share. */
struct shared {
	double sum[TURN_MOST];
	long area[TURN_MOST];
};

struct comparing {
	int steps; /* of a column */
	int turn;  /* steps once around */
	int half;  /* steps from the middle of a strip to its end */
	int rows;
	struct strip strips[VIEWS_MOST];
	struct shared shared[VIEWS_MOST][VIEWS_MOST];
	/* steps that a view's middle lies after an upright line; -1: unknown */
	int phase[VIEWS_MOST];
};

static void unroll(const struct comparing *comparing, const struct view *view,
		   double step, struct strip *strip)
{
	for (int i = 0; i <= 2 * comparing->half; i++)
		for (int y = 0; y < comparing->rows; y++)
			strip->grey[i][y] =
				(float)grey(view, (i - comparing->half) * step,
					    y * STEP_ROW - BEYOND);
}

static void compare(const struct comparing *comparing, const struct strip *a,
		    const struct strip *b, struct shared *shared)
{
	for (int i = 0; i <= 2 * comparing->half; i++)
		for (int k = 0; k <= 2 * comparing->half; k++) {
			int by = (k - i + comparing->turn) % comparing->turn;
			float sum = 0;

			for (int y = 0; y < comparing->rows; y++) {
				float apart = a->grey[i][y] - b->grey[k][y];

				sum += apart * apart;
			}
			shared->sum[by] += (double)sum;
			shared->area[by] += comparing->rows;
		}
}

/* What two views differ by at the least, any number of columns apart. */
static double least_apart(const struct comparing *comparing,
			  const struct shared *shared, int phase)
{
	double least = HUGE_VAL;

	for (int by = (phase + comparing->steps) % comparing->steps;
	     by < comparing->turn; by += comparing->steps)
		if (shared->area[by] >= comparing->steps * comparing->rows)
			least = fmin(least, shared->sum[by] /
						    (double)shared->area[by]);
	return isfinite(least) ? least : 0;
}

/* Where a view's upright lines lie is what the other views tell of it: its own
 * cells may be half covered, or none stand above each other. */
static void fit_phase(const struct joining *joining,
		      struct comparing *comparing, int of)
{
	double best = HUGE_VAL;
	int best_phase = 0;

	for (int phase = 0; phase < comparing->steps; phase++) {
		double sum = 0;

		for (int k = 0; k < joining->count; k++)
			if (k != of && comparing->phase[k] >= 0)
				sum += least_apart(comparing,
						   &comparing->shared[of][k],
						   phase - comparing->phase[k]);
		if (sum < best) {
			best = sum;
			best_phase = phase;
		}
	}
	comparing->phase[of] = best_phase;
}

/* The columns that most views tell, not made whole. */
static double columns_told(const struct joining *joining)
{
	double arounds[VIEWS_MOST];
	int told = 0;

	for (int k = 0; k < joining->count; k++)
		if (!joining->views[k].borrowed)
			arounds[told++] = joining->views[k].pillar.around;
	return median(arounds, told);
}

/* Gives all views the columns that most of them tell. */
static void settle_columns(struct joining *joining)
{
	joining->columns = (int)lround(columns_told(joining));
	joining->pitch = 2 * M_PI / joining->columns;
	for (int k = 0; k < joining->count; k++) {
		struct view *view = &joining->views[k];

		view->borrowed |=
			fabs(view->pillar.around - joining->columns) >
				OTHER_COLUMNS ||
			!pillar_divide(&view->pillar, joining->columns);
	}
}

/* Settles where all views' columns and rows lie; from equally far away, at one
 * height. */
static void place_views(struct joining *joining)
{
	double rows[VIEWS_MOST], firsts[VIEWS_MOST];
	double row, first;

	for (int k = 0; k < joining->count; k++) {
		struct view *view = &joining->views[k];
		struct pillar *pillar = &view->pillar;

		pillar_settle(pillar,
			      joining->together ? joining->distance
						: pillar->distance,
			      joining->together ? joining->level
						: pillar->px_level);
		pillar_divide(pillar, joining->columns);
		pillar->first_row -= view->above * pillar->row;
		rows[k] = pillar->row;
		firsts[k] = pillar->first_row;
	}
	row = median(rows, joining->count);
	first = median(firsts, joining->count);
	for (int k = 0; k < joining->count && joining->together; k++) {
		joining->views[k].pillar.row = row;
		joining->views[k].pillar.first_row = first;
	}
}

static void compare_all(const struct joining *joining,
			struct comparing *comparing)
{
	double step;

	memset(comparing->shared, 0, sizeof comparing->shared);

	comparing->steps = (int)lround(joining->pitch / STEP_ANGLE);
	comparing->turn = comparing->steps * joining->columns;
	step = joining->pitch / comparing->steps;
	comparing->half = (int)(COMPARED / step);
	comparing->rows = (int)fmin((joining->rows + 2 * BEYOND) / STEP_ROW,
				    STEP_ROWS_MOST);
	for (int i = 0; i < joining->count; i++) {
		const struct view *view = &joining->views[i];
		int phase = (int)lround(-view->pillar.first / step);

		phase = (phase % comparing->steps + comparing->steps) %
			comparing->steps;
		comparing->phase[i] = view->borrowed ? -1 : phase;
		unroll(comparing, view, step, &comparing->strips[i]);
	}
	for (int i = 0; i < joining->count; i++)
		for (int k = 0; k < joining->count; k++)
			if (i != k)
				compare(comparing, &comparing->strips[i],
					&comparing->strips[k],
					&comparing->shared[i][k]);
}

/* How much all views differ as they are placed, any number of columns apart. */
static double try_place(struct joining *joining, struct comparing *comparing)
{
	double sum = 0;

	place_views(joining);
	compare_all(joining, comparing);
	for (int round = 0; round < PHASE_ROUNDS; round++)
		for (int i = joining->count - 1; i >= 0; i--)
			fit_phase(joining, comparing, i);
	for (int i = 0; i < joining->count; i++)
		for (int k = 0; k < i; k++)
			sum += least_apart(comparing, &comparing->shared[i][k],
					   comparing->phase[i] -
						   comparing->phase[k]);
	return sum;
}

/* From other places the same cells are of other columns. */
static bool may_stand(const struct joining *joining)
{
	return pillar_may_stand(&joining->views[0].pillar, joining->distance,
				joining->level) &&
	       fabs(columns_told(joining) - joining->columns) <= 0.5;
}

/* The distance and the level at which views agree best. */
static void fit_place(struct joining *joining, struct comparing *comparing)
{
	double factor = PLACE_FACTOR;
	double rise = PLACE_RISE * joining->rows * joining->views[0].pillar.row;
	double best = try_place(joining, comparing);

	for (int i = 0; i < PLACE_HALVINGS && joining->together; i++) {
		for (int k = 0; k < 4; k++) {
			double distance = joining->distance;
			double level = joining->level;
			double here;

			joining->distance *= k == 0   ? factor
					     : k == 1 ? 1 / factor
						      : 1;
			joining->level += k == 2 ? rise : k == 3 ? -rise : 0;
			here = try_place(joining, comparing);
			if (here < best && may_stand(joining)) {
				best = here;
				k = -1;
			} else {
				joining->distance = distance;
				joining->level = level;
			}
		}
		factor = sqrt(factor);
		rise /= 2;
	}
	try_place(joining, comparing);
}

/* The first upright lines, where most views' own cells tell that they lie. */
static void settle_phases(struct joining *joining,
			  const struct comparing *comparing)
{
	double step = joining->pitch / comparing->steps;
	double off[VIEWS_MOST];
	int count = 0;

	for (int i = 0; i < joining->count; i++) {
		const struct view *view = &joining->views[i];

		if (!view->borrowed)
			off[count++] = remainder(
				view->pillar.first + comparing->phase[i] * step,
				joining->pitch);
	}
	for (int i = 0; i < joining->count; i++)
		joining->views[i].pillar.first =
			(count ? median(off, count) : 0) -
			comparing->phase[i] * step;
}

/* Steps from what one view shows to where another shows the same. */
static int turned(const struct joining *joining,
		  const struct comparing *comparing, int of, int in)
{
	int by = comparing->phase[of] - comparing->phase[in] +
		 (joining->views[of].offset - joining->views[in].offset) *
			 comparing->steps;

	return (by + comparing->turn) % comparing->turn;
}

static double judge(const struct joining *joining,
		    const struct comparing *comparing)
{
	double sum = 0;
	long area = 0;

	for (int i = 0; i < joining->count; i++)
		for (int k = 0; k < i; k++) {
			int by = turned(joining, comparing, i, k);

			sum += comparing->shared[i][k].sum[by];
			area += comparing->shared[i][k].area[by];
		}
	return area ? sum / (double)area : 0;
}

static double variance(const struct joining *joining,
		       const struct comparing *comparing)
{
	double sum = 0, squares = 0;
	long count = 0;

	for (int i = 0; i < joining->count; i++)
		for (int x = 0; x <= 2 * comparing->half; x++)
			for (int y = 0; y < comparing->rows; y++, count++) {
				float grey = comparing->strips[i].grey[x][y];

				sum += (double)grey;
				squares += (double)(grey * grey);
			}
	sum /= (double)count;
	return squares / (double)count - sum * sum;
}

/* How much brighter one view has a patch than another, squared. */
static double patch_apart(const struct strip *a, const struct strip *b, int x_a,
			  int x_b, int y, int wide)
{
	float sum = 0;

	for (int x = 0; x < wide; x++)
		for (int down = 0; down < PATCH_ROWS; down++)
			sum += a->grey[x_a + x][y + down] -
			       b->grey[x_b + x][y + down];
	sum /= (float)(wide * PATCH_ROWS);
	return (double)(sum * sum);
}

/* The most by which each view differs from another in a patch that both show,
 * half a cell wide and high, as they are arranged: a share of the variance of
 * all. */
static void find_apart(struct joining *joining,
		       const struct comparing *comparing)
{
	const int wide = comparing->steps / 2;
	const double all = fmax(variance(joining, comparing), 1);

	for (int k = 0; k < joining->count; k++)
		joining->views[k].apart = 0;
	for (int pair = 0; pair < joining->count * joining->count; pair++) {
		int i = pair / joining->count, k = pair % joining->count;
		struct view *a = &joining->views[i], *b = &joining->views[k];
		int by = k < i ? turned(joining, comparing, i, k) : 0;

		by -= by > comparing->turn / 2 ? comparing->turn : 0;
		for (int x = by < 0 ? -by : 0;
		     k < i &&
		     x + wide + (by > 0 ? by : 0) <= 2 * comparing->half;
		     x += wide / 2)
			for (int y = 0; y + PATCH_ROWS <= comparing->rows;
			     y += PATCH_ROWS / 2) {
				double apart =
					patch_apart(&comparing->strips[i],
						    &comparing->strips[k], x,
						    x + by, y, wide) /
					all;

				a->apart = fmax(a->apart, apart);
				b->apart = fmax(b->apart, apart);
			}
	}
}

static double most_apart(const struct joining *joining)
{
	double most = 0;

	for (int k = 0; k < joining->count; k++)
		most = fmax(most, joining->views[k].apart);
	return most;
}

/* Does each view share something with one before it? */
static bool hang_together(const struct joining *joining,
			  const struct comparing *comparing)
{
	for (int i = 1; i < joining->count; i++) {
		long area = 0;

		for (int k = 0; k < i; k++)
			area += comparing->shared[i][k]
					.area[turned(joining, comparing, i, k)];
		if (!area)
			return false;
	}
	return true;
}

/* How the views agree best, and next best; -1: not at all. */
struct arrangement {
	double value, next;
	int offsets[VIEWS_MOST];
};

static void note_arrangement(struct arrangement *best,
			     const struct joining *joining, double value)
{
	if (best->value >= 0 && value >= best->value) {
		if (best->next < 0 || value < best->next)
			best->next = value;
		return;
	}
	best->next = best->value;
	best->value = value;
	for (int k = 0; k < joining->count; k++)
		best->offsets[k] = joining->views[k].offset;
}

/* Looks through all arrangements: those that show all, and those that show
 * some, where each view shares something with others. */
static void try_all(struct joining *joining, const struct comparing *comparing,
		    struct arrangement *whole, struct arrangement *part)
{
	long total = 1;

	for (int k = 1; k < joining->count; k++)
		total *= joining->columns;
	for (long i = 0; i < total; i++) {
		long rest = i;
		bool all;

		for (int k = 1; k < joining->count; k++) {
			joining->views[k].offset =
				(int)(rest % joining->columns);
			rest /= joining->columns;
		}
		all = columns_seen(joining, 0, joining->count) ==
		      joining->columns;
		if (all || hang_together(joining, comparing))
			note_arrangement(all ? whole : part, joining,
					 judge(joining, comparing));
	}
}

/* So many columns are seen at the most where the views are arranged so. Views
 * that differ in what both would show then share nothing. */
static int most_seen(const struct joining *joining)
{
	int seen = 0;

	if (most_apart(joining) <= UNLIKE)
		return columns_seen(joining, 0, joining->count);
	for (int k = 0; k < joining->count; k++)
		seen += columns_seen(joining, k, k + 1);
	return seen < joining->columns ? seen : joining->columns;
}

/* Sets the offsets of the arrangement in which the views agree best, of those
 * that show all if any does. Returns how much worse the next one is (1: no
 * worse), 0 where none shows all. */
static double arrange(struct joining *joining, struct comparing *comparing)
{
	struct arrangement whole = { -1, -1, { 0 } };
	struct arrangement part = { -1, -1, { 0 } };
	bool all;

	fit_place(joining, comparing);
	settle_phases(joining, comparing);
	try_all(joining, comparing, &whole, &part);
	all = whole.value >= 0;
	for (int k = 0; k < joining->count; k++)
		joining->views[k].offset =
			all ? whole.offsets[k] : part.offsets[k];
	find_apart(joining, comparing);
	joining->seen = all ? joining->columns : most_seen(joining);
	if (!all)
		return 0;
	return whole.next < 0 ? SURE_MORE
			      : whole.next / fmax(whole.value, 1e-3);
}

/* The view before which the nearest upright line or middle of cells lies best:
 * symbols, dots and discs are not cut. */
static const struct view *best_view(const struct joining *joining, double angle)
{
	double half = joining->pitch / 2;
	double nearest = round(angle / half) * half;
	const struct view *best = &joining->views[0];

	for (int k = 1; k < joining->count; k++)
		if (fabs(own_angle(joining, &joining->views[k], nearest)) <
		    fabs(own_angle(joining, best, nearest)))
			best = &joining->views[k];
	return best;
}

/* The whole side as one picture: each place from the view before which it
 * lies best. */
static int lay_flat(const struct joining *joining, struct image *flat,
		    struct panel_place *place, struct problem *problem)
{
	const struct pillar *first = &joining->views[0].pillar;
	double column = joining->pitch * pillar_px_radian(first);
	double row = first->row;

	*place = (struct panel_place){
		.columns = joining->columns + 2 * AGAIN,
		.rows = joining->rows,
		.cell_to_px = { { column, 0, MARGIN_X * column, 0, row,
				  MARGIN_Y * row, 0, 0, 1 } },
	};
	if ((place->columns + 1) * column * (place->rows + 2) * row >
	    PIXELS_MOST)
		return problem_set(problem, PROBLEM_INPUT,
				   "a pillar too large to be read");
	if (image_init(flat, (int)((place->columns + 2 * MARGIN_X) * column),
		       (int)((joining->rows + 2 * MARGIN_Y) * row),
		       problem) < 0)
		return -1;
	for (int x = 0; x < flat->width; x++) {
		double angle = (x / column - MARGIN_X - AGAIN) * joining->pitch;
		const struct view *best = best_view(joining, angle);

		for (int y = 0; y < flat->height; y++)
			image_row(flat, y)[x] = pillar_sample(
				best->image,
				place_in(best, own_angle(joining, best, angle),
					 y / row - MARGIN_Y));
	}
	return 0;
}

/* Without what is shown again, from column `turn` on. */
static void close_up(const struct panel *flat, int turn, struct panel *round)
{
	panel_init(round, flat->columns - 2 * AGAIN, flat->rows, true);
	for (int y = 0; y < panel_height(round); y++)
		for (int x = 0; x < panel_width(round); x++) {
			int from =
				(x + 2 * turn) % panel_width(round) + 2 * AGAIN;

			if (panel_is_cell(x, y))
				round->cells[y / 2][x / 2] =
					flat->cells[y / 2][from / 2];
			else
				round->spots[y][x] = flat->spots[y][from];
		}
}

/* Around a pillar any column may be the first; where its starts and ends lie
 * mirrored, that of which FORMATS tells. Returns it. */
static int choose_first(const struct panel *flat, struct panel *round)
{
	for (int turn = 0; turn < flat->columns - 2 * AGAIN; turn++) {
		close_up(flat, turn, round);
		if (panel_may_mirror(round, PANEL_HORIZONTAL) ||
		    panel_may_mirror(round, PANEL_ROTATIONAL))
			return turn;
	}
	close_up(flat, 0, round);
	return 0;
}

/* The readings of a panel closed up, its columns counted from `turn`: those of
 * what is shown again are dropped, the others named by where they lie now;
 * their places are those of a picture that nobody has. How sure all of it is
 * comes from those that stay. */
static void close_readings(struct sighting *sighting, int columns, int turn)
{
	size_t kept = 0;

	sighting->confidence = 1;
	for (size_t i = 0; i < sighting->reading_count; i++) {
		struct reading *reading = &sighting->readings[i];
		char kind[16], of[16] = "";
		int x, y;

		/* "cells[3,1]" and "cells[3,1].colour" */
		if (sscanf(reading->clue, "%15[a-z][%d,%d]%15s", kind, &x, &y,
			   of) < 3)
			continue;
		x -= 2 * AGAIN;
		if (x < 0 || x >= 2 * columns)
			continue;
		x = (x + 2 * (columns - turn)) % (2 * columns);
		snprintf(reading->clue, sizeof reading->clue, "%s[%d,%d]%s",
			 kind, x, y, of);
		reading->px_box = (struct box){ 0 };
		sighting->confidence *= reading->confidence;
		sighting->readings[kept++] = *reading;
	}
	sighting->reading_count = kept;
}

/* Rows above and below of which no view shows a stack: adds them. True where
 * there are any. */
static bool add_rows(struct joining *joining, const struct sheet *sheet)
{
	struct extent_change change = rims_find_extent(sheet);

	if ((!change.top && !change.bottom) ||
	    joining->rows + change.top + change.bottom < 1 ||
	    joining->rows + change.top + change.bottom > PANEL_SIDE_MAX)
		return false;
	joining->rows += change.top + change.bottom;
	for (int k = 0; k < joining->count; k++) {
		struct pillar *pillar = &joining->views[k].pillar;

		pillar->first_row -= change.top * pillar->row;
		pillar->rows = joining->rows;
	}
	return true;
}

/* The sheet of the whole side, as many rows as there are. 0, 1 (no panel) or
 * -1. */
static int open_flat(struct joining *joining, struct image *flat,
		     struct sheet *sheet, struct problem *problem)
{
	for (int round = 0;; round++) {
		struct panel_place place;
		int result;

		if (lay_flat(joining, flat, &place, problem) < 0)
			return -1;
		result = sheet_init(sheet, flat, &place, 1);
		if (result == 0 &&
		    (round == ROUNDS_MOST || !add_rows(joining, sheet))) {
			result = sheet_fill(sheet);
			if (result == 0)
				return 0;
		}
		if (result) {
			if (result < 0)
				problem_set(problem, PROBLEM_MEMORY,
					    "no memory for reading a pillar");
			return result;
		}
		sheet_fini(sheet);
		image_fini(flat);
	}
}

static int read_flat(struct joining *joining, struct image *flat,
		     struct sighting *sighting, struct problem *problem)
{
	struct sheet sheet = { 0 };
	struct panel round;
	int result = open_flat(joining, flat, &sheet, problem);

	if (result < 0) {
		sheet_fini(&sheet);
		return -1;
	}
	if (result == 0)
		result = lines_read(&sheet, false, &joining->looks->lines);
	if (result == 0)
		result = bare_find(&sheet);
	if (result == 0) {
		joining->looks->round = true;
		result = symbols_read(&joining->nets, &sheet,
				      &joining->looks->lines,
				      joining->looks->symbols);
	}
	if (result == 0) {
		result = clues_take(&sheet, joining->looks, sighting, problem);
	}
	if (result == 0) {
		joining->turn =
			choose_first(&sighting->puzzle.as.panel, &round);
		sighting->puzzle.as.panel = round;
		close_readings(sighting, joining->columns, joining->turn);
	} else if (result < 0) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for reading a pillar");
	}
	sheet_fini(&sheet);
	return result;
}

/* Notes why a view is left out: the others may show all. */
static void leave_out(struct joining *joining, const struct view *view,
		      const char *shows)
{
	if (joining->left_out.kind == PROBLEM_NONE)
		problem_set(&joining->left_out, PROBLEM_INPUT,
			    "%s in picture %d", shows, view->picture + 1);
}

static int find_view(struct joining *joining, const struct image *image,
		     int index, struct problem *problem)
{
	struct view *view = &joining->views[joining->count];
	struct page page;
	int result = page_find(&page, image, 1, problem);

	view->image = image;
	view->picture = index;
	view->borrowed = result == 0 && !pillar_find(&page, &view->pillar);
	page_fini(&page);
	return result;
}

/* Views from equally far away, as a player takes them, are of one distance and
 * level: what is fitted to a single one wavers by a tenth. */
static void settle_views(struct joining *joining)
{
	double distances[VIEWS_MOST], levels[VIEWS_MOST];
	double radius = 0;
	int told = 0;

	joining->together = true;
	for (int k = 0; k < joining->count; k++) {
		const struct pillar *pillar = &joining->views[k].pillar;

		if (joining->views[k].borrowed)
			continue;
		radius = radius > 0 ? radius : pillar->px_radius;
		joining->together &= fabs(pillar->px_radius - radius) <=
				     SAME_RADIUS * radius;
		distances[told] = pillar->distance;
		levels[told++] = pillar->px_level;
	}
	joining->distance = median(distances, told);
	joining->level = median(levels, told);
	for (int k = 0; k < joining->count && joining->together; k++)
		if (!joining->views[k].borrowed)
			pillar_settle(&joining->views[k].pillar,
				      joining->distance, joining->level);
}

/* Views whose cells tell nothing, or of other columns, are of the same pillar
 * where its silhouettes stand as in the view that shows most of its rows. */
static void settle_borrowed(struct joining *joining)
{
	struct pillar like = { 0 };
	int kept = 0;

	for (int k = 0; k < joining->count; k++)
		if (!joining->views[k].borrowed &&
		    joining->views[k].pillar.rows > like.rows)
			like = joining->views[k].pillar;
	for (int k = 0; k < joining->count; k++) {
		struct view view = joining->views[k];
		const char *lacks = NULL;

		if (view.borrowed &&
		    (like.rows == 0 ||
		     !pillar_find_like(view.image, &like, &view.pillar)))
			lacks = _("no pillar");
		else if (view.borrowed &&
			 fabs(view.pillar.px_radius - like.px_radius) >
				 SAME_RADIUS * like.px_radius)
			lacks = _("another pillar, or one from farther away,");
		if (lacks)
			leave_out(joining, &view, lacks);
		else
			joining->views[kept++] = view;
	}
	joining->count = kept;
}

/* The cells before the camera need not be all that stand above each other: a
 * start's disc covers some. A player's eyes stay at one height: from the
 * topmost that any view shows to the lowest the pillar reaches. */
static void settle_rows(struct joining *joining)
{
	double top = HUGE_VAL, low = -HUGE_VAL;

	for (int k = 0; k < joining->count; k++) {
		const struct pillar *pillar = &joining->views[k].pillar;
		double first = pillar->first_row / pillar->row;

		top = fmin(top, first);
		low = fmax(low, first + pillar->rows);
	}
	joining->rows = (int)lround(low - top);
	for (int k = 0; k < joining->count; k++) {
		struct pillar *pillar = &joining->views[k].pillar;

		joining->views[k].above =
			(int)lround(pillar->first_row / pillar->row - top);
		pillar->rows = joining->rows;
	}
}

/* What all views have in common. */
static void settle(struct joining *joining)
{
	bool told = false;

	for (int k = 0; k < joining->count; k++)
		told |= !joining->views[k].borrowed;
	if (told) {
		settle_views(joining);
		settle_columns(joining);
	}
	settle_borrowed(joining);
	settle_rows(joining);
}

/* Arranges the views found and reads them. */
static int join(struct joining *joining, struct comparing *comparing,
		struct sighting *sighting, struct problem *problem)
{
	double more = 0;
	struct image flat = { 0 };
	int result;

	settle(joining);
	if (joining->count > 0)
		more = arrange(joining, comparing);
	if (more == 0 && joining->left_out.kind != PROBLEM_NONE)
		return problem_set(problem, PROBLEM_INPUT, "%s",
				   joining->left_out.text);
	if (more == 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "not all of the pillar is seen (views "
				   "joined: %d, columns: %d of %d)",
				   joining->count, joining->seen,
				   joining->columns);
	*sighting = (struct sighting){ .puzzle.family = FAMILY_panel,
				       .confidence = 1 };
	result = read_flat(joining, &flat, sighting, problem);
	/* of three pillars joined without a view that seemed another's each was
	 * read wrongly */
	if (joining->left_out.kind != PROBLEM_NONE) {
		sighting->confidence *= 0.5;
		snprintf(sighting->note, sizeof sighting->note,
			 _("read without one of the views: %.150s"),
			 joining->left_out.text);
	}
	if (most_apart(joining) > UNLIKE) {
		sighting->confidence *= 0.5;
		snprintf(sighting->note, sizeof sighting->note,
			 _("two views differ in what both show"));
	}
	if (more < SURE_MORE) {
		sighting->confidence *= 0.5;
		snprintf(sighting->note, sizeof sighting->note,
			 _("the views may go together another way"));
	}
	image_fini(&flat);
	if (result > 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "no panel on the pillar");
	return result;
}

/* In a picture that was left out nothing lies anywhere. Where not all is seen
 * views that differ may share nothing. */
static void tell_views(const struct joining *joining, int count,
		       struct pillar_view *views)
{
	for (int i = 0; i < count; i++)
		views[i] = (struct pillar_view){ .turn = NAN };
	for (int k = 0; k < joining->count; k++) {
		const struct view *view = &joining->views[k];

		views[view->picture] = (struct pillar_view){
			.pillar = view->pillar,
			.turn = view->pillar.first +
				(joining->turn - view->offset) * joining->pitch,
			.fits = view->apart <= UNLIKE ||
				joining->seen < joining->columns,
		};
	}
}

int pillar_join(const struct image *const *images, int count,
		struct sighting_list *list, struct pillar_view *views,
		struct problem *problem)
{
	struct joining *joining = alloc_array(1, sizeof *joining);
	struct comparing *comparing = alloc_array(1, sizeof *comparing);
	struct sighting sighting = { 0 };
	int result = -1;

	if (!joining || !comparing ||
	    !(joining->looks = alloc_array(1, sizeof *joining->looks))) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for reading a pillar");
		goto done;
	}
	if (count < 1 || count > VIEWS_MOST) {
		problem_set(problem, PROBLEM_INPUT,
			    "at most %d views can be joined", VIEWS_MOST);
		goto done;
	}
	for (int i = 0; i < count; i++) {
		result = find_view(joining, images[i], i, problem);
		if (result)
			goto done;
		joining->count++;
	}
	result = join(joining, comparing, &sighting, problem);
	if (views)
		tell_views(joining, count, views);
	if (result == 0)
		result = sighting_list_add(list, &sighting, problem);
	else
		free(sighting.readings);
done:
	if (joining) {
		symbol_nets_free(&joining->nets);
		free(joining->looks);
	}
	free(joining);
	free(comparing);
	return result;
}
