/* Pictures of every kind, made on the fly, decode to the pixels they were
 * made from; damaged ones are refused with one sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jpeglib.h>
#include <png.h>

#include "buffer.h"
#include "file.h"
#include "rng.h"

enum { WIDTH = 23, HEIGHT = 17 };

static uint32_t rgb(const struct image *image, int x, int y)
{
	return image_row(image, y)[x] & 0xffffff;
}

static void put(png_structp png, png_bytep data, size_t length)
{
	buffer_append(png_get_io_ptr(png), (const char *)data, length);
}

static void flush(png_structp png)
{
	(void)png;
}

struct png_kind {
	int colour, depth, interlace;
};

/* Writes rows already packed for this kind. */
static void make_png(struct buffer *out, struct png_kind kind,
		     const png_color *palette, const png_byte *alpha,
		     png_bytep *rows)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL,
						  NULL, NULL);
	png_infop info = png_create_info_struct(png);

	buffer_init(out);
	png_set_write_fn(png, out, put, flush);
	png_set_IHDR(png, info, WIDTH, HEIGHT, kind.depth, kind.colour,
		     kind.interlace, 0, 0);
	if (palette)
		png_set_PLTE(png, info, palette, 4);
	if (alpha)
		png_set_tRNS(png, info, alpha, 4, NULL);
	png_write_info(png, info);
	png_write_image(png, rows);
	png_write_end(png, info);
	png_destroy_write_struct(&png, &info);
}

static void decode(const struct buffer *file, struct image *image)
{
	struct problem problem = { 0 };

	if (file_decode((const uint8_t *)file->data, file->length, image,
			&problem) < 0)
		fail_msg("%s", problem.text);
}

/* Fills `bytes` with noise, and rows with where its rows start. */
static uint8_t *noise_rows(size_t row_bytes, png_bytep *rows)
{
	uint8_t *bytes = malloc(row_bytes * HEIGHT);
	struct rng rng;

	rng_seed(&rng, row_bytes);
	for (size_t i = 0; i < row_bytes * HEIGHT; i++)
		bytes[i] = (uint8_t)rng_below(&rng, 256);
	for (int y = 0; y < HEIGHT; y++)
		rows[y] = bytes + (size_t)y * row_bytes;
	return bytes;
}

static unsigned on_white(unsigned value, unsigned alpha)
{
	return (value * alpha + 255 * (255 - alpha) + 127) / 255;
}

static void assert_near(uint32_t got, unsigned r, unsigned g, unsigned b,
			unsigned tolerance)
{
	assert_in_range((got >> 16 & 255) + tolerance, r, r + 2 * tolerance);
	assert_in_range((got >> 8 & 255) + tolerance, g, g + 2 * tolerance);
	assert_in_range((got & 255) + tolerance, b, b + 2 * tolerance);
}

/* Colour types of 8 and 16 bits, with and without alpha and interlacing. */
static void check_direct_kind(struct png_kind kind)
{
	int channels = kind.colour == PNG_COLOR_TYPE_GRAY         ? 1
		       : kind.colour == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
		       : kind.colour == PNG_COLOR_TYPE_RGB        ? 3
								  : 4;
	size_t step = (size_t)channels * (size_t)kind.depth / 8;
	png_bytep rows[HEIGHT];
	uint8_t *bytes = noise_rows(step * WIDTH, rows);
	struct buffer file;
	struct image image;

	make_png(&file, kind, NULL, NULL, rows);
	decode(&file, &image);
	assert_int_equal(image.width, WIDTH);
	assert_int_equal(image.height, HEIGHT);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			unsigned v[4];
			unsigned a = 255;
			/* value and alpha are each rounded to 8 bits */
			unsigned tolerance = kind.depth == 16 ? 2 : 0;

			for (int c = 0; c < channels; c++)
				v[c] = rows[y][(size_t)x * step +
					       (size_t)(c * kind.depth / 8)];
			if (channels < 3) {
				a = channels == 2 ? v[1] : 255;
				v[1] = v[2] = v[0];
			} else if (channels == 4) {
				a = v[3];
			}
			assert_near(rgb(&image, x, y), on_white(v[0], a),
				    on_white(v[1], a), on_white(v[2], a),
				    tolerance);
		}
	image_fini(&image);
	buffer_fini(&file);
	free(bytes);
}

static void direct_kinds_decode(void **state)
{
	static const int colours[] = { PNG_COLOR_TYPE_GRAY,
				       PNG_COLOR_TYPE_GRAY_ALPHA,
				       PNG_COLOR_TYPE_RGB,
				       PNG_COLOR_TYPE_RGBA };

	(void)state;
	for (int i = 0; i < 4; i++)
		for (int depth = 8; depth <= 16; depth += 8)
			for (int interlace = 0; interlace < 2; interlace++)
				check_direct_kind((struct png_kind){
					colours[i], depth, interlace });
}

static void palette_with_alpha_decodes_on_white(void **state)
{
	static const png_color palette[4] = {
		{ 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 }, { 10, 20, 30 }
	};
	static const png_byte alpha[4] = { 255, 255, 0, 102 };
	static const uint32_t expected[4] = { 0xff0000, 0x00ff00, 0xffffff,
					      0x9da1a5 };
	png_bytep rows[HEIGHT];
	uint8_t *bytes = noise_rows((WIDTH * 2 + 7) / 8, rows);
	struct buffer file;
	struct image image;

	(void)state;
	make_png(&file, (struct png_kind){ PNG_COLOR_TYPE_PALETTE, 2, 1 },
		 palette, alpha, rows);
	decode(&file, &image);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			assert_int_equal(
				rgb(&image, x, y),
				expected[rows[y][x / 4] >> (6 - x % 4 * 2) &
					 3]);
	image_fini(&image);
	buffer_fini(&file);
	free(bytes);
}

static void one_bit_grey_decodes(void **state)
{
	png_bytep rows[HEIGHT];
	uint8_t *bytes = noise_rows((WIDTH + 7) / 8, rows);
	struct buffer file;
	struct image image;

	(void)state;
	make_png(&file, (struct png_kind){ PNG_COLOR_TYPE_GRAY, 1, 0 }, NULL,
		 NULL, rows);
	decode(&file, &image);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			assert_int_equal(rgb(&image, x, y),
					 rows[y][x / 8] >> (7 - x % 8) & 1
						 ? 0xffffff
						 : 0);
	image_fini(&image);
	buffer_fini(&file);
	free(bytes);
}

struct jpeg_kind {
	J_COLOR_SPACE space;
	int channels;
	bool progressive;
	int orientation; /* 0: no EXIF */
	bool big_endian;
};

static void write_exif(struct jpeg_compress_struct *jpeg,
		       const struct jpeg_kind *kind)
{
	uint8_t little[] = { 'E', 'x',  'i', 'f', 0,
			     0,   'I',  'I', 42,  0,
			     8,   0,    0,   0,   1,
			     0,   0x12, 1,   3,   0,
			     1,   0,    0,   0,   (uint8_t)kind->orientation,
			     0,   0,    0,   0,   0,
			     0,   0 };
	uint8_t big[] = { 'E', 'x',
			  'i', 'f',
			  0,   0,
			  'M', 'M',
			  0,   42,
			  0,   0,
			  0,   8,
			  0,   1,
			  1,   0x12,
			  0,   3,
			  0,   0,
			  0,   1,
			  0,   (uint8_t)kind->orientation,
			  0,   0,
			  0,   0,
			  0,   0 };

	jpeg_write_marker(jpeg, JPEG_APP0 + 1, kind->big_endian ? big : little,
			  sizeof little);
}

/* 32x16 pixels, each quarter (left to right, top to bottom) of one colour. */
static void make_jpeg(struct buffer *out, const struct jpeg_kind *kind,
		      const uint8_t (*colours)[4])
{
	struct jpeg_compress_struct jpeg;
	struct jpeg_error_mgr errors;
	unsigned char *memory = NULL;
	unsigned long length = 0;

	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_compress(&jpeg);
	jpeg_mem_dest(&jpeg, &memory, &length);
	jpeg.image_width = 32;
	jpeg.image_height = 16;
	jpeg.input_components = kind->channels;
	jpeg.in_color_space = kind->space;
	jpeg_set_defaults(&jpeg);
	jpeg_set_quality(&jpeg, 100, TRUE);
	if (kind->progressive)
		jpeg_simple_progression(&jpeg);
	jpeg_start_compress(&jpeg, TRUE);
	if (kind->orientation)
		write_exif(&jpeg, kind);
	for (int y = 0; y < 16; y++) {
		uint8_t line[32 * 4];
		JSAMPROW row = line;

		for (int x = 0; x < 32; x++)
			memcpy(line + x * kind->channels,
			       colours[y / 8 * 2 + x / 16],
			       (size_t)kind->channels);
		jpeg_write_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_compress(&jpeg);
	jpeg_destroy_compress(&jpeg);
	buffer_init(out);
	buffer_append(out, (const char *)memory, length);
	free(memory);
}

static const uint8_t four_colours[4][4] = {
	{ 200, 30, 30 }, { 30, 200, 30 }, { 30, 30, 200 }, { 250, 250, 250 }
};

static void jpeg_colours_decode(void **state)
{
	(void)state;
	for (int progressive = 0; progressive < 2; progressive++) {
		struct jpeg_kind kind = { JCS_RGB, 3, progressive, 0, false };
		struct buffer file;
		struct image image;

		make_jpeg(&file, &kind, four_colours);
		decode(&file, &image);
		assert_int_equal(image.width, 32);
		assert_int_equal(image.height, 16);
		for (int i = 0; i < 4; i++)
			assert_near(rgb(&image, i % 2 * 16 + 8, i / 2 * 8 + 4),
				    four_colours[i][0], four_colours[i][1],
				    four_colours[i][2], 4);
		image_fini(&image);
		buffer_fini(&file);
	}
}

static void jpeg_grey_decodes(void **state)
{
	static const uint8_t greys[4][4] = { { 0 }, { 90 }, { 180 }, { 255 } };
	struct jpeg_kind kind = { JCS_GRAYSCALE, 1, false, 0, false };
	struct buffer file;
	struct image image;

	(void)state;
	make_jpeg(&file, &kind, greys);
	decode(&file, &image);
	for (int i = 0; i < 4; i++)
		assert_near(rgb(&image, i % 2 * 16 + 8, i / 2 * 8 + 4),
			    greys[i][0], greys[i][0], greys[i][0], 2);
	image_fini(&image);
	buffer_fini(&file);
}

/* libjpeg writes Adobe's marker with CMYK: each byte is the light let
 * through. */
static void jpeg_cmyk_decodes(void **state)
{
	static const uint8_t inks[4][4] = { { 255, 255, 255, 255 },
					    { 255, 255, 255, 0 },
					    { 255, 0, 0, 255 },
					    { 0, 255, 255, 128 } };
	static const unsigned expected[4][3] = {
		{ 255, 255, 255 }, { 0, 0, 0 }, { 255, 0, 0 }, { 0, 128, 128 }
	};
	struct jpeg_kind kind = { JCS_CMYK, 4, false, 0, false };
	struct buffer file;
	struct image image;

	(void)state;
	make_jpeg(&file, &kind, inks);
	decode(&file, &image);
	for (int i = 0; i < 4; i++)
		assert_near(rgb(&image, i % 2 * 16 + 8, i / 2 * 8 + 4),
			    expected[i][0], expected[i][1], expected[i][2], 4);
	image_fini(&image);
	buffer_fini(&file);
}

static void exif_orientation_is_applied(void **state)
{
	/* which stored quarter lies at the upright top left, top right,
	 * bottom left, bottom right (EXIF 2.3, tag 0x0112) */
	static const int quarters[9][4] = { { 0, 1, 2, 3 }, { 0, 1, 2, 3 },
					    { 1, 0, 3, 2 }, { 3, 2, 1, 0 },
					    { 2, 3, 0, 1 }, { 0, 2, 1, 3 },
					    { 2, 0, 3, 1 }, { 3, 1, 2, 0 },
					    { 1, 3, 0, 2 } };

	(void)state;
	for (int orientation = 1; orientation <= 8; orientation++) {
		struct jpeg_kind kind = { JCS_RGB, 3, false, orientation,
					  orientation % 2 };
		struct buffer file;
		struct image image;

		make_jpeg(&file, &kind, four_colours);
		decode(&file, &image);
		assert_int_equal(image.width, orientation < 5 ? 32 : 16);
		assert_int_equal(image.height, orientation < 5 ? 16 : 32);
		for (int i = 0; i < 4; i++) {
			int x = (i % 2 * 2 + 1) * image.width / 4;
			int y = (i / 2 * 2 + 1) * image.height / 4;
			const uint8_t *want =
				four_colours[quarters[orientation][i]];

			assert_near(rgb(&image, x, y), want[0], want[1],
				    want[2], 4);
		}
		image_fini(&image);
		buffer_fini(&file);
	}
}

/* Refused with one sentence, and nothing left behind (LeakSanitizer). */
static void assert_refused(const uint8_t *data, size_t length,
			   enum problem_kind kind)
{
	struct problem problem = { 0 };
	struct image image;

	assert_int_equal(file_decode(data, length, &image, &problem), -1);
	assert_int_equal(problem.kind, kind);
	assert_true(strlen(problem.text) > 10);
	assert_null(strchr(problem.text, '\n'));
	assert_null(image.pixels);
}

static void truncated_files_are_refused(void **state)
{
	struct png_kind kind = { PNG_COLOR_TYPE_RGB, 8, 0 };
	png_bytep rows[HEIGHT];
	uint8_t *bytes = noise_rows(3 * WIDTH, rows);
	struct buffer file;

	(void)state;
	make_png(&file, kind, NULL, NULL, rows);
	for (size_t length = 0; length < file.length; length += 7)
		assert_refused((uint8_t *)file.data, length, PROBLEM_INPUT);
	buffer_fini(&file);
	free(bytes);
	for (int progressive = 0; progressive < 2; progressive++) {
		struct jpeg_kind jpeg = { JCS_RGB, 3, progressive, 0, false };

		make_jpeg(&file, &jpeg, four_colours);
		for (size_t length = 0; length + 2 < file.length; length += 7)
			assert_refused((uint8_t *)file.data, length,
				       PROBLEM_INPUT);
		buffer_fini(&file);
	}
}

/* The checksum of a PNG chunk (PNG 1.2, appendix 15), bit by bit. */
static uint32_t chunk_crc(const uint8_t *data, size_t length)
{
	uint32_t crc = 0xffffffff;

	while (length-- > 0) {
		crc ^= *data++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

static void giant_headers_are_refused(void **state)
{
	struct png_kind kind = { PNG_COLOR_TYPE_RGB, 8, 0 };
	struct jpeg_kind jpeg = { JCS_RGB, 3, false, 0, false };
	png_bytep rows[HEIGHT];
	uint8_t *bytes = noise_rows(3 * WIDTH, rows);
	struct buffer file;
	uint32_t crc;

	(void)state;
	make_png(&file, kind, NULL, NULL, rows);
	/* IHDR: 8 bytes signature, 4 length, 4 name, width, height */
	memcpy(file.data + 16, "\0\1\x86\xa0\0\1\x86\xa0", 8);
	crc = chunk_crc((uint8_t *)file.data + 12, 17);
	for (int i = 0; i < 4; i++)
		file.data[29 + i] = (char)(crc >> (24 - 8 * i));
	assert_refused((uint8_t *)file.data, file.length, PROBLEM_LIMIT);
	buffer_fini(&file);
	free(bytes);
	make_jpeg(&file, &jpeg, four_colours);
	for (size_t i = 0; i + 8 < file.length; i++)
		if (memcmp(file.data + i, "\xff\xc0", 2) == 0) {
			memcpy(file.data + i + 5, "\xff\xdc\xff\xdc", 4);
			break;
		}
	assert_refused((uint8_t *)file.data, file.length, PROBLEM_LIMIT);
	buffer_fini(&file);
}

/* Damage anywhere gives a picture or a sentence, never a crash or a leak. */
static void damaged_files_are_survived(void **state)
{
	struct png_kind kind = { PNG_COLOR_TYPE_PALETTE, 2, 1 };
	struct jpeg_kind jpeg = { JCS_CMYK, 4, true, 6, true };
	static const png_color palette[4] = { { 9, 9, 9 } };
	png_bytep rows[HEIGHT];
	uint8_t *bytes = noise_rows((WIDTH * 2 + 7) / 8, rows);
	struct buffer files[2];
	struct rng rng;
	int refused = 0;

	(void)state;
	make_png(&files[0], kind, palette, NULL, rows);
	make_jpeg(&files[1], &jpeg, four_colours);
	rng_seed(&rng, 4);
	for (int i = 0; i < 3000; i++) {
		const struct buffer *file = &files[i % 2];
		uint8_t *copy = malloc(file->length);
		struct problem problem = { 0 };
		struct image image;

		memcpy(copy, file->data, file->length);
		for (int k = rng_between(&rng, 1, 4); k > 0; k--)
			copy[rng_below(&rng, (uint32_t)file->length)] =
				(uint8_t)rng_below(&rng, 256);
		if (file_decode(copy, file->length, &image, &problem) < 0) {
			refused++;
			assert_true(problem.text[0]);
		}
		image_fini(&image);
		free(copy);
	}
	assert_in_range(refused, 500, 2999);
	buffer_fini(&files[0]);
	buffer_fini(&files[1]);
	free(bytes);
}

static void saved_pictures_load_again(void **state)
{
	char folder[] = "/tmp/test_file_XXXXXX";
	char path[64];
	struct problem problem = { 0 };
	struct image image, back;
	struct stat info;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/a.png", folder);
	assert_int_equal(image_init(&image, 31, 20, &problem), 0);
	for (int y = 0; y < 20; y++)
		for (int x = 0; x < 31; x++)
			image_row(&image, y)[x] =
				(uint32_t)(y * 8 << 16 | x * 8 << 8 | (x ^ y));
	/* twice: the second time over what is there */
	for (int i = 0; i < 2; i++)
		assert_int_equal(file_save_image(path, &image, &problem), 0);
	assert_int_equal(file_load_image(path, &back, &problem), 0);
	assert_int_equal(back.width, 31);
	assert_int_equal(back.height, 20);
	for (int y = 0; y < 20; y++)
		for (int x = 0; x < 31; x++)
			assert_int_equal(rgb(&back, x, y), rgb(&image, x, y));
	assert_int_equal(unlink(path), 0);
	/* nothing else lies there */
	assert_int_equal(rmdir(folder), 0);
	assert_int_equal(stat(folder, &info), -1);
	assert_int_equal(file_save_image(path, &image, &problem), -1);
	assert_int_equal(problem.kind, PROBLEM_INPUT);
	image_fini(&image);
	image_fini(&back);
}

/* The first bytes of each kind: PNG, JPEG and WebP say what they are. */
static void pictures_are_what_their_names_say(void **state)
{
	static const struct {
		const char *name, *bytes;
		size_t at;
		int off; /* a channel, at most */
	} kinds[] = {
		{ "a.png", "\x89PNG", 0, 0 },
		{ "b.jpg", "\xff\xd8\xff", 0, 8 },
		{ "c.JPEG", "\xff\xd8\xff", 0, 8 },
		{ "d.webp", "WEBP", 8, 0 },
		{ "e.jpg.png", "\x89PNG", 0, 0 },
	};
	static const char *const others[] = { "a.gif", "b", "c.png.txt", "png",
					      "d.d/png" };
	char folder[] = "/tmp/test_file_XXXXXX";
	struct problem problem = { 0 };
	struct image image, back;
	char path[64];

	(void)state;
	assert_non_null(mkdtemp(folder));
	assert_int_equal(image_init(&image, 40, 30, &problem), 0);
	for (int i = 0; i < 40 * 30; i++)
		image_row(&image, i / 40)[i % 40] =
			(uint32_t)(i / 40 * 8 << 16 | i % 40 * 6 << 8 | 90);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		uint8_t *data;
		size_t length;

		snprintf(path, sizeof path, "%s/%s", folder, kinds[i].name);
		assert_int_equal(file_save_image(path, &image, &problem), 0);
		assert_int_equal(
			file_read(path, 1 << 20, &data, &length, &problem), 0);
		assert_memory_equal(data + kinds[i].at, kinds[i].bytes,
				    strlen(kinds[i].bytes));
		assert_int_equal(file_decode(data, length, &back, &problem), 0);
		for (int k = 0; k < 40 * 30; k++) {
			uint32_t want = rgb(&image, k % 40, k / 40);

			assert_near(rgb(&back, k % 40, k / 40),
				    want >> 16 & 255, want >> 8 & 255,
				    want & 255, kinds[i].off);
		}
		image_fini(&back);
		free(data);
		assert_int_equal(unlink(path), 0);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, others[i]);
		assert_int_equal(file_save_image(path, &image, &problem), -1);
		assert_non_null(strstr(problem.text, ".png, .jpg or .webp"));
		problem = (struct problem){ 0 };
	}
	/* nothing was written */
	assert_int_equal(rmdir(folder), 0);
	image_fini(&image);
}

static void what_is_no_picture_is_refused(void **state)
{
	struct problem problem = { 0 };
	struct image image;
	uint8_t *data;
	size_t length;

	(void)state;
	assert_refused((const uint8_t *)"#tt Train Tracks\n", 17,
		       PROBLEM_INPUT);
	assert_int_equal(file_load_image("/nowhere/x.png", &image, &problem),
			 -1);
	assert_string_equal(problem.text, "cannot open: '/nowhere/x.png' (No "
					  "such file or directory)");
	problem.kind = PROBLEM_NONE;
	assert_int_equal(file_load_image("/tmp", &image, &problem), -1);
	assert_string_equal(problem.text,
			    "cannot read: '/tmp' (Is a directory)");
	problem.kind = PROBLEM_NONE;
	assert_int_equal(file_read("/dev/zero", 1000, &data, &length, &problem),
			 -1);
	assert_int_equal(problem.kind, PROBLEM_LIMIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(direct_kinds_decode),
		cmocka_unit_test(palette_with_alpha_decodes_on_white),
		cmocka_unit_test(one_bit_grey_decodes),
		cmocka_unit_test(jpeg_colours_decode),
		cmocka_unit_test(jpeg_grey_decodes),
		cmocka_unit_test(jpeg_cmyk_decodes),
		cmocka_unit_test(exif_orientation_is_applied),
		cmocka_unit_test(truncated_files_are_refused),
		cmocka_unit_test(giant_headers_are_refused),
		cmocka_unit_test(damaged_files_are_survived),
		cmocka_unit_test(saved_pictures_load_again),
		cmocka_unit_test(pictures_are_what_their_names_say),
		cmocka_unit_test(what_is_no_picture_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
