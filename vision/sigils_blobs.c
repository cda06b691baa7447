#include "sigils_blobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "level_cut.h"
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
/* What is around a blob is looked at so many squares from it, at so many
 * points a side. */
#define AROUND_OFF 0.4
enum { AROUND_POINTS = 8 };
/* Inside a hollow one most is nearer to what is around it than to what it
 * stands out by. */
#define HOLLOW_SHARE 0.5
/* What lies well inside a square is looked at in points a side, from there on
 * in such steps. */
enum { INSIDE_POINTS = 6 };
#define INSIDE_FROM 0.25
#define INSIDE_STEP 0.1
static const uint8_t levels_apart[] = { 10, 14, 19, 26, 35, 47, 62, 80, 105 };
static const uint8_t levels_value[] = { 16,  28,  40,  54,  68,  84,  100,
					116, 134, 152, 172, 192, 212, 232 };

/* A part that was looked at. One of the same box and area at the next level
 * is the same, as parts only shrink. */
struct tried {
	struct box box;
	int area;
};

enum { TRIED_BITS = 10 };

struct cutter {
	struct sigils_view *view;
	struct sigils_blobs *blobs;
	struct level_cut cut;
	struct sigils_mask mask;
	struct tried tried[1 << TRIED_BITS]; /* by hash, the last one */
};

void sigils_blobs_fini(struct sigils_blobs *blobs)
{
	free(blobs->list);
	memset(blobs, 0, sizeof *blobs);
}

/* Of the size of a piece, and at least as full as half of an outline? */
static bool is_plausible(const struct cutter *cutter,
			 const struct level_part *part)
{
	int width = part->box.width;
	int height = part->box.height;
	int longer = width > height ? width : height;
	int shorter = width + height - longer;
	const struct sigils_view *view = cutter->view;

	return longer >= 2 * view->pitch_least &&
	       longer <= 4 * view->pitch_most && longer <= 5 * shorter &&
	       part->area >= width + height;
}

/* A piece takes half of its box, or all. What an outline surrounds counts. */
static bool is_full(const struct sigils_mask *mask)
{
	int area = 0;

	for (int y = 1; y <= mask->height; y++)
		for (int x = 1; x <= mask->width; x++)
			area += mask->pixels[y * mask->stride + x];
	return 3 * area >= mask->width * mask->height;
}

/* Of so many values, counted one by one. */
static uint8_t middle_value(const int counts[256], int total)
{
	int sum = 0, value = 0;

	while (value < 255 && 2 * (sum + counts[value]) < total)
		sum += counts[value++];
	return (uint8_t)value;
}

/* The `at`th of INSIDE_POINTS by so many points well inside each square of the
 * blob. */
static struct point inside_point(const struct sigils_blob *blob,
				 const struct sigils_shape *shape, int at)
{
	int square = at / (INSIDE_POINTS * INSIDE_POINTS);
	int dx = at % INSIDE_POINTS, dy = at / INSIDE_POINTS % INSIDE_POINTS;

	return (struct point){
		blob->x + blob->pitch * (shape->x[square] + INSIDE_FROM +
					 dx * INSIDE_STEP),
		blob->y + blob->pitch * (shape->y[square] + INSIDE_FROM +
					 dy * INSIDE_STEP),
	};
}

/* The middle value of a colour within the blob's squares, their rims left
 * out. */
static uint8_t median_inside(const struct sigils_view *view,
			     const struct sigils_blob *blob, int colour)
{
	struct sigils_shape shape;
	int counts[256] = { 0 };
	int total = 0;

	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4 * INSIDE_POINTS * INSIDE_POINTS; i++) {
		struct point at = inside_point(blob, &shape, i);
		int x = (int)at.x, y = (int)at.y;

		if (x < 0 || y < 0 || x >= view->width || y >= view->height)
			continue;
		counts[plane_row(&view->colour[colour], y)[x]]++;
		total++;
	}
	return middle_value(counts, total);
}

void sigils_blob_find_colour(const struct sigils_view *view,
			     struct sigils_blob *blob)
{
	for (int i = 0; i < SIGILS_COLOURS; i++)
		blob->colour[i] = median_inside(view, blob, i);
}

/* The median of a colour plane along a frame around the shape's box. */
static int median_around(const struct sigils_view *view,
			 const struct sigils_blob *blob, int colour)
{
	const struct plane *plane = &view->colour[colour];
	double off = AROUND_OFF * blob->pitch;
	struct sigils_shape shape;
	int counts[256] = { 0 };
	int total = 0;

	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4 * AROUND_POINTS; i++) {
		double wide = blob->pitch * shape.width + 2 * off;
		double high = blob->pitch * shape.height + 2 * off;
		double along = (i / 4 + 0.5) / AROUND_POINTS;
		double x = i % 4 < 2 ? along * wide : i % 2 * wide;
		double y = i % 4 < 2 ? i % 2 * high : along * high;
		int px = (int)floor(blob->x - off + x);
		int py = (int)floor(blob->y - off + y);

		if (px >= 0 && py >= 0 && px < plane->width &&
		    py < plane->height) {
			counts[plane_row(plane, py)[px]]++;
			total++;
		}
	}
	return total ? middle_value(counts, total) : -1;
}

double sigils_blob_bare_share(const struct sigils_view *view,
			      const struct sigils_blob *blob)
{
	int around[SIGILS_COLOURS], bare = 0, count = 0;
	struct sigils_shape shape;

	for (int i = 0; i < SIGILS_COLOURS; i++)
		around[i] = median_around(view, blob, i);
	if (around[0] < 0)
		return 0;
	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4 * INSIDE_POINTS * INSIDE_POINTS; i++) {
		struct point at = inside_point(blob, &shape, i);
		bool like = true;

		if (at.x < 0 || at.y < 0 || at.x >= view->width ||
		    at.y >= view->height)
			continue;
		for (int j = 0; j < SIGILS_COLOURS && like; j++) {
			int value = plane_row(&view->colour[j],
					      (int)at.y)[(int)at.x];

			like = abs(value - around[j]) <=
			       HOLLOW_SHARE * blob->contrast;
		}
		bare += like;
		count++;
	}
	return count ? (double)bare / count : 0;
}

/* The blob's mean in the channel, less the mean around its box. */
static double contrast_of(const struct cutter *cutter,
			  const struct level_part *part)
{
	const struct plane *plane = &cutter->view->scratch;
	const struct level_run *runs = cutter->cut.runs;
	const struct box *box = &part->box;
	const struct box around = { box->x - 2, box->y - 2, box->width + 4,
				    box->height + 4 };
	long inside = 0, outside = 0;
	int count = 0;

	for (int i = part->first; i >= 0; i = runs[i].next)
		for (int x = runs[i].left; x < runs[i].right; x++)
			inside += plane_row(plane, runs[i].y)[x];
	for (int y = around.y; y < around.y + around.height; y++)
		for (int x = around.x; x < around.x + around.width; x++) {
			if (box_contains(box, x, y) || x < 0 || y < 0 ||
			    x >= plane->width || y >= plane->height)
				continue;
			outside += plane_row(plane, y)[x];
			count++;
		}
	return (double)inside / part->area -
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

bool sigils_blobs_overlap(const struct sigils_blob *a,
			  const struct sigils_blob *b)
{
	double small = fmin(a->pitch, b->pitch);

	return common_area(a, b) > SAME * 4 * small * small;
}

static bool are_same(const struct sigils_blob *a, const struct sigils_blob *b)
{
	return fmax(a->pitch, b->pitch) <
		       SAME_PITCH * fmin(a->pitch, b->pitch) &&
	       sigils_blobs_overlap(a, b);
}

int sigils_blobs_add(struct sigils_blobs *blobs, const struct sigils_blob *blob)
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

/* Was it tried? It is now. */
static bool was_tried(struct cutter *cutter, const struct level_part *part)
{
	/* multiplicative hashing (Knuth 6.4) */
	uint32_t hash = (uint32_t)part->box.x * 73856093u ^
			(uint32_t)part->box.y * 19349663u ^
			(uint32_t)part->box.width * 83492791u;
	struct tried *tried =
		&cutter->tried[hash * 2654435769u >> (32 - TRIED_BITS)];
	bool same = tried->area == part->area &&
		    !memcmp(&tried->box, &part->box, sizeof part->box);

	tried->box = part->box;
	tried->area = part->area;
	return same;
}

static int try_part(struct cutter *cutter, const struct level_part *part)
{
	const struct level_run *runs = cutter->cut.runs;
	struct sigils_mask *mask = &cutter->mask;
	struct sigils_blob blob;

	if (sigils_mask_init(mask, part->box.width, part->box.height) < 0)
		return -1;
	for (int i = part->first; i >= 0; i = runs[i].next)
		memset(mask->pixels +
			       (size_t)(runs[i].y - part->box.y + 1) *
				       (size_t)mask->stride +
			       (runs[i].left - part->box.x + 1),
		       1, (size_t)(runs[i].right - runs[i].left));
	sigils_mask_fill_holes(mask);
	if (!is_full(mask) || !sigils_mask_fit(mask, &blob) ||
	    blob.likeness < LIKENESS_LEAST)
		return 0;
	blob.x += part->box.x;
	blob.y += part->box.y;
	if (blob.pitch < cutter->view->pitch_least ||
	    blob.pitch > cutter->view->pitch_most)
		return 0;
	sigils_blob_find_colour(cutter->view, &blob);
	blob.contrast = contrast_of(cutter, part);
	return sigils_blobs_add(cutter->blobs, &blob);
}

static int cut_at(struct cutter *cutter, uint8_t level, bool narrower)
{
	if (level_cut_find(&cutter->cut, &cutter->view->scratch, level,
			   narrower) < 0)
		return -1;
	for (size_t i = 0; i < cutter->cut.run_count; i++) {
		const struct level_part *part = level_cut_part(&cutter->cut, i);

		if (part && is_plausible(cutter, part) &&
		    !was_tried(cutter, part) && try_part(cutter, part) < 0)
			return -1;
	}
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
			out[x] = (uint8_t)(channel == SIGILS_CHROMA ? high - low
					   : channel == SIGILS_LIGHT
						   ? light
						   : 255 - light);
		}
	}
}

/* Each pixel of a row becomes the greatest (or least) of itself and the
 * pixels next to it. */
static void spread_row(uint8_t *row, int width, bool greatest)
{
	uint8_t before = row[0];

	for (int x = 0; x < width; x++) {
		uint8_t here = row[x];
		uint8_t after = x + 1 < width ? row[x + 1] : here;
		uint8_t most = here > before ? here : before;
		uint8_t least = here < before ? here : before;

		most = most > after ? most : after;
		least = least < after ? least : after;
		row[x] = greatest ? most : least;
		before = here;
	}
}

/* The same for the columns. */
static void spread_columns(struct plane *plane, bool greatest, uint8_t *before)
{
	memcpy(before, plane_row(plane, 0), (size_t)plane->width);
	for (int y = 0; y < plane->height; y++) {
		uint8_t *row = plane_row(plane, y);
		const uint8_t *next =
			plane_row(plane, y + 1 < plane->height ? y + 1 : y);

		for (int x = 0; x < plane->width; x++) {
			uint8_t here = row[x];
			uint8_t most = here > before[x] ? here : before[x];
			uint8_t least = here < before[x] ? here : before[x];

			most = most > next[x] ? most : next[x];
			least = least < next[x] ? least : next[x];
			row[x] = greatest ? most : least;
			before[x] = here;
		}
	}
}

/* Grey closing: fills what is narrower than twice `radius`. */
static int close_gaps(struct plane *plane, int radius)
{
	uint8_t *before = alloc_array((size_t)plane->width, 1);

	if (!before)
		return -1;
	for (int i = 0; i < 2 * radius; i++) {
		bool greatest = i < radius;

		for (int y = 0; y < plane->height; y++)
			spread_row(plane_row(plane, y), plane->width, greatest);
		spread_columns(plane, greatest, before);
	}
	free(before);
	return 0;
}

/* The distance from the ground in wide surroundings, worked out once. */
static int fill_apart(struct sigils_view *view)
{
	size_t size = (size_t)view->scratch.stride * (size_t)view->height;

	if (view->apart.data) {
		memcpy(view->scratch.data, view->apart.data, size);
		return 0;
	}
	if (sigils_ground_apart(view, REACH_WIDE) < 0 ||
	    plane_init(&view->apart, view->width, view->height) < 0)
		return -1;
	memcpy(view->apart.data, view->scratch.data, size);
	return 0;
}

static int fill_channel(struct sigils_view *view, enum sigils_channel channel)
{
	switch (channel) {
	case SIGILS_APART:
		return fill_apart(view);
	case SIGILS_APART_NEAR:
		return sigils_ground_apart(view, REACH_NEAR);
	case SIGILS_JOINED:
	case SIGILS_JOINED_WIDE:
		if (fill_apart(view) < 0)
			return -1;
		return close_gaps(&view->scratch,
				  channel == SIGILS_JOINED ? 1 : 2);
	default:
		make_channel(view, channel);
		return 0;
	}
}

int sigils_blobs_find(struct sigils_view *view, enum sigils_channel channel,
		      struct sigils_blobs *blobs)
{
	bool value = channel == SIGILS_LIGHT || channel == SIGILS_DARK;
	const uint8_t *levels = value ? levels_value : levels_apart;
	size_t count = value ? sizeof levels_value : sizeof levels_apart;
	struct cutter *cutter = alloc_array(1, sizeof *cutter);
	int result = cutter ? fill_channel(view, channel) : -1;

	if (!cutter)
		return -1;
	cutter->view = view;
	cutter->blobs = blobs;
	for (size_t i = 0; i < count && result == 0; i++)
		result = cut_at(cutter, levels[i], i > 0);
	level_cut_fini(&cutter->cut);
	sigils_mask_fini(&cutter->mask);
	free(cutter);
	return result;
}
