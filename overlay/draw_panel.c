/* Panels, drawn. Puzzle units are cells: the outermost vertices span 0,0 to
 * columns,rows, so a doubled coordinate lies at half its number. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "drawing.h"
#include "inks.h"
#include "language.h"

/* Widths in cells, as the game draws them or, of the answer, a little less, so
 * that it lies within the grid's lines. */
static const double LINE_WIDTH = 0.13;
static const double GRID_WIDTH = 0.16;
static const double START_RADIUS = 0.24;
static const double STUB_LENGTH = 0.3;
static const double GAP_SHARE = 0.2; /* of an edge, the break in its middle */
static const double DOT_RADIUS = 0.08;
static const double SQUARE_HALF = 0.2;
static const double STAR_OUTER = 0.24, STAR_INNER = 0.16;
static const double BLOCK_PITCH = 0.17, BLOCK_HALF = 0.07;
static const double TRIANGLE_PITCH = 0.2, TRIANGLE_HALF = 0.11;
static const double ELIMINATOR_RADIUS = 0.2, ELIMINATOR_WIDTH = 0.1;
static const double STRIKE_HALF = 0.32, STRIKE_WIDTH = 0.04;
/* Outlines of pieces keep off the cells' sides, so that neighbours stay apart
 * and the answer's line is not covered; negative ones lie within. */
static const double OUTLINE_INSET = 0.17, NEGATIVE_INSET = 0.27;
static const double OUTLINE_WIDTH = 0.045;
/* Rings around what the checker names. */
static const double CELL_RING = 0.38, SPOT_RING = 0.2;
/* How much of the line a hint shows more, in cells: of the usual panels some
 * five of them show all. */
static const double HINT_STRIDE = 3;
/* A rotatable piece leans, as on witnesspuzzles.com. */
static const double ROTATABLE_TILT = M_PI / 12;

/* The ground reaches so far beyond the lines: ends lie on it. */
static const double GROUND_MARGIN = 0.5;

static const int symbol_inks[PANEL_COLOUR_COUNT] = {
	[PANEL_BLACK] = INK_BLACK,   [PANEL_WHITE] = INK_WHITE,
	[PANEL_RED] = INK_RED,       [PANEL_ORANGE] = INK_ORANGE,
	[PANEL_YELLOW] = INK_YELLOW, [PANEL_GREEN] = INK_GREEN,
	[PANEL_CYAN] = INK_CYAN,     [PANEL_BLUE] = INK_BLUE,
	[PANEL_PURPLE] = INK_PURPLE, [PANEL_MAGENTA] = INK_MAGENTA,
};

static struct point at(double x, double y)
{
	return (struct point){ x / 2, y / 2 };
}

static int segment(struct drawing *drawing, int ink, double width,
		   struct point from, struct point to)
{
	struct point points[2] = { from, to };

	return drawing_line(drawing, ink, width, points, 2);
}

/* A line of the answer while it is followed: on a cylinder it leaves on one
 * side and comes in on the other, so it is drawn in pieces. */
struct trail {
	const struct panel *panel;
	struct drawing *drawing;
	int ink;
	int step; /* of hints, at which the next piece begins */
	struct point points[PANEL_PATH_MAX + 2];
	size_t count;
};

static int flush(struct trail *trail)
{
	const struct mark line = { .ink = trail->ink,
				   .width = LINE_WIDTH,
				   .stride = HINT_STRIDE };
	size_t count = trail->count;
	int failed;

	trail->count = 0;
	if (count < 2)
		return 0;
	drawing_set_step(trail->drawing, trail->step);
	failed = drawing_path(trail->drawing, &line, trail->points, count);
	trail->step = drawing_next_step(trail->drawing);
	return failed;
}

static void add_point(struct trail *trail, double x, double y)
{
	trail->points[trail->count++] = at(x, y);
}

/* One step; the seam of a cylinder lies at 0 and 2 * columns. */
static int add_step(struct trail *trail, struct panel_at from,
		    struct panel_at to)
{
	const struct panel *panel = trail->panel;
	int seam = 2 * panel->columns;
	int failed = 0;
	int x = from.x, y = from.y;
	int dx, dy, length;

	if (!panel_step(panel, from, to, &dx, &dy, &length))
		return 0;
	if (panel->wraps && x == 0 && dx < 0) {
		failed = flush(trail);
		add_point(trail, seam, y);
		x = seam;
	}
	add_point(trail, x + length * dx, y + length * dy);
	if (panel->wraps && dx > 0 && x + length * dx == seam) {
		failed |= flush(trail);
		add_point(trail, 0, y);
	}
	return failed;
}

static struct panel_at mirrored_at(const struct panel *panel,
				   struct panel_at at)
{
	int x, y;

	panel_mirror(panel, at.x, at.y, &x, &y);
	return (struct panel_at){ (uint8_t)x, (uint8_t)y };
}

/* The player's line or, with `mirrored`, the other one. */
static int draw_line(struct drawing *drawing, const struct panel *panel,
		     const struct panel_solution *line, bool mirrored)
{
	struct trail trail = { .panel = panel,
			       .drawing = drawing,
			       .ink = mirrored ? INK_SECOND : INK_ANSWER };
	const struct panel_spot *end = NULL;
	struct panel_at from = { 0, 0 };
	int failed = 0;

	for (int i = 0; i < line->length; i++) {
		struct panel_at to = line->path[i];

		if (mirrored)
			to = mirrored_at(panel, to);
		if (i == 0) {
			drawing_set_step(drawing, 0);
			failed |= drawing_ring(drawing, trail.ink,
					       at(to.x, to.y), START_RADIUS);
			add_point(&trail, to.x, to.y);
		} else {
			failed |= add_step(&trail, from, to);
		}
		from = to;
		end = &panel->spots[to.y][to.x];
	}
	if (end && end->end)
		add_point(&trail, from.x + 2 * STUB_LENGTH * end->end_dx,
			  from.y + 2 * STUB_LENGTH * end->end_dy);
	return failed | flush(&trail);
}

static int strike(struct drawing *drawing, struct panel_at place)
{
	struct point middle = at(place.x, place.y);
	struct point out = { STRIKE_HALF, STRIKE_HALF };
	struct point across = { STRIKE_HALF, -STRIKE_HALF };

	return segment(drawing, INK_STRIKE, STRIKE_WIDTH,
		       point_sub(middle, out), point_add(middle, out)) |
	       segment(drawing, INK_STRIKE, STRIKE_WIDTH,
		       point_sub(middle, across), point_add(middle, across));
}

static bool find_place(const struct puzzle *puzzle,
		       const struct board_place *place, struct point *centre,
		       double *radius)
{
	(void)puzzle;
	*centre = at(place->x, place->y);
	*radius = panel_is_cell(place->x, place->y) ? CELL_RING : SPOT_RING;
	return true;
}

static bool piece_has(const struct panel *panel,
		      const struct panel_piece *piece, int x, int y)
{
	if (!panel_wrap(panel, &x, y))
		return false;
	for (int i = 0; i < piece->cell_count; i++)
		if (piece->cells[i].x == x && piece->cells[i].y == y)
			return true;
	return false;
}

/* How far a side's end lies along it from its cell's corner: off the next
 * side, up to the neighbour's, or around the corner of the piece. */
static double side_end(bool beside, bool across, double inset)
{
	if (!beside)
		return inset;
	return across ? -inset : 0;
}

/* The side of the cell at doubled x, y towards dx, dy. */
static int draw_side(struct drawing *drawing, const struct panel *panel,
		     const struct panel_piece *piece, struct panel_at cell,
		     const int *step)
{
	double inset = piece->negative ? NEGATIVE_INSET : OUTLINE_INSET;
	int dx = step[0], dy = step[1];
	/* along the side: a quarter turn on */
	int ax = -dy, ay = dx;
	struct point middle = at(cell.x + dx, cell.y + dy);
	double ends[2];

	for (int k = 0; k < 2; k++) {
		int sign = k ? 1 : -1;
		int x = cell.x + 2 * sign * ax, y = cell.y + 2 * sign * ay;

		ends[k] = sign *
			  (0.5 - side_end(piece_has(panel, piece, x, y),
					  piece_has(panel, piece, x + 2 * dx,
						    y + 2 * dy),
					  inset));
	}
	middle.x -= inset * dx;
	middle.y -= inset * dy;
	/* on the panel's own ground, or on whatever a picture shows */
	return segment(drawing, drawing->afresh ? INK_WHITE : INK_FAINT,
		       OUTLINE_WIDTH,
		       (struct point){ middle.x + ends[0] * ax,
				       middle.y + ends[0] * ay },
		       (struct point){ middle.x + ends[1] * ax,
				       middle.y + ends[1] * ay });
}

/* How the polyominoes of the answer lie. */
static int draw_aids(const struct puzzle *puzzle,
		     const struct solution *solution, struct drawing *drawing)
{
	static const int steps[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};
	enum { PIECES_MAX = 64 };
	const struct panel *panel = &puzzle->as.panel;
	struct panel_piece pieces[PIECES_MAX];
	int count = panel_laid_pieces(puzzle, solution, pieces, PIECES_MAX);
	int failed = 0;

	for (int i = 0; i < count && i < PIECES_MAX; i++)
		for (int k = 0; k < 4 * pieces[i].cell_count; k++) {
			struct panel_at cell = pieces[i].cells[k / 4];
			const int *step = steps[k % 4];

			if (!piece_has(panel, &pieces[i], cell.x + 2 * step[0],
				       cell.y + 2 * step[1]))
				failed |= draw_side(drawing, panel, &pieces[i],
						    cell, step);
		}
	return failed ? -1 : 0;
}

/* A polygon with all corners on a circle, or a star with every other one on an
 * inner circle. */
struct figure {
	int corners;
	double outer, inner; /* radii */
	double turn;         /* of the first corner, from the right */
};

enum { CORNERS_MAX = 16 };

/* Filled, or its outline only. */
static int draw_figure(struct drawing *drawing, int ink, struct point middle,
		       const struct figure *figure, bool hollow)
{
	struct point points[CORNERS_MAX + 1];
	size_t count = (size_t)figure->corners;

	for (int i = 0; i <= figure->corners; i++) {
		double angle = 2 * M_PI * i / figure->corners + figure->turn;
		double radius = i & 1 ? figure->inner : figure->outer;

		points[i] = (struct point){ middle.x + radius * cos(angle),
					    middle.y + radius * sin(angle) };
	}
	if (hollow)
		return drawing_line(drawing, ink, OUTLINE_WIDTH, points,
				    count + 1);
	return drawing_solid(drawing, ink, points, count);
}

static int draw_shape(struct drawing *drawing, const struct panel_cell *cell,
		      int ink, struct point middle)
{
	double tilt = cell->rotatable ? ROTATABLE_TILT : 0;
	const struct figure block = { 4, BLOCK_HALF * M_SQRT2,
				      BLOCK_HALF * M_SQRT2, M_PI / 4 + tilt };
	int width, height;
	int failed = 0;

	panel_shape_extent(cell->shape, &width, &height);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			double dx = (x - (width - 1) / 2.0) * BLOCK_PITCH;
			double dy = (y - (height - 1) / 2.0) * BLOCK_PITCH;
			struct point here = {
				middle.x + dx * cos(tilt) - dy * sin(tilt),
				middle.y + dx * sin(tilt) + dy * cos(tilt)
			};

			if (!panel_shape_has(cell->shape, x, y))
				continue;
			failed |= draw_figure(drawing, ink, here, &block,
					      cell->negative);
		}
	return failed;
}

static int draw_triangles(struct drawing *drawing, int count, int ink,
			  struct point middle)
{
	/* more than four are written as a number */
	enum { SHOWN_MAX = 4 };
	const struct figure triangle = { 3, TRIANGLE_HALF, TRIANGLE_HALF,
					 -M_PI / 2 };
	int failed = 0;
	char text[16];

	if (count > SHOWN_MAX) {
		snprintf(text, sizeof text, "%d", count);
		failed = drawing_text(drawing, ink, middle, 0.5, text);
		count = 1;
	}
	for (int i = 0; i < count; i++) {
		struct point here = middle;

		here.x += (i - (count - 1) / 2.0) * TRIANGLE_PITCH;
		failed |= draw_figure(drawing, ink, here, &triangle, false);
	}
	return failed;
}

static int draw_eliminator(struct drawing *drawing, int ink,
			   struct point middle)
{
	int failed = 0;

	for (int i = 0; i < 3; i++) {
		double angle = M_PI / 2 + 2 * M_PI * i / 3;
		struct point end = { middle.x + ELIMINATOR_RADIUS * cos(angle),
				     middle.y +
					     ELIMINATOR_RADIUS * sin(angle) };

		failed |= segment(drawing, ink, ELIMINATOR_WIDTH, middle, end);
	}
	return failed;
}

static int draw_symbol(struct drawing *drawing, const struct panel_cell *cell,
		       struct point middle)
{
	int ink = symbol_inks[cell->colour];
	const struct figure square = { 4, SQUARE_HALF * M_SQRT2,
				       SQUARE_HALF * M_SQRT2, M_PI / 4 };
	const struct figure star = { 16, STAR_OUTER, STAR_INNER, M_PI / 8 };

	switch ((enum panel_kind)cell->kind) {
	case PANEL_EMPTY:
		break;
	case PANEL_SQUARE:
		return draw_figure(drawing, ink, middle, &square, false);
	case PANEL_STAR:
		return draw_figure(drawing, ink, middle, &star, false);
	case PANEL_TRIANGLE:
		return draw_triangles(drawing, cell->count, ink, middle);
	case PANEL_POLYOMINO:
		return draw_shape(drawing, cell, ink, middle);
	case PANEL_ELIMINATOR:
		return draw_eliminator(drawing, ink, middle);
	}
	return 0;
}

static int draw_edge(struct drawing *drawing, const struct panel_spot *spot,
		     int x, int y)
{
	double dx = x & 1 ? 1 : 0;
	double dy = 1 - dx;

	if (spot->edge == PANEL_EDGE_MISSING)
		return 0;
	if (spot->edge == PANEL_EDGE_WHOLE)
		return segment(drawing, INK_RAIL, GRID_WIDTH,
			       at(x - dx, y - dy), at(x + dx, y + dy));
	return segment(drawing, INK_RAIL, GRID_WIDTH, at(x - dx, y - dy),
		       at(x - GAP_SHARE * dx, y - GAP_SHARE * dy)) |
	       segment(drawing, INK_RAIL, GRID_WIDTH,
		       at(x + GAP_SHARE * dx, y + GAP_SHARE * dy),
		       at(x + dx, y + dy));
}

/* The colour of a dot says whose line it wants. */
static int draw_dot(struct drawing *drawing, const struct panel_spot *spot,
		    int x, int y)
{
	static const struct figure dot = { 6, DOT_RADIUS, DOT_RADIUS, 0 };
	static const int inks[] = {
		[PANEL_DOT_BLACK] = INK_BLACK,
		[PANEL_DOT_CYAN] = INK_CYAN,
		[PANEL_DOT_YELLOW] = INK_YELLOW,
		[PANEL_DOT_INVISIBLE] = INK_FAINT,
	};

	return spot->dot ? draw_figure(drawing, inks[spot->dot], at(x, y), &dot,
				       false)
			 : 0;
}

static int draw_spot(struct drawing *drawing, const struct panel_spot *spot,
		     int x, int y)
{
	int failed = 0;

	if (spot->start)
		failed |=
			drawing_disc(drawing, INK_RAIL, at(x, y), START_RADIUS);
	if (spot->end)
		failed |= segment(drawing, INK_RAIL, GRID_WIDTH, at(x, y),
				  at(x + 2 * STUB_LENGTH * spot->end_dx,
				     y + 2 * STUB_LENGTH * spot->end_dy));
	return failed | draw_dot(drawing, spot, x, y);
}

/* On paper the dots show on the line that takes them. */
static int draw_taken_dots(struct drawing *drawing, const struct panel *panel)
{
	int failed = 0;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++)
			if (!panel_is_cell(x, y))
				failed |= draw_dot(drawing, &panel->spots[y][x],
						   x, y);
	return failed;
}

static int draw(const struct puzzle *puzzle, const struct solution *solution,
		struct drawing *drawing)
{
	enum { STRIKES_MAX = 64 };
	const struct panel *panel = &puzzle->as.panel;
	struct panel_at places[STRIKES_MAX];
	int count = panel_cancelled(puzzle, solution, places, STRIKES_MAX);
	int failed = 0;

	if (panel->symmetry != PANEL_SYMMETRY_NONE)
		failed |= draw_line(drawing, panel, &solution->as.panel, true);
	failed |= draw_line(drawing, panel, &solution->as.panel, false);
	if (drawing->afresh)
		failed |= draw_taken_dots(drawing, panel);
	/* what the eliminators cancel follows from the line */
	drawing_set_step(drawing, drawing_next_step(drawing));
	for (int i = 0; i < count && i < STRIKES_MAX; i++)
		failed |= strike(drawing, places[i]);
	return failed ? -1 : 0;
}

static int draw_ground(struct drawing *drawing, const struct panel *panel)
{
	double left = -GROUND_MARGIN, right = panel->columns + GROUND_MARGIN;
	double low = panel->rows + GROUND_MARGIN;
	const struct point corners[4] = {
		{ left, left }, { right, left }, { right, low }, { left, low }
	};

	return drawing_solid(drawing, INK_GROUND, corners, 4);
}

static int draw_puzzle(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct panel *panel = &puzzle->as.panel;
	int failed = draw_ground(drawing, panel);

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x <= 2 * panel->columns; x++) {
			/* a cylinder shows its seam on both sides */
			int there = x;

			panel_wrap(panel, &there, y);
			if (panel_is_edge(x, y))
				failed |= draw_edge(
					drawing, &panel->spots[y][there], x, y);
		}
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++)
			failed |=
				panel_is_cell(x, y)
					? draw_symbol(
						  drawing,
						  &panel->cells[y / 2][x / 2],
						  at(x, y))
					: draw_spot(drawing,
						    &panel->spots[y][x], x, y);
	return failed ? -1 : 0;
}

/* Box characters by the sum of the sides joined: right 1, bottom 2, left 4,
 * top 8. */
static const char *const lines[16] = { "·", "╺", "╻", "┏", "╸", "━", "┓", "┳",
				       "╹", "┗", "┃", "┣", "┛", "┻", "┫", "╋" };
static const char *const doubled[16] = {
	"·", "═", "║", "╔", "═", "═", "╗", "╦",
	"║", "╚", "║", "╠", "╝", "╩", "╣", "╬"
};

/* ANSI escapes: the line blue, its mirror image yellow. */
#define ESCAPE_LINE "\033[1;34m"
#define ESCAPE_MIRROR "\033[33m"
#define ESCAPE_END "\033[0m"

/* What the lines cover: [y][x] doubled, sides as above; of the mirror image
 * 16 more. */
struct cover {
	uint8_t sides[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
};

static struct panel_at wrapped_at(const struct panel *panel, int x, int y)
{
	panel_wrap(panel, &x, y);
	return (struct panel_at){ (uint8_t)x, (uint8_t)y };
}

/* As in `lines`. */
static int side_of(int dx, int dy)
{
	if (dy == 0)
		return dx > 0 ? 1 : 4;
	return dy > 0 ? 2 : 8;
}

static void cover_step(struct cover *cover, struct panel_at from,
		       struct panel_at to, int dx, int dy, int flag)
{
	cover->sides[from.y][from.x] |= (uint8_t)(flag | side_of(dx, dy));
	cover->sides[to.y][to.x] |= (uint8_t)(flag | side_of(-dx, -dy));
}

static void cover_line(struct cover *cover, const struct panel *panel,
		       const struct panel_solution *line)
{
	bool mirrored = panel->symmetry != PANEL_SYMMETRY_NONE;
	int turn_x = panel->symmetry == PANEL_HORIZONTAL ||
				     panel->symmetry == PANEL_ROTATIONAL
			     ? -1
			     : 1;
	int turn_y = panel->symmetry == PANEL_VERTICAL ||
				     panel->symmetry == PANEL_ROTATIONAL
			     ? -1
			     : 1;

	for (int i = 1; i < line->length; i++) {
		struct panel_at from = line->path[i - 1];
		int dx, dy, length;

		if (!panel_step(panel, from, line->path[i], &dx, &dy, &length))
			continue;
		for (int k = 0; k < length; k++) {
			struct panel_at here = wrapped_at(
				panel, from.x + k * dx, from.y + k * dy);
			struct panel_at next =
				wrapped_at(panel, here.x + dx, here.y + dy);

			cover_step(cover, here, next, dx, dy, 0);
			if (mirrored)
				cover_step(cover, mirrored_at(panel, here),
					   mirrored_at(panel, next),
					   turn_x * dx, turn_y * dy, 16);
		}
	}
}

static const struct {
	const char *character, *name;
} symbols[] = {
	[PANEL_EMPTY] = { " ", "" },
	[PANEL_SQUARE] = { "■", N_("square") },
	[PANEL_STAR] = { "✶", N_("star") },
	[PANEL_TRIANGLE] = { "▲", N_("triangles and their number") },
	[PANEL_POLYOMINO] = { "▟", N_("polyomino and its number of blocks") },
	[PANEL_ELIMINATOR] = { "Y", N_("eliminator") },
};
#define NEGATIVE_CHARACTER "▢"
static const char colour_letters[] = "kwroygcbpm";

/* Three characters: the kind, its colour's letter, and how many. */
static void put_symbol(const struct panel_cell *cell, struct buffer *out)
{
	int number = cell->kind == PANEL_POLYOMINO
			     ? panel_shape_size(cell->shape)
			     : cell->count;

	if (cell->kind == PANEL_EMPTY) {
		buffer_puts(out, "   ");
		return;
	}
	buffer_printf(out, "%s%c",
		      cell->negative ? NEGATIVE_CHARACTER
				     : symbols[cell->kind].character,
		      colour_letters[cell->colour]);
	if (number)
		buffer_printf(out, "%d", number % 10);
	else
		buffer_puts(out, " ");
}

static void put_spot(const struct panel *panel, const struct cover *cover,
		     int x, int y, bool colour, struct buffer *out)
{
	const struct panel_spot *spot = &panel->spots[y][x];
	int sides = cover->sides[y][x];
	bool level = panel_is_edge(x, y) && (x & 1);
	const char *const *line = sides & 16 ? doubled : lines;
	const char *middle = spot->start                      ? "S"
			     : spot->end                      ? "E"
			     : spot->dot && !(sides & 15)     ? "o"
			     : sides & 15                     ? line[sides & 15]
			     : panel_is_vertex(x, y)          ? "·"
			     : spot->edge != PANEL_EDGE_WHOLE ? " "
			     : level                          ? "─"
							      : "│";
	const char *left = sides & 4                          ? line[5]
			   : spot->edge == PANEL_EDGE_MISSING ? " "
							      : "─";
	const char *right = sides & 1                          ? line[5]
			    : spot->edge == PANEL_EDGE_MISSING ? " "
							       : "─";

	if (colour && (sides & 15))
		buffer_puts(out, sides & 16 ? ESCAPE_MIRROR : ESCAPE_LINE);
	if (level)
		buffer_printf(out, "%s%s%s", left, middle, right);
	else
		buffer_puts(out, middle);
	if (colour && (sides & 15))
		buffer_puts(out, ESCAPE_END);
}

static void print(const struct puzzle *puzzle, const struct solution *solution,
		  bool colour, struct buffer *out)
{
	const struct panel *panel = &puzzle->as.panel;
	struct cover cover;

	memset(&cover, 0, sizeof cover);
	if (solution)
		cover_line(&cover, panel, &solution->as.panel);
	for (int y = 0; y < panel_height(panel); y++) {
		for (int x = 0; x < panel_width(panel); x++) {
			if (panel_is_cell(x, y))
				put_symbol(&panel->cells[y / 2][x / 2], out);
			else
				put_spot(panel, &cover, x, y, colour, out);
		}
		buffer_puts(out, "\n");
	}
}

/* What occurs on a panel. */
struct seen {
	bool symbols[PANEL_ELIMINATOR + 1];
	bool colours[PANEL_COLOUR_COUNT];
	bool dots, negative, any;
};

static void look_for(const struct panel *panel, struct seen *seen)
{
	*seen = (struct seen){ 0 };
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			const struct panel_cell *cell =
				&panel->cells[y / 2][x / 2];

			if (!panel_is_cell(x, y)) {
				seen->dots |= panel->spots[y][x].dot != 0;
				continue;
			}
			if (cell->kind == PANEL_EMPTY)
				continue;
			seen->any = true;
			seen->colours[cell->colour] = true;
			seen->negative |= cell->negative;
			seen->symbols[cell->kind] |= !cell->negative;
		}
}

static void legend(const struct puzzle *puzzle, const struct solution *solution,
		   bool colour, struct buffer *out)
{
	const struct panel *panel = &puzzle->as.panel;
	struct seen seen;

	look_for(panel, &seen);
	buffer_puts(out, _("  S start  E end"));
	if (solution)
		buffer_printf(out, _("  %s━━%s answer"),
			      colour ? ESCAPE_LINE : "",
			      colour ? ESCAPE_END : "");
	if (solution && panel->symmetry != PANEL_SYMMETRY_NONE)
		buffer_printf(out, _("  %s══%s its mirror image"),
			      colour ? ESCAPE_MIRROR : "",
			      colour ? ESCAPE_END : "");
	if (seen.dots)
		buffer_puts(out, _("  o dot"));
	if (seen.any)
		buffer_puts(out, "\n ");
	for (int i = PANEL_EMPTY + 1; i <= PANEL_ELIMINATOR; i++)
		if (seen.symbols[i])
			buffer_printf(out, " %s %s ", symbols[i].character,
				      _(symbols[i].name));
	if (seen.negative)
		buffer_printf(out, " %s %s ", NEGATIVE_CHARACTER,
			      _("negative"));
	for (int i = 0; i < PANEL_COLOUR_COUNT; i++) {
		char name[16];

		if (!seen.colours[i])
			continue;
		inks_name(symbol_inks[i], name);
		buffer_printf(out, " %c %s", colour_letters[i], _(name));
	}
	buffer_puts(out, "\n");
}

const struct draw_family draw_panel = {
	.draw = draw,
	.draw_aids = draw_aids,
	.draw_puzzle = draw_puzzle,
	.find_place = find_place,
	.print = print,
	.legend = legend,
};
