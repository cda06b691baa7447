#include "smt_reply.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A position in the reply. */
struct reader {
	const char *at;
	struct problem *problem;
};

enum { SYMBOL_MAX = 200 };

static int not_a_reply(struct reader *reader)
{
	if (!*reader->at)
		return problem_set(reader->problem, PROBLEM_INPUT,
				   "the solver's reply ends too early");
	return problem_set(reader->problem, PROBLEM_INPUT,
			   "not a solver's reply: '%.40s'", reader->at);
}

static void skip_space(struct reader *reader)
{
	for (;;) {
		while (isspace((unsigned char)*reader->at))
			reader->at++;
		if (*reader->at != ';')
			return;
		reader->at += strcspn(reader->at, "\n");
	}
}

/* Passes over a parenthesis. */
static bool take(struct reader *reader, char what)
{
	skip_space(reader);
	if (*reader->at != what)
		return false;
	reader->at++;
	return true;
}

/* A symbol, |quoted| or not, or a number. Returns 0 or -1. */
static int take_atom(struct reader *reader, char *atom)
{
	const char *start;
	size_t length;

	skip_space(reader);
	if (*reader->at == '|') {
		start = reader->at + 1;
		length = strcspn(start, "|");
		if (!start[length])
			return not_a_reply(reader);
		reader->at = start + length + 1;
	} else {
		start = reader->at;
		length = strcspn(start, " \t\r\n\v\f();|\"");
		reader->at = start + length;
	}
	if (!length || length >= SYMBOL_MAX) {
		reader->at = start;
		return not_a_reply(reader);
	}
	memcpy(atom, start, length);
	atom[length] = '\0';
	return 0;
}

static json_t *number(struct reader *reader, const char *atom, int sign)
{
	char *end;
	long long value;

	/* 3.0 is what z3 prints for a whole number among reals */
	value = strtoll(atom, &end, 10);
	if (end == atom || (*end && strcmp(end, ".0")) || value > 1000000000 ||
	    value < -1000000000) {
		problem_set(reader->problem, PROBLEM_INPUT,
			    "not a truth value or whole number: '%.40s'", atom);
		return NULL;
	}
	return json_integer(sign * value);
}

/* true, false, 3, -3 or (- 3). */
static json_t *take_value(struct reader *reader)
{
	char atom[SYMBOL_MAX];
	json_t *value;

	if (take(reader, '(')) {
		if (take_atom(reader, atom) < 0)
			return NULL;
		if (strcmp(atom, "-")) {
			not_a_reply(reader);
			return NULL;
		}
		if (take_atom(reader, atom) < 0)
			return NULL;
		value = number(reader, atom, -1);
		if (value && !take(reader, ')')) {
			json_decref(value);
			not_a_reply(reader);
			return NULL;
		}
		return value;
	}
	if (take_atom(reader, atom) < 0)
		return NULL;
	if (!strcmp(atom, "true") || !strcmp(atom, "false"))
		return json_boolean(!strcmp(atom, "true"));
	return number(reader, atom, 1);
}

/* One list ((name value) ...), after its first parenthesis. */
static int take_pairs(struct reader *reader, json_t *values)
{
	char name[SYMBOL_MAX];

	while (take(reader, '(')) {
		json_t *value;

		if (take_atom(reader, name) < 0)
			return -1;
		value = take_value(reader);
		if (!value)
			return problem_set(reader->problem, PROBLEM_MEMORY,
					   "no memory for a reply");
		if (json_object_set_new(values, name, value) < 0)
			return problem_set(reader->problem, PROBLEM_INPUT,
					   "not a name: '%.40s'", name);
		if (!take(reader, ')'))
			return not_a_reply(reader);
	}
	return take(reader, ')') ? 0 : not_a_reply(reader);
}

/* "(error "..."): what it says, after the word. */
static int report_error(struct reader *reader)
{
	const char *start;

	skip_space(reader);
	start = reader->at + (*reader->at == '"');
	return problem_set(reader->problem, PROBLEM_INPUT,
			   "the solver reports an error: '%.*s'",
			   (int)strcspn(start, "\"\n"), start);
}

static int take_verdict(struct reader *reader)
{
	char verdict[SYMBOL_MAX];

	if (take(reader, '(')) {
		if (take_atom(reader, verdict) == 0 &&
		    !strcmp(verdict, "error"))
			return report_error(reader);
		return not_a_reply(reader);
	}
	if (take_atom(reader, verdict) < 0)
		return -1;
	if (!strcmp(verdict, "unsat"))
		return problem_set(reader->problem, PROBLEM_INPUT,
				   "the solver says there is no solution "
				   "(unsat)");
	if (!strcmp(verdict, "unknown") || !strcmp(verdict, "timeout"))
		return problem_set(reader->problem, PROBLEM_INPUT,
				   "the solver does not know (%s)", verdict);
	if (!strcmp(verdict, "sat"))
		return 0;
	return problem_set(reader->problem, PROBLEM_INPUT,
			   "not a solver's reply: '%.40s'", verdict);
}

static int take_reply(struct reader *reader, json_t *values)
{
	if (take_verdict(reader) < 0)
		return -1;
	for (;;) {
		skip_space(reader);
		if (!*reader->at)
			return 0;
		if (!take(reader, '('))
			return not_a_reply(reader);
		if (!strncmp(reader->at, "error", 5)) {
			reader->at += 5;
			return report_error(reader);
		}
		if (take_pairs(reader, values) < 0)
			return -1;
	}
}

json_t *smt_reply_parse(const char *reply, struct problem *problem)
{
	struct reader reader = { reply, problem };
	json_t *values = json_object();

	if (!values) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a reply");
		return NULL;
	}
	if (take_reply(&reader, values) == 0)
		return values;
	json_decref(values);
	return NULL;
}
