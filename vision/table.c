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
/* ... and, once it is known how the page leans, so far from that. */
#define ASIDE_LEANING 0.08
#define ASIDE_HEIGHT 0.25
/* Being beside the axis counts so many times as being far. */
#define ASIDE_COST 2.0
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
	/* How far links lead aside for their length, mostly; and how much more
	 * or less they may. */
	double lean[AXES], aside;
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
static void measure(const struct net *net, const struct node *a,
		    const struct node *b, enum axis axis, double *along,
		    double *aside)
{
	double x = b->item->px_middle.x - a->item->px_middle.x;
	double y = b->item->px_middle.y - a->item->px_middle.y;

	*along = axis == RIGHT ? x : y;
	*aside = fabs((axis == RIGHT ? y : x) - net->lean[axis] * *along);
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

			measure(net, node, other, axis, &along, &aside);
			if ((axis == RIGHT ? fabs(along) / 4 : aside) >
			    REACH * height_of(node))
				break;
			along *= sign;
			cost = along + ASIDE_COST * aside;
			if (along <= 0 || along > REACH * high ||
			    aside > net->aside * along + ASIDE_HEIGHT * low ||
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
	measure(net, &net->nodes[a], &net->nodes[b], axis, &along, &aside);
	return along;
}

/* Links nodes that are each other's nearest. */
static void link_nearest(struct net *net)
{
	for (int i = 0; i < net->count; i++)
		for (int axis = 0; axis < AXES; axis++)
			net->nodes[i].next[axis] = net->nodes[i].last[axis] =
				-1;
	for (int i = 0; i < net->count; i++)
		for (int axis = 0; axis < AXES; axis++) {
			int next = nearest(net, i, (enum axis)axis, 1);

			if (next < 0 ||
			    nearest(net, next, (enum axis)axis, -1) != i)
				continue;
			net->nodes[i].next[axis] = next;
			net->nodes[next].last[axis] = i;
		}
}

/* The median over the links of an axis, those of the part `root` or (-1) of
 * all nodes: of their lengths, or how much they lean. 0 where there are
 * none. */
static double median_link(const struct net *net, enum axis axis, int root,
			  bool lean)
{
	double *values = alloc_array((size_t)net->count, sizeof *values);
	double median = 0;
	int count = 0;

	for (int i = 0; values && i < net->count; i++) {
		const struct node *node = &net->nodes[i];
		struct point step;

		if ((root >= 0 && node->part != root) || node->next[axis] < 0)
			continue;
		step = point_sub(net->nodes[node->next[axis]].item->px_middle,
				 node->item->px_middle);
		if (lean)
			values[count++] = axis == RIGHT ? step.y / step.x
							: step.x / step.y;
		else
			values[count++] = axis == RIGHT ? step.x : step.y;
	}
	if (count) {
		qsort(values, (size_t)count, sizeof *values, order_doubles);
		median = values[count / 2];
	}
	free(values);
	return median;
}

static void cut(struct net *net, int from, enum axis axis)
{
	struct node *node = &net->nodes[from];

	net->nodes[node->next[axis]].last[axis] = -1;
	node->next[axis] = -1;
}

/* Of an item's two links along an axis the longer one is cut where it is so
 * many times as long as the other. */
static void cut_longer(struct net *net, double longer)
{
	for (int i = 0; i < net->count; i++)
		for (int axis = 0; axis < AXES; axis++) {
			const struct node *node = &net->nodes[i];
			double before = link_length(net, node->last[axis], i,
						    (enum axis)axis);
			double after = link_length(net, i, node->next[axis],
						   (enum axis)axis);

			if (before == HUGE_VAL || after == HUGE_VAL)
				continue;
			if (after > longer * before)
				cut(net, i, (enum axis)axis);
			else if (before > longer * after)
				cut(net, node->last[axis], (enum axis)axis);
		}
}

static int make_net(struct net *net, const struct item_list *items)
{
	net->nodes = alloc_array(items->count, sizeof *net->nodes);
	if (!net->nodes)
		return -1;
	for (size_t i = 0; i < items->count; i++) {
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

/* Cuts what is so many times as long as links of the part mostly are. */
static void cut_long(struct net *net, double longer)
{
	for (int axis = 0; axis < AXES; axis++)
		for (int root = 0; root < net->count; root++) {
			double median;

			if (net->nodes[root].part != root)
				continue;
			median = median_link(net, (enum axis)axis, root, false);
			for (int i = root; i < net->count; i++)
				if (net->nodes[i].part == root &&
				    net->nodes[i].next[axis] >= 0 &&
				    link_length(
					    net, i, net->nodes[i].next[axis],
					    (enum axis)axis) > longer * median)
					cut(net, i, (enum axis)axis);
		}
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

/* A frame with its axes along the links, about a pixel a unit. */
static bool set_frame(struct part *part)
{
	const struct net *net = part->net;
	struct point right = { 1, median_link(net, RIGHT, part->root, true) };
	struct point down = { median_link(net, DOWN, part->root, true), 1 };
	struct homography *map = &part->frame_to_px;

	part->pitch[RIGHT] = median_link(net, RIGHT, part->root, false);
	part->pitch[DOWN] = median_link(net, DOWN, part->root, false);
	if (!(part->pitch[RIGHT] > 0 && part->pitch[DOWN] > 0))
		return false;
	right = point_scale(right, 1 / hypot(right.x, right.y));
	down = point_scale(down, 1 / hypot(down.x, down.y));
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

int table_list_find(struct table_list *list, const struct item_list *items,
		    double longer)
{
	struct net net = { 0 };
	struct part part = { .net = &net };
	double lean[AXES];
	int result = make_net(&net, items);

	if (result == 0) {
		net.aside = ASIDE_DISTANCE;
		link_nearest(&net);
		for (int axis = 0; axis < AXES; axis++)
			lean[axis] =
				median_link(&net, (enum axis)axis, -1, true);
		memcpy(net.lean, lean, sizeof net.lean);
		net.aside = ASIDE_LEANING;
		link_nearest(&net);
		cut_longer(&net, longer);
		join_linked(&net);
		cut_long(&net, longer);
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
