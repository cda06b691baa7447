#include "play_plan.h"

#include <X11/Xlib.h>
#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "hotkey.h"

/* A drag goes in steps of so many pixels: programs look at where the pointer
 * is, not at what it passed, and no line of a panel is thinner. */
static const double FOLLOW_STEP = 6;
/* A drag is as fast as a hand, and rests at corners for as long as any other
 * action takes: a program that looks once a frame sees each of them. */
static const double FOLLOW_PAUSE = 0.25;

static int add(struct play_plan *plan, const struct play_action *action)
{
	if (alloc_grow(&plan->actions, &plan->capacity, plan->count + 1,
		       sizeof *plan->actions) < 0)
		return -1;
	plan->actions[plan->count++] = *action;
	return 0;
}

static int no_memory(struct problem *problem)
{
	return problem_set(problem, PROBLEM_MEMORY, "no memory for a plan");
}

struct planner {
	struct play_plan *plan;
	const struct play_client *client;
	const struct homography *cell_to_scr;
	int x, y; /* where the pointer is by then */
};

static int move(struct planner *planner, struct point scr, bool relative,
		double pause)
{
	struct play_action action = { .what = PLAY_DO_MOVE, .pause = pause };
	int x = (int)lround(scr.x), y = (int)lround(scr.y);

	action.x = x;
	action.y = y;
	if (relative) {
		action.what = PLAY_DO_NUDGE;
		action.x -= planner->x;
		action.y -= planner->y;
	}
	planner->x = x;
	planner->y = y;
	return add(planner->plan, &action);
}

static int follow(struct planner *planner, const struct play_mark *mark)
{
	for (size_t i = 1; i < mark->point_count; i++) {
		struct point from = homography_apply(planner->cell_to_scr,
						     mark->cell_points[i - 1]);
		struct point to = homography_apply(planner->cell_to_scr,
						   mark->cell_points[i]);
		int steps = (int)ceil(point_distance(from, to) / FOLLOW_STEP);

		for (int k = 1; k <= steps; k++)
			if (move(planner,
				 point_mix(from, to, (double)k / steps),
				 planner->client->relative,
				 k < steps ? FOLLOW_PAUSE : 1) < 0)
				return -1;
	}
	return 0;
}

static int type(struct planner *planner, int number)
{
	char digits[16];

	snprintf(digits, sizeof digits, "%d", number);
	for (const char *at = digits; *at; at++) {
		struct play_action action = {
			.what = PLAY_DO_KEY,
			/* keysyms of ASCII are its codes */
			.key = (unsigned long)*at,
			.pause = 1,
		};

		if (add(planner->plan, &action) < 0)
			return -1;
	}
	return 0;
}

static int step_once(struct planner *planner, const struct play_step *step,
		     const struct play_mark *mark)
{
	struct play_action action = { .number = step->number, .pause = 1 };

	switch (step->verb) {
	case PLAY_CLICK:
		action.what = PLAY_DO_PRESS;
		action.pause = 0;
		if (add(planner->plan, &action) < 0)
			return -1;
		action.what = PLAY_DO_RELEASE;
		action.pause = 1;
		break;
	case PLAY_PRESS:
		action.what = PLAY_DO_PRESS;
		break;
	case PLAY_RELEASE:
		action.what = PLAY_DO_RELEASE;
		break;
	case PLAY_KEY:
		action.what = PLAY_DO_KEY;
		action.key = step->key;
		action.modifiers = step->modifiers;
		break;
	case PLAY_WAIT:
		action.what = PLAY_DO_WAIT;
		action.pause = 0;
		break;
	case PLAY_TYPE:
		return type(planner, mark->number);
	case PLAY_FOLLOW:
		return follow(planner, mark);
	}
	return add(planner->plan, &action);
}

static int plan_mark(struct planner *planner, const struct play_mark *mark)
{
	const struct play_steps *way = &planner->client->ways[mark->kind];
	struct point cell = mark->cell_points[0];

	if (mark->kind == PLAY_SIDE)
		cell = point_mix(cell, mark->cell_points[1],
				 planner->client->aim);
	if (move(planner, homography_apply(planner->cell_to_scr, cell), false,
		 1) < 0)
		return -1;
	for (int i = 0; i < way->count; i++) {
		const struct play_step *step = &way->steps[i];
		int times = step->turns ? mark->number : 1;

		while (times-- > 0)
			if (step_once(planner, step, mark) < 0)
				return -1;
	}
	return 0;
}

int play_plan_marks(struct play_plan *plan, const struct play_client *client,
		    const struct play_marks *marks,
		    const struct homography *cell_to_scr,
		    struct problem *problem)
{
	struct planner planner = { plan, client, cell_to_scr, 0, 0 };

	for (size_t i = 0; i < marks->count; i++)
		if (plan_mark(&planner, &marks->marks[i]) < 0)
			return no_memory(problem);
	return 0;
}

int play_plan_clear(struct play_plan *plan, const struct play_client *client,
		    struct problem *problem)
{
	/* keys and waits only: they need neither a mark nor a place */
	static const struct play_mark no_mark;
	static const struct homography no_place = { { 1, 0, 0, 0, 1, 0, 0, 0,
						      1 } };
	struct planner planner = { plan, client, &no_place, 0, 0 };

	for (int i = 0; i < client->clear.count; i++)
		if (step_once(&planner, &client->clear.steps[i], &no_mark) < 0)
			return no_memory(problem);
	return 0;
}

void play_plan_fini(struct play_plan *plan)
{
	free(plan->actions);
	*plan = (struct play_plan){ 0 };
}

static void print_key(const struct play_action *action, FILE *out)
{
	const char *name = XKeysymToString(action->key);

	fprintf(out, "key %s%s%s%s%s%s\n",
		action->modifiers & HOTKEY_SHIFT ? "shift+" : "",
		action->modifiers & HOTKEY_CTRL ? "ctrl+" : "",
		action->modifiers & HOTKEY_ALT ? "alt+" : "",
		action->modifiers & HOTKEY_ALTGR ? "altgr+" : "",
		action->modifiers & HOTKEY_SUPER ? "super+" : "",
		name ? name : "?");
}

void play_plan_print(const struct play_plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct play_action *action = &plan->actions[i];

		switch (action->what) {
		case PLAY_DO_MOVE:
			fprintf(out, "move %d %d\n", action->x, action->y);
			break;
		case PLAY_DO_NUDGE:
			fprintf(out, "move by %d %d\n", action->x, action->y);
			break;
		case PLAY_DO_PRESS:
			fprintf(out, "press %d\n", action->number);
			break;
		case PLAY_DO_RELEASE:
			fprintf(out, "release %d\n", action->number);
			break;
		case PLAY_DO_KEY:
			print_key(action, out);
			break;
		case PLAY_DO_WAIT:
			fprintf(out, "wait %d\n", action->number);
			break;
		}
	}
}
