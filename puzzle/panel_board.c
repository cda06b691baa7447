#include "panel_board.h"

#include "language.h"

const int panel_board_steps[4][2] = {
	{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
};

/* Rule 1 and 2: marks one vertex or edge that a line covers. */
static bool mark(struct panel_board *board, int x, int y, enum panel_line line,
		 bool half, struct breaches *breaches)
{
	int rule = line == PANEL_LINE_PLAYER ? 1 : 2;
	const char *whose =
		line == PANEL_LINE_PLAYER ? _("line") : _("mirrored line");
	const struct panel_spot *spot;

	if (!panel_wrap(board->panel, &x, y) || panel_is_cell(x, y)) {
		board->torn = true;
		return breach_add(breaches, rule, place_square(x, y),
				  "the %s leaves the grid", whose);
	}
	spot = &board->panel->spots[y][x];
	if (panel_is_edge(x, y) && spot->edge != PANEL_EDGE_WHOLE &&
	    !breach_add(
		    breaches, rule, place_square(x, y),
		    spot->edge == PANEL_EDGE_GAP
			    ? N_("the %s runs over a gap")
			    : N_("the %s runs over an edge that is not drawn"),
		    whose))
		return false;
	if (board->line[y][x])
		return breach_add(breaches, rule, place_square(x, y), "%s",
				  line == PANEL_LINE_PLAYER
					  ? _("the line touches itself")
					  : _("the two lines touch"));
	board->line[y][x] = (uint8_t)line;
	board->half[y][x] = half && panel_is_edge(x, y);
	return true;
}

/* Rule 1: does the line begin (or stop) at a start (or end)? */
static bool check_tip(const struct panel_board *board,
		      const struct panel_at *at, bool end,
		      struct breaches *breaches)
{
	const struct panel_spot *spot = &board->panel->spots[at->y][at->x];

	if (end ? spot->end : spot->start)
		return true;
	return breach_add(breaches, 1, place_square(at->x, at->y), "%s",
			  end ? _("the line stops where there is no end")
			      : _("the line begins where there is no start"));
}

/* Rule 1. */
static bool draw_line(struct panel_board *board,
		      const struct panel_solution *line,
		      struct breaches *breaches)
{
	const struct panel_at *first = &line->path[0];
	const struct panel_at *last = &line->path[line->length - 1];

	if (!mark(board, first->x, first->y, PANEL_LINE_PLAYER,
		  !(board->panel->rules & PANEL_FAT_STARTS), breaches))
		return false;
	if (board->torn)
		return true;
	if (!check_tip(board, first, false, breaches))
		return false;
	for (int i = 1; i < line->length; i++) {
		const struct panel_at *from = &line->path[i - 1];
		const struct panel_at *to = &line->path[i];
		int dx, dy, length;

		if (!panel_step(board->panel, *from, *to, &dx, &dy, &length)) {
			board->torn = true;
			return breach_add(breaches, 1,
					  place_square(to->x, to->y),
					  "the line jumps there from [%d,%d]",
					  from->x, from->y);
		}
		for (int k = 1; k <= length; k++)
			if (!mark(board, from->x + k * dx, from->y + k * dy,
				  PANEL_LINE_PLAYER,
				  i == line->length - 1 && k == length,
				  breaches))
				return false;
	}
	return check_tip(board, last, true, breaches);
}

/* Rule 2: does the mirrored line begin (or stop) at a start (or end)? */
static bool check_mirrored_tip(const struct panel_board *board,
			       const struct panel_at *at, bool end,
			       struct breaches *breaches)
{
	const struct panel_spot *spot;
	int x, y;

	panel_mirror(board->panel, at->x, at->y, &x, &y);
	spot = &board->panel->spots[y][x];
	if (end ? spot->end : spot->start)
		return true;
	return breach_add(
		breaches, 2, place_square(x, y), "%s",
		end ? _("the mirrored line stops where there is no end")
		    : _("the mirrored line begins where there is no start"));
}

/* Rule 2. */
static bool draw_mirror(struct panel_board *board,
			const struct panel_solution *line,
			struct breaches *breaches)
{
	const struct panel *panel = board->panel;
	int mx, my;

	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return true;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			if (board->line[y][x] != PANEL_LINE_PLAYER)
				continue;
			panel_mirror(panel, x, y, &mx, &my);
			if (panel_is_vertex(x, y) != panel_is_vertex(mx, my)) {
				board->torn = true;
				return breach_add(breaches, 2,
						  place_square(x, y),
						  "no mirror image on this "
						  "cylinder");
			}
			if (!mark(board, mx, my, PANEL_LINE_MIRROR,
				  board->half[y][x], breaches))
				return false;
		}
	return check_mirrored_tip(board, &line->path[0], false, breaches) &&
	       check_mirrored_tip(board, &line->path[line->length - 1], true,
				  breaches);
}

enum { REGION_NOT_YET = -2 };

/* Could the outside come in here? Over edges that are not drawn into cells;
 * it takes the vertices beside such edges, unless there is a dot. */
static bool lets_outside_in(const struct panel_board *board, int x, int y)
{
	const struct panel_spot *spot = &board->panel->spots[y][x];

	if (panel_is_edge(x, y))
		return spot->edge == PANEL_EDGE_MISSING;
	return panel_is_cell(x, y) || !spot->dot;
}

/* May the region go on here? */
static bool lets_region_in(const struct panel_board *board, int x, int y)
{
	return panel_is_cell(x, y) || !board->line[y][x] || board->half[y][x];
}

/* Gives `region` to x, y and to all that it is joined to: cells, edges and
 * vertices side by side. */
static void flood(struct panel_board *board, int x, int y, int region)
{
	struct panel_at stack[PANEL_SPAN_MAX * PANEL_SPAN_MAX];
	int depth = 0;

	board->region[y][x] = (int16_t)region;
	stack[depth++] = (struct panel_at){ (uint8_t)x, (uint8_t)y };
	while (depth) {
		struct panel_at at = stack[--depth];

		/* the outside stops at a vertex */
		if (region == PANEL_REGION_NONE && panel_is_vertex(at.x, at.y))
			continue;
		for (int i = 0; i < 4; i++) {
			int nx = at.x + panel_board_steps[i][0];
			int ny = at.y + panel_board_steps[i][1];

			if (!panel_wrap(board->panel, &nx, ny) ||
			    board->region[ny][nx] != REGION_NOT_YET ||
			    !(region == PANEL_REGION_NONE
				      ? lets_outside_in(board, nx, ny)
				      : lets_region_in(board, nx, ny)))
				continue;
			board->region[ny][nx] = (int16_t)region;
			stack[depth++] =
				(struct panel_at){ (uint8_t)nx, (uint8_t)ny };
		}
	}
}

/* Is x, y an edge of the rim? */
static bool is_rim_edge(const struct panel *panel, int x, int y)
{
	if (!panel_is_edge(x, y))
		return false;
	if (x & 1)
		return y == 0 || y == panel_height(panel) - 1;
	return !panel->wraps && (x == 0 || x == panel_width(panel) - 1);
}

/* Has the panel symbols besides dots and triangles? If not, triangles in cells
 * open to the outside count, too (rule 5): then nothing is outside. */
static bool has_other_symbols(const struct panel *panel)
{
	bool other = false;

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			int kind = panel->cells[y][x].kind;

			other |= kind != PANEL_EMPTY && kind != PANEL_TRIANGLE;
		}
	return other;
}

/* Rule 3. What is outside is settled first; the rest is joined wherever no
 * line runs, round the corner of an outside cell too, as the panels that
 * people have published show (their site lets a region run over everything
 * that is drawn). */
static void find_regions(struct panel_board *board)
{
	const struct panel *panel = board->panel;
	int width = panel_width(panel);
	int height = panel_height(panel);
	bool opens = has_other_symbols(panel);

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			board->region[y][x] = REGION_NOT_YET;
	for (int y = 0; y < height && opens; y++)
		for (int x = 0; x < width; x++)
			if (board->region[y][x] == REGION_NOT_YET &&
			    is_rim_edge(panel, x, y) &&
			    panel->spots[y][x].edge == PANEL_EDGE_MISSING)
				flood(board, x, y, PANEL_REGION_NONE);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			if (board->region[y][x] == REGION_NOT_YET &&
			    panel_is_cell(x, y))
				flood(board, x, y, board->region_count++);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			if (board->region[y][x] == REGION_NOT_YET)
				board->region[y][x] = PANEL_REGION_NONE;
}

bool panel_board_init(struct panel_board *board, const struct panel *panel,
		      const struct panel_solution *line,
		      struct breaches *breaches)
{
	*board = (struct panel_board){ .panel = panel };
	if (!draw_line(board, line, breaches))
		return false;
	if (!board->torn && !draw_mirror(board, line, breaches))
		return false;
	if (!board->torn)
		find_regions(board);
	return true;
}
