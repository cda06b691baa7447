/* A thread beside the one that solves. Signals are left to the other threads:
 * a handler of theirs sets the flag that a deadline names. */
#ifndef SIDE_THREAD_H
#define SIDE_THREAD_H

#include <pthread.h>

/* Returns 0, or -1 where there is no thread. Join it with pthread_join. */
int side_thread_start(pthread_t *thread, void *(*run)(void *data), void *data);

#endif
