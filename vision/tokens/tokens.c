#include "tokens.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "dividers.h"
#include "rules.h"

/* Chosen on pages drawn by scenes/web (seeds 1 to 40) and on the folders of
 * data/; see tokens.h for what each is. */
const struct token_params token_params = {
	.box_least = 9,
	.box_filled = .86,
	.disc_filled = .68,
	.bare_filled = .95,
	.solid_least = 14,
	.solid_filled = .6,
	.middle = .6,
	.ink_times = 3,
	.ink_least = .006,
	.box_longest = 12,
	.frame_filled = .55,
	.held_least = .3,
	.held_filled = .45,
	.held_wide = 1.6,
	.zero_height = .75,
	.zero_least = .2,
	.zero_narrow = .8,
	.page = 8,
	.ring = .7,
	.stroke_least = 6,
	.stroke_most = 240,
	.rule_flat = 2.5,
	.word_in_box = .1,
	.speck = .5,
	.board_words = 6,
	.board_word = .25,
	.dash_gap = 1.3,
	.dashes = 6,
	.dash_thin = .55,
	.dot_most = 8,
	.stroke_widest = 3.2,
	.stroke_gap = .5,
	.digit_gap = .3,
	.tail_gap = .2,
	.text_gap = .65,
	.steps_off = .15,
	.common = .5,
	.unequal = 1.9,
	.outer_most = 8,
	.divider = .5,
	.divider_off = .12,
	.divider_thin = .3,
};

/* A stroke: something on a ground that is no frame. */
struct stroke {
	int ground;
	int cell; /* of divided ground, by rows; 0 */
	struct box box;
	bool dash;
	bool at_rim; /* it reaches in from there */
};

/* Ground that faint lines part into cells, each a token. */
struct division {
	int ground, columns, rows;
	double u[DIVIDED_MOST + 1], v[DIVIDED_MOST + 1];
	struct homography to_unit; /* of the level's pixels */
};

/* More words on one ground are none. */
enum { WORDS_MOST = 400 };
/* So many empty boxes of a size are the squares of a paper: twelve sudokus have
 * fewer. */
enum { GRAINS_LEAST = 1000 };

struct finder {
	const struct pixel_level *level;
	enum mask_kind kind;
	double strength;
	const struct contour *contours;
	int count;
	const bool *skip;   /* contours that are no strokes; NULL: none */
	signed char *frame; /* of each contour: is it one? -1: not known yet */
	int *token_of;      /* of each ground: its token; -1: none yet */
	int *inner;         /* boxes directly on the ground */
	struct stroke *strokes;
	size_t stroke_count, stroke_capacity;
	struct rule *rules;
	size_t rule_count, rule_capacity;
	struct division *divisions; /* by ground */
	size_t division_count, division_capacity;
	struct box grain; /* the size of a paper's squares; width 0: none */
	struct token_list *list;
};

static bool is_ink(enum mask_kind kind)
{
	return kind == MASK_INK || kind == MASK_LIGHT;
}

/* Masks of edges show each half a pixel further to the right and down. */
static struct point to_px(const struct finder *finder, double x, double y)
{
	double k = finder->level->shrink;
	double off = is_ink(finder->kind) ? .5 : 0;

	return (struct point){ (x + off) * k - .5, (y + off) * k - .5 };
}

static double side(const struct contour *one, int i)
{
	return point_distance(one->at[i], one->at[(i + 1) & 3]);
}

/* The kind of thing ground is by its outline alone; -1: of none. */
static int kind_of(const struct finder *finder, const struct contour *one)
{
	const struct token_params *p = &token_params;
	double width, height;

	if (one->depth & 1 || one->rectangle <= 0)
		return -1;
	width = side(one, 0), height = side(one, 1);
	if (fmin(width, height) < p->box_least ||
	    fmax(width, height) > p->box_longest * fmin(width, height) ||
	    2 * one->rectangle >
		    (double)finder->level->width * finder->level->height)
		return -1;
	if (one->area >= p->box_filled * one->rectangle)
		return TOKEN_BOX;
	if (one->area >= p->disc_filled * one->rectangle &&
	    width > p->zero_narrow * height)
		return TOKEN_DISC;
	return -1;
}

/* The kind of thing that ink is by itself: a card, brick or disc of which no
 * rim is seen; -1: it is none. What lies on it, in another ink, is little. */
static int kind_of_solid(const struct finder *finder,
			 const struct contour *hole)
{
	const struct token_params *p = &token_params;
	double width, height, ink = hole->area;

	if (!is_ink(finder->kind) || !(hole->depth & 1) || hole->rectangle <= 0)
		return -1;
	width = side(hole, 0), height = side(hole, 1);
	if (fmin(width, height) < p->solid_least ||
	    width < p->zero_narrow * height ||
	    width > p->box_longest * height ||
	    2 * hole->rectangle >
		    (double)finder->level->width * finder->level->height)
		return -1;
	for (int i = hole->child; i >= 0; i = finder->contours[i].next)
		ink -= finder->contours[i].area;
	if (ink < p->solid_filled * hole->rectangle)
		return -1;
	return hole->area >= p->box_filled * hole->rectangle    ? TOKEN_BOX
	       : hole->area >= p->disc_filled * hole->rectangle ? TOKEN_DISC
								: -1;
}

/* Does something lie on a ground that may be written there? */
static bool holds_stroke(const struct finder *finder, const struct contour *one)
{
	double least = fmax(token_params.stroke_least,
			    token_params.held_least * one->box.height);

	for (int i = one->child; i >= 0; i = finder->contours[i].next)
		if (finder->contours[i].box.height - 2 >= least)
			return true;
	return false;
}

/* What lies alone within a contour; NULL. */
static const struct contour *only_child(const struct finder *finder,
					const struct contour *one)
{
	const struct contour *in =
		one->child < 0 ? NULL : &finder->contours[one->child];

	return in && in->next < 0 ? in : NULL;
}

/* Is ground a thick stroke that runs around nothing, as a bold zero's does, or
 * around one hole above another, as an eight's? */
static bool is_ring(const struct finder *finder, const struct contour *one)
{
	int middle = one->box.x + one->box.width / 2, height = 0;

	for (int i = one->child; i >= 0; i = finder->contours[i].next) {
		const struct contour *hole = &finder->contours[i];
		const struct contour *in = only_child(finder, hole);

		if (!in || holds_stroke(finder, in) || hole->box.x > middle ||
		    hole->box.x + hole->box.width < middle)
			return false;
		height += hole->box.height;
	}
	return height > token_params.ring * one->box.height;
}

/* May ground be the inside of a zero that stands on a box? */
static bool may_be_zero(const struct finder *finder, const struct contour *one)
{
	const struct contour *below;

	if (one->parent < 0)
		return false;
	below = &finder->contours[finder->contours[one->parent].parent];
	return kind_of(finder, below) >= 0 &&
	       (one->box.width < token_params.zero_narrow * one->box.height ||
		is_ring(finder, one)) &&
	       finder->contours[one->parent].box.height <
		       token_params.zero_height * below->box.height &&
	       (kind_of(finder, one) == TOKEN_DISC ||
		one->box.height > token_params.zero_least * below->box.height);
}

static bool is_wide(const struct contour *one)
{
	return one->box.width >= token_params.held_wide * one->box.height;
}

/* Is ground something on which is written, whatever its outline? A text that
 * reaches its rim takes much of it. Within the edges of a glyph lie those of
 * its counters; cards are wider. */
static bool is_card(const struct finder *finder, const struct contour *one)
{
	double least = token_params.held_least * one->box.height;

	return one->area >= token_params.held_filled * one->rectangle &&
	       is_wide(one) &&
	       (holds_stroke(finder, one) || (one->inlets[0].height >= least &&
					      one->inlets[1].height >= least));
}

/* Is what lies on a ground the frame of boxes, rather than a stroke? Nothing is
 * written in what a glyph encloses. */
static bool find_frame(const struct finder *finder, const struct contour *hole)
{
	double filled = 0;
	int boxes = 0;

	for (int i = hole->child; i >= 0; i = finder->contours[i].next) {
		const struct contour *one = &finder->contours[i];

		if (is_card(finder, one))
			return true;
		if (kind_of(finder, one) < 0 || may_be_zero(finder, one))
			continue;
		if (holds_stroke(finder, one))
			return true;
		filled += one->area;
		boxes++;
	}
	return boxes > 2 ||
	       (boxes && filled > token_params.frame_filled * hole->area);
}

static bool is_frame(const struct finder *finder, const struct contour *hole)
{
	signed char *known = &finder->frame[hole - finder->contours];

	if (*known < 0)
		*known = find_frame(finder, hole);
	return *known;
}

/* What a stroke covers: the contour of the ground around it is a pixel larger
 * on each side, and a difference marks the pixel after it as well. */
static struct box stroke_box(const struct contour *hole, enum mask_kind kind)
{
	int more = is_ink(kind) ? 0 : 1;
	struct box box = hole->box;

	return (struct box){ box.x + 1, box.y + 1, box.width - 2 - more,
			     box.height - 2 - more };
}

static bool is_stroke(struct box box)
{
	const struct token_params *p = &token_params;

	return box.width > 0 && box.height >= p->stroke_least &&
	       box.height <= p->stroke_most &&
	       box.width <= p->stroke_widest * box.height;
}

/* Do two stand on one line, the second no further than `gap` heights right? */
static bool follows(const struct box *a, const struct box *b, double gap)
{
	int high = a->height > b->height ? a->height : b->height;
	int low = a->height < b->height ? a->height : b->height;
	int top = a->y > b->y ? a->y : b->y;
	int bottom = a->y + a->height < b->y + b->height ? a->y + a->height
							 : b->y + b->height;

	return high < token_params.unequal * low &&
	       bottom - top > token_params.common * low &&
	       b->x - a->x - a->width < gap * high;
}

/* Does a digit stand beside what lies on the same ground, in its word? */
static bool stands_in_word(const struct finder *finder,
			   const struct contour *hole)
{
	struct box own = stroke_box(hole, finder->kind);

	for (int i = finder->contours[hole->parent].child; i >= 0;
	     i = finder->contours[i].next) {
		const struct contour *other = &finder->contours[i];
		struct box box = stroke_box(other, finder->kind);
		bool first = box.x < own.x;

		if (other != hole && is_stroke(box) &&
		    follows(first ? &box : &own, first ? &own : &box,
			    token_params.stroke_gap) &&
		    !is_frame(finder, other))
			return true;
	}
	return false;
}

/* Is ground the box of what lies on it, rather than a page's? */
static bool is_cell(const struct finder *finder, const struct contour *ground,
		    const struct contour *hole)
{
	return kind_of(finder, ground) >= 0 &&
	       ground->box.height < token_params.page * hole->box.height;
}

/* May what looks like a box's frame be a zero as well, on ground that is no
 * box: is it narrow, with a slash in it perhaps, or beside other digits? Within
 * the strokes of these, which may be ground themselves, lies nothing. */
static bool may_be_zero_too(const struct finder *finder,
			    const struct contour *hole)
{
	const struct contour *in = only_child(finder, hole);
	const struct contour *edge = in ? only_child(finder, in) : NULL;
	const struct contour *inner = edge ? only_child(finder, edge) : NULL;

	return in && !is_cell(finder, &finder->contours[hole->parent], hole) &&
	       (in->box.width < token_params.zero_narrow * in->box.height ||
		(!holds_stroke(finder, inner ? inner : in) &&
		 stands_in_word(finder, hole)));
}

static struct token *add_token(struct finder *finder)
{
	struct token_list *list = finder->list;

	if (alloc_grow(&list->tokens, &list->capacity, list->count + 1,
		       sizeof *list->tokens) < 0)
		return NULL;
	list->tokens[list->count] = (struct token){
		.box = -1, .word = -1, .number = 1, .sources = 1
	};
	return &list->tokens[list->count++];
}

static void measure(struct token *token)
{
	const struct point *c = token->px_quad.corner;

	token->px_at = point_scale(
		point_add(point_add(c[0], c[1]), point_add(c[2], c[3])), .25);
	token->px_width =
		(point_distance(c[0], c[1]) + point_distance(c[3], c[2])) / 2;
	token->px_height =
		(point_distance(c[0], c[3]) + point_distance(c[1], c[2])) / 2;
}

static struct quad quad_of(const struct finder *finder, const struct box *box)
{
	struct quad quad;

	for (int i = 0; i < 4; i++) {
		double x = box->x - .5 + (i == 1 || i == 2 ? box->width : 0);
		double y = box->y - .5 + (i >= 2 ? box->height : 0);

		quad.corner[i] = to_px(finder, x, y);
	}
	return quad;
}

/* The ground's colour, a third of the way from its corner to its middle, where
 * hardly any word reaches. */
static uint32_t colour_at(const struct pixel_level *level,
			  const struct contour *one)
{
	struct point middle = point_mix(one->at[0], one->at[2], .5);
	struct point at = point_mix(one->at[0], middle, 1 / 3.);
	int x = (int)at.x, y = (int)at.y;

	x = x < 0 ? 0 : x >= level->width ? level->width - 1 : x;
	y = y < 0 ? 0 : y >= level->height ? level->height - 1 : y;
	return level->pixels[(size_t)y * level->stride + (size_t)x] & 0xffffff;
}

/* Ground with a single box on it and nothing else is that box's border. */
static int outermost(const struct finder *finder, int i)
{
	for (;;) {
		const struct contour *one = &finder->contours[i], *below;
		int ground;

		if (one->parent < 0)
			return i;
		ground = finder->contours[one->parent].parent;
		below = &finder->contours[ground];
		if (kind_of(finder, below) < 0 || finder->inner[ground] != 1 ||
		    finder->token_of[ground] == -2 ||
		    below->rectangle > token_params.outer_most * one->rectangle)
			return i;
		i = ground;
	}
}

/* Does something stand out from the middle of ground that its mask does not
 * show: the other way round than ink does, or closed with lines? */
static bool has_hidden_ink(const struct finder *finder,
			   const struct contour *one)
{
	const struct pixel_level *level = finder->level;
	int w = (int)(token_params.middle * one->box.width);
	int h = (int)(token_params.middle * one->box.height);
	int left = one->box.x + (one->box.width - w) / 2;
	int top = one->box.y + (one->box.height - h) / 2;
	bool closed = finder->kind == MASK_CLOSED;
	double least = closed ? finder->strength
			      : token_params.ink_times * finder->strength;
	int counts[256] = { 0 }, median = 0, out = 0;

	for (int y = top; y < top + h; y++)
		for (int x = left; x < left + w; x++)
			counts[level->pixels[(size_t)y * level->stride +
					     (size_t)x] >>
				       8 &
			       255]++;
	for (int sum = counts[0]; 2 * sum < w * h && median < 255;)
		sum += counts[++median];
	for (int i = 0; i < 256; i++)
		if ((finder->kind != MASK_LIGHT && i - median > least) ||
		    (finder->kind != MASK_INK && median - i > least))
			out += counts[i];
	return out > token_params.ink_least * w * h;
}

/* Does something reach into ground from its rim? The ends of dashes do not
 * count that were closed to one. */
static bool has_inlet(const struct finder *finder, const struct contour *one)
{
	return one->inlets[0].width &&
	       (finder->kind != MASK_CLOSED || has_hidden_ink(finder, one));
}

/* Does nothing lie on ground? What ink leaves free may have specks: a digit
 * would be ink as well. A difference tells less: of a blurred digit specks may
 * be all that it shows. */
static bool is_bare(const struct finder *finder, const struct contour *one)
{
	double speck = is_ink(finder->kind)
			       ? token_params.word_in_box * one->box.height
			       : 0;

	if (has_inlet(finder, one))
		return false;
	for (int i = one->child; i >= 0; i = finder->contours[i].next)
		if (finder->contours[i].box.height > speck)
			return false;
	return one->area > token_params.bare_filled * one->hull &&
	       !((is_ink(finder->kind) || finder->kind == MASK_CLOSED) &&
		 has_hidden_ink(finder, one));
}

static struct quad level_quad(const struct contour *one)
{
	return (struct quad){ { one->at[0], one->at[1], one->at[2],
				one->at[3] } };
}

/* Does ground hold so much that it may be more than one cell? What reaches its
 * rim is no contour of its own. */
static bool may_be_divided(const struct finder *finder,
			   const struct contour *one)
{
	int count = 0;

	for (int i = one->child; i >= 0 && count < 2;
	     i = finder->contours[i].next)
		count += finder->contours[i].box.height >
			 token_params.stroke_least;
	return count > 1 || one->inlets[0].width;
}

/* Notes the lines that part ground, if there are any. Returns whether, or -1
 * where memory lacks. */
static int divide(struct finder *finder, int i)
{
	const struct quad unit = quad_from_box(0, 0, 1, 1);
	struct quad quad = level_quad(&finder->contours[i]);
	double contrast = token_params.divider * finder->strength;
	struct division found = { .ground = i };

	if (finder->skip || !may_be_divided(finder, &finder->contours[i]))
		return 0;
	found.columns =
		dividers_find(finder->level, &quad, contrast, false, found.u);
	found.rows =
		dividers_find(finder->level, &quad, contrast, true, found.v);
	if (found.columns * found.rows < 2 ||
	    homography_from_quads(&quad, &unit, &found.to_unit) < 0)
		return 0;
	if (alloc_grow(&finder->divisions, &finder->division_capacity,
		       finder->division_count + 1,
		       sizeof *finder->divisions) < 0)
		return -1;
	finder->divisions[finder->division_count++] = found;
	return 1;
}

static int add_cells(struct finder *finder, const struct division *division)
{
	const struct contour *one = &finder->contours[division->ground];
	const struct quad unit = quad_from_box(0, 0, 1, 1);
	struct quad quad = level_quad(one);
	struct homography to_level;
	int n = division->columns;

	if (homography_from_quads(&unit, &quad, &to_level) < 0)
		return 0;
	finder->token_of[division->ground] = (int)finder->list->count;
	for (int i = 0; i < n * division->rows; i++) {
		double u = division->u[i % n], v = division->v[i / n];
		struct quad cell =
			quad_from_box(u, v, division->u[i % n + 1] - u,
				      division->v[i / n + 1] - v);
		struct token *token = add_token(finder);

		if (!token)
			return -1;
		for (int k = 0; k < 4; k++) {
			struct point at =
				homography_apply(&to_level, cell.corner[k]);

			token->px_quad.corner[k] = to_px(finder, at.x, at.y);
		}
		measure(token);
		token->fill = colour_at(finder->level, one);
	}
	return 0;
}

/* Empty ground of about a size, as the squares of a paper are, alone. */
static bool is_of_size(const struct contour *one, const struct box *size)
{
	return !(one->depth & 1) && one->child < 0 &&
	       abs(one->box.width - size->width) <= 1 &&
	       abs(one->box.height - size->height) <= 1;
}

/* Finds the size of more empty boxes than boards have, or leaves 0: they are
 * what a board is drawn on. */
static void find_grain(struct finder *finder)
{
	enum { SAMPLES = 16 };

	for (int k = 0; k < SAMPLES && finder->count > GRAINS_LEAST; k++) {
		const struct contour *sample =
			&finder->contours[(2 * k + 1) * finder->count /
					  (2 * SAMPLES)];
		int alike = 0;

		if (sample->depth & 1 || kind_of(finder, sample) < 0)
			continue;
		for (int i = 0; i < finder->count; i++)
			alike += is_of_size(&finder->contours[i], &sample->box);
		if (alike >= GRAINS_LEAST) {
			finder->grain = sample->box;
			return;
		}
	}
}

static bool is_grain(const struct finder *finder, const struct contour *one)
{
	return finder->grain.width && is_of_size(one, &finder->grain);
}

static int add_boxes(struct finder *finder)
{
	for (int i = 0; i < finder->count; i++) {
		const struct contour *one = &finder->contours[i];
		int kind = is_grain(finder, one) ? -1 : kind_of(finder, one);
		int solid = kind_of_solid(finder, one);
		struct token *token;
		int outer, divided = 0;

		/* inside of glyphs there is none */
		if (solid < 0 &&
		    (kind < 0 || finder->inner[i] ||
		     (one->parent >= 0 &&
		      !is_frame(finder, &finder->contours[one->parent]))))
			continue;
		if (solid < 0)
			divided = divide(finder, i);
		if (divided < 0 ||
		    (divided &&
		     add_cells(finder,
			       &finder->divisions[finder->division_count - 1]) <
			     0))
			return -1;
		if (divided)
			continue;
		outer = solid < 0 ? outermost(finder, i) : i;
		token = add_token(finder);
		if (!token)
			return -1;
		token->kind = (enum token_kind)(solid < 0 ? kind : solid);
		if (token->kind == TOKEN_BOX)
			for (int k = 0; k < 4; k++)
				token->px_quad.corner[k] = to_px(
					finder, finder->contours[outer].at[k].x,
					finder->contours[outer].at[k].y);
		else /* a circle has no corners */
			token->px_quad =
				quad_of(finder, &finder->contours[outer].box);
		measure(token);
		token->fill = colour_at(finder->level, one);
		token->nested = outer != i;
		token->bare = solid < 0 && is_bare(finder, one);
		finder->token_of[i] = (int)finder->list->count - 1;
	}
	return 0;
}

/* Is ground within a glyph: inside its strokes, or enclosed by them? */
static bool is_in_glyph(const struct finder *finder, int ground)
{
	int around = finder->contours[ground].parent;

	return around >= 0 && !is_frame(finder, &finder->contours[around]) &&
	       is_stroke(stroke_box(&finder->contours[around], finder->kind));
}

static int add_stroke(struct finder *finder, int ground, struct box box,
		      bool at_rim)
{
	if (!is_stroke(box) || is_in_glyph(finder, ground))
		return 0;
	if (alloc_grow(&finder->strokes, &finder->stroke_capacity,
		       finder->stroke_count + 1, sizeof *finder->strokes) < 0)
		return -1;
	finder->strokes[finder->stroke_count++] =
		(struct stroke){ ground, 0, box, false, at_rim };
	return 0;
}

/* Notes what lies flat on ground, longer than dots are. */
static int add_rule(struct finder *finder, const struct contour *hole)
{
	const struct point *at = hole->at;
	struct point left = point_mix(at[0], at[3], .5);
	struct point right = point_mix(at[1], at[2], .5);
	struct box box = stroke_box(hole, finder->kind);

	if (hole->parent < 0 || box.width < token_params.box_least ||
	    box.height >= token_params.stroke_least ||
	    box.width < token_params.rule_flat * box.height)
		return 0;
	if (alloc_grow(&finder->rules, &finder->rule_capacity,
		       finder->rule_count + 1, sizeof *finder->rules) < 0)
		return -1;
	finder->rules[finder->rule_count++] = (struct rule){
		to_px(finder, left.x + 1, left.y),
		to_px(finder, right.x - 1, right.y),
		colour_at(finder->level, &finder->contours[hole->parent]), 1
	};
	return 0;
}

static int add_strokes(struct finder *finder)
{
	for (int i = 0; i < finder->count; i++) {
		const struct contour *hole = &finder->contours[i];

		if (finder->skip && finder->skip[i])
			continue;
		if (!(hole->depth & 1)) {
			/* a cell holds one number, a card a text */
			int most = is_wide(hole) ? INLETS : 1;

			if (kind_of(finder, hole) < 0 && !is_card(finder, hole))
				continue;
			for (int k = 0; k < most && has_inlet(finder, hole);
			     k++)
				if (hole->inlets[k].width &&
				    add_stroke(finder, i, hole->inlets[k],
					       true) < 0)
					return -1;
			continue;
		}
		if (is_frame(finder, hole)) {
			for (int k = hole->child; k >= 0;
			     k = finder->contours[k].next)
				finder->inner[hole->parent] +=
					kind_of(finder, &finder->contours[k]) >=
					0;
			if (!may_be_zero_too(finder, hole))
				continue;
		}
		if (add_rule(finder, hole) < 0 ||
		    add_stroke(finder, hole->parent,
			       stroke_box(hole, finder->kind), false) < 0)
			return -1;
	}
	return 0;
}

static int by_ground(const void *a, const void *b)
{
	const struct stroke *p = a, *q = b;

	if (p->ground != q->ground)
		return p->ground < q->ground ? -1 : 1;
	if (p->cell != q->cell)
		return p->cell < q->cell ? -1 : 1;
	return p->box.x < q->box.x ? -1 : p->box.x > q->box.x;
}

static struct box join(struct box a, struct box b)
{
	int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
	int right =
		a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
	int bottom = a.y + a.height > b.y + b.height ? a.y + a.height
						     : b.y + b.height;

	return (struct box){ x, y, right - x, bottom - y };
}

/* Does one stroke follow the other as dashes of a line do, alike and hardly
 * apart? */
static bool continues(const struct box *a, const struct box *b, bool down)
{
	int along = down ? a->height : a->width;
	int gap = down ? b->y - a->y - a->height : b->x - a->x - a->width;
	int off = down ? b->x - a->x : b->y - a->y;
	int across = down ? a->width : a->height;

	return (across <= token_params.dash_thin * along ||
		along <= token_params.dot_most) &&
	       abs(a->width - b->width) <= 1 &&
	       abs(a->height - b->height) <= 1 && abs(off) <= 1 && gap > 0 &&
	       gap <= token_params.dash_gap * along;
}

/* Of strokes by x, the next one of a line of dashes; -1: none. */
static int find_next(const struct stroke *strokes, int count, int i, bool down)
{
	const struct box *a = &strokes[i].box;
	double reach =
		down ? a->x + 1 : a->x + (1 + token_params.dash_gap) * a->width;
	int k = i + !down;

	while (down && k > 0 && strokes[k - 1].box.x >= a->x - 1)
		k--;
	for (; k < count && strokes[k].box.x <= reach; k++)
		if (k != i && continues(a, &strokes[k].box, down))
			return k;
	return -1;
}

/* Drops the dashes and dots of lines, many alike in a row; how many strokes
 * stay. */
static int drop_dashes(struct stroke *strokes, int count)
{
	int kept = 0;

	for (int down = 0; down < 2; down++)
		for (int i = 0; i < count; i++) {
			int n = 0;

			for (int k = i; k >= 0 && n < token_params.dashes; n++)
				k = find_next(strokes, count, k, down);
			if (n < token_params.dashes)
				continue;
			for (int k = i; k >= 0;) {
				int next = find_next(strokes, count, k, down);

				strokes[k].dash = true;
				k = next;
			}
		}
	for (int i = 0; i < count; i++)
		if (!strokes[i].dash)
			strokes[kept++] = strokes[i];
	return kept;
}

/* Strokes that make a word. */
struct run {
	struct box box;
	int parts;
	struct box tail; /* what follows its widest gap */
	int gap;         /* that is so wide */
	bool at_rim;
};

static void add_to_run(struct run *run, const struct stroke *added)
{
	const struct box *stroke = &added->box;
	int gap = stroke->x - run->box.x - run->box.width;

	run->at_rim |= added->at_rim;
	if (gap >= run->gap) {
		run->gap = gap;
		run->tail = *stroke;
	} else {
		run->tail = join(run->tail, *stroke);
	}
	run->box = join(run->box, *stroke);
	run->parts++;
}

/* Drops what is too low to be a box's word, by the box and by the highest word
 * in it, unless it has many as a board without lines has; how many stay. */
static int drop_specks(const struct token *box, double shrink,
		       struct run *words, int count)
{
	double side = fmin(box->px_width, box->px_height) / shrink;
	double least = token_params.word_in_box * side, highest = 0;
	int kept = 0;

	for (int i = 0; i < count; i++)
		highest = fmax(highest, words[i].box.height);
	if (count >= token_params.board_words &&
	    highest < token_params.board_word * side)
		return count;
	least = fmax(least, token_params.speck * highest);
	for (int i = 0; i < count; i++)
		if (words[i].box.height >= least)
			words[kept++] = words[i];
	return kept;
}

/* Do the words of a line stand in steps, as numbers in columns do? Those of a
 * text are of different widths. */
static bool is_in_steps(const struct run *words, const int *of, int count,
			int line)
{
	double last = 0, low = HUGE_VAL, high = 0;
	int n = 0;

	for (int i = 0; i < count; i++) {
		double middle = words[i].box.x + words[i].box.width / 2.;

		if (of[i] != line)
			continue;
		if (n++) {
			low = fmin(low, middle - last);
			high = fmax(high, middle - last);
		}
		last = middle;
	}
	return n > 2 && high - low < token_params.steps_off * high;
}

/* Counts the words that stand in one line of a text, for each word, whose
 * tokens follow each other from `first` on. */
static void count_lines(struct finder *finder, const struct run *words,
			int count, size_t first)
{
	int of[WORDS_MOST], sizes[WORDS_MOST] = { 0 };

	for (int i = 0; i < count; i++)
		of[i] = i;
	for (int i = 0; i < count; i++)
		for (int k = 0; k < count; k++) {
			bool left = words[k].box.x < words[i].box.x ||
				    (words[k].box.x == words[i].box.x && k < i);
			int old = of[k];

			if (old == of[i] || !left ||
			    !follows(&words[k].box, &words[i].box,
				     token_params.text_gap))
				continue;
			for (int j = 0; j < count; j++)
				of[j] = of[j] == old ? of[i] : of[j];
		}
	for (int i = 0; i < count; i++)
		sizes[of[i]]++;
	for (int i = 0; i < count; i++)
		if (sizes[i] > 2 && is_in_steps(words, of, count, i))
			sizes[i] = 1;
	for (int i = 0; i < count; i++)
		finder->list->tokens[first + (size_t)i].line = sizes[of[i]];
}

/* Joins the strokes of one ground into words, and marks texts. */
static int add_words_of(struct finder *finder, struct stroke *strokes,
			int count)
{
	struct run words[WORDS_MOST];
	int n = 0, box = finder->token_of[strokes->ground];
	size_t first = finder->list->count;

	box += box >= 0 ? strokes->cell : 0;
	count = drop_dashes(strokes, count);
	for (int i = 0; i < count; i++) {
		int at = n - 1;

		while (at >= 0 &&
		       !follows(&words[at].box, &strokes[i].box,
				finder->skip ? token_params.digit_gap
					     : token_params.stroke_gap))
			at--;
		if (at >= 0)
			add_to_run(&words[at], &strokes[i]);
		else if (n < WORDS_MOST)
			words[n++] =
				(struct run){ .box = strokes[i].box,
					      .parts = 1,
					      .at_rim = strokes[i].at_rim };
	}
	if (box >= 0 && !finder->skip)
		n = drop_specks(&finder->list->tokens[box],
				finder->level->shrink, words, n);
	for (int i = 0; i < n; i++) {
		struct token *token = add_token(finder);

		if (!token)
			return -1;
		token->kind = TOKEN_WORD;
		token->px_quad = quad_of(finder, &words[i].box);
		measure(token);
		token->words = words[i].parts;
		if (words[i].gap > token_params.tail_gap * words[i].box.height)
			token->px_tail = quad_of(finder, &words[i].tail);
		token->box = box < 0 ? -1 : box;
		token->at_rim = words[i].at_rim;
	}
	count_lines(finder, words, n, first);
	if (box >= 0) {
		struct token *token = &finder->list->tokens[box];

		token->words = n;
		token->word = n == 1 ? (int)first : -1;
		for (size_t i = first; i < finder->list->count; i++)
			token->px_text =
				fmax(token->px_text,
				     finder->list->tokens[i].px_height);
	}
	return 0;
}

/* Which of a direction's cells holds what reaches from `low` to `high`; -1: it
 * is a shred of a line. *near: its middle is near one. */
static int find_cell(const double *at, int cells, double low, double high,
		     bool *near)
{
	double middle = (low + high) / 2, cell;
	int i = 0;

	while (i + 1 < cells && at[i + 1] < middle)
		i++;
	cell = at[i + 1] - at[i];
	*near = fmin(middle - at[i], at[i + 1] - middle) <
		token_params.divider_off * cell;
	return high - low > cell ||
			       (*near &&
				high - low < token_params.divider_thin * cell)
		       ? -1
		       : i;
}

/* Puts the strokes on divided ground into its cells. */
static void part_strokes(struct finder *finder)
{
	const struct division *division = finder->divisions;
	const struct division *end = division + finder->division_count;
	size_t kept = 0;

	for (size_t i = 0; i < finder->stroke_count; i++) {
		struct stroke *stroke = &finder->strokes[i];
		const struct box *box = &stroke->box;
		struct point low = { box->x, box->y };
		struct point high = { box->x + box->width,
				      box->y + box->height };
		bool near[2];
		int x, y;

		division = finder->divisions;
		while (division < end && division->ground != stroke->ground)
			division++;
		if (division < end) {
			low = homography_apply(&division->to_unit, low);
			high = homography_apply(&division->to_unit, high);
			x = find_cell(division->u, division->columns, low.x,
				      high.x, &near[0]);
			y = find_cell(division->v, division->rows, low.y,
				      high.y, &near[1]);
			/* near both: lines cross there */
			if (x < 0 || y < 0 || (near[0] && near[1]))
				continue;
			stroke->cell = y * division->columns + x;
		}
		finder->strokes[kept++] = *stroke;
	}
	finder->stroke_count = kept;
}

static int add_words(struct finder *finder)
{
	size_t from = 0;

	if (finder->division_count)
		part_strokes(finder);

	if (finder->stroke_count)
		qsort(finder->strokes, finder->stroke_count,
		      sizeof *finder->strokes, by_ground);
	while (from < finder->stroke_count) {
		size_t to = from;

		while (to < finder->stroke_count &&
		       finder->strokes[to].ground ==
			       finder->strokes[from].ground &&
		       finder->strokes[to].cell == finder->strokes[from].cell)
			to++;
		if (add_words_of(finder, finder->strokes + from,
				 (int)(to - from)) < 0)
			return -1;
		from = to;
	}
	return 0;
}

int tokens_of_contours(const struct pixel_level *level, enum mask_kind kind,
		       double strength, const struct contour *contours,
		       int count, const bool *skip, struct token_list *list)
{
	struct finder finder = {
		.level = level,
		.kind = kind,
		.strength = strength,
		.list = list,
		.contours = contours,
		.count = count,
		.skip = skip,
		.token_of =
			alloc_array((size_t)count + 1, sizeof *finder.token_of),
		.inner = alloc_array((size_t)count + 1, sizeof *finder.inner),
		.frame = alloc_array((size_t)count + 1, 1),
	};
	int result = -1;

	list->px_width = level->width * level->shrink;
	list->px_height = level->height * level->shrink;
	if (finder.token_of && finder.inner && finder.frame) {
		memset(finder.frame, -1, (size_t)count);
		for (int i = 0; i < finder.count; i++)
			finder.token_of[i] = -1;
		result = add_strokes(&finder);
		/* ground with strokes of its own is no border of a box */
		for (size_t i = 0; i < finder.stroke_count; i++)
			finder.token_of[finder.strokes[i].ground] = -2;
		find_grain(&finder);
		if (result == 0)
			result = add_boxes(&finder);
		if (result == 0)
			result = add_words(&finder);
		if (result == 0 && finder.rule_count)
			result = rules_add(finder.rules, finder.rule_count,
					   list);
	}
	free(finder.rules);
	free(finder.strokes);
	free(finder.divisions);
	free(finder.token_of);
	free(finder.inner);
	free(finder.frame);
	return result;
}

int tokens_find(const struct pixel_level *level, enum mask_kind kind,
		double strength, int window, struct token_list *list)
{
	struct contour *contours;
	int count = pixels_contours(level, kind, strength, window, &contours);
	int result = count < 0
			     ? -1
			     : tokens_of_contours(level, kind, strength,
						  contours, count, NULL, list);

	free(contours);
	return result;
}

void tokens_free(struct token_list *list)
{
	free(list->tokens);
	*list = (struct token_list){ 0 };
}

int tokens_drop(struct token_list *list, const bool *drop)
{
	int *place = alloc_array(list->count + 1, sizeof *place);
	size_t kept = 0;

	if (!place)
		return -1;
	for (size_t i = 0; i < list->count; i++) {
		place[i] = drop[i] ? -1 : (int)kept;
		if (!drop[i])
			list->tokens[kept++] = list->tokens[i];
	}
	list->count = kept;
	for (size_t i = 0; i < kept; i++) {
		struct token *token = &list->tokens[i];

		token->box = token->box < 0 ? -1 : place[token->box];
		token->word = token->word < 0 ? -1 : place[token->word];
	}
	free(place);
	return 0;
}

bool tokens_are_of_size(const struct token *a, const struct token *b,
			double share)
{
	return fabs(a->px_width - b->px_width) <
		       share * fmin(a->px_width, b->px_width) &&
	       fabs(a->px_height - b->px_height) <
		       share * fmin(a->px_height, b->px_height);
}

double token_tilt(const struct token *token)
{
	const struct point *c = token->px_quad.corner;
	struct point along =
		point_sub(point_add(c[1], c[2]), point_add(c[0], c[3]));

	return atan2(along.y, along.x);
}
