/* What several sources show as one, and stacks of which parts lack. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "agree.h"
#include "stack.h"

enum { MOST = 64 };

struct tokens {
	struct token room[MOST];
	double sure[MOST];
	struct token_list list;
};

static struct token *add(struct tokens *tokens, enum token_kind kind, double x,
			 double y, double width, double height)
{
	struct token *token = &tokens->room[tokens->list.count];

	tokens->sure[tokens->list.count++] = kind == TOKEN_WORD ? .99 : 0;
	*token = (struct token){
		.kind = kind,
		.px_at = { x, y },
		.px_width = width,
		.px_height = height,
		.px_quad = quad_from_box(x - width / 2, y - height / 2, width,
					 height),
		.box = -1,
		.word = -1,
		.number = 1,
		.sources = 1,
	};
	tokens->list.tokens = tokens->room;
	tokens->list.px_width = tokens->list.px_height = 600;
	return token;
}

static size_t count_kind(const struct token_list *list, enum token_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->tokens[i].kind == kind;
	return count;
}

/* Three cells; to one source the frame of all, to another a part of one beside
 * its number, and half of a number. */
static void one_of_each_place_stays(void **state)
{
	struct tokens tokens = { 0 };
	struct token_list list = { 0 };

	(void)state;
	for (int i = 0; i < 3; i++)
		add(&tokens, TOKEN_BOX, 50 + 60 * i, 50, 56, 56)->sources = 2;
	add(&tokens, TOKEN_BOX, 51, 50, 50, 52);
	add(&tokens, TOKEN_BOX, 110, 50, 180, 60);
	add(&tokens, TOKEN_BOX, 125, 50, 18, 56);
	add(&tokens, TOKEN_WORD, 110, 50, 20, 22)->sources = 3;
	add(&tokens, TOKEN_WORD, 105, 50, 9, 22);
	add(&tokens, TOKEN_WORD, 170, 50, 20, 22);
	tokens.sure[tokens.list.count - 1] = .5;
	assert_int_equal(tokens_agree(&tokens.list, tokens.sure, &list), 0);
	assert_int_equal(count_kind(&list, TOKEN_BOX), 3);
	assert_int_equal(count_kind(&list, TOKEN_WORD), 1);
	for (size_t i = 0; i < list.count; i++) {
		const struct token *token = &list.tokens[i];
		bool second = fabs(token->px_at.x - 110) < 1;

		if (token->kind == TOKEN_WORD)
			assert_true(token->box >= 0 && second);
		else
			assert_int_equal(token->word >= 0, second);
		assert_true(token->px_width < 60);
	}
	tokens_free(&list);
}

/* A pyramid whose row `row` and places `x` are bricks, words or nothing. */
static void add_brick(struct tokens *tokens, int row, int place,
		      enum token_kind kind)
{
	double x = 300 + 60 * (place - row / 2.), y = 40 + 44 * row;

	if (kind == TOKEN_WORD)
		add(tokens, kind, x + 4, y, 22, 16);
	else
		add(tokens, kind, x, y, 52, 36);
}

static void stacks_lack_bricks(void **state)
{
	enum { ROWS = 5 };
	struct tokens tokens = { 0 };
	struct stack_list stacks = { 0 };

	(void)state;
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x <= y; x++)
			if (y == 0 || (y == 3 && x == 1))
				continue; /* not even the top one is seen */
			else
				add_brick(&tokens, y, x,
					  y == 1 && x == 0 ? TOKEN_WORD
							   : TOKEN_BOX);
	/* keys below it, of another size */
	for (int i = 0; i < 6; i++)
		add(&tokens, TOKEN_BOX, 200 + 30 * i, 300, 24, 24);
	assert_int_equal(bricks_find(&tokens.list, &stacks), 0);
	assert_int_equal(stacks.count, 1);
	assert_int_equal(stacks.stacks[0].rows, ROWS);
	assert_int_equal(stacks.stacks[0].at[0][0], -1);
	assert_int_equal(stacks.stacks[0].at[3][1], -1);
	assert_true(stacks.stacks[0].at[1][0] >= 0);
	assert_true(quad_contains(&stacks.stacks[0].px_place[0][0],
				  (struct point){ 300, 40 }));
	assert_true(stacks.stacks[0].residual < .02);
	stacks_free(&stacks);
}

/* Each second cell of a table lies as bricks do. */
static void tables_are_no_stacks(void **state)
{
	struct tokens tokens = { 0 };
	struct stack_list stacks = { 0 };

	(void)state;
	for (int i = 0; i < 49; i++)
		add(&tokens, TOKEN_BOX, 60 + i % 7 * 50, 60 + i / 7 * 50, 46,
		    46);
	assert_int_equal(bricks_find(&tokens.list, &stacks), 0);
	assert_int_equal(stacks.count, 0);
	stacks_free(&stacks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_of_each_place_stays),
		cmocka_unit_test(stacks_lack_bricks),
		cmocka_unit_test(tables_are_no_stacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
