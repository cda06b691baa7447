/* Train Tracks boards in many looks. */
#include <math.h>
#include <stdio.h>

#include "scene.h"

enum grid_style { GRID_LINES, GRID_DASHED, GRID_CHECKER, GRID_TILES, GRIDS };
enum rail_style {
	RAIL_LINE,     /* one thick line */
	RAIL_SLEEPERS, /* two rails on sleepers */
	RAIL_RIBBON,   /* a filled band with an outline */
	RAIL_DOUBLE,   /* two rails alone */
	RAIL_LADDER,   /* sleepers on one line */
	RAILS
};
enum end_style { END_LETTERS, END_ARROWS, END_NONE, ENDS };

static const char *const grid_names[GRIDS] = { "lines", "dashed", "checker",
					       "tiles" };
static const char *const rail_names[RAILS] = { "line", "sleepers", "ribbon",
					       "double", "ladder" };
static const char *const end_names[ENDS] = { "letters", "arrows", "no ends" };

struct style {
	enum grid_style grid;
	enum rail_style rail;
	enum end_style end;
	bool totals_right, totals_below;
	bool circled;        /* totals in circles */
	bool shaded;         /* squares with given pieces are tinted */
	double total_height; /* cells */
	double rail_width;   /* of the whole track, cells */
	uint32_t rail_colour;
	double frame; /* outer border, cells */
};

static bool end_is_given(const struct tracks *tracks,
			 const struct tracks_port *port)
{
	int x, y;

	tracks_port_square(tracks, port, &x, &y);
	return (tracks->given[y][x] > 0 &&
		(tracks->given[y][x] & (int)port->side)) ||
	       (tracks->half[y][x] & (int)port->side);
}

static void choose(struct style *style, const struct tracks *tracks,
		   const struct scene_look *look, struct rng *rng)
{
	style->grid = (enum grid_style)rng_below(rng, GRIDS);
	style->rail = (enum rail_style)rng_below(rng, RAILS);
	style->end = (enum end_style)rng_below(rng, ENDS);
	/* ends that no piece shows need a mark */
	if (style->end == END_NONE && (!end_is_given(tracks, &tracks->entry) ||
				       !end_is_given(tracks, &tracks->exit)))
		style->end = END_LETTERS;
	style->totals_right = rng_below(rng, 2);
	style->totals_below = rng_below(rng, 2);
	style->circled = rng_below(rng, 5) == 0;
	style->shaded = rng_below(rng, 4) == 0;
	style->total_height = rng_real(rng, 0.28, 0.45);
	style->rail_width = rng_real(rng, 0.24, 0.42);
	style->rail_colour = rng_below(rng, 2)
				     ? look->ink
				     : scene_mix(look->ink, look->accent, 0.6);
	style->frame = look->cell_line * rng_real(rng, 1, 3);
}

/* Squares without lines must stand out from the page. */
static uint32_t tile_colour(const struct scene_look *look)
{
	return scene_mix(look->paper, look->line, 0.35);
}

static void draw_squares(cairo_t *cr, const struct tracks *tracks,
			 const struct scene_look *look,
			 const struct style *style)
{
	uint32_t other = scene_mix(look->board, look->line, 0.3);

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			double gap = style->grid == GRID_TILES
					     ? look->cell_line + 0.02
					     : 0;
			uint32_t colour = look->board;

			if (style->grid == GRID_CHECKER && (x + y) % 2)
				colour = other;
			if (style->grid == GRID_TILES)
				colour = tile_colour(look);
			if (style->shaded && tracks->given[y][x] > 0)
				colour = scene_mix(colour, look->accent, 0.2);
			scene_colour(cr, colour);
			cairo_rectangle(cr, x + gap, y + gap, 1 - 2 * gap,
					1 - 2 * gap);
			cairo_fill(cr);
		}
}

static void draw_grid(cairo_t *cr, const struct tracks *tracks,
		      const struct scene_look *look, const struct style *style)
{
	const double dashes[] = { 0.1, 0.067 };

	scene_colour(cr, look->line);
	if (style->grid == GRID_LINES || style->grid == GRID_DASHED) {
		cairo_set_line_width(cr, look->cell_line);
		if (style->grid == GRID_DASHED)
			cairo_set_dash(cr, dashes, 2, 0);
		for (int x = 1; x < tracks->columns; x++) {
			cairo_move_to(cr, x, 0);
			cairo_line_to(cr, x, tracks->rows);
		}
		for (int y = 1; y < tracks->rows; y++) {
			cairo_move_to(cr, 0, y);
			cairo_line_to(cr, tracks->columns, y);
		}
		cairo_stroke(cr);
		cairo_set_dash(cr, NULL, 0, 0);
	}
	if (style->grid == GRID_TILES)
		return;
	cairo_set_line_width(cr, style->frame);
	cairo_rectangle(cr, 0, 0, tracks->columns, tracks->rows);
	cairo_stroke(cr);
}

/* The middle line of a piece, or of its half towards one side, within the
 * square 0..1. */
static void piece_path(cairo_t *cr, int tile)
{
	static const struct {
		int side;
		double x, y;
	} mid[4] = { { TRACKS_RIGHT, 1, 0.5 },
		     { TRACKS_BOTTOM, 0.5, 1 },
		     { TRACKS_LEFT, 0, 0.5 },
		     { TRACKS_TOP, 0.5, 0 } };
	int used[2];
	int count = 0;

	for (int i = 0; i < 4; i++)
		if ((tile & mid[i].side) && count < 2)
			used[count++] = i;
	if (count == 1) {
		cairo_move_to(cr, mid[used[0]].x, mid[used[0]].y);
		cairo_line_to(cr, 0.5, 0.5);
	} else if (used[1] - used[0] == 2) {
		cairo_move_to(cr, mid[used[0]].x, mid[used[0]].y);
		cairo_line_to(cr, mid[used[1]].x, mid[used[1]].y);
	} else {
		/* a quarter circle around the corner between the two */
		double cx = tile & TRACKS_RIGHT ? 1 : 0;
		double cy = tile & TRACKS_BOTTOM ? 1 : 0;
		double start = cx > 0 ? (cy > 0 ? 2 : 1) : (cy > 0 ? 3 : 0);

		cairo_new_sub_path(cr);
		cairo_arc(cr, cx, cy, 0.5, start * M_PI / 2,
			  (start + 1) * M_PI / 2);
	}
}

static void stroke_piece(cairo_t *cr, int tile, double width)
{
	cairo_set_line_width(cr, width);
	piece_path(cr, tile);
	cairo_stroke(cr);
}

static void draw_piece(cairo_t *cr, int tile, uint32_t board,
		       const struct scene_look *look, const struct style *style)
{
	double width = style->rail_width;
	const double sleepers[] = { 0.07, 0.12 };

	scene_colour(cr, style->rail_colour);
	switch (style->rail) {
	case RAIL_LINE:
		stroke_piece(cr, tile, width * 0.6);
		break;
	case RAIL_RIBBON:
		stroke_piece(cr, tile, width);
		scene_colour(cr, scene_mix(look->accent, board, 0.4));
		stroke_piece(cr, tile, width * 0.66);
		break;
	case RAIL_DOUBLE:
		stroke_piece(cr, tile, width);
		scene_colour(cr, board);
		stroke_piece(cr, tile, width * 0.6);
		break;
	case RAIL_SLEEPERS:
		stroke_piece(cr, tile, width * 0.7);
		scene_colour(cr, board);
		stroke_piece(cr, tile, width * 0.42);
		/* fall through */
	default:
		scene_colour(cr, style->rail_colour);
		cairo_set_dash(cr, sleepers, 2, -0.04);
		stroke_piece(cr, tile, width * 1.2);
		cairo_set_dash(cr, NULL, 0, 0);
		if (style->rail == RAIL_LADDER)
			stroke_piece(cr, tile, width * 0.25);
	}
}

static uint32_t square_colour(const struct scene_look *look,
			      const struct style *style, int x, int y)
{
	uint32_t colour = look->board;

	if (style->grid == GRID_CHECKER && (x + y) % 2)
		colour = scene_mix(look->board, look->line, 0.3);
	if (style->grid == GRID_TILES)
		colour = tile_colour(look);
	if (style->shaded)
		colour = scene_mix(colour, look->accent, 0.2);
	return colour;
}

static void draw_pieces(cairo_t *cr, const struct tracks *tracks,
			const struct scene_look *look,
			const struct style *style)
{
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			int given = tracks->given[y][x];

			cairo_save(cr);
			cairo_translate(cr, x, y);
			cairo_rectangle(cr, 0, 0, 1, 1);
			cairo_clip(cr);
			if (given > 0)
				draw_piece(cr, given,
					   square_colour(look, style, x, y),
					   look, style);
			for (int side = 1; given <= 0 && side < 16; side *= 2)
				if (tracks->half[y][x] & side)
					draw_piece(cr, side,
						   square_colour(look, style, x,
								 y),
						   look, style);
			cairo_restore(cr);
		}
}

static void draw_total(cairo_t *cr, double x, double y, int total,
		       const struct scene_look *look, const struct style *style)
{
	char text[12];

	if (total == TRACKS_UNKNOWN)
		return;
	scene_colour(cr, look->ink);
	snprintf(text, sizeof text, "%d", total);
	scene_text(cr, look, x, y, style->total_height, text);
	if (style->circled) {
		cairo_set_line_width(cr, 0.03);
		cairo_new_sub_path(cr);
		cairo_arc(cr, x, y, 0.42, 0, 2 * M_PI);
		cairo_stroke(cr);
	}
}

static void draw_totals(cairo_t *cr, const struct tracks *tracks,
			const struct scene_look *look,
			const struct style *style)
{
	double x = style->totals_right ? tracks->columns + 0.6 : -0.6;
	double y = style->totals_below ? tracks->rows + 0.6 : -0.6;

	for (int i = 0; i < tracks->columns; i++)
		draw_total(cr, i + 0.5, y, tracks->column_totals[i], look,
			   style);
	for (int i = 0; i < tracks->rows; i++)
		draw_total(cr, x, i + 0.5, tracks->row_totals[i], look, style);
}

/* Beyond the totals where those stand on the same side. */
static void draw_end(cairo_t *cr, const struct tracks *tracks,
		     const struct tracks_port *port, const char *letter,
		     const struct scene_look *look, const struct style *style)
{
	bool totals = port->side == TRACKS_RIGHT  ? style->totals_right
		      : port->side == TRACKS_LEFT ? !style->totals_right
		      : port->side == TRACKS_TOP  ? !style->totals_below
						  : style->totals_below;
	double out = totals ? 1.35 : 0.5;
	bool upright = port->side == TRACKS_LEFT || port->side == TRACKS_RIGHT;
	double dx = port->side == TRACKS_LEFT    ? -1
		    : port->side == TRACKS_RIGHT ? 1
						 : 0;
	double dy = upright ? 0 : port->side == TRACKS_TOP ? -1 : 1;
	double towards = *letter == 'A' ? -1 : 1;
	double x, y;
	int square_x, square_y;

	tracks_port_square(tracks, port, &square_x, &square_y);
	x = square_x + 0.5 + dx * (0.5 + out);
	y = square_y + 0.5 + dy * (0.5 + out);
	scene_colour(cr, look->accent);
	if (style->end == END_LETTERS) {
		scene_text(cr, look, x, y, style->total_height, letter);
	} else if (style->end == END_ARROWS) {
		dx *= towards * 0.22;
		dy *= towards * 0.22;
		cairo_move_to(cr, x + dx, y + dy);
		cairo_line_to(cr, x - dx - dy, y - dy + dx);
		cairo_line_to(cr, x - dx + dy, y - dy - dx);
		cairo_close_path(cr);
		cairo_fill(cr);
	}
}

static void draw(const struct puzzle *puzzle, const struct scene_canvas *canvas)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct scene_look *look = canvas->look;
	cairo_t *cr = canvas->cr;
	struct style style;

	choose(&style, tracks, look, canvas->rng);
	buffer_printf(canvas->name, "%dx%d %s, %s, %s, totals %s %s%s",
		      tracks->columns, tracks->rows, grid_names[style.grid],
		      rail_names[style.rail], end_names[style.end],
		      style.totals_right ? "right" : "left",
		      style.totals_below ? "below" : "above",
		      style.circled ? ", circled" : "");
	draw_squares(cr, tracks, look, &style);
	draw_grid(cr, tracks, look, &style);
	draw_pieces(cr, tracks, look, &style);
	draw_totals(cr, tracks, look, &style);
	draw_end(cr, tracks, &tracks->entry, "A", look, &style);
	draw_end(cr, tracks, &tracks->exit, "B", look, &style);
}

static struct scene_extent measure(const struct puzzle *puzzle,
				   const struct scene_look *look)
{
	/* totals and, beyond them, the letters of the ends */
	const double margin = 1.8;

	(void)look;
	return (struct scene_extent){ puzzle->as.tracks.columns,
				      puzzle->as.tracks.rows,
				      margin,
				      margin,
				      margin,
				      margin };
}

static void wish(struct rng *rng, json_t *wish)
{
	static const char *const with[] = { "easy", "easy,anywhere", "anywhere",
					    "easy,half-clues",
					    "easy,missing-totals" };

	json_object_set_new(wish, "columns",
			    json_integer(rng_between(rng, 5, 12)));
	json_object_set_new(wish, "rows",
			    json_integer(rng_between(rng, 5, 12)));
	json_object_set_new(wish, "with", json_string(with[rng_below(rng, 5)]));
}

const struct scene_family scene_tracks = {
	.measure = measure,
	.draw = draw,
	.wish = wish,
	.tilt_max = 15,
	.turn_max = 5,
};
