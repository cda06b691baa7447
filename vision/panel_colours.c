#include "panel_colours.h"

#include <math.h>
#include <stdlib.h>

#include "chance.h"

/* Two symbols have the same colour where they differ by less than this share
 * of the brightest; game lighting shifts one colour across a panel by a
 * tenth, the nearest two colours of one panel by a third. */
#define SAME_COLOUR 0.2
/* Two groups of symbols, each of which lie so many times as near to each other
 * as the groups do, and that near, are of two colours, however alike; as a page
 * draws them, or a shader paints them over, they hardly scatter. Not where only
 * brightness tells them apart, or how much of the ground is mixed in, but for
 * this share: light changes the one, a symbol's width the other. */
#define PARTED_TIMES 4.0
#define PARTED_WITHIN 0.03
#define PARTED_HUE 0.06
/* They may be of one, lit in two ways. */
#define PARTED_SURE 0.7
/* There are no more colours than names: what is left without one has another's.
 */
#define NAMELESS_SURE 0.5
/* Less bright than this share of the brightest thing is black. */
#define BLACK_MOST 0.2
/* Less saturated is white. */
#define WHITE_SATURATION 0.22

/* Dots that are brighter than this share of the brightest thing may be cyan or
 * yellow; how fast doubt goes with how far their saturation is from white's: at
 * half of that one in 80 is misnamed, at none one in 7,000. */
#define DOT_BRIGHT 0.4
#define WHITE_SHARP 40.0
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

/* The brightest of all; where all symbols are dark, the panel itself. */
static double top_of(const struct colour *colours, int count,
		     struct colour ground)
{
	double top = 0;

	for (int i = 0; i < count; i++)
		top = fmax(top, brightest(colours[i]));
	return top < TOP_LEAST ? fmax(TOP_LEAST, brightest(ground)) : top;
}

/* The shortest way from one colour to the next of all others. */
struct link {
	int from, to;
	double apart;
	bool joins; /* two groups of several */
	bool parts; /* but of two colours all the same */
};

static int by_apart(const void *a, const void *b)
{
	double d = ((const struct link *)a)->apart -
		   ((const struct link *)b)->apart;

	return (d > 0) - (d < 0);
}

/* The links of a shortest tree (Prim 1957), the shortest first; there are as
 * many as colours but one. */
static void find_links(const struct colour *colours, int count,
		       struct link *links)
{
	struct link nearest[COLOURS_MAX];
	bool taken[COLOURS_MAX] = { true };

	for (int i = 1; i < count; i++)
		nearest[i] =
			(struct link){ 0, i,
				       colour_distance(colours[0], colours[i]),
				       false, false };
	for (int k = 0; k + 1 < count; k++) {
		int next = 0;

		for (int i = 1; i < count; i++)
			if (!taken[i] &&
			    (!next || nearest[i].apart < nearest[next].apart))
				next = i;
		taken[next] = true;
		links[k] = nearest[next];
		for (int i = 1; i < count; i++) {
			double d = colour_distance(colours[next], colours[i]);

			if (!taken[i] && d < nearest[i].apart)
				nearest[i] = (struct link){ next, i, d, false,
							    false };
		}
	}
	if (count > 1)
		qsort(links, (size_t)count - 1, sizeof *links, by_apart);
}

/* How far two colours differ by more than that one is brighter. */
static double hue_apart(struct colour a, struct colour b)
{
	double aa = a.red * a.red + a.green * a.green + a.blue * a.blue;
	double bb = b.red * b.red + b.green * b.green + b.blue * b.blue;
	double ab = a.red * b.red + a.green * b.green + a.blue * b.blue;

	return sqrt(fmax(0, fmin(aa, bb) - ab * ab / fmax(1, fmax(aa, bb))));
}

struct grouping {
	const struct colour *colours;
	struct colour ground;
	double top;
	int group[COLOURS_MAX];   /* of each: the one that stands for it */
	int size[COLOURS_MAX];    /* of those that do */
	double wide[COLOURS_MAX]; /* the longest link within */
};

static int find_group(struct grouping *grouping, int i)
{
	int *group = grouping->group;

	while (group[i] != i)
		i = group[i] = group[group[i]];
	return i;
}

/* Does a link lead from one colour to another, by what either scatters? */
static bool is_parted(const struct grouping *grouping, const struct link *link,
		      int a, int b)
{
	double within = fmax(grouping->wide[a], grouping->wide[b]);
	struct colour from = grouping->colours[link->from];
	struct colour to = grouping->colours[link->to];
	double off =
		fmin(hue_apart(from, to),
		     fmin(colour_off_mixtures(from, to, grouping->ground),
			  colour_off_mixtures(to, from, grouping->ground)));

	return link->joins && within < PARTED_WITHIN * grouping->top &&
	       PARTED_TIMES * within < link->apart &&
	       off > PARTED_HUE * grouping->top;
}

/* Single linkage: the light changes slowly over a panel. */
static void group_colours(struct grouping *grouping, int count, double reach,
			  struct link *links)
{
	find_links(grouping->colours, count, links);
	for (int i = 0; i < count; i++) {
		grouping->group[i] = i;
		grouping->size[i] = 1;
		grouping->wide[i] = 0;
	}
	for (int i = 0; i + 1 < count && links[i].apart < reach; i++) {
		int a = find_group(grouping, links[i].from);
		int b = find_group(grouping, links[i].to);

		links[i].joins = grouping->size[a] > 1 && grouping->size[b] > 1;
		links[i].parts = is_parted(grouping, &links[i], a, b);
		if (links[i].parts)
			continue;
		grouping->group[a] = b;
		grouping->size[b] += grouping->size[a];
		grouping->wide[b] = links[i].apart;
	}
	for (int i = 0; i < count; i++)
		grouping->group[i] = find_group(grouping, i);
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
	for (int i = 0; i < count; i++) {
		bool has_name = named[group[i]];

		names[i].name = has_name ? names[group[i]].name : PANEL_WHITE;
		names[i].sure = has_name ? 1 : NAMELESS_SURE;
	}
}

/* Of groups that are alike one of the two next to each other says that both may
 * be one, or one both. */
static void doubt_link(const struct link *link, double reach,
		       struct colour_name *names)
{
	struct colour_name *from = &names[link->from];

	if (!link->joins)
		return;
	if (link->parts) {
		from->sure = PARTED_SURE;
		from->second = names[link->to].name;
	} else {
		from->sure *= chance_of(SAME_SHARP * (1 - link->apart / reach));
	}
}

void colours_name(const struct colour *colours, int count, struct colour ground,
		  struct colour_name *names)
{
	struct grouping grouping = {
		.colours = colours,
		.ground = ground,
		.top = top_of(colours, count, ground),
	};
	struct link links[COLOURS_MAX];
	double reach = SAME_COLOUR * grouping.top;
	const int *group = grouping.group;

	group_colours(&grouping, count, reach, links);
	name_groups(colours, group, count, grouping.top, names);
	for (int i = 0; i < count; i++) {
		double own = HUGE_VAL, other = HUGE_VAL;

		names[i].second = names[i].name;
		for (int j = 0; j < count; j++) {
			double d = colour_distance(colours[i], colours[j]);

			if (j == i)
				continue;
			if (group[j] == group[i]) {
				own = fmin(own, d);
			} else if (d >= reach && d < other) {
				other = d;
				names[i].second = names[j].name;
			}
		}
		names[i].sure *= chance_of(SAME_SHARP * (other / reach - 1));
		if (own < HUGE_VAL)
			names[i].sure *=
				chance_of(SAME_SHARP * (1 - own / reach));
	}
	for (int i = 0; i + 1 < count; i++)
		doubt_link(&links[i], reach, names);
}

static struct dot_name name_dot(struct colour c, double top)
{
	double h = hue(c), off = saturation(c) - WHITE_SATURATION;
	enum panel_dot coloured =
		h > 80 && h < 260 ? PANEL_DOT_CYAN : PANEL_DOT_YELLOW;
	struct dot_name name = { PANEL_DOT_BLACK, coloured, 1 };

	if (brightest(c) <= DOT_BRIGHT * top)
		return name;
	name.sure = chance_of(WHITE_SHARP * fabs(off));
	if (off > 0) {
		name.name = coloured;
		name.second = PANEL_DOT_BLACK;
	}
	return name;
}

/* Dots surely cyan and yellow from this on tell that there is symmetry. */
#define HUES_SURE 0.9

/* Are both cyan and yellow ones surely among them? */
static bool show_symmetry(const struct dot_name *names, int count)
{
	bool seen[PANEL_DOT_INVISIBLE] = { false };

	for (int i = 0; i < count; i++)
		seen[names[i].name] |= names[i].sure >= HUES_SURE;
	return seen[PANEL_DOT_CYAN] && seen[PANEL_DOT_YELLOW];
}

void colours_name_dots(const struct colour *colours, int count,
		       struct colour ground, bool may_be_coloured,
		       struct dot_name *names)
{
	static const struct dot_name black = { PANEL_DOT_BLACK, PANEL_DOT_BLACK,
					       1 };
	double top = top_of(colours, count, ground);
	bool shown;

	for (int i = 0; i < count; i++)
		names[i] = name_dot(colours[i], top);
	if (may_be_coloured)
		return;
	shown = show_symmetry(names, count);
	for (int i = 0; i < count; i++) {
		struct dot_name name = black;

		if (shown && names[i].name != PANEL_DOT_BLACK) {
			name.second = names[i].name;
			name.sure = 0.5;
		}
		names[i] = name;
	}
}
