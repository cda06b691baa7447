#include "options.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "command.h"
#include "inks.h"
#include "language.h"
#include "store.h"

/* Longer than a day a person does not wait; it also keeps clocks exact. */
enum { SECONDS_MAX = 86400 };

/* batch. A picture of 120 megapixels on a slow machine takes some 10 s; a
 * worker holds it twice, beside some 500 MB that libraries reserve. */
enum { PICTURE_SECONDS_DEFAULT = 60, MEMORY_DEFAULT = 2048 };
enum { MEMORY_MIN = 512, MEMORY_MAX = 1 << 20 }; /* MB */
enum { JOBS_MAX = 256 };

enum { KEEP_DAYS_MAX = 36525 };

/* No picture is so large. */
#define PIXEL_MOST 1e6

/* What is less opaque is not seen. */
enum { PERCENT_MIN = 10 };

/* play: milliseconds. */
enum { PACE_MAX = 10000 };

/* What arguments may be. */
#define LOGS "errors|notes|details"
#define FORMS "json|text|windmill"
#define SYMMETRIES "none|horizontal|vertical|rotational|parallel"
#define ENGINES "auto|z3|search"
#define ORDERS "any|shortest|random"
#define RULES                                                                  \
	"game|precise|windmill|hanging|shapeless-zero|fat-starts|"             \
	"strict-eliminators"
#define COLOURS                                                                \
	"red|orange|yellow|green|cyan|blue|purple|magenta|pink|white|black"
#define KEYS "F7|F8|F9|F10|F12|Ctrl+Alt+S|Ctrl+Alt+N" /* some of them */

const char options_clipboard[] = "clipboard";
const char options_puzzle[] = "puzzle";

static int bad(struct problem *problem, const char *wanted, const char *value)
{
	return problem_set(problem, PROBLEM_INPUT, "expected %s: '%.80s'",
			   _(wanted), value);
}

/* Which of `names` (parted by '|') is `value`? -1: none. */
static int choice(const char *names, const char *value)
{
	size_t length = strlen(value);

	for (int i = 0; *names; i++) {
		size_t end = strcspn(names, "|");

		if (end == length && !memcmp(names, value, end))
			return i;
		names += end + (names[end] == '|');
	}
	return -1;
}

int options_family(const char *name, enum family *family,
		   struct problem *problem)
{
	struct buffer names;

	*family = puzzle_family_named(name);
	if (*family != FAMILY_COUNT)
		return 0;
	buffer_init(&names);
	for (int i = 0; i < FAMILY_COUNT; i++)
		buffer_printf(&names, "%s%s", i ? ", " : "",
			      puzzle_family((enum family)i)->name);
	problem_set(problem, PROBLEM_INPUT,
		    "no such family: '%.40s'; there are %s", name,
		    buffer_text(&names));
	buffer_fini(&names);
	return -1;
}

static int set_family(struct options *options, const char *value,
		      struct problem *problem)
{
	unsigned families = 0;

	while (*value) {
		size_t length = strcspn(value, ",");
		char name[32];
		enum family family;

		snprintf(name, sizeof name, "%.*s", (int)length, value);
		if (options_family(name, &family, problem) < 0)
			return -1;
		families |= 1u << family;
		value += length + (value[length] == ',');
	}
	if (!families)
		return options_family("", &(enum family){ 0 }, problem);
	options->families = families;
	return 0;
}

static int set_log(struct options *options, const char *value,
		   struct problem *problem)
{
	int level = choice(LOGS, value);

	if (level < 0)
		return bad(problem, _("errors, notes or details"), value);
	options->log = (enum log_level)(LOG_ERRORS + level);
	return 0;
}

static int set_format(struct options *options, const char *value,
		      struct problem *problem)
{
	int form = choice(FORMS, value);

	if (form < 0)
		return bad(problem, _("json, text or windmill"), value);
	options->format = (enum form)(FORM_JSON + form);
	return 0;
}

static int set_symmetry(struct options *options, const char *value,
			struct problem *problem)
{
	if (choice(SYMMETRIES, value) < 0)
		return bad(
			problem,
			_("none, horizontal, vertical, rotational or parallel"),
			value);
	options->symmetry = value;
	return 0;
}

static int say(struct point *places, int *count, const char *value,
	       struct problem *problem)
{
	struct point at;
	char rest;

	if (sscanf(value, "%lf,%lf%c", &at.x, &at.y, &rest) != 2 ||
	    !(fabs(at.x) < PIXEL_MOST && fabs(at.y) < PIXEL_MOST))
		return bad(problem, _("a pixel of the picture, X,Y"), value);
	if (*count == SAID_MOST)
		return problem_set(problem, PROBLEM_INPUT,
				   "no more than %d places are taken",
				   SAID_MOST);
	places[(*count)++] = at;
	return 0;
}

static int say_start(struct options *options, const char *value,
		     struct problem *problem)
{
	return say(options->said.px_starts, &options->said.start_count, value,
		   problem);
}

static int say_end(struct options *options, const char *value,
		   struct problem *problem)
{
	return say(options->said.px_ends, &options->said.end_count, value,
		   problem);
}

static int read_seconds(const char *value, double *seconds,
			struct problem *problem)
{
	char *end;
	double number = strtod(value, &end);

	if (end == value || *end || !(number > 0 && number <= SECONDS_MAX))
		return bad(problem, _("a number of seconds above 0"), value);
	*seconds = number;
	return 0;
}

static int set_time(struct options *options, const char *value,
		    struct problem *problem)
{
	return read_seconds(value, &options->seconds, problem);
}

static int set_picture_time(struct options *options, const char *value,
			    struct problem *problem)
{
	return read_seconds(value, &options->picture_seconds, problem);
}

static int set_engine(struct options *options, const char *value,
		      struct problem *problem)
{
	int engine = choice(ENGINES, value);

	if (engine < 0)
		return bad(problem, _("auto, z3 or search"), value);
	options->engine = (enum engine)engine;
	return 0;
}

static int set_order(struct options *options, const char *value,
		     struct problem *problem)
{
	int order = choice(ORDERS, value);

	if (order < 0)
		return bad(problem, _("any, shortest or random"), value);
	options->order = (enum order)order;
	return 0;
}

/* A whole number within 0 .. max. */
static int whole(const char *value, uint64_t max, uint64_t *number,
		 struct problem *problem)
{
	char *end;

	errno = 0;
	*number = strtoull(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || errno || *number > max)
		return bad(problem, _("a whole number"), value);
	return 0;
}

static int set_all(struct options *options, const char *value,
		   struct problem *problem)
{
	uint64_t number;

	if (whole(value, OPTION_ALL_MAX, &number, problem) < 0 || !number)
		return bad(problem, _("a number of solutions"), value);
	options->all = (size_t)number;
	return 0;
}

static int set_seed(struct options *options, const char *value,
		    struct problem *problem)
{
	return whole(value, UINT64_MAX, &options->seed, problem);
}

static int wish_number(struct options *options, const char *name,
		       const char *value, struct problem *problem)
{
	uint64_t number;

	if (whole(value, INT32_MAX, &number, problem) < 0)
		return -1;
	json_object_set_new(options->wish, name,
			    json_integer((json_int_t)number));
	return 0;
}

static int set_jobs(struct options *options, const char *value,
		    struct problem *problem)
{
	uint64_t number;

	if (whole(value, JOBS_MAX, &number, problem) < 0 || !number)
		return bad(problem, _("a number of workers"), value);
	options->jobs = (int)number;
	return 0;
}

static int set_threads(struct options *options, const char *value,
		       struct problem *problem)
{
	uint64_t number;

	if (whole(value, JOBS_MAX, &number, problem) < 0 || !number)
		return bad(problem, _("a number of threads"), value);
	options->threads = (int)number;
	return 0;
}

static int set_memory(struct options *options, const char *value,
		      struct problem *problem)
{
	uint64_t number;

	if (whole(value, MEMORY_MAX, &number, problem) < 0 ||
	    number < MEMORY_MIN)
		return bad(problem, _("512 or more megabytes"), value);
	options->memory = (size_t)number << 20;
	return 0;
}

static int set_keep(struct options *options, const char *value,
		    struct problem *problem)
{
	if (whole(value, INT32_MAX, &options->keep, problem) < 0 ||
	    !options->keep)
		return bad(problem, _("a number of puzzles"), value);
	return 0;
}

static int set_keep_days(struct options *options, const char *value,
			 struct problem *problem)
{
	uint64_t number;

	if (whole(value, KEEP_DAYS_MAX, &number, problem) < 0)
		return -1;
	options->keep_days = (int)number;
	return 0;
}

static int set_columns(struct options *options, const char *value,
		       struct problem *problem)
{
	return wish_number(options, "columns", value, problem);
}

static int set_rows(struct options *options, const char *value,
		    struct problem *problem)
{
	return wish_number(options, "rows", value, problem);
}

static int set_with(struct options *options, const char *value,
		    struct problem *problem)
{
	json_t *text = json_string(value);

	if (!text)
		return bad(problem, "UTF-8", "--with");
	json_object_set_new(options->wish, "with", text);
	json_object_set_new(options->wish, "each", json_true());
	return 0;
}

static int set_window(struct options *options, const char *value,
		      struct problem *problem)
{
	char *end;

	errno = 0;
	/* window ids are 32 bits, in decimal or, as xwininfo has them, hex */
	options->window = strtoul(value, &end, 0);
	options->target = TARGET_WINDOW;
	if (*value < '0' || *value > '9' || *end || errno ||
	    options->window > UINT32_MAX)
		return bad(problem, "a window's number", value);
	return 0;
}

static int set_active(struct options *options, const char *value,
		      struct problem *problem)
{
	(void)value;
	(void)problem;
	options->target = TARGET_ACTIVE;
	return 0;
}

static int set_pointer(struct options *options, const char *value,
		       struct problem *problem)
{
	(void)value;
	(void)problem;
	options->target = TARGET_POINTER;
	return 0;
}

static int set_monitor(struct options *options, const char *value,
		       struct problem *problem)
{
	(void)problem;
	options->target = TARGET_MONITOR;
	options->monitor = value;
	return 0;
}

/* As slurp prints it, and `slop -f "%x,%y %wx%h"'. */
static int set_region(struct options *options, const char *value,
		      struct problem *problem)
{
	struct box *box = &options->region;
	int length = 0;

	options->target = TARGET_REGION;
	if (sscanf(value, "%6d,%6d %6dx%6d%n", &box->x, &box->y, &box->width,
		   &box->height, &length) != 4 ||
	    value[length] || box->width < 1 || box->height < 1)
		return bad(problem,
			   _("a part of the screen, 'X,Y WIDTHxHEIGHT'"),
			   value);
	return 0;
}

static int set_duration(const char *value, double *seconds,
			struct problem *problem)
{
	char *end;

	*seconds = strtod(value, &end);
	if (end == value || *end || !(*seconds >= 0 && *seconds <= SECONDS_MAX))
		return bad(problem, _("a number of seconds"), value);
	return 0;
}

/* "#ff8000", "ff8000" or a name of inks.h. */
static int read_colour(const char *value, uint32_t *colour,
		       struct problem *problem)
{
	const char *digits = value + (*value == '#');
	int ink = inks_named(value);

	if (ink >= 0)
		*colour = inks_colour(ink, INKS_PICTURE);
	else if (strlen(digits) == 6 &&
		 strspn(digits, "0123456789abcdefABCDEF") == 6)
		*colour = (uint32_t)strtoul(digits, NULL, 16);
	else
		return bad(problem, _("a colour such as ff8000 or orange"),
			   value);
	*colour |= STYLE_COLOUR;
	return 0;
}

/* A number within least .. most. */
static int read_between(const char *value, double least, double most,
			double *number, struct problem *problem)
{
	char *end;
	double read = strtod(value, &end);

	if (end == value || *end || !(read >= least && read <= most))
		return problem_set(problem, PROBLEM_INPUT,
				   "expected a number from %g to %g: '%.80s'",
				   least, most, value);
	*number = read;
	return 0;
}

static int read_percent(const char *value, double *share,
			struct problem *problem)
{
	if (read_between(value, PERCENT_MIN, 100, share, problem) < 0)
		return -1;
	*share /= 100;
	return 0;
}

static int set_answer_colour(struct options *options, const char *value,
			     struct problem *problem)
{
	return read_colour(value, &options->answer.colour, problem);
}

static int set_answer_width(struct options *options, const char *value,
			    struct problem *problem)
{
	return read_between(value, 0.25, 4, &options->answer.width, problem);
}

static int set_answer_size(struct options *options, const char *value,
			   struct problem *problem)
{
	return read_between(value, 0.25, 2, &options->answer.size, problem);
}

static int set_answer_opacity(struct options *options, const char *value,
			      struct problem *problem)
{
	return read_percent(value, &options->answer.opacity, problem);
}

static int set_note_colour(struct options *options, const char *value,
			   struct problem *problem)
{
	return read_colour(value, &options->note.colour, problem);
}

static int set_note_size(struct options *options, const char *value,
			 struct problem *problem)
{
	return read_between(value, 6, 96, &options->note.px, problem);
}

static int set_note_opacity(struct options *options, const char *value,
			    struct problem *problem)
{
	return read_percent(value, &options->note.opacity, problem);
}

static int set_delay(struct options *options, const char *value,
		     struct problem *problem)
{
	return set_duration(value, &options->delay, problem);
}

static int set_for(struct options *options, const char *value,
		   struct problem *problem)
{
	return set_duration(value, &options->show_seconds, problem);
}

static int set_pace(struct options *options, const char *value,
		    struct problem *problem)
{
	uint64_t number;

	if (whole(value, PACE_MAX, &number, problem) < 0)
		return -1;
	options->pace = (double)number / 1000;
	return 0;
}

/* The end of a flag's line: a function, or what of struct options it sets; OF
 * adds the names that its argument may be, FROM its default as well. */
#define DOES(function) DOES_FROM(function, NULL, NULL)
#define DOES_OF(function, values) DOES_FROM(function, values, NULL)
#define DOES_FROM(function, values, initial) function, 0, values, initial
#define FIELD(name) FIELD_FROM(name, NULL, NULL)
#define FIELD_OF(name, values) FIELD_FROM(name, values, NULL)
#define FIELD_FROM(name, values, initial)                                      \
	NULL, offsetof(struct options, name), values, initial

static const struct flag flags[] = {
	{ "json", 0, NULL, N_("Print one line of JSON for each file"),
	  GROUP_COMMON, FIELD(json) },
	{ "quiet", 'q', NULL, N_("Print results only, without notes"),
	  GROUP_COMMON, FIELD(quiet) },
	{ "verbose", 'v', NULL, N_("Print more: times, the engine, readings"),
	  GROUP_COMMON, FIELD(verbose) },
	{ "log", 0, "LEVEL",
	  N_("How much to print on stderr: errors, notes (default) or details "
	     "such "
	     "as times; overrides what --quiet and --verbose choose"),
	  GROUP_COMMON, DOES_OF(set_log, LOGS) },
	{ "config", 0, "FILE",
	  N_("Read settings from this file instead of "
	     "~/.config/solveglass/config.ini (/dev/null: no settings)"),
	  GROUP_COMMON, FIELD(config) },
	{ "family", 0, "NAME,...",
	  N_("Look for puzzles of these families only"),
	  GROUP_READ | GROUP_LIBRARY,
	  DOES_FROM(set_family, OPTION_FAMILIES, OPTION_FAMILIES) },
	{ "format", 0, "FORM",
	  N_("Write each puzzle back as json, text or windmill"), GROUP_FORM,
	  DOES_OF(set_format, FORMS) },
	{ "symmetry", 0, "NAME",
	  N_("Panels: how the second line mirrors the player's: horizontal, "
	     "vertical, rotational, parallel (cylinders only), or none"),
	  GROUP_READ | GROUP_LIBRARY, DOES_OF(set_symmetry, SYMMETRIES) },
	{ "start", 0, "X,Y",
	  N_("Panels: a start lies at this pixel of the picture, however it is "
	     "drawn; give all starts of a panel this way, or none"),
	  GROUP_SAY, DOES(say_start) },
	{ "end", 0, "X,Y",
	  N_("Panels: an end lies at this pixel of the picture; as for "
	     "--start"),
	  GROUP_SAY, DOES(say_end) },
	{ "explain", 0, "FILE",
	  N_("Draw what was seen into a copy of the picture: boxes, words and "
	     "how "
	     "they were read, the likeliest board (cross-sums, pyramids, "
	     "sudokus, "
	     "Sukos)"),
	  GROUP_EXPLAIN, FIELD(explain) },
	{ "join", 0, NULL,
	  N_("Read one panel from all the pictures: they are views around a "
	     "pillar"),
	  GROUP_JOIN, FIELD(join) },
	{ "time", 0, "SECONDS",
	  N_("Give up on a puzzle after this time (default 10)"), GROUP_SOLVE,
	  DOES_FROM(set_time, NULL, "10") },
	{ "engine", 0, "ENGINE",
	  N_("Solve with z3, with search, or with whatever is faster: auto "
	     "(default)"),
	  GROUP_SOLVE | GROUP_LIBRARY, DOES_FROM(set_engine, ENGINES, "auto") },
	{ "rules", 0, "NAME,...",
	  N_("Use another set of rules; for panels: game (default), precise or "
	     "windmill, and shapeless-zero, hanging, fat-starts, "
	     "strict-eliminators"),
	  GROUP_SOLVE | GROUP_CHECK | GROUP_LIBRARY, FIELD_OF(rules, RULES) },
	{ "count", 0, NULL, N_("Count the solutions, as far as time allows"),
	  GROUP_EXPORT | GROUP_LIBRARY, FIELD(count) },
	{ "all", 0, "N", N_("Show up to N solutions"),
	  GROUP_EXPORT | GROUP_LIBRARY, DOES(set_all) },
	{ "order", 0, "ORDER",
	  N_("Which of several solutions to show: any (default), shortest or "
	     "random"),
	  GROUP_EXPORT | GROUP_LIBRARY, DOES_FROM(set_order, ORDERS, "any") },
	{ "no-store", 0, NULL,
	  N_("Neither use nor add to the history of what was read and solved"),
	  GROUP_STORE, FIELD(no_store) },
	{ "keep", 0, "N",
	  N_("Keep at most N puzzles in the history (default 10000)"),
	  GROUP_STORE | GROUP_HISTORY, DOES_FROM(set_keep, NULL, "10000") },
	{ "keep-days", 0, "N",
	  N_("Keep a puzzle in the history for N days (default 0: for ever)"),
	  GROUP_STORE | GROUP_HISTORY, DOES_FROM(set_keep_days, NULL, "0") },
	{ "threads", 0, "N",
	  N_("Panels: use at most N threads for a puzzle (default: one for "
	     "each "
	     "processor); 1 gives the same answer every time"),
	  GROUP_EXPORT | GROUP_LIBRARY | GROUP_SHOW | GROUP_PLAY | GROUP_WATCH,
	  DOES(set_threads) },
	{ "smt2", 0, NULL,
	  N_("Print an SMT-LIB 2 formula for z3 or cvc5 instead of solving"),
	  GROUP_EXPORT, FIELD(smt2) },
	{ "clipboard", 0, NULL,
	  N_("Read the picture or text on the clipboard first, then the files"),
	  GROUP_CLIPBOARD, FIELD(clipboard) },
	{ "puzzle", 0, "TEXT",
	  N_("Read this puzzle, such as a Windmill string, first, then the "
	     "files"),
	  GROUP_CLIPBOARD, FIELD(puzzle) },
	{ "copy", 0, NULL,
	  N_("Put the answer on the clipboard, as text and as a picture"),
	  GROUP_EXPORT, FIELD(copy) },
	{ "draw", 0, "FILE",
	  N_("Write the picture with the answer drawn over it as a .png, .jpg "
	     "or "
	     ".webp; a puzzle from text is drawn as a board"),
	  GROUP_EXPORT, FIELD(draw) },
	{ "draw", 0, "FILE",
	  N_("Write a picture of the puzzle as a .png, .jpg or .webp"),
	  GROUP_MAKE, FIELD(draw) },
	{ "outline", 0, NULL,
	  N_("Panels: show by faint outlines how the answer's polyominoes lie"),
	  GROUP_EXPORT | GROUP_SHOW | GROUP_WATCH | GROUP_BATCH,
	  FIELD(outline) },
	{ "answer-colour", 0, "COLOUR",
	  N_("The answer's colour over a game or picture, such as ff8000 or "
	     "orange (default ff1a99)"),
	  GROUP_EXPORT | GROUP_SHOW | GROUP_WATCH | GROUP_BATCH,
	  DOES_FROM(set_answer_colour, COLOURS, "ff1a99") },
	{ "answer-width", 0, "N",
	  N_("Draw the answer's lines N times as wide as usual, 0.25 to 4"),
	  GROUP_EXPORT | GROUP_SHOW | GROUP_WATCH | GROUP_BATCH,
	  DOES_FROM(set_answer_width, NULL, "1") },
	{ "answer-size", 0, "N",
	  N_("Write the answer's numbers N times as large as usual, 0.25 to 2"),
	  GROUP_EXPORT | GROUP_SHOW | GROUP_WATCH | GROUP_BATCH,
	  DOES_FROM(set_answer_size, NULL, "1") },
	{ "answer-opacity", 0, "PERCENT",
	  N_("How much the answer hides of what is below it, 10 to 100 "
	     "(default 92, coloured areas 50)"),
	  GROUP_EXPORT | GROUP_SHOW | GROUP_WATCH | GROUP_BATCH,
	  DOES(set_answer_opacity) },
	{ "note-colour", 0, "COLOUR",
	  N_("The colour of the text of notes over a game (default white)"),
	  GROUP_WATCH, DOES_FROM(set_note_colour, COLOURS, "white") },
	{ "note-size", 0, "PIXELS",
	  N_("The size of notes' text, 6 to 96, on a screen of normal density "
	     "(default 15)"),
	  GROUP_WATCH, DOES_FROM(set_note_size, NULL, "15") },
	{ "note-opacity", 0, "PERCENT",
	  N_("How much a note hides of what is below it, 10 to 100 (default "
	     "90)"),
	  GROUP_WATCH, DOES_FROM(set_note_opacity, NULL, "90") },
	{ "draw", 0, "FILE.png",
	  N_("Write a picture of the solution, with rings where a rule is "
	     "broken"),
	  GROUP_CHECK, FIELD(draw) },
	{ "svg", 0, "FILE", N_("Write the puzzle and its answer as SVG"),
	  GROUP_EXPORT | GROUP_CHECK, FIELD(svg) },
	{ "html", 0, "FILE",
	  N_("Write the puzzle and its answer as a web page"),
	  GROUP_EXPORT | GROUP_CHECK, FIELD(html) },
	{ "values", 0, "REPLY",
	  N_("Check what a solver replied to the formula of --smt2, or to a "
	     "published script"),
	  GROUP_CHECK, FIELD(values) },
	{ "window", 'w', "ID",
	  N_("Capture this window (xwininfo and wmctrl -l print its ID)"),
	  GROUP_CAPTURE, DOES(set_window) },
	{ "active", 'a', NULL, N_("Capture the active window"), GROUP_CAPTURE,
	  DOES(set_active) },
	{ "pointer", 'p', NULL, N_("Capture the window under the pointer"),
	  GROUP_CAPTURE, DOES(set_pointer) },
	{ "monitor", 'm', "N",
	  N_("Capture this monitor, given by its number from 0 or its name"),
	  GROUP_CAPTURE, DOES_OF(set_monitor, OPTION_MONITORS) },
	{ "region", 0, "REGION",
	  N_("Capture this part of the screen, 'X,Y WIDTHxHEIGHT'; slurp and "
	     "slop "
	     "let you drag over it and print it"),
	  GROUP_CAPTURE, DOES(set_region) },
	{ "delay", 0, "SECONDS", N_("Wait this long before capturing"),
	  GROUP_SHOW | GROUP_PLAY | GROUP_REPORT | GROUP_GRAB,
	  DOES_FROM(set_delay, NULL, "0") },
	{ "for", 0, "SECONDS", N_("End the show after this time"), GROUP_SHOW,
	  DOES_FROM(set_for, NULL, "0") },
	{ "yes", 'y', NULL, N_("Enter the answer without asking"), GROUP_PLAY,
	  FIELD(yes) },
	{ "plan", 0, NULL, N_("Print what would be done without doing it"),
	  GROUP_PLAY, FIELD(plan) },
	{ "pace", 0, "MS",
	  N_("Wait this many milliseconds between actions (default 20)"),
	  GROUP_PLAY, DOES(set_pace) },
	{ "client", 0, "FILE", N_("Play the game as this client file says"),
	  GROUP_PLAY, FIELD(client) },
	{ "help-clients", 0, NULL, N_("Print how a client file is written"),
	  GROUP_PLAY, FIELD(help_clients) },
	{ "learn-page", 0, NULL,
	  N_("Store the word or sign under the pointer in the client file, "
	     "which recognises the page by it from then on"),
	  GROUP_PLAY, FIELD(learn_page) },
	{ "no-look", 0, NULL,
	  N_("Do not check whether the game shows what was entered"),
	  GROUP_PLAY, FIELD(no_look) },
	{ "try-all", 0, NULL,
	  N_("Where a puzzle has several answers, enter the next one when the "
	     "game "
	     "does not accept one"),
	  GROUP_PLAY, FIELD(try_all) },
	{ "hotkey", 0, "KEY",
	  N_("The key that shows and hides the answer, such as Ctrl+Alt+S "
	     "(default F9)"),
	  GROUP_HOTKEY, FIELD_FROM(hotkey, KEYS, "F9") },
	{ "next-hotkey", 0, "KEY",
	  N_("The key that shows one more step as a hint (default Shift+F9), "
	     "or "
	     "none"),
	  GROUP_HOTKEY, FIELD_FROM(next_hotkey, KEYS "|none", "Shift+F9") },
	{ "play-hotkey", 0, "KEY",
	  N_("The key that enters the answer that is shown (default none)"),
	  GROUP_WATCH, FIELD_FROM(play_hotkey, KEYS "|none", "none") },
	{ "copy-hotkey", 0, "KEY",
	  N_("The key that copies the answer that is shown, as text and as a "
	     "picture (default none)"),
	  GROUP_WATCH, FIELD_FROM(copy_hotkey, KEYS "|none", "none") },
	{ "other-hotkey", 0, "KEY",
	  N_("The key that shows another answer of a puzzle that has several "
	     "(default none)"),
	  GROUP_WATCH, FIELD_FROM(other_hotkey, KEYS "|none", "none") },
	{ "force-hotkey", 0, NULL,
	  N_("Accept a key that people type, although it will then reach no "
	     "other program"),
	  GROUP_HOTKEY, FIELD(force_hotkey) },
	{ "live", 0, NULL,
	  N_("Keep reading the screen while the answer is shown"), GROUP_WATCH,
	  FIELD(live) },
	{ "enter", 0, NULL,
	  N_("Enter the answer into the game when the key is pressed while it "
	     "is "
	     "shown (asks the first time), instead of hiding it"),
	  GROUP_WATCH, FIELD(enter) },
	{ "tray", 0, NULL,
	  N_("Show an icon in the tray of the desktop's panel, as `solveglass "
	     "tray' does"),
	  GROUP_WATCH, FIELD(tray) },
	{ "output", 'o', "FILE",
	  N_("Write the picture to this .png, .jpg or .webp; - is standard "
	     "output "
	     "(PNG)"),
	  GROUP_GRAB, FIELD(output) },
	{ "overlays", 0, NULL,
	  N_("Include the answers that solveglass draws there"), GROUP_GRAB,
	  FIELD(overlays) },
	{ "output", 'o', "FOLDER",
	  N_("Write the results into this folder (required)"), GROUP_BATCH,
	  FIELD(output) },
	{ "output", 'o', "FOLDER", N_("Make this new folder (required)"),
	  GROUP_REPORT, FIELD(output) },
	{ "jobs", 'j', "N",
	  N_("Use N workers (default: one for each processor)"), GROUP_BATCH,
	  DOES(set_jobs) },
	{ "recursive", 'r', NULL, N_("Include subfolders"), GROUP_BATCH,
	  FIELD(recursive) },
	{ "watch", 0, NULL,
	  N_("When everything is done, wait for new and changed files"),
	  GROUP_BATCH, FIELD(watch) },
	{ "fresh", 0, NULL,
	  N_("Start over, including files that are already done"), GROUP_BATCH,
	  FIELD(fresh) },
	{ "picture-time", 0, "SECONDS",
	  N_("Skip a picture that takes more processor time than this to read "
	     "(default 60)"),
	  GROUP_BATCH, DOES_FROM(set_picture_time, NULL, "60") },
	{ "memory", 0, "MB",
	  N_("Let a worker use at most this much memory (default 2048)"),
	  GROUP_BATCH, DOES_FROM(set_memory, NULL, "2048") },
	{ "seed", 0, "N", N_("Each seed makes another puzzle (default 1)"),
	  GROUP_MAKE, DOES_FROM(set_seed, NULL, "1") },
	{ "seed", 0, "N",
	  N_("With --order random, each seed chooses another solution"),
	  GROUP_EXPORT | GROUP_LIBRARY, DOES_FROM(set_seed, NULL, "1") },
	{ "columns", 0, "N", N_("The width of the board in cells"), GROUP_MAKE,
	  DOES(set_columns) },
	{ "rows", 0, "N", N_("The height of the board in cells"), GROUP_MAKE,
	  DOES(set_rows) },
	{ "with", 0, "NAME,...",
	  N_("What the puzzle is to contain, such as squares,stars; an unknown "
	     "name prints the list"),
	  GROUP_MAKE, DOES_OF(set_with, OPTION_WISHES) },
	{ 0 },
};

/* Keys of argp: beyond letters, first each flag's, then its opposite's. */
enum { FLAGS = sizeof flags / sizeof *flags - 1, KEY_BASE = 256 };

const struct flag *options_flags(void)
{
	return flags;
}

/* Appends names that are not there yet. */
static void add_names(struct buffer *out, const char *names)
{
	while (*names) {
		size_t length = strcspn(names, "|");
		char name[64];

		snprintf(name, sizeof name, "%.*s", (int)length, names);
		if (choice(buffer_text(out), name) < 0)
			buffer_printf(out, "%s%s", out->length ? "|" : "",
				      name);
		names += length + (names[length] == '|');
	}
}

void options_values(const struct flag *flag, struct buffer *out)
{
	const char *values = flag->values ? flag->values : "";
	struct buffer all;

	buffer_init(&all);
	for (int i = 0; i < FAMILY_COUNT && *values == '@'; i++)
		if (!strcmp(values, OPTION_FAMILIES))
			add_names(&all, puzzle_family((enum family)i)->name);
		else if (!strcmp(values, OPTION_WISHES))
			add_names(&all, solve_wishes((enum family)i));
	buffer_puts(out, *values == '@' ? buffer_text(&all) : values);
	buffer_fini(&all);
}

void options_initial(const struct flag *flag, struct buffer *out)
{
	if (!flag->initial) {
		buffer_puts(out, flag->argument ? "" : "no");
		return;
	}
	if (strcmp(flag->initial, OPTION_FAMILIES) != 0) {
		buffer_puts(out, flag->initial);
		return;
	}
	for (int i = 0; i < FAMILY_COUNT; i++)
		buffer_printf(out, "%s%s", i ? "," : "",
			      puzzle_family((enum family)i)->name);
}

bool options_logs(const struct options *options, enum log_level level)
{
	enum log_level most = options->quiet     ? LOG_ERRORS
			      : options->verbose ? LOG_DETAILS
						 : LOG_NOTES;

	return level <= (options->log == LOG_UNSET ? most : options->log);
}

int options_init(struct options *options, struct problem *problem)
{
	*options = (struct options){
		.families = (1u << FAMILY_COUNT) - 1,
		.seconds = OPTION_SECONDS_DEFAULT,
		.picture_seconds = PICTURE_SECONDS_DEFAULT,
		.memory = (size_t)MEMORY_DEFAULT << 20,
		.keep = STORE_KEEP_DEFAULT,
		.seed = 1,
		.pace = -1,
		.answer = { .colour = STYLE_COLOUR |
				      inks_colour(INK_ANSWER, INKS_PICTURE),
			    .width = 1,
			    .size = 1 },
		.note = { .colour = STYLE_COLOUR | 0xffffff,
			  .px = 15,
			  .opacity = 0.9 },
		.hotkey = "F9",
		.next_hotkey = "Shift+F9",
		.play_hotkey = "none",
		.copy_hotkey = "none",
		.other_hotkey = "none",
		.wish = json_object(),
	};
	if (!options->wish)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	return 0;
}

void options_fini(struct options *options)
{
	for (size_t i = 0; i < options->kept_count; i++)
		free(options->kept[i]);
	free(options->kept);
	for (size_t i = 0; i < options->given_count; i++)
		free(options->given[i].text);
	free(options->given);
	json_decref(options->wish);
	free(options->arguments);
}

int options_set(struct options *options, const struct flag *flag,
		const char *value, struct problem *problem)
{
	void *field = (char *)options + flag->field;

	if (flag->set)
		return flag->set(options, value, problem);
	if (flag->argument)
		*(const char **)field = value;
	else
		*(bool *)field = true;
	return 0;
}

bool options_has_opposite(const struct flag *flag)
{
	return !flag->set && !flag->argument;
}

void options_unset(struct options *options, const struct flag *flag)
{
	*(bool *)((char *)options + flag->field) = false;
}

/* A copy that lives as long as the options. */
static const char *keep(struct options *options, const char *value)
{
	char *copy = strdup(value);

	if (!copy ||
	    alloc_grow(&options->kept, &options->kept_capacity,
		       options->kept_count + 1, sizeof *options->kept) < 0) {
		free(copy);
		return NULL;
	}
	options->kept[options->kept_count++] = copy;
	return copy;
}

int options_set_text(struct options *options, const struct flag *flag,
		     const char *value, struct problem *problem)
{
	int truth;

	if (flag->argument) {
		value = keep(options, value);
		return value ? options_set(options, flag, value, problem)
			     : problem_set(problem, PROBLEM_MEMORY,
					   "no memory for an option");
	}
	truth = choice("no|false|off|0|yes|true|on|1", value);
	if (truth < 0)
		return bad(problem, _("yes or no"), value);
	if (truth >= 4)
		return options_set(options, flag, NULL, problem);
	if (options_has_opposite(flag))
		options_unset(options, flag);
	return 0;
}

struct parse {
	struct options *options;
	const struct option_usage *usage;
};

static void remember(struct options *options, const struct flag *flag,
		     bool opposite, const char *value)
{
	bool negated = !strncmp(flag->name, "no-", 3);
	struct given_flag given = { flag, NULL };

	if (asprintf(&given.text, "--%s%s%s%s",
		     opposite && !negated ? "no-" : "",
		     flag->name + (opposite && negated ? 3 : 0),
		     value ? "=" : "", value ? value : "") < 0)
		return;
	if (alloc_grow(&options->given, &options->given_capacity,
		       options->given_count + 1, sizeof given) < 0)
		free(given.text);
	else
		options->given[options->given_count++] = given;
}

static void parse_flag(struct options *options, int index, char *value,
		       struct argp_state *state)
{
	const struct flag *flag = &flags[index % FLAGS];
	struct problem problem = { 0 };

	remember(options, flag, index >= FLAGS, value);
	if (index >= FLAGS)
		options_unset(options, flag);
	else if (options_set(options, flag, value, &problem) < 0)
		argp_error(state, "--%s: %s", flag->name, problem.text);
}

/* Before all files; options_parse left room for it. */
static void insert_input(struct options *options, const char *input)
{
	memmove(options->arguments + 1, options->arguments,
		options->argument_count * sizeof *options->arguments);
	options->arguments[0] = input;
	options->argument_count++;
}

/* Beside argp's own -?. */
enum { HELP_LETTER = 'h' };

static error_t parse_key(int key, char *value, struct argp_state *state)
{
	struct parse *parse = state->input;
	struct options *options = parse->options;

	if (key >= KEY_BASE && key < KEY_BASE + 2 * FLAGS) {
		parse_flag(options, key - KEY_BASE, value, state);
		return 0;
	}
	for (int i = 0; i < FLAGS; i++)
		if (key && key == flags[i].letter &&
		    flags[i].groups & parse->usage->groups) {
			parse_flag(options, i, value, state);
			return 0;
		}
	if (key == ARGP_KEY_ARG) {
		options->arguments[options->argument_count++] = value;
		return 0;
	}
	if (key == HELP_LETTER)
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
	if (key == ARGP_KEY_END && options->puzzle)
		insert_input(options, options_puzzle);
	if (key == ARGP_KEY_END && options->clipboard)
		insert_input(options, options_clipboard);
	if (key == ARGP_KEY_END &&
	    options->argument_count < parse->usage->arguments_min)
		argp_error(state, _("missing argument: %s"),
			   parse->usage->arguments);
	return ARGP_ERR_UNKNOWN;
}

/* "--no-json" takes back what the configuration says; "--store" what its
 * "no-store" says. */
static void add_opposite(struct argp_option *option, int index, char *name,
			 size_t size)
{
	if (!strncmp(flags[index].name, "no-", 3))
		snprintf(name, size, "%s", flags[index].name + 3);
	else
		snprintf(name, size, "no-%s", flags[index].name);
	option->name = name;
	option->key = KEY_BASE + FLAGS + index;
	option->flags = OPTION_HIDDEN;
}

void options_parse(struct options *options, const struct option_usage *usage,
		   int argc, char **argv)
{
	char *help = NULL;
	struct argp_option table[2 * FLAGS + 2] = { { 0 } };
	char opposites[FLAGS][24];
	struct parse parse = { options, usage };
	struct argp argp = { table, parse_key, usage->arguments, NULL,
			     NULL,  NULL,      "solveglass" };
	int count = 0;

	table[count].key = HELP_LETTER;
	table[count++].flags = OPTION_HIDDEN;
	for (int i = 0; i < FLAGS; i++) {
		if (!(flags[i].groups & usage->groups))
			continue;
		table[count].name = flags[i].name;
		table[count].key =
			flags[i].letter ? flags[i].letter : KEY_BASE + i;
		table[count].arg = flags[i].argument;
		table[count].doc = flags[i].help; /* argp translates it */
		count++;
		if (options_has_opposite(&flags[i]))
			add_opposite(&table[count++], i, opposites[i],
				     sizeof *opposites);
	}
	options->arguments =
		alloc_array((size_t)argc + 2, sizeof *options->arguments);
	if (!options->arguments) {
		fputs(_("solveglass: no memory for the command line\n"),
		      stderr);
		exit(STATUS_FAILED);
	}
	argv[0] = (char *)usage->program;
	/* argp parts them by \v */
	if (asprintf(&help, "%s\v%s", _(usage->help), _(usage->notes)) < 0)
		help = NULL;
	argp.doc = help;
	argp_parse(&argp, argc, argv, 0, NULL, &parse);
	free(help);
}
