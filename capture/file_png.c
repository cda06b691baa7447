/* PNG by libpng. Its errors are long jumps: everything a jump crosses lives in
 * struct job, so that no local is indeterminate and nothing is lost. */
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "file.h"
#include "file_codec.h"
#include "language.h"

/* zlib's fastest level: on screenshots 4 times as fast as the default and a
 * quarter longer. */
enum { COMPRESSION_LEVEL = 1 };
/* What a hostile compressed text or colour profile may unpack to. */
enum { CHUNK_BYTES_MAX = 1 << 20, CHUNKS_MAX = 64 };

struct job {
	png_structp png;
	png_infop info;
	struct image *image;
	const uint8_t *data; /* what is left to decode */
	size_t left;
	struct buffer *out; /* what has been encoded */
	png_bytep *rows;
	bool has_alpha;
	struct problem *problem;
};

bool png_claims(const uint8_t *data, size_t length)
{
	return length >= 8 && png_sig_cmp(data, 0, 8) == 0;
}

static void on_error(png_structp png, png_const_charp text)
{
	struct job *job = png_get_error_ptr(png);

	/* encoding fails for want of memory only: file_encode_png says so */
	if (!job->out)
		problem_set(job->problem, PROBLEM_INPUT,
			    "damaged PNG: '%.120s'", text);
	png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
	(void)png;
	(void)text;
}

static void on_read(png_structp png, png_bytep to, size_t length)
{
	struct job *job = png_get_io_ptr(png);

	if (length > job->left)
		png_error(png, _("the file ends too early"));
	memcpy(to, job->data, length);
	job->data += length;
	job->left -= length;
}

/* Asks for pixels as struct image has them, with the alpha, where there is
 * one, in the top byte. */
static void set_transforms(struct job *job)
{
	png_structp png = job->png;
	int colour = png_get_color_type(png, job->info);

	job->has_alpha = (colour & PNG_COLOR_MASK_ALPHA) ||
			 png_get_valid(png, job->info, PNG_INFO_tRNS);
	png_set_expand(png);
	png_set_scale_16(png);
	png_set_gray_to_rgb(png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	png_set_bgr(png);
	png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
#else
	png_set_swap_alpha(png);
	png_set_add_alpha(png, 0xff, PNG_FILLER_BEFORE);
#endif
	png_set_interlace_handling(png);
	png_read_update_info(png, job->info);
}

static int decode_rows(struct job *job, int *orientation)
{
	struct image *image = job->image;
	png_bytep exif;
	png_uint_32 exif_length;

	if (setjmp(png_jmpbuf(job->png)))
		return -1;
	/* no limits of its own: image_init refuses what is too large before
	 * anything of that size is allocated, in our own words */
	png_set_user_limits(job->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
	png_set_chunk_malloc_max(job->png, CHUNK_BYTES_MAX);
	png_set_chunk_cache_max(job->png, CHUNKS_MAX);
	png_read_info(job->png, job->info);
	if (image_init(image, (int)png_get_image_width(job->png, job->info),
		       (int)png_get_image_height(job->png, job->info),
		       job->problem) < 0)
		return -1;
	set_transforms(job);
	if (png_get_rowbytes(job->png, job->info) !=
	    (size_t)image->width * sizeof *image->pixels)
		png_error(job->png, _("unexpected row length"));
	job->rows = calloc((size_t)image->height, sizeof *job->rows);
	if (!job->rows)
		return problem_set(job->problem, PROBLEM_MEMORY,
				   "no memory to decode a PNG");
	for (int y = 0; y < image->height; y++)
		job->rows[y] = (png_bytep)image_row(image, y);
	png_read_image(job->png, job->rows);
	png_read_end(job->png, job->info);
	if (png_get_eXIf_1(job->png, job->info, &exif_length, &exif))
		*orientation = exif_orientation(exif, exif_length);
	return 0;
}

/* (a * b) / 255, rounded */
static uint32_t scale_byte(uint32_t a, uint32_t b)
{
	uint32_t product = a * b + 128;

	return (product + (product >> 8)) >> 8;
}

void codec_lay_on_white(struct image *image)
{
	for (int y = 0; y < image->height; y++) {
		uint32_t *row = image_row(image, y);

		for (int x = 0; x < image->width; x++) {
			uint32_t p = row[x];
			uint32_t a = p >> 24;
			uint32_t white = 255 - a;

			if (a == 255)
				continue;
			row[x] = (scale_byte(p >> 16 & 255, a) + white) << 16 |
				 (scale_byte(p >> 8 & 255, a) + white) << 8 |
				 (scale_byte(p & 255, a) + white);
		}
	}
}

int png_decode(const uint8_t *data, size_t length, struct image *image,
	       int *orientation, struct problem *problem)
{
	struct job job = {
		.image = image, .data = data, .left = length, .problem = problem
	};
	int result = -1;

	*image = (struct image){ 0 };
	job.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, on_error,
					 on_warning);
	if (job.png)
		job.info = png_create_info_struct(job.png);
	if (job.info) {
		png_set_read_fn(job.png, &job, on_read);
		result = decode_rows(&job, orientation);
	} else {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to decode a PNG");
	}
	png_destroy_read_struct(&job.png, &job.info, NULL);
	free(job.rows);
	if (result < 0)
		image_fini(image);
	else if (job.has_alpha)
		codec_lay_on_white(image);
	return result;
}

static void on_write(png_structp png, png_bytep from, size_t length)
{
	struct job *job = png_get_io_ptr(png);

	buffer_append(job->out, (const char *)from, length);
	if (job->out->failed)
		png_error(png, _("no memory"));
}

static void on_flush(png_structp png)
{
	(void)png;
}

static int encode_rows(struct job *job)
{
	const struct image *image = job->image;

	if (setjmp(png_jmpbuf(job->png)))
		return -1;
	png_set_write_fn(job->png, job, on_write, on_flush);
	png_set_compression_level(job->png, COMPRESSION_LEVEL);
	png_set_filter(job->png, 0, PNG_FILTER_SUB);
	png_set_IHDR(job->png, job->info, (png_uint_32)image->width,
		     (png_uint_32)image->height, 8, PNG_COLOR_TYPE_RGB,
		     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		     PNG_FILTER_TYPE_DEFAULT);
	png_write_info(job->png, job->info);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	png_set_bgr(job->png);
	png_set_filler(job->png, 0, PNG_FILLER_AFTER);
#else
	png_set_filler(job->png, 0, PNG_FILLER_BEFORE);
#endif
	for (int y = 0; y < image->height; y++)
		png_write_row(job->png, (png_const_bytep)image_row(image, y));
	png_write_end(job->png, job->info);
	return 0;
}

int file_encode_png(const struct image *image, uint8_t **data, size_t *length,
		    struct problem *problem)
{
	struct image source = *image;
	struct buffer out;
	struct job job = { .image = &source, .out = &out, .problem = problem };
	int result = -1;

	*data = NULL;
	*length = 0;
	buffer_init(&out);
	job.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, on_error,
					  on_warning);
	if (job.png)
		job.info = png_create_info_struct(job.png);
	if (job.info)
		result = encode_rows(&job);
	png_destroy_write_struct(&job.png, &job.info);
	if (result < 0) {
		buffer_fini(&out);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to encode a PNG");
	}
	*data = (uint8_t *)out.data;
	*length = out.length;
	return 0;
}
