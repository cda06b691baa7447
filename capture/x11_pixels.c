#include "x11_pixels.h"

#include <string.h>

/* One colour's bits in a pixel. */
struct channel {
	unsigned long mask;
	int shift;
	unsigned long top; /* the largest value */
};

static struct channel channel_of(unsigned long mask)
{
	struct channel channel = { .mask = mask };

	while (mask && !(mask & 1)) {
		mask >>= 1;
		channel.shift++;
	}
	channel.top = mask;
	return channel;
}

/* 0 .. top to 0 .. 255, rounded */
static uint32_t take(const struct channel *channel, unsigned long pixel)
{
	unsigned long value = (pixel & channel->mask) >> channel->shift;

	if (channel->top == 255)
		return (uint32_t)value;
	return (uint32_t)((value * 255 + channel->top / 2) / channel->top);
}

static unsigned long fetch(const unsigned char *at, int bytes, int order)
{
	unsigned long pixel = 0;

	for (int i = 0; i < bytes; i++)
		pixel |= (unsigned long)at[i]
			 << 8 * (order == LSBFirst ? i : bytes - 1 - i);
	return pixel;
}

static bool is_ours(const XImage *from, const Visual *visual)
{
	int native =
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? LSBFirst : MSBFirst;

	return from->bits_per_pixel == 32 && from->byte_order == native &&
	       visual->red_mask == 0xff0000 && visual->green_mask == 0xff00 &&
	       visual->blue_mask == 0xff;
}

int x11_pixels_convert(const XImage *from, const Visual *visual,
		       struct image *to, int x, int y, struct problem *problem)
{
	struct channel red = channel_of(visual->red_mask);
	struct channel green = channel_of(visual->green_mask);
	struct channel blue = channel_of(visual->blue_mask);
	int bytes = from->bits_per_pixel / 8;

	if (!red.top || !green.top || !blue.top || bytes < 2 || bytes > 4)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot read pixels of %d bits without "
				   "red, green and blue parts",
				   from->bits_per_pixel);
	for (int row = 0; row < from->height; row++) {
		const unsigned char *line =
			(const unsigned char *)from->data +
			(size_t)row * (size_t)from->bytes_per_line;
		uint32_t *out = image_row(to, y + row) + x;

		if (is_ours(from, visual)) {
			memcpy(out, line, (size_t)from->width * sizeof *out);
			continue;
		}
		for (int i = 0; i < from->width; i++) {
			unsigned long pixel = fetch(line + i * bytes, bytes,
						    from->byte_order);

			out[i] = take(&red, pixel) << 16 |
				 take(&green, pixel) << 8 | take(&blue, pixel);
		}
	}
	return 0;
}
