#include "copy.h"

#include <stdlib.h>

#include "clipboard.h"
#include "drawing.h"
#include "file.h"
#include "report.h"

/* The answers in characters, or as --format has them. */
static int write_answers(const struct outcome_list *list, enum form form,
			 struct buffer *out, struct problem *problem)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];
		const struct puzzle *puzzle = &outcome->puzzle;
		const struct solution *solution = outcome->result.solutions;

		if (outcome->verdict != OUTCOME_SOLVED)
			continue;
		if (form == FORM_NONE)
			draw_family(puzzle->family)
				->print(puzzle, solution, false, out);
		else if (report_form(puzzle, solution, form, out, problem) < 0)
			return -1;
	}
	return out->failed ? problem_set(problem, PROBLEM_MEMORY, "no memory")
			   : 0;
}

int copy_answers(const struct image *image, const struct outcome_list *list,
		 enum form form, struct problem *problem)
{
	struct clipboard_offer offer = { 0 };
	struct buffer text;
	uint8_t *png = NULL;
	int result;

	buffer_init(&text);
	result = write_answers(list, form, &text, problem);
	if (result == 0 && text.length)
		result = file_encode_png(image, &png, &offer.png_length,
					 problem);
	if (result == 0 && text.length) {
		offer.text = buffer_text(&text);
		offer.text_length = text.length;
		offer.png = png;
		result = clipboard_put(NULL, &offer, problem);
	}
	free(png);
	buffer_fini(&text);
	return result;
}
