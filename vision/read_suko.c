/* Sukos and Sujikos: four discs with numbers at the inner corners of three by
 * three cells. The discs give the map; the cells' tints the areas; the areas'
 * totals are numbers in fields of these tints anywhere around, which sum to
 * 45. Without tints it is a Sujiko. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "items.h"
#include "tints.h"
#include "fields.h"
#include "number_strangers.h"
#include "page.h"
#include "readings.h"
#include "suko_cells.h"
#include "suko_discs.h"
#include "suko_groups.h"
#include "suko_own.h"
#include "suko_rims.h"
#include "suko_totals.h"
#include "vision_parts.h"

/* Half the side of the part of a cell whose colour is taken, in cells: clear
 * of lines and discs. */
#define TINT_HALF 0.2
/* What is left out at each side of a cell when its digit is read. */
#define CELL_RIM 0.06
/* Cells are told from a grid of other things by their fields, one a cell,
 * within this of the cell's middle, or by the board's border. */
#define MIDDLE_OFF 0.2
enum { CELLS_LEAST = 7 };
#define BORDER_LEAST 0.6
/* ... which lies this near to where the discs put it, in cells. */
#define BORDER_OFF 0.12
/* Cells that stand apart are smaller than this share of the pitch; the holes
 * of a digit in them than that. */
#define CELL_APART 0.75
#define APART_LEAST 0.25
/* It fills its box by so much: cells around bold digits .64 and more, the ink
 * of bold digits .57 and less. */
#define APART_FILLED 0.6
/* A disc is at least so large for the height of its digits. */
#define AROUND_NUMBER 2.1
/* A digit reaches into the middle of its cell, so much to each side (shares
 * of the cell). Discs cover no more than this share at each of its sides. */
#define CENTRE_HALF 0.12
#define CORNER_SHARE 0.22
/* What is less sure to be a digit is looked at again. */
#define SURE_GIVEN 0.95
/* Beside a digit its cell's tint is taken, from so near to so wide, in heights
 * of the digit: cells leave as much room. */
#define BESIDE_NEAR 0.12
#define BESIDE_WIDE 0.2
/* How sure the arrangement is by itself; nine cells and four circles. */
#define SURE 0.995
/* A board without areas and without a digit given mostly has many answers:
 * rather its areas were not seen. This is less than what is believed to have
 * several as printed (.99), and enough for one that has only one. */
#define SURE_BARE 0.98
/* What runs along the sides is one line a cell: of one area it is the same. */
#define RIMS_CLEAR 3.0
/* Totals are looked for by boards whose cells show, and by discs that are at
 * least so sure to be a board's: grids of numbers hold many fours of them. */
#define DISCS_LEAST 0.2
#define SCORE 13

struct board {
	struct vision *vision;
	const struct page *page;
	const struct suko_discs *discs;
	const struct suko_discs_list *all; /* of the page's boards */
	bool last; /* of the others is read what can be */
	/* of a cell that stands apart its field; width 0: not seen */
	struct box px_apart[SUKO_CELLS];
	struct tint tints[SUKO_CELLS];
	struct number cells[SUKO_CELLS];
};

static struct extent cell_extent(int cell, double half)
{
	double x = cell % 3 + 0.5, y = cell / 3 + 0.5;

	return (struct extent){ x - half, y - half, x + half, y + half };
}

/* Does a cell's field stand apart from the others? A digit's ink does, too,
 * where its strokes are wide, but does not fill its box. */
static bool is_apart(const struct elements *elements, const struct element *e,
		     double unit)
{
	const double area =
		(double)e->area * elements->shrink * elements->shrink;
	const double width = e->box.width, height = e->box.height;

	return width < CELL_APART * unit && height < CELL_APART * unit &&
	       width > APART_LEAST * unit && height > APART_LEAST * unit &&
	       area > APART_FILLED * width * height;
}

/* Are there nine cells around the discs? */
static bool has_cells(struct board *board)
{
	const struct elements *elements = &board->page->elements;
	const struct homography *map = &board->discs->cell_to_px;
	static const struct point rim[5] = {
		{ 0, 0 }, { 3, 0 }, { 3, 3 }, { 0, 3 }, { 0, 0 }
	};
	int seen = 0, sides = 0;

	for (int i = 0; i < SUKO_CELLS; i++) {
		struct point middle = { i % 3 + 0.5, i / 3 + 0.5 };
		struct point px = homography_apply(map, middle);
		double unit = homography_scale(map, middle);

		/* a digit may stand in the middle: look beside it, too */
		for (int k = 0; k < 5; k++) {
			const struct element *e = elements_at(
				elements, px.x + (k % 3 - 1) * 0.2 * unit,
				px.y + (k / 3 - 0.5) * 0.4 * unit * (k > 2));
			struct point at;

			if (!e || e->kind != ELEMENT_FIELD ||
			    e->box.width > 1.25 * unit ||
			    e->box.height > 1.25 * unit ||
			    e->box.width < 0.2 * unit)
				continue;
			at.x = e->box.x + (e->box.width - 1) / 2.0;
			at.y = e->box.y + (e->box.height - 1) / 2.0;
			if (point_distance(at, px) > MIDDLE_OFF * unit)
				continue;
			seen++;
			if (is_apart(elements, e, unit))
				board->px_apart[i] = e->box;
			break;
		}
	}
	for (int i = 0; i < 4; i++) {
		struct point a = homography_apply(map, rim[i]);
		struct point b = homography_apply(map, rim[i + 1]);

		sides += elements_edge_share(elements, a, b,
					     BORDER_OFF * point_distance(a, b) /
						     3) >= BORDER_LEAST;
	}
	return board->discs->has_cells || seen >= CELLS_LEAST || sides == 4;
}

/* Where most cells stand apart, so do those whose field a digit hides. */
static void complete_apart(struct board *board)
{
	const struct box *like = NULL;
	int count = 0;

	for (int i = 0; i < SUKO_CELLS; i++)
		if (board->px_apart[i].width) {
			like = &board->px_apart[i];
			count++;
		}
	for (int i = 0; i < SUKO_CELLS && count > SUKO_CELLS / 2; i++) {
		struct point px = homography_apply(
			&board->discs->cell_to_px,
			(struct point){ i % 3 + 0.5, i / 3 + 0.5 });

		if (!board->px_apart[i].width)
			board->px_apart[i] = (struct box){
				(int)(px.x - like->width / 2.0 + 0.5),
				(int)(px.y - like->height / 2.0 + 0.5),
				like->width, like->height
			};
	}
}

/* A digit stands in the middle of its cell; what lies off it is a piece of a
 * disc's rim, a pencil mark, or nothing. */
static bool is_central(const struct number *number, const struct place *place)
{
	const struct extent *e = &place->extent;
	double x = (e->left + e->right) / 2, y = (e->top + e->bottom) / 2;
	double room_x = CENTRE_HALF * (e->right - e->left);
	double room_y = CENTRE_HALF * (e->bottom - e->top);

	return number->extent.left < x + room_x &&
	       number->extent.right > x - room_x &&
	       number->extent.top < y + room_y &&
	       number->extent.bottom > y - room_y;
}

static bool is_given(const struct number *number)
{
	return number->value >= 1 && number->value <= 9 &&
	       number->confidence > SURE_GIVEN;
}

/* Reads a cell's digit; what is none again without the corners, where the
 * discs are. */
static void read_given(const struct board *board, const struct place *place,
		       struct number *number)
{
	const struct plane *grey = &board->page->elements.grey;
	struct place middle = *place;
	struct extent *e = &middle.extent;
	double x = CORNER_SHARE * (e->right - e->left);
	double y = CORNER_SHARE * (e->bottom - e->top);
	struct number inside;

	number_read_place(board->vision->glyphs, grey, place, number);
	if (number->blank || (is_given(number) && is_central(number, place)))
		return;
	e->left += x;
	e->right -= x;
	e->top += y;
	e->bottom -= y;
	number_read_place(board->vision->glyphs, grey, &middle, &inside);
	if (!inside.cut)
		*number = inside;
}

/* The tint of a cell: beside the digit, where one is written there. */
static struct tint cell_tint(const struct board *board, int cell,
			     const struct place *place)
{
	const struct image *image = board->page->elements.image;
	const struct number *number = &board->cells[cell];
	double height = number->extent.bottom - number->extent.top;
	struct extent tint = cell_extent(cell, TINT_HALF);
	struct tint sides[2];

	if (number->value < 0)
		return tint_find(image, &tint, &board->discs->cell_to_px);
	for (int i = 0; i < 2; i++) {
		double near = i ? number->extent.right + BESIDE_NEAR * height
				: number->extent.left - BESIDE_NEAR * height;
		double far = near + (i ? BESIDE_WIDE : -BESIDE_WIDE) * height;
		struct extent side = { fmin(near, far), number->extent.top,
				       fmax(near, far), number->extent.bottom };

		sides[i] = tint_find(image, &side, &place->frame_to_px);
	}
	return (struct tint){ (sides[0].light + sides[1].light) / 2,
			      (sides[0].red_green + sides[1].red_green) / 2,
			      (sides[0].yellow_blue + sides[1].yellow_blue) /
				      2 };
}

/* Makes blank what is none of the digits: fainter, or of another height. */
static void drop_strangers(struct board *board)
{
	const struct homography *map = &board->discs->cell_to_px;
	struct number *all[SUKO_CELLS];
	struct extent read[SUKO_CELLS];

	/* some were read in a frame of cells, some in one of pixels */
	for (int i = 0; i < SUKO_CELLS; i++) {
		struct extent *extent = &board->cells[i].extent;
		struct point middle = { i % 3 + 0.5, i / 3 + 0.5 };
		double unit = homography_scale(map, middle);

		all[i] = &board->cells[i];
		read[i] = *extent;
		if (board->px_apart[i].width) {
			extent->top /= unit;
			extent->bottom /= unit;
		}
	}
	numbers_drop_strangers(all, SUKO_CELLS);
	for (int i = 0; i < SUKO_CELLS; i++)
		if (board->cells[i].value >= 0)
			board->cells[i].extent = read[i];
}

static void read_cells(struct board *board)
{
	struct place places[SUKO_CELLS];

	for (int i = 0; i < SUKO_CELLS; i++) {
		places[i] = (struct place){ cell_extent(i, 0.5 - CELL_RIM),
					    board->discs->cell_to_px };
		if (board->px_apart[i].width)
			places[i] = place_from_box(&board->px_apart[i]);
		read_given(board, &places[i], &board->cells[i]);
	}
	drop_strangers(board);
	for (int i = 0; i < SUKO_CELLS; i++)
		board->tints[i] = cell_tint(board, i, &places[i]);
}

static int add_circles(struct board *board, struct sighting *sighting,
		       struct problem *problem)
{
	struct suko *suko = &sighting->puzzle.as.suko;

	for (int i = 0; i < SUKO_CIRCLES; i++) {
		const struct number *number = &board->discs->numbers[i];

		suko->circles[i] = readings_value(number, SUKO_UNKNOWN);
		if (readings_add_number(sighting, number, problem,
					"circles[%d]", i) < 0)
			return -1;
	}
	for (int i = 0; i < SUKO_CELLS; i++) {
		struct number number = board->cells[i];

		/* some programs show a blank as 0 */
		suko->givens[i] = number.value >= 1 && number.value <= 9
					  ? number.value
					  : SUKO_BLANK;
		if (number.value > 9 && number.confidence > 0.5)
			number.confidence = 0.5;
		if (number.blank)
			continue;
		if (readings_add_number(sighting, &number, problem,
					"givens[%d]", i) < 0)
			return -1;
	}
	return 0;
}

static bool is_bare(const struct suko *suko)
{
	for (int i = 0; i < SUKO_CELLS; i++)
		if (suko->givens[i] != SUKO_BLANK)
			return false;
	return suko->area_count == 0;
}

static int add_areas(const struct suko_areas *areas, struct sighting *sighting,
		     struct problem *problem)
{
	struct suko *suko = &sighting->puzzle.as.suko;

	suko->area_count = areas->count;
	for (int i = 0; i < areas->count; i++) {
		struct suko_area *area = &suko->areas[i];

		snprintf(area->colour, sizeof area->colour, "%s",
			 tint_name(&areas->tints[i]));
		for (int k = 0; k < i; k++) /* names must differ */
			if (!strcmp(suko->areas[k].colour, area->colour))
				snprintf(area->colour, sizeof area->colour,
					 "tint %d", i + 1);
		for (int k = 0; k < SUKO_CELLS; k++)
			area->cells[k] = areas->area_of[k] == i;
		area->total = readings_value(&areas->totals[i], SUKO_UNKNOWN);
		if (readings_add_number(sighting, &areas->totals[i], problem,
					"areas[%d].total", i) < 0)
			return -1;
	}
	sighting->confidence *= areas->confidence;
	if (is_bare(suko))
		sighting->confidence *= SURE_BARE;
	return 0;
}

static int find_areas(const struct board *board, const struct field *fields,
		      int field_count, const struct sighting_list *known,
		      struct suko_areas *areas, struct problem *problem)
{
	struct suko_own own = { .vision = board->vision,
				.page = board->page,
				.discs = board->discs,
				.all = board->all,
				.known = known,
				.tints = board->tints };

	return suko_own_find(&own, fields, field_count, board->last, areas) < 0
		       ? problem_set(problem, PROBLEM_MEMORY,
				     "no memory for totals")
		       : 0;
}

/* Of a board without tints in the middles of its cells, and without digits, the
 * areas may be told by what runs along the cells' sides: where totals are found
 * that agree. */
static int find_rim_areas(struct board *board, const struct field *fields,
			  int field_count, const struct sighting_list *known,
			  struct suko_areas *areas, struct problem *problem)
{
	int result = 0;

	for (int rim = 0; rim < SUKO_RIMS && result == 0; rim++) {
		struct suko_areas other;

		suko_rims_find(board->page->elements.image,
			       &board->discs->cell_to_px, rim, board->tints);
		if (suko_groups_are_plain(board->tints))
			continue;
		result = find_areas(board, fields, field_count, known, &other,
				    problem);
		if (result < 0 || !other.agreed ||
		    suko_groups_clarity(board->tints, other.count) < RIMS_CLEAR)
			continue;
		*areas = other;
		break;
	}
	return result;
}

static bool is_empty(const struct board *board)
{
	for (int i = 0; i < SUKO_CELLS; i++)
		if (!board->cells[i].blank)
			return false;
	return true;
}

/* A program may tint the cells whose digits it has given, and no others: then
 * the tints are no areas. */
static bool mark_givens(const struct board *board, const struct suko *suko)
{
	bool given[SUKO_CELLS];

	for (int i = 0; i < SUKO_CELLS; i++)
		given[i] = suko->givens[i] != SUKO_BLANK;
	return suko_groups_are(board->tints, given);
}

/* Do the middles of all cells lie in the picture? */
static bool is_in_picture(const struct board *board)
{
	const struct plane *grey = &board->page->elements.grey;

	for (int i = 0; i < 4; i++) {
		struct point at = { i & 1 ? 2.5 : 0.5, i & 2 ? 2.5 : 0.5 };

		at = homography_apply(&board->discs->cell_to_px, at);
		if (!(at.x >= 0 && at.y >= 0 && at.x < grey->width &&
		      at.y < grey->height))
			return false;
	}
	return true;
}

/* Returns 1 where others are to be read first: totals that are not found by
 * the board may be among what these leave. */
static int read_board(struct board *board, const struct field *fields,
		      int field_count, struct sighting_list *list,
		      struct problem *problem)
{
	struct sighting sighting = {
		.puzzle.family = FAMILY_suko,
		.cell_to_px = board->discs->cell_to_px,
		.score = SCORE,
		.confidence = SURE,
	};
	bool cells = has_cells(board), stays = false;
	struct suko_areas areas;
	int result;

	sighting.px_corners = suko_discs_place(&sighting.cell_to_px);
	/* of double discs several squares tell of the same board */
	if (!is_in_picture(board) ||
	    sighting_list_takes_in(list, &sighting.px_corners) ||
	    sighting_list_outranks(list, &sighting.px_corners, SCORE))
		return 0;
	complete_apart(board);
	read_cells(board);
	suko_init(&sighting.puzzle.as.suko);
	result = add_circles(board, &sighting, problem);
	if (result == 0 &&
	    sighting.confidence >= (cells ? SIGHTING_LEAST : DISCS_LEAST)) {
		result = find_areas(board, fields, field_count, list, &areas,
				    problem);
		if (result == 0 && !areas.tinted && is_empty(board))
			result = find_rim_areas(board, fields, field_count,
						list, &areas, problem);
		if (result == 0 && areas.tinted && !areas.agreed &&
		    !board->last)
			result = 1;
		if (result == 0 && !areas.agreed &&
		    mark_givens(board, &sighting.puzzle.as.suko))
			areas = (struct suko_areas){ .confidence = 1 };
		/* areas whose totals are found tell of cells, too */
		stays = cells || areas.agreed;
	}
	if (result == 0 && stays)
		result = add_areas(&areas, &sighting, problem);
	if (result == 0 && stays)
		return sighting_list_add(list, &sighting, problem);
	free(sighting.readings);
	return result;
}

/* Appends the numbers of the page that circles may hold as if they were fields
 * around them: a disc of dashes, or one as light as what is around it, makes
 * no field. Returns how many fields there are then, or -1. */
static int add_numbers(struct vision *vision, const struct page *page,
		       const struct sighting_list *list, struct field **fields,
		       int count)
{
	struct item_list items = { 0 };
	int result = item_list_find_numbers(&items, page, vision->glyphs, list);
	size_t capacity = 0;
	struct field *all = NULL;

	if (result == 0)
		result = alloc_grow(&all, &capacity,
				    (size_t)count + items.count + 1,
				    sizeof *all);
	if (result == 0) {
		if (count)
			memcpy(all, *fields, sizeof *all * (size_t)count);
		free(*fields);
		*fields = all;
	}
	for (size_t i = 0; i < items.count && result == 0; i++) {
		const struct item *item = &items.items[i];
		double size = AROUND_NUMBER * item->strokes[0].height;

		if (item->value < SUKO_CIRCLE_LEAST ||
		    item->value > SUKO_CIRCLE_MOST || !item->stroke_count)
			continue;
		all[count++] = (struct field){ .px_middle = item->px_middle,
					       .width = size,
					       .height = size,
					       .px_box = item->px_box,
					       .fill = 1 };
	}
	item_list_fini(&items);
	return result < 0 ? -1 : count;
}

/* Reads the boards of a page, those whose totals are not found by them last. */
static int read_boards(struct vision *vision, const struct page *page,
		       const struct suko_discs_list *discs,
		       const struct field *fields, int count,
		       struct sighting_list *list, struct problem *problem)
{
	bool *later = alloc_array(discs->count, sizeof *later);
	int status = later ? 0 : -1;

	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory for boards");
	for (size_t i = 0; i < 2 * discs->count && status >= 0; i++) {
		size_t which = i % discs->count;
		struct board board = { .vision = vision,
				       .page = page,
				       .discs = &discs->list[which],
				       .all = discs,
				       .last = discs->count == 1 ||
					       i >= discs->count };

		if (i >= discs->count && !later[which])
			continue;
		status = read_board(&board, fields, count, list, problem);
		later[which] = status > 0;
	}
	free(later);
	return status;
}

static int read_page(struct vision *vision, const struct page *page,
		     struct sighting_list *list, struct problem *problem)
{
	struct suko_discs_list discs = { .known = list, .score = SCORE };
	struct field *fields;
	int count = fields_find(page, PAGE_LATTICES_COARSER, false, &fields);
	int status = count;

	/* nine cells tell where the board is better than four discs */
	if (status >= 0)
		status = suko_cells_find(vision->glyphs, &page->elements,
					 fields, count, &discs);
	if (status >= 0)
		status = suko_discs_find(vision->glyphs, &page->elements,
					 fields, count, &discs);
	if (status >= 0 && !discs.count) {
		int all = add_numbers(vision, page, list, &fields, count);

		status = all;
		if (all > count)
			status =
				suko_discs_find(vision->glyphs, &page->elements,
						fields, all, &discs);
	}
	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory for discs");
	if (status >= 0)
		status = read_boards(vision, page, &discs, fields, count, list,
				     problem);
	free(discs.list);
	free(fields);
	return status < 0 ? -1 : 0;
}

/* Numbers at the corners of squares abound in a cross-sum: that goes first
 * where a lattice is larger than a board of three by three cells, and where
 * none is a board. */
static int turn(const struct page *page)
{
	const struct lattice_list *lists[2] = { &page->lattices, &page->discs };
	int few = 0;

	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < lists[k]->count; i++) {
			const struct lattice *one = &lists[k]->lattices[i];

			if (one->columns > 3 && one->rows > 3)
				return 1;
			few += one->columns == 3 && one->rows == 3;
		}
	return few ? 0 : 1;
}

const struct read_family read_suko = { .read = read_page, .turn = turn };
