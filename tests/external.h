/* The programs z3 and cvc5, asked for a puzzle's formula, for tests; include
 * cmocka.h first. */
#ifndef EXTERNAL_H
#define EXTERNAL_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "solve.h"

static inline bool external_there(const char *program)
{
	char command[64];

	snprintf(command, sizeof command, "command -v %s >/dev/null", program);
	return system(command) == 0;
}

/* What the program replies to solve_smt2(); the caller frees. */
static inline char *external_smt2(const char *program,
				  const struct puzzle *puzzle)
{
	char path[] = "/tmp/solveglass-XXXXXX";
	/* z3 takes its language from -smt2 */
	const char *language = program[0] == 'z' ? "-smt2" : "--lang=smt2";
	struct buffer formula, reply;
	char command[80], part[4096];
	size_t length;
	FILE *pipe;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	buffer_init(&formula);
	buffer_init(&reply);
	assert_int_equal(solve_smt2(puzzle, &formula, NULL), 0);
	assert_int_equal(write(fd, formula.data, formula.length),
			 formula.length);
	close(fd);
	snprintf(command, sizeof command, "%s %s %s 2>&1", program, language,
		 path);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	while ((length = fread(part, 1, sizeof part, pipe)) > 0)
		buffer_append(&reply, part, length);
	pclose(pipe);
	unlink(path);
	buffer_fini(&formula);
	assert_non_null(reply.data);
	return reply.data;
}

/* Skips the test where the program is not there. */
static inline void external_need(const char *program)
{
	if (external_there(program))
		return;
	skip_because("%s is not installed", program);
}

/* The program's answer to our formula keeps the rules. */
static inline void external_solves(const char *program,
				   const struct puzzle *puzzle)
{
	char *reply = external_smt2(program, puzzle);
	struct problem problem = { 0 };
	struct solution solution;

	if (solve_values(puzzle, reply, &solution, &problem) < 0)
		fail_msg("%s", problem.text);
	assert_true(puzzle_check(puzzle, &solution, NULL));
	free(reply);
}

/* It says that there is none. */
static inline void external_refutes(const char *program,
				    const struct puzzle *puzzle)
{
	char *reply = external_smt2(program, puzzle);
	struct problem problem = { 0 };
	struct solution solution;

	assert_int_equal(solve_values(puzzle, reply, &solution, &problem), -1);
	assert_string_equal(problem.text,
			    "the solver says there is no solution (unsat)");
	free(reply);
}

#endif
