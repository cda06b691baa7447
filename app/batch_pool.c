#include "batch_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "deadline.h"

/* A page does not hold more puzzles; a worker that claims so gains no time. */
enum { PUZZLES_MAX = 200 };
/* Loading libraries' tables and the models takes well below a second. */
enum { START_SECONDS = 60 };
/* What a worker may take counts as processor time, which a busy machine gives
 * it late; one that has not got it after so many times as long does something
 * else than working. */
enum { CLOCK_FACTOR = 10 };

struct member {
	pid_t pid;
	int socket;
	bool ready;
	bool has_job;
	bool again; /* the job's second try */
	bool news;  /* WIRE_FOUND came */
	int jobs_done;
	uint32_t number;
	int file;     /* of the job; -1: none */
	double start; /* of the job */
	/* when to look whether the worker has had its time */
	double end;
	/* since these, in processor time and by the clock, it may take so many
	 * seconds of the former; 0: `end` holds as it is */
	double processor_start, clock_start, allowed;
	struct wire_head head;
	size_t head_got;
	uint8_t *body;
	size_t body_got, body_length;
};

struct pool {
	struct pool_setup setup;
	struct member *members;
	struct pollfd *polls;
	int count;
};

/* The child's side: nothing of the parent's stays open but stderr and the
 * socket. */
static _Noreturn void become_worker(const struct pool *pool, int socket,
				    pid_t parent)
{
	enum { SOCKET = 3 };
	int null = open("/dev/null", O_RDWR);

	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	/* the parent decides when to stop, and takes us along when it dies */
	signal(SIGINT, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
	}
	if (socket != SOCKET && dup2(socket, SOCKET) < 0)
		_exit(EXIT_FAILURE);
	close_range(SOCKET + 1, ~0U, 0);
	pool->setup.run(SOCKET, pool->setup.data);
	_exit(0);
}

/* What the process has used; 0 where that cannot be told. */
static double processor_seconds(pid_t pid)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 ||
	    clock_gettime(clock, &time) < 0)
		return 0;
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* From now on the worker may take this many seconds. */
static void allow_time(struct member *member, double seconds)
{
	member->allowed = seconds;
	member->processor_start = processor_seconds(member->pid);
	member->clock_start = clock_seconds();
	member->end = member->clock_start + seconds;
}

/* Has the worker had its time? Where it has not, sets when to look again. */
static bool is_late(struct member *member)
{
	double now = clock_seconds();
	double last = member->clock_start + CLOCK_FACTOR * member->allowed;
	double left;

	if (now <= member->end)
		return false;
	left = member->allowed -
	       (processor_seconds(member->pid) - member->processor_start);
	if (member->allowed == 0 || left <= 0 || now > last)
		return true;
	member->end = fmin(now + left, last);
	return false;
}

static int start_member(struct pool *pool, struct member *member,
			struct problem *problem)
{
	pid_t parent = getpid();
	int sockets[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot start a worker (%s)",
				   strerror(errno));
	member->pid = fork();
	if (member->pid == 0)
		become_worker(pool, sockets[1], parent);
	close(sockets[1]);
	if (member->pid < 0) {
		close(sockets[0]);
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot start a worker (%s)",
				   strerror(errno));
	}
	member->socket = sockets[0];
	member->ready = false;
	member->jobs_done = 0;
	member->head_got = 0;
	member->allowed = 0;
	member->end = clock_seconds() + START_SECONDS;
	return 0;
}

/* Ends the process; returns its status as waitpid gives it. */
static int end_member(struct member *member)
{
	int status = 0;

	if (member->pid > 0) {
		kill(member->pid, SIGKILL);
		while (waitpid(member->pid, &status, 0) < 0 && errno == EINTR)
			;
		close(member->socket);
	}
	member->pid = 0;
	member->ready = false;
	free(member->body);
	member->body = NULL;
	member->head_got = 0;
	return status;
}

struct pool *pool_new(const struct pool_setup *setup, struct problem *problem)
{
	int workers = setup->workers;
	struct pool *pool = alloc_array(1, sizeof *pool);

	if (pool)
		*pool = (struct pool){
			.setup = *setup,
			.members = alloc_array((size_t)workers,
					       sizeof *pool->members),
			.polls = alloc_array((size_t)workers,
					     sizeof *pool->polls),
		};
	if (!pool || !pool->members || !pool->polls) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for workers");
		pool_free(pool);
		return NULL;
	}
	while (pool->count < workers) {
		struct member *member = &pool->members[pool->count];

		member->file = -1;
		if (start_member(pool, member, problem) < 0) {
			pool_free(pool);
			return NULL;
		}
		pool->count++;
	}
	return pool;
}

void pool_free(struct pool *pool)
{
	if (!pool)
		return;
	for (int i = 0; i < pool->count; i++) {
		end_member(&pool->members[i]);
		if (pool->members[i].file >= 0)
			close(pool->members[i].file);
	}
	free(pool->members);
	free(pool->polls);
	free(pool);
}

static struct member *idle(const struct pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		if (!pool->members[i].has_job)
			return &pool->members[i];
	return NULL;
}

bool pool_has_room(const struct pool *pool)
{
	return idle(pool) != NULL;
}

bool pool_is_busy(const struct pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		if (pool->members[i].has_job)
			return true;
	return false;
}

/* Hands its job to a worker that is ready. One that is gone is noticed when
 * its socket is read. */
static void send_job(struct pool *pool, struct member *member)
{
	struct wire_job job = { .number = member->number };

	member->news = false;
	member->start = clock_seconds();
	allow_time(member, pool->setup.picture_seconds);
	wire_send_job(member->socket, &job, member->file);
}

void pool_start(struct pool *pool, uint32_t number, int file)
{
	struct member *member = idle(pool);

	member->has_job = true;
	member->again = false;
	member->number = number;
	member->file = file;
	if (member->ready)
		send_job(pool, member);
}

static void drop_job(struct member *member)
{
	if (member->file >= 0)
		close(member->file);
	member->file = -1;
	member->has_job = false;
}

/* Adds the lengths of the parts. Returns 0, or -1 where one is too long. */
static int body_length(const struct wire_head *head, size_t *length)
{
	*length = 0;
	for (int i = 0; i < WIRE_PARTS; i++) {
		if (head->length[i] >
		    (i == WIRE_ANSWER ? WIRE_ANSWER_MAX : WIRE_PART_MAX))
			return -1;
		*length += (size_t)head->length[i];
	}
	return 0;
}

/* The reply is whole. */
static void finish(struct member *member, struct pool_done *done)
{
	const uint8_t *at = member->body;

	*done = (struct pool_done){ .number = member->number,
				    .head = member->head,
				    .body = member->body };
	done->head.error[sizeof done->head.error - 1] = '\0';
	for (int i = 0; i < WIRE_PARTS; i++) {
		done->parts[i] = at;
		at += member->head.length[i];
	}
	member->body = NULL;
	member->head_got = 0;
	member->jobs_done++;
	drop_job(member);
}

/* A whole head has come: news, or the start of a reply. Returns 0, or -1
 * where the worker talks nonsense. */
static int take_head(struct pool *pool, struct member *member)
{
	const struct wire_head *head = &member->head;

	if (head->kind == WIRE_READY && !member->ready) {
		member->ready = true;
		member->end = HUGE_VAL;
		if (member->has_job)
			send_job(pool, member);
	} else if (head->kind == WIRE_FOUND && member->has_job &&
		   !member->news) {
		unsigned n =
			head->number < PUZZLES_MAX ? head->number : PUZZLES_MAX;

		member->news = true;
		allow_time(member, pool->setup.picture_seconds +
					   n * pool->setup.puzzle_seconds);
	} else if (head->kind == WIRE_REPLY && member->has_job &&
		   head->number == member->number) {
		if (body_length(head, &member->body_length) < 0)
			return -1;
		member->body_got = 0;
		/* one byte more: parts can be ended by a NUL */
		member->body = malloc(member->body_length + 1);
		return member->body ? 0 : -1;
	} else {
		return -1;
	}
	member->head_got = 0;
	return 0;
}

enum heard { HEARD_NOTHING, HEARD_REPLY, HEARD_END };

/* Reads what the worker says, as far as it has come. */
static enum heard listen_to(struct pool *pool, struct member *member,
			    struct pool_done *done)
{
	for (;;) {
		bool in_body = member->body != NULL;
		uint8_t *to =
			in_body ? member->body + member->body_got
				: (uint8_t *)&member->head + member->head_got;
		size_t want = in_body ? member->body_length - member->body_got
				      : sizeof member->head - member->head_got;
		ssize_t got =
			want ? recv(member->socket, to, want, MSG_DONTWAIT) : 0;

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN)
			return HEARD_NOTHING;
		if (got < 0 || (got == 0 && want))
			return HEARD_END;
		if (in_body) {
			member->body_got += (size_t)got;
		} else {
			member->head_got += (size_t)got;
			if (member->head_got == sizeof member->head &&
			    take_head(pool, member) < 0)
				return HEARD_END;
		}
		if (member->body && member->body_got == member->body_length) {
			finish(member, done);
			return HEARD_REPLY;
		}
	}
}

/* Why a worker is no more. */
static void explain(char *text, size_t size, int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
		snprintf(text, size, "a worker crashed while reading it (%s)",
			 strsignal(WTERMSIG(status)));
	else
		snprintf(text, size, "a worker ended while reading it (%s)",
			 WIFSIGNALED(status) ? "killed, out of memory?"
					     : "it exited on its own");
}

/* The worker died, or has had its time. Starts another one. Returns 1 where
 * that is what became of the job, 0 where it is tried once more (or there was
 * none), -1 where no worker can be started. */
static int bury(struct pool *pool, struct member *member, bool late,
		struct pool_done *done, struct problem *problem)
{
	bool was_ready = member->ready;
	/* what a worker has read before may have harmed it: once more in a
	 * fresh one */
	bool again = !late && member->has_job && member->jobs_done > 0 &&
		     !member->again;
	int result = 0;
	int status = end_member(member);

	if (!was_ready)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "workers cannot be started");
	if (member->has_job && !again) {
		*done = (struct pool_done){ .number = member->number };
		if (late)
			snprintf(done->failure, sizeof done->failure,
				 "took too long: given up after %.0f seconds",
				 clock_seconds() - member->start);
		else
			explain(done->failure, sizeof done->failure, status);
		drop_job(member);
		result = 1;
	} else if (member->has_job) {
		member->again = true;
		lseek(member->file, 0, SEEK_SET);
	}
	if (start_member(pool, member, problem) < 0)
		return -1;
	return result;
}

/* Milliseconds until `end` or the first worker's end, at least 0. */
static int timeout(const struct pool *pool, double end)
{
	double left;

	for (int i = 0; i < pool->count; i++)
		end = fmin(end, pool->members[i].end);
	left = (end - clock_seconds()) * 1000;
	return left <= 0 ? 0 : left > 1e6 ? 1000000 : (int)ceil(left);
}

int pool_wait(struct pool *pool, double seconds, struct pool_done *done,
	      struct problem *problem)
{
	double end = clock_seconds() + seconds;
	int result = 0;

	while (result == 0) {
		int count;

		for (int i = 0; i < pool->count; i++)
			pool->polls[i] =
				(struct pollfd){ .fd = pool->members[i].socket,
						 .events = POLLIN };
		count = poll(pool->polls, (nfds_t)pool->count,
			     timeout(pool, end));
		if (count < 0)
			return 0;
		for (int i = 0; i < pool->count && result == 0; i++) {
			struct member *member = &pool->members[i];
			enum heard heard = HEARD_NOTHING;

			if (pool->polls[i].revents)
				heard = listen_to(pool, member, done);
			if (heard == HEARD_REPLY)
				result = 1;
			else if (heard == HEARD_END || is_late(member))
				result = bury(pool, member,
					      heard == HEARD_NOTHING, done,
					      problem);
			if (!member->has_job && member->ready)
				member->end = HUGE_VAL;
		}
		if (count == 0 && result == 0 && clock_seconds() >= end)
			return 0;
	}
	return result;
}
