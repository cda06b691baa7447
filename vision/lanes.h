/* Four numbers that are worked on at once: the vector extension of GCC and
 * Clang, which becomes SSE2, NEON or plain code. */
#ifndef LANES_H
#define LANES_H

typedef float lanes_float __attribute__((vector_size(16)));
typedef int lanes_int __attribute__((vector_size(16)));

static inline lanes_float lanes_to_float(lanes_int numbers)
{
	return __builtin_convertvector(numbers, lanes_float);
}

#endif
