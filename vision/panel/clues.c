#include "clues.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "panel_clue.h"
#include "colours.h"
#include "symbol_colours.h"

/* What is not there and surely so is no reading: a panel has hundreds of
 * places where no dot lies. One in so many is misread at this certainty. */
#define NOTHING_SURE 0.9995
/* A panel is found, however little its symbols are made out, where of its
 * lines, starts, ends and dots fewer are read with less certainty than this
 * than so small a share of its edges: what other pictures' lines are taken for
 * has .105 and more, panels in grain or under a halo .07 and less. */
#define FRAME_SURE 0.9
#define FRAME_DOUBTS 0.09

/* A dot that differs from its line by less than this share of the contrast has
 * the line's tint: its own is this sure. */
#define DIM_SHARE 0.5
#define DIM_SURE 0.5

static const char *const edge_names[] = {
	[PANEL_EDGE_WHOLE] = "\"whole\"",
	[PANEL_EDGE_GAP] = "\"gap\"",
	[PANEL_EDGE_MISSING] = "\"missing\"",
};

struct taker {
	const struct sheet *sheet;
	const struct panel_looks *looks;
	struct sighting *sighting;
	struct panel *panel;
	bool failed;
};

/* The upright box around so many cells to each side of a place. */
static struct box px_box_of(const struct sheet *sheet, int x, int y,
			    double half)
{
	struct quad cells = quad_from_box(x / 2.0 - half, y / 2.0 - half,
					  2 * half, 2 * half);
	double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL,
	       low = -HUGE_VAL;

	for (int i = 0; i < 4; i++) {
		struct point p =
			homography_apply(&sheet->cell_to_px, cells.corner[i]);

		left = fmin(left, p.x);
		right = fmax(right, p.x);
		top = fmin(top, p.y);
		low = fmax(low, p.y);
	}
	return (struct box){ (int)floor(left), (int)floor(top),
			     (int)ceil(right - left) + 1,
			     (int)ceil(low - top) + 1 };
}

static struct reading clue_at(const struct taker *taker, const char *list,
			      int x, int y, double sure)
{
	struct reading reading = { .confidence = sure };

	snprintf(reading.clue, sizeof reading.clue, "%s[%d,%d]", list, x, y);
	reading.px_box =
		px_box_of(taker->sheet, x, y, panel_is_cell(x, y) ? 0.5 : 0.25);
	return reading;
}

/* What else it may be takes what the reading leaves. */
static void __attribute__((format(printf, 2, 3)))
or_else(struct reading *reading, const char *format, ...)
{
	int k = reading->instead_count++;
	va_list args;

	va_start(args, format);
	vsnprintf(reading->instead[k].value, sizeof reading->instead[k].value,
		  format, args);
	va_end(args);
	reading->instead[k].confidence = 1 - reading->confidence;
}

static void add(struct taker *taker, const struct reading *reading)
{
	taker->sighting->confidence *= reading->confidence;
	if (sighting_add_reading(taker->sighting, reading) < 0)
		taker->failed = true;
}

static struct colour middle_ground(const struct sheet *sheet)
{
	return sheet_ground(sheet, sheet->columns / 2 + 0.5,
			    sheet->rows / 2 + 0.5);
}

/* How bright the ground is there, or the line, if that is brighter. */
static double middle_top(const struct sheet *sheet)
{
	struct colour line = sheet_line(sheet, sheet->columns / 2 + 0.5,
					sheet->rows / 2 + 0.5);

	return fmax(colours_brightest(middle_ground(sheet)),
		    colours_brightest(line));
}

static void take_edge(struct taker *taker, int x, int y)
{
	const struct spot_look *look = &taker->looks->lines.spots[y][x];
	struct reading reading = clue_at(taker, "edges", x, y, look->edge_sure);

	taker->panel->spots[y][x].edge = (uint8_t)look->edge;
	snprintf(reading.value, sizeof reading.value, "%s",
		 edge_names[look->edge]);
	if (look->edge_second != look->edge)
		or_else(&reading, "%s", edge_names[look->edge_second]);
	add(taker, &reading);
}

static void take_start(struct taker *taker, int x, int y)
{
	const struct spot_look *look = &taker->looks->lines.spots[y][x];
	struct reading reading =
		clue_at(taker, "starts", x, y, look->start_sure);

	taker->panel->spots[y][x].start = look->start;
	if (!look->start && look->start_sure > NOTHING_SURE)
		return;
	snprintf(reading.value, sizeof reading.value, "%s",
		 look->start ? "true" : "false");
	or_else(&reading, "%s", look->start ? "false" : "true");
	add(taker, &reading);
}

static void take_end(struct taker *taker, int x, int y)
{
	const struct spot_look *look = &taker->looks->lines.spots[y][x];
	struct panel_spot *spot = &taker->panel->spots[y][x];
	struct reading reading = clue_at(taker, "ends", x, y, look->end_sure);

	if (!look->end && look->end_sure > NOTHING_SURE)
		return;
	spot->end = look->end;
	if (look->end) {
		spot->end_dx = (int8_t)look->end_dx;
		spot->end_dy = (int8_t)look->end_dy;
		snprintf(reading.value, sizeof reading.value, "[%d,%d]",
			 look->end_dx, look->end_dy);
		or_else(&reading, "null");
	} else {
		snprintf(reading.value, sizeof reading.value, "null");
		or_else(&reading, "[%d,%d]", look->stub_dx, look->stub_dy);
	}
	add(taker, &reading);
}

static void take_spots(struct taker *taker)
{
	const struct panel_lines *lines = &taker->looks->lines;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			if (panel_is_cell(x, y))
				continue;
			if (panel_is_edge(x, y))
				take_edge(taker, x, y);
			take_start(taker, x, y);
			take_end(taker, x, y);
		}
}

/* The first that holds of rotational, horizontal, vertical. */
static enum panel_symmetry find_symmetry(const struct panel *panel)
{
	static const enum panel_symmetry all[3] = { PANEL_ROTATIONAL,
						    PANEL_HORIZONTAL,
						    PANEL_VERTICAL };

	for (int i = 0; i < 3; i++)
		if (panel_may_mirror(panel, all[i]))
			return all[i];
	return PANEL_SYMMETRY_NONE;
}

/* `name`: of the dot, where one is seen. */
static void take_dot(struct taker *taker, int x, int y,
		     const struct dot_name *name)
{
	const struct spot_look *look = &taker->looks->lines.spots[y][x];
	double sure = look->dot_sure * (look->dot ? name->sure : 1);
	struct reading reading = clue_at(taker, "dots", x, y, sure);

	if (!look->dot && look->dot_sure > NOTHING_SURE)
		return;
	if (look->dot) {
		taker->panel->spots[y][x].dot = (uint8_t)name->name;
		snprintf(reading.value, sizeof reading.value, "\"%s\"",
			 panel_dot_name(name->name));
		if (name->sure < look->dot_sure)
			or_else(&reading, "\"%s\"",
				panel_dot_name(name->second));
		else
			or_else(&reading, "null");
	} else {
		snprintf(reading.value, sizeof reading.value, "null");
		or_else(&reading, "\"%s\"", panel_dot_name(PANEL_DOT_BLACK));
	}
	add(taker, &reading);
}

/* Does a dot differ so little from its line that its colour tells nothing? */
static bool is_dim(const struct sheet *sheet, int x, int y, struct colour c)
{
	return colour_distance(c, sheet_line(sheet, x / 2.0, y / 2.0)) <
	       DIM_SHARE * sheet->clear;
}

static void take_dots(struct taker *taker)
{
	const struct panel_lines *lines = &taker->looks->lines;
	enum panel_symmetry symmetry = find_symmetry(taker->panel);
	size_t most = (size_t)(lines->width * lines->height);
	struct colour *colours = alloc_array(most, sizeof *colours);
	struct dot_name *names = alloc_array(most, sizeof *names);
	int count = 0;

	if (!colours || !names) {
		taker->failed = true;
		goto done;
	}
	for (int i = 0; i < lines->width * lines->height; i++) {
		const struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (look->dot)
			colours[count++] = look->dot_colour;
	}
	colours_name_dots(colours, count, middle_top(taker->sheet),
			  symmetry != PANEL_SYMMETRY_NONE,
			  !(taker->looks->wraps || taker->looks->round), names);
	count = 0;
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			struct dot_name *name = &names[count];

			if (panel_is_cell(x, y))
				continue;
			if (lines->spots[y][x].dot &&
			    name->name != PANEL_DOT_BLACK &&
			    is_dim(taker->sheet, x, y, colours[count]))
				name->sure = fmin(name->sure, DIM_SURE);
			take_dot(taker, x, y, name);
			if (!lines->spots[y][x].dot)
				continue;
			if (name->name > PANEL_DOT_BLACK)
				taker->panel->symmetry = symmetry;
			count++;
		}
done:
	free(colours);
	free(names);
}

static void take_symbol(struct taker *taker, int column, int row)
{
	const struct symbol_look *look = &taker->looks->symbols[row][column];
	struct reading reading = clue_at(taker, "cells", 2 * column + 1,
					 2 * row + 1, look->sure);
	char text[PANEL_CLUE_TEXT];

	taker->panel->cells[row][column] = look->cell;
	panel_symbol_text(&look->cell, text, sizeof text);
	snprintf(reading.value, sizeof reading.value, "%.63s", text);
	if (look->has_second) {
		panel_symbol_text(&look->second, text, sizeof text);
		or_else(&reading, "%.63s", text);
	}
	if (look->has_second && look->third_share > 0) {
		panel_symbol_text(&look->third, text, sizeof text);
		or_else(&reading, "%.63s", text);
		reading.instead[0].confidence *= 1 - look->third_share;
		reading.instead[1].confidence *= look->third_share;
	}
	for (int i = 0; i < reading.instead_count && look->odd > 0; i++)
		reading.instead[i].confidence *=
			1 - look->odd / (1 - look->sure);
	add(taker, &reading);
}

static void take_colours(struct taker *taker)
{
	struct colour_name names[COLOURS_MAX];
	struct symbol_tint tints[COLOURS_MAX];
	int at[COLOURS_MAX];
	int count = symbol_colours_take(taker->sheet, taker->looks->symbols,
					tints, at);

	if (colours_name(tints, count, middle_ground(taker->sheet), names) <
	    0) {
		taker->failed = true;
		return;
	}
	for (int i = 0; i < count; i++) {
		int column = at[i] % PANEL_SIDE_MAX,
		    row = at[i] / PANEL_SIDE_MAX;
		struct reading reading = clue_at(taker, "cells", 2 * column + 1,
						 2 * row + 1, names[i].sure);
		size_t length;

		taker->panel->cells[row][column].colour =
			(uint8_t)names[i].name;
		length = strlen(reading.clue);
		snprintf(reading.clue + length, sizeof reading.clue - length,
			 ".colour");
		snprintf(reading.value, sizeof reading.value, "\"%s\"",
			 panel_colour_name(names[i].name));
		if (names[i].second != names[i].name)
			or_else(&reading, "\"%s\"",
				panel_colour_name(names[i].second));
		add(taker, &reading);
	}
}

static void take_symbols(struct taker *taker)
{
	for (int y = 0; y < taker->panel->rows; y++)
		for (int x = 0; x < taker->panel->columns; x++)
			take_symbol(taker, x, y);
	take_colours(taker);
}

bool clues_show_frame(const struct panel_lines *lines)
{
	int edges = 0, doubts = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];

			if (panel_is_cell(x, y))
				continue;
			edges += panel_is_edge(x, y);
			doubts += look->edge_sure < FRAME_SURE;
			doubts += look->start_sure < FRAME_SURE;
			doubts += look->end_sure < FRAME_SURE;
			doubts += look->dot_sure < FRAME_SURE;
		}
	/* of so few edges that one doubt is too many, none tells nothing */
	return FRAME_DOUBTS * edges >= 1 && doubts < FRAME_DOUBTS * edges;
}

int clues_take(const struct sheet *sheet, const struct panel_looks *looks,
	       struct sighting *sighting, struct problem *problem)
{
	struct taker taker = { sheet, looks, sighting,
			       &sighting->puzzle.as.panel, false };

	double frame;

	panel_init(taker.panel, sheet->columns, sheet->rows, looks->wraps);
	take_spots(&taker);
	take_dots(&taker);
	frame = sighting->confidence;
	take_symbols(&taker);
	/* those of one place are told apart by how sure that is */
	if (clues_show_frame(&looks->lines))
		sighting->confidence = fmax(sighting->confidence,
					    SIGHTING_LEAST * (1 + frame));
	if (taker.failed)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for readings");
	return 0;
}
