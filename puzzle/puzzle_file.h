/* Puzzles from a file's bytes, told apart by content (FORMATS.md, "Text"). */
#ifndef PUZZLE_FILE_H
#define PUZZLE_FILE_H

#include "puzzle.h"

/* One puzzle of a file. */
struct puzzle_entry {
	struct puzzle puzzle;
	bool has_solution;
	struct solution solution; /* where has_solution */
};

struct puzzle_list {
	struct puzzle_entry *entries;
	size_t count, capacity;
};

void puzzle_list_init(struct puzzle_list *list);
void puzzle_list_fini(struct puzzle_list *list);

/* Reads every puzzle in `data` (`length` bytes, any bytes): JSON (a puzzle, a
 * label, an output line, a list, {"id","puzzle"}, or one of these a line) or a
 * text form. Appends to `list`. Returns 0, or -1 with the line or the entry
 * at fault named in `problem`; what was read before it stays in the list. */
int puzzle_list_parse(struct puzzle_list *list, const char *data, size_t length,
		      struct problem *problem);

#endif
