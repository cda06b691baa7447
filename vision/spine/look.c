#include "look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "grids.h"
#include "margins.h"

/* Everything that is tuned here; look.h tells what each is. */
const struct spine_params spine_params = {
	.pixels_most = 2.8e6,
	.noise_times = 3,
	.edge_least = 5,
	.soft_least = 4,
	.strong_times = 10,
	.noisy = 1,
	.ink_least = 5,
	.ink_times = 1,
	.window = 1 / 12.,
	.same_place = .06,
	.cell_share = .74,
	.middle_share = .52,
	.circle = { .32, .24, .18, .4 },
	.clear = .8,
	.known_least = .4,
	.wider = 1.3,
	.lean_least = .02,
	.sign = .5,
	.sign_least = .05,
	.sign_size = .12,
	.sign_alike = .85,
	.sign_faint = .8,
	.signs = 3,
	.number_least = .2,
	.same_board = .06,
	.surest = .99,
	.surest_blank = .85,
	.surest_number = .998,
	.surest_entered = .9999,
	.next_to = .8,
	.same_size = .1,
	.board_least = 48,
	.larger = 1.02,
	.number_faint = .05,
	.quartet_least = 10,
	.quartet_most = 30,
	.in_cell = .3,
	.card_off = .15,
	.card_least = .25,
	.card_most = .98,
	.beside = 8,
	.square_most = 1.12,
	.same_square = .02,
	.sure = .9,
	.open = .04,
	.least = .5,
	.least_read = .3,
	.least_sigils = .3,
	.twins = .15,
	.unfilled = .7,
	.turned_boxes = 20,
	.turned = 1.5,
};

static const struct claim_family *const families[] = {
	&claim_cross_sum, &claim_pyramid, &claim_sudoku,
	&claim_suko,      &claim_tracks,
};

enum { FAMILIES = sizeof families / sizeof *families };

unsigned spine_families(void)
{
	unsigned bits = 1u << FAMILY_sigils;

	for (int i = 0; i < FAMILIES; i++)
		bits |= 1u << families[i]->family;
	return bits;
}

static void look_free(struct look *look)
{
	tokens_free(&look->tokens);
	grids_free(&look->grids);
	stacks_free(&look->stacks);
	for (size_t i = 0; i < look->quartets.count && look->slot_quartets; i++)
		free(look->slot_quartets[i].numbers);
	quartets_free(&look->quartets);
	free(look->slot_grids);
	free(look->slot_stacks);
	free(look->slot_quartets);
	free(look->places);
	free(look->slots);
	free(look->slot_places);
	free(look->readings);
	free(look->word_readings);
	free(look->squares);
	free(look->is_twin);
	memset(look, 0, sizeof *look);
}

/* Puts down what was claimed, without its clues; a quartet's puzzle holds no
 * memory. */
static int add_rival(struct claim_list *rivals, const struct claim *claim)
{
	struct claim *rival;

	if (alloc_grow(&rivals->claims, &rivals->capacity, rivals->count + 1,
		       sizeof *rivals->claims) < 0)
		return -1;
	rival = &rivals->claims[rivals->count++];
	*rival = *claim;
	rival->clues = NULL;
	rival->clue_count = rival->clue_capacity = 0;
	return 0;
}

/* What the families claim, judged. */
static int make_claims(const struct scene *scene, struct known_words *known,
		       unsigned wanted, struct claim_list *claims,
		       struct problem *problem)
{
	claim_list_free(claims);
	for (int i = 0; i < FAMILIES; i++)
		if (wanted & 1u << families[i]->family &&
		    families[i]->claim(scene, claims, problem) < 0)
			return -1;
	for (size_t i = 0; i < claims->count; i++) {
		struct claim *claim = &claims->claims[i];

		claim->features[CLAIM_AGREED] = scene->agreed;
		claim_judge(claim);
		/* what stands beside makes none likelier */
		if (claim->chance < spine_params.open)
			continue;
		claim_look_beside(claim, scene->tokens, known->words,
				  known->count);
		claim_judge(claim);
	}
	for (size_t i = 0; i < claims->count; i++)
		if (claims->claims[i].features[CLAIM_QUARTET] > 0 &&
		    claims->claims[i].chance >= spine_params.open &&
		    add_rival(&known->rivals, &claims->claims[i]) < 0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for claims");
	claim_list_weigh(claims, &known->rivals);
	return 0;
}

/* The tokens of one source, or, without one, of all before it; of these only
 * what need not be whole: a word may be there with and without its rim. */
static int find_tokens(struct known_words *known, const struct source *source,
		       struct look *look)
{
	if (source->strength > 0)
		return tokens_find(source->level, source->kind,
				   source->strength, source->window,
				   &look->tokens);
	if (source->strength < 0)
		return known_agree(known, &look->tokens);
	look->tokens = known->tokens;
	known->tokens = (struct token_list){ 0 };
	return 0;
}

unsigned spine_layouts(unsigned wanted)
{
	unsigned bits = 0;

	for (int i = 0; i < FAMILIES; i++)
		if (wanted & 1u << families[i]->family)
			bits |= families[i]->layouts;
	return bits;
}

/* Stacks of which all is seen, or those of which parts may lack, where a source
 * overlooks such. */
static int find_stacks(struct look *look, const struct source *source)
{
	bool agreed = source->strength < 0;

	if (!agreed && stacks_find(&look->tokens, &look->stacks) < 0)
		return -1;
	return agreed || source->kind == MASK_SMOOTH
		       ? bricks_find(&look->tokens, &look->stacks)
		       : 0;
}

static int find_layouts(struct look *look, unsigned layouts,
			const struct source *source)
{
	if (layouts & LAYOUT_GRIDS &&
	    grids_find(&look->tokens, &look->grids) < 0)
		return -1;
	look->token_grids = look->grids.count;
	for (size_t i = 0; i < look->token_grids; i++)
		look->grids.grids[i].own_column = -1;
	if ((layouts & LAYOUT_MARGINS &&
	     margins_find(&look->tokens, &look->grids) < 0) ||
	    (layouts & LAYOUT_STACKS && find_stacks(look, source) < 0) ||
	    (layouts & LAYOUT_QUARTETS &&
	     quartets_find(&look->tokens, &look->quartets) < 0))
		return -1;
	return 0;
}

int look_at(struct sitting *sitting, const struct source *source)
{
	const struct pixel_level *level = source->level;
	const struct image *image = sitting->image;
	struct known_words *known = &sitting->known;
	struct number_reader *reader = sitting->readers->numbers;
	struct sighting_list *list = sitting->list;
	struct problem *problem = sitting->problem;
	unsigned layouts = spine_layouts(sitting->wanted);
	size_t known_count = list->count;
	double *turns = sitting->turns;
	struct look look = { .known = known };
	struct claim_list claims = { 0 };
	struct scene scene;
	int result = 0;

	if (find_tokens(known, source, &look) < 0 ||
	    drop_read(&look.tokens, list, sitting->read) < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for a picture's tokens");
	if (result == 0)
		result = look_read_words(&look, known, reader, image, problem);
	/* in a grid of all tokens many would be there twice */
	if (source->strength == 0)
		layouts &= LAYOUT_QUARTETS | LAYOUT_STACKS | LAYOUT_MARGINS;
	if (result == 0 && (find_layouts(&look, layouts, source) < 0 ||
			    known_keep(known, &look.tokens) < 0))
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for a picture's layouts");
	if (result == 0)
		result = look_read_slots(&look, reader, image, level, problem);
	scene = (struct scene){
		.tokens = &look.tokens,
		.agreed = source->strength < 0,
		.words = look.word_readings,
		.grids = look.slot_grids,
		.grid_count = look.token_grids,
		.margin_count = look.grids.count - look.token_grids,
		.stacks = look.slot_stacks,
		.stack_count = look.stacks.count,
		.quartets = look.slot_quartets,
		.quartet_count = look.quartets.count,
	};
	if (result == 0)
		result = make_claims(&scene, known, sitting->wanted, &claims,
				     problem);
	if (result == 0)
		result = look_read_unseen(&look, &claims, reader, image, level,
					  problem);
	if (result >= 0) {
		int seen = look_read_squares(&look, known, &claims,
					     sitting->readers, image, problem);

		result = seen < 0 ? -1 : result + seen;
	}
	if (result > 0)
		result = make_claims(&scene, known, sitting->wanted, &claims,
				     problem);
	if (sitting->viewer && result == 0)
		sitting->viewer->view(sitting->viewer->data, &scene, &claims);
	if (result == 0)
		result = tell_best(&claims, list, problem);
	known->open = claims_are_open(&claims, list, sitting->first);
	for (size_t i = 0; i < claims.count; i++)
		sitting->likeliest =
			fmax(sitting->likeliest, claims.claims[i].chance);
	if (result == 0 && list->count == known_count &&
	    turns[0] + turns[1] + turns[2] + turns[3] < TURN_WORDS)
		result = look_judge_turns(&look, reader, image, turns, problem);
	claim_list_free(&claims);
	look_free(&look);
	return result;
}
