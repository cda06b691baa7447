#include "spot_piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rectify.h"

enum {
	SIDE = SPOT_PIECE,
	/* Of the spots these are plain: a quarter, as more than half are in
	 * most panels, but two, so that none tells of itself alone, and no more
	 * than cost little. */
	PLAIN_SHARE = 4,
	PLAIN_LEAST = 2,
	PLAIN_MOST = 12,
	SPOTS_MOST = PANEL_SPAN_MAX * PANEL_SPAN_MAX,
};
/* What lies at a spot shows within so much of it, cells, and within so much of
 * the line's half width. */
#define NEAR_SPOT 0.3
#define WITHIN_LINE 0.5

static const int ways[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
				{ -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };

enum spot_class spot_end_class(int dx, int dy, bool upright)
{
	int across = upright ? dy : dx, down = upright ? dx : dy;

	for (int k = 0; k < 8; k++)
		if (ways[k][0] == across && ways[k][1] == down)
			return (enum spot_class)(SPOT_END + k);
	return SPOT_PLAIN;
}

void spot_end_way(enum spot_class class, bool upright, int *dx, int *dy)
{
	const int *way = ways[class - SPOT_END];

	*dx = way[upright];
	*dy = way[!upright];
}

static bool is_upright(int x, int y)
{
	return !(x & 1) && (y & 1);
}

/* Pixel i of the piece around a spot, so turned that an edge lies. */
static struct colour piece_pixel(const struct sheet *sheet, int x, int y, int i)
{
	int across = i % SIDE, down = i / SIDE;
	int left = SHEET_CELL * (x + 2 * SHEET_MARGIN) / 2 - SIDE / 2;
	int top = SHEET_CELL * (y + 2 * SHEET_MARGIN) / 2 - SIDE / 2;

	return is_upright(x, y) ? sheet_pixel(sheet, left + down, top + across)
				: sheet_pixel(sheet, left + across, top + down);
}

/* The mean ground of the cells around it. */
static struct colour ground_at(const struct sheet *sheet, int x, int y)
{
	struct colour sum = { 0, 0, 0 };
	float count = 0;

	for (int k = 0; k < 4; k++) {
		double u = x / 2.0 + (k % 2 ? 0.25 : -0.25);
		double v = y / 2.0 + (k / 2 ? 0.25 : -0.25);
		struct colour c;

		if (u < 0 || v < 0 || u > sheet->columns || v > sheet->rows)
			continue;
		c = sheet_ground(sheet, u, v);
		sum.red += c.red;
		sum.green += c.green;
		sum.blue += c.blue;
		count++;
	}
	return (struct colour){ sum.red / count, sum.green / count,
				sum.blue / count };
}

struct plainness {
	int x, y;
	float most; /* how far it is off the line's colour, where that is most
		     */
};

static int by_most(const void *a, const void *b)
{
	float d = ((const struct plainness *)a)->most -
		  ((const struct plainness *)b)->most;

	return (d > 0) - (d < 0);
}

static float most_at(const struct sheet *sheet, int x, int y)
{
	struct colour line = sheet_line(sheet, x / 2.0, y / 2.0);
	int aside =
		(int)fmax(1, WITHIN_LINE * sheet->line_width / 2 * SHEET_CELL);
	int along = panel_is_edge(x, y) ? (int)(NEAR_SPOT * SHEET_CELL) : aside;
	float most = 0;

	for (int v = -aside; v < aside; v++)
		for (int u = -along; u < along; u++) {
			int i = (SIDE / 2 + v) * SIDE + SIDE / 2 + u;

			most = fmaxf(most, (float)colour_distance(
						   piece_pixel(sheet, x, y, i),
						   line));
		}
	return most;
}

/* Cells lie all around it. */
static bool is_inner(const struct sheet *sheet, int x, int y)
{
	return x > 0 && y > 0 && x < 2 * sheet->columns && y < 2 * sheet->rows;
}

static void add_plain(const struct sheet *sheet, int x, int y, float share,
		      struct colour *plain)
{
	struct colour line = sheet_line(sheet, x / 2.0, y / 2.0);

	for (int i = 0; i < SPOT_PIXELS; i++) {
		struct colour c = piece_pixel(sheet, x, y, i);

		plain[i].red += share * (c.red - line.red);
		plain[i].green += share * (c.green - line.green);
		plain[i].blue += share * (c.blue - line.blue);
	}
}

/* Of the inner ones, where there are two. */
static void find(const struct sheet *sheet, bool vertex, struct colour *plain)
{
	struct plainness spots[SPOTS_MOST];
	int count = 0, inner = 0, used;

	for (int pass = 0; pass < 2 && inner < PLAIN_LEAST; pass++) {
		count = 0;
		for (int y = 0; y <= 2 * sheet->rows; y++)
			for (int x = 0; x <= 2 * sheet->columns; x++) {
				if (!(vertex ? panel_is_vertex(x, y)
					     : panel_is_edge(x, y)) ||
				    (pass == 0 && !is_inner(sheet, x, y)))
					continue;
				spots[count++] = (struct plainness){
					x, y, most_at(sheet, x, y)
				};
			}
		inner = count;
	}
	qsort(spots, (size_t)count, sizeof *spots, by_most);
	used = count / PLAIN_SHARE;
	used = used < PLAIN_LEAST ? PLAIN_LEAST : used;
	used = used > PLAIN_MOST ? PLAIN_MOST : used;
	used = used < count ? used : count;
	memset(plain, 0, SPOT_PIXELS * sizeof *plain);
	for (int k = 0; k < used; k++)
		add_plain(sheet, spots[k].x, spots[k].y, 1 / (float)used,
			  plain);
}

void spot_plain_find(const struct sheet *sheet, struct spot_plain *plain)
{
	find(sheet, false, plain->edge);
	find(sheet, true, plain->vertex);
}

void spot_piece_take(const struct sheet *sheet, const struct spot_plain *plain,
		     int x, int y, struct colour *pixels,
		     struct spot_piece *piece)
{
	bool vertex = panel_is_vertex(x, y), turned = is_upright(x, y);

	for (int i = 0; i < SPOT_PIXELS; i++)
		pixels[i] = piece_pixel(sheet, x, y, i);
	*piece = (struct spot_piece){
		.pixels = pixels,
		.plain = vertex ? plain->vertex : plain->edge,
		.line = sheet_line(sheet, x / 2.0, y / 2.0),
		.ground = ground_at(sheet, x, y),
		.vertex = vertex,
		.px_cell = (float)sheet->px_cell,
		.line_width = (float)sheet->line_width,
	};
	piece->beyond[turned] = x == 0;
	piece->beyond[!turned] = y == 0;
	piece->beyond[2 + turned] = x == 2 * sheet->columns;
	piece->beyond[2 + !turned] = y == 2 * sheet->rows;
}
