/* The workers of a batch, and the time each may take. */
#ifndef BATCH_POOL_H
#define BATCH_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "batch_wire.h"
#include "problem.h"

struct pool_setup {
	int workers;
	/* of processor time; ten times as long by the clock, at most */
	double picture_seconds; /* to load and read a file */
	double puzzle_seconds;  /* besides, for each puzzle found in it */
	/* What a worker is: runs in a process of its own, with nothing open
	 * but `socket`; says WIRE_READY, then does jobs. It need not return. */
	void (*run)(int socket, const void *data);
	const void *data; /* outlives the pool */
};

/* What became of a job. */
struct pool_done {
	uint32_t number;
	char failure[200];     /* the worker died of it: a sentence; else "" */
	struct wire_head head; /* where there was no failure */
	/* head.length bytes each, lying in `body` (owned) */
	const uint8_t *parts[WIRE_PARTS];
	uint8_t *body;
};

struct pool;

/* Starts the processes. NULL, with `problem` filled in, where that is not
 * possible. */
struct pool *pool_new(const struct pool_setup *setup, struct problem *problem);
/* Ends the workers, whatever they are doing. */
void pool_free(struct pool *pool);

bool pool_has_room(const struct pool *pool);
bool pool_is_busy(const struct pool *pool);

/* Gives a job to a worker; there must be room. Takes over `file`. */
void pool_start(struct pool *pool, uint32_t number, int file);

/* Waits until a job is done, at most `seconds`. Returns 1 with `done` filled
 * in (free its body), 0 where none is (also when a signal came), -1 where
 * workers cannot be started any more. */
int pool_wait(struct pool *pool, double seconds, struct pool_done *done,
	      struct problem *problem);

#endif
