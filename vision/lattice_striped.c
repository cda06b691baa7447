#include "lattice_striped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lattice_framed.h"

/* Levels are averaged over so many pixels along a row: noise is not. */
enum { BLOCK = 8 };
/* From the row before to the row after, an edge is a step of so many levels,
 * and of so many times the noise more: averages vary by half of that. */
#define STEP_LEAST 5.0
#define STEP_NOISE 1.0
/* An edge goes on where no more than so many blocks of it are not seen, no more
 * rows up or down for each. */
enum { LACKING_MOST = 2, ROWS_A_BLOCK = 1 };
/* Pieces of it, of so many blocks at least, are one where no more blocks are
 * between them, and where it goes on within so many rows. */
enum { PIECE_LEAST = 4, BETWEEN_MOST = 5 };
#define BETWEEN_OFF 1.5
/* All of it is seen in this share of its blocks, so many at least. */
#define SEEN_LEAST 0.7
enum { BLOCKS_LEAST = 9 };
/* A lattice with this share of the area has been found there. */
#define KNOWN_FILLS 0.6
/* The edges of one rule end within so many blocks of each other, and are no
 * further apart than this share of their length. */
enum { ENDS_OFF = 2 };
#define THICK_MOST 0.05
enum { THICK_LEAST = 4 };
/* The next rule ends as this one does, within this share of its length, and is
 * as far off as that before, within this share: perspective moves both. */
#define NEXT_ENDS_OFF 0.06
#define NEXT_GAP_OFF 0.12
/* Rules are at least so far apart, in pixels. */
enum { GAP_LEAST = 16 };
enum { RULES_LEAST = 3, RULES_MOST = 13, EDGES_MOST = 6000 };
/* Cells at most so many times as wide as high, or as high as wide. */
#define ASPECT_MOST 1.6
/* A rule takes about this share of a cell. */
#define RULE_SHARE 0.06
enum { COLUMNS_LEAST = 2, COLUMNS_MOST = 12 };

/* An edge that lies nearly level, in pixels of the shrunk picture: `first` to
 * `last` its blocks; the sums are of its points, for a straight line. */
struct edge {
	bool darker; /* below than above */
	int first, last, seen;
	int row; /* where it is in its last block */
	double x, y, xx, xy;
};

/* Two edges and what is between them: its middle at both ends. */
struct rule {
	struct point left, right;
	bool used;
};

struct tracer {
	const struct plane *plane;
	double least;  /* step of an edge */
	int *sums;     /* of the blocks of a column, [row] */
	int *owner[2]; /* [darker][row]: the edge seen there last; -1 */
	struct edge *edges;
	size_t count, capacity;
	struct rule *rules;
	size_t rule_count, rule_capacity;
};

static void sum_blocks(struct tracer *tracer, int block)
{
	for (int y = 0; y < tracer->plane->height; y++) {
		const uint8_t *row =
			plane_row(tracer->plane, y) + (long)block * BLOCK;

		tracer->sums[y] = 0;
		for (int i = 0; i < BLOCK; i++)
			tracer->sums[y] += row[i];
	}
}

/* By how much it gets lighter at a row. */
static int step_at(const struct tracer *tracer, int y)
{
	if (y < 1 || y + 1 >= tracer->plane->height)
		return 0;
	return tracer->sums[y + 1] - tracer->sums[y - 1];
}

/* The edge that goes on at a block and row; -1 where none does. */
static int find_edge(const struct tracer *tracer, int block, int y, bool darker)
{
	int best = -1, off_best = 0;

	for (int off = -(LACKING_MOST + 1); off <= LACKING_MOST + 1; off++) {
		int row = y + off, which;
		const struct edge *edge;

		if (row < 0 || row >= tracer->plane->height)
			continue;
		which = tracer->owner[darker][row];
		if (which < 0)
			continue;
		edge = &tracer->edges[which];
		if (edge->row != row || edge->last >= block ||
		    block - edge->last > LACKING_MOST + 1 ||
		    abs(off) > ROWS_A_BLOCK * (block - edge->last) ||
		    (best >= 0 && abs(off) >= off_best))
			continue;
		best = which;
		off_best = abs(off);
	}
	return best;
}

/* Takes a point of an edge in. */
static int add_point(struct tracer *tracer, int block, int y, bool darker)
{
	int which = find_edge(tracer, block, y, darker);
	double x = (block + 0.5) * BLOCK - 0.5;
	struct edge *edge;

	if (which < 0) {
		if (tracer->count >= EDGES_MOST)
			return 0;
		if (alloc_grow(&tracer->edges, &tracer->capacity,
			       tracer->count + 1, sizeof *tracer->edges) < 0)
			return -1;
		which = (int)tracer->count++;
		tracer->edges[which] =
			(struct edge){ .darker = darker, .first = block };
	}
	edge = &tracer->edges[which];
	edge->last = block;
	edge->row = y;
	edge->seen++;
	edge->x += x;
	edge->y += y;
	edge->xx += x * x;
	edge->xy += x * y;
	tracer->owner[darker][y] = which;
	return 0;
}

static int trace_edges(struct tracer *tracer)
{
	int height = tracer->plane->height;
	double least = tracer->least * BLOCK;

	for (int i = 0; i < 2 * height; i++)
		tracer->owner[i / height][i % height] = -1;
	for (int block = 0; (block + 1) * BLOCK <= tracer->plane->width;
	     block++) {
		sum_blocks(tracer, block);
		for (int y = 1; y + 1 < height; y++) {
			int step = step_at(tracer, y);
			int sign = step < 0 ? -1 : 1;

			/* the strongest of those of one sign */
			if (abs(step) < least ||
			    abs(step) < sign * step_at(tracer, y - 1) ||
			    abs(step) <= sign * step_at(tracer, y + 1))
				continue;
			if (add_point(tracer, block, y, step < 0) < 0)
				return -1;
		}
	}
	return 0;
}

/* Keeps edges of so many blocks of which enough are seen. */
static void drop_short(struct tracer *tracer, int least)
{
	size_t kept = 0;

	for (size_t i = 0; i < tracer->count; i++) {
		const struct edge *edge = &tracer->edges[i];
		int length = edge->last - edge->first + 1;

		if (length >= least && edge->seen >= SEEN_LEAST * length)
			tracer->edges[kept++] = *edge;
	}
	tracer->count = kept;
}

/* Where an edge is, of a straight line through its points. */
static double row_at(const struct edge *edge, double x)
{
	double n = edge->seen;
	double down = n * edge->xx - edge->x * edge->x;
	double slope = (n * edge->xy - edge->x * edge->y) / down;

	return (edge->y + slope * (n * x - edge->x)) / n;
}

/* Does a piece of an edge go on with another? */
static bool goes_on(const struct edge *left, const struct edge *right)
{
	int between = right->first - left->last;
	double x = (left->last + right->first + 1) / 2.0 * BLOCK;

	return between > 0 && between <= BETWEEN_MOST + 1 &&
	       left->darker == right->darker &&
	       fabs(row_at(left, x) - row_at(right, x)) <= BETWEEN_OFF;
}

static void join(struct edge *left, struct edge *right)
{
	left->last = right->last;
	left->row = right->row;
	left->seen += right->seen;
	left->x += right->x;
	left->y += right->y;
	left->xx += right->xx;
	left->xy += right->xy;
	right->seen = 0;
}

/* Joins pieces: edges stand in the order of their first blocks. */
static void join_pieces(struct tracer *tracer)
{
	for (size_t i = 0; i < tracer->count; i++) {
		struct edge *left = &tracer->edges[i];

		for (size_t k = i + 1;
		     k < tracer->count && left->seen &&
		     tracer->edges[k].first <= left->last + BETWEEN_MOST + 1;
		     k++)
			if (tracer->edges[k].seen &&
			    goes_on(left, &tracer->edges[k]))
				join(left, &tracer->edges[k]);
	}
}

/* Are these the upper and the lower edge of one rule? */
static bool is_pair(const struct edge *upper, const struct edge *lower)
{
	double length = (upper->last - upper->first + 1) * BLOCK;
	double middle = (upper->first + upper->last + 1) / 2.0 * BLOCK;
	double thick;

	if (upper->darker == lower->darker ||
	    abs(upper->first - lower->first) > ENDS_OFF ||
	    abs(upper->last - lower->last) > ENDS_OFF)
		return false;
	thick = row_at(lower, middle) - row_at(upper, middle);
	return thick > 0 && thick <= fmax(THICK_LEAST, THICK_MOST * length);
}

static struct point middle_at(const struct edge *a, const struct edge *b,
			      double x)
{
	return (struct point){ x, (row_at(a, x) + row_at(b, x)) / 2 };
}

static int find_rules(struct tracer *tracer)
{
	for (size_t i = 0; i < tracer->count; i++)
		for (size_t k = 0; k < tracer->count; k++) {
			const struct edge *a = &tracer->edges[i];
			const struct edge *b = &tracer->edges[k];
			double left, right;

			if (!is_pair(a, b))
				continue;
			left = (a->first + b->first) / 2.0 * BLOCK - 0.5;
			right = ((a->last + b->last) / 2.0 + 1) * BLOCK - 0.5;
			if (alloc_grow(&tracer->rules, &tracer->rule_capacity,
				       tracer->rule_count + 1,
				       sizeof *tracer->rules) < 0)
				return -1;
			tracer->rules[tracer->rule_count++] =
				(struct rule){ middle_at(a, b, left),
					       middle_at(a, b, right), false };
		}
	return 0;
}

static int by_height(const void *a, const void *b)
{
	const struct rule *p = a, *q = b;
	double d = p->left.y + p->right.y - q->left.y - q->right.y;

	return (d > 0) - (d < 0);
}

static double gap_of(const struct rule *a, const struct rule *b)
{
	return (b->left.y + b->right.y - a->left.y - a->right.y) / 2;
}

/* The next rule below: as long and at the same place, `gap` further down, or
 * (0) as far as the nearest is. Returns its index, or -1. */
static int find_next(const struct tracer *tracer, int from, double gap)
{
	const struct rule *rule = &tracer->rules[from];
	double off = NEXT_ENDS_OFF * (rule->right.x - rule->left.x);

	for (size_t i = (size_t)from + 1; i < tracer->rule_count; i++) {
		const struct rule *next = &tracer->rules[i];
		double one = gap_of(rule, next);

		if (next->used || one < GAP_LEAST ||
		    fabs(next->left.x - rule->left.x) > off ||
		    fabs(next->right.x - rule->right.x) > off)
			continue;
		if (gap == 0 || fabs(one - gap) < NEXT_GAP_OFF * gap)
			return (int)i;
		if (one > gap)
			return -1;
	}
	return -1;
}

/* The rules from one on that stand evenly. Returns how many. */
static int find_run(const struct tracer *tracer, int from, int run[RULES_MOST])
{
	double gap = 0;
	int count = 1;

	run[0] = from;
	while (count < RULES_MOST) {
		int next = find_next(tracer, run[count - 1], gap);

		if (next < 0)
			break;
		gap = gap_of(&tracer->rules[run[count - 1]],
			     &tracer->rules[next]);
		run[count++] = next;
	}
	return count;
}

static bool is_known(const struct quad *quad, const struct lattice_list *known)
{
	struct point middle = point_mix(
		point_mix(quad->corner[0], quad->corner[2], 0.5),
		point_mix(quad->corner[1], quad->corner[3], 0.5), 0.5);

	for (size_t i = 0; i < known->count; i++) {
		struct quad corners = lattice_px_corners(&known->lattices[i]);

		if (quad_contains(&corners, middle) &&
		    fabs(quad_area(&corners)) >
			    KNOWN_FILLS * fabs(quad_area(quad)))
			return true;
	}
	return false;
}

static bool make_lattice(const struct quad *quad, int columns, int rows,
			 struct lattice *lattice)
{
	struct quad cells = quad_from_box(0, 0, columns, rows);
	double wide =
		point_distance(quad->corner[0], quad->corner[1]) / columns;
	double high = point_distance(quad->corner[0], quad->corner[3]) / rows;

	memset(lattice, 0, sizeof *lattice);
	if (columns < COLUMNS_LEAST || columns > COLUMNS_MOST ||
	    wide > ASPECT_MOST * high || high > ASPECT_MOST * wide ||
	    homography_from_quads(&cells, quad, &lattice->cell_to_px) < 0 ||
	    homography_inverse(&lattice->cell_to_px, &lattice->px_to_cell) < 0)
		return false;
	lattice->columns = columns;
	lattice->rows = rows;
	lattice->field = 1 - RULE_SHARE;
	lattice->pitch =
		homography_scale(&lattice->cell_to_px,
				 (struct point){ columns / 2.0, rows / 2.0 });
	return true;
}

/* What the rules of a run are around, in the full picture. */
static struct quad quad_of(const struct rule *first, const struct rule *last,
			   int shrink)
{
	struct quad quad = { { first->left, first->right, last->right,
			       last->left } };

	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			(struct point){ (quad.corner[i].x + 0.5) * shrink - 0.5,
					(quad.corner[i].y + 0.5) * shrink -
						0.5 };
	return quad;
}

/* Appends the lattice between the rules: of as many columns as the items say,
 * if there are enough, and of square cells. */
static int add_lattices(const struct quad *quad, int rows,
			const struct item_list *items,
			struct lattice_list *list)
{
	double wide = point_distance(quad->corner[0], quad->corner[1]);
	double high = point_distance(quad->corner[0], quad->corner[3]) / rows;
	int counts[2] = { lattice_framed_columns(quad, items),
			  (int)lround(wide / high) };

	for (int i = 0; i < 2 && counts[0] >= 0; i++) {
		struct lattice lattice;

		if ((i && counts[1] == counts[0]) ||
		    !make_lattice(quad, counts[i], rows, &lattice))
			continue;
		if (alloc_grow(&list->lattices, &list->capacity,
			       list->count + 1, sizeof *list->lattices) < 0)
			return -1;
		list->lattices[list->count++] = lattice;
	}
	return 0;
}

static int add_runs(struct tracer *tracer, int shrink,
		    const struct item_list *items,
		    const struct lattice_list *known, struct lattice_list *list)
{
	if (tracer->rule_count)
		qsort(tracer->rules, tracer->rule_count, sizeof *tracer->rules,
		      by_height);
	for (size_t i = 0; i < tracer->rule_count; i++) {
		int run[RULES_MOST], count;
		struct quad quad;

		if (tracer->rules[i].used)
			continue;
		count = find_run(tracer, (int)i, run);
		if (count < RULES_LEAST)
			continue;
		for (int k = 0; k < count; k++)
			tracer->rules[run[k]].used = true;
		quad = quad_of(&tracer->rules[run[0]],
			       &tracer->rules[run[count - 1]], shrink);
		if (!is_known(&quad, known) &&
		    add_lattices(&quad, count - 1, items, list) < 0)
			return -1;
	}
	return 0;
}

int lattice_find_striped(const struct elements *elements,
			 const struct item_list *items,
			 const struct lattice_list *known,
			 struct lattice_list *list)
{
	struct tracer tracer = {
		.plane = &elements->small,
		.least = STEP_LEAST + STEP_NOISE * elements->noise,
	};
	size_t height = (size_t)elements->small.height;
	int result = -1;

	tracer.sums = alloc_array(height, sizeof *tracer.sums);
	for (int i = 0; i < 2; i++)
		tracer.owner[i] = alloc_array(height, sizeof *tracer.owner[i]);
	if (tracer.sums && tracer.owner[0] && tracer.owner[1])
		result = trace_edges(&tracer);
	if (result == 0) {
		drop_short(&tracer, PIECE_LEAST);
		join_pieces(&tracer);
		drop_short(&tracer, BLOCKS_LEAST);
		result = find_rules(&tracer);
	}
	if (result == 0)
		result =
			add_runs(&tracer, elements->shrink, items, known, list);
	free(tracer.sums);
	free(tracer.owner[0]);
	free(tracer.owner[1]);
	free(tracer.edges);
	free(tracer.rules);
	return result;
}
