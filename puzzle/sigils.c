#include "sigils.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json_fields.h"
#include "language.h"
#include "puzzle.h"
#include "sigils_text.h"

/* As pictures, in the pose of FORMATS.md; a row of four has no second. */
static const struct {
	char letter;
	int poses;
	const char *picture[2];
} kinds[SIGILS_KIND_COUNT] = {
	[SIGILS_I] = { 'I', 2, { "####", "...." } },
	[SIGILS_O] = { 'O', 1, { "##..", "##.." } },
	[SIGILS_T] = { 'T', 4, { "###.", ".#.." } },
	[SIGILS_J] = { 'J', 4, { "#...", "###." } },
	[SIGILS_L] = { 'L', 4, { "..#.", "###." } },
	[SIGILS_S] = { 'S', 2, { ".##.", "##.." } },
	[SIGILS_Z] = { 'Z', 2, { "##..", ".##." } },
};

void sigils_init(struct sigils *sigils, int columns, int rows)
{
	memset(sigils, 0, sizeof *sigils);
	sigils->columns = columns;
	sigils->rows = rows;
}

char sigils_letter(enum sigils_kind kind)
{
	return kind < SIGILS_KIND_COUNT ? kinds[kind].letter : '?';
}

enum sigils_kind sigils_kind_of(char letter)
{
	int kind = 0;

	while (kind < SIGILS_KIND_COUNT && kinds[kind].letter != letter)
		kind++;
	return (enum sigils_kind)kind;
}

int sigils_poses(enum sigils_kind kind)
{
	return kinds[kind].poses;
}

/* Moves the squares to the origin and puts them in order by rows. */
static void normalise(const int x[4], const int y[4],
		      struct sigils_shape *shape)
{
	int left = x[0], top = y[0], right = x[0], bottom = y[0];
	int count = 0;

	for (int i = 1; i < 4; i++) {
		left = x[i] < left ? x[i] : left;
		right = x[i] > right ? x[i] : right;
		top = y[i] < top ? y[i] : top;
		bottom = y[i] > bottom ? y[i] : bottom;
	}
	memset(shape, 0, sizeof *shape);
	if (right - left > 3 || bottom - top > 3)
		return; /* no tetromino: width stays 0 */
	for (int row = top; row <= bottom; row++)
		for (int column = left; column <= right; column++)
			for (int i = 0; i < 4; i++)
				if (x[i] == column && y[i] == row &&
				    count < 4) {
					shape->x[count] =
						(int8_t)(column - left);
					shape->y[count++] = (int8_t)(row - top);
				}
	shape->width = (int8_t)(right - left + 1);
	shape->height = (int8_t)(bottom - top + 1);
}

void sigils_shape(enum sigils_kind kind, int turns, struct sigils_shape *shape)
{
	int x[4], y[4];
	int count = 0;

	for (int row = 0; row < 2; row++)
		for (int column = 0; column < 4; column++)
			if (kinds[kind].picture[row][column] == '#') {
				x[count] = column;
				y[count++] = row;
			}
	for (int turn = 0; turn < (turns & 3); turn++)
		for (int i = 0; i < 4; i++) {
			int right = x[i];

			/* clockwise, y down: (x, y) becomes (-y, x) */
			x[i] = -y[i];
			y[i] = right;
		}
	normalise(x, y, shape);
}

int sigils_middle_square(const struct sigils_shape *shape)
{
	double mean_x = 0, mean_y = 0, least = HUGE_VAL;
	int nearest = 0;

	for (int i = 0; i < 4; i++) {
		mean_x += shape->x[i] / 4.0;
		mean_y += shape->y[i] / 4.0;
	}
	for (int i = 0; i < 4; i++) {
		double away = hypot(shape->x[i] - mean_x, shape->y[i] - mean_y);

		if (away < least - 1e-9) {
			least = away;
			nearest = i;
		}
	}
	return nearest;
}

enum sigils_kind sigils_recognise(const int x[4], const int y[4], int *turns)
{
	struct sigils_shape shape, known;

	normalise(x, y, &shape);
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int turn = 0; turn < kinds[kind].poses; turn++) {
			sigils_shape((enum sigils_kind)kind, turn, &known);
			if (!memcmp(&shape, &known, sizeof shape)) {
				*turns = turn;
				return (enum sigils_kind)kind;
			}
		}
	return SIGILS_KIND_COUNT;
}

int sigils_squares(const struct sigils *sigils)
{
	int count = 0;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			count += !sigils->hole[y][x];
	return count;
}

int sigils_add_piece(struct sigils *sigils, enum sigils_kind kind,
		     struct problem *problem)
{
	if (sigils->piece_count == SIGILS_PIECES_MAX)
		return problem_set(problem, PROBLEM_LIMIT,
				   "more than %d pieces", SIGILS_PIECES_MAX);
	sigils->pieces[sigils->piece_count++] = (uint8_t)kind;
	return 0;
}

static int pieces_from_json(const json_t *json, struct sigils *sigils,
			    struct problem *problem)
{
	const json_t *list = json_object_get(json, "pieces");
	const json_t *turns = json_object_get(json, "turns");
	int values[SIGILS_PIECES_MAX];
	size_t index;
	json_t *item;

	if (!json_is_array(list))
		return problem_set(problem, PROBLEM_INPUT,
				   "\"pieces\" is not a list");
	json_array_foreach(list, index, item)
	{
		const char *name = json_string_value(item);
		enum sigils_kind kind = SIGILS_KIND_COUNT;

		if (name && strlen(name) == 1)
			kind = sigils_kind_of(name[0]);
		if (kind == SIGILS_KIND_COUNT)
			return problem_set(problem, PROBLEM_INPUT,
					   "pieces[%zu] is none of I O T J L "
					   "S Z: '%.20s'",
					   index, name ? name : "");
		if (sigils_add_piece(sigils, kind, problem) < 0)
			return -1;
	}
	/* our own field, no clue: in another's file it may mean anything */
	if (json_array_size(turns) == (size_t)sigils->piece_count &&
	    json_ints(turns, "turns", sigils->piece_count,
		      (struct json_range){ 0, 3 }, values, NULL) == 0)
		for (int i = 0; i < sigils->piece_count; i++)
			sigils->turns[i] =
				(uint8_t)(values[i] %
					  kinds[sigils->pieces[i]].poses);
	return 0;
}

/* "places": our own too. */
static void places_from_json(const json_t *json, struct sigils *sigils)
{
	const json_t *list = json_object_get(json, "places");

	if (json_array_size(list) != (size_t)sigils->piece_count)
		return;
	for (int i = 0; i < sigils->piece_count; i++) {
		const json_t *pair = json_array_get(list, (size_t)i);

		if (json_array_size(pair) != 2)
			return;
		sigils->places[i] = (struct sigils_place){
			json_number_value(json_array_get(pair, 0)),
			json_number_value(json_array_get(pair, 1)),
		};
	}
	sigils->has_places = sigils->piece_count > 0;
}

static json_t *places_to_json(const struct sigils *sigils)
{
	json_t *list = json_array();

	/* a hundredth of a square is enough to point at a piece */
	for (int i = 0; i < sigils->piece_count; i++)
		json_put_item(
			&list,
			json_pack("[f,f]",
				  round(sigils->places[i].x * 100) / 100,
				  round(sigils->places[i].y * 100) / 100));
	return list;
}

static int holes_from_json(const json_t *json, struct sigils *sigils,
			   struct problem *problem)
{
	const json_t *list = json_object_get(json, "holes");
	size_t index;
	json_t *item;

	if (list && !json_is_null(list) && !json_is_array(list))
		return problem_set(problem, PROBLEM_INPUT,
				   "\"holes\" is not a list");
	json_array_foreach(list, index, item)
	{
		int at[2];

		if (json_ints(item, "holes", 2,
			      (struct json_range){ 0, SIGILS_SIDE_MAX - 1 }, at,
			      problem) < 0)
			return -1;
		if (at[0] >= sigils->columns || at[1] >= sigils->rows)
			return problem_set(problem, PROBLEM_INPUT,
					   "a hole outside the frame: "
					   "'%d,%d'",
					   at[0], at[1]);
		sigils->hole[at[1]][at[0]] = true;
	}
	return 0;
}

static int from_json(const json_t *json, struct puzzle *puzzle,
		     struct problem *problem)
{
	struct sigils *sigils = &puzzle->as.sigils;
	int columns, rows;

	if (json_field_int(json, "columns", SIGILS_SIDE_MIN, SIGILS_SIDE_MAX,
			   &columns, problem) < 0 ||
	    json_field_int(json, "rows", SIGILS_SIDE_MIN, SIGILS_SIDE_MAX,
			   &rows, problem) < 0)
		return -1;
	sigils_init(sigils, columns, rows);
	if (pieces_from_json(json, sigils, problem) < 0)
		return -1;
	places_from_json(json, sigils);
	return holes_from_json(json, sigils, problem);
}

static json_t *to_json(const struct puzzle *puzzle)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	json_t *json = json_pack("{s:i,s:i}", "columns", sigils->columns,
				 "rows", sigils->rows);
	json_t *pieces = json_array();
	json_t *turns = json_array();
	json_t *holes = json_array();
	bool turned = false;
	bool holed = false;

	for (int i = 0; i < sigils->piece_count; i++) {
		json_put_item(
			&pieces,
			json_stringn(&kinds[sigils->pieces[i]].letter, 1));
		json_put_item(&turns, json_integer(sigils->turns[i]));
		turned |= sigils->turns[i] != 0;
	}
	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (sigils->hole[y][x]) {
				holed = true;
				json_put_item(&holes, json_pack("[i,i]", x, y));
			}
	json_put_field(&json, "pieces", pieces);
	if (turned)
		json_put_field(&json, "turns", json_incref(turns));
	if (sigils->has_places)
		json_put_field(&json, "places", places_to_json(sigils));
	if (holed)
		json_put_field(&json, "holes", json_incref(holes));
	json_decref(turns);
	json_decref(holes);
	return json;
}

static int solution_from_json(const json_t *json, const struct puzzle *puzzle,
			      struct solution *solution,
			      struct problem *problem)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	struct sigils_solution *answer = &solution->as.sigils;
	const json_t *rows = json_object_get(json, "grid");

	memset(answer, 0, sizeof *answer);
	if (json_array_size(rows) != (size_t)sigils->rows)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"grid\" is not %d rows", sigils->rows);
	for (int y = 0; y < sigils->rows; y++) {
		int values[SIGILS_SIDE_MAX];

		if (json_ints(json_array_get(rows, (size_t)y), "grid",
			      sigils->columns,
			      (struct json_range){ 0, SIGILS_PIECES_MAX },
			      values, problem) < 0)
			return -1;
		for (int x = 0; x < sigils->columns; x++)
			answer->grid[y][x] = (uint8_t)values[x];
	}
	return 0;
}

static json_t *solution_to_json(const struct puzzle *puzzle,
				const struct solution *solution)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	json_t *rows = json_array();

	for (int y = 0; y < sigils->rows; y++) {
		json_t *row = json_array();

		for (int x = 0; x < sigils->columns; x++)
			json_put_item(
				&row,
				json_integer(solution->as.sigils.grid[y][x]));
		json_put_item(&rows, row);
	}
	return json_pack("{s:o}", "grid", rows);
}

/* Rules 1 and 2 for one square. */
static bool check_square(const struct sigils *sigils,
			 const struct sigils_solution *answer, int x, int y,
			 struct breaches *breaches)
{
	int piece = answer->grid[y][x];

	if (sigils->hole[y][x] && piece &&
	    !breach_add(breaches, 1, place_square(x, y),
			"piece %d lies on a hole", piece))
		return false;
	if (!sigils->hole[y][x] && !piece)
		return breach_add(breaches, 1, place_square(x, y),
				  "no piece covers the square");
	if (piece > sigils->piece_count)
		return breach_add(breaches, 2, place_square(x, y),
				  "there is no piece %d", piece);
	return true;
}

/* Rules 2 and 3 for one piece. The checker looks for the piece's picture in
 * the frame; it shares no code with the search and the encoding, which work
 * on sigils_shape. */
static bool picture_lies_at(const struct sigils *sigils,
			    const struct sigils_solution *answer, int piece,
			    int turns, int x, int y)
{
	/* one step along and one step across the picture, for each turn */
	static const int8_t along[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};
	static const int8_t across[4][2] = {
		{ 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 0 }
	};

	for (int row = 0; row < 2; row++)
		for (int column = 0; column < 4; column++) {
			int atx = x + column * along[turns][0] +
				  row * across[turns][0];
			int aty = y + column * along[turns][1] +
				  row * across[turns][1];

			if (kinds[sigils->pieces[piece]].picture[row][column] !=
			    '#')
				continue;
			if (atx < 0 || aty < 0 || atx >= sigils->columns ||
			    aty >= sigils->rows ||
			    answer->grid[aty][atx] != piece + 1)
				return false;
		}
	return true;
}

/* A breach of a piece, and the squares that it lies on. */
static bool add_piece_breach(const struct sigils *sigils,
			     const struct sigils_solution *answer, int piece,
			     int rule, const char *text,
			     struct breaches *breaches)
{
	bool on = breach_add(breaches, rule,
			     (struct board_place){ PLACE_PIECE, piece, 0 },
			     "%s", text);

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (answer->grid[y][x] == piece + 1)
				breach_add_place(breaches, place_square(x, y));
	return on;
}

static bool check_piece(const struct sigils *sigils,
			const struct sigils_solution *answer, int piece,
			struct breaches *breaches)
{
	char text[40];
	int count = 0;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			count += answer->grid[y][x] == piece + 1;
	if (count != 4) {
		snprintf(text, sizeof text, _("it lies on %d squares, not 4"),
			 count);
		return add_piece_breach(sigils, answer, piece, 2,
					count ? text : _("it is not used"),
					breaches);
	}
	for (int turns = 0; turns < 4; turns++)
		for (int y = -1; y <= sigils->rows; y++)
			for (int x = -1; x <= sigils->columns; x++)
				if (picture_lies_at(sigils, answer, piece,
						    turns, x, y))
					return true;
	return add_piece_breach(sigils, answer, piece, 3,
				_("it has another shape where it lies"),
				breaches);
}

static void check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches)
{
	const struct sigils *sigils = &puzzle->as.sigils;
	const struct sigils_solution *answer = &solution->as.sigils;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (!check_square(sigils, answer, x, y, breaches))
				return;
	for (int i = 0; i < sigils->piece_count; i++)
		if (!check_piece(sigils, answer, i, breaches))
			return;
}

static bool place_words(const struct puzzle *puzzle,
			const struct board_place *place, struct buffer *out)
{
	if (place->kind != PLACE_PIECE)
		return false;
	buffer_printf(out, _("piece %d (%c)"), place->x + 1,
		      kinds[puzzle->as.sigils.pieces[place->x]].letter);
	return true;
}

static bool differ(struct buffer *difference, const char *what, int a, int b)
{
	if (difference)
		buffer_printf(difference, "%s: %d, not %d", what, b, a);
	return false;
}

static bool equal(const struct puzzle *first, const struct puzzle *second,
		  struct buffer *difference)
{
	const struct sigils *a = &first->as.sigils;
	const struct sigils *b = &second->as.sigils;
	int counts[2][SIGILS_KIND_COUNT] = { { 0 } };

	if (a->columns != b->columns)
		return differ(difference, "columns", a->columns, b->columns);
	if (a->rows != b->rows)
		return differ(difference, "rows", a->rows, b->rows);
	for (int i = 0; i < a->piece_count; i++)
		counts[0][a->pieces[i]]++;
	for (int i = 0; i < b->piece_count; i++)
		counts[1][b->pieces[i]]++;
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++) {
		const char what[] = { kinds[kind].letter, '\0' };

		if (counts[0][kind] != counts[1][kind])
			return differ(difference, what, counts[0][kind],
				      counts[1][kind]);
	}
	for (int y = 0; y < a->rows; y++)
		for (int x = 0; x < a->columns; x++)
			if (a->hole[y][x] != b->hole[y][x]) {
				if (difference)
					buffer_printf(difference,
						      "hole at [%d,%d]", x, y);
				return false;
			}
	return true;
}

static size_t places(const struct puzzle *puzzle)
{
	return (size_t)(puzzle->as.sigils.columns * puzzle->as.sigils.rows);
}

static void place_at(const struct puzzle *puzzle, size_t place, int *x, int *y)
{
	puzzle_grid_at(puzzle->as.sigils.columns, place, x, y);
}

static int value_at(const struct puzzle *puzzle,
		    const struct solution *solution, size_t place)
{
	int x, y;

	place_at(puzzle, place, &x, &y);
	return solution->as.sigils.grid[y][x];
}

const struct puzzle_family puzzle_sigils = {
	.name = "sigils",
	.title = N_("Sigils"),
	.plural = N_("sigils"),
	.promises_one = false,
	/* FACTS: a wrong piece type, 53 of 100 */
	.misread_sense = 0.53,
	.from_json = from_json,
	.to_json = to_json,
	.solution_from_json = solution_from_json,
	.solution_to_json = solution_to_json,
	.claim_text = sigils_claim_text,
	.from_text = sigils_from_text,
	.to_text = sigils_to_text,
	.check = check,
	.place_words = place_words,
	.equal = equal,
	.places = places,
	.value_at = value_at,
	.place_at = place_at,
};
