/* solveglass report-bug: what somebody needs who is to mend a fault, in a
 * folder that the person looks at first. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "capture_target.h"
#include "command.h"
#include "doctor.h"
#include "explain.h"
#include "file.h"
#include "files.h"
#include "language.h"
#include "names.h"
#include "report.h"
#include "user_files.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

static const char help[] =
	N_("Makes a folder to attach to a bug report: the picture (or the file "
	   "of puzzles), what was seen in it, what was read and answered, the "
	   "versions of solveglass and of what it uses, what works on this "
	   "machine, and your settings. Without FILE the screen is captured, "
	   "or the window or monitor that an option names. Nothing is sent: "
	   "look at the files, remove anything private, and attach the rest.");

static const char notes[] =
	N_("  solveglass report-bug screenshot.png -o report\n"
	   "  solveglass report-bug --active --delay 3 -o report\n"
	   "\n"
	   "Exit status: 0 the folder is there, 4 it cannot be written or "
	   "exists already, or there is nothing to capture.");

/* A file of settings is some lines. */
static const size_t settings_max = (size_t)1 << 20;
static const size_t file_max = (size_t)256 << 20;

struct report {
	const struct options *options;
	char *file; /* the copy of the picture or of the puzzles; owned */
	bool is_picture;
};

/* "FOLDER/name"; the caller frees. NULL where memory lacks. */
static char *path_of(const struct report *report, const char *name)
{
	struct buffer path;
	char *copy;

	buffer_init(&path);
	buffer_printf(&path, "%s/%s", report->options->output, name);
	copy = path.failed ? NULL : strdup(buffer_text(&path));
	buffer_fini(&path);
	return copy;
}

static int save(const struct report *report, const char *name,
		const struct buffer *text, struct problem *problem)
{
	char *path = path_of(report, name);
	int result = path && !text->failed
			     ? file_save(path, buffer_text(text), text->length,
					 problem)
			     : problem_set(problem, PROBLEM_MEMORY,
					   "no memory for the report");

	free(path);
	return result;
}

static int capture(struct report *report, struct problem *problem)
{
	struct capture captured = { 0 };
	struct screen *screen = screen_open(problem);
	int result = -1;

	report->file = path_of(report, "picture.png");
	report->is_picture = true;
	if (screen && report->file &&
	    capture_target(screen, report->options, &captured, problem) == 0)
		result = file_save_image(report->file, &captured.shot.image,
					 problem);
	capture_fini(&captured);
	screen_close(screen);
	return result;
}

/* As it is: what a copy in another format lacks may be the cause. */
static int copy_file(struct report *report, struct problem *problem)
{
	const char *from = report->options->arguments[0];
	const char *dot = strrchr(from, '.');
	char name[32];
	uint8_t *data;
	size_t length;
	int result;

	if (file_read(from, file_max, &data, &length, problem) < 0)
		return -1;
	report->is_picture = file_is_picture(data, length);
	snprintf(name, sizeof name, "%s%.8s",
		 report->is_picture ? "picture" : "puzzle",
		 dot && !strchr(dot, '/') ? dot : "");
	report->file = path_of(report, name);
	result = report->file
			 ? file_save(report->file, data, length, problem)
			 : problem_set(problem, PROBLEM_MEMORY, "no memory");
	free(data);
	return result;
}

/* What went wrong is part of the report. */
static void put_problem(struct buffer *out, const char *what,
			const struct problem *problem)
{
	buffer_printf(out, "%s: %s\n", what, problem->text);
}

static void save_seen(const struct report *report, struct buffer *about)
{
	struct options options = *report->options;
	struct problem problem = { 0 };
	const char *file = report->file;
	char *seen = path_of(report, "seen.png");

	options.arguments = &file;
	options.argument_count = 1;
	options.explain = seen;
	if (report->is_picture && seen &&
	    explain_picture(&options, &problem) < 0)
		put_problem(about, "seen.png", &problem);
	free(seen);
}

/* The JSON line that `solve --json` prints. */
static int save_answers(const struct report *report, struct buffer *about,
			struct problem *problem)
{
	struct outcome_list list = { 0 };
	struct problem fault = { 0 };
	struct pipeline pipeline;
	struct loaded loaded;
	json_t *puzzles = json_array();
	struct buffer text;
	json_t *line;
	char *dump;
	int result;

	pipeline_set_up(&pipeline, report->options);
	load_file(report->file, &loaded, &fault);
	/* what came before a fault is reported all the same */
	if (pipeline_outcomes(&pipeline, &loaded, &list, &fault) == 0)
		for (size_t i = 0; i < list.count; i++)
			pipeline_solve(&pipeline, &list.outcomes[i], &fault);
	for (size_t i = 0; i < list.count; i++)
		json_array_append_new(puzzles, report_outcome(&list.outcomes[i],
							      report->options));
	line = json_pack("{s:s,s:o,s:o}", "input",
			 strrchr(report->file, '/') + 1, "puzzles", puzzles,
			 "left_out", report_left_out_json(&list));
	dump = line ? json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(15))
		    : NULL;
	buffer_init(&text);
	buffer_printf(&text, "%s\n", dump ? dump : "{}");
	if (fault.kind != PROBLEM_NONE)
		put_problem(about, "answers.json", &fault);
	result = save(report, "answers.json", &text, problem);
	buffer_fini(&text);
	free(dump);
	json_decref(line);
	outcome_list_fini(&list);
	loaded_fini(&loaded);
	pipeline_fini(&pipeline);
	return result;
}

/* The libraries that are loaded, by the names of their files, which tell their
 * versions. */
static void put_libraries(struct buffer *out)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096], last[256] = "";

	while (maps && fgets(line, sizeof line, maps)) {
		char *name = strrchr(line, '/');

		if (!name || !strstr(name, ".so"))
			continue;
		name++;
		name[strcspn(name, "\n")] = '\0';
		/* each has several parts, one after the other */
		if (strncmp(name, last, sizeof last - 1) != 0)
			buffer_printf(out, "%s\n", name);
		snprintf(last, sizeof last, "%s", name);
	}
	if (maps)
		fclose(maps);
}

/* Where the person's name may stand. */
static void put_without_home(struct buffer *out, const char *text)
{
	const char *home = getenv("HOME");
	size_t length = home ? strlen(home) : 0;

	while (*text) {
		const char *at = length > 1 ? strstr(text, home) : NULL;

		if (!at) {
			buffer_puts(out, text);
			return;
		}
		buffer_printf(out, "%.*s~", (int)(at - text), text);
		text = at + length;
	}
}

static void put_about(const struct report *report, struct buffer *out)
{
	static const char *const states[] = { [DOCTOR_OK] = "ok",
					      [DOCTOR_WARN] = "warn",
					      [DOCTOR_FAIL] = "fail" };
	static const char *const names[] = { "XDG_SESSION_TYPE",
					     "XDG_CURRENT_DESKTOP", "LANG" };
	struct utsname system;
	struct doctor doctor;

	buffer_printf(out, "solveglass %s\n", VERSION);
	if (uname(&system) == 0)
		buffer_printf(out, "%s %s %s\n", system.sysname, system.release,
			      system.machine);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		buffer_printf(out, "%s=%s\n", names[i],
			      getenv(names[i]) ? getenv(names[i]) : "");
	buffer_puts(out, "\nWhat `solveglass doctor' says:\n");
	doctor_look(&doctor, report->options);
	for (int i = 0; i < doctor.count; i++) {
		buffer_printf(out, "%-4s  %-10s  ",
			      states[doctor.lines[i].state],
			      doctor.lines[i].what);
		put_without_home(out, doctor.lines[i].text);
		buffer_puts(out, "\n");
	}
	buffer_puts(out, "\nLibraries:\n");
	put_libraries(out);
}

/* None is no failure. */
static int save_settings(const struct report *report, struct problem *problem)
{
	struct buffer path, text;
	uint8_t *data;
	size_t length;
	int result = 0;

	buffer_init(&path);
	buffer_init(&text);
	if (user_file(&path, USER_CONFIG, "config.ini") == 0 &&
	    file_read(buffer_text(&path), settings_max, &data, &length, NULL) ==
		    0) {
		buffer_printf(&text, "%.*s", (int)length, (char *)data);
		free(data);
		result = save(report, "config.ini", &text, problem);
	}
	buffer_fini(&text);
	buffer_fini(&path);
	return result;
}

static int fill(struct report *report, struct problem *problem)
{
	struct buffer about;
	int result = report->options->argument_count
			     ? copy_file(report, problem)
			     : capture(report, problem);

	size_t before;

	if (result < 0)
		return -1;
	/* whoever reads the report reads English */
	language_plain();
	buffer_init(&about);
	put_about(report, &about);
	buffer_puts(&about, "\nWhat failed while this report was made:\n");
	before = about.length;
	save_seen(report, &about);
	result = save_answers(report, &about, problem);
	if (about.length == before)
		buffer_puts(&about, "nothing\n");
	if (result < 0 || save_settings(report, problem) < 0 ||
	    save(report, "about.txt", &about, problem) < 0)
		result = -1;
	buffer_fini(&about);
	return result;
}

static void print_json(const char *folder)
{
	json_t *line = json_pack("{s:o}", "folder", names_json(folder));
	char *text = json_dumps(line, JSON_COMPACT);

	puts(text ? text : "{}");
	free(text);
	json_decref(line);
}

static enum status run(const struct options *options)
{
	struct report report = { .options = options };
	struct problem problem = { 0 };
	const char *folder = options->output;

	if (!folder || options->argument_count > 1) {
		fprintf(stderr, "solveglass report-bug: %s\n",
			folder ? _("it takes one file at most")
			       : _("-o FOLDER is missing"));
		return STATUS_USAGE;
	}
	/* only the person reads it; nothing that is there is written over */
	if (mkdir(folder, 0700) < 0)
		problem_set(&problem, PROBLEM_INPUT,
			    errno == EEXIST
				    ? N_("it exists already: name a new folder")
				    : N_("the folder cannot be made"));
	else if (fill(&report, &problem) < 0)
		rmdir(folder); /* where nothing is in it */
	free(report.file);
	if (!options->json)
		language_begin();
	if (problem.kind != PROBLEM_NONE) {
		command_complain(folder, &problem);
		return STATUS_FAILED;
	}
	if (options->json)
		print_json(folder);
	else if (!options->quiet)
		printf(_("%s: look through its files, remove anything private, "
			 "and attach the folder to your report\n"),
		       folder);
	return STATUS_OK;
}

const struct command command_report_bug = {
	.name = "report-bug",
	.summary = N_("gather what a bug report needs; nothing is sent"),
	.usage = { "solveglass report-bug", "[FILE] -o FOLDER", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_SOLVE | GROUP_CAPTURE |
			   GROUP_REPORT,
		   0 },
	.run = run,
};
