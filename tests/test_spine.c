/* What the shared stages of reading promise, on boards drawn here: cells that
 * nothing parts, rows without columns, noise, quarter turns; and that a puzzle
 * is in doubt which leaves out numbers that are seen on it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "picture.h"
#include "rng.h"
#include "sighting.h"
#include "spine.h"
#include "written_number.h"

enum { PX_CELL = 56, PX_LEFT = 90, PX_TOP = 80 };

struct look {
	bool frame, rows, boxes; /* that are drawn */
	bool signs;              /* "?" where a number is to be found */
	int cards, numbers;      /* below the board */
	bool dark;
	int noise; /* levels, to both sides */
};

/* A cross-sum that is one: totals are those of numbers, some of which are left
 * out. */
static void random_board(struct rng *rng, int columns, int rows,
			 struct puzzle *puzzle)
{
	struct cross_sum *sum = &puzzle->as.cross_sum;

	*puzzle = (struct puzzle){ .family = FAMILY_cross_sum };
	cross_sum_init(sum, columns, rows);
	for (int x = 0; x < columns; x++)
		sum->column_totals[x] = 0;
	for (int y = 0; y < rows; y++) {
		sum->row_totals[y] = 0;
		for (int x = 0; x < columns; x++) {
			int number = 1 + (int)rng_below(rng, 30);

			sum->row_totals[y] += number;
			sum->column_totals[x] += number;
			sum->cells[y][x] = rng_below(rng, 4) ? number : -1;
		}
		/* a blank in each row, a given in each column */
		sum->cells[y][y % columns] = -1;
	}
}

static void set_level(cairo_t *cr, const struct look *look, double light)
{
	double level = look->dark ? 1 - light : light;

	cairo_set_source_rgb(cr, level, level, level);
}

static void add_noise(struct image *image, struct rng *rng, int most)
{
	for (int y = 0; y < image->height && most; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t *pixel = image_row(image, y) + x, noisy = 0;
			int off = (int)rng_below(rng, 2 * (unsigned)most + 1) -
				  most;

			for (int shift = 0; shift < 24; shift += 8) {
				int level = (int)(*pixel >> shift & 255) + off;

				level = level < 0     ? 0
					: level > 255 ? 255
						      : level;
				noisy |= (uint32_t)level << shift;
			}
			*pixel = noisy;
		}
}

static void draw(const struct puzzle *puzzle, const struct look *look,
		 struct rng *rng, struct image *image)
{
	const struct cross_sum *sum = &puzzle->as.cross_sum;
	int width = sum->columns * PX_CELL, height = sum->rows * PX_CELL;
	cairo_t *cr = picture_begin(image, width + 260, height + 240);

	set_level(cr, look, .93);
	cairo_paint(cr);
	set_level(cr, look, .1);
	cairo_set_line_width(cr, 2);
	if (look->frame)
		cairo_rectangle(cr, PX_LEFT, PX_TOP, width, height);
	for (int y = 0; look->rows && y <= sum->rows; y++) {
		cairo_move_to(cr, PX_LEFT, PX_TOP + y * PX_CELL);
		cairo_rel_line_to(cr, width, 0);
	}
	for (int i = 0; look->boxes && i < sum->rows * sum->columns; i++)
		cairo_rectangle(cr, PX_LEFT + i % sum->columns * PX_CELL + 3,
				PX_TOP + i / sum->columns * PX_CELL + 3,
				PX_CELL - 6, PX_CELL - 6);
	cairo_stroke(cr);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 22);
	for (int y = 0; y < sum->rows; y++) {
		double middle = PX_TOP + (y + .5) * PX_CELL;

		for (int x = 0; x < sum->columns; x++) {
			double at = PX_LEFT + (x + .5) * PX_CELL;

			if (sum->cells[y][x] >= 0)
				write_number(cr, at, middle, sum->cells[y][x]);
			cairo_move_to(cr, at - 6, middle + 8);
			if (look->signs && sum->cells[y][x] < 0)
				cairo_show_text(cr, "x");
		}
		write_number(cr, PX_LEFT + width + 48, middle,
			     sum->row_totals[y]);
	}
	for (int x = 0; x < sum->columns; x++)
		write_number(cr, PX_LEFT + (x + .5) * PX_CELL,
			     PX_TOP + height + 44, sum->column_totals[x]);
	for (int i = 0; i < look->cards; i++)
		cairo_rectangle(cr, 20.5 + i * 46, PX_TOP + height + 112, 40,
				40);
	cairo_stroke(cr);
	for (int i = 0; i < look->numbers; i++)
		write_number(cr, 60 + 140 * i, PX_TOP + height + 130,
			     17 + 21 * i);
	cairo_destroy(cr);
	add_noise(image, rng, look->noise);
}

static void look_for(enum family family, const struct image *image,
		     struct sighting_list *list)
{
	struct problem problem = { 0 };
	struct readers readers = { 0 };

	assert_int_equal(spine_read(&readers, image, 1u << family, false, NULL,
				    list, NULL, &problem),
			 0);
	readers_free(&readers);
}

static void look_at(const struct image *image, struct sighting_list *list)
{
	look_for(FAMILY_cross_sum, image, list);
}

enum { BOARDS = 6 };

/* Every board is read, without an error. */
static void expect_read(const struct look *look)
{
	struct rng rng;

	rng_seed(&rng, 7);
	for (int i = 0; i < BOARDS; i++) {
		struct sighting_list list = { 0 };
		struct puzzle puzzle;
		struct image image;

		random_board(&rng, 4 + i % 3, 4 + i / 3, &puzzle);
		draw(&puzzle, look, &rng, &image);
		look_at(&image, &list);
		if (list.count != 1 ||
		    !puzzle_equal(&list.sightings[0].puzzle, &puzzle, NULL))
			fail_msg("board %d: %zu read", i, list.count);
		sighting_list_fini(&list);
		image_fini(&image);
		puzzle_fini(&puzzle);
	}
}

static void cells_in_boxes(void **state)
{
	(void)state;
	expect_read(&(struct look){ .boxes = true });
	expect_read(&(struct look){ .boxes = true, .dark = true });
}

static void numbers_in_a_frame(void **state)
{
	(void)state;
	expect_read(&(struct look){ .frame = true });
	expect_read(&(struct look){ .frame = true, .dark = true });
}

static void rows_without_columns(void **state)
{
	(void)state;
	expect_read(&(struct look){ .frame = true, .rows = true });
}

static void noise(void **state)
{
	(void)state;
	expect_read(&(struct look){ .boxes = true, .noise = 12 });
	expect_read(&(struct look){ .frame = true, .rows = true, .noise = 12 });
}

static void unknown_numbers_have_a_sign(void **state)
{
	(void)state;
	expect_read(&(struct look){ .boxes = true, .signs = true });
	expect_read(
		&(struct look){ .boxes = true, .signs = true, .dark = true });
}

enum { RING_ROWS = 5 };

struct rings {
	double lean; /* degrees */
	bool dashed; /* their rims */
	bool keys;   /* numbers below that are none of the pyramid's */
};

static void draw_rings(const struct rings *rings,
		       const int numbers[RING_ROWS][RING_ROWS],
		       struct image *image)
{
	static const double dashes[] = { 12, 6 };
	cairo_t *cr = picture_begin(image, 760, 660);

	cairo_set_source_rgb(cr, .95, .93, .9);
	cairo_paint(cr);
	cairo_translate(cr, 380, 300);
	cairo_rotate(cr, rings->lean * 3.14159265 / 180);
	cairo_set_source_rgb(cr, .1, .1, .3);
	cairo_set_line_width(cr, 3);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 24);
	cairo_set_dash(cr, dashes, rings->dashed ? 2 : 0, 0);
	for (int y = 0; y < RING_ROWS; y++)
		for (int x = 0; x <= y; x++) {
			double at = (x - y / 2.) * 84;
			double down = (y - 2) * 76;

			cairo_new_sub_path(cr);
			cairo_arc(cr, at, down, 34, 0, 7);
			cairo_stroke(cr);
			if (numbers[y][x] >= 0)
				write_number(cr, at, down, numbers[y][x]);
		}
	for (int i = 1; i < 10 && rings->keys; i++)
		write_number(cr, (i - 5) * 42, 2 * 76 + 34 + 20, i);
	cairo_destroy(cr);
}

static void expect_rings(const struct rings *rings)
{
	static const int numbers[RING_ROWS][RING_ROWS] = {
		{ -1 },
		{ 38, -1 },
		{ -1, 18, 14 },
		{ 11, -1, 9, -1 },
		{ -1, 4, -1, 4, 1 },
	};
	struct sighting_list list = { 0 };
	const struct pyramid *read;
	struct image image;

	draw_rings(rings, numbers, &image);
	look_for(FAMILY_pyramid, &image, &list);
	assert_int_equal(list.count, 1);
	read = &list.sightings[0].puzzle.as.pyramid;
	assert_int_equal(read->height, RING_ROWS);
	for (int y = 0; y < RING_ROWS; y++)
		for (int x = 0; x <= y; x++)
			assert_int_equal(read->rows[y][x], numbers[y][x]);
	assert_true(list.sightings[0].confidence >= SIGHTING_SURE);
	sighting_list_fini(&list);
	image_fini(&image);
}

/* Rings have no edges that tell how their board leans. */
static void rings_lean(void **state)
{
	(void)state;
	for (int lean = -10; lean <= 10; lean += 5)
		expect_rings(&(struct rings){ .lean = lean });
}

/* Dashes are one rim, of which nothing lies in the ring. */
static void rings_of_dashes(void **state)
{
	(void)state;
	expect_rings(&(struct rings){ .dashed = true });
}

/* Numbers next to a pyramid are no part of it where no brick would be. */
static void keys_below_a_pyramid(void **state)
{
	(void)state;
	expect_rings(&(struct rings){ .keys = true });
}

/* Beside a board nothing is left; beside the same one a stack of cards is, or
 * numbers are. */
static void what_may_be_another_is_left(void **state)
{
	static const struct look looks[] = {
		{ .boxes = true },
		{ .boxes = true, .numbers = 2 },
		{ .boxes = true, .cards = 6 },
		{ .boxes = true, .numbers = 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		struct sighting_list list = { 0 };
		struct problem problem = { 0 };
		struct readers readers = { 0 };
		struct puzzle puzzle;
		struct image image;
		struct rng rng;
		enum spine_left left;

		rng_seed(&rng, 11);
		random_board(&rng, 4, 4, &puzzle);
		draw(&puzzle, &looks[i], &rng, &image);
		assert_int_equal(spine_read(&readers, &image,
					    1u << FAMILY_cross_sum, false, NULL,
					    &list, &left, &problem),
				 0);
		assert_int_equal(list.count, 1);
		if (!left != !(i > 1))
			fail_msg("look %zu: %d", i, left);
		readers_free(&readers);
		sighting_list_fini(&list);
		image_fini(&image);
		puzzle_fini(&puzzle);
	}
}

static struct token box_at(double x, double y)
{
	const double w = 57, h = 65;
	struct token box = {
		.kind = TOKEN_BOX,
		.px_at = { x, y },
		.px_width = w,
		.px_height = h,
		.px_quad = { { { x - w / 2, y - h / 2 },
			       { x + w / 2, y - h / 2 },
			       { x + w / 2, y + h / 2 },
			       { x - w / 2, y + h / 2 } } },
		.box = -1,
		.word = -1,
		.number = 1,
		.bare = true,
	};

	return box;
}

/* One box far above rows of seven: that it and the first row, or the last, may
 * be a grid of their own is no reason to give the picture up, although no map
 * follows from them. */
static void a_box_above_a_row_is_no_failure(void **state)
{
	struct token boxes[1 + 2 * 7];
	struct token_list tokens = { .tokens = boxes,
				     .px_width = 600,
				     .px_height = 600 };
	struct grid_list grids = { 0 };
	bool found = false;

	(void)state;
	boxes[tokens.count++] = box_at(261, 100);
	for (int y = 0; y < 2; y++)
		for (int x = 0; x < 7; x++)
			boxes[tokens.count++] =
				box_at(75 + 62 * x, 309 + 70 * y);
	assert_int_equal(grids_find(&tokens, &grids), 0);
	for (size_t i = 0; i < grids.count; i++)
		found = found || (grids.grids[i].columns == 7 &&
				  grids.grids[i].rows == 2 &&
				  grids.grids[i].tokens == 14);
	assert_true(found);
	grids_free(&grids);
}

/* A sheet has more rows than a grid may have. Where it is cut is not where the
 * steps are a little wider but where nothing is written. */
static void a_sheet_is_cut_beside_its_board(void **state)
{
	enum { COLUMNS = 6, ROWS = 40, FIRST = 18, BOARD = 5 };
	static struct token boxes[COLUMNS * ROWS];
	struct token_list tokens = { .tokens = boxes,
				     .px_width = 600,
				     .px_height = 3000 };
	struct grid_list grids = { 0 };
	bool found = false;

	(void)state;
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++) {
			struct token *box = &boxes[tokens.count++];
			bool below = y >= FIRST + BOARD - 1;

			*box = box_at(75 + 62 * x, 50 + 70 * y + 3 * below);
			if (y >= FIRST && y < FIRST + BOARD) {
				box->words = 1;
				box->px_text = 30;
				box->bare = false;
			}
		}
	assert_int_equal(grids_find(&tokens, &grids), 0);
	for (size_t i = 0; i < grids.count && !found; i++) {
		const struct grid *grid = &grids.grids[i];
		int written = 0;

		for (int y = 0; y < grid->rows; y++)
			written += grid->at[y][0] >= 0 &&
				   boxes[grid->at[y][0]].words > 0;
		found = written == BOARD;
	}
	assert_true(found);
	grids_free(&grids);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_in_boxes),
		cmocka_unit_test(numbers_in_a_frame),
		cmocka_unit_test(rows_without_columns),
		cmocka_unit_test(noise),
		cmocka_unit_test(unknown_numbers_have_a_sign),
		cmocka_unit_test(rings_lean),
		cmocka_unit_test(rings_of_dashes),
		cmocka_unit_test(keys_below_a_pyramid),
		cmocka_unit_test(what_may_be_another_is_left),
		cmocka_unit_test(a_box_above_a_row_is_no_failure),
		cmocka_unit_test(a_sheet_is_cut_beside_its_board),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
