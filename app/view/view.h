/* The window: what its parts share. */
#ifndef VIEW_H
#define VIEW_H

#include <gtk/gtk.h>

#include "board.h"
#include "hand.h"
#include "job.h"
#include "view_run.h"

struct view {
	const struct options *options;
	struct pipeline pipeline; /* the jobs' */
	struct store *store;      /* to page through; NULL: none */
	struct jobs *jobs;
	struct pages pages;
	struct problem problem; /* of what failed last, until the next page */

	/* of the page that is shown */
	struct image image;
	bool has_image;
	struct outcome_list list; /* empty while a job has it */
	size_t number;            /* of the puzzle, where there are several */
	bool anew; /* drawn as a board, though there is a picture */
	int steps; /* of the answer, BOARD_ALL_STEPS: all */
	struct board board;
	/* an answer that is entered by hand; hand.sites NULL: none is */
	struct hand hand;
	GQueue strokes; /* struct solution before each change, last one first */
	bool checking;  /* a job does it for what is entered now */
	/* that, or a search, while it goes on and until something else is
	 * shown */
	bool has_trial;
	struct drawing trial;
	guint timer; /* that looks at it; 0: none */
	size_t speed;

	GSubprocess *player; /* that enters an answer; NULL: none does */

	const char *rules, *symmetry; /* as in struct pipeline */
	GQueue undone;                /* JSON texts, the last one first */

	GtkWidget *window, *canvas, *title, *text;
	double asked; /* when the page was, or the program was started */
	bool drawn;   /* the page is */
};

/* Shows the page at pages.at. */
void view_show_page(struct view *view);
/* What is shown has changed: composes it again. */
void view_compose(struct view *view);
/* Solves what of the list is not solved yet. */
void view_solve(struct view *view);
/* A sentence below the board, until the page changes. */
void view_say(struct view *view, const char *text);
/* The puzzle that is shown; NULL: none, or a job has it. */
struct outcome *view_outcome(struct view *view);

/* transfer.c: what comes in and goes out. */
void view_open(struct view *view, bool folders);
/* A dialog for names of files. `button` has a mnemonic; whoever calls connects
 * "response" and shows it. */
GtkWidget *view_choose(struct view *view, const char *title,
		       GtkFileChooserAction action, const char *button);
/* Pages of these paths, the first of which is shown. */
void view_open_paths(struct view *view, const char *const *paths, size_t count);
/* Shows the page `first`, where there is one, and says the problem, if any. */
void view_show_new(struct view *view, size_t first,
		   const struct problem *problem);
void view_paste(struct view *view);
void view_accept_drops(struct view *view);
void view_copy(struct view *view);
void view_save(struct view *view);

/* search.c: a search as it goes. */
void view_search(struct view *view, bool random);
void view_take_search(struct view *view, struct job *job);
/* Ends it; view_end_trial also shows what else there is to show. */
void view_drop_trial(struct view *view);
void view_end_trial(struct view *view);
void view_change_speed(struct view *view, int by);

/* enter.c: an answer by hand. */
void view_enter(struct view *view); /* begins, or ends it */
void view_drop_hand(struct view *view);
bool view_is_entering(const struct view *view);
/* A key that enters something; false where it does not. */
bool view_press_hand(struct view *view, guint key);
bool view_take_back(struct view *view); /* false: nothing is entered */
void view_accept_clicks(struct view *view);
void view_check(struct view *view);
void view_take_check(struct view *view, struct job *job);

/* A job for the page that is shown; NULL if memory runs out. */
struct job *view_new_job(struct view *view, enum job_kind kind);

/* region.c: a window, or a part of the screen, becomes a page. */
void view_take_region(struct view *view);

/* play.c: the answer goes into a game. */
void view_play(struct view *view);
/* Where it is being entered. */
void view_stop_player(struct view *view);

/* bug.c: a folder to attach to a report of a fault. */
void view_report_bug(struct view *view);

/* edit.c: a clue is mended. */
void view_edit(struct view *view);
void view_undo(struct view *view);

#endif
