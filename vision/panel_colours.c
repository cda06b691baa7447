#include "panel_colours.h"

#include <math.h>

#include "chance.h"

/* Two symbols have the same colour where they differ by less than this share
 * of the brightest; game lighting shifts one colour across a panel by a
 * tenth, the nearest two colours of one panel by a third. */
#define SAME_COLOUR 0.2
/* Less bright than this share of the brightest thing is black. */
#define BLACK_MOST 0.2
/* Less saturated is white. */
#define WHITE_SATURATION 0.22

/* Symbols that are all darker than this, levels, may all be black. */
#define TOP_LEAST 90.0
/* How fast doubt goes with the distance from that bound. */
#define SAME_SHARP 12.0

static double brightest(struct colour c)
{
	return fmax(c.red, fmax(c.green, c.blue));
}

static double saturation(struct colour c)
{
	double most = brightest(c);

	return most > 0 ? (most - fmin(c.red, fmin(c.green, c.blue))) / most
			: 0;
}

/* Degrees, red 0, green 120, blue 240. */
static double hue(struct colour c)
{
	double most = brightest(c);
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
	double value = brightest(c) / top;
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

static int find_group(int *group, int i)
{
	while (group[i] != i)
		i = group[i] = group[group[i]];
	return i;
}

/* The brightest of all; where all symbols are dark, the panel itself. */
static double top_of(const struct colour *colours, int count,
		     struct colour ground)
{
	double top = 0;

	for (int i = 0; i < count; i++)
		top = fmax(top, brightest(colours[i]));
	return top < TOP_LEAST ? fmax(TOP_LEAST, brightest(ground)) : top;
}

/* Single linkage: the light changes slowly over a panel. */
static void group_colours(const struct colour *colours, int count, double reach,
			  int *group)
{
	for (int i = 0; i < count; i++)
		group[i] = i;
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (colour_distance(colours[i], colours[j]) < reach)
				group[find_group(group, i)] =
					find_group(group, j);
	for (int i = 0; i < count; i++)
		group[i] = find_group(group, i);
}

/* The best suited pair of group and name first. */
static void name_groups(const struct colour *colours, const int *group,
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
				value = misfit(colours[i],
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
	for (int i = 0; i < count; i++)
		names[i].name =
			named[group[i]] ? names[group[i]].name : PANEL_WHITE;
}

void colours_name(const struct colour *colours, int count, struct colour ground,
		  struct colour_name *names)
{
	int group[COLOURS_MAX];
	double top = top_of(colours, count, ground);
	double reach = SAME_COLOUR * top;

	group_colours(colours, count, reach, group);
	name_groups(colours, group, count, top, names);
	for (int i = 0; i < count; i++) {
		double own = HUGE_VAL, other = HUGE_VAL;

		names[i].second = names[i].name;
		for (int j = 0; j < count; j++) {
			double d = colour_distance(colours[i], colours[j]);

			if (j == i)
				continue;
			if (group[j] == group[i]) {
				own = fmin(own, d);
			} else if (d < other) {
				other = d;
				names[i].second = names[j].name;
			}
		}
		names[i].sure = chance_of(SAME_SHARP * (other / reach - 1));
		if (own < HUGE_VAL)
			names[i].sure *=
				chance_of(SAME_SHARP * (1 - own / reach));
	}
}

void colours_name_dots(const struct colour *colours, int count,
		       struct colour ground, bool may_be_coloured,
		       enum panel_dot *names)
{
	double top = top_of(colours, count, ground);

	for (int i = 0; i < count; i++) {
		struct colour c = colours[i];
		double h = hue(c);

		names[i] = PANEL_DOT_BLACK;
		if (brightest(c) > 0.4 * top &&
		    saturation(c) > WHITE_SATURATION)
			names[i] = h > 80 && h < 260 ? PANEL_DOT_CYAN
						     : PANEL_DOT_YELLOW;
	}
	if (may_be_coloured)
		return;
	for (int i = 0; i < count; i++)
		names[i] = PANEL_DOT_BLACK;
}
