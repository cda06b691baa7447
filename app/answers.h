/* What lies over a picture once its puzzles are solved: the answers, and
 * rings around clues that are in doubt or were mended. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "drawing.h"
#include "export.h"
#include "image.h"
#include "options.h"
#include "pipeline.h"

struct answers {
	struct drawing *drawings;
	struct layer *layers; /* one each, into the picture's pixels */
	size_t count;
};

/* Whether anything would be drawn: an answer, or a ring. */
bool answers_has_marks(const struct outcome_list *list);

/* Only outcomes read from a picture are drawn. Returns 0 with `answers` to be
 * freed by answers_fini, or -1. */
int answers_init(struct answers *answers, const struct outcome_list *list,
		 struct problem *problem);
/* Cuts the answers down to their first steps, as hints (drawing.h). Returns 0,
 * or -1. */
int answers_cut(struct answers *answers, int steps, struct problem *problem);
/* The most steps that any of the answers has. */
int answers_steps(const struct answers *answers);
void answers_fini(struct answers *answers);

/* Draws the answers of one file: over `image`, or, where it is empty (zeroed),
 * as boards drawn afresh into it. */
int answers_draw(struct image *image, const struct outcome_list *list,
		 struct problem *problem);

enum answers_document { ANSWERS_SVG, ANSWERS_HTML };

/* Writes puzzles and answers as a document; web pages name `source`, the file
 * that they come from. */
int answers_save_document(const char *path, enum answers_document kind,
			  const char *source, const struct outcome_list *list,
			  struct problem *problem);

/* The same of boards drawn afresh, and a picture of them. */
int answers_save_items(const char *path, enum answers_document kind,
		       const char *source, const struct export_item *items,
		       size_t count, struct problem *problem);
int answers_save_image(const char *path, const struct export_item *items,
		       size_t count, struct problem *problem);

/* Whether --draw, --svg and --html make sense together: command.h, judge. */
int answers_judge(const struct options *options, struct problem *problem);

#endif
