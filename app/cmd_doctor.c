/* solveglass doctor: what works here, and what to do about what does not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "doctor.h"
#include "language.h"
#include "names.h"

static const char help[] =
	N_("Checks the display, its extensions and visuals, the compositor, "
	   "the hotkeys, the models, the settings and everything else that the "
	   "commands need. Says whether each of them works, and how to fix "
	   "what does not.");

static const char notes[] =
	N_("  solveglass doctor\n"
	   "\n"
	   "Exit status: 0 everything that is needed works, 4 something does "
	   "not.");

static const char *const states[] = {
	[DOCTOR_OK] = N_("ok"),
	[DOCTOR_WARN] = N_("warn"),
	[DOCTOR_FAIL] = N_("fail"),
};

static void print_json(const struct doctor *doctor)
{
	json_t *lines = json_array();
	json_t *all;
	char *text;

	for (int i = 0; i < doctor->count; i++) {
		const struct doctor_line *line = &doctor->lines[i];

		json_array_append_new(lines,
				      json_pack("{s:s,s:s,s:o}", "state",
						states[line->state], "what",
						line->what, "text",
						names_json(line->text)));
	}
	all = json_pack("{s:o}", "checks", lines);
	text = json_dumps(all, JSON_COMPACT);
	puts(text ? text : "{}");
	free(text);
	json_decref(all);
}

/* Characters, not bytes: translations have letters of two. */
static int width_of(const char *text)
{
	size_t count = mbstowcs(NULL, text, 0);

	return (int)(count == (size_t)-1 ? strlen(text) : count);
}

/* The column of these words ends two spaces behind the longest. */
static void print_column(const char *word, int width)
{
	printf("%s%*s", word, width - width_of(word) + 2, "");
}

static void print_text(const struct doctor *doctor, bool quiet)
{
	static const char *const colours[] = {
		[DOCTOR_OK] = "\033[32m",
		[DOCTOR_WARN] = "\033[33m",
		[DOCTOR_FAIL] = "\033[31m",
	};
	bool colour = isatty(STDOUT_FILENO);
	/* English words have fewer: columns stay where they are */
	int state_width = 0, what_width = 10;

	for (int i = DOCTOR_OK; i <= DOCTOR_FAIL; i++)
		if (width_of(_(states[i])) > state_width)
			state_width = width_of(_(states[i]));
	for (int i = 0; i < doctor->count; i++)
		if (width_of(_(doctor->lines[i].what)) > what_width)
			what_width = width_of(_(doctor->lines[i].what));
	for (int i = 0; i < doctor->count; i++) {
		const struct doctor_line *line = &doctor->lines[i];

		if (quiet && line->state == DOCTOR_OK)
			continue;
		fputs(colour ? colours[line->state] : "", stdout);
		print_column(_(states[line->state]), state_width);
		fputs(colour ? "\033[0m" : "", stdout);
		print_column(_(line->what), what_width);
		puts(line->text);
	}
}

static enum status run(const struct options *options)
{
	struct doctor doctor;

	if (options->argument_count) {
		fputs(_("solveglass doctor: it takes no file\n"), stderr);
		return STATUS_USAGE;
	}
	doctor_look(&doctor, options);
	if (options->json)
		print_json(&doctor);
	else
		print_text(&doctor, options->quiet);
	return doctor_state(&doctor) == DOCTOR_FAIL ? STATUS_FAILED : STATUS_OK;
}

const struct command command_doctor = {
	.name = "doctor",
	.summary = N_("say what works here, and how to fix what does not"),
	.usage = { "solveglass doctor", "", help, notes,
		   GROUP_COMMON | GROUP_HOTKEY, 0 },
	.lenient = true,
	.run = run,
};
