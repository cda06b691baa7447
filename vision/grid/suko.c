/* Sukos and Sujikos: four circles where three by three cells meet. The cells'
 * colours or textures make areas; their totals are numbers beside the board
 * that sum to 45 and around which colours differ in the same way. */
#include "grids.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "whose.h"

/* What a circle holds: four different digits. */
enum { CIRCLE_LEAST = 10, CIRCLE_MOST = 30 };
/* All areas' totals, and how many areas there may be. */
enum { ALL = 45, AREAS_LEAST = 2, AREAS_MOST = 4 };
/* Readings less likely than that are strangers. */
#define LIKELY .02
/* Words less likely a number, whatever it is, are no totals. */
#define TOTAL_LIKELY .2
/* How much a total that stands a cell from its board tells against it. */
#define FAR .3
/* Circles and cells that are strangers, at most. */
enum { STRANGE_CIRCLES = 1, STRANGE_CELLS = 4 };
/* A board without areas and without a digit mostly has many answers: rather one
 * of these was not seen. It counts as so many strangers: then it is less sure
 * than what is believed to have several answers as printed. */
#define BARE .2
/* So often it is asked whether a number stands in a row, or in a column, with
 * others; for a page's month, table and number pad less than half of that. */
enum { LOOKS_MOST = 50000 };
/* Of the ways to see areas, so many are claimed. */
enum { WAYS_MOST = 3 };

/* Cells' colours as they would be without uneven light, by areas. */
struct grouping {
	int count; /* of areas; 0: there is no such grouping */
	int area_of[SUKO_CELLS];
	double colour[AREAS_MOST][3];
	double right, down; /* how much brighter the next cell is lit */
	double left;        /* sum of the squares that is left, levels */
	double second;      /* what the next best grouping of as many leaves */
};

/* Uneven light makes a cell to the right so much brighter, standard deviation;
 * what is left of levels by the picture's and the drawing's own noise. */
#define LIGHT .05
#define NOISE 1.
/* ... and beyond the board so much at most. */
#define DIMMED .5
/* Colours that differ by less than so many times as much as the areas' are not
 * meant for them. */
#define FAINT .2
/* Colours around numbers that fit the areas' less do so by chance. */
#define FITS .92
/* The first colour off a number is an area's where it differs from that by so
 * much of what areas do; it counts as so many places. */
#define ALIKE .3
#define FIRST_PLACES 8
/* Groups that differ so hardly are none. */
#define MIXED_MOST .9
/* Areas are connected: others are less likely by this much, logarithm. */
#define PARTED 6

/* Sums over the cells of one area: of each part of the colour, and of that
 * times the cell's column and row. */
struct sums {
	double of[3][3];
	int count;
};

struct search {
	const struct colour *fills;
	struct sums areas[AREAS_MOST];
	int area_of[SUKO_CELLS];
	double all[3][3]; /* products of column 0 .. 2, over parts and cells */
	struct grouping best[AREAS_MOST + 1]; /* by their count */
};

/* The factors of a cell's part for `sums`. */
static void weigh(const struct search *search, int cell, int part,
		  double factors[3])
{
	double level = (double)search->fills[cell].part[part];

	factors[0] = level;
	factors[1] = level * (cell % 3 - 1);
	factors[2] = level * (cell / 3 - 1);
}

static void put(struct search *search, int cell, int area, int sign)
{
	struct sums *sums = &search->areas[area];

	for (int c = 0; c < 3; c++) {
		double factors[3];

		weigh(search, cell, c, factors);
		for (int k = 0; k < 3; k++)
			sums->of[c][k] += sign * factors[k];
	}
	sums->count += sign;
	search->area_of[cell] = area;
}

static bool is_connected(const int area_of[SUKO_CELLS], int area)
{
	unsigned all = 0, seen = 0, next;

	for (int i = 0; i < SUKO_CELLS; i++)
		all |= area_of[i] == area ? 1u << i : 0;
	for (next = all & -all; next != seen;) {
		seen = next;
		for (int i = 0; i < SUKO_CELLS; i++)
			if (seen & 1u << i)
				next |= (i % 3 < 2 ? 1u << (i + 1) : 0) |
					(i % 3 ? 1u << (i - 1) : 0) |
					(i < 6 ? 1u << (i + 3) : 0) |
					(i > 2 ? 1u << (i - 3) : 0);
		next &= all;
	}
	return seen == all;
}

/* What is left of the colours within areas under the light that leaves the
 * least; *right and *down become that light. */
static double find_left(const struct search *search, int count, double *right,
			double *down)
{
	double s[3][3], det, rest;

	memcpy(s, search->all, sizeof s);
	for (int g = 0; g < count; g++) {
		const struct sums *sums = &search->areas[g];

		for (int c = 0; c < 3 && sums->count; c++)
			for (int j = 0; j < 3; j++)
				for (int k = 0; k <= j; k++)
					s[j][k] -= sums->of[c][j] *
						   sums->of[c][k] / sums->count;
	}
	/* s is symmetric, filled in below its diagonal */
	s[1][1] += NOISE * NOISE / (LIGHT * LIGHT);
	s[2][2] += NOISE * NOISE / (LIGHT * LIGHT);
	det = s[1][1] * s[2][2] - s[2][1] * s[2][1];
	*right = (s[1][0] * s[2][2] - s[2][0] * s[2][1]) / det;
	*down = (s[2][0] * s[1][1] - s[1][0] * s[2][1]) / det;
	rest = s[0][0] - *right * s[1][0] - *down * s[2][0];
	return fmax(0, rest);
}

static void judge_grouping(struct search *search, int count)
{
	struct grouping *best = &search->best[count];
	double right, down, left = find_left(search, count, &right, &down);

	if (best->count && left >= best->second)
		return;
	for (int g = 0; g < count && count > 1; g++)
		if (!is_connected(search->area_of, g))
			left += 2 * PARTED * NOISE * NOISE;
	if (best->count && left >= best->left) {
		best->second = fmin(best->second, left);
		return;
	}
	best->second = best->count ? best->left : HUGE_VAL;
	best->count = count;
	best->left = left;
	best->right = right;
	best->down = down;
	memcpy(best->area_of, search->area_of, sizeof best->area_of);
	for (int g = 0; g < count; g++) {
		const struct sums *sums = &search->areas[g];

		for (int c = 0; c < 3; c++)
			best->colour[g][c] =
				(sums->of[c][0] - right * sums->of[c][1] -
				 down * sums->of[c][2]) /
				sums->count;
	}
}

/* Tries all ways to put the cells from one on into areas. */
static void try_areas(struct search *search, int cell, int count)
{
	if (cell == SUKO_CELLS) {
		judge_grouping(search, count);
		return;
	}
	for (int g = 0; g <= count && g < AREAS_MOST; g++) {
		put(search, cell, g, 1);
		try_areas(search, cell + 1, count + (g == count));
		put(search, cell, g, -1);
	}
}

/* Counts a cell in. */
static void add_cell(struct search *search, int cell)
{
	for (int c = 0; c < 3; c++) {
		double factors[3];

		weigh(search, cell, c, factors);
		for (int j = 0; j < 3; j++)
			for (int k = 0; k <= j; k++)
				search->all[j][k] += factors[j] * factors[k];
	}
}

static void find_groupings(const struct colour fills[SUKO_CELLS],
			   struct grouping best[AREAS_MOST + 1])
{
	struct search search = { .fills = fills };

	for (int i = 0; i < SUKO_CELLS; i++)
		add_cell(&search, i);
	try_areas(&search, 0, 0);
	memcpy(best, search.best, sizeof search.best);
}

/* How hardly the areas' colours differ, which are off by `rough` levels: 0
 * clearly, 1 not at all. */
static double mixed(const struct grouping *grouping, double rough)
{
	double noise =
		fmax(fmax(NOISE * NOISE, rough * rough),
		     grouping->left / (3 * (SUKO_CELLS - grouping->count)));

	return exp(-(grouping->second - grouping->left) / (8 * noise));
}

/* A way to see areas. */
struct way {
	bool textured; /* textures make them, not colours */
	const struct grouping *grouping;
	const struct slot_number *numbers[AREAS_MOST]; /* of the areas */
	int totals[AREAS_MOST];
	double mixed, unmatched;
	double unlikely; /* of the totals' readings */
	double off;      /* cells from the board */
	int strange;     /* numbers in the row that are none of the totals */
	double worth;
};

/* A Suko as far as it is read. */
struct board {
	const struct scene *scene;
	const struct slot_quartet *quartet;
	int circles[SUKO_CIRCLES];
	int cells[SUKO_CELLS]; /* what is printed there; -1: nothing */
	struct whose whose;
	int given;
	double unlikely;
	int strange;
	struct grouping groupings[GROUND_FILLS][AREAS_MOST + 1];
	const struct slot_number **numbers; /* beside it, each once */
	int number_count;
	int tried; /* sets of numbers that sum up */
	int looks; /* how often numbers may still be compared */
	struct way ways[WAYS_MOST];
	int way_count;
};

static bool read_board(struct board *board)
{
	const struct slot_quartet *quartet = board->quartet;
	double chance;

	for (int i = 0; i < SUKO_CIRCLES; i++) {
		board->circles[i] =
			slot_value(&quartet->circles[i], CIRCLE_LEAST,
				   CIRCLE_MOST, false, &chance);
		if (chance < LIKELY) {
			board->circles[i] = SUKO_UNKNOWN;
			board->strange++;
		} else {
			board->unlikely -= log(chance);
		}
	}
	if (board->strange > STRANGE_CIRCLES)
		return false;
	for (int i = 0; i < SUKO_CELLS; i++) {
		int value = slot_value(&quartet->cells[i], 0, 9, true, &chance);

		board->cells[i] = chance < LIKELY ? -1 : value;
		/* 0 is a blank as well */
		board->whose.slots[i] = &quartet->cells[i];
		board->whose.values[i] =
			board->cells[i] > 0 ? board->cells[i] : -1;
		if (chance < LIKELY) {
			board->strange++;
		} else {
			board->unlikely -= log(chance);
		}
	}
	board->whose.count = SUKO_CELLS;
	board->whose.printed = quartet->circles;
	board->whose.printed_count = SUKO_CIRCLES;
	whose_find(&board->whose);
	for (int i = 0; i < SUKO_CELLS; i++) {
		if (board->whose.entered[i])
			board->cells[i] = -1;
		board->given += board->cells[i] > 0;
	}
	return board->strange <= STRANGE_CELLS;
}

/* The colour at a place around a number as the light of the board's middle
 * would show it. */
static void colour_around(const struct way *way, int number, int off, int step,
			  double colour[3])
{
	const struct slot_number *one = way->numbers[number];
	const struct colour *seen =
		&(way->textured ? one->around.textures
				: one->around.colours)[off][step];
	double light = 1 - way->grouping->right * (one->unit_at.x - 1.5) -
		       way->grouping->down * (one->unit_at.y - 1.5);

	for (int c = 0; c < 3; c++)
		colour[c] = (double)seen->part[c] *
			    fmin(fmax(light, 1 - DIMMED), 1 + DIMMED);
}

/* The greatest difference of a part. */
static double difference(const double a[3], const double b[3])
{
	return fmax(fabs(a[0] - b[0]),
		    fmax(fabs(a[1] - b[1]), fabs(a[2] - b[2])));
}

/* Ways to give the areas the numbers: [area] the number. */
enum { ORDERS_MOST = 24 };

struct orders {
	int count;
	int numbers[ORDERS_MOST][AREAS_MOST];
	/* how well colours around the numbers differ as the areas' do where
	 * they do best and second best: 0 not, 1 exactly */
	double best[ORDERS_MOST], second[ORDERS_MOST];
	/* at how many places they do */
	double places[ORDERS_MOST];
};

static void find_orders(struct orders *orders, int *order, int at, int count)
{
	/* the compiler cannot know that there are no more */
	if (at == count || at == AREAS_MOST) {
		memcpy(orders->numbers[orders->count++], order,
		       AREAS_MOST * sizeof *order);
		return;
	}
	for (int i = at; i < count; i++) {
		int swap = order[at];

		order[at] = order[i];
		order[i] = swap;
		find_orders(orders, order, at + 1, count);
		order[i] = order[at];
		order[at] = swap;
	}
}

/* Subtracts the mean; returns the sum of the squares. */
static double centre(double (*colours)[3], int count)
{
	double squares = 0;

	for (int c = 0; c < 3; c++) {
		double mean = 0;

		for (int g = 0; g < count; g++)
			mean += colours[g][c] / count;
		for (int g = 0; g < count; g++) {
			colours[g][c] -= mean;
			squares += colours[g][c] * colours[g][c];
		}
	}
	return squares;
}

static void match_at(const struct way *way, int off, int step,
		     struct orders *orders)
{
	int count = way->grouping->count;
	double areas[AREAS_MOST][3], seen[AREAS_MOST][3];
	double both[AREAS_MOST][AREAS_MOST] = { 0 }, squares, around;

	for (int k = 0; k < count; k++) {
		colour_around(way, k, off, step, seen[k]);
		if (isnan(seen[k][0]))
			return;
	}
	memcpy(areas, way->grouping->colour, sizeof areas);
	squares = centre(areas, count);
	around = centre(seen, count);
	for (int g = 0; g < count; g++)
		for (int k = 0; k < count; k++)
			for (int c = 0; c < 3; c++)
				both[g][k] += areas[g][c] * seen[k][c];
	around += 3 * count * NOISE * NOISE;
	for (int i = 0; i < orders->count; i++) {
		double sum = 0, fit;

		for (int g = 0; g < count; g++)
			sum += both[g][orders->numbers[i][g]];
		fit = sum < FAINT * squares ? 0
					    : sum * sum / (squares * around);
		orders->second[i] =
			fmax(orders->second[i], fmin(orders->best[i], fit));
		orders->best[i] = fmax(orders->best[i], fit);
		orders->places[i] += fmax(0, (fit - FITS) / (1 - FITS));
	}
}

/* The area whose colour is the first of all areas' that shows off a number in
 * one way; -1: none does. */
static int first_area(const struct way *way, int number, int off, double like)
{
	for (int step = 0; step < GROUND_STEPS; step++) {
		double seen[3];

		colour_around(way, number, off, step, seen);
		for (int g = 0; g < way->grouping->count; g++)
			if (difference(seen, way->grouping->colour[g]) < like)
				return g;
	}
	return -1;
}

/* Swatches may stand at any distance from their numbers, as names are between:
 * the first colour off each number tells whose it is where each area has one.
 * Names look like textures. */
static void match_first(const struct way *way, int off, double like,
			struct orders *orders)
{
	const struct grouping *grouping = way->grouping;
	int number_of[AREAS_MOST];

	memset(number_of, -1, sizeof number_of);
	for (int k = 0; k < grouping->count; k++) {
		int area = first_area(way, k, off, like);

		if (area < 0 || number_of[area] >= 0)
			return;
		number_of[area] = k;
	}
	for (int i = 0; i < orders->count; i++)
		if (!memcmp(orders->numbers[i], number_of,
			    (size_t)grouping->count * sizeof *number_of)) {
			orders->places[i] += FIRST_PLACES;
			orders->second[i] = fmax(orders->second[i], FITS);
		}
}

/* Colours that differ by less are one, where areas' colours differ so. */
static double find_like(const struct grouping *grouping)
{
	double apart = HUGE_VAL;

	for (int g = 0; g < grouping->count; g++)
		for (int k = 0; k < g; k++)
			apart = fmin(apart, difference(grouping->colour[g],
						       grouping->colour[k]));
	return ALIKE * apart;
}

/* From which step on another colour shows in one way off each number than that
 * of the page, on which all of them stand: swatches begin there. */
static int find_swatches(const struct way *way, int off, double like)
{
	int count = way->grouping->count, from = 0;
	double page[AREAS_MOST][3];

	for (int k = 0; k < count; k++) {
		colour_around(way, k, off, 0, page[k]);
		if (!(difference(page[k], page[0]) < like))
			return 0;
	}
	for (int k = 0; k < count; k++) {
		double seen[3];
		int step = 0;

		do {
			colour_around(way, k, off, step, seen);
		} while (difference(seen, page[k]) < like &&
			 ++step < GROUND_STEPS);
		from = step > from ? step : from;
	}
	return from;
}

/* Can so many cells have that total? */
static bool may_be(int total, int cells)
{
	return total >= cells * (cells + 1) / 2 &&
	       total <= cells * (19 - cells) / 2;
}

/* Leaves out the orders in which so many cells cannot have that total. */
static void drop_impossible(const struct way *way, struct orders *orders)
{
	int cells[AREAS_MOST] = { 0 }, kept = 0;

	for (int i = 0; i < SUKO_CELLS; i++)
		cells[way->grouping->area_of[i]]++;
	for (int i = 0; i < orders->count; i++) {
		bool may = true;

		for (int g = 0; g < way->grouping->count; g++)
			may &= may_be(way->totals[orders->numbers[i][g]],
				      cells[g]);
		if (may)
			memcpy(orders->numbers[kept++], orders->numbers[i],
			       sizeof orders->numbers[i]);
	}
	orders->count = kept;
}

/* Finds the order that matches at the most places; *unmatched becomes how much
 * of that may be chance: by how well it does at its second best place, as one
 * alone says little, and by what the next order has. NULL: none does. */
static const int *match(const struct way *way, struct orders *orders,
			double *unmatched)
{
	int start[AREAS_MOST] = { 0, 1, 2, 3 }, at = 0;
	double fit = 0, places = 0, like = find_like(way->grouping);

	*orders = (struct orders){ 0 };
	find_orders(orders, start, 0, way->grouping->count);
	drop_impossible(way, orders);
	for (int off = 0; off < GROUND_WAYS; off++) {
		for (int step = find_swatches(way, off, like);
		     step < GROUND_STEPS; step++)
			match_at(way, off, step, orders);
		if (!way->textured)
			match_first(way, off, like, orders);
	}
	for (int i = 1; i < orders->count; i++)
		if (orders->places[i] > orders->places[at] ||
		    (orders->places[i] == orders->places[at] &&
		     orders->second[i] > orders->second[at]))
			at = i;
	for (int i = 0; i < orders->count; i++)
		if (i != at) {
			fit = fmax(fit, orders->second[i]);
			places = fmax(places, orders->places[i]);
		}
	if (!orders->count || orders->second[at] <= 0)
		return NULL;
	*unmatched = fmax(fmin(1, (1 - orders->second[at]) / (1 - fit + 1e-9)),
			  places / (1 + orders->places[at]));
	return orders->numbers[at];
}

static bool are_alike(const struct way *a, const struct way *b)
{
	return a->grouping->count == b->grouping->count &&
	       !memcmp(a->totals, b->totals, sizeof a->totals) &&
	       !memcmp(a->grouping->area_of, b->grouping->area_of,
		       sizeof a->grouping->area_of);
}

/* Keeps a way among the best, once. */
static void keep(struct board *board, const struct way *way)
{
	for (int i = 0; i < board->way_count; i++)
		if (are_alike(&board->ways[i], way)) {
			if (board->ways[i].worth < way->worth)
				board->ways[i] = *way;
			return;
		}
	int at = board->way_count;

	if (at < WAYS_MOST)
		board->way_count++;
	else if (board->ways[--at].worth >= way->worth)
		return;
	for (; at && board->ways[at - 1].worth < way->worth; at--)
		board->ways[at] = board->ways[at - 1];
	board->ways[at] = *way;
}

/* Numbers that are the totals, if their colours say which is whose. */
static void try_way(struct board *board, const struct way *numbers)
{
	for (int fill = 0; fill < GROUND_FILLS; fill++)
		for (int count = AREAS_LEAST; count <= AREAS_MOST; count++) {
			const struct grouping *grouping =
				&board->groupings[fill][count];
			struct way way = *numbers;
			struct orders orders;
			const int *order;

			if (!grouping->count ||
			    way.numbers[count - 1] == NULL ||
			    (count < AREAS_MOST && way.numbers[count]))
				continue;
			way.textured = fill == GROUND_TEXTURE;
			way.grouping = grouping;
			way.mixed = mixed(
				grouping,
				way.textured ? 0
					     : board->quartet->ground.rough);
			if (way.mixed > MIXED_MOST)
				continue;
			order = match(&way, &orders, &way.unmatched);
			if (!order)
				continue;
			for (int g = 0; g < count; g++) {
				int from = order[g];

				way.numbers[g] = numbers->numbers[from];
				way.totals[g] = numbers->totals[from];
			}
			way.worth = -8 * way.mixed - 3 * way.unmatched -
				    way.unlikely - way.off / 2 - way.strange;
			keep(board, &way);
		}
}

/* Do two stand in a row, or else in a column, of totals? */
static bool in_line(const struct slot_number *a, const struct slot_number *b,
		    bool row)
{
	double high = a->unit_height, low = b->unit_height;
	double x = fabs(a->unit_at.x - b->unit_at.x);
	double y = fabs(a->unit_at.y - b->unit_at.y);

	return fmax(high, low) < 1.5 * fmin(high, low) &&
	       (row ? y < .5 * high && x > .8 * high
		    : x < 2 * high && y > 1.2 * high);
}

/* How far outside of the board a place lies, cells. */
static double off_board(struct point at)
{
	return fmax(fmax(-at.x, at.x - 3), fmax(-at.y, at.y - 3));
}

/* Numbers in line with the totals, between them or in step with them. */
static int count_strange(const struct board *board, const struct way *way,
			 int count, bool row)
{
	double low = HUGE_VAL, high = -HUGE_VAL, step;
	int strange = 0;

	for (int i = 0; i < count; i++) {
		struct point at = way->numbers[i]->unit_at;

		low = fmin(low, row ? at.x : at.y);
		high = fmax(high, row ? at.x : at.y);
	}
	step = 1.3 * (high - low) / (count - 1);
	for (int i = 0; i < board->number_count; i++) {
		const struct slot_number *other = board->numbers[i];
		double at = row ? other->unit_at.x : other->unit_at.y;
		bool own = false;

		for (int k = 0; k < count; k++)
			own |= way->numbers[k] == other;
		strange += !own && at > low - step && at < high + step &&
			   in_line(way->numbers[0], other, row);
	}
	return strange;
}

static bool share_circles(const struct quartet *a, const struct quartet *b)
{
	for (int i = 0; i < SUKO_CIRCLES * SUKO_CIRCLES; i++)
		if (a->at[i % SUKO_CIRCLES] >= 0 &&
		    a->at[i % SUKO_CIRCLES] == b->at[i / SUKO_CIRCLES])
			return true;
	return false;
}

/* Does a number stand in another board's circle, or nearer to it by a cell? */
static bool is_anothers(const struct board *board,
			const struct slot_number *number)
{
	for (size_t i = 0; i < board->scene->quartet_count; i++) {
		const struct slot_quartet *other = &board->scene->quartets[i];

		if (share_circles(other->quartet, board->quartet->quartet))
			continue;
		for (int k = 0; k < SUKO_CIRCLES; k++) {
			int at = other->quartet->at[k];

			if (at >= 0 && (at == number->slot.token ||
					board->scene->tokens->tokens[at].word ==
						number->slot.token))
				return true;
		}
		for (size_t k = 0; k < other->number_count; k++)
			if (other->numbers[k].slot.token ==
				    number->slot.token &&
			    off_board(other->numbers[k].unit_at) + 1 <
				    off_board(number->unit_at))
				return true;
	}
	return false;
}

/* Adds numbers to those that may be the totals, until they sum up. */
static void try_numbers(struct board *board, struct way *way, int count,
			int sum, int from, bool row)
{
	if (sum == ALL && count >= AREAS_LEAST) {
		struct way whole = *way;

		whole.strange = count_strange(board, way, count, row);
		for (int i = 0; i < count; i++) {
			whole.off = fmax(whole.off,
					 off_board(way->numbers[i]->unit_at));
			whole.strange += is_anothers(board, way->numbers[i]);
		}
		board->tried++;
		try_way(board, &whole);
		return;
	}
	if (sum >= ALL || count >= AREAS_MOST)
		return;
	for (int i = from; i < board->number_count && board->looks > 0; i++) {
		const struct slot_number *number = board->numbers[i];
		const struct number_reading *reading = number->slot.reading;
		double unlikely = way->unlikely;
		bool fits = true;

		board->looks--;
		for (int k = 0; k < count && fits; k++)
			fits = in_line(way->numbers[k], number, row);
		way->numbers[count] = number;
		for (int k = 0; fits && k < reading->count; k++) {
			if (reading->values[k].chance < LIKELY ||
			    reading->values[k].value < 1 ||
			    sum + reading->values[k].value > ALL)
				continue;
			way->totals[count] = reading->values[k].value;
			way->unlikely =
				unlikely - log(reading->values[k].chance);
			try_numbers(board, way, count + 1,
				    sum + way->totals[count], i + 1, row);
		}
		way->numbers[count] = NULL;
		way->totals[count] = 0;
		way->unlikely = unlikely;
	}
}

static int by_likely(const void *a, const void *b)
{
	const struct slot_number *p = *(const struct slot_number *const *)a;
	const struct slot_number *q = *(const struct slot_number *const *)b;
	double d = q->slot.reading->values[0].chance -
		   p->slot.reading->values[0].chance;

	return d > 0 ? 1 : d < 0 ? -1 : p < q ? -1 : p > q;
}

/* Lists the numbers beside a board, those that several sources showed once, the
 * surest first. Returns 0, or -1 where memory lacks. */
static int list_numbers(struct board *board)
{
	const struct slot_quartet *quartet = board->quartet;

	board->numbers = alloc_array(quartet->number_count + 1,
				     sizeof(const struct slot_number *));
	if (!board->numbers)
		return -1;
	for (size_t i = 0; i < quartet->number_count; i++) {
		const struct slot_number *one = &quartet->numbers[i];
		const struct number_reading *reading = one->slot.reading;
		bool is_new = reading && reading->count &&
			      reading->values[0].chance >= TOTAL_LIKELY;

		for (int k = 0; k < board->number_count && is_new; k++) {
			const struct slot_number *other = board->numbers[k];

			is_new = point_distance(other->unit_at, one->unit_at) >
					 one->unit_height ||
				 other->slot.reading->values[0].value !=
					 reading->values[0].value;
		}
		if (is_new)
			board->numbers[board->number_count++] = one;
	}
	qsort(board->numbers, (size_t)board->number_count,
	      sizeof *board->numbers, by_likely);
	return 0;
}

static const char *colour_name(const double colour[3])
{
	static const char *const names[] = { "red",    "orange", "yellow",
					     "green",  "cyan",   "blue",
					     "purple", "magenta" };
	static const double hues[] = { 0, .085, .15, .35, .5, .62, .77, .88 };
	double b = colour[0], g = colour[1], r = colour[2];
	double most = fmax(b, fmax(g, r)), least = fmin(b, fmin(g, r));
	double hue, near = HUGE_VAL;
	int best = 0;

	if (most - least < 8)
		return most > 200 ? "white" : most > 60 ? N_("grey") : "black";
	hue = (most == r   ? (g - b) / (most - least)
	       : most == g ? 2 + (b - r) / (most - least)
			   : 4 + (r - g) / (most - least)) /
	      6;
	for (int i = 0; i < 8; i++)
		if (fabs(remainder(hue - hues[i], 1)) < near) {
			near = fabs(remainder(hue - hues[i], 1));
			best = i;
		}
	return names[best];
}

static int add_areas(const struct way *way, struct claim *claim,
		     struct problem *problem)
{
	struct suko *suko = &claim->puzzle.as.suko;

	suko->area_count = way->grouping->count;
	for (int g = 0; g < suko->area_count; g++) {
		struct suko_area *area = &suko->areas[g];

		area->total = way->totals[g];
		for (int i = 0; i < SUKO_CELLS; i++)
			area->cells[i] = way->grouping->area_of[i] == g;
		snprintf(area->colour, sizeof area->colour, "%s",
			 colour_name(way->grouping->colour[g]));
		/* names must differ, and a texture has none */
		for (int k = 0; k <= g; k++)
			if (k < g ? !strcmp(suko->areas[k].colour, area->colour)
				  : way->textured)
				snprintf(area->colour, sizeof area->colour,
					 _("tint %d"), g + 1);
		if (claim_add_total(claim, &way->numbers[g]->slot,
				    way->totals[g], problem, "areas[%d].total",
				    g) < 0)
			return -1;
	}
	return 0;
}

/* How much cells differ in a kind of fill that are not told apart by areas, but
 * perhaps by what is given, and by which one is selected: that changes no
 * texture. */
static double untold(const struct board *board, int fill)
{
	const struct colour *fills = board->quartet->ground.fills[fill];
	double left = board->groupings[fill][1].left, right, down, level;
	int from = fill == GROUND_TEXTURE ? SUKO_CELLS - 1 : -1;

	for (int selected = from; selected < SUKO_CELLS; selected++) {
		struct search search = { .fills = fills };

		for (int i = 0; i < SUKO_CELLS; i++) {
			put(&search, i,
			    i == selected && from < 0 ? 2
			    : board->cells[i] > 0     ? 1
						      : 0,
			    1);
			add_cell(&search, i);
		}
		left = fmin(left, find_left(&search, 3, &right, &down));
	}
	level = sqrt(left / (3 * SUKO_CELLS));
	return level / (level + 4);
}

static int add_claim(const struct board *board, const struct way *way,
		     struct claim_list *list, struct problem *problem)
{
	const struct slot_quartet *quartet = board->quartet;
	struct claim claim = { .puzzle.family = FAMILY_suko,
			       .columns = 3,
			       .rows = 3 };
	struct suko *suko = &claim.puzzle.as.suko;
	int result = 0;

	suko_init(suko);
	for (int i = 0; i < SUKO_CIRCLES && result == 0; i++) {
		suko->circles[i] = board->circles[i];
		result = claim_add_total(&claim, &quartet->circles[i],
					 board->circles[i], problem,
					 "circles[%d]", i);
	}
	for (int i = 0; i < SUKO_CELLS && result == 0; i++) {
		struct slot slot = whose_slot(&board->whose, i);

		suko->givens[i] =
			board->cells[i] > 0 ? board->cells[i] : SUKO_BLANK;
		result = claim_add_clue(&claim, &slot, board->cells[i], problem,
					"givens[%d]", i);
	}
	if (way && result == 0)
		result = add_areas(way, &claim, problem);
	if (result < 0) {
		claim_free(&claim);
		return -1;
	}
	claim.slots = SUKO_CIRCLES + SUKO_CELLS + suko->area_count;
	claim.features[CLAIM_EMPTY] = quartet->ground.unseen;
	claim.features[CLAIM_UNBOXED] = 1 - quartet->quartet->boxed;
	claim.features[CLAIM_RESIDUAL] = 10 * quartet->quartet->residual;
	claim.features[CLAIM_UNEVEN] = quartet->quartet->uneven;
	claim.features[CLAIM_QUARTET] = 1;
	/* totals mostly stand by their own board */
	claim.features[CLAIM_BESIDE] = way ? way->off * FAR : 0;
	claim.features[CLAIM_MIXED] =
		way ? way->mixed
		    : fmax(untold(board, 0),
			   quartet->ground.textured
				   ? untold(board, GROUND_TEXTURE)
				   : 0);
	claim.features[CLAIM_UNMATCHED] = way ? way->unmatched : 0;
	/* that three totals sum to 45 is as rare as that ten sums hold, but
	 * among many numbers some do */
	claim.features[CLAIM_CHECKS] = way ? log2(fmax(1, 10. / board->tried))
					   : log2(1 + board->given);
	claim_set_faults(&claim,
			 (way || board->given ? 0 : BARE) + board->strange +
				 quartet->quartet->beside +
				 (way ? way->strange : 0),
			 board->unlikely + (way ? way->unlikely : 0));
	claim.px_corners = quartet_px_quad(quartet->quartet, 0, 0, 3, 3);
	return claim_list_add(list, &claim, problem);
}

static int claim_quartet(const struct scene *scene,
			 const struct slot_quartet *quartet,
			 struct claim_list *list, struct problem *problem)
{
	struct board board = { .scene = scene, .quartet = quartet };
	struct way none = { 0 };
	int result;

	if (!read_board(&board))
		return 0;
	if (list_numbers(&board) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for totals");
	for (int fill = 0; fill < GROUND_FILLS - !quartet->ground.textured;
	     fill++)
		find_groupings(quartet->ground.fills[fill],
			       board.groupings[fill]);
	for (int row = 0; row < 2; row++) {
		board.looks = LOOKS_MOST;
		try_numbers(&board, &none, 0, 0, 0, row);
	}
	result = add_claim(&board, NULL, list, problem);
	for (int i = 0; i < board.way_count && result == 0; i++)
		result = add_claim(&board, &board.ways[i], list, problem);
	free(board.numbers);
	return result;
}

static int claim(const struct scene *scene, struct claim_list *list,
		 struct problem *problem)
{
	for (size_t i = 0; i < scene->quartet_count; i++)
		if (claim_quartet(scene, &scene->quartets[i], list, problem) <
		    0)
			return -1;
	return 0;
}

const struct claim_family claim_suko = { FAMILY_suko, LAYOUT_QUARTETS, claim };
