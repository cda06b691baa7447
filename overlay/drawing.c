#include "drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Rings: their line in cells, and around what is large to their radius. */
static const double OUTLINE_CELLS = 0.06, RING_LINE = 0.08;

static const struct draw_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) [FAMILY_##id] = &draw_##id,
#include "families.def"
#undef FAMILY
};

const struct draw_family *draw_family(enum family family)
{
	return families[family];
}

void drawing_init(struct drawing *drawing, double columns, double rows)
{
	*drawing = (struct drawing){ .columns = columns, .rows = rows };
}

void drawing_fini(struct drawing *drawing)
{
	for (size_t i = 0; i < drawing->count; i++)
		free(drawing->marks[i].points);
	free(drawing->marks);
	drawing_init(drawing, 0, 0);
}

static int add(struct drawing *drawing, struct mark mark,
	       const struct point *points, size_t count)
{
	if (alloc_grow(&drawing->marks, &drawing->capacity, drawing->count + 1,
		       sizeof *drawing->marks) < 0)
		return -1;
	mark.points = alloc_array(count, sizeof *mark.points);
	if (!mark.points)
		return -1;
	memcpy(mark.points, points, count * sizeof *points);
	mark.point_count = count;
	mark.step = drawing->step;
	drawing->marks[drawing->count++] = mark;
	return 0;
}

int drawing_line(struct drawing *drawing, int ink, double width,
		 const struct point *points, size_t count)
{
	struct mark mark = { .kind = MARK_LINE, .ink = ink, .width = width };

	return add(drawing, mark, points, count);
}

int drawing_area(struct drawing *drawing, int ink, const struct point *points,
		 size_t count)
{
	struct mark mark = { .kind = MARK_AREA, .ink = ink };

	return add(drawing, mark, points, count);
}

int drawing_solid(struct drawing *drawing, int ink, const struct point *points,
		  size_t count)
{
	struct mark mark = { .kind = MARK_AREA, .ink = ink, .solid = true };

	return add(drawing, mark, points, count);
}

int drawing_ring(struct drawing *drawing, int ink, struct point centre,
		 double radius)
{
	struct mark mark = { .kind = MARK_RING, .ink = ink, .width = radius };

	return add(drawing, mark, &centre, 1);
}

double drawing_ring_line(const struct mark *ring)
{
	return fmax(OUTLINE_CELLS, RING_LINE * ring->width);
}

int drawing_disc(struct drawing *drawing, int ink, struct point centre,
		 double radius)
{
	const struct point points[2] = { centre, centre };

	return drawing_line(drawing, ink, 2 * radius, points, 2);
}

int drawing_text(struct drawing *drawing, int ink, struct point centre,
		 double height, const char *text)
{
	struct mark mark = { .kind = MARK_TEXT, .ink = ink, .width = height };

	snprintf(mark.text, sizeof mark.text, "%s", text);
	return add(drawing, mark, &centre, 1);
}

int drawing_number(struct drawing *drawing, int ink, struct point centre,
		   struct drawing_size size, int number)
{
	struct mark mark = { .kind = MARK_TEXT,
			     .ink = ink,
			     .width = size.height,
			     .digit_width = size.digit_width };

	snprintf(mark.text, sizeof mark.text, "%d", number);
	return add(drawing, mark, &centre, 1);
}

int drawing_path(struct drawing *drawing, const struct mark *like,
		 const struct point *points, size_t count)
{
	struct mark mark = { .kind = MARK_LINE,
			     .ink = like->ink,
			     .width = like->width,
			     .stride = like->stride };

	return add(drawing, mark, points, count);
}

void drawing_set_step(struct drawing *drawing, int step)
{
	drawing->step = step;
}

static double length_of(const struct mark *mark)
{
	double length = 0;

	for (size_t i = 1; i < mark->point_count; i++)
		length += point_distance(mark->points[i - 1], mark->points[i]);
	return length;
}

/* The first step at which all of it is seen. */
static int last_step(const struct mark *mark)
{
	double strides;

	if (mark->kind != MARK_LINE || !(mark->stride > 0))
		return mark->step;
	/* less than a thousandth of a stride is rounding */
	strides = ceil(length_of(mark) / mark->stride - 1e-3);
	return mark->step + (strides > 1 ? (int)strides - 1 : 0);
}

int drawing_next_step(const struct drawing *drawing)
{
	if (!drawing->count)
		return 0;
	return last_step(&drawing->marks[drawing->count - 1]) + 1;
}

int drawing_steps(const struct drawing *drawing)
{
	int steps = 0;

	for (size_t i = 0; i < drawing->count; i++) {
		int last = last_step(&drawing->marks[i]);

		steps = last + 1 > steps ? last + 1 : steps;
	}
	return steps;
}

/* Cuts a line off after so many cells. */
static void cut(struct mark *mark, double length)
{
	for (size_t i = 1; i < mark->point_count; i++) {
		struct point *from = &mark->points[i - 1];
		struct point *to = &mark->points[i];
		double here = point_distance(*from, *to);

		if (here >= length) {
			*to = point_mix(*from, *to,
					here > 0 ? length / here : 1);
			mark->point_count = i + 1;
			return;
		}
		length -= here;
	}
}

int drawing_copy_steps(const struct drawing *from, int steps,
		       struct drawing *to)
{
	drawing_init(to, from->columns, from->rows);
	for (size_t i = 0; i < from->count; i++) {
		const struct mark *mark = &from->marks[i];

		if (mark->step >= steps)
			continue;
		to->step = mark->step;
		if (add(to, *mark, mark->points, mark->point_count) < 0) {
			drawing_fini(to);
			return -1;
		}
		if (last_step(mark) >= steps)
			cut(&to->marks[to->count - 1],
			    mark->stride * (steps - mark->step));
	}
	return 0;
}

/* A line is followed in steps of so many cells, a ring in so many: bent lines
 * still look round. */
static const double BEND_STEP = 0.05;
enum { BEND_RING = 48 };

struct bend {
	drawing_place place;
	const void *data;
	struct drawing *to;
	const struct mark *mark;
	double width; /* cells */
	struct point *points;
	size_t count, capacity;
	double px_cell; /* at the last point */
	double walked;  /* cells of a line that grows, in this step */
};

/* What was followed so far, and is seen, becomes a line. */
static int bend_flush(struct bend *bend)
{
	struct mark mark = *bend->mark;
	size_t count = bend->count;

	bend->count = 0;
	if (count < 2)
		return 0;
	mark.kind = MARK_LINE;
	mark.width = bend->width * bend->px_cell;
	mark.stride = 0;
	return add(bend->to, mark, bend->points, count);
}

static int bend_to(struct bend *bend, struct point cell)
{
	struct point px;
	double px_cell;

	if (!bend->place(bend->data, cell, &px, &px_cell))
		return bend_flush(bend);
	if (alloc_grow(&bend->points, &bend->capacity, bend->count + 1,
		       sizeof *bend->points) < 0)
		return -1;
	bend->px_cell = px_cell;
	bend->points[bend->count++] = px;
	return 0;
}

static int bend_line(struct bend *bend)
{
	const struct mark *mark = bend->mark;
	int failed = bend_to(bend, mark->points[0]);

	for (size_t i = 1; i < mark->point_count; i++) {
		struct point from = mark->points[i - 1], to = mark->points[i];
		int steps = (int)ceil(point_distance(from, to) / BEND_STEP) + 1;

		for (int k = 1; k <= steps; k++) {
			struct point last =
				point_mix(from, to, (k - 1.0) / steps);

			/* what grows goes on as another line, a step later;
			 * rounding is as in last_step */
			if (mark->stride > 0 &&
			    bend->walked >= (1 - 1e-3) * mark->stride) {
				failed |= bend_flush(bend);
				bend->to->step++;
				bend->walked -= mark->stride;
				failed |= bend_to(bend, last);
			}
			failed |= bend_to(
				bend, point_mix(from, to, (double)k / steps));
			bend->walked += point_distance(from, to) / steps;
		}
	}
	return failed | bend_flush(bend);
}

static int bend_ring(struct bend *bend)
{
	const struct mark *mark = bend->mark;
	int failed = 0;

	for (int i = 0; i <= BEND_RING; i++) {
		double angle = 2 * M_PI * i / BEND_RING;
		struct point off = { mark->width * cos(angle),
				     mark->width * sin(angle) };

		failed |= bend_to(bend, point_add(mark->points[0], off));
	}
	return failed | bend_flush(bend);
}

/* A step in which nothing appears is none. */
static void close_steps(struct drawing *drawing)
{
	int steps = drawing_steps(drawing), used = 0;

	for (int step = 0; step < steps; step++) {
		bool any = false;

		for (size_t i = 0; i < drawing->count; i++)
			if (drawing->marks[i].step == step) {
				drawing->marks[i].step = used;
				any = true;
			}
		used += any;
	}
}

int drawing_bend(const struct drawing *from, drawing_place place,
		 const void *data, struct drawing *to)
{
	struct bend bend = { .place = place, .data = data, .to = to };
	int failed = 0;

	drawing_init(to, from->columns, from->rows);
	for (size_t i = 0; i < from->count; i++) {
		bend.mark = &from->marks[i];
		bend.walked = 0;
		to->step = bend.mark->step;
		if (!bend.mark->point_count)
			continue;
		if (bend.mark->kind == MARK_LINE) {
			bend.width = bend.mark->width;
			failed |= bend_line(&bend);
		} else if (bend.mark->kind == MARK_RING) {
			bend.width = drawing_ring_line(bend.mark);
			failed |= bend_ring(&bend);
		}
	}
	free(bend.points);
	close_steps(to);
	if (failed)
		drawing_fini(to);
	return failed ? -1 : 0;
}

void drawing_set_style(struct drawing *drawing, const struct mark_style *style)
{
	double width = style->width > 0 ? style->width : 1;
	double size = style->size > 0 ? style->size : 1;

	for (size_t i = 0; i < drawing->count; i++) {
		struct mark *mark = &drawing->marks[i];
		bool answers =
			mark->ink == INK_ANSWER || mark->ink == INK_SECOND;

		if (mark->ink == INK_ANSWER)
			mark->colour = style->colour;
		if (mark->ink != INK_FAINT)
			mark->opacity = style->opacity;
		if (mark->kind == MARK_LINE && answers)
			mark->width *= width;
		if (mark->kind == MARK_TEXT) {
			mark->width *= size;
			mark->digit_width *= size;
		}
	}
}
