/* For tests: a session's bus of a test's own, and desktop portals on it that do
 * what the test wants. Include after wayland_stage.h. */
#ifndef PORTAL_STAGE_H
#define PORTAL_STAGE_H

#include "wayland_stage.h"

#define PYTHON "/usr/bin/python3"

/* A bus for all that is run from now on. It starts no service: the portals that
 * are installed are not those of the test. */
static inline void start_bus(struct stage *stage)
{
	char config[512], address[128], file[128];
	char *const argv[] = { (char *)"dbus-daemon", file, (char *)"--nofork",
			       NULL };
	char path[128];

	if (!is_installed("dbus-daemon") ||
	    system(PYTHON " -c 'import dbus, gi' 2>/dev/null") != 0)
		skip_because("no dbus-daemon, python3-dbus or python3-gi");
	snprintf(address, sizeof address, "unix:path=%s/bus",
		 stage->folder.path);
	snprintf(config, sizeof config,
		 "<busconfig><type>session</type><listen>%s</listen>"
		 "<auth>EXTERNAL</auth><policy context='default'>"
		 "<allow send_destination='*'/><allow eavesdrop='true'/>"
		 "<allow own='*'/><allow user='*'/></policy></busconfig>",
		 address);
	program_write(&stage->folder, "bus.conf", config, strlen(config));
	snprintf(file, sizeof file, "--config-file=%s/bus.conf",
		 stage->folder.path);
	stage->programs.programs[stage->programs.program_count++] = fork();
	if (!stage->programs.programs[stage->programs.program_count - 1])
		xvfb_become(argv);
	wait_file(stage, "bus", path, sizeof path);
	setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
}

/* What the portal that was started last has said. */
static inline void wait_portal_said(const struct stage *stage, const char *what)
{
	char path[128], text[20000];

	snprintf(path, sizeof path, "%s/portal-said", stage->folder.path);
	for (int i = 0; i < TRIES; i++) {
		program_slurp(path, text, sizeof text);
		if (strstr(text, what))
			return;
		xvfb_sleep(TRY_MS);
	}
	fail_msg("the portal never said '%s', but: %s", what, text);
}

/* A portal of tests/ that behaves in this way, ready; it hands out puzzle.png
 * where it hands out pictures. */
static inline pid_t start_portal(struct stage *stage, const char *script,
				 const char *way)
{
	char path[128], source[512];
	pid_t pid;

	snprintf(path, sizeof path, "%s/portal-said", stage->folder.path);
	unlink(path);
	pid = fork();
	if (pid == 0) {
		FILE *file = freopen(path, "w", stdout);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		snprintf(path, sizeof path, "%s/puzzle.png",
			 stage->folder.path);
		snprintf(source, sizeof source, SOURCE_DIR "/tests/%s", script);
		if (file)
			execl(PYTHON, PYTHON, source, way, path, NULL);
		_exit(127);
	}
	wait_portal_said(stage, "ready");
	return pid;
}

#endif
