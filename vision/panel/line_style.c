#include "line_style.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "order.h"
#include "rectify.h"

/* Outlines, bevels and shadows reach so many pixels of the sheet to each side
 * of a line's edge, a quarter of a cell, */
enum { REACH = SHEET_CELL / 4 };
/* and lie up to so many beside their place, as the lattice and round corners
 * do. */
enum { BESIDE = 2 };
/* What so many pixels have that lie so far from an edge is usual: as many as
 * lie along four edges of cells. */
enum { USUAL_LEAST = 4 * SHEET_CELL };
/* Most pixels: the others may be marks. */
#define MOST 0.75
/* So many pixels tell what is usual at the most. */
enum { SAMPLES = 1024 };

/* Where a pixel lies: to which side of the nearest line and how far from its
 * edge, negative on the line; and pixels far from all lines: their cell's
 * ground is told by the sheet, but what lies beside the lattice by itself. */
enum {
	SIDES = 4,
	DEPTHS = 2 * REACH + 1,
	NEAR = SIDES * DEPTHS,
	OUTSIDE = NEAR,
	INSIDE,
	PLACES = INSIDE,
};

struct style {
	const struct sheet *sheet;
	const struct style_pixels *pixels;
	uint8_t *place, *other; /* the other side, where it is hardly farther */
	uint16_t *far;          /* squared, from the nearest edge */
	int *order;             /* all pixels, by places, */
	int first[PLACES + 1];  /* ... of which these are the first */
	struct colour usual[NEAR];
	struct colour outline[NEAR];
	bool is_told[NEAR], is_off[NEAR]; /* of `usual` and of `outline` */
};

static bool is_within(const struct style_pixels *pixels, int i, int j)
{
	return i >= pixels->left && j >= pixels->top && i < pixels->right &&
	       j < pixels->bottom;
}

static int side_of(int dx, int dy)
{
	return abs(dx) > abs(dy) ? dx > 0 : 2 + (dy > 0);
}

/* Notes all pixels to which none of the edges noted before is nearer than this
 * pixel of a line is, whose outer side is `out`. */
static void note_edge(struct style *style, int x, int y, int out)
{
	const int width = style->sheet->width;

	for (int dy = -REACH; dy <= REACH; dy++)
		for (int dx = -REACH; dx <= REACH; dx++) {
			int at = (y + dy) * width + x + dx, far, depth, sign;
			int away = dx * dx + dy * dy;

			if (!is_within(style->pixels, x + dx, y + dy) ||
			    away >= style->far[at])
				continue;
			far = (int)lround(sqrt(away));
			if (far > REACH)
				continue;
			sign = style->pixels->beside[at] ? -1 : 1;
			depth = REACH + sign * far;
			style->far[at] = (uint16_t)away;
			style->place[at] = style->other[at] =
				(uint8_t)((away ? side_of(sign * dx, sign * dy)
						: out) *
						  DEPTHS +
					  depth);
			/* around corners both sides' styles meet */
			if (2 * abs(dx) > abs(dy) && 2 * abs(dy) > abs(dx))
				style->other[at] =
					(uint8_t)((abs(dx) > abs(dy)
							   ? 2 + (sign * dy > 0)
							   : sign * dx > 0) *
							  DEPTHS +
						  depth);
		}
}

static void find_places(struct style *style)
{
	static const int step[SIDES][2] = {
		{ -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }
	};
	const struct style_pixels *pixels = style->pixels;
	const int width = style->sheet->width;

	for (int j = pixels->top; j < pixels->bottom; j++)
		for (int i = pixels->left; i < pixels->right; i++) {
			double x = sheet_to_cell(i), y = sheet_to_cell(j);

			style->far[j * width + i] = UINT16_MAX;
			style->place[j * width + i] =
				x < 0 || y < 0 || x > style->sheet->columns ||
						y > style->sheet->rows
					? OUTSIDE
					: INSIDE;
		}
	for (int j = pixels->top; j < pixels->bottom; j++)
		for (int i = pixels->left; i < pixels->right; i++)
			for (int out = 0; out < SIDES; out++) {
				int u = i + step[out][0], v = j + step[out][1];

				if (pixels->beside[j * width + i] &&
				    is_within(pixels, u, v) &&
				    !pixels->beside[v * width + u])
					note_edge(style, i, j, out);
			}
}

/* Puts pixels that tell of their place in the places' order. */
static void sort_places(struct style *style)
{
	const struct style_pixels *pixels = style->pixels;
	const int width = style->sheet->width;
	int next[PLACES] = { 0 };

	for (int round = 0; round < 2; round++) {
		for (int j = pixels->top; j < pixels->bottom; j++)
			for (int i = pixels->left; i < pixels->right; i++) {
				int at = j * width + i;
				int place = style->place[at];

				if (place == INSIDE ||
				    pixels->kind[at] == OFF_SYMBOL)
					continue;
				if (round)
					style->order[next[place]] = at;
				next[place]++;
			}
		if (round)
			return;
		style->first[0] = 0;
		for (int place = 0; place < PLACES; place++) {
			style->first[place + 1] =
				style->first[place] + next[place];
			next[place] = style->first[place];
		}
	}
}

/* How much this share of the pixels of a place is off at the most. */
static double off_of_share(const struct style *style, int place, double share)
{
	int first = style->first[place], end = style->first[place + 1];
	int step = (end - first) / SAMPLES + 1, count = 0;
	float some[SAMPLES];

	for (int k = first; k < end; k += step)
		some[count++] = style->pixels->off[style->order[k]];
	return count ? order_pick_float(some, count, (int)(count * share)) : 0;
}

/* The pixels of places that are off by more than `bound`, in a window as wide
 * as edges lie beside their place; returns how many, and the samples. */
static int take_off(const struct style *style, int place, double bound,
		    struct colour colours[SAMPLES], int *count)
{
	int side = place / DEPTHS * DEPTHS, all = 0;

	*count = 0;
	for (int at = place - 1; at <= place + 1; at++) {
		if (at < side || at >= side + DEPTHS)
			continue;
		for (int k = style->first[at]; k < style->first[at + 1]; k++) {
			int pixel = style->order[k];

			if (style->pixels->off[pixel] <= bound)
				continue;
			if (all++ % (*count < SAMPLES / 2 ? 1 : 8) == 0 &&
			    *count < SAMPLES)
				colours[(*count)++] =
					style->sheet->pixels[pixel];
		}
	}
	return all;
}

/* What an outline has is off along most of the edges; beside it lies what most
 * pixels there are. */
static void find_usual(struct style *style, double bound)
{
	struct colour colours[SAMPLES];
	float work[SAMPLES];

	for (int place = 0; place < NEAR; place++) {
		int first = style->first[place], end = style->first[place + 1];
		int step = (end - first) / SAMPLES + 1, count = 0;

		style->is_told[place] = end - first >= USUAL_LEAST;
		if (!style->is_told[place])
			continue;
		for (int k = first; k < end; k += step)
			colours[count++] =
				style->sheet->pixels[style->order[k]];
		style->usual[place] = colour_median(colours, count, work);
		style->is_off[place] =
			2 * take_off(style, place, bound, colours, &count) >
			end - first;
		if (style->is_off[place])
			style->outline[place] =
				colour_median(colours, count, work);
	}
}

/* How far a colour is off the outlines on that side about so deep, and what
 * lies beside them. */
static double off_usual(const struct style *style, int place, struct colour c)
{
	int side = place / DEPTHS * DEPTHS;
	int first = place - BESIDE < side ? side : place - BESIDE;
	int last = place + BESIDE < side + DEPTHS ? place + BESIDE
						  : side + DEPTHS - 1;
	double off = HUGE_VAL;

	for (int at = first; at <= last; at++)
		for (int by = first; style->is_off[at] && by <= last; by++)
			if (style->is_told[by])
				off = fmin(off, colour_off_mixtures(
							c, style->outline[at],
							style->usual[by]));
	return off;
}

static void apply(const struct style *style)
{
	const struct style_pixels *pixels = style->pixels;

	for (int place = 0; place < PLACES; place++) {
		int first = style->first[place], end = style->first[place + 1];
		double varies;

		for (int k = first; place < NEAR && k < end; k++) {
			int at = style->order[k];
			struct colour c = style->sheet->pixels[at];

			pixels->off[at] = (float)fmin(
				pixels->off[at],
				fmin(off_usual(style, place, c),
				     off_usual(style, style->other[at], c)));
		}
		varies = fmin(255, off_of_share(style, place, MOST));
		for (int k = first; k < end; k++)
			pixels->beside[style->order[k]] = (uint8_t)varies;
	}
}

int style_take(const struct sheet *sheet, const struct style_pixels *pixels,
	       double bound)
{
	size_t count = sheet_pixel_count(sheet);
	struct style style = {
		.sheet = sheet,
		.pixels = pixels,
		.place = alloc_array(count, 1),
		.other = alloc_array(count, 1),
		.far = alloc_array(count, sizeof *style.far),
		.order = alloc_array(count, sizeof *style.order),
	};
	int result =
		style.place && style.other && style.far && style.order ? 0 : -1;

	if (result == 0) {
		find_places(&style);
		sort_places(&style);
		find_usual(&style, bound);
		apply(&style);
	}
	free(style.place);
	free(style.other);
	free(style.far);
	free(style.order);
	return result;
}
