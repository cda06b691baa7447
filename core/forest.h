/* Sets that only ever grow together: a forest in an array of parents (Galler
 * and Fischer 1964), paths halved on the way up (van Leeuwen). */
#ifndef FOREST_H
#define FOREST_H

/* The root of i, the least number of its set; parent[i] == i at a root. */
int forest_root(int *parent, int i);

/* Makes the sets of a and b one. */
void forest_join(int *parent, int a, int b);

#endif
