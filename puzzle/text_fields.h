/* Lines of fields parted by commas, semicolons or white space: the text forms.
 * Quotes and brackets around fields do not matter; '#' starts a comment. */
#ifndef TEXT_FIELDS_H
#define TEXT_FIELDS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

/* What an 'x' in the text stands for: a number that is not shown. */
#define TEXT_BLANK LONG_MIN

/* A reader over a text that outlives it. */
struct text_fields {
	const char *line; /* where the current line goes on */
	const char *line_end;
	const char *next; /* the line after it */
	int line_number;  /* of the current line, from 1 */
};

/* A copy of a file's text in UTF-8, ended by a zero: of one in UTF-16 that says
 * so by its byte order mark, or of the bytes as they are. free() it; NULL where
 * the bytes are no text or memory runs out. */
char *text_decode(const char *data, size_t length, struct problem *problem);

/* Makes a text plain as people have it, in place: a byte order mark and other
 * marks without width go, white space of every kind becomes a space or, where
 * it ends a line, a newline, typographic quotes and the sign of multiplication
 * become ', \" and x. Where `keep_quoted`, what stands in double quotes stays
 * as it is (JSON). */
void text_make_plain(char *text, bool keep_quoted);

/* The length of the first line, without its end. */
size_t text_line_length(const char *text);

/* The length of what a heading opens: `text` up to the next line that starts
 * with '#'; 0 where it does not start with `heading`, capital or small and
 * white space before it aside. */
size_t text_section_length(const char *text, const char *heading);

void text_fields_init(struct text_fields *fields, const char *text);

/* Moves to the next line that is not blank; false at the end. */
bool text_fields_next_line(struct text_fields *fields);

/* Where the next field is `word`, capital or small: passes over it, true. */
bool text_fields_word(struct text_fields *fields, const char *word);

/* The next field as a string, false where there is none or it is too long. */
bool text_fields_string(struct text_fields *fields, char *text, size_t size);

/* All further fields of the line as numbers from 0 to 999999999,
 * TEXT_BLANK for x or X. Returns how many, or -1 where one is no number or
 * there are more than `max`. */
int text_fields_numbers(struct text_fields *fields, long *numbers, int max,
			struct problem *problem);

/* The same for at most `max` fields: what follows them stays. */
int text_fields_numbers_some(struct text_fields *fields, long *numbers, int max,
			     struct problem *problem);

#endif
