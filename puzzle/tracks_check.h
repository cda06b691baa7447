/* The rules of Train Tracks (tracks.h) as a checker, and what its forms share
 * with it: for tracks.c only. */
#ifndef TRACKS_CHECK_H
#define TRACKS_CHECK_H

#include <stdbool.h>

#include "puzzle.h"
#include "tracks.h"

/* The ways out of a square; a way and its opposite stand side by side, so
 * that i ^ 1 is the opposite of i. */
struct tracks_way {
	enum tracks_side side;
	const char *name;
	int dx, dy;
};
extern const struct tracks_way tracks_ways[4];

/* 0, a straight or a bend. */
bool tracks_is_tile(long tile);

/* As struct puzzle_family says. */
void tracks_check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches);

#endif
