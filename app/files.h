/* The loop that read and solve share: each file of the command line is
 * loaded, its puzzles found, worked on and printed. */
#ifndef FILES_H
#define FILES_H

#include "command.h"
#include "load.h"
#include "pillar.h"
#include "pipeline_files.h"

/* --join: pictures around a pillar, and where the panel lies in each. */
struct joined {
	struct loaded loaded[PILLAR_VIEWS_MOST];
	struct pillar_view views[PILLAR_VIEWS_MOST];
	int count;
};

/* What a command does with the puzzles of one file, before they are printed.
 * Returns 0, or -1 with `problem` filled in (the puzzles are printed all the
 * same). */
typedef int (*files_work)(struct pipeline *pipeline, struct loaded *loaded,
			  struct outcome_list *list,
			  const struct options *options,
			  struct problem *problem);

/* `work` may be NULL: then puzzles are read, not solved; else it also keeps
 * them in the history. Returns the exit status over all files. */
enum status files_run(const struct options *options, files_work work);

/* The last step of a file, or of what was captured: prints its puzzles, as
 * text or as the JSON line, and where something failed (`problem` is set), a
 * puzzle has not the form asked for, or there is no puzzle, a sentence.
 * Returns its exit status. */
enum status files_finish(const char *path, const struct outcome_list *list,
			 const struct problem *problem,
			 const struct options *options);

/* Loads the file or the text that arguments[index] stands for; as load_file. */
int files_load(const struct options *options, size_t index,
	       struct loaded *loaded, struct problem *problem);

/* The store of solved puzzles, for a pipeline; NULL where the flags or the
 * machine have none. Says on stderr what is wrong with it, if anything is.
 * store_close frees. */
struct store *files_open_store(const struct options *options);

#endif
