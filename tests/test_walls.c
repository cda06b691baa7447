/* Who may include whom (DESIGN): the compiler's include paths of each folder
 * hold only what it may use, and libraries stay behind their one module. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static const char *const folders[] = {
	"core",          "puzzle",          "xlink",        "wlink",
	"capture",       "vision",          "vision/image", "vision/tokens",
	"vision/number", "vision/layout",   "vision/claim", "vision/grid",
	"vision/panel",  "vision/sighting", "solve",        "overlay",
	"app",           "scenes"
};

enum { FOLDERS = sizeof folders / sizeof *folders };

/* What each folder may see besides itself. */
static const struct {
	const char *folder;
	const char *may[11];
} walls[] = {
	{ "core", { NULL } },
	{ "puzzle", { "core", NULL } },
	{ "xlink", { "core", NULL } },
	{ "wlink", { "core", NULL } },
	{ "capture", { "core", "xlink", "wlink", NULL } },
	{ "vision/image", { "core", NULL } },
	{ "vision/tokens", { "core", "vision/image", NULL } },
	{ "vision/number", { "core", "vision/image", NULL } },
	{ "vision/layout", { "core", "vision/image", "vision/tokens", NULL } },
	{ "vision/claim",
	  { "core", "puzzle", "vision/image", "vision/tokens", "vision/number",
	    "vision/layout", NULL } },
	{ "vision/grid",
	  { "core", "puzzle", "vision/image", "vision/tokens", "vision/number",
	    "vision/layout", "vision/claim", NULL } },
	{ "vision/panel",
	  { "core", "puzzle", "vision/image", "vision/sighting", NULL } },
	{ "vision",
	  { "core", "puzzle", "vision/image", "vision/tokens", "vision/number",
	    "vision/layout", "vision/claim", "vision/grid", "vision/panel",
	    "vision/sighting", NULL } },
	{ "solve", { "core", "puzzle", NULL } },
	{ "overlay", { "core", "puzzle", "xlink", "wlink", NULL } },
};

static bool may_see(size_t wall, const char *folder)
{
	if (!strcmp(walls[wall].folder, folder))
		return true;
	for (int i = 0; walls[wall].may[i]; i++)
		if (!strcmp(walls[wall].may[i], folder))
			return true;
	return false;
}

/* Does the compile command have -I of our folder? */
static bool sees(const char *command, const char *folder)
{
	char flag[512];
	const char *at;
	size_t length = (size_t)snprintf(flag, sizeof flag, "-I%s/%s",
					 SOURCE_DIR, folder);

	for (at = command; (at = strstr(at, flag)); at += length)
		if (at[length] == ' ' || !at[length])
			return true;
	return false;
}

static void folders_see_only_what_they_may(void **state)
{
	json_t *commands =
		json_load_file(BUILD_DIR "/compile_commands.json", 0, NULL);
	size_t seen[sizeof walls / sizeof *walls] = { 0 };
	size_t index;
	json_t *entry;

	(void)state;
	assert_non_null(commands);
	json_array_foreach(commands, index, entry)
	{
		const char *file =
			json_string_value(json_object_get(entry, "file"));
		const char *command =
			json_string_value(json_object_get(entry, "command"));

		for (size_t w = 0; w < sizeof walls / sizeof *walls; w++) {
			char start[512];

			snprintf(start, sizeof start, "%s/%s/", SOURCE_DIR,
				 walls[w].folder);
			if (strncmp(file, start, strlen(start)) != 0)
				continue;
			seen[w]++;
			for (int f = 0; f < FOLDERS; f++)
				if (sees(command, folders[f]) &&
				    !may_see(w, folders[f]))
					fail_msg("%s is compiled with %s/ in "
						 "sight",
						 file, folders[f]);
		}
	}
	for (size_t w = 0; w < sizeof walls / sizeof *walls; w++)
		assert_true(seen[w] > 0);
	json_decref(commands);
}

/* A folder's own sources that name `header` in an #include, but for those
 * whose names start with one of `allowed`. */
static void only_in(const char *header, const char *const *allowed)
{
	static const char *const kinds[] = { "c", "h", "cpp" };

	for (size_t k = 0; k < 3 * FOLDERS; k++) {
		char pattern[512];
		glob_t found;

		snprintf(pattern, sizeof pattern, "%s/%s/*.%s", SOURCE_DIR,
			 folders[k / 3], kinds[k % 3]);
		if (glob(pattern, 0, NULL, &found) != 0)
			continue;
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *path = found.gl_pathv[i];
			const char *name = path + strlen(SOURCE_DIR) + 1;
			FILE *file = fopen(path, "r");
			char line[1024];
			bool may = false;

			assert_non_null(file);
			for (int a = 0; allowed[a]; a++)
				may |= !strncmp(name, allowed[a],
						strlen(allowed[a]));
			while (fgets(line, sizeof line, file))
				if (!may && !strncmp(line, "#include", 8) &&
				    strstr(line, header))
					fail_msg("%s includes %s", name,
						 header);
			fclose(file);
		}
		globfree(&found);
	}
}

static void libraries_stay_behind_their_module(void **state)
{
	(void)state;
	only_in("z3.h", (const char *const[]){ "solve/smt.", NULL });
	only_in("opencv", (const char *const[]){ "vision/image/", NULL });
	only_in("cairo", (const char *const[]){ "overlay/", "scenes/", NULL });
	only_in("<X11/", (const char *const[]){ "xlink/", "capture/",
						"overlay/", "app/", NULL });
	only_in("wayland-client.h", (const char *const[]){ "wlink/", NULL });
	only_in("gio/", (const char *const[]){ "wlink/", NULL });
	only_in("wlink_wayland.h",
		(const char *const[]){ "wlink/", "capture/", "overlay/", "app/",
				       NULL });
	only_in("png.h", (const char *const[]){ "capture/", NULL });
	only_in("jpeglib.h",
		(const char *const[]){ "capture/", "scenes/", NULL });
}

/* The checkers share nothing with the encodings, not even a header. */
static void checkers_do_not_know_solvers(void **state)
{
	glob_t headers;

	(void)state;
	assert_int_equal(glob(SOURCE_DIR "/solve/*.h", 0, NULL, &headers), 0);
	for (size_t i = 0; i < headers.gl_pathc; i++) {
		const char *name = strrchr(headers.gl_pathv[i], '/') + 1;
		char quoted[128];

		snprintf(quoted, sizeof quoted, "\"%s\"", name);
		only_in(quoted, (const char *const[]){ "solve/", "app/",
						       "scenes/", NULL });
	}
	globfree(&headers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folders_see_only_what_they_may),
		cmocka_unit_test(libraries_stay_behind_their_module),
		cmocka_unit_test(checkers_do_not_know_solvers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
