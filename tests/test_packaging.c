/* What distributions and shops take from packaging/, debian/ and the top folder
 * is of this version and of sound form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "file.h"
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
		{ "debian/changelog.in", "solveglass (" VERSION ") " },
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
	/* there is no home page to name; from 1.0 on appstreamcli warns of it
	 */
	expect_success("{ ! command -v appstreamcli || appstreamcli validate "
		       "--no-net packaging/solveglass.metainfo.xml || "
		       "appstreamcli validate --no-net "
		       "--override=url-homepage-missing=info "
		       "packaging/solveglass.metainfo.xml; } "
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

/* What opens closes, in its order; and Nix, where it is there, parses it. */
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
	expect_success("! command -v nix-instantiate >/dev/null || "
		       "nix-instantiate --parse flake.nix >/dev/null 2>&1");
}

/* It does what continuous integration does anywhere else. */
static void the_workflow_runs_the_checks(void **state)
{
	(void)state;
	assert_non_null(strstr(read_file(".github/workflows/tests.yml"),
			       "\n      - run: .ci/run\n"));
	expect_success("test -x .ci/run");
	expect_success("! python3 -c 'import yaml' 2>/dev/null || python3 -c "
		       "'import yaml; jobs = yaml.safe_load(open("
		       "\".github/workflows/tests.yml\"))[\"jobs\"]; "
		       "assert jobs[\"tests\"][\"steps\"]'");
}

static const char *text_of(const json_t *json, const char *name)
{
	const char *value = json_string_value(json_object_get(json, name));

	if (!value)
		fail_msg("the manifest lacks \"%s\"", name);
	return value;
}

/* Of Flatpak: its desktop entry has its name, and what it builds comes from a
 * place of a version. */
static void the_flatpak_is_sound(void **state)
{
	static const char path[] = "packaging/org.solveglass.Solveglass.json";
	json_error_t error;
	json_t *root =
		json_loads(read_file(path), JSON_REJECT_DUPLICATES, &error);
	const json_t *modules = json_object_get(root, "modules"), *module,
		     *source;
	char wanted[200];
	size_t i;

	(void)state;
	if (!root)
		fail_msg("%s:%d: %s", path, error.line, error.text);
	snprintf(wanted, sizeof wanted, "<id>%s</id>", text_of(root, "id"));
	assert_non_null(
		strstr(read_file("packaging/solveglass.metainfo.xml"), wanted));
	assert_string_equal(text_of(root, "command"), "solveglass");
	snprintf(wanted, sizeof wanted, "packaging/%s.desktop",
		 text_of(root, "id"));
	read_file(wanted);
	assert_true(json_array_size(modules) > 5);
	json_array_foreach(modules, i, module)
	{
		text_of(module, "name");
		source = json_array_get(json_object_get(module, "sources"), 0);
		if (i + 1 == json_array_size(modules)) {
			assert_string_equal(text_of(source, "type"), "dir");
			continue;
		}
		assert_memory_equal(text_of(source, "url"), "https://", 8);
		text_of(source, "tag");
	}
	json_decref(root);
}

/* Each in its size, and all that are installed. */
static void icons_have_their_sizes(void **state)
{
	static const int sizes[] = { 16, 24, 32, 48, 64, 128, 256, 512 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char path[128];
		struct image image = { 0 };
		struct problem problem = { 0 };

		snprintf(path, sizeof path,
			 SOURCE_DIR "/packaging/icons/solveglass-%d.png",
			 sizes[i]);
		if (file_load_image(path, &image, &problem) < 0)
			fail_msg("%s: %s", path, problem.text);
		assert_int_equal(image.width, sizes[i]);
		assert_int_equal(image.height, sizes[i]);
		image_fini(&image);
	}
	expect_success("test $(ls packaging/icons | wc -l) = $(sed -n 's/"
		       "^foreach(size \\(.*\\))/\\1/p' cmake/install.cmake | "
		       "wc -w)");
}

static void the_desktop_entries_are_sound(void **state)
{
	(void)state;
	expect_success("{ ! command -v desktop-file-validate >/dev/null || "
		       "desktop-file-validate packaging/*.desktop; }");
}

/* It builds with what scripts/setup installs, and says who made the package
 * where it is made. */
static void the_debian_source_is_sound(void **state)
{
	(void)state;
	expect_success("for name in $(sed -n '/^Build-Depends/,/^Standards/ "
		       "s/^ \\([^ ,]*\\).*/\\1/p;/^Standards/q' "
		       "debian/control.in); do grep -qx $name packages.debian "
		       "|| { echo $name is not in packages.debian; exit 1; }; "
		       "done");
	assert_non_null(strstr(read_file("debian/control.in"),
			       "\nMaintainer: @CONTACT@\n"));
	assert_non_null(
		strstr(read_file("debian/changelog.in"), "\n -- @CONTACT@  "));
	expect_success("! grep -rn 'example\\.' debian packaging cmake");
	expect_success(
		"for file in debian/tests/solve debian/tests/library; do "
		"test -x $file && sh -n $file || exit 1; done");
}

/* With the program that was just built in place of the installed one. */
static void the_autopkgtest_passes(void **state)
{
	struct program_folder folder;
	char command[600];

	(void)state;
	program_folder_make(&folder);
	snprintf(command, sizeof command,
		 "AUTOPKGTEST_TMP='%s' PATH='" BUILD_DIR ":'\"$PATH\" "
		 "debian/tests/solve >'%s/log' 2>&1 || { cat '%s/log'; exit 1; "
		 "}",
		 folder.path, folder.path, folder.path);
	expect_success(command);
	program_folder_remove(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_of_this_version),
		cmocka_unit_test(the_metainfo_is_sound),
		cmocka_unit_test(the_pkgbuild_is_sound),
		cmocka_unit_test(the_flake_is_sound),
		cmocka_unit_test(the_flatpak_is_sound),
		cmocka_unit_test(the_workflow_runs_the_checks),
		cmocka_unit_test(icons_have_their_sizes),
		cmocka_unit_test(the_desktop_entries_are_sound),
		cmocka_unit_test(the_debian_source_is_sound),
		cmocka_unit_test(the_autopkgtest_passes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
