/* The history: what the commands keep in it, and `solveglass history`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <jansson.h>

#include "program.h"
#include "store.h"

static const char pyramid[] = "#Tri Round-Up\nx\nx,x\nx,x,455\nx,141,x,x\n"
			      "29,72,x,138,x\n";
static const char sigils[] = "4x4 IIII\n";

static char state_home[128], cache_home[128];

static int setup(void **state)
{
	struct program_test *test;

	if (program_setup(state) < 0)
		return -1;
	test = *state;
	snprintf(state_home, sizeof state_home, "%s/state", test->folder.path);
	snprintf(cache_home, sizeof cache_home, "%s/cache", test->folder.path);
	setenv("XDG_STATE_HOME", state_home, 1);
	setenv("XDG_CACHE_HOME", cache_home, 1);
	program_write(&test->folder, "p.tri", pyramid, sizeof pyramid - 1);
	program_write(&test->folder, "s.txt", sigils, sizeof sigils - 1);
	return 0;
}

static void expect(void **state, const char *arguments, int status)
{
	program_expect(*state, arguments, status, "");
}

static int lines(void **state)
{
	struct program_test *test = *state;
	int count = 0;

	for (const char *at = test->run.out; *at; at++)
		count += *at == '\n';
	return count;
}

static void expect_out(void **state, const char *part, bool there)
{
	struct program_test *test = *state;

	if (!strstr(test->run.out, part) == there)
		fail_msg("%s'%s' in '%s'", there ? "no " : "", part,
			 test->run.out);
}

static void is_listed_and_searched(void **state)
{
	expect(state, "history", 3);
	expect(state, "solve p.tri", 0);
	expect(state, "read s.txt", 0);
	expect(state, "read p.tri", 0);
	expect(state, "history list", 0);
	assert_int_equal(lines(state), 2);
	expect_out(state, "s.txt", true);
	/* reading it once more does not undo that it is solved */
	expect(state, "history search PYRAMID solved", 0);
	assert_int_equal(lines(state), 1);
	expect_out(state, "p.tri", true);
	expect(state, "history search pyramid s.txt", 3);
	expect(state, "history search", 64);
	expect(state, "history burn", 64);
	expect(state, "history --json", 0);
	expect_out(state, "\"times\":2", true);
	expect(state, "history show 1", 0);
	expect_out(state, "p.tri: Number Pyramid, solved", true);
	expect_out(state, "1393", true);
	expect(state, "history show 9", 4);
	expect(state, "history show none", 4);
}

static void nothing_is_left_where_not_wanted(void **state)
{
	expect(state, "solve --no-store p.tri", 0);
	expect(state, "read --no-store p.tri", 0);
	assert_int_not_equal(access(state_home, F_OK), 0);
	assert_int_not_equal(access(cache_home, F_OK), 0);
}

static void is_exported_and_imported(void **state)
{
	expect(state, "solve p.tri s.txt", 0);
	expect(state, "history export >all.jsonl; cat all.jsonl", 0);
	assert_int_equal(lines(state), 2);
	expect_out(state, "\"solution\"", true);
	expect(state, "history export pyramid --format text", 0);
	expect_out(state, "29,72,x,138,x", true);
	expect(state, "history delete all", 0);
	expect(state, "history", 3);
	expect(state, "history import all.jsonl", 0);
	expect(state, "history search solved", 0);
	assert_int_equal(lines(state), 2);
	/* its answer came along */
	expect(state, "solve --verbose p.tri", 0);
	expect_out(state, "by store", true);
	/* a wrong one does not */
	expect(state, "history delete all", 0);
	expect(state, "history import all.jsonl", 0);
	expect(state,
	       "history delete all; sed -i s/1393/1394/ all.jsonl; "
	       "grep -c 1394 all.jsonl",
	       0);
	expect_out(state, "1", true);
	expect(state, "history import all.jsonl", 0);
	expect(state, "history search pyramid solved", 3);
	expect(state, "history search pyramid read", 0);
	expect(state, "history import nowhere.txt", 4);
}

static void is_forgotten(void **state)
{
	expect(state, "solve p.tri s.txt", 0);
	expect(state, "history delete 1", 0);
	expect(state, "history delete 1", 4);
	expect(state, "history", 0);
	assert_int_equal(lines(state), 1);
	expect(state, "solve --verbose p.tri", 0);
	expect_out(state, "by store", false);
	/* so many are kept, the last ones */
	for (int i = 0; i < 5; i++) {
		char line[sizeof PROGRAM + 80];

		snprintf(line, sizeof line,
			 "make suko --json --seed %d | '%s' solve --keep 3 -",
			 i, PROGRAM);
		expect(state, line, 0);
	}
	expect(state, "history", 0);
	assert_int_equal(lines(state), 3);
	expect(state, "history search suko", 0);
	assert_int_equal(lines(state), 3);
}

static void pictures_are_kept_small(void **state)
{
	char path[200], line[400], note[256];
	struct store *store;
	uint8_t *picture;
	size_t length = 0;

	snprintf(line, sizeof line, "solve '%s/samples/suko/photo-1.jpg'",
		 SOURCE_DIR);
	expect(state, line, 0);
	snprintf(path, sizeof path, "%s/solveglass/history.db", state_home);
	store = store_open(path, note, sizeof note);
	assert_non_null(store);
	picture = store_picture(store, 1, &length);
	assert_non_null(picture);
	assert_true(length > 1000 && length < 20000);
	assert_memory_equal(picture, "\xff\xd8", 2);
	free(picture);
	assert_null(store_picture(store, 2, &length));
	store_close(store);
}

/* What an earlier version kept in the cache is answered from and listed. */
static void takes_old_files_over(void **state)
{
	char path[200], folder[160];
	struct store *store;
	char note[256];

	/* its table is the same */
	expect(state, "solve p.tri", 0);
	mkdir(cache_home, 0700);
	snprintf(folder, sizeof folder, "%s/solveglass", cache_home);
	mkdir(folder, 0700);
	snprintf(path, sizeof path, "%s/solved.db", folder);
	expect(state,
	       "--version; cp state/solveglass/history.db "
	       "cache/solveglass/solved.db && rm -r state",
	       0);
	expect(state, "solve --verbose p.tri", 0);
	expect_out(state, "by store", true);
	assert_int_not_equal(access(path, F_OK), 0);
	expect(state, "history search pyramid solved", 0);
	assert_int_equal(lines(state), 1);
	/* a damaged one is set aside */
	expect(state, "--version; echo rubbish >cache/solveglass/solved.db", 0);
	store = store_open(NULL, note, sizeof note);
	assert_non_null(store);
	assert_non_null(strstr(note, "damaged and has been set aside"));
	store_close(store);
	assert_int_not_equal(access(path, F_OK), 0);
}

static void damage_is_set_aside(void **state)
{
	struct program_test *test = *state;

	expect(state, "solve p.tri", 0);
	expect(state,
	       "--version; rm state/solveglass/*; "
	       "echo rubbish >state/solveglass/history.db",
	       0);
	program_expect(test, "solve p.tri", 0,
		       "damaged and has been set aside");
	expect(state, "history", 0);
	assert_int_equal(lines(state), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(is_listed_and_searched, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(
			nothing_is_left_where_not_wanted, setup,
			program_teardown),
		cmocka_unit_test_setup_teardown(is_exported_and_imported, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(is_forgotten, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(pictures_are_kept_small, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(takes_old_files_over, setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(damage_is_set_aside, setup,
						program_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
