/* Sigils: a frame (any lattice), tetrominoes of one size around it, perhaps
 * some on it, and all of them together as large as the frame. */
#include "vision.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "page.h"
#include "sigils_beyond.h"
#include "sigils_blobs.h"
#include "sigils_frames.h"
#include "sigils_place.h"
#include "sigils_played.h"
#include "sigils_seek.h"
#include "sigils_tiles.h"
#include "sigils_tray.h"
#include "vision_parts.h"

/* Lattices looked at, the largest first. */
enum { FRAMES_MOST = 5 };
/* With less than this share of the frame's area in pieces, or more than the
 * other, this is no puzzle of ours. */
#define AREA_LEAST 0.6
#define AREA_MOST 1.35

/* Below this it is not even worth a doubt. */
#define CONFIDENCE_LEAST 0.15
/* Of a single thing, however many there are of it, the others were not seen. */
enum { TRAY_LEAST = 2 };
/* What a thing like a piece that is none of the tray leaves of our trust. */
#define STRANGER_DOUBT 0.3
/* A piece that is so many squares of the frame away from it and from all other
 * pieces may be anything: those of a tray are some 5 apart. */
#define ALONE_LEAST 12.0
/* Nor are pieces as faint, in levels: the grain between a wall's slats has 2,
 * the faintest of some 230 labelled puzzles and own scenes 12. */
#define FAINT_MOST 6.0
/* Of all pieces seen a puzzle takes this share, if there is only one. */
#define PIECES_SHARE 0.7
/* The smallest lattice that may lack a row of a frame, and how much shows of
 * its lines at least. */
enum { GROWN_FROM = 9 };
#define GROWN_SHOWS 0.7
/* A reading of this confidence needs no second look for a frame. */
#define SURE 0.8

/* By rows from the top left, as a person would list them. */
static int compare_places(const void *left, const void *right)
{
	const struct sigils_blob *a = *(const struct sigils_blob *const *)left;
	const struct sigils_blob *b = *(const struct sigils_blob *const *)right;

	if (fabs(a->y - b->y) > a->pitch)
		return a->y < b->y ? -1 : 1;
	return (a->x > b->x) - (a->x < b->x);
}

/* A piece as it was read. */
struct read_piece {
	enum sigils_kind kind, other; /* other: SIGILS_KIND_COUNT for none */
	int turns;
	double confidence;
	struct point middle; /* squares of the frame */
	struct box px_box;
};

/* Adds a piece and its reading. */
static int add_piece(struct sighting *sighting, const struct read_piece *piece)
{
	struct sigils *sigils = &sighting->puzzle.as.sigils;
	struct reading reading = { .confidence = piece->confidence,
				   .px_box = piece->px_box };
	int place = sigils->piece_count;

	if (place == SIGILS_PIECES_MAX)
		return 0;
	snprintf(reading.clue, sizeof reading.clue, "pieces[%d]", place);
	snprintf(reading.value, sizeof reading.value, "\"%c\"",
		 sigils_letter(piece->kind));
	if (piece->other != SIGILS_KIND_COUNT) {
		snprintf(reading.instead[0].value,
			 sizeof reading.instead[0].value, "\"%c\"",
			 sigils_letter(piece->other));
		reading.instead[0].confidence = 1 - piece->confidence;
		reading.instead_count = 1;
	}
	sigils->pieces[place] = (uint8_t)piece->kind;
	sigils->turns[place] =
		(uint8_t)(piece->turns % sigils_poses(piece->kind));
	sigils->places[place] =
		(struct sigils_place){ piece->middle.x, piece->middle.y };
	sigils->has_places = true;
	sigils->piece_count++;
	return sighting_add_reading(sighting, &reading);
}

static int add_placed(struct sighting *sighting, const struct sigils_view *view,
		      const struct sigils_played *played)
{
	for (int i = 0; i < played->count; i++) {
		const struct sigils_placed *placed = &played->pieces[i];
		struct read_piece piece;
		struct point a, b;
		int x0 = placed->x[0], x1 = x0, y0 = placed->y[0], y1 = y0;

		for (int j = 1; j < 4; j++) {
			x0 = placed->x[j] < x0 ? placed->x[j] : x0;
			x1 = placed->x[j] > x1 ? placed->x[j] : x1;
			y1 = placed->y[j] > y1 ? placed->y[j] : y1;
		}
		a = homography_apply(&view->cell_to_px,
				     (struct point){ x0, y0 });
		b = homography_apply(&view->cell_to_px,
				     (struct point){ x1 + 1, y1 + 1 });
		piece = (struct read_piece){
			placed->kind,
			SIGILS_KIND_COUNT,
			placed->turns,
			played->confidence,
			{ placed->x[1] + 0.5, placed->y[1] + 0.5 },
			{ (int)a.x, (int)a.y, (int)(b.x - a.x),
			  (int)(b.y - a.y) },
		};
		if (add_piece(sighting, &piece) < 0)
			return -1;
	}
	return 0;
}

/* Do areas and the colours of a chessboard agree? (RULES.md: checks on the
 * reading.) */
static bool is_consistent(const struct sigils *sigils)
{
	int colours = 0, ts = 0;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (!sigils->hole[y][x])
				colours += (x + y) % 2 ? -1 : 1;
	for (int i = 0; i < sigils->piece_count; i++)
		ts += sigils->pieces[i] == SIGILS_T;
	return 4 * sigils->piece_count == sigils_squares(sigils) &&
	       (ts - colours / 2) % 2 == 0;
}

/* A lattice of any puzzle with lines shows all of them. */
static double frame_confidence(const struct lattice *lattice)
{
	double seen =
		(double)lattice->cells / (lattice->columns * lattice->rows);

	return fmin(1, 0.5 + fmax(seen, lattice->line_share) / 2);
}

static int place_in(const struct sigils_tray *tray,
		    const struct sigils_blob *blob)
{
	int place = 0;

	while (place + 1 < tray->count && tray->pieces[place] != blob)
		place++;
	return place;
}

/* May holes of the frame be a piece of the tray's colours that lies there? */
static bool may_hide_piece(const struct sigils_view *view,
			   const struct sigils_played *played,
			   const struct sigils_tray *tray)
{
	for (int i = 0; i < tray->count; i++)
		if (sigils_played_holes_like(view, played,
					     tray->pieces[i]->colour))
			return true;
	return false;
}

/* Does a piece stand alone, far from the frame and all others? */
static bool has_lone_piece(const struct sigils_view *view,
			   const struct lattice *lattice,
			   const struct sigils_blob *const *pieces, int count)
{
	for (int i = 0; i < count; i++) {
		struct point at = sigils_blob_middle(view, pieces[i]);
		double x = fmax(-at.x, at.x - lattice->columns);
		double y = fmax(-at.y, at.y - lattice->rows);
		double nearest = hypot(fmax(0, x), fmax(0, y));

		for (int k = 0; k < count; k++)
			if (k != i)
				nearest = fmin(
					nearest,
					point_distance(
						at, sigils_blob_middle(
							    view, pieces[k])));
		if (nearest > ALONE_LEAST)
			return true;
	}
	return false;
}

/* Do most pieces hardly differ from the ground? */
static bool are_faint(const struct sigils_tray *tray)
{
	int faint = 0;

	for (int i = 0; i < tray->count; i++)
		faint += tray->pieces[i]->contrast < FAINT_MOST;
	return 2 * faint > tray->count;
}

/* A frame with what was found in and around it. */
struct found {
	const struct lattice *frame;
	const struct lattice *whole; /* that it was cut from, or itself */
	const struct sigils_view *view;
	const struct sigils_tray *tray;
	const struct sigils_played *played;
};

/* Does something speak for another frame or another tray? */
static bool is_doubtful(const struct page *page, const struct found *found,
			const struct sigils_blob *const *pieces)
{
	const struct sigils_tray *tray = found->tray;

	return tray->count < TRAY_LEAST || are_faint(tray) ||
	       may_hide_piece(found->view, found->played, tray) ||
	       sigils_place_is_small(found->frame, found->view, tray) ||
	       sigils_place_is_on_grid(page, found->frame, found->view, tray) ||
	       sigils_place_has_rival(page, found->whole, found->view, tray) ||
	       tray->on_frame > found->played->count ||
	       has_lone_piece(found->view, found->frame, pieces, tray->count) ||
	       sigils_frame_goes_on(&page->elements.grey, found->frame,
				    found->view);
}

static int add_sighting(const struct page *page, const struct found *found,
			struct sighting_list *list, struct problem *problem)
{
	const struct lattice *lattice = found->frame;
	const struct sigils_view *view = found->view;
	const struct sigils_tray *tray = found->tray;
	const struct sigils_played *played = found->played;
	const struct sigils_blob *pieces[SIGILS_PIECES_MAX];
	struct sighting sighting = { .puzzle.family = FAMILY_sigils };
	int result = 0;

	sigils_init(&sighting.puzzle.as.sigils, lattice->columns,
		    lattice->rows);
	memcpy(sighting.puzzle.as.sigils.hole, played->hole,
	       sizeof played->hole);
	memcpy(pieces, tray->pieces, sizeof pieces);
	if (tray->count)
		qsort(pieces, (size_t)tray->count, sizeof *pieces,
		      compare_places);
	sighting.confidence = frame_confidence(lattice) * played->confidence;
	if (is_doubtful(page, found, pieces))
		sighting.confidence *= STRANGER_DOUBT;
	for (int i = 0; i < tray->count && result == 0; i++) {
		int at = place_in(tray, pieces[i]);
		double sure = tray->copies[at].confidence;
		struct read_piece piece;

		if (tray->copies[at].value)
			sure *= sigils_tray_confidence(tray, at);
		sighting.confidence *= sure;
		piece = (struct read_piece){
			pieces[i]->kind,
			pieces[i]->other_kind,
			pieces[i]->turns,
			sure,
			sigils_blob_middle(view, pieces[i]),
			sigils_blob_box(view, pieces[i]),
		};
		for (int j = 0; j < tray->copies[at].value && result == 0; j++)
			result = add_piece(&sighting, &piece);
	}
	if (result == 0)
		result = add_placed(&sighting, view, played);
	/* each thing like a piece that is not accounted for may be one */
	sighting.confidence *= pow(STRANGER_DOUBT, tray->strangers);
	if (!is_consistent(&sighting.puzzle.as.sigils)) {
		sighting.confidence *= 0.2;
		snprintf(sighting.note, sizeof sighting.note,
			 "the pieces seen do not add up to the frame");
	}
	sighting.cell_to_px = lattice->cell_to_px;
	for (int i = 0; i < 4; i++)
		sighting.px_corners.corner[i] = homography_apply(
			&lattice->cell_to_px,
			(struct point){ i == 1 || i == 2 ? lattice->columns : 0,
					i >= 2 ? lattice->rows : 0 });
	sighting.score = lattice->columns * lattice->rows + 4.0 * tray->total;
	if (result == 0 && sighting.confidence < CONFIDENCE_LEAST) {
		free(sighting.readings);
		return 0;
	}
	if (result < 0) {
		free(sighting.readings);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for readings");
	}
	return sighting_list_add(list, &sighting, problem);
}

/* Leaves out rows and columns at the rim of which every square is a hole: there
 * the ground begins. Returns whether there are any, and a frame remains. */
static bool trim_frame(const struct lattice *lattice,
		       const struct sigils_played *played,
		       struct lattice *trimmed)
{
	int left = lattice->columns, right = -1, top = lattice->rows;
	int bottom = -1;

	for (int y = 0; y < lattice->rows; y++)
		for (int x = 0; x < lattice->columns; x++) {
			if (played->hole[y][x])
				continue;
			left = x < left ? x : left;
			right = x > right ? x : right;
			top = y < top ? y : top;
			bottom = y;
		}
	return right >= left &&
	       (right + 1 - left < lattice->columns ||
		bottom + 1 - top < lattice->rows) &&
	       sigils_place_part(lattice, left, top, right + 1 - left,
				 bottom + 1 - top, trimmed) == 0;
}

/* `whole`: what the frame was cut from, or the frame itself. */
static int read_frame(struct vision *vision, const struct page *page,
		      const struct lattice *lattice,
		      const struct lattice *whole, struct sighting_list *list,
		      struct problem *problem)
{
	struct sigils_seek seek = { .tray = { .count = 0 } };
	const struct sigils_tray *tray = &seek.tray;
	struct sigils_played played = { .holes = 0 };
	struct sigils_view view;
	struct lattice trimmed;
	int need = 0;
	double share;
	int result = sigils_view_init(&view, page->elements.image, lattice);

	if (result == 0)
		result = sigils_played_find(&view, &played);
	if (result == 0 && trim_frame(lattice, &played, &trimmed)) {
		sigils_view_fini(&view);
		return sigils_place_is_frame(&trimmed)
			       ? read_frame(vision, page, &trimmed, whole, list,
					    problem)
			       : 0;
	}
	if (result == 0 &&
	    !sigils_place_is_empty(&page->elements, lattice, &played)) {
		sigils_view_fini(&view);
		return 0;
	}
	if (result == 0)
		need = (lattice->columns * lattice->rows - played.holes -
			played.covered) /
		       4;
	if (result == 0)
		result = sigils_seek_tray(&seek, vision->glyphs, page, &view,
					  need, sigils_place_is_seen(lattice));
	share = result < 0
			? 0
			: (4.0 * tray->total + played.covered + played.holes) /
				  (lattice->columns * lattice->rows);
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to look for sigils");
	else if (sigils_tray_is_tray(tray) && share >= AREA_LEAST &&
		 share <= AREA_MOST)
		result = add_sighting(
			page,
			&(struct found){ lattice, whole, &view, tray, &played },
			list, problem);
	sigils_seek_fini(&seek);
	sigils_view_fini(&view);
	return result;
}

static double best_confidence(const struct sighting_list *list)
{
	double best = 0;

	for (size_t i = 0; i < list->count; i++)
		best = fmax(best, list->sightings[i].confidence);
	return best;
}

static int read_frames(struct vision *vision, const struct page *page,
		       const struct lattice_list *frames,
		       struct sighting_list *list, struct problem *problem)
{
	int looked = 0;

	for (size_t i = 0; i < frames->count && looked < FRAMES_MOST &&
			   best_confidence(list) < SURE;
	     i++) {
		const struct lattice *frame = &frames->lattices[i];

		if (!sigils_place_is_frame(frame) ||
		    (!sigils_place_is_certain(frame) &&
		     sigils_place_is_settled(page, frame)))
			continue;
		looked++;
		if (read_frame(vision, page, frame, frame, list, problem) < 0)
			return -1;
	}
	return 0;
}

/* Looks in frames of which a lattice shows all but some rows at the rim. */
static int read_grown(struct vision *vision, const struct page *page,
		      struct sighting_list *list, struct problem *problem)
{
	int looked = 0;

	for (size_t i = 0; i < page->lattices.count && looked < FRAMES_MOST &&
			   best_confidence(list) < SURE;
	     i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];
		struct lattice grown;
		int result;

		if (lattice->line_share < GROWN_SHOWS ||
		    lattice->columns * lattice->rows < GROWN_FROM)
			continue;
		looked++;
		result = sigils_place_grow(page->elements.image, lattice,
					   &grown);
		if (result < 0)
			return problem_set(
				problem, PROBLEM_MEMORY,
				"no memory to look at a frame's rim");
		if (result &&
		    read_frame(vision, page, &grown, &grown, list, problem) < 0)
			return -1;
	}
	return 0;
}

/* Do two sightings claim the same pieces of the tray? */
static bool share_pieces(const struct sighting *a, const struct sighting *b)
{
	for (size_t i = 0; i < a->reading_count; i++)
		for (size_t j = 0; j < b->reading_count; j++)
			if (box_overlap(&a->readings[i].px_box,
					&b->readings[j].px_box) > 0)
				return true;
	return false;
}

/* A piece belongs to one frame: of sightings that share some the surest
 * goes to `list`, the others are freed. */
static int hand_over(struct sighting_list *own, struct sighting_list *list,
		     struct problem *problem)
{
	size_t first = list->count;
	int result = 0;

	while (own->count && result == 0) {
		struct sighting best;
		size_t at = 0;
		bool taken = false;

		for (size_t i = 1; i < own->count; i++)
			if (own->sightings[i].confidence >
			    own->sightings[at].confidence)
				at = i;
		best = own->sightings[at];
		own->sightings[at] = own->sightings[--own->count];
		for (size_t i = first; i < list->count && !taken; i++)
			taken = share_pieces(&list->sightings[i], &best);
		if (taken)
			free(best.readings);
		else
			result = sighting_list_add(list, &best, problem);
	}
	return result;
}

/* How many pieces, of one size, are there somewhere? `any`: whether there are
 * any: most pictures hold none, and looking for a frame costs more than this.
 */
static int count_pieces(struct glyphs *glyphs, const struct page *page,
			bool any, int *count, struct problem *problem)
{
	struct sigils_view view;
	int result = sigils_view_init_plain(&view, page->elements.image);

	*count = result < 0 ? -1 : sigils_seek_count(glyphs, page, &view, any);
	sigils_view_fini(&view);
	return *count < 0 ? problem_set(problem, PROBLEM_MEMORY,
					"no memory to look for sigils")
			  : 0;
}

/* Sigils are a game's screen: beside a puzzle that was surely read only a
 * frame whose lines show, elsewhere, is worth a look. */
static bool may_be_there(const struct page *page,
			 const struct sighting_list *list)
{
	if (!sighting_list_has_sure(list))
		return true;
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];
		struct quad corners = lattice_px_corners(lattice);

		if (sigils_place_is_frame(lattice) &&
		    !sighting_list_takes_in(list, &corners))
			return true;
	}
	return false;
}

/* An empty grid of thin lines that all show may be a frame. What stands on a
 * page mostly has something in its cells, and panels' lines are so thick that
 * none shows in the middle of theirs. */
static bool shows_frame(const struct page *page)
{
	for (size_t i = 0; i < page->lattices.count; i++) {
		const struct lattice *lattice = &page->lattices.lattices[i];

		if (sigils_place_is_frame(lattice) &&
		    sigils_place_is_seen(lattice) &&
		    sigils_place_is_empty(&page->elements, lattice, NULL))
			return true;
	}
	return false;
}

/* Where a frame shows it is looked for first, otherwise after what takes less
 * time to find, but before panels. */
static int turn(const struct page *page)
{
	return shows_frame(page) ? -3 : 2;
}

/* A frame that no lattice is and that most of the pieces are left over from is
 * more likely a box of the tray, which a few of them fill. */
static void doubt_boxes(struct sighting_list *list, size_t first, int pieces)
{
	for (size_t i = first; i < list->count; i++)
		if (list->sightings[i].puzzle.as.sigils.piece_count <
		    PIECES_SHARE * pieces)
			list->sightings[i].confidence *= STRANGER_DOUBT;
}

/* Looks in frames of separate squares: rounded ones, and those that differ from
 * the ground in colour alone. */
static int read_tiles(struct vision *vision, const struct page *page,
		      struct sighting_list *list, struct problem *problem)
{
	struct lattice_list frames = { 0 };
	struct sigils_view view;
	int result;

	if (best_confidence(list) < SURE &&
	    read_frames(vision, page, &page->discs, list, problem) < 0)
		return -1;
	if (best_confidence(list) >= SURE)
		return 0;
	result = sigils_view_init_plain(&view, page->elements.image);
	if (result == 0)
		result = sigils_tiles_find(&page->elements, &view, &frames);
	sigils_view_fini(&view);
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to look for squares");
	else
		result = read_frames(vision, page, &frames, list, problem);
	lattice_list_fini(&frames);
	return result;
}

/* Leaves out frames that something speaks against. */
static void drop_frames(const struct page *page,
			bool (*is_none)(const struct page *page,
					const struct lattice *frame),
			struct lattice_list *frames)
{
	size_t kept = 0;

	for (size_t i = 0; i < frames->count; i++)
		if (!is_none(page, &frames->lattices[i]))
			frames->lattices[kept++] = frames->lattices[i];
	frames->count = kept;
}

/* Looks in frames that no lattice is; in plain ones only last, as a window of
 * any size may fit the pieces. `pieces`: so many there are at least. */
static int read_hidden(struct vision *vision, const struct page *page,
		       int pieces, struct sighting_list *list,
		       struct problem *problem)
{
	struct lattice_list frames = { 0 };
	size_t first = list->count;
	int result = sigils_frames_find(&page->elements, &frames);

	drop_frames(page, sigils_place_is_window, &frames);
	if (result == 0)
		result = read_frames(vision, page, &frames, list, problem);
	doubt_boxes(list, first, pieces);
	frames.count = 0;
	pieces = 0;
	if (result == 0 && best_confidence(list) < SURE)
		result = count_pieces(vision->glyphs, page, false, &pieces,
				      problem);
	if (result == 0 && pieces)
		result = sigils_frames_find_plain(&page->elements, 4 * pieces,
						  &frames);
	drop_frames(page, sigils_place_has_lines, &frames);
	if (result == 0 && pieces)
		result = read_frames(vision, page, &frames, list, problem);
	lattice_list_fini(&frames);
	if (result < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to look for frames");
	return 0;
}

static int read(struct vision *vision, const struct page *page,
		struct sighting_list *list, struct problem *problem)
{
	struct sighting_list own = { 0 };
	int pieces = 0, result = 0;
	bool may_be = may_be_there(page, list);
	bool shown = may_be && shows_frame(page);

	/* what surely fills a frame that shows need not be counted first */
	if (shown)
		result = read_frames(vision, page, &page->lattices, &own,
				     problem);
	if (result == 0 && may_be && best_confidence(&own) < SURE)
		result = count_pieces(vision->glyphs, page, true, &pieces,
				      problem);
	if (result == 0 && pieces && !shown)
		result = read_frames(vision, page, &page->lattices, &own,
				     problem);
	if (result == 0 && !pieces && best_confidence(&own) < SURE)
		sighting_list_fini(&own); /* none that is sure */
	if (result == 0 && pieces)
		result = read_grown(vision, page, &own, problem);
	if (result == 0 && pieces)
		result = read_tiles(vision, page, &own, problem);
	if (result == 0 && pieces && best_confidence(&own) < SURE)
		result = read_hidden(vision, page, pieces, &own, problem);
	if (result == 0)
		result = hand_over(&own, list, problem);
	sighting_list_fini(&own);
	return result;
}

const struct read_family read_sigils = {
	.read = read, .turn = turn, .settles = true, .alone = true
};
