/* The manual pages and the shells' completions, from the same tables as
 * --help. For the build: solveglass --man [COMMAND], --completion
 * bash|zsh|fish, --example-config. */
#ifndef MANUAL_H
#define MANUAL_H

#include "buffer.h"
#include "command.h"

/* solveglass(1) in the man macros; `released` is a date, year first. */
void manual_page(struct buffer *out, const char *version, const char *released);
/* solveglass-COMMAND(1). */
void manual_command(struct buffer *out, const char *version,
		    const char *released, const struct command *command);

/* A configuration file of every key and its default, each in a comment. */
void manual_config(struct buffer *out);

/* Completion of commands, flags, their values and file names. */
void manual_bash(struct buffer *out);
void manual_zsh(struct buffer *out);
void manual_fish(struct buffer *out);

#endif
