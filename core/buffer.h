/* A string that grows. Failure is sticky: append freely, look at `failed`
 * once at the end. */
#ifndef BUFFER_H
#define BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
	char *data;    /* NUL-terminated once anything was appended */
	size_t length; /* without the NUL */
	size_t capacity;
	bool failed; /* memory ran out: data is incomplete */
};

void buffer_init(struct buffer *buffer);
void buffer_fini(struct buffer *buffer);
void buffer_append(struct buffer *buffer, const char *data, size_t length);
void buffer_puts(struct buffer *buffer, const char *text);
/* The text as it must stand in HTML and XML, also within quotes. */
void buffer_puts_html(struct buffer *buffer, const char *text);
void buffer_printf(struct buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The text so far, "" where nothing was appended; valid until the next
 * append. */
const char *buffer_text(const struct buffer *buffer);

#endif
