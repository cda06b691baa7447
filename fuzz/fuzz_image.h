/* Hostile pictures, small enough to be fast: a picture file, or a list of
 * things to draw (grids, boxes, discs, noise), which reaches deeper into the
 * readers than pixels at random. */
#ifndef FUZZ_IMAGE_H
#define FUZZ_IMAGE_H

#include "file.h"
#include "fuzz.h"

/* Noise over the whole picture is the slowest thing, a millisecond. */
enum { FUZZ_SIDE_MAX = 480, FUZZ_THINGS_MAX = 40 };

/* A position in the bytes; beyond their end everything is 0. */
struct fuzz_bytes {
	const uint8_t *data;
	size_t left;
};

static inline unsigned fuzz_byte(struct fuzz_bytes *bytes)
{
	if (!bytes->left)
		return 0;
	bytes->left--;
	return *bytes->data++;
}

static inline uint32_t fuzz_colour(struct fuzz_bytes *bytes)
{
	uint32_t red = fuzz_byte(bytes);
	uint32_t green = fuzz_byte(bytes);

	return red << 16 | green << 8 | fuzz_byte(bytes);
}

static inline void fuzz_fill(struct image *image, int x, int y, int width,
			     int height, uint32_t colour)
{
	for (int j = y < 0 ? 0 : y; j < y + height && j < image->height; j++)
		for (int i = x < 0 ? 0 : x; i < x + width && i < image->width;
		     i++)
			image_row(image, j)[i] = colour;
}

/* A grid of cells with lines, or of boxes with gaps. */
static inline void fuzz_grid(struct image *image, struct fuzz_bytes *bytes)
{
	int x = (int)fuzz_byte(bytes), y = (int)fuzz_byte(bytes);
	int columns = (int)fuzz_byte(bytes) % 16 + 1;
	int rows = (int)fuzz_byte(bytes) % 16 + 1;
	int pitch = (int)fuzz_byte(bytes) % 50 + 4;
	int line = (int)fuzz_byte(bytes) % 6;
	uint32_t colours[2] = { fuzz_colour(bytes), fuzz_colour(bytes) };

	fuzz_fill(image, x, y, columns * pitch + line, rows * pitch + line,
		  colours[0]);
	for (int j = 0; j < rows; j++)
		for (int i = 0; i < columns; i++)
			fuzz_fill(image, x + i * pitch + line,
				  y + j * pitch + line, pitch - line,
				  pitch - line, colours[1]);
}

static inline void fuzz_disc(struct image *image, struct fuzz_bytes *bytes)
{
	int x = (int)fuzz_byte(bytes) * 2, y = (int)fuzz_byte(bytes) * 2;
	int radius = (int)fuzz_byte(bytes) % 60 + 1;
	uint32_t colour = fuzz_colour(bytes);

	for (int j = -radius; j <= radius; j++)
		for (int i = -radius; i <= radius; i++)
			if (i * i + j * j <= radius * radius)
				fuzz_fill(image, x + i, y + j, 1, 1, colour);
}

static inline void fuzz_noise(struct image *image, struct fuzz_bytes *bytes)
{
	uint32_t state = fuzz_colour(bytes) | 1;
	uint32_t mask = fuzz_colour(bytes);

	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			state = state * 1664525 + 1013904223;
			image_row(image, y)[x] ^= state >> 8 & mask;
		}
}

static inline void fuzz_draw(struct image *image, struct fuzz_bytes *bytes)
{
	int width = (int)(fuzz_byte(bytes) % 8 + 1) * 60;
	int height = (int)(fuzz_byte(bytes) % 6 + 1) * 60;

	FUZZ_EXPECT(image_init(image, width, height, NULL) == 0);
	fuzz_fill(image, 0, 0, width, height, fuzz_colour(bytes));
	for (int i = 0; bytes->left && i < FUZZ_THINGS_MAX; i++) {
		unsigned what = fuzz_byte(bytes);
		int x, y;

		switch (what % 4) {
		case 0:
			fuzz_grid(image, bytes);
			break;
		case 1:
			x = (int)fuzz_byte(bytes) * 2;
			y = (int)fuzz_byte(bytes) * 2;
			fuzz_fill(image, x, y, (int)fuzz_byte(bytes),
				  (int)fuzz_byte(bytes), fuzz_colour(bytes));
			break;
		case 2:
			fuzz_disc(image, bytes);
			break;
		default:
			fuzz_noise(image, bytes);
		}
	}
}

/* Returns 0 with a picture, or -1 where there is none of a small size. */
static inline int fuzz_image(const uint8_t *data, size_t length,
			     struct image *image)
{
	struct fuzz_bytes bytes = { data, length };

	if (!file_is_picture(data, length)) {
		fuzz_draw(image, &bytes);
		return 0;
	}
	if (file_decode(data, length, image, NULL) < 0)
		return -1;
	if (image->width <= 2 * FUZZ_SIDE_MAX &&
	    image->height <= 2 * FUZZ_SIDE_MAX)
		return 0;
	image_fini(image);
	return -1;
}

#endif
