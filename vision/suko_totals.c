#include "suko_totals.h"

#include "suko_cards.h"
#include "suko_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tints differ where they are at least this far apart, and are the same up to
 * that: noise of medians is 1 or 2. */
#define TINTS_APART SUKO_TINTS_APART
#define TINTS_SAME SUKO_TINTS_SAME
/* Totals stand no further than this from the board's middle, in cells. */
#define FAR_MOST 6.0
/* Fields of totals are at most so large, and at least, in cells. */
#define FIELD_MOST 3.0
#define FIELD_LEAST 0.1
/* Swatches are at most so large, in cells, and so wide for their height. */
#define SWATCH_MOST 0.6
#define SWATCH_WIDEST 2.5
/* One that is no further from the cells' tints than this may have words
 * between it and its number. */
#define LEGEND_OFF 6.0
/* A coloured rim is looked for in steps of this share of its field's height,
 * in strips so wide. */
#define RIM_STEP 0.06
enum { RIM_STEPS = 4 };
#define RIM_STRIP 0.03
/* Both sides of a rim are of one tint where they differ by no more than this
 * share of how far they are from the field's: thin rims are blurred. */
#define RIM_SIDES 0.2
/* A number that is not in its card's middle is so many steps nearer to one
 * side of it. */
enum { RIM_UNEVEN = 2 };
/* The fields of all totals are as high within this factor, the numbers within
 * that one. */
#define FIELDS_ALIKE 1.3
#define NUMBERS_ALIKE 1.15
/* What the totals of areas that cover the board add up to. */
enum { TOTALS_SUM = 45 };
/* Fields looked at for totals, nearest tints first; and of those that hold a
 * number, how many are tried in all ways. */
enum { CANDIDATES_MOST = 80, CANDIDATES_KEPT = 32 };
/* Numbers are read tint by tint, outwards from the cells': so far at first, in
 * distances between two areas, and so many times as far each time that what
 * was read does not settle it. */
#define REACH_FIRST 0.5
#define REACH_FACTOR 2.0
enum { REACHES = 3 };
/* A card that shows where the others may be is of a cell's tint within this
 * share of how far two areas are apart: in photographs it is .04 to .07. */
#define SHOWN_OFF 0.1
/* Confidences: areas whose totals sum to 45 and whose tints match; totals
 * that do not sum up may still be one number misread. */
#define SURE_AGREED 0.995
#define SURE_OTHERWISE 0.905
#define SURE_GUESSED 0.5
/* How much more the next best way to match must cost: rims and swatches are
 * small, their colours mixed with what is around them. */
#define MARGIN_FIELD 0.15
#define MARGIN_OTHER 0.35
#define MARGIN_LEAST 0.1
/* What a match costs at most (weigh()): one whose totals sum to 45 (those of
 * ten published pages with cards that the page shines through cost .64, the
 * least of false ones seen in scenes .75), one of which a digit is misread. */
#define COST_AGREED 0.7
#define COST_MOST 1.4

/* Where the tint of a total shows: under its number, around the field that
 * holds it, or in a field of its own before it. */
enum ground { GROUND_FIELD, GROUND_RIM, GROUND_SWATCH };

struct candidate {
	struct number number;
	struct tint tint;
	double off; /* from the nearest cell's tint */
	const struct field *field;
	struct point cell_at; /* of its middle, puzzle units */
	enum ground ground;
};

struct search {
	struct suko_cards cards;
	const struct tint *cells;
	struct suko_grouping groupings[SUKO_GROUPINGS];
	int grouping_count;
	/* those whose numbers are not read, nearest tints first */
	struct candidate unread[CANDIDATES_MOST];
	int unread_count, next;
	struct candidate candidates[CANDIDATES_KEPT];
	int count;
	struct suko_areas *best;
	enum ground best_ground;
	bool over; /* read what lies over the sides of cards, too */
	double best_cost, second_cost; /* second: of other totals */
};

/* The commonest colour of a field: what shows beside its number. */
static struct tint field_tint(const struct elements *elements,
			      const struct field *field)
{
	static const struct homography same = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	double x = 0.36 * field->width, y = 0.36 * field->height;
	struct extent extent = { field->px_middle.x - x, field->px_middle.y - y,
				 field->px_middle.x + x,
				 field->px_middle.y + y };

	return tint_find(elements->image, &extent, &same);
}

static void add_share(struct tint *sum, const struct tint *tint, int count)
{
	sum->light += tint->light / count;
	sum->red_green += tint->red_green / count;
	sum->yellow_blue += tint->yellow_blue / count;
}

/* Are both sides of what may be a rim of one tint, around that of the field?
 */
static bool are_sides(const struct tint sides[2], const struct tint *within)
{
	double off = fmin(tint_distance(&sides[0], within),
			  tint_distance(&sides[1], within));

	return tint_distance(&sides[0], &sides[1]) <
	       fmax(TINTS_APART, RIM_SIDES * off);
}

/* How far a tint is from the nearest of the cells'. */
static double tint_off(const struct tint *tint, const struct tint *cells)
{
	double nearest = HUGE_VAL;

	for (int i = 0; i < SUKO_CELLS; i++)
		nearest = fmin(nearest, tint_distance(tint, &cells[i]));
	return nearest;
}

/* The tint of a strip beside the field, or (`upright`) above or below it where
 * its ends are round; so many pixels from its side, or within it where that is
 * less than 0. */
static struct tint strip_tint(const struct elements *elements,
			      const struct field *field, bool upright,
			      bool after, double away)
{
	static const struct homography same = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	double half = fmax(0.6, RIM_STRIP * field->height);
	double x = upright ? 0 : field->width / 2 + away;
	double y = upright ? field->height / 2 + away : 0;
	double wide = upright ? 0.25 * field->width : half;
	double high = upright ? half : 0.3 * field->height;
	struct point at = { field->px_middle.x + (after ? x : -x),
			    field->px_middle.y + (after ? y : -y) };
	struct extent extent = { at.x - wide, at.y - high, at.x + wide,
				 at.y + high };

	return tint_find(elements->image, &extent, &same);
}

/* The colour of the rim around a field, nearest to that of a cell, where it is
 * the same on both sides; `within` is the field's own. Returns how far it is
 * from the cell's; HUGE_VAL: there is none. */
static double rim_tint(const struct elements *elements,
		       const struct field *field, const struct tint *within,
		       const struct tint *cells, struct tint *rim)
{
	enum { STRIPS = 2 * RIM_STEPS + 1 };
	double least = HUGE_VAL;

	for (int upright = 0; upright < 2; upright++) {
		struct tint strips[2][STRIPS];

		for (int i = 0; i < 2 * STRIPS; i++) {
			int step = i / 2 - RIM_STEPS;

			strips[i % 2][i / 2] =
				strip_tint(elements, field, upright != 0, i % 2,
					   step * RIM_STEP * field->height +
						   (step > 0) - (step < 0));
		}
		for (int i = 0; i < STRIPS * STRIPS; i++) {
			struct tint sides[2] = { strips[0][i / STRIPS],
						 strips[1][i % STRIPS] };
			struct tint tint = { 0, 0, 0 };
			double off;

			if (abs(i / STRIPS - i % STRIPS) > RIM_UNEVEN ||
			    !are_sides(sides, within))
				continue;
			add_share(&tint, &sides[0], 2);
			add_share(&tint, &sides[1], 2);
			off = tint_off(&tint, cells);
			if (off < least) {
				least = off;
				*rim = tint;
			}
		}
	}
	return least;
}

/* May a field around the board hold a total, or be a swatch before one? */
static bool may_be_total(const struct field *field, struct point cell_at,
			 double far, double unit)
{
	return !(cell_at.x > 0 && cell_at.x < 3 && cell_at.y > 0 &&
		 cell_at.y < 3) &&
	       far < FAR_MOST * unit && field->width < FIELD_MOST * unit &&
	       field->height < 1.2 * unit && field->height > FIELD_LEAST * unit;
}

static bool may_be_swatch(const struct field *field, double unit)
{
	return field->width < SWATCH_MOST * unit &&
	       field->width < SWATCH_WIDEST * field->height &&
	       field->height < 1.5 * field->width;
}

/* Adds a candidate in the order of how far its tint is off. */
static void add_candidate(struct search *search, const struct candidate *new)
{
	struct candidate *unread = search->unread;
	int at = search->unread_count;

	if (at == CANDIDATES_MOST) {
		at--;
		if (unread[at].off <= new->off)
			return;
	} else {
		search->unread_count++;
	}
	for (; at > 0 && unread[at - 1].off > new->off; at--)
		unread[at] = unread[at - 1];
	unread[at] = *new;
}

/* Adds the grounds that a field may be of a total. */
static void add_grounds(struct search *search, const struct elements *elements,
			const struct field *field, struct point cell_at,
			double unit)
{
	struct candidate candidate = { .field = field, .cell_at = cell_at };
	struct tint within = field_tint(elements, field);

	candidate.tint = within;
	candidate.off = tint_off(&candidate.tint, search->cells);
	add_candidate(search, &candidate);
	if (may_be_swatch(field, unit)) {
		candidate.ground = GROUND_SWATCH;
		add_candidate(search, &candidate);
	}
	candidate.ground = GROUND_RIM;
	candidate.off = rim_tint(elements, field, &within, search->cells,
				 &candidate.tint);
	/* a field without a rim shows its own tint there */
	if (candidate.off < HUGE_VAL &&
	    tint_distance(&candidate.tint, &within) > TINTS_SAME)
		add_candidate(search, &candidate);
}

/* Fields around the board that may hold a total, those of tints nearest to
 * the cells'. */
static void find_candidates(struct search *search, const struct field *fields,
			    int field_count)
{
	const struct homography *map = &search->cards.cell_to_px;
	struct point middle = homography_apply(map, (struct point){ 1.5, 1.5 });
	double unit = homography_scale(map, (struct point){ 1.5, 1.5 });

	for (int i = 0; i < field_count; i++) {
		const struct field *field = &fields[i];
		struct point at = homography_apply(&search->cards.px_to_cell,
						   field->px_middle);

		if (may_be_total(field, at,
				 point_distance(field->px_middle, middle),
				 unit))
			add_grounds(search, search->cards.elements, field, at,
				    unit);
	}
}

static bool are_near(double a, double b, double factor)
{
	return a < factor * b && b < factor * a;
}

/* Is it the same number, shown in the same way, as one that is kept? */
static bool is_kept(const struct search *search,
		    const struct candidate *candidate)
{
	for (int i = 0; i < search->count; i++) {
		const struct candidate *other = &search->candidates[i];
		double high =
			fmin(candidate->field->height, other->field->height);

		if (other->ground == candidate->ground &&
		    other->number.value == candidate->number.value &&
		    are_near(candidate->field->height, other->field->height,
			     FIELDS_ALIKE) &&
		    tint_distance(&candidate->tint, &other->tint) <
			    TINTS_SAME &&
		    point_distance(candidate->field->px_middle,
				   other->field->px_middle) < high / 2)
			return true;
	}
	return false;
}

static bool read_candidate(const struct search *search,
			   struct candidate *candidate)
{
	const struct field *field = candidate->field;
	struct number *number = &candidate->number;

	if (candidate->ground != GROUND_SWATCH)
		return suko_cards_read(&search->cards, field, number);
	return suko_cards_read_beside(&search->cards, field, number) ||
	       (candidate->off < LEGEND_OFF &&
		field->width < SUKO_SWATCH_WIDE * field->height &&
		suko_cards_read_legend(&search->cards, field, number));
}

/* Keeps a candidate whose number was found, where there is room. */
static void keep(struct search *search, const struct candidate *candidate,
		 bool found)
{
	if (found && !is_kept(search, candidate) &&
	    search->count < CANDIDATES_KEPT)
		search->candidates[search->count++] = *candidate;
}

/* Reads the numbers of those whose tints are off by less than `reach`. */
static void read_candidates(struct search *search, double reach)
{
	for (; search->next < search->unread_count &&
	       search->unread[search->next].off < reach &&
	       search->count < CANDIDATES_KEPT;
	     search->next++) {
		struct candidate *candidate = &search->unread[search->next];
		bool found = read_candidate(search, candidate);

		keep(search, candidate, found);
		if (search->over && candidate->ground == GROUND_FIELD &&
		    !candidate->field->bare &&
		    !(found && candidate->number.digits > 1)) {
			found = suko_cards_read_over(&search->cards,
						     candidate->field,
						     &candidate->number);
			keep(search, candidate, found);
		}
	}
}

/* Translucent tints look alike over the same ground only: totals on cards of
 * their own may differ from the cells all in the same way. */
#define SHIFT_COST 0.1

/* Of so many distances the mean, and with as much weight the greatest: where
 * all are off a little they are mixed with what is around them, where one is
 * off it is of something else. */
static double join_off(double sum, double most, int count)
{
	return (sum / count + most) / 2;
}

/* The distance of the candidates' tints from the areas', in `apart`. */
static double tint_cost(const struct search *search,
			const struct suko_grouping *grouping, const int *pick)
{
	const struct suko_areas *areas = &grouping->areas;
	struct tint mean = { 0, 0, 0 }, picked_mean = { 0, 0, 0 };
	struct tint picked[SUKO_AREAS_SEEN];
	double straight = 0, shifted = 0, straight_most = 0, shifted_most = 0;

	for (int i = 0; i < areas->count; i++) {
		const struct candidate *one = &search->candidates[pick[i]];

		picked[i] = suko_groups_lit(&one->tint, one->cell_at.x,
					    one->cell_at.y, &grouping->light);
		add_share(&mean, &areas->tints[i], areas->count);
		add_share(&picked_mean, &picked[i], areas->count);
	}
	for (int i = 0; i < areas->count; i++) {
		struct tint a = tint_less(&picked[i], &picked_mean);
		struct tint b = tint_less(&areas->tints[i], &mean);
		double off = tint_distance(&picked[i], &areas->tints[i]);
		double shifted_off = tint_distance(&a, &b);

		straight += off;
		straight_most = fmax(straight_most, off);
		shifted += shifted_off;
		shifted_most = fmax(shifted_most, shifted_off);
	}
	straight = join_off(straight, straight_most, areas->count);
	shifted = join_off(shifted, shifted_most, areas->count);
	return fmin(straight / grouping->apart,
		    shifted / grouping->apart + SHIFT_COST);
}

/* Are both the same print, or the one a part of the other? */
static bool are_same_print(const struct candidate *a, const struct candidate *b)
{
	const struct box *p = &a->number.px_box, *q = &b->number.px_box;

	return p->x < q->x + q->width && q->x < p->x + p->width &&
	       p->y < q->y + q->height && q->y < p->y + p->height;
}

/* Do both show their tint in the same way, and are both fields of one size, or
 * else the numbers in them? Where a number
 * cuts a field up only a part of it shows. */
static bool are_of_a_kind(const struct candidate *a, const struct candidate *b)
{
	if (a->ground != b->ground)
		return false;
	return are_near(a->field->height, b->field->height, FIELDS_ALIKE) ||
	       are_near(a->number.px_box.height, b->number.px_box.height,
			NUMBERS_ALIKE);
}

/* May so many different digits make this total? */
static bool may_make(int cells, int total)
{
	return total >= cells * (cells + 1) / 2 &&
	       total <= cells * (19 - cells) / 2;
}

/* How well candidates `pick` explain the areas: the distance of tints,
 * relative to how far the areas' tints lie apart. */
static double weigh(const struct search *search,
		    const struct suko_grouping *grouping, const int *pick)
{
	double cost = tint_cost(search, grouping, pick);
	int sum = 0;

	for (int i = 0; i < grouping->areas.count; i++) {
		const struct candidate *a = &search->candidates[pick[i]];

		sum += a->number.value;
	}
	/* a sum of 45 by chance is rare, a match of tints is not exact */
	return sum == TOTALS_SUM ? cost : cost + 1;
}

static bool same_totals(const struct suko_areas *areas,
			const struct search *search, const int *pick)
{
	for (int i = 0; i < areas->count; i++)
		if (areas->totals[i].value !=
		    search->candidates[pick[i]].number.value)
			return false;
	return true;
}

/* Tries all ways to give each area from `area` on one of the candidates. */
static void match(struct search *search, const struct suko_grouping *grouping,
		  int area, int *pick)
{
	const struct suko_areas *areas = &grouping->areas;
	double cost;

	if (area < areas->count && area < SUKO_AREAS_SEEN) {
		for (int i = 0; i < search->count; i++) {
			bool taken = false;

			for (int k = 0; k < area; k++)
				taken |= are_same_print(
					&search->candidates[pick[k]],
					&search->candidates[i]);
			taken |= area &&
				 !are_of_a_kind(&search->candidates[i],
						&search->candidates[pick[0]]);
			pick[area] = i;
			if (!taken)
				match(search, grouping, area + 1, pick);
		}
		return;
	}
	cost = weigh(search, grouping, pick);
	if (cost >= search->second_cost)
		return;
	if (cost < search->best_cost) {
		if (search->best->count != areas->count ||
		    !same_totals(search->best, search, pick))
			search->second_cost = search->best_cost;
		search->best_cost = cost;
		/* NOLINTNEXTLINE(clang-analyzer-*): one an area */
		search->best_ground = search->candidates[pick[0]].ground;
		*search->best = *areas;
		for (int i = 0; i < areas->count; i++)
			search->best->totals[i] =
				search->candidates[pick[i]].number;
	} else if (search->best->count != areas->count ||
		   !same_totals(search->best, search, pick)) {
		search->second_cost = cost;
	}
}

static void match_all(struct search *search)
{
	int pick[SUKO_AREAS_SEEN];

	search->best_cost = search->second_cost = HUGE_VAL;
	for (int i = 0; i < search->grouping_count; i++)
		match(search, &search->groupings[i], 0, pick);
}

/* May the cells of each area make its total? */
static bool may_all_make(const struct suko_areas *areas)
{
	for (int i = 0; i < areas->count; i++) {
		int cells = 0;

		for (int c = 0; c < SUKO_CELLS; c++)
			cells += areas->area_of[c] == i;
		if (!may_make(cells, areas->totals[i].value))
			return false;
	}
	return true;
}

/* Do the best totals agree, so that none that cost as much as `rival` could
 * put them in doubt? */
static bool are_agreed(const struct search *search, double rival)
{
	double margin = search->best_ground == GROUND_FIELD ? MARGIN_FIELD
							    : MARGIN_OTHER;

	/* those that cannot be are rivals, too */
	return search->best_cost < COST_AGREED && may_all_make(search->best) &&
	       rival > search->best_cost + margin;
}

/* What totals cost at least of which one's tint is off by `reach`. */
static double cost_beyond(const struct search *search, double reach)
{
	double least = HUGE_VAL;

	for (int i = 0; i < search->grouping_count; i++) {
		const struct suko_grouping *one = &search->groupings[i];

		least = fmin(least, join_off(reach, reach, one->areas.count) /
					    one->apart);
	}
	return least;
}

/* Can one digit that was misread, or left out at an end, make this of what was
 * read? */
static bool may_be_meant(int read, int meant)
{
	bool shorter = read < 10, short_meant = meant < 10;

	if (shorter == short_meant)
		return read / 10 == meant / 10 || read % 10 == meant % 10;
	return shorter ? meant / 10 == read || meant % 10 == read
		       : read / 10 == meant || read % 10 == meant;
}

/* Do all the totals but one fit their areas, and may that be one that was
 * misread, so that all sum to 45? */
static bool may_be_mended(const struct suko_areas *areas)
{
	int sum = 0;
	bool may_be = false;

	for (int i = 0; i < areas->count; i++)
		sum += areas->totals[i].value;
	for (int i = 0; i < areas->count; i++) {
		int read = areas->totals[i].value,
		    meant = TOTALS_SUM - sum + read;
		bool fit = true;

		for (int k = 0; k < areas->count; k++) {
			int cells = 0, total;

			for (int c = 0; c < SUKO_CELLS; c++)
				cells += areas->area_of[c] == k;
			total = k == i ? meant : areas->totals[k].value;
			fit = fit && may_make(cells, total);
		}
		may_be = may_be || (fit && may_be_meant(read, meant));
	}
	return may_be;
}

void suko_areas_find(const struct suko_cards *cards, const struct field *fields,
		     int field_count, const struct tint tints[SUKO_CELLS],
		     bool over, struct suko_areas *areas)
{
	struct search search = {
		.cards = *cards, .cells = tints, .best = areas, .over = over
	};
	int group[SUKO_CELLS];
	double joined, apart = suko_groups_join(tints, 2, group, &joined);
	double reach = REACH_FIRST * apart;

	memset(areas, 0, sizeof *areas);
	areas->confidence = 1;
	if (apart < TINTS_APART || suko_groups_are_plain(tints))
		return;
	find_candidates(&search, fields, field_count);
	search.grouping_count = suko_groups_find(tints, search.groupings);
	for (int i = 0; i <= REACHES; i++, reach *= REACH_FACTOR) {
		double beyond = cost_beyond(&search, reach);

		read_candidates(&search, i < REACHES ? reach : HUGE_VAL);
		match_all(&search);
		/* what is left to read changes nothing */
		if (beyond >= search.second_cost ||
		    are_agreed(&search, fmin(search.second_cost, beyond)))
			break;
	}
	for (int i = 0;
	     i < search.count && areas->shown_count < SUKO_SHOWN_MOST; i++)
		if (search.candidates[i].off <
		    fmax(TINTS_APART, SHOWN_OFF * apart))
			areas->shown[areas->shown_count++] =
				*search.candidates[i].field;
	areas->tinted = true;
	areas->agreed = are_agreed(&search, search.second_cost);
	if (areas->agreed)
		areas->confidence = SURE_AGREED;
	else if (search.best_cost < COST_MOST &&
		 search.second_cost > search.best_cost + MARGIN_LEAST &&
		 may_be_mended(areas))
		areas->confidence = SURE_OTHERWISE;
	else
		areas->confidence = SURE_GUESSED;
}
