#include "spots.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "spot_piece.h"
#include "weights.h"

/* Neither what was measured nor the network is surer than this of anything (of
 * 42,471 spots of 474 panels in scenes, by their true corners, 146 were
 * measured wrongly, in 39 panels, and 84 are wrong by both together, in 29;
 * with 5e-4 for what was measured 90). */
#define RULE_DOUBT 2e-3
#define NET_DOUBT 1e-4
/* Where surely nothing was measured the network is not asked: of 36,936 such
 * spots one was something, and it said so of 14. */
#define PLAIN_SURE 0.9995
/* How sure either is where both were read, one less surely than this. */
#define EITHER_SURE 0.5
#define EITHER_DOUBT 0.8
/* What was measured so surely and is something else to the network is no more
 * than so sure. */
#define MEASURED_SURE 0.98
#define DISPUTED_SURE 0.5
/* Discs hide an edge that is no longer than they reach and so much more, cells.
 */
#define HIDDEN_BUT 0.15
/* A dot's colour is that of so much of its middle, sheet pixels each way. */
enum { CORE = 2 };
/* That is so many levels off the line's at least: of 700 dots in scenes, dim
 * ones among them, the faintest was 51 off; what the network took for one where
 * none was measured was up to 18 off. */
#define DOT_LEVELS 30.0

static double least_sure(const struct spot_look *look)
{
	return fmin(fmin(look->edge_sure, look->dot_sure),
		    fmin(look->start_sure, look->end_sure));
}

/* A dot that was taken for a start, too, or a start for a dot, in doubt: one is
 * right, though starts may have dots on them. */
static bool is_either(const struct spot_look *look)
{
	return look->dot && look->start && !look->end &&
	       look->edge == PANEL_EDGE_WHOLE &&
	       fmin(look->dot_sure, look->start_sure) < EITHER_DOUBT;
}

/* What was read there, as a class; -1: several things at once, of which the
 * network knows nothing. */
static int class_read(const struct panel_lines *lines, int x, int y)
{
	const struct spot_look *look = &lines->spots[y][x];
	bool edge = panel_is_edge(x, y);
	int things = look->dot + look->start + look->end;

	if (edge && look->edge != PANEL_EDGE_WHOLE)
		return things                         ? -1
		       : look->edge == PANEL_EDGE_GAP ? SPOT_GAP
						      : SPOT_MISSING;
	if (things > 1 && !is_either(look))
		return -1;
	if (look->dot)
		return SPOT_DOT;
	if (look->start)
		return SPOT_START;
	if (look->end)
		return (int)spot_end_class(look->end_dx, look->end_dy,
					   edge && y % 2);
	return !edge && !lines_edges_of(lines, x, y) ? SPOT_MISSING
						     : SPOT_PLAIN;
}

/* May it be of that class? Vertices are neither parted nor missing where lines
 * are, and from edges ends lead straight away. */
static bool may_be(int x, int y, int class)
{
	int dx, dy;

	if (!panel_is_edge(x, y))
		return class != SPOT_GAP && class != SPOT_MISSING;
	if (class < SPOT_END)
		return true;
	spot_end_way((enum spot_class) class, y % 2, &dx, &dy);
	return y % 2 ? !dy : !dx;
}

static struct colour core_of(const struct spot_piece *piece)
{
	struct colour sum = { 0, 0, 0 };

	for (int v = -CORE; v < CORE; v++)
		for (int u = -CORE; u < CORE; u++) {
			struct colour c = piece->pixels[(SPOT_PIECE / 2 + v) *
								SPOT_PIECE +
							SPOT_PIECE / 2 + u];

			sum.red += c.red / (4 * CORE * CORE);
			sum.green += c.green / (4 * CORE * CORE);
			sum.blue += c.blue / (4 * CORE * CORE);
		}
	return sum;
}

/* Does its middle differ from the line as dots do? */
static bool stands_out(const struct spot_piece *piece)
{
	return colour_seen_apart(core_of(piece), piece->line) > DOT_LEVELS;
}

/* Makes a spot what the class says. */
static void become(struct spot_look *look, int x, int y, int class,
		   const struct spot_piece *piece)
{
	look->dot = class == SPOT_DOT;
	look->start = class == SPOT_START;
	look->end = class >= SPOT_END;
	if (look->dot)
		look->dot_colour = core_of(piece);
	if (look->start)
		look->radius = fmax(look->radius, piece->line_width);
	if (look->end)
		spot_end_way((enum spot_class) class,
			     panel_is_edge(x, y) && y % 2, &look->end_dx,
			     &look->end_dy);
	if (!panel_is_edge(x, y))
		return;
	look->edge_second = look->edge;
	look->edge = class == SPOT_GAP       ? PANEL_EDGE_GAP
		     : class == SPOT_MISSING ? PANEL_EDGE_MISSING
					     : PANEL_EDGE_WHOLE;
	if (look->edge_second == look->edge)
		look->edge_second = look->edge == PANEL_EDGE_WHOLE
					    ? PANEL_EDGE_GAP
					    : PANEL_EDGE_WHOLE;
}

/* How sure it is that it is so. */
static void set_sure(struct spot_look *look, int from, int class, double sure)
{
	const int both[2] = { from, class };

	for (int k = 0; k < 2; k++) {
		if (both[k] == SPOT_DOT)
			look->dot_sure = sure;
		else if (both[k] == SPOT_START)
			look->start_sure = sure;
		else if (both[k] >= SPOT_END)
			look->end_sure = sure;
		else if (both[k] != SPOT_PLAIN)
			look->edge_sure = sure;
	}
}

/* Is it the panel's only start, or its only end? It has one of each, and what
 * is hidden but for a little may be one. */
static bool is_only(const struct panel_lines *lines,
		    const struct spot_look *look)
{
	int starts = 0, ends = 0;

	for (int i = 0; i < lines->height * lines->width; i++) {
		const struct spot_look *other =
			&lines->spots[i / lines->width][i % lines->width];

		starts += other->start;
		ends += other->end;
	}
	return (look->start && starts == 1) || (look->end && ends == 1);
}

/* Does the end of a spot lead to where an edge would lie? */
static bool leads_in(const struct panel_lines *lines, int x, int y)
{
	const struct spot_look *look;
	int u, v;

	if (x < 0 || y < 0 || x >= lines->width || y >= lines->height)
		return false;
	look = &lines->spots[y][x];
	u = x + look->end_dx;
	v = y + look->end_dy;
	return look->end && panel_is_edge(u, v) && u >= 0 && v >= 0 &&
	       u < lines->width && v < lines->height;
}

/* Is an edge parted by ends that face each other, or is this one of them? Of
 * such, which are told from breaks by how round they are, the network knows
 * nothing. */
static bool faces(const struct panel_lines *lines, int x, int y)
{
	bool upright = y % 2;

	if (!panel_is_edge(x, y))
		return leads_in(lines, x, y);
	return lines->spots[y][x].round ||
	       leads_in(lines, x - !upright, y - upright) ||
	       leads_in(lines, x + !upright, y + upright);
}

/* Do starts on both sides hide an edge? What cannot be seen the network does
 * not see either. */
static bool is_hidden(const struct panel_lines *lines, int x, int y)
{
	const struct spot_look *from, *to;
	bool upright = y % 2;

	if (!panel_is_edge(x, y))
		return false;
	from = &lines->spots[y - upright][x - !upright];
	to = &lines->spots[y + upright][x + !upright];
	return from->start && to->start &&
	       from->radius + to->radius > 1 - HIDDEN_BUT;
}

static bool is_asked(const struct panel_lines *lines, int x, int y)
{
	const struct spot_look *look = &lines->spots[y][x];
	int read = class_read(lines, x, y);

	if (read < 0 || (read == SPOT_MISSING && !panel_is_edge(x, y)) ||
	    (read == SPOT_PLAIN && least_sure(look) > PLAIN_SURE))
		return false;
	return !is_only(lines, look) && !faces(lines, x, y) &&
	       !is_hidden(lines, x, y);
}

/* How sure is what was measured of a class: that it is there, or is not. */
static double measured(const struct spot_look *look, int class)
{
	if (class == SPOT_PLAIN)
		return 1;
	return class == SPOT_DOT     ? look->dot_sure
	       : class == SPOT_START ? look->start_sure
	       : class >= SPOT_END   ? look->end_sure
				     : look->edge_sure;
}

static void weigh(struct panel_lines *lines, int x, int y,
		  const struct spot_piece *piece)
{
	struct spot_look *look = &lines->spots[y][x];
	int read = class_read(lines, x, y), best = read;
	bool either = is_either(look);
	double sure = either ? EITHER_SURE : least_sure(look);
	double sum = 0, most = 0;
	float chances[SPOT_CLASSES];
	struct spot_patch patch;

	spot_patch_cut(piece, &patch);
	spot_net_judge(spot_weights, &patch, chances);
	for (int i = 0; i < SPOT_CLASSES; i++) {
		/* what was not read in doubt tells nothing of a third */
		double own =
			either ? sure
			       : fmin(measured(look, read), measured(look, i));
		double said = fmax(NET_DOUBT, chances[i]) *
			      fmax(RULE_DOUBT, i == read ? sure : 1 - own);

		if (!may_be(x, y, i) ||
		    (i == SPOT_DOT && i != read && !stands_out(piece)))
			continue;
		sum += said;
		if (said > most) {
			most = said;
			best = i;
		}
	}
	if (best == read && !either) {
		if (most / sum < sure)
			set_sure(look, read, SPOT_PLAIN, most / sum);
		return;
	}
	become(look, x, y, best, piece);
	if (sure > MEASURED_SURE)
		sum = fmax(sum, most / DISPUTED_SURE);
	set_sure(look, read, best, most / sum);
	if (either)
		look->dot_sure = look->start_sure = most / sum;
}

int spots_weigh(const struct sheet *sheet, struct panel_lines *lines)
{
	/* of a cylinder laid out flat its sides are one, which go on */
	int first = lines->wraps, last = lines->width - 1 - first;
	struct spot_plain *plain;

	/* it has learnt from panels alone, and would make starts and ends of
	 * what other lines have */
	if (sheet->px_cell > SPOTS_PX_MOST ||
	    sheet->line_width < SPOTS_LINE_LEAST ||
	    !lines_have_start_and_end(lines))
		return 0;
	plain = alloc_array(1, sizeof *plain);
	if (!plain)
		return -1;
	spot_plain_find(sheet, plain);
	for (int y = 0; y < lines->height; y++)
		for (int x = first; x <= last; x++) {
			struct colour pixels[SPOT_PIXELS];
			struct spot_piece piece;

			if (panel_is_cell(x, y) || !is_asked(lines, x, y))
				continue;
			spot_piece_take(sheet, plain, x, y, pixels, &piece);
			weigh(lines, x, y, &piece);
		}
	free(plain);
	return 0;
}
