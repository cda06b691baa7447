/* Sigils in a picture: a frame, and pieces beside it (the tray), each perhaps
 * with a number that says how many there are.
 *
 * Several masks are looked at one after the other, as long as nothing is
 * surely read; shapes and frames of all of them are gathered. Every frame is
 * claimed with every set of pieces of one size, and one fitted score says how
 * likely such a claim is what the picture shows.
 */
#ifndef SIGILS_CLAIM_H
#define SIGILS_CLAIM_H

#include "frames.h"
#include "number.h"

enum sigils_feature {
	SIGILS_BIAS,
	SIGILS_PLATE,     /* 1: the frame shows no lines */
	SIGILS_PLATE_FIT, /* of a plate, how far its squares differ from the
			   * pieces' in size, logarithm */
	SIGILS_PLATE_OFF, /* 1: they do differ */
	SIGILS_AREA,      /* share of the frame that is left or too small; 0
			   * where all fits */
	SIGILS_EXACT,     /* 1: all fits */
	SIGILS_UNLIKE,    /* how much the least likely pieces are no piece */
	SIGILS_UNSEEN,    /* share of a lattice's squares that are not seen */
	SIGILS_ODD,       /* ... that nothing explains */
	SIGILS_WITHIN,  /* how surely it is part of a larger lattice (frames.h)
			 */
	SIGILS_RIVAL,   /* 1: another lattice may be the frame, one of as many
			 * squares */
	SIGILS_INKED,   /* log2 of 1 + its squares that a number is written in
			 */
	SIGILS_KINDS,   /* log2 of 1 + pieces that are more than a square or a
			 * bar */
	SIGILS_SAME,    /* 1: all pieces are of one kind */
	SIGILS_LONE,    /* 1: but one piece that counts is to be seen */
	SIGILS_FAR,     /* log2 of 1 + pieces that stand far from the others */
	SIGILS_LEFT,    /* log2 of 1 + things that may be pieces and are left
			 * over */
	SIGILS_COUNTED, /* 1: numbers tell how many of each there are, and the
			 * frame shows lines */
	SIGILS_PLATE_COUNTED, /* ... and it shows none */
	SIGILS_BESIDE,    /* share of pieces with a number that is not counted,
			   * though it stands as those of others */
	SIGILS_ODD_PLAIN, /* how much odder than usual a square or bar is */
	SIGILS_FAINT,     /* how much fainter a square or bar is than pieces */
	SIGILS_DROPPED,   /* log2 of 1 + how many odd ones were left out */
	SIGILS_NUMBERS,   /* -log of how likely the numbers are */
	SIGILS_UNALIGNED, /* how differently they stand beside their pieces */
	SIGILS_FEATURES
};

struct sigils_seen {
	enum sigils_kind other; /* SIGILS_KIND_COUNT: none */
	double chance, other_chance;
	struct box px_box;
};

struct sigils_claim {
	struct sigils puzzle;
	struct sigils_seen seen[SIGILS_PIECES_MAX]; /* of each piece */
	struct homography cell_to_px;
	struct quad px_corners;
	double features[SIGILS_FEATURES];
	double score;         /* against nothing, which has 1 */
	double chance;        /* that the frame and the tray are these; 0 of all
			       * but the likeliest claims */
	double pieces_chance; /* ... and each piece is of its kind */
	int others;           /* pieces that it leaves to other frames */
	double beside; /* how likely one of those is that it leaves some to */
	bool is_told;  /* the likeliest, and those that may stand beside it */
};

struct sigils_claims {
	struct sigils_claim *claims; /* likeliest first */
	size_t count, capacity;
};

/* Appends what may be sigils; at most those that are at all likely. Levels are
 * the picture's halves from itself on, `base` that on which things are looked
 * for, which has so much noise (pixels_noise). Returns 0, or -1 with `problem`
 * filled in. */
int sigils_claim(struct number_reader *reader, const struct image *image,
		 const struct pixel_level *levels, int count, int base,
		 double noise, struct sigils_claims *claims,
		 struct problem *problem);
void sigils_claims_free(struct sigils_claims *claims);

#endif
