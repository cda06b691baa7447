/* Judges what the reader says of pictures against the truth: a grade a puzzle,
 * a line of text for what is not read exactly, and a summary at the end.
 *
 * The grades: exact; repaired (read with a fault that the solver's weighing
 * mended); doubtful (read with a fault and not answered); harmless (read with a
 * fault, but the answer given holds for the true puzzle); missed (not found);
 * WRONG (read with a fault and answered, or surely read where nothing is
 * solved); extra (found where no label has it). */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "geometry.h"
#include "image.h"
#include "pipeline.h"
#include "problem.h"
#include "puzzle.h"
#include "record.h"
#include "scene.h"
#include "strain_table.h"

/* A puzzle that is in a picture. */
struct truth {
	struct puzzle puzzle;
	bool has_corners;
	struct quad px_corners;
	const struct scene_strain *strain; /* of scenes */
	bool matched;
};

/* Of one picture. */
enum { TRUTHS_MAX = 64 };

struct judge {
	bool solve;         /* answer too: repairs readings, tells answers from
			     * doubts */
	bool verbose;       /* name the exact ones too */
	const char *dump;   /* where pictures go that are not read exactly (with
			     * verbose: all), NULL: nowhere */
	const char *source; /* of the pictures that follow */
	struct pipeline pipeline;

	struct record record;
	long grades[GRADES], solved, puzzles, pictures;
	struct strain_table strains;
};

/* The settings are zero: set them after, and in `pipeline` which families are
 * looked for (all). */
void judge_init(struct judge *judge);
void judge_fini(struct judge *judge);

/* Reads the picture and prints a line for each of the `count` truths that is
 * not read exactly, and for each puzzle found that is none of them. Returns -1
 * where the picture could not be read. */
int judge_picture(struct judge *judge, const char *name,
		  const struct image *image, struct truth *truths, int count,
		  struct problem *problem);

/* The same for `count` views of one panel around a pillar, joined. */
int judge_views(struct judge *judge, const char *name,
		const struct image *images, int count, struct truth *truth,
		struct problem *problem);

/* Prints how many there were of each grade, and what record.h counts. */
void judge_print(struct judge *judge);

#endif
