/* Where windows lie, as Hyprland tells it: by sockets of the test's own, which
 * answer as Hyprland 0.45 does. (sway itself runs in test_wayland.) */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "places.h"
#include "program.h"

/* Two monitors; on the first one a tiled game, a floating window over it and
 * another that is hidden in a group, on a workspace that is not shown a third;
 * on the second a window that fills it, over one that floats. */
static const char clients[] =
	"[{\"address\":\"0x55d0c8a1b2c0\",\"mapped\":true,\"hidden\":false,"
	"\"at\":[20,60],\"size\":[900,700],\"workspace\":{\"id\":1,\"name\":"
	"\"1\"},\"floating\":false,\"pinned\":false,\"monitor\":0,\"class\":"
	"\"sgt-tracks\",\"title\":\"Train Tracks\",\"fullscreen\":0},"
	"{\"address\":\"0x55d0c8a1c000\",\"mapped\":true,\"hidden\":true,"
	"\"at\":[20,60],\"size\":[900,700],\"workspace\":{\"id\":1},"
	"\"floating\":false,\"class\":\"foot\",\"title\":\"hidden\","
	"\"fullscreen\":0},"
	"{\"address\":\"0x55d0c8a1d000\",\"mapped\":true,\"hidden\":false,"
	"\"at\":[-5,10],\"size\":[300,200],\"workspace\":{\"id\":1},"
	"\"floating\":true,\"class\":\"pavucontrol\",\"title\":\"Volume\","
	"\"fullscreen\":0},"
	"{\"address\":\"0x55d0c8a1e000\",\"mapped\":true,\"hidden\":false,"
	"\"at\":[0,0],\"size\":[300,200],\"workspace\":{\"id\":7},"
	"\"floating\":true,\"class\":\"foot\",\"title\":\"elsewhere\","
	"\"fullscreen\":false},"
	"{\"address\":\"0x55d0c8a1f000\",\"mapped\":true,\"hidden\":false,"
	"\"at\":[1920,0],\"size\":[2560,1440],\"workspace\":{\"id\":2},"
	"\"floating\":false,\"class\":\"steam_app_1\",\"title\":\"Game\","
	"\"fullscreen\":2},"
	"{\"address\":\"0x55d0c8a20000\",\"mapped\":true,\"hidden\":false,"
	"\"at\":[2000,10],\"size\":[30,20],\"workspace\":{\"id\":-98},"
	"\"floating\":true,\"class\":\"notes\",\"title\":\"special\","
	"\"fullscreen\":0}]";
static const char monitors[] =
	"[{\"id\":0,\"name\":\"DP-1\",\"activeWorkspace\":{\"id\":1},"
	"\"specialWorkspace\":{\"id\":0,\"name\":\"\"}},"
	"{\"id\":1,\"name\":\"DP-2\",\"activeWorkspace\":{\"id\":2},"
	"\"specialWorkspace\":{\"id\":-98,\"name\":\"special\"}}]";
static const char active[] = "{\"address\":\"0x55d0c8a1b2c0\",\"mapped\":true}";

struct stage {
	struct program_folder folder; /* first */
	pid_t server;
	int talk; /* a byte on it has the server send an event */
};

static int serve_at(const struct stage *stage, const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s/hypr/one/%s",
		 stage->folder.path, name);
	if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 ||
	    listen(fd, 8) < 0)
		fail_msg("no socket at %s", address.sun_path);
	return fd;
}

/* In two parts, as long answers come. */
static void answer(int fd, const char *text)
{
	size_t half = strlen(text) / 2;

	if (write(fd, text, half) > 0)
		usleep(2000);
	if (write(fd, text + half, strlen(text) - half) < 0)
		_exit(1);
}

static void converse(int fd, bool broken)
{
	char question[200] = "";
	ssize_t length = read(fd, question, sizeof question - 1);

	question[length > 0 ? length : 0] = '\0';
	if (broken)
		answer(fd, "unknown request");
	else if (!strcmp(question, "j/clients"))
		answer(fd, clients);
	else if (!strcmp(question, "j/monitors"))
		answer(fd, monitors);
	else if (!strcmp(question, "j/activewindow"))
		answer(fd, active);
	else if (!strcmp(question,
			 "dispatch focuswindow address:0x55d0c8a1b2c0"))
		answer(fd, "ok");
	close(fd);
}

static void serve(int questions, int events, int talk, bool broken)
{
	int listener = -1;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		struct pollfd fds[] = { { questions, POLLIN, 0 },
					{ events, POLLIN, 0 },
					{ talk, POLLIN, 0 } };
		char byte;

		poll(fds, 3, -1);
		if (fds[0].revents)
			converse(accept(questions, NULL, NULL), broken);
		if (fds[1].revents)
			listener = accept(events, NULL, NULL);
		if (fds[2].revents && read(talk, &byte, 1) == 1)
			answer(listener, "movewindow>>55d0c8a1b2c0,1\n");
		else if (fds[2].revents)
			_exit(0);
	}
}

static void start(struct stage *stage, bool broken)
{
	int talk[2], questions, events;

	program_run(&(struct program_run){ 0 }, &stage->folder,
		    "--version; mkdir -p hypr/one; rm -f hypr/one/.s*");
	questions = serve_at(stage, ".socket.sock");
	events = serve_at(stage, ".socket2.sock");
	assert_int_equal(pipe(talk), 0);
	stage->server = fork();
	if (stage->server == 0) {
		close(talk[1]);
		serve(questions, events, talk[0], broken);
	}
	close(talk[0]);
	close(questions);
	close(events);
	stage->talk = talk[1];
}

static void stop(struct stage *stage)
{
	close(stage->talk);
	waitpid(stage->server, NULL, 0);
}

static int set_up(void **state)
{
	struct stage *stage = calloc(1, sizeof *stage);

	program_folder_make(&stage->folder);
	setenv("XDG_RUNTIME_DIR", stage->folder.path, 1);
	unsetenv("SWAYSOCK");
	setenv("HYPRLAND_INSTANCE_SIGNATURE", "one", 1);
	*state = stage;
	return 0;
}

static int tear_down(void **state)
{
	struct stage *stage = *state;

	program_folder_remove(&stage->folder);
	free(stage);
	return 0;
}

static void hyprlands_windows_are_told_of(void **state)
{
	/* as they lie, the topmost first */
	static const struct {
		const char *title;
		bool visible;
	} wanted[] = { { "Game", true },       { "special", true },
		       { "elsewhere", false }, { "Volume", true },
		       { "hidden", false },    { "Train Tracks", true } };
	const struct box box = { 20, 60, 900, 700 };
	struct stage *stage = *state;
	struct problem problem = { 0 };
	struct place list[20], place;
	struct places *places;
	int events = 0;

	start(stage, false);
	places = places_open(&problem);
	if (!places)
		fail_msg("%s", problem.text);
	assert_string_equal(places_compositor(places), "Hyprland");
	assert_int_equal(places_list(places, list, 20, &problem), 6);
	for (int i = 0; i < 6; i++) {
		assert_string_equal(list[i].title, wanted[i].title);
		assert_int_equal(list[i].visible, wanted[i].visible);
	}
	assert_int_equal(places_list(places, list, 2, &problem), 2);
	assert_int_equal(places_focused(places, &place, &problem), 0);
	assert_int_equal(place.id, 0x55d0c8a1b2c0);
	assert_memory_equal(&place.lay_box, &box, sizeof box);
	assert_string_equal(place.program, "sgt-tracks");
	assert_int_equal(places_by_id(places, 0x55d0c8a1d000, &place, &problem),
			 0);
	assert_string_equal(place.title, "Volume");
	assert_int_equal(places_by_id(places, 99, &place, &problem), 1);
	assert_string_equal(problem.text, "window '99' is gone");
	assert_int_equal(places_focus(places, 0x55d0c8a1b2c0, &problem), 0);

	assert_false(places_take(places));
	assert_int_equal(write(stage->talk, "x", 1), 1);
	while (!places_take(places) && events++ < 100)
		poll(&(struct pollfd){ places_fd(places), POLLIN, 0 }, 1, 100);
	assert_true(events < 100);

	/* it ends: that is told once, then only that it is gone */
	stop(stage);
	while (places_fd(places) >= 0 && events++ < 200)
		places_take(places);
	assert_false(places_take(places));
	problem = (struct problem){ 0 };
	assert_int_equal(places_focused(places, &place, &problem), -1);
	assert_string_equal(problem.text,
			    "Hyprland does not answer on its socket");
	places_close(places);
}

static void answers_may_be_no_json(void **state)
{
	struct stage *stage = *state;
	struct problem problem = { 0 };
	struct places *places;
	struct place place;

	start(stage, true);
	places = places_open(&problem);
	assert_non_null(places);
	assert_int_equal(places_focused(places, &place, &problem), -1);
	assert_string_equal(problem.text,
			    "Hyprland does not answer on its socket");
	places_close(places);
	stop(stage);
}

static void expect_said(const char *sentence)
{
	struct problem problem = { 0 };

	assert_null(places_open(&problem));
	assert_string_equal(problem.text, sentence);
}

static void who_does_not_tell_is_said(void **state)
{
	(void)state;
	expect_said("Hyprland does not answer on its socket");
	unsetenv("HYPRLAND_INSTANCE_SIGNATURE");
	expect_said("this compositor does not tell where windows are");
	setenv("SWAYSOCK", "/nonexistent", 1);
	expect_said("sway does not answer on its socket");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(hyprlands_windows_are_told_of),
		TEST(answers_may_be_no_json),
		TEST(who_does_not_tell_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
