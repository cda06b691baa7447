/* Windmill strings: base64 of a protobuf message (RULES.md). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "panel_forms.h"
#include "text_fields.h"
#include "windmill.pb-c.h"

/* A panel of 20 by 20 cells, each with a shape of 64 squares, takes less. */
enum { STRING_MAX = 1 << 18 };

/* Entity.type */
enum {
	TYPE_EMPTY,
	TYPE_NONE, /* an edge that is not drawn */
	TYPE_BASIC,
	TYPE_START,
	TYPE_END,
	TYPE_DISJOINT, /* an edge with a gap */
	TYPE_HEXAGON,
	TYPE_SQUARE,
	TYPE_STAR,
	TYPE_TETRIS,
	TYPE_ERROR,
	TYPE_TRIANGLE,
	TYPE_COUNT
};

/* Entity.colour; there is no purple. */
static const enum panel_colour colours[] = {
	PANEL_BLACK, /* 0: unset */
	PANEL_BLACK, PANEL_WHITE, PANEL_CYAN, PANEL_MAGENTA, PANEL_YELLOW,
	PANEL_RED,   PANEL_GREEN, PANEL_BLUE, PANEL_ORANGE,
};
enum { COLOUR_COUNT = sizeof colours / sizeof *colours };

/* Storage.symmetry */
static const enum panel_symmetry symmetries[] = {
	PANEL_SYMMETRY_NONE, PANEL_SYMMETRY_NONE, PANEL_HORIZONTAL,
	PANEL_VERTICAL,      PANEL_ROTATIONAL,
};
enum { SYMMETRY_COUNT = sizeof symmetries / sizeof *symmetries };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			     "abcdefghijklmnopqrstuvwxyz0123456789+/";

/* The base64 in the first `size` bytes of `text` without white space, address
 * and "_0", in the usual alphabet and without padding. New memory, or NULL. */
static char *base64_of(const char *text, size_t size)
{
	char *kept = size <= STRING_MAX ? alloc_array(size + 1, 1) : NULL;
	size_t length = 0;

	if (!kept)
		return NULL;
	for (const char *at = text; at < text + size; at++) {
		if (isspace((unsigned char)*at))
			continue;
		if (*at == '/')
			length = 0;
		else
			kept[length++] = *at;
	}
	if (length >= 2 && !memcmp(kept + length - 2, "_0", 2))
		length -= 2;
	while (length && kept[length - 1] == '=')
		length--;
	kept[length] = '\0';
	for (char *at = kept; *at; at++)
		*at = *at == '_' ? '/' : *at == '-' ? '+' : *at;
	return kept;
}

/* Decodes in place. Returns the number of bytes, or -1. */
static long base64_decode(char *text)
{
	unsigned char *out = (unsigned char *)text;
	unsigned bits = 0;
	int have = 0;
	long length = 0;

	for (const char *at = text; *at; at++) {
		const char *digit = strchr(digits, *at);

		if (!digit)
			return -1;
		bits = bits << 6 | (unsigned)(digit - digits);
		have += 6;
		if (have >= 8) {
			have -= 8;
			out[length++] = (unsigned char)(bits >> have);
			bits &= (1u << have) - 1;
		}
	}
	return have == 6 ? -1 : length;
}

static void base64_encode(const uint8_t *data, size_t length,
			  struct buffer *out)
{
	for (size_t i = 0; i < length; i += 3) {
		unsigned bits = (unsigned)data[i] << 16;
		size_t more = length - i;
		char text[5] = "====";

		if (more > 1)
			bits |= (unsigned)data[i + 1] << 8;
		if (more > 2)
			bits |= data[i + 2];
		for (size_t k = 0; k < (more > 2 ? 4 : more + 1); k++)
			text[k] = digits[bits >> (18 - 6 * k) & 63];
		buffer_puts(out, text);
	}
}

/* Decodes as far as the message: NULL, with `problem` filled in, where it is
 * none. */
static Windmill__Storage *unpack(const char *text, struct problem *problem)
{
	char *bytes = base64_of(text, strlen(text));
	long length = bytes ? base64_decode(bytes) : -1;
	Windmill__Storage *storage = NULL;

	if (length > 0)
		storage = windmill__storage__unpack(NULL, (size_t)length,
						    (uint8_t *)bytes);
	if (!storage)
		problem_set(problem, PROBLEM_INPUT,
			    "not a Windmill string: '%.40s'", text);
	free(bytes);
	return storage;
}

size_t panel_claim_windmill(const char *text)
{
	/* the first field of the message: its width */
	enum { WIDTH_TAG = 0x08 };
	size_t length = text_line_length(text);
	char *bytes = base64_of(text, length);
	bool claimed =
		bytes && base64_decode(bytes) >= 2 && bytes[0] == WIDTH_TAG;

	free(bytes);
	return claimed ? length : 0;
}

/* How many places all entities stand for; -1 beyond the largest panel. */
static int count_places(const Windmill__Storage *storage)
{
	const int most = PANEL_SPAN_MAX * PANEL_SPAN_MAX;
	int count = 0;

	for (size_t i = 0; i < storage->n_entity; i++) {
		int run = storage->entity[i]->count;

		if (run < 0 || run > most)
			return -1;
		count += run ? run : 1;
		if (count > most)
			return -1;
	}
	return count;
}

static int head(const Windmill__Storage *storage, struct panel *panel,
		struct problem *problem)
{
	int width = storage->width;
	int places = count_places(storage);
	int height;

	if (width < 1 || width > PANEL_SPAN_MAX || width % 2 == 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill panel with a width of '%d'",
				   width);
	if (places < 0 || places % width || places / width % 2 == 0 ||
	    places / width > PANEL_SPAN_MAX || places == 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill panel of '%d' places at a width "
				   "of '%d'",
				   places, width);
	height = places / width;
	if (storage->symmetry < 0 || storage->symmetry >= SYMMETRY_COUNT)
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill panel of unknown symmetry: "
				   "'%d'",
				   storage->symmetry);
	panel_init(panel, width / 2, height / 2, false);
	panel->symmetry = symmetries[storage->symmetry];
	return 0;
}

static int shape(const Windmill__Shape *from, struct panel_cell *cell,
		 struct problem *problem)
{
	if (!from)
		return 0;
	cell->rotatable = from->free;
	cell->negative = from->negative;
	if (cell->negative)
		cell->colour = PANEL_BLUE;
	if (from->n_grid == 0)
		return 0;
	if (from->width < 1 || from->width > PANEL_SHAPE_MAX ||
	    from->n_grid > (size_t)(from->width * PANEL_SHAPE_MAX))
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill shape with a width of '%d' and "
				   "'%zu' squares",
				   from->width, from->n_grid);
	for (size_t i = 0; i < from->n_grid; i++)
		if (from->grid[i])
			cell->shape |=
				(uint64_t)1
				<< (PANEL_SHAPE_MAX * ((int)i / from->width) +
				    (int)i % from->width);
	cell->shape = panel_shape_trim(cell->shape);
	return 0;
}

static int symbol(const Windmill__Entity *entity, struct panel_cell *cell,
		  struct problem *problem)
{
	static const struct {
		enum panel_kind kind;
		enum panel_colour colour; /* where the message has none */
	} kinds[TYPE_COUNT] = {
		[TYPE_SQUARE] = { PANEL_SQUARE, PANEL_BLACK },
		[TYPE_STAR] = { PANEL_STAR, PANEL_BLACK },
		[TYPE_TETRIS] = { PANEL_POLYOMINO, PANEL_YELLOW },
		[TYPE_ERROR] = { PANEL_ELIMINATOR, PANEL_WHITE },
		[TYPE_TRIANGLE] = { PANEL_TRIANGLE, PANEL_ORANGE },
	};
	int colour = entity->colour;

	if (entity->type == TYPE_EMPTY || entity->type == TYPE_NONE ||
	    entity->type == TYPE_BASIC)
		return 0;
	if (kinds[entity->type].kind == PANEL_EMPTY)
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill panel with type '%d' in a cell",
				   entity->type);
	if (colour < 0 || colour >= COLOUR_COUNT)
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill colour of '%d'", colour);
	cell->kind = (uint8_t)kinds[entity->type].kind;
	cell->colour = (uint8_t)kinds[entity->type].colour;
	if (cell->kind == PANEL_SQUARE || cell->kind == PANEL_STAR)
		cell->colour = (uint8_t)colours[colour];
	if (cell->kind == PANEL_POLYOMINO)
		return shape(entity->shape, cell, problem);
	if (cell->kind != PANEL_TRIANGLE)
		return 0;
	cell->count = entity->triangle_count ? entity->triangle_count : 1;
	if (cell->count < 0 || cell->count > 99)
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill panel with '%d' triangles",
				   cell->count);
	return 0;
}

/* An edge, or all edges of a vertex, are not drawn. */
static void take_away(struct panel *panel, int x, int y)
{
	static const int steps[4][2] = {
		{ -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }
	};

	if (panel_is_edge(x, y)) {
		panel->spots[y][x].edge = PANEL_EDGE_MISSING;
		return;
	}
	for (int i = 0; i < 4; i++) {
		int there = x + steps[i][0];

		if (panel_wrap(panel, &there, y + steps[i][1]))
			panel->spots[y + steps[i][1]][there].edge =
				PANEL_EDGE_MISSING;
	}
}

static int spot(const Windmill__Entity *entity, struct panel *panel, int x,
		int y, struct problem *problem)
{
	struct panel_spot *here = &panel->spots[y][x];

	switch (entity->type) {
	case TYPE_EMPTY:
	case TYPE_BASIC:
		return 0;
	case TYPE_NONE:
		take_away(panel, x, y);
		return 0;
	case TYPE_START:
		here->start = true;
		return 0;
	case TYPE_END:
		here->end = true;
		return 0;
	case TYPE_HEXAGON:
		here->dot = PANEL_DOT_BLACK;
		return 0;
	case TYPE_DISJOINT:
		if (panel_is_edge(x, y)) {
			here->edge = PANEL_EDGE_GAP;
			return 0;
		}
		/* fall through */
	default:
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill panel with type '%d' at "
				   "'%d,%d'",
				   entity->type, x, y);
	}
}

static int fill(const Windmill__Storage *storage, struct panel *panel,
		struct problem *problem)
{
	int width = panel_width(panel);
	int place = 0;

	for (size_t i = 0; i < storage->n_entity; i++) {
		const Windmill__Entity *entity = storage->entity[i];
		int run = entity->count ? entity->count : 1;

		if (entity->type < 0 || entity->type >= TYPE_COUNT)
			return problem_set(problem, PROBLEM_INPUT,
					   "a Windmill type of '%d'",
					   entity->type);
		for (; run > 0; run--, place++) {
			int x = place % width;
			int y = place / width;
			int result;

			if (panel_is_cell(x, y))
				result = symbol(entity,
						&panel->cells[y / 2][x / 2],
						problem);
			else
				result = spot(entity, panel, x, y, problem);
			if (result < 0)
				return -1;
		}
	}
	return 0;
}

/* The mirror images of starts and ends are starts and ends; one that is its
 * own image is dropped. */
static void mirror_ends(struct panel *panel)
{
	struct panel_spot *there;
	int mx, my;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct panel_spot *here = &panel->spots[y][x];

			if (!here->start && !here->end)
				continue;
			panel_mirror(panel, x, y, &mx, &my);
			there = &panel->spots[my][mx];
			if (mx == x && my == y) {
				here->start = false;
				here->end = false;
				continue;
			}
			there->start |= here->start;
			there->end |= here->end;
		}
}

/* Ends stick out to the first side where nothing is drawn. */
static void direct_end(struct panel *panel, int x, int y)
{
	static const int steps[4][2] = {
		{ -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }
	};
	struct panel_spot *end = &panel->spots[y][x];
	int chosen = -1;

	for (int i = 0; i < 4 && chosen < 0; i++) {
		int nx = x + steps[i][0];
		int ny = y + steps[i][1];

		if (!panel_wrap(panel, &nx, ny) ||
		    (panel_is_edge(nx, ny) &&
		     panel->spots[ny][nx].edge == PANEL_EDGE_MISSING))
			chosen = i;
	}
	/* nothing free: across the edge, or up */
	if (chosen < 0)
		chosen = (y & 1) ? 0 : 2;
	end->end_dx = (int8_t)steps[chosen][0];
	end->end_dy = (int8_t)steps[chosen][1];
}

int panel_from_windmill(const char *text, struct puzzle *puzzle,
			struct problem *problem)
{
	struct panel *panel = &puzzle->as.panel;
	Windmill__Storage *storage = unpack(text, problem);
	int result = -1;

	if (!storage)
		return -1;
	if (head(storage, panel, problem) == 0 &&
	    fill(storage, panel, problem) == 0)
		result = 0;
	windmill__storage__free_unpacked(storage, NULL);
	if (result < 0)
		return -1;
	if (panel->symmetry != PANEL_SYMMETRY_NONE)
		mirror_ends(panel);
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++)
			if (!panel_is_cell(x, y) && panel->spots[y][x].end)
				direct_end(panel, x, y);
	return 0;
}

/* Everything that one entity can hold, so that a message needs no memory of
 * its own beyond an array of these. */
struct item {
	Windmill__Entity entity;
	Windmill__Orientation orientation;
	Windmill__Shape shape;
	protobuf_c_boolean grid[PANEL_SHAPE_MAX * PANEL_SHAPE_MAX];
};

static bool uses_colour(const struct panel *panel, enum panel_colour colour)
{
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind != PANEL_EMPTY &&
			    panel->cells[y][x].colour == colour)
				return true;
	return false;
}

/* Purple is written as magenta where the panel has none: which symbols share
 * a colour stays the same. Returns -1 where the form has no such colour. */
static int colour_number(const struct panel *panel, enum panel_colour colour)
{
	if (colour == PANEL_PURPLE && !uses_colour(panel, PANEL_MAGENTA))
		colour = PANEL_MAGENTA;
	for (int i = 1; i < COLOUR_COUNT; i++)
		if (colours[i] == colour)
			return i;
	return -1;
}

static int refuse(const char *what, int x, int y, struct problem *problem)
{
	return problem_set(problem, PROBLEM_INPUT,
			   "a Windmill string has no %s: '%d,%d'", what, x, y);
}

static void shape_to_item(const struct panel_cell *cell, struct item *item)
{
	int width, height;

	windmill__shape__init(&item->shape);
	panel_shape_extent(cell->shape, &width, &height);
	item->shape.width = width;
	item->shape.free = cell->rotatable;
	item->shape.negative = cell->negative;
	item->shape.n_grid = (size_t)(width * height);
	item->shape.grid = item->grid;
	for (int i = 0; i < width * height; i++)
		item->grid[i] =
			panel_shape_has(cell->shape, i % width, i / width);
	item->entity.shape = &item->shape;
}

static int symbol_to_item(const struct panel *panel, int x, int y,
			  struct item *item, struct problem *problem)
{
	static const int types[] = {
		[PANEL_EMPTY] = TYPE_EMPTY,
		[PANEL_SQUARE] = TYPE_SQUARE,
		[PANEL_STAR] = TYPE_STAR,
		[PANEL_TRIANGLE] = TYPE_TRIANGLE,
		[PANEL_POLYOMINO] = TYPE_TETRIS,
		[PANEL_ELIMINATOR] = TYPE_ERROR,
	};
	const struct panel_cell *cell = &panel->cells[y / 2][x / 2];
	enum panel_colour only = PANEL_WHITE;

	item->entity.type = types[cell->kind];
	switch ((enum panel_kind)cell->kind) {
	case PANEL_EMPTY:
		return 0;
	case PANEL_SQUARE:
	case PANEL_STAR:
		item->entity.colour = colour_number(panel, cell->colour);
		if (item->entity.colour < 0)
			return refuse(_("purple beside magenta"), x, y,
				      problem);
		return 0;
	case PANEL_TRIANGLE:
		only = PANEL_ORANGE;
		if (cell->count == 0)
			return refuse(_("triangle of none"), x, y, problem);
		item->entity.triangle_count =
			cell->count == 1 ? 0 : cell->count;
		break;
	case PANEL_ELIMINATOR:
		break;
	case PANEL_POLYOMINO:
		only = cell->negative ? PANEL_BLUE : PANEL_YELLOW;
		shape_to_item(cell, item);
		break;
	}
	if (cell->colour != only)
		return refuse(_("colours for polyominoes, triangles and "
				"eliminators"),
			      x, y, problem);
	return 0;
}

/* Of a start or end and its mirror image, where both are named, the first one
 * is written. */
static bool is_second(const struct panel *panel, int x, int y)
{
	const struct panel_spot *here = &panel->spots[y][x];
	const struct panel_spot *there;
	int mx, my;

	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return false;
	panel_mirror(panel, x, y, &mx, &my);
	there = &panel->spots[my][mx];
	if (there->start != here->start || there->end != here->end)
		return false;
	return my < y || (my == y && mx < x);
}

static int spot_to_item(const struct panel *panel, int x, int y,
			struct item *item, struct problem *problem)
{
	const struct panel_spot *spot_here = &panel->spots[y][x];
	bool gap = spot_here->edge == PANEL_EDGE_GAP;
	bool missing = spot_here->edge == PANEL_EDGE_MISSING;
	int things = (spot_here->dot != 0) + spot_here->start + spot_here->end +
		     gap + missing;

	if (things > 1)
		return refuse(_("two things in one place"), x, y, problem);
	if (spot_here->dot > PANEL_DOT_BLACK)
		return refuse(_("coloured or invisible dots"), x, y, problem);
	if (spot_here->dot)
		item->entity.type = TYPE_HEXAGON;
	if (gap)
		item->entity.type = TYPE_DISJOINT;
	if (missing)
		item->entity.type = TYPE_NONE;
	if ((spot_here->start || spot_here->end) && is_second(panel, x, y))
		return 0;
	if (spot_here->start)
		item->entity.type = TYPE_START;
	if (!spot_here->end)
		return 0;
	item->entity.type = TYPE_END;
	windmill__orientation__init(&item->orientation);
	item->orientation.horizontal = spot_here->end_dx;
	item->orientation.vertical = spot_here->end_dy;
	item->entity.orientation = &item->orientation;
	return 0;
}

/* Fills in one item a place; a run of empty places is one item. Returns how
 * many there are, or -1. */
static int fill_items(const struct panel *panel, struct item *items,
		      struct problem *problem)
{
	int count = 0;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct item *item = &items[count];
			int result;

			windmill__entity__init(&item->entity);
			result = panel_is_cell(x, y)
					 ? symbol_to_item(panel, x, y, item,
							  problem)
					 : spot_to_item(panel, x, y, item,
							problem);
			if (result < 0)
				return -1;
			if (item->entity.type == TYPE_EMPTY && count &&
			    item[-1].entity.type == TYPE_EMPTY)
				item[-1].entity.count =
					item[-1].entity.count
						? item[-1].entity.count + 1
						: 2;
			else
				count++;
		}
	return count;
}

static int pack(const struct panel *panel, struct item *items, int count,
		struct buffer *out)
{
	static const int numbers[] = {
		[PANEL_SYMMETRY_NONE] = 0,
		[PANEL_HORIZONTAL] = 2,
		[PANEL_VERTICAL] = 3,
		[PANEL_ROTATIONAL] = 4,
	};
	Windmill__Storage storage = WINDMILL__STORAGE__INIT;
	Windmill__Entity **entities =
		alloc_array((size_t)count, sizeof(Windmill__Entity *));
	uint8_t *bytes = NULL;
	size_t length;

	if (!entities)
		return -1;
	for (int i = 0; i < count; i++)
		entities[i] = &items[i].entity;
	storage.width = panel_width(panel);
	storage.symmetry = numbers[panel->symmetry];
	storage.n_entity = (size_t)count;
	storage.entity = entities;
	length = windmill__storage__get_packed_size(&storage);
	bytes = alloc_array(length, 1);
	if (bytes) {
		windmill__storage__pack(&storage, bytes);
		base64_encode(bytes, length, out);
	}
	free(entities);
	free(bytes);
	return bytes ? 0 : -1;
}

int panel_to_windmill(const struct puzzle *puzzle, struct buffer *out,
		      struct problem *problem)
{
	const struct panel *panel = &puzzle->as.panel;
	size_t start = out->length;
	struct item *items;
	int count;
	int result = -1;

	if (panel->wraps)
		return problem_set(problem, PROBLEM_INPUT,
				   "a Windmill string has no cylinders");
	items = alloc_array((size_t)(panel_width(panel) * panel_height(panel)),
			    sizeof *items);
	if (!items)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a Windmill string");
	count = fill_items(panel, items, problem);
	if (count > 0)
		result = pack(panel, items, count, out);
	if (count > 0 && result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for a Windmill string");
	free(items);
	if (result < 0)
		return -1;
	for (size_t i = start; i < out->length; i++)
		out->data[i] = out->data[i] == '/'   ? '_'
			       : out->data[i] == '+' ? '-'
						     : out->data[i];
	buffer_puts(out, "_0\n");
	return out->failed ? problem_set(problem, PROBLEM_MEMORY,
					 "no memory for a Windmill string")
			   : 0;
}
