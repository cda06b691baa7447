/* Panels with a mark where no rule expects it, one that was moved or one that
 * lacks: what a reader must read rightly or doubt, never drop. */
#ifndef PANEL_ODD_H
#define PANEL_ODD_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle.h"
#include "scene.h"

enum panel_odd_kind {
	PANEL_ODD_MOVED,  /* a dot lies beside its edge */
	PANEL_ODD_ADDED,  /* a mark that means nothing; no reading is right */
	PANEL_ODD_STARTS, /* no start is drawn; no reading is right */
	PANEL_ODD_ENDS,   /* no end is drawn; no reading is right */
	PANEL_ODD_RINGED, /* a ring around a start, which means nothing */
	PANEL_ODD_DIM,    /* a dot that differs little from its line */
	PANEL_ODD_KINDS
};

struct panel_odd {
	enum panel_odd_kind kind;
	struct puzzle drawn; /* what is drawn, but for the mark */
	struct puzzle truth; /* what a right reading is, */
	bool readable;       /* where there is one */
	bool marked;
	struct scene_mark mark;
};

/* The same for the same panel and seed. Both puzzles are the caller's. Returns
 * 0, or -1. */
int panel_odd_make(const struct puzzle *panel, uint64_t seed,
		   struct panel_odd *odd, struct problem *problem);
const char *panel_odd_name(enum panel_odd_kind kind);

#endif
