#include "batch_sandbox.h"

#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Sanitizers need to write reports, and their shadow memory has no bounds. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Without conditions: nothing here reaches beyond the process and what it has
 * open for reading. */
static const int allowed[] = {
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(madvise),
	SCMP_SYS(read),
	SCMP_SYS(readv),
	SCMP_SYS(pread64),
	SCMP_SYS(lseek),
	SCMP_SYS(fstat),
	SCMP_SYS(close),
	SCMP_SYS(futex),
	SCMP_SYS(set_robust_list),
	SCMP_SYS(rseq),
	SCMP_SYS(gettid),
	SCMP_SYS(getpid),
	SCMP_SYS(sched_yield),
	SCMP_SYS(sched_getaffinity),
	SCMP_SYS(clock_gettime),
	SCMP_SYS(clock_getres),
	SCMP_SYS(clock_nanosleep),
	SCMP_SYS(nanosleep),
	SCMP_SYS(gettimeofday),
	SCMP_SYS(time),
	SCMP_SYS(getrusage),
	SCMP_SYS(sysinfo),
	SCMP_SYS(getrandom),
	SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigprocmask),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(sigaltstack),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
	SCMP_SYS(restart_syscall),
};

/* How a sanitizer tries whether memory is there (it writes it into a pipe), and
 * tells what it found. */
static const int sanitizers[] = {
	SCMP_SYS(pipe),
	SCMP_SYS(pipe2),
	SCMP_SYS(write),
};

static int allow(scmp_filter_ctx filter, int call)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
}

/* Only if argument `index`, masked, is `value`. */
static int allow_if(scmp_filter_ctx filter, int call, unsigned index,
		    scmp_datum_t mask, scmp_datum_t value)
{
	struct scmp_arg_cmp condition = { index, SCMP_CMP_MASKED_EQ, mask,
					  value };

	return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1,
				      &condition);
}

static int allow_writing(scmp_filter_ctx filter, int fd)
{
	static const int calls[] = { SCMP_SYS(write), SCMP_SYS(writev),
				     SCMP_SYS(recvmsg) };
	const scmp_datum_t all = 0xffffffff;

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (allow_if(filter, calls[i], 0, all, (scmp_datum_t)fd) < 0)
			return -1;
	return 0;
}

static int add_rules(scmp_filter_ctx filter, int socket)
{
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
		if (allow(filter, allowed[i]) < 0)
			return -1;
	if (allow_writing(filter, socket) < 0)
		return -1;
	for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
		if (SANITIZED && allow(filter, sanitizers[i]) < 0)
			return -1;
	/* memory, but none that can be run */
	if (allow_if(filter, SCMP_SYS(mmap), 2, PROT_EXEC, 0) < 0 ||
	    allow_if(filter, SCMP_SYS(mprotect), 2, PROT_EXEC, 0) < 0)
		return -1;
	/* threads, but no processes; of clone3 the flags cannot be seen, and
	 * the C library falls back to clone where it is not there. (Of clone
	 * they are the first argument on all that Debian runs on but s390.) */
	if (allow_if(filter, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD) <
		    0 ||
	    seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3),
			     0) < 0)
		return -1;
	/* abort() kills its own thread */
	if (allow_if(filter, SCMP_SYS(tgkill), 0, 0xffffffff,
		     (scmp_datum_t)getpid()) < 0)
		return -1;
	/* a thread's own name */
	return allow_if(filter, SCMP_SYS(prctl), 0, 0xffffffff, PR_SET_NAME);
}

static int limit(int resource, rlim_t value)
{
	struct rlimit limit = { value, value };

	return setrlimit(resource, &limit);
}

int sandbox_enter(int socket, size_t memory, struct problem *problem)
{
	scmp_filter_ctx filter;
	int result = -1;

	limit(RLIMIT_CORE, 0);
	if (!SANITIZED)
		limit(RLIMIT_FSIZE, 0);
	if (!SANITIZED && limit(RLIMIT_AS, memory) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot limit a worker's memory (%s)",
				   strerror(errno));
	filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	/* seccomp_load also sets no_new_privs */
	if (filter && add_rules(filter, socket) == 0)
		result = seccomp_load(filter);
	if (filter)
		seccomp_release(filter);
	if (result < 0)
		return problem_set(
			problem, PROBLEM_ENVIRONMENT,
			"cannot confine a worker: seccomp is missing");
	return 0;
}
