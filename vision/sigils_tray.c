#include "sigils_tray.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"

/* Pieces of one tray have the same size; perspective that the frame does not
 * tell, shadows and rims make it vary by so much. */
#define PITCH_SPREAD 0.13
/* Like a tetromino: by this much, and by so much more than like any other. */
#define LIKENESS_LEAST 0.76
#define MARGIN_LEAST 0.1
/* Half of all pieces of this likeness, or margin, would be misread; each
 * step more makes ten times less. From the readings of the samples. */
#define LIKENESS_EVEN 0.70
#define LIKENESS_STEP 0.05
#define MARGIN_EVEN 0.02
#define MARGIN_STEP 0.05
/* A tray has at least so many pieces that are no rectangles; the smallest
 * boards of both games have two of three, and all have two. */
#define BENT_LEAST 2
/* And is worth so much more than one of rectangles: squares of pieces look
 * like O. */
#define RECTANGLES 0.3
/* Of too many, what stands out less than this share of what the middle one
 * does is no piece. Light that falls off makes it 0.5 at most. */
#define WEAK_SHARE 0.4
/* A number beside most pieces (this share) is how many there are of each; it
 * must be read with this confidence and is at most so large. */
#define COPIES_SHARE 0.7
#define COPIES_CONFIDENCE 0.5
#define COPIES_MOST 40
/* That a thing without a number among numbered ones is no piece: if it is
 * hardly like one, and if it is as like one as they are. */
#define CHANCE 0.9
#define UNNUMBERED 0.5
/* In perspective pieces next to each other in size differ by at most this
 * factor, and all of them by at most the other from the one in the middle. */
#define CHAIN_STEP 1.08
#define CHAIN_MOST 1.45
/* No other channel shows a piece better that is as sure as this. */
#define SETTLED 0.99
/* Buttons and bars of a page are like I and O: a rectangle that is smaller or
 * larger than the bent piece next to it by more than this share is odd; of two
 * that were answered one was by .11, one by .13. So is one that lies so many
 * times as far from any other piece as these do at the most, or a bent one that
 * lies farther still, and so many squares, from middle to middle. What is odd
 * is a piece no surer than that. */
#define RECTANGLE_OFF 0.1
#define APART_TIMES 2.0
#define APART_BENT 2.5
#define APART_LEAST 8.0
#define ODD_SURE 0.6
/* A blob as much like a piece as this, and not smaller or larger by this
 * factor, is a piece that should have been accounted for. */
#define STRANGER_LIKENESS 0.82
#define STRANGER_PITCH 1.6
/* A rectangle as near as this to the colour of a piece (each of red, green and
 * blue, as the light falls). */
enum { STRANGER_COLOUR = 20 };
#define STRANGER_NEAR 1.2
/* And stands out by so much of what pieces do in the mean, or, where the light
 * falls off, of so many times what the faintest does. */
#define STRANGER_CONTRAST 0.5
#define STRANGER_FAINTEST 1.6

/* Of an outline more than this is bare; of a word, which is hardly more like a
 * piece than the other number says, more than that. Of the samples' pieces that
 * are less like one no more than .06 is bare. */
#define HOLLOW 0.5
#define WORD_LIKENESS 0.85
#define WORD_BARE 0.1
/* Where one bent piece of so many is an outline all may be. */
enum { HOLLOW_OF = 4 };

static double certainty(double value, double even, double step)
{
	return 1 / (1 + pow(10, -(value - even) / step));
}

struct box sigils_blob_box(const struct sigils_view *view,
			   const struct sigils_blob *blob)
{
	struct sigils_shape shape;
	struct point a, b;

	sigils_shape(blob->kind, blob->turns, &shape);
	a = sigils_view_px(view, blob->x, blob->y);
	b = sigils_view_px(view, blob->x + blob->pitch * shape.width,
			   blob->y + blob->pitch * shape.height);
	return (struct box){ (int)fmin(a.x, b.x), (int)fmin(a.y, b.y),
			     (int)fabs(b.x - a.x), (int)fabs(b.y - a.y) };
}

struct point sigils_blob_middle(const struct sigils_view *view,
				const struct sigils_blob *blob)
{
	struct sigils_shape shape;
	int nearest;

	sigils_shape(blob->kind, blob->turns, &shape);
	nearest = sigils_middle_square(&shape);
	return sigils_view_cell(
		view, blob->x + blob->pitch * (shape.x[nearest] + 0.5),
		blob->y + blob->pitch * (shape.y[nearest] + 0.5));
}

/* Wholly in the picture, but for its rim? */
static bool is_inside(const struct sigils_view *view, const struct image *image,
		      const struct sigils_blob *blob)
{
	struct box box = sigils_blob_box(view, blob);
	double rim = 0.15 * fmin(box.width, box.height);

	return box.x > -rim && box.y > -rim &&
	       box.x + box.width < image->width + rim &&
	       box.y + box.height < image->height + rim;
}

static bool is_on_frame(const struct sigils_view *view,
			const struct sigils_blob *blob)
{
	struct sigils_shape shape;
	struct point middle;

	sigils_shape(blob->kind, blob->turns, &shape);
	middle = sigils_view_cell(view, blob->x + blob->pitch * shape.width / 2,
				  blob->y + blob->pitch * shape.height / 2);
	return view->columns && middle.x >= 0 && middle.y >= 0 &&
	       middle.x <= view->columns && middle.y <= view->rows;
}

static bool is_piece(const struct sigils_view *view, const struct image *image,
		     const struct sigils_blob *blob)
{
	return blob->likeness >= LIKENESS_LEAST &&
	       blob->likeness - blob->other >= MARGIN_LEAST &&
	       is_inside(view, image, blob) && !is_on_frame(view, blob);
}

static int compare_pieces(const void *left, const void *right)
{
	const struct sigils_blob *a = *(const struct sigils_blob *const *)left;
	const struct sigils_blob *b = *(const struct sigils_blob *const *)right;

	return (a->likeness < b->likeness) - (a->likeness > b->likeness);
}

struct pieces {
	const struct sigils_blob *list[SIGILS_PIECES_MAX]; /* by pitch */
	int count;
};

static int compare_pitch(const void *left, const void *right)
{
	const struct sigils_blob *a = *(const struct sigils_blob *const *)left;
	const struct sigils_blob *b = *(const struct sigils_blob *const *)right;

	return (a->pitch > b->pitch) - (a->pitch < b->pitch);
}

/* Every blob that may be a piece, the likeliest if there are too many. */
static void gather_pieces(const struct sigils_view *view,
			  const struct image *image,
			  const struct sigils_blobs *blobs,
			  struct pieces *pieces)
{
	pieces->count = 0;
	for (size_t i = 0; i < blobs->count; i++) {
		const struct sigils_blob *blob = &blobs->list[i];
		int place = pieces->count;

		if (!is_piece(view, image, blob))
			continue;
		while (place > 0 &&
		       pieces->list[place - 1]->likeness < blob->likeness)
			place--;
		if (place == SIGILS_PIECES_MAX)
			continue;
		if (pieces->count < SIGILS_PIECES_MAX)
			pieces->count++;
		memmove(&pieces->list[place + 1], &pieces->list[place],
			(size_t)(pieces->count - 1 - place) *
				sizeof *pieces->list);
		pieces->list[place] = blob;
	}
	if (pieces->count)
		qsort(pieces->list, (size_t)pieces->count, sizeof *pieces->list,
		      compare_pitch);
}

static bool is_bent(const struct sigils_blob *blob)
{
	return blob->kind != SIGILS_I && blob->kind != SIGILS_O;
}

/* Is so much of what may be a piece bare that it is a word rather? */
static bool is_word(const struct sigils_blob *blob, double bare)
{
	return bare > (blob->likeness < WORD_LIKENESS ? WORD_BARE : HOLLOW);
}

/* Leaves out rectangles with nothing inside, as letters of a word run together
 * are, unless pieces are drawn as outlines. */
static void drop_hollow(const struct sigils_view *view, struct pieces *pieces)
{
	double bare[SIGILS_PIECES_MAX];
	int bent = 0, hollow = 0, kept = 0;

	for (int i = 0; i < pieces->count; i++) {
		bare[i] = sigils_blob_bare_share(view, pieces->list[i]);
		bent += is_bent(pieces->list[i]);
		hollow += is_bent(pieces->list[i]) && bare[i] > HOLLOW;
	}
	if (!bent || HOLLOW_OF * hollow > bent)
		return;
	for (int i = 0; i < pieces->count; i++)
		if (is_bent(pieces->list[i]) ||
		    !is_word(pieces->list[i], bare[i]))
			pieces->list[kept++] = pieces->list[i];
	pieces->count = kept;
}

/* What stands out less than this is hardly a piece. The bent pieces tell, as
 * most rectangles may be tiles of the ground. */
static double weak_contrast(const struct sigils_tray *tray)
{
	double contrasts[SIGILS_PIECES_MAX];
	bool none;
	int count = 0;

	for (int i = 0; i < tray->count; i++)
		if (is_bent(tray->pieces[i]))
			contrasts[count++] = tray->pieces[i]->contrast;
	none = !count;
	for (int i = 0; i < tray->count && none; i++)
		contrasts[count++] = tray->pieces[i]->contrast;
	if (!count)
		return 0;
	qsort(contrasts, (size_t)count, sizeof *contrasts, order_doubles);
	return WEAK_SHARE * contrasts[count / 2];
}

/* Leaves out rectangles that stand out less than pieces do. */
static void drop_tiles(struct sigils_tray *tray)
{
	double weak = weak_contrast(tray);
	int kept = 0;

	for (int i = 0; i < tray->count; i++) {
		const struct sigils_blob *blob = tray->pieces[i];

		if (!is_bent(blob) && blob->contrast < weak)
			tray->worth -= blob->likeness;
		else
			tray->pieces[kept++] = blob;
	}
	tray->count = tray->total = kept;
}

/* Pieces first .. last, in order of pitch, as a tray. */
static void make_tray(const struct pieces *pieces, int first, int last,
		      struct sigils_tray *tray)
{
	memset(tray, 0, sizeof *tray);
	tray->pitch_low = pieces->list[first]->pitch;
	tray->pitch_high = pieces->list[last]->pitch;
	for (int i = first; i <= last; i++) {
		tray->copies[tray->count] = (struct sigils_count){ 1, 1 };
		tray->pieces[tray->count++] = pieces->list[i];
		tray->worth += pieces->list[i]->likeness;
	}
	drop_tiles(tray);
	if (tray->count)
		qsort(tray->pieces, (size_t)tray->count, sizeof *tray->pieces,
		      compare_pieces);
}

/* The tray of pieces about as large as piece `seed`. `chained`: sizes may
 * change from piece to piece instead, as in strong perspective. */
static void gather_tray(const struct pieces *pieces, int seed, bool chained,
			struct sigils_tray *tray)
{
	double pitch = pieces->list[seed]->pitch;
	int first = seed, last = seed;

	while (first > 0 &&
	       pieces->list[first - 1]->pitch >
		       (chained ? pieces->list[first]->pitch / CHAIN_STEP
				: pitch * (1 - PITCH_SPREAD)) &&
	       pieces->list[first - 1]->pitch > pitch / CHAIN_MOST)
		first--;
	while (last + 1 < pieces->count &&
	       pieces->list[last + 1]->pitch <
		       (chained ? pieces->list[last]->pitch * CHAIN_STEP
				: pitch * (1 + PITCH_SPREAD)) &&
	       pieces->list[last + 1]->pitch < pitch * CHAIN_MOST)
		last++;
	make_tray(pieces, first, last, tray);
}

/* Pieces that are no rectangles: buttons, input fields and tiles are like I
 * and O. As many as the numbers beside them say. */
static int count_bent(const struct sigils_tray *tray)
{
	int count = 0;

	for (int i = 0; i < tray->count; i++)
		if (is_bent(tray->pieces[i]))
			count += tray->copies[i].value;
	return count;
}

/* Is it more likely the tray of which no number of pieces is known? */
static bool is_larger(const struct sigils_tray *tray,
		      const struct sigils_tray *than)
{
	int more = count_bent(tray) - count_bent(than);

	return more > 0 || (more == 0 && tray->worth > than->worth);
}

/* How well a tray of `count` pieces fills `need`: 1 exactly. */
static double filling(int count, int need)
{
	return need > 0 ? 1 - fmin(1, abs(count - need) / (double)need) : 0;
}

static double rate_tray(const struct sigils_tray *tray, int need)
{
	double f = filling(tray->total, need);
	double rating = tray->count ? f * f * tray->worth / tray->count : 0;

	return count_bent(tray) >= BENT_LEAST ? rating : RECTANGLES * rating;
}

/* Where numbers stand beside most blobs, they say how many there are of each
 * piece; a blob without one is a shape that happens to be there. */
static bool count_copies(struct glyphs *glyphs, const struct elements *elements,
			 const struct sigils_view *view,
			 struct sigils_tray *tray)
{
	struct sigils_count counts[SIGILS_PIECES_MAX];
	int numbered = 0, total = 0;

	sigils_counts_read(glyphs, elements, view, tray->pieces, tray->count,
			   counts);
	for (int i = 0; i < tray->count; i++) {
		bool known = counts[i].value >= 0 &&
			     counts[i].value <= COPIES_MOST &&
			     counts[i].confidence >= COPIES_CONFIDENCE;

		if (!known)
			counts[i] = (struct sigils_count){
				0, tray->pieces[i]->likeness < STRANGER_LIKENESS
					   ? CHANCE
					   : UNNUMBERED
			};
		numbered += known;
		total += counts[i].value;
	}
	if (numbered < COPIES_SHARE * tray->count || total == 0 ||
	    total > SIGILS_PIECES_MAX)
		return false;
	memcpy(tray->copies, counts, sizeof tray->copies);
	tray->total = total;
	return true;
}

/* Leaves out what stands out from the ground far less than the other pieces
 * do, as long as there are too many: stones and shadows. */
static void trim_tray(struct sigils_tray *tray, int need)
{
	double weak = weak_contrast(tray);

	while (tray->total == tray->count && tray->total > need) {
		int weakest = 0;

		for (int i = 1; i < tray->count; i++)
			if (tray->pieces[i]->contrast <
			    tray->pieces[weakest]->contrast)
				weakest = i;
		/* NOLINTNEXTLINE(clang-analyzer-*): there is one at least */
		if (tray->pieces[weakest]->contrast >= weak)
			return;
		tray->worth -= tray->pieces[weakest]->likeness;
		tray->pieces[weakest] = tray->pieces[--tray->count];
		tray->total--;
	}
}

static bool is_coloured_as(const struct sigils_blob *a,
			   const struct sigils_blob *b)
{
	for (int i = 0; i < SIGILS_COLOURS; i++)
		if (abs(a->colour[i] - b->colour[i]) > STRANGER_COLOUR)
			return false;
	return true;
}

/* Has the tray a rectangle that is no more like a piece than this one, and that
 * no other piece has the colour of? */
static bool is_as_good(const struct sigils_tray *tray,
		       const struct sigils_blob *blob)
{
	for (int i = 0; i < tray->count; i++) {
		const struct sigils_blob *own = tray->pieces[i];
		bool alone = !is_bent(own) && blob->likeness >= own->likeness;

		for (int j = 0; j < tray->count && alone; j++)
			alone = j == i || !is_coloured_as(own, tray->pieces[j]);
		if (alone)
			return true;
	}
	return false;
}

/* Rectangles come up on any screen: they are like the tray's pieces only in
 * their size and one of their colours, or where one of the tray has no more to
 * speak for it. */
static bool is_alike(const struct sigils_tray *tray,
		     const struct sigils_blob *blob)
{
	if (is_bent(blob))
		return blob->pitch > tray->pitch_low / STRANGER_PITCH &&
		       blob->pitch < tray->pitch_high * STRANGER_PITCH;
	if (blob->pitch < tray->pitch_low / STRANGER_NEAR ||
	    blob->pitch > tray->pitch_high * STRANGER_NEAR)
		return false;
	for (int i = 0; i < tray->count; i++)
		if (is_coloured_as(tray->pieces[i], blob))
			return true;
	return is_as_good(tray, blob);
}

/* Things as much like pieces as those of the tray, nearly as large and as
 * far from the ground, that are not in it. */
static int count_strangers(const struct pieces *pieces,
			   const struct sigils_tray *tray)
{
	double mean = 0, least = HUGE_VAL;
	int count = 0;

	for (int i = 0; i < tray->count; i++) {
		mean += tray->pieces[i]->contrast / tray->count;
		least = fmin(least, tray->pieces[i]->contrast);
	}
	for (int i = 0; i < pieces->count; i++) {
		const struct sigils_blob *blob = pieces->list[i];
		bool known = false;

		for (int j = 0; j < tray->count && !known; j++)
			known = tray->pieces[j] == blob ||
				sigils_blobs_overlap(tray->pieces[j], blob);
		count +=
			!known && blob->likeness >= STRANGER_LIKENESS &&
			blob->contrast >
				STRANGER_CONTRAST *
					fmin(mean, least * STRANGER_FAINTEST) &&
			is_alike(tray, blob);
	}
	return count;
}

/* Things as large as the tray's pieces that are no rectangles and lie on the
 * frame: where nothing was laid there, it is a box of the tray. */
static int count_on_frame(const struct sigils_view *view,
			  const struct sigils_blobs *blobs,
			  const struct sigils_tray *tray)
{
	int count = 0;

	for (size_t i = 0; i < blobs->count && view->columns; i++) {
		const struct sigils_blob *blob = &blobs->list[i];

		count += is_bent(blob) && blob->likeness >= STRANGER_LIKENESS &&
			 blob->likeness - blob->other >= MARGIN_LEAST &&
			 blob->pitch > tray->pitch_low * (1 - PITCH_SPREAD) &&
			 blob->pitch < tray->pitch_high * (1 + PITCH_SPREAD) &&
			 is_on_frame(view, blob);
	}
	return count;
}

/* Outlines among full pieces that are less like one: corners of boxes, or two
 * sides of a shadow. Not those that the numbers leave out. */
static int count_hollow(const struct sigils_view *view,
			const struct sigils_tray *tray)
{
	int hollow = 0, alike = 0;

	for (int i = 0; i < tray->count; i++) {
		const struct sigils_blob *blob = tray->pieces[i];
		bool bare = sigils_blob_bare_share(view, blob) > HOLLOW;

		hollow += bare && blob->likeness < WORD_LIKENESS &&
			  tray->copies[i].value;
		alike += !bare;
	}
	return 2 * alike > tray->count ? hollow : 0;
}

void sigils_tray_find(struct glyphs *glyphs, const struct elements *elements,
		      const struct sigils_view *view,
		      const struct sigils_blobs *blobs, int need,
		      struct sigils_tray *tray)
{
	struct sigils_tray largest = { .count = 0 };
	struct pieces pieces;

	memset(tray, 0, sizeof *tray);
	gather_pieces(view, elements->image, blobs, &pieces);
	drop_hollow(view, &pieces);
	for (int i = 0; i < 2 * pieces.count; i++) {
		struct sigils_tray next;

		gather_tray(&pieces, i / 2, i % 2, &next);
		if (is_larger(&next, &largest))
			largest = next;
		trim_tray(&next, need);
		if (rate_tray(&next, need) > rate_tray(tray, need))
			*tray = next;
	}
	/* no frame is known yet, or a count beside each piece, which goes
	 * before the number of pieces, even where that fits by chance */
	if ((glyphs && count_copies(glyphs, elements, view, &largest)) ||
	    need == 0)
		*tray = largest;
	/* with what is no piece a number may be nobody's */
	else if (glyphs)
		count_copies(glyphs, elements, view, tray);
	tray->strangers =
		count_strangers(&pieces, tray) + count_hollow(view, tray);
	tray->on_frame = count_on_frame(view, blobs, tray);
}

bool sigils_tray_is_tray(const struct sigils_tray *tray)
{
	return count_bent(tray) >= BENT_LEAST;
}

bool sigils_tray_may_be(const struct sigils_tray *tray)
{
	return count_bent(tray) > 0 && tray->count > 1;
}

static struct point middle_of(const struct sigils_blob *blob)
{
	struct sigils_shape shape;

	sigils_shape(blob->kind, blob->turns, &shape);
	return (struct point){ blob->x + blob->pitch * shape.width / 2,
			       blob->y + blob->pitch * shape.height / 2 };
}

/* The piece of the tray next to one, and how far off; `bent`: such only. NULL
 * without any. */
static const struct sigils_blob *next_to(const struct sigils_tray *tray,
					 const struct sigils_blob *blob,
					 bool bent, double *far)
{
	const struct sigils_blob *next = NULL;

	*far = HUGE_VAL;
	for (int i = 0; i < tray->count; i++) {
		const struct sigils_blob *other = tray->pieces[i];
		double off = point_distance(middle_of(blob), middle_of(other));

		if (other == blob || (bent && !is_bent(other)) || off >= *far)
			continue;
		*far = off;
		next = other;
	}
	return next;
}

/* Does it lie far from all other pieces, which lie together? */
static bool is_apart(const struct sigils_tray *tray,
		     const struct sigils_blob *blob)
{
	double far, most = 0, off;

	next_to(tray, blob, false, &far);
	for (int i = 0; i < tray->count && tray->count > 2; i++) {
		if (tray->pieces[i] == blob)
			continue;
		next_to(tray, tray->pieces[i], false, &off);
		most = fmax(most, off);
	}
	most *= is_bent(blob) ? APART_BENT : APART_TIMES;
	return most > 0 && far > most && far > APART_LEAST * blob->pitch;
}

/* Is it apart from the others, or a rectangle of another size than the bent
 * piece next to it? */
static bool is_odd(const struct sigils_tray *tray,
		   const struct sigils_blob *blob)
{
	double far;
	const struct sigils_blob *next =
		is_bent(blob) ? NULL : next_to(tray, blob, true, &far);

	return is_apart(tray, blob) ||
	       (next &&
		fabs(blob->pitch - next->pitch) > RECTANGLE_OFF * next->pitch);
}

double sigils_tray_confidence(const struct sigils_tray *tray, int at)
{
	const struct sigils_blob *blob = tray->pieces[at];
	double weak = weak_contrast(tray);
	double clear = weak > 0 ? fmin(1, blob->contrast / weak) : 1;

	if (is_odd(tray, blob))
		clear *= ODD_SURE;
	return clear * certainty(blob->likeness, LIKENESS_EVEN, LIKENESS_STEP) *
	       certainty(blob->likeness - blob->other, MARGIN_EVEN,
			 MARGIN_STEP);
}

bool sigils_tray_is_settled(const struct sigils_tray *tray, int need)
{
	return tray->total == need && sigils_tray_is_sure(tray);
}

bool sigils_tray_is_sure(const struct sigils_tray *tray)
{
	if (tray->strangers || !sigils_tray_is_tray(tray))
		return false;
	for (int i = 0; i < tray->count; i++)
		if (sigils_tray_confidence(tray, i) < SETTLED)
			return false;
	return true;
}
