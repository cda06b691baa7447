#include "panel_pairs.h"

#include <stdlib.h>

#include "alloc.h"
#include "bare.h"
#include "colours.h"
#include "panel_lessons.h"
#include "symbol_colours.h"

/* What is written and for which panel. */
struct writer {
	FILE *file;
	uint32_t panel;
};

/* The symbols whose kinds are read rightly, and their colours' numbers. */
static int read_tints(struct sheet *sheet, const struct panel *panel,
		      struct panel_lines *lines, struct symbol_tint *tints,
		      int *colours)
{
	struct symbol_look looks[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	struct symbol_nets nets = { { NULL } };
	int at[COLOURS_MAX], kept = 0, count = -1;

	if (lines_read(sheet, false, lines) < 0 || bare_find(sheet) < 0)
		return -1;
	if (symbols_read(&nets, sheet, lines, looks) == 0)
		count = symbol_colours_take(
			sheet,
			(const struct symbol_look(*)[PANEL_SIDE_MAX])looks,
			tints, at);
	symbol_nets_free(&nets);
	for (int i = 0; i < count; i++) {
		const struct panel_cell *cell =
			&panel->cells[at[i] / PANEL_SIDE_MAX]
				     [at[i] % PANEL_SIDE_MAX];

		if (cell->kind != tints[i].kind)
			continue;
		colours[kept] = cell->colour;
		tints[kept++] = tints[i];
	}
	return count < 0 ? -1 : kept;
}

static int write_pairs(struct writer *writer, const struct symbol_tint *tints,
		       const int *colours, int count, double top)
{
	int status = 0;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < i; k++) {
			struct panel_pair pair = {
				.panel = writer->panel,
				.symbols = (uint16_t)count,
				.one = (uint16_t)i,
				.other = (uint16_t)k,
				.same = colours[i] == colours[k],
				.top = (float)top,
				.tints = { tints[i], tints[k] },
			};

			if (fwrite(&pair, sizeof pair, 1, writer->file) != 1)
				status = -1;
		}
	writer->panel++;
	return status;
}

static int take_panel(void *to, struct sheet *sheet, const struct panel *panel,
		      struct rng *rng)
{
	struct panel_lines *lines = alloc_array(1, sizeof *lines);
	struct symbol_tint tints[COLOURS_MAX];
	int colours[COLOURS_MAX], count;
	struct colour ground = sheet_ground(sheet, sheet->columns / 2 + 0.5,
					    sheet->rows / 2 + 0.5);

	(void)rng;
	if (!lines)
		return -1;
	count = panel->wraps ? 0
			     : read_tints(sheet, panel, lines, tints, colours);
	free(lines);
	return count < 0 ? -1
			 : write_pairs(to, tints, colours, count,
				       colours_top(tints, count, ground));
}

int panel_pairs_draw(long first, long count, FILE *file,
		     struct problem *problem)
{
	struct writer writer = { file, (uint32_t)first };
	const struct panel_lessons lessons = { .take = take_panel,
					       .to = &writer,
					       .held = true };

	return panel_lessons_draw(&lessons, first, count, problem);
}

int panel_pairs_read(struct panel_pairs *pairs, const char *path,
		     struct problem *problem)
{
	FILE *file = fopen(path, "rb");
	long size = -1;

	*pairs = (struct panel_pairs){ 0 };
	if (file && fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	if (size >= (long)sizeof *pairs->list) {
		rewind(file);
		pairs->count = size / (long)sizeof *pairs->list;
		pairs->list =
			alloc_array((size_t)pairs->count, sizeof *pairs->list);
	}
	if (!pairs->list ||
	    fread(pairs->list, sizeof *pairs->list, (size_t)pairs->count,
		  file) != (size_t)pairs->count)
		problem_set(problem, PROBLEM_INPUT, "cannot read pairs of '%s'",
			    path);
	if (file)
		fclose(file);
	return pairs->list ? 0 : -1;
}

void panel_pairs_fini(struct panel_pairs *pairs)
{
	free(pairs->list);
}
