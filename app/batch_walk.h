/* What lies in the folder that batch works on: every file once, in an order
 * that depends on nothing but the names. */
#ifndef BATCH_WALK_H
#define BATCH_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "problem.h"

struct walk_entry {
	char *path;      /* bytes, relative to the folder */
	int64_t size;    /* bytes */
	int64_t changed; /* time of the last change, ns */
	/* why it cannot be read (it is a pipe, a link in circles, a folder
	 * without permission ...); NULL for a regular file. Owned. */
	char *fault;
	bool unreadable; /* the fault is one that a person can mend */
};

struct walk {
	struct walk_entry *entries; /* by the bytes of their paths */
	size_t count, capacity;
	char **folders; /* relative, with a '/' at the end; the first is "" */
	size_t folder_count, folder_capacity;
};

/* Lists the files of the open folder `dir`, which stays open; with
 * `recursive` also those of its subfolders. Links to files are followed, links
 * to folders are not. The folder whose status is `skip` (batch's own output)
 * is left out. Returns 0, or -1 where the folder itself cannot be read or
 * memory runs out; walk_fini frees in both cases. */
int walk_list(struct walk *walk, int dir, bool recursive,
	      const struct stat *skip, struct problem *problem);
void walk_fini(struct walk *walk);

/* The time of a file's last change in ns. */
int64_t walk_changed(const struct stat *status);

#endif
