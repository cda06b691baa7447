#include "alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *alloc_array(size_t count, size_t size)
{
	if (size && count > PTRDIFF_MAX / size)
		return NULL;
	return calloc(count ? count : 1, size ? size : 1);
}

int alloc_grow(void *array, size_t *capacity, size_t need, size_t size)
{
	size_t wanted = *capacity ? *capacity : 16;
	void *old;
	void *grown;

	if (need <= *capacity)
		return 0;
	while (wanted < need) {
		if (wanted > SIZE_MAX / 2)
			return -1;
		wanted *= 2;
	}
	if (!size || wanted > SIZE_MAX / size)
		return -1;
	memcpy(&old, array, sizeof old);
	grown = realloc(old, wanted * size);
	if (!grown)
		return -1;
	memcpy(array, &grown, sizeof grown);
	*capacity = wanted;
	return 0;
}
