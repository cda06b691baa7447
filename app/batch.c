#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "names.h"

const char batch_answer_suffix[] = ".answer.png";
const char batch_before_suffix[] = ".before.jpg";
const char batch_after_suffix[] = ".after.jpg";

enum { BLOCK = 64 << 10 };

static char *taken(struct buffer *buffer)
{
	char *text = buffer->failed ? NULL : buffer->data;

	if (!text)
		buffer_fini(buffer);
	return text;
}

static int init_item(struct item *item, const struct walk_entry *entry)
{
	struct buffer key, name;

	buffer_init(&key);
	buffer_init(&name);
	names_url(&key, entry->path);
	names_flat(&name, entry->path);
	*item = (struct item){ .entry = entry,
			       .key = taken(&key),
			       .name = taken(&name) };
	return item->key && item->name ? 0 : -1;
}

static int64_t number(const json_t *record, const char *field)
{
	return (int64_t)json_integer_value(json_object_get(record, field));
}

/* What the journal knows of an item, if the file has not changed since. */
static void recall(const struct batch *batch, struct item *item)
{
	json_t *record = journal_find(&batch->journal, item->key);
	const char *hash;

	if (!record || number(record, "size") != item->entry->size ||
	    number(record, "changed") != item->entry->changed)
		return;
	item->record = json_incref(record);
	item->state = ITEM_DONE;
	hash = json_string_value(json_object_get(record, "hash"));
	if (hash) {
		item->hash = strtoull(hash, NULL, 16);
		item->hashed = true;
	}
}

/* A file that cannot be read gets its record at once; it is looked at again in
 * the next run. */
static void record_fault(struct item *item)
{
	item->record = json_pack("{s:i,s:i,s:s}", "content", WIRE_OTHER,
				 "status", item->entry->unreadable ? 4 : 0,
				 "error", item->entry->fault);
	item->state = ITEM_DONE;
}

static int by_size(const void *a, const void *b)
{
	const struct item *first = *(const struct item *const *)a;
	const struct item *second = *(const struct item *const *)b;

	return (first->entry->size > second->entry->size) -
	       (first->entry->size < second->entry->size);
}

/* Only files as long as another one need to be compared. */
static int find_sizes(struct batch *batch)
{
	size_t count = batch->walk.count;
	struct item **order = alloc_array(count, sizeof *order);

	if (!order)
		return -1;
	for (size_t i = 0; i < count; i++)
		order[i] = &batch->items[i];
	if (count)
		qsort(order, count, sizeof *order, by_size);
	for (size_t i = 1; i < count; i++) {
		if (order[i]->entry->size != order[i - 1]->entry->size)
			continue;
		order[i]->may_be_same = true;
		order[i - 1]->may_be_same = true;
	}
	free(order);
	return 0;
}

int batch_list(struct batch *batch, struct problem *problem)
{
	size_t count = batch->walk.count;
	bool failed = false;

	batch->done = 0;
	batch->items = alloc_array(count, sizeof *batch->items);
	if (!batch->items)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for the files");
	for (size_t i = 0; i < count && !failed; i++)
		failed = init_item(&batch->items[i], &batch->walk.entries[i]) <
			 0;
	if (failed || find_sizes(batch) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for the files");
	for (size_t i = 0; i < count; i++) {
		struct item *item = &batch->items[i];

		if (item->entry->fault)
			record_fault(item);
		else
			recall(batch, item);
		batch->done += item->state == ITEM_DONE;
	}
	return 0;
}

void batch_unlist(struct batch *batch)
{
	for (size_t i = 0; batch->items && i < batch->walk.count; i++) {
		free(batch->items[i].key);
		free(batch->items[i].name);
		json_decref(batch->items[i].record);
	}
	free(batch->items);
	batch->items = NULL;
}

int batch_open_file(const struct batch *batch, const struct item *item,
		    struct problem *problem)
{
	struct stat status;
	/* what was a file when it was listed may be a pipe by now */
	int fd = openat(batch->dir, item->entry->path,
			O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return problem_set(problem, PROBLEM_INPUT, "cannot be read: %s",
				   strerror(errno));
	if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode)) {
		close(fd);
		return problem_set(problem, PROBLEM_INPUT,
				   "is no longer a file");
	}
	return fd;
}

static ssize_t read_block(int file, uint8_t *block, off_t at)
{
	size_t length = 0;

	while (length < BLOCK) {
		ssize_t got = pread(file, block + length, BLOCK - length,
				    at + (off_t)length);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		length += (size_t)got;
	}
	return (ssize_t)length;
}

static int hash_file(struct item *item, int file)
{
	uint8_t block[BLOCK];
	off_t at = 0;
	ssize_t got;

	item->hash = 0;
	while ((got = read_block(file, block, at)) > 0) {
		item->hash = names_hash(item->hash, block, (size_t)got);
		at += got;
	}
	item->hashed = got == 0;
	return item->hashed ? 0 : -1;
}

static bool same_bytes(int a, int b)
{
	uint8_t blocks[2][BLOCK];
	off_t at = 0;

	for (;;) {
		ssize_t got = read_block(a, blocks[0], at);

		if (got < 0 || read_block(b, blocks[1], at) != got ||
		    memcmp(blocks[0], blocks[1], (size_t)got) != 0)
			return false;
		if (got == 0)
			return true;
		at += got;
	}
}

/* Hashes an earlier file that the journal knows without one. */
static bool can_compare(struct batch *batch, struct item *item)
{
	int file;

	if (item->hashed || item->state == ITEM_SAME || item->entry->fault)
		return item->hashed && item->state != ITEM_SAME;
	file = batch_open_file(batch, item, NULL);
	if (file < 0)
		return false;
	hash_file(item, file);
	close(file);
	return item->hashed;
}

bool batch_find_same(struct batch *batch, size_t index, int file)
{
	struct item *item = &batch->items[index];

	if (!item->may_be_same || hash_file(item, file) < 0)
		return false;
	for (size_t i = 0; i < index; i++) {
		struct item *other = &batch->items[i];
		bool same = false;
		int other_file;

		if (other->entry->size != item->entry->size ||
		    !can_compare(batch, other) || other->hash != item->hash)
			continue;
		other_file = batch_open_file(batch, other, NULL);
		if (other_file >= 0) {
			same = same_bytes(file, other_file);
			close(other_file);
		}
		if (same) {
			item->state = ITEM_SAME;
			item->same = i;
			return true;
		}
	}
	return false;
}

const json_t *batch_record(const struct batch *batch, const struct item *item)
{
	if (item->state == ITEM_SAME)
		return batch->items[item->same].record;
	return item->state == ITEM_DONE ? item->record : NULL;
}

char *batch_file_name(const struct batch *batch, const struct item *item,
		      const char *suffix)
{
	const char *name = item->state == ITEM_SAME
				   ? batch->items[item->same].name
				   : item->name;
	char *text;

	return asprintf(&text, "%s%s", name, suffix) < 0 ? NULL : text;
}
