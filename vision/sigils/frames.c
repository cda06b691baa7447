#include "frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

const struct frame_params frame_params = {
	.squares_least = 6,
	.seen_least = .45,
	.off_most = .2,
	.differs_least = 8,
	.same_fill = 18,
	.differs_times = 4,
	.extend_off = .3,
	.extend_most = 3,
	.filled_most = .3,
	.plate_off = .05,
	.piece_like = .9,
	.part_pitch = .1,
	.size_least = .4,
	.size_most = 4.5,
};

void frames_free(struct frame_list *list)
{
	free(list->frames);
	*list = (struct frame_list){ 0 };
}

static void set_corners(struct frame *frame)
{
	struct quad cells = quad_from_box(0, 0, frame->columns, frame->rows);

	for (int i = 0; i < 4; i++)
		frame->px_corners.corner[i] =
			homography_apply(&frame->cell_to_px, cells.corner[i]);
	frame->px_pitch = sqrt(fabs(quad_area(&frame->px_corners)) /
			       (frame->columns * frame->rows));
}

/* Fits a lattice to blocks that have a column and a row. Without those that
 * are far off it, if there are some; returns how many are left, or -1. */
static int fit(struct frame *frame, const struct block **blocks, int (*at)[2],
	       int count)
{
	struct point *from = alloc_array((size_t)count, sizeof *from);
	struct point *to = alloc_array((size_t)count, sizeof *to);
	int left = from && to ? count : -1;

	do {
		double sum = 0;
		int kept = 0;

		count = left;
		for (int i = 0; i < count; i++) {
			from[i] =
				(struct point){ at[i][0] + .5, at[i][1] + .5 };
			to[i] = blocks[i]->px_at;
		}
		if (count < 0 ||
		    homography_fit(from, to, count, &frame->cell_to_px) < 0) {
			left = -1;
			break;
		}
		set_corners(frame);
		for (int i = 0; i < count; i++) {
			struct point on =
				homography_apply(&frame->cell_to_px, from[i]);
			double off = point_distance(on, to[i]) /
				     fmax(frame->px_pitch, 1e-9);

			sum += off * off;
			if (off > frame_params.off_most)
				continue;
			blocks[kept] = blocks[i];
			memcpy(at[kept++], at[i], sizeof *at);
		}
		frame->residual = sqrt(sum / count);
		left = kept;
	} while (left < count && left >= frame_params.squares_least);
	free(from);
	free(to);
	return left;
}

/* The least and greatest column and row of blocks. */
static void bounds(const int (*at)[2], int count, int low[2], int high[2])
{
	for (int k = 0; k < 2; k++)
		low[k] = high[k] = at[0][k];
	for (int i = 1; i < count; i++)
		for (int k = 0; k < 2; k++) {
			low[k] = at[i][k] < low[k] ? at[i][k] : low[k];
			high[k] = at[i][k] > high[k] ? at[i][k] : high[k];
		}
}

/* Blocks of other groups that stand on the same lattice, as where pieces lie
 * between, join it; returns how many there are then. */
static int join_others(const struct shape_list *shapes,
		       const struct frame *frame, int group,
		       const struct block **blocks, int (*at)[2], int count)
{
	struct homography px_to_cell;
	int most = SIGILS_SIDE_MAX * SIGILS_SIDE_MAX;

	if (homography_inverse(&frame->cell_to_px, &px_to_cell) < 0)
		return count;
	for (size_t i = 0; i < shapes->block_count && count < most; i++) {
		const struct block *one = &shapes->blocks[i];
		struct point cell = homography_apply(&px_to_cell, one->px_at);
		int x = (int)floor(cell.x), y = (int)floor(cell.y);

		if (one->group == group || one->group < 0 || cell.x < -1 ||
		    cell.y < -1 || cell.x > frame->columns + 1 ||
		    cell.y > frame->rows + 1 ||
		    hypot(cell.x - x - .5, cell.y - y - .5) >
			    frame_params.off_most ||
		    one->px_side > 1.2 * frame->px_pitch ||
		    one->px_side < .6 * frame->px_pitch)
			continue;
		blocks[count] = one;
		at[count][0] = x;
		at[count++][1] = y;
	}
	return count;
}

static int by_size(const void *a, const void *b)
{
	const struct frame *p = a, *q = b;

	return q->columns * q->rows - p->columns * p->rows;
}

/* Makes a lattice of a group; 1: it is none. */
static int make(const struct shape_list *shapes, int group, struct frame *frame)
{
	enum { MOST = SIGILS_SIDE_MAX * SIGILS_SIDE_MAX };
	const struct block *blocks[MOST];
	int at[MOST][2], count = 0, low[2], high[2];

	for (size_t i = 0; i < shapes->block_count; i++) {
		const struct block *one = &shapes->blocks[i];

		if (one->group != group)
			continue;
		if (count == MOST)
			return 1;
		blocks[count] = one;
		at[count][0] = one->column;
		at[count++][1] = one->row;
	}
	for (int pass = 0; pass < 2; pass++) {
		bounds((const int(*)[2])at, count, low, high);
		frame->columns = high[0] - low[0] + 1;
		frame->rows = high[1] - low[1] + 1;
		if (frame->columns > SIGILS_SIDE_MAX ||
		    frame->rows > SIGILS_SIDE_MAX || frame->columns < 2 ||
		    frame->rows < 2)
			return 1;
		for (int i = 0; i < count; i++)
			for (int k = 0; k < 2; k++)
				at[i][k] -= low[k];
		count = fit(frame, blocks, at, count);
		if (count < frame_params.squares_least)
			return 1;
		if (!pass)
			count = join_others(shapes, frame, group, blocks, at,
					    count);
	}
	for (int i = 0; i < frame->columns * frame->rows; i++)
		frame->square[i / frame->columns][i % frame->columns] =
			SQUARE_UNSEEN;
	for (int i = 0; i < count; i++)
		frame->square[at[i][1]][at[i][0]] = SQUARE_EMPTY;
	count = 0;
	for (int i = 0; i < frame->columns * frame->rows; i++)
		count +=
			frame->square[i / frame->columns][i % frame->columns] ==
			SQUARE_EMPTY;
	frame->unseen = 1 - (double)count / (frame->columns * frame->rows);
	return frame->unseen > 1 - frame_params.seen_least ||
	       frame->residual > .25;
}

int frame_list_add(struct frame_list *list, const struct frame *frame)
{
	for (size_t k = 0; k < list->count; k++) {
		struct frame *known = &list->frames[k];
		const struct point *a = known->px_corners.corner;
		const struct point *b = frame->px_corners.corner;

		if (point_distance(a[0], b[0]) + point_distance(a[2], b[2]) >
		    frame->px_pitch)
			continue;
		if (frame->columns * frame->rows >
			    known->columns * known->rows ||
		    frame->unseen < known->unseen)
			*known = *frame;
		return 0;
	}
	if (alloc_grow(&list->frames, &list->capacity, list->count + 1,
		       sizeof *list->frames) < 0)
		return -1;
	list->frames[list->count++] = *frame;
	return 0;
}

int frames_add(struct frame_list *list, const struct shape_list *shapes)
{
	int *count = alloc_array((size_t)shapes->groups + 1, sizeof *count);
	int result = count ? 0 : -1;

	for (size_t i = 0; i < shapes->block_count && result == 0; i++)
		if (shapes->blocks[i].group >= 0)
			count[shapes->blocks[i].group]++;
	for (int i = 0; i < shapes->groups && result == 0; i++) {
		struct frame frame = { 0 };

		if (count[i] >= frame_params.squares_least &&
		    !make(shapes, i, &frame))
			result = frame_list_add(list, &frame);
		list->squared |= frame.columns > SIGILS_SIDE_MAX ||
				 frame.rows > SIGILS_SIDE_MAX ||
				 count[i] > SIGILS_SIDE_MAX * SIGILS_SIDE_MAX;
	}
	free(count);
	if (list->count)
		qsort(list->frames, list->count, sizeof *list->frames, by_size);
	return result;
}

/* Are a frame's squares some of a larger one's? */
static bool is_part(const struct frame *frame, const struct frame *larger)
{
	struct homography px_to_cell;

	if (frame->columns * frame->rows >= larger->columns * larger->rows ||
	    fabs(log(frame->px_pitch / larger->px_pitch)) >
		    frame_params.part_pitch ||
	    homography_inverse(&larger->cell_to_px, &px_to_cell) < 0)
		return false;
	for (int i = 0; i < 4; i++) {
		struct point at = homography_apply(&px_to_cell,
						   frame->px_corners.corner[i]);

		if (at.x < -.5 || at.y < -.5 || at.x > larger->columns + .5 ||
		    at.y > larger->rows + .5)
			return false;
	}
	return true;
}

bool frame_untint(struct frame *frame)
{
	int tinted = 0;

	for (int i = 0; i < frame->columns * frame->rows; i++) {
		enum square *square =
			&frame->square[i / frame->columns][i % frame->columns];

		if (*square != SQUARE_TINTED)
			continue;
		*square = SQUARE_EMPTY;
		tinted++;
	}
	frame->odd += (double)tinted / (frame->columns * frame->rows);
	return tinted;
}

void frames_compare(struct frame_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct frame *one = &list->frames[i];

		one->within = 0;
		for (size_t k = 0; k < list->count; k++) {
			const struct frame *more = &list->frames[k];
			double times = (double)(more->columns * more->rows) /
				       (one->columns * one->rows);

			if (is_part(one, more))
				one->within = fmax(
					one->within,
					more->unseen <= one->unseen
						? 1
						: log2(times) *
							  (1 - more->unseen));
		}
	}
}

/* Adds so many columns left, rows above, columns right and rows below, if there
 * are any and the frame is not too large then. */
static bool widen(struct frame *frame, const int more[4])
{
	struct frame wider = *frame;
	int seen = 0;

	wider.columns += more[0] + more[2];
	wider.rows += more[1] + more[3];
	if ((wider.columns == frame->columns && wider.rows == frame->rows) ||
	    wider.columns > SIGILS_SIDE_MAX || wider.rows > SIGILS_SIDE_MAX)
		return false;
	for (int y = 0; y < wider.rows; y++)
		for (int x = 0; x < wider.columns; x++) {
			int ox = x - more[0], oy = y - more[1];
			bool on = ox >= 0 && oy >= 0 && ox < frame->columns &&
				  oy < frame->rows;

			wider.square[y][x] =
				on ? frame->square[oy][ox] : SQUARE_UNSEEN;
			seen += wider.square[y][x] != SQUARE_UNSEEN;
		}
	for (int i = 0; i < 3; i++)
		wider.cell_to_px.m[3 * i + 2] -=
			more[0] * wider.cell_to_px.m[3 * i] +
			more[1] * wider.cell_to_px.m[3 * i + 1];
	set_corners(&wider);
	wider.unseen = 1 - (double)seen / (wider.columns * wider.rows);
	*frame = wider;
	return true;
}

bool frame_extend(struct frame *frame, const struct quad *px_quad)
{
	struct homography px_to_cell;
	int more[4] = { 0 };
	double size[2] = { frame->columns, frame->rows };

	if (homography_inverse(&frame->cell_to_px, &px_to_cell) < 0)
		return false;
	for (int i = 0; i < 4; i++) {
		struct point at =
			homography_apply(&px_to_cell, px_quad->corner[i]);
		bool right = i == 1 || i == 2, down = i >= 2;
		double x = right ? at.x - size[0] : -at.x;
		double y = down ? at.y - size[1] : -at.y;
		int across = (int)lrint(x), along = (int)lrint(y);

		if (fabs(x - across) > frame_params.extend_off ||
		    fabs(y - along) > frame_params.extend_off || across < 0 ||
		    along < 0 || across > frame_params.extend_most ||
		    along > frame_params.extend_most ||
		    (i && down == (i == 3) && more[right ? 2 : 0] != across &&
		     (i == 2 || i == 3)) ||
		    ((i == 1) && more[1] != along) ||
		    ((i == 3) && more[3] != along))
			return false;
		more[right ? 2 : 0] = across;
		more[down ? 3 : 1] = along;
	}
	return widen(frame, more);
}

static struct quad square_quad(const struct frame *frame, int x, int y)
{
	struct quad quad = quad_from_box(x, y, 1, 1);

	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			homography_apply(&frame->cell_to_px, quad.corner[i]);
	return quad;
}

static int channel(uint32_t colour, int k)
{
	return (int)(colour >> 8 * k & 255);
}

/* The colour of most squares of one colour of a chessboard, and how far half of
 * them are from it. */
static uint32_t usual_fill(const struct frame *frame,
			   uint32_t (*fill)[SIGILS_SIDE_MAX], int parity,
			   double *spread)
{
	double values[SIGILS_SIDE_MAX * SIGILS_SIDE_MAX];
	uint32_t usual = 0;
	int count;

	for (int k = 0; k < 4; k++) {
		count = 0;
		for (int y = 0; y < frame->rows; y++)
			for (int x = (y + parity) & 1; x < frame->columns;
			     x += 2)
				if (frame->square[y][x] == SQUARE_EMPTY)
					values[count++] =
						k < 3 ? channel(fill[y][x], k)
						      : fill_distance(
								fill[y][x],
								usual);
		if (!count)
			return 0;
		qsort(values, (size_t)count, sizeof *values, order_doubles);
		if (k < 3)
			usual |= (uint32_t)values[count / 2] << 8 * k;
		else
			*spread = values[count / 2];
	}
	return usual;
}

static bool is_usual(uint32_t fill, const uint32_t usual[2],
		     const double spread[2])
{
	for (int i = 0; i < 2; i++)
		if (fill_distance(fill, usual[i]) <=
		    fmax(frame_params.differs_least,
			 frame_params.differs_times * spread[i]))
			return true;
	return false;
}

/* Is a square filled as what is around the frame, rather than as others? */
static bool is_ground(uint32_t fill, uint32_t ground, const uint32_t usual[2])
{
	double off = fill_distance(fill, ground);

	return off <= frame_params.same_fill &&
	       off < fill_distance(fill, usual[0]) &&
	       off < fill_distance(fill, usual[1]);
}

static void find_fills(const struct frame *frame,
		       const struct pixel_level *level,
		       uint32_t (*fill)[SIGILS_SIDE_MAX], uint32_t usual[2],
		       double spread[2])
{
	for (int y = 0; y < frame->rows; y++)
		for (int x = 0; x < frame->columns; x++) {
			struct quad quad = square_quad(frame, x, y);

			fill[y][x] = shape_fill(level, &quad);
		}
	for (int i = 0; i < 2; i++)
		usual[i] = usual_fill(frame, fill, i, &spread[i]);
}

/* The share of a column or row beside the frame, on a side (left, above, right,
 * below), so many squares away, that is filled as the frame is. */
static double filled_beside(const struct frame *frame,
			    const struct pixel_level *level,
			    const uint32_t usual[2], const double spread[2],
			    int side, int away)
{
	int count = side & 1 ? frame->columns : frame->rows, filled = 0;
	int along = side < 2 ? -away : away - 1;

	if (side >= 2)
		along += side == 2 ? frame->columns : frame->rows;
	for (int i = 0; i < count; i++) {
		struct quad quad = square_quad(frame, side & 1 ? i : along,
					       side & 1 ? along : i);

		filled += is_usual(shape_fill(level, &quad), usual, spread);
	}
	return (double)filled / count;
}

bool frame_grow(struct frame *frame, const struct pixel_level *level)
{
	uint32_t fill[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX], usual[2];
	double spread[2] = { 0 };
	int more[4];

	find_fills(frame, level, fill, usual, spread);
	for (int side = 0; side < 4; side++) {
		double filled;

		more[side] = 0;
		while ((filled = filled_beside(frame, level, usual, spread,
					       side, more[side] + 1)) >= 1 &&
		       more[side] < frame_params.extend_most)
			more[side]++;
		if (filled > frame_params.filled_most)
			return false;
	}
	return widen(frame, more);
}

/* Puts a piece down where all its squares are on the frame and differ from
 * empty ones; is it one? */
static bool lay(struct frame *frame, const struct shape *shape, int x0, int y0,
		bool (*differs)[SIGILS_SIDE_MAX])
{
	struct sigils_shape squares;

	sigils_shape(shape->kind, shape->turns, &squares);
	if (x0 < 0 || y0 < 0 || x0 + squares.width > frame->columns ||
	    y0 + squares.height > frame->rows ||
	    frame->laid_count == SIGILS_PIECES_MAX)
		return false;
	for (int i = 0; i < 4; i++) {
		int x = x0 + squares.x[i], y = y0 + squares.y[i];

		if (!differs[y][x] || frame->square[y][x] == SQUARE_LAID)
			return false;
	}
	for (int i = 0; i < 4; i++)
		frame->square[y0 + squares.y[i]][x0 + squares.x[i]] =
			SQUARE_LAID;
	frame->laid_at[frame->laid_count][0] = x0;
	frame->laid_at[frame->laid_count][1] = y0;
	frame->laid[frame->laid_count++] = *shape;
	return true;
}

/* Lays those shapes that stand on the lattice, as large as its squares. */
static void lay_shapes(struct frame *frame, const struct shape_list *shapes,
		       bool (*differs)[SIGILS_SIDE_MAX])
{
	struct homography px_to_cell;

	if (homography_inverse(&frame->cell_to_px, &px_to_cell) < 0)
		return;
	for (size_t i = 0; i < shapes->count; i++) {
		const struct shape *one = &shapes->shapes[i];
		struct point cell;
		int x, y;

		if (!quad_contains(&frame->px_corners, one->px_at) ||
		    fabs(log(one->px_pitch / frame->px_pitch)) > .15)
			continue;
		cell = homography_apply(&px_to_cell, one->px_at);
		cell.x -= one->columns / 2.;
		cell.y -= one->rows / 2.;
		x = (int)lrint(cell.x);
		y = (int)lrint(cell.y);
		if (hypot(cell.x - x, cell.y - y) < 1.5 * frame_params.off_most)
			lay(frame, one, x, y, differs);
	}
}

/* The squares of one colour that are joined to a square; returns how many. */
static int find_joined(const struct frame *frame,
		       uint32_t (*fill)[SIGILS_SIDE_MAX],
		       bool (*differs)[SIGILS_SIDE_MAX], int x, int y,
		       int at[][2])
{
	static const int dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
	bool seen[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX] = { 0 };
	int count = 1;

	at[0][0] = x;
	at[0][1] = y;
	seen[y][x] = true;
	for (int i = 0; i < count; i++)
		for (int side = 0; side < 4; side++) {
			int nx = at[i][0] + dx[side], ny = at[i][1] + dy[side];

			if (nx < 0 || ny < 0 || nx >= frame->columns ||
			    ny >= frame->rows || seen[ny][nx] ||
			    !differs[ny][nx] ||
			    frame->square[ny][nx] == SQUARE_LAID ||
			    frame->square[ny][nx] == SQUARE_HOLE ||
			    fill_distance(fill[ny][nx],
					  fill[at[i][1]][at[i][0]]) >
				    frame_params.same_fill)
				continue;
			seen[ny][nx] = true;
			at[count][0] = nx;
			at[count++][1] = ny;
		}
	return count;
}

/* Is a square odd that nothing explains yet? */
static bool is_unexplained(const struct frame *frame,
			   bool (*differs)[SIGILS_SIDE_MAX], int i)
{
	int x = i % frame->columns, y = i / frame->columns;

	return differs[y][x] && frame->square[y][x] != SQUARE_LAID &&
	       frame->square[y][x] != SQUARE_HOLE &&
	       frame->square[y][x] != SQUARE_TINTED;
}

/* Lays groups of four squares of one colour. */
static void lay_groups(struct frame *frame, uint32_t (*fill)[SIGILS_SIDE_MAX],
		       bool (*differs)[SIGILS_SIDE_MAX])
{
	int at[SIGILS_SIDE_MAX * SIGILS_SIDE_MAX][2];

	for (int n = 0; n < frame->columns * frame->rows; n++) {
		int x = n % frame->columns, y = n / frame->columns;
		struct shape shape = { .likeness = .9,
				       .other = SIGILS_KIND_COUNT,
				       .px_pitch = frame->px_pitch,
				       .fill = fill[y][x] };
		int xs[4], ys[4], x0 = x, y0 = y;

		if (!is_unexplained(frame, differs, n) ||
		    find_joined(frame, fill, differs, x, y, at) != 4)
			continue;
		for (int i = 0; i < 4; i++) {
			xs[i] = at[i][0];
			ys[i] = at[i][1];
			x0 = xs[i] < x0 ? xs[i] : x0;
			y0 = ys[i] < y0 ? ys[i] : y0;
		}
		shape.kind = sigils_recognise(xs, ys, &shape.turns);
		if (shape.kind != SIGILS_KIND_COUNT)
			lay(frame, &shape, x0, y0, differs);
	}
}

/* Is it the colour of a piece outside of the frame? */
static bool is_of_tray(const struct frame *frame,
		       const struct shape_list *shapes, uint32_t fill)
{
	for (size_t i = 0; i < shapes->count; i++)
		if (shapes->shapes[i].likeness >= frame_params.piece_like &&
		    !quad_contains(&frame->px_corners,
				   shapes->shapes[i].px_at) &&
		    fill_distance(shapes->shapes[i].fill, fill) <=
			    frame_params.same_fill)
			return true;
	return false;
}

/* Is it the colour of something laid, or of a piece elsewhere? */
static bool is_pieces(const struct frame *frame,
		      const struct shape_list *shapes, uint32_t fill)
{
	for (int i = 0; i < frame->laid_count; i++)
		if (fill_distance(frame->laid[i].fill, fill) <=
		    frame_params.same_fill)
			return true;
	return is_of_tray(frame, shapes, fill);
}

bool frame_unlay(struct frame *frame, const struct shape_list *shapes)
{
	int kept = 0, laid = frame->laid_count;

	for (int i = 0; i < laid; i++) {
		const struct shape *one = &frame->laid[i];
		struct sigils_shape squares;

		if (is_of_tray(frame, shapes, one->fill)) {
			memcpy(frame->laid_at[kept], frame->laid_at[i],
			       sizeof frame->laid_at[kept]);
			frame->laid[kept++] = *one;
			continue;
		}
		sigils_shape(one->kind, one->turns, &squares);
		for (int k = 0; k < 4; k++)
			frame->square[frame->laid_at[i][1] + squares.y[k]]
				     [frame->laid_at[i][0] + squares.x[k]] =
				SQUARE_HOLE;
	}
	frame->laid_count = kept;
	frame->unlaid = kept < laid;
	return frame->unlaid;
}

/* Squares of a colour that no piece has may be holes. */
static void find_tinted(struct frame *frame, const struct shape_list *shapes,
			uint32_t (*fill)[SIGILS_SIDE_MAX],
			bool (*differs)[SIGILS_SIDE_MAX])
{
	for (int n = 0; n < frame->columns * frame->rows; n++) {
		int x = n % frame->columns, y = n / frame->columns;

		if (!is_unexplained(frame, differs, n) ||
		    is_pieces(frame, shapes, fill[y][x]))
			continue;
		frame->square[y][x] = SQUARE_TINTED;
	}
}

/* The colour just outside the frame: of most places around it. */
static uint32_t ground_around(const struct frame *frame,
			      const struct pixel_level *level)
{
	double values[8];
	uint32_t fills[8], ground = 0;

	for (int i = 0; i < 8; i++) {
		static const int side[8][2] = { { 0, 0 }, { 1, 0 }, { 2, 0 },
						{ 2, 1 }, { 2, 2 }, { 1, 2 },
						{ 0, 2 }, { 0, 1 } };
		double x = side[i][0] == 1 ? frame->columns / 2. - .5
			   : side[i][0]    ? frame->columns + .1
					   : -1.1;
		double y = side[i][1] == 1 ? frame->rows / 2. - .5
			   : side[i][1]    ? frame->rows + .1
					   : -1.1;
		struct quad quad = quad_from_box(x, y, 1, 1);

		for (int k = 0; k < 4; k++)
			quad.corner[k] = homography_apply(&frame->cell_to_px,
							  quad.corner[k]);
		fills[i] = shape_fill(level, &quad);
	}
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < 8; i++)
			values[i] = channel(fills[i], k);
		qsort(values, 8, sizeof *values, order_doubles);
		ground |= (uint32_t)values[4] << 8 * k;
	}
	return ground;
}

/* Are a row's or a column's squares all holes? */
static bool is_bare(const struct frame *frame, bool tinted, bool row, int at)
{
	for (int i = 0; i < (row ? frame->columns : frame->rows); i++) {
		enum square square = frame->square[row ? at : i][row ? i : at];

		if (square != SQUARE_HOLE &&
		    !(tinted && square == SQUARE_TINTED))
			return false;
	}
	return true;
}

void frame_trim(struct frame *frame, bool tinted)
{
	int low[2] = { 0, 0 }, high[2] = { frame->columns, frame->rows };
	struct frame whole = *frame;

	for (int row = 0; row < 2; row++) {
		while (low[row] < high[row] - 2 &&
		       is_bare(&whole, tinted, row, low[row]))
			low[row]++;
		while (low[row] < high[row] - 2 &&
		       is_bare(&whole, tinted, row, high[row] - 1))
			high[row]--;
	}
	frame->columns = high[0] - low[0];
	frame->rows = high[1] - low[1];
	for (int y = 0; y < frame->rows; y++)
		for (int x = 0; x < frame->columns; x++) {
			frame->square[y][x] =
				whole.square[y + low[1]][x + low[0]];
		}
	for (int i = 0; i < 3; i++)
		frame->cell_to_px.m[3 * i + 2] +=
			low[0] * frame->cell_to_px.m[3 * i] +
			low[1] * frame->cell_to_px.m[3 * i + 1];
	for (int i = 0; i < frame->laid_count; i++)
		for (int k = 0; k < 2; k++)
			frame->laid_at[i][k] -= low[k];
	set_corners(frame);
}

void frame_look(struct frame *frame, const struct pixel_level *level,
		const struct shape_list *shapes)
{
	uint32_t fill[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX], usual[2];
	bool differs[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX] = { 0 };
	double spread[2] = { 0 };
	uint32_t ground;
	int odd = 0, unseen = 0;

	for (int i = 0; i < frame->columns * frame->rows; i++) {
		enum square *square =
			&frame->square[i / frame->columns][i % frame->columns];

		if (*square != SQUARE_EMPTY)
			*square = SQUARE_UNSEEN;
	}
	frame->laid_count = 0;

	find_fills(frame, level, fill, usual, spread);
	for (int y = 0; y < frame->rows; y++)
		for (int x = 0; x < frame->columns; x++)
			differs[y][x] = !is_usual(fill[y][x], usual, spread);
	lay_shapes(frame, shapes, differs);
	ground = ground_around(frame, level);
	for (int y = 0; y < frame->rows; y++)
		for (int x = 0; x < frame->columns; x++)
			if (differs[y][x] &&
			    frame->square[y][x] != SQUARE_LAID &&
			    is_ground(fill[y][x], ground, usual))
				frame->square[y][x] = SQUARE_HOLE;
	lay_groups(frame, fill, differs);
	find_tinted(frame, shapes, fill, differs);
	for (int n = 0; n < frame->columns * frame->rows; n++)
		odd += is_unexplained(frame, differs, n);
	frame->odd = (double)odd / (frame->columns * frame->rows);
	frame_trim(frame, false);
	for (int n = 0; n < frame->columns * frame->rows; n++)
		unseen +=
			frame->square[n / frame->columns][n % frame->columns] ==
			SQUARE_UNSEEN;
	frame->unseen = (double)unseen / (frame->columns * frame->rows);
}

bool frame_of_plate(const struct plate *plate, int squares, int which,
		    struct frame *frame)
{
	for (int columns = 2; columns <= SIGILS_SIDE_MAX; columns++) {
		int rows = squares / columns;
		double off = log(plate->px_width * rows /
				 (plate->px_height * columns));
		struct quad cells = quad_from_box(0, 0, columns, rows);

		if (rows * columns != squares || rows < 2 ||
		    rows > SIGILS_SIDE_MAX ||
		    fabs(off) > frame_params.plate_off || which--)
			continue;
		*frame = (struct frame){ .columns = columns,
					 .rows = rows,
					 .residual = fabs(off),
					 .is_plate = true };
		if (homography_from_quads(&cells, &plate->px_quad,
					  &frame->cell_to_px) < 0)
			return false;
		set_corners(frame);
		return true;
	}
	return false;
}
