/* Sukos and Sujikos in many looks: cells that touch or stand apart, strong,
 * pale and grey tints or textures, the areas' totals anywhere around. */
#include <math.h>
#include <stdio.h>

#include "boxes.h"

enum tints {
	TINTS_STRONG,
	TINTS_SOFT,
	TINTS_PALE,
	TINTS_GREY,
	TINTS,
	TINTS_TEXTURED = TINTS
};
enum total_style {
	TOTAL_TINTED,   /* in a box of the area's colour */
	TOTAL_SWATCH,   /* beside a small square of it */
	TOTAL_LABELLED, /* "area 17" in a box of it */
	TOTAL_STRIPED,  /* in a box with a rim of it */
	TOTALS
};
enum side { SIDE_BELOW, SIDE_RIGHT, SIDE_ABOVE, SIDE_LEFT, SIDES };

static const char *const tint_names[TINTS + 1] = { "strong", "soft", "pale",
						   "grey", "textured" };
static const char *const total_names[TOTALS] = { "tinted", "swatches",
						 "labelled", "rimmed" };
static const char *const side_names[SIDES] = { "below", "right", "above",
					       "left" };

/* A total's place, in cells: the longest form is a word and two digits. */
static const double TOTAL_WIDTH = 1.0;
static const double TOTAL_HEIGHT = 0.5;

struct style {
	const struct scene_look *look;
	struct box_look cell, disc, total;
	enum tints tints;
	enum total_style totals;
	enum side side;
	double gap; /* between cells */
	double radius, height, given_height, total_height;
	double off; /* the totals' strip from the cells */
	uint32_t tint[SUKO_AREAS_MAX];
	struct box_look
		texture[SUKO_AREAS_MAX]; /* of which the texture counts */
	uint32_t disc_ink;
	int order[SUKO_AREAS_MAX]; /* of the totals along their strip */
};

static void choose_tints(struct style *style, const struct scene_look *look,
			 struct rng *rng)
{
	double hue = rng_real(rng, 0, 1);
	double light =
		look->dark ? rng_real(rng, 0.2, 0.4) : rng_real(rng, 0.74, 0.9);
	double saturation = rng_real(rng, 0.55, 0.95);
	double room = 1 - fabs(2 * light - 1);

	style->tints = (enum tints)rng_below(rng, TINTS);
	if (style->tints == TINTS_SOFT)
		saturation = rng_real(rng, 0.25, 0.5);
	/* 9 to 16 levels between the channels of a tint */
	if (style->tints == TINTS_PALE)
		saturation = rng_real(rng, 9, 16) / (255 * room);
	for (int i = 0; i < SUKO_AREAS_MAX; i++) {
		style->tint[i] =
			colour_hsl(hue + i / 3.0 + rng_real(rng, -0.05, 0.05),
				   saturation, light);
		if (style->tints == TINTS_GREY)
			style->tint[i] =
				colour_hsl(0, 0,
					   look->dark ? 0.16 + 0.14 * (i % 3)
						      : 0.96 - 0.14 * (i % 3));
	}
}

/* Areas of one colour told apart by what they are hatched or dotted with; one
 * of them may be plain, and one grey. */
static void choose_textures(struct style *style, const struct scene_look *look,
			    struct rng *rng)
{
	int kinds[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 }, count = 9;
	double pitch = fmax(rng_real(rng, 0.06, 0.12), 5 / look->px_cell);
	double heavy = rng_real(rng, 0.12, 0.3), strong = rng_real(rng, 0.4, 1);

	style->tints = TINTS_TEXTURED;
	style->totals = TOTAL_SWATCH;
	style->cell.gradient = false;
	for (int i = 0; i < SUKO_AREAS_MAX; i++) {
		struct box_look *one = &style->texture[i];
		int at = (int)rng_below(rng, (uint32_t)count), kind = kinds[at];
		bool crossed = kind == 6, dots = kind >= 7;

		kinds[at] = kinds[--count];
		style->tint[i] =
			scene_mix(look->board, look->ink, kind == 1 ? 0.3 : 0);
		if (kind <= 1)
			continue;
		one->texture = crossed ? TEXTURE_CROSSED
			       : dots  ? TEXTURE_DOTS
				       : TEXTURE_LINES;
		/* lines to four directions; dots below each other or not */
		one->turn = kind * M_PI / 4;
		one->pitch = pitch;
		one->heavy = dots ? fmin(0.6, 1.8 * heavy) : heavy;
		one->texture_ink = scene_mix(look->board, look->ink, strong);
	}
}

/* Gives a box an area's tint and texture. */
static void fill_with(struct box_look *box, const struct style *style, int area)
{
	const struct box_look *from = &style->texture[area];

	box->fill = style->tint[area];
	box->texture = from->texture;
	box->turn = from->turn;
	box->pitch = from->pitch;
	box->heavy = from->heavy;
	box->texture_ink = from->texture_ink;
}

static void choose_discs(struct style *style, const struct scene_look *look,
			 struct rng *rng)
{
	const uint32_t grounds[] = { look->paper, 0xffffff, 0x1a1a1a,
				     look->accent,
				     scene_mix(look->paper, look->ink, 0.15) };

	box_look_choose(&style->disc, look, rng);
	style->disc.shape = BOX_DISC;
	style->disc.fill = grounds[rng_below(rng, 5)];
	style->disc_ink = colour_ink_on(style->disc.fill, rng);
	style->disc.stroke = rng_below(rng, 2) ? look->line : style->disc_ink;
	style->disc.gradient = false;
	style->disc.shadow = rng_below(rng, 4) == 0;
	/* a disc must stand out from every cell it covers */
	for (int i = 0; i < 3; i++)
		if (style->disc.border == BORDER_NONE &&
		    colour_levels(style->disc.fill, style->tint[i]) < 60)
			style->disc.border = BORDER_PLAIN;
	if (style->disc.border != BORDER_NONE &&
	    colour_levels(style->disc.stroke, style->tint[0]) < 60)
		style->disc.stroke = colour_ink_on(style->tint[0], rng);
}

static void choose_totals(struct style *style, const struct suko *suko,
			  const struct scene_look *look, struct rng *rng)
{
	style->totals = (enum total_style)rng_below(rng, TOTALS);
	style->side = (enum side)rng_below(rng, SIDES);
	style->off = rng_real(rng, 0.15, 0.5);
	style->total_height = rng_real(rng, 0.17, 0.26);
	box_look_choose(&style->total, look, rng);
	style->total.gradient = false;
	if (style->total.shape == BOX_DISC)
		style->total_height = number_height(
			2, style->total.border == BORDER_DOUBLE ? 0.26 : 0.36,
			style->total_height);
	if (style->total.shape == BOX_DISC && style->totals == TOTAL_LABELLED)
		style->total.shape = BOX_PILL;
	/* a strip of the page's own colour would be no box */
	for (int i = 0; i < 3; i++)
		if (style->total.border == BORDER_NONE &&
		    colour_levels(style->tint[i], look->paper) < 30)
			style->total.border = BORDER_PLAIN;
	for (int i = 0; i < suko->area_count; i++) {
		int other = (int)rng_below(rng, (uint32_t)i + 1);

		style->order[i] = style->order[other];
		style->order[other] = i;
	}
}

static struct style choose(const struct suko *suko,
			   const struct scene_look *look)
{
	struct style style = { .look = look };
	struct rng rng, texture_rng;

	rng_seed(&rng, look->seed + 1);
	box_look_choose(&style.cell, look, &rng);
	if (style.cell.shape > BOX_ROUND)
		style.cell.shape = BOX_SHARP;
	style.gap = rng_below(&rng, 2) ? 0 : rng_real(&rng, 0.03, 0.1);
	if (style.cell.shape == BOX_ROUND)
		style.gap = fmax(style.gap, 0.04);
	style.cell.gradient = style.cell.gradient && rng_below(&rng, 2);
	choose_tints(&style, look, &rng);
	/* a gradient would hide what little tells such tints apart */
	if (style.tints >= TINTS_PALE)
		style.cell.gradient = false;
	if (!suko->area_count)
		style.tint[0] = look->board;
	/* cells that touch need a line or tints to be told apart */
	if (!suko->area_count && style.cell.border == BORDER_NONE)
		style.cell.border = BORDER_PLAIN;
	choose_discs(&style, look, &rng);
	choose_totals(&style, suko, look, &rng);
	rng_seed(&texture_rng, look->seed + 6);
	if (suko->area_count && rng_below(&texture_rng, 6) == 0)
		choose_textures(&style, look, &texture_rng);
	style.radius = rng_real(&rng, 0.2, 0.31);
	style.height = number_height(
		2,
		(style.disc.border == BORDER_DOUBLE ? 1.1 : 1.4) * style.radius,
		rng_real(&rng, 0.6, 0.9) * style.radius);
	style.given_height = rng_real(&rng, 0.25, 0.4);
	return style;
}

static void adjust(const struct puzzle *puzzle, struct scene_look *look)
{
	struct style style = choose(&puzzle->as.suko, look);
	struct rng rng;

	rng_seed(&rng, look->seed + 2);
	number_px_cell(
		look,
		fmin(style.height, style.totals == TOTAL_STRIPED
					   ? fmin(style.total_height, 0.14)
					   : style.total_height),
		50, 180, &rng);
}

static struct scene_extent measure(const struct puzzle *puzzle,
				   const struct scene_look *look)
{
	const struct suko *suko = &puzzle->as.suko;
	struct style style = choose(suko, look);
	struct scene_extent extent = { 3, 3, 0.3, 0.3, 0.3, 0.3 };
	double strip = style.off + 0.2;

	if (!suko->area_count)
		return extent;
	if (style.side == SIDE_BELOW)
		extent.bottom = strip + TOTAL_HEIGHT;
	else if (style.side == SIDE_ABOVE)
		extent.top = strip + TOTAL_HEIGHT;
	else if (style.side == SIDE_RIGHT)
		extent.right = strip + TOTAL_WIDTH;
	else
		extent.left = strip + TOTAL_WIDTH;
	return extent;
}

static int area_of(const struct suko *suko, int cell)
{
	for (int i = 0; i < suko->area_count; i++)
		if (suko->areas[i].cells[cell])
			return i;
	return -1;
}

static void draw_cells(cairo_t *cr, const struct suko *suko,
		       const struct scene_look *look, struct style *style)
{
	for (int i = 0; i < SUKO_CELLS; i++) {
		int area = area_of(suko, i);
		int x = i % 3, y = i / 3;

		if (area < 0)
			style->cell.fill = look->board;
		else
			fill_with(&style->cell, style, area);
		box_draw(cr, &style->cell, x + style->gap / 2,
			 y + style->gap / 2, 1 - style->gap, 1 - style->gap);
		scene_colour(cr, look->ink);
		if (suko->givens[i] != SUKO_BLANK)
			number_draw(cr, look, x + 0.5, y + 0.5,
				    style->given_height, suko->givens[i]);
	}
}

static void draw_discs(cairo_t *cr, const struct suko *suko,
		       const struct scene_look *look, const struct style *style)
{
	for (int i = 0; i < SUKO_CIRCLES; i++) {
		int x = 1 + i % 2, y = 1 + i / 2;

		box_draw(cr, &style->disc, x - style->radius, y - style->radius,
			 2 * style->radius, 2 * style->radius);
		if (suko->circles[i] == SUKO_UNKNOWN)
			continue;
		scene_colour(cr, style->disc_ink);
		number_draw(cr, look, x, y, style->height, suko->circles[i]);
	}
}

static void draw_total(cairo_t *cr, double x, double y, int total, int area,
		       const struct style *style)
{
	const struct scene_look *look = style->look;
	struct box_look box = style->total;
	uint32_t tint = style->tint[area];
	uint32_t ink = colour_luma(tint) > 120 ? 0x101010 : 0xf8f8f8;
	double half = box.shape == BOX_DISC ? TOTAL_HEIGHT / 2 : 0.42;
	double number_x = x;
	char text[24];

	fill_with(&box, style, area);
	if (style->totals == TOTAL_SWATCH) {
		box.shape = BOX_SHARP;
		if (style->tints == TINTS_TEXTURED)
			box_draw(cr, &box, x - 0.5, y - 0.18, 0.36, 0.36);
		else
			box_draw(cr, &box, x - 0.42, y - 0.12, 0.24, 0.24);
		number_x = x + 0.15;
		ink = look->ink;
	} else if (style->totals == TOTAL_STRIPED) {
		box.border = BORDER_NONE;
		box_draw(cr, &box, x - half, y - TOTAL_HEIGHT / 2, 2 * half,
			 TOTAL_HEIGHT);
		box.fill = look->board;
		box_draw(cr, &box, x - half + 0.07, y - TOTAL_HEIGHT / 2 + 0.07,
			 2 * half - 0.14, TOTAL_HEIGHT - 0.14);
		ink = look->ink;
	} else {
		box_draw(cr, &box, x - half, y - TOTAL_HEIGHT / 2, 2 * half,
			 TOTAL_HEIGHT);
	}
	scene_colour(cr, ink);
	if (style->totals == TOTAL_LABELLED) {
		snprintf(text, sizeof text, "sum %d", total);
		scene_text(
			cr, look, x, y,
			number_height(5, 2 * half - 0.06, style->total_height),
			text);
		return;
	}
	number_draw(cr, look, number_x, y,
		    style->totals == TOTAL_STRIPED
			    ? fmin(style->total_height,
				   box.shape == BOX_DISC ? 0.14 : 0.2)
			    : style->total_height,
		    total);
}

static void draw_totals(cairo_t *cr, const struct suko *suko,
			const struct style *style)
{
	int count = suko->area_count;

	for (int i = 0; i < count; i++) {
		const struct suko_area *area = &suko->areas[style->order[i]];
		double along = 1.5 + (i - (count - 1) / 2.0) *
					     (style->side % 2 ? 0.7 : 1);
		double x = along, y = along;

		if (area->total == SUKO_UNKNOWN)
			continue;
		if (style->side == SIDE_BELOW)
			y = 3 + style->off + TOTAL_HEIGHT / 2;
		else if (style->side == SIDE_ABOVE)
			y = -style->off - TOTAL_HEIGHT / 2;
		else if (style->side == SIDE_RIGHT)
			x = 3 + style->off + TOTAL_WIDTH / 2;
		else
			x = -style->off - TOTAL_WIDTH / 2;
		draw_total(cr, x, y, area->total, style->order[i], style);
	}
}

static void draw(const struct puzzle *puzzle, const struct scene_canvas *canvas)
{
	const struct suko *suko = &puzzle->as.suko;
	const struct scene_look *look = canvas->look;
	struct style style = choose(suko, look);
	cairo_t *cr = canvas->cr;

	buffer_printf(canvas->name, "%s, %s %s cells gap %.2f, %s discs %.2f",
		      suko->area_count ? tint_names[style.tints] : "sujiko",
		      box_border_name(style.cell.border),
		      box_shape_name(style.cell.shape), style.gap,
		      box_border_name(style.disc.border), style.radius);
	if (suko->area_count)
		buffer_printf(canvas->name, ", totals %s %s",
			      total_names[style.totals],
			      side_names[style.side]);
	draw_cells(cr, suko, look, &style);
	draw_discs(cr, suko, look, &style);
	draw_totals(cr, suko, &style);
}

static void wish(struct rng *rng, json_t *wish)
{
	json_object_set_new(wish, "with",
			    json_string(rng_below(rng, 3) ? "" : "sujiko"));
}

const struct scene_family scene_suko = {
	.adjust = adjust,
	.measure = measure,
	.draw = draw,
	.wish = wish,
	.tilt_max = 20,
	.turn_max = 10,
	.busy = true,
};
