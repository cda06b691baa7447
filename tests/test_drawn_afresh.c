/* Boards drawn afresh, as pages and SVG have them: what they show is what the
 * text says, wherever the puzzle came from, in light and in dark. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "html.h"
#include "inks.h"
#include "parsed.h"

/* Read from a picture: its tray is somewhere to the right. */
static const char sigils[] =
	"{\"family\":\"sigils\",\"columns\":4,\"rows\":2,\"pieces\":[\"L\","
	"\"L\"],\"turns\":[2,3],\"places\":[[6.5,0.5],[6.5,3.5]],"
	"\"solution\":{\"grid\":[[1,1,1,2],[1,2,2,2]]}}";

static const char suko[] =
	"{\"family\":\"suko\",\"circles\":[21,29,21,22],"
	"\"areas\":[{\"total\":17,\"colour\":\"blue\",\"cells\":[0,1,4]},"
	"{\"total\":12,\"colour\":\"light green\",\"cells\":[3,6,7]},"
	"{\"total\":16,\"colour\":\"tint 3\",\"cells\":[2,5,8]}],"
	"\"givens\":[0,7,0,0,0,0,0,0,0],"
	"\"solution\":{\"cells\":[1,7,5,4,9,8,6,2,3]}}";

static struct export_item item_of(const struct puzzle_list *list)
{
	return (struct export_item){ .puzzle = &list->entries[0].puzzle,
				     .solution = &list->entries[0].solution };
}

static void compose(const struct puzzle_list *list, struct drawing *board)
{
	struct export_item item = item_of(list);

	assert_int_equal(export_compose(&item, board, NULL), 0);
}

/* Is there something filled around a point, the page and the like aside? */
static bool lies_on_piece(const struct drawing *board, const struct mark *text)
{
	for (size_t i = 0; i < board->count; i++) {
		const struct mark *area = &board->marks[i];
		double left = 1e9, right = -1e9, top = 1e9, low = -1e9;

		if (area->kind != MARK_AREA || area->ink != text->ink)
			continue;
		for (size_t k = 0; k < area->point_count; k++) {
			left = fmin(left, area->points[k].x);
			right = fmax(right, area->points[k].x);
			top = fmin(top, area->points[k].y);
			low = fmax(low, area->points[k].y);
		}
		if (text->points[0].x > left && text->points[0].x < right &&
		    text->points[0].y > top && text->points[0].y < low)
			return true;
	}
	return false;
}

/* Numbers of sigils stand on pieces: on the frame and in the tray that is
 * drawn, not where the picture's tray was. */
static void sigils_have_their_pieces(void **state)
{
	struct puzzle_list list;
	struct drawing board;
	int numbers[2] = { 0 };

	(void)state;
	parse_one(sigils, &list);
	compose(&list, &board);
	for (size_t i = 0; i < board.count; i++) {
		const struct mark *mark = &board.marks[i];

		if (mark->kind != MARK_TEXT)
			continue;
		assert_true(lies_on_piece(&board, mark));
		numbers[mark->text[0] - '1']++;
	}
	assert_int_equal(numbers[0], 2);
	assert_int_equal(numbers[1], 2);
	drawing_fini(&board);
	puzzle_list_fini(&list);
}

struct extent {
	double left, right, top, low;
};

/* What a piece's marks of a kind take up below the frame. */
static struct extent extent_of(const struct drawing *board, enum mark_kind kind,
			       int ink, double frame)
{
	struct extent extent = { 1e9, -1e9, 1e9, -1e9 };

	for (size_t i = 0; i < board->count; i++) {
		const struct mark *mark = &board->marks[i];

		for (size_t k = 0; mark->kind == kind && mark->ink == ink &&
				   k < mark->point_count;
		     k++) {
			if (mark->points[k].y <= frame)
				continue;
			extent.left = fmin(extent.left, mark->points[k].x);
			extent.right = fmax(extent.right, mark->points[k].x);
			extent.top = fmin(extent.top, mark->points[k].y);
			extent.low = fmax(extent.low, mark->points[k].y);
		}
	}
	return extent;
}

static bool are_apart(const struct extent *a, const struct extent *b)
{
	return a->left > b->right + 0.05 || b->left > a->right + 0.05 ||
	       a->top > b->low + 0.05 || b->top > a->low + 0.05;
}

/* Neither upright pieces nor marks of how a piece is turned lie on a piece of
 * the tray: those have the colour of one. */
static void pieces_of_the_tray_are_apart(void **state)
{
	enum { PIECES = 8, ROWS = 4 };
	/* upright ones to be laid down */
	static const char pieces[] =
		"{\"family\":\"sigils\",\"columns\":8,\"rows\":4,\"pieces\":"
		"[\"I\",\"I\",\"I\",\"I\",\"I\",\"I\",\"O\",\"O\"],"
		"\"turns\":[1,1,1,1,1,1,0,0],\"solution\":{\"grid\":"
		"[[1,1,1,1,2,2,2,2],[3,3,3,3,4,4,4,4],"
		"[5,5,5,5,7,7,8,8],[6,6,6,6,7,7,8,8]]}}";
	struct extent all[2 * PIECES];
	struct puzzle_list list;
	struct drawing board;
	int turned = 0;

	(void)state;
	parse_one(pieces, &list);
	compose(&list, &board);
	for (int i = 0; i < PIECES; i++) {
		int ink = INK_PIECE + i;

		all[i] = extent_of(&board, MARK_AREA, ink, ROWS + 0.1);
		assert_true(all[i].low > all[i].top);
		all[PIECES + i] = extent_of(&board, MARK_LINE, ink, ROWS + 0.1);
		turned += all[PIECES + i].low > 0;
	}
	assert_int_equal(turned, 6);
	for (int i = 0; i < 2 * PIECES; i++)
		for (int k = 0; k < i; k++)
			assert_true(are_apart(&all[i], &all[k]));
	drawing_fini(&board);
	puzzle_list_fini(&list);
}

static int area_ink(const struct drawing *board, double x, double y)
{
	int ink = -1;

	for (size_t i = 0; i < board->count; i++) {
		const struct mark *mark = &board->marks[i];

		if (mark->kind == MARK_AREA && mark->points[0].x == x &&
		    mark->points[0].y == y)
			ink = mark->ink;
	}
	return ink;
}

/* Areas have the colours that their names say; others one of their own. */
static void areas_are_what_they_are_called(void **state)
{
	struct puzzle_list list;
	struct drawing board;

	(void)state;
	parse_one(suko, &list);
	compose(&list, &board);
	assert_int_equal(area_ink(&board, 0, 0), INK_BLUE);
	assert_int_equal(area_ink(&board, 0, 1), INK_GREEN);
	assert_true(area_ink(&board, 2, 0) >= INK_BLACK);
	assert_int_not_equal(area_ink(&board, 2, 0), INK_BLUE);
	assert_int_not_equal(area_ink(&board, 2, 0), INK_GREEN);
	drawing_fini(&board);
	puzzle_list_fini(&list);
}

static int channel(uint32_t colour, int shift)
{
	return (int)(colour >> shift & 255);
}

/* Cyan is as green as blue; what is named so differs from every other. */
static void colours_are_what_they_are_called(void **state)
{
	uint32_t cyan = inks_colour(INK_CYAN, INKS_LIGHT);

	(void)state;
	assert_int_equal(inks_named("cyan"), INK_CYAN);
	assert_true(abs(channel(cyan, 8) - channel(cyan, 0)) < 20);
	assert_true(channel(cyan, 16) + 100 < channel(cyan, 0));
	for (int a = INK_BLACK; a < INK_PIECE; a++)
		for (int b = a + 1; b < INK_PIECE; b++) {
			int apart = 0;

			for (int shift = 0; shift < 24; shift += 8)
				apart += abs(channel(inks_colour(a, INKS_LIGHT),
						     shift) -
					     channel(inks_colour(b, INKS_LIGHT),
						     shift));
			assert_true(apart > 60);
		}
	assert_int_equal(inks_named("mauve"), -1);
}

static int count(const char *text, const char *what)
{
	int found = 0;

	for (; (text = strstr(text, what)); text++)
		found++;
	return found;
}

/* Relative luminance and contrast as WCAG 2 defines them. */
static double luminance(uint32_t colour)
{
	static const double weights[3] = { 0.0722, 0.7152, 0.2126 };
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		double c = channel(colour, 8 * i) / 255.0;

		sum += weights[i] * (c <= 0.04045
					     ? c / 12.92
					     : pow((c + 0.055) / 1.055, 2.4));
	}
	return sum;
}

static double contrast(int a, int b, enum inks_ground ground)
{
	double x = luminance(inks_colour(a, ground)) + 0.05;
	double y = luminance(inks_colour(b, ground)) + 0.05;

	return x > y ? x / y : y / x;
}

/* What is written can be read on either page, and is bold where it is an
 * answer and not where it is given. */
static void writing_is_legible(void **state)
{
	static const int written[] = { INK_ANSWER, INK_CLUE, INK_TOTAL,
				       INK_LETTER, INK_SECOND };

	(void)state;
	for (size_t i = 0; i < sizeof written / sizeof *written; i++)
		for (int ground = INKS_LIGHT; ground <= INKS_DARK; ground++)
			assert_true(contrast(written[i], INK_PAGE,
					     (enum inks_ground)ground) >= 4.5);
	assert_true(inks_is_bold(INK_ANSWER));
	assert_false(inks_is_bold(INK_CLUE));
}

/* A title that says what it is; each board once, drawn; a key; characters and
 * sums to be opened; a dark style; what was said of the puzzle. */
static void pages_say_everything_once(void **state)
{
	struct puzzle_list list;
	struct export_item item;
	struct buffer out;
	const char *page;

	(void)state;
	parse_one(suko, &list);
	item = item_of(&list);
	item.headline = "Suko, solved, the only solution";
	item.remarks = "one <thing>\nanother\n";
	buffer_init(&out);
	assert_int_equal(html_write(&item, 1, "x.png", &out, NULL), 0);
	page = buffer_text(&out);
	assert_non_null(strstr(page, "<title>Suko, solved, the only solution "
				     "- x.png</title>"));
	assert_int_equal(count(page, "<svg "), 1);
	assert_int_equal(count(page, "<h1>"), 1);
	assert_int_equal(count(page, "<h2>"), 0);
	assert_non_null(strstr(page, "prefers-color-scheme:dark"));
	assert_non_null(strstr(page, "class=\"clue\">green: given"));
	assert_non_null(strstr(page, "class=\"total\">red: total"));
	assert_non_null(strstr(page, "blue, bold: answer"));
	assert_non_null(strstr(page, "<p>one &lt;thing&gt;</p>"));
	assert_non_null(strstr(page, "<p>another</p>"));
	assert_int_equal(count(page, "<details>"), 2);
	/* all characters are in what can be opened */
	assert_int_equal(count(page, "<pre>"), count(page, "\n<pre>"));
	buffer_fini(&out);
	puzzle_list_fini(&list);
}

/* Each family's characters are explained. */
static void characters_have_a_legend(void **state)
{
	static const char *const texts[] = { sigils, suko };

	(void)state;
	for (int i = 0; i < FAMILY_COUNT; i++)
		assert_non_null(draw_family((enum family)i)->legend);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const char *const words[] = { "pieces: 1L 2L\n",
					      "7 given  =7 total  [7] answer" };
		struct puzzle_list list;
		struct buffer out;

		parse_one(texts[i], &list);
		buffer_init(&out);
		draw_family(list.entries[0].puzzle.family)
			->legend(&list.entries[0].puzzle,
				 &list.entries[0].solution, false, &out);
		assert_non_null(strstr(buffer_text(&out), words[i]));
		buffer_fini(&out);
		puzzle_list_fini(&list);
	}
}

/* A panel's dots show on the line that takes them, and pieces' outlines on the
 * panel's ground in either style. */
static void what_the_line_takes_shows(void **state)
{
	static const char text[] =
		"{\"family\":\"panel\",\"columns\":1,\"rows\":1,\"wraps\":"
		"false,"
		"\"symmetry\":null,\"starts\":[[0,2]],\"ends\":[{\"at\":[2,0],"
		"\"towards\":[0,-1]}],\"gaps\":[],\"missing\":[],\"dots\":[{"
		"\"at\":[2,2],\"colour\":\"black\"}],\"cells\":[{\"at\":[1,1],"
		"\"kind\":\"polyomino\",\"colour\":\"yellow\",\"shape\":[\"#\"]"
		"}"
		"],\"solution\":{\"path\":[[0,2],[2,2],[2,0]]}}";
	struct export_item item;
	struct puzzle_list list;
	struct drawing board;
	size_t line = 0, dot = 0;
	int outlines = 0;

	(void)state;
	parse_one(text, &list);
	item = item_of(&list);
	item.aids = true;
	assert_int_equal(export_compose(&item, &board, NULL), 0);
	for (size_t i = 0; i < board.count; i++) {
		line = board.marks[i].ink == INK_ANSWER ? i : line;
		dot = board.marks[i].ink == INK_BLACK ? i : dot;
		outlines += board.marks[i].kind == MARK_LINE &&
			    board.marks[i].ink == INK_WHITE;
	}
	assert_true(line > 0 && dot > line);
	assert_int_equal(outlines, 4);
	drawing_fini(&board);
	puzzle_list_fini(&list);
}

/* Doubts are ringed on pages as they are on pictures. */
static void doubts_are_ringed(void **state)
{
	static const struct board_place doubts[] = { { PLACE_CELL, 4, 0 },
						     { PLACE_CIRCLE, 1, 0 } };
	struct export_item item;
	struct puzzle_list list;
	struct drawing board;
	struct point centres[2];
	int rings = 0;

	(void)state;
	parse_one(suko, &list);
	item = item_of(&list);
	item.solution = NULL;
	item.doubts = doubts;
	item.doubt_count = 2;
	assert_int_equal(export_compose(&item, &board, NULL), 0);
	for (size_t i = 0; i < board.count; i++)
		if (board.marks[i].ink == INK_DOUBT && rings < 2) {
			assert_int_equal(board.marks[i].kind, MARK_RING);
			centres[rings++] = board.marks[i].points[0];
		}
	assert_int_equal(rings, 2);
	assert_true(point_distance(centres[0], (struct point){ 1.5, 1.5 }) <
		    0.01);
	assert_true(point_distance(centres[1], (struct point){ 2, 1 }) < 0.01);
	drawing_fini(&board);
	puzzle_list_fini(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sigils_have_their_pieces),
		cmocka_unit_test(pieces_of_the_tray_are_apart),
		cmocka_unit_test(areas_are_what_they_are_called),
		cmocka_unit_test(colours_are_what_they_are_called),
		cmocka_unit_test(writing_is_legible),
		cmocka_unit_test(pages_say_everything_once),
		cmocka_unit_test(characters_have_a_legend),
		cmocka_unit_test(what_the_line_takes_shows),
		cmocka_unit_test(doubts_are_ringed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
