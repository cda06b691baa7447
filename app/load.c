#include "load.h"

#include <stdlib.h>

#include "clipboard.h"
#include "file.h"

const char load_clipboard[] = "clipboard";

/* Beyond any PNG of a whole screen wall; puzzle texts are bounded further by
 * their own reader. */
static const size_t bytes_max = (size_t)512 << 20;

void loaded_fini(struct loaded *loaded)
{
	image_fini(&loaded->image);
	puzzle_list_fini(&loaded->puzzles);
}

/* Takes over `data`. */
static int interpret(uint8_t *data, size_t length, struct loaded *loaded,
		     struct problem *problem)
{
	int result;

	loaded->is_picture = file_is_picture(data, length);
	if (loaded->is_picture)
		result = file_decode(data, length, &loaded->image, problem);
	else
		result = puzzle_list_parse(&loaded->puzzles, (const char *)data,
					   length, problem);
	free(data);
	return result;
}

int load_file(const char *path, struct loaded *loaded, struct problem *problem)
{
	uint8_t *data;
	size_t length;

	*loaded = (struct loaded){ 0 };
	puzzle_list_init(&loaded->puzzles);
	if ((path == load_clipboard
		     ? clipboard_take(NULL, bytes_max, &data, &length, problem)
		     : file_read(path, bytes_max, &data, &length, problem)) < 0)
		return -1;
	return interpret(data, length, loaded, problem);
}

int load_open(int fd, const char *path, struct loaded *loaded,
	      struct problem *problem)
{
	uint8_t *data;
	size_t length;

	*loaded = (struct loaded){ 0 };
	puzzle_list_init(&loaded->puzzles);
	if (file_read_open(fd, path, bytes_max, &data, &length, problem) < 0)
		return -1;
	return interpret(data, length, loaded, problem);
}
