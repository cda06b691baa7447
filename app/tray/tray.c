/* An icon in the tray of a panel (StatusNotifierItem), whose menu tells the
 * running watch what `solveglass press' does. */
#include <gtk/gtk.h>
#include <libayatana-appindicator/app-indicator.h>
#include <stdio.h>
#include <string.h>

#include "control.h"
#include "language.h"
#include "module.h"

module_function tray_run;

/* Between two questions whether the watch still runs, and what it shows. */
enum { STATUS_MILLISECONDS = 1000 };
/* Unanswered questions in a row after which the watch has ended: a busy machine
 * answers one late. */
enum { MISSES_MAX = 3 };
/* A panel that has not taken the icon after so long will not. */
enum { PANEL_SECONDS = 3 };

struct tray {
	const struct options *options;
	AppIndicator *icon;
	GtkWidget *status; /* the menu's first line */
	int misses;
};

static const struct entry {
	const char *word; /* of `solveglass press' */
	const char *label;
} entries[] = {
	{ "show", N_("_Show or hide the answer") },
	{ "hint", N_("One more _step") },
	{ "hide", N_("_Hide everything") },
	{ "other", N_("_Another answer") },
	{ "copy", N_("_Copy the answer") },
	{ "play", N_("_Enter the answer into the game") },
	{ NULL, N_("Open the _window") },
	{ "quit", N_("_Quit") },
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static void open_window(void)
{
	char *own = g_file_read_link("/proc/self/exe", NULL);
	char *argv[] = { own, (char *)"view", NULL };
	GError *error = NULL;

	if (own && !g_spawn_async(NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL,
				  NULL, &error)) {
		fprintf(stderr, "solveglass tray: %s\n", error->message);
		g_error_free(error);
	}
	g_free(own);
}

/* The watch's answer becomes the menu's first line; where it has ended, so do
 * we. */
static bool tell(struct tray *tray, const char *word)
{
	char answer[CONTROL_BYTES_MAX], words[2 * CONTROL_BYTES_MAX];
	struct problem problem = { 0 };

	if (control_ask_here(word, answer, sizeof answer, &problem) < 0) {
		if (options_logs(tray->options, LOG_DETAILS))
			fprintf(stderr, "solveglass tray: %s\n", problem.text);
		if (++tray->misses < MISSES_MAX)
			return true;
		gtk_main_quit();
		return false;
	}
	tray->misses = 0;
	control_words(answer, words, sizeof words);
	if (answer[0] &&
	    strcmp(gtk_menu_item_get_label(GTK_MENU_ITEM(tray->status)),
		   words) != 0)
		gtk_menu_item_set_label(GTK_MENU_ITEM(tray->status), words);
	return true;
}

static void choose(GtkMenuItem *item, gpointer data)
{
	const struct entry *entry = g_object_get_data(G_OBJECT(item), "entry");

	if (entry->word)
		tell(data, entry->word);
	else
		open_window();
}

static gboolean look(gpointer data)
{
	struct tray *tray = data;

	return tell(tray, "status") ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean look_for_panel(gpointer data)
{
	struct tray *tray = data;
	gboolean connected;

	g_object_get(tray->icon, "connected", &connected, NULL);
	if (!connected && options_logs(tray->options, LOG_NOTES))
		fputs(_("solveglass tray: no panel shows StatusNotifierItem "
			"icons here; waiting for one\n"),
		      stderr);
	return G_SOURCE_REMOVE;
}

static GtkWidget *make_menu(struct tray *tray)
{
	GtkWidget *menu = gtk_menu_new();

	tray->status = gtk_menu_item_new_with_label("");
	gtk_widget_set_sensitive(tray->status, FALSE);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), tray->status);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu),
			      gtk_separator_menu_item_new());
	for (int i = 0; i < ENTRIES; i++) {
		GtkWidget *item =
			gtk_menu_item_new_with_mnemonic(_(entries[i].label));

		g_object_set_data(G_OBJECT(item), "entry", (void *)&entries[i]);
		g_signal_connect(item, "activate", G_CALLBACK(choose), tray);
		gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
		/* a click with the middle button on the icon itself */
		if (i == 0)
			app_indicator_set_secondary_activate_target(tray->icon,
								    item);
	}
	gtk_widget_show_all(menu);
	return menu;
}

enum status tray_run(const struct options *options)
{
	struct tray tray = { .options = options };
	struct problem problem = { 0 };
	char answer[CONTROL_BYTES_MAX];

	if (control_ask_here("status", answer, sizeof answer, &problem) < 0) {
		command_complain("tray", &problem);
		return STATUS_FAILED;
	}
	gtk_disable_setlocale();
	if (!gtk_init_check(NULL, NULL)) {
		fputs(_("solveglass tray: no display\n"), stderr);
		return STATUS_FAILED;
	}
	/* app_indicator_new is no longer recommended in Debian 13 */
	tray.icon = g_object_new(APP_INDICATOR_TYPE, "id", "solveglass",
				 "category", "ApplicationStatus", "icon-name",
				 "solveglass", NULL);
	app_indicator_set_title(tray.icon, "solveglass");
	app_indicator_set_menu(tray.icon, GTK_MENU(make_menu(&tray)));
	app_indicator_set_status(tray.icon, APP_INDICATOR_STATUS_ACTIVE);
	g_timeout_add(STATUS_MILLISECONDS, look, &tray);
	g_timeout_add_seconds(PANEL_SECONDS, look_for_panel, &tray);
	if (tell(&tray, "status"))
		gtk_main();
	g_object_unref(tray.icon);
	return STATUS_OK;
}
