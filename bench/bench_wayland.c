/* solveglass watch on sway without a screen, with the real game:
 *
 *   bench_wayland [PRESSES]    key to answer: by the socket, and by a key that
 *                              the compositor binds to `solveglass press', on
 *                              a keyboard that is there and on wtype's
 *   bench_wayland events [COUNT [SEED]]  windows moved, resized and hidden,
 *                              scales, turns and presses at random
 *   bench_wayland many PRESSES  memory and descriptors over many presses
 */
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define fail_msg(...) die(__VA_ARGS__)
#define skip_because(...) die(__VA_ARGS__)

static void die(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));

static void die(const char *format, ...)
{
	va_list arguments;

	fputs("bench_wayland: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(4);
}

#include "control.h"
#include "deadline.h"
#include "rng.h"
#include "times.h"
#include "usage.h"
#include "virtual-keyboard-unstable-v1-client.h"
#include "wayland_stage.h"
#include "wlink_wayland.h"

enum { PRESSES_DEFAULT = 100, EVENTS_DEFAULT = 1000 };

/* What the compositor is told: F9 is pressed on a keyboard of wtype's. */
static const char config[] =
	"default_border none\n"
	"output HEADLESS-1 resolution 1200x800\n"
	"for_window [title=\"Train Tracks\"] floating enable, "
	"resize set 460 500, move absolute position 40 30\n"
	"bindsym F9 exec %s/solveglass press show\n";

static void start(struct stage *stage)
{
	char text[800];

	snprintf(text, sizeof text, "cp '%s' '%s/solveglass'", PROGRAM,
		 stage->folder.path);
	require(system(text) == 0, "no copy of the program");
	snprintf(text, sizeof text, config, stage->folder.path);
	start_sway(stage, text, "1");
	start_game(stage, "wayland");
	start_ours(stage, "watch", "--verbose");
	/* until all is loaded */
	xvfb_sleep(1000);
}

static void ask(const char *word, char answer[CONTROL_BYTES_MAX])
{
	struct problem problem = { 0 };

	if (control_ask(getenv("WAYLAND_DISPLAY"), word, answer,
			CONTROL_BYTES_MAX, &problem) < 0)
		die("%s", problem.text);
}

static void by_socket(struct stage *stage)
{
	char answer[CONTROL_BYTES_MAX];

	(void)stage;
	ask("show", answer);
}

/* A keyboard that is there all the time, as people have it; by wtype one comes
 * and goes with each press. */
static struct keyboard {
	struct wlink *link;
	struct zwp_virtual_keyboard_v1 *proxy;
} keyboard;

static void plug_keyboard(void)
{
	static const char keymap[] =
		"xkb_keymap { xkb_keycodes { minimum = 8; maximum = 255; "
		"<FK09> = 75; }; xkb_types { include \"complete\" }; "
		"xkb_compatibility { include \"complete\" }; "
		"xkb_symbols { key <FK09> { [ F9 ] }; }; };";
	int fd = memfd_create("keymap", MFD_CLOEXEC);

	keyboard.link = wlink_open(NULL);
	require(keyboard.link && keyboard.link->keyboards && fd >= 0 &&
			write(fd, keymap, sizeof keymap) == sizeof keymap,
		"no keyboard");
	keyboard.proxy =
		zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(
			keyboard.link->keyboards, keyboard.link->seat);
	zwp_virtual_keyboard_v1_keymap(keyboard.proxy,
				       WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, fd,
				       sizeof keymap);
	close(fd);
	wlink_sync(keyboard.link, NULL);
}

static void unplug_keyboard(void)
{
	zwp_virtual_keyboard_v1_destroy(keyboard.proxy);
	wlink_close(keyboard.link);
}

static void by_keyboard(struct stage *stage)
{
	(void)stage;
	for (uint32_t down = 2; down-- > 0;)
		zwp_virtual_keyboard_v1_key(keyboard.proxy, 0, 67, down);
	wlink_sync(keyboard.link, NULL);
}

static void by_wtype(struct stage *stage)
{
	char *const key[] = { (char *)"wtype", (char *)"-k", (char *)"F9",
			      NULL };
	pid_t pid = stage_run(stage, NULL, key);

	stage->programs.program_count--;
	waitpid(pid, NULL, 0);
}

/* Until a picture shows the answer, or shows it no more. */
static double wait_seen(struct stage *stage, bool wanted)
{
	double begun = clock_seconds();

	for (;;) {
		double before = clock_seconds();
		int all, painted = count_painted(stage, &all);

		if (all > 0 && painted == (wanted ? all : 0))
			return before;
		if (before > begun + 20)
			die("the answer does not %s", wanted ? "come" : "go");
	}
}

static void latency(int presses)
{
	static const struct {
		const char *name;
		void (*press)(struct stage *stage);
	} ways[] = { { "socket", by_socket },
		     { "keyboard", by_keyboard },
		     { "wtype", by_wtype } };
	void *state;
	struct stage *stage;

	set_up(&state);
	stage = state;
	start(stage);
	plug_keyboard();
	printf("milliseconds from pressing to the begin of a capture that "
	       "shows "
	       "it, %d presses\n%-10s%9s%9s%9s\n",
	       presses, "", "median", "95 %", "most");
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
		struct times times = { .count = 0 };

		for (int i = 0; i < presses; i++) {
			double pressed = clock_seconds();

			ways[w].press(stage);
			times_add(&times, wait_seen(stage, true) - pressed);
			by_socket(stage);
			wait_seen(stage, false);
		}
		printf("%-10s%9.1f%9.1f%9.1f\n", ways[w].name,
		       times_share(&times, 0.5), times_share(&times, 0.95),
		       times_share(&times, 1));
	}
	unplug_keyboard();
	tear_down(&state);
}

/* In kB, of the process alone. */
static long memory_of(pid_t pid)
{
	char path[64], line[256];
	long memory = 0, part;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "Private_Dirty: %ld", &part) == 1)
			memory += part;
	if (file)
		fclose(file);
	return memory;
}

static int descriptors_of(pid_t pid)
{
	char path[64];
	int count = 0;
	DIR *folder;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
	folder = opendir(path);
	while (folder && readdir(folder))
		count++;
	if (folder)
		closedir(folder);
	return count - 2;
}

static void wait_state(const char *wanted)
{
	char answer[CONTROL_BYTES_MAX];

	for (int i = 0; i < 20000; i++) {
		ask("status", answer);
		if (!strcmp(answer, wanted))
			return;
		xvfb_sleep(1);
	}
	die("'%s' instead of '%s'", answer, wanted);
}

static void many(int presses)
{
	char answer[CONTROL_BYTES_MAX];
	void *state;
	struct stage *stage;

	set_up(&state);
	stage = state;
	start(stage);
	printf("%9s%12s%9s\n", "presses", "kB private", "files");
	for (int i = 0; i <= presses; i++) {
		if (i % (presses / 5 ? presses / 5 : 1) == 0)
			printf("%9d%12ld%9d\n", i, memory_of(stage->child),
			       descriptors_of(stage->child));
		fflush(stdout);
		ask("show", answer);
		wait_state(i % 2 ? "nothing, not shown" : "answer, shown");
	}
	tear_down(&state);
}

static void one_event(struct stage *stage, struct rng *rng)
{
	static const char *const words[] = { "press show", "press hint",
					     "press hide", "press status" };
	static const char *const scales[] = { "1", "1.25", "1.5", "2" };
	static const char *const turns[] = { "normal", "90", "flipped-180" };
	char line[128], command[200];

	switch (rng_below(rng, 8)) {
	case 0:
		snprintf(line, sizeof line, "move absolute position %d %d",
			 (int)rng_below(rng, 900) - 200,
			 (int)rng_below(rng, 600) - 100);
		break;
	case 1:
		snprintf(line, sizeof line, "resize set %d %d",
			 300 + (int)rng_below(rng, 500),
			 300 + (int)rng_below(rng, 500));
		break;
	case 2:
		snprintf(line, sizeof line, "workspace %d",
			 1 + (int)rng_below(rng, 2));
		break;
	case 3:
		snprintf(line, sizeof line, "output HEADLESS-1 scale %s",
			 scales[rng_below(rng, 4)]);
		break;
	case 4:
		snprintf(line, sizeof line, "output HEADLESS-1 transform %s",
			 turns[rng_below(rng, 3)]);
		break;
	default:
		ours(stage, words[rng_below(rng, 4)]);
		return;
	}
	/* some of it sway refuses, such as to move what is not there */
	snprintf(command, sizeof command, "--version; swaymsg -q '%s'; true",
		 line);
	ours(stage, command);
}

static void events(int count, uint64_t seed)
{
	struct rng rng;
	void *state;
	struct stage *stage;

	rng_seed(&rng, seed);
	set_up(&state);
	stage = state;
	start(stage);
	for (int i = 0; i < count; i++) {
		one_event(stage, &rng);
		if (waitpid(stage->child, NULL, WNOHANG) != 0)
			die("watch has ended after %d events, seed %llu", i,
			    (unsigned long long)seed);
	}
	/* it still answers */
	ours(stage, "press hide; swaymsg -q workspace 1;"
		    " swaymsg -q output HEADLESS-1 scale 1 transform normal;"
		    " swaymsg -q resize set 460 500, "
		    "move absolute position 40 30");
	/* a busy game takes its time to draw its new size */
	xvfb_sleep(2000);
	wait_grid(stage);
	ours(stage, "press show");
	wait_answer(stage);
	printf("%d events, and it still answers\n", count);
	tear_down(&state);
}

int main(int argc, char **argv)
{
	usage(argc, argv, "[PRESSES | events [COUNT [SEED]] | many PRESSES]");
	if (argc > 1 && !strcmp(argv[1], "events"))
		events(argc > 2 ? atoi(argv[2]) : EVENTS_DEFAULT,
		       argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
	else if (argc > 2 && !strcmp(argv[1], "many"))
		many(atoi(argv[2]));
	else
		latency(argc > 1 ? atoi(argv[1]) : PRESSES_DEFAULT);
	return 0;
}
