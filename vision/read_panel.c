/* Reads panels of The Witness: places (panel_find.h) are rectified
 * (panel_sheet.h), their extent corrected, then lines, symbols and colours
 * read. What has neither start nor end is no panel. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "page.h"
#include "panel_clues.h"
#include "panel_find.h"
#include "panel_lines.h"
#include "panel_sheet.h"
#include "panel_symbols.h"
#include "panel_veil.h"
#include "vision.h"

/* So often a place's extent may be changed: networks broken in the middle are
 * found by halves. */
enum { EXTENT_ROUNDS = 10 };
/* Of two places whose middles lie closer than this, in cells of the first, the
 * second is the same panel. */
#define SAME_PLACE 1.0
/* Of a panel's lines nearly all are equally wide (seen: 88 % and more, in
 * pictures of other things 67 % and less); before its extent is known fewer.
 */
#define STEADY_LEAST 0.75
#define STEADY_FIRST 0.4
/* Panels have fewer starts than this, or than this share of their vertices. */
#define STARTS_FEW 5
#define STARTS_SHARE 0.5
/* Panels have at least so much of their edges. */
#define EDGES_LEAST 0.3

struct panel_reading {
	struct sheet sheet;
	struct panel_looks looks;
};

static struct panel_place changed(const struct sheet *sheet,
				  const struct panel_place *place,
				  const struct extent_change *change)
{
	struct homography shift = { { 1, 0, -change->left, 0, 1, -change->top,
				      0, 0, 1 } };
	struct panel_place other = *place;

	other.cell_to_px = homography_compose(&shift, &sheet->cell_to_px);
	other.columns += change->left + change->right;
	other.rows += change->top + change->bottom;
	return other;
}

static bool size_is_possible(const struct panel_place *place)
{
	return place->columns >= 1 && place->rows >= 1 &&
	       place->columns <= PANEL_SIDE_MAX &&
	       place->rows <= PANEL_SIDE_MAX;
}

/* Rectifies the place until its extent holds. 0, 1 (no panel) or -1. */
static int open_sheet(struct panel_reading *reading, const struct image *image,
		      struct panel_place place)
{
	for (int round = 0; round < EXTENT_ROUNDS; round++) {
		struct extent_change change;
		int result;

		if (!size_is_possible(&place))
			return 1;
		result = sheet_init(&reading->sheet, image, &place, 1);
		if (result)
			return result;
		if (reading->sheet.steady < STEADY_FIRST)
			return 1;
		change = lines_find_extent(&reading->sheet);
		place = changed(&reading->sheet, &place, &change);
		sheet_fini(&reading->sheet);
		if (change.left || change.right || change.top || change.bottom)
			continue;
		result = sheet_init(&reading->sheet, image, &place, 1);
		return result ? result : sheet_fill(&reading->sheet);
	}
	return 1;
}

static void read_symbols(struct panel_reading *reading)
{
	const struct sheet *sheet = &reading->sheet;

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			symbols_read(sheet, &reading->looks.lines, x, y,
				     &reading->looks.symbols[y][x]);
}

/* Both are there, and starts are the exception: where most vertices look like
 * discs the network is something else. */
static bool has_start_and_end(const struct panel_lines *lines)
{
	int vertices = (lines->width / 2 + 1) * (lines->height / 2 + 1);
	int starts = 0, ends = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			starts += lines->spots[y][x].start;
			ends += lines->spots[y][x].end;
		}
	return starts && ends &&
	       starts < fmax(STARTS_FEW, STARTS_SHARE * vertices);
}

static double edge_share(const struct panel_lines *lines)
{
	int edges = 0, drawn = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			if (!panel_is_edge(x, y))
				continue;
			edges++;
			drawn += lines->spots[y][x].edge != PANEL_EDGE_MISSING;
		}
	return (double)drawn / edges;
}

/* Lines that lead on at the right with nothing to lead to: on a flat panel an
 * edge is missing there, of a cylinder the rest is out of sight. */
static bool may_be_cylinder(const struct panel_lines *lines)
{
	for (int side = 0; side < 2; side++) {
		int rim = side ? lines->width - 1 : 0;
		int next = side ? rim - 1 : 1;
		int rims = 0, leads = 0;

		for (int y = 0; y < lines->height; y++) {
			bool drawn = lines->spots[y][y % 2 ? rim : next].edge !=
				     PANEL_EDGE_MISSING;

			rims += y % 2 && drawn;
			leads += y % 2 == 0 && drawn;
		}
		if (!rims && leads > lines->height / 4)
			return true;
	}
	return false;
}

static void set_corners(struct sighting *sighting, const struct sheet *sheet)
{
	double w = sheet->columns, h = sheet->rows;
	struct quad cells = quad_from_box(0, 0, w, h);

	sighting->cell_to_px = sheet->cell_to_px;
	for (int i = 0; i < 4; i++)
		sighting->px_corners.corner[i] =
			homography_apply(&sheet->cell_to_px, cells.corner[i]);
	sighting->score = fabs(quad_area(&sighting->px_corners));
}

static int read_place(struct panel_reading *reading, const struct page *page,
		      const struct panel_place *place,
		      struct sighting_list *list, struct problem *problem)
{
	struct sighting sighting = { .puzzle = { .family = FAMILY_panel } };
	int result;

	memset(reading, 0, sizeof *reading);
	result = open_sheet(reading, page->elements.image, *place);
	if (result) {
		sheet_fini(&reading->sheet);
		return result < 0 ? -1 : 0;
	}
	result = veil_remove(&reading->sheet);
	if (result < 0) {
		sheet_fini(&reading->sheet);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for reading panels");
	}
	if (result > 0)
		sheet_judge(&reading->sheet);
	result = 0;
	lines_read(&reading->sheet, &reading->looks.lines);
	if (reading->sheet.steady > STEADY_LEAST &&
	    has_start_and_end(&reading->looks.lines) &&
	    edge_share(&reading->looks.lines) > EDGES_LEAST) {
		read_symbols(reading);
		sighting.confidence = 1;
		result = clues_take(&reading->sheet, &reading->looks, &sighting,
				    problem);
		if (lines_go_on_outside(&reading->sheet)) {
			sighting.confidence *= 0.6;
			snprintf(sighting.note, sizeof sighting.note,
				 "may be a part of a larger panel: more lines "
				 "lie around it");
		}
		if (may_be_cylinder(&reading->looks.lines)) {
			sighting.confidence *= 0.5;
			snprintf(sighting.note, sizeof sighting.note,
				 "may be a part of a cylinder: lines lead out "
				 "of it");
		}
		set_corners(&sighting, &reading->sheet);
		if (result == 0)
			result = sighting_list_add(list, &sighting, problem);
		else
			free(sighting.readings);
	}
	sheet_fini(&reading->sheet);
	return result;
}

static bool known(const struct sighting_list *list,
		  const struct panel_place *place)
{
	struct point middle = homography_apply(
		&place->cell_to_px,
		(struct point){ place->columns / 2.0, place->rows / 2.0 });

	for (size_t i = 0; i < list->count; i++)
		if (list->sightings[i].puzzle.family == FAMILY_panel &&
		    quad_contains(&list->sightings[i].px_corners, middle))
			return true;
	return false;
}

static int read(struct vision *vision, const struct page *page,
		struct sighting_list *list, struct problem *problem)
{
	struct panel_places places = { 0 };
	struct panel_reading *reading = alloc_array(1, sizeof *reading);
	int result = -1;

	(void)vision;
	if (!reading || panel_find_places(page, &places) < 0) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for reading panels");
		goto done;
	}
	result = 0;
	for (size_t i = 0; i < places.count && result == 0; i++)
		if (!known(list, &places.list[i]))
			result = read_place(reading, page, &places.list[i],
					    list, problem);
done:
	panel_places_fini(&places);
	free(reading);
	return result;
}

const struct read_family read_panel = { .read = read };
