/* Reading pyramids whose bricks do not all show: where a number stands bare in
 * place of one, among the gaps between them, or drawn in long dashes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "image.h"
#include "page.h"
#include "pipeline.h"
#include "vision.h"
#include "written_number.h"

enum { PX_WIDTH = 900, PX_HEIGHT = 640 };

struct look {
	const char *name, *font;
	double width, height; /* of a brick, pixels */
	double across, down;  /* from one to the next */
	double corner;        /* radius */
	double line, rim;     /* its width; to the inner border, 0 none */
	double dash[2];       /* 0: a whole line */
	double paper, brick;  /* levels of grey, ink the other way */
	double px;            /* of the digits' font */
	int rows;
	/* by rows from the top, 0 blank, below that a player's, in blue */
	const int *numbers;
	bool bare; /* only blanks have a border */
	/* where, from the top one on, an empty one like them stands, in steps
	 * across and down; 0, 0: nowhere */
	double other[2];
	double other_size; /* of that, 0: as large as they are */
	double blank;      /* the level of blank ones, 0: as the others */
	double ruled;      /* steps of a squared paper, pixels, which a camera
			    * has seen; 0: plain */
	double red;        /* how red clues are, 0: as the lines */
	double keys; /* step of a row of keys below, one more than the last row
		      * has bricks, by that of bricks; 0: none */
};

static void outline(cairo_t *cr, const struct look *look, double x, double y,
		    double in)
{
	double w = look->width / 2 - in, h = look->height / 2 - in;
	double r = fmax(look->corner - in, 0.01);

	cairo_new_sub_path(cr);
	cairo_arc(cr, x + w - r, y - h + r, r, -1.5708, 0);
	cairo_arc(cr, x + w - r, y + h - r, r, 0, 1.5708);
	cairo_arc(cr, x - w + r, y + h - r, r, 1.5708, 3.1416);
	cairo_arc(cr, x - w + r, y - h + r, r, 3.1416, 4.7124);
	cairo_close_path(cr);
}

static void grey(cairo_t *cr, double level)
{
	cairo_set_source_rgb(cr, level, level, level);
}

static void draw_brick(cairo_t *cr, const struct look *look, double x, double y,
		       int number)
{
	double ink = look->paper < 0.5 ? 0.95 : 0.05;

	if (number && look->bare) {
		grey(cr, ink);
		write_number(cr, x, y, number);
		return;
	}
	outline(cr, look, x, y, look->line / 2);
	grey(cr, number > 0 || !(look->blank > 0) ? look->brick : look->blank);
	if (!(look->ruled > 0))
		cairo_fill_preserve(cr);
	grey(cr, ink);
	cairo_set_line_width(cr, look->line);
	cairo_set_dash(cr, look->dash, look->dash[0] > 0 ? 2 : 0, 0);
	cairo_stroke(cr);
	if (look->rim > 0) {
		outline(cr, look, x, y, look->rim);
		cairo_stroke(cr);
	}
	if (number < 0)
		cairo_set_source_rgb(cr, 0.1, 0.3, 0.85);
	else if (look->red > 0)
		cairo_set_source_rgb(cr, look->red, 0, 0);
	if (number)
		write_number(cr, x, y, abs(number));
}

static void draw_bricks(cairo_t *cr, const struct look *look, double middle)
{
	int i = 0;

	cairo_select_font_face(cr, look->font, CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, look->px);
	for (int row = 0; row < look->rows; row++)
		for (int k = 0; k <= row; k++)
			draw_brick(cr, look,
				   middle + look->across * (k - row / 2.0),
				   110 + look->down * row, look->numbers[i++]);
}

/* A camera's, eleven levels at most, the same in all channels. */
static void add_noise(const struct image *image)
{
	uint32_t state = 1;

	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t *pixel = image->pixels + y * image->stride + x;
			int grey, off;

			state = state * 1664525 + 1013904223;
			off = (int)(state >> 24) % 12 - 6;
			grey = (int)(*pixel & 255) + off;
			grey = grey < 0 ? 0 : grey > 255 ? 255 : grey;
			*pixel = 0xff000000 | (uint32_t)grey * 0x10101;
		}
}

static struct image draw(const struct look *look)
{
	struct image image;
	cairo_t *cr;

	cr = picture_begin(&image, PX_WIDTH, PX_HEIGHT);
	grey(cr, look->paper);
	cairo_paint(cr);
	grey(cr, look->paper - .1);
	cairo_set_line_width(cr, 1.5);
	for (double at = look->ruled; look->ruled > 0 && at < PX_WIDTH;
	     at += look->ruled) {
		cairo_move_to(cr, at, 0);
		cairo_rel_line_to(cr, 0, PX_HEIGHT);
		cairo_move_to(cr, 0, at);
		cairo_rel_line_to(cr, PX_WIDTH, 0);
	}
	cairo_stroke(cr);
	draw_bricks(cr, look, PX_WIDTH / 2.0);
	cairo_set_font_size(cr, .7 * look->px);
	for (int k = 0; look->keys > 0 && k <= look->rows; k++) {
		struct look key = *look;

		key.width *= look->keys;
		key.dash[0] = 0;
		draw_brick(cr, &key,
			   PX_WIDTH / 2.0 + look->across * look->keys *
						    (k - look->rows / 2.0),
			   110 + look->down * look->rows, k + 1);
	}
	if (look->other[0] != 0) {
		struct look other = *look;

		other.width *= look->other_size > 0 ? look->other_size : 1;
		other.height *= look->other_size > 0 ? look->other_size : 1;
		draw_brick(cr, &other,
			   PX_WIDTH / 2.0 + look->other[0] * look->across,
			   110 + look->other[1] * look->down, 0);
	}
	cairo_destroy(cr);
	if (look->ruled > 0)
		add_noise(&image);
	return image;
}

static void check(const struct look *look, const struct sighting_list *list)
{
	const struct pyramid *pyramid;
	int i = 0;

	if (list->count != 1)
		fail_msg("%s: %zu puzzles", look->name, list->count);
	pyramid = &list->sightings[0].puzzle.as.pyramid;
	if (pyramid->height != look->rows)
		fail_msg("%s: %d rows", look->name, pyramid->height);
	for (int row = 0; row < look->rows; row++)
		for (int k = 0; k <= row; k++, i++) {
			int want = look->numbers[i] > 0 ? look->numbers[i]
							: PYRAMID_BLANK;

			if (pyramid->rows[row][k] != want)
				fail_msg("%s: rows[%d][%d] is %d", look->name,
					 row, k, pyramid->rows[row][k]);
		}
	if (list->sightings[0].confidence < PIPELINE_CONFIDENCE_MIN)
		fail_msg("%s: confidence %.3f", look->name,
			 list->sightings[0].confidence);
}

static const int broken[] = { 0, 321, 0,  0, 160, 0, 82, 79,
			      0, 0,   58, 0, 0,   0, 26 };
static const int based[] = { 0, 0, 0, 41, 0, 0, 19, 22, 14, 25 };
static const int whole[] = { 0, 20, 0, 9, 0, 3 };
static const int low[] = { 141, 0, 0, 0, 16, 38, 0, 13, 0, 0 };
static const int few[] = { 84, 0, 36, 45, 0, 0 };
static const int ringed[] = { 1112, 630, 482, 343, 0, 0, 181, 0, 0, 0 };

static const struct look looks[] = {
	/* only blanks have a border: half of a side, and a whole row */
	{ "broken", "DejaVu Sans",
	  174,      74,
	  174,      74,
	  0.1,      4,
	  12,       { 0, 0 },
	  0.15,     0.1,
	  40,       5,
	  broken,   true,
	  { 0, 0 }, 0,
	  0,        0,
	  0,        0 },
	{ "based",  "DejaVu Sans",
	  140,      50,
	  140,      50,
	  0.1,      3,
	  0,        { 0, 0 },
	  1,        0.93,
	  30,       4,
	  based,    true,
	  { 0, 0 }, 0,
	  0,        0,
	  0,        0 },
	/* the gaps between double rings are as large as what these hold */
	{ "ringed", "DejaVu Serif",
	  150,      112,
	  172,      116,
	  56,       6,
	  17,       { 0, 0 },
	  0.05,     0.35,
	  32,       4,
	  ringed,   false,
	  { 0, 0 }, 0,
	  0,        0,
	  0,        0 },
	/* circles further from each other than they are wide */
	{ .name = "apart",
	  .font = "DejaVu Serif",
	  .width = 64,
	  .height = 64,
	  .across = 106,
	  .down = 86,
	  .corner = 32,
	  .line = 2,
	  .paper = 1,
	  .brick = 1,
	  .px = 24,
	  .rows = 4,
	  .numbers = based },
	/* round corners in dashes, over keys that stand as a row below would */
	{ .name = "over keys",
	  .font = "DejaVu Sans",
	  .width = 110,
	  .height = 70,
	  .across = 125,
	  .down = 92,
	  .corner = 22,
	  .line = 5,
	  .dash = { 12, 9 },
	  .paper = 1,
	  .brick = 1,
	  .px = 26,
	  .rows = 4,
	  .numbers = based,
	  .keys = .8 },
	/* a small one, whole, in the company of something like its bricks */
	{ .name = "beside",
	  .font = "DejaVu Sans",
	  .width = 120,
	  .height = 84,
	  .across = 156,
	  .down = 135,
	  .corner = 9,
	  .line = 3,
	  .paper = 1,
	  .brick = 0.95,
	  .px = 38,
	  .rows = 3,
	  .numbers = whole,
	  .other = { 1.8, 0.45 } },
	/* what the inner borders leave is low: a row is twice and a half as
	 * high */
	{ .name = "low",
	  .font = "DejaVu Sans",
	  .width = 108,
	  .height = 60,
	  .across = 115,
	  .down = 66,
	  .corner = 9,
	  .line = 5,
	  .rim = 18,
	  .paper = 0.9,
	  .brick = 1,
	  .px = 18,
	  .rows = 4,
	  .numbers = low },
	/* a brick beside it that continues no row */
	{ .name = "off",
	  .font = "DejaVu Sans",
	  .width = 100,
	  .height = 60,
	  .across = 110,
	  .down = 70,
	  .corner = 5,
	  .line = 3,
	  .paper = 1,
	  .brick = 0.9,
	  .px = 26,
	  .rows = 4,
	  .numbers = low,
	  .other = { 2.75, 3 } },
	/* the gaps of the dashes close where the picture is eight times
	 * smaller */
	{ "dashed", "DejaVu Serif",
	  250,      158,
	  270,      180,
	  0.1,      7,
	  0,        { 24, 18 },
	  0.87,     0.87,
	  54,       3,
	  few,      false,
	  { 0, 0 }, 0,
	  0,        0,
	  0,        0 },
};

static void pyramids(void **state)
{
	struct vision *vision = vision_new(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		struct sighting_list list = { 0 };
		struct image image = draw(&looks[i]);

		assert_int_equal(vision_read(vision, &image,
					     1u << FAMILY_pyramid, &list, NULL),
				 0);
		check(&looks[i], &list);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	vision_free(vision);
}

/* Two whose rows are in line, of bricks not much unlike each other, are two. */
static void in_line(void **state)
{
	static const struct look left = { .name = "left",
					  .font = "DejaVu Sans",
					  .width = 110,
					  .height = 64,
					  .across = 116,
					  .down = 72,
					  .corner = 5,
					  .line = 3,
					  .paper = 1,
					  .brick = 0.9,
					  .px = 30,
					  .rows = 3,
					  .numbers = whole };
	struct look right = left;
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct image image;
	cairo_t *cr = picture_begin(&image, PX_WIDTH, PX_HEIGHT);

	(void)state;
	right.width = 88;
	right.across = 96;
	right.rows = 4;
	right.numbers = low;
	grey(cr, 1);
	cairo_paint(cr);
	draw_bricks(cr, &left, 190);
	draw_bricks(cr, &right, 190 + 2 * left.across + right.across + 14);
	cairo_destroy(cr);
	assert_int_equal(
		vision_read(vision, &image, 1u << FAMILY_pyramid, &list, NULL),
		0);
	assert_int_equal(list.count, 2);
	/* they are, however sure that is */
	assert_int_equal(list.sightings[0].puzzle.as.pyramid.height, 3);
	assert_int_equal(list.sightings[1].puzzle.as.pyramid.height, 4);
	sighting_list_fini(&list);
	image_fini(&image);
	vision_free(vision);
}

/* The top row's middle lies above the picture: what it holds is not known, and
 * what is below it is no pyramid. */
static void cut_off(void **state)
{
	enum { PX_AWAY = 116 };
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct image full = draw(&looks[3]), part;

	(void)state;
	assert_string_equal(looks[3].name, "apart");
	part = full;
	part.pixels += PX_AWAY * full.stride;
	part.height -= PX_AWAY;
	assert_int_equal(
		vision_read(vision, &part, 1u << FAMILY_pyramid, &list, NULL),
		0);
	assert_int_equal(list.count, 0);
	sighting_list_fini(&list);
	image_fini(&full);
	vision_free(vision);
}

/* Two numbers stand where rows below, too pale to be seen, have them: what is
 * seen is not surely all. In the second row alone they may be anything. */
static void pale_rows(void **state)
{
	static const struct {
		int line[2], count; /* the lines below that hold a number */
		bool sure;
	} cases[] = {
		{ { 0, 0 }, 0, true },
		{ { 0, 0 }, 2, false },
		{ { 0, 1 }, 2, false },
		{ { 1, 1 }, 2, true },
	};
	struct vision *vision = vision_new(NULL);
	struct look look = looks[3];

	(void)state;
	assert_string_equal(look.name, "apart");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sighting_list list = { 0 };
		struct image image = draw(&look);
		cairo_t *cr = picture_pen(&image);

		cairo_select_font_face(cr, look.font, CAIRO_FONT_SLANT_NORMAL,
				       CAIRO_FONT_WEIGHT_NORMAL);
		cairo_set_font_size(cr, look.px);
		grey(cr, look.paper < 0.5 ? 0.95 : 0.05);
		for (int k = 0; k < cases[i].count; k++) {
			int row = look.rows + cases[i].line[k];

			write_number(cr,
				     PX_WIDTH / 2.0 +
					     look.across * (k + 1 - row / 2.0),
				     110 + look.down * row, 20 + k);
		}
		cairo_destroy(cr);
		assert_int_equal(vision_read(vision, &image,
					     1u << FAMILY_pyramid, &list, NULL),
				 0);
		assert_int_equal(list.count, 1);
		if ((list.sightings[0].confidence >= PIPELINE_CONFIDENCE_MIN) !=
		    cases[i].sure)
			fail_msg("case %zu: %.3f", i,
				 list.sightings[0].confidence);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	vision_free(vision);
}

/* All fields hold numbers that are no sums. */
static void no_sums(void **state)
{
	static const int pascal[] = { 1, 1, 1, 1, 2, 1, 1, 3, 3, 1 };
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct look look = looks[3];
	struct image image;

	(void)state;
	assert_int_equal(look.rows, 4);
	look.numbers = pascal;
	image = draw(&look);
	assert_int_equal(
		vision_read(vision, &image, 1u << FAMILY_pyramid, &list, NULL),
		0);
	assert_int_equal(list.count, 0);
	sighting_list_fini(&list);
	image_fini(&image);
	vision_free(vision);
}

/* One pyramid is there, of these numbers, and a note (NULL: any) says so much.
 */
static void expect_read(const struct look *look, const char *note)
{
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct image image = draw(look);

	assert_int_equal(vision_read(vision, &image, ~0u, &list, NULL), 0);
	check(look, &list);
	if (note)
		assert_non_null(strstr(list.sightings[0].note, note));
	sighting_list_fini(&list);
	image_fini(&image);
	vision_free(vision);
}

/* Rows of one colour, some of whose numbers a player has entered: 15 where 14
 * would be right. */
static void entered(void **state)
{
	static const int numbers[] = { 57, 0, 0, -15, 0, 18, 6, 0, -2, 0 };
	const struct look look = { .name = "entered",
				   .font = "DejaVu Sans",
				   .width = 120,
				   .height = 60,
				   .across = 120,
				   .down = 60,
				   .corner = 2,
				   .line = 2,
				   .paper = 1,
				   .brick = .95,
				   .px = 30,
				   .rows = 4,
				   .numbers = numbers };

	(void)state;
	/* whoever had them printed in blue is told */
	expect_read(&look, "player's own");
}

/* The lines of a squared paper are fainter than what was drawn on it. */
static void on_squared_paper(void **state)
{
	static const int numbers[] = { 0, 0, 47, 27, 0, 34 };
	const struct look look = { .name = "on squared paper",
				   .font = "DejaVu Sans",
				   .width = 160,
				   .height = 80,
				   .across = 160,
				   .down = 80,
				   .line = 4,
				   .paper = .75,
				   .px = 34,
				   .rows = 3,
				   .numbers = numbers,
				   .ruled = 26 };

	(void)state;
	expect_read(&look, NULL);
}

/* Who typed into cells that look as blank ones do is known by their ink, with
 * any number of clues. */
static void typed(void **state)
{
	static const int numbers[] = { 148, 0, 0, 0, 39, 0, -13, 12, -27, 18 };
	const struct look look = { .name = "typed",
				   .font = "DejaVu Sans",
				   .width = 120,
				   .height = 60,
				   .across = 120,
				   .down = 60,
				   .line = 2,
				   .paper = 1,
				   .brick = .75,
				   .blank = .95,
				   .px = 30,
				   .rows = 4,
				   .numbers = numbers,
				   .red = .7 };

	(void)state;
	expect_read(&look, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(on_squared_paper), cmocka_unit_test(typed),
		cmocka_unit_test(entered),          cmocka_unit_test(pyramids),
		cmocka_unit_test(in_line),          cmocka_unit_test(cut_off),
		cmocka_unit_test(pale_rows),        cmocka_unit_test(no_sums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
