#include "batch_results.h"

#include <stdlib.h>
#include <string.h>

#include "language.h"
#include "names.h"

static const char *text_of(const json_t *json, const char *field)
{
	return json_string_value(json_object_get(json, field));
}

static void count_puzzle(const json_t *puzzle, struct batch_counts *counts)
{
	const char *verdict = text_of(puzzle, "verdict");
	const char *family = text_of(puzzle, "family");
	enum family which = family ? puzzle_family_named(family) : FAMILY_COUNT;

	counts->puzzles++;
	if (which < FAMILY_COUNT)
		counts->families[which]++;
	if (!verdict)
		return;
	counts->solved += !strcmp(verdict, "solved");
	counts->none += !strcmp(verdict, "none");
	counts->unknown += !strcmp(verdict, "unknown");
	counts->doubtful += !strcmp(verdict, "doubtful");
}

static void count_item(const json_t *record, struct batch_counts *counts)
{
	json_int_t content =
		json_integer_value(json_object_get(record, "content"));
	enum status status = (enum status)json_integer_value(
		json_object_get(record, "status"));
	const json_t *puzzle;
	size_t i;

	counts->pictures += content == WIRE_PICTURE;
	counts->texts += content == WIRE_PUZZLES;
	counts->others += content == WIRE_OTHER;
	counts->failed += status == STATUS_FAILED;
	counts->empty += status == STATUS_NO_PUZZLE;
	json_array_foreach(json_object_get(record, "outcomes"), i, puzzle)
		count_puzzle(puzzle, counts);
	counts->left_out +=
		json_array_size(json_object_get(record, "left_out"));
	counts->status = status_worse(counts->status, status);
}

void results_count(const struct batch *batch, struct batch_counts *counts)
{
	*counts = (struct batch_counts){ .status = STATUS_OK };
	for (size_t i = 0; i < batch->walk.count; i++) {
		const struct item *item = &batch->items[i];
		const json_t *record = batch_record(batch, item);

		if (!record)
			continue;
		counts->files++;
		counts->same += item->state == ITEM_SAME;
		count_item(record, counts);
	}
}

void results_summary(const struct batch_counts *counts, struct buffer *out)
{
	buffer_printf(out, ngettext("%zu file", "%zu files", counts->files),
		      counts->files);
	if (counts->pictures)
		buffer_printf(out,
			      ngettext(", %zu picture", ", %zu pictures",
				       counts->pictures),
			      counts->pictures);
	if (counts->texts)
		buffer_printf(out,
			      ngettext(", %zu file of puzzles",
				       ", %zu files of puzzles", counts->texts),
			      counts->texts);
	if (counts->others)
		buffer_printf(
			out,
			ngettext(", %zu other", ", %zu others", counts->others),
			counts->others);
	if (counts->same)
		buffer_printf(out,
			      ngettext(", %zu the same as another",
				       ", %zu the same as others",
				       counts->same),
			      counts->same);
	buffer_puts(out, "\n");
	buffer_printf(out,
		      ngettext("%zu puzzle", "%zu puzzles", counts->puzzles),
		      counts->puzzles);
	if (counts->solved)
		buffer_printf(out, _(", %zu solved"), counts->solved);
	if (counts->none)
		buffer_printf(out, _(", %zu without a solution"), counts->none);
	if (counts->unknown)
		buffer_printf(out, _(", %zu undecided in time"),
			      counts->unknown);
	if (counts->doubtful)
		buffer_printf(out, _(", %zu doubtful"), counts->doubtful);
	for (int i = 0, some = 0; i < FAMILY_COUNT; i++)
		if (counts->families[i])
			buffer_printf(out, "%s%zu %s", some++ ? ", " : "\n",
				      counts->families[i],
				      _(puzzle_family(i)->title));
	buffer_puts(out, "\n");
	if (counts->left_out)
		buffer_printf(out, _("%zu left out: nothing to solve\n"),
			      counts->left_out);
	if (counts->empty)
		buffer_printf(out, _("%zu without a puzzle\n"), counts->empty);
	if (counts->failed)
		buffer_printf(out, _("%zu could not be read\n"),
			      counts->failed);
}

/* Sets "input", and "url" where the name is not text as it stands. */
static void set_names(json_t *line, const struct item *item)
{
	struct buffer valid, url;

	buffer_init(&valid);
	buffer_init(&url);
	names_valid(&valid, item->entry->path);
	json_object_set_new(line, "input", json_string(buffer_text(&valid)));
	if (strcmp(buffer_text(&valid), item->entry->path) != 0) {
		names_url(&url, item->entry->path);
		json_object_set_new(line, "url",
				    json_string(buffer_text(&url)));
	}
	buffer_fini(&valid);
	buffer_fini(&url);
}

/* The puzzles without their times, which differ from run to run. */
static json_t *timeless(const json_t *outcomes)
{
	json_t *copy = json_array();
	json_t *puzzle;
	size_t i;

	json_array_foreach(outcomes, i, puzzle)
	{
		json_t *one = json_copy(puzzle);

		json_object_del(one, "milliseconds");
		json_array_append_new(copy, one);
	}
	return copy;
}

json_t *results_line(const struct batch *batch, const struct item *item)
{
	const json_t *record = batch_record(batch, item);
	const char *error = text_of(record, "error");
	json_t *line = json_object();

	set_names(line, item);
	json_object_set_new(line, "puzzles",
			    timeless(json_object_get(record, "outcomes")));
	if (json_array_size(json_object_get(record, "left_out")))
		json_object_set(line, "left_out",
				json_object_get(record, "left_out"));
	json_object_set_new(line, "error",
			    error ? json_string(error) : json_null());
	if (json_is_true(json_object_get(record, "answer"))) {
		char *name = batch_file_name(batch, item, batch_answer_suffix);

		json_object_set_new(line, "answer",
				    json_sprintf("answers/%s", name));
		free(name);
	}
	if (item->state == ITEM_SAME) {
		struct buffer valid;

		buffer_init(&valid);
		names_valid(&valid, batch->items[item->same].entry->path);
		json_object_set_new(line, "same_as",
				    json_string(buffer_text(&valid)));
		buffer_fini(&valid);
	}
	return line;
}

static json_t *times_line(const struct batch *batch, const struct item *item)
{
	const json_t *record = batch_record(batch, item);
	json_t *line = json_object();

	set_names(line, item);
	json_object_set(line, "milliseconds",
			json_object_get(record, "milliseconds"));
	json_object_set(line, "cpu", json_object_get(record, "cpu"));
	return line;
}

static void append_line(struct buffer *out, json_t *line)
{
	char *text = json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(15));

	if (text)
		buffer_puts(out, text);
	else
		out->failed = true;
	buffer_puts(out, "\n");
	free(text);
	json_decref(line);
}

static int save(const struct batch *batch, const char *name,
		struct buffer *text, struct problem *problem)
{
	int result = text->failed ? problem_set(problem, PROBLEM_MEMORY,
						"no memory for '%s'", name)
				  : out_save(&batch->out, batch->out.top, name,
					     buffer_text(text), text->length,
					     problem);

	buffer_fini(text);
	return result;
}

int results_write(const struct batch *batch, struct problem *problem)
{
	struct batch_counts counts;
	struct buffer results, times, summary;

	buffer_init(&results);
	buffer_init(&times);
	buffer_init(&summary);
	for (size_t i = 0; i < batch->walk.count; i++) {
		const struct item *item = &batch->items[i];

		if (!batch_record(batch, item))
			continue;
		append_line(&results, results_line(batch, item));
		append_line(&times, times_line(batch, item));
	}
	results_count(batch, &counts);
	/* people read this one */
	language_begin();
	results_summary(&counts, &summary);
	language_plain();
	if (save(batch, "times.jsonl", &times, problem) < 0 ||
	    save(batch, "results.jsonl", &results, problem) < 0 ||
	    save(batch, "summary.txt", &summary, problem) < 0) {
		buffer_fini(&results);
		buffer_fini(&summary);
		return -1;
	}
	return 0;
}
