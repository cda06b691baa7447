/* The four discs of a Suko: numbers at the corners of a square, in fields of
 * their own that have no like beside them. */
#ifndef SUKO_DISCS_H
#define SUKO_DISCS_H

#include "fields.h"
#include "numbers.h"
#include "vision.h"

/* A circle is the sum of four different digits. */
enum { SUKO_CIRCLE_LEAST = 10, SUKO_CIRCLE_MOST = 30 };

struct suko_discs {
	/* puzzle units: the discs lie at 1,1 2,1 1,2 2,2 */
	struct homography cell_to_px;
	bool has_cells;           /* was found by its cells */
	double size;              /* of a disc, cells */
	struct number numbers[4]; /* by rows */
};

struct suko_discs_list {
	struct suko_discs *list;
	size_t count, capacity;
	/* what it cost: pairs of a field and a place, and squares whose
	 * numbers were read */
	size_t compared, read;
	/* what was read of the page, and how much a board explains: one that
	 * would not be kept beside that is not read; NULL: nothing */
	const struct sighting_list *known;
	double score;
};

/* May a circle hold this number? */
bool suko_discs_may_hold(const struct number *number);

/* Reads a circle's number again within the rings that show around a point of
 * the board, where it was not read surely: digits that touch a tight ring.
 * Returns whether that was worth a look: not where nothing stands in the
 * middle, nor where the number is surely more than a circle holds. */
bool suko_discs_read_ring(struct glyphs *glyphs, const struct plane *grey,
			  const struct homography *cell_to_px, struct point at,
			  double radius, struct number *number);

/* The corners of the board in the picture. */
struct quad suko_discs_place(const struct homography *cell_to_px);

/* Are opposite sides of the board about as long, as they are in any picture
 * that is taken to be read? */
bool suko_discs_are_even(const struct homography *cell_to_px);

/* Does the list hold a board with its middle there, found by its cells? */
bool suko_discs_are_known(const struct suko_discs_list *list,
			  const struct homography *cell_to_px);

/* Appends to a list, zeroed at first, those that are not known. Returns 0, or
 * -1 without memory; the caller frees list->list. */
int suko_discs_find(struct glyphs *glyphs, const struct elements *elements,
		    const struct field *fields, int field_count,
		    struct suko_discs_list *list);

#endif
