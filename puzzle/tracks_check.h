/* The rules of Train Tracks (tracks.h) as a checker, and what its forms share
 * with it: for tracks.c only. */
#ifndef TRACKS_CHECK_H
#define TRACKS_CHECK_H

#include <stdbool.h>

#include "puzzle.h"
#include "tracks.h"

/* 0, a straight or a bend. */
bool tracks_is_tile(long tile);

/* As struct puzzle_family says. */
void tracks_check(const struct puzzle *puzzle, const struct solution *solution,
		  struct breaches *breaches);

#endif
