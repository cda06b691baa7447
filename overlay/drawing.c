#include "drawing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

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

int drawing_ring(struct drawing *drawing, int ink, struct point centre,
		 double radius)
{
	struct mark mark = { .kind = MARK_RING, .ink = ink, .width = radius };

	return add(drawing, mark, &centre, 1);
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
