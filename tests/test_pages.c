/* Pages of lines and pieces, played in a real browser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page_stage.h"

/* Which page it is may be told by its colours, and none fits another one. */
static void nothing_is_clicked_where_no_client_fits(void **state)
{
	static const char elsewhere[] =
		"{\"name\":\"green\",\"colours\":[\"#00ff01\"],"
		"\"families\":[\"tracks\"],\"side\":[\"click 1\"]}";
	static const char here[] =
		"{\"name\":\"ivory\",\"colours\":[\"#f2f2ec\"],"
		"\"families\":[\"tracks\"],\"square\":[\"click 1\"],"
		"\"shapes\":[\"none\",\"left right\"]}";
	struct stage *stage = *state;

	open_page("tracks.html", "Tracks");
	assert_int_equal(system("mkdir -p \"$XDG_CONFIG_HOME/solveglass/"
				"clients\""),
			 0);
	program_write(&stage->folder, "solveglass/clients/a.json", elsewhere,
		      strlen(elsewhere));
	play(stage, "play --yes", 4,
	     "no client file says how 'tracks' is played in 'Tracks' ");
	program_write(&stage->folder, "solveglass/clients/b.json", here,
		      strlen(here));
	play(stage, "play --yes", 4,
	     "the client file's shapes do not include one");
}

/* A line that stands for a while, and is taken back, solves nothing. */
static void a_line_that_is_taken_back_is_none(void **state)
{
	struct stage *stage = *state;

	open_page("panel.html?refuses#1", "Panel");
	play(stage, "play --yes --pace 60", 2,
	     "play: 0 of 1 entered: the line was there, and the game took it "
	     "back");
	assert_false(browser_is_titled(&browser, "Solved"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest others[] = {
		PAGE_TEST(nothing_is_clicked_where_no_client_fits),
		PAGE_TEST(a_line_that_is_taken_back_is_none),
	};

	return run_pages(false, others, sizeof others / sizeof *others,
			 argc > 1 ? argv[1] : NULL);
}
