#include "pipeline.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "doubt.h"
#include "language.h"
#include "names.h"
#include "pillar.h"
#include "repair.h"

void pipeline_init(struct pipeline *pipeline)
{
	*pipeline = (struct pipeline){
		.families = (1u << FAMILY_COUNT) - 1,
		.seconds = 10,
		.solve = solve_defaults(),
	};
}

void pipeline_fini(struct pipeline *pipeline)
{
	if (pipeline->vision)
		vision_free(pipeline->vision);
	pipeline->vision = NULL;
}

static void fini(struct outcome *outcome)
{
	puzzle_fini(&outcome->puzzle);
	solve_result_fini(&outcome->result);
	free(outcome->readings);
	free(outcome->agreed);
	free(outcome->doubts);
	free(outcome->repaired);
	json_decref(outcome->notes);
	json_decref(outcome->played);
}

void outcome_list_fini(struct outcome_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		fini(&list->outcomes[i]);
	free(list->outcomes);
	*list = (struct outcome_list){ 0 };
}

bool outcome_list_same(const struct outcome_list *a,
		       const struct outcome_list *b)
{
	bool same = a->count == b->count;

	for (size_t i = 0; same && i < a->count; i++)
		same = a->outcomes[i].puzzle.family ==
			       b->outcomes[i].puzzle.family &&
		       puzzle_equal(&a->outcomes[i].puzzle,
				    &b->outcomes[i].puzzle, NULL);
	return same;
}

static void note(struct outcome *outcome, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void note(struct outcome *outcome, const char *format, ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, _(format), args);
	va_end(args);
	json_array_append_new(outcome->notes, names_json(text));
}

static struct outcome *add(struct outcome_list *list, struct problem *problem)
{
	struct outcome *outcome;

	if (alloc_grow(&list->outcomes, &list->capacity, list->count + 1,
		       sizeof *list->outcomes) < 0) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for puzzles");
		return NULL;
	}
	outcome = &list->outcomes[list->count++];
	*outcome = (struct outcome){ .verdict = OUTCOME_READ,
				     .confidence = 1,
				     .notes = json_array() };
	return outcome;
}

int pipeline_add(struct outcome_list *list, struct puzzle *puzzle,
		 struct problem *problem)
{
	struct outcome *outcome = add(list, problem);

	if (!outcome) {
		puzzle_fini(puzzle);
		return -1;
	}
	outcome->puzzle = *puzzle;
	return 0;
}

/* Moves a sighting's puzzle and readings into a new outcome. */
static int take(struct outcome_list *list, struct sighting *sighting,
		struct problem *problem)
{
	struct outcome *outcome = add(list, problem);

	if (!outcome)
		return -1;
	outcome->puzzle = sighting->puzzle;
	outcome->from_picture = true;
	outcome->has_place = true;
	outcome->confidence = sighting->confidence;
	outcome->px_corners = sighting->px_corners;
	outcome->cell_to_px = sighting->cell_to_px;
	outcome->readings = sighting->readings;
	outcome->reading_count = sighting->reading_count;
	for (size_t i = 0; i < outcome->reading_count; i++)
		if (outcome->readings[i].confidence < PIPELINE_CLUE_SURE)
			doubt_limit(&outcome->puzzle, &outcome->readings[i]);
	if (sighting->note[0])
		note(outcome, "%s", sighting->note);
	return 0;
}

void pipeline_set_symmetry(const char *symmetry, struct outcome *outcome)
{
	const struct puzzle_family *family =
		puzzle_family(outcome->puzzle.family);
	struct problem problem = { 0 };
	struct buffer names;

	if (!family->set_symmetry)
		return;
	if (symmetry) {
		if (family->set_symmetry(&outcome->puzzle, symmetry, &problem) <
		    0)
			note(outcome, "%s", problem.text);
		return;
	}
	if (!outcome->from_picture)
		return;
	buffer_init(&names);
	family->list_symmetries(&outcome->puzzle, &names);
	if (names.length)
		note(outcome,
		     "its starts and ends mirror each other: there may be a "
		     "second line, which the picture does not show "
		     "(--symmetry %s)",
		     buffer_text(&names));
	buffer_fini(&names);
}

/* Moves what was seen into outcomes; frees the rest. */
static int take_all(struct pipeline *pipeline, struct sighting_list *seen,
		    double start, struct outcome_list *list,
		    struct problem *problem)
{
	size_t taken = 0;
	size_t first = list->count;
	int result = 0;

	while (result == 0 && taken < seen->count) {
		result = take(list, &seen->sightings[taken], problem);
		taken += result == 0;
	}
	memcpy(list->left_out, seen->left_out, sizeof list->left_out);
	list->left_out_count = seen->left_out_count;
	/* what was taken is no longer the sightings' */
	if (taken)
		memmove(seen->sightings, seen->sightings + taken,
			(seen->count - taken) * sizeof *seen->sightings);
	seen->count -= taken;
	sighting_list_fini(seen);
	for (size_t i = first; i < list->count; i++) {
		list->outcomes[i].read_seconds = clock_seconds() - start;
		pipeline_set_symmetry(pipeline->symmetry, &list->outcomes[i]);
	}
	return result;
}

int pipeline_read(struct pipeline *pipeline, const struct image *image,
		  struct outcome_list *list, struct problem *problem)
{
	struct sighting_list seen = { 0 };
	double start;

	if (!pipeline->vision) {
		pipeline->vision = vision_new(problem);
		if (!pipeline->vision)
			return -1;
		vision_say(pipeline->vision, &pipeline->said);
	}
	start = clock_seconds();
	if (vision_read(pipeline->vision, image, pipeline->families, &seen,
			problem) < 0) {
		sighting_list_fini(&seen);
		return -1;
	}
	return take_all(pipeline, &seen, start, list, problem);
}

int pipeline_join(struct pipeline *pipeline, const struct image *const *images,
		  int count, struct outcome_list *list,
		  struct pillar_view *views, struct problem *problem)
{
	struct sighting_list seen = { 0 };
	double start = clock_seconds();
	size_t first = list->count;

	if (pillar_join(images, count, &seen, views, problem) < 0) {
		sighting_list_fini(&seen);
		return -1;
	}
	if (take_all(pipeline, &seen, start, list, problem) < 0)
		return -1;
	for (size_t i = first; i < list->count; i++)
		list->outcomes[i].has_place = false;
	return 0;
}

void pipeline_place(struct outcome *outcome, const struct pillar_view *view)
{
	outcome->has_place = true;
	outcome->view = view;
	outcome->px_corners = pillar_px_corners(&view->pillar);
}

bool pipeline_reading_sure(const struct outcome *outcome)
{
	return !outcome->from_picture ||
	       outcome->confidence >= PIPELINE_CONFIDENCE_MIN;
}

/* Is the reading so sure that the puzzle must be as odd as it looks? A sum that
 * only negative numbers make is no such case: where a page cuts digits off,
 * what is left of a number is read surely. */
static bool beyond_doubt(const struct outcome *outcome)
{
	if (outcome->from_picture &&
	    outcome->result.unusual == UNUSUAL_NEGATIVE)
		return false;
	if (outcome->from_picture && outcome->confidence < PIPELINE_WHOLE_SURE)
		return false;
	for (size_t i = 0; i < outcome->reading_count; i++)
		if (outcome->readings[i].confidence < PIPELINE_CLUE_SURE)
			return false;
	return true;
}

/* How sure the reading is of all that is no clue (the grid, its size). */
static double frame_confidence(const struct outcome *outcome)
{
	double clues = 1;

	for (size_t i = 0; i < outcome->reading_count; i++)
		clues *= outcome->readings[i].confidence;
	if (clues <= outcome->confidence)
		return 1;
	return outcome->confidence / clues;
}

/* How sure that is once the puzzle makes sense as read, which something else
 * that was taken for it rarely does (Bayes' theorem). */
static double frame_if_sensible(const struct outcome *outcome)
{
	double sense = puzzle_family(outcome->puzzle.family)->misread_sense;
	double whole = frame_confidence(outcome);

	return whole / (whole + (1 - whole) * (sense > 0 ? sense : 1));
}

static int name_doubts(struct outcome *outcome, struct problem *problem)
{
	outcome->doubts =
		alloc_array(outcome->reading_count, sizeof *outcome->doubts);
	if (!outcome->doubts)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	for (size_t i = 0; i < outcome->reading_count; i++) {
		struct outcome_change *doubt =
			&outcome->doubts[outcome->doubt_count];

		if (outcome->readings[i].confidence >= PIPELINE_CLUE_SURE)
			continue;
		doubt->reading = outcome->readings[i];
		memcpy(doubt->value, doubt->reading.value, sizeof doubt->value);
		outcome->doubt_count++;
	}
	return 0;
}

int pipeline_set_rules(const char *rules, struct puzzle *puzzle,
		       struct problem *problem)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);

	if (!rules)
		return 0;
	if (!family->set_rules)
		return problem_set(problem, PROBLEM_INPUT,
				   "%s has only one set of rules, not '%.40s'",
				   family->title, rules);
	return family->set_rules(puzzle, rules, problem);
}

static struct solve_options options_until(const struct pipeline *pipeline,
					  double end)
{
	struct solve_options options = pipeline->solve;

	options.deadline = deadline_in(end - clock_seconds(),
				       pipeline->solve.deadline.stop);
	return options;
}

/* Solved, and with one answer where the family promises one? By negative
 * numbers nearly any misread pyramid is, which says nothing. */
static bool makes_sense(const struct puzzle *puzzle,
			const struct solve_result *result)
{
	return result->verdict == VERDICT_SOLVED &&
	       result->unusual != UNUSUAL_NEGATIVE &&
	       (result->unique == KNOWN_YES ||
		!puzzle_family(puzzle->family)->promises_one);
}

/* A solver's word in our terms; "none" and solutions were proved and checked
 * there, solutions are checked again here: nothing unchecked is shown. */
static int accept(struct outcome *outcome, struct problem *problem)
{
	struct solve_result *result = &outcome->result;
	struct breach breach;

	outcome->verdict = result->verdict == VERDICT_SOLVED ? OUTCOME_SOLVED
			   : result->verdict == VERDICT_NONE ? OUTCOME_NONE
							     : OUTCOME_UNKNOWN;
	for (size_t i = 0; i < result->solution_count; i++)
		if (!puzzle_check(&outcome->puzzle, &result->solutions[i],
				  &breach))
			return problem_set(problem, PROBLEM_INPUT,
					   "the answer found breaks rule %d "
					   "at %s: %.120s",
					   breach.rule, breach.at, breach.text);
	if (result->verdict == VERDICT_SOLVED && !result->solution_count)
		outcome->verdict = OUTCOME_UNKNOWN;
	if (result->reason[0])
		note(outcome, "%s", result->reason);
	if (result->remark[0])
		note(outcome, "%s", result->remark);
	return 0;
}

/* Which places hold the same in all solutions of `several`? */
static int compare(struct outcome *outcome, const struct solve_result *several,
		   struct problem *problem)
{
	const struct puzzle *puzzle = &outcome->puzzle;
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	size_t places = family->places(puzzle);
	size_t same = 0;

	if (!places || several->solution_count < 2)
		return 0;
	outcome->agreed = alloc_array(places, sizeof *outcome->agreed);
	if (!outcome->agreed)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	for (size_t i = 0; i < places; i++) {
		int value = family->value_at(puzzle, &several->solutions[0], i);
		size_t k = 1;

		while (k < several->solution_count &&
		       family->value_at(puzzle, &several->solutions[k], i) ==
			       value)
			k++;
		outcome->agreed[i] = k == several->solution_count;
		same += outcome->agreed[i];
	}
	note(outcome,
	     several->count_complete
		     ? N_("they agree on %zu of %zu places")
		     : N_("those found agree on %zu of %zu places"),
	     same, places);
	return 0;
}

/* Several answers where one was promised: how many, and where they agree. */
static int explain_several(struct pipeline *pipeline, struct outcome *outcome,
			   double end, struct problem *problem)
{
	struct solve_options options = options_until(pipeline, end);
	struct solve_result several = { 0 };
	int result;

	options.count = false;
	options.solutions_max = PIPELINE_AGREED_MAX;
	result = solve_puzzle(&outcome->puzzle, &options, &several, problem);
	if (result == 0 && several.solution_count > 1) {
		bool full = several.solution_count >= PIPELINE_AGREED_MAX;
		bool all = !full && several.verdict == VERDICT_SOLVED &&
			   several.count_complete;

		note(outcome,
		     all ? N_("%zu solutions where one is usual")
			 : N_("at least %zu solutions where one is usual"),
		     several.solution_count);
		result = compare(outcome, &several, problem);
	} else if (result == 0) {
		note(outcome, "several solutions where one is usual");
	}
	solve_result_fini(&several);
	return result;
}

struct judging {
	struct pipeline *pipeline;
	const struct outcome *outcome;
	double end;
};

static int apply(const struct pipeline *pipeline, const struct outcome *outcome,
		 const struct repair_candidate *candidate,
		 struct puzzle *puzzle, struct problem *problem)
{
	int result = 0;

	if (puzzle_copy(&outcome->puzzle, puzzle, problem) < 0)
		return -1;
	for (int i = 0; result == 0 && i < candidate->count; i++) {
		const struct repair_change *change = &candidate->changes[i];
		const struct reading *reading =
			&outcome->readings[change->reading];

		result = puzzle_set_clue(
			puzzle, reading->clue,
			reading->instead[change->instead].value, problem);
	}
	if (result == 0)
		result = pipeline_set_rules(pipeline->rules, puzzle, problem);
	if (result < 0)
		puzzle_fini(puzzle);
	return result;
}

/* A number for the answer, never 0: FNV-1a over its places (Fowler, Noll, Vo).
 */
static uint64_t answer_number(const struct puzzle *puzzle,
			      const struct solution *solution)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	size_t places = family->places(puzzle);
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < places; i++) {
		hash ^= (uint64_t)family->value_at(puzzle, solution, i);
		hash *= 1099511628211u;
	}
	return places ? hash | 1 : 0;
}

static enum repair_sense judge(void *data, struct repair_candidate *candidate)
{
	struct judging *judging = data;
	struct solve_options options =
		options_until(judging->pipeline, judging->end);
	enum repair_sense sense = REPAIR_UNDECIDED;
	struct solve_result result;
	struct puzzle puzzle;

	/* a value that the puzzle cannot hold (a total beyond its row) */
	if (apply(judging->pipeline, judging->outcome, candidate, &puzzle,
		  NULL) < 0)
		return REPAIR_SENSELESS;
	options.solutions_max = 1;
	options.count = false;
	if (solve_puzzle(&puzzle, &options, &result, NULL) == 0) {
		if (makes_sense(&puzzle, &result)) {
			sense = REPAIR_SENSIBLE;
			candidate->nought = result.unusual == UNUSUAL_NOUGHT;
			candidate->answer =
				answer_number(&puzzle, &result.solutions[0]);
		} else if (result.verdict == VERDICT_NONE ||
			   result.unusual == UNUSUAL_NEGATIVE) {
			sense = REPAIR_SENSELESS;
		} else if (result.verdict == VERDICT_SOLVED &&
			   result.unique == KNOWN_NO) {
			sense = REPAIR_SEVERAL;
		}
	}
	solve_result_fini(&result);
	puzzle_fini(&puzzle);
	return sense;
}

static void note_change(struct outcome *outcome,
			const struct outcome_change *change, bool sure)
{
	struct buffer text;

	buffer_init(&text);
	doubt_put_change(&outcome->puzzle, change, sure, &text);
	note(outcome, "%s", buffer_text(&text));
	buffer_fini(&text);
}

/* Puts the best candidate into the puzzle and notes what was changed; a
 * doubt remains unless that is `sure`. */
static int adopt(const struct pipeline *pipeline, struct outcome *outcome,
		 const struct repair_candidate *best, bool sure,
		 struct problem *problem)
{
	struct puzzle puzzle;

	if (!best->count)
		return 0;
	if (apply(pipeline, outcome, best, &puzzle, problem) < 0)
		return -1;
	memcpy(puzzle.id, outcome->puzzle.id, sizeof puzzle.id);
	puzzle_fini(&outcome->puzzle);
	outcome->puzzle = puzzle;
	outcome->repaired =
		alloc_array((size_t)best->count, sizeof *outcome->repaired);
	if (!outcome->repaired)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	for (int i = 0; i < best->count; i++) {
		const struct reading *reading =
			&outcome->readings[best->changes[i].reading];
		struct outcome_change *change = &outcome->repaired[i];

		change->reading = *reading;
		memcpy(change->value,
		       reading->instead[best->changes[i].instead].value,
		       sizeof change->value);
		outcome->repaired_count++;
		note_change(outcome, change, sure);
	}
	return 0;
}

/* Would no answer to it be believed, whatever makes sense? */
static bool is_hopeless(const struct outcome *outcome)
{
	bool even = outcome->confidence < PIPELINE_CONFIDENCE_EVEN;

	for (size_t i = 0; i < outcome->reading_count; i++)
		even |= outcome->readings[i].confidence < PIPELINE_CLUE_EVEN;
	return !pipeline_reading_sure(outcome) &&
	       !puzzle_family(outcome->puzzle.family)->promises_one && even;
}

static const char *why_doubtful(const struct outcome *outcome,
				const struct repair_result *repair)
{
	if (is_hopeless(outcome))
		return _("doubtful: too much of it is uncertain");
	if (repair->outcome == REPAIR_AMBIGUOUS)
		return _("doubtful: more than one reading makes sense");
	if (repair->outcome == REPAIR_STOPPED)
		return _("doubtful: no time left to weigh other readings");
	if (outcome->result.verdict == VERDICT_NONE)
		return _("doubtful: no solution as read");
	if (outcome->result.unusual == UNUSUAL_NEGATIVE)
		return _("doubtful: as read, only negative numbers fit");
	if (outcome->result.verdict == VERDICT_SOLVED &&
	    outcome->result.unique == KNOWN_NO)
		return _("doubtful: several solutions as read");
	return _("doubtful: not read surely enough");
}

static int leave_doubtful(struct outcome *outcome, const char *why,
			  struct problem *problem)
{
	note(outcome, "%s", why);
	outcome->verdict = OUTCOME_DOUBTFUL;
	solve_result_fini(&outcome->result);
	return name_doubts(outcome, problem);
}

/* No other reading of the clues would help then. */
static int doubt_whole(struct outcome *outcome, struct problem *problem)
{
	outcome->doubted_whole = true;
	return leave_doubtful(outcome,
			      _("doubtful: this may be only a part of the "
				"puzzle, or something else"),
			      problem);
}

/* Weighs the readings of the clues. `chance`: the share of readings that were
 * not even thought of and would make sense. */
static int weigh(struct pipeline *pipeline, struct outcome *outcome, double end,
		 double chance, struct repair_result *found,
		 struct problem *problem)
{
	struct judging judging = { pipeline, outcome, end };
	const struct repair_task task = {
		.readings = outcome->readings,
		.count = outcome->reading_count,
		.chance = chance,
		.unsure = !pipeline_reading_sure(outcome),
		.judge = judge,
		.data = &judging,
	};

	*found = (struct repair_result){ .outcome = REPAIR_NOTHING };
	return repair_search(&task, found, problem);
}

/* Is there another reading of a clue that is likely enough to rival the one
 * taken? (Changes of several clues are less likely than each of them.) */
static bool has_rivals(const struct outcome *outcome)
{
	for (size_t i = 0; i < outcome->reading_count; i++) {
		const struct reading *reading = &outcome->readings[i];

		for (int k = 0; k < reading->instead_count; k++)
			if (reading->instead[k].confidence * REPAIR_STAND_OUT >
			    reading->confidence)
				return true;
	}
	return false;
}

/* The reading is sure enough and makes sense; but where another reading of a
 * clue is nearly as likely and makes sense, too, nobody can tell which is
 * right: a solver rarely notices a misread digit (FACTS). */
static int doubt_rivals(struct pipeline *pipeline, struct outcome *outcome,
			double end, struct problem *problem)
{
	struct repair_result found;

	if (weigh(pipeline, outcome, end, 0, &found, problem) < 0)
		return -1;
	if (found.outcome == REPAIR_FOUND)
		return accept(outcome, problem);
	return leave_doubtful(outcome, why_doubtful(outcome, &found), problem);
}

/* Does a candidate take a clue for none? Less is asked of its answer then,
 * which may hide that another clue was misread: a total of 48 read as 18 was
 * said not to be shown. */
static bool leaves_out(const struct outcome *outcome,
		       const struct repair_candidate *candidate)
{
	for (int i = 0; i < candidate->count; i++) {
		const struct repair_change *change = &candidate->changes[i];
		const struct reading *reading =
			&outcome->readings[change->reading];

		if (!strcmp(reading->instead[change->instead].value, "null"))
			return true;
	}
	return false;
}

/* The reading is in doubt: looks for the one combination of readings that
 * makes sense, and says so, or leaves the puzzle doubtful. Where it may have no
 * answer indeed the likeliest combination that has one stands, in doubt, if
 * that is rather the case. */
static int repair(struct pipeline *pipeline, struct outcome *outcome,
		  double end, struct problem *problem)
{
	const struct puzzle_family *family =
		puzzle_family(outcome->puzzle.family);
	bool guess = family->may_have_none &&
		     outcome->result.verdict == VERDICT_NONE;
	double chance = family->misread_sense;
	struct repair_result found = { .outcome = REPAIR_NOTHING };
	struct solve_options options;
	bool stands;

	if (guess)
		end = fmin(end, clock_seconds() + PIPELINE_GUESS_SECONDS);
	if ((guess || !is_hopeless(outcome)) &&
	    weigh(pipeline, outcome, end, chance > 0 ? chance : 1, &found,
		  problem) < 0)
		return -1;
	stands = guess ? (found.outcome == REPAIR_FOUND ||
			  found.outcome == REPAIR_AMBIGUOUS) &&
				 found.best.cost < -log(PIPELINE_NONE_ODDS)
		       : found.outcome == REPAIR_FOUND;
	if (stands && family->promises_one && leaves_out(outcome, &found.best))
		return leave_doubtful(
			outcome,
			_("doubtful: it has an answer only if one of the clues "
			  "that were read is left out"),
			problem);
	if (stands && !found.best.several &&
	    adopt(pipeline, outcome, &found.best, !guess, problem) < 0)
		return -1;
	if (guess || !stands || found.best.several)
		return leave_doubtful(outcome, why_doubtful(outcome, &found),
				      problem);
	solve_result_fini(&outcome->result);
	options = options_until(pipeline, end);
	if (solve_puzzle(&outcome->puzzle, &options, &outcome->result,
			 problem) < 0)
		return -1;
	return accept(outcome, problem);
}

/* Any answer will do: one that is known already, too. A named engine is meant
 * to work. */
static bool may_remember(const struct pipeline *pipeline)
{
	const struct solve_options *options = &pipeline->solve;

	return pipeline->store && !options->count &&
	       options->solutions_max == 1 && options->order == ORDER_ANY &&
	       options->engine == ENGINE_AUTO;
}

static int find_answer(struct pipeline *pipeline, struct outcome *outcome,
		       const struct solve_options *options,
		       struct problem *problem)
{
	struct solve_result *result = &outcome->result;

	memset(result, 0, sizeof *result);
	if (may_remember(pipeline) &&
	    store_find(pipeline->store, &outcome->puzzle, pipeline->rules,
		       result))
		return 0;
	if (solve_puzzle(&outcome->puzzle, options, result, problem) < 0)
		return -1;
	if (may_remember(pipeline))
		store_keep(pipeline->store, &outcome->puzzle, pipeline->rules,
			   result);
	return 0;
}

/* Are there so many answers that a clue was surely taken for a blank? */
static bool has_many(struct pipeline *pipeline, const struct outcome *outcome,
		     double end)
{
	struct solve_options options = options_until(pipeline, end);
	struct solve_result several = { 0 };
	bool many;

	options.count = false;
	options.solutions_max = PIPELINE_AGREED_MAX;
	many = solve_puzzle(&outcome->puzzle, &options, &several, NULL) == 0 &&
	       several.solution_count >= PIPELINE_AGREED_MAX;
	solve_result_fini(&several);
	return many;
}

/* All numbers that look as if a player had entered them may be givens: where
 * the puzzle has several answers without them and one with them, they are. */
static int take_entered(struct pipeline *pipeline, struct outcome *outcome,
			double end, struct problem *problem)
{
	struct solve_options options = options_until(pipeline, end);
	struct solve_result result = { 0 };
	struct puzzle puzzle;
	size_t taken = 0;

	if (puzzle_copy(&outcome->puzzle, &puzzle, problem) < 0)
		return -1;
	for (size_t i = 0; i < outcome->reading_count; i++) {
		const struct reading *reading = &outcome->readings[i];

		if (reading->entered && reading->instead_count &&
		    puzzle_set_clue(&puzzle, reading->clue,
				    reading->instead[0].value, NULL) == 0)
			taken++;
	}
	if (!taken || solve_puzzle(&puzzle, &options, &result, NULL) < 0 ||
	    !makes_sense(&puzzle, &result)) {
		solve_result_fini(&result);
		puzzle_fini(&puzzle);
		return 0;
	}
	for (size_t i = 0; i < outcome->reading_count; i++) {
		struct reading *reading = &outcome->readings[i];

		if (reading->entered && reading->instead_count)
			memcpy(reading->value, reading->instead[0].value,
			       sizeof reading->value);
		reading->entered = false;
	}
	memcpy(puzzle.id, outcome->puzzle.id, sizeof puzzle.id);
	puzzle_fini(&outcome->puzzle);
	outcome->puzzle = puzzle;
	solve_result_fini(&outcome->result);
	outcome->result = result;
	note(outcome, "%s",
	     _("without these it has several answers, so they are clues after "
	       "all"));
	return 1;
}

static int solve(struct pipeline *pipeline, struct outcome *outcome, double end,
		 struct problem *problem)
{
	struct solve_result *result = &outcome->result;
	bool promises_one = puzzle_family(outcome->puzzle.family)->promises_one;
	bool sure = pipeline_reading_sure(outcome), several, odd;
	bool whole =
		sure || frame_confidence(outcome) >= PIPELINE_CONFIDENCE_MIN;
	struct solve_options options;

	if (!whole && frame_if_sensible(outcome) < PIPELINE_CONFIDENCE_MIN)
		return doubt_whole(outcome, problem);
	if (is_hopeless(outcome))
		end = fmin(end, clock_seconds() + PIPELINE_GUESS_SECONDS);
	options = options_until(pipeline, end);
	if (find_answer(pipeline, outcome, &options, problem) < 0)
		return -1;
	if (!whole && !makes_sense(&outcome->puzzle, result))
		return doubt_whole(outcome, problem);
	several = promises_one && result->verdict == VERDICT_SOLVED &&
		  result->unique == KNOWN_NO;
	if (several && sure) {
		int taken = take_entered(pipeline, outcome, end, problem);

		if (taken < 0)
			return -1;
		several = !taken;
	}
	odd = several || result->verdict == VERDICT_NONE ||
	      result->unusual != UNUSUAL_NOT;
	if (!sure || (odd && !beyond_doubt(outcome)) ||
	    (several && outcome->from_picture &&
	     puzzle_family(outcome->puzzle.family)->never_many &&
	     has_many(pipeline, outcome, end)))
		return repair(pipeline, outcome, end, problem);
	if (promises_one && outcome->from_picture && has_rivals(outcome) &&
	    makes_sense(&outcome->puzzle, result))
		return doubt_rivals(pipeline, outcome, end, problem);
	if (accept(outcome, problem) < 0)
		return -1;
	if (several)
		return explain_several(pipeline, outcome, end, problem);
	return 0;
}

int pipeline_solve(struct pipeline *pipeline, struct outcome *outcome,
		   struct problem *problem)
{
	double start = clock_seconds();
	int result =
		pipeline_set_rules(pipeline->rules, &outcome->puzzle, problem);

	outcome->outline = pipeline->outline;
	outcome->style = pipeline->style;
	if (result == 0)
		result = solve(pipeline, outcome, start + pipeline->seconds,
			       problem);

	outcome->solve_seconds = clock_seconds() - start;
	if (result < 0) {
		solve_result_fini(&outcome->result);
		outcome->verdict = OUTCOME_UNKNOWN;
	}
	return result;
}
