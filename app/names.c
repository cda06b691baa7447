#include "names.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of the valid UTF-8 sequence at `s` (RFC 3629: no surrogates, nothing
 * overlong, nothing above U+10FFFF); 0 where there is none. */
static size_t sequence(const unsigned char *s)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t length;

	if (s[0] < 0x80)
		return s[0] ? 1 : 0;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		length = 2;
	else if (s[0] >= 0xe0 && s[0] <= 0xef)
		length = 3;
	else if (s[0] >= 0xf0 && s[0] <= 0xf4)
		length = 4;
	else
		return 0;
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return length;
}

/* U+0000 to U+001F, U+007F to U+009F; and the marks that turn the direction
 * of text around (U+202A to U+202E, U+2066 to U+2069), by which a name can
 * pretend to be another. */
static bool is_control(const unsigned char *s, size_t length)
{
	if (length == 1)
		return s[0] < 0x20 || s[0] == 0x7f;
	if (length == 2)
		return s[0] == 0xc2 && s[1] < 0xa0;
	if (length != 3 || s[0] != 0xe2)
		return false;
	return (s[1] == 0x80 && s[2] >= 0xaa && s[2] <= 0xae) ||
	       (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9);
}

static void append_text(struct buffer *out, const char *bytes, bool clean)
{
	const unsigned char *s = (const unsigned char *)bytes;

	while (*s) {
		size_t length = sequence(s);

		if (length == 0 || (clean && is_control(s, length)))
			buffer_puts(out, "\xef\xbf\xbd");
		else
			buffer_append(out, (const char *)s, length);
		s += length ? length : 1;
	}
}

void names_valid(struct buffer *out, const char *bytes)
{
	append_text(out, bytes, false);
}

void names_clean(struct buffer *out, const char *bytes)
{
	append_text(out, bytes, true);
}

json_t *names_json(const char *bytes)
{
	struct buffer valid;
	json_t *json;

	buffer_init(&valid);
	names_valid(&valid, bytes);
	json = valid.failed ? NULL : json_string(buffer_text(&valid));
	buffer_fini(&valid);
	return json;
}

static void escape(struct buffer *out, const unsigned char *s, size_t length)
{
	for (size_t i = 0; i < length; i++)
		buffer_printf(out, "%%%02X", s[i]);
}

static bool is_plain(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

void names_flat(struct buffer *out, const char *path)
{
	/* "%~" and 16 digits */
	enum { TAIL = 18 };
	const unsigned char *s = (const unsigned char *)path;
	size_t start = out->length;

	while (*s && out->length - start <= NAMES_LENGTH_MAX) {
		size_t length = sequence(s);
		bool first = out->length == start;
		size_t before = out->length;

		if (*s == '/')
			buffer_puts(out, "+");
		else if (length == 0 || is_control(s, length))
			escape(out, s, length ? length : 1);
		else if (length > 1 || is_plain(*s) ||
			 strchr(first ? " _,()" : " ._-,()", *s))
			buffer_append(out, (const char *)s, length);
		else
			escape(out, s, length);
		s += length ? length : 1;
		/* never cut within a sequence: leave room for the tail */
		if (out->length - start > NAMES_LENGTH_MAX - TAIL &&
		    strlen((const char *)s) > 0 &&
		    out->length - start + strlen((const char *)s) >
			    NAMES_LENGTH_MAX) {
			if (!out->failed) {
				out->length = before;
				out->data[before] = '\0';
			}
			buffer_printf(out, "%%~%016llx",
				      (unsigned long long)names_hash(
					      0, path, strlen(path)));
			return;
		}
	}
	if (out->length == start)
		buffer_puts(out, "%");
}

void names_url(struct buffer *out, const char *path)
{
	const unsigned char *s = (const unsigned char *)path;

	for (; *s; s++)
		if (is_plain(*s) || strchr("/-._~", *s))
			buffer_append(out, (const char *)s, 1);
		else
			escape(out, s, 1);
}

uint64_t names_hash(uint64_t seed, const void *bytes, size_t length)
{
	/* the finalizer of splitmix64, over words of eight bytes */
	const unsigned char *s = bytes;
	uint64_t hash = seed ^ (length * UINT64_C(0x9e3779b97f4a7c15));

	while (length) {
		size_t part = length < 8 ? length : 8;
		uint64_t word = 0;

		memcpy(&word, s, part);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		word = __builtin_bswap64(word);
#endif
		hash = (hash ^ word) + UINT64_C(0x9e3779b97f4a7c15);
		hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
		hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
		hash ^= hash >> 31;
		s += part;
		length -= part;
	}
	return hash;
}
