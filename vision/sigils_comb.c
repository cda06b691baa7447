#include "sigils_comb.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "sigils.h"

enum {
	PEAKS_MOST = 64,
	/* Two lines are at least so many samples apart. */
	APART = 6,
	/* The humps of one line are so close. */
	HUMPS = 3,
	/* A comb ends where so many lines in a row do not show. */
	MISSED_MOST = 2,
};
/* A line lies this close to its place: share of the pitch, samples at
 * least. */
#define NEAR_SHARE 0.075
#define NEAR_LEAST 1.6
/* Outside the lines there is a rim of less than so many squares a side: a
 * carved one, or the shadow in it. */
#define RIM_MOST 1.6
/* Of a comb's lines so many must show. */
#define SHARE_LEAST 0.7
/* A peak stands out from the profile's median by so many times the median
 * deviation from it. */
#define STAND_OUT 5.0
/* A line that hides in the edge of a rim is at most this share of the pitch
 * from that edge, and counts less. */
#define EDGE_SHARE 0.22
#define EDGE_COST 0.08
/* A peak inside the comb that is none of its lines costs this much of one. */
#define STRAY_COST 0.4

struct peaks {
	double at[PEAKS_MOST], height[PEAKS_MOST];
	int count;
};

/* The median of up to 512 of the values. */
static double median_of(const double *values, int count, double from)
{
	enum { SOME = 512 };
	double some[SOME];
	int step = count / SOME + 1;
	int taken = 0;

	for (int i = 0; i < count && taken < SOME; i += step)
		some[taken++] = fabs(values[i] - from);
	qsort(some, (size_t)taken, sizeof *some, order_doubles);
	return taken ? some[taken / 2] : 0;
}

/* The middle of what stands out around a highest place: a line shows as two
 * or three humps next to each other. */
static double centre_of(const double *profile, int count, int top,
			double ground)
{
	double half = ground + (profile[top] - ground) / 2;
	double sum = 0, weight = 0;

	for (int direction = -1; direction <= 1; direction += 2)
		for (int i = direction < 0 ? top : top + 1;
		     i >= 0 && i < count && abs(i - top) <= APART;
		     i += direction) {
			if (profile[i] < half && abs(i - top) > HUMPS)
				break;
			if (profile[i] < ground)
				continue;
			weight += profile[i] - ground;
			sum += (profile[i] - ground) * i;
		}
	return weight > 0 ? sum / weight : top;
}

static void add_peak(struct peaks *peaks, double at, double height)
{
	int last = peaks->count - 1;

	if (last >= 0 && at - peaks->at[last] < APART) {
		if (height > peaks->height[last]) {
			peaks->at[last] = at;
			peaks->height[last] = height;
		}
		return;
	}
	if (peaks->count == PEAKS_MOST)
		return;
	peaks->at[peaks->count] = at;
	peaks->height[peaks->count++] = height;
}

static void find_peaks(const double *profile, int count, struct peaks *peaks)
{
	double middle = median_of(profile, count, 0);
	double spread = median_of(profile, count, middle);
	/* a clean picture has no spread: a level of brightness then */
	double least = middle + fmax(1, STAND_OUT * spread);

	peaks->count = 0;
	for (int i = 0; i < count; i++) {
		double before = i ? profile[i - 1] : profile[i];
		double after = i + 1 < count ? profile[i + 1] : profile[i];

		if (profile[i] < least || profile[i] < before ||
		    profile[i] < after)
			continue;
		add_peak(peaks, centre_of(profile, count, i, middle),
			 profile[i]);
	}
}

/* The peak next to a place, -1 where none is near enough. */
static int peak_at(const struct peaks *peaks, double place, double near)
{
	int best = -1;

	for (int i = 0; i < peaks->count; i++)
		if (fabs(peaks->at[i] - place) <= near &&
		    (best < 0 || fabs(peaks->at[i] - place) <
					 fabs(peaks->at[best] - place)))
			best = i;
	return best;
}

/* Lines numbered from one that is line 0, to either side, and the straight
 * line through their places. */
struct walk {
	double n, sum_k, sum_at, sum_kk, sum_kat;
	int low, high; /* first and last line that shows */
};

static void step_on(struct walk *walk, int k, double at)
{
	walk->n++;
	walk->sum_k += k;
	walk->sum_kk += (double)k * k;
	walk->sum_at += at;
	walk->sum_kat += k * at;
	walk->low = k < walk->low ? k : walk->low;
	walk->high = k > walk->high ? k : walk->high;
}

static void fit(const struct walk *walk, struct sigils_comb *comb)
{
	double spread = walk->n * walk->sum_kk - walk->sum_k * walk->sum_k;

	if (spread <= 0)
		return;
	comb->pitch =
		(walk->n * walk->sum_kat - walk->sum_k * walk->sum_at) / spread;
	comb->first = (walk->sum_at - comb->pitch * walk->sum_k) / walk->n;
}

/* From line 0 in one direction, learning the pitch on the way: two lines next
 * to each other do not tell it well enough to find the tenth. */
static void walk_along(const struct peaks *peaks, int count, int direction,
		       struct walk *walk, struct sigils_comb *comb)
{
	int missed = 0;

	for (int k = direction; missed < MISSED_MOST && abs(k) <= count;
	     k += direction) {
		double place = comb->first + k * comb->pitch;
		double near = fmax(NEAR_LEAST, NEAR_SHARE * comb->pitch);
		int peak = peak_at(peaks, place, near);

		if (place < -near || place > count - 1 + near)
			break;
		if (peak < 0) {
			missed++;
			continue;
		}
		missed = 0;
		step_on(walk, k, peaks->at[peak]);
		fit(walk, comb);
	}
}

/* Counts lines that show and peaks that are no lines. */
static void rate(const struct peaks *peaks, struct sigils_comb *comb)
{
	double near = fmax(NEAR_LEAST, NEAR_SHARE * comb->pitch);
	double last = comb->first + comb->squares * comb->pitch;
	int shown = 0, strays = 0;

	for (int k = 0; k <= comb->squares; k++)
		shown += peak_at(peaks, comb->first + k * comb->pitch, near) >=
			 0;
	for (int i = 0; i < peaks->count; i++) {
		double k = (peaks->at[i] - comb->first) / comb->pitch;

		strays += peaks->at[i] > comb->first + near &&
			  peaks->at[i] < last - near &&
			  fabs(k - round(k)) * comb->pitch > near;
	}
	comb->share = shown / (comb->squares + 1.0);
	comb->score = (shown - STRAY_COST * strays) / (comb->squares + 1.0);
}

static void keep(struct sigils_comb_list *list, const struct sigils_comb *comb)
{
	int place = list->count;

	for (int i = 0; i < list->count; i++)
		if (list->combs[i].squares == comb->squares &&
		    fabs(list->combs[i].first - comb->first) < comb->pitch / 4)
			return;
	while (place > 0 && list->combs[place - 1].score < comb->score)
		place--;
	if (place == SIGILS_COMBS_MOST)
		return;
	if (list->count < SIGILS_COMBS_MOST)
		list->count++;
	memmove(&list->combs[place + 1], &list->combs[place],
		(size_t)(list->count - 1 - place) * sizeof *comb);
	list->combs[place] = *comb;
}

/* Rates the comb and keeps it if it fills the profile. `cost` is taken from
 * its score. */
static void consider(const struct peaks *peaks, int count,
		     struct sigils_comb *comb, double cost,
		     struct sigils_comb_list *list)
{
	double rim = fmax(comb->first, count - 1 - comb->first -
					       comb->squares * comb->pitch);

	if (comb->squares < 2 || comb->squares > SIGILS_SIDE_MAX)
		return;
	rate(peaks, comb);
	comb->score -= cost;
	if (rim < RIM_MOST * comb->pitch && comb->share >= SHARE_LEAST &&
	    comb->score > 0)
		keep(list, comb);
}

/* The outermost line may hide in the edge of a rim next to it: is there
 * anything near its place? */
static bool may_go_on(const struct peaks *peaks, double place, double pitch)
{
	return peak_at(peaks, place, EDGE_SHARE * pitch) >= 0;
}

/* The comb through two neighbouring lines. */
static void try_comb(const struct peaks *peaks, int count, double line,
		     double next, struct sigils_comb_list *list)
{
	struct sigils_comb comb = { .first = line, .pitch = next - line };
	struct walk walk = { .n = 0 };

	step_on(&walk, 0, line);
	walk_along(peaks, count, 1, &walk, &comb);
	walk_along(peaks, count, -1, &walk, &comb);
	comb.squares = walk.high - walk.low;
	comb.first += walk.low * comb.pitch;
	for (int before = 0; before < 2; before++)
		for (int after = 0; after < 2; after++) {
			struct sigils_comb wider = comb;

			wider.first -= before * comb.pitch;
			wider.squares += before + after;
			if ((before &&
			     !may_go_on(peaks, wider.first, comb.pitch)) ||
			    (after &&
			     !may_go_on(peaks,
					wider.first +
						wider.squares * comb.pitch,
					comb.pitch)))
				continue;
			consider(peaks, count, &wider,
				 EDGE_COST * (before + after), list);
		}
}

void sigils_comb_find(const double *profile, int count,
		      struct sigils_comb_list *list)
{
	struct peaks peaks;

	list->count = 0;
	find_peaks(profile, count, &peaks);
	for (int i = 0; i < peaks.count; i++)
		for (int j = i + 1; j < peaks.count; j++) {
			double pitch = peaks.at[j] - peaks.at[i];

			if (pitch > count / 2.0 ||
			    pitch < count / (SIGILS_SIDE_MAX + 2.0))
				continue;
			try_comb(&peaks, count, peaks.at[i], peaks.at[j], list);
		}
}
