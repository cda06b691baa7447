#include "batch_page.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "batch_results.h"
#include "file.h"
#include "language.h"
#include "names.h"
#include "page_assets.h"

/* Thumbnails that a page holds together, in base64; cards beyond have none.
 * A page of 60 MB still opens within two seconds. */
enum { PAGE_PICTURES_BYTES = 55 << 20 };
/* A thumbnail of 400 x 400 is some 30 kB; what is longer is none of ours. */
enum { THUMB_BYTES_MAX = 1 << 20 };
/* Notes shown with a picture, doubts included. */
enum { NOTES_MAX = 12 };

/* What became of a picture, the most in need of a person's eye first. */
enum outcome_rank {
	RANK_DOUBTFUL,
	RANK_UNKNOWN,
	RANK_NONE,
	RANK_FAILED,
	RANK_EMPTY,
	RANK_SOLVED,
	RANK_OTHER,
	RANK_COUNT
};

static const struct {
	const char *name; /* class of CSS, value of the filter */
	const char *sign;
	const char *title;
} ranks[RANK_COUNT] = {
	[RANK_DOUBTFUL] = { "doubtful", "?", N_("doubtful") },
	[RANK_UNKNOWN] = { "unknown", "\xe2\x80\xa6", N_("undecided") },
	[RANK_NONE] = { "none", "\xe2\x88\x85", N_("no solution") },
	[RANK_FAILED] = { "failed", "!", N_("could not be read") },
	[RANK_EMPTY] = { "empty", "\xe2\x80\x93", N_("no puzzle in it") },
	[RANK_SOLVED] = { "solved", "\xe2\x9c\x93", N_("solved") },
	[RANK_OTHER] = { "other", "\xe2\x80\x93",
			 N_("neither picture nor puzzle") },
};

struct card {
	const struct item *item;
	const json_t *record;
	size_t number; /* by name */
	enum outcome_rank rank;
	unsigned outcomes; /* bits of ranks */
	double ms;
};

struct page {
	const struct batch *batch;
	struct buffer out;
	struct card *cards;
	size_t count;
	size_t picture_bytes;
};

static const char *text_of(const json_t *json, const char *field)
{
	const char *text = json_string_value(json_object_get(json, field));

	return text ? text : "";
}

static double ms_of(const json_t *record, const char *field)
{
	return json_number_value(json_object_get(
		json_object_get(record, "milliseconds"), field));
}

static enum outcome_rank rank_of(const json_t *puzzle)
{
	const char *verdict = text_of(puzzle, "verdict");

	for (int i = 0; i < RANK_COUNT; i++)
		if (!strcmp(ranks[i].name, verdict))
			return (enum outcome_rank)i;
	return RANK_UNKNOWN;
}

static void judge(struct card *card)
{
	json_int_t status =
		json_integer_value(json_object_get(card->record, "status"));
	const json_t *puzzle;
	size_t i;

	json_array_foreach(json_object_get(card->record, "outcomes"), i, puzzle)
		card->outcomes |= 1u << rank_of(puzzle);
	if (status == STATUS_FAILED)
		card->outcomes |= 1u << RANK_FAILED;
	else if (status == STATUS_NO_PUZZLE)
		card->outcomes |= 1u << RANK_EMPTY;
	if (!card->outcomes)
		card->outcomes = 1u << RANK_OTHER;
	while (!(card->outcomes & 1u << card->rank))
		card->rank++;
	card->ms = ms_of(card->record, "decode") + ms_of(card->record, "read") +
		   ms_of(card->record, "solve");
}

static int by_rank(const void *a, const void *b)
{
	const struct card *first = a, *second = b;

	if (first->rank != second->rank)
		return (int)first->rank - (int)second->rank;
	return (first->number > second->number) -
	       (first->number < second->number);
}

static int collect(struct page *page)
{
	const struct batch *batch = page->batch;

	page->cards = alloc_array(batch->walk.count, sizeof *page->cards);
	if (!page->cards)
		return -1;
	for (size_t i = 0; i < batch->walk.count; i++) {
		const struct item *item = &batch->items[i];
		struct card *card = &page->cards[page->count];

		if (!batch_record(batch, item))
			continue;
		*card = (struct card){ .item = item,
				       .record = batch_record(batch, item),
				       .number = page->count };
		judge(card);
		page->count++;
	}
	if (page->count)
		qsort(page->cards, page->count, sizeof *page->cards, by_rank);
	return 0;
}

/* RFC 4648, 4. */
static void put_base64(struct buffer *out, const uint8_t *data, size_t length)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < length; i += 3) {
		size_t left = length - i;
		uint32_t bits = (uint32_t)data[i] << 16 |
				(left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
				(left > 2 ? data[i + 2] : 0);
		char four[4] = { digits[bits >> 18], digits[bits >> 12 & 63],
				 left > 1 ? digits[bits >> 6 & 63] : '=',
				 left > 2 ? digits[bits & 63] : '=' };

		buffer_append(out, four, 4);
	}
}

static void put_clean(struct buffer *out, const char *bytes)
{
	struct buffer clean;

	buffer_init(&clean);
	names_clean(&clean, bytes);
	buffer_puts_html(out, buffer_text(&clean));
	buffer_fini(&clean);
}

/* A thumbnail, where there is one and the page has room for it. */
static void put_picture(struct page *page, const struct card *card,
			const char *suffix, const char *class,
			const char *description)
{
	struct buffer *out = &page->out;
	const json_t *size = json_object_get(card->record, "picture");
	char *name = batch_file_name(page->batch, card->item, suffix);
	int fd = name ? openat(page->batch->out.thumbs, name,
			       O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
		      : -1;
	uint8_t *data;
	size_t length;

	free(name);
	if (fd < 0)
		return;
	if (file_read_open(fd, "thumbnail", THUMB_BYTES_MAX, &data, &length,
			   NULL) == 0) {
		page->picture_bytes += length * 4 / 3;
		buffer_printf(out,
			      "<img class=\"%s\" decoding=\"async\" "
			      "width=\"%d\" height=\"%d\" alt=\"%s\" "
			      "src=\"data:image/jpeg;base64,",
			      class,
			      (int)json_integer_value(json_array_get(size, 0)),
			      (int)json_integer_value(json_array_get(size, 1)),
			      description);
		put_base64(out, data, length);
		buffer_puts(out, "\">");
		free(data);
	}
	close(fd);
}

static void put_pictures(struct page *page, const struct card *card)
{
	struct buffer *out = &page->out;
	bool after = json_is_true(json_object_get(card->record, "after"));

	if (!json_is_true(json_object_get(card->record, "before")) ||
	    page->picture_bytes > PAGE_PICTURES_BYTES)
		return;
	buffer_printf(out, "<div class=\"both%s\">", after ? " has-after" : "");
	put_picture(page, card, batch_before_suffix, "before",
		    _("The picture as it was"));
	if (after)
		put_picture(page, card, batch_after_suffix, "after",
			    _("The picture with the answer drawn over it"));
	buffer_puts(out, "</div>");
	if (after)
		buffer_printf(out,
			      "<label class=\"slide\">%s <input "
			      "type=\"range\" min=\"0\" max=\"100\" "
			      "value=\"100\"></label>",
			      _("Answer"));
	buffer_puts(out, "\n");
}

static void put_badge(struct buffer *out, enum outcome_rank rank,
		      const char *family, const char *more)
{
	buffer_printf(out,
		      "<li class=\"%s\"><span aria-hidden=\"true\">%s</span> ",
		      ranks[rank].name, ranks[rank].sign);
	if (family)
		buffer_printf(out, "%s: ", family);
	buffer_printf(out, "%s%s</li>", _(ranks[rank].title), more);
}

static void put_badges(struct buffer *out, const struct card *card)
{
	const json_t *puzzle;
	size_t i;

	buffer_puts(out, "<ul class=\"badges\">");
	json_array_foreach(json_object_get(card->record, "outcomes"), i, puzzle)
	{
		const json_t *unique = json_object_get(puzzle, "unique");
		enum family family =
			puzzle_family_named(text_of(puzzle, "family"));

		put_badge(out, rank_of(puzzle),
			  family < FAMILY_COUNT
				  ? _(puzzle_family(family)->title)
				  : NULL,
			  json_is_false(unique)  ? _(", one of several")
			  : json_is_true(unique) ? _(", the only one")
						 : "");
	}
	for (int rank = RANK_FAILED; rank < RANK_COUNT; rank++)
		if (rank != RANK_SOLVED && card->outcomes & 1u << rank)
			put_badge(out, (enum outcome_rank)rank, NULL, "");
	buffer_puts(out, "</ul>\n");
}

static void put_note(struct buffer *out, const char *text, int *count)
{
	if ((*count)++ >= NOTES_MAX)
		return;
	buffer_puts(out, "<li>");
	/* what batch kept in English may have a translation */
	put_clean(out, _(text));
	buffer_puts(out, "</li>");
}

static void put_doubts(struct buffer *out, const json_t *puzzle, int *count)
{
	const json_t *doubt;
	size_t i;

	json_array_foreach(json_object_get(puzzle, "doubts"), i, doubt)
		put_note(out, text_of(doubt, "text"), count);
}

static void put_notes(const struct page *page, struct buffer *out,
		      const struct card *card)
{
	const struct item *item = card->item;
	const char *error = text_of(card->record, "error");
	const json_t *puzzle, *note, *left;
	struct buffer text;
	int count = 0;
	size_t i, k;

	buffer_puts(out, "<ul class=\"notes\">");
	if (*error)
		put_note(out, error, &count);
	if (item->state == ITEM_SAME) {
		buffer_printf(out, "<li>%s ", _("the same file as"));
		put_clean(out, page->batch->items[item->same].entry->path);
		buffer_puts(out, "</li>");
	}
	json_array_foreach(json_object_get(card->record, "outcomes"), i, puzzle)
	{
		put_doubts(out, puzzle, &count);
		json_array_foreach(json_object_get(puzzle, "notes"), k, note)
			put_note(out, json_string_value(note), &count);
	}
	json_array_foreach(json_object_get(card->record, "left_out"), i, left)
	{
		buffer_init(&text);
		buffer_printf(&text, _("left out: %s"),
			      _(text_of(left, "what")));
		put_note(out, buffer_text(&text), &count);
		buffer_fini(&text);
	}
	if (count > NOTES_MAX) {
		buffer_puts(out, "<li>");
		buffer_printf(out, _("and %d more"), count - NOTES_MAX);
		buffer_puts(out, "</li>");
	}
	buffer_puts(out, "</ul>\n");
}

static void put_boards(struct buffer *out, const struct card *card)
{
	const json_t *board;
	size_t i;
	bool open = false;

	json_array_foreach(json_object_get(card->record, "boards"), i, board)
	{
		const char *text = json_string_value(board);

		if (!text || !*text)
			continue;
		if (!open)
			buffer_printf(out, "<details><summary>%s</summary>",
				      _("As text"));
		open = true;
		buffer_puts(out, "<pre tabindex=\"0\">");
		buffer_puts_html(out, text);
		buffer_puts(out, "</pre>");
	}
	if (open)
		buffer_puts(out, "</details>\n");
}

static void put_data(struct buffer *out, const struct card *card, size_t place)
{
	const json_t *puzzle;
	size_t i;

	buffer_printf(out,
		      "<li class=\"card\" tabindex=\"-1\" aria-labelledby=\""
		      "n%zu\" data-place=\"%zu\" data-number=\"%zu\" "
		      "data-time=\"%.1f\" data-outcomes=\"",
		      card->number, place, card->number, card->ms);
	for (int rank = 0; rank < RANK_COUNT; rank++)
		if (card->outcomes & 1u << rank)
			buffer_printf(out, "%s ", ranks[rank].name);
	buffer_puts(out, "\" data-families=\"");
	json_array_foreach(json_object_get(card->record, "outcomes"), i, puzzle)
	{
		buffer_puts_html(out, text_of(puzzle, "family"));
		buffer_puts(out, " ");
	}
	buffer_puts(out, "\" data-name=\"");
	put_clean(out, card->item->entry->path);
	buffer_puts(out, "\">\n");
}

static void put_heading(const struct page *page, struct buffer *out,
			const struct card *card)
{
	char *name = NULL;
	struct buffer url;

	buffer_printf(out, "<h2 id=\"n%zu\">", card->number);
	if (json_is_true(json_object_get(card->record, "answer")))
		name = batch_file_name(page->batch, card->item,
				       batch_answer_suffix);
	if (name) {
		buffer_init(&url);
		names_url(&url, name);
		buffer_printf(out, "<a href=\"answers/%s\">",
			      buffer_text(&url));
		buffer_fini(&url);
	}
	put_clean(out, card->item->entry->path);
	buffer_printf(out, "%s</h2>\n", name ? "</a>" : "");
	free(name);
}

static void put_card(struct page *page, size_t place)
{
	const struct card *card = &page->cards[place];
	const json_t *size = json_object_get(card->record, "picture");
	struct buffer *out = &page->out;

	put_data(out, card, place);
	put_heading(page, out, card);
	put_pictures(page, card);
	put_badges(out, card);
	if (json_is_true(json_object_get(card->record, "before"))) {
		buffer_puts(out, "<p class=\"times\">");
		buffer_printf(
			out,
			_("%d × %d; loading %.0f ms, reading %.0f ms, solving "
			  "%.1f ms"),
			(int)json_integer_value(json_array_get(size, 0)),
			(int)json_integer_value(json_array_get(size, 1)),
			ms_of(card->record, "decode"),
			ms_of(card->record, "read"),
			ms_of(card->record, "solve"));
		buffer_puts(out, "</p>\n");
	}
	put_notes(page, out, card);
	put_boards(out, card);
	buffer_puts(out, "</li>\n");
}

static void put_head(struct page *page, const char *title)
{
	struct buffer *out = &page->out;
	struct buffer name;

	buffer_init(&name);
	put_clean(&name, title);
	buffer_puts(out, "<!doctype html>\n<html lang=\"");
	buffer_puts(out, _("en"));
	buffer_puts(out,
		    "\">\n<head>\n"
		    "<meta charset=\"utf-8\">\n"
		    /* nothing from anywhere else, whatever stands in it */
		    "<meta http-equiv=\"Content-Security-Policy\" content=\""
		    "default-src 'none'; img-src data:; style-src "
		    "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
		    "<meta name=\"viewport\" content=\"width=device-width, "
		    "initial-scale=1\">\n"
		    "<meta name=\"color-scheme\" content=\"light dark\">\n"
		    "<title>");
	buffer_printf(out, _("Puzzles in %s"), buffer_text(&name));
	buffer_puts(out, "</title>\n<style>\n");
	buffer_append(out, (const char *)page_css, sizeof page_css);
	buffer_printf(out,
		      "</style>\n</head>\n<body>\n"
		      "<a class=\"skip\" href=\"#list\">%s</a>"
		      "\n<header>\n<h1>",
		      _("To the pictures"));
	buffer_printf(out, _("Puzzles in %s"), buffer_text(&name));
	buffer_puts(out, "</h1>\n");
	out->failed |= name.failed;
	buffer_fini(&name);
}

static void put_option(struct buffer *out, const char *value, const char *title)
{
	buffer_printf(out, "<option value=\"%s\">%s</option>", value, _(title));
}

static void put_tools(struct buffer *out)
{
	buffer_printf(out,
		      "<div class=\"tools\" role=\"search\">\n"
		      "<label>%s<input id=\"search\" type=\"search\" "
		      "autocomplete=\"off\"></label>\n"
		      "<label>%s<select id=\"family\">",
		      _("Name"), _("Family"));
	put_option(out, "", N_("all"));
	for (int i = 0; i < FAMILY_COUNT; i++)
		put_option(out, puzzle_family(i)->name,
			   puzzle_family(i)->title);
	buffer_printf(out,
		      "</select></label>\n<label>%s"
		      "<select id=\"outcome\">",
		      _("Outcome"));
	put_option(out, "", N_("all"));
	for (int i = 0; i < RANK_COUNT; i++)
		put_option(out, ranks[i].name, ranks[i].title);
	buffer_printf(out,
		      "</select></label>\n<label>%s"
		      "<select id=\"order\">",
		      _("Order"));
	put_option(out, "doubt", N_("doubtful first"));
	put_option(out, "name", N_("by name"));
	put_option(out, "time", N_("slowest first"));
	buffer_printf(out,
		      "</select></label>\n"
		      "<button id=\"answers\" type=\"button\" aria-pressed=\""
		      "true\">%s</button>\n"
		      "<button id=\"keys\" type=\"button\">%s</button>\n"
		      "</div>\n",
		      _("Answers"), _("Keys"));
}

/* A line of the help. */
static void put_key(struct buffer *out, const char *keys, const char *help)
{
	buffer_printf(out, "<dt><kbd>%s</kbd></dt><dd>%s</dd>", keys, help);
}

static void put_tail(struct buffer *out)
{
	buffer_printf(out,
		      "</ol>\n</main>\n<footer>%s</footer>\n"
		      "<dialog id=\"help\" aria-labelledby=\"help-title\">\n"
		      "<h2 id=\"help-title\">%s</h2>\n<dl>",
		      _("Made by solveglass. Every answer shown was checked "
			"against the puzzle's rules."),
		      _("Keys"));
	put_key(out, "j</kbd> <kbd>k", _("next and previous picture"));
	put_key(out, _("Space"), _("its answer on and off"));
	put_key(out, _("Enter"), _("open its answer in full size"));
	put_key(out, "a", _("all answers on and off"));
	put_key(out, "/", _("search by name"));
	put_key(out, "?", _("these keys"));
	buffer_printf(out,
		      "</dl>\n<form method=\"dialog\"><button>%s</button>"
		      "</form>\n</dialog>\n<script>\n",
		      _("Close"));
}

static void put_all(struct page *page, const char *title)
{
	struct buffer *out = &page->out;
	struct buffer summary;
	struct batch_counts counts;

	put_head(page, title);
	results_count(page->batch, &counts);
	buffer_init(&summary);
	results_summary(&counts, &summary);
	buffer_puts(out, "<p class=\"summary\">");
	buffer_puts_html(out, buffer_text(&summary));
	buffer_puts(out, "</p>\n</header>\n<main>\n");
	buffer_fini(&summary);
	put_tools(out);
	/* page.js fills them in */
	buffer_printf(out,
		      "<p id=\"shown\" role=\"status\" data-text=\"%s\"></p>\n"
		      "<ol class=\"cards\" id=\"list\">\n",
		      _("COUNT of ALL shown"));
	for (size_t i = 0; i < page->count; i++)
		put_card(page, i);
	put_tail(out);
	buffer_append(out, (const char *)page_js, sizeof page_js);
	buffer_puts(out, "</script>\n</body>\n</html>\n");
}

int page_write(const struct batch *batch, const char *title,
	       struct problem *problem)
{
	struct page page = { .batch = batch };
	int result;

	buffer_init(&page.out);
	if (collect(&page) == 0)
		put_all(&page, title);
	else
		page.out.failed = true;
	result = page.out.failed
			 ? problem_set(problem, PROBLEM_MEMORY,
				       "no memory for the report")
			 : out_save(&batch->out, batch->out.top, "report.html",
				    page.out.data, page.out.length, problem);
	buffer_fini(&page.out);
	free(page.cards);
	return result;
}
