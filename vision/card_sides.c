#include "card_sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* All shares are of the card's height. So much beside it is looked at: double
 * borders take a tenth of it, words end within that. */
#define ROOM 0.3
/* Cards are drawn so high, in pixels, where they are lower than that, and at
 * most so wide for their height. */
#define HIGH_LEAST 48.0
#define WIDE_MOST 4.0
#define PX_HEIGHT_LEAST 8.0
/* No words are that far from the middle, nor the borders above and below. */
#define BAND_NEAR 0.27
#define BAND_FAR 0.38
/* Words are looked for so far from the middle. */
#define WORDS_FAR 0.4
/* The corners' radii that are tried: sharp, round, and ends that are half a
 * disc; and by how much an end may lie elsewhere than the card says. */
static const double radii[] = { 0, 0.1, 0.2, 0.5 };
static const double shifts[] = { 0, -0.03, 0.03, -0.06, 0.06 };
/* A border stands out from paper and page by this share of what stands out
 * most there, and by so many levels: more than noise. */
#define BORDER_SHARE 0.35
#define BORDER_LEAST 12.0
/* What stands out from the border by so many times that, and by so many
 * levels, is ink over it. */
#define OVER_SHARE 0.8
#define OVER_LEAST 40.0
/* The paper is seen within this share of the card, the page within that of the
 * room beside it. */
#define PAPER_SHARE 0.75
#define PAGE_SHARE 0.3

enum { KEYS_MOST = 600, LEVELS = 256 };
enum {
	RADII = sizeof radii / sizeof *radii,
	SHIFTS = sizeof shifts / sizeof *shifts
};

/* One end of a card, in pixels from the middle of its sides on: corners of
 * this radius, around points so far along and down. */
struct end {
	double radius, along, down;
};

/* What is seen at an end at each distance from the card's middle, which is
 * measured along the rounding of its corners. */
struct profile {
	struct end end;
	int levels[KEYS_MOST]; /* -1: nothing */
	bool border[KEYS_MOST];
	int paper;
	double over; /* what differs by more is ink */
};

struct card {
	struct plane *plane;
	double middle_x, half_width, height; /* pixels of the plane */
	int keys;
	struct profile profiles[2]; /* right, left */
	int levels[2 * KEYS_MOST];  /* of a row without them; -1: hidden */
	int histograms[KEYS_MOST][LEVELS];
};

/* How far a row is beyond the points around which corners are round. */
static double down_of(const struct card *card, const struct end *end, int y)
{
	return fabs(y + 0.5 - card->height / 2 - end->down) -
	       (card->height / 2 - end->radius);
}

/* `down`: of its row. */
static int key_in_row(const struct card *card, const struct end *end, int x,
		      double down)
{
	double across = fabs(x + 0.5 - card->middle_x);
	double beyond = across - end->along;

	return (int)(beyond > 0 && down > 0
			     ? end->along + sqrt(beyond * beyond + down * down)
			     : across);
}

static int key_at(const struct card *card, const struct end *end, int x, int y)
{
	return key_in_row(card, end, x, down_of(card, end, y));
}

static bool is_left(const struct card *card, int x)
{
	return x + 0.5 < card->middle_x;
}

/* Is a row above or below the words? */
static bool is_band(const struct card *card, int y)
{
	double off = fabs((y + 0.5) / card->height - 0.5);

	return off > BAND_NEAR && off < BAND_FAR;
}

/* The levels seen at each distance. */
struct tally {
	int counts[KEYS_MOST];
	uint64_t sums[KEYS_MOST], squares[KEYS_MOST];
};

/* Adds what a row shows at one end. */
static void add_row(const struct card *card, bool left, const struct end *end,
		    int y, struct tally *tally)
{
	const uint8_t *row = plane_row(card->plane, y);
	double down = down_of(card, end, y);
	int width = card->plane->width;
	int middle = (int)fmin(fmax(ceil(card->middle_x - 0.5), 0), width);

	for (int x = left ? 0 : middle; x < (left ? middle : width); x++) {
		int key = key_in_row(card, end, x, down);

		if (key >= card->keys)
			continue;
		tally->sums[key] += row[x];
		tally->squares[key] += (uint64_t)(row[x] * row[x]);
		tally->counts[key]++;
	}
}

/* By how much the levels at one distance differ, if this is the end: their
 * variance. */
static double find_spread(const struct card *card, bool left,
			  const struct end *end)
{
	struct tally tally = { 0 };
	double spread = 0;
	int all = 0;

	for (int y = 0; y < card->plane->height; y++)
		if (is_band(card, y))
			add_row(card, left, end, y, &tally);
	for (int k = 0; k < card->keys; k++)
		if (tally.counts[k]) {
			double sum = (double)tally.sums[k];

			spread += (double)tally.squares[k] -
				  sum * sum / tally.counts[k];
			all += tally.counts[k];
		}
	return all ? spread / all : HUGE_VAL;
}

/* The end with corners of a radius at which what is seen at one distance
 * differs least, and by how much. Where those that are sharp lie nothing
 * tells. */
static double find_end(const struct card *card, bool left, double radius,
		       struct end *best)
{
	int count = radius > 0 ? SHIFTS * SHIFTS : 1;
	double least = HUGE_VAL;

	for (int i = 0; i < count; i++) {
		struct end end = {
			radius,
			card->half_width - radius +
				shifts[i % SHIFTS] * card->height,
			shifts[i / SHIFTS] * card->height,
		};
		double spread = find_spread(card, left, &end);

		if (spread < least) {
			least = spread;
			*best = end;
		}
	}
	return least;
}

/* Both ends have the same corners: of the radii from one on those by which
 * they differ least. */
static void find_ends(struct card *card, int first)
{
	double least = HUGE_VAL;

	for (int i = first; i < RADII; i++) {
		struct end ends[2] = { { 0 } };
		double spread = 0;

		for (int left = 0; left < 2; left++)
			spread += find_end(card, left, radii[i] * card->height,
					   &ends[left]);
		if (spread >= least)
			continue;
		least = spread;
		for (int left = 0; left < 2; left++)
			card->profiles[left].end = ends[left];
	}
}

/* The middle one of `count` levels. */
static int median_of(const int *histogram, int count)
{
	int level = 0;

	for (int seen = histogram[0]; 2 * seen < count && level < LEVELS - 1;)
		seen += histogram[++level];
	return level;
}

/* Fills in the levels at an end. */
static void find_levels(struct card *card, bool left)
{
	struct profile *profile = &card->profiles[left];

	memset(card->histograms, 0,
	       (size_t)card->keys * sizeof *card->histograms);
	for (int y = 0; y < card->plane->height; y++)
		for (int x = 0; is_band(card, y) && x < card->plane->width;
		     x++) {
			int key = key_at(card, &profile->end, x, y);

			if (is_left(card, x) == left && key < card->keys)
				card->histograms[key][plane_row(card->plane,
								y)[x]]++;
		}
	for (int k = 0; k < card->keys; k++) {
		int count = 0;

		for (int i = 0; i < LEVELS; i++)
			count += card->histograms[k][i];
		profile->levels[k] =
			count ? median_of(card->histograms[k], count) : -1;
	}
}

/* The median of the levels seen from one key to another. */
static int level_between(const struct profile *profile, int from, int to)
{
	int histogram[LEVELS] = { 0 }, count = 0;

	for (int k = from; k < to; k++)
		if (profile->levels[k] >= 0) {
			histogram[profile->levels[k]]++;
			count++;
		}
	return median_of(histogram, count);
}

/* Which distances are the border's: neither the paper's level nor the
 * page's. */
static void find_borders(const struct card *card, struct profile *profile)
{
	int half = (int)card->half_width;
	int room = (int)(PAGE_SHARE * (card->keys - half));
	int page = level_between(profile, card->keys - room, card->keys);
	double most = 0, least;
	int off[KEYS_MOST];

	profile->paper = level_between(profile, 0, (int)(PAPER_SHARE * half));
	for (int k = 0; k < card->keys; k++) {
		int level = profile->levels[k];

		off[k] = level < 0 ? 0
				   : (int)fmin(abs(level - profile->paper),
					       abs(level - page));
		most = fmax(most, off[k]);
	}
	least = fmax(BORDER_LEAST, BORDER_SHARE * most);
	profile->over = fmax(OVER_LEAST, OVER_SHARE * most);
	for (int k = 0; k < card->keys; k++)
		profile->border[k] = off[k] > least ||
				     (k && off[k - 1] > least) ||
				     (k + 1 < card->keys && off[k + 1] > least);
}

/* What of a pixel is not the card's: -1 where a border hides it. */
static int bare_level(const struct card *card, int x, int y)
{
	const struct profile *profile = &card->profiles[is_left(card, x)];
	int level = plane_row(card->plane, y)[x];
	int key = key_at(card, &profile->end, x, y);
	int off;

	if (key >= card->keys)
		return profile->paper;
	/* within rounded ends nothing is seen but words */
	if (profile->levels[key] < 0)
		return level;
	off = level - profile->levels[key];
	if (profile->border[key])
		return abs(off) > profile->over ? level : -1;
	off += profile->paper;
	return off < 0 ? 0 : off > LEVELS - 1 ? LEVELS - 1 : off;
}

/* What a border hides between two pixels, of which x is one. */
static int hidden_level(int from, int to, int paper, double share,
			enum card_hidden hidden)
{
	if (hidden == CARD_HIDDEN_NEAREST)
		return share < 0.5 ? from : to;
	return abs(from - paper) < abs(to - paper) ? from : to;
}

/* A row without the ends. */
static void fill_row(const struct card *card, enum card_hidden hidden,
		     uint8_t *row)
{
	const int *levels = card->levels;
	int width = card->plane->width;

	for (int x = 0, before = -1; x < width; x++) {
		int paper = card->profiles[is_left(card, x)].paper;
		int after = x;

		if (levels[x] >= 0) {
			row[x] = (uint8_t)levels[x];
			before = x;
			continue;
		}
		while (after < width && levels[after] < 0)
			after++;
		row[x] = (uint8_t)hidden_level(
			before < 0 ? paper : levels[before],
			after == width ? paper : levels[after], paper,
			(double)(x - before) / (after - before), hidden);
	}
}

/* Takes the ends away. */
static void take_away(struct card *card, struct plane bare[CARD_HIDDENS])
{
	for (int y = 0; y < card->plane->height; y++) {
		for (int x = 0; x < card->plane->width; x++)
			card->levels[x] = bare_level(card, x, y);
		for (int i = 0; i < CARD_HIDDENS; i++)
			fill_row(card, (enum card_hidden)i,
				 plane_row(&bare[i], y));
	}
}

/* The card and the room at its ends, upright, at so many pixels a unit. */
static int draw(struct card_sides *sides, const struct plane *grey,
		const struct place *place, double scale)
{
	const struct extent *e = &place->extent;
	double height = e->bottom - e->top, width = e->right - e->left;
	double room = ROOM * height;
	struct homography shift = {
		{ 1 / scale, 0, e->left - room + 0.5 / scale, 0, 1 / scale,
		  e->top + 0.5 / scale, 0, 0, 1 }
	};
	struct plane *plane = &sides->bare[0];

	for (int i = 0; i < CARD_HIDDENS; i++)
		if (plane_init(&sides->bare[i],
			       (int)((width + 2 * room) * scale),
			       (int)(height * scale)) < 0)
			return -1;
	sides->bare_to_px = homography_compose(&shift, &place->frame_to_px);
	for (int y = 0; y < plane->height; y++)
		for (int x = 0; x < plane->width; x++) {
			struct point px = homography_apply(
				&sides->bare_to_px, (struct point){ x, y });

			plane_row(plane, y)[x] =
				(uint8_t)(plane_sample(grey, px.x, px.y) + 0.5);
		}
	return 0;
}

/* At how many pixels a unit a card is drawn; 0: it is none. */
static double find_scale(const struct place *place)
{
	const struct extent *e = &place->extent;
	struct point middle = { (e->left + e->right) / 2,
				(e->top + e->bottom) / 2 };
	double height = e->bottom - e->top, width = e->right - e->left;
	double unit = homography_scale(&place->frame_to_px, middle);
	double scale = fmax(unit, HIGH_LEAST / height);

	/* also where one is not a number */
	if (!(height * unit >= PX_HEIGHT_LEAST) || !(width >= 0.99 * height) ||
	    !(width <= WIDE_MOST * height) ||
	    !((width / 2 + ROOM * height) * scale < KEYS_MOST))
		return 0;
	return scale;
}

int card_sides_take(struct card_sides *sides, const struct plane *grey,
		    const struct place *place, bool disc)
{
	const struct extent *e = &place->extent;
	double scale = find_scale(place);
	struct card *card;

	memset(sides, 0, sizeof *sides);
	if (scale <= 0)
		return -1;
	card = alloc_array(1, sizeof *card);
	if (!card || draw(sides, grey, place, scale) < 0) {
		free(card);
		return -1;
	}
	card->plane = &sides->bare[0];
	card->height = (e->bottom - e->top) * scale;
	card->half_width = (e->right - e->left) / 2 * scale;
	card->middle_x = card->half_width + ROOM * card->height;
	card->keys = (int)card->middle_x;
	find_ends(card, disc ? RADII - 1 : 0);
	for (int left = 0; left < 2; left++) {
		find_levels(card, left);
		find_borders(card, &card->profiles[left]);
	}
	take_away(card, sides->bare);
	sides->inside =
		(struct place){ { -0.5, (0.5 - WORDS_FAR) * card->height,
				  card->plane->width - 0.5,
				  (0.5 + WORDS_FAR) * card->height },
				{ { 1, 0, 0, 0, 1, 0, 0, 0, 1 } } };
	free(card);
	return 0;
}

void card_sides_fini(struct card_sides *sides)
{
	for (int i = 0; i < CARD_HIDDENS; i++)
		plane_fini(&sides->bare[i]);
}

struct box card_sides_px_box(const struct card_sides *sides,
			     const struct number *number)
{
	const struct box *box = &number->px_box;
	double left = HUGE_VAL, top = HUGE_VAL;
	double right = -HUGE_VAL, bottom = -HUGE_VAL;

	for (int i = 0; i < 4; i++) {
		struct point at = { box->x + (i & 1 ? box->width - 1 : 0),
				    box->y + (i & 2 ? box->height - 1 : 0) };

		at = homography_apply(&sides->bare_to_px, at);
		left = fmin(left, at.x);
		right = fmax(right, at.x);
		top = fmin(top, at.y);
		bottom = fmax(bottom, at.y);
	}
	return (struct box){ (int)left, (int)top, (int)(right - left) + 1,
			     (int)(bottom - top) + 1 };
}
