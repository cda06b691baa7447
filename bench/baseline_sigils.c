#include "baseline_sigils.h"

#include <stdlib.h>
#include <string.h>
#include <z3.h>

struct baseline {
	const struct sigils *sigils;
	Z3_context context;
	Z3_solver solver;
	Z3_ast *cells; /* [square][piece] */
};

static void require(struct baseline *baseline, Z3_ast term)
{
	Z3_solver_assert(baseline->context, baseline->solver, term);
}

static Z3_ast cell(const struct baseline *baseline, int x, int y, int piece)
{
	const struct sigils *sigils = baseline->sigils;

	return baseline->cells[(y * sigils->columns + x) * sigils->piece_count +
			       piece];
}

/* At least one piece and, pairwise, at most one. */
static void encode_square(struct baseline *baseline, int x, int y)
{
	int pieces = baseline->sigils->piece_count;
	Z3_ast any[SIGILS_PIECES_MAX] = { 0 };

	for (int i = 0; i < pieces; i++)
		any[i] = cell(baseline, x, y, i);
	require(baseline, Z3_mk_or(baseline->context, (unsigned)pieces, any));
	for (int i = 0; i < pieces; i++)
		for (int j = 0; j < i; j++) {
			Z3_ast both[2] = { any[i], any[j] };

			require(baseline, Z3_mk_not(baseline->context,
						    Z3_mk_and(baseline->context,
							      2, both)));
		}
}

/* The four squares of a piece in one pose at one anchor. */
static Z3_ast placement(const struct baseline *baseline, int piece,
			const struct sigils_shape *shape, int x, int y)
{
	Z3_ast all[4];

	for (int i = 0; i < 4; i++)
		all[i] =
			cell(baseline, x + shape->x[i], y + shape->y[i], piece);
	return Z3_mk_and(baseline->context, 4, all);
}

/* On at least one square. */
static void encode_use(struct baseline *baseline, int piece)
{
	const struct sigils *sigils = baseline->sigils;
	Z3_ast any[SIGILS_SIDE_MAX * SIGILS_SIDE_MAX] = { 0 };
	unsigned count = 0;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			any[count++] = cell(baseline, x, y, piece);
	require(baseline, Z3_mk_or(baseline->context, count, any));
}

/* Some anchor and turn. */
static void encode_piece(struct baseline *baseline, int piece)
{
	const struct sigils *sigils = baseline->sigils;
	size_t most = (size_t)(4 * sigils->columns * sigils->rows);
	Z3_ast *any = calloc(most, sizeof(Z3_ast));
	unsigned count = 0;

	if (!any)
		abort();
	for (int turns = 0; turns < 4; turns++) {
		struct sigils_shape shape;

		sigils_shape((enum sigils_kind)sigils->pieces[piece], turns,
			     &shape);
		for (int y = 0; y + shape.height <= sigils->rows; y++)
			for (int x = 0; x + shape.width <= sigils->columns; x++)
				any[count++] = placement(baseline, piece,
							 &shape, x, y);
	}
	require(baseline, Z3_mk_or(baseline->context, count, any));
	free((void *)any);
}

static void encode(struct baseline *baseline)
{
	const struct sigils *sigils = baseline->sigils;
	int count = sigils->columns * sigils->rows * sigils->piece_count;
	Z3_sort sort = Z3_mk_bool_sort(baseline->context);

	for (int i = 0; i < count; i++)
		baseline->cells[i] = Z3_mk_const(
			baseline->context,
			Z3_mk_int_symbol(baseline->context, i), sort);
	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			encode_square(baseline, x, y);
	for (int i = 0; i < sigils->piece_count; i++) {
		encode_use(baseline, i);
		encode_piece(baseline, i);
	}
}

static void read_answer(const struct baseline *baseline,
			struct sigils_solution *answer)
{
	const struct sigils *sigils = baseline->sigils;
	Z3_model model =
		Z3_solver_get_model(baseline->context, baseline->solver);

	memset(answer, 0, sizeof *answer);
	Z3_model_inc_ref(baseline->context, model);
	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			for (int i = 0; i < sigils->piece_count; i++) {
				Z3_ast value;

				if (Z3_model_eval(baseline->context, model,
						  cell(baseline, x, y, i), true,
						  &value) &&
				    Z3_get_bool_value(baseline->context,
						      value) == Z3_L_TRUE)
					answer->grid[y][x] = (uint8_t)(i + 1);
			}
	Z3_model_dec_ref(baseline->context, model);
}

bool baseline_sigils(const struct sigils *sigils, unsigned seconds,
		     struct sigils_solution *answer)
{
	struct baseline baseline = { .sigils = sigils };
	Z3_config config = Z3_mk_config();
	Z3_params params;
	bool solved;

	baseline.context = Z3_mk_context(config);
	Z3_del_config(config);
	baseline.cells = calloc(
		(size_t)(sigils->columns * sigils->rows * sigils->piece_count),
		sizeof(Z3_ast));
	if (!baseline.cells)
		abort();
	baseline.solver = Z3_mk_solver(baseline.context);
	Z3_solver_inc_ref(baseline.context, baseline.solver);
	params = Z3_mk_params(baseline.context);
	Z3_params_inc_ref(baseline.context, params);
	Z3_params_set_uint(baseline.context, params,
			   Z3_mk_string_symbol(baseline.context, "timeout"),
			   1000 * seconds);
	Z3_solver_set_params(baseline.context, baseline.solver, params);
	Z3_params_dec_ref(baseline.context, params);
	encode(&baseline);
	solved =
		Z3_solver_check(baseline.context, baseline.solver) == Z3_L_TRUE;
	if (solved)
		read_answer(&baseline, answer);
	free((void *)baseline.cells);
	Z3_solver_dec_ref(baseline.context, baseline.solver);
	Z3_del_context(baseline.context);
	return solved;
}
