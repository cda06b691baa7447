#include "problem.h"

#include <stdarg.h>
#include <stdio.h>

#include "language.h"

int problem_set(struct problem *problem, enum problem_kind kind,
		const char *format, ...)
{
	va_list args;

	if (!problem || problem->kind != PROBLEM_NONE)
		return -1;
	problem->kind = kind;
	va_start(args, format);
	vsnprintf(problem->text, sizeof problem->text, _(format), args);
	va_end(args);
	return -1;
}
