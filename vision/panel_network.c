#include "panel_network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "panel.h"

/* Upright lines: a pixel belongs to the longer of the strokes across it where
 * that is so many times the other. */
#define ALONG 1.6
/* A row holds a line where it has this share of the fullest row's strokes: one
 * edge of a maze whose longest line is five. */
#define BAND_SHARE 0.18
/* Rows and columns lie at multiples of the pitch within this share of it. */
#define PITCH_OFF 0.12
/* pixels */
#define PITCH_LEAST 12
enum { BANDS_MAX = 2 * PANEL_SIDE_MAX };

int network_init(struct network *network, int width, int height)
{
	size_t count = (size_t)width * (size_t)height;

	network->width = width;
	network->height = height;
	network->line = alloc_array(count, 1);
	network->distance = alloc_array(count, sizeof *network->distance);
	network->parent = alloc_array(count, sizeof *network->parent);
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

static int least(int a, int b)
{
	return a < b ? a : b;
}

static void forth(struct network *network)
{
	int w = network->width;

	for (int y = 1; y < network->height - 1; y++)
		for (int x = 1; x < w - 1; x++) {
			uint16_t *d = network->distance + y * w + x;
			int best;

			if (!*d)
				continue;
			best = least(least(d[-1] + 3, d[-w] + 3),
				     least(d[-w - 1] + 4, d[-w + 1] + 4));
			*d = (uint16_t)best;
		}
}

static void back(struct network *network)
{
	int w = network->width, most = 0;

	for (int y = network->height - 2; y > 0; y--)
		for (int x = w - 2; x > 0; x--) {
			uint16_t *d = network->distance + y * w + x;
			int best;

			if (!*d)
				continue;
			best = least(least(d[1] + 3, d[w] + 3),
				     least(d[w + 1] + 4, d[w - 1] + 4));
			*d = (uint16_t)least(*d, best);
			most = *d > most ? *d : most;
		}
	network->most = most / 3.0;
}

static int add_run(struct network_runs *runs, int y, int left, int right)
{
	if (alloc_grow(&runs->list, &runs->capacity, runs->count + 1,
		       sizeof *runs->list) < 0)
		return -1;
	runs->list[runs->count++] = (struct network_run){ y, left, right };
	return 0;
}

int network_measure(struct network *network)
{
	int w = network->width, h = network->height;

	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			int i = y * w + x;
			bool rim = !x || !y || x == w - 1 || y == h - 1;

			network->distance[i] = network->line[i] || rim ? 0 : 1;
		}
	forth(network);
	back(network);
	network->runs.count = 0;
	for (int y = 1; y < h - 1; y++)
		if (add_run(&network->runs, y, 1, w - 1) < 0)
			return -1;
	return 0;
}

/* The first pixel from x on that is (or is not) as far as `bound`. */
static int skip(const uint16_t *distance, int x, int right, int bound, bool far)
{
	while (x < right && (distance[x] >= bound) == far)
		x++;
	return x;
}

/* The runs of pixels as far as `bound` from lines. They lie within those of
 * any smaller bound, so that only these are gone through. */
static int narrow_runs(struct network *network, int bound)
{
	struct network_runs swap = network->runs;

	network->next_runs.count = 0;
	for (size_t i = 0; i < network->runs.count; i++) {
		struct network_run run = network->runs.list[i];
		const uint16_t *row =
			network->distance + run.y * network->width;

		for (;;) {
			int left = skip(row, run.left, run.right, bound, false);

			if (left == run.right)
				break;
			run.left = skip(row, left, run.right, bound, true);
			if (add_run(&network->next_runs, run.y, left,
				    run.left) < 0)
				return -1;
		}
	}
	network->runs = network->next_runs;
	network->next_runs = swap;
	return 0;
}

static int find_root(int *parent, int i)
{
	while (parent[i] != i) {
		parent[i] = parent[parent[i]];
		i = parent[i];
	}
	return i;
}

static void join(int *parent, int a, int b)
{
	a = find_root(parent, a);
	b = find_root(parent, b);
	if (a < b)
		parent[b] = a;
	else
		parent[a] = b;
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
			join(network->parent, k, i);
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
		int root = find_root(network->parent, (int)i);

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

/* The middles of the stretches of a profile that exceed a share of its most;
 * returns how many. */
static int find_bands(const int *profile, int length, double *middles)
{
	int most = 0, count = 0;

	for (int i = 0; i < length; i++)
		most = profile[i] > most ? profile[i] : most;
	for (int i = 0; i < length; i++) {
		int start = i;

		while (i < length && profile[i] > BAND_SHARE * most)
			i++;
		if (i == start)
			continue;
		if (count == BANDS_MAX)
			return 0;
		middles[count++] = (start + i - 1) / 2.0;
	}
	return most ? count : 0;
}

/* Adds up, for rows and columns, the pixels of strokes that run along. */
static void take_profiles(const struct network *network, int *rows,
			  int *columns, int *up)
{
	int w = network->width, h = network->height;

	for (int x = 0; x < w; x++)
		for (int y = 0, start = 0; y <= h; y++) {
			if (y < h && network->line[y * w + x])
				continue;
			for (int i = start; i < y; i++)
				up[i * w + x] = y - start;
			start = y + 1;
		}
	for (int y = 0; y < h; y++)
		for (int x = 0, start = 0; x <= w; x++) {
			if (x < w && network->line[y * w + x])
				continue;
			for (int i = start; i < x; i++) {
				int along = x - start, aside = up[y * w + i];

				rows[y] += along > ALONG * aside;
				columns[i] += aside > ALONG * along;
			}
			start = x + 1;
		}
}

/* The least distance of neighbours, where all others are multiples of it. */
static double find_pitch(const double *rows, int row_count,
			 const double *columns, int column_count)
{
	double least = HUGE_VAL, length = 0;
	int steps = 0;

	for (int i = 1; i < row_count; i++)
		least = fmin(least, rows[i] - rows[i - 1]);
	for (int i = 1; i < column_count; i++)
		least = fmin(least, columns[i] - columns[i - 1]);
	for (int i = 1; i < row_count + column_count - 1; i++) {
		const double *at =
			i < row_count ? rows + i : columns + i - row_count + 1;
		double step = at[0] - at[-1];
		double count = round(step / least);

		if (fabs(step - count * least) > PITCH_OFF * least)
			return 0;
		length += step;
		steps += (int)count;
	}
	return steps ? length / steps : 0;
}

bool network_find_grid(const struct network *network, struct network_grid *grid)
{
	int w = network->width, h = network->height;
	int *profiles = alloc_array((size_t)(w + h), sizeof *profiles);
	double rows[BANDS_MAX], columns[BANDS_MAX];
	int row_count = 0, column_count = 0;

	if (profiles) {
		take_profiles(network, profiles, profiles + h, network->parent);
		row_count = find_bands(profiles, h, rows);
		column_count = find_bands(profiles + h, w, columns);
	}
	free(profiles);
	if (row_count < 2 || column_count < 2)
		return false;
	grid->pitch = find_pitch(rows, row_count, columns, column_count);
	if (grid->pitch < PITCH_LEAST)
		return false;
	grid->x = columns[0];
	grid->y = rows[0];
	grid->columns = (int)round((columns[column_count - 1] - columns[0]) /
				   grid->pitch);
	grid->rows = (int)round((rows[row_count - 1] - rows[0]) / grid->pitch);
	return grid->columns <= PANEL_SIDE_MAX && grid->rows <= PANEL_SIDE_MAX;
}
