/* solveglass grab: what the tool sees, as a picture. */
#include <stdio.h>
#include <string.h>

#include "capture_target.h"
#include "command.h"
#include "file.h"
#include "language.h"

static const char help[] =
	N_("Writes a picture of the screen, a monitor or a window, as the "
	   "other commands see it: a PNG, JPEG or WebP, depending on the "
	   "file's name (`-': a PNG on standard output). A window is captured "
	   "whole even if others cover it. Answers that are being shown are "
	   "left out unless --overlays is given.");

static const char notes[] =
	N_("  solveglass grab -o screen.png\n"
	   "  solveglass grab --active --delay 3 -o game.png\n"
	   "\n"
	   "Exit status: 0 captured, 4 there is no display or no such window, "
	   "or the file cannot be written.");

static int grab(const struct options *options, const char *path,
		struct problem *problem)
{
	struct capture capture = { 0 };
	struct screen *screen = capture_open(options, &capture, problem);
	int result = -1;

	if (screen && options->overlays)
		screen_keep_overlays(screen);
	if (screen && capture_target(screen, options, &capture, problem) == 0)
		result = file_save_image(path, &capture.shot.image, problem);
	if (result == 0 && !capture.shot.whole &&
	    options_logs(options, LOG_NOTES))
		fprintf(stderr,
			_("solveglass grab: %s: parts of it could not be "
			  "seen\n"),
			capture.name);
	if (result == 0 && options_logs(options, LOG_DETAILS))
		fprintf(stderr, "solveglass grab: %s: %dx%d%+d%+d\n",
			capture.name, capture.shot.image.width,
			capture.shot.image.height, capture.shot.scr_x,
			capture.shot.scr_y);
	capture_fini(&capture);
	screen_close(screen);
	return result;
}

static const char *output(const struct options *options)
{
	return strcmp(options->output, "-") ? options->output : "/dev/stdout";
}

static int judge(const struct options *options, struct problem *problem)
{
	enum file_picture kind;

	return options->output
		       ? file_picture_named(output(options), &kind, problem)
		       : 0;
}

static enum status run(const struct options *options)
{
	struct problem problem = { 0 };

	if (!options->output || options->argument_count) {
		fputs(_("solveglass grab: -o FILE is missing\n"), stderr);
		return STATUS_USAGE;
	}
	if (grab(options, output(options), &problem) == 0)
		return STATUS_OK;
	command_complain("grab", &problem);
	return STATUS_FAILED;
}

const struct command command_grab = {
	.name = "grab",
	.summary = N_("write a picture of the screen or of a window"),
	.usage = { "solveglass grab", "-o FILE", help, notes,
		   GROUP_COMMON | GROUP_CAPTURE | GROUP_GRAB, 0 },
	.judge = judge,
	.run = run,
};
