#include "loaded.h"

#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "language.h"

void loaded_init(struct loaded *loaded)
{
	*loaded = (struct loaded){ 0 };
	puzzle_list_init(&loaded->puzzles);
}

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
	{ "GIF8", 4, 0, N_("a GIF") },
	{ "BM", 2, 0, N_("a BMP") },
	{ "II*\0", 4, 0, N_("a TIFF") },
	{ "MM\0*", 4, 0, N_("a TIFF") },
	{ "%PDF", 4, 0, N_("a PDF") },
	{ "<svg", 4, 0, N_("an SVG") },
	{ "ftypavif", 8, 4, N_("an AVIF") },
	{ "ftypheic", 8, 4, N_("a HEIC") },
	{ "ftypheix", 8, 4, N_("a HEIC") },
	{ "ftypmif1", 8, 4, N_("a HEIC") },
	{ "\xff\x0a", 2, 0, N_("a JPEG XL") },
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

int loaded_take(uint8_t *data, size_t length, struct loaded *loaded,
		struct problem *problem)
{
	const char *kind = foreign_kind(data, length);
	int result;

	loaded->is_picture = file_is_picture(data, length);
	if (kind)
		result = problem_set(problem, PROBLEM_INPUT,
				     "%s file, which cannot be read; save it "
				     "as PNG, JPEG or WebP",
				     _(kind));
	else if (loaded->is_picture)
		result = file_decode(data, length, &loaded->image, problem);
	else
		result = puzzle_list_parse(&loaded->puzzles, (const char *)data,
					   length, problem);
	free(data);
	return result;
}

int loaded_text(const char *text, struct loaded *loaded,
		struct problem *problem)
{
	loaded_init(loaded);
	return puzzle_list_parse(&loaded->puzzles, text, strlen(text), problem);
}
