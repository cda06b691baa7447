/* bench_mutated [COUNT [SEED]]: `solveglass batch` over COUNT (default 1,000)
 * damaged copies of the samples, the fuzzing seeds and, where it is there, the
 * development data: bytes changed, cut off, doubled, put in, set to extremes,
 * two files spliced, wrong endings; a quarter are whole pictures with blocks
 * of pixels changed and their edges cut off, for the readers.
 *
 * Each file must be in the results once, with puzzles, with the finding that
 * there are none, or with a sentence that says why not; a worker that is lost
 * costs its own file only and is listed here. Prints how many ended how. Exit
 * status 1 where a file is missing, has no sentence, or the batch itself died.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <zlib.h>

#include "corpus.h"
#include "deadline.h"
#include "file.h"
#include "rng.h"
#include "usage.h"

enum {
	COUNT_DEFAULT = 1000,
	SOURCE_MAX = 400 * 1024, /* larger ones only cost time */
	CHANGES_MAX = 12,
	INSERTED_MAX = 64,
	BLOCKS_MAX = 6,
};

static const char *const pictures[] = { ".png", ".jpg", ".webp", NULL };
static const char *const texts[] = { ".json", ".txt", ".windmill", NULL };

struct bytes {
	uint8_t *data;
	size_t length;
};

static struct bytes load(const struct corpus *corpus, struct rng *rng)
{
	struct bytes bytes = { 0 };

	while (!bytes.data) {
		const char *path =
			corpus->paths[rng_below(rng, (uint32_t)corpus->count)];
		struct stat there;

		if (stat(path, &there) < 0 || there.st_size == 0 ||
		    there.st_size > SOURCE_MAX)
			continue;
		if (file_read(path, SOURCE_MAX, &bytes.data, &bytes.length,
			      NULL) < 0)
			exit(1);
	}
	return bytes;
}

static size_t place(struct rng *rng, const struct bytes *bytes)
{
	/* half of the changes go to where headers are */
	size_t bound =
		rng_below(rng, 2) && bytes->length > 64 ? 64 : bytes->length;

	return bound ? rng_below(rng, (uint32_t)bound) : 0;
}

/* Replaces `gone` bytes at `at` by `length` of `data`. */
static void splice(struct bytes *bytes, size_t at, size_t gone,
		   const uint8_t *data, size_t length)
{
	uint8_t *whole = malloc(bytes->length - gone + length + 1);

	if (!whole)
		exit(1);
	memcpy(whole, bytes->data, at);
	memcpy(whole + at, data, length);
	memcpy(whole + at + length, bytes->data + at + gone,
	       bytes->length - at - gone);
	free(bytes->data);
	bytes->data = whole;
	bytes->length += length - gone;
}

static void change_bytes(struct bytes *bytes, struct rng *rng)
{
	for (int n = rng_between(rng, 1, CHANGES_MAX); n > 0; n--)
		bytes->data[place(rng, bytes)] = (uint8_t)rng_next(rng);
}

static void cut(struct bytes *bytes, struct rng *rng)
{
	bytes->length = rng_below(rng, (uint32_t)bytes->length);
}

static void set_extreme(struct bytes *bytes, struct rng *rng)
{
	static const uint8_t extremes[][4] = {
		{ 0, 0, 0, 0 },         { 255, 255, 255, 255 },
		{ 127, 255, 255, 255 }, { 128, 0, 0, 0 },
		{ 0, 0, 255, 255 },
	};
	size_t at = place(rng, bytes);

	if (at + 4 <= bytes->length)
		memcpy(bytes->data + at, extremes[rng_below(rng, 5)], 4);
}

static void put_in(struct bytes *bytes, struct rng *rng)
{
	uint8_t noise[INSERTED_MAX];
	size_t length = rng_below(rng, INSERTED_MAX) + 1;

	for (size_t i = 0; i < length; i++)
		noise[i] = (uint8_t)rng_next(rng);
	splice(bytes, place(rng, bytes), 0, noise, length);
}

static void double_part(struct bytes *bytes, struct rng *rng)
{
	size_t at = place(rng, bytes);
	size_t length = rng_below(rng, (uint32_t)(bytes->length - at)) + 1;
	uint8_t *part = malloc(length);

	if (!part)
		exit(1);
	memcpy(part, bytes->data + at, length);
	splice(bytes, at, 0, part, length);
	free(part);
}

/* Gives a PNG's chunks their checksums again, so that the damage reaches what
 * comes after them. */
static void mend_checksums(struct bytes *bytes)
{
	static const uint8_t signature[8] = { 0x89, 'P', 'N', 'G',
					      13,   10,  26,  10 };
	size_t at = sizeof signature;

	if (bytes->length < at || memcmp(bytes->data, signature, at) != 0)
		return;
	while (bytes->length - at >= 12) {
		uint8_t *chunk = bytes->data + at;
		size_t length = (size_t)chunk[0] << 24 | chunk[1] << 16 |
				chunk[2] << 8 | chunk[3];
		unsigned long sum;

		if (length > bytes->length - at - 12)
			return;
		sum = crc32(0, chunk + 4, (unsigned)length + 4);
		for (int i = 0; i < 4; i++)
			chunk[8 + length + i] = (uint8_t)(sum >> (24 - 8 * i));
		at += length + 12;
	}
}

/* Where the bytes are a picture: moves, turns dark or blanks blocks of it, cuts
 * a part out of it, and makes a PNG of that, so that readers see what no game
 * draws. */
static void change_pixels(struct bytes *bytes, struct rng *rng)
{
	struct image image = { 0 }, part = { 0 };
	int left, top;

	if (file_decode(bytes->data, bytes->length, &image, NULL) < 0)
		return;
	left = (int)rng_below(rng, (uint32_t)image.width / 2 + 1);
	top = (int)rng_below(rng, (uint32_t)image.height / 2 + 1);
	if (image_init(&part, image.width - left, image.height - top, NULL) < 0)
		exit(1);
	for (int y = 0; y < part.height; y++)
		memcpy(image_row(&part, y), image_row(&image, top + y) + left,
		       (size_t)part.width * sizeof *part.pixels);
	for (int n = rng_between(rng, 0, BLOCKS_MAX); n > 0; n--) {
		int x = (int)rng_below(rng, (uint32_t)part.width);
		int y = (int)rng_below(rng, (uint32_t)part.height);
		int width = rng_between(rng, 1, part.width - x);
		int height = rng_between(rng, 1, part.height - y);
		uint32_t mask = (uint32_t)rng_next(rng);

		for (int row = y; row < y + height / 2; row++)
			for (int i = x; i < x + width / 2; i++)
				image_row(&part, row)[i] ^= mask;
	}
	free(bytes->data);
	if (file_encode_png(&part, &bytes->data, &bytes->length, NULL) < 0)
		exit(1);
	image_fini(&part);
	image_fini(&image);
}

/* Saves one mutated file as `folder`/NUMBER.ending. */
static void mutate(const struct corpus *corpus, const char *folder,
		   size_t number, struct rng *rng)
{
	static void (*const ways[])(struct bytes *, struct rng *) = {
		change_bytes, cut, set_extreme, put_in, double_part,
	};
	static const char *const endings[] = { ".png",  ".jpg", ".webp",
					       ".json", ".txt", "" };
	struct bytes bytes = load(corpus, rng);
	char path[300];

	bool of_pixels = rng_below(rng, 4) == 0;

	if (of_pixels)
		change_pixels(&bytes, rng);
	for (int n = rng_between(rng, 1, 2);
	     !of_pixels && n > 0 && bytes.length; n--)
		ways[rng_below(rng, 5)](&bytes, rng);
	if (!of_pixels && rng_below(rng, 10) == 0) {
		struct bytes other = load(corpus, rng);
		size_t at = rng_below(rng, (uint32_t)bytes.length + 1);

		splice(&bytes, at, bytes.length - at, other.data,
		       rng_below(rng, (uint32_t)other.length));
		free(other.data);
	}
	if (rng_below(rng, 2))
		mend_checksums(&bytes);
	snprintf(path, sizeof path, "%s/%06zu%s", folder, number,
		 endings[rng_below(rng, 6)]);
	if (file_save(path, bytes.data, bytes.length, NULL) < 0)
		exit(1);
	free(bytes.data);
}

struct ends {
	size_t lines, solved, empty, failed, lost;
	size_t unexplained;
};

/* What the pool says of a file that crashed, ended or stopped a worker. */
static bool cost_worker(const char *error)
{
	static const char *const words[] = { "reading it crashed",
					     "reading it ended a worker",
					     "took too long" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(error, words[i]))
			return true;
	return false;
}

/* Counts how the files ended, and names those that ended a worker. */
static void count(const char *out, struct ends *ends)
{
	json_t *lines = corpus_lines(out, "results.jsonl");
	json_t *line;
	size_t i;

	json_array_foreach(lines, i, line)
	{
		const char *name =
			json_string_value(json_object_get(line, "input"));
		const char *error =
			json_string_value(json_object_get(line, "error"));
		const json_t *puzzles = json_object_get(line, "puzzles");

		ends->lines++;
		if (error && cost_worker(error)) {
			ends->lost++;
			printf("lost: %s: %s\n", name ? name : "?", error);
		} else if (error) {
			ends->failed++;
			ends->unexplained += error[0] == '\0';
		} else if (json_array_size(puzzles)) {
			ends->solved++;
		} else {
			ends->empty++;
			ends->unexplained += !json_is_array(puzzles) &&
					     !json_object_get(line, "same_as");
		}
	}
	json_decref(lines);
}

int main(int argc, char **argv)
{
	size_t wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : COUNT_DEFAULT;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	char top[] = "/tmp/solveglass-mutated-XXXXXX";
	char in[64], out[64];
	struct corpus corpus = { 0 };
	struct ends ends = { 0 };
	struct rng rng;
	double start;
	int status;

	usage(argc, argv,
	      "[COUNT [SEED]]\n"
	      "solveglass batch over COUNT damaged files (1,000): is each "
	      "accounted for?");
	corpus_add(&corpus, SOURCE_DIR "/samples", pictures);
	corpus_add(&corpus, SOURCE_DIR "/samples", texts);
	corpus_add(&corpus, SOURCE_DIR "/fuzz/seeds", texts);
	corpus_add(&corpus, SHARED_DATA, pictures);
	if (!corpus.count || !mkdtemp(top))
		return 1;
	snprintf(in, sizeof in, "%s/in", top);
	snprintf(out, sizeof out, "%s/out", top);
	mkdir(in, 0700);
	rng_seed(&rng, seed);
	for (size_t i = 0; i < wanted; i++)
		mutate(&corpus, in, i, &rng);
	start = clock_seconds();
	status = corpus_batch(in, out, "2");
	count(out, &ends);
	printf("%zu files (seed %llu) in %.0f s: %zu with puzzles, %zu without "
	       "any, %zu that could not be read, %zu that cost a worker; %zu "
	       "without a word, %zu missing\n",
	       wanted, (unsigned long long)seed, clock_seconds() - start,
	       ends.solved, ends.empty, ends.failed, ends.lost,
	       ends.unexplained, wanted - ends.lines);
	corpus_free(&corpus);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 4 ||
	    ends.lines != wanted || ends.unexplained || ends.lost) {
		printf("the files are left in %s\n", top);
		return 1;
	}
	corpus_remove(top);
	return 0;
}
