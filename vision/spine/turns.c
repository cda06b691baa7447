#include "look.h"

static int find_turnable(const struct look *look, const struct grid *grid,
			 struct quad *places)
{
	int count = 0;

	for (int i = 0; i < grid->rows * grid->columns; i++) {
		int at = grid->at[i / grid->columns][i % grid->columns];
		int word = at < 0 ? -1 : look->tokens.tokens[at].word;

		if (word >= 0 && count < TURN_WORDS)
			places[count++] = look->tokens.tokens[word].px_quad;
	}
	return count;
}

int look_judge_turns(const struct look *look, struct number_reader *reader,
		     const struct image *image, double likely[4],
		     struct problem *problem)
{
	struct number_reading readings[TURN_WORDS];
	struct quad places[TURN_WORDS], turned[TURN_WORDS];
	const struct grid *grid = NULL;
	int count;

	for (size_t i = 0; i < look->grids.count; i++)
		if (!grid || look->grids.grids[i].boxes > grid->boxes)
			grid = &look->grids.grids[i];
	if (!grid || grid->boxes < spine_params.turned_boxes)
		return 0;
	count = find_turnable(look, grid, places);
	for (int turn = 0; turn < 4; turn++) {
		for (int i = 0; i < count; i++)
			for (int k = 0; k < 4; k++)
				turned[i].corner[k] =
					places[i].corner[(k + turn) & 3];
		if (number_read_places(reader, image, turned, count, readings,
				       problem) < 0)
			return -1;
		for (int i = 0; i < count; i++)
			likely[turn] += readings[i].count
						? readings[i].values[0].chance
						: 0;
	}
	return 0;
}
