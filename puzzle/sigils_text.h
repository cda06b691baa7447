/* Sigils as text (FORMATS.md): "8 6 a a b cl", "8x6 TTIJ" and the published
 * program's call; puzzle.h says what each function does. */
#ifndef SIGILS_TEXT_H
#define SIGILS_TEXT_H

#include "puzzle.h"

size_t sigils_claim_text(const char *text);
int sigils_from_text(const char *text, struct puzzle *puzzle,
		     struct problem *problem);
int sigils_to_text(const struct puzzle *puzzle, struct buffer *out,
		   struct problem *problem);

#endif
