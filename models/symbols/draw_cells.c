/* draw_cells FILE FIRST COUNT [held]: draws COUNT scenes with panels, from
 * number FIRST on, and writes their cells as the reader sees them
 * (panel_cells.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "panel_cells.h"

enum { ARGUMENTS = 4 };

int main(int argc, char **argv)
{
	struct problem problem = { 0 };
	struct cells_order order = { .held = argc > ARGUMENTS };
	FILE *file;
	int status;

	if (argc < ARGUMENTS || argc > ARGUMENTS + 1 ||
	    (order.held && strcmp(argv[ARGUMENTS], "held") != 0)) {
		fprintf(stderr, "Usage: draw_cells FILE FIRST COUNT [held]\n");
		return 64;
	}
	order.first = atol(argv[2]);
	order.count = atol(argv[3]);
	file = fopen(argv[1], "wb");
	if (!file) {
		fprintf(stderr, "draw_cells: cannot write '%s'\n", argv[1]);
		return 4;
	}
	status = panel_cells_draw(&order, file, &problem);
	if (fclose(file) && status == 0)
		status = problem_set(&problem, PROBLEM_INPUT,
				     "cannot write '%s'", argv[1]);
	if (status < 0)
		fprintf(stderr, "draw_cells: %s\n", problem.text);
	return status < 0 ? 4 : 0;
}
