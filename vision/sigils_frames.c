#include "sigils_frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cv.h"
#include "level_cut.h"
#include "sigils.h"
#include "sigils_comb.h"

/* A frame covers at least this share of the picture's shorter side and at
 * most that of either. */
#define SIDE_LEAST 0.09
#define SIDE_MOST 0.93
/* Quadrilateral: its corners enclose this share of its box at least. In the
 * mild perspective of a panel on a wall it is 0.93. */
#define QUAD_LEAST 0.85
/* Corners closer than this share of the side are the same. */
#define SAME_CORNER 0.015
enum {
	CANDIDATES_MOST = 10,
	FRAMES_MOST = 2,
	/* Ways to see a frame: with or without the lines at its rim. */
	WAYS = 4,
	/* Pixels along a side that are looked at. */
	SAMPLES_MOST = 800,
	/* A line is looked for in so many strips across it, each the mean of
	 * so many rows: two or more strips a square, so that the tints of a
	 * chequer do not cancel. */
	STRIPS = 30,
	STRIP_ROWS = 3,
	/* Of the strips, those in which a place looks most like a line do
	 * not count: lines across come up in few strips, but everywhere. */
	STRIPS_DROPPED = 6,
	/* Half the width of a line, in samples. */
	HALF = 2,
	/* Panels are looked for in a picture of this size, */
	PANEL_SIDE = 320,
	/* at levels so far apart: a panel differs from its rim by more. */
	LEVEL_STEP = 9,
};
/* So much of the side beyond each corner is looked at too: the outermost line
 * lies there where the corners are those of its inside. */
#define BEYOND 0.07
/* Once a frame is found, lines are looked for so many squares around it. */
#define SQUARES_BEYOND 1.3
/* A line more is worth so much more, all else equal. */
#define LARGER 0.02
/* Squares of a frame are as high as wide; a panel seen at an angle is
 * foreshortened by up to this. */
#define ASPECT_MOST 1.14

/* The sides of a plain frame are to each other as its columns to its rows, up
 * to this factor; that next in question is half as large again. */
#define PLAIN_ASPECT 1.05
enum { PLAIN_MOST = 4 };

struct scratch {
	double profile[SAMPLES_MOST];
	double mean[SAMPLES_MOST];
	float strips[SAMPLES_MOST][STRIPS];
};

static double side_length(const struct quad *quad, int from)
{
	return point_distance(quad->corner[from], quad->corner[(from + 1) % 4]);
}

static bool is_candidate(const struct elements *elements,
			 const struct quad *quad, const struct box *box)
{
	double width = elements->image->width;
	double height = elements->image->height;
	double least = SIDE_LEAST * fmin(width, height);

	return box->width >= least && box->height >= least &&
	       box->width <= SIDE_MOST * width &&
	       box->height <= SIDE_MOST * height && quad_is_convex(quad) &&
	       quad_area(quad) >= QUAD_LEAST * box->width * box->height;
}

static bool is_same(const struct quad *a, const struct quad *b)
{
	double near = SAME_CORNER * side_length(a, 0);

	for (int i = 0; i < 4; i++)
		if (point_distance(a->corner[i], b->corner[i]) > near)
			return false;
	return true;
}

struct candidates {
	struct quad quads[CANDIDATES_MOST + 1];
	int count;
};

/* The largest first, as the pieces' own boxes are small. */
static void add_candidate(struct candidates *list, const struct quad *quad)
{
	double area = quad_area(quad);
	int place = list->count;

	for (int i = 0; i < list->count; i++)
		if (is_same(&list->quads[i], quad))
			return;
	while (place > 0 && quad_area(&list->quads[place - 1]) < area)
		place--;
	if (place == CANDIDATES_MOST)
		return;
	if (list->count < CANDIDATES_MOST)
		list->count++;
	memmove(&list->quads[place + 1], &list->quads[place],
		(size_t)(list->count - 1 - place) * sizeof *quad);
	list->quads[place] = *quad;
}

static void gather_elements(const struct elements *elements,
			    struct candidates *list)
{
	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];

		if (is_candidate(elements, &element->corners, &element->box))
			add_candidate(list, &element->corners);
	}
}

/* The outermost points along both diagonals. */
static void corners_of(const struct level_cut *cut,
		       const struct level_part *part, struct quad *quad)
{
	struct point *c = quad->corner;

	for (int i = part->first; i >= 0; i = cut->runs[i].next) {
		double y = cut->runs[i].y;
		double left = cut->runs[i].left;
		double right = cut->runs[i].right - 1;
		bool start = i == part->first;

		if (start || left + y < c[0].x + c[0].y)
			c[0] = (struct point){ left, y };
		if (start || right - y > c[1].x - c[1].y)
			c[1] = (struct point){ right, y };
		if (start || right + y > c[2].x + c[2].y)
			c[2] = (struct point){ right, y };
		if (start || left - y < c[3].x - c[3].y)
			c[3] = (struct point){ left, y };
	}
}

/* Panels darker or lighter than what surrounds them, at any level, in a plane
 * that is `shrink` times smaller than the picture. */
static int gather_levels(const struct elements *elements,
			 const struct plane *plane, double shrink,
			 struct level_cut *cut, struct candidates *list)
{
	for (int level = LEVEL_STEP; level < 256; level += LEVEL_STEP) {
		if (level_cut_find(cut, plane, (uint8_t)level,
				   level > LEVEL_STEP) < 0)
			return -1;
		for (size_t i = 0; i < cut->run_count; i++) {
			const struct level_part *part = level_cut_part(cut, i);
			struct box box;
			struct quad quad = { 0 };

			if (!part || part->box.width < 8 ||
			    part->box.height < 8)
				continue;
			corners_of(cut, part, &quad);
			for (int j = 0; j < 4; j++) {
				struct point *c = &quad.corner[j];

				c->x = (c->x + 0.5) * shrink - 0.5;
				c->y = (c->y + 0.5) * shrink - 0.5;
			}
			box = (struct box){
				(int)(part->box.x * shrink),
				(int)(part->box.y * shrink),
				(int)(part->box.width * shrink),
				(int)(part->box.height * shrink),
			};
			if (is_candidate(elements, &quad, &box))
				add_candidate(list, &quad);
		}
	}
	return 0;
}

static int gather_panels(const struct elements *elements,
			 struct candidates *list)
{
	const struct plane *small = &elements->small;
	int longer =
		small->width > small->height ? small->width : small->height;
	double shrink = fmax(1, (double)longer / PANEL_SIDE);
	struct plane plane = { 0 };
	struct level_cut cut = { 0 };
	int result = plane_init(&plane, (int)(small->width / shrink),
				(int)(small->height / shrink));

	if (result == 0)
		result = cv_shrink(small->data, (size_t)small->stride,
				   small->width, small->height, plane.data,
				   (size_t)plane.stride, plane.width,
				   plane.height);
	for (int dark = 0; dark < 2 && result == 0; dark++) {
		for (int y = 0; y < plane.height && dark; y++)
			for (int x = 0; x < plane.width; x++)
				plane_row(&plane, y)[x] =
					(uint8_t)~plane_row(&plane, y)[x];
		result = gather_levels(elements, &plane,
				       shrink * elements->shrink, &cut, list);
	}
	level_cut_fini(&cut);
	plane_fini(&plane);
	return result;
}

/* Adds the brightness at `count` places along a row (or column) of the unit
 * square, `down` of the way across. */
static void add_row(const struct plane *plane, const struct homography *map,
		    bool across, double down, int count, double *sum)
{
	const double *m = map->m;
	/* the numerators and the denominator change evenly along a row */
	int one = across ? 0 : 1, other = across ? 1 : 0;
	double at[3], step[3];

	for (int i = 0; i < 3; i++) {
		step[i] = m[3 * i + one] / count;
		at[i] = m[3 * i + other] * down + m[3 * i + 2] + step[i] / 2;
	}
	for (int i = 0; i < count; i++) {
		double x = at[0] / at[2], y = at[1] / at[2];

		if (x >= 0 && y >= 0 && x < plane->width - 1 &&
		    y < plane->height - 1) {
			int left = (int)x, top = (int)y;
			const uint8_t *row = plane_row(plane, top) + left;
			const uint8_t *low = row + plane->stride;
			double right = x - left, bottom = y - top;

			sum[i] += (row[0] * (1 - right) + row[1] * right) *
					  (1 - bottom) +
				  (low[0] * (1 - right) + low[1] * right) *
					  bottom;
		} else {
			sum[i] += plane_sample(plane, x, y);
		}
		for (int j = 0; j < 3; j++)
			at[j] += step[j];
	}
}

/* Mean brightness of strip `strip` at each sample, times STRIP_ROWS.
 * `across`: along the rows of the unit square, strips from its top to its
 * bottom. */
static void sample_strip(const struct plane *plane,
			 const struct homography *map, bool across, int strip,
			 int count, double *sum)
{
	memset(sum, 0, (size_t)count * sizeof *sum);
	for (int row = 0; row < STRIP_ROWS; row++)
		add_row(plane, map, across,
			(strip + (row + 0.5) / STRIP_ROWS) / STRIPS, count,
			sum);
}

/* The mean of all but the greatest. */
static double trimmed_mean(float *values)
{
	double sum = 0;

	for (int i = 0; i < STRIPS - STRIPS_DROPPED; i++) {
		int least = i;
		float kept = values[i];

		for (int j = i + 1; j < STRIPS; j++)
			if (values[j] < values[least])
				least = j;
		values[i] = values[least];
		values[least] = kept;
		sum += values[i];
	}
	return sum / (STRIPS - STRIPS_DROPPED);
}

/* How much each place along the side looks like a line or a step. */
static void find_profile(const struct plane *plane,
			 const struct homography *unit_to_plane, bool across,
			 int count, struct scratch *scratch)
{
	memset(scratch->strips, 0, sizeof scratch->strips);
	for (int strip = 0; strip < STRIPS; strip++) {
		const double *mean = scratch->mean;

		sample_strip(plane, unit_to_plane, across, strip, count,
			     scratch->mean);
		for (int i = HALF; i + HALF < count; i++)
			scratch->strips[i][strip] =
				(float)(fabs(mean[i + HALF] - mean[i - HALF]) +
					fabs(2 * mean[i] - mean[i - HALF] -
					     mean[i + HALF])) /
				STRIP_ROWS;
	}
	for (int i = 0; i < count; i++)
		scratch->profile[i] = trimmed_mean(scratch->strips[i]);
}

struct pair {
	struct sigils_comb combs[2];
	double score;
};

/* Keeps the best, one of each size, best first. */
static void keep_pair(struct pair *pairs, const struct pair *pair)
{
	int place = 0, last = WAYS - 1;

	while (place < WAYS && pairs[place].score >= pair->score) {
		if (pairs[place].combs[0].squares == pair->combs[0].squares &&
		    pairs[place].combs[1].squares == pair->combs[1].squares)
			return;
		place++;
	}
	for (int i = place; i < WAYS; i++)
		if (pairs[i].combs[0].squares == pair->combs[0].squares &&
		    pairs[i].combs[1].squares == pair->combs[1].squares) {
			last = i;
			break;
		}
	if (place == WAYS)
		return;
	memmove(&pairs[place + 1], &pairs[place],
		(size_t)(last - place) * sizeof *pairs);
	pairs[place] = *pair;
}

/* The pairs of combs whose squares are square and whose lines show best. */
static void choose(const struct sigils_comb_list *across,
		   const struct sigils_comb_list *down, struct pair *pairs)
{
	for (int i = 0; i < across->count; i++)
		for (int j = 0; j < down->count; j++) {
			struct pair pair = {
				{ across->combs[i], down->combs[j] }, 0
			};
			double wide = pair.combs[0].pitch * across->sample;
			double high = pair.combs[1].pitch * down->sample;
			double aspect = fmax(wide, high) / fmin(wide, high);
			int lines =
				pair.combs[0].squares + pair.combs[1].squares;

			/* of two that show as well, the larger: the other
			 * is a part of it */
			pair.score =
				(pair.combs[0].score + pair.combs[1].score) *
				(1 + LARGER * lines) * (2 - aspect);
			if (aspect <= ASPECT_MOST && pair.score > 0)
				keep_pair(pairs, &pair);
		}
}

/* Fills in the lattice of so many squares. Returns 0, or -1 where it lies in
 * no plane. */
static int set_lattice(const struct homography *cell_to_px, int columns,
		       int rows, double line_share, struct lattice *lattice)
{
	memset(lattice, 0, sizeof *lattice);
	lattice->columns = columns;
	lattice->rows = rows;
	lattice->cell_to_px = *cell_to_px;
	lattice->pitch = homography_scale(
		cell_to_px, (struct point){ columns / 2.0, rows / 2.0 });
	lattice->line_share = line_share;
	return homography_inverse(cell_to_px, &lattice->px_to_cell);
}

/* The lattice whose lines the combs are. Combs are in samples, which are as
 * long as pixels of the shrunk picture. */
static int make_lattice(const struct homography *unit_to_px,
			const struct sigils_comb combs[2], const int counts[2],
			struct lattice *lattice)
{
	struct homography cell_to_unit = { { 0 } };
	struct homography cell_to_px;

	cell_to_unit.m[0] = combs[0].pitch / counts[0];
	cell_to_unit.m[2] = (combs[0].first + 0.5) / counts[0];
	cell_to_unit.m[4] = combs[1].pitch / counts[1];
	cell_to_unit.m[5] = (combs[1].first + 0.5) / counts[1];
	cell_to_unit.m[8] = 1;
	cell_to_px = homography_compose(&cell_to_unit, unit_to_px);
	return set_lattice(&cell_to_px, combs[0].squares, combs[1].squares,
			   (combs[0].share + combs[1].share) / 2, lattice);
}

/* What maps pixels of the picture to those of the shrunk one. */
static struct homography shrinking(const struct elements *elements)
{
	double factor = 1.0 / elements->shrink;
	double shift = 0.5 * factor - 0.5;

	return (struct homography){ { factor, 0, shift, 0, factor, shift, 0, 0,
				      1 } };
}

/* What a quadrilateral may hold, best first; a score of 0 ends the list. */
struct frame {
	struct lattice lattices[WAYS];
	double scores[WAYS];
};

/* Looks for lines in a quadrilateral and `beyond` (shares of its sides) it. */
static void look_inside(const struct elements *elements,
			const struct quad *quad, const double beyond[2],
			struct scratch *scratch, struct frame *frame)
{
	struct homography shrunk = shrinking(elements);
	struct homography unit_to_px, unit_to_plane;
	struct sigils_comb_list lists[2];
	struct pair pairs[WAYS] = { { .score = 0 } };
	struct quad unit;
	int counts[2];

	memset(frame, 0, sizeof *frame);
	unit = quad_from_box(beyond[0] / (1 + 2 * beyond[0]),
			     beyond[1] / (1 + 2 * beyond[1]),
			     1 / (1 + 2 * beyond[0]), 1 / (1 + 2 * beyond[1]));
	if (homography_from_quads(&unit, quad, &unit_to_px) < 0)
		return;
	unit_to_plane = homography_compose(&unit_to_px, &shrunk);
	for (int axis = 0; axis < 2; axis++) {
		double length = (side_length(quad, axis) +
				 side_length(quad, axis + 2)) /
				2 / elements->shrink * (1 + 2 * beyond[axis]);

		counts[axis] = (int)fmin(SAMPLES_MOST, fmax(16, length));
		find_profile(&elements->small, &unit_to_plane, axis == 0,
			     counts[axis], scratch);
		sigils_comb_find(scratch->profile, counts[axis], &lists[axis]);
		lists[axis].sample = length / counts[axis];
	}
	choose(&lists[0], &lists[1], pairs);
	for (int i = 0; i < WAYS && pairs[i].score > 0; i++)
		if (make_lattice(&unit_to_px, pairs[i].combs, counts,
				 &frame->lattices[i]) == 0)
			frame->scores[i] = pairs[i].score;
		else
			break;
}

static void frame_quad(const struct lattice *lattice, struct quad *quad)
{
	for (int i = 0; i < 4; i++)
		quad->corner[i] = homography_apply(
			&lattice->cell_to_px,
			(struct point){ i == 1 || i == 2 ? lattice->columns : 0,
					i >= 2 ? lattice->rows : 0 });
}

/* Looks again from a frame already found: lines that lay outside show now,
 * and all of them more sharply. */
static void look_again(const struct elements *elements, struct scratch *scratch,
		       struct frame *frame)
{
	const double beyond[2] = {
		SQUARES_BEYOND / frame->lattices[0].columns,
		SQUARES_BEYOND / frame->lattices[0].rows,
	};
	struct frame wider;
	struct quad quad;

	frame_quad(&frame->lattices[0], &quad);
	look_inside(elements, &quad, beyond, scratch, &wider);
	if (wider.scores[0] >= frame->scores[0])
		*frame = wider;
}

/* Does a frame found before lie there too? */
static bool is_known(const struct lattice_list *frames,
		     const struct lattice *lattice)
{
	struct quad quad, known;

	frame_quad(lattice, &quad);
	for (size_t i = 0; i < frames->count; i++) {
		frame_quad(&frames->lattices[i], &known);
		if (quad_contains(&known, point_mix(quad.corner[0],
						    quad.corner[2], 0.5)))
			return true;
	}
	return false;
}

/* The candidate with the best frame at a place of its own; -1: none. */
static int best_frame(const struct frame *found, int count,
		      const struct lattice_list *frames)
{
	int best = -1;

	for (int i = 0; i < count; i++)
		if (found[i].scores[0] > 0 &&
		    !is_known(frames, &found[i].lattices[0]) &&
		    (best < 0 || found[i].scores[0] > found[best].scores[0]))
			best = i;
	return best;
}

static int add_frame(struct lattice_list *frames, const struct frame *frame)
{
	for (int i = 0; i < WAYS && frame->scores[i] > 0; i++) {
		if (alloc_grow(&frames->lattices, &frames->capacity,
			       frames->count + 1, sizeof *frames->lattices) < 0)
			return -1;
		frames->lattices[frames->count++] = frame->lattices[i];
	}
	return 0;
}

int sigils_frames_find(const struct elements *elements,
		       struct lattice_list *frames)
{
	const double beyond[2] = { BEYOND, BEYOND };
	struct candidates candidates = { .count = 0 };
	struct frame found[CANDIDATES_MOST];
	struct scratch *scratch = alloc_array(1, sizeof *scratch);
	int result = scratch ? gather_panels(elements, &candidates) : -1;

	gather_elements(elements, &candidates);
	for (int i = 0; i < candidates.count && result == 0; i++)
		look_inside(elements, &candidates.quads[i], beyond, scratch,
			    &found[i]);
	for (int taken = 0; taken < FRAMES_MOST && result == 0; taken++) {
		int best = best_frame(found, candidates.count, frames);

		if (best < 0)
			break;
		look_again(elements, scratch, &found[best]);
		result = add_frame(frames, &found[best]);
		found[best].scores[0] = 0;
	}
	free(scratch);
	return result;
}

/* Adds the candidate if so many squares fill it in rows and columns. */
static int add_plain(const struct quad *quad, int squares,
		     struct lattice_list *frames)
{
	double aspect = (side_length(quad, 0) + side_length(quad, 2)) /
			(side_length(quad, 1) + side_length(quad, 3));

	for (int columns = 2; columns <= SIGILS_SIDE_MAX; columns++) {
		int rows = squares / columns;
		double off = fabs(log(aspect * rows / columns));
		struct quad cells = quad_from_box(0, 0, columns, rows);
		struct homography cell_to_px;

		if (rows * columns != squares || rows < 2 ||
		    rows > SIGILS_SIDE_MAX || off > log(PLAIN_ASPECT) ||
		    homography_from_quads(&cells, quad, &cell_to_px) < 0)
			continue;
		if (alloc_grow(&frames->lattices, &frames->capacity,
			       frames->count + 1, sizeof *frames->lattices) < 0)
			return -1;
		if (set_lattice(&cell_to_px, columns, rows,
				1 - off / log(PLAIN_ASPECT) / 2,
				&frames->lattices[frames->count]) == 0)
			frames->count++;
	}
	return 0;
}

int sigils_frames_find_plain(const struct elements *elements, int squares,
			     struct lattice_list *frames)
{
	struct candidates candidates = { .count = 0 };
	size_t before = frames->count;

	gather_elements(elements, &candidates);
	if (gather_panels(elements, &candidates) < 0)
		return -1;
	for (int i = 0;
	     i < candidates.count && frames->count < before + PLAIN_MOST; i++)
		if (add_plain(&candidates.quads[i], squares, frames) < 0)
			return -1;
	return 0;
}
