/* Looking along a panel's lines on its sheet: profiles of edges and rays from
 * a place, all in cells. */
#ifndef PANEL_RAYS_H
#define PANEL_RAYS_H

#include <stdbool.h>

#include "sheet.h"

/* A pixel is line where it is less than half as far from the line's colour
 * as the ground. */
#define LINE_BOUND 0.5
/* Beside a line ground is looked for so far from its edge, in cells. */
#define SIDE_INSIDE 0.06

struct profile {
	double unlike[SHEET_CELL];
	struct colour half[2][SHEET_CELL]; /* left or upper side, other */
};

/* Place `t` along an edge and `a` across it. */
struct point lines_edge_point(int x, int y, bool upright, double t, double a);

/* The edge from vertex x, y to the right or, upright, down. */
void profile_take(const struct sheet *sheet, int x, int y, bool upright,
		  struct profile *profile);
/* How far what lies on the vertex at either end hides the line, sheet pixels;
 * 0 where the line begins at the vertex or is not seen beyond. */
int profile_mark(const struct profile *profile, bool far_end);
/* How far the line is seen from either end, in cells; the first `from` sheet
 * pixels are not looked at. */
double profile_reach(const struct sheet *sheet, const struct profile *profile,
		     bool far_end, int from);

/* How far line goes on from a place in a direction, in cells: up to a pixel
 * more unlike it than `bound`, or LINE_BOUND; the first `from` cells are not
 * looked at. */
double ray_reach_within(const struct sheet *sheet, struct point at,
			double angle, double from, double most, double bound);
double ray_reach(const struct sheet *sheet, struct point at, double angle,
		 double from, double most);

/* What leads from a place in a direction, from so far up to so far, cells. */
struct ray {
	double angle, from, to;
};

/* At how many of so many places along it there is ground on one side of a ray,
 * the left one (-1) or the right (1) as it goes. */
enum { RAY_SIDE_MOST = 4 };
int ray_side(const struct sheet *sheet, struct point at, const struct ray *ray,
	     int side);
/* Does what a ray found from one distance to another have ground on both
 * sides, as lines have? Darkness around a panel may have their colour. At so
 * many of eight places there is ground; at RAY_SIDES it has. */
enum { RAY_SIDES = 5 };
int ray_sides(const struct sheet *sheet, struct point at, double angle,
	      double from, double to);
bool ray_has_sides(const struct sheet *sheet, struct point at, double angle,
		   double from, double to);

/* How much the picture is blurred, by how soft the sides of its lines are:
 * standard deviation, sheet pixels; 0 where none is seen. */
double rays_blur(const struct sheet *sheet);

#endif
