#include "weights.h"

/* the symbols' are used where they lie */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "floats as the files have them");

#define LAY_IN(name, file)                                                     \
	__asm__(".section .rodata\n"                                           \
		".balign 32\n"                                                 \
		".global " name "\n"                                           \
		".global " name "_end\n" name ":\n"                            \
		".incbin \"" file "\"\n" name "_end:\n"                        \
		".byte 0\n"                                                    \
		".previous\n")

/* The files are set by CMake. */
LAY_IN("symbol_weights", SYMBOL_WEIGHTS_FILE);
LAY_IN("symbol_weights_near", SYMBOL_WEIGHTS_NEAR_FILE);
LAY_IN("symbol_weights_small", SYMBOL_WEIGHTS_SMALL_FILE);
LAY_IN("symbol_weights_small_near", SYMBOL_WEIGHTS_SMALL_NEAR_FILE);
LAY_IN("colour_weights", COLOUR_WEIGHTS_FILE);
