/* Sigils in pictures: scenes of our own, and, where they are, the labelled
 * pictures of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "file.h"
#include "frames.h"
#include "page.h"
#include "puzzle_file.h"
#include "read_sigils.h"
#include "scene.h"
#include "shapes.h"
#include "solve.h"
#include "vision.h"

struct tally {
	int exact, wrong, missed, total;
};

static void compare(const struct puzzle *puzzle,
		    const struct sighting_list *list, const char *name,
		    struct tally *tally)
{
	struct buffer difference;

	buffer_init(&difference);
	tally->total++;
	if (list->count != 1) {
		tally->missed++;
		print_message("%s: %zu puzzles found\n", name, list->count);
	} else if (puzzle_equal(puzzle, &list->sightings[0].puzzle,
				&difference)) {
		tally->exact++;
	} else {
		bool sure = list->sightings[0].confidence >= SURE;

		tally->wrong += sure;
		tally->missed += !sure;
		print_message("%s: %s (confidence %.2f)\n", name,
			      buffer_text(&difference),
			      list->sightings[0].confidence);
	}
	buffer_fini(&difference);
}

/* Each kind in each turn, with a sign in one of its squares, is that kind. */
static void test_shapes(void **state)
{
	enum { PITCH = 13, AT = 40 };
	struct image image = { 0 };

	(void)state;
	assert_int_equal(image_init(&image, 160, 160, NULL), 0);
	const struct pixel_level level = { image.width,  image.height, 1,
					   image.stride, image.pixels, NULL,
					   NULL };

	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int turns = 0;
		     turns < sigils_poses((enum sigils_kind)kind); turns++) {
			struct shape_list list = { 0 };
			struct sigils_shape shape;
			struct contour *contours;
			int count;

			sigils_shape((enum sigils_kind)kind, turns, &shape);
			for (int i = 0; i < 160 * 160; i++)
				image_row(&image, i / 160)[i % 160] = 0xe0e0e0;
			for (int i = 0; i < 4 * PITCH * PITCH; i++) {
				int x = i % PITCH, y = i / PITCH % PITCH;
				int one = i / PITCH / PITCH;
				bool sign = !one && x / 3 == 2 && y / 3 == 2;

				image_row(&image,
					  AT + shape.y[one] * PITCH +
						  y)[AT + shape.x[one] * PITCH +
						     x] =
					sign ? 0xe0e0e0 : 0x2040a0;
			}
			count = pixels_contours(&level, MASK_FLAT, 10, 0,
						&contours);
			assert_true(count > 0);
			assert_int_equal(shapes_add(&list, &level, MASK_FLAT,
						    contours, count),
					 0);
			assert_int_equal(list.count, 1);
			assert_int_equal(list.shapes[0].kind, kind);
			assert_int_equal(list.shapes[0].turns, turns);
			assert_true(list.shapes[0].likeness > .9);
			assert_true(list.shapes[0].other_likeness < .75);
			assert_true(fabs(list.shapes[0].px_pitch - PITCH) < .5);
			shapes_free(&list);
			free(contours);
		}
	image_fini(&image);
}

static void fill_box(struct image *image, struct box box, uint32_t colour)
{
	for (int y = box.y; y < box.y + box.height; y++)
		for (int x = box.x; x < box.x + box.width; x++)
			image_row(image, y)[x] = colour;
}

/* A frame and pieces drawn on squared paper, which has far more squares. */
static void test_squared_paper(void **state)
{
	enum { PITCH = 24, COLUMNS = 36, ROWS = 18, INK = 0x101010 };
	static const uint8_t kinds[] = { SIGILS_L, SIGILS_T, SIGILS_T, SIGILS_S,
					 SIGILS_J };
	struct puzzle puzzle = { .family = FAMILY_sigils };
	struct tally tally = { 0 };
	struct sighting_list list;
	struct image image = { 0 };

	(void)state;
	sigils_init(&puzzle.as.sigils, 5, 4);
	assert_int_equal(
		image_init(&image, COLUMNS * PITCH + 1, ROWS * PITCH + 1, NULL),
		0);
	fill_box(&image, (struct box){ 0, 0, image.width, image.height },
		 0xffffff);
	for (int i = 0; i <= COLUMNS; i++)
		fill_box(&image, (struct box){ i * PITCH, 0, 1, image.height },
			 0xd8d8d8);
	for (int i = 0; i <= ROWS; i++)
		fill_box(&image, (struct box){ 0, i * PITCH, image.width, 1 },
			 0xd8d8d8);
	for (int side = 0; side < 4; side++) {
		bool down = side & 1;
		int at = side & 2 ? (down ? 5 : 4) * PITCH : 0;
		int along = (down ? 4 : 5) * PITCH + 3;

		fill_box(&image,
			 (struct box){ 3 * PITCH - 1 + (down ? at : 0),
				       4 * PITCH - 1 + (down ? 0 : at),
				       down ? 3 : along, down ? along : 3 },
			 INK);
	}
	for (int i = 0; i < 5; i++) {
		struct sigils_shape shape;

		sigils_shape((enum sigils_kind)kinds[i], i, &shape);
		for (int k = 0; k < 4; k++) {
			int x = (10 + 5 * i + shape.x[k]) * PITCH;
			int y = (5 + shape.y[k]) * PITCH;

			fill_box(&image,
				 (struct box){ x, y, PITCH + 1, PITCH + 1 },
				 INK);
			fill_box(&image,
				 (struct box){ x + 1, y + 1, PITCH - 1,
					       PITCH - 1 },
				 0x60b0e0);
		}
		puzzle.as.sigils.pieces[puzzle.as.sigils.piece_count++] =
			kinds[i];
	}
	read_sigils_in(&image, &list);
	compare(&puzzle, &list, "squared paper", &tally);
	assert_int_equal(tally.exact, 1);
	sighting_list_fini(&list);
	image_fini(&image);
}

/* A piece with its box's left upper corner there, squares of so many pixels. */
static void draw_piece(struct image *image, enum sigils_kind kind, int turns,
		       int left, int top, int pitch)
{
	struct sigils_shape shape;

	sigils_shape(kind, turns, &shape);
	for (int k = 0; k < 4; k++) {
		int x = left + shape.x[k] * pitch, y = top + shape.y[k] * pitch;

		fill_box(image, (struct box){ x, y, pitch + 2, pitch + 2 },
			 0x202020);
		fill_box(image,
			 (struct box){ x + 2, y + 2, pitch - 2, pitch - 2 },
			 0xb8b8b8);
	}
}

static void draw_frame(struct image *image, int columns, int rows, int left,
		       int top, int pitch)
{
	fill_box(image,
		 (struct box){ left - 3, top - 3, columns * pitch + 6,
			       rows * pitch + 6 },
		 0);
	for (int i = 0; i < columns * rows; i++)
		fill_box(image,
			 (struct box){ left + i % columns * pitch + 1,
				       top + i / columns * pitch + 1, pitch - 2,
				       pitch - 2 },
			 0xffffff);
}

/* Two frames on a page, each with pieces of its own, all of one size: both are
 * read where each is filled, neither surely where one lacks a piece. */
static void test_two(void **state)
{
	enum { PITCH = 40, LEFT = 60 };
	static const char *const pieces[] = { "TLST", "OLLJI" };
	static const int rows[] = { 4, 5 };

	(void)state;
	for (int lacking = 0; lacking < 2; lacking++) {
		struct sighting_list list;
		struct image image = { 0 };

		assert_int_equal(image_init(&image, 1100, 760, NULL), 0);
		fill_box(&image, (struct box){ 0, 0, 1100, 760 }, 0xffffff);
		for (int k = 0; k < 2; k++) {
			int top = 80 + 360 * k;

			draw_frame(&image, 4, rows[k], LEFT, top, PITCH);
			for (int i = 0; pieces[k][i + (lacking && k)]; i++)
				draw_piece(&image, sigils_kind_of(pieces[k][i]),
					   i, 360 + 140 * i, top, 30);
		}
		read_sigils_in(&image, &list);
		for (size_t i = 0; i < list.count && lacking; i++)
			assert_true(list.sightings[i].confidence < SURE);
		assert_true(lacking || list.count == 2);
		for (int k = 0; k < 2 && !lacking; k++) {
			const struct sighting *one = &list.sightings[k];

			assert_true(one->confidence >= SURE);
			assert_int_equal(one->puzzle.as.sigils.rows, rows[k]);
			assert_int_equal(one->puzzle.as.sigils.piece_count,
					 rows[k]);
			for (int i = 0; i < rows[k]; i++)
				assert_non_null(strchr(
					pieces[k],
					sigils_letter(
						(enum sigils_kind)one->puzzle.as
							.sigils.pieces[i])));
		}
		sighting_list_fini(&list);
		image_fini(&image);
	}
}

/* Four black squares in the shape of a piece: the tray's are of another colour,
 * so these may be holes, or a piece that is laid. */
static void test_holes_like_a_piece(void **state)
{
	enum { PITCH = 40, LEFT = 60, TOP = 80 };
	static const uint8_t kinds[] = { SIGILS_T, SIGILS_L, SIGILS_S };
	static const int holes[4][2] = {
		{ 3, 0 }, { 1, 1 }, { 2, 1 }, { 3, 1 }
	};
	struct sighting_list list;
	struct image image = { 0 };

	(void)state;
	assert_int_equal(image_init(&image, 900, 360, NULL), 0);
	fill_box(&image, (struct box){ 0, 0, 900, 360 }, 0xffffff);
	draw_frame(&image, 4, 4, LEFT, TOP, PITCH);
	for (int i = 0; i < 4; i++)
		fill_box(&image,
			 (struct box){ LEFT + holes[i][0] * PITCH,
				       TOP + holes[i][1] * PITCH, PITCH,
				       PITCH },
			 0);
	for (int i = 0; i < 3; i++)
		draw_piece(&image, (enum sigils_kind)kinds[i], i, 360 + 170 * i,
			   TOP, 30);
	read_sigils_in(&image, &list);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].confidence < SURE);
	sighting_list_fini(&list);
	image_fini(&image);
}

static void test_scenes(void **state)
{
	enum { SCENES = 24 };
	struct tally tally = { 0 };

	(void)state;
	for (uint64_t seed = 1; seed <= SCENES; seed++) {
		struct scene_wish wish = scene_wish(500 + seed);
		struct problem problem = { 0 };
		struct sighting_list list;
		struct puzzle puzzle;
		struct scene scene;

		wish.camera = SCENE_SCREEN;
		if (solve_make(FAMILY_sigils, NULL, seed, &puzzle, &problem) <
			    0 ||
		    scene_draw(&puzzle, &wish, &scene, &problem) < 0)
			fail_msg("%s", problem.text);
		read_sigils_in(&scene.image, &list);
		compare(&puzzle, &list, scene.look, &tally);
		if (list.count == 1 && tally.exact == tally.total)
			for (int i = 0; i < 4; i++)
				assert_true(
					point_distance(
						list.sightings[0]
							.px_corners.corner[i],
						scene.px_corners[0].corner[i]) <
					6);
		sighting_list_fini(&list);
		scene_fini(&scene);
	}
	assert_int_equal(tally.wrong, 0);
	assert_true(tally.exact >= SCENES * 95 / 100);
}

static void read_folder(const char *pattern, struct tally *tally)
{
	glob_t labels;

	if (glob(pattern, 0, NULL, &labels) != 0)
		return;
	for (size_t i = 0; i < labels.gl_pathc; i++) {
		const char *path = labels.gl_pathv[i];
		json_t *label = json_load_file(path, 0, NULL);
		const json_t *puzzles = json_object_get(label, "puzzles");
		const char *image_name =
			json_string_value(json_object_get(label, "image"));
		struct problem problem = { 0 };
		struct sighting_list list;
		struct image image;
		struct puzzle puzzle;
		char picture[600];

		assert_non_null(image_name);
		snprintf(picture, sizeof picture, "%.*s/%s",
			 (int)(strrchr(path, '/') - path), path, image_name);
		if (file_load_image(picture, &image, &problem) < 0)
			fail_msg("%s", problem.text);
		read_sigils_in(&image, &list);
		if (json_array_size(puzzles)) {
			if (puzzle_from_json(json_array_get(puzzles, 0),
					     &puzzle, &problem) < 0)
				fail_msg("%s", problem.text);
			compare(&puzzle, &list, picture, tally);
		} else if (list.count) {
			fail_msg("found in %s", picture);
		}
		sighting_list_fini(&list);
		image_fini(&image);
		json_decref(label);
	}
	globfree(&labels);
}

static void test_samples(void **state)
{
	struct tally tally = { 0 };

	(void)state;
	read_folder(SOURCE_DIR "/samples/sigils/*.json", &tally);
	assert_true(tally.total >= 8);
	assert_int_equal(tally.exact, tally.total);
}

static void test_shared_pictures(void **state)
{
	struct tally tally = { 0 };

	(void)state;
	read_folder(SHARED_DATA "/sigils/rendered/*.json", &tally);
	read_folder(SHARED_DATA "/sigils/rendered/played/*.json", &tally);
	read_folder(SHARED_DATA "/sigils/pages/*.json", &tally);
	if (!tally.total)
		skip_because("no pictures in " SHARED_DATA);
	print_message("%d exact of %d, %d wrong\n", tally.exact, tally.total,
		      tally.wrong);
	assert_int_equal(tally.wrong, 0);
	assert_true(100 * tally.exact >= 95 * tally.total);
}

/* Squares beyond the frame's rim are none of its: the puzzle is what lies
 * within, and so are its place and what is laid on it. */
static void test_trim(void **state)
{
	static const char *const squares[] = { "ththh", "h...h", "h.t.h",
					       "hhhhh" };
	struct frame frame = {
		.columns = 5,
		.rows = 4,
		.cell_to_px = { { 10, 0, 100, 0, 20, 200, 0, 0, 1 } },
		.laid_at = { { 1, 1 } },
		.laid_count = 1,
	};
	struct frame trimmed;

	(void)state;
	for (int i = 0; i < 20; i++)
		frame.square[i / 5][i % 5] =
			squares[i / 5][i % 5] == 'h'   ? SQUARE_HOLE
			: squares[i / 5][i % 5] == 't' ? SQUARE_TINTED
						       : SQUARE_EMPTY;
	trimmed = frame;
	frame_trim(&trimmed, true);
	assert_int_equal(trimmed.columns, 3);
	assert_int_equal(trimmed.rows, 2);
	assert_int_equal(trimmed.square[1][1], SQUARE_TINTED);
	assert_int_equal(trimmed.square[0][0], SQUARE_EMPTY);
	assert_int_equal(trimmed.laid_at[0][0], 0);
	assert_int_equal(trimmed.laid_at[0][1], 0);
	assert_true(fabs(trimmed.px_corners.corner[0].x - 110) < 1e-6);
	assert_true(fabs(trimmed.px_corners.corner[0].y - 220) < 1e-6);
	/* a row in a shadow is the frame's */
	frame_trim(&frame, false);
	assert_int_equal(frame.rows, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_trim),
		cmocka_unit_test(test_squared_paper),
		cmocka_unit_test(test_holes_like_a_piece),
		cmocka_unit_test(test_two),
		cmocka_unit_test(test_scenes),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_shared_pictures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
