#include "sigils_claim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "numberings.h"
#include "sigils_weights.h"

/* Everything that is tuned here. */
static const struct {
	/* how much less is dropped with a thing that has no number where others
	 * have one */
	double numbered_dropped;
	/* how surely pieces are there where one is worth a look in further
	 * masks */
	double weight_more;
	/* less odd a square or bar may well be */
	double odd_usual;
	/* a plate's area by that of a piece's square, at least */
	double plate_least;
	/* the pieces' squares are a plate's where they differ by less in size,
	 * logarithm */
	double plate_off;
	/* a lattice on more of a plate than this share shows its squares */
	double lines_least;
	/* ... and a plate no larger, by a lattice's squares, is one of them */
	double square_most;
	/* how surely a piece is of its kind: by how much it is more like it
	 * than like another */
	double kind_slope, kind_least;
	/* edges, as the spine has them; and the side of the level on which
	 * uneven ground is looked at, pixels */
	double edge_least, noise_times, coarse;
	/* claims less likely are not told */
	double least;
	/* no more is looked for where one is as likely as that */
	double sure;
} params = {
	.numbered_dropped = .6,
	.weight_more = .03,
	.odd_usual = 3,
	.plate_least = 4,
	.plate_off = .05,
	.lines_least = .5,
	.square_most = 1.2,
	.kind_slope = 30,
	.kind_least = .08,
	.edge_least = 5,
	.noise_times = 3,
	.coarse = 900,
	.least = .003,
	.sure = .97,
};

enum {
	/* claims whose chance is told; a score's logarithm; paints of which
	 * pieces alone are tried */
	TOLD_MOST = 8,
	SCORE_MOST = 40,
	PAINTS_MOST = 3,
	/* of more pieces none are counted by numbers: each is drawn once, in
	 * few poses */
	COUNTED_MOST = 4 * SIGILS_KIND_COUNT
};

struct search {
	const struct pixel_level *level; /* of the words */
	struct shape_list shapes;
	struct frame_list frames;
	struct plate *plates;
	size_t plate_count, plate_capacity;
	struct number_search numbers;
	struct sigils_claims *claims;
};

void sigils_claims_free(struct sigils_claims *claims)
{
	free(claims->claims);
	*claims = (struct sigils_claims){ 0 };
}

/* How surely a piece is of its kind. */
static double kind_chance(const struct shape *shape)
{
	double more = shape->likeness - shape->other_likeness;

	if (shape->other == SIGILS_KIND_COUNT)
		return .9998;
	return 1 / (1 + exp(-params.kind_slope * (more - params.kind_least)));
}

/* Adds a piece that stands with its middle square's middle at a cell. */
static void add_piece(struct sigils_claim *claim, const struct shape *shape,
		      struct point cell, double chance, struct box px_box)
{
	struct sigils *sigils = &claim->puzzle;
	int at = sigils->piece_count;

	if (at == SIGILS_PIECES_MAX)
		return;
	sigils->pieces[at] = (uint8_t)shape->kind;
	sigils->turns[at] = (uint8_t)(shape->turns % sigils_poses(shape->kind));
	sigils->places[at] = (struct sigils_place){ cell.x, cell.y };
	sigils->has_places = true;
	sigils->piece_count++;
	claim->seen[at] = (struct sigils_seen){ shape->other, chance,
						1 - chance, px_box };
}

/* How often a tray's piece is there, by its number if they have some. */
static int count_of(const struct numbering *numbers, int at)
{
	return !numbers ? 1 : numbers->word[at] ? numbers->word[at]->value : 0;
}

/* Adds the pieces of a tray, so many of each, and those that lie already. */
static void add_pieces(struct sigils_claim *claim, const struct frame *frame,
		       const struct tray *tray, const struct numbering *numbers)
{
	struct homography px_to_cell;
	struct sigils_shape squares;

	claim->pieces_chance = 1;
	if (homography_inverse(&frame->cell_to_px, &px_to_cell) < 0)
		return;
	for (int i = 0; i < tray->count; i++) {
		const struct shape *shape = tray->members[i];
		int times = count_of(numbers, i);
		double chance = kind_chance(shape);
		int middle;
		struct quad square;
		struct point at;

		sigils_shape(shape->kind, shape->turns, &squares);
		middle = sigils_middle_square(&squares);
		square = shape_square(shape, squares.x[middle],
				      squares.y[middle]);
		at = homography_apply(
			&px_to_cell,
			point_mix(square.corner[0], square.corner[2], .5));
		if (times)
			claim->pieces_chance *= chance;
		for (int k = 0; k < times; k++)
			add_piece(claim, shape, at, chance,
				  quad_bounds(&shape->px_quad));
	}
	for (int i = 0; i < frame->laid_count; i++) {
		const struct shape *shape = &frame->laid[i];
		struct quad quad;
		int middle;

		sigils_shape(shape->kind, shape->turns, &squares);
		middle = sigils_middle_square(&squares);
		quad = quad_from_box(frame->laid_at[i][0], frame->laid_at[i][1],
				     squares.width, squares.height);
		for (int k = 0; k < 4; k++)
			quad.corner[k] = homography_apply(&frame->cell_to_px,
							  quad.corner[k]);
		claim->pieces_chance *= kind_chance(shape);
		add_piece(
			claim, shape,
			(struct point){
				frame->laid_at[i][0] + squares.x[middle] + .5,
				frame->laid_at[i][1] + squares.y[middle] + .5 },
			kind_chance(shape), quad_bounds(&quad));
	}
}

/* Squares that the pieces of a tray fill. */
static int tray_squares(const struct tray *tray,
			const struct numbering *numbers)
{
	int pieces = 0;

	for (int i = 0; i < tray->count; i++)
		pieces += count_of(numbers, i);
	return 4 * pieces;
}

/* How much less the faintest square or bar stands out than all other pieces;
 * log2 beyond half as much. One beside which a number stands is no chance. */
static double find_faint(const struct tray *tray)
{
	double least = HUGE_VAL, plain = HUGE_VAL;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *one = tray->members[i];

		if (tray_is_telling(one))
			least = fmin(least, one->contrast);
		else
			plain = fmin(plain, one->contrast);
	}
	return least < HUGE_VAL && plain < HUGE_VAL
		       ? fmax(0, log2(least / plain) - 1)
		       : 0;
}

static bool is_apart(const struct quad *a, const struct quad *b)
{
	return !quad_contains(a, point_mix(b->corner[0], b->corner[2], .5)) &&
	       !quad_contains(b, point_mix(a->corner[0], a->corner[2], .5));
}

/* Is there another lattice that pieces of that size may lie on, of as many
 * squares or more, and nothing written in them? */
static bool has_rival(const struct frame_list *list, const struct frame *frame,
		      double px_pitch)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct frame *other = &list->frames[i];

		if (other->columns * other->rows >=
			    frame->columns * frame->rows &&
		    tray_fits(other, frame, px_pitch))
			return true;
	}
	return false;
}

static bool are_of_one_kind(const struct sigils *sigils)
{
	for (int i = 1; i < sigils->piece_count; i++)
		if (sigils->pieces[i] != sigils->pieces[0])
			return false;
	return true;
}

/* What a frame and a tray tell, whatever is written beside its pieces. */
static void measure_place(const struct frame *frame, const struct tray *tray,
			  double *f)
{
	f[SIGILS_BIAS] = 1;
	f[SIGILS_UNSEEN] = frame->unseen;
	f[SIGILS_ODD] = frame->odd;
	f[SIGILS_WITHIN] = frame->within;
	f[SIGILS_INKED] = frame->inked;
	f[SIGILS_FAR] = log2(1 + tray->far_members);
	f[SIGILS_LEFT] = log2(1 + tray->left);
}

static double weigh(const double *features)
{
	double sum = 0;

	for (int i = 0; i < SIGILS_FEATURES; i++)
		sum += sigils_weights[i] * features[i];
	return exp(fmin(sum, SCORE_MOST));
}

static void measure_area(int squares, int filled, double *f)
{
	f[SIGILS_AREA] = fabs((double)filled - squares) / fmax(1, squares);
	f[SIGILS_EXACT] = filled == squares;
}

static int frame_squares(const struct frame *frame)
{
	int count = 0;

	for (int i = 0; i < frame->columns * frame->rows; i++) {
		int x = i % frame->columns, y = i / frame->columns;

		count += frame->square[y][x] != SQUARE_HOLE &&
			 frame->square[y][x] != SQUARE_TINTED;
	}
	return count;
}

/* May a claim of them be told, however its pieces are numbered (`counted`), or
 * as one of each? */
static bool is_likely_at_all(const struct frame *frame, bool is_plate,
			     const struct tray *tray, bool counted)
{
	double f[SIGILS_FEATURES] = { 0 };

	measure_place(frame, tray, f);
	f[SIGILS_EXACT] = 1;
	if (!is_plate && counted)
		f[SIGILS_COUNTED] = 1;
	else if (!is_plate)
		measure_area(frame_squares(frame),
			     4 * (tray->count + frame->laid_count), f);
	f[SIGILS_PLATE] = is_plate;
	f[SIGILS_KINDS] = log2(1 + tray->count);
	f[SIGILS_DROPPED] = log2(1 + tray->dropped) *
			    (counted ? params.numbered_dropped : 1);
	return weigh(f) >= params.least;
}

static void measure(const struct frame_list *frames, struct sigils_claim *claim,
		    const struct frame *frame, const struct tray *tray,
		    const struct numbering_list *numberings,
		    const struct numbering *numbers)
{
	double *f = claim->features, unlike = 0;
	int telling = 0, used = 0, seen = 0;

	for (int i = 0; i < tray->count; i++) {
		const struct shape *shape = tray->members[i];

		telling += tray_is_telling(shape) &&
			   (!numbers || numbers->word[i]);
		if (!count_of(numbers, i))
			continue;
		unlike += (1 - shape->likeness) * (1 - shape->likeness);
		used++;
		if (numbers)
			f[SIGILS_NUMBERS] -=
				log(fmax(numbers->word[i]->chance, 1e-6));
	}
	/* squares of one colour may be anything */
	for (int i = 0; i < frame->laid_count; i++)
		seen += frame->laid[i].columns > 0;
	f[SIGILS_LONE] = used + seen == 1;
	used = used ? used : 1;
	measure_place(frame, tray, f);
	f[SIGILS_RIVAL] =
		!tray->others && has_rival(frames, frame, tray->px_pitch);
	f[SIGILS_PLATE] = frame->is_plate;
	if (frame->is_plate)
		f[SIGILS_PLATE_FIT] =
			fabs(log(frame->px_pitch / tray->px_pitch));
	measure_area(sigils_squares(&claim->puzzle),
		     4 * claim->puzzle.piece_count, f);
	f[SIGILS_UNLIKE] = 10 * sqrt(unlike / used);
	f[SIGILS_FAINT] = numbers ? 0 : find_faint(tray);
	f[SIGILS_KINDS] = log2(1 + telling);
	f[SIGILS_SAME] = are_of_one_kind(&claim->puzzle);
	f[SIGILS_PLATE_OFF] = f[SIGILS_PLATE_FIT] > params.plate_off;
	f[SIGILS_ODD_PLAIN] = fmax(0, tray->odd_plain - params.odd_usual);
	f[SIGILS_COUNTED] = numbers && !frame->is_plate;
	f[SIGILS_PLATE_COUNTED] = numbers && frame->is_plate;
	f[SIGILS_DROPPED] =
		log2(1 + tray->dropped + (numbers ? numbers->dropped : 0)) *
		(numbers ? params.numbered_dropped : 1);
	if (numbers)
		f[SIGILS_UNALIGNED] = numbers->unaligned;
	else
		f[SIGILS_BESIDE] = (double)numberings->beside / fmax(1, used);
}

static int add_claim(struct search *search, const struct frame *frame,
		     const struct tray *tray,
		     const struct numbering_list *numberings,
		     const struct numbering *numbers)
{
	struct sigils_claims *claims = search->claims;
	struct frame bare = *frame; /* without holes at its rim */
	struct sigils_claim *claim;

	if (alloc_grow(&claims->claims, &claims->capacity, claims->count + 1,
		       sizeof *claims->claims) < 0)
		return -1;
	claim = &claims->claims[claims->count];
	memset(claim, 0, sizeof *claim);
	frame_trim(&bare, true);
	sigils_init(&claim->puzzle, bare.columns, bare.rows);
	claim->cell_to_px = bare.cell_to_px;
	claim->px_corners = bare.px_corners;
	claim->others = tray->others;
	for (int i = 0; i < bare.columns * bare.rows; i++) {
		int x = i % bare.columns, y = i / bare.columns;

		claim->puzzle.hole[y][x] = bare.square[y][x] == SQUARE_HOLE ||
					   bare.square[y][x] == SQUARE_TINTED;
	}
	add_pieces(claim, &bare, tray, numbers);
	measure(&search->frames, claim, frame, tray, numberings, numbers);
	claim->score = weigh(claim->features);
	claims->count += claim->score >= params.least;
	return 0;
}

/* Claims a frame with a tray, its pieces counted by their numbers or one by
 * one. Of a plate the pieces tell how many squares it has. */
static int claim_tray(struct search *search, const struct frame *frame,
		      const struct plate *plate, const struct tray *tray)
{
	struct numbering_list numberings;

	if (!is_likely_at_all(frame, plate, tray, false) &&
	    (tray->count > COUNTED_MOST ||
	     !is_likely_at_all(frame, plate, tray, true)))
		return 0;
	if (numberings_find(&search->numbers, tray, &numberings) < 0)
		return -1;
	for (int n = -1; n < numberings.count; n++) {
		const struct numbering *numbers =
			n < 0 ? NULL : &numberings.best[n];
		struct frame made;

		if (!plate &&
		    add_claim(search, frame, tray, &numberings, numbers) < 0)
			return -1;
		for (int i = 0;
		     plate && frame_of_plate(plate, tray_squares(tray, numbers),
					     i, &made);
		     i++)
			if (add_claim(search, &made, tray, &numberings,
				      numbers) < 0)
				return -1;
	}
	return 0;
}

/* Are all pieces of a tray of one colour? */
static bool are_of_one_fill(const struct tray *tray)
{
	for (int i = 1; i < tray->count; i++)
		if (fill_distance(tray->members[i]->fill,
				  tray->members[0]->fill) >
		    frame_params.same_fill)
			return false;
	return true;
}

/* Claims a frame with those of a tray's pieces that are some. */
static int try_tray(struct search *search, const struct frame *frame,
		    const struct plate *plate, const struct tray *tray)
{
	/* one may be laid whose colour is unique where all differ */
	if (frame->unlaid && !are_of_one_fill(tray))
		return 0;
	for (unsigned dropped = 0; dropped < 1u << TRAY_ODD_MOST; dropped++) {
		struct tray kept;

		if (!tray_is_worth_dropping(tray, plate ? NULL : frame,
					    dropped))
			continue;
		tray_drop(tray, dropped, &kept);
		if (claim_tray(search, frame, plate, &kept) < 0)
			return -1;
	}
	return 0;
}

/* Of pieces that are painted in several ways, one of each, those first that are
 * most like pieces; returns how many, or 0 where all are painted alike. */
static int find_paints(const struct tray *tray,
		       const struct shape *paints[PAINTS_MOST])
{
	int count = 0;
	bool differ = false;

	while (count < PAINTS_MOST) {
		const struct shape *best = NULL;

		for (int i = 0; i < tray->count; i++) {
			const struct shape *one = tray->members[i];
			bool known = !tray_is_telling(one);

			for (int k = 0; k < count && !known; k++)
				known = tray_is_painted_alike(one, paints[k]);
			if (!known && (!best || one->likeness > best->likeness))
				best = one;
		}
		if (!best)
			break;
		paints[count++] = best;
	}
	for (int i = 0; i < tray->count && count; i++)
		differ |= !tray_is_painted_alike(tray->members[i], paints[0]);
	return differ ? count : 0;
}

/* The sets of pieces of one size that may belong to a frame: those near it,
 * those far away too, those of one paint, those nearer to it than to other
 * frames; as many as there are. */
struct trays {
	struct tray list[3 + PAINTS_MOST];
	int count;
};

static void find_trays(const struct search *search, const struct frame *frame,
		       double size, struct trays *trays)
{
	const struct shape *paints[PAINTS_MOST];
	struct tray *tray = trays->list;
	int count;

	trays->count = 0;
	if (!tray_find(&search->shapes, &search->frames, frame, size, NULL,
		       false, tray))
		return;
	count = find_paints(tray, paints);
	tray[1] = tray[0];
	trays->count = 1 + tray_add_far(&tray[1]);
	for (int i = 0; i < count; i++) {
		tray = &trays->list[trays->count];
		trays->count +=
			tray_find(&search->shapes, &search->frames, frame, size,
				  paints[i], false, tray) &&
			tray->count > 1;
	}
	tray = &trays->list[trays->count];
	trays->count += tray_find(&search->shapes, &search->frames, frame, size,
				  NULL, true, tray) &&
			tray->others && tray->count;
}

static int try_frame(struct search *search, const struct frame *frame,
		     const struct plate *plate, const struct trays *trays)
{
	for (int i = 0; i < trays->count; i++)
		if (try_tray(search, frame, plate, &trays->list[i]) < 0)
			return -1;
	return 0;
}

/* Adds frames that reach as far as a plate around what is seen of them, where
 * that is a whole number of squares more, and as far as their fill does. */
static int extend_frames(struct search *search)
{
	size_t count = search->frames.count;

	for (size_t i = 0; i < count; i++) {
		struct frame frame = search->frames.frames[i];

		if (frame_grow(&frame, search->level) &&
		    frame_list_add(&search->frames, &frame) < 0)
			return -1;
		for (size_t k = 0; k < search->plate_count; k++) {
			frame = search->frames.frames[i];
			if (frame_extend(&frame, &search->plates[k].px_quad) &&
			    frame_list_add(&search->frames, &frame) < 0)
				return -1;
		}
	}
	return 0;
}

/* Is a plate a frame whose squares are seen, or one square of a frame? */
static bool shows_lines(const struct search *search, const struct plate *plate)
{
	double area = fabs(quad_area(&plate->px_quad));
	struct point middle = point_mix(plate->px_quad.corner[0],
					plate->px_quad.corner[2], .5);

	for (size_t i = 0; i < search->frames.count; i++) {
		const struct frame *frame = &search->frames.frames[i];
		const struct quad *corners = &frame->px_corners;
		double by = fabs(quad_area(corners)) / area;

		if ((by > params.lines_least && by < 1 / params.lines_least &&
		     quad_contains(&plate->px_quad,
				   point_mix(corners->corner[0],
					     corners->corner[2], .5))) ||
		    (sqrt(area) < params.square_most * frame->px_pitch &&
		     quad_contains(corners, middle)))
			return true;
	}
	return false;
}

/* Claims all frames that there are, with all pieces of one size. */
static int claim_size(struct search *search, double size)
{
	struct trays trays;

	for (size_t i = 0; i < search->frames.count; i++) {
		struct frame frame = search->frames.frames[i];
		double by = frame.px_pitch / size;

		if (by < frame_params.size_least || by > frame_params.size_most)
			continue;
		find_trays(search, &frame, size, &trays);
		do {
			struct frame bare = frame;

			if (try_frame(search, &frame, NULL, &trays) < 0 ||
			    (frame_unlay(&bare, &search->shapes) &&
			     try_frame(search, &bare, NULL, &trays) < 0))
				return -1;
		} while (frame_untint(&frame));
	}
	for (size_t i = 0; i < search->plate_count; i++) {
		const struct plate *plate = &search->plates[i];
		struct frame frame = {
			.px_corners = plate->px_quad,
			.px_pitch = sqrt(plate->px_width * plate->px_height) / 6
		};

		if (shows_lines(search, plate) ||
		    plate->px_width < 2 * size * frame_params.size_least ||
		    plate->px_height < 2 * size * frame_params.size_least ||
		    plate->px_width * plate->px_height <
			    params.plate_least * size * size)
			continue;
		find_trays(search, &frame, size, &trays);
		/* a card that holds pieces is no frame */
		if (trays.count && !trays.list[0].within &&
		    try_frame(search, &frame, plate, &trays) < 0)
			return -1;
	}
	return 0;
}

static int by_score(const void *a, const void *b)
{
	const struct sigils_claim *p = a, *q = b;
	double x = p->score * p->pieces_chance;
	double y = q->score * q->pieces_chance;

	return (x < y) - (x > y);
}

/* Do two claims say the same puzzle at one place? */
static bool is_same(const struct sigils_claim *one,
		    const struct sigils_claim *other)
{
	const struct sigils *a = &one->puzzle, *b = &other->puzzle;
	int more[SIGILS_KIND_COUNT] = { 0 };

	if (a->columns != b->columns || a->rows != b->rows ||
	    a->piece_count != b->piece_count ||
	    memcmp(a->hole, b->hole, sizeof a->hole) ||
	    is_apart(&one->px_corners, &other->px_corners))
		return false;
	for (int i = 0; i < a->piece_count; i++) {
		more[a->pieces[i]]++;
		more[b->pieces[i]]--;
	}
	for (int i = 0; i < SIGILS_KIND_COUNT; i++)
		if (more[i])
			return false;
	return true;
}

/* May both be there: the pieces of each are left to it by the other? */
static bool are_beside(const struct sigils_claim *one,
		       const struct sigils_claim *other)
{
	return one->others && other->others &&
	       is_apart(&one->px_corners, &other->px_corners);
}

static int by_chance(const void *a, const void *b)
{
	const struct sigils_claim *p = a, *q = b;
	double x = p->chance * p->pieces_chance;
	double y = q->chance * q->pieces_chance;

	return (x < y) - (x > y);
}

/* What leaves pieces to others is no likelier than that one of these is there;
 * tells the likeliest, and what is beside all that are told. */
static void choose(struct sigils_claim *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		all[i].beside = all[i].others ? 0 : 1;
		for (size_t k = 0; k < count && all[i].others; k++)
			if (are_beside(&all[i], &all[k]))
				all[i].beside =
					fmax(all[i].beside, all[k].chance);
	}
	for (size_t i = 0; i < count; i++)
		all[i].chance = fmin(all[i].chance, all[i].beside);
	if (count)
		qsort(all, count, sizeof *all, by_chance);
	for (size_t i = 0; i < count; i++) {
		all[i].is_told = all[i].chance > 0;
		for (size_t k = 0; k < i && all[i].is_told; k++)
			all[i].is_told =
				!all[k].is_told || are_beside(&all[i], &all[k]);
	}
}

/* All claims at one place compete, and with them that nothing is there; those
 * that say the same puzzle support each other. */
static void share_chance(struct sigils_claims *claims)
{
	struct sigils_claim *all = claims->claims;

	if (claims->count)
		qsort(all, claims->count, sizeof *all, by_score);
	for (size_t i = 0; i < claims->count; i++) {
		double same = 0, sum = 1;

		for (size_t k = 0;
		     k < claims->count && (i < TOLD_MOST || all[i].others);
		     k++) {
			if (!are_beside(&all[i], &all[k]))
				sum += all[k].score;
			if (is_same(&all[i], &all[k]))
				same += all[k].score;
		}
		all[i].chance = same / sum;
	}
	choose(all, claims->count);
}

static int make_claims(struct search *search)
{
	double sizes[TRAYS_MOST];
	int count = tray_sizes(&search->shapes, sizes);

	/* the best of what was claimed before stays */
	search->claims->count = search->claims->count > 0;
	if (!count)
		return 0;
	if (extend_frames(search) < 0)
		return -1;
	frames_compare(&search->frames);
	shapes_measure(&search->shapes, search->level);
	if (numberings_find_words(&search->numbers, &search->shapes, sizes,
				  count) < 0)
		return -1;
	for (size_t i = 0; i < search->frames.count; i++) {
		struct frame *frame = &search->frames.frames[i];

		frame_look(frame, search->level, &search->shapes);
		if (numberings_in_squares(&search->numbers, frame) < 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (claim_size(search, sizes[i]) < 0)
			return -1;
	share_chance(search->claims);
	return 0;
}

/* Plates at one place are one. */
static int keep_plates(struct search *search)
{
	for (size_t i = 0; i < search->shapes.plate_count; i++) {
		const struct plate *one = &search->shapes.plates[i];
		double near = .06 * fmin(one->px_width, one->px_height);
		size_t k = 0;

		while (k < search->plate_count &&
		       point_distance(search->plates[k].px_quad.corner[0],
				      one->px_quad.corner[0]) +
				       point_distance(
					       search->plates[k]
						       .px_quad.corner[2],
					       one->px_quad.corner[2]) >
			       near)
			k++;
		if (k < search->plate_count)
			continue;
		if (alloc_grow(&search->plates, &search->plate_capacity,
			       search->plate_count + 1,
			       sizeof *search->plates) < 0)
			return -1;
		search->plates[search->plate_count++] = *one;
	}
	return 0;
}

static int look(struct search *search, const struct pixel_level *level,
		enum mask_kind kind, double strength, int window)
{
	struct contour *contours;
	int count = pixels_contours(level, kind, strength, window, &contours);
	int result = count < 0 ? -1
			       : shapes_add(&search->shapes, level, kind,
					    contours, count);

	if (result == 0)
		result = frames_add(&search->frames, &search->shapes);
	if (result == 0)
		result = keep_plates(search);
	free(contours);
	return result;
}

/* Sources are looked at in steps: those of a clean picture, those of uneven
 * ground where something was seen, the others where there are pieces. */
enum { STEPS = 3 };

static bool is_worth_step(const struct search *search, int step, double noise)
{
	double size[TRAYS_MOST];

	return !step ||
	       (step == 1 && (noise >= 1 || search->frames.count ||
			      search->frames.squared)) ||
	       (tray_sizes(&search->shapes, size) &&
		tray_size_weight(&search->shapes, size[0]) >
			params.weight_more);
}

/* Is the likeliest claim surely right, with nothing left out or over? */
static bool is_sure(const struct sigils_claims *claims)
{
	const struct sigils_claim *best = claims->claims;

	return claims->count && best->features[SIGILS_EXACT] > 0 &&
	       best->features[SIGILS_DROPPED] <= 0 &&
	       best->chance * best->pieces_chance > params.sure;
}

int sigils_claim(struct number_reader *reader, const struct image *image,
		 const struct pixel_level *levels, int count, int base,
		 double noise, struct sigils_claims *claims,
		 struct problem *problem)
{
	struct search search = { .level = &levels[base],
				 .claims = claims,
				 .numbers = { .reader = reader,
					      .image = image,
					      .level = &levels[base],
					      .problem = problem } };
	double edge[2], ink = 5 + noise;
	int window[2], coarse = base, result = 0;

	while (coarse + 1 < count &&
	       levels[coarse].width + levels[coarse].height > 2 * params.coarse)
		coarse++;
	for (int i = 0; i < 2; i++) {
		const struct pixel_level *level = &levels[i ? coarse : base];

		edge[i] = fmax(
			params.edge_least,
			params.noise_times *
				(i ? pixels_noise(level, MASK_FLAT) : noise));
		window[i] = (level->width < level->height ? level->width
							  : level->height);
	}
	const struct {
		int step, level;
		enum mask_kind kind;
		double strength;
		int window;
	} sources[] = {
		{ 0, 0, MASK_FLAT, edge[0], 0 },
		{ 0, 0, MASK_CLOSED, edge[0], 7 },
		{ 1, 1, MASK_FLAT, edge[1], 0 },
		{ 1, 1, MASK_SMOOTH, fmax(4, edge[1] / 2), 0 },
		{ 1, 1, MASK_NEAR, 20, window[1] / 3 },
		{ 1, 1, MASK_NEAR, 40, window[1] / 3 },
		{ 1, 1, MASK_GREY, 0, 0 },
		{ 2, 1, MASK_NEAR, 12, window[1] / 3 },
		{ 2, 1, MASK_NEAR, 70, window[1] / 3 },
		{ 2, 1, MASK_INK, 4, window[1] / 12 },
		{ 2, 1, MASK_LIGHT, 4, window[1] / 12 },
		{ 2, 1, MASK_FLAT, 3 * edge[1], 0 },
		{ 2, 1, MASK_GREY, 30, 0 },
		{ 2, 1, MASK_DARK, 40, 0 },
		{ 2, 1, MASK_DARK, 80, 0 },
		{ 2, 1, MASK_DARK, 120, 0 },
		{ 2, 1, MASK_DARK, 160, 0 },
		{ 2, 1, MASK_DARK, 210, 0 },
	};
	const size_t source_count = sizeof sources / sizeof *sources;

	result = numberings_add_mask(&search.numbers, MASK_FLAT, edge[0], 0);
	for (int step = 0; step < STEPS && result == 0 && !is_sure(claims) &&
			   is_worth_step(&search, step, noise);
	     step++) {
		/* digits on noise, or across an edge */
		if (search.numbers.mask_count == 1 && (step || noise >= 1) &&
		    (numberings_add_mask(&search.numbers, MASK_INK, ink,
					 window[0] / 24) < 0 ||
		     numberings_add_mask(&search.numbers, MASK_LIGHT, ink,
					 window[0] / 24) < 0))
			result = -1;
		for (size_t i = 0; i < source_count && result == 0; i++) {
			int at = sources[i].level;

			/* a clean picture shows all that it has to two */
			if (sources[i].step != step ||
			    (at && coarse == base && noise < 1 &&
			     sources[i].kind == MASK_FLAT &&
			     sources[i].strength <= edge[0]))
				continue;
			result = look(&search, &levels[at ? coarse : base],
				      sources[i].kind, sources[i].strength,
				      sources[i].window);
		}
		if (result == 0)
			result = make_claims(&search);
	}
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to look for sigils");
	shapes_free(&search.shapes);
	frames_free(&search.frames);
	free(search.plates);
	numberings_free(&search.numbers);
	return result;
}
