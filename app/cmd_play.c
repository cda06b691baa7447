/* solveglass play: read, solve, and enter the answer into the game. */
#include <stdio.h>
#include <unistd.h>

#include "capture_target.h"
#include "files.h"
#include "history.h"
#include "language.h"
#include "play_enter.h"
#include "store.h"

static const char help[] = N_(
	"Captures the screen, or the window or monitor that an option names, "
	"solves the puzzles in it and enters the checked answers with pointer "
	"and keyboard, as a player would. It asks first, unless --yes is "
	"given. It stops at once, and releases whatever it holds, when the "
	"mouse is moved, a button or key is pressed, another window covers the "
	"game, or the game's window moves. If the game has a key for undo, it "
	"first takes back what was entered by hand. Afterwards it looks at the "
	"game, enters again, more slowly, what the game does not show, and "
	"reports what the game shows. If the puzzle on the screen is no longer "
	"the one that was solved, it enters nothing.");

static const char notes[] =
	N_("  solveglass play --active --delay 3\n"
	   "  solveglass play --window 0x1400003 --yes --pace 50\n"
	   "  solveglass play --client mine.json --plan\n"
	   "  solveglass play --active --delay 3 --client mine.json "
	   "--learn-page\n\n"
	   "A client file says how a program is played; the program's window "
	   "decides which file is used. Yours, in "
	   "$XDG_CONFIG_HOME/solveglass/clients, come before those that come "
	   "with solveglass; --client names one, and --help-clients says how "
	   "to write it. In a program that no client file fits, nothing is "
	   "clicked. With --verbose, --plan prints each step.\n\n"
	   "Exit status: as for `solveglass solve', but 0 only if the game "
	   "shows the answer; 2 also if it does not or play was stopped, 4 "
	   "also if there is no display or the answer could not be entered.");

/* Answers that are tried at most where the game may want another one. */
enum { TRIES_MAX = 16 };

/* Everything a play needs; zeroed, then filled in by and by. */
struct play {
	const struct options *options;
	struct screen *screen;
	struct pipeline pipeline;
	struct capture capture;
	struct outcome_list list;
};

/* Asks on the terminal. */
static bool is_agreed(const struct play_entry *entry,
		      const struct options *options)
{
	char answer[16] = "";

	if (options->yes)
		return true;
	fprintf(stderr,
		_("solveglass play: %zu marks into '%s', as %s? [y/N] "),
		entry->marks.entered,
		entry->window.title[0] ? entry->window.title : _("the window"),
		entry->client.name);
	return fgets(answer, sizeof answer, stdin) &&
	       (answer[0] == 'y' || answer[0] == 'Y');
}

static void print_plan(const struct play_entry *entry,
		       const struct options *options, struct problem *problem)
{
	struct play_plan plan = { 0 };

	if (play_plan_marks(&plan, &entry->client, &entry->marks, &entry->place,
			    problem) < 0)
		return;
	if (options->verbose)
		play_plan_print(&plan, stdout);
	else
		play_plan_sum_up(&entry->client, &entry->marks, &entry->place,
				 stdout);
	play_plan_fini(&plan);
}

/* Enters one of an outcome's solutions. */
static void enter(struct play *play, const struct outcome *outcome,
		  size_t solution, struct image *left, bool *agreed,
		  struct play_report *report)
{
	const struct options *options = play->options;
	struct play_game game = { play->screen,   options, &play->pipeline,
				  &play->capture, outcome, left };
	struct play_entry entry = { 0 };
	struct problem problem = { 0 };

	*report = (struct play_report){ 0 };
	snprintf(report->text, sizeof report->text, "%s",
		 _("nothing was entered"));
	if (play_entry_init(&entry, &game, solution, &problem) == 0) {
		if (options->plan)
			print_plan(&entry, options, &problem);
		else if (!entry.marks.entered)
			snprintf(report->text, sizeof report->text,
				 _("there is nothing to enter"));
		else if (*agreed || (*agreed = is_agreed(&entry, options)))
			play_enter(&entry, report);
		else
			report->verdict = PLAY_STOPPED;
	}
	if (problem.kind != PROBLEM_NONE) {
		report->verdict = PLAY_FAILED;
		snprintf(report->text, sizeof report->text, "%s", problem.text);
	}
	play_entry_fini(&entry);
}

static json_t *report_json(const struct play_report *report)
{
	json_t *json = json_object();

	json_object_set_new(json, "verdict",
			    json_string(play_verdict_name(report->verdict)));
	json_object_set_new(json, "client", json_string(report->client));
	json_object_set_new(json, "marks",
			    json_integer((json_int_t)report->marks));
	json_object_set_new(json, "there",
			    json_integer((json_int_t)report->there));
	json_object_set_new(json, "rounds", json_integer(report->rounds));
	json_object_set_new(json, "text", json_string(report->text));
	return json;
}

static enum status report_status_of(const struct play_report *report)
{
	switch (report->verdict) {
	case PLAY_NOTHING:
	case PLAY_ENTERED:
	case PLAY_SOLVED:
		return STATUS_OK;
	case PLAY_FAILED:
		return STATUS_FAILED;
	default:
		return STATUS_UNDECIDED;
	}
}

/* Enters a puzzle's answer, or where that is asked for one after the other. */
static enum status play_one(struct play *play, struct outcome *outcome)
{
	const struct options *options = play->options;
	size_t tries = options->try_all ? outcome->result.solution_count : 1;
	struct play_report report;
	struct image left = { 0 };
	bool agreed = false;
	size_t tried = 0;

	do
		enter(play, outcome, tried, &left, &agreed, &report);
	while (report.verdict == PLAY_PARTLY && ++tried < tries);
	image_fini(&left);
	if (!options->plan)
		outcome->played = report_json(&report);
	if (report_status_of(&report) != STATUS_OK ||
	    (options_logs(options, LOG_NOTES) && !options->plan))
		fprintf(stderr, "%ssolveglass play: %s%s\n",
			!options->json && isatty(STDERR_FILENO) ? "\r" : "",
			report.verdict == PLAY_STOPPED ? _("stopped: ") : "",
			report.text);
	return report_status_of(&report);
}

static int capture(struct play *play, struct problem *problem)
{
	play->screen = screen_open(problem);
	if (!play->screen)
		return -1;
	return capture_target(play->screen, play->options, &play->capture,
			      problem);
}

static int look(struct play *play, struct problem *problem)
{
	if (capture(play, problem) < 0 ||
	    pipeline_read(&play->pipeline, &play->capture.shot.image,
			  &play->list, problem) < 0)
		return -1;
	for (size_t i = 0; i < play->list.count; i++)
		if (pipeline_solve(&play->pipeline, &play->list.outcomes[i],
				   problem) < 0)
			return -1;
	history_keep(&play->pipeline, play->capture.name,
		     &play->capture.shot.image, &play->list);
	return 0;
}

static enum status play_all(struct play *play)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < play->list.count && status == STATUS_OK; i++)
		/* a person who stops one wants no other either */
		if (play->list.outcomes[i].verdict == OUTCOME_SOLVED)
			status = play_one(play, &play->list.outcomes[i]);
	return status;
}

/* What was found is told to a person before it is entered, and in JSON after
 * that, as one line. */
static enum status run_play(struct play *play)
{
	const struct options *options = play->options;
	struct problem problem = { 0 };
	enum status status = STATUS_OK, told;
	const char *name;
	bool good;

	good = look(play, &problem) == 0;
	name = play->capture.name[0] ? play->capture.name : "play";
	if (good && options->json)
		status = play_all(play);
	told = files_finish(name, &play->list, &problem, options);
	fflush(stdout);
	if (good && !options->json)
		status = play_all(play);
	return status_worse(told, status);
}

/* Sets the picture in a client file, which becomes a new one. */
static int write_picture(const char *path, const struct play_picture *picture,
			 struct problem *problem)
{
	json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
	struct buffer fresh;
	bool good;

	buffer_init(&fresh);
	buffer_printf(&fresh, "%s.new", path);
	good = json_object_set_new(json, "picture",
				   play_picture_json(picture)) == 0 &&
	       json_dump_file(json, buffer_text(&fresh), JSON_INDENT(2)) == 0 &&
	       rename(buffer_text(&fresh), path) == 0;
	buffer_fini(&fresh);
	json_decref(json);
	return good ? 0
		    : problem_set(problem, PROBLEM_INPUT,
				  "'%.100s' cannot be written", path);
}

/* The picture in characters, for a person to see what it shows. */
static void print_picture(const struct play_picture *picture)
{
	for (int i = 0; i < picture->width * picture->height; i++) {
		putchar(" .:-=+*%#@"[picture->greys[i] * 9 / 15]);
		if ((i + 1) % picture->width == 0)
			putchar('\n');
	}
}

/* --learn-page: what is under the pointer goes into the client file. */
static enum status learn_page(struct play *play)
{
	const char *path = play->options->client;
	const struct screen_shot *shot = &play->capture.shot;
	struct problem problem = { 0 };
	struct play_picture picture;
	struct play_client client;
	int scr_x, scr_y;

	if (play_client_load(path, &client, &problem) < 0 ||
	    capture(play, &problem) < 0 ||
	    screen_pointer(play->screen, shot->scale, &scr_x, &scr_y,
			   &problem) < 0 ||
	    play_picture_learn(
		    &shot->image,
		    (struct point){ scr_x - shot->scr_x, scr_y - shot->scr_y },
		    &picture, &problem) < 0 ||
	    write_picture(path, &picture, &problem) < 0) {
		fprintf(stderr, "solveglass play: %s\n", problem.text);
		return STATUS_FAILED;
	}
	if (!play->options->quiet) {
		print_picture(&picture);
		printf(_("%s: the page is known by this picture of %d by %d "
			 "pixels\n"),
		       path, picture.width, picture.height);
	}
	return STATUS_OK;
}

static enum status usage_error(const char *text)
{
	fprintf(stderr, "solveglass play: %s\n", text);
	return STATUS_USAGE;
}

static void print_client_help(void)
{
	struct buffer text;

	buffer_init(&text);
	play_client_help(&text);
	fputs(buffer_text(&text), stdout);
	buffer_fini(&text);
}

static enum status run(const struct options *options)
{
	struct play play = { .options = options };
	enum status status;

	if (options->argument_count)
		return usage_error(_("it takes no file; see 'solveglass play "
				     "--help'"));
	if (options->help_clients) {
		print_client_help();
		return STATUS_OK;
	}
	if (options->learn_page && !options->client)
		return usage_error(_("--learn-page needs a client file, which "
				     "--client names"));
	if (options->learn_page) {
		status = learn_page(&play);
		capture_fini(&play.capture);
		screen_close(play.screen);
		return status;
	}
	if (!options->yes && !options->plan && !isatty(STDIN_FILENO))
		return usage_error(
			_("there is no terminal to ask on; --yes answers"));
	pipeline_set_up(&play.pipeline, options);
	if (options->try_all && !options->all)
		play.pipeline.solve.solutions_max = TRIES_MAX;
	play.pipeline.store = files_open_store(options);
	status = run_play(&play);
	outcome_list_fini(&play.list);
	capture_fini(&play.capture);
	screen_close(play.screen);
	store_close(play.pipeline.store);
	pipeline_fini(&play.pipeline);
	return status;
}

const struct command command_play = {
	.name = "play",
	.summary = N_("capture, solve, and enter the answer into the game"),
	.usage = { "solveglass play", "", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_FORM | GROUP_SOLVE |
			   GROUP_CAPTURE | GROUP_PLAY | GROUP_STORE,
		   0 },
	.run = run,
};
