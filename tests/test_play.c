/* solveglass play: what is done for an answer, how client files are read, and
 * the real Tracks game played to its own word that it is solved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <X11/extensions/XInput.h>
#include <X11/keysym.h>
#include <cmocka.h>

#include "play_plan.h"
#include "program.h"
#include "tracks_game.h"
#include "tracks_play.h"

/* The flash takes half a second. */
static const double FLASH_SECONDS = 1;

static void parse_client(const char *text, struct play_client *client)
{
	struct problem problem = { 0 };
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	if (play_client_parse(json, client, &problem) < 0)
		fail_msg("%s", problem.text);
	json_decref(json);
}

/* What is done for a puzzle (JSON, its solution beside it) by a client whose
 * cells are `pitch` pixels, the first one at 100,200. */
static void plan_of(const char *puzzle_text, const char *client_text,
		    double pitch, char *text, size_t size)
{
	const struct play_place place = {
		.cell_to_scr = { { pitch, 0, 100, 0, pitch, 200, 0, 0, 1 } },
	};
	struct problem problem = { 0 };
	struct play_client client;
	struct play_marks marks = { 0 };
	struct play_plan plan = { 0 };
	struct solution solution = { 0 };
	struct puzzle puzzle;
	json_t *json = json_loads(puzzle_text, 0, NULL);
	FILE *file = fmemopen(text, size, "w");

	parse_client(client_text, &client);
	assert_int_equal(puzzle_from_json(json, &puzzle, &problem), 0);
	solution.family = puzzle.family;
	assert_int_equal(
		puzzle_family(puzzle.family)
			->solution_from_json(json_object_get(json, "solution"),
					     &puzzle, &solution, &problem),
		0);
	if (play_marks_init(&marks, &puzzle, &solution, client.kinds,
			    &problem) < 0 ||
	    play_plan_marks(&plan, &client, &marks, &place, &problem) < 0)
		fputs(problem.text, file);
	play_plan_print(&plan, file);
	fclose(file);
	play_plan_fini(&plan);
	play_marks_fini(&marks);
	puzzle_solution_fini(&solution);
	puzzle_fini(&puzzle);
	json_decref(json);
}

/* The left piece is given: the side to its right is there already. */
static const char tracks[] = "{\"family\":\"tracks\",\"columns\":3,\"rows\":2,"
			     "\"column_totals\":[1,2,1],\"row_totals\":[2,2],"
			     "\"clues\":[{\"at\":[0,0],\"tile\":5}],"
			     "\"entry\":{\"side\":\"left\",\"index\":0},"
			     "\"exit\":{\"side\":\"right\",\"index\":1},"
			     "\"solution\":{\"tiles\":[[5,6,0],[0,9,5]]}}";

static void sides_that_are_not_given_are_clicked(void **state)
{
	char text[2000];

	(void)state;
	plan_of(tracks, "{\"name\":\"x\",\"side\":[\"click 1\"],\"aim\":0.5}",
		40, text, sizeof text);
	assert_string_equal(text, "move 160 230\npress 1\nrelease 1\n"
				  "move 170 260\npress 1\nrelease 1\n");
	plan_of(tracks, "{\"name\":\"x\",\"line\":[\"press 3\",\"release 3\"]}",
		40, text, sizeof text);
	assert_string_equal(text, "move 120 220\npress 3\nrelease 3\n");
}

static void blanks_are_typed(void **state)
{
	char text[2000];

	(void)state;
	plan_of("{\"family\":\"pyramid\",\"rows\":[[null],[5,null]],"
		"\"solution\":{\"rows\":[[17],[5,12]]}}",
		"{\"name\":\"x\",\"number\":[\"click 1\",\"key ctrl+shift+a\","
		"\"type\",\"wait 5\",\"key Tab\"]}",
		40, text, sizeof text);
	assert_string_equal(
		text, "move 140 220\npress 1\nrelease 1\n"
		      "key shift+ctrl+a\nkey 1\nkey 7\nwait 5\nkey Tab\n"
		      "move 160 260\npress 1\nrelease 1\n"
		      "key shift+ctrl+a\nkey 1\nkey 2\nwait 5\nkey Tab\n");
	plan_of("{\"family\":\"sudoku\",\"cells\":[[1,2,3,4],[3,null,1,2],"
		"[2,1,4,3],[4,3,2,null]],\"solution\":{\"cells\":[[1,2,3,4],"
		"[3,4,1,2],[2,1,4,3],[4,3,2,1]]}}",
		"{\"name\":\"x\",\"number\":[\"click 1\",\"type\"]}", 40, text,
		sizeof text);
	assert_string_equal(text, "move 160 260\npress 1\nrelease 1\nkey 4\n"
				  "move 240 340\npress 1\nrelease 1\nkey 1\n");
}

/* As often as its number; a cell that does not go so far is no place for it. */
static void cells_are_clicked_to_their_number(void **state)
{
	static const char pyramid[] =
		"{\"family\":\"pyramid\",\"rows\":[[4],[1,null]],"
		"\"solution\":{\"rows\":[[4],[1,3]]}}";
	char text[2000];

	(void)state;
	plan_of(pyramid,
		"{\"name\":\"x\",\"number\":[\"turn click 1\"],\"cycle\":3}",
		40, text, sizeof text);
	assert_string_equal(text, "move 160 260\npress 1\nrelease 1\n"
				  "press 1\nrelease 1\n"
				  "press 1\nrelease 1\n");
	plan_of(pyramid,
		"{\"name\":\"x\",\"number\":[\"turn click 1\"],\"cycle\":2}",
		40, text, sizeof text);
	assert_string_equal(
		text,
		"the client file's numbers do not include one that is needed");
}

static const char panel[] =
	"{\"family\":\"panel\",\"columns\":1,\"rows\":1,\"wraps\":false,"
	"\"symmetry\":null,\"starts\":[[0,2]],"
	"\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}],\"gaps\":[],"
	"\"missing\":[],\"dots\":[],\"cells\":[],"
	"\"solution\":{\"path\":[[0,2],[0,0],[2,0]]}}";

static void lines_are_followed_to_the_end_of_the_stub(void **state)
{
	char text[2000];

	(void)state;
	plan_of(panel,
		"{\"name\":\"x\",\"line\":[\"press 1\",\"follow\",\"release "
		"1\"]}",
		12, text, sizeof text);
	assert_string_equal(text, "move 100 212\npress 1\n"
				  "move 100 206\nmove 100 200\n"
				  "move 106 200\nmove 112 200\n"
				  "move 112 194\nrelease 1\n");
	plan_of(panel,
		"{\"name\":\"x\",\"line\":[\"click 1\",\"follow\",\"click "
		"1\"],\"relative\":true}",
		12, text, sizeof text);
	assert_string_equal(text, "move 100 212\npress 1\nrelease 1\n"
				  "move by 0 -6\nmove by 0 -6\n"
				  "move by 6 0\nmove by 6 0\n"
				  "move by 0 -6\npress 1\nrelease 1\n");
	plan_of(panel, "{\"name\":\"x\",\"number\":[\"type\"]}", 12, text,
		sizeof text);
	assert_string_equal(text,
			    "answers of 'panel' cannot be entered this way");
}

static void pieces_are_turned_and_carried(void **state)
{
	/* two bars, seen lying as FORMATS has them, left of the frame */
	static const char client_text[] =
		"{\"name\":\"x\",\"piece\":[\"press 1\",\"turn click 3\","
		"\"follow\",\"release 1\"]}";
	const struct play_place place = {
		.cell_to_scr = { { 6, 0, 60, 0, 6, 60, 0, 0, 1 } },
	};
	struct problem problem = { 0 };
	struct play_client client;
	struct play_marks marks = { 0 };
	struct play_plan plan = { 0 };
	struct puzzle puzzle = { .family = FAMILY_sigils };
	struct solution solution = { .family = FAMILY_sigils };
	struct sigils *sigils = &puzzle.as.sigils;
	char text[2000];
	FILE *file = fmemopen(text, sizeof text, "w");

	(void)state;
	sigils_init(sigils, 2, 4);
	sigils->piece_count = 2;
	sigils->pieces[0] = sigils->pieces[1] = SIGILS_I;
	sigils->turns[1] = 1;
	sigils->has_places = true;
	sigils->places[0] = (struct sigils_place){ -1, 2 };
	sigils->places[1] = (struct sigils_place){ -1.5, 1.5 };
	for (int y = 0; y < 4; y++) {
		solution.as.sigils.grid[y][0] = 1;
		solution.as.sigils.grid[y][1] = 2;
	}
	parse_client(client_text, &client);
	assert_int_equal(play_marks_init(&marks, &puzzle, &solution,
					 client.kinds, &problem),
			 0);
	assert_int_equal(
		play_plan_marks(&plan, &client, &marks, &place, &problem), 0);
	play_plan_print(&plan, file);
	fclose(file);
	assert_string_equal(text,
			    "move 54 72\npress 1\npress 3\nrelease 3\n"
			    "move 59 71\nmove 63 69\nrelease 1\n"
			    "move 51 69\npress 1\nmove 57 69\nmove 63 69\n"
			    "move 69 69\nrelease 1\n");
	play_plan_fini(&plan);
	play_marks_fini(&marks);
	sigils->has_places = false;
	assert_int_equal(play_marks_init(&marks, &puzzle, &solution,
					 client.kinds, &problem),
			 -1);
	play_marks_fini(&marks);
}

static void faults_of_client_files_are_named(void **state)
{
	static const char *const faulty[][2] = {
		{ "[]", "a client file is one JSON object" },
		{ "{}", "expected a name and a way (side, line, number, piece "
			"or square)" },
		{ "{\"name\":\"x\",\"square\":[\"turn click 1\"]}",
		  "a square also needs shapes: 'square'" },
		{ "{\"name\":\"x\",\"shapes\":[\"none\",\"up\"]}",
		  "expected shapes such as \"none\", \"left right\": "
		  "'shapes'" },
		{ "{\"name\":\"x\",\"pad\":[[0,1]]}",
		  "expected ten places, of 0 to 9: 'pad'" },
		{ "{\"name\":\"x\",\"colours\":[\"blue\"]}",
		  "expected a colour such as #2a80ff: 'colours'" },
		{ "{\"name\":\"x\",\"hangs\":\"down\"}",
		  "expected grabbed or middle: 'hangs'" },
		{ "{\"name\":\"x\",\"cycle\":100}",
		  "expected a number from 1 to 99: 'cycle'" },
		{ "{\"name\":\"x\",\"scale\":0}",
		  "expected a number above 0: 'scale'" },
		{ "{\"name\":\"x\",\"side\":[\"text \"]}",
		  "no such step: 'text '" },
		{ "{\"name\":\"x\",\"sides\":[]}", "no such field: 'sides'" },
		{ "{\"name\":\"x\",\"side\":[]}",
		  "expected a list of 1 to 16 steps: 'side'" },
		{ "{\"name\":\"x\",\"side\":[\"click\"]}",
		  "no such step: 'click'" },
		{ "{\"name\":\"x\",\"side\":[\"click 12\"]}",
		  "no such step: 'click 12'" },
		{ "{\"name\":\"x\",\"side\":[\"types\"]}",
		  "no such step: 'types'" },
		{ "{\"name\":\"x\",\"side\":[\"turn follow\"]}",
		  "no such step: 'turn follow'" },
		{ "{\"name\":\"x\",\"side\":[\"key ctrl+nokey\"]}",
		  "expected a key such as F9 or Ctrl+Alt+S: 'ctrl+nokey'" },
		{ "{\"name\":\"x\",\"side\":[7]}",
		  "steps are strings: 'side'" },
		{ "{\"name\":\"x\",\"side\":[\"type\"],\"aim\":2}",
		  "expected a share from 0 to 1: 'aim'" },
		{ "{\"name\":\"x\",\"side\":[\"type\"],\"aim\":\".3\"}",
		  "expected a share from 0 to 1: 'aim'" },
		{ "{\"name\":\"x\",\"side\":[\"type\"],\"relative\":1}",
		  "expected true or false: 'relative'" },
		{ "{\"name\":\"x\",\"side\":[\"type\"],\"families\":[\"y\"]}",
		  "no such family: 'y'" },
		{ "{\"name\":\"x\",\"side\":[\"type\"],\"clear\":[\"click "
		  "1\"]}",
		  "`clear' and `redo' take only keys and waits: 'x'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
		struct problem problem = { 0 };
		struct play_client client;
		json_t *json = json_loads(faulty[i][0], 0, NULL);

		assert_non_null(json);
		assert_int_equal(play_client_parse(json, &client, &problem),
				 -1);
		assert_string_equal(problem.text, faulty[i][1]);
		json_decref(json);
	}
}

/* Ours by class and title; the player's own go before them. */
static void clients_are_found_by_their_window(void **state)
{
	static const char mine[] = "{\"name\":\"mine\",\"title\":\"RAIN\","
				   "\"line\":[\"click 1\"]}";
	static const char broken[] = "{\"name\":\"mine\"}";
	struct problem problem = { 0 };
	struct program_folder folder;
	struct play_client client;

	(void)state;
	program_folder_make(&folder);
	setenv("XDG_CONFIG_HOME", folder.path, 1);
	assert_int_equal(play_client_find("Sgt-tracks", "Train Tracks", NULL,
					  FAMILY_tracks, &client, &problem),
			 0);
	assert_string_equal(client.name, "Tracks of Simon Tatham's puzzles");
	assert_int_equal(client.kinds, 1u << PLAY_SIDE);
	assert_int_equal(play_client_find("Chromium", "Any page", NULL,
					  FAMILY_suko, &client, &problem),
			 0);
	assert_int_equal(client.kinds, 1u << PLAY_NUMBER);
	assert_int_equal(play_client_find("Chromium", "Any page", NULL,
					  FAMILY_sudoku, &client, &problem),
			 0);
	assert_int_equal(client.kinds, 1u << PLAY_NUMBER);
	assert_int_equal(play_client_find("Chromium", "Any page", NULL,
					  FAMILY_tracks, &client, &problem),
			 -1);
	assert_string_equal(problem.text,
			    "no client file says how 'tracks' is played in "
			    "'Any page' ('Chromium'); nothing was clicked. "
			    "'solveglass play --help-clients' says how to "
			    "write one");
	assert_int_equal(system("mkdir -p \"$XDG_CONFIG_HOME/solveglass/"
				"clients\""),
			 0);
	program_write(&folder, "solveglass/clients/a.json", mine, strlen(mine));
	assert_int_equal(play_client_find("Sgt-tracks", "Train Tracks", NULL,
					  FAMILY_tracks, &client, &problem),
			 0);
	assert_string_equal(client.name, "mine");
	program_write(&folder, "solveglass/clients/b.json", broken,
		      strlen(broken));
	problem = (struct problem){ 0 };
	assert_int_equal(play_client_find("Sgt-tracks", "Train Tracks", NULL,
					  FAMILY_tracks, &client, &problem),
			 -1);
	assert_non_null(
		strstr(problem.text, "b.json: expected a name and a way"));
	unsetenv("XDG_CONFIG_HOME");
	program_folder_remove(&folder);
}

static int set_up(void **state)
{
	struct tracks_play *play = calloc(1, sizeof *play);

	*state = play;
	if (!tracks_play_start(play))
		fail_msg("no Xvfb");
	return 0;
}

static int tear_down(void **state)
{
	tracks_play_stop(*state);
	free(*state);
	return 0;
}

static void start_board(struct tracks_play *play)
{
	if (!tracks_play_board(play, TRACKS_GAME_ID))
		fail_msg("the game shows no window");
}

/* Not while the last edge is missing, but with it; and a board that holds
 * nearly all of it already is cleared first, as clicks there would undo. */
static void the_game_says_that_it_is_solved(void **state)
{
	char *const flags[] = { "--yes", NULL };
	struct tracks_play *play = *state;
	int x = 0, y = 0;

	start_board(play);
	assert_in_range(tracks_play_but_last(play, &x, &y), 10, 60);
	tracks_play_watch(play, FLASH_SECONDS);
	assert_int_equal(play->white, 0);
	assert_in_range(play->frames, 10, 10000);
	tracks_play_finish(play, tracks_play_run(play, flags));
	tracks_play_watch(play, FLASH_SECONDS);
	assert_int_equal(play->exit_status, 0);
	assert_non_null(strstr(play->said, "solveglass play: solved: all 26 "
					   "marks are there\n"));
	assert_in_range(play->white, 1, 10000);
}

/* The second board of a window: undoing what was entered by hand stops where
 * the game would take New Game back. */
static void the_next_game_is_solved_as_well(void **state)
{
	char *const flags[] = { "--yes", "--quiet", NULL };
	struct tracks_play *play = *state;

	start_board(play);
	for (int game = 0; game < 3; game++) {
		if (game)
			tracks_play_new_game(play);
		play->white = 0;
		tracks_play_finish(play, tracks_play_run(play, flags));
		tracks_play_watch(play, FLASH_SECONDS);
		assert_int_equal(play->exit_status, 0);
		assert_in_range(play->white, 1, 10000);
	}
}

/* Clearing by a key that takes New Game back, whatever is there: the game that
 * was solved comes back, and nothing is entered into either. */
static void a_game_that_clearing_takes_back_is_put_back(void **state)
{
	static const char client[] =
		"{\"name\":\"eager\",\"side\":[\"click 1\"],"
		"\"clear\":[\"key u\",\"key u\"],\"redo\":[\"key r\"]}";
	struct tracks_play *play = *state;
	struct program_folder folder;
	char path[300];
	char *const flags[] = { "--yes", "--client", path, NULL };
	int x = 0, y = 0;

	program_folder_make(&folder);
	program_write(&folder, "eager.json", client, strlen(client));
	snprintf(path, sizeof path, "%s/eager.json", folder.path);
	start_board(play);
	tracks_play_new_game(play);
	/* one mark, of two that the keys take back */
	tracks_play_some(play, 1, &x, &y);
	tracks_play_finish(play, tracks_play_run(play, flags));
	program_folder_remove(&folder);
	assert_non_null(strstr(play->said, "undid the game itself, which was "
					   "restored; nothing was entered"));
	assert_int_equal(play->exit_status, 2);
	tracks_play_watch(play, FLASH_SECONDS);
	assert_int_equal(play->white, 0);
}

/* A mark that the game refuses: a cross by hand lies in its square, and there
 * is no key to clear it. What the game shows is said, and the exit status. */
static void what_is_missing_is_said(void **state)
{
	static const char client[] =
		"{\"name\":\"plain\",\"side\":[\"click 1\"]}";
	struct tracks_play *play = *state;
	struct program_folder folder;
	char path[300];
	char *const flags[] = { "--yes", "--json", "--client", path, NULL };
	char *const fast[] = { "--yes", "--no-look", "--client", path, NULL };
	int x = 0, y = 0;

	program_folder_make(&folder);
	program_write(&folder, "plain.json", client, strlen(client));
	snprintf(path, sizeof path, "%s/plain.json", folder.path);
	start_board(play);
	tracks_play_some(play, 0, &x, &y);
	tracks_play_click(play, x, y, 3);
	tracks_play_finish(play, tracks_play_run(play, fast));
	assert_non_null(strstr(play->said, "26 marks entered\n"));
	assert_int_equal(play->exit_status, 0);
	tracks_play_finish(play, tracks_play_run(play, flags));
	program_folder_remove(&folder);
	assert_int_equal(play->exit_status, 2);
	assert_non_null(strstr(play->said, "{\"entered\":0,\"marks\":26}\n"));
	assert_non_null(strstr(play->said, "of 26 entered: the track "));
	assert_non_null(strstr(play->said,
			       "\"played\":{\"verdict\":\"partly\""
			       ",\"client\":\"plain\",\"marks\":26,"));
}

/* What would be done is told in a few lines, and not done. */
static void a_plan_is_a_few_lines(void **state)
{
	char *const flags[] = { "--plan", "--quiet", NULL };
	struct tracks_play *play = *state;
	struct image before = { 0 };
	const char *plan;
	int lines = 0;

	start_board(play);
	tracks_play_look(play);
	assert_int_equal(image_copy(&play->shot.image, &before, NULL), 0);
	tracks_play_finish(play, tracks_play_run(play, flags));
	assert_int_equal(play->exit_status, 0);
	/* the answer stands before it */
	plan = strstr(play->said, "Tracks of Simon Tatham's puzzles, "
				  "at each \"side\": click 1\n");
	assert_non_null(plan);
	assert_non_null(strstr(plan, "\n26 marks\n"));
	for (const char *at = plan; (at = strchr(at, '\n')); at++)
		lines++;
	assert_in_range(lines, 3, 6);
	tracks_play_look(play);
	assert_int_equal(before.height, play->shot.image.height);
	for (int y = 0; y < before.height; y++)
		assert_memory_equal(image_row(&before, y),
				    image_row(&play->shot.image, y),
				    (size_t)before.width * 4);
	image_fini(&before);
}

/* Waits until the game's board changes under a play that is slow. */
static pid_t start_slowly(struct tracks_play *play)
{
	char *const flags[] = { "--yes", "--quiet", "--pace", "100", NULL };
	Window root = DefaultRootWindow(play->display);
	Window child;
	int x, y, before_x = 0, before_y = 0, in_x, in_y;
	int moves = 0;
	unsigned mask;
	pid_t pid = tracks_play_run(play, flags);

	for (int i = 0; i < 2000 && moves < 3; i++) {
		XQueryPointer(play->display, root, &root, &child, &x, &y, &in_x,
			      &in_y, &mask);
		moves += x != before_x || y != before_y;
		before_x = x;
		before_y = y;
		xvfb_sleep(10);
	}
	assert_int_equal(moves, 3);
	return pid;
}

/* It has let go of all, said why, and did not solve it. */
static void assert_stopped(struct tracks_play *play, pid_t pid,
			   const char *sentence, int status)
{
	Window root = DefaultRootWindow(play->display);
	Window child;
	int x, y, in_x, in_y;
	char keys[32], none[32] = { 0 };
	unsigned mask = 0;
	double start = clock_seconds();

	tracks_play_finish(play, pid);
	assert_true(clock_seconds() - start < 2);
	assert_non_null(strstr(play->said, sentence));
	assert_int_equal(play->exit_status, status);
	tracks_play_watch(play, FLASH_SECONDS);
	assert_int_equal(play->white, 0);
	XQueryPointer(play->display, root, &root, &child, &x, &y, &in_x, &in_y,
		      &mask);
	assert_int_equal(mask, 0);
	XQueryKeymap(play->display, keys);
	assert_memory_equal(keys, none, sizeof none);
}

static void a_hand_on_the_mouse_stops_it(void **state)
{
	struct tracks_play *play = *state;
	pid_t pid;

	start_board(play);
	pid = start_slowly(play);
	XWarpPointer(play->display, None, None, 0, 0, 0, 0, 1, 1);
	XFlush(play->display);
	assert_stopped(play, pid, "stopped: the mouse was moved", 2);
}

/* As a remote desktop presses keys: by XTEST, like ourselves. */
static void a_key_of_another_program_stops_it(void **state)
{
	struct tracks_play *play = *state;
	KeyCode code = XKeysymToKeycode(play->display, XK_Shift_L);
	pid_t pid;

	start_board(play);
	pid = start_slowly(play);
	XTestFakeKeyEvent(play->display, code, True, 0);
	XTestFakeKeyEvent(play->display, code, False, 0);
	XFlush(play->display);
	assert_stopped(play, pid, "stopped: a key was pressed", 2);
}

/* A device that is not XTEST's: the server's own keyboard. */
static void a_key_of_the_keyboard_stops_it(void **state)
{
	struct tracks_play *play = *state;
	KeyCode code = XKeysymToKeycode(play->display, XK_Shift_L);
	XDevice *keyboard = NULL;
	XDeviceInfo *devices;
	int count = 0;
	pid_t pid;

	devices = XListInputDevices(play->display, &count);
	for (int i = 0; i < count && !keyboard; i++)
		if (devices[i].name &&
		    !strcmp(devices[i].name, "Xvfb keyboard"))
			keyboard = XOpenDevice(play->display, devices[i].id);
	XFreeDeviceList(devices);
	assert_non_null(keyboard);
	start_board(play);
	pid = start_slowly(play);
	XTestFakeDeviceKeyEvent(play->display, keyboard, code, True, NULL, 0,
				0);
	XTestFakeDeviceKeyEvent(play->display, keyboard, code, False, NULL, 0,
				0);
	XFlush(play->display);
	assert_stopped(play, pid, "stopped: a key was pressed", 2);
	XCloseDevice(play->display, keyboard);
}

static void ctrl_c_stops_it(void **state)
{
	struct tracks_play *play = *state;
	pid_t pid;

	start_board(play);
	pid = start_slowly(play);
	kill(pid, SIGINT);
	assert_stopped(play, pid, "stopped: interrupted", 2);
}

/* A window manager that takes clicks first, to raise windows, and passes them
 * on when it comes to it: until then the server keeps the pointer's motion
 * back. Never returns. */
static void be_a_slow_manager(const char *name)
{
	Display *display = XOpenDisplay(name);

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	XGrabButton(display, 1, AnyModifier, DefaultRootWindow(display), False,
		    ButtonPressMask, GrabModeSync, GrabModeAsync, None, None);
	for (;;) {
		XEvent event;

		XNextEvent(display, &event);
		xvfb_sleep(150);
		XAllowEvents(display, ReplayPointer, CurrentTime);
		XFlush(display);
	}
}

/* Plays below a slow manager, to the end. */
static void play_managed(struct tracks_play *play, char *const flags[])
{
	pid_t manager;

	start_board(play);
	manager = fork();
	if (manager == 0)
		be_a_slow_manager(play->server.display);
	xvfb_sleep(200);
	tracks_play_finish(play, tracks_play_run(play, flags));
	xvfb_end(manager);
	if (play->exit_status != 0)
		fail_msg("%s", play->said);
}

/* A release of our own that comes late is no hand on the mouse. */
static void a_slow_window_manager_is_no_hand(void **state)
{
	char *const flags[] = { "--yes", NULL };

	play_managed(*state, flags);
}

/* ... nor is motion, with the button held. */
static void a_drag_below_a_slow_manager_is_no_hand(void **state)
{
	static const char client[] =
		"{\"name\":\"drags\",\"side\":[\"press 1\",\"follow\","
		"\"release 1\"]}";
	struct program_folder folder;
	char path[300];
	char *const flags[] = { "--yes", "--no-look", "--client", path, NULL };

	program_folder_make(&folder);
	program_write(&folder, "drags.json", client, strlen(client));
	snprintf(path, sizeof path, "%s/drags.json", folder.path);
	play_managed(*state, flags);
	program_folder_remove(&folder);
}

static void no_other_window_is_clicked(void **state)
{
	struct tracks_play *play = *state;
	XSetWindowAttributes attributes = { .override_redirect = True };
	Window cover;
	XEvent event;
	pid_t pid;

	start_board(play);
	pid = start_slowly(play);
	cover = XCreateWindow(play->display, DefaultRootWindow(play->display),
			      0, 0, 900, 700, 0, CopyFromParent, InputOutput,
			      CopyFromParent, CWOverrideRedirect, &attributes);
	XSelectInput(play->display, cover, ButtonPressMask);
	XMapRaised(play->display, cover);
	XFlush(play->display);
	assert_stopped(play, pid, "another window lies over the game", 4);
	assert_false(XCheckTypedEvent(play->display, ButtonPress, &event));
}

static void a_game_that_moves_is_left_alone(void **state)
{
	struct tracks_play *play = *state;
	pid_t pid;

	start_board(play);
	pid = start_slowly(play);
	XMoveWindow(play->display, play->game, 20, 10);
	XFlush(play->display);
	assert_stopped(play, pid, "the game's window was moved", 4);
}

static void nobody_agrees_without_a_terminal(void **state)
{
	char *const flags[] = { "--quiet", NULL };
	struct tracks_play *play = *state;

	start_board(play);
	tracks_play_finish(play, tracks_play_run(play, flags));
	assert_string_equal(play->said, "solveglass play: there is no terminal "
					"to ask on; --yes answers\n");
	assert_int_equal(play->exit_status, 64);
}

/* Who is asked on a terminal, and does not agree, has nothing entered, which is
 * no success. */
static void who_does_not_agree_has_nothing_entered(void **state)
{
	struct tracks_play *play = *state;
	char command[300];

	start_board(play);
	setenv("DISPLAY", play->server.display, 1);
	snprintf(command, sizeof command,
		 "echo n | script -qec '%s play --window %s' /dev/null >'%s'",
		 PROGRAM, play->id, play->output);
	tracks_play_ended(play, system(command));
	assert_non_null(strstr(play->said, "stopped: nothing was entered"));
	assert_int_equal(play->exit_status, 2);
	tracks_play_watch(play, FLASH_SECONDS);
	assert_int_equal(play->white, 0);
}

int main(int argc, char **argv)
{
#define X_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sides_that_are_not_given_are_clicked),
		cmocka_unit_test(blanks_are_typed),
		cmocka_unit_test(cells_are_clicked_to_their_number),
		cmocka_unit_test(lines_are_followed_to_the_end_of_the_stub),
		cmocka_unit_test(pieces_are_turned_and_carried),
		cmocka_unit_test(faults_of_client_files_are_named),
		cmocka_unit_test(clients_are_found_by_their_window),
		X_TEST(the_game_says_that_it_is_solved),
		X_TEST(the_next_game_is_solved_as_well),
		X_TEST(a_game_that_clearing_takes_back_is_put_back),
		X_TEST(what_is_missing_is_said),
		X_TEST(a_plan_is_a_few_lines),
		X_TEST(a_hand_on_the_mouse_stops_it),
		X_TEST(a_key_of_another_program_stops_it),
		X_TEST(a_key_of_the_keyboard_stops_it),
		X_TEST(ctrl_c_stops_it),
		X_TEST(a_slow_window_manager_is_no_hand),
		X_TEST(a_drag_below_a_slow_manager_is_no_hand),
		X_TEST(no_other_window_is_clicked),
		X_TEST(a_game_that_moves_is_left_alone),
		X_TEST(nobody_agrees_without_a_terminal),
		X_TEST(who_does_not_agree_has_nothing_entered),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
