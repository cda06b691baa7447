#include "impossible_sigils.h"

#include <stdio.h>
#include <stdlib.h>

#include "language.h"

/* Rules 1 and 2: the squares and the pieces must come out even. */
static bool area_agrees(const struct sigils *sigils, char *reason, size_t size)
{
	int squares = sigils_squares(sigils);
	int pieces = sigils->piece_count;
	int over = squares - 4 * pieces;
	int apart = abs(over);
	char likely[120];

	if (!over)
		return true;
	if (apart % 4 == 0)
		snprintf(likely, sizeof likely,
			 over > 0 ? ngettext("%d piece missed",
					     "%d pieces missed",
					     (unsigned long)apart / 4)
				  : ngettext("%d piece too many",
					     "%d pieces too many",
					     (unsigned long)apart / 4),
			 apart / 4);
	else
		snprintf(likely, sizeof likely,
			 _("the frame was misread, as 4 does not divide %d"),
			 squares);
	snprintf(
		reason, size,
		ngettext("%d squares to fill but %d piece fills %d: %s%s",
			 "%d squares to fill but %d pieces fill %d: %s%s",
			 (unsigned long)pieces),
		squares, pieces, 4 * pieces, likely,
		apart == sigils->columns
			? (over > 0 ? _(", or the frame is a row too tall")
				    : _(", or the frame is a row too short"))
		: apart == sigils->rows
			? (over > 0
				   ? _(", or the frame is a column too wide")
				   : _(", or the frame is a column too narrow"))
			: "");
	return false;
}

static int count_kind(const struct sigils *sigils, enum sigils_kind kind)
{
	int count = 0;

	for (int i = 0; i < sigils->piece_count; i++)
		count += sigils->pieces[i] == kind;
	return count;
}

/* Squares of one colour minus those of the other; the colour of a square is
 * the parity of x * across + y * down. */
static int colour_difference(const struct sigils *sigils, int across, int down)
{
	int difference = 0;

	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			if (!sigils->hole[y][x])
				difference +=
					(x * across + y * down) % 2 ? -1 : 1;
	return difference;
}

/* Coloured like a chessboard, a T covers 3 and 1, the others 2 and 2. */
static bool chess_agrees(const struct sigils *sigils, char *reason, size_t size)
{
	int squares = sigils_squares(sigils);
	int difference = colour_difference(sigils, 1, 1);
	int ts = count_kind(sigils, SIGILS_T);
	int least = abs(difference) / 2;
	char more[64] = "";

	if (ts >= least && (ts - least) % 2 == 0)
		return true;
	if (least > 1)
		snprintf(more, sizeof more, _(" and at least %d"), least);
	snprintf(
		reason, size,
		least % 2
			? ngettext("%d T piece cannot fill the %d dark and %d "
				   "light squares of a chessboard: a T covers "
				   "3 and 1, the others 2 and 2, so their "
				   "number must be odd%s; a T was missed or "
				   "misread",
				   "%d T pieces cannot fill the %d dark and "
				   "%d light squares of a chessboard: a T "
				   "covers 3 and 1, the others 2 and 2, so "
				   "their number must be odd%s; a T was missed "
				   "or misread",
				   (unsigned long)ts)
			: ngettext("%d T piece cannot fill the %d dark and %d "
				   "light squares of a chessboard: a T covers "
				   "3 and 1, the others 2 and 2, so their "
				   "number must be even%s; a T was missed or "
				   "misread",
				   "%d T pieces cannot fill the %d dark and "
				   "%d light squares of a chessboard: a T "
				   "covers 3 and 1, the others 2 and 2, so "
				   "their number must be even%s; a T was "
				   "missed or misread",
				   (unsigned long)ts),
		ts, (squares + difference) / 2, (squares - difference) / 2,
		more);
	return false;
}

/* With every other row dark, an L or J in any pose covers 3 and 1; of the
 * others only a T and (4 and 0) an I differ, and an I changes nothing. The
 * same holds for columns. */
static bool stripes_agree(const struct sigils *sigils, char *reason,
			  size_t size)
{
	int ells = count_kind(sigils, SIGILS_L) + count_kind(sigils, SIGILS_J);

	if (count_kind(sigils, SIGILS_T))
		return true;
	for (int down = 0; down < 2; down++) {
		int difference = colour_difference(sigils, !down, down);

		if ((difference / 2 - ells) % 2 == 0)
			continue;
		snprintf(
			reason, size,
			difference / 2 % 2
				? ngettext("%d L or J piece without a T cannot "
					   "fill the frame: with every other "
					   "%s dark each covers 3 and 1, so "
					   "their number must be odd; one was "
					   "missed or misread",
					   "%d L or J pieces without a T "
					   "cannot fill the frame: with every "
					   "other %s dark each covers 3 and 1, "
					   "so their number must be odd; one "
					   "was missed or misread",
					   (unsigned long)ells)
				: ngettext("%d L or J piece without a T cannot "
					   "fill the frame: with every other "
					   "%s dark each covers 3 and 1, so "
					   "their number must be even; one "
					   "was missed or misread",
					   "%d L or J pieces without a T "
					   "cannot fill the frame: with every "
					   "other %s dark each covers 3 and 1, "
					   "so their number must be even; one "
					   "was missed or misread",
					   (unsigned long)ells),
			ells, down ? _("row") : _("column"));
		return false;
	}
	return true;
}

bool sigils_impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	const struct sigils *sigils = &puzzle->as.sigils;

	return !area_agrees(sigils, reason, size) ||
	       !chess_agrees(sigils, reason, size) ||
	       !stripes_agree(sigils, reason, size);
}
