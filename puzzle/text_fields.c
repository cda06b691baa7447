#include "text_fields.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "alloc.h"

/* Quotes and brackets are those of the published programs' calls. */
static const char gaps[] = ",; \t\r\v\f'\"()";
static const char field_ends[] = ",; \t\r\v\f'\"()\n";

/* What stands in texts that were copied from pages and documents, in UTF-8. */
static const struct {
	const char *found, *plain;
} odd[] = {
	{ "\r\n", "\n" },         { "\r", "\n" },
	{ "\xc2\x85", "\n" },     /* next line */
	{ "\xe2\x80\xa8", "\n" }, /* line separator */
	{ "\xe2\x80\xa9", "\n" }, /* paragraph separator */
	{ "\xc2\xa0", " " },      /* no-break space */
	{ "\xe1\x9a\x80", " " },  /* Ogham space mark */
	{ "\xe2\x80\x80", " " },  /* the spaces of a width, U+2000 to U+200A */
	{ "\xe2\x80\x81", " " },  { "\xe2\x80\x82", " " },
	{ "\xe2\x80\x83", " " },  { "\xe2\x80\x84", " " },
	{ "\xe2\x80\x85", " " },  { "\xe2\x80\x86", " " },
	{ "\xe2\x80\x87", " " },  { "\xe2\x80\x88", " " },
	{ "\xe2\x80\x89", " " },  { "\xe2\x80\x8a", " " },
	{ "\xe2\x80\xaf", " " }, /* narrow no-break space */
	{ "\xe2\x81\x9f", " " }, /* medium mathematical space */
	{ "\xe3\x80\x80", " " }, /* ideographic space */
	{ "\xc2\xad", "" },      /* soft hyphen */
	{ "\xe2\x80\x8b", "" },  /* zero width space */
	{ "\xe2\x80\x8c", "" },  /* zero width non-joiner */
	{ "\xe2\x80\x8d", "" },  /* zero width joiner */
	{ "\xe2\x80\x8e", "" },  /* left-to-right mark */
	{ "\xe2\x80\x8f", "" },  /* right-to-left mark */
	{ "\xe2\x81\xa0", "" },  /* word joiner */
	{ "\xef\xbb\xbf", "" },  /* byte order mark */
	{ "\xc3\x97", "x" },     /* multiplication sign */
	{ "\xe2\x80\x98", "'" },  { "\xe2\x80\x99", "'" },
	{ "\xe2\x80\x9c", "\"" }, { "\xe2\x80\x9d", "\"" },
};
enum { ODD_COUNT = sizeof odd / sizeof *odd };

/* One character, RFC 3629; half of a surrogate pair becomes U+FFFD. */
static char *put_utf8(char *out, unsigned long code)
{
	if (code >= 0xd800 && code < 0xe000)
		code = 0xfffd;
	if (code < 0x80) {
		*out++ = (char)code;
	} else if (code < 0x800) {
		*out++ = (char)(0xc0 | code >> 6);
		*out++ = (char)(0x80 | (code & 0x3f));
	} else if (code < 0x10000) {
		*out++ = (char)(0xe0 | code >> 12);
		*out++ = (char)(0x80 | (code >> 6 & 0x3f));
		*out++ = (char)(0x80 | (code & 0x3f));
	} else {
		*out++ = (char)(0xf0 | code >> 18);
		*out++ = (char)(0x80 | (code >> 12 & 0x3f));
		*out++ = (char)(0x80 | (code >> 6 & 0x3f));
		*out++ = (char)(0x80 | (code & 0x3f));
	}
	return out;
}

static unsigned long utf16_unit(const char *data, bool little)
{
	unsigned long first = (unsigned char)data[0];
	unsigned long second = (unsigned char)data[1];

	return little ? second << 8 | first : first << 8 | second;
}

/* Zeros, which texts have none of, stay: they are for the caller to see. */
static size_t decode_utf16(const char *data, size_t length, bool little,
			   char *text)
{
	char *out = text;

	for (size_t i = 0; i + 1 < length; i += 2) {
		unsigned long code = utf16_unit(data + i, little);
		unsigned long low =
			i + 3 < length ? utf16_unit(data + i + 2, little) : 0;

		if (code >> 10 == 0xd800 >> 10 && low >> 10 == 0xdc00 >> 10) {
			code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
			i += 2;
		}
		out = put_utf8(out, code);
	}
	return (size_t)(out - text);
}

char *text_decode(const char *data, size_t length, struct problem *problem)
{
	bool little = length >= 2 && !memcmp(data, "\xff\xfe", 2);
	bool big = length >= 2 && !memcmp(data, "\xfe\xff", 2);
	/* two bytes of UTF-16 are three of UTF-8 at most */
	char *text = alloc_array(length + length / 2 + 1, 1);

	if (!text) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for the file");
		return NULL;
	}
	if (little || big)
		length = decode_utf16(data + 2, length - 2, little, text);
	else
		memcpy(text, data, length);
	if (memchr(text, '\0', length)) {
		problem_set(problem, PROBLEM_INPUT,
			    "neither picture nor puzzle text");
		free(text);
		return NULL;
	}
	return text;
}

void text_make_plain(char *text, bool keep_quoted)
{
	bool quoted = false;
	char *out = text;

	while (*text) {
		int i = *text == '\r' || (unsigned char)*text > 127 ? 0
								    : ODD_COUNT;

		if (keep_quoted && *text == '"')
			quoted = !quoted;
		if (quoted && text[0] == '\\' && text[1])
			*out++ = *text++;
		while (i < ODD_COUNT &&
		       strncmp(text, odd[i].found, strlen(odd[i].found)) != 0)
			i++;
		if (quoted || i == ODD_COUNT) {
			*out++ = *text++;
			continue;
		}
		text += strlen(odd[i].found);
		for (const char *plain = odd[i].plain; *plain; plain++)
			*out++ = *plain;
	}
	*out = '\0';
}

size_t text_line_length(const char *text)
{
	return strcspn(text, "\n");
}

size_t text_section_length(const char *text, const char *heading)
{
	const char *at = text;

	while (isspace((unsigned char)*at))
		at++;
	if (strncasecmp(at, heading, strlen(heading)) != 0)
		return 0;
	for (at += strlen(heading); *at; at++)
		if (at[0] == '\n' && at[1 + strspn(at + 1, gaps)] == '#')
			break;
	return (size_t)(at - text);
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
	if (fields->line >= fields->line_end || *fields->line == '#') {
		fields->line = fields->line_end;
		return 0;
	}
	length = strcspn(fields->line, field_ends);
	return length;
}

bool text_fields_word(struct text_fields *fields, const char *word)
{
	size_t length = field(fields);

	if (length != strlen(word) || strncasecmp(fields->line, word, length))
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
		if (length == 1 && tolower((unsigned char)*fields->line) == 'x')
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
