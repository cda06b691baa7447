#include "language.h"
#include "solve.h"

#include "engines.h"
#include "search_tracks.h"
#include "tracks_forms.h"
#include "z3_tracks.h"

static const struct engine_pair engines = {
	.z3 = z3_find_tracks,
	.search = search_tracks,
	.why_none = N_("no track meets all totals and given pieces"),
};

static int solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	return engines_solve(&engines, puzzle, options, result, problem);
}

static int watch(struct finder *finder, struct problem *problem)
{
	return (int)search_tracks(finder, problem);
}

const struct solve_family solve_tracks = {
	.watch = watch,
	.solve = solve,
	.smt2 = tracks_smt2,
	.values = tracks_values,
	.impossible = tracks_impossible,
	.wishes = "easy|half-clues|missing-totals|anywhere",
	.make = tracks_make,
};
