/* The commands as people and scripts meet them: output, JSON lines, sentences
 * and exit statuses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "file.h"
#include "geometry.h"
#include "program.h"
#include "puzzle_file.h"

static const char solvable[] = "#tt\nR,3,4,3,5,2,7,4,5\n"
			       "3,0,0,0,0,0,0,0,0\n2,0,0,0,10,0,0,0,0\n"
			       "4,0,0,0,0,0,0,0,0\n5,5,0,0,0,0,0,0,0\n"
			       "1,0,0,0,0,0,0,0,0\n5,0,0,0,0,0,0,0,10\n"
			       "7,0,0,0,0,0,0,0,0\n6,0,0,6,0,0,0,0,0\n";
static const char impossible[] = "#tt\nR,2,2\n1,0,0\n1,0,0\n"
				 "E,left,0,right,1\n";
static const char wrong_count[] = "#tt\nR,2,2\n1,0\n1,0,0\n";

static int setup(void **state)
{
	struct program_test *test;

	if (program_setup(state) < 0)
		return -1;
	test = *state;
	program_write(&test->folder, "good.tt", solvable, sizeof solvable - 1);
	program_write(&test->folder, "none.tt", impossible,
		      sizeof impossible - 1);
	program_write(&test->folder, "bad.tt", wrong_count,
		      sizeof wrong_count - 1);
	return 0;
}

static struct program_run *run(void **state, const char *arguments)
{
	struct program_test *test = *state;

	program_run(&test->run, &test->folder, arguments);
	return &test->run;
}

static void expect(void **state, const char *arguments, int status,
		   const char *sentence)
{
	program_expect(*state, arguments, status, sentence);
}

static size_t lines(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

/* The n-th line of the output as JSON; the caller releases it. */
static json_t *line(const struct program_run *done, int number)
{
	const char *start = done->out;
	json_t *json;

	while (number-- > 0) {
		start = strchr(start, '\n');
		assert_non_null(start);
		start++;
	}
	json = json_loads(start, JSON_DISABLE_EOF_CHECK, NULL);
	assert_non_null(json);
	return json;
}

static const char *verdict(const json_t *json, size_t index)
{
	const json_t *puzzles = json_object_get(json, "puzzles");

	return json_string_value(
		json_object_get(json_array_get(puzzles, index), "verdict"));
}

static void exit_statuses(void **state)
{
	expect(state, "solve good.tt", 0, "");
	expect(state, "solve none.tt", 1, "");
	expect(state, "solve good.tt none.tt", 1, "");
	expect(state, "solve --no-store --time 0.0000001 good.tt none.tt", 2,
	       "");
	expect(state, "solve bad.tt good.tt", 4,
	       "line 3: expected a row total");
	expect(state, "solve nowhere.tt", 4, "cannot open: 'nowhere.tt'");
	expect(state, "read good.tt", 0, "");
	expect(state, "read bad.tt", 4, "solveglass: bad.tt: line 3");
}

static void help_teaches(void **state)
{
	struct program_run *done = run(state, "--help");

	assert_int_equal(done->status, 0);
	assert_non_null(strstr(done->out, "solve the puzzles"));
	assert_non_null(strstr(done->out, "Train Tracks"));
	done = run(state, "solve --help");
	assert_int_equal(done->status, 0);
	assert_non_null(strstr(done->out, "--time=SECONDS"));
	assert_non_null(strstr(done->out, "Exit status"));
	assert_int_equal(run(state, "--version")->status, 0);
}

static void a_json_line_a_file(void **state)
{
	struct program_run *done =
		run(state, "solve --json none.tt nowhere.tt good.tt bad.tt");
	json_t *json;

	assert_int_equal(done->status, 4);
	assert_int_equal(lines(done->out), 4);
	json = line(done, 0);
	assert_string_equal(json_string_value(json_object_get(json, "input")),
			    "none.tt");
	assert_true(json_is_null(json_object_get(json, "error")));
	assert_string_equal(verdict(json, 0), "none");
	json_decref(json);
	json = line(done, 1);
	assert_true(json_is_string(json_object_get(json, "error")));
	assert_int_equal(json_array_size(json_object_get(json, "puzzles")), 0);
	json_decref(json);
	json = line(done, 2);
	assert_string_equal(verdict(json, 0), "solved");
	json_decref(json);
	json = line(done, 3);
	assert_true(json_is_string(json_object_get(json, "error")));
	json_decref(json);
}

/* What the JSON line says of a solved puzzle, and that its solution holds. */
static void the_solution_in_the_line_holds(void **state)
{
	struct program_run *done = run(state, "solve --json good.tt");
	struct puzzle_list list;
	json_t *json = line(done, 0);
	json_t *puzzle = json_array_get(json_object_get(json, "puzzles"), 0);

	assert_string_equal(
		json_string_value(json_object_get(puzzle, "family")), "tracks");
	assert_true(json_is_true(json_object_get(puzzle, "unique")));
	assert_true(json_is_number(json_object_get(
		json_object_get(puzzle, "milliseconds"), "solve")));
	assert_null(json_object_get(puzzle, "corners"));
	assert_null(json_object_get(puzzle, "confidence"));
	json_decref(json);
	puzzle_list_init(&list);
	assert_int_equal(
		puzzle_list_parse(&list, done->out, strlen(done->out), NULL),
		0);
	assert_true(list.entries[0].has_solution);
	assert_true(puzzle_check(&list.entries[0].puzzle,
				 &list.entries[0].solution, NULL));
	puzzle_list_fini(&list);
}

static void read_leaves_out_the_answer(void **state)
{
	struct program_run *done = run(state, "read --json good.tt");
	json_t *json = line(done, 0);
	json_t *puzzle = json_array_get(json_object_get(json, "puzzles"), 0);

	assert_null(json_object_get(puzzle, "verdict"));
	assert_null(json_object_get(puzzle, "unique"));
	assert_null(json_object_get(puzzle, "solution"));
	assert_int_equal(json_integer_value(json_object_get(puzzle, "columns")),
			 8);
	json_decref(json);
}

static void several_puzzles_in_a_file(void **state)
{
	struct program_test *test = *state;
	struct program_run *done;
	struct buffer text;
	json_t *json;

	buffer_init(&text);
	buffer_printf(&text, "%s\n%s%s", solvable, impossible, solvable);
	program_write(&test->folder, "three.tt", text.data, text.length);
	buffer_fini(&text);
	done = run(state, "solve --json three.tt");
	assert_int_equal(done->status, 1);
	assert_int_equal(lines(done->out), 1);
	json = line(done, 0);
	assert_int_equal(json_array_size(json_object_get(json, "puzzles")), 3);
	assert_string_equal(verdict(json, 0), "solved");
	assert_string_equal(verdict(json, 1), "none");
	assert_string_equal(verdict(json, 2), "solved");
	json_decref(json);
}

static void standard_input(void **state)
{
	struct program_run *done = run(state, "solve --json - <good.tt");
	json_t *json = line(done, 0);

	assert_int_equal(done->status, 0);
	assert_string_equal(json_string_value(json_object_get(json, "input")),
			    "-");
	json_decref(json);
	expect(state, "solve - </dev/null", 4, "no puzzle in it");
}

/* Names of files and puzzles, in any order, a line of JSON each. */
static void lines_of_standard_input(void **state)
{
	static const char sent[] =
		"printf '%s\\n' good.tt nothing.png '' none.tt - | "
		"{ cat; " PROGRAM " make sudoku --json; } | " PROGRAM
		" solve --json -";
	static const struct {
		const char *input, *verdict, *error;
	} wanted[] = {
		{ "good.tt", "solved", NULL },
		{ "-:2", NULL,
		  "no such file; read as a puzzle: not a puzzle: "
		  "'nothing.png'" },
		{ "-:3", NULL,
		  "no such file; read as a puzzle: no puzzle in it" },
		{ "none.tt", "none", NULL },
		{ "-:5", NULL,
		  "no such file; read as a puzzle: no sudoku has 0 cells" },
		{ "-:6", "solved", NULL },
	};
	char command[1024];
	struct program_run *done;

	snprintf(command, sizeof command, "--version; %s", sent);
	done = run(state, command);
	assert_int_equal(done->status, 4);
	assert_int_equal(lines(done->out), 7);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		json_t *json = line(done, (int)i + 1);
		const char *error =
			json_string_value(json_object_get(json, "error"));

		assert_string_equal(
			json_string_value(json_object_get(json, "input")),
			wanted[i].input);
		if (wanted[i].verdict)
			assert_string_equal(verdict(json, 0),
					    wanted[i].verdict);
		if (wanted[i].error)
			assert_string_equal(error, wanted[i].error);
		else
			assert_null(error);
		json_decref(json);
	}
}

/* The answer is there before the next question is asked. */
static void lines_are_answered_at_once(void **state)
{
	static const char script[] =
		"--version; python3 -c 'import json, subprocess\n"
		"with subprocess.Popen([\"" PROGRAM "\", \"solve\", "
		"\"--json\", \"-\"], stdin=subprocess.PIPE, "
		"stdout=subprocess.PIPE, text=True) as one:\n"
		"    for name in \"good.tt\", \"none.tt\", \"good.tt\":\n"
		"        one.stdin.write(name + chr(10))\n"
		"        one.stdin.flush()\n"
		"        print(json.loads(one.stdout.readline())"
		"[\"puzzles\"][0][\"verdict\"])\n"
		"    one.stdin.close()\n"
		"    print(one.wait())'";

	expect(state, script, 0, "");
	assert_string_equal(
		strchr(((struct program_test *)*state)->run.out, '\n') + 1,
		"solved\nnone\nsolved\n1\n");
}

/* A picture, and texts of several lines, which begin with a part of one. */
static void what_is_one_file_stays_one(void **state)
{
	static const char *const made[] = {
		"make sudoku --json | sed 's/,/,\\n/g' >one",
		"make tracks --json | " PROGRAM " read --format text - >one",
		"make suko --draw one.png && mv one.png one",
		"make suko --draw one.webp && mv one.webp one",
		"make suko --draw one.jpg && mv one.jpg one",
		"make pyramid --json | iconv -t UTF-16 >one",
		"make sudoku --json | " PROGRAM
		" read --format text - | tr -d '\\n' | fold -w 9 >one",
	};

	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		struct program_run *done;
		json_t *json;

		expect(state, made[i], 0, "");
		done = run(state, "solve --json - <one");
		assert_int_equal(lines(done->out), 1);
		json = line(done, 0);
		assert_string_equal(
			json_string_value(json_object_get(json, "input")), "-");
		assert_string_equal(verdict(json, 0), "solved");
		json_decref(json);
	}
}

static void ids_are_kept(void **state)
{
	struct program_test *test = *state;
	static const char text[] =
		"{\"id\":\"first\",\"puzzle\":{\"family\":\"tracks\","
		"\"columns\":2,\"rows\":2,"
		"\"entry\":{\"side\":\"left\",\"index\":0},"
		"\"exit\":{\"side\":\"right\",\"index\":0}}}\n";
	struct program_run *done;
	json_t *json;

	program_write(&test->folder, "id.jsonl", text, sizeof text - 1);
	done = run(state, "solve --json id.jsonl");
	json = line(done, 0);
	assert_string_equal(
		json_string_value(json_object_get(
			json_array_get(json_object_get(json, "puzzles"), 0),
			"id")),
		"first");
	json_decref(json);
}

/* An id that is too long is cut between two characters: half of one would be
 * no JSON, and the puzzle would be gone with it. */
static void ids_are_cut_as_text(void **state)
{
	struct program_test *test = *state;
	struct buffer text;
	json_t *json, *puzzles;

	buffer_init(&text);
	for (int i = 0; i < 2; i++) {
		buffer_puts(&text, "{\"id\":\"");
		for (int k = 0; k < 40; k++)
			buffer_puts(&text, "\xc3\xa9");
		buffer_printf(&text,
			      "\",%s\"family\":\"pyramid\",\"rows\":"
			      "[[null],[1,2]]}%s\n",
			      i ? "\"puzzle\":{" : "", i ? "}" : "");
	}
	program_write(&test->folder, "long.jsonl", text.data, text.length);
	buffer_fini(&text);
	expect(state, "solve --json long.jsonl", 0, "");
	json = line(&test->run, 0);
	puzzles = json_object_get(json, "puzzles");
	assert_int_equal(json_array_size(puzzles), 2);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(json_string_length(json_object_get(
					 json_array_get(puzzles, i), "id")),
				 62);
	json_decref(json);
}

/* Whatever bytes a sentence quotes: it stands in the line, and nothing of it
 * means anything to a terminal. */
static void bytes_that_are_no_text(void **state)
{
	static const char bytes[] = "\xff\x1b[2Jgarbage\n";
	struct program_test *test = *state;
	json_t *json;

	program_write(&test->folder, "bytes", bytes, sizeof bytes - 1);
	expect(state, "solve --json bytes", 4, "[2Jgarbage'");
	assert_null(strchr(test->run.err, '\x1b'));
	json = line(&test->run, 0);
	assert_string_equal(json_string_value(json_object_get(json, "error")),
			    "not a puzzle: '\xef\xbf\xbd\x1b[2Jgarbage'");
	json_decref(json);
}

static void all_and_count(void **state)
{
	struct program_test *test = *state;
	/* two ways from the left of row 1 to the right of row 2 */
	static const char text[] = "#tt\nR,x,x\nx,0,0\nx,0,0\n"
				   "E,left,0,right,1\n";
	json_t *json;
	json_t *puzzle;

	program_write(&test->folder, "two.tt", text, sizeof text - 1);
	json = line(run(state, "solve --json --count --all 5 two.tt"), 0);
	puzzle = json_array_get(json_object_get(json, "puzzles"), 0);
	assert_int_equal(json_integer_value(json_object_get(puzzle, "count")),
			 2);
	assert_true(json_is_true(json_object_get(puzzle, "count_complete")));
	assert_int_equal(json_array_size(json_object_get(puzzle, "solutions")),
			 2);
	assert_true(json_is_false(json_object_get(puzzle, "unique")));
	assert_true(json_is_array(json_object_get(puzzle, "agreed")));
	json_decref(json);
}

static void forms_both_ways(void **state)
{
	struct program_test *test = *state;
	struct program_run *done = run(state, "read --format text good.tt");
	char *text = strdup(done->out);

	assert_non_null(text);
	assert_int_equal(done->status, 0);
	assert_non_null(strstr(text, "#tt"));
	assert_non_null(strstr(text, "E,left,3,bottom,2"));
	program_write(&test->folder, "again.tt", text, strlen(text));
	done = run(state, "read --format json again.tt");
	assert_int_equal(done->status, 0);
	program_write(&test->folder, "again.json", done->out,
		      strlen(done->out));
	done = run(state, "read --format text again.json");
	assert_string_equal(done->out, text);
	free(text);
	expect(state, "read --format windmill good.tt", 4,
	       "good.tt: Train Tracks has no Windmill form");
}

static void check_names_the_rule(void **state)
{
	struct program_test *test = *state;
	struct program_run *done = run(state, "solve --format json good.tt");
	char *tile;
	json_t *json, *puzzle, *fault;

	program_write(&test->folder, "solved.json", done->out,
		      strlen(done->out));
	tile = strstr(done->out, "\"tiles\":[[0");
	assert_non_null(tile);
	tile[10] = '5';
	program_write(&test->folder, "wrong.json", done->out,
		      strlen(done->out));
	expect(state, "check solved.json", 0, "");
	expect(state, "check solved.json wrong.json", 1, "");
	done = run(state, "check --json wrong.json");
	json = line(done, 0);
	puzzle = json_array_get(json_object_get(json, "puzzles"), 0);
	assert_true(json_is_false(json_object_get(puzzle, "holds")));
	fault = json_array_get(json_object_get(puzzle, "faults"), 0);
	assert_int_equal(json_integer_value(json_object_get(fault, "rule")), 1);
	assert_int_equal(json_integer_value(json_array_get(
				 json_object_get(fault, "at"), 0)),
			 0);
	assert_true(json_is_string(json_object_get(fault, "text")));
	json_decref(json);
	expect(state, "check good.tt", 4, "holds no solution to check");
}

static void values_of_other_solvers(void **state)
{
	if (system("command -v z3 >/dev/null") != 0)
		skip_because("z3 is not installed");
	expect(state, "solve --smt2 good.tt | z3 -in >reply.txt", 0, "");
	expect(state, "check --values reply.txt good.tt", 0, "");
	expect(state, "check --values good.tt good.tt", 4, "good.tt");
}

static void pictures_and_documents(void **state)
{
	struct program_test *test = *state;
	char path[128], text[4000];
	struct image image;

	expect(state, "solve -q --draw a.png --svg a.svg --html a.html good.tt",
	       0, "");
	snprintf(path, sizeof path, "%s/a.png", test->folder.path);
	assert_int_equal(file_load_image(path, &image, NULL), 0);
	assert_true(image.width > 8 * 20);
	image_fini(&image);
	snprintf(path, sizeof path, "%s/a.svg", test->folder.path);
	program_slurp(path, text, sizeof text);
	assert_non_null(strstr(text, "<svg"));
	snprintf(path, sizeof path, "%s/a.html", test->folder.path);
	program_slurp(path, text, sizeof text);
	assert_non_null(strstr(text, "<html"));
	expect(state, "solve --draw nowhere/a.png good.tt", 4, "nowhere");
}

static void pictures_without_a_puzzle(void **state)
{
	struct program_test *test = *state;
	struct image image;
	char path[128];
	uint8_t *data;
	size_t length;
	json_t *json;

	assert_int_equal(image_init(&image, 300, 200, NULL), 0);
	snprintf(path, sizeof path, "%s/black.png", test->folder.path);
	assert_int_equal(file_save_image(path, &image, NULL), 0);
	image_fini(&image);
	expect(state, "solve black.png", 3, "black.png: no puzzle found");
	expect(state, "read black.png good.tt", 3, "no puzzle found");
	json = line(run(state, "solve --json black.png"), 0);
	assert_int_equal(json_array_size(json_object_get(json, "puzzles")), 0);
	assert_true(json_is_null(json_object_get(json, "error")));
	json_decref(json);
	assert_int_equal(file_read(path, 1 << 20, &data, &length, NULL), 0);
	program_write(&test->folder, "cut.png", data, length / 2);
	/* the width in the header made giant; its checksum no longer fits */
	memset(data + 16, 0x7f, 3);
	program_write(&test->folder, "giant.png", data, length);
	free(data);
	expect(state, "solve cut.png", 4, "cut.png: ");
	expect(state, "solve giant.png", 4, "giant.png: ");
}

/* Does any pixel of the box differ? */
static bool differs(const struct image *a, const struct image *b,
		    const struct box *box)
{
	for (int y = box->y; y < box->y + box->height; y++)
		for (int x = box->x; x < box->x + box->width; x++)
			if (image_row(a, y)[x] != image_row(b, y)[x])
				return true;
	return false;
}

/* From a picture to the answer drawn over it, and only over it. */
static void a_picture_is_answered(void **state)
{
	static const char sample[] = SOURCE_DIR "/samples/tracks/screen-3.png";
	struct program_test *test = *state;
	struct program_run *done;
	struct image before, after;
	struct box board = { 94, 94, 258, 387 };
	struct box above = { 0, 0, 400, 60 };
	char arguments[512], path[128];
	json_t *json, *puzzle, *corner;

	snprintf(arguments, sizeof arguments,
		 "solve --json --family tracks --draw drawn.png '%s'", sample);
	done = run(state, arguments);
	assert_int_equal(done->status, 0);
	json = line(done, 0);
	assert_string_equal(verdict(json, 0), "solved");
	puzzle = json_array_get(json_object_get(json, "puzzles"), 0);
	assert_true(json_is_true(json_object_get(puzzle, "unique")));
	assert_true(json_number_value(json_object_get(puzzle, "confidence")) >
		    0.5);
	corner = json_array_get(json_object_get(puzzle, "corners"), 0);
	assert_true(fabs(json_number_value(json_array_get(corner, 0)) - 93.5) <
		    2);
	assert_true(json_is_number(json_object_get(
		json_object_get(puzzle, "milliseconds"), "read")));
	json_decref(json);
	snprintf(path, sizeof path, "%s/drawn.png", test->folder.path);
	assert_int_equal(file_load_image(path, &after, NULL), 0);
	assert_int_equal(file_load_image(sample, &before, NULL), 0);
	assert_int_equal(after.width, before.width);
	assert_true(differs(&before, &after, &board));
	assert_false(differs(&before, &after, &above));
	image_fini(&before);
	image_fini(&after);
}

static void make_makes_solvable_puzzles(void **state)
{
	struct program_test *test = *state;
	struct program_run *done =
		run(state, "make tracks --json --seed 5 --columns 6 --rows 7");
	char *first = strdup(done->out);
	json_t *json;

	assert_non_null(first);
	assert_int_equal(done->status, 0);
	program_write(&test->folder, "made.json", first, strlen(first));
	json = line(run(state, "solve --json made.json"), 0);
	assert_string_equal(verdict(json, 0), "solved");
	json_decref(json);
	done = run(state, "make tracks --json --seed 5 --columns 6 --rows 7");
	assert_string_equal(done->out, first);
	free(first);
	expect(state, "make tracks --columns 999", 4, "columns");
	assert_int_equal(run(state, "make tracks --draw made.png")->status, 0);
	assert_int_equal(run(state, "make panel --draw made.png")->status, 0);
	expect(state, "make panel suko --draw made.png", 64, "one family");
	expect(state, "make panel --draw missing/made.png", 4, "missing");
}

static void interrupting_ends_cleanly(void **state)
{
	struct program_test *test = *state;
	struct buffer text;
	struct program_run *done;
	json_t *json;

	/* a 30x30 board without totals: its solutions cannot be counted */
	buffer_init(&text);
	buffer_puts(&text, "#tt\nR");
	for (int i = 0; i < 30; i++)
		buffer_puts(&text, ",x");
	for (int y = 0; y < 30; y++) {
		buffer_puts(&text, "\nx");
		for (int x = 0; x < 30; x++)
			buffer_puts(&text, ",0");
	}
	buffer_puts(&text, "\nE,left,0,right,29\n");
	program_write(&test->folder, "endless.tt", text.data, text.length);
	buffer_fini(&text);
	done = run(state, "solve --json --count --time 60 endless.tt good.tt & "
			  "sleep 1; kill -INT $!; wait $!");
	assert_int_equal(done->status, 2);
	assert_int_equal(lines(done->out), 2);
	json = line(done, 1);
	assert_int_equal(json_array_size(json_object_get(json, "puzzles")), 0);
	assert_non_null(strstr(
		json_string_value(json_object_get(json, "error")), "stopped"));
	json_decref(json);
	json = line(done, 0);
	assert_true(json_is_false(json_object_get(
		json_array_get(json_object_get(json, "puzzles"), 0),
		"count_complete")));
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exit_statuses),
		cmocka_unit_test(help_teaches),
		cmocka_unit_test(a_json_line_a_file),
		cmocka_unit_test(the_solution_in_the_line_holds),
		cmocka_unit_test(read_leaves_out_the_answer),
		cmocka_unit_test(several_puzzles_in_a_file),
		cmocka_unit_test(standard_input),
		cmocka_unit_test(lines_of_standard_input),
		cmocka_unit_test(lines_are_answered_at_once),
		cmocka_unit_test(what_is_one_file_stays_one),
		cmocka_unit_test(ids_are_kept),
		cmocka_unit_test(ids_are_cut_as_text),
		cmocka_unit_test(bytes_that_are_no_text),
		cmocka_unit_test(all_and_count),
		cmocka_unit_test(forms_both_ways),
		cmocka_unit_test(check_names_the_rule),
		cmocka_unit_test(values_of_other_solvers),
		cmocka_unit_test(pictures_and_documents),
		cmocka_unit_test(pictures_without_a_puzzle),
		cmocka_unit_test(a_picture_is_answered),
		cmocka_unit_test(make_makes_solvable_puzzles),
		cmocka_unit_test(interrupting_ends_cleanly),
	};

	return cmocka_run_group_tests(tests, setup, program_teardown);
}
