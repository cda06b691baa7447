/* Puzzle texts as people have them: copied from a page, written by another
 * program, typed by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "parsed.h"

static const char cross_sum[] = "#tc\n7\n1 x 3 9\nx 2 1 6\n2 4 x 7\n4 9 9 6\n";
static const char pyramid[] = "#Tri\nx\nx x\n1 2 x\n";
static const char tracks[] = "#tt\nR,1,1\n2,5,5\n0,0,0\n";
static const char sigils[] = "8 6 a a b cl cl cr cr cr q q sl sl\n";
static const char panel[] =
	"CAUSAigEEgYIBBoCEAESABIECAgQBBIAEgQIBxABEgASAggGEgIoBRIECAcQ"
	"ARIAEgQICBAEEgASAggDEgIoBA==_0";

/* Both texts hold the same one puzzle. */
static void expect_same(const char *plain, const char *text)
{
	struct puzzle_list expected, list;
	struct buffer difference;

	parse_one(plain, &expected);
	parse_one(text, &list);
	buffer_init(&difference);
	if (!puzzle_equal(&expected.entries[0].puzzle, &list.entries[0].puzzle,
			  &difference))
		fail_msg("%s: %s", text, buffer_text(&difference));
	buffer_fini(&difference);
	puzzle_list_fini(&expected);
	puzzle_list_fini(&list);
}

static void test_copied_from_a_page(void **state)
{
	(void)state;
	/* no-break spaces, thin and ideographic ones, between what belongs
	 * apart and before it */
	expect_same(cross_sum, "#tc Page 10\n\n7\n\n1,\xc2\xa0x,\xc2\xa0"
			       "3\xe2\x80\x83"
			       "9\n\n\xc2\xa0x,2,1\xe2\x80\xaf"
			       "6\n2\xe3\x80\x80"
			       "4 x 7\n4 9 9 6");
	expect_same(pyramid, "\xe2\x80\x8b#Tri\nx\nx\xe2\x80\x89x\n1 2 x\n");
	expect_same(sigils, "8\xc3\x97"
			    "6 TTIJJLLLOOSS\n");
	expect_same(tracks, "\xc2\xa0#tt\xc2\xa0one\nR,\xc2\xa0"
			    "1,1\n2,5,5\n0,0,0\n");
	/* lines that end as pages and old programs end them */
	expect_same(pyramid, "#Tri\xe2\x80\xa8x\xe2\x80\xa8x x\xe2\x80\xa8"
			     "1 2 x");
	expect_same(pyramid, "#Tri\rx\rx x\r1 2 x\r");
}

static void test_byte_order_mark_and_capitals(void **state)
{
	char address[200];

	(void)state;
	expect_same(pyramid, "\xef\xbb\xbf#Tri\r\nX\r\nX,x\r\n1,2,X\r\n");
	expect_same(pyramid, "#TRI\nX\nX X\n1 2 X\n");
	expect_same(cross_sum, "\xef\xbb\xbf#TC\r\n7\r\n1 X 3 9\r\nX 2 1 6\r\n"
			       "2 4 X 7\r\n4 9 9 6");
	expect_same(tracks, "\xef\xbb\xbf#TT\r\nr,1,1\r\n2,5,5\r\n0,X,x\r\n");
	snprintf(address, sizeof address, "\xef\xbb\xbfhttps://windmill/%s\r\n",
		 panel);
	expect_same(panel, address);
}

/* As an editor's "Unicode" has it: UTF-16, either byte first. */
static void test_utf16(void **state)
{
	/* bytes below 5 stand for these */
	static const unsigned odd_units[] = { 0, 0xfeff, 0xd83e, 0xdde9,
					      0x2003 };
	static const char text[] = "\1#tc 10 \2\3 \4\r\n7\r\n1 x 3 9\r\n"
				   "x 2 1 6\r\n2 4 x 7\r\n4 9 9 6\r\n";

	(void)state;
	for (int little = 0; little < 2; little++) {
		char wide[2 * sizeof text];
		struct puzzle_list expected, list;
		struct problem problem = { 0 };
		size_t length = 0;

		for (const char *c = text; *c; c++) {
			unsigned unit =
				*c < 5 ? odd_units[(int)*c] : (unsigned)*c;

			wide[length + !little] = (char)(unit & 0xff);
			wide[length + (size_t)little] = (char)(unit >> 8);
			length += 2;
		}
		parse_one(cross_sum, &expected);
		puzzle_list_init(&list);
		if (puzzle_list_parse(&list, wide, length, &problem) < 0)
			fail_msg("%s", problem.text);
		assert_int_equal(list.count, 1);
		assert_true(puzzle_equal(&expected.entries[0].puzzle,
					 &list.entries[0].puzzle, NULL));
		puzzle_list_fini(&expected);
		puzzle_list_fini(&list);
		/* half a unit at its end, and zeros that are no text */
		puzzle_list_init(&list);
		assert_int_equal(
			puzzle_list_parse(&list, wide, length - 1, NULL), 0);
		memset(wide + length - 2, 0, 2);
		assert_int_equal(puzzle_list_parse(&list, wide, length, NULL),
				 -1);
		puzzle_list_fini(&list);
	}
}

static void test_json_keeps_what_it_quotes(void **state)
{
	struct puzzle_list list;

	(void)state;
	parse_one("\xef\xbb\xbf{\"family\":\"pyramid\",\xc2\xa0\"id\":"
		  "\"a\\\"\xc2\xa0\xe2\x80\x9d\",\r\n\"rows\":[[3],[1,null]]}",
		  &list);
	assert_string_equal(list.entries[0].puzzle.id,
			    "a\"\xc2\xa0\xe2\x80\x9d");
	puzzle_list_fini(&list);
}

static void test_sigils(void **state)
{
	(void)state;
	expect_same(sigils, "8x6 ttijjlllooss");
	expect_same(sigils, "8X6 T T I J J L L L O O S S");
	expect_same(sigils, "8 6\n\na a b cl cl cr cr cr q q sl sl\n");
	expect_same(sigils, "8x6\r\nTTIJJLLLOOSS\r\n");
	expect_same(sigils, "8 6 A A B CL CL CR CR CR Q Q SL SL\n");
	expect_same(sigils, "create_smt2_def(8,6,'a','a','b','cl','cl','cr',"
			    "'cr','cr','q','q','sl','sl');\n");
	expect_same(sigils, "create_smt2_def( 8, 6,\n"
			    "  \"a\", \"a\", \"b\", \"cl\", \"cl\", \"cr\",\n"
			    "  \"cr\", \"cr\", \"q\", \"q\", \"sl\", \"sl\" ); "
			    "# the board\n");
	expect_same(sigils, "create_smt2_def(8,6,\xe2\x80\x98"
			    "a\xe2\x80\x99,'a','b','cl','cl','cr','cr','cr',"
			    "'q','q','sl','sl')");
	/* small "sl" alone is the code of S, among letters S and L */
	expect_same("4x1 S", "4 1 sl");
	expect_same("4x2 S L", "4x2 SL");
	expect_same("4x3 O S L", "4x3 o sl");
	refuse("8 6\n8 6 TT", "not a puzzle: '8 6'");
	refuse("create_smt2_def(8,6);", "no pieces");
	refuse("create_smt2_def(8", "columns and rows");
}

/* The published Suko, as its solver names circles and cells, and as JSON. */
static void test_suko(void **state)
{
	static const char published[] =
		"#suko\n21 29 21 22\n17 a1 b1 b2\n12 a2 a3 b3\n"
		"16 c1 c2 c3\n";
	static const char json[] =
		"{\"family\":\"suko\",\"circles\":[21,29,21,22],\"areas\":["
		"{\"total\":16,\"colour\":\"red\",\"cells\":[2,5,8]},"
		"{\"total\":17,\"colour\":\"blue\",\"cells\":[0,1,4]},"
		"{\"total\":12,\"colour\":\"green\",\"cells\":[3,6,7]}]}";
	static const char given[] = "#suko\n21 x 21 22\nx a1 b1\nc1=5\nb2=9\n";
	struct puzzle_list list;
	struct buffer out;

	(void)state;
	expect_same(json, published);
	expect_same(published, "\xef\xbb\xbf#SUKO from a page\r\n\r\n"
			       "21,29,\xc2\xa0"
			       "21;22\r\n17 A1 B1 B2\r\n12 A2 A3 B3\r\n"
			       "16 C1 C2 C3\r\n");
	expect_same(given, "#suko\n21 X 21 22\nB2=9, C1=5\nX A1 B1\n");
	parse_one(given, &list);
	assert_int_equal(list.entries[0].puzzle.as.suko.givens[2], 5);
	buffer_init(&out);
	assert_int_equal(
		puzzle_suko.to_text(&list.entries[0].puzzle, &out, NULL), 0);
	assert_string_equal(buffer_text(&out), given);
	buffer_fini(&out);
	puzzle_list_fini(&list);
	refuse("#suko", "expected the numbers of 4 circles");
	refuse("#suko\n1 2 3\n", "line 2: expected the numbers of 4 circles");
	refuse("#suko\n1 2 3 4 5\n", "more than 4");
	refuse("#suko\n1 2 3 1000\n", "above 999");
	refuse("#suko\n1 2 3 4\n5 d1\n", "expected a cell a1 to c3: 'd1'");
	refuse("#suko\n1 2 3 4\n5 a1\n6 b1 a1\n", "line 4: cell a1 is named");
	refuse("#suko\n1 2 3 4\na1=0\n", "a given such as b2=5");
	refuse("#suko\n1 2 3 4\na1=12\n", "a given such as b2=5");
	refuse("#suko\n1 2 3 4\n5 a1 a2aaaaaaaaaaaaaaaaaaaaa\n", "line 3");
}

static const char small[] = "12 34\n.. ..\n21 ..\n.. 21\n";

/* One file with puzzles of all kinds. */
static void test_one_after_another(void **state)
{
	static const enum family families[] = {
		FAMILY_sudoku,  FAMILY_sigils, FAMILY_panel,  FAMILY_sigils,
		FAMILY_sudoku,  FAMILY_sudoku, FAMILY_tracks, FAMILY_cross_sum,
		FAMILY_pyramid, FAMILY_tracks,
	};
	struct puzzle_list list;
	char text[2000];

	(void)state;
	snprintf(text, sizeof text,
		 "%s%s\n%s\n\n%s%s1234341221434321\n  %s%s%s%s", small, sigils,
		 panel, "8 6\nTT\n", small, tracks, cross_sum, pyramid, tracks);
	parse_list(text, &list);
	assert_int_equal(list.count, sizeof families / sizeof *families);
	for (size_t i = 0; i < list.count; i++)
		assert_int_equal(list.entries[i].puzzle.family, families[i]);
	puzzle_list_fini(&list);
}

/* Grids of digits are not taken for sigils, whatever they start with. */
static void test_grids_of_digits(void **state)
{
	static const char *const grids[] = {
		"1234341221434321",
		"10 20\n02 10\n20 01\n01 02\n",
		"5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n",
		"5 3 x x 7 x x x x\n",
		"12 34\n34 12\n21 43\n43 21\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
		assert_int_equal(puzzle_sigils.claim_text(grids[i]), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copied_from_a_page),
		cmocka_unit_test(test_byte_order_mark_and_capitals),
		cmocka_unit_test(test_utf16),
		cmocka_unit_test(test_json_keeps_what_it_quotes),
		cmocka_unit_test(test_sigils),
		cmocka_unit_test(test_suko),
		cmocka_unit_test(test_one_after_another),
		cmocka_unit_test(test_grids_of_digits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
