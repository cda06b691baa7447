/* What the files of vision/spine share: one source of evidence, all that is
 * made of it, and what the sources before it showed. */
#ifndef LOOK_H
#define LOOK_H

#include "agree.h"
#include "claim.h"
#include "grid.h"
#include "ground.h"
#include "pixels.h"
#include "quartet.h"
#include "spine.h"
#include "stack.h"
#include "tokens.h"

enum { CIRCLE_SIZES = 4 };

/* Words of a legend that stand in one line: a swatch or a name, and the number
 * that it is for. More are a text. */
enum { LEGEND_WORDS = 2 };

/* The words of a grid's boxes, as many as tell how they are turned. */
enum { TURN_WORDS = 24 };

/* Everything that is tuned here. */
struct spine_params {
	/* pixels of a level on which tokens are looked for, at most: a screen
	 * of 1920 x 1080 as it is, one of 3840 x 2160 by half */
	double pixels_most;
	/* a mask's level: differences beyond so many times the noise, and the
	 * least of them, are edges; the least where it is smoothed */
	double noise_times, edge_least, soft_least;
	/* ... and so many times that where a compressed picture has false ones
	 * beside the true */
	double strong_times;
	/* a picture with more noise, levels, is a photograph or the like */
	double noisy;
	/* ink is darker than what lies around by so many levels more than so
	 * many times the noise */
	double ink_least, ink_times;
	/* side of what lies around, by the level's smaller side: a cell of a
	 * board that fills it */
	double window;
	/* words of two sources no further apart than this share of their
	 * height are one */
	double same_place;
	/* share of a cell, in its middle, in which a number is looked for */
	double cell_share;
	/* ... between circles, which reach into it */
	double middle_share;
	/* heights of places where a circle's number is looked for, cells */
	double circle[CIRCLE_SIZES];
	/* a word that is a number less surely is looked for in all of its box
	 * as well */
	double clear;
	/* lower words, by the height of a place, are specks and pencil
	 * marks */
	double known_least;
	/* a word so many times as wide as another, and not as much higher, may
	 * hold it */
	double wider;
	/* less lean does not matter to who reads, radians */
	double lean_least;
	/* a word is none with that chance, and so may be one as large, by a
	 * share of its size; from so many on they are one sign */
	double sign, sign_least, sign_size;
	/* ... and look alike, by the correlation of their pixels */
	double sign_alike;
	/* a ring that is taken for a zero is fainter by that than numbers */
	double sign_faint;
	int signs;
	/* so likely a number, it is not taken for nothing */
	double number_least;
	/* boards whose corners lie no further apart, by their smaller side, are
	 * the same: half a cell of twelve */
	double same_board;
	/* where sources differ none is surer: than that of one number or
	 * another, of nothing, of a number where the other sees nothing, of a
	 * player's number, which is no clue */
	double surest, surest_blank, surest_number, surest_entered;
	/* a grid's next line is no further off, cells */
	double next_to;
	/* boxes of one size differ by less, a share of it; no board is smaller,
	 * pixels */
	double same_size, board_least;
	/* a part has so many times fewer slots */
	double larger;
	/* ... where few places may hold one */
	double number_faint;
	/* two numbers less or more than that are none of a quartet's: most are
	 * keys and dates */
	int quartet_least, quartet_most;
	/* a word no further than this from the middle of a quartet's cell
	 * stands in it; a box no further than that may be its card, which is at
	 * least and at most so large: cells */
	double in_cell, card_off, card_least, card_most;
	/* what stands no further from its board may be a total of it, cells */
	double beside;
	/* no square is so many times as large as its box */
	double square_most;
	/* squares whose corners lie no further apart, by their diagonal, are
	 * one */
	double same_square;
	/* as sure a claim needs no other source of evidence */
	double sure;
	/* what is at least so likely is looked for in further sources */
	double open;
	/* what is rather none than one is not spoken of, nor that whose words
	 * are hardly what it has them for */
	double least, least_read, least_sigils;
	/* what several sources show of a word differs by less, by its height */
	double twins;
	/* so likely sigils are all seen that do not fill their frame */
	double unfilled;
	/* boxes of a grid whose numbers tell that the picture is turned, at
	 * least; and how much likelier they are then */
	int turned_boxes;
	double turned;
};

extern const struct spine_params spine_params;

/* What earlier sources showed: their tokens, and words at the same places: each
 * is read once. */
struct known_words {
	struct token *words;
	struct number_reading *readings;
	size_t count, words_capacity, readings_capacity;
	struct token_list tokens;
	struct quad *squares; /* of boards, that were looked at */
	struct square_reading *square_readings;
	size_t square_count, square_capacity, square_room;
	struct claim_list rivals; /* claims of quartets, as they were judged */
	bool open;  /* the last one may have shown what is not told of yet */
	bool noisy; /* what was not seen may be there */
	double soft_noise; /* levels that smoothing leaves; above 0 in
			    * photographs alone */
};

/* A source of evidence: a mask of a level of the picture. */
struct source {
	const struct pixel_level *level;
	enum mask_kind kind;
	double strength; /* 0: the tokens of all before it; -1: what these agree
			  * on */
	int window;
	bool noisy;  /* asked of pictures with noise alone */
	bool strong; /* the stronger of two inks alone */
};

/* A picture that is read upright. */
struct sitting {
	struct readers *readers;
	const struct image *image;
	unsigned wanted;
	bool brief;       /* no more than plain sources that claim nothing */
	bool stopped;     /* the plain sources alone were asked */
	double likeliest; /* of what was claimed */
	const struct spine_viewer *viewer; /* NULL */
	double turns[4]; /* how likely it was given so many quarter turns */
	struct sighting_list *list;
	size_t first; /* of its own sightings */
	size_t read;  /* of the list, those before further sources are asked
		       * for what stands beside the sure ones */
	struct known_words known;
	struct problem *problem;
};

/* One source's tokens with all that is made of them. */
struct look {
	const struct known_words *known;
	struct token_list tokens;
	struct grid_list grids;
	struct stack_list stacks;
	struct quartet_list quartets;
	size_t token_grids; /* without those that margins show */
	struct slot_grid *slot_grids;
	struct slot_stack *slot_stacks;
	struct slot_quartet *slot_quartets;
	struct quad *places; /* to be read */
	struct slot **slots; /* to be filled in, each by a place */
	int *slot_places;
	size_t slot_count, slot_place_capacity;
	size_t filled_count, read_count; /* slots and places so far */
	struct number_reading *readings;
	struct number_reading *word_readings; /* of each token */
	struct square_reading *squares;
	size_t place_count, place_capacity, slot_capacity;
	bool *is_twin; /* of each token */
};

/* look.c */
/* Those layouts that the wanted families look at. */
unsigned spine_layouts(unsigned wanted);
/* What one source of evidence shows. */
int look_at(struct sitting *sitting, const struct source *source);

/* words.c */
/* Is a token a word that may be a number, rather than a part of a text? */
bool word_is_read(const struct token *token);
/* What was read of a word that another source showed at its place; NULL. */
const struct number_reading *known_find(const struct known_words *known,
					const struct token *word);
/* Adds the tokens that none of the known ones is like. Returns 0, or -1 where
 * memory lacks. */
int known_keep(struct known_words *known, const struct token_list *from);
/* Reads all words but those of texts, and says which may be numbers. */
int look_read_words(struct look *look, struct known_words *known,
		    struct number_reader *reader, const struct image *image,
		    struct problem *problem);
/* Of the tokens of all sources those that may stand beside each other. */
int known_agree(const struct known_words *known, struct token_list *list);

/* slots.c */
/* Puts down that a place is to be read, for a slot. Returns 0, or -1 where
 * memory lacks; so do the others. */
int look_add_place(struct look *look, struct slot *slot,
		   const struct quad *place);
/* How surely a place holds a number. */
double number_chance(const struct number_reading *reading);
/* Are the likeliest numbers of two readings others? */
bool readings_differ(const struct number_reading *a,
		     const struct number_reading *b);
/* Either of two readings as likely as the other. */
void reading_blend(struct number_reading *to,
		   const struct number_reading *other);
/* Of what is read of a slot's word and of all of its box, the clearer counts;
 * but what may be a number is not nothing, and of a word at the rim a digit may
 * be lost in it. */
void slot_choose(struct slot *slot, struct number_reading *place);
/* Reads the places that were put down since the last time, and fills in their
 * slots. Returns 0, or -1 with `problem` filled in; so do the others. */
int look_read_places(struct look *look, struct number_reader *reader,
		     const struct image *image, struct problem *problem);
/* Fills in the slots of all layouts, and reads them. */
int look_read_slots(struct look *look, struct number_reader *reader,
		    const struct image *image, const struct pixel_level *level,
		    struct problem *problem);

/* signs.c: many programs write one sign wherever a number is to be found. */
/* Finds slots that hold such a sign, and takes them for empty. */
int look_find_signs(struct look *look, const struct pixel_level *level);

/* unread.c */
/* Reads what likely claims take for empty because nothing was seen there: how
 * many slots that fills in, or -1. */
int look_read_unseen(struct look *look, const struct claim_list *claims,
		     struct number_reader *reader, const struct image *image,
		     const struct pixel_level *level, struct problem *problem);

/* squares.c */
/* Looks at the squares that likely claims want, at each place once: how many,
 * or -1. */
int look_read_squares(struct look *look, struct known_words *known,
		      const struct claim_list *claims, struct readers *readers,
		      const struct image *image, struct problem *problem);

/* turns.c */
/* Sums up how likely the words of the largest grid are numbers in each of the
 * quarter turns clockwise that the picture may have been given. */
int look_judge_turns(const struct look *look, struct number_reader *reader,
		     const struct image *image, double likely[4],
		     struct problem *problem);

/* tell.c */
/* Adds those that no better one overlaps. */
int tell_best(struct claim_list *claims, struct sighting_list *list,
	      struct problem *problem);
/* Is anything claimed where nothing is told of that may be something? Another
 * source may show it better. */
bool claims_are_open(const struct claim_list *claims,
		     const struct sighting_list *list, size_t first);

/* merge.c */
/* Are two boards' places the same? */
bool places_are_same(const struct quad *a, const struct quad *b);
/* How likely all that is read of a puzzle is right. The same pixels are all
 * read rightly or none; and where the totals of rows and columns have one sum,
 * of wrong ones there is at least one in either. */
double readings_chance(const struct sighting *sighting);
/* Of what several sources show, the likelier. */
int merge_sources(struct sighting_list *list, size_t first,
		  struct problem *problem);

/* left.c */
/* What stands beside the puzzles that were found. */
enum spine_left find_left(const struct known_words *known,
			  const struct sighting_list *list, size_t first);

/* Drops the tokens of those of the first `count` puzzles that are surely read.
 * Returns 0, or -1 where memory lacks. */
int drop_read(struct token_list *tokens, const struct sighting_list *list,
	      size_t count);

#endif
