#include "paint.h"

#include <math.h>
#include <string.h>

#include "inks.h"

/* No line is thinner, however small the cells: two pixels of core can be
 * seen and told from their rims. */
static const double LINE_PX_MIN = 2;
/* The white rim around a core and the dark one around that, in cells and, so
 * that they neither vanish nor swell, bounded in pixels. Tried on boards of
 * 24 to 96 pixels a cell. */
static const double RIM_CELLS = 0.04;
static const double RIM_PX_MIN = 1.5, RIM_PX_MAX = 3;
/* The outlines of areas, in cells. */
static const double OUTLINE_CELLS = 0.06;
/* Strokes hide nearly all of what lies below. */
static const double STROKE_ALPHA = 0.92;
/* Lines that are but an aid must not draw the eye from the answer. */
static const double FAINT_ALPHA = 0.6;
/* Hatching of areas where nothing can shine through: 2 rows in 8. */
enum { HATCH_STEP_PX = 8, HATCH_PX = 2 };
/* A ring's polygon: at 1000 pixels across still within 0.1 pixel. */
enum { RING_POINTS = 96 };
/* The rims of text, to its height: wider ones would close small digits. */
static const double TEXT_RIM = 0.1, TEXT_RIM_PX_MIN = 0.6;
/* Digits with rims stand farther apart by this share of their height, so that
 * the white rims of two do not touch. */
static const double TEXT_GAP = 0.2;
/* Length of the strings that are measured for their height */
static const double MEASURE_SIZE = 100;

enum { WHITE = 0xffffff, DARK = 0x14141a };

static void set(cairo_t *cairo, uint32_t rgb, double alpha)
{
	cairo_set_source_rgba(cairo, (rgb >> 16 & 255) / 255.0,
			      (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
			      alpha);
}

static bool is_paper(enum paint_mode mode)
{
	return mode == PAINT_PAPER || mode == PAINT_DARK_PAPER;
}

static enum inks_ground ground_of(enum paint_mode mode)
{
	return mode == PAINT_PAPER        ? INKS_LIGHT
	       : mode == PAINT_DARK_PAPER ? INKS_DARK
					  : INKS_PICTURE;
}

static void set_ink(cairo_t *cairo, const struct mark *mark,
		    enum paint_mode mode, double alpha)
{
	int ink = is_paper(mode) ? inks_on_paper(mark) : mark->ink;
	bool own = mark->colour & STYLE_COLOUR && !is_paper(mode);

	set(cairo, own ? mark->colour : inks_colour(ink, ground_of(mode)),
	    alpha);
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

	set(cairo, DARK, 1);
	stroke_points(cairo, mark, map, mark->width, rim(scale));
	set(cairo, WHITE, 1);
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
	if (!is_paper(mode) && is_faint(mark)) {
		paint_faint(cairo, mark, map);
		return;
	}
	if (!is_paper(mode)) {
		set(cairo, DARK, 1);
		stroke_points(cairo, mark, map, width, 4 * rim(scale));
		set(cairo, WHITE, 1);
		stroke_points(cairo, mark, map, width, 2 * rim(scale));
	}
	if (is_paper(mode) && inks_is_cased(mark->ink)) {
		set(cairo, inks_colour(INK_PAGE, ground_of(mode)), 1);
		stroke_points(cairo, mark, map, width + 2 * INKS_CASING, 0);
	}
	set_ink(cairo, mark, mode, 1);
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
	paint_stroke(cairo, &ring, map, drawing_ring_line(mark), mode);
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

static double area_opacity(const struct mark *mark, enum paint_mode mode)
{
	if (mark->solid)
		return 1;
	return mode == PAINT_OVER && mark->opacity > 0 ? mark->opacity
						       : PAINT_AREA_ALPHA;
}

static void paint_area(cairo_t *cairo, const struct mark *mark,
		       const struct homography *map, enum paint_mode mode)
{
	struct mark outline = *mark;
	struct point points[2];

	if (mark->point_count < 3)
		return;
	cairo_save(cairo);
	cairo_new_path(cairo);
	trace(cairo, mark, map);
	if (mode == PAINT_HARD) {
		cairo_clip(cairo);
		set_ink(cairo, mark, mode, 1);
		hatch(cairo);
	} else {
		set_ink(cairo, mark, mode, area_opacity(mark, mode));
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
		set_ink(cairo, mark, mode, 1);
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

/* A text with its measures: each of its characters is drawn on its own, so that
 * their rims do not run into each other. */
struct text {
	const char *characters;
	cairo_text_extents_t digit, extents; /* at MEASURE_SIZE */
	double height, size;                 /* pixels; to MEASURE_SIZE */
	double gap; /* between characters, pixels more than usual */
};

/* As high as the mark says, or lower where the digits would be wider than it
 * says. */
static void measure(cairo_t *cairo, const struct mark *mark, struct point scale,
		    double gap, struct text *text)
{
	*text = (struct text){ .characters = mark->text };
	/* measured large: hinting must not bend the measure */
	cairo_set_font_size(cairo, MEASURE_SIZE);
	cairo_text_extents(cairo, "0", &text->digit);
	cairo_text_extents(cairo, mark->text, &text->extents);
	if (!(text->digit.height > 0))
		return;
	text->height = mark->width * scale.y;
	if (mark->digit_width > 0)
		text->height =
			fmin(text->height, mark->digit_width * scale.x /
						   (text->digit.x_advance /
							    text->digit.height +
						    gap));
	text->size = text->height / text->digit.height;
	text->gap = gap * text->height;
}

/* Its outline, centred at 0,0. */
static void trace_text(cairo_t *cairo, const struct text *text)
{
	const cairo_text_extents_t *all = &text->extents;
	double gaps = text->gap * ((double)strlen(text->characters) - 1);
	double x = -(all->x_bearing + all->width / 2) * text->size - gaps / 2;
	double y =
		-(text->digit.y_bearing + text->digit.height / 2) * text->size;

	for (const char *c = text->characters; *c; c++) {
		const char one[2] = { *c, '\0' };
		cairo_text_extents_t extents;

		cairo_set_font_size(cairo, MEASURE_SIZE);
		cairo_text_extents(cairo, one, &extents);
		cairo_set_font_size(cairo, MEASURE_SIZE * text->size);
		cairo_move_to(cairo, x, y);
		cairo_text_path(cairo, one);
		x += extents.x_advance * text->size + text->gap;
	}
}

static void stroke_rims(cairo_t *cairo, double height)
{
	double width =
		fmin(fmax(TEXT_RIM * height, TEXT_RIM_PX_MIN), RIM_PX_MAX);

	cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
	set(cairo, DARK, 1);
	cairo_set_line_width(cairo, 4 * width);
	cairo_stroke_preserve(cairo);
	set(cairo, WHITE, 1);
	cairo_set_line_width(cairo, 2 * width);
	cairo_stroke_preserve(cairo);
}

static void paint_text(cairo_t *cairo, const struct mark *mark,
		       const struct homography *map, enum paint_mode mode)
{
	bool bold = !is_paper(mode) || inks_is_bold(mark->ink);
	struct point scale;
	struct text text;

	cairo_save(cairo);
	scale = lean(cairo, map, mark->points[0]);
	cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       bold ? CAIRO_FONT_WEIGHT_BOLD
				    : CAIRO_FONT_WEIGHT_NORMAL);
	measure(cairo, mark, scale, is_paper(mode) ? 0 : TEXT_GAP, &text);
	if (scale.x > 0 && mark->text[0] && text.height > 0) {
		trace_text(cairo, &text);
		if (!is_paper(mode))
			stroke_rims(cairo, text.height);
		set_ink(cairo, mark, mode, 1);
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
	if (mark->opacity > 0)
		return mark->opacity;
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
