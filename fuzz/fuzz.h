/* Fuzz targets: each fuzz/fuzz_<name>.c defines the one function that
 * libFuzzer (or replay.c) calls with hostile bytes. A target asserts what must
 * hold for any input; everything it calls is bounded in time and memory. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns 0, or -1 where the input is of no interest. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

/* What must hold; stops the program where it does not. */
#define FUZZ_EXPECT(condition)                                                 \
	do {                                                                   \
		if (!(condition))                                              \
			abort();                                               \
	} while (0)

/* The bytes as text that ends; the caller frees. */
static inline char *fuzz_text(const uint8_t *data, size_t length)
{
	char *text = malloc(length + 1);

	FUZZ_EXPECT(text);
	for (size_t i = 0; i < length; i++)
		text[i] = (char)data[i];
	text[length] = '\0';
	return text;
}

#endif
