#include "smt.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <z3.h>

#include "alloc.h"
#include "side_thread.h"
#include "solve.h"

/* How often a running check looks at the clock and the stop flag: a key press
 * shall be obeyed within 100 ms, and Z3 takes some time to notice. */
static const double watch_interval = 0.02;

/* A list of Z3 terms. */
struct terms {
	Z3_ast *items;
	size_t count, capacity;
};

struct smt {
	Z3_context context;
	Z3_solver solver;
	Z3_model model; /* NULL where there is none */
	Z3_sort bool_sort, int_sort;
	struct terms literals; /* [0] is unused: literals count from 1 */
	struct terms numbers;
	struct terms scratch;
	bool stopped;           /* interrupted: Z3 stays unusable */
	struct problem problem; /* the first failure */
};

/* Z3 exits the process unless an error handler is set; the code is fetched
 * after each call instead. */
static void ignore_error(Z3_context context, Z3_error_code code)
{
	(void)context;
	(void)code;
}

/* Remembers the first failure; false where there is one. */
static bool well(struct smt *smt)
{
	Z3_error_code code = Z3_get_error_code(smt->context);

	if (code != Z3_OK)
		problem_set(&smt->problem, PROBLEM_ENVIRONMENT, "Z3: %.200s",
			    Z3_get_error_msg(smt->context, code));
	return smt->problem.kind == PROBLEM_NONE;
}

static int append(struct smt *smt, struct terms *terms, Z3_ast term)
{
	if (!well(smt) || !term)
		return 0;
	if (alloc_grow(&terms->items, &terms->capacity, terms->count + 1,
		       sizeof *terms->items) < 0) {
		problem_set(&smt->problem, PROBLEM_MEMORY,
			    "no memory for a formula");
		return 0;
	}
	terms->items[terms->count] = term;
	return (int)terms->count++;
}

struct smt *smt_new(struct problem *problem)
{
	struct smt *smt = alloc_array(1, sizeof *smt);
	Z3_config config = smt ? Z3_mk_config() : NULL;

	if (!config) {
		free(smt);
		problem_set(problem, PROBLEM_MEMORY, "no memory for Z3");
		return NULL;
	}
	/* Not Z3_mk_context_rc: terms live as long as the context, which
	 * serves one puzzle. */
	smt->context = Z3_mk_context(config);
	Z3_del_config(config);
	if (!smt->context) {
		free(smt);
		problem_set(problem, PROBLEM_ENVIRONMENT, "Z3 did not start");
		return NULL;
	}
	Z3_set_error_handler(smt->context, ignore_error);
	smt->bool_sort = Z3_mk_bool_sort(smt->context);
	smt->int_sort = Z3_mk_int_sort(smt->context);
	smt->solver = Z3_mk_simple_solver(smt->context);
	if (smt->solver)
		Z3_solver_inc_ref(smt->context, smt->solver);
	append(smt, &smt->literals, Z3_mk_true(smt->context));
	if (well(smt))
		return smt;
	problem_set(problem, smt->problem.kind, "%s", smt->problem.text);
	smt_free(smt);
	return NULL;
}

static void drop_model(struct smt *smt)
{
	if (smt->model)
		Z3_model_dec_ref(smt->context, smt->model);
	smt->model = NULL;
}

void smt_free(struct smt *smt)
{
	if (!smt)
		return;
	drop_model(smt);
	if (smt->solver)
		Z3_solver_dec_ref(smt->context, smt->solver);
	Z3_del_context(smt->context);
	free(smt->literals.items);
	free(smt->numbers.items);
	free(smt->scratch.items);
	free(smt);
}

static Z3_ast literal_term(struct smt *smt, int literal)
{
	Z3_ast term = smt->literals.items[abs(literal)];

	return literal < 0 ? Z3_mk_not(smt->context, term) : term;
}

static Z3_ast constant(struct smt *smt, int value)
{
	return Z3_mk_int(smt->context, value, smt->int_sort);
}

static void assert_term(struct smt *smt, Z3_ast term)
{
	drop_model(smt);
	if (well(smt) && term)
		Z3_solver_assert(smt->context, smt->solver, term);
	well(smt);
}

int smt_bool(struct smt *smt)
{
	return append(smt, &smt->literals,
		      Z3_mk_fresh_const(smt->context, "b", smt->bool_sort));
}

/* Names a term and bounds it, as far as it is not bounded anyway. */
static int bounded(struct smt *smt, Z3_ast term, int low, int high)
{
	int number = append(smt, &smt->numbers, term);

	if (!well(smt))
		return 0;
	if (low == high) {
		assert_term(smt,
			    Z3_mk_eq(smt->context, term, constant(smt, low)));
		return number;
	}
	if (low > INT_MIN)
		assert_term(smt,
			    Z3_mk_ge(smt->context, term, constant(smt, low)));
	if (high < INT_MAX)
		assert_term(smt,
			    Z3_mk_le(smt->context, term, constant(smt, high)));
	return number;
}

int smt_int(struct smt *smt, int low, int high)
{
	if (low == high && well(smt))
		return append(smt, &smt->numbers, constant(smt, low));
	return bounded(smt, Z3_mk_fresh_const(smt->context, "n", smt->int_sort),
		       low, high);
}

int smt_equals(struct smt *smt, int number, int value)
{
	if (!well(smt))
		return 0;
	return append(smt, &smt->literals,
		      Z3_mk_eq(smt->context, smt->numbers.items[number],
			       constant(smt, value)));
}

int smt_less(struct smt *smt, int a, int b)
{
	if (!well(smt))
		return 0;
	return append(smt, &smt->literals,
		      Z3_mk_lt(smt->context, smt->numbers.items[a],
			       smt->numbers.items[b]));
}

/* The terms of some literals or numbers, until the next call; NULL, a sticky
 * failure, where that fails. */
static const Z3_ast *gather(struct smt *smt, const int *names, int count,
			    bool literals)
{
	smt->scratch.count = 0;
	for (int i = 0; i < count && well(smt); i++)
		append(smt, &smt->scratch,
		       literals ? literal_term(smt, names[i])
				: smt->numbers.items[names[i]]);
	return well(smt) ? smt->scratch.items : NULL;
}

int smt_int_sum(struct smt *smt, const int *numbers, int count, int low,
		int high)
{
	const Z3_ast *terms = gather(smt, numbers, count, false);

	if (!terms)
		return 0;
	return bounded(smt, Z3_mk_add(smt->context, (unsigned)count, terms),
		       low, high);
}

void smt_clause(struct smt *smt, const int *literals, int count)
{
	const Z3_ast *terms = gather(smt, literals, count, true);

	if (count == 0)
		assert_term(smt, Z3_mk_false(smt->context));
	else if (terms)
		assert_term(smt,
			    Z3_mk_or(smt->context, (unsigned)count, terms));
}

void smt_unit(struct smt *smt, int literal)
{
	smt_clause(smt, &literal, 1);
}

void smt_either(struct smt *smt, int a, int b)
{
	smt_clause(smt, (const int[]){ a, b }, 2);
}

void smt_exactly(struct smt *smt, const int *literals, int count, int total)
{
	const Z3_ast *terms = gather(smt, literals, count, true);
	int *ones = alloc_array((size_t)count, sizeof *ones);

	/* of no literal there are no terms */
	if ((!terms && count) || !ones) {
		problem_set(&smt->problem, PROBLEM_MEMORY,
			    "no memory for a formula");
		free(ones);
		return;
	}
	for (int i = 0; i < count; i++)
		ones[i] = 1;
	if (count == 0)
		assert_term(smt, total ? Z3_mk_false(smt->context)
				       : Z3_mk_true(smt->context));
	else
		assert_term(smt, Z3_mk_pbeq(smt->context, (unsigned)count,
					    terms, ones, total));
	free(ones);
}

void smt_sum(struct smt *smt, const int *numbers, const bool *minus, int count,
	     int total)
{
	Z3_ast sum;

	if (!gather(smt, numbers, count, false) && count)
		return;
	for (int i = 0; minus && i < count; i++)
		if (minus[i])
			smt->scratch.items[i] = Z3_mk_unary_minus(
				smt->context, smt->scratch.items[i]);
	sum = count ? Z3_mk_add(smt->context, (unsigned)count,
				smt->scratch.items)
		    : constant(smt, 0);
	assert_term(smt, Z3_mk_eq(smt->context, sum, constant(smt, total)));
}

void smt_distinct(struct smt *smt, const int *numbers, int count)
{
	const Z3_ast *terms = gather(smt, numbers, count, false);

	if (terms && count > 1)
		assert_term(smt, Z3_mk_distinct(smt->context, (unsigned)count,
						terms));
}

/* Interrupts a running check when its deadline passes. */
struct watch {
	Z3_context context;
	const struct deadline *deadline;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool done; /* the check has returned */
	bool interrupted;
};

static struct timespec clock_after(double seconds)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_nsec += (long)(seconds * 1e9);
	at.tv_sec += at.tv_nsec / 1000000000;
	at.tv_nsec %= 1000000000;
	return at;
}

static void *watch_run(void *data)
{
	struct watch *watch = data;

	pthread_mutex_lock(&watch->mutex);
	while (!watch->done) {
		double left = deadline_left(watch->deadline);
		struct timespec at;

		if (left <= 0) {
			/* Again and again: one that comes before Z3 has
			 * begun is lost. */
			Z3_interrupt(watch->context);
			watch->interrupted = true;
			left = watch_interval;
		}
		at = clock_after(left < watch_interval ? left : watch_interval);
		pthread_cond_timedwait(&watch->changed, &watch->mutex, &at);
	}
	pthread_mutex_unlock(&watch->mutex);
	return NULL;
}

/* Returns 0, or -1 without a thread. */
static int watch_start(struct watch *watch)
{
	pthread_condattr_t attributes;

	pthread_mutex_init(&watch->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&watch->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	if (side_thread_start(&watch->thread, watch_run, watch) == 0)
		return 0;
	pthread_cond_destroy(&watch->changed);
	pthread_mutex_destroy(&watch->mutex);
	return -1;
}

static void watch_stop(struct watch *watch)
{
	pthread_mutex_lock(&watch->mutex);
	watch->done = true;
	pthread_cond_signal(&watch->changed);
	pthread_mutex_unlock(&watch->mutex);
	pthread_join(watch->thread, NULL);
	pthread_cond_destroy(&watch->changed);
	pthread_mutex_destroy(&watch->mutex);
}

static enum smt_answer watched_check(struct smt *smt,
				     const struct deadline *deadline)
{
	struct watch watch = { .context = smt->context, .deadline = deadline };
	bool limited =
		deadline->end > 0 || deadline->stop || deadline->stop_too;
	Z3_lbool answer;

	if (limited && watch_start(&watch) < 0) {
		problem_set(&smt->problem, PROBLEM_ENVIRONMENT,
			    "no thread to watch the time");
		return SMT_FAILED;
	}
	answer = Z3_solver_check(smt->context, smt->solver);
	if (limited)
		watch_stop(&watch);
	smt->stopped = limited && watch.interrupted;
	if (smt->stopped)
		return SMT_UNKNOWN;
	if (!well(smt))
		return SMT_FAILED;
	return answer == Z3_L_TRUE    ? SMT_SAT
	       : answer == Z3_L_FALSE ? SMT_UNSAT
				      : SMT_UNKNOWN;
}

enum smt_answer smt_check(struct smt *smt, const struct deadline *deadline,
			  struct problem *problem)
{
	enum smt_answer answer = SMT_FAILED;

	drop_model(smt);
	if (smt->stopped || deadline_passed(deadline))
		return SMT_UNKNOWN;
	if (well(smt))
		answer = watched_check(smt, deadline);
	if (answer == SMT_SAT) {
		smt->model = Z3_solver_get_model(smt->context, smt->solver);
		if (smt->model)
			Z3_model_inc_ref(smt->context, smt->model);
		if (!well(smt))
			answer = SMT_FAILED;
	}
	if (answer == SMT_FAILED)
		problem_set(problem, smt->problem.kind, "%s",
			    smt->problem.text);
	return answer;
}

static Z3_ast model_value(struct smt *smt, Z3_ast term)
{
	Z3_ast value = NULL;

	if (!smt->model ||
	    !Z3_model_eval(smt->context, smt->model, term, true, &value))
		return NULL;
	return value;
}

bool smt_holds(struct smt *smt, int literal)
{
	Z3_ast value = model_value(smt, smt->literals.items[abs(literal)]);
	bool holds =
		value && Z3_get_bool_value(smt->context, value) == Z3_L_TRUE;

	return literal < 0 ? !holds : holds;
}

int smt_value(struct smt *smt, int number)
{
	Z3_ast value = model_value(smt, smt->numbers.items[number]);
	int result = 0;

	if (value && !Z3_get_numeral_int(smt->context, value, &result))
		result = INT_MIN;
	return result;
}

void solve_warm_up(void)
{
	struct smt *smt = smt_new(NULL);
	struct deadline never = deadline_never();
	int number;

	if (!smt)
		return;
	number = smt_int(smt, 0, 9);
	smt_sum(smt, &number, NULL, 1, 4);
	smt_unit(smt, smt_bool(smt));
	smt_check(smt, &never, NULL);
	smt_free(smt);
}
