#include "quartet.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* Chosen on pages drawn by scenes/web (seed 101), scenes (seed 5) and the
 * folders of data/. */
const struct quartet_params quartet_params = {
	.number_least = .15,
	.box_most = 4.5,
	.unequal = 1.5,
	.step_least = 1.2,
	.step_most = 9,
	.oblong = 1.8,
	.lean = .36,
	.off = .16,
	.twins = .15,
	.in_step = .22,
	.beside_most = 2,
	.boxes_least = 7,
	.box_unequal = .25,
	.box_off = .15,
	.box_gap = .8,
};

/* What may be one of four. */
struct item {
	int token;
	bool boxed;
	struct point at;
	double width;  /* that it takes in its row */
	double height; /* of its number; 0: it holds none */
	double size;   /* of its box, of a word the same as height */
};

static bool make_item(const struct token_list *tokens, int index,
		      struct item *item)
{
	const struct quartet_params *p = &quartet_params;
	const struct token *token = &tokens->tokens[index];
	double size = fmax(token->px_width, token->px_height);

	*item = (struct item){ .token = index,
			       .boxed = token->kind != TOKEN_WORD,
			       .at = token->px_at,
			       .width = token->px_width,
			       .height = token->px_height,
			       .size = size };
	if (token->number < p->number_least)
		return false;
	if (!item->boxed) {
		const struct token *box =
			token->box < 0 ? NULL : &tokens->tokens[token->box];

		item->size = item->height;
		/* the box stands for its word */
		return (token->box >= 0 || token->line <= 1) &&
		       !(box && box->word == index &&
			 fmax(box->px_width, box->px_height) <=
				 p->box_most * token->px_height);
	}
	item->height = token->px_text;
	return !token->bare && token->words < 2 &&
	       (token->word < 0 || size <= p->box_most * token->px_text);
}

static bool are_alike(const struct item *a, const struct item *b)
{
	double more = quartet_params.unequal;

	if (a->height > 0 && b->height > 0 &&
	    fmax(a->height, b->height) > more * fmin(a->height, b->height))
		return false;
	if (a->boxed && b->boxed)
		return fmax(a->size, b->size) <= more * fmin(a->size, b->size);
	/* a box without a number beside a word */
	return a->height > 0 && b->height > 0;
}

/* May b be the next one along, as far as two can tell? */
static bool may_follow(const struct item *a, const struct item *b, bool down)
{
	const struct quartet_params *p = &quartet_params;
	struct point step = point_sub(b->at, a->at);
	double along = down ? step.y : step.x;
	double off = fabs(down ? step.x : step.y);
	double height = fmax(a->height, b->height);

	return along > p->step_least * fmax(a->width, b->width) &&
	       off <= p->lean * along &&
	       (height <= 0 || along <= p->step_most * height) &&
	       are_alike(a, b);
}

static int by_height(const void *a, const void *b)
{
	const struct item *p = a, *q = b;

	if (p->at.y < q->at.y || p->at.y > q->at.y)
		return p->at.y < q->at.y ? -1 : 1;
	return p->token - q->token;
}

/* Of items by their y, the first that is no higher than that. */
static int first_from(const struct item *items, int count, double y)
{
	int low = 0;

	while (low < count) {
		int middle = (low + count) / 2;

		if (items[middle].at.y < y)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* Is an item another one as a further source shows it, and less surely a
 * number? */
static bool has_twin(const struct token_list *tokens, const struct item *items,
		     int count, int one)
{
	const struct item *item = &items[one];
	double near = quartet_params.twins * item->size;
	double number = tokens->tokens[item->token].number;

	for (int i = first_from(items, count, item->at.y - near);
	     i < count && items[i].at.y <= item->at.y + near; i++) {
		const struct item *other = &items[i];
		double more = tokens->tokens[other->token].number - number;

		if ((more > 0 || (more >= 0 && i < one)) &&
		    other->boxed == item->boxed &&
		    fabs(other->at.x - item->at.x) < near &&
		    fabs(other->size - item->size) < near &&
		    fabs(other->height - item->height) < near)
			return true;
	}
	return false;
}

/* Counts what stands in step with the four; -1: something stands between. */
static int count_beside(const struct item *items, int count,
			const struct item *const four[4],
			const struct homography *unit_to_px, double step)
{
	static const struct point places[] = {
		{ 0, 1 },   { 0, 2 },   { 3, 1 },   { 3, 2 },
		{ 1, 0 },   { 2, 0 },   { 1, 3 },   { 2, 3 },
		{ 1.5, 1 }, { 1.5, 2 }, { 1, 1.5 }, { 2, 1.5 },
	};
	const int steps = 8, all = sizeof places / sizeof *places;
	double near = quartet_params.in_step * step;
	int beside = 0;

	for (int i = 0; i < all; i++) {
		struct point at = homography_apply(unit_to_px, places[i]);

		for (int k = first_from(items, count, at.y - near);
		     k < count && items[k].at.y <= at.y + near; k++) {
			if (fabs(items[k].at.x - at.x) > near ||
			    !are_alike(&items[k], four[0]))
				continue;
			if (i >= steps)
				return -1;
			beside++;
			break;
		}
	}
	return beside;
}

static int add_four(const struct item *items, int count,
		    const struct item *const four[4], double residual,
		    struct quartet_list *list)
{
	struct quad unit = { { { 1, 1 }, { 2, 1 }, { 2, 2 }, { 1, 2 } } };
	struct quad px = { { four[0]->at, four[1]->at, four[3]->at,
			     four[2]->at } };
	double across = point_distance(four[0]->at, four[1]->at);
	double down = point_distance(four[0]->at, four[2]->at);
	struct quartet *one;

	if (alloc_grow(&list->quartets, &list->capacity, list->count + 1,
		       sizeof *list->quartets) < 0)
		return -1;
	one = &list->quartets[list->count];
	*one = (struct quartet){ .residual = residual,
				 .uneven = fabs(log(across / down)) };
	if (homography_from_quads(&unit, &px, &one->unit_to_px) < 0)
		return 0;
	for (int i = 0; i < 4; i++) {
		one->at[i] = four[i]->token;
		one->boxed += four[i]->boxed / 4.;
	}
	one->beside = count_beside(items, count, four, &one->unit_to_px,
				   fmin(across, down));
	if (one->beside >= 0 && one->beside <= quartet_params.beside_most)
		list->count++;
	return 0;
}

/* Of items by their y, the one that completes three to a parallelogram. */
static const struct item *find_fourth(const struct item *items, int count,
				      const struct item *a,
				      const struct item *right,
				      const struct item *below,
				      double *residual)
{
	double step = fmin(point_distance(a->at, right->at),
			   point_distance(a->at, below->at));
	struct point at = point_sub(point_add(right->at, below->at), a->at);
	double least = quartet_params.off * step;
	const struct item *best = NULL;

	for (int i = first_from(items, count, at.y - least);
	     i < count && items[i].at.y <= at.y + least; i++) {
		double off;

		if (fabs(items[i].at.x - at.x) > least)
			continue;
		off = point_distance(items[i].at, at);
		if (off <= least && are_alike(&items[i], a)) {
			least = off;
			best = &items[i];
		}
	}
	*residual = least / step;
	return best;
}

static int find_fours(const struct item *items, int count, const struct item *a,
		      struct quartet_list *list)
{
	const double oblong = quartet_params.oblong;

	for (int i = 0; i < count; i++) {
		const struct item *right = &items[i];
		double across;

		if (!may_follow(a, right, false))
			continue;
		across = point_distance(a->at, right->at);
		for (int k = first_from(items, count, a->at.y);
		     k < count && items[k].at.y <= a->at.y + oblong * across;
		     k++) {
			const struct item *below = &items[k], *fourth;
			double down = point_distance(a->at, below->at);
			double residual;

			if (down > oblong * across || across > oblong * down ||
			    !may_follow(a, below, true))
				continue;
			fourth = find_fourth(items, count, a, right, below,
					     &residual);
			if (fourth &&
			    a->height + right->height + below->height > 0) {
				const struct item *four[4] = { a, right, below,
							       fourth };

				if (add_four(items, count, four, residual,
					     list) < 0)
					return -1;
			}
		}
	}
	return 0;
}

/* The disc nearest to where four boxes meet; -1. Of words there, parts may be
 * seen alone. */
static int find_at(const struct item *items, int count, struct point at,
		   double step)
{
	double near = quartet_params.in_step * step;
	int best = -1;

	for (int i = 0; i < count; i++)
		if (point_distance(items[i].at, at) < near && items[i].boxed &&
		    items[i].height > 0 && items[i].size < step) {
			near = point_distance(items[i].at, at);
			best = items[i].token;
		}
	return best;
}

static bool is_box_like(const struct token *box, const struct token *other)
{
	double most = quartet_params.box_unequal;

	return other->kind != TOKEN_WORD &&
	       fabs(other->px_width - box->px_width) < most * box->px_width &&
	       fabs(other->px_height - box->px_height) < most * box->px_height;
}

/* The step from a box to the nearest like it beside it, or below or above it;
 * false: there is none. */
static bool find_step(const struct token_list *tokens, const struct token *box,
		      bool down, struct point *step)
{
	const struct quartet_params *p = &quartet_params;
	double side = down ? box->px_height : box->px_width;
	double near = (1 + p->box_gap) * side;

	for (size_t i = 0; i < tokens->count; i++) {
		struct point to =
			point_sub(tokens->tokens[i].px_at, box->px_at);
		double along = down ? to.y : to.x, off = down ? to.x : to.y;

		if (fabs(along) < .8 * side || fabs(along) >= near ||
		    fabs(off) > p->lean * fabs(along) ||
		    !is_box_like(box, &tokens->tokens[i]))
			continue;
		near = fabs(along);
		*step = along > 0 ? to : point_scale(to, -1);
	}
	return near < (1 + p->box_gap) * side;
}

/* The box like one whose middle is at a place; -1: there is none. */
static int box_at(const struct token_list *tokens, const struct token *box,
		  struct point at)
{
	double off =
		quartet_params.box_off * fmin(box->px_width, box->px_height);

	for (size_t i = 0; i < tokens->count; i++)
		if (fabs(tokens->tokens[i].px_at.x - at.x) < off &&
		    fabs(tokens->tokens[i].px_at.y - at.y) < off &&
		    is_box_like(box, &tokens->tokens[i]))
			return (int)i;
	return -1;
}

/* Adds the places where the boxes of three columns and rows meet, those around
 * one box. */
static int add_around(const struct token_list *tokens, const struct item *items,
		      int count, const struct token *box,
		      struct quartet_list *list)
{
	struct point across = { 0 }, down = { 0 }, from[9], to[9];
	struct quartet one = { 0 };
	double sum = 0, width, height;
	int boxes = 0;

	if (!find_step(tokens, box, false, &across) ||
	    !find_step(tokens, box, true, &down))
		return 0;
	for (int y = -2; y <= 2; y++)
		for (int x = -2; x <= 2; x++) {
			struct point at = point_add(
				box->px_at, point_add(point_scale(across, x),
						      point_scale(down, y)));
			int seen = box_at(tokens, box, at);

			if (seen < 0)
				continue;
			if (abs(x) > 1 || abs(y) > 1) {
				one.beside++;
				continue;
			}
			from[boxes] = (struct point){ 1.5 + x, 1.5 + y };
			to[boxes++] = tokens->tokens[seen].px_at;
		}
	if (boxes < quartet_params.boxes_least ||
	    one.beside > quartet_params.beside_most ||
	    homography_fit(from, to, boxes, &one.unit_to_px) < 0)
		return 0;
	for (int i = 0; i < boxes; i++)
		sum += pow(
			point_distance(to[i], homography_apply(&one.unit_to_px,
							       from[i])),
			2);
	width = point_length(across);
	height = point_length(down);
	one.residual = sqrt(sum / boxes) / fmin(width, height);
	one.boxed = boxes / 9.;
	one.uneven = fabs(log(width / height));
	for (int i = 0; i < 4; i++)
		one.at[i] =
			find_at(items, count,
				homography_apply(
					&one.unit_to_px,
					(struct point){ 1 + i % 2, 1 + i / 2 }),
				fmin(width, height));
	if (alloc_grow(&list->quartets, &list->capacity, list->count + 1,
		       sizeof *list->quartets) < 0)
		return -1;
	list->quartets[list->count++] = one;
	return 0;
}

/* So many things at most are tried; a page of text has some hundred. */
enum { ITEMS_MOST = 800 };

int quartets_find(const struct token_list *tokens, struct quartet_list *list)
{
	struct item *all = alloc_array(tokens->count + 1, sizeof *all);
	struct item *items = alloc_array(tokens->count + 1, sizeof *items);
	int found = 0, count = 0, result = all && items ? 0 : -1;

	for (size_t i = 0;
	     i < tokens->count && result == 0 && found < ITEMS_MOST; i++)
		found += make_item(tokens, (int)i, &all[found]);
	if (found)
		qsort(all, (size_t)found, sizeof *all, by_height);
	for (int i = 0; i < found; i++)
		if (!has_twin(tokens, all, found, i))
			items[count++] = all[i];
	for (int i = 0; i < count && result == 0; i++)
		result = find_fours(items, count, &items[i], list);
	for (size_t i = 0; i < tokens->count && result == 0; i++)
		if (tokens->tokens[i].kind != TOKEN_WORD)
			result = add_around(tokens, items, count,
					    &tokens->tokens[i], list);
	free(all);
	free(items);
	return result;
}

void quartets_free(struct quartet_list *list)
{
	free(list->quartets);
	*list = (struct quartet_list){ 0 };
}

struct quad quartet_px_quad(const struct quartet *quartet, double left,
			    double top, double right, double bottom)
{
	struct quad quad = quad_from_box(left, top, right - left, bottom - top);

	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			homography_apply(&quartet->unit_to_px, quad.corner[i]);
	return quad;
}
