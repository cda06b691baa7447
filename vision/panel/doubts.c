#include "doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "language.h"

/* What is left of the confidence where a panel may be a part: below what is
 * answered. */
#define PART_OF_LARGER 0.6
/* or where a symbol lies on its lines. */
#define UNDER_SYMBOL 0.5
/* Cells of one panel, however it leans, differ by less than so many times in
 * area. */
#define CELLS_ALIKE 1.6
/* ... and a panel's and the fields' that it is a part of, flat: of less (lines
 * and gaps count with the cells); its corners are no further off theirs, cells.
 */
#define FIELDS_ALIKE 1.15
#define FIELDS_OFF 0.15
/* A ring with a radius of so many cells hides all of one; what is read then is
 * not answered. */
#define COVERS_CELLS 0.6
#define UNDER_POINTER 0.5
/* Seams and noise that it leaves look like a pale dot: one under its ring is
 * one only where it is read as surely as what differs from its line by .37 of
 * the contrast (dots by .54 and more, dots.c; a ring of which JPEG left a
 * part by .26). */
#define DOT_UNDER_SURE 0.999999
/* Where dots have its colour, a line that was begun covers some as often as
 * not: one doubt of all that it covers. */
#define UNDER_BEGUN 0.5
/* What is taken for a pointer may be a dot so far from its place, cells: those
 * of the game's pillars stand off it by .1. */
#define AT_SPOT 0.15

void doubts_part(struct sighting *sighting)
{
	sighting->confidence *= PART_OF_LARGER;
	snprintf(
		sighting->note, sizeof sighting->note,
		_("may be a part of a larger panel: more lines lie around it"));
}

void doubts_cut(struct sighting *sighting)
{
	sighting->confidence *= PART_OF_LARGER;
	snprintf(sighting->note, sizeof sighting->note,
		 _("may be a part of a larger panel: the picture ends at its "
		   "lines"));
}

/* Do the outermost lines of a side, the left or upper ones or those far from
 * them, have edges of which none leads on to the next lines? */
static bool stands_apart(const struct panel *panel, bool upright, bool far)
{
	int last = upright ? 2 * panel->columns : panel_height(panel) - 1;
	int outermost = far ? last : 0;
	int between = far ? last - 1 : 1;
	int length = upright ? panel_height(panel) : panel_width(panel);
	bool drawn = false;

	for (int i = 0; i < length; i++) {
		int at = i & 1 ? outermost : between;

		if (panel->spots[upright ? i : at][upright ? at : i].edge ==
		    PANEL_EDGE_MISSING)
			continue;
		if (at == between)
			return false;
		drawn = true;
	}
	return drawn;
}

void doubts_framed(struct sighting *sighting)
{
	const struct panel *panel = &sighting->puzzle.as.panel;

	for (int side = panel->wraps ? 2 : 0; side < 4; side++) {
		if (!stands_apart(panel, side < 2, side & 1))
			continue;
		sighting->confidence *= PART_OF_LARGER;
		snprintf(sighting->note, sizeof sighting->note,
			 _("its outermost lines may be a frame: none lead "
			   "there"));
		return;
	}
}

void doubts_overlaid(const struct panel_lines *lines, struct sighting *sighting)
{
	bool over = false;

	for (int i = 0; i < lines->width * lines->height; i++)
		over |= lines->spots[i / lines->width][i % lines->width].over;
	if (!over)
		return;
	sighting->confidence *= UNDER_SYMBOL;
	snprintf(
		sighting->note, sizeof sighting->note,
		_("a symbol lies over its lines and may be more than is read"));
}

void doubts_left(struct sighting *sighting)
{
	size_t length = strlen(sighting->note);

	snprintf(sighting->note + length, sizeof sighting->note - length,
		 _("%spart of it is not understood; the doubts show where"),
		 length ? "; " : "");
}

static bool contains_all(const struct quad *outer, const struct quad *inner)
{
	for (int i = 0; i < 4; i++)
		if (!quad_contains(outer, inner->corner[i]))
			return false;
	return true;
}

static double cell_area(const struct sighting *sighting)
{
	const struct panel *panel = &sighting->puzzle.as.panel;

	return fabs(quad_area(&sighting->px_corners)) /
	       (panel->columns * panel->rows);
}

static bool is_part(const struct sighting *part, const struct sighting *whole)
{
	double one = cell_area(part), other = cell_area(whole);

	return fabs(quad_area(&whole->px_corners)) >
		       fabs(quad_area(&part->px_corners)) &&
	       fmax(one, other) < CELLS_ALIKE * fmin(one, other) &&
	       contains_all(&whole->px_corners, &part->px_corners);
}

/* Is it in a lattice of fields, each of which is seen, that has more of them?
 */
static bool is_part_of_fields(const struct sighting *part,
			      const struct lattice *whole)
{
	const struct panel *panel = &part->puzzle.as.panel;
	struct quad corners = lattice_px_corners(whole);
	int cells = whole->columns * whole->rows;
	double of_whole = fabs(quad_area(&corners)) / cells;

	if (whole->cells < cells || cells <= panel->columns * panel->rows)
		return false;
	if (fabs(log(of_whole / cell_area(part))) > log(FIELDS_ALIKE))
		return false;
	for (int i = 0; i < 4; i++) {
		struct point at = homography_apply(&whole->px_to_cell,
						   part->px_corners.corner[i]);

		if (fabs(at.x - round(at.x)) > FIELDS_OFF ||
		    fabs(at.y - round(at.y)) > FIELDS_OFF ||
		    fabs(at.x - whole->columns / 2.) >
			    whole->columns / 2. + FIELDS_OFF ||
		    fabs(at.y - whole->rows / 2.) >
			    whole->rows / 2. + FIELDS_OFF)
			return false;
	}
	return true;
}

void doubts_parts(const struct lattice_list *fields, struct sighting_list *list,
		  size_t first)
{
	for (size_t i = first; i < list->count; i++)
		for (size_t k = 0; k < fields->count; k++)
			if (is_part_of_fields(&list->sightings[i],
					      &fields->lattices[k])) {
				doubts_part(&list->sightings[i]);
				break;
			}
	for (size_t i = first; i < list->count; i++)
		for (size_t k = first; k < list->count; k++) {
			struct sighting *part = &list->sightings[i];

			if (!is_part(part, &list->sightings[k]))
				continue;
			doubts_part(part);
			break;
		}
}

/* Has a dot the colour of the line that was begun? How many spots that line
 * covers. */
static bool dots_like_begun(const struct panel_lines *lines,
			    const struct begun *begun, int *covered)
{
	bool alike = false;

	*covered = 0;
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];

			alike |= look->dot &&
				 colour_distance(look->dot_colour,
						 begun->colour) < begun->reach;
			*covered += begun->on[y][x] && !look->dot;
		}
	return alike;
}

void doubts_begun(const struct begun *begun, struct panel_lines *lines)
{
	int covered;
	double sure;

	if (!dots_like_begun(lines, begun, &covered) || !covered)
		return;
	sure = pow(UNDER_BEGUN, 1.0 / covered);
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct spot_look *look = &lines->spots[y][x];

			if (begun->on[y][x] && !look->dot)
				look->dot_sure = fmin(look->dot_sure, sure);
		}
}

/* Where in the panel does a place in the picture lie where a dot may, on a
 * vertex or in the middle of an edge? False where there is none. */
static bool find_spot(const struct sighting *sighting, struct point px, int *x,
		      int *y)
{
	const struct panel *panel = &sighting->puzzle.as.panel;
	struct homography px_to_cell;
	struct point at;

	if (homography_inverse(&sighting->cell_to_px, &px_to_cell) < 0)
		return false;
	at = homography_apply(&px_to_cell, px);
	*x = (int)lround(2 * at.x);
	*y = (int)lround(2 * at.y);
	return *x >= 0 && *y >= 0 && *x <= 2 * panel->columns &&
	       *y <= 2 * panel->rows && !panel_is_cell(*x, *y) &&
	       hypot(at.x - *x / 2.0, at.y - *y / 2.0) < AT_SPOT;
}

bool doubts_across(const struct pointer *pointer,
		   const struct sighting *sighting)
{
	const struct panel *panel = &sighting->puzzle.as.panel;
	struct point middle = { pointer->px_x, pointer->px_y }, at;
	double reach = pointer->px_disc / sqrt(cell_area(sighting));
	struct homography px_to_cell;
	int spot_x, spot_y;

	if (find_spot(sighting, middle, &spot_x, &spot_y) ||
	    homography_inverse(&sighting->cell_to_px, &px_to_cell) < 0)
		return false;
	at = homography_apply(&px_to_cell, middle);
	return at.x > -reach && at.x < panel->columns + reach &&
	       at.y > -reach && at.y < panel->rows + reach &&
	       fmin(fabs(at.x - round(at.x)), fabs(at.y - round(at.y))) < reach;
}

/* Half of the confidence is left; but what was a sighting remains one: that
 * something lies over it says nothing against that it is a panel. */
static void doubt_covered(struct sighting *sighting)
{
	double least = fmin(sighting->confidence, SIGHTING_LEAST);

	sighting->confidence =
		fmax(least, UNDER_POINTER * sighting->confidence);
}

/* How surely a dot was read. */
static double dot_sure(const struct sighting *sighting, int x, int y)
{
	char clue[sizeof sighting->readings->clue];

	snprintf(clue, sizeof clue, "dots[%d,%d]", x, y);
	for (size_t i = 0; i < sighting->reading_count; i++)
		if (!strcmp(sighting->readings[i].clue, clue))
			return sighting->readings[i].confidence;
	return 1;
}

/* Was a dot read under the pointer's ring that may be what is left of it? */
static bool has_left_dot(const struct pointer *pointer,
			 const struct sighting *sighting)
{
	const struct panel *panel = &sighting->puzzle.as.panel;
	struct point middle = { pointer->px_x, pointer->px_y };

	for (int y = 0; y <= 2 * panel->rows; y++)
		for (int x = 0; x <= 2 * panel->columns; x++) {
			struct point at = { x / 2.0, y / 2.0 };
			struct point px =
				homography_apply(&sighting->cell_to_px, at);

			if (panel->spots[y][x].dot &&
			    point_distance(middle, px) < pointer->px_ring &&
			    dot_sure(sighting, x, y) < DOT_UNDER_SURE)
				return true;
		}
	return false;
}

void doubts_only_dot(const struct pointer *pointer, struct sighting *sighting)
{
	const struct panel *panel = &sighting->puzzle.as.panel;
	struct point middle = { pointer->px_x, pointer->px_y };
	int at_x, at_y, dots = 0;

	for (int y = 0; y <= 2 * panel->rows; y++)
		for (int x = 0; x <= 2 * panel->columns; x++)
			dots += panel->spots[y][x].dot != PANEL_DOT_NONE;
	if (dots > 1 || !find_spot(sighting, middle, &at_x, &at_y) ||
	    !panel->spots[at_y][at_x].dot)
		return;
	doubt_covered(sighting);
	snprintf(sighting->note, sizeof sighting->note,
		 _("its only dot may be the game's pointer"));
}

void doubts_covered(const struct pointer *pointer, struct sighting *sighting)
{
	const struct panel *panel = &sighting->puzzle.as.panel;
	struct point middle = { pointer->px_x, pointer->px_y };
	double cell, near = HUGE_VAL;
	int at_x, at_y;

	if (sighting->puzzle.family != FAMILY_panel)
		return;
	if (pointer->like_dot && find_spot(sighting, middle, &at_x, &at_y)) {
		doubt_covered(sighting);
		snprintf(sighting->note, sizeof sighting->note,
			 _("what looks like the game's pointer may be a dot"));
		return;
	}
	if (has_left_dot(pointer, sighting)) {
		doubt_covered(sighting);
		snprintf(sighting->note, sizeof sighting->note,
			 _("what looks like a dot may be left of the game's "
			   "pointer"));
		return;
	}
	cell = sqrt(cell_area(sighting));
	for (int y = 0; y <= panel->rows; y++)
		for (int x = 0; x <= panel->columns; x++)
			near = fmin(near,
				    point_distance(
					    middle,
					    homography_apply(
						    &sighting->cell_to_px,
						    (struct point){ x, y })));
	if (near > pointer->px_ring + cell ||
	    pointer->px_ring < COVERS_CELLS * cell)
		return;
	doubt_covered(sighting);
	snprintf(sighting->note, sizeof sighting->note,
		 _("the game's pointer covers much of it"));
}
