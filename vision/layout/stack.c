#include "stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Chosen on pages drawn by scenes/web (seeds 1 to 40) and on data/'s folders.
 */
const struct stack_params stack_params = {
	.unequal = .45,
	.gap_most = 1.6,
	.aside = 1.2,
	.gap_least = -.35,
	.off = .3,
	.seen_least = .6,
	.rows_least = 3,
};

/* Boxes in coordinates turned upright by the tilt of the top one. */
struct brick {
	int token;
	double left, right, x, y, height;
};

struct builder {
	struct brick *bricks;
	int count;
	struct brick made[STACK_ROWS_MOST]; /* unseen ones; token -1 */
	int made_count;
};

static void lay_upright(const struct token_list *tokens, double tilt,
			struct builder *builder)
{
	double c = cos(tilt), s = sin(tilt);

	for (int i = 0; i < builder->count; i++) {
		struct brick *brick = &builder->bricks[i];
		const struct token *token = &tokens->tokens[brick->token];

		brick->x = c * token->px_at.x + s * token->px_at.y;
		brick->y = c * token->px_at.y - s * token->px_at.x;
		brick->left = brick->x - token->px_width / 2;
		brick->right = brick->x + token->px_width / 2;
		brick->height = token->px_height;
	}
}

static int by_x(const void *a, const void *b)
{
	const struct brick *p = *(const struct brick *const *)a;
	const struct brick *q = *(const struct brick *const *)b;

	return (p->x > q->x) - (p->x < q->x);
}

/* Does each brick stand over the joint of the two below it? */
static bool is_over(const struct brick *const *up, int count,
		    const struct brick *const *row)
{
	for (int i = 0; i < count; i++) {
		double joint = (row[i]->right + row[i + 1]->left) / 2;

		if (joint <= up[i]->left || joint >= up[i]->right)
			return false;
	}
	return true;
}

/* The row below where a brick or two of it were not seen: each where the joint
 * of those above it, or the step between them, says. Returns how many there
 * are; 0 where too many lack. */
static int find_gappy_row(struct builder *builder,
			  const struct brick *const *up, int count,
			  const struct brick *const *line, int line_count,
			  const struct brick **row)
{
	double step =
		count > 1 ? (up[count - 1]->x - up[0]->x) / (count - 1) : 0;
	double end = up[0]->x + (count - .5 + stack_params.off) * step;
	double start = up[0]->x - (.5 + stack_params.off) * step;
	int seen = 0, within = 0, made = builder->made_count;

	for (int k = 0; k < line_count; k++)
		within += line[k]->x > start && line[k]->x < end;
	for (int i = 0; i <= count; i++) {
		double x = up[0]->x + (i - .5) * step;

		row[i] = NULL;
		for (int k = 0; k < line_count; k++)
			if (fabs(line[k]->x - x) < stack_params.off * step)
				row[i] = line[k];
		seen += !!row[i];
	}
	/* what stands elsewhere on the line is none of a pyramid's */
	if (seen < 2 || within > seen ||
	    seen < stack_params.seen_least * (count + 1))
		return 0;
	for (int i = 0; i <= count; i++) {
		struct brick *brick;

		if (row[i])
			continue;
		if (made == STACK_ROWS_MOST)
			return 0;
		brick = &builder->made[made++];
		*brick = *line[0];
		brick->token = -1;
		brick->x = up[0]->x + (i - .5) * step;
		brick->left = brick->x - (line[0]->right - line[0]->left) / 2;
		brick->right = brick->x + (line[0]->right - line[0]->left) / 2;
		row[i] = brick;
	}
	builder->made_count = made;
	return count + 1;
}

/* The row below: neighbours of the row's height on the nearest line on which
 * such bricks stand under it, one more than in the row. */
static int find_row(struct builder *builder, const struct brick *const *up,
		    int count, const struct brick **row)
{
	enum { LINE_MOST = 64 };
	const struct stack_params *p = &stack_params;
	const struct brick *line[LINE_MOST];
	double height = up[0]->height, width = up[0]->right - up[0]->left;
	double at = 0, low = HUGE_VAL;
	double left = up[0]->left - p->aside * width;
	double right = up[count - 1]->right + p->aside * width;
	int n = 0;

	for (int i = 0; i < count; i++)
		at += up[i]->y / count;
	for (int i = 0; i < builder->count; i++) {
		const struct brick *brick = &builder->bricks[i];
		double gap = (brick->y - at) / height - 1;

		if (gap > p->gap_least && gap < p->gap_most &&
		    fabs(brick->height - height) < p->unequal * height &&
		    brick->x > left && brick->x < right)
			low = fmin(low, brick->y);
	}
	for (int i = 0; i < builder->count && n < LINE_MOST; i++) {
		const struct brick *brick = &builder->bricks[i];

		if (fabs(brick->y - low) < p->off * height &&
		    fabs(brick->height - height) < p->unequal * height)
			line[n++] = brick;
	}
	qsort(line, (size_t)n, sizeof *line, by_x);
	for (int i = 0; i + count < n; i++)
		if (is_over(up, count, line + i)) {
			memcpy(row, line + i,
			       ((size_t)count + 1) * sizeof *row);
			return count + 1;
		}
	return n ? find_gappy_row(builder, up, count, line, n, row) : 0;
}

/* The corners of bricks laid upright, turned back by `tilt`. */
static struct quad turned_back(double tilt, double left, double top,
			       double right, double bottom)
{
	struct quad quad = quad_from_box(left, top, right - left, bottom - top);
	double c = cos(tilt), s = sin(tilt);

	for (int i = 0; i < 4; i++) {
		struct point at = quad.corner[i];

		quad.corner[i] = (struct point){ c * at.x - s * at.y,
						 s * at.x + c * at.y };
	}
	return quad;
}

static int build(const struct token_list *tokens, struct builder *builder,
		 int top, struct stack_list *list)
{
	const struct brick *rows[STACK_ROWS_MOST][STACK_ROWS_MOST + 1];
	const struct brick *first = NULL;
	double tilt = token_tilt(&tokens->tokens[top]);
	double sum = 0, heights = 0, squares = 0;
	double left = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
	struct stack *stack;
	int n = 1, count = 0;

	builder->made_count = 0;
	lay_upright(tokens, tilt, builder);
	for (int i = 0; i < builder->count && !first; i++)
		if (builder->bricks[i].token == top)
			first = &builder->bricks[i];
	rows[0][0] = first;
	while (n < STACK_ROWS_MOST &&
	       find_row(builder, rows[n - 1], n, rows[n]))
		n++;
	if (n < stack_params.rows_least)
		return 0;
	if (alloc_grow(&list->stacks, &list->capacity, list->count + 1,
		       sizeof *list->stacks) < 0)
		return -1;
	stack = &list->stacks[list->count++];
	*stack = (struct stack){ .rows = n };
	for (int y = 0; y < n; y++)
		for (int x = 0; x <= y; x++) {
			const struct brick *brick = rows[y][x];

			stack->at[y][x] = brick->token;
			stack->px_place[y][x] = turned_back(
				tilt, brick->left, brick->y - brick->height / 2,
				brick->right, brick->y + brick->height / 2);
			left = fmin(left, brick->left);
			right = fmax(right, brick->right);
			bottom = fmax(bottom, brick->y + brick->height / 2);
			heights += brick->height;
			squares += brick->height * brick->height;
			count++;
			if (y + 1 < n) {
				double off = (rows[y + 1][x]->x +
					      rows[y + 1][x + 1]->x) /
						     2 -
					     brick->x;

				sum += off * off /
				       ((brick->right - brick->left) *
					(brick->right - brick->left));
			}
		}
	stack->residual = sqrt(sum / count);
	stack->spread = sqrt(fmax(0, squares / count -
					     heights * heights /
						     ((double)count * count))) /
			(heights / count);
	stack->px_corners = turned_back(
		tilt, left, first->y - first->height / 2, right, bottom);
	return 0;
}

/* Is the top of one stack part of another? */
static void drop_parts(struct stack_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		bool part = false;

		for (size_t k = 0; k < list->count && !part; k++)
			for (int y = 1; y < list->stacks[k].rows && !part; y++)
				for (int x = 0; x <= y && !part; x++)
					part = list->stacks[k].at[y][x] ==
					       list->stacks[i].at[0][0];
		if (!part)
			list->stacks[kept++] = list->stacks[i];
	}
	list->count = kept;
}

int stacks_find(const struct token_list *tokens, struct stack_list *list)
{
	struct builder builder = {
		.bricks = alloc_array(tokens->count + 1, sizeof(struct brick))
	};
	int result = builder.bricks ? 0 : -1;

	for (size_t i = 0; i < tokens->count && result == 0; i++)
		if (tokens->tokens[i].kind != TOKEN_WORD)
			builder.bricks[builder.count++].token = (int)i;
	for (size_t i = 0; i < tokens->count && result == 0; i++)
		if (tokens->tokens[i].kind != TOKEN_WORD)
			result = build(tokens, &builder, (int)i, list);
	drop_parts(list);
	free(builder.bricks);
	return result;
}

void stacks_free(struct stack_list *list)
{
	free(list->stacks);
	*list = (struct stack_list){ 0 };
}
