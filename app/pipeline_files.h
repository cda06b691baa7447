/* A pipeline as the flags want it, and one file's way through it: what the
 * commands and the library (lib/) share. Prints nothing. */
#ifndef PIPELINE_FILES_H
#define PIPELINE_FILES_H

#include "command.h"
#include "loaded.h"
#include "pipeline.h"

/* Initialises a pipeline as the flags say; pipeline_fini frees. `options`
 * outlive it. */
void pipeline_set_up(struct pipeline *pipeline, const struct options *options);

/* The puzzles of a loaded file, a picture's or a text's, of the families
 * asked for; appends to `list`. Takes the puzzles out of `loaded`, not the
 * picture. Returns 0, or -1. */
int pipeline_outcomes(struct pipeline *pipeline, struct loaded *loaded,
		      struct outcome_list *list, struct problem *problem);

/* The exit status of a file with these puzzles. */
enum status pipeline_status(const struct outcome_list *list);

#endif
