/* What distributions and shops take from packaging/ and from the top folder is
 * of this version and of sound form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

static char text[40000];

static const char *read_file(const char *name)
{
	char path[256];

	snprintf(path, sizeof path, "%s/%s", SOURCE_DIR, name);
	program_slurp(path, text, sizeof text);
	if (!text[0])
		fail_msg("%s is not there", name);
	return text;
}

/* Runs a command of shell in the top folder. */
static void expect_success(const char *command)
{
	char line[1024];

	snprintf(line, sizeof line, "cd '%s' && %s", SOURCE_DIR, command);
	if (system(line) != 0)
		fail_msg("failed: %s", command);
}

static void all_are_of_this_version(void **state)
{
	static const char *const wanted[][2] = {
		{ "CHANGELOG.md", "\n## " VERSION " - " },
		{ "packaging/changelog", "solveglass (" VERSION ")" },
		{ "packaging/solveglass.metainfo.xml",
		  "<release version=\"" VERSION "\"" },
		{ "packaging/PKGBUILD", "\npkgver=" VERSION "\n" },
		{ "flake.nix", "version = \"" VERSION "\";" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (!strstr(read_file(wanted[i][0]), wanted[i][1]))
			fail_msg("%s lacks %s", wanted[i][0], wanted[i][1]);
}

/* And names a desktop entry and an icon that are there. */
static void the_metainfo_is_sound(void **state)
{
	(void)state;
	expect_success("python3 -c 'import sys, xml.etree.ElementTree as tree; "
		       "root = tree.parse(sys.argv[1]).getroot(); "
		       "assert root.tag == \"component\"; "
		       "open(\"packaging/\" + root.find(\"launchable\").text); "
		       "open(\"packaging/\" + root.find(\"icon\").text + "
		       "\".svg\")' packaging/solveglass.metainfo.xml");
	expect_success("{ ! command -v appstreamcli || appstreamcli validate "
		       "--no-net packaging/solveglass.metainfo.xml; } "
		       ">/dev/null 2>&1");
}

static void the_pkgbuild_is_sound(void **state)
{
	(void)state;
	expect_success("bash -euc '. packaging/PKGBUILD; declare -F build "
		       "package >/dev/null; test \"$pkgname\" = solveglass; "
		       "test ${#depends[@]} -gt 10; "
		       "test ${#source[@]} = ${#sha256sums[@]}'");
}

/* No parser of Nix is at hand: what opens closes, in its order. */
static void the_flake_is_sound(void **state)
{
	const char *at = read_file("flake.nix");
	static const char pairs[] = "{}[]()";
	char open[64];
	int depth = 0;

	(void)state;
	for (; *at; at++) {
		const char *pair;

		if (*at == '#')
			at += strcspn(at, "\n");
		else if (*at == '"')
			at += 1 + strcspn(at + 1, "\"\n");
		if (!*at)
			break;
		pair = strchr(pairs, *at);
		if (!pair)
			continue;
		if ((pair - pairs) % 2 == 0) {
			assert_true(depth < (int)sizeof open);
			open[depth++] = pair[1];
		} else {
			assert_true(depth > 0);
			assert_int_equal(open[--depth], *at);
		}
	}
	assert_int_equal(depth, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_of_this_version),
		cmocka_unit_test(the_metainfo_is_sound),
		cmocka_unit_test(the_pkgbuild_is_sound),
		cmocka_unit_test(the_flake_is_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
