#include "svg.h"

#include <math.h>
#include <stdlib.h>

#include "inks.h"

/* Of digits in sans-serif typefaces: their height, and the advance of the
 * widest common ones (DejaVu, Verdana), in bold and not, to the typeface's
 * size. */
static const double DIGIT_HEIGHT = 0.72;
static const double ADVANCE_BOLD = 0.71, ADVANCE_PLAIN = 0.64;

static void put_inks(enum inks_ground ground, struct buffer *out)
{
	for (int ink = 0; ink < INK_PIECE + INKS_TINTS; ink++) {
		uint32_t colour = inks_colour(ink, ground);
		char name[16];

		if (ground != INKS_LIGHT &&
		    colour == inks_colour(ink, INKS_LIGHT))
			continue;
		inks_name(ink, name);
		buffer_printf(out, "svg .%s{color:#%06x}", name, colour);
	}
}

void svg_put_style(struct buffer *out)
{
	buffer_puts(out, "svg .line{fill:none;stroke:currentColor;"
			 "stroke-linecap:round;stroke-linejoin:round}"
			 "svg .fill{fill:currentColor}"
			 "svg .area{fill:currentColor;fill-opacity:.5}"
			 "svg "
			 "text{fill:currentColor;font-family:system-ui,Arial,'"
			 "DejaVu Sans',sans-serif;"
			 "text-anchor:middle}svg .bold{font-weight:bold}\n");
	put_inks(INKS_LIGHT, out);
	buffer_puts(out, "\n@media (prefers-color-scheme:dark){"
			 "svg .area{fill-opacity:.4}");
	put_inks(INKS_DARK, out);
	buffer_puts(out, "}\n");
}

struct writer {
	double px_cell;
	struct point px_corner;
	struct buffer *out;
};

/* Rounded to hundredths, without what says nothing: "12.5", "3". */
static void put_number(struct buffer *out, double value)
{
	long hundredths = lround(value * 100);
	const char *sign = hundredths < 0 ? "-" : "";
	long rest = labs(hundredths) % 100, whole = labs(hundredths) / 100;

	if (rest % 10)
		buffer_printf(out, "%s%ld.%02ld", sign, whole, rest);
	else if (rest)
		buffer_printf(out, "%s%ld.%ld", sign, whole, rest / 10);
	else
		buffer_printf(out, "%s%ld", sign, whole);
}

static void put_attribute(struct buffer *out, const char *name, double value)
{
	buffer_printf(out, " %s=\"", name);
	put_number(out, value);
	buffer_puts(out, "\"");
}

void svg_put_start(double width, double height, const char *attributes,
		   struct buffer *out)
{
	buffer_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	put_attribute(out, "width", width);
	put_attribute(out, "height", height);
	buffer_puts(out, " viewBox=\"0 0 ");
	put_number(out, width);
	buffer_puts(out, " ");
	put_number(out, height);
	buffer_printf(out, "\"%s>\n", attributes);
}

static struct point place(const struct writer *writer, struct point cell)
{
	return point_add(writer->px_corner, point_scale(cell, writer->px_cell));
}

static void put_path(const struct writer *writer, const struct mark *mark)
{
	struct buffer *out = writer->out;

	buffer_puts(out, " d=\"");
	for (size_t i = 0; i < mark->point_count; i++) {
		struct point at = place(writer, mark->points[i]);

		buffer_puts(out, i ? "L" : "M");
		put_number(out, at.x);
		buffer_puts(out, " ");
		put_number(out, at.y);
	}
	buffer_puts(out, mark->kind == MARK_AREA ? "z\"" : "\"");
}

static void put_stroke(const struct writer *writer, const struct mark *mark,
		       const char *ink, double width)
{
	struct buffer *out = writer->out;

	if (mark->kind == MARK_RING) {
		struct point at = place(writer, mark->points[0]);

		buffer_printf(out, "<circle class=\"line %s\"", ink);
		put_attribute(out, "cx", at.x);
		put_attribute(out, "cy", at.y);
		put_attribute(out, "r", mark->width * writer->px_cell);
	} else {
		buffer_printf(out, "<path class=\"line %s\"", ink);
		put_path(writer, mark);
	}
	put_attribute(out, "stroke-width", width * writer->px_cell);
	buffer_puts(out, "/>\n");
}

static void put_text(const struct writer *writer, const struct mark *mark,
		     const char *ink)
{
	struct buffer *out = writer->out;
	struct point at = place(writer, mark->points[0]);
	bool bold = inks_is_bold(mark->ink);
	double size = mark->width / DIGIT_HEIGHT;

	if (mark->digit_width > 0)
		size = fmin(size, mark->digit_width / (bold ? ADVANCE_BOLD
							    : ADVANCE_PLAIN));
	size *= writer->px_cell;
	buffer_printf(out, "<text class=\"%s%s\"", bold ? "bold " : "", ink);
	put_attribute(out, "x", at.x);
	put_attribute(out, "y", at.y + DIGIT_HEIGHT / 2 * size);
	put_attribute(out, "font-size", size);
	buffer_puts(out, ">");
	buffer_puts_html(out, mark->text);
	buffer_puts(out, "</text>\n");
}

static void put_mark(const struct writer *writer, const struct mark *mark)
{
	double width =
		mark->kind == MARK_RING ? drawing_ring_line(mark) : mark->width;
	char ink[16];

	inks_name(inks_on_paper(mark), ink);
	switch (mark->kind) {
	case MARK_LINE:
	case MARK_RING:
		if (inks_is_cased(mark->ink))
			put_stroke(writer, mark, "page",
				   width + 2 * INKS_CASING);
		put_stroke(writer, mark, ink, width);
		break;
	case MARK_AREA:
		buffer_printf(writer->out, "<path class=\"%s %s\"",
			      mark->solid ? "fill" : "area", ink);
		put_path(writer, mark);
		buffer_puts(writer->out, "/>\n");
		break;
	case MARK_TEXT:
		put_text(writer, mark, ink);
		break;
	}
}

void svg_put_marks(const struct drawing *drawing, double px_cell,
		   struct point px_corner, struct buffer *out)
{
	const struct writer writer = { px_cell, px_corner, out };

	for (size_t i = 0; i < drawing->count; i++)
		if (drawing->marks[i].point_count)
			put_mark(&writer, &drawing->marks[i]);
}
