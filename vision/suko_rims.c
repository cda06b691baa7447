#include "suko_rims.h"

/* Where the middles of what is looked at lie, within a cell's sides, and half
 * its width and its length, in cells: discs at the corners are .38 wide to
 * either side. */
static const double within[SUKO_RIMS] = { 0.05, 0.08, 0.12, 0.19 };
#define HALF_WIDTH 0.015
#define HALF_LENGTH 0.11

void suko_rims_find(const struct image *image,
		    const struct homography *cell_to_px, int rim,
		    struct tint tints[SUKO_CELLS])
{
	for (int cell = 0; cell < SUKO_CELLS; cell++) {
		struct tint sides[4];

		for (int side = 0; side < 4; side++) {
			bool upright = side % 2 == 0, far = side >= 2;
			double off =
				far ? 0.5 - within[rim] : within[rim] - 0.5;
			double x = cell % 3 + 0.5 + (upright ? off : 0);
			double y = cell / 3 + 0.5 + (upright ? 0 : off);
			double wide = upright ? HALF_WIDTH : HALF_LENGTH;
			double high = upright ? HALF_LENGTH : HALF_WIDTH;
			struct extent extent = { x - wide, y - high, x + wide,
						 y + high };

			sides[side] = tint_find(image, &extent, cell_to_px);
		}
		/* a line may part two cells on one side, and the board's frame
		 * lie on another */
		tints[cell] = tint_middle_one(sides, 4);
	}
}
