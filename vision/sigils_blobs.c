#include "sigils_blobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "sigils_fit.h"
#include "sigils_ground.h"

/* The ground is the median colour within so many squares: wide enough that
 * pieces cover less than half of it, or, in a narrow tray of its own, less
 * wide than the tray. */
#define REACH_WIDE 3.2
#define REACH_NEAR 1.7
/* Two blobs that share more than this of the smaller are the same. */
#define SAME 0.35
/* But where one is larger by this factor both are kept: a square of a piece
 * is an O of half the size, and which of them counts shows in the company. */
#define SAME_PITCH 1.3
/* A blob must be this much of a tetromino to be kept at all. Discs are 0.79
 * of an O. */
#define LIKENESS_LEAST 0.72
/* Squares of pieces, in squares of the frame, that are still looked at. */
#define PITCH_LEAST 0.35
#define PITCH_MOST 2.1

static const uint8_t levels_apart[] = { 10, 14, 19, 26, 35, 47, 62, 80, 105 };
static const uint8_t levels_value[] = { 16,  28,  40,	54,  68,  84,  100,
					116, 134, 152, 172, 192, 212, 232 };

/* A run of pixels above the level, and the component it belongs to. */
struct run {
	int y, left, right;
	int root;		/* run that stands for the component */
	int next;		/* further run of the component, -1 */
};

struct component {
	int left, top, right, bottom, area;
	int first, last;	/* runs */
};

struct cutter {
	struct sigils_view *view;
	struct sigils_blobs *blobs;
	struct run *runs;
	size_t run_count, run_capacity;
	struct component *components;	/* by run, filled for roots */
	size_t component_capacity;
	struct sigils_mask mask;
};

void sigils_blobs_fini(struct sigils_blobs *blobs)
{
	free(blobs->list);
	memset(blobs, 0, sizeof *blobs);
}

static int find_root(struct run *runs, int i)
{
	while (runs[i].root != i) {
		runs[i].root = runs[runs[i].root].root;
		i = runs[i].root;
	}
	return i;
}

static void join(struct run *runs, int a, int b)
{
	a = find_root(runs, a);
	b = find_root(runs, b);
	if (a < b)
		runs[b].root = a;
	else
		runs[a].root = b;
}

/* Cuts the rows at the level into runs, joined with those above them. */
static int cut_runs(struct cutter *cutter, uint8_t level)
{
	const struct plane *plane = &cutter->view->scratch;
	size_t above = 0, row = 0;

	cutter->run_count = 0;
	for (int y = 0; y < plane->height; y++) {
		const uint8_t *pixels = plane_row(plane, y);
		size_t up = above;

		row = cutter->run_count;
		for (int x = 0; x < plane->width;) {
			int left;

			while (x < plane->width && pixels[x] < level)
				x++;
			left = x;
			while (x < plane->width && pixels[x] >= level)
				x++;
			if (left == x)
				break;
			if (alloc_grow(&cutter->runs, &cutter->run_capacity,
				       cutter->run_count + 1,
				       sizeof *cutter->runs) < 0)
				return -1;
			cutter->runs[cutter->run_count] = (struct run){
				y, left, x, (int)cutter->run_count, -1
			};
			while (up < row && cutter->runs[up].right <= left)
				up++;
			for (size_t i = up;
			     i < row && cutter->runs[i].left < x; i++)
				join(cutter->runs, (int)i,
				     (int)cutter->run_count);
			cutter->run_count++;
		}
		above = row;
	}
	return 0;
}

/* Sums the runs up into the components their roots stand for. */
static int gather(struct cutter *cutter)
{
	if (alloc_grow(&cutter->components, &cutter->component_capacity,
		       cutter->run_count + 1, sizeof *cutter->components) < 0)
		return -1;
	for (int i = 0; i < (int)cutter->run_count; i++) {
		struct run *run = &cutter->runs[i];
		int root = find_root(cutter->runs, i);
		struct component *component = &cutter->components[root];

		if (root == i) {
			*component = (struct component){
				run->left, run->y, run->right, run->y + 1,
				0,	   i,	   i
			};
		} else {
			cutter->runs[component->last].next = i;
			component->last = i;
		}
		if (run->left < component->left)
			component->left = run->left;
		if (run->right > component->right)
			component->right = run->right;
		component->bottom = run->y + 1;
		component->area += run->right - run->left;
	}
	return 0;
}

/* Of the size and fullness of a piece? */
static bool is_plausible(const struct cutter *cutter,
			 const struct component *component)
{
	int width = component->right - component->left;
	int height = component->bottom - component->top;
	int longer = width > height ? width : height;
	int shorter = width + height - longer;
	double scale = cutter->view->scale;

	return longer >= 2 * PITCH_LEAST * scale &&
	       longer <= 4 * PITCH_MOST * scale && longer <= 5 * shorter &&
	       3 * component->area >= width * height;
}

/* The middle value of a colour within the blob's squares, their rims left
 * out. */
static uint8_t median_inside(const struct sigils_view *view,
			     const struct sigils_blob *blob, int colour)
{
	struct sigils_shape shape;
	int counts[256] = { 0 };
	int total = 0, sum = 0, value = 0;

	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4; i++)
		for (int dy = 2; dy < 8; dy++)
			for (int dx = 2; dx < 8; dx++) {
				int x = (int)(blob->x + blob->pitch *
							 (shape.x[i] +
							  dx / 10.0 + 0.05));
				int y = (int)(blob->y + blob->pitch *
							 (shape.y[i] +
							  dy / 10.0 + 0.05));

				if (x < 0 || y < 0 || x >= view->width ||
				    y >= view->height)
					continue;
				counts[plane_row(&view->colour[colour],
						 y)[x]]++;
				total++;
			}
	while (value < 255 && 2 * (sum + counts[value]) < total)
		sum += counts[value++];
	return (uint8_t)value;
}

/* The blob's mean in the channel, less the mean around its box. */
static double contrast_of(const struct cutter *cutter,
			  const struct component *component)
{
	const struct plane *plane = &cutter->view->scratch;
	long inside = 0, outside = 0;
	int count = 0;

	for (int i = component->first; i >= 0; i = cutter->runs[i].next)
		for (int x = cutter->runs[i].left; x < cutter->runs[i].right;
		     x++)
			inside += plane_row(plane, cutter->runs[i].y)[x];
	for (int y = component->top - 2; y < component->bottom + 2; y++)
		for (int x = component->left - 2; x < component->right + 2;
		     x++) {
			bool ring = y < component->top ||
				    y >= component->bottom ||
				    x < component->left ||
				    x >= component->right;

			if (!ring || x < 0 || y < 0 || x >= plane->width ||
			    y >= plane->height)
				continue;
			outside += plane_row(plane, y)[x];
			count++;
		}
	return (double)inside / component->area -
	       (count ? (double)outside / count : 0);
}

static double common_area(const struct sigils_blob *a,
			  const struct sigils_blob *b)
{
	struct sigils_shape shape[2];
	double sum = 0;

	sigils_shape(a->kind, a->turns, &shape[0]);
	sigils_shape(b->kind, b->turns, &shape[1]);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			double ax = a->x + shape[0].x[i] * a->pitch;
			double ay = a->y + shape[0].y[i] * a->pitch;
			double bx = b->x + shape[1].x[j] * b->pitch;
			double by = b->y + shape[1].y[j] * b->pitch;

			sum += fmax(0, fmin(ax + a->pitch, bx + b->pitch) -
					       fmax(ax, bx)) *
			       fmax(0, fmin(ay + a->pitch, by + b->pitch) -
					       fmax(ay, by));
		}
	return sum;
}

static bool are_same(const struct sigils_blob *a, const struct sigils_blob *b)
{
	double small = fmin(a->pitch, b->pitch);
	double large = fmax(a->pitch, b->pitch);

	return large < SAME_PITCH * small &&
	       common_area(a, b) > SAME * 4 * small * small;
}

static int add_blob(struct sigils_blobs *blobs, const struct sigils_blob *blob)
{
	size_t kept = 0;

	for (size_t i = 0; i < blobs->count; i++)
		if (are_same(&blobs->list[i], blob) &&
		    blobs->list[i].likeness >= blob->likeness)
			return 0;
	for (size_t i = 0; i < blobs->count; i++)
		if (!are_same(&blobs->list[i], blob))
			blobs->list[kept++] = blobs->list[i];
	blobs->count = kept;
	if (alloc_grow(&blobs->list, &blobs->capacity, blobs->count + 1,
		       sizeof *blobs->list) < 0)
		return -1;
	blobs->list[blobs->count++] = *blob;
	return 0;
}

static int try_component(struct cutter *cutter,
			 const struct component *component)
{
	struct sigils_mask *mask = &cutter->mask;
	struct sigils_blob blob;

	if (sigils_mask_init(mask, component->right - component->left,
			     component->bottom - component->top) < 0)
		return -1;
	for (int i = component->first; i >= 0; i = cutter->runs[i].next) {
		const struct run *run = &cutter->runs[i];

		memset(mask->pixels +
			       (size_t)(run->y - component->top + 1) *
				       (size_t)mask->stride +
			       (run->left - component->left + 1),
		       1, (size_t)(run->right - run->left));
	}
	sigils_mask_fill_holes(mask);
	if (!sigils_mask_fit(mask, &blob) || blob.likeness < LIKENESS_LEAST)
		return 0;
	blob.x += component->left;
	blob.y += component->top;
	if (blob.pitch < PITCH_LEAST * cutter->view->scale ||
	    blob.pitch > PITCH_MOST * cutter->view->scale)
		return 0;
	for (int i = 0; i < SIGILS_COLOURS; i++)
		blob.colour[i] = median_inside(cutter->view, &blob, i);
	blob.contrast = contrast_of(cutter, component);
	return add_blob(cutter->blobs, &blob);
}

static int cut(struct cutter *cutter, uint8_t level)
{
	if (cut_runs(cutter, level) < 0 || gather(cutter) < 0)
		return -1;
	for (int i = 0; i < (int)cutter->run_count; i++)
		if (cutter->runs[i].root == i &&
		    is_plausible(cutter, &cutter->components[i]) &&
		    try_component(cutter, &cutter->components[i]) < 0)
			return -1;
	return 0;
}

/* Brightness or colourfulness into the scratch plane. */
static void make_channel(struct sigils_view *view, enum sigils_channel channel)
{
	for (int y = 0; y < view->height; y++) {
		const uint8_t *r = plane_row(&view->colour[SIGILS_RED], y);
		const uint8_t *g = plane_row(&view->colour[SIGILS_GREEN], y);
		const uint8_t *b = plane_row(&view->colour[SIGILS_BLUE], y);
		uint8_t *out = plane_row(&view->scratch, y);

		for (int x = 0; x < view->width; x++) {
			int light = (3 * r[x] + 6 * g[x] + b[x]) / 10;
			int high = r[x] > g[x] ? r[x] : g[x];
			int low = r[x] < g[x] ? r[x] : g[x];

			high = high > b[x] ? high : b[x];
			low = low < b[x] ? low : b[x];
			out[x] = (uint8_t)(channel == SIGILS_CHROMA
						   ? high - low
					   : channel == SIGILS_LIGHT
						   ? light
						   : 255 - light);
		}
	}
}

static int fill_channel(struct sigils_view *view, enum sigils_channel channel)
{
	if (channel == SIGILS_APART)
		return sigils_ground_apart(view, REACH_WIDE);
	if (channel == SIGILS_APART_NEAR)
		return sigils_ground_apart(view, REACH_NEAR);
	make_channel(view, channel);
	return 0;
}

int sigils_blobs_find(struct sigils_view *view, enum sigils_channel channel,
		      struct sigils_blobs *blobs)
{
	bool value = channel == SIGILS_LIGHT || channel == SIGILS_DARK;
	const uint8_t *levels = value ? levels_value : levels_apart;
	size_t count = value ? sizeof levels_value : sizeof levels_apart;
	struct cutter cutter = { .view = view, .blobs = blobs };
	int result = fill_channel(view, channel);

	for (size_t i = 0; i < count && result == 0; i++)
		result = cut(&cutter, levels[i]);
	free(cutter.runs);
	free(cutter.components);
	sigils_mask_fini(&cutter.mask);
	return result;
}
