/* Pictures seen through a homography: what each pixel must be, worked out one
 * by one, on machines of either kind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "rng.h"
#include "warp.h"

enum { WIDTH = 150, HEIGHT = 37, PARTS = 32 };

static void make_image(struct image *image, int width, int height,
		       struct rng *rng)
{
	assert_int_equal(image_init(image, width, height, NULL), 0);
	for (int i = 0; i < width * height; i++)
		image->pixels[i] = (uint32_t)rng_below(rng, UINT32_MAX);
}

static int within(int at, int count)
{
	return at < 0 ? 0 : at < count ? at : count - 1;
}

/* A channel at a place in parts of a pixel. */
static unsigned mix(const struct image *image, int x, int y, int shift)
{
	unsigned sum = 0;

	for (int i = 0; i < 4; i++) {
		int column = within((x >> 5) + i % 2, image->width);
		int row = within((y >> 5) + i / 2, image->height);
		int across = i % 2 ? x & 31 : PARTS - (x & 31);
		int down = i / 2 ? y & 31 : PARTS - (y & 31);

		sum += (image_row(image, row)[column] >> shift & 255) *
		       (unsigned)(across * down);
	}
	return (sum + PARTS * PARTS / 2) / (PARTS * PARTS);
}

/* In parts of a pixel; what lies far beyond the rim is as good as at it. */
static int place(double at)
{
	return (int)nearbyint(fmax(-1e6, fmin(1e6, at * PARTS)));
}

static void check(const struct image *image, const struct homography *map,
		  const struct image *warped)
{
	const double *m = map->m;

	for (int y = 0; y < warped->height; y++)
		for (int x = 0; x < warped->width; x++) {
			double w = m[6] * x + m[7] * y + m[8];
			int px_x = place((m[0] * x + m[1] * y + m[2]) / w);
			int px_y = place((m[3] * x + m[4] * y + m[5]) / w);

			for (int shift = 0; shift < 32; shift += 8)
				assert_int_equal(
					image_row(warped, y)[x] >> shift & 255,
					mix(image, px_x, px_y, shift));
		}
}

/* Steps are of 1/64, so that many places are half way between two parts and
 * all are the same however they are added up. */
static struct homography make_map(struct rng *rng)
{
	struct homography map = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };

	for (int i = 0; i < 6; i++)
		map.m[i] += ((int)rng_below(rng, 33) - 16) / 64.0 *
			    (i % 3 == 2 ? 40 : 1);
	return map;
}

static void warps_each_channel(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (int i = 0; i < 24; i++) {
		struct image image, warped[2];
		struct homography map = make_map(&rng);

		make_image(&image, i ? WIDTH - i : 2, i ? HEIGHT + i : 2, &rng);
		/* leaning away, by whole shares, on every third */
		if (i % 3 == 2)
			map.m[8] = 4;
		for (int k = 0; k < 2; k++)
			make_image(&warped[k], WIDTH, HEIGHT, &rng);
		image_warp(&image, &map, &warped[0]);
		image_warp_plain(&image, &map, &warped[1]);
		for (int k = 0; k < 2; k++) {
			check(&image, &map, &warped[k]);
			image_fini(&warped[k]);
		}
		image_fini(&image);
	}
}

/* In perspective both are the same, and a horizon, or what is no number, reads
 * nothing outside. */
static void warps_in_perspective(void **state)
{
	const double slants[] = { 1.0 / 512, -1.0 / 16, 1e-5, INFINITY, NAN };
	struct rng rng;
	struct image image, warped[2];

	(void)state;
	rng_seed(&rng, 2);
	make_image(&image, WIDTH, HEIGHT, &rng);
	for (size_t i = 0; i < sizeof slants / sizeof *slants; i++) {
		struct homography map = make_map(&rng);

		map.m[6] = slants[i];
		map.m[7] = slants[i] / 2;
		for (int k = 0; k < 2; k++)
			make_image(&warped[k], WIDTH, HEIGHT, &rng);
		image_warp(&image, &map, &warped[0]);
		image_warp_plain(&image, &map, &warped[1]);
		for (int k = 0; k < WIDTH * HEIGHT; k++)
			assert_int_equal(warped[0].pixels[k],
					 warped[1].pixels[k]);
		for (int k = 0; k < 2; k++)
			image_fini(&warped[k]);
	}
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warps_each_channel),
		cmocka_unit_test(warps_in_perspective),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
