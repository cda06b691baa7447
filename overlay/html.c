#include "html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "language.h"
#include "paint.h"
#include "svg.h"

/* Cells around a board. */
static const double MARGIN_CELLS = 0.25;
/* Boards are so wide, as far as their cells keep within these bounds: a page
 * that is narrower scales them down. */
static const double PX_WIDTH = 480, PX_CELL_LEAST = 40, PX_CELL_MOST = 72;

static const char style[] =
	":root{color-scheme:light dark}"
	"body{font-family:system-ui,sans-serif;line-height:1.4;margin:2em;"
	"background:#fff;color:#1a1a1a}"
	"h1{font-size:1.5em;margin:0}h2{font-size:1.2em;margin:1.5em 0 0}"
	".source{margin:0;opacity:.7;overflow-wrap:anywhere}"
	"figure{margin:1em 0}svg{max-width:100%;height:auto}"
	"figcaption span{margin-right:1.2em}"
	"pre{line-height:1.1;overflow-x:auto}summary{cursor:pointer}"
	".clue,.c32{color:#00702a}.total,.c31{color:#b00020}"
	".answer,.c34{color:#0b46c4}.second,.c33{color:#a04a00}"
	".strike{color:#c00}.c1{font-weight:bold}.c2{opacity:.7}\n"
	"@media (prefers-color-scheme:dark){"
	"body{background:#15181c;color:#eee}"
	".clue,.c32{color:#5fd38a}.total,.c31{color:#ff8a80}"
	".answer,.c34{color:#7db8ff}.second,.c33{color:#ffb35c}"
	".strike{color:#ff6060}}\n";

/* A text with the escapes of a terminal's colours ("\033[1;34m" ...
 * "\033[0m"), of which each stretch becomes a span of the classes c1 c34; a
 * ground of the 256 colours is left out. */
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
		if (*text == '0') {
			buffer_puts(out, "</span>");
		} else if (!strncmp(text, "48;", 3)) {
			buffer_puts(out, "<span>");
		} else {
			buffer_puts(out, "<span class=\"c");
			for (size_t i = 0; i < plain; i++)
				if (text[i] == ';')
					buffer_puts(out, " c");
				else
					buffer_append(out, text + i, 1);
			buffer_puts(out, "\">");
		}
		text += plain + (text[plain] == 'm');
	}
}

static bool has_ink(const struct drawing *board, int ink, bool written)
{
	for (size_t i = 0; i < board->count; i++)
		if (board->marks[i].ink == ink &&
		    (board->marks[i].kind == MARK_TEXT) == written)
			return true;
	return false;
}

/* What the marks mean: in words, since not everybody sees the colours. */
static void put_key(const struct drawing *board, struct buffer *out)
{
	static const struct {
		int ink;
		bool written;
		const char *class, *text;
	} keys[] = {
		{ INK_CLUE, true, "clue", N_("green: given") },
		{ INK_CLUE, false, "clue", N_("green, wide: given") },
		{ INK_TOTAL, true, "total", N_("red: total") },
		{ INK_ANSWER, true, "answer c1", N_("blue, bold: answer") },
		{ INK_ANSWER, false, "answer c1", N_("blue line: answer") },
		{ INK_SECOND, false, "second",
		  N_("brown line: its mirror image") },
		{ INK_STRIKE, false, "strike",
		  N_("crossed out in red: cancelled by an eliminator") },
		{ INK_BREACH, false, "strike", N_("red ring: breaks a rule") },
		{ INK_DOUBT, false, "doubt",
		  N_("orange ring: not read surely") },
		{ INK_PIECE, true, "piece",
		  N_("each piece has its number and colour on the board and "
		     "below it, where an arrow shows how to turn it") },
	};

	buffer_puts(out, "<figcaption>");
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (has_ink(board, keys[i].ink, keys[i].written))
			buffer_printf(out, "<span class=\"%s\">%s</span>\n",
				      keys[i].class, _(keys[i].text));
	buffer_puts(out, "</figcaption>\n");
}

static int put_figure(const struct export_item *item, const char *headline,
		      struct buffer *out, struct problem *problem)
{
	struct drawing board;
	struct buffer label;
	double bounds[4], px_cell;

	if (export_compose(item, &board, problem) < 0)
		return -1;
	paint_bounds(&board, bounds);
	px_cell = fmin(fmax(PX_WIDTH / bounds[2], PX_CELL_LEAST), PX_CELL_MOST);
	buffer_init(&label);
	buffer_puts(&label, " role=\"img\" aria-label=\"");
	buffer_puts_html(&label, headline);
	buffer_puts(&label, "\"");
	buffer_puts(out, "<figure>\n");
	svg_put_start((bounds[2] + 2 * MARGIN_CELLS) * px_cell,
		      (bounds[3] + 2 * MARGIN_CELLS) * px_cell,
		      buffer_text(&label), out);
	svg_put_marks(&board, px_cell,
		      (struct point){ (MARGIN_CELLS - bounds[0]) * px_cell,
				      (MARGIN_CELLS - bounds[1]) * px_cell },
		      out);
	buffer_puts(out, "</svg>\n");
	put_key(&board, out);
	buffer_puts(out, "</figure>\n");
	buffer_fini(&label);
	drawing_fini(&board);
	return 0;
}

/* What can be opened. */
static void put_details(const char *summary, const struct buffer *text,
			struct buffer *out)
{
	buffer_printf(out, "<details><summary>%s</summary>\n<pre>", summary);
	put_coloured(buffer_text(text), out);
	buffer_puts(out, "</pre></details>\n");
}

static void put_remarks(const char *remarks, struct buffer *out)
{
	while (remarks && *remarks) {
		size_t length = strcspn(remarks, "\n");
		struct buffer line;

		buffer_init(&line);
		buffer_append(&line, remarks, length);
		buffer_puts(out, "<p>");
		buffer_puts_html(out, buffer_text(&line));
		buffer_puts(out, "</p>\n");
		buffer_fini(&line);
		remarks += length + (remarks[length] == '\n');
	}
}

static void put_breach(const struct puzzle *puzzle, const struct breach *breach,
		       struct buffer *out)
{
	struct buffer words;

	buffer_init(&words);
	buffer_printf(&words, _("Rule %d"), breach->rule);
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
	buffer_printf(out, "<p>%s</p>\n<ul>\n",
		      _("This is not a solution; what is wrong is ringed:"));
	for (size_t i = 0; i < item->breaches->count; i++)
		put_breach(item->puzzle, &item->breaches->list[i], out);
	buffer_puts(out, "</ul>\n");
}

static void put_checked(const struct export_item *item, struct buffer *out)
{
	const struct draw_family *family = draw_family(item->puzzle->family);
	struct buffer text;

	if (item->breaches && item->breaches->count) {
		put_breaches(item, out);
		return;
	}
	if (!item->solution ||
	    !puzzle_check(item->puzzle, item->solution, NULL))
		return;
	buffer_printf(out, "<p>%s</p>\n",
		      _("Checked: the answer keeps every rule."));
	if (!family->sums)
		return;
	buffer_init(&text);
	family->sums(item->puzzle, item->solution, true, &text);
	put_details(_("Sums checked"), &text, out);
	buffer_fini(&text);
}

static void put_characters(const struct export_item *item, struct buffer *out)
{
	const struct draw_family *family = draw_family(item->puzzle->family);
	struct buffer text;

	buffer_init(&text);
	family->print(item->puzzle, item->solution, true, &text);
	if (family->legend)
		family->legend(item->puzzle, item->solution, true, &text);
	put_details(_("In characters"), &text, out);
	buffer_fini(&text);
}

static void headline_of(const struct export_item *item, char *text, size_t size)
{
	if (item->headline)
		snprintf(text, size, "%s", item->headline);
	else
		snprintf(text, size, "%s%s",
			 _(puzzle_family(item->puzzle->family)->title),
			 item->breaches && item->breaches->count
				 ? _(", not solved")
			 : item->solution ? _(", solved")
					  : "");
}

int html_write(const struct export_item *items, size_t count,
	       const char *source, struct buffer *out, struct problem *problem)
{
	char title[200], headline[200];

	if (count == 1)
		headline_of(&items[0], title, sizeof title);
	else
		snprintf(title, sizeof title, _("%zu puzzles"), count);
	buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"");
	/* the code of the language itself */
	buffer_puts(out, _("en"));
	buffer_puts(out,
		    "\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
		    "content=\"width=device-width,initial-scale=1\">\n"
		    "<title>");
	buffer_puts_html(out, title);
	if (source[0]) {
		buffer_puts(out, " - ");
		buffer_puts_html(out, source);
	}
	buffer_puts(out, "</title>\n<style>");
	buffer_puts(out, style);
	svg_put_style(out);
	buffer_puts(out, "</style>\n<h1>");
	buffer_puts_html(out, title);
	buffer_puts(out, "</h1>\n");
	if (source[0]) {
		buffer_puts(out, "<p class=\"source\">");
		buffer_puts_html(out, source);
		buffer_puts(out, "</p>\n");
	}
	for (size_t i = 0; i < count; i++) {
		headline_of(&items[i], headline, sizeof headline);
		buffer_puts(out, "<section>\n");
		if (count > 1) {
			buffer_printf(out, "<h2>%zu: ", i + 1);
			buffer_puts_html(out, headline);
			buffer_puts(out, "</h2>\n");
		}
		if (put_figure(&items[i], headline, out, problem) < 0)
			return -1;
		put_remarks(items[i].remarks, out);
		put_checked(&items[i], out);
		put_characters(&items[i], out);
		buffer_puts(out, "</section>\n");
	}
	buffer_puts(out, "</html>\n");
	return out->failed ? problem_set(problem, PROBLEM_MEMORY,
					 "no memory for a page")
			   : 0;
}
