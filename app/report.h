/* What the commands print: the JSON line of a file, and text for people. */
#ifndef REPORT_H
#define REPORT_H

#include "buffer.h"
#include "command.h"
#include "pipeline.h"

/* One puzzle of the JSON line (DESIGN "Commands"); a new reference. */
json_t *report_outcome(const struct outcome *outcome,
		       const struct options *options);

/* The list "left_out" of the JSON line: [{"what":"..","corners":[..]}]; a new
 * reference. */
json_t *report_left_out_json(const struct outcome_list *list);

/* Prints {"input":..,"puzzles":[..],"error":..} and a newline to stdout.
 * Takes over `puzzles`; `error` is NULL where there is none. `list` has what
 * was left out, told before "error", or is NULL. */
void report_line(const char *input, json_t *puzzles,
		 const struct outcome_list *list, const char *error);

/* The same as JSON, not printed; a new reference. */
json_t *report_line_json(const char *input, json_t *puzzles,
			 const struct outcome_list *list, const char *error);

/* How it is written: fields on one line, numbers as short as they are exact. */
#define REPORT_JSON (JSON_COMPACT | JSON_REAL_PRECISION(15))

/* The list "puzzles" of the JSON line; a new reference. */
json_t *report_puzzles(const struct outcome_list *list,
		       const struct options *options);

/* What was left out, for a person, a line each. */
void report_left_out(const struct outcome_list *list, const char *input);

/* "nothing to solve: a panel that is already solved"; "" where nothing was left
 * out. */
void report_only_left_out(const struct outcome_list *list, char *text,
			  size_t size);

/* The verdict in a word: "read", "solved", "none", "unknown", "doubtful". */
const char *report_verdict(const struct outcome *outcome);

/* Appends "Suko, solved, the only solution". */
void report_headline(const struct outcome *outcome, struct buffer *out);

/* Appends what is in doubt, what else is to be said, and what can be done about
 * a doubt in the window, a line each. */
void report_remarks(const struct outcome *outcome, struct buffer *out);

/* Prints a puzzle, and its answer where there is one, for a person. `number`
 * from 1, of `count` in the file. Returns 0, or -1 where it has not the form
 * asked for, with the sentence why. */
int report_text(const struct outcome *outcome, const char *input, size_t number,
		size_t count, const struct options *options,
		struct problem *problem);

/* Appends the puzzle in a form of FORMATS.md, with a newline at its end;
 * `solution` may be NULL, and is written where the form has room for it. */
int report_form(const struct puzzle *puzzle, const struct solution *solution,
		enum form form, struct buffer *out, struct problem *problem);

/* What a verdict means for the exit status. */
enum status report_status(const struct outcome *outcome);

#endif
