#include "items.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Strokes less high than this, in pixels, are no digits that can be read;
 * nor are those higher than this share of the picture. */
enum { STROKE_LEAST = 6 };
#define STROKE_SHARE_MOST 0.3
/* Strokes of one word are of one height within this factor (old-style
 * figures, pieces of broken ones), side by side ... */
#define HEIGHT_SHARE 0.45
#define LEVEL_SHARE 0.6
/* ... and so close, in heights: a 1 among figures of one width stands off
 * most, words of a sentence hardly more. */
#define GAP_MOST 0.5
/* A field that holds a word is at least so large, in pixels, and so full of
 * itself; beyond the aspects it is a bar. */
enum { FIELD_LEAST = 12 };
#define FIELD_FILL_LEAST 0.3
#define FIELD_ASPECT_MOST 5.0
#define FIELD_SHARE_MOST 0.4
/* Specks in a field are lower than this share of it. */
#define SPECK_SHARE 0.15
/* A word that stands in a field alone is at least so high for it. */
#define WORD_SHARE 0.2
/* An empty field within a stroke of its own is a box where it is as
 * rectangular as that and as large for its outline, of which two that touch
 * may have one; else it is the hole of a glyph. */
#define BOX_FILL_LEAST 0.85
#define BOX_HEIGHT_LEAST 0.6
#define BOX_WIDTH_LEAST 0.25
/* ... and hardly higher than wide, unlike the bar of a 1 or the hole of a 0. */
#define BOX_TALL_MOST 2.2

/* Glyphs of one number end level within this share of their height. */
#define LEVEL_OFF 0.06

/* The rings of a double border are larger than what they hold by less. */
#define RING_MOST 1.5

/* The body of a glyph differs from the paper by more than that. */
enum { BODY_LEVELS = 24 };

/* Is a stroke that may be a glyph the outline of a box, ring or disc? */
enum outline { OUTLINE_NONE, OUTLINE_MAYBE, OUTLINE_SURE };

/* A stroke, and the word it belongs to. */
struct stroke {
	struct box box;
	int element;
	int parent; /* the field around it: an element; -1 none */
	int word;   /* an earlier stroke of its word, or itself */
	int length; /* of the word, in strokes; at its first only */
	enum outline outline;
	bool empty; /* an outline, as what is in it is an empty box */
	bool rings; /* around a field that is an item */
};

struct finder {
	const struct elements *elements;
	struct item_list *list;
	struct stroke *strokes;
	int stroke_count;
	/* per element */
	int *around;   /* the one that surrounds it, -1 none */
	int *children; /* strokes in a field, of a glyph's height */
	int *glyphs;   /* of these, those that may be glyphs */
	int *words;    /* that these make */
	int *stroke;   /* where it is in `strokes`, -1 nowhere */
	bool *aside;   /* some glyphs in a field stand side by side */
};

/* The outermost pixel of an element at its top left, of the shrunk picture:
 * the corner (elements.h) lies half the reach of edges from it. */
static void find_first(const struct elements *elements,
		       const struct element *element, int *x, int *y)
{
	const struct point *c = &element->corners.corner[0];

	*x = (int)(c->x / elements->shrink - 0.5 * elements->reach);
	*y = (int)(c->y / elements->shrink - 0.5 * elements->reach);
}

/* The element left of the outermost pixel at the top left: whatever lies
 * there surrounds it. */
static int find_around(const struct elements *elements, int which)
{
	const struct element *other;
	int x, y;

	find_first(elements, &elements->list[which], &x, &y);
	other = elements_at(elements, (x - 0.5) * elements->shrink,
			    (y + 0.5) * elements->shrink);
	return other ? (int)(other - elements->list) : -1;
}

static bool may_be_glyph(const struct elements *elements,
			 const struct element *element)
{
	const struct box *box = &element->box;
	double most = STROKE_SHARE_MOST * elements->image->height;

	return element->kind == ELEMENT_STROKE && box->height < most &&
	       box->width < 4 * box->height;
}

static int gather(struct finder *finder)
{
	const struct elements *elements = finder->elements;
	size_t count = elements->count;

	finder->around = alloc_array(count, sizeof *finder->around);
	finder->children = alloc_array(count, sizeof *finder->children);
	finder->glyphs = alloc_array(count, sizeof *finder->glyphs);
	finder->words = alloc_array(count, sizeof *finder->words);
	finder->stroke = alloc_array(count, sizeof *finder->stroke);
	finder->strokes = alloc_array(count, sizeof *finder->strokes);
	finder->aside = alloc_array(count, sizeof *finder->aside);
	if (!finder->around || !finder->children || !finder->glyphs ||
	    !finder->words || !finder->stroke || !finder->strokes ||
	    !finder->aside)
		return -1;
	for (size_t i = 0; i < count; i++) {
		int around = -1;

		finder->stroke[i] = -1;
		if (elements->list[i].box.height >= STROKE_LEAST)
			around = find_around(elements, (int)i);
		finder->around[i] = around;
		if (around < 0)
			continue;
		finder->children[around]++;
		if (!may_be_glyph(elements, &elements->list[i]))
			continue;
		finder->glyphs[around]++;
		finder->strokes[finder->stroke_count++] =
			(struct stroke){ .box = elements->list[i].box,
					 .element = (int)i,
					 .parent = around };
	}
	return 0;
}

static int by_place(const void *a, const void *b)
{
	const struct stroke *p = a, *q = b;

	if (p->parent != q->parent)
		return p->parent < q->parent ? -1 : 1;
	return (p->box.x > q->box.x) - (p->box.x < q->box.x);
}

static int find_word(struct finder *finder, int i)
{
	struct stroke *strokes = finder->strokes;

	while (strokes[i].word != i) {
		strokes[i].word = strokes[strokes[i].word].word;
		i = strokes[i].word;
	}
	return i;
}

/* Do two strokes, a not right of b, stand side by side in one word? */
static bool are_one_word(const struct box *a, const struct box *b)
{
	int top = a->y > b->y ? a->y : b->y;
	int a_end = a->y + a->height, b_end = b->y + b->height;
	int shared = (a_end < b_end ? a_end : b_end) - top;
	int low = a->height < b->height ? a->height : b->height;
	int high = a->height + b->height - low;

	return low >= HEIGHT_SHARE * high && shared >= LEVEL_SHARE * low &&
	       b->x - a->x - a->width <= GAP_MOST * low;
}

/* Joins strokes to words, each named by its leftmost stroke. */
static void join_words(struct finder *finder)
{
	struct stroke *strokes = finder->strokes;
	int count = finder->stroke_count;

	for (int i = 0; i < count; i++)
		strokes[i].word = i;
	for (int i = 0; i < count; i++) {
		const struct box *box = &strokes[i].box;
		/* of the highest that goes with this one */
		double reach = box->x + box->width +
			       GAP_MOST / HEIGHT_SHARE * box->height;

		for (int k = i + 1;
		     k < count && strokes[k].parent == strokes[i].parent &&
		     strokes[k].box.x <= reach;
		     k++) {
			int a = find_word(finder, i), b = find_word(finder, k);

			if (a == b || strokes[i].outline == OUTLINE_SURE ||
			    strokes[k].outline == OUTLINE_SURE ||
			    !are_one_word(box, &strokes[k].box))
				continue;
			strokes[a > b ? a : b].word = a < b ? a : b;
		}
	}
	for (int i = 0; i < count; i++) {
		int word = find_word(finder, i);

		if (word == i)
			finder->words[strokes[i].parent]++;
		strokes[word].length++;
	}
}

static bool may_be_frame(const struct elements *elements,
			 const struct element *field)
{
	const struct box *box = &field->box;
	double area = (double)field->area * elements->shrink * elements->shrink;

	return field->kind == ELEMENT_FIELD && box->width >= FIELD_LEAST &&
	       box->height >= FIELD_LEAST &&
	       box->width < FIELD_SHARE_MOST * elements->image->width &&
	       box->height < FIELD_SHARE_MOST * elements->image->height &&
	       box->width < FIELD_ASPECT_MOST * box->height &&
	       box->height < FIELD_ASPECT_MOST * box->width &&
	       area > FIELD_FILL_LEAST * box->width * box->height;
}

/* The level just outside an element, or at the rim of its inside: of fields
 * what edges leave of them. */
static int level_at(const struct elements *elements, const struct element *e,
		    int outside)
{
	const struct point *c = &e->corners.corner[0];
	int x = (int)(c->x / elements->shrink);
	int y = (int)(c->y / elements->shrink);

	if (outside) {
		find_first(elements, e, &x, &y);
		x -= outside;
	}
	if (x < 0 || y < 0 || x >= elements->small.width ||
	    y >= elements->small.height)
		return 0;
	return plane_row(&elements->small, y)[x];
}

/* Is an empty field as rectangular and as large for its outline as a box? */
static bool is_box(const struct finder *finder, const struct element *field,
		   const struct element *outline)
{
	double shrink = finder->elements->shrink;

	return field->box.height < BOX_TALL_MOST * field->box.width &&
	       field->area * shrink * shrink >=
		       BOX_FILL_LEAST * field->box.width * field->box.height &&
	       field->box.height >= BOX_HEIGHT_LEAST * outline->box.height &&
	       field->box.width >= BOX_WIDTH_LEAST * outline->box.width;
}

/* What a field says of the stroke around it. A digit's body, flat within its
 * outline, holds one hole or, an 8, two above each other; it has not the
 * level of the paper. */
static enum outline outline_of(const struct finder *finder, int which)
{
	const struct elements *elements = finder->elements;
	const struct element *field = &elements->list[which];
	const struct element *outline = &elements->list[finder->around[which]];
	int glyphs = finder->glyphs[which];
	bool body = abs(level_at(elements, field, 0) -
			level_at(elements, outline, 1)) > BODY_LEVELS;

	if (!finder->children[which])
		return is_box(finder, field, outline) ? OUTLINE_SURE
						      : OUTLINE_NONE;
	if (finder->children[which] != glyphs || glyphs > 2 || !body)
		return OUTLINE_SURE;
	if (glyphs == 1)
		return OUTLINE_MAYBE;
	return finder->aside[which] ? OUTLINE_SURE : OUTLINE_NONE;
}

/* Are two strokes that one field holds side by side? */
static void mark_aside(struct finder *finder)
{
	for (int i = 0; i + 1 < finder->stroke_count; i++) {
		const struct stroke *a = &finder->strokes[i], *b = a + 1;

		if (a->parent == b->parent &&
		    b->box.x >= a->box.x + a->box.width)
			finder->aside[a->parent] = true;
	}
}

static void find_outlines(struct finder *finder)
{
	for (size_t i = 0; i < finder->elements->count; i++) {
		int around = finder->around[i];
		enum outline outline;
		struct stroke *stroke;

		if (finder->elements->list[i].kind != ELEMENT_FIELD ||
		    around < 0 || finder->stroke[around] < 0)
			continue;
		stroke = &finder->strokes[finder->stroke[around]];
		outline = outline_of(finder, (int)i);
		if (outline > stroke->outline) {
			stroke->outline = outline;
			stroke->empty = !finder->children[i];
		}
	}
}

/* Are two strokes of one field as high, on one line, and next to each other?
 */
static bool are_level(const struct stroke *a, const struct stroke *b)
{
	const struct box *left = a->box.x < b->box.x ? &a->box : &b->box;
	const struct box *right = left == &a->box ? &b->box : &a->box;
	double most = LEVEL_OFF * (left->height + right->height) / 2 + 1;

	return a->parent == b->parent && abs(left->y - right->y) <= most &&
	       abs(left->y + left->height - right->y - right->height) <= most &&
	       right->x >= left->x + left->width &&
	       right->x - left->x - left->width <= GAP_MOST * left->height;
}

/* What seems an empty box but stands level with a glyph is one: a 0, with or
 * without a flat body. */
static bool is_zero(struct finder *finder, int which, int other)
{
	struct stroke *strokes = finder->strokes;
	const struct box *box = &strokes[which].box;

	if (!(strokes[which].empty ||
	      strokes[which].outline == OUTLINE_MAYBE) ||
	    strokes[other].outline != OUTLINE_NONE ||
	    !are_level(&strokes[which], &strokes[other]))
		return false;
	/* its inner contours, too */
	for (int i = 0; i < finder->stroke_count; i++)
		if (box_is_within(&strokes[i].box, box)) {
			strokes[i].empty = false;
			strokes[i].outline = OUTLINE_NONE;
		}
	return true;
}

static void tell_zeros(struct finder *finder)
{
	const struct stroke *strokes = finder->strokes;
	bool more = true;

	/* the second 0 of 100 once the first is known */
	while (more) {
		more = false;
		for (int i = 0; i < finder->stroke_count; i++) {
			const struct box *box = &strokes[i].box;
			double reach =
				box->x + box->width + GAP_MOST * box->height;

			for (int k = i + 1;
			     k < finder->stroke_count &&
			     strokes[k].parent == strokes[i].parent &&
			     strokes[k].box.x <= reach;
			     k++)
				more = is_zero(finder, i, k) ||
				       is_zero(finder, k, i) || more;
		}
	}
}

/* Is this field an item: one word within it, or nothing? */
static bool is_frame(const struct finder *finder, int which)
{
	const struct element *field = &finder->elements->list[which];
	const struct stroke *stroke;

	if (finder->around[which] < 0 ||
	    finder->children[which] != finder->glyphs[which] ||
	    finder->words[which] > 1 || !may_be_frame(finder->elements, field))
		return false;
	if (finder->stroke[finder->around[which]] < 0)
		return true; /* the lines of a grid */
	stroke = &finder->strokes[finder->stroke[finder->around[which]]];
	if (stroke->outline == OUTLINE_MAYBE)
		return stroke->length == 1;
	return stroke->outline == OUTLINE_SURE &&
	       (finder->words[which] ||
		is_box(finder, field,
		       &finder->elements->list[finder->around[which]]));
}

/* Is a stroke the hole of a glyph? */
static bool is_hole(const struct finder *finder, const struct stroke *stroke)
{
	int around = finder->around[stroke->parent];
	int outline = around < 0 ? -1 : finder->stroke[around];

	return outline >= 0 &&
	       finder->strokes[outline].outline != OUTLINE_SURE &&
	       !is_frame(finder, stroke->parent);
}

static int add_item(struct finder *finder, const struct item *item)
{
	struct item_list *list = finder->list;
	const struct box *box;
	struct item *added;

	if (list->count >= ITEMS_MOST)
		return 0;
	if (alloc_grow(&list->items, &list->capacity, list->count + 1,
		       sizeof *item) < 0)
		return -1;
	added = &list->items[list->count++];
	*added = *item;
	/* the hole's part of a glyph's body may lie aside */
	box = item->outline.width ? &item->outline : &item->px_box;
	added->px_middle = (struct point){ box->x + (box->width - 1) / 2.0,
					   box->y + (box->height - 1) / 2.0 };
	return 0;
}

/* May a field be the body of a glyph, and what it holds the hole? */
static bool may_be_body(const struct finder *finder, int field)
{
	int outline;

	if (!is_frame(finder, field))
		return false;
	outline = finder->stroke[finder->around[field]];
	return outline >= 0 &&
	       finder->strokes[outline].outline == OUTLINE_MAYBE;
}

/* Gathers the strokes of the word that begins with stroke `word`, without
 * those around fields that are items: but a glyph's hole may look like an empty
 * box. Returns false where that is all of it. */
static bool gather_word(struct finder *finder, int word, struct item *item)
{
	const struct stroke *strokes = finder->strokes;
	int left = 1 << 30, top = 1 << 30, right = -1, bottom = -1;
	int seen = 0;
	bool body = may_be_body(finder, strokes[word].parent);

	memset(item, 0, sizeof *item);
	for (int i = word;
	     i < finder->stroke_count && seen < strokes[word].length; i++) {
		const struct box *box = &strokes[i].box;

		if (find_word(finder, i) != word)
			continue;
		seen++;
		if (strokes[i].rings && !body)
			continue;
		item->strokes[item->stroke_count++] = *box;
		left = box->x < left ? box->x : left;
		top = box->y < top ? box->y : top;
		right = box->x + box->width > right ? box->x + box->width
						    : right;
		bottom = box->y + box->height > bottom ? box->y + box->height
						       : bottom;
	}
	item->px_box = (struct box){ left, top, right - left, bottom - top };
	return item->stroke_count > 0;
}

/* The words, each in its field where it has one of its own. */
static int add_words(struct finder *finder)
{
	const struct elements *elements = finder->elements;

	for (int i = 0; i < finder->stroke_count; i++) {
		const struct stroke *stroke = &finder->strokes[i];
		const struct box *frame = &elements->list[stroke->parent].box;
		int outline = finder->around[stroke->parent];
		struct item item;

		if (stroke->word != i || stroke->length > ITEM_STROKES_MAX ||
		    is_hole(finder, stroke) || !gather_word(finder, i, &item))
			continue;
		if (is_frame(finder, stroke->parent) &&
		    item.px_box.height >= WORD_SHARE * frame->height) {
			item.px_box = *frame;
			item.framed = true;
			if (may_be_body(finder, stroke->parent))
				item.outline = elements->list[outline].box;
		}
		if (add_item(finder, &item) < 0)
			return -1;
	}
	return 0;
}

/* Marks the outline of a field, and rings around that: they hold the field
 * and are hardly larger. */
static void mark_rings(struct finder *finder, int field)
{
	const struct box *inner = &finder->elements->list[field].box;
	int outline = finder->stroke[finder->around[field]];

	if (outline >= 0)
		finder->strokes[outline].rings = true;
	for (int i = 0; i < finder->stroke_count; i++) {
		const struct box *outer = &finder->strokes[i].box;

		if (outer->x < inner->x && outer->y < inner->y &&
		    outer->x + outer->width > inner->x + inner->width &&
		    outer->y + outer->height > inner->y + inner->height &&
		    outer->width < RING_MOST * inner->width &&
		    outer->height < RING_MOST * inner->height)
			finder->strokes[i].rings = true;
	}
}

/* The empty fields; and marks what is around all that are items. */
static int add_frames(struct finder *finder)
{
	for (size_t i = 0; i < finder->elements->count; i++) {
		struct item item = { .px_box = finder->elements->list[i].box,
				     .framed = true };

		if (finder->elements->list[i].kind != ELEMENT_FIELD ||
		    !is_frame(finder, (int)i))
			continue;
		mark_rings(finder, (int)i);
		if (!finder->words[i] && add_item(finder, &item) < 0)
			return -1;
	}
	return 0;
}

int item_list_find(struct item_list *list, const struct elements *elements)
{
	struct finder finder = { .elements = elements, .list = list };
	int result = gather(&finder);

	if (result == 0) {
		if (finder.stroke_count)
			qsort(finder.strokes, (size_t)finder.stroke_count,
			      sizeof *finder.strokes, by_place);
		for (int i = 0; i < finder.stroke_count; i++)
			finder.stroke[finder.strokes[i].element] = i;
		mark_aside(&finder);
		find_outlines(&finder);
		tell_zeros(&finder);
		join_words(&finder);
		result = add_frames(&finder);
	}
	if (result == 0)
		result = add_words(&finder);
	free(finder.around);
	free(finder.children);
	free(finder.glyphs);
	free(finder.words);
	free(finder.stroke);
	free(finder.strokes);
	free(finder.aside);
	return result;
}

void item_list_fini(struct item_list *list)
{
	free(list->items);
	memset(list, 0, sizeof *list);
}
