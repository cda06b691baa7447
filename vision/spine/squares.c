#include "look.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* A square of a claim's, in the picture. */
static struct quad square_place(const struct claim *claim, int x, int y)
{
	const struct grid *grid = claim->grid->grid;
	int x0 = claim->x0, x1 = x0 + claim->columns - 1;
	int y0 = claim->y0, y1 = y0 + claim->rows - 1;
	double w = (grid->u[x1] - grid->u[x0]) / (claim->columns - 1);
	double h = (grid->v[y1] - grid->v[y0]) / (claim->rows - 1);
	struct quad quad;

	if (grid_is_boxed(grid)) {
		w = fmin(w, spine_params.square_most * grid->cell_width);
		h = fmin(h, spine_params.square_most * grid->cell_height);
	}
	quad = quad_from_box(grid->u[x] - w / 2, grid->v[y] - h / 2, w, h);
	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			homography_apply(&grid->board_to_px, quad.corner[i]);
	return quad;
}

/* The square that was looked at, or is to be, at a place; -1: memory lacks. */
static int note_square(struct known_words *known, const struct quad *place)
{
	const struct point *c = place->corner;
	double near = spine_params.same_square * point_distance(c[0], c[2]);

	for (size_t i = 0; i < known->square_count; i++) {
		const struct point *d = known->squares[i].corner;

		if (point_distance(c[0], d[0]) < near &&
		    point_distance(c[2], d[2]) < near)
			return (int)i;
	}
	if (alloc_grow(&known->squares, &known->square_capacity,
		       known->square_count + 1, sizeof *known->squares) < 0 ||
	    alloc_grow(&known->square_readings, &known->square_room,
		       known->square_count + 1,
		       sizeof *known->square_readings) < 0)
		return -1;
	known->squares[known->square_count] = *place;
	return (int)known->square_count++;
}

/* Notes the squares that likely claims want, each with its number; `slots` and
 * `at` have room for all. */
static int note_squares(struct look *look, struct known_words *known,
			const struct claim_list *claims, struct slot **slots,
			int *at)
{
	static const struct square_reading noted;
	int count = 0;

	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->claims[i];
		struct slot_grid *grid =
			look->slot_grids + (claim->grid - look->slot_grids);

		if (!claim->wants_squares || claim->chance < spine_params.open)
			continue;
		for (int k = 0; k < claim->columns * claim->rows; k++) {
			int x = claim->x0 + k % claim->columns;
			int y = claim->y0 + k / claim->columns;
			struct quad place = square_place(claim, x, y);

			if (grid->slots[y][x].square)
				continue;
			grid->slots[y][x].square = &noted;
			slots[count] = &grid->slots[y][x];
			at[count] = note_square(known, &place);
			if (at[count++] < 0)
				return -1;
		}
	}
	return count;
}

int look_read_squares(struct look *look, struct known_words *known,
		      const struct claim_list *claims, struct readers *readers,
		      const struct image *image, struct problem *problem)
{
	size_t before = known->square_count, room = 1;
	struct slot **slots;
	int *at, count = -1, result = 0;

	for (size_t i = 0; i < claims->count; i++)
		room += (size_t)(claims->claims[i].columns *
				 claims->claims[i].rows);
	slots = alloc_array(room, sizeof *slots);
	at = alloc_array(room, sizeof *at);
	look->squares = alloc_array(room, sizeof *look->squares);
	if (slots && at && look->squares)
		count = note_squares(look, known, claims, slots, at);
	if (count < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for squares");
	if (count > 0 && !readers->squares) {
		readers->squares = square_reader_new(problem);
		result = readers->squares ? 0 : -1;
	}
	if (count > 0 && result == 0)
		result = square_read(readers->squares, image,
				     known->squares + before,
				     (int)(known->square_count - before),
				     known->square_readings + before, problem);
	for (int i = 0; i < count && result == 0; i++) {
		look->squares[i] = known->square_readings[at[i]];
		slots[i]->square = &look->squares[i];
	}
	free(slots);
	free(at);
	return result < 0 ? -1 : count;
}
