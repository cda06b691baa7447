/* draw_pairs FILE FIRST COUNT: draws COUNT scenes with panels, from number
 * FIRST on, and writes the pairs of their symbols (panel_pairs.h). */
#include <stdio.h>
#include <stdlib.h>

#include "panel_pairs.h"

int main(int argc, char **argv)
{
	struct problem problem = { 0 };
	FILE *file;
	int status;

	if (argc != 4) {
		fprintf(stderr, "Usage: draw_pairs FILE FIRST COUNT\n");
		return 64;
	}
	file = fopen(argv[1], "wb");
	if (!file) {
		fprintf(stderr, "draw_pairs: cannot write '%s'\n", argv[1]);
		return 4;
	}
	status = panel_pairs_draw(atol(argv[2]), atol(argv[3]), file, &problem);
	if (fclose(file) && status == 0)
		status = problem_set(&problem, PROBLEM_INPUT,
				     "cannot write '%s'", argv[1]);
	if (status < 0)
		fprintf(stderr, "draw_pairs: %s\n", problem.text);
	return status < 0 ? 4 : 0;
}
