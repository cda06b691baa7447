#include "panel_plane.h"

#include <math.h>
#include <string.h>

/* A plane is fitted to so many samples at least. */
enum { SAMPLES_LEAST = 6 };

/* Solves the 3x3 normal equations of a plane; false where degenerate. */
static bool solve_plane(const double a[6], const double b[3], double x[3])
{
	double m[9] = { a[0], a[1], a[2], a[1], a[3], a[4], a[2], a[4], a[5] };
	double det = m[0] * (m[4] * m[8] - m[5] * m[7]) -
		     m[1] * (m[3] * m[8] - m[5] * m[6]) +
		     m[2] * (m[3] * m[7] - m[4] * m[6]);

	if (fabs(det) < 1e-9)
		return false;
	for (int i = 0; i < 3; i++) {
		double n[9];

		memcpy(n, m, sizeof n);
		for (int row = 0; row < 3; row++)
			n[3 * row + i] = b[row];
		x[i] = (n[0] * (n[4] * n[8] - n[5] * n[7]) -
			n[1] * (n[3] * n[8] - n[5] * n[6]) +
			n[2] * (n[3] * n[7] - n[4] * n[6])) /
		       det;
	}
	return true;
}

/* Over the kept samples. */
static void fit_plane(const struct plane_samples *samples, struct colour *plane)
{
	double a[6] = { 0 }, b[3][3] = { { 0 } }, x[3][3];

	for (int i = 0; i < samples->count; i++) {
		struct point p = samples->at[i];
		double basis[3] = { 1, p.x, p.y };
		double c[3] = { samples->colour[i].red,
				samples->colour[i].green,
				samples->colour[i].blue };

		if (!samples->kept[i])
			continue;
		a[0] += 1;
		a[1] += p.x;
		a[2] += p.y;
		a[3] += p.x * p.x;
		a[4] += p.x * p.y;
		a[5] += p.y * p.y;
		for (int channel = 0; channel < 3; channel++)
			for (int k = 0; k < 3; k++)
				b[channel][k] += c[channel] * basis[k];
	}
	for (int channel = 0; channel < 3; channel++)
		if (!solve_plane(a, b[channel], x[channel]))
			return;
	for (int k = 0; k < 3; k++)
		plane[k] = (struct colour){ (float)x[0][k], (float)x[1][k],
					    (float)x[2][k] };
}

void plane_refit(struct plane_samples *samples, double reach,
		 struct colour *plane)
{
	int kept = 0;

	for (int i = 0; i < samples->count; i++) {
		struct point p = samples->at[i];

		samples->kept[i] =
			colour_distance(samples->colour[i],
					colour_on_plane(plane, p.x, p.y)) <
			reach;
		kept += samples->kept[i];
	}
	if (kept >= SAMPLES_LEAST)
		fit_plane(samples, plane);
}
