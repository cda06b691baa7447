#include "wayland_pixels.h"

#include <math.h>
#include <string.h>

/* Where a channel lies in a pixel. */
struct channel {
	int shift, bits;
};

struct kind {
	uint32_t format; /* enum wl_shm_format */
	int bytes;
	struct channel red, green, blue;
};

static const struct kind kinds[] = {
	{ WL_SHM_FORMAT_XRGB8888, 4, { 16, 8 }, { 8, 8 }, { 0, 8 } },
	{ WL_SHM_FORMAT_ARGB8888, 4, { 16, 8 }, { 8, 8 }, { 0, 8 } },
	{ WL_SHM_FORMAT_XBGR8888, 4, { 0, 8 }, { 8, 8 }, { 16, 8 } },
	{ WL_SHM_FORMAT_ABGR8888, 4, { 0, 8 }, { 8, 8 }, { 16, 8 } },
	{ WL_SHM_FORMAT_RGBX8888, 4, { 24, 8 }, { 16, 8 }, { 8, 8 } },
	{ WL_SHM_FORMAT_RGBA8888, 4, { 24, 8 }, { 16, 8 }, { 8, 8 } },
	{ WL_SHM_FORMAT_BGRX8888, 4, { 8, 8 }, { 16, 8 }, { 24, 8 } },
	{ WL_SHM_FORMAT_BGRA8888, 4, { 8, 8 }, { 16, 8 }, { 24, 8 } },
	{ WL_SHM_FORMAT_XRGB2101010, 4, { 20, 10 }, { 10, 10 }, { 0, 10 } },
	{ WL_SHM_FORMAT_ARGB2101010, 4, { 20, 10 }, { 10, 10 }, { 0, 10 } },
	{ WL_SHM_FORMAT_XBGR2101010, 4, { 0, 10 }, { 10, 10 }, { 20, 10 } },
	{ WL_SHM_FORMAT_ABGR2101010, 4, { 0, 10 }, { 10, 10 }, { 20, 10 } },
	{ WL_SHM_FORMAT_RGB888, 3, { 16, 8 }, { 8, 8 }, { 0, 8 } },
	{ WL_SHM_FORMAT_BGR888, 3, { 0, 8 }, { 8, 8 }, { 16, 8 } },
	{ WL_SHM_FORMAT_RGB565, 2, { 11, 5 }, { 5, 6 }, { 0, 5 } },
};

static const struct kind *find_kind(const struct wlink_buffer *buffer,
				    struct problem *problem)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].format == buffer->format &&
		    buffer->stride >=
			    (size_t)buffer->width * (size_t)kinds[i].bytes)
			return &kinds[i];
	problem_set(problem, PROBLEM_ENVIRONMENT,
		    "the compositor's pixel format is unknown: '0x%08x'",
		    buffer->format);
	return NULL;
}

static uint32_t channel_of(uint32_t value, const struct channel *channel)
{
	uint32_t top = (1u << channel->bits) - 1;

	return ((value >> channel->shift & top) * 255 + top / 2) / top;
}

/* Which of the buffer's pixels is pixel 0,0 as people see it, and which are the
 * next ones in its row and its column. */
struct walk {
	long x, y, right_x, right_y, down_x, down_y;
};

/* By the transform that a compositor lays over the picture: first mirrored,
 * then turned counter-clockwise. */
static struct walk walk_of(const struct wayland_pixels *pixels)
{
	long w = pixels->buffer->width, h = pixels->buffer->height;
	struct walk walk;

	switch (pixels->transform) {
	default:
		walk = (struct walk){ 0, 0, 1, 0, 0, 1 };
		break;
	case WL_OUTPUT_TRANSFORM_90:
		walk = (struct walk){ 0, h - 1, 0, -1, 1, 0 };
		break;
	case WL_OUTPUT_TRANSFORM_180:
		walk = (struct walk){ w - 1, h - 1, -1, 0, 0, -1 };
		break;
	case WL_OUTPUT_TRANSFORM_270:
		walk = (struct walk){ w - 1, 0, 0, 1, -1, 0 };
		break;
	case WL_OUTPUT_TRANSFORM_FLIPPED:
		walk = (struct walk){ w - 1, 0, -1, 0, 0, 1 };
		break;
	case WL_OUTPUT_TRANSFORM_FLIPPED_90:
		walk = (struct walk){ 0, 0, 0, 1, 1, 0 };
		break;
	case WL_OUTPUT_TRANSFORM_FLIPPED_180:
		walk = (struct walk){ 0, h - 1, 1, 0, 0, -1 };
		break;
	case WL_OUTPUT_TRANSFORM_FLIPPED_270:
		walk = (struct walk){ w - 1, h - 1, 0, -1, -1, 0 };
		break;
	}
	if (pixels->upside_down) {
		walk.y = h - 1 - walk.y;
		walk.right_y = -walk.right_y;
		walk.down_y = -walk.down_y;
	}
	return walk;
}

/* 0 beyond the buffer: outputs may change while they are captured. */
static uint32_t pixel_at(const struct wlink_buffer *buffer,
			 const struct kind *kind, const struct walk *walk,
			 int px_x, int px_y)
{
	long x = walk->x + walk->right_x * px_x + walk->down_x * px_y;
	long y = walk->y + walk->right_y * px_x + walk->down_y * px_y;
	const unsigned char *bytes = (const unsigned char *)buffer->pixels;
	uint32_t value = 0;

	if (x < 0 || y < 0 || x >= buffer->width || y >= buffer->height)
		return 0;
	/* formats of shared memory are little-endian */
	bytes += (size_t)y * buffer->stride + (size_t)x * (size_t)kind->bytes;
	for (int i = 0; i < kind->bytes; i++)
		value |= (uint32_t)bytes[i] << 8 * i;
	if (kind == kinds)
		return value & 0xffffff;
	return channel_of(value, &kind->red) << 16 |
	       channel_of(value, &kind->green) << 8 |
	       channel_of(value, &kind->blue);
}

/* Our own kind of pixel, neither turned nor resized: row by row. Returns false
 * where it is another. */
static bool copy_rows(const struct wlink_buffer *buffer,
		      const struct kind *kind, const struct walk *walk,
		      const struct box *part, struct image *to,
		      const struct point *at)
{
	const struct box whole = { 0, 0, buffer->width, buffer->height };

	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || kind->bytes != 4 ||
	    kind->red.shift != 16 || kind->red.bits != 8 ||
	    walk->right_x != 1 || walk->down_x || !box_is_within(part, &whole))
		return false;
	for (int y = 0; y < part->height; y++) {
		long row = walk->y + walk->down_y * (part->y + y);

		memcpy(image_row(to, (int)at->y + y) + (int)at->x,
		       (const char *)buffer->pixels +
			       (size_t)row * buffer->stride +
			       (size_t)part->x * sizeof(uint32_t),
		       (size_t)part->width * sizeof(uint32_t));
	}
	return true;
}

int wayland_pixels_copy(const struct wayland_pixels *pixels,
			const struct box *part, struct image *to,
			const struct point *at, struct problem *problem)
{
	const struct kind *kind = find_kind(pixels->buffer, problem);
	struct walk walk = walk_of(pixels);

	if (!kind)
		return -1;
	if (copy_rows(pixels->buffer, kind, &walk, part, to, at))
		return 0;
	for (int y = 0; y < part->height; y++) {
		uint32_t *row = image_row(to, (int)at->y + y) + (int)at->x;

		for (int x = 0; x < part->width; x++)
			row[x] = pixel_at(pixels->buffer, kind, &walk,
					  part->x + x, part->y + y);
	}
	return 0;
}

/* `share` of b, in 256ths; two channels at a time. */
static uint32_t mix(uint32_t a, uint32_t b, uint32_t share)
{
	uint32_t rest = 256 - share;
	uint32_t red_blue = (a & 0xff00ff) * rest + (b & 0xff00ff) * share;
	uint32_t green = (a & 0xff00) * rest + (b & 0xff00) * share;

	return ((red_blue + 0x800080) >> 8 & 0xff00ff) |
	       ((green + 0x8000) >> 8 & 0xff00);
}

/* Between which two of `from` pixels lies the middle of pixel `at`, where they
 * are made `to` many? Returns the first, *share is that of the second one. */
static int between(int at, int from, int to, uint32_t *share)
{
	double middle = fmax(0, (at + 0.5) * from / to - 0.5);
	int first = (int)middle;

	*share = (uint32_t)((middle - first) * 256);
	return first < from ? first : from - 1;
}

int wayland_pixels_resize(const struct wayland_pixels *pixels,
			  const struct box *whole, const struct box *part,
			  struct image *to, const struct point *at,
			  struct problem *problem)
{
	const struct wlink_buffer *buffer = pixels->buffer;
	const struct kind *kind = find_kind(buffer, problem);
	bool turned = pixels->transform & WL_OUTPUT_TRANSFORM_90;
	int width = turned ? buffer->height : buffer->width;
	int height = turned ? buffer->width : buffer->height;
	struct walk walk = walk_of(pixels);

	if (!kind)
		return -1;
	for (int y = 0; y < part->height; y++) {
		uint32_t down, across;
		int top = between(part->y + y, height, whole->height, &down);
		int below = top + 1 < height ? top + 1 : top;
		uint32_t *row = image_row(to, (int)at->y + y) + (int)at->x;

		for (int x = 0; x < part->width; x++) {
			int left = between(part->x + x, width, whole->width,
					   &across);
			int right = left + 1 < width ? left + 1 : left;
			uint32_t upper =
				mix(pixel_at(buffer, kind, &walk, left, top),
				    pixel_at(buffer, kind, &walk, right, top),
				    across);
			uint32_t lower =
				mix(pixel_at(buffer, kind, &walk, left, below),
				    pixel_at(buffer, kind, &walk, right, below),
				    across);

			row[x] = mix(upper, lower, down);
		}
	}
	return 0;
}
