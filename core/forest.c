#include "forest.h"

int forest_root(int *parent, int i)
{
	while (parent[i] != i) {
		parent[i] = parent[parent[i]];
		i = parent[i];
	}
	return i;
}

void forest_join(int *parent, int a, int b)
{
	a = forest_root(parent, a);
	b = forest_root(parent, b);
	if (a < b)
		parent[b] = a;
	else
		parent[a] = b;
}
