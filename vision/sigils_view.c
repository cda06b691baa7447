#include "sigils_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* View pixels a square of the frame: pieces in a tray are drawn at 0.3 to 2
 * of the frame's scale, and twelve pixels a square tell tetrominoes apart
 * with ease, while relief and texture blur away. */
#define SCALE 22.0
/* A tray lies no farther from the frame than so many of its squares; and where
 * a view of that is small enough for this scale, as of a row of pieces or on a
 * telephone, no farther than that. */
#define REACH 19.0
#define REACH_FAR 60.0
#define SCALE_FAR 16.0
/* More view pixels than this cost more time than they are worth; the scale
 * is lowered instead. */
#define PIXELS_MOST 420000.0

/* Pieces are drawn at this share of the frame's scale. */
#define PITCH_LEAST 0.3
#define PITCH_MOST 2.1
/* The plain view: its longer side in pixels and in squares (as far as the
 * surroundings of a pixel go by squares), and pieces' sizes in pixels and in
 * shares of the side. */
#define PLAIN_SIDE 640.0
#define PLAIN_SQUARES 24.0
#define PLAIN_PITCH_LEAST 6.0
#define PLAIN_PITCH_MOST 0.1

/* Rows of a square that are averaged: enough against noise and texture. With
 * more than 64 pixels across, 4 rows would overflow the sums. */
enum { SUMMED_MOST = 4, FACTOR_MOST = 64 };

/* The extent, in frame squares, of what is in the picture and in reach. */
static void find_extent(const struct image *image,
			const struct lattice *lattice, double far,
			double low[2], double high[2])
{
	const double reach[2][2] = {
		{ -far, lattice->columns + far },
		{ -far, lattice->rows + far },
	};

	low[0] = low[1] = HUGE_VAL;
	high[0] = high[1] = -HUGE_VAL;
	for (int i = 0; i < 4; i++) {
		struct point corner = { i % 2 ? image->width - 1 : 0,
					i / 2 ? image->height - 1 : 0 };
		struct point cell =
			homography_apply(&lattice->px_to_cell, corner);

		low[0] = fmin(low[0], cell.x);
		low[1] = fmin(low[1], cell.y);
		high[0] = fmax(high[0], cell.x);
		high[1] = fmax(high[1], cell.y);
	}
	for (int axis = 0; axis < 2; axis++) {
		low[axis] = fmax(low[axis], reach[axis][0]);
		high[axis] = fmin(high[axis], reach[axis][1]);
	}
}

/* Sums over the pixels of a square of the picture, two colours in one word:
 * 255 of 256 pixels still fit 16 bits. */
struct sums {
	uint32_t red_blue, green;
};

/* Adds every `factor` pixels of a row to one sum. */
static void add_row(const uint32_t *row, int factor, struct sums *sums,
		    int count)
{
	for (int x = 0; x < count; x++) {
		uint32_t red_blue = 0, green = 0;

		for (int i = 0; i < factor; i++) {
			red_blue += row[i] & 0xff00ff;
			green += row[i] >> 8 & 0xff;
		}
		sums[x].red_blue += red_blue;
		sums[x].green += green;
		row += factor;
	}
}

static void write_row(const struct sums *sums, int count, uint32_t pixels,
		      uint32_t *row)
{
	/* a multiplication by 65536 / pixels instead of three divisions */
	uint32_t share = 65536 / pixels;

	for (int x = 0; x < count; x++) {
		uint32_t red = sums[x].red_blue >> 16;
		uint32_t blue = sums[x].red_blue & 0xffff;

		row[x] = red * share >> 16 << 16 |
			 sums[x].green * share >> 16 << 8 | blue * share >> 16;
	}
}

/* The picture shrunk by a whole factor, averaging; of large factors not all
 * rows and pixels count. */
static int shrink_image(const struct image *image, int factor,
			struct image *small)
{
	/* rows and pixels a square that count */
	int rows = factor < SUMMED_MOST ? factor : SUMMED_MOST;
	struct sums *sums;

	if (image_init(small, image->width / factor, image->height / factor,
		       NULL) < 0)
		return -1;
	sums = alloc_array((size_t)small->width, sizeof *sums);
	if (!sums)
		return -1;
	for (int y = 0; y < small->height; y++) {
		memset(sums, 0, (size_t)small->width * sizeof *sums);
		for (int i = 0; i < rows; i++)
			add_row(image_row(image,
					  y * factor + i * factor / rows),
				factor, sums, small->width);
		write_row(sums, small->width, (uint32_t)(rows * factor),
			  image_row(small, y));
	}
	free(sums);
	return 0;
}

static int clamp(double value, int high)
{
	if (!(value > 0))
		return 0;
	return value < high ? (int)value : high;
}

static void put(uint8_t *const rows[], int x, uint32_t pixel)
{
	rows[SIGILS_RED][x] = (uint8_t)(pixel >> 16);
	rows[SIGILS_GREEN][x] = (uint8_t)(pixel >> 8);
	rows[SIGILS_BLUE][x] = (uint8_t)pixel;
}

/* The nearest pixel of the shrunk picture for each pixel of one row of the
 * view, which starts at `cell`. */
static void sample_row(const struct sigils_view *view,
		       const struct image *small, int factor, struct point cell,
		       uint8_t *const rows[])
{
	const double *m = view->cell_to_px.m;
	double step = 1 / view->scale;

	for (int x = 0; x < view->width; x++) {
		double at = cell.x + x * step;
		double w = 1 / ((m[6] * at + m[7] * cell.y + m[8]) * factor);
		double px = (m[0] * at + m[1] * cell.y + m[2]) * w;
		double py = (m[3] * at + m[4] * cell.y + m[5]) * w;
		double half = 0.5 / factor;

		put(rows, x,
		    image_row(small, clamp(py + half, small->height - 1))[clamp(
			    px + half, small->width - 1)]);
	}
}

/* The same where the rows of the view are rows of the picture: column by
 * column the same pixels of every row. */
static int sample_upright(struct sigils_view *view, const struct image *small,
			  int factor)
{
	const double *m = view->cell_to_px.m;
	double scale = 1 / (m[8] * factor), half = 0.5 / factor;
	int *columns = alloc_array((size_t)view->width, sizeof *columns);

	if (!columns)
		return -1;
	for (int x = 0; x < view->width; x++) {
		double at = sigils_view_cell(view, x + 0.5, 0).x;

		columns[x] = clamp((m[0] * at + m[2]) * scale + half,
				   small->width - 1);
	}
	for (int y = 0; y < view->height; y++) {
		double at = sigils_view_cell(view, 0, y + 0.5).y;
		const uint32_t *row = image_row(
			small, clamp((m[4] * at + m[5]) * scale + half,
				     small->height - 1));
		uint8_t *rows[SIGILS_COLOURS];

		for (int i = 0; i < SIGILS_COLOURS; i++)
			rows[i] = plane_row(&view->colour[i], y);
		for (int x = 0; x < view->width; x++)
			put(rows, x, row[columns[x]]);
	}
	free(columns);
	return 0;
}

static int sample(struct sigils_view *view, const struct image *small,
		  int factor)
{
	const double *m = view->cell_to_px.m;

	if (m[1] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0)
		return sample_upright(view, small, factor);
	for (int y = 0; y < view->height; y++) {
		uint8_t *rows[SIGILS_COLOURS];

		for (int i = 0; i < SIGILS_COLOURS; i++)
			rows[i] = plane_row(&view->colour[i], y);
		sample_row(view, small, factor,
			   sigils_view_cell(view, 0.5, y + 0.5), rows);
	}
	return 0;
}

/* Makes room for the view and fills it: `pitch` picture pixels are a square
 * of the frame. */
static int fill(struct sigils_view *view, const struct image *image,
		double pitch)
{
	struct image small = { 0 };
	int factor = (int)fmin(FACTOR_MOST, fmax(1, pitch / view->scale));
	int result = -1;

	if (view->width < 1 || view->height < 1)
		return -1;
	for (int i = 0; i < SIGILS_COLOURS; i++)
		if (plane_init(&view->colour[i], view->width, view->height) < 0)
			return -1;
	if (plane_init(&view->scratch, view->width, view->height) < 0)
		return -1;
	if (factor == 1)
		result = sample(view, image, 1);
	else if (shrink_image(image, factor, &small) == 0)
		result = sample(view, &small, factor);
	image_fini(&small);
	return result;
}

int sigils_view_init(struct sigils_view *view, const struct image *image,
		     const struct lattice *lattice)
{
	double low[2], high[2], squares;

	memset(view, 0, sizeof *view);
	view->columns = lattice->columns;
	view->rows = lattice->rows;
	view->cell_to_px = lattice->cell_to_px;
	find_extent(image, lattice, REACH_FAR, low, high);
	if ((high[0] - low[0]) * (high[1] - low[1]) * SCALE_FAR * SCALE_FAR >
	    PIXELS_MOST)
		find_extent(image, lattice, REACH, low, high);
	squares = (high[0] - low[0]) * (high[1] - low[1]);
	view->scale = fmin(SCALE, sqrt(PIXELS_MOST / fmax(1, squares)));
	view->scale = fmin(view->scale, fmax(4, lattice->pitch));
	view->pitch_least = PITCH_LEAST * view->scale;
	view->pitch_most = PITCH_MOST * view->scale;
	view->origin = (struct point){ low[0], low[1] };
	view->width = (int)((high[0] - low[0]) * view->scale);
	view->height = (int)((high[1] - low[1]) * view->scale);
	return fill(view, image, lattice->pitch);
}

int sigils_view_init_plain(struct sigils_view *view, const struct image *image)
{
	int longer =
		image->width > image->height ? image->width : image->height;
	double pitch = longer / PLAIN_SQUARES;

	memset(view, 0, sizeof *view);
	view->cell_to_px = (struct homography){ { pitch, 0, -0.5, 0, pitch,
						  -0.5, 0, 0, 1 } };
	view->scale = fmin(PLAIN_SIDE, longer) / PLAIN_SQUARES;
	view->pitch_least = PLAIN_PITCH_LEAST;
	view->pitch_most = PLAIN_PITCH_MOST * PLAIN_SIDE;
	view->width = (int)(image->width / pitch * view->scale);
	view->height = (int)(image->height / pitch * view->scale);
	return fill(view, image, pitch);
}

void sigils_view_fini(struct sigils_view *view)
{
	for (int i = 0; i < SIGILS_COLOURS; i++)
		plane_fini(&view->colour[i]);
	plane_fini(&view->scratch);
	plane_fini(&view->apart);
}

struct point sigils_view_cell(const struct sigils_view *view, double x,
			      double y)
{
	return (struct point){ view->origin.x + x / view->scale,
			       view->origin.y + y / view->scale };
}

struct point sigils_view_at(const struct sigils_view *view, struct point cell)
{
	return (struct point){ (cell.x - view->origin.x) * view->scale,
			       (cell.y - view->origin.y) * view->scale };
}

struct point sigils_view_px(const struct sigils_view *view, double x, double y)
{
	return homography_apply(&view->cell_to_px,
				sigils_view_cell(view, x, y));
}
