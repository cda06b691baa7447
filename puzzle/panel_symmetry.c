/* Symmetry that a person asks for: where no dot is coloured no picture shows
 * it. */
#include <string.h>

#include "panel.h"
#include "panel_forms.h"
#include "puzzle.h"

bool panel_may_mirror(const struct panel *panel, enum panel_symmetry symmetry)
{
	struct panel with = *panel;

	with.symmetry = symmetry;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			const struct panel_spot *spot = &panel->spots[y][x];
			const struct panel_spot *other;
			int u, v;

			if (panel_is_cell(x, y) || (!spot->start && !spot->end))
				continue;
			panel_mirror(&with, x, y, &u, &v);
			other = &panel->spots[v][u];
			if (spot->start != other->start ||
			    spot->end != other->end ||
			    (spot->start && u == x && v == y))
				return false;
		}
	return true;
}

/* Are there a start and an end that are not their own mirror images? */
static bool lines_are_two(const struct panel *panel,
			  enum panel_symmetry symmetry)
{
	struct panel with = *panel;
	bool starts = false, ends = false;

	with.symmetry = symmetry;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			int u, v;

			panel_mirror(&with, x, y, &u, &v);
			if (panel_is_cell(x, y) || (u == x && v == y))
				continue;
			starts |= panel->spots[y][x].start;
			ends |= panel->spots[y][x].end;
		}
	return starts && ends;
}

/* "parallel" is of cylinders alone, and half way round one must be a vertex
 * again. */
static bool fits(const struct panel *panel, enum panel_symmetry symmetry)
{
	return (symmetry != PANEL_PARALLEL || panel->wraps) &&
	       (!panel->wraps || panel->columns % 2 == 0) &&
	       panel_may_mirror(panel, symmetry) &&
	       lines_are_two(panel, symmetry);
}

int panel_set_symmetry(struct puzzle *puzzle, const char *name,
		       struct problem *problem)
{
	struct panel *panel = &puzzle->as.panel;

	if (!strcmp(name, "none")) {
		panel->symmetry = PANEL_SYMMETRY_NONE;
		return 0;
	}
	for (int i = PANEL_HORIZONTAL; i <= PANEL_PARALLEL; i++) {
		enum panel_symmetry symmetry = (enum panel_symmetry)i;

		if (strcmp(name, panel_symmetry_name(symmetry)) != 0)
			continue;
		if (!fits(panel, symmetry))
			return problem_set(problem, PROBLEM_INPUT,
					   "no %s symmetry: its starts and "
					   "ends do not lie so",
					   name);
		panel->symmetry = symmetry;
		return 0;
	}
	return problem_set(problem, PROBLEM_INPUT, "no such symmetry: '%.20s'",
			   name);
}

void panel_list_symmetries(const struct puzzle *puzzle, struct buffer *out)
{
	const struct panel *panel = &puzzle->as.panel;
	const char *between = "";

	if (panel->symmetry != PANEL_SYMMETRY_NONE)
		return;
	for (int i = PANEL_HORIZONTAL; i <= PANEL_PARALLEL; i++) {
		enum panel_symmetry symmetry = (enum panel_symmetry)i;

		if (!fits(panel, symmetry))
			continue;
		buffer_printf(out, "%s%s", between,
			      panel_symmetry_name(symmetry));
		between = ", ";
	}
}
