#include "measure.h"

#include <stdio.h>
#include <string.h>

static const struct net_shape shape = GLYPH_NET_SHAPE;

static const char *const names[GLYPH_CLASSES] = { "0", "1", "2", "3", "4",
						  "5", "6", "7", "8", "9",
						  "A", "B", "?" };

int glyph_source_draw(void *source, float *patch)
{
	struct glyph_source *glyphs = source;
	struct glyph_scene scene;

	glyph_scene_make(glyphs->maker, &glyphs->order, &scene);
	memcpy(patch, scene.patch.value, sizeof scene.patch.value);
	return (int)scene.label;
}

struct scored glyphs_scored(const struct glyph_net *net,
			    struct glyph_source *source)
{
	return (struct scored){ .shape = &shape,
				.classes = GLYPH_CLASSES,
				.weights = (const float *)net,
				.draw = glyph_source_draw,
				.maker = source };
}

/* Of the digits drawn, the share read as what they are. */
static double digits_right(const struct score *score)
{
	int right = 0, all = 0;

	for (int i = 0; i < 10; i++)
		for (int k = 0; k < GLYPH_CLASSES; k++) {
			all += score->count[i][k];
			right += i == k ? score->count[i][k] : 0;
		}
	return all ? (double)right / all : 0;
}

void typefaces_print(const struct typefaces *typefaces)
{
	static const char *const titles[] = { "train", "hold", "test" };

	for (int use = 0; use < TYPEFACE_USES; use++) {
		size_t designs = 0, fonts = 0;

		for (size_t i = 0; i < typefaces->count; i++)
			if ((int)typefaces->list[i].use == use) {
				designs++;
				fonts += typefaces->list[i].count;
			}
		printf("%s: %zu typefaces, %zu fonts\n", titles[use], designs,
		       fonts);
	}
}

/* Scenes a row of the table of heights, and of the other tables. */
enum { ROW_SCENES = 40000, TABLE_SCENES = 200000 };

static int print_heights(const struct scored *scored,
			 struct glyph_scene_order *order)
{
	static const double heights[] = {
		8, 10, 12, 14, 16, 20, 24, 32, 48, 64
	};
	int status = 0;

	printf("\n| glyph height | digits right | A, B right | others taken "
	       "for a digit |\n|---|---|---|---|\n");
	for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
		struct score m = { .loss = 0 };
		int letters = 0, letters_right = 0, none = 0, taken = 0;

		order->height_low = order->height_high = heights[i];
		status |= score_count(scored, ROW_SCENES, &m);
		for (int k = 0; k < GLYPH_CLASSES; k++) {
			letters += m.count[GLYPH_A][k] + m.count[GLYPH_B][k];
			none += m.count[GLYPH_NONE][k];
			taken += k < 10 ? m.count[GLYPH_NONE][k] : 0;
		}
		letters_right =
			m.count[GLYPH_A][GLYPH_A] + m.count[GLYPH_B][GLYPH_B];
		printf("| %.0f px | %.3f %% | %.2f %% | %.2f %% |\n",
		       heights[i], 100 * digits_right(&m),
		       100.0 * letters_right / letters, 100.0 * taken / none);
	}
	return status;
}

int measure_print(const struct glyph_net *net, const struct glyph_net *second,
		  const struct typefaces *typefaces, uint64_t seed,
		  const char *confusion, struct problem *problem)
{
	struct glyph_source source = { glyph_scene_maker_new(typefaces, seed),
				       { TYPEFACE_TEST, GLYPH_SCENE_PLAIN, 8,
					 48, 0.2 } };
	struct scored scored = glyphs_scored(net, &source);
	int status;

	scored.second = (const float *)second;
	if (!source.maker)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	printf("\ntemperature %.3f\n", (double)net->temperature);
	status = print_heights(&scored, &source.order);
	source.order.height_low = 8;
	source.order.height_high = 48;
	status |= score_print_claims(&scored, TABLE_SCENES);
	if (status < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory to judge in");
	else
		status = score_print_confusion(&scored, TABLE_SCENES, names,
					       confusion, problem);
	glyph_scene_maker_free(source.maker);
	return status;
}
