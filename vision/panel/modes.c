#include "modes.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lanes.h"

/* Pixels this near to a line's colour are line; panels' lines differ from
 * their cells by 50 or more even on dim screens. */
#define REACH_MOST 28.0
/* What has a smaller share of these is no mode. */
#define MODE_SHARE 0.08
/* The modes' middles are moved so often at most. */
enum { ROUNDS = 6 };
/* Pixels that are thinned out or averaged are marked by so many at once. */
enum { CHUNK = 64, FOUR = 4 };

double mode_squared(const struct mode *mode, uint32_t pixel)
{
	double red = (int)(pixel >> 16 & 255) - mode->red;
	double green = (int)(pixel >> 8 & 255) - mode->green;
	double blue = (int)(pixel & 255) - mode->blue;

	return red * red + green * green + blue * blue;
}

static double mode_apart(const struct mode *a, const struct mode *b)
{
	return sqrt((a->red - b->red) * (a->red - b->red) +
		    (a->green - b->green) * (a->green - b->green) +
		    (a->blue - b->blue) * (a->blue - b->blue));
}

/* The mean colour of a square at the picture's rim, as far as that goes. */
static uint32_t mean_at_rim(const struct image *image, int x, int y, int side)
{
	uint32_t red = 0, green = 0, blue = 0, count = 0;

	for (int j = y; j < y + side && j < image->height; j++)
		for (int i = x; i < x + side && i < image->width; i++) {
			uint32_t pixel = image_row(image, j)[i];

			red += pixel >> 16 & 255;
			blue += pixel & 255;
			green += pixel >> 8 & 255;
			count++;
		}
	if (!count)
		return 0;
	return red / count << 16 | green / count << 8 | blue / count;
}

/* Of two by two, which most are, every `step` pixels. */
LANES_INLINE void means_of_four(const uint32_t *top, const uint32_t *low,
				int step, uint32_t *restrict means, int count)
{
	const uint32_t outer = 0xff00ff, green = 0xff00;

	for (int i = 0; i < count; i++) {
		uint32_t a = top[i * step], b = top[i * step + 1];
		uint32_t c = low[i * step], d = low[i * step + 1];
		uint32_t outers =
			(a & outer) + (b & outer) + (c & outer) + (d & outer);
		uint32_t greens =
			(a & green) + (b & green) + (c & green) + (d & green);

		means[i] = (outers >> 2 & outer) | (greens >> 2 & green);
	}
}

LANES_WIDE static void means_of_four_wide(const uint32_t *top,
					  const uint32_t *low,
					  uint32_t *restrict means, int count)
{
	means_of_four(top, low, 2, means, count);
}

/* Squares of so many pixels a side, and less, are added up by two channels at
 * once: their sums have 16 bits. */
enum { PAIRED_SIDE = 16 };

/* The mean colour of a square of so many pixels a side. */
static inline uint32_t mean_pixel(const struct image *image, int x, int y,
				  int side)
{
	uint32_t outer = 0, green = 0, count = (uint32_t)(side * side);
	/* the sums divided by that are these products' upper halves */
	uint64_t share = UINT32_MAX / count + 1;

	if (side == 1)
		return image_row(image, y)[x];
	if (side > PAIRED_SIDE || x + side > image->width ||
	    y + side > image->height)
		return mean_at_rim(image, x, y, side);
	if (side == 2) {
		uint32_t mean;

		means_of_four(image_row(image, y) + x,
			      image_row(image, y + 1) + x, 1, &mean, 1);
		return mean;
	}
	for (int j = 0; j < side; j++) {
		const uint32_t *row = image_row(image, y + j) + x;

		for (int i = 0; i < side; i++) {
			outer += row[i] & 0xff00ff;
			green += row[i] >> 8 & 255;
		}
	}
	return (uint32_t)((outer >> 16) * share >> 32 << 16 |
			  green * share >> 32 << 8 |
			  (outer & 0xffff) * share >> 32);
}

/* Colours of the element, or of the other fields in its box, thinned out to at
 * most MODES_SAMPLES. */
static int sample_runs(const struct elements *elements, int element,
		       bool others, uint32_t *samples)
{
	const struct element *one = &elements->list[element];
	const struct box *box = &one->box;
	int shrink = elements->shrink;
	int left = box->x / shrink, right = (box->x + box->width) / shrink;
	int top = box->y / shrink, low = (box->y + box->height) / shrink;
	int area = others ? (right - left) * (low - top) : one->area;
	int every = 1 + area / MODES_SAMPLES, count = 0, left_over = 0;

	for (int y = top; y < low; y++)
		for (size_t i = elements->row_start[y];
		     i < elements->row_start[y + 1]; i++) {
			const struct element_run *run = &elements->runs[i];
			int x = run->left > left ? run->left : left;
			int end = run->right < right ? run->right : right;

			if ((run->element == element) == others || x >= end ||
			    (others && elements->list[run->element].kind !=
					       ELEMENT_FIELD))
				continue;
			for (x += left_over; x < end && count < MODES_SAMPLES;
			     x += every)
				samples[count++] =
					mean_pixel(elements->image, x * shrink,
						   y * shrink, shrink);
			left_over = x > end ? x - end : 0;
		}
	return count;
}

static int brightness(uint32_t pixel)
{
	return (int)((pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255));
}

/* The sample at a place in the order of brightness, those alike as they come;
 * `sums` counts the samples up to each brightness. */
static uint32_t sample_at(const uint32_t *samples, const int *sums, int place)
{
	int level = 0, i = 0, left;

	while (sums[level] <= place)
		level++;
	left = place - (level ? sums[level - 1] : 0);
	for (;; i++)
		if (brightness(samples[i]) == level && left-- == 0)
			return samples[i];
}

/* Modes to begin with: samples in the middles of three parts of them, by
 * brightness. */
static void start_modes(struct mode *modes, const uint32_t *samples, int count)
{
	enum { LEVELS = 3 * 255 + 1 };
	int sums[LEVELS] = { 0 };

	for (int i = 0; i < count; i++)
		sums[brightness(samples[i])]++;
	for (int i = 1; i < LEVELS; i++)
		sums[i] += sums[i - 1];
	for (int k = 0; k < MODES; k++) {
		uint32_t pixel = sample_at(samples, sums,
					   (2 * k + 1) * count / (2 * MODES));

		modes[k] = (struct mode){ pixel >> 16 & 255, pixel >> 8 & 255,
					  pixel & 255, 0, 0 };
	}
}

LANES_INLINE float lane_squared(float red, float green, float blue,
				uint32_t pixel)
{
	red -= (float)(int)(pixel >> 16 & 255);
	green -= (float)(int)(pixel >> 8 & 255);
	blue -= (float)(int)(pixel & 255);
	return red * red + green * green + blue * blue;
}

/* Which mode each sample is nearest to. */
LANES_INLINE void choose(const struct mode *modes,
			 const uint32_t *restrict samples, int count,
			 uint8_t *restrict best)
{
	float red[MODES], green[MODES], blue[MODES];

	for (int k = 0; k < MODES; k++) {
		red[k] = (float)modes[k].red;
		green[k] = (float)modes[k].green;
		blue[k] = (float)modes[k].blue;
	}
	for (int i = 0; i < count; i++) {
		float nearest =
			lane_squared(red[0], green[0], blue[0], samples[i]);
		int which = 0;

		for (int k = 1; k < MODES; k++) {
			float here = lane_squared(red[k], green[k], blue[k],
						  samples[i]);

			which = here < nearest ? k : which;
			nearest = here < nearest ? here : nearest;
		}
		best[i] = (uint8_t)which;
	}
}

LANES_FOR_ALL(choose_all, choose,
	      (const struct mode *modes, const uint32_t *samples, int count,
	       uint8_t *best),
	      (modes, samples, count, best))

/* Adds up the samples nearest to each mode. */
static void sum_modes(const struct mode *modes, const uint32_t *samples,
		      int count, struct mode *sums)
{
	/* blue and red, green and how many: pairs in one word */
	uint64_t outer[MODES] = { 0 }, inner[MODES] = { 0 };
	uint8_t best[MODES_SAMPLES];

	choose_all(modes, samples, count, best);
	for (int i = 0; i < count; i++) {
		uint64_t pixel = samples[i];

		outer[best[i]] += (pixel & 255) | (pixel & 0xff0000) << 16;
		inner[best[i]] += (pixel >> 8 & 255) | (uint64_t)1 << 32;
	}
	for (int k = 0; k < MODES; k++) {
		sums[k].red = (double)(outer[k] >> 32);
		sums[k].green = (double)(uint32_t)inner[k];
		sums[k].blue = (double)(uint32_t)outer[k];
		sums[k].weight = (long)(inner[k] >> 32);
	}
}

/* Lloyd's algorithm (k-means) with MODES middles. */
static void settle_modes(struct mode *modes, const uint32_t *samples, int count)
{
	bool moved = true;

	for (int round = 0; round < ROUNDS && moved; round++) {
		struct mode sums[MODES] = { { 0 } };

		sum_modes(modes, samples, count, sums);
		moved = false;
		for (int k = 0; k < MODES; k++) {
			double n = (double)sums[k].weight;
			struct mode old = modes[k];

			modes[k].weight = sums[k].weight;
			if (!sums[k].weight)
				continue;
			modes[k].red = sums[k].red / n;
			modes[k].green = sums[k].green / n;
			modes[k].blue = sums[k].blue / n;
			moved |= modes[k].red != old.red ||
				 modes[k].green != old.green ||
				 modes[k].blue != old.blue;
		}
	}
}

int modes_of(const uint32_t *samples, int count, struct mode modes[MODES])
{
	int kept = 0;

	if (!count)
		return 0;
	start_modes(modes, samples, count);
	settle_modes(modes, samples, count);
	for (int k = 0; k < MODES; k++) {
		bool joined = (double)modes[k].weight < MODE_SHARE * count;

		for (int j = 0; j < kept && !joined; j++)
			joined = mode_apart(&modes[j], &modes[k]) < MODES_APART;
		if (!joined)
			modes[kept++] = modes[k];
	}
	for (int k = 0; k < kept; k++) {
		modes[k].reach = REACH_MOST;
		for (int j = 0; j < kept; j++)
			if (j != k)
				modes[k].reach =
					fmin(modes[k].reach,
					     0.45 * mode_apart(&modes[j],
							       &modes[k]));
	}
	return kept;
}

int modes_find(const struct elements *elements, int element,
	       struct mode modes[MODES])
{
	uint32_t samples[MODES_SAMPLES];

	return modes_of(samples, sample_runs(elements, element, false, samples),
			modes);
}

int modes_find_beside(const struct elements *elements, int element,
		      struct mode modes[MODES])
{
	uint32_t samples[MODES_SAMPLES];

	return modes_of(samples, sample_runs(elements, element, true, samples),
			modes);
}

int modes_find_within(const struct elements *elements, int element,
		      struct mode modes[MODES])
{
	const struct box *box = &elements->list[element].box;
	int shrink = elements->shrink;
	uint32_t samples[MODES_SAMPLES];
	int count = 0, every = 1;

	while (box->width / shrink * (box->height / shrink) >
	       MODES_SAMPLES * every * every)
		every++;
	every *= shrink;
	for (int y = box->y; y < box->y + box->height; y += every)
		for (int x = box->x; x < box->x + box->width; x += every)
			if (count < MODES_SAMPLES)
				samples[count++] = mean_pixel(elements->image,
							      x, y, shrink);
	return modes_of(samples, count, modes);
}

uint32_t mode_colour(const struct mode *mode)
{
	return (uint32_t)mode->red << 16 | (uint32_t)mode->green << 8 |
	       (uint32_t)mode->blue;
}

LANES_INLINE void mark(const struct mode *mode, const uint32_t *pixels,
		       uint8_t *marks, int count)
{
	float red = (float)mode->red, green = (float)mode->green;
	float blue = (float)mode->blue;
	float reach = (float)(mode->reach * mode->reach);

	for (int i = 0; i < count; i++) {
		float r = (float)(int)(pixels[i] >> 16 & 255) - red;
		float g = (float)(int)(pixels[i] >> 8 & 255) - green;
		float b = (float)(int)(pixels[i] & 255) - blue;

		marks[i] = r * r + g * g + b * b < reach;
	}
}

LANES_FOR_ALL(mark_pixels, mark,
	      (const struct mode *mode, const uint32_t *pixels, uint8_t *marks,
	       int count),
	      (mode, pixels, marks, count))

static void thin_out(const uint32_t *row, int step, uint32_t *pixels, int count)
{
	int i = 0;

	for (; i + FOUR <= count; i += FOUR, row += FOUR * step) {
		pixels[i] = row[0];
		pixels[i + 1] = row[step];
		pixels[i + 2] = row[2 * step];
		pixels[i + 3] = row[3 * step];
	}
	for (; i < count; i++, row += step)
		pixels[i] = *row;
}

/* Takes from a row on squares of so many pixels a side, each by its mean. */
/* NOLINTNEXTLINE(readability-function-size): a row and how it is thinned */
static void take_pixels(const struct image *image, int x, int y, int step,
			int side, uint32_t *pixels, int count)
{
	if (side == 1) {
		thin_out(image_row(image, y) + x, step, pixels, count);
		return;
	}
	if (side == 2 && step == 2 && lanes_have_wide() &&
	    y + 2 <= image->height && x + 2 * count <= image->width) {
		means_of_four_wide(image_row(image, y) + x,
				   image_row(image, y + 1) + x, pixels, count);
		return;
	}
	for (int i = 0; i < count; i++)
		pixels[i] = mean_pixel(image, x + i * step, y, side);
}

/* NOLINTNEXTLINE(readability-function-size): a row of a mode */
void mode_mark_row(const struct mode *mode, const struct elements *elements,
		   int px_x, int px_y, int step, uint8_t *marks, int count)
{
	const struct image *image = elements->image;

	if (step == 1) {
		mark_pixels(mode, image_row(image, px_y) + px_x, marks, count);
		return;
	}
	for (int first = 0; first < count; first += CHUNK) {
		uint32_t pixels[CHUNK];
		int most = count - first < CHUNK ? count - first : CHUNK;

		take_pixels(image, px_x + first * step, px_y, step,
			    elements->shrink, pixels, most);
		mark_pixels(mode, pixels, marks + first, most);
	}
}
