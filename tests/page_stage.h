/* For tests of pages of our own in a real browser, read from its window and
 * played to what the pages themselves call solved: their title. After cmocka.
 */
#ifndef PAGE_STAGE_H
#define PAGE_STAGE_H

#include "page_plays.h"

struct stage {
	Display *display;
	struct program_folder folder; /* our files */
	const struct page_play *play;
};

static struct browser browser;

static inline int start_display(void **state)
{
	(void)state;
	return browser_start(&browser) ? 0 : -1;
}

static inline int end_display(void **state)
{
	(void)state;
	browser_stop(&browser);
	return 0;
}

static inline int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);

	stage->play = *state;
	program_folder_make(&stage->folder);
	setenv("XDG_CONFIG_HOME", stage->folder.path, 1);
	stage->display = browser.display;
	*state = stage;
	return 0;
}

static inline int tear_down(void **state)
{
	struct stage *stage = *state;

	program_folder_remove(&stage->folder);
	unsetenv("XDG_CONFIG_HOME");
	free(stage);
	return 0;
}

/* Opens a page in place of the last one; waits until its title says what it
 * is. */
static inline void open_page(const char *page, const char *title)
{
	if (!browser_is_installed())
		skip_because(BROWSER " is not installed");
	if (!browser_open(&browser, page, title))
		fail_msg("no page comes that is called '%s'", title);
}

/* Plays; it must end so, and say so. */
static inline void play(struct stage *stage, const char *arguments, int status,
			const char *said)
{
	struct program_run *run = calloc(1, sizeof *run);

	program_run(run, &stage->folder, arguments);
	if (run->status != status || !strstr(run->err, said))
		fail_msg("%d\n%s%s", run->status, run->out, run->err);
	free(run);
}

/* One of the table, to the page's own word. */
static inline void play_to_the_end(struct stage *stage,
				   const struct page_play *page)
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

static inline void a_page_is_played(void **state)
{
	struct stage *stage = *state;

	play_to_the_end(stage, stage->play);
}

#define PAGE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

/* The pages of numbers or the others, then what else is tested; one argument
 * chooses by name. */
static inline int run_pages(bool numbers, const struct CMUnitTest *others,
			    size_t other_count, const char *filter)
{
	struct CMUnitTest tests[PAGE_PLAYS + 8];
	size_t count = 0;

	for (size_t i = 0; i < PAGE_PLAYS; i++)
		if (page_play_has_numbers(&page_plays[i]) == numbers)
			tests[count++] = (struct CMUnitTest){
				page_plays[i].name, a_page_is_played, set_up,
				tear_down, (void *)&page_plays[i]
			};
	for (size_t i = 0; i < other_count; i++)
		tests[count++] = others[i];
	if (filter)
		cmocka_set_test_filter(filter);
	return _cmocka_run_group_tests("pages", tests, count, start_display,
				       end_display);
}

#endif
