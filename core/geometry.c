#include "geometry.h"

#include <math.h>
#include <string.h>

static int overlap(int a, int a_size, int b, int b_size)
{
	int low = a > b ? a : b;
	int high = a + a_size < b + b_size ? a + a_size : b + b_size;

	return high > low ? high - low : 0;
}

long box_overlap(const struct box *a, const struct box *b)
{
	return (long)overlap(a->x, a->width, b->x, b->width) *
	       overlap(a->y, a->height, b->y, b->height);
}

struct box box_intersect(const struct box *a, const struct box *b)
{
	int left = a->x > b->x ? a->x : b->x;
	int top = a->y > b->y ? a->y : b->y;

	return (struct box){ left, top, overlap(a->x, a->width, b->x, b->width),
			     overlap(a->y, a->height, b->y, b->height) };
}

struct box box_join(const struct box *a, const struct box *b)
{
	int left = a->x < b->x ? a->x : b->x;
	int top = a->y < b->y ? a->y : b->y;
	int right = a->x + a->width > b->x + b->width ? a->x + a->width
						      : b->x + b->width;
	int bottom = a->y + a->height > b->y + b->height ? a->y + a->height
							 : b->y + b->height;

	if (!a->width)
		return *b;
	if (!b->width)
		return *a;
	return (struct box){ left, top, right - left, bottom - top };
}

bool box_is_within(const struct box *inner, const struct box *outer)
{
	return inner->x >= outer->x && inner->y >= outer->y &&
	       inner->x + inner->width <= outer->x + outer->width &&
	       inner->y + inner->height <= outer->y + outer->height;
}

struct quad quad_from_box(double x, double y, double width, double height)
{
	return (struct quad){ { { x, y },
				{ x + width, y },
				{ x + width, y + height },
				{ x, y + height } } };
}

struct box quad_bounds(const struct quad *quad)
{
	double left = HUGE_VAL, top = HUGE_VAL;
	double right = -HUGE_VAL, bottom = -HUGE_VAL;

	for (int i = 0; i < 4; i++) {
		left = fmin(left, quad->corner[i].x);
		top = fmin(top, quad->corner[i].y);
		right = fmax(right, quad->corner[i].x);
		bottom = fmax(bottom, quad->corner[i].y);
	}
	return (struct box){ (int)floor(left), (int)floor(top),
			     (int)ceil(right - floor(left)),
			     (int)ceil(bottom - floor(top)) };
}

static double cross(struct point o, struct point a, struct point b)
{
	return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

struct quad quad_shrink(const struct quad *quad, double share)
{
	const struct point *c = quad->corner;
	struct point middle = point_mix(point_mix(c[0], c[2], .5),
					point_mix(c[1], c[3], .5), .5);
	struct quad small;

	for (int i = 0; i < 4; i++)
		small.corner[i] = point_mix(middle, c[i], share);
	return small;
}

double quad_area(const struct quad *quad)
{
	const struct point *c = quad->corner;

	return (cross(c[0], c[1], c[2]) + cross(c[0], c[2], c[3])) / 2;
}

bool quad_is_convex(const struct quad *quad)
{
	const struct point *c = quad->corner;
	int positive = 0;
	int negative = 0;

	for (int i = 0; i < 4; i++) {
		double turn = cross(c[i], c[(i + 1) % 4], c[(i + 2) % 4]);

		positive += turn > 0;
		negative += turn < 0;
	}
	return positive == 4 || negative == 4;
}

bool quad_contains(const struct quad *quad, struct point at)
{
	const struct point *c = quad->corner;
	bool inside = false;

	for (int i = 0, j = 3; i < 4; j = i++)
		if ((c[i].y > at.y) != (c[j].y > at.y) &&
		    at.x < (c[j].x - c[i].x) * (at.y - c[i].y) /
					    (c[j].y - c[i].y) +
				    c[i].x)
			inside = !inside;
	return inside;
}

/* The map of the unit square to a quadrilateral (Heckbert 1989,
 * "Fundamentals of texture mapping", section 2.2.3). */
static int from_unit_square(const struct quad *to, struct homography *map)
{
	const struct point *c = to->corner;
	double dx1 = c[1].x - c[2].x, dx2 = c[3].x - c[2].x;
	double dy1 = c[1].y - c[2].y, dy2 = c[3].y - c[2].y;
	double sx = c[0].x - c[1].x + c[2].x - c[3].x;
	double sy = c[0].y - c[1].y + c[2].y - c[3].y;
	double det = dx1 * dy2 - dx2 * dy1;
	double g, h;

	if (fabs(det) < 1e-12)
		return -1;
	g = (sx * dy2 - dx2 * sy) / det;
	h = (dx1 * sy - sx * dy1) / det;
	*map = (struct homography){
		{ c[1].x - c[0].x + g * c[1].x, c[3].x - c[0].x + h * c[3].x,
		  c[0].x, c[1].y - c[0].y + g * c[1].y,
		  c[3].y - c[0].y + h * c[3].y, c[0].y, g, h, 1 }
	};
	return 0;
}

/* Do three corners lie on a line, as far as doubles can tell? */
static bool is_flat(const struct quad *quad)
{
	double size = 0;

	for (int i = 0; i < 4; i++)
		size = fmax(size, point_distance(quad->corner[i],
						 quad->corner[(i + 2) % 4]));
	for (int i = 0; i < 4; i++) {
		struct point a = quad->corner[i];
		struct point b = point_sub(quad->corner[(i + 1) % 4], a);
		struct point c = point_sub(quad->corner[(i + 2) % 4], a);

		if (!(fabs(b.x * c.y - b.y * c.x) > 1e-12 * size * size))
			return true;
	}
	return false;
}

int homography_from_quads(const struct quad *from, const struct quad *to,
			  struct homography *map)
{
	struct homography a, b, back;

	if (is_flat(from) || is_flat(to))
		return -1;
	if (from_unit_square(from, &a) < 0 || from_unit_square(to, &b) < 0 ||
	    homography_inverse(&a, &back) < 0)
		return -1;
	*map = homography_compose(&back, &b);
	return 0;
}

int homography_inverse(const struct homography *map, struct homography *inverse)
{
	const double *m = map->m;
	double c0 = m[4] * m[8] - m[5] * m[7];
	double c1 = m[5] * m[6] - m[3] * m[8];
	double c2 = m[3] * m[7] - m[4] * m[6];
	double det = m[0] * c0 + m[1] * c1 + m[2] * c2;
	double size = 0;

	for (int i = 0; i < 9; i++)
		size = fmax(size, fabs(m[i]));
	if (!(fabs(det) > 1e-14 * size * size * size * 1e-3))
		return -1;
	*inverse = (struct homography){
		{ c0 / det, (m[2] * m[7] - m[1] * m[8]) / det,
		  (m[1] * m[5] - m[2] * m[4]) / det, c1 / det,
		  (m[0] * m[8] - m[2] * m[6]) / det,
		  (m[2] * m[3] - m[0] * m[5]) / det, c2 / det,
		  (m[1] * m[6] - m[0] * m[7]) / det,
		  (m[0] * m[4] - m[1] * m[3]) / det }
	};
	return 0;
}

struct homography homography_compose(const struct homography *first,
				     const struct homography *second)
{
	struct homography out;

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			double sum = 0;

			for (int k = 0; k < 3; k++)
				sum += second->m[3 * i + k] *
				       first->m[3 * k + j];
			out.m[3 * i + j] = sum;
		}
	return out;
}

double homography_scale(const struct homography *map, struct point at)
{
	double step = 1e-3;
	struct point o = homography_apply(map, at);
	struct point a =
		homography_apply(map, (struct point){ at.x + step, at.y });
	struct point b =
		homography_apply(map, (struct point){ at.x, at.y + step });

	return sqrt(fabs(cross(o, a, b))) / step;
}

/* Moves the centroid to 0 and the mean distance to sqrt(2). */
static int normalise(const struct point *points, int count,
		     struct homography *map)
{
	double x = 0, y = 0, spread = 0, scale;

	for (int i = 0; i < count; i++) {
		x += points[i].x / count;
		y += points[i].y / count;
	}
	for (int i = 0; i < count; i++)
		spread += hypot(points[i].x - x, points[i].y - y) / count;
	if (!(spread > 1e-12))
		return -1;
	scale = sqrt(2.0) / spread;
	*map = (struct homography){ { scale, 0, -scale * x, 0, scale,
				      -scale * y, 0, 0, 1 } };
	return 0;
}

/* Gauss elimination with partial pivoting, in place. */
static int solve_8(double a[8][9])
{
	for (int col = 0; col < 8; col++) {
		int best = col;

		for (int row = col + 1; row < 8; row++)
			if (fabs(a[row][col]) > fabs(a[best][col]))
				best = row;
		if (fabs(a[best][col]) < 1e-12)
			return -1;
		if (best != col) {
			double swap[9];

			memcpy(swap, a[col], sizeof swap);
			memcpy(a[col], a[best], sizeof swap);
			memcpy(a[best], swap, sizeof swap);
		}
		for (int row = 0; row < 8; row++) {
			double f = a[row][col] / a[col][col];

			if (row == col)
				continue;
			for (int k = col; k < 9; k++)
				a[row][k] -= f * a[col][k];
		}
	}
	return 0;
}

static void accumulate(double a[8][9], double weight, const double row[9])
{
	for (int i = 0; i < 8 && weight > 0; i++)
		for (int j = 0; j < 9; j++)
			a[i][j] += weight * row[i] * row[j];
}

/* How much a coordinate of the i-th pair counts. */
static double weight_of(const struct known_part *known, int i,
			enum coordinate one)
{
	if (!known)
		return 1;
	return known[i].coordinate == one ? known[i].weight : 0;
}

int homography_fit_known(const struct point *from, const struct point *to,
			 const struct known_part *known, int count,
			 struct homography *map)
{
	struct homography n_from, n_to, back, core, part;
	double a[8][9] = { { 0 } };

	if (count < 4 || normalise(from, count, &n_from) < 0 ||
	    normalise(to, count, &n_to) < 0)
		return -1;
	for (int i = 0; i < count; i++) {
		struct point p = homography_apply(&n_from, from[i]);
		struct point q = homography_apply(&n_to, to[i]);

		accumulate(a, weight_of(known, i, COORDINATE_X),
			   (double[9]){ p.x, p.y, 1, 0, 0, 0, -p.x * q.x,
					-p.y * q.x, q.x });
		accumulate(a, weight_of(known, i, COORDINATE_Y),
			   (double[9]){ 0, 0, 0, p.x, p.y, 1, -p.x * q.y,
					-p.y * q.y, q.y });
	}
	if (solve_8(a) < 0 || homography_inverse(&n_to, &back) < 0)
		return -1;
	for (int i = 0; i < 8; i++)
		core.m[i] = a[i][8] / a[i][i];
	core.m[8] = 1;
	part = homography_compose(&n_from, &core);
	*map = homography_compose(&part, &back);
	return 0;
}

int homography_fit(const struct point *from, const struct point *to, int count,
		   struct homography *map)
{
	return homography_fit_known(from, to, NULL, count, map);
}
