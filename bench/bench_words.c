/* The places of pictures that the shared stages ask the number network about,
 * what it says of them, and how long that takes.
 *
 *   bench_words PICTURE...
 *
 * Prints a line of JSON a picture: "places" has of each word and each slot of a
 * layout its "quad" and "slot", the likeliest "value" and its "chance", and the
 * chances of "nothing" and "other". models/numbers/train.py pages makes crops
 * to learn from of it. Tells the processor time a place on standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <jansson.h>

#include "alloc.h"
#include "file.h"
#include "spine.h"
#include "usage.h"

struct places {
	struct quad *quads;
	bool *slots;
	size_t count, quad_capacity, slot_capacity;
};

static bool is_same(const struct quad *a, const struct quad *b)
{
	for (int i = 0; i < 4; i++)
		if (point_distance(a->corner[i], b->corner[i]) > .01)
			return false;
	return true;
}

static void add(struct places *places, const struct quad *quad, bool slot)
{
	for (size_t i = 0; i < places->count; i++)
		if (is_same(&places->quads[i], quad))
			return;
	if (alloc_grow(&places->quads, &places->quad_capacity,
		       places->count + 1, sizeof *places->quads) < 0 ||
	    alloc_grow(&places->slots, &places->slot_capacity,
		       places->count + 1, sizeof *places->slots) < 0)
		return;
	places->quads[places->count] = *quad;
	places->slots[places->count++] = slot;
}

static void view(void *data, const struct scene *scene,
		 const struct claim_list *claims)
{
	struct places *places = data;

	(void)claims;
	for (size_t i = 0; i < scene->tokens->count; i++) {
		const struct token *token = &scene->tokens->tokens[i];

		if (token->kind == TOKEN_WORD &&
		    (token->line <= 1 || token->box >= 0))
			add(places, &token->px_quad, false);
	}
	for (size_t i = 0; i < scene->grid_count; i++)
		for (int y = 0; y < scene->grids[i].grid->rows; y++)
			for (int x = 0; x < scene->grids[i].grid->columns; x++)
				if (scene->grids[i].slots[y][x].reading)
					add(places,
					    &scene->grids[i]
						     .slots[y][x]
						     .px_place,
					    true);
	for (size_t i = 0; i < scene->stack_count; i++)
		for (int y = 0; y < scene->stacks[i].stack->rows; y++)
			for (int x = 0; x <= y; x++)
				if (scene->stacks[i].slots[y][x].reading)
					add(places,
					    &scene->stacks[i]
						     .slots[y][x]
						     .px_place,
					    true);
}

static json_t *place_json(const struct quad *quad, bool slot,
			  const struct number_reading *reading)
{
	json_t *corners = json_array();

	for (int k = 0; k < 4; k++)
		json_array_append_new(corners,
				      json_pack("[ff]", quad->corner[k].x,
						quad->corner[k].y));
	return json_pack(
		"{s:o,s:b,s:i,s:f,s:f,s:f,s:f}", "quad", corners, "slot", slot,
		"value", reading->count ? reading->values[0].value : -1,
		"chance", reading->count ? reading->values[0].chance : 0.,
		"nothing", reading->nothing, "other", reading->other, "letter",
		reading->a + reading->b);
}

static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
	struct readers readers = { 0 };
	struct problem problem = { 0 };
	double spent = 0;
	size_t read = 0;
	int result = 0;

	usage(argc, argv, "PICTURE...");
	for (int i = 1; i < argc && result == 0; i++) {
		struct places places = { 0 };
		struct spine_viewer viewer = { .view = view, .data = &places };
		struct sighting_list list = { 0 };
		struct image image = { 0 };
		struct number_reading *readings = NULL;
		json_t *told = json_array(), *line;
		double start;

		result = file_load_image(argv[i], &image, &problem);
		if (result == 0)
			result = spine_read(&readers, &image, spine_families(),
					    false, &viewer, &list, NULL,
					    &problem);
		readings = alloc_array(places.count + 1, sizeof *readings);
		start = seconds();
		if (result == 0 && readings)
			result = number_read_places(
				readers.numbers, &image, places.quads,
				(int)places.count, readings, &problem);
		spent += seconds() - start;
		read += places.count;
		for (size_t k = 0; k < places.count && result == 0; k++)
			json_array_append_new(told, place_json(&places.quads[k],
							       places.slots[k],
							       &readings[k]));
		line = json_pack("{s:s,s:o}", "picture", argv[i], "places",
				 told);
		if (line && result == 0)
			json_dumpf(line, stdout, JSON_COMPACT);
		putchar('\n');
		json_decref(line);
		free(readings);
		free(places.quads);
		free(places.slots);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	if (problem.text[0])
		fprintf(stderr, "bench_words: %s\n", problem.text);
	fprintf(stderr, "%zu places, %.1f us each\n", read,
		read ? 1e6 * spent / (double)read : 0);
	readers_free(&readers);
	return result < 0;
}
