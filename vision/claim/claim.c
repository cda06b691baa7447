#include "claim.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "claim_score.h"

/* The network learned from as many words that are no numbers as pages hold; in
 * a board's slots such words are this many times rarer (a seventh of what it
 * learned from is one; in slots mostly what it takes for one is misread). */
#define OTHER_RARER .1

/* Where no word is seen a number stands as much more rarely than where one is
 * (of 5,700 such places that the network called a number at .1 to .9, 99.3 in
 * 100 showed none). */
#define UNSEEN_RARER .03
/* What it calls another word there is a rim or noise, less likely than nothing
 * by the first, or a number that is hardly readable, by the second (of 180
 * places called so at .6 and more 134 showed nothing, of 290 at .3 to .6 251,
 * of 12,000 at less 99.5 in 100). */
#define UNSEEN_NOISE .1
#define UNSEEN_BLURRED .04

/* Another word, or a letter: neither stands in slots. */
static double other_word(const struct number_reading *reading)
{
	return reading->other + reading->a + reading->b;
}

/* How likely, by what the network says of a place where no word is seen, it is
 * empty; and the sum of that and of all else it may be. */
static double unseen_empty(const struct number_reading *reading)
{
	return reading->nothing + UNSEEN_NOISE * other_word(reading);
}

static double unseen_total(const struct number_reading *reading)
{
	double number = fmax(0, 1 - reading->nothing - other_word(reading));

	return unseen_empty(reading) + UNSEEN_BLURRED * other_word(reading) +
	       UNSEEN_RARER * number;
}

/* How likely a board's slot shows a number that its place alone shows so
 * likely. */
static double number_chance(const struct number_reading *reading, bool word,
			    double chance)
{
	return word ? chance / (1 - (1 - OTHER_RARER) * other_word(reading))
		    : UNSEEN_RARER * chance / unseen_total(reading);
}

/* A word that is less likely nothing is something. */
#define NOTHING_LEAST .2

/* How likely it shows nothing; a word that stands there rarely does. */
static double blank_chance(const struct number_reading *reading, bool word)
{
	if (!word)
		return unseen_empty(reading) / unseen_total(reading);
	return reading->nothing < NOTHING_LEAST ? 0 : reading->nothing;
}

int slot_value(const struct slot *slot, int low, int high, bool blank,
	       double *chance)
{
	const struct number_reading *reading = slot->reading;
	int best = -1;

	*chance = 0;
	if (!reading) {
		*chance = blank ? 1 : 0;
		return -1;
	}
	if (blank)
		*chance = blank_chance(reading, slot->words > 0);
	for (int i = 0; i < reading->count; i++) {
		double likely = number_chance(reading, slot->words > 0,
					      reading->values[i].chance);

		if (reading->values[i].value >= low &&
		    reading->values[i].value <= high && likely > *chance) {
			*chance = likely;
			best = reading->values[i].value;
		}
	}
	return best;
}

double slot_number_chance(const struct slot *slot)
{
	const struct number_reading *reading = slot->reading;

	return reading ? number_chance(reading, slot->words > 0,
				       fmax(0, 1 - reading->nothing -
						       other_word(reading)))
		       : 0;
}

static int add_clue(struct claim *claim, const struct slot *slot, int value,
		    bool total, struct problem *problem, const char *name,
		    va_list args)
{
	struct claim_clue *clue;

	if (alloc_grow(&claim->clues, &claim->clue_capacity,
		       claim->clue_count + 1, sizeof *claim->clues) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for clues");
	clue = &claim->clues[claim->clue_count++];
	*clue = (struct claim_clue){ .value = value,
				     .reading = slot->reading,
				     .px_place = slot->px_place,
				     .token = slot->token,
				     .word = slot->words > 0,
				     .total = total,
				     .entered = slot->entered,
				     .played = slot->played };
	vsnprintf(clue->name, sizeof clue->name, name, args);
	return 0;
}

int claim_add_clue(struct claim *claim, const struct slot *slot, int value,
		   struct problem *problem, const char *name, ...)
{
	va_list args;
	int result;

	va_start(args, name);
	result = add_clue(claim, slot, value, false, problem, name, args);
	va_end(args);
	return result;
}

int claim_add_total(struct claim *claim, const struct slot *slot, int value,
		    struct problem *problem, const char *name, ...)
{
	va_list args;
	int result;

	va_start(args, name);
	result = add_clue(claim, slot, value, true, problem, name, args);
	va_end(args);
	return result;
}

int claim_add_square(struct claim *claim, const struct slot *slot, int sides,
		     struct problem *problem, const char *name, int index)
{
	struct slot square = { .token = slot->token,
			       .px_place = slot->px_place };

	if (claim_add_clue(claim, &square, sides, problem, "%s[%d].%s", name,
			   index, sides & (sides - 1) ? "tile" : "sides") < 0)
		return -1;
	claim->clues[claim->clue_count - 1].square = slot->square;
	return 0;
}

double claim_clue_chance(const struct claim_clue *clue)
{
	if (clue->square)
		return (double)clue->square->sides[clue->value];
	if (!clue->reading)
		return clue->value < 0 ? 1 : 0;
	if (clue->value < 0)
		return blank_chance(clue->reading, clue->word);
	for (int i = 0; i < clue->reading->count; i++) {
		double chance = clue->reading->values[i].chance;

		if (clue->reading->values[i].value != clue->value)
			continue;
		/* what stands there is a number, as surely as the claim is
		 * right (of 140 totals of right claims that might be other
		 * words by 2 in 100 and more, 139 were what they were likeliest
		 * as numbers) */
		return clue->total && clue->word
			       ? fmin(1, chance / (1 - clue->reading->nothing -
						   other_word(clue->reading)))
			       : number_chance(clue->reading, clue->word,
					       chance);
	}
	return 0;
}

void claim_free(struct claim *claim)
{
	puzzle_fini(&claim->puzzle);
	free(claim->clues);
	*claim = (struct claim){ 0 };
}

int claim_list_add(struct claim_list *list, struct claim *claim,
		   struct problem *problem)
{
	if (alloc_grow(&list->claims, &list->capacity, list->count + 1,
		       sizeof *list->claims) < 0) {
		claim_free(claim);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for claims");
	}
	list->claims[list->count++] = *claim;
	return 0;
}

void claim_list_free(struct claim_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		claim_free(&list->claims[i]);
	free(list->claims);
	*list = (struct claim_list){ 0 };
}

/* The logit of the chance: a sum of the features and of UNITS tanh units of
 * them, none of which grows with what speaks against a claim. The file's
 * floats, as scripts/fit-claims writes them, are those of this. */
enum { UNITS = 24 };
struct score {
	float direct[CLAIM_FEATURES], bias;
	struct {
		float of[CLAIM_FEATURES], bias, weight;
	} units[UNITS];
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "floats as the file has them");

/* A feature counts as no more. */
#define MOST 4

void claim_judge(struct claim *claim)
{
	double *f = claim->features, sum;
	struct score score;

	_Static_assert(sizeof score == sizeof score_bin, "the file's floats");
	memcpy(&score, score_bin, sizeof score);
	f[CLAIM_SEEN] =
		log2(1 + claim->slots * fmax(0, 1 - f[CLAIM_EMPTY])) / 4;
	f[CLAIM_STACK] = claim->stacked;
	sum = score.bias;
	for (int i = 0; i < CLAIM_FEATURES; i++)
		sum += score.direct[i] * fmin(f[i], MOST);
	for (int k = 0; k < UNITS; k++) {
		double in = score.units[k].bias;

		for (int i = 0; i < CLAIM_FEATURES; i++)
			in += score.units[k].of[i] * fmin(f[i], MOST);
		sum += score.units[k].weight * tanh(in);
	}
	claim->chance = 1 / (1 + exp(-sum));
}

/* Quartets whose middles are no further apart than that share of their side are
 * one. */
#define ONE_PLACE .1

static bool is_rival(const struct claim *a, const struct claim *b)
{
	const struct point *p = a->px_corners.corner;
	const struct point *q = b->px_corners.corner;

	return b->features[CLAIM_QUARTET] > 0 &&
	       point_distance(point_mix(p[0], p[2], .5),
			      point_mix(q[0], q[2], .5)) <
		       ONE_PLACE * point_distance(p[0], p[1]) &&
	       !puzzle_equal(&a->puzzle, &b->puzzle, NULL);
}

static double odds(const struct claim *claim)
{
	return claim->chance / fmax(1e-9, 1 - claim->chance);
}

/* The odds of all rivals of a claim in a list, each puzzle once. */
static double rival_odds(const struct claim *claim,
			 const struct claim_list *list)
{
	double sum = 0;

	for (size_t k = 0; k < list->count; k++) {
		const struct claim *one = &list->claims[k];
		bool first = is_rival(claim, one);

		for (size_t i = 0; i < k && first; i++)
			first = !is_rival(claim, &list->claims[i]) ||
				!puzzle_equal(&one->puzzle,
					      &list->claims[i].puzzle, NULL);
		sum += first ? odds(one) : 0;
	}
	return sum;
}

/* The odds of the likeliest quartet that lies on a stack: its circles stand as
 * bricks do. */
static double quartet_odds(const struct claim *stack,
			   const struct claim_list *quartets)
{
	double most = 0;

	for (size_t i = 0; i < quartets->count; i++) {
		const struct claim *one = &quartets->claims[i];
		const struct point *c = one->px_corners.corner;

		if (quad_contains(&stack->px_corners,
				  point_mix(c[0], c[2], .5)))
			most = fmax(most, odds(one));
	}
	return most;
}

void claim_list_weigh(struct claim_list *list, const struct claim_list *all)
{
	for (size_t i = 0; i < list->count; i++) {
		struct claim *claim = &list->claims[i];
		double own = odds(claim);

		if (claim->features[CLAIM_QUARTET] > 0)
			claim->chance =
				own / (1 + own + rival_odds(claim, all));
		else if (claim->stacked)
			claim->chance =
				own / (1 + own + quartet_odds(claim, all));
	}
}

void claim_set_faults(struct claim *claim, double strange, double unlikely)
{
	double root = sqrt(claim->slots);

	claim->features[CLAIM_STRANGE] = sqrt(strange / root);
	claim->features[CLAIM_DIGITS] = sqrt(fmax(0, unlikely) / root);
}

double claim_faults(const struct claim *claim)
{
	const double *f = claim->features;

	return f[CLAIM_STRANGE] * f[CLAIM_STRANGE] +
	       f[CLAIM_DIGITS] * f[CLAIM_DIGITS];
}

/* Steps of a board without boxes differ by less than that. */
#define GAP 1.6

/* Standard deviation by the mean. */
static double spread(const double *values, int count)
{
	double sum = 0, square = 0, mean;

	for (int i = 0; i < count; i++)
		sum += values[i];
	if (count < 2 || sum <= 0)
		return 0;
	mean = sum / count;
	for (int i = 0; i < count; i++)
		square += (values[i] - mean) * (values[i] - mean);
	return sqrt(square / count) / mean;
}

/* Does one step leave room for a line that was not seen? */
static bool has_gap(const double *at, int count)
{
	double least = HUGE_VAL, most = 0;

	for (int i = 0; i + 1 < count; i++) {
		least = fmin(least, at[i + 1] - at[i]);
		most = fmax(most, at[i + 1] - at[i]);
	}
	return most > GAP * least;
}

bool claim_has_gap(const struct slot_grid *grid, int x0, int y0, int columns,
		   int rows)
{
	return has_gap(grid->grid->u + x0, columns) ||
	       has_gap(grid->grid->v + y0, rows);
}

/* How uneven the steps between lines are; where blocks of lines stand apart,
 * those between blocks and within them each for themselves. */
static double unevenness(const double *at, int lines, int block)
{
	double steps[2][GRID_SIDE_MOST];
	int count[2] = { 0, 0 };

	for (int i = 0; i + 1 < lines; i++) {
		bool between = block > 0 && (i + 1) % block == 0;

		steps[between][count[between]++] = at[i + 1] - at[i];
	}
	return fmax(spread(steps[0], count[0]), spread(steps[1], count[1]));
}

void claim_measure(struct claim *claim, const struct slot_grid *grid, int x0,
		   int y0, int columns, int rows, int block_columns,
		   int block_rows)
{
	double text[GRID_SIDE_MOST * GRID_SIDE_MOST];
	int empty = 0, unboxed = 0, texts = 0;

	for (int y = y0; y < y0 + rows; y++)
		for (int x = x0; x < x0 + columns; x++) {
			const struct slot *slot = &grid->slots[y][x];

			empty += slot->token < 0 && !grid->grid->blocks;
			unboxed += !slot->boxed;
			if (slot->px_text > 0)
				text[texts++] = slot->px_text;
		}
	claim->features[CLAIM_EMPTY] = (double)empty / (columns * rows);
	claim->features[CLAIM_UNBOXED] = (double)unboxed / (columns * rows);
	claim->features[CLAIM_RESIDUAL] = 10 * grid->grid->residual;
	claim->features[CLAIM_UNEVEN] =
		fmax(unevenness(grid->grid->u + x0, columns, block_columns),
		     unevenness(grid->grid->v + y0, rows, block_rows));
	claim->features[CLAIM_TEXT] = spread(text, texts);
}

void claim_place(struct claim *claim, const struct slot_grid *grid, int x0,
		 int y0, int columns, int rows)
{
	const struct grid *g = grid->grid;
	int x1 = x0 + columns - 1, y1 = y0 + rows - 1;
	/* half a cell beyond the outer middles: a box's, or a step's */
	double w = (g->u[x1] - g->u[x0]) / (columns - 1);
	double h = (g->v[y1] - g->v[y0]) / (rows - 1);
	struct quad quad;

	if (g->cell_width > 0 && claim->features[CLAIM_UNBOXED] < .5) {
		w = fmin(w, g->cell_width);
		h = fmin(h, g->cell_height);
	}
	quad = quad_from_box(g->u[x0] - w / 2, g->v[y0] - h / 2,
			     g->u[x1] - g->u[x0] + w, g->v[y1] - g->v[y0] + h);
	for (int i = 0; i < 4; i++)
		claim->px_corners.corner[i] =
			homography_apply(&g->board_to_px, quad.corner[i]);
	claim->columns = columns;
	claim->rows = rows;
}

/* How far beyond the hull of its clues something is next to a claim, in sides
 * of a cell: a board's next row would be nearer, another board is further. */
#define NEXT_TO .8
/* The next line of a board with gaps is no more than so many steps on. */
#define STEP_ON 1.25
/* What ends so few pixels off the picture's rim is cut off by it. */
#define RIM 3
/* A number that is left over tells as much as so many empty boxes. */
#define NUMBER_COUNTS 2
/* Where so many stand in bricks' places beyond a stack it may be a part of a
 * larger one, with that chance. */
enum { BRICKS_BEYOND = 2 };
/* ... or so much beside squares: of 78 boards that were surely and rightly
 * claimed none had 1, the one that lacked a row 1.46. */
#define TOTALS_BEYOND 1
#define PART_DOUBT .5
/* As surely a number is one that another source of evidence showed. */
#define OTHERS_LEAST .95
/* Boxes are alike where neither side differs by more. */
#define ALIKE 1.6

/* Heights of what is written at clues. */
struct text {
	double low, high, sum;
	int count;
};

/* Text is another one than that of a board's numbers where it is so many times
 * as high, or they are: totals may be smaller than numbers. Bricks are all of
 * one kind: theirs is where it is higher or lower than any by that share and a
 * pixel. */
#define OTHER_TEXT 2.2
#define OTHER_BRICK .1

/* Height of what is written at a token; 0: nothing. */
static double text_height(const struct token *token)
{
	return token->kind == TOKEN_WORD ? token->px_height : token->px_text;
}

static bool is_other_text(const struct claim *claim, const struct token *token,
			  const struct text *text, double times)
{
	double own = text_height(token), mean = text->sum / text->count;

	if (own <= 0 || !text->count)
		return false;
	if (claim->stacked)
		return own < text->low * (1 - OTHER_BRICK) - 1 ||
		       own > text->high * (1 + OTHER_BRICK) + 1;
	return own > times * mean || times * own < mean;
}

/* Does a clue stand where a token is? */
static bool is_clue_at(const struct claim_clue *clue, const struct token *token)
{
	const struct point *c = clue->px_place.corner;

	return quad_contains(&clue->px_place, token->px_at) ||
	       point_distance(point_mix(c[0], c[2], .5), token->px_at) <
		       .5 * fmin(token->px_width, token->px_height);
}

static bool is_clue(const struct claim *claim, const struct token_list *tokens,
		    int index)
{
	const struct token *token = &tokens->tokens[index];

	for (size_t i = 0; i < claim->clue_count; i++) {
		int own = claim->clues[i].token;

		if (own == index ||
		    (own >= 0 &&
		     (own == token->box || tokens->tokens[own].box == index ||
		      quad_contains(&tokens->tokens[own].px_quad,
				    token->px_at))) ||
		    is_clue_at(&claim->clues[i], token))
			return true;
	}
	return false;
}

/* Is a number that another source showed none of the claim's clues, nor one of
 * this source's words, nor in a box of their own? */
static bool is_left_over(const struct claim *claim,
			 const struct token_list *tokens,
			 const struct token *other, const struct text *text)
{
	if (other->number < OTHERS_LEAST ||
	    is_other_text(claim, other, text, ALIKE))
		return false;
	for (size_t i = 0; i < claim->clue_count; i++)
		if (is_clue_at(&claim->clues[i], other))
			return false;
	for (size_t i = 0; i < tokens->count; i++)
		if ((tokens->tokens[i].kind == TOKEN_WORD ||
		     tokens->tokens[i].words == 1) &&
		    quad_contains(&tokens->tokens[i].px_quad, other->px_at))
			return false;
	return true;
}

static void widen(const struct quad *by, struct point *low, struct point *high)
{
	for (int i = 0; i < 4; i++) {
		const struct point *at = &by->corner[i];

		*low = (struct point){ fmin(low->x, at->x),
				       fmin(low->y, at->y) };
		*high = (struct point){ fmax(high->x, at->x),
					fmax(high->y, at->y) };
	}
}

/* How far beyond its hull the middle of a board's next line would lie: a step
 * on, or NEXT_TO of a cell. `length` of `lines` cells, `box` of one. */
static double reach(double length, int lines, double box)
{
	double cell = length / lines;
	double step = lines > 1 && box > 0 ? (length - box) / (lines - 1) : 0;

	return fmax(NEXT_TO * cell, STEP_ON * step - box / 2);
}

/* Does the picture's rim cut it off? A board may go on there. */
static bool is_cut_off(const struct token_list *tokens,
		       const struct token *token)
{
	const struct point *at = &token->px_at;
	double x = token->px_width / 2 + RIM, y = token->px_height / 2 + RIM;

	return at->x < x || at->y < y || at->x > tokens->px_width - x ||
	       at->y > tokens->px_height - y;
}

/* What a clue was read of, or the middle of its place. */
static struct point clue_at(const struct claim_clue *clue,
			    const struct token_list *tokens)
{
	const struct point *c = clue->px_place.corner;

	return clue->token >= 0 ? tokens->tokens[clue->token].px_at
				: point_mix(c[0], c[2], .5);
}

/* A brick stands so near to its place, in steps along the rows and down. */
#define IN_PLACE .2

/* May a brick stand at a point, if a stack had more rows or longer ones? */
static bool goes_on_at(const struct claim *claim,
		       const struct token_list *tokens, struct point px_at)
{
	const struct claim_clue *last = &claim->clues[claim->clue_count - 1];
	int steps = claim->rows - 1;
	struct point top = clue_at(claim->clues, tokens);
	struct point left = clue_at(last - steps, tokens);
	struct point right = clue_at(last, tokens);
	struct point along = point_scale(point_sub(right, left), 1. / steps);
	struct point down = point_scale(
		point_sub(point_mix(left, right, .5), top), 1. / steps);
	struct point off = point_sub(px_at, top);
	double det = along.x * down.y - along.y * down.x;
	double row = (along.x * off.y - along.y * off.x) / det;
	double column = (off.x * down.y - off.y * down.x) / det + row / 2;

	return fabs(row - round(row)) < IN_PLACE &&
	       fabs(column - round(column)) < IN_PLACE;
}

/* Is a size about that of a step, of a box, or between? Boxes may stand far
 * apart. */
static bool is_between(double size, double step, double box)
{
	double low = box > 0 ? fmin(step, box) : step;

	return size >= low / ALIKE && size <= ALIKE * fmax(step, box);
}

/* Does a word stand where the next total of a row of totals would, in line with
 * them and a step on? */
static bool continues_totals(const struct claim *claim,
			     const struct token_list *tokens,
			     const struct token *token, double width,
			     double height)
{
	int column = 0, row = 0;
	double below = HUGE_VAL, aside = HUGE_VAL;

	for (size_t i = 0; i < claim->clue_count; i++) {
		const struct claim_clue *clue = &claim->clues[i];
		struct point off;

		if (!clue->total || !clue->word)
			continue;
		off = point_sub(clue_at(clue, tokens), token->px_at);
		if (fabs(off.x) < IN_PLACE * width) {
			column++;
			below = fmin(below, fabs(off.y) / height);
		}
		if (fabs(off.y) < IN_PLACE * height) {
			row++;
			aside = fmin(aside, fabs(off.x) / width);
		}
	}
	return (column > 1 && fabs(below - 1) < IN_PLACE) ||
	       (row > 1 && fabs(aside - 1) < IN_PLACE);
}

void claim_look_beside(struct claim *claim, const struct token_list *tokens,
		       const struct token *others, size_t other_count)
{
	struct point low = { HUGE_VAL, HUGE_VAL },
		     high = { -HUGE_VAL, -HUGE_VAL };
	const struct point *c = claim->px_corners.corner;
	double width = point_distance(c[0], c[1]) / claim->columns;
	double height = point_distance(c[0], c[3]) / claim->rows;
	double box_width = 0, box_height = 0, aside, below;
	struct text text = { .low = HUGE_VAL };
	int count = 0;

	if (claim->features[CLAIM_QUARTET] > 0)
		return;

	for (size_t i = 0; i < claim->clue_count; i++) {
		const struct claim_clue *clue = &claim->clues[i];
		const struct token *token;

		widen(&clue->px_place, &low, &high);
		if (clue->token < 0)
			continue;
		token = &tokens->tokens[clue->token];
		if (clue->word && !clue->square && text_height(token) > 0) {
			text.low = fmin(text.low, text_height(token));
			text.high = fmax(text.high, text_height(token));
			text.sum += text_height(token);
			text.count++;
		}
		widen(&token->px_quad, &low, &high);
		if (token->kind != TOKEN_WORD) {
			box_width = token->px_width;
			box_height = token->px_height;
		}
	}
	if (claim->covers)
		widen(&claim->px_corners, &low, &high);
	aside = reach(point_distance(c[0], c[1]), claim->columns, box_width);
	below = reach(point_distance(c[0], c[3]), claim->rows, box_height);
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->tokens[i];
		bool box = token->kind != TOKEN_WORD;

		if (claim->covers && !box && token->number > OTHERS_LEAST &&
		    !is_clue(claim, tokens, (int)i) &&
		    continues_totals(claim, tokens, token, width, height))
			claim->doubt = fmax(claim->doubt, PART_DOUBT);
		if (token->px_at.x < low.x - aside ||
		    token->px_at.x > high.x + aside ||
		    token->px_at.y < low.y - below ||
		    token->px_at.y > high.y + below ||
		    (claim->stacked &&
		     !goes_on_at(claim, tokens, token->px_at)))
			continue;
		if (box ? (claim->stacked || token->word < 0) &&
				    !is_cut_off(tokens, token) &&
				    (!is_between(token->px_width, width,
						 box_width) ||
				     !is_between(token->px_height, height,
						 box_height))
			: token->line > 1 || token->box >= 0)
			continue;
		if (token->number < .5 ||
		    is_other_text(claim, token, &text, OTHER_TEXT) ||
		    (claim->covers &&
		     quad_contains(&claim->px_corners, token->px_at)))
			continue;
		if (!is_clue(claim, tokens, (int)i))
			count += box && token->word < 0 &&
						 !is_cut_off(tokens, token)
					 ? 1
					 : NUMBER_COUNTS;
	}
	for (size_t i = 0; i < other_count; i++) {
		const struct point *at = &others[i].px_at;

		if (!(claim->covers &&
		      quad_contains(&claim->px_corners, *at)) &&
		    !(claim->stacked && !goes_on_at(claim, tokens, *at)) &&
		    at->x > low.x - aside && at->x < high.x + aside &&
		    at->y > low.y - below && at->y < high.y + below &&
		    is_left_over(claim, tokens, &others[i], &text))
			count += NUMBER_COUNTS;
	}
	claim->features[CLAIM_BESIDE] = sqrt(count / sqrt(claim->slots));
	/* where bricks go on a stack may be a part of one, and squares with
	 * their totals where more numbers stand beside them than letters do */
	if ((claim->stacked && count >= BRICKS_BEYOND) ||
	    (claim->covers && claim->features[CLAIM_BESIDE] >= TOTALS_BEYOND))
		claim->doubt = fmax(claim->doubt, PART_DOUBT);
}
