#include "store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "user_files.h"

/* How long to wait for another process that writes. */
enum { BUSY_MILLISECONDS = 500 };
/* One row is some hundred bytes; no answer is longer. */
enum { PATH_LENGTH_MAX = 4096 };

struct store {
	sqlite3 *db;
	sqlite3_stmt *find, *keep;
	long long count_max;
	int days_max; /* 0: none */
};

/* `solved` has the least of a puzzle's mirror images (key_of), `history` each
 * puzzle as it was seen. Pictures lie apart, so that lists are read fast. */
static const char setup[] =
	"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
	"CREATE TABLE IF NOT EXISTS solved (puzzle TEXT PRIMARY KEY, "
	"solution TEXT NOT NULL, uniqueness INTEGER NOT NULL);"
	"CREATE TABLE IF NOT EXISTS history (id INTEGER PRIMARY KEY "
	"AUTOINCREMENT, key TEXT NOT NULL, puzzle TEXT NOT NULL, rules TEXT, "
	"family TEXT NOT NULL, source TEXT NOT NULL, verdict TEXT NOT NULL, "
	"seconds REAL NOT NULL, seen INTEGER NOT NULL, times INTEGER NOT NULL, "
	"UNIQUE (key, puzzle));"
	"CREATE INDEX IF NOT EXISTS history_seen ON history (seen, id);"
	"CREATE TABLE IF NOT EXISTS pictures (id INTEGER PRIMARY KEY, "
	"jpeg BLOB NOT NULL);"
	"CREATE TRIGGER IF NOT EXISTS history_forget AFTER DELETE ON history "
	"BEGIN DELETE FROM pictures WHERE id = old.id; END;";

/* The file of earlier versions, attached as `old`. */
static const char take_over[] =
	"BEGIN IMMEDIATE;"
	"INSERT OR IGNORE INTO solved SELECT * FROM old.solved;"
	"INSERT OR IGNORE INTO history (key, puzzle, rules, family, source, "
	"verdict, seconds, seen, times) SELECT puzzle, "
	"json_remove(puzzle, '$.rules'), json_extract(puzzle, '$.rules'), "
	"json_extract(puzzle, '$.family'), '', 'solved', 0, "
	"strftime('%s', 'now'), 1 FROM old.solved;"
	"COMMIT;";

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

/* Returns 0, or -1 where there is no home. */
static int user_path(enum user_folder folder, const char *name, char *path,
		     size_t size)
{
	struct buffer found;
	int length = -1;

	buffer_init(&found);
	if (user_file(&found, folder, name) == 0)
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

/* Those that SQLite keeps beside a file. */
static void remove_beside(const char *path)
{
	static const char *const beside[] = { "-wal", "-shm" };

	for (int i = 0; i < 2; i++) {
		char name[PATH_LENGTH_MAX + 8];

		snprintf(name, sizeof name, "%s%s", path, beside[i]);
		unlink(name);
	}
}

/* Moves the file out of the way. */
static int set_aside(const char *path, char *aside, size_t size)
{
	snprintf(aside, size, "%s.damaged-%lld-%ld", path,
		 (long long)time(NULL), (long)getpid());
	if (rename(path, aside) < 0)
		return -1;
	remove_beside(path);
	return 0;
}

static void say_damaged(const char *aside, char *note, size_t size)
{
	snprintf(note, size,
		 "the store of solved puzzles was damaged and has been set "
		 "aside: '%.200s'",
		 aside);
}

/* Takes over what an earlier version has left in the cache. */
static void take_old(struct store *store, char *note, size_t size)
{
	char path[PATH_LENGTH_MAX], aside[PATH_LENGTH_MAX + 64];
	char *attach;
	int code;

	if (user_path(USER_CACHE, "solved.db", path, sizeof path) < 0 ||
	    access(path, F_OK) < 0)
		return;
	attach = sqlite3_mprintf("ATTACH %Q AS old", path);
	code = attach ? sqlite3_exec(store->db, attach, NULL, NULL, NULL)
		      : SQLITE_NOMEM;
	sqlite3_free(attach);
	if (code == SQLITE_OK) {
		code = sqlite3_exec(store->db, take_over, NULL, NULL, NULL);
		if (code != SQLITE_OK)
			sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		sqlite3_exec(store->db, "DETACH old", NULL, NULL, NULL);
	}
	if (code == SQLITE_OK) {
		unlink(path);
		remove_beside(path);
	} else if (is_damage(code) &&
		   set_aside(path, aside, sizeof aside) == 0) {
		say_damaged(aside, note, size);
	}
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
	else if (user_path(USER_STATE, "history.db", name, sizeof name) < 0)
		goto fail;
	if (make_folders(name) < 0)
		goto fail;
	code = open_db(store, name);
	if (is_damage(code) && set_aside(name, aside, sizeof aside) == 0) {
		say_damaged(aside, note, size);
		code = open_db(store, name);
	}
	if (code == SQLITE_OK) {
		store_bound(store, STORE_KEEP_DEFAULT, 0);
		if (!path)
			take_old(store, note, size);
		return store;
	}
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
 * memory runs out. */
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

void store_bound(struct store *store, long long count, int days)
{
	if (!store)
		return;
	store->count_max = count;
	store->days_max = days;
}

/* A statement with its first parameters bound to texts; NULL where it cannot
 * be. */
static sqlite3_stmt *prepare(struct store *store, const char *sql,
			     const char *const *texts, int count)
{
	sqlite3_stmt *statement = NULL;

	if (!store || sqlite3_prepare_v2(store->db, sql, -1, &statement,
					 NULL) != SQLITE_OK)
		return NULL;
	for (int i = 0; i < count; i++)
		sqlite3_bind_text(statement, i + 1, texts[i], -1,
				  SQLITE_STATIC);
	return statement;
}

/* Runs it to its end and frees it. Returns 0, or -1. */
static int finish(sqlite3_stmt *statement)
{
	int code = statement ? sqlite3_step(statement) : SQLITE_ERROR;

	sqlite3_finalize(statement);
	return code == SQLITE_DONE || code == SQLITE_ROW ? 0 : -1;
}

/* Forgets what is beyond the bounds, and answers that nothing has any more. */
static int prune(struct store *store)
{
	static const char too_many[] =
		"DELETE FROM history WHERE id IN (SELECT id FROM history "
		"ORDER BY seen DESC, id DESC LIMIT -1 OFFSET ?)";
	static const char too_old[] = "DELETE FROM history WHERE seen < ?";
	static const char orphans[] = "DELETE FROM solved WHERE puzzle NOT IN "
				      "(SELECT key FROM history)";
	int before = sqlite3_total_changes(store->db);
	sqlite3_stmt *statement = prepare(store, too_many, NULL, 0);

	sqlite3_bind_int64(statement, 1, store->count_max);
	if (finish(statement) < 0)
		return -1;
	if (store->days_max) {
		statement = prepare(store, too_old, NULL, 0);
		sqlite3_bind_int64(statement, 1,
				   (long long)time(NULL) -
					   store->days_max * 86400LL);
		if (finish(statement) < 0)
			return -1;
	}
	if (sqlite3_total_changes(store->db) == before)
		return 0;
	return finish(prepare(store, orphans, NULL, 0));
}

static int note_row(struct store *store, const char *const texts[6],
		    const struct store_entry *entry, const void *picture,
		    size_t length)
{
	static const char add[] =
		"INSERT INTO history (key, puzzle, rules, family, source, "
		"verdict, seconds, seen, times) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1) "
		"ON CONFLICT (key, puzzle) DO UPDATE SET times = times + 1, "
		"seen = excluded.seen, source = excluded.source, "
		"seconds = CASE excluded.verdict WHEN 'read' THEN seconds "
		"ELSE excluded.seconds END, "
		"verdict = CASE excluded.verdict WHEN 'read' THEN verdict "
		"ELSE excluded.verdict END RETURNING id";
	static const char show[] =
		"INSERT OR REPLACE INTO pictures VALUES (?, ?)";
	sqlite3_stmt *statement = prepare(store, add, texts, 6);
	long long id;

	if (!statement)
		return -1;
	sqlite3_bind_double(statement, 7, entry->seconds);
	sqlite3_bind_int64(statement, 8, (long long)entry->seen);
	if (sqlite3_step(statement) != SQLITE_ROW) {
		sqlite3_finalize(statement);
		return -1;
	}
	id = sqlite3_column_int64(statement, 0);
	if (finish(statement) < 0)
		return -1;
	if (!picture)
		return 0;
	statement = prepare(store, show, NULL, 0);
	sqlite3_bind_int64(statement, 1, id);
	sqlite3_bind_blob64(statement, 2, picture, length, SQLITE_STATIC);
	return finish(statement);
}

int store_note(struct store *store, const struct puzzle *puzzle,
	       const struct store_entry *entry, const void *picture,
	       size_t length)
{
	int image, result = -1;
	char *key = store ? key_of(puzzle, entry->rules, &image) : NULL;
	char *seen = key ? image_text(puzzle, NULL, 0) : NULL;
	const char *const texts[6] = { key,
				       seen,
				       entry->rules,
				       puzzle_family(puzzle->family)->name,
				       entry->source ? entry->source : "",
				       entry->verdict };

	if (seen && sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL,
				 NULL) == SQLITE_OK) {
		result = note_row(store, texts, entry, picture, length);
		if (result == 0)
			result = prune(store);
		sqlite3_exec(store->db, result ? "ROLLBACK" : "COMMIT", NULL,
			     NULL, NULL);
	}
	free(seen);
	free(key);
	return result;
}

int store_list(struct store *store, const char *const *words, size_t count,
	       long long **ids, size_t *found)
{
	sqlite3_stmt *statement;
	struct buffer sql;
	size_t capacity = 0;
	int code;

	*ids = NULL;
	*found = 0;
	buffer_init(&sql);
	buffer_puts(&sql, "SELECT id FROM history");
	for (size_t i = 0; i < count; i++)
		buffer_printf(&sql,
			      " %s instr(lower(source || ' ' || family || ' ' "
			      "|| verdict || ' ' || puzzle), lower(?)) > 0",
			      i ? "AND" : "WHERE");
	buffer_puts(&sql, " ORDER BY seen DESC, id DESC");
	statement = prepare(store, buffer_text(&sql), words, (int)count);
	buffer_fini(&sql);
	if (!statement)
		return -1;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW &&
	       alloc_grow(ids, &capacity, *found + 1, sizeof **ids) == 0)
		(*ids)[(*found)++] = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	if (code == SQLITE_DONE)
		return 0;
	free(*ids);
	*ids = NULL;
	*found = 0;
	return -1;
}

static char *column_copy(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);

	return text ? strdup(text) : NULL;
}

bool store_get(struct store *store, long long id, struct store_entry *entry)
{
	static const char get[] =
		"SELECT puzzle, rules, source, verdict, seconds, seen, times "
		"FROM history WHERE id = ?";
	sqlite3_stmt *statement = prepare(store, get, NULL, 0);
	const char *verdict;
	bool found;

	*entry = (struct store_entry){ .id = id };
	sqlite3_bind_int64(statement, 1, id);
	found = statement && sqlite3_step(statement) == SQLITE_ROW;
	if (found) {
		entry->puzzle = column_copy(statement, 0);
		entry->rules = column_copy(statement, 1);
		entry->source = column_copy(statement, 2);
		verdict = (const char *)sqlite3_column_text(statement, 3);
		snprintf(entry->verdict, sizeof entry->verdict, "%s",
			 verdict ? verdict : "");
		entry->seconds = sqlite3_column_double(statement, 4);
		entry->seen = (time_t)sqlite3_column_int64(statement, 5);
		entry->times = sqlite3_column_int(statement, 6);
		found = entry->puzzle && entry->source;
	}
	sqlite3_finalize(statement);
	return found;
}

void store_entry_fini(struct store_entry *entry)
{
	free(entry->puzzle);
	free(entry->rules);
	free(entry->source);
}

uint8_t *store_picture(struct store *store, long long id, size_t *length)
{
	sqlite3_stmt *statement = prepare(
		store, "SELECT jpeg FROM pictures WHERE id = ?", NULL, 0);
	uint8_t *copy = NULL;

	sqlite3_bind_int64(statement, 1, id);
	if (statement && sqlite3_step(statement) == SQLITE_ROW) {
		*length = (size_t)sqlite3_column_bytes(statement, 0);
		copy = malloc(*length);
		if (copy)
			memcpy(copy, sqlite3_column_blob(statement, 0),
			       *length);
	}
	sqlite3_finalize(statement);
	return copy;
}

bool store_forget(struct store *store, long long id)
{
	static const char answer[] =
		"DELETE FROM solved WHERE puzzle = "
		"(SELECT key FROM history WHERE id = ?1) AND puzzle NOT IN "
		"(SELECT key FROM history WHERE id <> ?1)";
	sqlite3_stmt *statement = prepare(store, answer, NULL, 0);

	sqlite3_bind_int64(statement, 1, id);
	if (finish(statement) < 0)
		return false;
	statement = prepare(store, "DELETE FROM history WHERE id = ?", NULL, 0);
	sqlite3_bind_int64(statement, 1, id);
	return finish(statement) == 0 && sqlite3_changes(store->db) > 0;
}
