#include "explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export.h"
#include "file.h"
#include "load.h"
#include "spine.h"

/* One source's view, in pixels of the picture. */
struct view {
	struct drawing drawing;
	double best; /* how likely its likeliest claim is; -1: no view yet */
	int width, height;
	bool failed; /* memory lacked */
};

/* A line a few pixels off a place, which it is not to cover. */
static int frame(struct drawing *drawing, int ink, double width,
		 const struct quad *quad)
{
	const struct point *c = quad->corner;
	struct point middle = point_mix(c[0], c[2], .5), ring[5];
	double off = 1 + 6 / fmax(6, point_distance(c[0], c[2]));

	for (int i = 0; i < 5; i++)
		ring[i] = point_mix(middle, c[i & 3], off);
	return drawing_line(drawing, ink, width, ring, 5);
}

/* The likeliest reading of a place, with "?" where that is another word. */
static void tell(const struct number_reading *reading, char text[8])
{
	double most = reading->count ? reading->values[0].chance : 0;

	if (most >= fmax(reading->nothing, reading->other))
		snprintf(text, 8, "%d", reading->values[0].value);
	else
		snprintf(text, 8, "%s",
			 reading->nothing > reading->other ? "-" : "?");
}

static int draw_tokens(struct view *view, const struct token_list *tokens)
{
	int result = 0;

	for (size_t i = 0; i < tokens->count && result == 0; i++) {
		const struct token *token = &tokens->tokens[i];
		int ink = token->kind == TOKEN_BOX    ? INK_GREEN
			  : token->kind == TOKEN_DISC ? INK_PURPLE
			  : token->line > 1           ? INK_GREY
						      : INK_RED;

		result = frame(&view->drawing, ink,
			       token->kind == TOKEN_WORD || token->bare ? 1 : 2,
			       &token->px_quad);
	}
	return result;
}

static int draw_slot(struct view *view, const struct slot *slot)
{
	const struct point *c = slot->px_place.corner;
	double height = point_distance(c[0], c[3]);
	char text[8];

	if (!slot->reading)
		return 0;
	tell(slot->reading, text);
	return drawing_text(&view->drawing, INK_BLUE,
			    point_add(c[0], (struct point){ 0, -2 }),
			    fmax(9, fmin(14, height / 2)), text);
}

static int draw_layouts(struct view *view, const struct scene *scene)
{
	int result = 0;

	/* parts of a grid show the same slots */
	for (size_t g = 0; g < scene->grid_count && result == 0; g++) {
		const struct slot_grid *grid = &scene->grids[g];

		for (int y = 0; y < grid->grid->rows && result == 0; y++)
			for (int x = 0; x < grid->grid->columns && result == 0;
			     x++)
				if (g == 0 || grid->slots[y][x].token >= 0)
					result = draw_slot(view,
							   &grid->slots[y][x]);
	}
	for (size_t g = 0; g < scene->stack_count && result == 0; g++)
		for (int y = 0; y < scene->stacks[g].stack->rows; y++)
			for (int x = 0; x <= y && result == 0; x++)
				result = draw_slot(
					view, &scene->stacks[g].slots[y][x]);
	return result;
}

static int draw_claims(struct view *view, const struct claim_list *claims)
{
	const struct claim *best = NULL;
	char text[16];

	for (size_t i = 0; i < claims->count; i++)
		if (!best || claims->claims[i].chance > best->chance)
			best = &claims->claims[i];
	if (!best)
		return 0;
	view->best = best->chance;
	snprintf(text, sizeof text, "%.9s %.2f",
		 puzzle_family(best->puzzle.family)->name, best->chance);
	if (frame(&view->drawing, INK_ORANGE, 4, &best->px_corners) < 0)
		return -1;
	return drawing_text(&view->drawing, INK_ORANGE,
			    point_add(best->px_corners.corner[0],
				      (struct point){ 60, -16 }),
			    20, text);
}

static void see(void *data, const struct scene *scene,
		const struct claim_list *claims)
{
	struct view *kept = data;
	struct view view = { .width = kept->width, .height = kept->height };

	drawing_init(&view.drawing, view.width, view.height);
	if (draw_tokens(&view, scene->tokens) < 0 ||
	    draw_layouts(&view, scene) < 0 || draw_claims(&view, claims) < 0)
		kept->failed = true;
	if (kept->failed || view.best <= kept->best) {
		drawing_fini(&view.drawing);
		return;
	}
	drawing_fini(&kept->drawing);
	*kept = view;
}

static int draw(struct image *image, const struct options *options,
		struct problem *problem)
{
	struct view view = { .best = -1,
			     .width = image->width,
			     .height = image->height };
	struct spine_viewer viewer = { .view = see, .data = &view };
	struct readers readers = { 0 };
	struct sighting_list list = { 0 };
	struct layer layer = {
		.drawing = &view.drawing,
		.cell_to_px = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } },
	};
	int result;

	drawing_init(&view.drawing, image->width, image->height);
	result = spine_read(&readers, image, spine_families(), false, &viewer,
			    &list, NULL, problem);
	if (result == 0 && view.failed)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to draw what was seen");
	if (result == 0)
		result = export_over_image(image, &layer, 1, problem);
	if (result == 0)
		result = file_save_image(options->explain, image, problem);
	sighting_list_fini(&list);
	readers_free(&readers);
	drawing_fini(&view.drawing);
	return result;
}

int explain_picture(const struct options *options, struct problem *problem)
{
	struct loaded loaded;
	int result;

	if (options->argument_count != 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "--explain needs one picture");
	result = load_file(options->arguments[0], &loaded, problem);
	if (result == 0 && !loaded.is_picture)
		result = problem_set(problem, PROBLEM_INPUT,
				     "--explain needs a picture, not text");
	if (result == 0)
		result = draw(&loaded.image, options, problem);
	loaded_fini(&loaded);
	return result;
}
