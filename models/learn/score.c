#include "score.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "learn.h"

static int best_of(const float *out, int classes)
{
	int best = 0;

	for (int i = 1; i < classes; i++)
		if (out[i] > out[best])
			best = i;
	return best;
}

static double loss_of(const float *out, int classes, int label,
		      float temperature)
{
	float most = out[best_of(out, classes)];
	double sum = 0;

	for (int i = 0; i < classes; i++)
		sum += exp((out[i] - most) / temperature);
	return log(sum) - (out[label] - most) / temperature;
}

/* What the network says of patches, and what they are. */
struct said {
	float (*outs)[SCORE_CLASSES_MOST];
	int *labels;
};

static void free_said(struct said *said)
{
	free(said->outs);
	free(said->labels);
}

static float temperature_of(const struct scored *scored)
{
	return scored->judge ? 1
			     : scored->weights[net_floats(scored->shape) - 1];
}

/* Fills in logits at the first network's temperature. */
static void say_one(const struct scored *scored, struct net_values *values,
		    float *out)
{
	const float *second = scored->second;
	float share = second ? 0.5f : 1;

	net_run(scored->shape, scored->weights, values);
	for (int i = 0; i < scored->classes; i++)
		out[i] = share * values->out[i];
	if (!second)
		return;
	share *= temperature_of(scored) / second[net_floats(scored->shape) - 1];
	net_run(scored->shape, second, values);
	for (int i = 0; i < scored->classes; i++)
		out[i] += share * values->out[i];
}

/* 0 or -1; free_said frees in both cases. */
static int say(const struct scored *scored, int count, struct said *said)
{
	const struct net_shape *shape = scored->shape;
	struct net_values values;
	int pixels = shape->side * shape->side * shape->inputs;
	float *patch = alloc_array((size_t)pixels, sizeof *patch);
	bool made = layers_make(shape, &values) && patch;

	said->outs = alloc_array((size_t)count, sizeof *said->outs);
	said->labels = alloc_array((size_t)count, sizeof *said->labels);
	made = made && said->outs && said->labels;
	for (int i = 0; made && i < count; i++) {
		said->labels[i] = scored->draw(scored->maker, patch);
		if (scored->judge) {
			made = scored->judge(scored->maker, said->outs[i]) == 0;
			continue;
		}
		net_set_patch(shape, patch, values.input);
		say_one(scored, &values, said->outs[i]);
	}
	free(patch);
	layers_free(&values);
	return made ? 0 : -1;
}

int score_count(const struct scored *scored, int count, struct score *score)
{
	struct said said;
	int result = say(scored, count, &said);

	for (int i = 0; result == 0 && i < count; i++) {
		int label = said.labels[i];

		score->count[label][best_of(said.outs[i], scored->classes)]++;
		score->loss += loss_of(said.outs[i], scored->classes, label,
				       temperature_of(scored));
	}
	free_said(&said);
	return result;
}

int score_temperature(const struct scored *scored, int count,
		      float *temperature)
{
	struct said said;
	double least = 1e30;
	int result = say(scored, count, &said);

	for (float t = 0.5f; result == 0 && t < 3; t *= 1.03f) {
		double loss = 0;

		for (int i = 0; i < count; i++)
			loss += loss_of(said.outs[i], scored->classes,
					said.labels[i], t);
		if (loss < least) {
			least = loss;
			*temperature = t;
		}
	}
	free_said(&said);
	return result;
}

static const double edges[] = { 0, 0.5, 0.8, 0.95, 0.99, 0.999, 1.1 };
enum { CLAIMS = sizeof edges / sizeof *edges - 1 };

int score_print_claims(const struct scored *scored, int count)
{
	int made[CLAIMS] = { 0 }, right[CLAIMS] = { 0 };
	double claimed[CLAIMS] = { 0 };
	struct said said;
	int result = say(scored, count, &said);

	for (int i = 0; result == 0 && i < count; i++) {
		int best = best_of(said.outs[i], scored->classes), bin = 0;
		double p = exp(-loss_of(said.outs[i], scored->classes, best,
					temperature_of(scored)));

		while (p >= edges[bin + 1])
			bin++;
		made[bin]++;
		claimed[bin] += p;
		right[bin] += best == said.labels[i];
	}
	printf("\n| claimed | patches | mean claim | right |\n"
	       "|---|---|---|---|\n");
	for (int i = 0; i < CLAIMS; i++)
		if (made[i])
			printf("| %g to %g | %d | %.4f | %.4f |\n", edges[i],
			       fmin(edges[i + 1], 1), made[i],
			       claimed[i] / made[i],
			       (double)right[i] / made[i]);
	free_said(&said);
	return result;
}

double score_right(const struct score *score, int classes)
{
	int right = 0, all = 0;

	for (int i = 0; i < classes; i++)
		for (int k = 0; k < classes; k++) {
			all += score->count[i][k];
			right += i == k ? score->count[i][k] : 0;
		}
	return all ? (double)right / all : 0;
}

static void print_table(const struct score *score, int classes,
			const char *const *names)
{
	printf("\n| drawn \\ read |");
	for (int k = 0; k < classes; k++)
		printf(" %s |", names[k]);
	printf("\n|---|");
	for (int k = 0; k < classes; k++)
		printf("---|");
	for (int i = 0; i < classes; i++) {
		printf("\n| %s |", names[i]);
		for (int k = 0; k < classes; k++)
			printf(" %d |", score->count[i][k]);
	}
	printf("\n");
}

static int write_table(const struct score *score, int classes,
		       const char *const *names, const char *path,
		       struct problem *problem)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return problem_set(problem, PROBLEM_INPUT, "%s: '%s'",
				   strerror(errno), path);
	fprintf(file, "drawn,read,count\n");
	for (int i = 0; i < classes; i++)
		for (int k = 0; k < classes; k++)
			if (score->count[i][k])
				fprintf(file, "%s,%s,%d\n", names[i], names[k],
					score->count[i][k]);
	return fclose(file) == 0 ? 0
				 : problem_set(problem, PROBLEM_INPUT,
					       "cannot write '%s'", path);
}

int score_print_confusion(const struct scored *scored, int count,
			  const char *const *names, const char *path,
			  struct problem *problem)
{
	struct score score = { .loss = 0 };

	if (score_count(scored, count, &score) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to judge in");
	print_table(&score, scored->classes, names);
	return path ? write_table(&score, scored->classes, names, path, problem)
		    : 0;
}

int weights_read(const char *path, float *weights, int count,
		 struct problem *problem)
{
	FILE *file = fopen(path, "rb");
	size_t read;

	if (!file)
		return problem_set(problem, PROBLEM_INPUT, "%s: '%s'",
				   strerror(errno), path);
	read = fread(weights, sizeof *weights, (size_t)count, file);
	fclose(file);
	return read == (size_t)count ? 0
				     : problem_set(problem, PROBLEM_INPUT,
						   "too short: '%s'", path);
}

int weights_write(const char *path, const float *weights, int count,
		  struct problem *problem)
{
	FILE *file = fopen(path, "wb");
	size_t written;

	if (!file)
		return problem_set(problem, PROBLEM_INPUT, "%s: '%s'",
				   strerror(errno), path);
	written = fwrite(weights, sizeof *weights, (size_t)count, file);
	return fclose(file) == 0 && written == (size_t)count
		       ? 0
		       : problem_set(problem, PROBLEM_INPUT,
				     "cannot write '%s'", path);
}
