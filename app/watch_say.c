#include "watch_say.h"

#include <stdio.h>
#include <string.h>

#include "report.h"

/* The numbers in brackets of a clue's name, at most two; returns how many. */
static int find_indices(const char *clue, int indices[2])
{
	int count = 0;

	for (const char *p = strchr(clue, '['); p && count < 2;
	     p = strchr(p + 1, '['))
		count += sscanf(p, "[%d]", &indices[count]) == 1;
	return count;
}

void watch_say_clue(const struct reading *reading, char *text, size_t size)
{
	const char *clue = reading->clue;
	int indices[2] = { 0, 0 };
	int count = find_indices(clue, indices);
	size_t quotes = reading->value[0] == '"' ? 1 : 0;
	char value[sizeof reading->value + 8];
	char name[sizeof reading->clue];

	snprintf(value, sizeof value, "the %.*s",
		 (int)(strlen(reading->value) - 2 * quotes),
		 reading->value + quotes);
	if (!strcmp(reading->value, "null"))
		snprintf(value, sizeof value, "the blank");
	/* names count from 0, people from 1 */
	if (count == 2)
		snprintf(text, size, "%s in row %d, column %d", value,
			 indices[0] + 1, indices[1] + 1);
	else if (count == 1 && !strncmp(clue, "row", 3))
		snprintf(text, size, "%s in row %d", value, indices[0] + 1);
	else if (count == 1 && !strncmp(clue, "column", 6))
		snprintf(text, size, "%s in column %d", value, indices[0] + 1);
	else {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(clue, "[."),
			 clue);
		for (char *p = name; *p; p++)
			*p = *p == '_' ? ' ' : *p;
		/* "pieces" are many, piece 4 is one */
		if (count && name[0] && name[strlen(name) - 1] == 's')
			name[strlen(name) - 1] = '\0';
		if (count)
			snprintf(text, size, "%s at %s %d", value, name,
				 indices[0] + 1);
		else
			snprintf(text, size, "%s at %s", value, name);
	}
}

static void say_changes(const char *what, const struct outcome_change *changes,
			size_t count, char *text, size_t size)
{
	char clue[96];

	watch_say_clue(&changes[0].reading, clue, sizeof clue);
	snprintf(text, size, "%s: %s", what, clue);
	if (count > 1)
		snprintf(text + strlen(text), size - strlen(text),
			 " and %zu more", count - 1);
}

static void say_doubtful(const struct outcome *outcome, char *text, size_t size)
{
	size_t notes = json_array_size(outcome->notes);
	const char *note = notes ? json_string_value(json_array_get(
					   outcome->notes, notes - 1))
				 : NULL;

	if (outcome->doubt_count)
		say_changes("doubtful", outcome->doubts, outcome->doubt_count,
			    text, size);
	else
		snprintf(text, size, "%s",
			 note ? note : "doubtful: not read surely enough");
}

static void say_solved(const struct outcome *outcome, char *text, size_t size)
{
	if (outcome->repaired_count)
		say_changes("read anew", outcome->repaired,
			    outcome->repaired_count, text, size);
	else if (outcome->result.unique == KNOWN_NO &&
		 puzzle_family(outcome->puzzle.family)->promises_one)
		snprintf(text, size, "one of several answers");
}

static void say_one(const struct outcome *outcome, char *text, size_t size)
{
	switch (outcome->verdict) {
	case OUTCOME_SOLVED:
		say_solved(outcome, text, size);
		break;
	case OUTCOME_NONE:
		snprintf(text, size, "no solution");
		break;
	case OUTCOME_DOUBTFUL:
		say_doubtful(outcome, text, size);
		break;
	default:
		snprintf(text, size, "not solved in time");
		break;
	}
}

/* "3 panels", "2 puzzles" where they are of several families. */
static void say_kind(const struct outcome_list *list, char *text, size_t size)
{
	enum family family = list->outcomes[0].puzzle.family;
	const char *name = puzzle_family(family)->name;

	for (size_t i = 1; i < list->count; i++)
		if (list->outcomes[i].puzzle.family != family)
			name = "puzzle";
	snprintf(text, size, "%zu %s%s", list->count, name,
		 name[strlen(name) - 1] == 's' ? "" : "s");
}

static void say_several(const struct outcome_list *list, char *text,
			size_t size)
{
	size_t solved = 0, doubtful = 0;
	const struct outcome *first = NULL;
	char why[160] = "";

	for (size_t i = 0; i < list->count; i++) {
		solved += list->outcomes[i].verdict == OUTCOME_SOLVED;
		doubtful += list->outcomes[i].verdict == OUTCOME_DOUBTFUL;
		if (!first && list->outcomes[i].verdict == OUTCOME_DOUBTFUL)
			first = &list->outcomes[i];
	}
	say_kind(list, text, size);
	snprintf(text + strlen(text), size - strlen(text), ", %zu solved",
		 solved);
	/* which one is told by the ring around the clue */
	if (doubtful == 1 && first->doubt_count) {
		say_doubtful(first, why, sizeof why);
		snprintf(text + strlen(text), size - strlen(text), ", %s", why);
	} else if (doubtful) {
		snprintf(text + strlen(text), size - strlen(text),
			 ", %zu doubtful", doubtful);
	}
}

void watch_say(const struct look *look, char *text, size_t size)
{
	text[0] = '\0';
	if (look->problem.kind != PROBLEM_NONE)
		snprintf(text, size, "%s", look->problem.text);
	else if (!look->list.count && look->list.left_out_count)
		report_only_left_out(&look->list, text, size);
	else if (!look->list.count)
		snprintf(text, size, "no puzzle here");
	else if (look->list.count == 1)
		say_one(&look->list.outcomes[0], text, size);
	else
		say_several(&look->list, text, size);
}
