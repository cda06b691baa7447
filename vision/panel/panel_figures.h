/* What symbols consist of, drawn by rows: for panel_shapes.c. Each marks the
 * points of a row, at y, that lie in it. */
#ifndef PANEL_FIGURES_H
#define PANEL_FIGURES_H

#include "mask.h"
#include "spans.h"

/* Everything that is one piece around a middle. */
struct figure {
	double x, y;
	double size; /* half width, or the length of an arm */
	double turn;
	double round; /* of a square's corners, a share of its width */
	double height;
	int count;
};

/* With rounded corners. */
void figure_square(const void *figure, double y, struct span_row *row);
/* Two squares, turned by `turn` (a cosine) and half as much again. */
void figure_star(const void *figure, double y, struct span_row *row);
/* An arm up or down (turn is -1 or 1), two to the sides; `height` is half as
 * much as they are wide. */
void figure_eliminator(const void *figure, double y, struct span_row *row);
/* `count` in a row from x on, `turn` apart, from y down. */
void figure_triangles(const void *figure, double y, struct span_row *row);
/* Four in two rows, where `height` is that of one. */
void figure_triangle_square(const void *figure, double y, struct span_row *row);

enum { TIPS_COUNT_MOST = 6 };

/* A star of `count` tips, the first one up; what is between them reaches in to
 * a share of their radius. */
struct tips {
	double x, y, size;
	int count;
	double corner[2 * TIPS_COUNT_MOST][2]; /* in shares of the radius */
};

void tips_set(struct tips *tips, int count, double in);
void figure_tips(const void *tips, double y, struct span_row *row);

/* A triangle in each box. */
struct parts {
	int count;
	struct extent box[MASK_PARTS];
};

void figure_parts(const void *parts, double y, struct span_row *row);

#endif
