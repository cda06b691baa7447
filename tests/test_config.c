/* The configuration file, the manual page and the completions: all from the
 * tables that --help is made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "command.h"
#include "manual.h"
#include "program.h"

static int setup(void **state)
{
	struct program_test *test;
	char path[128];

	if (program_setup(state) < 0)
		return -1;
	test = *state;
	snprintf(path, sizeof path, "%s/solveglass", test->folder.path);
	mkdir(path, 0700);
	setenv("XDG_CONFIG_HOME", test->folder.path, 1);
	return 0;
}

static struct program_run *run(void **state, const char *config,
			       const char *arguments)
{
	struct program_test *test = *state;

	program_write(&test->folder, "solveglass/config.ini", config,
		      strlen(config));
	program_run(&test->run, &test->folder, arguments);
	return &test->run;
}

static void it_sets_options_of_all_commands(void **state)
{
	struct program_run *ran =
		run(state, "# mine\njson = yes\n", "make suko");

	assert_int_equal(ran->status, 0);
	assert_memory_equal(ran->out, "{\"family\":\"suko\"", 16);
	ran = run(state, "json = off\n", "make suko");
	assert_int_not_equal(ran->out[0], '{');
}

static void a_section_is_for_one_command(void **state)
{
	static const char config[] = "[make]\njson = yes\nseed = 9\n"
				     "[read]\njson = no\n[batch]\njobs = 3\n";
	struct program_run *ran = run(state, config, "make suko");
	char *with_file;

	assert_int_equal(ran->status, 0);
	assert_int_equal(ran->out[0], '{');
	with_file = strdup(ran->out);
	ran = run(state, "", "make suko --json --seed 9");
	assert_string_equal(ran->out, with_file);
	free(with_file);
	ran = run(state, "[read]\njson = yes\n", "make suko");
	assert_int_not_equal(ran->out[0], '{');
}

static void the_command_line_goes_first(void **state)
{
	struct program_run *ran =
		run(state, "json = yes\n", "make suko --no-json");

	assert_int_equal(ran->status, 0);
	assert_int_not_equal(ran->out[0], '{');
	ran = run(state, "json = yes\ncolumns = 3\n",
		  "make cross-sum --columns 5 --rows 4");
	assert_non_null(strstr(ran->out, "\"columns\":5"));
}

/* Also what a line for all commands says. */
static void a_section_takes_back(void **state)
{
	static const char config[] = "json = yes\n[make]\njson = no\n";

	assert_int_not_equal(run(state, config, "make suko")->out[0], '{');
	assert_int_equal(run(state, "[make]\njson = no\n[read]\njson = yes\n",
			     "make suko --json")
				 ->out[0],
			 '{');
}

static void faults_are_named_by_line(void **state)
{
	static const char *const faulty[][2] = {
		{ "quiet = yes\ntiem = 5\n", "2: no such option: 'tiem'" },
		{ "[plya]\npace = 5\n", "2: no such command: 'plya'" },
		{ "quiet = perhaps\n", "1: expected yes or no: 'perhaps'" },
		{ "seed = x\n", "1: expected a whole number: 'x'" },
		{ "\n\nnonsense\n", "3: not understood" },
	};

	for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
		struct program_run *ran = run(state, faulty[i][0], "make suko");
		char wanted[256];

		snprintf(wanted, sizeof wanted,
			 "solveglass: %s/solveglass/config.ini:%s\n",
			 getenv("XDG_CONFIG_HOME"), faulty[i][1]);
		assert_string_equal(ran->err, wanted);
		assert_int_equal(ran->status, 64);
		ran = run(state, faulty[i][0], "make --help");
		assert_int_equal(ran->status, 0);
	}
}

static void no_file_is_no_fault(void **state)
{
	struct program_test *test = *state;

	program_run(&test->run, &test->folder, "make suko");
	assert_int_equal(test->run.status, 0);
	assert_string_equal(test->run.err, "");
}

static void a_folder_is_no_file(void **state)
{
	struct program_test *test = *state;
	char path[128];

	snprintf(path, sizeof path, "%s/solveglass/config.ini",
		 test->folder.path);
	assert_int_equal(mkdir(path, 0700), 0);
	program_expect(test, "make suko", 64, "solveglass: cannot read: '");
}

/* Every flag of every command is in each of the three texts. */
static void all_flags_are_told(void **state)
{
	struct buffer page, bash, zsh;

	(void)state;
	buffer_init(&page);
	buffer_init(&bash);
	buffer_init(&zsh);
	manual_page(&page, "0");
	manual_bash(&bash);
	manual_zsh(&zsh);
	for (int i = 0; commands[i]; i++) {
		char text[128];

		snprintf(text, sizeof text, ".SS solveglass %s ",
			 commands[i]->name);
		assert_non_null(strstr(buffer_text(&page), text));
		snprintf(text, sizeof text, "\t%s) words=", commands[i]->name);
		assert_non_null(strstr(buffer_text(&bash), text));
		snprintf(text, sizeof text, "\t'%s:", commands[i]->name);
		assert_non_null(strstr(buffer_text(&zsh), text));
	}
	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		char text[128];

		snprintf(text, sizeof text, " --%s", flag->name);
		assert_non_null(strstr(buffer_text(&bash), text));
		snprintf(text, sizeof text, "'--%s", flag->name);
		assert_non_null(strstr(buffer_text(&zsh), text));
	}
	buffer_fini(&page);
	buffer_fini(&bash);
	buffer_fini(&zsh);
}

/* The shell itself completes by it. */
static void bash_completes(void **state)
{
	static const char script[] =
		"--completion bash >c.bash && bash -ec '. ./c.bash\n"
		"COMP_WORDS=(solveglass so) COMP_CWORD=1; _solveglass\n"
		"echo \"${COMPREPLY[@]}\"\n"
		"compopt() { :; }\n"
		"COMP_WORDS=(solveglass play --pl) COMP_CWORD=2; _solveglass\n"
		"echo \"${COMPREPLY[@]}\"\n"
		"COMP_WORDS=(solveglass grab --outp) COMP_CWORD=2\n"
		"_solveglass; echo \"${COMPREPLY[@]}\"'";
	struct program_run *ran = run(state, "", script);

	assert_string_equal(ran->out, "solve\n--plan\n--output=\n");
	assert_string_equal(ran->err, "");
}

/* groff warns of what it does not understand. */
static void the_page_is_sound(void **state)
{
	struct program_run *ran =
		run(state, "",
		    "--man >s.1; command -v groff >/dev/null || exit 0; "
		    "groff -man -Tutf8 -ww -z s.1");

	assert_string_equal(ran->err, "");
	assert_string_equal(ran->out, "");
}

int main(void)
{
#define CONFIG_TEST(f)                                                         \
	cmocka_unit_test_setup_teardown(f, setup, program_teardown)
	const struct CMUnitTest tests[] = {
		CONFIG_TEST(it_sets_options_of_all_commands),
		CONFIG_TEST(a_section_is_for_one_command),
		CONFIG_TEST(the_command_line_goes_first),
		CONFIG_TEST(a_section_takes_back),
		CONFIG_TEST(faults_are_named_by_line),
		CONFIG_TEST(no_file_is_no_fault),
		CONFIG_TEST(a_folder_is_no_file),
		cmocka_unit_test(all_flags_are_told),
		CONFIG_TEST(bash_completes),
		CONFIG_TEST(the_page_is_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
