/* Names for the colours of a panel's symbols. Under coloured light only
 * whether two symbols share a colour is certain: colours are grouped first,
 * then each group is given the name nearest to it that is still free. */
#ifndef PANEL_COLOURS_H
#define PANEL_COLOURS_H

#include "panel.h"
#include "panel_sheet.h"

enum { COLOURS_MAX = PANEL_SIDE_MAX * PANEL_SIDE_MAX };

struct colour_name {
	enum panel_colour name;
	enum panel_colour second; /* of the nearest other group, or as `name` */
	double sure;              /* that it is in its group, and no other is */
};

/* Writes names[i] for colours[i], seen on such a ground. */
void colours_name(const struct colour *colours, int count, struct colour ground,
		  struct colour_name *names);

struct dot_name {
	enum panel_dot name, second;
	double sure; /* that it is so called, if it is a dot */
};

/* Which of black, cyan and yellow dots are: chromatic ones are told apart by
 * hue. Where none may be coloured, as nothing else tells of symmetry, all are
 * black, but in doubt where there are surely two hues. */
void colours_name_dots(const struct colour *colours, int count,
		       struct colour ground, bool may_be_coloured,
		       struct dot_name *names);

#endif
