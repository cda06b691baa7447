#include "panel_network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "forest.h"
#include "lanes.h"
#include "panel.h"

/* Upright lines: a pixel belongs to the longer of the strokes across it where
 * that is more than eight fifths of the other. */
enum { ALONG = 8, ALONG_OF = 5 };
/* A row holds a line where it has this share of the fullest row's strokes: one
 * edge of a maze whose longest line is five. */
#define BAND_SHARE 0.18
/* Rows and columns lie at multiples of the pitch within this share of it. */
#define PITCH_OFF 0.12
/* and so much of the strokes does, in columns and in rows. */
#define ON_COMB 0.85
/* The distance of neighbours is so many pitches at most. */
enum { PARTS_MOST = 3 };
/* pixels */
#define PITCH_LEAST 12
enum { BANDS_MAX = 2 * PANEL_SIDE_MAX };

/* Distances are worked on by eights, with signs. None is as far as `FARTHEST`:
 * that is three times the shorter side of a network at most, of which 200,000
 * pixels are looked at. */
enum { EIGHT = 8, FARTHEST = 20000 };

typedef int16_t eight_far __attribute__((vector_size(16)));

int network_init(struct network *network, int width, int height)
{
	size_t count = (size_t)width * (size_t)height;

	network->width = width;
	network->height = height;
	network->line = malloc(count);
	/* filled in before they are looked at, but for what is read behind the
	 * last one, which counts for nothing */
	network->distance = malloc((count + EIGHT) * sizeof *network->distance);
	network->parent = malloc(count * sizeof *network->parent);
	return network->line && network->distance && network->parent ? 0 : -1;
}

void network_fini(struct network *network)
{
	free(network->line);
	free(network->distance);
	free(network->parent);
	free(network->runs.list);
	free(network->next_runs.list);
	free(network->hearts);
	memset(network, 0, sizeof *network);
}

/* Distances are lengthened by 3 straight on, by 4 aslant (chamfer distance:
 * Borgefors 1986): the least over three neighbours in the row above (or below),
 * all at once, ... */
LANES_INLINE void pass_across(const uint16_t *other, int width, uint16_t *most)
{
	for (int x = 1; x < width - 1; x++) {
		uint16_t straight = (uint16_t)(other[x] + 3);
		uint16_t one = (uint16_t)(other[x - 1] + 4);
		uint16_t two = (uint16_t)(other[x + 1] + 4);

		one = one < two ? one : two;
		one = one < straight ? one : straight;
		most[x] = one < most[x] ? one : most[x];
	}
}

/* ... and then over the neighbour in the row itself, one after the other. */
static void pass_along(uint16_t *row, int first, int count, int step)
{
	int before = row[first - step];

	for (int i = 0; i < count; i++, first += step) {
		int far = before + 3;

		before = far < row[first] ? far : row[first];
		row[first] = (uint16_t)before;
	}
}

#ifdef __SSE2__
static inline __m128i nearer(__m128i n, __m128i moved, int16_t steps)
{
	return _mm_min_epi16(n, _mm_add_epi16(moved, _mm_set1_epi16(steps)));
}

/* The last, or first, of eight in all lanes: what comes next waits for it. */
static inline __m128i last_of(__m128i n)
{
	n = _mm_shufflehi_epi16(n, 0xff);
	return _mm_unpackhi_epi64(n, n);
}

static inline __m128i first_of(__m128i n)
{
	n = _mm_shufflelo_epi16(n, 0);
	return _mm_unpacklo_epi64(n, n);
}

/* The same for eight at once: from one, two and four steps away, and then from
 * what lies before them. What is moved in is 0, the farthest. */
static void pass_right(uint16_t *row, int width)
{
	const __m128i farthest = _mm_set1_epi16(FARTHEST);
	const __m128i ahead = _mm_setr_epi16(3, 6, 9, 12, 15, 18, 21, 24);
	__m128i before = _mm_set1_epi16((int16_t)row[0]);
	int x = 1;

	for (; x + EIGHT < width; x += EIGHT) {
		__m128i *at = (__m128i *)(row + x);
		__m128i n = _mm_sub_epi16(_mm_loadu_si128(at), farthest);

		n = nearer(n, _mm_slli_si128(n, 2), 3);
		n = nearer(n, _mm_slli_si128(n, 4), 6);
		n = nearer(n, _mm_slli_si128(n, 8), 12);
		n = _mm_add_epi16(n, farthest);
		n = _mm_min_epi16(n, _mm_add_epi16(before, ahead));
		_mm_storeu_si128(at, n);
		before = last_of(n);
	}
	pass_along(row, x, width - 1 - x, 1);
}

static void pass_left(uint16_t *row, int width)
{
	const __m128i farthest = _mm_set1_epi16(FARTHEST);
	const __m128i ahead = _mm_setr_epi16(24, 21, 18, 15, 12, 9, 6, 3);
	__m128i before = _mm_set1_epi16((int16_t)row[width - 1]);
	int x = width - 1;

	for (; x > EIGHT; x -= EIGHT) {
		__m128i *at = (__m128i *)(row + x - EIGHT);
		__m128i n = _mm_sub_epi16(_mm_loadu_si128(at), farthest);

		n = nearer(n, _mm_srli_si128(n, 2), 3);
		n = nearer(n, _mm_srli_si128(n, 4), 6);
		n = nearer(n, _mm_srli_si128(n, 8), 12);
		n = _mm_add_epi16(n, farthest);
		n = _mm_min_epi16(n, _mm_add_epi16(before, ahead));
		_mm_storeu_si128(at, n);
		before = first_of(n);
	}
	pass_along(row, x - 1, x - 1, -1);
}
#else
static void pass_right(uint16_t *row, int width)
{
	pass_along(row, 1, width - 2, 1);
}

static void pass_left(uint16_t *row, int width)
{
	pass_along(row, width - 2, width - 2, -1);
}
#endif

LANES_INLINE void pass(struct network *network)
{
	int w = network->width, most = 0;

	for (int y = 1; y < network->height - 1; y++) {
		uint16_t *row = network->distance + y * w;

		pass_across(row - w, w, row);
		pass_right(row, w);
	}
	for (int y = network->height - 2; y > 0; y--) {
		uint16_t *row = network->distance + y * w;

		pass_across(row + w, w, row);
		pass_left(row, w);
		for (int x = 1; x < w - 1; x++)
			most = row[x] > most ? row[x] : most;
	}
	network->most = most / 3.0;
}

LANES_FOR_ALL(pass_all, pass, (struct network * network), (network))

/* Room for so many more. */
static int make_room(struct network_runs *runs, int more)
{
	return alloc_grow(&runs->list, &runs->capacity,
			  runs->count + (size_t)more, sizeof *runs->list);
}

static void add_run(struct network_runs *runs, int y, int left, int right)
{
	runs->list[runs->count++] = (struct network_run){ y, left, right };
}

int network_measure(struct network *network)
{
	int w = network->width, h = network->height;

	for (int y = 0; y < h; y++) {
		const uint8_t *line = network->line + y * w;
		uint16_t *distance = network->distance + y * w;

		/* as far as can be where there is no line */
		for (int x = 0; x < w; x++)
			distance[x] = line[x] ? 0 : FARTHEST;
		distance[0] = distance[w - 1] = 0;
		if (y == 0 || y == h - 1)
			memset(distance, 0, (size_t)w * sizeof *distance);
	}
	pass_all(network);
	network->runs.count = 0;
	if (make_room(&network->runs, h) < 0)
		return -1;
	for (int y = 1; y < h - 1; y++)
		add_run(&network->runs, y, 1, w - 1);
	return 0;
}

/* The first pixel from x on that is (or is not) as far as `bound`: eight at a
 * time. */
LANES_INLINE int skip(const uint16_t *distance, int x, int right, int bound,
		      bool far)
{
	const eight_far bounds = (eight_far){ 0 } + (int16_t)bound;
	const eight_far same = (eight_far){ 0 } - (int16_t)!far;

	for (; x < right; x += EIGHT) {
		lanes_eight other;
		eight_far eight;
		int first;

		memcpy(&eight, distance + x, sizeof eight);
		other = (lanes_eight)((eight_far)(bounds > eight) ^ same);
		first = lanes_first(other);
		if (first < EIGHT)
			return x + first < right ? x + first : right;
	}
	return right;
}

/* The runs of pixels as far as `bound` from lines. They lie within those of
 * any smaller bound, so that only these are gone through. */
LANES_INLINE int narrow(struct network *network, int bound)
{
	struct network_runs swap = network->runs;

	network->next_runs.count = 0;
	for (size_t i = 0; i < network->runs.count; i++) {
		struct network_run run = network->runs.list[i];
		const uint16_t *row =
			network->distance + run.y * network->width;

		/* no more than pixels */
		if (make_room(&network->next_runs, run.right - run.left) < 0)
			return -1;
		for (;;) {
			int left = skip(row, run.left, run.right, bound, false);

			if (left == run.right)
				break;
			run.left = left;
			run.left = skip(row, run.left, run.right, bound, true);
			add_run(&network->next_runs, run.y, left, run.left);
		}
	}
	network->runs = network->next_runs;
	network->next_runs = swap;
	return 0;
}

LANES_WIDE static int narrow_wide(struct network *network, int bound)
{
	return narrow(network, bound);
}

static int narrow_runs(struct network *network, int bound)
{
	return lanes_have_wide() ? narrow_wide(network, bound)
				 : narrow(network, bound);
}

/* Joins runs that touch in neighbouring rows. */
static void join_runs(struct network *network)
{
	const struct network_run *runs = network->runs.list;
	int count = (int)network->runs.count, above = 0;

	for (int i = 0; i < count; i++) {
		network->parent[i] = i;
		while (above < i && (runs[above].y < runs[i].y - 1 ||
				     (runs[above].y < runs[i].y &&
				      runs[above].right <= runs[i].left)))
			above++;
		for (int k = above;
		     runs[k].y == runs[i].y - 1 && runs[k].left < runs[i].right;
		     k++)
			forest_join(network->parent, k, i);
	}
}

static void widen(struct heart *heart, const struct network_run *run)
{
	struct point *c = heart->corners.corner;
	int left = run->left, right = run->right - 1, y = run->y;

	if (!heart->area) {
		c[0] = c[3] = (struct point){ left, y };
		c[1] = c[2] = (struct point){ right, y };
	}
	heart->area += run->right - run->left;
	if (left + y < c[0].x + c[0].y)
		c[0] = (struct point){ left, y };
	if (right - y > c[1].x - c[1].y)
		c[1] = (struct point){ right, y };
	if (right + y > c[2].x + c[2].y)
		c[2] = (struct point){ right, y };
	if (left - y < c[3].x - c[3].y)
		c[3] = (struct point){ left, y };
}

/* Adds up the runs of each part, in the place of its first one. */
static int collect_hearts(struct network *network)
{
	size_t count = network->runs.count;

	if (count && alloc_grow(&network->hearts, &network->heart_capacity,
				count, sizeof *network->hearts) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		int root = forest_root(network->parent, (int)i);

		if (root == (int)i)
			network->hearts[i] = (struct heart){ 0 };
		widen(&network->hearts[root], &network->runs.list[i]);
	}
	return 0;
}

/* One pixel is a quadrilateral too. */
static void grow_by_half(struct quad *corners)
{
	for (int i = 0; i < 4; i++) {
		corners->corner[i].x += i == 1 || i == 2 ? 0.5 : -0.5;
		corners->corner[i].y += i >= 2 ? 0.5 : -0.5;
	}
}

int network_find_hearts(struct network *network, double distance, double share)
{
	int count = network->width * network->height;
	int bound = (int)ceil(3 * distance);

	network->heart_count = 0;
	if (narrow_runs(network, bound < 1 ? 1 : bound) < 0)
		return -1;
	join_runs(network);
	if (collect_hearts(network) < 0)
		return -1;
	for (size_t i = 0; i < network->runs.count; i++) {
		struct heart heart = network->hearts[i];

		if (network->parent[i] != (int)i || heart.area > share * count)
			continue;
		grow_by_half(&heart.corners);
		network->hearts[network->heart_count++] = heart;
	}
	return (int)network->heart_count;
}

/* A stretch of a profile: where a row or a column of lines lies. */
struct band {
	double middle;
	double weight; /* pixels of strokes in it */
};

/* The stretches that exceed a share of the profile's most; returns how many.
 */
static int find_bands(const int *profile, int length, struct band *bands)
{
	int most = 0, count = 0;

	for (int i = 0; i < length; i++)
		most = profile[i] > most ? profile[i] : most;
	for (int i = 0; i < length; i++) {
		int start = i;
		double weight = 0;

		while (i < length && profile[i] > BAND_SHARE * most)
			weight += profile[i++];
		if (i == start)
			continue;
		if (count == BANDS_MAX)
			return 0;
		bands[count++] = (struct band){ (start + i - 1) / 2.0, weight };
	}
	return most ? count : 0;
}

/* How long the upright stroke at each pixel is; 0 where there is no line. */
LANES_INLINE void measure_strokes(const struct network *network, int *length)
{
	int w = network->width, h = network->height;

	/* how far each stroke goes up, then the same for all of it */
	for (int x = 0; x < w; x++)
		length[x] = network->line[x];
	for (int y = 1; y < h; y++) {
		const uint8_t *line = network->line + y * w;
		const int *above = length + (y - 1) * w;
		int *now = length + y * w;

		for (int x = 0; x < w; x++)
			now[x] = (above[x] + 1) & -(int)line[x];
	}
	for (int y = h - 2; y >= 0; y--) {
		const uint8_t *line = network->line + y * w;
		const int *below = length + (y + 1) * w;
		int *now = length + y * w;

		for (int x = 0; x < w; x++)
			now[x] = line[x] & line[x + w] ? below[x] : now[x];
	}
}

LANES_FOR_ALL(measure_upright, measure_strokes,
	      (const struct network *network, int *length), (network, length))

/* Adds up, for rows and columns, the pixels of strokes that run along. */
static void take_profiles(const struct network *network, int *rows,
			  int *columns, int *upright)
{
	int w = network->width;

	measure_upright(network, upright);
	for (int y = 0; y < network->height; y++) {
		const uint8_t *line = network->line + y * w;
		const uint8_t *at = line, *last = line + w;

		while (at < last && (at = memchr(at, 1, (size_t)(last - at)))) {
			const uint8_t *end = memchr(at, 0, (size_t)(last - at));
			const int *aside = upright + y * w + (at - line);
			int *column = columns + (at - line), along, row = 0;

			end = end ? end : last;
			along = (int)(end - at);
			for (int i = 0; i < along; i++) {
				row += ALONG_OF * along > ALONG * aside[i];
				column[i] +=
					ALONG_OF * aside[i] > ALONG * along;
			}
			rows[y] += row;
			at = end;
		}
	}
}

/* The bands of one direction on multiples of a pitch. */
struct comb {
	const struct band *bands;
	int count;
	int first, last; /* outermost bands that lie on it */
	double share;    /* of the weight, that lies on it */
	int steps;       /* from first to last */
};

/* Counts from the heaviest band. */
static void fit_comb(struct comb *comb, double pitch)
{
	const struct band *from = comb->bands;
	double all = 0, on = 0;

	for (int i = 0; i < comb->count; i++)
		from = comb->bands[i].weight > from->weight ? &comb->bands[i]
							    : from;
	comb->first = -1;
	for (int i = 0; i < comb->count; i++) {
		double step = (comb->bands[i].middle - from->middle) / pitch;

		all += comb->bands[i].weight;
		if (fabs(step - round(step)) > PITCH_OFF)
			continue;
		on += comb->bands[i].weight;
		comb->first = comb->first < 0 ? i : comb->first;
		comb->last = i;
	}
	comb->share = on / all;
	comb->steps = (int)round((comb->bands[comb->last].middle -
				  comb->bands[comb->first].middle) /
				 pitch);
}

/* The largest part of a distance between neighbours on whose multiples nearly
 * all bands lie; 0 where there is none. Stubs and starts beside the lines make
 * faint bands of their own. */
static double find_pitch(struct comb combs[2])
{
	double best = 0;

	for (int axis = 0; axis < 2; axis++)
		for (int i = 1; i < combs[axis].count; i++)
			for (int part = 1; part <= PARTS_MOST; part++) {
				const struct band *at = combs[axis].bands + i;
				double pitch =
					(at[0].middle - at[-1].middle) / part;

				if (pitch <= best || pitch < PITCH_LEAST)
					break;
				fit_comb(&combs[0], pitch);
				fit_comb(&combs[1], pitch);
				if (fmin(combs[0].share, combs[1].share) >
				    ON_COMB)
					best = pitch;
			}
	return best;
}

bool network_find_grid(const struct network *network, struct network_grid *grid)
{
	int w = network->width, h = network->height;
	int *profiles = alloc_array((size_t)(w + h), sizeof *profiles);
	struct band rows[BANDS_MAX], columns[BANDS_MAX];
	struct comb combs[2] = { { .bands = columns }, { .bands = rows } };
	double pitch, length = 0;
	int steps = 0;

	if (profiles) {
		take_profiles(network, profiles, profiles + h, network->parent);
		combs[1].count = find_bands(profiles, h, rows);
		combs[0].count = find_bands(profiles + h, w, columns);
	}
	free(profiles);
	if (combs[0].count < 2 || combs[1].count < 2)
		return false;
	pitch = find_pitch(combs);
	if (pitch < PITCH_LEAST)
		return false;
	for (int axis = 0; axis < 2; axis++) {
		struct comb *comb = &combs[axis];

		fit_comb(comb, pitch);
		length += comb->bands[comb->last].middle -
			  comb->bands[comb->first].middle;
		steps += comb->steps;
	}
	if (!combs[0].steps || !combs[1].steps)
		return false;
	grid->pitch = length / steps;
	grid->x = columns[combs[0].first].middle;
	grid->y = rows[combs[1].first].middle;
	grid->columns = combs[0].steps;
	grid->rows = combs[1].steps;
	return grid->columns <= PANEL_SIDE_MAX && grid->rows <= PANEL_SIDE_MAX;
}
