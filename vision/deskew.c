#include "deskew.h"

#include <math.h>
#include <stdlib.h>

#include "warp.h"

/* Slopes are counted in bins of half a degree, up to that of 20 degrees. */
#define BIN 0.009
enum { BINS_ASIDE = 40, BINS = 2 * BINS_ASIDE + 1 };
/* ... and those within so many bins are one: noise, and the slope that changes
 * along a page in perspective. */
enum { BINS_LIKE = 2 };
/* A change of so many levels over two pixels is an edge, and no texture; four
 * times as many by Sobel's weights. */
enum { EDGE_LEAST = 4 * 24 };
/* So many edges say something, where so many times as many as there would be
 * if all slopes were as common are of one. */
enum { EDGES_LEAST = 400 };
#define PEAK_FACTOR 2.0
/* Leaning less than two degrees harms nothing. */
#define LEAN_LEAST 0.035
/* Sides of a page lean differently, by perspective, no more than this. */
#define DIFFER_MOST 0.16
/* The upright picture goes on beyond the quadrilateral by this share. */
#define MARGIN 0.1

/* The slopes of edges in one half of the picture. */
struct slopes {
	int count[BINS];
	int sum;
};

/* Counts an edge of which `along` is the step along its line, `aside` that
 * across. */
static void count_slope(struct slopes *slopes, int along, int aside)
{
	int bin = (int)lround((double)aside / along / BIN) + BINS_ASIDE;

	if (bin < 0 || bin >= BINS)
		return;
	slopes->count[bin]++;
	slopes->sum++;
}

/* level[2]: in the upper and lower half; upright[2]: left and right. */
static void count_slopes(const struct plane *grey, struct slopes level[2],
			 struct slopes upright[2])
{
	for (int y = 1; y + 1 < grey->height; y++) {
		const uint8_t *row = plane_row(grey, y);
		const uint8_t *above = plane_row(grey, y - 1);
		const uint8_t *below = plane_row(grey, y + 1);
		bool low = 2 * y >= grey->height;

		for (int x = 1; x + 1 < grey->width; x++) {
			int dx = 2 * (row[x + 1] - row[x - 1]) + above[x + 1] -
				 above[x - 1] + below[x + 1] - below[x - 1];
			int dy = 2 * (below[x] - above[x]) + below[x + 1] -
				 above[x + 1] + below[x - 1] - above[x - 1];

			if (abs(dy) > EDGE_LEAST && abs(dx) < abs(dy) / 2)
				count_slope(&level[low], dy, -dx);
			else if (abs(dx) > EDGE_LEAST && abs(dy) < abs(dx) / 2)
				count_slope(&upright[2 * x >= grey->width], dx,
					    -dy);
		}
	}
}

/* The commonest slope. Returns false where none stands out. */
static bool find_peak(const struct slopes *slopes, double *slope)
{
	int most = 0, best = 0;
	double sum = 0;

	for (int i = BINS_LIKE; i + BINS_LIKE < BINS; i++) {
		int like = 0;

		for (int k = -BINS_LIKE; k <= BINS_LIKE; k++)
			like += slopes->count[i + k];
		if (like > most) {
			most = like;
			best = i;
		}
	}
	if (slopes->sum < EDGES_LEAST ||
	    most < PEAK_FACTOR * (2 * BINS_LIKE + 1) / BINS * slopes->sum)
		return false;
	for (int k = -BINS_LIKE; k <= BINS_LIKE; k++)
		sum += (best + k - BINS_ASIDE) * BIN * slopes->count[best + k];
	*slope = sum / most;
	return true;
}

/* The slopes at both ends of the picture, from those of its halves. Returns
 * false where neither is known. */
static bool find_ends(const struct slopes halves[2], double ends[2])
{
	double slope[2], differ;
	bool known[2];

	for (int i = 0; i < 2; i++)
		known[i] = find_peak(&halves[i], &slope[i]);
	if (!known[0] && !known[1])
		return false;
	for (int i = 0; i < 2; i++)
		if (!known[i])
			slope[i] = slope[!i];
	/* the middles of the halves are half as far apart as their ends */
	differ = (slope[0] - slope[1]) / 2;
	differ = fmax(-DIFFER_MOST / 2, fmin(DIFFER_MOST / 2, differ));
	ends[0] = slope[0] + differ;
	ends[1] = slope[1] - differ;
	return true;
}

/* Where a nearly level line through `a` meets a nearly upright one through
 * `b`. */
static struct point meet(struct point a, double level, struct point b,
			 double upright)
{
	/* y = a.y + level (x - a.x), x = b.x + upright (y - b.y) */
	double y = (a.y + level * (b.x - a.x - upright * b.y)) /
		   (1 - level * upright);

	return (struct point){ b.x + upright * (y - b.y), y };
}

bool deskew_find(const struct page *page, double pixels_most, int *width,
		 int *height, struct homography *upright_to_px)
{
	struct slopes level[2] = { 0 }, upright[2] = { 0 };
	double w = page->elements.image->width;
	double h = page->elements.image->height;
	struct quad rectangle, px;
	double levels[2], uprights[2], scale;

	/* made smaller, letters are a little less than the lines of them */
	count_slopes(&page->coarser[1].small, level, upright);
	if (!find_ends(level, levels) || !find_ends(upright, uprights) ||
	    fmax(fabs(levels[0] + levels[1]), fabs(uprights[0] + uprights[1])) <
		    2 * LEAN_LEAST)
		return false;
	for (int i = 0; i < 4; i++)
		px.corner[i] = meet(
			(struct point){ w / 2, i < 2 ? 0 : h }, levels[i >= 2],
			(struct point){ i == 1 || i == 2 ? w : 0, h / 2 },
			uprights[i == 1 || i == 2]);
	scale = sqrt(pixels_most / (w * h)) / (1 + 2 * MARGIN);
	scale = fmin(scale, 1);
	rectangle = quad_from_box(MARGIN * w * scale, MARGIN * h * scale,
				  w * scale, h * scale);
	*width = (int)((1 + 2 * MARGIN) * w * scale);
	*height = (int)((1 + 2 * MARGIN) * h * scale);
	return *width > 0 && *height > 0 &&
	       homography_from_quads(&rectangle, &px, upright_to_px) == 0;
}

int deskew_make(const struct image *image, int width, int height,
		const struct homography *upright_to_px, struct image *upright)
{
	if (image_init(upright, width, height, NULL) < 0)
		return -1;
	image_warp(image, upright_to_px, upright);
	return 0;
}
