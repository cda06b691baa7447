/* A sentence why a puzzle has no solution. */
#ifndef REASON_H
#define REASON_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the sentence and returns true, so that a test can write
 * `return because(...)`. */
bool because(char *reason, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
