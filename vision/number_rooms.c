#include "number_rooms.h"

#include <stdio.h>
#include <string.h>

/* So much room is added on all sides where ink touches what is around it, as a
 * share of the place's width and height; then so much taken away. */
#define ROOM 0.08
/* In a field first so much of it is added to the left and right, then all. */
static const double wider[] = { 0.6, 1 };
enum { WIDER = sizeof wider / sizeof *wider, NUMBER_TEXT = 12 };

/* Where and how a number is looked for. */
struct room {
	struct glyphs *glyphs;
	const struct plane *grey;
	const struct place *place;
	int how;     /* 0 or NUMBER_OVER_BORDER */
	double side; /* of a field: what it has on either side of the place, in
		      * widths of that */
};

static void read_room(const struct room *room, double across, double down,
		      struct number *number)
{
	struct place other = *room->place;
	double x = other.extent.right - other.extent.left;
	double y = other.extent.bottom - other.extent.top;

	other.extent.left -= across * x;
	other.extent.right += across * x;
	other.extent.top -= down * y;
	other.extent.bottom += down * y;
	number_read_in(room->glyphs, room->grey, &other, NULL, room->how,
		       number);
}

/* Does a wider room show the same number, with more digits before or behind
 * it, or one where there was none? Returns how many of these are no 1: an
 * upright piece of a frame may look like one. -1: no. */
static int count_added(const struct number *wide, const struct number *number)
{
	char all[NUMBER_TEXT], some[NUMBER_TEXT] = "", *found;
	int count = 0;

	if (wide->cut || wide->beside || wide->value < 0 ||
	    wide->digits <= number->digits)
		return -1;
	snprintf(all, sizeof all, "%d", wide->value);
	if (number->value >= 0)
		snprintf(some, sizeof some, "%d", number->value);
	found = strstr(all, some);
	if (!found)
		return -1;
	for (char *c = all; *c; c++)
		count += (c < found || c >= found + strlen(some)) && *c != '1';
	return count;
}

/* A number, or none, beside which something stands, at its height, that the rim
 * of its place cuts: where that is more digits, they are its own; what else it
 * may be is not known, but beside nothing it is a piece of a frame. */
static void add_sides(const struct room *room, struct number *number)
{
	if (!number->blank)
		number->confidence = fmin(number->confidence, NUMBER_CUT_SURE);
	for (int i = 0; i < WIDER; i++) {
		struct number wide;
		int added;

		read_room(room, wider[i] * room->side, 0, &wide);
		added = count_added(&wide, number);
		if (added > 0) {
			*number = wide;
			return;
		}
		if (added == 0 && !number->blank && !number->instead_count)
			number_add_instead(number, wide.value,
					   1 - NUMBER_CUT_SURE);
	}
}

/* Reads again with another room. Takes it where nothing is cut, nor, with a
 * wider or smaller one, left out beside it. */
static void try_room(const struct room *room, double across, double down,
		     struct number *number)
{
	struct number one;

	if (!number->cut)
		return;
	read_room(room, across, down, &one);
	if (!one.cut && one.value >= 0 && (down > 0 || !one.beside))
		*number = one;
}

/* Reads with more room, and with a little less, where ink is cut: it may turn
 * out to be none of the frame's, or the frame may be left out. */
static void try_rooms(const struct room *room, struct number *number)
{
	read_room(room, 0, 0, number);
	if (room->side > 0 && !number->cut && number->beside &&
	    (number->value >= 0 || number->blank))
		add_sides(room, number);
	try_room(room, ROOM, ROOM, number);
	for (int i = 0; i < WIDER && room->side > 0; i++)
		if (number->beside && number->value >= 0)
			try_room(room, wider[i] * room->side, 0, number);
	/* what is no number hardly ever turns out to be one with less room */
	if (number->value >= 0)
		try_room(room, -ROOM, -ROOM, number);
}

void number_read_place(struct glyphs *glyphs, const struct plane *grey,
		       const struct place *place, struct number *number)
{
	struct room room = { glyphs, grey, place, 0, 0 };

	try_rooms(&room, number);
}

void number_read_field(struct glyphs *glyphs, const struct plane *grey,
		       const struct place *place, double side, bool over_border,
		       struct number *number)
{
	struct room room = { glyphs, grey, place,
			     over_border ? NUMBER_OVER_BORDER : 0, side };

	try_rooms(&room, number);
}
