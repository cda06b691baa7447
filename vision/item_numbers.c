/* Which items are numbers: part of items.h. */
#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "items.h"
#include "numbers.h"

/* Bare words of one height, within this factor, that stand nearer in a line
 * than this, in heights, are a sentence. */
#define SENTENCE_GAP 0.7
#define SENTENCE_HEIGHT 1.6
/* Less sure numbers are none: they are read again where others around them
 * say that one should be there. */
#define LIKELY 0.5
/* A word of which less than this share is the number has strokes beside it. */
#define READ_SHARE 0.7
/* A digit and the room after it take no more than that, in their height: else a
 * ring that hardly shows stands between two numbers. */
#define DIGIT_ROOM 1.6
/* A dash near a number is lower than this share of it, and no further from
 * its middle, in its heights; a piece of a ring around it no further from its
 * ends. */
#define DASH_HEIGHT 0.72
#define DASH_NEAR 3.0
#define SATELLITE_NEAR 0.85

/* A bar is a 1 where another digit as high, within this factor, stands no
 * further off than that, in its heights, as everywhere in a puzzle: else it is
 * one of the dashes of rings and boxes. */
#define BAR_ALIKE 1.35
#define BAR_REACH 9.0
/* Rings and boxes that are taken for one word, or for words of a sentence, as
 * they stand next to each other, are all as high within this share, and as wide
 * for their height, which few digits are; and so much higher than what they
 * hold. */
#define RING_ALIKE 0.85
#define RING_WIDE 0.85
#define RING_HIGHER 1.25

/* A number is a letter where around it, as near as in a word search (in
 * heights), stand so many words, and so many times as many as numbers; where
 * there are many it is not even read. */
#define AMONG_NEAR 5.0
enum { AMONG_LEAST = 4, AMONG_MANY = 8, AMONG_TIMES = 4 };
/* A stroke is one more dot or dash of a line, and not read either, where so
 * many of its size, to a pixel, of those that were read no further off than
 * that, in its heights, were no numbers, and so many times as many as were.
 * Digits are narrower than this for their height. */
#define ALIKE_NEAR 15.0
enum { ALIKE_LEAST = 3, ALIKE_TIMES = 4, ALIKE_OFF = 1 };
#define ALIKE_WIDE 0.85

/* Values of items that are no numbers. */
enum { SENTENCE = -2, WORD = -3 };

/* May both strokes be rings or boxes around numbers? */
static bool may_be_rings(const struct box *a, const struct box *b)
{
	return a->width >= RING_WIDE * a->height &&
	       b->width >= RING_WIDE * b->height &&
	       a->height >= RING_ALIKE * b->height &&
	       b->height >= RING_ALIKE * a->height;
}

/* The boxes are `px_larger` than what is drawn, each way: small words seem to
 * stand nearer than they do. */
static bool are_one_sentence(const struct item *a, const struct item *b,
			     int px_larger)
{
	int ha = a->px_box.height, hb = b->px_box.height;
	double high = fmax(1, (ha > hb ? ha : hb) - px_larger);
	double low = fmax(1, (ha < hb ? ha : hb) - px_larger);
	int left = b->px_box.x - a->px_box.x - a->px_box.width + px_larger;
	int right = a->px_box.x - b->px_box.x - b->px_box.width + px_larger;

	return !a->framed && !b->framed && high < SENTENCE_HEIGHT * low &&
	       left < SENTENCE_GAP * high && right < SENTENCE_GAP * high &&
	       fabs(a->px_middle.y - b->px_middle.y) < low / 2 &&
	       !(a->stroke_count == 1 && b->stroke_count == 1 &&
		 may_be_rings(&a->strokes[0], &b->strokes[0]));
}

static int by_x(const void *a, const void *b)
{
	const struct item *p = a, *q = b;

	return (p->px_box.x > q->px_box.x) - (p->px_box.x < q->px_box.x);
}

/* Marks words of sentences by a value of SENTENCE. */
static void mark_sentences(struct item_list *list, int px_larger)
{
	int widest = 0;

	for (size_t i = 0; i < list->count; i++)
		if (!list->items[i].framed &&
		    list->items[i].px_box.width > widest)
			widest = list->items[i].px_box.width;
	if (list->count)
		qsort(list->items, list->count, sizeof *list->items, by_x);
	for (size_t i = 0; i < list->count; i++) {
		struct item *item = &list->items[i];
		double reach =
			item->px_box.x + item->px_box.width +
			SENTENCE_GAP * SENTENCE_HEIGHT * item->px_box.height;

		for (size_t k = i + 1;
		     k < list->count && list->items[k].px_box.x <= reach; k++)
			if (are_one_sentence(item, &list->items[k], px_larger))
				item->value = list->items[k].value = SENTENCE;
	}
}

/* Leaves of a bare word what was read in it: pieces of rings beside it made it
 * wider. */
static void narrow(struct item *item, const struct box *read)
{
	int kept = 0;

	if (item->framed || read->width >= READ_SHARE * item->px_box.width)
		return;
	for (int i = 0; i < item->stroke_count; i++)
		if (box_overlap(&item->strokes[i], read) > 0)
			item->strokes[kept++] = item->strokes[i];
	item->stroke_count = kept;
	item->px_box = *read;
	item->px_middle = (struct point){ read->x + (read->width - 1) / 2.0,
					  read->y + (read->height - 1) / 2.0 };
}

/* Reads an item's number. Returns false where it is none, or no more than the
 * outline of an empty disc. */
static bool read_item(struct item *item, struct glyphs *glyphs,
		      const struct plane *grey)
{
	struct place place = place_from_box(&item->px_box);
	struct number number = { .value = -1 };

	if (!item->framed)
		number_read(glyphs, grey, NULL, item->strokes,
			    item->stroke_count, &number);
	else if (item->outline.width)
		number_read(glyphs, grey, NULL, &item->outline, 1, &number);
	if (number.value <= 0 && item->framed)
		number_read_place(glyphs, grey, &place, &number);
	if (number.px_box.width >
	    DIGIT_ROOM * number.digits * number.px_box.height)
		number.value = -1;
	item->value = number.value;
	item->confidence = number.confidence;
	if (number.value >= 0)
		narrow(item, &number.px_box);
	if (number.value == 0 && number.digits == 1)
		item->value = -1; /* an empty disc, or a 0 */
	return number.value >= 0 && number.confidence >= LIKELY;
}

/* Are the strokes of an item rings or boxes, each around a number of its own?
 */
static bool are_rings(const struct item *item)
{
	if (item->framed || item->stroke_count < 2)
		return false;
	for (int i = 0; i < item->stroke_count; i++)
		if (!may_be_rings(&item->strokes[i], &item->strokes[0]))
			return false;
	return true;
}

/* The item that one stroke of another one is, read. Returns false where that
 * is no number much lower than the stroke. */
static bool read_ring(const struct item *item, int which, struct glyphs *glyphs,
		      const struct plane *grey, struct item *one)
{
	const struct box *box = &item->strokes[which];
	struct number number;

	number_read(glyphs, grey, NULL, box, 1, &number);
	*one = *item;
	one->px_box = number.px_box;
	one->px_middle = (struct point){
		number.px_box.x + (number.px_box.width - 1) / 2.0,
		number.px_box.y + (number.px_box.height - 1) / 2.0
	};
	one->strokes[0] = *box;
	one->stroke_count = 1;
	one->value = number.value;
	one->confidence = number.confidence;
	return number.value > 0 && number.confidence >= LIKELY &&
	       box->height > RING_HIGHER * number.px_box.height;
}

/* Is another item within one of the strokes? */
static bool is_any_within(const struct item_list *list, size_t which,
			  const struct box *box)
{
	for (size_t i = 0; i < list->count; i++)
		if (i != which && box_is_within(&list->items[i].px_box, box))
			return true;
	return false;
}

/* Makes items of their own of rings that were taken for one word. Returns 0,
 * or -1 without memory. */
static int split_rings(struct item_list *list, size_t which,
		       struct glyphs *glyphs, const struct plane *grey)
{
	struct item ones[ITEM_STROKES_MAX];
	int count = list->items[which].stroke_count;

	if (!are_rings(&list->items[which]))
		return 0;
	for (int i = 0; i < count; i++)
		if (is_any_within(list, which,
				  &list->items[which].strokes[i]) ||
		    !read_ring(&list->items[which], i, glyphs, grey, &ones[i]))
			return 0;
	if (alloc_grow(&list->items, &list->capacity,
		       list->count + (size_t)count - 1,
		       sizeof *list->items) < 0)
		return -1;
	list->items[which] = ones[0];
	for (int i = 1; i < count; i++)
		list->items[list->count++] = ones[i];
	return 0;
}

/* Is a lone upright bar a dash of a ring or box around or near a higher
 * number? */
static bool is_dash(const struct item *bar, const struct item *number)
{
	double high = number->px_box.height;

	return !bar->framed && bar->value == 1 && bar->stroke_count == 1 &&
	       bar->px_box.height < DASH_HEIGHT * high &&
	       fabs(bar->px_middle.x - number->px_middle.x) <
		       DASH_NEAR * high &&
	       fabs(bar->px_middle.y - number->px_middle.y) < DASH_NEAR * high;
}

/* Is an item the ring around a number that is one by itself? */
static bool is_around(const struct item *item, const struct item *number)
{
	return !item->framed && item->stroke_count == 1 &&
	       may_be_rings(&item->strokes[0], &item->strokes[0]) &&
	       number->px_box.height < item->strokes[0].height &&
	       box_is_within(&number->px_box, &item->strokes[0]);
}

/* Is it so near to a surer number that it is a piece of what is around it, or
 * all of that? */
static bool is_satellite(const struct item *item, const struct item *number)
{
	double high = number->px_box.height;
	double x = fabs(item->px_middle.x - number->px_middle.x);
	double y = fabs(item->px_middle.y - number->px_middle.y);

	return !item->framed && item->confidence < number->confidence &&
	       x < number->px_box.width / 2.0 + SATELLITE_NEAR * high &&
	       y < SATELLITE_NEAR * high;
}

static bool are_bars(int value)
{
	return value == 1 || value == 11;
}

/* How high the digits of an item are. */
static double digits_height(const struct item *item)
{
	return item->stroke_count ? item->strokes[0].height
				  : item->px_box.height;
}

/* Does an item look like a 1, or two, but no other digit is near it? */
static bool is_lone_bar(const struct item_list *list, const struct item *item)
{
	double high = digits_height(item), reach = BAR_REACH * high;

	if (item->framed || !are_bars(item->value))
		return false;
	for (size_t i = 0; i < list->count; i++) {
		const struct item *other = &list->items[i];
		double low = digits_height(other);

		if (other->value > 1 && !are_bars(other->value) &&
		    high < BAR_ALIKE * low && low < BAR_ALIKE * high &&
		    fabs(other->px_middle.x - item->px_middle.x) < reach &&
		    fabs(other->px_middle.y - item->px_middle.y) < reach)
			return false;
	}
	return true;
}

/* Is an empty field a hole or a part of the body of one of a number's glyphs?
 */
static bool is_within_glyph(const struct item *field, const struct item *number)
{
	if (!field->framed || field->stroke_count)
		return false;
	if (number->outline.width)
		return box_is_within(&field->px_box, &number->outline);
	for (int i = 0; i < number->stroke_count; i++)
		if (box_is_within(&field->px_box, &number->strokes[i]))
			return true;
	return false;
}

static bool is_piece(const struct item *item, const struct item *number)
{
	if (number->value < 0)
		return false;
	if (item->value < 0)
		return is_within_glyph(item, number);
	return is_around(item, number) ||
	       (!number->framed &&
		(is_dash(item, number) || is_satellite(item, number)));
}

/* Drops pieces of rings, boxes and lines that look like numbers, and of numbers
 * that look like empty fields. */
static void drop_pieces(struct item_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++)
		list->items[i].dropped = is_lone_bar(list, &list->items[i]);
	for (size_t i = 0; i < list->count; i++)
		for (size_t k = 0; k < list->count; k++)
			if (i != k &&
			    is_piece(&list->items[i], &list->items[k])) {
				list->items[i].value = SENTENCE;
				break;
			}
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].value != SENTENCE && !list->items[i].dropped)
			list->items[kept++] = list->items[i];
	list->count = kept;
}

/* Is an item one of the letters of a word search: are most bare words around
 * it, of the first `count`, no numbers, as high as it is? `least`: so many. */
static bool is_among_words(const struct item_list *list, size_t count,
			   const struct item *item, int least)
{
	double high = item->px_box.height, reach = AMONG_NEAR * high;
	int words = 0, numbers = 0;

	if (item->framed || !item->stroke_count)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct item *other = &list->items[i];
		double low = other->px_box.height;

		if (other == item || other->framed || !other->stroke_count ||
		    high > SENTENCE_HEIGHT * low ||
		    low > SENTENCE_HEIGHT * high ||
		    fabs(other->px_middle.x - item->px_middle.x) > reach ||
		    fabs(other->px_middle.y - item->px_middle.y) > reach)
			continue;
		words += other->value == WORD;
		numbers += other->value >= 0;
	}
	return words >= least && words > AMONG_TIMES * numbers;
}

/* Is an item a stroke as large as most of the first `count` near it that are no
 * numbers? */
static bool is_among_alike(const struct item_list *list, size_t count,
			   const struct item *item)
{
	const struct box *box = &item->strokes[0];
	double reach = ALIKE_NEAR * box->height;
	int words = 0, numbers = 0;

	if (item->framed || item->stroke_count != 1 ||
	    box->width < ALIKE_WIDE * box->height)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct item *other = &list->items[i];

		if (other->framed || other->stroke_count != 1 ||
		    abs(other->strokes[0].width - box->width) > ALIKE_OFF ||
		    abs(other->strokes[0].height - box->height) > ALIKE_OFF ||
		    fabs(other->px_middle.x - item->px_middle.x) > reach ||
		    fabs(other->px_middle.y - item->px_middle.y) > reach)
			continue;
		words += other->value == WORD;
		numbers += other->value >= 0;
	}
	return words >= ALIKE_LEAST && words > ALIKE_TIMES * numbers;
}

/* Drops words that are no numbers, and those of sentences unread. Returns 0, or
 * -1 without memory. */
static int keep_numbers(struct item_list *list, struct glyphs *glyphs,
			const struct elements *elements)
{
	const struct plane *grey = &elements->grey;
	size_t kept = 0, count = list->count;

	for (size_t i = 0; i < list->count; i++)
		list->items[i].value = -1;
	mark_sentences(list, elements->reach * elements->shrink);
	for (size_t i = 0; i < count; i++) {
		struct item *item = &list->items[i];

		if (item->value != SENTENCE && item->stroke_count &&
		    (is_among_words(list, i, item, AMONG_MANY) ||
		     is_among_alike(list, i, item) ||
		     !read_item(item, glyphs, grey)))
			item->value = WORD;
		if (item->value != SENTENCE &&
		    split_rings(list, i, glyphs, grey) < 0)
			return -1;
	}
	for (size_t i = 0; i < list->count; i++) {
		struct item *item = &list->items[i];

		item->dropped =
			item->value <= SENTENCE ||
			(item->value >= 0 &&
			 is_among_words(list, list->count, item, AMONG_LEAST));
	}
	for (size_t i = 0; i < list->count; i++)
		if (!list->items[i].dropped)
			list->items[kept++] = list->items[i];
	list->count = kept;
	drop_pieces(list);
	return 0;
}

/* Drops what is a part of one of the numbers of another list. */
static void drop_within(struct item_list *list, const struct item_list *other)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		bool stays = true;

		for (size_t k = 0; k < other->count && stays; k++)
			stays = !(list->items[i].value < 0 &&
				  is_piece(&list->items[i], &other->items[k]));
		if (stays)
			list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

/* Adds the items of another list that lie on none of this one. */
static int merge(struct item_list *list, const struct item_list *other)
{
	size_t count;

	drop_within(list, other);
	count = list->count;
	for (size_t i = 0; i < other->count; i++) {
		const struct box *box = &other->items[i].px_box;
		bool known = list->count >= ITEMS_MOST;

		for (size_t k = 0; k < count && !known; k++)
			known = box_overlap(box, &list->items[k].px_box) > 0;
		if (known)
			continue;
		if (alloc_grow(&list->items, &list->capacity, list->count + 1,
			       sizeof *list->items) < 0)
			return -1;
		list->items[list->count++] = other->items[i];
	}
	return 0;
}

static void drop_known(struct item_list *list,
		       const struct sighting_list *known)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct box *box = &list->items[i].px_box;
		struct quad place =
			quad_from_box(box->x, box->y, box->width, box->height);

		if (!sighting_list_takes_in(known, &place) &&
		    !sighting_list_has_clue(known, box))
			list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

int item_list_find_numbers(struct item_list *list, const struct page *page,
			   struct glyphs *glyphs,
			   const struct sighting_list *known)
{
	struct item_list more = { 0 };
	int result = item_list_find(list, &page->elements);

	drop_known(list, known);
	if (result == 0)
		result = keep_numbers(list, glyphs, &page->elements);
	if (result == 0 && page->elements.noise >= ITEMS_NOISY)
		result = item_list_find(&more, &page->coarser[0]);
	drop_known(&more, known);
	if (result == 0)
		result = keep_numbers(&more, glyphs, &page->coarser[0]);
	if (result == 0)
		result = merge(list, &more);
	item_list_fini(&more);
	return result;
}
