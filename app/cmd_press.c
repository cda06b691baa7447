/* solveglass press: tells the `solveglass watch' that runs what to do. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "control.h"
#include "language.h"

static const char help[] = N_(
	"Tells the `solveglass watch' that runs on this display to do what its "
	"keys do. This is for scripts, and for shortcuts of a desktop or "
	"compositor under which programs cannot take keys themselves "
	"(Wayland). `show' shows the answer or removes it, `hint' shows one "
	"more step, `hide' removes everything, `play' enters the answer that "
	"is shown into its window (the first time it has to be repeated), "
	"`copy' copies it, `other' shows another answer of a puzzle that has "
	"several, `quit' ends the watch, and `status' prints what is shown. On "
	"Wayland `hide' also ends a `solveglass show'.");

static const char notes[] = N_("  solveglass press show\n"
			       "  solveglass press status\n\n"
			       "Exit status: 0 done, 4 no watch runs on this "
			       "display, 64 there is no such request.");

static const char *const words[] = { "show",  "hint", "hide",   "play", "copy",
				     "other", "quit", "status", NULL };

static bool is_word(const char *text)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], text))
			return true;
	return false;
}

static void print_json(const char *word, const char *answer)
{
	json_t *line = json_pack("{s:s,s:s}", "press", word, "answer", answer);
	char *text = json_dumps(line, JSON_COMPACT);

	puts(text ? text : "{}");
	free(text);
	json_decref(line);
}

static void print_words(const char *answer)
{
	char said[2 * CONTROL_BYTES_MAX];

	control_words(answer, said, sizeof said);
	puts(said);
}

static enum status run(const struct options *options)
{
	struct problem problem = { 0 };
	char answer[CONTROL_BYTES_MAX];
	const char *word;

	if (options->argument_count != 1 || !is_word(options->arguments[0])) {
		fputs(_("solveglass press: expected show, hint, hide, play, "
			"copy, other, quit or status\n"),
		      stderr);
		return STATUS_USAGE;
	}
	word = options->arguments[0];
	if (control_ask_here(word, answer, sizeof answer, &problem) < 0) {
		command_complain("press", &problem);
		return STATUS_FAILED;
	}
	if (options->json)
		print_json(word, answer);
	else if (answer[0])
		print_words(answer);
	return STATUS_OK;
}

const struct command command_press = {
	.name = "press",
	.summary = N_("do what a key of the running watch does"),
	.usage = { "solveglass press",
		   "show|hint|hide|play|copy|other|quit|status", help, notes,
		   GROUP_COMMON, 0 },
	.run = run,
};
