/* The bytes of models/digits/weights.bin, laid into the program when it is
 * built: struct glyph_net, every float little-endian. */
#ifndef GLYPH_WEIGHTS_H
#define GLYPH_WEIGHTS_H

extern const unsigned char glyph_weights[];
extern const unsigned char glyph_weights_end[];

#endif
