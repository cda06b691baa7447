/* Scenes in which another puzzle than the one drawn was surely seen once: what
 * is not read as it is is doubted, and some are read as they are by now. */
#include <inttypes.h>
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
struct drawn {
	uint64_t seed;
	const char *text;
};

static const struct drawn doubted[] = {
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
	/* a part of a larger board whose sums agree by chance */
	{ 56000215,
	  "{'family':'cross-sum','columns':8,'rows':12,'cells':[[2,6,null"
	  ",1,null,9,8,null],[9,null,2,9,null,2,1,2],[3,null,9,1,3,5,5,7]"
	  ",[6,3,3,6,9,8,4,null],[null,7,null,6,7,4,7,7],[7,4,6,9,1,null,"
	  "null,6],[5,6,7,2,null,null,3,9],[5,null,null,null,4,7,4,9],[5,"
	  "3,9,null,5,6,6,null],[1,8,null,6,5,8,4,6],[1,7,9,9,1,null,4,8]"
	  ",[1,3,8,7,1,6,null,3]],'row_totals':[39,35,40,48,48,49,43,40,3"
	  "6,42,42,38],'column_totals':[47,57,80,61,52,70,63,70]}" },
	/* a bar of the page is no I, nor is a button, of other sizes than the
	 * pieces */
	{ 61000196,
	  "{'family':'sigils','columns':4,'rows':5,'pieces':['O','L','I',"
	  "'L','I']}" },
	{ 61000278,
	  "{'family':'sigils','columns':6,'rows':4,'pieces':['S','Z','I',"
	  "'S','L','J']}" },
	/* a part of a frame, and some of the pieces */
	{ 20000113,
	  "{'family':'sigils','columns':8,'rows':7,'pieces':['L','I','S',"
	  "'L','S','Z','I','S','T','L','I','J','T','O']}" },
	/* the same with pieces in it */
	{ 58000256,
	  "{'family':'sigils','columns':6,'rows':4,'pieces':['O','O','J',"
	  "'I','L','Z']}" },
	/* the corner of a page, far from all pieces, is no J, nor a line of
	 * text a row */
	{ 82000276,
	  "{'family':'sigils','columns':4,'rows':10,'pieces':['Z','I','O'"
	  ",'I','T','I','T','Z','I','L']}" },
	/* counted pieces of which one was left out, and a column */
	{ 83000250,
	  "{'family':'sigils','columns':4,'rows':4,'pieces':['T','S','T',"
	  "'J']}" },
};

static const struct drawn answered[] = {
	/* pieces each as often as is said beside it, four columns of which
	 * three were seen */
	{ 13000079,
	  "{'family':'sigils','columns':4,'rows':5,'pieces':['O','J','J',"
	  "'J','L']}" },
	/* a paler piece was left out, and a column of the frame */
	{ 14000072,
	  "{'family':'sigils','columns':5,'rows':4,'pieces':['I','J','J',"
	  "'I','I']}" },
	/* a bar far from all pieces is no I, and a paler O is one */
	{ 19000137,
	  "{'family':'sigils','columns':4,'rows':5,'pieces':['J','L','L',"
	  "'L','O']}" },
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

/* Is a scene's puzzle answered? Fails where another one is. */
static bool is_answered(struct pipeline *pipeline, const struct drawn *drawn)
{
	const struct scene_wish wish = scene_wish(drawn->seed);
	struct outcome_list list = { 0 };
	struct puzzle puzzle = puzzle_from(drawn->text);
	struct scene scene;
	bool any = false;

	assert_int_equal(scene_draw_page(&puzzle, 1, &wish, &scene, NULL), 0);
	assert_int_equal(pipeline_read(pipeline, &scene.image, &list, NULL), 0);
	for (size_t i = 0; i < list.count; i++) {
		struct outcome *outcome = &list.outcomes[i];

		assert_int_equal(pipeline_solve(pipeline, outcome, NULL), 0);
		if (outcome->verdict == OUTCOME_DOUBTFUL)
			continue;
		if (!puzzle_equal(&outcome->puzzle, &puzzle, NULL))
			fail_msg("scene %" PRIu64 ": another is answered",
				 drawn->seed);
		any = true;
	}
	outcome_list_fini(&list);
	scene_fini(&scene);
	puzzle_fini(&puzzle);
	return any;
}

static void doubts_what_is_not_there(void **state)
{
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	for (size_t i = 0; i < sizeof doubted / sizeof *doubted; i++)
		is_answered(&pipeline, &doubted[i]);
	pipeline_fini(&pipeline);
}

static void answers_what_is_there(void **state)
{
	struct pipeline pipeline;

	(void)state;
	pipeline_init(&pipeline);
	for (size_t i = 0; i < sizeof answered / sizeof *answered; i++)
		if (!is_answered(&pipeline, &answered[i]))
			fail_msg("scene %" PRIu64 ": not answered",
				 answered[i].seed);
	pipeline_fini(&pipeline);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(doubts_what_is_not_there),
		cmocka_unit_test(answers_what_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
