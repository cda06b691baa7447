#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "file_codec.h"
#include "language.h"

/* No picture file may be longer: 16 bit RGBA of IMAGE_PIXELS_MAX would be
 * 960 MB; what people save is far below, this is what we are willing to hold
 * beside the decoded picture. */
enum { PICTURE_BYTES_MAX = 256 << 20 };

/* Of pictures that are saved: thin lines on flat ground show no specks. */
enum { JPEG_QUALITY = 92 };

/* How many names are tried for the temporary file. */
enum { TEMPORARY_TRIES = 100 };

bool file_is_picture(const uint8_t *data, size_t length)
{
	return png_claims(data, length) || jpeg_claims(data, length) ||
	       webp_claims(data, length);
}

/* Where the pixel at x, y of the upright picture lies in the stored one
 * (EXIF 2.3, tag 0x0112: 1 to 8 are the eight ways to turn and mirror). */
static uint32_t stored_pixel(const struct image *stored, int orientation, int x,
			     int y)
{
	int right = stored->width - 1;
	int bottom = stored->height - 1;

	switch (orientation) {
	case 2:
		return image_row(stored, y)[right - x];
	case 3:
		return image_row(stored, bottom - y)[right - x];
	case 4:
		return image_row(stored, bottom - y)[x];
	case 5:
		return image_row(stored, x)[y];
	case 6:
		return image_row(stored, bottom - x)[y];
	case 7:
		return image_row(stored, bottom - x)[right - y];
	case 8:
		return image_row(stored, x)[right - y];
	default:
		return image_row(stored, y)[x];
	}
}

static int turn_upright(struct image *image, int orientation,
			struct problem *problem)
{
	bool swapped = orientation >= 5;
	struct image upright;

	if (orientation < 2 || orientation > 8)
		return 0;
	if (image_init(&upright, swapped ? image->height : image->width,
		       swapped ? image->width : image->height, problem) < 0) {
		image_fini(image);
		return -1;
	}
	for (int y = 0; y < upright.height; y++)
		for (int x = 0; x < upright.width; x++)
			image_row(&upright, y)[x] =
				stored_pixel(image, orientation, x, y);
	image_fini(image);
	*image = upright;
	return 0;
}

int file_decode(const uint8_t *data, size_t length, struct image *image,
		struct problem *problem)
{
	int orientation = 1;
	int result;

	*image = (struct image){ 0 };
	if (png_claims(data, length))
		result = png_decode(data, length, image, &orientation, problem);
	else if (jpeg_claims(data, length))
		result =
			jpeg_decode(data, length, image, &orientation, problem);
	else if (webp_claims(data, length))
		result =
			webp_decode(data, length, image, &orientation, problem);
	else
		result = problem_set(problem, PROBLEM_INPUT,
				     "not a PNG, JPEG or WebP picture");
	if (result < 0)
		return -1;
	return turn_upright(image, orientation, problem);
}

static uint16_t tiff_16(const uint8_t *at, bool big)
{
	return (uint16_t)(big ? at[0] << 8 | at[1] : at[1] << 8 | at[0]);
}

static uint32_t tiff_32(const uint8_t *at, bool big)
{
	uint32_t first = tiff_16(at, big);
	uint32_t second = tiff_16(at + 2, big);

	return big ? first << 16 | second : second << 16 | first;
}

int exif_orientation(const uint8_t *tiff, size_t length)
{
	/* TIFF 6.0, section 2: a header of 8 bytes, then a directory of
	 * entries of 12 bytes: tag, type, count, value. */
	enum { HEADER = 8, ENTRY = 12, TAG_ORIENTATION = 0x0112, SHORT = 3 };
	size_t directory;
	size_t count;
	bool big;

	if (length < HEADER ||
	    (memcmp(tiff, "II*\0", 4) != 0 && memcmp(tiff, "MM\0*", 4) != 0))
		return 1;
	big = tiff[0] == 'M';
	directory = tiff_32(tiff + 4, big);
	if (directory < HEADER || directory > length - 2)
		return 1;
	count = tiff_16(tiff + directory, big);
	directory += 2;
	for (size_t i = 0; i < count; i++) {
		const uint8_t *entry = tiff + directory + i * ENTRY;
		int value;

		if (directory + (i + 1) * ENTRY > length)
			return 1;
		if (tiff_16(entry, big) != TAG_ORIENTATION ||
		    tiff_16(entry + 2, big) != SHORT)
			continue;
		value = tiff_16(entry + 8, big);
		return value >= 1 && value <= 8 ? value : 1;
	}
	return 1;
}

static int cannot(const char *what, const char *path, struct problem *problem)
{
	return problem_set(problem, PROBLEM_INPUT, "%s: '%.120s' (%s)", _(what),
			   path, strerror(errno));
}

/* Reads on until the end. On failure the caller frees *data. */
static int read_all(int fd, const char *path, size_t max, uint8_t **data,
		    size_t *length, struct problem *problem)
{
	size_t capacity = 0;

	for (;;) {
		ssize_t got;

		if (alloc_grow(data, &capacity, *length + (64 << 10), 1) < 0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory to read '%.120s'", path);
		got = read(fd, *data + *length, capacity - *length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return cannot(N_("cannot read"), path, problem);
		if (got == 0)
			return 0;
		*length += (size_t)got;
		if (*length > max)
			return problem_set(problem, PROBLEM_LIMIT,
					   "file too long: '%.120s' has more "
					   "than %zu bytes",
					   path, max);
	}
}

int file_read_open(int fd, const char *path, size_t max, uint8_t **data,
		   size_t *length, struct problem *problem)
{
	*data = NULL;
	*length = 0;
	if (read_all(fd, path, max, data, length, problem) < 0) {
		free(*data);
		*data = NULL;
		*length = 0;
		return -1;
	}
	return 0;
}

int file_read(const char *path, size_t max, uint8_t **data, size_t *length,
	      struct problem *problem)
{
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	int result;

	*data = NULL;
	*length = 0;
	if (fd < 0)
		return cannot(N_("cannot open"), path, problem);
	result = file_read_open(fd, path, max, data, length, problem);
	if (!standard)
		close(fd);
	return result;
}

int file_load_image(const char *path, struct image *image,
		    struct problem *problem)
{
	uint8_t *data;
	size_t length;
	int result;

	*image = (struct image){ 0 };
	if (file_read(path, PICTURE_BYTES_MAX, &data, &length, problem) < 0)
		return -1;
	result = file_decode(data, length, image, problem);
	free(data);
	return result;
}

int file_write(int fd, const void *data, size_t length)
{
	const uint8_t *from = data;

	while (length > 0) {
		ssize_t put = write(fd, from, length);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		from += put;
		length -= (size_t)put;
	}
	return 0;
}

static int save_directly(const char *path, const void *data, size_t length,
			 struct problem *problem)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int result = 0;

	if (fd < 0)
		return cannot(N_("cannot open"), path, problem);
	if (file_write(fd, data, length) < 0)
		result = cannot(N_("cannot write"), path, problem);
	close(fd);
	return result;
}

/* A new file beside `path`, its name in *name (the caller frees it). */
static int open_temporary(const char *path, char **name,
			  struct problem *problem)
{
	for (int i = 0; i < TEMPORARY_TRIES; i++) {
		int fd;

		if (asprintf(name, "%s.%ld-%d.part", path, (long)getpid(), i) <
		    0)
			return problem_set(problem, PROBLEM_MEMORY,
					   "no memory to write '%.120s'", path);
		fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fd;
		free(*name);
		if (errno != EEXIST)
			break;
	}
	cannot(N_("cannot write"), path, problem);
	return -1;
}

int file_save(const char *path, const void *data, size_t length,
	      struct problem *problem)
{
	struct stat there;
	char *name;
	int result;
	int fd;

	if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
		return save_directly(path, data, length, problem);
	fd = open_temporary(path, &name, problem);
	if (fd < 0)
		return -1;
	result = file_write(fd, data, length);
	/* close reports what a network file system only notices then */
	if (close(fd) < 0 || result < 0 || rename(name, path) < 0) {
		result = cannot(N_("cannot write"), path, problem);
		unlink(name);
	}
	free(name);
	return result;
}

int file_picture_named(const char *path, enum file_picture *kind,
		       struct problem *problem)
{
	static const struct {
		const char *ending;
		enum file_picture kind;
	} known[] = {
		{ ".png", FILE_PNG },
		{ ".jpg", FILE_JPEG },
		{ ".jpeg", FILE_JPEG },
		{ ".webp", FILE_WEBP },
	};
	const char *slash = strrchr(path, '/');
	const char *ending = strrchr(slash ? slash : path, '.');
	struct stat there;

	*kind = FILE_PNG;
	for (size_t i = 0; ending && i < sizeof known / sizeof *known; i++)
		if (!strcasecmp(ending, known[i].ending)) {
			*kind = known[i].kind;
			return 0;
		}
	if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
		return 0;
	return problem_set(problem, PROBLEM_INPUT,
			   "pictures are written as .png, .jpg or .webp, as "
			   "the file's name ends: '%.200s'",
			   path);
}

int file_save_image(const char *path, const struct image *image,
		    struct problem *problem)
{
	enum file_picture kind;
	uint8_t *data = NULL;
	size_t length = 0;
	int result = -1;

	if (file_picture_named(path, &kind, problem) < 0)
		return -1;
	switch (kind) {
	case FILE_PNG:
		result = file_encode_png(image, &data, &length, problem);
		break;
	case FILE_JPEG:
		result = file_encode_jpeg(image, JPEG_QUALITY, &data, &length,
					  problem);
		break;
	case FILE_WEBP:
		result = file_encode_webp(image, &data, &length, problem);
		break;
	}
	if (result == 0)
		result = file_save(path, data, length, problem);
	free(data);
	return result;
}
