#include "look.h"

#include <math.h>
#include <string.h>

#include "sighting.h"

bool places_are_same(const struct quad *a, const struct quad *b)
{
	double side = fmin(point_distance(a->corner[0], a->corner[1]),
			   point_distance(a->corner[0], a->corner[3]));

	for (int i = 0; i < 4; i++)
		if (point_distance(a->corner[i], b->corner[i]) >
		    spine_params.same_board * side)
			return false;
	return true;
}

/* Of two puzzles at one place, which counts? Of two that are surely there the
 * smaller is a part of the other, however well that is read. */
static bool goes_before(const struct sighting *a, const struct sighting *b)
{
	if (a->found && b->found && a->puzzle.family == b->puzzle.family &&
	    fmax(a->score, b->score) >
		    spine_params.larger * fmin(a->score, b->score))
		return a->score > b->score;
	return a->score * a->confidence > b->score * b->confidence;
}

static long sum_of(const int *numbers, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++) {
		if (numbers[i] < 0)
			return -1;
		sum += numbers[i];
	}
	return sum;
}

/* Are all totals of rows and columns known, and their sums the same? */
static bool totals_agree(const struct puzzle *puzzle)
{
	const struct cross_sum *sums = &puzzle->as.cross_sum;
	const struct tracks *tracks = &puzzle->as.tracks;
	long across = -1, down = -1;

	if (puzzle->family == FAMILY_cross_sum) {
		across = sum_of(sums->column_totals, sums->columns);
		down = sum_of(sums->row_totals, sums->rows);
	} else if (puzzle->family == FAMILY_tracks) {
		across = sum_of(tracks->column_totals, tracks->columns);
		down = sum_of(tracks->row_totals, tracks->rows);
	}
	return across > 0 && across == down;
}

/* Were the same pixels read before, of a reading's clue? */
static bool is_known(const struct sighting *sighting, size_t at)
{
	const struct reading *one = &sighting->readings[at];

	for (size_t i = 0; i < at && one->key; i++)
		if (sighting->readings[i].key == one->key &&
		    sighting->readings[i].confidence == one->confidence &&
		    !strcmp(sighting->readings[i].value, one->value))
			return true;
	return false;
}

double readings_chance(const struct sighting *sighting)
{
	double chance = 1, totals = 1, doubts[2] = { 0 };
	bool agree = totals_agree(&sighting->puzzle);

	for (size_t i = 0; i < sighting->reading_count; i++) {
		const struct reading *one = &sighting->readings[i];
		bool row = !strncmp(one->clue, "row_totals[", 11);

		if (is_known(sighting, i))
			continue;
		if (agree &&
		    (row || !strncmp(one->clue, "column_totals[", 14))) {
			totals *= one->confidence;
			doubts[row] += 1 - one->confidence;
		} else {
			chance *= one->confidence;
		}
	}
	/* one wrong total would change one sum alone */
	return chance * fmax(totals, 1 - doubts[0] * doubts[1]);
}

/* Is it one puzzle that two sources show? */
static bool shows_same(const struct sighting *a, const struct sighting *b)
{
	if (a->puzzle.family != b->puzzle.family ||
	    a->reading_count != b->reading_count ||
	    !places_are_same(&a->px_corners, &b->px_corners))
		return false;
	for (size_t i = 0; i < a->reading_count; i++)
		if (strcmp(a->readings[i].clue, b->readings[i].clue) != 0)
			return false;
	return true;
}

/* The share of a source's numbers that another one overlooks, of those that are
 * surely read. */
static double overlooked(const struct sighting *seen,
			 const struct sighting *other)
{
	double numbers = 2, blanks = .5;

	for (size_t i = 0; i < seen->reading_count; i++) {
		const struct reading *reading = &seen->readings[i];

		if (reading_is_blank(reading) ||
		    reading->confidence < spine_params.sure)
			continue;
		numbers++;
		blanks += reading_is_blank(&other->readings[i]);
	}
	return blanks / numbers;
}

/* How surely a source reads numbers: the geometric mean of their chances. */
static double clearness(const struct sighting *sighting)
{
	double sum = 0;
	int numbers = 0;

	for (size_t i = 0; i < sighting->reading_count; i++) {
		const struct reading *reading = &sighting->readings[i];

		if (reading_is_blank(reading))
			continue;
		sum += log(fmax(1e-9, reading->confidence));
		numbers++;
	}
	return numbers ? exp(sum / numbers) : 1;
}

/* How much a reading counts where another source says something else: a number
 * is hardly ever seen where none is, no nothing is surer than what else the
 * source overlooks allows, and no number than its others are. */
static double weight_of(const struct reading *reading,
			const struct reading *other, double overlooked,
			double clearness)
{
	double most =
		reading->entered ? spine_params.surest_entered
		: reading_is_blank(reading)
			? fmin(spine_params.surest_blank, 1 / (1 + overlooked))
		: reading_is_blank(other)
			? spine_params.surest_number
			: fmin(spine_params.surest, clearness);

	return fmin(reading->confidence, most);
}

/* Does a source surely show a number that another overlooks? */
static bool shows_more(const struct sighting *one, const struct sighting *other)
{
	for (size_t i = 0; i < one->reading_count; i++) {
		const struct reading *reading = &one->readings[i];

		if (!reading_is_blank(reading) &&
		    reading->confidence >= spine_params.sure &&
		    reading_is_blank(&other->readings[i]))
			return true;
	}
	return false;
}

/* Takes over of what another source shows of a puzzle the clues that are read
 * more surely there; what is sure by one source alone needs no other. */
static int merge(struct sighting *to, struct sighting *from,
		 struct problem *problem)
{
	double misses = overlooked(to, from), own_misses = overlooked(from, to);
	double clear = clearness(from), own_clear = clearness(to);
	double board;
	bool is_sure = to->confidence >= spine_params.sure;
	int result = 0;

	if (is_sure != (from->confidence >= spine_params.sure) &&
	    !shows_more(is_sure ? from : to, is_sure ? to : from)) {
		if (!is_sure) {
			struct sighting swap = *to;

			*to = *from;
			*from = swap;
		}
		return 0;
	}
	board = fmax(to->confidence / fmax(readings_chance(to), 1e-300),
		     from->confidence / fmax(readings_chance(from), 1e-300));
	for (size_t i = 0; i < to->reading_count && result == 0; i++) {
		struct reading *mine = &to->readings[i];
		const struct reading *other = &from->readings[i];
		double a = mine->confidence, b = other->confidence;
		bool agree = !strcmp(mine->value, other->value);

		/* of two that differ one is right */
		if (!agree) {
			a = weight_of(mine, other, own_misses, own_clear);
			b = weight_of(other, mine, misses, clear);
		}
		if (b > a) {
			*mine = *other;
			result = puzzle_set_clue(&to->puzzle, mine->clue,
						 mine->value, problem);
		}
		if (!agree)
			mine->confidence = fmax(a * (1 - b), b * (1 - a)) /
					   (a + b - 2 * a * b);
	}
	if (!to->note[0])
		memcpy(to->note, from->note, sizeof to->note);
	to->most = fmin(to->most, from->most);
	to->confidence = fmin(board, to->most) * readings_chance(to);
	return result;
}

int merge_sources(struct sighting_list *list, size_t first,
		  struct problem *problem)
{
	size_t kept = first;

	for (size_t i = first; i < list->count; i++)
		for (size_t k = list->count - 1; k > i; k--) {
			struct sighting *one = &list->sightings[i];
			struct sighting *other = &list->sightings[k];

			/* what is hardly one tells nothing of another */
			if (one->found != other->found ||
			    !shows_same(one, other))
				continue;
			if (merge(one, other, problem) < 0)
				return -1;
			sighting_fini(other);
			*other = list->sightings[--list->count];
		}
	for (size_t i = first; i < list->count; i++) {
		struct sighting *one = &list->sightings[i];
		bool stays = true;

		for (size_t k = first; k < list->count && stays; k++) {
			const struct sighting *other = &list->sightings[k];

			stays = k == i ||
				sighting_overlap(&one->px_corners,
						 &other->px_corners) <
					SIGHTING_OVERLAP_MOST ||
				goes_before(one, other) ||
				(k > i && !goes_before(other, one));
		}
		if (stays && kept != i) {
			struct sighting swap = list->sightings[kept];

			list->sightings[kept] = *one;
			*one = swap;
		}
		kept += stays;
	}
	while (list->count > kept)
		sighting_fini(&list->sightings[--list->count]);
	return 0;
}
