/* The store of solved puzzles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "store.h"

static char folder[] = "/tmp/store-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
	(void)state;
	snprintf(path, sizeof path, "%s/solved.db",
		 mkdtemp(folder) ? folder : "");
	return 0;
}

static int remove_folder(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof command, "rm -r %s", folder);
	return system(command);
}

static struct store *open_quietly(void)
{
	char note[256];
	struct store *store = store_open(path, note, sizeof note);

	assert_non_null(store);
	assert_string_equal(note, "");
	return store;
}

static void make(uint64_t seed, const char *with, struct puzzle *puzzle)
{
	json_t *wish = json_pack("{s:s}", "with", with);

	assert_int_equal(solve_make(FAMILY_panel, wish, seed, puzzle, NULL), 0);
	json_decref(wish);
}

static void keep(struct store *store, const struct puzzle *puzzle)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;

	assert_int_equal(solve_puzzle(puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_SOLVED);
	store_keep(store, puzzle, NULL, &result);
	solve_result_fini(&result);
}

/* Does the store know the puzzle? store_find checks what it finds. */
static bool knows(struct store *store, const struct puzzle *puzzle,
		  const char *rules)
{
	struct solve_result result = { 0 };
	bool found = store_find(store, puzzle, rules, &result);

	if (found) {
		assert_int_equal(result.verdict, VERDICT_SOLVED);
		assert_int_equal(result.solution_count, 1);
	}
	solve_result_fini(&result);
	return found;
}

static void knows_mirror_images(void **state)
{
	static const char *const withs[] = {
		"polyominoes,rotatable,dots",    "stars,squares,gaps",
		"triangles,eliminators,missing", "cylinder,stars,polyominoes",
		"rotational,dots,triangles",
	};
	const struct puzzle_family *family = puzzle_family(FAMILY_panel);
	struct store *store = open_quietly();

	(void)state;
	for (size_t i = 0; i < sizeof withs / sizeof *withs; i++) {
		struct puzzle puzzle;

		make(i + 1, withs[i], &puzzle);
		assert_false(knows(store, &puzzle, NULL));
		keep(store, &puzzle);
		assert_true(knows(store, &puzzle, NULL));
		/* other rules, another puzzle */
		assert_false(knows(store, &puzzle, "precise"));
		for (int image = 1; image < family->image_count; image++) {
			struct puzzle seen = puzzle;

			family->image(&puzzle, image, &seen);
			assert_true(knows(store, &seen, NULL));
		}
	}
	store_close(store);
	/* and after a restart */
	store = open_quietly();
	for (size_t i = 0; i < sizeof withs / sizeof *withs; i++) {
		struct puzzle puzzle;

		make(i + 1, withs[i], &puzzle);
		assert_true(knows(store, &puzzle, NULL));
	}
	store_close(store);
}

/* Two processes at once lose nothing. */
static void is_shared(void **state)
{
	enum { PANELS = 40 };
	struct store *store;
	int status;
	pid_t child = fork();

	(void)state;
	assert_true(child >= 0);
	store = open_quietly();
	for (uint64_t seed = 100; seed < 100 + PANELS; seed++) {
		struct puzzle puzzle;

		make(2 * seed + (child == 0), "dots", &puzzle);
		keep(store, &puzzle);
	}
	store_close(store);
	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	store = open_quietly();
	for (uint64_t seed = 200; seed < 200 + 2 * PANELS; seed++) {
		struct puzzle puzzle;

		make(seed, "dots", &puzzle);
		assert_true(knows(store, &puzzle, NULL));
	}
	store_close(store);
}

static void sets_damage_aside(void **state)
{
	static const char rubbish[8192] = "this is no database";
	struct store *store;
	struct puzzle puzzle;
	char note[256];
	FILE *file = fopen(path, "w");

	(void)state;
	assert_non_null(file);
	assert_int_equal(fwrite(rubbish, sizeof rubbish, 1, file), 1);
	fclose(file);
	store = store_open(path, note, sizeof note);
	assert_non_null(store);
	assert_non_null(strstr(note, "damaged and has been set aside"));
	make(1, "dots", &puzzle);
	assert_false(knows(store, &puzzle, NULL));
	keep(store, &puzzle);
	assert_true(knows(store, &puzzle, NULL));
	store_close(store);
}

static void refuses_a_hopeless_place(void **state)
{
	char note[256];

	(void)state;
	assert_null(store_open("/proc/none/solved.db", note, sizeof note));
	assert_string_not_equal(note, "");
	/* none is as good as empty */
	store_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_mirror_images),
		cmocka_unit_test(is_shared),
		cmocka_unit_test(sets_damage_aside),
		cmocka_unit_test(refuses_a_hopeless_place),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
