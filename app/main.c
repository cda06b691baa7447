/* solveglass: one program, one table of commands. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture_target.h"
#include "command.h"
#include "config.h"
#include "language.h"
#include "manual.h"
#include "names.h"

#ifndef VERSION
#define VERSION "unknown"
#endif
#ifndef RELEASED
#define RELEASED "1970-01-01"
#endif

/* What this build lacks. */
#ifdef HAVE_WAYLAND
#define WITHOUT ""
#else
#define WITHOUT " (without Wayland)"
#endif

/* A signal handler has nowhere else to write to. */
static volatile sig_atomic_t stop_requested;

static void request_stop(int signal)
{
	(void)signal;
	stop_requested = 1;
}

/* The first Ctrl-C lets the work end cleanly, the second one kills. */
static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = request_stop,
				    .sa_flags = (int)SA_RESETHAND };
	struct sigaction before;

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* nohup stays as it is */
	if (sigaction(SIGHUP, NULL, &before) == 0 &&
	    before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

/* A standard stream that came closed: what is opened next would take its
 * place, and the X server would get what we print. What is put there instead
 * fails as the closed one does. */
static void fill_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
			_exit(STATUS_FAILED);
}

/* At every way out, also argp's after --help. */
static void end_output(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return;
	fputs(_("solveglass: cannot write the output\n"), stderr);
	_exit(STATUS_FAILED);
}

static void print_help(FILE *out)
{
	fputs(_("Usage: solveglass COMMAND [OPTION...] [ARGUMENT...]\n"
		"Reads puzzles from pictures, windows and files, solves them "
		"and checks every\n"
		"answer before it is shown.\n\n"
		"Commands:\n"),
	      out);
	for (int i = 0; commands[i]; i++)
		fprintf(out, "  %-8s %s\n", commands[i]->name,
			_(commands[i]->summary));
	fputs(_("\nFamilies of puzzles:\n"), out);
	for (int i = 0; i < FAMILY_COUNT; i++)
		fprintf(out, "  %-10s %s\n", puzzle_family(i)->name,
			_(puzzle_family(i)->title));
	fputs(_("\n"
		"Examples:\n"
		"  solveglass solve screenshot.png --draw answer.png\n"
		"  solveglass read --json screenshot.png\n"
		"  solveglass solve puzzle.txt\n\n"
		"Exit status: 0 all well, 1 a puzzle without a solution, 2 one "
		"undecided or\n"
		"doubtful, 3 a picture without a puzzle, 4 unreadable input or "
		"something missing,\n"
		"64 wrong usage.\n"
		"`solveglass COMMAND --help` tells more, `solveglass "
		"--example-config` prints\n"
		"every setting.\n"),
	      out);
}

/* `word` stands where a command should: says what it may have been meant as. */
static enum status refuse_command(const char *word)
{
	struct buffer text;

	buffer_init(&text);
	names_clean(&text, word);
	if (access(word, F_OK) == 0)
		fprintf(stderr,
			_("solveglass: '%s' is a file, not a command; to solve "
			  "it: solveglass solve '%s'\n"),
			buffer_text(&text), buffer_text(&text));
	else
		fprintf(stderr,
			_("solveglass: no such command: '%s'; 'solveglass "
			  "--help' lists them\n"),
			buffer_text(&text));
	buffer_fini(&text);
	return STATUS_USAGE;
}

/* What the build makes of the tables; false where it was not asked for. */
static bool print_manual(int argc, char **argv)
{
	static const struct {
		const char *shell;
		void (*put)(struct buffer *out);
	} shells[] = {
		{ "bash", manual_bash },
		{ "zsh", manual_zsh },
		{ "fish", manual_fish },
	};
	const struct command *command =
		argc == 3 ? command_named(argv[2]) : NULL;
	struct buffer text;

	buffer_init(&text);
	if (!strcmp(argv[1], "--man") && argc == 2)
		manual_page(&text, VERSION, RELEASED);
	else if (!strcmp(argv[1], "--man") && command)
		manual_command(&text, VERSION, RELEASED, command);
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (argc == 3 && !strcmp(argv[1], "--completion") &&
		    !strcmp(argv[2], shells[i].shell))
			shells[i].put(&text);
	if (!text.length)
		return false;
	fputs(buffer_text(&text), stdout);
	buffer_fini(&text);
	return true;
}

/* The configuration file with every key. */
static void print_example(void)
{
	struct buffer text;

	buffer_init(&text);
	manual_config(&text);
	fputs(buffer_text(&text), stdout);
	buffer_fini(&text);
}

/* For completions: the names that only the display can tell. Without one there
 * are none. */
static bool print_values(int argc, char **argv)
{
	struct buffer text;

	if (argc != 3 || strcmp(argv[1], "--values") != 0 ||
	    strcmp(argv[2], "monitor") != 0)
		return false;
	buffer_init(&text);
	capture_target_put_monitors(&text);
	fputs(buffer_text(&text), stdout);
	buffer_fini(&text);
	return true;
}

static int begin_options(struct options *options, struct problem *problem)
{
	if (options_init(options, problem) < 0) {
		command_complain(NULL, problem);
		return -1;
	}
	options->stop = &stop_requested;
	return 0;
}

int main(int argc, char **argv)
{
	const char *config;
	struct options options;
	struct problem problem = { 0 };
	const struct command *command;
	enum status status;
	char help[] = "--help";
	int configured;

	fill_streams();
	atexit(end_output);
	/* pages and files that a build makes are the same in every language */
	if (argc > 1 && (print_manual(argc, argv) || print_values(argc, argv)))
		return STATUS_OK;
	if (argc > 1 && !strcmp(argv[1], "--example-config")) {
		print_example();
		return STATUS_OK;
	}
	language_begin();
	if (argc < 2) {
		print_help(stderr);
		return STATUS_USAGE;
	}
	/* "help solve" is "solve --help" */
	if (!strcmp(argv[1], "help") && argc > 2) {
		argv[1] = argv[2];
		argv[2] = help;
		argc = 3;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
	    !strcmp(argv[1], "help")) {
		print_help(stdout);
		return STATUS_OK;
	}
	if (!strcmp(argv[1], "--version")) {
		puts("solveglass " VERSION WITHOUT);
		return STATUS_OK;
	}
	command = command_named(argv[1]);
	if (!command)
		return refuse_command(argv[1]);
	/* once for the name of the configuration file, and for --help, which a
	 * faulty one must not prevent; then again, over what that says */
	if (begin_options(&options, &problem) < 0)
		return STATUS_FAILED;
	options_parse(&options, &command->usage, argc - 1, argv + 1);
	config = options.config;
	options_fini(&options);
	if (begin_options(&options, &problem) < 0)
		return STATUS_FAILED;
	configured = config_apply(&options, command, config, &problem);
	options_parse(&options, &command->usage, argc - 1, argv + 1);
	if (configured < 0 && !command->lenient) {
		command_complain(NULL, &problem);
		options_fini(&options);
		return STATUS_USAGE;
	}
	/* scripts read the same in every language */
	if (options.json || options.smt2)
		language_plain();
	if (command->judge && command->judge(&options, &problem) < 0) {
		fprintf(stderr, "solveglass %s: %s\n", command->name,
			problem.text);
		options_fini(&options);
		return STATUS_USAGE;
	}
	catch_signals();
	status = command->run(&options);
	options_fini(&options);
	return (int)status;
}
