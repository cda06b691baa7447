/* Puzzles drawn as pictures in many looks: screens, scans and photographs,
 * with their labels. For samples, tests and benches; the program itself does
 * not contain it. The same arguments give the same pixels on every machine
 * with the packages of packages.debian.
 *
 * The frame (page, furniture, camera) is here; each family draws its own
 * board in scene_<identifier>.c. */
#ifndef SCENE_H
#define SCENE_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "geometry.h"
#include "image.h"
#include "problem.h"
#include "puzzle.h"
#include "rng.h"

/* 0xRRGGBB, as cairo wants it */
void scene_colour(cairo_t *cr, uint32_t rgb);
/* Between two colours: share 0 is a, 1 is b. */
uint32_t scene_mix(uint32_t a, uint32_t b, double share);

/* How a board shall look, chosen by the frame; a family adds variations of
 * its own from the rng it is handed. */
struct scene_look {
	bool dark;
	uint32_t paper;     /* the page, at its top */
	uint32_t paper_end; /* and at its foot: another is a gradient */
	uint32_t board;     /* squares */
	uint32_t ink;       /* clues */
	uint32_t line;      /* grid */
	uint32_t accent;    /* titles, marks */
	const char *font;
	bool bold;
	double cell_line; /* width of grid lines */
	double px_cell;   /* pixels a cell before the camera */
	/* for what a family chooses before it is measured */
	uint64_t seed;
};

/* How much of a page a board takes, in cells. */
struct scene_extent {
	double columns, rows;
	/* room around the cells for what belongs to the board */
	double left, top, right, bottom;
};

/* What a board is drawn on: one unit of `cr` is a cell, 0,0 the top left
 * corner of the cells. */
struct scene_canvas {
	cairo_t *cr;
	const struct scene_look *look;
	struct rng *rng;     /* for variations not chosen before */
	struct buffer *name; /* takes a word or two about the variations */
	json_t *label;       /* an object: fields for the label that are none
			      * of the puzzle's, such as what a player added */
};

struct scene;
struct scene_wish;

/* What a family must provide in scenes/scene_<identifier>.c: measure and draw
 * for boards on the frame's pages, or compose. */
struct scene_family {
	/* Changes the look before anything is measured; NULL: nothing. */
	void (*adjust)(const struct puzzle *puzzle, struct scene_look *look);
	/* How large the board is. */
	struct scene_extent (*measure)(const struct puzzle *puzzle,
				       const struct scene_look *look);
	/* Draws board and clues. */
	void (*draw)(const struct puzzle *puzzle,
		     const struct scene_canvas *canvas);
	/* What random puzzles of scenes shall be like: sets the options of
	 * solve_make() in `wish`. */
	void (*wish)(struct rng *rng, json_t *wish);
	/* How far the camera is tilted and turned at most, in degrees. */
	double tilt_max, turn_max;
	/* Much stands around it, and several share a page. */
	bool busy;
	/* A whole picture of its own with `count` puzzles (0 too) instead:
	 * fills in image, jpeg, px_corners, strains and look of a zeroed scene,
	 * which the caller frees, also after a failure. */
	int (*compose)(const struct puzzle *puzzles, int count,
		       const struct scene_wish *wish, struct rng *rng,
		       struct scene *scene, struct problem *problem);
	/* How many puzzles a picture shall have; NULL: as others do. */
	int (*how_many)(struct rng *rng);
	/* Adds what the maker of puzzles does not know, may be NULL. With
	 * `freely` it need not stay solvable, without it may not either. */
	void (*vary)(struct puzzle *puzzle, bool freely, struct rng *rng);
};

#define SCENE(id) extern const struct scene_family scene_##id;
#include "scene_families.def"
#undef SCENE

/* NULL where the family has no scenes. */
const struct scene_family *scene_family(enum family family);

/* What the camera does. */
enum scene_camera {
	SCENE_SCREEN, /* pixels as drawn */
	SCENE_SCAN,   /* a little turned, paper grain, JPEG */
	SCENE_PHOTO,  /* perspective, uneven light, blur, noise */
	SCENE_CAMERAS
};

/* A mark that no rule expects, drawn on a panel before the camera: a dot in the
 * colour of the panel's dots, as a ring is, where that stands out of its cells;
 * else in that of its symbols which stands out best. */
enum scene_mark_shape {
	SCENE_MARK_DOT,
	SCENE_MARK_BOX,
	SCENE_MARK_CROSS,
	SCENE_MARK_ARROW,
	SCENE_MARK_BAR,
	SCENE_MARK_RING,
	SCENE_MARK_DIM, /* a dot hardly darker, or lighter, than the lines */
	SCENE_MARK_SHAPES
};

struct scene_mark {
	enum scene_mark_shape shape;
	struct point cell_at;
	double radius, turn; /* cells, radians */
};

struct scene_wish {
	uint64_t seed;
	int camera;     /* enum scene_camera, or -1: any */
	bool furniture; /* titles, paragraphs, buttons, adverts */
	/* panels: on a small screen, where most have small cells */
	bool small;
	/* panels: starts and ends in colours and shapes of their own */
	bool caps;
	/* panels: on the first one; NULL: nothing. Not owned */
	const struct scene_mark *mark;
};

/* Puzzles in one picture, at the most. */
enum { SCENE_PUZZLES_MAX = 3 };

/* How hard a puzzle is to see. */
struct scene_strain {
	double px_cell; /* the shortest side of a cell; of pages before
			 * the camera */
	double px_gap;  /* panels: the narrowest break of a line; 0: none */
	double degrees; /* seen aslant by so much */
};

struct scene {
	struct image image;
	/* the file a scanner or camera writes; NULL where it is neither */
	uint8_t *jpeg;
	size_t jpeg_length;
	struct quad px_corners[SCENE_PUZZLES_MAX]; /* of each puzzle */
	struct scene_strain strains[SCENE_PUZZLES_MAX];
	/* what the label says of each beside the puzzle; NULL: nothing */
	json_t *labels[SCENE_PUZZLES_MAX];
	char look[400]; /* what was chosen, for lists of failures */
};

/* Any camera, with furniture. */
struct scene_wish scene_wish(uint64_t seed);

/* Draws one puzzle. Returns 0 with `scene` to be freed by scene_fini, or
 * -1. */
int scene_draw(const struct puzzle *puzzle, const struct scene_wish *wish,
	       struct scene *scene, struct problem *problem);
/* The same with up to SCENE_PUZZLES_MAX puzzles on one page, of busy
 * families or of one that composes where there are several. */
int scene_draw_page(const struct puzzle *puzzles, int count,
		    const struct scene_wish *wish, struct scene *scene,
		    struct problem *problem);
/* The same page or room without any puzzle, of a family that composes. */
int scene_draw_empty(enum family family, const struct scene_wish *wish,
		     struct scene *scene, struct problem *problem);
void scene_fini(struct scene *scene);

/* For families: text centred at a point, `height` units from the foot to the
 * top of its digits. */
void scene_text(cairo_t *cr, const struct scene_look *look, double x, double y,
		double height, const char *text);

/* The same glyphs whatever the machine's own font settings are. */
void scene_set_fonts(cairo_t *cr);

#endif
