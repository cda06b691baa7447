#include "text_fields.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char gaps[] = ", \t\r\v\f";

bool text_starts(const char *line, const char *prefix)
{
	while (isspace((unsigned char)*line))
		line++;
	return !strncmp(line, prefix, strlen(prefix));
}

void text_fields_init(struct text_fields *fields, const char *text)
{
	*fields = (struct text_fields){ text, text, text, 0 };
}

bool text_fields_next_line(struct text_fields *fields)
{
	while (*fields->next) {
		size_t length = strcspn(fields->next, "\n");

		fields->line = fields->next;
		fields->line_end = fields->next + length;
		fields->next = fields->line_end + (*fields->line_end == '\n');
		fields->line_number++;
		if (strspn(fields->line, gaps) < length)
			return true;
	}
	fields->line = fields->line_end = fields->next;
	return false;
}

/* The next field of the line: its length, 0 at the end. */
static size_t field(struct text_fields *fields)
{
	size_t length;

	fields->line += strspn(fields->line, gaps);
	if (fields->line >= fields->line_end) {
		fields->line = fields->line_end;
		return 0;
	}
	length = strcspn(fields->line, ", \t\r\v\f\n");
	return length;
}

bool text_fields_word(struct text_fields *fields, const char *word)
{
	size_t length = field(fields);

	if (length != strlen(word) || strncmp(fields->line, word, length))
		return false;
	fields->line += length;
	return true;
}

bool text_fields_string(struct text_fields *fields, char *text, size_t size)
{
	size_t length = field(fields);

	if (!length || length >= size)
		return false;
	memcpy(text, fields->line, length);
	text[length] = '\0';
	fields->line += length;
	return true;
}

static bool is_number(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!isdigit((unsigned char)text[i]))
			return false;
	return length <= 9;
}

int text_fields_numbers_some(struct text_fields *fields, long *numbers, int max,
			     struct problem *problem)
{
	size_t length;
	int count = 0;

	while (count < max && (length = field(fields)) > 0) {
		if (length == 1 && *fields->line == 'x')
			numbers[count++] = TEXT_BLANK;
		else if (is_number(fields->line, length))
			numbers[count++] = strtol(fields->line, NULL, 10);
		else
			return problem_set(problem, PROBLEM_INPUT,
					   "line %d: not a number: '%.*s'",
					   fields->line_number,
					   length > 20 ? 20 : (int)length,
					   fields->line);
		fields->line += length;
	}
	return count;
}

int text_fields_numbers(struct text_fields *fields, long *numbers, int max,
			struct problem *problem)
{
	int count = text_fields_numbers_some(fields, numbers, max, problem);

	if (count == max && field(fields))
		return problem_set(problem, PROBLEM_INPUT,
				   "line %d: more than %d numbers",
				   fields->line_number, max);
	return count;
}
