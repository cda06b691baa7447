/* What the network (symbol_net.h) says of a panel's cell. */
#ifndef PANEL_VIEW_H
#define PANEL_VIEW_H

#include "panel.h"
#include "sheet.h"
#include "symbol_net.h"

struct cell_view {
	float chance[SYMBOL_CLASSES]; /* they add up to 1 */
	/* the same by the networks alone, whatever other cells hold */
	float alone[SYMBOL_CLASSES];
	/* how much less likely each is than the likeliest, in units of
	 * likeness (panel_shapes.h) */
	double less[SYMBOL_CLASSES];
	/* how fast doubt goes with what the best symbol has more of likeness
	 * than the next: in small cells slowly, and what the network says
	 * tells more there */
	double sharp;
};

/* Shows it the cell, from line to line; after sheet_fill. */
void view_take(const struct sheet *sheet, int column, int row,
	       struct cell_view *view);

/* Kinds of symbols; hollow polyominoes are one of their own. */
enum view_kind {
	VIEW_SQUARE,
	VIEW_STAR,
	VIEW_TRIANGLE,
	VIEW_ELIMINATOR,
	VIEW_BLOCKS,
	VIEW_HOLLOW,
	VIEW_KINDS,
};

/* How many of some cells hold a symbol of each kind, as far as is known. */
struct view_kinds {
	double count[VIEW_KINDS];
};

/* Counts what a cell holds by itself, if it is so sure that it holds something;
 * less than 0 takes that off again. */
void view_count(const struct cell_view *view, double sure,
		struct view_kinds *kinds);
/* What the cell holds where the panel's other cells hold those, and some of
 * them, of its own symbol's colour, `alike`: kinds that they hold are the
 * likelier (Bayes's rule with a prior of Dirichlet's for the panel and one for
 * each colour: MacKay and Peto 1995, "A hierarchical Dirichlet language
 * model"). Where it may be a relief it holds a symbol as likely as before; what
 * is sure by itself stays as it is. */
void view_lean(const struct view_kinds *others, const struct view_kinds *alike,
	       bool relief, struct cell_view *view);

/* Of which class a cell's symbol is. */
enum symbol_class view_class_of(const struct panel_cell *cell);
/* The same; the likelier where either of two would do. */
enum symbol_class view_class(const struct cell_view *view,
			     const struct panel_cell *cell);
/* `less` of the likeliest symbol: 0 where nothing else is likelier. */
double view_least(const struct cell_view *view);

/* Are both polyominoes, in a cell that is not small? There likeness alone tells
 * whether they are turned or hollow. */
bool view_alike(const struct cell_view *view, enum symbol_class one,
		enum symbol_class other);

/* 1, less by how much likelier that kind became for what other cells hold: that
 * may tell which of two it is, but makes nobody surer of it. */
double view_alone(const struct cell_view *view, const struct panel_cell *cell);

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
/* How likely it is one of such a kind, however it is shaped. */
double view_chance(const struct cell_view *view, const struct panel_cell *cell);
/* How sure that kind is at most, whatever it looks like, beside the kind that
 * the network takes for the likeliest other one. */
double view_agrees(const struct cell_view *view, const struct panel_cell *cell);
/* The same for a square beside a star and the other way round: where blur or a
 * JPEG takes the tips they are blobs alike. Of 128 that were surely one of them
 * 124 had odds below .1 for the other, and none was that; of the four with more
 * three were. 1 for other symbols. */
double view_round(const struct cell_view *view, const struct panel_cell *cell);
/* How likely a symbol lies in the cell that is shaped as nothing is that stands
 * out in empty cells, however faint: one that points or is uneven. */
double view_shown(const struct cell_view *view);
/* How likely it is one that points: up to three triangles or an eliminator. */
double view_points(const struct cell_view *view);
/* How likely there is none in a panel, where nothing that is drawn is like it.
 */
double view_empty(const struct cell_view *view);
/* The likeliest and how likely that is; empty where that is no symbol, or a
 * polyomino, whose shape the network does not tell. */
struct panel_cell view_best(const struct cell_view *view, double *chance);
/* The likeliest symbol that neither of two is, and how likely that is: if a
 * polyomino, one shaped as they are; empty where neither has a shape. */
struct panel_cell view_other(const struct cell_view *view,
			     const struct panel_cell *one,
			     const struct panel_cell *other, double *chance);

#endif
