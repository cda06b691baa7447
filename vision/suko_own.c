#include "suko_own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "items.h"
#include "suko_cards.h"
#include "suko_places.h"
#include "suko_rows.h"

/* What is nearer to another board than this share of how near it is to this
 * one belongs to that. */
#define OTHERS_NEARER 0.6
/* How sure areas are that have totals of another board; what is no surer than
 * that claims none. */
#define SURE_CLAIMED 0.5

/* A board whose areas are looked for. */
struct looker {
	const struct suko_own *board;
	struct suko_cards cards;
};

/* How far a point of the picture is from a board, in cells of it. */
static double distance_to(struct point px, const struct suko_discs *discs)
{
	struct homography px_to_cell;
	struct point at;

	if (homography_inverse(&discs->cell_to_px, &px_to_cell) < 0)
		return HUGE_VAL;
	at = homography_apply(&px_to_cell, px);
	return hypot(fmax(0, fabs(at.x - 1.5) - 1.5),
		     fmax(0, fabs(at.y - 1.5) - 1.5));
}

/* Does a point lie by another board of the page, rather than by this one? */
static bool is_others(const void *data, struct point px)
{
	const struct suko_own *board = data;
	double own = distance_to(px, board->discs);

	for (size_t i = 0; i < board->all->count; i++)
		if (distance_to(px, &board->all->list[i]) < OTHERS_NEARER * own)
			return true;
	return false;
}

/* Was another board than this one read there, with totals that agree? */
static bool has_totals(const struct suko_own *board,
		       const struct sighting *sighting)
{
	static const struct point middle = { 1.5, 1.5 };
	const struct homography *map = &board->discs->cell_to_px;
	struct point at = homography_apply(map, middle);
	struct point other = homography_apply(&sighting->cell_to_px, middle);

	return sighting->puzzle.family == FAMILY_suko &&
	       sighting->confidence > SURE_CLAIMED &&
	       point_distance(at, other) > homography_scale(map, middle);
}

/* Does a box of the picture hold the middle of a number that was read as the
 * total of an area of another board? */
static bool is_claimed(const struct suko_own *board, const struct extent *px)
{
	for (size_t i = 0; i < board->known->count; i++) {
		const struct sighting *one = &board->known->sightings[i];

		if (!has_totals(board, one))
			continue;
		for (size_t k = 0; k < one->reading_count; k++) {
			const struct box *box = &one->readings[k].px_box;
			double x = box->x + box->width / 2.0;
			double y = box->y + box->height / 2.0;

			if (!strncmp(one->readings[k].clue, "areas[", 6) &&
			    x > px->left && x < px->right && y > px->top &&
			    y < px->bottom)
				return true;
		}
	}
	return false;
}

static bool is_field_claimed(const struct suko_own *board,
			     const struct field *field)
{
	double x = field->width / 2, y = field->height / 2;
	struct extent px = { field->px_middle.x - x, field->px_middle.y - y,
			     field->px_middle.x + x, field->px_middle.y + y };

	return is_claimed(board, &px);
}

/* Keeps the fields that are no total of another board, nor (`own`) lie by one:
 * of puzzles that look the same each has its totals beside it. Returns how
 * many. */
static int keep_free(const struct suko_own *board, struct field *fields,
		     int count, bool own)
{
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (!(own && is_others(board, fields[i].px_middle)) &&
		    !is_field_claimed(board, &fields[i]))
			fields[kept++] = fields[i];
	return kept;
}

/* What totals agree on is nothing where one of them is another board's. */
static void check_claims(const struct suko_own *board, struct suko_areas *areas)
{
	for (int i = 0; i < areas->count && areas->agreed; i++) {
		const struct box *box = &areas->totals[i].px_box;
		struct extent px = { box->x, box->y, box->x + box->width,
				     box->y + box->height };

		if (is_claimed(board, &px)) {
			areas->agreed = false;
			areas->confidence = SURE_CLAIMED;
		}
	}
}

/* A copy of those fields, which the caller frees. Returns how many, or -1. */
static int copy_free(const struct suko_own *board, const struct field *fields,
		     int count, bool own, struct field **copy)
{
	*copy = alloc_array((size_t)count, sizeof **copy);
	if (!*copy)
		return -1;
	if (count)
		memcpy(*copy, fields, sizeof **copy * (size_t)count);
	return keep_free(board, *copy, count, own);
}

/* Finds the areas; where their totals do not show in fields, in other places;
 * `own`: but not in those that lie by other boards. */
static int find_areas(const struct looker *looker, const struct field *fields,
		      int field_count, bool own, struct suko_areas *areas)
{
	const struct suko_own *board = looker->board;
	const struct homography *map = &board->discs->cell_to_px;
	struct field *places;
	struct suko_areas other;
	struct suko_board looked_at = { map, board->tints, NULL };
	int count;

	suko_areas_find(&looker->cards, fields, field_count, board->tints,
			false, areas);
	/* totals that are found tell where others may be: twice */
	for (int i = 0; i < 2 && areas->tinted && !areas->agreed; i++) {
		if (i && other.shown_count <= areas->shown_count)
			break;
		looked_at.areas = i ? &other : areas;
		count = suko_places_find(board->vision, board->page,
					 board->known, &looked_at, fields,
					 field_count, &places);
		if (count > 0)
			count = keep_free(board, places, count, own);
		if (count >= 0)
			suko_areas_find(&looker->cards, places, count,
					board->tints, false, &other);
		free(places);
		if (count < 0)
			return -1;
		if (other.agreed)
			*areas = other;
	}
	check_claims(board, areas);
	return 0;
}

/* Finds the areas by totals whose words lie over their cards' sides. Returns 0,
 * or -1 without memory. */
static int find_over(const struct looker *looker, const struct field *fields,
		     int field_count, bool own, struct suko_areas *areas)
{
	const struct suko_own *board = looker->board;
	const struct homography *map = &board->discs->cell_to_px;
	struct suko_board looked_at = { map, board->tints, areas };
	struct suko_areas over;
	struct field *places;
	int count = suko_places_find(board->vision, board->page, board->known,
				     &looked_at, fields, field_count, &places);

	if (count > 0)
		count = keep_free(board, places, count, own);
	if (count >= 0) {
		suko_areas_find(&looker->cards, places, count, board->tints,
				true, &over);
		check_claims(board, &over);
		if (over.agreed)
			*areas = over;
	}
	free(places);
	return count < 0 ? -1 : 0;
}

/* Finds the areas by numbers in a row that lie by this board. Returns 0, or -1
 * without memory. */
static int find_row(const struct looker *looker, struct suko_areas *areas)
{
	const struct suko_own *board = looker->board;
	struct suko_rows_others others = { is_others, board };
	struct item_list items = { 0 };
	int result = item_list_find_numbers(
		&items, board->page, board->vision->glyphs, board->known);

	if (result == 0)
		result = suko_rows_find(&looker->cards, &items, &others,
					board->tints, areas);
	item_list_fini(&items);
	return result < 0 ? -1 : 0;
}

/* Finds the areas among the fields of its own, then among all. */
static int look(const struct looker *looker, const struct field *fields,
		int field_count, bool last, struct suko_areas *areas)
{
	const struct suko_own *board = looker->board;
	struct field *own, *rest = NULL;
	int count = copy_free(board, fields, field_count, true, &own);
	int rest_count =
		last ? copy_free(board, fields, field_count, false, &rest) : 0;
	int result = count < 0 || rest_count < 0 ? -1 : 0;

	if (result >= 0)
		result = find_areas(looker, own, count, true, areas);
	if (result >= 0 && count < rest_count && !areas->agreed)
		result = find_areas(looker, rest, rest_count, false, areas);
	if (result >= 0 && areas->tinted && !areas->agreed)
		result = find_row(looker, areas);
	if (result >= 0 && areas->tinted && !areas->agreed)
		result = find_over(looker, own, count, true, areas);
	if (result >= 0 && areas->tinted && !areas->agreed &&
	    count < rest_count)
		result = find_over(looker, rest, rest_count, false, areas);
	free(own);
	free(rest);
	return result;
}

int suko_own_find(const struct suko_own *board, const struct field *fields,
		  int field_count, bool last, struct suko_areas *areas)
{
	struct looker looker = {
		.board = board,
		.cards = { .glyphs = board->vision->glyphs,
			   .elements = &board->page->elements,
			   .cell_to_px = board->discs->cell_to_px },
	};
	int result;

	*areas = (struct suko_areas){ .confidence = 1 };
	if (homography_inverse(&looker.cards.cell_to_px,
			       &looker.cards.px_to_cell) < 0)
		return 0;
	looker.cards.memo = alloc_array(1, sizeof *looker.cards.memo);
	result = looker.cards.memo
			 ? look(&looker, fields, field_count, last, areas)
			 : -1;
	free(looker.cards.memo);
	return result;
}
