#include "cell_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cell_damage.h"
#include "order.h"
#include "symbol_window.h"

#define PI 3.14159265358979323846

/* So much is drawn around the cell, cells. */
static const double AROUND = 0.22;
/* Colours that must be told apart differ by so many levels at least, before
 * light and grain. */
static const double LINE_APART = 40, SYMBOL_APART = 38;
/* Under grain of more than this share of what it differs from the ground nobody
 * sees a symbol surely. */
static const double GRAIN_SEEN = 0.13;
/* Of the cells so many are empty and so many show what is no symbol. */
static const double EMPTY_SHARE = 0.12, OTHER_SHARE = 0.13;
/* A disc so far off the middle is no symbol, cells. */
static const double OFF_MIDDLE = 0.15;
/* Ground is looked at so far inside the line's edge, as the reader does. */
static const double GROUND_INSIDE = 0.07;

struct cell_scene_maker *cell_scene_maker_new(uint64_t seed)
{
	struct cell_scene_maker *maker = alloc_array(1, sizeof *maker);
	bool made = maker;

	if (!maker)
		return NULL;
	rng_seed(&maker->rng, seed);
	for (int i = 0; i < COLOURS; i++)
		made &= canvas_init(&maker->canvas[i]) == 0;
	made &= canvas_init(&maker->half) == 0;
	maker->surface = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, CANVAS_SIDE_MAX, CANVAS_SIDE_MAX);
	made &= cairo_surface_status(maker->surface) == CAIRO_STATUS_SUCCESS;
	if (made)
		return maker;
	cell_scene_maker_free(maker);
	return NULL;
}

void cell_scene_maker_free(struct cell_scene_maker *maker)
{
	if (!maker)
		return;
	for (int i = 0; i < COLOURS; i++)
		canvas_fini(&maker->canvas[i]);
	canvas_fini(&maker->half);
	cairo_surface_destroy(maker->surface);
	free(maker);
}

/* A cell of so many pixels at its shorter side, seen aslant. */
static void place_cell(struct cell_scene_maker *maker, struct look *look)
{
	double wide = chance(maker, 0.6) ? 1 : real(maker, 1, 1.7);
	double turn = real(maker, -0.12, 0.12), lean = real(maker, -0.2, 0.2);
	bool upright = chance(maker, 0.5);
	double x = look->px * (upright ? 1 : wide);
	double y = look->px * (upright ? wide : 1);
	double c, s;
	struct homography *h = &look->cell_to_px;
	double left = 1e9, top = 1e9, right = -1e9, low = -1e9;

	if (chance(maker, 0.5))
		turn = lean = 0;
	c = cos(turn);
	s = sin(turn);
	*h = (struct homography){ { x * c, lean * x - s * y, 0, s * x, c * y, 0,
				    real(maker, -0.1, 0.1),
				    real(maker, -0.1, 0.1), 1 } };
	for (int i = 0; i < 4; i++) {
		struct point p = homography_apply(
			h, (struct point){ i % 2 ? 1 + AROUND : -AROUND,
					   i / 2 ? 1 + AROUND : -AROUND });

		left = fmin(left, p.x);
		right = fmax(right, p.x);
		top = fmin(top, p.y);
		low = fmax(low, p.y);
	}
	left -= real(maker, 0, 1);
	top -= real(maker, 0, 1);
	look->width = (int)fmin(CANVAS_SIDE_MAX - 1, right - left + 2);
	look->height = (int)fmin(CANVAS_SIDE_MAX - 1, low - top + 2);
	for (int i = 0; i < 3; i++) {
		h->m[i] -= left * h->m[6 + i];
		h->m[3 + i] -= top * h->m[6 + i];
	}
}

static void choose_look(struct cell_scene_maker *maker,
			const struct cell_order *order, enum symbol_class label,
			struct look *look)
{
	double least = order->plain ? 90 : SYMBOL_APART;

	memset(look, 0, sizeof *look);
	look->px = exp(real(maker, log(order->px_low), log(order->px_high)));
	place_cell(maker, look);
	look->line_width = real(maker, 0.05, 0.45);
	look->ground = cell_colour(maker);
	look->line = cell_colour_apart(maker, look->ground,
				       order->plain ? 60 : LINE_APART);
	look->symbol = cell_colour_apart(maker, look->ground, least);
	if (chance(maker, 0.12))
		look->symbol = look->line;
	look->outside = cell_colour(maker);
	look->grain_most =
		GRAIN_SEEN * colour_distance(look->symbol, look->ground);
	if (label == SYMBOL_EMPTY)
		look->grain_most = HUGE_VAL;
}

static const struct point corners[4] = {
	{ 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }
};

/* What lies beyond one side of the cell at a panel's rim. */
static void draw_outside(struct cell_scene_maker *maker,
			 const struct figure_pen *pen, const struct look *look)
{
	double far = AROUND + 0.1;
	int side = rng_between(&maker->rng, 0, 3);
	struct point from = corners[side], to = corners[(side + 1) % 4];
	struct point out = { to.y - from.y, from.x - to.x };
	struct point middle =
		point_add(point_mix(from, to, 0.5), point_scale(out, far / 2));
	struct point along = point_scale(point_sub(to, from), 0.5 + far);

	figure_stroke(pen, point_sub(middle, along), point_add(middle, along),
		      far);
	cell_fill(pen->cr, look->outside, 1);
}

/* The lines around, some broken or missing, and a disc of a start; how much
 * room all that leaves. */
static double draw_lines(struct cell_scene_maker *maker,
			 const struct figure_pen *pen, const struct look *look)
{
	double room = 0.96 - look->line_width;

	for (int side = 0; side < 4; side++) {
		struct point from = corners[side], to = corners[(side + 1) % 4];
		struct point out = point_sub(from, to);
		struct point before = point_add(from, point_scale(out, AROUND));
		struct point after = point_sub(to, point_scale(out, AROUND));
		double gap = real(maker, 0.03, 0.15);

		if (chance(maker, 0.05))
			continue;
		if (chance(maker, 0.06)) {
			figure_stroke(pen, before,
				      point_mix(from, to, 0.5 - gap),
				      look->line_width);
			figure_stroke(pen, point_mix(from, to, 0.5 + gap),
				      after, look->line_width);
		} else {
			figure_stroke(pen, before, after, look->line_width);
		}
		cell_fill(pen->cr, look->line, 1);
	}
	for (int i = 0; i < 4; i++) {
		double radius = real(maker, 0.24, 0.5);
		struct point at = corners[i];

		if (!chance(maker, 0.07))
			continue;
		if (chance(maker, 0.35))
			at = point_mix(at, corners[(i + 1) % 4], 0.5);
		figure_disc(pen, at, radius);
		cell_fill(pen->cr, look->line, 1);
		room = fmin(room, fmax(0.42, 1 - 1.2 * radius));
	}
	return room;
}

static void draw_dots(struct cell_scene_maker *maker,
		      const struct figure_pen *pen, const struct look *look)
{
	for (int i = 0; i < 4; i++) {
		if (!chance(maker, 0.08))
			continue;
		figure_disc(pen, corners[i],
			    look->line_width * real(maker, 0.3, 0.5));
		cell_fill(pen->cr, cell_colour_apart(maker, look->line, 60), 1);
	}
}

/* A disc or a ring that is so large that its rim crosses the cell. */
static void draw_round(struct cell_scene_maker *maker,
		       const struct figure_pen *pen, struct colour colour,
		       double alpha)
{
	double radius = exp(real(maker, log(0.25), log(4)));
	double angle = real(maker, 0, 2 * PI);
	double off = radius + real(maker, -0.3, 0.3);
	struct point middle = { 0.5 + off * cos(angle),
				0.5 + off * sin(angle) };

	figure_disc(pen, middle, radius);
	if (chance(maker, 0.5))
		figure_disc(pen, middle,
			    radius - real(maker, 0.04, fmin(0.2, radius)));
	cell_fill(pen->cr, colour, alpha);
}

static struct point any_place(struct cell_scene_maker *maker, double room)
{
	return (struct point){ 0.5 + real(maker, -room / 2, room / 2),
			       0.5 + real(maker, -room / 2, room / 2) };
}

/* A piece of a line that comes in from a side. */
static void draw_stub(struct cell_scene_maker *maker,
		      const struct figure_pen *pen, const struct look *look)
{
	struct point from = corners[rng_below(&maker->rng, 4)];
	struct point to = any_place(maker, 0.5);
	double width = fmax(0.1, look->line_width) * real(maker, 0.6, 1.1);

	if (chance(maker, 0.5))
		from = point_mix(from, corners[rng_below(&maker->rng, 4)], 0.5);
	figure_stroke(pen, from, to, width);
	cell_fill(pen->cr, look->line, 1);
	if (chance(maker, 0.6)) {
		figure_disc(pen, to, width / 2);
		cell_fill(pen->cr, look->line, 1);
	}
}

/* A symbol that is half hidden: one that is known by both its halves. */
static void draw_half(struct cell_scene_maker *maker,
		      const struct figure_pen *pen, const struct look *look)
{
	static const enum symbol_class classes[] = { SYMBOL_SQUARE, SYMBOL_STAR,
						     SYMBOL_TRIANGLE_1,
						     SYMBOL_ELIMINATOR };
	double angle =
		real(maker, 0.3, 1.2) + PI / 2 * rng_between(&maker->rng, 0, 3);
	struct point way = { cos(angle), sin(angle) };
	struct point aside = { -way.y, way.x };
	struct point middle = { 0.5, 0.5 };
	double off = 0.5 + real(maker, -0.08, 0.06);
	enum symbol_class label;

	label = classes[rng_below(&maker->rng, 4)];
	figure_symbol(pen, label, middle);
	cell_paint(maker, pen->cr, look, label);
	middle = point_add(middle, point_scale(way, off));
	figure_stroke(pen, point_add(middle, aside), point_sub(middle, aside),
		      1);
	cell_fill(pen->cr,
		  chance(maker, 0.6)
			  ? look->ground
			  : cell_colour_apart(maker, look->symbol, 40),
		  1);
}

/* Strokes like those of a letter. */
static void draw_scribble(struct cell_scene_maker *maker,
			  const struct figure_pen *pen, const struct look *look)
{
	double width = real(maker, 0.03, 0.1);
	int strokes = rng_between(&maker->rng, 3, 6);
	struct point from = any_place(maker, pen->room);

	for (int i = 0; i < strokes; i++) {
		struct point to = any_place(maker, pen->room);

		figure_stroke(pen, from, to, width);
		cell_fill(pen->cr, look->symbol, 1);
		from = chance(maker, 0.6) ? to : any_place(maker, pen->room);
	}
}

/* A triangle that points to a side, an arrow, a moon. */
static void draw_strange(struct cell_scene_maker *maker,
			 const struct figure_pen *pen, const struct look *look)
{
	double size = real(maker, 0.1, pen->room / 2);
	double angle =
		(chance(maker, 0.5) ? 1 : -1) * real(maker, PI / 3, PI * 2 / 3);
	struct point middle = any_place(maker, 0.1), p[3];

	if (chance(maker, 0.25)) {
		figure_disc(pen, middle, size);
		figure_disc(
			pen,
			(struct point){ middle.x + 0.6 * size * cos(angle),
					middle.y + 0.6 * size * sin(angle) },
			0.6 * size);
		cell_fill(pen->cr, look->symbol, 1);
		return;
	}
	for (int i = 0; i < 3; i++) {
		double a = angle + 2 * PI * i / 3;

		p[i] = (struct point){ middle.x + size * sin(a),
				       middle.y - size * cos(a) };
	}
	figure_polygon(pen, p, 3);
	cell_fill(pen->cr, look->symbol, 1);
	if (!chance(maker, 0.4))
		return;
	figure_stroke(pen, middle,
		      (struct point){ middle.x - 1.3 * size * sin(angle),
				      middle.y + 1.3 * size * cos(angle) },
		      real(maker, 0.3, 0.9) * size);
	cell_fill(pen->cr, look->symbol, 1);
}

/* Where nobody draws a symbol. */
static struct point off_middle(struct cell_scene_maker *maker)
{
	const struct point middle = { 0.5, 0.5 };
	struct point at;

	do
		at = any_place(maker, 0.7);
	while (point_distance(at, middle) < OFF_MIDDLE);
	return at;
}

/* A disc, small or off the middle, some with a hole or a rim of another colour,
 * as pointers have it. */
static void draw_disc(struct cell_scene_maker *maker,
		      const struct figure_pen *pen, const struct look *look)
{
	bool small = chance(maker, 0.3);
	struct point at = small ? any_place(maker, 0.4) : off_middle(maker);
	double radius = small ? real(maker, 0.04, 0.1) : real(maker, 0.1, 0.3);
	double alpha = chance(maker, 0.4) ? real(maker, 0.4, 1) : 1;

	if (chance(maker, 0.3)) {
		figure_disc(pen, at, radius * real(maker, 1.05, 1.3));
		cell_fill(pen->cr, cell_colour_apart(maker, look->symbol, 40),
			  alpha);
	}
	figure_disc(pen, at, radius);
	if (chance(maker, 0.3))
		figure_disc(pen, at, radius * real(maker, 0.3, 0.8));
	cell_fill(pen->cr, look->symbol, alpha);
}

/* A ring or a soft spot where a symbol would be and as large. */
static void draw_blob(struct cell_scene_maker *maker,
		      const struct figure_pen *pen, const struct look *look)
{
	enum { STEPS = 6 };
	struct point middle = any_place(maker, 0.05);
	double soft = chance(maker, 0.5) ? real(maker, 0.4, 0.9) : 0;
	double radius = real(maker, 0.1, fmin(0.35, pen->room / 2));

	for (int i = 0; i < (soft > 0 ? STEPS : 1); i++) {
		double share = 1 + soft * (0.5 - (double)i / (STEPS - 1));

		figure_disc(pen, middle, radius * (soft > 0 ? share : 1));
		if (soft <= 0)
			figure_disc(pen, middle,
				    radius * real(maker, 0.3, 0.85));
		/* the steps' cover adds up to about a slope */
		cell_fill(pen->cr, look->symbol,
			  soft > 0 ? 1.0 / (STEPS - i) : 1);
	}
}

static void draw_other(struct cell_scene_maker *maker,
		       const struct figure_pen *pen, const struct look *look)
{
	switch (rng_below(&maker->rng, 8)) {
	case 0:
		draw_round(maker, pen, look->symbol, real(maker, 0.3, 1));
		break;
	case 1:
		draw_stub(maker, pen, look);
		break;
	case 2:
		draw_half(maker, pen, look);
		break;
	case 3:
		draw_scribble(maker, pen, look);
		break;
	case 4:
		draw_strange(maker, pen, look);
		break;
	case 5:
		draw_disc(maker, pen, look);
		break;
	default:
		draw_blob(maker, pen, look);
	}
}

/* A shine, soft and faint. */
static void draw_shine(struct cell_scene_maker *maker,
		       const struct figure_pen *pen)
{
	struct point px =
		homography_apply(&pen->cell_to_px, any_place(maker, 1));
	double radius = pen->cell_to_px.m[0] * real(maker, 0.25, 1.2);
	double level = chance(maker, 0.6), alpha = real(maker, 0.02, 0.14);
	cairo_pattern_t *pattern =
		cairo_pattern_create_radial(px.x, px.y, 0, px.x, px.y, radius);

	cairo_pattern_add_color_stop_rgba(pattern, 0, level, level, level,
					  alpha);
	cairo_pattern_add_color_stop_rgba(pattern, 1, level, level, level, 0);
	cairo_set_source(pen->cr, pattern);
	cairo_paint(pen->cr);
	cairo_pattern_destroy(pattern);
}

/* The relief of a cell, as symmetric as the cell, that rises softly from its
 * sides. */
static void draw_relief(struct cell_scene_maker *maker,
			const struct figure_pen *pen, const struct look *look)
{
	enum { STEPS = 8 };
	double open = 1 - look->line_width;
	double outer = open / 2 * real(maker, 0.75, 1);
	double inner = outer * real(maker, 0.3, 0.75);
	double alpha = real(maker, 0.03, 0.28) / STEPS;
	struct colour to = { 255, 255, 255 };

	if (chance(maker, 0.4))
		to = chance(maker, 0.5) ? look->line
					: (struct colour){ 0, 0, 0 };
	for (int i = 0; i < STEPS; i++) {
		double half = outer + (inner - outer) * i / (STEPS - 1);
		struct point from = { 0.5 - half, 0.5 };

		figure_stroke(pen, from, (struct point){ 0.5 + half, 0.5 },
			      2 * half);
		cell_fill(pen->cr, to, alpha);
	}
}

static void draw(struct cell_scene_maker *maker, const struct cell_order *order,
		 const struct look *look, enum symbol_class label)
{
	struct figure_pen pen = { .cr = cairo_create(maker->surface),
				  .cell_to_px = look->cell_to_px,
				  .rng = &maker->rng,
				  .use = order->use };
	struct point middle = { 0.5 + real(maker, -0.025, 0.025),
				0.5 + real(maker, -0.025, 0.025) };
	struct colour pale = { 255, 255, 255 };

	cairo_set_fill_rule(pen.cr, CAIRO_FILL_RULE_EVEN_ODD);
	/* painting the rest of the surface would cost more than training */
	cairo_rectangle(pen.cr, 0, 0, look->width, look->height);
	cairo_clip(pen.cr);
	cairo_set_source_rgb(pen.cr, look->ground.red / 255,
			     look->ground.green / 255, look->ground.blue / 255);
	cairo_paint(pen.cr);
	if (chance(maker, 0.15))
		draw_shine(maker, &pen);
	if (chance(maker, label == SYMBOL_EMPTY ? 0.5 : 0.1))
		draw_relief(maker, &pen, look);
	if (chance(maker, 0.2))
		draw_outside(maker, &pen, look);
	pen.room = draw_lines(maker, &pen, look);
	draw_dots(maker, &pen, look);
	if (label == SYMBOL_OTHER) {
		draw_other(maker, &pen, look);
	} else if (label != SYMBOL_EMPTY) {
		figure_symbol(&pen, label, middle);
		cell_paint(maker, pen.cr, look, label);
	}
	if (chance(maker, order->plain ? 0.03 : 0.08))
		draw_round(
			maker, &pen,
			chance(maker, 0.6) ? pale : cell_colour(maker),
			real(maker, 0.03, label == SYMBOL_EMPTY ? 0.1 : 0.4));
	cairo_destroy(pen.cr);
	cairo_surface_flush(maker->surface);
}

/* The picture's colour at a place, bilinear. */
static struct colour colour_at(const struct cell_scene_maker *maker,
			       struct point px)
{
	int width = maker->canvas->width, height = maker->canvas->height;
	double x = fmin(fmax(px.x, 0), width - 1.01);
	double y = fmin(fmax(px.y, 0), height - 1.01);
	int left = (int)x, top = (int)y;
	float u = (float)(x - left), v = (float)(y - top), colour[COLOURS];

	for (int k = 0; k < COLOURS; k++) {
		const float *at = maker->canvas[k].value + top * width + left;

		colour[k] = (1 - v) * ((1 - u) * at[0] + u * at[1]) +
			    v * ((1 - u) * at[width] + u * at[width + 1]);
	}
	return (struct colour){ colour[0], colour[1], colour[2] };
}

/* Rectifies the cell by what was thought to be its place: parts * parts
 * samples a pixel. */
static void rectify(struct cell_scene_maker *maker, const struct look *look,
		    const struct homography *cell_to_px)
{
	int parts = look->px > 1.7 * SHEET_CELL ? 2 : 1;
	float weight = 1 / (float)(parts * parts);

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		struct colour sum = { 0, 0, 0 };

		for (int k = 0; k < parts * parts; k++) {
			double step = 1.0 / (parts * SHEET_CELL);
			struct point at = {
				(i % SHEET_CELL * parts + k % parts + 0.5) *
					step,
				(i / SHEET_CELL * parts + k / parts + 0.5) *
					step
			};
			struct colour c = colour_at(
				maker, homography_apply(cell_to_px, at));

			sum.red += weight * c.red;
			sum.green += weight * c.green;
			sum.blue += weight * c.blue;
		}
		maker->sheet[i] = sum;
	}
}

enum { RING = 24 };

/* The middle colour around the cell, so far inside its sides. */
static struct colour ring_colour(struct cell_scene_maker *maker,
				 const struct homography *cell_to_px,
				 double inset, double from)
{
	float values[COLOURS][RING];

	for (int i = 0; i < RING; i++) {
		double t = from + (1 - 2 * from) * (i / 4 + 0.5) * 4 / RING;
		struct point at = { i % 2 ? inset : 1 - inset, t };
		struct colour c;

		if (i % 4 > 1)
			at = (struct point){ at.y, at.x };
		c = colour_at(maker, homography_apply(cell_to_px, at));
		values[0][i] = c.red;
		values[1][i] = c.green;
		values[2][i] = c.blue;
	}
	for (int k = 0; k < COLOURS; k++)
		qsort(values[k], RING, sizeof **values, order_floats);
	return (struct colour){ values[0][RING / 2], values[1][RING / 2],
				values[2][RING / 2] };
}

/* Cuts the patch as the reader would, which is never quite right. */
static void cut(struct cell_scene_maker *maker, const struct look *look,
		struct cell_scene *scene)
{
	struct homography guess = look->cell_to_px;
	struct homography off = {
		{ 1 + real(maker, -0.03, 0.03), real(maker, -0.02, 0.02),
		  real(maker, -0.025, 0.025), real(maker, -0.02, 0.02),
		  1 + real(maker, -0.03, 0.03), real(maker, -0.025, 0.025), 0,
		  0, 1 }
	};
	double rim = look->line_width * real(maker, 0.42, 0.58);
	double inset = rim + GROUND_INSIDE;
	struct symbol_window window;
	struct symbol_cell cell;
	struct colour ground, line;

	guess = homography_compose(&off, &guess);
	rectify(maker, look, &guess);
	ground = ring_colour(maker, &guess, inset, inset);
	line = ring_colour(maker, &guess, 0, 0.2);
	window = symbol_window_find(maker->sheet, ground, line, rim);
	cell = (struct symbol_cell){ maker->sheet, NULL, ground, line,
				     (float)look->px };
	symbol_patch_cut(&cell, NULL, &scene->patch);
	symbol_patch_cut(&cell, &window, &scene->near);
}

static enum symbol_class pick_class(struct cell_scene_maker *maker)
{
	double pick = real(maker, 0, 1);

	if (pick < EMPTY_SHARE)
		return SYMBOL_EMPTY;
	if (pick < EMPTY_SHARE + OTHER_SHARE)
		return SYMBOL_OTHER;
	return (enum symbol_class)rng_between(&maker->rng, SYMBOL_SQUARE,
					      SYMBOL_HOLLOW_TURNED);
}

void cell_scene_make(struct cell_scene_maker *maker,
		     const struct cell_order *order, struct cell_scene *scene)
{
	struct look look;

	scene->label = pick_class(maker);
	choose_look(maker, order, scene->label, &look);
	scene->px_cell = look.px;
	draw(maker, order, &look, scene->label);
	cell_light(maker, &look);
	cell_damage(maker, order, &look);
	cut(maker, &look, scene);
}

int cell_scene_save(const struct cell_scene_maker *maker, const char *path)
{
	int width = maker->canvas->width, height = maker->canvas->height;
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	unsigned char *data = cairo_image_surface_get_data(surface);
	int stride = cairo_image_surface_get_stride(surface);
	cairo_status_t status;

	for (int y = 0; data && y < height; y++)
		for (int x = 0; x < width; x++)
			for (int k = 0; k < COLOURS; k++)
				data[y * stride + 4 * x + 2 - k] =
					(unsigned char)maker->canvas[k]
						.value[y * width + x];
	cairo_surface_mark_dirty(surface);
	status = cairo_surface_write_to_png(surface, path);
	cairo_surface_destroy(surface);
	return status == CAIRO_STATUS_SUCCESS ? 0 : -1;
}
