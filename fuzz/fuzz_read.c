/* Each family's reader, chosen by the first byte; what it sees is a puzzle
 * whatever the picture. */
#include "fuzz_image.h"
#include "fuzz_puzzles.h"
#include "vision.h"

static void expect_sighting(const struct sighting *sighting)
{
	FUZZ_EXPECT(sighting->confidence >= 0 && sighting->confidence <= 1);
	fuzz_puzzle(&sighting->puzzle);
	for (size_t i = 0; i < sighting->reading_count; i++) {
		const struct reading *reading = &sighting->readings[i];

		FUZZ_EXPECT(reading->confidence >= 0 &&
			    reading->confidence <= 1);
		FUZZ_EXPECT(reading->instead_count >= 0 &&
			    reading->instead_count <= READING_INSTEAD_MAX);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	struct sighting_list list = { 0 };
	struct problem problem = { 0 };
	struct vision *vision;
	struct image image;

	if (length < 1 || fuzz_image(data + 1, length - 1, &image) < 0)
		return -1;
	vision = vision_new(&problem);
	FUZZ_EXPECT(vision);
	if (vision_read(vision, &image, 1u << data[0] % FAMILY_COUNT, &list,
			&problem) < 0)
		FUZZ_EXPECT(problem.text[0]);
	for (size_t i = 0; i < list.count; i++)
		expect_sighting(&list.sightings[i]);
	sighting_list_fini(&list);
	vision_free(vision);
	image_fini(&image);
	return 0;
}
