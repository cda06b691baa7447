/* How a person wants the answer over a picture and the notes beside it to look.
 * All zero: as usual. */
#ifndef STYLE_H
#define STYLE_H

#include <stdint.h>

/* Set in a colour, 0xrrggbb, that is to be taken. */
enum { STYLE_COLOUR = 1 << 24 };

struct mark_style {
	uint32_t colour; /* with STYLE_COLOUR, of what the player has to do */
	double width;    /* of its lines, times the usual; 0: 1 */
	double size;     /* of its numbers, times the usual; 0: 1 */
	double opacity;  /* above 0 up to 1, where pixels are blended; 0: as
			  * usual */
};

struct note_style {
	uint32_t colour; /* with STYLE_COLOUR, of the text */
	double px;       /* the text's size at 96 dots an inch; 0: as usual */
	double opacity;  /* of the box, as above */
};

#endif
