/* The fonts on this machine that typefaces.txt names, by design. */
#ifndef TYPEFACES_H
#define TYPEFACES_H

#include <ft2build.h>
#include FT_FREETYPE_H
#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

enum typeface_use {
	TYPEFACE_TRAIN,
	TYPEFACE_HOLD,
	TYPEFACE_TEST,
	TYPEFACE_USES
};

/* One font: a family in one weight and width. */
struct typeface_font {
	FT_Face face;
	double digit_height; /* of the 8, in ems */
	bool leans;          /* an italic; only in typefaces to train on */
};

/* All fonts of one design; drawn from with the same chance whether it comes
 * in one weight or twenty. */
struct typeface {
	char name[64];  /* its first family */
	char *families; /* ", family, family, " */
	enum typeface_use use;
	struct typeface_font *fonts;
	size_t count, capacity;
};

struct typefaces {
	FT_Library library;
	struct typeface *list;
	size_t count, capacity;
};

/* Reads the list and looks through `directory` and all below it. Fonts that
 * lack a digit, A or B, or consist of pixels are left out; so are those that
 * lean, unless they are to train on (their figures are further designs), and
 * designs of which no font is there. Returns 0 or -1; typefaces_fini frees in
 * both cases. */
int typefaces_load(struct typefaces *typefaces, const char *list_file,
		   const char *directory, struct problem *problem);
void typefaces_fini(struct typefaces *typefaces);

#endif
