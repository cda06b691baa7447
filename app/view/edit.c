/* A clue is mended: those in doubt by what they may be, any by the puzzle's
 * text. */
#include <stdlib.h>
#include <string.h>

#include "doubt.h"
#include "language.h"
#include "load.h"
#include "view.h"

/* More clues in doubt than these are mended in the text. */
enum { DOUBTS_MAX = 12 };

struct edit {
	struct view *view;
	size_t count;
	char clues[DOUBTS_MAX][sizeof((struct reading *)NULL)->clue];
	char *values[DOUBTS_MAX][READING_INSTEAD_MAX + 1]; /* JSON */
	GtkWidget *choices[DOUBTS_MAX];
	GtkWidget *text;
	char *before; /* the text as it was */
};

static void edit_free(struct edit *edit)
{
	for (size_t i = 0; i < edit->count; i++)
		for (int k = 0; k <= READING_INSTEAD_MAX; k++)
			free(edit->values[i][k]);
	free(edit->before);
	free(edit);
}

static char *puzzle_json(const struct puzzle *puzzle)
{
	json_t *json = puzzle_to_json(puzzle);
	char *text = json ? json_dumps(json,
				       JSON_INDENT(0) | JSON_REAL_PRECISION(15))
			  : NULL;

	json_decref(json);
	return text;
}

/* As people write it where the family has such a form, else JSON. */
static char *puzzle_text(const struct puzzle *puzzle)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	struct buffer text;
	char *copy = NULL;

	buffer_init(&text);
	if (family->to_text && family->to_text(puzzle, &text, NULL) == 0 &&
	    !text.failed)
		copy = strdup(buffer_text(&text));
	buffer_fini(&text);
	return copy ? copy : puzzle_json(puzzle);
}

/* Takes the puzzle over in place of the one that is shown, which lies where
 * that lay, and is no longer in doubt. */
static void put_puzzle(struct view *view, struct puzzle *puzzle)
{
	struct outcome *outcome = view_outcome(view);
	struct outcome fresh = { .puzzle = *puzzle,
				 .verdict = OUTCOME_READ,
				 .outline = outcome->outline,
				 .style = outcome->style,
				 .confidence = 1,
				 .notes = json_array() };

	if (puzzle->family == outcome->puzzle.family) {
		fresh.from_picture = outcome->from_picture;
		fresh.has_place = outcome->has_place;
		fresh.px_corners = outcome->px_corners;
		fresh.cell_to_px = outcome->cell_to_px;
	}
	/* what a list of one frees is just this */
	struct outcome_list old = { .outcomes = malloc(sizeof fresh),
				    .count = 1 };

	if (old.outcomes)
		old.outcomes[0] = *outcome;
	*outcome = fresh;
	view_drop_trial(view);
	if (old.outcomes)
		outcome_list_fini(&old);
	view_compose(view);
	view_solve(view);
}

static int parse(const char *text, struct puzzle *puzzle,
		 struct problem *problem)
{
	struct loaded loaded;
	int result = loaded_text(text, &loaded, problem);

	if (result == 0 && loaded.puzzles.count != 1)
		result = problem_set(problem, PROBLEM_INPUT,
				     "expected one puzzle");
	if (result == 0) {
		*puzzle = loaded.puzzles.entries[0].puzzle;
		/* what is left behind owns nothing */
		loaded.puzzles.entries[0].puzzle =
			(struct puzzle){ .family = puzzle->family };
	}
	loaded_fini(&loaded);
	return result;
}

/* Text and choices as one puzzle: a changed text counts, then the choices. */
static int read_edit(struct edit *edit, struct puzzle *puzzle,
		     struct problem *problem)
{
	GtkTextBuffer *buffer =
		gtk_text_view_get_buffer(GTK_TEXT_VIEW(edit->text));
	struct outcome *outcome = view_outcome(edit->view);
	GtkTextIter start, end;
	char *text;
	int result;

	gtk_text_buffer_get_bounds(buffer, &start, &end);
	text = gtk_text_buffer_get_text(buffer, &start, &end, TRUE);
	result = strcmp(text, edit->before) != 0
			 ? parse(text, puzzle, problem)
			 : puzzle_copy(&outcome->puzzle, puzzle, problem);
	g_free(text);
	for (size_t i = 0; result == 0 && i < edit->count; i++) {
		int chosen = gtk_combo_box_get_active(
			GTK_COMBO_BOX(edit->choices[i]));

		if (chosen > 0 &&
		    puzzle_set_clue(puzzle, edit->clues[i],
				    edit->values[i][chosen], problem) < 0) {
			puzzle_fini(puzzle);
			result = -1;
		}
	}
	return result;
}

static void answer(GtkDialog *dialog, int response, gpointer data)
{
	struct edit *edit = data;
	struct view *view = edit->view;
	struct problem problem = { 0 };
	struct puzzle *puzzle = malloc(sizeof *puzzle);
	char *before;

	if (response != GTK_RESPONSE_APPLY || !puzzle || !view_outcome(view)) {
		gtk_widget_destroy(GTK_WIDGET(dialog));
		edit_free(edit);
	} else if (read_edit(edit, puzzle, &problem) < 0) {
		/* it stays open: nothing that was typed is lost */
		gtk_window_set_title(GTK_WINDOW(dialog), problem.text);
	} else {
		gtk_widget_destroy(GTK_WIDGET(dialog));
		edit_free(edit);
		before = puzzle_json(&view_outcome(view)->puzzle);
		if (before)
			g_queue_push_head(&view->undone, before);
		put_puzzle(view, puzzle);
	}
	free(puzzle);
}

static void add_doubt(struct edit *edit, GtkGrid *grid,
		      const struct outcome_change *change)
{
	const struct reading *reading = &change->reading;
	const struct puzzle *puzzle = &view_outcome(edit->view)->puzzle;
	GtkWidget *choice = gtk_combo_box_text_new();
	size_t row = edit->count++;
	struct buffer words;
	GtkWidget *label;

	memcpy(edit->clues[row], reading->clue, sizeof edit->clues[row]);
	edit->choices[row] = choice;
	for (int k = 0; k <= reading->instead_count; k++) {
		const char *value = k ? reading->instead[k - 1].value
				    : change->value[0] ? change->value
						       : reading->value;

		edit->values[row][k] = strdup(value);
		buffer_init(&words);
		doubt_put_value(reading, value, &words);
		gtk_combo_box_text_append_text(GTK_COMBO_BOX_TEXT(choice),
					       buffer_text(&words));
		buffer_fini(&words);
	}
	gtk_combo_box_set_active(GTK_COMBO_BOX(choice), 0);
	buffer_init(&words);
	doubt_put_clue(puzzle, reading, &words);
	label = gtk_label_new(buffer_text(&words));
	buffer_fini(&words);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_mnemonic_widget(GTK_LABEL(label), choice);
	gtk_grid_attach(grid, label, 0, (int)row, 1, 1);
	gtk_grid_attach(grid, choice, 1, (int)row, 1, 1);
}

static GtkWidget *make_text(struct edit *edit)
{
	GtkWidget *scrolled = gtk_scrolled_window_new(NULL, NULL);

	edit->text = gtk_text_view_new();
	atk_object_set_name(gtk_widget_get_accessible(edit->text),
			    _("the puzzle as text or JSON"));
	gtk_text_view_set_monospace(GTK_TEXT_VIEW(edit->text), TRUE);
	gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(edit->text), FALSE);
	gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(edit->text),
				    GTK_WRAP_WORD_CHAR);
	gtk_text_buffer_set_text(
		gtk_text_view_get_buffer(GTK_TEXT_VIEW(edit->text)),
		edit->before, -1);
	gtk_container_add(GTK_CONTAINER(scrolled), edit->text);
	gtk_widget_set_size_request(scrolled, 480, 240);
	return scrolled;
}

void view_edit(struct view *view)
{
	struct outcome *outcome = view_outcome(view);
	struct edit *edit = outcome ? calloc(1, sizeof *edit) : NULL;
	GtkWidget *dialog, *box, *grid, *text;

	if (!edit) {
		view_say(view, _("there is no puzzle to edit"));
		return;
	}
	edit->view = view;
	edit->before = puzzle_text(&outcome->puzzle);
	if (!edit->before) {
		free(edit);
		return;
	}
	dialog = gtk_dialog_new_with_buttons(
		_("Edit the puzzle"), GTK_WINDOW(view->window),
		GTK_DIALOG_MODAL, _("_Cancel"), GTK_RESPONSE_CANCEL,
		_("_Solve again"), GTK_RESPONSE_APPLY, NULL);
	box = gtk_dialog_get_content_area(GTK_DIALOG(dialog));
	grid = gtk_grid_new();
	gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
	gtk_container_set_border_width(GTK_CONTAINER(grid), 8);
	for (size_t i = 0; i < outcome->doubt_count && edit->count < DOUBTS_MAX;
	     i++)
		add_doubt(edit, GTK_GRID(grid), &outcome->doubts[i]);
	for (size_t i = 0;
	     i < outcome->repaired_count && edit->count < DOUBTS_MAX; i++)
		add_doubt(edit, GTK_GRID(grid), &outcome->repaired[i]);
	gtk_box_pack_start(GTK_BOX(box), grid, FALSE, FALSE, 0);
	text = make_text(edit);
	gtk_box_pack_start(GTK_BOX(box), text, TRUE, TRUE, 0);
	g_signal_connect(dialog, "response", G_CALLBACK(answer), edit);
	gtk_widget_show_all(dialog);
	gtk_widget_grab_focus(edit->count ? edit->choices[0] : edit->text);
}

void view_undo(struct view *view)
{
	struct problem problem = { 0 };
	struct puzzle *puzzle;
	char *before;

	if (view_take_back(view))
		return;
	if (!view_outcome(view) || g_queue_is_empty(&view->undone)) {
		view_say(view, _("there is nothing to undo"));
		return;
	}
	puzzle = malloc(sizeof *puzzle);
	before = g_queue_pop_head(&view->undone);
	if (puzzle && parse(before, puzzle, &problem) == 0)
		put_puzzle(view, puzzle);
	free(before);
	free(puzzle);
}
