#include "ink_bold.h"

#include <stdlib.h>
#include <string.h>

#include "ink_grow.h"
#include "order.h"

/* The border's own level: most of the ink along the rim is no more, but where
 * a digit reaches it or two lines cross. */
#define RIM_MOST 0.8
/* The number is bolder than the border by that factor; print of one colour
 * differs by a tenth where it is thin or blurred. */
#define BOLDER 1.25
/* So little ink along the rim tells no level. */
enum { RIM_LEAST = 4 };

static double bold_at(const struct ink *ink, int at)
{
	double level = (double)ink->part->level[at];

	return ink->dark ? -level : level;
}

/* The level of the ink along the rim; 0 where there is hardly any. */
static double find_border(const struct ink *ink)
{
	double levels[4 * PART_SIDE_MAX];
	int width = ink->part->width, height = ink->part->height, count = 0;

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width;
		     x += y % (height - 1) && width > 1 ? width - 1 : 1)
			if (ink->label[y * width + x])
				levels[count++] = bold_at(ink, y * width + x);
	if (count < RIM_LEAST)
		return 0;
	qsort(levels, (size_t)count, sizeof *levels, order_doubles);
	return levels[(int)(RIM_MOST * (count - 1))];
}

bool ink_find_bold(const struct ink *ink, double share, struct ink *bold)
{
	const struct part *part = ink->part;
	double border = find_border(ink), least;
	int size = part->width * part->height;
	struct ink_faint pixels;

	if (!ink->count || border <= 0 || ink->contrast < BOLDER * border)
		return false;
	least = border + share * (ink->contrast - border);
	bold->part = part;
	bold->dark = ink->dark;
	bold->contrast = ink->contrast;
	bold->count = 0;
	memset(bold->label, 0, (size_t)size);
	ink_find_faint(part, ink->dark ? -1 : 1, (float)least, &pixels);
	for (int i = 0; i < size && bold->count < BLOTS_MAX; i++)
		if (!bold->label[i] && bold_at(ink, i) >= least)
			ink_grow_blot(bold, &pixels, i);
	bold->crowded = bold->count == BLOTS_MAX;
	for (int i = 0; i < size; i++)
		bold->label[i] = bold->label[i] == 255 ? 0 : bold->label[i];
	return bold->count > 0;
}
