#include "suko_discs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "round_numbers.h"

/* Discs stand this many of their widths apart. */
#define APART_LEAST 1.25
#define APART_MOST 6.0
/* How far from a square's corner a disc may be, in sides of the square:
 * perspective of 20 degrees makes a tenth. */
#define SQUARE_OFF 0.2
/* Of the places around where discs would stand if they went on, this many may
 * hold a field alike by chance. */
enum { NEIGHBOURS_MOST = 1 };
/* Of the nine cells, so many fields like the discs make a grid. */
enum { GRID_LEAST = 4 };
/* One of the four may be misread. */
enum { MISREAD_MOST = 1 };
/* Opposite sides of a board differ by less than this in a perspective of 20
 * degrees; more is a bad fit. */
#define SIDES_DIFFER 0.22
/* A board is known where its middle lies this near to another's, in cells. */
#define SAME_BOARD 0.5
/* Of a disc's width, what is looked at for its number. */
#define INSIDE 1.0
/* A disc's own edge shows within so many of its radii. */
#define RING_REACH 1.2
/* Numbers less sure than this are read again within their rings. */
#define SURE 0.95
/* The middle of a disc, into which both digits of its number reach: so wide, of
 * the disc. It is empty where nothing stands out by more than this share of
 * what stands out in all of the disc, as in read_cross_sum.c. */
#define MIDDLE 0.5
#define FAINT_SHARE 0.35
/* What is as sure as this to be another number needs no look at rings. */
#define SURE_OTHER 0.99
/* What is read as surely as that without rings differs from what is read with
 * them by more than chance: neither is surer then. */
#define SURE_BARE 0.9
#define DIFFER 0.5

bool suko_discs_may_hold(const struct number *number)
{
	return number->value >= SUKO_CIRCLE_LEAST &&
	       number->value <= SUKO_CIRCLE_MOST && !number->cut;
}

/* May digits be one with a ring? Not where nothing is written, or one digit
 * stands alone. */
static bool may_touch_ring(const struct number *number)
{
	return !number->blank && (number->cut || number->value < 0 ||
				  number->value >= SUKO_CIRCLE_LEAST);
}

/* What was read with rings, by what was read without: where both are sure of
 * something else it may be either. */
static void join(struct number *number, const struct number *bare)
{
	bool held = suko_discs_may_hold(number);

	if (held && number->value == bare->value) {
		number->confidence = fmax(number->confidence, bare->confidence);
	} else if (!held || bare->confidence > number->confidence) {
		*number = *bare;
	} else if (bare->confidence > SURE_BARE) {
		number->confidence = DIFFER;
		number->instead[0].value = bare->value;
		number->instead[0].confidence = 1 - DIFFER;
		number->instead_count = 1;
	}
}

/* Is a disc, of which something was read, empty in the middle? Then that was
 * its rings, and there is no number within them. */
static bool is_hollow(struct glyphs *glyphs, const struct plane *grey,
		      const struct homography *cell_to_px, struct point at,
		      double radius, const struct number *read)
{
	double half = MIDDLE * radius;
	struct place middle = { { at.x - half, at.y - half, at.x + half,
				  at.y + half },
				*cell_to_px };
	struct number number;

	number_read_place(glyphs, grey, &middle, &number);
	return number.blank && number.contrast <= FAINT_SHARE * read->contrast;
}

/* Is it surely more than a circle holds? No ring makes that of less. */
static bool is_too_much(const struct number *number)
{
	return number->value > SUKO_CIRCLE_MOST && !number->cut &&
	       number->confidence >= SURE_OTHER;
}

bool suko_discs_read_ring(struct glyphs *glyphs, const struct plane *grey,
			  const struct homography *cell_to_px, struct point at,
			  double radius, struct number *number)
{
	struct number plain = *number, inside;
	bool held = suko_discs_may_hold(number);

	if (held && number->confidence >= SURE)
		return false;
	if (!held &&
	    (is_too_much(&plain) || is_hollow(glyphs, grey, cell_to_px, at,
					      radius / RING_REACH, &plain)))
		return false;
	if (round_number_read(glyphs, grey, cell_to_px, at, radius,
			      suko_discs_may_hold, &inside) &&
	    (!held || inside.confidence > number->confidence))
		*number = inside;
	if (may_touch_ring(&plain) &&
	    round_number_read_bare(glyphs, grey, cell_to_px, at, radius,
				   suko_discs_may_hold, &inside))
		join(number, &inside);
	return true;
}

bool suko_discs_are_known(const struct suko_discs_list *list,
			  const struct homography *cell_to_px)
{
	struct point middle = { 1.5, 1.5 };
	struct point px = homography_apply(cell_to_px, middle);
	double unit = homography_scale(cell_to_px, middle);

	for (size_t i = 0; i < list->count; i++)
		if (list->list[i].has_cells &&
		    point_distance(
			    homography_apply(&list->list[i].cell_to_px, middle),
			    px) < SAME_BOARD * unit)
			return true;
	return false;
}

struct quad suko_discs_place(const struct homography *cell_to_px)
{
	struct quad px;

	for (int i = 0; i < 4; i++)
		px.corner[i] = homography_apply(
			cell_to_px, (struct point){ i == 1 || i == 2 ? 3 : 0,
						    i >= 2 ? 3 : 0 });
	return px;
}

bool suko_discs_are_even(const struct homography *cell_to_px)
{
	struct quad px = suko_discs_place(cell_to_px);
	const struct point *c = px.corner;

	for (int i = 0; i < 2; i++) {
		double one = point_distance(c[i], c[i + 1]);
		double other = point_distance(c[i + 2], c[(i + 3) % 4]);

		if (fabs(one - other) > SIDES_DIFFER * fmin(one, other))
			return false;
	}
	return quad_is_convex(&px);
}

static bool is_round(const struct field *field)
{
	return field->width < 1.4 * field->height &&
	       field->height < 1.4 * field->width;
}

/* What is looked through: the fields from left to right. */
struct finder {
	struct glyphs *glyphs;
	const struct elements *elements;
	struct field *fields;
	int count;
	struct suko_discs_list *list;
};

static int by_x(const void *a, const void *b)
{
	const struct field *p = a, *q = b;

	return (p->px_middle.x > q->px_middle.x) -
	       (p->px_middle.x < q->px_middle.x);
}

/* The first field that is no further left than that. */
static int first_from(const struct finder *finder, double x)
{
	int low = 0, high = finder->count;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (finder->fields[middle].px_middle.x < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The field alike nearest to a point, no further than `reach`; -1: none. */
static int find_near(const struct finder *finder, const struct field *like,
		     struct point at, double reach)
{
	double nearest = HUGE_VAL;
	int best = -1;

	for (int i = first_from(finder, at.x - reach); i < finder->count; i++) {
		const struct field *field = &finder->fields[i];
		double unlike;

		if (field->px_middle.x >= at.x + reach)
			break;
		finder->list->compared++;
		if (point_distance(field->px_middle, at) >= reach ||
		    !fields_are_alike(field, like))
			continue;
		unlike = fields_distance(like, field, at);
		if (unlike < nearest) {
			nearest = unlike;
			best = i;
		}
	}
	return best;
}

/* Would the square's pattern go on? Counts fields alike where it would. */
static int count_neighbours(const struct finder *finder,
			    const struct field *like,
			    const struct homography *map)
{
	int found = 0;

	for (int i = 0; i < 16 && found <= NEIGHBOURS_MOST; i++) {
		struct point cell = { i % 4, i / 4 };
		struct point at = homography_apply(map, cell);

		if ((cell.x == 1 || cell.x == 2) &&
		    (cell.y == 1 || cell.y == 2))
			continue;
		found += find_near(finder, like, at,
				   0.12 * homography_scale(map, cell)) >= 0;
	}
	return found;
}

/* Are the cells between the corners the same as what stands at the corners?
 * Then these are every other cell of some grid. */
static bool is_grid(const struct finder *finder, const struct field *like,
		    const struct homography *map)
{
	int found = 0;

	for (int i = 0; i < 9; i++) {
		struct point cell = { i % 3 + 0.5, i / 3 + 0.5 };
		struct point at = homography_apply(map, cell);
		int near = find_near(finder, like, at,
				     0.15 * homography_scale(map, cell));

		if (near < 0)
			continue;
		found += finder->fields[near].width < 1.2 * like->width &&
			 like->width < 1.2 * finder->fields[near].width;
	}
	return found >= GRID_LEAST;
}

/* Reads the first of the discs again within their rings, where they need it,
 * as long as no more of them than `misread` hold no possible number. Returns
 * how many of them do hold one. */
static int read_rings(struct glyphs *glyphs, const struct elements *elements,
		      struct suko_discs *discs, int count, int misread)
{
	int good = 0;

	for (int i = 0; i < count && i - good <= misread; i++) {
		struct number *number = &discs->numbers[i];

		suko_discs_read_ring(
			glyphs, &elements->grey, &discs->cell_to_px,
			(struct point){ 1 + i % 2, 1 + i / 2 },
			RING_REACH * INSIDE * discs->size / 2, number);
		good += number->value >= SUKO_CIRCLE_LEAST &&
			number->value <= SUKO_CIRCLE_MOST;
	}
	return good;
}

/* Reads the discs. Returns how many hold a possible number; or fewer where
 * they are too few. */
static int read_discs(struct glyphs *glyphs, const struct elements *elements,
		      struct suko_discs *discs)
{
	double half = INSIDE * discs->size / 2;
	int good = 0;

	for (int i = 0; i < 4; i++) {
		double x = 1 + i % 2, y = 1 + i / 2;
		struct place place = { { x - half, y - half, x + half,
					 y + half },
				       discs->cell_to_px };
		struct number *number = &discs->numbers[i];

		number_read_place(glyphs, &elements->grey, &place, number);
		good += number->value >= SUKO_CIRCLE_LEAST &&
			number->value <= SUKO_CIRCLE_MOST;
		/* save time on what is none */
		if (i == 1 && !good &&
		    !read_rings(glyphs, elements, discs, 2, 2))
			return 0;
	}
	return read_rings(glyphs, elements, discs, 4, MISREAD_MOST);
}

/* Would a board there be kept beside what was read of the page? */
static bool may_be_kept(const struct suko_discs_list *list,
			const struct homography *cell_to_px)
{
	struct quad place = suko_discs_place(cell_to_px);

	return !list->known ||
	       (!sighting_list_takes_in(list->known, &place) &&
		!sighting_list_outranks(list->known, &place, list->score));
}

static int add_square(const struct finder *finder, const struct quad *px,
		      const struct field *like)
{
	static const struct quad cell = {
		{ { 1, 1 }, { 2, 1 }, { 2, 2 }, { 1, 2 } }
	};
	struct suko_discs_list *list = finder->list;
	struct suko_discs discs = { 0 };

	if (!quad_is_convex(px) ||
	    homography_from_quads(&cell, px, &discs.cell_to_px) < 0 ||
	    !suko_discs_are_even(&discs.cell_to_px))
		return 0;
	if (suko_discs_are_known(list, &discs.cell_to_px) ||
	    !may_be_kept(list, &discs.cell_to_px))
		return 0;
	discs.size =
		(like->width + like->height) / 2 /
		homography_scale(&discs.cell_to_px, (struct point){ 1.5, 1.5 });
	if (count_neighbours(finder, like, &discs.cell_to_px) >
		    NEIGHBOURS_MOST ||
	    is_grid(finder, like, &discs.cell_to_px))
		return 0;
	list->read++;
	if (read_discs(finder->glyphs, finder->elements, &discs) <
	    4 - MISREAD_MOST)
		return 0;
	if (alloc_grow(&list->list, &list->capacity, list->count + 1,
		       sizeof discs) < 0)
		return -1;
	list->list[list->count++] = discs;
	return 0;
}

/* The square on the side from field a to field b, downwards or upwards: the
 * other corners are fields alike; one may be `missing`, where its number
 * breaks it up. Returns false where there is none. */
static bool find_square(const struct finder *finder, int a, int b, bool upwards,
			bool missing, struct quad *px)
{
	const struct field *fields = finder->fields;
	struct point from = fields[a].px_middle, to = fields[b].px_middle;
	struct point side = point_sub(to, from);
	struct point turn = { -side.y, side.x };
	double reach = SQUARE_OFF * side.x;
	int left, right;

	if (upwards)
		turn = point_scale(turn, -1);
	left = find_near(finder, &fields[a], point_add(from, turn), reach);
	if (left < 0 && !missing)
		return false;
	right = find_near(finder, &fields[a], point_add(to, turn), reach);
	if ((missing ? (left < 0) == (right < 0) : right < 0) ||
	    (left >= 0 && fields[left].bare) ||
	    (right >= 0 && fields[right].bare))
		return false;

	struct point low_left =
		left >= 0 ? fields[left].px_middle
			  : point_sub(point_add(fields[right].px_middle, from),
				      to);
	struct point low_right =
		right >= 0 ? fields[right].px_middle
			   : point_sub(point_add(fields[left].px_middle, to),
				       from);

	*px = upwards ? (struct quad){ { low_left, low_right, to, from } }
		      : (struct quad){ { from, to, low_right, low_left } };
	return true;
}

/* Squares of which a field is the upper left corner, or the lower left one. */
static int find_from(const struct finder *finder, int a, bool missing)
{
	const struct field *f = &finder->fields[a];
	double least = APART_LEAST * f->width, most = APART_MOST * f->width;
	int first = first_from(finder, f->px_middle.x + least);

	for (int b = first; b < finder->count; b++) {
		const struct field *other = &finder->fields[b];
		struct point right = point_sub(other->px_middle, f->px_middle);

		finder->list->compared++;
		if (right.x > most)
			break;
		if (fabs(right.y) > 0.3 * right.x || other->bare ||
		    !fields_are_alike(f, other))
			continue;
		for (int up = 0; up <= missing; up++) {
			struct quad px;

			if (find_square(finder, a, b, up, missing, &px) &&
			    add_square(finder, &px, f) < 0)
				return -1;
		}
	}
	return 0;
}

/* Squares of which all corners were seen, or all but one. */
static int find_squares(const struct finder *finder, bool missing)
{
	int result = 0;

	for (int a = 0; a < finder->count && result == 0; a++)
		if (is_round(&finder->fields[a]) && !finder->fields[a].bare)
			result = find_from(finder, a, missing);
	return result;
}

int suko_discs_find(struct glyphs *glyphs, const struct elements *elements,
		    const struct field *fields, int field_count,
		    struct suko_discs_list *list)
{
	size_t count = (size_t)field_count;
	struct finder finder = { glyphs, elements,
				 alloc_array(count, sizeof *fields),
				 field_count, list };
	int result = -1;

	if (finder.fields) {
		if (count) {
			memcpy(finder.fields, fields, count * sizeof *fields);
			qsort(finder.fields, count, sizeof *fields, by_x);
		}
		result = find_squares(&finder, false);
	}
	if (result == 0 && !list->count)
		result = find_squares(&finder, true);
	free(finder.fields);
	return result;
}
