#include "panel_mask.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { PIXELS = SHEET_CELL * SHEET_CELL };
/* Fewer pixels are no part of a symbol: the smallest block has 14, what is
 * left of a pointer's rim one or two. */
enum { SPECK = 4 };

static const struct extent nothing = { 9, 9, -9, -9 };

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

	box->left = fmin(box->left, u - grow);
	box->right = fmax(box->right, u + grow);
	box->top = fmin(box->top, v - grow);
	box->bottom = fmax(box->bottom, v + grow);
}

struct extent mask_box(const struct shape_mask *mask, double angle)
{
	struct extent box = nothing;
	double c = cos(angle), s = sin(angle);

	for (int i = 0; i < PIXELS; i++)
		if (mask->cover[i] >= BOX_COVER)
			take_in(&box, mask, i, c, s);
	return box;
}

int mask_parts(struct shape_mask *mask, struct extent *boxes)
{
	static const int step[4] = { -1, 1, -SHEET_CELL, SHEET_CELL };
	bool seen[PIXELS] = { false };
	int stack[PIXELS];
	int parts = 0;

	for (int i = 0; i < PIXELS; i++) {
		int top = 1, size = 0;

		if (seen[i] || mask->cover[i] < BOX_COVER)
			continue;
		seen[i] = true;
		stack[0] = i;
		/* what was looked at stays below the top */
		while (size < top) {
			int at = stack[size++];

			for (int k = 0; k < 4; k++) {
				int next = at + step[k];

				if (next < 0 || next >= PIXELS || seen[next] ||
				    mask->cover[next] < BOX_COVER)
					continue;
				seen[next] = true;
				stack[top++] = next;
			}
		}
		if (size >= SPECK && parts < MASK_PARTS) {
			boxes[parts] = nothing;
			for (int k = 0; k < size; k++)
				take_in(&boxes[parts], mask, stack[k], 1, 0);
		}
		parts += size >= SPECK;
		for (int k = 0; k < size && size < SPECK; k++)
			mask->cover[stack[k]] = 0;
	}
	return parts;
}

/* Marks what is connected to a pixel and belongs to no part; how many pixels.
 */
static int flood(const struct shape_mask *mask, int from, bool *seen)
{
	static const int step[4] = { -1, 1, -SHEET_CELL, SHEET_CELL };
	int stack[PIXELS];
	int top = 1, count = 0;

	seen[from] = true;
	stack[0] = from;
	while (top) {
		int at = stack[--top];

		count++;
		for (int k = 0; k < 4; k++) {
			int next = at + step[k];

			if (next < 0 || next >= PIXELS || seen[next] ||
			    mask->cover[next] >= BOX_COVER)
				continue;
			seen[next] = true;
			stack[top++] = next;
		}
	}
	return count;
}

double mask_fill(struct shape_mask *mask, int *holes)
{
	bool outside[PIXELS] = { false }, seen[PIXELS];
	double filled = 0;

	/* nothing is seen in the corner: lines lie around */
	flood(mask, 0, outside);
	memcpy(seen, outside, sizeof seen);
	*holes = 0;
	for (int i = 0; i < PIXELS; i++)
		if (!seen[i] && mask->cover[i] < BOX_COVER)
			*holes += flood(mask, i, seen) >= SPECK;
	for (int i = 0; i < PIXELS; i++) {
		if (outside[i])
			continue;
		filled += 1 - mask->cover[i];
		mask->cover[i] = mask->share[i] = 1;
	}
	return filled / PIXELS;
}
