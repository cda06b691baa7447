/* Scenes in which other sigils than those drawn were surely seen once: what is
 * not read as it is is doubted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline.h"
#include "scene.h"

static const struct {
	uint64_t seed;
	int columns, rows;
	const char *pieces;
} scenes[] = {
	/* half of the frame shows, and half of the pieces are of one size */
	{ 23000105, 6, 4, "LZLLLO" },
	/* three quarters of it and of the pieces, its other lines as well */
	{ 38000179, 4, 4, "ZJIJ" },
	/* the O is a frame for the others, beside that of all */
	{ 38000213, 4, 5, "JIOJI" },
	/* the same where the squares of that are too pale */
	{ 41000191, 4, 5, "OJLSI" },
	/* of counted pieces one alone shows, as often as fits the rim */
	{ 43000178, 6, 6, "LOLLJSJIL" },
	/* corners of boxes for two pieces */
	{ 46000224, 6, 6, "LOJSZISJJ" },
};

static void make_puzzle(size_t which, struct puzzle *puzzle)
{
	const char *pieces = scenes[which].pieces;
	struct sigils *sigils = &puzzle->as.sigils;

	*puzzle = (struct puzzle){ .family = FAMILY_sigils };
	sigils_init(sigils, scenes[which].columns, scenes[which].rows);
	for (const char *piece = pieces; *piece; piece++) {
		int kind = 0;

		while (sigils_letter((enum sigils_kind)kind) != *piece)
			kind++;
		sigils->pieces[sigils->piece_count++] = (uint8_t)kind;
	}
}

static void doubts_what_is_not_there(void **state)
{
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
		const struct scene_wish wish = scene_wish(scenes[i].seed);
		struct outcome_list list = { 0 };
		struct puzzle puzzle;
		struct scene scene;

		make_puzzle(i, &puzzle);
		assert_int_equal(
			scene_draw_page(&puzzle, 1, &wish, &scene, NULL), 0);
		assert_int_equal(
			pipeline_read(&pipeline, &scene.image, &list, NULL), 0);
		for (size_t k = 0; k < list.count; k++) {
			assert_int_equal(pipeline_solve(&pipeline,
							&list.outcomes[k],
							NULL),
					 0);
			if (list.outcomes[k].verdict != OUTCOME_DOUBTFUL &&
			    !puzzle_equal(&list.outcomes[k].puzzle, &puzzle,
					  NULL))
				fail_msg("scene %zu: answered", i);
		}
		outcome_list_fini(&list);
		scene_fini(&scene);
		puzzle_fini(&puzzle);
	}
	pipeline_fini(&pipeline);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(doubts_what_is_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
