/* Sigils drawn: outlines, numbers, turn marks, characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "drawing.h"
#include "parsed.h"

static const char text[] =
	"{\"family\":\"sigils\",\"columns\":4,\"rows\":2,\"pieces\":[\"L\","
	"\"L\"],\"turns\":[2,3],\"places\":[[6.5,0.5],[6.5,3.5]],"
	"\"solution\":{\"grid\":[[1,1,1,2],[1,2,2,2]]}}";

static const struct mark *find(const struct drawing *drawing,
			       enum mark_kind kind, int ink, int which)
{
	for (size_t i = 0; i < drawing->count; i++)
		if (drawing->marks[i].kind == kind &&
		    drawing->marks[i].ink == ink && which-- == 0)
			return &drawing->marks[i];
	return NULL;
}

static void test_draw(void **state)
{
	struct puzzle_list list;
	struct drawing drawing;
	const struct mark *mark;

	(void)state;
	parse_one(text, &list);
	drawing_init(&drawing, 4, 2);
	assert_int_equal(draw_family(FAMILY_sigils)
				 ->draw(&list.entries[0].puzzle,
					&list.entries[0].solution, &drawing),
			 0);
	/* an L has six corners, all inside its squares */
	mark = find(&drawing, MARK_AREA, INK_PIECE, 0);
	assert_non_null(mark);
	assert_int_equal(mark->point_count, 6);
	for (size_t i = 0; i < mark->point_count; i++) {
		assert_true(mark->points[i].x > 0 && mark->points[i].x < 3);
		assert_true(mark->points[i].y > 0 && mark->points[i].y < 2);
	}
	/* its number on the frame and on the piece in the tray */
	mark = find(&drawing, MARK_TEXT, INK_PIECE, 0);
	assert_string_equal(mark->text, "1");
	assert_true(mark->points[0].x < 4);
	mark = find(&drawing, MARK_TEXT, INK_PIECE, 1);
	assert_string_equal(mark->text, "1");
	assert_true(mark->points[0].x == 6.5 && mark->points[0].y == 0.5);
	/* the first lies as it must, the second is turned once: from 3 to 0 */
	assert_null(find(&drawing, MARK_LINE, INK_PIECE, 1));
	assert_non_null(find(&drawing, MARK_LINE, INK_PIECE + 1, 1));
	mark = find(&drawing, MARK_LINE, INK_PIECE + 1, 1);
	assert_true(mark->points[0].x < mark->points[mark->point_count - 1].x);
	drawing_fini(&drawing);
	puzzle_list_fini(&list);
}

static void test_print(void **state)
{
	static const char board[] = "┌───────────┬───┐\n"
				    "│ 1L        │ 2L│\n"
				    "│   ┌───────┘   │\n"
				    "│   │           │\n"
				    "└───┴───────────┘\n";
	struct puzzle_list list;
	struct buffer out;

	(void)state;
	parse_one(text, &list);
	buffer_init(&out);
	draw_family(FAMILY_sigils)
		->print(&list.entries[0].puzzle, &list.entries[0].solution,
			false, &out);
	assert_string_equal(buffer_text(&out), board);
	buffer_fini(&out);
	puzzle_list_fini(&list);
}

static void test_print_holes(void **state)
{
	static const char holes[] =
		"{\"family\":\"sigils\",\"columns\":3,\"rows\":2,\"pieces\":"
		"[\"L\"],\"holes\":[[0,0],[2,1]]}";
	static const char board[] = "    ┌───┬───┐\n"
				    " ▒▒▒│   │   │\n"
				    "┌───┼───┼───┘\n"
				    "│   │   │▒▒▒ \n"
				    "└───┴───┘    \n"
				    "  pieces: L   ▒ hole\n";
	struct puzzle_list list;
	struct buffer out;

	(void)state;
	parse_one(holes, &list);
	buffer_init(&out);
	draw_family(FAMILY_sigils)
		->print(&list.entries[0].puzzle, NULL, false, &out);
	draw_family(FAMILY_sigils)
		->legend(&list.entries[0].puzzle, NULL, false, &out);
	assert_string_equal(buffer_text(&out), board);
	buffer_fini(&out);
	puzzle_list_fini(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_draw),
		cmocka_unit_test(test_print),
		cmocka_unit_test(test_print_holes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
