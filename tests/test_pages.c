/* Pages of our own in a real browser, read from its window and played to what
 * the pages themselves call solved: their title. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page_plays.h"

struct stage {
	Display *display;
	struct program_folder folder; /* our files */
	const struct page_play *play;
};

static struct browser browser;

static int start_display(void **state)
{
	(void)state;
	return browser_start(&browser) ? 0 : -1;
}

static int end_display(void **state)
{
	(void)state;
	browser_stop(&browser);
	return 0;
}

static int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);

	stage->play = *state;
	program_folder_make(&stage->folder);
	setenv("XDG_CONFIG_HOME", stage->folder.path, 1);
	stage->display = browser.display;
	*state = stage;
	return 0;
}

static int tear_down(void **state)
{
	struct stage *stage = *state;

	program_folder_remove(&stage->folder);
	unsetenv("XDG_CONFIG_HOME");
	free(stage);
	return 0;
}

/* Opens a page in place of the last one; waits until its title says what it
 * is. */
static void open_page(const char *page, const char *title)
{
	if (!browser_is_installed())
		skip_because(BROWSER " is not installed");
	if (!browser_open(&browser, page, title))
		fail_msg("no page comes that is called '%s'", title);
}

/* Plays; it must end so, and say so. */
static void play(struct stage *stage, const char *arguments, int status,
		 const char *said)
{
	struct program_run *run = calloc(1, sizeof *run);

	program_run(run, &stage->folder, arguments);
	if (run->status != status || !strstr(run->err, said))
		fail_msg("%d\n%s%s", run->status, run->out, run->err);
	free(run);
}

/* One of the table, to the page's own word. */
static void play_to_the_end(struct stage *stage, const struct page_play *page)
{
	struct program_run *run = calloc(1, sizeof *run);
	enum page_end end;

	if (!browser_is_installed())
		skip_because(BROWSER " is not installed");
	end = page_play_run(page, &browser, &stage->folder, run);
	if (end == PAGE_ABSENT)
		fail_msg("no page comes that is called '%s'", page->title);
	if (end != PAGE_SOLVED || !strstr(run->err, "play: solved: "))
		fail_msg("%d\n%s%s", run->status, run->out, run->err);
	free(run);
}

static void a_page_is_played(void **state)
{
	struct stage *stage = *state;

	play_to_the_end(stage, stage->play);
}

/* Plays with the client of this name. */
static void expect_client(struct stage *stage, const char *name)
{
	struct program_run *run = calloc(1, sizeof *run);
	char said[200];

	program_run(run, &stage->folder, "play --yes --no-look --json");
	snprintf(said, sizeof said, "\"client\":\"%s\"", name);
	if (!strstr(run->out, said))
		fail_msg("%d\n%s%s", run->status, run->out, run->err);
	free(run);
}

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
	play(stage, "play --yes", 4, "the client's shapes lack one");
}

/* ... or by a word on it, that the file has learned from one of them: pages
 * that differ by a letter of their headings. */
static void a_page_is_known_by_a_word_on_it(void **state)
{
	static const char client[] =
		"{\"name\":\"the first level's\",\"title\":\"Suko\","
		"\"number\":[\"click 1\",\"type\"]}";
	static const char path[] = "solveglass/clients/level.json";
	struct stage *stage = *state;
	char learn[200];

	open_page("suko.html?called=Level-1", "Suko");
	assert_int_equal(system("mkdir -p \"$XDG_CONFIG_HOME/solveglass/"
				"clients\""),
			 0);
	program_write(&stage->folder, path, client, strlen(client));
	snprintf(learn, sizeof learn, "play --pointer --client %s --learn-page",
		 path);
	XTestFakeMotionEvent(browser.display, -1, 500, 600, 0);
	XSync(browser.display, False);
	play(stage, learn, 4, "nothing is seen under the pointer");
	XTestFakeMotionEvent(browser.display, -1, 70, 32, 0);
	XSync(browser.display, False);
	play(stage, learn, 0, "");
	expect_client(stage, "the first level's");
	open_page("suko.html?called=Level-7", "Suko");
	expect_client(stage, "cells that are clicked and take digits");
	open_page("suko.html?called=Level-1#1", "Suko");
	play(stage, "play --yes", 0, "play: solved: all 9 marks are there");
	assert_true(browser_is_titled(&browser, "Solved"));
}

/* The page becomes another puzzle when three numbers are in. */
static void nothing_is_entered_into_another_puzzle(void **state)
{
	struct stage *stage = *state;

	open_page("suko.html?changes", "Suko");
	play(stage, "play --yes", 2,
	     "the puzzle on the screen is no longer the one that was solved, "
	     "after ");
	assert_false(browser_is_titled(&browser, "Solved"));
}

/* ... nor is the answer there where it stands in another puzzle by then. */
static void an_answer_in_another_puzzle_is_none(void **state)
{
	struct stage *stage = *state;

	open_page("suko.html?late", "Suko");
	play(stage, "play --yes", 2,
	     "the puzzle on the screen is no longer the one that was solved");
}

/* A page in which what is typed is a note. */
static void notes_are_no_numbers(void **state)
{
	struct stage *stage = *state;

	open_page("sudoku.html?notes", "Sudoku");
	play(stage, "play --yes", 2,
	     "play: 0 of 51 entered: the 4 in row 1, column 3 stands there as "
	     "a note, and 50 more");
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

/* What the page calls solved is worth something, and so is what we call so. */
static void a_page_is_not_solved_by_other_numbers(void **state)
{
	static const char client[] =
		"{\"name\":\"ones\",\"number\":[\"click 1\",\"key ctrl+a\","
		"\"type\",\"key 1\"]}";
	struct stage *stage = *state;

	program_write(&stage->folder, "ones.json", client, strlen(client));
	open_page("suko.html", "Suko");
	play(stage, "play --yes --client ones.json", 2,
	     "play: 0 of 9 entered: the 1 in a1 (row 1, column 1) ");
	assert_false(browser_is_titled(&browser, "Solved"));
}

int main(int argc, char **argv)
{
#define PAGE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest others[] = {
		PAGE_TEST(nothing_is_clicked_where_no_client_fits),
		PAGE_TEST(a_page_is_known_by_a_word_on_it),
		PAGE_TEST(nothing_is_entered_into_another_puzzle),
		PAGE_TEST(an_answer_in_another_puzzle_is_none),
		PAGE_TEST(notes_are_no_numbers),
		PAGE_TEST(a_line_that_is_taken_back_is_none),
		PAGE_TEST(a_page_is_not_solved_by_other_numbers),
	};
	struct CMUnitTest tests[PAGE_PLAYS + sizeof others / sizeof *others];

	for (size_t i = 0; i < PAGE_PLAYS; i++)
		tests[i] = (struct CMUnitTest){ page_plays[i].name,
						a_page_is_played, set_up,
						tear_down,
						(void *)&page_plays[i] };
	memcpy(tests + PAGE_PLAYS, others, sizeof others);
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, start_display, end_display);
}
