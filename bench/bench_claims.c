/* What the shared stages see in pictures, for people who work on them.
 *
 *   bench_claims [--tokens] [--FAMILY] PICTURE...
 *
 * Prints a line of JSON a claim: the picture, its features, how many slots it
 * has, how likely it was judged, how likely its clues are, and the puzzle. That
 * is what scripts/fit-claims fits the score's weights to. With --tokens all
 * tokens and grids are told on standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "file.h"
#include "spine.h"
#include "usage.h"

struct viewer {
	const char *picture;
	bool tokens;
	int looks;
};

static void print_tokens(const struct token_list *tokens)
{
	static const char *const kinds[] = { "box", "disc", "word" };

	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->tokens[i];

		fprintf(stderr,
			"  %zu %s at %.0f,%.0f of %.0f x %.0f in %d word %d "
			"words %d%s%s number %.2f fill %06x tail %.0f..%.0f\n",
			i, kinds[token->kind], token->px_at.x, token->px_at.y,
			token->px_width, token->px_height, token->box,
			token->word, token->words,
			token->line > 1 ? " text" : "",
			token->bare ? " bare" : "", token->number, token->fill,
			token->px_tail.corner[0].x, token->px_tail.corner[1].x);
	}
}

static void print_slot(const struct slot *slot)
{
	const struct number_reading *reading = slot->reading;

	if (!reading)
		fprintf(stderr,
			slot->boxed ? "     []      " : "     .       ");
	else if (reading->count && reading->values[0].chance > .5)
		fprintf(stderr, "%6d (%.2f)", reading->values[0].value,
			reading->values[0].chance);
	else if (reading->nothing > .5)
		fprintf(stderr, "     - (%.2f)", reading->nothing);
	else
		fprintf(stderr, "     ? (%.2f)", reading->other);
}

static void print_grids(const struct scene *scene)
{
	for (size_t i = 0; i < scene->grid_count; i++) {
		const struct grid *grid = scene->grids[i].grid;

		fprintf(stderr, "  grid of %d x %d, residual %.3f\n",
			grid->columns, grid->rows, grid->residual);
		for (int y = 0; y < grid->rows; y++) {
			for (int x = 0; x < grid->columns; x++)
				print_slot(&scene->grids[i].slots[y][x]);
			fprintf(stderr, "\n");
		}
	}
	for (size_t i = 0; i < scene->stack_count; i++) {
		const struct stack *stack = scene->stacks[i].stack;

		fprintf(stderr, "  stack of %d rows, residual %.3f\n",
			stack->rows, stack->residual);
		for (int y = 0; y < stack->rows; y++) {
			for (int x = 0; x <= y; x++)
				print_slot(&scene->stacks[i].slots[y][x]);
			fprintf(stderr, "\n");
		}
	}
}

/* Of each clue that is read: its name, value, whether a word stands there, and
 * how likely it is, that there is nothing, and another word. */
static json_t *readings_to_json(const struct claim *claim)
{
	json_t *list = json_array();

	for (size_t i = 0; i < claim->clue_count; i++) {
		const struct claim_clue *clue = &claim->clues[i];

		if (clue->reading)
			json_array_append_new(list,
					      json_pack("[sibfff]", clue->name,
							clue->value, clue->word,
							claim_clue_chance(clue),
							clue->reading->nothing,
							clue->reading->other));
	}
	return list;
}

static void print_quartets(const struct scene *scene)
{
	for (size_t i = 0; i < scene->quartet_count; i++) {
		const struct slot_quartet *quartet = &scene->quartets[i];

		fprintf(stderr, "  quartet, residual %.3f, unseen %.2f\n",
			quartet->quartet->residual, quartet->ground.unseen);
		for (int k = 0; k < 4; k++)
			print_slot(&quartet->circles[k]);
		for (int k = 0; k < GROUND_CELLS; k++) {
			const struct colour *fill =
				&quartet->ground.fills[0][k];

			if (k % 3 == 0)
				fprintf(stderr, "\n");
			print_slot(&quartet->cells[k]);
			fprintf(stderr, " %3.0f %3.0f %3.0f",
				(double)fill->part[2], (double)fill->part[1],
				(double)fill->part[0]);
		}
		fprintf(stderr, "\n  beside it");
		for (size_t k = 0; k < quartet->number_count; k++) {
			print_slot(&quartet->numbers[k].slot);
			fprintf(stderr, " at %.2f,%.2f",
				quartet->numbers[k].unit_at.x,
				quartet->numbers[k].unit_at.y);
		}
		fprintf(stderr, "\n");
	}
}

static double clues_chance(const struct claim *claim)
{
	double chance = 1;

	for (size_t i = 0; i < claim->clue_count; i++)
		chance *= claim_clue_chance(&claim->clues[i]);
	return chance;
}

static void view(void *data, const struct scene *scene,
		 const struct claim_list *claims)
{
	struct viewer *viewer = data;

	if (viewer->tokens) {
		fprintf(stderr, "%s, source %d: %zu tokens\n", viewer->picture,
			viewer->looks, scene->tokens->count);
		print_tokens(scene->tokens);
		print_grids(scene);
		print_quartets(scene);
	}
	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->claims[i];
		json_t *features, *corners, *line;
		char *text;

		if (claim->wants_squares)
			continue;
		features = json_array();
		corners = json_array();

		for (int k = 0; k < CLAIM_FEATURES; k++)
			json_array_append_new(features,
					      json_real(claim->features[k]));
		for (int k = 0; k < 4; k++)
			json_array_append_new(
				corners,
				json_pack("[ff]", claim->px_corners.corner[k].x,
					  claim->px_corners.corner[k].y));
		line = json_pack("{s:s,s:i,s:o,s:o,s:f,s:f,s:f,s:o,s:o}",
				 "picture", viewer->picture, "source",
				 viewer->looks, "features", features, "corners",
				 corners, "slots", claim->slots, "chance",
				 claim->chance, "clues", clues_chance(claim),
				 "puzzle", puzzle_to_json(&claim->puzzle),
				 "readings", readings_to_json(claim));
		text = line ? json_dumps(line, JSON_COMPACT) : NULL;
		if (text)
			puts(text);
		free(text);
		json_decref(line);
	}
	viewer->looks++;
}

/* A line a claim of sigils: its features and the puzzle. */
static void view_sigils(void *data, const struct sigils_claims *claims)
{
	struct viewer *viewer = data;

	for (size_t i = 0; i < claims->count; i++) {
		const struct sigils_claim *claim = &claims->claims[i];
		struct puzzle puzzle = { .family = FAMILY_sigils,
					 .as.sigils = claim->puzzle };
		json_t *features = json_array(), *line;
		char *text;

		for (int k = 0; k < SIGILS_FEATURES; k++)
			json_array_append_new(features,
					      json_real(claim->features[k]));
		line = json_pack("{s:s,s:o,s:f,s:f,s:o}", "picture",
				 viewer->picture, "features", features,
				 "chance", claim->chance, "clues",
				 claim->pieces_chance, "puzzle",
				 puzzle_to_json(&puzzle));
		text = line ? json_dumps(line, JSON_COMPACT) : NULL;
		if (text)
			puts(text);
		free(text);
		json_decref(line);
	}
}

int main(int argc, char **argv)
{
	bool tokens = argc > 1 && !strcmp(argv[1], "--tokens");
	unsigned wanted = spine_families();
	struct readers readers = { 0 };
	struct problem problem = { 0 };
	int result = 0, first = 1;

	usage(argc, argv, "[--tokens] [--FAMILY] PICTURE...");
	first += tokens;
	if (argc > first && !strncmp(argv[first], "--", 2)) {
		enum family family = puzzle_family_named(argv[first++] + 2);

		wanted = family < FAMILY_COUNT ? 1u << family : 0;
	}
	for (int i = first; i < argc; i++) {
		struct viewer viewer = { .picture = argv[i], .tokens = tokens };
		struct spine_viewer on_view = { view, view_sigils, &viewer };
		struct sighting_list list = { 0 };
		struct image image = { 0 };

		if (file_load_image(argv[i], &image, &problem) < 0 ||
		    spine_read(&readers, &image, wanted, false, &on_view, &list,
			       NULL, &problem) < 0) {
			fprintf(stderr, "%s: %s\n", argv[i], problem.text);
			problem = (struct problem){ 0 };
			result = 1;
		}
		sighting_list_fini(&list);
		image_fini(&image);
	}
	readers_free(&readers);
	return result;
}
