/* Train Tracks in a picture: a lattice with numbers along two of its sides,
 * pieces of track in some of its cells, and two places where the track
 * crosses the rim, told by the pieces or by letters beside the board. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lattice_lines.h"
#include "page.h"
#include "side_numbers.h"
#include "track_cells.h"
#include "vision.h"
#include "vision_parts.h"

/* A letter, or a letter on a disc, is at most so high, in cells. */
#define LETTER_MOST 1.1
/* A letter on a disc lies within this share of the disc's width. */
#define DISC_INSIDE 0.72
/* A line of totals has numbers in this share of its squares, read with this
 * mean certainty; one that shows few counts beside one that shows most. */
#define MOST_SHOWN 0.5
#define FEW_SHOWN 0.25
#define TOTALS_CERTAINTY 0.8
/* A letter beside the board counts from this probability on. */
#define LETTER_SURE 0.5
/* Where the pieces are no more certain than this, they are letters or the
 * small numbers of a crossword. */
#define BOARD_LEAST 0.05
/* A total that is not there in a line of totals was left out on purpose with
 * this probability, or else was not seen. */
#define MISSING_SURE 0.97
/* Where something is written that is no number it may be none at all, a
 * speck, with this one. */
#define UNREAD_SURE 0.3
/* A board beyond which the line of its totals seems to go on is whole with
 * this one. */
#define GOES_ON_SURE 0.3
/* ... or so much of the sides of all squares of one line more. */
#define LINE_SHOWS 0.75
enum { PORTS_MAX = 8 };

struct port {
	struct tracks_port place;
	double certainty;
	char letter;
};

struct board {
	struct vision *vision;
	const struct page *page;
	struct lattice lattice;
	struct side_profile profiles[SIDE_COUNT];
	struct side_numbers headers[SIDE_COUNT]; /* length 0: none */
	struct side_numbers across, down;        /* columns' and rows' totals */
	struct track_cells cells;
	struct port ports[PORTS_MAX];
	int port_count;
	bool goes_on;    /* something stands where a further total would */
	bool near_paper; /* where numbers lack it may be taken for ink */
};

/* A line of numbers beside the board, or in its outermost cells. */
static bool find_line(struct board *board, enum side side, bool inside,
		      double least, struct side_profile *profile,
		      struct side_numbers *line)
{
	const struct elements *elements = &board->page->elements;
	struct glyphs *glyphs = board->vision->glyphs;
	struct side_profile near;
	struct side_numbers other;
	bool found;

	side_profile_find(elements, &board->lattice, side, inside, profile);
	found = side_numbers_find(glyphs, elements, &board->lattice, profile,
				  least, line);
	if (board->near_paper && !inside &&
	    !(found && line->seen == line->length) &&
	    side_profile_find_near(elements, &board->lattice, profile, &near) &&
	    side_numbers_find(glyphs, elements, &board->lattice, &near, least,
			      &other) &&
	    (!found || other.certainty > line->certainty)) {
		*profile = near;
		*line = other;
		found = true;
	}
	return found && line->certainty >= TOTALS_CERTAINTY * least;
}

/* Totals that stand in the outermost cells of a larger lattice: takes those
 * cells off, and keeps what was read in them. */
static void take_off_headers(struct board *board)
{
	struct side_profile profile;
	int off[SIDE_COUNT] = { 0 };

	for (int side = 0; side < SIDE_COUNT; side++) {
		struct side_numbers *in = &board->headers[side], out;

		if (!find_line(board, (enum side)side, true, MOST_SHOWN,
			       &profile, in) ||
		    (find_line(board, (enum side)side, false, MOST_SHOWN,
			       &profile, &out) &&
		     out.certainty > in->certainty)) {
			in->length = 0;
			continue;
		}
		off[side] = 1;
		lattice_widen(&board->lattice, side, -1);
		if (board->lattice.columns < TRACKS_SIDE_MIN ||
		    board->lattice.rows < TRACKS_SIDE_MIN)
			return;
	}
	for (int side = 0; side < SIDE_COUNT; side++) {
		bool upright = side == SIDE_LEFT || side == SIDE_RIGHT;
		enum side before = upright ? SIDE_TOP : SIDE_LEFT;

		/* sides that came later were shortened already */
		if (off[side])
			side_numbers_cut(&board->headers[side],
					 (int)before > side ? off[before] : 0,
					 upright ? board->lattice.rows
						 : board->lattice.columns);
	}
}

/* The best line of totals along the sides of one direction. */
static bool find_totals_along(struct board *board, bool upright, double least,
			      struct side_numbers *best)
{
	bool found = false;

	for (int side = 0; side < SIDE_COUNT; side++) {
		const struct side_numbers *header = &board->headers[side];
		struct side_numbers line;
		bool read;

		if (upright != (side == SIDE_LEFT || side == SIDE_RIGHT))
			continue;
		read = find_line(board, (enum side)side, false, least,
				 &board->profiles[side], &line);
		if (header->length &&
		    (!read || header->certainty > line.certainty)) {
			line = *header;
			read = true;
		}
		if (!read || (found && line.certainty <= best->certainty))
			continue;
		*best = line;
		found = true;
	}
	return found;
}

/* Of a line's numbers, can more be totals than not? */
static bool most_fit(const struct side_numbers *line, int most)
{
	int fitting = 0, others = 0;

	for (int i = 0; i < line->length; i++)
		if (line->numbers[i].value > most)
			others++;
		else if (line->numbers[i].value >= 0)
			fitting++;
	return fitting > others;
}

/* One of the two may show but a few where the other is sure. */
static bool find_both(struct board *board, bool *any)
{
	bool across =
		find_totals_along(board, false, MOST_SHOWN, &board->across);
	bool down = find_totals_along(board, true, MOST_SHOWN, &board->down);

	*any = across || down;
	if (across && !down)
		down = find_totals_along(board, true, FEW_SHOWN, &board->down);
	else if (down && !across)
		across = find_totals_along(board, false, FEW_SHOWN,
					   &board->across);
	return across && down;
}

/* Totals for the columns and for the rows. Where some lack, the page may be
 * taken for ink. */
static bool find_totals(struct board *board)
{
	bool any, found = find_both(board, &any);

	if (any && !board->near_paper &&
	    !(found && board->across.seen == board->across.length &&
	      board->down.seen == board->down.length)) {
		board->near_paper = true;
		found = find_both(board, &any);
	}
	return found && most_fit(&board->across, board->lattice.rows) &&
	       most_fit(&board->down, board->lattice.columns);
}

static void add_port(struct board *board, enum tracks_side side, int index,
		     double certainty)
{
	if (board->port_count < PORTS_MAX)
		board->ports[board->port_count++] =
			(struct port){ { side, index }, certainty, 0 };
}

static void ports_from_pieces(struct board *board)
{
	static const enum tracks_side sides[4] = { TRACKS_LEFT, TRACKS_RIGHT,
						   TRACKS_TOP, TRACKS_BOTTOM };

	for (int y = 0; y < board->lattice.rows; y++)
		for (int x = 0; x < board->lattice.columns; x++) {
			const struct track_piece *piece =
				&board->cells.pieces[y][x];
			int out = piece->sides &
				  track_cells_outward(&board->cells, x, y);

			if (!board->cells.given[y][x] &&
			    !board->cells.half[y][x])
				continue;
			for (int i = 0; i < 4; i++)
				if (out & (int)sides[i])
					add_port(board, sides[i], i < 2 ? y : x,
						 piece->certainty);
		}
}

static bool same_place(const struct tracks_port *a, const struct tracks_port *b)
{
	return a->side == b->side && a->index == b->index;
}

static enum tracks_side tracks_side_of(enum side side)
{
	static const enum tracks_side sides[SIDE_COUNT] = {
		TRACKS_LEFT, TRACKS_TOP, TRACKS_RIGHT, TRACKS_BOTTOM
	};

	return sides[side];
}

/* A square of this share of the shorter side, around the middle. */
static void shrink_place(struct place *place, double share)
{
	struct extent *e = &place->extent;
	double x = (e->left + e->right) / 2, y = (e->top + e->bottom) / 2;
	double half = share * fmin(e->right - e->left, e->bottom - e->top) / 2;

	*e = (struct extent){ x - half, y - half, x + half, y + half };
}

/* A letter has nothing beside it; words and lines of totals do. */
static bool stands_alone(const struct side_profile *profile, int square,
			 double near_end, double far_end)
{
	for (int other = square - 1; other <= square + 1; other += 2) {
		double a, b;

		if (other >= 0 && other < profile->length &&
		    side_next_ink(profile, other, near_end, &a, &b) &&
		    a < far_end)
			return false;
	}
	return true;
}

/* Reads what stands beside one square, one piece of ink after the other, and
 * keeps a letter that is surer than those seen before. */
static void find_letter(struct board *board, enum side side, int square,
			struct port letters[2])
{
	const struct side_profile *profile = &board->profiles[side];
	double near_end, far_end = 0;

	while (side_next_ink(profile, square, far_end + SIDE_STEP, &near_end,
			     &far_end)) {
		struct place place = side_place(
			&board->lattice, profile, square,
			fmax(0.02, near_end - SIDE_STEP), far_end + SIDE_STEP);
		struct number number;
		struct port *letter;

		if (far_end - near_end > LETTER_MOST ||
		    !stands_alone(profile, square, near_end, far_end))
			continue;
		number_read_place(board->vision->glyphs,
				  &board->page->elements.grey, &place, &number);
		if (!number.letter) {
			/* on a disc, perhaps */
			shrink_place(&place, DISC_INSIDE);
			number_read_place(board->vision->glyphs,
					  &board->page->elements.grey, &place,
					  &number);
		}
		if (!number.letter)
			continue;
		letter = &letters[number.letter - 'A'];
		if (number.confidence < LETTER_SURE ||
		    number.confidence <= letter->certainty)
			continue;
		*letter = (struct port){ { tracks_side_of(side), square },
					 number.confidence,
					 number.letter };
	}
}

/* Reads the letters A and B beside the board, the most probable of each: where
 * the pieces tell both ends, only there. */
static void find_letters(struct board *board, struct port letters[2])
{
	memset(letters, 0, 2 * sizeof *letters);
	for (int side = 0; side < SIDE_COUNT; side++)
		for (int square = 0; square < board->profiles[side].length;
		     square++) {
			struct tracks_port here = {
				tracks_side_of((enum side)side), square
			};
			bool wanted = board->port_count < 2;

			for (int i = 0; i < board->port_count; i++)
				wanted |= same_place(&board->ports[i].place,
						     &here);
			if (wanted)
				find_letter(board, (enum side)side, square,
					    letters);
		}
}

/* Where two pieces cross the rim those are the ends, and letters only say
 * which is which; where fewer do, letters name the others. Returns false
 * where two ends are not known. */
static bool find_ends(struct board *board, struct tracks *tracks,
		      double *certainty)
{
	struct port letters[2];
	int a = -1, b = -1;

	ports_from_pieces(board);
	find_letters(board, letters);
	for (int i = 0; i < board->port_count; i++)
		for (int j = 0; j < 2; j++)
			if (letters[j].letter &&
			    same_place(&board->ports[i].place,
				       &letters[j].place))
				board->ports[i].letter = letters[j].letter;
	for (int j = 0; j < 2 && board->port_count < 2; j++) {
		bool known = !letters[j].letter;

		for (int i = 0; i < board->port_count; i++)
			known |= board->ports[i].letter == letters[j].letter;
		if (!known)
			board->ports[board->port_count++] = letters[j];
	}
	if (board->port_count != 2)
		return false;
	for (int i = 0; i < 2; i++) {
		if (board->ports[i].letter == 'A')
			a = i;
		if (board->ports[i].letter == 'B')
			b = i;
	}
	if (a < 0)
		a = b < 0 ? 0 : 1 - b;
	tracks->entry = board->ports[a].place;
	tracks->exit = board->ports[1 - a].place;
	*certainty = fmin(board->ports[0].certainty, board->ports[1].certainty);
	return true;
}

/* Of a number's readings, those a total can be. */
static void fit_total(struct number *number, int most)
{
	int kept = 0;

	if (number->value > most) {
		double lost = number->confidence;

		for (int i = 0; i < number->instead_count; i++)
			if (number->instead[i].value >= 0 &&
			    number->instead[i].value <= most) {
				number->value = number->instead[i].value;
				number->confidence =
					number->instead[i].confidence /
					fmax(1e-6, 1 - lost);
				number->instead[i].confidence = 0;
				break;
			}
		number->confidence = fmin(number->confidence, 0.5);
	}
	for (int i = 0; i < number->instead_count; i++)
		if (number->instead[i].value >= 0 &&
		    number->instead[i].value <= most &&
		    number->instead[i].value != number->value)
			number->instead[kept++] = number->instead[i];
	number->instead_count = kept;
}

static int add_total(struct sighting *sighting, const char *name, int index,
		     const struct number *number)
{
	struct reading reading = { .confidence = number->confidence,
				   .px_box = number->px_box };

	snprintf(reading.clue, sizeof reading.clue, "%s[%d]", name, index);
	if (number->value < 0) {
		snprintf(reading.value, sizeof reading.value, "null");
		reading.confidence = number->blank ? MISSING_SURE : UNREAD_SURE;
	} else {
		snprintf(reading.value, sizeof reading.value, "%d",
			 number->value);
	}
	for (int i = 0; i < number->instead_count; i++) {
		snprintf(reading.instead[i].value,
			 sizeof reading.instead[i].value, "%d",
			 number->instead[i].value);
		reading.instead[i].confidence = number->instead[i].confidence;
	}
	reading.instead_count = number->instead_count;
	return sighting_add_reading(sighting, &reading);
}

static int add_totals(struct sighting *sighting, const char *name,
		      struct side_numbers *line, int most, int *totals)
{
	for (int i = 0; i < line->length; i++) {
		struct number *number = &line->numbers[i];

		fit_total(number, most);
		totals[i] = number->value > most || number->value < 0
				    ? TRACKS_UNKNOWN
				    : number->value;
		if (add_total(sighting, name, i, number) < 0)
			return -1;
	}
	return 0;
}

static struct box cell_box(const struct lattice *lattice, int x, int y)
{
	struct point a =
		homography_apply(&lattice->cell_to_px, (struct point){ x, y });
	struct point b = homography_apply(&lattice->cell_to_px,
					  (struct point){ x + 1, y + 1 });

	return (struct box){ (int)a.x, (int)a.y, (int)ceil(b.x - a.x),
			     (int)ceil(b.y - a.y) };
}

static int add_piece(struct sighting *sighting, const struct board *board,
		     const char *clue, int value, int x, int y)
{
	struct reading reading = { .confidence =
					   board->cells.pieces[y][x].certainty,
				   .px_box = cell_box(&board->lattice, x, y) };

	snprintf(reading.clue, sizeof reading.clue, "%s", clue);
	snprintf(reading.value, sizeof reading.value, "%d", value);
	return sighting_add_reading(sighting, &reading);
}

static int add_pieces(struct sighting *sighting, const struct board *board,
		      struct tracks *tracks)
{
	int clues = 0, halves = 0;

	for (int y = 0; y < tracks->rows; y++)
		for (int x = 0; x < tracks->columns; x++) {
			int sides = board->cells.pieces[y][x].sides;
			char clue[40];

			if (board->cells.given[y][x]) {
				tracks->given[y][x] = (int8_t)sides;
				snprintf(clue, sizeof clue, "clues[%d].tile",
					 clues++);
			} else if (board->cells.half[y][x]) {
				tracks->half[y][x] = (uint8_t)sides;
				snprintf(clue, sizeof clue,
					 "half_clues[%d].sides", halves++);
			} else {
				continue;
			}
			if (add_piece(sighting, board, clue, sides, x, y) < 0)
				return -1;
		}
	return 0;
}

static void finish(struct sighting *sighting, const struct board *board,
		   double ends_certainty)
{
	sighting->cell_to_px = board->lattice.cell_to_px;
	sighting->px_corners = lattice_px_corners(&board->lattice);
	sighting->confidence = ends_certainty * board->cells.others_certainty;
	if (board->goes_on)
		sighting->confidence *= GOES_ON_SURE;
	for (size_t i = 0; i < sighting->reading_count; i++)
		sighting->confidence *= sighting->readings[i].confidence;
	sighting->score = board->across.seen + board->down.seen +
			  board->cells.explained - 2.0 * board->cells.strange;
}

static int add_board(struct board *board, struct sighting_list *list,
		     struct problem *problem)
{
	struct sighting sighting = { .puzzle.family = FAMILY_tracks };
	struct tracks *tracks = &sighting.puzzle.as.tracks;
	int columns = board->lattice.columns, rows = board->lattice.rows;
	double certainty;

	tracks_init(tracks, columns, rows);
	if (!find_ends(board, tracks, &certainty))
		return 0;
	if (add_totals(&sighting, "column_totals", &board->across, rows,
		       tracks->column_totals) < 0 ||
	    add_totals(&sighting, "row_totals", &board->down, columns,
		       tracks->row_totals) < 0 ||
	    add_pieces(&sighting, board, tracks) < 0) {
		free(sighting.readings);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for readings");
	}
	finish(&sighting, board, certainty);
	return sighting_list_add(list, &sighting, problem);
}

static bool sums_agree(const struct board *board)
{
	int sum = side_numbers_sum(&board->across);

	return sum >= 0 && sum == side_numbers_sum(&board->down);
}

/* Gives a board one more row or column on a side. Returns what stands in line
 * with the others' totals where its own would: no ink (`blank`), a number or
 * something else; NULL where there is no room or no such line. Valid while
 * `longer`, filled in, is. */
static const struct number *add_line(struct board *board, enum side side,
				     struct side_numbers *longer)
{
	bool upright = side == SIDE_TOP || side == SIDE_BOTTOM;
	const struct side_numbers *line =
		upright ? &board->down : &board->across;
	int first = side == SIDE_LEFT || side == SIDE_TOP;

	if (board->headers[side].length ||
	    board->lattice.columns == TRACKS_SIDE_MAX ||
	    board->lattice.rows == TRACKS_SIDE_MAX)
		return NULL;
	/* what was read in cells of the lattice has the old length */
	for (int i = 0; i < SIDE_COUNT; i++)
		board->headers[i].length = 0;
	side_numbers_stretch(line, &board->lattice);
	lattice_widen(&board->lattice, side, 1);
	if (!lattice_is_inside(&board->lattice, &board->page->elements) ||
	    !find_line(board, line->side, false, MOST_SHOWN,
		       &board->profiles[line->side], longer))
		return NULL;
	return &longer->numbers[first ? 0 : longer->length - 1];
}

static bool is_total(const struct number *number)
{
	return number && number->value >= 0 &&
	       number->confidence >= TOTALS_CERTAINTY;
}

/* Rows or columns at a rim whose squares do not show as the others do, because
 * they are tinted or have the page's colour, show by their totals: takes them
 * in, where the totals of columns and rows then have one sum. `larger` is room
 * for a board. */
static bool extend_side(struct board *board, enum side side,
			struct board *larger)
{
	struct side_numbers longer;

	*larger = *board;
	while (is_total(add_line(larger, side, &longer)) && find_totals(larger))
		if (sums_agree(larger)) {
			*board = *larger;
			return true;
		}
	return false;
}

/* Does one more line of squares show beyond a side, and no totals in it? */
static bool shows_line(const struct board *board, enum side side)
{
	struct lattice wider = board->lattice;

	lattice_widen(&wider, side, 1);
	if (board->headers[side].length ||
	    lattice_line_beyond(&board->lattice, &board->page->elements, side) <
		    LINE_SHOWS)
		return false;
	return !side_numbers_lie_in(&board->across, side, &wider) &&
	       !side_numbers_lie_in(&board->down, side, &wider);
}

/* Takes in what can be, and notes whether the totals seem to go on. */
static int extend_by_totals(struct board *board, struct problem *problem)
{
	struct board *larger = alloc_array(1, sizeof *larger);

	if (!larger)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a board");
	for (int side = 0; side < SIDE_COUNT; side++)
		while (extend_side(board, (enum side)side, larger))
			;
	for (int side = 0; side < SIDE_COUNT; side++) {
		struct side_numbers longer;

		*larger = *board;
		board->goes_on |=
			is_total(add_line(larger, (enum side)side, &longer)) ||
			shows_line(board, (enum side)side);
	}
	free(larger);
	return 0;
}

static int try_lattice(struct board *board, struct sighting_list *list,
		       struct problem *problem)
{
	const struct lattice *lattice = &board->lattice;

	take_off_headers(board);
	if (lattice->columns < TRACKS_SIDE_MIN ||
	    lattice->rows < TRACKS_SIDE_MIN ||
	    lattice->columns > TRACKS_SIDE_MAX ||
	    lattice->rows > TRACKS_SIDE_MAX || !find_totals(board))
		return 0;
	if (extend_by_totals(board, problem) < 0)
		return -1;
	if (track_cells_look(&board->page->elements, lattice, &board->cells) <
	    0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a board's cells");
	if (board->cells.strange > board->cells.explained)
		return 0;
	track_cells_choose(&board->cells);
	return track_cells_certainty(&board->cells) < BOARD_LEAST
		       ? 0
		       : add_board(board, list, problem);
}

/* The lattice, or, where that is no board, all but the outermost line at one
 * side that only shows as lines. */
static int read_lattice(const struct board *none, const struct lattice *lattice,
			struct board *board, struct sighting_list *list,
			struct problem *problem)
{
	size_t known = list->count;
	int result;

	*board = *none;
	board->lattice = *lattice;
	result = try_lattice(board, list, problem);
	for (int side = 0;
	     side < SIDE_COUNT && result == 0 && list->count == known; side++) {
		*board = *none;
		board->lattice = *lattice;
		if (lattice_shrink(&board->lattice, side))
			result = try_lattice(board, list, problem);
	}
	return result;
}

static int read(struct vision *vision, const struct page *page,
		struct sighting_list *list, struct problem *problem)
{
	const struct lattice_list *lists[2] = { &page->lattices,
						page_ruled(page) };
	struct board *boards = alloc_array(2, sizeof *boards);
	int result = 0;

	if (!boards || !lists[1]) {
		free(boards);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a board");
	}
	memset(boards, 0, sizeof *boards);
	boards->vision = vision;
	boards->page = page;
	for (int i = 0; i < 2; i++)
		for (size_t j = 0; j < lists[i]->count && result == 0; j++)
			result = read_lattice(boards, &lists[i]->lattices[j],
					      boards + 1, list, problem);
	free(boards);
	return result;
}

const struct read_family read_tracks = { .read = read, .settles = true };
