/* For tests and benches: what is played on each of the pages in tests/pages,
 * to the page's own "Solved". */
#ifndef PAGE_PLAYS_H
#define PAGE_PLAYS_H

#include "browser.h"

struct page_play {
	const char *name, *page, *title;
	const char *client; /* a file; NULL: one of those that we bring */
	const char *flags;
	/* n is New Game there: its next one is played as well, with a mark in
	 * it that was made by hand */
	bool next_game;
};

enum page_end {
	PAGE_ABSENT,    /* it did not come */
	PAGE_LEFT,      /* not solved, and not said to be */
	PAGE_CLAIMED,   /* said to be solved, and not by the page's word */
	PAGE_UNCLAIMED, /* solved, and not said to be */
	PAGE_SOLVED,
	PAGE_ENDS
};

/* Where the pad's buttons are, in cells; it has none of 0. */
#define PAD_PLACES                                                             \
	"[[0,0],[4.15,0.46],[4.83,0.46],[5.51,0.46],[4.15,1.14],"              \
	"[4.83,1.14],[5.51,1.14],[4.15,1.82],[4.83,1.82],[5.51,1.82]]"

/* Squares that a click takes on to the next of six shapes. */
static const char page_play_cycle[] =
	"{\"name\":\"cycle\",\"square\":[\"turn click 1\"],"
	"\"shapes\":[\"none\",\"left right\",\"top bottom\",\"right bottom\","
	"\"bottom left\",\"left top\",\"top right\"],\"clear\":[\"key u\"],"
	"\"redo\":[\"key r\"]}";

static const struct page_play page_plays[] = {
	{ "suko", "suko.html", "Suko", NULL, "", false },
	{ "another suko", "suko.html#1", "Suko", NULL, "", false },
	{ "cross-sum", "cross-sum.html", "Total Concentration", NULL, "",
	  false },
	{ "pyramid", "pyramid.html", "Number Pyramid", NULL, "", false },
	/* ctrl+a goes to cells that have the keyboard only */
	{ "ctrl+a for the page", "pyramid.html?silent", "Number Pyramid", NULL,
	  "", false },
	{ "sudoku", "sudoku.html", "Sudoku", NULL, "", false },
	{ "sudoku with notes in it", "sudoku.html?noted", "Sudoku", NULL, "",
	  false },
	{ "sudoku with tall boxes", "sudoku.html#1", "Sudoku", NULL, "",
	  false },
	{ "panel by dragging", "panel.html", "Panel", NULL, "--pace 60",
	  false },
	/* a page that holds the pointer, as the game does; slowly: on a busy
	 * machine a browser draws few frames a second, and a page hears of the
	 * pointer once a frame */
	{ "panel by motion", "panel.html?held#1", "Panel",
	  "{\"name\":\"held\",\"relative\":true,\"line\":[\"click 1\","
	  "\"wait 500\",\"follow\",\"wait 200\",\"click 1\"]}",
	  "--pace 60", false },
	{ "sigils", "sigils.html", "Sigils", NULL, "", false },
	/* a page that locks the pointer, takes some of its motion and pushes at
	 * corners; the second file does not know by how much */
	{ "lock, scale known", "panel.html?lock", "Panel",
	  "{\"name\":\"lock\",\"relative\":true,\"scale\":0.7,"
	  "\"feedback\":true,\"pace\":40,\"line\":[\"click 1\",\"wait 500\","
	  "\"follow\",\"wait 300\",\"click 1\"],\"solved_title\":\"Solved\"}",
	  "", false },
	{ "lock, scale unknown", "panel.html?lock#1", "Panel",
	  "{\"name\":\"lock\",\"relative\":true,\"feedback\":true,\"pace\":40,"
	  "\"line\":[\"click 1\",\"wait 500\",\"follow\",\"wait 300\","
	  "\"click 1\"],\"solved_title\":\"Solved\"}",
	  "", false },
	{ "one of several answers", "panel.html?picky#1", "Panel",
	  "{\"name\":\"picky\",\"pace\":60,\"line\":[\"press 1\",\"follow\","
	  "\"release 1\"],\"solved_title\":\"Solved\"}",
	  "--try-all", false },
	/* the same of a page that shows a wrong line for a while, to a client
	 * that knows no word of it */
	{ "a line that is refused", "panel.html?refuses#1", "Panel",
	  "{\"name\":\"refuses\",\"pace\":60,\"line\":[\"press 1\","
	  "\"follow\",\"release 1\"]}",
	  "--try-all", false },
	/* the page loses the line on its way, and leaves what there was of it
	 */
	{ "a line that breaks off", "panel.html?breaks", "Panel", NULL,
	  "--pace 60", false },
	{ "pad, found", "suko.html?pad", "Suko",
	  "{\"name\":\"pad\",\"number\":[\"click 1\",\"pad\"]}", "", false },
	{ "pad, by place", "suko.html?pad", "Suko",
	  "{\"name\":\"pad\",\"number\":[\"click 1\",\"pad\"],"
	  "\"pad\":" PAD_PLACES "}",
	  "", false },
	{ "cells clicked N times", "suko.html?clicked", "Suko",
	  "{\"name\":\"clicked\",\"number\":[\"turn click 1\"],\"cycle\":9}",
	  "", false },
	{ "Check, by place", "suko.html?check", "Suko",
	  "{\"name\":\"check\",\"number\":[\"click 1\","
	  "\"focused key ctrl+a\",\"type\"],\"last\":[\"click 1\"],"
	  "\"last_at\":[0.6,4.4],\"solved_title\":\"Solved\"}",
	  "", false },
	{ "Check, by text", "suko.html?check", "Suko",
	  "{\"name\":\"check\",\"number\":[\"click 1\",\"type\"],"
	  "\"last\":[\"key ctrl+f\",\"text Check\",\"wait 500\","
	  "\"key Escape\",\"wait 300\",\"key Return\"],"
	  "\"solved_colour\":\"#22aa22\"}",
	  "", false },
	{ "six shapes", "tracks.html", "Tracks", page_play_cycle, "", false },
	{ "undo takes New Game back", "tracks.html?undo", "Tracks",
	  page_play_cycle, "", true },
	{ "tracks by dragging", "tracks.html?drag", "Tracks",
	  "{\"name\":\"drag\",\"pace\":90,\"line\":[\"press 1\",\"wait 100\","
	  "\"follow\",\"wait 100\",\"release 1\"]}",
	  "", false },
	{ "pieces by their middle", "sigils.html?middle", "Sigils",
	  "{\"name\":\"middle\",\"hangs\":\"middle\",\"piece\":[\"press 1\","
	  "\"wait 60\",\"turn key r\",\"follow\",\"wait 60\",\"release 1\"]}",
	  "", false },
	{ "pieces by the wheel", "sigils.html?wheel", "Sigils",
	  "{\"name\":\"wheel\",\"piece\":[\"press 1\",\"turn wheel down\","
	  "\"follow\",\"release 1\"]}",
	  "", false },
	/* a page that loses what is typed fast: it is entered again, slower */
	{ "input that loses digits", "cross-sum.html?slow",
	  "Total Concentration", NULL, "", false },
};

enum { PAGE_PLAYS = sizeof page_plays / sizeof *page_plays };

/* Or lines and pieces? */
static inline bool page_play_has_numbers(const struct page_play *play)
{
	static const char *const pages[] = { "suko", "sudoku", "cross-sum",
					     "pyramid" };
	bool has = false;

	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		has |= strncmp(play->page, pages[i], strlen(pages[i])) == 0;
	return has;
}

/* Plays the page that the browser shows. */
static inline enum page_end page_play_once(const struct page_play *play,
					   struct browser *browser,
					   const struct program_folder *folder,
					   struct program_run *run)
{
	char arguments[200];
	bool solved;

	if (play->client)
		program_write(folder, "client.json", play->client,
			      strlen(play->client));
	snprintf(arguments, sizeof arguments, "play --yes %s %s",
		 play->client ? "--client client.json" : "", play->flags);
	program_run(run, folder, arguments);
	/* a title comes to the window a moment after the page */
	for (int i = 0; !(solved = browser_is_titled(browser, "Solved")) &&
			i < (run->status ? 5 : 100);
	     i++)
		xvfb_sleep(50);
	return run->status == 0 ? solved ? PAGE_SOLVED : PAGE_CLAIMED
	       : solved         ? PAGE_UNCLAIMED
				: PAGE_LEFT;
}

/* By hand: the page's next game, and a click into its first square. */
static inline void page_play_next(struct browser *browser)
{
	Display *display = browser->display;
	KeyCode code = XKeysymToKeycode(display, 'n');

	XTestFakeKeyEvent(display, code, True, 0);
	XTestFakeKeyEvent(display, code, False, 0);
	XSync(display, False);
	xvfb_sleep(1000);
	XTestFakeMotionEvent(display, -1, 60 + 52 / 2, 60 + 52 / 2, 0);
	XTestFakeButtonEvent(display, 1, True, 0);
	XTestFakeButtonEvent(display, 1, False, 0);
	XSync(display, False);
	xvfb_sleep(1000);
}

/* Opens the page, in place of the last one, and plays it. */
static inline enum page_end page_play_run(const struct page_play *play,
					  struct browser *browser,
					  const struct program_folder *folder,
					  struct program_run *run)
{
	enum page_end end;

	if (!browser_open(browser, play->page, play->title) ||
	    browser_is_titled(browser, "Solved"))
		return PAGE_ABSENT;
	end = page_play_once(play, browser, folder, run);
	if (end != PAGE_SOLVED || !play->next_game)
		return end;
	page_play_next(browser);
	return browser_is_titled(browser, "Solved")
		       ? PAGE_ABSENT
		       : page_play_once(play, browser, folder, run);
}

#endif
