#include "colours.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "chance.h"
#include "colour_groups.h"
#include "colour_weights.h"

/* At which odds a symbol may be of the other group. */
#define ODDS_TOLD 5.0
/* There are no more colours than names: what is left without one has another's.
 */
#define NAMELESS_SURE 0.5
/* Less bright than this share of the brightest thing is black. */
#define BLACK_MOST 0.2
/* Less saturated is white. */
#define WHITE_SATURATION 0.22

/* Dots that are brighter than this share of the brightest thing may be cyan or
 * yellow. */
#define DOT_BRIGHT 0.4
/* They are where they are more saturated than this, and cyan ones, which light
 * bleaches, of a hue between these, from less on; how fast doubt goes with how
 * far they are from that. Of 1,068 dots of scenes whites have .29 and less,
 * of such a hue .22; yellow ones .72 and more, cyan ones .50 and more, six of
 * the game .35 to .41. */
#define DOT_SATURATION 0.45
#define CYAN_SATURATION 0.27
#define CYAN_FIRST 80.0
#define CYAN_LAST 205.0
#define DOT_SHARP 70.0
/* Symbols that are all darker than this, levels, may all be black. */
#define TOP_LEAST 90.0

double colours_brightest(struct colour c)
{
	return fmax(c.red, fmax(c.green, c.blue));
}

static double saturation(struct colour c)
{
	double most = colours_brightest(c);

	return most > 0 ? (most - fmin(c.red, fmin(c.green, c.blue))) / most
			: 0;
}

/* Degrees, red 0, green 120, blue 240. */
static double hue(struct colour c)
{
	double most = colours_brightest(c);
	double span = most - fmin(c.red, fmin(c.green, c.blue));
	double h;

	if (span <= 0)
		return 0;
	if (most == c.red)
		h = (c.green - c.blue) / span;
	else if (most == c.green)
		h = 2 + (c.blue - c.red) / span;
	else
		h = 4 + (c.red - c.green) / span;
	return fmod(h * 60 + 360, 360);
}

/* How badly a name suits a colour. */
static double misfit(struct colour c, enum panel_colour name, double top)
{
	static const double hues[PANEL_COLOUR_COUNT] = {
		[PANEL_RED] = 0,      [PANEL_ORANGE] = 36,
		[PANEL_YELLOW] = 60,  [PANEL_GREEN] = 120,
		[PANEL_CYAN] = 180,   [PANEL_BLUE] = 235,
		[PANEL_PURPLE] = 280, [PANEL_MAGENTA] = 305,
	};
	double value = colours_brightest(c) / top;
	double s = saturation(c);
	double off;

	if (name == PANEL_BLACK)
		return value < BLACK_MOST ? 0 : 1 + value;
	if (name == PANEL_WHITE)
		return (value < BLACK_MOST ? 2 : 0) +
		       (s < WHITE_SATURATION ? 0 : 1 + s);
	off = fabs(hue(c) - hues[name]);
	off = fmin(off, 360 - off) / 180;
	/* dark magenta is called purple */
	if (name == PANEL_PURPLE && value < 0.7)
		off = fmax(0, off - 0.15);
	if (name == PANEL_MAGENTA && value < 0.7)
		off += 0.1;
	return off + (value < BLACK_MOST ? 2 : 0) +
	       (s < WHITE_SATURATION ? 1 : 0);
}

/* Where all that is seen is dark, the panel itself is what is brightest. */
static double top_beside(double top, double panel_top)
{
	return top < TOP_LEAST ? fmax(TOP_LEAST, panel_top) : top;
}

/* The name of the group whose colour is nearest to that of the i-th, which has
 * none of its own. */
static enum panel_colour nearest_name(const struct symbol_tint *tints,
				      const int *group, int count, int i,
				      const struct colour_name *names,
				      const bool *named)
{
	enum panel_colour nearest = PANEL_WHITE;
	double least = HUGE_VAL;

	for (int k = 0; k < count; k++) {
		double off = colour_distance(tints[k].colour, tints[i].colour);

		if (!named[group[k]] || off >= least)
			continue;
		least = off;
		nearest = names[group[k]].name;
	}
	return nearest;
}

/* The best suited pair of group and name first. */
static void name_groups(const struct symbol_tint *tints, const int *group,
			int count, double top, struct colour_name *names)
{
	bool named[COLOURS_MAX] = { false };
	bool taken[PANEL_COLOUR_COUNT] = { false };

	for (;;) {
		double best = HUGE_VAL;
		int best_group = -1;
		enum panel_colour best_name = PANEL_BLACK;

		for (int i = 0; i < count; i++)
			for (int name = 0; name < PANEL_COLOUR_COUNT; name++) {
				double value;

				if (group[i] != i || named[i] || taken[name])
					continue;
				value = misfit(tints[i].colour,
					       (enum panel_colour)name, top);
				if (value >= best)
					continue;
				best = value;
				best_group = i;
				best_name = (enum panel_colour)name;
			}
		if (best_group < 0)
			break;
		named[best_group] = true;
		taken[best_name] = true;
		names[best_group].name = best_name;
	}
	for (int i = 0; i < count; i++) {
		bool has_name = named[group[i]];

		names[i].name = has_name ? names[group[i]].name : PANEL_WHITE;
		names[i].second = has_name ? names[i].name
					   : nearest_name(tints, group, count,
							  i, names, named);
		names[i].sure = has_name ? 1 : NAMELESS_SURE;
	}
}

/* The odds that any two share a colour, into count * count. */
static void measure_odds(const struct symbol_tint *tints, int count, double top,
			 double *odds)
{
	float weights[PAIR_FLOATS];

	_Static_assert(sizeof weights == sizeof weights_bin,
		       "the file's floats");
	memcpy(weights, weights_bin, sizeof weights);
	for (int i = 0; i < count; i++)
		for (int k = 0; k <= i; k++) {
			float inputs[PAIR_INPUTS];

			colour_pair_measure(&tints[i], &tints[k], top, inputs);
			odds[i * count + k] =
				colour_pair_judge(weights, inputs);
			odds[k * count + i] = odds[i * count + k];
		}
}

/* Each group is shown by the one of its symbols with the widest strokes, whose
 * colour is purest. */
static void choose_shown(const struct symbol_tint *tints, int count, int *group)
{
	int shown[COLOURS_MAX];

	for (int i = 0; i < count; i++)
		shown[i] = i;
	for (int i = 0; i < count; i++)
		if (tints[i].px_stroke > tints[shown[group[i]]].px_stroke)
			shown[group[i]] = i;
	for (int i = 0; i < count; i++)
		group[i] = shown[group[i]];
}

/* One of the smaller group is in doubt for both. */
static void doubt_link(const struct group_link *link, bool joined,
		       const int *group, struct colour_name *names)
{
	struct colour_name *from = &names[link->from];

	from->sure *= chance_of(fabs(link->odds));
	if (!joined && link->odds > -ODDS_TOLD)
		from->second = names[group[link->to]].name;
}

double colours_top(const struct symbol_tint *tints, int count,
		   struct colour ground)
{
	double top = 0;

	for (int i = 0; i < count; i++)
		top = fmax(top, colours_brightest(tints[i].colour));
	return top_beside(top, colours_brightest(ground));
}

int colours_name(const struct symbol_tint *tints, int count,
		 struct colour ground, struct colour_name *names)
{
	size_t pairs = (size_t)count * (size_t)(count + 1) + 1;
	double *odds = alloc_array(pairs, sizeof *odds);
	struct group_link *links = alloc_array(pairs, sizeof *links);
	int group[COLOURS_MAX], size[COLOURS_MAX], joined, link_count;
	double top = colours_top(tints, count, ground);

	if (odds && links) {
		measure_odds(tints, count, top, odds);
		joined = colour_groups_find(odds, count, group, size, links,
					    &link_count);
		choose_shown(tints, count, group);
		name_groups(tints, group, count, top, names);
		for (int i = 0; i < link_count; i++)
			doubt_link(&links[i], i < joined, group, names);
	}
	free(odds);
	free(links);
	return odds && links ? 0 : -1;
}

static struct dot_name name_dot(struct colour c, double top)
{
	double h = hue(c);
	double off = saturation(c) - (h > CYAN_FIRST && h < CYAN_LAST
					      ? CYAN_SATURATION
					      : DOT_SATURATION);
	enum panel_dot coloured =
		h > CYAN_FIRST && h < 260 ? PANEL_DOT_CYAN : PANEL_DOT_YELLOW;
	struct dot_name name = { PANEL_DOT_BLACK, coloured, 1 };

	if (colours_brightest(c) <= DOT_BRIGHT * top)
		return name;
	name.sure = chance_of(DOT_SHARP * fabs(off));
	if (off > 0) {
		name.name = coloured;
		name.second = PANEL_DOT_BLACK;
	}
	return name;
}

/* Dots surely of two kinds from this on tell that there is symmetry. */
#define KINDS_SURE 0.9
/* Yellow hues, degrees. */
#define YELLOW 50.0
#define YELLOW_OFF 30.0

/* Are there surely two of black, cyan and yellow ones among them, or, unless
 * `black_tells`, both of the latter? */
static bool show_symmetry(const struct colour *colours,
			  const struct dot_name *names, int count,
			  bool black_tells)
{
	bool seen[PANEL_DOT_INVISIBLE] = { false };

	for (int i = 0; i < count; i++) {
		seen[names[i].name] |= names[i].sure >= KINDS_SURE;
		/* red ones are black ones of a look of their own */
		black_tells &= names[i].name != PANEL_DOT_YELLOW ||
			       fabs(hue(colours[i]) - YELLOW) < YELLOW_OFF;
	}
	return (black_tells && seen[PANEL_DOT_BLACK]) + seen[PANEL_DOT_CYAN] +
		       seen[PANEL_DOT_YELLOW] >=
	       2;
}

void colours_name_dots(const struct colour *colours, int count,
		       double panel_top, bool may_be_coloured, bool black_tells,
		       struct dot_name *names)
{
	static const struct dot_name black = { PANEL_DOT_BLACK, PANEL_DOT_BLACK,
					       1 };
	double top = 0;
	bool shown;

	for (int i = 0; i < count; i++)
		top = fmax(top, colours_brightest(colours[i]));
	top = top_beside(top, panel_top);
	for (int i = 0; i < count; i++)
		names[i] = name_dot(colours[i], top);
	if (may_be_coloured)
		return;
	shown = show_symmetry(colours, names, count, black_tells);
	for (int i = 0; i < count; i++) {
		struct dot_name name = black;

		if (shown && names[i].name != PANEL_DOT_BLACK) {
			name.second = names[i].name;
			name.sure = 0.5;
		}
		names[i] = name;
	}
}
