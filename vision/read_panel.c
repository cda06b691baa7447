/* Reads panels of The Witness: places (panel_find.h) are rectified
 * (panel_sheet.h), their extent corrected, then lines, symbols and colours
 * read. What has neither start nor end is no panel. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "page.h"
#include "panel_colours.h"
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
/* Groups of colours nearer than so many times what joins a group may be
 * one. */
#define COLOURS_APART 1.1
/* Panels have fewer starts than this, or than this share of their vertices. */
#define STARTS_FEW 5
#define STARTS_SHARE 0.5
/* Panels have at least so much of their edges. */
#define EDGES_LEAST 0.3

struct panel_reading {
	struct sheet sheet;
	struct panel_lines lines;
	struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	double apart; /* colours' groups */
};

static double surely(double sure)
{
	return 0.5 + 0.5 * sure;
}

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
		if (!change.left && !change.right && !change.top &&
		    !change.bottom)
			return sheet_init(&reading->sheet, image, &place, 1);
	}
	return 1;
}

/* Copies the looks of the lines into the panel; returns the probability that
 * all are right. */
static double take_lines(const struct panel_lines *lines, struct panel *panel)
{
	double sure = 1;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];
			struct panel_spot *spot = &panel->spots[y][x];

			if (panel_is_cell(x, y))
				continue;
			if (panel_is_edge(x, y)) {
				spot->edge = (uint8_t)look->edge;
				sure *= surely(look->edge_sure);
			}
			spot->start = look->start;
			if (look->start)
				sure *= surely(look->start_sure);
			if (!look->end)
				continue;
			spot->end = true;
			spot->end_dx = (int8_t)look->end_dx;
			spot->end_dy = (int8_t)look->end_dy;
			sure *= surely(look->end_sure);
		}
	return sure;
}

/* Which mirrorings take starts to starts and ends to ends? The first of
 * rotational, horizontal, vertical. */
static bool mirrors(const struct panel *panel, enum panel_symmetry symmetry)
{
	struct panel with = *panel;

	with.symmetry = symmetry;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			const struct panel_spot *spot = &panel->spots[y][x];
			const struct panel_spot *other;
			int u, v;

			if (!spot->start && !spot->end)
				continue;
			panel_mirror(&with, x, y, &u, &v);
			other = &panel->spots[v][u];
			if (spot->start != other->start ||
			    spot->end != other->end ||
			    (spot->start && u == x && v == y))
				return false;
		}
	return true;
}

static enum panel_symmetry find_symmetry(const struct panel *panel)
{
	static const enum panel_symmetry all[3] = { PANEL_ROTATIONAL,
						    PANEL_HORIZONTAL,
						    PANEL_VERTICAL };

	for (int i = 0; i < 3; i++)
		if (mirrors(panel, all[i]))
			return all[i];
	return PANEL_SYMMETRY_NONE;
}

static void take_dots(const struct panel_reading *reading, struct panel *panel,
		      double *sure)
{
	const struct panel_lines *lines = &reading->lines;
	struct colour *colours;
	enum panel_dot *names;
	enum panel_symmetry symmetry = find_symmetry(panel);
	size_t most = (size_t)(lines->width * lines->height);
	bool coloured = false;
	int count = 0;

	colours = alloc_array(most, sizeof *colours);
	names = alloc_array(most, sizeof *names);
	for (int y = 0; colours && names && y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			if (lines->spots[y][x].dot)
				colours[count++] =
					lines->spots[y][x].dot_colour;
	if (colours && names)
		colours_name_dots(colours, count,
				  symmetry != PANEL_SYMMETRY_NONE, names);
	count = 0;
	for (int y = 0; colours && names && y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			if (!lines->spots[y][x].dot)
				continue;
			*sure *= surely(lines->spots[y][x].dot_sure);
			panel->spots[y][x].dot = (uint8_t)names[count];
			coloured |= names[count++] != PANEL_DOT_BLACK;
		}
	if (coloured)
		panel->symmetry = symmetry;
	free(colours);
	free(names);
}

static void take_symbols(struct panel_reading *reading, struct panel *panel,
			 double *sure)
{
	struct colour colours[COLOURS_MAX];
	enum panel_colour names[COLOURS_MAX];
	struct panel_cell *cells[COLOURS_MAX];
	int count = 0;

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			struct symbol_look *look = &reading->symbols[y][x];

			symbols_read(&reading->sheet, &reading->lines, x, y,
				     look);
			*sure *= surely(look->sure);
			panel->cells[y][x] = look->cell;
			if (look->cell.kind == PANEL_EMPTY)
				continue;
			colours[count] = look->colour;
			cells[count++] = &panel->cells[y][x];
		}
	colours_name(colours, count, names, &reading->apart);
	for (int i = 0; i < count; i++)
		cells[i]->colour = (uint8_t)names[i];
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
	struct panel *panel = &sighting.puzzle.as.panel;
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
	lines_read(&reading->sheet, &reading->lines);
	if (reading->sheet.steady > STEADY_LEAST &&
	    has_start_and_end(&reading->lines) &&
	    edge_share(&reading->lines) > EDGES_LEAST) {
		panel_init(panel, reading->sheet.columns, reading->sheet.rows,
			   false);
		sighting.confidence = take_lines(&reading->lines, panel);
		take_dots(reading, panel, &sighting.confidence);
		take_symbols(reading, panel, &sighting.confidence);
		if (reading->apart < COLOURS_APART)
			sighting.confidence *= 0.8;
		if (lines_go_on_outside(&reading->sheet)) {
			sighting.confidence *= 0.6;
			snprintf(sighting.note, sizeof sighting.note,
				 "may be a part of a larger panel: more lines "
				 "lie around it");
		}
		if (may_be_cylinder(&reading->lines)) {
			sighting.confidence *= 0.5;
			snprintf(sighting.note, sizeof sighting.note,
				 "may be a part of a cylinder: lines lead out "
				 "of it");
		}
		set_corners(&sighting, &reading->sheet);
		result = sighting_list_add(list, &sighting, problem);
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
