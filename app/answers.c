#include "answers.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "file.h"

/* A ring leaves so much air around the clue's box, as a share of it. */
static const double ring_air = 0.35;

/* Pixels a cell in pictures of puzzles that come from text: a 30x30 board
 * still fits a screen's width. */
static const double px_fresh_cell = 60;

static int no_memory(struct problem *problem)
{
	return problem_set(problem, PROBLEM_MEMORY, "no memory to draw");
}

static int ring(struct drawing *drawing, const struct reading *reading)
{
	const struct box *box = &reading->px_box;
	struct point centre = { box->x + (box->width - 1) / 2.0,
				box->y + (box->height - 1) / 2.0 };
	int longer = box->width > box->height ? box->width : box->height;

	if (!box->width)
		return 0;
	return drawing_ring(drawing, INK_DOUBT, centre,
			    longer * (0.5 + ring_air));
}

/* Marks in pixels: clues in doubt, and those that were changed. */
static int draw_rings(const struct outcome *outcome, struct layer *layer,
		      struct drawing *drawing)
{
	drawing_init(drawing, 1, 1);
	layer->drawing = drawing;
	layer->cell_to_px =
		(struct homography){ { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	for (size_t i = 0; i < outcome->doubt_count; i++)
		if (ring(drawing, &outcome->doubts[i].reading) < 0)
			return -1;
	for (size_t i = 0; i < outcome->repaired_count; i++)
		if (ring(drawing, &outcome->repaired[i].reading) < 0)
			return -1;
	return 0;
}

static int draw_answer(const struct outcome *outcome, struct layer *layer,
		       struct drawing *drawing)
{
	const struct draw_family *family = draw_family(outcome->puzzle.family);
	size_t aids;
	int steps;

	drawing_init(drawing, 1, 1);
	layer->drawing = drawing;
	layer->cell_to_px = outcome->cell_to_px;
	if (outcome->verdict != OUTCOME_SOLVED)
		return 0;
	if (outcome->outline && family->draw_aids &&
	    family->draw_aids(&outcome->puzzle, &outcome->result.solutions[0],
			      drawing) < 0)
		return -1;
	aids = drawing->count;
	if (family->draw(&outcome->puzzle, &outcome->result.solutions[0],
			 drawing) < 0)
		return -1;
	/* they lie below, but tell more than any hint */
	steps = drawing_steps(drawing);
	for (size_t i = 0; i < aids; i++)
		drawing->marks[i].step = steps;
	return 0;
}

bool answers_has_marks(const struct outcome_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];

		if (outcome->verdict == OUTCOME_SOLVED ||
		    outcome->doubt_count || outcome->repaired_count)
			return true;
	}
	return false;
}

int answers_init(struct answers *answers, const struct outcome_list *list,
		 struct problem *problem)
{
	*answers = (struct answers){
		.drawings =
			alloc_array(2 * list->count, sizeof *answers->drawings),
		.layers = alloc_array(2 * list->count, sizeof *answers->layers),
	};
	if (!answers->drawings || !answers->layers)
		goto fail;
	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];
		struct drawing *drawings = &answers->drawings[answers->count];
		struct layer *layers = &answers->layers[answers->count];

		if (!outcome->has_place)
			continue;
		answers->count += 2;
		if (draw_answer(outcome, &layers[0], &drawings[0]) < 0 ||
		    draw_rings(outcome, &layers[1], &drawings[1]) < 0)
			goto fail;
	}
	return 0;
fail:
	answers_fini(answers);
	return no_memory(problem);
}

/* The answers alone: rings around clues are no hints. */
static struct drawing *answer_of(const struct answers *answers, size_t i)
{
	return i % 2 ? NULL : &answers->drawings[i];
}

int answers_cut(struct answers *answers, int steps, struct problem *problem)
{
	for (size_t i = 0; i < answers->count; i++) {
		struct drawing *whole = answer_of(answers, i);
		struct drawing part;

		if (!whole)
			continue;
		if (drawing_copy_steps(whole, steps, &part) < 0)
			return no_memory(problem);
		drawing_fini(whole);
		*whole = part;
	}
	return 0;
}

int answers_steps(const struct answers *answers)
{
	int most = 0;

	for (size_t i = 0; i < answers->count; i++) {
		const struct drawing *answer = answer_of(answers, i);
		int steps = answer ? drawing_steps(answer) : 0;

		most = steps > most ? steps : most;
	}
	return most;
}

void answers_fini(struct answers *answers)
{
	for (size_t i = 0; i < answers->count; i++)
		drawing_fini(&answers->drawings[i]);
	free(answers->drawings);
	free(answers->layers);
	*answers = (struct answers){ 0 };
}

/* Puzzles with the first of their answers, where they have one. */
static struct export_item *items_of(const struct outcome_list *list)
{
	struct export_item *items = alloc_array(list->count, sizeof *items);

	for (size_t i = 0; items && i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];

		items[i].puzzle = &outcome->puzzle;
		items[i].aids = outcome->outline;
		if (outcome->verdict == OUTCOME_SOLVED)
			items[i].solution = &outcome->result.solutions[0];
	}
	return items;
}

static int draw_fresh(struct image *image, const struct outcome_list *list,
		      struct problem *problem)
{
	struct export_item *items = items_of(list);
	int result;

	if (!items)
		return no_memory(problem);
	result =
		export_image(items, list->count, px_fresh_cell, image, problem);
	free(items);
	return result;
}

int answers_save_image(const char *path, const struct export_item *items,
		       size_t count, struct problem *problem)
{
	struct image image;
	int result;

	if (export_image(items, count, px_fresh_cell, &image, problem) < 0)
		return -1;
	result = file_save_image(path, &image, problem);
	image_fini(&image);
	return result;
}

int answers_draw(struct image *image, const struct outcome_list *list,
		 struct problem *problem)
{
	struct answers answers;
	int result;

	if (!image->width)
		return draw_fresh(image, list, problem);
	if (answers_init(&answers, list, problem) < 0)
		return -1;
	result = export_over_image(image, answers.layers, answers.count,
				   problem);
	answers_fini(&answers);
	return result;
}

int answers_save_items(const char *path, enum answers_document kind,
		       const char *title, const struct export_item *items,
		       size_t count, struct problem *problem)
{
	struct buffer out;
	int result;

	buffer_init(&out);
	if (kind == ANSWERS_SVG)
		result = export_svg(items, count, &out, problem);
	else
		result = export_html(items, count, title, &out, problem);
	if (result == 0)
		result = file_save(path, out.data, out.length, problem);
	buffer_fini(&out);
	return result;
}

int answers_save_document(const char *path, enum answers_document kind,
			  const char *title, const struct outcome_list *list,
			  struct problem *problem)
{
	struct export_item *items = items_of(list);
	int result;

	if (!items)
		return no_memory(problem);
	result = answers_save_items(path, kind, title, items, list->count,
				    problem);
	free(items);
	return result;
}

const char *answers_misuse(const struct options *options)
{
	const char *const files[] = { options->draw, options->svg,
				      options->html };
	bool some = false;

	for (int i = 0; i < 3; i++) {
		if (!files[i])
			continue;
		some = true;
		if (!strcmp(files[i], "-"))
			return "--draw, --svg and --html want a file, not '-': "
			       "the answer itself goes to standard output";
		for (int k = 0; k < i; k++)
			if (files[k] && !strcmp(files[i], files[k]))
				return "--draw, --svg and --html want files of "
				       "their own";
	}
	if (some && options->argument_count != 1)
		return "--draw, --svg and --html want one file; 'solveglass "
		       "batch --output RESULTS FILE...' draws the answers of "
		       "many";
	return NULL;
}
