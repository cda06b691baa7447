#include "suko_match.h"

#include <math.h>
#include <string.h>

/* Noise of the mean colour of a mark, in levels; it hides what is as small. */
#define NOISE 1.0
/* How much of the marks' differences the areas' differences may leave
 * unexplained (a share, 0..1), and how much more the next best way must leave:
 * two areas that are matched the wrong way round leave a half and more. */
#define LEFT_MOST 0.35
#define LEFT_MARGIN 0.25

/* A way to match: of each area the mark. */
struct way {
	int grouping, count;
	struct tint areas[SUKO_AREAS_SEEN], marks[SUKO_AREAS_SEEN];
	int pick[SUKO_AREAS_SEEN];
};

typedef void take_way(void *taker, const struct way *way, double left);

static double product(const struct tint *a, const struct tint *b)
{
	return TINT_LIGHT_WEIGHT * TINT_LIGHT_WEIGHT * a->light * b->light +
	       a->red_green * b->red_green + a->yellow_blue * b->yellow_blue;
}

static void subtract_mean(struct tint *tints, int count)
{
	struct tint mean = { 0, 0, 0 };

	for (int i = 0; i < count; i++) {
		mean.light += tints[i].light / count;
		mean.red_green += tints[i].red_green / count;
		mean.yellow_blue += tints[i].yellow_blue / count;
	}
	for (int i = 0; i < count; i++)
		tints[i] = tint_less(&tints[i], &mean);
}

/* The share of the marks' differences that those of the areas, made smaller by
 * what is around the marks, leave unexplained. */
static double left_by(const struct way *way)
{
	double aa = 0, mm = 0, am = 0, left;

	for (int i = 0; i < way->count; i++) {
		const struct tint *area = &way->areas[i];
		const struct tint *mark = &way->marks[way->pick[i]];

		aa += product(area, area);
		mm += product(mark, mark);
		am += product(area, mark);
	}
	if (am <= 0 || mm <= 0)
		return 1;
	left = fmax(0, mm - am * am / aa) + way->count * NOISE * NOISE;
	return fmin(1, sqrt(left / mm));
}

/* Hands on all ways to give each area from `area` on one of the marks. */
static void go_through(struct way *way, int area, take_way *take, void *taker)
{
	if (area == way->count || area == SUKO_AREAS_SEEN) {
		take(taker, way, left_by(way));
		return;
	}
	for (int i = 0; i < way->count; i++) {
		bool taken = false;

		for (int k = 0; k < area; k++)
			taken |= way->pick[k] == i;
		way->pick[area] = i;
		if (!taken)
			go_through(way, area + 1, take, taker);
	}
}

static void try_all(const struct suko_match *match, const struct tint *marks,
		    int count, take_way *take, void *taker)
{
	for (int i = 0; i < match->grouping_count; i++) {
		const struct suko_areas *areas = &match->groupings[i].areas;
		struct way way = { .grouping = i, .count = count };

		if (areas->count != count)
			continue;
		memcpy(way.areas, areas->tints, sizeof way.areas);
		memcpy(way.marks, marks, sizeof *marks * (size_t)count);
		subtract_mean(way.areas, count);
		subtract_mean(way.marks, count);
		go_through(&way, 0, take, taker);
	}
}

int suko_match_init(struct suko_match *match,
		    const struct tint tints[SUKO_CELLS])
{
	memset(match, 0, sizeof *match);
	match->least = match->second = 1;
	match->grouping_count = suko_groups_find(tints, match->groupings);
	return match->grouping_count;
}

static void take_least(void *taker, const struct way *way, double left)
{
	double *least = taker;

	(void)way;
	*least = fmin(*least, left);
}

double suko_match_left(const struct suko_match *match, const struct tint *marks,
		       int count)
{
	double least = 1;

	try_all(match, marks, count, take_least, &least);
	return least;
}

struct trial {
	struct suko_match *match;
	const struct number *const *totals;
};

static bool is_best(const struct trial *trial, const struct way *way)
{
	const struct suko_match *match = trial->match;

	if (match->grouping != way->grouping)
		return false;
	for (int i = 0; i < way->count; i++)
		if (match->totals[i].value !=
		    trial->totals[way->pick[i]]->value)
			return false;
	return true;
}

static void take_best(void *taker, const struct way *way, double left)
{
	const struct trial *trial = taker;
	struct suko_match *match = trial->match;
	bool known = match->least < 1 && is_best(trial, way);

	if (left < match->least) {
		if (!known)
			match->second = match->least;
		match->least = left;
		match->grouping = way->grouping;
		for (int i = 0; i < way->count; i++)
			match->totals[i] = *trial->totals[way->pick[i]];
	} else if (!known) {
		match->second = fmin(match->second, left);
	}
}

void suko_match_try(struct suko_match *match, const struct tint *marks,
		    const struct number *const *totals, int count)
{
	struct trial trial = { match, totals };

	try_all(match, marks, count, take_best, &trial);
}

bool suko_match_may_be(double left)
{
	return left <= LEFT_MOST;
}

bool suko_match_is_clear(const struct suko_match *match)
{
	return match->least <= LEFT_MOST &&
	       match->second >= match->least + LEFT_MARGIN;
}
