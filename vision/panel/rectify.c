#include "rectify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lanes.h"

/* Samples a side of a sheet pixel at most. */
enum { PARTS_MOST = 3 };
/* Pixels that are worked out at once. */
enum { EIGHT = 8 };

_Static_assert(SHEET_CELL % EIGHT == 0, "rows are whole eights");

typedef float eight_float __attribute__((vector_size(32)));
typedef int eight_int __attribute__((vector_size(32)));

/* A row of samples through a homography, whose numerators and denominator are
 * linear along it. */
struct trace {
	float x, y, w, dx, dy, dw;
};

/* Of eight pixels. */
struct channels {
	eight_float of[3]; /* red, green, blue */
};

double sheet_to_cell(int sheet_pixel)
{
	return (sheet_pixel + 0.5) / SHEET_CELL - SHEET_MARGIN;
}

/* Samples a side of a sheet pixel. */
static int parts_of(const struct sheet *sheet)
{
	int parts = 1;

	while (parts < PARTS_MOST && sheet->px_cell > 1.7 * parts * SHEET_CELL)
		parts++;
	return parts;
}

/* Row j of the samples of the sheet's row y. */
static struct trace trace_row(const struct sheet *sheet, int y, int j,
			      int parts)
{
	const double *m = sheet->cell_to_px.m;
	double step = 1.0 / (parts * SHEET_CELL);
	double v = sheet_to_cell(y) + (j - (parts - 1) / 2.0) * step;
	double u = -SHEET_MARGIN + step / 2;

	return (struct trace){ (float)(m[0] * u + m[1] * v + m[2]),
			       (float)(m[3] * u + m[4] * v + m[5]),
			       (float)(m[6] * u + m[7] * v + m[8]),
			       (float)(m[0] * step),
			       (float)(m[3] * step),
			       (float)(m[6] * step) };
}

LANES_INLINE void take_apart(const eight_int *pixels, struct channels *channels)
{
	for (int i = 0; i < 3; i++)
		channels->of[i] = __builtin_convertvector(
			*pixels >> (16 - 8 * i) & 255, eight_float);
}

/* Eight pixels of the picture and those right of them. */
LANES_INLINE void fetch(const struct image *image, const eight_int *left,
			const eight_int *top, struct channels *near,
			struct channels *next)
{
	uint32_t pixels[2][EIGHT];
	eight_int both[2];

	for (int i = 0; i < EIGHT; i++) {
		const uint32_t *at = image_row(image, (*top)[i]) + (*left)[i];

		pixels[0][i] = at[0];
		pixels[1][i] = at[1];
	}
	memcpy(both, pixels, sizeof both);
	take_apart(&both[0], near);
	take_apart(&both[1], next);
}

/* What is not a number is 0. */
LANES_INLINE void keep_inside(eight_float *at, float most)
{
	const eight_float zero = { 0 }, mosts = zero + most;
	eight_int less;

	*at = (eight_float)((eight_int)*at & (*at > zero));
	less = *at < mosts;
	*at = (eight_float)(((eight_int)*at & less) |
			    ((eight_int)mosts & ~less));
}

/* Adds sample `part` of each of the pixels from x on, bilinear; the nearest
 * pixel's outside of the picture. */
LANES_INLINE void add_samples(const struct image *image,
			      const struct trace *trace, int x, int part,
			      int parts, struct channels *sums)
{
	const eight_float ahead = { 0, 1, 2, 3, 4, 5, 6, 7 };
	eight_float k = (ahead + (float)x) * (float)parts + (float)part;
	eight_float w = 1 / (trace->w + k * trace->dw);
	eight_float u = (trace->x + k * trace->dx) * w;
	eight_float v = (trace->y + k * trace->dy) * w;
	eight_int left, top, low;
	struct channels near, next, below, last;

	keep_inside(&u, (float)image->width - 1.01f);
	keep_inside(&v, (float)image->height - 1.01f);
	left = __builtin_convertvector(u, eight_int);
	top = __builtin_convertvector(v, eight_int);
	low = top + 1;
	fetch(image, &left, &top, &near, &next);
	fetch(image, &left, &low, &below, &last);
	u -= __builtin_convertvector(left, eight_float);
	v -= __builtin_convertvector(top, eight_float);
	for (int i = 0; i < 3; i++) {
		eight_float tops = near.of[i] + u * (next.of[i] - near.of[i]);
		eight_float lows = below.of[i] + u * (last.of[i] - below.of[i]);

		sums->of[i] += tops + v * (lows - tops);
	}
}

/* Pixels first .. end - 1 of row y, whole eights. */
LANES_INLINE void rectify(const struct sheet *sheet, int y, int first, int end,
			  struct colour *to)
{
	int parts = parts_of(sheet);
	float weight = 1 / (float)(parts * parts);
	struct trace traces[PARTS_MOST];

	for (int j = 0; j < parts; j++)
		traces[j] = trace_row(sheet, y, j, parts);
	for (int x = first; x < end; x += EIGHT) {
		struct channels sums = { { { 0 } } };

		for (int j = 0; j < parts; j++)
			for (int k = 0; k < parts; k++)
				add_samples(sheet->image, &traces[j], x, k,
					    parts, &sums);
		for (int i = 0; i < 3; i++)
			sums.of[i] *= weight;
		for (int i = 0; i < EIGHT; i++)
			*to++ = (struct colour){ sums.of[0][i], sums.of[1][i],
						 sums.of[2][i] };
	}
}

LANES_WIDE static void rectify_wide(const struct sheet *sheet, int y, int first,
				    int end, struct colour *to)
{
	rectify(sheet, y, first, end, to);
}

void sheet_rectify(const struct sheet *sheet, int y, int first, int end,
		   struct colour *to)
{
	if (lanes_have_wide())
		rectify_wide(sheet, y, first, end, to);
	else
		rectify(sheet, y, first, end, to);
}

struct colour sheet_rectify_pixel(const struct sheet *sheet, int x, int y)
{
	int first = x - x % EIGHT;
	struct colour eight[EIGHT];

	sheet_rectify(sheet, y, first, first + EIGHT, eight);
	return eight[x % EIGHT];
}

/* Pixels are asked for in rows and columns across lines, each several times. */
struct colour sheet_ask(const struct sheet *sheet, int x, int y)
{
	int at = y * sheet->width + x, first = x - x % EIGHT;

	if (!sheet->is_asked)
		return sheet_rectify_pixel(sheet, x, y);
	if (!sheet->is_asked[at / EIGHT]) {
		sheet_rectify(sheet, y, first, first + EIGHT,
			      sheet->asked + at - x % EIGHT);
		sheet->is_asked[at / EIGHT] = true;
	}
	return sheet->asked[at];
}

size_t sheet_pixel_count(const struct sheet *sheet)
{
	return (size_t)sheet->width * (size_t)sheet->height;
}

void sheet_move(struct sheet *sheet, const struct homography *cell_to_px)
{
	sheet->cell_to_px = *cell_to_px;
	if (sheet->is_asked)
		memset(sheet->is_asked, 0,
		       sheet_pixel_count(sheet) / EIGHT *
			       sizeof *sheet->is_asked);
}

int sheet_begin_asking(struct sheet *sheet)
{
	size_t count = sheet_pixel_count(sheet);

	/* not zeroed: most is never asked for */
	sheet->asked = malloc(count * sizeof *sheet->asked);
	sheet->is_asked = alloc_array(count / EIGHT, sizeof *sheet->is_asked);
	return sheet->asked && sheet->is_asked ? 0 : -1;
}

void sheet_ask_all(struct sheet *sheet)
{
	int eights = sheet->width / EIGHT;

	for (int i = 0; i < eights * sheet->height;) {
		int first = i, y = i / eights;

		while (i < (y + 1) * eights && !sheet->is_asked[i])
			i++;
		if (i > first)
			sheet_rectify(sheet, y, first % eights * EIGHT,
				      (i - y * eights) * EIGHT,
				      sheet->asked + (size_t)first * EIGHT);
		while (i < (y + 1) * eights && sheet->is_asked[i])
			i++;
	}
	sheet->pixels = sheet->asked;
	sheet->asked = NULL;
}
