/* Pages of numbers, played in a real browser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page_stage.h"

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

/* What fits any program is tried with one mark there: a page that takes none of
 * it hears no more. */
static void a_program_that_takes_nothing_is_left_alone(void **state)
{
	struct stage *stage = *state;

	open_page("suko.html?pad", "Suko");
	play(stage, "play --yes", 4,
	     "play: the first mark changed nothing, and no client file is for "
	     "this program alone; nothing more was entered");
}

/* Which page it is may be told by a word on it, that the file has learned from
 * one of them: pages that differ by a letter of their headings. */
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

/* ... whose last button is not pressed, either. */
static void another_puzzle_is_not_checked(void **state)
{
	static const char client[] =
		"{\"name\":\"check\",\"number\":[\"click 1\",\"type\"],"
		"\"last\":[\"click 1\"],\"last_at\":[0.6,4.4],"
		"\"pace\":300}"; /* a busy browser draws that late */
	struct stage *stage = *state;

	program_write(&stage->folder, "check.json", client, strlen(client));
	open_page("suko.html?late", "Suko");
	play(stage, "play --yes --client check.json", 2,
	     "the puzzle on the screen is no longer the one that was solved, "
	     "after 9 of 9 marks");
	/* a title comes to the window a moment after the page */
	xvfb_sleep(500);
	assert_false(browser_is_titled(&browser, "Checked"));
}

/* All is there, but the page has a word that it does not say. */
static void a_page_that_does_not_say_so_is_not_solved(void **state)
{
	static const char client[] =
		"{\"name\":\"no check\",\"number\":[\"click 1\",\"type\"],"
		"\"solved_colour\":\"#22aa22\"}";
	struct stage *stage = *state;

	program_write(&stage->folder, "client.json", client, strlen(client));
	open_page("suko.html?check", "Suko");
	play(stage, "play --yes --client client.json", 2,
	     "play: all 9 marks are there, but the game does not say that it "
	     "is solved");
}

/* A page in which what is typed is a note. */
static void notes_are_no_numbers(void **state)
{
	struct stage *stage = *state;

	open_page("sudoku.html?notes", "Sudoku");
	play(stage, "play --yes", 2,
	     "play: 0 of 51 entered: the 4 in row 1, column 3 is there only as "
	     "a note, and 50 more");
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
	const struct CMUnitTest others[] = {
		PAGE_TEST(a_page_is_known_by_a_word_on_it),
		PAGE_TEST(a_program_that_takes_nothing_is_left_alone),
		PAGE_TEST(nothing_is_entered_into_another_puzzle),
		PAGE_TEST(an_answer_in_another_puzzle_is_none),
		PAGE_TEST(another_puzzle_is_not_checked),
		PAGE_TEST(a_page_that_does_not_say_so_is_not_solved),
		PAGE_TEST(notes_are_no_numbers),
		PAGE_TEST(a_page_is_not_solved_by_other_numbers),
	};

	return run_pages(true, others, sizeof others / sizeof *others,
			 argc > 1 ? argv[1] : NULL);
}
