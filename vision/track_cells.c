#include "track_cells.h"

#include <math.h>
#include <string.h>

/* Pieces fainter than this share of the strongest are prints that shine
 * through the paper. */
#define FAINT 0.45
/* The player's pieces differ in colour from the given ones by this share of
 * the given ones' contrast. */
#define OTHER_INK 0.2
#define ENDS_DIFFER 1.5
/* Ink that differs from the ground in the same channels (cosine of the
 * differences) is the same, drawn thinner, down to about this strength: lines
 * of a pixel and a half on and between pixels have 0.77 of each other's, the
 * player's grey beside black 0.5. */
#define INK_COSINE 0.975
#define THIN_INK 0.65
#define THIN_SPREAD 0.04
/* Something in a cell that is drawn in the given pieces' ink and is no piece is
 * a piece that was not made out as likely as not. */
#define UNEXPLAINED 0.5
/* A piece with less of the ink that the reference has is doubtful: of one kind
 * of track a bend has half of what a straight has. */
#define THINNER 0.25
/* So many marks that look alike are the player's. */
enum { MARKS_LEAST = 2 };
/* Half a piece goes on at least to here; a stub ends before. */
#define HALF_REACH 0.32
/* A cell with less ink is blank, or holds a speck. */
#define BLANK_SHARE 0.02

/* Is it a cross or a dot, as players mark squares with that stay empty: what
 * looks the same all over the board, and is no part of a piece? */
static bool is_mark(const struct track_cells *cells,
		    const struct track_piece *piece)
{
	int alike = 0;

	if (!track_spread_is_mark(&piece->spread))
		return false;
	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++)
			alike += track_spreads_alike(
				&piece->spread, &cells->pieces[y][x].spread);
	return alike >= MARKS_LEAST;
}

int track_cells_look(const struct elements *elements,
		     const struct lattice *lattice, struct track_cells *cells)
{
	struct track_survey survey;

	memset(cells, 0, sizeof *cells);
	cells->columns = lattice->columns;
	cells->rows = lattice->rows;
	cells->others_certainty = 1;
	if (track_pieces_survey(elements, lattice, &survey) < 0)
		return -1;
	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++) {
			struct track_piece *piece = &cells->pieces[y][x];

			track_piece_look(elements, lattice, &survey, x, y,
					 piece);
			if (piece->whole)
				cells->strongest =
					fmax(cells->strongest, piece->contrast);
		}
	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++) {
			struct track_piece *piece = &cells->pieces[y][x];

			/* stubs are fainter, but they count for nothing */
			if (piece->contrast < FAINT * cells->strongest) {
				piece->whole = false;
				piece->reach = 0;
			}
			if (piece->share < BLANK_SHARE)
				continue;
			if (piece->sides && piece->sides != 15)
				cells->explained++;
			else if (!is_mark(cells, piece))
				cells->strange++;
		}
	return 0;
}

int track_cells_outward(const struct track_cells *cells, int x, int y)
{
	return (x == 0 ? TRACKS_LEFT : 0) |
	       (x == cells->columns - 1 ? TRACKS_RIGHT : 0) |
	       (y == 0 ? TRACKS_TOP : 0) |
	       (y == cells->rows - 1 ? TRACKS_BOTTOM : 0);
}

/* The piece that shows what given ones look like: one that crosses the rim
 * (the track's two ends are always given), else the strongest. */
static const struct track_piece *
reference_piece(const struct track_cells *cells)
{
	const struct track_piece *best = NULL;
	bool best_at_rim = false;

	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++) {
			const struct track_piece *piece = &cells->pieces[y][x];
			bool at_rim =
				piece->sides & track_cells_outward(cells, x, y);

			if (!piece->whole ||
			    (best && at_rim == best_at_rim &&
			     piece->contrast <= best->contrast) ||
			    (best && !at_rim && best_at_rim))
				continue;
			best = piece;
			best_at_rim = at_rim;
		}
	return best;
}

/* How far from the reference's colour a given piece may be: pieces of one kind
 * show their parts in different shares. The ends are given, so as far as
 * they differ, and some more. */
static double ink_tolerance(const struct track_cells *cells,
			    const struct track_piece *reference)
{
	double most = 0;

	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++) {
			const struct track_piece *piece = &cells->pieces[y][x];

			if (piece->whole &&
			    piece->sides & track_cells_outward(cells, x, y))
				most = fmax(most, track_piece_colours(
							  piece, reference));
		}
	return fmax(OTHER_INK * reference->contrast, ENDS_DIFFER * most);
}

/* How strong a piece's ink is beside the reference's: 1 where they look alike,
 * less where it is drawn thinner or paler, 0 where its colour is another: what
 * makes it differ from the ground does so in other channels. */
static double ink_strength(const struct track_piece *piece,
			   const struct track_piece *reference,
			   double tolerance)
{
	double product = 0, own = 0, other = 0;

	if (track_piece_colours(piece, reference) <= tolerance)
		return 1;
	for (int i = 0; i < 3; i++) {
		double a = piece->ink.c[i] - piece->ground.c[i];
		double b = reference->ink.c[i] - reference->ground.c[i];

		product += a * b;
		own += a * a;
		other += b * b;
	}
	if (own <= 0 || other <= 0 || product < INK_COSINE * sqrt(own * other))
		return 0;
	return sqrt(fmin(own, other) / fmax(own, other));
}

/* Ink is the same from this strength on: half way between the strengths on
 * both sides of what is usual. */
static double least_strength(const struct track_cells *cells,
			     const struct track_piece *reference,
			     double tolerance)
{
	double below = 0, above = 1;

	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++) {
			const struct track_piece *piece = &cells->pieces[y][x];
			double strength;

			if (!piece->whole)
				continue;
			strength = ink_strength(piece, reference, tolerance);
			if (strength < THIN_INK)
				below = fmax(below, strength);
			else
				above = fmin(above, strength);
		}
	return (below + above) / 2;
}

/* How surely a piece is drawn in the given ones' ink; below 0.5: it is not. */
static double same_ink(double strength, double least)
{
	double off = 0.5 * exp(-fabs(strength - least) / THIN_SPREAD);

	return strength > least ? 1 - off : off;
}

void track_cells_choose(struct track_cells *cells)
{
	const struct track_piece *reference = reference_piece(cells);
	double tolerance, least;

	if (!reference)
		return;
	tolerance = ink_tolerance(cells, reference);
	least = least_strength(cells, reference, tolerance);
	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++) {
			struct track_piece *piece = &cells->pieces[y][x];
			double same;

			if (piece->share < BLANK_SHARE)
				continue;
			same = same_ink(
				ink_strength(piece, reference, tolerance),
				least);
			if (piece->share < THINNER * reference->share)
				same = fmin(same, UNEXPLAINED);
			if (same < 0.5) {
				if (piece->whole)
					cells->others_certainty *= 1 - same;
				continue;
			}
			piece->certainty = fmin(piece->certainty, same);
			cells->given[y][x] = piece->whole;
			cells->half[y][x] =
				!piece->whole && piece->reach >= HALF_REACH;
			if (!cells->given[y][x] && !cells->half[y][x] &&
			    !is_mark(cells, piece) &&
			    piece->contrast >= FAINT * cells->strongest)
				cells->others_certainty *= UNEXPLAINED;
		}
}

double track_cells_certainty(const struct track_cells *cells)
{
	double certainty = cells->others_certainty;

	for (int y = 0; y < cells->rows; y++)
		for (int x = 0; x < cells->columns; x++)
			if (cells->given[y][x] || cells->half[y][x])
				certainty *= cells->pieces[y][x].certainty;
	return certainty;
}
