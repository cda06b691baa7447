/* WebP by libwebp: bounded by its header before anything is allocated. */
#include <string.h>

#include <webp/decode.h>
#include <webp/encode.h>

#include "file.h"
#include "file_codec.h"
#include "language.h"

bool webp_claims(const uint8_t *data, size_t length)
{
	return length >= 12 && memcmp(data, "RIFF", 4) == 0 &&
	       memcmp(data + 8, "WEBP", 4) == 0;
}

static uint32_t little_32(const uint8_t *at)
{
	return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 24;
}

/* The data of the first chunk of this name (the WebP container: RIFF, size,
 * "WEBP", then chunks of name, size, data and padding to an even size), and
 * its length cut to what is there. NULL where there is none. */
static const uint8_t *find_chunk(const uint8_t *data, size_t length,
				 const char *name, size_t *chunk_length)
{
	enum { FILE_HEADER = 12, CHUNK_HEADER = 8 };
	size_t at = FILE_HEADER;

	while (length > CHUNK_HEADER && at < length - CHUNK_HEADER) {
		size_t size = little_32(data + at + 4);
		const uint8_t *inside = data + at + CHUNK_HEADER;
		size_t left = length - at - CHUNK_HEADER;

		if (memcmp(data + at, name, 4) == 0) {
			*chunk_length = size < left ? size : left;
			return inside;
		}
		if (size >= left)
			return NULL;
		at += CHUNK_HEADER + size + (size & 1);
	}
	return NULL;
}

/* libwebp's simple decoder refuses animations: their first frame is a still
 * picture within a chunk ANMF, after 16 bytes about its place and duration. */
static void find_still(const uint8_t **data, size_t *length)
{
	enum { FRAME_HEADER = 16 };
	size_t frame_length;
	const uint8_t *frame =
		find_chunk(*data, *length, "ANMF", &frame_length);

	if (!frame || frame_length <= FRAME_HEADER)
		return;
	*data = frame + FRAME_HEADER;
	*length = frame_length - FRAME_HEADER;
}

static int find_orientation(const uint8_t *data, size_t length)
{
	static const uint8_t name[6] = { 'E', 'x', 'i', 'f', 0, 0 };
	size_t exif_length;
	const uint8_t *exif = find_chunk(data, length, "EXIF", &exif_length);

	if (!exif)
		return 1;
	/* some writers keep JPEG's "Exif\0\0" before it */
	if (exif_length > sizeof name && !memcmp(exif, name, sizeof name)) {
		exif += sizeof name;
		exif_length -= sizeof name;
	}
	return exif_orientation(exif, exif_length);
}

static const char *sentence(VP8StatusCode status)
{
	switch (status) {
	case VP8_STATUS_OUT_OF_MEMORY:
		return _("no memory to decode a WebP");
	case VP8_STATUS_UNSUPPORTED_FEATURE:
		return _("a kind of WebP that libwebp does not know");
	case VP8_STATUS_NOT_ENOUGH_DATA:
	case VP8_STATUS_SUSPENDED:
		return _("damaged WebP: 'the file ends too early'");
	default:
		return _("damaged WebP: 'not a valid bitstream'");
	}
}

static int fail(VP8StatusCode status, struct problem *problem)
{
	return problem_set(problem,
			   status == VP8_STATUS_OUT_OF_MEMORY ? PROBLEM_MEMORY
							      : PROBLEM_INPUT,
			   "%s", sentence(status));
}

int webp_decode(const uint8_t *data, size_t length, struct image *image,
		int *orientation, struct problem *problem)
{
	WebPDecoderConfig config;
	VP8StatusCode status;

	*image = (struct image){ 0 };
	*orientation = find_orientation(data, length);
	if (!WebPInitDecoderConfig(&config))
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "libwebp is older than its header");
	status = WebPGetFeatures(data, length, &config.input);
	if (status == VP8_STATUS_OK && config.input.has_animation) {
		find_still(&data, &length);
		status = WebPGetFeatures(data, length, &config.input);
	}
	if (status != VP8_STATUS_OK)
		return fail(status, problem);
	if (image_init(image, config.input.width, config.input.height,
		       problem) < 0)
		return -1;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	config.output.colorspace = MODE_BGRA;
#else
	config.output.colorspace = MODE_ARGB;
#endif
	config.output.is_external_memory = 1;
	config.output.u.RGBA.rgba = (uint8_t *)image->pixels;
	config.output.u.RGBA.stride =
		(int)(image->stride * sizeof *image->pixels);
	config.output.u.RGBA.size =
		image->stride * sizeof *image->pixels * (size_t)image->height;
	status = WebPDecode(data, length, &config);
	WebPFreeDecBuffer(&config.output);
	if (status != VP8_STATUS_OK) {
		image_fini(image);
		return fail(status, problem);
	}
	if (config.input.has_alpha)
		codec_lay_on_white(image);
	return 0;
}

/* Level of 0 (fast) to 9 (small) without losses: a screen of 1920 x 1080 takes
 * a quarter of a second; the next ones take twice as long for 3 % less. */
enum { LOSSLESS_LEVEL = 1 };

int file_encode_webp(const struct image *image, uint8_t **data, size_t *length,
		     struct problem *problem)
{
	const uint8_t *pixels = (const uint8_t *)image->pixels;
	WebPMemoryWriter out;
	WebPPicture picture;
	WebPConfig config;
	bool done;

	*data = NULL;
	*length = 0;
	if (image->width > WEBP_MAX_DIMENSION ||
	    image->height > WEBP_MAX_DIMENSION)
		return problem_set(problem, PROBLEM_LIMIT,
				   "a WebP has at most %d pixels a side, this "
				   "picture is %d x %d",
				   WEBP_MAX_DIMENSION, image->width,
				   image->height);
	if (!WebPConfigInit(&config) || !WebPPictureInit(&picture) ||
	    !WebPConfigLosslessPreset(&config, LOSSLESS_LEVEL))
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "libwebp is older than its header");
	WebPMemoryWriterInit(&out);
	picture.use_argb = 1;
	picture.width = image->width;
	picture.height = image->height;
	picture.writer = WebPMemoryWrite;
	picture.custom_ptr = &out;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	done = WebPPictureImportBGRX(
		&picture, pixels, (int)(image->stride * sizeof *image->pixels));
#else
	done = WebPPictureImportRGBX(
		&picture, pixels + 1,
		(int)(image->stride * sizeof *image->pixels));
#endif
	done = done && WebPEncode(&config, &picture);
	WebPPictureFree(&picture);
	if (!done) {
		WebPMemoryWriterClear(&out);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to encode a WebP");
	}
	*data = out.mem;
	*length = out.size;
	return 0;
}
