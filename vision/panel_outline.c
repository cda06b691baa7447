#include "panel_outline.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"

enum { PIXELS = SHEET_CELL * SHEET_CELL };

/* The outline lies within so many pixels of the sheet of what is around it, and
 * what it encloses is seen that far from there. */
enum { OUTLINE_DEEP = 3 };
/* A fill that is seen no deeper than so may be the hole of a hollow block, into
 * which JPEG's coarse colours carry the rim's: then it is as bright as the
 * ground within this share of how far the rim's brightness is off it, and its
 * hue is off the ground's towards the rim's, by this cosine at least, and not
 * by so many times as much (1.8 seen, 4.7 a yellow fill in a black outline). */
enum { HOLE_DEEP = OUTLINE_DEEP + 1 };
#define HOLE_BRIGHT 0.35
#define HOLE_HUE 0.7
#define HOLE_STRONG 2.5
/* The outline is off all mixtures of fill and ground by this share of how far
 * the three are apart, where JPEG's paler colours beside a symbol are by up to
 * .3; the fill is off those of outline and ground by less, as a white one is
 * with a dark outline on a pale ground. */
#define OUTLINE_APART 0.45
#define FILL_APART 0.25
/* What is off the mixtures of fill and ground by this share of the most that is
 * so is outline; there is so much of it for each pixel next to the outside. */
#define OUTLINE_SHARE 0.4
#define ALL_AROUND 0.7

static float median_of(float *levels, int count)
{
	return order_pick_float(levels, count, count / 2);
}

/* The middle colour of the marked pixels; how many these are. */
static int middle_colour(const struct patch *patch, const bool *marked,
			 struct colour *colour)
{
	float red[PIXELS], green[PIXELS], blue[PIXELS];
	int count = 0;

	for (int i = 0; i < PIXELS; i++) {
		if (!marked[i])
			continue;
		red[count] = patch->pixel[i].red;
		green[count] = patch->pixel[i].green;
		blue[count++] = patch->pixel[i].blue;
	}
	if (count)
		*colour = (struct colour){ median_of(red, count),
					   median_of(green, count),
					   median_of(blue, count) };
	return count;
}

/* How deep each pixel lies in what stands out and in what that encloses, 0 what
 * does not; returns the most. */
static int set_depths(const struct patch *patch, int *depth)
{
	static const int steps[4] = { -1, 1, -SHEET_CELL, SHEET_CELL };
	struct patch thin = *patch;
	struct shape_mask mask;
	int holes, most = 0;
	bool deeper = true;

	thin.thin = true;
	patch_mask(&thin, &mask);
	mask_fill(&mask, &holes);
	for (int i = 0; i < PIXELS; i++)
		depth[i] = mask.cover[i] >= BOX_COVER;
	while (deeper) {
		deeper = false;
		most++;
		for (int i = SHEET_CELL; i < PIXELS - SHEET_CELL; i++) {
			int least = depth[i];

			for (int k = 0; k < 4; k++)
				if (depth[i + steps[k]] < least)
					least = depth[i + steps[k]];
			if (least < most || depth[i] != most)
				continue;
			depth[i]++;
			deeper = true;
		}
	}
	return most;
}

/* Does a pixel tell colours? Over a start's disc is another ground. */
static bool tells(const struct patch *patch, int i)
{
	return patch->inside[i] && !patch->over_start[i];
}

/* The outline's colour around a fill; false where there is none all around. */
static bool find_outline(const struct patch *patch, const int *depth,
			 struct colour fill, struct colour *outline)
{
	bool rim[PIXELS];
	double off[PIXELS], most = 0;
	int beside = 0;

	for (int i = 0; i < PIXELS; i++) {
		rim[i] =
			depth[i] && depth[i] <= OUTLINE_DEEP && tells(patch, i);
		beside += rim[i] && depth[i] == 1;
		off[i] = colour_off_mixtures(patch->pixel[i], fill,
					     patch->ground);
		most = rim[i] ? fmax(most, off[i]) : most;
	}
	for (int i = 0; i < PIXELS; i++)
		rim[i] &= off[i] > OUTLINE_SHARE * most;
	return middle_colour(patch, rim, outline) > ALL_AROUND * beside;
}

static bool all_apart(struct colour fill, struct colour outline,
		      struct colour ground)
{
	double most = fmax(colour_distance(fill, ground),
			   colour_distance(outline, ground));

	most = fmax(most, colour_distance(fill, outline));
	return colour_off_mixtures(outline, fill, ground) >
		       OUTLINE_APART * most &&
	       colour_off_mixtures(fill, outline, ground) > FILL_APART * most;
}

/* How far one colour is from another but for their brightness. */
static struct colour hue_off(struct colour from, struct colour to)
{
	float light = colour_brightness(to) - colour_brightness(from);

	return (struct colour){ to.red - from.red - light,
				to.green - from.green - light,
				to.blue - from.blue - light };
}

static bool may_be_hole(struct colour fill, struct colour outline,
			struct colour ground)
{
	static const struct colour none = { 0, 0, 0 };
	struct colour seen = hue_off(ground, fill);
	struct colour rim = hue_off(ground, outline);
	double bright =
		fabs(colour_brightness(fill) - colour_brightness(ground));
	double along = seen.red * rim.red + seen.green * rim.green +
		       seen.blue * rim.blue;
	double seen_far = colour_distance(seen, none);
	double rim_far = colour_distance(rim, none);

	return bright < HOLE_BRIGHT * fabs(colour_brightness(outline) -
					   colour_brightness(ground)) &&
	       along > HOLE_HUE * seen_far * rim_far &&
	       seen_far < HOLE_STRONG * rim_far;
}

void outline_take_fill(struct patch *patch)
{
	int depth[PIXELS], deepest = set_depths(patch, depth);
	struct colour fill, outline = { 0, 0, 0 };
	bool inner[PIXELS];
	double far;

	for (int i = 0; i < PIXELS; i++)
		inner[i] = depth[i] > OUTLINE_DEEP && tells(patch, i);
	if (deepest <= OUTLINE_DEEP || !middle_colour(patch, inner, &fill) ||
	    !find_outline(patch, depth, fill, &outline) ||
	    !all_apart(fill, outline, patch->ground) ||
	    (deepest <= HOLE_DEEP && may_be_hole(fill, outline, patch->ground)))
		return;
	far = colour_distance(fill, outline);
	for (int i = 0; i < PIXELS; i++) {
		double share = 1 - colour_distance(patch->pixel[i], fill) / far;

		patch->differs[i] =
			depth[i] ? (float)(fmax(0, share) * patch->most) : 0;
	}
	patch->outlined = true;
	patch->fill = fill;
}
