#include "paint.h"

#include <math.h>

/* No line is thinner, however small the cells: two pixels of core can be
 * seen and told from their rims. */
static const double LINE_PX_MIN = 2;
/* The white rim around a core and the dark one around that, in cells and, so
 * that they neither vanish nor swell, bounded in pixels. Tried on boards of
 * 24 to 96 pixels a cell. */
static const double RIM_CELLS = 0.04;
static const double RIM_PX_MIN = 1.5, RIM_PX_MAX = 3;
/* Rings and the outlines of areas, in cells. */
static const double OUTLINE_CELLS = 0.06;
/* What shines through: strokes hide a little, areas little. */
static const double STROKE_ALPHA = 0.92, AREA_ALPHA = 0.5;
/* Lines that are but an aid must not draw the eye from the answer. */
static const double FAINT_ALPHA = 0.6;
/* Hatching of areas where nothing can shine through: 2 rows in 8. */
enum { HATCH_STEP_PX = 8, HATCH_PX = 2 };
/* A ring's polygon: at 1000 pixels across still within 0.1 pixel. */
enum { RING_POINTS = 96 };
/* The rims of text, to its height: wider ones would close small digits. */
static const double TEXT_RIM = 0.1, TEXT_RIM_PX_MIN = 0.6;
/* Rings around what is large: their line, to their radius. */
static const double RING_LINE = 0.08;
/* Length of the strings that are measured for their height */
static const double MEASURE_SIZE = 100;

struct colour {
	double red, green, blue;
};

static const struct colour white = { 1, 1, 1 };
static const struct colour dark = { 0.08, 0.08, 0.1 };

/* Over pictures: saturated and of middle lightness, so that both rims stand
 * off. Magenta is what puzzles use least. */
static const struct colour inks[INK_PIECE] = {
	[INK_ANSWER] = { 1.0, 0.1, 0.6 },  [INK_SECOND] = { 0.0, 0.62, 1.0 },
	[INK_DOUBT] = { 1.0, 0.55, 0.0 },  [INK_STRIKE] = { 0.9, 0.1, 0.1 },
	[INK_FAINT] = { 0.55, 0.55, 0.6 }, [INK_GRID] = { 0.45, 0.45, 0.5 },
	[INK_TOTAL] = { 0.1, 0.1, 0.1 },   [INK_CLUE] = { 0.1, 0.1, 0.1 },
	[INK_PAGE] = { 1.0, 1.0, 1.0 },    [INK_BREACH] = { 0.9, 0.0, 0.0 },
};

/* On paper the puzzle itself is black and grey and the answer coloured. */
static const struct colour paper_inks[INK_PIECE] = {
	[INK_ANSWER] = { 0.85, 0.0, 0.5 }, [INK_SECOND] = { 0.0, 0.45, 0.8 },
	[INK_DOUBT] = { 0.9, 0.45, 0.0 },  [INK_STRIKE] = { 0.8, 0.0, 0.0 },
	[INK_FAINT] = { 0.7, 0.7, 0.7 },   [INK_GRID] = { 0.6, 0.6, 0.6 },
	[INK_TOTAL] = { 0.0, 0.0, 0.0 },   [INK_CLUE] = { 0.0, 0.0, 0.0 },
	[INK_PAGE] = { 1.0, 1.0, 1.0 },    [INK_BREACH] = { 0.8, 0.0, 0.0 },
};

/* Twelve hues that stay apart in lightness too (ordered so that neighbours in
 * the list differ most). */
static const struct colour tints[] = {
	[TINT_RED] = { 0.90, 0.30, 0.24 },
	[TINT_SKY] = { 0.17, 0.63, 0.90 },
	[TINT_YELLOW] = { 0.95, 0.77, 0.06 },
	[TINT_PURPLE] = { 0.56, 0.27, 0.68 },
	[TINT_GREEN] = { 0.18, 0.80, 0.44 },
	[TINT_PINK] = { 1.00, 0.60, 0.80 },
	[TINT_BLUE] = { 0.09, 0.35, 0.55 },
	[TINT_ORANGE] = { 0.90, 0.49, 0.13 },
	{ 0.60, 0.90, 0.85 },
	{ 0.50, 0.33, 0.20 },
	{ 0.75, 0.85, 0.35 },
	{ 0.45, 0.45, 0.55 },
};

static struct colour colour_of(int ink, enum paint_mode mode)
{
	enum { TINTS = sizeof tints / sizeof *tints };

	if (ink >= INK_PIECE)
		return tints[(ink - INK_PIECE) % TINTS];
	if (ink < 0)
		ink = INK_FAINT;
	return mode == PAINT_PAPER ? paper_inks[ink] : inks[ink];
}

static void set(cairo_t *cairo, struct colour colour)
{
	cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

/* Where cairo has a point of the puzzle. */
static struct point place(const struct homography *map, struct point cell)
{
	struct point px = homography_apply(map, cell);

	return (struct point){ px.x + 0.5, px.y + 0.5 };
}

static double rim(double scale)
{
	return fmin(fmax(RIM_CELLS * scale, RIM_PX_MIN), RIM_PX_MAX);
}

static bool is_affine(const struct homography *map)
{
	/* relative to m[8]: at 30 cells from the corner this bends lines'
	 * widths by less than a thousandth */
	return fabs(map->m[6]) + fabs(map->m[7]) < 1e-5 * fabs(map->m[8]);
}

/* Strokes a polyline `extra` pixels wider than it is. In perspective each
 * segment has the width that belongs to where it lies. */
static void stroke_points(cairo_t *cairo, const struct mark *mark,
			  const struct homography *map, double width,
			  double extra)
{
	bool together = is_affine(map);
	size_t count = mark->point_count;

	for (size_t i = 0; i + 1 < count || i == 0; i++) {
		struct point a = mark->points[i];
		struct point b = mark->points[count > 1 ? i + 1 : i];
		struct point from = place(map, a);
		struct point to = place(map, b);
		double scale = homography_scale(map, point_mix(a, b, 0.5));

		if (i == 0 || !together)
			cairo_move_to(cairo, from.x, from.y);
		cairo_line_to(cairo, to.x, to.y);
		cairo_set_line_width(cairo,
				     fmax(width * scale, LINE_PX_MIN) + extra);
		if (!together)
			cairo_stroke(cairo);
	}
	if (together)
		cairo_stroke(cairo);
}

static bool is_faint(const struct mark *mark)
{
	return mark->ink == INK_FAINT && mark->kind == MARK_LINE;
}

/* White with a thin dark rim: seen on any ground, but not at once. */
static void paint_faint(cairo_t *cairo, const struct mark *mark,
			const struct homography *map)
{
	double scale = homography_scale(map, mark->points[0]);

	set(cairo, dark);
	stroke_points(cairo, mark, map, mark->width, rim(scale));
	set(cairo, white);
	stroke_points(cairo, mark, map, mark->width / 2, 0);
}

static void paint_stroke(cairo_t *cairo, const struct mark *mark,
			 const struct homography *map, double width,
			 enum paint_mode mode)
{
	double scale;

	if (!mark->point_count)
		return;
	scale = homography_scale(map, mark->points[0]);
	cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
	if (mode != PAINT_PAPER && is_faint(mark)) {
		paint_faint(cairo, mark, map);
		return;
	}
	if (mode != PAINT_PAPER) {
		set(cairo, dark);
		stroke_points(cairo, mark, map, width, 4 * rim(scale));
		set(cairo, white);
		stroke_points(cairo, mark, map, width, 2 * rim(scale));
	}
	set(cairo, colour_of(mark->ink, mode));
	stroke_points(cairo, mark, map, width, 0);
}

static void paint_ring(cairo_t *cairo, const struct mark *mark,
		       const struct homography *map, enum paint_mode mode)
{
	struct point points[RING_POINTS + 1];
	struct mark ring = *mark;

	for (int i = 0; i <= RING_POINTS; i++) {
		double angle = 2 * M_PI * i / RING_POINTS;

		points[i].x = mark->points[0].x + mark->width * cos(angle);
		points[i].y = mark->points[0].y + mark->width * sin(angle);
	}
	ring.points = points;
	ring.point_count = RING_POINTS + 1;
	paint_stroke(cairo, &ring, map,
		     fmax(OUTLINE_CELLS, RING_LINE * mark->width), mode);
}

static void trace(cairo_t *cairo, const struct mark *mark,
		  const struct homography *map)
{
	for (size_t i = 0; i < mark->point_count; i++) {
		struct point at = place(map, mark->points[i]);

		cairo_line_to(cairo, at.x, at.y);
	}
	cairo_close_path(cairo);
}

static void hatch(cairo_t *cairo)
{
	double left, top, right, bottom;

	cairo_clip_extents(cairo, &left, &top, &right, &bottom);
	for (double y = floor(top / HATCH_STEP_PX) * HATCH_STEP_PX; y < bottom;
	     y += HATCH_STEP_PX)
		cairo_rectangle(cairo, left, y, right - left, HATCH_PX);
	cairo_fill(cairo);
}

static void paint_area(cairo_t *cairo, const struct mark *mark,
		       const struct homography *map, enum paint_mode mode)
{
	struct colour colour = colour_of(mark->ink, mode);
	struct mark outline = *mark;
	struct point points[2];

	if (mark->point_count < 3)
		return;
	cairo_save(cairo);
	cairo_new_path(cairo);
	trace(cairo, mark, map);
	if (mode == PAINT_HARD) {
		cairo_clip(cairo);
		set(cairo, colour);
		hatch(cairo);
	} else {
		cairo_set_source_rgba(cairo, colour.red, colour.green,
				      colour.blue,
				      mark->solid ? 1 : AREA_ALPHA);
		cairo_fill(cairo);
	}
	cairo_restore(cairo);
	if (mode != PAINT_HARD)
		return;
	outline.points = points;
	outline.point_count = 2;
	for (size_t i = 0; i < mark->point_count; i++) {
		points[0] = mark->points[i];
		points[1] = mark->points[(i + 1) % mark->point_count];
		set(cairo, colour);
		stroke_points(cairo, &outline, map, OUTLINE_CELLS, 0);
	}
}

/* Makes cairo's units pixels around `at` that lean as the board does there,
 * equally long in both directions: cells that are wider than high must not
 * stretch what is written in them. Returns how many pixels a cell has across
 * (x) and down (y). */
static struct point lean(cairo_t *cairo, const struct homography *map,
			 struct point at)
{
	static const double STEP = 1e-3;
	struct point o = place(map, at);
	struct point u = place(map, (struct point){ at.x + STEP, at.y });
	struct point v = place(map, (struct point){ at.x, at.y + STEP });
	struct point scale = { point_distance(o, u) / STEP,
			       point_distance(o, v) / STEP };
	cairo_matrix_t matrix;

	if (!(scale.x > 0 && scale.y > 0))
		return (struct point){ 0, 0 };
	cairo_matrix_init(&matrix, (u.x - o.x) / STEP / scale.x,
			  (u.y - o.y) / STEP / scale.x,
			  (v.x - o.x) / STEP / scale.y,
			  (v.y - o.y) / STEP / scale.y, o.x, o.y);
	cairo_transform(cairo, &matrix);
	return scale;
}

/* The digits' height in pixels: as high as the mark says, or lower where they
 * would be wider than it says. */
static double text_height(const struct mark *mark, struct point scale,
			  const cairo_text_extents_t *digit)
{
	double height = mark->width * scale.y;

	if (mark->digit_width <= 0)
		return height;
	return fmin(height, mark->digit_width * scale.x * digit->height /
				    digit->x_advance);
}

static void stroke_rims(cairo_t *cairo, double height)
{
	double width =
		fmin(fmax(TEXT_RIM * height, TEXT_RIM_PX_MIN), RIM_PX_MAX);

	cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
	set(cairo, dark);
	cairo_set_line_width(cairo, 4 * width);
	cairo_stroke_preserve(cairo);
	set(cairo, white);
	cairo_set_line_width(cairo, 2 * width);
	cairo_stroke_preserve(cairo);
}

static void paint_text(cairo_t *cairo, const struct mark *mark,
		       const struct homography *map, enum paint_mode mode)
{
	cairo_text_extents_t digit, extents;
	struct point scale;

	cairo_save(cairo);
	scale = lean(cairo, map, mark->points[0]);
	cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_BOLD);
	/* measured large: hinting must not bend the measure */
	cairo_set_font_size(cairo, MEASURE_SIZE);
	cairo_text_extents(cairo, "0", &digit);
	cairo_text_extents(cairo, mark->text, &extents);
	if (scale.x > 0 && mark->text[0] && digit.height > 0) {
		double height = text_height(mark, scale, &digit);
		double size = height / digit.height;

		cairo_set_font_size(cairo, MEASURE_SIZE * size);
		cairo_move_to(cairo,
			      -(extents.x_bearing + extents.width / 2) * size,
			      -(digit.y_bearing + digit.height / 2) * size);
		cairo_text_path(cairo, mark->text);
		if (mode != PAINT_PAPER)
			stroke_rims(cairo, height);
		set(cairo, colour_of(mark->ink, mode));
		cairo_fill(cairo);
	}
	cairo_restore(cairo);
}

static void paint_mark(cairo_t *cairo, const struct mark *mark,
		       const struct homography *map, enum paint_mode mode)
{
	cairo_new_path(cairo);
	switch (mark->kind) {
	case MARK_LINE:
		paint_stroke(cairo, mark, map, mark->width, mode);
		break;
	case MARK_AREA:
		paint_area(cairo, mark, map, mode);
		break;
	case MARK_RING:
		paint_ring(cairo, mark, map, mode);
		break;
	case MARK_TEXT:
		paint_text(cairo, mark, map, mode);
		break;
	}
}

/* How much of what lies below a mark is hidden. */
static double opacity(const struct mark *mark, enum paint_mode mode)
{
	if (mode != PAINT_OVER || mark->kind == MARK_AREA)
		return 1;
	return is_faint(mark) ? FAINT_ALPHA : STROKE_ALPHA;
}

void paint_layer(cairo_t *cairo, const struct layer *layer,
		 enum paint_mode mode)
{
	const struct drawing *drawing = layer->drawing;
	const struct mark *marks = drawing->marks;

	cairo_save(cairo);
	if (mode == PAINT_HARD)
		cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
	for (size_t i = 0, end; i < drawing->count; i = end) {
		double alpha = opacity(&marks[i], mode);

		/* a group, as large as the picture: strokes of marks that
		 * follow each other shine through once, not twice */
		if (alpha < 1)
			cairo_push_group(cairo);
		for (end = i; end < drawing->count &&
			      opacity(&marks[end], mode) == alpha;
		     end++)
			paint_mark(cairo, &marks[end], &layer->cell_to_px,
				   mode);
		if (alpha < 1) {
			cairo_pop_group_to_source(cairo);
			cairo_paint_with_alpha(cairo, alpha);
		}
	}
	cairo_restore(cairo);
}

void paint_bounds(const struct drawing *drawing, double bounds[4])
{
	double left = INFINITY, top = INFINITY;
	double right = -INFINITY, bottom = -INFINITY;

	for (size_t i = 0; i < drawing->count; i++) {
		const struct mark *mark = &drawing->marks[i];
		double reach = mark->kind == MARK_LINE   ? mark->width / 2
			       : mark->kind == MARK_AREA ? 0
							 : mark->width;

		for (size_t k = 0; k < mark->point_count; k++) {
			left = fmin(left, mark->points[k].x - reach);
			top = fmin(top, mark->points[k].y - reach);
			right = fmax(right, mark->points[k].x + reach);
			bottom = fmax(bottom, mark->points[k].y + reach);
		}
	}
	if (left > right)
		left = top = right = bottom = 0;
	bounds[0] = left;
	bounds[1] = top;
	bounds[2] = right - left;
	bounds[3] = bottom - top;
}
