/* WebP files: pixels, transparency, orientation, animations and damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

#include "file.h"

enum { WIDTH = 37, HEIGHT = 23 };

/* Bytes of red, green, blue, alpha by rows. */
static void paint(uint8_t *rgba, uint8_t alpha)
{
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++, rgba += 4) {
			rgba[0] = (uint8_t)(x * 6);
			rgba[1] = (uint8_t)(y * 10);
			rgba[2] = 200;
			rgba[3] = alpha;
		}
}

static size_t encode(uint8_t **data, uint8_t alpha)
{
	uint8_t rgba[WIDTH * HEIGHT * 4];

	paint(rgba, alpha);
	return WebPEncodeLosslessRGBA(rgba, WIDTH, HEIGHT, WIDTH * 4, data);
}

static uint32_t expected(int x, int y)
{
	return (uint32_t)(x * 6) << 16 | (uint32_t)(y * 10) << 8 | 200;
}

static void decodes_pixels(void **state)
{
	uint8_t *data;
	size_t length = encode(&data, 255);
	struct image image;

	(void)state;
	assert_true(file_is_picture(data, length));
	assert_int_equal(file_decode(data, length, &image, NULL), 0);
	assert_int_equal(image.width, WIDTH);
	assert_int_equal(image.height, HEIGHT);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			assert_int_equal(image_row(&image, y)[x] & 0xffffff,
					 expected(x, y));
	image_fini(&image);
	WebPFree(data);
}

static void lays_on_white(void **state)
{
	uint8_t *data;
	size_t length = encode(&data, 0);
	struct image image;

	(void)state;
	assert_int_equal(file_decode(data, length, &image, NULL), 0);
	assert_int_equal(image_row(&image, 5)[5] & 0xffffff, 0xffffff);
	image_fini(&image);
	WebPFree(data);
	length = encode(&data, 128);
	assert_int_equal(file_decode(data, length, &image, NULL), 0);
	/* half of red 60, half of white */
	assert_in_range(image_row(&image, 5)[10] >> 16 & 255, 156, 158);
	image_fini(&image);
	WebPFree(data);
}

static void decodes_lossy(void **state)
{
	uint8_t rgba[WIDTH * HEIGHT * 4];
	struct image image;
	uint8_t *data;
	size_t length;

	(void)state;
	paint(rgba, 255);
	length = WebPEncodeRGBA(rgba, WIDTH, HEIGHT, WIDTH * 4, 95, &data);
	assert_int_equal(file_decode(data, length, &image, NULL), 0);
	assert_int_equal(image.width, WIDTH);
	assert_in_range(image_row(&image, 10)[10] >> 16 & 255, 40, 80);
	image_fini(&image);
	WebPFree(data);
}

static void refuses_damage(void **state)
{
	struct problem problem = { 0 };
	struct image image;
	uint8_t *data;
	size_t length = encode(&data, 255);

	(void)state;
	for (size_t cut = 12; cut < length; cut++) {
		problem = (struct problem){ 0 };
		assert_int_equal(file_decode(data, cut, &image, &problem), -1);
		assert_non_null(strstr(problem.text, "WebP"));
		assert_null(image.pixels);
	}
	WebPFree(data);
}

static void put_32(uint8_t *at, size_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* A chunk's header and data; returns where it ends. */
static uint8_t *put_chunk(uint8_t *at, const char *name, const void *data,
			  size_t length)
{
	memcpy(at, name, 4);
	put_32(at + 4, length);
	memcpy(at + 8, data, length);
	if (length & 1)
		at[8 + length] = 0;
	return at + 8 + length + (length & 1);
}

/* An extended file around a lossless one: VP8X with `flags`, `chunks`. */
static uint8_t *put_head(uint8_t *file, uint8_t flags)
{
	uint8_t extended[10] = { flags };

	extended[4] = WIDTH - 1;
	extended[7] = HEIGHT - 1;
	/* NOLINTNEXTLINE(bugprone-not-null-terminated-result) */
	memcpy(file, "RIFF....WEBP", 12);
	return put_chunk(file + 12, "VP8X", extended, sizeof extended);
}

static void turns_upright(void **state)
{
	enum { FLAG_EXIF = 8 };
	/* little-endian TIFF: one entry, orientation 3: upside down */
	static const uint8_t exif[] = { 'I', 'I',  42, 0, 8, 0, 0, 0, 1,
					0,   0x12, 1,  3, 0, 1, 0, 0, 0,
					3,   0,    0,  0, 0, 0, 0, 0 };
	uint8_t *data, *at;
	size_t length = encode(&data, 255);
	uint8_t *file = malloc(length + 200);
	struct image image;

	(void)state;
	at = put_head(file, FLAG_EXIF);
	/* the still picture's own chunk follows "RIFF....WEBP" */
	memcpy(at, data + 12, length - 12);
	at += length - 12;
	at = put_chunk(at, "EXIF", exif, sizeof exif);
	put_32(file + 4, (size_t)(at - file) - 8);
	assert_int_equal(file_decode(file, (size_t)(at - file), &image, NULL),
			 0);
	assert_int_equal(image_row(&image, 0)[0] & 0xffffff,
			 expected(WIDTH - 1, HEIGHT - 1));
	image_fini(&image);
	free(file);
	WebPFree(data);
}

static void takes_first_of_animation(void **state)
{
	enum { FLAG_ANIMATION = 2, FRAME_HEADER = 16 };
	static const uint8_t background[6] = { 0 };
	uint8_t *data, *at, *frame;
	size_t length = encode(&data, 255);
	uint8_t *file = malloc(length + 200);
	struct image image;

	(void)state;
	frame = calloc(1, FRAME_HEADER + length);
	frame[6] = WIDTH - 1;
	frame[9] = HEIGHT - 1;
	memcpy(frame + FRAME_HEADER, data + 12, length - 12);
	at = put_head(file, FLAG_ANIMATION);
	at = put_chunk(at, "ANIM", background, sizeof background);
	at = put_chunk(at, "ANMF", frame, FRAME_HEADER + length - 12);
	put_32(file + 4, (size_t)(at - file) - 8);
	assert_int_equal(file_decode(file, (size_t)(at - file), &image, NULL),
			 0);
	assert_int_equal(image.width, WIDTH);
	assert_int_equal(image_row(&image, 7)[9] & 0xffffff, expected(9, 7));
	image_fini(&image);
	free(frame);
	free(file);
	WebPFree(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decodes_pixels),
		cmocka_unit_test(lays_on_white),
		cmocka_unit_test(decodes_lossy),
		cmocka_unit_test(refuses_damage),
		cmocka_unit_test(turns_upright),
		cmocka_unit_test(takes_first_of_animation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
