#include "pipeline_files.h"

#include <unistd.h>

#include "report.h"

void pipeline_set_up(struct pipeline *pipeline, const struct options *options)
{
	pipeline_init(pipeline);
	pipeline->families = options->families;
	pipeline->seconds = options->seconds;
	pipeline->rules = options->rules;
	pipeline->said = options->said;
	pipeline->symmetry = options->symmetry;
	pipeline->outline = options->outline;
	pipeline->style = options->answer;
	pipeline->solve.engine = options->engine;
	pipeline->solve.count = options->count;
	pipeline->solve.order = options->order;
	pipeline->solve.seed = options->seed;
	pipeline->solve.threads = options->threads
					  ? options->threads
					  : (int)sysconf(_SC_NPROCESSORS_ONLN);
	pipeline->solve.deadline.stop = options->stop;
	if (options->all)
		pipeline->solve.solutions_max = options->all;
}

int pipeline_outcomes(struct pipeline *pipeline, struct loaded *loaded,
		      struct outcome_list *list, struct problem *problem)
{
	struct puzzle_list *puzzles = &loaded->puzzles;

	if (loaded->is_picture)
		return pipeline_read(pipeline, &loaded->image, list, problem);
	for (size_t i = 0; i < puzzles->count; i++) {
		struct puzzle *puzzle = &puzzles->entries[i].puzzle;
		struct puzzle taken = *puzzle;

		if (!(pipeline->families & (1u << puzzle->family)))
			continue;
		/* what is left behind owns nothing */
		*puzzle = (struct puzzle){ .family = taken.family };
		if (pipeline_add(list, &taken, problem) < 0)
			return -1;
		pipeline_set_symmetry(pipeline->symmetry,
				      &list->outcomes[list->count - 1]);
	}
	return 0;
}

enum status pipeline_status(const struct outcome_list *list)
{
	enum status status = list->count ? STATUS_OK : STATUS_NO_PUZZLE;

	for (size_t i = 0; i < list->count; i++)
		status =
			status_worse(status, report_status(&list->outcomes[i]));
	return status;
}
