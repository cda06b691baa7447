#include "survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"

/* A line's middle is looked for so far to both sides, in cells. */
#define PROFILE_REACH 0.5
/* Lines narrower or wider than this, in cells, are none: FACTS has .2 to .45
 * of a cell, slides .06 and more. */
#define LINE_LEAST 0.045
#define LINE_MOST 0.62
/* Lines of one panel are equally wide within this share. */
#define STEADY_WIDTH 0.12
/* What lies so many times as far off its line as the middle one of all, or so
 * much of a cell, half a pixel of a sheet, counts half; weighed so often, which
 * is when nothing moves any more. */
#define STRAY 2.0
#define STRAY_LEAST 0.01
enum { REFINEMENTS = 4 };
/* Lines are looked for no farther than half a cell away: what would move more
 * than this is no lattice. */
#define MOVED_MOST 1.0
/* A lattice is put onto no fewer places of lines: eight determine it. */
enum { MEASURES_LEAST = 16 };

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
		survey->should[survey->seen] =
			(struct point){ upright ? x : x + t,
					upright ? y + t : y };
		survey->at[survey->seen] = survey->should[survey->seen];
		*(upright ? &survey->at[survey->seen].x
			  : &survey->at[survey->seen].y) += middle;
		survey->across[survey->seen] = (struct known_part){
			upright ? COORDINATE_X : COORDINATE_Y, 1
		};
		survey->widths[survey->seen] = (float)width;
		survey->sorted[survey->seen++] = (float)width;
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

/* How far off its line a place is once it was moved. */
static double off_line(const struct survey *survey, int i,
		       const struct homography *map)
{
	struct point at = homography_apply(map, survey->at[i]);

	return survey->across[i].coordinate == COORDINATE_X
		       ? fabs(at.x - survey->should[i].x)
		       : fabs(at.y - survey->should[i].y);
}

/* What lies farther off its line than most do counts less: discs, and what lies
 * over lines, make these seem elsewhere (weights as of Cauchy's). */
static void weigh(struct survey *survey, const struct homography *map)
{
	float off[SURVEY_MOST];
	double usual;

	for (int i = 0; i < survey->seen; i++)
		off[i] = (float)off_line(survey, i, map);
	usual = fmax(STRAY_LEAST, STRAY * order_pick_float(off, survey->seen,
							   survey->seen / 2));
	for (int i = 0; i < survey->seen; i++) {
		double far = off_line(survey, i, map) / usual;

		survey->across[i].weight = 1 / (1 + far * far);
	}
}

double survey_refine(struct sheet *sheet, struct survey *survey)
{
	struct homography better, back, map;
	double moved = 0;

	if (survey->seen < MEASURES_LEAST || sheet->columns * sheet->rows < 2)
		return 0;
	for (int round = 0; round < REFINEMENTS; round++) {
		if (homography_fit_known(survey->at, survey->should,
					 survey->across, survey->seen,
					 &better) < 0)
			return 0;
		weigh(survey, &better);
	}
	if (homography_inverse(&better, &back) < 0)
		return 0;
	for (int i = 0; i < 4; i++) {
		struct point corner = { i % 2 * sheet->columns,
					i / 2 * sheet->rows };

		moved = fmax(moved,
			     point_distance(corner,
					    homography_apply(&back, corner)));
	}
	if (!(moved < MOVED_MOST))
		return 0;
	map = homography_compose(&back, &sheet->cell_to_px);
	sheet_move(sheet, &map);
	return moved;
}

/* Lines around a vertex that are all wider, so many at least, lie under a disc.
 */
enum { COVERED_LEAST = 2 };

/* Does it lie on an outermost line? */
static bool is_outermost(const struct sheet *sheet, const struct survey *survey,
			 int i)
{
	bool across_x = survey->across[i].coordinate == COORDINATE_X;
	double at = across_x ? survey->should[i].x : survey->should[i].y;

	return at <= 0 || at >= (across_x ? sheet->columns : sheet->rows);
}

/* The middle width of the outermost lines, or of the others; 0: there are none.
 */
static double middle_width(const struct sheet *sheet,
			   const struct survey *survey, bool outermost)
{
	float widths[SURVEY_MOST];
	int count = 0;

	for (int i = 0; i < survey->seen; i++)
		if (is_outermost(sheet, survey, i) == outermost)
			widths[count++] = survey->widths[i];
	return count ? order_pick_float(widths, count, count / 2) : 0;
}

/* The share of the lines that are as wide as is usual of the outermost and of
 * the others. */
static double steady_share(const struct sheet *sheet, struct survey *survey,
			   double outermost, double inner)
{
	int steady = 0, told = 0;

	for (int i = 0; i < survey->seen; i++)
		survey->beside[i]->wide = survey->beside[i]->steady = 0;
	for (int i = 0; i < survey->seen; i++) {
		struct offsets *vertex = survey->beside[i];
		double width =
			is_outermost(sheet, survey, i) ? outermost : inner;
		double off = STEADY_WIDTH * width + 0.5 / SHEET_CELL;
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

double survey_steady(const struct sheet *sheet, struct survey *survey)
{
	double all = sheet->line_width;

	return fmax(steady_share(sheet, survey, all, all),
		    steady_share(sheet, survey,
				 middle_width(sheet, survey, true),
				 middle_width(sheet, survey, false)));
}
