/* Gives up, for good, what a worker that decodes strangers' files does not
 * need. */
#ifndef BATCH_SANDBOX_H
#define BATCH_SANDBOX_H

#include <stddef.h>

#include "problem.h"

/* From here on the process can read what it has open, compute, allocate up to
 * `memory` bytes, run threads, and write to `socket`. It cannot open, make,
 * change or remove a file, start a program or a process, reach a network or
 * any other process, or get new code into its memory. What is forbidden fails
 * with EPERM, so that libraries can do without. */
int sandbox_enter(int socket, size_t memory, struct problem *problem);

#endif
