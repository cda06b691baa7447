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
#include "panel_bare.h"
#include "panel_clues.h"
#include "panel_find.h"
#include "panel_lines.h"
#include "panel_rims.h"
#include "panel_sheet.h"
#include "panel_symbols.h"
#include "pillar.h"
#include "vision.h"

enum { VIEWS_MOST = VISION_JOIN_MOST };
/* Cells of the flat picture around its columns and rows. */
static const double MARGIN_X = 0.45, MARGIN_Y = 1.0;
/* Columns shown again on either side, so that no cell lies at a rim. */
enum { AGAIN = 1 };
/* So often rows are added above and below. */
enum { ROUNDS_MOST = 3 };
/* Pixels of the flat picture: of a pillar as wide as a 4K screen. */
static const double PIXELS_MOST = 60e6;
/* Steps in which views are compared: radians and rows. */
static const double STEP_ANGLE = 0.02, STEP_ROW = 0.06;
/* What is left of a pixel's worth of side there can be compared. */
static const double COMPARED = 1.3;
/* Half the pillar's width in two views from equally far away. */
static const double SAME_RADIUS = 0.05;
/* A view is of another pillar where it tells so many columns more or less than
 * most do: of 60 views of one pillar none was off by more than .4. */
static const double OTHER_COLUMNS = 0.8;
/* The next best arrangement differs by so much more where the best is sure:
 * the difference of one symbol of one cell, in two views that share one
 * column of cells. */
static const double SURE_MORE = 1.15;

struct view {
	struct pillar pillar;
	const struct image *image;
	int picture; /* which of those given */
	int offset;  /* columns that its first line lies after the first's */
};

struct joining {
	struct view views[VIEWS_MOST];
	int count;
	int columns, rows;
	double pitch;
	int turn; /* columns from the first view's first line to column 0 */
	struct panel_looks *looks;
	/* why the first of those pictures that are left out is, if one is */
	struct problem left_out;
};

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

/* Squared difference of what two views both show, for which symbols count more
 * than softness; `area` grows by how much that
 * is. */
static double difference(const struct joining *joining, const struct view *a,
			 const struct view *b, long *area)
{
	double sum = 0;

	for (double angle = 0; angle < 2 * M_PI; angle += STEP_ANGLE) {
		double in_a = own_angle(joining, a, angle);
		double in_b = own_angle(joining, b, angle);

		if (fabs(in_a) > COMPARED || fabs(in_b) > COMPARED)
			continue;
		for (double row = 0.05; row < joining->rows; row += STEP_ROW) {
			double apart = grey(a, in_a, row) - grey(b, in_b, row);

			sum += apart * apart;
			++*area;
		}
	}
	return sum;
}

/* Does every column of cells have its middle in some view, and every upright
 * line? */
static bool all_is_seen(const struct joining *joining)
{
	for (int i = 0; i < 2 * joining->columns; i++) {
		bool seen = false;

		for (int k = 0; k < joining->count; k++)
			seen |= fabs(own_angle(joining, &joining->views[k],
					       i * joining->pitch / 2)) <
				PILLAR_SEEN;
		if (!seen)
			return false;
	}
	return true;
}

/* What views differ by in what they share, of each two for each number of
 * columns that one's first line lies after the other's. */
struct shared {
	double sum[VIEWS_MOST][VIEWS_MOST][PILLAR_COLUMNS_MOST];
	long area[VIEWS_MOST][VIEWS_MOST][PILLAR_COLUMNS_MOST];
};

static void compare(struct joining *joining, struct shared *shared)
{
	for (int i = 0; i < joining->count; i++)
		for (int k = 0; k < i; k++)
			for (int by = 0; by < joining->columns; by++) {
				joining->views[k].offset = 0;
				joining->views[i].offset = by;
				shared->area[i][k][by] = 0;
				shared->sum[i][k][by] =
					difference(joining, &joining->views[i],
						   &joining->views[k],
						   &shared->area[i][k][by]);
			}
}

static double judge(const struct joining *joining, const struct shared *shared)
{
	double sum = 0;
	long area = 0;

	for (int i = 0; i < joining->count; i++)
		for (int k = 0; k < i; k++) {
			int by = joining->views[i].offset -
				 joining->views[k].offset;

			by += by < 0 ? joining->columns : 0;
			sum += shared->sum[i][k][by];
			area += shared->area[i][k][by];
		}
	return area ? sum / (double)area : 0;
}

/* Sets the offsets of the arrangement in which the views agree best. Returns
 * how much worse the next one is (1: no worse), 0 where none shows all. */
static double arrange(struct joining *joining)
{
	int best[VIEWS_MOST] = { 0 };
	double value = -1, next = -1;
	struct shared shared;
	long total = 1;

	compare(joining, &shared);
	joining->views[0].offset = 0;

	for (int k = 1; k < joining->count; k++)
		total *= joining->columns;
	for (long i = 0; i < total; i++) {
		long rest = i;
		double here;

		for (int k = 1; k < joining->count; k++) {
			joining->views[k].offset =
				(int)(rest % joining->columns);
			rest /= joining->columns;
		}
		if (!all_is_seen(joining))
			continue;
		here = judge(joining, &shared);
		if (value < 0 || here < value) {
			next = value;
			value = here;
			for (int k = 0; k < joining->count; k++)
				best[k] = joining->views[k].offset;
		} else if (next < 0 || here < next) {
			next = here;
		}
	}
	for (int k = 0; k < joining->count; k++)
		joining->views[k].offset = best[k];
	if (value < 0)
		return 0;
	return next < 0 ? SURE_MORE : next / fmax(value, 1e-3);
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
		symbols_read(&sheet, &joining->looks->lines,
			     joining->looks->symbols);
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

/* 0, 1 (is left out) or -1. */
static int find_view(struct joining *joining, const struct image *image,
		     int index, struct problem *problem)
{
	struct view *view = &joining->views[joining->count];
	struct page page;
	int result = page_find(&page, image, 1, problem);

	view->image = image;
	view->picture = index;
	if (result == 0 && !pillar_find(&page, &view->pillar)) {
		leave_out(joining, view, _("no pillar"));
		result = 1;
	}
	page_fini(&page);
	return result;
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, order_doubles);
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Views from equally far away, as a player takes them, are of one distance and
 * level: what is fitted to a single one wavers by a tenth. */
static void settle_views(struct joining *joining)
{
	double distances[VIEWS_MOST], levels[VIEWS_MOST];
	double radius = joining->views[0].pillar.px_radius;
	double distance, level;

	for (int k = 0; k < joining->count; k++) {
		const struct pillar *pillar = &joining->views[k].pillar;

		if (fabs(pillar->px_radius - radius) > SAME_RADIUS * radius)
			return;
		distances[k] = pillar->distance;
		levels[k] = pillar->px_level;
	}
	distance = median(distances, joining->count);
	level = median(levels, joining->count);
	for (int k = 0; k < joining->count; k++)
		pillar_settle(&joining->views[k].pillar, distance, level);
}

/* Gives all views the columns that most of them tell, and leaves out those that
 * tell others. */
static void settle_columns(struct joining *joining)
{
	double arounds[VIEWS_MOST];
	int kept = 0;

	for (int k = 0; k < joining->count; k++)
		arounds[k] = joining->views[k].pillar.around;
	joining->columns = (int)lround(median(arounds, joining->count));
	for (int k = 0; k < joining->count; k++) {
		struct view *view = &joining->views[k];

		if (fabs(view->pillar.around - joining->columns) <
			    OTHER_COLUMNS &&
		    pillar_divide(&view->pillar, joining->columns))
			joining->views[kept++] = *view;
		else
			leave_out(
				joining, view,
				_("another pillar, or more or fewer columns of "
				  "it,"));
	}
	joining->count = kept;
	joining->pitch = joining->views[0].pillar.pitch;
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
		double above = round(pillar->first_row / pillar->row - top);

		pillar->first_row -= above * pillar->row;
		pillar->rows = joining->rows;
	}
}

/* Arranges the views found and reads them. */
static int join(struct joining *joining, struct sighting *sighting,
		struct problem *problem)
{
	double more = 0;
	struct image flat = { 0 };
	int result;

	if (joining->count > 1) {
		settle_views(joining);
		settle_columns(joining);
	}
	if (joining->count > 1) {
		settle_rows(joining);
		more = arrange(joining);
	}
	if (more == 0 && joining->left_out.kind != PROBLEM_NONE)
		return problem_set(problem, PROBLEM_INPUT, "%s",
				   joining->left_out.text);
	if (more == 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "the views do not show the whole pillar");
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

/* In a picture that was left out nothing lies anywhere. */
static void tell_views(const struct joining *joining, int count,
		       struct pillar_view *views)
{
	for (int i = 0; i < count; i++)
		views[i] = (struct pillar_view){ .turn = NAN };
	for (int k = 0; k < joining->count; k++) {
		const struct view *view = &joining->views[k];

		views[view->picture].pillar = view->pillar;
		views[view->picture].turn =
			view->pillar.first +
			(joining->turn - view->offset) * joining->pitch;
	}
}

int pillar_join(const struct image *const *images, int count,
		struct sighting_list *list, struct pillar_view *views,
		struct problem *problem)
{
	struct joining *joining = alloc_array(1, sizeof *joining);
	struct sighting sighting = { 0 };
	int result = -1;

	if (!joining ||
	    !(joining->looks = alloc_array(1, sizeof *joining->looks))) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for reading a pillar");
		goto done;
	}
	if (count < 2 || count > VIEWS_MOST) {
		problem_set(problem, PROBLEM_INPUT,
			    "2 to %d views can be joined", VIEWS_MOST);
		goto done;
	}
	for (int i = 0; i < count; i++) {
		result = find_view(joining, images[i], i, problem);
		if (result < 0)
			goto done;
		joining->count += result == 0;
	}
	result = join(joining, &sighting, problem);
	if (result == 0 && views)
		tell_views(joining, count, views);
	if (result == 0)
		result = sighting_list_add(list, &sighting, problem);
	else
		free(sighting.readings);
done:
	if (joining)
		free(joining->looks);
	free(joining);
	return result;
}

int vision_join(const struct image *const *images, int count,
		struct sighting_list *list, struct problem *problem)
{
	return pillar_join(images, count, list, NULL, problem);
}
