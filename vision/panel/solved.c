#include "solved.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "drawn.h"
#include "panel_plane.h"
#include "rays.h"
#include "rectify.h"

/* Pixels that are less of what lies over the panel, the rest ground, are left
 * alone: their own differences are as great. */
#define FLANK_LEAST 0.2
/* Its flanks are so many pixels of the picture wide, or so many standard
 * deviations of its blur: that much lies between a third of the way to another
 * colour, up to where it is told by its own, and the end of it; where a pixel
 * does not tell what it is made of, what lies beyond them tells, in one of so
 * many directions. */
#define FLANK_PIXELS 2.0
#define FLANK_BLURS 2.5
enum { FLANK_WAYS = 16 };
/* Where the three colours lie no more on one line than by this sine of an
 * angle, squared, a pixel tells how much of each it is. */
#define APART_LEAST 0.1
/* A line that was begun lies on the panel's lines, within so much, cells; */
#define HALF_OFF 0.05
/* and no disc is larger (FACTS has .5). */
#define DISC_MOST 0.55
/* Its start is a disc that reaches so many times as far as the line does to its
 * sides, all around but for one direction in eight. */
#define DISC_REACH 1.3
enum { DISC_SEEN = 7 };
/* and farther than a dot, blur included (dots.c; FACTS has .24), cells.
 */
#define DISC_LEAST 0.2
/* Its end leads so far out of the lattice, cells. */
#define STUB_REACH 0.12
/* A cell's ground is its own where it is this near, as a share of what a line
 * that was begun may differ by, to what most cells have: others it covers. */
#define OWN_NEAR 0.4
/* Lines of a panel that are fainter than one drawn over them differ by so many
 * levels from what lies this far beside them, cells; of those that were not
 * read this share must. */
#define FAINT_LEAST 15.0
#define FAINT_ASIDE 0.3
#define FAINT_SHARE 0.6

static bool is_on(const struct drawn *drawn, int x, int y)
{
	return x >= 0 && y >= 0 && x <= drawn_columns(drawn) &&
	       y <= drawn_rows(drawn) && drawn->on[y][x];
}

/* How many of its edges meet at a vertex. */
static int degree(const struct drawn *drawn, int x, int y)
{
	return is_on(drawn, x - 1, y) + is_on(drawn, x + 1, y) +
	       is_on(drawn, x, y - 1) + is_on(drawn, x, y + 1);
}

/* Does what is drawn reach from a vertex to a place so far from it? Where the
 * ground has its colour, too, it has it all the way. */
static bool reaches(const struct drawn *drawn, struct point at,
		    struct point off)
{
	double far = hypot(off.x, off.y), step = 0.5 / SHEET_CELL;

	for (double s = 0; drawn->rimmed && s < far; s += step)
		if (!drawn_at(drawn, at.x + s / far * off.x,
			      at.y + s / far * off.y))
			return false;
	return drawn_at(drawn, at.x + off.x, at.y + off.y);
}

/* In how many of eight directions it reaches so far from a vertex. */
static int reached(const struct drawn *drawn, int x, int y, double r)
{
	int seen = 0;

	for (int i = 0; i < 8; i++)
		seen += reaches(drawn, (struct point){ x / 2.0, y / 2.0 },
				(struct point){ r * cos(i * M_PI / 4),
						r * sin(i * M_PI / 4) });
	return seen;
}

/* Is there a disc on the vertex? */
static bool has_disc(const struct drawn *drawn, int x, int y)
{
	return reached(drawn, x, y, DISC_REACH * drawn->half) >= DISC_SEEN;
}

/* Is there one and nothing else, but for a tip? */
static bool has_disc_alone(const struct drawn *drawn, int x, int y)
{
	double r = fmax(DISC_LEAST, DISC_REACH * drawn->half);

	return reached(drawn, x, y, r) >= DISC_SEEN &&
	       reached(drawn, x, y, DISC_MOST) <= 8 - DISC_SEEN;
}

/* Does it lead out of the lattice there, or aslant? Within the lattice it may
 * be a line that was begun. */
static bool has_stub(const struct drawn *drawn, int x, int y)
{
	double r = drawn->half + STUB_REACH;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int u = x + dx, v = y + dy;

			if ((!dx && !dy) || (!(dx && dy) && u >= 0 && v >= 0 &&
					     u <= drawn_columns(drawn) &&
					     v <= drawn_rows(drawn)))
				continue;
			/* beyond the corner of its own outline */
			if (reaches(drawn, (struct point){ x / 2.0, y / 2.0 },
				    (struct point){ r * dx, r * dy }))
				return true;
		}
	return false;
}

/* Follows the line from an end of it to the other, whose vertex it returns;
 * marks the spots under it, unless `begun` is NULL. */
static void follow(struct drawn *drawn, int *x, int *y, struct begun *begun)
{
	static const int step[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};

	for (int i = 0; i < 4; i++) {
		int u = *x + step[i][0], v = *y + step[i][1];

		if (!is_on(drawn, u, v))
			continue;
		drawn->on[v][u] = false;
		*x = u + step[i][0];
		*y = v + step[i][1];
		if (begun)
			begun->on[v][u] = begun->on[*y][*x] = true;
		i = -1;
	}
}

/* Takes away the line that begins at a vertex: does it lead from a disc to a
 * stub? */
static bool take_line(struct drawn *drawn, int x, int y)
{
	int u = x, v = y;

	follow(drawn, &u, &v, NULL);
	return (has_disc(drawn, x, y) && has_stub(drawn, u, v)) ||
	       (has_disc(drawn, u, v) && has_stub(drawn, x, y));
}

/* The disc that a line begins with may reach over most of an edge beside it,
 * along which nothing leads: not as far as the next vertex. */
static void leave_discs_reach(struct drawn *drawn)
{
	for (int y = 0; y <= drawn_rows(drawn); y++)
		for (int x = 0; x <= drawn_columns(drawn); x++) {
			double dx = x % 2 ? 0.5 : 0, dy = y % 2 ? 0.5 : 0;

			if (drawn->on[y][x] &&
			    !(drawn_at(drawn, x / 2.0 - dx, y / 2.0 - dy) &&
			      drawn_at(drawn, x / 2.0 + dx, y / 2.0 + dy)))
				drawn->on[y][x] = false;
		}
}

bool solved_shows(const struct sheet *sheet)
{
	struct drawn drawn;
	int lines = 0;

	if (drawn_find(sheet, &drawn) < 2)
		return false;
	leave_discs_reach(&drawn);
	for (int y = 0; y <= drawn_rows(&drawn); y += 2)
		for (int x = 0; x <= drawn_columns(&drawn); x += 2)
			if (degree(&drawn, x, y) > 2)
				return false;
	for (int y = 0; y <= drawn_rows(&drawn); y += 2)
		for (int x = 0; x <= drawn_columns(&drawn); x += 2) {
			if (degree(&drawn, x, y) != 1)
				continue;
			if (!take_line(&drawn, x, y))
				return false;
			lines++;
		}
	/* a loop would be left over */
	for (int y = 0; y <= drawn_rows(&drawn); y++)
		for (int x = 0; x <= drawn_columns(&drawn); x++)
			if (drawn.on[y][x])
				return false;
	return lines == 1 || lines == 2;
}

/* How many more vertices than edges do what was read as lines have: 1 for each
 * path? 0 where it is none, as more than two edges meet somewhere or what ends
 * is neither start nor end. */
static int count_paths(const struct panel_lines *lines)
{
	int paths = 0, starts = 0, ends = 0;

	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			const struct spot_look *look = &lines->spots[y][x];
			int edges;

			paths -= panel_is_edge(x, y) &&
				 look->edge != PANEL_EDGE_MISSING;
			if (!panel_is_vertex(x, y))
				continue;
			edges = lines_edges_of(lines, x, y);
			paths += edges > 0;
			starts += edges == 1 && look->start;
			ends += edges == 1 && look->end && !look->start;
			if (edges > 2 ||
			    (edges == 1 && !look->start && !look->end))
				return 0;
		}
	return starts == paths && ends == paths ? paths : 0;
}

/* Is the middle of an edge that is missing unlike the cells at its sides? */
static bool is_faint(const struct sheet *sheet, int x, int y)
{
	struct point at = { x / 2.0, y / 2.0 };
	struct colour c = sheet_colour(sheet, at.x, at.y);
	double dx = y % 2 ? FAINT_ASIDE : 0, dy = y % 2 ? 0 : FAINT_ASIDE;

	return fmin(colour_distance(c,
				    sheet_colour(sheet, at.x - dx, at.y - dy)),
		    colour_distance(c, sheet_colour(sheet, at.x + dx,
						    at.y + dy))) > FAINT_LEAST;
}

bool solved_is_traced(const struct sheet *sheet,
		      const struct panel_lines *lines)
{
	int paths = count_paths(lines), missing = 0, faint = 0;

	if (paths != 1 && paths != 2)
		return false;
	for (int y = 0; y < lines->height; y++)
		for (int x = 0; x < lines->width; x++) {
			if (!panel_is_edge(x, y) ||
			    lines->spots[y][x].edge != PANEL_EDGE_MISSING)
				continue;
			missing++;
			faint += is_faint(sheet, x, y);
		}
	return missing && faint > FAINT_SHARE * missing;
}

/* Does a line lead from a disc anywhere? Marks the spots under it; false where
 * it is none, or leads to a stub. */
static bool take_begun(struct drawn *drawn, int x, int y, struct begun *begun)
{
	int u = x, v = y;
	bool first_disc = has_disc(drawn, x, y);

	begun->on[y][x] = true;
	follow(drawn, &u, &v, begun);
	return (first_disc && !has_stub(drawn, u, v)) ||
	       (has_disc(drawn, u, v) && !has_stub(drawn, x, y));
}

/* The lines that were begun; their number, 0 where what is drawn is no such
 * line. */
static int find_begun(struct drawn *drawn, struct begun *begun)
{
	int lines = 0;

	for (int y = 0; y <= drawn_rows(drawn); y += 2)
		for (int x = 0; x <= drawn_columns(drawn); x += 2)
			if (degree(drawn, x, y) > 2)
				return 0;
	for (int y = 0; y <= drawn_rows(drawn); y += 2)
		for (int x = 0; x <= drawn_columns(drawn); x += 2) {
			if (degree(drawn, x, y) != 1)
				continue;
			if (!take_begun(drawn, x, y, begun))
				return 0;
			lines++;
		}
	return lines <= 2 ? lines : 0;
}

/* The discs of lines that were begun, but lead nowhere yet; their number, 0
 * where there are more than the two of a symmetric panel. */
static int find_discs_begun(struct drawn *drawn, struct begun *begun)
{
	int discs = 0;

	for (int y = 0; y <= drawn_rows(drawn); y += 2)
		for (int x = 0; x <= drawn_columns(drawn); x += 2) {
			if (!(discs ? drawn_at(drawn, x / 2.0, y / 2.0)
				    : drawn_take_disc(drawn, x, y)) ||
			    !has_disc_alone(drawn, x, y))
				continue;
			begun->on[y][x] = true;
			discs++;
		}
	return discs <= 2 ? discs : 0;
}

/* Is a spot, or one beside it, under the line? Its tip may lie between spots.
 */
static bool is_near_begun(const struct begun *begun, const struct sheet *sheet,
			  int x, int y)
{
	for (int v = y - 1; v <= y + 1; v++)
		for (int u = x - 1; u <= x + 1; u++)
			if (u >= 0 && v >= 0 && u <= 2 * sheet->columns &&
			    v <= 2 * sheet->rows && begun->on[v][u])
				return true;
	return false;
}

/* How far a colour lies on the way from one to another, and how far off. */
static float way_to(struct colour from, struct colour to, struct colour c,
		    double *off)
{
	struct colour way = colour_less(to, from);
	float share = colour_product(way, colour_less(c, from)) /
		      fmaxf(1, colour_product(way, way));
	struct colour on = colour_towards(from, to, share);

	*off = colour_distance(on, c);
	return share;
}

/* The ground of the cell there, where nothing hides it. */
static struct colour own_ground(const struct drawn *drawn, double x, double y)
{
	struct colour even = drawn_ground(drawn, x, y);
	struct colour own = sheet_ground(drawn->sheet, x, y);

	return colour_distance(even, own) < OWN_NEAR * drawn->reach ? own
								    : even;
}

/* How much of a pixel is ground and how much lies over it, the rest line: by
 * least squares. False where the colours lie on one line. */
static bool unmix(struct colour line, struct colour ground, struct colour over,
		  struct colour pixel, float shares[2])
{
	struct colour a = colour_less(ground, line),
		      b = colour_less(over, line);
	struct colour c = colour_less(pixel, line);
	float aa = colour_product(a, a), ab = colour_product(a, b),
	      bb = colour_product(b, b);
	float ac = colour_product(a, c), bc = colour_product(b, c);
	float apart = aa * bb - ab * ab;

	if (apart <= (float)APART_LEAST * aa * bb)
		return false;
	shares[0] = (bb * ac - ab * bc) / apart;
	shares[1] = (aa * bc - ab * ac) / apart;
	return true;
}

/* What is marked in a cover; else 0. */
enum { OVER_LINE = 1, OVER_BESIDE = 2 };

/* Where what is drawn lies, a byte for each pixel of the sheet near it. */
struct cover {
	const struct drawn *drawn;
	int flank; /* how wide its flanks are, sheet pixels */
	uint8_t *over;
	bool disc[PANEL_SIDE_MAX + 1][PANEL_SIDE_MAX + 1];
};

static bool is_over(const struct cover *cover, int i, int j)
{
	const struct sheet *sheet = cover->drawn->sheet;

	return i >= 0 && j >= 0 && i < sheet->width && j < sheet->height &&
	       cover->over[j * sheet->width + i];
}

/* On it or on its flanks? */
static bool is_near_over(const struct cover *cover, int i, int j)
{
	for (int off = 0; off <= cover->flank; off++)
		if (is_over(cover, i - off, j) || is_over(cover, i + off, j) ||
		    is_over(cover, i, j - off) || is_over(cover, i, j + off))
			return true;
	return false;
}

/* Does an edge under what is drawn lead there? It is whole, or nothing would
 * have been drawn along it. */
static bool is_on_edge(const struct cover *cover, const struct begun *begun,
		       double x, double y)
{
	const struct sheet *sheet = cover->drawn->sheet;
	double half = sheet->line_width / 2;
	int u = 2 * (int)floor(x) + 1, v = 2 * (int)floor(y) + 1;
	int near_x = 2 * (int)lround(x), near_y = 2 * (int)lround(y);

	if (near_x < 0 || near_y < 0 || near_x > 2 * sheet->columns ||
	    near_y > 2 * sheet->rows)
		return false;
	return (fabs(y - near_y / 2) < half && x > 0 && x < sheet->columns &&
		begun->on[near_y][u]) ||
	       (fabs(x - near_x / 2) < half && y > 0 && y < sheet->rows &&
		begun->on[v][near_x]);
}

/* Does it lie on a vertex under what is drawn? */
static bool is_on_vertex(const struct cover *cover, const struct begun *begun,
			 double x, double y)
{
	const struct sheet *sheet = cover->drawn->sheet;
	double half = sheet->line_width / 2;
	int u = (int)lround(x), v = (int)lround(y);

	return u >= 0 && v >= 0 && u <= sheet->columns && v <= sheet->rows &&
	       begun->on[2 * v][2 * u] && fabs(x - u) < half &&
	       fabs(y - v) < half;
}

/* What lies nearest to a flank, beyond it. */
static struct colour beyond_flank(const struct cover *cover, int i, int j)
{
	const struct sheet *sheet = cover->drawn->sheet;
	int most = 2 * cover->flank;

	for (int r = 1; r <= most; r++)
		for (int k = 0; k < FLANK_WAYS; k++) {
			double angle = 2 * M_PI * k / FLANK_WAYS;
			int u = i + (int)lround(r * cos(angle));
			int v = j + (int)lround(r * sin(angle));

			if (u >= 0 && v >= 0 && u < sheet->width &&
			    v < sheet->height && !is_near_over(cover, u, v))
				return sheet->pixels[v * sheet->width + u];
		}
	return sheet->pixels[j * sheet->width + i];
}

/* What is drawn, and its flanks towards the panel's line and the ground,
 * becomes line. */
static void lift_pixel(const struct cover *cover, const struct begun *begun,
		       int i, int j, struct colour *pixel)
{
	const struct drawn *drawn = cover->drawn;
	double x = sheet_to_cell(i), y = sheet_to_cell(j);
	struct colour line = sheet_line(drawn->sheet, x, y);
	struct colour ground = own_ground(drawn, x, y);
	struct colour over =
		colour_lit(drawn->colour, drawn_light(drawn, x, y));
	double off_line, off_ground;
	float shares[2];

	way_to(line, over, *pixel, &off_line);
	way_to(ground, over, *pixel, &off_ground);
	if (fmin(off_line, off_ground) > drawn->reach ||
	    !is_near_over(cover, i, j))
		return;
	if (is_over(cover, i, j) || is_on_edge(cover, begun, x, y)) {
		*pixel = line;
	} else if (unmix(line, ground, over, *pixel, shares)) {
		if (shares[1] > FLANK_LEAST)
			*pixel = colour_towards(line, ground,
						fmaxf(0, fminf(shares[0], 1)));
	} else {
		*pixel = beyond_flank(cover, i, j);
	}
}

static void find_discs(struct cover *cover, const struct begun *begun)
{
	const struct sheet *sheet = cover->drawn->sheet;

	for (int y = 0; y <= sheet->rows; y++)
		for (int x = 0; x <= sheet->columns; x++)
			cover->disc[y][x] =
				begun->on[2 * y][2 * x] &&
				has_disc(cover->drawn, 2 * x, 2 * y);
}

/* Is a place on one of the panel's lines, as wide as what is drawn, or on a
 * disc? A symbol of its colour is neither. */
static bool is_drawn_there(const struct cover *cover, const struct begun *begun,
			   double x, double y)
{
	const struct drawn *drawn = cover->drawn;
	int u = (int)lround(x), v = (int)lround(y);
	double off_x = x - u, off_y = y - v;

	if (!drawn_at(drawn, x, y))
		return false;
	if (drawn->rimmed
		    ? is_on_edge(cover, begun, x, y) ||
			      is_on_vertex(cover, begun, x, y)
		    : fmin(fabs(off_x), fabs(off_y)) < drawn->half + HALF_OFF)
		return true;
	return u >= 0 && v >= 0 && u <= drawn->sheet->columns &&
	       v <= drawn->sheet->rows && cover->disc[v][u] &&
	       hypot(off_x, off_y) < DISC_MOST &&
	       reaches(drawn, (struct point){ u, v },
		       (struct point){ off_x, off_y });
}

/* What a pixel that is drawn belongs to: the line, where the spot nearest to it
 * is under it; beside such a spot to its tip, or to a dot of its colour. */
static uint8_t mark_of(const struct begun *begun, const struct sheet *sheet,
		       double x, double y)
{
	int u = (int)lround(2 * x), v = (int)lround(2 * y);
	/* outside is the disc of a spot at the rim */
	bool inside = u >= 0 && v >= 0 && u <= 2 * sheet->columns &&
		      v <= 2 * sheet->rows;

	return !inside || begun->on[v][u] ? OVER_LINE : OVER_BESIDE;
}

/* Does a pixel of the line lie around it? */
static bool touches_line(const struct cover *cover, int i, int j)
{
	const struct sheet *sheet = cover->drawn->sheet;

	for (int v = j - 1; v <= j + 1; v++)
		for (int u = i - 1; u <= i + 1; u++)
			if (u >= 0 && v >= 0 && u < sheet->width &&
			    v < sheet->height &&
			    cover->over[v * sheet->width + u] == OVER_LINE)
				return true;
	return false;
}

/* What lies beside the line and hangs together with it is the line's; the rest
 * stays on the panel. */
static void part_from_line(struct cover *cover)
{
	const struct sheet *sheet = cover->drawn->sheet;
	int count = sheet->width * sheet->height;
	bool grown = true;

	for (int pass = 0; grown; pass++) {
		grown = false;
		for (int k = 0; k < count; k++) {
			int at = pass % 2 ? count - 1 - k : k;

			if (cover->over[at] != OVER_BESIDE ||
			    !touches_line(cover, at % sheet->width,
					  at / sheet->width))
				continue;
			cover->over[at] = OVER_LINE;
			grown = true;
		}
	}
	for (int at = 0; at < count; at++)
		if (cover->over[at] == OVER_BESIDE)
			cover->over[at] = 0;
}

/* The pixels that spots under the line are about: `lift` or, before that, mark
 * those that are drawn. */
static void go_over(struct sheet *sheet, const struct begun *begun,
		    const struct cover *cover, bool lift)
{
	for (int j = 0; j < sheet->height; j++) {
		double y = sheet_to_cell(j);
		bool near = false;

		for (int u = 0; u <= 2 * sheet->columns && !near; u++)
			near = is_near_begun(begun, sheet, u,
					     (int)lround(2 * y));
		for (int i = 0; i < sheet->width && near; i++) {
			double x = sheet_to_cell(i);
			int at = j * sheet->width + i;

			if (!is_near_begun(begun, sheet, (int)lround(2 * x),
					   (int)lround(2 * y)))
				continue;
			if (lift)
				lift_pixel(cover, begun, i, j,
					   &sheet->pixels[at]);
			else if (is_drawn_there(cover, begun, x, y))
				cover->over[at] = mark_of(begun, sheet, x, y);
		}
	}
}

int solved_lift_begun(struct sheet *sheet, struct begun *begun)
{
	struct drawn drawn;
	struct cover cover = { .drawn = &drawn };

	memset(begun, 0, sizeof *begun);
	if (drawn_find(sheet, &drawn) < 1 ? !find_discs_begun(&drawn, begun)
					  : !find_begun(&drawn, begun))
		return 0;
	begun->colour = drawn.colour;
	begun->reach = drawn.reach;
	cover.over = alloc_array(sheet_pixel_count(sheet), 1);
	if (!cover.over)
		return -1;
	cover.flank = (int)ceil(fmax(FLANK_PIXELS * SHEET_CELL / sheet->px_cell,
				     FLANK_BLURS * rays_blur(sheet)));
	find_discs(&cover, begun);
	go_over(sheet, begun, &cover, false);
	part_from_line(&cover);
	go_over(sheet, begun, &cover, true);
	free(cover.over);
	return 1;
}
