#include "play_marks.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "drawing.h"
#include "language.h"

static const struct play_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) &play_##id,
#include "families.def"
#undef FAMILY
};

const struct play_family *play_family(enum family family)
{
	return families[family];
}

const char *play_kind_name(enum play_kind kind)
{
	static const char *const names[PLAY_KINDS] = {
		[PLAY_SIDE] = "side",     [PLAY_LINE] = "line",
		[PLAY_NUMBER] = "number", [PLAY_PIECE] = "piece",
		[PLAY_SQUARE] = "square",
	};

	return names[kind];
}

/* Adds `mark` with a copy of its points and places. */
static int add_mark(struct play_marks *marks, const struct play_mark *mark)
{
	size_t count = mark->point_count + mark->place_count;
	struct play_mark *added;

	if (alloc_grow(&marks->marks, &marks->capacity, marks->count + 1,
		       sizeof *marks->marks) < 0)
		return -1;
	added = &marks->marks[marks->count];
	*added = *mark;
	added->cell_points = alloc_array(count, sizeof *added->cell_points);
	if (!added->cell_points)
		return -1;
	for (size_t i = 0; i < count; i++)
		added->cell_points[i] = mark->cell_points[i];
	marks->count++;
	marks->entered += !mark->seen_only;
	return 0;
}

static int add(struct play_marks *marks, enum play_kind kind,
	       struct point *points, size_t count, int number)
{
	struct play_mark mark = { .kind = kind,
				  .cell_points = points,
				  .point_count = count,
				  .number = number };

	return add_mark(marks, &mark);
}

/* What is looked at only. */
static int add_seen(struct play_marks *marks, enum play_kind kind, bool empty,
		    struct point *points, size_t count)
{
	struct play_mark mark = { .kind = kind,
				  .seen_only = true,
				  .empty = empty,
				  .cell_points = points,
				  .point_count = count };

	return add_mark(marks, &mark);
}

static int no_memory(struct problem *problem)
{
	return problem_set(problem, PROBLEM_MEMORY,
			   "no memory for an answer's marks");
}

/* Numbers that are written into cells are those of the answer's drawing. */
static int number_marks(const struct puzzle *puzzle,
			const struct solution *solution, unsigned kinds,
			struct play_marks *marks, struct problem *problem)
{
	struct drawing drawing;
	int failed;

	(void)kinds;
	drawing_init(&drawing, 1, 1);
	failed = draw_family(puzzle->family)->draw(puzzle, solution, &drawing);
	for (size_t i = 0; !failed && i < drawing.count; i++) {
		const struct mark *mark = &drawing.marks[i];

		if (mark->kind == MARK_TEXT && mark->ink == INK_ANSWER)
			failed = add(marks, PLAY_NUMBER, mark->points, 1,
				     (int)strtol(mark->text, NULL, 10));
	}
	drawing_fini(&drawing);
	return failed ? no_memory(problem) : 0;
}

/* Is this side of the square part of what the puzzle gives? */
static bool is_given_side(const struct tracks *tracks, int x, int y, int side)
{
	return tracks->given[y][x] != TRACKS_UNKNOWN ||
	       tracks->half[y][x] & side;
}

/* The side between two squares: to be entered where the answer's track crosses
 * it and sides are entered, else to be seen as the answer has it. */
static int tracks_side(const struct tracks *tracks,
		       const struct tracks_solution *solution, int x, int y,
		       const int side[2], bool entered,
		       struct play_marks *marks)
{
	int dx = side[0] == TRACKS_RIGHT, dy = !dx;
	struct point points[2] = { { x + 0.5 + 0.5 * dx, y + 0.5 + 0.5 * dy },
				   { x + 0.5, y + 0.5 } };
	bool crossed = solution->tiles[y][x] & side[0];

	if (x + dx >= tracks->columns || y + dy >= tracks->rows ||
	    is_given_side(tracks, x, y, side[0]) ||
	    is_given_side(tracks, x + dx, y + dy, side[1]))
		return 0;
	return crossed && entered
		       ? add(marks, PLAY_SIDE, points, 2, 0)
		       : add_seen(marks, PLAY_SIDE, !crossed, points, 2);
}

/* Every side that is not given, and every middle where nothing is. */
static int tracks_sides(const struct tracks *tracks,
			const struct tracks_solution *solution, bool entered,
			struct play_marks *marks)
{
	static const int right[2] = { TRACKS_RIGHT, TRACKS_LEFT };
	static const int bottom[2] = { TRACKS_BOTTOM, TRACKS_TOP };

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			struct point middle = { x + 0.5, y + 0.5 };

			if (tracks_side(tracks, solution, x, y, right, entered,
					marks) < 0 ||
			    tracks_side(tracks, solution, x, y, bottom, entered,
					marks) < 0)
				return -1;
			if (tracks->given[y][x] == TRACKS_UNKNOWN &&
			    !tracks->half[y][x] &&
			    add_seen(marks, PLAY_MIDDLE, !solution->tiles[y][x],
				     &middle, 1) < 0)
				return -1;
		}
	return 0;
}

/* Each square that is not given, with its tile. */
static int tracks_squares(const struct tracks *tracks,
			  const struct tracks_solution *solution,
			  struct play_marks *marks)
{
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			struct point middle = { x + 0.5, y + 0.5 };

			if (tracks->given[y][x] == TRACKS_UNKNOWN &&
			    solution->tiles[y][x] &&
			    add(marks, PLAY_SQUARE, &middle, 1,
				solution->tiles[y][x]) < 0)
				return -1;
		}
	return 0;
}

/* The middles of the squares from the entry to the exit. */
static int tracks_line(const struct tracks *tracks,
		       const struct tracks_solution *solution,
		       struct play_marks *marks)
{
	struct point points[TRACKS_SIDE_MAX * TRACKS_SIDE_MAX];
	size_t count = 0;
	int came = tracks->entry.side;
	int x, y;

	tracks_port_square(tracks, &tracks->entry, &x, &y);
	while (x >= 0 && y >= 0 && x < tracks->columns && y < tracks->rows &&
	       count < TRACKS_SIDE_MAX * TRACKS_SIDE_MAX) {
		int left = solution->tiles[y][x] & ~came;
		int way = 0;

		points[count++] = (struct point){ x + 0.5, y + 0.5 };
		while (way < 4 && (int)tracks_ways[way].side != left)
			way++;
		if (way == 4)
			break;
		x += tracks_ways[way].dx;
		y += tracks_ways[way].dy;
		came = (int)tracks_ways[way].back;
	}
	return add(marks, PLAY_LINE, points, count, 0);
}

static int tracks_marks(const struct puzzle *puzzle,
			const struct solution *solution, unsigned kinds,
			struct play_marks *marks, struct problem *problem)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct tracks_solution *answer = &solution->as.tracks;

	if ((kinds & 1u << PLAY_LINE &&
	     tracks_line(tracks, answer, marks) < 0) ||
	    (kinds & 1u << PLAY_SQUARE &&
	     tracks_squares(tracks, answer, marks) < 0) ||
	    tracks_sides(tracks, answer, kinds & 1u << PLAY_SIDE, marks) < 0)
		return no_memory(problem);
	return 0;
}

/* The ends of panels' lines stick out of the grid by .3 to .5 of a cell; games
 * and pages hold the line at its end where the pointer goes further. */
static const double STUB_LENGTH = 0.5;

/* The middle of the edge that a step of a line goes along, itself where it is
 * half an edge. */
static void cross_edge(const struct panel *panel, struct panel_at from,
		       struct panel_at to,
		       bool crossed[PANEL_SPAN_MAX][PANEL_SPAN_MAX])
{
	int x = from.x % 2 || from.y % 2 ? from.x
		: to.x % 2 || to.y % 2   ? to.x
					 : (from.x + to.x) / 2;
	int y = from.x % 2 || from.y % 2 ? from.y
		: to.x % 2 || to.y % 2   ? to.y
					 : (from.y + to.y) / 2;

	crossed[y][x] = true;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	panel_mirror(panel, x, y, &x, &y);
	crossed[y][x] = true;
}

/* The edges that no line of the answer may be seen on. */
static int panel_other_edges(const struct panel *panel,
			     const struct panel_solution *answer,
			     struct play_marks *marks)
{
	bool crossed[PANEL_SPAN_MAX][PANEL_SPAN_MAX] = { { false } };

	for (int i = 1; i < answer->length; i++)
		cross_edge(panel, answer->path[i - 1], answer->path[i],
			   crossed);
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct point ends[2] = {
				{ (x - x % 2) / 2.0, (y - y % 2) / 2.0 },
				{ (x + x % 2) / 2.0, (y + y % 2) / 2.0 },
			};

			if (panel_is_edge(x, y) && !crossed[y][x] &&
			    add_seen(marks, PLAY_LINE, true, ends, 2) < 0)
				return -1;
		}
	return 0;
}

static int panel_marks(const struct puzzle *puzzle,
		       const struct solution *solution, unsigned kinds,
		       struct play_marks *marks, struct problem *problem)
{
	const struct panel *panel = &puzzle->as.panel;
	const struct panel_solution *answer = &solution->as.panel;
	struct point points[PANEL_PATH_MAX + 1];
	size_t count = 0;
	const struct panel_spot *end;
	struct point last;

	(void)kinds;
	if (panel->wraps)
		return problem_set(problem, PROBLEM_INPUT,
				   "the line runs round a pillar, which no "
				   "pointer can follow in one view");
	for (int i = 0; i < answer->length; i++)
		points[count++] = (struct point){ answer->path[i].x / 2.0,
						  answer->path[i].y / 2.0 };
	if (!count)
		return problem_set(problem, PROBLEM_INPUT, "no line to draw");
	last = points[count - 1];
	end = &panel->spots[answer->path[answer->length - 1].y]
			   [answer->path[answer->length - 1].x];
	if (end->end_dx || end->end_dy)
		points[count++] =
			(struct point){ last.x + STUB_LENGTH * end->end_dx,
					last.y + STUB_LENGTH * end->end_dy };
	if (add(marks, PLAY_LINE, points, count, 0) < 0 ||
	    panel_other_edges(panel, answer, marks) < 0)
		return no_memory(problem);
	return 0;
}

/* The middle of what a piece covers, its pose there and the middles of its
 * squares. */
static bool piece_target(const struct sigils *sigils,
			 const struct sigils_solution *solution, int piece,
			 struct point *middle, int *pose,
			 struct point squares[4])
{
	int x[4], y[4];
	int count = 0;
	int right = 0, bottom = 0, left = SIGILS_SIDE_MAX;
	int top = SIGILS_SIDE_MAX;

	for (int k = 0; k < sigils->rows * sigils->columns; k++) {
		int here_x = k % sigils->columns, here_y = k / sigils->columns;

		if (solution->grid[here_y][here_x] != piece + 1)
			continue;
		if (count == 4)
			return false;
		squares[count] = (struct point){ here_x + 0.5, here_y + 0.5 };
		x[count] = here_x;
		y[count++] = here_y;
		left = here_x < left ? here_x : left;
		right = here_x > right ? here_x : right;
		top = here_y < top ? here_y : top;
		bottom = here_y > bottom ? here_y : bottom;
	}
	*middle = (struct point){ (left + right + 1) / 2.0,
				  (top + bottom + 1) / 2.0 };
	return count == 4 &&
	       sigils_recognise(x, y, pose) == sigils->pieces[piece];
}

/* A piece is taken at the square that was seen, turned about it and laid so
 * that this square lies where it must. */
static bool piece_mark(const struct sigils *sigils,
		       const struct sigils_solution *solution, int piece,
		       struct point points[6], int *turns)
{
	enum sigils_kind kind = sigils->pieces[piece];
	struct sigils_shape shape;
	struct point middle, grip;
	int pose, square;

	if (!piece_target(sigils, solution, piece, &middle, &pose, points + 2))
		return false;
	*turns = (pose - sigils->turns[piece] + 4) % sigils_poses(kind);
	sigils_shape(kind, sigils->turns[piece], &shape);
	square = sigils_middle_square(&shape);
	/* from the middle of all; it turns with the piece */
	grip = (struct point){ shape.x[square] + 0.5 - shape.width / 2.0,
			       shape.y[square] + 0.5 - shape.height / 2.0 };
	for (int i = 0; i < *turns; i++)
		grip = (struct point){ -grip.y, grip.x };
	points[0] = (struct point){ sigils->places[piece].x,
				    sigils->places[piece].y };
	points[1] = point_add(middle, grip);
	return true;
}

static int sigils_marks(const struct puzzle *puzzle,
			const struct solution *solution, unsigned kinds,
			struct play_marks *marks, struct problem *problem)
{
	const struct sigils *sigils = &puzzle->as.sigils;

	(void)kinds;
	if (!sigils->has_places)
		return problem_set(
			problem, PROBLEM_INPUT,
			"the picture does not show where the pieces lie");
	for (int i = 0; i < sigils->piece_count; i++) {
		struct point points[6];
		struct play_mark mark = { .kind = PLAY_PIECE,
					  .cell_points = points,
					  .point_count = 2,
					  .place_count = 4 };

		if (!piece_mark(sigils, &solution->as.sigils, i, points,
				&mark.number))
			return problem_set(problem, PROBLEM_INPUT,
					   "piece %d is not placed", i + 1);
		if (add_mark(marks, &mark) < 0)
			return no_memory(problem);
	}
	return 0;
}

const struct play_family play_suko = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_cross_sum = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_pyramid = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_sudoku = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_tracks = {
	1u << PLAY_SIDE | 1u << PLAY_LINE | 1u << PLAY_SQUARE, tracks_marks
};
const struct play_family play_panel = { 1u << PLAY_LINE, panel_marks };
const struct play_family play_sigils = { 1u << PLAY_PIECE, sigils_marks };

int play_marks_init(struct play_marks *marks, const struct puzzle *puzzle,
		    const struct solution *solution, unsigned kinds,
		    struct problem *problem)
{
	const struct play_family *family = families[puzzle->family];

	if (!(family->kinds & kinds))
		return problem_set(problem, PROBLEM_INPUT,
				   "answers of '%s' cannot be entered this way",
				   puzzle_family(puzzle->family)->name);
	return family->marks(puzzle, solution, kinds, marks, problem);
}

void play_marks_fini(struct play_marks *marks)
{
	for (size_t i = 0; i < marks->count; i++)
		free(marks->marks[i].cell_points);
	free(marks->marks);
	*marks = (struct play_marks){ 0 };
}

/* The place of a family's answer that is drawn at a point. */
static struct board_place place_of(const struct puzzle *puzzle,
				   struct point cell)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	const struct draw_family *drawn = draw_family(puzzle->family);
	size_t count = family->places ? family->places(puzzle) : 0;

	for (size_t i = 0; drawn->find_place && i < count; i++) {
		struct board_place place = { PLACE_CELL, (int)i, 0 };
		struct point centre;
		double radius;

		if (family->place_at) {
			place.kind = PLACE_SQUARE;
			family->place_at(puzzle, i, &place.x, &place.y);
		}
		if (drawn->find_place(puzzle, &place, &centre, &radius) &&
		    point_distance(centre, cell) < 0.25)
			return place;
	}
	return place_square((int)floor(cell.x), (int)floor(cell.y));
}

void play_mark_words(const struct puzzle *puzzle, const struct play_mark *mark,
		     struct buffer *out)
{
	struct point at = mark->cell_points[0];
	struct board_place place;

	struct buffer words;

	if (mark->kind == PLAY_LINE) {
		buffer_puts(out, mark->empty ? _("a line elsewhere")
					     : _("the line"));
		return;
	}
	if (mark->kind == PLAY_SIDE)
		at = mark->cell_points[1];
	else if (mark->kind == PLAY_PIECE)
		at = mark->cell_points[mark->point_count];
	place = mark->kind == PLAY_NUMBER
			? place_of(puzzle, at)
			: place_square((int)floor(at.x), (int)floor(at.y));
	buffer_init(&words);
	puzzle_place_words(puzzle, &place, &words);
	if (mark->kind == PLAY_NUMBER)
		buffer_printf(out, _("the %d in %s"), mark->number,
			      buffer_text(&words));
	else
		buffer_printf(out,
			      mark->kind == PLAY_PIECE  ? _("the piece at %s")
			      : mark->kind != PLAY_SIDE ? _("the track in %s")
			      : mark->cell_points[0].x > at.x
				      ? _("the track right of %s")
				      : _("the track below %s"),
			      buffer_text(&words));
	out->failed |= words.failed;
	buffer_fini(&words);
}
