/* The few functions of OpenCV that we use, for C. Only this folder sees OpenCV.
 */
#ifndef CV_H
#define CV_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All return 0, or -1 where OpenCV threw (memory). Strides are in elements
 * of the pointed-to type. Source and destination do not overlap. */

/* Luminance of 0xXXRRGGBB pixels. */
int cv_grey(const uint32_t *pixels, size_t stride, int width, int height,
	    uint8_t *grey, size_t grey_stride);

/* Shrinks a grey picture to to_width x to_height by averaging areas. */
int cv_shrink(const uint8_t *grey, size_t stride, int width, int height,
	      uint8_t *to, size_t to_stride, int to_width, int to_height);

#ifdef __cplusplus
}
#endif

#endif
