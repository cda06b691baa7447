#include "sigils_counts.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sigils.h"
#include "sigils_words.h"

/* A digit is this high, in squares of the piece, and not wider than high by
 * more than WIDE, with a sign that it touches. */
#define HIGH_LEAST 0.25
#define HIGH_MOST 1.5
#define WIDE 1.9
/* The nearest of a word stands within so many squares of the piece: in a box of
 * its own, where the number is at its side, a piece lies up to 2. */
#define FAR_MOST 2.5
/* Its last digit within so many. */
#define WORD_FAR 4.0
/* And shares at most this of its box with the piece. */
#define COMMON_MOST 0.2
/* What is at a piece's side is no higher or lower than it by more squares. */
#define BESIDE 0.7
/* Numbers that go to other pieces where they are looked for elsewhere, with as
 * many pieces numbered, are this sure. */
#define EITHER_WAY 0.5

/* Numbers beside a frame that is turned by more than this (of rows of squares,
 * how far they rise) are turned with it. */
#define ASLANT 0.02

/* Where the numbers of a tray stand: each beside the nearest piece, or all on
 * one side of theirs, where another piece may be nearer. */
enum side { NEAREST, RIGHT, LEFT, BELOW, ABOVE, SIDES };

struct squares {
	struct quad px[4];
	double low[2], high[2]; /* the box around them */
	double pitch;           /* picture pixels */
};

struct numbered {
	const struct sigils_word *word;
	struct box box; /* around it */
	bool known;
	struct sigils_count count;
};

struct tags {
	struct sigils_text text;
	struct squares squares[SIGILS_PIECES_MAX];
	int count;
	struct numbered words[SIGILS_WORDS_MOST];
	int word_count;
};

/* The box around a square. */
static void bounds(const struct quad *quad, double low[2], double high[2])
{
	low[0] = fmin(quad->corner[0].x, quad->corner[3].x);
	low[1] = fmin(quad->corner[0].y, quad->corner[1].y);
	high[0] = fmax(quad->corner[1].x, quad->corner[2].x);
	high[1] = fmax(quad->corner[2].y, quad->corner[3].y);
}

static void find_squares(const struct sigils_view *view,
			 const struct sigils_blob *blob,
			 struct squares *squares)
{
	struct sigils_shape shape;

	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4; i++) {
		double low[2], high[2];

		for (int j = 0; j < 4; j++)
			squares->px[i].corner[j] = sigils_view_px(
				view,
				blob->x + blob->pitch * (shape.x[i] +
							 (j == 1 || j == 2)),
				blob->y +
					blob->pitch * (shape.y[i] + (j >= 2)));
		bounds(&squares->px[i], low, high);
		for (int j = 0; j < 2; j++) {
			squares->low[j] =
				i ? fmin(squares->low[j], low[j]) : low[j];
			squares->high[j] =
				i ? fmax(squares->high[j], high[j]) : high[j];
		}
	}
	squares->pitch = point_distance(squares->px[0].corner[0],
					squares->px[0].corner[1]);
}

/* How far a box is from the piece's squares; HUGE_VAL where it lies on them
 * or has not the size of a digit. */
static double distance_to(const struct squares *squares, const struct box *box)
{
	double best = HUGE_VAL, common = 0;

	if (box->height < HIGH_LEAST * squares->pitch ||
	    box->height > HIGH_MOST * squares->pitch ||
	    box->width > WIDE * box->height)
		return HUGE_VAL;
	for (int i = 0; i < 4; i++) {
		double low[2], high[2], across, down;

		bounds(&squares->px[i], low, high);
		across = fmin(high[0], box->x + box->width) -
			 fmax(low[0], box->x);
		down = fmin(high[1], box->y + box->height) -
		       fmax(low[1], box->y);
		common += fmax(0, across) * fmax(0, down);
		best = fmin(best, hypot(fmax(0, -across), fmax(0, -down)));
	}
	if (common > COMMON_MOST * box->width * box->height)
		return HUGE_VAL;
	return best;
}

/* Is the middle of the box on that side of the piece? */
static bool is_beside(const struct squares *squares, const struct box *box,
		      enum side side)
{
	double at[2] = { box->x + box->width / 2.0,
			 box->y + box->height / 2.0 };
	int along = side == RIGHT || side == LEFT ? 0 : 1;
	double aside = BESIDE * squares->pitch;

	if (side == NEAREST)
		return true;
	if (at[1 - along] < squares->low[1 - along] - aside ||
	    at[1 - along] > squares->high[1 - along] + aside)
		return false;
	return side == RIGHT || side == BELOW ? at[along] > squares->high[along]
					      : at[along] < squares->low[along];
}

/* The piece that a word belongs to if all stand on that side; -1: on one, or
 * far from all. */
static int find_piece(const struct tags *tags, const struct numbered *numbered,
		      enum side side, double *distance)
{
	int piece = -1;

	*distance = HUGE_VAL;
	for (int j = 0; j < tags->count; j++) {
		const struct squares *squares = &tags->squares[j];

		if (!is_beside(squares, &numbered->box, side))
			continue;
		for (int i = 0; i < numbered->word->count; i++) {
			double here =
				distance_to(squares, &numbered->word->boxes[i]);

			if (here >= FAR_MOST * squares->pitch ||
			    here >= *distance)
				continue;
			*distance = here;
			piece = j;
		}
	}
	return piece;
}

static const struct sigils_count *read_once(const struct tags *tags,
					    struct numbered *numbered)
{
	if (!numbered->known)
		numbered->count.value =
			sigils_words_read(&tags->text, numbered->word,
					  &numbered->count.confidence);
	numbered->known = true;
	return &numbered->count;
}

/* What number each piece has if all stand on that side. Returns how many have
 * one. */
static int try_side(struct tags *tags, enum side side,
		    struct sigils_count *counts)
{
	double nearest[SIGILS_PIECES_MAX];
	int numbered = 0;

	for (int i = 0; i < tags->count; i++) {
		counts[i] = (struct sigils_count){ -1, 1 };
		nearest[i] = HUGE_VAL;
	}
	for (int i = 0; i < tags->word_count; i++) {
		double distance;
		int piece = find_piece(tags, &tags->words[i], side, &distance);

		if (piece < 0 || distance >= nearest[piece])
			continue;
		nearest[piece] = distance;
		counts[piece] = *read_once(tags, &tags->words[i]);
	}
	for (int i = 0; i < tags->count; i++)
		numbered += counts[i].value >= 0;
	return numbered;
}

static void find_words(struct tags *tags, struct sigils_words *words)
{
	words->count = 0;
	for (size_t i = 0; i < tags->text.elements->count; i++) {
		const struct element *element = &tags->text.elements->list[i];
		bool near = false;

		for (int j = 0; j < tags->count && !near; j++)
			near = element->kind == ELEMENT_STROKE &&
			       distance_to(&tags->squares[j], &element->box) <
				       WORD_FAR * tags->squares[j].pitch;
		if (near)
			sigils_words_add(words, &element->box);
	}
	tags->word_count = words->count;
	for (int i = 0; i < words->count; i++) {
		struct numbered *numbered = &tags->words[i];
		const struct sigils_word *word = &words->words[i];

		*numbered = (struct numbered){ .word = word,
					       .box = word->boxes[0] };
		for (int j = 1; j < word->count; j++) {
			const struct box *box = &word->boxes[j];
			struct box *all = &numbered->box;
			int right = (int)fmax(all->x + all->width,
					      box->x + box->width);
			int low = (int)fmax(all->y + all->height,
					    box->y + box->height);

			all->x = box->x < all->x ? box->x : all->x;
			all->y = box->y < all->y ? box->y : all->y;
			all->width = right - all->x;
			all->height = low - all->y;
		}
	}
}

void sigils_counts_read(struct glyphs *glyphs, const struct elements *elements,
			const struct sigils_view *view,
			const struct sigils_blob *const *blobs, int count,
			struct sigils_count *counts)
{
	struct sigils_words words;
	const double *m = view->cell_to_px.m;
	bool aslant = fabs(m[1]) > ASLANT * fabs(m[0]) || m[6] != 0;
	struct tags tags = {
		.text = { glyphs, elements, aslant ? &view->cell_to_px : NULL },
		.count = count,
	};
	int most = -1;

	for (int i = 0; i < count; i++)
		find_squares(view, blobs[i], &tags.squares[i]);
	find_words(&tags, &words);
	for (enum side side = NEAREST; side < SIDES; side++) {
		struct sigils_count here[SIGILS_PIECES_MAX];
		int numbered = try_side(&tags, side, here);

		for (int i = 0; i < count && numbered == most; i++)
			if (here[i].value != counts[i].value)
				counts[i].confidence *= EITHER_WAY;
		if (numbered > most)
			memcpy(counts, here, (size_t)count * sizeof *counts);
		most = numbered > most ? numbered : most;
	}
}
