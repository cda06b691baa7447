#include "grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

/* Chosen on pages drawn by scenes/web (seeds 1 to 40) and on data/'s folders.
 */
const struct grid_params grid_params = {
	.off = .3,
	.off_px = 2,
	.unequal = 1.7,
	.number_least = .15,
	.text_unequal = 1.5,
	.text_least = .1,
	.text_most = 1.1,
	.gap = 3.3,
	.sparse = .26,
	.near = .7,
	.part = 1.4,
	.part_common = .5,
	.dense = .4,
	.part_size = 1.12,
	.uneven = .2,
	.beside = 2.5,
	.alike = .15,
	.blocks_most = 10,
	.tokens_least = 8,
	.same = .4,
	.tilt_more = .12,
	.block_text = .42,
	.block_words = 4,
};

enum { RIGHT, LEFT, DOWN, UP, WAYS };

/* So many items at most are linked: a table of 24 x 24 and a page around it. */
enum { ITEMS_MOST = 1600 };

/* More blocks have no board. */
enum { BLOCKS_MOST = 10 };

/* Runs of rows or columns that are tried as parts, and grids in all. */
enum { RUNS_MOST = 6, EVEN_MOST = 3, GRIDS_MOST = 200 };

struct linker {
	const struct token_list *tokens;
	int *items; /* tokens that stand by themselves */
	int count;
	double *tilt;            /* of each item, radians */
	int *next[WAYS];         /* of each item the item that way; -1 */
	int *all, *row, *column; /* forests */
};

static const struct token *item(const struct linker *linker, int i)
{
	return &linker->tokens->tokens[linker->items[i]];
}

static int root(int *forest, int i)
{
	while (forest[i] != i)
		i = forest[i] = forest[forest[i]];
	return i;
}

static double median(double *values, int count)
{
	return count ? order_pick_double(values, count, count / 2) : 0;
}

static int set_tilts(struct linker *linker)
{
	double *known = alloc_array((size_t)linker->count + 1, sizeof *known);
	double middle;
	int boxes = 0;

	if (!known)
		return -1;
	for (int i = 0; i < linker->count; i++)
		if (item(linker, i)->kind == TOKEN_BOX)
			known[boxes++] = token_tilt(item(linker, i));
	middle = median(known, boxes);
	for (int i = 0; i < linker->count; i++) {
		double own = token_tilt(item(linker, i));

		linker->tilt[i] = middle;
		if (item(linker, i)->kind == TOKEN_BOX &&
		    fabs(own - middle) < grid_params.tilt_more)
			linker->tilt[i] = own;
	}
	free(known);
	return 0;
}

/* Unit vectors of an item: along its lower side, and down its sides. */
static void axes(const struct linker *linker, int i, struct point *along,
		 struct point *down)
{
	const struct token *token = item(linker, i);
	double tilt = linker->tilt[i];

	*along = (struct point){ cos(tilt), sin(tilt) };
	*down = (struct point){ -sin(tilt), cos(tilt) };
	if (token->kind == TOKEN_BOX) {
		const struct point *c = token->px_quad.corner;
		struct point side =
			point_sub(point_add(c[3], c[2]), point_add(c[0], c[1]));
		double length = point_length(side);

		if (length > 0 &&
		    fabs(side.x / length - down->x) < grid_params.tilt_more)
			*down = point_scale(side, 1 / length);
	}
}

/* May two be cells or numbers of one line, by their sizes? */
static bool are_alike(const struct token *a, const struct token *b, bool across)
{
	const struct grid_params *p = &grid_params;
	double size_a = across ? a->px_height : a->px_width;
	double size_b = across ? b->px_height : b->px_width;

	if (a->kind != TOKEN_WORD && b->kind != TOKEN_WORD)
		return fmax(size_a, size_b) <=
		       p->unequal * fmin(size_a, size_b);
	if (a->kind == TOKEN_WORD && b->kind == TOKEN_WORD)
		return fmax(a->px_height, b->px_height) <=
		       p->text_unequal * fmin(a->px_height, b->px_height);
	if (a->kind == TOKEN_WORD)
		return are_alike(b, a, across);
	return b->px_height >= p->text_least * a->px_height &&
	       b->px_height <= p->text_most * a->px_height;
}

/* How far right of (below) one item another stands in line with it; 0: not. */
static double step(const struct linker *linker, int i, int k, bool across)
{
	const struct grid_params *p = &grid_params;
	const struct token *a = item(linker, i), *b = item(linker, k);
	struct point between = point_sub(b->px_at, a->px_at), along, down;
	double ahead, off, size_a, size_b, least, reach, det;

	axes(linker, i, &along, &down);
	/* between = s along + t down */
	det = along.x * down.y - along.y * down.x;
	ahead = (between.x * down.y - between.y * down.x) / det;
	off = (along.x * between.y - along.y * between.x) / det;
	if (!across) {
		double swap = ahead;

		ahead = off;
		off = swap;
	}
	size_a = across ? a->px_height : a->px_width;
	size_b = across ? b->px_height : b->px_width;
	reach = across ? a->px_width + b->px_width
		       : a->px_height + b->px_height;
	if (ahead <= 0 || ahead < .4 * reach)
		return 0;
	least = fmin(size_a, size_b);
	if (!are_alike(a, b, across))
		return 0;
	/* numbers may be set at one side of their columns, or of the boxes
	 * that make these */
	if (a->kind == TOKEN_WORD && b->kind == TOKEN_WORD && !across)
		off = fmin(fabs(off), fmin(fabs(off - (size_b - size_a) / 2),
					   fabs(off + (size_b - size_a) / 2)));
	else if (a->kind == TOKEN_WORD || b->kind == TOKEN_WORD)
		off = fmax(0, fabs(off) - fabs(size_b - size_a) / 2);
	return fabs(off) < p->off * least + p->off_px ? ahead : 0;
}

static void link_way(struct linker *linker, bool across)
{
	int *next = linker->next[across ? RIGHT : DOWN];
	int *before = linker->next[across ? LEFT : UP];

	for (int i = 0; i < linker->count; i++) {
		double best = HUGE_VAL;

		next[i] = -1;
		for (int k = 0; k < linker->count; k++) {
			const struct point *a = &item(linker, i)->px_at;
			const struct point *b = &item(linker, k)->px_at;
			double d = across ? b->x - a->x : b->y - a->y;

			/* most are dismissed at a glance */
			if (d <= 0 || d >= best)
				continue;
			d = step(linker, i, k, across);
			if (d > 0 && d < best) {
				best = d;
				next[i] = k;
			}
		}
	}
	/* of those that lead to one the nearest counts */
	for (int k = 0; k < linker->count; k++)
		before[k] = -1;
	for (int i = 0; i < linker->count; i++) {
		int k = next[i];

		if (k >= 0 &&
		    (before[k] < 0 ||
		     point_distance(item(linker, i)->px_at,
				    item(linker, k)->px_at) <
			     point_distance(item(linker, before[k])->px_at,
					    item(linker, k)->px_at)))
			before[k] = i;
	}
	for (int i = 0; i < linker->count; i++)
		if (next[i] >= 0 && before[next[i]] != i)
			next[i] = -1;
}

static void unite(int *forest, int a, int b)
{
	forest[root(forest, a)] = root(forest, b);
}

static void unite_links(const struct linker *linker, int way, int *forest)
{
	for (int i = 0; i < linker->count; i++)
		if (linker->next[way][i] >= 0)
			unite(forest, i, linker->next[way][i]);
}

static void part_all(struct linker *linker, int *forest)
{
	for (int i = 0; i < linker->count; i++)
		forest[i] = i;
}

static double link_length(const struct linker *linker, int way, int i)
{
	return point_distance(item(linker, i)->px_at,
			      item(linker, linker->next[way][i])->px_at);
}

/* Cuts links that are much longer than most of the same direction among what
 * is linked with them. */
static int cut_long(struct linker *linker, int way)
{
	double *steps = alloc_array((size_t)linker->count + 1, sizeof *steps);

	if (!steps)
		return -1;
	for (int r = 0; r < linker->count; r++) {
		double most;
		int n = 0;

		if (root(linker->all, r) != r)
			continue;
		for (int i = 0; i < linker->count; i++)
			if (linker->next[way][i] >= 0 &&
			    root(linker->all, i) == r)
				steps[n++] = link_length(linker, way, i);
		most = grid_params.gap * median(steps, n);
		for (int i = 0; i < linker->count && n; i++)
			if (linker->next[way][i] >= 0 &&
			    root(linker->all, i) == r &&
			    link_length(linker, way, i) > most)
				linker->next[way][i] = -1;
	}
	free(steps);
	return 0;
}

static int link_all(struct linker *linker)
{
	link_way(linker, true);
	link_way(linker, false);
	part_all(linker, linker->all);
	unite_links(linker, RIGHT, linker->all);
	unite_links(linker, DOWN, linker->all);
	if (cut_long(linker, RIGHT) < 0 || cut_long(linker, DOWN) < 0)
		return -1;
	part_all(linker, linker->all);
	part_all(linker, linker->row);
	part_all(linker, linker->column);
	unite_links(linker, RIGHT, linker->all);
	unite_links(linker, DOWN, linker->all);
	unite_links(linker, RIGHT, linker->row);
	unite_links(linker, DOWN, linker->column);
	return 0;
}

/* A row or a column of one grid. */
struct band {
	int root, members;
	double at; /* its middle on the upright board */
};

static int by_place(const void *a, const void *b)
{
	const struct band *p = a, *q = b;

	return (p->at > q->at) - (p->at < q->at);
}

/* Drops bands of few members that lie nearer to one of many than bands do:
 * something stands between them by chance. */
static int drop_sparse(struct band *bands, int count)
{
	double steps[4 * GRID_SIDE_MOST], usual, last = -HUGE_VAL;
	int n = 0, kept = 0;

	for (int k = 0; k < count; k++) {
		if (bands[k].members < 2)
			continue;
		if (last > -HUGE_VAL)
			steps[n++] = bands[k].at - last;
		last = bands[k].at;
	}
	usual = median(steps, n);
	for (int k = 0; k < count; k++) {
		bool stays = n > 0;

		for (int i = k - 1; i <= k + 1; i += 2)
			if (i >= 0 && i < count && stays)
				stays = fabs(bands[i].at - bands[k].at) >
						grid_params.near * usual ||
					bands[k].members >
						grid_params.sparse *
							bands[i].members;
		if (stays)
			bands[kept++] = bands[k];
	}
	return kept;
}

struct member {
	int item, column, row; /* bands' indices; -1: none */
	struct point board;
};

/* The bands of the members' forest, in order; those of one member and those
 * that lie where another does join the nearest, or are none. */
static int find_bands(int *forest, bool across, struct member *members,
		      int count, struct band *bands, double cell)
{
	int n = 0, kept = 0;

	for (int i = 0; i < count; i++) {
		int r = root(forest, members[i].item), k = 0;
		double at = across ? members[i].board.y : members[i].board.x;

		while (k < n && bands[k].root != r)
			k++;
		if (k == n) {
			if (n == 4 * GRID_SIDE_MOST)
				continue;
			bands[n++] = (struct band){ .root = r };
		}
		bands[k].at += at;
		bands[k].members++;
	}
	for (int k = 0; k < n; k++)
		bands[k].at /= bands[k].members;
	qsort(bands, (size_t)n, sizeof *bands, by_place);
	for (int k = 0; k < n; k++) {
		struct band *last = kept ? &bands[kept - 1] : NULL;

		if (last && bands[k].at - last->at < grid_params.same * cell) {
			last->at = (last->at * last->members +
				    bands[k].at * bands[k].members) /
				   (last->members + bands[k].members);
			last->members += bands[k].members;
		} else {
			bands[kept++] = bands[k];
		}
	}
	return drop_sparse(bands, kept);
}

static int nearest(const struct band *bands, int count, double at, double most)
{
	int best = -1;

	for (int k = 0; k < count; k++)
		if (fabs(bands[k].at - at) < most) {
			most = fabs(bands[k].at - at);
			best = k;
		}
	return best;
}

/* Fits the map from the board to the picture, and lays the members upright
 * anew by it. */
static int fit(struct linker *linker, struct member *members, int count,
	       const struct band *columns, const struct band *rows,
	       struct homography *board_to_px, double *residual)
{
	struct point *from = alloc_array(2 * (size_t)count, sizeof *from);
	struct point *to = from ? from + count : NULL;
	struct homography back;
	double sum = 0;
	int n = 0, result = -1;

	for (int i = 0; i < count && from; i++) {
		if (members[i].column < 0 || members[i].row < 0)
			continue;
		from[n] = (struct point){ columns[members[i].column].at,
					  rows[members[i].row].at };
		to[n++] = item(linker, members[i].item)->px_at;
	}
	if (n >= 4)
		result = homography_fit(from, to, n, board_to_px);
	if (result == 0)
		result = homography_inverse(board_to_px, &back);
	for (int i = 0; i < n && result == 0; i++) {
		double d = point_distance(
			homography_apply(board_to_px, from[i]), to[i]);

		sum += d * d;
	}
	*residual = n ? sqrt(sum / n) : 0;
	for (int i = 0; i < count && result == 0; i++)
		members[i].board = homography_apply(
			&back, item(linker, members[i].item)->px_at);
	free(from);
	return result;
}

static double median_size(struct linker *linker, const struct member *members,
			  int count, bool width, bool boxes)
{
	double *sizes = alloc_array((size_t)count + 1, sizeof *sizes), result;
	int n = 0;

	for (int i = 0; i < count && sizes; i++) {
		const struct token *token = item(linker, members[i].item);

		if ((token->kind != TOKEN_WORD) == boxes)
			sizes[n++] = width ? token->px_width : token->px_height;
	}
	result = sizes ? median(sizes, n) : 0;
	free(sizes);
	return result;
}

static double place_of(const struct member *member, bool across)
{
	return across ? member->board.y : member->board.x;
}

/* Where too many bands are cut in two: at the widest gap, between boards that
 * stand side by side, or, where all are even, where the least is written, as
 * around a board on a sheet of cells. */
static double find_cut(const struct linker *linker, const struct band *bands,
		       int band_count, bool across,
		       const struct member *members, int count)
{
	double gaps[4 * GRID_SIDE_MOST], usual, most = -HUGE_VAL, cut = 0;

	for (int k = 1; k < band_count; k++)
		gaps[k - 1] = bands[k].at - bands[k - 1].at;
	usual = median(gaps, band_count - 1);
	for (int k = 1; k < band_count; k++) {
		double gap = bands[k].at - bands[k - 1].at, worth = gap;
		double middle = (bands[k].at + bands[k - 1].at) / 2;

		for (int i = 0; i < count && gap < grid_params.part * usual;
		     i++)
			if (item(linker, members[i].item)->px_text > 0 &&
			    fabs(place_of(&members[i], across) - middle) < gap)
				worth -= gap;
		if (worth > most) {
			most = worth;
			cut = middle;
		}
	}
	return cut;
}

/* Puts the members before the cut first; returns how many they are. */
static int cut_in_two(const struct linker *linker, const struct band *bands,
		      int band_count, bool across, struct member *members,
		      int count)
{
	double cut =
		find_cut(linker, bands, band_count, across, members, count);
	int first = 0;

	for (int i = 0; i < count; i++) {
		struct member swap = members[i];

		if (place_of(&swap, across) >= cut)
			continue;
		members[i] = members[first];
		members[first++] = swap;
	}
	return first;
}

/* Makes one grid of linked items; 0 where there is none, -1 without memory.
 * Where there are too many for one, that is left, and *first says how many of
 * them to try by themselves: boards stand beside each other. */
static int make_grid(struct linker *linker, struct member *members, int count,
		     struct grid_list *list, int *first)
{
	struct band columns[4 * GRID_SIDE_MOST], rows[4 * GRID_SIDE_MOST];
	double tilt = linker->tilt[members[0].item], c, s;
	double width, height, any_width, any_height;
	struct grid *grid;
	int nc = 0, nr = 0;

	for (int i = 0; i < count; i++)
		tilt = i ? tilt + linker->tilt[members[i].item] : tilt;
	tilt /= count;
	c = cos(tilt), s = sin(tilt);
	for (int i = 0; i < count; i++) {
		struct point at = item(linker, members[i].item)->px_at;

		members[i].board = (struct point){ c * at.x + s * at.y,
						   c * at.y - s * at.x };
	}
	width = median_size(linker, members, count, true, true);
	height = median_size(linker, members, count, false, true);
	any_width = width > 0
			    ? width
			    : median_size(linker, members, count, true, false);
	any_height =
		height > 0 ? height
			   : median_size(linker, members, count, false, false);
	if (alloc_grow(&list->grids, &list->capacity, list->count + 1,
		       sizeof *list->grids) < 0)
		return -1;
	grid = &list->grids[list->count];
	memset(grid, 0, sizeof *grid);
	/* the second time perspective is allowed for */
	for (int round = 0; round < 2; round++) {
		memset(columns, 0, sizeof columns);
		memset(rows, 0, sizeof rows);
		nc = find_bands(linker->column, false, members, count, columns,
				any_width);
		nr = find_bands(linker->row, true, members, count, rows,
				any_height);
		if (nc > GRID_SIDE_MOST || nr > GRID_SIDE_MOST) {
			bool across = nc <= GRID_SIDE_MOST;

			*first = cut_in_two(linker, across ? rows : columns,
					    across ? nr : nc, across, members,
					    count);
			return 0;
		}
		if (nc < 2 || nr < 2)
			return 0;
		for (int i = 0; i < count; i++) {
			members[i].column =
				nearest(columns, nc, members[i].board.x,
					.6 * any_width);
			members[i].row = nearest(rows, nr, members[i].board.y,
						 .6 * any_height);
		}
		if (fit(linker, members, count, columns, rows,
			&grid->board_to_px, &grid->residual) < 0)
			return 0;
	}
	grid->columns = nc;
	grid->rows = nr;
	grid->cell_width = width;
	grid->cell_height = height;
	grid->residual /= fmax(1, fmin(any_width, any_height));
	for (int y = 0; y < nr; y++)
		for (int x = 0; x < nc; x++)
			grid->at[y][x] = -1;
	for (int x = 0; x < nc; x++)
		grid->u[x] = columns[x].at;
	for (int y = 0; y < nr; y++)
		grid->v[y] = rows[y].at;
	for (int i = 0; i < count; i++) {
		int *at, token = linker->items[members[i].item];

		if (members[i].column < 0 || members[i].row < 0)
			continue;
		at = &grid->at[members[i].row][members[i].column];
		/* a box rather than a word that strayed there */
		if (*at >= 0 && linker->tokens->tokens[*at].kind != TOKEN_WORD)
			continue;
		grid->tokens += *at < 0;
		*at = token;
		grid->boxes += linker->tokens->tokens[token].kind != TOKEN_WORD;
	}
	list->count++;
	return 0;
}

/* Fits a part of a grid by its own tokens, boxes rather than words. Returns 1,
 * 0 where no map follows from them, or -1 where memory lacks. */
static int fit_part(const struct token_list *tokens, struct grid *part)
{
	struct point *from =
		alloc_array(4 * GRID_SIDE_MOST * GRID_SIDE_MOST, sizeof *from);
	struct point *to = from + GRID_SIDE_MOST * GRID_SIDE_MOST;
	double *widths = (double *)(to + GRID_SIDE_MOST * GRID_SIDE_MOST);
	double *heights = widths + GRID_SIDE_MOST * GRID_SIDE_MOST;
	double sum = 0, side;
	int n = 0, result;

	if (!from)
		return -1;
	part->boxes = part->tokens = 0;
	for (int y = 0; y < part->rows; y++)
		for (int x = 0; x < part->columns; x++) {
			const struct token *token;

			if (part->at[y][x] < 0)
				continue;
			token = &tokens->tokens[part->at[y][x]];
			from[n] = (struct point){ part->u[x], part->v[y] };
			to[n++] = token->px_at;
			part->tokens++;
			if (token->kind == TOKEN_WORD)
				continue;
			widths[part->boxes] = token->px_width;
			heights[part->boxes++] = token->px_height;
		}
	part->cell_width = median(widths, part->boxes);
	part->cell_height = median(heights, part->boxes);
	side = part->boxes ? fmin(part->cell_width, part->cell_height)
			   : fmin(part->u[1] - part->u[0],
				  part->v[1] - part->v[0]) /
				     2;
	result = homography_fit(from, to, n, &part->board_to_px);
	for (int i = 0; i < n && result == 0; i++) {
		double d = point_distance(
			homography_apply(&part->board_to_px, from[i]), to[i]);

		sum += d * d;
	}
	part->residual = sqrt(sum / n) / fmax(1, side);
	free(from);
	return result == 0;
}

static bool is_taken(const struct grid *grid, bool rows, int line, int i)
{
	return (rows ? grid->at[line][i] : grid->at[i][line]) >= 0;
}

/* How many tokens a line has among those lines across it that are kept. */
static int count_taken(const struct grid *grid, bool rows, int line,
		       const bool *kept)
{
	int across = rows ? grid->columns : grid->rows, n = 0;

	for (int i = 0; i < across; i++)
		n += kept[i] && is_taken(grid, rows, line, i);
	return n;
}

/* The grid of the columns and rows that are kept and are not empty there. */
static void take_part(const struct grid *whole, bool kept[2][GRID_SIDE_MOST],
		      struct grid *part)
{
	int lines[2][GRID_SIDE_MOST], count[2] = { 0 };

	for (int rows = 0; rows < 2; rows++)
		for (int i = 0; i < (rows ? whole->rows : whole->columns); i++)
			if (kept[rows][i] &&
			    count_taken(whole, rows, i, kept[!rows]))
				lines[rows][count[rows]++] = i;
	*part = *whole;
	part->columns = count[0];
	part->rows = count[1];
	part->tokens = 0;
	for (int y = 0; y < part->rows; y++)
		for (int x = 0; x < part->columns; x++) {
			part->at[y][x] = whole->at[lines[1][y]][lines[0][x]];
			part->tokens += part->at[y][x] >= 0;
		}
	for (int x = 0; x < part->columns; x++)
		part->u[x] = whole->u[lines[0][x]];
	for (int y = 0; y < part->rows; y++)
		part->v[y] = whole->v[lines[1][y]];
}

/* Mean width or height of a line's boxes; 0: it has none. */
static double line_size(const struct token_list *tokens,
			const struct grid *grid, bool rows, int line,
			bool width)
{
	int across = rows ? grid->columns : grid->rows, n = 0;
	double sum = 0;

	for (int i = 0; i < across; i++) {
		int at = rows ? grid->at[line][i] : grid->at[i][line];

		if (at < 0 || tokens->tokens[at].kind == TOKEN_WORD)
			continue;
		sum += width ? tokens->tokens[at].px_width
			     : tokens->tokens[at].px_height;
		n++;
	}
	return n ? sum / n : 0;
}

/* Do the boxes of two lines differ in size as those of two boards do? */
static bool do_sizes_differ(const struct token_list *tokens,
			    const struct grid *grid, bool rows, int a, int b)
{
	bool differ = false;

	for (int width = 0; width < 2; width++) {
		double size_a = line_size(tokens, grid, rows, a, width);
		double size_b = line_size(tokens, grid, rows, b, width);

		differ |= size_a > 0 && size_b > 0 &&
			  fmax(size_a, size_b) >
				  grid_params.part_size * fmin(size_a, size_b);
	}
	return differ;
}

/* Of the places that either of two lines fills, the share that both do. */
static double common(const struct grid *grid, bool rows, int a, int b)
{
	int across = rows ? grid->columns : grid->rows, both = 0, either = 0;

	for (int i = 0; i < across; i++) {
		both += is_taken(grid, rows, a, i) &&
			is_taken(grid, rows, b, i);
		either += is_taken(grid, rows, a, i) ||
			  is_taken(grid, rows, b, i);
	}
	return (double)both / either;
}

/* Where one board may end and another begin, between rows or columns that stand
 * apart or fill other places: the beginnings of the runs between, and the end.
 * Boards of words alone fill other places in each line. */
static int find_runs(const struct token_list *tokens, const struct grid *grid,
		     bool rows, int *starts)
{
	const double *at = rows ? grid->v : grid->u;
	int count = rows ? grid->rows : grid->columns, n = 0;
	bool by_place = true;

	while (n == 0) {
		double steps[GRID_SIDE_MOST], usual;

		for (int i = 0; i + 1 < count; i++)
			steps[i] = at[i + 1] - at[i];
		usual = median(steps, count - 1);
		starts[n++] = 0;
		for (int i = 1; i < count; i++)
			if ((count > 2 &&
			     at[i] - at[i - 1] > grid_params.part * usual) ||
			    do_sizes_differ(tokens, grid, rows, i - 1, i) ||
			    (by_place && common(grid, rows, i - 1, i) <
						 grid_params.part_common))
				starts[n++] = i;
		if (n > RUNS_MOST && by_place)
			by_place = false, n = 0;
	}
	starts[n] = count;
	return n > RUNS_MOST ? 1 : n;
}

static bool is_known(const struct grid_list *list, const struct grid *part)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct grid *grid = &list->grids[i];
		bool same = grid->columns == part->columns &&
			    grid->rows == part->rows;

		for (int y = 0; y < part->rows && same; y++)
			same = !memcmp(grid->at[y], part->at[y],
				       (size_t)part->columns *
					       sizeof part->at[y][0]);
		if (same)
			return true;
	}
	return false;
}

/* Appends the kept lines of a grid as one of its own; whether it did, or -1. */
static int add_part(const struct token_list *tokens, struct grid_list *list,
		    const struct grid *whole, bool kept[2][GRID_SIDE_MOST])
{
	struct grid part;
	int fitted;

	take_part(whole, kept, &part);
	if (part.columns < 2 || part.rows < 2 ||
	    part.tokens < grid_params.tokens_least ||
	    list->count >= GRIDS_MOST || is_known(list, &part))
		return 0;
	fitted = fit_part(tokens, &part);
	if (fitted <= 0)
		return fitted;
	if (alloc_grow(&list->grids, &list->capacity, list->count + 1,
		       sizeof *list->grids) < 0)
		return -1;
	list->grids[list->count++] = part;
	return 1;
}

/* How many numbers and boxes a line is likely to have. */
static double weigh(const struct token_list *tokens, const struct grid *grid,
		    bool rows, int line, const bool *kept)
{
	double sum = 0;

	for (int i = 0; i < (rows ? grid->columns : grid->rows); i++) {
		int at = rows ? grid->at[line][i] : grid->at[i][line];

		if (kept[i] && at >= 0)
			sum += tokens->tokens[at].number;
	}
	return sum;
}

/* Appends the lines of a grid that hold many tokens: others are of what stands
 * around, or of shreds. */
static int add_dense_part(const struct token_list *tokens,
			  struct grid_list *list, size_t which)
{
	struct grid whole = list->grids[which];
	bool kept[2][GRID_SIDE_MOST];

	memset(kept, 1, sizeof kept);
	for (int round = 0; round < 4; round++) {
		bool rows = round & 1;
		int lines = rows ? whole.rows : whole.columns;
		double weights[GRID_SIDE_MOST], most = 0;

		for (int i = 0; i < lines; i++) {
			weights[i] =
				weigh(tokens, &whole, rows, i, kept[!rows]);
			most = fmax(most, weights[i]);
		}
		for (int i = 0; i < lines; i++)
			kept[rows][i] = weights[i] > grid_params.dense * most;
	}
	return add_part(tokens, list, &whole, kept);
}

/* Lines at even steps, as those of a board are: weightier ones first. */
struct run {
	double weight, step;
	int first, last; /* lines */
	bool kept[GRID_SIDE_MOST];
};

/* The run that begins with lines i and k. */
static struct run follow(const double *at, const double *weights, int lines,
			 int i, int k)
{
	struct run run = {
		weights[i] + weights[k], at[k] - at[i], i, k, { false }
	};
	int steps = 1;

	run.kept[i] = run.kept[k] = true;
	for (int next = k + 1; next < lines; next++) {
		double off = at[next] - at[run.last] - run.step;

		if (off > grid_params.uneven * run.step)
			break;
		if (off < -grid_params.uneven * run.step)
			continue;
		run.kept[next] = true;
		run.weight += weights[next];
		run.last = next;
		run.step = (at[next] - at[i]) / ++steps;
	}
	return run;
}

static bool is_within(const struct run *a, const struct run *b)
{
	for (int i = 0; i < GRID_SIDE_MOST; i++)
		if (a->kept[i] && !b->kept[i])
			return false;
	return true;
}

/* The weightiest runs of columns or rows, none within another; how many. */
static int find_even(const struct token_list *tokens, const struct grid *grid,
		     bool rows, const bool *across, struct run best[EVEN_MOST])
{
	const double *at = rows ? grid->v : grid->u;
	int lines = rows ? grid->rows : grid->columns, count = 0;
	double weights[GRID_SIDE_MOST];

	for (int i = 0; i < lines; i++)
		weights[i] = weigh(tokens, grid, rows, i, across);
	for (int i = 0; i < lines; i++)
		for (int k = i + 1; k < lines; k++) {
			struct run run = follow(at, weights, lines, i, k);
			int to = count;

			for (int other = 0; other < count; other++)
				if (is_within(&run, &best[other]))
					to = -1;
			while (to > 0 && best[to - 1].weight < run.weight)
				to--;
			if (to < 0 || to == EVEN_MOST)
				continue;
			count += count < EVEN_MOST;
			for (int other = count - 1; other > to; other--)
				best[other] = best[other - 1];
			best[to] = run;
		}
	return count;
}

/* Keeps the line before a run and the one after it that are likeliest to hold
 * totals. */
static void keep_beside(const struct token_list *tokens,
			const struct grid *grid, bool rows,
			const struct run *run, bool kept[2][GRID_SIDE_MOST])
{
	const double *at = rows ? grid->v : grid->u;
	int best[2] = { -1, -1 };
	double most[2] = { .5, .5 };

	for (int i = 0; i < (rows ? grid->rows : grid->columns); i++) {
		bool after = i > run->last;
		double off =
			after ? at[i] - at[run->last] : at[run->first] - at[i];
		double weight = weigh(tokens, grid, rows, i, kept[!rows]);

		if (off < .5 * run->step ||
		    off > grid_params.beside * run->step ||
		    weight <= most[after])
			continue;
		most[after] = weight;
		best[after] = i;
	}
	for (int i = 0; i < 2; i++)
		if (best[i] >= 0)
			kept[rows][best[i]] = true;
}

/* Appends the runs of even columns and rows of a grid with what stands beside
 * them. */
static int add_even_parts(const struct token_list *tokens,
			  struct grid_list *list, size_t which)
{
	struct grid whole = list->grids[which];
	struct run columns[EVEN_MOST], rows[EVEN_MOST];
	bool all[GRID_SIDE_MOST];
	int count;

	memset(all, 1, sizeof all);
	count = find_even(tokens, &whole, false, all, columns);
	for (int c = 0; c < count; c++) {
		int n = find_even(tokens, &whole, true, columns[c].kept, rows);

		for (int r = 0; r < n; r++) {
			bool kept[2][GRID_SIDE_MOST];

			memcpy(kept[0], columns[c].kept, sizeof kept[0]);
			memcpy(kept[1], rows[r].kept, sizeof kept[1]);
			/* the ends of totals may hold those of diagonals */
			for (int i = 0; i < 4; i++)
				keep_beside(tokens, &whole, i & 1,
					    i & 1 ? &rows[r] : &columns[c],
					    kept);
			if (add_part(tokens, list, &whole, kept) < 0)
				return -1;
		}
	}
	return 0;
}

/* Appends the parts of a grid of the list, and theirs. */
static int add_parts(const struct token_list *tokens, struct grid_list *list,
		     size_t which, int depth)
{
	struct grid whole = list->grids[which];
	int starts[GRID_SIDE_MOST + 1], runs;

	for (int axis = 0; axis < 2 && depth; axis++) {
		runs = find_runs(tokens, &whole, axis, starts);
		for (int i = 0; i < runs * runs; i++) {
			int from = starts[i / runs], to = starts[i % runs + 1];
			bool kept[2][GRID_SIDE_MOST];
			int added;

			memset(kept, 1, sizeof kept);
			for (int k = 0; k < GRID_SIDE_MOST; k++)
				kept[axis][k] = k >= from && k < to;
			added = to > from ? add_part(tokens, list, &whole, kept)
					  : 0;
			if (added < 0 ||
			    (added && add_parts(tokens, list, list->count - 1,
						depth - 1) < 0))
				return -1;
		}
	}
	return 0;
}

/* Makes a grid of linked items, and those of its parts. */
static int make_with_parts(struct linker *linker, struct member *members,
			   int count, struct grid_list *list)
{
	const struct token_list *tokens = linker->tokens;
	size_t known = list->count;
	int first = 0, result;

	if (count < grid_params.tokens_least)
		return 0;
	result = make_grid(linker, members, count, list, &first);
	if (first && first < count) {
		result = make_with_parts(linker, members, first, list);
		return result < 0 ? -1
				  : make_with_parts(linker, members + first,
						    count - first, list);
	}
	if (result == 0 && list->count > known)
		result = add_parts(tokens, list, known, 2);
	if (result == 0 && list->count > known)
		result = add_dense_part(tokens, list, known);
	if (result >= 0 && list->count > known)
		result = add_even_parts(tokens, list, known);
	return result < 0 ? -1 : 0;
}

static int make_grids(struct linker *linker, struct grid_list *list)
{
	struct member *members =
		alloc_array((size_t)linker->count + 1, sizeof *members);
	int result = members ? 0 : -1;

	for (int r = 0; r < linker->count && result == 0; r++) {
		int count = 0;

		if (root(linker->all, r) != r)
			continue;
		for (int i = 0; i < linker->count; i++)
			if (root(linker->all, i) == r)
				members[count++] = (struct member){ .item = i };
		result = make_with_parts(linker, members, count, list);
	}
	free(members);
	return result;
}

/* Is a box a row or a board of several words, as most that are alike, and not
 * one of as many as only cells are? */
static bool is_container(const struct token_list *tokens,
			 const struct token *box)
{
	int alike = 0, many = 0;

	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *other = &tokens->tokens[i];

		if (other->kind != box->kind ||
		    fabs(other->px_width - box->px_width) >=
			    grid_params.alike * box->px_width ||
		    fabs(other->px_height - box->px_height) >=
			    grid_params.alike * box->px_height)
			continue;
		alike++;
		many += other->words > 1;
	}
	return alike <= grid_params.blocks_most && 2 * many > alike;
}

/* Does a token stand by itself: rather than for the box that it lies in, or for
 * what lies in it? */
static bool is_item(const struct token_list *tokens, const struct token *token)
{
	if (token->kind != TOKEN_WORD)
		return !is_container(tokens, token);
	return token->line <= 1 &&
	       (token->box < 0 ||
		is_container(tokens, &tokens->tokens[token->box]));
}

/* May a box be a block of cells, each as large as its words tell? */
static bool may_be_block(const struct token *token)
{
	return token->kind == TOKEN_BOX &&
	       token->px_text < grid_params.block_text * token->px_height;
}

/* The column or row that holds a place; -1: it is off all middles. */
static int find_line(const double *at, int count, double cell, double place)
{
	for (int i = 0; i < count; i++)
		if (fabs(at[i] - place) < cell / 2)
			return i;
	return -1;
}

/* Puts the words in a grid of blocks where its cells are, the higher of two in
 * one. Returns 0 where no map leads there. */
static int place_words(const struct token_list *tokens,
		       const struct grid *blocks, struct grid *cells)
{
	double sum = 0, side = fmin(cells->cell_width, cells->cell_height);
	struct homography back;

	if (homography_inverse(&cells->board_to_px, &back) < 0)
		return 0;
	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++)
			cells->at[y][x] = -1;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *word = &tokens->tokens[i];
		struct point at;
		bool within = false;
		int x, y, *cell;

		for (int k = 0; k < blocks->columns * blocks->rows; k++)
			within |= word->box == blocks->at[k / blocks->columns]
							 [k % blocks->columns];
		if (word->kind != TOKEN_WORD || !within)
			continue;
		at = homography_apply(&back, word->px_at);
		x = find_line(cells->u, cells->columns, cells->cell_width,
			      at.x);
		y = find_line(cells->v, cells->rows, cells->cell_height, at.y);
		if (x < 0 || y < 0)
			continue;
		cell = &cells->at[y][x];
		if (*cell < 0 ||
		    tokens->tokens[*cell].px_height < word->px_height)
			*cell = (int)i;
	}
	cells->boxes = cells->tokens = 0;
	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++) {
			struct point at;

			if (cells->at[y][x] < 0)
				continue;
			at = homography_apply(
				&back, tokens->tokens[cells->at[y][x]].px_at);
			sum += pow(at.x - cells->u[x], 2) +
			       pow(at.y - cells->v[y], 2);
			cells->tokens++;
		}
	cells->residual = cells->tokens ? sqrt(sum / cells->tokens) / side : 0;
	return cells->tokens;
}

/* Makes of blocks that stand two or three a side, all alike, the grid of their
 * cells: of three by three blocks nine by nine, of two by three six by six.
 * Whether it did. */
static bool part_blocks(const struct token_list *tokens, struct grid *grid)
{
	struct grid blocks = *grid;
	int columns = blocks.columns, rows = blocks.rows;
	/* as many cells across as blocks down */
	int across = rows, down = columns;

	if (columns > 3 || rows > 3 || blocks.boxes != columns * rows)
		return false;
	grid->blocks = true;
	grid->columns = columns * across;
	grid->rows = rows * down;
	grid->cell_width = blocks.cell_width / across;
	grid->cell_height = blocks.cell_height / down;
	for (int i = 0; i < grid->columns; i++)
		grid->u[i] =
			blocks.u[i / across] +
			(i % across - (across - 1) / 2.) * grid->cell_width;
	for (int i = 0; i < grid->rows; i++)
		grid->v[i] = blocks.v[i / down] +
			     (i % down - (down - 1) / 2.) * grid->cell_height;
	return place_words(tokens, &blocks, grid) >= grid_params.block_words;
}

/* Appends the grids of cells that nothing but the blocks they make parts. */
static int make_block_grids(struct linker *linker, struct grid_list *list)
{
	struct member members[BLOCKS_MOST];
	int result = 0;

	linker->count = 0;
	for (size_t i = 0; i < linker->tokens->count; i++)
		if (linker->count < ITEMS_MOST &&
		    may_be_block(&linker->tokens->tokens[i]))
			linker->items[linker->count++] = (int)i;
	if (set_tilts(linker) < 0 || link_all(linker) < 0)
		return -1;
	for (int r = 0; r < linker->count && result == 0; r++) {
		size_t known = list->count;
		int count = 0, first;

		for (int i = 0; i < linker->count && count < BLOCKS_MOST; i++)
			if (root(linker->all, i) == r)
				members[count++] = (struct member){ .item = i };
		if (count < 4 || count == BLOCKS_MOST)
			continue;
		result = make_grid(linker, members, count, list, &first);
		if (list->count > known &&
		    !part_blocks(linker->tokens, &list->grids[known]))
			list->count = known;
	}
	return result;
}

int grids_find(const struct token_list *tokens, struct grid_list *list)
{
	struct linker linker = { .tokens = tokens };
	size_t room = tokens->count + 1;
	int *ints = alloc_array(room * (4 + WAYS), sizeof *ints);
	int result = -1;

	linker.tilt = alloc_array(room, sizeof *linker.tilt);
	if (ints && linker.tilt) {
		linker.items = ints;
		linker.all = ints + room;
		linker.row = ints + 2 * room;
		linker.column = ints + 3 * room;
		for (int i = 0; i < WAYS; i++)
			linker.next[i] = ints + (4 + (size_t)i) * room;
		for (size_t i = 0; i < tokens->count; i++) {
			const struct token *token = &tokens->tokens[i];

			if (linker.count < ITEMS_MOST &&
			    token->number >= grid_params.number_least &&
			    is_item(tokens, token))
				linker.items[linker.count++] = (int)i;
		}
		result = set_tilts(&linker);
		if (result == 0)
			result = link_all(&linker);
		if (result == 0)
			result = make_grids(&linker, list);
		if (result == 0)
			result = make_block_grids(&linker, list);
	}
	free(linker.tilt);
	free(ints);
	return result;
}

void grids_free(struct grid_list *list)
{
	free(list->grids);
	*list = (struct grid_list){ 0 };
}

bool grid_is_boxed(const struct grid *grid)
{
	return 2 * grid->boxes > grid->tokens && grid->cell_width > 0;
}

/* How far a line is from the nearer one beside it. */
static double room(const double *at, int count, int i)
{
	double before = i ? at[i] - at[i - 1] : HUGE_VAL;
	double after = i + 1 < count ? at[i + 1] - at[i] : HUGE_VAL;

	return fmin(before, after);
}

struct quad grid_px_place(const struct grid *grid, int x, int y, double share)
{
	bool boxed = grid_is_boxed(grid);
	double w = share *
		   (boxed ? grid->cell_width : room(grid->u, grid->columns, x));
	double h = share *
		   (boxed ? grid->cell_height : room(grid->v, grid->rows, y));
	struct quad quad =
		quad_from_box(grid->u[x] - w / 2, grid->v[y] - h / 2, w, h);

	for (int i = 0; i < 4; i++)
		quad.corner[i] =
			homography_apply(&grid->board_to_px, quad.corner[i]);
	return quad;
}
