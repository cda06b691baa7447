#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

/* Bytes of a line, and of a whole file: as a puzzle file's and as a picture's
 * own bounds. */
static const size_t line_max = (size_t)64 << 20;
static const size_t whole_max = (size_t)512 << 20;

/* Bytes asked for at once: the room of a pipe. */
enum { CHUNK = 64 << 10 };

void lines_init(struct lines *lines, int fd)
{
	*lines = (struct lines){ .fd = fd };
}

void lines_fini(struct lines *lines)
{
	free(lines->data);
}

/* Returns 1, 0 at the end and -1 as lines_next. */
static int read_more(struct lines *lines, struct problem *problem)
{
	ssize_t got;

	if (alloc_grow(&lines->data, &lines->capacity, lines->length + CHUNK,
		       1) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for standard input");
	got = read(lines->fd, lines->data + lines->length, CHUNK);
	if (got < 0 && errno == EINTR)
		return 0;
	if (got < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "cannot read standard input (%s)",
				   strerror(errno));
	lines->length += (size_t)got;
	return got > 0;
}

int lines_next(struct lines *lines, const char **line, size_t *length,
	       struct problem *problem)
{
	size_t searched = 0;

	for (;;) {
		uint8_t *start = lines->data + lines->next;
		size_t left = lines->length - lines->next;
		uint8_t *end = NULL;
		int more = 1;

		if (left > searched)
			end = memchr(start + searched, '\n', left - searched);
		searched = left;
		if (!end && left > line_max)
			return problem_set(problem, PROBLEM_LIMIT,
					   "a line of standard input has more "
					   "than %zu bytes",
					   line_max);
		if (!end && left && lines->next)
			memmove(lines->data, start, left);
		if (!end) {
			lines->length = left;
			lines->next = 0;
			more = read_more(lines, problem);
		}
		if (more < 0 || (more == 0 && !left))
			return more;
		if (!end && more)
			continue;
		/* the last line may lack its end */
		*line = (char *)lines->data + lines->next;
		*length = end ? (size_t)(end - start) : left;
		lines->next += *length + (end != NULL);
		*length -= *length && (*line)[*length - 1] == '\r';
		return 1;
	}
}

int lines_whole(struct lines *lines, uint8_t **data, size_t *length,
		struct problem *problem)
{
	int more = 1;

	while (more > 0 && lines->length <= whole_max)
		more = read_more(lines, problem);
	if (lines->length > whole_max)
		more = problem_set(problem, PROBLEM_LIMIT,
				   "standard input has more than %zu bytes",
				   whole_max);
	if (more < 0)
		return -1;
	*data = lines->data;
	*length = lines->length;
	*lines = (struct lines){ .fd = lines->fd };
	return 0;
}
