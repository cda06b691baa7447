/* Panels around a pillar: the visible side of an upright cylinder, unrolled
 * into a flat picture.
 *
 * A cylinder of radius 1, seen from k radii away: what lies at the angle t
 * from the middle is drawn at
 *
 *   x = cx + s sin t / (k - cos t)
 *   y = cy + (k - 1) Y / (k - cos t)
 *
 * with Y the height in pixels where t is 0. The silhouettes give cx and s;
 * k and cy are those for which the rows of lines become straight. Cells that
 * stand above each other say where the pillar is and where its columns are. */
#ifndef PILLAR_H
#define PILLAR_H

#include <stdint.h>

#include "geometry.h"
#include "image.h"
#include "page.h"
#include "problem.h"

/* Radians from the middle: farther out the side is seen too narrowly to be
 * unrolled, or for the middle of a cell to be read. */
#define PILLAR_REACH 1.38
#define PILLAR_SEEN 1.12

/* Columns of cells around it; fewer are not told from flat panels. */
enum { PILLAR_COLUMNS_LEAST = 3, PILLAR_COLUMNS_MOST = 16 };

struct pillar {
	double px_middle;      /* cx */
	double px_scale;       /* s */
	double px_level;       /* cy: where the camera looks level */
	double px_centre;      /* the row in which cx and s hold */
	double lean, taper;    /* change of cx, and of s as a share, a row */
	double distance;       /* k, radii */
	double top, low;       /* rows of the picture that its cells span */
	int columns, rows;     /* cells around, and above each other */
	double around;         /* the same before it is made whole */
	double middle;         /* angle of the cells before the camera */
	double first, pitch;   /* an upright line's angle, to the next */
	double first_row, row; /* Y of the topmost line, to the next */

	/* What this comes from: the sides of the cells before the camera and
	 * of a line beside them, where the topmost line lies there, how far it
	 * is to the next; half the pillar's width. */
	double px_cell[2], px_line[2], px_top, px_row, px_radius;
	/* grey levels by which cells differ from what is left and right of it
	 */
	double contrast[2];
	/* how much straighter the rows are around it than on a flat board,
	 * a factor */
	double bend;
};

/* Where a pillar stands, the tallest; false where nothing looks so. */
bool pillar_find(const struct page *page, struct pillar *pillar);

/* Leaves out one side of a pillar, and what was taken for panels there, where
 * no puzzle was surely read: its rows are bent, its columns narrower towards
 * the sides. Of the 192 views of 49 pillars on which its bounds were chosen 178
 * are told, and 2 of 877 pictures of other things. */
struct sighting_list;
void pillar_leave_out(const struct page *page, struct sighting_list *list);

/* The same pillar from another side, where no cells tell of it: as `like`, with
 * silhouettes of its own. False where nothing stands there. */
bool pillar_find_like(const struct image *image, const struct pillar *like,
		      struct pillar *pillar);

/* Can it be looked at from there? Not from nearly within, nor from so far away
 * that nothing tells how far, nor from high above. */
bool pillar_may_stand(const struct pillar *pillar, double distance,
		      double px_level);

/* Takes another distance and level, as known from other views of the same
 * pillar; false where columns do not come out even. */
bool pillar_settle(struct pillar *pillar, double distance, double px_level);

/* Takes another number of columns, as most views tell; false where a pillar has
 * no such number. */
bool pillar_divide(struct pillar *pillar, int columns);

/* A box around it. */
struct quad pillar_px_corners(const struct pillar *pillar);

/* Pixels of a radian in the middle. */
double pillar_px_radian(const struct pillar *pillar);
/* Picture pixels of an angle and a height Y, and back for x. */
struct point pillar_project(const struct pillar *pillar, double t, double y);
double pillar_angle(const struct pillar *pillar, double px_x);

/* One of the pictures around a pillar, once the panel on it is known. */
struct pillar_view {
	struct pillar pillar;
	double turn; /* angle of the panel's column 0; NAN: not seen in it */
	bool fits;   /* shows one pillar with the others */
};

/* Views of one pillar, in any order, as one panel that goes around (a
 * cylinder). Its places in a picture are not set, no picture shows it whole:
 * `views`, one for each picture, or NULL, tells where the panel lies in it.
 * Returns 0 with the sighting appended, or -1 where `count` is not 1 ..
 * PILLAR_VIEWS_MOST or those views that show one pillar do not show all of it:
 * then `problem` has how much they show and `views` what fits. Where all is
 * seen without one of the views it is appended as a doubt. */
enum { PILLAR_VIEWS_MOST = 6 };
struct sighting_list;
int pillar_join(const struct image *const *images, int count,
		struct sighting_list *list, struct pillar_view *views,
		struct problem *problem);

/* Where a place of the panel, in cells, lies in the picture, and how many
 * pixels a cell is high there; false where it lies too far to the side to be
 * followed, or behind. */
bool pillar_view_place(const struct pillar_view *view, struct point cell,
		       struct point *px, double *px_cell);

/* The picture's colour between pixels; black outside. */
uint32_t pillar_sample(const struct image *image, struct point at);

#endif
