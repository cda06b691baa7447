#include "answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "doubt.h"
#include "file.h"
#include "html.h"
#include "pillar.h"
#include "report.h"

/* A ring leaves so much air around its box, as a share of the box's shorter
 * side, and is so wide, as a share of the longer one: what is larger is seen
 * from farther. */
struct ring {
	double air, width;
};

static const struct ring clue_ring = { 0.3, 0.05 }, whole_ring = { 0.03, 0.01 };
/* And in pixels at least. */
static const double px_ring_least = 2;
/* A line's own rims (paint.c) and their blur reach so far beyond it, in
 * pixels. */
static const double px_rims = 4;

/* Pixels a cell in pictures of puzzles that come from text: a 30x30 board
 * still fits a screen's width. */
static const double px_fresh_cell = 60;

static int no_memory(struct problem *problem)
{
	return problem_set(problem, PROBLEM_MEMORY, "no memory to draw");
}

/* How far the ring may go from the sides of its box, left, top, right, bottom,
 * before it covers another clue. */
static void find_room(const struct outcome *outcome, const struct box *box,
		      double most, double room[4])
{
	for (int i = 0; i < 4; i++)
		room[i] = most;
	for (size_t i = 0; i < outcome->reading_count; i++) {
		const struct box *other = &outcome->readings[i].px_box;
		double gaps[4] = { box->x - other->x - other->width,
				   box->y - other->y - other->height,
				   other->x - box->x - box->width,
				   other->y - box->y - box->height };
		int side = 0;

		if (!other->width)
			continue;
		/* beside it on the side where it is farthest; boxes that
		 * overlap show one thing */
		for (int k = 1; k < 4; k++)
			if (gaps[k] > gaps[side])
				side = k;
		if (gaps[side] >= 0)
			room[side] = fmin(room[side], gaps[side]);
	}
}

/* Around a box, as round as there is room. */
static int ring(struct drawing *drawing, const struct outcome *outcome,
		const struct box *box, const struct ring *look)
{
	enum { STEPS = 16 };
	int longer = box->width > box->height ? box->width : box->height;
	int shorter = box->width > box->height ? box->height : box->width;
	double width = fmax(look->width * longer, px_ring_least);
	struct point points[4 * (STEPS + 1) + 1];
	double room[4], least, beyond, radius;
	size_t count = 0;

	if (!box->width)
		return 0;
	find_room(outcome, box, look->air * shorter + width + 2 * px_rims,
		  room);
	least = fmin(fmin(room[0], room[1]), fmin(room[2], room[3]));
	width = fmin(width, fmax(least - 2 * px_rims, px_ring_least));
	beyond = width / 2 + px_rims;
	least = fmax(least - beyond, 0);
	for (int i = 0; i < 4; i++)
		room[i] = fmax(room[i] - beyond, 0);
	radius = fmin(box->width + room[0] + room[2],
		      box->height + room[1] + room[3]) /
		 2;
	/* a rounder one would cover the corners of what is in it */
	radius = fmin(radius,
		      fmax((M_SQRT2 * least - beyond) / (M_SQRT2 - 1), 0));
	/* clockwise from the right of the top left corner */
	for (int corner = 0; corner < 4; corner++) {
		bool right = corner == 1 || corner == 2, low = corner >= 2;
		struct point middle = {
			right ? box->x + box->width - 1 + room[2] - radius
			      : box->x - room[0] + radius,
			low ? box->y + box->height - 1 + room[3] - radius
			    : box->y - room[1] + radius
		};

		for (int i = 0; i <= STEPS; i++) {
			double angle =
				M_PI / 2 * (corner - 2 + (double)i / STEPS);

			points[count++] =
				(struct point){ middle.x + radius * cos(angle),
						middle.y +
							radius * sin(angle) };
		}
	}
	points[count] = points[0];
	return drawing_line(drawing, INK_DOUBT, width, points, count + 1);
}

static int ring_clue(struct drawing *drawing, const struct outcome *outcome,
		     const struct reading *reading)
{
	return ring(drawing, outcome, &reading->px_box, &clue_ring);
}

/* Around the whole puzzle, where that is in doubt: its corners and clues. */
static int ring_whole(struct drawing *drawing, const struct outcome *outcome)
{
	struct box all = { 0 };

	for (int i = 0; i < 4; i++) {
		const struct point *corner = &outcome->px_corners.corner[i];
		struct box at = { (int)corner->x, (int)corner->y, 1, 1 };

		all = i ? box_join(&all, &at) : at;
	}
	for (size_t i = 0; i < outcome->reading_count; i++)
		if (outcome->readings[i].px_box.width)
			all = box_join(&all, &outcome->readings[i].px_box);
	return ring(drawing, outcome, &all, &whole_ring);
}

/* Marks in pixels: clues in doubt, and those that were changed. */
static int draw_rings(const struct outcome *outcome, struct layer *layer,
		      struct drawing *drawing)
{
	drawing_init(drawing, 1, 1);
	layer->drawing = drawing;
	layer->cell_to_px =
		(struct homography){ { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	if (outcome->doubted_whole && ring_whole(drawing, outcome) < 0)
		return -1;
	for (size_t i = 0; i < outcome->doubt_count; i++)
		if (ring_clue(drawing, outcome, &outcome->doubts[i].reading) <
		    0)
			return -1;
	for (size_t i = 0; i < outcome->repaired_count; i++)
		if (ring_clue(drawing, outcome, &outcome->repaired[i].reading) <
		    0)
			return -1;
	return 0;
}

static bool place_in_view(const void *data, struct point cell, struct point *px,
			  double *px_cell)
{
	return pillar_view_place(data, cell, px, px_cell);
}

/* Around a pillar: in pixels of one of its views. */
static int bend(const struct pillar_view *view, struct layer *layer,
		struct drawing *drawing)
{
	struct drawing flat = *drawing;
	int result = drawing_bend(&flat, place_in_view, view, drawing);

	layer->cell_to_px =
		(struct homography){ { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	drawing_fini(&flat);
	return result;
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
	drawing_set_style(drawing, &outcome->style);
	return outcome->view ? bend(outcome->view, layer, drawing) : 0;
}

bool answers_has_marks(const struct outcome_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];

		if (outcome->verdict == OUTCOME_SOLVED ||
		    outcome->doubted_whole || outcome->doubt_count ||
		    outcome->repaired_count)
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

/* Puzzles with the first of their answers, where they have one, and what is
 * said of them. */
struct items {
	struct export_item *list;
	struct buffer *texts; /* two each: headline, remarks */
	struct board_place **doubts;
	size_t count;
};

static void items_fini(struct items *items)
{
	for (size_t i = 0; i < 2 * items->count; i++)
		buffer_fini(&items->texts[i]);
	for (size_t i = 0; i < items->count; i++)
		free(items->doubts[i]);
	free(items->doubts);
	free(items->texts);
	free(items->list);
}

/* The places of the clues in doubt. */
static int find_doubts(const struct outcome *outcome, struct board_place **list,
		       size_t *count)
{
	*list = alloc_array(outcome->doubt_count, sizeof **list);
	if (!*list)
		return -1;
	for (size_t i = 0; i < outcome->doubt_count; i++)
		*count += doubt_find_place(&outcome->puzzle,
					   &outcome->doubts[i].reading,
					   &(*list)[*count]);
	return 0;
}

static int items_init(struct items *items, const struct outcome_list *list,
		      struct problem *problem)
{
	*items = (struct items){
		.list = alloc_array(list->count, sizeof *items->list),
		.texts = alloc_array(2 * list->count, sizeof *items->texts),
		.doubts = alloc_array(list->count, sizeof *items->doubts),
	};
	if (!items->list || !items->texts || !items->doubts) {
		items_fini(items);
		return no_memory(problem);
	}
	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];
		struct export_item *item = &items->list[i];
		struct buffer *texts = &items->texts[2 * i];

		buffer_init(&texts[0]);
		buffer_init(&texts[1]);
		items->count++;
		if (find_doubts(outcome, &items->doubts[i],
				&item->doubt_count) < 0) {
			items_fini(items);
			return no_memory(problem);
		}
		item->doubts = items->doubts[i];
		report_headline(outcome, &texts[0]);
		report_remarks(outcome, &texts[1]);
		item->headline = buffer_text(&texts[0]);
		item->remarks = buffer_text(&texts[1]);
		item->puzzle = &outcome->puzzle;
		item->aids = outcome->outline;
		if (outcome->verdict == OUTCOME_SOLVED)
			item->solution = &outcome->result.solutions[0];
	}
	return 0;
}

static int draw_fresh(struct image *image, const struct outcome_list *list,
		      struct problem *problem)
{
	struct items items;
	int result;

	if (items_init(&items, list, problem) < 0)
		return -1;
	result = export_image(items.list, items.count, px_fresh_cell, image,
			      problem);
	items_fini(&items);
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

/* A path's last part; of standard input nothing. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return !strcmp(path, "-") ? "" : slash ? slash + 1 : path;
}

int answers_save_items(const char *path, enum answers_document kind,
		       const char *source, const struct export_item *items,
		       size_t count, struct problem *problem)
{
	struct buffer out;
	int result;

	buffer_init(&out);
	if (kind == ANSWERS_SVG)
		result = export_svg(items, count, &out, problem);
	else
		result = html_write(items, count, base_name(source), &out,
				    problem);
	if (result == 0)
		result = file_save(path, out.data, out.length, problem);
	buffer_fini(&out);
	return result;
}

int answers_save_document(const char *path, enum answers_document kind,
			  const char *source, const struct outcome_list *list,
			  struct problem *problem)
{
	struct items items;
	int result;

	if (items_init(&items, list, problem) < 0)
		return -1;
	result = answers_save_items(path, kind, source, items.list, items.count,
				    problem);
	items_fini(&items);
	return result;
}

int answers_judge(const struct options *options, struct problem *problem)
{
	const char *const files[] = { options->draw, options->svg,
				      options->html };
	enum file_picture kind;
	bool some = false;

	for (int i = 0; i < 3; i++) {
		if (!files[i])
			continue;
		some = true;
		if (!strcmp(files[i], "-"))
			return problem_set(
				problem, PROBLEM_INPUT,
				"--draw, --svg and --html need a file, not "
				"'-': "
				"the answer itself goes to standard output");
		for (int k = 0; k < i; k++)
			if (files[k] && !strcmp(files[i], files[k]))
				return problem_set(
					problem, PROBLEM_INPUT,
					"--draw, --svg and --html need a "
					"different file each");
	}
	if (options->draw && file_picture_named(options->draw, &kind, NULL) < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "--draw writes .png, .jpg or .webp, as the "
				   "file's name ends");
	if (some && options->argument_count > 1 && !options->join)
		return problem_set(
			problem, PROBLEM_INPUT,
			"--draw, --svg and --html need one file; 'solveglass "
			"batch --output RESULTS FILE...' draws the answers of "
			"many");
	return 0;
}
