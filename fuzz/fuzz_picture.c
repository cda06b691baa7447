/* The picture loaders: PNG, JPEG and WebP. */
#include "file.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	struct problem problem = { 0 };
	struct image image;
	uint32_t sum = 0;

	if (file_decode(data, length, &image, &problem) < 0) {
		FUZZ_EXPECT(problem.text[0]);
		return 0;
	}
	FUZZ_EXPECT(image.width > 0 && image.width <= IMAGE_SIDE_MAX);
	FUZZ_EXPECT(image.height > 0 && image.height <= IMAGE_SIDE_MAX);
	/* every pixel is there */
	for (int y = 0; y < image.height; y++)
		for (int x = 0; x < image.width; x++)
			sum += image_row(&image, y)[x];
	image_fini(&image);
	return sum == 1 ? -1 : 0;
}
