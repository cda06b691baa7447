/* solveglass show: capture once, solve, draw the answer over the game. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "capture_target.h"
#include "control.h"
#include "deadline.h"
#include "files.h"
#include "history.h"
#include "language.h"
#include "moved.h"
#include "show_apart.h"
#include "store.h"
#include "window.h"

static const char help[] =
	N_("Captures the screen, or the window or monitor that an option "
	   "names, solves the puzzles in it and draws the checked answers over "
	   "them. Clicks and keys go on to the game, and the drawing follows "
	   "its window. The show ends on Escape, on a click elsewhere, after "
	   "--for SECONDS, or when the game's window closes, changes its size, "
	   "or shows the puzzles elsewhere.");

static const char notes[] =
	N_("  solveglass show\n"
	   "  solveglass show --active --delay 3\n"
	   "  solveglass show --window 0x1400003 --for 20\n\n"
	   "Exit status: as for `solveglass solve'; also 4 if there is no "
	   "display or no such window.");

/* A click so far from the puzzle, as a share of its size, is one elsewhere,
 * where the game's window is not known: room for totals beside the board. */
static const double keep_margin = 0.2;

/* Between two looks at whether the puzzles have moved. */
static const double GLANCE_SECONDS = 0.2;

/* As in `watch': how long the drawing gives way for another process's picture
 * at most. */
static const double ASIDE_SECONDS = 1;

/* Everything a show needs; zeroed, then filled in by and by. */
struct show {
	const struct options *options;
	struct screen *screen;
	struct overlay *overlay;
	struct pipeline pipeline;
	struct capture capture;
	struct outcome_list list;
	struct answers answers;
	struct control *control; /* Wayland has no Escape for us; or NULL */
	double back_at; /* what gave way for a picture; 0: nothing did */
};

/* Around the puzzles, in screen pixels. */
static struct box puzzles_box(const struct show *show)
{
	const struct screen_shot *shot = &show->capture.shot;
	double left = INFINITY, top = INFINITY;
	double right = -INFINITY, bottom = -INFINITY;

	for (size_t i = 0; i < show->list.count; i++)
		for (int k = 0; k < 4; k++) {
			const struct point *corner =
				&show->list.outcomes[i].px_corners.corner[k];

			left = fmin(left, corner->x);
			right = fmax(right, corner->x);
			top = fmin(top, corner->y);
			bottom = fmax(bottom, corner->y);
		}
	left -= keep_margin * (right - left);
	right += keep_margin * (right - left);
	top -= keep_margin * (bottom - top);
	bottom += keep_margin * (bottom - top);
	return (struct box){ shot->scr_x + (int)left, shot->scr_y + (int)top,
			     (int)(right - left), (int)(bottom - top) };
}

static int draw(struct show *show, struct problem *problem)
{
	const struct capture *capture = &show->capture;
	struct overlay_content content = {
		.scr_x = capture->shot.scr_x,
		.scr_y = capture->shot.scr_y,
		.scale = capture->shot.scale,
	};

	answers_fini(&show->answers);
	if (answers_init(&show->answers, &show->list, problem) < 0)
		return -1;
	content.layers = show->answers.layers;
	content.layer_count = show->answers.count;
	if (capture->is_window) {
		content.follow = capture->window.id;
		content.scr_keep =
			(struct box){ capture->shot.scr_x, capture->shot.scr_y,
				      capture->shot.image.width,
				      capture->shot.image.height };
	} else {
		content.scr_keep = puzzles_box(show);
	}
	return overlay_show(show->overlay, &content, problem);
}

/* From the screen to the drawing on it. *shown: there is one. */
static int work(struct show *show, bool *shown, struct problem *problem)
{
	const struct options *options = show->options;
	double start;

	show->screen = capture_open(options, &show->capture, problem);
	if (show->screen && !screen_is_bare(show->screen))
		show->overlay = overlay_open(NULL, problem);
	if (!show->overlay && !(show->screen && screen_is_bare(show->screen)))
		return -1;
	start = clock_seconds() + options->delay;
	if (capture_target(show->screen, options, &show->capture, problem) <
		    0 ||
	    pipeline_read(&show->pipeline, &show->capture.shot.image,
			  &show->list, problem) < 0)
		return -1;
	for (size_t i = 0; i < show->list.count; i++)
		if (pipeline_solve(&show->pipeline, &show->list.outcomes[i],
				   problem) < 0)
			return -1;
	history_keep(&show->pipeline, show->capture.name,
		     &show->capture.shot.image, &show->list);
	if (!answers_has_marks(&show->list))
		return 0;
	*shown = !show->overlay || draw(show, problem) == 0;
	if (!*shown)
		return -1;
	if (show->overlay && options_logs(options, LOG_DETAILS))
		fprintf(stderr,
			_("solveglass show: drawn %.0f ms after capturing "
			  "began\n"),
			(clock_seconds() - start) * 1000);
	return 0;
}

/* Captures what was captured, as it looks now. */
static int capture_again(struct show *show, struct screen_shot *now)
{
	const struct screen_shot *shot = &show->capture.shot;
	const struct box scr_box = { shot->scr_x, shot->scr_y,
				     shot->image.width, shot->image.height };

	return show->capture.is_window
		       ? screen_grab_window(show->screen, &show->capture.window,
					    now, NULL)
		       : screen_grab_box(show->screen, &scr_box, shot->scale,
					 now, NULL);
}

/* Is what lies below the drawing still what it was drawn for? */
static bool is_unmoved(struct show *show, struct screen_shot *now)
{
	const struct image *before = &show->capture.shot.image;

	return now->image.width == before->width &&
	       now->image.height == before->height &&
	       overlay_see_below(show->overlay, before, &now->image, now->scr_x,
				 now->scr_y, NULL) == 0 &&
	       !moved_from(before, &show->list, &now->image);
}

/* The window may have been dragged, of which not every compositor tells. */
static int put_where_it_is(struct show *show, const struct screen_shot *now)
{
	struct screen_shot *shot = &show->capture.shot;

	if (now->scr_x == shot->scr_x && now->scr_y == shot->scr_y)
		return 0;
	shot->scr_x = now->scr_x;
	shot->scr_y = now->scr_y;
	return draw(show, NULL);
}

/* Does the drawing lie wrong now? Where the picture is another one its puzzles
 * are read again; the drawing, where it would be read as well, is hidden. */
static bool lies_wrong(struct show *show)
{
	struct outcome_list list = { 0 };
	struct screen_shot now = { 0 };
	struct image *before = &show->capture.shot.image;
	bool hides = screen_shows_overlays(show->screen);
	bool wrong = false;

	/* a window that has gone is the overlay's to tell of */
	if (capture_again(show, &now) < 0)
		return false;
	if (is_unmoved(show, &now)) {
		wrong = hides && put_where_it_is(show, &now) < 0;
	} else {
		if (hides) {
			overlay_hide(show->overlay);
			capture_again(show, &now);
		}
		wrong = pipeline_read(&show->pipeline, &now.image, &list,
				      NULL) < 0 ||
			!moved_nowhere(&list, &show->list);
		image_fini(before);
		*before = now.image;
		now.image = (struct image){ 0 };
		show->capture.shot.scr_x = now.scr_x;
		show->capture.shot.scr_y = now.scr_y;
		if (hides && !wrong)
			wrong = draw(show, NULL) < 0;
	}
	outcome_list_fini(&list);
	image_fini(&now.image);
	return wrong;
}

/* False where the drawing cannot: the game's window has gone meanwhile. */
static bool come_back(struct show *show)
{
	bool was_away = show->back_at > 0;

	show->back_at = 0;
	return !was_away || draw(show, NULL) == 0;
}

/* What another process says: all but a question, and what is said for a
 * picture's sake, ends the show. */
static bool is_told_to_end(struct show *show)
{
	char word[CONTROL_BYTES_MAX];
	bool ends = false;

	while (show->control &&
	       control_next(show->control, word, sizeof word)) {
		bool asks = !strcmp(word, "status");

		if (!strcmp(word, CONTROL_ASIDE)) {
			overlay_hide(show->overlay);
			show->back_at = clock_seconds() + ASIDE_SECONDS;
		} else if (!strcmp(word, CONTROL_BACK)) {
			ends |= !come_back(show);
		} else {
			ends |= !asks;
		}
		control_answer(show->control, asks ? "answer, shown" : "");
	}
	if (clock_seconds() >= show->back_at)
		ends |= !come_back(show);
	return ends;
}

/* Until something ends the show or its drawing lies wrong. */
static int wait_end(struct show *show, const struct deadline *deadline,
		    enum overlay_end *end, struct problem *problem)
{
	/* without them the drawing stays */
	struct screen_changes *changes = screen_changes_open(NULL);
	int result;

	if (changes && show->capture.is_window)
		screen_changes_follow(changes, &show->capture.window);
	else if (changes)
		screen_changes_follow_all(changes);
	do {
		struct deadline glance = deadline_in(
			fmin(deadline_left(deadline), GLANCE_SECONDS),
			deadline->stop);

		result = overlay_wait(show->overlay, &glance, end, problem);
		if (result == 0 && is_told_to_end(show)) {
			*end = OVERLAY_STOP;
			break;
		}
		if (result == 0 && *end == OVERLAY_TIME && changes &&
		    show->back_at <= 0 &&
		    screen_changes_take(changes, NULL) > 0 && lies_wrong(show))
			break;
	} while (result == 0 && *end == OVERLAY_TIME &&
		 !deadline_passed(deadline));
	screen_changes_close(changes);
	return result;
}

/* What is captured becomes what lies around the puzzles, which the window shows
 * larger, where the same is read from that. */
static void cut_down(struct show *show)
{
	struct screen_shot *shot = &show->capture.shot;
	const struct box whole = { shot->scr_x, shot->scr_y, shot->image.width,
				   shot->image.height };
	struct box box = puzzles_box(show);
	struct outcome_list list = { 0 };
	struct image part = { 0 };

	box = box_intersect(&box, &whole);
	if (image_init(&part, box.width, box.height, NULL) < 0)
		return;
	for (int y = 0; y < box.height; y++)
		memcpy(image_row(&part, y),
		       image_row(&shot->image, box.y - shot->scr_y + y) +
			       (box.x - shot->scr_x),
		       (size_t)box.width * sizeof(uint32_t));
	if (pipeline_read(&show->pipeline, &part, &list, NULL) == 0 &&
	    outcome_list_same(&list, &show->list)) {
		struct image before = shot->image;

		shot->image = part;
		part = before;
	}
	image_fini(&part);
	outcome_list_fini(&list);
}

/* Where nothing can be drawn over the screen. */
static int stay_apart(struct show *show, struct problem *problem)
{
	const struct options *options = show->options;

	if (options_logs(options, LOG_NOTES))
		fputs(_("solveglass show: this compositor does not let its "
			"screen be drawn over (wlr-layer-shell), so the answer "
			"opens in a window; closing it, or Ctrl-C, ends it\n"),
		      stderr);
	cut_down(show);
	return show_apart(&show->capture.shot.image, options->show_seconds,
			  options->stop, problem);
}

static int stay(struct show *show, struct problem *problem)
{
	static const char *const why[] = {
		[OVERLAY_CHANGED] = N_("the game's window changed size"),
		[OVERLAY_GONE] = N_("the game's window was closed"),
	};
	const struct options *options = show->options;
	struct deadline deadline = deadline_never();
	enum overlay_end end;

	if (options->show_seconds > 0)
		deadline = deadline_in(options->show_seconds, NULL);
	deadline.stop = options->stop;
	if (!screen_x11(show->screen))
		show->control = control_open(getenv("WAYLAND_DISPLAY"), NULL);
	if (options_logs(options, LOG_NOTES) && options->show_seconds <= 0)
		fprintf(stderr, _("solveglass show: %s ends it\n"),
			screen_x11(show->screen)
				? _("Escape or a click elsewhere")
			: show->control ? _("`solveglass press hide' or Ctrl-C")
					: _("Ctrl-C"));
	if (wait_end(show, &deadline, &end, problem) < 0)
		return -1;
	if (why[end] && options_logs(options, LOG_NOTES))
		fprintf(stderr, "solveglass show: %s\n", why[end]);
	else if (end == OVERLAY_TIME && !deadline_passed(&deadline) &&
		 options_logs(options, LOG_NOTES))
		fputs(_("solveglass show: the puzzles have moved\n"), stderr);
	return 0;
}

static enum status run(const struct options *options)
{
	struct show show = { .options = options };
	struct problem problem = { 0 };
	enum status status;
	bool shown = false;

	if (options->argument_count) {
		fputs(_("solveglass show: it takes no file; see 'solveglass "
			"show --help'\n"),
		      stderr);
		return STATUS_USAGE;
	}
	pipeline_set_up(&show.pipeline, options);
	show.pipeline.store = files_open_store(options);
	work(&show, &shown, &problem);
	status = files_finish(show.capture.name[0] ? show.capture.name : "show",
			      &show.list, &problem, options);
	fflush(stdout);
	if (shown && (show.overlay ? stay(&show, &problem)
				   : stay_apart(&show, &problem)) < 0) {
		command_complain("show", &problem);
		status = STATUS_FAILED;
	}
	control_close(show.control);
	overlay_close(show.overlay);
	answers_fini(&show.answers);
	outcome_list_fini(&show.list);
	capture_fini(&show.capture);
	screen_close(show.screen);
	store_close(show.pipeline.store);
	pipeline_fini(&show.pipeline);
	return status;
}

const struct command command_show = {
	.name = "show",
	.summary = N_("capture, solve, and draw the answer over the game"),
	.usage = { "solveglass show", "", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_SAY | GROUP_FORM |
			   GROUP_SOLVE | GROUP_CAPTURE | GROUP_SHOW |
			   GROUP_STORE,
		   0 },
	.run = run,
};
