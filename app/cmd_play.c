/* solveglass play: read, solve, and enter the answer into the game. */
#include <stdio.h>
#include <unistd.h>

#include "capture_target.h"
#include "files.h"
#include "input.h"
#include "store.h"

static const char help[] =
	"Captures the screen (or what a flag names), reads the puzzles in it, "
	"solves them and enters the checked answers with pointer and keyboard "
	"as a player would. It asks before it does; --yes answers. It stops "
	"at once when the mouse is moved, or a button or key is pressed, when "
	"another window comes over the game or the game's window moves, and "
	"lets go of whatever it holds. What was entered by hand before is "
	"taken back first where the game has a key for that.\v"
	"  solveglass play --active --delay 3\n"
	"  solveglass play --window 0x1400003 --yes --pace 50\n\n"
	"How a program is played stands in a small file, found by the class "
	"and the title of its window: those that solveglass brings, and "
	"yours in $XDG_CONFIG_HOME/solveglass/clients, which come first. "
	"--client names one.\n\n"
	"Exit status: as for `solveglass solve'; 2 too where it was stopped, "
	"4 where there is no display or the answer could not be entered.";

/* Programs draw what a key changed within so long; see clear_board. */
static const double SETTLE_SECONDS = 0.15;
/* Keys between looks at the board, and looks at most: more than a board has
 * squares. */
enum { CLEAR_KEYS = 4, CLEAR_LOOKS_MAX = 500 };

/* Everything a play needs; zeroed, then filled in by and by. */
struct play {
	const struct options *options;
	struct x11 *x11;
	struct input *input;
	struct pipeline pipeline;
	struct capture capture;
	struct outcome_list list;
};

/* One puzzle and how it is entered. */
struct entry {
	struct x11_window window;
	struct play_client client;
	struct play_marks marks;
	struct play_plan plan, clear;
	struct homography cell_to_scr;
	struct box scr_box; /* around the puzzle */
};

static void entry_fini(struct entry *entry)
{
	play_marks_fini(&entry->marks);
	play_plan_fini(&entry->plan);
	play_plan_fini(&entry->clear);
}

/* Around four corners, on the screen. */
static struct box quad_box(const struct quad *quad, int scr_x, int scr_y)
{
	double left = quad->corner[0].x, right = left;
	double top = quad->corner[0].y, bottom = top;

	for (int i = 1; i < 4; i++) {
		const struct point *at = &quad->corner[i];

		left = at->x < left ? at->x : left;
		right = at->x > right ? at->x : right;
		top = at->y < top ? at->y : top;
		bottom = at->y > bottom ? at->y : bottom;
	}
	return (struct box){ scr_x + (int)left, scr_y + (int)top,
			     (int)(right - left) + 1, (int)(bottom - top) + 1 };
}

/* The window that shows the puzzle, and how much it has moved since it was
 * captured. */
static int find_window(struct play *play, struct entry *entry, int *dx, int *dy,
		       struct problem *problem)
{
	const struct capture *capture = &play->capture;
	const struct box *before = &capture->window.scr_box;
	const struct box *now = &entry->window.scr_box;

	*dx = *dy = 0;
	if (!capture->is_window)
		return x11_window_at(
			play->x11, entry->scr_box.x + entry->scr_box.width / 2,
			entry->scr_box.y + entry->scr_box.height / 2,
			&entry->window, problem);
	if (x11_window_by_id(play->x11, capture->window.id, &entry->window,
			     problem) < 0)
		return -1;
	if (now->width != before->width || now->height != before->height)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "the game's window changed its size");
	*dx = now->x - before->x;
	*dy = now->y - before->y;
	return 0;
}

static int find_client(const struct play *play, struct entry *entry,
		       enum family family, struct problem *problem)
{
	if (play->options->client)
		return play_client_load(play->options->client, &entry->client,
					problem);
	return play_client_find(entry->window.program, entry->window.title,
				family, &entry->client, problem);
}

/* What there is to do for a solved puzzle; entry_fini frees in any case. */
static int entry_init(struct play *play, const struct outcome *outcome,
		      struct entry *entry, struct problem *problem)
{
	const struct x11_shot *shot = &play->capture.shot;
	struct homography shift = { { 1, 0, shot->scr_x, 0, 1, shot->scr_y, 0,
				      0, 1 } };
	int dx, dy;

	entry->scr_box =
		quad_box(&outcome->px_corners, shot->scr_x, shot->scr_y);
	if (find_window(play, entry, &dx, &dy, problem) < 0 ||
	    find_client(play, entry, outcome->puzzle.family, problem) < 0)
		return -1;
	entry->scr_box.x += dx;
	entry->scr_box.y += dy;
	shift.m[2] += dx;
	shift.m[5] += dy;
	entry->cell_to_scr = homography_compose(&outcome->cell_to_px, &shift);
	if (play_marks_init(&entry->marks, &outcome->puzzle,
			    &outcome->result.solutions[0], entry->client.kinds,
			    problem) < 0)
		return -1;
	if (play_plan_clear(&entry->clear, &entry->client, problem) < 0)
		return -1;
	return play_plan_marks(&entry->plan, &entry->client, &entry->marks,
			       &entry->cell_to_scr, problem);
}

/* Asks on the terminal. */
static bool is_agreed(const struct entry *entry, const struct options *options)
{
	char answer[16] = "";

	if (options->yes)
		return true;
	fprintf(stderr, "solveglass play: %zu marks into '%s', as %s? [y/N] ",
		entry->marks.count,
		entry->window.title[0] ? entry->window.title : "the window",
		entry->client.name);
	return fgets(answer, sizeof answer, stdin) &&
	       (answer[0] == 'y' || answer[0] == 'Y');
}

static enum input_end run_plan(struct play *play, const struct play_plan *plan,
			       struct problem *problem)
{
	enum input_end end = INPUT_DONE;

	for (size_t i = 0; end == INPUT_DONE && i < plan->count; i++)
		end = input_do(play->input, &plan->actions[i], problem);
	return end;
}

static bool same_pixels(const struct image *a, const struct image *b)
{
	if (a->width != b->width || a->height != b->height)
		return false;
	for (int y = 0; y < a->height; y++)
		for (int x = 0; x < a->width; x++)
			if (image_row(a, y)[x] != image_row(b, y)[x])
				return false;
	return true;
}

/* Takes back what was entered before: a side that is clicked twice is none.
 * How much that is nobody knows, so it goes on until the board, seen in
 * `shots`, stays as it is. */
static enum input_end clear_until_still(struct play *play,
					const struct entry *entry,
					struct x11_shot shots[2],
					struct problem *problem)
{
	for (int look = 0; look < CLEAR_LOOKS_MAX; look++) {
		enum input_end end = INPUT_DONE;

		if (x11_grab_box(play->x11, &entry->scr_box, &shots[look % 2],
				 problem) < 0)
			return INPUT_FAILED;
		if (look && same_pixels(&shots[0].image, &shots[1].image))
			return INPUT_DONE;
		for (int i = 0; end == INPUT_DONE && i < CLEAR_KEYS; i++)
			end = run_plan(play, &entry->clear, problem);
		if (end == INPUT_DONE)
			end = input_wait(play->input, SETTLE_SECONDS, problem);
		if (end != INPUT_DONE)
			return end;
	}
	problem_set(problem, PROBLEM_ENVIRONMENT,
		    "what was entered before cannot be cleared");
	return INPUT_FAILED;
}

static enum input_end clear_board(struct play *play, const struct entry *entry,
				  struct problem *problem)
{
	struct x11_shot shots[2] = { 0 };
	enum input_end end;

	if (!entry->clear.count || !entry->plan.count)
		return INPUT_DONE;
	/* to where the pointer will be next: out of the way of nothing, but
	 * in the window, where keys may go by the pointer */
	end = input_do(play->input, &entry->plan.actions[0], problem);
	if (end == INPUT_DONE)
		end = clear_until_still(play, entry, shots, problem);
	image_fini(&shots[0].image);
	image_fini(&shots[1].image);
	return end;
}

static enum input_end enter(struct play *play, const struct entry *entry,
			    struct problem *problem)
{
	struct input_target target = {
		.x11 = play->x11,
		.window = entry->window,
		.pace = play->options->pace,
		.relative = entry->client.relative,
		.stop = play->options->stop,
	};
	enum input_end end;

	play->input = input_open(NULL, problem);
	if (!play->input)
		return INPUT_FAILED;
	end = input_begin(play->input, &target, problem);
	if (end == INPUT_DONE)
		end = clear_board(play, entry, problem);
	if (end == INPUT_DONE)
		end = run_plan(play, &entry->plan, problem);
	input_close(play->input);
	play->input = NULL;
	return end;
}

static enum status end_status(enum input_end end, const struct problem *problem)
{
	if (end == INPUT_DONE)
		return STATUS_OK;
	fprintf(stderr, "solveglass play: %s%s\n",
		end == INPUT_STOPPED ? "stopped: " : "", problem->text);
	return end == INPUT_STOPPED ? STATUS_UNDECIDED : STATUS_FAILED;
}

/* Plans a puzzle and enters it. */
static enum status play_one(struct play *play, const struct outcome *outcome)
{
	struct entry entry = { 0 };
	struct problem problem = { 0 };
	enum input_end end = INPUT_FAILED;
	bool agreed = false;

	if (entry_init(play, outcome, &entry, &problem) == 0) {
		end = INPUT_DONE;
		if (play->options->plan)
			play_plan_print(&entry.plan, stdout);
		else if (!entry.marks.count && !play->options->quiet)
			fputs("solveglass play: there is nothing to enter\n",
			      stderr);
		else if (entry.marks.count)
			agreed = is_agreed(&entry, play->options);
	}
	if (agreed)
		end = enter(play, &entry, &problem);
	if (end == INPUT_DONE && agreed && !play->options->quiet)
		fprintf(stderr, "solveglass play: %zu marks entered\n",
			entry.marks.count);
	entry_fini(&entry);
	return end_status(end, &problem);
}

static int look(struct play *play, struct problem *problem)
{
	play->x11 = x11_open(NULL, problem);
	if (!play->x11 ||
	    capture_target(play->x11, play->options, &play->capture, problem) <
		    0 ||
	    pipeline_read(&play->pipeline, &play->capture.shot.image,
			  &play->list, problem) < 0)
		return -1;
	for (size_t i = 0; i < play->list.count; i++)
		if (pipeline_solve(&play->pipeline, &play->list.outcomes[i],
				   problem) < 0)
			return -1;
	return 0;
}

static enum status run(const struct options *options)
{
	struct play play = { .options = options };
	struct problem problem = { 0 };
	enum status status, one;

	if (options->argument_count) {
		fputs("solveglass play: it takes no file; see 'solveglass "
		      "play --help'\n",
		      stderr);
		return STATUS_USAGE;
	}
	if (!options->yes && !options->plan && !isatty(STDIN_FILENO)) {
		fputs("solveglass play: --yes wanted: there is nobody to "
		      "ask\n",
		      stderr);
		return STATUS_USAGE;
	}
	files_pipeline(&play.pipeline, options);
	play.pipeline.store = files_open_store(options);
	look(&play, &problem);
	status = files_finish(play.capture.name[0] ? play.capture.name : "play",
			      &play.list, &problem, options);
	fflush(stdout);
	for (size_t i = 0; problem.kind == PROBLEM_NONE && i < play.list.count;
	     i++) {
		if (play.list.outcomes[i].verdict != OUTCOME_SOLVED)
			continue;
		one = play_one(&play, &play.list.outcomes[i]);
		status = status_worse(status, one);
		/* a person who stops one wants no other either */
		if (one != STATUS_OK)
			break;
	}
	outcome_list_fini(&play.list);
	capture_fini(&play.capture);
	x11_close(play.x11);
	store_close(play.pipeline.store);
	pipeline_fini(&play.pipeline);
	return status;
}

const struct command command_play = {
	.name = "play",
	.summary = "capture, solve, and enter the answer into the game",
	.usage = { "solveglass play", "", help,
		   GROUP_COMMON | GROUP_READ | GROUP_FORM | GROUP_SOLVE |
			   GROUP_CAPTURE | GROUP_PLAY,
		   0 },
	.run = run,
};
