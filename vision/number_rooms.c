#include "number_rooms.h"

#include <stdio.h>
#include <string.h>

/* Rooms that a number is looked for in whose ink touches what is around it:
 * so much is added on either side, as shares of its width and height. Numbers
 * of three digits nearly fill their disc or hexagon from side to side: the
 * last but one takes in all of it. */
static const struct {
	double across, down;
} rooms[] = { { 0.08, 0.08 }, { 0.2, 0 }, { 0.33, 0 }, { -0.08, -0.08 } };
enum { ROOMS = sizeof rooms / sizeof *rooms, NUMBER_TEXT = 12 };

static void read_room(struct glyphs *glyphs, const struct plane *grey,
		      const struct place *place, int how, int room,
		      struct number *number)
{
	struct place other = *place;
	double x = place->extent.right - place->extent.left;
	double y = place->extent.bottom - place->extent.top;

	other.extent.left -= rooms[room].across * x;
	other.extent.right += rooms[room].across * x;
	other.extent.top -= rooms[room].down * y;
	other.extent.bottom += rooms[room].down * y;
	number_read_in(glyphs, grey, &other, NULL, how, number);
}

/* Does a wider room show the same number, with more digits before or behind
 * it? Returns how many of these are no 1: an upright piece of a frame may look
 * like one. -1: no. */
static int count_added(const struct number *wide, const struct number *number)
{
	char all[NUMBER_TEXT], some[NUMBER_TEXT], *found;
	int count = 0;

	if (wide->cut || wide->beside || wide->value < 0 ||
	    wide->digits <= number->digits)
		return -1;
	snprintf(all, sizeof all, "%d", wide->value);
	snprintf(some, sizeof some, "%d", number->value);
	found = strstr(all, some);
	if (!found)
		return -1;
	for (char *c = all; *c; c++)
		count += (c < found || c >= found + strlen(some)) && *c != '1';
	return count;
}

/* A number beside which something stands, at its height, that the rim of its
 * place cuts: where that is more digits, they are its own; what else it may be
 * is not known. */
static void add_sides(struct glyphs *glyphs, const struct plane *grey,
		      const struct place *place, int how, struct number *number)
{
	number->confidence = fmin(number->confidence, NUMBER_CUT_SURE);
	for (int i = 0; i < ROOMS; i++) {
		struct number wide;
		int added;

		if (rooms[i].down)
			continue;
		read_room(glyphs, grey, place, how, i, &wide);
		added = count_added(&wide, number);
		if (added > 0) {
			*number = wide;
			return;
		}
		if (added == 0 && !number->instead_count)
			number_add_instead(number, wide.value,
					   1 - NUMBER_CUT_SURE);
	}
}

/* The same with more room, and with a little less, where ink is cut: it may
 * turn out to be none of the frame's, or the frame may be left out, but not
 * digits or letters with it. `field`: numbers may reach from side to side. */
static void try_rooms(struct glyphs *glyphs, const struct plane *grey,
		      const struct place *place, int how, bool field,
		      struct number *number)
{
	number_read_in(glyphs, grey, place, NULL, how, number);
	if (field && !number->cut && number->value >= 0 && number->beside)
		add_sides(glyphs, grey, place, how, number);
	for (int i = 0; i < ROOMS && number->cut; i++) {
		bool wide = !rooms[i].down;
		struct number one;

		if (wide && (!field || !number->beside || number->value < 0))
			continue;
		read_room(glyphs, grey, place, how, i, &one);
		if (!one.cut && one.value >= 0 && !one.beside)
			*number = one;
	}
}

void number_read_place(struct glyphs *glyphs, const struct plane *grey,
		       const struct place *place, struct number *number)
{
	try_rooms(glyphs, grey, place, 0, false, number);
}

void number_read_over_border(struct glyphs *glyphs, const struct plane *grey,
			     const struct place *place, struct number *number)
{
	try_rooms(glyphs, grey, place, NUMBER_OVER_BORDER, false, number);
}

void number_read_field(struct glyphs *glyphs, const struct plane *grey,
		       const struct place *place, bool over_border,
		       struct number *number)
{
	try_rooms(glyphs, grey, place, over_border ? NUMBER_OVER_BORDER : 0,
		  true, number);
}
