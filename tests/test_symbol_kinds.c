/* What a panel's symbols tell of each other's kinds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "symbol_kinds.h"

enum { COUNT = 6 };

static const struct colour ground = { 40, 40, 46 };
static const struct colour red = { 200, 30, 40 };
static const struct colour green = { 30, 170, 60 };

static void set(struct kind_cell *cell, struct cell_view *view,
		struct colour colour, enum symbol_class class, float chance)
{
	memset(view, 0, sizeof *view);
	view->sharp = 1;
	view->chance[class] = chance;
	view->chance[class == SYMBOL_STAR ? SYMBOL_SQUARE : SYMBOL_STAR] =
		1 - chance;
	memcpy(view->alone, view->chance, sizeof view->alone);
	*cell = (struct kind_cell){
		.view = view,
		.tint = { .colour = colour, .ground = ground, .px_stroke = 6 },
		.shown = 1,
	};
}

/* Of red squares and green stars, and then one of a colour that may be either,
 * how likely that is a star. */
static double star_among(struct colour colour)
{
	struct cell_view views[COUNT];
	struct kind_cell cells[COUNT];

	for (int i = 0; i + 1 < COUNT; i++)
		set(&cells[i], &views[i], i < 3 ? red : green,
		    i < 3 ? SYMBOL_SQUARE : SYMBOL_STAR, 1);
	set(&cells[COUNT - 1], &views[COUNT - 1], colour, SYMBOL_STAR, 0.5F);
	kinds_lean(cells, COUNT, ground);
	for (int i = 0; i + 1 < COUNT; i++)
		assert_true(
			views[i].chance[i < 3 ? SYMBOL_SQUARE : SYMBOL_STAR] >
			0.99F);
	return views[COUNT - 1].chance[SYMBOL_STAR];
}

/* Symbols of one colour are mostly of one kind. */
static void leans_to_own_colour(void **state)
{
	(void)state;
	assert_true(star_among(green) > 0.8);
	assert_true(star_among(red) < 0.2);
	/* light falls unevenly */
	assert_true(star_among((struct colour){ 160, 26, 34 }) < 0.2);
	/* a colour of its own tells nothing: three squares, two stars */
	assert_float_equal(star_among((struct colour){ 40, 60, 220 }), 0.45,
			   0.06);
}

/* Cells that hold nothing, as far as is known, do not count. */
static void empty_cells_tell_nothing(void **state)
{
	struct cell_view views[2];
	struct kind_cell cells[2];

	(void)state;
	set(&cells[0], &views[0], red, SYMBOL_SQUARE, 1);
	cells[0].shown = 0;
	set(&cells[1], &views[1], red, SYMBOL_STAR, 0.5F);
	kinds_lean(cells, 2, ground);
	assert_float_equal(views[1].chance[SYMBOL_STAR], 0.5, 1e-6);
	cells[0].shown = 1;
	kinds_lean(cells, 2, ground);
	assert_true(views[1].chance[SYMBOL_STAR] < 0.3);
	kinds_lean(cells, 0, ground);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leans_to_own_colour),
		cmocka_unit_test(empty_cells_tell_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
