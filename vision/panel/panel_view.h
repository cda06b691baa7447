/* What the network (symbol_net.h) says of a panel's cell. */
#ifndef PANEL_VIEW_H
#define PANEL_VIEW_H

#include "panel.h"
#include "sheet.h"
#include "symbol_net.h"

struct cell_view {
	float chance[SYMBOL_CLASSES]; /* they add up to 1 */
	/* how much less likely each is than the likeliest, in units of
	 * likeness (panel_shapes.h) */
	double less[SYMBOL_CLASSES];
	/* how fast doubt goes with what the best symbol has more of likeness
	 * than the next: in small cells slowly, and what the network says
	 * tells more there */
	double sharp;
};

/* Shows it the cell, from line to line; after sheet_fill. Returns 0, or -1
 * without memory. */
int view_take(struct symbol_nets *nets, const struct sheet *sheet, int column,
	      int row, struct cell_view *view);

/* Of which class a cell's symbol is. */
enum symbol_class view_class_of(const struct panel_cell *cell);
/* The same; the likelier where either of two would do. */
enum symbol_class view_class(const struct cell_view *view,
			     const struct panel_cell *cell);
/* How likely a symbol lies in the cell. */
double view_seen(const struct cell_view *view);
/* How likely it is a polyomino. */
double view_blocks(const struct cell_view *view);
/* How likely it is hollow. */
double view_hollow(const struct cell_view *view);
/* How likely a polyomino in a small cell, or one of one block that is no more
 * like it than `likeness`, is as hollow as that one: its borders may be a pixel
 * wide. 1 of other cells. */
double view_hollowness(const struct cell_view *view,
		       const struct panel_cell *cell, double likeness);
/* How likely a symbol lies in the cell that is shaped as nothing is that stands
 * out in empty cells, however faint: one that points or is uneven. */
double view_shown(const struct cell_view *view);
/* How likely it is one that points: up to three triangles or an eliminator. */
double view_points(const struct cell_view *view);
/* How likely there is none in a panel, where nothing that is drawn is like it.
 */
double view_empty(const struct cell_view *view);
/* A symbol of that class; empty where it is none, or a polyomino, whose shape
 * the network does not tell. */
struct panel_cell view_cell(enum symbol_class class);

#endif
