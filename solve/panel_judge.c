/* Is a finished region content? (Rules 4 to 9; rule 1 to 3 are the state's.) */
#include <string.h>

#include "panel_state.h"

/* Symbols of a region that are alike: an eliminator may cancel any of them
 * with the same effect. */
struct alike {
	enum panel_kind kind;
	int colour;
	int type; /* of polyominoes */
	int count;
};

struct hearing {
	struct panel_state *state;
	struct alike groups[GRAPH_CELLS_MAX];
	int group_count;
	int things[PANEL_COLOUR_COUNT]; /* what counts for stars */
	int squares[PANEL_COLOUR_COUNT];
	int stars[PANEL_COLOUR_COUNT];
	uint16_t types[FIT_TYPES_MAX];
	int8_t lines[GRAPH_EDGES_MAX];
	struct fit_task task;
	int must; /* faults that have to be cancelled */
};

static bool pieces_fit(struct hearing *hearing)
{
	int answer = panel_fit_covers(hearing->state->fit, &hearing->task,
				      hearing->state->deadline);

	if (answer < 0)
		hearing->state->late = true;
	return answer == 1;
}

/* How many colours have squares. */
static int square_colours(const struct hearing *hearing)
{
	int count = 0;

	for (int i = 0; i < PANEL_COLOUR_COUNT; i++)
		count += hearing->squares[i] > 0;
	return count;
}

static bool is_content(struct hearing *hearing)
{
	if (square_colours(hearing) > 1)
		return false;
	for (int i = 0; i < PANEL_COLOUR_COUNT; i++)
		if (hearing->stars[i] && hearing->things[i] != 2)
			return false;
	return pieces_fit(hearing);
}

static void remove_alike(struct hearing *hearing, const struct alike *alike,
			 int count)
{
	hearing->things[alike->colour] -= count;
	if (alike->kind == PANEL_SQUARE)
		hearing->squares[alike->colour] -= count;
	if (alike->kind == PANEL_STAR)
		hearing->stars[alike->colour] -= count;
	if (alike->kind == PANEL_POLYOMINO)
		hearing->types[alike->type] =
			(uint16_t)(hearing->types[alike->type] - count);
}

/* Two eliminators cancel each other, unless the rules say otherwise. */
static bool may_be_left(const struct hearing *hearing, int eliminators)
{
	const struct panel *panel = hearing->state->graph->panel;

	if (panel->rules & PANEL_STRICT_ELIMINATORS)
		return eliminators == 0;
	return eliminators % 2 == 0;
}

/* Rule 9: cancels some of the groups from `at` on. */
static bool cancel(struct hearing *hearing, int at, int left)
{
	const struct alike *alike = &hearing->groups[at];

	if (at == hearing->group_count || left == 0)
		return may_be_left(hearing, left) && is_content(hearing);
	for (int count = 0; count <= alike->count && count <= left; count++) {
		bool done;

		remove_alike(hearing, alike, count);
		done = cancel(hearing, at + 1, left - count);
		remove_alike(hearing, alike, -count);
		if (done || hearing->state->late)
			return done;
	}
	return false;
}

static void add_alike(struct hearing *hearing, enum panel_kind kind, int colour,
		      int type)
{
	struct alike *alike;

	for (int i = 0; i < hearing->group_count; i++) {
		alike = &hearing->groups[i];
		if (alike->kind == kind && alike->colour == colour &&
		    alike->type == type) {
			alike->count++;
			return;
		}
	}
	alike = &hearing->groups[hearing->group_count++];
	*alike = (struct alike){ kind, colour, type, 1 };
}

/* What there is, the eliminators' colours apart (`eliminators`). */
static void count_symbols(struct hearing *hearing, int *eliminators)
{
	const struct panel_state *state = hearing->state;

	for (int i = 0; i < hearing->task.cell_count; i++) {
		int cell = hearing->task.cells[i];
		const struct panel_cell *symbol =
			state->graph->cells[cell].symbol;
		int type = panel_fit_type(state->fit, cell);

		if (symbol->kind == PANEL_EMPTY)
			continue;
		if (symbol->kind == PANEL_ELIMINATOR) {
			eliminators[symbol->colour]++;
			continue;
		}
		hearing->things[symbol->colour]++;
		hearing->squares[symbol->colour] +=
			symbol->kind == PANEL_SQUARE;
		hearing->stars[symbol->colour] += symbol->kind == PANEL_STAR;
		if (type != GRAPH_NONE)
			hearing->types[type]++;
	}
}

/* Lists what an eliminator may cancel. What it must cancel goes at once:
 * wrong triangles and stars that nothing shares a colour with. */
static void list_faults(struct hearing *hearing, const int *eliminators)
{
	const struct panel_state *state = hearing->state;
	int colours = square_colours(hearing);
	bool fits = pieces_fit(hearing);
	int lonely[PANEL_COLOUR_COUNT], crowded[PANEL_COLOUR_COUNT];

	for (int i = 0; i < PANEL_COLOUR_COUNT; i++) {
		int things = hearing->things[i] + eliminators[i];

		lonely[i] = hearing->stars[i] && things < 2;
		crowded[i] = hearing->stars[i] && things > 2;
	}
	for (int i = 0; i < hearing->task.cell_count; i++) {
		int cell = hearing->task.cells[i];
		const struct panel_cell *symbol =
			state->graph->cells[cell].symbol;
		int type = panel_fit_type(state->fit, cell);
		int colour = symbol->colour;

		if (symbol->kind == PANEL_SQUARE && colours > 1)
			add_alike(hearing, PANEL_SQUARE, colour, 0);
		if (symbol->kind == PANEL_STAR && crowded[colour])
			add_alike(hearing, PANEL_STAR, colour, 0);
		if (type != GRAPH_NONE && !fits)
			add_alike(hearing, PANEL_POLYOMINO, colour, type);
		if (symbol->kind == PANEL_TRIANGLE && state->wrong[cell])
			hearing->things[colour]--;
		if (symbol->kind == PANEL_STAR && lonely[colour]) {
			hearing->things[colour]--;
			hearing->stars[colour]--;
			hearing->must++;
		}
	}
}

static void note_lines(struct hearing *hearing)
{
	const struct panel_state *state = hearing->state;

	hearing->task.lines = NULL;
	if (!(state->graph->panel->rules & PANEL_PRECISE))
		return;
	for (int i = 0; i < state->graph->edge_count; i++)
		hearing->lines[i] = state->edge[i] == EDGE_ON || state->half[i];
	hearing->task.lines = hearing->lines;
}

bool panel_state_judge(struct panel_state *state, int root,
		       const int16_t *cells, int count)
{
	const struct group *group = &state->groups[root];
	int eliminators[PANEL_COLOUR_COUNT] = { 0 };
	int types = panel_fit_type_count(state->fit);
	struct hearing hearing;

	/* by far the most regions, and all that needs no fitting */
	if (group->eliminators == 0) {
		if (group->missed || (group->squares & (group->squares - 1)))
			return false;
		for (int i = 0; group->stars >> i; i++)
			if ((group->stars >> i & 1) && group->things[i] != 2)
				return false;
		if (group->pieces == 0)
			return true;
	}
	hearing.state = state;
	hearing.group_count = 0;
	hearing.must = group->missed;
	hearing.task.cells = cells;
	hearing.task.cell_count = count;
	hearing.task.types = hearing.types;
	memset(hearing.things, 0, sizeof hearing.things);
	memset(hearing.squares, 0, sizeof hearing.squares);
	memset(hearing.stars, 0, sizeof hearing.stars);
	memset(hearing.types, 0, (size_t)types * sizeof *hearing.types);
	note_lines(&hearing);
	count_symbols(&hearing, eliminators);
	if (group->eliminators == 0)
		return pieces_fit(&hearing);
	if (group->missed > group->eliminators)
		return false;
	list_faults(&hearing, eliminators);
	if (state->late || hearing.must > group->eliminators)
		return false;
	return cancel(&hearing, 0, group->eliminators - hearing.must);
}
