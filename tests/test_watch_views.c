/* Which views of a pillar `watch` keeps from press to press, and what it says
 * of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "file.h"
#include "watch_views.h"

#define SAMPLES SOURCE_DIR "/samples/panel/"

enum { WINDOW = 7 };

struct walk {
	struct pipeline pipeline;
	struct watch_views views;
	double now;
	screen_id window;
};

static int set_up(void **state)
{
	struct walk *walk = calloc(1, sizeof *walk);

	pipeline_init(&walk->pipeline);
	walk->pipeline.families = 1u << FAMILY_panel;
	walk->now = 1000;
	walk->window = WINDOW;
	*state = walk;
	return 0;
}

static int tear_down(void **state)
{
	struct walk *walk = *state;

	watch_views_forget(&walk->views);
	pipeline_fini(&walk->pipeline);
	free(walk);
	return 0;
}

/* A press some seconds later, before a sample; look_free frees what it saw. */
static struct look *press(struct walk *walk, const char *sample)
{
	struct look *look = calloc(1, sizeof *look);
	char path[400];

	walk->now += 5;
	look->is_window = true;
	look->window.id = walk->window;
	look->at[LOOK_READ] = walk->now;
	snprintf(path, sizeof path, SAMPLES "%s.png", sample);
	assert_int_equal(file_load_image(path, &look->picture, NULL), 0);
	assert_int_equal(pipeline_read(&walk->pipeline, &look->picture,
				       &look->list, NULL),
			 0);
	watch_views_take(&walk->views, &walk->pipeline, look);
	assert_int_equal(look->problem.kind, PROBLEM_NONE);
	return look;
}

/* What is said after it, so many views being kept then. */
static void expect(struct walk *walk, const char *sample, int count,
		   const char *said)
{
	struct look *look = press(walk, sample);

	if (said ? !strstr(look->pillar, said) : look->pillar[0] != '\0')
		fail_msg("%s: said '%s'", sample, look->pillar);
	assert_int_equal(walk->views.count, count);
	look_free(look);
}

/* Where all is seen the panel is there, and lies around the pillar of the view
 * before the player. */
static void a_walk_shows_all(void **state)
{
	struct walk *walk = *state;
	struct look *look;
	struct outcome *outcome;
	struct point px;
	double px_cell;
	int seen = 0;

	expect(walk, "pillar/dots-1", 1, "views joined: 1, columns: 2 of 6");
	expect(walk, "pillar/dots-2", 2, "views joined: 2, columns: 4 of 6");
	look = press(walk, "pillar/dots-3");
	assert_string_equal(look->pillar, "views joined: 3");
	assert_int_equal(look->list.count, 1);
	outcome = &look->list.outcomes[0];
	assert_true(outcome->has_place && outcome->view == &look->view);
	assert_int_equal(outcome->puzzle.as.panel.columns, 6);
	assert_true(pipeline_reading_sure(outcome));
	for (int x = 0; x < 6; x++)
		if (pillar_view_place(outcome->view,
				      (struct point){ x + 0.5, 2.5 }, &px,
				      &px_cell)) {
			assert_true(quad_contains(&outcome->px_corners, px));
			seen++;
		}
	assert_in_range(seen, 2, 3);
	look_free(look);
}

/* The key that hides and shows again pushes out no other side. A view that
 * tells nothing new is no harm once all is seen. */
static void the_same_side_is_kept_once(void **state)
{
	struct walk *walk = *state;

	expect(walk, "pillar/dots-1", 1, "columns: 2 of 6");
	expect(walk, "pillar/dots-1", 2, "columns: 2 of 6");
	expect(walk, "pillar/dots-2", 3, "another one from between may help");
	for (int i = 0; i < PILLAR_VIEWS_MOST + 1; i++) {
		struct look *look = press(walk, "pillar/dots-3");

		assert_int_equal(look->list.count, 1);
		assert_true(pipeline_reading_sure(&look->list.outcomes[0]));
		assert_int_equal(walk->views.count, 4);
		look_free(look);
	}
}

/* Nothing is said to be seen that is not. */
static void one_side_is_never_all(void **state)
{
	struct walk *walk = *state;

	for (int i = 0; i < PILLAR_VIEWS_MOST + 2; i++) {
		struct look *look = press(walk, "pillar/squares-1");

		if (look->list.count)
			assert_false(
				pipeline_reading_sure(&look->list.outcomes[0]));
		assert_in_range(walk->views.count, 1, PILLAR_VIEWS_MOST);
		look_free(look);
	}
}

static void views_are_forgotten(void **state)
{
	struct walk *walk = *state;

	expect(walk, "pillar/dots-1", 1, "views joined: 1");
	walk->now += 1000;
	expect(walk, "pillar/dots-2", 1, "views joined: 1");
	walk->window++;
	expect(walk, "pillar/dots-3", 1, "views joined: 1");
	/* a puzzle that is read as ever, then nothing */
	expect(walk, "maze-2", 0, NULL);
	expect(walk, "pillar/dots-1", 1, "views joined: 1");
}

/* Views of one pillar do not show another one. */
static void another_pillar_is_begun(void **state)
{
	struct walk *walk = *state;
	struct look *look;

	expect(walk, "pillar/dots-1", 1, "views joined: 1");
	expect(walk, "pillar/dots-2", 2, "views joined: 2");
	for (int i = 1; i <= 2; i++)
		look_free(press(walk, i == 1 ? "pillar/squares-1"
					     : "pillar/squares-2"));
	look = press(walk, "pillar/squares-3");
	assert_int_equal(look->list.count, 1);
	assert_int_equal(look->list.outcomes[0].puzzle.as.panel.rows, 6);
	assert_true(pipeline_reading_sure(&look->list.outcomes[0]));
	assert_int_equal(walk->views.count, 3);
	look_free(look);
}

#define WALK_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WALK_TEST(a_walk_shows_all),
		WALK_TEST(the_same_side_is_kept_once),
		WALK_TEST(one_side_is_never_all),
		WALK_TEST(views_are_forgotten),
		WALK_TEST(another_pillar_is_begun),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
