#include "play_enter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "deadline.h"
#include "input.h"
#include "language.h"
#include "play_pad.h"

/* A program draws what was entered, or taken back, within so long; what is not
 * there then is entered again. Browsers on a busy machine take a second and
 * more. */
static const double LOOK_SECONDS = 4;
/* A caret blinks within so long, of which so many pictures are taken: half a
 * second on and half a second off, at most .6. */
static const double STEADY_SECONDS = 0.7;
enum { STEADY_LOOKS = 3 };
/* A line that a game refuses is shown for so long before it goes. */
static const double STANDS_SECONDS = 3;
/* What comes of the first mark in a program that nobody knows comes within so
 * long, however busy the machine. */
static const double TRIAL_SECONDS = 10;
/* How long the game's own word is waited for, once all is there. */
static const double WORD_SECONDS = 5;
/* Between looks for the word, and while waiting: a flash takes .4 s. */
static const double NAP_SECONDS = 0.03;
/* More than anybody enters into a board. */
enum { CLEAR_KEYS_MAX = 2000 };
/* How often the answer is entered, each time at half the pace. */
enum { ROUNDS_MAX = 3 };
/* Between words on how far it is. */
static const double PROGRESS_SECONDS = 0.5;
/* How often the line's tip is looked for at a corner, and how near it comes, in
 * cells: a page that holds the pointer turns within a third of a cell. */
enum { TIP_LOOKS_MAX = 12 };
static const double TIP_NEAR = 0.12, TIP_SECONDS = 0.1;

/* Seconds between steps: at 20 ms every program tried follows, and a player can
 * still see what is done. */
static const double PACE_DEFAULT = 0.02;

/* One entering: what is seen of the game meanwhile. */
struct run {
	struct play_entry *entry;
	struct input *input;
	struct play_look *look;
	struct play_sight *sights;
	/* from before anything was entered, and the last one; both as the
	 * puzzle was captured */
	struct screen_shot before, now;
	bool word_seen, has_word_before;
	bool refused; /* the line was there, and went */
	bool looks;   /* at the puzzle, before the button is pressed */
	/* something came of a mark, or the program is known to take them */
	bool tried;
	size_t done; /* marks of this round that were come to */
	double told; /* when it was said how far it is */
	struct play_report *report;
	struct problem problem;
};

const char *play_verdict_name(enum play_verdict verdict)
{
	static const char *const names[PLAY_VERDICTS] = {
		[PLAY_NOTHING] = "nothing",   [PLAY_ENTERED] = "entered",
		[PLAY_SOLVED] = "solved",     [PLAY_PARTLY] = "partly",
		[PLAY_DOUBTFUL] = "doubtful", [PLAY_CHANGED] = "changed",
		[PLAY_STOPPED] = "stopped",   [PLAY_FAILED] = "failed",
	};

	return names[verdict];
}

/* The window that shows the puzzle, and how much it has moved since it was
 * captured. */
static int find_window(struct play_entry *entry, int *dx, int *dy,
		       struct problem *problem)
{
	const struct play_game *game = entry->game;
	const struct capture *capture = game->capture;
	const struct box *before = &capture->window.scr_box;
	const struct box *now = &entry->window.scr_box;
	const struct quad *corners = &game->outcome->px_corners;
	struct point middle =
		point_mix(corners->corner[0], corners->corner[2], 0.5);

	*dx = *dy = 0;
	if (!capture->is_window)
		return screen_window_at(
			game->screen, capture->shot.scr_x + (int)middle.x,
			capture->shot.scr_y + (int)middle.y,
			capture->shot.scale, &entry->window, problem);
	if (screen_window_by_id(game->screen, capture->window.id,
				&entry->window, problem) < 0)
		return -1;
	if (now->width != before->width || now->height != before->height)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "the game's window changed size");
	*dx = now->x - before->x;
	*dy = now->y - before->y;
	return 0;
}

static int find_client(struct play_entry *entry, struct problem *problem)
{
	const struct play_game *game = entry->game;

	if (game->options->client)
		return play_client_load(game->options->client, &entry->client,
					problem);
	return play_client_find(entry->window.program, entry->window.title,
				&game->capture->shot.image,
				game->outcome->puzzle.family, &entry->client,
				problem);
}

static bool uses_pad(const struct play_client *client)
{
	const struct play_steps *way = &client->ways[PLAY_NUMBER];

	for (int i = 0; i < way->count; i++)
		if (way->steps[i].verb == PLAY_PAD)
			return !client->pad_count;
	return false;
}

/* The buttons of a pad, for every digit that is entered. */
static int find_pad(struct play_entry *entry,
		    const struct homography *px_to_scr, struct problem *problem)
{
	const struct play_game *game = entry->game;
	struct point px_pad[PLAY_DIGITS] = { 0 };
	int bits;

	if (!uses_pad(&entry->client))
		return 0;
	bits = play_pad_find(&game->capture->shot.image,
			     &game->outcome->px_corners, px_pad, problem);
	if (bits < 0)
		return -1;
	for (size_t i = 0; i < entry->marks.count; i++)
		for (int left = entry->marks.marks[i].number; left > 0;
		     left /= 10)
			if (!(bits >> left % 10 & 1))
				return problem_set(
					problem, PROBLEM_INPUT,
					"the pad's button %d was not found",
					left % 10);
	for (int i = 0; i < PLAY_DIGITS; i++)
		entry->scr_pad[i] = homography_apply(px_to_scr, px_pad[i]);
	entry->place.scr_pad = entry->scr_pad;
	return 0;
}

int play_entry_init(struct play_entry *entry, const struct play_game *game,
		    size_t solution, struct problem *problem)
{
	const struct screen_shot *shot = &game->capture->shot;
	struct homography shift = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	int dx, dy;

	*entry = (struct play_entry){ .game = game };
	if (find_window(entry, &dx, &dy, problem) < 0 ||
	    find_client(entry, problem) < 0)
		return -1;
	entry->pace = game->options->pace >= 0 ? game->options->pace
		      : entry->client.pace > 0 ? entry->client.pace
					       : PACE_DEFAULT;
	shift.m[2] = shot->scr_x + dx;
	shift.m[5] = shot->scr_y + dy;
	entry->place.cell_to_scr =
		homography_compose(&game->outcome->cell_to_px, &shift);
	return play_marks_init(&entry->marks, &game->outcome->puzzle,
			       &game->outcome->result.solutions[solution],
			       entry->client.kinds, problem) < 0
		       ? -1
		       : find_pad(entry, &shift, problem);
}

void play_entry_fini(struct play_entry *entry)
{
	play_marks_fini(&entry->marks);
}

/* The game as it is, as the puzzle was captured. */
static int grab(struct run *run, struct screen_shot *shot)
{
	const struct play_game *game = run->entry->game;
	const struct screen_shot *was = &game->capture->shot;
	struct box box = { was->scr_x, was->scr_y, was->image.width,
			   was->image.height };

	if (game->capture->is_window)
		return screen_grab_window(game->screen, &run->entry->window,
					  shot, &run->problem);
	return screen_grab_box(game->screen, &box, was->scale, shot,
			       &run->problem);
}

static void fail(struct run *run, enum play_verdict verdict, const char *text)
{
	run->report->verdict = verdict;
	snprintf(run->report->text, sizeof run->report->text, "%s", text);
	if (run->done)
		snprintf(run->report->text, sizeof run->report->text,
			 _("%.300s, after %zu of %zu marks"), text, run->done,
			 run->entry->marks.entered);
}

/* Has it ended? Says so, and how far it came, where it was not done. */
static bool has_ended(struct run *run, enum input_end end)
{
	if (end == INPUT_STOPPED)
		fail(run, PLAY_STOPPED, run->problem.text);
	if (end == INPUT_FAILED)
		fail(run, PLAY_FAILED, run->problem.text);
	return end != INPUT_DONE;
}

/* False where it ended, which is said. */
static bool step_aside(struct run *run)
{
	return !has_ended(run, input_step_aside(run->input, &run->problem));
}

static bool is_stopped(const struct run *run)
{
	const volatile sig_atomic_t *stop = run->entry->game->options->stop;

	return stop && *stop;
}

/* Does the game say, by its title or a colour, that it is solved? */
static bool says_solved(struct run *run)
{
	const struct play_client *client = &run->entry->client;
	struct screen_window window;

	if (client->solved_title[0] &&
	    screen_window_by_id(run->entry->game->screen, run->entry->window.id,
				&window, NULL) == 0 &&
	    strstr(window.title, client->solved_title))
		return true;
	return client->has_solved_colour &&
	       play_client_has_colour(&run->now.image, client->solved_colour);
}

static bool has_word(const struct play_client *client)
{
	return client->solved_title[0] || client->has_solved_colour;
}

/* Looks at the game, and for its word, which may be short. */
static int look_once(struct run *run)
{
	const struct image *was = &run->entry->game->capture->shot.image;

	if (grab(run, &run->now) < 0)
		return -1;
	if (run->now.image.width != was->width ||
	    run->now.image.height != was->height)
		return problem_set(&run->problem, PROBLEM_ENVIRONMENT,
				   "the game's window changed size");
	if (has_word(&run->entry->client) && !run->has_word_before)
		run->word_seen |= says_solved(run);
	return 0;
}

static int nap(struct run *run, double seconds)
{
	double end = clock_seconds() + seconds;
	struct timespec time = { 0, (long)(NAP_SECONDS * 1e9) };

	do {
		nanosleep(&time, NULL);
		if (look_once(run) < 0)
			return -1;
	} while (clock_seconds() < end && !is_stopped(run));
	return 0;
}

/* Waits while something may be held: a hand ends it at once. Then looks. */
static enum input_end rest(struct run *run, double seconds)
{
	enum input_end end = input_wait(run->input, seconds, &run->problem);

	return end == INPUT_DONE && look_once(run) < 0 ? INPUT_FAILED : end;
}

/* Readings that a person sees, in the picture that the puzzle was read from,
 * stand in another one, too. */
static bool same_readings(const struct outcome *was, const struct outcome *is)
{
	if (was->puzzle.family != is->puzzle.family)
		return false;
	for (size_t i = 0; i < was->reading_count; i++) {
		const struct reading *reading = &was->readings[i];
		size_t k = 0;

		if (!strcmp(reading->value, "null"))
			continue;
		while (k < is->reading_count &&
		       strcmp(is->readings[k].clue, reading->clue) != 0)
			k++;
		if (k == is->reading_count ||
		    strcmp(is->readings[k].value, reading->value) != 0)
			return false;
	}
	return true;
}

/* Reads the picture again: is the puzzle in it? */
static bool is_read_again(struct run *run)
{
	const struct play_game *game = run->entry->game;
	const struct quad *corners = &game->outcome->px_corners;
	struct outcome_list list = { 0 };
	bool same = false;

	if (pipeline_read(game->pipeline, &run->now.image, &list,
			  &run->problem) == 0)
		for (size_t i = 0; i < list.count; i++) {
			const struct quad *its = &list.outcomes[i].px_corners;
			double far = point_distance(corners->corner[0],
						    corners->corner[1]);

			same |= same_readings(game->outcome,
					      &list.outcomes[i]) &&
				point_distance(corners->corner[0],
					       its->corner[0]) < far / 8;
		}
	outcome_list_fini(&list);
	return same;
}

static bool same_pixels(const struct image *a, const struct image *b)
{
	if (a->width != b->width || a->height != b->height)
		return false;
	for (int y = 0; y < a->height; y++)
		for (int x = 0; x < a->width; x++)
			if ((image_row(a, y)[x] ^ image_row(b, y)[x]) &
			    0xffffff)
				return false;
	return true;
}

/* Pieces are clues that are moved by us. */
static bool is_ours(const void *data, const struct box *px_box)
{
	const struct run *run = data;
	const struct play_marks *marks = &run->entry->marks;

	for (size_t i = 0; i < marks->count; i++) {
		struct point px =
			homography_apply(&run->entry->game->outcome->cell_to_px,
					 marks->marks[i].cell_points[0]);

		if (marks->marks[i].place_count &&
		    box_contains(px_box, (int)px.x, (int)px.y))
			return true;
	}
	return false;
}

/* Is it still the puzzle that was solved? Says so where it is not. */
static bool is_same_puzzle(struct run *run)
{
	const struct play_game *game = run->entry->game;

	if (look_once(run) < 0) {
		fail(run, PLAY_FAILED, run->problem.text);
		return false;
	}
	if (play_look_same_clues(
		    game->left->pixels ? game->left : &run->before.image,
		    &run->now.image, game->outcome, is_ours, run) ||
	    is_read_again(run))
		return true;
	fail(run, PLAY_CHANGED,
	     _("the puzzle on the screen is no longer the one that was "
	       "solved"));
	return false;
}

/* However busy the machine is, nothing is between that look and the press. */
static bool may_press(void *data)
{
	struct run *run = data;

	return !run->looks || is_same_puzzle(run);
}

/* What the board looks like without this answer: as it was captured where
 * another one was tried meanwhile. */
static int look_before(struct run *run)
{
	const struct play_game *game = run->entry->game;

	if (look_once(run) < 0)
		return -1;
	image_fini(&run->before.image);
	run->before = run->now;
	return image_copy(game->left->pixels ? &game->capture->shot.image
					     : &run->now.image,
			  &run->before.image, &run->problem);
}

/* The same before anything is entered, when every pixel should be as it was:
 * a person may have taken minutes to agree. */
static bool is_as_captured(struct run *run)
{
	const struct image *left = run->entry->game->left;
	const struct image *known =
		left->pixels ? left : &run->entry->game->capture->shot.image;

	if (look_before(run) < 0) {
		fail(run, PLAY_FAILED, run->problem.text);
		return false;
	}
	run->has_word_before =
		has_word(&run->entry->client) && says_solved(run);
	if (same_pixels(known, &run->now.image) ||
	    (left->pixels &&
	     play_look_same_clues(left, &run->now.image,
				  run->entry->game->outcome, NULL, NULL)) ||
	    is_read_again(run))
		return true;
	fail(run, PLAY_CHANGED,
	     _("the puzzle on the screen is no longer the one that was solved; "
	       "nothing was entered"));
	return false;
}

static int see_marks(struct run *run)
{
	return play_look_marks(run->look, &run->before.image, &run->now.image,
			       &run->entry->marks, run->sights, &run->problem);
}

/* Does the board hold anything of the player's? */
static bool has_marks(const struct run *run)
{
	for (size_t i = 0; i < run->entry->marks.count; i++) {
		bool empty = run->entry->marks.marks[i].empty;
		enum play_seen seen = run->sights[i].seen;

		if (run->entry->marks.marks[i].kind == PLAY_LINE)
			continue;
		if (seen != (empty ? PLAY_SEEN_THERE : PLAY_SEEN_MISSING))
			return true;
	}
	return false;
}

/* Did the last step change what a mark's place looks like: has its cell the
 * keyboard? Waits for a caret that blinks. */
static enum input_end find_focus(struct run *run, const struct image *was,
				 const struct play_mark *mark, bool *focused)
{
	struct deadline deadline = deadline_in(STEADY_SECONDS, NULL);
	enum input_end end = input_step_aside(run->input, &run->problem);

	if (end == INPUT_DONE)
		end = rest(run, 0);
	while (end == INPUT_DONE &&
	       !(*focused = play_look_changed(
			 was, &run->now.image,
			 &run->entry->game->outcome->cell_to_px,
			 mark->cell_points[0])) &&
	       !deadline_passed(&deadline))
		end = rest(run, NAP_SECONDS);
	return end;
}

/* Where the program took more or less of the pointer's motion than was thought,
 * moves on, or back, until the line's tip is at the end of one of its legs. */
static enum input_end correct_tip(struct run *run, const struct play_mark *mark,
				  int leg)
{
	const struct homography *map = &run->entry->place.cell_to_scr;
	struct point from = mark->cell_points[leg - 1];
	struct point to = mark->cell_points[leg];
	double length = point_distance(from, to);
	struct point scr_way =
		point_scale(point_sub(homography_apply(map, to),
				      homography_apply(map, from)),
			    1 / (length * run->entry->client.scale));
	enum input_end end = rest(run, TIP_SECONDS);

	for (int i = 0; end == INPUT_DONE && i < TIP_LOOKS_MAX; i++) {
		struct play_action nudge = { .what = PLAY_DO_NUDGE,
					     .pause = 1 };
		double left;

		left = length -
		       play_look_tip(&run->before.image, &run->now.image,
				     &run->entry->game->outcome->cell_to_px,
				     mark, leg);
		if (fabs(left) < TIP_NEAR)
			break;
		nudge.x = (int)lround(scr_way.x * left);
		nudge.y = (int)lround(scr_way.y * left);
		end = input_do(run->input, &nudge, &run->problem);
		if (end == INPUT_DONE)
			end = rest(run, TIP_SECONDS);
	}
	return end;
}

/* Is it clicked until it shows what it has to? */
static bool is_clicked_through(const struct run *run,
			       const struct play_mark *mark)
{
	return mark->kind == PLAY_SQUARE ||
	       (mark->kind == PLAY_NUMBER && run->entry->client.cycle);
}

/* `mark` is what is entered, or NULL. */
static enum input_end do_action(struct run *run,
				const struct play_action *action,
				const struct play_mark *mark)
{
	enum input_end end = input_do(run->input, action, &run->problem);

	if (end == INPUT_DONE && mark && run->entry->client.feedback &&
	    action->leg &&
	    point_distance(mark->cell_points[action->leg - 1],
			   mark->cell_points[action->leg]) > 0.9)
		end = correct_tip(run, mark, action->leg);
	return end;
}

static bool has_focused(const struct play_plan *plan)
{
	bool has = false;

	for (size_t i = 0; i < plan->count; i++)
		has |= plan->actions[i].focused;
	return has;
}

/* `mark` is what is entered, or NULL. False where it ended, which is said. */
static bool run_plan(struct run *run, const struct play_plan *plan,
		     const struct play_mark *mark)
{
	bool through = mark && is_clicked_through(run, mark);
	bool looks = mark && has_focused(plan), focused = true;
	struct image was = { 0 };
	size_t presses = 0;
	bool good = true;

	if (looks && image_copy(&run->now.image, &was, &run->problem) < 0)
		good = !has_ended(run, INPUT_FAILED);
	for (size_t i = 0; good && i < plan->count; i++) {
		const struct play_action *action = &plan->actions[i];

		if (action->focused && looks) {
			looks = false;
			good = !has_ended(
				run, find_focus(run, &was, mark, &focused));
		}
		if (!good || (action->focused && !focused))
			continue;
		/* once the pointer is there; what a click has opened may cover
		 * the board, but of many clicks in a place each needs it */
		run->looks = mark && action->what == PLAY_DO_PRESS &&
			     (!presses++ || through);
		good = !has_ended(run, do_action(run, action, mark));
	}
	image_fini(&was);
	return good;
}

static bool press(struct run *run, const struct play_steps *keys)
{
	struct play_plan plan = { 0 };
	bool good = play_plan_keys(&plan, keys, &run->problem) == 0;

	good = good ? run_plan(run, &plan, NULL)
		    : !has_ended(run, INPUT_FAILED);
	play_plan_fini(&plan);
	return good;
}

/* Presses the keys once, and waits until the game has drawn something, and
 * draws no more. */
static bool press_and_see(struct run *run, const struct play_steps *keys,
			  bool *changed)
{
	struct deadline deadline = deadline_in(LOOK_SECONDS, NULL);
	struct image was = { 0 };
	bool good = false;

	*changed = false;
	if (look_once(run) < 0 ||
	    image_copy(&run->now.image, &was, &run->problem) < 0) {
		fail(run, PLAY_FAILED, run->problem.text);
	} else if (press(run, keys)) {
		good = true;
		while (good && !*changed && !deadline_passed(&deadline)) {
			good = nap(run, NAP_SECONDS) == 0 &&
			       !has_ended(run, input_wait(run->input, 0,
							  &run->problem));
			*changed = good && !same_pixels(&was, &run->now.image);
		}
		if (good && *changed)
			good = nap(run, NAP_SECONDS) == 0;
	}
	image_fini(&was);
	return good;
}

/* The puzzle went while it was cleared: undoing took the game itself back. */
static bool put_back(struct run *run)
{
	bool changed;

	if (run->entry->client.redo.count &&
	    press_and_see(run, &run->entry->client.redo, &changed) &&
	    is_same_puzzle(run))
		fail(run, PLAY_CHANGED,
		     _("clearing the board undid the game itself, which was "
		       "restored; nothing was entered"));
	return false;
}

/* Takes back what was entered before, one thing after the other, until no mark
 * of the player's is left. */
static bool clear_board(struct run *run)
{
	const struct play_steps *keys = &run->entry->client.clear;
	bool moved = false;

	for (int i = 0; keys->count && i < CLEAR_KEYS_MAX; i++) {
		struct play_action there = { .what = PLAY_DO_MOVE, .pause = 1 };
		struct point scr = play_plan_spot(&run->entry->client,
						  &run->entry->marks.marks[0],
						  &run->entry->place);
		bool changed;

		if (see_marks(run) < 0) {
			fail(run, PLAY_FAILED, run->problem.text);
			return false;
		}
		if (!has_marks(run))
			return true;
		/* in the window, where keys may go by the pointer */
		there.x = (int)scr.x;
		there.y = (int)scr.y;
		if (!moved &&
		    has_ended(run, input_do(run->input, &there, &run->problem)))
			return false;
		moved = true;
		if (!step_aside(run) || !press_and_see(run, keys, &changed))
			return false;
		if (!changed)
			break;
		if (!play_look_same_clues(&run->before.image, &run->now.image,
					  run->entry->game->outcome, NULL,
					  NULL) &&
		    !is_read_again(run))
			return put_back(run);
	}
	if (!keys->count)
		return true;
	fail(run, PLAY_FAILED,
	     _("what was entered before cannot be cleared; nothing was "
	       "entered"));
	return false;
}

/* Says how far it is, now and then: to a person, or as a line of JSON. */
static void tell_progress(struct run *run)
{
	const struct options *options = run->entry->game->options;
	double now = clock_seconds();

	if (!options_logs(options, LOG_NOTES) ||
	    now - run->told < PROGRESS_SECONDS ||
	    (!options->json && !isatty(STDERR_FILENO)))
		return;
	run->told = now;
	if (!options->json)
		putc('\r', stderr);
	fprintf(stderr,
		options->json ? "{\"entered\":%zu,\"marks\":%zu}\n"
			      : _("solveglass play: %zu of %zu "),
		run->done, run->entry->marks.entered);
}

/* What is not missing, and would be spoilt by entering it: a side that is
 * clicked twice, or a note that is typed twice, is none, a piece that lies is
 * not where it was, and clicks that go on from what is there need to know what
 * that is. */
static bool is_better_left(const struct run *run, const struct play_mark *mark,
			   const struct play_sight *sight)
{
	if (sight->seen == PLAY_SEEN_MISSING)
		return false;
	return mark->kind == PLAY_PIECE ||
	       (run->report->rounds &&
		(mark->kind == PLAY_SIDE || sight->seen == PLAY_SEEN_NOTE)) ||
	       (sight->seen == PLAY_SEEN_UNSURE &&
		is_clicked_through(run, mark));
}

/* Has anything come of a mark? Says so where nothing has. */
static bool has_come(struct run *run, const struct play_marks *one)
{
	struct deadline deadline = deadline_in(TRIAL_SECONDS, NULL);
	struct play_sight sight = { PLAY_SEEN_MISSING, 0 };
	enum input_end end;

	if (!step_aside(run))
		return false;
	do {
		end = rest(run, NAP_SECONDS);
		if (end == INPUT_DONE &&
		    play_look_marks(run->look, &run->before.image,
				    &run->now.image, one, &sight,
				    &run->problem) < 0)
			end = INPUT_FAILED;
	} while (end == INPUT_DONE && sight.seen == PLAY_SEEN_MISSING &&
		 !deadline_passed(&deadline));
	run->tried = sight.seen != PLAY_SEEN_MISSING;
	if (has_ended(run, end))
		return false;
	if (!run->tried)
		fail(run, PLAY_FAILED,
		     _("the first mark changed nothing, and no client file is "
		       "for this program alone; nothing more was entered. "
		       "'solveglass play --help-clients' says how to write "
		       "one"));
	return run->tried;
}

/* Enters one mark. */
static bool enter_mark(struct run *run, size_t index)
{
	const struct play_mark *mark = &run->entry->marks.marks[index];
	struct play_marks one = { .marks = &run->entry->marks.marks[index],
				  .count = 1 };
	struct play_sight sight = { PLAY_SEEN_MISSING, 0 };
	struct play_plan plan = { 0 };
	bool good;

	if (!step_aside(run) || !is_same_puzzle(run))
		return false;
	if (mark->kind != PLAY_LINE &&
	    play_look_marks(run->look, &run->before.image, &run->now.image,
			    &one, &sight, &run->problem) < 0) {
		fail(run, PLAY_FAILED, run->problem.text);
		return false;
	}
	if (sight.seen == PLAY_SEEN_THERE || is_better_left(run, mark, &sight))
		return true;
	good = play_plan_mark(&plan, &run->entry->client, mark,
			      sight.number > 0 ? sight.number : 0,
			      &run->entry->place, &run->problem) == 0;
	if (!good)
		fail(run, PLAY_FAILED, run->problem.text);
	good = good && run_plan(run, &plan, mark);
	play_plan_fini(&plan);
	return good && (run->tried || has_come(run, &one));
}

/* The last button is another puzzle's where the board became one. A line may
 * lie over clues, so that nothing can be said of it. */
static bool may_end(struct run *run)
{
	return !run->entry->client.last.count ||
	       run->entry->marks.marks[0].kind == PLAY_LINE ||
	       is_same_puzzle(run);
}

/* All that is not there, then the last button. */
static bool enter_round(struct run *run)
{
	struct play_plan last = { 0 };
	bool good = true;

	run->done = 0;
	for (size_t i = 0; good && i < run->entry->marks.count; i++) {
		if (run->entry->marks.marks[i].seen_only)
			continue;
		tell_progress(run);
		if (run->report->rounds == 0 ||
		    run->sights[i].seen != PLAY_SEEN_THERE)
			good = enter_mark(run, i);
		run->done += good;
	}
	if (!good || !may_end(run))
		return false;
	run->report->rounds++;
	good = play_plan_last(&last, &run->entry->client, &run->entry->place,
			      &run->problem) == 0
		       ? run_plan(run, &last, NULL)
		       : !has_ended(run, INPUT_FAILED);
	play_plan_fini(&last);
	return good && step_aside(run);
}

static bool is_all_there(const struct run *run)
{
	for (size_t i = 0; i < run->entry->marks.count; i++)
		if (run->sights[i].seen != PLAY_SEEN_THERE)
			return false;
	return true;
}

/* One look at what is steady. */
static int look_steadily(struct run *run)
{
	struct image steady = { 0 };
	int result = look_once(run);

	if (result == 0)
		result = image_copy(&run->now.image, &steady, &run->problem);
	for (int i = 1; result == 0 && i < STEADY_LOOKS; i++) {
		result = nap(run, STEADY_SECONDS / (STEADY_LOOKS - 1));
		if (result == 0 && steady.width == run->now.image.width &&
		    steady.height == run->now.image.height)
			play_look_steady(&run->before.image, &steady,
					 &run->now.image);
	}
	if (result == 0)
		result = play_look_marks(run->look, &run->before.image, &steady,
					 &run->entry->marks, run->sights,
					 &run->problem);
	image_fini(&steady);
	return result;
}

/* Looks until all is there, or nothing more is to be expected. */
static int look_long(struct run *run)
{
	struct deadline deadline = deadline_in(LOOK_SECONDS, NULL);
	int result;

	do
		result = look_steadily(run);
	while (result == 0 && !is_all_there(run) && !run->word_seen &&
	       !deadline_passed(&deadline) && !is_stopped(run));
	if (result == 0 && is_all_there(run) &&
	    !has_word(&run->entry->client) &&
	    run->entry->marks.marks[0].kind == PLAY_LINE) {
		result = nap(run, STANDS_SECONDS) < 0 ? -1 : look_steadily(run);
		run->refused = result == 0 && !is_all_there(run);
	}
	deadline = deadline_in(WORD_SECONDS, NULL);
	while (result == 0 && is_all_there(run) &&
	       has_word(&run->entry->client) && !run->word_seen &&
	       !run->has_word_before && !deadline_passed(&deadline) &&
	       !is_stopped(run))
		result = nap(run, NAP_SECONDS);
	return result;
}

/* What is wrong with a mark. */
static void describe(const struct run *run, size_t index, struct buffer *out)
{
	const struct play_mark *mark = &run->entry->marks.marks[index];
	const struct play_sight *sight = &run->sights[index];

	struct buffer words;
	const char *text;

	buffer_init(&words);
	play_mark_words(&run->entry->game->outcome->puzzle, mark, &words);
	text = buffer_text(&words);
	if (mark->empty)
		buffer_printf(out,
			      _("something lies where nothing belongs: %s"),
			      text);
	else if (sight->seen == PLAY_SEEN_MISSING)
		buffer_printf(out, _("%s is missing"), text);
	else if (sight->seen == PLAY_SEEN_UNSURE)
		buffer_printf(out, _("%s cannot be made out"), text);
	else if (sight->seen == PLAY_SEEN_NOTE)
		buffer_printf(out, _("%s is there only as a note"), text);
	else if (mark->kind == PLAY_NUMBER)
		buffer_printf(out, _("%s is a %d"), text, sight->number);
	else if (mark->kind == PLAY_LINE)
		buffer_printf(out, _("%s does not reach its end"), text);
	else
		buffer_printf(out, _("%s is not as it should be"), text);
	out->failed |= words.failed;
	buffer_fini(&words);
}

/* Fills in the report from the last look. */
static void judge(struct run *run)
{
	static const char *const there[] = {
		[PLAY_SIDE] = N_("the side is there"),
		[PLAY_LINE] = N_("the line is there"),
		[PLAY_NUMBER] = N_("the number is there"),
		[PLAY_PIECE] = N_("the piece is there"),
		[PLAY_SQUARE] = N_("the square is there"),
		[PLAY_MIDDLE] = N_("the square is there"),
	};
	struct play_report *report = run->report;
	const struct play_marks *marks = &run->entry->marks;
	bool all = is_all_there(run), missing = false;
	size_t first = marks->count, wrong = 0;
	struct buffer words;

	buffer_init(&words);
	report->there = 0;
	for (size_t i = 0; i < marks->count; i++) {
		bool is_there = run->sights[i].seen == PLAY_SEEN_THERE;

		report->there += is_there && !marks->marks[i].seen_only;
		if (is_there)
			continue;
		missing |= run->sights[i].seen != PLAY_SEEN_UNSURE;
		first = wrong++ ? first : i;
	}
	if (wrong)
		describe(run, first, &words);
	if (wrong > 1)
		buffer_printf(&words, _(", and %zu more"), wrong - 1);
	report->verdict = run->word_seen                         ? PLAY_SOLVED
			  : all && has_word(&run->entry->client) ? PLAY_PARTLY
			  : all                                  ? PLAY_SOLVED
			  : missing                              ? PLAY_PARTLY
				    : PLAY_DOUBTFUL;
	if (all && marks->entered == 1)
		buffer_puts(&words, _(there[marks->marks[0].kind]));
	else if (all)
		buffer_printf(&words, _("all %zu marks are there"),
			      marks->entered);
	if (all)
		snprintf(report->text, sizeof report->text, "%s%s%s",
			 report->verdict == PLAY_SOLVED ? _("solved: ") : "",
			 buffer_text(&words),
			 run->word_seen ? _(", and the game says so")
			 : report->verdict == PLAY_PARTLY
				 ? _(", but the game does not say that it is "
				     "solved")
				 : "");
	else if (run->word_seen)
		snprintf(report->text, sizeof report->text,
			 _("solved: the game says so"));
	else if (run->refused)
		snprintf(report->text, sizeof report->text,
			 _("0 of 1 entered: the line was there, and the game "
			   "took it back"));
	else
		snprintf(report->text, sizeof report->text,
			 _("%zu of %zu entered: %s"), report->there,
			 marks->entered, buffer_text(&words));
	buffer_fini(&words);
}

static int keep_left(struct run *run)
{
	struct image *left = run->entry->game->left;

	image_fini(left);
	return image_copy(&run->now.image, left, &run->problem);
}

static void enter_and_look(struct run *run)
{
	const struct options *options = run->entry->game->options;
	double pace = run->entry->pace;
	/* where there are other answers to try, this one not so often */
	int rounds = options->try_all ? ROUNDS_MAX - 1 : ROUNDS_MAX;

	/* a line is a mark that comes all at once */
	run->tried = options->client || options->no_look ||
		     play_client_is_known(&run->entry->client) ||
		     run->entry->marks.marks[0].kind == PLAY_LINE;
	if (!step_aside(run) || !is_as_captured(run) || !clear_board(run))
		return;
	/* what was cleared is not there before */
	if (run->entry->client.clear.count && look_before(run) < 0) {
		fail(run, PLAY_FAILED, run->problem.text);
		return;
	}
	for (int round = 0; round < rounds; round++) {
		input_set_pace(run->input, pace * (1 << round));
		if (!enter_round(run))
			return;
		if (options->no_look) {
			run->report->verdict = PLAY_ENTERED;
			snprintf(run->report->text, sizeof run->report->text,
				 _("%zu marks entered"),
				 run->entry->marks.entered);
			return;
		}
		if (look_long(run) < 0) {
			fail(run, PLAY_FAILED, run->problem.text);
			return;
		}
		judge(run);
		/* all of it, but on another board, is not the answer */
		if (is_all_there(run) && !run->word_seen &&
		    run->entry->marks.marks[0].kind != PLAY_LINE &&
		    !is_same_puzzle(run))
			return;
		/* what is left of a line hides clues from the next round */
		if (run->entry->marks.marks[0].kind == PLAY_LINE &&
		    keep_left(run) < 0) {
			fail(run, PLAY_FAILED, run->problem.text);
			return;
		}
		if (run->report->verdict == PLAY_SOLVED || is_all_there(run) ||
		    run->refused || is_stopped(run))
			return;
	}
}

void play_enter(struct play_entry *entry, struct play_report *report)
{
	const struct play_game *game = entry->game;
	const struct options *options = game->options;
	struct input_target target = {
		.screen = game->screen,
		.scale = game->capture->shot.scale,
		.window = entry->window,
		.pace = entry->pace,
		.relative = entry->client.relative,
		.stop = options->stop,
		.may_press = may_press,
	};
	struct run run = { .entry = entry, .report = report };

	target.data = &run;
	report->marks = entry->marks.entered;
	snprintf(report->client, sizeof report->client, "%s",
		 entry->client.name);
	run.look = play_look_new(game->outcome, &run.problem);
	run.sights = alloc_array(entry->marks.count, sizeof *run.sights);
	if (run.look && run.sights)
		run.input = input_open(game->screen, &run.problem);
	if (!run.input)
		fail(&run, PLAY_FAILED,
		     run.problem.kind != PROBLEM_NONE ? run.problem.text
						      : _("no memory"));
	else if (!has_ended(&run,
			    input_begin(run.input, &target, &run.problem)))
		enter_and_look(&run);
	input_close(run.input);
	play_look_free(run.look);
	free(run.sights);
	image_fini(&run.before.image);
	image_fini(game->left);
	*game->left = run.now.image;
}
