/* A worker: the process in which files that strangers made are decoded, read
 * and solved. */
#ifndef BATCH_WORKER_H
#define BATCH_WORKER_H

/* Takes jobs from `socket` until the other side closes it. `data` is a const
 * struct options. Does not return. */
void worker_run(int socket, const void *data);

#endif
