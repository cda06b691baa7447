#include "panel_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "alloc.h"
#include "lanes.h"
#include "order.h"

/* Samples across a line: enough to tell its width by a quarter. */
#define LINE_SAMPLES 5.0
/* Samples a cell, and of the whole plan a side. */
enum { CELL_LEAST = 10, CELL_MOST = 40, SIDE_MOST = 1400 };
/* The plan ends where a cell is so much larger or smaller than in the middle:
 * near the horizon of an oblique view. */
#define SCALE_MOST 2.5
/* A sample is line within this share of the way from the line's colour to the
 * ground outside, or of the cells' ground, and at least so many levels. */
#define LINE_SHARE 0.4
#define CELL_SHARE 0.12
#define LINE_LEVELS 6.0

static bool in_picture(const struct sheet *sheet, double x, double y,
		       double scale)
{
	struct point p =
		homography_apply(&sheet->cell_to_px, (struct point){ x, y });
	const double *m = sheet->cell_to_px.m;
	double w = (m[6] * x + m[7] * y + m[8]) / m[8];
	double here =
		homography_scale(&sheet->cell_to_px, (struct point){ x, y });

	return w > 0 && here < SCALE_MOST * scale &&
	       scale < SCALE_MOST * here && p.x >= 0 && p.y >= 0 &&
	       p.x < sheet->image->width && p.y < sheet->image->height;
}

/* How many cells beyond one side of the lattice the picture shows. */
static int cells_beyond(const struct sheet *sheet, bool upright, int side)
{
	int length = upright ? sheet->rows : sheet->columns;
	int rim = upright ? sheet->columns : sheet->rows;
	double scale = homography_scale(
		&sheet->cell_to_px,
		(struct point){ sheet->columns / 2.0, sheet->rows / 2.0 });
	int out = 0;

	for (; out < PANEL_SIDE_MAX; out++) {
		double at = side ? rim + out + 1 : -out - 1;
		bool seen = false;

		for (int i = 0; i <= 2 && !seen; i++)
			seen = in_picture(
				sheet, upright ? at : i * length / 2.0,
				upright ? i * length / 2.0 : at, scale);
		if (!seen)
			break;
	}
	return out + 1;
}

/* How near to the line's colour a sample must be. */
static double line_reach(const struct sheet *sheet)
{
	float ring[4 * (PANEL_SIDE_MAX + 2)];
	int count = 0;

	for (int x = 0; x < sheet->columns + 2; x++) {
		ring[count++] = sheet->contrast[0][x];
		ring[count++] = sheet->contrast[sheet->rows + 1][x];
	}
	for (int y = 0; y < sheet->rows + 2; y++) {
		ring[count++] = sheet->contrast[y][0];
		ring[count++] = sheet->contrast[y][sheet->columns + 1];
	}
	return fmax(fmin(LINE_SHARE * order_pick_float(ring, count, count / 2),
			 LINE_SHARE * sheet->clear),
		    fmax(CELL_SHARE * sheet->clear, LINE_LEVELS));
}

/* The line's colour in the columns of the plan, at the lattice's top; the
 * nearest one's beyond what is known of it. */
struct columns {
	float *red, *green, *blue;
};

/* Four samples are drawn at once. */
enum { FOUR = 4 };

/* Zeroed behind the last one. Returns 0, or -1 without memory; free(red) frees.
 */
static int columns_init(struct columns *columns, const struct plan *plan)
{
	size_t count = (size_t)plan->width + FOUR;

	columns->red = alloc_array(3 * count, sizeof *columns->red);
	if (!columns->red)
		return -1;
	columns->green = columns->red + count;
	columns->blue = columns->green + count;
	for (int x = 0; x < plan->width; x++) {
		double u = plan->left + (x + 0.5) / plan->cell;
		struct colour line = sheet_line(
			plan->sheet,
			fmin(fmax(u, -1), plan->sheet->columns + 1), 0);

		columns->red[x] = line.red;
		columns->green[x] = line.green;
		columns->blue[x] = line.blue;
	}
	return 0;
}

typedef double four_doubles __attribute__((vector_size(32)));
typedef long long four_long __attribute__((vector_size(32)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));

/* A row of the plan in the picture: numerators and denominator change evenly
 * along it; what is added to the line's colour; and what is near. */
struct plan_row {
	double x, y, w;
	struct colour line;
	float reach_squared;
};

/* The pixels at four samples, and which of them lie in the picture. */
LANES_INLINE void fetch_four(const struct plan *plan,
			     const struct plan_row *row, int x,
			     lanes_int *pixels, lanes_int *inside)
{
	const struct image *image = plan->sheet->image;
	const double *m = plan->sheet->cell_to_px.m;
	const four_doubles zero = { 0 };
	four_doubles four = { x + 0.5, x + 1.5, x + 2.5, x + 3.5 };
	four_doubles u = plan->left + four * (1.0 / plan->cell);
	four_doubles w = m[6] * u + row->w, into = 1 / w;
	four_doubles px = (m[0] * u + row->x) * into + 0.5;
	four_doubles py = (m[3] * u + row->y) * into + 0.5;
	four_long in = (w * m[8] > zero) & (px >= zero) & (py >= zero) &
		       (px < zero + image->width) & (py < zero + image->height);
	lanes_int left, top;

	*inside = __builtin_convertvector(in, lanes_int);
	left = __builtin_convertvector(px, lanes_int) & *inside;
	top = __builtin_convertvector(py, lanes_int) & *inside;
	for (int k = 0; k < FOUR; k++)
		(*pixels)[k] = (int)image_row(image, top[k])[left[k]];
}

/* Which of four pixels have the line's colour in the columns from x on? */
LANES_INLINE lanes_int are_near(const lanes_int *pixels,
				const struct plan_row *row,
				const struct columns *columns, int x)
{
	lanes_float red, green, blue;

	memcpy(&red, columns->red + x, sizeof red);
	memcpy(&green, columns->green + x, sizeof green);
	memcpy(&blue, columns->blue + x, sizeof blue);
	red = lanes_to_float(*pixels >> 16 & 255) - red - row->line.red;
	green = lanes_to_float(*pixels >> 8 & 255) - green - row->line.green;
	blue = lanes_to_float(*pixels & 255) - blue - row->line.blue;
	return red * red + green * green + blue * blue < row->reach_squared;
}

static void draw_samples(const struct plan *plan, const struct plan_row *row,
			 const struct columns *columns, uint8_t *line)
{
	for (int x = 0; x < plan->width; x += FOUR) {
		lanes_int pixels, inside, near;
		four_bytes bytes;

		fetch_four(plan, row, x, &pixels, &inside);
		near = are_near(&pixels, row, columns, x);
		bytes = __builtin_convertvector(near & inside & 1, four_bytes);
		/* what lies behind the row is drawn over by the next one */
		memcpy(line + x, &bytes, sizeof bytes);
	}
}

#ifdef __x86_64__
/* Are the picture's pixels counted by integers? */
static bool can_fetch(const struct image *image)
{
	return image->stride * (size_t)image->height < INT32_MAX;
}

/* Four places of the picture, and a bit for each that lies in it. */
struct four_places {
	four_doubles x, y;
	int inside;
};

LANES_WIDE static inline struct four_places
place_four(const struct plan *plan, const struct plan_row *row, int x)
{
	const struct image *image = plan->sheet->image;
	const double *m = plan->sheet->cell_to_px.m;
	const four_doubles zero = { 0 }, ahead = { 0.5, 1.5, 2.5, 3.5 };
	four_doubles u = plan->left + (ahead + x) * (1.0 / plan->cell);
	four_doubles w = m[6] * u + row->w, into = 1 / w;
	four_doubles px = (m[0] * u + row->x) * into + 0.5;
	four_doubles py = (m[3] * u + row->y) * into + 0.5;
	four_long in = (w * m[8] > zero) & (px >= zero) & (py >= zero) &
		       (px < zero + image->width) & (py < zero + image->height);

	return (struct four_places){ px, py, _mm256_movemask_pd((__m256d)in) };
}

/* The pixels there; the nearest of the picture's outside. */
LANES_WIDE static inline lanes_int fetch_places(const struct image *image,
						const struct four_places *at)
{
	const __m256d zero = _mm256_setzero_pd();
	__m256d x = _mm256_max_pd((__m256d)at->x, zero);
	__m256d y = _mm256_max_pd((__m256d)at->y, zero);
	__m128i left = _mm256_cvttpd_epi32(
		_mm256_min_pd(x, _mm256_set1_pd(image->width - 1)));
	__m128i top = _mm256_cvttpd_epi32(
		_mm256_min_pd(y, _mm256_set1_pd(image->height - 1)));
	__m128i stride = _mm_set1_epi32((int)image->stride);

	return (lanes_int)_mm_i32gather_epi32(
		(const int *)image->pixels,
		_mm_add_epi32(_mm_mullo_epi32(top, stride), left), sizeof(int));
}

/* The same where the machine fetches four. */
LANES_WIDE static void draw_wide(const struct plan *plan,
				 const struct plan_row *row,
				 const struct columns *columns, uint8_t *line)
{
	for (int x = 0; x < plan->width; x += FOUR) {
		struct four_places at = place_four(plan, row, x);
		uint32_t near = 0, bytes;

		if (at.inside) {
			lanes_int pixels =
				fetch_places(plan->sheet->image, &at);

			near = lanes_bits(are_near(&pixels, row, columns, x)) &
			       (uint32_t)at.inside;
		}
		/* each bit seven, fourteen and 21 places on: in its byte */
		bytes = near * 0x00204081u & 0x01010101u;
		memcpy(line + x, &bytes, sizeof bytes);
	}
}
#else
static bool can_fetch(const struct image *image)
{
	(void)image;
	return false;
}

static void draw_wide(const struct plan *plan, const struct plan_row *row,
		      const struct columns *columns, uint8_t *line)
{
	draw_samples(plan, row, columns, line);
}
#endif

static void draw_row(struct plan *plan, int y, double reach,
		     const struct columns *columns)
{
	const struct sheet *sheet = plan->sheet;
	const double *m = sheet->cell_to_px.m;
	const struct colour *down = &sheet->line[2];
	double v = plan->top + (y + 0.5) / plan->cell;
	float near_v = (float)fmin(fmax(v, -1), sheet->rows + 1);
	uint8_t *line = plan->line + (size_t)y * (size_t)plan->width;
	struct plan_row row = { m[1] * v + m[2],
				m[4] * v + m[5],
				m[7] * v + m[8],
				{ near_v * down->red, near_v * down->green,
				  near_v * down->blue },
				(float)(reach * reach) };

	if (lanes_have_wide() && can_fetch(sheet->image))
		draw_wide(plan, &row, columns, line);
	else
		draw_samples(plan, &row, columns, line);
}

/* Is all of a block of samples empty? Most are. */
static bool is_empty(const uint8_t *line, int width, int rows)
{
	uint64_t any = 0;

	for (int y = 0; y < rows; y++, line += width) {
		uint64_t words[2];

		memcpy(words, line, sizeof words);
		any |= words[0] | words[1];
	}
	return !any;
}

/* In blocks, so that what was read of a row is still at hand for the next. */
static void turn(struct plan *plan)
{
	enum { BLOCK = 16 };
	int w = plan->width, h = plan->height;

	for (int top = 0; top < h; top += BLOCK)
		for (int left = 0; left < w; left += BLOCK) {
			int low = top + BLOCK < h ? top + BLOCK : h;
			int right = left + BLOCK < w ? left + BLOCK : w;

			if (right == left + BLOCK &&
			    is_empty(plan->line + top * w + left, w, low - top))
				continue;
			for (int y = top; y < low; y++)
				for (int x = left; x < right; x++)
					plan->turned[x * h + y] =
						plan->line[y * w + x];
		}
}

/* Takes away what lies farther out than so many cells. */
static void cut(struct plan *plan, int beyond)
{
	const struct plan whole = *plan;
	int right = plan->sheet->columns + beyond;
	int bottom = plan->sheet->rows + beyond;

	plan->left = whole.left > -beyond ? whole.left : -beyond;
	plan->top = whole.top > -beyond ? whole.top : -beyond;
	plan->right = whole.right < right ? whole.right : right;
	plan->bottom = whole.bottom < bottom ? whole.bottom : bottom;
	plan->is_cut = plan->left > whole.left || plan->top > whole.top ||
		       plan->right < whole.right || plan->bottom < whole.bottom;
}

int plan_init(struct plan *plan, const struct sheet *sheet, int beyond)
{
	struct columns columns = { 0 };
	double reach = line_reach(sheet);
	int cells;

	*plan = (struct plan){ .sheet = sheet };
	plan->left = -cells_beyond(sheet, true, 0);
	plan->right = sheet->columns + cells_beyond(sheet, true, 1);
	plan->top = -cells_beyond(sheet, false, 0);
	plan->bottom = sheet->rows + cells_beyond(sheet, false, 1);
	plan->cell = (int)ceil(LINE_SAMPLES / sheet->line_width);
	plan->cell = plan->cell < CELL_LEAST ? CELL_LEAST : plan->cell;
	plan->cell = plan->cell > CELL_MOST ? CELL_MOST : plan->cell;
	cells = plan->right - plan->left > plan->bottom - plan->top
			? plan->right - plan->left
			: plan->bottom - plan->top;
	if (cells * plan->cell > SIDE_MOST)
		plan->cell = SIDE_MOST / cells;
	cut(plan, beyond);
	plan->width = (plan->right - plan->left) * plan->cell;
	plan->height = (plan->bottom - plan->top) * plan->cell;
	/* a row's last samples reach beyond it */
	plan->line = alloc_array(
		(size_t)plan->width * (size_t)plan->height + FOUR, 1);
	plan->turned =
		alloc_array((size_t)plan->width * (size_t)plan->height, 1);
	if (!plan->line || !plan->turned || columns_init(&columns, plan) < 0)
		return -1;
	for (int y = 0; y < plan->height; y++)
		draw_row(plan, y, reach, &columns);
	turn(plan);
	free(columns.red);
	return 0;
}

void plan_fini(struct plan *plan)
{
	free(plan->line);
	free(plan->turned);
	free(plan->strokes[0].list);
	free(plan->strokes[1].list);
}
