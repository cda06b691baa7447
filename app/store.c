#include "store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "user_files.h"

/* How long to wait for another process that writes. */
enum { BUSY_MILLISECONDS = 500 };
/* One row is some hundred bytes; no answer is longer. */
enum { PATH_LENGTH_MAX = 4096 };

struct store {
	sqlite3 *db;
	sqlite3_stmt *find, *keep;
};

static int make_folders(char *path)
{
	for (char *at = path + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		if (mkdir(path, 0700) < 0 && errno != EEXIST) {
			*at = '/';
			return -1;
		}
		*at = '/';
	}
	return 0;
}

/* Returns 0, or -1 where there is no home and no cache. */
static int default_path(char *path, size_t size)
{
	struct buffer found;
	int length = -1;

	buffer_init(&found);
	if (user_file(&found, USER_CACHE, "solved.db") == 0)
		length = snprintf(path, size, "%s", buffer_text(&found));
	buffer_fini(&found);
	return length > 0 && (size_t)length < size ? 0 : -1;
}

static void close_db(struct store *store)
{
	sqlite3_finalize(store->find);
	sqlite3_finalize(store->keep);
	sqlite3_close(store->db);
	store->find = NULL;
	store->keep = NULL;
	store->db = NULL;
}

/* Returns an SQLite code. A table of another shape than ours is as good as
 * damage. */
static int open_db(struct store *store, const char *path)
{
	static const char setup[] =
		"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
		"CREATE TABLE IF NOT EXISTS solved (puzzle TEXT PRIMARY KEY, "
		"solution TEXT NOT NULL, uniqueness INTEGER NOT NULL)";
	int code = sqlite3_open_v2(path, &store->db,
				   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
				   NULL);

	if (code == SQLITE_OK)
		code = sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
	if (code == SQLITE_OK)
		code = sqlite3_exec(store->db, setup, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(store->db,
					  "SELECT solution, uniqueness FROM "
					  "solved WHERE puzzle = ?",
					  -1, &store->find, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(store->db,
					  "INSERT OR REPLACE INTO solved "
					  "VALUES (?, ?, ?)",
					  -1, &store->keep, NULL);
	if (code != SQLITE_OK)
		close_db(store);
	return code;
}

static bool is_damage(int code)
{
	return code == SQLITE_NOTADB || code == SQLITE_CORRUPT ||
	       code == SQLITE_ERROR || code == SQLITE_FORMAT;
}

/* Moves the file out of the way, and the files that SQLite keeps beside it. */
static int set_aside(const char *path, char *aside, size_t size)
{
	static const char *const beside[] = { "-wal", "-shm" };

	snprintf(aside, size, "%s.damaged-%lld-%ld", path,
		 (long long)time(NULL), (long)getpid());
	if (rename(path, aside) < 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		char name[PATH_LENGTH_MAX + 8];

		snprintf(name, sizeof name, "%s%s", path, beside[i]);
		unlink(name);
	}
	return 0;
}

struct store *store_open(const char *path, char *note, size_t size)
{
	struct store *store = calloc(1, sizeof *store);
	char name[PATH_LENGTH_MAX];
	char aside[PATH_LENGTH_MAX + 64];
	int code;

	note[0] = '\0';
	if (!store)
		return NULL;
	if (path)
		snprintf(name, sizeof name, "%s", path);
	else if (default_path(name, sizeof name) < 0)
		goto fail;
	if (make_folders(name) < 0)
		goto fail;
	code = open_db(store, name);
	if (is_damage(code) && set_aside(name, aside, sizeof aside) == 0) {
		snprintf(note, size,
			 "the store of solved puzzles was damaged and is set "
			 "aside: '%.200s'",
			 aside);
		code = open_db(store, name);
	}
	if (code == SQLITE_OK)
		return store;
	snprintf(note, size, "no store of solved puzzles: %s",
		 sqlite3_errstr(code));
fail:
	if (!note[0])
		snprintf(note, size,
			 "no store of solved puzzles: no folder for it");
	free(store);
	return NULL;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	close_db(store);
	free(store);
}

/* The puzzle's text, with the rules, as seen in a mirror image; NULL where
 * memory lacks. */
static char *image_text(const struct puzzle *puzzle, const char *rules,
			int image)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	struct puzzle *seen = malloc(sizeof *seen);
	char *text = NULL;
	json_t *json;

	if (!seen)
		return NULL;
	memcpy(seen, puzzle, sizeof *seen);
	if (image)
		family->image(puzzle, image, seen);
	seen->id[0] = '\0';
	json = puzzle_to_json(seen);
	if (json && rules)
		json_object_set_new(json, "rules", json_string(rules));
	if (json)
		text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(json);
	free(seen);
	return text;
}

/* The least of the texts of all mirror images, and which one it is. */
static char *key_of(const struct puzzle *puzzle, const char *rules, int *image)
{
	int count = puzzle_family(puzzle->family)->image_count;
	char *least = image_text(puzzle, rules, 0);

	*image = 0;
	for (int i = 1; i < count && least; i++) {
		char *text = image_text(puzzle, rules, i);

		if (text && strcmp(text, least) < 0) {
			char *kept = least;

			least = text;
			text = kept;
			*image = i;
		}
		free(text);
	}
	return least;
}

/* The same solution in the mirror image, or back from it. */
static void see_solution(const struct puzzle *puzzle, int image,
			 const struct solution *solution, struct solution *seen)
{
	if (image)
		puzzle_family(puzzle->family)
			->image_solution(puzzle, image, solution, seen);
	else
		*seen = *solution;
	seen->family = puzzle->family;
}

static bool read_row(const struct puzzle *puzzle, int image, const char *text,
		     struct solve_result *result)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	json_t *json = json_loads(text, 0, NULL);
	struct solution stored, seen;
	bool good;

	memset(&stored, 0, sizeof stored);
	good = json &&
	       family->solution_from_json(json, puzzle, &stored, NULL) == 0;
	json_decref(json);
	if (!good)
		return false;
	see_solution(puzzle, image, &stored, &seen);
	return solve_result_add(result, puzzle, &seen, NULL) == 0;
}

bool store_find(struct store *store, const struct puzzle *puzzle,
		const char *rules, struct solve_result *result)
{
	bool found = false;
	int image;
	char *key = store ? key_of(puzzle, rules, &image) : NULL;
	const char *text;

	if (!key)
		return false;
	sqlite3_bind_text(store->find, 1, key, -1, SQLITE_STATIC);
	if (sqlite3_step(store->find) == SQLITE_ROW) {
		text = (const char *)sqlite3_column_text(store->find, 0);
		found = text && read_row(puzzle, image, text, result);
		if (found) {
			int known = sqlite3_column_int(store->find, 1);

			result->verdict = VERDICT_SOLVED;
			result->unique = known == KNOWN_YES  ? KNOWN_YES
					 : known == KNOWN_NO ? KNOWN_NO
							     : KNOWN_UNSURE;
			result->count = 1;
			snprintf(result->engine, sizeof result->engine,
				 "store");
		}
	}
	sqlite3_reset(store->find);
	sqlite3_clear_bindings(store->find);
	free(key);
	return found;
}

void store_keep(struct store *store, const struct puzzle *puzzle,
		const char *rules, const struct solve_result *result)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	struct solution seen;
	json_t *json;
	char *key, *text;
	int image;

	if (!store || result->verdict != VERDICT_SOLVED ||
	    !result->solution_count || result->remark[0])
		return;
	key = key_of(puzzle, rules, &image);
	if (!key)
		return;
	see_solution(puzzle, image, &result->solutions[0], &seen);
	json = family->solution_to_json(puzzle, &seen);
	text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	if (text) {
		sqlite3_bind_text(store->keep, 1, key, -1, SQLITE_STATIC);
		sqlite3_bind_text(store->keep, 2, text, -1, SQLITE_STATIC);
		sqlite3_bind_int(store->keep, 3, (int)result->unique);
		/* a store that cannot be written is none: no harm done */
		sqlite3_step(store->keep);
		sqlite3_reset(store->keep);
		sqlite3_clear_bindings(store->keep);
	}
	free(text);
	free(key);
}
