#include "side_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Glyphs beside a board are 0.25 to 0.8 of a cell high; rings around them up
 * to a cell; a number of two digits may be one stroke. */
#define MARK_LEAST 0.13
#define MARK_MOST 1.3
/* Numbers of one line lie within this distance of each other, and of the
 * middle of their square. */
#define LINE_OFF 0.2
#define MIDDLE_OFF 0.35
/* and are of the same height within this factor. */
#define HEIGHT_FACTOR 1.6
/* Lines of numbers begin no further than this from the side. */
#define FAR_MOST 2.0
/* A line has numbers in at least this share of its squares. */
#define SEEN_LEAST 0.5
/* A ring or box around a number is about as wide as high, and what it holds
 * is at least this share of its height. */
#define RING_ASPECT 1.3
#define RING_INSIDE 0.33
/* Rings stand around most numbers of a line, or around none. */
#define RINGS_LEAST 0.6
/* Lines that are read for one side, most numbers first. */
enum { LINES_READ = 2, BOXES_MOST = 16 };

static bool box_in_box(const struct box *inner, const struct box *outer)
{
	return inner->x >= outer->x && inner->y >= outer->y &&
	       inner->x + inner->width <= outer->x + outer->width &&
	       inner->y + inner->height <= outer->y + outer->height &&
	       (inner->width < outer->width || inner->height < outer->height);
}

static void find_parents(struct mark_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		long least = 0;

		list->marks[i].parent = -1;
		for (size_t j = 0; j < list->count; j++) {
			const struct box *outer = &list->marks[j].box;
			long area = (long)outer->width * outer->height;

			if (!box_in_box(&list->marks[i].box, outer) ||
			    (list->marks[i].parent >= 0 && area >= least))
				continue;
			least = area;
			list->marks[i].parent = (int)j;
		}
	}
}

int mark_list_find(struct mark_list *list, const struct elements *elements,
		   const struct lattice *lattice, double margin)
{
	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		struct mark mark = { .box = element->box, .parent = -1 };
		struct point px = {
			element->box.x + element->box.width / 2.0,
			element->box.y + element->box.height / 2.0
		};

		if (element->kind != ELEMENT_STROKE)
			continue;
		mark.width = element->box.width / lattice->pitch;
		mark.height = element->box.height / lattice->pitch;
		if (mark.height < MARK_LEAST || mark.height > MARK_MOST ||
		    mark.width > MARK_MOST || element->box.height < 5)
			continue;
		mark.cell_centre =
			homography_apply(&lattice->px_to_cell, px);
		if (!(mark.cell_centre.x > -margin &&
		      mark.cell_centre.y > -margin &&
		      mark.cell_centre.x < lattice->columns + margin &&
		      mark.cell_centre.y < lattice->rows + margin))
			continue;
		if (alloc_grow(&list->marks, &list->capacity,
			       list->count + 1, sizeof mark) < 0)
			return -1;
		list->marks[list->count++] = mark;
	}
	find_parents(list);
	return 0;
}

void mark_list_fini(struct mark_list *list)
{
	free(list->marks);
	memset(list, 0, sizeof *list);
}

/* Where a mark stands as seen from a side: along it, and how far out. */
static void seen_from(const struct lattice *lattice, const struct mark *mark,
		      enum side side, double *along, double *out)
{
	struct point at = mark->cell_centre;
	bool upright = side == SIDE_LEFT || side == SIDE_RIGHT;

	*along = upright ? at.y : at.x;
	*out = side == SIDE_LEFT    ? -at.x
	       : side == SIDE_TOP   ? -at.y
	       : side == SIDE_RIGHT ? at.x - lattice->columns
				    : at.y - lattice->rows;
}

/* The search for one side's line. */
struct search {
	const struct lattice *lattice;
	const struct mark_list *marks;
	enum side side;
	bool inside;
	int length;
};

/* Is the mark in the zone of the search, and in the middle of a square? */
static bool in_zone(const struct search *search, const struct mark *mark,
		    double *out, int *square)
{
	double along;

	seen_from(search->lattice, mark, search->side, &along, out);
	*square = (int)floor(along);
	if (*square < 0 || *square >= search->length ||
	    fabs(along - *square - 0.5) > MIDDLE_OFF)
		return false;
	return search->inside ? *out > -0.95 && *out < -0.05
			      : *out > 0.02 && *out < FAR_MOST;
}

/* How many squares have a mark in line with `anchor`. */
static int squares_in_line(const struct search *search,
			   const struct mark *anchor, double anchor_out)
{
	bool seen[LATTICE_SIDE_MAX] = { false };
	int count = 0;

	for (size_t i = 0; i < search->marks->count; i++) {
		const struct mark *mark = &search->marks->marks[i];
		double out;
		int square;

		if (!in_zone(search, mark, &out, &square) || seen[square] ||
		    fabs(out - anchor_out) > LINE_OFF ||
		    mark->height > HEIGHT_FACTOR * anchor->height ||
		    anchor->height > HEIGHT_FACTOR * mark->height)
			continue;
		seen[square] = true;
		count++;
	}
	return count;
}

/* The marks that make up one number: those without another of them around.
 * `left_out` holds the marks that are rings. */
static int boxes_of(const struct search *search, int square, double line_out,
		    const bool *left_out, struct box *boxes, int *members)
{
	int count = 0;

	for (size_t i = 0; i < search->marks->count; i++) {
		const struct mark *mark = &search->marks->marks[i];
		double along, out;
		int parent = mark->parent;

		seen_from(search->lattice, mark, search->side, &along, &out);
		if (left_out[i] || fabs(along - square - 0.5) > 0.48 ||
		    fabs(out - line_out) > LINE_OFF + 0.1)
			continue;
		while (parent >= 0 && left_out[parent])
			parent = search->marks->marks[parent].parent;
		/* a box around the whole board or a row is no glyph's */
		if (parent >= 0) {
			double parent_along, parent_out;

			seen_from(search->lattice,
				  &search->marks->marks[parent], search->side,
				  &parent_along, &parent_out);
			if (fabs(parent_along - square - 0.5) <= 0.48 &&
			    fabs(parent_out - line_out) <= LINE_OFF + 0.1)
				continue;
		}
		if (count == BOXES_MOST)
			break;
		members[count] = (int)i;
		boxes[count++] = mark->box;
	}
	return count;
}

static bool is_ring(const struct mark_list *marks, int mark)
{
	const struct mark *ring = &marks->marks[mark];

	if (ring->width > RING_ASPECT * ring->height ||
	    ring->height > RING_ASPECT * ring->width)
		return false;
	for (size_t i = 0; i < marks->count; i++)
		if (marks->marks[i].parent == mark &&
		    marks->marks[i].height > RING_INSIDE * ring->height)
			return true;
	return false;
}

/* Marks as left out what stands around the numbers of a line: where most
 * squares have a single outermost mark that may be a ring. Rings with a thick
 * line have an outer and an inner contour, hence twice. */
static void leave_out_rings(const struct search *search, double line_out,
			    bool *left_out)
{
	for (int round = 0; round < 3; round++) {
		int rings[LATTICE_SIDE_MAX], count = 0, seen = 0;

		for (int square = 0; square < search->length; square++) {
			struct box boxes[BOXES_MOST];
			int members[BOXES_MOST];
			int n = boxes_of(search, square, line_out, left_out,
					 boxes, members);

			seen += n > 0;
			if (n == 1 && is_ring(search->marks, members[0]))
				rings[count++] = members[0];
		}
		if (!seen || count < RINGS_LEAST * seen)
			return;
		for (int i = 0; i < count; i++)
			left_out[rings[i]] = true;
	}
}

static void read_line(struct glyphs *glyphs,
		      const struct elements *elements,
		      const struct search *search, bool *left_out,
		      struct side_numbers *line)
{
	memset(left_out, 0, search->marks->count);
	leave_out_rings(search, line->distance, left_out);
	line->seen = 0;
	line->certainty = 0;
	for (int square = 0; square < search->length; square++) {
		struct number *number = &line->numbers[square];
		struct box boxes[BOXES_MOST];
		int members[BOXES_MOST];
		int count = boxes_of(search, square, line->distance, left_out,
				     boxes, members);

		*number = (struct number){ .value = -1, .confidence = 1 };
		if (!count)
			continue;
		number_read(glyphs, &elements->grey,
			    &search->lattice->cell_to_px, boxes, count,
			    number);
		if (number->value < 0)
			continue;
		line->seen++;
		line->certainty += number->confidence / search->length;
	}
}

bool side_numbers_find(struct glyphs *glyphs,
		       const struct elements *elements,
		       const struct lattice *lattice,
		       const struct mark_list *marks, enum side side,
		       bool inside, struct side_numbers *numbers)
{
	struct search search = {
		lattice, marks, side, inside,
		side == SIDE_LEFT || side == SIDE_RIGHT ? lattice->rows
							: lattice->columns
	};
	bool *left_out = alloc_array(marks->count, sizeof *left_out);
	double tried[LINES_READ];
	bool found = false;

	for (int round = 0; round < LINES_READ && left_out; round++) {
		struct side_numbers line = { .side = side,
					     .length = search.length };
		int most = 0;

		for (size_t i = 0; i < marks->count; i++) {
			double out;
			int square, count;
			bool known = false;

			if (!in_zone(&search, &marks->marks[i], &out,
				     &square))
				continue;
			for (int j = 0; j < round; j++)
				known |= fabs(out - tried[j]) < LINE_OFF;
			if (known)
				continue;
			count = squares_in_line(&search, &marks->marks[i],
						out);
			if (count < most ||
			    (count == most && out >= line.distance))
				continue;
			most = count;
			line.distance = out;
			line.height = marks->marks[i].height;
		}
		if (most < SEEN_LEAST * search.length)
			break;
		tried[round] = line.distance;
		read_line(glyphs, elements, &search, left_out, &line);
		if (line.seen < SEEN_LEAST * search.length ||
		    (found && line.certainty <= numbers->certainty))
			continue;
		*numbers = line;
		found = true;
	}
	free(left_out);
	return found;
}
