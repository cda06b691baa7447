/* Numbers in cells: what the number families' drawings and texts share. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "drawing.h"

/* The size of numbers of so many digits in a cell so many units wide and
 * high: as large as is legible and leaves a rim. */
struct drawing_size numbers_size(double width, double height, int digits);

/* A number around a point, as a step of its own. */
int numbers_draw_step(struct drawing *drawing, int ink, struct point centre,
		      struct drawing_size size, int number);

/* The lines of a grid of columns by rows cells. */
int numbers_draw_grid(struct drawing *drawing, int columns, int rows);

/* What a number in a text is: told apart by colour, and without colours by
 * what stands around it. */
enum number_role {
	NUMBER_CLUE,   /* green: " 16 " */
	NUMBER_TOTAL,  /* red: "=114 " */
	NUMBER_ANSWER, /* blue and bold: "[28]" */
	NUMBER_BLANK,  /* "  . " */
};

/* Appends a number, right-aligned to `digits` digits, with one character on
 * either side. */
void numbers_put(struct buffer *out, bool colour, enum number_role role,
		 int digits, int number);

/* The same for a number of a sum, without space around it: "16", "[28]"; a
 * total with the equals sign, "= 114", and the end of the line after it. Signs
 * between the numbers are the caller's. */
void numbers_put_term(struct buffer *out, bool colour, enum number_role role,
		      int number);

/* A line that says what stands around numbers: clues, blanks or (`solved`)
 * answers and, where the puzzle has any, totals. */
void numbers_put_legend(struct buffer *out, bool colour, bool solved,
			bool totals);

/* How many digits a number has. */
int numbers_digits(int number);

#endif
