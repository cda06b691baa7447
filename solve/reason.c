#include "reason.h"

#include <stdarg.h>
#include <stdio.h>

#include "language.h"

bool because(char *reason, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reason, size, _(format), args);
	va_end(args);
	return true;
}
