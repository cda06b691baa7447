/* cmake --install below a prefix: the program runs from there, knows how
 * programs are played, and what lies beside it names it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

static int run(const struct program_folder *folder, const char *format)
{
	char command[1024];
	int status;

	snprintf(command, sizeof command,
		 "cd '%s' && { %s; } >stdout.txt 2>stderr.txt", folder->path,
		 format);
	status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void slurp(const struct program_folder *folder, const char *name,
		  char *text, size_t size)
{
	char path[256];

	snprintf(path, sizeof path, "%s/%s", folder->path, name);
	program_slurp(path, text, size);
}

static void a_prefix_is_respected(void **state)
{
	static const char install[] =
		"cmake --install '" BUILD_DIR "' --prefix \"$PWD/there\"";
	static const char *const wanted[] = {
		"there/bin/solveglass",
		"there/share/man/man1/solveglass.1.gz",
		"there/share/man/man1/solveglass-watch.1.gz",
		"there/share/man/man5/solveglass-formats.5.gz",
		"there/share/fish/vendor_completions.d/solveglass.fish",
		"there/share/bash-completion/completions/solveglass",
		"there/share/zsh/site-functions/_solveglass",
		"there/share/applications/org.solveglass.Solveglass.desktop",
		"there/share/metainfo/org.solveglass.Solveglass.metainfo.xml",
		"there/share/icons/hicolor/scalable/apps/solveglass.svg",
		"there/share/icons/hicolor/48x48/apps/solveglass.png",
		"there/share/doc/solveglass/examples/config.ini",
		"there/share/systemd/user/solveglass.service",
	};
	struct program_folder folder;
	char text[20000], exec[256];

	(void)state;
	program_folder_make(&folder);
	if (run(&folder, install) != 0) {
		slurp(&folder, "stderr.txt", text, sizeof text);
		fail_msg("%s", text);
	}
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		slurp(&folder, wanted[i], text, sizeof text);
		if (!text[0])
			fail_msg("%s is not there", wanted[i]);
	}
	slurp(&folder, "there/share/systemd/user/solveglass.service", text,
	      sizeof text);
	snprintf(exec, sizeof exec,
		 "\nExecStart=%s/there/bin/solveglass watch\n", folder.path);
	assert_non_null(strstr(text, exec));
	assert_int_equal(run(&folder,
			     "there/bin/solveglass make suko --json | "
			     "there/bin/solveglass solve --no-store -"),
			 0);
	/* wherever the folder is moved to, messages are found beside it; in
	 * English alone where they were built without gettext, or the machine
	 * has no locale for them */
	assert_int_equal(
		run(&folder,
		    "test ! -e '" BUILD_DIR "/locale' || "
		    "! locale -a | grep -qi 'C.utf-*8' || "
		    "{ mv there moved && LC_ALL=C.UTF-8 LANGUAGE=de "
		    "moved/bin/solveglass --help | grep -q '^Befehle:' && "
		    "mv moved there; }"),
		0);
	/* the window is found there, or was left out, which is said */
	assert_int_equal(
		run(&folder,
		    "env -u DISPLAY -u WAYLAND_DISPLAY "
		    "there/bin/solveglass view 2>&1 | grep -q \"$(test "
		    "-e '" BUILD_DIR "/solveglass-view.so' && "
		    "echo no display || echo left out)\""),
		0);
	program_folder_remove(&folder);
}

/* The pages of the manual are sound to mandoc and man, where these are there.
 */
static void the_manual_is_sound(void **state)
{
	static const char script[] =
		"for page in '" BUILD_DIR "'/manual/*.gz; do "
		"{ ! command -v mandoc || zcat \"$page\" | "
		"mandoc -Tlint -Wwarning; } && { ! command -v man || "
		"LC_ALL=C.UTF-8 man --warnings -l -E UTF-8 -Tutf8 -Z "
		"\"$page\" 2>&1 >/dev/null | { ! grep .; }; } || exit 1; done";
	struct program_folder folder;
	char text[4000];

	(void)state;
	program_folder_make(&folder);
	if (run(&folder, script) != 0) {
		slurp(&folder, "stdout.txt", text, sizeof text);
		fail_msg("%s", text);
	}
	program_folder_remove(&folder);
}

/* What the desktop and systemd start is a command of ours. */
static void what_is_started_exists(void **state)
{
	static const char script[] =
		"cat '" SOURCE_DIR
		"/packaging/org.solveglass.Solveglass.desktop' "
		"'" SOURCE_DIR "/packaging/solveglass-view.desktop' "
		"'" SOURCE_DIR "/packaging/solveglass.service.in' | "
		"sed -n 's/^Exec.*solveglass \\([a-z]*\\).*/\\1/p' | "
		"while read -r name; do '" PROGRAM "' $name --help >help || "
		"exit 1; echo $name; done";
	struct program_folder folder;
	char text[2000];

	(void)state;
	program_folder_make(&folder);
	assert_int_equal(run(&folder, script), 0);
	slurp(&folder, "stdout.txt", text, sizeof text);
	assert_string_equal(text, "watch\nshow\nview\nwatch\n");
	program_folder_remove(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_prefix_is_respected),
		cmocka_unit_test(the_manual_is_sound),
		cmocka_unit_test(what_is_started_exists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
