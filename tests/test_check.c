/* `solveglass check`: all that a solution breaks, in text, as JSON and drawn;
 * replies to our own formulas and to the published scripts'. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "buffer.h"
#include "file.h"
#include "program.h"

static const char pyramid[] = "#Tri Round-Up\nx\nx,x\nx,x,455\nx,141,x,x\n"
			      "29,72,x,138,x\n";
/* as MathSAT prints it; D4 was 248 */
static const char changed[] =
	"sat\n( (A1 1393)\n  (B1 590)\n  (B2 803)\n  (C1 242)\n  (C2 348)\n"
	"  (C3 455)\n  (D1 101)\n  (D2 141)\n  (D3 207)\n  (D4 284)\n"
	"  (E1 29)\n  (E2 72)\n  (E3 69)\n  (E4 138)\n  (E5 110) )\n";
static const char both[] =
	"  rule 1, C3 (row 3, number 3): the two below sum to 491, not 455\n"
	"  rule 1, D4 (row 4, number 4): the two below sum to 248, not 284\n";

static int setup(void **state)
{
	struct program_test *test;

	if (program_setup(state) < 0)
		return -1;
	test = *state;
	program_write(&test->folder, "p.tri", pyramid, sizeof pyramid - 1);
	program_write(&test->folder, "changed.txt", changed,
		      sizeof changed - 1);
	return 0;
}

static void put(void **state, const char *name, const char *text)
{
	struct program_test *test = *state;

	program_write(&test->folder, name, text, strlen(text));
}

static void expect(void **state, const char *arguments, int status,
		   const char *sentence)
{
	program_expect(*state, arguments, status, sentence);
}

static void expect_out(void **state, const char *part)
{
	struct program_test *test = *state;

	if (!strstr(test->run.out, part))
		fail_msg("no '%s' in '%s'", part, test->run.out);
}

static void text_names_all(void **state)
{
	expect(state, "check --values changed.txt p.tri", 1, "");
	expect_out(state, "p.tri: breaks rules in 2 places\n");
	expect_out(state, both);
}

static void json_names_all(void **state)
{
	struct program_test *test = *state;
	json_t *json, *faults;

	expect(state, "check --json --values changed.txt p.tri", 1, "");
	json = json_loads(test->run.out, 0, NULL);
	faults = json_object_get(
		json_array_get(json_object_get(json, "puzzles"), 0), "faults");
	assert_int_equal(json_array_size(faults), 2);
	for (int i = 0; i < 2; i++) {
		json_t *fault = json_array_get(faults, (size_t)i);
		json_t *at = json_object_get(fault, "at");

		assert_int_equal(
			json_integer_value(json_object_get(fault, "rule")), 1);
		assert_int_equal(json_integer_value(json_array_get(at, 0)),
				 2 + i);
		assert_int_equal(json_integer_value(json_array_get(at, 1)),
				 2 + i);
		assert_string_equal(
			json_string_value(json_object_get(fault, "where")),
			i ? "D4 (row 4, number 4)" : "C3 (row 3, number 3)");
	}
	json_decref(json);
}

/* How many pixels are of the red of rings, in a column of fields. */
static int red_pixels(const struct image *image, int from, int to)
{
	int count = 0;

	for (int y = 0; y < image->height; y++)
		for (int x = from; x < to; x++) {
			uint32_t pixel =
				image->pixels[(size_t)y * image->stride +
					      (size_t)x];

			count += (pixel >> 16 & 0xff) > 180 &&
				 (pixel >> 8 & 0xff) < 40 &&
				 (pixel & 0xff) < 40;
		}
	return count;
}

static void drawings_ring_all(void **state)
{
	struct program_test *test = *state;
	struct image whole, holding;
	struct problem problem = { 0 };
	static char text[400000];
	char path[300];

	expect(state,
	       "check --draw a.png --svg a.svg --html a.html "
	       "--values changed.txt p.tri",
	       1, "");
	snprintf(path, sizeof path, "%s/a.png", test->folder.path);
	assert_int_equal(file_load_image(path, &whole, &problem), 0);
	/* C3 and D4 lie right of the middle */
	assert_true(red_pixels(&whole, whole.width / 2, whole.width) > 200);
	assert_int_equal(red_pixels(&whole, 0, whole.width / 2), 0);
	snprintf(path, sizeof path, "%s/a.html", test->folder.path);
	program_slurp(path, text, sizeof text);
	assert_non_null(strstr(text, "<svg"));
	assert_non_null(strstr(text, "<li>Rule 1, C3 (row 3, number 3): "));
	assert_non_null(strstr(text, "<li>Rule 1, D4 (row 4, number 4): "));
	assert_null(strstr(text, "keeps every rule"));
	expect(state,
	       "solve --format json p.tri >s.json && '" PROGRAM
	       "' check --draw b.png --html b.html s.json",
	       0, "");
	snprintf(path, sizeof path, "%s/b.png", test->folder.path);
	assert_int_equal(file_load_image(path, &holding, &problem), 0);
	assert_int_equal(red_pixels(&holding, 0, holding.width), 0);
	assert_int_equal(whole.width, holding.width);
	snprintf(path, sizeof path, "%s/b.html", test->folder.path);
	program_slurp(path, text, sizeof text);
	assert_non_null(strstr(text, "keeps every rule"));
	image_fini(&whole);
	image_fini(&holding);
	expect(state, "check --draw a.png s.json p.tri", 64, "need one file");
	expect(state, "check --html - s.json", 64, "need a file");
}

/* z3 wraps its list otherwise; each reply is checked right and with a number
 * of it changed. */
static void published_names(void **state)
{
	put(state, "s.json", "{\"family\":\"suko\",\"circles\":[21,29,21,22]}");
	put(state, "reply",
	    "sat\n((a1 1)\n (b1 7)\n (c1 5)\n (a2 4)\n (b2 9)\n"
	    " (c2 8)\n (a3 6)\n (b3 2)\n (c3 3))\n");
	expect(state, "check --values reply s.json", 0, "");
	put(state, "reply",
	    "sat\n((a1 1)\n (b1 7)\n (c1 5)\n (a2 6)\n (b2 9)\n"
	    " (c2 8)\n (a3 4)\n (b3 2)\n (c3 3))\n");
	expect(state, "check --values reply s.json", 1, "");
	expect_out(state, "  rule 2, the circle top left: ");
	put(state, "c.tc", "#tc\nx\nx,2,6\n4,x,9\n5,7,x\n");
	put(state, "reply",
	    "sat\n((V0 0)(V1 1)(V2 2)(V3 3)(V4 4)(V5 5)(V6 9)"
	    "(V7 5)(V8 7)(V9 0))\n");
	expect(state, "check --values reply c.tc", 1, "");
	expect_out(state, "c.tc: breaks a rule\n  rule 1, row 1: the cells sum "
			  "to 3, not 6\n");
	put(state, "c.tc", "#tc\nx\nx,2,3\n4,x,9\n5,7,x\n");
	expect(state, "check --values reply c.tc", 0, "");
	put(state, "t.tt", "#tt\nR,2,1\n2,0,0\n1,0,0\nE,right,0,bottom,0\n");
	put(state, "reply", "sat\n((V0 3))\n((V1 5))\n((V2 10))\n((V3 0))\n");
	expect(state, "check --values reply t.tt", 0, "");
	put(state, "reply", "sat\n((V0 3) (V1 5) (V2 9) (V3 (- 1)))\n");
	expect(state, "check --values reply t.tt", 4, "no tile for 'V3'");
	put(state, "reply", "sat\n((V0 3) (V1 5) (V2 9) (V3 4))\n");
	expect(state, "check --values reply t.tt", 1, "");
	expect_out(state, "  rule 2, row 2, column 2: 4 is neither a straight");
	expect_out(state, "  rule 3, row 2: it holds 2 pieces, its total is 1");
	put(state, "reply", "sat\n((A1 3) (B1 1))\n");
	expect(state, "check --values reply p.tri", 4,
	       "no whole number for 'n_1_1', nor for 'B2'");
}

/* What cannot be judged is neither called right nor wrong. */
static void what_is_too_hard_is_undecided(void **state)
{
	struct program_test *test = *state;
	struct buffer text;

	buffer_init(&text);
	buffer_puts(&text, "{\"family\":\"panel\",\"columns\":10,\"rows\":10,"
			   "\"starts\":[[0,20]],\"ends\":[{\"at\":[20,0],"
			   "\"towards\":[1,0]}],\"cells\":[");
	/* ten by ten less one L of four squares, as in test_panel_check */
	for (int i = 0; i < 27; i++)
		buffer_printf(&text,
			      "%s{\"at\":[%d,%d],\"kind\":\"polyomino\","
			      "\"colour\":\"yellow\",\"shape\":[\"###\",\"#\"],"
			      "\"rotatable\":true,\"negative\":%s}",
			      i ? "," : "", 2 * (i % 10) + 1, 2 * (i / 10) + 1,
			      i == 26 ? "true" : "false");
	buffer_puts(&text, "],\"solution\":{\"path\":[[0,20]");
	for (int y = 18; y >= 0; y -= 2)
		buffer_printf(&text, ",[0,%d]", y);
	for (int x = 2; x <= 20; x += 2)
		buffer_printf(&text, ",[%d,0]", x);
	buffer_puts(&text, "]}}\n");
	put(state, "hard.json", buffer_text(&text));
	buffer_fini(&text);
	expect(state, "check hard.json", 2, "");
	expect_out(state, "hard.json: not decided\n");
	expect(state, "check --json hard.json", 2, "");
	assert_non_null(strstr(test->run.out, "\"holds\":null"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(text_names_all, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(json_names_all, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(drawings_ring_all, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(published_names, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(what_is_too_hard_is_undecided,
						setup, program_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
