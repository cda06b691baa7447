#include "look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "sighting.h"

/* Puts down that a slot shows what is read at a place. */
static int note_slot(struct look *look, struct slot *slot, int place)
{
	if (alloc_grow(&look->slots, &look->slot_capacity, look->slot_count + 1,
		       sizeof *look->slots) < 0 ||
	    alloc_grow(&look->slot_places, &look->slot_place_capacity,
		       look->slot_count + 1, sizeof *look->slot_places) < 0)
		return -1;
	look->slots[look->slot_count] = slot;
	look->slot_places[look->slot_count++] = place;
	return 0;
}

/* The place that is to be read already and is as good as this one; -1: none. */
static int find_place(const struct look *look, const struct quad *place)
{
	const struct point *c = place->corner;
	double near = spine_params.same_place * point_distance(c[0], c[3]);

	for (size_t i = 0; i < look->place_count; i++)
		if (point_distance(look->places[i].corner[0], c[0]) < near &&
		    point_distance(look->places[i].corner[2], c[2]) < near)
			return (int)i;
	return -1;
}

int look_add_place(struct look *look, struct slot *slot,
		   const struct quad *place)
{
	/* what is read of a word at the rim is changed by that (choose) */
	int known = slot->unsure_word ? -1 : find_place(look, place);

	slot->px_place = *place;
	if (known >= 0)
		return note_slot(look, slot, known);
	if (alloc_grow(&look->places, &look->place_capacity,
		       look->place_count + 1, sizeof *look->places) < 0)
		return -1;
	look->places[look->place_count++] = *place;
	return note_slot(look, slot, (int)look->place_count - 1);
}

/* The box around a text that leans by `tilt`, of the upright box around it. */
static struct quad lean(const struct token *word, double tilt)
{
	double c = cos(tilt), s = fabs(sin(tilt)), det = c * c - s * s;
	double w = (word->px_width * c - word->px_height * s) / det;
	double h = (word->px_height * c - word->px_width * s) / det;
	struct quad quad;

	if (s < spine_params.lean_least || det < .5 ||
	    w < .3 * word->px_width || h < .3 * word->px_height)
		return word->px_quad;
	quad = quad_from_box(-w / 2, -h / 2, w, h);
	for (int i = 0; i < 4; i++) {
		struct point at = quad.corner[i];

		quad.corner[i] = (struct point){
			word->px_at.x + cos(tilt) * at.x - sin(tilt) * at.y,
			word->px_at.y + sin(tilt) * at.x + cos(tilt) * at.y
		};
	}
	return quad;
}

double number_chance(const struct number_reading *reading)
{
	return reading->count ? reading->values[0].chance : 0;
}

/* How surely a place is empty or holds a number. */
static double clearness(const struct number_reading *reading)
{
	return fmax(reading->nothing, number_chance(reading));
}

bool readings_differ(const struct number_reading *a,
		     const struct number_reading *b)
{
	return a->count && b->count && a->values[0].value != b->values[0].value;
}

void reading_blend(struct number_reading *to,
		   const struct number_reading *other)
{
	int last = NUMBER_VALUES_MOST - 1;

	for (int i = 0; i < to->count; i++)
		to->values[i].chance /= 2;
	to->nothing = (to->nothing + other->nothing) / 2;
	to->other = (to->other + other->other) / 2;
	to->key = 0;
	if (to->count <= last)
		last = to->count++;
	to->values[last].value = other->values[0].value;
	to->values[last].chance = other->values[0].chance / 2;
}

void slot_choose(struct slot *slot, struct number_reading *place)
{
	const struct number_reading *word = slot->reading;
	bool empty = word && place->nothing == clearness(place);

	/* a sign is small in its box, where it may look like a digit */
	if (word && !slot->unsure_word && slot->words == 1 &&
	    word->other > spine_params.surest && !empty)
		return;
	if (word && slot->unsure_word && readings_differ(word, place) &&
	    number_chance(place) > spine_params.clear)
		reading_blend(place, word);
	else if (word && number_chance(word) >= word->nothing &&
		 (clearness(place) < clearness(word) ||
		  (empty && 1 - word->other - word->nothing >
				    spine_params.number_least)))
		return;
	slot->reading = place;
	if (empty)
		slot->px_text = slot->words = 0;
}

/* Where no word is seen in a slot an earlier source may have shown a number, or
 * a part of one: in its middle, or, of a box, anywhere in that. */
static void take_known(const struct look *look, struct slot *slot,
		       const struct quad *place, const struct quad *around)
{
	const struct known_words *known = look->known;
	double width = point_distance(place->corner[0], place->corner[1]);
	double height = point_distance(place->corner[0], place->corner[3]);

	for (size_t i = 0; i < known->count; i++) {
		const struct token *word = &known->words[i];

		if (number_chance(&known->readings[i]) < spine_params.clear ||
		    word->px_height > height || word->px_width > width ||
		    word->px_height < spine_params.known_least * height ||
		    !quad_contains(around, word->px_at))
			continue;
		slot->reading = &known->readings[i];
		slot->unsure_word = true;
		slot->words = 1;
		slot->px_text = word->px_height;
		return;
	}
}

/* A word that is no number makes no grid, but it stands in one of its slots. */
static bool take_sign(const struct look *look, struct slot *slot,
		      const struct quad *place)
{
	for (size_t i = 0; i < look->tokens.count; i++) {
		const struct token *word = &look->tokens.tokens[i];

		if (!word_is_read(word) ||
		    word->number > spine_params.number_faint ||
		    word->px_height <= slot->px_text ||
		    !quad_contains(place, word->px_at))
			continue;
		slot->reading = &look->word_readings[i];
		slot->px_place = word->px_quad;
		slot->px_text = word->px_height;
		slot->words = 1;
	}
	return slot->reading;
}

/* Fills a slot in with a token. */
static void take_token(const struct look *look, struct slot *slot, int index)
{
	const struct token *token = &look->tokens.tokens[index];

	slot->token = index;
	slot->boxed = token->kind != TOKEN_WORD;
	slot->fill = token->fill;
	slot->nested = token->nested;
	slot->words = slot->boxed ? token->words : 1;
	slot->px_text = slot->boxed ? token->px_text : token->px_height;
}

/* ... and puts it down to be read; `later`: what leans is read as if it stood
 * upright, and aslant where somebody claims it. */
static int fill_slot(struct look *look, struct slot *slot, int index,
		     double tilt, bool later)
{
	const struct token *token = &look->tokens.tokens[index];
	const struct token *word = token;
	struct quad place;

	take_token(look, slot, index);
	if (slot->boxed && token->word >= 0)
		word = &look->tokens.tokens[token->word];
	if (word->kind == TOKEN_WORD) {
		const struct number_reading *reading =
			&look->word_readings[word - look->tokens.tokens];

		place = lean(word, tilt);
		slot->px_place = place;
		slot->unsure_word = word->at_rim;
		if (fabs(tilt) < spine_params.lean_least || later)
			slot->reading = reading;
		else if (look_add_place(look, slot, &place) < 0)
			return -1;
		slot->leans = fabs(tilt) >= spine_params.lean_least && later;
		if (!slot->boxed ||
		    (number_chance(reading) > spine_params.clear &&
		     !slot->unsure_word))
			return 0;
		/* what is no clear word may be its box's rim */
		place = quad_shrink(&token->px_quad, spine_params.cell_share);
	} else {
		place = quad_shrink(&token->px_quad, spine_params.cell_share);
		slot->px_place = place;
		if (!token->words)
			take_known(look, slot, &place, &token->px_quad);
		if (token->bare && !slot->reading)
			return 0;
	}
	return look_add_place(look, slot, &place);
}

static double grid_tilt(const struct grid *grid)
{
	struct point a = homography_apply(
		&grid->board_to_px, (struct point){ grid->u[0], grid->v[0] });
	struct point b = homography_apply(
		&grid->board_to_px,
		(struct point){ grid->u[grid->columns - 1], grid->v[0] });

	return atan2(b.y - a.y, b.x - a.x);
}

static int fill_grid(struct look *look, struct slot_grid *slots,
		     const struct grid *grid)
{
	double tilt = grid_tilt(grid);
	bool all = look->known->noisy && grid_is_boxed(grid);

	slots->grid = grid;
	for (int y = 0; y < grid->rows; y++)
		for (int x = 0; x < grid->columns; x++) {
			struct slot *slot = &slots->slots[y][x];
			/* a square between margins holds no number */
			bool square = grid->own_column >= 0 &&
				      x != grid->own_column &&
				      y != grid->own_row;
			struct quad place;

			*slot = (struct slot){ .token = -1 };
			if (square) {
				slot->px_place = grid_px_place(
					grid, x, y, spine_params.cell_share);
				if (grid->at[y][x] >= 0)
					take_token(look, slot, grid->at[y][x]);
				continue;
			}
			if (grid->at[y][x] >= 0) {
				if (fill_slot(look, slot, grid->at[y][x], tilt,
					      !look->known->noisy) < 0)
					return -1;
				continue;
			}
			place = grid_px_place(grid, x, y,
					      spine_params.cell_share);
			slot->px_place = place;
			take_known(look, slot, &place, &place);
			if (!slot->reading && take_sign(look, slot, &place))
				continue;
			if ((all || slot->reading ||
			     (grid->own_column >= 0 &&
			      (x == grid->own_column) !=
				      (y == grid->own_row))) &&
			    look_add_place(look, slot, &place) < 0)
				return -1;
		}
	return 0;
}

static int fill_stack(struct look *look, struct slot_stack *slots,
		      const struct stack *stack)
{
	slots->stack = stack;
	for (int y = 0; y < stack->rows; y++)
		for (int x = 0; x <= y; x++) {
			struct slot *slot = &slots->slots[y][x];
			int at = stack->at[y][x];
			struct quad place =
				quad_shrink(&stack->px_place[y][x],
					    spine_params.cell_share);

			*slot = (struct slot){ .token = -1 };
			if (at < 0 && look_add_place(look, slot, &place) < 0)
				return -1;
			if (at >= 0 &&
			    fill_slot(look, slot, at, stack->tilt, false) < 0)
				return -1;
		}
	return 0;
}

/* The card that is a cell of a quartet, and the word in it; -1: none. */
static void find_in_cell(const struct look *look, const struct quad *cell,
			 int *card, int *word)
{
	struct point middle = sighting_middle(cell);
	double side = fmin(point_distance(cell->corner[0], cell->corner[1]),
			   point_distance(cell->corner[0], cell->corner[3]));
	double near = spine_params.in_cell;

	*card = *word = -1;
	for (size_t i = 0; i < look->tokens.count; i++) {
		const struct token *token = &look->tokens.tokens[i];
		double off = point_distance(token->px_at, middle) / side;
		double least = fmin(token->px_width, token->px_height) / side;
		double most = fmax(token->px_width, token->px_height) / side;

		if (token->kind != TOKEN_WORD && off < spine_params.card_off &&
		    least > spine_params.card_least &&
		    most < spine_params.card_most)
			*card = (int)i;
		if (token->kind == TOKEN_WORD && off < near &&
		    most < 2 * spine_params.in_cell) {
			near = off;
			*word = (int)i;
		}
	}
}

/* Notes the numbers that stand beside a quartet. */
static int fill_beside(struct look *look, struct slot_quartet *slots,
		       double tilt)
{
	const struct quartet *quartet = slots->quartet;
	struct quad cell = quartet_px_quad(quartet, 1, 1, 2, 2);
	double side = point_distance(cell.corner[0], cell.corner[3]);
	struct homography px_to_unit;
	size_t capacity = 0;

	if (homography_inverse(&quartet->unit_to_px, &px_to_unit) < 0)
		return 0;
	/* where they lie must not change once they wait to be read */
	for (size_t i = 0; i < look->tokens.count; i++) {
		const struct token *token = &look->tokens.tokens[i];
		struct point at = homography_apply(&px_to_unit, token->px_at);
		double off = fmax(fmax(-at.x, at.x - 3), fmax(-at.y, at.y - 3));
		/* a word, its tail, or what is not clear which */
		bool word = token->number >= spine_params.number_faint;
		bool tail = token->number < spine_params.clear &&
			    point_distance(token->px_tail.corner[0],
					   token->px_tail.corner[2]) > 0;

		if (token->kind != TOKEN_WORD || off < 0 ||
		    off > spine_params.beside || !word_is_read(token) ||
		    look->is_twin[i])
			continue;
		if (alloc_grow(&slots->numbers, &capacity,
			       slots->number_count + 2,
			       sizeof *slots->numbers) < 0)
			return -1;
		for (int k = 0; k < 2; k++)
			if (k ? tail : word)
				slots->numbers[slots->number_count++] =
					(struct slot_number){
						.slot.token = (int)i,
						.slot.words = k,
						.unit_at = at,
					};
	}
	for (size_t i = 0; i < slots->number_count; i++) {
		struct slot_number *number = &slots->numbers[i];
		struct slot *slot = &number->slot;
		const struct token *token = &look->tokens.tokens[slot->token];

		if (slot->words
			    ? look_add_place(look, slot, &token->px_tail) < 0
			    : fill_slot(look, slot, slot->token, tilt, false) <
				      0)
			return -1;
		number->unit_height = point_distance(slot->px_place.corner[0],
						     slot->px_place.corner[3]) /
				      side;
	}
	return 0;
}

/* Looks at the ground around those numbers beside a quartet that may be totals.
 */
static void look_around(struct slot_quartet *slots,
			const struct pixel_level *level)
{
	struct homography px_to_unit;

	if (homography_inverse(&slots->quartet->unit_to_px, &px_to_unit) < 0)
		return;
	for (size_t i = 0; i < slots->number_count; i++) {
		struct slot_number *number = &slots->numbers[i];
		const struct number_reading *reading = number->slot.reading;

		if (reading && reading->count &&
		    reading->values[0].chance >= spine_params.number_least)
			ground_around(level, &slots->ground, &px_to_unit,
				      &number->slot.px_place, &number->around);
	}
}

/* Puts a circle of which nothing was seen down to be read, for numbers of
 * several sizes. */
static int fill_circle(struct look *look, struct slot *slot,
		       const struct quartet *quartet, int circle)
{
	double x = 1 + circle % 2, y = 1 + circle / 2;

	for (int i = 0; i < CIRCLE_SIZES; i++) {
		double w = 1.2 * spine_params.circle[i] / 2,
		       h = spine_params.circle[i] / 2;
		struct quad place =
			quartet_px_quad(quartet, x - w, y - h, x + w, y + h);

		if (look_add_place(look, slot, &place) < 0)
			return -1;
	}
	return 0;
}

/* How likely one of a circle's numbers is read. */
static double circle_chance(const struct number_reading *reading)
{
	double chance = 0;

	for (int i = 0; reading && i < reading->count; i++)
		if (reading->values[i].value >= spine_params.quartet_least &&
		    reading->values[i].value <= spine_params.quartet_most)
			chance += reading->values[i].chance;
	return chance;
}

/* Is the word that a circle holds surely none of its numbers? */
static bool is_none(const struct look *look, const struct quartet *quartet,
		    int circle)
{
	int at = quartet->at[circle];
	const struct number_reading *reading;

	if (at >= 0 && look->tokens.tokens[at].kind != TOKEN_WORD)
		at = look->tokens.tokens[at].word;
	if (at < 0)
		return false;
	reading = &look->word_readings[at];
	return circle_chance(reading) < spine_params.number_faint &&
	       clearness(reading) > spine_params.clear;
}

/* Boards at one place lean alike: what is read of one is known. */
static double quartet_tilt(const struct quartet *quartet)
{
	struct quad line = quartet_px_quad(quartet, 1, 1, 2, 2);
	struct point along = point_sub(line.corner[1], line.corner[0]);

	return round(100 * atan2(along.y, along.x)) / 100;
}

static int fill_circles(struct look *look, struct slot_quartet *slots,
			const struct quartet *quartet)
{
	double tilt = quartet_tilt(quartet);
	int none = 0;

	*slots = (struct slot_quartet){ .quartet = quartet };
	for (int i = 0; i < 4; i++) {
		slots->circles[i].token = -1;
		none += is_none(look, quartet, i);
	}
	for (int i = 0; i < 4 && none <= 1; i++) {
		struct slot *slot = &slots->circles[i];
		int at = quartet->at[i];

		if (at >= 0 && fill_slot(look, slot, at, tilt, false) < 0)
			return -1;
		if ((!slot->reading ||
		     clearness(slot->reading) <= spine_params.clear) &&
		    fill_circle(look, slot, quartet, i) < 0)
			return -1;
	}
	return 0;
}

/* Fills in what belongs to a quartet's circles, where these hold numbers. */
static int fill_board(struct look *look, struct slot_quartet *slots,
		      const struct pixel_level *level)
{
	const struct quartet *quartet = slots->quartet;
	double tilt = quartet_tilt(quartet);
	int cards[GROUND_CELLS], words[GROUND_CELLS], none = 0;

	for (int i = 0; i < 4; i++)
		none += circle_chance(slots->circles[i].reading) <
			spine_params.number_faint;
	if (none > 1)
		return 0;
	for (int i = 0; i < GROUND_CELLS; i++) {
		int x = i % 3, y = i / 3;
		struct quad place =
			quartet_px_quad(quartet, x, y, x + 1, y + 1);

		find_in_cell(look, &place, &cards[i], &words[i]);
		slots->cells[i] = (struct slot){
			.token = cards[i],
			.px_place = quad_shrink(&place, spine_params.card_most),
		};
	}
	ground_of_cells(level, &look->tokens, quartet, cards, &slots->ground);
	for (int i = 0; i < GROUND_CELLS; i++) {
		struct slot *slot = &slots->cells[i];
		struct quad middle =
			quad_shrink(&slot->px_place, spine_params.middle_share);

		if (slots->ground.plain[i])
			continue;
		if (words[i] >= 0
			    ? fill_slot(look, slot, words[i], tilt, false) < 0
			    : look_add_place(look, slot, &middle) < 0)
			return -1;
	}
	return fill_beside(look, slots, tilt);
}

/* Finds words that are another one as a further source shows it, and less
 * surely a number. Returns 0, or -1 where memory lacks. */
static int find_twins(struct look *look)
{
	const struct token_list *list = &look->tokens;

	look->is_twin = alloc_array(list->count + 1, sizeof *look->is_twin);
	if (!look->is_twin)
		return -1;
	for (size_t i = 0; i < list->count; i++)
		for (size_t k = 0; k < i; k++) {
			const struct token *a = &list->tokens[i];
			const struct token *b = &list->tokens[k];
			double near = spine_params.twins * a->px_height;

			if (a->kind != TOKEN_WORD || b->kind != TOKEN_WORD ||
			    point_distance(a->px_at, b->px_at) > near ||
			    fabs(a->px_height - b->px_height) > near ||
			    fabs(a->px_width - b->px_width) > near)
				continue;
			look->is_twin[a->number > b->number ? k : i] = true;
		}
	return 0;
}

int look_read_places(struct look *look, struct number_reader *reader,
		     const struct image *image, struct problem *problem)
{
	size_t known = look->read_count, all = look->place_count;
	struct number_reading *readings;

	if (look->slot_count == look->filled_count)
		return 0;
	readings = alloc_array(all, sizeof *readings);
	if (!readings)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for readings");
	if (known)
		memcpy(readings, look->readings, known * sizeof *readings);
	for (size_t i = 0; i < look->filled_count; i++) {
		struct slot *slot = look->slots[i];

		/* those of words stay where they are */
		if (slot->reading >= look->readings &&
		    slot->reading < look->readings + known)
			slot->reading =
				readings + (slot->reading - look->readings);
	}
	free(look->readings);
	look->readings = readings;
	if (number_read_places(reader, image, look->places + known,
			       (int)(all - known), readings + known,
			       problem) < 0)
		return -1;
	for (size_t i = look->filled_count; i < look->slot_count; i++)
		slot_choose(look->slots[i], &readings[look->slot_places[i]]);
	look->read_count = all;
	look->filled_count = look->slot_count;
	return 0;
}

int look_read_slots(struct look *look, struct number_reader *reader,
		    const struct image *image, const struct pixel_level *level,
		    struct problem *problem)
{
	int result = 0;

	look->slot_grids =
		alloc_array(look->grids.count + 1, sizeof *look->slot_grids);
	look->slot_stacks =
		alloc_array(look->stacks.count + 1, sizeof *look->slot_stacks);
	look->slot_quartets = alloc_array(look->quartets.count + 1,
					  sizeof *look->slot_quartets);
	if (!look->slot_grids || !look->slot_stacks || !look->slot_quartets)
		result = -1;
	for (size_t i = 0; i < look->grids.count && result == 0; i++)
		result = fill_grid(look, &look->slot_grids[i],
				   &look->grids.grids[i]);
	for (size_t i = 0; i < look->stacks.count && result == 0; i++)
		result = fill_stack(look, &look->slot_stacks[i],
				    &look->stacks.stacks[i]);
	for (size_t i = 0; i < look->quartets.count && result == 0; i++)
		result = fill_circles(look, &look->slot_quartets[i],
				      &look->quartets.quartets[i]);
	if (result < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for slots");
	if (look_read_places(look, reader, image, problem) < 0)
		return -1;
	if (look->quartets.count)
		result = find_twins(look);
	for (size_t i = 0; i < look->quartets.count && result == 0; i++)
		result = fill_board(look, &look->slot_quartets[i], level);
	if (result < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for slots");
	if (look_read_places(look, reader, image, problem) < 0)
		return -1;
	for (size_t i = 0; i < look->quartets.count; i++)
		look_around(&look->slot_quartets[i], level);
	if (look_find_signs(look, level) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for signs");
	return 0;
}
