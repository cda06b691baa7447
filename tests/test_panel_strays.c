/* Marks that no rule expects are doubts at their place, also where something
 * else of a panel lies beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "solved_panel.h"

/* An answer needs more. */
#define DOUBTED 0.5

/* Is the clue in doubt? */
static bool is_doubted(const struct sighting_list *list, const char *clue)
{
	assert_int_equal(list->count, 1);
	for (size_t i = 0; i < list->sightings[0].reading_count; i++) {
		const struct reading *reading = &list->sightings[0].readings[i];

		if (!strcmp(reading->clue, clue) &&
		    reading->confidence < DOUBTED)
			return list->sightings[0].confidence < DOUBTED;
	}
	return false;
}

/* A panel, a line that was begun to its `begun`th vertex, and a mark. */
static void assert_doubted(const struct panel_theme *theme, int begun,
			   struct point at, double half, uint32_t rgb,
			   const char *clue)
{
	struct board board = open_wall(SIZE, false);
	struct puzzle puzzle = puzzle_of(solved_text);
	struct sighting_list list;

	panel_paint(&board.pen, &puzzle.as.panel, theme);
	if (begun)
		draw_line(&board, begun, false);
	pen_disc(&board.pen, at, half);
	pen_fill(&board.pen, rgb);
	list = seen_in(&board.image, FAMILY_panel);
	if (!is_doubted(&list, clue))
		fail_msg("%s is sure", clue);
	sighting_list_fini(&list);
	cairo_destroy(board.pen.cr);
	image_fini(&board.image);
	puzzle_fini(&puzzle);
}

/* ... near a vertex of a line that was begun, whose disc lies elsewhere. */
static void beside_a_begun_line(void **state)
{
	(void)state;
	assert_doubted(&plain, 3, (struct point){ 0.3, 2.3 }, 0.09, 0xc02030,
		       "cells[1,5]");
}

/* ... on a line, of a colour that no dot has. */
static void like_a_single_dot(void **state)
{
	(void)state;
	assert_doubted(&plain, 0, (struct point){ 2.08, 3.42 }, 0.07, 0x2050e0,
		       "dots[4,7]");
}

/* ... beside the panel, so that little of the ground there is seen. */
static void beyond_the_rim(void **state)
{
	(void)state;
	assert_doubted(&plain, 0, (struct point){ -0.2, 2.5 }, 0.1, 0xe8e8e8,
		       "dots[0,5]");
}

/* ... hardly darker than the line it lies on, where cells are bright. */
static void hardly_seen(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line = 0x2e2e2e;
	theme.cell = theme.outside = 0xffffff;
	assert_doubted(&theme, 0, (struct point){ 2, 3 }, 0.06, 0x111111,
		       "dots[4,6]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beside_a_begun_line),
		cmocka_unit_test(like_a_single_dot),
		cmocka_unit_test(beyond_the_rim),
		cmocka_unit_test(hardly_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
