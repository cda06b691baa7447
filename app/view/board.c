#include "board.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "doubt.h"
#include "inks.h"
#include "paint.h"

/* Around a board, in cells; around a picture, pixels. */
static const double margin_cells = 0.5, px_margin = 8;
/* A larger cell is no easier to read. */
static const double px_cell_max = 110;
/* A picture is enlarged no more than so: its pixels would show. */
static const double zoom_max = 3;

static void unite(double bounds[4], const double other[4])
{
	double right = fmax(bounds[0] + bounds[2], other[0] + other[2]);
	double bottom = fmax(bounds[1] + bounds[3], other[1] + other[3]);

	if (other[2] == 0 && other[3] == 0)
		return;
	bounds[0] = fmin(bounds[0], other[0]);
	bounds[1] = fmin(bounds[1], other[1]);
	bounds[2] = right - bounds[0];
	bounds[3] = bottom - bounds[1];
}

static int cut(struct drawing *drawing, int steps)
{
	struct drawing part;

	if (steps < 0)
		return 0;
	if (drawing_copy_steps(drawing, steps, &part) < 0)
		return -1;
	drawing_fini(drawing);
	*drawing = part;
	return 0;
}

static int draw_answer(struct board *board, const struct outcome *outcome)
{
	const struct draw_family *family = draw_family(outcome->puzzle.family);
	const struct solution *solution = outcome->result.solutions;

	if (outcome->verdict != OUTCOME_SOLVED)
		return 0;
	if (outcome->outline && family->draw_aids &&
	    family->draw_aids(&outcome->puzzle, solution, &board->answer) < 0)
		return -1;
	return family->draw(&outcome->puzzle, solution, &board->answer);
}

/* The clues in doubt are ringed. */
static int draw_anew(struct board *board, const struct outcome *outcome,
		     int steps, struct problem *problem)
{
	struct board_place *doubts =
		alloc_array(outcome->doubt_count, sizeof *doubts);
	struct export_item item = { .puzzle = &outcome->puzzle,
				    .doubts = doubts };
	double bounds[4];
	int result = -1;

	for (size_t i = 0; doubts && i < outcome->doubt_count; i++)
		item.doubt_count += doubt_find_place(
			&outcome->puzzle, &outcome->doubts[i].reading,
			&doubts[item.doubt_count]);
	drawing_init(&board->answer, 0, 0);
	board->answer.afresh = true;
	if (doubts && export_compose(&item, &board->puzzle, problem) == 0) {
		result = draw_answer(board, outcome);
		paint_bounds(&board->puzzle, board->bounds);
		paint_bounds(&board->answer, bounds);
		unite(board->bounds, bounds);
		board->steps = drawing_steps(&board->answer);
		if (result == 0)
			result = cut(&board->answer, steps);
	}
	free(doubts);
	return result;
}

int board_init(struct board *board, const struct image *image,
	       const struct outcome_list *list, size_t number, int steps,
	       struct problem *problem)
{
	int result = 0;

	*board = (struct board){ .image = image };
	if (image) {
		result = answers_init(&board->answers, list, problem);
		if (result == 0)
			board->steps = answers_steps(&board->answers);
		if (result == 0 && steps >= 0)
			result = answers_cut(&board->answers, steps, problem);
	} else if (number < list->count) {
		result = draw_anew(board, &list->outcomes[number], steps,
				   problem);
	}
	if (result < 0)
		board_fini(board);
	return result;
}

void board_fini(struct board *board)
{
	if (board->image)
		answers_fini(&board->answers);
	drawing_fini(&board->puzzle);
	drawing_fini(&board->answer);
	*board = (struct board){ 0 };
}

static void fill(cairo_t *cairo, uint32_t rgb)
{
	cairo_set_source_rgb(cairo, (rgb >> 16 & 255) / 255.0,
			     (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
	cairo_paint(cairo);
}

static struct homography scaled(double scale, double x, double y)
{
	return (struct homography){ { scale, 0, x, 0, scale, y, 0, 0, 1 } };
}

static void paint_picture(struct board *board, cairo_t *cairo, int width,
			  int height)
{
	const struct image *image = board->image;
	double scale = fmin((width - 2 * px_margin) / image->width,
			    (height - 2 * px_margin) / image->height);
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24,
		image->width, image->height,
		(int)(image->stride * sizeof *image->pixels));
	struct homography over;
	double x, y;

	scale = fmin(fmax(scale, 0.01), zoom_max);
	x = (width - image->width * scale) / 2;
	y = (height - image->height * scale) / 2;
	board->to_px = scaled(scale, x, y);
	cairo_save(cairo);
	cairo_translate(cairo, x, y);
	cairo_scale(cairo, scale, scale);
	cairo_set_source_surface(cairo, surface, 0, 0);
	cairo_paint(cairo);
	cairo_restore(cairo);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
	/* painted as large as it is seen: rims and lines keep their widths; a
	 * pixel's centre is a whole number there */
	over = scaled(scale, x + scale / 2 - 0.5, y + scale / 2 - 0.5);
	for (size_t i = 0; i < board->answers.count; i++) {
		struct layer layer = board->answers.layers[i];

		layer.cell_to_px = homography_compose(&layer.cell_to_px, &over);
		paint_layer(cairo, &layer, PAINT_OVER);
	}
}

static void paint_anew(struct board *board, cairo_t *cairo, int width,
		       int height, enum paint_mode mode,
		       const struct drawing *answer)
{
	const double *bounds = board->bounds;
	double scale = fmin(width / (bounds[2] + 2 * margin_cells),
			    height / (bounds[3] + 2 * margin_cells));
	struct layer layer;

	scale = fmin(fmax(scale, 1), px_cell_max);
	board->to_px = scaled(
		scale, (width - bounds[2] * scale) / 2 - bounds[0] * scale,
		(height - bounds[3] * scale) / 2 - bounds[1] * scale);
	layer.cell_to_px = board->to_px;
	/* pixel centres are whole numbers there, hence the half */
	layer.cell_to_px.m[2] -= 0.5;
	layer.cell_to_px.m[5] -= 0.5;
	layer.drawing = &board->puzzle;
	paint_layer(cairo, &layer, mode);
	layer.drawing = answer;
	paint_layer(cairo, &layer, mode);
}

void board_paint(struct board *board, cairo_t *cairo, int width, int height,
		 bool dark, const struct drawing *trial)
{
	fill(cairo, inks_colour(INK_PAGE, dark ? INKS_DARK : INKS_LIGHT));
	if (board->image)
		paint_picture(board, cairo, width, height);
	else if (board->puzzle.count)
		paint_anew(board, cairo, width, height,
			   dark ? PAINT_DARK_PAPER : PAINT_PAPER,
			   trial ? trial : &board->answer);
}
