#include "mask.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lanes.h"

enum { PIXELS = SHEET_CELL * SHEET_CELL };
/* Fewer pixels are no part of a symbol: the smallest block has 14, what is
 * left of a pointer's rim one or two. */
enum { SPECK = 4 };

static const struct extent nothing = { 9, 9, -9, -9 };

static double least_of(double a, double b)
{
	return b < a ? b : a;
}

static double most_of(double a, double b)
{
	return b > a ? b : a;
}

/* Makes a box that is turned by an angle reach around a pixel: of one that is
 * half covered the rim lies in its middle. */
static void take_in(struct extent *box, const struct shape_mask *mask, int i,
		    double cosine, double sine)
{
	double x = (i % SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
	double y = (i / SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
	double u = cosine * x + sine * y;
	double v = cosine * y - sine * x;
	double grow = 0.5 * (fabs(cosine) + fabs(sine)) / SHEET_CELL *
		      (2 * mask->cover[i] - 1);

	box->left = least_of(box->left, u - grow);
	box->right = most_of(box->right, u + grow);
	box->top = least_of(box->top, v - grow);
	box->bottom = most_of(box->bottom, v + grow);
}

enum { FOUR = 4 };

_Static_assert(SHEET_CELL % FOUR == 0 && SHEET_CELL <= 64,
	       "a row is whole fours, and a bit a pixel");

/* Which pixels of a row are part of the symbol? */
static uint64_t row_bits(const struct shape_mask *mask, int y)
{
	uint64_t bits = 0;

	for (int x = 0; x < SHEET_CELL; x += FOUR) {
		lanes_float cover;

		memcpy(&cover, mask->cover + y * SHEET_CELL + x, sizeof cover);
		bits |= (uint64_t)lanes_bits(cover >= (float)BOX_COVER) << x;
	}
	return bits;
}

/* Takes in those pixels of a row that are the first or last of it, or the first
 * or last that were seen of their column: those between reach less far, as long
 * as the angle is less than 45 degrees. */
static void take_in_row(struct extent *box, const struct shape_mask *mask,
			int y, uint64_t bits, const double turn[2])
{
	for (; bits; bits &= bits - 1)
		take_in(box, mask, y * SHEET_CELL + __builtin_ctzll(bits),
			turn[0], turn[1]);
}

static uint64_t ends_of(uint64_t bits)
{
	return bits ? (bits & -bits) | 1ull << (63 - __builtin_clzll(bits)) : 0;
}

struct extent mask_box(const struct shape_mask *mask, double angle)
{
	struct extent box = nothing;
	const double turn[2] = { cos(angle), sin(angle) };
	uint64_t bits[SHEET_CELL], rim[SHEET_CELL], above = 0, below = 0;

	for (int y = 0; y < SHEET_CELL; y++) {
		bits[y] = row_bits(mask, y);
		rim[y] = ends_of(bits[y]) | (bits[y] & ~above);
		above |= bits[y];
	}
	for (int y = SHEET_CELL - 1; y >= 0; y--) {
		rim[y] |= bits[y] & ~below;
		below |= bits[y];
	}
	for (int y = 0; y < SHEET_CELL; y++)
		take_in_row(&box, mask, y, rim[y], turn);
	return box;
}

/* Where all around is less of a symbol, that is the blurred rim of the lines
 * around its cell. */
#define RIM_SHARE 0.5f

/* Both ways; false at rims of lines. */
static bool take_gradient(const float *at, double *x, double *y)
{
	const float *up = at - SHEET_CELL, *low = at + SHEET_CELL;
	float most = 0;

	*x = 10 * (at[1] - at[-1]) + 3 * (up[1] - up[-1] + low[1] - low[-1]);
	*y = 10 * (low[0] - up[0]) + 3 * (low[1] - up[1] + low[-1] - up[-1]);
	if (*x == 0 && *y == 0)
		return false;
	for (int k = 0; k < 9; k++) {
		float share = up[k / 3 * SHEET_CELL + k % 3 - 1];

		most = share > most ? share : most;
	}
	return most > RIM_SHARE;
}

/* By the fourth harmonic of all gradients' directions, which sides square to
 * each other have in common. */
double mask_tilt(const struct shape_mask *mask, double *sure)
{
	double along = 0, across = 0, all = 0;

	for (int y = 1; y < SHEET_CELL - 1; y++)
		for (int x = 1; x < SHEET_CELL - 1; x++) {
			const float *at = mask->share + y * SHEET_CELL + x;
			double gx, gy, size;

			if (!take_gradient(at, &gx, &gy))
				continue;
			size = gx * gx + gy * gy;
			/* (gx + i gy)^4 / |gx + i gy|^3 */
			along += (size - 8 * gx * gx * gy * gy / size) /
				 sqrt(size);
			across += 4 * gx * gy * (gx * gx - gy * gy) /
				  (size * sqrt(size));
			all += sqrt(size);
		}
	*sure = all > 0 ? hypot(along, across) / all : 0;
	return atan2(across, along) / 4;
}

/* The pixels of the part that one belongs to; how many. */
static int gather_part(const struct shape_mask *mask, int from, bool *seen,
		       int *pixels)
{
	static const int step[4] = { -1, 1, -SHEET_CELL, SHEET_CELL };
	int top = 1, size = 0;

	seen[from] = true;
	pixels[0] = from;
	/* what was looked at stays below the top */
	while (size < top) {
		int at = pixels[size++];

		for (int k = 0; k < 4; k++) {
			int next = at + step[k];

			if (next < 0 || next >= PIXELS || seen[next] ||
			    mask->cover[next] < BOX_COVER)
				continue;
			seen[next] = true;
			pixels[top++] = next;
		}
	}
	return size;
}

static void take_out(struct shape_mask *mask, const int *pixels, int size)
{
	for (int i = 0; i < size; i++)
		mask->cover[pixels[i]] = 0;
}

int mask_parts(struct shape_mask *mask, struct extent *boxes)
{
	bool seen[PIXELS] = { false };
	int pixels[PIXELS];
	int parts = 0;

	for (int i = 0; i < PIXELS; i++) {
		int size;

		if (seen[i] || mask->cover[i] < BOX_COVER)
			continue;
		size = gather_part(mask, i, seen, pixels);
		if (size < SPECK) {
			take_out(mask, pixels, size);
			continue;
		}
		if (parts < MASK_PARTS) {
			boxes[parts] = nothing;
			for (int k = 0; k < size; k++)
				take_in(&boxes[parts], mask, pixels[k], 1, 0);
		}
		parts++;
	}
	return parts;
}

double mask_mirrored(const struct shape_mask *mask, bool upright)
{
	struct extent box = mask_box(mask, 0);
	double twice = upright ? box.top + box.bottom : box.left + box.right;
	int sum = (int)lround((twice + 1) * SHEET_CELL) - 1;
	double both = 0, either = 1e-9;

	for (int i = 0; i < PIXELS; i++) {
		int x = i % SHEET_CELL, y = i / SHEET_CELL;
		int at = sum - (upright ? y : x);
		bool in = at >= 0 && at < SHEET_CELL;
		double one = mask->cover[i], other = 0;

		if (in)
			other = mask->cover[upright ? at * SHEET_CELL + x
						    : y * SHEET_CELL + at];
		both += least_of(one, other);
		either += most_of(one, other);
	}
	return both / either;
}

double mask_stroke(const struct shape_mask *mask)
{
	enum { SIDE = SHEET_CELL };
	double outline = 0, sum = 0;

	/* the gradient adds up to the outline's length, however soft it is */
	for (int i = 0; i < SIDE * (SIDE - 1); i++) {
		float at = mask->share[i], low = mask->share[i + SIDE];
		float right = i % SIDE < SIDE - 1 ? mask->share[i + 1] : at;

		sum += at;
		outline += hypotf(right - at, low - at);
	}
	return outline > 0 ? 2 * sum / outline / SIDE : 0;
}
