#include "tracks_forms.h"

#include <stdio.h>
#include <string.h>

/* Edges are named by the square they leave and the way they go: e_x_y runs
 * from square x,y to the one right of it, w_x_y back to x,y; s_x_y to the one
 * below, n_x_y back up. */
struct edge_name {
	char in[24], out[24]; /* into and out of the square in question */
};

/* The edges of a square to its neighbours; returns how many. */
static int name_edges(const struct tracks *tracks, int x, int y,
		      struct edge_name names[4])
{
	const struct {
		bool there;
		const char *in, *out;
		int x, y;
	} all[4] = {
		{ x + 1 < tracks->columns, "w", "e", x, y },
		{ y + 1 < tracks->rows, "n", "s", x, y },
		{ x > 0, "e", "w", x - 1, y },
		{ y > 0, "s", "n", x, y - 1 },
	};
	int count = 0;

	for (int i = 0; i < 4; i++) {
		if (!all[i].there)
			continue;
		snprintf(names[count].in, sizeof names[count].in, "%s_%d_%d",
			 all[i].in, all[i].x, all[i].y);
		snprintf(names[count].out, sizeof names[count].out, "%s_%d_%d",
			 all[i].out, all[i].x, all[i].y);
		count++;
	}
	return count;
}

/* Bits of a number from 0 to `largest`. */
static int bits_for(int largest)
{
	int bits = 1;

	while (largest >> bits)
		bits++;
	return bits;
}

static void put_bits(struct buffer *out, int value, int bits)
{
	buffer_puts(out, "#b");
	while (bits-- > 0)
		buffer_puts(out, value >> bits & 1 ? "1" : "0");
}

static void declare(const struct tracks *tracks, struct buffer *out,
		    int position_bits)
{
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			buffer_printf(out,
				      "(declare-const used_%d_%d Bool)\n"
				      "(declare-const at_%d_%d "
				      "(_ BitVec %d))\n",
				      x, y, x, y, position_bits);
			if (x + 1 < tracks->columns)
				buffer_printf(
					out,
					"(declare-const e_%d_%d Bool)\n"
					"(declare-const w_%d_%d Bool)\n"
					"(define-fun across_%d_%d () Bool "
					"(or e_%d_%d w_%d_%d))\n",
					x, y, x, y, x, y, x, y, x, y);
			if (y + 1 < tracks->rows)
				buffer_printf(out,
					      "(declare-const s_%d_%d Bool)\n"
					      "(declare-const n_%d_%d Bool)\n"
					      "(define-fun down_%d_%d () Bool "
					      "(or s_%d_%d n_%d_%d))\n",
					      x, y, x, y, x, y, x, y, x, y);
		}
}

/* Exactly one of the edges that lead in (or out) if the square is used and no
 * port does so, none otherwise. */
static void put_degree(struct buffer *out, const struct edge_name *names,
		       int count, bool in, bool port, const char *used)
{
	if (port)
		buffer_printf(out, "(assert %s)\n", used);
	else
		buffer_printf(out, "(assert (=> %s (or", used);
	for (int i = 0; i < count; i++) {
		const char *name = in ? names[i].in : names[i].out;

		if (port)
			buffer_printf(out, "(assert (not %s))\n", name);
		else
			buffer_printf(out, " %s", name);
	}
	if (port)
		return;
	buffer_puts(out, ")))\n");
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			buffer_printf(out, "(assert (not (and %s %s)))\n",
				      in ? names[i].in : names[i].out,
				      in ? names[j].in : names[j].out);
}

/* Rules 1 and 2 for one square. */
static void put_square(const struct tracks *tracks, struct buffer *out, int x,
		       int y)
{
	struct edge_name names[4];
	int count = name_edges(tracks, x, y, names);
	int entry_x, entry_y, exit_x, exit_y;
	char used[32];

	snprintf(used, sizeof used, "used_%d_%d", x, y);
	tracks_port_square(tracks, &tracks->entry, &entry_x, &entry_y);
	tracks_port_square(tracks, &tracks->exit, &exit_x, &exit_y);
	for (int i = 0; i < count; i++)
		buffer_printf(out, "(assert (=> (or %s %s) %s))\n", names[i].in,
			      names[i].out, used);
	put_degree(out, names, count, true, x == entry_x && y == entry_y, used);
	put_degree(out, names, count, false, x == exit_x && y == exit_y, used);
}

static void put_total(const struct tracks *tracks, struct buffer *out, bool row,
		      int index)
{
	int total =
		row ? tracks->row_totals[index] : tracks->column_totals[index];
	int length = row ? tracks->columns : tracks->rows;
	int bits = bits_for(length);

	if (total == TRACKS_UNKNOWN)
		return;
	buffer_puts(out, "(assert (= ");
	put_bits(out, total, bits);
	buffer_puts(out, " (bvadd");
	for (int i = 0; i < length; i++) {
		buffer_printf(out, " (ite used_%d_%d ", row ? i : index,
			      row ? index : i);
		put_bits(out, 1, bits);
		buffer_puts(out, " ");
		put_bits(out, 0, bits);
		buffer_puts(out, ")");
	}
	buffer_puts(out, ")))\n");
}

/* "across_1_2": track at a side of a square; "true" or "false" on the rim. */
static void put_side(const struct tracks *tracks, struct buffer *out, int x,
		     int y, enum tracks_side side)
{
	const struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };
	bool upright = side == TRACKS_LEFT || side == TRACKS_RIGHT;
	bool port = false;
	int port_x, port_y;

	x -= side == TRACKS_LEFT;
	y -= side == TRACKS_TOP;
	if (x >= 0 && y >= 0 && x + upright < tracks->columns &&
	    y + !upright < tracks->rows) {
		buffer_printf(out, "%s_%d_%d", upright ? "across" : "down", x,
			      y);
		return;
	}
	x += side == TRACKS_LEFT;
	y += side == TRACKS_TOP;
	for (int i = 0; i < 2; i++) {
		tracks_port_square(tracks, ports[i], &port_x, &port_y);
		port |= ports[i]->side == side && port_x == x && port_y == y;
	}
	buffer_puts(out, port ? "true" : "false");
}

/* Rule 4. */
static void put_clue(const struct tracks *tracks, struct buffer *out, int x,
		     int y)
{
	int given = tracks->given[y][x];

	for (int side = 1; side <= 8; side *= 2) {
		bool yes = (tracks->half[y][x] & side) ||
			   (given != TRACKS_UNKNOWN && (given & side));
		bool no = given != TRACKS_UNKNOWN && !(given & side);

		if (yes) {
			buffer_puts(out, "(assert ");
			put_side(tracks, out, x, y, (enum tracks_side)side);
			buffer_puts(out, ")\n");
		}
		if (no) {
			buffer_puts(out, "(assert (not ");
			put_side(tracks, out, x, y, (enum tracks_side)side);
			buffer_puts(out, "))\n");
		}
	}
}

/* Rule 5: the square an edge leads to comes one later. Positions count modulo
 * more than there are squares, so that no loop can come back to its start. */
static void put_order(const struct tracks *tracks, struct buffer *out, int x,
		      int y, int bits)
{
	for (int down = 0; down < 2; down++) {
		int nx = x + !down, ny = y + down;

		if (nx >= tracks->columns || ny >= tracks->rows)
			continue;
		for (int back = 0; back < 2; back++) {
			buffer_printf(out,
				      "(assert (=> %s_%d_%d (= at_%d_%d "
				      "(bvadd at_%d_%d ",
				      down ? (back ? "n" : "s")
					   : (back ? "w" : "e"),
				      x, y, back ? x : nx, back ? y : ny,
				      back ? nx : x, back ? ny : y);
			put_bits(out, 1, bits);
			buffer_puts(out, "))))\n");
		}
	}
}

static void put_everywhere(const struct tracks *tracks, struct buffer *out,
			   void (*put)(const struct tracks *tracks,
				       struct buffer *out, int x, int y))
{
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++)
			put(tracks, out, x, y);
}

static void put_get_value(const struct tracks *tracks, struct buffer *out)
{
	buffer_puts(out, "(check-sat)\n(get-value (");
	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			if (x + 1 < tracks->columns)
				buffer_printf(out, "across_%d_%d\n", x, y);
			if (y + 1 < tracks->rows)
				buffer_printf(out, "down_%d_%d\n", x, y);
		}
	buffer_puts(out, "))\n");
}

int tracks_smt2(const struct puzzle *puzzle, struct buffer *out,
		struct problem *problem)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	int bits = bits_for(tracks->columns * tracks->rows);
	int x, y;

	buffer_printf(out,
		      "; Train Tracks, %d columns by %d rows. across_x_y: "
		      "track between square x,y\n"
		      "; and the one right of it, down_x_y: the one below; "
		      "counted from the top left.\n"
		      "(set-option :produce-models true)\n(set-logic QF_BV)\n",
		      tracks->columns, tracks->rows);
	declare(tracks, out, bits);
	buffer_puts(out, "; rules 1 and 2: into and out of a used square "
			 "leads one edge each, the entry\n; leads into its "
			 "square and the exit out of its own\n");
	put_everywhere(tracks, out, put_square);
	buffer_puts(out, "; rule 3: the totals of the rows, then of the "
			 "columns\n");
	for (y = 0; y < tracks->rows; y++)
		put_total(tracks, out, true, y);
	for (x = 0; x < tracks->columns; x++)
		put_total(tracks, out, false, x);
	buffer_puts(out, "; rule 4: given pieces and half pieces\n");
	put_everywhere(tracks, out, put_clue);
	buffer_puts(out, "; rule 5: along the track the squares' numbers "
			 "count up, so there is no loop\n");
	for (y = 0; y < tracks->rows; y++)
		for (x = 0; x < tracks->columns; x++)
			put_order(tracks, out, x, y, bits);
	put_get_value(tracks, out);
	if (out->failed)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for the formula");
	return 0;
}

/* The value of across_x_y or down_x_y; -1 where it is missing. */
static int edge_value(const json_t *values, const char *way, int x, int y,
		      struct problem *problem)
{
	char name[24];
	const json_t *value;

	snprintf(name, sizeof name, "%s_%d_%d", way, x, y);
	value = json_object_get(values, name);
	if (!json_is_boolean(value))
		return problem_set(problem, PROBLEM_INPUT,
				   "the reply has no truth value for '%s'",
				   name);
	return json_is_true(value);
}

/* The published script has a number for each square, its tile: V0, V1 and so
 * on by rows. */
static int read_published(const struct tracks *tracks, const json_t *values,
			  struct solution *solution, struct problem *problem)
{
	for (int i = 0; i < tracks->columns * tracks->rows; i++) {
		const json_t *value;
		char name[16];

		snprintf(name, sizeof name, "V%d", i);
		value = json_object_get(values, name);
		if (!json_is_integer(value) || json_integer_value(value) < 0 ||
		    json_integer_value(value) > 15)
			return problem_set(problem, PROBLEM_INPUT,
					   "the reply has no tile for '%s'",
					   name);
		solution->as.tracks
			.tiles[i / tracks->columns][i % tracks->columns] =
			(uint8_t)json_integer_value(value);
	}
	return 0;
}

int tracks_values(const struct puzzle *puzzle, const json_t *values,
		  struct solution *solution, struct problem *problem)
{
	const struct tracks *tracks = &puzzle->as.tracks;
	uint8_t(*tiles)[TRACKS_SIDE_MAX] = solution->as.tracks.tiles;
	const struct tracks_port *ports[2] = { &tracks->entry, &tracks->exit };
	int x, y;

	memset(&solution->as.tracks, 0, sizeof solution->as.tracks);
	if (json_object_get(values, "V0"))
		return read_published(tracks, values, solution, problem);
	for (y = 0; y < tracks->rows; y++)
		for (x = 0; x < tracks->columns; x++) {
			int across = 0, down = 0;

			if (x + 1 < tracks->columns)
				across = edge_value(values, "across", x, y,
						    problem);
			if (y + 1 < tracks->rows)
				down = edge_value(values, "down", x, y,
						  problem);
			if (across < 0 || down < 0)
				return -1;
			if (across) {
				tiles[y][x] |= TRACKS_RIGHT;
				tiles[y][x + 1] |= TRACKS_LEFT;
			}
			if (down) {
				tiles[y][x] |= TRACKS_BOTTOM;
				tiles[y + 1][x] |= TRACKS_TOP;
			}
		}
	for (int i = 0; i < 2; i++) {
		tracks_port_square(tracks, ports[i], &x, &y);
		tiles[y][x] |= (uint8_t)ports[i]->side;
	}
	return 0;
}
