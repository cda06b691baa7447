/* Drawings as SVG elements, whose colours are classes of a style sheet, so that
 * a document follows its reader's light or dark style. */
#ifndef SVG_H
#define SVG_H

#include "buffer.h"
#include "drawing.h"

/* The rules of every ink on light ground, and on dark ground where the reader
 * asks for it: for a <style> of the document that holds the elements. */
void svg_put_style(struct buffer *out);

/* The element's start tag, of so many units; `attributes` go into it. */
void svg_put_start(double width, double height, const char *attributes,
		   struct buffer *out);

/* The marks in their order, as on paper; a cell is `px_cell` units, and
 * px_corner is where the puzzle's 0,0 lies. */
void svg_put_marks(const struct drawing *drawing, double px_cell,
		   struct point px_corner, struct buffer *out);

#endif
