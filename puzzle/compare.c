#include "compare.h"

#include <stdio.h>

#include "language.h"

static const char *in_words(int number, char *text, size_t size)
{
	if (number < 0)
		return "blank";
	snprintf(text, size, "%d", number);
	return text;
}

bool same_numbers(const char *name, const int *a, const int *b, int count,
		  struct buffer *difference)
{
	char index[16] = "", one[16], other[16];

	for (int i = 0; i < count; i++) {
		if (a[i] == b[i])
			continue;
		if (!difference)
			return false;
		if (count > 1)
			snprintf(index, sizeof index, "[%d]", i);
		buffer_printf(difference, _("%s%s is %s, not %s"), name, index,
			      in_words(b[i], one, sizeof one),
			      in_words(a[i], other, sizeof other));
		return false;
	}
	return true;
}
