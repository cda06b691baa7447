#include <stdio.h>

#include "puzzle_file.h"

int main(void)
{
	struct puzzle_list list;

	puzzle_list_init(&list);
	puzzle_list_fini(&list);
	puts("solveglass");
	return 0;
}
