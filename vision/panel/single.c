#include "single.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "language.h"
#include "sheet.h"

/* The line is so many times as long as its start is wide; at least so many
 * pixels wide, those of FACTS's smallest cells; and stands out by so many
 * levels. */
#define LONG_LEAST 2.2
#define WIDTH_LEAST 4.0
#define CONTRAST_LEAST 12.0
/* What is within this share of their contrast from face or line, or on the way
 * from one to the other, is part of them: so little else lies on the face. */
#define ALIKE 0.25
#define OTHERS_MOST 0.002
/* The start's disc is as many times as wide as the line: 2 on the web page,
 * 1.5 to 2.5 in the game. */
#define DISC_LEAST 1.4
#define DISC_MOST 2.6
/* A disc, a bar and a round end, drawn without a fault: so little of a square
 * as wide as the line lies elsewhere; measured .06 on the web page. */
#define SHAPE_OFF 0.2
/* A round end is half as wide as its line so many widths before its tip, and
 * nine tenths .215 before that; a square one at once. */
#define END_HALF 0.067
#define ROUND_LEAST 0.12
/* Less of a pixel than this is no line: grain. */
#define SHARE_LEAST 0.1
/* A cell has a line as wide as this share of it and a stub so long, FACTS; and
 * the face reaches beyond the vertices by so much: .51 on the web page. */
#define LINE_LEAST 0.2
#define LINE_MOST 0.45
#define LINE_USUAL 0.3
#define STUB_LEAST 0.3
#define STUB_MOST 0.55
#define MARGIN_LEAST 0.3
#define MARGIN_MOST 1.0
/* Beyond a line's end face is seen within so many pixels. */
enum { END_EDGE = 6 };
/* Cells divide the face but for so much of one. */
#define CELL_OFF 0.05
/* As often wrong as right: what looks so may be a page's slider. */
#define SINGLE_SURE 0.5

/* The picture turned so that the line leads from the left to the right. */
struct view {
	const struct image *image;
	bool upright, mirrored;
	int width, height;
};

/* What was measured, in pixels of the view. */
struct bar {
	struct colour line, face;
	int left, top, right, low; /* the face; right and low are outside */
	double middle;             /* of the line, down */
	double from, to, width, radius;
};

static struct colour colour_at(const struct view *view, int u, int v)
{
	int x = view->mirrored ? view->width - 1 - u : u;

	return colour_of_pixel(view->upright ? image_row(view->image, x)[v]
					     : image_row(view->image, v)[x]);
}

static struct view view_of(const struct image *image, bool upright,
			   bool mirrored)
{
	return (struct view){ image, upright, mirrored,
			      upright ? image->height : image->width,
			      upright ? image->width : image->height };
}

/* Steps from a pixel as long as they have a colour; returns how many. */
/* NOLINTNEXTLINE(readability-function-size): from where, whither, how far */
static int steps_within(const struct view *view, int u, int v, int du, int dv,
			struct colour colour, double reach)
{
	int steps = 0;

	while (u >= 0 && v >= 0 && u < view->width && v < view->height &&
	       colour_distance(colour_at(view, u, v), colour) < reach) {
		u += du;
		v += dv;
		steps++;
	}
	return steps;
}

/* May a line be so wide, whose start is as wide as that, but for its edges? */
static bool may_be_line(double width, double start)
{
	return width > WIDTH_LEAST - 2 && start > DISC_LEAST * (width - 2) &&
	       start < DISC_MOST * (width + 2);
}

/* Where the face ends beyond a line's end at u, v: outside of it, or where it
 * began where none is seen. */
static int find_side(const struct view *view, int u, int v, int way,
		     const struct bar *bar)
{
	double reach = ALIKE * colour_distance(bar->face, bar->line);

	for (int i = 0; i < END_EDGE; i++, u += way) {
		int steps = steps_within(view, u, v, way, 0, bar->face, reach);

		if (steps)
			return u + way * steps;
	}
	return u;
}

/* Does the face end so near to the line's ends as one of cells does? A page's
 * ground does not. */
static bool ends_near(const struct bar *bar, const struct box *box)
{
	double most = MARGIN_MOST / LINE_LEAST * (bar->width + 2);

	return box->x + box->height / 2.0 - bar->left < most &&
	       bar->right - box->x - box->width < most;
}

/* The face around a line through the middle of a box in the view, but nearer to
 * its right. False where none is seen. */
static bool find_face(const struct view *view, const struct box *box,
		      struct bar *bar)
{
	int u = box->x + 2 * box->width / 3, v = box->y + box->height / 2;
	double reach = CONTRAST_LEAST / 2;
	int up, down;

	bar->line = colour_at(view, u, v);
	up = v - steps_within(view, u, v, 0, -1, bar->line, reach) - 2;
	down = v + steps_within(view, u, v, 0, 1, bar->line, reach) + 2;
	if (up < 0 || down >= view->height ||
	    !may_be_line(down - up - 3, box->height))
		return false;
	bar->width = down - up - 3;
	bar->face = colour_at(view, u, up);
	if (colour_distance(bar->face, bar->line) < CONTRAST_LEAST)
		return false;
	reach = ALIKE * colour_distance(bar->face, bar->line);
	bar->top = up + 1 - steps_within(view, u, up, 0, -1, bar->face, reach);
	bar->low = down + steps_within(view, u, down, 0, 1, bar->face, reach);
	bar->left = find_side(view, box->x - 1, v, -1, bar) + 1;
	bar->right = find_side(view, box->x + box->width, v, 1, bar);
	/* beyond the picture's rim no end of it is seen */
	return bar->top < up && bar->low > down && bar->left >= 0 &&
	       bar->right <= view->width;
}

/* How much of a pixel is line; -1 where it is neither line nor face. */
static double line_share(const struct bar *bar, struct colour seen)
{
	double contrast = colour_distance(bar->face, bar->line);
	double face = colour_distance(seen, bar->face);
	double line = colour_distance(seen, bar->line);

	if (face + line > (1 + ALIKE) * contrast)
		return -1;
	return face / (face + line);
}

/* How wide the line is in each column of the face. False where other things lie
 * there, or the line not straight on. */
static bool measure(const struct view *view, struct bar *bar, double *widths)
{
	double most =
		OTHERS_MOST * (bar->right - bar->left) * (bar->low - bar->top);
	double others = 0, all = 0, sum = 0;

	for (int u = bar->left; u < bar->right && others <= most; u++) {
		widths[u - bar->left] = 0;
		for (int v = bar->top; v < bar->low; v++) {
			double share = line_share(bar, colour_at(view, u, v));

			others += share < 0;
			share = share < SHARE_LEAST ? 0 : share;
			widths[u - bar->left] += share;
			sum += share * v;
		}
		all += widths[u - bar->left];
	}
	bar->middle = sum / fmax(1, all);
	return all > 0 && others <= most;
}

static double chord(double radius, double off)
{
	return fabs(off) < radius ? 2 * sqrt(radius * radius - off * off) : 0;
}

/* Where the disc is as wide as half way from the line's width to its own: the
 * middle between both sides. */
static double disc_middle(const struct bar *bar, const double *widths,
			  int count)
{
	double level = bar->width / 2 + bar->radius;
	double sum = 0;

	for (int i = 1; i < count; i++) {
		double step = widths[i] - widths[i - 1];

		if ((widths[i] < level) != (widths[i - 1] < level))
			sum += i - 1 + (level - widths[i - 1]) / step;
	}
	return sum / 2;
}

/* The last place, going right, where the line is still so wide. */
static double last_so_wide(const double *widths, int count, double level)
{
	for (int i = count - 1; i > 0; i--)
		if (widths[i - 1] >= level && widths[i] < level)
			return i - 1 +
			       (widths[i - 1] - level) /
				       (widths[i - 1] - widths[i]);
	return 0;
}

/* Is it a disc from which a bar leads to a round end, and where? */
static bool fit_shape(struct bar *bar, const double *widths)
{
	int count = bar->right - bar->left, first = 0, last = count - 1;
	double off = 0, disc, end, half;

	while (first < count && widths[first] < 1)
		first++;
	while (last > first && widths[last] < 1)
		last--;
	bar->width = widths[first + 2 * (last - first) / 3];
	bar->radius = 0;
	for (int i = first; i <= last; i++)
		bar->radius = fmax(bar->radius, widths[i] / 2);
	if (bar->width < WIDTH_LEAST ||
	    2 * bar->radius < DISC_LEAST * bar->width ||
	    2 * bar->radius > DISC_MOST * bar->width ||
	    last - first < LONG_LEAST * 2 * bar->radius)
		return false;
	bar->from = bar->left + disc_middle(bar, widths, count);
	half = last_so_wide(widths, count, bar->width / 2);
	bar->to = bar->left + half + END_HALF * bar->width;
	disc = bar->from - bar->left;
	end = bar->to - bar->left - bar->width / 2;
	for (int i = 0; i < count; i++) {
		double wide = i > disc && i < end
				      ? bar->width
				      : chord(bar->width / 2, i - end);

		wide = fmax(i > disc ? wide : 0, chord(bar->radius, i - disc));
		off += fabs(widths[i] - wide);
	}
	return off < SHAPE_OFF * bar->width * bar->width &&
	       half - last_so_wide(widths, count, 0.9 * bar->width) >
		       ROUND_LEAST * bar->width;
}

static bool is_whole(double value)
{
	return fabs(value - round(value)) < CELL_OFF;
}

/* Into how many cells the face is divided so that the line lies on them, as
 * wide as is most usual; 0 where there is no such number. */
static int count_cells(const struct bar *bar, double *cell, int *row, int *rows)
{
	double margin = bar->from - bar->left + 0.5;
	double length = bar->right - bar->left - 2 * margin;
	double height = bar->low - bar->top - 2 * margin;
	double down = bar->middle - bar->top + 0.5 - margin;
	double stub = bar->to - (bar->from + length), best = HUGE_VAL;
	int cells = 0;

	for (int k = 1; k <= PANEL_SIDE_MAX && length > 0 && height > 0; k++) {
		double one = length / k, off;
		double line = bar->width / one;

		if (line < LINE_LEAST || line > LINE_MOST ||
		    stub < STUB_LEAST * one || stub > STUB_MOST * one ||
		    margin < MARGIN_LEAST * one || margin > MARGIN_MOST * one ||
		    !is_whole(down / one) || !is_whole(height / one) ||
		    height / one > PANEL_SIDE_MAX + CELL_OFF ||
		    down < -CELL_OFF * one || down > height + CELL_OFF * one ||
		    height < one / 2)
			continue;
		off = fabs(line - LINE_USUAL);
		if (off >= best)
			continue;
		best = off;
		cells = k;
		*cell = one;
		*row = (int)round(down / one);
		*rows = (int)round(height / one);
	}
	return cells;
}

/* The doubled place of a vertex so far along a line and down the view. */
static struct panel_spot *spot_at(struct panel *panel, const struct view *view,
				  int along, int down)
{
	int x = view->upright ? down : along;
	int y = view->upright ? along : down;

	if (view->mirrored && view->upright)
		y = 2 * panel->rows - y;
	if (view->mirrored && !view->upright)
		x = 2 * panel->columns - x;
	return &panel->spots[y][x];
}

static void write_panel(struct panel *panel, const struct view *view, int cells,
			int row, int rows)
{
	struct panel_spot *end;
	int way = view->mirrored ? -1 : 1;

	panel_init(panel, view->upright ? rows : cells,
		   view->upright ? cells : rows, false);
	for (int y = 0; y <= 2 * panel->rows; y++)
		for (int x = 0; x <= 2 * panel->columns; x++)
			if (panel_is_edge(x, y))
				panel->spots[y][x].edge = PANEL_EDGE_MISSING;
	for (int i = 0; i < cells; i++)
		spot_at(panel, view, 2 * i + 1, 2 * row)->edge =
			PANEL_EDGE_WHOLE;
	spot_at(panel, view, 0, 2 * row)->start = true;
	end = spot_at(panel, view, 2 * cells, 2 * row);
	end->end = true;
	end->end_dx = (int8_t)(view->upright ? 0 : way);
	end->end_dy = (int8_t)(view->upright ? way : 0);
}

static int add_panel(const struct view *view, const struct bar *bar,
		     struct sighting_list *list, struct problem *problem)
{
	struct sighting sighting = { .puzzle = { .family = FAMILY_panel },
				     .confidence = SINGLE_SURE };
	struct panel *panel = &sighting.puzzle.as.panel;
	double cell = 0, margin = bar->from - bar->left;
	int row, rows, cells = count_cells(bar, &cell, &row, &rows);
	int left = view->mirrored ? view->width - bar->right : bar->left;
	double x = (view->upright ? bar->top : left) + margin;
	double y = (view->upright ? left : bar->top) + margin;

	if (!cells)
		return 0;
	write_panel(panel, view, cells, row, rows);
	sighting.cell_to_px =
		(struct homography){ { cell, 0, x, 0, cell, y, 0, 0, 1 } };
	sighting.px_corners =
		quad_from_box(x, y, cell * panel->columns, cell * panel->rows);
	sighting.score = fabs(quad_area(&sighting.px_corners));
	snprintf(
		sighting.note, sizeof sighting.note,
		_("a single line: the number of its cells is inferred from the "
		  "face around it"));
	return sighting_list_add(list, &sighting, problem);
}

/* Looks at what may be such a line, a box in the view. 0 or -1. */
static int look_at(const struct view *view, const struct box *box,
		   struct sighting_list *list, struct problem *problem)
{
	struct bar bar = { .left = 0 };
	double *widths;
	int result = 0;

	if (!find_face(view, box, &bar) || !ends_near(&bar, box))
		return 0;
	widths = alloc_array((size_t)(bar.right - bar.left), sizeof *widths);
	if (!widths)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for reading panels");
	if (measure(view, &bar, widths) && fit_shape(&bar, widths))
		result = add_panel(view, &bar, list, problem);
	free(widths);
	return result;
}

int single_find(const struct page *page, struct sighting_list *list,
		struct problem *problem)
{
	const struct elements *elements = &page->elements;

	for (size_t i = 0; i < elements->count; i++) {
		const struct element *one = &elements->list[i];
		const struct box *b = &one->box;
		bool upright = b->height > b->width;
		struct box box = { b->x, b->y, b->width, b->height };

		if (upright)
			box = (struct box){ b->y, b->x, b->height, b->width };
		if (one->kind != ELEMENT_FIELD ||
		    box.width < LONG_LEAST * box.height)
			continue;
		for (int way = 0; way < 2 && !list->count; way++) {
			struct view view =
				view_of(elements->image, upright, way);

			if (way)
				box.x = view.width - box.x - box.width;
			if (look_at(&view, &box, list, problem) < 0)
				return -1;
		}
	}
	return 0;
}
