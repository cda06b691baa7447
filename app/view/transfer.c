/* Files, the clipboard, what is dropped: into the window and out of it. */
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "language.h"
#include "report.h"
#include "view.h"

void view_show_new(struct view *view, size_t first,
		   const struct problem *problem)
{
	if (first < view->pages.count) {
		view->pages.at = first;
		view_show_page(view);
	}
	if (problem->kind != PROBLEM_NONE) {
		view->problem = *problem;
		view_compose(view);
	}
}

void view_open_paths(struct view *view, const char *const *paths, size_t count)
{
	size_t first = view->pages.count;
	struct problem problem = { 0 };

	for (size_t i = 0; i < count; i++)
		pages_add_path(&view->pages, paths[i], &problem);
	view_show_new(view, first, &problem);
}

static void open_chosen(GtkDialog *dialog, int response, gpointer data)
{
	GSList *names = NULL;
	GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

	if (response == GTK_RESPONSE_ACCEPT)
		names = gtk_file_chooser_get_filenames(
			GTK_FILE_CHOOSER(dialog));
	for (GSList *at = names; at; at = at->next)
		g_ptr_array_add(paths, at->data);
	g_slist_free(names);
	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (paths->len)
		view_open_paths(data, (const char *const *)paths->pdata,
				paths->len);
	g_ptr_array_free(paths, TRUE);
}

GtkWidget *view_choose(struct view *view, const char *title,
		       GtkFileChooserAction action, const char *button)
{
	GtkWidget *dialog = gtk_file_chooser_dialog_new(
		title, GTK_WINDOW(view->window), action, _("_Cancel"),
		GTK_RESPONSE_CANCEL, button, GTK_RESPONSE_ACCEPT, NULL);

	gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
	gtk_dialog_set_default_response(GTK_DIALOG(dialog),
					GTK_RESPONSE_ACCEPT);
	return dialog;
}

void view_open(struct view *view, bool folders)
{
	GtkWidget *dialog =
		view_choose(view, folders ? _("Open folders") : _("Open files"),
			    folders ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
				    : GTK_FILE_CHOOSER_ACTION_OPEN,
			    _("_Open"));

	gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(dialog), TRUE);
	g_signal_connect(dialog, "response", G_CALLBACK(open_chosen), view);
	gtk_widget_show(dialog);
}

/* What is transparent is laid on white. */
static int take_pixels(const GdkPixbuf *pixbuf, struct image *image,
		       struct problem *problem)
{
	int channels = gdk_pixbuf_get_n_channels(pixbuf);
	const guchar *pixels = gdk_pixbuf_read_pixels(pixbuf);

	if (image_init(image, gdk_pixbuf_get_width(pixbuf),
		       gdk_pixbuf_get_height(pixbuf), problem) < 0)
		return -1;
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			const guchar *from =
				pixels + y * gdk_pixbuf_get_rowstride(pixbuf) +
				x * channels;
			unsigned alpha = channels == 4 ? from[3] : 255;
			uint32_t rgb = 0;

			for (int k = 0; k < 3; k++)
				rgb = rgb << 8 |
				      (from[k] * alpha + 255 * (255 - alpha)) /
					      255;
			image_row(image, y)[x] = rgb;
		}
	return 0;
}

static void paste_picture(GtkClipboard *clipboard, GdkPixbuf *pixbuf,
			  gpointer data)
{
	struct view *view = data;
	size_t first = view->pages.count;
	struct problem problem = { 0 };
	struct image image = { 0 };

	(void)clipboard;
	if (!pixbuf) {
		view_say(view, _("the clipboard's picture cannot be read"));
		return;
	}
	if (take_pixels(pixbuf, &image, &problem) == 0)
		pages_add_picture(&view->pages, _("pasted picture"), &image,
				  &problem);
	view_show_new(view, first, &problem);
}

static void add_text(struct view *view, const char *name, const char *text)
{
	size_t first = view->pages.count;
	struct problem problem = { 0 };

	pages_add_text(&view->pages, name, text, &problem);
	view_show_new(view, first, &problem);
}

static void paste_text(GtkClipboard *clipboard, const char *text, gpointer data)
{
	(void)clipboard;
	if (text)
		add_text(data, _("pasted text"), text);
	else
		view_say(data, _("there is nothing to paste"));
}

static void paste_targets(GtkClipboard *clipboard, GdkAtom *targets, int count,
			  gpointer data)
{
	if (targets && gtk_targets_include_image(targets, count, FALSE))
		gtk_clipboard_request_image(clipboard, paste_picture, data);
	else
		gtk_clipboard_request_text(clipboard, paste_text, data);
}

void view_paste(struct view *view)
{
	gtk_clipboard_request_targets(
		gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), paste_targets,
		view);
}

static void drop(GtkWidget *widget, GdkDragContext *context, int x, int y,
		 GtkSelectionData *dropped, guint info, guint when,
		 gpointer data)
{
	struct view *view = data;
	char **uris = gtk_selection_data_get_uris(dropped);
	GdkPixbuf *pixbuf =
		uris ? NULL : gtk_selection_data_get_pixbuf(dropped);
	guchar *text =
		uris || pixbuf ? NULL : gtk_selection_data_get_text(dropped);
	GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

	(void)widget;
	(void)x;
	(void)y;
	(void)info;
	for (int i = 0; uris && uris[i]; i++) {
		char *path = g_filename_from_uri(uris[i], NULL, NULL);

		if (path)
			g_ptr_array_add(paths, path);
	}
	gtk_drag_finish(context, paths->len || pixbuf || text, FALSE, when);
	if (paths->len)
		view_open_paths(view, (const char *const *)paths->pdata,
				paths->len);
	else if (pixbuf)
		paste_picture(NULL, pixbuf, view);
	else if (text)
		add_text(view, _("dropped text"), (const char *)text);
	if (pixbuf)
		g_object_unref(pixbuf);
	g_free(text);
	g_strfreev(uris);
	g_ptr_array_free(paths, TRUE);
}

void view_accept_drops(struct view *view)
{
	gtk_drag_dest_set(view->canvas, GTK_DEST_DEFAULT_ALL, NULL, 0,
			  GDK_ACTION_COPY);
	gtk_drag_dest_add_uri_targets(view->canvas);
	gtk_drag_dest_add_image_targets(view->canvas);
	gtk_drag_dest_add_text_targets(view->canvas);
	g_signal_connect(view->canvas, "drag-data-received", G_CALLBACK(drop),
			 view);
}

/* As it is seen: the picture with the answers over it, or boards. */
static int draw(struct view *view, struct image *image, struct problem *problem)
{
	*image = (struct image){ 0 };
	if (view->has_image && !view->anew &&
	    image_copy(&view->image, image, problem) < 0)
		return -1;
	return answers_draw(image, &view->list, problem);
}

static int put_forms(struct view *view, enum form form, struct buffer *out,
		     struct problem *problem)
{
	for (size_t i = 0; i < view->list.count; i++) {
		const struct outcome *outcome = &view->list.outcomes[i];

		if (report_form(&outcome->puzzle,
				outcome->verdict == OUTCOME_SOLVED
					? outcome->result.solutions
					: NULL,
				form, out, problem) < 0)
			return -1;
	}
	return out->failed ? problem_set(problem, PROBLEM_MEMORY, "no memory")
			   : 0;
}

static bool has_list(struct view *view)
{
	if (!view->list.count)
		view_say(view, jobs_busy(view->jobs) ? _("still working")
						     : _("there is no puzzle"));
	return view->list.count != 0;
}

static void give(GtkClipboard *clipboard, GtkSelectionData *wanted, guint info,
		 gpointer data)
{
	GBytes **parts = data;
	gsize length;
	const void *bytes = g_bytes_get_data(parts[info], &length);

	(void)clipboard;
	if (info)
		gtk_selection_data_set(wanted,
				       gtk_selection_data_get_target(wanted), 8,
				       bytes, (int)length);
	else
		gtk_selection_data_set_text(wanted, bytes, (int)length);
}

static void give_up(GtkClipboard *clipboard, gpointer data)
{
	GBytes **parts = data;

	(void)clipboard;
	g_bytes_unref(parts[0]);
	g_bytes_unref(parts[1]);
	g_free(parts);
}

static void offer(const struct buffer *text, uint8_t *png, size_t length)
{
	GtkTargetList *list = gtk_target_list_new(NULL, 0);
	GtkClipboard *clipboard = gtk_clipboard_get(GDK_SELECTION_CLIPBOARD);
	GBytes **parts = g_new(GBytes *, 2);
	GtkTargetEntry *targets;
	int count;

	parts[0] = g_bytes_new(buffer_text(text), text->length);
	parts[1] = g_bytes_new_with_free_func(png, length, free, png);
	gtk_target_list_add_text_targets(list, 0);
	gtk_target_list_add(list, gdk_atom_intern_static_string("image/png"), 0,
			    1);
	targets = gtk_target_table_new_from_list(list, &count);
	if (gtk_clipboard_set_with_data(clipboard, targets, (guint)count, give,
					give_up, parts))
		gtk_clipboard_set_can_store(clipboard, NULL, 0);
	else
		give_up(clipboard, parts);
	gtk_target_table_free(targets, count);
	gtk_target_list_unref(list);
}

void view_copy(struct view *view)
{
	struct problem problem = { 0 };
	struct image image;
	struct buffer text;
	uint8_t *png = NULL;
	size_t length;

	if (!has_list(view))
		return;
	buffer_init(&text);
	for (size_t i = 0; i < view->list.count; i++) {
		const struct outcome *outcome = &view->list.outcomes[i];

		draw_family(outcome->puzzle.family)
			->print(&outcome->puzzle,
				outcome->verdict == OUTCOME_SOLVED
					? outcome->result.solutions
					: NULL,
				false, &text);
	}
	if (draw(view, &image, &problem) == 0 &&
	    file_encode_png(&image, &png, &length, &problem) == 0)
		offer(&text, png, length);
	view_say(view, problem.kind == PROBLEM_NONE
			       ? _("copied, as text and as a picture")
			       : problem.text);
	image_fini(&image);
	buffer_fini(&text);
}

static int save_picture(struct view *view, const char *path,
			struct problem *problem)
{
	struct image image;
	int result = draw(view, &image, problem);

	if (result == 0)
		result = file_save_image(path, &image, problem);
	image_fini(&image);
	return result;
}

static int save_form(struct view *view, const char *path, enum form form,
		     struct problem *problem)
{
	struct buffer text;
	int result;

	buffer_init(&text);
	result = put_forms(view, form, &text, problem);
	if (result == 0)
		result = file_save(path, buffer_text(&text), text.length,
				   problem);
	buffer_fini(&text);
	return result;
}

static int save_document(struct view *view, const char *path,
			 enum answers_document kind, struct problem *problem)
{
	return answers_save_document(path, kind,
				     view->pages.list[view->pages.at].name,
				     &view->list, problem);
}

static bool ends(const char *path, const char *ending)
{
	size_t length = strlen(path), own = strlen(ending);

	return length > own &&
	       g_ascii_strcasecmp(path + length - own, ending) == 0;
}

/* By the ending of its name. */
static int save(struct view *view, const char *path, struct problem *problem)
{
	if (ends(path, ".svg"))
		return save_document(view, path, ANSWERS_SVG, problem);
	if (ends(path, ".html"))
		return save_document(view, path, ANSWERS_HTML, problem);
	if (ends(path, ".json"))
		return save_form(view, path, FORM_JSON, problem);
	if (ends(path, ".windmill"))
		return save_form(view, path, FORM_WINDMILL, problem);
	if (ends(path, ".txt"))
		return save_form(view, path, FORM_TEXT, problem);
	return save_picture(view, path, problem);
}

static void save_chosen(GtkDialog *dialog, int response, gpointer data)
{
	struct view *view = data;
	struct problem problem = { 0 };
	char *path = response == GTK_RESPONSE_ACCEPT
			     ? gtk_file_chooser_get_filename(
				       GTK_FILE_CHOOSER(dialog))
			     : NULL;

	gtk_widget_destroy(GTK_WIDGET(dialog));
	if (path && has_list(view)) {
		char *said;

		save(view, path, &problem);
		said = problem.kind == PROBLEM_NONE
			       ? g_filename_display_name(path)
			       : g_utf8_make_valid(problem.text, -1);
		view_say(view, said);
		g_free(said);
	}
	g_free(path);
}

void view_save(struct view *view)
{
	GtkWidget *dialog;

	if (!has_list(view))
		return;
	dialog = view_choose(view, _("Save"), GTK_FILE_CHOOSER_ACTION_SAVE,
			     _("_Save"));
	gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(dialog),
						       TRUE);
	gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog),
					  "puzzle.png");
	g_signal_connect(dialog, "response", G_CALLBACK(save_chosen), view);
	gtk_widget_show(dialog);
}
