/* The finder of elements, and the lattices fitted to them. */
#include "elements.h"
#include "fuzz_image.h"
#include "lattice.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	struct lattice_list lattices = { 0 };
	struct elements elements;
	struct image image;
	int shrink;

	if (length < 1 || fuzz_image(data + 1, length - 1, &image) < 0)
		return -1;
	shrink = data[0] % 4 + 1;
	FUZZ_EXPECT(elements_find(&elements, &image, shrink, NULL) == 0);
	for (int y = -1; y <= image.height; y += 7)
		for (int x = -1; x <= image.width; x += 7)
			elements_at(&elements, x, y);
	FUZZ_EXPECT(lattice_find(&elements, &lattices) == 0);
	lattice_list_fini(&lattices);
	elements_fini(&elements);
	image_fini(&image);
	return 0;
}
