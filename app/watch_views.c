#include "watch_views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"

/* Views are of one walk around a pillar where no more time is between two of
 * them, seconds: long enough to look at what the card says and to walk on. */
static const double WALK_SECONDS = 120;

/* Forgets the one at `index`. */
static void drop(struct watch_views *views, int index)
{
	size_t after = (size_t)(--views->count - index);

	image_fini(&views->images[index]);
	memmove(&views->images[index], &views->images[index + 1],
		after * sizeof *views->images);
	memmove(&views->places[index], &views->places[index + 1],
		after * sizeof *views->places);
}

void watch_views_forget(struct watch_views *views)
{
	while (views->count)
		drop(views, views->count - 1);
}

static bool shows_pillar(const struct outcome_list *list)
{
	for (int i = 0; i < list->left_out_count; i++)
		if (list->left_out[i].is_pillar)
			return true;
	return false;
}

/* Forgets one that shows another pillar: the oldest where the latest does not
 * fit, which may be the first of another walk. Returns false where all fit. */
static bool drop_other(struct watch_views *views)
{
	int latest = views->count - 1;

	for (int i = 0; i < latest; i++)
		if (!views->places[i].fits || !views->places[latest].fits) {
			drop(views, i);
			return true;
		}
	return false;
}

/* Once all is seen: forgets the views from where the latest is taken. */
static void drop_same(struct watch_views *views)
{
	const struct pillar_view *latest = &views->places[views->count - 1];

	for (int i = views->count - 2; i >= 0; i--) {
		double turn = views->places[i].turn - latest->turn;

		if (fabs(remainder(turn, 2 * M_PI)) <
		    latest->pillar.pitch / 2) {
			drop(views, i);
			latest--;
		}
	}
}

static int join(struct watch_views *views, struct pipeline *pipeline,
		struct outcome_list *list, struct problem *problem)
{
	const struct image *images[PILLAR_VIEWS_MOST];

	for (int i = 0; i < views->count; i++) {
		images[i] = &views->images[i];
		views->places[i] = (struct pillar_view){ .turn = NAN };
	}
	return pipeline_join(pipeline, images, views->count, list,
			     views->places, problem);
}

/* Adds the panel to what was read, where it lies in this picture. */
static void add(struct look *look, const struct pillar_view *view,
		struct outcome_list *joined)
{
	struct outcome_list *list = &look->list;

	if (alloc_grow(&list->outcomes, &list->capacity, list->count + 1,
		       sizeof *list->outcomes) < 0) {
		problem_set(&look->problem, PROBLEM_MEMORY,
			    "no memory for puzzles");
		return;
	}
	look->view = *view;
	pipeline_place(&joined->outcomes[0], &look->view);
	list->outcomes[list->count++] = joined->outcomes[0];
	joined->count = 0;
}

/* Joins them with the latest, as far as they fit; `side`: that surely is one of
 * a pillar. */
static void join_latest(struct watch_views *views, struct pipeline *pipeline,
			bool side, struct look *look)
{
	struct outcome_list joined = { 0 };
	struct problem problem = { 0 };
	bool dropped = false, sure;
	int result = join(views, pipeline, &joined, &problem);

	if (!side && !views->places[views->count - 1].fits) {
		drop(views, views->count - 1);
		outcome_list_fini(&joined);
		return;
	}
	while (drop_other(views)) {
		dropped = true;
		outcome_list_fini(&joined);
		joined = (struct outcome_list){ 0 };
		problem = (struct problem){ 0 };
		result = join(views, pipeline, &joined, &problem);
	}
	sure = result == 0 && pipeline_reading_sure(&joined.outcomes[0]);
	if (result == 0) {
		snprintf(look->pillar, sizeof look->pillar,
			 sure ? _("views joined: %d")
			      : _("views joined: %d; another one from between "
				  "may help"),
			 views->count);
		add(look, &views->places[views->count - 1], &joined);
	} else {
		snprintf(look->pillar, sizeof look->pillar,
			 dropped ? _("views that do not fit are forgotten; %s; "
				     "walk on around it and press again")
				 : _("%s; walk on around it and press again"),
			 problem.text);
	}
	if (sure)
		drop_same(views);
	outcome_list_fini(&joined);
}

void watch_views_take(struct watch_views *views, struct pipeline *pipeline,
		      struct look *look)
{
	bool side = shows_pillar(&look->list);
	double now = look->at[LOOK_READ];

	if (now - views->taken > WALK_SECONDS ||
	    look->window.id != views->window || (!side && look->list.count))
		watch_views_forget(views);
	/* of a pillar that is known a view may show few cells */
	if (!side && (!views->count || look->list.count))
		return;
	if (views->count == PILLAR_VIEWS_MOST)
		drop(views, 0);
	if (image_copy(&look->picture, &views->images[views->count],
		       &look->problem) < 0)
		return;
	views->count++;
	views->window = look->window.id;
	views->taken = now;
	join_latest(views, pipeline, side, look);
}
