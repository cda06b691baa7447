/* What lies below the pointer, once it was found. */
#include <math.h>

#include "geometry.h"
#include "pointer.h"
#include "pointer_seam.h"
#include "pointer_veil.h"

/* A seam of fewer levels is none, and what differs by more from what lies
 * beside it is no seam, but a line or symbol that lies along it: with 12 to 25
 * pictures of 100 scenes are most like the same without a pointer, and the
 * less, the fewer lines of dim panels are taken for seams. */
enum { SEAM_LEVELS = 1, SEAM_MOST = 16 };

static uint32_t unveil(uint32_t level, const struct veil *veil)
{
	double below = (level - veil->add) / veil->gain;

	return (uint32_t)(fmin(fmax(below, 0), 255) + 0.5);
}

static struct box box_of(const struct pointer *pointer,
			 const struct image *image)
{
	double reach = fmax(seam_reach(pointer), pointer->px_halo) +
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
	struct beside beside;
	uint32_t made = 0;

	if (!seam_beside(pointer, box, px, &beside))
		return pixel;
	for (int k = 0; k < 3; k++)
		made |= between(pixel >> 8 * k & 255,
				seam_middle_of(from, beside.x[0], beside.y[0],
					       k),
				seam_middle_of(from, beside.x[1], beside.y[1],
					       k))
			<< 8 * k;
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
				seam_radius(pointer, box->x + x, box->y + y);
			uint32_t *pixel =
				image_row(image, box->y + y) + box->x + x;

			*pixel = image_row(from, y)[x];
			if (!is_rough(pointer, radius))
				continue;
			*pixel = seam_middle_of(from, x, y, 2) << 16 |
				 seam_middle_of(from, x, y, 1) << 8 |
				 seam_middle_of(from, x, y, 0);
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
	int result;

	if (box.width < 3 || box.height < 3)
		return 0;
	if (image_init(&part, box.width, box.height, problem) < 0)
		return -1;
	for (int y = 0; y < box.height; y++)
		for (int x = 0; x < box.width; x++) {
			uint32_t *pixel =
				image_row(image, box.y + y) + box.x + x;
			struct veil veil =
				veil_at(pointer, seam_radius(pointer, box.x + x,
							     box.y + y));

			*pixel = unveil(*pixel >> 16 & 255, &veil) << 16 |
				 unveil(*pixel >> 8 & 255, &veil) << 8 |
				 unveil(*pixel & 255, &veil);
			image_row(&part, y)[x] = *pixel;
		}
	result = seam_even_out(pointer, &box, &part);
	if (result == 0)
		smooth(pointer, &part, &box, image);
	image_fini(&part);
	return result;
}
