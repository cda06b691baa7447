#include "panel_extent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "panel_plan.h"

/* A stroke is as wide as the panel's lines within these factors, */
#define STROKE_LEAST 0.5
#define STROKE_MOST 1.7
/* and at least so many widths long. */
#define STROKE_LENGTH 0.8
/* Strokes lie on the lattice within this share of a cell, */
#define ALIGNED 0.1
/* those of this share of their length; or, where no lattice holds so many, of
 * the lesser: worn panels have false strokes. */
#define ALIGNED_SHARE 0.985
#define ALIGNED_LEAST 0.93
/* A stroke belongs to the panel where it begins no farther than so many cells
 * from what is known of it: a whole row may lack its edges. */
#define NEAR 1.1
/* A break is no wider than this; what is farther stands apart. */
#define TOUCHING 0.4
/* A frame is looked for so far, cells, beside a stroke of it; so much of it is
 * seen at least. */
#define FRAME_ASIDE 0.3
#define FRAME_SHARE 0.95
/* What is wide is looked at so far beyond a stroke's end, in widths of lines.
 */
#define OPENS_FIRST 1.5
#define OPENS_LAST 2.5
/* A stub in a cell ends so far, cells, before what would be a vertex's rim: two
 * samples of the plan. */
#define STUB_SHORT 0.05
/* Cells are divided by up to so much, and no more than leaves lines this wide:
 * FACTS has up to .45 of a cell. */
enum { DIVIDE_MOST = 4 };
#define LINE_MOST 0.5

/* Most guesses are right, which what lies so many cells around them tells. */
enum { BEYOND_FIRST = 2 };

/* A stroke that is being followed along. */
struct trail {
	int from;     /* where it began */
	int middle;   /* where it has come to */
	double first; /* its middle where it began */
	double sum;   /* of its middles */
	int count;
};

static int end_stroke(struct plan *plan, bool upright,
		      const struct trail *trail)
{
	double cell = plan->cell;
	double width = plan->sheet->line_width;
	int along = upright ? plan->top : plan->left;
	int across = upright ? plan->left : plan->top;
	struct strokes *strokes = &plan->strokes[upright];
	struct stroke stroke = {
		across + trail->sum / trail->count / cell,
		along + trail->from / cell,
		along + (trail->from + trail->count) / cell,
	};

	if (stroke.to - stroke.from < STROKE_LENGTH * width ||
	    fabs(trail->middle - trail->first) > width * cell / 2)
		return 0;
	if (alloc_grow(&strokes->list, &strokes->capacity, strokes->count + 1,
		       sizeof stroke) < 0)
		return -1;
	strokes->list[strokes->count++] = stroke;
	return 0;
}

/* The strokes at one sample along, in order of their middles, and those at the
 * sample before it. */
struct trails {
	struct trail *now, *before;
	int count, before_count;
	int next; /* of those before, which may go on */
};

/* A run that is as wide as a line goes on with the stroke whose middle lay next
 * to its own, or begins one; strokes that have been passed by end. */
static int follow(struct plan *plan, bool upright, struct trails *trails, int s,
		  int start, int end)
{
	int middle = (start + end - 1) / 2;
	struct trail trail = { s, middle, middle, 0, 0 };

	for (; trails->next < trails->before_count &&
	       trails->before[trails->next].middle < middle - 1;
	     trails->next++)
		if (end_stroke(plan, upright, &trails->before[trails->next]) <
		    0)
			return -1;
	if (trails->next < trails->before_count &&
	    trails->before[trails->next].middle <= middle + 1)
		trail = trails->before[trails->next++];
	trail.middle = middle;
	trail.sum += (start + end) / 2.0;
	trail.count++;
	trails->now[trails->count++] = trail;
	return 0;
}

/* The strokes of the sample before come to an end or go on in this one. */
static int follow_all(struct plan *plan, bool upright, struct trails *trails,
		      int s)
{
	int breadth = upright ? plan->width : plan->height;
	const uint8_t *line = (upright ? plan->line : plan->turned) +
			      (size_t)s * (size_t)breadth;
	double width = plan->sheet->line_width * plan->cell;
	const uint8_t *last = line + breadth, *at = line;

	while (at < last && (at = memchr(at, 1, (size_t)(last - at)))) {
		const uint8_t *end = memchr(at, 0, (size_t)(last - at));
		int length;

		end = end ? end : last;
		length = (int)(end - at);
		if (length >= STROKE_LEAST * width &&
		    length <= STROKE_MOST * width + 1 &&
		    follow(plan, upright, trails, s, (int)(at - line),
			   (int)(end - line)) < 0)
			return -1;
		at = end;
	}
	return 0;
}

/* Follows the runs across that are as wide as a line from one sample along to
 * the next. */
static int find_strokes(struct plan *plan, bool upright)
{
	int length = upright ? plan->height : plan->width;
	int breadth = upright ? plan->width : plan->height;
	struct trails trails = {
		.now = alloc_array((size_t)breadth, sizeof *trails.now),
		.before = alloc_array((size_t)breadth, sizeof *trails.before),
	};
	int result = trails.now && trails.before ? 0 : -1;

	for (int s = 0; s <= length && result == 0; s++) {
		struct trail *swap = trails.before;

		trails.before = trails.now;
		trails.before_count = trails.count;
		trails.now = swap;
		trails.count = trails.next = 0;
		if (s < length)
			result = follow_all(plan, upright, &trails, s);
		for (; trails.next < trails.before_count && result == 0;
		     trails.next++)
			result = end_stroke(plan, upright,
					    &trails.before[trails.next]);
	}
	free(trails.now);
	free(trails.before);
	return result;
}

/* The lattice in units of the first guess: cells of 1 / divide[axis], from
 * low to high along each axis (0 along x). */
struct frame {
	int divide[2];
	int low[2], high[2];
};

/* Does the stroke begin within the box, `near` cells around it? */
static bool touches(const struct stroke *stroke, bool upright,
		    const double low[2], const double high[2], double near)
{
	int along = upright, across = !upright;

	return stroke->at > low[across] - near &&
	       stroke->at < high[across] + near &&
	       stroke->to > low[along] - near &&
	       stroke->from < high[along] + near;
}

bool extent_may_divide(const struct sheet *sheet, int divide)
{
	return divide == 1 || (divide <= DIVIDE_MOST &&
			       divide * sheet->line_width < LINE_MOST &&
			       divide * sheet->columns <= PANEL_SIDE_MAX &&
			       divide * sheet->rows <= PANEL_SIDE_MAX);
}

static double off_lattice(double at, int divide)
{
	return fabs(at * divide - round(at * divide));
}

/* What lies across a stroke at a place along it; `middle`: the sample in the
 * stroke's own middle. NULL outside the plan. */
static const uint8_t *across_at(const struct plan *plan, bool upright,
				const struct stroke *stroke, double along,
				int *middle)
{
	int length = upright ? plan->height : plan->width;
	int breadth = upright ? plan->width : plan->height;
	int s = (int)((along - (upright ? plan->top : plan->left)) *
		      plan->cell);

	*middle = (int)((stroke->at - (upright ? plan->left : plan->top)) *
			plan->cell);
	if (s < 0 || s >= length || *middle < 0 || *middle >= breadth)
		return NULL;
	return (upright ? plan->line : plan->turned) +
	       (size_t)s * (size_t)breadth;
}

/* May the stroke be a stub that leads from the middle of an edge into a cell?
 * From the line where it begins it does not reach the cell's middle, nor is
 * there more up to there, as of an edge with a break. */
static bool is_stub(const struct plan *plan, const struct stroke *stroke,
		    bool upright)
{
	double half = plan->sheet->line_width / 2;
	double middle = (stroke->from + stroke->to) / 2;
	double root = round(middle);
	double way = middle > root ? 1 : -1;
	double begins = way * (stroke->from - root);
	double ends = way * (stroke->to - root);

	if (fabs(off_lattice(stroke->at, 1) - 0.5) > ALIGNED ||
	    fmin(begins, ends) > half + ALIGNED ||
	    fmax(begins, ends) > 0.5 - half - STUB_SHORT)
		return false;
	for (double out = fmax(begins, ends) + STUB_SHORT; out < 0.5;
	     out += 1.0 / plan->cell) {
		int at;
		const uint8_t *across =
			across_at(plan, upright, stroke, root + way * out, &at);

		if (across && across[at])
			return false;
	}
	return true;
}

/* Is it what a symbol in the middle of a cell shows, as a square as wide as a
 * line, with nothing that leads to it? Nothing of a finer lattice either: a
 * vertex without an edge. */
static bool is_symbol(const struct stroke *stroke)
{
	double length = stroke->to - stroke->from;
	double middle = (stroke->from + stroke->to) / 2;

	return length < 0.5 &&
	       fabs(off_lattice(stroke->at, 1) - 0.5) < ALIGNED &&
	       fabs(off_lattice(middle, 1) - 0.5) < ALIGNED;
}

/* How much of a stroke lies in the guess, cells; 0 of what touches none. */
static double length_inside(const struct plan *plan,
			    const struct stroke *stroke, bool upright)
{
	const double low[2] = { 0, 0 };
	const double high[2] = { plan->sheet->columns, plan->sheet->rows };
	double length = fmin(stroke->to, high[upright]) -
			fmax(stroke->from, low[upright]);

	return touches(stroke, upright, low, high, 0.2) ? fmax(0, length) : 0;
}

/* The smallest number of cells into which one of the guess must be divided for
 * the strokes inside, as far as they are, to lie on lines; 0 where none does:
 * stubs lead outward from the middles of edges, too. */
static int divide_by_lines(const struct plan *plan, bool upright)
{
	const struct strokes *strokes = &plan->strokes[upright];
	int nearly = 0;

	for (int divide = 1; extent_may_divide(plan->sheet, divide); divide++) {
		double length = 0, aligned = 0;

		for (size_t i = 0; i < strokes->count; i++) {
			const struct stroke *one = &strokes->list[i];
			double within = length_inside(plan, one, upright);

			if (within <= 0 || is_symbol(one) ||
			    is_stub(plan, one, upright))
				continue;
			length += within;
			if (off_lattice(one->at, divide) < ALIGNED)
				aligned += within;
		}
		if (length > 0 && aligned >= ALIGNED_SHARE * length)
			return divide;
		if (length > 0 && aligned >= ALIGNED_LEAST * length && !nearly)
			nearly = divide;
	}
	return nearly;
}

/* Do the strokes inside lie on every second of the guess's lines? Then it took
 * symbols or stubs for lines. */
static bool has_every_second(const struct plan *plan, bool upright)
{
	const struct strokes *strokes = &plan->strokes[upright];

	if (plan->sheet->columns % 2 || plan->sheet->rows % 2)
		return false;
	for (size_t i = 0; i < strokes->count; i++)
		if (length_inside(plan, &strokes->list[i], upright) > 0 &&
		    2 * off_lattice(strokes->list[i].at / 2, 1) >= ALIGNED)
			return false;
	return true;
}

/* Is the line's colour anywhere near a stroke at a place along it? */
static bool has_line_near(const struct plan *plan, const struct stroke *stroke,
			  bool upright, double along)
{
	int breadth = upright ? plan->width : plan->height;
	int middle, aside = (int)(FRAME_ASIDE * plan->cell);
	const uint8_t *across =
		across_at(plan, upright, stroke, along, &middle);
	int from = middle > aside ? middle - aside : 0;
	int to = middle + aside < breadth ? middle + aside : breadth - 1;

	return across &&
	       memchr(across + from, 1, (size_t)(to - from + 1)) != NULL;
}

/* Does the stroke, or thinner ones that it goes on in, run along the whole of
 * what is known and beyond? A frame need not lie as the lattice does. */
static bool is_frame(const struct plan *plan, const struct stroke *stroke,
		     bool upright, const double low[2], const double high[2])
{
	double from = low[upright] - TOUCHING, to = high[upright] + TOUCHING;
	int steps = (int)((to - from) * plan->cell), line = 0;

	for (int i = 0; i <= steps; i++)
		line += has_line_near(plan, stroke, upright,
				      from + (double)i / plan->cell);
	return line > FRAME_SHARE * steps;
}

static double off_vertex(double at, int divide, double half)
{
	return fmin(off_lattice(at - half, divide),
		    off_lattice(at + half, divide));
}

/* Is the line's colour a cell wide across a stroke, so far beyond its end? */
static bool is_wide_at(const struct plan *plan, const struct stroke *stroke,
		       bool upright, double along)
{
	int breadth = upright ? plan->width : plan->height;
	int from, to;
	const uint8_t *line = across_at(plan, upright, stroke, along, &from);

	if (!line)
		return false;
	to = from;
	while (from >= 0 && line[from])
		from--;
	while (to < breadth && line[to])
		to++;
	return to - from > plan->cell;
}

/* Does a stroke end in something wide of the line's colour, as the gap between
 * two cards opens to the page? A crossing line, or a start's disc, is not as
 * wide from the first of these places to the second. */
static bool opens(const struct plan *plan, const struct stroke *stroke,
		  bool upright)
{
	double width = plan->sheet->line_width;

	for (int end = 0; end < 2; end++) {
		double at = end ? stroke->to : stroke->from;
		double out = end ? width : -width;

		if (is_wide_at(plan, stroke, upright, at + OPENS_FIRST * out) &&
		    is_wide_at(plan, stroke, upright, at + OPENS_LAST * out))
			return true;
	}
	return false;
}

/* Does a stroke lie beyond a corner of the box? No broken edge leads there. */
static bool is_at_corner(const struct stroke *stroke, bool upright,
			 const double low[2], const double high[2])
{
	int along = upright, across = !upright;

	return (stroke->at < low[across] - TOUCHING ||
		stroke->at > high[across] + TOUCHING) &&
	       (stroke->to < low[along] - TOUCHING ||
		stroke->from > high[along] + TOUCHING);
}

/* May a stroke that stands apart belong to the panel? It reaches from the rim
 * of one vertex to that of another, is no frame and no gap between cards. */
static bool is_piece(const struct plan *plan, const struct frame *frame,
		     const struct stroke *stroke, bool upright,
		     const double low[2], const double high[2])
{
	double half = plan->sheet->line_width / 2;
	int divide = frame->divide[upright];

	return (stroke->to - stroke->from + 2 * half) * divide > 1 - ALIGNED &&
	       off_vertex(stroke->from, divide, half) < ALIGNED &&
	       off_vertex(stroke->to, divide, half) < ALIGNED &&
	       !is_at_corner(stroke, upright, low, high) &&
	       !is_frame(plan, stroke, upright, low, high) &&
	       !opens(plan, stroke, upright);
}

/* Takes a stroke in that touches what is known; true where it made it larger.
 */
static bool widen(struct frame *frame, const struct stroke *stroke,
		  bool upright, double half)
{
	int along = upright, across = !upright;
	int a = (int)round(stroke->at * frame->divide[across]);
	int d = frame->divide[along];
	int from = (int)ceil((stroke->from - half) * d - ALIGNED);
	int to = (int)floor((stroke->to + half) * d + ALIGNED);
	bool wider = false;

	if (a < frame->low[across] || a > frame->high[across] ||
	    from < frame->low[along] || to > frame->high[along])
		wider = true;
	frame->low[across] = a < frame->low[across] ? a : frame->low[across];
	frame->high[across] = a > frame->high[across] ? a : frame->high[across];
	if (from <= to) {
		frame->low[along] =
			from < frame->low[along] ? from : frame->low[along];
		frame->high[along] =
			to > frame->high[along] ? to : frame->high[along];
	}
	return wider;
}

/* From the strokes that lie in the guess outward. */
static void grow(const struct plan *plan, struct frame *frame)
{
	double half = plan->sheet->line_width / 2;
	bool wider = true, first = true;

	for (int axis = 0; axis < 2; axis++) {
		frame->low[axis] = INT16_MAX;
		frame->high[axis] = INT16_MIN;
	}
	for (int round = 0; wider && round < 2 * PANEL_SIDE_MAX; round++) {
		double low[2] = { 0.2, 0.2 };
		double high[2] = { plan->sheet->columns - 0.2,
				   plan->sheet->rows - 0.2 };

		for (int axis = 0; axis < 2 && !first; axis++) {
			low[axis] =
				(double)frame->low[axis] / frame->divide[axis];
			high[axis] =
				(double)frame->high[axis] / frame->divide[axis];
		}
		wider = false;
		for (int i = 0; i < 2; i++)
			for (size_t k = 0; k < plan->strokes[i].count; k++) {
				const struct stroke *one =
					&plan->strokes[i].list[k];
				double near =
					first ? 0.3 : NEAR / frame->divide[!i];

				if (off_lattice(one->at, frame->divide[!i]) <
					    ALIGNED &&
				    touches(one, i, low, high, near) &&
				    (first ||
				     touches(one, i, low, high, TOUCHING) ||
				     is_piece(plan, frame, one, i, low, high)))
					wider |= widen(frame, one, i, half);
			}
		wider |= first;
		first = false;
	}
}

static bool possible(const struct frame *frame)
{
	for (int axis = 0; axis < 2; axis++)
		if (frame->high[axis] <= frame->low[axis] ||
		    frame->high[axis] - frame->low[axis] > PANEL_SIDE_MAX)
			return false;
	return true;
}

/* Cells of the guess's, `into` of whose units one of theirs is. */
static struct panel_place place_on(const struct sheet *sheet, int columns,
				   int rows, const struct homography *into)
{
	struct panel_place place = {
		.columns = columns,
		.rows = rows,
		.cell_to_px = homography_compose(into, &sheet->cell_to_px),
		.has_line_colour = true,
	};
	struct colour line =
		sheet_line(sheet, sheet->columns / 2.0, sheet->rows / 2.0);

	place.line_colour = (uint32_t)fmax(0, line.red) << 16 |
			    (uint32_t)fmax(0, line.green) << 8 |
			    (uint32_t)fmax(0, line.blue);
	return place;
}

static struct panel_place place_of(const struct sheet *sheet,
				   const struct frame *frame)
{
	double x = 1.0 / frame->divide[0], y = 1.0 / frame->divide[1];
	struct homography into = { { x, 0, frame->low[0] * x, 0, y,
				     frame->low[1] * y, 0, 0, 1 } };

	return place_on(sheet, frame->high[0] - frame->low[0],
			frame->high[1] - frame->low[1], &into);
}

/* Two cells of the guess are one, each way. */
static struct panel_place merged(const struct sheet *sheet)
{
	static const struct homography into = { { 2, 0, 0, 0, 2, 0, 0, 0, 1 } };

	return place_on(sheet, sheet->columns / 2, sheet->rows / 2, &into);
}

/* Is the frame the guess itself? */
static bool is_guess(const struct sheet *sheet, const struct frame *frame)
{
	return frame->divide[0] == 1 && frame->divide[1] == 1 &&
	       !frame->low[0] && !frame->low[1] &&
	       frame->high[0] == sheet->columns &&
	       frame->high[1] == sheet->rows;
}

/* Does a stroke near the guess run into the plan's rim, or end so near that
 * what lies beyond its end is not seen? */
static bool runs_out(const struct plan *plan)
{
	const double low[2] = { 0, 0 };
	const double high[2] = { plan->sheet->columns, plan->sheet->rows };
	const double out = OPENS_LAST * plan->sheet->line_width;

	for (int i = 0; i < 2; i++)
		for (size_t k = 0; k < plan->strokes[i].count; k++) {
			const struct stroke *one = &plan->strokes[i].list[k];

			if (touches(one, i, low, high, NEAR) &&
			    (one->from - out < (i ? plan->top : plan->left) ||
			     one->to + out > (i ? plan->bottom : plan->right)))
				return true;
		}
	return false;
}

/* In a plan of so many cells around the guess. Returns 1 where it is not the
 * panel's extent, with `place` set, 0 where it is or nothing is known, -1
 * without memory; `unsure`: more of the picture may say otherwise. */
static int find_within(const struct sheet *sheet, int beyond,
		       struct panel_place *place, bool *unsure)
{
	struct plan plan = { 0 };
	struct frame frame;
	int result = -1;

	if (plan_init(&plan, sheet, beyond) < 0 ||
	    find_strokes(&plan, false) < 0 || find_strokes(&plan, true) < 0)
		goto done;
	result = 0;
	*unsure = plan.is_cut;
	if (has_every_second(&plan, false) && has_every_second(&plan, true)) {
		*place = merged(sheet);
		result = 1;
		goto done;
	}
	frame.divide[0] = divide_by_lines(&plan, true);
	frame.divide[1] = divide_by_lines(&plan, false);
	if (!frame.divide[0] || !frame.divide[1])
		goto done;
	grow(&plan, &frame);
	if (!possible(&frame))
		goto done;
	if (is_guess(sheet, &frame)) {
		*unsure = plan.is_cut && runs_out(&plan);
		goto done;
	}
	*place = place_of(sheet, &frame);
	result = 1;
done:
	plan_fini(&plan);
	return result;
}

int extent_find(const struct sheet *sheet, struct panel_place *place)
{
	bool unsure;
	int result = find_within(sheet, BEYOND_FIRST, place, &unsure);

	return result < 0 || !unsure
		       ? result
		       : find_within(sheet, PANEL_SIDE_MAX + 1, place, &unsure);
}

/* Cells are square, so lines are equally wide in both directions, in cells:
 * where they are not by this factor, one way cells are several. Measured on
 * panels they differ by less than a fifth. */
#define WIDTHS_APART 1.6
#define WIDTHS_ALIKE 1.2
/* But discs of starts may cover most lines of a small one. What looks as square
 * as it can is not divided where the thinnest fourth are alike. Two cells in
 * one look longer that way: at 45 degrees, which shortens them by 1.4, they are
 * as far from a square as one is, but for so much. */
#define SQUARE_OFF 1.1

/* How many times as wide as high does a cell look, in the middle? */
static double aspect_of(const struct sheet *sheet)
{
	struct point middle = { sheet->columns / 2.0, sheet->rows / 2.0 };
	double sides[2];

	for (int axis = 0; axis < 2; axis++) {
		struct point half = { axis ? 0 : 0.5, axis ? 0.5 : 0 };

		sides[axis] = point_distance(
			homography_apply(&sheet->cell_to_px,
					 point_sub(middle, half)),
			homography_apply(&sheet->cell_to_px,
					 point_add(middle, half)));
	}
	return sides[0] / fmax(1e-6, sides[1]);
}

/* Are cells as square as they can look, and are only some lines wider? */
static bool is_square(const struct sheet *sheet, int axis, int times)
{
	double aspect = aspect_of(sheet), longer = axis ? 1 / aspect : aspect;

	return SQUARE_OFF * longer * longer <= times &&
	       sheet->thin[axis] <= WIDTHS_ALIKE * sheet->thin[!axis];
}

void extent_square(const struct sheet *sheet, int divide[2])
{
	divide[0] = divide[1] = 1;
	for (int axis = 0; axis < 2; axis++) {
		/* lying lines' width is measured down */
		double own = sheet->widths[!axis], other = sheet->widths[axis];
		int times = own > 0 ? (int)round(other / own) : 1;

		if (own > 0 && other > WIDTHS_APART * own &&
		    !is_square(sheet, axis, times) &&
		    extent_may_divide(sheet, 1) && times <= DIVIDE_MOST)
			divide[axis] = times;
	}
}
