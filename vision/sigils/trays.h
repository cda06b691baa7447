/* Trays: the pieces beside a frame, all of one size, and what may be none of
 * them. */
#ifndef SIGILS_TRAYS_H
#define SIGILS_TRAYS_H

#include "frames.h"

/* At most so many members are left out, and of the oddest ones so many are
 * tried. */
enum {
	MEMBERS_MOST = 64,
	TRAYS_MOST = 4,
	TRAY_DROPPED_MOST = 3,
	TRAY_ODD_MOST = 6
};

/* Pieces of one size. */
struct tray {
	const struct shape *members[MEMBERS_MOST];
	int count;
	double px_pitch;
	int within; /* pieces on the frame's place */
	int others; /* those that are left to other frames */
	/* things like pieces that are none of them, each by how like it is;
	 * those that stand far away; so many of them are members all the same
	 */
	double left;
	const struct shape *far[MEMBERS_MOST];
	int far_count, far_members;
	/* of each member, how unlike the others it is; how much so the oddest
	 * square or bar is; and how likely what was left out is a piece */
	double odd[MEMBERS_MOST];
	double odd_plain, dropped;
};

/* Is a piece more than a square or a bar, which pages are full of? */
bool tray_is_telling(const struct shape *shape);
/* The sizes of pieces that are there, each once, those first that are most
 * surely so; returns how many. */
int tray_sizes(const struct shape_list *list, double sizes[TRAYS_MOST]);
/* How surely there are pieces of such a size. */
double tray_size_weight(const struct shape_list *list, double px_pitch);
/* Finds the pieces of a size outside of the frame, the oddest first; of those
 * that are painted `like` one alone, where that is not NULL; of those alone
 * that are nearer to it than to other frames, if `own`. False where there are
 * more than a tray may hold, of a texture. */
bool tray_find(const struct shape_list *shapes, const struct frame_list *frames,
	       const struct frame *frame, double px_pitch,
	       const struct shape *like, bool own, struct tray *tray);
/* Is it another lattice, apart from that one, on which pieces of that size may
 * be laid, and nothing is written in it? */
bool tray_fits(const struct frame *other, const struct frame *frame,
	       double px_pitch);
/* Takes what stands far away for members, too; is there any? */
bool tray_add_far(struct tray *tray);
/* May those of the oddest members (bits) be none? Either the oddest ones of
 * all, or so many that the others fill the frame, NULL: one of any size. */
bool tray_is_worth_dropping(const struct tray *tray, const struct frame *frame,
			    unsigned dropped);
/* Leaves those out, and puts the others in the order of a text. */
void tray_drop(const struct tray *tray, unsigned dropped, struct tray *kept);
/* How likely what is so odd is a piece all the same. */
double tray_dropped_chance(double odd);
/* Are two painted alike, in whatever light? */
bool tray_is_painted_alike(const struct shape *a, const struct shape *b);
/* How far a place is from the nearest square of a piece, in its squares;
 * HUGE_VAL where it is far. */
double tray_distance(const struct shape *shape, struct point at);

#endif
