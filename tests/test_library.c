/* libsolveglass as other programs use it: from this one, and from the examples
 * in C and in Python once it is installed. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "deadline.h"
#include "options.h"
#include "program.h"
#include "sanitized.h"
#include "solveglass.h"

/* Two ways from the left of row 1 to the right of row 2. */
static const char two_ways[] = "#tt\nR,x,x\nx,0,0\nx,0,0\nE,left,0,right,1\n";
static const char no_way[] = "#tt\nR,2,2\n1,0,0\n1,0,0\nE,left,0,right,1\n";
/* Of its lines, more than any machine counts, each is an answer. */
static const char vast[] = "{\"family\":\"panel\",\"columns\":9,\"rows\":9,"
			   "\"starts\":[[0,18]],\"ends\":[{\"at\":[18,0],"
			   "\"towards\":[1,0]}]}";

static struct solveglass *made(void)
{
	struct solveglass *glass = solveglass_new();

	assert_non_null(glass);
	return glass;
}

static int teardown(void **state)
{
	solveglass_free(*state);
	return 0;
}

static int setup(void **state)
{
	*state = made();
	return 0;
}

/* The answer to `text`, which ends so. */
static json_t *solved(struct solveglass *glass, const char *text,
		      enum solveglass_status wanted, double seconds)
{
	char *text_out = NULL;
	json_t *json;
	enum solveglass_status status =
		solveglass_solve(glass, text, strlen(text), seconds, &text_out);

	assert_non_null(text_out);
	json = json_loads(text_out, 0, NULL);
	solveglass_free_json(text_out);
	assert_non_null(json);
	if (status != wanted)
		fail_msg("%d instead of %d: %s", status, wanted,
			 solveglass_problem(glass));
	return json;
}

static json_t *first(const json_t *json)
{
	return json_array_get(json_object_get(json, "puzzles"), 0);
}

static void texts_are_solved(void **state)
{
	json_t *json = solved(*state, two_ways, SOLVEGLASS_OK, 10);

	assert_string_equal(
		json_string_value(json_object_get(first(json), "verdict")),
		"solved");
	assert_true(json_is_object(json_object_get(first(json), "solution")));
	assert_true(json_is_null(json_object_get(json, "error")));
	assert_string_equal(solveglass_problem(*state), "");
	json_decref(json);
	json_decref(solved(*state, no_way, SOLVEGLASS_NONE, 10));
}

/* Beside the program's own line, times aside. */
static void a_picture_is_answered_as_by_the_program(void **state)
{
	static const char sample[] = SOURCE_DIR "/samples/suko/screen-1.png";
	struct program_folder folder;
	struct program_run ran;
	static char picture[4000000];
	char arguments[600], *text = NULL;
	json_t *ours, *theirs;
	FILE *file = fopen(sample, "rb");
	size_t length;

	assert_non_null(file);
	length = fread(picture, 1, sizeof picture, file);
	fclose(file);
	program_folder_make(&folder);
	snprintf(arguments, sizeof arguments, "solve --no-store --json - <'%s'",
		 sample);
	program_run(&ran, &folder, arguments);
	program_folder_remove(&folder);
	assert_int_equal(ran.status, 0);
	assert_int_equal(solveglass_solve(*state, picture, length, 10, &text),
			 SOLVEGLASS_OK);
	ours = json_loads(text, 0, NULL);
	theirs = json_loads(ran.out, 0, NULL);
	json_object_del(first(ours), "milliseconds");
	json_object_del(first(theirs), "milliseconds");
	assert_true(json_equal(ours, theirs));
	json_decref(ours);
	json_decref(theirs);
	solveglass_free_json(text);
	/* and is read without being solved */
	assert_int_equal(solveglass_read(*state, picture, length, &text),
			 SOLVEGLASS_OK);
	assert_null(strstr(text, "verdict"));
	assert_non_null(strstr(text, "confidence"));
	solveglass_free_json(text);
	/* half a picture is none */
	assert_int_equal(solveglass_read(*state, picture, length / 2, &text),
			 SOLVEGLASS_FAILED);
	assert_non_null(strstr(text, solveglass_problem(*state)));
	solveglass_free_json(text);
}

static void options_are_set(void **state)
{
	json_t *json;

	assert_int_equal(solveglass_set(*state, "count", "yes"), 0);
	assert_int_equal(solveglass_set(*state, "all", "7"), 0);
	json = solved(*state, two_ways, SOLVEGLASS_OK, 10);
	assert_int_equal(
		json_integer_value(json_object_get(first(json), "count")), 2);
	assert_int_equal(
		json_array_size(json_object_get(first(json), "solutions")), 2);
	json_decref(json);
	assert_int_equal(solveglass_set(*state, "count", "no"), 0);
	assert_int_equal(solveglass_set(*state, "family", "suko,panel"), 0);
	json = solved(*state, two_ways, SOLVEGLASS_NO_PUZZLE, 10);
	json_decref(json);
}

/* The header names what the table lets the library take, and nothing else. */
static void options_are_those_of_the_header(void **state)
{
	char header[10000], name[64];
	const char *list, *end, *at;
	int named = 0, known = 0;

	(void)state;
	program_slurp(SOURCE_DIR "/lib/solveglass.h", header, sizeof header);
	list = strstr(header, "the dashes:");
	assert_non_null(list);
	end = strstr(list, "(solveglass-solve");
	assert_non_null(end);
	for (at = list; at < end; at++)
		named += *at == '"';
	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		if (!(flag->groups & GROUP_LIBRARY))
			continue;
		snprintf(name, sizeof name, "\"%s\"", flag->name);
		at = strstr(list, name);
		if (!at || at > end)
			fail_msg("the header does not name %s", name);
		known++;
	}
	assert_int_equal(named, 2 * known);
}

static void errors_are_values(void **state)
{
	char *text;

	assert_int_equal(solveglass_set(*state, "draw", "x.png"),
			 SOLVEGLASS_USAGE);
	assert_string_equal(solveglass_problem(*state),
			    "the library has no option 'draw'");
	assert_int_equal(solveglass_set(*state, "engine", "steam"),
			 SOLVEGLASS_USAGE);
	assert_string_equal(solveglass_problem(*state),
			    "expected auto, z3 or search: 'steam'");
	json_decref(solved(*state, "\xff\x01 nonsense", SOLVEGLASS_FAILED, 1));
	assert_non_null(strstr(solveglass_problem(*state), "not a puzzle"));
	json_decref(solved(*state, "", SOLVEGLASS_FAILED, 1));
	assert_int_equal(solveglass_solve(*state, no_way, 1, 0, &text),
			 SOLVEGLASS_USAGE);
	assert_null(text);
	assert_int_equal(solveglass_solve(*state, NULL, 1, 1, &text),
			 SOLVEGLASS_USAGE);
	assert_int_equal(solveglass_solve(*state, no_way, 1, 1, NULL),
			 SOLVEGLASS_USAGE);
	assert_int_equal(solveglass_read(NULL, no_way, 1, &text),
			 SOLVEGLASS_USAGE);
	assert_int_equal(solveglass_set(NULL, "count", "yes"),
			 SOLVEGLASS_USAGE);
	solveglass_free(NULL);
	solveglass_free_json(NULL);
	/* and is as good as new */
	json_decref(solved(*state, no_way, SOLVEGLASS_NONE, 10));
	assert_string_equal(solveglass_problem(*state), "");
}

/* For all puzzles together. */
static void the_deadline_is_kept(void **state)
{
	char three[3 * sizeof vast];
	double start = clock_seconds();
	json_t *json;

	snprintf(three, sizeof three, "%s\n%s\n%s", vast, vast, vast);
	assert_int_equal(solveglass_set(*state, "count", "yes"), 0);
	json = solved(*state, three, SOLVEGLASS_UNDECIDED, 1);
	assert_true(clock_seconds() - start < 2.5 * SANITIZED_SLOWER);
	assert_int_equal(json_array_size(json_object_get(json, "puzzles")), 3);
	assert_true(
		json_is_false(json_object_get(first(json), "count_complete")));
	json_decref(json);
}

static void *solve_many(void *data)
{
	struct solveglass *glass = made();

	for (int i = 0; i < 20; i++) {
		json_decref(solved(glass, i % 2 ? two_ways : no_way,
				   i % 2 ? SOLVEGLASS_OK : SOLVEGLASS_NONE,
				   30));
	}
	solveglass_free(glass);
	return data;
}

static void threads_do_not_meet(void **state)
{
	pthread_t threads[3];

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(
			pthread_create(&threads[i], NULL, solve_many, NULL), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
}

/* Nothing of our own can be called but what the header declares, each by a
 * version. */
static void only_the_header_is_seen(void **state)
{
	static const char script[] =
		"nm -D --defined-only '" BUILD_DIR "/libsolveglass.so' | "
		"sed -n 's/.* T //p' | sort >seen; "
		"sed -n 's/^[a-z].*[ *]\\(solveglass_[a-z_]*\\)(.*/"
		"\\1@@SOLVEGLASS_0/p' '" SOURCE_DIR
		"/lib/solveglass.h' | sort >declared; "
		"test $(wc -l <declared) -ge 8 && diff seen declared";
	struct program_folder folder;
	char command[1400];

	(void)state;
	program_folder_make(&folder);
	snprintf(command, sizeof command, "cd '%s' && %s", folder.path, script);
	assert_int_equal(system(command), 0);
	program_folder_remove(&folder);
	assert_string_equal(solveglass_version(), VERSION);
}

/* Installed below a prefix: the examples are built and run, as is a line of
 * C++, and both say the same of a picture and of a text. */
static void examples_run_where_it_is_installed(void **state)
{
	static const char build[] =
		"{ cmake --install '" BUILD_DIR "' --prefix \"$PWD/there\" "
		">log && library=$(dirname $(find there -name "
		"libsolveglass.so)) && export LD_LIBRARY_PATH=$PWD/$library "
		"PKG_CONFIG_PATH=$PWD/$library/pkgconfig && "
		"test \"$(pkg-config --modversion solveglass)\" = " VERSION
		" && flags=$(pkg-config --cflags --libs solveglass) && "
		"examples=$(dirname $(find there -name solve.py)) && "
		"cc -std=c99 -Wall -Wextra -Wpedantic -Werror "
		"$examples/solve.c $flags -o solve && "
		"echo '#include <solveglass.h>' >one.cc && "
		"c++ -Wall -Wpedantic -Werror -fsyntax-only one.cc $flags; "
		"} >out 2>&1 || { cat out; exit 9; }; ";
	static const char use[] =
		"picture='" SOURCE_DIR "/samples/suko/screen-1.png'; "
		"printf '#tt\\nR,2,2\\n1,0,0\\n1,0,0\\nE,left,0,right,1\\n' "
		">none; "
		"./solve \"$picture\" | grep -c '\"verdict\":\"solved\"'; "
		"./solve none >line; echo $?; ./solve one.cc >line; echo $?; "
		"python3 $examples/solve.py \"$picture\" | cut -d'{' -f1; "
		"python3 $examples/solve.py none; echo $?; "
		"python3 $examples/solve.py one.cc; echo $?";
	struct program_folder folder;
	struct program_run ran;
	static char command[4000];

	(void)state;
	if (SANITIZED)
		skip_because("what loads the library is not sanitized");
	program_folder_make(&folder);
	snprintf(command, sizeof command, "--version >version; %s %s", build,
		 use);
	program_run(&ran, &folder, command);
	program_folder_remove(&folder);
	assert_string_equal(ran.out,
			    "1\n1\n4\nsuko solved \ntracks none None\n1\n4\n");
	assert_string_equal(ran.err,
			    "one.cc: not a puzzle: '#include <solveglass.h>'\n"
			    "one.cc: not a puzzle: '#include <solveglass.h>'"
			    "\n");
}

int main(void)
{
#define LIBRARY_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		LIBRARY_TEST(texts_are_solved),
		LIBRARY_TEST(a_picture_is_answered_as_by_the_program),
		LIBRARY_TEST(options_are_set),
		LIBRARY_TEST(options_are_those_of_the_header),
		LIBRARY_TEST(errors_are_values),
		LIBRARY_TEST(the_deadline_is_kept),
		cmocka_unit_test(threads_do_not_meet),
		cmocka_unit_test(only_the_header_is_seen),
		cmocka_unit_test(examples_run_where_it_is_installed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
