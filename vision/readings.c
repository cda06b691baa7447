#include "readings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A place where something is written that is no number: the chance that it
 * is nothing to the puzzle. */
#define UNREADABLE 0.5

static void print_value(char *text, size_t size, int value)
{
	if (value < 0)
		snprintf(text, size, "null");
	else
		snprintf(text, size, "%d", value);
}

int readings_add_number(struct sighting *sighting, const struct number *number,
			struct problem *problem, const char *clue_format, ...)
{
	struct reading reading = { .confidence = number->confidence,
				   .px_box = number->px_box };
	va_list args;

	va_start(args, clue_format);
	vsnprintf(reading.clue, sizeof reading.clue, clue_format, args);
	va_end(args);
	print_value(reading.value, sizeof reading.value, number->value);
	if (number->value < 0 && !number->blank &&
	    reading.confidence > UNREADABLE)
		reading.confidence = UNREADABLE;
	for (int i = 0; i < number->instead_count &&
			reading.instead_count < READING_INSTEAD_MAX;
	     i++) {
		int k = reading.instead_count++;

		print_value(reading.instead[k].value,
			    sizeof reading.instead[k].value,
			    number->instead[i].value);
		reading.instead[k].confidence = number->instead[i].confidence;
	}
	sighting->confidence *= reading.confidence;
	if (sighting_add_reading(sighting, &reading) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for readings");
	return 0;
}

int readings_value(const struct number *number, int missing)
{
	return number->value >= 0 ? number->value : missing;
}
