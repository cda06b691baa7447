/* Names for the colours of a panel's symbols. Under coloured light only
 * whether two symbols share a colour is certain: colours are grouped first,
 * then each group is given the name nearest to it that is still free. */
#ifndef PANEL_COLOURS_H
#define PANEL_COLOURS_H

#include "panel.h"
#include "panel_sheet.h"

enum { COLOURS_MAX = PANEL_SIDE_MAX * PANEL_SIDE_MAX };

/* Writes names[i] for colours[i]; `apart` gets the least distance between two
 * groups over the greatest within one, 1 or more where they are told apart. */
void colours_name(const struct colour *colours, int count,
		  enum panel_colour *names, double *apart);

/* Which of black, cyan and yellow dots are: chromatic ones are told apart by
 * hue; without two hues they are all black. */
void colours_name_dots(const struct colour *colours, int count,
		       bool may_be_coloured, enum panel_dot *names);

#endif
