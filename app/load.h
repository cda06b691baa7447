/* A file of the command line, whatever it holds. */
#ifndef LOAD_H
#define LOAD_H

#include "loaded.h"

/* "-" is standard input. Initialises `loaded`; else as loaded_take. Free with
 * loaded_fini in either case. */
int load_file(const char *path, struct loaded *loaded, struct problem *problem);
/* The same from an open file, which stays open and is named `path` in
 * sentences. */
int load_open(int fd, const char *path, struct loaded *loaded,
	      struct problem *problem);

#endif
