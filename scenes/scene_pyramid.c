/* Number pyramids in many looks: bricks, cards, discs, pills. */
#include <math.h>

#include "boxes.h"

enum fills { FILL_GIVENS, FILL_ALL, FILL_BLANKS, FILL_ROWS, FILLS };

static const char *const fill_names[FILLS] = { "givens tinted", "all tinted",
					       "blanks tinted", "rows tinted" };

/* The thinnest border of a small brick; and the height at least left within a
 * double one, in brick widths. */
static const double BORDER_LEAST = 0.02;
static const double HEIGHT_WITHIN = 0.25;

struct style {
	struct box_look box;
	enum fills fills;
	double pitch; /* from row to row, in brick widths */
	double gap;   /* between bricks, in brick widths */
	double height;
	uint32_t tint;
};

static int longest(const struct pyramid *pyramid)
{
	return number_digits(&pyramid->rows[0][0],
			     PYRAMID_ROWS_MAX * PYRAMID_ROWS_MAX,
			     PYRAMID_BLANK);
}

static struct style choose(const struct pyramid *pyramid,
			   const struct scene_look *look)
{
	struct style style;
	struct rng rng;
	double inner;

	rng_seed(&rng, look->seed + 1);
	box_look_choose(&style.box, look, &rng);
	style.fills = (enum fills)rng_below(&rng, FILLS);
	style.pitch = style.box.shape == BOX_DISC ? rng_real(&rng, 0.87, 1.05)
						  : rng_real(&rng, 0.4, 0.85);
	style.gap = rng_below(&rng, 3) ? rng_real(&rng, 0.03, 0.14) : 0;
	style.box.shadow = style.gap > 0.06 && rng_below(&rng, 3) == 0;
	style.tint =
		scene_mix(look->board, look->accent, rng_real(&rng, 0.08, 0.3));
	/* what has no border must differ from the page */
	if (style.box.border == BORDER_NONE ||
	    (style.box.border == BORDER_DOTTED && look->px_cell < 50)) {
		style.fills = FILL_ALL;
		style.tint = scene_mix(look->paper, look->ink,
				       rng_real(&rng, 0.12, 0.25));
		style.gap = fmax(style.gap, 0.06);
	}
	inner = 1 - style.gap;
	if (style.box.shape != BOX_SHARP)
		inner *= style.box.shape == BOX_DISC ? 0.8 : 0.88;
	if (style.box.border == BORDER_DOUBLE)
		inner -= 0.16;
	style.height = number_height(longest(pyramid), inner - 0.1,
				     style.pitch * rng_real(&rng, 0.36, 0.52));
	/* within both borders, which take two lines and a gap of one each */
	if (style.box.border == BORDER_DOUBLE) {
		double borders = 5 * fmax(style.box.line, BORDER_LEAST);

		style.pitch =
			fmax(style.pitch, borders + style.gap + HEIGHT_WITHIN);
		style.height = fmin(style.height,
				    0.8 * (style.pitch - style.gap - borders));
	}
	return style;
}

static void adjust(const struct puzzle *puzzle, struct scene_look *look)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	struct style style = choose(pyramid, look);
	struct rng rng;

	rng_seed(&rng, look->seed + 2);
	number_px_cell(look, style.height, 50, 700.0 / pyramid->height + 40,
		       &rng);
}

static struct scene_extent measure(const struct puzzle *puzzle,
				   const struct scene_look *look)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	struct style style = choose(pyramid, look);
	const double margin = 0.3;

	return (struct scene_extent){
		pyramid->height, pyramid->height * style.pitch,
		margin,          margin,
		margin,          margin
	};
}

static uint32_t fill_of(const struct style *style,
			const struct scene_look *look, bool blank, int y)
{
	bool tinted = style->fills == FILL_ALL ||
		      (style->fills == FILL_GIVENS && !blank) ||
		      (style->fills == FILL_BLANKS && blank) ||
		      (style->fills == FILL_ROWS && y % 2);

	return tinted ? style->tint : look->board;
}

static void draw(const struct puzzle *puzzle, const struct scene_canvas *canvas)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	const struct scene_look *look = canvas->look;
	struct style style = choose(pyramid, look);
	cairo_t *cr = canvas->cr;

	buffer_printf(canvas->name, "%d rows, %s %s, pitch %.2f gap %.2f, %s%s",
		      pyramid->height, box_border_name(style.box.border),
		      box_shape_name(style.box.shape), style.pitch, style.gap,
		      fill_names[style.fills],
		      style.box.gradient ? ", gradients" : "");
	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			int number = pyramid->rows[y][x];
			double left = x + (pyramid->height - 1 - y) / 2.0;
			double top = y * style.pitch;

			style.box.fill = fill_of(&style, look,
						 number == PYRAMID_BLANK, y);
			box_draw(cr, &style.box, left + style.gap / 2,
				 top + style.gap / 2, 1 - style.gap,
				 style.pitch - style.gap);
			if (number == PYRAMID_BLANK)
				continue;
			scene_colour(cr, look->ink);
			number_draw(cr, look, left + 0.5, top + style.pitch / 2,
				    style.height, number);
		}
}

static void wish(struct rng *rng, json_t *wish)
{
	int rows = rng_below(rng, 3) ? rng_between(rng, 3, 8)
				     : rng_between(rng, 2, 12);
	const char *with = rng_below(rng, 2) ? "easy" : "";

	/* numbers of one to four digits */
	if (rows > 9)
		with = "easy,tiny";
	else if (rows > 6)
		with = "easy,small";
	json_object_set_new(wish, "rows", json_integer(rows));
	json_object_set_new(wish, "with", json_string(with));
}

const struct scene_family scene_pyramid = {
	.adjust = adjust,
	.measure = measure,
	.draw = draw,
	.wish = wish,
	.tilt_max = 20,
	.turn_max = 10,
	.busy = true,
};
