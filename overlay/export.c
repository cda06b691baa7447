#include "export.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "paint.h"
#include "svg.h"

/* White around and between boards, in cells. */
static const double MARGIN_CELLS = 0.5;
/* In documents: a cell of a size that fits a page, any viewer scales it. */
static const double SVG_CELL_PX = 40;

/* A board ready to be painted. */
struct page_item {
	struct drawing board; /* the puzzle, the answer after it */
	double bounds[4];
};

struct page {
	struct page_item *items;
	size_t count;
	double width, height; /* cells */
};

static int cairo_failed(cairo_status_t status, struct problem *problem)
{
	return problem_set(problem,
			   status == CAIRO_STATUS_NO_MEMORY ? PROBLEM_MEMORY
							    : PROBLEM_LIMIT,
			   "cannot draw: '%s'", cairo_status_to_string(status));
}

/* Paints into the picture's pixels. */
static cairo_surface_t *surface_of(struct image *image)
{
	return cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24,
		image->width, image->height,
		(int)(image->stride * sizeof *image->pixels));
}

int export_over_image(struct image *image, const struct layer *layers,
		      size_t count, struct problem *problem)
{
	cairo_surface_t *surface = surface_of(image);
	cairo_t *cairo = cairo_create(surface);
	cairo_status_t status;

	for (size_t i = 0; i < count; i++)
		paint_layer(cairo, &layers[i], PAINT_OVER);
	status = cairo_status(cairo);
	cairo_destroy(cairo);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
	if (status != CAIRO_STATUS_SUCCESS)
		return cairo_failed(status, problem);
	return 0;
}

static void page_fini(struct page *page)
{
	for (size_t i = 0; i < page->count; i++)
		drawing_fini(&page->items[i].board);
	free(page->items);
}

static int ring_place(const struct puzzle *puzzle,
		      const struct board_place *place, int ink,
		      struct drawing *drawing)
{
	const struct draw_family *family = draw_family(puzzle->family);
	struct point centre;
	double radius;

	if (!family->find_place ||
	    !family->find_place(puzzle, place, &centre, &radius))
		return 0;
	return drawing_ring(drawing, ink, centre, radius);
}

/* Rings around what the checker names, and what is in doubt. */
static int ring_places(const struct export_item *item, struct drawing *drawing)
{
	size_t breaches = item->breaches ? item->breaches->count : 0;
	int failed = 0;

	for (size_t i = 0; i < breaches; i++) {
		const struct breach *breach = &item->breaches->list[i];

		for (int k = 0; k < breach->place_count; k++)
			failed |= ring_place(item->puzzle, &breach->places[k],
					     INK_BREACH, drawing);
	}
	for (size_t i = 0; i < item->doubt_count; i++)
		failed |= ring_place(item->puzzle, &item->doubts[i], INK_DOUBT,
				     drawing);
	return failed;
}

int export_compose(const struct export_item *item, struct drawing *board,
		   struct problem *problem)
{
	const struct draw_family *family = draw_family(item->puzzle->family);

	drawing_init(board, 0, 0);
	board->afresh = true;
	if (family->draw_puzzle(item->puzzle, board) < 0 ||
	    (item->solution && item->aids && family->draw_aids &&
	     family->draw_aids(item->puzzle, item->solution, board) < 0) ||
	    (item->solution &&
	     family->draw(item->puzzle, item->solution, board) < 0) ||
	    ring_places(item, board) < 0) {
		drawing_fini(board);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to draw");
	}
	return 0;
}

static int page_init(struct page *page, const struct export_item *items,
		     size_t count, struct problem *problem)
{
	*page = (struct page){ .height = MARGIN_CELLS };
	page->items = alloc_array(count, sizeof *page->items);
	if (!page->items)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to draw");
	for (size_t i = 0; i < count; i++) {
		struct page_item *item = &page->items[i];

		if (export_compose(&items[i], &item->board, problem) < 0) {
			page_fini(page);
			return -1;
		}
		page->count++;
		paint_bounds(&item->board, item->bounds);
		page->width =
			fmax(page->width, item->bounds[2] + 2 * MARGIN_CELLS);
		page->height += item->bounds[3] + MARGIN_CELLS;
	}
	return 0;
}

static cairo_status_t page_paint(const struct page *page,
				 cairo_surface_t *surface, double px_cell)
{
	cairo_t *cairo = cairo_create(surface);
	double top = MARGIN_CELLS;
	cairo_status_t status;

	cairo_set_source_rgb(cairo, 1, 1, 1);
	cairo_paint(cairo);
	for (size_t i = 0; i < page->count; i++) {
		const struct page_item *item = &page->items[i];
		double x = (MARGIN_CELLS - item->bounds[0]) * px_cell;
		double y = (top - item->bounds[1]) * px_cell;
		/* pixel centres are whole numbers there, hence the half */
		struct layer layer = { &item->board,
				       { { px_cell, 0, x - 0.5, 0, px_cell,
					   y - 0.5, 0, 0, 1 } } };

		paint_layer(cairo, &layer, PAINT_PAPER);
		top += item->bounds[3] + MARGIN_CELLS;
	}
	status = cairo_status(cairo);
	cairo_destroy(cairo);
	return status;
}

int export_image(const struct export_item *items, size_t count, double px_cell,
		 struct image *image, struct problem *problem)
{
	cairo_surface_t *surface;
	cairo_status_t status;
	struct page page;

	*image = (struct image){ 0 };
	if (page_init(&page, items, count, problem) < 0)
		return -1;
	if (image_init(image, (int)fmin(ceil(page.width * px_cell), 1e6),
		       (int)fmin(ceil(page.height * px_cell), 1e6),
		       problem) < 0) {
		page_fini(&page);
		return -1;
	}
	surface = surface_of(image);
	status = page_paint(&page, surface, px_cell);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
	page_fini(&page);
	if (status == CAIRO_STATUS_SUCCESS)
		return 0;
	image_fini(image);
	return cairo_failed(status, problem);
}

int export_svg(const struct export_item *items, size_t count,
	       struct buffer *out, struct problem *problem)
{
	double top = MARGIN_CELLS;
	struct page page;

	if (page_init(&page, items, count, problem) < 0)
		return -1;
	buffer_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	svg_put_start(page.width * SVG_CELL_PX, page.height * SVG_CELL_PX, "",
		      out);
	buffer_puts(out, "<style>");
	svg_put_style(out);
	buffer_puts(out, "</style>\n<rect class=\"fill page\" width=\"100%\" "
			 "height=\"100%\"/>\n");
	for (size_t i = 0; i < page.count; i++) {
		const struct page_item *item = &page.items[i];
		const struct point px_corner = {
			(MARGIN_CELLS - item->bounds[0]) * SVG_CELL_PX,
			(top - item->bounds[1]) * SVG_CELL_PX
		};

		svg_put_marks(&item->board, SVG_CELL_PX, px_corner, out);
		top += item->bounds[3] + MARGIN_CELLS;
	}
	buffer_puts(out, "</svg>\n");
	page_fini(&page);
	return out->failed ? problem_set(problem, PROBLEM_MEMORY,
					 "no memory to draw")
			   : 0;
}
