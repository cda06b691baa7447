#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

/* The next item of a row or column lies within so many heights, and so far
 * beside the axis, in shares of its distance (10 degrees of turn) and of the
 * lower one's height (numbers of one digit above such of two). */
#define REACH 6.0
#define ASIDE_DISTANCE 0.2
#define ASIDE_HEIGHT 0.25
/* Being beside the axis counts so many times as being far. */
#define ASIDE_COST 2.0
/* Of an item's two links along an axis the longer is none of the same table
 * where it is so many times as long as the other: a blank between leaves
 * twice the distance. */
#define LONGER 2.3
/* Bare words of a line nearer than this, in heights, are a sentence. */
#define SENTENCE_GAP 0.7
/* Rows, or columns, no further apart than this share of the pitch are one. */
#define SAME_LINE 0.35
/* A line with a single item is a stray where it is nearer to the next. */
#define STRAY_NEAR 0.7
/* Items lie no further than this from where row and column meet, in the
 * lesser pitch (root of the mean square). */
#define ERROR_MOST 0.2
enum { ITEMS_LEAST = 6 };

enum axis { RIGHT, DOWN, AXES };

struct node {
	const struct item *item;
	int index;      /* of the item in its list */
	int next[AXES]; /* -1 none */
	int last[AXES];
	int line[AXES]; /* an earlier node of the same row (RIGHT) or column
			 * (DOWN), or itself */
	int part;       /* the same of what is linked at all */
};

struct net {
	struct node *nodes;
	int count;
};

static int by_x(const void *a, const void *b)
{
	double d = ((const struct node *)a)->item->px_middle.x -
		   ((const struct node *)b)->item->px_middle.x;

	return (d > 0) - (d < 0);
}

static double height_of(const struct node *node)
{
	return node->item->px_box.height;
}

/* How far b lies from a along an axis, and beside it. */
static void measure(const struct node *a, const struct node *b, enum axis axis,
		    double *along, double *aside)
{
	double x = b->item->px_middle.x - a->item->px_middle.x;
	double y = b->item->px_middle.y - a->item->px_middle.y;

	*along = axis == RIGHT ? x : y;
	*aside = fabs(axis == RIGHT ? y : x);
}

/* The nearest node along an axis, forwards or (sign -1) backwards. */
static int nearest(const struct net *net, int from, enum axis axis, int sign)
{
	const struct node *node = &net->nodes[from];
	double best = HUGE_VAL;
	int found = -1;

	for (int step = -1; step <= 1; step += 2) {
		if (axis == RIGHT && step != sign)
			continue;
		for (int i = from + step; i >= 0 && i < net->count; i += step) {
			const struct node *other = &net->nodes[i];
			double high = fmax(height_of(node), height_of(other));
			double low = fmin(height_of(node), height_of(other));
			double along, aside, cost;

			measure(node, other, axis, &along, &aside);
			if ((axis == RIGHT ? fabs(along) : aside) >
			    4 * REACH * height_of(node))
				break;
			along *= sign;
			cost = along + ASIDE_COST * aside;
			if (along <= 0 || along > REACH * high ||
			    aside > ASIDE_DISTANCE * along +
					    ASIDE_HEIGHT * low ||
			    cost >= best)
				continue;
			best = cost;
			found = i;
		}
	}
	return found;
}

static double link_length(const struct net *net, int a, int b, enum axis axis)
{
	double along, aside;

	if (a < 0 || b < 0)
		return HUGE_VAL;
	measure(&net->nodes[a], &net->nodes[b], axis, &along, &aside);
	return along;
}

/* Links nodes that are each other's nearest, and cuts links that lead out of
 * a table. */
static void link_nodes(struct net *net)
{
	for (int i = 0; i < net->count; i++)
		for (int axis = 0; axis < AXES; axis++) {
			int next = nearest(net, i, (enum axis)axis, 1);

			if (next < 0 ||
			    nearest(net, next, (enum axis)axis, -1) != i)
				continue;
			net->nodes[i].next[axis] = next;
			net->nodes[next].last[axis] = i;
		}
	for (int i = 0; i < net->count; i++)
		for (int axis = 0; axis < AXES; axis++) {
			struct node *node = &net->nodes[i];
			double before = link_length(net, node->last[axis], i,
						    (enum axis)axis);
			double after = link_length(net, i, node->next[axis],
						   (enum axis)axis);

			if (before < HUGE_VAL && after > LONGER * before &&
			    after < HUGE_VAL) {
				net->nodes[node->next[axis]].last[axis] = -1;
				node->next[axis] = -1;
			} else if (after < HUGE_VAL &&
				   before > LONGER * after &&
				   before < HUGE_VAL) {
				net->nodes[node->last[axis]].next[axis] = -1;
				node->last[axis] = -1;
			}
		}
}

/* Does another bare word stand so near in its line that both are parts of a
 * sentence? */
static bool is_in_sentence(const struct item_list *items, size_t which)
{
	const struct item *item = &items->items[which];
	double gap = SENTENCE_GAP * item->px_box.height;

	for (size_t i = 0; i < items->count && !item->framed; i++) {
		const struct item *other = &items->items[i];
		int left =
			other->px_box.x - item->px_box.x - item->px_box.width;
		int right =
			item->px_box.x - other->px_box.x - other->px_box.width;

		if (i != which && !other->framed && left < gap && right < gap &&
		    fabs(other->px_middle.y - item->px_middle.y) <
			    item->px_box.height / 2.0)
			return true;
	}
	return false;
}

static int make_net(struct net *net, const struct item_list *items)
{
	net->nodes = alloc_array(items->count, sizeof *net->nodes);
	if (!net->nodes)
		return -1;
	for (size_t i = 0; i < items->count; i++) {
		if (is_in_sentence(items, i))
			continue;
		net->nodes[net->count++] =
			(struct node){ .item = &items->items[i],
				       .index = (int)i,
				       .next = { -1, -1 },
				       .last = { -1, -1 } };
	}
	if (net->count)
		qsort(net->nodes, (size_t)net->count, sizeof *net->nodes, by_x);
	return 0;
}

/* Of which: 0, 1 the line along an axis, 2 the part. */
static int *link_of(struct node *node, int which)
{
	return which < AXES ? &node->line[which] : &node->part;
}

static int find_root(struct net *net, int i, int which)
{
	while (*link_of(&net->nodes[i], which) != i)
		i = *link_of(&net->nodes[i], which);
	return i;
}

static void join(struct net *net, int a, int b, int which)
{
	a = find_root(net, a, which);
	b = find_root(net, b, which);
	*link_of(&net->nodes[a > b ? a : b], which) = a < b ? a : b;
}

static void join_linked(struct net *net)
{
	for (int which = 0; which <= AXES; which++)
		for (int i = 0; i < net->count; i++)
			*link_of(&net->nodes[i], which) = i;
	for (int i = 0; i < net->count; i++)
		for (int axis = 0; axis < AXES; axis++) {
			int next = net->nodes[i].next[axis];

			if (next < 0)
				continue;
			join(net, i, next, axis);
			join(net, i, next, AXES);
		}
	for (int which = 0; which <= AXES; which++)
		for (int i = 0; i < net->count; i++)
			*link_of(&net->nodes[i], which) =
				find_root(net, i, which);
}

/* One line: a row or column while they are put in order. */
struct line {
	int root; /* node->line */
	double at;
	int count;
};

enum { LINES_MOST = 64 };

/* What of the net is looked at, in a frame of its own. */
struct part {
	struct net *net;
	int root;
	struct homography frame_to_px, px_to_frame;
	double pitch[AXES]; /* between columns (RIGHT), between rows */
	struct line lines[AXES][LINES_MOST];
	int line_count[AXES];
};

/* The median link along an axis: its direction and length. Returns false
 * where there are none. */
static bool median_link(const struct part *part, enum axis axis,
			struct point *vector)
{
	const struct net *net = part->net;
	double *along = alloc_array(2 * (size_t)net->count, sizeof *along);
	double *lean = along + net->count;
	int count = 0;

	if (!along)
		return false;
	for (int i = 0; i < net->count; i++) {
		int next = net->nodes[i].next[axis];
		struct point step;

		if (net->nodes[i].part != part->root || next < 0)
			continue;
		step = point_sub(net->nodes[next].item->px_middle,
				 net->nodes[i].item->px_middle);
		along[count] = axis == RIGHT ? step.x : step.y;
		lean[count] = axis == RIGHT ? step.y / step.x : step.x / step.y;
		count++;
	}
	if (count) {
		qsort(along, (size_t)count, sizeof *along, order_doubles);
		qsort(lean, (size_t)count, sizeof *lean, order_doubles);
		*vector = axis == RIGHT ? (struct point){ 1, lean[count / 2] }
					: (struct point){ lean[count / 2], 1 };
		*vector = point_scale(*vector, along[count / 2]);
	}
	free(along);
	return count > 0;
}

/* A frame with its axes along the links, about a pixel a unit. */
static bool set_frame(struct part *part)
{
	struct point right, down;
	struct homography *map = &part->frame_to_px;

	if (!median_link(part, RIGHT, &right) ||
	    !median_link(part, DOWN, &down))
		return false;
	part->pitch[RIGHT] = hypot(right.x, right.y);
	part->pitch[DOWN] = hypot(down.x, down.y);
	right = point_scale(right, 1 / part->pitch[RIGHT]);
	down = point_scale(down, 1 / part->pitch[DOWN]);
	*map = (struct homography){ { right.x, down.x, 0, right.y, down.y, 0, 0,
				      0, 1 } };
	return homography_inverse(map, &part->px_to_frame) == 0;
}

static struct point frame_at(const struct part *part, const struct node *node)
{
	return homography_apply(&part->px_to_frame, node->item->px_middle);
}

static int by_place(const void *a, const void *b)
{
	const struct line *p = a, *q = b;

	return (p->at > q->at) - (p->at < q->at);
}

/* Drops the nodes of lines with a single one that stand between others, too
 * near to be one of them: words of the page below a column, say. */
static int drop_strays(struct part *part, enum axis axis, int count)
{
	struct line *lines = part->lines[axis];
	double near = STRAY_NEAR * part->pitch[!axis];
	int kept = 0;

	for (int k = 0; k < count; k++) {
		bool stray = lines[k].count == 1 &&
			     ((k && lines[k].at - lines[k - 1].at < near) ||
			      (k + 1 < count &&
			       lines[k + 1].at - lines[k].at < near));

		if (!stray) {
			lines[kept++] = lines[k];
			continue;
		}
		for (int i = 0; i < part->net->count; i++) {
			struct node *node = &part->net->nodes[i];

			if (node->part == part->root &&
			    node->line[axis] == lines[k].root)
				node->part = -1;
		}
	}
	return kept;
}

/* Finds the part's rows (`axis` RIGHT) or columns in their order; those that
 * blanks cut in pieces become one. */
static bool find_lines(struct part *part, enum axis axis)
{
	struct line *lines = part->lines[axis];
	int count = 0, kept = 0;

	for (int i = 0; i < part->net->count; i++) {
		struct node *node = &part->net->nodes[i];
		struct point at;
		int k = 0;

		if (node->part != part->root)
			continue;
		at = frame_at(part, node);
		while (k < count && lines[k].root != node->line[axis])
			k++;
		if (k == count) {
			if (count == LINES_MOST)
				return false;
			lines[count++] =
				(struct line){ node->line[axis], 0, 0 };
		}
		lines[k].at += axis == RIGHT ? at.y : at.x;
		lines[k].count++;
	}
	for (int k = 0; k < count; k++)
		lines[k].at /= lines[k].count;
	qsort(lines, (size_t)count, sizeof *lines, by_place);
	for (int k = 0; k < count; k++) {
		struct line *last = kept ? &lines[kept - 1] : NULL;

		if (!last ||
		    lines[k].at - last->at > SAME_LINE * part->pitch[!axis]) {
			lines[kept++] = lines[k];
			continue;
		}
		for (int i = 0; i < part->net->count; i++)
			if (part->net->nodes[i].line[axis] == lines[k].root)
				part->net->nodes[i].line[axis] = last->root;
		last->at = (last->at * last->count +
			    lines[k].at * lines[k].count) /
			   (last->count + lines[k].count);
		last->count += lines[k].count;
	}
	kept = drop_strays(part, axis, kept);
	part->line_count[axis] = kept;
	return kept >= 3 && kept <= TABLE_SIDE_MAX;
}

static int line_of(const struct part *part, const struct node *node,
		   enum axis axis)
{
	for (int k = 0; k < part->line_count[axis]; k++)
		if (part->lines[axis][k].root == node->line[axis])
			return k;
	return -1;
}

/* Puts the items at their places and fits the frame to all of them. Returns
 * false where they do not align. */
static bool fill_table(struct part *part, struct table *table)
{
	enum { MOST = TABLE_SIDE_MAX * TABLE_SIDE_MAX };
	struct point from[MOST], to[MOST];
	double error = 0, pitch = fmin(part->pitch[RIGHT], part->pitch[DOWN]);
	int count = 0;

	memset(table, 0, sizeof *table);
	table->columns = part->line_count[DOWN];
	table->rows = part->line_count[RIGHT];
	for (int x = 0; x < table->columns; x++)
		table->column_at[x] = part->lines[DOWN][x].at;
	for (int y = 0; y < table->rows; y++) {
		table->row_at[y] = part->lines[RIGHT][y].at;
		for (int x = 0; x < table->columns; x++)
			table->item[y][x] = -1;
	}
	for (int i = 0; i < part->net->count; i++) {
		const struct node *node = &part->net->nodes[i];
		int x, y;

		if (node->part != part->root)
			continue;
		x = line_of(part, node, DOWN);
		y = line_of(part, node, RIGHT);
		if (x < 0 || y < 0 || table->item[y][x] >= 0)
			continue;
		table->item[y][x] = node->index;
		from[count] =
			(struct point){ table->column_at[x], table->row_at[y] };
		to[count++] = node->item->px_middle;
	}
	if (count < ITEMS_LEAST ||
	    homography_fit(from, to, count, &table->frame_to_px) < 0)
		return false;
	for (int i = 0; i < count; i++)
		error +=
			pow(point_distance(homography_apply(&table->frame_to_px,
							    from[i]),
					   to[i]),
			    2);
	return sqrt(error / count) < ERROR_MOST * pitch;
}

int table_list_find(struct table_list *list, const struct item_list *items)
{
	struct net net = { 0 };
	struct part part = { .net = &net };
	int result = make_net(&net, items);

	if (result == 0) {
		link_nodes(&net);
		join_linked(&net);
	}
	for (int i = 0; i < net.count && result == 0; i++) {
		struct table table;

		if (net.nodes[i].part != i)
			continue;
		part.root = i;
		if (!set_frame(&part) || !find_lines(&part, RIGHT) ||
		    !find_lines(&part, DOWN) || !fill_table(&part, &table))
			continue;
		if (alloc_grow(&list->tables, &list->capacity, list->count + 1,
			       sizeof table) < 0)
			result = -1;
		else
			list->tables[list->count++] = table;
	}
	free(net.nodes);
	return result;
}

void table_list_fini(struct table_list *list)
{
	free(list->tables);
	memset(list, 0, sizeof *list);
}
