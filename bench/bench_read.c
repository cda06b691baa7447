/* How long reading takes in a warm process, decoding excluded.
 *
 *   bench_read [--family NAME | --stages] [PICTURE...]
 *
 * Without pictures: boards of the Tracks game somewhere on screens of
 * 1920x1080. Each picture is read several times; the table holds the time of
 * finding elements and lattices, and that of everything, for the family named
 * and for all families; with --stages that of the page and of every family by
 * itself on it. Processor time stands beside the clock's: on a busy machine
 * only the former says something. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "deadline.h"
#include "file.h"
#include "page.h"
#include "sgt_tracks.h"
#include "times.h"
#include "usage.h"
#include "vision.h"

enum { ROUNDS = 7, SCREENS = 12, SCREEN_WIDTH = 1920, SCREEN_HEIGHT = 1080 };

struct stage {
	const char *name;
	struct times clock, processor;
};

/* The page, each family, and everything as the program does it. */
enum { STAGE_PAGE, STAGE_FAMILY, STAGE_ALL = STAGE_FAMILY + FAMILY_COUNT };

static const struct read_family *const readers[FAMILY_COUNT] = {
#define FAMILY(id, name, title) [FAMILY_##id] = &read_##id,
#include "families.def"
#undef FAMILY
};

static double processor_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void find_page(struct vision *vision, const struct image *image,
		      unsigned families)
{
	struct page page;

	(void)vision;
	(void)families;
	page_find(&page, image, 1, NULL);
	page_fini(&page);
}

static void read_all(struct vision *vision, const struct image *image,
		     unsigned families)
{
	struct sighting_list list = { 0 };

	vision_read(vision, image, families, &list, NULL);
	sighting_list_fini(&list);
}

static void
measure(struct stage *stage,
	void (*work)(struct vision *, const struct image *, unsigned),
	struct vision *vision, const struct image *image, unsigned families)
{
	for (int i = 0; i < ROUNDS; i++) {
		double clock = clock_seconds();
		double processor = processor_seconds();

		work(vision, image, families);
		times_add(&stage->clock, clock_seconds() - clock);
		times_add(&stage->processor, processor_seconds() - processor);
	}
}

struct watch {
	double clock, processor;
};

static struct watch watch_start(void)
{
	return (struct watch){ clock_seconds(), processor_seconds() };
}

static void watch_stop(const struct watch *watch, struct stage *stage)
{
	times_add(&stage->clock, clock_seconds() - watch->clock);
	times_add(&stage->processor, processor_seconds() - watch->processor);
}

/* Every family looks at the same page, whatever the others found. */
static void measure_stages(struct stage *stages, struct vision *vision,
			   const struct image *image)
{
	struct watch watch = watch_start();
	struct page page;

	page_find(&page, image, 1, NULL);
	watch_stop(&watch, &stages[STAGE_PAGE]);
	for (int i = 0; i < FAMILY_COUNT; i++) {
		struct sighting_list list = { 0 };

		if (!readers[i]->read)
			continue;
		watch = watch_start();
		readers[i]->read(vision, &page, &list, NULL);
		watch_stop(&watch, &stages[STAGE_FAMILY + i]);
		sighting_list_fini(&list);
	}
	page_fini(&page);
	watch = watch_start();
	read_all(vision, image, (1u << FAMILY_COUNT) - 1);
	watch_stop(&watch, &stages[STAGE_ALL]);
}

/* A screen of slightly uneven grey with the game somewhere on it. */
static int make_screen(int number, struct image *screen)
{
	static const int px_tiles[] = { 24, 36, 48, 60 };
	struct buffer id;
	struct image game = { 0 };
	char path[] = "/tmp/bench-read-XXXXXX";
	int result = -1, left, top;
	int fd = mkstemp(path);

	buffer_init(&id);
	if (fd < 0 || close(fd) < 0 ||
	    sgt_tracks_generate(8 + number % 5, 8 + number % 4, 'h',
				(unsigned)number, &id, NULL) < 0 ||
	    sgt_tracks_screenshot(buffer_text(&id), px_tiles[number % 4],
				  sgt_palette(number % SGT_PALETTES), path,
				  NULL) < 0 ||
	    file_load_image(path, &game, NULL) < 0 ||
	    image_init(screen, SCREEN_WIDTH, SCREEN_HEIGHT, NULL) < 0)
		goto fail;
	for (int y = 0; y < screen->height; y++)
		for (int x = 0; x < screen->width; x++)
			image_row(screen, y)[x] =
				0x010101 * (unsigned)(60 + y / 40);
	left = number * 131 % (SCREEN_WIDTH - game.width);
	top = number * 71 % (SCREEN_HEIGHT - game.height);
	for (int y = 0; y < game.height; y++)
		memcpy(image_row(screen, top + y) + left, image_row(&game, y),
		       (size_t)game.width * sizeof(uint32_t));
	result = 0;
fail:
	unlink(path);
	buffer_fini(&id);
	image_fini(&game);
	return result;
}

static double mean(const struct times *times)
{
	double sum = 0;

	for (int i = 0; i < times->count; i++)
		sum += times->ms[i];
	return times->count ? sum / times->count : 0;
}

static void print(struct stage *stage)
{
	if (!stage->clock.count)
		return;
	printf("%-28s %8.1f %8.1f   %8.1f %8.1f %8.1f\n", stage->name,
	       times_share(&stage->clock, 0.5),
	       times_share(&stage->clock, 0.95),
	       times_share(&stage->processor, 0.5),
	       times_share(&stage->processor, 0.95), mean(&stage->processor));
}

static void measure_picture(struct stage *stages, bool by_stage,
			    struct vision *vision, const struct image *image,
			    enum family family)
{
	if (by_stage) {
		measure_stages(stages, vision, image);
		return;
	}
	measure(&stages[0], find_page, vision, image, 0);
	measure(&stages[1], read_all, vision, image, 1u << family);
	measure(&stages[2], read_all, vision, image, (1u << FAMILY_COUNT) - 1);
}

static void name_stages(struct stage *stages, bool by_stage)
{
	stages[0].name = "elements and lattices";
	stages[1].name = "one family, all told";
	stages[2].name = "all families";
	for (int i = 0; by_stage && i < FAMILY_COUNT; i++)
		stages[STAGE_FAMILY + i].name = puzzle_family(i)->name;
	if (by_stage)
		stages[STAGE_ALL].name = "everything, with early stops";
}

int main(int argc, char **argv)
{
	static struct stage stages[STAGE_ALL + 1];
	struct vision *vision = vision_new(NULL);
	enum family family = FAMILY_tracks;
	bool by_stage = argc > 1 && !strcmp(argv[1], "--stages");
	int first = by_stage ? 2 : 1, pictures;

	usage(argc, argv,
	      "[--family NAME | --stages] [PICTURE...]\n"
	      "How long reading takes, decoding excluded; without pictures, of "
	      "screens with\n"
	      "the Tracks game.");
	if (argc > 2 && !strcmp(argv[1], "--family")) {
		family = puzzle_family_named(argv[2]);
		first = 3;
	}
	if (!vision || family == FAMILY_COUNT)
		return 64;
	name_stages(stages, by_stage);
	pictures = argc > first ? argc - first : SCREENS;
	for (int i = 0; i < pictures; i++) {
		struct image image = { 0 };
		int loaded = argc > first ? file_load_image(argv[first + i],
							    &image, NULL)
					  : make_screen(i, &image);

		if (loaded < 0) {
			fprintf(stderr, "picture %d cannot be had\n", i);
			continue;
		}
		measure_picture(stages, by_stage, vision, &image, family);
		image_fini(&image);
	}
	printf("%d pictures, %d times each: milliseconds\n", pictures,
	       by_stage ? 1 : ROUNDS);
	printf("%-28s %8s %8s   %8s %8s %8s\n", "", "median", "95 %",
	       "cpu med.", "cpu 95 %", "cpu mean");
	for (int i = 0; i <= STAGE_ALL; i++)
		print(&stages[i]);
	vision_free(vision);
	return 0;
}
