/* A panel on a wall, and the line that solves it, for tests. */
#ifndef SOLVED_PANEL_H
#define SOLVED_PANEL_H

#include "panel_plain.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "seen.h"

enum { SIZE = 420, LEFT = 90, PITCH = 60 };

static const char solved_text[] =
	"{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"starts\":[[0,8]],"
	"\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
	"\"gaps\":[[3,2],[5,4]],"
	"\"cells\":[{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"white\"}]}";

/* Vertices, doubled. */
static const int answer[][2] = { { 0, 8 }, { 0, 4 }, { 4, 4 },
				 { 4, 6 }, { 8, 6 }, { 8, 0 } };

struct board {
	struct image image;
	struct pen pen;
};

/* On a wall of so many pixels; with the panel or without. */
static inline struct board open_wall(int side, bool panel)
{
	struct board board = { .pen.cell_to_px = { { PITCH, 0, LEFT, 0, PITCH,
						     LEFT, 0, 0, 1 } } };
	struct puzzle puzzle = puzzle_of(solved_text);

	board.pen.cr = wall(&board.image, side);
	if (panel)
		panel_paint(&board.pen, &puzzle.as.panel, &plain);
	puzzle_fini(&puzzle);
	return board;
}

static inline struct board open_board(void)
{
	return open_wall(SIZE, true);
}

/* The line's first `count` vertices, from its disc; and the stub. */
static inline void draw_line_in(struct board *board, int count, bool stub,
				double width, uint32_t rgb)
{
	struct point start = { answer[0][0] / 2.0, answer[0][1] / 2.0 };
	struct point end = { 4, -plain.stub };

	pen_disc(&board->pen, start, plain.start_radius);
	for (int i = 1; i < count; i++)
		pen_line(&board->pen,
			 (struct point){ answer[i - 1][0] / 2.0,
					 answer[i - 1][1] / 2.0 },
			 (struct point){ answer[i][0] / 2.0,
					 answer[i][1] / 2.0 },
			 width, true);
	if (stub)
		pen_line(&board->pen, (struct point){ 4, 0 }, end, width, true);
	pen_fill(&board->pen, rgb);
}

static inline void draw_line(struct board *board, int count, bool stub)
{
	draw_line_in(board, count, stub, plain.line_width, 0xf4f0ec);
}

#endif
