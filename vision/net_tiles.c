#include "net_tiles.h"

/* G of a column of three weights, or of a row. */
static void widen(const float *from, int step, float *to)
{
	float ends = from[0] + from[2 * step];

	to[0] = from[0];
	to[1] = (ends + from[step]) / 2;
	to[2] = (ends - from[step]) / 2;
	to[3] = from[2 * step];
}

void net_tiles_make(const float *weight, int from, int to, float *tiled)
{
	int size = from * to;

	for (int i = 0; i < size; i++) {
		float columns[3][4], rows[4];

		for (int x = 0; x < 3; x++)
			widen(weight + x * size + i, 3 * size, columns[x]);
		for (int y = 0; y < 4; y++) {
			widen(&columns[0][y], 4, rows);
			for (int x = 0; x < 4; x++)
				tiled[(4 * y + x) * size + i] = rows[x];
		}
	}
}
