/* Memory that runs out, at every place where puzzles are read, written, solved
 * and made: it is said in a sentence, or the result is what it would have
 * been; never another one, never a crash. The linker hands all allocations of
 * our own code to the functions below (tests/CMakeLists.txt), jansson its own
 * by its hook. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzle_file.h"
#include "solve.h"

/* the linker names them so */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* Allocations that still succeed; below 0 all do. */
static long left = -1;
/* Was one refused? */
static bool refused;

static bool refuse(void)
{
	if (__atomic_load_n(&left, __ATOMIC_RELAXED) < 0 ||
	    __atomic_sub_fetch(&left, 1, __ATOMIC_RELAXED) >= 0)
		return false;
	__atomic_store_n(&refused, true, __ATOMIC_RELAXED);
	return true;
}

void *__wrap_malloc(size_t size)
{
	return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return refuse() ? NULL : __real_realloc(old, size);
}

/* What is done while memory runs out. */
struct task {
	const char *name; /* of the family */
	enum family family;
	struct puzzle puzzle;
	char *text; /* of the puzzle in the form at hand */
	struct solve_options options;
	const json_t *wish;
};

/* Every allocation is refused once while there are no more than so many, then
 * one in every so many: what lies between is more of the same loop. */
enum { EACH = 100, SPARSE = 12 };

/* Does the work with each allocation refused in turn. It returns 0 where it
 * came out as it does with memory, -1 where it failed and says why. */
static int starve(struct task *task, const char *what,
		  int (*work)(struct task *task, struct problem *problem))
{
	int failures = 0;

	for (long at = 0;; at += 1 + (at > EACH ? at / SPARSE : 0)) {
		struct problem problem = { 0 };
		int result;

		refused = false;
		left = at;
		result = work(task, &problem);
		left = -1;
		if (result < 0 && !refused)
			fail_msg("%s, %s: failed though nothing was refused: "
				 "%s",
				 task->name, what, problem.text);
		if (result < 0 && !problem.text[0])
			fail_msg("%s, %s, allocation %ld: failed without a "
				 "word",
				 task->name, what, at);
		failures += result < 0;
		if (!refused)
			break;
	}
	return failures;
}

static int parse(struct task *task, struct problem *problem)
{
	struct puzzle_list list;
	int result;

	puzzle_list_init(&list);
	result = puzzle_list_parse(&list, task->text, strlen(task->text),
				   problem);
	left = -1;
	if (result == 0) {
		assert_int_equal(list.count, 1);
		assert_true(puzzle_equal(&list.entries[0].puzzle, &task->puzzle,
					 NULL));
	}
	puzzle_list_fini(&list);
	return result;
}

static int write_json(struct task *task, struct problem *problem)
{
	json_t *json = puzzle_to_json(&task->puzzle);
	char *text;

	left = -1;
	if (!json)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	text = json_dumps(json, JSON_COMPACT);
	assert_string_equal(text, task->text);
	free(text);
	json_decref(json);
	return 0;
}

/* With a form that the family has. */
static int write_form(struct task *task, struct problem *problem,
		      int (*form)(const struct puzzle *puzzle,
				  struct buffer *out, struct problem *problem))
{
	struct buffer out;
	int result;

	buffer_init(&out);
	result = form(&task->puzzle, &out, problem);
	left = -1;
	if (result == 0 && out.failed)
		result = problem_set(problem, PROBLEM_MEMORY, "no memory");
	if (result == 0)
		assert_string_equal(buffer_text(&out), task->text);
	buffer_fini(&out);
	return result;
}

static int write_text(struct task *task, struct problem *problem)
{
	return write_form(task, problem, puzzle_family(task->family)->to_text);
}

static int write_windmill(struct task *task, struct problem *problem)
{
	return write_form(task, problem,
			  puzzle_family(task->family)->to_windmill);
}

static int print_smt2(struct task *task, struct problem *problem)
{
	return write_form(task, problem, solve_smt2);
}

/* What is solved has a solution: no lack of memory proves that it has none.
 */
static int solve(struct task *task, struct problem *problem)
{
	struct solve_result result;
	int code =
		solve_puzzle(&task->puzzle, &task->options, &result, problem);

	left = -1;
	if (code == 0)
		assert_int_not_equal(result.verdict, VERDICT_NONE);
	if (code == 0 && task->options.count)
		assert_true(result.verdict == VERDICT_SOLVED);
	solve_result_fini(&result);
	return code;
}

static int make(struct task *task, struct problem *problem)
{
	struct puzzle puzzle;
	int result = solve_make(task->family, task->wish, 3, &puzzle, problem);

	left = -1;
	if (result == 0)
		puzzle_fini(&puzzle);
	return result;
}

/* Puzzles of every family, small ones. */
static const struct {
	enum family family;
	const char *wish;
} makes[] = {
	{ FAMILY_tracks, "{\"columns\":5,\"rows\":5}" },
	{ FAMILY_sigils, "{\"columns\":4,\"rows\":4}" },
	{ FAMILY_suko, "{}" },
	{ FAMILY_cross_sum, "{\"columns\":3,\"rows\":3}" },
	{ FAMILY_pyramid, "{\"rows\":4}" },
	{ FAMILY_panel, "{\"columns\":3,\"rows\":3}" },
	{ FAMILY_panel, "{\"columns\":3,\"rows\":3,\"with\":\"dots,"
			"squares,horizontal\"}" },
	{ FAMILY_panel, "{\"columns\":4,\"rows\":3,\"with\":\"polyominoes,"
			"negative,eliminators,cylinder\"}" },
};

enum { MAKES = sizeof makes / sizeof *makes };

/* Does `work` for each puzzle; `prepare` says whether it can be, and sets the
 * task's text. */
static void for_each(const char *what,
		     int (*work)(struct task *task, struct problem *problem),
		     bool (*prepare)(struct task *task))
{
	int failures = 0;

	for (int i = 0; i < MAKES; i++) {
		struct task task = { .options = solve_defaults() };
		struct problem problem = { 0 };
		json_t *wish = json_loads(makes[i].wish, 0, NULL);

		task.family = makes[i].family;
		task.name = puzzle_family(makes[i].family)->name;
		task.wish = wish;
		if (solve_make(task.family, wish, 3, &task.puzzle, &problem) <
		    0)
			fail_msg("%s: %s", task.name, problem.text);
		if (prepare(&task))
			failures += starve(&task, what, work);
		free(task.text);
		json_decref(wish);
		puzzle_fini(&task.puzzle);
	}
	assert_true(failures > 0);
}

static bool as_json(struct task *task)
{
	json_t *json = puzzle_to_json(&task->puzzle);

	task->text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return true;
}

static bool as_form(struct task *task,
		    int (*form)(const struct puzzle *puzzle, struct buffer *out,
				struct problem *problem))
{
	struct problem problem = { 0 };
	struct buffer out;

	buffer_init(&out);
	if (form && form(&task->puzzle, &out, &problem) == 0)
		task->text = strdup(buffer_text(&out));
	buffer_fini(&out);
	return task->text != NULL;
}

static bool as_text(struct task *task)
{
	return as_form(task, puzzle_family(task->family)->to_text);
}

static bool as_windmill(struct task *task)
{
	return as_form(task, puzzle_family(task->family)->to_windmill);
}

static bool as_smt2(struct task *task)
{
	return as_form(task, solve_smt2);
}

static bool as_it_is(struct task *task)
{
	(void)task;
	return true;
}

static void forms_are_read_and_written(void **state)
{
	(void)state;
	for_each("json", parse, as_json);
	for_each("text", parse, as_text);
	for_each("windmill", parse, as_windmill);
	for_each("to json", write_json, as_json);
	for_each("to text", write_text, as_text);
	for_each("to windmill", write_windmill, as_windmill);
	for_each("to smt2", print_smt2, as_smt2);
}

static bool for_search(struct task *task)
{
	task->options.engine = ENGINE_SEARCH;
	return true;
}

static bool for_z3(struct task *task)
{
	task->options.engine = ENGINE_Z3;
	return true;
}

static bool for_count(struct task *task)
{
	task->options.count = true;
	task->options.solutions_max = 3;
	task->options.threads = 2;
	return task->family != FAMILY_sigils;
}

static bool for_shortest(struct task *task)
{
	task->options.order = ORDER_SHORTEST;
	return task->family == FAMILY_panel;
}

static void puzzles_are_solved(void **state)
{
	(void)state;
	for_each("solve", solve, as_it_is);
	for_each("search", solve, for_search);
	for_each("z3", solve, for_z3);
	for_each("count", solve, for_count);
	for_each("shortest", solve, for_shortest);
}

static void puzzles_are_made(void **state)
{
	(void)state;
	for_each("make", make, as_it_is);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms_are_read_and_written),
		cmocka_unit_test(puzzles_are_solved),
		cmocka_unit_test(puzzles_are_made),
	};

	json_set_alloc_funcs(__wrap_malloc, free);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
