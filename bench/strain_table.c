#include "strain_table.h"

#include <stdio.h>

/* Thinner breaks need not be read. */
static const double PX_GAP_LEAST = 2.5;
/* Where each class begins. */
static const double sizes[STRAIN_SIZES] = { 0, 20, 28, 40, 60, 100 };
static const double angles[STRAIN_ANGLES] = { 0, 8, 20, 32 };

static int class_of(const double *starts, int count, double value)
{
	int at = 0;

	while (at + 1 < count && value >= starts[at + 1])
		at++;
	return at;
}

void strain_table_add(struct strain_table *table,
		      const struct scene_strain *strain, bool exact)
{
	bool thin = strain->px_gap > 0 && strain->px_gap < PX_GAP_LEAST;
	int size = class_of(sizes, STRAIN_SIZES, strain->px_cell);
	int angle = class_of(angles, STRAIN_ANGLES, strain->degrees);
	long *cell = thin ? table->thin : table->cells[size][angle];

	cell[0] += exact;
	cell[1]++;
}

static void print_share(const long *cell)
{
	char text[32];

	if (cell[1])
		snprintf(text, sizeof text, "%ld/%ld %.0f%%", cell[0], cell[1],
			 100.0 * (double)cell[0] / (double)cell[1]);
	else
		snprintf(text, sizeof text, "-");
	printf(" %16s", text);
}

void strain_table_print(const struct strain_table *table)
{
	long all[2] = { 0, 0 };

	for (int i = 0; i < STRAIN_SIZES * STRAIN_ANGLES; i++)
		for (int k = 0; k < 2; k++)
			all[k] += table->cells[i / STRAIN_ANGLES]
					      [i % STRAIN_ANGLES][k];
	if (!all[1] && !table->thin[1])
		return;
	printf("exact by shortest side of a cell (down) and degrees aslant "
	       "(across), no break below %.1f px:\n%8s",
	       PX_GAP_LEAST, "px");
	for (int i = 0; i < STRAIN_ANGLES; i++)
		printf(" %13.0f to", angles[i]);
	for (int i = 0; i < STRAIN_SIZES; i++) {
		printf("\n%5.0f to", sizes[i]);
		for (int k = 0; k < STRAIN_ANGLES; k++)
			print_share(table->cells[i][k]);
	}
	printf("\nall of these:");
	print_share(all);
	printf("; with a thinner break:");
	print_share(table->thin);
	putchar('\n');
}
