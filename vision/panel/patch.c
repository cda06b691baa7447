#include "patch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "rays.h"

/* Cells are looked at up to this distance from the line's edge. */
#define INSET 0.025
/* A start's disc is blurred this far beyond its radius. */
#define START_BLUR 0.04
/* It is measured along so many rays that end in ground: in its colour, within
 * this share of the contrast, from beyond the rim's blur on. */
enum { DISC_RAYS = 40, DISC_RAYS_LEAST = 4 };
#define BEYOND_FROM 0.06
#define BEYOND_TO 0.1
#define BEYOND_LIKE 0.35
/* Of these rays those that run along lines a while, and where the disc is the
 * smallest there may be, just wider than half a line's corner, nearly all of
 * them, end farther out. */
#define DISC_NEAREST 0.15
/* The largest disc, cells, and what of it lies under a dot. */
#define DISC_MOST 0.75
#define DISC_FROM 0.17
/* The longest stub, cells. */
#define STUB_MOST 0.55
/* What makes a symbol lies within so much of the cell's middle; nearer to the
 * lines the glow of bright dots reaches in. */
#define MIDDLE 0.25
/* Purest is what differs by this share of the most. */
#define PURE_SHARE 0.85
/* Of what differs by some share of the most, a quarter is purer than this:
 * grain makes single pixels so, and the plateaus of full symbols are no purer
 * than their most. */
#define SOME_SHARE 0.5
#define PURE_RANK 0.75
/* Blur of lines reaches so many pixels of the sheet into a cell; what lies at
 * its side is no purer than this, and down to this, shares of the most. */
enum { FADING_DEEP = 4 };
#define FADING_MOST 0.7
#define FADING_LEAST 0.15
/* ... but for what is a mixture of line and ground, but for such a share. */
#define FADING_OFF 0.3
/* What is brighter or darker by fewer levels tells less than its colour: as
 * much as must stand out of any ground. */
#define BRIGHTER_LEAST SYMBOL_LEVELS

/* Is the place covered by a stub that leaves a spot at u, v? */
static bool in_stub(const struct sheet *sheet, const struct spot_look *look,
		    double x, double y, int u, int v)
{
	double length = hypot(look->end_dx, look->end_dy);
	double along, aside;

	if (!look->end)
		return false;
	x -= u / 2.0;
	y -= v / 2.0;
	along = (x * look->end_dx + y * look->end_dy) / length;
	aside = (y * look->end_dx - x * look->end_dy) / length;
	return along > 0 && along < STUB_MOST &&
	       fabs(aside) < sheet->line_width / 2 + START_BLUR;
}

static bool is_ground(const struct sheet *sheet, double x, double y)
{
	return colour_distance(sheet_colour(sheet, x, y),
			       sheet_ground(sheet, x, y)) <
	       BEYOND_LIKE * sheet_contrast(sheet, x, y);
}

/* How far the discs of all starts reach at the most, cells. */
static double largest_radius(const struct panel_lines *lines)
{
	double most = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++)
			if (lines->spots[y][x].start)
				most = fmax(most, lines->spots[y][x].radius);
	return most;
}

/* How far a start's disc reaches, cells: symbols may lie over much of its rim,
 * so that only where ground lies beyond it is its end seen. Where there is next
 * to none it is as large as a panel's others are. At least `radius`: a line
 * that was begun in the ground's colour may lie in it. */
static double disc_radius(const struct sheet *sheet,
			  const struct panel_lines *lines, struct point at,
			  double radius)
{
	double reach[DISC_RAYS];
	double from = fmax(DISC_FROM, sheet->line_width / 2);
	int count = 0;

	for (int i = 0; i < DISC_RAYS; i++) {
		double angle = (i + 0.5) * 2 * M_PI / DISC_RAYS;
		double far = ray_reach(sheet, at, angle, from, DISC_MOST);
		double dx = cos(angle), dy = sin(angle);

		if (far < DISC_MOST &&
		    is_ground(sheet, at.x + (far + BEYOND_FROM) * dx,
			      at.y + (far + BEYOND_FROM) * dy) &&
		    is_ground(sheet, at.x + (far + BEYOND_TO) * dx,
			      at.y + (far + BEYOND_TO) * dy))
			reach[count++] = far;
	}
	if (count < DISC_RAYS_LEAST)
		return largest_radius(lines);
	return fmax(radius, order_pick_double(reach, count,
					      (int)(DISC_NEAREST * count)));
}

static void take_starts(const struct sheet *sheet,
			const struct panel_lines *lines, int column, int row,
			struct starts *starts)
{
	starts->count = 0;
	for (int v = 2 * row; v <= 2 * row + 2; v++)
		for (int u = 2 * column; u <= 2 * column + 2; u++) {
			const struct spot_look *look = &lines->spots[v][u];

			if (panel_is_cell(u, v) || !(look->start || look->end))
				continue;
			starts->at[starts->count].look = look;
			starts->at[starts->count].radius =
				look->start
					? disc_radius(sheet, lines,
						      (struct point){ u / 2.0,
								      v / 2.0 },
						      look->radius)
					: 0;
			starts->at[starts->count].u = u;
			starts->at[starts->count++].v = v;
		}
}

/* Is the place covered by a start's disc or a stub on the lines around? */
static bool in_start(const struct sheet *sheet, const struct starts *starts,
		     double x, double y)
{
	for (int i = 0; i < starts->count; i++) {
		const struct spot_look *look = starts->at[i].look;
		int u = starts->at[i].u, v = starts->at[i].v;

		if (in_stub(sheet, look, x, y, u, v) ||
		    (look->start && hypot(x - u / 2.0, y - v / 2.0) <
					    starts->at[i].radius + START_BLUR))
			return true;
	}
	return false;
}

/* Is a colour the line's or the ground's there, or a mixture of both? */
static bool is_between(const struct sheet *sheet, double x, double y,
		       struct colour c)
{
	struct colour from = sheet_line(sheet, x, y);
	struct colour to = sheet_ground(sheet, x, y);

	return colour_off_mixtures(c, from, to) <
	       SYMBOL_CONTRAST * colour_distance(from, to);
}

/* The mean over 3 x 3, so that single pixels do not count; what is not inside
 * is 0. The pixel is none at the rim. */
static double smooth(const float *values, const bool *inside)
{
	double sum = 0;
	int count = 0;

	for (int j = -SHEET_CELL; j <= SHEET_CELL; j += SHEET_CELL)
		for (int i = -1; i <= 1; i++) {
			sum += values[j + i];
			count += inside[j + i];
		}
	return count ? sum / count : 0;
}

static bool is_middle(int pixel)
{
	return fabs((pixel + 0.5) / SHEET_CELL - 0.5) < MIDDLE;
}

/* Its rows and columns that lie inside of the lines: first .. end - 1. */
static void bound_inside(const struct sheet *sheet, int *first, int *end)
{
	double inset = sheet->line_width / 2 + INSET;

	for (*first = 0;
	     *first < SHEET_CELL && (*first + 0.5) / SHEET_CELL < inset;)
		++*first;
	for (*end = SHEET_CELL;
	     *end > *first && (*end - 0.5) / SHEET_CELL > 1 - inset;)
		--*end;
}

/* Of what its pixels differ from the ground the most in its middle. */
static double find_most(const float *differs, const bool *inside)
{
	double most = 0;

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		if (inside[i] && is_middle(i / SHEET_CELL) &&
		    is_middle(i % SHEET_CELL))
			most = fmax(most, smooth(differs + i, inside + i));
	return most;
}

/* Leaves out what fades from the cell's side inwards, from a pixel on by so
 * much each: it is blur of a line. What begins purer may be a symbol. */
static void leave_fading(struct patch *patch, struct colour line, int at,
			 int inwards)
{
	if (patch->differs[at] > FADING_MOST * patch->most &&
	    colour_off_mixtures(patch->pixel[at], line, patch->ground) >
		    FADING_OFF * patch->differs[at])
		return;
	for (int k = 0; k < FADING_DEEP &&
			patch->differs[at] > patch->differs[at + inwards] &&
			patch->differs[at] > FADING_LEAST * patch->most;
	     k++, at += inwards)
		patch->fades[at] = true;
}

static void leave_sides(struct patch *patch, struct colour line, int first,
			int end)
{
	for (int i = first; i < end; i++) {
		leave_fading(patch, line, i * SHEET_CELL + first, 1);
		leave_fading(patch, line, i * SHEET_CELL + end - 1, -1);
		leave_fading(patch, line, first * SHEET_CELL + i, SHEET_CELL);
		leave_fading(patch, line, (end - 1) * SHEET_CELL + i,
			     -SHEET_CELL);
	}
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		if (patch->fades[i])
			patch->differs[i] = 0;
}

void patch_take(const struct sheet *sheet, const struct panel_lines *lines,
		int column, int row, struct patch *patch)
{
	struct colour ground = sheet_ground(sheet, column + 0.5, row + 0.5);
	const struct starts *starts = &patch->starts;
	int first, end;

	memset(patch, 0, sizeof *patch);
	patch->ground = ground;
	take_starts(sheet, lines, column, row, &patch->starts);
	bound_inside(sheet, &first, &end);
	for (int y = first; y < end; y++)
		for (int x = first; x < end; x++) {
			double u = column + (x + 0.5) / SHEET_CELL;
			double v = row + (y + 0.5) / SHEET_CELL;
			int i = y * SHEET_CELL + x;

			patch->pixel[i] = sheet_colour(sheet, u, v);
			/* symbols may lie over a start */
			if (in_start(sheet, starts, u, v) &&
			    is_between(sheet, u, v, patch->pixel[i]))
				continue;
			patch->inside[i] = true;
			patch->differs[i] =
				(float)colour_distance(patch->pixel[i], ground);
		}
	patch->most = find_most(patch->differs, patch->inside);
	leave_sides(patch, sheet_line(sheet, column + 0.5, row + 0.5), first,
		    end);
}

struct colour patch_colour(const struct patch *patch)
{
	struct colour sum = { 0, 0, 0 };
	int count = 0;

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		if (!patch->inside[i] ||
		    patch->differs[i] < PURE_SHARE * patch->most)
			continue;
		sum.red += patch->pixel[i].red;
		sum.green += patch->pixel[i].green;
		sum.blue += patch->pixel[i].blue;
		count++;
	}
	if (!count)
		return sum;
	return (struct colour){ sum.red / (float)count,
				sum.green / (float)count,
				sum.blue / (float)count };
}

/* How much the purest of what is symbol differs: the rims of hollow blocks are
 * so thin that no three by three pixels are all symbol. */
static double find_pure(const float *differs, const bool *inside, double most)
{
	float work[SHEET_CELL * SHEET_CELL];
	int count = 0;

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++)
		if (inside[i] && differs[i] > SOME_SHARE * most &&
		    is_middle(i / SHEET_CELL) && is_middle(i % SHEET_CELL))
			work[count++] = differs[i];
	if (!count)
		return most;
	return fmax(most,
		    order_pick_float(work, count, (int)(PURE_RANK * count)));
}

static void set_mask(const struct patch *patch, const float *differs,
		     double most, struct shape_mask *mask)
{
	if (patch->thin)
		most = find_pure(differs, patch->inside, most);
	mask->area = 0;
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		double share = differs[i] / most;

		mask->share[i] = patch->inside[i] ? (float)share : 0;
		mask->cover[i] = mask_cover(mask->share[i]);
		mask->area += mask->cover[i];
	}
	mask->area /= SHEET_CELL * SHEET_CELL;
}

void patch_mask(const struct patch *patch, struct shape_mask *mask)
{
	set_mask(patch, patch->differs, patch->most, mask);
}

bool patch_mask_bright(const struct patch *patch, struct shape_mask *mask)
{
	float differs[SHEET_CELL * SHEET_CELL] = { 0 };
	double ground = colour_brightness(patch->ground), most;
	bool darker = colour_brightness(patch_colour(patch)) < ground;

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		double more = colour_brightness(patch->pixel[i]) - ground;

		if (patch->inside[i] && !patch->fades[i])
			differs[i] = (float)fmax(0, darker ? -more : more);
	}
	most = find_most(differs, patch->inside);
	if (most < BRIGHTER_LEAST)
		return false;
	set_mask(patch, differs, most, mask);
	return true;
}

bool patch_middle_hidden(const struct patch *patch)
{
	return !patch->inside[SHEET_CELL / 2 * SHEET_CELL + SHEET_CELL / 2];
}

static bool is_at_side(const struct patch *patch, int x, int y)
{
	const bool *at = &patch->inside[y * SHEET_CELL + x];

	return x == 0 || y == 0 || x == SHEET_CELL - 1 || y == SHEET_CELL - 1 ||
	       !at[-1] || !at[1] || !at[-SHEET_CELL] || !at[SHEET_CELL];
}

double patch_side_share(const struct patch *patch,
			const struct shape_mask *mask)
{
	double sum = 0;
	int count = 0;

	for (int y = 0; y < SHEET_CELL; y++)
		for (int x = 0; x < SHEET_CELL; x++) {
			int i = y * SHEET_CELL + x;

			if (!patch->inside[i] || !is_at_side(patch, x, y))
				continue;
			sum += mask->cover[i];
			count++;
		}
	return count ? sum / count : 0;
}
