#include "lattice_ruled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lattice_lines.h"
#include "order.h"

/* A field is looked at from this size on, in pixels a side, and no more fields
 * of a picture than these, the largest, nor more frames. */
enum { SIDE_LEAST = 70, FIELDS_MOST = 8 };
/* So much of each of its sides shows as an edge. */
#define EDGES_SHOW 0.85
/* A lattice with this share of the field's area has been found there. */
#define KNOWN_FILLS 0.6
/* Levels are averaged along this many places of a rule, the outermost share of
 * it left out, and taken at so many places across. */
enum { ALONG = 48, ACROSS = 480 };
#define ENDS_OFF 0.02
/* A rule is as wide as this many of them at most, and lies so many beside its
 * place at most. */
enum { RULE_WIDE = 5, RULE_STRAYS = 2 };
/* One that strays counts so much less a place, so that of two rims that would
 * do the better is taken. */
#define STRAY_COSTS 0.06
/* Rules stand out by so many levels on the average, each but one in ten by
 * this share of their median, and what is half way between two of them by no
 * more than that: where every second rule is missed, those half way show. */
#define RULE_LEAST 1.0
#define RULE_ALIKE 0.35
#define HALFWAY_MOST 0.33
/* Cells at most so many times as wide as high, or as high as wide. */
#define ASPECT_MOST 1.5
/* A rule takes about this share of a cell. */
#define RULE_SHARE 0.06

/* The outermost cells reach so far (in cells) beyond the field, of which the
 * frame takes some, or end so far within, in so many steps. */
#define RIM_MOST 0.2
enum { RIM_STEPS = 6 };

enum { CELLS_LEAST = 4, CELLS_MOST = 20 };

/* How much each place across a field stands out from those beside it: darker
 * and lighter, that of a rule which strays from it counting, too. */
struct profile {
	double rule[2][ACROSS];
};

static bool is_known(const struct element *element,
		     const struct lattice_list *known)
{
	double area = fabs(quad_area(&element->corners));

	for (size_t i = 0; i < known->count; i++) {
		struct quad corners = lattice_px_corners(&known->lattices[i]);
		struct point middle = point_mix(
			point_mix(corners.corner[0], corners.corner[2], 0.5),
			point_mix(corners.corner[1], corners.corner[3], 0.5),
			0.5);

		if (quad_contains(&element->corners, middle) &&
		    fabs(quad_area(&corners)) > KNOWN_FILLS * area)
			return true;
	}
	return false;
}

static bool has_edges(const struct elements *elements, const struct quad *quad)
{
	for (int i = 0; i < 4; i++)
		if (elements_edge_share(elements, quad->corner[i],
					quad->corner[(i + 1) % 4],
					2.0 * elements->shrink) < EDGES_SHOW)
			return false;
	return true;
}

/* The field's outline: its corners, or its box where a corner is missing
 * because what stands there has another tint. */
static bool find_outline(const struct elements *elements,
			 const struct element *element, struct quad *outline)
{
	const struct box *box = &element->box;

	*outline = element->corners;
	if (has_edges(elements, outline))
		return true;
	*outline =
		quad_from_box(box->x, box->y, box->width - 1, box->height - 1);
	return has_edges(elements, outline);
}

/* By how much the rule that is expected at a place stands out, where each
 * stands out by so much: lighter or darker as `sign` says. */
static double rule_near(const double *lighter, int middle, double sign)
{
	double most = 0;

	for (int i = -RULE_STRAYS; i <= RULE_STRAYS; i++)
		if (middle + i >= 0 && middle + i < ACROSS)
			most = fmax(most, sign * (1 - STRAY_COSTS * abs(i)) *
						  lighter[middle + i]);
	return most;
}

/* The profile along the unit square's x (or, `upright` false, its y). */
static void measure(const struct elements *elements,
		    const struct homography *unit_to_px, bool upright,
		    struct profile *profile)
{
	double level[ACROSS] = { 0 }, lighter[ACROSS] = { 0 };
	const double *m = unit_to_px->m;
	double step = (1 - 2 * ENDS_OFF) / ALONG, first = ENDS_OFF + step / 2;
	int a = upright ? 0 : 1, b = 1 - a; /* across, along */

	for (int i = 0; i < ACROSS; i++) {
		double across = (i + 0.5) / ACROSS;
		struct plane_trace trace = {
			m[a] * across + m[b] * first + m[2],
			m[3 + a] * across + m[3 + b] * first + m[5],
			m[6 + a] * across + m[6 + b] * first + m[8],
			m[b] * step,
			m[3 + b] * step,
			m[6 + b] * step,
		};
		float levels[ALONG];

		plane_sample_trace(&elements->grey, &trace, ALONG, levels);
		for (int j = 0; j < ALONG; j++)
			level[i] += (double)levels[j];
	}
	for (int i = RULE_WIDE; i < ACROSS - RULE_WIDE; i++) {
		double left = level[i - RULE_WIDE];
		double right = level[i + RULE_WIDE];

		/* a step between two tints is none */
		lighter[i] = (fmax(0, level[i] - fmax(left, right)) +
			      fmin(0, level[i] - fmin(left, right))) /
			     ALONG;
	}
	for (int i = 0; i < 2 * ACROSS; i++)
		profile->rule[i / ACROSS][i % ACROSS] =
			rule_near(lighter, i % ACROSS, i / ACROSS ? 1 : -1);
}

/* That of the rule at a place within the field, as a share of its width. */
static double rule_at(const double *rules, double place)
{
	return place >= 0 && place < 1 ? rules[(int)(place * ACROSS)] : 0;
}

/* How much the rules stand out, by their profile, of a field that is `count`
 * cells wide: their median, 0 where it is not. */
static double rules_of(const double *profile, int count, double rim)
{
	double rules[CELLS_MOST], halfway[CELLS_MOST], median;
	int high = 0;

	for (int i = 1; i < count; i++) {
		rules[i - 1] =
			rule_at(profile, rim + (1 - 2 * rim) * i / count);
		high += rules[i - 1] >= RULE_LEAST;
		/* most fields are ruled by no such count */
		if (2 * (high + count - 1 - i) < count - 1)
			return 0;
	}
	qsort(rules, (size_t)count - 1, sizeof *rules, order_doubles);
	median = rules[(count - 1) / 2];
	if (median < RULE_LEAST ||
	    rules[(count - 1) / 10] < RULE_ALIKE * median)
		return 0;
	for (int i = 0; i < count; i++)
		halfway[i] = rule_at(profile,
				     rim + (1 - 2 * rim) * (i + 0.5) / count);
	qsort(halfway, (size_t)count, sizeof *halfway, order_doubles);
	return halfway[count / 2] <= HALFWAY_MOST * median ? median : 0;
}

/* What the rules make of a field's width. */
struct ruling {
	int count;    /* of cells; 0: none */
	double rim;   /* how far inside the field the first begins, as a share
		       * of it: less than 0 where a frame has taken some */
	double rules; /* how much they stand out */
};

/* Of several counts that would do the greatest: a third of the rules come back
 * evenly, too. */
static struct ruling find_ruling(const struct profile *profile)
{
	struct ruling best[CELLS_MOST + 1] = { 0 };
	double most = 0;
	int last = 0;

	for (int count = CELLS_LEAST; count <= CELLS_MOST; count++)
		for (int i = -RIM_STEPS; i <= RIM_STEPS; i++)
			for (int light = 0; light < 2; light++) {
				double rim = RIM_MOST * i / RIM_STEPS / count;
				double rules = rules_of(profile->rule[light],
							count, rim);

				if (rules > best[count].rules)
					best[count] =
						(struct ruling){ count, rim,
								 rules };
			}
	for (int count = CELLS_LEAST; count <= CELLS_MOST; count++)
		most = fmax(most, best[count].rules);
	for (int count = CELLS_LEAST; count <= CELLS_MOST; count++)
		if (most > 0 && best[count].rules >= RULE_ALIKE * most)
			last = count;
	return best[last];
}

static bool are_square(const struct quad *board, int columns, int rows)
{
	double across =
		point_distance(board->corner[0], board->corner[1]) / columns;
	double aside =
		point_distance(board->corner[0], board->corner[3]) / rows;

	return fmax(across, aside) <= ASPECT_MOST * fmin(across, aside);
}

static bool find_rules(const struct elements *elements,
		       const struct quad *field, struct lattice *lattice)
{
	struct quad board = quad_from_box(0, 0, 1, 1), cells;
	struct homography unit_to_px;
	struct ruling across, aside;
	struct profile profile;

	memset(lattice, 0, sizeof *lattice);
	if (homography_from_quads(&board, field, &unit_to_px) < 0)
		return false;
	measure(elements, &unit_to_px, true, &profile);
	across = find_ruling(&profile);
	if (!across.count)
		return false;
	measure(elements, &unit_to_px, false, &profile);
	aside = find_ruling(&profile);
	if (!aside.count)
		return false;
	lattice->columns = across.count;
	lattice->rows = aside.count;
	cells = quad_from_box(0, 0, across.count, aside.count);
	board = quad_from_box(across.rim, aside.rim, 1 - 2 * across.rim,
			      1 - 2 * aside.rim);
	for (int i = 0; i < 4; i++)
		board.corner[i] =
			homography_apply(&unit_to_px, board.corner[i]);
	if (!are_square(&board, across.count, aside.count) ||
	    homography_from_quads(&cells, &board, &lattice->cell_to_px) < 0 ||
	    homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell) < 0)
		return false;
	lattice->field = 1 - RULE_SHARE;
	lattice_snap(lattice, elements);
	lattice->pitch = homography_scale(
		&lattice->cell_to_px,
		(struct point){ lattice->columns / 2.0, lattice->rows / 2.0 });
	return lattice_is_inside(lattice, elements);
}

static int by_area(const void *a, const void *b)
{
	double d =
		fabs(quad_area(&(*(const struct element *const *)b)->corners)) -
		fabs(quad_area(&(*(const struct element *const *)a)->corners));

	return (d > 0) - (d < 0);
}

/* The elements of a kind that have the outline of a board, the largest first.
 * Returns how many. */
static int find_boards(const struct elements *elements, enum element_kind kind,
		       const struct element **boards)
{
	int count = 0;

	for (size_t i = 0; i < elements->count; i++) {
		struct element outline = elements->list[i];

		if (outline.kind != kind)
			continue;
		outline.kind = ELEMENT_FIELD;
		if (element_is_board(&outline, SIDE_LEAST))
			boards[count++] = &elements->list[i];
	}
	qsort(boards, (size_t)count, sizeof *boards, by_area);
	return count;
}

/* Looks in fields, or, where broken rules part one in some places but not in
 * all, in frames: these are strokes. */
static int find_in(const struct elements *elements, enum element_kind kind,
		   const struct element **boards,
		   const struct lattice_list *known, struct lattice_list *list)
{
	int count = find_boards(elements, kind, boards), looked = 0;

	for (int i = 0; i < count && looked < FIELDS_MOST; i++) {
		struct lattice lattice;
		struct quad outline;

		if (is_known(boards[i], known) || is_known(boards[i], list) ||
		    !find_outline(elements, boards[i], &outline))
			continue;
		looked++;
		if (!find_rules(elements, &outline, &lattice))
			continue;
		if (alloc_grow(&list->lattices, &list->capacity,
			       list->count + 1, sizeof *list->lattices) < 0)
			return -1;
		list->lattices[list->count++] = lattice;
	}
	return 0;
}

int lattice_find_ruled(const struct elements *elements,
		       const struct lattice_list *known,
		       struct lattice_list *list)
{
	const struct element **boards =
		alloc_array(elements->count, sizeof *boards);
	int result = boards ? 0 : -1;

	if (result == 0)
		result = find_in(elements, ELEMENT_FIELD, boards, known, list);
	if (result == 0)
		result = find_in(elements, ELEMENT_STROKE, boards, known, list);
	free(boards);
	return result;
}
