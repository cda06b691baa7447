#include "measure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static int find_best(const float *out, int but)
{
	int best = -1;

	for (int i = 0; i < GLYPH_CLASSES; i++)
		if (i != but && (best < 0 || out[i] > out[best]))
			best = i;
	return best;
}

static double find_loss(const float *out, int label, float temperature)
{
	float most = out[find_best(out, -1)];
	double sum = 0;

	for (int i = 0; i < GLYPH_CLASSES; i++)
		sum += exp((out[i] - most) / temperature);
	return log(sum) - (out[label] - most) / temperature;
}

void measure_scenes(const struct glyph_net *net,
		    struct glyph_scene_maker *maker,
		    const struct glyph_scene_order *order, int count,
		    struct measure *measure)
{
	struct glyph_layers layers = { 0 };
	struct glyph_scene scene;

	for (int i = 0; i < count; i++) {
		glyph_scene_make(maker, order, &scene);
		glyph_net_run(net, scene.patch.value, &layers);
		measure->count[scene.label][find_best(layers.out, -1)]++;
		measure->loss += find_loss(layers.out, (int)scene.label,
					   net->temperature);
	}
}

double measure_digits_right(const struct measure *measure)
{
	int right = 0, all = 0;

	for (int i = 0; i < 10; i++)
		for (int k = 0; k < GLYPH_CLASSES; k++) {
			all += measure->count[i][k];
			right += i == k ? measure->count[i][k] : 0;
		}
	return all ? (double)right / all : 0;
}

enum { TEMPERATURE_SCENES = 20000 };

float measure_temperature(const struct glyph_net *net,
			  struct glyph_scene_maker *maker)
{
	static const struct glyph_scene_order order = { TYPEFACE_HOLD,
							GLYPH_SCENE_HARD, 8, 48,
							0.25 };
	float(*outs)[NET_OUT] = alloc_array(TEMPERATURE_SCENES, sizeof *outs);
	int *labels = alloc_array(TEMPERATURE_SCENES, sizeof *labels);
	struct glyph_layers layers = { 0 };
	double least = 1e30;
	float best = 1;
	struct glyph_scene scene;

	for (int i = 0; outs && labels && i < TEMPERATURE_SCENES; i++) {
		glyph_scene_make(maker, &order, &scene);
		glyph_net_run(net, scene.patch.value, &layers);
		memcpy(outs[i], layers.out, sizeof layers.out);
		labels[i] = (int)scene.label;
	}
	for (float t = 0.5f; outs && labels && t < 3; t *= 1.03f) {
		double loss = 0;

		for (int i = 0; i < TEMPERATURE_SCENES; i++)
			loss += find_loss(outs[i], labels[i], t);
		if (loss < least) {
			least = loss;
			best = t;
		}
	}
	free(outs);
	free(labels);
	return best;
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

/* Scenes a row of the table of heights, and of the confusion table. */
enum { ROW_SCENES = 40000, CONFUSION_SCENES = 200000 };

static void print_heights(const struct glyph_net *net,
			  struct glyph_scene_maker *maker)
{
	static const double heights[] = {
		8, 10, 12, 14, 16, 20, 24, 32, 48, 64
	};

	printf("\n| glyph height | digits right | A, B right | others taken "
	       "for a digit |\n|---|---|---|---|\n");
	for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
		struct glyph_scene_order order = { TYPEFACE_TEST,
						   GLYPH_SCENE_PLAIN,
						   heights[i], heights[i],
						   0.2 };
		struct measure m = { 0 };
		int letters = 0, letters_right = 0, none = 0, taken = 0;

		measure_scenes(net, maker, &order, ROW_SCENES, &m);
		for (int k = 0; k < GLYPH_CLASSES; k++) {
			letters += m.count[GLYPH_A][k] + m.count[GLYPH_B][k];
			none += m.count[GLYPH_NONE][k];
			taken += k < 10 ? m.count[GLYPH_NONE][k] : 0;
		}
		letters_right =
			m.count[GLYPH_A][GLYPH_A] + m.count[GLYPH_B][GLYPH_B];
		printf("| %.0f px | %.3f %% | %.2f %% | %.2f %% |\n",
		       heights[i], 100 * measure_digits_right(&m),
		       100.0 * letters_right / letters, 100.0 * taken / none);
	}
}

static int print_confusion(const struct glyph_net *net,
			   struct glyph_scene_maker *maker, const char *path,
			   struct problem *problem)
{
	static const struct glyph_scene_order order = { TYPEFACE_TEST,
							GLYPH_SCENE_PLAIN, 8,
							48, 0.2 };
	static const char names[] = "0123456789AB?";
	struct measure m = { 0 };
	FILE *file;

	measure_scenes(net, maker, &order, CONFUSION_SCENES, &m);
	printf("\n| drawn \\ read |");
	for (int k = 0; k < GLYPH_CLASSES; k++)
		printf(" %c |", names[k]);
	printf("\n|---|");
	for (int k = 0; k < GLYPH_CLASSES; k++)
		printf("---|");
	for (int i = 0; i < GLYPH_CLASSES; i++) {
		printf("\n| %c |", names[i]);
		for (int k = 0; k < GLYPH_CLASSES; k++)
			printf(" %d |", m.count[i][k]);
	}
	printf("\n");
	if (!path)
		return 0;
	file = fopen(path, "w");
	if (!file)
		return problem_set(problem, PROBLEM_INPUT, "%s: '%s'",
				   strerror(errno), path);
	fprintf(file, "drawn,read,count\n");
	for (int i = 0; i < GLYPH_CLASSES; i++)
		for (int k = 0; k < GLYPH_CLASSES; k++)
			if (m.count[i][k])
				fprintf(file, "%c,%c,%d\n", names[i], names[k],
					m.count[i][k]);
	return fclose(file) == 0 ? 0
				 : problem_set(problem, PROBLEM_INPUT,
					       "cannot write '%s'", path);
}

/* Of glyphs read with a probability near p, p should be right. */
static void print_calibration(const struct glyph_net *net,
			      struct glyph_scene_maker *maker)
{
	static const double edges[] = { 0, 0.5, 0.8, 0.95, 0.99, 0.999, 1.1 };
	enum { BINS = sizeof edges / sizeof *edges - 1 };
	static const struct glyph_scene_order order = { TYPEFACE_TEST,
							GLYPH_SCENE_PLAIN, 8,
							48, 0.2 };
	int count[BINS] = { 0 }, right[BINS] = { 0 };
	double claimed[BINS] = { 0 };
	struct glyph_layers layers = { 0 };
	struct glyph_scene scene;

	for (int i = 0; i < CONFUSION_SCENES; i++) {
		int best, bin = 0;
		double p;

		glyph_scene_make(maker, &order, &scene);
		glyph_net_run(net, scene.patch.value, &layers);
		best = find_best(layers.out, -1);
		p = exp(-find_loss(layers.out, best, net->temperature));
		while (p >= edges[bin + 1])
			bin++;
		count[bin]++;
		claimed[bin] += p;
		right[bin] += best == (int)scene.label;
	}
	printf("\n| claimed | glyphs | mean claim | right |\n"
	       "|---|---|---|---|\n");
	for (int i = 0; i < BINS; i++)
		if (count[i])
			printf("| %g to %g | %d | %.4f | %.4f |\n", edges[i],
			       fmin(edges[i + 1], 1), count[i],
			       claimed[i] / count[i],
			       (double)right[i] / count[i]);
}

int measure_print(const struct glyph_net *net,
		  const struct typefaces *typefaces, uint64_t seed,
		  const char *confusion, struct problem *problem)
{
	struct glyph_scene_maker *maker =
		glyph_scene_maker_new(typefaces, seed);
	int status;

	if (!maker)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	printf("\ntemperature %.3f\n", (double)net->temperature);
	print_heights(net, maker);
	print_calibration(net, maker);
	status = print_confusion(net, maker, confusion, problem);
	glyph_scene_maker_free(maker);
	return status;
}
