
#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "chance.h"
#include "order.h"
#include "rays.h"
#include "rectify.h"
#include "marks.h"

/* What is so far off the ground, in contrasts of the line, is surely none: half
 * of what a line is. */
#define OFF_GROUND 0.5
/* More starts or ends than this are something else. */
enum { FOREIGN_MOST = 4 };
/* An end stands out of the lattice by more than most of its rim does, by so
 * much at least as a stub of the line's colour, and ends within a cell. */
#define OUT_MOST 0.95
/* Ends of one panel stand out by as much, but that they are measured off. */
#define ALIKE_SHARE 0.75
/* It is looked at about a direction, radians: heads of arrows are pointed. */
#define LEAN 0.15
/* How sure what is told by its place alone is at the most. */
#define FOREIGN_SURE 0.99
/* What has a dot's colour may be one. */
#define DOT_LIKE_SURE 0.6
/* What is less surely a start or an end is looked at again. */
#define SEEN_SURE 0.9
#define OUT_SHARP 60.0

/* What is line there ends where a quarter of it is left, so many deviations of
 * blur beyond where half of it is. */
#define QUARTER_AT 0.674

/* The sheet on which all that is not ground is line; free its `unlike`. */
static int open_plain(const struct sheet *sheet, struct sheet *plain)
{
	struct colour beside[4];

	*plain = *sheet;
	plain->unlike =
		alloc_array(sheet_pixel_count(sheet), sizeof *plain->unlike);
	if (!plain->unlike)
		return -1;
	sheet_find_beside(sheet, beside);
	plain->line_width += 2 * QUARTER_AT * rays_blur(sheet) / SHEET_CELL;
	for (int j = 0; j < sheet->height; j++)
		for (int i = 0; i < sheet->width; i++) {
			double x = sheet_to_cell(i), y = sheet_to_cell(j);
			int at = j * sheet->width + i;
			double off =
				colour_distance(
					sheet->pixels[at],
					sheet_ground_beside(
						sheet, beside, x, y,
						OFF_GROUND * sheet->clear)) /
				sheet_contrast(sheet, x, y);

			plain->unlike[at] =
				fminf(sheet->unlike[at],
				      (float)fmax(0, 1 - off / OFF_GROUND));
		}
	return 0;
}

/* Takes over the starts that are seen on the other sheet, and what was taken
 * for an end there. */
static void take_starts(const struct panel_lines *again,
			struct panel_lines *lines)
{
	for (int i = 0; i < lines->width * lines->height; i++) {
		struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];
		const struct spot_look *seen =
			&again->spots[i / lines->width][i % lines->width];

		look->start = look->foreign = seen->start;
		look->start_sure = seen->start_sure;
		if (!seen->start)
			continue;
		look->radius = seen->radius;
		look->radius_most = seen->radius_most;
		look->end = false;
		look->end_sure = 1;
	}
}

static int read_starts(const struct sheet *sheet, const struct sheet *plain,
		       struct panel_lines *lines)
{
	struct panel_lines *again = alloc_array(1, sizeof *again);
	int count = 0;

	if (!again)
		return -1;
	*again = *lines;
	starts_read(plain, again);
	for (int i = 0; i < lines->width * lines->height; i++)
		count += again->spots[i / lines->width][i % lines->width].start;
	if (count && count <= FOREIGN_MOST)
		take_starts(again, lines);
	free(again);
	for (int i = 0; i < lines->width * lines->height; i++) {
		struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];
		bool like = look->dot &&
			    dots_are_like(sheet, lines, i % lines->width,
					  i / lines->width);

		if (look->foreign)
			look->start_sure =
				fmin(look->start_sure,
				     like ? DOT_LIKE_SURE : FOREIGN_SURE);
	}
	return 0;
}

/* Something that may leave the lattice at a spot of its rim. */
struct way {
	struct spot_look *look;
	int dx, dy;
	double out; /* beyond the line's own half width, cells */
};
enum { WAYS_MOST = 8 * (PANEL_SIDE_MAX + 1) + 8 };

static struct way way_out(const struct sheet *plain, struct panel_lines *lines,
			  int x, int y, int dx, int dy)
{
	struct point at = { x / 2.0, y / 2.0 };
	double own = plain->line_width / 2 * (dx && dy ? sqrt(2) : 1);
	double angle = atan2(dy, dx), reach[3];

	for (int i = 0; i < 3; i++)
		reach[i] = ray_reach(plain, at, angle + (i - 1) * LEAN, own / 2,
				     OUT_MOST);
	return (struct way){ &lines->spots[y][x], dx, dy,
			     fmax(fmin(reach[0], reach[1]),
				  fmin(fmax(reach[0], reach[1]), reach[2])) -
				     own };
}

/* All ways out of the lattice, straight and, at its corners, aslant. */
static int find_ways(const struct sheet *plain, struct panel_lines *lines,
		     struct way ways[WAYS_MOST])
{
	int right = lines->width - 1, low = lines->height - 1, count = 0;

	for (int y = 0; y <= low; y++)
		for (int x = 0; x <= right; x++) {
			int dx = x == 0 ? -1 : x == right;
			int dy = y == 0 ? -1 : y == low;

			if (!lines_drawn_at(lines, x, y) ||
			    lines->spots[y][x].start)
				continue;
			if (dx)
				ways[count++] =
					way_out(plain, lines, x, y, dx, 0);
			if (dy)
				ways[count++] =
					way_out(plain, lines, x, y, 0, dy);
			if (dx && dy)
				ways[count++] =
					way_out(plain, lines, x, y, dx, dy);
		}
	return count;
}

/* What was hardly an end is none where others are seen. */
static void drop_guesses(struct panel_lines *lines)
{
	for (int i = 0; i < lines->width * lines->height; i++) {
		struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (!look->end)
			continue;
		look->end = false;
		look->end_sure = FOREIGN_SURE;
	}
}

/* What lies on an edge with a start or an end is that: the edge is whole, and
 * what was no dot is surely none. */
static void mend_edges(struct panel_lines *lines)
{
	for (int i = 0; i < lines->width * lines->height; i++) {
		struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (!look->foreign)
			continue;
		look->over = false;
		look->edge = PANEL_EDGE_WHOLE;
		look->edge_sure = fmax(look->edge_sure, FOREIGN_SURE);
		if (!look->dot)
			look->dot_sure = fmax(look->dot_sure, FOREIGN_SURE);
	}
}

static void read_ends(const struct sheet *plain, struct panel_lines *lines)
{
	struct way ways[WAYS_MOST];
	double outs[WAYS_MOST], least, most = 0, own = plain->line_width / 2;
	int count = find_ways(plain, lines, ways), ends = 0;

	for (int i = 0; i < count; i++)
		outs[i] = ways[i].out;
	least = STUB_LEAST;
	if (count)
		least += fmax(0, order_pick_double(outs, count, count / 2));
	for (int i = 0; i < count; i++) {
		if (ways[i].out + 2 * own >= OUT_MOST)
			ways[i].out = 0;
		most = fmax(most, ways[i].out);
	}
	for (int i = 0; i < count; i++)
		if (ways[i].out > fmax(least, ALIKE_SHARE * most))
			ways[ends++] = ways[i];
	if (!ends || ends > FOREIGN_MOST)
		return;
	drop_guesses(lines);
	for (int i = 0; i < ends; i++) {
		struct spot_look *look = ways[i].look;
		double sure = chance_of(OUT_SHARP * (ways[i].out - least));

		if (look->end && look->end_sure > sure)
			continue;
		look->end = look->foreign = true;
		look->end_dx = ways[i].dx;
		look->end_dy = ways[i].dy;
		look->end_reach = ways[i].out + own;
		look->end_sure = fmin(FOREIGN_SURE, sure);
	}
}

/* Is an end surely seen, or a start? */
static bool has(const struct panel_lines *lines, bool end)
{
	for (int i = 0; i < lines->width * lines->height; i++) {
		const struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (end ? look->end && look->end_sure > SEEN_SURE
			: look->start && look->start_sure > SEEN_SURE)
			return true;
	}
	return false;
}

int foreign_read(const struct sheet *sheet, struct panel_lines *lines)
{
	struct sheet plain;
	int result = 0;

	if (!lines_are_clear(sheet, lines))
		return 0;
	if (!lines->wraps && !(has(lines, false) && has(lines, true))) {
		result = open_plain(sheet, &plain);
		if (result == 0 && !has(lines, false))
			result = read_starts(sheet, &plain, lines);
		if (result == 0 && !has(lines, true))
			read_ends(&plain, lines);
		mend_edges(lines);
		free(plain.unlike);
	}
	return result;
}
