/* From a picture or a puzzle to a checked answer: the only place where the
 * stages meet. Prints nothing. */
#ifndef PIPELINE_H
#define PIPELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "geometry.h"
#include "image.h"
#include "problem.h"
#include "puzzle.h"
#include "solve.h"
#include "store.h"
#include "style.h"
#include "vision.h"

/* A reading less sure than this is not answered as it stands: one in ten
 * wrong is the most we let the later gates (one answer, checksums) catch. */
#define PIPELINE_CONFIDENCE_MIN 0.9
/* Nor is one that is as likely wrong as right, whatever makes sense, in
 * families where many readings have some answer. */
#define PIPELINE_CONFIDENCE_EVEN 0.5
/* ... nor one of which a clue is hardly likelier right. */
#define PIPELINE_CLUE_EVEN 0.6

/* A clue at least this sure is not named as a doubt, and may not be the
 * reason why a puzzle without an answer is called misread. */
#define PIPELINE_CLUE_SURE 0.98

/* A puzzle that promises one answer and has several, or none, as read: fewer
 * than 1 in 50 are printed so (REPAIR_SEVERAL_ODDS). Only where a misreading,
 * clues overlooked included, is rarer than that, the puzzle is believed. */
#define PIPELINE_WHOLE_SURE 0.99

/* In families where a puzzle may have no answer: the odds that one has none. Of
 * the game's panels in 57 labels nine have none. */
#define PIPELINE_NONE_ODDS 0.19

/* What is not answered anyhow is weighed for so long at most, to tell
 * what it may be: most panels are solved in milliseconds. */
#define PIPELINE_GUESS_SECONDS 0.5

/* Solutions looked at to say on which cells all agree (DESIGN, RULES). */
enum { PIPELINE_AGREED_MAX = 100 };

enum outcome_verdict {
	OUTCOME_READ, /* not solved yet */
	OUTCOME_SOLVED,
	OUTCOME_NONE,
	OUTCOME_UNKNOWN,
	OUTCOME_DOUBTFUL, /* read with too little confidence */
};

/* A clue whose reading is in doubt, or was changed. */
struct outcome_change {
	struct reading reading;        /* as read */
	char value[READING_VALUE_MAX]; /* what the puzzle holds now, JSON */
};

struct pillar_view; /* pillar.h */

/* A puzzle and what became of it. */
struct outcome {
	struct puzzle puzzle; /* as solved: a repaired reading is in it */
	/* where it was read from a picture */
	bool from_picture;
	bool has_place; /* and lies in it: not joined from several */
	double confidence;
	struct quad px_corners;
	struct homography cell_to_px;
	/* how it lies around a pillar in the picture; NULL: flat. Not owned */
	const struct pillar_view *view;
	struct reading *readings; /* owned */
	size_t reading_count;

	enum outcome_verdict verdict;
	struct solve_result result; /* solutions only when solved */
	bool *agreed;               /* one a place, where several solutions were
				     * compared; NULL where not. Owned */
	struct outcome_change *doubts; /* owned */
	size_t doubt_count;
	bool doubted_whole; /* is it such a puzzle, and all of it? */
	struct outcome_change *repaired; /* owned */
	size_t repaired_count;
	bool outline;            /* is drawn with what helps to follow it */
	struct mark_style style; /* and looks so over its picture */
	double read_seconds;     /* of the whole picture */
	double solve_seconds;
	json_t *notes;  /* list of sentences; owned */
	json_t *played; /* what became of entering it, NULL: it was not; owned
			 */
};

struct outcome_list {
	struct outcome *outcomes;
	size_t count, capacity;
	/* of the last picture: recognised, but nothing to solve */
	struct left_out left_out[LEFT_OUT_MOST];
	int left_out_count;
};

struct pipeline {
	unsigned families;
	double seconds;             /* per puzzle, solving only */
	const char *rules;          /* NULL: the family's own */
	struct said said;           /* where starts and ends lie */
	const char *symmetry;       /* NULL: as it is read */
	struct solve_options solve; /* its deadline only for `stop` */
	struct vision *vision;      /* made when the first picture comes */
	bool outline;               /* answers are drawn with aids */
	struct mark_style style;    /* how they look over pictures */
	struct store *store;        /* not owned; NULL: none */
};

void pipeline_init(struct pipeline *pipeline);
void pipeline_fini(struct pipeline *pipeline);

/* Finds the puzzles in a picture: appends them to a zeroed or earlier list,
 * not solved. Finding none is no failure. */
int pipeline_read(struct pipeline *pipeline, const struct image *image,
		  struct outcome_list *list, struct problem *problem);

/* Views of one pillar as one puzzle, which lies in none of them whole; `views`,
 * one for each, or NULL, say where it lies. Fails where they do not show all
 * of one pillar. */
int pipeline_join(struct pipeline *pipeline, const struct image *const *images,
		  int count, struct outcome_list *list,
		  struct pillar_view *views, struct problem *problem);
/* Places it in the picture of one of them, which must stay as it is. */
void pipeline_place(struct outcome *outcome, const struct pillar_view *view);

/* Adds a puzzle from text, which is taken over (freed on failure). */
int pipeline_add(struct outcome_list *list, struct puzzle *puzzle,
		 struct problem *problem);

/* --symmetry, where it is asked for and the puzzle's family has any: a note
 * says where it cannot be. Of pictures a note says where there may be one. */
void pipeline_set_symmetry(const char *symmetry, struct outcome *outcome);

/* Solves a puzzle that was read or added: verdict, solutions (each checked),
 * doubts, repair and notes. A puzzle that cannot be solved is no failure. */
int pipeline_solve(struct pipeline *pipeline, struct outcome *outcome,
		   struct problem *problem);

/* --rules: sets them, where `rules` is not NULL. They are no part of a
 * puzzle's JSON: a copy needs them again. */
int pipeline_set_rules(const char *rules, struct puzzle *puzzle,
		       struct problem *problem);

/* Is the picture's reading sure enough to be answered as it stands? */
bool pipeline_reading_sure(const struct outcome *outcome);

void outcome_list_fini(struct outcome_list *list);
/* Are these the same puzzles, in the same order? */
bool outcome_list_same(const struct outcome_list *a,
		       const struct outcome_list *b);

#endif
