#include "panel_veil.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "panel_under.h"

/* The smallest veil's radius as a share of the picture's height: the pointer
 * has 14 pixels of 1080. */
#define RADIUS_LEAST 0.0105
/* A disc fills .785 of its box; lines and symbols that show through are
 * missing, what is cut off by the sheet's rim too. */
#define BOX_FILL 0.5
/* and a square, such as the white symbol, more than this, even with round
 * corners, blurred and grainy (seen: .876); the game's discs .829 at most. */
#define BOX_FULL 0.85
/* A star less than this (seen: .67; discs .74 and more). */
#define STAR_FULL 0.7
/* Its box is as wide as high within this factor. */
#define BOX_ASPECT 1.35

/* In the picture it is round: of what it covers at most so much lies beyond its
 * rim (the game's discs .034; triangles, eliminators and letters .146 and
 * more), and of what lies well within at most so much is plain line or ground
 * (none; in those .158 and more). */
#define RIM_SHARE 1.1
#define BEYOND_MOST 0.08
#define WITHIN_SHARE 0.85
#define PLAIN_MOST 0.1

/* What lies on lines alone, no larger than a dot (cells) and this near to a
 * spot where dots lie, is one: white ones in dim light look like a pointer. */
#define DOT_MOST 0.16
#define DOT_OFF 0.05
/* Symbols lie this near to the middle of their cell, and squares and stars are
 * no wider, cells: FACTS has .36. */
#define SYMBOL_OFF 0.1
#define SYMBOL_WIDE 0.45

/* The pointer is ringed: so far around it, in radii, everything is darker by
 * at most this share. */
#define RING 1.36
#define RING_DARKER 0.45

/* More than the pointer and a few symbols like it are never told apart. */
enum { DISCS_MOST = 16 };

struct blob {
	int area, left, top, right, bottom;
};

static struct blob fill(struct veil *veil, int start)
{
	int w = veil->sheet->width, h = veil->sheet->height;
	struct blob blob = { 0, w, h, -1, -1 };
	int top = 0;

	veil->stack[top++] = start;
	veil->seen[start] = true;
	while (top) {
		int at = veil->stack[--top];
		int x = at % w, y = at / w;

		blob.area++;
		blob.left = x < blob.left ? x : blob.left;
		blob.right = x > blob.right ? x : blob.right;
		blob.top = y < blob.top ? y : blob.top;
		blob.bottom = y > blob.bottom ? y : blob.bottom;
		/* two pixels wide, over the blurred edges of the lines */
		for (int dy = -2; dy <= 2; dy++)
			for (int dx = -2; dx <= 2; dx++) {
				int next = at + dy * w + dx;

				if (x + dx < 0 || y + dy < 0 || x + dx >= w ||
				    y + dy >= h || veil->seen[next] ||
				    veil->cover[next] <= 0)
					continue;
				veil->seen[next] = true;
				veil->stack[top++] = next;
			}
	}
	return blob;
}

/* The pixel of the blob's box that is the i-th of them. */
static int in_box(const struct veil *veil, const struct blob *blob, int i)
{
	int w = blob->right - blob->left + 1;

	return (blob->top + i / w) * veil->sheet->width + blob->left + i % w;
}

static int box_area(const struct blob *blob)
{
	return (blob->right - blob->left + 1) * (blob->bottom - blob->top + 1);
}

/* How much of its box a blob fills without its blurred rim, which is covered by
 * less than half the mean, and with the holes that grain and what is brighter
 * than a veil make: by what lies between a row's first and last pixel. */
static double whole_fill(const struct veil *veil, const struct blob *blob)
{
	int w = blob->right - blob->left + 1;
	int left = w, right = -1, rows = 0, area = 0;
	float half = 0;

	for (int i = 0; i < box_area(blob); i++)
		half += veil->cover[in_box(veil, blob, i)];
	half /= 2 * (float)blob->area;
	for (int y = 0; y <= blob->bottom - blob->top; y++) {
		int first = -1, last = -1;

		for (int x = 0; x < w; x++)
			if (veil->cover[in_box(veil, blob, y * w + x)] > half) {
				first = first < 0 ? x : first;
				last = x;
			}
		area += first < 0 ? 0 : last - first + 1;
		left = first >= 0 && first < left ? first : left;
		right = last > right ? last : right;
		rows += first >= 0;
	}
	return area / fmax(1, (right - left + 1) * rows);
}

static bool is_disc(const struct veil *veil, const struct blob *blob)
{
	double w = blob->right - blob->left + 1;
	double h = blob->bottom - blob->top + 1;
	double px = (w + h) / 4 / SHEET_CELL * veil->sheet->px_cell;

	return w < BOX_ASPECT * h && h < BOX_ASPECT * w &&
	       px > RADIUS_LEAST * veil->sheet->image->height &&
	       blob->area > BOX_FILL * w * h &&
	       whole_fill(veil, blob) < BOX_FULL;
}

/* A blob's circle in the picture. */
struct circle {
	struct point middle;
	double radius;
};

static struct point px_of(const struct sheet *sheet, int i)
{
	return homography_apply(&sheet->cell_to_px, under_point(sheet, i));
}

static struct circle circle_of(const struct veil *veil, const struct blob *blob)
{
	struct point low = { HUGE_VAL, HUGE_VAL }, high = { 0, 0 };

	for (int i = 0; i < box_area(blob); i++) {
		int k = in_box(veil, blob, i);
		struct point px;

		if (veil->cover[k] <= 0)
			continue;
		px = px_of(veil->sheet, k);
		high = low.x == HUGE_VAL ? px : high;
		low = (struct point){ fmin(low.x, px.x), fmin(low.y, px.y) };
		high = (struct point){ fmax(high.x, px.x), fmax(high.y, px.y) };
	}
	return (struct circle){ point_mix(low, high, 0.5),
				(high.x - low.x + high.y - low.y) / 4 };
}

/* Is the pixel the line's or the ground's own colour? */
static bool is_plain(const struct veil *veil, int i)
{
	const struct sheet *sheet = veil->sheet;
	float bound = (float)(VEIL_OFF * sheet->clear);
	struct point at = under_point(sheet, i);

	return veil->cover[i] <= 0 &&
	       (under_is_near(sheet->pixels[i], veil->ground, bound) ||
		under_is_near(sheet->pixels[i], sheet_line(sheet, at.x, at.y),
			      bound));
}

/* Is it round, as far as it can be seen? */
static bool is_round(const struct veil *veil, const struct blob *blob)
{
	const struct sheet *sheet = veil->sheet;
	struct circle circle = circle_of(veil, blob);
	int covered = 0, beyond = 0, within = 1, plain = 0;
	bool across = blob->left == 0 && blob->right == sheet->width - 1;
	bool down = blob->top == 0 && blob->bottom == sheet->height - 1;
	bool cut = blob->left == 0 || blob->top == 0 ||
		   blob->right == sheet->width - 1 ||
		   blob->bottom == sheet->height - 1;

	/* what lies all around is no part of a disc but where the middle is
	 * covered, too */
	if (cut && !across && !down)
		return true;
	for (int i = 0; i < box_area(blob); i++) {
		int k = in_box(veil, blob, i);
		double off = point_distance(px_of(sheet, k), circle.middle);

		if (veil->cover[k] > 0) {
			covered++;
			beyond += off > RIM_SHARE * circle.radius;
		}
		if (off > WITHIN_SHARE * circle.radius)
			continue;
		within++;
		plain += is_plain(veil, k);
	}
	return (cut || beyond <= BEYOND_MOST * covered) &&
	       plain <= PLAIN_MOST * within;
}

static double off_spot(double cells)
{
	return fabs(2 * cells - round(2 * cells)) / 2;
}

static struct point middle_of(const struct veil *veil, const struct blob *blob)
{
	const struct sheet *sheet = veil->sheet;
	struct point low =
		under_point(sheet, blob->top * sheet->width + blob->left);
	struct point high =
		under_point(sheet, blob->bottom * sheet->width + blob->right);

	return point_mix(low, high, 0.5);
}

/* Does it lie where dots and symbols do? */
static bool is_at_spot(const struct veil *veil, const struct blob *blob)
{
	struct point middle = middle_of(veil, blob);

	return fmax(off_spot(middle.x), off_spot(middle.y)) <= DOT_OFF;
}

/* Of what it covers, how much lies on none of the panel's lines, wherever they
 * are drawn, and how much of this is like lines? */
static int count_off_lines(const struct veil *veil, const struct blob *blob,
			   int *like)
{
	int count = 0;

	*like = 0;
	for (int i = 0; i < box_area(blob); i++) {
		int k = in_box(veil, blob, i);
		struct point at = under_point(veil->sheet, k);
		double off = fmin(fabs(at.x - round(at.x)),
				  fabs(at.y - round(at.y)));

		if (veil->cover[k] <= 0 || off < veil->sheet->line_width / 2)
			continue;
		count++;
		*like += veil->is_line[k];
	}
	return count;
}

/* Is the blob a dot rather than a veil? Single pixels on a line may look like
 * ground under a veil. */
static bool is_dot(const struct veil *veil, const struct blob *blob)
{
	int w = blob->right - blob->left + 1, h = blob->bottom - blob->top + 1;
	int like;

	return fmax(w, h) <= 2 * DOT_MOST * SHEET_CELL &&
	       is_at_spot(veil, blob) &&
	       count_off_lines(veil, blob, &like) == like;
}

static bool is_in_cell(struct point middle)
{
	return hypot(middle.x - floor(middle.x) - 0.5,
		     middle.y - floor(middle.y) - 0.5) < SYMBOL_OFF;
}

/* ... or a symbol in a cell's middle, as pale as lines would be under a veil?
 */
static bool is_symbol(const struct veil *veil, const struct blob *blob)
{
	int like, count = count_off_lines(veil, blob, &like);

	return is_in_cell(middle_of(veil, blob)) && 2 * like > count;
}

/* The mean cover at each distance from the middle. */
static void cover_by_radius(const struct veil *veil, double x, double y,
			    int radius, float *cover)
{
	int w = veil->sheet->width, h = veil->sheet->height;
	int *count = alloc_array((size_t)radius + 1, sizeof *count);

	if (!count)
		return;
	for (int j = (int)y - radius; j <= (int)y + radius; j++)
		for (int i = (int)x - radius; i <= (int)x + radius; i++) {
			int r = (int)hypot(i - x, j - y);

			if (i < 0 || j < 0 || i >= w || j >= h || r > radius ||
			    veil->cover[j * w + i] <= 0)
				continue;
			cover[r] += veil->cover[j * w + i];
			count[r]++;
		}
	for (int r = 0; r <= radius; r++)
		if (count[r])
			cover[r] /= (float)count[r];
	free(count);
}

static float uncover(float value, float share)
{
	return fmaxf(0, (value - 255 * share) / (1 - share));
}

/* Puts back what the disc covers: line and ground as the models have them, a
 * symbol by taking the mean cover off. */
static int lift(struct veil *veil, const struct blob *blob)
{
	struct sheet *sheet = veil->sheet;
	double x = (blob->left + blob->right) / 2.0;
	double y = (blob->top + blob->bottom) / 2.0;
	int radius = (blob->right - blob->left + blob->bottom - blob->top) / 4;
	float *cover = alloc_array((size_t)radius + 1, sizeof *cover);

	if (!cover)
		return -1;
	cover_by_radius(veil, x, y, radius, cover);
	for (int j = blob->top; j <= blob->bottom; j++)
		for (int i = blob->left; i <= blob->right; i++) {
			int k = j * sheet->width + i;
			int r = (int)hypot(i - x, j - y);
			struct point at = under_point(sheet, k);
			struct colour *pixel = &sheet->pixels[k];

			if (r > radius)
				continue;
			if (veil->cover[k] > 0) {
				*pixel = veil->is_line[k]
						 ? sheet_line(sheet, at.x, at.y)
						 : veil->ground;
				continue;
			}
			pixel->red = uncover(pixel->red, cover[r]);
			pixel->green = uncover(pixel->green, cover[r]);
			pixel->blue = uncover(pixel->blue, cover[r]);
		}
	free(cover);
	return 0;
}

/* How far a colour is from what veil or ring make of another. */
static double off_veil(struct colour c, struct colour from)
{
	double off_white, off_black;
	double white = under_part(c, from, 255, &off_white);
	double black = under_part(c, from, 0, &off_black);

	if (white < 0 || white > VEIL_MOST)
		off_white = HUGE_VAL;
	if (black < 0 || black > RING_DARKER)
		off_black = HUGE_VAL;
	return fmin(fmin(off_white, off_black), colour_distance(c, from));
}

/* The rims of discs and the ring around the pointer: what line or ground
 * explain is put back. */
static void lift_rims(struct veil *veil, const struct blob *blob)
{
	struct sheet *sheet = veil->sheet;
	double x = (blob->left + blob->right) / 2.0;
	double y = (blob->top + blob->bottom) / 2.0;
	double radius =
		(blob->right - blob->left + blob->bottom - blob->top + 2) / 4.0;
	int reach = (int)ceil(RING * radius);

	for (int j = (int)y - reach; j <= (int)y + reach; j++)
		for (int i = (int)x - reach; i <= (int)x + reach; i++) {
			int k = j * sheet->width + i;
			struct point at;
			struct colour line;
			double off_line, off_ground;

			if (i < 0 || j < 0 || i >= sheet->width ||
			    j >= sheet->height ||
			    hypot(i - x, j - y) > RING * radius)
				continue;
			at = under_point(sheet, k);
			line = sheet_line(sheet, at.x, at.y);
			off_line = off_veil(sheet->pixels[k], line);
			off_ground = off_veil(sheet->pixels[k], veil->ground);
			if (fmin(off_line, off_ground) <
			    VEIL_OFF * sheet->clear)
				sheet->pixels[k] = off_line < off_ground
							   ? line
							   : veil->ground;
		}
}

/* Where the ground itself is a paler line, or the line a paler ground, a veil
 * cannot be told. */
static bool can_be_told(const struct veil *veil)
{
	struct colour line = sheet_line(veil->sheet, veil->sheet->columns / 2.0,
					veil->sheet->rows / 2.0);
	double off_line, off_ground;

	under_part(veil->ground, line, 255, &off_line);
	under_part(line, veil->ground, 255, &off_ground);
	return fmin(off_line, off_ground) > 1.5 * VEIL_OFF * veil->sheet->clear;
}

/* The blobs that may be discs of light; returns how many. */
static int find_discs(struct veil *veil, struct blob *discs)
{
	int pixels = veil->sheet->width * veil->sheet->height, count = 0;

	for (int i = 0; i < pixels && count < DISCS_MOST; i++) {
		struct blob blob;

		if (veil->seen[i] || veil->cover[i] <= 0)
			continue;
		blob = fill(veil, i);
		if (is_disc(veil, &blob) && !is_dot(veil, &blob) &&
		    !is_symbol(veil, &blob) && is_round(veil, &blob))
			discs[count++] = blob;
	}
	return count;
}

/* What lies in the middle of a cell may have been a symbol. */
static void mark_cell(struct veil *veil, const struct blob *blob)
{
	struct point middle = middle_of(veil, blob);
	int x = (int)floor(middle.x), y = (int)floor(middle.y);

	if (blob->right - blob->left < SYMBOL_WIDE * SHEET_CELL && x >= 0 &&
	    y >= 0 && x < veil->sheet->columns && y < veil->sheet->rows &&
	    is_in_cell(middle))
		veil->sheet->veiled[y][x] = true;
}

/* There is one pointer: where several discs are seen, or a star, those that lie
 * where dots and symbols do are these. Returns how many were lifted, or -1. */
static int lift_discs(struct veil *veil)
{
	struct blob discs[DISCS_MOST];
	int count = find_discs(veil, discs), lifted = 0;

	for (int i = 0; i < count; i++) {
		if (is_at_spot(veil, &discs[i]) &&
		    (count > 1 || whole_fill(veil, &discs[i]) < STAR_FULL))
			continue;
		if (lift(veil, &discs[i]) < 0)
			return -1;
		lift_rims(veil, &discs[i]);
		mark_cell(veil, &discs[i]);
		lifted++;
	}
	return lifted;
}

int veil_remove(struct sheet *sheet)
{
	struct veil veil = { .sheet = sheet,
			     .ground = sheet_median_ground(sheet) };
	size_t count = (size_t)sheet->width * (size_t)sheet->height;
	int found = 0;

	if (!can_be_told(&veil))
		return 0;
	veil.cover = alloc_array(count, sizeof *veil.cover);
	veil.is_line = alloc_array(count, sizeof *veil.is_line);
	found = veil.cover && veil.is_line ? under_find(&veil) : -1;
	if (found <= 0)
		goto done;
	veil.seen = alloc_array(count, sizeof *veil.seen);
	veil.stack = malloc(count * sizeof *veil.stack);
	found = veil.seen && veil.stack ? 0 : -1;
	if (found == 0)
		found = lift_discs(&veil);
done:
	free(veil.cover);
	free(veil.is_line);
	free(veil.seen);
	free(veil.stack);
	return found;
}
