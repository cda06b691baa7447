#include "sigils_beyond.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"
#include "sigils.h"
#include "sigils_played.h"

/* Lines differ from the middles of the squares by so many levels, in the mean
 * over all of a line: less is noise. */
#define LINE_LEAST 1.5
/* One more line differs by so much of what those of the frame do. */
#define LINE_SHARE 0.6
/* A line is looked for so far from its place, in squares, in so many steps; and
 * at so many points of each square. */
#define LINE_OFF 0.06
enum { OFF_STEPS = 3, POINTS = 12 };
/* Squares beyond look like those before them where they differ by less than so
 * many times what these do among themselves, and so many levels. */
#define ALIKE_TIMES 2.0
#define ALIKE_LEVELS 3.0
/* ... at so much of a side. */
#define SIDE_SHARE 0.8

/* Beside the frame lines are looked at in this part of a square. */
#define STRIP_FROM 0.2
#define STRIP_TO 0.8

struct looker {
	const struct plane *grey;
	const struct lattice *frame;
	const struct sigils_view *view;
	bool upright;    /* lines are the columns', else the rows' */
	double from, to; /* along them, in squares */
};

/* The mean level along a line, at so many squares. -1: it leaves the picture.
 */
static double level_along(const struct looker *looker, double at)
{
	int count = (int)ceil(POINTS * (looker->to - looker->from));
	double sum = 0;

	for (int i = 0; i < count; i++) {
		double along = looker->from +
			       (looker->to - looker->from) * (i + 0.5) / count;
		struct point px = homography_apply(
			&looker->frame->cell_to_px,
			looker->upright ? (struct point){ at, along }
					: (struct point){ along, at });

		if (!(px.x >= 0 && px.y >= 0 && px.x < looker->grey->width &&
		      px.y < looker->grey->height))
			return -1;
		sum += plane_sample(looker->grey, px.x, px.y);
	}
	return sum / count;
}

/* How much a line differs, at its most, from the middles of the squares before
 * and behind it, in the mean: a chequerboard's hardly do. 0 where it leaves the
 * picture. */
static double contrast_of(const struct looker *looker, int at, double before,
			  double behind)
{
	double one = level_along(looker, before);
	double other = level_along(looker, behind);
	double most = 0;

	for (int i = -OFF_STEPS; i <= OFF_STEPS && one >= 0 && other >= 0;
	     i++) {
		double level =
			level_along(looker, at + i * LINE_OFF / OFF_STEPS);
		double off = level - (one + other) / 2;

		if (level >= 0 && fabs(off) > fabs(most))
			most = off;
	}
	return most;
}

/* How many squares lie beside each other between the frame's sides. */
static int count_across(const struct looker *looker)
{
	return looker->upright ? looker->frame->columns : looker->frame->rows;
}

static int count_along(const struct looker *looker)
{
	return looker->upright ? looker->frame->rows : looker->frame->columns;
}

/* The same of the lines between squares: the median. */
static double contrast_within(const struct looker *looker)
{
	double contrasts[SIGILS_SIDE_MAX];
	int lines = count_across(looker) - 1, count = 0;

	for (int i = 1; i <= lines && count < SIGILS_SIDE_MAX; i++)
		contrasts[count++] = contrast_of(looker, i, i - 0.5, i + 0.5);
	if (!count)
		return 0;
	qsort(contrasts, (size_t)count, sizeof *contrasts, order_doubles);
	return contrasts[count / 2];
}

/* How far the colours of two squares of the frame, or beyond it, are apart. */
static double apart(const struct looker *looker, int a, int b, int along)
{
	bool upright = looker->upright;
	double one[SIGILS_COLOURS], other[SIGILS_COLOURS];

	sigils_square_colour(looker->view, upright ? a : along,
			     upright ? along : a, one);
	sigils_square_colour(looker->view, upright ? b : along,
			     upright ? along : b, other);
	return sigils_colours_apart(one, other);
}

/* Do most squares beyond a side look like those before them? `last`: that
 * column or row; `step` leads beyond. */
static bool are_alike(const struct looker *looker, int last, int step)
{
	int count = count_along(looker), alike = 0;

	for (int i = 0; i < count; i++) {
		double within = apart(looker, last, last - step, i);
		double beyond = apart(looker, last, last + step, i);

		alike += beyond <= fmax(ALIKE_LEVELS, ALIKE_TIMES * within);
	}
	return alike >= SIDE_SHARE * count;
}

/* Does a line beyond a side, or do those that cross there, differ as the
 * frame's do? */
static bool is_like(double contrast, double within)
{
	return fabs(within) >= LINE_LEAST && contrast / within >= LINE_SHARE;
}

/* Do the frame's squares go on beyond its far side, or its near one? */
static bool side_goes_on(const struct looker *looker, bool far)
{
	int count = count_across(looker), step = far ? 1 : -1;
	int last = far ? count - 1 : 0, at = far ? count + 1 : -1;
	/* what lies behind it may be anything */
	double before = at - 0.5 * step;
	struct looker crossing = *looker, strip;

	crossing.upright = !looker->upright;
	crossing.from = 0;
	crossing.to = count;
	strip = crossing;
	strip.from = last + step + STRIP_FROM;
	strip.to = last + step + STRIP_TO;
	return is_like(contrast_of(looker, at, before, before),
		       contrast_within(looker)) &&
	       is_like(contrast_within(&strip), contrast_within(&crossing)) &&
	       are_alike(looker, last, step);
}

bool sigils_frame_goes_on(const struct plane *grey, const struct lattice *frame,
			  const struct sigils_view *view)
{
	for (int i = 0; i < 4; i++) {
		bool upright = i & 1;
		const struct looker looker = {
			grey,    frame, view,
			upright, 0,     upright ? frame->rows : frame->columns
		};

		if (side_goes_on(&looker, i & 2))
			return true;
	}
	return false;
}
