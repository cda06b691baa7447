/* What batch and its workers say to each other over a socket pair: a job is
 * one message with the open file, a reply a head and its parts. Neither is
 * ever sent to another machine: structs go as they are. */
#ifndef BATCH_WIRE_H
#define BATCH_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire_job {
	uint32_t number;
};

/* What a file turned out to be. */
enum wire_content { WIRE_PICTURE, WIRE_PUZZLES, WIRE_OTHER };

enum wire_part {
	WIRE_OUTCOMES, /* JSON: the list "puzzles" of the output line */
	WIRE_BOARDS,   /* JSON: a list of boards in characters */
	WIRE_LEFT_OUT, /* JSON: the list "left_out" of the output line */
	WIRE_ANSWER,   /* PNG: the picture with its answers */
	WIRE_BEFORE,   /* JPEG: thumbnail */
	WIRE_AFTER,    /* JPEG: thumbnail with the answers */
	WIRE_PARTS
};

enum wire_kind {
	WIRE_READY, /* shut in, waiting for jobs */
	WIRE_FOUND, /* `number` puzzles to be solved: their time starts now */
	WIRE_REPLY, /* the file is done */
};

/* Milliseconds that the steps of a file took. */
struct wire_times {
	double decode, read, solve, draw;
};

struct wire_head {
	uint32_t kind;
	uint32_t number; /* of the job */
	uint32_t content;
	uint32_t status; /* enum status */
	int32_t width, height;
	struct wire_times clock; /* as time went by */
	struct wire_times cpu;   /* of the processor, all threads */
	char error[400];         /* "" or a sentence */
	uint64_t length[WIRE_PARTS];
};

/* No part is longer: 120 megapixels that do not compress; what is text is
 * smaller by far. */
#define WIRE_ANSWER_MAX ((uint64_t)512 << 20)
#define WIRE_PART_MAX ((uint64_t)64 << 20)

/* Both return 0, or -1 where the other side is gone. */
int wire_send_job(int socket, const struct wire_job *job, int file);
/* *file becomes a descriptor of the caller's. */
int wire_receive_job(int socket, struct wire_job *job, int *file);

#endif
