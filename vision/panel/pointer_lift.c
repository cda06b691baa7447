/* What lies below the pointer, once it was found. */
#include <math.h>

#include "geometry.h"
#include "pointer.h"
#include "pointer_veil.h"

/* How far from its middle the game's ring reaches, of the disc's radii (18
 * pixels of 14): where it hardly shows it may have been taken for a narrower
 * one. */
#define RING_REACH 1.29
/* A seam of fewer levels is none, and what differs by more from what lies
 * beside it is no seam, but a line or symbol that lies along it: with 40 all of
 * the 57 labelled real panels are read, with 24 one is not sure, with 16 not
 * read. */
enum { SEAM_LEVELS = 1, SEAM_MOST = 40 };

/* How far a pixel lies from the pointer's middle. */
static double radius_of(const struct pointer *pointer, double x, double y)
{
	return point_distance((struct point){ pointer->px_x, pointer->px_y },
			      (struct point){ x, y });
}

/* The middle one of a channel's nine levels about a pixel that is not on the
 * rim of the image. */
static uint32_t middle_of(const struct image *image, int x, int y, int shift)
{
	uint32_t level[9];

	for (int i = 0; i < 9; i++) {
		uint32_t now = image_row(image, y + i / 3 - 1)[x + i % 3 - 1] >>
				       shift &
			       255;
		int at = i;

		for (; at && level[at - 1] > now; at--)
			level[at] = level[at - 1];
		level[at] = now;
	}
	return level[4];
}

static double ring_reach(const struct pointer *pointer)
{
	return fmax(pointer->px_ring, RING_REACH * pointer->px_disc);
}

static uint32_t unveil(uint32_t level, const struct veil *veil)
{
	double below = (level - veil->add) / veil->gain;

	return (uint32_t)(fmin(fmax(below, 0), 255) + 0.5);
}

static struct box box_of(const struct pointer *pointer,
			 const struct image *image)
{
	double reach = fmax(ring_reach(pointer), pointer->px_halo) +
		       4 * pointer->px_soft + 3;
	int left = (int)fmax(1, pointer->px_x - reach);
	int top = (int)fmax(1, pointer->px_y - reach);
	int right = (int)fmin(image->width - 1, pointer->px_x + reach + 1);
	int bottom = (int)fmin(image->height - 1, pointer->px_y + reach + 1);

	return (struct box){ left, top, right - left, bottom - top };
}

/* Is what was taken off here so much that noise shows, or an edge that may have
 * left a seam? */
static bool is_rough(const struct pointer *pointer, double radius)
{
	double near = 2 * pointer->px_soft;

	return radius < pointer->px_ring + near ||
	       (pointer->px_halo > 0 && fabs(radius - pointer->px_halo) < near);
}

/* The radii beside the edge of the pointer within which a pixel lies, from its
 * disc's to its ring's or about its halo's; false where it lies in none. */
static bool beside_edge(const struct pointer *pointer, double radius,
			double beside[2])
{
	double near = 2 * pointer->px_soft, reach = ring_reach(pointer);
	bool on_ring =
		radius > pointer->px_disc - near && radius < reach + near;

	if (!on_ring &&
	    !(pointer->px_halo > 0 && fabs(radius - pointer->px_halo) < near))
		return false;
	beside[0] = fmax(0, (on_ring ? pointer->px_disc : pointer->px_halo) -
				    near - 1);
	beside[1] = (on_ring ? reach : pointer->px_halo) + near + 1;
	return true;
}

static uint32_t between(uint32_t level, uint32_t a, uint32_t b)
{
	uint32_t low = (a < b ? a : b), high = a < b ? b : a;

	if (level + SEAM_MOST < low || level > high + SEAM_MOST)
		return level;
	low = low < SEAM_LEVELS ? 0 : low - SEAM_LEVELS;
	return level < low                  ? low
	       : level > high + SEAM_LEVELS ? high + SEAM_LEVELS
					    : level;
}

/* A seam along an edge, brighter or darker than what lies on both sides of it,
 * is made like these. */
static uint32_t without_seam(const struct pointer *pointer,
			     const struct image *from, const struct box *box,
			     struct point px, uint32_t pixel)
{
	struct point middle = { pointer->px_x, pointer->px_y };
	double radius = point_distance(middle, px), at[2];
	uint32_t made = 0;
	int x[2], y[2];

	if (radius < 1 || !beside_edge(pointer, radius, at))
		return pixel;
	for (int i = 0; i < 2; i++) {
		struct point on = point_mix(middle, px, at[i] / radius);

		x[i] = (int)lround(on.x) - box->x;
		y[i] = (int)lround(on.y) - box->y;
		if (x[i] < 1 || y[i] < 1 || x[i] >= box->width - 1 ||
		    y[i] >= box->height - 1)
			return pixel;
	}
	for (int shift = 0; shift < 24; shift += 8)
		made |= between(pixel >> shift & 255,
				middle_of(from, x[0], y[0], shift),
				middle_of(from, x[1], y[1], shift))
			<< shift;
	return made;
}

/* Each pixel on rough parts becomes the middle one of its neighbours as `from`
 * has them, all others as they are there. */
static void smooth(const struct pointer *pointer, const struct image *from,
		   const struct box *box, struct image *image)
{
	for (int y = 1; y < box->height - 1; y++)
		for (int x = 1; x < box->width - 1; x++) {
			double radius =
				radius_of(pointer, box->x + x, box->y + y);
			uint32_t *pixel =
				image_row(image, box->y + y) + box->x + x;

			*pixel = image_row(from, y)[x];
			if (!is_rough(pointer, radius))
				continue;
			*pixel = middle_of(from, x, y, 16) << 16 |
				 middle_of(from, x, y, 8) << 8 |
				 middle_of(from, x, y, 0);
			*pixel = without_seam(
				pointer, from, box,
				(struct point){ box->x + x, box->y + y },
				*pixel);
		}
}

int pointer_lift(const struct pointer *pointer, struct image *image,
		 struct problem *problem)
{
	struct box box = box_of(pointer, image);
	struct image part = { 0 };

	if (box.width < 3 || box.height < 3)
		return 0;
	if (image_init(&part, box.width, box.height, problem) < 0)
		return -1;
	for (int y = 0; y < box.height; y++)
		for (int x = 0; x < box.width; x++) {
			uint32_t *pixel =
				image_row(image, box.y + y) + box.x + x;
			struct veil veil =
				veil_at(pointer, radius_of(pointer, box.x + x,
							   box.y + y));

			*pixel = unveil(*pixel >> 16 & 255, &veil) << 16 |
				 unveil(*pixel >> 8 & 255, &veil) << 8 |
				 unveil(*pixel & 255, &veil);
			image_row(&part, y)[x] = *pixel;
		}
	smooth(pointer, &part, &box, image);
	image_fini(&part);
	return 0;
}
