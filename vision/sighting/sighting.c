#include "sighting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Of so many clues one may be in doubt, which leaves the whole this sure: that
 * it is a puzzle of its family is sure all the same. So it is where this share
 * of them is so sure, and all of them still that sure: as in read_panel.c, but
 * half way to what is found by one doubt. */
#define FOUND_CLUES 16
#define FOUND_SURE 0.9
#define FOUND_TOLD 0.9
#define FOUND_LEAST 0.7
/* A game's screen that is surely one need be no surer than this to say so: of
 * panels read between this and SIGHTING_SURE 15 of 15 in 250 scenes
 * (--scenes panel:250 --seed 9100) and 5 of 5 in 94 unseen pictures were right.
 */
#define SCREEN_SURE 0.9
/* Where a page's puzzle is that likely no game's screen is looked for, which
 * takes longer than the page. */
#define PAGE_LIKELY 0.8
/* A place so many times as large as a puzzle may be that puzzle with lines of
 * totals around it: 5 by 5 instead of 3 by 3. */
#define TAKEN_IN_MOST 2.8

bool reading_is_blank(const struct reading *reading)
{
	return !strcmp(reading->value, "null");
}

void sighting_fini(struct sighting *sighting)
{
	puzzle_fini(&sighting->puzzle);
	free(sighting->readings);
}

void sighting_list_fini(struct sighting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		sighting_fini(&list->sightings[i]);
	free(list->sightings);
	memset(list, 0, sizeof *list);
}

int sighting_list_add(struct sighting_list *list, struct sighting *sighting,
		      struct problem *problem)
{
	if (alloc_grow(&list->sightings, &list->capacity, list->count + 1,
		       sizeof *list->sightings) < 0) {
		sighting_fini(sighting);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for sightings");
	}
	list->sightings[list->count++] = *sighting;
	return 0;
}

struct point sighting_middle(const struct quad *quad)
{
	const struct point *c = quad->corner;

	return point_mix(point_mix(c[0], c[2], 0.5), point_mix(c[1], c[3], 0.5),
			 0.5);
}

bool sighting_list_left_out(const struct sighting_list *list,
			    struct point px_at)
{
	for (int i = 0; i < list->left_out_count; i++)
		if (quad_contains(&list->left_out[i].px_corners, px_at))
			return true;
	return false;
}

struct left_out *sighting_list_leave_out(struct sighting_list *list,
					 const char *what,
					 const struct quad *px_corners)
{
	struct left_out *one = &list->left_out[list->left_out_count];

	if (list->left_out_count == LEFT_OUT_MOST ||
	    sighting_list_left_out(list, sighting_middle(px_corners)))
		return NULL;
	list->left_out_count++;
	*one = (struct left_out){ .what = what, .px_corners = *px_corners };
	return one;
}

bool sighting_is_found(const struct sighting *sighting)
{
	size_t count = sighting->reading_count, told = 0;

	if (sighting->found || sighting->confidence >= SIGHTING_SURE)
		return true;
	if (count < FOUND_CLUES || sighting->confidence < FOUND_LEAST)
		return false;
	if (sighting->confidence >= FOUND_SURE)
		return true;
	for (size_t i = 0; i < count; i++)
		told += sighting->readings[i].confidence >= FOUND_SURE;
	return (double)told >= FOUND_TOLD * (double)count;
}

bool sighting_rules_out(const struct sighting *sighting, bool alone)
{
	return alone ? sighting->confidence >=
			       (sighting->found ? SCREEN_SURE : SIGHTING_SURE)
		     : sighting->confidence >= PAGE_LIKELY ||
			       sighting_is_found(sighting);
}

bool sighting_list_has_sure(const struct sighting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (sighting_is_found(&list->sightings[i]))
			return true;
	return false;
}

bool sighting_list_takes_in(const struct sighting_list *list,
			    const struct quad *px_place)
{
	struct point middle = sighting_middle(px_place);
	double area = fabs(quad_area(px_place));

	for (size_t i = 0; i < list->count; i++) {
		const struct sighting *one = &list->sightings[i];

		if (one->confidence >= SIGHTING_SURE &&
		    quad_contains(&one->px_corners, middle) &&
		    area <= TAKEN_IN_MOST * fabs(quad_area(&one->px_corners)))
			return true;
	}
	return false;
}

bool sighting_list_has_clue(const struct sighting_list *list,
			    const struct box *px_box)
{
	long area = (long)px_box->width * px_box->height;

	for (size_t i = 0; i < list->count; i++) {
		const struct sighting *one = &list->sightings[i];

		if (one->confidence < SIGHTING_SURE)
			continue;
		for (size_t k = 0; k < one->reading_count; k++)
			if (2 * box_overlap(px_box, &one->readings[k].px_box) >
			    area)
				return true;
	}
	return false;
}

int sighting_add_reading(struct sighting *sighting,
			 const struct reading *reading)
{
	if (alloc_grow(&sighting->readings, &sighting->reading_capacity,
		       sighting->reading_count + 1,
		       sizeof *sighting->readings) < 0)
		return -1;
	sighting->readings[sighting->reading_count++] = *reading;
	return 0;
}

double sighting_overlap(const struct quad *a, const struct quad *b)
{
	const struct quad *quads[2] = { a, b };
	double low[2][2], high[2][2], area[2], common = 1;

	for (int i = 0; i < 2; i++) {
		low[i][0] = low[i][1] = HUGE_VAL;
		high[i][0] = high[i][1] = -HUGE_VAL;
		for (int j = 0; j < 4; j++) {
			struct point c = quads[i]->corner[j];

			low[i][0] = fmin(low[i][0], c.x);
			low[i][1] = fmin(low[i][1], c.y);
			high[i][0] = fmax(high[i][0], c.x);
			high[i][1] = fmax(high[i][1], c.y);
		}
		area[i] = (high[i][0] - low[i][0]) * (high[i][1] - low[i][1]);
	}
	for (int axis = 0; axis < 2; axis++)
		common *= fmax(0, fmin(high[0][axis], high[1][axis]) -
					  fmax(low[0][axis], low[1][axis]));
	return common / fmax(1e-9, fmin(area[0], area[1]));
}

bool sighting_list_reaches(const struct sighting_list *list,
			   const struct quad *px_place)
{
	enum { POINTS = 10 }; /* looked at, a side */
	const struct point *c = px_place->corner;

	for (size_t k = 0; k < list->count; k++) {
		int inside = 0;

		for (int i = 0; i < POINTS * POINTS; i++) {
			double x = (i % POINTS + 0.5) / POINTS;
			double y = (i / POINTS + 0.5) / POINTS;

			inside += quad_contains(
				&list->sightings[k].px_corners,
				point_mix(point_mix(c[0], c[1], x),
					  point_mix(c[3], c[2], x), y));
		}
		if (inside > SIGHTING_REACHES_MOST * POINTS * POINTS)
			return true;
	}
	return false;
}
