#include "sigils_seek.h"

#include <stdlib.h>
#include <string.h>

#include "sigils_fields.h"
#include "sigils_place.h"

void sigils_seek_fini(struct sigils_seek *seek)
{
	sigils_blobs_fini(&seek->fields);
	sigils_blobs_fini(&seek->levels);
	memset(seek, 0, sizeof *seek);
}

/* How many pieces are too many or too few? */
static int miss(const struct sigils_tray *tray, int need)
{
	return sigils_tray_is_tray(tray) ? abs(tray->total - need)
					 : SIGILS_PIECES_MAX + need;
}

/* How many pieces of one tray are not in the other? */
static int count_others(const struct sigils_tray *tray,
			const struct sigils_tray *than)
{
	int count = 0;

	for (int i = 0; i < tray->count; i++) {
		bool known = false;

		for (int j = 0; j < than->count && !known; j++)
			known = sigils_blobs_overlap(tray->pieces[i],
						     than->pieces[j]);
		count += !known;
	}
	return count;
}

int sigils_seek_tray(struct sigils_seek *seek, struct glyphs *glyphs,
		     const struct page *page, struct sigils_view *view,
		     int need, bool at_once)
{
	static const enum sigils_channel channels[] = {
		SIGILS_APART,       SIGILS_CHROMA,     SIGILS_JOINED,
		SIGILS_JOINED_WIDE, SIGILS_APART_NEAR, SIGILS_LIGHT,
		SIGILS_DARK
	};
	enum { CHANNELS = sizeof channels / sizeof *channels };
	const struct elements *elements = &page->elements;
	struct sigils_tray *tray = &seek->tray, fields;

	memset(seek, 0, sizeof *seek);
	if (sigils_fields_find(elements, view, &seek->fields) < 0)
		return -1;
	sigils_place_drop_keys(page, view, &seek->fields);
	sigils_tray_find(glyphs, elements, view, &seek->fields, need, tray);
	if (at_once && sigils_tray_is_settled(tray, need))
		return 0;
	fields = *tray;
	memset(tray, 0, sizeof *tray);
	for (int i = 0; i < CHANNELS && !sigils_tray_is_settled(tray, need);
	     i++) {
		if (sigils_blobs_find(view, channels[i], &seek->levels) < 0)
			return -1;
		sigils_place_drop_keys(page, view, &seek->levels);
		sigils_tray_find(glyphs, elements, view, &seek->levels, need,
				 tray);
	}
	/* the same with more pieces that are surely some: none was left over */
	if (!count_others(tray, &fields) && sigils_tray_is_sure(&fields))
		tray->strangers += count_others(&fields, tray);
	fields.strangers += count_others(tray, &fields);
	if (miss(&fields, need) < miss(tray, need))
		*tray = fields;
	return 0;
}

/* How many pieces a tray among the blobs has, 0 without one. `any`: only
 * whether there is one, for which numbers are only read where they decide. */
static int count_tray(struct glyphs *glyphs, const struct page *page,
		      const struct sigils_view *view,
		      struct sigils_blobs *blobs, bool any)
{
	const struct elements *elements = &page->elements;
	struct sigils_tray tray;

	sigils_place_drop_keys(page, view, blobs);
	sigils_tray_find(any ? NULL : glyphs, elements, view, blobs, 0, &tray);
	if (any && !sigils_tray_is_tray(&tray) && sigils_tray_may_be(&tray))
		sigils_tray_find(glyphs, elements, view, blobs, 0, &tray);
	return sigils_tray_is_tray(&tray) &&
			       !sigils_place_is_on_grid(page, NULL, view, &tray)
		       ? tray.total
		       : 0;
}

int sigils_seek_count(struct glyphs *glyphs, const struct page *page,
		      struct sigils_view *view, bool any)
{
	static const enum sigils_channel channels[] = { SIGILS_APART,
							SIGILS_JOINED,
							SIGILS_CHROMA };
	enum { CHANNELS = sizeof channels / sizeof *channels };
	struct sigils_seek seek = { .tray = { .count = 0 } };
	int count = 0, fields = 0;
	int result = sigils_fields_find(&page->elements, view, &seek.fields);

	if (result == 0)
		fields = count_tray(glyphs, page, view, &seek.fields, any);
	for (int i = 0;
	     i < CHANNELS && result == 0 && !(any && (fields || count)); i++) {
		int here;

		result = sigils_blobs_find(view, channels[i], &seek.levels);
		if (result < 0)
			break;
		here = count_tray(glyphs, page, view, &seek.levels, any);
		count = here ? here : count;
	}
	sigils_seek_fini(&seek);
	return result < 0 ? -1 : count ? count : fields;
}
