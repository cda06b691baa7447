#include <stdio.h>

#include "make_panel.h"
#include "panel_hunt.h"
#include "smt2_panel.h"
#include "solve.h"

/* What a person can see at once. */
static bool is_impossible(const struct panel *panel, char *reason, size_t size)
{
	int starts = 0;
	int ends = 0;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			if (panel_is_cell(x, y))
				continue;
			starts += panel->spots[y][x].start;
			ends += panel->spots[y][x].end;
		}
	if (starts && ends)
		return false;
	snprintf(reason, size, "the panel has no %s", starts ? "end" : "start");
	return true;
}

static int solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	if (is_impossible(&puzzle->as.panel, result->reason,
			  sizeof result->reason)) {
		result->verdict = VERDICT_NONE;
		result->count_complete = true;
		return 0;
	}
	return panel_hunt(puzzle, options, result, problem);
}

const struct solve_family solve_panel = {
	.solve = solve,
	.smt2 = smt2_panel,
	.values = smt2_panel_values,
	.make = make_panel,
};
