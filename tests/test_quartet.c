/* What layout/quartet promises: four numbers alike at the corners of a
 * rectangle, or where three by three boxes meet; none in a table of numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "quartet.h"

enum { TOKENS_MOST = 64 };

struct page {
	struct token tokens[TOKENS_MOST];
	struct token_list list;
	struct quartet_list found;
};

static struct token *add(struct page *page, enum token_kind kind, double x,
			 double y, double width, double height)
{
	struct token *token = &page->tokens[page->list.count++];

	assert_true(page->list.count <= TOKENS_MOST);
	*token = (struct token){ .kind = kind,
				 .px_quad = quad_from_box(x - width / 2,
							  y - height / 2, width,
							  height),
				 .px_at = { x, y },
				 .px_width = width,
				 .px_height = height,
				 .box = -1,
				 .word = -1,
				 .number = 1 };
	return token;
}

/* A disc with a number in it. */
static void add_disc(struct page *page, double x, double y)
{
	struct token *disc = add(page, TOKEN_DISC, x, y, 40, 40);
	int index = (int)(disc - page->tokens);

	disc->word = index + 1;
	disc->words = 1;
	disc->px_text = 16;
	add(page, TOKEN_WORD, x, y, 22, 16)->box = index;
}

static size_t find(struct page *page)
{
	page->list.tokens = page->tokens;
	assert_int_equal(quartets_find(&page->list, &page->found), 0);
	return page->found.count;
}

static void check_at(const struct quartet *quartet, double unit_x,
		     double unit_y, double px_x, double px_y)
{
	struct point at = homography_apply(&quartet->unit_to_px,
					   (struct point){ unit_x, unit_y });

	assert_true(fabs(at.x - px_x) < 1 && fabs(at.y - px_y) < 1);
}

static void discs(void **state)
{
	struct page page = { 0 };

	(void)state;
	add_disc(&page, 200, 300);
	add_disc(&page, 300, 310);
	add_disc(&page, 190, 400);
	add_disc(&page, 290, 410);
	/* what stands elsewhere is no matter */
	add_disc(&page, 700, 80);
	add(&page, TOKEN_WORD, 245, 355, 12, 18);
	assert_int_equal(find(&page), 1);
	for (int i = 0; i < 4; i++)
		assert_int_equal(page.found.quartets[0].at[i], 2 * i);
	check_at(&page.found.quartets[0], 1, 1, 200, 300);
	check_at(&page.found.quartets[0], 2, 2, 290, 410);
	check_at(&page.found.quartets[0], 0, 0, 110, 190);
	quartets_free(&page.found);
}

/* A calendar is no board of circles. */
static void table_of_numbers(void **state)
{
	struct page page = { 0 };

	(void)state;
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 7; x++)
			add(&page, TOKEN_WORD, 100 + 50 * x, 100 + 40 * y, 20,
			    14);
	for (find(&page); page.found.count; page.found.count--)
		/* but at a corner two of them have like beside them */
		assert_true(page.found.quartets[page.found.count - 1].beside >
			    0);
	quartets_free(&page.found);
}

static void boxes(void **state)
{
	struct page page = { 0 };

	(void)state;
	for (int i = 0; i < 9; i++)
		if (i != 5) /* one was not seen */
			add(&page, TOKEN_BOX, 100 + 80 * (i % 3),
			    200 + 90 * (i / 3), 70, 80);
	assert_int_equal(find(&page), 1);
	for (int i = 0; i < 4; i++)
		assert_int_equal(page.found.quartets[0].at[i], -1);
	check_at(&page.found.quartets[0], 1, 1, 140, 245);
	check_at(&page.found.quartets[0], 2, 2, 220, 335);
	quartets_free(&page.found);
}

/* Of a larger table three by three boxes are none. */
static void table_of_boxes(void **state)
{
	struct page page = { 0 };

	(void)state;
	for (int i = 0; i < 36; i++)
		add(&page, TOKEN_BOX, 100 + 80 * (i % 6), 200 + 90 * (i / 6),
		    70, 80);
	assert_int_equal(find(&page), 0);
	quartets_free(&page.found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(discs),
		cmocka_unit_test(table_of_numbers),
		cmocka_unit_test(boxes),
		cmocka_unit_test(table_of_boxes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
