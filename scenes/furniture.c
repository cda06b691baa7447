#include "furniture.h"

#include <math.h>
#include <stdio.h>

#include "boxes.h"

enum bar { BAR_NONE, BAR_MENU, BAR_BROWSER, BAR_STATUS, BARS };
enum thing {
	THING_PARAGRAPH,
	THING_ADVERT,
	THING_SUDOKU,
	THING_CALENDAR,
	THING_SCORES,
	THING_LETTERS,
	THINGS
};
enum foot { FOOT_NONE, FOOT_PAD, FOOT_ROW, FOOT_BUTTONS, FOOT_TIMER, FEET };

static const char *const words[] = {
	"track",  "from",  "village", "every", "number", "the",    "daily",
	"puzzle", "reach", "morning", "line",  "answer", "column", "train",
	"a",      "of",    "shows",   "how",   "many",   "pieces", "lie",
};

enum { WORDS = sizeof words / sizeof *words };

void furniture_text(cairo_t *cr, const struct scene_look *look, struct point at,
		    double size, bool bold, const char *text)
{
	cairo_select_font_face(cr, look->font, CAIRO_FONT_SLANT_NORMAL,
			       bold ? CAIRO_FONT_WEIGHT_BOLD
				    : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, size);
	cairo_move_to(cr, at.x, at.y);
	cairo_show_text(cr, text);
	cairo_new_path(cr);
}

void furniture_paragraph(cairo_t *cr, const struct scene_look *look,
			 const struct box *box, double px_size, struct rng *rng)
{
	cairo_select_font_face(cr, look->font, CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, px_size);
	scene_colour(cr, scene_mix(look->ink, look->paper, 0.2));
	for (int line = 0; (1.4 * line + 1) * px_size < box->height; line++) {
		double y = (1.4 * line + 1) * px_size;
		double x = 0;

		for (;;) {
			const char *word = words[rng_below(rng, WORDS)];
			cairo_text_extents_t extents;

			cairo_text_extents(cr, word, &extents);
			if (x + extents.x_advance > box->width)
				break;
			cairo_move_to(cr, box->x + x, box->y + y);
			cairo_show_text(cr, word);
			x += extents.x_advance + 0.3 * px_size;
		}
	}
	cairo_new_path(cr);
}

void furniture_choose(struct furniture *furniture, struct rng *rng)
{
	double text = rng_real(rng, 14, 24);
	double side = rng_real(rng, 11, 17) * text;
	double edge = rng_real(rng, 1, 3) * text;

	*furniture = (struct furniture){ .px_text = text };
	furniture->bar = (int)rng_below(rng, BARS);
	furniture->lines = rng_between(rng, 0, 3);
	furniture->left = furniture->right = furniture->bottom = edge;
	furniture->top = (furniture->bar == BAR_NONE      ? 0.5
			  : furniture->bar == BAR_BROWSER ? 3.8
							  : 1.8) *
				 text +
			 (3.2 + 1.4 * furniture->lines) * text;
	if (rng_below(rng, 2)) {
		furniture->side_count = rng_between(rng, 1, FURNITURE_SIDE_MAX);
		for (int i = 0; i < furniture->side_count; i++)
			furniture->side[i] = (int)rng_below(rng, THINGS);
		if (rng_below(rng, 3))
			furniture->right += side;
		else
			furniture->left += side;
	}
	furniture->foot = (int)rng_below(rng, FEET);
	furniture->bottom += furniture->foot == FOOT_NONE  ? 0
			     : furniture->foot == FOOT_PAD ? 9 * text
							   : 4 * text;
}

static void rectangle(cairo_t *cr, const struct box *box, uint32_t colour)
{
	scene_colour(cr, colour);
	cairo_rectangle(cr, box->x, box->y, box->width, box->height);
	cairo_fill(cr);
}

static void grid(cairo_t *cr, const struct scene_look *look,
		 const struct box *box, int side)
{
	scene_colour(cr, scene_mix(look->ink, look->paper, 0.3));
	for (int i = 0; i <= side; i++) {
		double share = i / (double)side;

		cairo_set_line_width(cr, i % 3 == 0 ? 2 : 1);
		cairo_move_to(cr, box->x + share * box->width, box->y);
		cairo_rel_line_to(cr, 0, box->height);
		cairo_move_to(cr, box->x, box->y + share * box->height);
		cairo_rel_line_to(cr, box->width, 0);
		cairo_stroke(cr);
	}
}

static void sudoku(cairo_t *cr, const struct scene_look *look,
		   const struct box *box, struct rng *rng)
{
	double step = box->width / 9.0;
	char digit[2] = "";

	grid(cr, look, box, 9);
	for (int i = 0; i < 81; i++) {
		int x = i % 9, y = i / 9;

		digit[0] = (char)('1' + rng_below(rng, 9));
		if (rng_below(rng, 3) == 0)
			furniture_text(
				cr, look,
				(struct point){ box->x + (x + 0.3) * step,
						box->y + (y + 0.75) * step },
				0.7 * step, false, digit);
	}
}

static void letters(cairo_t *cr, const struct scene_look *look,
		    const struct box *box, struct rng *rng)
{
	double step = box->width / 8.0;
	char letter[2] = "";

	for (int i = 0; i < 64; i++) {
		int x = i % 8, y = i / 8;

		letter[0] = (char)('A' + rng_below(rng, 26));
		scene_colour(cr, look->ink);
		furniture_text(cr, look,
			       (struct point){ box->x + (x + 0.2) * step,
					       box->y + (y + 0.8) * step },
			       0.6 * step, false, letter);
	}
}

static void calendar(cairo_t *cr, const struct scene_look *look,
		     const struct box *box, struct rng *rng)
{
	static const char *const days[] = { "Mo", "Tu", "We", "Th",
					    "Fr", "Sa", "Su" };
	double step = box->width / 7.0;
	int first = (int)rng_below(rng, 7);
	char text[16];

	scene_colour(cr, look->accent);
	for (int i = 0; i < 7; i++)
		furniture_text(cr, look,
			       (struct point){ box->x + (i + 0.1) * step,
					       box->y + 0.7 * step },
			       0.45 * step, true, days[i]);
	scene_colour(cr, look->ink);
	for (int day = 1; day <= 31; day++) {
		int x = (first + day - 1) % 7, y = (first + day - 1) / 7;

		snprintf(text, sizeof text, "%d", day);
		furniture_text(cr, look,
			       (struct point){ box->x + (x + 0.15) * step,
					       box->y + (y + 1.7) * step },
			       0.45 * step, false, text);
	}
}

static void scores(cairo_t *cr, const struct scene_look *look,
		   const struct box *box, double px_text, struct rng *rng)
{
	static const char *const names[] = { "Ann",    "Boris", "Chloe",
					     "Dinesh", "Eva",   "Farid" };
	char text[16];

	for (int i = 0; i < 6; i++) {
		double y = box->y + (i + 1) * 1.5 * px_text;

		scene_colour(cr, look->ink);
		furniture_text(cr, look, (struct point){ box->x, y }, px_text,
			       false, names[i]);
		snprintf(text, sizeof text, "%u", rng_below(rng, 900) + 20);
		furniture_text(
			cr, look,
			(struct point){ box->x + box->width - 3 * px_text, y },
			px_text, true, text);
	}
}

static void advert(cairo_t *cr, const struct scene_look *look,
		   const struct box *box, double px_text, struct rng *rng)
{
	uint32_t ground =
		colour_hsl(rng_real(rng, 0, 1), 0.8, rng_real(rng, 0.3, 0.7));
	double radius = 0.18 * box->width;
	char text[32];

	rectangle(cr, box, ground);
	scene_colour(cr, colour_ink_on(ground, rng));
	furniture_text(
		cr, look,
		(struct point){ box->x + 0.7 * px_text, box->y + 2 * px_text },
		1.3 * px_text, true, "SALE NOW");
	snprintf(text, sizeof text, "Call 0%u",
		 rng_below(rng, 900000) + 100000);
	furniture_text(cr, look,
		       (struct point){ box->x + 0.7 * px_text,
				       box->y + box->height - px_text },
		       px_text, false, text);
	cairo_arc(cr, box->x + 0.7 * box->width, box->y + 0.5 * box->height,
		  radius, 0, 2 * M_PI);
	cairo_fill(cr);
	scene_colour(cr, ground);
	snprintf(text, sizeof text, "%u%%", 5 * rng_below(rng, 12) + 10);
	furniture_text(
		cr, look,
		(struct point){ box->x + 0.7 * box->width - 0.8 * radius,
				box->y + 0.5 * box->height + 0.25 * radius },
		0.75 * radius, true, text);
}

static void draw_bar(cairo_t *cr, const struct scene_look *look,
		     const struct furniture *furniture, int width)
{
	static const char *const items[] = { "NEWS", "SPORT", "PUZZLES", "TV",
					     "WEATHER" };
	double text = furniture->px_text;
	struct box bar = { 0, 0, width,
			   (int)((furniture->bar == BAR_BROWSER ? 3.6 : 1.7) *
				 text) };
	bool menu = furniture->bar == BAR_MENU;

	if (furniture->bar == BAR_NONE)
		return;
	rectangle(cr, &bar,
		  menu ? look->accent
		       : scene_mix(look->paper, look->ink, 0.15));
	scene_colour(cr, menu ? look->paper : look->ink);
	if (menu) {
		for (int i = 0; i < 5 && (6 * i + 5) * text < width; i++)
			furniture_text(cr, look,
				       (struct point){ (1 + 6 * i) * text,
						       1.2 * text },
				       0.9 * text, true, items[i]);
	} else if (furniture->bar == BAR_BROWSER) {
		furniture_text(cr, look, (struct point){ 2 * text, 1.3 * text },
			       text, false, "Puzzles | Daily 2024");
		bar = (struct box){ (int)text, (int)(1.8 * text),
				    width - (int)(2 * text),
				    (int)(1.5 * text) };
		rectangle(cr, &bar, look->paper);
		scene_colour(cr, look->ink);
		furniture_text(
			cr, look, (struct point){ 1.5 * text, 2.9 * text },
			0.9 * text, false, "https://puzzles.example/play/381");
	} else {
		furniture_text(cr, look, (struct point){ text, 1.2 * text },
			       0.9 * text, true, "17:46");
		furniture_text(cr, look,
			       (struct point){ width - 3 * text, 1.2 * text },
			       0.9 * text, false, "83%");
	}
}

static void draw_head(cairo_t *cr, const struct scene_look *look,
		      const struct furniture *furniture, int width,
		      struct rng *rng)
{
	double text = furniture->px_text;
	double y = (furniture->bar == BAR_NONE      ? 0.5
		    : furniture->bar == BAR_BROWSER ? 3.8
						    : 1.8) *
		   text;
	struct box box = { (int)text, (int)(y + 2.2 * text),
			   width - (int)(2 * text),
			   (int)(1.4 * furniture->lines * text) };
	char title[40];

	snprintf(title, sizeof title, "Puzzle %u", rng_below(rng, 9000) + 100);
	scene_colour(cr, look->accent);
	furniture_text(cr, look, (struct point){ text, y + 1.7 * text },
		       1.6 * text, true, title);
	if (furniture->lines)
		furniture_paragraph(cr, look, &box, text, rng);
}

static void draw_thing(cairo_t *cr, const struct scene_look *look, int thing,
		       const struct box *box, double px_text, struct rng *rng)
{
	scene_colour(cr, look->ink);
	switch ((enum thing)thing) {
	case THING_ADVERT:
		advert(cr, look, box, px_text, rng);
		break;
	case THING_SUDOKU:
		sudoku(cr, look, box, rng);
		break;
	case THING_CALENDAR:
		calendar(cr, look, box, rng);
		break;
	case THING_SCORES:
		scores(cr, look, box, px_text, rng);
		break;
	case THING_LETTERS:
		letters(cr, look, box, rng);
		break;
	default:
		furniture_paragraph(cr, look, box, 0.9 * px_text, rng);
	}
}

static void draw_side(cairo_t *cr, const struct scene_look *look,
		      const struct furniture *furniture, int width, int height,
		      struct rng *rng)
{
	double text = furniture->px_text;
	bool right = furniture->right > furniture->left;
	double edge = right ? furniture->left : furniture->right;
	double side = fmax(furniture->right, furniture->left) - edge;
	struct box box = { (int)(right ? width - side : text),
			   (int)furniture->top, (int)(side - 2 * text),
			   (int)(side - 2 * text) };

	for (int i = 0; i < furniture->side_count; i++) {
		if (box.y + box.height + text > height)
			return;
		draw_thing(cr, look, furniture->side[i], &box, text, rng);
		box.y += box.height + (int)(1.5 * text);
	}
}

static void draw_key(cairo_t *cr, const struct scene_look *look,
		     const struct box *box, const char *text)
{
	struct box_look key = { .shape = BOX_ROUND,
				.border = BORDER_PLAIN,
				.line = 1,
				.px = 1,
				.fill = scene_mix(look->paper, look->ink, 0.08),
				.stroke = scene_mix(look->paper, look->ink,
						    0.4) };

	box_draw(cr, &key, box->x, box->y, box->width, box->height);
	scene_colour(cr, look->ink);
	scene_text(cr, look, box->x + box->width / 2.0,
		   box->y + box->height / 2.0, 0.4 * box->height, text);
}

static void draw_keys(cairo_t *cr, const struct scene_look *look,
		      const struct furniture *furniture, const struct box *room,
		      int rows)
{
	int columns = rows == 1 ? 9 : 3;
	double pitch = fmin((double)room->width / columns,
			    rows == 1 ? 2.4 * furniture->px_text
				      : 4 * furniture->px_text);
	char text[2] = "";

	for (int i = 0; i < 9; i++) {
		int x = i % columns, y = i / columns;
		struct box key = { room->x + (int)(x * pitch),
				   room->y +
					   (int)(y * 2.3 * furniture->px_text),
				   (int)(0.86 * pitch),
				   (int)(1.9 * furniture->px_text) };

		text[0] = (char)('1' + i);
		draw_key(cr, look, &key, text);
	}
}

static void draw_foot(cairo_t *cr, const struct scene_look *look,
		      const struct furniture *furniture, int width, int height,
		      struct rng *rng)
{
	static const char *const labels[] = { "Reset", "Check", "Undo" };
	double text = furniture->px_text;
	double high = furniture->foot == FOOT_PAD ? 8 : 3;
	struct box room = { (int)furniture->left,
			    (int)(height - (high + 0.5) * text),
			    width - (int)(furniture->left + furniture->right),
			    (int)(high * text) };
	char clock[16];

	switch ((enum foot)furniture->foot) {
	case FOOT_PAD:
		draw_keys(cr, look, furniture, &room, 3);
		break;
	case FOOT_ROW:
		draw_keys(cr, look, furniture, &room, 1);
		break;
	case FOOT_BUTTONS:
		for (int i = 0; i < 3 && (6 * i + 5) * text < room.width; i++) {
			struct box key = { room.x + (int)(6 * i * text), room.y,
					   (int)(5 * text), (int)(2 * text) };

			draw_key(cr, look, &key, labels[i]);
		}
		break;
	case FOOT_TIMER:
		snprintf(clock, sizeof clock, "%02u:%02u", rng_below(rng, 60),
			 rng_below(rng, 60));
		scene_colour(cr, look->accent);
		furniture_text(cr, look,
			       (struct point){ room.x, room.y + 1.8 * text },
			       1.5 * text, true, clock);
		break;
	default:
		break;
	}
}

void furniture_draw(cairo_t *cr, const struct scene_look *look,
		    const struct furniture *furniture, int width, int height,
		    struct rng *rng)
{
	draw_bar(cr, look, furniture, width);
	draw_head(cr, look, furniture, width, rng);
	draw_side(cr, look, furniture, width, height, rng);
	draw_foot(cr, look, furniture, width, height, rng);
}
