#include "rules.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* All by the height of the text: a rule's length, between that of a dash and
 * that of a table's line; how far above or below it the text beside it ends;
 * how far off that may stand; height of its box, whose middle is a number's. */
#define LENGTH_LEAST 1.2
#define LENGTH_MOST 8
#define BASE_ABOVE .6
#define BASE_BELOW .2
#define BESIDE_MOST 8
#define BOX_HEIGHT 1.3
#define HEIGHT_OFF .4 /* of text of one kind */
#define NARROW .25    /* a bar between numbers is narrower */
/* What runs no further above or below a rule is the other side of a sign or a
 * box. */
#define PILED 1.7
/* A number among rules is no further from one, by the rule's length. */
#define AMONG 3
/* Gap between dashes of one rule, by their length. */
#define DASH_GAP .8
/* Rules of one length differ by less, a share of it; so many there are at
 * least. */
#define ALIKE .12
enum { RULES_LEAST = 3 };
/* More are a dashed line. */
enum { DASHES_MOST = 3 };

static double length_of(const struct rule *rule)
{
	return point_distance(rule->px_left, rule->px_right);
}

static struct point middle_of(const struct rule *rule)
{
	return point_mix(rule->px_left, rule->px_right, .5);
}

static int by_left(const void *a, const void *b)
{
	const struct rule *p = a, *q = b;

	return (p->px_left.x > q->px_left.x) - (p->px_left.x < q->px_left.x);
}

/* The height of a word that stands on a rule, or on one line with it; 0: it
 * does not. */
static double height_beside(const struct rule *rule, const struct token *word)
{
	double height = word->px_height;
	double below = middle_of(rule).y - word->px_at.y - height / 2;
	double aside = fmax(rule->px_left.x - word->px_at.x,
			    word->px_at.x - rule->px_right.x) -
		       word->px_width / 2;

	return word->kind == TOKEN_WORD && below < BASE_ABOVE * height &&
			       below > -BASE_BELOW * height &&
			       aside < BESIDE_MOST * height
		       ? height
		       : 0;
}

static int by_size(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

/* The height of the text that stands on rules or beside them: of each the
 * highest, of all the median; 0: none does; -1 where memory lacks. */
static double text_height(const struct rule *rules, size_t count,
			  const struct token_list *list)
{
	double *heights = alloc_array(count + 1, sizeof *heights);
	double height = 0;
	size_t n = 0;

	if (!heights)
		return -1;
	for (size_t i = 0; i < count; i++) {
		double most = 0;

		for (size_t k = 0; k < list->count; k++)
			most = fmax(most,
				    height_beside(&rules[i], &list->tokens[k]));
		if (most > 0)
			heights[n++] = most;
	}
	qsort(heights, n, sizeof *heights, by_size);
	if (n)
		height = heights[n / 2];
	free(heights);
	return height;
}

/* Joins dashes, of rules by their left ends; how many rules stay. */
static size_t join_dashes(struct rule *rules, size_t count, double height)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		double length = length_of(&rules[i]);
		struct rule *line = NULL;

		for (size_t k = kept; k-- > 0 && !line;) {
			double gap = rules[i].px_left.x - rules[k].px_right.x;
			double off = rules[i].px_left.y - rules[k].px_right.y;

			if (length < LENGTH_LEAST * height && gap > 0 &&
			    gap < DASH_GAP * length &&
			    fabs(off) < BASE_BELOW * height)
				line = &rules[k];
		}
		if (line) {
			line->px_right = rules[i].px_right;
			line->dashes += rules[i].dashes;
		} else {
			rules[kept++] = rules[i];
		}
	}
	return kept;
}

/* Is a rule as long as one to write on, and no stroke of a sign, where another
 * runs closely above or below it? */
static bool may_be_written_on(const struct rule *rules, size_t count, size_t at,
			      double height)
{
	double length = length_of(&rules[at]);

	if (length < LENGTH_LEAST * height || length > LENGTH_MOST * height ||
	    rules[at].dashes > DASHES_MOST)
		return false;
	for (size_t i = 0; i < count; i++) {
		struct point off =
			point_sub(middle_of(&rules[i]), middle_of(&rules[at]));

		if (i != at && fabs(off.x) < length / 2 &&
		    fabs(off.y) < PILED * height)
			return false;
	}
	return true;
}

/* How many of those that may be written on are as long as one of them. */
static int count_equals(const struct rule *rules, const bool *may, size_t count,
			size_t at)
{
	double length = length_of(&rules[at]);
	int alike = 0;

	for (size_t i = 0; i < count; i++)
		alike += may[i] &&
			 fabs(length_of(&rules[i]) - length) < ALIKE * length;
	return alike;
}

/* Keeps the rules to write on: several of a length. How many, or -1 where
 * memory lacks. */
static long keep(struct rule *rules, size_t count, double height)
{
	bool *may = alloc_array(2 * count + 1, sizeof *may);
	bool *stays;
	long kept = 0;

	if (!may)
		return -1;
	stays = may + count;
	for (size_t i = 0; i < count; i++)
		may[i] = may_be_written_on(rules, count, i, height);
	for (size_t i = 0; i < count; i++)
		stays[i] = may[i] &&
			   count_equals(rules, may, count, i) >= RULES_LEAST;
	for (size_t i = 0; i < count; i++)
		if (stays[i])
			rules[kept++] = rules[i];
	free(may);
	return kept;
}

/* Adds a box whose lower side runs from `left` to `right`, and puts the words
 * in it there. */
static int add_box(struct point left, struct point right, uint32_t fill,
		   double height, struct token_list *list)
{
	struct point along = point_sub(right, left);
	double length = point_length(along), up = height / length;
	struct point above = { along.y * up, -along.x * up };
	int index = (int)list->count;
	struct token *box;

	if (alloc_grow(&list->tokens, &list->capacity, list->count + 1,
		       sizeof *list->tokens) < 0)
		return -1;
	box = &list->tokens[list->count++];
	*box = (struct token){ .kind = TOKEN_BOX,
			       .px_quad = { { point_add(left, above),
					      point_add(right, above), right,
					      left } },
			       .px_at = point_add(point_mix(left, right, .5),
						  point_scale(above, .5)),
			       .px_width = length,
			       .px_height = height,
			       .box = -1,
			       .word = -1,
			       .number = 1,
			       .fill = fill,
			       .sources = 1 };
	for (int i = 0; i < index; i++) {
		struct token *word = &list->tokens[i];

		if (word->kind != TOKEN_WORD || word->box >= 0 ||
		    !quad_contains(&box->px_quad, word->px_at))
			continue;
		word->box = index;
		word->line = 1;
		box->word = box->words++ ? -1 : i;
		box->px_text = fmax(box->px_text, word->px_height);
	}
	return 0;
}

/* The rule to write on that is nearest to a bare word which may be a number
 * among such places, apart from them; NULL. */
static const struct rule *find_place(const struct rule *rules, size_t count,
				     const struct token *word, double height)
{
	const struct rule *best = NULL;
	double least = HUGE_VAL;

	if (word->kind != TOKEN_WORD || word->box >= 0 || word->line > 1 ||
	    fabs(word->px_height - height) > HEIGHT_OFF * height ||
	    word->px_width < NARROW * height)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		struct point off = point_sub(middle_of(&rules[i]), word->px_at);
		double length = length_of(&rules[i]);

		if (fabs(off.x) < length && off.y > 0 &&
		    off.y < BOX_HEIGHT * height)
			return NULL;
		if (point_length(off) < AMONG * length &&
		    point_length(off) < least && word->px_width < length) {
			least = point_length(off);
			best = &rules[i];
		}
	}
	return best;
}

int rules_add(struct rule *rules, size_t count, struct token_list *list)
{
	double height = text_height(rules, count, list);
	double box = BOX_HEIGHT * height;
	size_t words = list->count;
	long kept;

	if (height <= 0)
		return height < 0 ? -1 : 0;
	qsort(rules, count, sizeof *rules, by_left);
	kept = keep(rules, join_dashes(rules, count, height), height);
	for (long i = 0; i < kept; i++)
		if (add_box(rules[i].px_left, rules[i].px_right, rules[i].fill,
			    box, list) < 0)
			return -1;
	/* where some numbers are to be written on rules, the others may stand
	 * without */
	for (size_t i = 0; i < words && kept > 0; i++) {
		const struct token *word = &list->tokens[i];
		const struct rule *rule =
			find_place(rules, (size_t)kept, word, height);
		struct point half, low;

		if (!rule)
			continue;
		half = point_scale(point_sub(rule->px_right, rule->px_left),
				   .5);
		low = (struct point){ word->px_at.x, word->px_at.y + box / 2 };
		if (add_box(point_sub(low, half), point_add(low, half),
			    rule->fill, box, list) < 0)
			return -1;
	}
	return kept < 0 ? -1 : 0;
}
