/* draw_spots FILE FIRST COUNT [held]: draws COUNT scenes with panels, from
 * number FIRST on, and writes the spots of their lines as the reader sees them
 * (panel_spots.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "panel_spots.h"

int main(int argc, char **argv)
{
	struct problem problem = { 0 };
	bool held = argc == 5 && strcmp(argv[4], "held") == 0;
	FILE *file;
	int status;

	if (argc != 4 && !held) {
		fprintf(stderr, "Usage: draw_spots FILE FIRST COUNT [held]\n");
		return 64;
	}
	file = fopen(argv[1], "wb");
	if (!file) {
		fprintf(stderr, "draw_spots: cannot write '%s'\n", argv[1]);
		return 4;
	}
	status = panel_spots_draw(atol(argv[2]), atol(argv[3]), held, file,
				  &problem);
	if (fclose(file) && status == 0)
		status = problem_set(&problem, PROBLEM_INPUT,
				     "cannot write '%s'", argv[1]);
	if (status < 0)
		fprintf(stderr, "draw_spots: %s\n", problem.text);
	return status < 0 ? 4 : 0;
}
