/* Messages in other languages: catalogs are whole, the program speaks German
 * where it is asked to, and what scripts read is the same in every language. */
#include <glob.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

static const char catalog[] = BUILD_DIR "/locale/de/LC_MESSAGES/solveglass.mo";

static void need_tool(const char *tool)
{
	char command[64];

	snprintf(command, sizeof command, "command -v %s >/dev/null", tool);
	if (system(command) != 0)
		skip_because("%s (gettext) is not installed", tool);
}

/* A locale in which LANGUAGE is heeded; it is not in "C". NULL: this machine
 * has none. */
static const char *some_locale(void)
{
	static const char *const names[] = { "C.UTF-8", "de_DE.UTF-8",
					     "en_US.UTF-8" };
	const char *found = NULL;

	for (size_t i = 0; !found && i < sizeof names / sizeof *names; i++)
		if (setlocale(LC_ALL, names[i]))
			found = names[i];
	setlocale(LC_ALL, "C");
	return found;
}

static void speak_english(void)
{
	setenv("LC_ALL", "C", 1);
	setenv("LANGUAGE", "", 1);
}

static void speak_german(void)
{
	const char *locale = some_locale();

	if (access(catalog, R_OK) != 0)
		skip_because("solveglass was built without gettext");
	if (!locale)
		skip_because("this machine has no locale but C");
	setenv("LC_ALL", locale, 1);
	setenv("LANGUAGE", "de", 1);
}

/* Nothing is untranslated or fuzzy, and formats take what the English ones
 * take. */
static void catalogs_are_whole(void **state)
{
	char command[1024], said[4096];
	glob_t files;

	(void)state;
	need_tool("msgfmt");
	assert_int_equal(glob(SOURCE_DIR "/po/*.po", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		FILE *pipe;

		snprintf(command, sizeof command,
			 "msgfmt -c --statistics -o /dev/null '%s' 2>&1",
			 files.gl_pathv[i]);
		pipe = popen(command, "r");
		assert_non_null(pipe);
		said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
		if (pclose(pipe) != 0 || strstr(said, "fuzzy") ||
		    strstr(said, "untranslated"))
			fail_msg("%s: %s", files.gl_pathv[i], said);
	}
	globfree(&files);
}

/* A new message is in po/ as well. */
static void catalogs_have_all_messages(void **state)
{
	(void)state;
	need_tool("xgettext");
	if (system("'" SOURCE_DIR "/scripts/translations' --check") != 0)
		fail_msg("scripts/translations, then translate what is new");
}

static void german_is_spoken(void **state)
{
	struct program_test *test = *state;

	speak_german();
	program_expect(test, "--help", 0, "");
	assert_non_null(strstr(test->run.out, "\nBefehle:\n"));
	assert_non_null(strstr(test->run.out, "Gleisrätsel"));
	program_expect(test, "solve --help", 0, "");
	assert_non_null(strstr(test->run.out, "Aufruf: solveglass solve"));
	assert_non_null(strstr(test->run.out, "--html=DATEI"));
	assert_non_null(strstr(test->run.out, "\nExit-Status: 0 alle"));
	program_expect(test, "solve missing.png", 4, "Öffnen nicht möglich");
	program_expect(test, "solve --time soon x", 64,
		       "eine Zahl von Sekunden über 0 erwartet: „soon“");
	program_expect(test, "frobnicate", 64, "kein solcher Befehl");
	program_expect(test, "make sudoku --seed 2", 0, "");
	assert_non_null(strstr(test->run.out, "vorgegeben"));
	program_expect(test,
		       "make pyramid --seed 2 --json | '" PROGRAM
		       "' solve --no-store --html page.html -",
		       0, "");
	assert_non_null(strstr(test->run.out, "Zahlenpyramide, gelöst"));
	program_expect(test,
		       "make suko | grep -c . && grep -c 'lang=\"de\"' "
		       "page.html",
		       0, "");
}

/* Each is run in both languages; what is printed is the same. */
static void scripts_read_the_same(void **state)
{
	static const char *const runs[] = {
		"read --json --no-store $SAMPLE",
		"read --format text --no-store $SAMPLE",
		"read --format json --no-store $SAMPLE",
		"solve --json --no-store --time 2.5 $SAMPLE",
		"solve --smt2 $SAMPLE",
		"solve --json --no-store missing.png",
		"make tracks --format text",
		"make panel --format windmill",
		"make cross-sum --json",
		"doctor --json | tr ',' '\\n' | grep state",
		"--man solve",
		"--completion bash",
		"--example-config",
	};
	struct program_test *test = *state;

	/* skips, before there is anything to be freed */
	speak_german();
	setenv("SAMPLE", SOURCE_DIR "/samples/sudoku/screen-1.png", 1);
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		char line[1200];
		char *english;

		/* times differ */
		snprintf(line, sizeof line,
			 "%s; } 2>/dev/null | { sed "
			 "'s/\"milliseconds\":{[^}]*}//; s/[0-9.]* ms//'",
			 runs[i]);
		speak_english();
		program_run(&test->run, &test->folder, line);
		english = strdup(test->run.out);
		assert_non_null(english);
		assert_true(english[0]);
		speak_german();
		program_run(&test->run, &test->folder, line);
		if (strcmp(test->run.out, english) != 0)
			fail_msg("%s: '%s' instead of '%s'", runs[i],
				 test->run.out, english);
		free(english);
	}
}

/* Its files are for scripts; and a worker can open no catalog. */
static void batches_write_the_same(void **state)
{
	struct program_test *test = *state;

	program_write(&test->folder, "broken.png", "\x89PNG\r\n\x1a\n", 8);
	program_write(&test->folder, "words.txt", "no puzzle", 9);
	speak_english();
	program_run(&test->run, &test->folder,
		    "--version && mkdir in && cp broken.png words.txt "
		    "'" SOURCE_DIR "/samples/suko/screen-1.png' in && "
		    "'" PROGRAM "' batch in -o english");
	assert_int_equal(test->run.status, 4);
	speak_german();
	program_expect(test, "batch in -o german", 4, "");
	assert_non_null(strstr(test->run.out, "report.html zeigt sie"));
	program_expect(test,
		       "--version && sed 's/\"milliseconds\":{[^}]*}//g' "
		       "english/results.jsonl >one && "
		       "sed 's/\"milliseconds\":{[^}]*}//g' "
		       "german/results.jsonl | diff - one",
		       0, "");
}

static void desktops_are_told(void **state)
{
	(void)state;
	assert_int_equal(
		system("cd '" SOURCE_DIR "/packaging' && "
		       "grep -q '^Comment\\[de\\]=' "
		       "org.solveglass.Solveglass.desktop && "
		       "grep -q '^Comment\\[de\\]=' solveglass-view.desktop && "
		       "grep -q '<summary xml:lang=\"de\">' "
		       "solveglass.metainfo.xml"),
		0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(catalogs_are_whole),
		cmocka_unit_test(catalogs_have_all_messages),
		cmocka_unit_test_setup_teardown(german_is_spoken, program_setup,
						program_teardown),
		cmocka_unit_test_setup_teardown(
			scripts_read_the_same, program_setup, program_teardown),
		cmocka_unit_test_setup_teardown(batches_write_the_same,
						program_setup,
						program_teardown),
		cmocka_unit_test(desktops_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
