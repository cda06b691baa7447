/* The whole job on the real game: solveglass show reads the board from the
 * game's window, however that lies, and draws the answer where it must. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "file.h"
#include "game_stage.h"

/* How long a drawing may take to come, on a busy machine with sanitizers. */
enum { DRAWN_TRIES = 600, TRY_MS = 50 };

static void grab(struct stage *stage, struct screen_shot *shot)
{
	struct problem problem = { 0 };
	struct screen_window found;

	require(x11_window_by_id(stage->x11, stage->game, &found, &problem) ==
			0,
		problem.text);
	require(x11_grab_window(stage->x11, &found, shot, &problem) == 0,
		problem.text);
}

/* Where the grid lies in the window: seen on a game whose grid has a colour
 * of its own. */
static void measure(struct stage *stage)
{
	pid_t game = tracks_game_run(&stage->server);
	struct screen_shot shot = { 0 };

	stage->game = xvfb_window(stage->display, "Train Tracks");
	require(stage->game != None, "the game shows no window");
	for (int i = 0; i < 100; i++) {
		grab(stage, &shot);
		if (tracks_game_grid(&shot.image, &stage->in_window) &&
		    stage->in_window.width > 8 * 20)
			break;
		xvfb_sleep(50);
	}
	image_fini(&shot.image);
	xvfb_quit(&stage->server, game);
	for (int i = 0;
	     i < 100 &&
	     xvfb_find_below(stage->display, DefaultRootWindow(stage->display),
			     "Train Tracks");
	     i++)
		xvfb_sleep(50);
}

/* The game as everybody has it; returns its process. */
static pid_t start_game(struct stage *stage)
{
	char *environment[] = { "TRAINTRACKS_TILESIZE=40", NULL };
	char *argv[] = { "/usr/games/sgt-tracks", TRACKS_GAME_ID, NULL };
	pid_t pid;

	measure(stage);
	pid = xvfb_run(&stage->server, environment, argv);
	stage->game = xvfb_window(stage->display, "Train Tracks");
	require(stage->game != None, "the game shows no window");
	xvfb_sleep(700);
	return pid;
}

static void move_game(struct stage *stage, int x, int y)
{
	XMoveWindow(stage->display, stage->game, x, y);
	XSync(stage->display, False);
	xvfb_sleep(300);
}

static struct box scr_grid(struct stage *stage)
{
	struct box box = stage->in_window;
	Window child;
	int x, y;

	XTranslateCoordinates(stage->display, stage->game,
			      DefaultRootWindow(stage->display), 0, 0, &x, &y,
			      &child);
	box.x += x;
	box.y += y;
	return box;
}

/* Starts solveglass show with these flags; waits until it has drawn. */
static void start_show(struct stage *stage, const char *flag, const char *value)
{
	Window root = DefaultRootWindow(stage->display);

	stage->child = fork();
	if (stage->child == 0) {
		FILE *file = freopen(stage->output, "w", stdout);

		prctl(PR_SET_PDEATHSIG, SIGTERM);
		setenv("DISPLAY", stage->server.display, 1);
		if (file)
			execl(PROGRAM, "solveglass", "show", "--json",
			      "--quiet", "--family", "tracks", flag, value,
			      NULL);
		_exit(127);
	}
	for (int i = 0; i < DRAWN_TRIES; i++) {
		if (xvfb_find_below(stage->display, root, "Solveglass"))
			break;
		if (waitpid(stage->child, NULL, WNOHANG) == stage->child) {
			stage->child = 0;
			fail_msg("show ended without drawing");
		}
		xvfb_sleep(TRY_MS);
	}
	xvfb_sleep(400);
}

/* Ends it by SIGTERM; what it printed must be the one, only answer. */
static void end_show(struct stage *stage)
{
	struct solution solution = { 0 };
	struct problem problem = { 0 };
	const char *verdict = "";
	json_t *json, *puzzle;
	int status = -1;

	kill(stage->child, SIGTERM);
	waitpid(stage->child, &status, 0);
	stage->child = 0;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	json = json_load_file(stage->output, 0, NULL);
	puzzle = json_array_get(json_object_get(json, "puzzles"), 0);
	require(puzzle != NULL, "show printed no puzzle");
	verdict = json_string_value(json_object_get(puzzle, "verdict"));
	assert_string_equal(verdict, "solved");
	assert_true(json_is_true(json_object_get(puzzle, "unique")));
	require(puzzle_family(FAMILY_tracks)
				->solution_from_json(
					json_object_get(puzzle, "solution"),
					&stage->puzzle, &solution,
					&problem) == 0,
		problem.text);
	assert_memory_equal(&solution.as.tracks, &stage->solution.as.tracks,
			    sizeof solution.as.tracks);
	json_decref(json);
}

static void check_drawn(struct stage *stage, int seen_min)
{
	struct box grid = scr_grid(stage);
	struct screen_shot shot = { 0 };
	int seen;

	grab_screen(stage, &shot);
	assert_int_equal(tracks_game_off_track(&stage->solution, &grid,
					       &shot.image, &seen),
			 0);
	assert_in_range(seen, seen_min, 64);
	image_fini(&shot.image);
}

static const char *game_id(const struct stage *stage, char text[32])
{
	snprintf(text, 32, "0x%lx", stage->game);
	return text;
}

/* Read, drawn where it must and nowhere else; a click through the drawing
 * reaches the game; nothing stays. */
static void check_all(struct stage *stage, const char *flag, const char *value)
{
	struct box grid = scr_grid(stage);
	int pitch = grid.width / 8;
	struct screen_shot before = { 0 }, after = { 0 };
	int changed = 0;

	grab_screen(stage, &before);
	start_show(stage, flag, value);
	grab_screen(stage, &after);
	check_drawn(stage, 30);
	assert_int_equal(tracks_game_strays(&stage->solution, &grid,
					    &before.image, &after.image),
			 0);
	click_on_line(stage, &grid);
	xvfb_sleep(500);
	end_show(stage);
	xvfb_sleep(500);
	grab_screen(stage, &after);
	for (int y = 0; y < after.image.height; y++)
		for (int x = 0; x < after.image.width; x++) {
			bool differs = image_row(&before.image, y)[x] !=
				       image_row(&after.image, y)[x];
			bool here = x >= grid.x + 2 * pitch - 2 &&
				    x <= grid.x + 4 * pitch + 2 &&
				    y >= grid.y + 2 * pitch - 2 &&
				    y <= grid.y + 3 * pitch + 2;

			/* the player's piece, and nothing of ours */
			changed += differs && here;
			if (differs && box_contains(&grid, x, y))
				assert_true(here);
		}
	assert_in_range(changed, 20, 2 * pitch * pitch);
	image_fini(&before.image);
	image_fini(&after.image);
}

static void a_window_by_its_id(void **state)
{
	struct stage *stage = *state;
	char id[32];

	start_bare(stage);
	start_game(stage);
	check_all(stage, "--window", game_id(stage, id));
}

static void a_managed_window_that_is_active(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	check_all(stage, "--active", NULL);
}

static void somewhere_on_the_whole_screen(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	move_game(stage, 700, 300);
	check_all(stage, NULL, NULL);
}

static void on_a_second_monitor(void **state)
{
	char *left[] = { "xrandr", "--setmonitor",
			 "LEFT",   "600/150x900/225+0+0",
			 "screen", NULL };
	char *right[] = { "xrandr", "--setmonitor",
			  "RIGHT",  "800/200x900/225+600+0",
			  "none",   NULL };
	struct stage *stage = *state;

	start_managed(stage);
	require(xvfb_call(&stage->server, left) &&
			xvfb_call(&stage->server, right),
		"xrandr --setmonitor failed");
	start_game(stage);
	move_game(stage, 850, 200);
	check_all(stage, "--monitor", "RIGHT");
}

static void in_a_region(void **state)
{
	struct stage *stage = *state;

	start_managed(stage);
	start_game(stage);
	move_game(stage, 700, 200);
	check_all(stage, "--region", "650,150 700x700");
}

static void half_covered(void **state)
{
	struct stage *stage = *state;
	struct box grid;
	Window cover;
	char id[32];

	start_managed(stage);
	start_game(stage);
	move_game(stage, 100, 100);
	grid = scr_grid(stage);
	cover = XCreateSimpleWindow(stage->display,
				    DefaultRootWindow(stage->display), 0, 0,
				    500, 600, 0, 0, 0x335577);
	XStoreName(stage->display, cover, "Cover");
	XMapRaised(stage->display, cover);
	XSync(stage->display, False);
	require(xvfb_window(stage->display, "Cover") != None, "no cover");
	XMoveWindow(stage->display, cover, grid.x + grid.width / 2,
		    grid.y - 20);
	XSync(stage->display, False);
	xvfb_sleep(500);
	start_show(stage, "--window", game_id(stage, id));
	check_drawn(stage, 30);
	end_show(stage);
}

static void half_off_the_screen(void **state)
{
	struct stage *stage = *state;
	char id[32];

	start_bare(stage);
	start_game(stage);
	move_game(stage, -150, 500);
	assert_true(scr_grid(stage).x < -100);
	start_show(stage, "--window", game_id(stage, id));
	check_drawn(stage, 10);
	end_show(stage);
}

static void grab_game(struct stage *stage, const char *flag,
		      struct image *image)
{
	char command[300];

	snprintf(command, sizeof command,
		 "DISPLAY=%s '" PROGRAM "' grab --window 0x%lx %s -o %s.png",
		 stage->server.display, stage->game, flag, stage->output);
	require(system(command) == 0, command);
	snprintf(command, sizeof command, "%s.png", stage->output);
	require(file_load_image(command, image, NULL) == 0, command);
	unlink(command);
}

/* Whether the answer over a window is in its picture is for the person to
 * say; the picture is the window's either way. */
static void a_window_is_grabbed_with_its_answer(void **state)
{
	struct stage *stage = *state;
	struct image plain, with;
	int differing = 0;
	char id[32];

	start_bare(stage);
	start_game(stage);
	start_show(stage, "--window", game_id(stage, id));
	grab_game(stage, "", &plain);
	grab_game(stage, "--overlays", &with);
	end_show(stage);
	assert_int_equal(with.width, plain.width);
	assert_int_equal(with.height, plain.height);
	for (int y = 0; y < plain.height; y++)
		for (int x = 0; x < plain.width; x++)
			differing += image_row(&plain, y)[x] !=
				     image_row(&with, y)[x];
	/* 30 squares of 40 pixels with a line across */
	assert_in_range(differing, 30 * 40 * 4, 64 * 40 * 20);
	image_fini(&plain);
	image_fini(&with);
}

/* Runs solveglass; it must end with this status and one sentence. */
static void assert_says(const struct program_folder *folder,
			const char *arguments, int status, const char *sentence)
{
	struct program_run *run = calloc(1, sizeof *run);

	program_run(run, folder, arguments);
	assert_string_equal(run->err, sentence);
	assert_int_equal(run->status, status);
	free(run);
}

static void what_lacks_is_said(void **state)
{
	struct stage *stage = *state;
	struct program_folder folder;

	start_bare(stage);
	program_folder_make(&folder);
	setenv("DISPLAY", stage->server.display, 1);
	assert_says(&folder, "show --window 0x7654321", 4,
		    "solveglass: window: no such window: '0x7654321'\n");
	assert_says(&folder, "grab --monitor 5 -o x.png", 4,
		    "solveglass: grab: no such monitor: '5'; there is 1, the "
		    "first is '0' or 'screen'\n");
	assert_says(&folder, "grab --region 10,20 -o x.png", 64,
		    "solveglass grab: --region: expected a part of the screen, "
		    "'X,Y WIDTHxHEIGHT': '10,20'\n"
		    "Try `solveglass grab --help' or `solveglass grab "
		    "--usage' for more\ninformation.\n");
	assert_says(&folder, "show", 3,
		    "solveglass: screen: no puzzle found\n");
	assert_says(&folder, "grab -o nowhere/x.png", 4,
		    "solveglass: grab: cannot write: 'nowhere/x.png' (No such "
		    "file or directory)\n");
	assert_says(&folder, "grab", 64,
		    "solveglass grab: -o FILE is missing\n");
	assert_says(&folder, "grab -o - | head -c 4 | tail -c 3", 0, "");
	setenv("DISPLAY", ":4711", 1);
	assert_says(&folder, "show", 4,
		    "solveglass: show: no X display answers at ':4711'\n");
	unsetenv("DISPLAY");
	assert_says(&folder, "grab -o x.png", 4,
		    "solveglass: grab: no X display: DISPLAY is not set\n");
	program_folder_remove(&folder);
}

/* The game is closed while its answer is shown. */
static void it_ends_with_the_game(void **state)
{
	struct stage *stage = *state;
	int status = -1;
	char id[32];
	pid_t game;

	start_bare(stage);
	game = start_game(stage);
	start_show(stage, "--window", game_id(stage, id));
	xvfb_quit(&stage->server, game);
	assert_int_equal(waitpid(stage->child, &status, 0), stage->child);
	stage->child = 0;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_TEST(a_window_by_its_id),
		STAGE_TEST(a_managed_window_that_is_active),
		STAGE_TEST(somewhere_on_the_whole_screen),
		STAGE_TEST(on_a_second_monitor),
		STAGE_TEST(in_a_region),
		STAGE_TEST(half_covered),
		STAGE_TEST(half_off_the_screen),
		STAGE_TEST(a_window_is_grabbed_with_its_answer),
		STAGE_TEST(it_ends_with_the_game),
		STAGE_TEST(what_lacks_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
