/* Suko, cross-sum, pyramid and sudoku, drawn and printed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "drawing.h"
#include "export.h"
#include "html.h"
#include "solve.h"

/* A puzzle from JSON and its answer. */
static void solved(const char *text, struct puzzle *puzzle,
		   struct solution *solution)
{
	struct solve_options options = solve_defaults();
	json_t *json = json_loads(text, 0, NULL);
	struct problem problem = { 0 };
	struct solve_result result;

	assert_non_null(json);
	if (puzzle_from_json(json, puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
	json_decref(json);
	assert_int_equal(solve_puzzle(puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.unique, KNOWN_YES);
	*solution = result.solutions[0];
	solve_result_fini(&result);
}

static const char cross_sum[] =
	"{\"family\":\"cross-sum\",\"columns\":3,\"rows\":2,"
	"\"cells\":[[7,null,12],[null,5,1]],"
	"\"row_totals\":[119,9],\"column_totals\":[10,null,13]}";
static const char pyramid[] = "{\"family\":\"pyramid\","
			      "\"rows\":[[20],[null,8],[null,5,null]]}";
static const char suko[] =
	"{\"family\":\"suko\",\"circles\":[21,29,21,22],\"areas\":["
	"{\"total\":17,\"colour\":\"yellow\",\"cells\":[0,1,4]},"
	"{\"total\":12,\"colour\":\"green\",\"cells\":[3,6,7]},"
	"{\"total\":16,\"colour\":\"orange\",\"cells\":[2,5,8]}],"
	"\"givens\":[0,7,0,0,0,0,0,0,0]}";
static const char sudoku[] =
	"{\"family\":\"sudoku\",\"columns\":6,\"rows\":6,\"box\":[2,3],"
	"\"cells\":[[4,null,null,5,null,3],[null,null,null,1,2,null],"
	"[null,null,4,3,null,null],[2,null,3,null,5,null],"
	"[6,null,null,null,null,null],[null,null,null,null,3,2]]}";

/* The drawing has this text, in this ink, around this point, and it lies in
 * the cell of that size. */
static void expect_text(const struct drawing *drawing, int ink, double x,
			double y, const char *text)
{
	for (size_t i = 0; i < drawing->count; i++) {
		const struct mark *mark = &drawing->marks[i];

		if (mark->kind != MARK_TEXT || strcmp(mark->text, text) ||
		    fabs(mark->points[0].x - x) > 0.01 ||
		    fabs(mark->points[0].y - y) > 0.01)
			continue;
		assert_int_equal(mark->ink, ink);
		/* legible, and within a cell */
		assert_true(mark->width >= 0.15 && mark->width <= 0.6);
		assert_true(mark->digit_width >= 0.1 &&
			    mark->digit_width * (double)strlen(text) < 0.9);
		return;
	}
	fail_msg("no '%s' at %g,%g", text, x, y);
}

/* The answer of a puzzle, or the puzzle itself, as marks. */
static void drawn(const char *json, bool answer, struct drawing *drawing)
{
	struct solution solution;
	struct puzzle puzzle;
	const struct draw_family *family;

	solved(json, &puzzle, &solution);
	family = draw_family(puzzle.family);
	drawing_init(drawing, 1, 1);
	assert_int_equal(answer ? family->draw(&puzzle, &solution, drawing)
				: family->draw_puzzle(&puzzle, drawing),
			 0);
}

static void answers_stand_in_the_blank_cells(void **state)
{
	struct drawing drawing;

	(void)state;
	drawn(cross_sum, true, &drawing);
	assert_int_equal(drawing.count, 2);
	expect_text(&drawing, INK_ANSWER, 1.5, 0.5, "100");
	expect_text(&drawing, INK_ANSWER, 0.5, 1.5, "3");
	drawing_fini(&drawing);

	drawn(pyramid, true, &drawing);
	assert_int_equal(drawing.count, 3);
	expect_text(&drawing, INK_ANSWER, 1, 1.5, "12");
	expect_text(&drawing, INK_ANSWER, 0.5, 2.5, "7");
	expect_text(&drawing, INK_ANSWER, 2.5, 2.5, "3");
	drawing_fini(&drawing);

	drawn(suko, true, &drawing);
	assert_int_equal(drawing.count, 8);
	expect_text(&drawing, INK_ANSWER, 2.5, 2.5, "3");
	drawing_fini(&drawing);

	drawn(sudoku, true, &drawing);
	assert_int_equal(drawing.count, 23);
	expect_text(&drawing, INK_ANSWER, 1.5, 0.5, "6");
	expect_text(&drawing, INK_ANSWER, 3.5, 5.5, "6");
	drawing_fini(&drawing);
}

/* The extent of what is pink in a picture. */
static struct box pink(const struct image *image)
{
	int left = image->width, top = image->height, right = -1, bottom = -1;

	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t pixel = image_row(image, y)[x];

			if ((pixel >> 16 & 255) < 200 ||
			    (pixel >> 8 & 255) > 120)
				continue;
			left = x < left ? x : left;
			right = x > right ? x : right;
			top = y < top ? y : top;
			bottom = y > bottom ? y : bottom;
		}
	return (struct box){ left, top, right - left + 1, bottom - top + 1 };
}

/* A number in a cell so many pixels wide and high, painted on white. */
static struct box painted(int number, int digits, double px_wide,
			  double px_high)
{
	struct drawing drawing;
	struct layer layer = { &drawing,
			       { { px_wide, 0, 0, 0, px_high, 0, 0, 0, 1 } } };
	struct image image;
	struct box box;

	assert_int_equal(image_init(&image, (int)px_wide, (int)px_high, NULL),
			 0);
	for (int y = 0; y < image.height; y++)
		for (int x = 0; x < image.width; x++)
			image_row(&image, y)[x] = 0xffffff;
	drawing_init(&drawing, 1, 1);
	drawing_number(&drawing, INK_ANSWER, (struct point){ 0.5, 0.5 },
		       (struct drawing_size){ 0.5, 0.76 / digits }, number);
	assert_int_equal(export_over_image(&image, &layer, 1, NULL), 0);
	box = pink(&image);
	drawing_fini(&drawing);
	image_fini(&image);
	return box;
}

static void numbers_fit_their_cells_unstretched(void **state)
{
	struct box square = painted(88, 2, 100, 100);
	struct box wide = painted(88, 2, 250, 100);
	struct box narrow = painted(8888, 4, 60, 100);

	(void)state;
	/* the same digits, as high as in a square cell or higher */
	assert_true(wide.height >= square.height && wide.height <= 55);
	assert_true(abs(wide.width * square.height -
			square.width * wide.height) < 3 * square.height);
	/* as large as the cell's width allows, and upright as before */
	assert_true(narrow.width > 30 && narrow.width < 54);
	assert_true(narrow.height < narrow.width);
	assert_true(2 * narrow.height * square.width >
		    narrow.width * square.height * 8 / 10);
}

static bool is_white(uint32_t pixel)
{
	return (pixel >> 16 & 255) > 190 && (pixel >> 8 & 255) > 190 &&
	       (pixel & 255) > 190;
}

/* Marks what is white and joined to x, y. */
static void flood(const struct image *image, int x, int y, bool *seen)
{
	if (x < 0 || y < 0 || x >= image->width || y >= image->height ||
	    seen[y * image->width + x] || !is_white(image_row(image, y)[x]))
		return;
	seen[y * image->width + x] = true;
	for (int i = 0; i < 9; i++)
		flood(image, x + i % 3 - 1, y + i / 3 - 1, seen);
}

/* The white rims of two digits are two, with dark between them. */
static void digits_stand_apart(void **state)
{
	static bool seen[200 * 200];
	static const int sizes[] = { 30, 48, 100, 200 };

	(void)state;
	for (int i = 0; i < 4 * 90; i++) {
		int size = sizes[i % 4], number = 10 + i / 4;
		int left = size, right = -1, left_y = 0, right_y = 0;
		struct drawing drawing;
		struct layer layer = {
			&drawing, { { size, 0, 0, 0, size, 0, 0, 0, 1 } }
		};
		struct image image;

		assert_int_equal(image_init(&image, size, size, NULL), 0);
		drawing_init(&drawing, 1, 1);
		drawing_number(&drawing, INK_ANSWER, (struct point){ 0.5, 0.5 },
			       (struct drawing_size){ 0.5, 0.38 }, number);
		assert_int_equal(export_over_image(&image, &layer, 1, NULL), 0);
		for (int k = 0; k < size * size; k++) {
			int x = k % size, y = k / size;

			if (!is_white(image_row(&image, y)[x]))
				continue;
			if (x < left)
				left = x, left_y = y;
			if (x > right)
				right = x, right_y = y;
		}
		assert_true(right - left > size / 4);
		memset(seen, 0, sizeof seen);
		flood(&image, left, left_y, seen);
		if (seen[right_y * size + right])
			fail_msg("%d at %d pixels", number, size);
		drawing_fini(&drawing);
		image_fini(&image);
	}
}

static void puzzles_are_drawn_with_their_clues(void **state)
{
	struct drawing drawing;

	(void)state;
	drawn(cross_sum, false, &drawing);
	expect_text(&drawing, INK_CLUE, 2.5, 0.5, "12");
	expect_text(&drawing, INK_TOTAL, 3.5, 0.5, "119");
	expect_text(&drawing, INK_TOTAL, 2.5, 2.5, "13");
	drawing_fini(&drawing);

	drawn(pyramid, false, &drawing);
	expect_text(&drawing, INK_CLUE, 1.5, 0.5, "20");
	expect_text(&drawing, INK_CLUE, 1.5, 2.5, "5");
	drawing_fini(&drawing);

	drawn(suko, false, &drawing);
	expect_text(&drawing, INK_CLUE, 1.5, 0.5, "7");
	expect_text(&drawing, INK_TOTAL, 2, 1, "29");
	drawing_fini(&drawing);

	drawn(sudoku, false, &drawing);
	expect_text(&drawing, INK_CLUE, 0.5, 0.5, "4");
	expect_text(&drawing, INK_CLUE, 5.5, 5.5, "2");
	/* the lines of cells, those around boxes once more, the clues */
	assert_int_equal(drawing.count, 7 + 7 + 4 + 3 + 13);
	drawing_fini(&drawing);
}

static void expect_print(const char *json, const char *text)
{
	struct solution solution;
	struct puzzle puzzle;
	struct buffer out;

	buffer_init(&out);
	solved(json, &puzzle, &solution);
	draw_family(puzzle.family)->print(&puzzle, &solution, false, &out);
	assert_string_equal(buffer_text(&out), text);
	buffer_fini(&out);
	draw_family(puzzle.family)->print(&puzzle, NULL, true, &out);
	assert_non_null(strstr(buffer_text(&out), "\033[32m"));
	assert_null(strstr(buffer_text(&out), "\033[1;34m"));
	buffer_fini(&out);
}

static void texts_tell_clues_from_answers_without_colour(void **state)
{
	(void)state;
	expect_print(cross_sum, "   7 [100]  12 =119 \n"
				"  [3]   5    1   =9 \n"
				" =10       =13      \n");
	expect_print(pyramid, "     20 \n"
			      "  [12]  8 \n"
			      " [7]  5  [3]\n");
	expect_print(suko, "[1]   7   [5]  \n"
			   "  =21  =29 \n"
			   "[4]  [9]  [8]  \n"
			   "  =21  =22 \n"
			   "[6]  [2]  [3]  \n"
			   "yellow: 1+7+9=17 \n"
			   "green: 4+6+2=12 \n"
			   "orange: 5+8+3=16 \n");
	expect_print(sudoku, " 4 [6]|[2] 5 |[1] 3 \n"
			     "[3][5]|[6] 1 | 2 [4]\n"
			     "[1][2]| 4  3 |[6][5]\n"
			     "------+------+------\n"
			     " 2 [1]| 3 [4]| 5 [6]\n"
			     " 6 [3]|[5][2]|[4][1]\n"
			     "[5][4]|[1][6]| 3  2 \n");
}

static void expect_sums(const char *json, const char *text)
{
	struct solution solution;
	struct puzzle puzzle;
	struct buffer out;

	buffer_init(&out);
	solved(json, &puzzle, &solution);
	draw_family(puzzle.family)->sums(&puzzle, &solution, false, &out);
	assert_string_equal(buffer_text(&out), text);
	buffer_fini(&out);
}

static void the_sums_that_were_checked_are_listed(void **state)
{
	(void)state;
	expect_sums(cross_sum, "row 1: 7 + [100] + 12 = 119\n"
			       "row 2: [3] + 5 + 1 = 9\n"
			       "column 1: 7 + [3] = 10\n"
			       "column 3: 12 + 1 = 13\n");
	expect_sums("{\"family\":\"cross-sum\",\"columns\":2,\"rows\":2,"
		    "\"cells\":[[1,null],[3,4]],\"row_totals\":[3,7],"
		    "\"column_totals\":[4,6],"
		    "\"diagonal_up\":5,\"diagonal_down\":5}",
		    "row 1: 1 + [2] = 3\nrow 2: 3 + 4 = 7\n"
		    "column 1: 1 + 3 = 4\ncolumn 2: [2] + 4 = 6\n"
		    "diagonal down: 1 + 4 = 5\ndiagonal up: 3 + [2] = 5\n");
	expect_sums(pyramid, "row 1, number 1: [12] + 8 = 20\n"
			     "row 2, number 1: [7] + 5 = [12]\n"
			     "row 2, number 2: 5 + [3] = 8\n");
	expect_sums(suko, "circle top left: [1] + 7 + [4] + [9] = 21\n"
			  "circle top right: 7 + [5] + [9] + [8] = 29\n"
			  "circle bottom left: [4] + [9] + [6] + [2] = 21\n"
			  "circle bottom right: [9] + [8] + [2] + [3] = 22\n"
			  "area yellow: [1] + 7 + [9] = 17\n"
			  "area green: [4] + [6] + [2] = 12\n"
			  "area orange: [5] + [8] + [3] = 16\n");
}

static void pages_list_the_sums_in_the_colours_of_the_roles(void **state)
{
	struct solution solution;
	struct export_item item;
	struct puzzle puzzle;
	struct buffer out;

	(void)state;
	buffer_init(&out);
	solved(pyramid, &puzzle, &solution);
	item = (struct export_item){ .puzzle = &puzzle, .solution = &solution };
	assert_int_equal(html_write(&item, 1, "a", &out, NULL), 0);
	assert_non_null(strstr(buffer_text(&out),
			       "number 2: <span class=\"c32\">5</span> + "
			       "<span class=\"c1 c34\">[3]</span> = "
			       "<span class=\"c32\">8</span>\n"));
	buffer_fini(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_stand_in_the_blank_cells),
		cmocka_unit_test(numbers_fit_their_cells_unstretched),
		cmocka_unit_test(digits_stand_apart),
		cmocka_unit_test(puzzles_are_drawn_with_their_clues),
		cmocka_unit_test(texts_tell_clues_from_answers_without_colour),
		cmocka_unit_test(the_sums_that_were_checked_are_listed),
		cmocka_unit_test(
			pages_list_the_sums_in_the_colours_of_the_roles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
