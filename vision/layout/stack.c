#include "stack.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* Chosen on pages drawn by scenes/web (seeds 1 to 40) and on data/'s folders.
 */
const struct stack_params stack_params = {
	.unequal = .3,
	.gap_most = 1.3,
	.gap_least = -.35,
	.off = .3,
	.rows_least = 3,
};

/* Boxes in coordinates turned upright by the tilt of the top one. */
struct brick {
	int token;
	double left, right, x, y, height;
};

struct builder {
	struct brick *bricks; /* by y */
	int count;
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

/* The row below: bricks of its height that reach below the row, or stand no
 * further out than half of them. */
static int find_row(const struct builder *builder,
		    const struct brick *const *up, int count,
		    const struct brick **row)
{
	const struct stack_params *p = &stack_params;
	double height = up[0]->height, line = 0, low = HUGE_VAL;
	double left = up[0]->left, right = up[count - 1]->right;
	int n = 0;

	for (int i = 0; i < count; i++)
		line += up[i]->y / count;
	for (int i = 0; i < builder->count; i++) {
		const struct brick *brick = &builder->bricks[i];
		double gap = (brick->y - line) / height - 1;

		if (gap < p->gap_least || gap > p->gap_most ||
		    fabs(brick->height - height) > p->unequal * height ||
		    brick->left >= right || brick->right <= left)
			continue;
		low = fmin(low, brick->y);
	}
	for (int i = 0; i < builder->count; i++) {
		const struct brick *brick = &builder->bricks[i];

		if (fabs(brick->y - low) > p->off * height ||
		    fabs(brick->height - height) > p->unequal * height ||
		    brick->left >= right || brick->right <= left)
			continue;
		if (n == count + 1)
			return 0;
		row[n++] = brick;
	}
	if (n != count + 1)
		return 0;
	qsort(row, (size_t)n, sizeof(const struct brick *), by_x);
	for (int i = 0; i < count; i++) {
		double joint = (row[i]->right + row[i + 1]->left) / 2;

		if (joint <= up[i]->left || joint >= up[i]->right)
			return 0;
	}
	return n;
}

static void outline(const struct token_list *tokens, double tilt,
		    struct stack *stack)
{
	double c = cos(tilt), s = sin(tilt);
	double left = HUGE_VAL, right = -HUGE_VAL;
	double top = HUGE_VAL, bottom = -HUGE_VAL;

	for (int y = 0; y < stack->rows; y++)
		for (int x = 0; x <= y; x++) {
			const struct token *token =
				&tokens->tokens[stack->at[y][x]];
			double u = c * token->px_at.x + s * token->px_at.y;
			double v = c * token->px_at.y - s * token->px_at.x;

			left = fmin(left, u - token->px_width / 2);
			right = fmax(right, u + token->px_width / 2);
			top = fmin(top, v - token->px_height / 2);
			bottom = fmax(bottom, v + token->px_height / 2);
		}
	stack->px_corners =
		quad_from_box(left, top, right - left, bottom - top);
	for (int i = 0; i < 4; i++) {
		struct point at = stack->px_corners.corner[i];

		stack->px_corners.corner[i] =
			(struct point){ c * at.x - s * at.y,
					s * at.x + c * at.y };
	}
}

static int build(const struct token_list *tokens, struct builder *builder,
		 int top, struct stack_list *list)
{
	const struct brick *rows[STACK_ROWS_MOST][STACK_ROWS_MOST + 1];
	const struct brick *first = NULL;
	double tilt = token_tilt(&tokens->tokens[top]);
	double sum = 0, heights = 0, squares = 0;
	struct stack *stack;
	int n = 1, count = 0;

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
	outline(tokens, tilt, stack);
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
