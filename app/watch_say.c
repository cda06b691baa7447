#include "watch_say.h"

#include <stdio.h>
#include <string.h>

#include "doubt.h"
#include "language.h"
#include "report.h"

/* "not sure about the total of row 3: 7 or 1?" The clue is ringed. */
static void say_doubts(const struct outcome *outcome, char *text, size_t size)
{
	const struct reading *reading = &outcome->doubts[0].reading;
	struct buffer clue, values, words;

	buffer_init(&clue);
	buffer_init(&values);
	buffer_init(&words);
	doubt_put_clue(&outcome->puzzle, reading, &clue);
	doubt_put_value(reading, reading->value, &values);
	for (int i = 0; i < reading->instead_count; i++) {
		buffer_puts(&values, _(" or "));
		doubt_put_value(reading, reading->instead[i].value, &values);
	}
	buffer_printf(&words, _("not sure about %s: %s?"), buffer_text(&clue),
		      buffer_text(&values));
	if (outcome->doubt_count > 1)
		buffer_printf(&words, _(" (and about %zu more)"),
			      outcome->doubt_count - 1);
	snprintf(text, size, "%s", buffer_text(&words));
	buffer_fini(&clue);
	buffer_fini(&values);
	buffer_fini(&words);
}

/* "took the total of row 3 for 1, not 7" */
static void say_repaired(const struct outcome *outcome, char *text, size_t size)
{
	const struct outcome_change *change = &outcome->repaired[0];
	struct buffer clue, value, read, words;

	buffer_init(&clue);
	buffer_init(&value);
	buffer_init(&read);
	buffer_init(&words);
	doubt_put_clue(&outcome->puzzle, &change->reading, &clue);
	doubt_put_value(&change->reading, change->value, &value);
	doubt_put_value(&change->reading, change->reading.value, &read);
	buffer_printf(&words, _("took %s for %s, not %s"), buffer_text(&clue),
		      buffer_text(&value), buffer_text(&read));
	if (outcome->repaired_count > 1)
		buffer_printf(&words, _(" (and %zu more changes)"),
			      outcome->repaired_count - 1);
	snprintf(text, size, "%s", buffer_text(&words));
	buffer_fini(&clue);
	buffer_fini(&value);
	buffer_fini(&read);
	buffer_fini(&words);
}

static void say_doubtful(const struct outcome *outcome, char *text, size_t size)
{
	size_t notes = json_array_size(outcome->notes);
	const char *note = notes ? json_string_value(json_array_get(
					   outcome->notes, notes - 1))
				 : NULL;

	if (outcome->doubt_count)
		say_doubts(outcome, text, size);
	else
		snprintf(text, size, "%s",
			 note ? note : _("doubtful: not read surely enough"));
}

static void say_solved(const struct outcome *outcome, char *text, size_t size)
{
	if (outcome->repaired_count)
		say_repaired(outcome, text, size);
	else if (outcome->result.unique == KNOWN_NO &&
		 puzzle_family(outcome->puzzle.family)->promises_one)
		snprintf(text, size, _("one of several answers"));
}

static void say_one(const struct outcome *outcome, char *text, size_t size)
{
	switch (outcome->verdict) {
	case OUTCOME_SOLVED:
		say_solved(outcome, text, size);
		break;
	case OUTCOME_NONE:
		snprintf(text, size, _("no solution"));
		break;
	case OUTCOME_DOUBTFUL:
		say_doubtful(outcome, text, size);
		snprintf(text + strlen(text), size - strlen(text),
			 _(" (a larger window may help)"));
		break;
	default:
		snprintf(text, size,
			 _("not solved in time; --time gives more"));
		break;
	}
}

/* "3 panels", "2 puzzles" where they are of several families. */
static void say_kind(const struct outcome_list *list, char *text, size_t size)
{
	enum family family = list->outcomes[0].puzzle.family;
	const char *name = puzzle_family(family)->plural;

	for (size_t i = 1; i < list->count; i++)
		if (list->outcomes[i].puzzle.family != family)
			name = N_("puzzles");
	snprintf(text, size, "%zu %s", list->count, _(name));
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
	snprintf(text + strlen(text), size - strlen(text), _(", %zu solved"),
		 solved);
	/* which one is told by the ring around the clue */
	if (doubtful == 1 && first->doubt_count) {
		say_doubtful(first, why, sizeof why);
		snprintf(text + strlen(text), size - strlen(text), ", %s", why);
	} else if (doubtful) {
		snprintf(text + strlen(text), size - strlen(text),
			 _(", %zu doubtful"), doubtful);
	}
}

static void say_list(const struct look *look, char *text, size_t size)
{
	text[0] = '\0';
	if (look->problem.kind != PROBLEM_NONE)
		snprintf(text, size, "%s", look->problem.text);
	else if (!look->list.count && look->list.left_out_count)
		report_only_left_out(&look->list, text, size);
	else if (!look->list.count)
		snprintf(text, size, _("no puzzle here"));
	else if (look->list.count == 1)
		say_one(&look->list.outcomes[0], text, size);
	else
		say_several(&look->list, text, size);
}

void watch_say(const struct look *look, char *text, size_t size)
{
	size_t length;

	say_list(look, text, size);
	if (!look->pillar[0])
		return;
	length = look->list.count ? strlen(text) : 0;
	snprintf(text + length, size - length, "%s%s", length ? "; " : "",
		 look->pillar);
}
