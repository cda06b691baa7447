#include "play_marks.h"

#include <stdlib.h>

#include "alloc.h"
#include "drawing.h"

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
		[PLAY_SIDE] = "side",
		[PLAY_LINE] = "line",
		[PLAY_NUMBER] = "number",
		[PLAY_PIECE] = "piece",
	};

	return names[kind];
}

static int add(struct play_marks *marks, enum play_kind kind,
	       const struct point *points, size_t count, int number)
{
	struct play_mark mark = { kind, NULL, count, number };

	if (alloc_grow(&marks->marks, &marks->capacity, marks->count + 1,
		       sizeof *marks->marks) < 0)
		return -1;
	mark.cell_points = alloc_array(count, sizeof *points);
	if (!mark.cell_points)
		return -1;
	for (size_t i = 0; i < count; i++)
		mark.cell_points[i] = points[i];
	marks->marks[marks->count++] = mark;
	return 0;
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

static int tracks_sides(const struct tracks *tracks,
			const struct tracks_solution *solution,
			struct play_marks *marks)
{
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			const struct point middle = { x + 0.5, y + 0.5 };
			const struct point right[2] = { { x + 1, y + 0.5 },
							middle };
			const struct point bottom[2] = { { x + 0.5, y + 1 },
							 middle };
			int tile = solution->tiles[y][x];

			if (tile & TRACKS_RIGHT && x + 1 < tracks->columns &&
			    !is_given_side(tracks, x, y, TRACKS_RIGHT) &&
			    !is_given_side(tracks, x + 1, y, TRACKS_LEFT) &&
			    add(marks, PLAY_SIDE, right, 2, 0) < 0)
				return -1;
			if (tile & TRACKS_BOTTOM && y + 1 < tracks->rows &&
			    !is_given_side(tracks, x, y, TRACKS_BOTTOM) &&
			    !is_given_side(tracks, x, y + 1, TRACKS_TOP) &&
			    add(marks, PLAY_SIDE, bottom, 2, 0) < 0)
				return -1;
		}
	return 0;
}

static const struct {
	int side, back, dx, dy;
} ways[4] = {
	{ TRACKS_RIGHT, TRACKS_LEFT, 1, 0 },
	{ TRACKS_BOTTOM, TRACKS_TOP, 0, 1 },
	{ TRACKS_LEFT, TRACKS_RIGHT, -1, 0 },
	{ TRACKS_TOP, TRACKS_BOTTOM, 0, -1 },
};

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
		while (way < 4 && ways[way].side != left)
			way++;
		if (way == 4)
			break;
		x += ways[way].dx;
		y += ways[way].dy;
		came = ways[way].back;
	}
	return add(marks, PLAY_LINE, points, count, 0);
}

static int tracks_marks(const struct puzzle *puzzle,
			const struct solution *solution, unsigned kinds,
			struct play_marks *marks, struct problem *problem)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	const struct tracks_solution *answer = &solution->as.tracks;

	if (kinds & 1u << PLAY_SIDE && tracks_sides(tracks, answer, marks) < 0)
		return no_memory(problem);
	if (kinds & 1u << PLAY_LINE && tracks_line(tracks, answer, marks) < 0)
		return no_memory(problem);
	return 0;
}

/* The ends of panels' lines stick out of the grid by .3 to .5 of a cell; games
 * and pages hold the line at its end where the pointer goes further. */
static const double STUB_LENGTH = 0.5;

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
	if (add(marks, PLAY_LINE, points, count, 0) < 0)
		return no_memory(problem);
	return 0;
}

/* The middle of what a piece covers, and its pose there. */
static bool piece_target(const struct sigils *sigils,
			 const struct sigils_solution *solution, int piece,
			 struct point *middle, int *pose)
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
		       struct point points[2], int *turns)
{
	enum sigils_kind kind = sigils->pieces[piece];
	struct sigils_shape shape;
	struct point middle, grip;
	int pose, square;

	if (!piece_target(sigils, solution, piece, &middle, &pose))
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
		return problem_set(problem, PROBLEM_INPUT,
				   "it was not seen where the pieces lie");
	for (int i = 0; i < sigils->piece_count; i++) {
		struct point points[2];
		int turns;

		if (!piece_mark(sigils, &solution->as.sigils, i, points,
				&turns))
			return problem_set(problem, PROBLEM_INPUT,
					   "piece %d lies nowhere", i + 1);
		if (add(marks, PLAY_PIECE, points, 2, turns) < 0)
			return no_memory(problem);
	}
	return 0;
}

const struct play_family play_suko = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_cross_sum = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_pyramid = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_sudoku = { 1u << PLAY_NUMBER, number_marks };
const struct play_family play_tracks = { 1u << PLAY_SIDE | 1u << PLAY_LINE,
					 tracks_marks };
const struct play_family play_panel = { 1u << PLAY_LINE, panel_marks };
const struct play_family play_sigils = { 1u << PLAY_PIECE, sigils_marks };

int play_marks_init(struct play_marks *marks, const struct puzzle *puzzle,
		    const struct solution *solution, unsigned kinds,
		    struct problem *problem)
{
	const struct play_family *family = families[puzzle->family];

	if (!(family->kinds & kinds))
		return problem_set(problem, PROBLEM_INPUT,
				   "answers of '%s' are not entered so",
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
