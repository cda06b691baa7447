#include "plane.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

int plane_init(struct plane *plane, int width, int height)
{
	*plane = (struct plane){ width, height, width, NULL };
	plane->data =
		alloc_array((size_t)width * (size_t)height + PLANE_SLACK, 1);
	return plane->data ? 0 : -1;
}

int plane_init_unset(struct plane *plane, int width, int height)
{
	size_t count = (size_t)width * (size_t)height;

	*plane = (struct plane){ width, height, width, NULL };
	plane->data = malloc(count + PLANE_SLACK);
	if (!plane->data)
		return -1;
	memset(plane->data + count, 0, PLANE_SLACK);
	return 0;
}

void plane_fini(struct plane *plane)
{
	free(plane->data);
	*plane = (struct plane){ 0 };
}
