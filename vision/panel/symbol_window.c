#include "symbol_window.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SIDE = SHEET_CELL, PIXELS = SIDE * SIDE, NINE = 9 };

/* What is symbol stands out by this share of the most: less than half, as the
 * mean over three by three pixels takes from thin rims. */
#define SYMBOL_SHARE 0.4f
/* What stands out most lies within so much of the cell's middle; */
#define MOST_WITHIN 0.3
/* what comes in from the sides is no symbol where it does not reach so near:
 * the largest disc of a start, about a vertex, does not. */
#define MIDDLE 0.14
/* A mixture of the line's colour and the ground's is less than this share of
 * what those differ beside the way between them. Where most of what lies in the
 * middle is none, nothing that is one is symbol. */
#define MIXED_OFF 0.3
/* Parts of a symbol are this large, as a share of its largest: the rest is
 * grain. */
#define PART_LEAST 0.12
/* Beside what lies in the middle, as high and about as large, a part is one of
 * a row (three triangles), though lines nearly reach it: its height and size
 * differ by less than these shares of the larger. */
#define ROW_HEIGHTS 0.35
#define ROW_SIZES 0.5
/* The window is as wide as the symbol and so much of that at either side, */
#define AROUND 0.2
/* at least this wide, cells: around the smallest blocks. */
#define WINDOW_LEAST 0.16

struct bounds {
	int left, top, right, low; /* the last ones, too */
};

struct part {
	struct bounds box;
	int size;
	bool inner;    /* some of it lies in the middle, */
	bool comes_in; /* some at the sides */
};

static struct colour plus(struct colour a, struct colour b)
{
	return (struct colour){ a.red + b.red, a.green + b.green,
				a.blue + b.blue };
}

/* How far the mean colour of three by three pixels is from the ground, nine
 * times that, squared: inside of the bounds. */
static void smooth_off(const struct colour *pixels, struct colour ground,
		       const struct bounds *free, float *off)
{
	struct colour across[PIXELS];

	for (int y = free->top - 1; y <= free->low + 1; y++)
		for (int x = free->left; x <= free->right; x++) {
			const struct colour *at = pixels + y * SIDE + x;

			across[y * SIDE + x] = plus(plus(at[-1], at[0]), at[1]);
		}
	for (int y = free->top; y <= free->low; y++)
		for (int x = free->left; x <= free->right; x++) {
			const struct colour *at = across + y * SIDE + x;
			struct colour sum =
				plus(plus(at[-SIDE], at[0]), at[SIDE]);

			sum.red -= NINE * ground.red;
			sum.green -= NINE * ground.green;
			sum.blue -= NINE * ground.blue;
			off[y * SIDE + x] = sum.red * sum.red +
					    sum.green * sum.green +
					    sum.blue * sum.blue;
		}
}

static bool is_within(int i, double reach)
{
	return fabs((i % SIDE + 0.5) / SIDE - 0.5) < reach &&
	       fabs((i / SIDE + 0.5) / SIDE - 0.5) < reach;
}

static void take_in(struct part *part, int at, const struct bounds *free)
{
	int x = at % SIDE, y = at / SIDE;
	struct bounds *box = &part->box;

	box->left = x < box->left ? x : box->left;
	box->right = x > box->right ? x : box->right;
	box->top = y < box->top ? y : box->top;
	box->low = y > box->low ? y : box->low;
	part->size++;
	part->inner |= is_within(at, MIDDLE);
	part->comes_in |= x == free->left || x == free->right ||
			  y == free->top || y == free->low;
}

/* What is connected to a pixel is marked no longer. */
static struct part take_part(bool *on, int from, const struct bounds *free)
{
	struct part part = { .box = { SIDE, SIDE, -1, -1 } };
	int stack[PIXELS], top = 1;

	stack[0] = from;
	on[from] = false;
	while (top) {
		int at = stack[--top];

		take_in(&part, at, free);
		for (int k = 0; k < 9; k++) {
			int x = at % SIDE + k % 3 - 1;
			int y = at / SIDE + k / 3 - 1;
			int next = y * SIDE + x;

			if (x < 0 || y < 0 || x >= SIDE || y >= SIDE ||
			    !on[next])
				continue;
			on[next] = false;
			stack[top++] = next;
		}
	}
	return part;
}

static struct bounds both(const struct bounds *a, const struct bounds *b)
{
	return (struct bounds){ a->left < b->left ? a->left : b->left,
				a->top < b->top ? a->top : b->top,
				a->right > b->right ? a->right : b->right,
				a->low > b->low ? a->low : b->low };
}

static bool is_beside(const struct part *part, const struct part *inner)
{
	const struct bounds *a = &part->box, *b = &inner->box;
	int high = a->low - a->top + 1, height = b->low - b->top + 1;
	int apart = abs(a->top - b->top) + abs(a->low - b->low);
	int larger = part->size > inner->size ? part->size : inner->size;

	return inner->inner && (a->right < b->left || b->right < a->left) &&
	       apart < ROW_HEIGHTS * (high > height ? high : height) &&
	       abs(part->size - inner->size) < ROW_SIZES * larger;
}

/* Does a part belong to the symbol, rather than come in from the sides? */
static bool is_symbols(const struct part *part, const struct part *parts,
		       int count)
{
	if (!part->comes_in || part->inner)
		return true;
	for (int i = 0; i < count; i++)
		if (is_beside(part, &parts[i]))
			return true;
	return false;
}

/* The box around all parts of the symbol. */
static struct bounds box_of(bool *on, const struct bounds *free)
{
	enum { PARTS = 64 };
	struct part parts[PARTS];
	struct bounds box = { SIDE, SIDE, -1, -1 };
	int count = 0, largest = 0;

	for (int i = 0; i < PIXELS && count < PARTS; i++)
		if (on[i])
			parts[count++] = take_part(on, i, free);
	for (int i = 0; i < count; i++)
		if (is_symbols(&parts[i], parts, count) &&
		    parts[i].size > largest)
			largest = parts[i].size;
	for (int i = 0; i < count; i++)
		if (is_symbols(&parts[i], parts, count) &&
		    parts[i].size >= PART_LEAST * largest)
			box = both(&box, &parts[i].box);
	return box.right < 0 ? *free : box;
}

/* Leaves out what has the colour of lines where most of the middle has not. */
static void drop_lines(const struct colour *pixels, struct colour ground,
		       struct colour line, bool *on)
{
	double most = MIXED_OFF * colour_distance(line, ground);
	bool mixed[PIXELS] = { false };
	int more = 0;

	for (int i = 0; i < PIXELS; i++) {
		if (!on[i])
			continue;
		mixed[i] = colour_off_mixtures(pixels[i], line, ground) < most;
		if (is_within(i, MIDDLE))
			more += mixed[i] ? 1 : -1;
	}
	for (int i = 0; i < PIXELS && more < 0; i++)
		on[i] &= !mixed[i];
}

/* Marks what stands out within the bounds. */
static void mark(const float *off, const struct bounds *free, bool *on)
{
	float most = 0;

	for (int y = free->top; y <= free->low; y++)
		for (int x = free->left; x <= free->right; x++)
			if (is_within(y * SIDE + x, MOST_WITHIN))
				most = fmaxf(most, off[y * SIDE + x]);
	most *= SYMBOL_SHARE * SYMBOL_SHARE;
	for (int y = free->top; y <= free->low; y++)
		for (int x = free->left; x <= free->right; x++)
			on[y * SIDE + x] = off[y * SIDE + x] >= most;
}

struct symbol_window
symbol_window_find(const struct colour pixels[SHEET_CELL * SHEET_CELL],
		   struct colour ground, struct colour line, double inset)
{
	float off[PIXELS], side;
	bool on[PIXELS] = { false };
	int first = (int)fmin(fmax(1, ceil(inset * SIDE)), SIDE / 2 - 1);
	const struct bounds free = { first, first, SIDE - 1 - first,
				     SIDE - 1 - first };
	struct bounds box;

	smooth_off(pixels, ground, &free, off);
	mark(off, &free, on);
	drop_lines(pixels, ground, line, on);
	box = box_of(on, &free);
	side = fmaxf((float)(box.right - box.left + 1),
		     (float)(box.low - box.top + 1));
	side = fmaxf((float)(1 + 2 * AROUND) * side,
		     (float)WINDOW_LEAST * SIDE);
	return (struct symbol_window){
		(float)(box.left + box.right + 1) / 2 - side / 2,
		(float)(box.top + box.low + 1) / 2 - side / 2, side
	};
}
