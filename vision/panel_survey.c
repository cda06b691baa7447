#include "panel_survey.h"

#include <math.h>
#include <string.h>

/* A line's middle is looked for so far to both sides, in cells. */
#define PROFILE_REACH 0.5
/* Lines narrower or wider than this, in cells, are none: FACTS has .2 to .45
 * of a cell. */
#define LINE_LEAST 0.08
#define LINE_MOST 0.62
/* Lines of one panel are equally wide within this share. */
#define STEADY_WIDTH 0.12

/* The line across (x, y), `upright` or not: where its middle lies beside that
 * point and how wide it is. False where there is none. */
static bool measure_line(const struct sheet *sheet, double x, double y,
			 bool upright, double *middle, double *width)
{
	const int reach = (int)(PROFILE_REACH * SHEET_CELL);
	double edge[2];

	for (int side = 0; side < 2; side++) {
		double step = (side ? 1.0 : -1.0) / SHEET_CELL;
		double last = 0;
		int i = 0;

		for (; i < reach; i++) {
			double now =
				sheet_unlike(sheet, upright ? x + i * step : x,
					     upright ? y : y + i * step);

			if (now > 0.5) {
				double part =
					now > last ? (0.5 - last) / (now - last)
						   : 0;

				edge[side] = (i - 1 + part) * step;
				break;
			}
			last = now;
		}
		if (i == 0 || i == reach)
			return false;
	}
	*middle = (edge[0] + edge[1]) / 2;
	*width = edge[1] - edge[0];
	return *width > LINE_LEAST && *width < LINE_MOST;
}

static void survey_edge(const struct sheet *sheet, struct survey *survey, int x,
			int y, bool upright)
{
	for (int end = 0; end < 2; end++) {
		double t = end ? 0.72 : 0.28;
		double middle, width;
		struct offsets *offsets =
			&survey->vertex[upright ? y + end : y]
				       [upright ? x : x + end];

		survey->taken++;
		if (!measure_line(sheet, upright ? x : x + t,
				  upright ? y + t : y, upright, &middle,
				  &width))
			continue;
		survey->beside[survey->seen] = offsets;
		survey->widths[survey->seen++] = (float)width;
		survey->one_way[upright][survey->count[upright]++] =
			(float)width;
		offsets->sum[!upright] += middle;
		offsets->count[!upright]++;
	}
}

void survey_take(const struct sheet *sheet, struct survey *survey)
{
	memset(survey, 0, sizeof *survey);
	for (int y = 0; y <= sheet->rows; y++)
		for (int x = 0; x <= sheet->columns; x++) {
			if (x < sheet->columns)
				survey_edge(sheet, survey, x, y, false);
			if (y < sheet->rows)
				survey_edge(sheet, survey, x, y, true);
		}
}

/* Puts the lattice onto the lines seen. */
void survey_refine(struct sheet *sheet, const struct survey *survey)
{
	struct point from[(PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1)];
	struct point to[(PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1)];
	struct homography better;
	int count = 0;

	for (int y = 0; y <= sheet->rows; y++)
		for (int x = 0; x <= sheet->columns; x++) {
			const struct offsets *o = &survey->vertex[y][x];
			struct point seen = { x, y };

			if (!o->count[0] || !o->count[1])
				continue;
			seen.x += o->sum[0] / o->count[0];
			seen.y += o->sum[1] / o->count[1];
			from[count] = (struct point){ x, y };
			to[count++] =
				homography_apply(&sheet->cell_to_px, seen);
		}
	if (count >= 6 && homography_fit(from, to, count, &better) == 0)
		sheet_move(sheet, &better);
}

/* Lines around a vertex that are all wider, so many at least, lie under a disc.
 */
enum { COVERED_LEAST = 2 };

double survey_steady(struct survey *survey, double width)
{
	double off = STEADY_WIDTH * width + 0.5 / SHEET_CELL;
	int steady = 0, told = 0;

	for (int i = 0; i < survey->seen; i++) {
		struct offsets *vertex = survey->beside[i];
		double wider = survey->widths[i] - width;

		vertex->wide += wider >= off;
		vertex->steady += fabs(wider) < off;
	}
	for (int y = 0; y <= PANEL_SIDE_MAX; y++)
		for (int x = 0; x <= PANEL_SIDE_MAX; x++) {
			const struct offsets *one = &survey->vertex[y][x];
			int all = one->count[0] + one->count[1];

			if (one->wide == all && all >= COVERED_LEAST)
				continue;
			steady += one->steady;
			told += all;
		}
	return told ? (double)steady / told : 0;
}
