/* The colours of marks. */
#ifndef INKS_H
#define INKS_H

#include <stdint.h>

#include "drawing.h"

/* What lies below a drawing. */
enum inks_ground {
	INKS_PICTURE, /* a picture or a game, of any colour */
	INKS_LIGHT,   /* white paper */
	INKS_DARK,    /* a page in a dark style */
	INKS_GROUND_COUNT
};

/* How many tints there are: INK_PIECE and so many less one after it; further
 * ones are the first again. */
enum { INKS_TINTS = 12 };

/* 0xrrggbb. */
uint32_t inks_colour(int ink, enum inks_ground ground);

/* The ink with which a mark is painted on light or dark paper: what is written
 * on a piece has the colour of a page's text, not the piece's. */
int inks_on_paper(const struct mark *mark);

/* On paper: written in bold, as answers are and what is given is not; and lines
 * with a rim of the page's colour of so many cells, so that they stand off the
 * board's. */
bool inks_is_bold(int ink);
bool inks_is_cased(int ink);
#define INKS_CASING 0.03

/* A word for an ink, of letters and digits, such as "answer", "piece3". */
void inks_name(int ink, char name[static 16]);

/* INK_BLACK and those after it by a colour's English name, or by one that ends
 * in it ("light blue"); -1: none is called so. */
int inks_named(const char *name);

#endif
