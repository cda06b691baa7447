#include "batch_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

/* A million pictures with several puzzles each. */
static const size_t bytes_max = (size_t)4 << 30;

/* Raised whenever records of an older program mean something else. */
enum { FORMAT = 3 };

static int append(struct journal *journal, const json_t *json,
		  struct problem *problem)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15));
	size_t length = text ? strlen(text) : 0;
	int result = -1;

	if (text) {
		text[length] = '\n'; /* in the place of the NUL */
		result = file_write(journal->fd, text, length + 1);
	}
	free(text);
	if (result < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot write the journal (%s)",
				   strerror(errno));
	return 0;
}

static bool head_fits(const json_t *head, const char *settings)
{
	const char *kept = json_string_value(json_object_get(head, "settings"));

	return json_integer_value(json_object_get(head, "journal")) == FORMAT &&
	       kept && !strcmp(kept, settings);
}

/* Takes the records up to the first line that is damaged or cut off. Returns
 * how many bytes are good: 0 where the journal does not fit. */
static size_t load(struct journal *journal, const char *data, size_t length,
		   const char *settings)
{
	size_t good = 0;

	while (good < length) {
		const char *end = memchr(data + good, '\n', length - good);
		const char *key;
		json_t *json;

		if (!end)
			break;
		json = json_loadb(data + good, (size_t)(end - data) - good, 0,
				  NULL);
		key = json_string_value(json_object_get(json, "key"));
		if (good == 0 && !head_fits(json, settings)) {
			json_decref(json);
			return 0;
		}
		if (!json || (good && !key)) {
			json_decref(json);
			break;
		}
		if (good)
			json_object_set(journal->records, key, json);
		json_decref(json);
		good = (size_t)(end - data) + 1;
	}
	return good;
}

static int start_anew(struct journal *journal, const char *settings,
		      struct problem *problem)
{
	json_t *head =
		json_pack("{s:i,s:s}", "journal", FORMAT, "settings", settings);
	int result;

	json_object_clear(journal->records);
	result = ftruncate(journal->fd, 0) < 0
			 ? problem_set(problem, PROBLEM_ENVIRONMENT,
				       "cannot write the journal (%s)",
				       strerror(errno))
			 : append(journal, head, problem);
	json_decref(head);
	return result;
}

int journal_open(struct journal *journal, int folder, const char *settings,
		 bool fresh, struct problem *problem)
{
	uint8_t *data = NULL;
	size_t length = 0;
	size_t good = 0;
	int result = 0;

	journal->records = json_object();
	journal->fd = openat(
		folder, "journal.jsonl",
		O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (journal->fd < 0 || !journal->records) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "cannot open the journal (%s)", strerror(errno));
		journal_close(journal);
		return -1;
	}
	if (!fresh)
		result = file_read_open(journal->fd, "journal.jsonl", bytes_max,
					&data, &length, problem);
	if (result == 0 && !fresh)
		good = load(journal, (const char *)data, length, settings);
	free(data);
	if (result == 0 && good == 0)
		result = start_anew(journal, settings, problem);
	else if (result == 0 && good < length &&
		 ftruncate(journal->fd, (off_t)good) < 0)
		result = problem_set(problem, PROBLEM_ENVIRONMENT,
				     "cannot repair the journal (%s)",
				     strerror(errno));
	if (result < 0)
		journal_close(journal);
	return result;
}

void journal_close(struct journal *journal)
{
	if (journal->fd >= 0)
		close(journal->fd);
	journal->fd = -1;
	json_decref(journal->records);
	journal->records = NULL;
}

json_t *journal_find(const struct journal *journal, const char *key)
{
	return json_object_get(journal->records, key);
}

int journal_add(struct journal *journal, const char *key, json_t *record,
		struct problem *problem)
{
	json_object_set_new(record, "key", json_string(key));
	json_object_set(journal->records, key, record);
	return append(journal, record, problem);
}
