/* What a report of a fault needs, of the page that is shown: by `solveglass
 * report-bug', a process of its own. */
#include <glib/gstdio.h>
#include <jansson.h>

#include "file.h"
#include "language.h"
#include "view.h"

struct bug {
	struct view *view;
	char *folder; /* of the report */
	char *file;   /* what it is about; removed afterwards */
};

static void bug_free(struct bug *bug)
{
	if (bug->file)
		g_unlink(bug->file);
	g_free(bug->file);
	g_free(bug->folder);
	g_free(bug);
}

/* The picture, or where there is none the puzzle, in a file of its own. */
static int save_page(struct bug *bug, struct problem *problem)
{
	struct view *view = bug->view;
	const struct outcome *outcome = view_outcome(view);
	GError *error = NULL;
	json_t *json;
	char *text;
	int fd = g_file_open_tmp(view->has_image ? "solveglass-XXXXXX.png"
						 : "solveglass-XXXXXX.json",
				 &bug->file, &error);
	int result;

	if (fd < 0) {
		problem_set(problem, PROBLEM_INPUT, "%s", error->message);
		g_error_free(error);
		return -1;
	}
	g_close(fd, NULL);
	if (view->has_image)
		return file_save_image(bug->file, &view->image, problem);
	json = outcome ? puzzle_to_json(&outcome->puzzle) : NULL;
	text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	result = text ? file_save(bug->file, text, strlen(text), problem)
		      : problem_set(problem, PROBLEM_MEMORY, "no memory");
	free(text);
	json_decref(json);
	return result;
}

static void ended(GObject *source, GAsyncResult *result, gpointer data)
{
	struct bug *bug = data;
	char *out = NULL, *fault = NULL, *said;

	g_subprocess_communicate_utf8_finish(G_SUBPROCESS(source), result, &out,
					     &fault, NULL);
	said = g_utf8_make_valid(out && *out       ? out
				 : fault && *fault ? fault
						   : _("no report was made"),
				 -1);
	g_strchomp(said);
	view_say(bug->view, said);
	g_free(said);
	g_free(out);
	g_free(fault);
	g_object_unref(source);
	bug_free(bug);
}

static void start(struct bug *bug)
{
	struct problem problem = { 0 };
	GSubprocess *process = NULL;
	GError *error = NULL;
	char *own = g_file_read_link("/proc/self/exe", NULL);

	if (save_page(bug, &problem) == 0)
		process = g_subprocess_new(
			G_SUBPROCESS_FLAGS_STDOUT_PIPE |
				G_SUBPROCESS_FLAGS_STDERR_PIPE,
			&error, own ? own : "solveglass", "report-bug",
			bug->file, "-o", bug->folder, NULL);
	if (process) {
		view_say(bug->view, _("gathering what a report needs"));
		g_subprocess_communicate_utf8_async(process, NULL, NULL, ended,
						    bug);
	} else {
		view_say(bug->view, error ? error->message : problem.text);
		g_clear_error(&error);
		bug_free(bug);
	}
	g_free(own);
}

static void chosen(GtkDialog *dialog, int response, gpointer data)
{
	struct bug *bug = g_new0(struct bug, 1);

	bug->view = data;
	if (response == GTK_RESPONSE_ACCEPT)
		bug->folder =
			gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (bug->folder)
		start(bug);
	else
		bug_free(bug);
}

void view_report_bug(struct view *view)
{
	GtkWidget *dialog;

	if (!view->has_image && !view_outcome(view)) {
		view_say(view,
			 _("there is no picture and no puzzle to report"));
		return;
	}
	dialog = view_choose(view, _("A new folder for the report"),
			     GTK_FILE_CHOOSER_ACTION_SAVE, _("_Create"));
	gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog),
					  "solveglass-report");
	g_signal_connect(dialog, "response", G_CALLBACK(chosen), view);
	gtk_widget_show(dialog);
}
