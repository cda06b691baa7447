#include "make_sigils.h"

#include "impossible_sigils.h"
#include "json_fields.h"
#include "rng.h"
#include "search_sigils.h"
#include "wish.h"

/* Random pieces on a random frame with as many holes as its size asks for. */
static void propose(struct sigils *sigils, struct rng *rng, int columns,
		    int rows, int holes)
{
	sigils_init(sigils, columns, rows);
	holes += (columns * rows - holes) % 4;
	while (holes > 0) {
		int x = (int)rng_below(rng, (uint32_t)columns);
		int y = (int)rng_below(rng, (uint32_t)rows);

		holes -= !sigils->hole[y][x];
		sigils->hole[y][x] = true;
	}
	sigils->piece_count = sigils_squares(sigils) / 4;
	for (int i = 0; i < sigils->piece_count; i++)
		sigils->pieces[i] = (uint8_t)rng_below(rng, SIGILS_KIND_COUNT);
}

static bool is_solvable(const struct puzzle *puzzle)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	/* No proposal may hold us up: the next may be easier. */
	const double seconds = 0.1;
	struct deadline deadline = deadline_in(seconds, NULL);
	struct sigils_search *search;
	struct sigils_solution solution;
	char reason[256];
	bool found;

	if (!sigils->piece_count ||
	    sigils_impossible(puzzle, reason, sizeof reason))
		return false;
	search = sigils_search_new(sigils, &deadline, false);
	found = search &&
		sigils_search_easiest(search, &solution) == SEARCH_FOUND;
	sigils_search_free(search);
	return found;
}

int sigils_make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem)
{
	/* Half of the random piece sets fail by parity, some of the others
	 * do not fit; 1000 in a row do only where the holes leave no room. */
	enum { PROPOSALS = 1000 };
	struct sigils *sigils = &puzzle->as.sigils;
	struct rng rng;
	int columns, rows, holes = 0;

	rng_seed(&rng, seed);
	columns = rng_between(&rng, 4, 8);
	rows = 2 * rng_between(&rng, 2, 3);
	if (json_field_int_if(wish, "columns", 2, SIGILS_SIDE_MAX, &columns,
			      problem) < 0 ||
	    json_field_int_if(wish, "rows", 2, SIGILS_SIDE_MAX, &rows,
			      problem) < 0 ||
	    json_field_int_if(wish, "holes", 0, columns * rows / 2, &holes,
			      problem) < 0)
		return -1;
	for (int i = 0; i < PROPOSALS; i++) {
		propose(sigils, &rng, columns, rows, holes);
		if (is_solvable(puzzle))
			return 0;
	}
	return problem_set(problem, PROBLEM_INPUT,
			   "no solvable pieces found for a frame of %d x %d "
			   "with %d holes",
			   columns, rows, holes);
}
