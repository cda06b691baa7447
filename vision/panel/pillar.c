#include "pillar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "order.h"
#include "sighting.h"

/* Cells stand above each other where their sides differ by less than this
 * share of their width and their distances by less than of their own. */
static const double ALIGNED = 0.13, EVEN = 0.12;
enum { STACK_LEAST = 3, STACK_MOST = 20, STACKS_MOST = 16 };
/* Fields beside a cell are less than so many times as high. */
static const double TALLEST = 1.5;
/* ... and more than this share as wide: what is less is a rim's light. */
static const double NARROWEST = 0.15;
/* Lines beside a cell are so many times as wide: what is nearer is a piece of
 * the line itself. */
static const double LINE_LEAST = 0.12, LINE_MOST = 1.5;
/* So many cells of a stack may be covered by a disc, or lie open. */
enum { COVERED_MOST = 2 };
/* Pixels a side of a cell's field. */
static const int FIELD_LEAST = 12;
/* Stacks of one pillar have so many cells of the tallest: something below or
 * above may look like one more. */
static const double TALL = 0.7;
/* The outside is looked at so many rows' heights away from a stack: a pillar of
 * seven columns is three wide at the most. */
static const double OUTSIDE = 2.7;
/* Distances that are tried, in radii: from nearly touching to so far that
 * rows look straight. */
static const double distances[] = { 2.5, 3,  4,  5,  6,  7,  8, 9,
				    10,  11, 12, 14, 17, 22, 30 };
enum { DISTANCES = sizeof distances / sizeof *distances };
/* Levels that are tried, in heights of the pillar around its middle. */
enum { LEVELS = 17 };
static const double LEVEL_REACH = 1.2;
/* Places across that are compared. */
enum { ACROSS = 31 };
/* Farther away all rows are straight. */
static const double DISTANCE_MOST = 60;
/* ... as on a flat board. */
static const double FLAT_DISTANCE = 1e4;
/* Columns as wide as the one in front, this among them: on a pillar three are
 * only where there are more than twelve around. */
enum { FLAT_STACKS = 3 };
/* Sides that slant by more pixels a row are of something else: of 176 views of
 * pillars 3 do, drawn and real. */
static const double SLANT_MOST = 0.05;
/* Grey levels by which cells differ from what is beside the pillar: in those
 * views by 16 and more, in drawn panels taken for one by 5 and less. */
static const double CONTRAST_LEAST = 10;
/* The best of these is made better in steps that are halved so often. */
enum { HALVINGS = 6 };

/* Fields of equal cells above each other. */
struct stack {
	const struct element *cells[STACK_MOST];
	int count, rows; /* rows: those between them that are none, too */
	double left, right, pitch;
};

double pillar_px_radian(const struct pillar *pillar)
{
	return pillar->px_scale / (pillar->distance - 1);
}

static struct point project(const struct pillar *pillar, double sine,
			    double cosine, double y)
{
	double depth = pillar->distance - cosine;
	double px_y = pillar->px_level + (pillar->distance - 1) * y / depth;
	double down = px_y - pillar->px_centre;

	return (struct point){ pillar->px_middle + pillar->lean * down +
				       pillar->px_scale *
					       (1 + pillar->taper * down) *
					       sine / depth,
			       px_y };
}

struct quad pillar_px_corners(const struct pillar *pillar)
{
	return quad_from_box(pillar->px_middle - pillar->px_radius, pillar->top,
			     2 * pillar->px_radius, pillar->low - pillar->top);
}

struct point pillar_project(const struct pillar *pillar, double t, double y)
{
	return project(pillar, sin(t), cos(t), y);
}

double pillar_angle(const struct pillar *pillar, double px_x)
{
	double u = (px_x - pillar->px_middle) / pillar->px_scale;
	double sine = u * pillar->distance / sqrt(1 + u * u);

	return asin(fmin(fmax(sine, -1), 1)) - atan(u);
}

static double grey_at(const struct image *image, int x, int y)
{
	uint32_t pixel;

	if (x < 0 || y < 0 || x >= image->width || y >= image->height)
		return 0;
	pixel = image_row(image, y)[x];
	return 0.3 * (pixel >> 16 & 255) + 0.59 * (pixel >> 8 & 255) +
	       0.11 * (pixel & 255);
}

static void set_distance(struct pillar *pillar, double radius, double distance)
{
	pillar->distance = distance;
	pillar->px_scale = radius * sqrt(distance * distance - 1);
}

/* How straight the rows are: the share of all change that lies between rows. */
static double straightness(const struct pillar *pillar,
			   const struct image *image)
{
	double sum = 0, squares = 0, all = 0, sine[ACROSS], cosine[ACROSS];
	int rows = 0;

	for (int i = 0; i < ACROSS; i++) {
		double t = 0.95 * PILLAR_REACH * (2.0 * i / (ACROSS - 1) - 1);

		sine[i] = sin(t);
		cosine[i] = cos(t);
	}
	for (double y = pillar->top; y < pillar->low; y += 1, rows++) {
		double mean = 0;

		for (int i = 0; i < ACROSS; i++) {
			struct point at = project(pillar, sine[i], cosine[i],
						  y - pillar->px_level);
			double grey = grey_at(image, (int)lround(at.x),
					      (int)lround(at.y));

			mean += grey / ACROSS;
			all += grey * grey / ACROSS;
		}
		sum += mean;
		squares += mean * mean;
	}
	sum *= sum / fmax(rows, 1);
	return (squares - sum) / fmax(all - sum, 1);
}

bool pillar_may_stand(const struct pillar *pillar, double distance,
		      double px_level)
{
	double middle = (pillar->low + pillar->top) / 2;

	return distance >= distances[0] && distance <= DISTANCE_MOST &&
	       fabs(px_level - middle) <=
		       LEVEL_REACH * (pillar->low - pillar->top);
}

/* Goes up hill from the best of a coarse grid. */
static void refine(struct pillar *best, const struct image *image,
		   double radius, double best_value)
{
	double level_step =
		LEVEL_REACH * (best->low - best->top) / (LEVELS - 1);
	double factor = 1.1;

	for (int i = 0; i < HALVINGS; i++) {
		for (int k = 0; k < 9; k++) {
			struct pillar one = *best;
			double value;

			one.px_level += (k % 3 - 1) * level_step;
			set_distance(&one, radius,
				     best->distance * pow(factor, k / 3 - 1));
			if (!pillar_may_stand(&one, one.distance, one.px_level))
				continue;
			value = straightness(&one, image);
			if (value <= best_value)
				continue;
			best_value = value;
			*best = one;
			k = 0;
		}
		level_step /= 2;
		factor = sqrt(factor);
	}
}

/* The distance and the level at which the rows are straightest. */
static void fit(struct pillar *pillar, const struct image *image, double radius)
{
	struct pillar best = *pillar;
	double best_value = -1;
	double height = pillar->low - pillar->top;
	double middle = (pillar->low + pillar->top) / 2;

	for (int i = 0; i < DISTANCES * LEVELS; i++) {
		struct pillar one = *pillar;
		double value;

		set_distance(&one, radius, distances[i / LEVELS]);
		one.px_level = middle +
			       height * LEVEL_REACH *
				       (2.0 * (i % LEVELS) / (LEVELS - 1) - 1);
		value = straightness(&one, image);
		if (value > best_value) {
			best_value = value;
			best = one;
		}
	}
	refine(&best, image, radius, best_value);
	*pillar = best;
	set_distance(&best, radius, FLAT_DISTANCE);
	pillar->bend = straightness(pillar, image) / straightness(&best, image);
}

/* Does a field so far below another stand in its stack, cells away? The next
 * one tells the pitch, of which the others are multiples. */
static int cells_below(double down, double height, double pitch)
{
	int cells = pitch > 0 ? (int)lround(down / pitch) : 1;

	if (pitch > 0)
		return cells >= 1 && cells <= 1 + COVERED_MOST &&
				       fabs(down - cells * pitch) < EVEN * pitch
			       ? cells
			       : 0;
	return down >= 0.9 * height && down <= 2.2 * height;
}

/* The field below `above` in its stack: of the same width and place, the
 * nearest. */
static const struct element *next_below(const struct elements *elements,
					const struct element *above,
					double pitch)
{
	const struct element *best = NULL;

	for (size_t i = 0; i < elements->count; i++) {
		const struct element *one = &elements->list[i];
		double width = above->box.width;
		double down = one->box.y - above->box.y;

		if (one->kind != ELEMENT_FIELD ||
		    !cells_below(down, above->box.height, pitch) ||
		    abs(one->box.x - above->box.x) > ALIGNED * width + 1 ||
		    fabs(one->box.width - width) > ALIGNED * width + 2 ||
		    fabs((double)(one->box.height - above->box.height)) >
			    0.25 * above->box.height)
			continue;
		if (!best || one->box.y < best->box.y)
			best = one;
	}
	return best;
}

static bool grow_stack(const struct elements *elements,
		       const struct element *first, struct stack *stack)
{
	const struct element *next = first;
	double sides[2] = { 0, 0 };

	*stack = (struct stack){ 0 };
	while (next && stack->count < STACK_MOST) {
		stack->cells[stack->count++] = next;
		sides[0] += next->box.x;
		sides[1] += next->box.x + next->box.width;
		next = next_below(elements, next, stack->pitch);
		if (!next)
			break;
		stack->rows += cells_below(
			next->box.y - stack->cells[stack->count - 1]->box.y,
			first->box.height, stack->pitch);
		stack->pitch =
			(double)(next->box.y - first->box.y) / stack->rows;
	}
	stack->rows++;
	stack->left = sides[0] / stack->count;
	stack->right = sides[1] / stack->count;
	return stack->count >= STACK_LEAST;
}

/* All stacks, tallest first; returns how many. */
static int find_stacks(const struct elements *elements, struct stack *stacks)
{
	int count = 0;

	for (size_t i = 0; i < elements->count; i++) {
		const struct element *one = &elements->list[i];
		struct stack stack;
		bool known = one->kind != ELEMENT_FIELD ||
			     one->box.width < FIELD_LEAST ||
			     one->box.height < FIELD_LEAST;

		for (int k = 0; k < count && !known; k++)
			for (int c = 0; c < stacks[k].count; c++)
				known |= stacks[k].cells[c] == one;
		if (known || count == STACKS_MOST ||
		    !grow_stack(elements, one, &stack))
			continue;
		stacks[count++] = stack;
	}
	return count;
}

/* Rows of a picture. */
struct rows {
	int top, low;
};

/* Cells that stand above each other before the camera. */
struct front {
	double left, right, pitch;
	struct rows rows;
};

/* Places across a cell that tell how it differs from the outside. */
enum { CELL_PLACES = 12 };

static double column_mean(const struct image *image, struct rows rows, int x)
{
	double sum = 0;

	for (int y = rows.top; y < rows.low; y++)
		sum += grey_at(image, x, y);
	return sum / (rows.low - rows.top);
}

/* What lies outside the front, to one side of it. */
static double outside(const struct image *image, const struct front *front,
		      struct rows rows, int step, int *x)
{
	double far = (front->left + front->right) / 2 +
		     step * OUTSIDE * front->pitch;

	*x = (int)fmin(fmax(far, 0), image->width - 1);
	return column_mean(image, rows, *x);
}

/* How much cells differ from the outside: some columns of them hold symbols,
 * others do not. */
static double find_contrast(const struct image *image,
			    const struct front *front, int step)
{
	double seen[CELL_PLACES], width = front->right - front->left;
	int far;
	double out = outside(image, front, front->rows, step, &far);

	for (int k = 0; k < CELL_PLACES; k++) {
		double x = front->left + (k + 1) * width / (CELL_PLACES + 1);

		seen[k] = fabs(column_mean(image, front->rows, (int)x) - out);
	}
	qsort(seen, CELL_PLACES, sizeof *seen, order_doubles);
	return seen[CELL_PLACES / 4];
}

/* Where the pillar ends in some rows, going from the front to one side: where
 * columns become more like what lies far outside than like the cells. */
static double silhouette(const struct image *image, const struct front *front,
			 struct rows rows, int step, double contrast)
{
	int far, x = (int)((front->left + front->right) / 2);
	double out = outside(image, front, rows, step, &far);
	double here = fabs(column_mean(image, rows, x) - out), before = here;

	while (x != far && here > contrast / 2) {
		x += step;
		before = here;
		here = fabs(column_mean(image, rows, x) - out);
	}
	/* between two pixels */
	return before > here
		       ? x - step * (contrast / 2 - here) / (before - here)
		       : x;
}

/* The silhouettes beside the front's upper half, lower half and all of it. */
static bool find_sides(struct pillar *pillar, const struct image *image,
		       const struct front *front)
{
	int top = front->rows.top, foot = front->rows.low;
	const struct rows rows[3] = { { top, (top + foot) / 2 },
				      { (top + foot) / 2, foot },
				      { top, foot } };
	double middle[3], half[3], apart = (foot - top) / 2.0;

	for (int i = 0; i < 3; i++) {
		double left = silhouette(image, front, rows[i], -1,
					 pillar->contrast[0]);
		double right = silhouette(image, front, rows[i], 1,
					  pillar->contrast[1]);

		middle[i] = (left + right) / 2;
		half[i] = (right - left) / 2;
		if (2 * half[i] < front->right - front->left)
			return false;
	}
	pillar->px_radius = half[2];
	pillar->px_middle = middle[2];
	pillar->px_centre = (top + foot) / 2.0;
	pillar->lean = (middle[1] - middle[0]) / apart;
	pillar->taper = (half[1] - half[0]) / (half[2] * apart);
	return true;
}

/* How wide the upright line between a cell of the stack and the nearest field
 * on one side of it is, pixels; 0: there is none. */
static double line_beside(const struct elements *elements,
			  const struct box *cell, int side)
{
	double best = 0;

	for (size_t i = 0; i < elements->count; i++) {
		const struct box *box = &elements->list[i].box;
		double gap = side < 0 ? cell->x - box->x - box->width
				      : box->x - cell->x - cell->width;
		int shared = (box->y + box->height < cell->y + cell->height
				      ? box->y + box->height
				      : cell->y + cell->height) -
			     (box->y > cell->y ? box->y : cell->y);

		if (elements->list[i].kind == ELEMENT_FIELD &&
		    gap > LINE_LEAST * cell->width &&
		    gap < LINE_MOST * cell->width &&
		    box->width > NARROWEST * cell->width &&
		    2 * shared > cell->height &&
		    box->height < TALLEST * cell->height &&
		    (best == 0 || gap < best))
			best = gap;
	}
	return best;
}

/* The upright line beside the stack before the camera: on the side on which
 * more of its cells have others beside them, as wide as most are there; where
 * no cell has, as wide as those across are high. */
static void find_beside(struct pillar *pillar, const struct elements *elements,
			const struct stack *stack)
{
	double widths[2][STACK_MOST];
	double width = stack->pitch - stack->cells[0]->box.height;
	int counts[2] = { 0, 0 }, most;

	for (int k = 0; k < 2 * stack->count; k++) {
		double beside = line_beside(elements, &stack->cells[k / 2]->box,
					    k % 2 ? 1 : -1);

		if (beside > 0)
			widths[k % 2][counts[k % 2]++] = beside;
	}
	most = counts[1] > counts[0];
	qsort(widths[most], (size_t)counts[most], sizeof width, order_doubles);
	if (counts[most])
		width = widths[most][counts[most] / 2];
	pillar->px_line[0] = most ? stack->right : stack->left - width;
	pillar->px_line[1] = pillar->px_line[0] + width;
}

bool pillar_settle(struct pillar *pillar, double distance, double px_level)
{
	double left, right, line, depth;

	set_distance(pillar, pillar->px_radius, distance);
	pillar->px_level = px_level;
	left = pillar_angle(pillar, pillar->px_cell[0]);
	right = pillar_angle(pillar, pillar->px_cell[1]);
	line = pillar_angle(pillar, pillar->px_line[1]) -
	       pillar_angle(pillar, pillar->px_line[0]);
	pillar->around = 2 * M_PI / (right - left + line);
	pillar->middle = (left + right) / 2;
	/* heights where the angle is that of the stack's middle */
	depth = (distance - 1) / (distance - cos(pillar->middle));
	pillar->row = pillar->px_row / depth;
	pillar->first_row = (pillar->px_top - px_level) / depth;
	return pillar_divide(pillar, (int)lround(pillar->around));
}

bool pillar_divide(struct pillar *pillar, int columns)
{
	pillar->columns = columns;
	if (columns < PILLAR_COLUMNS_LEAST || columns > PILLAR_COLUMNS_MOST)
		return false;
	/* the middle of the cell is surer than either line */
	pillar->pitch = 2 * M_PI / columns;
	pillar->first = pillar->middle - pillar->pitch / 2;
	return true;
}

/* Tries the stack as the one before the camera. */
static bool try_stack(const struct elements *elements,
		      const struct stack *stack, struct pillar *pillar)
{
	const struct image *image = elements->image;
	const struct box *top = &stack->cells[0]->box;
	const struct box *low = &stack->cells[stack->count - 1]->box;
	double line = stack->pitch - low->height;
	const struct front front = { stack->left,
				     stack->right,
				     stack->pitch,
				     { top->y, low->y + low->height } };

	*pillar = (struct pillar){
		.top = top->y - line,
		.low = low->y + low->height + line,
		.px_cell = { stack->left, stack->right },
		.px_top = top->y - line / 2,
		.px_row = stack->pitch,
		.rows = stack->rows,
		.contrast = { find_contrast(image, &front, -1),
			      find_contrast(image, &front, 1) },
	};
	if (!find_sides(pillar, image, &front))
		return false;
	find_beside(pillar, elements, stack);
	fit(pillar, image, pillar->px_radius);
	return pillar_settle(pillar, pillar->distance, pillar->px_level);
}

/* Of tall stacks the widest stands before the camera; NULL: there is none. */
static const struct stack *find_front(const struct stack *stacks, int count)
{
	const struct stack *best = NULL;
	int tallest = 0;

	for (int i = 0; i < count; i++)
		tallest = stacks[i].count > tallest ? stacks[i].count : tallest;
	for (int i = 0; i < count; i++)
		if (stacks[i].count >= TALL * tallest &&
		    (!best || stacks[i].right - stacks[i].left >
				      best->right - best->left))
			best = &stacks[i];
	return best;
}

bool pillar_find(const struct page *page, struct pillar *pillar)
{
	const struct elements *elements = &page->elements;
	struct stack stacks[STACKS_MOST];
	int count = find_stacks(elements, stacks);
	const struct stack *front = find_front(stacks, count);

	return front && try_stack(elements, front, pillar);
}

/* Do as many stacks as on no pillar look as wide as the one in front? */
static bool are_flat(const struct stack *stacks, int count,
		     const struct stack *front)
{
	double width = front->right - front->left;
	int wide = 0;

	for (int i = 0; i < count; i++)
		wide += stacks[i].right - stacks[i].left >=
			(1 - ALIGNED) * width;
	return wide >= FLAT_STACKS;
}

/* Does what was found look like a pillar's side, beyond that it may be one? */
static bool is_told(const struct pillar *pillar)
{
	return pillar->bend > 1 && pillar->distance > distances[0] &&
	       fmin(pillar->contrast[0], pillar->contrast[1]) >=
		       CONTRAST_LEAST &&
	       fmax(fabs(pillar->lean),
		    fabs(pillar->taper * pillar->px_radius)) <= SLANT_MOST;
}

/* Was a panel read at the place? */
static bool lies_on(const struct sighting *sighting, const struct quad *place)
{
	return sighting->puzzle.family == FAMILY_panel &&
	       sighting_overlap(place, &sighting->px_corners) >=
		       SIGHTING_OVERLAP_MOST;
}

/* Does a panel there reach beyond the pillar's sides, by half a cell or more?
 */
static bool is_wider(const struct sighting_list *list,
		     const struct pillar *pillar, const struct quad *place)
{
	double room = (pillar->px_cell[1] - pillar->px_cell[0]) / 2;
	double left = pillar->px_middle - pillar->px_radius - room;
	double right = pillar->px_middle + pillar->px_radius + room;
	bool wider = false;

	for (size_t i = 0; i < list->count; i++) {
		const struct sighting *one = &list->sightings[i];
		struct box box = quad_bounds(&one->px_corners);

		wider |= lies_on(one, place) &&
			 (box.x < left || box.x + box.width > right);
	}
	return wider;
}

void pillar_leave_out(const struct page *page, struct sighting_list *list)
{
	const struct elements *elements = &page->elements;
	struct stack stacks[STACKS_MOST];
	int count = find_stacks(elements, stacks);
	const struct stack *front = find_front(stacks, count);
	struct quad place;
	struct left_out *side = NULL;
	struct pillar pillar;
	size_t kept = 0;

	if (!front || are_flat(stacks, count, front))
		return;
	place = quad_from_box(front->left, front->cells[0]->box.y,
			      front->right - front->left,
			      front->rows * front->pitch);
	if (sighting_list_takes_in(list, &place) ||
	    !try_stack(elements, front, &pillar) || !is_told(&pillar))
		return;
	place = pillar_px_corners(&pillar);
	if (!is_wider(list, &pillar, &place))
		side = sighting_list_leave_out(
			list, _("one side of a pillar (--join takes several)"),
			&place);
	if (!side)
		return;
	side->is_pillar = true;
	/* a few cells before the camera look like a flat panel */
	for (size_t i = 0; i < list->count; i++) {
		struct sighting *one = &list->sightings[i];

		if (lies_on(one, &place))
			sighting_fini(one);
		else
			list->sightings[kept++] = *one;
	}
	list->count = kept;
}

bool pillar_find_like(const struct image *image, const struct pillar *like,
		      struct pillar *pillar)
{
	const double line = like->low - like->top - like->rows * like->px_row;
	const struct front front = { like->px_cell[0],
				     like->px_cell[1],
				     like->px_row,
				     { (int)(like->top + line),
				       (int)(like->low - line) } };

	*pillar = *like;
	return find_sides(pillar, image, &front);
}

bool pillar_view_place(const struct pillar_view *view, struct point cell,
		       struct point *px, double *px_cell)
{
	const struct pillar *pillar = &view->pillar;
	double t = remainder(view->turn + cell.x * pillar->pitch, 2 * M_PI);

	*px = pillar_project(pillar, t,
			     pillar->first_row + cell.y * pillar->row);
	*px_cell = pillar->row * (pillar->distance - 1) /
		   (pillar->distance - cos(t));
	return fabs(t) < PILLAR_REACH;
}

uint32_t pillar_sample(const struct image *image, struct point at)
{
	double fx = floor(at.x), fy = floor(at.y);
	double u = at.x - fx, v = at.y - fy;
	uint32_t result = 0;

	if (!(fx >= 0 && fy >= 0 && fx + 1 < image->width &&
	      fy + 1 < image->height))
		return 0;
	for (int shift = 0; shift < 24; shift += 8) {
		const uint32_t *row = image_row(image, (int)fy) + (int)fx;
		const uint32_t *next = image_row(image, (int)fy + 1) + (int)fx;
		double level = (1 - v) * ((1 - u) * (row[0] >> shift & 255) +
					  u * (row[1] >> shift & 255)) +
			       v * ((1 - u) * (next[0] >> shift & 255) +
				    u * (next[1] >> shift & 255));

		result |= (uint32_t)(level + 0.5) << shift;
	}
	return result;
}
