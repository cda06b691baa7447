#include "round_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "card_sides.h"

/* Levels are taken at so many points around, and at so many pixels from the
 * middle at most: a larger disc is looked at in coarser steps. */
enum { ANGLES = 48, RADII = 48 };
/* The middle is known to about two pixels. */
enum { MIDDLE_OFF = 2 };
/* A step of the level between paper and line: this share of the range of all
 * levels, and more than noise. */
#define STEP_SHARE 0.2
#define STEP_LEAST 10.0
/* A circle's edge shows all around, that of dashes over half of it: digits
 * make no arc so long. */
#define EDGE_LEAST 0.5
/* ... and so much of it from a middle that is a little off. */
#define EDGE_HINT 0.3
/* Circles smaller than this share of the place hold no number. */
#define RADIUS_LEAST 0.3
/* Circles tried: each of two rings has two edges. */
enum { CIRCLES_MOST = 5 };
/* A number as sure as this is the one; two of them contradict each other, and
 * leave no more than that. */
#define SURE 0.9
#define CONTRADICTED 0.5
/* What is as sure as this needs no other look. */
#define BARE_SURE 0.99
/* Where no circle but that of an inner ring was looked for, the outer one is
 * about so many times as large. */
#define OUTER 1.4

/* Rays from a middle: levels by angles and steps outwards. */
struct rays {
	struct point at; /* in the frame */
	struct point towards[ANGLES];
	double step; /* between radii, frame units */
	int steps;
	float level[ANGLES][RADII];
	/* of the angles at which there is an edge, to lighter and to darker */
	double share[2][RADII];
};

static void cast(const struct plane *grey, const struct homography *frame_to_px,
		 struct rays *rays)
{
	const double *m = frame_to_px->m;
	double x = m[0] * rays->at.x + m[1] * rays->at.y + m[2];
	double y = m[3] * rays->at.x + m[4] * rays->at.y + m[5];
	double w = m[6] * rays->at.x + m[7] * rays->at.y + m[8];

	for (int a = 0; a < ANGLES; a++) {
		struct point step = point_scale(rays->towards[a], rays->step);
		struct plane_trace trace = {
			x,
			y,
			w,
			m[0] * step.x + m[1] * step.y,
			m[3] * step.x + m[4] * step.y,
			m[6] * step.x + m[7] * step.y,
		};

		plane_sample_trace(grey, &trace, rays->steps, rays->level[a]);
	}
}

/* The step that counts as an edge. */
static float find_step(const struct rays *rays)
{
	float low = 255, high = 0;

	for (int a = 0; a < ANGLES; a++)
		for (int r = 0; r < rays->steps; r++) {
			float level = rays->level[a][r];

			low = level < low ? level : low;
			high = level > high ? level : high;
		}
	return (float)fmax(STEP_SHARE * (double)(high - low), STEP_LEAST);
}

/* How much of circles shows around the middle; fills in the shares. */
static double find_shares(struct rays *rays)
{
	float step = find_step(rays);
	int count[2][RADII] = { { 0 } };
	double sum = 0;

	memset(rays->share, 0, sizeof rays->share);
	for (int a = 0; a < ANGLES; a++)
		for (int r = 1; r + 1 < rays->steps; r++) {
			float off =
				rays->level[a][r + 1] - rays->level[a][r - 1];

			count[0][r] += off > step;
			count[1][r] += off < -step;
		}
	for (int r = 1; r + 1 < rays->steps; r++)
		for (int k = 0; k < 2; k++) {
			double share = (double)count[k][r] / ANGLES;

			rays->share[k][r] = share;
			sum += fmax(0, share - EDGE_LEAST / 2);
		}
	return sum;
}

/* Is a search for the middle worth while? */
static bool may_be_round(const struct plane *grey,
			 const struct homography *frame_to_px,
			 struct rays *rays)
{
	cast(grey, frame_to_px, rays);
	find_shares(rays);
	for (int r = (int)(RADIUS_LEAST * rays->steps); r < rays->steps; r++)
		if (fmax(rays->share[0][r], rays->share[1][r]) >= EDGE_HINT)
			return true;
	return false;
}

/* Moves the middle to where most of circles shows around it. */
static void find_middle(const struct plane *grey,
			const struct homography *frame_to_px, struct rays *rays)
{
	struct point from = rays->at, best = from;
	double most = -1;

	for (int i = 0; i < (2 * MIDDLE_OFF + 1) * (2 * MIDDLE_OFF + 1); i++) {
		int dx = i % (2 * MIDDLE_OFF + 1) - MIDDLE_OFF;
		int dy = i / (2 * MIDDLE_OFF + 1) - MIDDLE_OFF;
		double sum;

		rays->at.x = from.x + dx * rays->step;
		rays->at.y = from.y + dy * rays->step;
		cast(grey, frame_to_px, rays);
		sum = find_shares(rays) - 0.01 * (abs(dx) + abs(dy));
		if (sum > most) {
			most = sum;
			best = rays->at;
		}
	}
	rays->at = best;
	cast(grey, frame_to_px, rays);
	find_shares(rays);
}

/* The radii of the circles that show, in steps, smallest first. Returns how
 * many. */
static int find_circles(const struct rays *rays, int radii[CIRCLES_MOST])
{
	int count = 0;
	bool within[2] = { false, false };

	for (int r = (int)(RADIUS_LEAST * rays->steps);
	     r < rays->steps && count < CIRCLES_MOST; r++)
		for (int k = 0; k < 2 && count < CIRCLES_MOST; k++) {
			bool edge = rays->share[k][r] >= EDGE_LEAST;

			/* an edge is blurred: where it begins counts */
			if (edge && !within[k])
				radii[count++] = r;
			within[k] = edge;
		}
	return count;
}

/* The commonest level within a circle, to a sixteenth of the range. */
static uint8_t find_paper(const struct rays *rays, int radius)
{
	enum { LIKE = 16 };
	int histogram[256 + LIKE] = { 0 }, sum = 0, most = -1, paper = 0;

	for (int a = 0; a < ANGLES; a++)
		for (int r = 0; r < radius; r++)
			histogram[(int)rays->level[a][r]] += r;
	for (int i = 0; i < 256 + LIKE; i++) {
		sum += histogram[i] - (i >= LIKE ? histogram[i - LIKE] : 0);
		if (sum > most) {
			most = sum;
			paper = i - LIKE / 2;
		}
	}
	return (uint8_t)(paper < 0 ? 0 : paper > 255 ? 255 : paper);
}

/* The pixels that a square around the middle covers, within the picture. */
static struct box cover(const struct plane *grey,
			const struct homography *frame_to_px,
			struct point middle, double half)
{
	double left = HUGE_VAL, top = HUGE_VAL;
	double right = -HUGE_VAL, bottom = -HUGE_VAL;

	for (int i = 0; i < 4; i++) {
		struct point px = homography_apply(
			frame_to_px,
			(struct point){ middle.x + (i & 1 ? half : -half),
					middle.y + (i & 2 ? half : -half) });

		left = fmin(left, px.x);
		right = fmax(right, px.x);
		top = fmin(top, px.y);
		bottom = fmax(bottom, px.y);
	}
	left = fmax(floor(left), 0);
	top = fmax(floor(top), 0);
	right = fmin(ceil(right), grey->width - 1);
	bottom = fmin(ceil(bottom), grey->height - 1);
	return (struct box){ (int)left, (int)top, (int)(right - left) + 1,
			     (int)(bottom - top) + 1 };
}

/* A copy of the box in which all outside the circle is paper. Returns -1
 * without memory. */
static int copy_inside(const struct plane *grey, const struct box *box,
		       const struct homography *px_to_frame,
		       const struct rays *rays, int radius, struct plane *copy)
{
	double reach = (radius + 0.5) * rays->step;
	uint8_t paper = find_paper(rays, radius);

	if (plane_init(copy, box->width, box->height) < 0)
		return -1;
	for (int y = 0; y < box->height; y++) {
		const uint8_t *from = plane_row(grey, box->y + y) + box->x;
		uint8_t *to = plane_row(copy, y);

		for (int x = 0; x < box->width; x++) {
			struct point at = homography_apply(
				px_to_frame,
				(struct point){ box->x + x, box->y + y });

			to[x] = point_distance(at, rays->at) < reach ? from[x]
								     : paper;
		}
	}
	return 0;
}

/* Reads what is within a circle. */
static void read_inside(struct glyphs *glyphs, const struct plane *grey,
			const struct homography *frame_to_px,
			const struct rays *rays, int radius,
			struct number *number)
{
	double half = (radius + 1) * rays->step;
	struct point at = rays->at;
	struct box box = cover(grey, frame_to_px, at, half);
	struct homography px_to_frame;
	struct homography shift = { { 1, 0, -box.x, 0, 1, -box.y, 0, 0, 1 } };
	struct place place = { { at.x - half, at.y - half, at.x + half,
				 at.y + half },
			       homography_compose(frame_to_px, &shift) };
	struct plane copy = { 0 };

	memset(number, 0, sizeof *number);
	number->value = -1;
	if (box.width < 3 || box.height < 3 ||
	    homography_inverse(frame_to_px, &px_to_frame) < 0)
		return;
	if (copy_inside(grey, &box, &px_to_frame, rays, radius, &copy) == 0)
		number_read_place(glyphs, &copy, &place, number);
	plane_fini(&copy);
	number->px_box.x += box.x;
	number->px_box.y += box.y;
}

/* Sets the rays' directions and steps. Returns false where the circle is too
 * small, or no circle. */
static bool set_rays(const struct homography *frame_to_px, struct point at,
		     double radius, struct rays *rays)
{
	double px_radius = radius * homography_scale(frame_to_px, at);

	if (!(px_radius >= 6 && px_radius < 1e4))
		return false;
	rays->at = at;
	rays->steps = px_radius < RADII ? (int)px_radius : RADII;
	rays->step = radius / rays->steps;
	for (int a = 0; a < ANGLES; a++) {
		double angle = 2 * 3.14159265358979 * a / ANGLES;

		rays->towards[a] = (struct point){ cos(angle), sin(angle) };
	}
	return true;
}

bool round_number_read(struct glyphs *glyphs, const struct plane *grey,
		       const struct homography *frame_to_px, struct point at,
		       double radius, bool (*may_be)(const struct number *),
		       struct number *number)
{
	struct rays rays;
	struct number best = { .value = -1 };
	int radii[CIRCLES_MOST], count;

	if (!set_rays(frame_to_px, at, radius, &rays))
		return false;
	if (!may_be_round(grey, frame_to_px, &rays))
		return false;
	find_middle(grey, frame_to_px, &rays);
	count = find_circles(&rays, radii);
	for (int i = 0; i < count; i++) {
		struct number one;

		read_inside(glyphs, grey, frame_to_px, &rays, radii[i], &one);
		if (!may_be(&one))
			continue;
		if (best.value < 0 || (best.confidence < SURE &&
				       best.confidence < one.confidence))
			best = one;
		else if (one.confidence >= SURE && one.value != best.value)
			best.confidence = fmin(best.confidence, CONTRADICTED);
	}
	if (best.value < 0)
		return false;
	*number = best;
	return true;
}

/* Reads what is left of a disc without its circles, either way, as far as it is
 * surer than `best`. */
static void read_bare(struct glyphs *glyphs, const struct plane *grey,
		      const struct place *disc,
		      bool (*may_be)(const struct number *),
		      struct number *best)
{
	struct card_sides sides;
	int count = card_sides_take(&sides, grey, disc, true) == 0
			    ? CARD_HIDDENS
			    : 0;

	for (int i = 0; i < count && best->confidence <= BARE_SURE; i++) {
		struct number one;

		number_read_place(glyphs, &sides.bare[i], &sides.inside, &one);
		if (!may_be(&one) || one.confidence <= best->confidence)
			continue;
		*best = one;
		best->px_box = card_sides_px_box(&sides, &one);
	}
	card_sides_fini(&sides);
}

bool round_number_read_bare(struct glyphs *glyphs, const struct plane *grey,
			    const struct homography *frame_to_px,
			    struct point at, double radius,
			    bool (*may_be)(const struct number *),
			    struct number *number)
{
	struct rays rays;
	struct number best = { .value = -1 };
	int radii[CIRCLES_MOST], count = 0;

	if (set_rays(frame_to_px, at, radius, &rays) &&
	    may_be_round(grey, frame_to_px, &rays)) {
		find_middle(grey, frame_to_px, &rays);
		count = find_circles(&rays, radii);
	}
	for (int k = 0; k <= count && count && best.confidence <= BARE_SURE;
	     k++) {
		double half = rays.step *
			      (k < count ? radii[k] + 1 : OUTER * radii[0]);
		struct place disc = { { rays.at.x - half, rays.at.y - half,
					rays.at.x + half, rays.at.y + half },
				      *frame_to_px };

		read_bare(glyphs, grey, &disc, may_be, &best);
	}
	if (best.value < 0)
		return false;
	*number = best;
	return true;
}
