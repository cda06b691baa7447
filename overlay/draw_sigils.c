/* Sigils, drawn. Puzzle units are squares of the frame: it spans 0,0 to
 * columns,rows; the tray lies around it. */
#include <math.h>
#include <stdio.h>

#include "drawing.h"
#include "language.h"

/* Widths in squares. The outline keeps this far inside the piece's squares,
 * so that those of two neighbours stand side by side. */
static const double OUTLINE_WIDTH = 0.07;
static const double OUTLINE_INSET = 0.06;
static const double GRID_WIDTH = 0.03;
static const double DIGIT_HEIGHT = 0.42;
/* The turn mark, an arrow around, stands so far below the number; in our own
 * tray, where it would have the colour of the piece, below that. */
static const double TURN_BELOW = 0.56, TURN_OFF = 0.3;
static const double TURN_RADIUS = 0.2, TURN_WIDTH = 0.06, TURN_HEAD = 0.1;
static const double TURN_HEIGHT = 0.2;
static const double RING_RADIUS = 0.4; /* around a square, within it */
/* draw_puzzle: the tray, in squares of the frame. */
static const double TRAY_SCALE = 0.6, TRAY_GAP = 0.8;
/* Between its rows, with room for turn marks. */
static const double TRAY_ROW_GAP = 0.72;

/* The outline of four squares has at most ten corners. */
enum { CORNERS_MAX = 12 };

struct outline {
	struct point corners[CORNERS_MAX];
	size_t count;
};

static bool is_taken(const int x[4], const int y[4], int at_x, int at_y)
{
	for (int i = 0; i < 4; i++)
		if (x[i] == at_x && y[i] == at_y)
			return true;
	return false;
}

/* Walks around the squares clockwise, keeping them on the right, and notes
 * each corner, moved inwards by `inset`. The first square is the top left one
 * by rows: the walk starts at its top left corner, to the right. */
static void find_outline(const int x[4], const int y[4], double inset,
			 struct outline *outline)
{
	/* right, down, left, up */
	static const int8_t steps[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};
	/* the square ahead on the right of a corner, and the one on the left,
	 * for each direction */
	static const int8_t right[4][2] = {
		{ 0, 0 }, { -1, 0 }, { -1, -1 }, { 0, -1 }
	};
	static const int8_t left[4][2] = {
		{ 0, -1 }, { 0, 0 }, { -1, 0 }, { -1, -1 }
	};
	int at_x = x[0], at_y = y[0], direction = 0;

	outline->count = 0;
	do {
		int before = direction;
		double in_x, in_y;

		at_x += steps[direction][0];
		at_y += steps[direction][1];
		if (is_taken(x, y, at_x + left[direction][0],
			     at_y + left[direction][1]))
			direction = (direction + 3) % 4;
		else if (!is_taken(x, y, at_x + right[direction][0],
				   at_y + right[direction][1]))
			direction = (direction + 1) % 4;
		if (direction == before)
			continue;
		/* inwards is to the right of both sides that meet here */
		in_x = -steps[before][1] - steps[direction][1];
		in_y = steps[before][0] + steps[direction][0];
		if (outline->count < CORNERS_MAX)
			outline->corners[outline->count++] =
				(struct point){ at_x + inset * in_x,
						at_y + inset * in_y };
	} while (at_x != x[0] || at_y != y[0] || direction != 0);
}

/* The squares of piece `number` by rows; false where it has not four. */
static bool find_squares(const struct sigils *sigils,
			 const struct sigils_solution *answer, int number,
			 int x[4], int y[4])
{
	int count = 0;

	for (int row = 0; row < sigils->rows; row++)
		for (int column = 0; column < sigils->columns; column++) {
			if (answer->grid[row][column] != number)
				continue;
			if (count == 4)
				return false;
			x[count] = column;
			y[count++] = row;
		}
	return count == 4;
}

/* The middle of the square nearest to the middle of all. */
static struct point label_place(const int x[4], const int y[4])
{
	struct point middle = { (x[0] + x[1] + x[2] + x[3]) / 4.0,
				(y[0] + y[1] + y[2] + y[3]) / 4.0 };
	struct point best = { x[0], y[0] };

	for (int i = 1; i < 4; i++) {
		struct point here = { x[i], y[i] };

		if (point_distance(here, middle) <
		    point_distance(best, middle) - 1e-9)
			best = here;
	}
	return (struct point){ best.x + 0.5, best.y + 0.5 };
}

/* Quarter turns clockwise from the tray into its place, 0 to 3. */
static int turns_to_make(const struct sigils *sigils, int piece, const int x[4],
			 const int y[4])
{
	int poses = sigils_poses((enum sigils_kind)sigils->pieces[piece]);
	int turns;

	if (sigils_recognise(x, y, &turns) == SIGILS_KIND_COUNT)
		return 0;
	return (turns - sigils->turns[piece] + poses) % poses;
}

/* An arrow around `at`, clockwise for one quarter turn and for two (which it
 * says), the other way round for three. */
static int draw_turn(struct drawing *drawing, int ink, struct point at,
		     int turns)
{
	enum { STEPS = 18 };
	struct point arc[STEPS + 1], head[3];
	double way = turns == 3 ? -1 : 1;
	int failed;

	for (int i = 0; i <= STEPS; i++) {
		double angle = (-225 + 270.0 * i / STEPS) * M_PI / 180;

		arc[i] = (struct point){ at.x + way * TURN_RADIUS * cos(angle),
					 at.y + TURN_RADIUS * sin(angle) };
	}
	head[1] = arc[STEPS];
	head[0] = (struct point){ head[1].x - way * TURN_HEAD,
				  head[1].y - 1.1 * TURN_HEAD };
	head[2] = (struct point){ head[1].x + way * 1.1 * TURN_HEAD,
				  head[1].y - TURN_HEAD };
	failed = drawing_line(drawing, ink, TURN_WIDTH, arc, STEPS + 1) |
		 drawing_line(drawing, ink, TURN_WIDTH, head, 3);
	if (turns == 2)
		failed |= drawing_text(drawing, ink, at, TURN_HEIGHT, "2");
	return failed;
}

/* Further copies of a piece that the tray shows once share its place. */
static bool same_place(const struct sigils *sigils, int a, int b)
{
	return fabs(sigils->places[a].x - sigils->places[b].x) < 0.02 &&
	       fabs(sigils->places[a].y - sigils->places[b].y) < 0.02;
}

static bool lies_on_frame(const struct sigils *sigils, int piece)
{
	const struct sigils_place *place = &sigils->places[piece];

	return place->x > 0 && place->y > 0 && place->x < sigils->columns &&
	       place->y < sigils->rows;
}

/* A mark at a piece that lies in a tray: at `at` its number, or those of all
 * pieces up to `last` that lie there, at `turn_at` how one is to be turned. */
static int mark_in_tray(const struct sigils *sigils,
			const struct sigils_solution *answer, int piece,
			int last, struct point at, struct point turn_at,
			struct drawing *drawing)
{
	char text[32];
	int x[4], y[4];
	int failed;

	if (last > piece)
		snprintf(text, sizeof text, "%d-%d", piece + 1, last + 1);
	else
		snprintf(text, sizeof text, "%d", piece + 1);
	failed = drawing_text(drawing, INK_PIECE + piece, at, DIGIT_HEIGHT,
			      text);
	if (last == piece && find_squares(sigils, answer, piece + 1, x, y)) {
		int turns = turns_to_make(sigils, piece, x, y);

		if (turns)
			failed |= draw_turn(drawing, INK_PIECE + piece, turn_at,
					    turns);
	}
	return failed;
}

/* In the picture's tray. A piece on the frame would carry two numbers there. */
static int draw_in_tray(const struct sigils *sigils,
			const struct sigils_solution *answer, int piece,
			struct drawing *drawing)
{
	struct point at = { sigils->places[piece].x, sigils->places[piece].y };
	int last = piece;

	if (lies_on_frame(sigils, piece) ||
	    (piece && same_place(sigils, piece, piece - 1)))
		return 0;
	while (last + 1 < sigils->piece_count &&
	       same_place(sigils, piece, last + 1))
		last++;
	return mark_in_tray(sigils, answer, piece, last, at,
			    (struct point){ at.x, at.y + TURN_BELOW }, drawing);
}

/* Where draw_puzzle lays the pieces: their top left corners, in rows below the
 * frame. */
static void lay_tray(const struct sigils *sigils, struct point *corners)
{
	double room = fmax(sigils->columns, 6);
	double left = 0, top = sigils->rows + TRAY_GAP;
	int tallest = 0; /* of the row */

	for (int i = 0; i < sigils->piece_count; i++) {
		struct sigils_shape shape;

		sigils_shape((enum sigils_kind)sigils->pieces[i],
			     sigils->turns[i], &shape);
		if (left > 0 && left + shape.width * TRAY_SCALE > room) {
			left = 0;
			top += tallest * TRAY_SCALE + TRAY_ROW_GAP;
			tallest = 0;
		}
		if (shape.height > tallest)
			tallest = shape.height;
		corners[i] = (struct point){ left, top };
		left += (shape.width + 1) * TRAY_SCALE;
	}
}

/* In the tray that draw_puzzle drew: the piece in the colour that it has on
 * the frame. */
static int draw_in_own_tray(const struct sigils *sigils,
			    const struct sigils_solution *answer, int piece,
			    struct drawing *drawing)
{
	struct point corners[SIGILS_PIECES_MAX], label, turn;
	struct sigils_shape shape;
	int x[4], y[4];
	int failed = 0;

	lay_tray(sigils, corners);
	sigils_shape((enum sigils_kind)sigils->pieces[piece],
		     sigils->turns[piece], &shape);
	for (int j = 0; j < 4; j++) {
		double left = corners[piece].x + shape.x[j] * TRAY_SCALE;
		double top = corners[piece].y + shape.y[j] * TRAY_SCALE;
		const struct point square[4] = { { left, top },
						 { left + TRAY_SCALE, top },
						 { left + TRAY_SCALE,
						   top + TRAY_SCALE },
						 { left, top + TRAY_SCALE } };

		x[j] = shape.x[j];
		y[j] = shape.y[j];
		failed |= drawing_area(drawing, INK_PIECE + piece, square, 4);
	}
	label = point_add(corners[piece],
			  point_scale(label_place(x, y), TRAY_SCALE));
	turn.x = corners[piece].x + shape.width * TRAY_SCALE / 2;
	turn.y = corners[piece].y + shape.height * TRAY_SCALE + TURN_OFF;
	return failed |
	       mark_in_tray(sigils, answer, piece, piece, label, turn, drawing);
}

/* Of a solution that does not hold: the piece's number on each of its squares,
 * however many there are. */
static int draw_scattered(const struct sigils_solution *answer,
			  const struct sigils *sigils, int piece,
			  struct drawing *drawing)
{
	char text[16];
	int failed = 0;

	snprintf(text, sizeof text, "%d", piece + 1);
	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (answer->grid[y][x] == piece + 1)
				failed |= drawing_text(
					drawing, INK_PIECE + piece,
					(struct point){ x + 0.5, y + 0.5 },
					DIGIT_HEIGHT, text);
	return failed;
}

static int draw(const struct puzzle *puzzle, const struct solution *solution,
		struct drawing *drawing)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	const struct sigils_solution *answer = &solution->as.sigils;
	int failed = 0;

	for (int i = 0; i < sigils->piece_count; i++) {
		struct outline outline;
		char text[16];
		int x[4], y[4];

		if (!find_squares(sigils, answer, i + 1, x, y)) {
			failed |= draw_scattered(answer, sigils, i, drawing);
			continue;
		}
		find_outline(x, y, OUTLINE_INSET, &outline);
		drawing_set_step(drawing, i);
		failed |= drawing_area(drawing, INK_PIECE + i, outline.corners,
				       outline.count);
		if (outline.count < CORNERS_MAX)
			outline.corners[outline.count++] = outline.corners[0];
		failed |= drawing_line(drawing, INK_PIECE + i, OUTLINE_WIDTH,
				       outline.corners, outline.count);
		snprintf(text, sizeof text, "%d", i + 1);
		failed |= drawing_text(drawing, INK_PIECE + i,
				       label_place(x, y), DIGIT_HEIGHT, text);
	}
	for (int i = 0; i < sigils->piece_count; i++) {
		drawing_set_step(drawing, i);
		if (drawing->afresh)
			failed |= draw_in_own_tray(sigils, answer, i, drawing);
		else if (sigils->has_places)
			failed |= draw_in_tray(sigils, answer, i, drawing);
	}
	return failed ? -1 : 0;
}

static int draw_square(struct drawing *drawing, double x, double y, double size,
		       int ink, double width)
{
	const struct point corners[5] = { { x, y },
					  { x + size, y },
					  { x + size, y + size },
					  { x, y + size },
					  { x, y } };

	return drawing_line(drawing, ink, width, corners, 5);
}

/* What has to be covered; holes stay as the page is. */
static int fill_square(struct drawing *drawing, double x, double y)
{
	const struct point corners[4] = {
		{ x, y }, { x + 1, y }, { x + 1, y + 1 }, { x, y + 1 }
	};

	return drawing_area(drawing, INK_FAINT, corners, 4);
}

static int draw_tray(const struct sigils *sigils, struct drawing *drawing)
{
	struct point corners[SIGILS_PIECES_MAX];
	int failed = 0;

	lay_tray(sigils, corners);
	for (int i = 0; i < sigils->piece_count; i++) {
		struct sigils_shape shape;

		sigils_shape((enum sigils_kind)sigils->pieces[i],
			     sigils->turns[i], &shape);
		for (int j = 0; j < 4; j++)
			failed |= draw_square(
				drawing, corners[i].x + shape.x[j] * TRAY_SCALE,
				corners[i].y + shape.y[j] * TRAY_SCALE,
				TRAY_SCALE, INK_LETTER, 2 * GRID_WIDTH);
	}
	return failed;
}

static int draw_puzzle(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	int failed = 0;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (!sigils->hole[y][x])
				failed |= fill_square(drawing, x, y) |
					  draw_square(drawing, x, y, 1,
						      INK_GRID, GRID_WIDTH);
	return failed | draw_tray(sigils, drawing) ? -1 : 0;
}

/* Where a piece lies the checker names its squares, too. */
static bool find_place(const struct puzzle *puzzle,
		       const struct board_place *place, struct point *centre,
		       double *radius)
{
	(void)puzzle;
	*centre = (struct point){ place->x + 0.5, place->y + 0.5 };
	*radius = RING_RADIUS;
	return place->kind == PLACE_SQUARE;
}

/* Is there such a piece? A solution that does not hold may name others. */
static bool is_piece(const struct sigils *sigils, int number)
{
	return number > 0 && number <= sigils->piece_count;
}

/* What lies on a square: a piece's number, 0 for nothing, -1 for a hole or
 * beyond the frame. */
static int content(const struct sigils *sigils,
		   const struct sigils_solution *answer, int x, int y)
{
	if (x < 0 || y < 0 || x >= sigils->columns || y >= sigils->rows ||
	    sigils->hole[y][x])
		return -1;
	return answer ? answer->grid[y][x] : 0;
}

/* Is there a line between two squares? Empty ones are all told apart. */
static bool is_parted(int a, int b)
{
	return a != b || a == 0;
}

/* The character where four squares meet, by the lines that go right 1, down
 * 2, left 4 and up 8 from there. */
static const char *const joints[16] = {
	" ", "╶", "╷", "┌", "╴", "─", "┐", "┬",
	"╵", "└", "│", "├", "┘", "┴", "┤", "┼"
};

static void print_line(const struct sigils *sigils,
		       const struct sigils_solution *answer, int y,
		       struct buffer *out)
{
	for (int x = 0; x <= sigils->columns; x++) {
		int up_left = content(sigils, answer, x - 1, y - 1);
		int up_right = content(sigils, answer, x, y - 1);
		int low_left = content(sigils, answer, x - 1, y);
		int low_right = content(sigils, answer, x, y);
		int joint = (is_parted(up_right, low_right) ? 1 : 0) |
			    (is_parted(low_left, low_right) ? 2 : 0) |
			    (is_parted(up_left, low_left) ? 4 : 0) |
			    (is_parted(up_left, up_right) ? 8 : 0);

		buffer_puts(out, joints[joint]);
		if (x < sigils->columns)
			buffer_puts(out, joint & 1 ? "───" : "   ");
	}
	buffer_puts(out, "\n");
}

/* Background colours of the 256 that neighbours can be told apart by. */
static const uint8_t tints[] = { 31, 130, 64, 97, 24, 136, 30, 125, 60, 94 };

static void print_squares(const struct sigils *sigils,
			  const struct sigils_solution *answer, int y,
			  bool colour, struct buffer *out)
{
	for (int x = 0; x <= sigils->columns; x++) {
		int before = content(sigils, answer, x - 1, y);
		int here = content(sigils, answer, x, y);
		bool first = here > 0;

		buffer_puts(out, is_parted(before, here) ? "│" : " ");
		if (x == sigils->columns)
			break;
		for (int i = 0; i < y * sigils->columns + x && first; i++)
			first = answer->grid[i / sigils->columns]
					    [i % sigils->columns] != here;
		if (colour && here > 0)
			buffer_printf(out, "\033[48;5;%dm",
				      tints[here % (int)sizeof tints]);
		if (first && is_piece(sigils, here))
			buffer_printf(
				out, "%2d%c", here,
				sigils_letter((enum sigils_kind)sigils
						      ->pieces[here - 1]));
		else if (first)
			buffer_printf(out, "%2d?", here);
		else
			buffer_puts(out, here < 0 ? "▒▒▒" : "   ");
		if (colour && here > 0)
			buffer_puts(out, "\033[0m");
	}
	buffer_puts(out, "\n");
}

static void print(const struct puzzle *puzzle, const struct solution *solution,
		  bool colour, struct buffer *out)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	const struct sigils_solution *answer =
		solution ? &solution->as.sigils : NULL;

	for (int y = 0; y < sigils->rows; y++) {
		print_line(sigils, answer, y, out);
		print_squares(sigils, answer, y, colour, out);
	}
	print_line(sigils, answer, sigils->rows, out);
}

/* The pieces: each by the number that it has on the board. */
static void legend(const struct puzzle *puzzle, const struct solution *solution,
		   bool colour, struct buffer *out)
{
	const struct sigils *sigils = &puzzle->as.sigils;

	(void)colour;
	buffer_puts(out, _("  pieces:"));
	for (int i = 0; i < sigils->piece_count; i++) {
		char letter =
			sigils_letter((enum sigils_kind)sigils->pieces[i]);

		if (solution)
			buffer_printf(out, " %d%c", i + 1, letter);
		else
			buffer_printf(out, " %c", letter);
	}
	if (sigils_squares(sigils) < sigils->columns * sigils->rows)
		buffer_puts(out, _("   ▒ hole"));
	buffer_puts(out, "\n");
}

const struct draw_family draw_sigils = {
	.draw = draw,
	.draw_puzzle = draw_puzzle,
	.find_place = find_place,
	.print = print,
	.legend = legend,
};
