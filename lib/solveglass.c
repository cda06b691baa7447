#include "solveglass.h"

#include <stdlib.h>
#include <string.h>

#include "deadline.h"
#include "pipeline_files.h"
#include "report.h"

_Static_assert((int)SOLVEGLASS_OK == (int)STATUS_OK &&
		       (int)SOLVEGLASS_NONE == (int)STATUS_NONE &&
		       (int)SOLVEGLASS_UNDECIDED == (int)STATUS_UNDECIDED &&
		       (int)SOLVEGLASS_NO_PUZZLE == (int)STATUS_NO_PUZZLE &&
		       (int)SOLVEGLASS_FAILED == (int)STATUS_FAILED &&
		       (int)SOLVEGLASS_USAGE == (int)STATUS_USAGE,
	       "the numbers of solveglass_status are the exit status");

struct solveglass {
	struct options options;
	struct pipeline pipeline; /* set up anew when an option changes */
	bool is_set_up;
	struct problem problem; /* of the last call */
};

struct solveglass *solveglass_new(void)
{
	struct solveglass *glass = calloc(1, sizeof *glass);

	if (glass && options_init(&glass->options, NULL) < 0) {
		free(glass);
		return NULL;
	}
	return glass;
}

void solveglass_free(struct solveglass *glass)
{
	if (!glass)
		return;
	if (glass->is_set_up)
		pipeline_fini(&glass->pipeline);
	options_fini(&glass->options);
	free(glass);
}

enum solveglass_status solveglass_set(struct solveglass *glass,
				      const char *option, const char *value)
{
	const struct flag *flag = options_flags();

	if (!glass)
		return SOLVEGLASS_USAGE;
	glass->problem = (struct problem){ 0 };
	if (!option || !value) {
		problem_set(&glass->problem, PROBLEM_INPUT,
			    "the option or its value is NULL");
		return SOLVEGLASS_USAGE;
	}
	while (flag->name && (strcmp(flag->name, option) != 0 ||
			      !(flag->groups & GROUP_LIBRARY)))
		flag++;
	if (!flag->name) {
		problem_set(&glass->problem, PROBLEM_INPUT,
			    "the library has no option '%.40s'", option);
		return SOLVEGLASS_USAGE;
	}
	if (options_set_text(&glass->options, flag, value, &glass->problem) < 0)
		return SOLVEGLASS_USAGE;
	if (glass->is_set_up)
		pipeline_fini(&glass->pipeline);
	glass->is_set_up = false;
	return SOLVEGLASS_OK;
}

static int load(const void *data, size_t length, struct loaded *loaded,
		struct problem *problem)
{
	uint8_t *copy = malloc(length + 1);

	loaded_init(loaded);
	if (!copy)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	memcpy(copy, data, length);
	return loaded_take(copy, length, loaded, problem);
}

/* Solves all of them until `end`. */
static int solve_until(struct pipeline *pipeline, struct outcome_list *list,
		       const struct deadline *end, struct problem *problem)
{
	int result = 0;

	for (size_t i = 0; i < list->count; i++) {
		pipeline->seconds = deadline_left(end);
		if (pipeline_solve(pipeline, &list->outcomes[i], problem) < 0)
			result = -1;
	}
	return result;
}

/* solveglass_read where `end` is NULL. */
static enum solveglass_status answer(struct solveglass *glass, const void *data,
				     size_t length, const struct deadline *end,
				     char **json)
{
	struct outcome_list list = { 0 };
	struct loaded loaded;
	enum status status;
	json_t *line;

	if (!glass->is_set_up)
		pipeline_set_up(&glass->pipeline, &glass->options);
	glass->is_set_up = true;
	/* what came before a fault is solved all the same */
	load(data, length, &loaded, &glass->problem);
	if (pipeline_outcomes(&glass->pipeline, &loaded, &list,
			      &glass->problem) == 0 &&
	    end)
		solve_until(&glass->pipeline, &list, end, &glass->problem);
	status = glass->problem.kind == PROBLEM_NONE ? pipeline_status(&list)
						     : STATUS_FAILED;
	line = report_line_json(
		"-", report_puzzles(&list, &glass->options), &list,
		status == STATUS_FAILED ? glass->problem.text : NULL);
	*json = json_dumps(line, REPORT_JSON);
	json_decref(line);
	outcome_list_fini(&list);
	loaded_fini(&loaded);
	if (*json)
		return (enum solveglass_status)status;
	problem_set(&glass->problem, PROBLEM_MEMORY, "no memory");
	return SOLVEGLASS_FAILED;
}

/* What every call starts with: false where its arguments make no sense. */
static bool begin(struct solveglass *glass, const void *data, size_t length,
		  double seconds, char **json)
{
	if (json)
		*json = NULL;
	if (!glass)
		return false;
	glass->problem = (struct problem){ 0 };
	if ((!data && length) || !json)
		problem_set(&glass->problem, PROBLEM_INPUT,
			    "the data or the place for the JSON is NULL");
	else if (!(seconds > 0))
		problem_set(&glass->problem, PROBLEM_INPUT,
			    "the seconds must be above 0");
	return glass->problem.kind == PROBLEM_NONE;
}

enum solveglass_status solveglass_read(struct solveglass *glass,
				       const void *data, size_t length,
				       char **json)
{
	if (!begin(glass, data, length, 1, json))
		return SOLVEGLASS_USAGE;
	return answer(glass, data ? data : "", length, NULL, json);
}

enum solveglass_status solveglass_solve(struct solveglass *glass,
					const void *data, size_t length,
					double seconds, char **json)
{
	struct deadline end;

	if (!begin(glass, data, length, seconds, json))
		return SOLVEGLASS_USAGE;
	end = deadline_in(seconds, NULL);
	return answer(glass, data ? data : "", length, &end, json);
}

void solveglass_free_json(char *json)
{
	free(json);
}

const char *solveglass_problem(const struct solveglass *glass)
{
	return glass ? glass->problem.text : "there is no struct solveglass";
}

const char *solveglass_version(void)
{
	return VERSION;
}
