/* Solves the puzzles in a picture or a puzzle file and prints them as JSON:
 *
 *	cc solve.c $(pkg-config --cflags --libs solveglass) -o solve
 *	./solve screenshot.png
 *
 * The exit status is that of the `solveglass` program. */
#include <solveglass.h>
#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file, which the caller frees; NULL where it cannot be read. */
static char *read_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	char *data = NULL;
	long size = -1;

	if (file && fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
		data = malloc((size_t)size + 1);
	if (data)
		*length = fread(data, 1, (size_t)size, file);
	if (file)
		fclose(file);
	return data;
}

int main(int argc, char **argv)
{
	struct solveglass *glass = solveglass_new();
	enum solveglass_status status;
	size_t length = 0;
	char *data = argc > 1 ? read_file(argv[1], &length) : NULL;
	char *json = NULL;

	if (!glass || !data) {
		fputs("usage: solve FILE\n", stderr);
		free(data);
		solveglass_free(glass);
		return SOLVEGLASS_USAGE;
	}
	status = solveglass_solve(glass, data, length, 10, &json);
	if (json)
		puts(json);
	if (status == SOLVEGLASS_FAILED)
		fprintf(stderr, "%s: %s\n", argv[1], solveglass_problem(glass));
	solveglass_free_json(json);
	solveglass_free(glass);
	free(data);
	return (int)status;
}
