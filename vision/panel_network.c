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
	network->seen = alloc_array(count, 1);
	network->distance = alloc_array(count, sizeof *network->distance);
	network->stack = alloc_array(count, sizeof *network->stack);
	return network->line && network->seen && network->distance &&
			       network->stack
		       ? 0
		       : -1;
}

void network_fini(struct network *network)
{
	free(network->line);
	free(network->seen);
	free(network->distance);
	free(network->stack);
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

void network_measure(struct network *network)
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
}

static void widen(struct heart *heart, int x, int y)
{
	struct point *c = heart->corners.corner;

	if (!heart->area)
		for (int i = 0; i < 4; i++)
			c[i] = (struct point){ x, y };
	heart->area++;
	if (x + y < c[0].x + c[0].y)
		c[0] = (struct point){ x, y };
	if (x - y > c[1].x - c[1].y)
		c[1] = (struct point){ x, y };
	if (x + y > c[2].x + c[2].y)
		c[2] = (struct point){ x, y };
	if (x - y < c[3].x - c[3].y)
		c[3] = (struct point){ x, y };
}

/* Fills the part around pixel i; the rim is never part of one. */
static void fill(struct network *network, int i, int bound, struct heart *heart)
{
	int w = network->width;
	int around[4] = { -1, 1, -w, w };
	int top = 0;

	network->stack[top++] = i;
	network->seen[i] = 1;
	while (top) {
		int at = network->stack[--top];

		widen(heart, at % w, at / w);
		for (int k = 0; k < 4; k++) {
			int next = at + around[k];

			if (network->seen[next] ||
			    network->distance[next] < bound)
				continue;
			network->seen[next] = 1;
			network->stack[top++] = next;
		}
	}
}

int network_find_hearts(struct network *network, double distance, double share)
{
	int count = network->width * network->height;
	int bound = (int)ceil(3 * distance);

	network->heart_count = 0;
	bound = bound < 1 ? 1 : bound;
	memset(network->seen, 0, (size_t)count);
	for (int i = 0; i < count; i++) {
		struct heart heart = { 0 };

		if (network->seen[i] || network->distance[i] < bound)
			continue;
		fill(network, i, bound, &heart);
		if (heart.area > share * count)
			continue;
		/* one pixel is a quadrilateral too */
		heart.corners.corner[0].x -= 0.5;
		heart.corners.corner[0].y -= 0.5;
		heart.corners.corner[1].x += 0.5;
		heart.corners.corner[1].y -= 0.5;
		heart.corners.corner[2].x += 0.5;
		heart.corners.corner[2].y += 0.5;
		heart.corners.corner[3].x -= 0.5;
		heart.corners.corner[3].y += 0.5;
		if (alloc_grow(&network->hearts, &network->heart_capacity,
			       network->heart_count + 1, sizeof heart) < 0)
			return -1;
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
		take_profiles(network, profiles, profiles + h, network->stack);
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
