#include "panel_spots.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "panel_lessons.h"
#include "spot_piece.h"

/* A spot in the file: its class, what it is (a bit for a vertex and for each
 * side beyond which the lattice ends), then its pixels and how far plain ones
 * are off the line's colour, each three bytes of levels (`plain` plus 128), its
 * line's and ground's colour; its cell's width in pixels, its line's in 256ths
 * of a cell. */
enum {
	AT_KIND = 1,
	AT_PIXELS,
	AT_PLAIN = AT_PIXELS + 3 * SPOT_PIXELS,
	AT_LINE = AT_PLAIN + 3 * SPOT_PIXELS,
	AT_GROUND = AT_LINE + 3,
	AT_CELL = AT_GROUND + 3,
	AT_WIDTH,
	SPOT_BYTES,
};

/* Of plain spots one in so many is kept to learn from. */
enum { PLAIN_OF = 8, TRIES = 6 };

/* To learn from, three panels in four get more: such a share of their edges and
 * vertices at most. */
static const double ENRICHED = 0.75, GAPS_MOST = 0.15, DOTS_MOST = 0.25;
static const double STARTS_MOST = 0.06, ENDS_MOST = 0.15, LESS_MOST = 0.08;

static bool chance(struct rng *rng, double share)
{
	return rng_real(rng, 0, 1) < share;
}

static bool has_edge(const struct panel *panel, int x, int y)
{
	return panel_wrap(panel, &x, y) &&
	       panel->spots[y][x].edge != PANEL_EDGE_MISSING;
}

static int count_edges(const struct panel *panel, int x, int y)
{
	return has_edge(panel, x - 1, y) + has_edge(panel, x + 1, y) +
	       has_edge(panel, x, y - 1) + has_edge(panel, x, y + 1);
}

/* A stub towards where no edge leads and no cell lies, or, at a vertex, between
 * two such ways. */
static void add_end(struct panel *panel, int x, int y, struct rng *rng)
{
	for (int i = 0; i < TRIES; i++) {
		int dx = rng_between(rng, -1, 1), dy = rng_between(rng, -1, 1);
		struct panel_spot *spot = &panel->spots[y][x];
		int u = x + dx, v = y + dy;

		if ((!dx && !dy) || (panel_is_edge(x, y) && dx && dy) ||
		    (u >= 0 && v >= 0 && u < panel_width(panel) &&
		     v < panel_height(panel)))
			continue;
		if (dx && dy &&
		    (has_edge(panel, x + dx, y) || has_edge(panel, x, y + dy)))
			continue;
		spot->end = true;
		spot->end_dx = (int8_t)dx;
		spot->end_dy = (int8_t)dy;
		return;
	}
}

static void enrich(struct panel *panel, struct rng *rng)
{
	double gaps = rng_real(rng, 0, GAPS_MOST);
	double dots = rng_real(rng, 0, DOTS_MOST);
	double ends = rng_real(rng, 0, ENDS_MOST);
	double starts = rng_real(rng, 0, STARTS_MOST);
	double lacks = rng_real(rng, 0, LESS_MOST);

	if (!chance(rng, ENRICHED) || panel->wraps)
		return;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct panel_spot *spot = &panel->spots[y][x];
			bool edge = panel_is_edge(x, y);

			if (panel_is_cell(x, y) || spot->dot || spot->start ||
			    spot->end || spot->edge != PANEL_EDGE_WHOLE)
				continue;
			if (!edge && !count_edges(panel, x, y))
				continue;
			if (edge && chance(rng, gaps))
				spot->edge = PANEL_EDGE_GAP;
			else if (edge && chance(rng, lacks))
				spot->edge = PANEL_EDGE_MISSING;
			else if (chance(rng, dots))
				spot->dot =
					panel->symmetry == PANEL_SYMMETRY_NONE
						? PANEL_DOT_BLACK
						: (uint8_t)rng_between(
							  rng, PANEL_DOT_BLACK,
							  PANEL_DOT_YELLOW);
			else if (chance(rng, starts))
				spot->start = true;
			else if (chance(rng, ends))
				add_end(panel, x, y, rng);
		}
}

static uint8_t byte_of(float level)
{
	return (uint8_t)(fminf(255, fmaxf(0, level)) + 0.5f);
}

static void put(uint8_t *to, struct colour c, float more)
{
	to[0] = byte_of(c.red + more);
	to[1] = byte_of(c.green + more);
	to[2] = byte_of(c.blue + more);
}

static struct colour get(const uint8_t *from, float less)
{
	return (struct colour){ (float)from[0] - less, (float)from[1] - less,
				(float)from[2] - less };
}

/* What lies at a spot; -1: two things at once. */
static int class_of(const struct panel *panel, int x, int y)
{
	const struct panel_spot *spot = &panel->spots[y][x];
	bool edge = panel_is_edge(x, y);

	if (!!spot->dot + spot->start + spot->end > 1)
		return -1;
	if (edge && spot->edge == PANEL_EDGE_MISSING)
		return spot->end || spot->start ? -1 : SPOT_MISSING;
	if (edge && spot->edge == PANEL_EDGE_GAP)
		return spot->dot || spot->end || spot->start ? -1 : SPOT_GAP;
	if (spot->dot)
		return spot->dot == PANEL_DOT_INVISIBLE ? SPOT_PLAIN : SPOT_DOT;
	if (spot->start)
		return SPOT_START;
	if (spot->end)
		return (int)spot_end_class(spot->end_dx, spot->end_dy,
					   edge && y % 2);
	return !edge && !count_edges(panel, x, y) ? SPOT_MISSING : SPOT_PLAIN;
}

static int write_spot(const struct spot_piece *piece, int class, FILE *file)
{
	uint8_t bytes[SPOT_BYTES];

	bytes[0] = (uint8_t) class;
	bytes[AT_KIND] = piece->vertex;
	for (int k = 0; k < 4; k++)
		bytes[AT_KIND] |= (uint8_t)(piece->beyond[k] << (k + 1));
	for (int i = 0; i < SPOT_PIXELS; i++) {
		put(bytes + AT_PIXELS + 3 * i, piece->pixels[i], 0);
		put(bytes + AT_PLAIN + 3 * i, piece->plain[i], 128);
	}
	put(bytes + AT_LINE, piece->line, 0);
	put(bytes + AT_GROUND, piece->ground, 0);
	bytes[AT_CELL] = byte_of(piece->px_cell);
	bytes[AT_WIDTH] = byte_of(256 * piece->line_width);
	return fwrite(bytes, sizeof bytes, 1, file) == 1 ? 0 : -1;
}

static int write_spots(void *to, struct sheet *sheet, const struct panel *panel,
		       struct rng *rng)
{
	FILE *file = to;
	struct spot_plain plain;
	int status = 0;

	if (panel->wraps || sheet->px_cell > SPOTS_PX_MOST)
		return 0;
	spot_plain_find(sheet, &plain);
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct colour pixels[SPOT_PIXELS];
			struct spot_piece piece;
			int class;

			if (panel_is_cell(x, y))
				continue;
			class = class_of(panel, x, y);
			if (class < 0 || (rng && class == SPOT_PLAIN &&
					  rng_below(rng, PLAIN_OF)))
				continue;
			spot_piece_take(sheet, &plain, x, y, pixels, &piece);
			status |= write_spot(&piece, class, file);
		}
	return status;
}

int panel_spots_draw(long first, long count, bool held, FILE *file,
		     struct problem *problem)
{
	const struct panel_lessons lessons = {
		.enrich = enrich, .take = write_spots, .to = file, .held = held
	};

	return panel_lessons_draw(&lessons, first, count, problem);
}

int panel_spots_read(struct panel_spots *spots, const char *path,
		     struct problem *problem)
{
	FILE *file = fopen(path, "rb");
	long size = -1;

	*spots = (struct panel_spots){ 0 };
	if (file && fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	if (size >= SPOT_BYTES) {
		rewind(file);
		spots->count = size / SPOT_BYTES;
		spots->spots = alloc_array((size_t)spots->count, SPOT_BYTES);
	}
	if (!spots->spots ||
	    fread(spots->spots, SPOT_BYTES, (size_t)spots->count, file) !=
		    (size_t)spots->count)
		problem_set(problem, PROBLEM_INPUT, "cannot read spots of '%s'",
			    path);
	if (file)
		fclose(file);
	return spots->spots ? 0 : -1;
}

void panel_spots_fini(struct panel_spots *spots)
{
	free(spots->spots);
}

bool panel_spots_is_vertex(const struct panel_spots *spots, long i)
{
	return spots->spots[i * SPOT_BYTES + AT_KIND] & 1;
}

/* Where pixel i of the cut comes from; what comes in from outside is what is
 * nearest. */
static int moved(int i, const struct spot_cut *cut)
{
	enum { SIDE = SPOT_PIECE };
	int x = i % SIDE, y = i / SIDE;

	if (cut->turned) {
		int swap = x;

		x = y;
		y = swap;
	}
	x = cut->mirrored ? SIDE - 1 - x : x;
	y = cut->flipped ? SIDE - 1 - y : y;
	x += cut->dx;
	y += cut->dy;
	x = x < 0 ? 0 : x >= SIDE ? SIDE - 1 : x;
	y = y < 0 ? 0 : y >= SIDE ? SIDE - 1 : y;
	return y * SIDE + x;
}

/* The same of its class and of the sides beyond which nothing lies: of what was
 * seen at dx, dy. */
static void turn_way(const struct spot_cut *cut, int *dx, int *dy)
{
	*dx = cut->mirrored ? -*dx : *dx;
	*dy = cut->flipped ? -*dy : *dy;
	if (cut->turned) {
		int swap = *dx;

		*dx = *dy;
		*dy = swap;
	}
}

static enum spot_class turn_class(enum spot_class class,
				  const struct spot_cut *cut)
{
	int dx, dy;

	if (class < SPOT_END)
		return class;
	spot_end_way(class, false, &dx, &dy);
	turn_way(cut, &dx, &dy);
	return spot_end_class(dx, dy, false);
}

static void turn_beyond(int kind, const struct spot_cut *cut, bool *beyond)
{
	static const int ways[4][2] = {
		{ -1, 0 }, { 0, -1 }, { 1, 0 }, { 0, 1 }
	};

	for (int k = 0; k < 4; k++) {
		int dx = ways[k][0], dy = ways[k][1];

		turn_way(cut, &dx, &dy);
		for (int i = 0; i < 4; i++)
			if (ways[i][0] == dx && ways[i][1] == dy)
				beyond[i] = kind >> (k + 1) & 1;
	}
}

enum spot_class panel_spots_take(const struct panel_spots *spots, long i,
				 const struct spot_cut *cut,
				 struct spot_patch *patch)
{
	const uint8_t *from = spots->spots + i * SPOT_BYTES;
	struct colour pixels[SPOT_PIXELS], plain[SPOT_PIXELS];
	struct spot_piece piece = {
		.pixels = pixels,
		.plain = plain,
		.line = get(from + AT_LINE, 0),
		.ground = get(from + AT_GROUND, 0),
		.vertex = from[AT_KIND] & 1,
		.px_cell = from[AT_CELL],
		.line_width = from[AT_WIDTH] / 256.0f,
	};

	for (int k = 0; k < SPOT_PIXELS; k++) {
		int at = moved(k, cut);

		pixels[k] = get(from + AT_PIXELS + 3 * at, 0);
		plain[k] = get(from + AT_PLAIN + 3 * at, 128);
	}
	turn_beyond(from[AT_KIND], cut, piece.beyond);
	spot_patch_cut(&piece, patch);
	return turn_class((enum spot_class)from[0], cut);
}
