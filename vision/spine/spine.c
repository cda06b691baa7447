#include "spine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "language.h"
#include "look.h"
#include "sighting.h"
#include "sigils_claim.h"

/* Sources that come first: edges, smoothed ones, dark and light ink. */
enum { PLAIN_SOURCES = 4 };

static void sitting_fini(struct sitting *sitting)
{
	free(sitting->known.words);
	free(sitting->known.readings);
	free(sitting->known.squares);
	free(sitting->known.square_readings);
	tokens_free(&sitting->known.tokens);
	free(sitting->known.rivals.claims);
}

/* Forgets the brief look that ended early. */
static void drop_paused(struct readers *readers)
{
	if (readers->paused)
		sitting_fini(readers->paused);
	free(readers->paused);
	readers->paused = NULL;
}

void readers_free(struct readers *readers)
{
	number_reader_free(readers->numbers);
	square_reader_free(readers->squares);
	drop_paused(readers);
	*readers = (struct readers){ 0 };
}

static bool is_sure(const struct sighting_list *list, size_t first)
{
	for (size_t i = first; i < list->count; i++)
		if (list->sightings[i].confidence >= spine_params.sure)
			return true;
	return false;
}

static int add_sigils_reading(struct sighting *sighting,
			      const struct sigils_claim *claim, int at)
{
	const struct sigils_seen *seen = &claim->seen[at];
	struct reading reading = { .confidence = seen->chance,
				   .px_box = seen->px_box };

	snprintf(reading.clue, sizeof reading.clue, "pieces[%d]", at);
	snprintf(reading.value, sizeof reading.value, "\"%c\"",
		 sigils_letter((enum sigils_kind)claim->puzzle.pieces[at]));
	if (seen->other != SIGILS_KIND_COUNT) {
		snprintf(reading.instead[0].value,
			 sizeof reading.instead[0].value, "\"%c\"",
			 sigils_letter(seen->other));
		reading.instead[0].confidence = seen->other_chance;
		reading.instead_count = 1;
	}
	return sighting_add_reading(sighting, &reading);
}

static int add_sigils(struct sitting *sitting, const struct sigils_claim *claim)
{
	int squares = sigils_squares(&claim->puzzle);
	int filled = 4 * claim->puzzle.piece_count, result = 0;
	struct sighting sighting = {
		.puzzle = { .family = FAMILY_sigils,
			    .as.sigils = claim->puzzle },
		.px_corners = claim->px_corners,
		.cell_to_px = claim->cell_to_px,
		.score = squares + filled,
		.confidence = claim->chance * claim->pieces_chance,
		.found = claim->chance >= spine_params.sure,
	};

	if (squares != filled) {
		sighting.confidence *= spine_params.unfilled;
		snprintf(sighting.note, sizeof sighting.note,
			 _("the pieces seen fill %d of %d squares"), filled,
			 squares);
	}
	for (int i = 0; i < claim->puzzle.piece_count && result == 0; i++)
		result = add_sigils_reading(&sighting, claim, i);
	if (result < 0)
		sighting_fini(&sighting);
	else
		result = sighting_list_add(sitting->list, &sighting,
					   sitting->problem);
	return result;
}

/* Adds the likeliest sigils of a picture. */
static int read_sigils_of(struct sitting *sitting,
			  const struct pixel_level *levels, int count, int base,
			  double noise)
{
	const struct spine_viewer *viewer = sitting->viewer;
	struct sigils_claims claims = { 0 };
	int result =
		sigils_claim(sitting->readers->numbers, sitting->image, levels,
			     count, base, noise, &claims, sitting->problem);

	if (viewer && viewer->view_sigils && result == 0)
		viewer->view_sigils(viewer->data, &claims);
	for (size_t i = 0; i < claims.count && result == 0; i++)
		if (claims.claims[i].is_told &&
		    claims.claims[i].chance >= spine_params.least_sigils)
			result = add_sigils(sitting, &claims.claims[i]);
	sigils_claims_free(&claims);
	return result;
}

/* Drops what was found after the first `count` where one of them is surely
 * read. */
static void drop_known(struct sighting_list *list, size_t count)
{
	for (size_t i = list->count; i-- > count;)
		for (size_t k = 0; k < count; k++) {
			struct sighting *one = &list->sightings[i];
			const struct sighting *known = &list->sightings[k];

			if (known->confidence < spine_params.sure ||
			    sighting_overlap(&one->px_corners,
					     &known->px_corners) <
				    SIGHTING_OVERLAP_MOST)
				continue;
			sighting_fini(one);
			*one = list->sightings[--list->count];
			break;
		}
}

/* Do the plain sources show next to nothing, or nothing that they claim? */
static bool is_enough(const struct sitting *sitting)
{
	const struct known_words *known = &sitting->known;

	return (sitting->brief && sitting->likeliest < spine_params.open) ||
	       find_left(known, sitting->list, sitting->list->count) <
		       LEFT_BOARD;
}

/* Looks at one source of evidence after the other, as long as that may show
 * more. `noise`: levels[base]'s. */
static int look_at_sources(struct sitting *sitting,
			   const struct pixel_level *levels, int count,
			   int base, double noise)
{
	const struct spine_params *p = &spine_params;
	const struct known_words *known = &sitting->known;
	double edge = fmax(p->edge_least, p->noise_times * noise);
	double ink = p->ink_least + p->ink_times * noise;
	int side = levels[base].width < levels[base].height
			   ? levels[base].width
			   : levels[base].height;
	int window = (int)fmax(p->window * side, 14) | 1;
	const struct pixel_level *own = &levels[base], *half = own + 1;
	double soft = p->noise_times * known->soft_noise;
	int narrow = window / 2 | 1;
	const struct source sources[] = {
		{ own, MASK_FLAT, edge, 0, false, false },
		{ own, MASK_SMOOTH, fmax(p->soft_least, soft), 0, true, false },
		{ own, MASK_INK, ink, window, false, false },
		{ own, MASK_LIGHT, ink, window, false, false },
		{ own, MASK_INK, ink, narrow, true, false },
		{ own, MASK_LIGHT, ink, narrow, true, false },
		{ own, MASK_CLOSED, edge, 7, false, false },
		{ own, MASK_CLOSED, edge, 15, false, false },
		{ own, MASK_INK, ink, window, true, true },
		{ own, MASK_LIGHT, ink, window, true, true },
		{ half, MASK_INK, ink, narrow, true, false },
		{ half, MASK_LIGHT, ink, narrow, true, false },
		{ half, MASK_FLAT, edge, 0, true, false },
		{ own, MASK_FLAT, p->strong_times * edge, 0, false, false },
		{ own, MASK_FLAT, 0, 0, false, false },
		{ own, MASK_FLAT, -1, 0, false, false },
	};
	const int source_count = sizeof sources / sizeof *sources;
	int first = sitting->stopped ? PLAIN_SOURCES : 0, result = 0;

	sitting->stopped = false;
	for (int i = first; i < source_count && result == 0; i++) {
		struct source source = sources[i];

		if (i == PLAIN_SOURCES && is_enough(sitting)) {
			sitting->stopped = true;
			break;
		}
		/* beside what is surely read others may show more */
		if (i && !known->open &&
		    is_sure(sitting->list, sitting->first)) {
			if (find_left(known, sitting->list, sitting->first) <
			    LEFT_BOARD)
				break;
			sitting->read = sitting->list->count;
		}
		if ((source.level == half && base + 1 == count) ||
		    (!known->noisy && source.noisy) ||
		    (source.strength == 0 &&
		     !(spine_layouts(sitting->wanted) &
		       (LAYOUT_QUARTETS | LAYOUT_STACKS | LAYOUT_MARGINS))))
			continue;
		if (source.strong)
			source.strength = pixels_strong_ink(own, source.kind,
							    source.window, ink);
		result = look_at(sitting, &source);
		drop_known(sitting->list, sitting->read);
	}
	return result;
}

/* Reads a picture as it stands; how likely it is turned is added to `turns`. */
static int read_upright(struct sitting *sitting, enum spine_left *left)
{
	const struct image *image = sitting->image;
	struct pixel_level levels[4] = { {
		.width = image->width,
		.height = image->height,
		.shrink = 1,
		.stride = image->stride,
		.pixels = image->pixels,
	} };
	int count = 1, base, result = 0;
	double noise;

	if (image->width < 16 || image->height < 16)
		return 0;
	while (count < 4 &&
	       (double)levels[count - 1].width * levels[count - 1].height >
		       spine_params.pixels_most)
		result |= pixels_halve(&levels[count - 1], &levels[count]),
			count++;
	base = count - 1;
	if (count < 4 && result == 0)
		result = pixels_halve(&levels[base], &levels[count++]);
	if (result == 0)
		result = pixels_keep_edges(&levels[base]);
	if (result < 0)
		problem_set(sitting->problem, PROBLEM_MEMORY,
			    "no memory for a picture's levels");
	noise = pixels_noise(&levels[base], MASK_FLAT);
	sitting->known.noisy = noise >= spine_params.noisy;
	if (sitting->known.noisy)
		sitting->known.soft_noise =
			pixels_noise(&levels[base], MASK_SMOOTH);
	sitting->first = sitting->list->count;
	if (sitting->wanted & 1u << FAMILY_sigils && result == 0)
		result = read_sigils_of(sitting, levels, count, base, noise);
	sitting->wanted &= ~(1u << FAMILY_sigils);
	if (sitting->wanted && result == 0)
		result = look_at_sources(sitting, levels, count, base, noise);
	if (result == 0)
		result = merge_sources(sitting->list, sitting->first,
				       sitting->problem);
	if (left && result == 0)
		*left = find_left(&sitting->known, sitting->list,
				  sitting->first);
	if (left && *left == LEFT_BOARD && sitting->stopped)
		*left = LEFT_UNCLAIMED;
	for (int i = 0; i < count; i++)
		pixels_free(&levels[i]);
	return result;
}

static void turn_back(const struct homography *turned_to_px,
		      struct sighting *sighting)
{
	for (int i = 0; i < 4; i++)
		sighting->px_corners.corner[i] = homography_apply(
			turned_to_px, sighting->px_corners.corner[i]);
	sighting->cell_to_px =
		homography_compose(&sighting->cell_to_px, turned_to_px);
	for (size_t i = 0; i < sighting->reading_count; i++) {
		struct box *box = &sighting->readings[i].px_box;
		struct quad quad =
			quad_from_box(box->x, box->y, box->width, box->height);

		for (int k = 0; k < 4; k++)
			quad.corner[k] =
				homography_apply(turned_to_px, quad.corner[k]);
		*box = quad_bounds(&quad);
	}
}

/* Reads the picture given so many quarter turns clockwise. */
static int read_turned(const struct sitting *before, int turn)
{
	const struct image *image = before->image;
	struct quad rim = quad_from_box(-.5, -.5, image->width, image->height);
	struct sighting_list *list = before->list;
	struct quad upright_rim, px_rim;
	size_t first = list->count;
	struct homography back;
	struct image upright;
	struct sitting sitting = {
		.readers = before->readers,
		.image = &upright,
		.wanted = before->wanted,
		.brief = before->brief,
		.viewer = before->viewer,
		.list = list,
		.problem = before->problem,
	};
	int result;

	if (pixels_turn_back(image, turn, &upright) < 0)
		return problem_set(before->problem, PROBLEM_MEMORY,
				   "no memory to turn a picture");
	upright_rim = quad_from_box(-.5, -.5, upright.width, upright.height);
	for (int i = 0; i < 4; i++)
		px_rim.corner[i] = rim.corner[(i + turn) & 3];
	result = homography_from_quads(&upright_rim, &px_rim, &back);
	if (result == 0)
		result = read_upright(&sitting, NULL);
	for (size_t i = first; i < list->count && result == 0; i++)
		turn_back(&back, &list->sightings[i]);
	sitting_fini(&sitting);
	image_fini(&upright);
	return result;
}

/* Reads a picture as it stands and, where that shows nothing and it seems to be
 * turned, turned back. A brief look that ended early is kept. */
static int read_picture(struct sitting *sitting, enum spine_left *left)
{
	struct readers *readers = sitting->readers;
	size_t first = sitting->list->count;
	int turn = 0, result;

	if (left)
		*left = LEFT_BOARD;
	result = read_upright(sitting, left);
	for (int i = 1; i < 4; i++)
		turn = sitting->turns[i] > sitting->turns[turn] ? i : turn;
	if (result == 0 && turn && sitting->list->count == first &&
	    sitting->turns[turn] >= spine_params.turned * sitting->turns[0])
		result = read_turned(sitting, turn);
	if (result == 0 && sitting->brief && sitting->stopped &&
	    (readers->paused = alloc_array(1, sizeof *sitting)))
		*readers->paused = *sitting;
	else
		sitting_fini(sitting);
	return result;
}

int spine_read(struct readers *readers, const struct image *image,
	       unsigned wanted, bool brief, const struct spine_viewer *viewer,
	       struct sighting_list *list, enum spine_left *left,
	       struct problem *problem)
{
	struct sitting sitting = {
		.readers = readers,
		.image = image,
		.wanted = wanted,
		.brief = brief,
		.viewer = viewer,
		.list = list,
		.problem = problem,
	};

	if (brief)
		drop_paused(readers);
	if (!readers->numbers)
		readers->numbers = number_reader_new(problem);
	if (!readers->numbers)
		return -1;
	return read_picture(&sitting, left);
}

int spine_resume(struct readers *readers, struct sighting_list *list,
		 enum spine_left *left, struct problem *problem)
{
	struct sitting sitting;

	if (!readers->paused)
		return 0;
	sitting = *readers->paused;
	free(readers->paused);
	readers->paused = NULL;
	sitting.brief = false;
	sitting.list = list;
	sitting.problem = problem;
	return read_picture(&sitting, left);
}
