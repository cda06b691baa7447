/* What may take long, in a thread of its own, one after the other: reading,
 * solving, searching, making. The window goes on meanwhile. */
#ifndef JOB_H
#define JOB_H

#include "pages.h"
#include "pipeline.h"

enum job_kind {
	JOB_LOAD,  /* the picture of `page`, a file, into image */
	JOB_READ,  /* `page`, and of a picture `image`, into list */
	JOB_SOLVE, /* the puzzles of `list` that are not solved yet */
	JOB_MAKE,  /* a random puzzle, into `list` */
	/* searches for an answer to the puzzle of `list`, to be watched by
	 * jobs_glance; its result is the answer, if one is found */
	JOB_SEARCH,
	JOB_CHECK, /* solves the puzzle of `list`, which is kept nowhere */
};

struct job {
	enum job_kind kind;
	/* the page as it was when the job was asked for */
	enum page_kind page;
	char *name, *json;
	long long id;
	const char *rules, *symmetry; /* as in struct pipeline; not owned */
	enum family family;           /* of what is made */
	uint64_t seed;
	bool random; /* the order of a search */
	enum watch_end end;
	uint64_t nodes; /* that it took, and the time */
	double seconds;
	struct image image; /* owned; handed on to whoever takes the job */
	bool has_image;     /* it is there already */
	struct outcome_list list;
	struct problem problem;
	bool stopped; /* nobody wants it any more */
};

void job_free(struct job *job);

/* Calls `done` in the main loop with each job, which it owns. */
typedef void (*job_done)(struct job *job, void *data);

struct jobs;

/* `pipeline` is the jobs' alone while one is under way. */
struct jobs *jobs_start(struct pipeline *pipeline, job_done done, void *data);
/* Stops what is under way; nothing is called any more. */
void jobs_end(struct jobs *jobs);

/* Stops what is under way and then does this, unless another is asked for
 * before. Takes the job over. */
void jobs_ask(struct jobs *jobs, struct job *job);
/* Asks what is under way to end with what it has. */
void jobs_stop(struct jobs *jobs);
bool jobs_busy(const struct jobs *jobs);

/* So many nodes of a search a second; 0: as many as it can. */
void jobs_set_speed(struct jobs *jobs, double speed);
/* What a search is trying, and how far it is. */
struct job_glance {
	struct solution part;
	uint64_t nodes;
	double seconds, done; /* share of all that may have to be tried */
};
/* False where there is nothing new since the last glance. */
bool jobs_glance(struct jobs *jobs, struct job_glance *glance);

#endif
