#include "numberings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

enum { CUTS = 8 };

/* Everything that is tuned here. */
static const struct {
	/* a square or bar that is hardly a glyph; and pieces that numbers may
	 * stand beside, telling ones and others */
	double plain_like, numbered_like, plain_numbered_like;
	/* pieces of one size differ by less, logarithm */
	double alike;
	/* numbers are no further from their piece than so many of its squares,
	 * nor than by so many from another one, and by its squares so high */
	double apart, nearer, least, most;
	/* a word that is one less surely may be none, and surely is none;
	 * numbers stand no further from where they would beside a piece, in its
	 * squares, and together, and so little where they are no chance;
	 * they differ by less in height, logarithm; what
	 * a square's distance counts beside that */
	double sure, least_sure, off, unaligned, alike_most, high, far;
	/* ... and one that is as surely one need not be cut */
	double clear;
	/* what is left of a word without a sign that touches it, by its height,
	 * from the right and (negative) from the left; how little that may take
	 * away, and of how narrow a word; a stroke's height by the word's, at
	 * least */
	double cuts[CUTS], cut_most, cut_least, stroke;
	/* what is written in a square is so large, in squares, and no further
	 * from its middle than the least */
	double ink_least, ink_most;
} params = {
	.plain_like = .96,
	.numbered_like = .8,
	.plain_numbered_like = .9,
	.alike = .12,
	.apart = 5,
	.nearer = 2,
	.least = .12,
	.most = 2.2,
	.sure = .8,
	.least_sure = .2,
	.off = 1,
	.unaligned = 1.2,
	.alike_most = .7,
	.high = .45,
	.far = .05,
	.clear = .9,
	.cuts = { 1.35, .95, .75, .6, .5, .4, -.9, -.6 },
	.cut_most = .85,
	.cut_least = .95,
	.stroke = .4,
	.ink_least = .2,
	.ink_most = .6,
};

enum {
	/* numberings by their places alone that are read at a time, and how
	 * often */
	FOUND_MOST = 6,
	ROUNDS = 4,
	STROKES_MOST = 16,
	LEAVINGS = 4,
	/* the places of a word that may be a number: itself, without some of
	 * its strokes, then cut somewhere */
	PLACES = 1 + LEAVINGS + CUTS
};

/* So many strokes at a word's ends are no digits: x2, 2x, (2), (x2). */
static const struct {
	int first, last;
} leavings[LEAVINGS] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 2, 1 } };

struct stroke {
	double left, right, top, bottom;
};

struct found {
	struct numbering best[FOUND_MOST];
	int count;
};

void numberings_free(struct number_search *search)
{
	for (int i = 0; i < search->mask_count; i++)
		free(search->masks[i].contours);
	free(search->known);
	memset(search, 0, sizeof *search);
}

int numberings_add_mask(struct number_search *search, enum mask_kind kind,
			double strength, int window)
{
	struct word_mask *mask = &search->masks[search->mask_count];

	mask->kind = kind;
	mask->strength = strength;
	mask->count = pixels_contours(search->level, kind, strength, window,
				      &mask->contours);
	search->mask_count += mask->count >= 0;
	return mask->count < 0 ? -1 : 0;
}

/* Is a contour one of the pieces, or a block of one? */
static bool is_of_tray(const struct tray *tray, const struct contour *one,
		       double shrink)
{
	struct point at = { (one->box.x + one->box.width / 2.) * shrink,
			    (one->box.y + one->box.height / 2.) * shrink };
	double side = fmin(one->box.width, one->box.height) * shrink;
	double length = fmax(one->box.width, one->box.height) * shrink;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *shape = tray->members[i];

		/* a digit may be like a square or a bar */
		if ((tray_is_telling(shape) ||
		     shape->likeness > params.plain_like ||
		     length > 1.2 * params.most * shape->px_pitch) &&
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
	bool near = !(one->depth & 1) && !one->inlets[0].width;

	if (near)
		return true; /* no stroke */
	if (height < .8 * params.least * tray->px_pitch ||
	    height > 1.2 * params.most * tray->px_pitch)
		return false;
	for (int i = 0; i < tray->count && !near; i++)
		near = point_distance(tray->members[i]->px_at, at) <
		       (params.apart + 3) * tray->px_pitch;
	return near && !is_of_tray(tray, one, shrink);
}

/* A word's strokes from left to right: where they begin and end across and
 * down, shares of its width and height. Returns how many there are. */
static int find_strokes(const struct word_view *word, double shrink,
			struct stroke strokes[STROKES_MOST])
{
	const struct point *c = word->px_quad.corner;
	struct point along =
		point_scale(point_sub(c[1], c[0]), 1 / pow(word->px_width, 2));
	struct point down =
		point_scale(point_sub(c[3], c[0]), 1 / pow(word->px_height, 2));
	int count = 0;

	for (int i = 0; i < word->mask->count && count < STROKES_MOST; i++) {
		const struct contour *one = &word->mask->contours[i];
		struct point at = { (one->box.x + one->box.width / 2.) * shrink,
				    (one->box.y + one->box.height / 2.) *
					    shrink };
		struct point off = point_sub(at, c[0]);
		double x = off.x * along.x + off.y * along.y;
		double y = off.x * down.x + off.y * down.y;
		double width = one->box.width * shrink / word->px_width;
		double height = one->box.height * shrink / word->px_height;
		int k = count;

		if (!(one->depth & 1) || x < 0 || x > 1 ||
		    height < params.stroke ||
		    !quad_contains(&word->px_quad, at))
			continue;
		for (; k && strokes[k - 1].left > x - width / 2; k--)
			strokes[k] = strokes[k - 1];
		strokes[k] = (struct stroke){ x - width / 2, x + width / 2,
					      y - height / 2, y + height / 2 };
		count++;
	}
	return count;
}

static struct quad part_of(const struct word_view *word, double left,
			   double right, double top, double bottom)
{
	const struct point *c = word->px_quad.corner;
	struct quad part;

	for (int i = 0; i < 4; i++) {
		double x = i == 0 || i == 3 ? left : right;

		part.corner[i] = point_mix(point_mix(c[0], c[1], x),
					   point_mix(c[3], c[2], x),
					   i < 2 ? top : bottom);
	}
	return part;
}

/* A word's places, PLACES of them; of no size where there is none. */
static struct quad place_of(const struct word_view *word, double shrink,
			    int which)
{
	double width, share;

	if (which && which <= LEAVINGS) {
		struct stroke strokes[STROKES_MOST];
		int count = find_strokes(word, shrink, strokes);
		int first = leavings[which - 1].first;
		int last = count - 1 - leavings[which - 1].last;
		double top = 1, bottom = 0;

		for (int i = first; i <= last; i++) {
			top = fmin(top, strokes[i].top);
			bottom = fmax(bottom, strokes[i].bottom);
		}
		return first > last ? (struct quad){ 0 }
				    : part_of(word, strokes[first].left,
					      strokes[last].right, top, bottom);
	}
	width = which ? params.cuts[which - LEAVINGS - 1] : 0;
	share = fabs(width) * word->px_height / word->px_width;
	if (share > params.cut_most ||
	    (which && word->px_width < params.cut_least * word->px_height))
		return (struct quad){ 0 };
	return part_of(word, width > 0 ? 1 - share : 0, width < 0 ? share : 1,
		       0, 1);
}

static struct known_word *find_known(const struct number_search *search,
				     const struct word_view *token)
{
	for (size_t i = 0; i < search->known_count; i++)
		if (!memcmp(&search->known[i].px_quad, &token->px_quad,
			    sizeof token->px_quad))
			return &search->known[i];
	return NULL;
}

/* Reads those places, from one to before another, of words that are no clear
 * numbers yet. */
static int read_places(const struct number_search *search,
		       const struct word_view *const *tokens,
		       struct known_word *words, int count, int from, int to)
{
	enum { BATCH = 128 };
	struct quad places[BATCH];
	struct number_reading readings[BATCH];
	int owner[BATCH], place_count = 0;

	for (int n = 0; n <= count * (to - from); n++) {
		int i = n / (to - from), k = from + n % (to - from);
		bool last = n == count * (to - from);

		if (place_count && (last || place_count == BATCH)) {
			if (number_read_places(search->reader, search->image,
					       places, place_count, readings,
					       search->problem) < 0)
				return -1;
			for (int p = 0; p < place_count; p++) {
				struct known_word *word = &words[owner[p]];
				const struct number_reading *one = &readings[p];
				double chance =
					one->count ? one->values[0].chance : 0;

				if (chance <= word->chance)
					continue;
				word->chance = chance;
				word->value = chance < params.least_sure
						      ? -1
						      : one->values[0].value;
			}
			place_count = 0;
		}
		if (last || words[i].chance > params.clear)
			continue;
		places[place_count] =
			place_of(tokens[i], search->level->shrink, k);
		if (fabs(quad_area(&places[place_count])) < 1)
			continue;
		owner[place_count++] = i;
	}
	return 0;
}

/* Reads words that are not known; of those that are no clear numbers as they
 * stand, parts, if `cut`. */
static int read_words(struct number_search *search,
		      const struct word_view *const *tokens, int count,
		      bool cut)
{
	struct known_word *words;

	if (alloc_grow(&search->known, &search->known_capacity,
		       search->known_count + (size_t)count + 1,
		       sizeof *search->known) < 0)
		return -1;
	words = search->known + search->known_count;
	for (int i = 0; i < count; i++)
		words[i] = (struct known_word){ tokens[i]->px_quad, -1, 0 };
	search->known_count += (size_t)count;
	if (read_places(search, tokens, words, count, 0, 1) < 0)
		return -1;
	return cut ? read_places(search, tokens, words, count, 1, PLACES) : 0;
}

/* Adds a word, or one more view of a known one. */
static void add_word(struct number_search *search,
		     const struct word_view *token)
{
	struct count_word *one = NULL;

	for (int i = 0; i < search->word_count && !one; i++) {
		const struct word_view *known = &search->words[i].seen[0];

		if (point_distance(known->px_at, token->px_at) <=
		    fmin(known->px_height, token->px_height) / 2)
			one = &search->words[i];
	}
	if (!one && search->word_count < NUMBERS_MOST) {
		one = &search->words[search->word_count++];
		*one = (struct count_word){ .value = -1 };
	}
	if (one && one->seen_count < WORD_MASKS)
		one->seen[one->seen_count++] = *token;
}

/* Adds the words of one mask near pieces, the nearest first. */
static int add_words(struct number_search *search, const struct word_mask *mask,
		     const struct tray *tray)
{
	const struct token *near[NUMBERS_MOST];
	double apart[NUMBERS_MOST];
	int near_count = 0, result;
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
		    token->px_height < params.least * tray->px_pitch ||
		    token->px_height > params.most * tray->px_pitch)
			continue;
		for (int k = 0; k < tray->count; k++)
			by = fmin(by, tray_distance(tray->members[k],
						    token->px_at));
		while (at && apart[at - 1] > by)
			at--;
		if (by > params.apart || at == NUMBERS_MOST)
			continue;
		near_count += near_count < NUMBERS_MOST;
		for (int k = near_count - 1; k > at; k--) {
			near[k] = near[k - 1];
			apart[k] = apart[k - 1];
		}
		near[at] = token;
		apart[at] = by;
	}
	for (int i = 0; i < near_count; i++) {
		const struct word_view view = { near[i]->px_quad,
						near[i]->px_at,
						near[i]->px_width,
						near[i]->px_height, mask };

		add_word(search, &view);
	}
	tokens_free(&tokens);
	return result;
}

static int by_column(const void *a, const void *b)
{
	const struct count_word *p = a, *q = b;

	return order_doubles(&p->seen[0].px_at.x, &q->seen[0].px_at.x);
}

int numberings_find_words(struct number_search *search,
			  const struct shape_list *shapes, const double *sizes,
			  int count)
{
	memset(search->trays, 0, sizeof search->trays);
	search->word_count = 0;
	for (int i = 0; i < count; i++) {
		struct tray all = { .px_pitch = sizes[i] };

		for (size_t k = 0;
		     k < shapes->count && all.count < MEMBERS_MOST; k++) {
			const struct shape *one = &shapes->shapes[k];

			/* a page's words are as large as its pieces */
			if (fabs(log(one->px_pitch / sizes[i])) <=
				    params.alike &&
			    one->likeness >
				    (tray_is_telling(one)
					     ? params.numbered_like
					     : params.plain_numbered_like))
				all.members[all.count++] = one;
		}
		for (int k = 0; k < search->mask_count; k++)
			if (add_words(search, &search->masks[k], &all) < 0)
				return -1;
	}
	qsort(search->words, (size_t)search->word_count, sizeof *search->words,
	      by_column);
	return 0;
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

/* The word that stands nearest to a place, within so many pixels, about as high
 * as one; -1: none. */
static int nearest_word(const struct number_search *search, struct point at,
			double most, double px_height, const bool *used)
{
	int best = -1, low = 0, high = search->word_count;

	while (low < high) {
		int middle = (low + high) / 2;

		if (search->words[middle].seen[0].px_at.x < at.x - most)
			low = middle + 1;
		else
			high = middle;
	}
	for (int k = low; k < search->word_count; k++) {
		const struct count_word *one = &search->words[k];
		const struct word_view *token = &one->seen[0];
		double by;

		if (token->px_at.x > at.x + most)
			break;
		if (fabs(token->px_at.y - at.y) > most || used[k] ||
		    (one->read && one->value < 0) ||
		    fabs(log(token->px_height / px_height)) > params.high)
			continue;
		by = point_distance(token->px_at, at);
		if (by < most) {
			most = by;
			best = k;
		}
	}
	return best;
}

/* Gives each piece the number that stands about as far from it as `px_off`
 * says, which becomes how far they do in the mean; returns how many have one.
 */
static int number_pieces(const struct number_search *search,
			 const struct tray *tray, int anchor,
			 struct point *px_off, double px_height,
			 const double *nearest, struct numbering *made)
{
	struct point more = { 0 };
	bool used[NUMBERS_MOST] = { 0 };
	double height[MEMBERS_MOST], far = 0, off = 0, doubt = 0;
	int numbered = 0;

	memset(made, 0, sizeof *made);
	for (int i = 0; i < tray->count; i++) {
		struct point at =
			point_add(anchor_of(tray->members[i], anchor), *px_off);
		int best = nearest_word(search, at, params.off * tray->px_pitch,
					px_height, used);
		const struct count_word *word =
			best < 0 ? NULL : &search->words[best];
		double by = word ? tray_distance(tray->members[i],
						 word->seen[0].px_at)
				 : HUGE_VAL;

		if (!word || by > nearest[best] + params.nearer) {
			made->dropped += tray_dropped_chance(tray->odd[i]);
			continue;
		}
		made->word[i] = word;
		used[best] = true;
		height[numbered++] = 2 * log(word->seen[0].px_height);
		more = point_add(more, point_sub(word->seen[0].px_at, at));
		off += pow(point_distance(word->seen[0].px_at, at) /
				   tray->px_pitch,
			   2);
		far += by;
		if (word->read)
			doubt += log(fmax(word->chance, 1e-6));
	}
	if (!numbered)
		return 0;
	*px_off = point_add(*px_off, point_scale(more, 1. / numbered));
	made->unaligned = sqrt(off / numbered) + spread(height, numbered);
	made->cost = made->unaligned + made->dropped +
		     (params.far * far - doubt) / numbered;
	return numbered;
}

/* Keeps the best ones that differ. */
static void keep(struct found *found, const struct numbering *one)
{
	int at = 0, count = found->count;

	for (int i = 0; i < count; i++)
		if (!memcmp(found->best[i].word, one->word, sizeof one->word)) {
			if (one->cost < found->best[i].cost)
				found->best[i] = *one;
			return;
		}
	while (at < count && found->best[at].cost <= one->cost)
		at++;
	if (at == FOUND_MOST)
		return;
	if (count < FOUND_MOST)
		found->count = ++count;
	memmove(&found->best[at + 1], &found->best[at],
		(size_t)(count - at - 1) * sizeof *one);
	found->best[at] = *one;
}

/* Numbers pieces as one would be by a word. */
static void try_word(const struct number_search *search,
		     const struct tray *tray, const struct shape *from,
		     const struct count_word *word, const double *nearest,
		     struct found *found)
{
	enum { ANCHORS = 9 };
	const struct word_view *token = &word->seen[0];

	for (int i = 0; i < ANCHORS; i++) {
		struct point off = point_sub(token->px_at, anchor_of(from, i));
		struct numbering made;
		int numbered = 0;

		for (int pass = 0; pass < 2; pass++)
			numbered =
				number_pieces(search, tray, i, &off,
					      token->px_height, nearest, &made);
		if (made.unaligned <= params.unaligned &&
		    (numbered == tray->count ||
		     (numbered > 1 &&
		      tray->count - numbered <= TRAY_DROPPED_MOST)))
			keep(found, &made);
	}
}

/* Finds numberings by where words stand. */
static void find_places(const struct number_search *search,
			const struct tray *tray, struct found *found)
{
	int probe[] = { 0, tray->count / 2, tray->count - 1 };
	double nearest[NUMBERS_MOST];

	found->count = 0;
	for (int k = 0; k < search->word_count; k++) {
		nearest[k] = HUGE_VAL;
		for (int i = 0; i < tray->count; i++)
			nearest[k] = fmin(
				nearest[k],
				tray_distance(tray->members[i],
					      search->words[k].seen[0].px_at));
	}
	for (int i = 0; i < 3 && tray->count; i++) {
		const struct shape *from = tray->members[probe[i]];

		for (int k = 0; k < search->word_count; k++) {
			const struct count_word *word = &search->words[k];

			if ((!word->read || word->value >= 0) &&
			    tray_distance(from, word->seen[0].px_at) <=
				    params.apart)
				try_word(search, tray, from, word, nearest,
					 found);
		}
	}
}

/* Reads the words of numberings; returns how many were not read yet, or -1. */
static int read_found(struct number_search *search, const struct tray *tray,
		      const struct found *found)
{
	const struct word_view *fresh[WORD_MASKS * NUMBERS_MOST];
	bool wanted[NUMBERS_MOST] = { 0 };
	int fresh_count = 0, count = 0;

	for (int i = 0; i < found->count; i++)
		for (int k = 0; k < tray->count; k++)
			if (found->best[i].word[k])
				wanted[found->best[i].word[k] - search->words] =
					true;
	for (int i = 0; i < search->word_count; i++) {
		const struct count_word *word = &search->words[i];

		wanted[i] &= !word->read;
		count += wanted[i];
		for (int k = 0; k < word->seen_count && wanted[i]; k++)
			if (!find_known(search, &word->seen[k]))
				fresh[fresh_count++] = &word->seen[k];
	}
	if (fresh_count && read_words(search, fresh, fresh_count, true) < 0)
		return -1;
	for (int i = 0; i < search->word_count; i++) {
		struct count_word *word = &search->words[i];

		for (int k = 0; k < word->seen_count && wanted[i]; k++) {
			const struct known_word *known =
				find_known(search, &word->seen[k]);

			if (known && known->chance > word->chance) {
				word->chance = known->chance;
				word->value = known->value;
			}
		}
		word->read |= wanted[i];
	}
	return count;
}

/* Are all words numbers; and how many surely? */
static bool is_read(const struct numbering *one, const struct tray *tray,
		    int *surely)
{
	*surely = 0;
	for (int i = 0; i < tray->count; i++) {
		const struct count_word *word = one->word[i];

		if (word && (!word->read || word->value < 0))
			return false;
		*surely += word && word->chance > params.sure;
	}
	return true;
}

int numberings_find(struct number_search *search, const struct tray *tray,
		    struct numbering_list *list)
{
	const int trays = sizeof search->trays / sizeof *search->trays;
	size_t size = (size_t)tray->count * sizeof *tray->members;
	struct known_tray *known;
	struct found found;
	int unread = 1;

	for (int i = 0; i < trays; i++) {
		known = &search->trays[i];
		if (known->count != tray->count ||
		    memcmp(known->members, tray->members, size))
			continue;
		*list = known->numberings;
		return 0;
	}
	for (int round = 0; round < ROUNDS && unread; round++) {
		find_places(search, tray, &found);
		unread = read_found(search, tray, &found);
		if (unread < 0)
			return -1;
	}
	*list = (struct numbering_list){ 0 };
	for (int i = 0; i < found.count; i++) {
		int surely;

		if (!is_read(&found.best[i], tray, &surely))
			continue;
		if (surely - 1 > list->beside &&
		    found.best[i].unaligned <= params.alike_most)
			list->beside = surely - 1;
		if (list->count < NUMBERINGS_MOST)
			list->best[list->count++] = found.best[i];
	}
	known = &search->trays[search->next_tray++ % trays];
	memcpy(known->members, tray->members, size);
	known->count = tray->count;
	known->numberings = *list;
	return 0;
}

/* The square that a word lies in the middle of, as a number would; -1: of
 * none. */
static int square_of(const struct frame *frame,
		     const struct homography *px_to_cell,
		     const struct word_view *token)
{
	struct point at = homography_apply(px_to_cell, token->px_at);
	double side = fmax(token->px_width, token->px_height);
	int x = (int)floor(at.x), y = (int)floor(at.y);

	return side < params.ink_least * frame->px_pitch ||
			       side > params.ink_most * frame->px_pitch ||
			       x < 0 || y < 0 || x >= frame->columns ||
			       y >= frame->rows ||
			       hypot(at.x - x - .5, at.y - y - .5) >
				       params.ink_least ||
			       frame->square[y][x] != SQUARE_EMPTY
		       ? -1
		       : y * frame->columns + x;
}

static struct word_view word_of(const struct contour *contour, double shrink)
{
	const struct box *box = &contour->box;
	struct quad quad = quad_from_box(
		(box->x + .5) * shrink - .5, (box->y + .5) * shrink - .5,
		box->width * shrink, box->height * shrink);

	return (struct word_view){
		quad, point_mix(quad.corner[0], quad.corner[2], .5),
		box->width * shrink, box->height * shrink, NULL
	};
}

int numberings_in_squares(struct number_search *search, struct frame *frame)
{
	bool ink[SIGILS_SIDE_MAX * SIGILS_SIDE_MAX] = { 0 };
	struct homography px_to_cell;
	int inked = 0;

	frame->inked = 0;
	if (homography_inverse(&frame->cell_to_px, &px_to_cell) < 0)
		return 0;
	for (int i = 0; i < search->mask_count; i++)
		for (int k = 0; k < search->masks[i].count; k++) {
			struct word_view token =
				word_of(&search->masks[i].contours[k],
					search->level->shrink);
			const struct word_view *fresh = &token;
			const struct known_word *word;
			int at = square_of(frame, &px_to_cell, &token);

			if (at < 0 || ink[at])
				continue;
			if (!find_known(search, &token) &&
			    read_words(search, &fresh, 1, false) < 0)
				return -1;
			word = find_known(search, &token);
			ink[at] =
				word->value >= 0 && word->chance > params.sure;
			inked += ink[at];
		}
	frame->inked = log2(1 + inked);
	return 0;
}
