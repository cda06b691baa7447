/* What sightings are to each other and to a page, for vision.c and the list
 * itself; what readers need stands in vision.h. */
#ifndef SIGHTINGS_H
#define SIGHTINGS_H

#include "vision.h"

/* Of two sightings that share more of their area than this, one is wrong. */
#define SIGHTING_OVERLAP_MOST 0.3
/* Of two that overlap, one that is rather right than wrong goes before one
 * that is not. */
#define SIGHTING_LIKELY 0.5
/* As sure as this a puzzle is surely read. */
#define SIGHTING_SURE 0.95

/* Is what is read that nothing stands there? */
bool reading_is_blank(const struct reading *reading);
/* Frees what a sighting holds. */
void sighting_fini(struct sighting *sighting);
/* Is it, whatever one or a few of its clues may be, surely a puzzle of its
 * family? */
bool sighting_is_found(const struct sighting *sighting);
/* Does it say that no puzzle is in the picture with which its family does not
 * mix? `alone`: that of games' screens, which have to be found surely; pages'
 * puzzles are hardly ever seen where there are none. */
bool sighting_rules_out(const struct sighting *sighting, bool alone);
/* The middle of a sighting's place. */
struct point sighting_middle(const struct quad *px_corners);
/* The share of the smaller one that both cover, by their bounding boxes. */
double sighting_overlap(const struct quad *a, const struct quad *b);
/* Does one of a list take more than this share of a place? Bounds of leaning
 * boards overlap, the boards do not. */
#define SIGHTING_REACHES_MOST 0.15
bool sighting_list_reaches(const struct sighting_list *list,
			   const struct quad *px_place);

#endif
