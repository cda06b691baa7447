#include "play_plan.h"

#include <X11/Xlib.h>
#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "hotkey.h"
#include "language.h"

/* Pixels of a step of a drag: programs look at where the pointer
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
	const struct play_place *place;
	struct point from;  /* where the pointer was put last */
	int sent_x, sent_y; /* by how much it was moved since */
	int times;          /* of steps that are done once for each turn */
};

static int move_to(struct planner *planner, struct point scr)
{
	struct play_action action = { .what = PLAY_DO_MOVE,
				      .x = (int)lround(scr.x),
				      .y = (int)lround(scr.y),
				      .pause = 1 };

	planner->from = (struct point){ action.x, action.y };
	planner->sent_x = planner->sent_y = 0;
	return add(planner->plan, &action);
}

/* As far as a program that holds the pointer wants it moved until it is there.
 */
static int nudge_to(struct planner *planner, struct point scr, double pause,
		    int leg)
{
	struct point whole = { round(scr.x), round(scr.y) };
	struct point way = point_scale(point_sub(whole, planner->from),
				       1 / planner->client->scale);
	struct play_action action = { .what = PLAY_DO_NUDGE,
				      .x = (int)lround(way.x) - planner->sent_x,
				      .y = (int)lround(way.y) - planner->sent_y,
				      .pause = pause,
				      .leg = leg };

	planner->sent_x += action.x;
	planner->sent_y += action.y;
	return add(planner->plan, &action);
}

static int follow_to(struct planner *planner, struct point scr, double pause,
		     int leg)
{
	struct play_action action = { .what = PLAY_DO_MOVE,
				      .x = (int)lround(scr.x),
				      .y = (int)lround(scr.y),
				      .pause = pause };

	return planner->client->relative ? nudge_to(planner, scr, pause, leg)
					 : add(planner->plan, &action);
}

/* The middle of what a piece covers where it goes. */
static struct point piece_middle(const struct play_mark *mark)
{
	const struct point *at = mark->cell_points + mark->point_count;
	struct point low = at[0], high = at[0];

	for (size_t i = 1; i < mark->place_count; i++) {
		low = (struct point){ fmin(low.x, at[i].x),
				      fmin(low.y, at[i].y) };
		high = (struct point){ fmax(high.x, at[i].x),
				       fmax(high.y, at[i].y) };
	}
	return point_mix(low, high, 0.5);
}

static int follow(struct planner *planner, const struct play_mark *mark)
{
	const struct homography *map = &planner->place->cell_to_scr;
	bool middle = planner->client->hangs_by_middle && mark->place_count;

	for (size_t i = 1; i < mark->point_count; i++) {
		struct point from =
			homography_apply(map, mark->cell_points[i - 1]);
		struct point to =
			homography_apply(map, middle ? piece_middle(mark)
						     : mark->cell_points[i]);
		int steps = (int)ceil(point_distance(from, to) / FOLLOW_STEP);

		for (int k = 1; k <= steps; k++)
			if (follow_to(planner,
				      point_mix(from, to, (double)k / steps),
				      k < steps ? FOLLOW_PAUSE : 1,
				      k < steps ? 0 : (int)i) < 0)
				return -1;
	}
	return 0;
}

static int type(struct planner *planner, const char *text)
{
	for (const char *at = text; *at; at++) {
		struct play_action action = {
			.what = PLAY_DO_KEY,
			/* keysyms of ASCII are its codes */
			.key = (unsigned long)(unsigned char)*at,
			.pause = 1,
		};

		if (add(planner->plan, &action) < 0)
			return -1;
	}
	return 0;
}

static int click(struct planner *planner, int button, bool focused)
{
	struct play_action action = { .what = PLAY_DO_PRESS,
				      .number = button,
				      .focused = focused };

	if (add(planner->plan, &action) < 0)
		return -1;
	action.what = PLAY_DO_RELEASE;
	action.pause = 1;
	return add(planner->plan, &action);
}

static int click_pad(struct planner *planner, const char *digits)
{
	const struct play_client *client = planner->client;

	for (const char *at = digits; *at; at++) {
		int digit = *at - '0';
		struct point scr =
			client->pad_count
				? homography_apply(&planner->place->cell_to_scr,
						   client->cell_pad[digit])
			: planner->place->scr_pad
				? planner->place->scr_pad[digit]
				: planner->from;

		if (move_to(planner, scr) < 0 || click(planner, 1, false) < 0)
			return -1;
	}
	return 0;
}

static int step_once(struct planner *planner, const struct play_step *step,
		     const struct play_mark *mark)
{
	struct play_action action = { .number = step->number,
				      .pause = 1,
				      .focused = step->focused };
	char digits[16];

	snprintf(digits, sizeof digits, "%d", mark->number);
	switch (step->verb) {
	case PLAY_CLICK:
		return click(planner, step->number, step->focused);
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
		return type(planner, digits);
	case PLAY_TEXT:
		return type(planner, step->text);
	case PLAY_PAD:
		return click_pad(planner, digits);
	case PLAY_FOLLOW:
		return follow(planner, mark);
	}
	return add(planner->plan, &action);
}

static int plan_steps(struct planner *planner, const struct play_steps *steps,
		      const struct play_mark *mark)
{
	for (int i = 0; i < steps->count; i++) {
		int times = steps->steps[i].turns ? planner->times : 1;

		while (times-- > 0)
			if (step_once(planner, &steps->steps[i], mark) < 0)
				return -1;
	}
	return 0;
}

struct point play_plan_spot(const struct play_client *client,
			    const struct play_mark *mark,
			    const struct play_place *place)
{
	struct point cell = mark->cell_points[0];

	if (mark->kind == PLAY_SIDE)
		cell = point_mix(cell, mark->cell_points[1], client->aim);
	return homography_apply(&place->cell_to_scr, cell);
}

/* How often a place that shows one number, or tile, is clicked until it shows
 * another; -1 where it never does. */
static int clicks_between(const struct play_client *client, enum play_kind kind,
			  int shown, int wanted)
{
	int from = -1, to = -1;

	if (kind == PLAY_NUMBER && !client->cycle)
		return wanted;
	if (kind == PLAY_NUMBER)
		return wanted > client->cycle
			       ? -1
			       : (wanted - shown + client->cycle + 1) %
					 (client->cycle + 1);
	for (int i = client->shape_count - 1; i >= 0; i--) {
		from = client->shapes[i] == shown ? i : from;
		to = client->shapes[i] == wanted ? i : to;
	}
	return from < 0 || to < 0 ? -1
				  : (to - from + client->shape_count) %
					    client->shape_count;
}

int play_plan_mark(struct play_plan *plan, const struct play_client *client,
		   const struct play_mark *mark, int shown,
		   const struct play_place *place, struct problem *problem)
{
	struct planner planner = { .plan = plan,
				   .client = client,
				   .place = place,
				   .times = mark->number };

	if (mark->seen_only)
		return 0;
	if (mark->kind == PLAY_SQUARE || mark->kind == PLAY_NUMBER)
		planner.times =
			clicks_between(client, mark->kind, shown, mark->number);
	if (planner.times < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "the client file's %s do not include one "
				   "that is needed",
				   mark->kind == PLAY_SQUARE ? "shapes"
							     : "numbers");
	if (move_to(&planner, play_plan_spot(client, mark, place)) < 0 ||
	    plan_steps(&planner, &client->ways[mark->kind], mark) < 0)
		return no_memory(problem);
	return 0;
}

int play_plan_marks(struct play_plan *plan, const struct play_client *client,
		    const struct play_marks *marks,
		    const struct play_place *place, struct problem *problem)
{
	for (size_t i = 0; i < marks->count; i++)
		if (play_plan_mark(plan, client, &marks->marks[i], 0, place,
				   problem) < 0)
			return -1;
	return 0;
}

/* Steps need neither a number nor points; keys neither client nor place. */
static const struct play_mark no_mark;
static const struct play_client no_client;
static const struct play_place no_place;

int play_plan_last(struct play_plan *plan, const struct play_client *client,
		   const struct play_place *place, struct problem *problem)
{
	struct planner planner = { .plan = plan,
				   .client = client,
				   .place = place };

	if (!client->last.count)
		return 0;
	if ((client->has_last_at &&
	     move_to(&planner, homography_apply(&place->cell_to_scr,
						client->cell_last_at)) < 0) ||
	    plan_steps(&planner, &client->last, &no_mark) < 0)
		return no_memory(problem);
	return 0;
}

int play_plan_keys(struct play_plan *plan, const struct play_steps *keys,
		   struct problem *problem)
{
	struct planner planner = { .plan = plan,
				   .client = &no_client,
				   .place = &no_place };

	if (plan_steps(&planner, keys, &no_mark) < 0)
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

/* Columns that lines of places are broken at. */
enum { WIDE = 72 };

static int print_place(const struct play_client *client,
		       const struct play_mark *mark,
		       const struct play_place *place, char *text, size_t size)
{
	struct point at = play_plan_spot(client, mark, place);
	int length = snprintf(text, size, " %.0f,%.0f", at.x, at.y);

	if (mark->kind == PLAY_NUMBER)
		length += snprintf(text + length, size - (size_t)length, "=%d",
				   mark->number);
	if (mark->kind != PLAY_PIECE)
		return length;
	at = homography_apply(&place->cell_to_scr, mark->cell_points[1]);
	return length + snprintf(text + length, size - (size_t)length,
				 _(">%.0f,%.0f turned %d;"), at.x, at.y,
				 mark->number);
}

static void print_way(const struct play_client *client, enum play_kind kind,
		      FILE *out)
{
	const struct play_steps *way = &client->ways[kind];

	/* steps and kinds of marks are words of client files */
	fprintf(out, _("%s, at each \"%s\": "), client->name,
		play_kind_name(kind));
	for (int i = 0; i < way->count; i++)
		fprintf(out, "%s%s", i ? ", " : "", way->steps[i].source);
}

void play_plan_sum_up(const struct play_client *client,
		      const struct play_marks *marks,
		      const struct play_place *place, FILE *out)
{
	for (int kind = 0; kind < PLAY_KINDS; kind++) {
		char text[64];
		size_t count = 0;
		int column = WIDE;

		for (size_t i = 0; i < marks->count; i++) {
			const struct play_mark *mark = &marks->marks[i];

			if (mark->seen_only || (int)mark->kind != kind)
				continue;
			if (!count++)
				print_way(client, mark->kind, out);
			if (column >= WIDE)
				column = fprintf(out, "\n ") - 1;
			column += print_place(client, mark, place, text,
					      sizeof text);
			fputs(text, out);
		}
		if (!count)
			continue;
		fputs("\n", out);
		fprintf(out, ngettext("%zu mark\n", "%zu marks\n", count),
			count);
	}
}
