#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doubt.h"
#include "drawing.h"
#include "language.h"
#include "names.h"

static const char *const verdicts[] = {
	[OUTCOME_READ] = N_("read"),         [OUTCOME_SOLVED] = N_("solved"),
	[OUTCOME_NONE] = N_("none"),         [OUTCOME_UNKNOWN] = N_("unknown"),
	[OUTCOME_DOUBTFUL] = N_("doubtful"),
};

const char *report_verdict(const struct outcome *outcome)
{
	return verdicts[outcome->verdict];
}

/* Three digits: what the last ones of a clock or a probability say is noise
 * and makes lines hard to read. */
static json_t *rounded(double value)
{
	return json_real(round(value * 1000) / 1000);
}

static json_t *value_of(const char *text)
{
	json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);

	return json ? json : json_string(text);
}

static json_t *corners(const struct quad *quad)
{
	json_t *list = json_array();

	for (int i = 0; i < 4; i++)
		json_array_append_new(
			list, json_pack("[o,o]", rounded(quad->corner[i].x),
					rounded(quad->corner[i].y)));
	return list;
}

static json_t *change(const struct outcome_change *change, bool repaired)
{
	const struct reading *reading = &change->reading;
	const struct box *box = &reading->px_box;
	json_t *json = json_pack("{s:s,s:o}", "clue", reading->clue, "read",
				 value_of(reading->value));
	json_t *instead = json_array();

	for (int i = 0; i < reading->instead_count; i++)
		json_array_append_new(instead,
				      value_of(reading->instead[i].value));
	if (repaired)
		json_object_set_new(json, "taken", value_of(change->value));
	json_object_set_new(json, "instead", instead);
	json_object_set_new(json, "confidence", rounded(reading->confidence));
	if (box->width)
		json_object_set_new(json, "px_box",
				    json_pack("[i,i,i,i]", box->x, box->y,
					      box->width, box->height));
	return json;
}

static json_t *changes(const struct outcome_change *list, size_t count,
		       bool repaired)
{
	json_t *json = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(json, change(&list[i], repaired));
	return json;
}

/* Each with what is said of it. */
static json_t *doubts(const struct outcome *outcome)
{
	json_t *json = changes(outcome->doubts, outcome->doubt_count, false);

	for (size_t i = 0; i < outcome->doubt_count; i++) {
		struct buffer text;

		buffer_init(&text);
		doubt_put(&outcome->puzzle, &outcome->doubts[i].reading, &text);
		json_object_set_new(json_array_get(json, i), "text",
				    names_json(buffer_text(&text)));
		buffer_fini(&text);
	}
	return json;
}

static json_t *agreed(const struct outcome *outcome)
{
	const struct puzzle *puzzle = &outcome->puzzle;
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	json_t *list = json_array();
	char name[64];

	for (size_t i = 0; i < family->places(puzzle); i++) {
		if (!outcome->agreed[i])
			continue;
		puzzle_place_name(puzzle, i, name, sizeof name);
		json_array_append_new(list, value_of(name));
	}
	return list;
}

static json_t *solution_json(const struct outcome *outcome, size_t index)
{
	return puzzle_family(outcome->puzzle.family)
		->solution_to_json(&outcome->puzzle,
				   &outcome->result.solutions[index]);
}

static void set_answer(json_t *json, const struct outcome *outcome,
		       const struct options *options)
{
	const struct solve_result *result = &outcome->result;

	json_object_set_new(json, "unique",
			    result->unique == KNOWN_YES  ? json_true()
			    : result->unique == KNOWN_NO ? json_false()
							 : json_null());
	json_object_set_new(json, "solution", solution_json(outcome, 0));
	if (options->all) {
		json_t *list = json_array();

		for (size_t i = 0; i < result->solution_count; i++)
			json_array_append_new(list, solution_json(outcome, i));
		json_object_set_new(json, "solutions", list);
	}
	if (outcome->agreed)
		json_object_set_new(json, "agreed", agreed(outcome));
}

json_t *report_outcome(const struct outcome *outcome,
		       const struct options *options)
{
	const struct solve_result *result = &outcome->result;
	bool solving = outcome->verdict != OUTCOME_READ;
	json_t *json = puzzle_to_json(&outcome->puzzle);
	json_t *times = json_object();

	if (!json) {
		json_decref(times);
		return NULL;
	}
	if (outcome->from_picture) {
		json_object_set_new(json, "confidence",
				    rounded(outcome->confidence));
		if (outcome->has_place)
			json_object_set_new(json, "corners",
					    corners(&outcome->px_corners));
		json_object_set_new(times, "read",
				    rounded(outcome->read_seconds * 1000));
	}
	if (solving) {
		json_object_set_new(json, "verdict",
				    json_string(verdicts[outcome->verdict]));
		json_object_set_new(times, "solve",
				    rounded(outcome->solve_seconds * 1000));
	}
	if (outcome->verdict == OUTCOME_SOLVED)
		set_answer(json, outcome, options);
	else if (solving)
		json_object_set_new(json, "unique", json_null());
	if (options->count && solving && outcome->verdict != OUTCOME_DOUBTFUL) {
		json_object_set_new(json, "count",
				    json_integer((json_int_t)result->count));
		json_object_set_new(json, "count_complete",
				    json_boolean(result->count_complete));
	}
	if (outcome->doubt_count)
		json_object_set_new(json, "doubts", doubts(outcome));
	if (outcome->repaired_count)
		json_object_set_new(json, "repaired",
				    changes(outcome->repaired,
					    outcome->repaired_count, true));
	json_object_set_new(json, "milliseconds", times);
	json_object_set(json, "notes", outcome->notes);
	if (outcome->played)
		json_object_set(json, "played", outcome->played);
	return json;
}

json_t *report_left_out_json(const struct outcome_list *list)
{
	json_t *all = json_array();

	for (int i = 0; i < list->left_out_count; i++) {
		const struct left_out *one = &list->left_out[i];
		json_t *json = json_object();

		json_object_set_new(json, "what", json_string(one->what));
		json_object_set_new(json, "corners", corners(&one->px_corners));
		json_array_append_new(all, json);
	}
	return all;
}

void report_left_out(const struct outcome_list *list, const char *input)
{
	for (int i = 0; i < list->left_out_count; i++)
		printf(_("%s: left out: %s\n"), input, list->left_out[i].what);
}

void report_only_left_out(const struct outcome_list *list, char *text,
			  size_t size)
{
	int other = 0;

	text[0] = '\0';
	if (!list->left_out_count)
		return;
	for (int i = 1; i < list->left_out_count; i++)
		other += strcmp(list->left_out[i].what,
				list->left_out[0].what) != 0;
	snprintf(text, size, _("nothing to solve: %s"), list->left_out[0].what);
	if (other)
		snprintf(text + strlen(text), size - strlen(text),
			 _(", and others"));
	else if (list->left_out_count > 1)
		snprintf(text + strlen(text), size - strlen(text),
			 _(", %d times"), list->left_out_count);
}

json_t *report_line_json(const char *input, json_t *puzzles,
			 const struct outcome_list *list, const char *error)
{
	json_t *json = json_object();

	json_object_set_new(json, "input", names_json(input));
	json_object_set_new(json, "puzzles", puzzles ? puzzles : json_array());
	if (list && list->left_out_count)
		json_object_set_new(json, "left_out",
				    report_left_out_json(list));
	json_object_set_new(json, "error",
			    error ? names_json(error) : json_null());
	return json;
}

json_t *report_puzzles(const struct outcome_list *list,
		       const struct options *options)
{
	json_t *puzzles = json_array();

	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(
			puzzles, report_outcome(&list->outcomes[i], options));
	return puzzles;
}

void report_line(const char *input, json_t *puzzles,
		 const struct outcome_list *list, const char *error)
{
	json_t *json = report_line_json(input, puzzles, list, error);

	json_dumpf(json, stdout, REPORT_JSON);
	putchar('\n');
	fflush(stdout);
	json_decref(json);
}

void report_headline(const struct outcome *outcome, struct buffer *out)
{
	buffer_puts(out, _(puzzle_family(outcome->puzzle.family)->title));
	if (outcome->verdict != OUTCOME_READ)
		buffer_printf(out, ", %s",
			      outcome->verdict == OUTCOME_NONE
				      ? _("no solution")
				      : _(verdicts[outcome->verdict]));
	if (outcome->verdict == OUTCOME_SOLVED &&
	    outcome->result.unique != KNOWN_UNSURE)
		buffer_printf(out, ", %s",
			      outcome->result.unique == KNOWN_YES
				      ? _("the only solution")
				      : _("one of several"));
}

static void headline(const struct outcome *outcome, const char *input,
		     size_t number, size_t count, const struct options *options)
{
	struct buffer text;

	buffer_init(&text);
	report_headline(outcome, &text);
	printf("%s", input);
	if (count > 1 || outcome->puzzle.id[0])
		printf(" #%zu", number);
	if (outcome->puzzle.id[0])
		printf(" (%s)", outcome->puzzle.id);
	printf(": %s", buffer_text(&text));
	buffer_fini(&text);
	if (options->verbose && outcome->from_picture)
		printf(_(", read in %.1f ms with confidence %.3f"),
		       outcome->read_seconds * 1000, outcome->confidence);
	if (options->verbose && outcome->verdict != OUTCOME_READ)
		printf(", %.1f ms%s%s", outcome->solve_seconds * 1000,
		       outcome->result.engine[0] ? _(" by ") : "",
		       outcome->result.engine);
	putchar('\n');
}

static bool in_colour(void)
{
	return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}

/* As --format has it, else in characters. */
static int print_board(const struct outcome *outcome,
		       const struct solution *solution,
		       const struct options *options, struct problem *problem)
{
	const struct draw_family *draw = draw_family(outcome->puzzle.family);
	struct buffer text;
	int result = 0;

	buffer_init(&text);
	if (options->format != FORM_NONE)
		result = report_form(&outcome->puzzle, solution,
				     options->format, &text, problem);
	else
		draw->print(&outcome->puzzle, solution, in_colour(), &text);
	fputs(buffer_text(&text), stdout);
	buffer_fini(&text);
	return result;
}

/* What the characters of the board mean. */
static void print_legend(const struct outcome *outcome)
{
	const struct draw_family *draw = draw_family(outcome->puzzle.family);
	bool solved = outcome->verdict == OUTCOME_SOLVED;
	struct buffer text;

	if (!draw->legend)
		return;
	buffer_init(&text);
	draw->legend(&outcome->puzzle,
		     solved ? &outcome->result.solutions[0] : NULL, in_colour(),
		     &text);
	fputs(buffer_text(&text), stdout);
	buffer_fini(&text);
}

static void put_doubts(const struct outcome *outcome, const char *before,
		       struct buffer *out)
{
	for (size_t i = 0; i < outcome->doubt_count; i++) {
		buffer_puts(out, before);
		doubt_put(&outcome->puzzle, &outcome->doubts[i].reading, out);
		buffer_puts(out, "\n");
	}
}

static void print_doubts(const struct outcome *outcome)
{
	struct buffer text;

	if (outcome->verdict != OUTCOME_DOUBTFUL)
		return;
	buffer_init(&text);
	put_doubts(outcome, "  ", &text);
	buffer_puts(&text, _("  what you can do: "));
	if (outcome->doubt_count || outcome->doubted_whole)
		buffer_printf(&text, "%s;\n  ",
			      outcome->doubt_count
				      ? _("'solve PICTURE --draw FILE.png' "
					  "rings these places")
				      : _("'solve PICTURE --draw FILE.png' "
					  "rings it"));
	buffer_puts(&text,
		    _("a larger or sharper picture may help; or correct it by "
		      "hand:\n  'read --format json PICTURE >puzzle.json', "
		      "edit the file, 'solve puzzle.json'\n"));
	fputs(buffer_text(&text), stdout);
	buffer_fini(&text);
}

void report_remarks(const struct outcome *outcome, struct buffer *out)
{
	json_t *note;
	size_t i;

	put_doubts(outcome, "", out);
	json_array_foreach(outcome->notes, i, note)
		buffer_printf(out, "%s\n", json_string_value(note));
	if (outcome->verdict == OUTCOME_DOUBTFUL)
		buffer_puts(out, _("What you can do: press e to correct the "
				   "clues, or open a larger or sharper "
				   "picture\n"));
}

/* --verbose: every clue that was read, and what else it may be. */
static void print_readings(const struct outcome *outcome)
{
	for (size_t i = 0; i < outcome->reading_count; i++) {
		const struct reading *reading = &outcome->readings[i];

		printf(_("  read: %s = %s (%.2f %%)"), reading->clue,
		       reading->value, reading->confidence * 100);
		for (int k = 0; k < reading->instead_count; k++)
			printf("%s %s (%.2f %%)", k ? "," : _(", else"),
			       reading->instead[k].value,
			       reading->instead[k].confidence * 100);
		putchar('\n');
	}
}

int report_text(const struct outcome *outcome, const char *input, size_t number,
		size_t count, const struct options *options,
		struct problem *problem)
{
	int result = 0;
	size_t shown = outcome->verdict == OUTCOME_SOLVED
			       ? outcome->result.solution_count
			       : 0;
	json_t *note;
	size_t i;

	if (!options->quiet && options->format == FORM_NONE)
		headline(outcome, input, number, count, options);
	if (shown > 1 && !options->all)
		shown = 1;
	for (i = 0; result == 0 && i < shown; i++)
		result = print_board(outcome, &outcome->result.solutions[i],
				     options, problem);
	if (!shown)
		result = print_board(outcome, NULL, options, problem);
	if (options->count && outcome->verdict != OUTCOME_DOUBTFUL)
		printf(outcome->result.count_complete
			       ? _("  %llu solutions\n")
			       : _("  at least %llu solutions\n"),
		       (unsigned long long)outcome->result.count);
	if (options->quiet || options->format != FORM_NONE)
		return result;
	print_legend(outcome);
	print_doubts(outcome);
	if (options->verbose)
		print_readings(outcome);
	json_array_foreach(outcome->notes, i, note)
		printf(_("  note: %s\n"), json_string_value(note));
	return result;
}

static int form_json(const struct puzzle *puzzle,
		     const struct solution *solution, struct buffer *out,
		     struct problem *problem)
{
	json_t *json = puzzle_to_json(puzzle);
	char *text = NULL;

	if (json && solution)
		json_object_set_new(
			json, "solution",
			puzzle_family(puzzle->family)
				->solution_to_json(puzzle, solution));
	if (json)
		text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	if (!text)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	buffer_puts(out, text);
	free(text);
	return 0;
}

int report_form(const struct puzzle *puzzle, const struct solution *solution,
		enum form form, struct buffer *out, struct problem *problem)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	int result;

	if (form == FORM_JSON)
		result = form_json(puzzle, solution, out, problem);
	else if (form == FORM_TEXT && family->to_text)
		result = family->to_text(puzzle, out, problem);
	else if (form == FORM_WINDMILL && family->to_windmill)
		result = family->to_windmill(puzzle, out, problem);
	else
		return problem_set(problem, PROBLEM_INPUT,
				   form == FORM_TEXT
					   ? N_("%s has no text form")
					   : N_("%s has no Windmill form"),
				   _(family->title));
	if (result == 0 && out->length && out->data[out->length - 1] != '\n')
		buffer_puts(out, "\n");
	return result;
}

enum status report_status(const struct outcome *outcome)
{
	switch (outcome->verdict) {
	case OUTCOME_NONE:
		return STATUS_NONE;
	case OUTCOME_UNKNOWN:
	case OUTCOME_DOUBTFUL:
		return STATUS_UNDECIDED;
	default:
		return STATUS_OK;
	}
}
