#include "suko_tinted.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* What is looked at around a field, in cells of the board: cards with a word
 * before their number are twice as wide as a cell at most; in steps of this
 * share of a cell, as thin as a stroke. */
#define WINDOW_WIDE 3.2
#define WINDOW_HIGH 1.4
#define STEP 0.03
/* Fields stand no further from the board's middle than this, in cells. */
#define FAR_MOST 6.0
/* A field is of a cell's tint where it is no further from it than this, as
 * pale tints are apart; and from the page's so far at least. */
#define SAME_TINT 5.0
#define PAGE_APART 4.0
/* What is nearer to the tint than to the page's belongs to it: so near, as a
 * share of how far these are apart; but no further off than that. */
#define NEARER 0.5
#define OFF_MOST 25.0
/* The page is looked at so far around the board, in cells. */
#define PAGE_AWAY 0.25

struct window {
	const struct image *image;
	struct tint tint;
	double reach; /* what is nearer to it belongs to it */
	double left, top, step;
	int columns, rows;
	unsigned char *seen; /* [row * columns + column] */
	int *todo;
};

static const struct homography same = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };

/* The page's tint around the board: the middle one of those at its sides. */
static struct tint page_tint(const struct image *image,
			     const struct homography *cell_to_px)
{
	static const struct extent sides[] = {
		{ 0, -PAGE_AWAY - 0.1, 3, -PAGE_AWAY },
		{ 0, 3 + PAGE_AWAY, 3, 3.1 + PAGE_AWAY },
		{ -PAGE_AWAY - 0.1, 0, -PAGE_AWAY, 3 },
		{ 3 + PAGE_AWAY, 0, 3.1 + PAGE_AWAY, 3 },
	};
	struct tint tints[4];

	for (int i = 0; i < 4; i++)
		tints[i] = tint_find(image, &sides[i], cell_to_px);
	return tint_middle_one(tints, 4);
}

/* Is a point of the window of the tint? A little around it, as noise goes. */
static bool is_tinted(const struct window *window, int at)
{
	double x = window->left + (at % window->columns + 0.5) * window->step;
	double y = window->top + (at / window->columns + 0.5) * window->step;
	double half = fmax(window->step / 2, 1);
	struct extent extent = { x - half, y - half, x + half, y + half };
	struct tint tint = tint_find(window->image, &extent, &same);

	return tint_distance(&tint, &window->tint) < window->reach;
}

/* Grows from the points within the field. Returns false where it does not end
 * within the window. */
static bool grow(struct window *window, const struct field *field,
		 struct field *grown)
{
	int left = window->columns, top = window->rows, right = -1, bottom = -1;
	int count = 0;

	for (int i = 0; i < window->columns * window->rows; i++) {
		double x = window->left +
			   (i % window->columns + 0.5) * window->step;
		double y = window->top +
			   (i / window->columns + 0.5) * window->step;

		if (fabs(x - field->px_middle.x) > field->width / 2 ||
		    fabs(y - field->px_middle.y) > field->height / 2 ||
		    !is_tinted(window, i))
			continue;
		window->seen[i] = 1;
		window->todo[count++] = i;
	}
	while (count) {
		int at = window->todo[--count];
		int x = at % window->columns, y = at / window->columns;
		const int next[4] = { at - 1, at + 1, at - window->columns,
				      at + window->columns };

		if (!x || !y || x == window->columns - 1 ||
		    y == window->rows - 1)
			return false;
		left = x < left ? x : left;
		right = x > right ? x : right;
		top = y < top ? y : top;
		bottom = y > bottom ? y : bottom;
		for (int i = 0; i < 4; i++)
			if (!window->seen[next[i]]) {
				window->seen[next[i]] = 1;
				if (is_tinted(window, next[i]))
					window->todo[count++] = next[i];
			}
	}
	grown->width = (right - left + 1) * window->step;
	grown->height = (bottom - top + 1) * window->step;
	grown->px_middle.x =
		window->left + (left + right + 1) / 2.0 * window->step;
	grown->px_middle.y =
		window->top + (top + bottom + 1) / 2.0 * window->step;
	grown->fill = 1;
	grown->px_box = (struct box){
		(int)(grown->px_middle.x - grown->width / 2),
		(int)(grown->px_middle.y - grown->height / 2),
		(int)grown->width,
		(int)grown->height,
	};
	return right >= left;
}

/* Is a field grown from one of the same card known? */
static bool is_known(const struct field *found, int count,
		     const struct field *field)
{
	for (int i = 0; i < count; i++)
		if (fabs(found[i].px_middle.x - field->px_middle.x) <
			    found[i].width / 2 &&
		    fabs(found[i].px_middle.y - field->px_middle.y) <
			    found[i].height / 2)
			return true;
	return false;
}

/* Sets the window around a field that may be a part of a card. Returns false
 * where it is none. */
static bool set_window(struct window *window, const struct field *field,
		       const struct homography *px_to_cell,
		       const struct tint *cells, const struct tint *page)
{
	struct point at = homography_apply(px_to_cell, field->px_middle);
	struct extent extent = { field->px_middle.x - 0.4 * field->width,
				 field->px_middle.y - 0.4 * field->height,
				 field->px_middle.x + 0.4 * field->width,
				 field->px_middle.y + 0.4 * field->height };
	double nearest = HUGE_VAL, apart;

	if ((at.x > 0 && at.x < 3 && at.y > 0 && at.y < 3) ||
	    hypot(at.x - 1.5, at.y - 1.5) > FAR_MOST)
		return false;
	window->tint = tint_find(window->image, &extent, &same);
	for (int i = 0; i < SUKO_CELLS; i++)
		nearest =
			fmin(nearest, tint_distance(&window->tint, &cells[i]));
	apart = tint_distance(&window->tint, page);
	window->reach = fmin(NEARER * apart, OFF_MOST);
	window->left = field->px_middle.x - window->columns * window->step / 2;
	window->top = field->px_middle.y - window->rows * window->step / 2;
	return nearest < SAME_TINT && apart > PAGE_APART;
}

int suko_tinted_find(const struct image *image,
		     const struct homography *cell_to_px,
		     const struct tint cells[SUKO_CELLS],
		     const struct field *fields, int count,
		     struct field found[SUKO_TINTED_MOST])
{
	double unit = homography_scale(cell_to_px, (struct point){ 1.5, 1.5 });
	struct tint page = page_tint(image, cell_to_px);
	struct window window = { .image = image, .step = fmax(1, STEP * unit) };
	struct homography px_to_cell;
	int known = 0, points;

	if (homography_inverse(cell_to_px, &px_to_cell) < 0)
		return 0;
	window.columns = (int)(WINDOW_WIDE * unit / window.step) + 2;
	window.rows = (int)(WINDOW_HIGH * unit / window.step) + 2;
	points = window.columns * window.rows;
	window.seen = alloc_array((size_t)points, sizeof *window.seen);
	window.todo = alloc_array((size_t)points, sizeof *window.todo);
	for (int i = 0; i < count && known < SUKO_TINTED_MOST; i++) {
		struct field *grown = &found[known];

		if (!window.seen || !window.todo)
			break;
		if (is_known(found, known, &fields[i]) ||
		    !set_window(&window, &fields[i], &px_to_cell, cells, &page))
			continue;
		for (int k = 0; k < points; k++)
			window.seen[k] = 0;
		*grown = fields[i];
		if (grow(&window, &fields[i], grown))
			known++;
	}
	free(window.seen);
	free(window.todo);
	return known;
}
