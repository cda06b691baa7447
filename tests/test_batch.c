/* solveglass batch as people run it: killed and gone on with, with any number
 * of workers, on folders full of strange files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "file.h"
#include "names.h"
#include "program.h"
#include "rng.h"

/* What differs from run to run: times, and what they are shown in. */
#define UNLIKE "-x .batch -x times.jsonl -x report.html"

static void shell(const struct program_test *test, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void shell(const struct program_test *test, const char *format, ...)
{
	char line[2000];
	char command[2200];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	snprintf(command, sizeof command, "cd '%s' && { %s; }",
		 test->folder.path, line);
	if (system(command) != 0)
		fail_msg("failed: %s", line);
}

static struct program_run *run(struct program_test *test, const char *arguments)
{
	program_run(&test->run, &test->folder, arguments);
	return &test->run;
}

/* A picture of random pixels of one of few sizes. */
static void write_noise(const struct program_test *test, const char *name,
			uint64_t seed)
{
	struct image image;
	struct rng rng;
	uint8_t *data;
	size_t length;

	rng_seed(&rng, seed);
	assert_int_equal(image_init(&image, 300, 200, NULL), 0);
	for (int i = 0; i < 300 * 200; i++)
		image.pixels[i] = (uint32_t)rng_next(&rng) & 0xffffff;
	assert_int_equal(file_encode_png(&image, &data, &length, NULL), 0);
	program_write(&test->folder, name, data, length);
	free(data);
	image_fini(&image);
}

static int setup(void **state)
{
	struct program_test *test;

	if (program_setup(state) < 0)
		return -1;
	test = *state;
	shell(test, "mkdir in && cp '%s'/samples/tracks/screen-[13].png in/",
	      SOURCE_DIR);
	for (int i = 0; i < 6; i++) {
		char name[40];

		snprintf(name, sizeof name, "in/noise-%d.png", i);
		write_noise(test, name, (uint64_t)i);
	}
	shell(test,
	      "for i in 1 2 3 4 5 6; do '%s' make tracks --seed $i "
	      "--format text >in/made-$i.tt; done",
	      PROGRAM);
	shell(test, "cp in/noise-1.png in/a-copy.png; "
		    "head -c 2000 in/noise-2.png >in/cut.png; "
		    "echo hello >in/note.txt; : >in/empty.png");
	return 0;
}

/* The line about a file in OUT/`list`; fails where there is none or more than
 * one. The caller frees. */
static json_t *line_in(const struct program_test *test, const char *out,
		       const char *list, const char *input)
{
	char path[300];
	json_t *found = NULL;
	FILE *file;

	snprintf(path, sizeof path, "%s/%s/%s", test->folder.path, out, list);
	file = fopen(path, "r");
	assert_non_null(file);
	for (;;) {
		json_t *line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL);

		if (!line)
			break;
		if (!strcmp(json_string_value(json_object_get(line, "input")),
			    input)) {
			assert_null(found);
			found = json_incref(line);
		}
		json_decref(line);
	}
	fclose(file);
	if (!found)
		fail_msg("no line about '%s'", input);
	return found;
}

static json_t *line_of(const struct program_test *test, const char *out,
		       const char *input)
{
	return line_in(test, out, "results.jsonl", input);
}

static void expect_error(const struct program_test *test, const char *out,
			 const char *input, const char *sentence)
{
	json_t *line = line_of(test, out, input);
	const char *error = json_string_value(json_object_get(line, "error"));

	if (!error || !strstr(error, sentence))
		fail_msg("'%s': '%s' instead of '%s'", input,
			 error ? error : "no error", sentence);
	json_decref(line);
}

static void test_results(void **state)
{
	struct program_test *test = *state;
	json_t *line;

	assert_int_equal(run(test, "batch in -o out")->status, 4);
	line = line_of(test, "out", "made-3.tt");
	assert_string_equal(
		json_string_value(json_object_get(
			json_array_get(json_object_get(line, "puzzles"), 0),
			"verdict")),
		"solved");
	assert_true(json_is_null(json_object_get(line, "error")));
	json_decref(line);
	expect_error(test, "out", "cut.png", "damaged PNG");
	expect_error(test, "out", "empty.png", "not a PNG");
	expect_error(test, "out", "note.txt", "neither a picture");
	/* by name, and all of them */
	shell(test, "ls in | LC_ALL=C sort >names; "
		    "sed 's/^{\"input\":\"//; s/\".*//' out/results.jsonl "
		    "| diff names -");
	shell(test, "grep -q '<html' out/report.html");
}

static void test_same_once(void **state)
{
	struct program_test *test = *state;
	json_t *line;

	run(test, "batch in -o out");
	line = line_of(test, "out", "noise-1.png");
	assert_string_equal(json_string_value(json_object_get(line, "same_as")),
			    "a-copy.png");
	json_decref(line);
	line = line_of(test, "out", "noise-3.png");
	assert_null(json_object_get(line, "same_as"));
	json_decref(line);
	/* it was worked on once */
	shell(test, "! grep -q noise-1.png out/.batch/journal.jsonl");
	shell(test, "grep -q a-copy.png out/.batch/journal.jsonl");
}

static void test_any_jobs(void **state)
{
	struct program_test *test = *state;

	run(test, "batch -j 1 in -o one");
	run(test, "batch -j 3 in -o three");
	shell(test, "diff -r " UNLIKE " one three");
	run(test, "batch -j 2 --json in -o two");
	shell(test, "diff -r " UNLIKE " one two");
	shell(test, "diff one/results.jsonl stdout.txt");
}

/* Starts a batch that prints nothing; returns its process. */
static pid_t start_batch(const struct program_test *test, const char *in,
			 const char *out)
{
	pid_t child = fork();

	if (child == 0) {
		if (chdir(test->folder.path) == 0 &&
		    freopen("/dev/null", "w", stdout) &&
		    freopen("/dev/null", "w", stderr))
			execl(PROGRAM, "solveglass", "batch", "-j", "2", in,
			      "-o", out, (char *)NULL);
		_exit(127);
	}
	assert_true(child > 0);
	return child;
}

/* Starts a batch and kills it, with no warning, after a while. */
static void run_and_kill(const struct program_test *test, long ns)
{
	struct timespec wait = { 0, ns };
	pid_t child = start_batch(test, "in", "out");

	nanosleep(&wait, NULL);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A sanitizer makes each run ten times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static int kills = 4;
#else
static int kills = 8;
#endif

static void test_kill(void **state)
{
	struct program_test *test = *state;
	double start = seconds_now();
	struct rng rng;
	double whole;

	run(test, "batch -j 2 in -o undisturbed");
	whole = seconds_now() - start;
	rng_seed(&rng, 8);
	for (int i = 0; i < kills; i++) {
		/* some runs are killed twice */
		run_and_kill(test, (long)(rng_real(&rng, 0, whole) * 1e9) %
					   999999999);
		if (i % 3 == 0)
			run_and_kill(test, (long)(rng_real(&rng, 0, whole / 2) *
						  1e9) %
						   999999999);
		run(test, "batch -j 2 in -o out");
		shell(test, "diff -r " UNLIKE " undisturbed out");
		/* nothing twice, no part left behind */
		shell(test, "test -z \"$(grep -o '\"key\":\"[^\"]*\"' "
			    "out/.batch/journal.jsonl | sort | uniq -d)\"");
		shell(test, "test -z \"$(ls out/.batch/parts)\" && "
			    "rm -r out");
	}
}

/* A journal whose last line was cut is gone on with from the line before. */
static void test_cut_journal(void **state)
{
	struct program_test *test = *state;

	run(test, "batch in -o whole");
	shell(test, "cp -r whole out; truncate -s -7 "
		    "out/.batch/journal.jsonl; rm out/results.jsonl");
	run(test, "batch in -o out");
	shell(test, "diff -r " UNLIKE " whole out");
	/* other settings give other results: all is done anew */
	shell(test, "cp out/.batch/journal.jsonl before");
	run(test, "batch --time 5 in -o out");
	shell(test, "! cmp -s before out/.batch/journal.jsonl");
	shell(test, "cp out/.batch/journal.jsonl before");
	run(test, "batch --time 5 in -o out");
	shell(test, "cmp before out/.batch/journal.jsonl");
	run(test, "batch --time 5 --outline in -o out");
	shell(test, "! cmp -s before out/.batch/journal.jsonl");
}

/* Only what has changed is done again. */
static void test_changes(void **state)
{
	struct program_test *test = *state;

	run(test, "batch in -o out");
	shell(test, "wc -l <out/.batch/journal.jsonl >before");
	write_noise(test, "in/noise-5.png", 77);
	write_noise(test, "in/noise-9.png", 78);
	shell(test, "rm in/noise-4.png");
	run(test, "batch in -o out");
	shell(test, "test $(wc -l <out/.batch/journal.jsonl) = "
		    "$(($(cat before) + 2))");
	shell(test, "! grep -q noise-4 out/results.jsonl && "
		    "grep -q noise-9 out/results.jsonl");
}

static void test_strange_files(void **state)
{
	struct program_test *test = *state;
	json_t *line;

	shell(test,
	      "mkdir -p strange/sub strange/locked && cd strange && "
	      "cp ../in/noise-0.png \"$(printf 'new\\nline.png')\" && "
	      "cp ../in/noise-1.png \"quote'\\\"<b>&.png\" && "
	      "cp ../in/noise-2.png \"$(printf 'bad\\377\\376.png')\" && "
	      "cp ../in/noise-3.png ' -o..%%2F..png' && "
	      "cp ../in/noise-4.png -- -rf && "
	      "cp ../in/noise-5.png sub/deep.png && "
	      "ln -s loop loop && ln -s . circle && ln -s nowhere dangling && "
	      "ln -s sub/deep.png link.png && mkfifo pipe.png && "
	      "cp ../in/noise-0.png \"$(printf '%%0250d' 7).png\"");
	run(test, "batch -r strange -o out");
	line = line_of(test, "out", "new\nline.png");
	assert_true(json_is_null(json_object_get(line, "error")));
	json_decref(line);
	line = line_of(test, "out", "bad\xef\xbf\xbd\xef\xbf\xbd.png");
	assert_string_equal(json_string_value(json_object_get(line, "url")),
			    "bad%FF%FE.png");
	json_decref(line);
	json_decref(line_of(test, "out", "quote'\"<b>&.png"));
	json_decref(line_of(test, "out", "sub/deep.png"));
	expect_error(test, "out", "loop", "symbolic links");
	expect_error(test, "out", "circle", "a link to a folder");
	expect_error(test, "out", "dangling", "No such file");
	expect_error(test, "out", "pipe.png", "not a file");
	line = line_of(test, "out", "sub/deep.png");
	assert_string_equal(json_string_value(json_object_get(line, "same_as")),
			    "link.png");
	json_decref(line);
	shell(test, "! grep -q '<b>&' out/report.html");
}

/* The output within the input is not looked at. */
static void test_out_inside(void **state)
{
	struct program_test *test = *state;

	run(test, "batch -r in -o in/out");
	shell(test, "cp in/out/results.jsonl first");
	run(test, "batch -r in -o in/out");
	shell(test, "cmp first in/out/results.jsonl && "
		    "! grep -q out/ in/out/results.jsonl");
}

/* A folder of the output that somebody made a link to elsewhere. */
static void test_no_escape(void **state)
{
	struct program_test *test = *state;

	shell(test, "mkdir out elsewhere && ln -s ../elsewhere out/answers");
	assert_int_equal(run(test, "batch in -o out")->status, 4);
	assert_non_null(strstr(test->run.err, "answers"));
	shell(test, "rm out/answers && mkdir out/.batch && ln -s "
		    "../../elsewhere/x out/.batch/journal.jsonl");
	assert_int_equal(run(test, "batch in -o out")->status, 4);
	shell(test, "test -z \"$(ls elsewhere)\"");
}

/* A worker that is shut in writes as any other process does: it has the same
 * font, though it can open no file. */
static void test_same_drawing(void **state)
{
	struct program_test *test = *state;

	shell(test,
	      "mkdir numbers && cp '%s'/samples/pyramid/page-1.png numbers/"
	      " && cp '%s'/samples/suko/screen-1.png numbers/suko.png",
	      SOURCE_DIR, SOURCE_DIR);
	assert_int_equal(run(test, "batch numbers -o out -j 1")->status, 0);
	for (int i = 0; i < 2; i++) {
		const char *name = i ? "suko.png" : "page-1.png";

		shell(test,
		      "'%s' solve numbers/%s --draw drawn.png "
		      ">said && cmp drawn.png out/answers/%s.answer.png",
		      PROGRAM, name, name);
	}
}

static void test_input_unchanged(void **state)
{
	struct program_test *test = *state;

	shell(test, "chmod -R a-w in; (cd in; ls -lR --full-time; "
		    "cat *) | cksum >before");
	run(test, "batch in -o out");
	shell(test, "(cd in; ls -lR --full-time; cat *) | cksum | "
		    "cmp before - && chmod -R u+w in");
}

static void test_two_at_once(void **state)
{
	struct program_test *test = *state;

	run(test, "batch in -o out");
	run(test, "batch --watch in -o out >w.txt 2>&1 & sleep 2; "
		  "'" PROGRAM "' batch in -o out; echo $? >code; kill $!; "
		  "wait");
	shell(test, "test $(cat code) = 4");
	assert_non_null(strstr(test->run.err, "another batch"));
}

/* The most memory that the program, or a worker of it, has had. */
static long peak_megabytes(const struct program_test *test, const char *in)
{
	struct rusage usage;

	wait4(start_batch(test, in, "measured"), NULL, 0, &usage);
	return usage.ru_maxrss >> 10;
}

/* What it costs, nothing but a sentence: at 3 bytes a pixel it would be 30
 * gigabytes. */
static void test_giant(void **state)
{
	/* a PNG of 100,000 x 100,000 pixels: signature, IHDR, some data */
	static const uint8_t giant[] = {
		0x89, 'P',  'N',  'G',  '\r', '\n', 0x1a, '\n', 0,    0,
		0,    13,   'I',  'H',  'D',  'R',  0,    1,    0x86, 0xa0,
		0,    1,    0x86, 0xa0, 8,    2,    0,    0,    0,    0x27,
		0x30, 0x9c, 0x9f, 0,    0,    0,    1,    'I',  'D',  'A',
		'T',  0x78, 0,    0,    0,    0
	};
	struct program_test *test = *state;
	double decode = -1;
	json_t *line;
	long peak;

	shell(test, "mkdir giants");
	program_write(&test->folder, "giants/giant.png", giant, sizeof giant);
	run(test, "batch giants -o out");
	expect_error(test, "out", "giant.png", "too large");
	line = line_in(test, "out", "times.jsonl", "giant.png");
	assert_int_equal(
		json_unpack(line, "{s:{s:f}}", "cpu", "decode", &decode), 0);
	assert_true(decode >= 0 && decode < 100);
	json_decref(line);
	peak = peak_megabytes(test, "giants");
	assert_true(peak >= 1);
	/* a sanitizer keeps memory of its own */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	assert_true(peak < 50);
#endif
	assert_int_equal(run(test, "solve --json giants/giant.png")->status, 4);
}

static void test_watch(void **state)
{
	struct program_test *test = *state;

	shell(test, "cp in/noise-3.png later.png");
	run(test, "batch --watch -r in -o out >w.txt 2>&1 & "
		  "for i in $(seq 100); do test -f out/results.jsonl && "
		  "break; sleep 0.1; done; sleep 0.5; "
		  "mkdir in/new; cp later.png in/new/x.part; mv "
		  "in/new/x.part in/new/arrived.png; "
		  "for i in $(seq 100); do grep -q new/arrived.png "
		  "out/results.jsonl && break; sleep 0.1; done; "
		  "kill $!; wait $!; echo $? >code");
	json_decref(line_of(test, "out", "new/arrived.png"));
	shell(test, "test $(cat code) = 4");
}

static void test_usage(void **state)
{
	struct program_test *test = *state;

	assert_int_equal(run(test, "batch in")->status, 64);
	assert_int_equal(run(test, "batch in in -o out")->status, 64);
	assert_int_equal(run(test, "batch nowhere -o out")->status, 4);
	assert_int_equal(run(test, "batch in -o out -j 0")->status, 64);
	shell(test, "mkdir nothing");
	assert_int_equal(run(test, "batch nothing -o out")->status, 0);
}

static void expect_flat(const char *path, const char *name)
{
	struct buffer out;

	buffer_init(&out);
	names_flat(&out, path);
	assert_string_equal(buffer_text(&out), name);
	buffer_fini(&out);
}

static void test_names(void **state)
{
	char path[600];
	struct buffer out;

	(void)state;
	expect_flat("a.png", "a.png");
	expect_flat("sub/a b.png", "sub+a b.png");
	expect_flat("sub+a.png", "sub%2Ba.png");
	expect_flat("..", "%2E.");
	expect_flat("-rf", "%2Drf");
	expect_flat("a\nb\xff", "a%0Ab%FF");
	expect_flat("\xc3\xa9.png", "\xc3\xa9.png");
	expect_flat("a\\b:c", "a%5Cb%3Ac");
	memset(path, 'x', sizeof path);
	path[sizeof path - 1] = '\0';
	buffer_init(&out);
	names_flat(&out, path);
	assert_true(out.length <= NAMES_LENGTH_MAX + 20);
	assert_null(strchr(buffer_text(&out), '/'));
	buffer_fini(&out);
}

#define BATCH_TEST(test)                                                       \
	cmocka_unit_test_setup_teardown(test, setup, program_teardown)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		BATCH_TEST(test_results),         BATCH_TEST(test_same_once),
		BATCH_TEST(test_any_jobs),        BATCH_TEST(test_kill),
		BATCH_TEST(test_cut_journal),     BATCH_TEST(test_changes),
		BATCH_TEST(test_strange_files),   BATCH_TEST(test_out_inside),
		BATCH_TEST(test_no_escape),       BATCH_TEST(test_same_drawing),
		BATCH_TEST(test_input_unchanged), BATCH_TEST(test_two_at_once),
		BATCH_TEST(test_giant),           BATCH_TEST(test_watch),
		BATCH_TEST(test_usage),           cmocka_unit_test(test_names),
	};

	if (argc > 1)
		kills = atoi(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
