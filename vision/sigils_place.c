#include "sigils_place.h"

#include "sigils.h"

/* Smaller lattices are the seams of a piece, or bricks, not frames: the
 * smallest of both games is 4 by 3. */
enum { FRAME_SQUARES_LEAST = 12 };
/* Squares of fewer pixels show no shapes. */
#define PX_PITCH_LEAST 6
/* A lattice of which so much shows is a frame as it stands, and no other
 * frame overlaps it. */
#define CERTAIN_SHARE 0.95
/* At a glance, one whose squares are all seen and so much of whose lines. */
#define GLANCE_SHARE 0.8
/* Where strokes of so much of a square's height, the grain of a photograph is
 * lower and digits take a third and more, stand in the middle, so far from its
 * sides, of more than this share of the squares it is a puzzle of numbers: of
 * its squares a third or more is given, a frame's are empty. Digits are wider
 * than what lies between two of so many samples. */
#define CONTENT_HIGH 0.25
#define CONTENT_INSET 0.3
#define CONTENT_MOST 0.2
enum { CONTENT_SAMPLES = 12 };
/* Of a tray, more than this share on squares of a grid are its filled ones; of
 * that grid's squares pieces' are so many times larger or smaller at most, and
 * it has so many at least. */
#define ON_GRID 0.5
#define GRID_PITCH 1.25
enum { GRID_SQUARES_LEAST = 36 };

bool sigils_place_is_frame(const struct lattice *lattice)
{
	return lattice->columns * lattice->rows >= FRAME_SQUARES_LEAST &&
	       lattice->columns <= SIGILS_SIDE_MAX &&
	       lattice->rows <= SIGILS_SIDE_MAX &&
	       lattice->pitch >= PX_PITCH_LEAST;
}

bool sigils_place_is_certain(const struct lattice *lattice)
{
	return lattice->cells >= lattice->columns * lattice->rows &&
	       lattice->line_share >= CERTAIN_SHARE;
}

bool sigils_place_is_seen(const struct lattice *lattice)
{
	return lattice->cells >= lattice->columns * lattice->rows &&
	       lattice->line_share >= GLANCE_SHARE;
}

static bool holds_middle(const struct lattice *lattice,
			 const struct lattice *of)
{
	struct point middle = homography_apply(
		&of->cell_to_px,
		(struct point){ of->columns / 2.0, of->rows / 2.0 });
	struct point cell = homography_apply(&lattice->px_to_cell, middle);

	return cell.x > 0 && cell.y > 0 && cell.x < lattice->columns &&
	       cell.y < lattice->rows;
}

bool sigils_place_is_settled(const struct page *page,
			     const struct lattice *frame)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];

		if (frame->columns * frame->rows >
			    lattice->columns * lattice->rows &&
		    frame->line_share >= 1)
			continue;
		if (sigils_place_is_certain(lattice) &&
		    (holds_middle(lattice, frame) ||
		     (sigils_place_is_frame(lattice) &&
		      frame->line_share < GLANCE_SHARE &&
		      holds_middle(frame, lattice))))
			return true;
	}
	return false;
}

bool sigils_place_has_lines(const struct page *page,
			    const struct lattice *plain)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];

		if (sigils_place_is_frame(lattice) &&
		    lattice->line_share >= GLANCE_SHARE &&
		    holds_middle(lattice, plain))
			return true;
	}
	return false;
}

/* Does a stroke as high as a digit cross the middle of the square? */
static bool is_filled(const struct elements *elements,
		      const struct lattice *lattice, int x, int y)
{
	for (int i = 0; i < CONTENT_SAMPLES; i++) {
		double along = (i + 0.5) / CONTENT_SAMPLES;
		struct point at = { x + CONTENT_INSET +
					    (1 - 2 * CONTENT_INSET) * along,
				    y + 0.5 };
		const struct element *element;

		at = homography_apply(&lattice->cell_to_px, at);
		element = elements_at(elements, at.x, at.y);
		if (element && element->kind == ELEMENT_STROKE &&
		    element->box.height >= CONTENT_HIGH * lattice->pitch &&
		    element->box.height <= lattice->pitch)
			return true;
	}
	return false;
}

/* Is the square a hole, or does a piece lie on it? */
static bool is_taken(const struct sigils_played *played, int x, int y)
{
	for (int i = 0; i < played->count; i++)
		for (int j = 0; j < 4; j++)
			if (played->pieces[i].x[j] == x &&
			    played->pieces[i].y[j] == y)
				return true;
	return played->hole[y][x];
}

bool sigils_place_is_empty(const struct elements *elements,
			   const struct lattice *lattice,
			   const struct sigils_played *played)
{
	int squares = lattice->columns * lattice->rows;
	int filled = 0;

	for (int y = 0; y < lattice->rows; y++)
		for (int x = 0; x < lattice->columns; x++)
			if (!played || !is_taken(played, x, y))
				filled += is_filled(elements, lattice, x, y);
			else
				squares--;
	return filled <= CONTENT_MOST * squares;
}

bool sigils_place_is_on_grid(const struct page *page,
			     const struct lattice *frame,
			     const struct sigils_view *view,
			     const struct sigils_tray *tray)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *grid = &page->lattices.lattices[i];
		int on = 0;

		if (grid->columns * grid->rows < GRID_SQUARES_LEAST ||
		    holds_middle(grid, frame) || holds_middle(frame, grid))
			continue;
		for (int j = 0; j < tray->count; j++) {
			const struct sigils_blob *blob = tray->pieces[j];
			double pitch = blob->pitch / view->scale *
				       frame->pitch / grid->pitch;
			struct point at = homography_apply(
				&grid->px_to_cell,
				homography_apply(
					&frame->cell_to_px,
					sigils_blob_middle(view, blob)));

			on += pitch < GRID_PITCH && pitch > 1 / GRID_PITCH &&
			      at.x > 0 && at.y > 0 && at.x < grid->columns &&
			      at.y < grid->rows;
		}
		if (on > ON_GRID * tray->count)
			return true;
	}
	return false;
}
