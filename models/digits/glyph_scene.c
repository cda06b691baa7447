#include "glyph_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "canvas.h"
#include "pen.h"

struct glyph_scene_maker {
	const struct typefaces *typefaces;
	struct rng rng;
	struct canvas ink;  /* coverage of all strokes */
	struct canvas fill; /* coverage of the inside of outlined letters */
	unsigned char *bitmap;
	struct plane plane; /* the finished picture of glyph_scene_make */
};

/* How the picture is degraded; drawn once a scene. */
struct damage {
	double paper, stroke, inside; /* levels 0..255 */
	bool outlined;
	double slope_x, slope_y; /* levels a pixel, from uneven light */
	double blur, noise;
	int quality;     /* of JPEG; 0: none */
	double halftone; /* pitch in pixels; 0: none */
};

static struct rng *rng_of(struct glyph_scene_maker *maker)
{
	return &maker->rng;
}

static bool chance(struct glyph_scene_maker *maker, double share)
{
	return rng_real(rng_of(maker), 0, 1) < share;
}

static double real(struct glyph_scene_maker *maker, double low, double high)
{
	return rng_real(rng_of(maker), low, high);
}

struct glyph_scene_maker *
glyph_scene_maker_new(const struct typefaces *typefaces, uint64_t seed)
{
	struct glyph_scene_maker *maker = alloc_array(1, sizeof *maker);

	if (!maker)
		return NULL;
	maker->typefaces = typefaces;
	rng_seed(&maker->rng, seed);
	maker->bitmap =
		alloc_array((size_t)CANVAS_SIDE_MAX * CANVAS_SIDE_MAX, 1);
	if (canvas_init(&maker->ink) < 0 || canvas_init(&maker->fill) < 0 ||
	    plane_init(&maker->plane, CANVAS_SIDE_MAX, CANVAS_SIDE_MAX) < 0 ||
	    !maker->bitmap) {
		glyph_scene_maker_free(maker);
		return NULL;
	}
	return maker;
}

void glyph_scene_maker_free(struct glyph_scene_maker *maker)
{
	if (!maker)
		return;
	canvas_fini(&maker->ink);
	canvas_fini(&maker->fill);
	plane_fini(&maker->plane);
	free(maker->bitmap);
	free(maker);
}

static const struct typeface_font *pick_font(struct glyph_scene_maker *maker,
					     enum typeface_use use)
{
	const struct typefaces *all = maker->typefaces;
	uint32_t count = 0, pick;

	for (size_t i = 0; i < all->count; i++)
		count += all->list[i].use == use;
	if (!count)
		return NULL;
	pick = rng_below(rng_of(maker), count);
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].use == use && pick-- == 0)
			return &all->list[i].fonts[rng_below(
				rng_of(maker), (uint32_t)all->list[i].count)];
	return NULL;
}

static int pick_pen(struct glyph_scene_maker *maker,
		    const struct glyph_scene_order *order, struct pen *pen)
{
	bool hard = order->style == GLYPH_SCENE_HARD;
	double height = exp(
		real(maker, log(order->height_low), log(order->height_high)));

	memset(pen, 0, sizeof *pen);
	pen->font = pick_font(maker, order->use);
	if (!pen->font)
		return -1;
	pen->size = height / pen->font->digit_height;
	pen->stretch = 1;
	if (!pen->font->leans && chance(maker, 0.3)) {
		pen->hinted = true;
		return 0;
	}
	pen->stretch = real(maker, hard ? 0.85 : 0.95, hard ? 1.15 : 1.05);
	if (chance(maker, 0.3))
		pen->shear =
			real(maker, hard ? -0.15 : -0.05, hard ? 0.15 : 0.05);
	if (pen->font->leans) /* set upright, more or less */
		pen->shear = real(maker, -0.3, -0.05);
	if (hard && chance(maker, 0.3))
		pen->bold = height * real(maker, -0.02, 0.05);
	if (hard && chance(maker, 0.4)) {
		pen->wave = height * real(maker, 0.01, 0.045);
		pen->wave_length = height * real(maker, 0.8, 2.5);
		pen->wave_phase = real(maker, 0, 6.283);
	}
	pen->turn = rng_normal(rng_of(maker)) * (hard ? 0.045 : 0.025);
	return 0;
}

static void pick_damage(struct glyph_scene_maker *maker,
			const struct glyph_scene_order *order, double height,
			struct damage *damage)
{
	bool hard = order->style == GLYPH_SCENE_HARD;
	double contrast = real(maker, hard ? 24 : 64, 255);
	bool dark = chance(maker, 0.65);

	memset(damage, 0, sizeof *damage);
	damage->paper = dark ? real(maker, contrast, 255)
			     : real(maker, 0, 255 - contrast);
	damage->stroke = damage->paper + (dark ? -contrast : contrast);
	if (chance(maker, hard ? 0.08 : 0.03)) {
		damage->outlined = true;
		damage->inside = real(maker, 0, 255);
		/* the stroke is what stands out most */
		if (fabs(damage->inside - damage->stroke) < contrast / 2)
			damage->inside = damage->paper;
	}
	if (chance(maker, 0.3)) {
		double steep =
			contrast * real(maker, 0, hard ? 0.4 : 0.2) / height;

		damage->slope_x = real(maker, -steep, steep);
		damage->slope_y = real(maker, -steep, steep);
	}
	if (chance(maker, 0.5))
		damage->blur = hard ? real(maker, 0, 0.5) +
					       height * real(maker, 0, 0.07)
				    : real(maker, 0, 0.4) +
					       height * real(maker, 0, 0.05);
	if (chance(maker, 0.5))
		damage->noise = contrast * real(maker, 0, hard ? 0.15 : 0.06);
	if (chance(maker, 0.3))
		damage->quality =
			rng_between(rng_of(maker), hard ? 25 : 60, 95);
	if (hard && height > 20 && chance(maker, 0.05))
		damage->halftone = real(maker, 2.5, height / 7);
}

static bool is_dark(const struct damage *damage)
{
	return damage->stroke < damage->paper;
}

/* A screen of dots takes bites out of the ink. */
static void screen_ink(struct canvas *ink, double pitch)
{
	double k = 3.14159265358979 / pitch;

	for (int y = 0; y < ink->height; y++)
		for (int x = 0; x < ink->width; x++) {
			double dot = sin(k * (x + y)) * sin(k * (x - y));

			ink->value[y * ink->width + x] *=
				(float)fmin(1, fmax(0, 1.2 + dot));
		}
}

/* From coverage to a photographed picture. */
static void develop(struct glyph_scene_maker *maker,
		    const struct damage *damage, struct plane *plane)
{
	struct canvas *ink = &maker->ink;

	if (damage->halftone > 0)
		screen_ink(ink, damage->halftone);
	for (int y = 0; y < ink->height; y++)
		for (int x = 0; x < ink->width; x++) {
			int i = y * ink->width + x;
			double cover = ink->value[i];
			double level = damage->paper +
				       cover * (damage->stroke - damage->paper);

			if (damage->outlined)
				level += maker->fill.value[i] *
					 (damage->inside - level);
			level += damage->slope_x * (x - ink->width / 2) +
				 damage->slope_y * (y - ink->height / 2);
			ink->value[i] = (float)level;
		}
	canvas_blur(ink, damage->blur);
	if (damage->noise > 0)
		canvas_add_noise(ink, damage->noise, rng_of(maker));
	if (damage->quality > 0)
		canvas_compress(ink, damage->quality,
				rng_between(rng_of(maker), 0, 7),
				rng_between(rng_of(maker), 0, 7));
	canvas_to_plane(ink, plane);
}

/* One letter, as an outline where the damage says so. */
static int draw_letter(struct glyph_scene_maker *maker, const struct pen *pen,
		       const struct damage *damage, double height, char letter,
		       struct point origin)
{
	if (!damage->outlined)
		return pen_draw(pen, letter, origin, 0, &maker->ink,
				maker->bitmap);

	double stroke = fmax(1, 0.06 * height);

	if (pen_draw(pen, letter, origin, 0.5 * stroke, &maker->ink,
		     maker->bitmap) < 0)
		return -1;
	return pen_draw(pen, letter, origin, -stroke, &maker->fill,
			maker->bitmap);
}

/* Lines of a box, or a circle, around the glyph: outside its extent by at
 * least a seventh of its height, as in any legible puzzle. */
static void draw_surroundings(struct glyph_scene_maker *maker,
			      const struct pen *pen,
			      const struct extent *extent, double height)
{
	double thick = fmax(0.6, height * real(maker, 0.02, 0.12));
	double half_x = (extent->right - extent->left) / 2;
	double half_y = (extent->bottom - extent->top) / 2;
	double far = 3 * height;

	if (chance(maker, 0.25)) {
		double radius = hypot(half_x, half_y) + thick +
				height * real(maker, 0.1, 0.5);

		canvas_draw_ring(&maker->ink, pen->px_middle, radius, thick);
		return;
	}
	for (int side = 0; side < 4; side++) {
		double gap = thick / 2 + height * real(maker, 0.14, 0.7);
		double sign = side % 2 ? 1 : -1;
		struct point a, b;

		if (!chance(maker, 0.6))
			continue;
		if (side < 2) {
			a.x = b.x = sign * (half_x + gap);
			a.y = -far;
			b.y = far;
		} else {
			a.y = b.y = sign * (half_y + gap);
			a.x = -far;
			b.x = far;
		}
		canvas_draw_line(&maker->ink, pen_place(pen, a),
				 pen_place(pen, b), thick);
	}
}

static void draw_neighbours(struct glyph_scene_maker *maker,
			    const struct pen *pen, const struct damage *damage,
			    double height, const struct extent *extent,
			    struct point middle)
{
	for (int side = 0; side < 2; side++) {
		char digit = (char)('0' + rng_below(rng_of(maker), 10));
		double gap = height * real(maker, 0.06, 0.3);
		struct extent other;
		double advance;
		struct point origin = { 0, -middle.y };

		if (!chance(maker, 0.6) ||
		    pen_measure(pen, digit, &other, &advance) < 0)
			continue;
		origin.x = side ? extent->right - middle.x + gap - other.left
				: extent->left - middle.x - gap - other.right;
		draw_letter(maker, pen, damage, height, digit, origin);
	}
}

/* Letters and signs that no digit may be taken for. Those that in many
 * typefaces look like a digit (O o Q D, I l i j, S s, Z z, q g b) are left
 * out: where they stand decides, not their look. */
static const char others[] = "CEFGHJKLMNPRTUVWXYacdefhkmnprtuvwxy"
			     "+-=*/%&@#$?()<>:;.,";

/* Something that is no glyph at all. */
static void draw_rubbish(struct glyph_scene_maker *maker, const struct pen *pen,
			 double height, struct extent *extent)
{
	double w = height * real(maker, 0.05, 1.2) / 2, h = height / 2;
	double thick = fmax(1, height * real(maker, 0.03, 0.25));
	int kind = rng_between(rng_of(maker), 0, 4);
	int strokes = kind == 0 ? 1 : rng_between(rng_of(maker), 2, 5);

	*extent = (struct extent){ -w, -h, w, h };
	if (kind == 1) { /* disc; a ring would be somebody's 0 */
		canvas_draw_ring(&maker->ink, pen->px_middle, 0, height);
		extent->left = -h;
		extent->right = h;
		return;
	}
	if (kind == 2) { /* corner or crossing of lines that go on */
		double x = real(maker, -w, w), y = real(maker, -h, h);
		struct point across[2] = {
			{ chance(maker, 0.5) ? x : -2 * height, y },
			{ 2 * height, y }
		};
		struct point along[2] = {
			{ x, chance(maker, 0.5) ? y : -2 * height },
			{ x, 2 * height }
		};

		for (int i = 0; i < 2; i++) {
			across[i] = pen_place(pen, across[i]);
			along[i] = pen_place(pen, along[i]);
		}
		canvas_draw_line(&maker->ink, across[0], across[1], thick);
		canvas_draw_line(&maker->ink, along[0], along[1], thick);
		return;
	}
	if (kind == 3) { /* sleepers: parallel strokes */
		double step = 2 * h / strokes;

		for (int i = 0; i <= strokes; i++) {
			struct point a = { -w, -h + i * step };
			struct point b = { w, -h + i * step };

			canvas_draw_line(&maker->ink, pen_place(pen, a),
					 pen_place(pen, b),
					 fmin(thick, step / 2));
		}
		return;
	}
	for (int i = 0; i < strokes; i++) {
		struct point a = { real(maker, -w, w), real(maker, -h, h) };
		struct point b = { real(maker, -w, w), real(maker, -h, h) };

		if (strokes == 1) { /* a line piece is no 1: thin or flat */
			thick = fmin(thick, 0.07 * height);
			a = (struct point){ -w, h };
			b = (struct point){ w, -h };
			if (chance(maker, 0.7)) {
				a.y = b.y = 0;
				extent->top = -thick;
				extent->bottom = thick;
			}
		}
		canvas_draw_line(&maker->ink, pen_place(pen, a),
				 pen_place(pen, b), thick);
	}
}

/* What detecting a glyph in pixels makes of its true extent. */
static void shake_extent(struct glyph_scene_maker *maker, double height,
			 double blur, struct extent *extent)
{
	double jitter = 0.2 + 0.012 * height;
	double grow = blur * real(maker, -0.3, 1);
	struct rng *rng = rng_of(maker);

	extent->left -= grow + jitter * rng_normal(rng);
	extent->top -= grow + jitter * rng_normal(rng);
	extent->right += grow + jitter * rng_normal(rng);
	extent->bottom += grow + jitter * rng_normal(rng);
}

/* Keeps a part of a digit's extent, too little to tell which it is. */
static void cut_extent(struct glyph_scene_maker *maker, struct extent *extent)
{
	double width = extent->right - extent->left;
	double height = extent->bottom - extent->top;
	double keep = real(maker, 0.25, 0.6);

	switch (rng_below(rng_of(maker), 4)) {
	case 0:
		extent->right = extent->left + keep * width;
		break;
	case 1:
		extent->left = extent->right - keep * width;
		break;
	case 2:
		extent->bottom = extent->top + keep * height;
		break;
	default:
		extent->top = extent->bottom - keep * height;
	}
}

/* Two digits that touch, or nearly. Widens `extent` to both. */
static void add_partner(struct glyph_scene_maker *maker, const struct pen *pen,
			const struct damage *damage, double height,
			struct extent *extent, struct point middle)
{
	char digit = (char)('0' + rng_below(rng_of(maker), 10));
	struct point origin = { 0, -middle.y };
	struct extent other;
	double advance;

	if (pen_measure(pen, digit, &other, &advance) < 0)
		return;
	origin.x =
		extent->right + height * real(maker, -0.06, 0.12) - other.left;
	draw_letter(maker, pen, damage, height, digit, origin);
	extent->right = origin.x + other.right;
	extent->top = fmin(extent->top, origin.y + other.top);
	extent->bottom = fmax(extent->bottom, origin.y + other.bottom);
}

/* Draws the letter in the middle; `extent` becomes its ink, from there. */
static struct point draw_middle(struct glyph_scene_maker *maker,
				const struct pen *pen,
				const struct damage *damage, double height,
				char letter, struct extent *extent)
{
	double advance;
	struct point middle = { 0, 0 };

	*extent = (struct extent){ -height / 3, -height / 2, height / 3,
				   height / 2 };
	if (pen_measure(pen, letter, extent, &advance) < 0)
		return middle;
	middle.x = (extent->left + extent->right) / 2;
	middle.y = (extent->top + extent->bottom) / 2;
	draw_letter(maker, pen, damage, height, letter,
		    (struct point){ -middle.x, -middle.y });
	if (letter >= '0' && letter <= '9' && chance(maker, 0.5))
		draw_neighbours(maker, pen, damage, height, extent, middle);
	extent->left -= middle.x;
	extent->right -= middle.x;
	extent->top -= middle.y;
	extent->bottom -= middle.y;
	return middle;
}

/* Draws something that is none of the wanted glyphs. */
static void draw_none(struct glyph_scene_maker *maker, const struct pen *pen,
		      const struct damage *damage, double height,
		      struct extent *extent)
{
	int kind = rng_between(rng_of(maker), 0, 9);
	char digit = (char)('0' + rng_below(rng_of(maker), 10));
	struct point middle;

	if (kind < 4) {
		digit = others[rng_below(rng_of(maker), sizeof others - 1)];
		draw_middle(maker, pen, damage, height, digit, extent);
	} else if (kind < 6) {
		digit = digit == '1' ? '4' : digit; /* half a 1 is a 1 */
		draw_middle(maker, pen, damage, height, digit, extent);
		cut_extent(maker, extent);
	} else if (kind < 8) {
		middle = draw_middle(maker, pen, damage, height, digit, extent);
		add_partner(maker, pen, damage, height, extent, middle);
	} else {
		draw_rubbish(maker, pen, height, extent);
	}
}

static char pick_glyph(struct glyph_scene_maker *maker)
{
	/* A and B each as often as half a digit */
	uint32_t pick = rng_below(rng_of(maker), 22);

	return pick < 20 ? (char)('0' + pick / 2) : pick == 20 ? 'A' : 'B';
}

void glyph_scene_make(struct glyph_scene_maker *maker,
		      const struct glyph_scene_order *order,
		      struct glyph_scene *scene)
{
	struct pen pen;
	struct damage damage;
	struct extent extent;
	struct homography frame = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	bool framed = chance(maker, 0.25);

	memset(scene, 0, sizeof *scene);
	scene->label = GLYPH_NONE;
	if (pick_pen(maker, order, &pen) < 0)
		return;

	double height = pen.size * pen.font->digit_height;
	double lean = framed ? real(maker, -0.26, 0.26) : 0;
	int side = (int)(1.7 * height) + 14;

	scene->height = height;
	pick_damage(maker, order, height, &damage);
	canvas_clear(&maker->ink, side, side);
	canvas_clear(&maker->fill, side, side);
	pen.px_middle = (struct point){ side / 2 + real(maker, -0.5, 0.5),
					side / 2 + real(maker, -0.5, 0.5) };
	pen.turn += lean;
	if (chance(maker, order->none_share)) {
		draw_none(maker, &pen, &damage, height, &extent);
	} else {
		char glyph = pick_glyph(maker);

		scene->label = (enum glyph_class)(
			glyph >= 'A' ? glyph - 'A' + GLYPH_A : glyph - '0');
		draw_middle(maker, &pen, &damage, height, glyph, &extent);
		if (chance(maker, 0.4))
			draw_surroundings(maker, &pen, &extent, height);
	}
	shake_extent(maker, height, damage.blur, &extent);
	develop(maker, &damage, &maker->plane);
	frame.m[0] = frame.m[4] = cos(lean);
	frame.m[3] = sin(lean);
	frame.m[1] = -frame.m[3];
	frame.m[2] = pen.px_middle.x;
	frame.m[5] = pen.px_middle.y;
	maker->plane.width = maker->plane.height = side;
	glyph_patch_cut(&maker->plane, &extent, &frame, is_dark(&damage),
			&scene->patch);
}

int glyph_scene_write(struct glyph_scene_maker *maker,
		      const struct glyph_scene_order *order, const char *text,
		      struct plane *plane, struct extent *extent, bool *dark)
{
	struct pen pen;
	struct damage damage;
	struct point origin = { 0, 0 };
	double spacing = real(maker, -0.03, 0.05);

	*extent = (struct extent){ 1e9, 1e9, -1e9, -1e9 };
	if (pick_pen(maker, order, &pen) < 0)
		return -1;
	pen.turn = 0;

	double height = pen.size * pen.font->digit_height;
	int rim = (int)height + 8;

	pick_damage(maker, order, height, &damage);
	pen.px_middle = (struct point){ rim, rim + height };
	canvas_clear(&maker->ink,
		     (int)(height * 1.4 * (double)strlen(text)) + 2 * rim,
		     (int)height + 2 * rim);
	canvas_clear(&maker->fill, maker->ink.width, maker->ink.height);
	for (const char *c = text; *c; c++) {
		struct extent one;
		double advance;

		if (pen_measure(&pen, *c, &one, &advance) < 0)
			return -1;
		draw_letter(maker, &pen, &damage, height, *c, origin);
		extent->left = fmin(extent->left, origin.x + one.left);
		extent->right = fmax(extent->right, origin.x + one.right);
		extent->top = fmin(extent->top, one.top);
		extent->bottom = fmax(extent->bottom, one.bottom);
		origin.x += advance + spacing * pen.size;
	}
	extent->left += pen.px_middle.x;
	extent->right += pen.px_middle.x;
	extent->top += pen.px_middle.y;
	extent->bottom += pen.px_middle.y;
	*dark = is_dark(&damage);
	if (plane_init(plane, maker->ink.width, maker->ink.height) < 0)
		return -1;
	develop(maker, &damage, plane);
	return 0;
}
