/* For test_view: a window that a file can be dragged out of, as of a file
 * manager: drag_source URI. */
#include <gtk/gtk.h>

static void give(GtkWidget *widget, GdkDragContext *context,
		 GtkSelectionData *selection, guint info, guint when,
		 gpointer uri)
{
	char *uris[] = { uri, NULL };

	(void)widget;
	(void)context;
	(void)info;
	(void)when;
	gtk_selection_data_set_uris(selection, uris);
}

int main(int argc, char **argv)
{
	GtkWidget *window;

	gtk_init(&argc, &argv);
	if (argc != 2)
		return 64;
	window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_title(GTK_WINDOW(window), "drag source");
	gtk_window_set_default_size(GTK_WINDOW(window), 90, 90);
	gtk_drag_source_set(window, GDK_BUTTON1_MASK, NULL, 0, GDK_ACTION_COPY);
	gtk_drag_source_add_uri_targets(window);
	g_signal_connect(window, "drag-data-get", G_CALLBACK(give), argv[1]);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_widget_show(window);
	gtk_main();
	return 0;
}
