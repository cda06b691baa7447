#include "panel_shapes.h"

#include <math.h>

#include "matcher.h"

/* Symbols are drawn this many pixels beyond the box of the mask. */
enum { BOX_MARGIN = 2 };

static int pixel_of(double cell)
{
	return (int)floor((cell + 0.5) * SHEET_CELL);
}

static void bound(int *pixel)
{
	*pixel = *pixel < 0             ? 0
		 : *pixel >= SHEET_CELL ? SHEET_CELL - 1
					: *pixel;
}

static void begin(struct matcher *matcher, struct shape_mask *mask)
{
	matcher->mask = mask;
	matcher->area = 0;
	matcher->parts = mask_parts(mask, matcher->part);
	matcher->box = mask_box(mask, 0);
	matcher->first_x = pixel_of(matcher->box.left) - BOX_MARGIN;
	matcher->last_x = pixel_of(matcher->box.right) + BOX_MARGIN;
	matcher->first_y = pixel_of(matcher->box.top) - BOX_MARGIN;
	matcher->last_y = pixel_of(matcher->box.bottom) + BOX_MARGIN;
	bound(&matcher->first_x);
	bound(&matcher->last_x);
	bound(&matcher->first_y);
	bound(&matcher->last_y);
	for (int j = matcher->first_y; j <= matcher->last_y; j++) {
		matcher->above[j] = matcher->area;
		for (int i = matcher->first_x; i <= matcher->last_x; i++)
			matcher->area += mask->cover[j * SHEET_CELL + i];
		matcher->above[j + 1] = matcher->area;
	}
}

static struct shape_match match_of(const struct matcher *matcher, int which)
{
	const struct candidate *one = &matcher->best[which];
	struct shape_match match = { .likeness = 0 };

	if (which >= matcher->count)
		return match;
	match.cell = one->cell;
	match.likeness = one->value;
	match.gapless = one->gapless;
	matcher_draw(one, match.drawn);
	return match;
}

void shapes_match(struct shape_mask *mask, const double less[SYMBOL_CLASSES],
		  struct shape_match *best, struct shape_match *second)
{
	struct matcher matcher = { .less = less };

	begin(&matcher, mask);
	blocks_match(&matcher);
	*best = match_of(&matcher, 0);
	*second = match_of(&matcher, 1);
}
