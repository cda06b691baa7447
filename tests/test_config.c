/* The configuration file, the manual page and the completions: all from the
 * tables that --help is made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "command.h"
#include "config.h"
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

/* In place of the user's own, for one run. */
static void another_file_is_named(void **state)
{
	struct program_test *test = *state;

	program_write(&test->folder, "other.ini", "json = yes\n", 11);
	run(state, "json = no\n", "make suko --config=other.ini");
	assert_int_equal(test->run.out[0], '{');
	run(state, "quiet = perhaps\n",
	    "make suko --config other.ini --no-json");
	assert_int_equal(test->run.status, 0);
	assert_int_not_equal(test->run.out[0], '{');
	run(state, "json = yes\n", "make suko --config /dev/null");
	assert_int_not_equal(test->run.out[0], '{');
	program_expect(test, "make suko --config nowhere.ini", 64,
		       "solveglass: cannot read: 'nowhere.ini' (No such file "
		       "or directory)\n");
	program_write(&test->folder, "other.ini", "config = x.ini\n", 15);
	program_expect(test, "make suko --config other.ini", 64,
		       "other.ini:1: no such option: 'config'\n");
}

/* Of what is said on stderr, whatever is printed. */
static void what_is_logged_has_levels(void **state)
{
	static const struct {
		const char *flags;
		bool note, detail;
	} cases[] = {
		{ "", true, false },
		{ "--verbose", true, true },
		{ "--quiet", false, false },
		{ "--log errors", false, false },
		{ "--log errors --verbose", false, false },
		{ "--log notes --quiet", true, false },
		{ "--log details --quiet", true, true },
	};
	static const char puzzle[] = "--puzzle '"
				     "#tt\nR,2,2\n1,0,0\n1,0,0\n"
				     "E,left,0,right,1\n'";

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char arguments[600];
		struct program_run *ran;

		/* a history that is damaged; no place for one */
		snprintf(
			arguments, sizeof arguments,
			"--version; mkdir -p s/solveglass; echo damaged "
			">s/solveglass/history.db; XDG_STATE_HOME=$PWD/s '%s' "
			"solve %s %s; env -u HOME -u XDG_STATE_HOME '%s' solve "
			"%s %s",
			PROGRAM, cases[i].flags, puzzle, PROGRAM,
			cases[i].flags, puzzle);
		ran = run(state, "", arguments);
		assert_int_equal(ran->status, 1);
		assert_int_equal(!!strstr(ran->err, "was damaged"),
				 cases[i].note);
		assert_int_equal(!!strstr(ran->err, "no folder for it"),
				 cases[i].detail);
	}
	assert_int_equal(run(state, "log = much\n", "make suko")->status, 64);
}

/* What a key is called the default of changes nothing where it is set. */
static void defaults_are_those_of_the_options(void **state)
{
	struct options fresh, options;
	struct problem problem = { 0 };
	int count = 0;

	(void)state;
	assert_int_equal(options_init(&fresh, NULL), 0);
	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		struct buffer initial;
		const char **text;

		buffer_init(&initial);
		options_initial(flag, &initial);
		count += initial.length > 0;
		/* byte by byte the same, but for what is set */
		memcpy(&options, &fresh, sizeof options);
		if (initial.length &&
		    options_set_text(&options, flag, buffer_text(&initial),
				     &problem) < 0)
			fail_msg("%s: %s", flag->name, problem.text);
		text = (const char **)((char *)&options + flag->field);
		if (initial.length && flag->field && flag->argument) {
			assert_string_equal(
				*text,
				*(const char **)((char *)&fresh + flag->field));
			*text = *(const char **)((char *)&fresh + flag->field);
		}
		for (size_t i = 0; i < options.kept_count; i++)
			free(options.kept[i]);
		free(options.kept);
		options.kept = NULL;
		options.kept_count = options.kept_capacity = 0;
		if (memcmp((const char *)&options, (const char *)&fresh,
			   sizeof options) != 0)
			fail_msg("the default of %s is not '%s'", flag->name,
				 buffer_text(&initial));
		buffer_fini(&initial);
	}
	options_fini(&fresh);
	assert_true(count > 30);
}

/* Every key, with that default, and as a file it holds for every command. */
static void the_example_has_every_key(void **state)
{
	struct program_test *test = *state;
	struct buffer text, wanted, active;
	char *line, *rest, *copy;
	int keys = 0;

	buffer_init(&text);
	manual_config(&text);
	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		if (!strcmp(flag->name, "config"))
			continue;
		buffer_init(&wanted);
		buffer_printf(&wanted, "\n#%s = ", flag->name);
		options_initial(flag, &wanted);
		if (buffer_text(&wanted)[wanted.length - 1] == ' ')
			buffer_puts(&wanted, flag->argument);
		buffer_puts(&wanted, "\n");
		if (!strstr(buffer_text(&text), buffer_text(&wanted)))
			fail_msg("no line%s", buffer_text(&wanted));
		buffer_fini(&wanted);
		keys++;
	}
	assert_true(keys > 50);
	/* those whose value is no word in capitals */
	buffer_init(&active);
	copy = strdup(buffer_text(&text));
	for (line = strtok_r(copy, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		const char *value = strstr(line, " = ");
		bool named = value && value[3] >= 'A' && value[3] <= 'Z' &&
			     value[4] >= 'A' && value[4] <= 'Z';

		if (line[0] == '[' ||
		    (line[0] == '#' && line[1] != ' ' && value && !named &&
		     strcmp(value, " = N") && strcmp(value, " = X,Y") &&
		     strcmp(value, " = N,...")))
			buffer_printf(&active, "%s\n", line + (*line == '#'));
	}
	free(copy);
	program_write(&test->folder, "all.ini", active.data, active.length);
	for (int i = 0; commands[i]; i++) {
		struct options options;
		struct problem problem = { 0 };
		char path[128];

		snprintf(path, sizeof path, "%s/all.ini", test->folder.path);
		assert_int_equal(options_init(&options, NULL), 0);
		if (config_apply(&options, commands[i], path, &problem) < 0)
			fail_msg("%s", problem.text);
		options_fini(&options);
	}
	program_run(&test->run, &test->folder, "make suko --seed 4 >without");
	program_expect(test, "make suko --seed 4 --config all.ini >with", 0,
		       "");
	program_expect(test, "--version; cmp with without", 0, "");
	program_expect(test, "--example-config", 0, "");
	assert_string_equal(test->run.out, buffer_text(&text));
	buffer_fini(&active);
	buffer_fini(&text);
}

/* "--no-look" as the man macros want it. */
static void put_in_troff(const char *name, char *text, size_t size)
{
	size_t n = (size_t)snprintf(text, size, "\\-\\-");

	for (; *name && n + 3 < size; name++)
		n += (size_t)snprintf(text + n, size - n, "%s%c",
				      *name == '-' ? "\\" : "", *name);
	snprintf(text + n, size - n, "\\fR");
}

/* Every command and every flag is in its page and in each completion. */
static void all_flags_are_told(void **state)
{
	static void (*const puts[])(
		struct buffer *) = { manual_bash, manual_zsh, manual_fish };
	static const char *const names[][4] = {
		/* before and after a command, a flag */
		{ "\t", ") words=", " --", "" },
		{ "\t'", ":", "'--", "" },
		{ " -a ", " -d ", " -l ", " " },
	};
	struct buffer page, all;
	char text[128];

	(void)state;
	buffer_init(&all);
	manual_page(&all, "0", "2000-01-01");
	for (int i = 0; commands[i]; i++) {
		snprintf(text, sizeof text, ".BR solveglass\\-%s (1)",
			 commands[i]->name);
		assert_non_null(strstr(buffer_text(&all), text));
		buffer_init(&page);
		manual_command(&page, "0", "2000-01-01", commands[i]);
		for (const struct flag *flag = options_flags(); flag->name;
		     flag++)
			if (flag->groups & commands[i]->usage.groups) {
				put_in_troff(flag->name, text, sizeof text);
				assert_non_null(
					strstr(buffer_text(&page), text));
			}
		buffer_fini(&page);
	}
	buffer_fini(&all);
	for (size_t shell = 0; shell < 3; shell++) {
		buffer_init(&all);
		puts[shell](&all);
		for (int i = 0; commands[i]; i++) {
			snprintf(text, sizeof text, "%s%s%s", names[shell][0],
				 commands[i]->name, names[shell][1]);
			assert_non_null(strstr(buffer_text(&all), text));
		}
		for (const struct flag *flag = options_flags(); flag->name;
		     flag++) {
			snprintf(text, sizeof text, "%s%s%s", names[shell][2],
				 flag->name, names[shell][3]);
			assert_non_null(strstr(buffer_text(&all), text));
		}
		buffer_fini(&all);
	}
}

/* The shell itself completes by it: commands, flags, their values however they
 * are parted, and words after a command. */
static void bash_completes(void **state)
{
	static const char script[] =
		"--completion bash >c.bash && bash -ec '. ./c.bash\n"
		"try() { COMP_WORDS=(solveglass \"$@\"); COMP_CWORD=$#\n"
		"_solveglass; echo \"${COMPREPLY[@]}\"; }\n"
		"compopt() { :; }; solveglass() { echo 0; echo DP-1; }\n"
		"try so; try play --pl; try grab --outp\n"
		"try solve --engine = ; try solve --engine = s\n"
		"try solve --engine z; try solve --family = suko,p\n"
		"try make --with = ta; try make pan; try press h\n"
		"try show -m \"\"; try history ex'";
	struct program_run *ran = run(state, "", script);

	assert_string_equal(ran->out, "solve\n--plan\n--output=\n"
				      "auto z3 search\nsearch\n"
				      "z3\nsuko,panel suko,pyramid\n"
				      "tall-boxes\npanel\nhint hide\n"
				      "0 DP-1\nexport\n");
	assert_string_equal(ran->err, "");
}

/* The same of fish, where it is there. */
static void fish_completes(void **state)
{
	static const char script[] =
		"--completion fish >c.fish; fish -n c.fish; fish -c '"
		"function solveglass; " PROGRAM " $argv; end; source c.fish; "
		"for line in \"so\" \"play --pl\" \"solve --engine \" "
		"\"make --with=ta\" \"make pan\" \"show --answer-colour or\"; "
		"complete -C \"solveglass $line\"; end' | cut -f1";

	if (system("command -v fish >/dev/null") != 0)
		return;
	assert_string_equal(run(state, "", script)->out,
			    "solve\n--plan\nauto\nsearch\nz3\n"
			    "--with=tall-boxes\npanel\norange\n");
	assert_string_equal(((struct program_test *)*state)->run.err, "");
}

/* What completion offers a flag is taken by it. */
static void values_are_taken(void **state)
{
	int count = 0;

	(void)state;
	for (const struct flag *flag = options_flags(); flag->name; flag++) {
		struct buffer names;
		char *text, *next;

		buffer_init(&names);
		options_values(flag, &names);
		text = strdup(buffer_text(&names));
		buffer_fini(&names);
		for (char *name = text; name && *name; name = next) {
			struct options options;
			struct problem problem = { 0 };

			next = strchr(name, '|');
			if (next)
				*next++ = '\0';
			assert_int_equal(options_init(&options, &problem), 0);
			assert_int_equal(
				options_set(&options, flag, name, &problem), 0);
			options_fini(&options);
			count++;
		}
		free(text);
	}
	assert_true(count > 40);
}

/* Sets of rules and keys are judged where they are used. */
static void rules_and_keys_are_taken(void **state)
{
	static const char script[] =
		"--completion bash >c.bash; for name in $(sed -n "
		"'s/.*--rules) values=\"\\(.*\\)\".*/\\1/p' c.bash); "
		"do " PROGRAM " solve --no-store --rules $name " SOURCE_DIR
		"/samples/panel/maze-2.json >told || echo $name; done; "
		"for name in $(sed -n 's/.*--hotkey) values=\"\\(.*\\)\".*/"
		"\\1/p' c.bash); do " PROGRAM
		" doctor --hotkey $name --next-hotkey none >told 2>&1; "
		"test $? = 64 && echo $name; done; true";
	struct program_run *ran = run(state, "", script);

	assert_string_equal(ran->out, "");
}

/* groff warns of what it does not understand. */
static void the_pages_are_sound(void **state)
{
	static const char script[] =
		"--man >s.1; command -v groff >/dev/null || exit 0; "
		"for name in $(sed -n 's/^.BR solveglass.-\\([a-z]*\\) (1)$/"
		"\\1/p' s.1); do " PROGRAM " --man $name >$name.1; done; "
		"awk -f " SOURCE_DIR "/cmake/manual.awk " SOURCE_DIR
		"/docs/formats.md >formats.5; test $(ls *.[15] | wc -l) -ge 14 "
		"|| ls; groff -man -Tutf8 -ww -z *.1 *.5";
	struct program_run *ran = run(state, "", script);

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
		CONFIG_TEST(another_file_is_named),
		CONFIG_TEST(what_is_logged_has_levels),
		cmocka_unit_test(defaults_are_those_of_the_options),
		CONFIG_TEST(the_example_has_every_key),
		cmocka_unit_test(all_flags_are_told),
		CONFIG_TEST(bash_completes),
		CONFIG_TEST(fish_completes),
		CONFIG_TEST(values_are_taken),
		CONFIG_TEST(rules_and_keys_are_taken),
		CONFIG_TEST(the_pages_are_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
