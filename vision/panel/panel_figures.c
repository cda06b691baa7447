#include "panel_figures.h"

#include <math.h>

#define PI 3.14159265358979323846

static struct span span_around(double middle, double half)
{
	return (struct span){ middle - half, middle + half };
}

void figure_square(const void *figure, double y, struct span_row *row)
{
	const struct figure *f = figure;
	double v = fabs(y - f->y);
	double round = 2 * f->round * f->size;
	double flat = f->size - round;
	double low = v - flat, half = f->size;

	if (v > f->size)
		return;
	if (v >= flat)
		half = flat + sqrt(fmax(0, round * round - low * low));
	span_mark(row, span_around(f->x, half));
}

void figure_star(const void *figure, double y, struct span_row *row)
{
	const struct figure *f = figure;
	double c = f->turn, s = sqrt(1 - c * c), v = y - f->y;
	struct span side = span_around(0, f->size * sqrt(0.5));
	struct span tip = span_around(0, f->size);
	struct span upright = span_around(0, 2 * f->size), slant = upright;

	span_cut(&upright, c, s * v, side);
	span_cut(&upright, -s, c * v, side);
	span_cut(&slant, c - s, (s + c) * v, tip);
	span_cut(&slant, c + s, (s - c) * v, tip);
	span_mark(row,
		  (struct span){ f->x + upright.left, f->x + upright.right });
	span_mark(row, (struct span){ f->x + slant.left, f->x + slant.right });
}

void figure_eliminator(const void *figure, double y, struct span_row *row)
{
	static const double across[3] = { 0, 0.86602540378, -0.86602540378 };
	static const double along[3] = { 1, -0.5, -0.5 };
	const struct figure *f = figure;
	double v = y - f->y;

	for (int arm = 0; arm < 3; arm++) {
		double c = across[arm], s = f->turn * along[arm];
		struct span span = span_around(0, 2 * f->size);

		span_cut(&span, c, v * s,
			 (struct span){ -0.1 * f->size, f->size });
		span_cut(&span, -s, v * c, span_around(0, f->height));
		span_mark(row,
			  (struct span){ f->x + span.left, f->x + span.right });
	}
}

void figure_triangles(const void *figure, double y, struct span_row *row)
{
	const struct figure *f = figure;
	double v = (y - f->y) / f->height;

	if (v < 0 || v > 1)
		return;
	for (int i = 0; i < f->count; i++)
		span_mark(row, span_around(f->x + i * f->turn + f->size,
					   f->size * v));
}

void figure_triangle_square(const void *figure, double y, struct span_row *row)
{
	struct figure one = *(const struct figure *)figure;

	one.count = 2;
	figure_triangles(&one, y, row);
	one.y += one.turn * one.height / (2 * one.size);
	figure_triangles(&one, y, row);
}

void tips_set(struct tips *tips, int count, double in)
{
	tips->count = count;
	for (int i = 0; i < 2 * count; i++) {
		double radius = i % 2 ? in : 1;

		tips->corner[i][0] = radius * sin(i * PI / count);
		tips->corner[i][1] = -radius * cos(i * PI / count);
	}
}

/* Where a row crosses its outline, from the left; returns how often. */
static int cross_outline(const struct tips *tips, double v, double *places)
{
	int count = 0, corners = 2 * tips->count;

	for (int i = 0; i < corners; i++) {
		const double *from = tips->corner[i];
		const double *to = tips->corner[i + 1 < corners ? i + 1 : 0];
		double place;
		int at = count;

		if ((from[1] > v) == (to[1] > v))
			continue;
		place = from[0] +
			(v - from[1]) / (to[1] - from[1]) * (to[0] - from[0]);
		for (; at && places[at - 1] > place; at--)
			places[at] = places[at - 1];
		places[at] = place;
		count++;
	}
	return count;
}

void figure_tips(const void *tips, double y, struct span_row *row)
{
	const struct tips *t = tips;
	double places[2 * TIPS_COUNT_MOST];
	int count = cross_outline(t, (y - t->y) / t->size, places);

	for (int i = 0; i + 1 < count; i += 2)
		span_mark(row, (struct span){ t->x + t->size * places[i],
					      t->x + t->size * places[i + 1] });
}

void figure_parts(const void *parts, double y, struct span_row *row)
{
	const struct parts *p = parts;

	for (int i = 0; i < p->count; i++) {
		const struct extent *box = &p->box[i];
		struct figure one = { .x = box->left,
				      .y = box->top,
				      .size = width_of(box) / 2,
				      .height = height_of(box),
				      .count = 1 };

		figure_triangles(&one, y, row);
	}
}
