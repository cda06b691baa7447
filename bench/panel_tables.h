/* Tables of bench_panels, one a section. */
#ifndef PANEL_TABLES_H
#define PANEL_TABLES_H

#include "puzzle_file.h"

/* The panels of a file. Returns 0, or -1 with a sentence printed. */
int panel_table_load(const char *path, struct puzzle_list *list);

/* Empty and sparsely filled boards of 7x7 and 10x10: one line each. */
void panel_table_boards(void);

/* The number of lines of empty panels. */
void panel_table_counts(void);

/* Panels with their number of lines, as in the shared data's counted.jsonl. */
void panel_table_counted(const char *path);

/* Each engine and both on every so manieth panel of a file, for at most so
 * many seconds each. */
void panel_table_engines(const char *path, int every, double seconds);

/* One thread and two, on those panels of a file that take one thread long. */
void panel_table_threads(const char *path, double seconds);

#endif
