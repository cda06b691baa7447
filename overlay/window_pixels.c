#include "window_pixels.h"

#include <X11/extensions/shape.h>
#include <stdint.h>
#include <stdlib.h>

struct pixels {
	const uint8_t *data;
	int width, height, stride;
};

static uint32_t pixel_at(const struct pixels *pixels, int x, int y)
{
	return ((const uint32_t *)(const void *)(pixels->data +
						 (size_t)y *
							 (size_t)pixels
								 ->stride))[x];
}

/* 8 bits to the bits that `mask` has. */
static unsigned long spread(uint32_t value, unsigned long mask)
{
	unsigned long top = mask;
	int shift = 0;

	if (!mask)
		return 0;
	while (!(top & 1)) {
		top >>= 1;
		shift++;
	}
	return (value * top + 127) / 255 << shift;
}

static XImage *convert(Display *display, const XVisualInfo *visual,
		       const struct pixels *pixels)
{
	XImage *image = XCreateImage(
		display, visual->visual, (unsigned)visual->depth, ZPixmap, 0,
		NULL, (unsigned)pixels->width, (unsigned)pixels->height, 32, 0);
	const Visual *v = visual->visual;
	unsigned long alpha;

	if (!image)
		return NULL;
	image->data =
		malloc((size_t)image->bytes_per_line * (size_t)image->height);
	if (!image->data) {
		XDestroyImage(image);
		return NULL;
	}
	alpha = visual->depth == 32
			? ~(v->red_mask | v->green_mask | v->blue_mask) &
				  0xffffffff
			: 0;
	for (int y = 0; y < pixels->height; y++)
		for (int x = 0; x < pixels->width; x++) {
			uint32_t p = pixel_at(pixels, x, y);

			XPutPixel(image, x, y,
				  spread(p >> 24, alpha) |
					  spread(p >> 16 & 255, v->red_mask) |
					  spread(p >> 8 & 255, v->green_mask) |
					  spread(p & 255, v->blue_mask));
		}
	return image;
}

/* Premultiplied ARGB in our own byte order is what the usual 32-bit visual
 * holds: then nothing is converted. */
static XImage *wrap(Display *display, const XVisualInfo *visual,
		    const struct pixels *pixels)
{
	const Visual *v = visual->visual;
	XImage *image;

	if (visual->depth != 32 || v->red_mask != 0xff0000 ||
	    v->green_mask != 0xff00 || v->blue_mask != 0xff)
		return convert(display, visual, pixels);
	image = XCreateImage(display, visual->visual, 32, ZPixmap, 0,
			     (char *)(uintptr_t)pixels->data,
			     (unsigned)pixels->width, (unsigned)pixels->height,
			     32, pixels->stride);
	if (image) {
		/* Xlib turns the bytes round where the server's differ */
		image->byte_order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
					    ? LSBFirst
					    : MSBFirst;
		XInitImage(image);
	}
	return image;
}

static int set_background(Display *display, Window window,
			  const XVisualInfo *visual,
			  const struct pixels *pixels)
{
	XImage *image = wrap(display, visual, pixels);
	Pixmap pixmap;
	GC gc;

	if (!image)
		return -1;
	pixmap = XCreatePixmap(display, window, (unsigned)pixels->width,
			       (unsigned)pixels->height,
			       (unsigned)visual->depth);
	gc = XCreateGC(display, pixmap, 0, NULL);
	XPutImage(display, pixmap, gc, image, 0, 0, 0, 0,
		  (unsigned)pixels->width, (unsigned)pixels->height);
	XSetWindowBackgroundPixmap(display, window, pixmap);
	XClearWindow(display, window);
	XFreeGC(display, gc);
	/* the window keeps what it needs of it */
	XFreePixmap(display, pixmap);
	if (image->data == (const char *)pixels->data)
		image->data = NULL;
	XDestroyImage(image);
	return 0;
}

/* The window's shape: the pixels at least so opaque. */
static int set_shape(Display *display, Window window,
		     const struct pixels *pixels, uint32_t opaque_min)
{
	size_t row_bytes = ((size_t)pixels->width + 7) / 8;
	uint8_t *bits = calloc(row_bytes, (size_t)pixels->height);
	Pixmap mask;

	if (!bits)
		return -1;
	for (int y = 0; y < pixels->height; y++)
		for (int x = 0; x < pixels->width; x++)
			if (pixel_at(pixels, x, y) >> 24 >= opaque_min)
				bits[(size_t)y * row_bytes + (size_t)x / 8] |=
					(uint8_t)(1u << x % 8);
	mask = XCreateBitmapFromData(display, window, (char *)bits,
				     (unsigned)pixels->width,
				     (unsigned)pixels->height);
	XShapeCombineMask(display, window, ShapeBounding, 0, 0, mask, ShapeSet);
	XFreePixmap(display, mask);
	free(bits);
	return 0;
}

int window_pixels_set(Display *display, Window window,
		      const XVisualInfo *visual, cairo_surface_t *surface,
		      bool translucent)
{
	struct pixels pixels = { cairo_image_surface_get_data(surface),
				 cairo_image_surface_get_width(surface),
				 cairo_image_surface_get_height(surface),
				 cairo_image_surface_get_stride(surface) };

	if (set_background(display, window, visual, &pixels) < 0)
		return -1;
	return set_shape(display, window, &pixels, translucent ? 1 : 128);
}
