#include "pointer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"
#include "plane.h"
#include "pointer_veil.h"
#include "pointer_votes.h"

/* In the game the disc has 14 of the screen's 1080 pixels, the ring 18, the
 * halo up to 90; the disc takes 41 % of white, the ring as much of black and
 * the halo 30 %. Looked for is what is like that within these factors, in
 * windows cropped to half their height, too. */
#define DISC_USUAL (14.0 / 1080)
#define DISC_LEAST 0.85
#define DISC_MOST 1.25
#define RING_USUAL (17.5 / 14)
#define RING_INNER (14.5 / 14)
#define RING_OUTSIDE (18.0 / 14)
#define HALO_MOST 8.0 /* discs */
#define HALO_WITHIN 0.4
#define HALO_STEP 0.5 /* pixels */
#define SHARE_USUAL 0.40
#define SHARE_LEAST 0.25
#define SHARE_MOST 0.52
#define HALO_SHARE_LEAST 0.12
#define HALO_SHARE_MOST 0.5
/* All halos of labelled screens have the game's share, within less than this.
 */
#define HALO_SHARE_USUAL 0.3
#define HALO_SHARE_OFF 0.06

/* The disc's share off the usual one by .05 must make the picture calmer by a
 * seventh: it cannot from one edge among all that the rays cross. */
#define DISC_SAME 3.0

/* Where neither a ring nor what shines through tells, a disc is the pointer's
 * if its share is the usual one within this and its radius within this factor;
 * a dot may be like that, too. */
#define OWN_SHARE_OFF 0.03
#define OWN_RADIUS_OFF 0.06

/* Votes are taken where the disc's usual radius is at least so many pixels. */
#define VOTE_RADIUS 6.0
/* So many middles at the most are looked at. */
enum { MIDDLES_MOST = 5 };

/* Rays from the middle. */
enum { RAYS = 64, STEPS_MOST = 640 };
/* Of these so many grow brighter inwards across an edge, */
#define BRIGHTER 0.8
/* of a halo with the game's share fewer: on pale ground grain outweighs it, */
#define BRIGHTER_HALO 0.7
/* and so many are what the share of white makes of the pixel outside, within
 * this share of the change and these levels. */
#define EXPLAINED 0.6
/* around what is found by itself; a circle about its middle that has the game's
 * share, or a disc with the game's ring, is seen on fewer where lines cross it,
 * or touch it, if it grows brighter on as many as a disc does. */
#define EXPLAINED_ROUND 0.3
#define OFF_SHARE 0.25
#define OFF_LEVELS 4.0
/* What is seen through a disc goes with what lies outside: line and ground,
 * this many levels from their mean, are so much of as far apart inside. */
#define VARIED 8.0
#define THROUGH_LEAST 0.6
/* Where a line's rim crosses a disc, what lies outside is no longer the same
 * beyond the ring: of one just like the game's half as much will do. */
#define THROUGH_OWN 0.3
/* Or there is a ring, which takes at least so many levels. */
#define RING_LEVELS 6.0
/* Around a disc just like the game's the game's ring takes at least so much of
 * what lies beyond it, on half of the rays: of 215 discs of scenes it took .077
 * and more of that around 139 of 144 pointers, .013 at most around others.
 */
#define RING_SEEN 0.06
/* Of fewer levels than this it takes four: grain, rounding and JPEG take less.
 */
#define RING_DARK 57.0
/* A ring fitted narrower than this share of the game's was where the darkest
 * channel hardly shows one; the game's is taken, and how much that is seen to
 * take. */
#define RING_FITTED 0.25

struct rays {
	const struct image *image;
	double x, y;
	int first, count; /* radii, pixels */
	float level[RAYS][STEPS_MOST];
};

static double unit_of(const struct image *image)
{
	return DISC_USUAL * image->height;
}

/* The four pixels around a place, and how far it lies from the first. */
struct around {
	uint32_t pixel[4];
	double x, y;
};

static inline struct around around(const struct image *image, struct point at)
{
	double x = fmin(fmax(at.x, 0), image->width - 1.001);
	double y = fmin(fmax(at.y, 0), image->height - 1.001);
	const uint32_t *row = image_row(image, (int)y) + (int)x;

	return (struct around){ { row[0], row[1], row[image->stride],
				  row[image->stride + 1] },
				x - (int)x,
				y - (int)y };
}

/* Bilinear. */
static inline double level_of(const struct around *around,
			      const uint32_t level[4])
{
	double upper = level[0] + around->x * ((double)level[1] - level[0]);
	double lower = level[2] + around->x * ((double)level[3] - level[2]);

	return (1 - around->y) * upper + around->y * lower;
}

/* Of the darkest channel: what white makes brightest, whatever the colour. */
static double level_at(const struct image *image, struct point at)
{
	struct around four = around(image, at);
	uint32_t level[4];

	for (int i = 0; i < 4; i++)
		level[i] = pointer_darkest(four.pixel[i]);
	return level_of(&four, level);
}

/* Of each channel. */
static void levels_at(const struct image *image, struct point at,
		      double levels[3])
{
	struct around four = around(image, at);

	for (int k = 0; k < 3; k++) {
		uint32_t level[4];

		for (int i = 0; i < 4; i++)
			level[i] = four.pixel[i] >> 8 * k & 255;
		levels[k] = level_of(&four, level);
	}
}

static struct point way_of(int ray)
{
	double angle = 2 * M_PI * ray / RAYS;

	return (struct point){ cos(angle), sin(angle) };
}

static struct point on_way(double x, double y, struct point way, double radius)
{
	return (struct point){ x + radius * way.x, y + radius * way.y };
}

static struct point on_ray(double x, double y, int ray, double radius)
{
	return on_way(x, y, way_of(ray), radius);
}

static bool is_inside(const struct image *image, struct point at)
{
	return at.x >= 0 && at.y >= 0 && at.x <= image->width - 1 &&
	       at.y <= image->height - 1;
}

static void rays_take(struct rays *rays)
{
	for (int ray = 0; ray < RAYS; ray++) {
		struct point way = way_of(ray);

		for (int i = 0; i < rays->count; i++)
			rays->level[ray][i] = (float)level_at(
				rays->image,
				on_way(rays->x, rays->y, way, rays->first + i));
	}
}

/* How much the picture changes along the rays once the pointer is taken off:
 * its own edges add to that. */
static double restless(const struct rays *rays, const struct pointer *pointer)
{
	float last[RAYS];
	double sum = 0;

	for (int i = 0; i < rays->count; i++) {
		struct veil veil = veil_at(pointer, rays->first + i);

		for (int ray = 0; ray < RAYS; ray++) {
			float now = (float)((rays->level[ray][i] - veil.add) /
					    veil.gain);

			if (i)
				sum += fabsf(now - last[ray]);
			last[ray] = now;
		}
	}
	return sum;
}

/* One number of a pointer and how far it may be changed at first. */
struct knob {
	double *value;
	double step, low, high;
	bool moves; /* the rays must be taken again */
};

/* Noise grows where a veil is taken off, so that the calmest shares would be
 * too small, and those of disc and ring may stand for one another: what is
 * usual goes before what is hardly calmer. The disc's is the same on all
 * labelled screens, the ring's is not. */
static double judge(struct rays *rays, struct pointer *pointer, bool moves)
{
	if (moves) {
		rays->x = pointer->px_x;
		rays->y = pointer->px_y;
		rays_take(rays);
	}
	return restless(rays, pointer) *
	       (1 + DISC_SAME * fabs(pointer->disc - SHARE_USUAL) +
		fabs(pointer->ring - SHARE_USUAL) / 2);
}

/* Turns each in its turn until nothing gets better, in ever smaller steps. */
static double turn_knobs(struct rays *rays, struct pointer *pointer,
			 struct knob *knobs, int count)
{
	double best = judge(rays, pointer, true);

	for (int round = 0; round < 5; round++)
		for (int k = 0; k < count; k++)
			for (int side = -1; side <= 1; side += 2) {
				struct knob *knob = &knobs[k];
				double old = *knob->value, now;

				*knob->value = fmin(
					fmax(old + side * knob->step /
							     (1 << round / 2),
					     knob->low),
					knob->high);
				now = judge(rays, pointer, knob->moves);
				if (now < best) {
					best = now;
					continue;
				}
				*knob->value = old;
				if (knob->moves)
					judge(rays, pointer, true);
			}
	return best;
}

/* Two circles around one middle, on each ray and in each channel: what is seen
 * on the inner one and on the outer one. */
struct edge {
	double in[RAYS][3], out[RAYS][3];
	int count;
};

static void edge_take(const struct image *image, const struct pointer *pointer,
		      double in, double out, struct edge *edge)
{
	double x = pointer->px_x, y = pointer->px_y;

	edge->count = 0;
	for (int ray = 0; ray < RAYS; ray++) {
		struct point way = way_of(ray);
		struct point outer = on_way(x, y, way, out);
		struct point inner = on_way(x, y, way, in);

		if (!is_inside(image, outer))
			continue;
		levels_at(image, inner, edge->in[edge->count]);
		levels_at(image, outer, edge->out[edge->count]);
		edge->count++;
	}
}

static double lift_level(double level, const struct veil *veil)
{
	return (level - veil->add) / veil->gain;
}

/* The share of rays on which the same lies below on both sides of an edge. */
static double explained(const struct edge *edge, const struct veil *in,
			const struct veil *out)
{
	int count = 0;

	for (int i = 0; i < edge->count; i++) {
		double off = 0, way = 0;

		for (int k = 0; k < 3; k++) {
			double below = lift_level(edge->out[i][k], out);
			double made = in->gain * below + in->add;

			off += fabs(made - edge->in[i][k]) / 3;
			way += fabs(made - edge->out[i][k]) / 3;
		}
		count += off < OFF_SHARE * way + OFF_LEVELS;
	}
	return edge->count ? (double)count / edge->count : 0;
}

static double brighter(const struct edge *edge)
{
	int count = 0;

	for (int i = 0; i < edge->count; i++) {
		double more = 0;

		for (int k = 0; k < 3; k++)
			more += edge->in[i][k] - edge->out[i][k];
		count += more > 0;
	}
	return edge->count ? (double)count / edge->count : 0;
}

enum through { EVEN, THROUGH, OPAQUE };

/* Does what is seen inside go with what lies outside, by that share of how much
 * it should?
 * Where that is even nothing can be said. */
static enum through look_through(const struct edge *edge, double gain,
				 double least)
{
	double both = 0, spread = 0;

	for (int k = 0; k < 3; k++) {
		double in = 0, out = 0;

		for (int i = 0; i < edge->count; i++) {
			in += edge->in[i][k] / edge->count;
			out += edge->out[i][k] / edge->count;
		}
		for (int i = 0; i < edge->count; i++) {
			double off = edge->out[i][k] - out;

			spread += off * off;
			both += off * (edge->in[i][k] - in);
		}
	}
	if (spread <= VARIED * VARIED * edge->count)
		return EVEN;
	return both > least * gain * spread ? THROUGH : OPAQUE;
}

/* Is it just as large and as white as the game's? */
static bool is_own(const struct image *image, const struct pointer *pointer)
{
	double unit = unit_of(image);

	return fabs(pointer->disc - SHARE_USUAL) <= OWN_SHARE_OFF &&
	       fabs(pointer->px_disc - unit) <= OWN_RADIUS_OFF * unit;
}

/* How much of white lies over each ray's inner circle and not over its outer
 * one: the middle of all. */
static double share_between(const struct edge *edge, double *shares)
{
	for (int i = 0; i < edge->count; i++) {
		double more = 0, most = 1;

		for (int k = 0; k < 3; k++) {
			more += edge->in[i][k] - edge->out[i][k];
			most += 255 - edge->out[i][k];
		}
		shares[i] = more / most;
	}
	return edge->count
		       ? order_pick_double(shares, edge->count, edge->count / 2)
		       : 0;
}

/* How much of the light beyond it, which counts as no fewer levels than
 * `least`, a ring as wide as the game's takes, in all channels: the middle of
 * all rays, of which lines cross some. */
static double ring_seen(const struct image *image,
			const struct pointer *pointer, double least)
{
	double inner = (RING_INNER + RING_USUAL) / 2 * pointer->px_disc;
	double outer = RING_OUTSIDE * pointer->px_disc + 1.5 * pointer->px_soft;
	double shares[RAYS];
	struct edge edge;

	edge_take(image, pointer, inner, outer, &edge);
	for (int i = 0; i < edge.count; i++) {
		double taken = 0, outside = 0;

		for (int k = 0; k < 3; k++) {
			taken += edge.out[i][k] - edge.in[i][k];
			outside += edge.out[i][k];
		}
		shares[i] = taken / fmax(outside, 3 * least);
	}
	return edge.count
		       ? order_pick_double(shares, edge.count, edge.count / 2)
		       : 0;
}

/* Where the ring was fitted as hardly any, the game's, which takes so much. */
static void take_own_ring(struct pointer *pointer, double seen)
{
	if (pointer->px_ring - pointer->px_inner >=
	    RING_FITTED * (RING_USUAL - RING_INNER) * pointer->px_disc)
		return;
	pointer->px_inner = RING_INNER * pointer->px_disc;
	pointer->px_ring = RING_USUAL * pointer->px_disc;
	pointer->ring = seen;
}

/* Is it surely the game's, by its ring? */
static bool has_own_ring(const struct image *image, struct pointer *pointer)
{
	double seen = ring_seen(image, pointer, RING_DARK);

	if (!is_own(image, pointer) || seen < RING_SEEN)
		return false;
	take_own_ring(pointer, seen);
	return true;
}

/* A dark ring around a disc through which the picture shows, or that has just
 * the game's share of white. */
static bool is_pointer(const struct image *image, struct pointer *pointer)
{
	bool ringed = has_own_ring(image, pointer);
	double soft = 1.5 * pointer->px_soft;
	double middle = (pointer->px_inner + pointer->px_ring) / 2;
	struct veil disc = veil_at(pointer, pointer->px_disc - soft);
	struct veil ring = veil_at(pointer, middle);
	struct veil none = { 1, 0 };
	struct edge in, out, both;
	enum through through;
	double level = 0, made;
	bool dark;

	edge_take(image, pointer, pointer->px_disc - soft, middle, &in);
	edge_take(image, pointer, middle, pointer->px_ring + soft, &out);
	edge_take(image, pointer, pointer->px_disc - soft,
		  pointer->px_ring + soft, &both);
	for (int i = 0; i < out.count; i++)
		for (int k = 0; k < 3; k++)
			level += out.out[i][k] / 3 / out.count;
	made = explained(&in, &disc, &ring);
	dark = (1 - ring.gain) * level - ring.add > RING_LEVELS &&
	       1 - brighter(&out) >= BRIGHTER;
	if (both.count < RAYS || pointer->disc < SHARE_LEAST ||
	    pointer->disc > SHARE_MOST || brighter(&in) < BRIGHTER ||
	    made < (ringed ? EXPLAINED_ROUND : EXPLAINED))
		return false;
	through = look_through(&both, disc.gain, THROUGH_LEAST);
	pointer->like_dot = !dark && !ringed &&
			    (explained(&out, &ring, &none) < EXPLAINED ||
			     through != THROUGH);
	if (!pointer->like_dot)
		return true;
	if (!is_own(image, pointer) ||
	    look_through(&both, disc.gain, THROUGH_OWN) == OPAQUE)
		return false;
	take_own_ring(pointer,
		      fmin(fmax(ring_seen(image, pointer, 1), 0), SHARE_USUAL));
	return true;
}

/* At a glance: is a disc around about this middle brighter than its rim? */
static bool may_be_disc(const struct image *image, struct point middle)
{
	double unit = unit_of(image);
	int count = 0;

	for (int ray = 0; ray < RAYS; ray++)
		count += level_at(image,
				  on_ray(middle.x, middle.y, ray, 0.8 * unit)) >
			 level_at(image,
				  on_ray(middle.x, middle.y, ray, 1.2 * unit)) +
				 RING_LEVELS;
	return count >= BRIGHTER * RAYS;
}

/* Does a halo as large as the disc make it whiter beside what lies beyond the
 * ring? */
static bool has_own_halo(const struct image *image,
			 const struct pointer *pointer)
{
	double soft = 1.5 * pointer->px_soft;
	double shares[RAYS];
	struct edge edge;

	edge_take(image, pointer, pointer->px_disc - soft,
		  RING_OUTSIDE * pointer->px_disc + soft, &edge);
	return share_between(&edge, shares) > SHARE_MOST;
}

/* Fits a disc around the middle. */
static bool fit_disc(const struct image *image, struct point middle,
		     struct rays *rays, struct pointer *pointer)
{
	double unit = unit_of(image);
	double best = HUGE_VAL;
	struct knob knobs[] = {
		{ &pointer->px_x, 1, 0, image->width, true },
		{ &pointer->px_y, 1, 0, image->height, true },
		{ &pointer->px_disc, 0.06 * unit, 0, 2 * unit, false },
		{ &pointer->px_inner, 0.06 * unit, 0, 2 * unit, false },
		{ &pointer->px_ring, 0.06 * unit, 0, 2 * unit, false },
		{ &pointer->ring, 0.08, 0, 0.9, false },
		{ &pointer->px_soft, 0.3, 0.4, unit / 4, false },
		{ &pointer->disc, 0.08, 0, 0.9, false },
	};
	struct pointer start = { .px_x = middle.x,
				 .px_y = middle.y,
				 .px_soft = fmax(0.6, unit / 20) };

	rays->image = image;
	*pointer = start;
	for (double disc = DISC_LEAST; disc < DISC_MOST; disc *= 1.07) {
		struct pointer one = start;
		double now;

		one.px_disc = disc * unit;
		one.px_inner = RING_INNER * one.px_disc;
		one.px_ring = RING_USUAL * one.px_disc;
		one.disc = one.ring = SHARE_USUAL;
		rays->first = (int)(0.5 * DISC_LEAST * unit);
		rays->count = (int)(1.6 * DISC_MOST * unit) - rays->first;
		if (rays->count > STEPS_MOST)
			rays->count = STEPS_MOST;
		now = judge(rays, &one, disc == DISC_LEAST);
		if (now < best) {
			best = now;
			*pointer = one;
		}
	}
	rays->first = (int)(0.5 * pointer->px_disc);
	rays->count = (int)(1.7 * pointer->px_disc) - rays->first;
	turn_knobs(rays, pointer, knobs, 8);
	if (has_own_halo(image, pointer)) {
		pointer->halo = HALO_SHARE_USUAL;
		pointer->px_halo = pointer->px_disc;
		turn_knobs(rays, pointer, knobs, 8);
		pointer->px_halo = pointer->px_disc;
	}
	return is_pointer(image, pointer);
}

/* So far inside and outside its edge a halo's share is told. */
static double halo_apart(const struct pointer *pointer)
{
	return 1.5 + 1.5 * pointer->px_soft;
}

/* On how many rays a halo would end at this radius, and its share. */
static double halo_seen(const struct image *image,
			const struct pointer *pointer, double radius,
			double *share)
{
	double apart = halo_apart(pointer);
	double inner = radius < pointer->px_disc
			       ? 0
			       : pointer->px_ring + 2 * pointer->px_soft;
	struct edge edge;
	double shares[RAYS];
	int seen = 0;

	edge_take(image, pointer, fmax(inner, radius - apart), radius + apart,
		  &edge);
	if (edge.count < RAYS / 2)
		return 0;
	*share = share_between(&edge, shares);
	if (*share < HALO_SHARE_LEAST || *share > HALO_SHARE_MOST)
		return 0;
	for (int i = 0; i < edge.count; i++)
		seen += fabs(shares[i] - *share) < OFF_SHARE * *share;
	return (double)seen / edge.count;
}

/* Shares are told across a halo's edge, as long as that lies between the two
 * circles: the middle of the radii at which they are. */
static double halo_middle(const struct image *image,
			  const struct pointer *pointer, double radius)
{
	double reach[2] = { 0, 0 };

	for (int side = 0; side < 2; side++) {
		double most = 2 * halo_apart(pointer);

		for (double off = HALO_STEP; off < most; off += HALO_STEP) {
			double share = 0;

			halo_seen(image, pointer,
				  side ? radius + off : radius - off, &share);
			if (share < HALO_SHARE_USUAL / 2)
				break;
			reach[side] = off;
		}
	}
	return radius + (reach[1] - reach[0]) / 2;
}

static bool is_usual(double share)
{
	return fabs(share - HALO_SHARE_USUAL) <= HALO_SHARE_OFF;
}

static bool is_halo(const struct image *image, const struct pointer *pointer)
{
	double soft = 2 * pointer->px_soft;
	struct veil veil = veil_at(pointer, pointer->px_halo - soft);
	struct veil beyond = veil_at(pointer, pointer->px_halo + soft);
	struct edge edge;
	double made, bright;

	edge_take(image, pointer, pointer->px_halo - soft,
		  pointer->px_halo + soft, &edge);
	made = explained(&edge, &veil, &beyond);
	bright = brighter(&edge);
	if (is_usual(pointer->halo))
		return made >= (bright >= BRIGHTER ? EXPLAINED_ROUND
						   : EXPLAINED) &&
		       bright >= BRIGHTER_HALO;
	return made >= EXPLAINED && bright >= BRIGHTER &&
	       look_through(&edge, veil.gain, THROUGH_LEAST) == THROUGH;
}

/* The halo around a pointer that was found. */
static void find_halo(const struct image *image, struct rays *rays,
		      struct pointer *pointer)
{
	struct pointer best = *pointer;
	double most = 0, least = pointer->px_ring + 2 * pointer->px_soft;
	double within = pointer->px_disc - 2 * halo_apart(pointer);

	/* it shrinks until it lies within the disc */
	for (double radius = HALO_WITHIN * pointer->px_disc;
	     radius < HALO_MOST * pointer->px_disc; radius += HALO_STEP) {
		double share = 0, seen, worth;

		if (radius > within &&
		    radius < pointer->px_ring + 3 * pointer->px_soft)
			continue;
		seen = halo_seen(image, pointer, radius, &share);
		if (radius < within && (!is_usual(share) || seen < EXPLAINED))
			continue;
		worth = seen / (is_usual(share) ? EXPLAINED_ROUND : EXPLAINED);
		if (worth <= most)
			continue;
		most = worth;
		best.px_halo = radius;
		best.halo = share;
	}
	if (most < 1)
		return;
	if (best.px_halo < within)
		least = 0;
	best.px_halo = fmax(least, halo_middle(image, pointer, best.px_halo));
	rays->first = (int)fmax(least, best.px_halo - 6 * best.px_soft);
	rays->count = (int)(best.px_halo + 6 * best.px_soft) - rays->first;
	turn_knobs(rays, &best,
		   (struct knob[]){
			   { &best.px_halo, 0.5, least, 1e4, false },
		   },
		   1);
	/* beside its very edge its share was told too small, and is so beside
	 * the ring's */
	halo_seen(image, &best, best.px_halo, &best.halo);
	if (best.px_halo > within && best.px_halo < least + halo_apart(&best))
		best.halo = HALO_SHARE_USUAL;
	if (is_halo(image, &best))
		*pointer = best;
}

bool pointer_find(const struct image *image, struct pointer *pointer)
{
	int shrink = (int)fmax(1, unit_of(image) / VOTE_RADIUS);
	double unit = unit_of(image);
	struct pointer_votes votes;
	struct rays *rays = alloc_array(1, sizeof *rays);
	struct point middle;
	struct pointer one;
	bool found = false;

	if (pointer_votes_init(&votes, image, shrink, DISC_LEAST * unit,
			       DISC_MOST * unit) < 0 ||
	    !rays)
		goto done;
	/* what may be a dot goes after what surely is none */
	for (int i = 0; i < MIDDLES_MOST && (!found || pointer->like_dot);
	     i++) {
		if (!pointer_votes_next(&votes, &middle))
			break;
		if (!may_be_disc(image, middle) ||
		    !fit_disc(image, middle, rays, &one) ||
		    (found && one.like_dot))
			continue;
		*pointer = one;
		found = true;
	}
	if (found && pointer->px_halo <= 0)
		find_halo(image, rays, pointer);
done:
	pointer_votes_fini(&votes);
	free(rays);
	return found;
}
