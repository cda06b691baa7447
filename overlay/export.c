#include "export.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "paint.h"

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

/* Rings around what the checker names. */
static int ring_breach(const struct puzzle *puzzle, const struct breach *breach,
		       struct drawing *drawing)
{
	const struct draw_family *family = draw_family(puzzle->family);
	int failed = 0;

	for (int i = 0; i < breach->place_count; i++) {
		struct point centre;
		double radius;

		if (family->find_place &&
		    family->find_place(puzzle, &breach->places[i], &centre,
				       &radius))
			failed |= drawing_ring(drawing, INK_BREACH, centre,
					       radius);
	}
	return failed ? -1 : 0;
}

static int ring_breaches(const struct export_item *item,
			 struct drawing *drawing)
{
	int failed = 0;

	for (size_t i = 0; item->breaches && i < item->breaches->count; i++)
		failed |= ring_breach(item->puzzle, &item->breaches->list[i],
				      drawing);
	return failed;
}

static int compose(const struct export_item *item, struct page_item *on_page,
		   struct problem *problem)
{
	const struct draw_family *family = draw_family(item->puzzle->family);

	if (family->draw_puzzle(item->puzzle, &on_page->board) < 0 ||
	    (item->solution && item->aids && family->draw_aids &&
	     family->draw_aids(item->puzzle, item->solution, &on_page->board) <
		     0) ||
	    (item->solution &&
	     family->draw(item->puzzle, item->solution, &on_page->board) < 0) ||
	    ring_breaches(item, &on_page->board) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to draw");
	paint_bounds(&on_page->board, on_page->bounds);
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

		drawing_init(&item->board, 0, 0);
		page->count++;
		if (compose(&items[i], item, problem) < 0) {
			page_fini(page);
			return -1;
		}
		page->width =
			fmax(page->width, item->bounds[2] + 2 * MARGIN_CELLS);
		page->height += item->bounds[3] + MARGIN_CELLS;
	}
	return 0;
}

static cairo_status_t page_paint(const struct page *page,
				 cairo_surface_t *surface, double cell_px)
{
	cairo_t *cairo = cairo_create(surface);
	double top = MARGIN_CELLS;
	cairo_status_t status;

	cairo_set_source_rgb(cairo, 1, 1, 1);
	cairo_paint(cairo);
	for (size_t i = 0; i < page->count; i++) {
		const struct page_item *item = &page->items[i];
		double x = (MARGIN_CELLS - item->bounds[0]) * cell_px;
		double y = (top - item->bounds[1]) * cell_px;
		/* pixel centres are whole numbers there, hence the half */
		struct layer layer = { &item->board,
				       { { cell_px, 0, x - 0.5, 0, cell_px,
					   y - 0.5, 0, 0, 1 } } };

		paint_layer(cairo, &layer, PAINT_PAPER);
		top += item->bounds[3] + MARGIN_CELLS;
	}
	status = cairo_status(cairo);
	cairo_destroy(cairo);
	return status;
}

int export_image(const struct export_item *items, size_t count, double cell_px,
		 struct image *image, struct problem *problem)
{
	cairo_surface_t *surface;
	cairo_status_t status;
	struct page page;

	*image = (struct image){ 0 };
	if (page_init(&page, items, count, problem) < 0)
		return -1;
	if (image_init(image, (int)fmin(ceil(page.width * cell_px), 1e6),
		       (int)fmin(ceil(page.height * cell_px), 1e6),
		       problem) < 0) {
		page_fini(&page);
		return -1;
	}
	surface = surface_of(image);
	status = page_paint(&page, surface, cell_px);
	cairo_surface_finish(surface);
	cairo_surface_destroy(surface);
	page_fini(&page);
	if (status == CAIRO_STATUS_SUCCESS)
		return 0;
	image_fini(image);
	return cairo_failed(status, problem);
}

static cairo_status_t on_svg(void *data, const unsigned char *bytes,
			     unsigned length)
{
	struct buffer *out = data;

	buffer_append(out, (const char *)bytes, length);
	return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

int export_svg(const struct export_item *items, size_t count,
	       struct buffer *out, struct problem *problem)
{
	cairo_surface_t *surface;
	cairo_status_t status;
	struct page page;

	if (page_init(&page, items, count, problem) < 0)
		return -1;
	surface = cairo_svg_surface_create_for_stream(
		on_svg, out, page.width * SVG_CELL_PX,
		page.height * SVG_CELL_PX);
	status = page_paint(&page, surface, SVG_CELL_PX);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	page_fini(&page);
	if (status != CAIRO_STATUS_SUCCESS)
		return cairo_failed(status, problem);
	return 0;
}

/* A text with the escapes of a terminal's colours ("\033[1;34m" ...
 * "\033[0m"), of which each stretch becomes a span of the classes c1 c34. */
static void put_coloured(const char *text, struct buffer *out)
{
	static const char introducer[] = "\033[";

	while (*text) {
		const char *escape = strstr(text, introducer);
		size_t plain = escape ? (size_t)(escape - text) : strlen(text);
		struct buffer part;

		buffer_init(&part);
		buffer_append(&part, text, plain);
		buffer_puts_html(out, buffer_text(&part));
		buffer_fini(&part);
		if (!escape)
			return;
		text = escape + strlen(introducer);
		plain = strcspn(text, "m");
		if (*text == '0')
			buffer_puts(out, "</span>");
		else
			buffer_puts(out, "<span class=\"c");
		for (size_t i = 0; i < plain && *text != '0'; i++)
			if (text[i] == ';')
				buffer_puts(out, " c");
			else
				buffer_append(out, text + i, 1);
		if (*text != '0')
			buffer_puts(out, "\">");
		text += plain + (text[plain] == 'm');
	}
}

/* Of the escapes that draw_<family>.c use: clues green, totals red, answers
 * blue, as the published solvers have them; weight and the characters around
 * a number say the same to those who cannot tell the colours. */
static const char colours[] = ".c1 { font-weight: bold } .c2 { opacity: .7 } "
			      ".c31 { color: #b00020 } "
			      ".c32 { color: #00702a } "
			      ".c34 { color: #0040c0 }";

static void put_sums(const struct export_item *item, struct buffer *out)
{
	const struct draw_family *family = draw_family(item->puzzle->family);
	struct buffer text;

	if (!family->sums)
		return;
	buffer_init(&text);
	family->sums(item->puzzle, item->solution, true, &text);
	buffer_puts(out,
		    "<p>Given numbers are <span class=\"c32\">green</span>, "
		    "totals <span class=\"c31\">red</span> behind =, answers "
		    "<span class=\"c1 c34\">[blue]</span> in brackets.</p>\n"
		    "<h3>Sums checked</h3>\n<pre>");
	put_coloured(buffer_text(&text), out);
	buffer_puts(out, "</pre>\n");
	buffer_fini(&text);
}

static void put_breach(const struct puzzle *puzzle, const struct breach *breach,
		       struct buffer *out)
{
	struct buffer words;

	buffer_init(&words);
	buffer_printf(&words, "Rule %d", breach->rule);
	if (breach->place_count) {
		buffer_puts(&words, ", ");
		puzzle_place_words(puzzle, &breach->places[0], &words);
	}
	buffer_printf(&words, ": %s", breach->text);
	buffer_puts(out, "<li>");
	buffer_puts_html(out, buffer_text(&words));
	buffer_puts(out, "</li>\n");
	out->failed |= words.failed;
	buffer_fini(&words);
}

static void put_breaches(const struct export_item *item, struct buffer *out)
{
	buffer_puts(out, "<p>This is no solution; what is wrong is ringed:"
			 "</p>\n<ul>\n");
	for (size_t i = 0; i < item->breaches->count; i++)
		put_breach(item->puzzle, &item->breaches->list[i], out);
	buffer_puts(out, "</ul>\n");
}

static void put_characters(const struct export_item *item, struct buffer *out)
{
	const struct draw_family *family = draw_family(item->puzzle->family);
	struct breach breach;
	struct buffer text;

	buffer_puts(out, "<h2>");
	buffer_puts_html(out, puzzle_family(item->puzzle->family)->title);
	buffer_puts(out, "</h2>\n");
	buffer_init(&text);
	family->print(item->puzzle, item->solution, true, &text);
	buffer_puts(out, "<pre>");
	put_coloured(buffer_text(&text), out);
	buffer_puts(out, "</pre>\n");
	buffer_fini(&text);
	if (item->breaches && item->breaches->count) {
		put_breaches(item, out);
	} else if (item->solution &&
		   puzzle_check(item->puzzle, item->solution, &breach)) {
		buffer_puts(out, "<p>Checked: the answer keeps every rule.</p>"
				 "\n");
		put_sums(item, out);
	}
}

int export_html(const struct export_item *items, size_t count,
		const char *title, struct buffer *out, struct problem *problem)
{
	struct buffer svg;
	const char *start;

	buffer_init(&svg);
	if (export_svg(items, count, &svg, problem) < 0) {
		buffer_fini(&svg);
		return -1;
	}
	buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n"
			 "<meta charset=\"utf-8\">\n<title>");
	buffer_puts_html(out, title);
	buffer_puts(out, "</title>\n<style>body { font-family: sans-serif; "
			 "margin: 2em } svg { max-width: 100%; height: auto }"
			 " pre { line-height: 1.1 } ");
	buffer_puts(out, colours);
	buffer_puts(out, "</style>\n<h1>");
	buffer_puts_html(out, title);
	buffer_puts(out, "</h1>\n");
	/* a page holds the element without the XML declaration */
	start = strstr(buffer_text(&svg), "<svg");
	buffer_puts(out, start ? start : "");
	buffer_puts(out, "\n");
	for (size_t i = 0; i < count; i++)
		put_characters(&items[i], out);
	buffer_puts(out, "</html>\n");
	buffer_fini(&svg);
	return out->failed ? problem_set(problem, PROBLEM_MEMORY,
					 "no memory for a page")
			   : 0;
}
