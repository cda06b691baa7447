/* JPEG by libjpeg-turbo. Its errors are long jumps: everything a jump crosses
 * lives in struct job. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "file.h"
#include "file_codec.h"
#include "language.h"

/* A progressive file may name as many passes over the picture as it likes;
 * real ones have about ten. */
enum { SCANS_MAX = 200 };
enum { EXIF_BYTES_MAX = 0xffff };

struct job {
	struct jpeg_decompress_struct jpeg; /* first: callbacks cast */
	struct jpeg_error_mgr errors;
	struct jpeg_progress_mgr progress;
	jmp_buf escape;
	struct image *image;
	uint8_t *line; /* of a CMYK picture */
	struct problem *problem;
};

bool jpeg_claims(const uint8_t *data, size_t length)
{
	return length >= 3 && data[0] == 0xff && data[1] == 0xd8 &&
	       data[2] == 0xff;
}

static void fail(struct job *job, const char *text)
{
	problem_set(job->problem, PROBLEM_INPUT, "damaged JPEG: '%.120s'",
		    text);
	longjmp(job->escape, 1);
}

static void on_error(j_common_ptr common)
{
	char text[JMSG_LENGTH_MAX];

	common->err->format_message(common, text);
	fail((struct job *)common, text);
}

/* Warnings that mean that part of the picture is missing are errors. */
static void on_message(j_common_ptr common, int level)
{
	int code = common->err->msg_code;

	if (level >= 0)
		return;
	common->err->num_warnings++;
	if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)
		fail((struct job *)common, _("the file ends too early"));
}

static void on_output(j_common_ptr common)
{
	(void)common;
}

static void on_progress(j_common_ptr common)
{
	struct job *job = (struct job *)common;

	if (job->jpeg.input_scan_number > SCANS_MAX)
		fail(job, _("too many scans"));
}

static int find_orientation(const struct jpeg_decompress_struct *jpeg)
{
	static const char name[6] = { 'E', 'x', 'i', 'f', 0, 0 };

	for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker;
	     marker = marker->next)
		if (marker->marker == JPEG_APP0 + 1 &&
		    marker->data_length > sizeof name &&
		    memcmp(marker->data, name, sizeof name) == 0)
			return exif_orientation(marker->data + sizeof name,
						marker->data_length -
							sizeof name);
	return 1;
}

/* Four inks to light. Adobe's files store how much light each ink lets
 * through, others how much ink there is. */
static void convert_cmyk(const uint8_t *line, bool is_light, uint32_t *row,
			 int width)
{
	unsigned flip = is_light ? 0 : 255;

	for (int x = 0; x < width; x++, line += 4) {
		unsigned k = line[3] ^ flip;
		uint32_t r = (line[0] ^ flip) * k / 255;
		uint32_t g = (line[1] ^ flip) * k / 255;
		uint32_t b = (line[2] ^ flip) * k / 255;

		row[x] = r << 16 | g << 8 | b;
	}
}

static int read_lines(struct job *job)
{
	struct jpeg_decompress_struct *jpeg = &job->jpeg;
	bool cmyk = jpeg->out_color_space == JCS_CMYK;

	if (cmyk)
		job->line = malloc((size_t)job->image->width * 4);
	if (cmyk && !job->line)
		return problem_set(job->problem, PROBLEM_MEMORY,
				   "no memory to decode a JPEG");
	while (jpeg->output_scanline < jpeg->output_height) {
		uint32_t *row =
			image_row(job->image, (int)jpeg->output_scanline);
		JSAMPROW line = cmyk ? job->line : (JSAMPROW)row;

		jpeg_read_scanlines(jpeg, &line, 1);
		if (cmyk)
			convert_cmyk(job->line, jpeg->saw_Adobe_marker, row,
				     job->image->width);
	}
	return 0;
}

static int decode_lines(struct job *job, const uint8_t *data, size_t length,
			int *orientation)
{
	struct jpeg_decompress_struct *jpeg = &job->jpeg;

	if (setjmp(job->escape))
		return -1;
	jpeg_create_decompress(jpeg);
	jpeg->progress = &job->progress;
	jpeg_mem_src(jpeg, data, length);
	jpeg_save_markers(jpeg, JPEG_APP0 + 1, EXIF_BYTES_MAX);
	jpeg_read_header(jpeg, TRUE);
	if (jpeg->image_width > IMAGE_SIDE_MAX ||
	    jpeg->image_height > IMAGE_SIDE_MAX)
		return problem_set(job->problem, PROBLEM_LIMIT,
				   "picture too large: '%ux%u'",
				   jpeg->image_width, jpeg->image_height);
	if (image_init(job->image, (int)jpeg->image_width,
		       (int)jpeg->image_height, job->problem) < 0)
		return -1;
	*orientation = find_orientation(jpeg);
	if (jpeg->jpeg_color_space == JCS_CMYK ||
	    jpeg->jpeg_color_space == JCS_YCCK)
		jpeg->out_color_space = JCS_CMYK;
	else if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		jpeg->out_color_space = JCS_EXT_BGRX;
	else
		jpeg->out_color_space = JCS_EXT_XRGB;
	jpeg_start_decompress(jpeg);
	if (read_lines(job) < 0)
		return -1;
	jpeg_finish_decompress(jpeg);
	return 0;
}

int jpeg_decode(const uint8_t *data, size_t length, struct image *image,
		int *orientation, struct problem *problem)
{
	struct job *job = calloc(1, sizeof *job);
	int result;

	*image = (struct image){ 0 };
	if (!job)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to decode a JPEG");
	job->image = image;
	job->problem = problem;
	job->jpeg.err = jpeg_std_error(&job->errors);
	job->errors.error_exit = on_error;
	job->errors.emit_message = on_message;
	job->errors.output_message = on_output;
	job->progress.progress_monitor = on_progress;
	result = decode_lines(job, data, length, orientation);
	jpeg_destroy_decompress(&job->jpeg);
	free(job->line);
	free(job);
	if (result < 0)
		image_fini(image);
	return result;
}

struct encoding {
	struct jpeg_compress_struct jpeg; /* first: callbacks cast */
	struct jpeg_error_mgr errors;
	jmp_buf escape;
	unsigned char *out; /* by malloc */
	unsigned long length;
};

static void on_encoding_error(j_common_ptr common)
{
	struct encoding *encoding = (struct encoding *)common;

	longjmp(encoding->escape, 1);
}

static int encode_lines(struct encoding *encoding, const struct image *image,
			int quality)
{
	struct jpeg_compress_struct *jpeg = &encoding->jpeg;

	if (setjmp(encoding->escape))
		return -1;
	jpeg_create_compress(jpeg);
	jpeg_mem_dest(jpeg, &encoding->out, &encoding->length);
	jpeg->image_width = (JDIMENSION)image->width;
	jpeg->image_height = (JDIMENSION)image->height;
	jpeg->input_components = 4;
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		jpeg->in_color_space = JCS_EXT_BGRX;
	else
		jpeg->in_color_space = JCS_EXT_XRGB;
	jpeg_set_defaults(jpeg);
	jpeg_set_quality(jpeg, quality, TRUE);
	jpeg_start_compress(jpeg, TRUE);
	while (jpeg->next_scanline < jpeg->image_height) {
		JSAMPROW line =
			(JSAMPROW)image_row(image, (int)jpeg->next_scanline);

		jpeg_write_scanlines(jpeg, &line, 1);
	}
	jpeg_finish_compress(jpeg);
	return 0;
}

int file_encode_jpeg(const struct image *image, int quality, uint8_t **data,
		     size_t *length, struct problem *problem)
{
	struct encoding *encoding = calloc(1, sizeof *encoding);
	int result = -1;

	*data = NULL;
	*length = 0;
	if (encoding) {
		encoding->jpeg.err = jpeg_std_error(&encoding->errors);
		encoding->errors.error_exit = on_encoding_error;
		encoding->errors.output_message = on_output;
		result = encode_lines(encoding, image, quality);
		jpeg_destroy_compress(&encoding->jpeg);
		if (result == 0) {
			*data = encoding->out;
			*length = encoding->length;
		} else {
			free(encoding->out);
		}
	}
	free(encoding);
	if (result < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to encode a JPEG");
	return 0;
}
