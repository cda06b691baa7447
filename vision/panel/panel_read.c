#include "panel_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "bare.h"
#include "below.h"
#include "blank.h"
#include "clues.h"
#include "doubts.h"
#include "find.h"
#include "outline.h"
#include "panel_lines.h"
#include "pillar.h"
#include "residue.h"
#include "rims.h"
#include "said.h"
#include "seek.h"
#include "sheet.h"
#include "single.h"
#include "solved.h"
#include "symbols.h"

/* So often a place's extent may be changed: networks broken in the middle are
 * found by halves. */
enum { EXTENT_ROUNDS = 10 };
/* Lines alone, without cells, must be read with this certainty, or nearly all
 * of them surely: other pictures hold lines in rows and columns too. */
#define GUESSED_LEAST 0.3
/* What is left of the confidence where they are not: below what is answered. */
#define GUESSED_DOUBT 0.6
/* Of a panel's lines nearly all are equally wide (seen: 88 % and more, in
 * pictures of other things 67 % and less); before its extent is known fewer.
 */
#define STEADY_LEAST 0.75
#define STEADY_FIRST 0.4
/* What is left of the confidence where lines that lead out of a panel tell that
 * it may be a part of a cylinder: below what is answered. */
#define PART_OF_CYLINDER 0.5
/* Panels have at least so much of their edges. */
#define EDGES_LEAST 0.3
/* A panel is surely one, whatever a few of its clues are, where so many of them
 * are so surely read, and all of them rather so than not: set on some fifteen
 * panels of which a clue or two is in doubt. */
#define CLUES_SURE 0.9
#define CLUES_TOLD 0.9
#define FOUND_LEAST 0.5

/* What is no surer than FOUND_LEAST is no panel where no more than so many of
 * its edges are whole: boards of other games hold such lines. */
#define WHOLE_LEAST 0.5

/* Panels are the same where their corners are within this share of a cell. */
#define SAME_CORNERS 0.05

struct panel_reading {
	const struct said *said;
	struct symbol_nets *nets;
	struct sheet sheet;
	struct panel_looks looks;
	bool has_begun;
	struct begun begun;
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

static bool changes(const struct extent_change *change)
{
	return change->left || change->top || change->right || change->bottom;
}

/* Puts the sheet of another place in place of this one. */
static int begin_again(struct sheet *sheet, const struct image *image,
		       const struct panel_place *place)
{
	sheet_fini(sheet);
	return sheet_init(sheet, image, place, 1);
}

static void divide_cells(struct panel_place *place, int across, int down)
{
	place->columns *= across;
	place->rows *= down;
	for (int i = 0; i < 9; i += 3) {
		place->cell_to_px.m[i] /= across;
		place->cell_to_px.m[i + 1] /= down;
	}
}

/* Opens the sheet of a place; its cells are so many as symbols lie in the
 * middles of. 0, 1 (no panel) or -1. */
static int open_divided(struct sheet *sheet, const struct image *image,
			struct panel_place *place)
{
	int result = sheet_init(sheet, image, place, 1), divide;

	if (result)
		return result;
	divide = divide_by_symbols(sheet);
	if (divide == 1)
		return 0;
	divide_cells(place, divide, divide);
	return begin_again(sheet, image, place);
}

/* Rectifies the place, whose sheet it is at first, until its extent holds: all
 * lines that leave it, and then those that stand apart beside it, are taken in,
 * as far as they make a panel. 0, 1 (no panel) or -1. */
static int open_sheet(struct sheet *sheet, const struct image *image,
		      struct panel_place place)
{
	struct panel_place joined = { .columns = 0 };

	for (int round = 0; round < EXTENT_ROUNDS; round++) {
		struct extent_change change;
		int result = round ? begin_again(sheet, image, &place) : 0;

		if (result < 0)
			return result;
		if (result || sheet->steady < STEADY_FIRST)
			break;
		change = rims_find_extent(sheet);
		if (!changes(&change)) {
			joined = place;
			joined.cell_to_px = sheet->cell_to_px;
			change = rims_find_apart(sheet);
		}
		if (!changes(&change))
			return 0;
		place = changed(sheet, &place, &change);
	}
	return joined.columns ? begin_again(sheet, image, &joined) : 1;
}

/* On a cylinder the last column is the first: lines that run on past it are no
 * ends. */
static void close_lines(struct panel_lines *lines)
{
	lines->width--;
	for (int y = 0; y < lines->height; y++) {
		struct spot_look *look = &lines->spots[y][0];

		if ((look->end ? look->end_dx : look->stub_dx) < 0) {
			look->end = false;
			look->end_sure = 1;
		}
	}
}

/* Takes off what lies over the panel and reads the lines. 0, or -1 without
 * memory. */
static int read_lines(struct panel_reading *reading)
{
	int begun;

	if (sheet_fill(&reading->sheet) < 0)
		return -1;
	reading->looks.wraps = rims_show_cylinder(&reading->sheet);
	if (reading->looks.wraps)
		rims_unfade(&reading->sheet);
	begun = solved_lift_begun(&reading->sheet, &reading->begun);
	if (begun < 0)
		return -1;
	reading->has_begun = begun;
	if (reading->has_begun)
		sheet_judge(&reading->sheet);
	if (lines_read(&reading->sheet, reading->looks.wraps,
		       &reading->looks.lines) < 0)
		return -1;
	if (reading->has_begun)
		doubts_begun(&reading->begun, &reading->looks.lines);
	if (reading->looks.wraps)
		close_lines(&reading->looks.lines);
	said_take(reading->said, &reading->sheet, &reading->looks.lines);
	return 0;
}

/* Adds a column where that makes a cylinder of the sheet. 0, 1 (no panel) or
 * -1. */
static int add_column(struct sheet *sheet, const struct image *image,
		      const struct extent_change *column,
		      struct panel_place *place)
{
	const struct extent_change none = { 0 };
	struct panel_place flat = changed(sheet, place, &none);
	int result;

	flat.columns = sheet->columns;
	flat.rows = sheet->rows;
	*place = changed(sheet, &flat, column);
	result = begin_again(sheet, image, place);
	if (result < 0 || (result == 0 && rims_show_cylinder(sheet)))
		return result;
	*place = flat;
	return begin_again(sheet, image, place);
}

/* Opens the whole panel of which the place is a part and reads its lines;
 * frames around it are left out. 0, 1 (no panel) or -1. */
static int open_panel(struct panel_reading *reading, const struct image *image,
		      struct panel_place place)
{
	const struct extent_change last = { .right = 1 }, first = { .left = 1 };
	struct extent_change frame;
	int result = open_divided(&reading->sheet, image, &place);

	if (result == 0)
		result = open_sheet(&reading->sheet, image, place);
	/* at the place of a cylinder's last column its lines go on; ends at
	 * both sides of a flat panel look the same until that is seen */
	if (result == 0 && rims_lack_column(&reading->sheet))
		result = add_column(&reading->sheet, image, &last, &place);
	/* its first may stand apart */
	if (result == 0 && rims_show_cylinder(&reading->sheet) &&
	    rims_go_on_outside(&reading->sheet, true))
		result = add_column(&reading->sheet, image, &first, &place);
	if (result == 0)
		result = read_lines(reading);
	for (int round = 0; result == 0; round++) {
		frame = rims_find_frame(&reading->looks.lines);
		if (!changes(&frame) || reading->looks.wraps)
			return 0;
		place = changed(&reading->sheet, &place, &frame);
		place.columns =
			reading->sheet.columns + frame.left + frame.right;
		place.rows = reading->sheet.rows + frame.top + frame.bottom;
		sheet_fini(&reading->sheet);
		if (round == EXTENT_ROUNDS)
			return 1;
		result = sheet_init(&reading->sheet, image, &place, 1);
		if (result == 0)
			result = read_lines(reading);
	}
	return result;
}

static void set_corners(struct sighting *sighting, const struct sheet *sheet)
{
	sighting->cell_to_px = sheet->cell_to_px;
	sighting->px_corners = sheet_px_corners(sheet);
	sighting->score = fabs(quad_area(&sighting->px_corners));
}

static bool is_clear(const struct panel_reading *reading)
{
	return lines_are_clear(&reading->sheet, &reading->looks.lines);
}

/* Are all but a few of its clues surely read? */
static bool is_told(const struct sighting *sighting)
{
	size_t told = 0;

	for (size_t i = 0; i < sighting->reading_count; i++)
		told += sighting->readings[i].confidence >= CLUES_SURE;
	return sighting->confidence >= FOUND_LEAST &&
	       (double)told >= CLUES_TOLD * (double)sighting->reading_count;
}

/* Is it so little sure, with so little of it drawn, that it is something else?
 */
static bool is_unlikely(const struct panel_reading *reading,
			const struct sighting *sighting)
{
	return sighting->confidence < FOUND_LEAST &&
	       lines_whole_share(&reading->looks.lines) <= WHOLE_LEAST;
}

/* Does a line that was begun run along the right side of what was read as a
 * cylinder? Then an upright line may lie below it. */
static bool is_begun_on_seam(const struct begun *begun,
			     const struct sheet *sheet)
{
	bool is_on = false;

	for (int y = 0; y < sheet->rows && begun; y++)
		is_on |= begun->on[2 * y + 1][2 * sheet->columns];
	return is_on;
}

/* Adds the panel that was opened. 0, or -1 without memory. */
static int take_panel(struct panel_reading *reading,
		      const struct panel_place *place,
		      struct sighting_list *list, struct problem *problem)
{
	struct sighting sighting = { .puzzle = { .family = FAMILY_panel } };
	const struct begun *begun = reading->has_begun ? &reading->begun : NULL;
	bool guessed = place->guessed, shown;
	struct residue residue = { .holds = false };
	int result, left = -1;

	memset(reading->looks.symbols, 0, sizeof reading->looks.symbols);
	if (residue_take_dots(&reading->sheet, &reading->looks, begun,
			      &residue) == 0 &&
	    bare_find(&reading->sheet) == 0 &&
	    symbols_read(reading->nets, &reading->sheet, &reading->looks.lines,
			 reading->looks.symbols) == 0)
		left = residue_doubt(&reading->sheet, &reading->looks, begun,
				     &residue);
	residue_fini(&residue);
	if (left < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for reading panels");
	sighting.confidence = 1;
	result = clues_take(&reading->sheet, &reading->looks, &sighting,
			    problem);
	if (reading->has_begun)
		snprintf(sighting.note, sizeof sighting.note,
			 _("a half-drawn line covers it"));
	doubts_overlaid(&reading->looks.lines, &sighting);
	if (left)
		doubts_left(&sighting);
	if (rims_go_on_outside(&reading->sheet, reading->looks.wraps) ||
	    (reading->looks.wraps && is_begun_on_seam(begun, &reading->sheet)))
		doubts_part(&sighting);
	if (cut_shows(&reading->sheet))
		doubts_cut(&sighting);
	doubts_framed(&sighting);
	if (!reading->looks.wraps &&
	    rims_may_be_cylinder(&reading->looks.lines)) {
		sighting.confidence *= PART_OF_CYLINDER;
		snprintf(sighting.note, sizeof sighting.note,
			 _("may be a part of a cylinder: lines lead out "
			   "of it"));
	}
	if (reading->looks.wraps)
		snprintf(sighting.note, sizeof sighting.note,
			 _("a cylinder laid out flat: the right side "
			   "goes on at the left"));
	set_corners(&sighting, &reading->sheet);
	sighting.found = !guessed && is_clear(reading) && is_told(&sighting);
	shown = lines_show_panel(&reading->sheet, &reading->looks.lines);
	guessed = guessed && !shown && !clues_show_frame(&reading->looks.lines);
	if (guessed)
		sighting.confidence *= GUESSED_DOUBT;
	else if (shown)
		sighting.confidence = fmax(sighting.confidence, SIGHTING_LEAST);
	if (result == 0 && !is_unlikely(reading, &sighting) &&
	    !(guessed && sighting.confidence < GUESSED_LEAST * GUESSED_DOUBT) &&
	    !(place->by_edges && !shown && sighting.confidence < GUESSED_LEAST))
		result = sighting_list_add(list, &sighting, problem);
	else
		free(sighting.readings);
	return result;
}

/* Adds the columns and rows that its face shows beside the panel that was
 * opened. 0, 1 or -1. */
static int fill_face(struct panel_reading *reading, const struct image *image,
		     const struct panel_place *place)
{
	const struct extent_change none = { 0, 0, 0, 0 };
	struct panel_place own = *place, whole;
	struct extent_change change;
	int result;

	if (reading->looks.wraps)
		return 0;
	change = face_find_extent(&reading->sheet);
	if (!changes(&change))
		return 0;
	own.columns = reading->sheet.columns;
	own.rows = reading->sheet.rows;
	whole = changed(&reading->sheet, &own, &change);
	own = changed(&reading->sheet, &own, &none);
	result = begin_again(&reading->sheet, image, &whole);
	if (result == 1)
		result = begin_again(&reading->sheet, image, &own);
	return result ? result : read_lines(reading);
}

/* The whole of which it is a part. 0, 1 (no panel) or -1. */
static int open_whole(struct panel_reading *reading, const struct image *image,
		      const struct panel_place *place)
{
	int result;

	*reading = (struct panel_reading){ .said = reading->said,
					   .nets = reading->nets };
	result = open_panel(reading, image, *place);
	if (result)
		return result;
	if (reading->sheet.steady <= STEADY_LEAST ||
	    lines_edge_share(&reading->looks.lines) <= EDGES_LEAST)
		return 1;
	return !lines_have_start_and_end(&reading->looks.lines) &&
	       !solved_shows(&reading->sheet);
}

/* Is it the cell in which it was seen, or a row of such, or what edges alone
 * show no more of? Letters and frames have one, too. */
static bool stays_small(const struct panel_reading *reading,
			const struct panel_place *place)
{
	return place->by_edges && place->told == 0 &&
	       (reading->sheet.columns < 2 || reading->sheet.rows < 2);
}

/* 0 with the panel opened, 1 (no panel) or -1. */
static int open_place(struct panel_reading *reading, const struct image *image,
		      const struct panel_place *place)
{
	int result = open_whole(reading, image, place);

	if (result == 0 && lines_have_start_and_end(&reading->looks.lines))
		result = fill_face(reading, image, place);
	if (result == 0 && stays_small(reading, place))
		result = 1;
	return result;
}

static void note_cells(const struct panel_reading *reading,
		       struct panel_place *place)
{
	place->px_cells = sheet_px_corners(&reading->sheet);
	place->cells = reading->sheet.columns * reading->sheet.rows;
	place->wraps = reading->looks.wraps;
}

/* Was the same panel read, drawn to the full, from another place? */
static bool was_read(const struct panel_reading *reading,
		     const struct panel_places *places)
{
	const struct sheet *sheet = &reading->sheet;
	struct quad corners = sheet_px_corners(sheet);

	for (size_t i = 0; i < places->count; i++) {
		const struct panel_place *place = &places->list[i];
		bool same = place->is_clear &&
			    place->wraps == reading->looks.wraps &&
			    place->cells == sheet->columns * sheet->rows;

		for (int k = 0; k < 4 && same; k++)
			same = point_distance(corners.corner[k],
					      place->px_cells.corner[k]) <
			       SAME_CORNERS * sheet->px_cell;
		if (same)
			return true;
	}
	return false;
}

/* A panel in all but its start or its end is remembered as such. */
static void note_lacking(const struct panel_reading *reading,
			 struct panel_place *place)
{
	const struct sheet *sheet = &reading->sheet;

	if (place->guessed || !reading->looks.lines.width ||
	    sheet->columns < 2 || sheet->rows < 2 || !is_clear(reading))
		return;
	place->lacks = lines_lack(&reading->looks.lines, &place->is_told);
	place->is_told &= clues_show_frame(&reading->looks.lines);
	note_cells(reading, place);
}

/* Is there a column or a row of cells across which no edge is whole, with so
 * many on each side? Then these are several panels side by side. */
enum { PANEL_APART = 3 };
static bool is_cut(const struct panel_reading *reading)
{
	const struct panel_lines *lines = &reading->looks.lines;

	for (int upright = 0; upright < 2; upright++) {
		int length = upright ? lines->height : lines->width;
		int width = upright ? lines->width : lines->height;

		for (int i = 2 * PANEL_APART + 1; i < length - 2 * PANEL_APART;
		     i += 2) {
			int whole = 0;

			for (int k = 0; k < width; k += 2)
				whole += lines_edge_at(lines, upright ? k : i,
						       upright ? i : k) ==
					 PANEL_EDGE_WHOLE;
			if (!whole)
				return true;
		}
	}
	return false;
}

static int read_place(struct panel_seek *search, struct panel_place *place)
{
	struct panel_reading *reading = search->reading;
	int result = open_place(reading, search->page->elements.image, place);

	if (result == 1)
		note_lacking(reading, place);
	if (result < 0)
		problem_set(search->problem, PROBLEM_MEMORY,
			    "no memory for reading panels");
	if (result || was_read(reading, &search->places))
		goto done;
	if (solved_is_traced(&reading->sheet, &reading->looks.lines) ||
	    solved_shows(&reading->sheet)) {
		struct quad corners = sheet_px_corners(&reading->sheet);

		/* each is looked at by itself then */
		if (!is_cut(reading))
			sighting_list_leave_out(
				search->list,
				_("a panel that is already solved"), &corners);
	} else if (!lines_hint_only(&reading->looks.lines)) {
		place->is_clear = !place->guessed && is_clear(reading);
		note_cells(reading, place);
		result = take_panel(reading, place, search->list,
				    search->problem);
	}
done:
	sheet_fini(&reading->sheet);
	return result < 0 ? -1 : 0;
}

static int read_filled(const struct page_reader *reader,
		       const struct page *page, struct sighting_list *list,
		       struct problem *problem)
{
	struct panel_seek search = { .page = page,
				     .list = list,
				     .first = list->count,
				     .reader = reader,
				     .read_place = read_place,
				     .reading = alloc_array(
					     1, sizeof *search.reading),
				     .problem = problem };
	int result;

	if (!search.reading ||
	    panel_find_lattices(page, list, &search.places) < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for reading panels");
	else {
		search.reading->said = reader->said;
		search.reading->nets = reader->nets;
		result = panel_seek(&search);
	}
	if (result == 0 && !list->count && !list->left_out_count)
		result = single_find(page, list, problem);
	doubts_parts(&page->lattices, list, search.first);
	pillar_leave_out(page, list);
	blank_find(page, list, search.first);
	blank_find_lacking(&search.places, list, search.first);
	panel_places_fini(&search.places);
	free(search.reading);
	return result;
}

/* Lines that are drawn as their rims are filled first. */
static int read_page(const struct page_reader *reader, const struct page *page,
		     struct sighting_list *list, struct problem *problem)
{
	struct page other = { 0 };
	struct image filled;
	int result = outline_fill(&page->elements, &filled, problem);

	if (result == 0)
		return read_filled(reader, page, list, problem);
	if (result > 0)
		result = page_find(&other, &filled, page->elements.shrink,
				   problem);
	if (result == 0)
		result = read_filled(reader, &other, list, problem);
	page_fini(&other);
	image_fini(&filled);
	return result;
}

struct panel_reader {
	struct symbol_nets nets;
};

struct panel_reader *panel_reader_new(void)
{
	return alloc_array(1, sizeof(struct panel_reader));
}

void panel_reader_free(struct panel_reader *reader)
{
	if (reader)
		symbol_nets_free(&reader->nets);
	free(reader);
}

int panel_read(struct panel_reader *reader, const struct said *said,
	       const struct page *page, struct sighting_list *list,
	       struct problem *problem)
{
	const struct page_reader with = { .read = read_page,
					  .said = said,
					  .nets = &reader->nets };

	return below_read(page, &with, list, problem);
}
