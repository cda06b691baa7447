/* Names for the colours of a panel's symbols. Under coloured light only
 * whether two symbols share a colour is certain: colours are grouped first,
 * then each group is given the name nearest to it that is still free. */
#ifndef PANEL_COLOURS_H
#define PANEL_COLOURS_H

#include "colour_pair.h"

enum { COLOURS_MAX = PANEL_SIDE_MAX * PANEL_SIDE_MAX };

struct colour_name {
	enum panel_colour name;
	enum panel_colour second; /* of the nearest other group, or as `name` */
	double sure;              /* that it is in its group, and no other is */
};

/* Writes names[i] for tints[i], in a panel of such a ground. Returns 0, or -1
 * without memory. */
int colours_name(const struct symbol_tint *tints, int count,
		 struct colour ground, struct colour_name *names);
/* How bright a colour's brightest channel is. */
double colours_brightest(struct colour colour);
/* The brightest of all, in which colours are measured. */
double colours_top(const struct symbol_tint *tints, int count,
		   struct colour ground);

struct dot_name {
	enum panel_dot name, second;
	double sure; /* that it is so called, if it is a dot */
};

/* Which of black, cyan and yellow dots are: chromatic ones are told apart by
 * hue. Where none may be coloured, as nothing else tells of symmetry, all are
 * black, but in doubt where there are surely two hues, or one and black ones
 * (`black_tells`; not where the light's colour differs much). `panel_top`:
 * how bright its ground is, or its lines, whichever is brighter. */
void colours_name_dots(const struct colour *colours, int count,
		       double panel_top, bool may_be_coloured, bool black_tells,
		       struct dot_name *names);

#endif
