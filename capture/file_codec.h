/* Between file.c and the two decoders it calls. */
#ifndef FILE_CODEC_H
#define FILE_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "problem.h"

bool png_claims(const uint8_t *data, size_t length);
bool jpeg_claims(const uint8_t *data, size_t length);
bool webp_claims(const uint8_t *data, size_t length);

/* Decode a whole picture. *orientation becomes what EXIF says (1 to 8; 1:
 * upright), still to be applied. On failure `image` needs no image_fini. */
int png_decode(const uint8_t *data, size_t length, struct image *image,
	       int *orientation, struct problem *problem);
int jpeg_decode(const uint8_t *data, size_t length, struct image *image,
		int *orientation, struct problem *problem);
int webp_decode(const uint8_t *data, size_t length, struct image *image,
		int *orientation, struct problem *problem);

/* Lays pixels with their alpha in the top byte on white. */
void codec_lay_on_white(struct image *image);

/* The orientation named in a TIFF block as EXIF holds it (after "Exif\0\0");
 * 1 where there is none or it makes no sense. */
int exif_orientation(const uint8_t *tiff, size_t length);

#endif
