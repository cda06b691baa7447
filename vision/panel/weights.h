/* The networks' weights, laid into the program when it is built: the bytes of
 * models/symbols/weights.bin, weights-near.bin, weights-small.bin and
 * weights-small-near.bin, each net_floats() of SYMBOL_NET_SHAPE, and of
 * models/colours/weights.bin, PAIR_FLOATS; every float little-endian. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

extern const float symbol_weights[];
extern const float symbol_weights_end[];
extern const float symbol_weights_near[];
extern const float symbol_weights_near_end[];
extern const float symbol_weights_small[];
extern const float symbol_weights_small_end[];
extern const float symbol_weights_small_near[];
extern const float symbol_weights_small_near_end[];

extern const float colour_weights[];
extern const float colour_weights_end[];

#endif
