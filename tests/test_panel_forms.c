/* Panels as JSON and as Windmill strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "panel_clue.h"
#include "parsed.h"

/* The whole file in new memory. */
static char *load(const char *name, size_t *length)
{
	char path[512];
	char *data = NULL;
	FILE *file;
	long size;

	snprintf(path, sizeof path, "%s/panels/%s", SHARED_DATA, name);
	file = fopen(path, "rb");
	if (!file)
		skip_because("no %s", path);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	data = malloc((size_t)size + 1);
	assert_non_null(data);
	*length = fread(data, 1, (size_t)size, file);
	data[*length] = '\0';
	fclose(file);
	return data;
}

/* What `text` is refused with; "" where it is not. */
static const char *refusal(const char *text)
{
	static struct problem problem;
	struct puzzle_list list;

	problem = (struct problem){ 0 };
	puzzle_list_init(&list);
	puzzle_list_parse(&list, text, strlen(text), &problem);
	puzzle_list_fini(&list);
	return problem.text;
}

static void reads_json(void **state)
{
	static const char text[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":3,"
		"\"wraps\":false,\"symmetry\":\"rotational\","
		"\"starts\":[[0,6],[8,0]],"
		"\"ends\":[{\"at\":[8,6],\"towards\":[1,1]},"
		"{\"at\":[0,0],\"towards\":[-1,-1]}],"
		"\"gaps\":[[3,0]],\"missing\":[[2,1]],"
		"\"dots\":[{\"at\":[4,4],\"colour\":\"cyan\"}],"
		"\"cells\":[{\"at\":[1,3],\"kind\":\"star\",\"colour\":"
		"\"purple\"},{\"at\":[5,3],\"kind\":\"polyomino\","
		"\"colour\":\"yellow\",\"shape\":[\"...\",\".##\",\"..#\"],"
		"\"rotatable\":true,\"negative\":false},"
		"{\"at\":[3,3],\"kind\":\"triangle\",\"colour\":\"orange\","
		"\"count\":2}]}";
	struct puzzle puzzle;
	const struct panel *panel = &puzzle.as.panel;

	(void)state;
	parse(text, &puzzle);
	assert_int_equal(puzzle.family, FAMILY_panel);
	assert_int_equal(panel->columns, 4);
	assert_int_equal(panel->rows, 3);
	assert_int_equal(panel->symmetry, PANEL_ROTATIONAL);
	assert_true(panel->spots[6][0].start);
	assert_true(panel->spots[0][8].start);
	assert_true(panel->spots[6][8].end);
	assert_int_equal(panel->spots[6][8].end_dx, 1);
	assert_int_equal(panel->spots[0][0].end_dy, -1);
	assert_int_equal(panel->spots[0][3].edge, PANEL_EDGE_GAP);
	assert_int_equal(panel->spots[1][2].edge, PANEL_EDGE_MISSING);
	assert_int_equal(panel->spots[4][4].dot, PANEL_DOT_CYAN);
	assert_int_equal(panel->cells[1][0].kind, PANEL_STAR);
	assert_int_equal(panel->cells[1][0].colour, PANEL_PURPLE);
	assert_int_equal(panel->cells[1][1].count, 2);
	assert_true(panel->cells[1][2].rotatable);
	/* trimmed: ## over .# */
	assert_true(panel->cells[1][2].shape == 0x203);
}

static void refuses_bad_json(void **state)
{
	(void)state;
#define PANEL(rest) "{\"family\":\"panel\",\"columns\":2,\"rows\":2," rest "}"
	assert_string_equal(refusal("{\"family\":\"panel\",\"columns\":2}"),
			    "no \"rows\"");
	assert_string_equal(
		refusal("{\"family\":\"panel\",\"columns\":99,\"rows\":2}"),
		"\"columns\" is not within 0 to 20: '99'");
	assert_string_equal(refusal(PANEL("\"starts\":[[1,1]]")),
			    "a start in the middle of a cell: '1,1'");
	assert_string_equal(refusal(PANEL("\"gaps\":[[2,2]]")),
			    "a gap that is no edge: '2,2'");
	assert_string_equal(refusal(PANEL("\"starts\":[[6,0]]")),
			    "\"at\" lies beyond the panel: '6,0'");
	assert_string_equal(refusal(PANEL("\"symmetry\":\"parallel\"")),
			    "only a cylinder has the symmetry 'parallel'");
	assert_string_equal(
		refusal(PANEL("\"cells\":[{\"at\":[1,1],\"kind\":\"moon\","
			      "\"colour\":\"red\"}]")),
		"no such kind: 'moon'");
#undef PANEL
}

/* The example of RULES.md. */
static void reads_windmill(void **state)
{
	static const char *const texts[] = {
		"CAUSAggGEgIoAxICCAQSAigPEgIIAxICKAMSAggG_0",
		("https://windmill.example/CAUSAggGEgIoAxICCAQSAigPEgIIAxIC"
		 "KAMSAggG_0\r\n"),
		"\n  CAUSAggGEgIoAxICCAQSAigPEgIIAxICKAMSAggG\n\n",
	};
	struct puzzle puzzle;
	const struct panel *panel = &puzzle.as.panel;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		parse(texts[i], &puzzle);
		assert_int_equal(panel->columns, 2);
		assert_int_equal(panel->rows, 2);
		assert_int_equal(panel->spots[0][0].dot, PANEL_DOT_BLACK);
		assert_int_equal(panel->spots[4][4].dot, PANEL_DOT_BLACK);
		assert_true(panel->spots[4][0].start);
		assert_true(panel->spots[0][4].end);
		/* the first free side of left, right, up, down */
		assert_int_equal(panel->spots[0][4].end_dx, 1);
		assert_int_equal(panel->spots[0][4].end_dy, 0);
	}
}

static void refuses_bad_windmill(void **state)
{
	struct puzzle puzzle;
	struct buffer out;
	struct problem problem = { 0 };

	(void)state;
	assert_string_equal(refusal("CAUSAggGEgIoAxICCAQSAigPEgIIAxICKAMSAgg"),
			    "not a Windmill string: "
			    "'CAUSAggGEgIoAxICCAQSAigPEgIIAxICKAMSAgg'");
	/* a width of 4 */
	assert_string_equal(refusal("CAQSAigJ"),
			    "a Windmill panel with a width of '4'");
	/* 7 places in rows of 3 */
	assert_string_equal(refusal("CAMSAigH"),
			    "a Windmill panel of '7' places at a width of "
			    "'3'");
	/* a run of two thousand million places */
	assert_string_equal(refusal("CAMSBij_____Bw=="),
			    "a Windmill panel of '-1' places at a width of "
			    "'3'");
	panel_init(&puzzle.as.panel, 2, 2, true);
	puzzle.family = FAMILY_panel;
	buffer_init(&out);
	assert_int_equal(puzzle_family(FAMILY_panel)
				 ->to_windmill(&puzzle, &out, &problem),
			 -1);
	assert_string_equal(problem.text, "a Windmill string has no cylinders");
	buffer_fini(&out);
}

/* Starts and ends are mirrored; one that is its own image is dropped. */
static void mirrors_windmill_ends(void **state)
{
	struct puzzle puzzle = { .family = FAMILY_panel };
	struct puzzle back;
	struct panel *panel = &puzzle.as.panel;
	struct problem problem = { 0 };
	struct buffer out;

	(void)state;
	panel_init(panel, 2, 2, false);
	panel->symmetry = PANEL_HORIZONTAL;
	panel->spots[4][0].start = true;
	panel->spots[0][0].end = true;
	panel->spots[0][2].end = true;
	buffer_init(&out);
	assert_int_equal(puzzle_family(FAMILY_panel)
				 ->to_windmill(&puzzle, &out, &problem),
			 0);
	parse(buffer_text(&out), &back);
	buffer_fini(&out);
	assert_true(back.as.panel.spots[4][0].start);
	assert_true(back.as.panel.spots[4][4].start);
	assert_true(back.as.panel.spots[0][0].end);
	assert_true(back.as.panel.spots[0][4].end);
	assert_false(back.as.panel.spots[0][2].end);
	assert_int_equal(back.as.panel.spots[0][0].end_dx, -1);
	assert_int_equal(back.as.panel.spots[0][4].end_dx, 1);
}

/* Every panel of a file survives both forms; returns how many there are. */
/* An end of which only the second of the two places is named (found by
 * fuzzing: it was lost). */
static void keeps_ends_named_once(void **state)
{
	const struct puzzle_family *family = puzzle_family(FAMILY_panel);
	struct puzzle puzzle, again;
	struct buffer out;

	(void)state;
	parse("{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
	      "\"symmetry\":\"horizontal\",\"starts\":[[0,4]],"
	      "\"ends\":[{\"at\":[4,0],\"towards\":[1,0]}]}",
	      &puzzle);
	buffer_init(&out);
	assert_int_equal(family->to_windmill(&puzzle, &out, NULL), 0);
	parse(buffer_text(&out), &again);
	assert_true(again.as.panel.spots[0][4].end);
	assert_true(again.as.panel.spots[0][0].end);
	assert_true(again.as.panel.spots[4][0].start);
	buffer_fini(&out);
	puzzle_fini(&puzzle);
	puzzle_fini(&again);
}

static size_t go_round(const char *name, bool windmill, size_t *written)
{
	struct problem problem = { 0 };
	struct puzzle_list list;
	size_t length, count;
	char *data = load(name, &length);

	*written = 0;
	puzzle_list_init(&list);
	if (puzzle_list_parse(&list, data, length, &problem) < 0)
		fail_msg("%s: %s", name, problem.text);
	free(data);
	count = list.count;
	for (size_t i = 0; i < count; i++) {
		struct puzzle *puzzle = &list.entries[i].puzzle;
		struct puzzle copy;
		struct buffer out;

		assert_int_equal(puzzle_copy(puzzle, &copy, &problem), 0);
		assert_memory_equal(&copy.as.panel, &puzzle->as.panel,
				    sizeof copy.as.panel);
		if (!windmill)
			continue;
		buffer_init(&out);
		problem = (struct problem){ 0 };
		if (puzzle_family(FAMILY_panel)
			    ->to_windmill(puzzle, &out, &problem) == 0) {
			++*written;
			parse(buffer_text(&out), &copy);
			assert_true(puzzle_equal(puzzle, &copy, NULL));
			assert_memory_equal(&copy.as.panel, &puzzle->as.panel,
					    sizeof copy.as.panel);
		}
		buffer_fini(&out);
	}
	puzzle_list_fini(&list);
	return count;
}

static void keeps_every_panel(void **state)
{
	static const struct {
		const char *name;
		bool windmill;
		size_t count, written;
	} files[] = {
		{ "in-game.windmill", true, 195, 195 },
		{ "user-made.windmill", true, 1607, 1607 },
		{ "published.jsonl", false, 2385, 0 },
		{ "counted.jsonl", false, 111, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		size_t written;
		size_t count =
			go_round(files[i].name, files[i].windmill, &written);

		assert_int_equal(count, files[i].count);
		assert_int_equal(written, files[i].written);
	}
}

/* What a picture cannot show does not make readings differ. */
static void compares_readings(void **state)
{
	static const char format[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":1,\"wraps\":%s,"
		"\"starts\":[[%d,2]],\"dots\":[{\"at\":[%d,0],\"colour\":"
		"\"%s\"}],\"cells\":[{\"at\":[%d,1],\"kind\":\"square\","
		"\"colour\":\"%s\"},{\"at\":[%d,1],\"kind\":\"square\","
		"\"colour\":\"%s\"}]}";
	struct puzzle a, b;
	char text[512];

	(void)state;
#define READ(puzzle, wraps, s, d, dot, x, first, y, second)                    \
	do {                                                                   \
		snprintf(text, sizeof text, format, wraps, s, d, dot, x,       \
			 first, y, second);                                    \
		parse(text, puzzle);                                           \
	} while (0)
	READ(&a, "true", 0, 0, "black", 1, "black", 3, "white");
	READ(&b, "true", 4, 4, "black", 5, "red", 7, "blue");
	assert_true(puzzle_equal(&a, &b, NULL));
	READ(&b, "true", 4, 4, "black", 5, "red", 7, "red");
	assert_false(puzzle_equal(&a, &b, NULL));
	READ(&b, "true", 4, 2, "black", 5, "red", 7, "blue");
	assert_false(puzzle_equal(&a, &b, NULL));
	READ(&a, "false", 0, 0, "invisible", 1, "black", 3, "white");
	READ(&b, "false", 0, 8, "invisible", 1, "white", 3, "black");
	assert_true(puzzle_equal(&a, &b, NULL));
	READ(&b, "false", 2, 8, "invisible", 1, "white", 3, "black");
	assert_false(puzzle_equal(&a, &b, NULL));
#undef READ
}

/* A tilted square block is an upright one; a tilted bar may be laid otherwise.
 */
static void compares_turned_blocks(void **state)
{
	static const char format[] =
		"{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
		"\"starts\":[[0,4]],\"cells\":[{\"at\":[1,1],"
		"\"kind\":\"polyomino\",\"colour\":\"yellow\",\"shape\":[%s],"
		"\"rotatable\":%s,\"negative\":false}]}";
	static const char *const shapes[] = { "\"#\"", "\"##\",\"##\"",
					      "\"##\"" };
	struct puzzle a, b;
	char text[512];

	(void)state;
	for (int i = 0; i < 3; i++) {
		snprintf(text, sizeof text, format, shapes[i], "true");
		parse(text, &a);
		snprintf(text, sizeof text, format, shapes[i], "false");
		parse(text, &b);
		assert_int_equal(puzzle_equal(&a, &b, NULL), i < 2);
	}
}

/* Clues by the names that readers of pictures give them. */
static void sets_clues(void **state)
{
	static const struct {
		const char *clue, *value;
	} good[] = {
		{ "edges[1,0]", "\"gap\"" },
		{ "edges[0,1]", "\"missing\"" },
		{ "dots[2,2]", "\"cyan\"" },
		{ "starts[0,4]", "true" },
		{ "ends[4,0]", "[1,-1]" },
		{ "cells[1,1]", "\"triangle 3\"" },
		{ "cells[1,1].colour", "\"orange\"" },
		{ "cells[3,3]", "\"polyomino turned hollow ##/.#\"" },
	}, bad[] = {
		{ "edges[1,1]", "\"gap\"" },
		{ "edges[0,0]", "\"gap\"" },
		{ "edges[1,0]", "\"broken\"" },
		{ "edges[1,0]", "3" },
		{ "edges[1,0", "\"gap\"" },
		{ "edges[1,0]x", "\"gap\"" },
		{ "edges[1,8]", "\"gap\"" },
		{ "edges[-1,0]", "\"gap\"" },
		{ "dots[2,2]", "\"pink\"" },
		{ "ends[4,0]", "[2,0]" },
		{ "ends[4,0]", "[1]" },
		{ "cells[1,1]", "\"triangle 5\"" },
		{ "cells[1,1]", "\"polyomino\"" },
		{ "cells[1,1]", "\"polyomino .........#\"" },
		{ "cells[1,2]", "\"square\"" },
		{ "cells[1,1].size", "2" },
	};
	struct puzzle puzzle, wanted;
	char text[PANEL_CLUE_TEXT];

	(void)state;
	parse("{\"family\":\"panel\",\"columns\":2,\"rows\":2}", &puzzle);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		if (puzzle_set_clue(&puzzle, good[i].clue, good[i].value,
				    NULL) < 0)
			fail_msg("%s is refused", good[i].clue);
	parse("{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
	      "\"gaps\":[[1,0]],\"missing\":[[0,1]],"
	      "\"dots\":[{\"at\":[2,2],\"colour\":\"cyan\"}],"
	      "\"starts\":[[0,4]],"
	      "\"ends\":[{\"at\":[4,0],\"towards\":[1,-1]}],"
	      "\"cells\":[{\"at\":[1,1],\"kind\":\"triangle\",\"count\":3,"
	      "\"colour\":\"orange\"},"
	      "{\"at\":[3,3],\"kind\":\"polyomino\",\"colour\":\"black\","
	      "\"shape\":[\"##\",\".#\"],\"rotatable\":true,"
	      "\"negative\":true}]}",
	      &wanted);
	assert_memory_equal(&puzzle.as.panel, &wanted.as.panel,
			    sizeof wanted.as.panel);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (puzzle_set_clue(&puzzle, bad[i].clue, bad[i].value, NULL) ==
		    0)
			fail_msg("%s = %s is taken", bad[i].clue, bad[i].value);
	assert_memory_equal(&puzzle.as.panel, &wanted.as.panel,
			    sizeof wanted.as.panel);
	panel_symbol_text(&puzzle.as.panel.cells[1][1], text, sizeof text);
	assert_string_equal(text, "\"polyomino turned hollow ##/.#\"");
	puzzle_set_clue(&puzzle, "cells[1,1]", "null", NULL);
	panel_symbol_text(&puzzle.as.panel.cells[0][0], text, sizeof text);
	assert_string_equal(text, "null");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_json),
		cmocka_unit_test(refuses_bad_json),
		cmocka_unit_test(reads_windmill),
		cmocka_unit_test(refuses_bad_windmill),
		cmocka_unit_test(mirrors_windmill_ends),
		cmocka_unit_test(keeps_ends_named_once),
		cmocka_unit_test(keeps_every_panel),
		cmocka_unit_test(compares_readings),
		cmocka_unit_test(compares_turned_blocks),
		cmocka_unit_test(sets_clues),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
