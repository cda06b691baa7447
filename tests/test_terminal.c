/* A count that takes long, on a terminal: how far it is is shown, and Ctrl-C
 * ends it with what was found so far. */
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "deadline.h"

/* Of 7x7 cells: 789,360,053,252 lines from corner to corner, days of work. */
static const char panel[] =
	"{\"family\":\"panel\",\"columns\":7,\"rows\":7,\"starts\":[[0,14]],"
	"\"ends\":[{\"at\":[14,0],\"towards\":[1,0]}]}\n";

/* Nothing takes longer, even under valgrind. */
enum { SECONDS_MAX = 60 };

struct terminal {
	pid_t child;
	int master;
	char text[1 << 16]; /* what the program wrote */
	size_t length;
};

static void start(struct terminal *terminal, const char *path,
		  const char *option)
{
	terminal->length = 0;
	terminal->child = forkpty(&terminal->master, NULL, NULL, NULL);
	assert_true(terminal->child >= 0);
	if (terminal->child == 0) {
		execl(PROGRAM, PROGRAM, "solve", "--no-store", "--count",
		      "--time", "1000", option, path, path, (char *)NULL);
		_exit(127);
	}
}

/* Reads until `wanted` was written; false where the program ended before. */
static bool await(struct terminal *terminal, const char *wanted)
{
	double end = clock_seconds() + SECONDS_MAX;

	while (clock_seconds() < end) {
		size_t room = sizeof terminal->text - 1 - terminal->length;
		ssize_t got;

		terminal->text[terminal->length] = '\0';
		if (wanted && strstr(terminal->text, wanted))
			return true;
		got = read(terminal->master, terminal->text + terminal->length,
			   room);
		if (got <= 0)
			return false;
		terminal->length += (size_t)got;
	}
	kill(terminal->child, SIGKILL);
	fail_msg("no end: %s", terminal->text);
	return false;
}

static int finish(struct terminal *terminal)
{
	int status;

	while (await(terminal, NULL))
		continue;
	assert_int_equal(waitpid(terminal->child, &status, 0), terminal->child);
	close(terminal->master);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void write_panel(char *path)
{
	int file = mkstemp(path);

	assert_true(file >= 0);
	assert_int_equal(write(file, panel, strlen(panel)), strlen(panel));
	close(file);
}

static void counts_until_interrupted(void **state)
{
	static struct terminal terminal;
	char path[] = "/tmp/solveglass-XXXXXX";
	double pressed;
	const char *found;

	(void)state;
	write_panel(path);
	start(&terminal, path, "--threads=1");
	/* what share is done, how many are found, and how long it may take */
	assert_true(await(&terminal, " % searched, "));
	assert_true(await(&terminal, " found, some "));
	assert_true(await(&terminal, " left"));
	assert_int_equal(write(terminal.master, "\x03", 1), 1);
	pressed = clock_seconds();
	/* some undecided: the second time it was not looked at any more */
	assert_int_equal(finish(&terminal), 2);
	assert_true(clock_seconds() - pressed < 5);
	/* what was found so far, once */
	found = strstr(terminal.text, "at least ");
	assert_non_null(found);
	assert_true(strtoull(found + 9, NULL, 10) > 1000);
	assert_null(strstr(found + 9, "at least "));
	unlink(path);
}

static void says_nothing_when_quiet(void **state)
{
	static struct terminal terminal;
	char path[] = "/tmp/solveglass-XXXXXX";

	(void)state;
	write_panel(path);
	start(&terminal, path, "--quiet");
	/* longer than until a line would be shown */
	sleep(2);
	assert_int_equal(write(terminal.master, "\x03", 1), 1);
	assert_int_equal(finish(&terminal), 2);
	assert_null(strstr(terminal.text, "searched"));
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_until_interrupted),
		cmocka_unit_test(says_nothing_when_quiet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
