/* The forms a panel comes in, and its checker: what panel.c puts into the
 * family's table (puzzle.h says what each does). */
#ifndef PANEL_FORMS_H
#define PANEL_FORMS_H

#include "puzzle.h"

/* panel_json.c */
int panel_from_json(const json_t *json, struct puzzle *puzzle,
		    struct problem *problem);
json_t *panel_to_json(const struct puzzle *puzzle);
int panel_solution_from_json(const json_t *json, const struct puzzle *puzzle,
			     struct solution *solution,
			     struct problem *problem);
json_t *panel_solution_to_json(const struct puzzle *puzzle,
			       const struct solution *solution);

/* panel_windmill.c: a line is a Windmill string (RULES.md, "Windmill
 * strings"), with or without the page's address before it. */
size_t panel_claim_windmill(const char *text);
int panel_from_windmill(const char *text, struct puzzle *puzzle,
			struct problem *problem);
int panel_to_windmill(const struct puzzle *puzzle, struct buffer *out,
		      struct problem *problem);

/* panel_symmetry.c */
int panel_set_symmetry(struct puzzle *puzzle, const char *name,
		       struct problem *problem);
void panel_list_symmetries(const struct puzzle *puzzle, struct buffer *out);

/* panel_check.c */
void panel_check(const struct puzzle *puzzle, const struct solution *solution,
		 struct breaches *breaches);
bool panel_place_words(const struct puzzle *puzzle,
		       const struct board_place *place, struct buffer *out);

#endif
