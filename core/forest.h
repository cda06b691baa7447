/* Sets that only ever grow together: a forest in an array of parents (Galler
 * and Fischer 1964), paths halved on the way up (van Leeuwen). */
#ifndef FOREST_H
#define FOREST_H

/* The root of i, the least number of its set; parent[i] == i at a root. */
static inline int forest_root(int *parent, int i)
{
	while (parent[i] != i) {
		parent[i] = parent[parent[i]];
		i = parent[i];
	}
	return i;
}

/* Makes the sets of a and b one. */
static inline void forest_join(int *parent, int a, int b)
{
	a = forest_root(parent, a);
	b = forest_root(parent, b);
	if (a < b)
		parent[b] = a;
	else
		parent[a] = b;
}

#endif
