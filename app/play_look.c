#include "play_look.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number.h"

/* Levels of one channel: less is shading and grain (moved.c has the same). */
enum { LEVELS_LEAST = 24 };
/* Along the side of a cell: each pixel of most. */
enum { FINE = 96 };
/* A line's tip is looked for so finely; half its width is ahead of it, in cells
 * (lines are .2 to .45 wide). */
static const double TIP_STEP = 0.05, TIP_AHEAD = 0.12;
/* A dot that is drawn over the line hides so much of it, in cells. */
static const double TIP_GAP = 0.3;
/* Samples along each side of a patch: a pixel or less in cells of 20 to 60 px,
 * and enough for shares of a hundredth. */
enum { SAMPLES = 12 };
/* Shares of a patch that is bare, and of one that carries something: grain and
 * a grid's line at its rim take up to .05, two rails .4, a thin line .15. */
static const double BARE_MOST = 0.06, INK_LEAST = 0.12;
/* Of the samples along a line, and of those beside it, that have changed. */
static const double LINE_LEAST = 0.9, BESIDE_MOST = 0.1;
/* A patch at a side, in cells: from the grid's line inwards, and along it. Ties
 * of rails that run along the side end at .13, stubs at .17. */
static const double SIDE_NEAR = 0.05, SIDE_FAR = 0.14, SIDE_HALF = 0.2;
/* Half of a patch in the middle of a square: crosses are .3 and more wide. */
static const double MIDDLE_HALF = 0.2;
/* Half of a patch on a line, across and along: lines are .2 of a cell wide and
 * more, rails lie .17 beside the middle; gaps and dots are at .5, vertices at
 * 0 and 1. */
static const double LINE_ACROSS = 0.2, LINE_ALONG = 0.07;
/* The part of a cell in which its number stands, in cells, and how much of it
 * is looked at where no ink tells: numbers are .3 to .6 high. */
static const double CELL_HALF = 0.4, NUMBER_WIDE = 0.38, NUMBER_HIGH = 0.28;
/* The number that was entered is there at this chance, for it is the likeliest
 * before anything is read; another one at that. */
static const double NUMBER_THERE = 0.85, NUMBER_OTHER = 0.95;
/* The room that is read around a number's ink, by its height. */
static const double INK_ROOM = 0.15;
/* Clues whose likeness, a correlation, is less are others: pixels of text whose
 * colours change keep .9, of other digits .3 to .7. */
static const double CLUE_LIKENESS = 0.8;

/* Notes of a player's, by the height of the puzzle's own numbers: three rows of
 * them fit into a cell, so that they are half as high to .7; a number that was
 * entered is .8 at least. The middle of a note is .25 and more off the cell's,
 * but for one of nine. */
static const double NOTE_SMALL = 0.55, NOTE_SMALLER = 0.8, NOTE_ASIDE = 0.15;

struct play_look {
	struct number_reader *reader; /* NULL until it is needed */
	struct homography cell_to_px;
	double cell_height; /* of the puzzle's own numbers; 0: not known */
};

/* One look at a mark. */
struct looking {
	struct play_look *look;
	const struct image *before, *now;
	const struct homography *cell_to_px;
	const struct play_mark *mark;
	struct problem *problem;
};

static int compare_heights(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The middle one of the heights of a puzzle's own numbers, in cells. */
static double own_height(const struct outcome *outcome)
{
	double *heights = alloc_array(outcome->reading_count, sizeof *heights);
	struct point a = homography_apply(&outcome->cell_to_px,
					  (struct point){ 0.5, 0.5 });
	struct point b = homography_apply(&outcome->cell_to_px,
					  (struct point){ 0.5, 1.5 });
	size_t count = 0;
	double height = 0;

	for (size_t i = 0; heights && i < outcome->reading_count; i++)
		if (isdigit((unsigned char)outcome->readings[i].value[0]) &&
		    outcome->readings[i].px_box.height > 0)
			heights[count++] = outcome->readings[i].px_box.height;
	if (count) {
		qsort(heights, count, sizeof *heights, compare_heights);
		height = heights[count / 2] / point_distance(a, b);
	}
	free(heights);
	return height;
}

struct play_look *play_look_new(const struct outcome *outcome,
				struct problem *problem)
{
	struct play_look *look = calloc(1, sizeof *look);

	if (look)
		*look = (struct play_look){
			.cell_to_px = outcome->cell_to_px,
			.cell_height = own_height(outcome),
		};
	else
		problem_set(problem, PROBLEM_MEMORY, "no memory for a look");
	return look;
}

void play_look_free(struct play_look *look)
{
	if (look)
		number_reader_free(look->reader);
	free(look);
}

static int distance(uint32_t a, uint32_t b)
{
	int most = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		int d = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

		most = d > most ? d : most;
	}
	return most;
}

static uint32_t pixel(const struct image *image, struct point px)
{
	int x = (int)lround(px.x), y = (int)lround(px.y);

	x = x < 0 ? 0 : x >= image->width ? image->width - 1 : x;
	y = y < 0 ? 0 : y >= image->height ? image->height - 1 : y;
	return image_row(image, y)[x] & 0xffffff;
}

/* A part of the board, by its middle and half of its sides, in cells. */
struct patch {
	struct point middle, across, along;
};

static void sample(const struct image *image, const struct looking *at,
		   const struct patch *patch,
		   uint32_t colours[SAMPLES * SAMPLES])
{
	for (int i = 0; i < SAMPLES; i++)
		for (int k = 0; k < SAMPLES; k++) {
			double u = 2.0 * i / (SAMPLES - 1) - 1;
			double v = 2.0 * k / (SAMPLES - 1) - 1;
			struct point cell = point_add(
				patch->middle,
				point_add(point_scale(patch->across, u),
					  point_scale(patch->along, v)));

			colours[i * SAMPLES + k] = pixel(
				image, homography_apply(at->cell_to_px, cell));
		}
}

/* The colour of most of a patch: the middle one of each channel. */
static uint32_t ground(const uint32_t *colours, int count)
{
	uint32_t middle = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		int counts[256] = { 0 };
		int seen = 0, level = 0;

		for (int i = 0; i < count; i++)
			counts[colours[i] >> shift & 255]++;
		while (2 * (seen += counts[level]) < count)
			level++;
		middle |= (uint32_t)level << shift;
	}
	return middle;
}

static uint32_t colour_of(const struct image *image, const struct looking *at,
			  const struct patch *patch)
{
	uint32_t colours[SAMPLES * SAMPLES];

	sample(image, at, patch, colours);
	return ground(colours, SAMPLES * SAMPLES);
}

/* The share of a patch that is not of its ground's colour, and that of the row
 * along it that has least of it: what lies across all of the patch is in each
 * row. */
static double ink_in(const struct looking *at, const struct patch *patch,
		     double *least_row)
{
	uint32_t colours[SAMPLES * SAMPLES];
	uint32_t most;
	int ink = 0, least = SAMPLES;

	sample(at->now, at, patch, colours);
	most = ground(colours, SAMPLES * SAMPLES);
	for (int i = 0; i < SAMPLES; i++) {
		int row = 0;

		for (int k = 0; k < SAMPLES; k++)
			row += distance(colours[i * SAMPLES + k], most) >=
			       LEVELS_LEAST;
		ink += row;
		least = row < least ? row : least;
	}
	*least_row = (double)least / SAMPLES;
	return (double)ink / (SAMPLES * SAMPLES);
}

/* The share of a patch that is not as it was. */
static double changed_in(const struct looking *at, const struct patch *patch)
{
	uint32_t was[SAMPLES * SAMPLES], is[SAMPLES * SAMPLES];
	int changed = 0;

	sample(at->before, at, patch, was);
	sample(at->now, at, patch, is);
	for (int i = 0; i < SAMPLES * SAMPLES; i++)
		changed += distance(was[i], is[i]) >= LEVELS_LEAST;
	return (double)changed / (SAMPLES * SAMPLES);
}

static enum play_seen by_ink(double least, double most)
{
	if (most <= BARE_MOST)
		return PLAY_SEEN_MISSING;
	return least >= INK_LEAST ? PLAY_SEEN_THERE : PLAY_SEEN_UNSURE;
}

/* What lies in a square beside one of its sides; `side` is the side's middle,
 * `square` the square's. */
static double side_ink(const struct looking *at, struct point side,
		       struct point square)
{
	struct point inwards = point_scale(point_sub(square, side),
					   1 / point_distance(square, side));
	double reach = (SIDE_FAR - SIDE_NEAR) / 2;
	double ink;
	struct patch patch = {
		point_add(side,
			  point_scale(inwards, (SIDE_NEAR + SIDE_FAR) / 2)),
		point_scale(inwards, reach),
		{ -inwards.y * SIDE_HALF, inwards.x * SIDE_HALF },
	};

	ink_in(at, &patch, &ink);
	return ink;
}

static void look_at_side(const struct looking *at, struct play_sight *sight)
{
	struct point side = at->mark->cell_points[0];
	struct point square = at->mark->cell_points[1];
	struct point other = point_sub(point_scale(side, 2), square);
	double here = side_ink(at, side, square);
	double there = side_ink(at, side, other);

	sight->seen = by_ink(fmin(here, there), fmax(here, there));
}

static void look_at_middle(const struct looking *at, struct play_sight *sight)
{
	struct patch patch = { at->mark->cell_points[0],
			       { MIDDLE_HALF, 0 },
			       { 0, MIDDLE_HALF } };
	double least_row;
	double ink = ink_in(at, &patch, &least_row);

	sight->seen = by_ink(ink, ink);
}

/* The tile is the sum of the sides that it reaches. */
static void look_at_square(const struct looking *at, struct play_sight *sight)
{
	static const struct {
		int side;
		struct point way;
	} sides[4] = { { TRACKS_RIGHT, { 0.5, 0 } },
		       { TRACKS_BOTTOM, { 0, 0.5 } },
		       { TRACKS_LEFT, { -0.5, 0 } },
		       { TRACKS_TOP, { 0, -0.5 } } };
	struct point middle = at->mark->cell_points[0];
	int tile = 0;

	for (int i = 0; i < 4; i++) {
		double ink =
			side_ink(at, point_add(middle, sides[i].way), middle);

		if (by_ink(ink, ink) == PLAY_SEEN_UNSURE)
			return;
		if (ink >= INK_LEAST)
			tile |= sides[i].side;
	}
	sight->number = tile;
	sight->seen = tile == at->mark->number ? PLAY_SEEN_THERE
		      : tile                   ? PLAY_SEEN_OTHER
					       : PLAY_SEEN_MISSING;
}

/* Whether the line has come to a place between two of its points. */
static bool line_changed(const struct looking *at, struct point from,
			 struct point to, double share)
{
	struct point way = point_sub(to, from);
	struct patch patch = {
		point_mix(from, to, share),
		point_scale((struct point){ -way.y, way.x },
			    LINE_ACROSS / point_length(way)),
		point_scale(way, LINE_ALONG / point_length(way)),
	};

	return changed_in(at, &patch) >= INK_LEAST;
}

static void look_at_line(const struct looking *at, struct play_sight *sight)
{
	/* clear of vertices, gaps and dots; beside the line clear of the disc
	 * at its start */
	static const double on_it[2] = { 0.3, 0.7 },
			    beside_it[2] = { 0.5, 0.5 };
	const struct play_mark *mark = at->mark;
	const double *shares = mark->empty ? beside_it : on_it;
	int samples = 0, changed = 0;

	sight->number = 1;
	for (size_t i = 1; i < mark->point_count; i++) {
		struct point from = mark->cell_points[i - 1];
		struct point to = mark->cell_points[i];

		/* what sticks out of the board is too short to tell */
		if (point_distance(from, to) < 0.9)
			continue;
		for (int k = 0; k < 2; k++) {
			samples++;
			changed += line_changed(at, from, to, shares[k]);
		}
		if (changed == samples)
			sight->number = (int)i + 1;
	}
	sight->seen = PLAY_SEEN_OTHER;
	if (changed >= LINE_LEAST * samples)
		sight->seen = PLAY_SEEN_THERE;
	else if (changed <= BESIDE_MOST * samples)
		sight->seen = PLAY_SEEN_MISSING;
}

/* A piece shows its colour wherever it lies. */
static void look_at_piece(const struct looking *at, struct play_sight *sight)
{
	const struct play_mark *mark = at->mark;
	struct patch patch = { mark->cell_points[0],
			       { MIDDLE_HALF, 0 },
			       { 0, MIDDLE_HALF } };
	uint32_t piece = colour_of(at->before, at, &patch);
	bool at_home =
		distance(colour_of(at->now, at, &patch), piece) < LEVELS_LEAST;
	size_t covered = 0;

	for (size_t i = 0; i < mark->place_count; i++) {
		uint32_t was, is;

		patch.middle = mark->cell_points[mark->point_count + i];
		was = colour_of(at->before, at, &patch);
		is = colour_of(at->now, at, &patch);
		covered += distance(is, piece) < 2 * LEVELS_LEAST &&
			   distance(is, piece) <= distance(is, was);
	}
	sight->seen = covered == mark->place_count ? PLAY_SEEN_THERE
		      : at_home                    ? PLAY_SEEN_MISSING
						   : PLAY_SEEN_OTHER;
}

/* What lies around the middle of a cell, in cells from there. */
struct extent {
	struct point low, high;
};

/* Of what is not of a cell's ground, and not as it was before where only that
 * is asked for. False where nothing is. */
static bool find_ink(const struct looking *at, bool only_new,
		     struct extent *ink)
{
	struct point middle = at->mark->cell_points[0];
	struct patch whole = { middle, { CELL_HALF, 0 }, { 0, CELL_HALF } };
	uint32_t most = colour_of(at->now, at, &whole);

	*ink = (struct extent){ { 1, 1 }, { -1, -1 } };
	for (int i = 0; i < FINE * FINE; i++) {
		struct point from = {
			CELL_HALF * (2.0 * (i % FINE) / (FINE - 1) - 1),
			CELL_HALF * (2.0 * (int)(i / FINE) / (FINE - 1) - 1)
		};
		struct point px = homography_apply(at->cell_to_px,
						   point_add(middle, from));
		uint32_t is = pixel(at->now, px);

		if (distance(is, most) < LEVELS_LEAST ||
		    (only_new &&
		     distance(is, pixel(at->before, px)) < LEVELS_LEAST))
			continue;
		ink->low = (struct point){ fmin(ink->low.x, from.x),
					   fmin(ink->low.y, from.y) };
		ink->high = (struct point){ fmax(ink->high.x, from.x),
					    fmax(ink->high.y, from.y) };
	}
	return ink->low.x <= ink->high.x;
}

/* With some room around it. */
static struct quad place_of_ink(const struct looking *at,
				const struct extent *ink)
{
	double room = INK_ROOM * (ink->high.y - ink->low.y);
	struct point low = point_sub(ink->low, (struct point){ room, room });
	struct point high = point_add(ink->high, (struct point){ room, room });
	struct quad place = {
		{ low, { high.x, low.y }, high, { low.x, high.y } }
	};

	for (int i = 0; i < 4; i++)
		place.corner[i] = homography_apply(
			at->cell_to_px,
			point_add(at->mark->cell_points[0], place.corner[i]));
	return place;
}

/* Is a number that stands there a player's note of what it may be: far smaller
 * than the puzzle's own, or smaller and not in the middle? */
static bool is_note(const struct looking *at, bool only_new)
{
	struct extent ink;
	struct point middle;
	double share;

	if (at->look->cell_height <= 0 || !find_ink(at, only_new, &ink))
		return false;
	middle = point_mix(ink.low, ink.high, 0.5);
	share = (ink.high.y - ink.low.y) / at->look->cell_height;
	return share < NOTE_SMALL ||
	       (share < NOTE_SMALLER &&
		fmax(fabs(middle.x), fabs(middle.y)) > NOTE_ASIDE);
}

static struct quad middle_of_cell(const struct looking *at)
{
	static const struct point corners[4] = {
		{ -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 }
	};
	struct quad px_place;

	for (int i = 0; i < 4; i++)
		px_place.corner[i] = homography_apply(
			at->cell_to_px,
			point_add(
				at->mark->cell_points[0],
				(struct point){ corners[i].x * NUMBER_WIDE,
						corners[i].y * NUMBER_HIGH }));
	return px_place;
}

/* The number that is surely read; -1: none. */
static int sure_number(const struct number_reading *reading, int entered)
{
	int value = reading->count ? reading->values[0].value : -1;

	return value >= 0 && reading->values[0].chance >=
				       (value == entered ? NUMBER_THERE
							 : NUMBER_OTHER)
		       ? value
		       : -1;
}

/* Read where its ink is and in the middle of the cell: where both are sure of
 * different numbers, neither is believed. */
static int look_at_number(const struct looking *at, struct play_sight *sight)
{
	struct play_look *look = at->look;
	struct quad px_places[2] = { middle_of_cell(at) };
	struct number_reading readings[2] = { 0 };
	struct extent ink;
	bool has_ink = find_ink(at, true, &ink);
	int number, other;

	if (has_ink)
		px_places[1] = place_of_ink(at, &ink);

	if (!look->reader)
		look->reader = number_reader_new(at->problem);
	if (!look->reader ||
	    number_read_places(look->reader, at->now, px_places,
			       has_ink ? 2 : 1, readings, at->problem) < 0)
		return -1;
	number = sure_number(&readings[0], at->mark->number);
	other = sure_number(&readings[1], at->mark->number);
	if (number < 0)
		number = other;
	if (number >= 0 && (other < 0 || other == number)) {
		sight->number = number;
		sight->seen = is_note(at, has_ink)         ? PLAY_SEEN_NOTE
			      : number == at->mark->number ? PLAY_SEEN_THERE
							   : PLAY_SEEN_OTHER;
	} else if (!has_ink) {
		sight->seen = PLAY_SEEN_MISSING;
	}
	return 0;
}

static int look_at(const struct looking *at, struct play_sight *sight)
{
	switch (at->mark->kind) {
	case PLAY_SIDE:
		look_at_side(at, sight);
		break;
	case PLAY_LINE:
		look_at_line(at, sight);
		break;
	case PLAY_NUMBER:
		return look_at_number(at, sight);
	case PLAY_PIECE:
		look_at_piece(at, sight);
		break;
	case PLAY_SQUARE:
		look_at_square(at, sight);
		break;
	case PLAY_MIDDLE:
		look_at_middle(at, sight);
		break;
	}
	return 0;
}

int play_look_marks(struct play_look *look, const struct image *before,
		    const struct image *now, const struct play_marks *marks,
		    struct play_sight *sights, struct problem *problem)
{
	struct looking at = { look, before, now, &look->cell_to_px,
			      NULL, problem };

	for (size_t i = 0; i < marks->count; i++) {
		struct play_sight *sight = &sights[i];

		at.mark = &marks->marks[i];
		*sight = (struct play_sight){ PLAY_SEEN_UNSURE, -1 };
		if (look_at(&at, sight) < 0)
			return -1;
		if (!at.mark->empty || sight->seen == PLAY_SEEN_UNSURE)
			continue;
		sight->seen = sight->seen == PLAY_SEEN_MISSING
				      ? PLAY_SEEN_THERE
				      : PLAY_SEEN_OTHER;
	}
	return 0;
}

double play_look_tip(const struct image *before, const struct image *now,
		     const struct homography *cell_to_px,
		     const struct play_mark *mark, int leg)
{
	struct looking at = { NULL, before, now, cell_to_px, mark, NULL };
	struct point from = mark->cell_points[leg - 1];
	double length = point_distance(from, mark->cell_points[leg]);
	struct point way = point_scale(point_sub(mark->cell_points[leg], from),
				       1 / length);
	double reached = 0;

	for (double tip = 0; tip < length + 0.5; tip += TIP_STEP) {
		struct patch patch = {
			point_add(from, point_scale(way, tip)),
			{ -way.y * TIP_STEP, way.x * TIP_STEP },
			{ way.x * TIP_STEP / 2, way.y * TIP_STEP / 2 },
		};

		if (changed_in(&at, &patch) >= 0.5)
			reached = tip;
		else if (tip - reached > TIP_GAP)
			break;
	}
	/* half of the line's width is ahead of its tip */
	return reached - TIP_AHEAD;
}

bool play_look_changed(const struct image *before, const struct image *now,
		       const struct homography *cell_to_px, struct point cell)
{
	struct looking at = { NULL, before, now, cell_to_px, NULL, NULL };
	int count = 0;

	for (int i = 0; i < FINE * FINE; i++) {
		struct point from = { (double)(i % FINE) / (FINE - 1) - 0.5,
				      (double)(int)(i / FINE) / (FINE - 1) -
					      0.5 };
		struct point px =
			homography_apply(at.cell_to_px, point_add(cell, from));

		count += distance(pixel(before, px), pixel(now, px)) >=
			 LEVELS_LEAST;
	}
	return count >= FINE / 8;
}

static double level(uint32_t colour)
{
	return (colour >> 16 & 255) * 0.3 + (colour >> 8 & 255) * 0.6 +
	       (colour & 255) * 0.1;
}

/* How alike two pictures are in a box: the correlation of their levels, 1 where
 * neither has anything in it. */
static double likeness(const struct image *a, const struct image *b,
		       const struct box *px_box)
{
	double sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0;
	double count = 0;

	for (int y = px_box->y; y < px_box->y + px_box->height; y++)
		for (int x = px_box->x; x < px_box->x + px_box->width; x++) {
			struct point px = { x, y };
			double of_a = level(pixel(a, px));
			double of_b = level(pixel(b, px));

			sum_a += of_a;
			sum_b += of_b;
			aa += of_a * of_a;
			bb += of_b * of_b;
			ab += of_a * of_b;
			count++;
		}
	if (count < 1)
		return 1;
	aa -= sum_a * sum_a / count;
	bb -= sum_b * sum_b / count;
	ab -= sum_a * sum_b / count;
	/* a level of difference at one pixel in four is nothing */
	if (aa < count && bb < count)
		return 1;
	return aa < count || bb < count ? 0 : fabs(ab) / sqrt(aa * bb);
}

bool play_look_same_clues(const struct image *before, const struct image *now,
			  const struct outcome *outcome,
			  bool (*is_ours)(const void *data,
					  const struct box *px_box),
			  const void *data)
{
	if (before->width != now->width || before->height != now->height)
		return false;
	for (size_t i = 0; i < outcome->reading_count; i++) {
		const struct reading *reading = &outcome->readings[i];

		if (reading->px_box.width > 0 &&
		    strcmp(reading->value, "null") != 0 &&
		    !(is_ours && is_ours(data, &reading->px_box)) &&
		    likeness(before, now, &reading->px_box) < CLUE_LIKENESS)
			return false;
	}
	return true;
}

void play_look_steady(const struct image *before, struct image *first,
		      const struct image *other)
{
	for (int y = 0; y < first->height; y++) {
		const uint32_t *was = image_row(before, y);
		const uint32_t *too = image_row(other, y);
		uint32_t *row = image_row(first, y);

		for (int x = 0; x < first->width; x++)
			if (row[x] != too[x] &&
			    distance(too[x], was[x]) < distance(row[x], was[x]))
				row[x] = too[x];
	}
}
