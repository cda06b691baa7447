/* Pictures from files and into files. The kind is told by content, not by
 * name. Decoding is bounded: a picture beyond IMAGE_SIDE_MAX or
 * IMAGE_PIXELS_MAX is refused before anything of its size is allocated. */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "problem.h"

/* Do these first bytes of a file start a picture that file_decode knows? */
bool file_is_picture(const uint8_t *data, size_t length);

/* Decodes a whole PNG, JPEG or WebP (grey, colour, palette, 16 bit, CMYK, with
 * alpha laid on white, EXIF orientation applied; of an animation the first
 * picture). A truncated file is an error, not half a picture. */
int file_decode(const uint8_t *data, size_t length, struct image *image,
		struct problem *problem);

/* Reads a whole file ("-": standard input) of at most `max` bytes into new
 * memory, which the caller frees. */
int file_read(const char *path, size_t max, uint8_t **data, size_t *length,
	      struct problem *problem);

/* The same from an open file, named `path` in sentences, which stays open. */
int file_read_open(int fd, const char *path, size_t max, uint8_t **data,
		   size_t *length, struct problem *problem);

/* Writes all bytes to an open file. Returns 0, or -1 with errno set. */
int file_write(int fd, const void *data, size_t length);

/* file_read and file_decode. */
int file_load_image(const char *path, struct image *image,
		    struct problem *problem);

/* Writes these bytes whole or not at all: into a temporary file beside it,
 * renamed. What is there and is no regular file (a pipe, /dev/stdout) is
 * written to directly. */
int file_save(const char *path, const void *data, size_t length,
	      struct problem *problem);

/* What pictures are written as. */
enum file_picture { FILE_PNG, FILE_JPEG, FILE_WEBP };

/* Which of these the ending of a file's name asks for, in small letters or
 * capitals: .png, .jpg, .jpeg, .webp. What is there and no regular file is
 * written as a PNG. Returns 0, or -1 with a sentence that names what there
 * is. */
int file_picture_named(const char *path, enum file_picture *kind,
		       struct problem *problem);

/* file_save with the picture as what its name asks for: a PNG compressed for
 * speed, a WebP without losses, or a JPEG of a quality at which lines and
 * digits stay clean. */
int file_save_image(const char *path, const struct image *image,
		    struct problem *problem);

/* The picture as the bytes of a PNG, compressed for speed, of a WebP without
 * losses, or of a JPEG of a quality from 1 to 100, in new memory, which the
 * caller frees. */
int file_encode_png(const struct image *image, uint8_t **data, size_t *length,
		    struct problem *problem);
int file_encode_webp(const struct image *image, uint8_t **data, size_t *length,
		     struct problem *problem);
int file_encode_jpeg(const struct image *image, int quality, uint8_t **data,
		     size_t *length, struct problem *problem);

#endif
