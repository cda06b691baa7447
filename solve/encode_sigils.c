#include "encode_sigils.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "smt.h"

/* All placements on a board, as moves. */
struct placements {
	struct sigils_board board;
	struct sigils_move *moves;
	int count;
};

static bool fits(const struct sigils_board *board,
		 const struct sigils_form *form, int at)
{
	int row = at / board->width;
	int column = at % board->width;

	return column >= form->left && column + form->right < board->width &&
	       row + form->down < board->height &&
	       !(form->mask & board->holes[at]);
}

static int placements_init(struct placements *places,
			   const struct sigils *sigils)
{
	int area = sigils->columns * sigils->rows;
	bool wanted[SIGILS_KIND_COUNT] = { false };

	for (int i = 0; i < sigils->piece_count; i++)
		wanted[sigils->pieces[i]] = true;
	sigils_board_init(&places->board, sigils, false);
	places->count = 0;
	places->moves =
		alloc_array((size_t)area * SIGILS_FORMS, sizeof *places->moves);
	if (!places->moves)
		return -1;
	for (int form = 0; form < SIGILS_FORMS; form++)
		for (int at = 0; at < area; at++)
			if (wanted[places->board.forms[form].kind] &&
			    fits(&places->board, &places->board.forms[form],
				 at))
				places->moves[places->count++] =
					(struct sigils_move){ (uint16_t)at,
							      (uint8_t)form };
	return 0;
}

static bool covers(const struct placements *places, int index, int square)
{
	const struct sigils_move *move = &places->moves[index];
	int offset = square - move->at;

	return offset >= 0 && offset < 64 &&
	       (places->board.forms[move->form].mask >> offset & 1);
}

/* The placements that cover `square`, or (square < 0) are of `kind`. */
static int choose(const struct placements *places, int square, int kind,
		  int *chosen)
{
	int count = 0;

	for (int i = 0; i < places->count; i++)
		if (square >= 0
			    ? covers(places, i, square)
			    : places->board.forms[places->moves[i].form].kind ==
				      kind)
			chosen[count++] = i;
	return count;
}

static bool is_hole(const struct sigils_board *board, int square)
{
	return board->holes[square] & 1;
}

static int kind_count(const struct sigils *sigils, int kind)
{
	int count = 0;

	for (int i = 0; i < sigils->piece_count; i++)
		count += sigils->pieces[i] == kind;
	return count;
}

/* literals[i] becomes the literal of placement i. */
static void assert_rules(struct smt *smt, const struct sigils *sigils,
			 const struct placements *places, int *literals,
			 int *chosen)
{
	int area = sigils->columns * sigils->rows;

	for (int i = 0; i < places->count; i++)
		literals[i] = smt_bool(smt);
	for (int square = 0; square < area; square++) {
		int count = choose(places, square, 0, chosen);

		if (is_hole(&places->board, square))
			continue;
		for (int i = 0; i < count; i++)
			chosen[i] = literals[chosen[i]];
		if (count)
			smt_exactly(smt, chosen, count, 1);
		else
			smt_clause(smt, chosen, 0);
	}
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++) {
		int total = kind_count(sigils, kind);
		int count = choose(places, -1, kind, chosen);

		for (int i = 0; i < count; i++)
			chosen[i] = literals[chosen[i]];
		if (count)
			smt_exactly(smt, chosen, count, total);
		else if (total)
			smt_clause(smt, chosen, 0);
	}
}

/* Not all of these placements together again. */
static void exclude(struct smt *smt, const int *literals, const int *held,
		    int count, int *chosen)
{
	for (int i = 0; i < count; i++)
		chosen[i] = -literals[held[i]];
	smt_clause(smt, chosen, count);
}

/* Which placements make up `solution`? */
static int placements_of(const struct placements *places,
			 const struct sigils_solution *solution, int *held)
{
	const struct sigils_board *board = &places->board;
	int count = 0;

	for (int i = 0; i < places->count; i++) {
		const struct sigils_move *move = &places->moves[i];
		const struct sigils_form *form = &board->forms[move->form];
		int piece = 0;
		bool same = true;

		for (int j = 0; j < 4; j++) {
			int x, y;

			sigils_board_place(board,
					   move->at +
						   form->y[j] * board->width +
						   form->x[j],
					   &x, &y);
			same &= !piece || piece == solution->grid[y][x];
			piece = solution->grid[y][x];
		}
		if (same)
			held[count++] = i;
	}
	return count;
}

static void to_solution(const struct sigils *sigils,
			const struct placements *places, const int *held,
			int count, struct sigils_solution *solution)
{
	struct sigils_move moves[SIGILS_PIECES_MAX];

	for (int i = 0; i < count && i < SIGILS_PIECES_MAX; i++)
		moves[i] = places->moves[held[i]];
	sigils_board_solution(&places->board, sigils, moves,
			      count < SIGILS_PIECES_MAX ? count
							: SIGILS_PIECES_MAX,
			      solution);
}

/* `scratch` holds three arrays of places->count + 1. */
static enum search_answer enumerate(struct smt *smt,
				    const struct sigils *sigils,
				    const struct placements *places,
				    const struct encode_sigils_query *query,
				    int *scratch, struct problem *problem)
{
	int *literals = scratch;
	int *chosen = scratch + places->count + 1;
	int *held = chosen + places->count + 1;
	struct sigils_solution solution;
	enum smt_answer answer;
	bool found = false;
	int count;

	assert_rules(smt, sigils, places, literals, chosen);
	for (size_t i = 0; i < query->known_count; i++) {
		count = placements_of(places, &query->known[i].as.sigils, held);
		exclude(smt, literals, held, count, chosen);
	}
	while ((answer = smt_check(smt, query->deadline, problem)) == SMT_SAT) {
		found = true;
		count = 0;
		for (int i = 0; i < places->count; i++)
			if (smt_holds(smt, literals[i]))
				held[count++] = i;
		to_solution(sigils, places, held, count, &solution);
		if (!query->take(query->data, &solution))
			return SEARCH_FOUND;
		exclude(smt, literals, held, count, chosen);
	}
	if (answer != SMT_UNSAT)
		return SEARCH_UNKNOWN;
	return found ? SEARCH_FOUND : SEARCH_NONE;
}

enum search_answer encode_sigils_solve(const struct sigils *sigils,
				       const struct encode_sigils_query *query,
				       struct problem *problem)
{
	struct placements places = { .moves = NULL };
	enum search_answer answer = SEARCH_UNKNOWN;
	struct smt *smt = NULL;
	int *scratch = NULL;

	if (placements_init(&places, sigils) == 0)
		scratch = alloc_array(3 * (size_t)places.count + 3,
				      sizeof *scratch);
	if (!scratch)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for the placements");
	else
		smt = smt_new(problem);
	if (smt)
		answer = enumerate(smt, sigils, &places, query, scratch,
				   problem);
	smt_free(smt);
	free(scratch);
	free(places.moves);
	return answer;
}

static void print_name(const struct placements *places, int index,
		       struct buffer *out)
{
	const struct sigils_move *move = &places->moves[index];
	const struct sigils_form *form = &places->board.forms[move->form];
	int x = 0, y = SIGILS_SIDE_MAX;

	for (int i = 0; i < 4; i++) {
		int across, down;

		sigils_board_place(&places->board,
				   move->at + form->y[i] * places->board.width +
					   form->x[i],
				   &across, &down);
		if (down < y || (down == y && across < x)) {
			x = across;
			y = down;
		}
	}
	buffer_printf(out, "p_%c%d_%d_%d",
		      sigils_letter((enum sigils_kind)form->kind), form->pose,
		      x, y);
}

/* Exactly `total` of the chosen placements hold: a sequential counter (Sinz
 * 2005). NAME_i_j says that at least j of the first i + 1 hold. */
static void print_exactly(const struct placements *places, const int *chosen,
			  int count, int total, const char *name,
			  struct buffer *out)
{
	if (count < total) {
		buffer_puts(out, "(assert false)\n");
		return;
	}
	for (int i = 0; i < count; i++)
		for (int j = 1; j <= total + 1; j++) {
			buffer_printf(out,
				      "(declare-const %s_%d_%d Bool)\n"
				      "(assert (= %s_%d_%d (or ",
				      name, i, j, name, i, j);
			if (i)
				buffer_printf(out, "%s_%d_%d ", name, i - 1, j);
			else
				buffer_puts(out, "false ");
			if (j > 1 && i)
				buffer_printf(out, "(and %s_%d_%d ", name,
					      i - 1, j - 1);
			else if (j > 1)
				buffer_puts(out, "(and false ");
			print_name(places, chosen[i], out);
			buffer_puts(out, j > 1 ? "))))\n" : ")))\n");
		}
	if (count)
		buffer_printf(
			out, "(assert %s_%d_%d)\n(assert (not %s_%d_%d))\n",
			name, count - 1, total, name, count - 1, total + 1);
}

static void print_rules(const struct sigils *sigils,
			const struct placements *places, int *chosen,
			struct buffer *out)
{
	int area = sigils->columns * sigils->rows;
	char name[32];
	int count;

	buffer_puts(out, "; rule 3: placements are turns of a piece; "
			 "p_L1_x_y is an L turned once, its first square by "
			 "rows at x,y\n");
	for (int i = 0; i < places->count; i++) {
		buffer_puts(out, "(declare-const ");
		print_name(places, i, out);
		buffer_puts(out, " Bool)\n");
	}
	buffer_puts(out, "; rule 1: every square is covered once\n");
	for (int square = 0; square < area; square++) {
		int x, y;

		if (is_hole(&places->board, square))
			continue;
		sigils_board_place(&places->board, square, &x, &y);
		count = choose(places, square, 0, chosen);
		snprintf(name, sizeof name, "s_%d_%d", x, y);
		print_exactly(places, chosen, count, 1, name, out);
	}
	buffer_puts(out, "; rule 2: as many pieces of a kind as there are\n");
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++) {
		int total = kind_count(sigils, kind);

		if (!total)
			continue;
		count = choose(places, -1, kind, chosen);
		snprintf(name, sizeof name, "k_%c",
			 sigils_letter((enum sigils_kind)kind));
		print_exactly(places, chosen, count, total, name, out);
	}
}

void encode_sigils_print(const struct sigils *sigils, struct buffer *out)
{
	struct placements places = { .moves = NULL };
	int *chosen = NULL;

	if (placements_init(&places, sigils) == 0)
		chosen = alloc_array((size_t)places.count + 1, sizeof *chosen);
	if (!chosen) {
		out->failed = true;
		free(places.moves);
		return;
	}
	buffer_puts(out, "(set-option :produce-models true)\n"
			 "(set-logic QF_UF)\n");
	if (sigils_squares(sigils) != 4 * sigils->piece_count)
		buffer_puts(out, "; the pieces' area is not the frame's\n"
				 "(assert false)\n");
	print_rules(sigils, &places, chosen, out);
	buffer_puts(out, "(check-sat)\n");
	if (places.count) {
		buffer_puts(out, "(get-value (");
		for (int i = 0; i < places.count; i++) {
			buffer_puts(out, i ? "\n" : "");
			print_name(&places, i, out);
		}
		buffer_puts(out, "))\n");
	}
	free(chosen);
	free(places.moves);
}

int encode_sigils_values(const struct sigils *sigils, const json_t *values,
			 struct sigils_solution *solution,
			 struct problem *problem)
{
	struct placements places = { .moves = NULL };
	int held[SIGILS_PIECES_MAX];
	int count = 0, result = 0;
	struct buffer name;

	buffer_init(&name);
	if (placements_init(&places, sigils) < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for the placements");
	for (int i = 0; i < places.count && result == 0; i++) {
		const json_t *value;

		name.length = 0;
		print_name(&places, i, &name);
		value = json_object_get(values, buffer_text(&name));
		if (!json_is_boolean(value))
			result = problem_set(problem, PROBLEM_INPUT,
					     "no value for '%.40s'",
					     buffer_text(&name));
		else if (json_is_true(value) && count < SIGILS_PIECES_MAX)
			held[count++] = i;
	}
	if (result == 0)
		to_solution(sigils, &places, held, count, solution);
	buffer_fini(&name);
	free(places.moves);
	return result;
}
