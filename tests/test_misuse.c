/* What people get wrong, and machines: files that are not there or not what
 * they should be, flags that do not go together, output that nobody takes. One
 * sentence says it, and the exit status. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "file.h"
#include "program.h"

/* Black and white side by side, which only a start that parts keeps apart. */
#define HALF_WAY                                                               \
	"{\"family\":\"panel\",\"columns\":2,\"rows\":1,\"starts\":[[2,1]],"   \
	"\"ends\":[{\"at\":[4,0],\"towards\":[0,-1]}],"                        \
	"\"cells\":[{\"at\":[1,1],\"kind\":\"square\",\"colour\":\"black\"},"  \
	"{\"at\":[3,1],\"kind\":\"square\",\"colour\":\"white\"}],"            \
	"\"solution\":{\"path\":[[2,1],[2,0],[0,0],[0,2],[2,2],[4,2],[4,0]]}}"

static int setup(void **state)
{
	static const char good[] = "#Tri\nx\n1,2\n";
	static const char panel[] = HALF_WAY "\n";
	static const char broken[] = HALF_WAY "\n{\"family\":\"panel\"}\n";
	struct program_test *test;

	if (program_setup(state) < 0)
		return -1;
	test = *state;
	program_write(&test->folder, "good.tri", good, sizeof good - 1);
	program_write(&test->folder, "panel.json", panel, sizeof panel - 1);
	program_write(&test->folder, "broken.jsonl", broken, sizeof broken - 1);
	program_write(&test->folder, "empty", "", 0);
	return 0;
}

static void expect(void **state, const char *arguments, int status,
		   const char *sentence)
{
	program_expect(*state, arguments, status, sentence);
}

static void wrong_usage(void **state)
{
	expect(state, "", 64, "Usage: solveglass COMMAND");
	expect(state, "dance", 64, "no such command: 'dance'");
	expect(state, "solve", 64, "missing argument: FILE...");
	expect(state, "solve --time none good.tri", 64,
	       "--time: expected a number of seconds above 0: 'none'");
	expect(state, "solve --time -1 good.tri", 64, "--time");
	expect(state, "solve --time nan good.tri", 64, "--time");
	expect(state, "solve --time", 64, "'--time' requires an argument");
	expect(state, "solve --engine horse good.tri", 64,
	       "expected auto, z3 or search: 'horse'");
	expect(state, "solve --family chess good.tri", 64, "'chess'");
	expect(state, "solve --all 0 good.tri", 64, "--all");
	expect(state, "solve --all 1x good.tri", 64, "--all");
	expect(state, "solve --format pdf good.tri", 64, "--format");
	expect(state, "solve --nonsense good.tri", 64, "--nonsense");
	expect(state, "solve --draw x.png good.tri good.tri", 64, "one file");
	expect(state, "check --copy good.tri", 64, "--copy");
	expect(state, "make chess", 64, "no such family");
	expect(state, "grab", 64, "-o FILE is missing");
	expect(state, "show good.tri", 64, "it takes no file");
}

/* A flag that would do nothing is none of the command's. */
static void flags_that_do_nothing_are_refused(void **state)
{
	expect(state, "make panel --symmetry vertical", 64, "--symmetry");
	expect(state, "make panel --family suko", 64, "--family");
	expect(state, "batch . -o out --format text", 64, "--format");
	expect(state, "watch --format text", 64, "--format");
	expect(state, "watch --delay 3", 64, "--delay");
	expect(state, "play --yes --outline", 64, "--outline");
}

static void outputs_are_files_of_their_own(void **state)
{
	struct program_test *test = *state;
	char path[128];

	expect(state, "solve --svg a --html a good.tri", 64,
	       "a different file each");
	expect(state, "solve --draw a --svg b --html a good.tri", 64,
	       "a different file each");
	expect(state, "solve --draw a.gif good.tri", 64, ".jpg or .webp");
	expect(state, "make suko --draw a", 64, ".jpg or .webp");
	expect(state, "check --draw a.gif good.tri", 64, ".jpg or .webp");
	expect(state, "grab -o a.tiff", 64, ".jpg or .webp");
	expect(state, "solve --svg - good.tri", 64, "not '-'");
	expect(state, "make suko --draw -", 64, "not '-'");
	expect(state, "solve --smt2 --svg a good.tri", 64,
	       "--smt2 does not solve");
	snprintf(path, sizeof path, "%s/a", test->folder.path);
	assert_int_equal(access(path, F_OK), -1);
}

static void files_that_are_none(void **state)
{
	static const char *const commands[] = { "read", "solve", "check",
						"solve --smt2" };

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char arguments[64];

		snprintf(arguments, sizeof arguments, "%s nowhere",
			 commands[i]);
		expect(state, arguments, 4,
		       "solveglass: nowhere: cannot open: 'nowhere'");
		snprintf(arguments, sizeof arguments, "%s .", commands[i]);
		expect(state, arguments, 4, "a folder");
		snprintf(arguments, sizeof arguments, "%s empty", commands[i]);
		expect(state, arguments, 4,
		       "solveglass: empty: no puzzle in it");
	}
	expect(state, "check --values nowhere panel.json", 4,
	       "cannot open: 'nowhere'");
	expect(state, "batch nowhere -o out", 4,
	       "cannot open the folder: 'nowhere'");
	expect(state, "batch good.tri -o out", 4, "Not a directory");
	expect(state, "batch . -o good.tri", 4, "Not a directory");
}

/* What is wished for and not known is said, with what is. */
static void wishes_that_are_none(void **state)
{
	expect(state, "make suko --with snow", 4,
	       "unknown wish: 'snow' (known: sujiko)");
	expect(state, "make sigils --with snow", 4,
	       "unknown wish: 'snow' (known: none)");
	expect(state, "make panel --with dots,snow", 4, "cylinder");
}

static void output_that_cannot_be_written(void **state)
{
	static const char *const runs[] = {
		"--help",
		"--version",
		"--man",
		"solve --help",
		"make suko",
		"solve good.tri",
		"solve --json good.tri",
		"solve --smt2 good.tri",
		"doctor --json",
	};

	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		char arguments[64];

		snprintf(arguments, sizeof arguments, "%s >/dev/full", runs[i]);
		expect(state, arguments, 4,
		       "solveglass: cannot write the output\n");
	}
	expect(state, "solve good.tri >&-", 4,
	       "solveglass: cannot write the output\n");
	expect(state, "solve --svg /dev/full good.tri", 4,
	       "cannot write: '/dev/full'");
	expect(state, "solve --html /dev/full good.tri", 4,
	       "cannot write: '/dev/full'");
	expect(state, "make suko --draw /dev/full", 4,
	       "cannot write: '/dev/full'");
	expect(state, "solve --draw . good.tri", 4, "Is a directory");
}

/* What the program opens does not take a closed stream's place. */
static void closed_streams_stay_closed(void **state)
{
	expect(state, "read - <&-", 4, "cannot read: '-' (Bad file");
	expect(state, "solve - <&-", 4, "cannot read: '-' (Bad file");
	expect(state, "solve good.tri 2>&-", 0, "");
	expect(state, "solve --no-store --svg a.svg good.tri <&- >&- 2>&-", 4,
	       "");
}

/* What comes before a fault is checked by the rules asked for, too. */
static void check_goes_by_the_rules_up_to_a_fault(void **state)
{
	struct program_test *test = *state;

	expect(state, "check panel.json", 1, "");
	assert_non_null(strstr(test->run.out, "  rule 6, row "));
	expect(state, "check --rules fat-starts panel.json", 0, "");
	expect(state, "check --rules fat-starts broken.jsonl", 4,
	       "broken.jsonl: ");
	assert_string_equal(test->run.out, "broken.jsonl: holds\n");
	expect(state, "check --rules fat panel.json", 4, "no such rules");
}

static size_t count(const char *text, const char *part)
{
	size_t found = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		found++;
	return found;
}

/* The mean of what lies around each pixel, so many to all sides. */
static void blur(const struct image *from, int around, struct image *to)
{
	int count = (2 * around + 1) * (2 * around + 1);

	for (int y = around; y < from->height - around; y++)
		for (int x = around; x < from->width - around; x++) {
			uint32_t sum[3] = { 0 };

			for (int i = 0; i < count; i++) {
				int dx = i % (2 * around + 1) - around;
				int dy = i / (2 * around + 1) - around;
				uint32_t pixel =
					image_row(from, y + dy)[x + dx];

				for (int k = 0; k < 3; k++)
					sum[k] += pixel >> 8 * k & 255;
			}
			for (int k = 0; k < 3; k++)
				sum[k] /= (uint32_t)count;
			image_row(to, y)[x] =
				sum[0] | sum[1] << 8 | sum[2] << 16;
		}
}

/* Formulas of several files may go to one solver; what was not read surely
 * is said. */
static void formulas_are_parted_and_doubted(void **state)
{
	static const char clear[] = SOURCE_DIR "/samples/panel/mixed-1.jpg";
	struct program_test *test = *state;
	char arguments[300];
	struct image image, blurred;

	expect(state, "solve --smt2 good.tri good.tri panel.json", 0, "");
	assert_int_equal(count(test->run.out, "(reset)"), 2);
	assert_int_equal(count(test->run.out, "(check-sat)"), 3);
	assert_int_equal(file_load_image(clear, &image, NULL), 0);
	assert_int_equal(image_copy(&image, &blurred, NULL), 0);
	blur(&image, 3, &blurred);
	snprintf(arguments, sizeof arguments, "%s/blurred.png",
		 test->folder.path);
	assert_int_equal(file_save_image(arguments, &blurred, NULL), 0);
	image_fini(&image);
	image_fini(&blurred);
	expect(state, "solve --no-store blurred.png", 2, "");
	expect(state, "solve --smt2 blurred.png", 2, "not read surely enough");
	assert_int_equal(image_init(&image, 300, 200, NULL), 0);
	snprintf(arguments, sizeof arguments, "%s/black.png",
		 test->folder.path);
	assert_int_equal(file_save_image(arguments, &image, NULL), 0);
	image_fini(&image);
	expect(state, "solve --smt2 black.png", 3,
	       "black.png: no puzzle found");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_usage),
		cmocka_unit_test(flags_that_do_nothing_are_refused),
		cmocka_unit_test(outputs_are_files_of_their_own),
		cmocka_unit_test(files_that_are_none),
		cmocka_unit_test(wishes_that_are_none),
		cmocka_unit_test(output_that_cannot_be_written),
		cmocka_unit_test(closed_streams_stay_closed),
		cmocka_unit_test(check_goes_by_the_rules_up_to_a_fault),
		cmocka_unit_test(formulas_are_parted_and_doubted),
	};

	return cmocka_run_group_tests(tests, setup, program_teardown);
}
