#include "look.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

bool word_is_read(const struct token *token)
{
	return token->kind == TOKEN_WORD &&
	       (token->line <= LEGEND_WORDS || token->box >= 0);
}

static bool is_same(const struct token *a, const struct token *b)
{
	double near =
		spine_params.same_place * fmin(fmax(a->px_width, a->px_height),
					       fmax(b->px_width, b->px_height));

	return (a->kind == TOKEN_WORD) == (b->kind == TOKEN_WORD) &&
	       point_distance(a->px_at, b->px_at) < near &&
	       fabs(a->px_width - b->px_width) < 2 * near &&
	       fabs(a->px_height - b->px_height) < 2 * near;
}

const struct number_reading *known_find(const struct known_words *known,
					const struct token *word)
{
	double near = spine_params.same_place * word->px_height;

	for (size_t i = 0; i < known->count; i++) {
		const struct token *other = &known->words[i];

		if (point_distance(other->px_at, word->px_at) < near &&
		    fabs(other->px_width - word->px_width) < 2 * near &&
		    fabs(other->px_height - word->px_height) < 2 * near)
			return &known->readings[i];
	}
	return NULL;
}

int known_keep(struct known_words *known, const struct token_list *from)
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

		if (whole->px_width > spine_params.wider * word->px_width &&
		    whole->px_height < spine_params.wider * word->px_height &&
		    quad_contains(&whole->px_quad, word->px_at) &&
		    number_chance(&known->readings[i]) > spine_params.clear &&
		    readings_differ(reading, &known->readings[i])) {
			reading_blend(reading, &known->readings[i]);
			return;
		}
	}
}

int look_read_words(struct look *look, struct known_words *known,
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
		if (word_is_read(&tokens->tokens[i]) &&
		    !known_find(known, &tokens->tokens[i]))
			places[count++] = tokens->tokens[i].px_quad;
	if (result == 0)
		result = number_read_places(reader, image, places, count,
					    readings, problem);
	count = 0;
	for (size_t i = 0; i < tokens->count && result == 0; i++) {
		struct token *token = &tokens->tokens[i];
		const struct number_reading *before;

		if (!word_is_read(token))
			continue;
		before = known_find(known, token);
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
		if (word_is_read(&tokens->tokens[i]) &&
		    !known_find(known, &tokens->tokens[i]) &&
		    add_known(known, &tokens->tokens[i],
			      &look->word_readings[i]) < 0)
			result = problem_set(problem, PROBLEM_MEMORY,
					     "no memory for words");
	free(places);
	free(readings);
	return result;
}

int known_agree(const struct known_words *known, struct token_list *list)
{
	const struct token_list *all = &known->tokens;
	double *sure = alloc_array(all->count + 1, sizeof *sure);
	int result = sure ? 0 : -1;

	for (size_t i = 0; i < all->count && result == 0; i++) {
		const struct number_reading *reading =
			word_is_read(&all->tokens[i])
				? known_find(known, &all->tokens[i])
				: NULL;

		sure[i] = reading ? number_chance(reading) : 0;
	}
	if (result == 0)
		result = tokens_agree(all, sure, list);
	free(sure);
	return result;
}
