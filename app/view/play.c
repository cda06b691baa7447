/* The answer is put into a game: `solveglass play' does it, on the window that
 * has the keyboard once this one is out of the way. */
#include <jansson.h>

#include "language.h"
#include "view.h"

/* Until the window manager has handed the keyboard on. */
static const char delay[] = "1.5";

/* The child ended, or could not be heard. */
static void tell(struct view *view, const char *out)
{
	json_t *line = out ? json_loads(out, 0, NULL) : NULL;
	json_t *puzzle = json_array_get(json_object_get(line, "puzzles"), 0);
	const char *played = json_string_value(
		json_object_get(json_object_get(puzzle, "played"), "text"));
	const char *error = json_string_value(json_object_get(line, "error"));
	const char *verdict =
		json_string_value(json_object_get(puzzle, "verdict"));
	char *nothing = g_strdup_printf(
		_("nothing was entered, as the game's puzzle is %s"),
		verdict ? _(verdict) : "");
	/* what the child said for programs may have a translation */
	char *text = g_strdup_printf(
		_("play: %s"),
		played    ? _(played)
		: error   ? _(error)
		: verdict ? nothing
			  : _("no puzzle was found in the window below this "
			      "one; click into the game, come back and press "
			      "p again"));

	gtk_window_deiconify(GTK_WINDOW(view->window));
	gtk_window_present(GTK_WINDOW(view->window));
	view_say(view, text);
	gtk_window_set_title(GTK_WINDOW(view->window), text);
	g_free(text);
	g_free(nothing);
	json_decref(line);
}

static void ended(GObject *source, GAsyncResult *result, gpointer data)
{
	struct view *view = data;
	char *out = NULL;

	g_subprocess_communicate_utf8_finish(G_SUBPROCESS(source), result, &out,
					     NULL, NULL);
	g_clear_object(&view->player);
	tell(view, out);
	g_free(out);
}

void view_stop_player(struct view *view)
{
	/* it lets go of whatever it holds */
	if (view->player)
		g_subprocess_send_signal(view->player, SIGTERM);
}

static void start(struct view *view)
{
	const char *arguments[16] = { "/proc/self/exe", "play", "--active",
				      "--delay",        delay,  "--yes",
				      "--json" };
	int count = 7;
	GError *error = NULL;
	char *own = g_file_read_link("/proc/self/exe", NULL);

	if (own)
		arguments[0] = own;
	if (view->rules) {
		arguments[count++] = "--rules";
		arguments[count++] = view->rules;
	}
	if (view->symmetry) {
		arguments[count++] = "--symmetry";
		arguments[count++] = view->symmetry;
	}
	if (view->options->no_store)
		arguments[count++] = "--no-store";
	view->player =
		g_subprocess_newv(arguments,
				  G_SUBPROCESS_FLAGS_STDOUT_PIPE |
					  G_SUBPROCESS_FLAGS_STDERR_SILENCE,
				  &error);
	if (view->player) {
		gtk_window_iconify(GTK_WINDOW(view->window));
		g_subprocess_communicate_utf8_async(view->player, NULL, NULL,
						    ended, view);
	} else {
		view_say(view, error->message);
		g_error_free(error);
	}
	g_free(own);
}

static void agreed(GtkDialog *dialog, int response, gpointer data)
{
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (response == GTK_RESPONSE_ACCEPT)
		start(data);
}

void view_play(struct view *view)
{
	GtkWidget *dialog;

	if (view->player) {
		view_say(view, _("it is already being entered"));
		return;
	}
	dialog = gtk_message_dialog_new(
		GTK_WINDOW(view->window), GTK_DIALOG_MODAL,
		GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE,
		_("This window makes room for the one that you used before it. "
		  "The puzzle in that window is read and solved, and its "
		  "answer "
		  "entered with pointer and keyboard. Move the mouse to stop "
		  "it."));
	gtk_window_set_title(GTK_WINDOW(dialog),
			     _("Put the answer into a game"));
	gtk_dialog_add_buttons(GTK_DIALOG(dialog), _("_Cancel"),
			       GTK_RESPONSE_CANCEL, _("_Enter it"),
			       GTK_RESPONSE_ACCEPT, NULL);
	gtk_dialog_set_default_response(GTK_DIALOG(dialog),
					GTK_RESPONSE_ACCEPT);
	g_signal_connect(dialog, "response", G_CALLBACK(agreed), view);
	gtk_widget_show(dialog);
}
