/* Answers on the clipboard, as text and as a picture. */
#ifndef COPY_H
#define COPY_H

#include "image.h"
#include "options.h"
#include "pipeline.h"

/* Puts them there (clipboard.h); where none is solved, nothing. `image` shows
 * them; the text is in characters (FORM_NONE) or of this form. */
int copy_answers(const struct image *image, const struct outcome_list *list,
		 enum form form, struct problem *problem);

#endif
