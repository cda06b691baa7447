#include "baseline_tracks.h"

#include <string.h>
#include <z3.h>

enum { SIDE = TRACKS_SIDE_MAX };

static const int tiles[] = { 0, 3, 5, 6, 9, 10, 12 };
enum { TILES = sizeof tiles / sizeof *tiles };

struct baseline {
	const struct tracks *tracks;
	Z3_context context;
	Z3_solver solver;
	Z3_ast squares[SIDE][SIDE];
};

static Z3_ast number(struct baseline *baseline, int value)
{
	return Z3_mk_int(baseline->context, value,
			 Z3_mk_int_sort(baseline->context));
}

static Z3_ast is_tile(struct baseline *baseline, int x, int y, int tile)
{
	return Z3_mk_eq(baseline->context, baseline->squares[y][x],
			number(baseline, tile));
}

/* The square holds one of the tiles that have (or lack) a side. */
static Z3_ast has_side(struct baseline *baseline, int x, int y, int side)
{
	Z3_ast any[TILES];
	unsigned count = 0;

	for (int i = 0; i < TILES; i++)
		if (tiles[i] & side)
			any[count++] = is_tile(baseline, x, y, tiles[i]);
	return Z3_mk_or(baseline->context, count, any);
}

static void require(struct baseline *baseline, Z3_ast term)
{
	Z3_solver_assert(baseline->context, baseline->solver, term);
}

static void encode_domain(struct baseline *baseline, int x, int y)
{
	Z3_ast any[TILES];

	for (int i = 0; i < TILES; i++)
		any[i] = is_tile(baseline, x, y, tiles[i]);
	require(baseline, Z3_mk_or(baseline->context, TILES, any));
}

static bool is_port(const struct tracks *tracks, int x, int y, int side)
{
	const struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };
	int port_x, port_y;

	for (int i = 0; i < 2; i++) {
		tracks_port_square(tracks, ports[i], &port_x, &port_y);
		if (port_x == x && port_y == y && (int)ports[i]->side == side)
			return true;
	}
	return false;
}

/* A tile with a side implies a tile with the opposite one next to it; over
 * the rim only the ports lead. */
static void encode_joints(struct baseline *baseline, int x, int y)
{
	const struct tracks *tracks = baseline->tracks;
	Z3_context context = baseline->context;

	for (int side = 1; side <= 8; side *= 2) {
		int nx = x + (side == TRACKS_RIGHT) - (side == TRACKS_LEFT);
		int ny = y + (side == TRACKS_BOTTOM) - (side == TRACKS_TOP);
		int back = side > 2 ? side / 4 : side * 4;
		Z3_ast own = has_side(baseline, x, y, side);

		if (nx >= 0 && ny >= 0 && nx < tracks->columns &&
		    ny < tracks->rows)
			own = Z3_mk_implies(context, own,
					    has_side(baseline, nx, ny, back));
		else if (!is_port(tracks, x, y, side))
			own = Z3_mk_not(context, own);
		require(baseline, own);
	}
}

static void encode_total(struct baseline *baseline, bool row, int index)
{
	const struct tracks *tracks = baseline->tracks;
	Z3_context context = baseline->context;
	int length = row ? tracks->columns : tracks->rows;
	int total =
		row ? tracks->row_totals[index] : tracks->column_totals[index];
	Z3_ast parts[SIDE];

	if (total == TRACKS_UNKNOWN)
		return;
	for (int i = 0; i < length; i++)
		parts[i] = Z3_mk_ite(
			context,
			is_tile(baseline, row ? i : index, row ? index : i, 0),
			number(baseline, 0), number(baseline, 1));
	require(baseline,
		Z3_mk_eq(context, Z3_mk_add(context, (unsigned)length, parts),
			 number(baseline, total)));
}

static void encode(struct baseline *baseline)
{
	const struct tracks *tracks = baseline->tracks;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			baseline->squares[y][x] = Z3_mk_fresh_const(
				baseline->context, "square",
				Z3_mk_int_sort(baseline->context));
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			encode_domain(baseline, x, y);
			encode_joints(baseline, x, y);
			if (tracks->given[y][x] != TRACKS_UNKNOWN)
				require(baseline, is_tile(baseline, x, y,
							  tracks->given[y][x]));
		}
	for (int y = 0; y < tracks->rows; y++)
		encode_total(baseline, true, y);
	for (int x = 0; x < tracks->columns; x++)
		encode_total(baseline, false, x);
}

static void read_answer(struct baseline *baseline,
			struct tracks_solution *answer)
{
	const struct tracks *tracks = baseline->tracks;
	Z3_model model =
		Z3_solver_get_model(baseline->context, baseline->solver);

	Z3_model_inc_ref(baseline->context, model);
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			Z3_ast value;
			int tile = 0;

			if (Z3_model_eval(baseline->context, model,
					  baseline->squares[y][x], true,
					  &value))
				Z3_get_numeral_int(baseline->context, value,
						   &tile);
			answer->tiles[y][x] = (uint8_t)tile;
		}
	Z3_model_dec_ref(baseline->context, model);
}

bool baseline_tracks(const struct tracks *tracks,
		     struct tracks_solution *answer)
{
	Z3_config config = Z3_mk_config();
	struct baseline baseline = { .tracks = tracks,
				     .context = Z3_mk_context(config) };
	bool solved;

	Z3_del_config(config);
	baseline.solver = Z3_mk_solver_for_logic(
		baseline.context, Z3_mk_string_symbol(baseline.context, "LIA"));
	Z3_solver_inc_ref(baseline.context, baseline.solver);
	encode(&baseline);
	memset(answer, 0, sizeof *answer);
	solved =
		Z3_solver_check(baseline.context, baseline.solver) == Z3_L_TRUE;
	if (solved)
		read_answer(&baseline, answer);
	Z3_solver_dec_ref(baseline.context, baseline.solver);
	Z3_del_context(baseline.context);
	return solved;
}
