#include "spine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "alloc.h"
#include "grids.h"
#include "grid.h"
#include "ground.h"
#include "margins.h"
#include "pixels.h"
#include "quartet.h"
#include "sightings.h"
#include "sigils_claim.h"
#include "stack.h"
#include "tokens.h"

static const struct claim_family *const families[] = {
	&claim_cross_sum, &claim_pyramid, &claim_sudoku,
	&claim_suko,      &claim_tracks,
};

enum { FAMILIES = sizeof families / sizeof *families };

enum { CIRCLE_SIZES = 4 };

/* So many numbers, or boxes of one size, may be another puzzle: a pyramid of
 * three rows. A page's own number, and those of titles, are fewer. */
enum { LEFT_NUMBERS = 3, LEFT_BOXES = 6 };

/* Sources that come first: edges, smoothed ones, dark and light ink. */
enum { PLAIN_SOURCES = 4 };

/* Everything that is tuned here. */
static const struct {
	/* pixels of a level on which tokens are looked for, at most: a screen
	 * of 1920 x 1080 as it is, one of 3840 x 2160 by half */
	double pixels_most;
	/* a mask's level: differences beyond so many times the noise, and the
	 * least of them, are edges */
	double noise_times, edge_least;
	/* ... and so many times that where a compressed picture has false ones
	 * beside the true */
	double strong_times;
	/* a picture with more noise, levels, is a photograph or the like */
	double noisy;
	/* ink is darker than what lies around by so many levels more than so
	 * many times the noise */
	double ink_least, ink_times;
	/* side of what lies around, by the level's smaller side: a cell of a
	 * board that fills it */
	double window;
	/* words of two sources no further apart than this share of their
	 * height are one */
	double same_place;
	/* share of a cell, in its middle, in which a number is looked for */
	double cell_share;
	/* ... between circles, which reach into it */
	double middle_share;
	/* heights of places where a circle's number is looked for, cells */
	double circle[CIRCLE_SIZES];
	/* a word that is a number less surely is looked for in all of its box
	 * as well */
	double clear;
	/* lower words, by the height of a place, are specks and pencil
	 * marks */
	double known_least;
	/* a word so many times as wide as another, and not as much higher, may
	 * hold it */
	double wider;
	/* less lean does not matter to who reads, radians */
	double lean_least;
	/* a word is none with that chance, and so may be one as large, by a
	 * share of its size; from so many on they are one sign */
	double sign, sign_least, sign_size;
	/* ... and look alike, by the correlation of their pixels */
	double sign_alike;
	int signs;
	/* so likely a number, it is not taken for nothing */
	double number_least;
	/* boards whose corners lie no further apart, by their smaller side, are
	 * the same: half a cell of twelve */
	double same_board;
	/* where sources differ none is surer */
	double surest, surest_blank;
	/* a grid's next line is no further off, cells */
	double next_to;
	/* boxes of one size differ by less, a share of it; no board is smaller,
	 * pixels */
	double same_size, board_least;
	/* a part has so many times fewer slots */
	double larger;
	/* ... where few places may hold one */
	double number_faint;
	/* two numbers less than that are none of a quartet's: most are keys
	 * and dates */
	int quartet_least;
	/* a word no further than this from the middle of a quartet's cell
	 * stands in it; a box no further than that may be its card, which is at
	 * least and at most so large: cells */
	double in_cell, card_off, card_least, card_most;
	/* what stands no further from its board may be a total of it, cells */
	double beside;
	/* no square is so many times as large as its box */
	double square_most;
	/* squares whose corners lie no further apart, by their diagonal, are
	 * one */
	double same_square;
	/* as sure a claim needs no other source of evidence */
	double sure;
	/* what is at least so likely is looked for in further sources */
	double open;
	/* what is rather none than one is not spoken of, nor that whose words
	 * are hardly what it has them for */
	double least, least_read, least_sigils;
	/* so likely sigils are all seen that do not fill their frame */
	double unfilled;
	/* boxes of a grid whose numbers tell that the picture is turned, at
	 * least; and how much likelier they are then */
	int turned_boxes;
	double turned;
} params = {
	.pixels_most = 2.8e6,
	.noise_times = 3,
	.edge_least = 5,
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
	.signs = 3,
	.number_least = .2,
	.same_board = .06,
	.surest = .99,
	.surest_blank = .85,
	.next_to = .8,
	.same_size = .1,
	.board_least = 48,
	.larger = 1.02,
	.number_faint = .05,
	.quartet_least = 10,
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
	.unfilled = .7,
	.turned_boxes = 20,
	.turned = 1.5,
};

unsigned spine_families(void)
{
	unsigned bits = 1u << FAMILY_sigils;

	for (int i = 0; i < FAMILIES; i++)
		bits |= 1u << families[i]->family;
	return bits;
}

/* What earlier sources showed: their tokens, and words at the same places: each
 * is read once. */
struct known_words {
	struct token *words;
	struct number_reading *readings;
	size_t count, words_capacity, readings_capacity;
	struct token_list tokens;
	struct quad *squares; /* of boards, that were looked at */
	struct square_reading *square_readings;
	size_t square_count, square_capacity, square_room;
	struct claim_list rivals; /* claims of quartets, as they were judged */
	bool open;  /* the last one may have shown what is not told of yet */
	bool noisy; /* it is a photograph: what was not seen may be there */
};

void readers_free(struct readers *readers)
{
	number_reader_free(readers->numbers);
	square_reader_free(readers->squares);
	*readers = (struct readers){ 0 };
}

/* One source's tokens with all that is made of them. */
struct look {
	const struct known_words *known;
	struct token_list tokens;
	struct grid_list grids;
	struct stack_list stacks;
	struct quartet_list quartets;
	size_t token_grids; /* without those that margins show */
	struct slot_grid *slot_grids;
	struct slot_stack *slot_stacks;
	struct slot_quartet *slot_quartets;
	struct quad *places; /* to be read */
	struct slot **slots; /* to be filled in, each by a place */
	int *slot_places;
	size_t slot_count, slot_place_capacity;
	struct number_reading *readings;
	struct number_reading *word_readings; /* of each token */
	struct square_reading *squares;
	size_t place_count, place_capacity, slot_capacity;
};

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
	memset(look, 0, sizeof *look);
}

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
	double near = params.same_place * point_distance(c[0], c[3]);

	for (size_t i = 0; i < look->place_count; i++)
		if (point_distance(look->places[i].corner[0], c[0]) < near &&
		    point_distance(look->places[i].corner[2], c[2]) < near)
			return (int)i;
	return -1;
}

static int add_place(struct look *look, struct slot *slot,
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

	if (s < params.lean_least || det < .5 || w < .3 * word->px_width ||
	    h < .3 * word->px_height)
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

/* How surely a place holds a number. */
static double number_clearness(const struct number_reading *reading)
{
	return reading->count ? reading->values[0].chance : 0;
}

/* How surely a place is empty or holds a number. */
static double clearness(const struct number_reading *reading)
{
	return fmax(reading->nothing, number_clearness(reading));
}

static bool do_differ(const struct number_reading *a,
		      const struct number_reading *b)
{
	return a->count && b->count && a->values[0].value != b->values[0].value;
}

/* Either of two readings as likely as the other. */
static void blend(struct number_reading *to, const struct number_reading *other)
{
	int last = NUMBER_VALUES_MOST - 1;

	for (int i = 0; i < to->count; i++)
		to->values[i].chance /= 2;
	to->nothing = (to->nothing + other->nothing) / 2;
	to->other = (to->other + other->other) / 2;
	if (to->count <= last)
		last = to->count++;
	to->values[last].value = other->values[0].value;
	to->values[last].chance = other->values[0].chance / 2;
}

/* Of what is read of a slot's word and of all of its box, the clearer counts;
 * but what may be a number is not nothing, and of a word at the rim a digit may
 * be lost in it. */
static void choose(struct slot *slot, struct number_reading *place)
{
	const struct number_reading *word = slot->reading;
	bool empty = word && place->nothing == clearness(place);

	/* a sign is small in its box, where it may look like a digit */
	if (word && !slot->unsure_word && slot->words == 1 &&
	    word->other > params.surest && !empty)
		return;
	if (word && slot->unsure_word && do_differ(word, place) &&
	    number_clearness(place) > params.clear)
		blend(place, word);
	else if (word && number_clearness(word) >= word->nothing &&
		 (clearness(place) < clearness(word) ||
		  (empty &&
		   1 - word->other - word->nothing > params.number_least)))
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

		if (number_clearness(&known->readings[i]) < params.clear ||
		    word->px_height > height || word->px_width > width ||
		    word->px_height < params.known_least * height ||
		    !quad_contains(around, word->px_at))
			continue;
		slot->reading = &known->readings[i];
		slot->unsure_word = true;
		slot->words = 1;
		slot->px_text = word->px_height;
		return;
	}
}

/* Words of a legend that stand in one line: a swatch or a name, and the number
 * that it is for. More are a text. */
enum { LEGEND_WORDS = 2 };

static bool is_read(const struct token *token)
{
	return token->kind == TOKEN_WORD &&
	       (token->line <= LEGEND_WORDS || token->box >= 0);
}

/* A word that is no number makes no grid, but it stands in one of its slots. */
static bool take_sign(const struct look *look, struct slot *slot,
		      const struct quad *place)
{
	for (size_t i = 0; i < look->tokens.count; i++) {
		const struct token *word = &look->tokens.tokens[i];

		if (!is_read(word) || word->number > params.number_faint ||
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

/* ... and puts it down to be read. */
static int fill_slot(struct look *look, struct slot *slot, int index,
		     double tilt)
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
		if (fabs(tilt) < params.lean_least || !look->known->noisy)
			slot->reading = reading;
		else if (add_place(look, slot, &place) < 0)
			return -1;
		slot->leans =
			fabs(tilt) >= params.lean_least && !look->known->noisy;
		if (!slot->boxed || (number_clearness(reading) > params.clear &&
				     !slot->unsure_word))
			return 0;
		/* what is no clear word may be its box's rim */
		place = quad_shrink(&token->px_quad, params.cell_share);
	} else {
		place = quad_shrink(&token->px_quad, params.cell_share);
		slot->px_place = place;
		if (!token->words)
			take_known(look, slot, &place, &token->px_quad);
		if (token->bare && !slot->reading)
			return 0;
	}
	return add_place(look, slot, &place);
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
					grid, x, y, params.cell_share);
				if (grid->at[y][x] >= 0)
					take_token(look, slot, grid->at[y][x]);
				continue;
			}
			if (grid->at[y][x] >= 0) {
				if (fill_slot(look, slot, grid->at[y][x],
					      tilt) < 0)
					return -1;
				continue;
			}
			place = grid_px_place(grid, x, y, params.cell_share);
			slot->px_place = place;
			take_known(look, slot, &place, &place);
			if (!slot->reading && take_sign(look, slot, &place))
				continue;
			if ((all || slot->reading ||
			     (grid->own_column >= 0 &&
			      (x == grid->own_column) !=
				      (y == grid->own_row))) &&
			    add_place(look, slot, &place) < 0)
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
			struct quad place = quad_shrink(&stack->px_place[y][x],
							params.cell_share);

			*slot = (struct slot){ .token = -1 };
			if (at < 0 && add_place(look, slot, &place) < 0)
				return -1;
			if (at >= 0 &&
			    fill_slot(look, slot, at, stack->tilt) < 0)
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
	double near = params.in_cell;

	*card = *word = -1;
	for (size_t i = 0; i < look->tokens.count; i++) {
		const struct token *token = &look->tokens.tokens[i];
		double off = point_distance(token->px_at, middle) / side;
		double least = fmin(token->px_width, token->px_height) / side;
		double most = fmax(token->px_width, token->px_height) / side;

		if (token->kind != TOKEN_WORD && off < params.card_off &&
		    least > params.card_least && most < params.card_most)
			*card = (int)i;
		if (token->kind == TOKEN_WORD && off < near &&
		    most < 2 * params.in_cell) {
			near = off;
			*word = (int)i;
		}
	}
}

/* Notes the numbers that stand beside a quartet. */
static int fill_beside(struct look *look, struct slot_quartet *slots,
		       const struct pixel_level *level, double tilt)
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
		bool word = token->number >= params.number_faint;
		bool tail = token->number < params.clear &&
			    point_distance(token->px_tail.corner[0],
					   token->px_tail.corner[2]) > 0;

		if (token->kind != TOKEN_WORD || off < 0 ||
		    off > params.beside || !is_read(token))
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

		if (slot->words ? add_place(look, slot, &token->px_tail) < 0
				: fill_slot(look, slot, slot->token, tilt) < 0)
			return -1;
		number->unit_height = point_distance(slot->px_place.corner[0],
						     slot->px_place.corner[3]) /
				      side;
		ground_around(level, &px_to_unit, &slot->px_place,
			      number->around);
	}
	return 0;
}

/* Puts a circle of which nothing was seen down to be read, for numbers of
 * several sizes. */
static int fill_circle(struct look *look, struct slot *slot,
		       const struct quartet *quartet, int circle)
{
	double x = 1 + circle % 2, y = 1 + circle / 2;

	for (int i = 0; i < CIRCLE_SIZES; i++) {
		double w = 1.2 * params.circle[i] / 2, h = params.circle[i] / 2;
		struct quad place =
			quartet_px_quad(quartet, x - w, y - h, x + w, y + h);

		if (add_place(look, slot, &place) < 0)
			return -1;
	}
	return 0;
}

/* Is a circle's word surely a number too small for one? */
static bool is_small(const struct look *look, const struct quartet *quartet,
		     int circle)
{
	int at = quartet->at[circle];
	const struct number_reading *reading;

	if (at >= 0 && look->tokens.tokens[at].kind != TOKEN_WORD)
		at = look->tokens.tokens[at].word;
	if (at < 0)
		return false;
	reading = &look->word_readings[at];
	return reading->count && reading->values[0].chance > params.clear &&
	       reading->values[0].value < params.quartet_least;
}

static int fill_quartet(struct look *look, struct slot_quartet *slots,
			const struct pixel_level *level,
			const struct quartet *quartet)
{
	struct quad line = quartet_px_quad(quartet, 1, 1, 2, 2);
	struct point along = point_sub(line.corner[1], line.corner[0]);
	double tilt = atan2(along.y, along.x);
	int cards[GROUND_CELLS], words[GROUND_CELLS], small = 0;

	*slots = (struct slot_quartet){ .quartet = quartet };
	for (int i = 0; i < 4; i++) {
		slots->circles[i].token = -1;
		small += is_small(look, quartet, i);
	}
	if (small > 1)
		return 0;
	for (int i = 0; i < 4; i++) {
		struct slot *slot = &slots->circles[i];
		int at = quartet->at[i];

		if (at >= 0 && fill_slot(look, slot, at, tilt) < 0)
			return -1;
		if ((!slot->reading ||
		     clearness(slot->reading) <= params.clear) &&
		    fill_circle(look, slot, quartet, i) < 0)
			return -1;
	}
	for (int i = 0; i < GROUND_CELLS; i++) {
		int x = i % 3, y = i / 3;
		struct quad place =
			quartet_px_quad(quartet, x, y, x + 1, y + 1);

		find_in_cell(look, &place, &cards[i], &words[i]);
		slots->cells[i] = (struct slot){
			.token = cards[i],
			.px_place = quad_shrink(&place, params.card_most),
		};
	}
	ground_of_cells(level, &look->tokens, quartet, cards, &slots->ground);
	for (int i = 0; i < GROUND_CELLS; i++) {
		struct slot *slot = &slots->cells[i];
		struct quad middle =
			quad_shrink(&slot->px_place, params.middle_share);

		if (slots->ground.plain[i])
			continue;
		if (words[i] >= 0 ? fill_slot(look, slot, words[i], tilt) < 0
				  : add_place(look, slot, &middle) < 0)
			return -1;
	}
	return fill_beside(look, slots, level, tilt);
}

static const struct number_reading *find_known(const struct known_words *known,
					       const struct token *word)
{
	double near = params.same_place * word->px_height;

	for (size_t i = 0; i < known->count; i++) {
		const struct token *other = &known->words[i];

		if (point_distance(other->px_at, word->px_at) < near &&
		    fabs(other->px_width - word->px_width) < 2 * near &&
		    fabs(other->px_height - word->px_height) < 2 * near)
			return &known->readings[i];
	}
	return NULL;
}

static bool is_same(const struct token *a, const struct token *b)
{
	double near = params.same_place * fmin(fmax(a->px_width, a->px_height),
					       fmax(b->px_width, b->px_height));

	return (a->kind == TOKEN_WORD) == (b->kind == TOKEN_WORD) &&
	       point_distance(a->px_at, b->px_at) < near &&
	       fabs(a->px_width - b->px_width) < 2 * near &&
	       fabs(a->px_height - b->px_height) < 2 * near;
}

/* Adds the tokens that none of the known ones is like. Returns 0, or -1 where
 * memory lacks. */
static int keep_tokens(struct known_words *known, const struct token_list *from)
{
	struct token_list *to = &known->tokens;
	size_t before = to->count;
	int *place = alloc_array(from->count + 1, sizeof *place);

	if (!place ||
	    alloc_grow(&to->tokens, &to->capacity, before + from->count + 1,
		       sizeof *to->tokens) < 0) {
		free(place);
		return -1;
	}
	to->px_width = from->px_width;
	to->px_height = from->px_height;
	for (size_t i = 0; i < from->count; i++) {
		const struct token *token = &from->tokens[i];
		size_t k = 0;

		while (k < before && !is_same(&to->tokens[k], token))
			k++;
		place[i] = (int)(k < before ? k : to->count);
		if (k == before)
			to->tokens[to->count++] = *token;
		else
			to->tokens[k].sources++;
	}
	for (size_t i = before; i < to->count; i++) {
		struct token *token = &to->tokens[i];

		token->box = token->box < 0 ? -1 : place[token->box];
		token->word = token->word < 0 ? -1 : place[token->word];
	}
	free(place);
	return 0;
}

static int add_known(struct known_words *known, const struct token *word,
		     const struct number_reading *reading)
{
	if (alloc_grow(&known->words, &known->words_capacity, known->count + 1,
		       sizeof *known->words) < 0 ||
	    alloc_grow(&known->readings, &known->readings_capacity,
		       known->count + 1, sizeof *known->readings) < 0)
		return -1;
	known->words[known->count] = *word;
	known->readings[known->count++] = *reading;
	return 0;
}

/* A word may be a part of a wider one that another source showed. */
static void doubt_part(const struct known_words *known,
		       const struct token *word, struct number_reading *reading)
{
	for (size_t i = 0; i < known->count; i++) {
		const struct token *whole = &known->words[i];

		if (whole->px_width > params.wider * word->px_width &&
		    whole->px_height < params.wider * word->px_height &&
		    quad_contains(&whole->px_quad, word->px_at) &&
		    number_clearness(&known->readings[i]) > params.clear &&
		    do_differ(reading, &known->readings[i])) {
			blend(reading, &known->readings[i]);
			return;
		}
	}
}

/* Reads all words but those of texts, and says which may be numbers. */
static int read_words(struct look *look, struct known_words *known,
		      struct number_reader *reader, const struct image *image,
		      struct problem *problem)
{
	struct token_list *tokens = &look->tokens;
	struct quad *places = alloc_array(tokens->count + 1, sizeof *places);
	struct number_reading *readings =
		alloc_array(tokens->count + 1, sizeof *readings);
	int count = 0, result = 0;
	bool fresh = false;

	look->word_readings =
		alloc_array(tokens->count + 1, sizeof *look->word_readings);
	if (!places || !readings || !look->word_readings)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for words");
	for (size_t i = 0; i < tokens->count && result == 0; i++)
		if (is_read(&tokens->tokens[i]) &&
		    !find_known(known, &tokens->tokens[i]))
			places[count++] = tokens->tokens[i].px_quad;
	if (result == 0)
		result = number_read_places(reader, image, places, count,
					    readings, problem);
	count = 0;
	for (size_t i = 0; i < tokens->count && result == 0; i++) {
		struct token *token = &tokens->tokens[i];
		const struct number_reading *before;

		if (!is_read(token))
			continue;
		before = find_known(known, token);
		look->word_readings[i] = before ? *before : readings[count++];
		doubt_part(known, token, &look->word_readings[i]);
		fresh |= !before;
		token->number = 1 - look->word_readings[i].other;
		if (token->box >= 0 &&
		    tokens->tokens[token->box].word == (int)i)
			tokens->tokens[token->box].number = token->number;
	}
	/* only now: two words of one source are two */
	for (size_t i = 0; i < tokens->count && result == 0 && fresh; i++)
		if (is_read(&tokens->tokens[i]) &&
		    !find_known(known, &tokens->tokens[i]) &&
		    add_known(known, &tokens->tokens[i],
			      &look->word_readings[i]) < 0)
			result = problem_set(problem, PROBLEM_MEMORY,
					     "no memory for words");
	free(places);
	free(readings);
	return result;
}

enum { SIGN_SIDE = 16, SIGN_PIXELS = SIGN_SIDE * SIGN_SIDE };

/* A slot that may hold a sign, and what it looks like: its luminance less the
 * mean one, of length 1. */
struct sign {
	struct slot *slot;
	double px_text; /* the slot's */
	double seen[SIGN_PIXELS];
};

/* Returns 0, or -1 where a slot looks like nothing. */
static int see_sign(const struct pixel_level *level, struct slot *slot,
		    struct sign *sign)
{
	const struct quad from = quad_from_box(-.5, -.5, SIGN_SIDE, SIGN_SIDE);
	unsigned char bgr[3 * SIGN_PIXELS];
	double mean = 0, length = 0;
	struct homography map;
	struct quad at;

	sign->slot = slot;
	sign->px_text = slot->px_text;
	for (int i = 0; i < 4; i++)
		at.corner[i] = (struct point){
			(slot->px_place.corner[i].x + .5) / level->shrink - .5,
			(slot->px_place.corner[i].y + .5) / level->shrink - .5,
		};
	if (homography_from_quads(&from, &at, &map) < 0 ||
	    pixels_warp(level, &map, SIGN_SIDE, SIGN_SIDE, bgr) < 0)
		return -1;
	for (int i = 0; i < SIGN_PIXELS; i++)
		mean += (bgr[3 * i] + bgr[3 * i + 1] + bgr[3 * i + 2]) /
			(3. * SIGN_PIXELS);
	for (int i = 0; i < SIGN_PIXELS; i++) {
		sign->seen[i] =
			(bgr[3 * i] + bgr[3 * i + 1] + bgr[3 * i + 2]) / 3. -
			mean;
		length += sign->seen[i] * sign->seen[i];
	}
	for (int i = 0; i < SIGN_PIXELS && length > 0; i++)
		sign->seen[i] /= sqrt(length);
	return length > 0 ? 0 : -1;
}

/* Are two signs one, which is no number? They are as large, and look the same:
 * blurred digits do not. */
static bool are_alike(const struct sign *sign, const struct sign *like)
{
	const struct point *a = sign->slot->px_place.corner;
	const struct point *b = like->slot->px_place.corner;
	double alike = 0;

	if (fabs(point_distance(a[0], a[2]) - point_distance(b[0], b[2])) >=
		    params.sign_size * point_distance(b[0], b[2]) ||
	    fabs(sign->px_text - like->px_text) >
		    params.sign_size * like->px_text)
		return false;
	for (int i = 0; i < SIGN_PIXELS; i++)
		alike += sign->seen[i] * like->seen[i];
	return alike > params.sign_alike;
}

/* Many programs write one sign, "?" mostly, wherever a number is to be found:
 * of the slots where a layout shows no number most hold it, then. `signs` is
 * room for so many. */
static void find_signs(const struct pixel_level *level, struct slot *slots,
		       int count, struct sign *signs)
{
	static const struct number_reading blank = { .nothing = 1 };
	int seen = 0, most = 0, other = 0, best = 0;

	for (int i = 0; i < count; i++)
		other += slots[i].reading &&
			 slots[i].reading->other >= params.sign;
	if (other < params.signs)
		return;
	for (int i = 0; i < count; i++)
		seen += slots[i].words <= 1 && slots[i].reading &&
			slots[i].reading->other > params.sign_least &&
			see_sign(level, &slots[i], &signs[seen]) == 0;
	for (int i = 0; i < seen; i++) {
		int like = 0;

		if (signs[i].slot->reading->other < params.sign)
			continue;
		for (int k = 0; k < seen; k++)
			like += are_alike(&signs[k], &signs[i]);
		if (like > most) {
			most = like;
			best = i;
		}
	}
	if (most < params.signs || 2 * most < 3 * (other - most))
		return;
	for (int i = 0; i < seen; i++) {
		if (!are_alike(&signs[i], &signs[best]))
			continue;
		signs[i].slot->reading = &blank;
		signs[i].slot->px_text = signs[i].slot->words = 0;
	}
}

static int find_all_signs(struct look *look, const struct pixel_level *level)
{
	enum { MOST = GRID_SIDE_MOST * GRID_SIDE_MOST };
	struct sign *signs = alloc_array(MOST, sizeof *signs);

	if (!signs)
		return -1;
	for (size_t i = 0; i < look->grids.count; i++)
		find_signs(level, &look->slot_grids[i].slots[0][0], MOST,
			   signs);
	for (size_t i = 0; i < look->stacks.count; i++)
		find_signs(level, &look->slot_stacks[i].slots[0][0],
			   STACK_ROWS_MOST * STACK_ROWS_MOST, signs);
	free(signs);
	return 0;
}

static int read_slots(struct look *look, struct number_reader *reader,
		      const struct image *image,
		      const struct pixel_level *level, struct problem *problem)
{
	look->slot_grids =
		alloc_array(look->grids.count + 1, sizeof *look->slot_grids);
	look->slot_stacks =
		alloc_array(look->stacks.count + 1, sizeof *look->slot_stacks);
	look->slot_quartets = alloc_array(look->quartets.count + 1,
					  sizeof *look->slot_quartets);
	if (!look->slot_grids || !look->slot_stacks || !look->slot_quartets)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for slots");
	for (size_t i = 0; i < look->grids.count; i++)
		if (fill_grid(look, &look->slot_grids[i],
			      &look->grids.grids[i]) < 0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for slots");
	for (size_t i = 0; i < look->stacks.count; i++)
		if (fill_stack(look, &look->slot_stacks[i],
			       &look->stacks.stacks[i]) < 0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for slots");
	for (size_t i = 0; i < look->quartets.count; i++)
		if (fill_quartet(look, &look->slot_quartets[i], level,
				 &look->quartets.quartets[i]) < 0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for slots");
	look->readings =
		alloc_array(look->place_count + 1, sizeof *look->readings);
	if (!look->readings)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for readings");
	if (number_read_places(reader, image, look->places,
			       (int)look->place_count, look->readings,
			       problem) < 0)
		return -1;
	for (size_t i = 0; i < look->slot_count; i++)
		choose(look->slots[i], &look->readings[look->slot_places[i]]);
	if (find_all_signs(look, level) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for signs");
	return 0;
}

static void print_value(char *text, size_t size, int value)
{
	if (value < 0)
		snprintf(text, size, "null");
	else
		snprintf(text, size, "%d", value);
}

static void add_instead(struct reading *reading, int value, double chance)
{
	int at = reading->instead_count;

	if (at == READING_INSTEAD_MAX || chance < .001)
		return;
	print_value(reading->instead[at].value,
		    sizeof reading->instead[at].value, value);
	reading->instead[at].confidence = chance;
	reading->instead_count++;
	for (; at && reading->instead[at].confidence >
			     reading->instead[at - 1].confidence;
	     at--) {
		char text[READING_VALUE_MAX];
		double other = reading->instead[at].confidence;

		memcpy(text, reading->instead[at].value, sizeof text);
		reading->instead[at] = reading->instead[at - 1];
		memcpy(reading->instead[at - 1].value, text, sizeof text);
		reading->instead[at - 1].confidence = other;
	}
}

static struct box box_around(const struct quad *quad)
{
	double left = HUGE_VAL, top = HUGE_VAL;
	double right = -HUGE_VAL, bottom = -HUGE_VAL;

	for (int i = 0; i < 4; i++) {
		left = fmin(left, quad->corner[i].x);
		top = fmin(top, quad->corner[i].y);
		right = fmax(right, quad->corner[i].x);
		bottom = fmax(bottom, quad->corner[i].y);
	}
	return (struct box){ (int)floor(left), (int)floor(top),
			     (int)ceil(right - floor(left)),
			     (int)ceil(bottom - floor(top)) };
}

/* What is said of one clue: what stands in the puzzle, how likely that is, and
 * what else it may be. */
static void tell_clue(const struct claim_clue *clue, struct reading *reading)
{
	const struct number_reading *seen = clue->reading;

	*reading = (struct reading){ .confidence = claim_clue_chance(clue),
				     .px_box = box_around(&clue->px_place) };
	snprintf(reading->clue, sizeof reading->clue, "%s", clue->name);
	print_value(reading->value, sizeof reading->value, clue->value);
	if (!seen)
		return;
	if (clue->value >= 0)
		add_instead(reading, -1, seen->nothing);
	for (int i = 0; i < seen->count; i++)
		if (seen->values[i].value != clue->value)
			add_instead(reading, seen->values[i].value,
				    seen->values[i].chance);
}

static double confidence_of(const struct claim *claim)
{
	double chance = fmin(claim->chance, 1 - claim->doubt);

	for (size_t i = 0; i < claim->clue_count; i++)
		chance *= claim_clue_chance(&claim->clues[i]);
	return chance;
}

/* Makes a sighting of a claim, which keeps nothing. */
static int make_sighting(struct claim *claim, struct sighting *sighting,
			 struct problem *problem)
{
	struct quad cells = quad_from_box(0, 0, claim->columns, claim->rows);

	*sighting = (struct sighting){ .puzzle = claim->puzzle,
				       .px_corners = claim->px_corners,
				       .score = claim->slots,
				       .confidence = confidence_of(claim),
				       .most = 1 - claim->doubt,
				       .found = claim->chance >= params.sure };
	memset(&claim->puzzle, 0, sizeof claim->puzzle);
	if (homography_from_quads(&cells, &claim->px_corners,
				  &sighting->cell_to_px) < 0)
		sighting->confidence = 0;
	for (size_t i = 0; i < claim->clue_count; i++) {
		struct reading reading;

		tell_clue(&claim->clues[i], &reading);
		if (sighting_add_reading(sighting, &reading) < 0) {
			sighting_fini(sighting);
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for readings");
		}
	}
	return 0;
}

/* How much a claim explains, and how well. */
static double worth(const struct claim *claim)
{
	return claim->chance * claim->slots * exp(-claim_faults(claim));
}

static int by_worth(const void *a, const void *b)
{
	double d = worth(b) - worth(a);

	return (d > 0) - (d < 0);
}

/* Is a number of it one of a puzzle that is surely read elsewhere? */
static bool has_clue_of_another(const struct claim *claim,
				const struct sighting_list *list)
{
	for (size_t i = 0; i < claim->clue_count; i++) {
		struct box box = box_around(&claim->clues[i].px_place);

		if (claim->clues[i].value >= 0 &&
		    sighting_list_has_clue(list, &box))
			return true;
	}
	return false;
}

static bool is_same_place(const struct quad *a, const struct quad *b)
{
	double side = fmin(point_distance(a->corner[0], a->corner[1]),
			   point_distance(a->corner[0], a->corner[3]));

	for (int i = 0; i < 4; i++)
		if (point_distance(a->corner[i], b->corner[i]) >
		    params.same_board * side)
			return false;
	return true;
}

static int count_numbers(const struct claim *claim)
{
	int count = 0;

	for (size_t i = 0; i < claim->clue_count; i++)
		count += !claim->clues[i].square;
	return count;
}

/* The claim of the same board, as surely there, that explains more of the
 * numbers beside it, as totals of diagonals; itself where there is none. */
static struct claim *find_fuller(const struct claim_list *claims,
				 struct claim *claim)
{
	struct claim *fuller = claim;

	for (size_t i = 0; i < claims->count; i++) {
		struct claim *other = &claims->claims[i];

		if (other->puzzle.family == claim->puzzle.family &&
		    other->columns == claim->columns &&
		    other->rows == claim->rows &&
		    other->chance >= params.sure &&
		    count_numbers(other) > count_numbers(fuller) &&
		    is_same_place(&other->px_corners, &claim->px_corners))
			fuller = other;
	}
	return fuller;
}

/* Adds those that no better one overlaps. */
static int add_best(struct claim_list *claims, struct sighting_list *list,
		    struct problem *problem)
{
	size_t first = list->count;

	if (claims->count)
		qsort(claims->claims, claims->count, sizeof *claims->claims,
		      by_worth);
	for (size_t i = 0; i < claims->count; i++) {
		struct claim *claim = find_fuller(claims, &claims->claims[i]);
		struct sighting sighting;

		if (claim->wants_squares)
			continue;
		/* what is surely there is told of, however it is read */
		bool is_free = claim->chance >= params.sure ||
			       (claim->chance >= params.least &&
				claim->chance * exp(-claim_faults(claim)) >=
					params.least_read);

		for (size_t k = first; k < list->count && is_free; k++)
			is_free = sighting_overlap(
					  &claim->px_corners,
					  &list->sightings[k].px_corners) <
				  SIGHTING_OVERLAP_MOST;
		if (!is_free)
			continue;
		if (has_clue_of_another(claim, list)) {
			/* a board is there, but its totals are another's */
			if (claim->features[CLAIM_QUARTET] <= 0)
				continue;
			claim->chance = fmin(claim->chance, params.least);
		}
		if (claim->lacking) {
			if (claim->chance >= params.sure)
				sighting_list_leave_out(list, claim->lacking,
							&claim->px_corners);
			continue;
		}
		if (make_sighting(claim, &sighting, problem) < 0 ||
		    sighting_list_add(list, &sighting, problem) < 0)
			return -1;
	}
	return 0;
}

/* Is anything claimed where nothing is told of that may be something? Another
 * source may show it better. */
static bool is_open(const struct claim_list *claims,
		    const struct sighting_list *list, size_t first)
{
	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->claims[i];
		/* four discs with a Suko's numbers are one, whatever else of it
		 * was seen */
		bool discs = claim->features[CLAIM_QUARTET] > 0 &&
			     claim->features[CLAIM_UNBOXED] == 0;
		bool open =
			!claim->wants_squares &&
			(discs || claim->chance * exp(-claim_faults(claim)) >=
					  params.open);

		for (size_t k = first; k < list->count && open; k++)
			open = sighting_overlap(
				       &claim->px_corners,
				       &list->sightings[k].px_corners) <
			       SIGHTING_OVERLAP_MOST;
		if (open)
			return true;
	}
	return false;
}

/* The words of a grid's boxes, as many as tell how they are turned. */
enum { TURN_WORDS = 24 };

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

/* Sums up how likely the words of the largest grid are numbers in each of the
 * quarter turns clockwise that the picture may have been given. */
static int judge_turns(const struct look *look, struct number_reader *reader,
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
	if (!grid || grid->boxes < params.turned_boxes)
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

/* Slots that were not read, or as if they stood upright, by their places. */
struct unread {
	struct slot **slots;
	size_t count, capacity;
};

static bool is_unread(const struct slot *slot)
{
	return slot->leans || (!slot->reading && slot->token < 0);
}

static int by_place(const void *a, const void *b)
{
	const struct slot *const *p = a, *const *q = b;

	return memcmp(&(*p)->px_place, &(*q)->px_place, sizeof(*p)->px_place);
}

/* Adds those of the slots that are no empty ones beyond a layout's. */
static int add_unread(struct unread *unread, struct slot *slots, int count)
{
	for (int i = 0; i < count; i++) {
		if (!is_unread(&slots[i]) || !slots[i].px_place.corner[2].x)
			continue;
		if (alloc_grow(&unread->slots, &unread->capacity,
			       unread->count + 1, sizeof *unread->slots) < 0)
			return -1;
		unread->slots[unread->count++] = &slots[i];
	}
	return 0;
}

static int list_unread(struct look *look, struct unread *unread)
{
	int result = 0;

	for (size_t i = 0; i < look->grids.count; i++)
		result |= add_unread(unread, &look->slot_grids[i].slots[0][0],
				     GRID_SIDE_MOST * GRID_SIDE_MOST);
	for (size_t i = 0; i < look->stacks.count; i++)
		result |= add_unread(unread, &look->slot_stacks[i].slots[0][0],
				     STACK_ROWS_MOST * STACK_ROWS_MOST);
	for (size_t i = 0; i < look->quartets.count; i++) {
		struct slot_quartet *quartet = &look->slot_quartets[i];

		result |= add_unread(unread, quartet->circles, 4);
		result |= add_unread(unread, quartet->cells, GROUND_CELLS);
		for (size_t k = 0; k < quartet->number_count; k++)
			result |= add_unread(unread, &quartet->numbers[k].slot,
					     1);
	}
	if (unread->count)
		qsort(unread->slots, unread->count, sizeof *unread->slots,
		      by_place);
	return result;
}

/* Puts the slots at a clue's place down to be read. */
static int add_unread_at(struct look *look, const struct unread *unread,
			 const struct quad *px_place)
{
	struct slot like = { .px_place = *px_place }, *key = &like;
	size_t low = 0, high = unread->count;
	struct quad place = *px_place;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (by_place(&unread->slots[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < unread->count && !by_place(&unread->slots[low], &key);
	     low++) {
		struct slot *slot = unread->slots[low];

		if (!is_unread(slot))
			continue;
		if (add_place(look, slot, &place) < 0)
			return -1;
		if (slot->leans)
			slot->reading = NULL;
		slot->leans = false;
	}
	return 0;
}

/* Reads what likely claims take for empty because nothing was seen there: how
 * many slots that fills in, or -1. */
static int read_unseen(struct look *look, const struct claim_list *claims,
		       struct number_reader *reader, const struct image *image,
		       const struct pixel_level *level, struct problem *problem)
{
	size_t first = look->slot_count, first_place = look->place_count;
	struct number_reading *readings;
	struct unread unread = { 0 };
	int result = claims->count ? list_unread(look, &unread) : 0;

	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->claims[i];

		if (claim->chance < params.least)
			continue;
		for (size_t k = 0; k < claim->clue_count && result == 0; k++)
			result = add_unread_at(look, &unread,
					       &claim->clues[k].px_place);
	}
	free(unread.slots);
	if (result < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for places");
	if (look->slot_count == first)
		return 0;
	readings = alloc_array(look->place_count, sizeof *readings);
	if (!readings)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for readings");
	memcpy(readings, look->readings, first_place * sizeof *readings);
	for (size_t i = 0; i < first; i++) {
		struct slot *slot = look->slots[i];

		/* those of words stay where they are */
		if (slot->reading >= look->readings &&
		    slot->reading < look->readings + first_place)
			slot->reading =
				readings + (slot->reading - look->readings);
	}
	free(look->readings);
	look->readings = readings;
	if (number_read_places(reader, image, look->places + first_place,
			       (int)(look->place_count - first_place),
			       readings + first_place, problem) < 0)
		return -1;
	for (size_t i = first; i < look->slot_count; i++)
		choose(look->slots[i], &readings[look->slot_places[i]]);
	if (find_all_signs(look, level) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for signs");
	return (int)(look->slot_count - first);
}

/* A square of a claim's, in the picture. */
static struct quad square_place(const struct claim *claim, int x, int y)
{
	const struct grid *grid = claim->grid->grid;
	int x0 = claim->x0, x1 = x0 + claim->columns - 1;
	int y0 = claim->y0, y1 = y0 + claim->rows - 1;
	double w = (grid->u[x1] - grid->u[x0]) / (claim->columns - 1);
	double h = (grid->v[y1] - grid->v[y0]) / (claim->rows - 1);
	struct quad quad;

	if (grid_is_boxed(grid)) {
		w = fmin(w, params.square_most * grid->cell_width);
		h = fmin(h, params.square_most * grid->cell_height);
	}
	quad = quad_from_box(grid->u[x] - w / 2, grid->v[y] - h / 2, w, h);
	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			homography_apply(&grid->board_to_px, quad.corner[i]);
	return quad;
}

/* The square that was looked at, or is to be, at a place; -1: memory lacks. */
static int note_square(struct known_words *known, const struct quad *place)
{
	const struct point *c = place->corner;
	double near = params.same_square * point_distance(c[0], c[2]);

	for (size_t i = 0; i < known->square_count; i++) {
		const struct point *d = known->squares[i].corner;

		if (point_distance(c[0], d[0]) < near &&
		    point_distance(c[2], d[2]) < near)
			return (int)i;
	}
	if (alloc_grow(&known->squares, &known->square_capacity,
		       known->square_count + 1, sizeof *known->squares) < 0 ||
	    alloc_grow(&known->square_readings, &known->square_room,
		       known->square_count + 1,
		       sizeof *known->square_readings) < 0)
		return -1;
	known->squares[known->square_count] = *place;
	return (int)known->square_count++;
}

/* Notes the squares that likely claims want, each with its number; `slots` and
 * `at` have room for all. */
static int note_squares(struct look *look, struct known_words *known,
			const struct claim_list *claims, struct slot **slots,
			int *at)
{
	static const struct square_reading noted;
	int count = 0;

	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->claims[i];
		struct slot_grid *grid =
			look->slot_grids + (claim->grid - look->slot_grids);

		if (!claim->wants_squares || claim->chance < params.open)
			continue;
		for (int k = 0; k < claim->columns * claim->rows; k++) {
			int x = claim->x0 + k % claim->columns;
			int y = claim->y0 + k / claim->columns;
			struct quad place = square_place(claim, x, y);

			if (grid->slots[y][x].square)
				continue;
			grid->slots[y][x].square = &noted;
			slots[count] = &grid->slots[y][x];
			at[count] = note_square(known, &place);
			if (at[count++] < 0)
				return -1;
		}
	}
	return count;
}

/* Looks at the squares that likely claims want, at each place once: how many,
 * or -1. */
static int read_squares(struct look *look, struct known_words *known,
			const struct claim_list *claims,
			struct readers *readers, const struct image *image,
			struct problem *problem)
{
	size_t before = known->square_count, room = 1;
	struct slot **slots;
	int *at, count = -1, result = 0;

	for (size_t i = 0; i < claims->count; i++)
		room += (size_t)(claims->claims[i].columns *
				 claims->claims[i].rows);
	slots = alloc_array(room, sizeof *slots);
	at = alloc_array(room, sizeof *at);
	look->squares = alloc_array(room, sizeof *look->squares);
	if (slots && at && look->squares)
		count = note_squares(look, known, claims, slots, at);
	if (count < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for squares");
	if (count > 0 && !readers->squares) {
		readers->squares = square_reader_new(problem);
		result = readers->squares ? 0 : -1;
	}
	if (count > 0 && result == 0)
		result = square_read(readers->squares, image,
				     known->squares + before,
				     (int)(known->square_count - before),
				     known->square_readings + before, problem);
	for (int i = 0; i < count && result == 0; i++) {
		look->squares[i] = known->square_readings[at[i]];
		slots[i]->square = &look->squares[i];
	}
	free(slots);
	free(at);
	return result < 0 ? -1 : count;
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
		claim_look_beside(&claims->claims[i], scene->tokens,
				  known->words, known->count);
		claims->claims[i].features[CLAIM_AGREED] = scene->agreed;
		claim_judge(&claims->claims[i]);
	}
	for (size_t i = 0; i < claims->count; i++)
		if (claims->claims[i].features[CLAIM_QUARTET] > 0 &&
		    claims->claims[i].chance >= params.open &&
		    add_rival(&known->rivals, &claims->claims[i]) < 0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory for claims");
	claim_list_weigh(claims, &known->rivals);
	return 0;
}

/* Of the tokens of all sources those that may stand beside each other. */
static int agree(const struct known_words *known, struct token_list *list)
{
	const struct token_list *all = &known->tokens;
	double *sure = alloc_array(all->count + 1, sizeof *sure);
	int result = sure ? 0 : -1;

	for (size_t i = 0; i < all->count && result == 0; i++) {
		const struct number_reading *reading =
			is_read(&all->tokens[i])
				? find_known(known, &all->tokens[i])
				: NULL;

		sure[i] = reading ? number_clearness(reading) : 0;
	}
	if (result == 0)
		result = tokens_agree(all, sure, list);
	free(sure);
	return result;
}

/* The tokens of one source, or, without one, of all before it; of these only
 * what need not be whole: a word may be there with and without its rim. */
static int find_tokens(struct known_words *known,
		       const struct pixel_level *level, enum mask_kind kind,
		       double strength, int window, struct look *look)
{
	if (strength > 0)
		return tokens_find(level, kind, strength, window,
				   &look->tokens);
	if (strength < 0)
		return agree(known, &look->tokens);
	look->tokens = known->tokens;
	known->tokens = (struct token_list){ 0 };
	return 0;
}

/* Those layouts that the wanted families look at. */
static unsigned wanted_layouts(unsigned wanted)
{
	unsigned bits = 0;

	for (int i = 0; i < FAMILIES; i++)
		if (wanted & 1u << families[i]->family)
			bits |= families[i]->layouts;
	return bits;
}

static int find_layouts(struct look *look, unsigned layouts, bool agreed)
{
	if (layouts & LAYOUT_GRIDS &&
	    grids_find(&look->tokens, &look->grids) < 0)
		return -1;
	look->token_grids = look->grids.count;
	for (size_t i = 0; i < look->token_grids; i++)
		look->grids.grids[i].own_column = -1;
	if ((layouts & LAYOUT_MARGINS &&
	     margins_find(&look->tokens, &look->grids) < 0) ||
	    (layouts & LAYOUT_STACKS &&
	     (agreed ? bricks_find(&look->tokens, &look->stacks)
		     : stacks_find(&look->tokens, &look->stacks)) < 0) ||
	    (layouts & LAYOUT_QUARTETS &&
	     quartets_find(&look->tokens, &look->quartets) < 0))
		return -1;
	return 0;
}

/* What one source of evidence shows. */
static int look(struct readers *readers, struct known_words *known,
		const struct image *image, const struct pixel_level *level,
		enum mask_kind kind, double strength, int window,
		unsigned wanted, const struct spine_viewer *viewer,
		double turns[4], struct sighting_list *list, size_t first,
		struct problem *problem)
{
	unsigned layouts = wanted_layouts(wanted);
	size_t known_count = list->count;
	struct number_reader *reader = readers->numbers;
	struct look look = { .known = known };
	struct claim_list claims = { 0 };
	struct scene scene;
	int result = 0;

	if (find_tokens(known, level, kind, strength, window, &look) < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for a picture's tokens");
	if (result == 0)
		result = read_words(&look, known, reader, image, problem);
	/* in a grid of all tokens many would be there twice */
	if (strength == 0)
		layouts &= LAYOUT_QUARTETS | LAYOUT_STACKS | LAYOUT_MARGINS;
	if (result == 0 && (find_layouts(&look, layouts, strength < 0) < 0 ||
			    keep_tokens(known, &look.tokens) < 0))
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for a picture's layouts");
	if (result == 0)
		result = read_slots(&look, reader, image, level, problem);
	scene = (struct scene){
		.tokens = &look.tokens,
		.agreed = strength < 0,
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
		result = make_claims(&scene, known, wanted, &claims, problem);
	if (result == 0)
		result = read_unseen(&look, &claims, reader, image, level,
				     problem);
	if (result >= 0) {
		int seen = read_squares(&look, known, &claims, readers, image,
					problem);

		result = seen < 0 ? -1 : result + seen;
	}
	if (result > 0)
		result = make_claims(&scene, known, wanted, &claims, problem);
	if (viewer && result == 0)
		viewer->view(viewer->data, &scene, &claims);
	if (result == 0)
		result = add_best(&claims, list, problem);
	known->open = is_open(&claims, list, first);
	if (result == 0 && list->count == known_count &&
	    turns[0] + turns[1] + turns[2] + turns[3] < TURN_WORDS)
		result = judge_turns(&look, reader, image, turns, problem);
	claim_list_free(&claims);
	look_free(&look);
	return result;
}

static bool is_sure(const struct sighting_list *list, size_t first)
{
	for (size_t i = first; i < list->count; i++)
		if (list->sightings[i].confidence >= params.sure)
			return true;
	return false;
}

/* Of two puzzles at one place, which counts? Of two that are surely there the
 * smaller is a part of the other, however well that is read. */
static bool goes_before(const struct sighting *a, const struct sighting *b)
{
	if (a->found && b->found && a->puzzle.family == b->puzzle.family &&
	    fmax(a->score, b->score) > params.larger * fmin(a->score, b->score))
		return a->score > b->score;
	return a->score * a->confidence > b->score * b->confidence;
}

/* How likely all that is read of a puzzle is right. */
static double readings_chance(const struct sighting *sighting)
{
	double chance = 1;

	for (size_t i = 0; i < sighting->reading_count; i++)
		chance *= sighting->readings[i].confidence;
	return chance;
}

/* Is it one puzzle that two sources show? */
static bool shows_same(const struct sighting *a, const struct sighting *b)
{
	if (a->puzzle.family != b->puzzle.family ||
	    a->reading_count != b->reading_count ||
	    !is_same_place(&a->px_corners, &b->px_corners))
		return false;
	for (size_t i = 0; i < a->reading_count; i++)
		if (strcmp(a->readings[i].clue, b->readings[i].clue) != 0)
			return false;
	return true;
}

/* How much a reading counts where another source says something else: a source
 * overlooks a number more often than it sees one where none is. */
static double weight_of(const struct reading *reading)
{
	return fmin(reading->confidence, reading_is_blank(reading)
						 ? params.surest_blank
						 : params.surest);
}

/* Takes over of what another source shows of a puzzle the clues that are read
 * more surely there. */
static int merge(struct sighting *to, const struct sighting *from,
		 struct problem *problem)
{
	double board = 0;
	int result = 0;

	board = fmax(to->confidence / fmax(readings_chance(to), 1e-300),
		     from->confidence / fmax(readings_chance(from), 1e-300));
	for (size_t i = 0; i < to->reading_count && result == 0; i++) {
		struct reading *mine = &to->readings[i];
		const struct reading *other = &from->readings[i];
		bool agree = !strcmp(mine->value, other->value);
		/* of two that differ one is right, and no source is sure of
		 * nothing */
		double a = agree ? mine->confidence : weight_of(mine);
		double b = agree ? other->confidence : weight_of(other);

		if (b > a) {
			*mine = *other;
			result = puzzle_set_clue(&to->puzzle, mine->clue,
						 mine->value, problem);
		}
		if (!agree)
			mine->confidence = fmax(a * (1 - b), b * (1 - a)) /
					   (a + b - 2 * a * b);
	}
	to->most = fmin(to->most, from->most);
	to->confidence = fmin(board, to->most) * readings_chance(to);
	return result;
}

/* Of what several sources show, the likelier. */
static int drop_less_likely(struct sighting_list *list, size_t first,
			    struct problem *problem)
{
	size_t kept = first;

	for (size_t i = first; i < list->count; i++)
		for (size_t k = list->count - 1; k > i; k--) {
			struct sighting *one = &list->sightings[i];
			struct sighting *other = &list->sightings[k];

			/* what is hardly one tells nothing of another */
			if (one->found != other->found ||
			    !shows_same(one, other))
				continue;
			if (merge(one, other, problem) < 0)
				return -1;
			sighting_fini(other);
			*other = list->sightings[--list->count];
		}
	for (size_t i = first; i < list->count; i++) {
		struct sighting *one = &list->sightings[i];
		bool stays = true;

		for (size_t k = first; k < list->count && stays; k++) {
			const struct sighting *other = &list->sightings[k];

			stays = k == i ||
				sighting_overlap(&one->px_corners,
						 &other->px_corners) <
					SIGHTING_OVERLAP_MOST ||
				goes_before(one, other) ||
				(k > i && !goes_before(other, one));
		}
		if (stays && kept != i) {
			struct sighting swap = list->sightings[kept];

			list->sightings[kept] = *one;
			*one = swap;
		}
		kept += stays;
	}
	while (list->count > kept)
		sighting_fini(&list->sightings[--list->count]);
	return 0;
}

/* Does a token lie within a puzzle, or where its totals or its next row would
 * be? */
static bool is_at(const struct sighting *sighting, const struct token *token)
{
	double cell = homography_scale(&sighting->cell_to_px,
				       (struct point){ .5, .5 });
	struct box box = box_around(&sighting->px_corners);
	const struct point *at = &token->px_at;

	for (size_t i = 0; i < sighting->reading_count; i++)
		box = box_join(&box, &sighting->readings[i].px_box);
	cell *= params.next_to;
	return at->x > box.x - cell && at->x < box.x + box.width + cell &&
	       at->y > box.y - cell && at->y < box.y + box.height + cell;
}

static bool is_beside(const struct sighting_list *list, size_t first,
		      const struct token *token)
{
	for (size_t i = first; i < list->count; i++)
		if (is_at(&list->sightings[i], token))
			return false;
	return true;
}

/* What stands beside the puzzles that were found. */
static enum spine_left find_left(const struct known_words *known,
				 const struct sighting_list *list, size_t first)
{
	const struct token_list *all = &known->tokens;
	enum spine_left left = LEFT_NOTHING;
	int numbers = 0;

	for (size_t i = 0; i < known->count; i++)
		numbers +=
			known->words[i].line < 2 &&
			number_clearness(&known->readings[i]) > params.clear &&
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
		if (fmin(box->px_width, box->px_height) >= params.board_least)
			left = LEFT_PICTURE;
		for (size_t k = i; k < all->count && alike < LEFT_BOXES; k++)
			alike += all->tokens[k].kind != TOKEN_WORD &&
				 tokens_are_of_size(box, &all->tokens[k],
						    params.same_size) &&
				 is_beside(list, first, &all->tokens[k]);
		if (alike >= LEFT_BOXES)
			return LEFT_BOARD;
	}
	return left;
}

static int add_sigils_reading(struct sighting *sighting,
			      const struct sigils_claim *claim, int at)
{
	const struct sigils_seen *seen = &claim->seen[at];
	struct reading reading = { .confidence = seen->chance,
				   .px_box = seen->px_box };

	snprintf(reading.clue, sizeof reading.clue, "pieces[%d]", at);
	snprintf(reading.value, sizeof reading.value, "\"%c\"",
		 sigils_letter((enum sigils_kind)claim->puzzle.pieces[at]));
	if (seen->other != SIGILS_KIND_COUNT) {
		snprintf(reading.instead[0].value,
			 sizeof reading.instead[0].value, "\"%c\"",
			 sigils_letter(seen->other));
		reading.instead[0].confidence = seen->other_chance;
		reading.instead_count = 1;
	}
	return sighting_add_reading(sighting, &reading);
}

/* Adds the likeliest sigils of a picture. */
static int read_sigils_of(struct number_reader *reader,
			  const struct image *image,
			  const struct pixel_level *levels, int count, int base,
			  double noise, const struct spine_viewer *viewer,
			  struct sighting_list *list, struct problem *problem)
{
	struct sigils_claims claims = { 0 };
	int result = sigils_claim(reader, image, levels, count, base, noise,
				  &claims, problem);

	if (viewer && viewer->view_sigils && result == 0)
		viewer->view_sigils(viewer->data, &claims);
	if (result == 0 && claims.count &&
	    claims.claims[0].chance >= params.least_sigils) {
		const struct sigils_claim *claim = &claims.claims[0];
		int squares = sigils_squares(&claim->puzzle);
		int filled = 4 * claim->puzzle.piece_count;
		struct sighting sighting = {
			.puzzle = { .family = FAMILY_sigils,
				    .as.sigils = claim->puzzle },
			.px_corners = claim->px_corners,
			.cell_to_px = claim->cell_to_px,
			.score = squares + filled,
			.confidence = claim->chance * claim->pieces_chance,
			.found = claim->chance >= params.sure,
		};

		if (squares != filled) {
			sighting.confidence *= params.unfilled;
			snprintf(sighting.note, sizeof sighting.note,
				 "the pieces seen fill %d of %d squares",
				 filled, squares);
		}
		for (int i = 0; i < claim->puzzle.piece_count && result == 0;
		     i++)
			result = add_sigils_reading(&sighting, claim, i);
		if (result < 0)
			sighting_fini(&sighting);
		else
			result = sighting_list_add(list, &sighting, problem);
	}
	sigils_claims_free(&claims);
	return result;
}

/* Reads a picture as it stands; how likely it is turned is added to `turns`. */
static int read_upright(struct readers *readers, const struct image *image,
			unsigned wanted, const struct spine_viewer *viewer,
			double turns[4], struct sighting_list *list,
			enum spine_left *left, struct problem *problem)
{
	struct pixel_level levels[4] = { {
		.width = image->width,
		.height = image->height,
		.shrink = 1,
		.stride = image->stride,
		.pixels = image->pixels,
	} };
	struct known_words known = { 0 };
	int count = 1, base, result = 0;
	size_t first = list->count;
	double noise, edge, ink;
	int window;

	if (image->width < 16 || image->height < 16)
		return 0;
	while (count < 4 &&
	       (double)levels[count - 1].width * levels[count - 1].height >
		       params.pixels_most)
		result |= pixels_halve(&levels[count - 1], &levels[count]),
			count++;
	base = count - 1;
	if (count < 4 && result == 0)
		result = pixels_halve(&levels[base], &levels[count++]);
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for a picture's halves");
	noise = pixels_noise(&levels[base]);
	known.noisy = noise >= params.noisy;
	edge = fmax(params.edge_least, params.noise_times * noise);
	ink = params.ink_least + params.ink_times * noise;
	window = (int)(params.window *
		       fmin(levels[base].width, levels[base].height)) |
		 1;
	window = window < 15 ? 15 : window;
	if (wanted & 1u << FAMILY_sigils && result == 0)
		result = read_sigils_of(readers->numbers, image, levels, count,
					base, noise, viewer, list, problem);
	wanted &= ~(1u << FAMILY_sigils);
	for (int source = 0; source < 12 && wanted && result == 0; source++) {
		const struct {
			int level;
			enum mask_kind kind;
			double strength;
			int window;
		} sources[] = {
			{ base, MASK_FLAT, edge, 0 },
			{ base, MASK_SMOOTH, fmax(4, edge / 2), 0 },
			{ base, MASK_INK, ink, window },
			{ base, MASK_LIGHT, ink, window },
			{ base, MASK_CLOSED, edge, 7 },
			{ base, MASK_CLOSED, edge, 13 },
			{ base + 1, MASK_INK, ink, window / 2 | 1 },
			{ base + 1, MASK_LIGHT, ink, window / 2 | 1 },
			{ base + 1, MASK_FLAT, edge, 0 },
			{ base, MASK_FLAT, params.strong_times * edge, 0 },
			{ base, MASK_FLAT, 0, 0 },  /* all of these */
			{ base, MASK_FLAT, -1, 0 }, /* what they agree on */
		};

		if (source == 10 &&
		    !(wanted_layouts(wanted) &
		      (LAYOUT_QUARTETS | LAYOUT_STACKS | LAYOUT_MARGINS)))
			continue;

		/* one that shows next to nothing to four of them has nothing */
		if (source == PLAIN_SOURCES &&
		    find_left(&known, list, list->count) < LEFT_BOARD)
			break;
		/* a clean picture shows all that it has to some of them */
		if ((source && is_sure(list, first) && !known.open) ||
		    sources[source].level >= count ||
		    ((source == 1 || (source > 5 && source < 9)) &&
		     !known.noisy))
			continue;
		result = look(readers, &known, image,
			      &levels[sources[source].level],
			      sources[source].kind, sources[source].strength,
			      sources[source].window, wanted, viewer, turns,
			      list, first, problem);
	}
	if (result == 0)
		result = drop_less_likely(list, first, problem);
	if (left && result == 0)
		*left = find_left(&known, list, first);
	for (int i = 1; i < count; i++)
		pixels_free(&levels[i]);
	free(known.words);
	free(known.readings);
	free(known.squares);
	free(known.square_readings);
	tokens_free(&known.tokens);
	free(known.rivals.claims);
	return result;
}

static void turn_back(const struct homography *turned_to_px,
		      struct sighting *sighting)
{
	for (int i = 0; i < 4; i++)
		sighting->px_corners.corner[i] = homography_apply(
			turned_to_px, sighting->px_corners.corner[i]);
	sighting->cell_to_px =
		homography_compose(&sighting->cell_to_px, turned_to_px);
	for (size_t i = 0; i < sighting->reading_count; i++) {
		struct box *box = &sighting->readings[i].px_box;
		struct quad quad =
			quad_from_box(box->x, box->y, box->width, box->height);

		for (int k = 0; k < 4; k++)
			quad.corner[k] =
				homography_apply(turned_to_px, quad.corner[k]);
		*box = box_around(&quad);
	}
}

/* Reads a picture that was given so many quarter turns clockwise. */
static int read_turned(struct readers *readers, const struct image *image,
		       int turn, unsigned wanted,
		       const struct spine_viewer *viewer,
		       struct sighting_list *list, struct problem *problem)
{
	struct quad rim = quad_from_box(-.5, -.5, image->width, image->height);
	struct quad upright_rim, px_rim;
	double none[4] = { 0 };
	struct image upright;
	struct homography back;
	size_t first = list->count;
	int result;

	if (pixels_turn_back(image, turn, &upright) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to turn a picture");
	upright_rim = quad_from_box(-.5, -.5, upright.width, upright.height);
	for (int i = 0; i < 4; i++)
		px_rim.corner[i] = rim.corner[(i + turn) & 3];
	result = homography_from_quads(&upright_rim, &px_rim, &back);
	if (result == 0)
		result = read_upright(readers, &upright, wanted, viewer, none,
				      list, NULL, problem);
	for (size_t i = first; i < list->count && result == 0; i++)
		turn_back(&back, &list->sightings[i]);
	image_fini(&upright);
	return result;
}

int spine_read(struct readers *readers, const struct image *image,
	       unsigned wanted, const struct spine_viewer *viewer,
	       struct sighting_list *list, enum spine_left *left,
	       struct problem *problem)
{
	size_t first = list->count;
	double turns[4] = { 0 };
	int turn = 0;

	if (!readers->numbers)
		readers->numbers = number_reader_new(problem);
	if (!readers->numbers)
		return -1;
	if (left)
		*left = LEFT_BOARD;
	if (read_upright(readers, image, wanted, viewer, turns, list, left,
			 problem) < 0)
		return -1;
	for (int i = 1; i < 4; i++)
		turn = turns[i] > turns[turn] ? i : turn;
	if (!turn || list->count > first ||
	    turns[turn] < params.turned * turns[0])
		return 0;
	return read_turned(readers, image, turn, wanted, viewer, list, problem);
}
