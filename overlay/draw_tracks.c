/* Train Tracks, drawn. Puzzle units are squares: the board spans 0,0 to
 * columns,rows, the middle of the square [x,y] is x+0.5, y+0.5. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "drawing.h"
#include "language.h"

/* Widths in squares: the track thin enough that rails and digits below it can
 * still be seen; the puzzle's own pieces wide enough to show below it. */
static const double ANSWER_WIDTH = 0.15;
static const double CLUE_WIDTH = 0.34;
static const double GRID_WIDTH = 0.03;
static const double DIGIT_HEIGHT = 0.42;
/* How much of the track a hint shows more, in squares: a glance's worth, and a
 * board of the usual sizes takes some ten of them. */
static const double HINT_STRIDE = 4;
/* Centres of the totals, and of the letters at entry and exit, outside the
 * board: totals stand above and on the right. */
static const double TOTAL_OUT = 0.5, LETTER_OUT = 0.55;
static const double LETTER_BEYOND_TOTAL = 1.3;
static const double RING_RADIUS = 0.44; /* around a square, within it */
/* A quarter circle: at 200 pixels a square still within 0.1 pixel. */
enum { BEND_STEPS = 16 };

static const struct tracks_way *side_of(int side)
{
	for (int i = 0; i < 4; i++)
		if ((int)tracks_ways[i].side == side)
			return &tracks_ways[i];
	return NULL;
}

/* The middle of a side of the square x, y. */
static struct point edge(int x, int y, const struct tracks_way *side)
{
	return (struct point){ x + 0.5 + side->dx * 0.5,
			       y + 0.5 + side->dy * 0.5 };
}

/* Adds the piece from side a to side b, without its first point. Bends are
 * quarter circles around the corner between their sides, as rails are laid.
 * Returns the number of points added, at most BEND_STEPS. */
static size_t lay_piece(struct point *points, int x, int y,
			const struct tracks_way *a, const struct tracks_way *b)
{
	struct point corner = { x + 0.5 + (a->dx + b->dx) * 0.5,
				y + 0.5 + (a->dy + b->dy) * 0.5 };
	struct point from = point_sub(edge(x, y, a), corner);
	struct point to = point_sub(edge(x, y, b), corner);

	if (a->side == b->back) {
		points[0] = edge(x, y, b);
		return 1;
	}
	for (int i = 1; i <= BEND_STEPS; i++) {
		double angle = M_PI / 2 * i / BEND_STEPS;
		struct point turned = point_add(point_scale(from, cos(angle)),
						point_scale(to, sin(angle)));

		points[i - 1] = point_add(corner, turned);
	}
	return BEND_STEPS;
}

/* Of a solution that does not hold: its pieces apart from the track, each as
 * the sides that it joins. */
static int draw_strays(const struct tracks *tracks,
		       const struct tracks_solution *answer,
		       bool on_track[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX],
		       struct drawing *drawing)
{
	int failed = 0;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			for (int i = 0; i < 4 && !on_track[y][x]; i++) {
				const struct point points[2] = {
					{ x + 0.5, y + 0.5 },
					edge(x, y, &tracks_ways[i])
				};

				if (answer->tiles[y][x] &
				    (int)tracks_ways[i].side)
					failed |= drawing_line(
						drawing, INK_ANSWER,
						ANSWER_WIDTH, points, 2);
			}
	return failed;
}

static int draw(const struct puzzle *puzzle, const struct solution *solution,
		struct drawing *drawing)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct tracks_solution *answer = &solution->as.tracks;
	const struct tracks_way *came = side_of((int)tracks->entry.side);
	const struct mark track = { .ink = INK_ANSWER,
				    .width = ANSWER_WIDTH,
				    .stride = HINT_STRIDE };
	int squares = tracks->columns * tracks->rows;
	bool on_track[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX];
	struct point *points;
	size_t count = 1;
	int x, y, result;

	points = alloc_array((size_t)squares * BEND_STEPS + 1, sizeof *points);
	if (!points)
		return -1;
	memset(on_track, 0, sizeof on_track);
	tracks_port_square(tracks, &tracks->entry, &x, &y);
	points[0] = edge(x, y, came);
	/* a checked answer ends at the exit; the count guards others */
	while (squares-- > 0 && x >= 0 && y >= 0 && x < tracks->columns &&
	       y < tracks->rows) {
		const struct tracks_way *next =
			side_of(answer->tiles[y][x] & ~(int)came->side);

		if (!next || !(answer->tiles[y][x] & (int)came->side))
			break;
		on_track[y][x] = true;
		count += lay_piece(points + count, x, y, came, next);
		x += next->dx;
		y += next->dy;
		came = side_of((int)next->back);
	}
	result = drawing_path(drawing, &track, points, count);
	free(points);
	return result | draw_strays(tracks, answer, on_track, drawing);
}

static int draw_segment(struct drawing *drawing, int ink, double width,
			struct point from, struct point to)
{
	struct point points[2] = { from, to };

	return drawing_line(drawing, ink, width, points, 2);
}

static int draw_grid(const struct tracks *tracks, struct drawing *drawing)
{
	int failed = 0;

	for (int x = 0; x <= tracks->columns; x++)
		failed |= draw_segment(drawing, INK_GRID, GRID_WIDTH,
				       (struct point){ x, 0 },
				       (struct point){ x, tracks->rows });
	for (int y = 0; y <= tracks->rows; y++)
		failed |= draw_segment(drawing, INK_GRID, GRID_WIDTH,
				       (struct point){ 0, y },
				       (struct point){ tracks->columns, y });
	return failed;
}

static int draw_total(struct drawing *drawing, struct point at, int total)
{
	char text[16];

	if (total == TRACKS_UNKNOWN)
		return 0;
	snprintf(text, sizeof text, "%d", total);
	return drawing_text(drawing, INK_TOTAL, at, DIGIT_HEIGHT, text);
}

static int draw_port(const struct tracks *tracks, struct drawing *drawing,
		     const struct tracks_port *port, const char *name)
{
	const struct tracks_way *side = side_of((int)port->side);
	double out = side->side == TRACKS_TOP || side->side == TRACKS_RIGHT
			     ? LETTER_BEYOND_TOTAL
			     : LETTER_OUT;
	struct point at;
	int x, y;

	tracks_port_square(tracks, port, &x, &y);
	at = edge(x, y, side);
	at.x += side->dx * out;
	at.y += side->dy * out;
	return drawing_text(drawing, INK_LETTER, at, DIGIT_HEIGHT, name);
}

/* What is known of one square. */
static int draw_given(const struct tracks *tracks, struct drawing *drawing,
		      int x, int y)
{
	struct point middle = { x + 0.5, y + 0.5 };
	int given = tracks->given[y][x];
	struct point points[BEND_STEPS + 1];
	const struct tracks_way *ends[2];
	int count = 0;
	int failed = 0;

	if (given == 0) {
		/* known to stay empty */
		return drawing_ring(drawing, INK_FAINT, middle, 0.08);
	}
	for (int i = 0; i < 4 && count < 2; i++)
		if (given > 0 && (given & (int)tracks_ways[i].side))
			ends[count++] = &tracks_ways[i];
	if (count == 2) {
		points[0] = edge(x, y, ends[0]);
		count = (int)lay_piece(points + 1, x, y, ends[0], ends[1]);
		return drawing_line(drawing, INK_CLUE, CLUE_WIDTH, points,
				    (size_t)count + 1);
	}
	for (int i = 0; i < 4; i++)
		if (tracks->half[y][x] & (int)tracks_ways[i].side)
			failed |= draw_segment(
				drawing, INK_CLUE, CLUE_WIDTH,
				edge(x, y, &tracks_ways[i]),
				point_mix(middle, edge(x, y, &tracks_ways[i]),
					  0.5));
	return failed;
}

static int draw_puzzle(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	int failed = draw_grid(tracks, drawing);

	for (int x = 0; x < tracks->columns; x++)
		failed |= draw_total(drawing,
				     (struct point){ x + 0.5, -TOTAL_OUT },
				     tracks->column_totals[x]);
	for (int y = 0; y < tracks->rows; y++)
		failed |= draw_total(
			drawing,
			(struct point){ tracks->columns + TOTAL_OUT, y + 0.5 },
			tracks->row_totals[y]);
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			failed |= draw_given(tracks, drawing, x, y);
	failed |= draw_port(tracks, drawing, &tracks->entry, "A");
	failed |= draw_port(tracks, drawing, &tracks->exit, "B");
	return failed ? -1 : 0;
}

static bool find_place(const struct puzzle *puzzle,
		       const struct board_place *place, struct point *centre,
		       double *radius)
{
	*centre = (struct point){ place->x + 0.5, place->y + 0.5 };
	*radius = RING_RADIUS;
	if (place->kind == PLACE_ROW_TOTAL)
		centre->x = puzzle->as.tracks.columns + TOTAL_OUT;
	if (place->kind == PLACE_COLUMN_TOTAL)
		centre->y = -TOTAL_OUT;
	return true;
}

/* Box characters by tile (right 1, bottom 2, left 4, top 8): light for the
 * answer, heavy for what is given. */
static const char *const light[16] = { "·", "╶", "╷", "╭", "╴", "─", "╮", "┬",
				       "╵", "╰", "│", "├", "╯", "┴", "┤", "┼" };
static const char *const heavy[16] = { "·", "╺", "╻", "┏", "╸", "━", "┓", "┳",
				       "╹", "┗", "┃", "┣", "┛", "┻", "┫", "╋" };

/* ANSI escapes: clues green, totals red, the answer blue. */
#define ESCAPE_ANSWER "\033[1;34m"
#define ESCAPE_TOTAL "\033[31m"
#define ESCAPE_CLUE "\033[32m"
#define ESCAPE_END "\033[0m"

static void put(struct buffer *out, bool colour, const char *escape,
		const char *text)
{
	buffer_printf(out, "%s%s%s", colour ? escape : "", text,
		      colour ? ESCAPE_END : "");
}

/* A line across the square from its left rim to its right one: three columns
 * of characters, so that boards look square in a terminal. */
static void put_square(const struct tracks *tracks,
		       const struct tracks_solution *answer, int x, int y,
		       bool colour, struct buffer *out)
{
	int known = tracks->given[y][x] > 0 ? tracks->given[y][x]
					    : tracks->half[y][x];
	bool is_clue = tracks->given[y][x] > 0 || (known && !answer);
	int tile = answer ? answer->tiles[y][x] : known;
	const char *const *lines = is_clue ? heavy : light;
	bool unknown =
		!answer && !known && tracks->given[y][x] == TRACKS_UNKNOWN;
	char text[16];

	snprintf(text, sizeof text, "%s%s%s",
		 tile & TRACKS_LEFT ? lines[5] : " ",
		 unknown ? "·"
		 : tile  ? lines[tile & 15]
			 : " ",
		 tile & TRACKS_RIGHT ? lines[5] : " ");
	if (tile)
		put(out, colour, is_clue ? ESCAPE_CLUE : ESCAPE_ANSWER, text);
	else
		buffer_puts(out, text);
}

static const char *port_letter(const struct tracks *tracks,
			       enum tracks_side side, int index)
{
	if (tracks->entry.side == side && tracks->entry.index == index)
		return "A";
	if (tracks->exit.side == side && tracks->exit.index == index)
		return "B";
	return " ";
}

/* Letters of the ports along the top or bottom, where there are any. */
static void put_ports(const struct tracks *tracks, enum tracks_side side,
		      struct buffer *out)
{
	if (tracks->entry.side != side && tracks->exit.side != side)
		return;
	buffer_puts(out, "  ");
	for (int x = 0; x < tracks->columns; x++)
		buffer_printf(out, " %s ", port_letter(tracks, side, x));
	buffer_puts(out, "\n");
}

static void put_total(struct buffer *out, bool colour, int total)
{
	char text[16] = " ?";

	if (total != TRACKS_UNKNOWN)
		snprintf(text, sizeof text, "%2d", total);
	put(out, colour, ESCAPE_TOTAL, text);
}

static void print(const struct puzzle *puzzle, const struct solution *solution,
		  bool colour, struct buffer *out)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct tracks_solution *answer =
		solution ? &solution->as.tracks : NULL;

	buffer_puts(out, "  ");
	for (int x = 0; x < tracks->columns; x++) {
		put_total(out, colour, tracks->column_totals[x]);
		buffer_puts(out, " ");
	}
	buffer_puts(out, "\n");
	put_ports(tracks, TRACKS_TOP, out);
	for (int y = 0; y < tracks->rows; y++) {
		buffer_printf(out, "%s ", port_letter(tracks, TRACKS_LEFT, y));
		for (int x = 0; x < tracks->columns; x++)
			put_square(tracks, answer, x, y, colour, out);
		buffer_puts(out, " ");
		put_total(out, colour, tracks->row_totals[y]);
		if (tracks->entry.side == TRACKS_RIGHT ||
		    tracks->exit.side == TRACKS_RIGHT)
			buffer_printf(out, " %s",
				      port_letter(tracks, TRACKS_RIGHT, y));
		buffer_puts(out, "\n");
	}
	put_ports(tracks, TRACKS_BOTTOM, out);
}

static void legend(const struct puzzle *puzzle, const struct solution *solution,
		   bool colour, struct buffer *out)
{
	(void)puzzle;
	buffer_puts(out, "  ");
	put(out, colour, ESCAPE_CLUE, "━━");
	buffer_puts(out, _(" given   "));
	if (solution) {
		put(out, colour, ESCAPE_ANSWER, "──");
		buffer_puts(out, _(" answer   "));
	} else {
		buffer_puts(out, _("· to be found   "));
	}
	put(out, colour, ESCAPE_TOTAL, "7");
	buffer_puts(out,
		    _(" total of squares with track   A entry   B exit\n"));
}

const struct draw_family draw_tracks = {
	.draw = draw,
	.draw_puzzle = draw_puzzle,
	.find_place = find_place,
	.print = print,
	.legend = legend,
};
