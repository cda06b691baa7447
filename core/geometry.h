/* Points, boxes, quadrilaterals and the projective maps between planes.
 * x to the right, y down. Which plane a point lies in is said by the name of
 * the variable: px_ picture pixels (the centre of the top left pixel is 0,0),
 * cell_ puzzle units, scr_ screen pixels. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include <math.h>
#include <stdbool.h>

struct point {
	double x, y;
};

/* Whole pixels: columns x .. x+width-1, rows y .. y+height-1. */
struct box {
	int x, y, width, height;
};

/* Corners clockwise from the thing's own top left. */
struct quad {
	struct point corner[4];
};

/* Maps (x, y, 1) by rows; m[8] is not always 1. */
struct homography {
	double m[9];
};

/* The smallest of these are inline: loops over pixels call them. */
static inline struct point point_add(struct point a, struct point b)
{
	struct point sum = { a.x + b.x, a.y + b.y };

	return sum;
}

static inline struct point point_sub(struct point a, struct point b)
{
	struct point difference = { a.x - b.x, a.y - b.y };

	return difference;
}

static inline struct point point_scale(struct point a, double factor)
{
	struct point scaled = { a.x * factor, a.y * factor };

	return scaled;
}

/* The point a share t of the way from a to b. */
static inline struct point point_mix(struct point a, struct point b, double t)
{
	struct point mixed = { a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };

	return mixed;
}

/* Pixels are few enough that nothing overflows, as hypot would prevent. */
static inline double point_length(struct point a)
{
	return sqrt(a.x * a.x + a.y * a.y);
}

static inline double point_dot(struct point a, struct point b)
{
	return a.x * b.x + a.y * b.y;
}

static inline double point_distance(struct point a, struct point b)
{
	return point_length(point_sub(a, b));
}

static inline bool box_contains(const struct box *box, int x, int y)
{
	return x >= box->x && y >= box->y && x < box->x + box->width &&
	       y < box->y + box->height;
}

bool box_is_within(const struct box *inner, const struct box *outer);

/* Pixels that both cover. */
long box_overlap(const struct box *a, const struct box *b);
/* What two boxes share; width or height 0 where they do not touch. */
struct box box_intersect(const struct box *a, const struct box *b);
/* The smallest box around two of them; one without width counts for nothing. */
struct box box_join(const struct box *a, const struct box *b);

struct quad quad_from_box(double x, double y, double width, double height);
/* The smallest box of whole pixels around it. */
struct box quad_bounds(const struct quad *quad);
/* Signed area: positive where the corners run clockwise on the screen. */
/* Its corners moved to `share` of their distance from its middle. */
struct quad quad_shrink(const struct quad *quad, double share);
double quad_area(const struct quad *quad);
bool quad_is_convex(const struct quad *quad);
bool quad_contains(const struct quad *quad, struct point at);

/* The map that takes the corners of `from` to those of `to`. Returns 0, or -1
 * where three corners of either lie on a line. */
int homography_from_quads(const struct quad *from, const struct quad *to,
			  struct homography *map);

/* Least squares over count >= 4 pairs, coordinates normalised as by Hartley
 * ("In defense of the eight-point algorithm", 1997). Returns 0, or -1 where
 * the points do not determine a map. */
int homography_fit(const struct point *from, const struct point *to, int count,
		   struct homography *map);
/* The same where of each point of `to` only one coordinate is known and counts
 * so much; the other should be about right. NULL: both are and count alike. */
enum coordinate { COORDINATE_X, COORDINATE_Y };
struct known_part {
	enum coordinate coordinate;
	double weight;
};
int homography_fit_known(const struct point *from, const struct point *to,
			 const struct known_part *known, int count,
			 struct homography *map);
int homography_inverse(const struct homography *map,
		       struct homography *inverse);
/* first, then second */
struct homography homography_compose(const struct homography *first,
				     const struct homography *second);
static inline struct point homography_apply(const struct homography *map,
					    struct point at)
{
	const double *m = map->m;
	double w = m[6] * at.x + m[7] * at.y + m[8];

	struct point to = { (m[0] * at.x + m[1] * at.y + m[2]) / w,
			    (m[3] * at.x + m[4] * at.y + m[5]) / w };

	return to;
}

static inline struct quad homography_apply_quad(const struct homography *map,
						const struct quad *quad)
{
	struct quad mapped;

	for (int i = 0; i < 4; i++)
		mapped.corner[i] = homography_apply(map, quad->corner[i]);
	return mapped;
}

/* Picture pixels per unit around `at` (the root of the Jacobian). */
double homography_scale(const struct homography *map, struct point at);

#endif
