#include "panel.h"

#include <stdio.h>
#include <string.h>

#include "language.h"
#include "panel_clue.h"
#include "panel_forms.h"
#include "puzzle.h"

void panel_init(struct panel *panel, int columns, int rows, bool wraps)
{
	memset(panel, 0, sizeof *panel);
	panel->columns = columns;
	panel->rows = rows;
	panel->wraps = wraps;
}

void panel_mirror(const struct panel *panel, int x, int y, int *mirror_x,
		  int *mirror_y)
{
	int width = 2 * panel->columns;

	if (panel->wraps)
		x = (x + panel->columns) % width;
	if (panel->symmetry == PANEL_HORIZONTAL ||
	    panel->symmetry == PANEL_ROTATIONAL)
		x = width - x;
	if (panel->symmetry == PANEL_VERTICAL ||
	    panel->symmetry == PANEL_ROTATIONAL)
		y = 2 * panel->rows - y;
	*mirror_x = panel->wraps ? x % width : x;
	*mirror_y = y;
}

bool panel_shape_has(uint64_t shape, int x, int y)
{
	return x >= 0 && y >= 0 && x < PANEL_SHAPE_MAX && y < PANEL_SHAPE_MAX &&
	       (shape >> (PANEL_SHAPE_MAX * y + x) & 1);
}

int panel_shape_size(uint64_t shape)
{
	return __builtin_popcountll(shape);
}

/* All squares of the first column. */
static const uint64_t first_column = 0x0101010101010101u;

uint64_t panel_shape_trim(uint64_t shape)
{
	if (!shape)
		return 0;
	while (!(shape & 0xffu))
		shape >>= PANEL_SHAPE_MAX;
	while (!(shape & first_column))
		shape >>= 1;
	return shape;
}

uint64_t panel_shape_turn(uint64_t shape)
{
	uint64_t turned = 0;

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++)
			if (panel_shape_has(shape, x, y))
				turned |= (uint64_t)1
					  << (PANEL_SHAPE_MAX * x +
					      PANEL_SHAPE_MAX - 1 - y);
	return panel_shape_trim(turned);
}

void panel_shape_extent(uint64_t shape, int *width, int *height)
{
	*width = 0;
	*height = 0;
	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++)
			if (panel_shape_has(shape, x, y)) {
				if (x >= *width)
					*width = x + 1;
				*height = y + 1;
			}
}

bool panel_step(const struct panel *panel, struct panel_at from,
		struct panel_at to, int *dx, int *dy, int *length)
{
	static const int steps[4][2] = {
		{ 1, 0 }, { -1, 0 }, { 0, -1 }, { 0, 1 }
	};
	bool vertices =
		panel_is_vertex(from.x, from.y) && panel_is_vertex(to.x, to.y);

	*length = vertices ? 2 : 1;
	for (int i = 0; i < 4; i++) {
		int x = from.x + *length * steps[i][0];
		int y = from.y + *length * steps[i][1];

		if (!panel_wrap(panel, &x, y) || x != to.x || y != to.y)
			continue;
		*dx = steps[i][0];
		*dy = steps[i][1];
		return !panel_is_cell(to.x, to.y);
	}
	return false;
}

struct rules_name {
	const char *name;
	unsigned rules;
};

/* NULL: no such. */
static const struct rules_name *find_rules(const char *name, size_t length)
{
	static const struct rules_name names[] = {
		{ "game", PANEL_GAME },
		{ "precise", PANEL_PRECISE },
		{ "windmill", PANEL_WINDMILL },
		{ "hanging", PANEL_HANGING },
		{ "shapeless-zero", PANEL_SHAPELESS_ZERO },
		{ "fat-starts", PANEL_FAT_STARTS },
		{ "strict-eliminators", PANEL_STRICT_ELIMINATORS },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].name) == length &&
		    !memcmp(name, names[i].name, length))
			return &names[i];
	return NULL;
}

/* Names with commas between: what they say together. */
static int set_rules(struct puzzle *puzzle, const char *names,
		     struct problem *problem)
{
	unsigned rules = 0;

	for (const char *name = names;; name++) {
		size_t length = strcspn(name, ",");
		const struct rules_name *found = find_rules(name, length);

		if (!found)
			return problem_set(
				problem, PROBLEM_INPUT,
				"no such rules: '%.*s' (game, precise, "
				"windmill, and hanging, shapeless-zero, "
				"fat-starts, strict-eliminators)",
				(int)(length < 20 ? length : 20), name);
		rules |= found->rules;
		name += length;
		if (!*name)
			break;
	}
	puzzle->as.panel.rules = rules;
	return 0;
}

/* Which colour of one panel stands for which of the other: what counts is
 * which symbols share one. */
struct renaming {
	int to[PANEL_COLOUR_COUNT], from[PANEL_COLOUR_COUNT];
};

static bool same_colour(struct renaming *renaming, int a, int b)
{
	if (renaming->to[a] < 0 && renaming->from[b] < 0) {
		renaming->to[a] = b;
		renaming->from[b] = a;
	}
	return renaming->to[a] == b;
}

static bool same_spot(const struct panel_spot *a, const struct panel_spot *b)
{
	int first = a->dot == PANEL_DOT_INVISIBLE ? 0 : a->dot;
	int second = b->dot == PANEL_DOT_INVISIBLE ? 0 : b->dot;

	return a->edge == b->edge && first == second && a->start == b->start &&
	       a->end == b->end &&
	       (!a->end || (a->end_dx == b->end_dx && a->end_dy == b->end_dy));
}

/* Whether a shape may be turned says nothing where turns leave it as it is. */
static bool same_turns(const struct panel_cell *a, const struct panel_cell *b)
{
	return a->rotatable == b->rotatable ||
	       panel_shape_turn(a->shape) == a->shape;
}

static bool same_cell(struct renaming *renaming, const struct panel_cell *a,
		      const struct panel_cell *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == PANEL_EMPTY)
		return true;
	return same_colour(renaming, a->colour, b->colour) &&
	       a->count == b->count && a->shape == b->shape &&
	       a->negative == b->negative && same_turns(a, b);
}

/* Compares a with b turned by `turn` columns. */
static bool same_turned(const struct panel *a, const struct panel *b, int turn,
			struct buffer *difference)
{
	struct renaming renaming;

	memset(&renaming, 0xff, sizeof renaming); /* -1 everywhere */
	for (int y = 0; y < panel_height(a); y++)
		for (int x = 0; x < panel_width(a); x++) {
			int there = x + 2 * turn;
			bool same;

			panel_wrap(a, &there, y);
			if (panel_is_cell(x, y))
				same = same_cell(&renaming,
						 &a->cells[y / 2][x / 2],
						 &b->cells[y / 2][there / 2]);
			else
				same = same_spot(&a->spots[y][x],
						 &b->spots[y][there]);
			if (same)
				continue;
			if (difference)
				buffer_printf(difference,
					      "what lies at [%d,%d] differs", x,
					      y);
			return false;
		}
	return true;
}

static bool has_coloured_dot(const struct panel *panel)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			int dot = panel->spots[y][x].dot;

			if (!panel_is_cell(x, y) &&
			    (dot == PANEL_DOT_CYAN || dot == PANEL_DOT_YELLOW))
				return true;
		}
	return false;
}

/* The same reading: invisible dots, symmetry that no dot shows, the names of
 * the colours and where a cylinder's column 0 lies do not count. */
static bool equal(const struct puzzle *first, const struct puzzle *second,
		  struct buffer *difference)
{
	const struct panel *a = &first->as.panel;
	const struct panel *b = &second->as.panel;
	/* a symmetry that only one of them has no picture shows */
	bool mirrors = a->symmetry == b->symmetry &&
		       (a->symmetry == PANEL_HORIZONTAL ||
			a->symmetry == PANEL_ROTATIONAL);
	int turns = a->wraps ? a->columns : 1;

	if (a->columns != b->columns || a->rows != b->rows ||
	    a->wraps != b->wraps) {
		if (difference)
			buffer_printf(difference,
				      _("%d by %d%s instead of %d by %d%s"),
				      b->columns, b->rows,
				      b->wraps ? " round" : "", a->columns,
				      a->rows, a->wraps ? " round" : "");
		return false;
	}
	if (a->symmetry != b->symmetry &&
	    (has_coloured_dot(a) || has_coloured_dot(b))) {
		if (difference)
			buffer_puts(difference, "the symmetry differs");
		return false;
	}
	for (int turn = 1; turn < turns; turn++)
		if ((!mirrors || 2 * turn == a->columns) &&
		    same_turned(a, b, turn, NULL))
			return true;
	return same_turned(a, b, 0, difference);
}

/* The places are the edges: 1 where the player's line runs over it. */
static size_t places(const struct puzzle *puzzle)
{
	const struct panel *panel = &puzzle->as.panel;
	int width = panel_width(panel);

	return (size_t)(panel->columns * (panel->rows + 1) +
			panel->rows * ((width + 1) / 2));
}

static void place_at(const struct puzzle *puzzle, size_t place, int *x, int *y)
{
	const struct panel *panel = &puzzle->as.panel;
	int upright = (panel_width(panel) + 1) / 2;
	int both = panel->columns + upright;
	int inner = (int)place % both;

	*y = 2 * ((int)place / both);
	if (inner < panel->columns) {
		*x = 2 * inner + 1;
	} else {
		*x = 2 * (inner - panel->columns);
		*y += 1;
	}
}

static int value_at(const struct puzzle *puzzle,
		    const struct solution *solution, size_t place)
{
	const struct panel *panel = &puzzle->as.panel;
	const struct panel_solution *line = &solution->as.panel;
	int x, y;

	place_at(puzzle, place, &x, &y);
	for (int i = 0; i + 1 < line->length; i++) {
		int dx, dy, length, middle;

		if (!panel_step(panel, line->path[i], line->path[i + 1], &dx,
				&dy, &length))
			continue;
		if (length == 1 &&
		    ((line->path[i].x == x && line->path[i].y == y) ||
		     (line->path[i + 1].x == x && line->path[i + 1].y == y)))
			return 1;
		middle = line->path[i].x + dx;
		panel_wrap(panel, &middle, 0);
		if (length == 2 && middle == x && line->path[i].y + dy == y)
			return 1;
	}
	return 0;
}

/* Image 1 has left and right exchanged, 2 top and bottom, 3 both. */
enum { IMAGE_ACROSS = 1, IMAGE_OVER = 2, IMAGES = 4 };

static void image_place(const struct panel *panel, int image, int *x, int *y)
{
	if (image & IMAGE_ACROSS)
		*x = 2 * panel->columns - *x;
	if (image & IMAGE_OVER)
		*y = 2 * panel->rows - *y;
	panel_wrap(panel, x, *y);
}

static uint64_t image_shape(uint64_t shape, int image)
{
	uint64_t seen = 0;

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			int to_x = image & IMAGE_ACROSS
					   ? PANEL_SHAPE_MAX - 1 - x
					   : x;
			int to_y = image & IMAGE_OVER ? PANEL_SHAPE_MAX - 1 - y
						      : y;

			if (panel_shape_has(shape, x, y))
				seen |= (uint64_t)1
					<< (PANEL_SHAPE_MAX * to_y + to_x);
		}
	return panel_shape_trim(seen);
}

static void image(const struct puzzle *puzzle, int which, struct puzzle *seen)
{
	const struct panel *from = &puzzle->as.panel;
	struct panel *to = &seen->as.panel;

	panel_init(to, from->columns, from->rows, from->wraps);
	to->symmetry = from->symmetry;
	to->rules = from->rules;
	for (int y = 0; y < panel_height(from); y++)
		for (int x = 0; x < panel_width(from); x++) {
			int to_x = x;
			int to_y = y;

			image_place(from, which, &to_x, &to_y);
			if (panel_is_cell(x, y)) {
				struct panel_cell *cell =
					&to->cells[to_y / 2][to_x / 2];

				*cell = from->cells[y / 2][x / 2];
				cell->shape = image_shape(cell->shape, which);
			} else {
				struct panel_spot *spot =
					&to->spots[to_y][to_x];

				*spot = from->spots[y][x];
				if (which & IMAGE_ACROSS)
					spot->end_dx = (int8_t)-spot->end_dx;
				if (which & IMAGE_OVER)
					spot->end_dy = (int8_t)-spot->end_dy;
			}
		}
}

/* On a cylinder of two columns a step without a middle goes to the right
 * (panel.h): mirrored across, it needs its middle, and the other way round. */
static void image_solution(const struct puzzle *puzzle, int which,
			   const struct solution *solution,
			   struct solution *seen)
{
	const struct panel *panel = &puzzle->as.panel;
	const struct panel_solution *from = &solution->as.panel;
	struct panel_solution *to = &seen->as.panel;

	memset(to, 0, sizeof *to);
	for (int i = 0; i < from->length; i++) {
		int x = from->path[i].x;
		int y = from->path[i].y;
		int dx, dy, length;

		image_place(panel, which, &x, &y);
		to->path[to->length++] =
			(struct panel_at){ (uint8_t)x, (uint8_t)y };
		if (!panel->wraps || panel->columns != 2 ||
		    !(which & IMAGE_ACROSS) || i + 1 == from->length ||
		    !panel_step(panel, from->path[i], from->path[i + 1], &dx,
				&dy, &length) ||
		    length != 2 || dx == 0)
			continue;
		x = from->path[i].x + dx;
		y = from->path[i].y;
		image_place(panel, which, &x, &y);
		if (to->length < PANEL_PATH_MAX)
			to->path[to->length++] =
				(struct panel_at){ (uint8_t)x, (uint8_t)y };
	}
}

const struct puzzle_family puzzle_panel = {
	.name = "panel",
	.title = N_("Panel of The Witness"),
	.plural = N_("panels"),
	.promises_one = false,
	.may_have_none = true,
	.from_json = panel_from_json,
	.to_json = panel_to_json,
	.solution_from_json = panel_solution_from_json,
	.solution_to_json = panel_solution_to_json,
	.claim_text = panel_claim_windmill,
	.from_text = panel_from_windmill,
	.to_text = panel_to_windmill,
	.to_windmill = panel_to_windmill,
	.set_clue = panel_set_clue,
	.set_rules = set_rules,
	.set_symmetry = panel_set_symmetry,
	.list_symmetries = panel_list_symmetries,
	.check = panel_check,
	.place_words = panel_place_words,
	.equal = equal,
	.places = places,
	.value_at = value_at,
	.place_at = place_at,
	.image_count = IMAGES,
	.image = image,
	.image_solution = image_solution,
};
