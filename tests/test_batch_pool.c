/* Workers that crash, block, eat memory, talk nonsense or try to break out
 * cost the file they were given, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "batch_pool.h"
#include "batch_sandbox.h"
#include "deadline.h"
#include "file.h"
#include "sanitized.h"

enum { MEMORY = 512 << 20, PICTURE_SECONDS = 2 };

/* Every forbidden thing that it could do all the same, by a letter. */
static void try_to_break_out(char *text)
{
	char *p = text;
	struct sockaddr address = { .sa_family = AF_UNIX };
	void *code;
	int fd;

	if (open("/etc/passwd", O_RDONLY) >= 0)
		*p++ = 'r';
	if (open("/tmp/solveglass-escaped", O_WRONLY | O_CREAT, 0600) >= 0)
		*p++ = 'w';
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd >= 0)
		*p++ = 'n';
	if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ||
	    connect(3, &address, sizeof address) == 0)
		*p++ = 'u';
	if (fork() >= 0)
		*p++ = 'f';
	if (execl("/bin/true", "true", (char *)NULL) == 0)
		*p++ = 'x';
	if (kill(getppid(), 0) == 0)
		*p++ = 'k';
	if (unlink("/tmp/solveglass-escaped") == 0 || errno == ENOENT)
		*p++ = 'd';
	if (write(STDOUT_FILENO, "x", 1) == 1)
		*p++ = 'o';
	code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (code != MAP_FAILED)
		*p++ = 'c';
	*p = '\0';
}

/* Until there is no more, or ten times the limit was given: how many bytes.
 * What is bounded is addresses: to fill them all is left out, where pages come
 * slowly that takes longer than a worker has. */
static size_t eat_memory(void)
{
	size_t step = 16 << 20;
	size_t eaten = 0;
	char *got;

	while (eaten < 10 * (size_t)MEMORY && (got = malloc(step))) {
		*(volatile char *)got = 1;
		eaten += step;
	}
	return eaten;
}

static void rest(int seconds)
{
	struct timespec left = { .tv_sec = seconds };

	while (nanosleep(&left, &left) < 0)
		continue;
}

/* Does as the file says; replies with some text as its error. */
static void work(int socket, int file, struct wire_head *head)
{
	uint8_t *data;
	size_t length;

	if (file_read_open(file, "it", 100, &data, &length, NULL) < 0)
		abort();
	if (!strncmp((char *)data, "crash", 5))
		raise(SIGSEGV);
	if (!strncmp((char *)data, "abort", 5))
		abort();
	if (!strncmp((char *)data, "leave", 5))
		_exit(0);
	while (!strncmp((char *)data, "block", 5))
		continue;
	/* as if others had the processors */
	if (!strncmp((char *)data, "wait", 4))
		rest(2 * PICTURE_SECONDS);
	if (!strncmp((char *)data, "sleep", 5))
		rest(3600);
	if (!strncmp((char *)data, "eat", 3))
		snprintf(head->error, sizeof head->error, "%zu", eat_memory());
	if (!strncmp((char *)data, "break", 5))
		try_to_break_out(head->error);
	if (!strncmp((char *)data, "long", 4))
		head->length[WIRE_BOARDS] = UINT64_MAX - 5;
	if (!strncmp((char *)data, "other", 5))
		head->number++;
	if (!strncmp((char *)data, "half", 4)) {
		head->length[WIRE_BOARDS] = 10;
		file_write(socket, head, sizeof *head);
		_exit(0);
	}
	free(data);
}

static void run_worker(int socket, const void *data)
{
	struct wire_head ready = { .kind = WIRE_READY };
	struct wire_job job;
	int file;

	(void)data;
	if (sandbox_enter(socket, MEMORY, NULL) < 0)
		_exit(1);
	file_write(socket, &ready, sizeof ready);
	while (wire_receive_job(socket, &job, &file) == 0) {
		struct wire_head head = { .kind = WIRE_REPLY,
					  .number = job.number };

		work(socket, file, &head);
		close(file);
		file_write(socket, &head, sizeof head);
	}
	_exit(0);
}

static int file_with(const char *text)
{
	int fd = memfd_create("job", MFD_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static struct pool *new_pool(int workers)
{
	struct pool_setup setup = { .workers = workers,
				    .picture_seconds = PICTURE_SECONDS,
				    .puzzle_seconds = 1,
				    .run = run_worker };
	struct problem problem = { 0 };
	struct pool *pool = pool_new(&setup, &problem);

	if (!pool)
		fail_msg("%s", problem.text);
	return pool;
}

static void wait_for_one(struct pool *pool, struct pool_done *done)
{
	struct problem problem = { 0 };
	double end = clock_seconds() + 60;
	int result = 0;

	while (result == 0 && clock_seconds() < end)
		result = pool_wait(pool, 1, done, &problem);
	if (result != 1)
		fail_msg("no reply: %s", problem.text);
}

/* The failure of one job given to a worker that has done others before. */
static void do_one(const char *text, struct pool_done *done)
{
	struct pool *pool = new_pool(1);

	pool_start(pool, 1, file_with("nothing"));
	wait_for_one(pool, done);
	assert_string_equal(done->failure, "");
	free(done->body);
	pool_start(pool, 7, file_with(text));
	wait_for_one(pool, done);
	assert_int_equal(done->number, 7);
	free(done->body);
	/* and another one is done as if nothing had happened */
	struct pool_done next;

	assert_true(pool_has_room(pool));
	pool_start(pool, 8, file_with("nothing"));
	wait_for_one(pool, &next);
	assert_int_equal(next.number, 8);
	assert_string_equal(next.failure, "");
	free(next.body);
	pool_free(pool);
}

static void test_crash(void **state)
{
	struct pool_done done;

	(void)state;
	do_one("crash", &done);
	assert_non_null(strstr(done.failure, "crashed"));
	do_one("abort", &done);
	assert_non_null(strstr(done.failure, "crashed"));
	do_one("leave", &done);
	assert_non_null(strstr(done.failure, "a worker ended"));
}

static void test_block(void **state)
{
	struct pool_done done;
	double start = clock_seconds();

	(void)state;
	do_one("block", &done);
	assert_non_null(strstr(done.failure, "took too long"));
	assert_true(clock_seconds() - start >= PICTURE_SECONDS);
	/* ten times as long, where the processors are busy, and the rest */
	assert_true(clock_seconds() - start < 10 * PICTURE_SECONDS + 30);
}

/* What counts is the time that it works; but not for ever. */
static void test_wait(void **state)
{
	struct pool_done done;
	double start = clock_seconds();

	(void)state;
	do_one("wait", &done);
	assert_string_equal(done.failure, "");
	assert_true(clock_seconds() - start >= 2 * PICTURE_SECONDS);
	start = clock_seconds();
	do_one("sleep", &done);
	assert_non_null(strstr(done.failure, "took too long"));
	assert_true(clock_seconds() - start >= 10 * PICTURE_SECONDS);
	assert_true(clock_seconds() - start < 10 * PICTURE_SECONDS + 30);
}

static void test_memory(void **state)
{
	struct pool_done done;

	(void)state;
	if (SANITIZED)
		skip_because("a sanitizer's memory cannot be bounded");
	/* malloc fails, the worker goes on and replies */
	do_one("eat", &done);
	assert_string_equal(done.failure, "");
	assert_in_range(strtoul(done.head.error, NULL, 10), 1, MEMORY);
}

static void test_nonsense(void **state)
{
	static const char *const texts[] = { "long", "other", "half" };
	struct pool_done done;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		do_one(texts[i], &done);
		assert_string_not_equal(done.failure, "");
	}
}

static void test_shut_in(void **state)
{
	struct pool_done done;

	(void)state;
	unlink("/tmp/solveglass-escaped");
	do_one("break", &done);
	assert_string_equal(done.failure, "");
	/* a sanitizer has to write what it found */
	assert_string_equal(done.head.error, SANITIZED ? "o" : "");
}

/* Blocked and crashing jobs beside good ones, on several workers. */
static void test_mixture(void **state)
{
	enum { JOBS = 40 };
	struct pool *pool = new_pool(3);
	bool seen[JOBS] = { false };
	int started = 0;

	(void)state;
	for (int done_count = 0; done_count < JOBS; done_count++) {
		struct pool_done done;

		while (started < JOBS && pool_has_room(pool)) {
			pool_start(pool, (uint32_t)started,
				   file_with(started == 9       ? "block"
					     : started % 7 == 3 ? "crash"
								: "nothing"));
			started++;
		}
		wait_for_one(pool, &done);
		assert_in_range(done.number, 0, JOBS - 1);
		assert_false(seen[done.number]);
		seen[done.number] = true;
		assert_int_equal(done.failure[0] != '\0',
				 done.number == 9 || done.number % 7 == 3);
		free(done.body);
	}
	assert_false(pool_is_busy(pool));
	pool_free(pool);
}

static void leave_at_once(int socket, const void *data)
{
	(void)socket;
	(void)data;
}

/* Workers that cannot even start do not make us start them for ever. */
static void test_no_worker(void **state)
{
	struct pool_setup setup = { .workers = 1,
				    .picture_seconds = PICTURE_SECONDS,
				    .run = leave_at_once };
	struct problem problem = { 0 };
	struct pool *pool = pool_new(&setup, &problem);
	struct pool_done done;
	int result = 0;

	(void)state;
	assert_non_null(pool);
	pool_start(pool, 0, file_with("nothing"));
	while (result == 0)
		result = pool_wait(pool, 5, &done, &problem);
	assert_int_equal(result, -1);
	assert_non_null(strstr(problem.text, "cannot be started"));
	pool_free(pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_crash),
		cmocka_unit_test(test_block),
		cmocka_unit_test(test_wait),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_nonsense),
		cmocka_unit_test(test_shut_in),
		cmocka_unit_test(test_mixture),
		cmocka_unit_test(test_no_worker),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
