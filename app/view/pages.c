#include "pages.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "alloc.h"
#include "file.h"
#include "load.h"

/* So much of a file tells a picture. */
enum { START_BYTES = 64 };

static void clear(struct pages *pages)
{
	for (size_t i = 0; i < pages->count; i++) {
		free(pages->list[i].name);
		free(pages->list[i].json);
		image_fini(&pages->list[i].image);
	}
	pages->count = 0;
	pages->at = 0;
}

void pages_fini(struct pages *pages)
{
	clear(pages);
	free(pages->list);
	*pages = (struct pages){ 0 };
}

static struct view_page *add(struct pages *pages, enum page_kind kind,
			     const char *name, struct problem *problem)
{
	struct view_page *page = NULL;
	char *copy = strdup(name);

	if (copy && alloc_grow(&pages->list, &pages->capacity, pages->count + 1,
			       sizeof *pages->list) == 0) {
		page = &pages->list[pages->count++];
		*page = (struct view_page){ .kind = kind, .name = copy };
	} else {
		free(copy);
		problem_set(problem, PROBLEM_MEMORY, "no memory");
	}
	return page;
}

int pages_add_puzzle(struct pages *pages, const char *name,
		     const struct puzzle *puzzle, struct problem *problem)
{
	json_t *json = puzzle_to_json(puzzle);
	struct view_page *page = add(pages, PAGE_PUZZLE, name, problem);

	if (page && json)
		page->json = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return page && page->json
		       ? 0
		       : problem_set(problem, PROBLEM_MEMORY, "no memory");
}

/* What came before a fault is there all the same. */
static int add_loaded(struct pages *pages, const char *name,
		      struct loaded *loaded, struct problem *problem)
{
	for (size_t i = 0; i < loaded->puzzles.count; i++)
		if (pages_add_puzzle(pages, name,
				     &loaded->puzzles.entries[i].puzzle,
				     problem) < 0)
			return -1;
	return loaded->puzzles.count
		       ? 0
		       : problem_set(problem, PROBLEM_INPUT, "no puzzle in it");
}

int pages_add_text(struct pages *pages, const char *name, const char *text,
		   struct problem *problem)
{
	struct loaded loaded;
	int result;

	loaded_text(text, &loaded, problem);
	result = add_loaded(pages, name, &loaded, problem);
	loaded_fini(&loaded);
	return result;
}

int pages_add_picture(struct pages *pages, const char *name,
		      struct image *image, struct problem *problem)
{
	struct view_page *page = add(pages, PAGE_PICTURE, name, problem);

	if (!page) {
		image_fini(image);
		return -1;
	}
	page->image = *image;
	*image = (struct image){ 0 };
	return 0;
}

static bool is_picture(const char *path)
{
	uint8_t start[START_BYTES];
	FILE *file = fopen(path, "rb");
	size_t length = file ? fread(start, 1, sizeof start, file) : 0;

	if (file)
		fclose(file);
	return file_is_picture(start, length);
}

static int add_file(struct pages *pages, const char *path,
		    struct problem *problem)
{
	struct loaded loaded;
	int result;

	if (is_picture(path))
		return add(pages, PAGE_FILE, path, problem) ? 0 : -1;
	load_file(path, &loaded, problem);
	result = add_loaded(pages, path, &loaded, problem);
	loaded_fini(&loaded);
	return result;
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int add_folder(struct pages *pages, const char *path,
		      struct problem *problem)
{
	struct dirent **entries;
	int count = scandir(path, &entries, not_hidden, alphasort);
	size_t before = pages->count;

	for (int i = 0; i < count; i++) {
		struct buffer name;
		struct stat about;

		buffer_init(&name);
		buffer_printf(&name, "%s/%s", path, entries[i]->d_name);
		/* what is no puzzle is none of ours */
		if (!name.failed && stat(buffer_text(&name), &about) == 0 &&
		    S_ISREG(about.st_mode))
			add_file(pages, buffer_text(&name), NULL);
		buffer_fini(&name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return pages->count > before
		       ? 0
		       : problem_set(problem, PROBLEM_INPUT,
				     "no puzzle and no picture in this folder");
}

int pages_add_path(struct pages *pages, const char *path,
		   struct problem *problem)
{
	struct stat about;

	if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
		return add_folder(pages, path, problem);
	return add_file(pages, path, problem);
}

size_t pages_set_history(struct pages *pages, struct store *store)
{
	long long *ids;
	size_t count;

	if (!store || store_list(store, NULL, 0, &ids, &count) < 0 || !count)
		return 0;
	clear(pages);
	for (size_t i = 0; i < count; i++) {
		struct view_page *page =
			add(pages, PAGE_STORED, "history", NULL);

		if (page)
			page->id = ids[i];
	}
	free(ids);
	return pages->count;
}
