/* The history of puzzles (store.h) as the commands use it. */
#ifndef HISTORY_H
#define HISTORY_H

#include "pipeline.h"

/* Keeps what became of each puzzle, with the part of the picture in which it
 * lies, small. `source`: where they come from, for people. Nothing where the
 * pipeline has no store. `image` may be NULL. */
void history_keep(struct pipeline *pipeline, const char *source,
		  const struct image *image, const struct outcome_list *list);

/* Appends a puzzle of the history; where it was solved, with its answer,
 * checked again. Returns 0, or -1 where there is none of this id. */
int history_recall(struct pipeline *pipeline, long long id,
		   struct outcome_list *list, struct problem *problem);

#endif
