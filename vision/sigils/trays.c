#include "trays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"

/* A stranger counts as that many other things that are left over. */
enum { STRANGER_COUNTS = 7 };

/* Everything that is tuned here. */
static const struct {
	/* how pieces of one tray may differ in size; a logarithm */
	double alike;
	/* telling pieces count by how much more like pieces they are than that;
	 * and together so much at least, where a tray may be */
	double like_least, size_weight;
	/* pieces are no further from the frame or other pieces, in their own
	 * and in the frame's squares */
	double apart;
	/* differences that make a member odd: of sizes (logarithm), likeness,
	 * colours; how odd plain squares and bars are; and how odd what is left
	 * out is at least */
	double odd_size, odd_likeness, odd_colour, odd_plain, odd_least;
	/* ... and what shows no seams where others do, or stands out so many
	 * times less than them (log2), as squares of a ground between them */
	double odd_seamless, odd_faint;
	/* a thing of the members' colour that differs in size by no more
	 * (logarithm) is a stranger where it is so like a piece */
	double stranger_size, stranger_like, stranger_colour;
	/* how much less like pieces than the members things left over are that
	 * count a third; how much odder those left out are */
	double left_unlike, dropped_odd;
	/* at most so much of a sheet of squares that pieces are drawn on is not
	 * seen, share */
	double sheet_unseen;
	/* ... and its squares are as large as those that show, a logarithm */
	double square_alike;
	/* parts of two colours of one paint, by the greatest one, differ by
	 * less */
	double painted;
	/* numbers are no further from their piece, in its squares */
	double distance_most;
	/* no more of a lattice that may be the frame is not seen, share */
	double rival_unseen;
} params = {
	.alike = .12,
	.like_least = .75,
	.size_weight = .005,
	.apart = 9,
	.odd_size = .05,
	.odd_likeness = .08,
	.odd_colour = 30,
	.odd_plain = .3,
	.odd_least = 1,
	.odd_seamless = 2,
	.odd_faint = 3,
	.stranger_size = .35,
	.stranger_like = .9,
	.stranger_colour = 16,
	.left_unlike = .05,
	.dropped_odd = 2,
	.sheet_unseen = .3,
	.square_alike = .25,
	.painted = .2,
	.distance_most = 10,
	.rival_unseen = .3,
};

enum {
	/* a sheet of squares that pieces are drawn on has more */
	SHEET_LEAST = 20
};

bool tray_is_telling(const struct shape *shape)
{
	return shape->seamed ||
	       (shape->kind != SIGILS_O && shape->kind != SIGILS_I);
}

/* The gap between a piece and what has such bounds. */
static double gap_to(const struct shape *shape, const struct point *low,
		     const struct point *high)
{
	double x = fmax(shape->px_low.x - high->x, low->x - shape->px_high.x);
	double y = fmax(shape->px_low.y - high->y, low->y - shape->px_high.y);

	return hypot(fmax(0, x), fmax(0, y));
}

/* The median; puts the values in another order. */
static double median(double *values, int count)
{
	return count ? order_pick_double(values, count, count / 2) : 0;
}

/* How far a piece is from those of a tray, in squares. */
static double find_gap(const struct tray *tray, const struct shape *shape)
{
	double gap = HUGE_VAL;

	for (int k = 0; k < tray->count; k++)
		gap = fmin(gap, gap_to(shape, &tray->members[k]->px_low,
				       &tray->members[k]->px_high));
	return gap / tray->px_pitch;
}

/* How unlike the pieces of a size one is. */
static double find_unlike(const struct shape *shape, double px_pitch)
{
	return fabs(log(shape->px_pitch / px_pitch)) / params.odd_size +
	       (1 - shape->likeness) / params.odd_likeness;
}

/* Of what is seen at one place, as with its rim and without, keeps what is most
 * alike. */
static void keep_alike(const struct shape *shape, double px_pitch,
		       const struct shape **kept, int *count)
{
	for (int i = 0; i < *count; i++)
		if (shapes_overlap(kept[i], shape)) {
			if (find_unlike(shape, px_pitch) <
			    find_unlike(kept[i], px_pitch))
				kept[i] = shape;
			return;
		}
	kept[(*count)++] = shape;
}

/* Is a piece drawn on a lattice other than the frame, of squares as large as
 * its own, or is it one of such squares? */
static bool is_on_sheet(const struct frame_list *frames,
			const struct frame *frame, const struct shape *shape)
{
	for (size_t i = 0; i < frames->count; i++) {
		const struct frame *sheet = &frames->frames[i];
		double by = sheet->px_pitch / shape->px_pitch;

		if (point_distance(sheet->px_corners.corner[0],
				   frame->px_corners.corner[0]) >
			    frame->px_pitch / 2 &&
		    sheet->columns * sheet->rows >= SHEET_LEAST &&
		    sheet->unseen < params.sheet_unseen &&
		    (fabs(log(by)) < params.alike ||
		     (shape->kind == SIGILS_O &&
		      fabs(log(by / 2)) < params.square_alike)) &&
		    quad_contains(&sheet->px_corners, shape->px_at))
			return true;
	}
	return false;
}

bool tray_is_painted_alike(const struct shape *a, const struct shape *b)
{
	double most[2] = { 1, 1 };

	for (int k = 0; k < 24; k += 8) {
		most[0] = fmax(most[0], a->fill >> k & 255);
		most[1] = fmax(most[1], b->fill >> k & 255);
	}
	for (int k = 0; k < 24; k += 8)
		if (fabs((a->fill >> k & 255) / most[0] -
			 (b->fill >> k & 255) / most[1]) > params.painted)
			return false;
	return true;
}

/* How likely something left over is a piece, where pieces are as unlike one as
 * that. */
static double likely_left(const struct shape *shape, double usual)
{
	return exp(-fmax(0, 1 - shape->likeness - usual) / params.left_unlike);
}

bool tray_fits(const struct frame *other, const struct frame *frame,
	       double px_pitch)
{
	const struct quad *a = &other->px_corners, *b = &frame->px_corners;
	double by = other->px_pitch / px_pitch;

	return other->unseen < params.rival_unseen && other->inked <= 0 &&
	       by > frame_params.size_least && by < frame_params.size_most &&
	       (frame->is_plate ||
		(!quad_contains(a, point_mix(b->corner[0], b->corner[2], .5)) &&
		 !quad_contains(b, point_mix(a->corner[0], a->corner[2], .5))));
}

/* Is it nearer to another frame than to this one? */
static bool is_of_other(const struct frame_list *frames,
			const struct frame *frame, double px_pitch,
			const struct shape *shape)
{
	struct point low, high;
	double gap;

	shape_bounds(&frame->px_corners, &low, &high);
	gap = gap_to(shape, &low, &high);
	for (size_t i = 0; i < frames->count; i++) {
		const struct frame *other = &frames->frames[i];

		shape_bounds(&other->px_corners, &low, &high);
		if (gap_to(shape, &low, &high) < gap &&
		    tray_fits(other, frame, px_pitch))
			return true;
	}
	return false;
}

/* Pieces about as large as one, outside of the frame: those that hang together
 * with the frame or, where none does, with the one that is most like a piece.
 * False where there are more than a tray may hold: a texture. */
static bool gather(const struct shape_list *list,
		   const struct frame_list *frames, const struct frame *frame,
		   double px_pitch, const struct shape *like, bool own,
		   struct tray *tray)
{
	const struct shape *near[MEMBERS_MOST], *others[MEMBERS_MOST];
	bool taken[MEMBERS_MOST] = { 0 };
	double unlike[MEMBERS_MOST], usual;
	struct point low, high;
	int count = 0, other_count = 0, best = -1;
	bool more = true, beside = false;

	*tray = (struct tray){ .px_pitch = px_pitch };
	for (size_t i = 0; i < list->count; i++) {
		const struct shape *one = &list->shapes[i];

		if (count == MEMBERS_MOST || other_count == MEMBERS_MOST)
			return false;
		if (fabs(log(one->px_pitch / px_pitch)) > params.alike)
			continue;
		if (quad_contains(&frame->px_corners, one->px_at)) {
			tray->within += tray_is_telling(one);
			continue;
		}
		if (own && is_of_other(frames, frame, px_pitch, one)) {
			tray->others += tray_is_telling(one);
			continue;
		}
		if (like && !tray_is_painted_alike(like, one)) {
			others[other_count++] = one;
			continue;
		}
		if (!is_on_sheet(frames, frame, one))
			keep_alike(one, px_pitch, near, &count);
	}
	for (int i = 0; i < count; i++)
		if (tray_is_telling(near[i]) &&
		    (best < 0 || near[i]->likeness > near[best]->likeness))
			best = i;
	shape_bounds(&frame->px_corners, &low, &high);
	for (int i = 0; i < count; i++) {
		taken[i] =
			(best < 0 || tray_is_telling(near[i])) &&
			gap_to(near[i], &low, &high) <=
				params.apart * fmax(px_pitch, frame->px_pitch);
		beside |= taken[i];
	}
	if (best >= 0 && !beside)
		taken[best] = true;
	for (int i = 0; i < count; i++)
		if (taken[i])
			tray->members[tray->count++] = near[i];
	while (more) {
		more = false;
		for (int i = 0; i < count; i++) {
			if (taken[i] || find_gap(tray, near[i]) > params.apart)
				continue;
			taken[i] = more = true;
			tray->members[tray->count++] = near[i];
		}
	}
	for (int i = 0; i < tray->count; i++)
		unlike[i] = 1 - tray->members[i]->likeness;
	usual = median(unlike, tray->count);
	for (int i = 0; i < count; i++)
		if (!taken[i] && tray_is_telling(near[i])) {
			tray->far[tray->far_count++] = near[i];
			tray->left += likely_left(near[i], usual);
		}
	for (int i = 0; i < other_count; i++)
		if (tray_is_telling(others[i]))
			tray->left += likely_left(others[i], usual);
	return true;
}

/* Is something of another size painted as a member is, with seams where most
 * have some, and like a piece? */
static bool is_stranger(const struct shape *shape, const struct frame *frame,
			const struct tray *tray)
{
	double by = fabs(log(shape->px_pitch / tray->px_pitch));
	int same = 0, seamed = 0;

	if (by <= params.alike || by > params.stranger_size ||
	    shape->likeness < params.stranger_like ||
	    quad_contains(&frame->px_corners, shape->px_at))
		return false;
	for (int i = 0; i < tray->count; i++) {
		if (quad_contains(&tray->members[i]->px_quad, shape->px_at))
			return false;
		same += fill_distance(tray->members[i]->fill, shape->fill) <
			params.stranger_colour;
		seamed += tray->members[i]->seamed;
	}
	return same && shape->seamed == (2 * seamed > tray->count);
}

static bool is_odder(const struct tray *tray, int a, int b)
{
	return tray->odd[a] > tray->odd[b];
}

static bool is_before(const struct tray *tray, int a, int b)
{
	const struct shape *p = tray->members[a], *q = tray->members[b];
	double down = p->px_at.y - q->px_at.y;

	return fabs(down) > p->px_pitch ? down < 0 : p->px_at.x < q->px_at.x;
}

static void put_in_order(struct tray *tray,
			 bool (*comes_first)(const struct tray *, int, int))
{
	for (int i = 1; i < tray->count; i++)
		for (int k = i; k && comes_first(tray, k, k - 1); k--) {
			const struct shape *one = tray->members[k];
			double odd = tray->odd[k];

			tray->members[k] = tray->members[k - 1];
			tray->odd[k] = tray->odd[k - 1];
			tray->members[k - 1] = one;
			tray->odd[k - 1] = odd;
		}
}

double tray_dropped_chance(double odd)
{
	return exp(-(odd - params.odd_least) / params.dropped_odd);
}

/* How unlike the others each member is: in size, in how much it is like a
 * piece, and in colour, where most have that of another kind. Puts the oddest
 * first. */
static void find_odd(struct tray *tray)
{
	double sizes[MEMBERS_MOST], unlike[MEMBERS_MOST], near[MEMBERS_MOST];
	double values[MEMBERS_MOST], faint[MEMBERS_MOST];
	double size, usual, colour, stand_out;
	int seamed = 0;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *one = tray->members[i];

		sizes[i] = values[i] = log(one->px_pitch);
		unlike[i] = 1 - one->likeness;
		near[i] = 255;
		faint[i] = log2(one->contrast);
		seamed += one->seamed;
		for (int k = 0; k < tray->count; k++)
			if (one->kind != tray->members[k]->kind &&
			    tray_is_telling(tray->members[k]))
				near[i] = fmin(
					near[i],
					fill_distance(one->fill,
						      tray->members[k]->fill));
	}
	size = median(values, tray->count);
	memcpy(values, unlike, sizeof values);
	usual = median(values, tray->count);
	memcpy(values, near, sizeof values);
	colour = median(values, tray->count);
	memcpy(values, faint, sizeof values);
	stand_out = median(values, tray->count);
	for (int i = 0; i < tray->count; i++)
		tray->odd[i] =
			fabs(sizes[i] - size) / params.odd_size +
			fmax(0, unlike[i] - usual) / params.odd_likeness +
			fmax(0, near[i] - colour) /
				(params.odd_colour + colour) +
			(tray_is_telling(tray->members[i]) ? 0
							   : params.odd_plain) +
			(tray->members[i]->seamed || 2 * seamed < tray->count
				 ? 0
				 : params.odd_seamless) +
			2 * fmax(0, stand_out - faint[i] - params.odd_faint);
	put_in_order(tray, is_odder);
}

double tray_distance(const struct shape *shape, struct point at)
{
	struct sigils_shape squares;
	double least = HUGE_VAL;

	if (point_distance(shape->px_at, at) >
	    params.distance_most * shape->px_pitch)
		return HUGE_VAL;
	sigils_shape(shape->kind, shape->turns, &squares);
	for (int i = 0; i < 4; i++) {
		struct quad quad =
			shape_square(shape, squares.x[i], squares.y[i]);
		struct point middle =
			point_mix(quad.corner[0], quad.corner[2], .5);

		least = fmin(least, point_distance(middle, at));
	}
	return least / shape->px_pitch;
}

double tray_size_weight(const struct shape_list *list, double size)
{
	double weight = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct shape *one = &list->shapes[i];

		if (tray_is_telling(one) &&
		    fabs(one->px_pitch - size) < params.alike * size / 2)
			weight += pow(
				fmax(0, one->likeness - params.like_least), 2);
	}
	return weight;
}

int tray_sizes(const struct shape_list *list, double sizes[TRAYS_MOST])
{
	int count = 0;

	while (count < TRAYS_MOST) {
		double best = 0, most = params.size_weight;

		for (size_t i = 0; i < list->count; i++) {
			double size = list->shapes[i].px_pitch, weight;
			bool known = !tray_is_telling(&list->shapes[i]);

			for (int k = 0; k < count && !known; k++)
				known = fabs(log(size / sizes[k])) <
					params.alike;
			weight = known ? 0 : tray_size_weight(list, size);
			if (weight > most) {
				most = weight;
				best = size;
			}
		}
		if (best <= 0)
			break;
		sizes[count++] = best;
	}
	return count;
}

bool tray_find(const struct shape_list *shapes, const struct frame_list *frames,
	       const struct frame *frame, double px_pitch,
	       const struct shape *like, bool own, struct tray *tray)
{
	if (!gather(shapes, frames, frame, px_pitch, like, own, tray))
		return false;
	for (size_t i = 0; i < shapes->count; i++)
		if (is_stranger(&shapes->shapes[i], frame, tray) &&
		    !(own &&
		      is_of_other(frames, frame, px_pitch, &shapes->shapes[i])))
			tray->left += STRANGER_COUNTS;
	find_odd(tray);
	return true;
}

bool tray_add_far(struct tray *tray)
{
	int most = MEMBERS_MOST - tray->count;

	tray->far_members = tray->far_count < most ? tray->far_count : most;
	for (int i = 0; i < tray->far_members; i++)
		tray->members[tray->count++] = tray->far[i];
	tray->left = tray->far_count - tray->far_members;
	find_odd(tray);
	return tray->far_members > 0;
}

bool tray_is_worth_dropping(const struct tray *tray, const struct frame *frame,
			    unsigned dropped)
{
	int count = 0;

	for (int i = 0; i < TRAY_ODD_MOST; i++) {
		if (!(dropped & 1u << i))
			continue;
		count++;
		if (i >= tray->count || tray->odd[i] < params.odd_least)
			return false;
	}
	return count <= TRAY_DROPPED_MOST && count < tray->count &&
	       (dropped == (1u << count) - 1 ||
		(frame &&
		 4 * (tray->count - count) == frame->columns * frame->rows));
}

void tray_drop(const struct tray *tray, unsigned dropped, struct tray *kept)
{
	*kept = *tray;
	kept->count = 0;
	for (int i = 0; i < tray->count; i++) {
		if (i < TRAY_ODD_MOST && dropped & 1u << i) {
			kept->dropped += tray_dropped_chance(tray->odd[i]);
			continue;
		}
		kept->members[kept->count] = tray->members[i];
		kept->odd[kept->count++] = tray->odd[i];
		if (!tray_is_telling(tray->members[i]))
			kept->odd_plain = fmax(kept->odd_plain, tray->odd[i]);
	}
	put_in_order(kept, is_before);
}
