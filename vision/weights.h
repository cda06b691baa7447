/* The networks' weights, laid into the program when it is built: the bytes of
 * models/digits/weights.bin, struct glyph_net, and of
 * models/symbols/weights.bin, net_floats() of the symbols' network; every float
 * little-endian. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

extern const unsigned char glyph_weights[];
extern const unsigned char glyph_weights_end[];

extern const float symbol_weights[];
extern const float symbol_weights_end[];

#endif
