#include "inks.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Over pictures saturated and of middle lightness, so that both rims stand
 * off: magenta is what puzzles use least. On paper clues are green, totals red
 * and answers blue, as the published solvers have them. A panel has a ground of
 * its own, on which black and white and all colours show. */
static const struct {
	const char *name;
	uint32_t colours[INKS_GROUND_COUNT];
} inks[INK_PIECE] = {
	[INK_ANSWER] = { "answer", { 0xff1a99, 0x0b46c4, 0x7db8ff } },
	[INK_SECOND] = { "second", { 0x009eff, 0xa04a00, 0xffb35c } },
	[INK_DOUBT] = { "doubt", { 0xff8c00, 0xd06000, 0xffa040 } },
	[INK_STRIKE] = { "strike", { 0xe61a1a, 0xcc0000, 0xff6060 } },
	[INK_BREACH] = { "breach", { 0xe60000, 0xcc0000, 0xff4040 } },
	[INK_FAINT] = { "faint", { 0x8c8c99, 0xb3b3b3, 0x5a5f66 } },
	[INK_GRID] = { "grid", { 0x737380, 0x999999, 0x7a8087 } },
	[INK_TOTAL] = { "total", { 0x1a1a1a, 0xb00020, 0xff8a80 } },
	[INK_CLUE] = { "clue", { 0x1a1a1a, 0x00702a, 0x5fd38a } },
	[INK_LETTER] = { "letter", { 0x1a1a1a, 0x1a1a1a, 0xeeeeee } },
	[INK_PAGE] = { "page", { 0xffffff, 0xffffff, 0x15181c } },
	[INK_GROUND] = { "ground", { 0x56666f, 0x56666f, 0x56666f } },
	[INK_RAIL] = { "rail", { 0x9aa7ae, 0x9aa7ae, 0x9aa7ae } },
	[INK_BLACK] = { "black", { 0x000000, 0x000000, 0x000000 } },
	[INK_WHITE] = { "white", { 0xffffff, 0xffffff, 0xffffff } },
	[INK_GREY] = { "grey", { 0x9a9a9a, 0x9a9a9a, 0x9a9a9a } },
	[INK_RED] = { "red", { 0xff3b30, 0xff3b30, 0xff3b30 } },
	[INK_ORANGE] = { "orange", { 0xff9000, 0xff9000, 0xff9000 } },
	[INK_YELLOW] = { "yellow", { 0xffe600, 0xffe600, 0xffe600 } },
	[INK_GREEN] = { "green", { 0x10c040, 0x10c040, 0x10c040 } },
	[INK_CYAN] = { "cyan", { 0x00e5e5, 0x00e5e5, 0x00e5e5 } },
	[INK_BLUE] = { "blue", { 0x2f6bff, 0x2f6bff, 0x2f6bff } },
	[INK_PURPLE] = { "purple", { 0xa040e0, 0xa040e0, 0xa040e0 } },
	[INK_MAGENTA] = { "magenta", { 0xff30e0, 0xff30e0, 0xff30e0 } },
	[INK_PINK] = { "pink", { 0xff9ec8, 0xff9ec8, 0xff9ec8 } },
	[INK_BROWN] = { "brown", { 0x8a5a30, 0x8a5a30, 0x8a5a30 } },
};

/* Hues that stay apart in lightness too (ordered so that neighbours in the
 * list differ most). */
static const uint32_t tints[INKS_TINTS] = {
	0xe64d3d, 0x2ba1e6, 0xf2c40f, 0x8f45ad, 0x2ecc70, 0xff99cc,
	0x17598c, 0xe67d21, 0x99e6d9, 0x805433, 0xbfd959, 0x73738c,
};

uint32_t inks_colour(int ink, enum inks_ground ground)
{
	if (ink >= INK_PIECE)
		return tints[(ink - INK_PIECE) % INKS_TINTS];
	return inks[ink < 0 ? INK_FAINT : ink].colours[ground];
}

int inks_on_paper(const struct mark *mark)
{
	return mark->kind == MARK_TEXT && mark->ink >= INK_PIECE ? INK_LETTER
								 : mark->ink;
}

bool inks_is_bold(int ink)
{
	return ink != INK_CLUE && ink != INK_TOTAL;
}

bool inks_is_cased(int ink)
{
	return ink == INK_ANSWER || ink == INK_SECOND || ink == INK_STRIKE;
}

void inks_name(int ink, char name[static 16])
{
	if (ink >= INK_PIECE)
		snprintf(name, 16, "piece%d", (ink - INK_PIECE) % INKS_TINTS);
	else
		snprintf(name, 16, "%s", inks[ink < 0 ? INK_FAINT : ink].name);
}

int inks_named(const char *name)
{
	size_t length = strlen(name);

	for (int i = INK_BLACK; i < INK_PIECE; i++) {
		size_t own = strlen(inks[i].name);

		if (own > length ||
		    strcasecmp(name + length - own, inks[i].name) != 0)
			continue;
		if (own == length || name[length - own - 1] == ' ')
			return i;
	}
	return strcasecmp(name, "gray") == 0 ? INK_GREY : -1;
}
