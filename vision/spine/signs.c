#include "look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

enum { SIGN_SIDE = 16, SIGN_PIXELS = SIGN_SIDE * SIGN_SIDE };

/* A slot that may hold a sign, and what it looks like: its luminance less the
 * mean one, of length 1. */
struct sign {
	struct slot *slot;
	double px_text; /* the slot's */
	double seen[SIGN_PIXELS];
};

/* Moves what is seen to the middle, as far as whole pixels go. */
static void centre(double *seen)
{
	double moved[SIGN_PIXELS] = { 0 }, x_sum = 0, y_sum = 0;
	int right, down;

	for (int i = 0; i < SIGN_PIXELS; i++) {
		x_sum += i % SIGN_SIDE * seen[i] * seen[i];
		y_sum += i / SIGN_SIDE * seen[i] * seen[i];
	}
	right = (int)lround((SIGN_SIDE - 1) / 2. - x_sum);
	down = (int)lround((SIGN_SIDE - 1) / 2. - y_sum);
	for (int i = 0; i < SIGN_PIXELS; i++) {
		int x = i % SIGN_SIDE + right, y = i / SIGN_SIDE + down;

		if (x >= 0 && x < SIGN_SIDE && y >= 0 && y < SIGN_SIDE)
			moved[y * SIGN_SIDE + x] = seen[i];
	}
	memcpy(seen, moved, sizeof moved);
}

/* Returns 0, or -1 where a slot looks like nothing. */
static int see_sign(const struct pixel_level *level, struct slot *slot,
		    struct sign *sign)
{
	const struct quad from = quad_from_box(-.5, -.5, SIGN_SIDE, SIGN_SIDE);
	unsigned char bgr[3 * SIGN_PIXELS];
	double mean = 0, length = 0;
	struct homography map;
	struct quad at;

	sign->slot = slot;
	sign->px_text = slot->px_text;
	for (int i = 0; i < 4; i++)
		at.corner[i] = (struct point){
			(slot->px_place.corner[i].x + .5) / level->shrink - .5,
			(slot->px_place.corner[i].y + .5) / level->shrink - .5,
		};
	if (homography_from_quads(&from, &at, &map) < 0 ||
	    pixels_warp(level, &map, SIGN_SIDE, SIGN_SIDE, bgr) < 0)
		return -1;
	for (int i = 0; i < SIGN_PIXELS; i++)
		mean += (bgr[3 * i] + bgr[3 * i + 1] + bgr[3 * i + 2]) /
			(3. * SIGN_PIXELS);
	for (int i = 0; i < SIGN_PIXELS; i++) {
		sign->seen[i] =
			(bgr[3 * i] + bgr[3 * i + 1] + bgr[3 * i + 2]) / 3. -
			mean;
		length += sign->seen[i] * sign->seen[i];
	}
	for (int i = 0; i < SIGN_PIXELS && length > 0; i++)
		sign->seen[i] /= sqrt(length);
	centre(sign->seen);
	return length > 0 ? 0 : -1;
}

/* How well one looks like another that stands so far off its place. */
static double likeness(const struct sign *sign, const struct sign *like,
		       int right, int down)
{
	double alike = 0;

	for (int y = down > 0 ? down : 0; y < SIGN_SIDE + (down < 0 ? down : 0);
	     y++)
		for (int x = right > 0 ? right : 0;
		     x < SIGN_SIDE + (right < 0 ? right : 0); x++)
			alike += sign->seen[y * SIGN_SIDE + x] *
				 like->seen[(y - down) * SIGN_SIDE + x - right];
	return alike;
}

/* Are two signs one, which is no number? They are as large, and look the same,
 * a pixel to a side at most: blurred digits do not. */
static bool are_alike(const struct sign *sign, const struct sign *like,
		      int aside)
{
	const struct point *a = sign->slot->px_place.corner;
	const struct point *b = like->slot->px_place.corner;
	double alike = 0;

	if (fabs(point_distance(a[0], a[2]) - point_distance(b[0], b[2])) >=
		    spine_params.sign_size * point_distance(b[0], b[2]) ||
	    fabs(sign->px_text - like->px_text) >
		    spine_params.sign_size * like->px_text)
		return false;
	for (int down = -aside; down <= aside; down++)
		for (int right = -aside; right <= aside; right++)
			alike = fmax(alike, likeness(sign, like, right, down));
	return alike > spine_params.sign_alike;
}

/* How high numbers are written, and how much their ink differs from its ground,
 * levels. */
struct hand {
	double height, ink;
};

static double ink_of(const struct number_reading *reading)
{
	double most = 0;

	for (int c = 0; c < 24; c += 8)
		most = fmax(most, abs((int)(reading->ink >> c & 255) -
				      (int)(reading->ground >> c & 255)));
	return most;
}

/* The medians over all numbers but zeros; 0: there is none. */
static struct hand hand_of(const struct slot *slots, int count)
{
	double heights[GRID_SIDE_MOST * GRID_SIDE_MOST];
	double inks[GRID_SIDE_MOST * GRID_SIDE_MOST];
	int found = 0;

	for (int i = 0; i < count; i++) {
		const struct number_reading *reading = slots[i].reading;

		if (!reading || number_chance(reading) <= spine_params.clear ||
		    !reading->values[0].value)
			continue;
		heights[found] = slots[i].px_text;
		inks[found++] = ink_of(reading);
	}
	if (!found)
		return (struct hand){ 0 };
	return (struct hand){ order_pick_double(heights, found, found / 2),
			      order_pick_double(inks, found, found / 2) };
}

/* How likely a slot holds a sign: another word, or what is hardly anything and
 * not surely nothing. What is read as a zero may be a ring where it is lower
 * than other numbers, or fainter and as wide as it is high. */
static double sign_chance(const struct slot *slot, const struct hand *hand)
{
	const struct number_reading *reading = slot->reading;
	const double less = 1 - spine_params.sign_size;
	const struct point *c = slot->px_place.corner;
	double chance;

	if (!reading)
		return 0;
	chance = reading->other;
	if (reading->nothing < spine_params.surest)
		chance += reading->nothing;
	/* where no word was seen there is rarely a number */
	if (!slot->words && number_chance(reading) < spine_params.clear &&
	    reading->nothing < spine_params.surest)
		chance = 1 - slot_number_chance(slot);
	if (reading->count && !reading->values[0].value &&
	    (slot->px_text < less * hand->height ||
	     (ink_of(reading) < spine_params.sign_faint * hand->ink &&
	      point_distance(c[0], c[1]) > less * point_distance(c[0], c[3]))))
		chance += reading->values[0].chance;
	return chance;
}

/* Blanks in which a sign was overlooked, by those that show it, at most. */
enum { EMPTY_MOST = 3 };

/* Of all that may be the sign so many are tried, evenly spread. */
enum { SIGNS_TRIED = 16 };

/* Is a layout's place surely blank? */
static bool is_empty(const struct slot *slot)
{
	return slot->px_place.corner[2].x != 0 &&
	       (slot->reading ? slot->reading->nothing >= spine_params.surest
			      : slot->token < 0 || slot->boxed);
}

/* Many programs write one sign, "?" mostly, wherever a number is to be found:
 * of the slots where a layout shows no number most hold it, then. `signs` is
 * room for so many. */
static void find_signs(const struct pixel_level *level, struct slot *slots,
		       int count, struct sign *signs)
{
	static const struct number_reading blank = { .nothing = 1 };
	const struct hand hand = hand_of(slots, count);
	int seen = 0, most = 0, other = 0, empty = 0, best = 0;

	for (int i = 0; i < count; i++) {
		other += sign_chance(&slots[i], &hand) >= spine_params.sign;
		empty += is_empty(&slots[i]);
	}
	/* what stands in a few of many blanks is none: a digit that is not
	 * understood */
	if (other < spine_params.signs || empty > EMPTY_MOST * other)
		return;
	for (int i = 0; i < count; i++)
		seen += slots[i].words <= 1 &&
			sign_chance(&slots[i], &hand) >
				spine_params.sign_least &&
			see_sign(level, &slots[i], &signs[seen]) == 0;
	/* most of them hold it: some tries find it */
	for (int i = 0; i < seen; i += 1 + seen / SIGNS_TRIED) {
		int like = 0;

		if (sign_chance(signs[i].slot, &hand) < spine_params.sign)
			continue;
		for (int k = 0; k < seen; k++)
			like += are_alike(&signs[k], &signs[i], 0);
		if (like > most) {
			most = like;
			best = i;
		}
	}
	if (most < spine_params.signs || empty > EMPTY_MOST * most ||
	    2 * most < 3 * (other - most))
		return;
	for (int i = 0; i < seen; i++) {
		bool likely =
			sign_chance(signs[i].slot, &hand) >= spine_params.sign;

		/* what is rather a number must look exactly like it */
		if (!are_alike(&signs[i], &signs[best], likely))
			continue;
		signs[i].slot->reading = &blank;
		signs[i].slot->px_text = signs[i].slot->words = 0;
	}
}

int look_find_signs(struct look *look, const struct pixel_level *level)
{
	enum { MOST = GRID_SIDE_MOST * GRID_SIDE_MOST };
	struct sign *signs = alloc_array(MOST, sizeof *signs);

	if (!signs)
		return -1;
	for (size_t i = 0; i < look->grids.count; i++)
		find_signs(level, &look->slot_grids[i].slots[0][0], MOST,
			   signs);
	for (size_t i = 0; i < look->stacks.count; i++)
		find_signs(level, &look->slot_stacks[i].slots[0][0],
			   STACK_ROWS_MOST * STACK_ROWS_MOST, signs);
	for (size_t i = 0; i < look->quartets.count; i++)
		find_signs(level, look->slot_quartets[i].cells, GROUND_CELLS,
			   signs);
	free(signs);
	return 0;
}
