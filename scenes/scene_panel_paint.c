#include "scene_panel_paint.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* How far the lines of a cylinder run on beyond its sides, cells. */
static const double RUN_ON = 0.28;
/* In cells, as the game draws them (FACTS): half a square's side, how far it
 * is rounded, a star's tips, a triangle, an eliminator's arms. */
static const double SQUARE_HALF = 0.165, SQUARE_ROUND = 0.08;
static const double STAR_RADIUS = 0.18;
static const double TRIANGLE_WIDTH = 0.22, TRIANGLE_HEIGHT = 0.2;
static const double TRIANGLE_PITCH = 0.25;
static const double ARM_LENGTH = 0.17, ARM_WIDTH = 0.09;
/* The rim of hollow blocks, a share of the block. */
static const double HOLLOW_RIM = 0.26;

static struct point at(double x, double y)
{
	return (struct point){ x / 2, y / 2 };
}

static const struct panel_spot *spot_at(const struct panel *panel, int x, int y)
{
	if (!panel_wrap(panel, &x, y))
		return NULL;
	return &panel->spots[y][x];
}

static bool drawn_edge(const struct panel *panel, int x, int y)
{
	const struct panel_spot *spot = spot_at(panel, x, y);

	return spot && spot->edge != PANEL_EDGE_MISSING;
}

static void add_edge(const struct pen *pen, const struct panel *panel,
		     const struct panel_theme *theme, int x, int y)
{
	const struct panel_spot *spot = spot_at(panel, x, y);
	double dx = x & 1 ? 1 : 0;
	double dy = 1 - dx;
	struct point from = at(x - dx, y - dy), to = at(x + dx, y + dy);
	double half = theme->gap / 2;
	bool round = theme->round_gaps;

	if (!spot || spot->edge == PANEL_EDGE_MISSING)
		return;
	if (spot->edge == PANEL_EDGE_WHOLE) {
		pen_line(pen, from, to, theme->line_width, false);
		return;
	}
	/* what is rounded is rounded within its half */
	if (round && half + theme->line_width / 2 < 0.4)
		half += theme->line_width / 2;
	else
		round = false;
	pen_line(pen, from, point_mix(from, to, 0.5 - half), theme->line_width,
		 round);
	pen_line(pen, point_mix(from, to, 0.5 + half), to, theme->line_width,
		 round);
}

/* Where edges meet; nothing where none of them is drawn. */
static void add_joint(const struct pen *pen, const struct panel *panel,
		      const struct panel_theme *theme, int x, int y)
{
	double half = theme->line_width / 2;

	if (!drawn_edge(panel, x - 1, y) && !drawn_edge(panel, x + 1, y) &&
	    !drawn_edge(panel, x, y - 1) && !drawn_edge(panel, x, y + 1))
		return;
	if (theme->round)
		pen_disc(pen, at(x, y), half);
	else
		pen_block(pen, at(x, y), (struct point){ half, half }, 0, 0);
}

/* How far from its vertex a stub's tip lies. */
static double stub_length(const struct panel_theme *theme,
			  const struct panel_spot *spot)
{
	double rim = theme->line_width / 2;

	/* the corner of two lines reaches farther out */
	if (spot->end_dx && spot->end_dy && !theme->round)
		rim *= M_SQRT2;
	return panel_theme_stub(theme, rim);
}

static struct point stub_tip(const struct panel_theme *theme,
			     const struct panel_spot *spot, int x, int y)
{
	double length = stub_length(theme, spot);
	double norm = hypot(spot->end_dx, spot->end_dy);
	struct point tip = at(x, y);

	if (theme->round)
		length -= theme->line_width / 2;
	if (norm > 0) {
		tip.x += spot->end_dx / norm * length;
		tip.y += spot->end_dy / norm * length;
	}
	return tip;
}

static void add_spot(const struct pen *pen, const struct panel *panel,
		     const struct panel_theme *theme, int x, int y)
{
	const struct panel_spot *spot = spot_at(panel, x, y);

	if (panel_is_edge(x, y))
		add_edge(pen, panel, theme, x, y);
	else
		add_joint(pen, panel, theme, x, y);
	if (spot->start)
		pen_disc(pen, at(x, y), theme->start_radius);
	if (spot->end)
		pen_line(pen, at(x, y), stub_tip(theme, spot, x, y),
			 theme->line_width, theme->round);
}

static void add_run_on(const struct pen *pen, const struct panel *panel,
		       const struct panel_theme *theme)
{
	for (int y = 0; y < panel_height(panel); y += 2) {
		struct point left = at(0, y);
		struct point right = at(2 * panel->columns, y);
		double most = RUN_ON;

		if (!drawn_edge(panel, -1, y))
			continue;
		pen_line(pen, (struct point){ left.x - most, left.y }, left,
			 theme->line_width, false);
		pen_line(pen, right, (struct point){ right.x + most, right.y },
			 theme->line_width, false);
	}
}

static void paint_lines(const struct pen *pen, const struct panel *panel,
			const struct panel_theme *theme)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x <= 2 * panel->columns; x++)
			if (!panel_is_cell(x, y) &&
			    (!panel->wraps || x < 2 * panel->columns))
				add_spot(pen, panel, theme, x, y);
	if (panel->wraps)
		add_run_on(pen, panel, theme);
	pen_fill(pen, theme->line);
}

/* Marks the cells that lie open to the outside (rule 3). */
static void find_open(const struct panel *panel,
		      bool open[PANEL_SIDE_MAX][PANEL_SIDE_MAX])
{
	bool more = true;

	while (more) {
		more = false;
		for (int y = 0; y < panel->rows; y++)
			for (int x = 0; x < panel->columns; x++) {
				bool now = false;

				for (int k = 0; k < 4 && !open[y][x]; k++) {
					int dx = k == 0 ? -1 : k == 1;
					int dy = k == 2 ? -1 : k == 3;
					int there = x + dx;

					if (drawn_edge(panel, 2 * x + 1 + dx,
						       2 * y + 1 + dy))
						continue;
					if (panel->wraps)
						there = (there +
							 panel->columns) %
							panel->columns;
					now |= there < 0 || y + dy < 0 ||
					       there >= panel->columns ||
					       y + dy >= panel->rows ||
					       open[y + dy][there];
				}
				open[y][x] |= now;
				more |= now;
			}
	}
}

static void paint_ground(const struct pen *pen, const struct panel *panel,
			 const struct panel_theme *theme)
{
	bool open[PANEL_SIDE_MAX][PANEL_SIDE_MAX] = { { false } };
	double around = theme->margin;
	double across = panel->wraps ? RUN_ON : around;
	double rim = 0.12;

	if (theme->framed) {
		pen_box(pen, -across - rim, -around - rim,
			panel->columns + 2 * (across + rim),
			panel->rows + 2 * (around + rim));
		pen_fill(pen, theme->frame);
	}
	pen_box(pen, -across, -around, panel->columns + 2 * across,
		panel->rows + 2 * around);
	pen_fill(pen, theme->outside);
	if (!theme->cells_filled)
		return;
	find_open(panel, open);
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (!open[y][x])
				pen_box(pen, x, y, 1, 1);
	if (panel->wraps) {
		pen_box(pen, -across, 0, across, panel->rows);
		pen_box(pen, panel->columns, 0, across, panel->rows);
	}
	pen_fill(pen, theme->cell);
}

void panel_paint_blank(const struct pen *pen, const struct panel *panel,
		       const struct panel_theme *theme)
{
	struct panel_theme off = *theme;

	off.cells_filled = false;
	paint_ground(pen, panel, &off);
}

static void paint_dots(const struct pen *pen, const struct panel *panel,
		       const struct panel_theme *theme)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			int dot = panel->spots[y][x].dot;
			struct point corners[6];

			if (panel_is_cell(x, y) || dot == PANEL_DOT_NONE ||
			    dot == PANEL_DOT_INVISIBLE)
				continue;
			for (int i = 0; i < 6; i++) {
				corners[i] = at(x, y);
				corners[i].x +=
					theme->dot_radius * cos(i * M_PI / 3);
				corners[i].y +=
					theme->dot_radius * sin(i * M_PI / 3);
			}
			pen_polygon(pen, corners, 6);
			pen_fill(pen, theme->dots[dot]);
		}
}

static void paint_star(const struct pen *pen, const struct panel_theme *theme,
		       struct point middle)
{
	struct point points[16];
	double radius = STAR_RADIUS * theme->symbol_scale;

	for (int i = 0; i < 16; i++) {
		double r = i & 1 ? radius * theme->star_inner : radius;

		points[i] = (struct point){ middle.x + r * cos(i * M_PI / 8),
					    middle.y + r * sin(i * M_PI / 8) };
	}
	pen_polygon(pen, points, 16);
}

static void paint_triangles(const struct pen *pen,
			    const struct panel_theme *theme, int count,
			    struct point middle)
{
	double scale = theme->symbol_scale;
	int columns = count == 4 ? 2 : count;
	int rows = count == 4 ? 2 : 1;

	scale = fmin(scale, theme->room / ((columns - 1) * TRIANGLE_PITCH +
					   TRIANGLE_WIDTH));
	for (int i = 0; i < count; i++) {
		double x = middle.x + (i % columns - (columns - 1) / 2.0) *
					      TRIANGLE_PITCH * scale;
		double y = middle.y + (i / columns - (rows - 1) / 2.0) *
					      TRIANGLE_PITCH * scale;
		double half = TRIANGLE_WIDTH / 2 * scale;
		double tall = TRIANGLE_HEIGHT / 2 * scale;
		struct point points[3] = { { x, y - tall },
					   { x + half, y + tall },
					   { x - half, y + tall } };

		pen_polygon(pen, points, 3);
	}
}

static void paint_polyomino(const struct pen *pen,
			    const struct panel_theme *theme,
			    const struct panel_cell *cell, struct point middle)
{
	double turn = cell->rotatable ? theme->lean : 0;
	double c = cos(turn), s = sin(turn);
	double pitch = panel_theme_pitch(theme, cell->shape);
	int width, height;

	panel_shape_extent(cell->shape, &width, &height);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			double dx = (x - (width - 1) / 2.0) * pitch;
			double dy = (y - (height - 1) / 2.0) * pitch;
			struct point here = { middle.x + dx * c - dy * s,
					      middle.y + dx * s + dy * c };
			double half = theme->block * pitch / 2;

			if (!panel_shape_has(cell->shape, x, y))
				continue;
			pen_block(pen, here, (struct point){ half, half }, 0,
				  turn);
			half *= 1 - 2 * HOLLOW_RIM;
			if (cell->negative)
				pen_block(pen, here,
					  (struct point){ half, half }, 0,
					  turn);
		}
}

static void paint_eliminator(const struct pen *pen,
			     const struct panel_theme *theme,
			     struct point middle)
{
	double first = theme->eliminator_down ? M_PI / 2 : -M_PI / 2;

	for (int i = 0; i < 3; i++) {
		double angle = first + 2 * M_PI * i / 3;
		struct point tip = middle;

		tip.x += ARM_LENGTH * theme->symbol_scale * cos(angle);
		tip.y += ARM_LENGTH * theme->symbol_scale * sin(angle);
		pen_line(pen, middle, tip, ARM_WIDTH * theme->symbol_scale,
			 false);
	}
}

static void paint_symbol(const struct pen *pen, const struct panel_theme *theme,
			 const struct panel_cell *cell, struct point middle)
{
	double half = SQUARE_HALF * theme->symbol_scale;

	/* hollow blocks: a hole in a path is what is covered twice */
	cairo_set_fill_rule(pen->cr, cell->negative ? CAIRO_FILL_RULE_EVEN_ODD
						    : CAIRO_FILL_RULE_WINDING);
	switch ((enum panel_kind)cell->kind) {
	case PANEL_EMPTY:
		break;
	case PANEL_SQUARE:
		pen_block(pen, middle, (struct point){ half, half },
			  SQUARE_ROUND * theme->symbol_scale, 0);
		break;
	case PANEL_STAR:
		paint_star(pen, theme, middle);
		break;
	case PANEL_TRIANGLE:
		paint_triangles(pen, theme, cell->count, middle);
		break;
	case PANEL_POLYOMINO:
		paint_polyomino(pen, theme, cell, middle);
		break;
	case PANEL_ELIMINATOR:
		paint_eliminator(pen, theme, middle);
	}
	pen_fill(pen, theme->symbols[cell->colour]);
	cairo_set_fill_rule(pen->cr, CAIRO_FILL_RULE_WINDING);
}

/* What a program draws around a place, or, an arrow, towards one. */
static void add_cap(const struct pen *pen, enum panel_cap cap,
		    struct point middle, struct point way, double radius)
{
	struct point corners[4];
	int count = cap == PANEL_CAP_ARROW ? 3 : 4;

	if (cap == PANEL_CAP_DISC || cap == PANEL_CAP_RING) {
		pen_disc(pen, middle, radius);
		return;
	}
	for (int i = 0; i < count; i++) {
		double angle = atan2(way.y, way.x) + 2 * M_PI * i / count +
			       (cap == PANEL_CAP_SQUARE ? M_PI / 4 : 0);

		corners[i] = (struct point){ middle.x + radius * cos(angle),
					     middle.y + radius * sin(angle) };
	}
	pen_polygon(pen, corners, count);
}

/* Starts, or ends with their stubs, in colours of their own. */
static void paint_caps(const struct pen *pen, const struct panel *panel,
		       const struct panel_theme *theme, bool ends)
{
	enum panel_cap cap = ends ? theme->end_cap : theme->start_cap;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			const struct panel_spot *spot = &panel->spots[y][x];
			struct point tip = at(x, y), way = { 1, 0 };
			double radius = theme->start_radius;

			if (panel_is_cell(x, y) ||
			    !(ends ? spot->end : spot->start))
				continue;
			if (ends) {
				way = (struct point){ spot->end_dx,
						      spot->end_dy };
				tip = stub_tip(theme, spot, x, y);
				radius = 0.7 * theme->line_width;
				pen_line(pen, at(x, y), tip, theme->line_width,
					 false);
			}
			if (cap)
				add_cap(pen, cap, tip, way, radius);
			pen_fill(pen, ends ? theme->end_colour
					   : theme->start_colour);
			if (cap != PANEL_CAP_RING)
				continue;
			pen_disc(pen, tip, 0.6 * radius);
			pen_fill(pen, theme->middle);
		}
}

void panel_paint(const struct pen *pen, const struct panel *panel,
		 const struct panel_theme *theme)
{
	paint_ground(pen, panel, theme);
	paint_lines(pen, panel, theme);
	if (theme->start_cap) {
		paint_caps(pen, panel, theme, false);
		paint_caps(pen, panel, theme, true);
	}
	paint_dots(pen, panel, theme);
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			paint_symbol(pen, theme, &panel->cells[y][x],
				     at(2 * x + 1, 2 * y + 1));
}

void panel_paint_trace(const struct pen *pen, const struct panel *panel,
		       const struct panel_theme *theme, uint32_t colour,
		       const struct panel_solution *trace, bool finished)
{
	double width = 0.8 * theme->line_width;
	int last = trace->length - 1;

	for (int i = 0; i <= last; i++) {
		struct panel_at here = trace->path[i];
		struct panel_at before = trace->path[i ? i - 1 : 0];

		/* no line across the seam of a cylinder */
		if (abs(here.x - before.x) <= 2 && i)
			pen_line(pen, at(before.x, before.y),
				 at(here.x, here.y), width, true);
	}
	if (last >= 0)
		pen_disc(pen, at(trace->path[0].x, trace->path[0].y),
			 theme->start_radius * 0.94);
	if (last >= 0 && finished) {
		struct panel_at tip = trace->path[last];

		pen_line(pen, at(tip.x, tip.y),
			 stub_tip(theme, &panel->spots[tip.y][tip.x], tip.x,
				  tip.y),
			 width, true);
	}
	pen_fill(pen, colour);
}

/* The least radius of a mark, pixels: what is smaller nobody sees. */
static const double MARK_PX = 3;
/* Dots, which stand out of lines, do so of cells by more levels, or have
 * another colour. */
static const double MARK_LEVELS = 60;

/* Corners of shapes of one closed path, in radii; the arrow points right. */
static const struct point box_corners[] = {
	{ -0.8, -0.8 }, { 0.8, -0.8 }, { 0.8, 0.8 }, { -0.8, 0.8 }
};
static const struct point arrow_corners[] = {
	{ -1, -0.3 }, { 0.1, -0.3 }, { 0.1, -0.9 }, { 1, 0 },
	{ 0.1, 0.9 }, { 0.1, 0.3 },  { -1, 0.3 },
};
static const struct point bar_corners[] = {
	{ -1.6, -0.3 }, { 1.6, -0.3 }, { 1.6, 0.3 }, { -1.6, 0.3 }
};

static void add_shape(const struct pen *pen, const struct scene_mark *mark,
		      double radius, const struct point *corners, int count)
{
	double c = radius * cos(mark->turn), s = radius * sin(mark->turn);
	struct point turned[8];

	for (int i = 0; i < count; i++)
		turned[i] = (struct point){
			mark->cell_at.x + c * corners[i].x - s * corners[i].y,
			mark->cell_at.y + s * corners[i].x + c * corners[i].y,
		};
	pen_polygon(pen, turned, count);
}

/* How far apart two colours are. */
static double levels(uint32_t a, uint32_t b)
{
	double sum = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		double off =
			(double)(a >> shift & 255) - (double)(b >> shift & 255);

		sum += off * off;
	}
	return sqrt(sum);
}

static uint32_t mark_colour(const struct panel_theme *theme)
{
	uint32_t best = theme->symbols[0];
	double most = 0;

	for (int i = 0; i < PANEL_COLOUR_COUNT; i++) {
		uint32_t colour = theme->symbols[i];
		double apart = fmin(levels(colour, theme->line),
				    levels(colour, theme->cell));

		if (apart <= most)
			continue;
		most = apart;
		best = colour;
	}
	return best;
}

/* Each channel so many levels darker, or lighter where it is dark. */
static uint32_t dim_colour(uint32_t line)
{
	const int by = 30;
	uint32_t colour = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		int level = (int)(line >> shift & 255);

		level += level < by ? by : -by;
		colour |= (uint32_t)level << shift;
	}
	return colour;
}

void panel_paint_mark(const struct pen *pen, const struct panel_theme *theme,
		      const struct scene_mark *mark)
{
	double px = homography_scale(&pen->cell_to_px, mark->cell_at);
	double radius = fmax(mark->radius, MARK_PX / px);
	struct point at = mark->cell_at, aside = { 0, radius };
	uint32_t dot = theme->dots[PANEL_DOT_BLACK];
	bool like_dots =
		mark->shape == SCENE_MARK_DOT || mark->shape == SCENE_MARK_RING;

	switch (mark->shape) {
	case SCENE_MARK_DOT:
	case SCENE_MARK_DIM:
		add_shape(pen, mark, theme->dot_radius,
			  (struct point[]){ { 1, 0 },
					    { 0.5, 0.866 },
					    { -0.5, 0.866 },
					    { -1, 0 },
					    { -0.5, -0.866 },
					    { 0.5, -0.866 } },
			  6);
		break;
	case SCENE_MARK_BOX:
		add_shape(pen, mark, radius, box_corners, 4);
		break;
	case SCENE_MARK_ARROW:
		add_shape(pen, mark, radius, arrow_corners, 7);
		break;
	case SCENE_MARK_BAR:
		add_shape(pen, mark, radius, bar_corners, 4);
		break;
	case SCENE_MARK_CROSS:
		pen_line(pen, point_add(at, aside), point_sub(at, aside),
			 0.5 * radius, false);
		aside = (struct point){ radius, 0 };
		pen_line(pen, point_add(at, aside), point_sub(at, aside),
			 0.5 * radius, false);
		break;
	default:
		cairo_set_fill_rule(pen->cr, CAIRO_FILL_RULE_EVEN_ODD);
		pen_disc(pen, at, radius);
		pen_disc(pen, at, 0.8 * radius);
	}
	if (mark->shape == SCENE_MARK_DIM)
		pen_fill(pen, dim_colour(theme->line));
	else
		pen_fill(pen,
			 like_dots && levels(dot, theme->cell) > MARK_LEVELS
				 ? dot
				 : mark_colour(theme));
	cairo_set_fill_rule(pen->cr, CAIRO_FILL_RULE_WINDING);
}
