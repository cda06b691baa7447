/* The manual page and the shells' completions, from the same tables as
 * --help. For the build: solveglass --man, --completion bash|zsh. */
#ifndef MANUAL_H
#define MANUAL_H

#include "buffer.h"

/* solveglass(1) in the man macros. */
void manual_page(struct buffer *out, const char *version);

/* Completion of commands, flags and file names. */
void manual_bash(struct buffer *out);
void manual_zsh(struct buffer *out);

#endif
