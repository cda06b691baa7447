/* Number pyramids: a stack of boxes with a number in some of them, each the sum
 * of the two below it. */
#include "grids.h"

#include <math.h>

#include "whose.h"

/* Readings less likely than that are strangers. */
#define LIKELY .02

/* `entries`: zeros stand where something is to be entered. */
static int claim_stack(const struct slot_stack *stack, bool entries,
		       struct claim_list *list, struct problem *problem)
{
	static const struct number_reading blank = { .nothing = 1 };
	struct claim claim = { .puzzle.family = FAMILY_pyramid };
	struct pyramid *puzzle = &claim.puzzle.as.pyramid;
	int rows = stack->stack->rows, givens = 0, strange = 0, checks = 0;
	int wrong = 0, missing = 0;
	struct slot slots[WHOSE_MOST];
	struct whose whose = { .least = 1 };
	double unlikely = 0, places = rows * (rows + 1) / 2.;

	if (rows > PYRAMID_ROWS_MAX)
		return 0;
	pyramid_init(puzzle, rows);
	for (int y = 0; y < rows; y++)
		for (int x = 0; x <= y; x++) {
			struct slot slot = stack->slots[y][x];
			double chance;
			int value = slot_value(&slot, 0, PYRAMID_NUMBER_MAX,
					       true, &chance);

			if (entries && !value) {
				slot.reading = &blank;
				value = -1;
			}
			if (chance < LIKELY) {
				strange++;
				value = -1;
			} else {
				unlikely -= log(chance);
			}
			missing += stack->stack->at[y][x] < 0;
			slots[whose.count] = slot;
			whose.slots[whose.count] = &slots[whose.count];
			whose.values[whose.count++] = value;
		}
	whose_find(&whose);
	for (int y = 0, i = 0; y < rows; y++)
		for (int x = 0; x <= y; x++, i++) {
			struct slot slot = whose_slot(&whose, i);
			int value = whose.values[i];

			givens += value >= 0;
			puzzle->rows[y][x] = value >= 0 ? value : PYRAMID_BLANK;
			if (claim_add_clue(&claim, &slot, value, problem,
					   "rows[%d][%d]", y, x) < 0) {
				claim_free(&claim);
				return -1;
			}
		}
	for (int y = 0; y + 1 < rows; y++)
		for (int x = 0; x <= y; x++) {
			int up = puzzle->rows[y][x];
			int left = puzzle->rows[y + 1][x];
			int right = puzzle->rows[y + 1][x + 1];

			if (up < 0)
				continue;
			if (left >= 0 && right >= 0 && left + right == up)
				checks++;
			else if (left > up || right > up ||
				 (left >= 0 && right >= 0))
				wrong++;
		}
	/* of three rows all bricks are needed to tell that it is one */
	if (!givens || (missing && rows == STACK_ROWS_LEAST) ||
	    givens == places || wrong > 1 || 2 * strange > givens) {
		claim_free(&claim);
		return !entries && givens == places && wrong > 1
			       ? claim_stack(stack, true, list, problem)
			       : 0;
	}
	claim.slots = places;
	claim.features[CLAIM_EMPTY] = missing / places;
	claim.features[CLAIM_RESIDUAL] = 24 * stack->stack->residual;
	claim.features[CLAIM_UNEVEN] = stack->stack->spread;
	claim_set_faults(&claim, strange + 3 * wrong, unlikely);
	/* each row more than two is there by chance as rarely as a sum holds */
	claim.features[CLAIM_CHECKS] = log2(rows - 1 + checks);
	claim.px_corners = stack->stack->px_corners;
	claim.columns = claim.rows = rows;
	claim.stacked = true;
	return claim_list_add(list, &claim, problem);
}

static int claim(const struct scene *scene, struct claim_list *list,
		 struct problem *problem)
{
	for (size_t i = 0; i < scene->stack_count; i++)
		if (claim_stack(&scene->stacks[i], false, list, problem) < 0)
			return -1;
	return 0;
}

const struct claim_family claim_pyramid = { FAMILY_pyramid, LAYOUT_STACKS,
					    claim };
