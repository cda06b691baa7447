#include "vision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cover.h"
#include "page.h"
#include "pixels.h"
#include "shrink.h"
#include "sighting.h"
#include "soft.h"
#include "spine.h"
#include "vision_parts.h"

/* A picture of which surely read puzzles cover this share is a game's window:
 * no other family is looked for in it. A page that holds several puzzles has
 * text and margins. */
#define FILLED_SHARE 0.45
/* Where a puzzle of a page or of a game's screen is surely read, one of the
 * other kind is told of from this confidence on: those of pages are hardly ever
 * seen where there are none (sighting.c, PAGE_LIKELY), panels and sigils are
 * sometimes. */
#define MIXED_PAGE_LEAST 0.1
#define MIXED_GAME_LEAST SIGHTING_LIKELY
/* Pictures with more pixels are shrunk first: a screen of 1920x1080, or one
 * of 2560x1600 by half a pixel only, keeps its size, so that tiles of 24 px
 * still have lines. */
#define PIXELS_MOST 4.2e6
/* Soft pictures of more than that are read made smaller first, to no fewer
 * than this: what is surely read there is read with a third of the work. */
#define SOFT_PIXELS 1.2e6
/* Pictures with less noise (pixels_noise), levels, are clean: most screenshots
 * have none. */
#define CLEAN_MOST 1.0
static const struct read_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) [FAMILY_##id] = &read_##id,
#include "families.def"
#undef FAMILY
};

struct vision *vision_new(struct problem *problem)
{
	struct vision *vision = alloc_array(1, sizeof *vision);

	if (vision && !(vision->panels = panel_reader_new())) {
		free(vision);
		vision = NULL;
	}
	if (!vision)
		problem_set(problem, PROBLEM_MEMORY, "no memory for vision");
	return vision;
}

void vision_free(struct vision *vision)
{
	if (vision) {
		readers_free(&vision->readers);
		panel_reader_free(vision->panels);
	}
	free(vision);
}

void vision_say(struct vision *vision, const struct said *said)
{
	vision->said = *said;
}

/* What is a puzzle after all was not left out. */
static void drop_left_out(struct sighting_list *list)
{
	int kept = 0;

	for (int i = 0; i < list->left_out_count; i++) {
		const struct quad *place = &list->left_out[i].px_corners;
		bool stays = true;

		for (size_t j = 0; j < list->count && stays; j++)
			stays = sighting_overlap(
					place, &list->sightings[j].px_corners) <
				SIGHTING_OVERLAP_MOST;
		if (stays)
			list->left_out[kept++] = list->left_out[i];
	}
	list->left_out_count = kept;
}

/* 2: it is surely read; 1: it is rather there than not. */
static int sureness(const struct sighting *sighting)
{
	return (sighting->confidence >= SIGHTING_SURE) +
	       (sighting->found || sighting->confidence >= SIGHTING_LIKELY);
}

static int by_score(const void *a, const void *b)
{
	const struct sighting *p = a, *q = b;
	int sure = sureness(q) - sureness(p);
	double d = q->score * q->confidence - p->score * p->confidence;

	return sure ? sure : (d > 0) - (d < 0);
}

static bool do_mix(enum family one, enum family other)
{
	return one == other ||
	       !(families[one]->alone || families[other]->alone);
}

/* Those of the families that may stand beside what was read. */
static unsigned drop_ruled_out(const struct sighting_list *list,
			       unsigned wanted)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct sighting *one = &list->sightings[i];
		enum family family = one->puzzle.family;

		for (int k = 0; k < FAMILY_COUNT; k++)
			if (!do_mix(family, (enum family)k) &&
			    sighting_rules_out(one, families[family]->alone))
				wanted &= ~(1u << k);
	}
	return wanted;
}

static bool is_told_beside_others(const struct sighting *sighting)
{
	double least = families[sighting->puzzle.family]->alone
			       ? MIXED_GAME_LEAST
			       : MIXED_PAGE_LEAST;

	return sighting->confidence >= least || sighting_is_found(sighting);
}

/* What is hardly likely goes where a page's and a game's puzzles would mix. */
static void drop_mixed(struct sighting_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct sighting *one = &list->sightings[i];
		bool stays = true;

		for (size_t j = 0; j < list->count && stays; j++)
			stays = is_told_beside_others(one) ||
				list->sightings[j].confidence < SIGHTING_SURE ||
				do_mix(one->puzzle.family,
				       list->sightings[j].puzzle.family);
		/* what goes is moved behind those that stay, which are still
		 * to be compared with it: it is not sure, so to no effect */
		if (stays) {
			struct sighting swap = list->sightings[kept];

			list->sightings[kept++] = *one;
			*one = swap;
		}
	}
	while (list->count > kept)
		sighting_fini(&list->sightings[--list->count]);
}

/* Are most of its clues those of puzzles of a list, surely read? Totals that
 * stand beside a board lie so that they look like a puzzle of their own. */
static bool is_of_others(const struct sighting_list *list,
			 const struct sighting *sighting)
{
	int clues = 0, others = 0;

	for (size_t i = 0; i < sighting->reading_count; i++) {
		const struct box *box = &sighting->readings[i].px_box;

		if (!box->width)
			continue;
		clues++;
		others += sighting_list_has_clue(list, box);
	}
	return clues && 2 * others > clues;
}

/* Is it likely, at a place that none of a list takes? */
static bool is_free(const struct sighting_list *list,
		    const struct sighting *sighting)
{
	bool is_free = sighting->confidence >= SIGHTING_LEAST &&
		       !is_of_others(list, sighting);

	for (size_t i = 0; i < list->count && is_free; i++)
		is_free = sighting_overlap(&sighting->px_corners,
					   &list->sightings[i].px_corners) <
			  SIGHTING_OVERLAP_MOST;
	return is_free;
}

/* So sure at most is what reaches into the place of another. */
#define REACHING_SURE 0.3

/* Of sightings that overlap keeps the best, and doubts what reaches into the
 * place of one that is better; hopeless ones go. */
static void drop_overlapping(struct sighting_list *list)
{
	size_t count = list->count;

	if (count)
		qsort(list->sightings, count, sizeof *list->sightings,
		      by_score);
	list->count = 0;
	for (size_t i = 0; i < count; i++) {
		struct sighting *one = &list->sightings[i];

		if (!is_free(list, one)) {
			sighting_fini(one);
			continue;
		}
		if (sighting_list_reaches(list, &one->px_corners))
			one->confidence *= REACHING_SURE;
		list->sightings[list->count++] = *one;
	}
}

static struct point centre(const struct sighting *sighting)
{
	return sighting_middle(&sighting->px_corners);
}

/* Does a stand in a row above b's? Their heights overlap by less than half. */
static bool is_above(const struct sighting *a, const struct sighting *b)
{
	double height_a =
		fabs(a->px_corners.corner[3].y - a->px_corners.corner[0].y);
	double height_b =
		fabs(b->px_corners.corner[3].y - b->px_corners.corner[0].y);

	return centre(b).y - centre(a).y > fmin(height_a, height_b) / 2;
}

/* By rows from the top left. "Above" is not transitive, so the list (a
 * handful) is put in order by taking, again and again, the leftmost of those
 * that nothing stands above. */
static void put_in_order(struct sighting_list *list)
{
	for (size_t place = 0; place < list->count; place++) {
		struct sighting *first = NULL;

		for (size_t i = place; i < list->count; i++) {
			struct sighting *one = &list->sightings[i];
			bool top = true;

			for (size_t j = place; j < list->count && top; j++)
				top = !is_above(&list->sightings[j], one);
			if (top && (!first || centre(one).x < centre(first).x))
				first = one;
		}
		if (first) {
			struct sighting swap = list->sightings[place];

			list->sightings[place] = *first;
			*first = swap;
		}
	}
}

/* The factor by which a picture is shrunk to find its elements. */
static int shrink_for(const struct image *image)
{
	int shrink = 1;

	while ((double)image->width * image->height / (shrink * shrink) >
	       PIXELS_MOST)
		shrink++;
	return shrink;
}

/* Was a place counted with what goes before it in the list? */
static bool is_counted(const struct sighting_list *list, size_t which)
{
	for (size_t i = 0; i < which; i++)
		if (sighting_is_found(&list->sightings[i]) &&
		    sighting_overlap(&list->sightings[i].px_corners,
				     &list->sightings[which].px_corners) >=
			    SIGHTING_OVERLAP_MOST)
			return true;
	return false;
}

/* The share of the picture that surely read puzzles cover; what was read
 * several times counts once. */
static double sure_share(const struct sighting_list *list,
			 const struct image *image)
{
	double area = 0;

	for (size_t i = 0; i < list->count; i++)
		if (sighting_is_found(&list->sightings[i]) &&
		    !is_counted(list, i))
			area += fabs(quad_area(&list->sightings[i].px_corners));
	return area / ((double)image->width * image->height);
}

/* The families by their turns, those of the same in the table's order; what the
 * shared stages read of pages goes first, as that takes the least time. Without
 * a page nobody else is asked. */
static void order_families(const struct page *page, int order[FAMILY_COUNT])
{
	int turn[FAMILY_COUNT];

	page = page->elements.image ? page : NULL;
	for (int i = 0; i < FAMILY_COUNT; i++) {
		int at = i;

		turn[i] =
			page && families[i]->turn ? families[i]->turn(page) : 0;
		for (; at && turn[order[at - 1]] > turn[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
}

static unsigned by_stages(void)
{
	unsigned bits = 0;

	for (int i = 0; i < FAMILY_COUNT; i++)
		bits |= families[i]->by_stages ? 1u << i : 0;
	return bits;
}

static unsigned alone_families(void)
{
	unsigned alone = 0;

	for (int i = 0; i < FAMILY_COUNT; i++)
		alone |= families[i]->alone ? 1u << i : 0;
	return alone;
}

/* Where a box of the upright picture lies in the picture itself. */
static struct box map_box(const struct box *box, const struct homography *map)
{
	struct point low = { HUGE_VAL, HUGE_VAL };
	struct point high = { -HUGE_VAL, -HUGE_VAL };

	if (!box->width)
		return *box;
	for (int i = 0; i < 4; i++) {
		struct point at = homography_apply(
			map,
			(struct point){ box->x + (i & 1 ? box->width : 0),
					box->y + (i & 2 ? box->height : 0) });

		low = (struct point){ fmin(low.x, at.x), fmin(low.y, at.y) };
		high = (struct point){ fmax(high.x, at.x), fmax(high.y, at.y) };
	}
	return (struct box){ (int)floor(low.x), (int)floor(low.y),
			     (int)ceil(high.x - floor(low.x)),
			     (int)ceil(high.y - floor(low.y)) };
}

static void map_sighting(struct sighting *sighting,
			 const struct homography *map)
{
	sighting->cell_to_px = homography_compose(&sighting->cell_to_px, map);
	for (int i = 0; i < 4; i++)
		sighting->px_corners.corner[i] =
			homography_apply(map, sighting->px_corners.corner[i]);
	for (size_t i = 0; i < sighting->reading_count; i++)
		sighting->readings[i].px_box =
			map_box(&sighting->readings[i].px_box, map);
}

/* Maps all that was read in a picture made of another one to this one. */
static void map_all(struct sighting_list *list, const struct homography *map)
{
	for (size_t i = 0; i < list->count; i++)
		map_sighting(&list->sightings[i], map);
	for (int i = 0; i < 4 * list->left_out_count; i++) {
		struct point *corner =
			&list->left_out[i / 4].px_corners.corner[i % 4];

		*corner = homography_apply(map, *corner);
	}
}

static bool are_all_found(const struct sighting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (!sighting_is_found(&list->sightings[i]))
			return false;
	return list->count > 0;
}

/* Reads a page for all wanted families at once that have no reader but the
 * shared stages; `which` becomes these, `left` what else may be there. */
static int read_by_stages(struct vision *vision, const struct image *image,
			  unsigned wanted, bool brief, unsigned *which,
			  enum spine_left *left, struct sighting_list *list,
			  struct problem *problem)
{
	int result;

	*which = 0;
	for (int i = 0; i < FAMILY_COUNT; i++)
		if (families[i]->by_stages && !families[i]->read)
			*which |= wanted & 1u << i;
	result = spine_read(&vision->readers, image, *which, brief, NULL, list,
			    left, problem);
	if (*left == LEFT_NOTHING &&
	    (list->left_out_count || !are_all_found(list)))
		*left = LEFT_PICTURE;
	return result;
}

/* Reads a picture for each family that is wanted, first what takes less time to
 * see, until nothing is left to read; `rest` becomes those that may be there
 * all the same. `page`: the picture's, or empty where pages' families alone are
 * wanted. What a brief look at a page claims nothing of is looked at further if
 * no game's puzzle is surely read either. */
static int read_families(struct vision *vision, const struct image *image,
			 const struct page *page, unsigned wanted,
			 unsigned *rest, struct sighting_list *list,
			 struct problem *problem)
{
	bool brief = wanted & alone_families(), is_filled = false;
	int order[FAMILY_COUNT], result = 0;
	enum spine_left left = LEFT_BOARD;
	unsigned which, asked = 0;

	order_families(page, order);
	for (int i = 0; i < FAMILY_COUNT && result == 0 && left; i++) {
		const struct read_family *family = families[order[i]];

		which = 1u << order[i];
		is_filled = sure_share(list, image) > FILLED_SHARE;
		if (is_filled)
			break;
		if (!(drop_ruled_out(list, wanted) & ~asked & which) ||
		    (!family->read && !family->by_stages))
			continue;
		if (family->read)
			result = family->read(vision, page, list, problem);
		else
			result = read_by_stages(vision, image, wanted, brief,
						&which, &left, list, problem);
		asked |= which;
	}
	if (result == 0 && left == LEFT_UNCLAIMED &&
	    !sighting_list_has_sure(list))
		result = spine_resume(&vision->readers, list, &left, problem);
	/* a brief look may have been too short, and what looks like pieces in
	 * another puzzle may be in the way of sigils */
	asked &= ~(left == LEFT_UNCLAIMED ? by_stages()
					  : by_stages() & alone_families());
	*rest = is_filled || !left ? 0 : wanted & ~asked;
	if (left < LEFT_BOARD)
		*rest &= ~by_stages() | alone_families();
	return result;
}

/* Pages and games, seen beside each other on a clean screen: photographs and
 * games' own screens are not looked at a second time. */
static bool is_clean(const struct image *image)
{
	const struct pixel_level level = { .width = image->width,
					   .height = image->height,
					   .shrink = 1,
					   .stride = image->stride,
					   .pixels = image->pixels };

	return pixels_noise(&level, MASK_FLAT) < CLEAN_MOST;
}

/* Reads a page for each family that is wanted; `rest` becomes those that may be
 * there all the same. */
static int read_once(struct vision *vision, const struct image *image,
		     int shrink, unsigned wanted, unsigned *rest,
		     struct sighting_list *list, struct problem *problem)
{
	struct page page = { 0 };
	int result = 0;

	if (wanted & alone_families())
		result = page_find(&page, image, shrink, problem);
	if (result == 0)
		result = read_families(vision, image, &page, wanted, rest, list,
				       problem);
	page_fini(&page);
	return result;
}

/* So sure at most are sigils that show only where others are covered: letters
 * and dots of a page may look like them. */
#define COVERED_SURE 0.7

/* Reads what stands beside the puzzles that were found, for other families. */
static int read_rest(struct vision *vision, const struct image *image,
		     int shrink, unsigned rest, struct sighting_list *list,
		     struct problem *problem)
{
	unsigned doubted = by_stages() & alone_families();
	struct sighting_list found = { 0 };
	struct image covered = { 0 };
	int result = cover_found(image, list, &covered, problem);

	if (result == 0)
		result = read_once(vision, &covered, shrink, rest, &rest,
				   &found, problem);
	for (size_t i = 0; i < found.count && result == 0; i++) {
		struct sighting *one = &found.sightings[i];

		if (doubted & 1u << one->puzzle.family)
			one->confidence *= COVERED_SURE;
		result = sighting_list_add(list, one, problem);
		memset(one, 0, sizeof *one);
	}
	for (int i = 0; i < found.left_out_count; i++) {
		const struct left_out *from = &found.left_out[i];
		struct left_out *one = sighting_list_leave_out(
			list, from->what, &from->px_corners);

		if (one)
			*one = *from;
	}
	sighting_list_fini(&found);
	image_fini(&covered);
	return result;
}

static int read_page(struct vision *vision, const struct image *image,
		     int shrink, unsigned wanted, struct sighting_list *list,
		     struct problem *problem)
{
	unsigned rest = 0;
	int result =
		read_once(vision, image, shrink, wanted, &rest, list, problem);

	if (result == 0 && rest && sighting_list_has_sure(list) &&
	    is_clean(image))
		result = read_rest(vision, image, shrink, rest, list, problem);
	return result;
}

/* Reads a picture as it is. */
static int read_full(struct vision *vision, const struct image *image,
		     unsigned wanted, struct sighting_list *list,
		     struct problem *problem)
{
	int shrink = shrink_for(image);

	if (read_page(vision, image, shrink, wanted, list, problem) < 0)
		return -1;
	/* what is too small in the shrunk picture may still be read in the
	 * full one, where the stages have looked already */
	if (!list->count && shrink > 1 &&
	    read_page(vision, image, 1, wanted & ~by_stages(), list, problem) <
		    0)
		return -1;
	drop_mixed(list);
	drop_overlapping(list);
	drop_left_out(list);
	return 0;
}

static bool are_all_sure(const struct sighting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->sightings[i].confidence < SIGHTING_SURE)
			return false;
	return list->count > 0;
}

/* Reads a soft picture made smaller. */
static int read_smaller(struct vision *vision, const struct image *image,
			int factor, unsigned wanted, struct sighting_list *list,
			struct problem *problem)
{
	double off = (factor - 1) / 2.0;
	const struct homography map = { { factor, 0, off, 0, factor, off, 0, 0,
					  1 } };
	struct image small = { 0 };
	int result = image_shrink(image, factor, &small, problem);

	if (result == 0)
		result = read_full(vision, &small, wanted, list, problem);
	image_fini(&small);
	map_all(list, &map);
	return result;
}

/* Reads a picture as it is, and adds what was seen in the smaller one where
 * nothing was in this. */
static int read_both(struct vision *vision, const struct image *image,
		     unsigned wanted, struct sighting_list *smaller,
		     struct sighting_list *list, struct problem *problem)
{
	int result = read_full(vision, image, wanted, list, problem);

	for (size_t i = 0; i < smaller->count && result == 0; i++) {
		struct sighting *one = &smaller->sightings[i];

		if (!is_free(list, one) ||
		    sighting_list_left_out(list, centre(one)))
			continue;
		result = sighting_list_add(list, one, problem);
		memset(one, 0, sizeof *one);
	}
	drop_mixed(list);
	return result;
}

/* Reads a soft picture made smaller, and as it is where that does not tell all.
 */
static int read_any(struct vision *vision, const struct image *image,
		    unsigned wanted, struct sighting_list *list,
		    struct problem *problem)
{
	struct sighting_list smaller = { 0 };
	int factor = soft_find_factor(image, SOFT_PIXELS);
	int result = 0;

	if (factor > 1)
		result = read_smaller(vision, image, factor, wanted, &smaller,
				      problem);
	if (result == 0 && are_all_sure(&smaller)) {
		*list = smaller;
		smaller = (struct sighting_list){ 0 };
	} else if (result == 0) {
		result = read_both(vision, image, wanted, &smaller, list,
				   problem);
	}
	sighting_list_fini(&smaller);
	return result;
}

int vision_read(struct vision *vision, const struct image *image,
		unsigned wanted, struct sighting_list *list,
		struct problem *problem)
{
	bool said = vision->said.start_count + vision->said.end_count > 0;
	int result = 0;

	/* where something is said the pixels must be this picture's */
	if (said && wanted & 1u << FAMILY_panel)
		result = read_full(vision, image, 1u << FAMILY_panel, list,
				   problem);
	else if (!said)
		result = read_any(vision, image, wanted, list, problem);
	if (result < 0)
		return -1;
	drop_overlapping(list);
	put_in_order(list);
	return 0;
}
