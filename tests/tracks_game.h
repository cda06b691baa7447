/* For tests: a Train Tracks board whose answer is known, and the real game
 * showing it on an X server of a test. */
#ifndef TRACKS_GAME_H
#define TRACKS_GAME_H

#include "geometry.h"
#include "image.h"
#include "puzzle.h"
#include "xvfb.h"

/* The board as the game names it, and as we do. */
#define TRACKS_GAME_ID "8x8:kAl5vAjCe,3,4,S3,5,2,7,4,5,3,2,4,S5,1,5,7,6"

enum { TRACKS_GAME_GRID = 0x00ff01 }; /* a colour nothing else has */

static inline void tracks_game_board(struct puzzle *puzzle)
{
	static const int columns[8] = { 3, 4, 3, 5, 2, 7, 4, 5 };
	static const int rows[8] = { 3, 2, 4, 5, 1, 5, 7, 6 };
	struct tracks *tracks = &puzzle->as.tracks;

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_tracks;
	tracks_init(tracks, 8, 8);
	memcpy(tracks->column_totals, columns, sizeof columns);
	memcpy(tracks->row_totals, rows, sizeof rows);
	tracks->given[1][3] = 10;
	tracks->given[3][0] = 5;
	tracks->given[5][7] = 10;
	tracks->given[7][2] = 6;
	tracks->entry = (struct tracks_port){ TRACKS_LEFT, 3 };
	tracks->exit = (struct tracks_port){ TRACKS_BOTTOM, 2 };
}

struct tracks_game_walk {
	const struct tracks *tracks;
	struct tracks_solution *answer;
	int column_left[8], row_left[8];
};

/* Plain trial and error, by a walk from the entry: `came` is the side of x, y
 * that the track comes in by. */
static inline bool tracks_game_step(struct tracks_game_walk *walk, int x, int y,
				    int came)
{
	static const struct {
		int side, back, dx, dy;
	} ways[4] = {
		{ 1, 4, 1, 0 }, { 2, 8, 0, 1 }, { 4, 1, -1, 0 }, { 8, 2, 0, -1 }
	};
	int given;

	if (x < 0 || y < 0 || x > 7 || y > 7 || walk->answer->tiles[y][x] ||
	    walk->column_left[x] == 0 || walk->row_left[y] == 0)
		return false;
	given = walk->tracks->given[y][x];
	walk->column_left[x]--;
	walk->row_left[y]--;
	for (int i = 0; i < 4; i++) {
		int tile = came | ways[i].side;
		bool done = y == 7 && x == 2 && ways[i].side == 2;

		if (ways[i].side == came || (given > 0 && given != tile))
			continue;
		walk->answer->tiles[y][x] = (uint8_t)tile;
		for (int k = 0; done && k < 8; k++)
			done = !walk->column_left[k] && !walk->row_left[k];
		if (done || tracks_game_step(walk, x + ways[i].dx,
					     y + ways[i].dy, ways[i].back))
			return true;
	}
	walk->answer->tiles[y][x] = 0;
	walk->column_left[x]++;
	walk->row_left[y]++;
	return false;
}

/* The only answer of the board; the checker agrees. */
static inline bool tracks_game_answer(const struct puzzle *puzzle,
				      struct solution *solution)
{
	struct tracks_game_walk walk = {
		&puzzle->as.tracks, &solution->as.tracks, { 0 }, { 0 }
	};

	memset(solution, 0, sizeof *solution);
	solution->family = FAMILY_tracks;
	memcpy(walk.column_left, puzzle->as.tracks.column_totals,
	       sizeof walk.column_left);
	memcpy(walk.row_left, puzzle->as.tracks.row_totals,
	       sizeof walk.row_left);
	return tracks_game_step(&walk, 0, 3, TRACKS_LEFT) &&
	       puzzle_check(puzzle, solution, NULL);
}

/* Starts the game with the board, its grid in a colour of its own. */
static inline pid_t tracks_game_run(struct xvfb *xvfb)
{
	char *environment[] = { (char *)"TRAINTRACKS_COLOUR_2=00ff01",
				(char *)"TRAINTRACKS_TILESIZE=40", NULL };
	char *argv[] = { (char *)"/usr/games/sgt-tracks",
			 (char *)TRACKS_GAME_ID, NULL };

	return xvfb_run(xvfb, environment, argv);
}

/* Where the grid lies in a picture of the game, rim lines included: false
 * where there is none yet. */
static inline bool tracks_game_grid(const struct image *image,
				    struct box *px_box)
{
	int left = image->width, top = image->height, right = -1, bottom = -1;

	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			if ((image_row(image, y)[x] & 0xffffff) !=
			    TRACKS_GAME_GRID)
				continue;
			left = x < left ? x : left;
			right = x > right ? x : right;
			top = y < top ? y : top;
			bottom = y > bottom ? y : bottom;
		}
	*px_box = (struct box){ left, top, right - left + 1, bottom - top + 1 };
	return right > left && bottom > top;
}

/* The colour of the answer, over whatever lies below. */
static inline bool tracks_game_is_answer(uint32_t pixel)
{
	int r = (int)(pixel >> 16 & 255);
	int g = (int)(pixel >> 8 & 255);
	int b = (int)(pixel & 255);

	return r > 180 && g < 100 && b > 90 && b < 210;
}

/* The middles of sides that two pieces share are points of the track: how
 * many of those in the picture are not painted? `grid` is where the board
 * lies in it; *seen becomes how many there are. */
static inline int tracks_game_off_track(const struct solution *solution,
					const struct box *grid,
					const struct image *image, int *seen)
{
	double pitch = grid->width / 8.0;
	int off = 0;

	*seen = 0;
	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 8; x++) {
			int tile = solution->as.tracks.tiles[y][x];
			double at[2][2] = { { x + 1, y + 0.5 },
					    { x + 0.5, y + 1 } };
			bool on[2] = { tile & 1 && x < 7, tile & 2 && y < 7 };

			for (int i = 0; i < 2; i++) {
				int px = grid->x + (int)(at[i][0] * pitch);
				int py = grid->y + (int)(at[i][1] * pitch);

				if (!on[i] || px < 0 || py < 0 ||
				    px >= image->width || py >= image->height)
					continue;
				(*seen)++;
				off += !tracks_game_is_answer(
					image_row(image, py)[px]);
			}
		}
	return off;
}

/* Is there track within 2 pixels of this point of the board? The round ends
 * of the line reach out of it beside the entry and the exit. */
static inline bool tracks_game_near(const struct solution *solution,
				    double cell_x, double cell_y, double slack)
{
	for (int k = 0; k < 4; k++) {
		double x = cell_x + (k & 1 ? slack : -slack);
		double y = cell_y + (k & 2 ? slack : -slack);

		if ((y >= 3 && y < 4 && x > -0.3 && x < 0) ||
		    (x >= 2 && x < 3 && y >= 8 && y < 8.3))
			return true;
		if (x >= 0 && y >= 0 && x < 8 && y < 8 &&
		    solution->as.tracks.tiles[(int)y][(int)x])
			return true;
	}
	return false;
}

/* Pixels that differ between two pictures in squares without track or outside
 * of the board, more than 2 pixels away. */
static inline int tracks_game_strays(const struct solution *solution,
				     const struct box *grid,
				     const struct image *before,
				     const struct image *after)
{
	double pitch = grid->width / 8.0;
	int strays = 0;

	for (int y = 0; y < after->height; y++)
		for (int x = 0; x < after->width; x++) {
			double cell_x = (x + 0.5 - grid->x) / pitch;
			double cell_y = (y + 0.5 - grid->y) / pitch;

			strays += image_row(before, y)[x] !=
					  image_row(after, y)[x] &&
				  !tracks_game_near(solution, cell_x, cell_y,
						    2 / pitch);
		}
	return strays;
}

#endif
