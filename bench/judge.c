#include "judge.h"

#include "pillar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "report.h"

static const char *const grade_names[GRADES] = {
	"exact", "repaired", "doubtful", "harmless", "missed", "WRONG", "extra"
};

void judge_init(struct judge *judge)
{
	*judge = (struct judge){ 0 };
	judge->source = "-";
	record_init(&judge->record);
	pipeline_init(&judge->pipeline);
}

void judge_fini(struct judge *judge)
{
	pipeline_fini(&judge->pipeline);
	record_fini(&judge->record);
}

static struct point centre(const struct quad *quad)
{
	struct point sum = { 0, 0 };

	for (int i = 0; i < 4; i++)
		sum = point_add(sum, point_scale(quad->corner[i], 0.25));
	return sum;
}

static void dump(struct judge *judge, const char *name,
		 const struct image *image, const struct outcome *outcome)
{
	char path[512];
	json_t *json;

	if (!judge->dump)
		return;
	snprintf(path, sizeof path, "%s/%s.png", judge->dump, name);
	file_save_image(path, image, NULL);
	if (!outcome)
		return;
	json = report_outcome(outcome, &(struct options){ 0 });
	snprintf(path, sizeof path, "%s/%s.read.json", judge->dump, name);
	json_dump_file(json, path, JSON_COMPACT);
	json_decref(json);
}

/* The truth beside the picture, so that the folder can be judged again. */
static void dump_label(const struct judge *judge, const char *name,
		       const struct truth *truths, int count)
{
	char path[512], image[300];
	json_t *puzzles = json_array();
	json_t *label;

	for (int i = 0; i < count; i++) {
		const struct quad *quad = &truths[i].px_corners;
		json_t *json = puzzle_to_json(&truths[i].puzzle);
		json_t *corners = json_array();

		for (int k = 0; k < 4 && truths[i].has_corners; k++)
			json_array_append_new(
				corners, json_pack("[f,f]", quad->corner[k].x,
						   quad->corner[k].y));
		json_object_set_new(json, "corners", corners);
		json_array_append_new(puzzles, json);
	}
	snprintf(path, sizeof path, "%s/%s.json", judge->dump, name);
	snprintf(image, sizeof image, "%s.png", name);
	label = json_pack("{s:s,s:o}", "image", image, "puzzles", puzzles);
	json_dump_file(label, path, JSON_COMPACT | JSON_REAL_PRECISION(7));
	json_decref(label);
}

static bool answered(const struct judge *judge, const struct outcome *outcome)
{
	if (judge->solve)
		return outcome->verdict == OUTCOME_SOLVED;
	return pipeline_reading_sure(outcome);
}

/* Is the answer to what was read one of the true puzzle too? */
static bool answer_holds(const struct outcome *outcome,
			 const struct puzzle *truth)
{

	return outcome->verdict == OUTCOME_SOLVED &&
	       puzzle_check(truth, &outcome->result.solutions[0], NULL);
}

static enum grade grade_of(const struct judge *judge,
			   const struct outcome *outcome,
			   const struct truth *truth, struct buffer *why)
{
	if (puzzle_equal(&truth->puzzle, &outcome->puzzle, why))
		return outcome->repaired_count ? REPAIRED : EXACT;
	if (!answered(judge, outcome))
		return DOUBTFUL;
	return answer_holds(outcome, &truth->puzzle) ? HARMLESS : WRONG;
}

/* `truth` is NULL where no puzzle is there, `outcome` where none was found. */
static void count(struct judge *judge, const char *name,
		  const struct truth *truth, enum grade grade,
		  const struct outcome *outcome, const char *why)
{
	enum family family =
		truth ? truth->puzzle.family : outcome->puzzle.family;
	json_t *note;
	size_t i;

	record_grade(&judge->record, judge->source, name,
		     puzzle_family(family)->name, grade, truth);
	judge->grades[grade]++;
	judge->puzzles += truth != NULL;
	if (outcome && grade <= REPAIRED && answered(judge, outcome))
		judge->solved++;
	if (grade == EXACT && answered(judge, outcome) && !judge->verbose)
		return;
	printf("%-9s %s", grade_names[grade], name);
	if (outcome)
		printf(" (confidence %.3f)", outcome->confidence);
	printf(" %s", why);
	json_array_foreach(outcome ? outcome->notes : NULL, i, note)
		printf("%s %s", i ? ";" : "", json_string_value(note));
	putchar('\n');
	fflush(stdout);
}

/* Does the middle of one lie in the other? */
static bool in_one_place(const struct quad *one, const struct quad *other)
{
	return quad_contains(one, centre(other)) ||
	       quad_contains(other, centre(one));
}

/* The outcome that means this truth: of the family and in its place, where the
 * label has one, the nearest; an equal one where that is asked. Outcomes
 * already taken are skipped. */
static long find(const struct outcome_list *list, const bool *taken,
		 const struct truth *truth, bool equal)
{
	long best = -1;
	double best_distance = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];
		struct point here = centre(&outcome->px_corners);
		struct point there = centre(&truth->px_corners);
		double distance =
			truth->has_corners ? point_distance(here, there) : 0;

		if (taken[i] || outcome->puzzle.family != truth->puzzle.family)
			continue;
		if (equal &&
		    !puzzle_equal(&truth->puzzle, &outcome->puzzle, NULL))
			continue;
		if (truth->has_corners &&
		    !in_one_place(&outcome->px_corners, &truth->px_corners))
			continue;
		if (best < 0 || distance < best_distance) {
			best = (long)i;
			best_distance = distance;
		}
	}
	return best;
}

static void compare(struct judge *judge, const char *name,
		    const struct image *image, struct outcome_list *list,
		    struct truth *truths, int truth_count)
{
	bool taken[TRUTHS_MAX * 4] = { false };
	bool dumped = false;

	if (list->count > TRUTHS_MAX * 4)
		list->count = TRUTHS_MAX * 4;
	for (int equal = 1; equal >= 0; equal--)
		for (int i = 0; i < truth_count; i++) {
			long at;
			enum grade grade = MISSED;
			struct buffer why;

			if (truths[i].matched)
				continue;
			at = find(list, taken, &truths[i], equal);
			if (at < 0 && equal)
				continue;
			truths[i].matched = true;
			buffer_init(&why);
			if (at >= 0) {
				taken[at] = true;
				grade = grade_of(judge, &list->outcomes[at],
						 &truths[i], &why);
			}
			count(judge, name, &truths[i], grade,
			      at < 0 ? NULL : &list->outcomes[at],
			      buffer_text(&why));
			if (at >= 0)
				record_reading(
					&judge->record, &list->outcomes[at],
					&truths[i].puzzle, grade == EXACT);
			if (truths[i].strain)
				strain_table_add(&judge->strains,
						 truths[i].strain,
						 grade <= REPAIRED);
			if (grade != EXACT || judge->verbose) {
				dump(judge, name, image,
				     at < 0 ? NULL : &list->outcomes[at]);
				dumped = true;
			}
			buffer_fini(&why);
		}
	for (size_t i = 0; i < list->count; i++)
		if (!taken[i]) {
			const struct outcome *outcome = &list->outcomes[i];

			count(judge, name, NULL,
			      answered(judge, outcome) ? WRONG : EXTRA, outcome,
			      "found, but not there");
			record_reading(&judge->record, outcome, NULL, false);
			dump(judge, name, image, &list->outcomes[i]);
			dumped = true;
		}
	if (!truth_count && !list->count)
		record_silence(&judge->record, name);
	if (judge->dump && dumped)
		dump_label(judge, name, truths, truth_count);
}

int judge_picture(struct judge *judge, const char *name,
		  const struct image *image, struct truth *truths,
		  int truth_count, struct problem *problem)
{
	struct outcome_list list = { 0 };
	double start = record_cpu_seconds();
	int result = pipeline_read(&judge->pipeline, image, &list, problem);

	record_cpu(&judge->record, record_cpu_seconds() - start);
	judge->pictures++;
	for (size_t i = 0; result == 0 && judge->solve && i < list.count; i++)
		result = pipeline_solve(&judge->pipeline, &list.outcomes[i],
					problem);
	if (result == 0)
		compare(judge, name, image, &list, truths, truth_count);
	outcome_list_fini(&list);
	return result;
}

int judge_views(struct judge *judge, const char *name,
		const struct image *images, int count, struct truth *truth,
		struct problem *problem)
{
	const struct image *views[PILLAR_VIEWS_MOST];
	struct outcome_list list = { 0 };
	int result;

	for (int i = 0; i < count; i++)
		views[i] = &images[i];
	judge->pictures += count;
	result = pipeline_join(&judge->pipeline, views, count, &list, NULL,
			       problem);
	if (result < 0)
		printf("not joined: %s\n", problem->text);
	if (result == 0 && judge->solve)
		result = pipeline_solve(&judge->pipeline, &list.outcomes[0],
					problem);
	compare(judge, name, &images[0], &list, truth, 1);
	outcome_list_fini(&list);
	return result;
}

void judge_print(struct judge *judge)
{
	printf("%ld puzzles in %ld pictures:", judge->puzzles, judge->pictures);
	for (int i = 0; i < GRADES; i++)
		printf(" %s %ld%s", grade_names[i], judge->grades[i],
		       i + 1 < GRADES ? "," : "");
	printf("; %s %ld\n",
	       judge->solve ? "rightly answered" : "sure and right",
	       judge->solved);
	strain_table_print(&judge->strains);
	record_print(&judge->record);
}
