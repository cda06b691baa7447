#include "whose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "sudoku.h"

/* Numbers lower than this share of the median one are pencil marks: drawn a
 * third as high as givens in most programs, .6 at most. */
#define PENCIL .72
/* Old-style figures 1 and 2 are lower than the others, but not so low: letters
 * without an ascender are at least that share of those with one. */
#define LOW_FIGURE .58
/* A place that is no higher than its word, times that, is the word's. */
#define WORD_ALONE 1.1
/* Two inks are further apart than that, summed over the channels, and than so
 * many times what numbers are mostly off theirs. */
#define INK_APART 120
#define INK_CLEAR 5
/* ... less is enough where they are nearly the same: no noise makes that. */
#define INK_NEAR 80
#define INK_SAME 20
/* So large a share of the blank cells is no exception. */
#define BLANKS_ALIKE .15
/* Givens stand out so many times more than a player's numbers. */
#define CONTRAST_CLEAR 1.25
/* Inks that differ in how thick they are alone are no further apart than that,
 * a channel, once they are as strong. */
#define PALER_OFF 24
/* Print is black or white; a player's ink is more colourful by that, levels. */
#define COLOURFUL 48
/* So few numbers that seem to be a player's are in doubt. */
#define FEW 3

/* Numbers by ink: each number's group, 0 or 1; -1: it is none. */
struct groups {
	uint32_t ink[WHOSE_MOST];
	signed char of[WHOSE_MOST];
	uint32_t inks[2];
	int count[2];
	double contrast[2]; /* mean */
};

int whose_apart(uint32_t a, uint32_t b)
{
	int sum = 0;

	for (int shift = 0; shift < 24; shift += 8)
		sum += abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
	return sum;
}

static int colourfulness(uint32_t ink)
{
	int r = (int)(ink >> 16 & 255), g = (int)(ink >> 8 & 255);
	int b = (int)(ink & 255);
	int high = r > g ? r : g, low = r < g ? r : g;

	return (high > b ? high : b) - (low < b ? low : b);
}

static uint32_t ink_of(const struct slot *slot)
{
	return slot->reading ? slot->reading->ink : slot->fill;
}

static int strength(const struct slot *slot)
{
	return whose_apart(slot->reading->ink, slot->reading->ground);
}

static bool is_blank(const struct whose *whose, int i)
{
	return whose->values[i] < 0;
}

static void enter(struct whose *whose, int i)
{
	const struct number_reading *read = whose->slots[i]->reading;

	whose->entered_count +=
		read && read->count && read->values[0].chance > .5;
	whose->played[i] = whose->values[i];
	whose->values[i] = -1;
	whose->entered[i] = true;
}

struct slot whose_slot(const struct whose *whose, int i)
{
	static const struct number_reading unclear = {
		.nothing = 1 - WHOSE_DOUBT,
		.other = WHOSE_DOUBT,
	};
	struct slot slot = *whose->slots[i];

	if (!whose->entered[i])
		return slot;
	/* one or two may be givens that look otherwise */
	slot.entered = whose->sure || whose->entered_count > FEW;
	slot.played = whose->played[i];
	slot.reading = slot.entered ? NULL : &unclear;
	return slot;
}

/* Do the numbers of each box belong to one group? Boxes of another tint often
 * have an ink of their own. */
static bool is_by_box(const struct whose *whose, const signed char *group)
{
	int side = whose->side;
	/* boxes of six cells stand or lie */
	int most = side == 6 ? 3 : side == 9 ? 3 : 2;

	for (int width = side == 6 ? 2 : most; side && width <= most; width++) {
		int height = side / width, boxes[2] = { 0 };
		signed char of_box[SUDOKU_SIDE_MAX];
		bool one = true;

		memset(of_box, -1, sizeof of_box);
		for (int i = 0; i < side * side && one; i++) {
			int box = i / side / height * height + i % side / width;

			if (group[i] < 0)
				continue;
			one = of_box[box] < 0 || of_box[box] == group[i];
			boxes[group[i]] += of_box[box] < 0;
			of_box[box] = group[i];
		}
		if (one && boxes[0] > 1 && boxes[1] > 1)
			return true;
	}
	return false;
}

/* Is one ink the other one thinned by the ground? */
static bool is_paler(const struct whose *whose, const struct groups *groups)
{
	uint32_t ground = 0;
	int off[2], most = 0;

	for (int i = 0; i < whose->count; i++)
		if (groups->of[i] >= 0)
			ground = whose->slots[i]->reading->ground;
	for (int k = 0; k < 2; k++)
		off[k] = whose_apart(groups->inks[k], ground);
	for (int shift = 0; shift < 24; shift += 8) {
		int at = (int)(ground >> shift & 255);
		int a = ((int)(groups->inks[0] >> shift & 255) - at) * off[1];
		int b = ((int)(groups->inks[1] >> shift & 255) - at) * off[0];

		most = abs(a - b) > most ? abs(a - b) : most;
	}
	/* by the fainter one's distance: what noise and hinting make of it */
	return most < PALER_OFF * fmax(off[0], off[1]);
}

/* Is no number in both groups? Then what tells them apart is how the numbers
 * look: a thin 1 and 7 seem paler than an 8, and some programs give each number
 * a colour. */
static bool is_by_value(const struct whose *whose, const struct groups *groups)
{
	for (int i = 0; i < whose->count; i++)
		for (int k = 0; k < i; k++)
			if (groups->of[i] >= 0 &&
			    groups->of[k] == !groups->of[i] &&
			    whose->values[i] == whose->values[k])
				return false;
	return true;
}

static bool look_alike(const struct slot *a, const struct slot *b)
{
	return a->nested == b->nested &&
	       whose_apart(a->fill, b->fill) < FILL_APART;
}

/* The share of the blank cells that look like a cell. */
static double blanks_like(const struct whose *whose, const struct slot *one)
{
	int blanks = 0, alike = 0;

	for (int i = 0; i < whose->count; i++) {
		if (!is_blank(whose, i) || !whose->slots[i]->boxed)
			continue;
		blanks++;
		alike += look_alike(whose->slots[i], one);
	}
	return blanks ? (double)alike / blanks : 0;
}

/* Has each number of a group another ink than all of the other one? */
static bool are_inks_apart(const struct whose *whose, const signed char *group)
{
	for (int i = 0; i < whose->count; i++)
		for (int k = 0; k < i; k++)
			if (group[i] >= 0 && group[k] == !group[i] &&
			    whose_apart(ink_of(whose->slots[i]),
					ink_of(whose->slots[k])) < INK_APART)
				return false;
	return true;
}

/* Thin strokes are mixed with their ground, each figure's by another share, and
 * light is uneven: the hues of all inks, as if each were printed as strongly as
 * can be on white. Ink takes such a share of its ground's light, or of what
 * lacks to white, in each part. */
static void even_out(const struct whose *whose, struct groups *groups)
{
	for (int i = 0; i < whose->count; i++) {
		const struct number_reading *read = whose->slots[i]->reading;
		double shares[3], most = 0;

		if (is_blank(whose, i))
			continue;
		for (int k = 0; k < 3; k++) {
			int at = (int)(read->ground >> 8 * k & 255);
			int off = (int)(read->ink >> 8 * k & 255) - at;

			shares[k] =
				fabs(off / fmax(1, off < 0 ? at : 255 - at));
			most = fmax(most, shares[k]);
		}
		groups->ink[i] = 0;
		for (int k = 0; k < 3 && most > 0; k++)
			groups->ink[i] |=
				(uint32_t)(255 * (1 - shares[k] / most))
				<< 8 * k;
	}
}

/* The two inks of the numbers that are furthest apart, each the mean of what is
 * nearer to it; false where all have one. */
static bool find_inks(const struct whose *whose, struct groups *groups)
{
	int most = 0, off = 0, numbers = 0;

	memset(groups->inks, 0, sizeof groups->inks);
	memset(groups->count, 0, sizeof groups->count);
	memset(groups->contrast, 0, sizeof groups->contrast);
	for (int i = 0; i < whose->count; i++) {
		groups->of[i] = is_blank(whose, i) ? -1 : 0;
		for (int k = 0; k < i; k++) {
			uint32_t a = groups->ink[i], b = groups->ink[k];

			if (is_blank(whose, i) || is_blank(whose, k) ||
			    whose_apart(a, b) <= most)
				continue;
			most = whose_apart(a, b);
			groups->inks[0] = a, groups->inks[1] = b;
		}
	}
	for (int which = 0; which < 2 && most; which++) {
		int sum[3] = { 0 }, n = 0;

		for (int i = 0; i < whose->count; i++) {
			uint32_t ink = groups->ink[i];

			if (groups->of[i] < 0 ||
			    whose_apart(ink, groups->inks[which]) >
				    whose_apart(ink, groups->inks[!which]))
				continue;
			for (int k = 0; k < 3; k++)
				sum[k] += (int)(ink >> 8 * k & 255);
			n++;
		}
		groups->inks[which] = 0;
		for (int k = 0; k < 3; k++)
			groups->inks[which] |= (uint32_t)(sum[k] / n) << 8 * k;
	}
	for (int i = 0; i < whose->count && most; i++) {
		int a = whose_apart(groups->ink[i], groups->inks[0]);
		int b = whose_apart(groups->ink[i], groups->inks[1]);
		int which = b < a;

		if (groups->of[i] < 0)
			continue;
		groups->of[i] = (signed char)which;
		groups->count[which]++;
		groups->contrast[which] += strength(whose->slots[i]);
		off += a < b ? a : b;
		numbers++;
	}
	for (int k = 0; k < 2; k++)
		groups->contrast[k] /= fmax(1, groups->count[k]);
	most = whose_apart(groups->inks[0], groups->inks[1]);
	return groups->count[1] &&
	       ((most > INK_APART && numbers * most > INK_CLEAR * off) ||
		(most > INK_NEAR && numbers * most > INK_SAME * off));
}

/* Are two cells of a sudoku in one row, column or box? */
static bool share_line(int side, int i, int k)
{
	/* boxes of six cells stand or lie */
	int most = side == 4 ? 2 : 3;

	if (i / side == k / side || i % side == k % side)
		return true;
	for (int width = side == 6 ? 2 : most; width <= most; width++) {
		int height = side / width;

		if (i % side / width == k % side / width &&
		    i / side / height == k / side / height)
			return true;
	}
	return false;
}

/* Do all cells of a sudoku that look like one share a line or a box with the
 * cell that is selected? */
static bool is_highlit(const struct whose *whose, const struct slot *one)
{
	bool may_be[WHOSE_MOST];
	int left = whose->side ? whose->count : 0, alike = 0;

	memset(may_be, true, sizeof may_be);
	for (int i = 0; i < whose->count && left; i++)
		alike += look_alike(whose->slots[i], one);
	/* a row, a column and a box have no more */
	if (alike > 3 * whose->side)
		return false;
	for (int i = 0; i < whose->count && left; i++) {
		if (!look_alike(whose->slots[i], one))
			continue;
		for (int k = 0; k < whose->count; k++) {
			left -= may_be[k] && !share_line(whose->side, i, k);
			may_be[k] &= share_line(whose->side, i, k);
		}
	}
	return left;
}

/* Where all blanks are inputs, which look like no given, numbers in such are a
 * player's, unless they have the givens' ink where there are two. Where the
 * selected cell lights up others, givens' cells among them may look no longer
 * otherwise. */
static void find_typed(struct whose *whose, const struct groups *groups)
{
	signed char typed[WHOSE_MOST] = { 0 };
	int n = 0, givens = 0, unclear = 0, of_group[2] = { 0 };
	double shares[WHOSE_MOST];
	bool lights_givens = false;

	for (int i = 0; i < whose->count; i++) {
		shares[i] = is_blank(whose, i)
				    ? -1
				    : blanks_like(whose, whose->slots[i]);
		lights_givens |=
			shares[i] == 0 && is_highlit(whose, whose->slots[i]);
	}
	for (int i = 0; i < whose->count; i++) {
		double share = shares[i];
		bool lit = share > 0 && is_highlit(whose, whose->slots[i]);

		typed[i] = -1;
		unclear += lit && !lights_givens;
		if (share < 0 || (lit && !lights_givens))
			continue;
		typed[i] = lit || share > BLANKS_ALIKE;
		if (typed[i] && groups)
			of_group[groups->of[i]]++;
		n += typed[i];
		givens++;
		if (!typed[i] && share > 0)
			return;
	}
	if (givens - n < whose->least || is_by_box(whose, typed) ||
	    (of_group[0] && of_group[1]))
		return;
	whose->sure = n > 0 && are_inks_apart(whose, typed);
	/* of other boards some cells are tinted as they please */
	if (!whose->side && !whose->sure)
		return;
	if (n && unclear && !groups)
		whose->doubt = WHOSE_DOUBT;
	for (int i = 0; i < whose->count; i++)
		if (typed[i] > 0)
			enter(whose, i);
}

/* Do numbers of both groups stand on one ground? Where grounds differ givens'
 * inks may, and so do those of a player whose cells alone are untinted. */
static bool share_ground(const struct whose *whose, const struct groups *groups)
{
	int shared[2] = { 0 };

	for (int i = 0; i < whose->count; i++) {
		bool shares = false;

		if (groups->of[i] < 0)
			continue;
		for (int k = 0; k < whose->count && !shares; k++)
			shares = groups->of[k] == !groups->of[i] &&
				 whose_apart(whose->slots[i]->reading->ground,
					     whose->slots[k]->reading->ground) <
					 FILL_APART;
		shared[groups->of[i]] += shares;
	}
	return 2 * shared[0] > groups->count[0] ||
	       2 * shared[1] > groups->count[1];
}

static bool is_low_figure(const struct whose *whose, int i)
{
	return whose->values[i] == 1 || whose->values[i] == 2;
}

/* How high what is seen of a number is, or its strong ink alone, which blur and
 * compression do not make higher; a number that was read with what is around
 * it, as pencil marks are, is as high as it is seen. */
static double height_of(const struct slot *slot, bool strong)
{
	const struct point *p = slot->px_place.corner;
	double place = point_distance(p[0], p[3]);

	return strong && slot->reading && place < WORD_ALONE * slot->px_text
		       ? slot->reading->tall * place
		       : slot->px_text;
}

/* How high the numbers of one figure's kind, or of both (-1), are; 0: there are
 * none. */
static double usual_height(const struct whose *whose, int kind, bool strong)
{
	double heights[WHOSE_MOST];
	int n = 0;

	for (int i = 0; i < whose->count; i++)
		if (whose->slots[i]->words == 1 &&
		    (kind < 0 || is_low_figure(whose, i) == kind))
			heights[n++] = height_of(whose->slots[i], strong);
	/* of the higher half: most may be pencilled */
	return n ? order_pick_double(heights, n, 3 * n / 4) : 0;
}

/* Which numbers are lower than others of their kind? */
static void find_low(const struct whose *whose, bool strong,
		     bool low[WHOSE_MOST])
{
	double low_figures = usual_height(whose, 1, strong);
	double usual[2]; /* of 3 and more, of 1 and 2 */

	usual[0] = usual[1] = usual_height(whose, -1, strong);
	if (low_figures < PENCIL * usual[0] &&
	    low_figures > LOW_FIGURE * usual[0])
		usual[1] = low_figures;
	for (int i = 0; i < whose->count; i++)
		low[i] = whose->slots[i]->px_text > 0 &&
			 height_of(whose->slots[i], strong) <
				 PENCIL * usual[is_low_figure(whose, i)];
}

/* Pencil marks are lower than other numbers of their kind, however their height
 * is measured. */
static void find_pencilled(struct whose *whose)
{
	bool low[2][WHOSE_MOST];

	find_low(whose, false, low[0]);
	find_low(whose, true, low[1]);
	for (int i = 0; i < whose->count; i++)
		if (low[0][i] && low[1][i]) {
			enter(whose, i);
			whose->played[i] = -1;
		}
}

/* Is the other ink more colourful than that one? */
static bool is_plain(const struct groups *groups, int given)
{
	return colourfulness(groups->inks[!given]) -
		       colourfulness(groups->inks[given]) >=
	       COLOURFUL;
}

/* A player's ink on a sudoku: the givens are enough for one answer and stand
 * out more, or are less colourful. Returns the givens' group; -1: it is not
 * clear whose is whose. */
static int givens_of_sudoku(struct whose *whose, const struct groups *groups)
{
	const int *of = groups->count, least = whose->least;
	int given = of[0] < least   ? 1
		    : of[1] < least ? 0
				    : groups->contrast[1] > groups->contrast[0];
	bool plain = is_plain(groups, given);

	if (is_by_box(whose, groups->of))
		return -1;
	/* what is wrong may be in a cell that says so */
	if (!(plain && of[!given] <= FEW) && !share_ground(whose, groups)) {
		whose->doubt = WHOSE_DOUBT;
		return -1;
	}
	if (is_by_value(whose, groups)) {
		/* of a few in another colour that may be by chance */
		if ((of[0] <= FEW || of[1] <= FEW) && !is_paler(whose, groups))
			whose->doubt = WHOSE_DOUBT;
		return -1;
	}
	/* one digit may be faint, and hardly other ink is anybody's */
	if ((of[!given] < 2 && !plain) ||
	    (of[!given] >= least &&
	     groups->contrast[given] <
		     CONTRAST_CLEAR * groups->contrast[!given]))
		whose->doubt = WHOSE_DOUBT;
	return of[given] < least || (of[!given] < 2 && !plain) ? -1 : given;
}

/* On other boards it is more colourful than what is printed, no less. */
static int givens_of_other(const struct whose *whose,
			   const struct groups *groups)
{
	int more =
		colourfulness(groups->inks[1]) - colourfulness(groups->inks[0]);
	int given = more > 0 ? 0 : 1;

	return abs(more) < COLOURFUL || groups->count[given] < whose->least ||
			       is_paler(whose, groups)
		       ? -1
		       : given;
}

/* Numbers of one ink that is more colourful than that of what is surely
 * printed. */
static void find_all_entered(struct whose *whose)
{
	for (int i = 0; i < whose->count; i++)
		for (int k = 0; k < whose->printed_count; k++) {
			uint32_t ink = ink_of(whose->slots[i]);
			uint32_t other = ink_of(&whose->printed[k]);

			if (!is_blank(whose, i) &&
			    (whose_apart(ink, other) < INK_APART ||
			     whose_apart(ink, whose->printed[k].fill) <
				     INK_APART ||
			     colourfulness(ink) - colourfulness(other) <
				     COLOURFUL))
				return;
		}
	whose->sure = true;
	for (int i = 0; i < whose->count; i++)
		if (!is_blank(whose, i))
			enter(whose, i);
}

/* Off grounds of several colours, such as a Suko's, one ink may seem to be of
 * several hues; a sudoku's mostly are shades of one. */
static bool have_one_ground(const struct whose *whose)
{
	const struct number_reading *first = NULL;

	for (int i = 0; i < whose->count; i++) {
		const struct number_reading *read = whose->slots[i]->reading;

		if (is_blank(whose, i))
			continue;
		if (first &&
		    whose_apart(first->ground, read->ground) >= FILL_APART)
			return false;
		first = first ? first : read;
	}
	return true;
}

/* The group of a sudoku's givens where a player's ink is plainly of another
 * hue, whatever their grounds, and does not stand out more; -1: it is not. */
static int givens_by_hue(const struct whose *whose, const struct groups *hues)
{
	int given = colourfulness(hues->inks[1]) < colourfulness(hues->inks[0]);

	return is_plain(hues, given) && hues->count[given] >= whose->least &&
			       (hues->count[!given] < whose->least ||
				hues->contrast[!given] <
					CONTRAST_CLEAR *
						hues->contrast[given]) &&
			       !is_by_box(whose, hues->of) &&
			       !is_by_value(whose, hues)
		       ? given
		       : -1;
}

/* Takes the numbers of one ink out, if it is a player's; false: none is. */
static bool find_inked(struct whose *whose, bool first)
{
	struct groups groups, hues;
	bool two, evened;
	double doubt;
	int given = -1;

	even_out(whose, &hues);
	evened = (whose->side || have_one_ground(whose)) &&
		 find_inks(whose, &hues);
	if (evened && whose->side)
		given = givens_by_hue(whose, &hues);
	if (given >= 0) {
		groups = hues;
	} else {
		for (int i = 0; i < whose->count; i++)
			groups.ink[i] = ink_of(whose->slots[i]);
		two = find_inks(whose, &groups);
		if (first)
			find_typed(whose, two ? &groups : NULL);
		if (first && whose->entered_count) {
			two = find_inks(whose, &groups);
			evened = evened && find_inks(whose, &hues);
		}
		if (!two && !evened) {
			if (first && whose->printed_count)
				find_all_entered(whose);
			return false;
		}
		if (!two)
			groups = hues;
		doubt = whose->doubt;
		given = whose->side ? givens_of_sudoku(whose, &groups)
				    : givens_of_other(whose, &groups);
		if (!two && whose->doubt > doubt) {
			/* compression tints thin strokes too */
			whose->doubt = doubt;
			given = -1;
		}
	}
	if (given < 0 || (!first && !is_plain(&groups, given)))
		return false;
	whose->sure |= !whose->side || groups.count[!given] > FEW;
	for (int i = 0; i < whose->count; i++)
		if (groups.of[i] == !given)
			enter(whose, i);
	return true;
}

void whose_find(struct whose *whose)
{
	if (whose->side)
		find_pencilled(whose);
	/* right and wrong ones may have colours of their own */
	if (find_inked(whose, true))
		find_inked(whose, false);
}
