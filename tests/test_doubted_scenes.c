/* Scenes in which another puzzle than the one drawn was surely seen once: what
 * is not read as it is is doubted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline.h"
#include "scene.h"
#include "seen.h"

enum { TEXT_MOST = 2000 };

/* JSON with ' for ". */
static const struct {
	uint64_t seed;
	const char *text;
} scenes[] = {
	/* half of the frame shows, and half of the pieces are of one size */
	{ 23000105, "{'family':'sigils','columns':6,'rows':4,'pieces':['L',"
		    "'Z','L','L','L','O']}" },
	/* three quarters of it and of the pieces, its other lines as well */
	{ 38000179, "{'family':'sigils','columns':4,'rows':4,'pieces':['Z',"
		    "'J','I','J']}" },
	/* the O is a frame for the others, beside that of all */
	{ 38000213, "{'family':'sigils','columns':4,'rows':5,'pieces':['J',"
		    "'I','O','J','I']}" },
	/* the same where the squares of that are too pale */
	{ 41000191, "{'family':'sigils','columns':4,'rows':5,'pieces':['O',"
		    "'J','L','S','I']}" },
	/* of counted pieces one alone shows, as often as fits the rim */
	{ 43000178, "{'family':'sigils','columns':6,'rows':6,'pieces':['L',"
		    "'O','L','L','J','S','J','I','L']}" },
	/* corners of boxes for two pieces */
	{ 46000224, "{'family':'sigils','columns':6,'rows':6,'pieces':['L',"
		    "'O','J','S','Z','I','S','J','J']}" },
	/* a row without a total, of which no field shows */
	{ 51000242,
	  "{'family':'tracks','columns':6,'rows':9,'column_totals"
	  "':[6,7,6,null,6,0],'row_totals':[null,1,2,4,5,5,5,5,4],'clue"
	  "s':[{'at':[0,1],'tile':6},{'at':[1,3],'tile':9},{'at':"
	  "[3,3],'tile':3},{'at':[0,4],'tile':3},{'at':[1,4],'til"
	  "e':6},{'at':[2,6],'tile':12},{'at':[4,6],'tile':6},{'a"
	  "t':[3,8],'tile':3}],'entry':{'side':'left','index':1},"
	  "'exit':{'side':'bottom','index':3}}" },
	/* a brick and two keys below */
	{ 54000195, "{'family':'pyramid','rows':[[501],[null,null],[139,nul"
		    "l,112],[66,73,52,60],[null,null,46,null,54]]}" },
	/* two rows below too pale to be seen, with a number each */
	{ 21000139, "{'family':'pyramid','rows':[[null],[null,null],[287,nu"
		    "ll,null],[null,126,137,181],[null,null,null,79,null],["
		    "null,null,null,null,51,null]]}" },
	/* two keys and what lies between two others */
	{ 61000192, "{'family':'suko','circles':[26,21,17,14],'areas':[{'to"
		    "tal':30,'colour':'orange','cells':[1,2,4,5,7,8]},{'tot"
		    "al':5,'colour':'yellow','cells':[0]},{'total':10,'colo"
		    "ur':'red','cells':[3,6]}],'givens':[0,0,0,0,0,0,0,0,0]"
		    "}" },
};

static struct puzzle puzzle_from(const char *text)
{
	char json[TEXT_MOST];
	size_t length = strlen(text);

	assert_true(length < sizeof json);
	for (size_t i = 0; i <= length; i++)
		json[i] = text[i] == '\'' ? '"' : text[i];
	return puzzle_of(json);
}

static void doubts_what_is_not_there(void **state)
{
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
		const struct scene_wish wish = scene_wish(scenes[i].seed);
		struct outcome_list list = { 0 };
		struct puzzle puzzle = puzzle_from(scenes[i].text);
		struct scene scene;

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
