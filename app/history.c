#include "history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "batch_thumb.h"
#include "report.h"

/* Wide enough to know a puzzle again; some 5 kB. */
enum { PICTURE_SIDE_MAX = 200 };

/* The part of the picture with the puzzle, or all of it; shares its pixels. */
static struct image part_of(const struct image *image,
			    const struct outcome *outcome)
{
	double left = image->width, top = image->height, right = 0, bottom = 0;
	struct image part = *image;

	for (int i = 0; i < 4; i++) {
		const struct point *corner = &outcome->px_corners.corner[i];

		left = fmin(left, corner->x);
		right = fmax(right, corner->x + 1);
		top = fmin(top, corner->y);
		bottom = fmax(bottom, corner->y + 1);
	}
	left = fmax(left, 0);
	top = fmax(top, 0);
	right = fmin(right, image->width);
	bottom = fmin(bottom, image->height);
	if (!outcome->has_place || right - left < 2 || bottom - top < 2)
		return part;
	part.width = (int)(right - left);
	part.height = (int)(bottom - top);
	part.pixels = image_row(image, (int)top) + (int)left;
	return part;
}

static void keep(struct pipeline *pipeline, const char *source,
		 const struct image *image, const struct outcome *outcome)
{
	struct store_entry entry = { .rules = (char *)pipeline->rules,
				     .source = (char *)source,
				     .seconds = outcome->solve_seconds,
				     .seen = time(NULL) };
	uint8_t *picture = NULL;
	size_t length = 0;

	snprintf(entry.verdict, sizeof entry.verdict, "%s",
		 report_verdict(outcome));
	if (image) {
		struct image part = part_of(image, outcome);

		thumb_make(&part, PICTURE_SIDE_MAX, &picture, &length, NULL);
	}
	if (outcome->verdict == OUTCOME_SOLVED)
		store_keep(pipeline->store, &outcome->puzzle, pipeline->rules,
			   &outcome->result);
	store_note(pipeline->store, &outcome->puzzle, &entry, picture, length);
	free(picture);
}

void history_keep(struct pipeline *pipeline, const char *source,
		  const struct image *image, const struct outcome_list *list)
{
	for (size_t i = 0; pipeline->store && i < list->count; i++)
		keep(pipeline, source, image, &list->outcomes[i]);
}

int history_recall(struct pipeline *pipeline, long long id,
		   struct outcome_list *list, struct problem *problem)
{
	struct store_entry entry;
	struct puzzle puzzle;
	const char *rules = pipeline->rules;
	json_t *json = NULL;
	int result = -1;

	if (store_get(pipeline->store, id, &entry))
		json = json_loads(entry.puzzle, 0, NULL);
	if (!json)
		problem_set(problem, PROBLEM_INPUT,
			    "the history has no puzzle %lld", id);
	else if (puzzle_from_json(json, &puzzle, problem) == 0)
		result = pipeline_add(list, &puzzle, problem);
	json_decref(json);
	if (result == 0 && !strcmp(entry.verdict, "solved")) {
		pipeline->rules = entry.rules;
		result = pipeline_solve(
			pipeline, &list->outcomes[list->count - 1], problem);
		pipeline->rules = rules;
	}
	store_entry_fini(&entry);
	return result;
}
