#include "corpus.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"

static bool ends_in(const char *path, const char *const *suffixes)
{
	const char *dot = strrchr(path, '.');

	for (; dot && *suffixes; suffixes++)
		if (strcmp(dot, *suffixes) == 0)
			return true;
	return false;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void corpus_add(struct corpus *corpus, const char *folder,
		const char *const *suffixes)
{
	char *const folders[] = { (char *)folder, NULL };
	FTS *tree = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree))) {
		if (entry->fts_info != FTS_F ||
		    !ends_in(entry->fts_path, suffixes) ||
		    alloc_grow(&corpus->paths, &corpus->capacity,
			       corpus->count + 1, sizeof *corpus->paths) < 0)
			continue;
		corpus->paths[corpus->count++] = strdup(entry->fts_path);
	}
	if (tree)
		fts_close(tree);
	if (corpus->count)
		qsort(corpus->paths, corpus->count, sizeof *corpus->paths,
		      by_name);
}

void corpus_free(struct corpus *corpus)
{
	for (size_t i = 0; i < corpus->count; i++)
		free(corpus->paths[i]);
	free(corpus->paths);
	*corpus = (struct corpus){ 0 };
}

int corpus_batch(const char *folder, const char *out, const char *jobs)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		execl(PROGRAM, "solveglass", "batch", "--quiet", "-j", jobs,
		      folder, "-o", out, (char *)NULL);
		_exit(127);
	}
	waitpid(child, &status, 0);
	return status;
}

json_t *corpus_lines(const char *out, const char *name)
{
	json_t *lines = json_array();
	char path[300];
	FILE *file;
	json_t *line;

	snprintf(path, sizeof path, "%s/%s", out, name);
	file = fopen(path, "r");
	if (!file)
		return lines;
	while ((line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)))
		json_array_append_new(lines, line);
	fclose(file);
	return lines;
}

void corpus_remove(const char *folder)
{
	char *const folders[] = { (char *)folder, NULL };
	FTS *tree = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)))
		if (entry->fts_info != FTS_D)
			remove(entry->fts_accpath);
	if (tree)
		fts_close(tree);
}
