/* What a panel's lines say: edges whole, broken or missing, starts, ends and
 * dots; and how far the lattice really reaches. */
#ifndef PANEL_LINES_H
#define PANEL_LINES_H

#include "panel.h"
#include "sheet.h"

/* A stub ends no nearer than this beyond the line's own half width, in
 * cells; rounded corners stay below. */
#define STUB_LEAST 0.07

/* A panel as it was found, whatever lines seem to lie around, has lines so much
 * alike (struct sheet's `steady`). */
#define LINES_ALIKE 0.9

/* One spot (vertex or middle of an edge) as it looks. `sure` is in each case
 * the probability that it is as said, also where nothing is said to be there.
 */
struct spot_look {
	enum panel_edge edge, edge_second;
	double edge_sure;
	double break_width; /* of a gap, cells */
	bool round;         /* parted by round ends */
	bool square;        /* ... or surely by square ones */
	bool dot;
	double dot_sure;
	double dot_alone; /* ... whatever goes on around it */
	struct colour dot_colour;
	double disc; /* of a dot in the line's own colour, its radius, cells */
	bool over;   /* what is read as a dot goes on into a cell */
	bool start;
	double start_sure;
	double radius; /* of the start, cells */
	/* its disc may reach so far where something lies over a part of it */
	double radius_most;
	double ring; /* rings around it do; 0: there are none */
	bool end;
	int end_dx, end_dy;
	double end_sure;
	double end_reach; /* from the spot, cells */
	double stub;      /* the longest of anything like a stub here, cells */
	int stub_dx, stub_dy;
	bool astray;  /* the dot lies beside its place */
	bool said;    /* the player says that a start or an end lies there */
	bool foreign; /* its start or its end has a colour of its own */
	double slant; /* so much of an edge of it is seen aslant, cells */
};

struct panel_lines {
	int width, height; /* doubled: 2 * columns + 1 ... */
	bool wraps;        /* lying lines run on past both sides */
	struct spot_look spots[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
};

/* The edge there; missing outside. How many leave a vertex. */
enum panel_edge lines_edge_at(const struct panel_lines *lines, int x, int y);
int lines_edges_of(const struct panel_lines *lines, int x, int y);
/* Does a line lead to the spot, or through it? */
bool lines_drawn_at(const struct panel_lines *lines, int x, int y);

/* What of start and end they lack, "a panel without a start" say; NULL where
 * they lack neither. `told`: is it a panel by what it has of them? */
const char *lines_lack(const struct panel_lines *lines, bool *told);
/* Are both there, and starts the exception? Where most vertices look like discs
 * the network is something else. */
bool lines_have_start_and_end(const struct panel_lines *lines);
/* The share of edges that are not missing, and of those that are whole. */
double lines_edge_share(const struct panel_lines *lines);
double lines_whole_share(const struct panel_lines *lines);
/* Are they drawn to the full, and alike? And more: do several rows and columns
 * of such have a start and an end surely, so that it is a panel, however little
 * of the rest is made out? */
bool lines_are_clear(const struct sheet *sheet,
		     const struct panel_lines *lines);
bool lines_show_panel(const struct sheet *sheet,
		      const struct panel_lines *lines);
/* Are they those of two cells, or of a frame with nothing within, that has a
 * start or an end at a guess only? Such are a tile's shadow or a window. */
bool lines_hint_only(const struct panel_lines *lines);

/* `wraps`: of a cylinder laid out flat. 0, or -1 without memory. */
int lines_read(const struct sheet *sheet, bool wraps,
	       struct panel_lines *lines);

#endif
