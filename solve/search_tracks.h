/* Train Tracks by propagation and search.
 *
 * The unknowns are the edges between neighbouring squares and the squares
 * themselves. What follows at once is drawn before anything is guessed:
 *  - a square has no edge or two (rules 1 and 2);
 *  - a line whose total is reached, or can only just be reached (rule 3);
 *  - an edge that would close a loop, or the track before every piece is on
 *    it (rule 5): each fragment's end knows its other end;
 *  - the track crosses the line between two rows an odd number of times if
 *    entry and exit lie on either side of it, else an even number;
 *  - squares that cannot be reached from the entry stay empty.
 * Then each edge at a fragment's end is tried both ways ("failed literals");
 * one that fails is decided, and where none does the one that would decide
 * most is guessed. */
#ifndef SEARCH_TRACKS_H
#define SEARCH_TRACKS_H

#include "engines.h"

enum finish search_tracks(struct finder *finder, struct problem *problem);

#endif
