#include "load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clipboard.h"
#include "file.h"

const char load_clipboard[] = "clipboard";
const char load_puzzle[] = "puzzle";

/* Beyond any PNG of a whole screen wall; puzzle texts are bounded further by
 * their own reader. */
static const size_t bytes_max = (size_t)512 << 20;

void loaded_fini(struct loaded *loaded)
{
	image_fini(&loaded->image);
	puzzle_list_fini(&loaded->puzzles);
}

/* What people have and we cannot read, told by how it starts. */
static const struct {
	const char *start;
	size_t length, offset;
	const char *kind;
} foreign[] = {
	{ "GIF8", 4, 0, "a GIF" },         { "BM", 2, 0, "a BMP" },
	{ "II*\0", 4, 0, "a TIFF" },       { "MM\0*", 4, 0, "a TIFF" },
	{ "%PDF", 4, 0, "a PDF" },         { "<svg", 4, 0, "an SVG" },
	{ "ftypavif", 8, 4, "an AVIF" },   { "ftypheic", 8, 4, "a HEIC" },
	{ "ftypheix", 8, 4, "a HEIC" },    { "ftypmif1", 8, 4, "a HEIC" },
	{ "\xff\x0a", 2, 0, "a JPEG XL" },
};

/* NULL: nothing of that kind. */
static const char *foreign_kind(const uint8_t *data, size_t length)
{
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
		if (length >= foreign[i].offset + foreign[i].length &&
		    !memcmp(data + foreign[i].offset, foreign[i].start,
			    foreign[i].length))
			return foreign[i].kind;
	return NULL;
}

/* Takes over `data`. */
static int interpret(uint8_t *data, size_t length, struct loaded *loaded,
		     struct problem *problem)
{
	const char *kind = foreign_kind(data, length);
	int result;

	loaded->is_picture = file_is_picture(data, length);
	if (kind)
		result = problem_set(problem, PROBLEM_INPUT,
				     "%s file, which cannot be read; save it "
				     "as PNG, JPEG or WebP",
				     kind);
	else if (loaded->is_picture)
		result = file_decode(data, length, &loaded->image, problem);
	else
		result = puzzle_list_parse(&loaded->puzzles, (const char *)data,
					   length, problem);
	free(data);
	return result;
}

int load_text(const char *text, struct loaded *loaded, struct problem *problem)
{
	*loaded = (struct loaded){ 0 };
	puzzle_list_init(&loaded->puzzles);
	return puzzle_list_parse(&loaded->puzzles, text, strlen(text), problem);
}

int load_file(const char *path, struct loaded *loaded, struct problem *problem)
{
	struct stat about;
	uint8_t *data;
	size_t length;

	*loaded = (struct loaded){ 0 };
	puzzle_list_init(&loaded->puzzles);
	if (path != load_clipboard && stat(path, &about) == 0 &&
	    S_ISDIR(about.st_mode))
		return problem_set(
			problem, PROBLEM_INPUT,
			"a folder; 'solveglass batch FOLDER "
			"--output RESULTS' solves all that is in it");
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
