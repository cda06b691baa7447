/* The checker of panels: faults planted on random panels with a line that
 * holds. Whatever breaks a rule breaks that rule, and no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "panel_walk.h"
#include "random_panel.h"

enum { RULE_LAST = 9 };

/* Lines on which faults are planted, and how many of each rule at least. */
enum { PLANTED_SEEDS = 1500, PLANTED_MIN = 500 };

/* A panel with a line that holds, and which edges and vertices of it, doubled,
 * carry a line: 1 half an edge, 2 all of it. */
struct field {
	struct puzzle puzzle;
	struct solution line;
	bool found;
	int drawn[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	int planted[RULE_LAST + 1];
};

static bool keep_line(void *data, const struct solution *line)
{
	struct field *field = data;

	field->found = puzzle_check(&field->puzzle, line, NULL);
	if (field->found)
		field->line = *line;
	return !field->found;
}

static void draw(struct field *field, int x, int y, int much)
{
	const struct panel *panel = &field->puzzle.as.panel;
	int mx, my;

	assert_true(panel_wrap(panel, &x, y));
	field->drawn[y][x] = much;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	panel_mirror(panel, x, y, &mx, &my);
	field->drawn[my][mx] = much;
}

static void draw_line(struct field *field)
{
	const struct panel_solution *line = &field->line.as.panel;
	/* half an edge that parts is as good as a whole one */
	int start = field->puzzle.as.panel.rules & PANEL_FAT_STARTS ? 2 : 1;

	memset(field->drawn, 0, sizeof field->drawn);
	for (int i = 0; i < line->length; i++) {
		struct panel_at at = line->path[i];
		int much = i == 0 ? start : i == line->length - 1 ? 1 : 2;
		int dx, dy, length;

		draw(field, at.x, at.y, panel_is_edge(at.x, at.y) ? much : 2);
		if (i + 1 < line->length &&
		    panel_step(&field->puzzle.as.panel, at, line->path[i + 1],
			       &dx, &dy, &length) &&
		    length == 2)
			draw(field, at.x + dx, at.y + dy, 2);
	}
}

/* A random panel without eliminators and open cells, and a line. */
static bool sow(uint64_t seed, struct field *field)
{
	struct panel *panel = &field->puzzle.as.panel;
	struct deadline never = deadline_never();

	random_panel(seed, &field->puzzle);
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct panel_cell *cell = &panel->cells[y / 2][x / 2];

			if (!panel_is_cell(x, y) &&
			    panel->spots[y][x].edge == PANEL_EDGE_MISSING)
				panel->spots[y][x].edge = PANEL_EDGE_GAP;
			if (panel_is_cell(x, y) &&
			    cell->kind == PANEL_ELIMINATOR)
				memset(cell, 0, sizeof *cell);
		}
	field->found = false;
	panel_walk(&field->puzzle, &never, keep_line, field);
	if (field->found)
		draw_line(field);
	return field->found;
}

static void expect(struct field *field, int rule, const char *what)
{
	struct breach breach = { 0 };
	bool holds = puzzle_check(&field->puzzle, &field->line, &breach);

	if ((holds ? 0 : breach.rule) != rule)
		fail_msg("%s planted: rule %d, not %d", what,
			 holds ? 0 : breach.rule, rule);
	field->planted[rule]++;
}

static void plant_dot(struct field *field, int x, int y)
{
	struct panel_spot *spot = &field->puzzle.as.panel.spots[y][x];

	if (spot->dot)
		return;
	spot->dot = PANEL_DOT_BLACK;
	expect(field, field->drawn[y][x] ? 0 : 4, "a dot");
	spot->dot = PANEL_DOT_NONE;
}

/* No random panel has these colours. */
static const struct panel_cell purple_star = { .kind = PANEL_STAR,
					       .colour = PANEL_PURPLE };
static const struct panel_cell purple = { .kind = PANEL_SQUARE,
					  .colour = PANEL_PURPLE };
static const struct panel_cell magenta = { .kind = PANEL_SQUARE,
					   .colour = PANEL_MAGENTA };
static const struct panel_cell eliminator = { .kind = PANEL_ELIMINATOR,
					      .colour = PANEL_PURPLE };
/* larger than any random panel */
static const struct panel_cell large = { .kind = PANEL_POLYOMINO,
					 .colour = PANEL_PURPLE,
					 .rotatable = true,
					 .shape = 0x0f0f0f0f };

static void plant_symbols(struct field *field, int x, int y)
{
	const struct panel *panel = &field->puzzle.as.panel;
	struct panel_cell *cell = &field->puzzle.as.panel.cells[y / 2][x / 2];
	int edges = 0;

	for (int i = 0; i < 4; i++) {
		int beside = x + (i == 0) - (i == 1);

		panel_wrap(panel, &beside, y);
		/* a cell's edges are on the board: compilers cannot know */
		edges += beside >= 0 &&
			 field->drawn[y + (i == 2) - (i == 3)][beside] > 0;
	}
	for (int count = 1; count <= 5; count++) {
		*cell = (struct panel_cell){ .kind = PANEL_TRIANGLE,
					     .colour = PANEL_PURPLE,
					     .count = count };
		expect(field, count == edges ? 0 : 5, "triangles");
	}
	*cell = purple_star;
	expect(field, 7, "a star");
	*cell = large;
	expect(field, 8, "a polyomino");
	*cell = eliminator;
	expect(field, 9, "an eliminator");
}

/* Into two cells that share a region: no line runs all along the edge between
 * them. */
static void plant_pair(struct field *field, struct panel_cell *a,
		       struct panel_cell *b)
{
	*a = purple;
	*b = magenta;
	expect(field, 6, "two colours");
	*a = purple_star;
	*b = purple_star;
	expect(field, 0, "two stars");
	*a = eliminator;
	*b = eliminator;
	expect(field,
	       field->puzzle.as.panel.rules & PANEL_STRICT_ELIMINATORS ? 9 : 0,
	       "two eliminators");
}

static void plant_all(struct field *field)
{
	struct panel *panel = &field->puzzle.as.panel;
	const struct panel_cell nothing = { 0 };

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct panel_cell *cell, *beside;
			int right = x + 2;

			if (!panel_is_cell(x, y)) {
				plant_dot(field, x, y);
				continue;
			}
			cell = &panel->cells[y / 2][x / 2];
			if (cell->kind)
				continue;
			plant_symbols(field, x, y);
			*cell = nothing;
			if (!panel_wrap(panel, &right, y) || right == x)
				continue;
			beside = &panel->cells[y / 2][right / 2];
			if (beside->kind ||
			    field->drawn[y][(x + 1) % panel_width(panel)] == 2)
				continue;
			plant_pair(field, cell, beside);
			*cell = nothing;
			*beside = nothing;
		}
}

/* On random panels of all kinds, by all rule sets: whatever is planted that
 * breaks a rule breaks that rule, and what does not break any does not. */
static void planted_faults_are_named(void **state)
{
	static struct field field;

	(void)state;
	for (uint64_t seed = 0; seed < PLANTED_SEEDS; seed++)
		if (sow(seed, &field))
			plant_all(&field);
	for (int rule = 4; rule <= RULE_LAST; rule++)
		assert_true(field.planted[rule] >= PLANTED_MIN);
	assert_true(field.planted[0] >= PLANTED_MIN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planted_faults_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
