#include <stdlib.h>

#include "alloc.h"
#include "sudoku_engines.h"

enum { SIDE = SUDOKU_SIDE_MAX };

/* Knuth's Algorithm X with dancing links (2000, arXiv cs/0011047): each number
 * in each cell is a row that covers four columns: the cell is filled; the
 * number stands in its row, in its column, in its box. Vouches for the search
 * in less time than Z3 takes to start. */
enum {
	COVERED = 1 + SUDOKU_GROUP_KINDS,
	COLUMNS = COVERED * SIDE * SIDE,
	LINKS = 1 + COLUMNS + COVERED * SIDE * SIDE * SIDE,
};

struct link {
	int left, right, up, down;
	int column;     /* the link at its head */
	int at, number; /* what the row says */
};

struct cover {
	struct finder *finder;
	struct problem *problem;
	int side;
	int count[1 + COLUMNS];   /* rows that cover it */
	struct link links[LINKS]; /* the root, the heads, the rows */
	int used;
	int numbers[SIDE * SIDE]; /* of the rows chosen, by cells */
};

static void cover_column(struct cover *cover, int column)
{
	struct link *links = cover->links;

	links[links[column].left].right = links[column].right;
	links[links[column].right].left = links[column].left;
	for (int i = links[column].down; i != column; i = links[i].down)
		for (int j = links[i].right; j != i; j = links[j].right) {
			links[links[j].up].down = links[j].down;
			links[links[j].down].up = links[j].up;
			cover->count[links[j].column]--;
		}
}

static void uncover_column(struct cover *cover, int column)
{
	struct link *links = cover->links;

	for (int i = links[column].up; i != column; i = links[i].up)
		for (int j = links[i].left; j != i; j = links[j].left) {
			links[links[j].up].down = j;
			links[links[j].down].up = j;
			cover->count[links[j].column]++;
		}
	links[links[column].left].right = column;
	links[links[column].right].left = column;
}

static enum finish cover_all(struct cover *cover)
{
	struct link *links = cover->links;
	enum finish finish = FINISH_ALL;
	int column = links[0].right;

	if (deadline_passed(&cover->finder->deadline))
		return FINISH_TIME;
	if (column == 0)
		return sudoku_found(cover->finder, cover->numbers,
				    cover->problem);
	for (int i = links[column].right; i; i = links[i].right)
		if (cover->count[i] < cover->count[column])
			column = i;
	cover_column(cover, column);
	for (int i = links[column].down; i != column && finish == FINISH_ALL;
	     i = links[i].down) {
		for (int j = links[i].right; j != i; j = links[j].right)
			cover_column(cover, links[j].column);
		cover->numbers[links[i].at] = links[i].number;
		finish = cover_all(cover);
		for (int j = links[i].left; j != i; j = links[j].left)
			uncover_column(cover, links[j].column);
	}
	uncover_column(cover, column);
	return finish;
}

/* The row that says that a cell holds the number. */
static void add_row(struct cover *cover, struct sudoku_place place, int number)
{
	int side = cover->side;
	int at = place.y * side + place.x;
	int first = cover->used;

	for (int i = 0; i < COVERED; i++) {
		int column = 1 + i * side * side +
			     (i < SUDOKU_GROUP_KINDS
				      ? place.groups[i] * side + number - 1
				      : at);
		int link = cover->used++;
		int last = cover->links[column].up;

		cover->links[link] = (struct link){
			.left = i ? link - 1 : first + COVERED - 1,
			.right = i + 1 < COVERED ? link + 1 : first,
			.up = last,
			.down = column,
			.column = column,
			.at = at,
			.number = number,
		};
		cover->links[last].down = cover->links[column].up = link;
		cover->count[column]++;
	}
}

enum finish sudoku_cover(struct finder *finder, struct problem *problem)
{
	const struct sudoku *sudoku = &finder->puzzle->as.sudoku;
	struct cover *cover = alloc_array(1, sizeof *cover);
	int side = sudoku->side;
	int columns = COVERED * side * side;
	enum finish finish;

	if (!cover) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to search");
		return FINISH_FAILED;
	}
	cover->finder = finder;
	cover->problem = problem;
	cover->side = side;
	for (int i = 0; i <= columns; i++)
		cover->links[i] = (struct link){
			.left = i ? i - 1 : columns,
			.right = i < columns ? i + 1 : 0,
			.up = i,
			.down = i,
			.column = i,
		};
	cover->used = columns + 1;
	for (int i = 0; i < side * side; i++) {
		int given = sudoku->cells[i / side][i % side];

		for (int number = 1; number <= side; number++)
			if (given == SUDOKU_BLANK || given == number)
				add_row(cover, sudoku_place(sudoku, i), number);
	}
	finish = cover_all(cover);
	free(cover);
	return finish;
}
