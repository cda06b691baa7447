#include "vision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "deskew.h"
#include "glyphs.h"
#include "number_memo.h"
#include "page.h"
#include "remainder.h"
#include "shrink.h"
#include "sightings.h"
#include "soft.h"
#include "spine.h"
#include "unread.h"
#include "vision_parts.h"

/* A picture of which surely read puzzles cover this share is a game's window:
 * no other family is looked for in it. A page that holds several puzzles has
 * text and margins. */
#define FILLED_SHARE 0.45
/* Where a puzzle of a page or of a game's screen is surely read, one of the
 * other kind is told of from this confidence on: those of pages are hardly ever
 * seen where there are none (sightings.c, PAGE_LIKELY), panels and sigils are
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
/* So many parts of a picture are read by themselves; a part counts as read
 * before where this share of it was. */
enum { PARTS_MOST = 6 };
#define LOOKED_AT 0.9
/* The frame or the lines of a board are at least so many pixels wide and high.
 */
enum { BOARD_LEAST = 48 };
/* A board of numbers has so many cells at least, so many pixels wide and high.
 */
enum { CELLS_LEAST = 9, CELL_LEAST = 16 };

static const struct read_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) [FAMILY_##id] = &read_##id,
#include "families.def"
#undef FAMILY
};

struct vision *vision_new(struct problem *problem)
{
	struct vision *vision = alloc_array(1, sizeof *vision);

	if (!vision) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for vision");
		return NULL;
	}
	vision->glyphs = glyphs_new(problem);
	if (!vision->glyphs) {
		free(vision);
		return NULL;
	}
	return vision;
}

void vision_free(struct vision *vision)
{
	if (vision) {
		glyphs_free(vision->glyphs);
		readers_free(&vision->readers);
	}
	free(vision);
}

void vision_choose(struct vision *vision, enum vision_reader reader)
{
	vision->reader = reader;
}

void vision_say(struct vision *vision, const struct said *said)
{
	vision->said = *said;
}

const struct said *vision_said(const struct vision *vision)
{
	return &vision->said;
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

static int by_score(const void *a, const void *b)
{
	const struct sighting *p = a, *q = b;
	int sure = (q->found || q->confidence >= SIGHTING_LIKELY) -
		   (p->found || p->confidence >= SIGHTING_LIKELY);
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

/* Do the shared stages alone read it? */
static bool is_read_by_stages(const struct read_family *family)
{
	return family->by_stages && !family->read;
}

/* The families by their turns, those of the same in the table's order; what the
 * shared stages alone read goes before what else is printed, as what an older
 * reader makes of a part of these is none. */
static void order_families(const struct page *page, int order[FAMILY_COUNT])
{
	int turn[FAMILY_COUNT], first = 0;

	for (int i = 0; i < FAMILY_COUNT; i++) {
		turn[i] = families[i]->turn ? 2 * families[i]->turn(page) : 0;
		if (families[i]->printed && turn[i] < first)
			first = turn[i];
	}
	for (int i = 0; i < FAMILY_COUNT; i++) {
		int at = i;

		if (is_read_by_stages(families[i]))
			turn[i] = first - 1;
		for (; at && turn[order[at - 1]] > turn[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
}

static unsigned printed_families(void)
{
	unsigned printed = 0;

	for (int i = 0; i < FAMILY_COUNT; i++)
		printed |= families[i]->printed ? 1u << i : 0;
	return printed;
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

static bool is_surely_read(const struct sighting *sighting)
{
	return sighting_is_read(sighting,
				families[sighting->puzzle.family]->printed);
}

/* What tells whether a page was read: of those sightings that would be kept
 * each has to be sure, and nothing may be left beside them. */
struct all_read {
	bool (*is_sure)(const struct sighting *sighting);
	bool (*is_left)(const struct page *page, struct glyphs *glyphs,
			const struct sighting_list *list);
};

/* A puzzle that is laid upright may be read more surely ... */
static const struct all_read all_clues = { is_surely_read, unread_is_puzzle };
/* ... but no other family tells more of it. */
static const struct all_read all_puzzles = { sighting_is_found,
					     unread_is_other };

static bool is_all_read(struct vision *vision, const struct page *page,
			const struct sighting_list *list,
			const struct all_read *how)
{
	size_t count = list->count;
	struct sighting_list kept = { 0 };
	bool all = count > 0;

	if (all)
		kept.sightings = alloc_array(count, sizeof *kept.sightings);
	if (!kept.sightings)
		return false;
	memcpy(kept.sightings, list->sightings,
	       count * sizeof *list->sightings);
	qsort(kept.sightings, count, sizeof *kept.sightings, by_score);
	for (size_t i = 0; i < count && all; i++)
		if (is_free(&kept, &kept.sightings[i])) {
			kept.sightings[kept.count] = kept.sightings[i];
			all = how->is_sure(&kept.sightings[kept.count]);
			/* what it takes in is its own */
			kept.sightings[kept.count++].confidence = 1;
		}
	/* hopeless ones are none */
	all = all && kept.count && !how->is_left(page, vision->glyphs, &kept);
	free(kept.sightings); /* what they hold is the list's */
	return all;
}

/* Reads a page for all wanted families at once that have no reader but the
 * shared stages; `which` becomes these. */
static int read_by_stages(struct vision *vision, const struct page *page,
			  unsigned wanted, unsigned *which,
			  struct sighting_list *list, struct problem *problem)
{
	*which = 0;
	for (int i = 0; i < FAMILY_COUNT; i++)
		if (is_read_by_stages(families[i]))
			*which |= wanted & 1u << i;
	return spine_read(&vision->readers, page->elements.image, *which, NULL,
			  list, NULL, problem);
}

/* Reads a page for each family that is wanted, first what takes less time to
 * see, of all of them; `asked` becomes those that were. What is read of it is
 * remembered until number_memo_stop. */
static int read_families(struct vision *vision, const struct page *page,
			 unsigned wanted, unsigned *asked,
			 struct sighting_list *list, struct problem *problem)
{
	int order[FAMILY_COUNT], result = 0;
	size_t known = list->count;

	*asked = 0;
	number_memo_start(glyphs_memo(vision->glyphs),
			  page->elements.grey.data);
	order_families(page, order);
	for (int i = 0; i < FAMILY_COUNT && result == 0; i++) {
		const struct read_family *family = families[order[i]];
		unsigned which = 1u << order[i];
		bool more = list->count > known;

		if (sure_share(list, page->elements.image) > FILLED_SHARE)
			break;
		if (!(drop_ruled_out(list, wanted) & ~*asked & which) ||
		    (!family->read && !family->by_stages))
			continue;
		known = list->count;
		if (more && is_all_read(vision, page, list, &all_puzzles))
			break;
		if (family->read)
			result = family->read(vision, page, list, problem);
		else
			result = read_by_stages(vision, page, wanted, &which,
						list, problem);
		*asked |= which;
	}
	return result;
}

/* Appends the places of what was surely read, as they lie in the upright
 * picture: neither their clues nor their puzzles. */
static int add_known(const struct sighting_list *known,
		     const struct homography *upright_to_px,
		     struct sighting_list *list, struct problem *problem)
{
	struct homography px_to_upright;
	int result = 0;

	if (homography_inverse(upright_to_px, &px_to_upright) < 0)
		return 0;
	for (size_t i = 0; i < known->count && result == 0; i++) {
		const struct sighting *one = &known->sightings[i];
		struct sighting place = { .puzzle.family = one->puzzle.family,
					  .px_corners = one->px_corners,
					  .score = one->score,
					  /* what it takes in is its own */
					  .confidence = 1 };

		if (!is_surely_read(one))
			continue;
		map_sighting(&place, &px_to_upright);
		result = sighting_list_add(list, &place, problem);
	}
	return result;
}

/* Reads a page that leans once more, laid upright: what was not surely read
 * yet. */
static int read_upright(struct vision *vision, const struct page *page,
			unsigned wanted, struct sighting_list *list,
			struct problem *problem)
{
	struct sighting_list found = { 0 };
	struct homography upright_to_px;
	struct image upright = { 0 };
	struct page again = { 0 };
	int width, height, result;
	unsigned asked;
	size_t known;

	if (!deskew_find(page, PIXELS_MOST, &width, &height, &upright_to_px) ||
	    is_all_read(vision, page, list, &all_clues))
		return 0;
	result = deskew_make(page->elements.image, width, height,
			     &upright_to_px, &upright);
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an upright picture");
	else
		result = page_find(&again, &upright, 1, problem);
	if (result == 0)
		result = add_known(list, &upright_to_px, &found, problem);
	known = found.count;
	if (result == 0)
		result = read_families(vision, &again, wanted, &asked, &found,
				       problem);
	number_memo_stop(glyphs_memo(vision->glyphs));
	for (size_t i = known; i < found.count && result == 0; i++) {
		map_sighting(&found.sightings[i], &upright_to_px);
		result = sighting_list_add(list, &found.sightings[i], problem);
		memset(&found.sightings[i], 0, sizeof found.sightings[i]);
	}
	sighting_list_fini(&found);
	page_fini(&again);
	image_fini(&upright);
	return result;
}

/* The family, if one alone is wanted, which finds its pages itself; or NULL. */
static const struct read_family *only_family(unsigned wanted)
{
	for (int i = 0; i < FAMILY_COUNT; i++)
		if (wanted == 1u << i && families[i]->read_picture)
			return families[i];
	return NULL;
}

/* Reads a page as it is and, where that may tell more, laid upright; `asked`
 * becomes the families that it was read for. */
static int read_once(struct vision *vision, const struct page *page,
		     unsigned wanted, unsigned *asked,
		     struct sighting_list *list, struct problem *problem)
{
	int result = read_families(vision, page, wanted, asked, list, problem);

	wanted = drop_ruled_out(list, wanted & printed_families());
	if (result == 0 && wanted)
		result = read_upright(vision, page, wanted, list, problem);
	number_memo_stop(glyphs_memo(vision->glyphs));
	return result;
}

/* Is one thing as large as a board, with ground around it? */
static bool holds_board(const struct elements *elements)
{
	const struct box inside = { 1, 1, elements->image->width - 2,
				    elements->image->height - 2 };

	for (size_t i = 0; i < elements->count; i++) {
		const struct box *box = &elements->list[i].box;

		if (box->width >= BOARD_LEAST && box->height >= BOARD_LEAST &&
		    box_is_within(box, &inside))
			return true;
	}
	return false;
}

/* Without those of games' screens, which take long to look for, where nothing
 * has the size of one. */
static unsigned drop_unlikely(const struct page *page, unsigned wanted)
{
	return holds_board(&page->elements) ? wanted
					    : wanted & ~alone_families();
}

/* Does a part hold what may be a board of numbers: its frame, or as many fields
 * as the smallest one has cells? */
static bool may_hold_grid(const struct elements *elements,
			  const struct box *part)
{
	int cells = 0;

	for (size_t i = 0; i < elements->count && cells < CELLS_LEAST; i++) {
		const struct box *box = &elements->list[i].box;

		if (!box_is_within(box, part))
			continue;
		if (box->width >= BOARD_LEAST && box->height >= BOARD_LEAST)
			return true;
		cells += elements->list[i].kind == ELEMENT_FIELD &&
			 box->width >= CELL_LEAST && box->height >= CELL_LEAST;
	}
	return cells == CELLS_LEAST;
}

/* Reads a part of a page as a picture of its own. */
static int read_part(struct vision *vision, const struct page *page,
		     const struct box *part, unsigned wanted,
		     struct sighting_list *list, struct problem *problem)
{
	const struct image *image = page->elements.image;
	const struct image seen = { part->width, part->height, image->stride,
				    image_row(image, part->y) + part->x };
	const struct homography map = { { 1, 0, part->x, 0, 1, part->y, 0, 0,
					  1 } };
	struct sighting_list found = { 0 };
	struct page own = { 0 };
	unsigned asked;
	int result;

	if (!may_hold_grid(&page->elements, part))
		wanted &= ~by_stages() | alone_families();
	if (!wanted)
		return 0;
	result = page_find(&own, &seen, shrink_for(&seen), problem);
	if (result == 0)
		result = read_once(vision, &own, drop_unlikely(&own, wanted),
				   &asked, &found, problem);

	map_all(&found, &map);
	for (size_t i = 0; i < found.count && result == 0; i++) {
		result = sighting_list_add(list, &found.sightings[i], problem);
		memset(&found.sightings[i], 0, sizeof found.sightings[i]);
	}
	for (int i = 0; i < found.left_out_count; i++)
		sighting_list_leave_out(list, found.left_out[i].what,
					&found.left_out[i].px_corners);
	sighting_list_fini(&found);
	page_fini(&own);
	return result;
}

/* The largest part of which most lies in none that was looked at in vain; NULL:
 * there is none. */
static const struct box *next_part(const struct box *parts, int count,
				   const struct box *vain, int vain_count)
{
	for (int i = 0; i < count; i++) {
		double area = (double)parts[i].width * parts[i].height;
		bool is_new = true;

		for (int k = 0; k < vain_count && is_new; k++)
			is_new = (double)box_overlap(&parts[i], &vain[k]) <
				 LOOKED_AT * area;
		if (is_new)
			return &parts[i];
	}
	return NULL;
}

static size_t count_found(const struct sighting_list *list)
{
	size_t found = 0;

	for (size_t i = 0; i < list->count; i++)
		found += sighting_is_found(&list->sightings[i]);
	return found;
}

/* What lies beside puzzles that were found is read by itself, whatever it is:
 * it may be another one. */
static int read_parts(struct vision *vision, const struct page *page,
		      unsigned wanted, struct sighting_list *list,
		      struct problem *problem)
{
	struct box vain[PARTS_MOST];
	int vain_count = 0, result = 0;

	for (int i = 0; i < PARTS_MOST && result == 0; i++) {
		struct box parts[REMAINDER_MOST];
		size_t found = count_found(list);
		int count = found ? remainder_find(&page->elements, list, parts)
				  : 0;
		const struct box *part =
			next_part(parts, count, vain, vain_count);

		if (!part)
			break;
		result = read_part(vision, page, part, wanted, list, problem);
		if (count_found(list) == found)
			vain[vain_count++] = *part;
	}
	return result;
}

/* What is left for the shared stages. */
static void find_rest(struct vision *vision, const struct elements *elements,
		      const struct sighting_list *list)
{
	struct box parts[REMAINDER_MOST];
	int count = remainder_find(elements, list, parts);
	int *kept = &vision->rest_count;

	for (int i = 0; i < count; i++)
		if (may_hold_grid(elements, &parts[i]) &&
		    next_part(&parts[i], 1, vision->rest, *kept))
			vision->rest[(*kept)++] = parts[i];
}

static int read_page(struct vision *vision, const struct image *image,
		     int shrink, unsigned wanted, struct sighting_list *list,
		     struct problem *problem)
{
	const struct read_family *only = only_family(wanted);
	bool several = wanted & (wanted - 1);
	struct page page = { 0 };
	unsigned asked = 0;
	int result;

	vision->rest_count = 0;
	if (only)
		return only->read_picture(vision, image, shrink, list, problem);
	result = page_find(&page, image, shrink, problem);
	if (result == 0)
		result =
			read_once(vision, &page, wanted, &asked, list, problem);
	/* a page's puzzles are seen beside each other, a game's are not, nor
	 * what does not show as clearly as another one */
	wanted &= ~asked | alone_families() | by_stages();
	if (result == 0 && wanted &&
	    (several || wanted & by_stages() & ~alone_families()))
		result = read_parts(vision, &page, wanted, list, problem);
	if (result == 0 && count_found(list))
		find_rest(vision, &page.elements, list);
	page_fini(&page);
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
	 * full one */
	if (!list->count && shrink > 1 &&
	    read_page(vision, image, 1, wanted, list, problem) < 0)
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
	for (int i = 0; i < vision->rest_count; i++)
		vision->rest[i] = map_box(&vision->rest[i], &map);
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

/* By the readers of one family each. */
static int read_old(struct vision *vision, const struct image *image,
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

/* The families that have a reader of their own. */
static unsigned own_readers(void)
{
	unsigned bits = 0;

	for (int i = 0; i < FAMILY_COUNT; i++)
		if (families[i]->read)
			bits |= 1u << i;
	return bits;
}

/* What two readers read as two puzzles, each at least so sure, is at most so
 * sure. */
#define DISPUTED_LEAST 0.8
#define DISPUTED_SURE 0.5
/* So likely at most is what does not add up. */
#define UNLIKELY 0.25
/* What one of two readers alone sees is not there unless at least so sure, or
 * surely there whatever its clues are. */
#define ALONE_LEAST 0.8

/* By the stages that families share. */
static int read_new(struct vision *vision, const struct image *image,
		    unsigned wanted, struct sighting_list *list,
		    struct sighting_list *seen, struct problem *problem)
{
	return spine_read(&vision->readers, image, wanted, NULL, list, seen,
			  problem);
}

/* Lies something that was found in that part? */
static bool is_found_in(const struct sighting_list *list,
			const struct box *part)
{
	for (size_t i = 0; i < list->count; i++) {
		struct point at = centre(&list->sightings[i]);

		if (sighting_is_found(&list->sightings[i]) &&
		    box_contains(part, (int)at.x, (int)at.y))
			return true;
	}
	return false;
}

/* ... in what the families' own readers left of the picture: the stages look no
 * further where all that they see is sure, and what is surely read is not kept
 * waiting for the rest. */
static int read_rest(struct vision *vision, const struct image *image,
		     unsigned wanted, struct sighting_list *list,
		     struct problem *problem)
{
	const struct box all = { 0, 0, image->width, image->height };
	int result = 0;

	for (int i = 0; i < vision->rest_count && result == 0; i++) {
		struct box part = box_intersect(&vision->rest[i], &all);
		const struct image seen = { part.width, part.height,
					    image->stride,
					    image_row(image, part.y) + part.x };
		const struct homography map = { { 1, 0, part.x, 0, 1, part.y, 0,
						  0, 1 } };
		struct sighting_list found = { 0 };

		if (is_found_in(list, &part))
			continue;
		result = read_new(vision, &seen, wanted, &found, NULL, problem);
		map_all(&found, &map);
		for (size_t k = 0; k < found.count && result == 0; k++) {
			result = sighting_list_add(list, &found.sightings[k],
						   problem);
			memset(&found.sightings[k], 0,
			       sizeof found.sightings[k]);
		}
		sighting_list_fini(&found);
	}
	return result;
}

static bool do_overlap(const struct sighting *a, const struct sighting *b)
{
	return sighting_overlap(&a->px_corners, &b->px_corners) >=
	       SIGHTING_OVERLAP_MOST;
}

static bool is_one_clue(const struct reading *a, const struct reading *b)
{
	struct box both = box_intersect(&a->px_box, &b->px_box);

	return !strcmp(a->value, b->value) &&
	       (both.width > 0 || !strcmp(a->clue, b->clue));
}

/* Does one puzzle show all clues that another shows, and perhaps more? */
static bool does_cover(const struct sighting *more, const struct sighting *less)
{
	for (size_t i = 0; i < less->reading_count; i++) {
		bool found = reading_is_blank(&less->readings[i]);

		for (size_t k = 0; k < more->reading_count && !found; k++)
			found = is_one_clue(&more->readings[k],
					    &less->readings[i]);
		if (!found)
			return false;
	}
	return true;
}

/* How two sightings of one place stand to each other. */
enum accord { ALIKE, MORE, LESS, DISPUTED };

static enum accord compare(const struct sighting *one,
			   const struct sighting *other)
{
	bool more = does_cover(one, other), less = does_cover(other, one);

	if (puzzle_equal(&one->puzzle, &other->puzzle, NULL))
		return ALIKE;
	/* with the same clues they differ in size */
	return more == less ? DISPUTED : more ? MORE : LESS;
}

/* Of two sightings of one place the surer counts; where both are rather sure,
 * the one that shows more clues, in doubt where they dispute one. What a game's
 * own reader doubts stays in doubt, unless that does not add up. Takes `other`
 * over. */
static void settle(struct sighting *one, struct sighting *other)
{
	enum accord accord = compare(one, other);
	bool both = one->confidence >= DISPUTED_LEAST &&
		    other->confidence >= DISPUTED_LEAST;
	bool swap = other->confidence > one->confidence &&
		    (!families[one->puzzle.family]->alone ||
		     one->confidence < UNLIKELY);

	if (both && (accord == MORE || accord == LESS))
		swap = accord == LESS;
	if (swap) {
		struct sighting held = *one;

		*one = *other;
		*other = held;
	}
	if (both && accord == DISPUTED) {
		one->confidence = DISPUTED_SURE;
		one->found = false;
	}
	sighting_fini(other);
}

/* Adds what the shared stages found to what the families' own readers did; what
 * they alone see of such a family, where they are so sure. */
static int merge(struct sighting_list *list, struct sighting_list *found,
		 double alone_least, struct problem *problem)
{
	int result = 0;

	for (size_t i = 0; i < found->count; i++) {
		struct sighting *one = &found->sightings[i];
		size_t k = 0;

		while (k < list->count &&
		       (list->sightings[k].puzzle.family !=
				one->puzzle.family ||
			!do_overlap(&list->sightings[k], one)))
			k++;
		if (k < list->count)
			settle(&list->sightings[k], one);
		else if (families[one->puzzle.family]->read &&
			 one->confidence < alone_least && !one->found)
			sighting_fini(one);
		else if (result == 0)
			result = sighting_list_add(list, one, problem);
		else
			sighting_fini(one);
		memset(one, 0, sizeof *one);
	}
	return result;
}

/* Reads by itself what lies beside puzzles that the shared stages alone found,
 * for games' screens: those are seen where nothing else is. */
static int read_beside(struct vision *vision, const struct image *image,
		       unsigned wanted, struct sighting_list *list,
		       struct problem *problem)
{
	struct page page = { 0 };
	int result = page_find(&page, image, shrink_for(image), problem);

	if (result == 0)
		result = read_parts(vision, &page, wanted, list, problem);
	page_fini(&page);
	return result;
}

/* Is something of those families in the list? */
static bool has_any(const struct sighting_list *list, unsigned wanted)
{
	for (size_t i = 0; i < list->count; i++)
		if (wanted & 1u << list->sightings[i].puzzle.family)
			return true;
	return false;
}

/* Reads a picture for all families of pages in one go by the shared stages.
 * Returns whether that is all: it is surely read, by what no older reader reads
 * too, and nothing else is left; else the list is as it was. -1 where memory
 * lacks. */
static int read_at_once(struct vision *vision, const struct image *image,
			unsigned wanted, struct sighting_list *list,
			struct problem *problem)
{
	struct sighting_list found = { 0 };
	struct page page = { 0 };
	int all = read_new(vision, image, wanted, &found, NULL, problem);

	if (all == 0 && found.count && !found.left_out_count &&
	    are_all_sure(&found) && !has_any(&found, own_readers()) &&
	    (all = page_find(&page, image, shrink_for(image), problem)) == 0) {
		number_memo_start(glyphs_memo(vision->glyphs),
				  page.elements.grey.data);
		all = is_all_read(vision, &page, &found, &all_puzzles);
		number_memo_stop(glyphs_memo(vision->glyphs));
		page_fini(&page);
	}
	for (size_t i = 0; i < found.count && all > 0; i++) {
		if (sighting_list_add(list, &found.sightings[i], problem) < 0)
			all = -1;
		memset(&found.sightings[i], 0, sizeof found.sightings[i]);
	}
	sighting_list_fini(&found);
	return all;
}

int vision_read(struct vision *vision, const struct image *image,
		unsigned wanted, struct sighting_list *list,
		struct problem *problem)
{
	unsigned shared = vision->reader == VISION_OLD
				  ? spine_families() & ~own_readers()
				  : spine_families();
	unsigned own = vision->reader == VISION_NEW ? wanted & ~shared : wanted;
	struct sighting_list found = { 0 };
	size_t before;
	bool sure;
	int result = 0;

	if (vision->reader == VISION_BOTH && wanted & (wanted - 1) &&
	    vision->said.start_count + vision->said.end_count == 0)
		result = read_at_once(vision, image,
				      wanted & shared & ~alone_families(), list,
				      problem);
	if (result) {
		put_in_order(list);
		return result < 0 ? -1 : 0;
	}
	/* where something is said the pixels must be this picture's */
	if (vision->said.start_count + vision->said.end_count) {
		shared = 0;
		own &= 1u << FAMILY_panel;
		if (own)
			result = read_full(vision, image, own, list, problem);
	} else if (own)
		result = read_old(vision, image, own, list, problem);
	if (vision->reader != VISION_NEW)
		shared &= ~by_stages();
	before = count_found(list);
	sure = are_all_sure(list);
	if (result == 0 && wanted & shared && (!sure || has_any(list, shared)))
		result = read_new(vision, image, wanted & shared, &found, list,
				  problem);
	if (result == 0 && sure && wanted & shared & ~own_readers() &&
	    sure_share(list, image) <= FILLED_SHARE)
		result = read_rest(vision, image,
				   wanted & shared & ~own_readers(), &found,
				   problem);
	if (result == 0)
		result = merge(list, &found,
			       vision->reader == VISION_NEW ? 0 : ALONE_LEAST,
			       problem);
	sighting_list_fini(&found);
	if (result == 0 && count_found(list) > before && own & alone_families())
		result = read_beside(vision, image, own & alone_families(),
				     list, problem);
	if (result < 0)
		return -1;
	drop_overlapping(list);
	put_in_order(list);
	return 0;
}
