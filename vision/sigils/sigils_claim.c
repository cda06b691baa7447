#include "sigils_claim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "sigils_weights.h"
#include "tokens.h"

/* A stranger counts as that many other things that are left over. */
enum { STRANGER_COUNTS = 7 };

/* Everything that is tuned here. */
static const struct {
	/* how pieces of one tray may differ in size; a logarithm */
	double alike;
	/* a square or bar that is hardly a glyph; telling pieces count by how
	 * much more like pieces they are than that; and together so much at
	 * least, where a tray may be, and where one is worth a look in further
	 * masks */
	double plain_like, like_least, size_weight, weight_more;
	/* pieces are no further from the frame or other pieces, in their own
	 * and in the frame's squares */
	double apart;
	/* differences that make a member odd: of sizes (logarithm), likeness,
	 * colours; how odd plain squares and bars are; and how odd what is left
	 * out is at least */
	double odd_size, odd_likeness, odd_colour, odd_plain, odd_least;
	/* a thing of the members' colour that differs in size by no more
	 * (logarithm) is a stranger where it is so like a piece */
	double stranger_size, stranger_like, stranger_colour;
	/* less odd a square or bar may well be */
	double odd_usual, odd_seamless;
	/* how much less like pieces than the members things left over are that
	 * count a third; how much odder those left out are */
	double left_unlike, dropped_odd;
	/* frames' squares by the pieces', at least and at most */
	double size_least, size_most;
	/* a plate's area by that of a piece's square, at least */
	double plate_least;
	/* the pieces' squares are a plate's where they differ by less in size,
	 * logarithm */
	double plate_off;
	/* a lattice on more of a plate than this share shows its squares */
	double lines_least;
	/* at most so much of a sheet of squares that pieces are drawn on is not
	 * seen, share */
	double sheet_unseen;
	/* number words are no further from their piece than so many of its
	 * squares, and by its squares so high */
	double number_apart, number_least, number_most;
	/* a word that is one less surely may be none, and surely is none;
	 * numbers stand no further from where they would beside a piece, in its
	 * squares; what a square's distance and doubtful readings count beside
	 * that */
	double numbered_like, number_sure, number_least_sure, number_off,
		number_far;
	double number_doubt;
	/* ... and one that is as surely one need not be cut */
	double number_clear;
	/* what is left of a word without a sign, by its height, from the right
	 * and (negative) from the left; and how little that may take away */
	double cuts[9], cut_most, cut_least;
	/* how surely a piece is of its kind: by how much it is more like it
	 * than like another */
	double kind_slope, kind_least;
	/* what is written in a square is so large, in squares, and no further
	 * from its middle than the least */
	double ink_least, ink_most;
	/* edges, as the spine has them; and the side of the level on which
	 * uneven ground is looked at, pixels */
	double edge_least, noise_times, coarse;
	/* claims less likely are not told */
	double least;
	/* no more is looked for where one is as likely as that */
	double sure;
} params = {
	.alike = .12,
	.plain_like = .96,
	.like_least = .75,
	.size_weight = .005,
	.weight_more = .03,
	.apart = 9,
	.odd_size = .05,
	.odd_likeness = .08,
	.odd_colour = 30,
	.odd_plain = .3,
	.odd_least = 1,
	.odd_usual = 3,
	.odd_seamless = 2,
	.left_unlike = .05,
	.dropped_odd = 2,
	.stranger_size = .35,
	.stranger_like = .9,
	.stranger_colour = 16,
	.size_least = .4,
	.size_most = 3.6,
	.plate_least = 4,
	.plate_off = .05,
	.lines_least = .5,
	.sheet_unseen = .3,
	.number_apart = 7,
	.number_least = .12,
	.number_most = 2.2,
	.numbered_like = .8,
	.number_sure = .8,
	.number_least_sure = .2,
	.number_off = 1,
	.number_far = .05,
	.number_doubt = 1,
	.number_clear = .9,
	.cuts = { 0, 1.35, .95, .75, .6, .5, .4, -.9, -.6 },
	.cut_most = .85,
	.cut_least = 1.1,
	.kind_slope = 30,
	.kind_least = .08,
	.ink_least = .2,
	.ink_most = .6,
	.edge_least = 5,
	.noise_times = 3,
	.coarse = 900,
	.least = .003,
	.sure = .97,
};

enum {
	WORD_MASKS = 3,
	DROPPED_MOST = 3,
	ODD_MOST = 6,
	/* a sheet of squares that pieces are drawn on has more */
	SHEET_LEAST = 20,
	TRAYS_MOST = 4,
	MEMBERS_MOST = 64,
	NUMBERS_MOST = 96,
	NUMBERINGS_MOST = 3,
	KNOWN_MOST = 8,
	/* claims whose chance is told; a score's logarithm */
	TOLD_MOST = 8,
	SCORE_MOST = 40
};

/* A number beside pieces. */
struct count_word {
	struct quad px_quad;
	struct point px_at;
	double px_height;
	int value; /* -1: it is none */
	double chance;
};

/* The number of each piece, or NULL of one that is none; how differently they
 * stand beside their pieces, in squares of these, and differ in height; and how
 * likely what is left out is a piece. */
struct numbering {
	const struct count_word *word[MEMBERS_MOST];
	double unaligned, dropped, cost;
};

/* Pieces of one size. */
struct tray {
	const struct shape *members[MEMBERS_MOST];
	int count;
	double px_pitch;
	int within; /* pieces on the frame's place */
	/* things like pieces that are none of them, each by how like it is */
	double left;
	/* of each member, how unlike the others it is; how much so the oddest
	 * square or bar is; and how likely what was left out is a piece */
	double odd[MEMBERS_MOST];
	double odd_plain, dropped;
	int beside; /* so many more than one have a number that stands alike */
	struct numbering numberings[NUMBERINGS_MOST]; /* best first */
	int numbering_count;
};

struct search {
	struct number_reader *reader;
	const struct image *image;
	const struct pixel_level *level; /* of the words */
	double edge;
	struct shape_list shapes;
	struct frame_list frames;
	struct plate *plates;
	size_t plate_count, plate_capacity;
	struct word_mask {
		enum mask_kind kind;
		double strength;
		struct contour *contours;
		int count;
	} masks[WORD_MASKS]; /* that words are looked for in */
	int mask_count;
	struct count_word words[NUMBERS_MOST];
	int word_count;
	struct tray known_trays[KNOWN_MOST]; /* whose numbers were found */
	int known_next;
	struct count_word *known; /* words that were read */
	size_t known_count, known_capacity;
	struct sigils_claims *claims;
	struct problem *problem;
};

void sigils_claims_free(struct sigils_claims *claims)
{
	free(claims->claims);
	*claims = (struct sigils_claims){ 0 };
}

/* Is a piece more than a square or a bar, which pages are full of? */
static bool is_telling(const struct shape *shape)
{
	return shape->seamed ||
	       (shape->kind != SIGILS_O && shape->kind != SIGILS_I);
}

/* The gap between a piece and what has such bounds. */
static double gap_to(const struct shape *shape, const struct point *low,
		     const struct point *high)
{
	double x = fmax(shape->px_low.x - high->x, low->x - shape->px_high.x);
	double y = fmax(shape->px_low.y - high->y, low->y - shape->px_high.y);

	return hypot(fmax(0, x), fmax(0, y));
}

static int by_value(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

static double median(double *values, int count)
{
	if (!count)
		return 0;
	qsort(values, (size_t)count, sizeof *values, by_value);
	return values[count / 2];
}

/* How far a piece is from those of a tray, in squares. */
static double find_gap(const struct tray *tray, const struct shape *shape)
{
	double gap = HUGE_VAL;

	for (int k = 0; k < tray->count; k++)
		gap = fmin(gap, gap_to(shape, &tray->members[k]->px_low,
				       &tray->members[k]->px_high));
	return gap / tray->px_pitch;
}

/* How unlike the pieces of a size one is. */
static double find_unlike(const struct shape *shape, double px_pitch)
{
	return fabs(log(shape->px_pitch / px_pitch)) / params.odd_size +
	       (1 - shape->likeness) / params.odd_likeness;
}

/* Of what is seen at one place, as with its rim and without, keeps what is most
 * alike. */
static void keep_alike(const struct shape *shape, double px_pitch,
		       const struct shape **kept, int *count)
{
	for (int i = 0; i < *count; i++)
		if (shapes_overlap(kept[i], shape)) {
			if (find_unlike(shape, px_pitch) <
			    find_unlike(kept[i], px_pitch))
				kept[i] = shape;
			return;
		}
	kept[(*count)++] = shape;
}

/* Is a piece drawn on a lattice of squares as large as its own, other than the
 * frame? */
static bool is_on_sheet(const struct search *search, const struct frame *frame,
			const struct shape *shape)
{
	for (size_t i = 0; i < search->frames.count; i++) {
		const struct frame *sheet = &search->frames.frames[i];

		if (point_distance(sheet->px_corners.corner[0],
				   frame->px_corners.corner[0]) >
			    frame->px_pitch / 2 &&
		    sheet->columns * sheet->rows >= SHEET_LEAST &&
		    sheet->unseen < params.sheet_unseen &&
		    fabs(log(sheet->px_pitch / shape->px_pitch)) <
			    params.alike &&
		    quad_contains(&sheet->px_corners, shape->px_at))
			return true;
	}
	return false;
}

/* Pieces about as large as one, outside of the frame: those that hang together
 * with the frame or, where none does, with the one that is most like a piece.
 */
static void find_tray(const struct search *search, const struct frame *frame,
		      double px_pitch, struct tray *tray)
{
	const struct shape_list *list = &search->shapes;
	const struct shape *near[MEMBERS_MOST];
	bool taken[MEMBERS_MOST] = { 0 };
	double unlike[MEMBERS_MOST], usual;
	struct point low, high;
	int count = 0, best = -1;
	bool more = true, beside = false;

	*tray = (struct tray){ .px_pitch = px_pitch };
	for (size_t i = 0; i < list->count && count < MEMBERS_MOST; i++) {
		const struct shape *one = &list->shapes[i];

		if (fabs(log(one->px_pitch / px_pitch)) > params.alike)
			continue;
		if (quad_contains(&frame->px_corners, one->px_at)) {
			tray->within += is_telling(one);
			continue;
		}
		if (!is_on_sheet(search, frame, one))
			keep_alike(one, px_pitch, near, &count);
	}
	for (int i = 0; i < count; i++)
		if (is_telling(near[i]) &&
		    (best < 0 || near[i]->likeness > near[best]->likeness))
			best = i;
	shape_bounds(&frame->px_corners, &low, &high);
	for (int i = 0; i < count; i++) {
		taken[i] =
			(best < 0 || is_telling(near[i])) &&
			gap_to(near[i], &low, &high) <=
				params.apart * fmax(px_pitch, frame->px_pitch);
		beside |= taken[i];
	}
	if (best >= 0 && !beside)
		taken[best] = true;
	for (int i = 0; i < count; i++)
		if (taken[i])
			tray->members[tray->count++] = near[i];
	while (more) {
		more = false;
		for (int i = 0; i < count; i++) {
			if (taken[i] || find_gap(tray, near[i]) > params.apart)
				continue;
			taken[i] = more = true;
			tray->members[tray->count++] = near[i];
		}
	}
	for (int i = 0; i < tray->count; i++)
		unlike[i] = 1 - tray->members[i]->likeness;
	usual = median(unlike, tray->count);
	for (int i = 0; i < count; i++)
		if (!taken[i] && is_telling(near[i]))
			tray->left +=
				exp(-fmax(0, 1 - near[i]->likeness - usual) /
				    params.left_unlike);
}

/* Is something of another size painted as a member is, and like a piece? */
static bool is_stranger(const struct shape *shape, const struct frame *frame,
			const struct tray *tray)
{
	double by = fabs(log(shape->px_pitch / tray->px_pitch));
	bool same = false;

	if (by <= params.alike || by > params.stranger_size ||
	    shape->likeness < params.stranger_like ||
	    quad_contains(&frame->px_corners, shape->px_at))
		return false;
	for (int i = 0; i < tray->count; i++) {
		if (quad_contains(&tray->members[i]->px_quad, shape->px_at))
			return false;
		same |= fill_distance(tray->members[i]->fill, shape->fill) <
			params.stranger_colour;
	}
	return same;
}

static bool is_odder(const struct tray *tray, int a, int b)
{
	return tray->odd[a] > tray->odd[b];
}

static bool is_before(const struct tray *tray, int a, int b)
{
	const struct shape *p = tray->members[a], *q = tray->members[b];
	double down = p->px_at.y - q->px_at.y;

	return fabs(down) > p->px_pitch ? down < 0 : p->px_at.x < q->px_at.x;
}

static void put_in_order(struct tray *tray,
			 bool (*comes_first)(const struct tray *, int, int))
{
	for (int i = 1; i < tray->count; i++)
		for (int k = i; k && comes_first(tray, k, k - 1); k--) {
			const struct shape *one = tray->members[k];
			double odd = tray->odd[k];

			tray->members[k] = tray->members[k - 1];
			tray->odd[k] = tray->odd[k - 1];
			tray->members[k - 1] = one;
			tray->odd[k - 1] = odd;
		}
}

/* How likely what is so odd is a piece all the same. */
static double dropped_chance(double odd)
{
	return exp(-(odd - params.odd_least) / params.dropped_odd);
}

/* How unlike the others each member is: in size, in how much it is like a
 * piece, and in colour, where most have another's. Puts the oddest first. */
static void find_odd(struct tray *tray)
{
	double sizes[MEMBERS_MOST], unlike[MEMBERS_MOST], near[MEMBERS_MOST];
	double values[MEMBERS_MOST], size, usual, colour;
	int seamed = 0;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *one = tray->members[i];

		sizes[i] = values[i] = log(one->px_pitch);
		unlike[i] = 1 - one->likeness;
		near[i] = 255;
		seamed += one->seamed;
		for (int k = 0; k < tray->count; k++)
			if (k != i && is_telling(tray->members[k]))
				near[i] = fmin(
					near[i],
					fill_distance(one->fill,
						      tray->members[k]->fill));
	}
	size = median(values, tray->count);
	memcpy(values, unlike, sizeof values);
	usual = median(values, tray->count);
	memcpy(values, near, sizeof values);
	colour = median(values, tray->count);
	for (int i = 0; i < tray->count; i++)
		tray->odd[i] =
			fabs(sizes[i] - size) / params.odd_size +
			fmax(0, unlike[i] - usual) / params.odd_likeness +
			fmax(0, near[i] - colour) /
				(params.odd_colour + colour) +
			(is_telling(tray->members[i]) ? 0 : params.odd_plain) +
			(tray->members[i]->seamed || 2 * seamed < tray->count
				 ? 0
				 : params.odd_seamless);
	put_in_order(tray, is_odder);
}

/* Is a contour one of the pieces, or a block of one? */
static bool is_of_tray(const struct tray *tray, const struct contour *one,
		       double shrink)
{
	struct point at = { (one->box.x + one->box.width / 2.) * shrink,
			    (one->box.y + one->box.height / 2.) * shrink };
	double side = fmin(one->box.width, one->box.height) * shrink;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *shape = tray->members[i];

		/* a digit may be like a square or a bar */
		if ((is_telling(shape) ||
		     shape->likeness > params.plain_like) &&
		    quad_contains(&shape->px_quad, at) &&
		    side > .75 * shape->px_pitch)
			return true;
	}
	return false;
}

/* May a contour be a digit beside a piece? */
static bool may_be_digit(const struct tray *tray, const struct contour *one,
			 double shrink)
{
	struct point at = { (one->box.x + one->box.width / 2.) * shrink,
			    (one->box.y + one->box.height / 2.) * shrink };
	double height = one->box.height * shrink;
	bool near = !(one->depth & 1) && !one->inlet.width;

	if (near)
		return true; /* no stroke */
	if (height < .8 * params.number_least * tray->px_pitch ||
	    height > 1.2 * params.number_most * tray->px_pitch)
		return false;
	for (int i = 0; i < tray->count && !near; i++)
		near = point_distance(tray->members[i]->px_at, at) <
		       (params.number_apart + 3) * tray->px_pitch;
	return near && !is_of_tray(tray, one, shrink);
}

static double distance_to(const struct shape *shape, struct point at)
{
	struct sigils_shape squares;
	double least = HUGE_VAL;

	if (point_distance(shape->px_at, at) >
	    (params.number_apart + 3) * shape->px_pitch)
		return HUGE_VAL;
	sigils_shape(shape->kind, shape->turns, &squares);
	for (int i = 0; i < 4; i++) {
		struct quad quad =
			shape_square(shape, squares.x[i], squares.y[i]);
		struct point middle =
			point_mix(quad.corner[0], quad.corner[2], .5);

		least = fmin(least, point_distance(middle, at));
	}
	return least / shape->px_pitch;
}

/* The places of a word that may be a number: itself, then ever less of it, as a
 * sign may stand before or after it. */
enum { PLACES = 9 };

/* The right or, of a negative width, the left part of a word, so many of its
 * heights wide; of no size where it is hardly wider than that. */
static struct quad cut_sign(const struct token *word, double width)
{
	const struct point *c = word->px_quad.corner;
	double share =
		fabs(width) * word->px_height / fmax(word->px_width, 1e-9);
	double left = width < 0 ? 0 : 1 - share, right = width < 0 ? share : 1;

	if (share > params.cut_most ||
	    word->px_width < params.cut_least * word->px_height)
		return (struct quad){ 0 };
	return (struct quad){
		{ point_mix(c[0], c[1], left), point_mix(c[0], c[1], right),
		  point_mix(c[3], c[2], right), point_mix(c[3], c[2], left) }
	};
}

static const struct count_word *find_known(const struct search *search,
					   const struct token *token)
{
	for (size_t i = 0; i < search->known_count; i++)
		if (!memcmp(&search->known[i].px_quad, &token->px_quad,
			    sizeof token->px_quad))
			return &search->known[i];
	return NULL;
}

/* Reads those places, from one to before another, of words that are no clear
 * numbers yet. */
static int read_places(const struct search *search,
		       const struct token *const *tokens,
		       struct count_word *words, int count, int from, int to)
{
	struct quad places[PLACES * NUMBERS_MOST];
	struct number_reading readings[PLACES * NUMBERS_MOST];
	int owner[PLACES * NUMBERS_MOST], place_count = 0;

	for (int i = 0; i < count; i++)
		for (int k = from;
		     k < to && words[i].chance <= params.number_clear; k++) {
			struct quad quad =
				k ? cut_sign(tokens[i], params.cuts[k])
				  : tokens[i]->px_quad;

			if (fabs(quad_area(&quad)) < 1)
				continue;
			places[place_count] = quad;
			owner[place_count++] = i;
		}
	if (place_count &&
	    number_read_places(search->reader, search->image, places,
			       place_count, readings, search->problem) < 0)
		return -1;
	for (int i = 0; i < place_count; i++) {
		struct count_word *word = &words[owner[i]];
		const struct number_reading *reading = &readings[i];
		double chance = reading->count ? reading->values[0].chance : 0;

		if (chance <= word->chance)
			continue;
		word->chance = chance;
		word->value = chance < params.number_least_sure
				      ? -1
				      : reading->values[0].value;
	}
	return 0;
}

/* Reads words; of those that are no clear numbers as they stand, parts. */
static int read_words(struct search *search, const struct token *const *tokens,
		      int count)
{
	struct count_word *words;

	if (alloc_grow(&search->known, &search->known_capacity,
		       search->known_count + (size_t)count + 1,
		       sizeof *search->known) < 0)
		return -1;
	words = search->known + search->known_count;
	for (int i = 0; i < count; i++)
		words[i] =
			(struct count_word){ .px_quad = tokens[i]->px_quad,
					     .px_at = tokens[i]->px_at,
					     .px_height = tokens[i]->px_height,
					     .value = -1 };
	search->known_count += (size_t)count;
	return read_places(search, tokens, words, count, 0, 1) < 0 ||
			       read_places(search, tokens, words, count, 1,
					   PLACES) < 0
		       ? -1
		       : 0;
}

/* Adds a word unless it is known more surely. */
static void add_word(struct search *search, const struct count_word *word)
{
	for (int i = 0; i < search->word_count; i++) {
		struct count_word *one = &search->words[i];

		if (point_distance(one->px_at, word->px_at) >
		    fmin(one->px_height, word->px_height) / 2)
			continue;
		if (word->chance > one->chance)
			*one = *word;
		return;
	}
	if (search->word_count < NUMBERS_MOST)
		search->words[search->word_count++] = *word;
}

/* The words of one mask near pieces, read. */
static int read_mask(struct search *search, const struct word_mask *mask,
		     const struct tray *tray)
{
	const struct token *fresh[NUMBERS_MOST], *near[NUMBERS_MOST];
	double apart[NUMBERS_MOST];
	int near_count = 0, fresh_count = 0, result;
	struct token_list tokens = { 0 };
	bool *skip = alloc_array((size_t)mask->count + 1, sizeof *skip);

	if (!skip)
		return -1;
	for (int i = 0; i < mask->count; i++)
		skip[i] = !may_be_digit(tray, &mask->contours[i],
					search->level->shrink);
	result = tokens_of_contours(search->level, mask->kind, mask->strength,
				    mask->contours, mask->count, skip, &tokens);
	free(skip);
	for (size_t i = 0; i < tokens.count; i++) {
		const struct token *token = &tokens.tokens[i];
		double by = HUGE_VAL;
		int at = near_count;

		if (token->kind != TOKEN_WORD ||
		    token->px_height < params.number_least * tray->px_pitch ||
		    token->px_height > params.number_most * tray->px_pitch)
			continue;
		for (int k = 0; k < tray->count; k++)
			by = fmin(by,
				  distance_to(tray->members[k], token->px_at));
		/* the nearest ones first */
		while (at && apart[at - 1] > by)
			at--;
		if (by > params.number_apart || at == NUMBERS_MOST)
			continue;
		near_count += near_count < NUMBERS_MOST;
		for (int k = near_count - 1; k > at; k--) {
			near[k] = near[k - 1];
			apart[k] = apart[k - 1];
		}
		near[at] = token;
		apart[at] = by;
	}
	for (int i = 0; i < near_count; i++)
		if (!find_known(search, near[i]))
			fresh[fresh_count++] = near[i];
	if (result == 0)
		result = read_words(search, fresh, fresh_count);
	for (int i = 0; i < near_count && result == 0; i++)
		add_word(search, find_known(search, near[i]));
	tokens_free(&tokens);
	return result;
}

/* Reads the words near all pieces of these sizes. */
static int read_numbers(struct search *search, const double *sizes, int count)
{
	search->word_count = 0;
	for (int i = 0; i < count; i++) {
		struct tray all = { .px_pitch = sizes[i] };

		for (size_t k = 0;
		     k < search->shapes.count && all.count < MEMBERS_MOST;
		     k++) {
			const struct shape *one = &search->shapes.shapes[k];

			/* a page's words are as large as its pieces */
			if (fabs(log(one->px_pitch / sizes[i])) <=
				    params.alike &&
			    one->likeness > (is_telling(one)
						     ? params.numbered_like
						     : params.stranger_like))
				all.members[all.count++] = one;
		}
		for (int k = 0; k < search->mask_count; k++)
			if (read_mask(search, &search->masks[k], &all) < 0)
				return -1;
	}
	return 0;
}

/* Looks for words in one more mask. */
static int add_mask(struct search *search, enum mask_kind kind, double strength,
		    int window)
{
	struct word_mask *mask = &search->masks[search->mask_count];

	mask->kind = kind;
	mask->strength = strength;
	mask->count = pixels_contours(search->level, kind, strength, window,
				      &mask->contours);
	search->mask_count += mask->count >= 0;
	return mask->count;
}

static double spread(const double *values, int count)
{
	double mean = 0, square = 0;

	for (int i = 0; i < count; i++)
		mean += values[i] / count;
	for (int i = 0; i < count; i++)
		square += (values[i] - mean) * (values[i] - mean) / count;
	return sqrt(square);
}

/* A corner, the middle of a side or of the whole of a piece. */
static struct point anchor_of(const struct shape *shape, int anchor)
{
	struct point low = shape->px_low, high = shape->px_high;

	return (struct point){ low.x + (high.x - low.x) * (anchor % 3) / 2,
			       low.y + (high.y - low.y) * (anchor / 3) / 2 };
}

/* Gives each piece the number that stands about as far from it as `px_off`
 * says; returns how many have one. */
static int number_pieces(const struct search *search, const struct tray *tray,
			 int anchor, struct point px_off,
			 struct numbering *made)
{
	bool used[NUMBERS_MOST] = { 0 };
	double height[MEMBERS_MOST], far = 0, off = 0, doubt = 0;
	const struct count_word *word;
	int numbered = 0;

	memset(made, 0, sizeof *made);
	for (int i = 0; i < tray->count; i++) {
		struct point at =
			point_add(anchor_of(tray->members[i], anchor), px_off);
		double least = params.number_off * tray->px_pitch;
		int best = -1;

		for (int k = 0; k < search->word_count; k++) {
			const struct count_word *one = &search->words[k];
			double by;

			if (fabs(one->px_at.x - at.x) > least ||
			    fabs(one->px_at.y - at.y) > least || used[k] ||
			    one->value < 0)
				continue;
			by = point_distance(one->px_at, at);
			if (by < least) {
				least = by;
				best = k;
			}
		}
		if (best < 0) {
			made->dropped += dropped_chance(tray->odd[i]);
			continue;
		}
		word = made->word[i] = &search->words[best];
		used[best] = true;
		height[numbered++] = 2 * log(word->px_height);
		off += pow(least / tray->px_pitch, 2);
		far += distance_to(tray->members[i], word->px_at);
		doubt += log(fmax(word->chance, 1e-6));
	}
	if (!numbered)
		return 0;
	made->unaligned = sqrt(off / numbered) + spread(height, numbered);
	made->cost = made->unaligned + made->dropped +
		     (params.number_far * far - doubt) / numbered;
	return numbered;
}

/* Keeps the best ones that differ. */
static void keep_numbering(struct tray *tray, const struct numbering *one)
{
	int at = 0, count = tray->numbering_count;
	size_t size = (size_t)tray->count * sizeof(one->word[0]);

	for (int i = 0; i < count; i++)
		if (!memcmp(tray->numberings[i].word, one->word, size)) {
			if (one->cost < tray->numberings[i].cost)
				tray->numberings[i] = *one;
			return;
		}
	while (at < count && tray->numberings[at].cost <= one->cost)
		at++;
	if (at == NUMBERINGS_MOST)
		return;
	if (count < NUMBERINGS_MOST)
		tray->numbering_count = ++count;
	memmove(&tray->numberings[at + 1], &tray->numberings[at],
		(size_t)(count - at - 1) * sizeof *one);
	tray->numberings[at] = *one;
}

/* Numbers pieces as one would be by a word. */
static void try_word(const struct search *search, struct tray *tray,
		     const struct shape *from, const struct count_word *word)
{
	enum { ANCHORS = 9 };

	for (int i = 0; i < ANCHORS; i++) {
		struct point off = point_sub(word->px_at, anchor_of(from, i));
		struct numbering made;
		int numbered = number_pieces(search, tray, i, off, &made);

		if (numbered - 1 > tray->beside &&
		    word->chance > params.number_sure)
			tray->beside = numbered - 1;
		if (numbered == tray->count ||
		    (numbered > 1 && tray->count - numbered <= DROPPED_MOST))
			keep_numbering(tray, &made);
	}
}

/* Finds the numbers of pieces: they stand alike beside (or in) all of them. */
static void find_numberings(struct search *search, struct tray *tray)
{
	int probe[] = { 0, tray->count / 2, tray->count - 1 };
	struct tray *known;

	for (int i = 0; i < KNOWN_MOST; i++) {
		known = &search->known_trays[i];
		if (known->count != tray->count ||
		    memcmp(known->members, tray->members,
			   (size_t)tray->count * sizeof(tray->members[0])))
			continue;
		memcpy(tray->numberings, known->numberings,
		       sizeof tray->numberings);
		tray->numbering_count = known->numbering_count;
		tray->beside = known->beside;
		return;
	}
	tray->numbering_count = tray->beside = 0;
	for (int i = 0; i < 3 && tray->count; i++) {
		const struct shape *from = tray->members[probe[i]];

		for (int k = 0; k < search->word_count; k++) {
			const struct count_word *word = &search->words[k];

			if (word->value >= 0 &&
			    distance_to(from, word->px_at) <=
				    params.number_apart)
				try_word(search, tray, from, word);
		}
	}
	known = &search->known_trays[search->known_next++ % KNOWN_MOST];
	*known = *tray;
}

/* How surely a piece is of its kind. */
static double kind_chance(const struct shape *shape)
{
	double more = shape->likeness - shape->other_likeness;

	if (shape->other == SIGILS_KIND_COUNT)
		return .9998;
	return 1 / (1 + exp(-params.kind_slope * (more - params.kind_least)));
}

static struct box bounds_of(const struct quad *quad)
{
	struct point low, high;

	shape_bounds(quad, &low, &high);
	return (struct box){ (int)floor(low.x), (int)floor(low.y),
			     (int)ceil(high.x - floor(low.x)),
			     (int)ceil(high.y - floor(low.y)) };
}

/* Adds a piece that stands with its middle square's middle at a cell. */
static void add_piece(struct sigils_claim *claim, const struct shape *shape,
		      struct point cell, double chance, struct box px_box)
{
	struct sigils *sigils = &claim->puzzle;
	int at = sigils->piece_count;

	if (at == SIGILS_PIECES_MAX)
		return;
	sigils->pieces[at] = (uint8_t)shape->kind;
	sigils->turns[at] = (uint8_t)(shape->turns % sigils_poses(shape->kind));
	sigils->places[at] = (struct sigils_place){ cell.x, cell.y };
	sigils->has_places = true;
	sigils->piece_count++;
	claim->seen[at] = (struct sigils_seen){ shape->other, chance,
						1 - chance, px_box };
}

/* How often a tray's piece is there, by its number if they have some. */
static int count_of(const struct numbering *numbers, int at)
{
	return !numbers ? 1 : numbers->word[at] ? numbers->word[at]->value : 0;
}

/* Adds the pieces of a tray, so many of each, and those that lie already. */
static void add_pieces(struct sigils_claim *claim, const struct frame *frame,
		       const struct tray *tray, const struct numbering *numbers)
{
	struct homography px_to_cell;
	struct sigils_shape squares;

	claim->pieces_chance = 1;
	if (homography_inverse(&frame->cell_to_px, &px_to_cell) < 0)
		return;
	for (int i = 0; i < tray->count; i++) {
		const struct shape *shape = tray->members[i];
		int times = count_of(numbers, i);
		double chance = kind_chance(shape);
		int middle;
		struct quad square;
		struct point at;

		sigils_shape(shape->kind, shape->turns, &squares);
		middle = sigils_middle_square(&squares);
		square = shape_square(shape, squares.x[middle],
				      squares.y[middle]);
		at = homography_apply(
			&px_to_cell,
			point_mix(square.corner[0], square.corner[2], .5));
		if (times)
			claim->pieces_chance *= chance;
		for (int k = 0; k < times; k++)
			add_piece(claim, shape, at, chance,
				  bounds_of(&shape->px_quad));
	}
	for (int i = 0; i < frame->laid_count; i++) {
		const struct shape *shape = &frame->laid[i];
		struct quad quad;
		int middle;

		sigils_shape(shape->kind, shape->turns, &squares);
		middle = sigils_middle_square(&squares);
		quad = quad_from_box(frame->laid_at[i][0], frame->laid_at[i][1],
				     squares.width, squares.height);
		for (int k = 0; k < 4; k++)
			quad.corner[k] = homography_apply(&frame->cell_to_px,
							  quad.corner[k]);
		claim->pieces_chance *= kind_chance(shape);
		add_piece(
			claim, shape,
			(struct point){
				frame->laid_at[i][0] + squares.x[middle] + .5,
				frame->laid_at[i][1] + squares.y[middle] + .5 },
			kind_chance(shape), bounds_of(&quad));
	}
}

/* Squares that the pieces of a tray fill. */
static int tray_squares(const struct tray *tray,
			const struct numbering *numbers)
{
	int pieces = 0;

	for (int i = 0; i < tray->count; i++)
		pieces += count_of(numbers, i);
	return 4 * pieces;
}

/* How much less the faintest square or bar stands out than all other pieces;
 * log2 beyond half as much. */
static double find_faint(const struct tray *tray,
			 const struct numbering *numbers)
{
	double least = HUGE_VAL, plain = HUGE_VAL;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *one = tray->members[i];

		if (!count_of(numbers, i))
			continue;
		if (is_telling(one))
			least = fmin(least, one->contrast);
		else
			plain = fmin(plain, one->contrast);
	}
	return least < HUGE_VAL && plain < HUGE_VAL
		       ? fmax(0, log2(least / plain) - 1)
		       : 0;
}

static void measure(struct sigils_claim *claim, const struct frame *frame,
		    const struct tray *tray, const struct numbering *numbers)
{
	double *f = claim->features, unlike = 0;
	int squares = sigils_squares(&claim->puzzle), telling = 0, used = 0;
	int filled = 4 * claim->puzzle.piece_count;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *shape = tray->members[i];

		telling += is_telling(shape) && (!numbers || numbers->word[i]);
		if (!count_of(numbers, i))
			continue;
		unlike += (1 - shape->likeness) * (1 - shape->likeness);
		used++;
		if (numbers)
			f[SIGILS_NUMBERS] -=
				log(fmax(numbers->word[i]->chance, 1e-6));
	}
	used = used ? used : 1;
	f[SIGILS_BIAS] = 1;
	f[SIGILS_PLATE] = frame->is_plate;
	if (frame->is_plate)
		f[SIGILS_PLATE_FIT] =
			fabs(log(frame->px_pitch / tray->px_pitch));
	f[SIGILS_AREA] = fabs((double)filled - squares) / fmax(1, squares);
	f[SIGILS_EXACT] = filled == squares;
	f[SIGILS_UNLIKE] = 10 * sqrt(unlike / used);
	f[SIGILS_UNSEEN] = frame->unseen;
	f[SIGILS_ODD] = frame->odd;
	f[SIGILS_WITHIN] = frame->within;
	f[SIGILS_INKED] = frame->inked;
	f[SIGILS_FAINT] = find_faint(tray, numbers);
	f[SIGILS_KINDS] = log2(1 + telling);
	f[SIGILS_LONE] = tray->count + frame->laid_count == 1;
	f[SIGILS_PLATE_OFF] = f[SIGILS_PLATE_FIT] > params.plate_off;
	f[SIGILS_ODD_PLAIN] = fmax(0, tray->odd_plain - params.odd_usual);
	f[SIGILS_COUNTED] = numbers && !frame->is_plate;
	f[SIGILS_PLATE_COUNTED] = numbers && frame->is_plate;
	f[SIGILS_DROPPED] =
		log2(1 + tray->dropped + (numbers ? numbers->dropped : 0));
	if (numbers)
		f[SIGILS_UNALIGNED] = numbers->unaligned;
	else
		f[SIGILS_BESIDE] = (double)tray->beside / fmax(1, used);
	f[SIGILS_LEFT] = log2(1 + tray->left);
}

static void judge(struct sigils_claim *claim)
{
	double sum = 0;

	for (int i = 0; i < SIGILS_FEATURES; i++)
		sum += sigils_weights[i] * claim->features[i];
	claim->score = exp(fmin(sum, SCORE_MOST));
}

static int add_claim(struct search *search, const struct frame *frame,
		     const struct tray *tray, const struct numbering *numbers)
{
	struct sigils_claims *claims = search->claims;
	struct sigils_claim *claim;

	if (alloc_grow(&claims->claims, &claims->capacity, claims->count + 1,
		       sizeof *claims->claims) < 0)
		return -1;
	claim = &claims->claims[claims->count];
	memset(claim, 0, sizeof *claim);
	sigils_init(&claim->puzzle, frame->columns, frame->rows);
	claim->cell_to_px = frame->cell_to_px;
	claim->px_corners = frame->px_corners;
	for (int i = 0; i < frame->columns * frame->rows; i++) {
		int x = i % frame->columns, y = i / frame->columns;

		claim->puzzle.hole[y][x] = frame->square[y][x] == SQUARE_HOLE ||
					   frame->square[y][x] == SQUARE_TINTED;
	}
	add_pieces(claim, frame, tray, numbers);
	measure(claim, frame, tray, numbers);
	judge(claim);
	claims->count += claim->score >= params.least;
	return 0;
}

/* Claims a frame with a tray, its pieces counted by their numbers or one by
 * one. Of a plate the pieces tell how many squares it has. */
static int claim_tray(struct search *search, const struct frame *frame,
		      const struct plate *plate, const struct tray *tray)
{
	for (int n = -1; n < tray->numbering_count; n++) {
		const struct numbering *numbers =
			n < 0 ? NULL : &tray->numberings[n];
		struct frame made;

		if (!plate && add_claim(search, frame, tray, numbers) < 0)
			return -1;
		for (int i = 0;
		     plate && frame_of_plate(plate, tray_squares(tray, numbers),
					     i, &made);
		     i++)
			if (add_claim(search, &made, tray, numbers) < 0)
				return -1;
	}
	return 0;
}

/* How much telling pieces of a size are pieces, all of them. */
static double weigh_size(const struct shape_list *list, double size)
{
	double weight = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct shape *one = &list->shapes[i];

		if (is_telling(one) &&
		    fabs(one->px_pitch - size) < params.alike * size / 2)
			weight += pow(
				fmax(0, one->likeness - params.like_least), 2);
	}
	return weight;
}

/* The sizes of telling pieces, each once, those that are most so. */
static int find_sizes(const struct shape_list *list, double sizes[TRAYS_MOST])
{
	int count = 0;

	while (count < TRAYS_MOST) {
		double best = 0, most = params.size_weight;

		for (size_t i = 0; i < list->count; i++) {
			double size = list->shapes[i].px_pitch, weight;
			bool known = !is_telling(&list->shapes[i]);

			for (int k = 0; k < count && !known; k++)
				known = fabs(log(size / sizes[k])) <
					params.alike;
			weight = known ? 0 : weigh_size(list, size);
			if (weight > most) {
				most = weight;
				best = size;
			}
		}
		if (best <= 0)
			break;
		sizes[count++] = best;
	}
	return count;
}

/* May those of the oddest members (bits) be none? Either the oddest ones of
 * all, or so many that the others fill the frame. */
static bool is_worth_dropping(const struct tray *tray,
			      const struct frame *frame,
			      const struct plate *plate, unsigned dropped)
{
	int count = 0;

	for (int i = 0; i < ODD_MOST; i++) {
		if (!(dropped & 1u << i))
			continue;
		count++;
		if (i >= tray->count || tray->odd[i] < params.odd_least)
			return false;
	}
	return count <= DROPPED_MOST && count < tray->count &&
	       (dropped == (1u << count) - 1 ||
		(!plate &&
		 4 * (tray->count - count) == frame->columns * frame->rows));
}

static int try_dropping(struct search *search, const struct frame *frame,
			const struct plate *plate, const struct tray *tray,
			unsigned dropped)
{
	struct tray kept = *tray;

	kept.count = 0;
	for (int i = 0; i < tray->count; i++) {
		if (i < ODD_MOST && dropped & 1u << i) {
			kept.dropped += dropped_chance(tray->odd[i]);
			continue;
		}
		kept.members[kept.count] = tray->members[i];
		kept.odd[kept.count++] = tray->odd[i];
		if (!is_telling(tray->members[i]))
			kept.odd_plain = fmax(kept.odd_plain, tray->odd[i]);
	}
	put_in_order(&kept, is_before);
	find_numberings(search, &kept);
	return claim_tray(search, frame, plate, &kept);
}

static int try_frame(struct search *search, const struct frame *frame,
		     const struct plate *plate, double size)
{
	double by = frame->px_pitch / size;
	struct tray tray;

	if (!plate && (by < params.size_least || by > params.size_most))
		return 0;
	find_tray(search, frame, size, &tray);
	/* a card that holds pieces is no frame */
	if (plate && tray.within)
		return 0;
	for (size_t i = 0; i < search->shapes.count; i++)
		if (is_stranger(&search->shapes.shapes[i], frame, &tray))
			tray.left += STRANGER_COUNTS;
	find_odd(&tray);
	for (unsigned dropped = 0; dropped < 1u << ODD_MOST; dropped++)
		if (is_worth_dropping(&tray, frame, plate, dropped) &&
		    try_dropping(search, frame, plate, &tray, dropped) < 0)
			return -1;
	return 0;
}

/* Adds frames that reach as far as a plate around what is seen of them, where
 * that is a whole number of squares more. */
static int extend_frames(struct search *search)
{
	size_t count = search->frames.count;

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < search->plate_count; k++) {
			struct frame frame = search->frames.frames[i];

			if (!frame_extend(&frame, &search->plates[k].px_quad))
				continue;
			if (frame_list_add(&search->frames, &frame) < 0)
				return -1;
		}
	return 0;
}

/* Is a plate a frame whose squares are seen? */
static bool shows_lines(const struct search *search, const struct plate *plate)
{
	double area = fabs(quad_area(&plate->px_quad));

	for (size_t i = 0; i < search->frames.count; i++) {
		const struct frame *frame = &search->frames.frames[i];
		struct point middle =
			point_mix(frame->px_corners.corner[0],
				  frame->px_corners.corner[2], .5);
		double by = fabs(quad_area(&frame->px_corners)) / area;

		if (by > params.lines_least && by < 1 / params.lines_least &&
		    quad_contains(&plate->px_quad, middle))
			return true;
	}
	return false;
}

/* Claims all frames that there are, with all pieces of one size. */
static int claim_size(struct search *search, double size)
{
	for (size_t i = 0; i < search->frames.count; i++) {
		struct frame frame = search->frames.frames[i];

		do {
			if (try_frame(search, &frame, NULL, size) < 0)
				return -1;
		} while (frame_untint(&frame));
	}
	for (size_t i = 0; i < search->plate_count; i++) {
		const struct plate *plate = &search->plates[i];
		struct frame frame = {
			.px_corners = plate->px_quad,
			.px_pitch = sqrt(plate->px_width * plate->px_height) / 6
		};

		if (shows_lines(search, plate) ||
		    plate->px_width < 2 * size * params.size_least ||
		    plate->px_height < 2 * size * params.size_least ||
		    plate->px_width * plate->px_height <
			    params.plate_least * size * size)
			continue;
		if (try_frame(search, &frame, plate, size) < 0)
			return -1;
	}
	return 0;
}

static int by_score(const void *a, const void *b)
{
	const struct sigils_claim *p = a, *q = b;
	double x = p->score * p->pieces_chance;
	double y = q->score * q->pieces_chance;

	return (x < y) - (x > y);
}

/* Do two claims say the same puzzle, wherever it lies? */
static bool is_same(const struct sigils *a, const struct sigils *b)
{
	int more[SIGILS_KIND_COUNT] = { 0 };

	if (a->columns != b->columns || a->rows != b->rows ||
	    a->piece_count != b->piece_count ||
	    memcmp(a->hole, b->hole, sizeof a->hole))
		return false;
	for (int i = 0; i < a->piece_count; i++) {
		more[a->pieces[i]]++;
		more[b->pieces[i]]--;
	}
	for (int i = 0; i < SIGILS_KIND_COUNT; i++)
		if (more[i])
			return false;
	return true;
}

/* All claims compete, and with them that nothing is there; those that say the
 * same puzzle support each other. */
static void share_chance(struct sigils_claims *claims)
{
	double all = 1;

	if (claims->count)
		qsort(claims->claims, claims->count, sizeof *claims->claims,
		      by_score);
	for (size_t i = 0; i < claims->count; i++) {
		claims->claims[i].chance = 0;
		all += claims->claims[i].score;
	}
	for (size_t i = 0; i < claims->count; i++) {
		struct sigils_claim *one = &claims->claims[i];

		for (size_t k = 0; k < claims->count && i < TOLD_MOST; k++)
			if (is_same(&one->puzzle, &claims->claims[k].puzzle))
				one->chance += claims->claims[k].score / all;
	}
}

/* The square that a contour lies in the middle of, as a number would; -1: of
 * none. */
static int square_of(const struct frame *frame,
		     const struct homography *px_to_cell,
		     const struct token *token)
{
	struct point at = homography_apply(px_to_cell, token->px_at);
	double side = fmax(token->px_width, token->px_height);
	int x = (int)floor(at.x), y = (int)floor(at.y);

	return side < params.ink_least * frame->px_pitch ||
			       side > params.ink_most * frame->px_pitch ||
			       x < 0 || y < 0 || x >= frame->columns ||
			       y >= frame->rows ||
			       hypot(at.x - x - .5, at.y - y - .5) >
				       params.ink_least
		       ? -1
		       : y * frame->columns + x;
}

static struct token token_of(const struct contour *contour, double shrink)
{
	const struct box *box = &contour->box;
	struct quad quad = quad_from_box(
		(box->x + .5) * shrink - .5, (box->y + .5) * shrink - .5,
		box->width * shrink, box->height * shrink);

	return (struct token){ .kind = TOKEN_WORD,
			       .px_quad = quad,
			       .px_at = point_mix(quad.corner[0],
						  quad.corner[2], .5),
			       .px_width = box->width * shrink,
			       .px_height = box->height * shrink };
}

/* Finds squares of a frame that numbers are written in: those of other puzzles
 * have some. */
static int find_ink(struct search *search, struct frame *frame)
{
	bool ink[SIGILS_SIDE_MAX * SIGILS_SIDE_MAX] = { 0 };
	struct homography px_to_cell;
	int inked = 0;

	frame->inked = 0;
	if (homography_inverse(&frame->cell_to_px, &px_to_cell) < 0)
		return 0;
	for (int i = 0; i < search->mask_count; i++)
		for (int k = 0; k < search->masks[i].count; k++) {
			struct token token =
				token_of(&search->masks[i].contours[k],
					 search->level->shrink);
			const struct token *fresh = &token;
			const struct count_word *word;
			int at = square_of(frame, &px_to_cell, &token);

			if (at < 0 || ink[at])
				continue;
			if (!find_known(search, &token) &&
			    read_words(search, &fresh, 1) < 0)
				return -1;
			word = find_known(search, &token);
			ink[at] = word && word->value >= 0 &&
				  word->chance > params.number_sure;
			inked += ink[at];
		}
	frame->inked = log2(1 + inked);
	return 0;
}

static int make_claims(struct search *search)
{
	double sizes[TRAYS_MOST];
	int count = find_sizes(&search->shapes, sizes);

	memset(search->known_trays, 0, sizeof search->known_trays);
	/* the best of what was claimed before stays */
	search->claims->count = search->claims->count > 0;
	if (count && extend_frames(search) < 0)
		return -1;
	frames_compare(&search->frames);
	shapes_measure(&search->shapes, search->level);
	if (read_numbers(search, sizes, count) < 0)
		return -1;
	for (size_t i = 0; i < search->frames.count && count; i++) {
		frame_look(&search->frames.frames[i], search->level,
			   &search->shapes);
		if (find_ink(search, &search->frames.frames[i]) < 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (claim_size(search, sizes[i]) < 0)
			return -1;
	share_chance(search->claims);
	return 0;
}

/* Plates at one place are one. */
static int keep_plates(struct search *search)
{
	for (size_t i = 0; i < search->shapes.plate_count; i++) {
		const struct plate *one = &search->shapes.plates[i];
		double near = .06 * fmin(one->px_width, one->px_height);
		size_t k = 0;

		while (k < search->plate_count &&
		       point_distance(search->plates[k].px_quad.corner[0],
				      one->px_quad.corner[0]) +
				       point_distance(
					       search->plates[k]
						       .px_quad.corner[2],
					       one->px_quad.corner[2]) >
			       near)
			k++;
		if (k < search->plate_count)
			continue;
		if (alloc_grow(&search->plates, &search->plate_capacity,
			       search->plate_count + 1,
			       sizeof *search->plates) < 0)
			return -1;
		search->plates[search->plate_count++] = *one;
	}
	return 0;
}

static int look(struct search *search, const struct pixel_level *level,
		enum mask_kind kind, double strength, int window)
{
	struct contour *contours;
	int count = pixels_contours(level, kind, strength, window, &contours);
	int result = count < 0 ? -1
			       : shapes_add(&search->shapes, level, kind,
					    contours, count);

	if (result == 0)
		result = frames_add(&search->frames, &search->shapes);
	if (result == 0)
		result = keep_plates(search);
	free(contours);
	return result;
}

/* So many masks are looked at in any case, more in an unclean picture. */
enum { FIRST_SOURCES = 2, MORE_SOURCES = 5 };

static bool is_promising(const struct shape_list *list)
{
	double size[TRAYS_MOST];

	return find_sizes(list, size) &&
	       weigh_size(list, size[0]) > params.weight_more;
}

int sigils_claim(struct number_reader *reader, const struct image *image,
		 const struct pixel_level *levels, int count, int base,
		 double noise, struct sigils_claims *claims,
		 struct problem *problem)
{
	struct search search = { .reader = reader,
				 .image = image,
				 .level = &levels[base],
				 .claims = claims,
				 .problem = problem };
	double edge[2], ink = 5 + noise;
	int window[2], coarse = base, result = 0;

	while (coarse + 1 < count &&
	       levels[coarse].width + levels[coarse].height > 2 * params.coarse)
		coarse++;
	for (int i = 0; i < 2; i++) {
		const struct pixel_level *level = &levels[i ? coarse : base];

		edge[i] = fmax(params.edge_least,
			       params.noise_times *
				       (i ? pixels_noise(level) : noise));
		window[i] = (level->width < level->height ? level->width
							  : level->height);
	}
	const struct {
		int level;
		enum mask_kind kind;
		double strength;
		int window;
	} sources[] = {
		{ 0, MASK_FLAT, edge[0], 0 },
		{ 0, MASK_CLOSED, edge[0], 7 },
		{ 1, MASK_FLAT, edge[1], 0 },
		{ 1, MASK_SMOOTH, fmax(4, edge[1] / 2), 0 },
		{ 1, MASK_NEAR, 20, window[1] / 3 },
		{ 1, MASK_NEAR, 40, window[1] / 3 },
		{ 1, MASK_GREY, 40, 0 },
		{ 1, MASK_NEAR, 12, window[1] / 3 },
		{ 1, MASK_NEAR, 70, window[1] / 3 },
		{ 1, MASK_INK, 4, window[1] / 12 },
		{ 1, MASK_LIGHT, 4, window[1] / 12 },
		{ 1, MASK_FLAT, 3 * edge[1], 0 },
		{ 1, MASK_GREY, 20, 0 },
		{ 1, MASK_GREY, 70, 0 },
		{ 1, MASK_DARK, 40, 0 },
		{ 1, MASK_DARK, 80, 0 },
		{ 1, MASK_DARK, 120, 0 },
		{ 1, MASK_DARK, 160, 0 },
		{ 1, MASK_DARK, 210, 0 },
	};

	if (add_mask(&search, MASK_FLAT, edge[0], 0) < 0 ||
	    (noise >= 1 &&
	     (add_mask(&search, MASK_INK, ink, window[0] / 24) < 0 ||
	      add_mask(&search, MASK_LIGHT, ink, window[0] / 24) < 0)))
		result = -1;
	for (size_t i = 0; i < sizeof sources / sizeof *sources && result == 0;
	     i++) {
		size_t before = search.shapes.count + search.frames.count +
				search.plate_count;
		int at = sources[i].level;

		if (claims->count &&
		    claims->claims[0].chance * claims->claims[0].pieces_chance >
			    params.sure)
			break;
		if (i >= FIRST_SOURCES + (noise >= 1 || search.frames.count
						  ? MORE_SOURCES
						  : 0) &&
		    !is_promising(&search.shapes))
			break;
		/* a clean picture shows all that it has to two of them */
		if (at && coarse == base && noise < 1 &&
		    sources[i].kind == MASK_FLAT &&
		    sources[i].strength <= edge[0])
			continue;
		result = look(&search, &levels[at ? coarse : base],
			      sources[i].kind, sources[i].strength,
			      sources[i].window);
		if (result == 0 && search.shapes.count + search.frames.count +
						   search.plate_count !=
					   before)
			result = make_claims(&search);
	}
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to look for sigils");
	shapes_free(&search.shapes);
	frames_free(&search.frames);
	free(search.plates);
	free(search.known);
	for (int i = 0; i < search.mask_count; i++)
		free(search.masks[i].contours);
	return result;
}
