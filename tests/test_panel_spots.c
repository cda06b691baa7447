/* What the network says of the spots of a panel's lines, and what becomes of
 * what was read there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "flat_panel.h"
#include "spots.h"
#include "spot_piece.h"
#include "weights.h"

/* As wide as the cells are said to be, pixels, so that the network is asked. */
static const double px_small = 45;
#define WHITE 0xffffff

static void fill(struct image *image, double x, double y, int wide, int high,
		 uint32_t colour)
{
	int left = LEFT + (int)(x * PITCH) - wide / 2;
	int top = LEFT + (int)(y * PITCH) - high / 2;

	for (int i = 0; i < wide * high; i++)
		image_row(image, top + i / wide)[left + i % wide] = colour;
}

static void disc(struct image *image, double x, double y, int radius,
		 uint32_t colour)
{
	int left = LEFT + (int)(x * PITCH), top = LEFT + (int)(y * PITCH);

	for (int v = -radius; v <= radius; v++)
		for (int u = -radius; u <= radius; u++)
			if (u * u + v * v <= radius * radius)
				image_row(image, top + v)[left + u] = colour;
}

/* A panel with one of each. */
static void open_spots(struct image *image, struct sheet *sheet)
{
	open_panel(image);
	fill(image, 1.5, 1, 12, 2 * HALF, GROUND);
	fill(image, 1, 2.5, 2 * HALF, 12, GROUND);
	fill(image, 2.5, 3, PITCH - 2 * HALF, 2 * HALF, GROUND);
	fill(image, 3, 1.5, 2 * HALF, PITCH - 2 * HALF, GROUND);
	disc(image, 3, 3, 7, WHITE);
	disc(image, 2.5, 1, 7, WHITE);
	disc(image, 1, 3, 18, LINE);
	disc(image, 3, 3.5, 18, LINE);
	fill(image, 2, -0.2, 2 * HALF, 28, LINE);
	fill(image, 4.2, 1.5, 28, 2 * HALF, LINE);
	fill(image, 1, 4.2, 2 * HALF, 28, LINE);
	open_sheet(sheet, image);
	assert_int_equal(sheet_fill(sheet), 0);
	sheet->px_cell = px_small;
}

static const struct {
	int x, y;
	enum spot_class class;
} spots[] = {
	{ 3, 2, SPOT_GAP },
	{ 2, 5, SPOT_GAP },
	{ 5, 6, SPOT_MISSING },
	{ 6, 3, SPOT_MISSING },
	{ 6, 6, SPOT_DOT },
	{ 5, 2, SPOT_DOT },
	{ 2, 6, SPOT_START },
	{ 6, 7, SPOT_START },
	{ 4, 0, SPOT_END + 6 },
	{ 2, 8, SPOT_END + 2 },
	{ 4, 4, SPOT_PLAIN },
	{ 0, 0, SPOT_PLAIN },
	{ 7, 4, SPOT_PLAIN },
	{ 4, 7, SPOT_PLAIN },
	/* an upright edge is seen as if it lay, its right as its foot */
	{ 8, 3, SPOT_END + 2 },
};
enum { SPOTS = sizeof spots / sizeof *spots };

static void the_network_knows_spots(void **state)
{
	struct spot_plain plain;
	struct image image;
	struct sheet sheet;

	(void)state;
	open_spots(&image, &sheet);
	spot_plain_find(&sheet, &plain);
	for (int i = 0; i < SPOTS; i++) {
		struct colour pixels[SPOT_PIXELS];
		float chances[SPOT_CLASSES];
		struct spot_piece piece;
		struct spot_patch patch;

		spot_piece_take(&sheet, &plain, spots[i].x, spots[i].y, pixels,
				&piece);
		spot_patch_cut(&piece, &patch);
		spot_net_judge(spot_weights, &patch, chances);
		print_message("%d,%d: %.3f\n", spots[i].x, spots[i].y,
			      chances[spots[i].class]);
		assert_true(chances[spots[i].class] > 0.9);
	}
	sheet_fini(&sheet);
	image_fini(&image);
}

/* Where its ends lead is told of edges of either kind. */
static void ends_lead_somewhere(void **state)
{
	int dx, dy;

	(void)state;
	assert_int_equal(spot_end_class(1, 0, false), SPOT_END);
	assert_int_equal(spot_end_class(-1, -1, false), SPOT_END + 5);
	assert_int_equal(spot_end_class(1, 0, true), SPOT_END + 2);
	spot_end_way(SPOT_END + 2, true, &dx, &dy);
	assert_int_equal(dx, 1);
	assert_int_equal(dy, 0);
	spot_end_way(SPOT_END + 7, false, &dx, &dy);
	assert_int_equal(dx, 1);
	assert_int_equal(dy, -1);
}

/* A spot that was read otherwise and is weighed again. */
struct weighing {
	struct image image;
	struct sheet sheet;
	struct panel_lines *lines;
};

static void open_weighing(struct weighing *weighing)
{
	weighing->lines = calloc(1, sizeof *weighing->lines);
	assert_non_null(weighing->lines);
	open_spots(&weighing->image, &weighing->sheet);
	assert_int_equal(lines_read(&weighing->sheet, false, weighing->lines),
			 0);
}

static void close_weighing(struct weighing *weighing)
{
	free(weighing->lines);
	sheet_fini(&weighing->sheet);
	image_fini(&weighing->image);
}

static struct spot_look *spot(struct weighing *weighing, int x, int y)
{
	return &weighing->lines->spots[y][x];
}

static void weigh(struct weighing *weighing)
{
	assert_int_equal(spots_weigh(&weighing->sheet, weighing->lines), 0);
}

/* Starts, dots and ends that were read with some doubt where nothing lies. */
static void what_is_not_there_goes(void **state)
{
	struct weighing weighing;

	(void)state;
	open_weighing(&weighing);
	spot(&weighing, 4, 4)->start = true;
	spot(&weighing, 4, 4)->start_sure = 0.8;
	spot(&weighing, 7, 4)->dot = true;
	spot(&weighing, 7, 4)->dot_sure = 0.8;
	spot(&weighing, 0, 4)->end = true;
	spot(&weighing, 0, 4)->end_dx = -1;
	spot(&weighing, 0, 4)->end_sure = 0.8;
	spot(&weighing, 4, 7)->edge = PANEL_EDGE_GAP;
	spot(&weighing, 4, 7)->edge_sure = 0.8;
	weigh(&weighing);
	assert_false(spot(&weighing, 4, 4)->start);
	assert_true(spot(&weighing, 4, 4)->start_sure > 0.9);
	assert_false(spot(&weighing, 7, 4)->dot);
	assert_true(spot(&weighing, 7, 4)->dot_sure > 0.9);
	assert_false(spot(&weighing, 0, 4)->end);
	assert_true(spot(&weighing, 0, 4)->end_sure > 0.9);
	assert_int_equal(spot(&weighing, 4, 7)->edge, PANEL_EDGE_WHOLE);
	assert_true(spot(&weighing, 4, 7)->edge_sure > 0.9);
	close_weighing(&weighing);
}

/* What was taken for something else, or overlooked, is seen as what it is. */
static void what_is_there_is_seen(void **state)
{
	struct weighing weighing;
	struct spot_look *look;

	(void)state;
	open_weighing(&weighing);
	look = spot(&weighing, 3, 2);
	look->edge = PANEL_EDGE_WHOLE;
	look->dot = true;
	look->dot_sure = 0.7;
	look = spot(&weighing, 8, 3);
	look->end = false;
	look->end_sure = 0.7;
	look = spot(&weighing, 6, 6);
	look->dot = false;
	look->dot_sure = 0.7;
	look->dot_colour = (struct colour){ 0, 0, 0 };
	weigh(&weighing);
	look = spot(&weighing, 3, 2);
	assert_int_equal(look->edge, PANEL_EDGE_GAP);
	assert_int_equal(look->edge_second, PANEL_EDGE_WHOLE);
	assert_false(look->dot);
	look = spot(&weighing, 8, 3);
	assert_true(look->end && look->end_dx == 1 && look->end_dy == 0);
	look = spot(&weighing, 6, 6);
	assert_true(look->dot);
	assert_true(look->dot_colour.red > 240);
	close_weighing(&weighing);
}

/* A dot is no start, and a start no dot. */
static void either_is_one(void **state)
{
	static const int at[3][2] = { { 6, 6 }, { 2, 6 }, { 4, 4 } };
	struct weighing weighing;

	(void)state;
	open_weighing(&weighing);
	for (int i = 0; i < 3; i++) {
		struct spot_look *look = spot(&weighing, at[i][0], at[i][1]);

		look->dot = look->start = true;
		look->dot_sure = look->start_sure = 0.7;
	}
	weigh(&weighing);
	for (int i = 0; i < 3; i++) {
		struct spot_look *look = spot(&weighing, at[i][0], at[i][1]);

		assert_true(look->dot == (i == 0) && look->start == (i == 1));
		assert_true(look->dot_sure > 0.9 && look->start_sure > 0.9);
	}
	close_weighing(&weighing);
}

/* Of two things at one spot the network knows nothing, and of large cells it is
 * not asked. */
static void what_it_does_not_know_stays(void **state)
{
	struct weighing weighing;
	struct spot_look *look;

	(void)state;
	open_weighing(&weighing);
	look = spot(&weighing, 4, 4);
	look->dot = look->end = true;
	look->dot_sure = look->end_sure = 0.6;
	weigh(&weighing);
	assert_true(look->dot && look->end);
	assert_true(look->dot_sure == 0.6 && look->end_sure == 0.6);
	look->end = false;
	look->end_sure = 1;
	weighing.sheet.px_cell = 100;
	weigh(&weighing);
	assert_true(look->dot && look->dot_sure == 0.6);
	weighing.sheet.px_cell = px_small;
	weigh(&weighing);
	assert_false(look->dot);
	close_weighing(&weighing);
}

/* Other lines than panels', without any start, are left as they are. */
static void other_lines_stay(void **state)
{
	struct weighing weighing;
	struct spot_look *look;

	(void)state;
	open_weighing(&weighing);
	for (int y = 0; y < weighing.lines->height; y++)
		for (int x = 0; x < weighing.lines->width; x++)
			spot(&weighing, x, y)->start = false;
	look = spot(&weighing, 7, 4);
	look->dot = true;
	look->dot_sure = 0.6;
	weigh(&weighing);
	assert_true(look->dot && look->dot_sure == 0.6);
	close_weighing(&weighing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_network_knows_spots),
		cmocka_unit_test(ends_lead_somewhere),
		cmocka_unit_test(what_is_not_there_goes),
		cmocka_unit_test(what_is_there_is_seen),
		cmocka_unit_test(either_is_one),
		cmocka_unit_test(what_it_does_not_know_stays),
		cmocka_unit_test(other_lines_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
