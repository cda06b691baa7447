/* When panels are looked for on a page. */
#ifndef PANEL_TURN_H
#define PANEL_TURN_H

#include "page.h"

/* Thick lines between cells are a panel's, and lines of one width where breaks
 * leave no cell apart: then it goes first. Otherwise its networks are sought
 * last, beside what is read by then: they take the most time. */
int panel_turn(const struct page *page);

#endif
