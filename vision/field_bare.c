#include "field_bare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* So much above and below the field is looked at, in its heights: a border
 * takes an eighth of it, digits do not lie over more than that. */
#define ROOM 0.25
/* The borders are seen beside the number: within this share of the field's
 * width at both ends. Four digits leave as much. */
#define BESIDE 0.1
enum { BESIDE_LEAST = 3 };
/* Fields are drawn so high, in pixels, where they are lower, and at most so
 * large. */
#define HIGH_LEAST 40.0
enum { ROWS_MOST = 300, COLUMNS_MOST = 1000, LEVELS = 256 };
/* Paper is seen in this share of the field's height, in the middle of it. */
#define PAPER_SHARE 0.4
/* A border stands out from the paper by this share of what stands out most,
 * and by so many levels: more than noise. */
#define BORDER_SHARE 0.35
#define BORDER_LEAST 12.0
/* What stands out from the border by so many times that, and by so many
 * levels, is ink over it. */
#define OVER_SHARE 0.8
#define OVER_LEAST 40.0
/* Both ways are as sure as this. */
#define SURE 0.9

enum hidden { HIDDEN_BETWEEN, HIDDEN_NEAREST, HIDDENS };

struct bare {
	struct plane seen, plane; /* as it is, and without its borders */
	struct homography to_px;
	struct place place;     /* all of it, in units of the field's frame */
	int ends[ROWS_MOST][2]; /* levels at both ends of each row */
	bool border[ROWS_MOST];
	int paper;
	double over;
};

/* The field and the room above and below it, in as many pixels a unit as in
 * the picture, or more. */
static int draw(struct bare *bare, const struct plane *grey,
		const struct place *field)
{
	const struct extent *e = &field->extent;
	struct point middle = { (e->left + e->right) / 2,
				(e->top + e->bottom) / 2 };
	double stretch = place_stretch(field);
	double unit =
		homography_scale(&field->frame_to_px, middle) / sqrt(stretch);
	double height = (e->bottom - e->top) * stretch * unit;
	double scale = unit * fmax(1, HIGH_LEAST / height);
	double room = ROOM * (e->bottom - e->top);
	double columns = (e->right - e->left) * scale;
	double rows = (e->bottom - e->top + 2 * room) * scale * stretch;
	struct homography to_frame = {
		{ 1 / scale, 0, e->left + 0.5 / scale, 0, 1 / scale / stretch,
		  e->top - room + 0.5 / scale / stretch, 0, 0, 1 }
	};

	/* also where one is not a number */
	if (!(columns >= 2 * BESIDE_LEAST && columns < COLUMNS_MOST) ||
	    !(rows >= 1 && rows < ROWS_MOST) ||
	    plane_init(&bare->seen, (int)columns, (int)rows) < 0 ||
	    plane_init(&bare->plane, (int)columns, (int)rows) < 0)
		return -1;
	bare->to_px = homography_compose(&to_frame, &field->frame_to_px);
	for (int y = 0; y < bare->seen.height; y++)
		for (int x = 0; x < bare->seen.width; x++) {
			struct point px = homography_apply(
				&bare->to_px, (struct point){ x, y });

			plane_row(&bare->seen, y)[x] =
				(uint8_t)(plane_sample(grey, px.x, px.y) + 0.5);
		}
	bare->place.extent = (struct extent){ e->left, e->top - room, e->right,
					      e->bottom + room };
	return homography_inverse(&to_frame, &bare->place.frame_to_px);
}

static int median_of(const uint8_t *levels, int count)
{
	int histogram[LEVELS] = { 0 }, level = 0;

	for (int i = 0; i < count; i++)
		histogram[levels[i]]++;
	for (int seen = histogram[0]; 2 * seen < count && level < LEVELS - 1;)
		seen += histogram[++level];
	return level;
}

/* What is seen at both ends of the rows, and which of them are a border's.
 * Returns false where none is. */
static bool find_borders(struct bare *bare)
{
	int width = bare->seen.width, height = bare->seen.height, count = 0;
	int ends = (int)fmax(BESIDE_LEAST, BESIDE * width);
	double half = PAPER_SHARE / 2 * height / (1 + 2 * ROOM), most = 0;
	uint8_t papers[2 * ROWS_MOST];
	double off[ROWS_MOST];
	bool any = false;

	for (int y = 0; y < height; y++) {
		const uint8_t *row = plane_row(&bare->seen, y);

		bare->ends[y][0] = median_of(row, ends);
		bare->ends[y][1] = median_of(row + width - ends, ends);
		for (int i = 0; i < 2 && fabs(y + 0.5 - height / 2.0) < half;
		     i++)
			papers[count++] = (uint8_t)bare->ends[y][i];
	}
	bare->paper = median_of(papers, count);
	for (int y = 0; y < height; y++) {
		off[y] = fabs((bare->ends[y][0] + bare->ends[y][1]) / 2.0 -
			      bare->paper);
		most = fmax(most, off[y]);
	}
	for (int y = 0; y < height; y++) {
		double least = fmax(BORDER_LEAST, BORDER_SHARE * most);

		bare->border[y] = off[y] > least || (y && off[y - 1] > least) ||
				  (y + 1 < height && off[y + 1] > least);
		any = any || bare->border[y];
	}
	bare->over = fmax(OVER_LEAST, OVER_SHARE * most);
	return any;
}

/* What of a pixel is not the field's: -1 where a border hides it. */
static int bare_level(const struct bare *bare, int x, int y)
{
	const int *ends = bare->ends[y];
	int level = plane_row(&bare->seen, y)[x];
	int off = level - ends[0] -
		  (ends[1] - ends[0]) * x / (bare->seen.width - 1);

	if (bare->border[y])
		return abs(off) > bare->over ? level : -1;
	off += bare->paper;
	return off < 0 ? 0 : off > LEVELS - 1 ? LEVELS - 1 : off;
}

/* Takes the borders away from a column. */
static void take_away(struct bare *bare, int x, enum hidden hidden)
{
	int height = bare->seen.height, levels[ROWS_MOST];

	for (int y = 0; y < height; y++)
		levels[y] = bare_level(bare, x, y);
	for (int y = 0, before = -1; y < height; y++) {
		int after = y, from, to;

		while (after < height && levels[after] < 0)
			after++;
		if (after == y)
			before = y;
		from = before < 0 ? bare->paper : levels[before];
		to = after == height ? bare->paper : levels[after];
		if (hidden == HIDDEN_NEAREST)
			from = y - before < after - y ? from : to;
		else if (abs(to - bare->paper) < abs(from - bare->paper))
			from = to;
		plane_row(&bare->plane, y)[x] = (uint8_t)from;
	}
}

/* Of a box of the bare field that in the picture. */
static struct box find_px_box(const struct bare *bare, const struct box *box)
{
	struct extent px = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };

	for (int i = 0; i < 4; i++) {
		struct point at = { box->x + (i & 1 ? box->width - 1 : 0),
				    box->y + (i & 2 ? box->height - 1 : 0) };

		at = homography_apply(&bare->to_px, at);
		px.left = fmin(px.left, at.x);
		px.top = fmin(px.top, at.y);
		px.right = fmax(px.right, at.x);
		px.bottom = fmax(px.bottom, at.y);
	}
	return (struct box){ (int)px.left, (int)px.top,
			     (int)(px.right - px.left) + 1,
			     (int)(px.bottom - px.top) + 1 };
}

bool field_bare_read(struct glyphs *glyphs, const struct plane *grey,
		     const struct place *field, struct number *number)
{
	struct bare *bare = alloc_array(1, sizeof *bare);
	bool found = bare && draw(bare, grey, field) == 0 && find_borders(bare);
	struct number ways[HIDDENS];

	for (int i = 0; i < HIDDENS && found; i++) {
		for (int x = 0; x < bare->seen.width; x++)
			take_away(bare, x, (enum hidden)i);
		number_read_place(glyphs, &bare->plane, &bare->place, &ways[i]);
		found = ways[i].value >= 0 && !ways[i].cut &&
			ways[i].confidence > SURE &&
			ways[i].value == ways[0].value;
	}
	if (found) {
		*number = ways[ways[1].confidence < ways[0].confidence];
		number->px_box = find_px_box(bare, &number->px_box);
	}
	if (bare) {
		plane_fini(&bare->seen);
		plane_fini(&bare->plane);
	}
	free(bare);
	return found;
}
