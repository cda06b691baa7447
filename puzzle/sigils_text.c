#include "sigils_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text_fields.h"

/* The published program's names of pieces. */
static const char *const codes[SIGILS_KIND_COUNT] = {
	[SIGILS_I] = "b",  [SIGILS_O] = "q",  [SIGILS_T] = "a",
	[SIGILS_J] = "cl", [SIGILS_L] = "cr", [SIGILS_S] = "sl",
	[SIGILS_Z] = "sr",
};

/* How the published program is told a puzzle. */
static const char call[] = "create_smt2_def";

/* A letter that is no blank of a grid of numbers. */
static bool is_name(char letter)
{
	return isalpha((unsigned char)letter) &&
	       tolower((unsigned char)letter) != 'x';
}

/* Is the line "8x6" or "8 6", and nothing else? */
static bool is_size(const char *line, size_t length)
{
	static const char numbers[] = "0123456789";
	const char *end = line + length;

	for (int side = 0; side < 2; side++) {
		size_t count;

		line += strspn(line, side ? " \t,xX" : " \t");
		count = strspn(line, numbers);
		if (!count)
			return false;
		line += count;
	}
	return line + strspn(line, " \t,") >= end;
}

/* A line of a size and pieces, or the two on a line each, or the call. */
size_t sigils_claim_text(const char *text)
{
	const char *start = text + strspn(text, " \t");
	size_t length = text_line_length(text);
	const char *next = text + length;

	if (!strncmp(start, call, strlen(call)))
		return text_line_length(text + strcspn(text, ")")) +
		       strcspn(text, ")");
	if (!isdigit((unsigned char)*start))
		return 0;
	if (!is_size(text, length)) {
		while (text < next && !is_name(*text))
			text++;
		return text < next ? length : 0;
	}
	while (isspace((unsigned char)*next))
		next++;
	if (!*next)
		return length;
	return is_name(*next) ? (size_t)(next - text) + text_line_length(next)
			      : 0;
}

/* "8x6" or, in two fields, "8 6". */
static int size_from_text(struct text_fields *fields, int *columns, int *rows,
			  struct problem *problem)
{
	char text[16], second[16];
	const char *rest = second;
	char *end = text;
	long sides[2] = { 0 };
	bool good = text_fields_string(fields, text, sizeof text);

	if (good)
		sides[0] = strtol(text, &end, 10);
	if (good && tolower((unsigned char)*end) == 'x')
		rest = end + 1;
	else
		good = good && !*end &&
		       text_fields_string(fields, second, sizeof second);
	if (good)
		sides[1] = strtol(rest, &end, 10);
	if (!good || end == rest || *end)
		return problem_set(problem, PROBLEM_INPUT,
				   "line %d does not start with columns and "
				   "rows",
				   fields->line_number);
	for (int i = 0; i < 2; i++)
		if (sides[i] < SIGILS_SIDE_MIN || sides[i] > SIGILS_SIDE_MAX)
			return problem_set(problem, PROBLEM_INPUT,
					   "a side of the frame must be %d to "
					   "%d squares: '%ld'",
					   SIGILS_SIDE_MIN, SIGILS_SIDE_MAX,
					   sides[i]);
	*columns = (int)sides[0];
	*rows = (int)sides[1];
	return 0;
}

/* SIGILS_KIND_COUNT where it is no code. */
static enum sigils_kind kind_coded(const char *field)
{
	int kind = 0;

	while (kind < SIGILS_KIND_COUNT && strcasecmp(field, codes[kind]))
		kind++;
	return (enum sigils_kind)kind;
}

/* "sl" may be the code of S or the letters S and L: it is what stands beside
 * it, and alone it is the code, unless capital. */
static bool sl_is_code(struct text_fields fields)
{
	char field[SIGILS_PIECES_MAX + 2];
	bool letters = false;

	do
		while (text_fields_string(&fields, field, sizeof field)) {
			enum sigils_kind kind = kind_coded(field);

			if (kind != SIGILS_S && kind != SIGILS_KIND_COUNT)
				return true;
			letters |= kind == SIGILS_KIND_COUNT ||
				   isupper((unsigned char)*field);
		}
	while (text_fields_next_line(&fields));
	return !letters;
}

/* One field of pieces: a code such as "cl", or letters such as "TTIJ". */
static int field_from_text(const char *field, bool sl_coded,
			   struct sigils *sigils, struct problem *problem)
{
	enum sigils_kind kind = kind_coded(field);

	if (kind != SIGILS_KIND_COUNT && (kind != SIGILS_S || sl_coded))
		return sigils_add_piece(sigils, kind, problem);
	for (const char *at = field; *at; at++) {
		kind = sigils_kind_of((char)toupper((unsigned char)*at));
		if (kind == SIGILS_KIND_COUNT)
			return problem_set(
				problem, PROBLEM_INPUT,
				"no such piece: '%.20s'; pieces are "
				"I O T J L S Z, or b q a cl cr sl sr",
				field);
		if (sigils_add_piece(sigils, kind, problem) < 0)
			return -1;
	}
	return 0;
}

int sigils_from_text(const char *text, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct sigils *sigils = &puzzle->as.sigils;
	struct text_fields fields;
	char field[SIGILS_PIECES_MAX + 2];
	int columns = 0, rows = 0;
	bool sl_coded;

	text_fields_init(&fields, text);
	text_fields_next_line(&fields);
	text_fields_word(&fields, call);
	if (size_from_text(&fields, &columns, &rows, problem) < 0)
		return -1;
	sigils_init(sigils, columns, rows);
	sl_coded = sl_is_code(fields);
	do {
		while (text_fields_string(&fields, field, sizeof field))
			if (field_from_text(field, sl_coded, sigils, problem) <
			    0)
				return -1;
		if (fields.line != fields.line_end)
			return problem_set(problem, PROBLEM_LIMIT,
					   "more than %d pieces",
					   SIGILS_PIECES_MAX);
	} while (text_fields_next_line(&fields));
	if (!sigils->piece_count)
		return problem_set(problem, PROBLEM_INPUT,
				   "line %d names no pieces",
				   fields.line_number);
	return 0;
}

int sigils_to_text(const struct puzzle *puzzle, struct buffer *out,
		   struct problem *problem)
{
	const struct sigils *sigils = &puzzle->as.sigils;

	if (sigils_squares(sigils) != sigils->columns * sigils->rows)
		return problem_set(problem, PROBLEM_INPUT,
				   "the text form has no holes; use JSON");
	if (!sigils->piece_count)
		return problem_set(problem, PROBLEM_INPUT,
				   "the text form needs pieces; use JSON");
	buffer_printf(out, "%d %d", sigils->columns, sigils->rows);
	for (int i = 0; i < sigils->piece_count; i++)
		buffer_printf(out, " %s", codes[sigils->pieces[i]]);
	buffer_puts(out, "\n");
	return 0;
}
