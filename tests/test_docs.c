/* README and docs keep what they promise: links lead somewhere, commands are
 * understood, those on samples work, and examples of formats are puzzles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <glob.h>
#include <stdbool.h>

#include "program.h"

enum { README_LINES_MOST = 100, SEEN_MOST = 600, COMMAND_LONGEST = 600 };

static struct {
	glob_t files;
	struct program_folder folder;
	char *seen[SEEN_MOST]; /* commands that were tried */
	int count;
} docs;

static int set_up(void **state)
{
	char link[256];

	(void)state;
	program_folder_make(&docs.folder);
	snprintf(link, sizeof link, "%s/samples", docs.folder.path);
	if (symlink(SOURCE_DIR "/samples", link) != 0)
		return -1;
	return glob(SOURCE_DIR "/[RS]E*.md", 0, NULL, &docs.files) ||
	       glob(SOURCE_DIR "/docs/*.md", GLOB_APPEND, NULL, &docs.files);
}

static int tear_down(void **state)
{
	(void)state;
	program_folder_remove(&docs.folder);
	globfree(&docs.files);
	for (int i = 0; i < docs.count; i++)
		free(docs.seen[i]);
	return 0;
}

static char *read_whole(const char *path)
{
	static char text[400000];

	program_slurp(path, text, sizeof text);
	assert_true(text[0]);
	return text;
}

/* Runs a line of shell in the test's folder; returns its status. */
static int run(const char *line)
{
	char command[256];
	int status;

	program_write(&docs.folder, "line", line, strlen(line));
	snprintf(command, sizeof command,
		 "cd '%s' && XDG_CONFIG_HOME=$PWD XDG_CACHE_HOME=$PWD "
		 "XDG_STATE_HOME=$PWD sh line >out 2>&1 </dev/null",
		 docs.folder.path);
	status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect_file(const char *doc, const char *target)
{
	char path[512];
	int folder = (int)(strrchr(doc, '/') - doc);

	if (strstr(target, "://"))
		return;
	snprintf(path, sizeof path, "%.*s/%.*s", folder, doc,
		 (int)strcspn(target, "#"), target);
	if (access(path, R_OK) != 0)
		fail_msg("%s: no such file: %s", doc, target);
}

/* What stands between `before` and `end`, each time. */
static void each_target(const char *doc, const char *text, const char *before,
			char end)
{
	char target[256];

	while ((text = strstr(text, before))) {
		const char *stop;

		text += strlen(before);
		stop = strchr(text, end);
		assert_non_null(stop);
		snprintf(target, sizeof target, "%.*s", (int)(stop - text),
			 text);
		expect_file(doc, target);
	}
}

static void links_lead_somewhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < docs.files.gl_pathc; i++) {
		const char *doc = docs.files.gl_pathv[i];

		each_target(doc, read_whole(doc), "](", ')');
		each_target(doc, read_whole(doc), "src=\"", '"');
	}
	each_target(SOURCE_DIR "/CONTRIBUTING.md",
		    read_whole(SOURCE_DIR "/CONTRIBUTING.md"), "](", ')');
}

static void the_readme_is_short(void **state)
{
	const char *text = read_whole(SOURCE_DIR "/README.md");
	int lines = 0;

	(void)state;
	for (; *text; text++)
		lines += *text == '\n';
	assert_in_range(lines, 1, README_LINES_MOST);
}

/* Was this tried before? */
static bool is_known(const char *command)
{
	for (int i = 0; i < docs.count; i++)
		if (!strcmp(docs.seen[i], command))
			return true;
	assert_true(docs.count < SEEN_MOST);
	docs.seen[docs.count++] = strdup(command);
	return false;
}

/* A script, bench or test that is named is there. */
static void expect_source(const char *doc, const char *word)
{
	static const struct {
		const char *prefix, *folder, *end;
	} places[] = {
		{ "scripts/", "scripts/", "" },
		{ "build/bench/", "bench/", ".c" },
		{ "build/tests/", "tests/", ".c" },
	};
	char path[512];

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		size_t length = strlen(places[i].prefix);

		if (strncmp(word, places[i].prefix, length) != 0)
			continue;
		snprintf(path, sizeof path, "%s/%s%.*s%s", SOURCE_DIR,
			 places[i].folder, (int)strcspn(word + length, " \n`"),
			 word + length, places[i].end);
		if (access(path, R_OK) != 0)
			fail_msg("%s: no such program: %.60s", doc, word);
	}
}

/* `rest` follows the program's name: with --help at its end it is parsed and
 * nothing done; on samples it is done. */
static void expect_command(const char *doc, const char *rest)
{
	bool real = strstr(rest, "samples/") != NULL;
	char line[COMMAND_LONGEST];

	snprintf(line, sizeof line, "%s %s%s", PROGRAM, rest,
		 real ? "" : " --help");
	if (!is_known(line) && run(line) != 0)
		fail_msg("%s: not understood: solveglass %s", doc, rest);
}

/* A flag alone is taken by some command. */
static void expect_flag(const char *doc, const char *flag)
{
	static const char *const names[] = { "solve", "watch", "play",
					     "show",  "batch", "history",
					     "make",  "grab",  "check",
					     "read",  "doctor" };
	char line[COMMAND_LONGEST];

	if (flag[strlen(flag) - 1] == '-' || is_known(flag))
		return;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(line, sizeof line, "%s %s %s --help", PROGRAM,
			 names[i], flag);
		if (run(line) == 0)
			return;
		/* it may want a value that is not told */
		snprintf(line, sizeof line, "%s %s --help | grep -qe ' %s='",
			 PROGRAM, names[i], flag);
		if (!strchr(flag, ' ') && run(line) == 0)
			return;
	}
	fail_msg("%s: no command takes %s", doc, flag);
}

/* A piece of code: what a shell would take for one command. */
static void try_command(const char *doc, char *text)
{
	static const char *const before[] = { "$ ", "sudo ", "build/" };
	char *end;

	if ((end = strchr(text, '#')) && end > text && isspace(end[-1]))
		*end = '\0';
	if ((end = strstr(text, " exec, ")) || (end = strstr(text, " exec ")))
		text = end + strlen(end[5] == ',' ? " exec, " : " exec ");
	text += strspn(text, " \t");
	for (size_t i = 0; i < sizeof before / sizeof *before; i++)
		if (!strncmp(text, before[i], strlen(before[i])) &&
		    (i < 2 || !strncmp(text + 6, "solveglass ", 11)))
			text += strlen(before[i]);
	for (end = text + strlen(text); end > text && isspace(end[-1]);)
		*--end = '\0';
	expect_source(doc, text);
	if (!strncmp(text, "solveglass ", 11))
		expect_command(doc, text + 11);
	else if (!strncmp(text, "--", 2))
		expect_flag(doc, text);
}

/* Cuts a line of shell into its commands. */
static void try_line(const char *doc, char *line)
{
	char quote = '\0', *start = line, *next = line;

	for (char *c = line;; c++) {
		if (quote && *c == quote)
			quote = '\0';
		else if (!quote && (*c == '\'' || *c == '"'))
			quote = *c;
		if (*c && (quote || !strchr("|><;&", *c)))
			continue;
		next = *c ? c + 1 : NULL;
		*c = '\0';
		try_command(doc, start);
		if (!next)
			return;
		start = c = next;
		c--;
	}
}

/* Each line of fenced code without a kind, each span between backticks. */
static void try_code(const char *doc, char *text)
{
	bool fenced = false, plain = false;
	char *next;

	for (char *line = text; line; line = next) {
		next = strchr(line, '\n');
		if (!strncmp(line + strspn(line, " "), "```", 3)) {
			fenced = !fenced;
			plain = line[strspn(line, " ") + 3] == '\n';
			/* no span begins here */
			memset(line, ' ', (size_t)(next - line));
		} else if (fenced && plain && next) {
			*next = '\0';
			try_line(doc, line);
		}
		if (fenced && next)
			memset(line, ' ', (size_t)(next - line));
		if (next)
			*next++ = '\n';
	}
	for (char *span = strchr(text, '`'); span;) {
		char *end = strchr(span + 1, '`');

		assert_non_null(end);
		*end = '\0';
		for (char *c = span + 1; *c; c++)
			if (*c == '\n')
				*c = ' ';
		try_line(doc, span + 1);
		span = strchr(end + 1, '`');
	}
}

static void commands_are_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < docs.files.gl_pathc; i++)
		try_code(docs.files.gl_pathv[i],
			 read_whole(docs.files.gl_pathv[i]));
	/* that there were some */
	assert_true(docs.count > 50);
}

/* Calls `try` with each block of this kind; returns how many. */
static int each_block(const char *doc, const char *fence,
		      void (*try)(const char *block, size_t length))
{
	char *text = read_whole(doc), *end;
	int count = 0;

	while ((text = strstr(text, fence))) {
		text += strlen(fence);
		end = strstr(text, "```");
		assert_non_null(end);
		try(text, (size_t)(end - text));
		text = end;
		count++;
	}
	return count;
}

static void try_puzzle(const char *block, size_t length)
{
	program_write(&docs.folder, "block", block, length);
	if (run(PROGRAM " solve --no-store block") != 0)
		fail_msg("not solved: %.*s", (int)length, block);
	if (memmem(block, length, "\"solution\"", 10) &&
	    run(PROGRAM " check block") != 0)
		fail_msg("its solution does not hold: %.*s", (int)length,
			 block);
}

static void examples_are_puzzles(void **state)
{
	(void)state;
	assert_true(each_block(SOURCE_DIR "/docs/formats.md", "```puzzle\n",
			       try_puzzle) >= 14);
}

static void try_client(const char *block, size_t length)
{
	if (run("mkdir -p solveglass/clients") != 0)
		fail();
	program_write(&docs.folder, "solveglass/clients/mine.json", block,
		      length);
	run(PROGRAM " doctor >doctor");
	if (run("grep -q 'ok *clients' doctor") != 0)
		fail_msg("no client file: %.*s", (int)length, block);
}

static void examples_are_client_files(void **state)
{
	(void)state;
	assert_true(each_block(SOURCE_DIR "/docs/playing.md", "```client\n",
			       try_client) >= 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_lead_somewhere),
		cmocka_unit_test(the_readme_is_short),
		cmocka_unit_test(commands_are_understood),
		cmocka_unit_test(examples_are_puzzles),
		cmocka_unit_test(examples_are_client_files),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
