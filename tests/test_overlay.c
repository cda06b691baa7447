/* Drawings as pixels: the answer lies where it must, on any ground and in
 * perspective, and documents hold it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "export.h"
#include "html.h"
#include "tracks_game.h"

struct board {
	struct puzzle puzzle;
	struct solution solution;
	struct drawing drawing;
};

static int set_up(void **state)
{
	struct board *board = calloc(1, sizeof *board);

	tracks_game_board(&board->puzzle);
	assert_true(tracks_game_answer(&board->puzzle, &board->solution));
	drawing_init(&board->drawing, 8, 8);
	assert_int_equal(draw_family(FAMILY_tracks)
				 ->draw(&board->puzzle, &board->solution,
					&board->drawing),
			 0);
	*state = board;
	return 0;
}

static int tear_down(void **state)
{
	struct board *board = *state;

	drawing_fini(&board->drawing);
	free(board);
	return 0;
}

static void fill(struct image *image, int side, uint32_t colour)
{
	struct problem problem = { 0 };

	assert_int_equal(image_init(image, side, side, &problem), 0);
	for (int i = 0; i < side * side; i++)
		image->pixels[i] = colour;
}

/* Saturated magenta, as the core of the answer has it. */
static bool is_core(uint32_t pixel)
{
	int r = (int)(pixel >> 16 & 255);
	int g = (int)(pixel >> 8 & 255);
	int b = (int)(pixel & 255);

	return r > 200 && g < 90 && b > 100 && b < 200;
}

/* The middles of the sides that two pieces join over, and the middles of
 * straight pieces, are points of the track whatever its bends look like. */
static int count_off_track(const struct board *board, const struct image *image,
			   const struct homography *map)
{
	int off = 0;

	for (int y = 0; y < 8; y++)
		for (int x = 0; x < 8; x++) {
			int tile = board->solution.as.tracks.tiles[y][x];
			struct point at[3] = { { x + 1, y + 0.5 },
					       { x + 0.5, y + 1 },
					       { x + 0.5, y + 0.5 } };
			bool on[3] = { tile & 1 && x < 7, tile & 2 && y < 7,
				       tile == 5 || tile == 10 };

			for (int i = 0; i < 3; i++) {
				struct point px = homography_apply(map, at[i]);

				off += on[i] &&
				       !is_core(image_row(
					       image,
					       (int)lround(
						       px.y))[lround(px.x)]);
			}
		}
	return off;
}

/* Pixels painted in squares without track, more than 2 pixels inside. Beside
 * the entry and exit the line's round ends may look out of the board. */
static int count_strays(const struct board *board, const struct image *image,
			const struct homography *map, uint32_t ground)
{
	struct homography back;
	int strays = 0;

	assert_int_equal(homography_inverse(map, &back), 0);
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			struct point px = { x, y };
			struct point cell = homography_apply(&back, px);
			double margin = 2.5 / homography_scale(map, cell);
			int cx = (int)floor(cell.x), cy = (int)floor(cell.y);
			bool inside =
				fmin(cell.x - cx, cell.y - cy) > margin &&
				fmax(cell.x - cx, cell.y - cy) < 1 - margin;
			bool on_board = cx >= 0 && cy >= 0 && cx < 8 && cy < 8;

			bool at_end =
				(cx == -1 && cy == 3) || (cx == 2 && cy == 8);

			if (!inside || at_end ||
			    (on_board &&
			     board->solution.as.tracks.tiles[cy][cx]))
				continue;
			strays += (image_row(image, y)[x] & 0xffffff) != ground;
		}
	return strays;
}

static void check_places(const struct board *board,
			 const struct homography *map, int side,
			 uint32_t ground)
{
	struct layer layer = { &board->drawing, *map };
	struct problem problem = { 0 };
	struct image image;

	fill(&image, side, ground);
	assert_int_equal(export_over_image(&image, &layer, 1, &problem), 0);
	assert_int_equal(count_off_track(board, &image, map), 0);
	assert_int_equal(count_strays(board, &image, map, ground), 0);
	image_fini(&image);
}

static void answer_lies_on_its_cells(void **state)
{
	static const uint32_t grounds[] = { 0xffffff, 0x101010, 0x808080 };

	for (int i = 0; i < 3; i++)
		for (int pitch = 24; pitch <= 96; pitch += 24) {
			struct homography map = { { pitch, 0, 20, 0, pitch, 30,
						    0, 0, 1 } };

			check_places(*state, &map, pitch * 8 + 60, grounds[i]);
		}
}

static void answer_lies_on_its_cells_in_perspective(void **state)
{
	struct quad board = quad_from_box(0, 0, 8, 8);
	struct quad seen = {
		{ { 60, 40 }, { 540, 90 }, { 500, 520 }, { 20, 560 } }
	};
	struct homography map;

	assert_int_equal(homography_from_quads(&board, &seen, &map), 0);
	check_places(*state, &map, 600, 0x303030);
}

/* Lightness as the eye has it (Rec. 709). */
static double luma(uint32_t pixel)
{
	return 0.2126 * (pixel >> 16 & 255) + 0.7152 * (pixel >> 8 & 255) +
	       0.0722 * (pixel & 255);
}

/* Across the track on any grey, some part of the stroke stands out. */
static void answer_is_legible_on_any_ground(void **state)
{
	struct board *board = *state;
	struct layer layer = { &board->drawing,
			       { { 40, 0, 20, 0, 40, 20, 0, 0, 1 } } };

	for (int grey = 0; grey < 256; grey += 15) {
		uint32_t ground = (uint32_t)(grey << 16 | grey << 8 | grey);
		struct problem problem = { 0 };
		struct image image;
		double most = 0;

		fill(&image, 360, ground);
		assert_int_equal(export_over_image(&image, &layer, 1, &problem),
				 0);
		/* down through the given straight at 0,3 */
		for (int y = 141; y < 180; y++)
			most = fmax(most, fabs(luma(image_row(&image, y)[40]) -
					       grey));
		image_fini(&image);
		if (most < 90)
			fail_msg("on grey %d nothing differs by more than %g",
				 grey, most);
	}
}

static void characters_show_board_and_answer(void **state)
{
	struct board *board = *state;
	const struct draw_family *family = draw_family(FAMILY_tracks);
	struct buffer out;

	buffer_init(&out);
	family->print(&board->puzzle, &board->solution, false, &out);
	assert_string_equal(buffer_text(&out), "   3  4  3  5  2  7  4  5 \n"
					       "            ╭─────╮         3\n"
					       "            ┃     │         2\n"
					       "      ╭─────╯     │         4\n"
					       "A ━━━─╯           ╰─────╮   5\n"
					       "                        │   1\n"
					       "            ╭────────╮  ┃   5\n"
					       "   ╭────────╯     ╭──╯  │   7\n"
					       "   ╰────━┓        ╰─────╯   6\n"
					       "         B                \n");
	buffer_fini(&out);
	board->puzzle.as.tracks.row_totals[0] = TRACKS_UNKNOWN;
	board->puzzle.as.tracks.half[0][0] = TRACKS_BOTTOM;
	family->print(&board->puzzle, NULL, false, &out);
	assert_non_null(
		strstr(buffer_text(&out), "   ╻  ·  ·  ·  ·  ·  ·  ·   ?\n"));
	assert_non_null(strstr(buffer_text(&out), "A ━━━ · "));
	assert_null(strchr(buffer_text(&out), '\033'));
	buffer_fini(&out);
	family->print(&board->puzzle, &board->solution, true, &out);
	assert_non_null(strchr(buffer_text(&out), '\033'));
	buffer_fini(&out);
}

static void boards_are_drawn_on_paper(void **state)
{
	struct board *board = *state;
	struct export_item items[2] = {
		{ .puzzle = &board->puzzle, .solution = &board->solution },
		{ .puzzle = &board->puzzle },
	};
	struct problem problem = { 0 };
	struct image one, two;
	int core[2] = { 0, 0 };

	assert_int_equal(export_image(items, 1, 30, &one, &problem), 0);
	assert_int_equal(export_image(items, 2, 30, &two, &problem), 0);
	assert_int_equal(one.width, two.width);
	assert_in_range(two.height, 2 * one.height - 30, 2 * one.height);
	/* the answer is on the first board only */
	for (int y = 0; y < two.height; y++)
		for (int x = 0; x < two.width; x++) {
			uint32_t p = image_row(&two, y)[x];

			core[y >= one.height] +=
				(p & 255) > (p >> 8 & 255) + 100;
		}
	assert_in_range(core[0], 34 * 30 * 3, 34 * 30 * 8);
	assert_int_equal(core[1], 0);
	assert_int_equal(image_row(&one, 0)[0] & 0xffffff, 0xffffff);
	image_fini(&one);
	image_fini(&two);
	/* cells too large for a picture: a sentence */
	assert_int_equal(export_image(items, 1, 1e5, &one, &problem), -1);
	assert_int_equal(problem.kind, PROBLEM_LIMIT);
}

/* What a reader sees of a page's text. */
static void strip_tags(char *page)
{
	char *to = page;
	bool tag = false;

	for (char *at = page; *at; at++) {
		tag |= *at == '<';
		if (!tag)
			*to++ = *at;
		tag &= *at != '>';
	}
	*to = '\0';
}

static void documents_are_whole(void **state)
{
	struct board *board = *state;
	struct export_item item = { .puzzle = &board->puzzle,
				    .solution = &board->solution };
	struct problem problem = { 0 };
	struct buffer out;
	const char *text;

	buffer_init(&out);
	assert_int_equal(export_svg(&item, 1, &out, &problem), 0);
	text = buffer_text(&out);
	assert_int_equal(strncmp(text, "<?xml", 5), 0);
	assert_non_null(strstr(text, "</svg>"));
	assert_non_null(strstr(text, "stroke-width"));
	buffer_fini(&out);
	assert_int_equal(html_write(&item, 1, "a <b> & c", &out, &problem), 0);
	text = buffer_text(&out);
	assert_int_equal(strncmp(text, "<!DOCTYPE html>", 15), 0);
	assert_non_null(strstr(text, "<title>Train Tracks, solved - "
				     "a &lt;b&gt; &amp; c</title>"));
	assert_null(strstr(text, "<?xml"));
	assert_non_null(strstr(text, "</svg>"));
	assert_non_null(strstr(text, "</html>"));
	assert_null(strchr(text, '\033'));
	/* what is given stands out in its own class */
	assert_non_null(strstr(text, "A <span class=\"c32\">"));
	assert_non_null(strstr(text, "keeps every rule"));
	strip_tags(out.data);
	assert_non_null(strstr(text, "A ━━━─╯"));
	buffer_fini(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answer_lies_on_its_cells),
		cmocka_unit_test(answer_lies_on_its_cells_in_perspective),
		cmocka_unit_test(answer_is_legible_on_any_ground),
		cmocka_unit_test_setup_teardown(
			characters_show_board_and_answer, set_up, tear_down),
		cmocka_unit_test(boards_are_drawn_on_paper),
		cmocka_unit_test(documents_are_whole),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
