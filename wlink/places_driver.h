/* What places.c asks of a compositor. A driver's own struct begins with struct
 * places. */
#ifndef PLACES_DRIVER_H
#define PLACES_DRIVER_H

#include "places.h"

struct places_driver {
	const char *compositor; /* "sway" */
	void (*close)(struct places *places);
	/* as places_list */
	int (*list)(struct places *places, struct place *list, int most,
		    struct problem *problem);
	int (*focus)(struct places *places, unsigned long id,
		     struct problem *problem);
	/* takes one event; -1: there will be no more */
	int (*take)(struct places *places);
};

struct places {
	const struct places_driver *driver;
	int events; /* of what happens; -1: none any more */
};

/* A socket of this path that answers within some seconds, or -1. */
int places_dial(const char *path);
/* Reads so many bytes, or returns -1. */
int places_receive(int fd, void *data, size_t length);
/* -1, "NAME does not answer on its socket". */
int places_gone(const struct places *places, struct problem *problem);

/* NULL where it does not run; `problem` is filled in where it does not answer.
 */
struct places *places_open_sway(struct problem *problem);
struct places *places_open_hyprland(struct problem *problem);

#endif
