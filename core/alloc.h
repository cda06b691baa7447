/* Bounded allocation: every size is checked for overflow before it is used. */
#ifndef ALLOC_H
#define ALLOC_H

#include <stddef.h>

/* A zeroed array of `count` items of `size` bytes; NULL if memory runs out or
 * the product overflows. The caller frees it with free(). count 0 is a valid
 * request and returns a pointer that can be freed. */
void *alloc_array(size_t count, size_t size);

/* Makes room for at least `need` items of `size` bytes in *array, doubling.
 * Returns 0, or -1 with *array untouched. New items are not zeroed. */
int alloc_grow(void *array, size_t *capacity, size_t need, size_t size);

#endif
