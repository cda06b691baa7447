/* What may be a number pyramid: a triangle of fields (triangle.h), and whether
 * what is around and in it speaks against one. */
#ifndef PYRAMID_CANDIDATE_H
#define PYRAMID_CANDIDATE_H

#include "numbers.h"
#include "triangle.h"
#include "vision.h"

struct pyramid_candidate {
	struct triangle *triangle;
	const struct field *fields; /* of the page */
	int field_count;
	struct field smallest, largest; /* of its own */
	struct number numbers[PYRAMID_ROWS_MAX][PYRAMID_ROWS_MAX];
};

/* Was the field of a row and column seen? */
bool pyramid_was_seen(const struct triangle *triangle, int row, int column);

/* Sets `smallest` and `largest`, as wide and as high as any of its fields are
 * at least and at most. */
void pyramid_find_sizes(struct pyramid_candidate *candidate);

/* Does a field like the pyramid's stand where none of it may: in line with a
 * row, beyond its ends, or where a row above or below would be? Then this is
 * part of a table, or of a larger pyramid that is not wholly seen. What is
 * part of another puzzle, surely read, is none of this one. */
bool pyramid_is_part_of_table(const struct pyramid_candidate *candidate,
			      const struct sighting_list *known);

/* Few fields of which some only show where the picture is made smaller may lie
 * in a triangle by chance. */
bool pyramid_is_small_and_coarse(const struct pyramid_candidate *candidate);

/* Does a field alike, or (`as_large`) of the very size of its own, which is
 * none of these nor one of those seen at another scale, stand near a small
 * pyramid? Three or six of many fields are easily found to lie so. What only
 * shows where the picture is smaller than any of its own need is several
 * things in one. */
bool pyramid_is_part_of_more(const struct pyramid_candidate *candidate,
			     bool as_large);

/* Is it one of three fields, of which some only show at the coarsest scale,
 * where what lies between keys or bricks looks like one? */
bool pyramid_is_blurred(const struct pyramid_candidate *candidate);

/* Do fields as wide as the pyramid's stand beyond a side where those of one
 * more line would, but higher or lower than its own, or not quite in line? Then
 * it may go on there: the rows of stacked cubes show their fronts to different
 * heights. */
bool pyramid_may_go_on(const struct pyramid_candidate *candidate);

/* Is no number less than what those below it make at least? */
bool pyramid_do_numbers_grow(const struct pyramid_candidate *candidate);

#endif
