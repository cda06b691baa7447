/* Sigil boards in many looks: a frame and a tray beside or below it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene.h"

enum frame_style {
	FRAME_LINES,
	FRAME_CHECKER,
	FRAME_TILES,    /* squares with gaps, no lines */
	FRAME_OUTLINES, /* black squares with bright outlines */
	FRAME_CARVED,   /* a dark panel in a rim, faint lines */
	FRAMES
};
enum piece_style {
	PIECE_FLAT,
	PIECE_OUTLINED,
	PIECE_SEAMS,
	PIECE_RELIEF, /* a bevel around the whole piece */
	PIECE_SIGNS,  /* a bevel and a sign on each square */
	PIECES,
	PIECE_EMPTY = PIECES, /* nothing but an outline */
	PIECE_BLOCKS,         /* gaps between the squares */
	ALL_PIECES
};
enum tray_style { TRAY_OPEN, TRAY_CARD, TRAY_SLOTS, TRAYS };
/* A number at the right of each piece says how many there are. */
enum number_style { NUMBER_NONE, NUMBER_SIGN, NUMBER_DISC, NUMBERS };
enum colouring { ONE_COLOUR, BY_KIND, EACH_ITS_OWN, COLOURINGS };

static const char *const frame_names[FRAMES] = { "lines", "checker", "tiles",
						 "outlines", "carved" };
static const char *const piece_names[ALL_PIECES] = {
	"flat", "outlined", "seams", "relief", "signs", "empty", "blocks"
};
static const char *const tray_names[TRAYS] = { "", ", on a card",
					       ", in boxes" };
static const char *const number_names[NUMBERS] = { "", ", counted",
						   ", counted in discs" };
static const char *const colouring_names[COLOURINGS] = { "one colour",
							 "by kind",
							 "all different" };

static const uint32_t palette[] = {
	0xd8453c, 0xe8912d, 0xf2c230, 0x6fae3a, 0x2f9e8f, 0x3aa7d8,
	0x4660c8, 0x8a4fc0, 0xc8489c, 0x8c5a33, 0x2c4a63, 0x9a9a8e,
};

enum { COLOURS = sizeof palette / sizeof *palette };

/* Rows of pieces keep this distance, in squares of the tray. */
static const double GAP = 0.75;

struct place {
	double x, y; /* squares of the frame: of the shape's box */
	struct sigils_shape shape;
	uint32_t colour;
	int kind, copies;
};

/* Where everything goes. The frame asks for the extent before it draws, so
 * this comes from the puzzle alone. */
struct plan {
	bool below;   /* the tray; else on the right */
	double scale; /* squares of the tray, in those of the frame */
	double width, height;
	enum colouring colouring;
	struct place places[SIGILS_PIECES_MAX];
	int place_count;
	/* Half of all boards are as they ever were, and the looks that came
	 * later take their numbers from a sequence of their own. */
	bool later;
	enum piece_style style;
	enum tray_style tray;
	enum number_style numbers;
	double left, top;  /* the tray, in squares of the frame */
	double slot_width; /* squares of the tray */
	int slot_columns;
};

/* A slot of the tray, in its squares: the longest piece, upright or not, and
 * some room; a number takes more. */
static const double SLOT = 4.8, SLOT_NUMBER = 2.2;

static uint64_t seed_of(const struct sigils *sigils)
{
	uint64_t seed = (uint64_t)(sigils->columns * 64 + sigils->rows);

	for (int i = 0; i < sigils->piece_count; i++)
		seed = seed * 31 + sigils->pieces[i];
	return seed;
}

/* Rows of pieces, each as long as the frame's side allows. */
static void lay_out(const struct sigils *sigils, struct rng *rng,
		    struct plan *plan)
{
	double room =
		(plan->below ? fmax(sigils->columns, 9) : 9) / plan->scale;
	double x = 0, y = 0, row_height = 0, widest = 0;

	for (int i = 0; i < sigils->piece_count; i++) {
		struct place *place = &plan->places[i];

		sigils_shape((enum sigils_kind)sigils->pieces[i],
			     (int)rng_below(rng, 4), &place->shape);
		if (x > 0 && x + place->shape.width > room) {
			y += row_height + GAP;
			x = row_height = 0;
		}
		place->x = x * plan->scale;
		place->y = y * plan->scale;
		place->kind = sigils->pieces[i];
		place->copies = 1;
		x += place->shape.width + GAP;
		row_height = fmax(row_height, place->shape.height);
		widest = fmax(widest, x - GAP);
	}
	plan->place_count = sigils->piece_count;
	plan->width = widest * plan->scale;
	plan->height = (y + row_height) * plan->scale;
}

/* Each kind, or each piece, in a slot as large as all others. */
static void lay_out_slots(const struct sigils *sigils, struct rng *rng,
			  struct plan *plan)
{
	double room =
		(plan->below ? fmax(sigils->columns, 9) : 9) / plan->scale;
	double beside = plan->numbers ? SLOT_NUMBER : 0;
	int at[SIGILS_KIND_COUNT];

	plan->slot_width = SLOT + beside;
	plan->slot_columns = (int)fmax(1, room / plan->slot_width);
	plan->place_count = 0;
	memset(at, -1, sizeof at);
	for (int i = 0; i < sigils->piece_count; i++) {
		int kind = sigils->pieces[i], slot = plan->place_count;
		struct place *place = &plan->places[slot];

		if (plan->numbers && at[kind] >= 0) {
			plan->places[at[kind]].copies++;
			continue;
		}
		at[kind] = plan->place_count++;
		place->kind = kind;
		place->copies = 1;
		sigils_shape((enum sigils_kind)kind, (int)rng_below(rng, 4),
			     &place->shape);
		place->x = (slot % plan->slot_columns * plan->slot_width +
			    (SLOT - place->shape.width) / 2) *
			   plan->scale;
		place->y = (slot / plan->slot_columns * SLOT +
			    (SLOT - place->shape.height) / 2) *
			   plan->scale;
	}
	plan->width = plan->slot_width * plan->scale *
		      fmin(plan->slot_columns, plan->place_count);
	plan->height = ((plan->place_count - 1) / plan->slot_columns + 1) *
		       SLOT * plan->scale;
}

static void colour_pieces(struct rng *rng, struct plan *plan)
{
	uint32_t first = rng_below(rng, COLOURS);

	for (int i = 0; i < plan->place_count; i++) {
		uint32_t which = plan->colouring == ONE_COLOUR ? 0
				 : plan->colouring == BY_KIND
					 ? (uint32_t)plan->places[i].kind
					 : (uint32_t)i;

		plan->places[i].colour = palette[(first + which) % COLOURS];
	}
}

static void choose_later(uint64_t seed, struct plan *plan)
{
	static const uint64_t APART = 0x51611;
	struct rng rng;

	rng_seed(&rng, seed ^ APART);
	memset(plan, 0, sizeof *plan);
	plan->later = rng_below(&rng, 2);
	if (!plan->later)
		return;
	plan->style = (enum piece_style)(rng_below(&rng, 3)
						 ? PIECES + rng_below(&rng, 2)
						 : rng_below(&rng, PIECES));
	plan->tray = (enum tray_style)rng_below(&rng, TRAYS);
	plan->numbers = (enum number_style)rng_below(&rng, NUMBERS);
}

static void make_plan(const struct sigils *sigils,
		      const struct scene_look *look, struct plan *plan)
{
	struct rng rng;

	choose_later(look->seed, plan);
	rng_seed(&rng, seed_of(sigils));
	plan->below = rng_below(&rng, 2);
	plan->scale = rng_real(&rng, 0.6, 1.2);
	plan->colouring = (enum colouring)rng_below(&rng, COLOURINGS);
	if (plan->later && (plan->tray == TRAY_SLOTS || plan->numbers))
		lay_out_slots(sigils, &rng, plan);
	else
		lay_out(sigils, &rng, plan);
	colour_pieces(&rng, plan);
	plan->left = plan->below ? 0 : sigils->columns + 1.2;
	plan->top = plan->below ? sigils->rows + 1.2 : 0;
	for (int i = 0; i < plan->place_count; i++) {
		plan->places[i].x += plan->left;
		plan->places[i].y += plan->top;
	}
}

static struct scene_extent measure(const struct puzzle *puzzle,
				   const struct scene_look *look)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	const double margin = 0.8;
	struct scene_extent extent = { sigils->columns, sigils->rows, margin,
				       margin,          margin,       margin };
	struct plan plan;

	make_plan(sigils, look, &plan);
	if (plan.below) {
		extent.bottom = plan.height + 2;
		extent.right =
			fmax(margin, plan.width - sigils->columns + margin);
	} else {
		extent.right = plan.width + 2;
		extent.bottom =
			fmax(margin, plan.height - sigils->rows + margin);
	}
	return extent;
}

static void rectangle(cairo_t *cr, double x, double y, double width,
		      double height, uint32_t colour)
{
	scene_colour(cr, colour);
	cairo_rectangle(cr, x, y, width, height);
	cairo_fill(cr);
}

static void draw_rim(cairo_t *cr, const struct sigils *sigils, uint32_t outer,
		     uint32_t inner)
{
	for (int i = 0; i < 3; i++) {
		double rim = 0.55 - 0.17 * i;

		rectangle(cr, -rim, -rim, sigils->columns + 2 * rim,
			  sigils->rows + 2 * rim,
			  scene_mix(outer, inner, i / 2.0));
	}
}

static void draw_square(cairo_t *cr, int x, int y, enum frame_style style,
			const struct scene_look *look)
{
	uint32_t board = look->board;

	if (style == FRAME_OUTLINES || style == FRAME_CARVED)
		board = 0x141414;
	else if (style == FRAME_TILES)
		board = scene_mix(look->paper, look->line, 0.35);
	else if (style == FRAME_CHECKER && (x + y) % 2)
		board = scene_mix(look->board, look->line, 0.18);
	if (style == FRAME_TILES)
		rectangle(cr, x + 0.04, y + 0.04, 0.92, 0.92, board);
	else
		rectangle(cr, x, y, 1, 1, board);
	if (style == FRAME_LINES || style == FRAME_CARVED) {
		scene_colour(cr, style == FRAME_CARVED ? 0x3a3a34 : look->line);
		cairo_set_line_width(
			cr, style == FRAME_CARVED ? 0.03 : look->cell_line);
		cairo_rectangle(cr, x, y, 1, 1);
		cairo_stroke(cr);
	} else if (style == FRAME_OUTLINES) {
		scene_colour(cr, 0xd8d8c8);
		cairo_set_line_width(cr, 0.035);
		cairo_rectangle(cr, x + 0.05, y + 0.05, 0.9, 0.9);
		cairo_stroke(cr);
	}
}

static void draw_frame(cairo_t *cr, const struct sigils *sigils,
		       enum frame_style style, const struct scene_look *look)
{
	/* where the squares have the page's colour a hole must have another */
	uint32_t blocked = look->board == look->paper &&
					   style != FRAME_CARVED &&
					   style != FRAME_OUTLINES
				   ? scene_mix(look->line, look->paper, 0.3)
				   : look->paper;

	if (style == FRAME_CARVED || style == FRAME_OUTLINES)
		draw_rim(cr, sigils, scene_mix(look->paper, 0x808080, 0.5),
			 0x141414);
	else if (style == FRAME_CHECKER)
		rectangle(cr, -0.12, -0.12, sigils->columns + 0.24,
			  sigils->rows + 0.24, look->line);
	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (!sigils->hole[y][x])
				draw_square(cr, x, y, style, look);
			else
				rectangle(cr, x, y, 1, 1, blocked);
}

static bool has_square(const struct sigils_shape *shape, int x, int y)
{
	for (int i = 0; i < 4; i++)
		if (shape->x[i] == x && shape->y[i] == y)
			return true;
	return false;
}

/* The sides of a piece's square that no other of its squares touches: light
 * from the top left. */
static void draw_bevel(cairo_t *cr, const struct sigils_shape *shape, int i,
		       uint32_t colour)
{
	static const int8_t steps[4][2] = {
		{ 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 }
	};
	const double deep = 0.11;
	int x = shape->x[i], y = shape->y[i];

	for (int side = 0; side < 4; side++) {
		int dx = steps[side][0], dy = steps[side][1];

		if (has_square(shape, x + dx, y + dy))
			continue;
		rectangle(cr, dx > 0 ? x + 1 - deep : x,
			  dy > 0 ? y + 1 - deep : y, dx ? deep : 1,
			  dy ? deep : 1,
			  scene_mix(colour, side < 2 ? 0xffffff : 0x000000,
				    0.35));
	}
}

static void draw_sign(cairo_t *cr, int x, int y, uint32_t colour,
		      struct rng *rng)
{
	scene_colour(cr, colour);
	cairo_set_line_width(cr, 0.06);
	if (rng_below(rng, 2)) {
		cairo_new_sub_path(cr);
		cairo_arc(cr, x + 0.5, y + 0.5, 0.2, 0, 2 * M_PI);
	} else {
		cairo_move_to(cr, x + 0.3, y + 0.65);
		cairo_line_to(cr, x + 0.5, y + 0.3);
		cairo_line_to(cr, x + 0.7, y + 0.65);
		cairo_close_path(cr);
	}
	cairo_stroke(cr);
}

static void outline(cairo_t *cr, const struct sigils_shape *shape,
		    uint32_t colour, double width)
{
	static const double ends[4][4] = {
		{ 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 1, 0, 1, 1 }, { 0, 1, 1, 1 }
	};
	static const int8_t steps[4][2] = {
		{ 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 }
	};

	scene_colour(cr, colour);
	cairo_set_line_width(cr, width);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
	for (int i = 0; i < 4; i++)
		for (int side = 0; side < 4; side++) {
			int x = shape->x[i], y = shape->y[i];

			if (has_square(shape, x + steps[side][0],
				       y + steps[side][1]))
				continue;
			cairo_move_to(cr, x + ends[side][0], y + ends[side][1]);
			cairo_line_to(cr, x + ends[side][2], y + ends[side][3]);
		}
	cairo_stroke(cr);
}

static void draw_piece(cairo_t *cr, const struct place *place, double scale,
		       enum piece_style style, bool shadow, struct rng *rng)
{
	const struct sigils_shape *shape = &place->shape;
	double gap = style == PIECE_SEAMS    ? 0.03
		     : style == PIECE_BLOCKS ? 0.09
					     : 0;

	cairo_save(cr);
	cairo_translate(cr, place->x, place->y);
	cairo_scale(cr, scale, scale);
	if (style == PIECE_EMPTY) {
		outline(cr, shape, place->colour, 0.09);
		cairo_restore(cr);
		return;
	}
	for (int i = 0; i < 4 && shadow; i++) {
		cairo_set_source_rgba(cr, 0, 0, 0, 0.3);
		cairo_rectangle(cr, shape->x[i] + 0.08, shape->y[i] + 0.1, 1,
				1);
		cairo_fill(cr);
	}
	for (int i = 0; i < 4; i++) {
		/* a hair larger, so that squares meet without a seam */
		double more = gap > 0 ? -2 * gap : 0.01;

		rectangle(cr, shape->x[i] + gap, shape->y[i] + gap, 1 + more,
			  1 + more, place->colour);
	}
	for (int i = 0; i < 4; i++) {
		if (style == PIECE_RELIEF || style == PIECE_SIGNS)
			draw_bevel(cr, shape, i, place->colour);
		if (style == PIECE_SIGNS)
			draw_sign(cr, shape->x[i], shape->y[i],
				  scene_mix(place->colour, 0x000000, 0.45),
				  rng);
	}
	if (style == PIECE_OUTLINED)
		outline(cr, shape, scene_mix(place->colour, 0x000000, 0.5),
			0.05);
	cairo_restore(cr);
}

/* The card that pieces lie on, or a box for each. */
static void draw_tray(cairo_t *cr, const struct plan *plan,
		      const struct scene_look *look)
{
	uint32_t tint = scene_mix(look->paper, look->line, 0.15);
	double wide = plan->slot_width * plan->scale;
	double high = SLOT * plan->scale, gap = 0.08 * plan->scale;

	if (plan->tray == TRAY_CARD)
		rectangle(cr, plan->left - 0.4, plan->top - 0.4,
			  plan->width + 0.8, plan->height + 0.8, tint);
	for (int i = 0; i < plan->place_count && plan->tray == TRAY_SLOTS; i++)
		rectangle(cr, plan->left + i % plan->slot_columns * wide + gap,
			  plan->top + i / plan->slot_columns * high + gap,
			  wide - 2 * gap, high - 2 * gap, tint);
}

static void draw_number(cairo_t *cr, const struct plan *plan, int slot,
			const struct scene_look *look)
{
	double x = slot % plan->slot_columns * plan->slot_width + SLOT +
		   SLOT_NUMBER / 2 - 0.2;
	double y = (slot / plan->slot_columns + 0.5) * SLOT;
	struct scene_look white = *look;
	char text[16];

	x = plan->left + x * plan->scale;
	y = plan->top + y * plan->scale;
	snprintf(text, sizeof text, "%s%d",
		 plan->numbers == NUMBER_SIGN ? "\u00d7" : "",
		 plan->places[slot].copies);
	if (plan->numbers == NUMBER_DISC) {
		scene_colour(cr, 0xb03a2e);
		cairo_arc(cr, x, y, 0.72 * plan->scale, 0, 2 * M_PI);
		cairo_fill(cr);
		white.ink = 0xffffff;
	}
	scene_colour(cr, white.ink);
	scene_text(cr, &white, x, y, 0.7 * plan->scale, text);
}

static void draw(const struct puzzle *puzzle, const struct scene_canvas *canvas)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	struct rng *rng = canvas->rng;
	enum frame_style frame = (enum frame_style)rng_below(rng, FRAMES);
	enum piece_style style = (enum piece_style)rng_below(rng, PIECES);
	bool shadow = rng_below(rng, 2);
	struct plan plan;

	make_plan(sigils, canvas->look, &plan);
	draw_frame(canvas->cr, sigils, frame, canvas->look);
	if (plan.later) {
		style = plan.style;
		draw_tray(canvas->cr, &plan, canvas->look);
	}
	for (int i = 0; i < plan.place_count; i++)
		draw_piece(canvas->cr, &plan.places[i], plan.scale, style,
			   shadow, rng);
	for (int i = 0; i < plan.place_count && plan.numbers; i++)
		draw_number(canvas->cr, &plan, i, canvas->look);
	buffer_printf(canvas->name, "%s, %s, %s%s, tray %s at %.2f%s%s",
		      frame_names[frame], piece_names[style],
		      colouring_names[plan.colouring],
		      shadow ? ", shadows" : "", plan.below ? "below" : "right",
		      plan.scale, tray_names[plan.tray],
		      number_names[plan.numbers]);
}

static void wish(struct rng *rng, json_t *json)
{
	static const int8_t sizes[][2] = { { 4, 4 }, { 4, 5 }, { 5, 4 },
					   { 6, 4 }, { 6, 6 }, { 8, 5 },
					   { 8, 6 }, { 7, 4 }, { 8, 7 },
					   { 4, 10 } };
	uint32_t size = rng_below(rng, sizeof sizes / sizeof *sizes);

	json_object_set_new(json, "columns", json_integer(sizes[size][0]));
	json_object_set_new(json, "rows", json_integer(sizes[size][1]));
}

const struct scene_family scene_sigils = {
	.measure = measure,
	.draw = draw,
	.wish = wish,
	.tilt_max = 15,
	.turn_max = 5,
};
