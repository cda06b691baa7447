#include "look.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "sighting.h"

/* So many numbers, or boxes of one size, may be another puzzle: a pyramid of
 * three rows. A page's own number, and those of titles, are fewer. */
enum { LEFT_NUMBERS = 3, LEFT_BOXES = 6 };

/* Does a token lie within a puzzle, or no more than so many cells off it? */
static bool is_at(const struct sighting *sighting, const struct token *token,
		  double cells)
{
	double cell = cells * homography_scale(&sighting->cell_to_px,
					       (struct point){ .5, .5 });
	struct box box = quad_bounds(&sighting->px_corners);
	const struct point *at = &token->px_at;

	for (size_t i = 0; i < sighting->reading_count; i++)
		box = box_join(&box, &sighting->readings[i].px_box);
	return at->x > box.x - cell && at->x < box.x + box.width + cell &&
	       at->y > box.y - cell && at->y < box.y + box.height + cell;
}

static bool is_beside(const struct sighting_list *list, size_t first,
		      const struct token *token)
{
	for (size_t i = first; i < list->count; i++)
		/* where its totals or its next row would be */
		if (is_at(&list->sightings[i], token, spine_params.next_to))
			return false;
	return true;
}

int drop_read(struct token_list *tokens, const struct sighting_list *list,
	      size_t count)
{
	bool *drop = alloc_array(tokens->count + 1, sizeof *drop);
	int result;

	if (!drop)
		return -1;
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < tokens->count; i++)
			drop[i] |= list->sightings[k].confidence >=
					   spine_params.sure &&
				   is_at(&list->sightings[k],
					 &tokens->tokens[i], 0);
	result = tokens_drop(tokens, drop);
	free(drop);
	return result;
}

enum spine_left find_left(const struct known_words *known,
			  const struct sighting_list *list, size_t first)
{
	const struct token_list *all = &known->tokens;
	enum spine_left left = LEFT_NOTHING;
	int numbers = 0;

	for (size_t i = 0; i < known->count; i++)
		numbers += known->words[i].line < 2 &&
			   number_chance(&known->readings[i]) >
				   spine_params.clear &&
			   is_beside(list, first, &known->words[i]);
	if (numbers >= LEFT_NUMBERS)
		return LEFT_BOARD;
	for (size_t i = 0; i < all->count; i++) {
		const struct token *box = &all->tokens[i];
		int alike = 0;

		if (box->kind == TOKEN_WORD || !is_beside(list, first, box))
			continue;
		for (size_t k = first; k < list->count && !alike; k++)
			alike = quad_contains(
				&box->px_quad,
				sighting_middle(
					&list->sightings[k].px_corners));
		/* what a puzzle stands on */
		if (alike)
			continue;
		if (fmin(box->px_width, box->px_height) >=
		    spine_params.board_least)
			left = LEFT_PICTURE;
		for (size_t k = i; k < all->count && alike < LEFT_BOXES; k++)
			alike += all->tokens[k].kind != TOKEN_WORD &&
				 tokens_are_of_size(box, &all->tokens[k],
						    spine_params.same_size) &&
				 is_beside(list, first, &all->tokens[k]);
		if (alike >= LEFT_BOXES)
			return LEFT_BOARD;
	}
	return left;
}
