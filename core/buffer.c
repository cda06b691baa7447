#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

void buffer_init(struct buffer *buffer)
{
	*buffer = (struct buffer){ 0 };
}

void buffer_fini(struct buffer *buffer)
{
	free(buffer->data);
	buffer_init(buffer);
}

static bool reserve(struct buffer *buffer, size_t more)
{
	if (buffer->failed || alloc_grow(&buffer->data, &buffer->capacity,
					 buffer->length + more + 1, 1) < 0)
		buffer->failed = true;
	return !buffer->failed;
}

void buffer_append(struct buffer *buffer, const char *data, size_t length)
{
	if (!reserve(buffer, length))
		return;
	if (length)
		memcpy(buffer->data + buffer->length, data, length);
	buffer->length += length;
	buffer->data[buffer->length] = '\0';
}

void buffer_puts(struct buffer *buffer, const char *text)
{
	buffer_append(buffer, text, strlen(text));
}

void buffer_puts_html(struct buffer *buffer, const char *text)
{
	for (; *text; text++) {
		const char *name = *text == '<'    ? "&lt;"
				   : *text == '>'  ? "&gt;"
				   : *text == '&'  ? "&amp;"
				   : *text == '"'  ? "&quot;"
				   : *text == '\'' ? "&#39;"
						   : NULL;

		if (name)
			buffer_puts(buffer, name);
		else
			buffer_append(buffer, text, 1);
	}
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0 || !reserve(buffer, (size_t)length)) {
		buffer->failed = true;
		return;
	}
	va_start(args, format);
	vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format,
		  args);
	va_end(args);
	buffer->length += (size_t)length;
}

const char *buffer_text(const struct buffer *buffer)
{
	return buffer->data ? buffer->data : "";
}
