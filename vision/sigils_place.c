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
/* At a glance, one whose squares are all seen and so much of whose lines; and
 * no grid at all runs over other things if so much of its lines shows. */
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
/* The keys of a keypad, so many, are cells of a lattice, of which at least so
 * large a share is written in. They take at least so much of its pitch, and
 * their middles are theirs, but for this share. */
enum { KEYS_LEAST = 6, KEYS_MOST = 30 };
#define KEYS_WRITTEN 0.6
#define KEY_SIDE_LEAST 0.6
#define KEY_OFF 0.12

/* A window of a lattice has squares as large within this factor, and is so many
 * times smaller at least. */
#define WINDOW_PITCH 1.1
enum { WINDOW_TIMES = 2 };

/* What lies beyond the last squares differs from them by so much, and by so
 * many times what they differ from those before them, in most of them. */
#define BEYOND_LEAST 6.0
#define BEYOND_TIMES 3.0
#define GROWN_SHARE 0.8
/* Squares of a tray's pieces are not so many times as large as the frame's: a
 * square of two by two of theirs is a piece. */
#define PIECES_LARGER 1.6

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

int sigils_place_part(const struct lattice *lattice, int left, int top,
		      int columns, int rows, struct lattice *part)
{
	struct homography shift = { { 1, 0, left, 0, 1, top, 0, 0, 1 } };

	*part = *lattice;
	part->columns = columns;
	part->rows = rows;
	part->cell_to_px = homography_compose(&shift, &lattice->cell_to_px);
	part->cells = 0;
	return homography_inverse(&part->cell_to_px, &part->px_to_cell);
}

/* Does the square next to one in a step of (dx, dy) look like it, and what lies
 * beyond does not? */
static bool goes_on(const struct sigils_view *view, int x, int y, int dx,
		    int dy)
{
	double inner[SIGILS_COLOURS], next[SIGILS_COLOURS];
	double beyond[SIGILS_COLOURS], apart;

	sigils_square_colour(view, x, y, inner);
	sigils_square_colour(view, x + dx, y + dy, next);
	sigils_square_colour(view, x + 2 * dx, y + 2 * dy, beyond);
	apart = sigils_colours_apart(next, beyond);
	return apart >= BEYOND_LEAST &&
	       apart >= BEYOND_TIMES * sigils_colours_apart(inner, next);
}

/* Do most squares along a side, the first of which is at (x, y) and each
 * further one (1, 0) or (0, 1) from it, go on beyond it? */
static bool side_goes_on(const struct sigils_view *view, int side, int count,
			 int x, int y)
{
	static const int8_t steps[4][2] = {
		{ -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }
	};
	int on = 0;

	for (int i = 0; i < count; i++)
		on += goes_on(view, side < 2 ? x : x + i, side < 2 ? y + i : y,
			      steps[side][0], steps[side][1]);
	return on >= GROWN_SHARE * count;
}

int sigils_place_grow(const struct image *image, const struct lattice *lattice,
		      struct lattice *grown)
{
	int columns = lattice->columns, rows = lattice->rows;
	int left, top, right, bottom;
	struct sigils_view view;

	if (sigils_view_init(&view, image, lattice) < 0) {
		sigils_view_fini(&view);
		return -1;
	}
	left = -side_goes_on(&view, 0, rows, 0, 0);
	right = columns + side_goes_on(&view, 1, rows, columns - 1, 0);
	top = -side_goes_on(&view, 2, right - left, left, 0);
	bottom = rows + side_goes_on(&view, 3, right - left, left, rows - 1);
	sigils_view_fini(&view);
	return (left < 0 || top < 0 || right > columns || bottom > rows) &&
	       sigils_place_part(lattice, left, top, right - left, bottom - top,
				 grown) == 0 &&
	       sigils_place_is_frame(grown);
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

bool sigils_place_is_window(const struct page *page,
			    const struct lattice *frame)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];

		if (lattice->line_share >= GLANCE_SHARE &&
		    lattice->columns * lattice->rows >=
			    WINDOW_TIMES * frame->columns * frame->rows &&
		    lattice->pitch < WINDOW_PITCH * frame->pitch &&
		    frame->pitch < WINDOW_PITCH * lattice->pitch &&
		    holds_middle(lattice, frame))
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

/* Where in a lattice the middle of a blob lies, and how large its squares are
 * beside those of the lattice. */
static struct point place_on(const struct lattice *grid,
			     const struct sigils_view *view,
			     const struct sigils_blob *blob, double x, double y,
			     double *pitch)
{
	struct point cell = sigils_view_cell(view, x, y);

	*pitch = blob->pitch / view->scale / grid->pitch *
		 homography_scale(&view->cell_to_px, cell);
	return homography_apply(&grid->px_to_cell,
				homography_apply(&view->cell_to_px, cell));
}

/* The same of the square in a piece's middle. */
static struct point middle_on(const struct lattice *grid,
			      const struct sigils_view *view,
			      const struct sigils_blob *blob, double *pitch)
{
	struct point at = sigils_view_at(view, sigils_blob_middle(view, blob));

	return place_on(grid, view, blob, at.x, at.y, pitch);
}

static bool is_in(const struct lattice *grid, struct point at)
{
	return at.x > 0 && at.y > 0 && at.x < grid->columns &&
	       at.y < grid->rows;
}

/* Is something written in most of its cells? */
static bool is_keypad(const struct elements *elements,
		      const struct lattice *lattice)
{
	int count = lattice->columns * lattice->rows, written = 0;

	if (count < KEYS_LEAST || count > KEYS_MOST)
		return false;
	for (int i = 0; i < count; i++)
		written += is_filled(elements, lattice, i % lattice->columns,
				     i / lattice->columns);
	return written >= KEYS_WRITTEN * count;
}

static bool is_key(const struct lattice *keypad, const struct sigils_view *view,
		   const struct sigils_blob *blob)
{
	double pitch;
	struct point at;

	if (blob->kind != SIGILS_O)
		return false;
	at = place_on(keypad, view, blob, blob->x + blob->pitch,
		      blob->y + blob->pitch, &pitch);
	return is_in(keypad, at) && 2 * pitch > KEY_SIDE_LEAST &&
	       2 * pitch < 1 && fabs(at.x - floor(at.x) - 0.5) < KEY_OFF &&
	       fabs(at.y - floor(at.y) - 0.5) < KEY_OFF;
}

void sigils_place_drop_keys(const struct page *page,
			    const struct sigils_view *view,
			    struct sigils_blobs *blobs)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];
		size_t kept = 0;

		if (!is_keypad(&page->elements, lattice))
			continue;
		for (size_t j = 0; j < blobs->count; j++)
			if (!is_key(lattice, view, &blobs->list[j]))
				blobs->list[kept++] = blobs->list[j];
		blobs->count = kept;
	}
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
		    grid->line_share < GLANCE_SHARE ||
		    (frame &&
		     (holds_middle(grid, frame) || holds_middle(frame, grid))))
			continue;
		for (int j = 0; j < tray->count; j++) {
			double pitch;
			struct point at =
				middle_on(grid, view, tray->pieces[j], &pitch);

			on += pitch < GRID_PITCH && pitch > 1 / GRID_PITCH &&
			      is_in(grid, at);
		}
		if (on > ON_GRID * tray->count)
			return true;
	}
	return false;
}

bool sigils_place_is_small(const struct lattice *frame,
			   const struct sigils_view *view,
			   const struct sigils_tray *tray)
{
	int small = 0;

	for (int i = 0; i < tray->count; i++) {
		double pitch;

		middle_on(frame, view, tray->pieces[i], &pitch);
		small += pitch > PIECES_LARGER;
	}
	return 2 * small > tray->count;
}

static bool holds_piece(const struct lattice *grid,
			const struct sigils_view *view,
			const struct sigils_tray *tray)
{
	bool holds = false;
	double pitch;

	for (int i = 0; i < tray->count && !holds; i++)
		holds = is_in(grid,
			      middle_on(grid, view, tray->pieces[i], &pitch));
	return holds;
}

bool sigils_place_has_rival(const struct page *page,
			    const struct lattice *frame,
			    const struct sigils_view *view,
			    const struct sigils_tray *tray)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *rival = &page->lattices.lattices[i];
		bool shows = sigils_place_is_certain(rival) ||
			     (holds_middle(rival, frame) &&
			      rival->line_share >= CERTAIN_SHARE);

		if (shows && sigils_place_is_frame(rival) &&
		    rival->columns * rival->rows >
			    frame->columns * frame->rows &&
		    !holds_piece(rival, view, tray) &&
		    sigils_place_is_empty(&page->elements, rival, NULL))
			return true;
	}
	return false;
}
