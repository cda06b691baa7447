/* The window of `solveglass view`. */
#include "view.h"

#include <locale.h>
#include <string.h>

#include "files.h"
#include "language.h"
#include "report.h"

/* Fits on a screen of 1024x768 with a panel and a title. */
enum { WINDOW_WIDTH = 900, WINDOW_HEIGHT = 680 };
/* At least: three rows of buttons at the window's narrowest. */
enum { BUTTONS_A_ROW = 6 };

struct outcome *view_outcome(struct view *view)
{
	return view->number < view->list.count
		       ? &view->list.outcomes[view->number]
		       : NULL;
}

static const char welcome[] = N_(
	"o opens a file, Shift+O a folder; Ctrl+V pastes a picture or a "
	"puzzle's text, and both can be dropped here; g takes a window or a "
	"part of the screen, n makes a random puzzle, h shows the history, ? "
	"all keys");

static void put_board_words(struct view *view)
{
	struct outcome *outcome = view_outcome(view);
	AtkObject *accessible = gtk_widget_get_accessible(view->canvas);
	struct buffer words;

	buffer_init(&words);
	if (outcome)
		draw_family(outcome->puzzle.family)
			->print(&outcome->puzzle,
				outcome->verdict == OUTCOME_SOLVED &&
						view->steps < 0
					? outcome->result.solutions
					: NULL,
				false, &words);
	atk_object_set_description(accessible, buffer_text(&words));
	buffer_fini(&words);
}

static void put_title(struct view *view)
{
	const struct pages *pages = &view->pages;
	struct buffer text;
	char *shown;

	buffer_init(&text);
	if (pages->count)
		buffer_printf(&text, _("%zu of %zu: %s"), pages->at + 1,
			      pages->count, pages->list[pages->at].name);
	if (view->list.count > 1)
		buffer_printf(&text, _(", puzzle %zu of %zu"), view->number + 1,
			      view->list.count);
	if (view->rules)
		buffer_printf(&text, _(", rules %s"), view->rules);
	if (view->symmetry)
		buffer_printf(&text, _(", symmetry %s"), view->symmetry);
	/* names of files may be any bytes */
	shown = g_utf8_make_valid(buffer_text(&text), -1);
	gtk_label_set_text(GTK_LABEL(view->title), shown);
	g_free(shown);
	/* of the window: what became of it as well, for lists of windows and
	 * for who hears but titles */
	if (view_outcome(view)) {
		buffer_puts(&text, ": ");
		report_headline(view_outcome(view), &text);
	}
	shown = g_utf8_make_valid(buffer_text(&text), -1);
	gtk_window_set_title(GTK_WINDOW(view->window),
			     *shown ? shown : "solveglass");
	g_free(shown);
	buffer_fini(&text);
}

static void put_text(struct view *view)
{
	struct outcome *outcome = view_outcome(view);
	struct buffer text;
	char *shown;

	buffer_init(&text);
	if (view->problem.kind != PROBLEM_NONE) {
		buffer_puts(&text, view->problem.text);
	} else if (outcome) {
		report_headline(outcome, &text);
		if (outcome->verdict == OUTCOME_SOLVED && view->steps >= 0)
			buffer_printf(&text, _("; step %d of %d"), view->steps,
				      view->board.steps);
		buffer_puts(&text, "\n");
		report_remarks(outcome, &text);
	} else if (jobs_busy(view->jobs)) {
		buffer_puts(&text, _("working; Escape stops it"));
	} else if (!view->pages.count) {
		buffer_puts(&text, _(welcome));
	} else {
		buffer_puts(&text, _("no puzzle found"));
	}
	shown = g_utf8_make_valid(buffer_text(&text), -1);
	g_strchomp(shown);
	view_say(view, shown);
	g_free(shown);
	buffer_fini(&text);
}

void view_say(struct view *view, const char *text)
{
	GtkLabel *label = GTK_LABEL(view->text);

	if (!strcmp(gtk_label_get_text(label), text))
		return;
	gtk_label_set_text(label, text);
	/* screen readers do not speak a label that changes unless told to */
#if ATK_CHECK_VERSION(2, 50, 0)
	g_signal_emit_by_name(gtk_widget_get_accessible(view->text),
			      "notification", text, ATK_LIVE_POLITE);
#elif ATK_CHECK_VERSION(2, 46, 0)
	g_signal_emit_by_name(gtk_widget_get_accessible(view->text),
			      "announcement", text);
#endif
}

void view_compose(struct view *view)
{
	struct board board;

	if (view->list.count || view->has_image) {
		if (board_init(&board,
			       view->has_image && !view->anew &&
					       !view->has_trial
				       ? &view->image
				       : NULL,
			       &view->list, view->number, view->steps,
			       &view->problem) == 0) {
			board_fini(&view->board);
			view->board = board;
		}
	} else {
		board_fini(&view->board);
	}
	put_title(view);
	put_text(view);
	put_board_words(view);
	gtk_widget_queue_draw(view->canvas);
}

struct job *view_new_job(struct view *view, enum job_kind kind)
{
	struct job *job = calloc(1, sizeof *job);
	struct pages *pages = &view->pages;

	if (!job)
		return NULL;
	job->kind = kind;
	job->rules = view->rules;
	job->symmetry = view->symmetry;
	if (pages->count) {
		const struct view_page *page = &pages->list[pages->at];

		job->page = page->kind;
		job->name = strdup(page->name);
		job->json = page->json ? strdup(page->json) : NULL;
		job->id = page->id;
	}
	return job;
}

static void forget(struct view *view)
{
	view_drop_trial(view);
	board_fini(&view->board);
	outcome_list_fini(&view->list);
	image_fini(&view->image);
	view->has_image = false;
	view->problem = (struct problem){ 0 };
	view->number = 0;
	view->drawn = false;
	g_queue_clear_full(&view->undone, free);
}

/* The page, of a picture as it lies in the view. */
static void read_page(struct view *view)
{
	struct job *job = view_new_job(view, JOB_READ);

	if (job && view->has_image)
		job->has_image = image_copy(&view->image, &job->image,
					    &view->problem) == 0;
	if (job)
		jobs_ask(view->jobs, job);
}

void view_show_page(struct view *view)
{
	struct pages *pages = &view->pages;
	struct job *job;

	forget(view);
	if (!pages->count) {
		view_compose(view);
		return;
	}
	view->steps = pages->list[pages->at].made ? 0 : BOARD_ALL_STEPS;
	if (pages->list[pages->at].kind == PAGE_FILE) {
		job = view_new_job(view, JOB_LOAD);
		if (job)
			jobs_ask(view->jobs, job);
	} else {
		if (pages->list[pages->at].kind == PAGE_PICTURE)
			view->has_image =
				image_copy(&pages->list[pages->at].image,
					   &view->image, &view->problem) == 0;
		read_page(view);
	}
	view_compose(view);
}

/* The list goes to the job, its picture too; what was composed stays. */
void view_solve(struct view *view)
{
	struct job *job = view_new_job(view, JOB_SOLVE);

	if (!job)
		return;
	job->list = view->list;
	view->list = (struct outcome_list){ 0 };
	job->has_image = view->has_image;
	if (job->has_image &&
	    image_copy(&view->image, &job->image, &view->problem) < 0)
		job->has_image = false;
	jobs_ask(view->jobs, job);
	put_text(view);
}

static bool has_unsolved(const struct view *view)
{
	for (size_t i = 0; i < view->list.count; i++)
		if (view->list.outcomes[i].verdict == OUTCOME_READ)
			return true;
	return false;
}

static void take_made(struct view *view, struct job *job)
{
	struct pages *pages = &view->pages;

	if (!job->list.count ||
	    pages_add_puzzle(pages, _("random puzzle"),
			     &job->list.outcomes[0].puzzle, &job->problem) < 0)
		return;
	pages->at = pages->count - 1;
	pages->list[pages->at].made = true;
	view_show_page(view);
}

static void take_image(struct view *view, struct job *job)
{
	board_fini(&view->board);
	image_fini(&view->image);
	view->image = job->image;
	view->has_image = job->has_image;
	job->image = (struct image){ 0 };
	if (view->has_image)
		read_page(view);
	view_compose(view);
}

static void take_job(struct job *job, void *data)
{
	struct view *view = data;

	if (job->kind == JOB_SEARCH) {
		view_take_search(view, job);
		job_free(job);
		return;
	}
	if (job->kind == JOB_CHECK) {
		view_take_check(view, job);
		job_free(job);
		return;
	}
	if (job->kind == JOB_MAKE) {
		take_made(view, job);
		job_free(job);
		return;
	}
	if (job->problem.kind != PROBLEM_NONE)
		view->problem = job->problem;
	if (job->kind == JOB_LOAD) {
		/* seen at once: reading it may take seconds */
		take_image(view, job);
		job_free(job);
		return;
	}
	outcome_list_fini(&view->list);
	view->list = job->list;
	job->list = (struct outcome_list){ 0 };
	view_compose(view);
	if (job->kind == JOB_READ && has_unsolved(view))
		view_solve(view);
	job_free(job);
}

static bool is_dark(struct view *view)
{
	GtkStyleContext *style = gtk_widget_get_style_context(view->window);
	GdkRGBA colour;

	/* whatever the theme is called: light letters are for dark paper */
	gtk_style_context_get_color(style, gtk_style_context_get_state(style),
				    &colour);
	return colour.red + colour.green + colour.blue > 1.5;
}

static gboolean paint(GtkWidget *canvas, cairo_t *cairo, gpointer data)
{
	struct view *view = data;

	board_paint(&view->board, cairo, gtk_widget_get_allocated_width(canvas),
		    gtk_widget_get_allocated_height(canvas), is_dark(view),
		    view->has_trial ? &view->trial : NULL);
	if (!view->drawn && options_logs(view->options, LOG_DETAILS) &&
	    (view->board.image || view->board.puzzle.count)) {
		view->drawn = true;
		fprintf(stderr, _("solveglass view: drawn in %.0f ms\n"),
			(clock_seconds() - view->asked) * 1e3);
	}
	return FALSE;
}

static void page_by(struct view *view, long by)
{
	long at = (long)view->pages.at + by;

	if (at < 0 || at >= (long)view->pages.count)
		return;
	view->pages.at = (size_t)at;
	view->asked = clock_seconds();
	view_show_page(view);
}

static void go_next(struct view *view)
{
	page_by(view, 1);
}

static void go_previous(struct view *view)
{
	page_by(view, -1);
}

static void go_first(struct view *view)
{
	page_by(view, -(long)view->pages.at);
}

static void go_last(struct view *view)
{
	page_by(view, (long)view->pages.count - 1 - (long)view->pages.at);
}

static void puzzle_by(struct view *view, size_t by)
{
	view_end_trial(view);
	if (!view->list.count)
		return;
	view->number = (view->number + by) % view->list.count;
	view_compose(view);
}

static void next_puzzle(struct view *view)
{
	puzzle_by(view, 1);
}

static void previous_puzzle(struct view *view)
{
	puzzle_by(view, view->list.count - 1);
}

static void show_history(struct view *view)
{
	jobs_stop(view->jobs);
	view->asked = clock_seconds();
	if (pages_set_history(&view->pages, view->store))
		view_show_page(view);
	else
		view_say(view, view->store ? _("the history is empty")
					   : _("there is no history"));
}

static void make(struct view *view, enum family family)
{
	struct job *job = view_new_job(view, JOB_MAKE);

	if (!job)
		return;
	job->family = family;
	job->seed = g_random_int();
	jobs_ask(view->jobs, job);
	view_say(view, _("making a puzzle"));
}

static void make_any(struct view *view)
{
	make(view, (enum family)g_random_int_range(0, FAMILY_COUNT));
}

static void make_same(struct view *view)
{
	const struct outcome *outcome = view_outcome(view);

	if (outcome)
		make(view, outcome->puzzle.family);
	else
		make_any(view);
}

static void toggle_answer(struct view *view)
{
	view_end_trial(view);
	view->steps = view->steps == BOARD_ALL_STEPS ? 0 : BOARD_ALL_STEPS;
	view_compose(view);
}

static void step(struct view *view)
{
	const struct outcome *outcome = view_outcome(view);

	if (!outcome || outcome->verdict != OUTCOME_SOLVED)
		return;
	view_end_trial(view);
	view->steps = view->steps < 0 || view->steps >= view->board.steps
			      ? 1
			      : view->steps + 1;
	view_compose(view);
}

static void toggle_anew(struct view *view)
{
	view_end_trial(view);
	view->anew = !view->anew;
	view_compose(view);
}

static void unsolve(struct outcome *outcome)
{
	solve_result_fini(&outcome->result);
	memset(&outcome->result, 0, sizeof outcome->result);
	free(outcome->agreed);
	outcome->agreed = NULL;
	free(outcome->doubts);
	outcome->doubts = NULL;
	outcome->doubt_count = 0;
	free(outcome->repaired);
	outcome->repaired = NULL;
	outcome->repaired_count = 0;
	if (outcome->notes)
		json_array_clear(outcome->notes);
	outcome->verdict = OUTCOME_READ;
}

/* The one after `now`, NULL before the first and after the last. */
static const char *next_name(const char *const *names, const char *now)
{
	if (!now)
		return names[0];
	while (*names && strcmp(*names, now) != 0)
		names++;
	return *names ? names[1] : NULL;
}

static void next_rules(struct view *view)
{
	static const char *const names[] = { "game", "precise", "windmill",
					     NULL };
	const struct outcome *outcome = view_outcome(view);

	if (!outcome || !puzzle_family(outcome->puzzle.family)->set_rules) {
		view_say(view, _("this puzzle has only one set of rules"));
		return;
	}
	view_drop_trial(view);
	view->rules = next_name(names, view->rules);
	for (size_t i = 0; i < view->list.count; i++)
		unsolve(&view->list.outcomes[i]);
	view_compose(view);
	view_solve(view);
}

static void next_symmetry(struct view *view)
{
	static const char *const names[] = { "none",     "horizontal",
					     "vertical", "rotational",
					     "parallel", NULL };
	const struct outcome *outcome = view_outcome(view);

	if (!outcome || !puzzle_family(outcome->puzzle.family)->set_symmetry) {
		view_say(view, _("this puzzle has no symmetry to choose"));
		return;
	}
	view->symmetry = next_name(names, view->symmetry);
	view_show_page(view);
}

static void toggle_dark(struct view *view)
{
	GtkSettings *settings = gtk_settings_get_default();
	gboolean dark;

	g_object_get(settings, "gtk-application-prefer-dark-theme", &dark,
		     NULL);
	g_object_set(settings, "gtk-application-prefer-dark-theme", !dark,
		     NULL);
	gtk_widget_queue_draw(view->canvas);
}

static void open_files(struct view *view)
{
	view_open(view, false);
}

static void open_folders(struct view *view)
{
	view_open(view, true);
}

static void search(struct view *view)
{
	view_search(view, false);
}

static void search_random(struct view *view)
{
	view_search(view, true);
}

static void faster(struct view *view)
{
	view_change_speed(view, 1);
}

static void slower(struct view *view)
{
	view_change_speed(view, -1);
}

static void stop(struct view *view)
{
	jobs_stop(view->jobs);
	view_stop_player(view);
}

static void close_window(struct view *view)
{
	gtk_widget_destroy(view->window);
}

static void show_keys(struct view *view);

#define CTRL GDK_CONTROL_MASK

/* A label: a button, too. */
static const struct key {
	guint key;
	GdkModifierType held;
	const char *name; /* NULL: another key for the one before */
	const char *help;
	void (*act)(struct view *view);
	const char *label;
} keys[] = {
	{ GDK_KEY_o, 0, "o", N_("open files"), open_files, N_("Open") },
	{ GDK_KEY_O, 0, N_("Shift+O"), N_("open folders"), open_folders, NULL },
	{ GDK_KEY_v, CTRL, N_("Ctrl+V"),
	  N_("paste a picture or a puzzle's text"), view_paste, N_("Paste") },
	{ GDK_KEY_g, 0, "g", N_("capture a window or a part of the screen"),
	  view_take_region, N_("Screen") },
	{ GDK_KEY_h, 0, "h", N_("the history, latest first"), show_history,
	  N_("History") },
	{ GDK_KEY_Left, 0, N_("Left"), N_("the previous page"), go_previous,
	  N_("Back") },
	{ GDK_KEY_Page_Up, 0, NULL, NULL, go_previous, NULL },
	{ GDK_KEY_Right, 0, N_("Right"), N_("the next page"), go_next,
	  N_("Next") },
	{ GDK_KEY_Page_Down, 0, NULL, NULL, go_next, NULL },
	{ GDK_KEY_Home, 0, N_("Home"), N_("the first page"), go_first, NULL },
	{ GDK_KEY_End, 0, N_("End"), N_("the last page"), go_last, NULL },
	{ GDK_KEY_Down, 0, N_("Down"), N_("the next puzzle of this picture"),
	  next_puzzle, NULL },
	{ GDK_KEY_Up, 0, N_("Up"), N_("the previous puzzle"), previous_puzzle,
	  NULL },
	{ GDK_KEY_n, 0, "n", N_("a random puzzle of any family"), make_any,
	  N_("Random") },
	{ GDK_KEY_N, 0, N_("Shift+N"), N_("another one of this family"),
	  make_same, NULL },
	{ GDK_KEY_s, 0, "s", N_("search for an answer, step by step"), search,
	  N_("Search") },
	{ GDK_KEY_r, 0, "r", N_("the same in random order"), search_random,
	  NULL },
	{ GDK_KEY_plus, 0, "+", N_("search faster"), faster, NULL },
	{ GDK_KEY_KP_Add, 0, NULL, NULL, faster, NULL },
	{ GDK_KEY_equal, 0, NULL, NULL, faster, NULL },
	{ GDK_KEY_minus, 0, "-", N_("search slower"), slower, NULL },
	{ GDK_KEY_KP_Subtract, 0, NULL, NULL, slower, NULL },
	{ GDK_KEY_a, 0, "a", N_("show or hide the answer"), toggle_answer,
	  N_("Answer") },
	{ GDK_KEY_space, 0, N_("Space"),
	  N_("one step of the answer, as a hint"), step, N_("Hint") },
	{ GDK_KEY_b, 0, "b",
	  N_("switch between the picture and the board alone"), toggle_anew,
	  NULL },
	{ GDK_KEY_Return, 0, N_("Return"),
	  N_("start or stop entering an answer by hand"), view_enter,
	  N_("Play") },
	{ GDK_KEY_KP_Enter, 0, NULL, NULL, view_enter, NULL },
	{ GDK_KEY_c, 0, "c", N_("check what was entered by hand"), view_check,
	  N_("Check") },
	{ GDK_KEY_p, 0, "p",
	  N_("enter the answer into the game in another window"), view_play,
	  NULL },
	{ GDK_KEY_e, 0, "e", N_("correct clues, the doubtful ones first"),
	  view_edit, N_("Edit") },
	{ GDK_KEY_u, 0, "u", N_("undo the last edit, or what was entered"),
	  view_undo, NULL },
	{ GDK_KEY_z, CTRL, NULL, NULL, view_undo, NULL },
	{ GDK_KEY_l, 0, "l", N_("the next set of rules (panels)"), next_rules,
	  NULL },
	{ GDK_KEY_m, 0, "m", N_("the next symmetry (panels)"), next_symmetry,
	  NULL },
	{ GDK_KEY_c, CTRL, N_("Ctrl+C"), N_("copy as text and as a picture"),
	  view_copy, N_("Copy") },
	{ GDK_KEY_s, CTRL, N_("Ctrl+S"),
	  N_("save as .png, .jpg, .webp, .svg, .html, .txt, .json, .windmill"),
	  view_save, N_("Save") },
	{ GDK_KEY_B, 0, N_("Shift+B"),
	  N_("gather what a bug report needs; nothing is sent"),
	  view_report_bug, NULL },
	{ GDK_KEY_d, 0, "d", N_("switch between light and dark"), toggle_dark,
	  NULL },
	{ GDK_KEY_Escape, 0, N_("Escape"), N_("stop what is running"), stop,
	  NULL },
	{ GDK_KEY_question, 0, "?", N_("show these keys"), show_keys,
	  N_("Keys") },
	{ GDK_KEY_F1, 0, NULL, NULL, show_keys, NULL },
	{ GDK_KEY_q, 0, "q", N_("close"), close_window, NULL },
	{ GDK_KEY_q, CTRL, NULL, NULL, close_window, NULL },
};

enum { KEYS = sizeof keys / sizeof *keys };

static void show_keys(struct view *view)
{
	GtkWidget *dialog = gtk_dialog_new_with_buttons(
		_("Keys"), GTK_WINDOW(view->window), GTK_DIALOG_MODAL,
		_("_Close"), GTK_RESPONSE_CLOSE, NULL);
	GtkWidget *grid = gtk_grid_new();
	int row = 0;

	gtk_grid_set_column_spacing(GTK_GRID(grid), 16);
	gtk_container_set_border_width(GTK_CONTAINER(grid), 12);
	for (int i = 0; i < KEYS; i++) {
		const char *texts[] = { keys[i].name, keys[i].help };

		for (int k = 0; keys[i].name && k < 2; k++) {
			GtkWidget *label = gtk_label_new(_(texts[k]));

			gtk_label_set_xalign(GTK_LABEL(label), 0);
			gtk_grid_attach(GTK_GRID(grid), label, k, row, 1, 1);
		}
		row += keys[i].name != NULL;
	}
	gtk_container_add(
		GTK_CONTAINER(gtk_dialog_get_content_area(GTK_DIALOG(dialog))),
		grid);
	g_signal_connect(dialog, "response", G_CALLBACK(gtk_widget_destroy),
			 NULL);
	gtk_widget_show_all(dialog);
}

static gboolean press(GtkWidget *window, GdkEventKey *event, gpointer data)
{
	enum { HELD = GDK_CONTROL_MASK | GDK_MOD1_MASK | GDK_SUPER_MASK };

	(void)window;
	if (!(event->state & HELD) && view_press_hand(data, event->keyval))
		return TRUE;
	for (int i = 0; i < KEYS; i++)
		if (event->keyval == keys[i].key &&
		    (event->state & HELD) == keys[i].held) {
			keys[i].act(data);
			return TRUE;
		}
	return FALSE;
}

static void click(GtkWidget *button, gpointer data)
{
	const struct key *key = g_object_get_data(G_OBJECT(button), "key");

	key->act(data);
}

static GtkWidget *make_buttons(struct view *view)
{
	GtkWidget *row = gtk_flow_box_new();

	gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(row), GTK_SELECTION_NONE);
	gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(row), KEYS);
	/* it asks for the height that it has where it is narrowest, whatever
	 * its width: a column of buttons is higher than many screens */
	gtk_flow_box_set_min_children_per_line(GTK_FLOW_BOX(row),
					       BUTTONS_A_ROW);
	for (int i = 0; i < KEYS; i++) {
		GtkWidget *button;
		char *tip;

		if (!keys[i].label)
			continue;
		button = gtk_button_new_with_label(_(keys[i].label));
		tip = g_strdup_printf("%s (%s)", _(keys[i].help),
				      _(keys[i].name));
		gtk_widget_set_tooltip_text(button, tip);
		g_free(tip);
		gtk_widget_set_focus_on_click(button, FALSE);
		g_object_set_data(G_OBJECT(button), "key", (void *)&keys[i]);
		g_signal_connect(button, "clicked", G_CALLBACK(click), view);
		gtk_container_add(GTK_CONTAINER(row), button);
		/* the button takes the keys, not what holds it */
		gtk_widget_set_can_focus(gtk_widget_get_parent(button), FALSE);
	}
	return row;
}

static GtkWidget *make_label(GtkWidget *box)
{
	GtkWidget *label = gtk_label_new("");

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_line_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
	gtk_label_set_lines(GTK_LABEL(label), 4);
	gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
	gtk_label_set_selectable(GTK_LABEL(label), FALSE);
	gtk_widget_set_margin_start(label, 8);
	gtk_widget_set_margin_end(label, 8);
	gtk_box_pack_start(GTK_BOX(box), label, FALSE, FALSE, 2);
	return label;
}

static void make_window(struct view *view)
{
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);

	view->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	view->canvas = gtk_drawing_area_new();
	gtk_window_set_title(GTK_WINDOW(view->window), "solveglass");
	gtk_window_set_icon_name(GTK_WINDOW(view->window), "solveglass");
	gtk_window_set_default_size(GTK_WINDOW(view->window), WINDOW_WIDTH,
				    WINDOW_HEIGHT);
	gtk_widget_set_can_focus(view->canvas, TRUE);
	atk_object_set_name(gtk_widget_get_accessible(view->canvas),
			    _("board"));
	gtk_box_pack_start(GTK_BOX(box), make_buttons(view), FALSE, FALSE, 0);
	view->title = make_label(box);
	gtk_box_pack_start(GTK_BOX(box), view->canvas, TRUE, TRUE, 0);
	view->text = make_label(box);
	gtk_container_add(GTK_CONTAINER(view->window), box);
	g_signal_connect(view->window, "key-press-event", G_CALLBACK(press),
			 view);
	g_signal_connect(view->window, "destroy", G_CALLBACK(gtk_main_quit),
			 NULL);
	g_signal_connect(view->canvas, "draw", G_CALLBACK(paint), view);
	view_accept_drops(view);
	view_accept_clicks(view);
	gtk_widget_grab_focus(view->canvas);
	gtk_widget_show_all(view->window);
}

/* Ctrl-C in the terminal. */
static gboolean look_for_stop(gpointer data)
{
	struct view *view = data;

	if (view->options->stop && *view->options->stop)
		gtk_widget_destroy(view->window);
	return G_SOURCE_CONTINUE;
}

enum status view_run(const struct options *options)
{
	enum { STOP_MILLISECONDS = 200 };
	struct view view = { .options = options,
			     .asked = clock_seconds(),
			     .rules = options->rules,
			     .symmetry = options->symmetry };
	guint timer;

	/* numbers keep their point */
	gtk_disable_setlocale();
	if (!gtk_init_check(NULL, NULL)) {
		fputs(_("solveglass view: no display\n"), stderr);
		return STATUS_FAILED;
	}
	pipeline_set_up(&view.pipeline, options);
	view.pipeline.store = files_open_store(options);
	view.store = options->no_store ? NULL : files_open_store(options);
	view.jobs = jobs_start(&view.pipeline, take_job, &view);
	g_queue_init(&view.undone);
	g_queue_init(&view.strokes);
	view_change_speed(&view, 0);
	make_window(&view);
	if (options->argument_count)
		view_open_paths(&view, options->arguments,
				options->argument_count);
	else if (!pages_set_history(&view.pages, view.store))
		view_compose(&view);
	else
		view_show_page(&view);
	timer = g_timeout_add(STOP_MILLISECONDS, look_for_stop, &view);
	gtk_main();
	g_source_remove(timer);
	/* no more events: the window is gone before what takes a moment */
	gdk_display_flush(gdk_display_get_default());
	view_stop_player(&view);
	view_drop_trial(&view);
	jobs_end(view.jobs);
	forget(&view);
	pages_fini(&view.pages);
	store_close(view.store);
	store_close(view.pipeline.store);
	pipeline_fini(&view.pipeline);
	return STATUS_OK;
}
