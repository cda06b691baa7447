#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"
#include "panel_plane.h"
#include "rectify.h"
#include "survey.h"

/* Ground is looked at so far inside the line's edge, in cells: past its blur,
 * before most symbols. */
#define GROUND_INSIDE 0.07
/* The middle of a cell's colours that is this far from the others' ground, as a
 * share of what that is from the lines, may be a mixture of what lies in it:
 * where so many times as much of the cell has the others' ground as has that.
 */
#define MIXED_OFF 0.15
#define MIXED_FEW 2
/* A panel's ground differs from its lines by this many levels at least. */
#define CONTRAST_LEAST 12.0
/* What differs from the line by less than this share of what lies beside is
 * no ground, but covered by line. */
#define COVERED_SHARE 0.5
/* Outside the lattice the ground may be the dark rim of a lit panel: this many
 * levels tell it from the line. */
#define RIM_CONTRAST 7.0
/* Then samples are line within this share of the cells' contrast, and so many
 * levels: where edges are missing the page shows, a third as far from the line
 * as the cells on the web page. */
#define LINE_SHARE 0.25
#define LINE_LEVELS 8.0
/* The rim's lines are this near to all lines' colour: what fades into the page
 * is not. */
#define RIM_SHARE 0.1
/* Where edges are missing the ground outside reaches in; it differs from the
 * line by at least this share of what the cells do: a quarter on the web page.
 */
#define OPEN_CONTRAST 0.15
/* So many of a cell's hundred places that have the others' ground are some of
 * it. */
enum { NEAR_LEAST = 10 };
/* What fills a cell but for a rim is no ground. Places along a side that are
 * looked at, and how deep, in pixels of the sheet; a rim's colour is that near
 * to the others' ground and that far from mixtures of what lies at its sides,
 * by how clear ground is of line; such a share of the places shows it. */
enum { RIM_PLACES = 6, RIM_DEEP = 5 };
#define RIM_NEAR 0.35
#define RIM_OFF 0.25
#define RIM_SEEN 0.75
/* Cells; with the second one ground is found beside the widest of FACTS. */
#define LINE_USUAL 0.3
#define LINE_WIDE 0.45
/* Lines that stand out so little may have been compared with themselves. */
#define FAINT 24.0
/* Of the edges whose profile is taken this share must show a line. */
#define LINES_SEEN 0.3
/* Where less is seen, but so much, the lines may be wider than was guessed. */
#define LINES_HINTED 0.2

/* What lies below 0 is pixel 0, too: it need not be rounded down. */
static int pixel_of(double cell, int length)
{
	double at = (cell + SHEET_MARGIN) * SHEET_CELL;

	return !(at > 0) ? 0 : at >= length ? length - 1 : (int)at;
}

struct quad sheet_px_corners(const struct sheet *sheet)
{
	struct quad quad = quad_from_box(0, 0, sheet->columns, sheet->rows);

	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			homography_apply(&sheet->cell_to_px, quad.corner[i]);
	return quad;
}

struct colour sheet_colour(const struct sheet *sheet, double cell_x,
			   double cell_y)
{
	return sheet_pixel(sheet, pixel_of(cell_x, sheet->width),
			   pixel_of(cell_y, sheet->height));
}

struct colour sheet_line(const struct sheet *sheet, double cell_x,
			 double cell_y)
{
	bool outside = cell_x < 0 || cell_y < 0 || cell_x > sheet->columns ||
		       cell_y > sheet->rows;

	return colour_on_plane(outside ? sheet->rim : sheet->line, cell_x,
			       cell_y);
}

static int ring(double cell, int count)
{
	int at = (int)floor(cell) + 1;

	return at < 0 ? 0 : at > count + 1 ? count + 1 : at;
}

struct colour sheet_ground(const struct sheet *sheet, double cell_x,
			   double cell_y)
{
	return sheet->ground[ring(cell_y, sheet->rows)]
			    [ring(cell_x, sheet->columns)];
}

void sheet_find_beside(const struct sheet *sheet, struct colour beside[4])
{
	struct colour some[PANEL_SIDE_MAX];
	float work[PANEL_SIDE_MAX];

	for (int side = 0; side < 4; side++) {
		bool upright = side < 2, far = side & 1;
		int count = upright ? sheet->rows : sheet->columns;

		for (int i = 0; i < count; i++)
			some[i] =
				upright ? sheet->ground[i + 1]
						       [far ? sheet->columns + 1
							    : 0]
					: sheet->ground[far ? sheet->rows + 1
							    : 0][i + 1];
		beside[side] = colour_median(some, count, work);
	}
}

struct colour sheet_ground_beside(const struct sheet *sheet,
				  const struct colour beside[4], double cell_x,
				  double cell_y, double off)
{
	struct colour own = sheet_ground(sheet, cell_x, cell_y), most;
	bool upright = cell_x < 0 || cell_x >= sheet->columns;
	bool level = cell_y < 0 || cell_y >= sheet->rows;

	if (!upright && !level)
		return own;
	if (upright && level &&
	    colour_distance(own, beside[2 + (cell_y > 0)]) <= off)
		return own;
	most = beside[upright ? cell_x > 0 : 2 + (cell_y > 0)];
	return colour_distance(own, most) > off ? most : own;
}

double sheet_contrast(const struct sheet *sheet, double cell_x, double cell_y)
{
	return sheet->contrast[ring(cell_y, sheet->rows)]
			      [ring(cell_x, sheet->columns)];
}

static float median(float *values, int count)
{
	if (!count)
		return 0;
	return order_pick_float(values, count, count / 2);
}

struct colour colour_median(const struct colour *colours, int count,
			    float *work)
{
	struct colour middle;

	for (int i = 0; i < count; i++)
		work[i] = colours[i].red;
	middle.red = median(work, count);
	for (int i = 0; i < count; i++)
		work[i] = colours[i].green;
	middle.green = median(work, count);
	for (int i = 0; i < count; i++)
		work[i] = colours[i].blue;
	middle.blue = median(work, count);
	return middle;
}

static void add_sample(struct plane_samples *samples, const struct sheet *sheet,
		       double x, double y)
{
	samples->at[samples->count] = (struct point){ x, y };
	samples->colour[samples->count++] = sheet_colour(sheet, x, y);
}

static int take_samples(struct plane_samples *samples,
			const struct sheet *sheet)
{
	int c = sheet->columns, r = sheet->rows;
	size_t most = (size_t)(2 * (c * (r + 1) + r * (c + 1)));

	samples->at = alloc_array(most, sizeof *samples->at);
	samples->colour = alloc_array(most, sizeof *samples->colour);
	samples->kept = alloc_array(most, sizeof *samples->kept);
	if (!samples->at || !samples->colour || !samples->kept)
		return -1;
	for (int y = 0; y <= r; y++)
		for (int x = 0; x <= c; x++) {
			if (x < c) {
				add_sample(samples, sheet, x + 0.25, y);
				add_sample(samples, sheet, x + 0.75, y);
			}
			if (y < r) {
				add_sample(samples, sheet, x, y + 0.25);
				add_sample(samples, sheet, x, y + 0.75);
			}
		}
	return 0;
}

static void free_samples(struct plane_samples *samples)
{
	free(samples->at);
	free(samples->colour);
	free(samples->kept);
}

/* Leaves the samples of the outermost lines. */
static void drop_inner(const struct sheet *sheet, struct plane_samples *samples)
{
	int count = 0;

	for (int i = 0; i < samples->count; i++) {
		struct point p = samples->at[i];

		if (p.x > 0 && p.y > 0 && p.x < sheet->columns &&
		    p.y < sheet->rows)
			continue;
		samples->at[count] = p;
		samples->colour[count++] = samples->colour[i];
	}
	samples->count = count;
}

/* The colour that the lines had where they were found; but where fewer samples
 * are like it than any panel has lines, it was that of something else: the
 * samples' middle. */
static struct colour start_colour(const struct plane_samples *samples,
				  const struct panel_place *place, double reach)
{
	float work[4 * PANEL_SIDE_MAX * (PANEL_SIDE_MAX + 1)];
	struct colour found = colour_of_pixel(place->line_colour);
	int alike = 0;

	for (int i = 0; i < samples->count; i++)
		alike += colour_distance(samples->colour[i], found) < reach;
	if (place->has_line_colour && alike >= LINES_SEEN * samples->count)
		return found;
	return colour_median(samples->colour, samples->count, work);
}

/* The colour of the lines: of the samples near a first guess, a plane. */
static int fit_line_colour(struct sheet *sheet, const struct panel_place *place,
			   double reach)
{
	struct plane_samples samples = { 0 };
	int result = take_samples(&samples, sheet);

	if (result < 0)
		goto done;
	sheet->line[0] = start_colour(&samples, place, reach);
	sheet->line[1] = sheet->line[2] = (struct colour){ 0, 0, 0 };
	for (int round = 0; round < 3; round++)
		plane_refit(&samples, reach, sheet->line);
	memcpy(sheet->rim, sheet->line, sizeof sheet->rim);
	drop_inner(sheet, &samples);
	plane_refit(&samples, fmax(LINE_LEVELS, RIM_SHARE / LINE_SHARE * reach),
		    sheet->rim);
done:
	free_samples(&samples);
	return result;
}

struct taken {
	struct colour colours[24];
	int count;
};

static void take(struct taken *taken, const struct sheet *sheet, double x,
		 double y)
{
	taken->colours[taken->count++] = sheet_colour(sheet, x, y);
}

/* Just outside the side it shares, but for so much from either vertex, where
 * stubs and starts may lie: the middle of the third that is least like line.
 */
static struct colour ground_beside(const struct sheet *sheet, int x, int y,
				   double from)
{
	double inset = sheet->line_width / 2 + GROUND_INSIDE;
	double beside_x = x < 0 ? -inset : sheet->columns + inset;
	double beside_y = y < 0 ? -inset : sheet->rows + inset;
	bool in_x = x >= 0 && x < sheet->columns;
	bool in_y = y >= 0 && y < sheet->rows;
	struct colour line = sheet_line(sheet, x + 0.5, y + 0.5);
	struct taken taken = { .count = 0 };
	float work[24];

	for (int i = 0; i < 8; i++) {
		double t = from + (1 - 2 * from) * (i + 0.5) / 8;

		/* at an outer corner along both sides that meet there */
		if (in_x || !in_y)
			take(&taken, sheet,
			     in_x    ? x + t
			     : x < 0 ? t
				     : sheet->columns - t,
			     in_y ? y + t : beside_y);
		if (in_y || !in_x)
			take(&taken, sheet, in_x ? x + t : beside_x,
			     in_y    ? y + t
			     : y < 0 ? t
				     : sheet->rows - t);
	}
	for (int i = 1; i < taken.count; i++)
		for (int j = i; j; j--) {
			struct colour swap = taken.colours[j];

			if (colour_distance(swap, line) <=
			    colour_distance(taken.colours[j - 1], line))
				break;
			taken.colours[j] = taken.colours[j - 1];
			taken.colours[j - 1] = swap;
		}
	return colour_median(taken.colours, (taken.count + 2) / 3, work);
}

/* Between the vertices; but where a wide stub in the middle takes that up,
 * beside the vertices, too. */
static struct colour ground_outside(const struct sheet *sheet, int x, int y)
{
	struct colour line = sheet_line(sheet, x + 0.5, y + 0.5);
	struct colour between = ground_beside(
		sheet, x, y, sheet->line_width / 2 + GROUND_INSIDE);
	struct colour all = ground_beside(sheet, x, y, 0);

	return colour_distance(between, line) <
			       COVERED_SHARE * colour_distance(all, line)
		       ? all
		       : between;
}

/* The ground of one cell: the middle of its colours just inside the lines
 * around it. */
static struct colour ground_of(const struct sheet *sheet, int x, int y)
{
	double inset = sheet->line_width / 2 + GROUND_INSIDE;
	struct taken taken = { .count = 0 };
	float work[24];

	if (x < 0 || y < 0 || x >= sheet->columns || y >= sheet->rows)
		return ground_outside(sheet, x, y);
	for (int i = 0; i < 6; i++) {
		double t = inset + (1 - 2 * inset) * (i + 0.5) / 6;

		take(&taken, sheet, x + 1 - inset, y + t);
		take(&taken, sheet, x + inset, y + t);
		take(&taken, sheet, x + t, y + 1 - inset);
		take(&taken, sheet, x + t, y + inset);
	}
	return colour_median(taken.colours, taken.count, work);
}

struct colour sheet_median_ground(const struct sheet *sheet)
{
	struct colour colours[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	float work[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	int count = 0;

	for (int y = 1; y <= sheet->rows; y++)
		for (int x = 1; x <= sheet->columns; x++)
			colours[count++] = sheet->ground[y][x];
	return colour_median(colours, count, work);
}

/* Between its line and what fills a cell, does a rim of the others' ground show
 * all around? It is near that ground, and no blur of the other two. */
static bool has_rim(const struct sheet *sheet, int x, int y,
		    struct colour ground, double clear)
{
	struct colour filled = sheet->ground[y + 1][x + 1];
	struct colour line = sheet_line(sheet, x + 0.5, y + 0.5);
	double aside = sheet->line_width / 2 + GROUND_INSIDE;
	int places = 4 * RIM_PLACES, without = 0;

	for (int i = 0; i < places && without <= (1 - RIM_SEEN) * places; i++) {
		double t = aside + (1 - 2 * aside) * (i / 4 + 0.5) / RIM_PLACES;
		bool shows = false;

		for (int k = 0; k <= RIM_DEEP && !shows; k++) {
			double in =
				sheet->line_width / 2 + (double)k / SHEET_CELL;
			double s = i & 1 ? in : 1 - in;
			struct colour seen_there =
				sheet_colour(sheet, x + (i & 2 ? s : t),
					     y + (i & 2 ? t : s));

			shows = colour_distance(seen_there, ground) <
					RIM_NEAR * clear &&
				colour_off_mixtures(seen_there, filled, line) >
					RIM_OFF * clear;
		}
		without += !shows;
	}
	return without <= (1 - RIM_SEEN) * places;
}

/* How many of a cell's hundred places have a colour, so nearly; once there are
 * `most` no more are looked at. */
static int count_near(const struct sheet *sheet, int x, int y,
		      struct colour colour, double reach, int most)
{
	double inset = sheet->line_width / 2 + GROUND_INSIDE;
	double step = (1 - 2 * inset) / 9;
	int near = 0;

	for (int i = 0; i < 100 && near < most; i++) {
		struct colour there =
			sheet_colour(sheet, x + inset + i % 10 * step,
				     y + inset + i / 10 * step);

		near += colour_distance(there, colour) < reach;
	}
	return near;
}

/* Is what was taken for a cell's ground none? Polyominoes that fill their cell
 * hide most of it: what is seen of the others' ground there, `middle`, counts
 * then; and where the middle of symbol, line and ground is hardly anywhere in
 * the cell. */
static bool is_no_ground(const struct sheet *sheet, int x, int y,
			 struct colour middle, double clear)
{
	struct colour own = sheet->ground[y + 1][x + 1];
	double off = colour_distance(own, middle);
	int near;

	if (off < MIXED_OFF * clear)
		return false;
	near = count_near(sheet, x, y, middle, fmin(0.2 * clear, off / 2),
			  off >= 0.4 * clear ? NEAR_LEAST : 100);
	if (off >= 0.4 * clear)
		return near >= NEAR_LEAST ||
		       has_rim(sheet, x, y, middle, clear);
	return near >= NEAR_LEAST &&
	       near > MIXED_FEW * count_near(sheet, x, y, own, off / 2, near);
}

/* How clear a ground is of the line. */
static double clear_of_line(const struct sheet *sheet, struct colour ground)
{
	return colour_distance(ground, sheet_line(sheet, sheet->columns / 2.0,
						  sheet->rows / 2.0));
}

/* Is this what shows as a rim in nearly all cells, but for those that are of
 * that colour themselves, rather than of the `middle` one? */
static bool shows_everywhere(const struct sheet *sheet, struct colour ground,
			     struct colour middle)
{
	double clear = clear_of_line(sheet, ground);
	double own =
		fmin(RIM_NEAR * clear, colour_distance(ground, middle) / 2);
	int cells = sheet->columns * sheet->rows;
	int without = 0;

	for (int i = 0; i < cells && without <= (1 - RIM_SEEN) * cells; i++) {
		int x = i % sheet->columns, y = i / sheet->columns;

		without += colour_distance(sheet->ground[y + 1][x + 1],
					   ground) > own &&
			   !has_rim(sheet, x, y, ground, clear);
	}
	return without <= (1 - RIM_SEEN) * cells;
}

/* So many cells of another ground than most have are tried: of 75 sheets of
 * 200 scenes with a ground that shows everywhere the fifth at the latest had
 * it. What is no panel may have hundreds. */
enum { BARE_TRIED = 12 };

/* The ground of most cells; but where most are `filled` that of a bare one,
 * which shows around what fills them. */
static struct colour common_ground(const struct sheet *sheet, bool *filled)
{
	struct colour middle = sheet_median_ground(sheet);
	int tried = 0;

	*filled = true;
	for (int y = 1; y <= sheet->rows; y++)
		for (int x = 1; x <= sheet->columns; x++) {
			struct colour own = sheet->ground[y][x];

			if (colour_distance(own, middle) >
				    0.4 * clear_of_line(sheet, middle) &&
			    clear_of_line(sheet, own) > FAINT &&
			    tried++ < BARE_TRIED &&
			    shows_everywhere(sheet, own, middle))
				return own;
		}
	*filled = false;
	return middle;
}

static void mend_ground(struct sheet *sheet)
{
	bool filled;
	struct colour middle = common_ground(sheet, &filled);
	double clear = clear_of_line(sheet, middle);

	for (int y = 0; y < sheet->rows; y++)
		for (int x = 0; x < sheet->columns; x++)
			if (filled || is_no_ground(sheet, x, y, middle, clear))
				sheet->ground[y + 1][x + 1] = middle;
}

static double contrast_of(const struct sheet *sheet, int x, int y)
{
	return colour_distance(sheet->ground[y + 1][x + 1],
			       sheet_line(sheet, x + 0.5, y + 0.5));
}

/* Along a side, so many cells from a corner on: where large starts hide all the
 * ground outside it is that of the cell where it is seen best; of a corner,
 * where a cylinder's cells go on, only where no other shows any. */
static void mend_side(struct sheet *sheet, int x, int y, bool upright,
		      int count)
{
	double most = 0;
	struct colour best = { 0 };

	for (int i = 1; i < count + 1; i++) {
		bool corner = i >= count - 1;
		int at = i % count;
		int at_x = upright ? x : x + at, at_y = upright ? y + at : y;
		double contrast = contrast_of(sheet, at_x, at_y);

		if (contrast <= most || (corner && most >= RIM_CONTRAST))
			continue;
		most = contrast;
		best = sheet->ground[at_y + 1][at_x + 1];
	}
	for (int i = 0; i < count; i++) {
		int at_x = upright ? x : x + i, at_y = upright ? y + i : y;

		if (contrast_of(sheet, at_x, at_y) < OPEN_CONTRAST * most)
			sheet->ground[at_y + 1][at_x + 1] = best;
	}
}

static void fit_ground(struct sheet *sheet)
{
	for (int y = -1; y <= sheet->rows; y++)
		for (int x = -1; x <= sheet->columns; x++)
			sheet->ground[y + 1][x + 1] = ground_of(sheet, x, y);
	mend_ground(sheet);
	mend_side(sheet, -1, -1, true, sheet->rows + 2);
	mend_side(sheet, sheet->columns, -1, true, sheet->rows + 2);
	mend_side(sheet, -1, -1, false, sheet->columns + 2);
	mend_side(sheet, -1, sheet->rows, false, sheet->columns + 2);
	for (int y = -1; y <= sheet->rows; y++)
		for (int x = -1; x <= sheet->columns; x++)
			sheet->contrast[y + 1][x + 1] =
				(float)contrast_of(sheet, x, y);
}

/* Of the cells' contrasts the middle one bounds the others from below: a cell
 * whose ground cannot be told from the line is judged by its neighbours'. */
static double middle_contrast(const struct sheet *sheet)
{
	float work[PANEL_SIDE_MAX * PANEL_SIDE_MAX];
	int count = 0;

	for (int y = 1; y <= sheet->rows; y++)
		for (int x = 1; x <= sheet->columns; x++)
			work[count++] = sheet->contrast[y][x];
	return median(work, count);
}

static void bound_contrasts(struct sheet *sheet)
{
	double middle = middle_contrast(sheet);

	for (int y = 0; y <= sheet->rows + 1; y++)
		for (int x = 0; x <= sheet->columns + 1; x++) {
			float *contrast = &sheet->contrast[y][x];
			bool outside = !x || !y || x > sheet->columns ||
				       y > sheet->rows;

			if (*contrast <
			    (outside ? RIM_CONTRAST : OPEN_CONTRAST * middle))
				*contrast = (float)middle;
		}
	sheet->clear = middle;
}

static double smallest_scale(const struct sheet *sheet)
{
	double least = HUGE_VAL;

	for (int i = 0; i < 4; i++) {
		struct point at = { i % 2 * sheet->columns,
				    i / 2 * sheet->rows };

		least = fmin(least, homography_scale(&sheet->cell_to_px, at));
	}
	return least;
}

/* A lattice that moved so far, cells, when it was put onto the lines is put
 * onto them once more, so often at the most: they were looked for elsewhere. */
#define MOVED_FAR 0.03
enum { REFINEMENTS_MOST = 4 };

static int fit_once(struct sheet *sheet, const struct panel_place *place)
{
	/* the first time the ground is taken for what lies opposite */
	if (fit_line_colour(sheet, place, 40) < 0)
		return -1;
	fit_ground(sheet);
	if (fit_line_colour(
		    sheet, place,
		    fmax(LINE_LEVELS, LINE_SHARE * middle_contrast(sheet))) < 0)
		return -1;
	fit_ground(sheet);
	bound_contrasts(sheet);
	return 0;
}

void sheet_judge(struct sheet *sheet)
{
	fit_ground(sheet);
	bound_contrasts(sheet);
	if (sheet->unlike)
		sheet_set_unlike(sheet);
}

/* Fits from a guess of how wide the lines are. 0, 1 (no panel) or -1. */
static int fit(struct sheet *sheet, const struct panel_place *place,
	       struct survey *survey, double line_width, int refinements)
{
	sheet_move(sheet, &place->cell_to_px);
	sheet->line_width = line_width;
	for (int round = 0; round <= refinements; round++) {
		if (fit_once(sheet, place) < 0)
			return -1;
		survey_take(sheet, survey);
		if (survey->seen < LINES_SEEN * survey->taken ||
		    sheet->clear < CONTRAST_LEAST)
			return 1;
		sheet->line_width = median(survey->sorted, survey->seen);
		sheet->steady = survey_steady(sheet, survey);
		if (round < refinements &&
		    survey_refine(sheet, survey) > MOVED_FAR &&
		    refinements < REFINEMENTS_MOST)
			refinements++;
	}
	sheet_judge(sheet);
	return 0;
}

int sheet_init(struct sheet *sheet, const struct image *image,
	       const struct panel_place *place, int refinements)
{
	struct survey *survey;
	int result;

	memset(sheet, 0, sizeof *sheet);
	if (place->columns < 1 || place->rows < 1 ||
	    place->columns > PANEL_SIDE_MAX || place->rows > PANEL_SIDE_MAX)
		return 1;
	survey = alloc_array(1, sizeof *survey);
	if (!survey)
		return -1;
	sheet->image = image;
	sheet->columns = place->columns;
	sheet->rows = place->rows;
	sheet->cell_to_px = place->cell_to_px;
	sheet->px_cell = smallest_scale(sheet);
	sheet->width = (place->columns + 2 * SHEET_MARGIN) * SHEET_CELL;
	sheet->height = (place->rows + 2 * SHEET_MARGIN) * SHEET_CELL;
	if (sheet_begin_asking(sheet) < 0) {
		free(survey);
		return -1;
	}
	result = fit(sheet, place, survey, LINE_USUAL, refinements);
	/* no ground was seen beside the lines, or on few sides */
	if (result == 1 && (sheet->clear < FAINT ||
			    survey->seen > LINES_HINTED * survey->taken))
		result = fit(sheet, place, survey, LINE_WIDE, refinements);
	free(survey);
	return result;
}

int sheet_fill(struct sheet *sheet)
{
	sheet->unlike =
		malloc(sheet_pixel_count(sheet) * sizeof *sheet->unlike);
	if (!sheet->unlike ||
	    (!sheet->is_asked && sheet_begin_asking(sheet) < 0))
		return -1;
	sheet_ask_all(sheet);
	sheet_set_unlike(sheet);
	return 0;
}

void sheet_fini(struct sheet *sheet)
{
	free(sheet->pixels);
	free(sheet->unlike);
	free(sheet->asked);
	free(sheet->is_asked);
	free(sheet->bare);
	memset(sheet, 0, sizeof *sheet);
}
