/* solveglass tray: what `press' tells the running watch, in the panel's tray.
 */
#include "language.h"
#include "module.h"

static const char help[] =
	N_("Shows an icon in the tray of the desktop's panel whose menu does "
	   "what the keys of the running `solveglass watch' do: show the "
	   "answer or remove it, show one more step, hide everything, enter "
	   "the answer into the game, open the window, quit. It ends with the "
	   "watch. `solveglass watch --tray' starts it as well. It needs a "
	   "panel that shows StatusNotifierItem icons, as those of KDE, Xfce, "
	   "MATE, Cinnamon, LXQt and sway do, and GNOME's with an extension.");

static const char notes[] =
	N_("  solveglass tray\n"
	   "  solveglass watch --tray\n"
	   "\n"
	   "Exit status: 0 the watch has ended, 4 no watch runs on this "
	   "display, or this build has no tray icon.");

static enum status run(const struct options *options)
{
	return module_run("tray", options,
			  _("this build has no tray icon: it was left out, as "
			    "libayatana-appindicator3-dev was missing"));
}

const struct command command_tray = {
	.name = "tray",
	.summary =
		N_("show an icon in the panel that controls the running watch"),
	.usage = { "solveglass tray", "", help, notes, GROUP_COMMON, 0 },
	.run = run,
};
