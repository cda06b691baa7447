/* The real Tracks game played by solveglass on an X server of our own: whether
 * the game itself says that it is solved, and that it does not while the last
 * edge is missing. Usage: bench_play [BOARDS [SEED]]. */
#include <stdio.h>
#include <stdlib.h>

#include "tracks_play.h"
#include "usage.h"

/* The flash takes half a second; what has not come then does not come. */
static const double FLASH_SECONDS = 1;

static void die(const char *text)
{
	fprintf(stderr, "bench_play: %s\n", text);
	exit(4);
}

/* One board; prints its line, true where all was as it must be. */
static bool bench_board(struct tracks_play *play, unsigned seed)
{
	char *const flags[] = { (char *)"--yes", (char *)"--quiet", NULL };
	struct problem problem = { 0 };
	struct buffer id;
	int clicks, x = 0, y = 0;
	int missing_white, solved_white;
	double start, seconds;

	buffer_init(&id);
	if (sgt_tracks_generate(10, 10, 't', seed, &id, &problem) < 0)
		die(problem.text);
	if (!tracks_play_board(play, buffer_text(&id)))
		die("the game shows no window");
	play->frames = play->white = 0;
	clicks = tracks_play_but_last(play, &x, &y);
	tracks_play_watch(play, FLASH_SECONDS);
	missing_white = play->white;
	play->white = 0;
	start = clock_seconds();
	tracks_play_finish(play, tracks_play_run(play, flags));
	seconds = clock_seconds() - start;
	tracks_play_watch(play, FLASH_SECONDS);
	solved_white = play->white;
	printf("%4u %7d %8.1f %8d %15d %13d\n", seed, clicks, seconds,
	       play->frames, missing_white, solved_white);
	fflush(stdout);
	tracks_play_quit(play);
	buffer_fini(&id);
	return play->exit_status == 0 && clicks > 1 && !missing_white &&
	       solved_white;
}

int main(int argc, char **argv)
{
	int boards = argc > 1 ? atoi(argv[1]) : 20;
	unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
	struct tracks_play play;
	int good = 0;

	usage(argc, argv,
	      "[BOARDS [SEED]]\n"
	      "The real Tracks game played to its own \"solved\" (20 boards).");
	if (!tracks_play_start(&play))
		die("no Xvfb");
	puts("10x10 boards, all but the last edge by hand, then played:\n"
	     "seed  clicks  seconds   frames  flashed without  flashed with");
	for (int i = 0; i < boards; i++)
		good += bench_board(&play, seed + (unsigned)i);
	tracks_play_stop(&play);
	printf("%d of %d as the game wants it\n", good, boards);
	return good == boards ? 0 : 1;
}
