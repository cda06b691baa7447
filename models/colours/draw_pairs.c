/* draw_pairs FILE FIRST COUNT: draws COUNT scenes with panels, from number
 * FIRST on, and writes the pairs of their symbols whose kinds are read rightly,
 * as the reader sees them. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "bare.h"
#include "colour_pair.h"
#include "colours.h"
#include "panel_lessons.h"
#include "symbol_colours.h"

/* As train.py reads it. */
struct panel_pair {
	uint32_t panel;      /* the same for all of one, which lie together */
	uint16_t symbols;    /* that panel has so many, */
	uint16_t one, other; /* of which these are two: below, less than */
	uint16_t same;       /* 1: they share a colour */
	/* as they are, and with one of both as thin as scenes' never are */
	float seen[PAIR_INPUTS], thinned[PAIR_INPUTS];
};

/* A symbol is made thin: its strokes are so much of what they were, no more
 * than so many pixels, and so much is left of its hue, and of its brightness
 * more by up to so much. */
static const double PX_THIN = 3;
static const double STROKE_LEAST = 0.15, STROKE_MOST = 0.6;
static const double HUE_LEAST = 0.35, HUE_MOST = 0.9, BRIGHT_MORE = 0.3;

/* What is written and for which panel. */
struct writer {
	struct rng rng;
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

static void thin_out(struct symbol_tint *tint, struct rng *rng)
{
	double hue = rng_real(rng, HUE_LEAST, HUE_MOST);
	double bright = fmin(1, hue + rng_real(rng, 0, BRIGHT_MORE));
	const struct colour ground = tint->ground;
	double light =
		colour_brightness(tint->colour) - colour_brightness(ground);
	double more = (bright - hue) * light;

	tint->px_stroke =
		fmin(PX_THIN, tint->px_stroke *
				      rng_real(rng, STROKE_LEAST, STROKE_MOST));
	tint->colour.red = (float)(ground.red + more +
				   hue * (tint->colour.red - ground.red));
	tint->colour.green = (float)(ground.green + more +
				     hue * (tint->colour.green - ground.green));
	tint->colour.blue = (float)(ground.blue + more +
				    hue * (tint->colour.blue - ground.blue));
}

static int write_pair(struct writer *writer, struct panel_pair *pair,
		      const struct symbol_tint *tints, double top)
{
	struct symbol_tint thin[2] = { tints[pair->one], tints[pair->other] };

	colour_pair_measure(&thin[0], &thin[1], top, pair->seen);
	thin_out(&thin[rng_below(&writer->rng, 2)], &writer->rng);
	colour_pair_measure(&thin[0], &thin[1], top, pair->thinned);
	return fwrite(pair, sizeof *pair, 1, writer->file) == 1 ? 0 : -1;
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
			};

			status |= write_pair(writer, &pair, tints, top);
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

int main(int argc, char **argv)
{
	struct problem problem = { 0 };
	struct writer writer = { .panel = 0 };
	const struct panel_lessons lessons = { .take = take_panel,
					       .to = &writer,
					       .held = true };
	int status = -1;

	if (argc != 4) {
		fprintf(stderr, "Usage: draw_pairs FILE FIRST COUNT\n");
		return 64;
	}
	writer.panel = (uint32_t)atol(argv[2]);
	rng_seed(&writer.rng, writer.panel);
	writer.file = fopen(argv[1], "wb");
	if (writer.file) {
		status = panel_lessons_draw(&lessons, writer.panel,
					    atol(argv[3]), &problem);
		if (fclose(writer.file))
			status = -1;
	}
	if (status < 0)
		fprintf(stderr, "draw_pairs: cannot write '%s'; %s\n", argv[1],
			problem.text);
	return status < 0 ? 4 : 0;
}
