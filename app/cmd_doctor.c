/* solveglass doctor: what works here, and what to do about what does not. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "doctor.h"
#include "language.h"
#include "names.h"

static const char help[] =
	N_("Checks the display, its extensions and visuals, the compositor, "
	   "the hotkeys, the models, the settings and whatever else the "
	   "commands need. Says of each whether it works, and how to mend it "
	   "where it does not.");

static const char notes[] =
	N_("  solveglass doctor\n"
	   "\n"
	   "Exit status: 0 everything that is needed works, 4 something does "
	   "not.");

static const char *const states[] = {
	[DOCTOR_OK] = "ok",
	[DOCTOR_WARN] = "warn",
	[DOCTOR_FAIL] = "fail",
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

static void print_text(const struct doctor *doctor, bool quiet)
{
	static const char *const colours[] = {
		[DOCTOR_OK] = "\033[32m",
		[DOCTOR_WARN] = "\033[33m",
		[DOCTOR_FAIL] = "\033[31m",
	};
	bool colour = isatty(STDOUT_FILENO);

	for (int i = 0; i < doctor->count; i++) {
		const struct doctor_line *line = &doctor->lines[i];

		if (quiet && line->state == DOCTOR_OK)
			continue;
		printf("%s%-4s%s  %-10s  %s\n",
		       colour ? colours[line->state] : "", states[line->state],
		       colour ? "\033[0m" : "", _(line->what), line->text);
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
	.summary = N_("say what works here, and how to mend what does not"),
	.usage = { "solveglass doctor", "", help, notes,
		   GROUP_COMMON | GROUP_HOTKEY, 0 },
	.lenient = true,
	.run = run,
};
