#include "glyph_weights.h"

/* GLYPH_WEIGHTS_FILE is set by CMake: models/digits/weights.bin */
__asm__(".section .rodata\n"
	".balign 16\n"
	".global glyph_weights\n"
	".global glyph_weights_end\n"
	"glyph_weights:\n"
	".incbin \"" GLYPH_WEIGHTS_FILE "\"\n"
	"glyph_weights_end:\n"
	".byte 0\n"
	".previous\n");
