/* Flags: one table for --help, the manual page, completions, the commands and
 * the configuration file (config.h). A flag belongs to groups; a command takes
 * the flags of its groups. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "problem.h"
#include "solve.h"
#include "style.h"
#include "vision.h"

enum option_group {
	GROUP_COMMON = 1 << 0, /* --json, --quiet ... */
	GROUP_READ = 1 << 1,   /* how puzzles are read */
	GROUP_SOLVE = 1 << 2,  /* how they are solved */
	GROUP_EXPORT = 1 << 3, /* --draw, --svg ...: answers into files */
	GROUP_CHECK = 1 << 4,
	GROUP_MAKE = 1 << 5,
	GROUP_CAPTURE = 1 << 6, /* which part of the screen */
	GROUP_SHOW = 1 << 7,
	GROUP_GRAB = 1 << 8,
	GROUP_BATCH = 1 << 9,
	GROUP_PLAY = 1 << 10,
	GROUP_WATCH = 1 << 11,
	GROUP_CLIPBOARD = 1 << 12, /* where input comes from */
	GROUP_HOTKEY = 1 << 13,
	GROUP_JOIN = 1 << 14,    /* several pictures of one thing */
	GROUP_FORM = 1 << 15,    /* how puzzles are written back */
	GROUP_EXPLAIN = 1 << 16, /* what was seen, drawn */
	GROUP_STORE = 1 << 17,   /* puzzles are kept in the history */
	GROUP_HISTORY = 1 << 18, /* how many of them */
	GROUP_SAY = 1 << 19,     /* what a picture shows, said by the player */
	GROUP_LIBRARY = 1 << 20, /* solveglass_set of the library takes it */
	GROUP_REPORT = 1 << 21,  /* where a report goes */
};

/* In which form a puzzle is written back. */
enum form { FORM_NONE, FORM_JSON, FORM_TEXT, FORM_WINDMILL };

/* What is captured: of several flags the last one counts. */
enum target {
	TARGET_SCREEN,
	TARGET_WINDOW,
	TARGET_ACTIVE,
	TARGET_POINTER,
	TARGET_MONITOR,
	TARGET_REGION,
};

/* How much is printed on stderr. */
enum log_level {
	LOG_UNSET,  /* what --quiet and --verbose choose */
	LOG_ERRORS, /* what failed */
	LOG_NOTES,  /* also what a person may want to know, and progress */
	LOG_DETAILS /* also times and places */
};

/* Times and counts a person may ask for. */
enum { OPTION_SECONDS_DEFAULT = 10, OPTION_ALL_MAX = 1000000 };

struct options {
	/* common */
	bool json;
	bool quiet, verbose;
	enum log_level log;
	const char *config; /* in place of the user's file; NULL */
	/* read */
	unsigned families; /* bits 1u << enum family */
	enum form format;
	const char *symmetry; /* NULL: as it is read */
	struct said said;     /* of panels: where starts and ends lie */
	bool join;            /* all pictures are views of one pillar */
	/* solve */
	double seconds; /* per puzzle */
	enum engine engine;
	const char *rules; /* NULL: the family's own */
	bool smt2, count;
	enum order order;
	bool no_store;
	uint64_t keep; /* puzzles in the history */
	int keep_days; /* 0: however long */
	int threads;   /* 0: as many as there are processors */
	bool outline;
	size_t all; /* 0: not asked for */
	/* looks */
	struct mark_style answer;
	struct note_style note;
	/* export: file names or NULL */
	const char *draw, *svg, *html;
	const char *explain; /* picture of what was seen; NULL */
	/* check */
	const char *values;
	/* capture */
	enum target target;
	unsigned long window; /* for TARGET_WINDOW */
	const char *monitor;  /* for TARGET_MONITOR: its number or name */
	struct box region;    /* for TARGET_REGION: in pixels of the screen; on
			       * Wayland in the compositor's units */
	double delay;         /* seconds before capturing */
	/* show */
	double show_seconds; /* 0: without end */
	/* play */
	bool yes, plan, help_clients, learn_page, no_look, try_all;
	double pace;        /* seconds between actions; below 0: not given */
	const char *client; /* a client file, or NULL */
	/* watch: keys as hotkey.h reads them */
	const char *hotkey, *next_hotkey, *play_hotkey, *copy_hotkey;
	const char *other_hotkey;
	bool force_hotkey;
	bool live, enter, tray;
	/* grab */
	bool overlays;
	/* read, solve */
	bool clipboard, copy;
	const char *puzzle; /* a puzzle's text, or NULL */
	/* grab, batch */
	const char *output;
	/* batch */
	int jobs; /* 0: as many as there are processors */
	bool recursive, watch, fresh;
	double picture_seconds;
	size_t memory; /* bytes a worker */
	/* make */
	uint64_t seed;
	json_t *wish; /* options for solve_make; owned */

	char **kept; /* texts of the configuration; owned */
	size_t kept_count, kept_capacity;
	struct given_flag *given; /* on the command line; owned */
	size_t given_count, given_capacity;
	/* What is no flag, and options_clipboard or options_puzzle; owned list
	 */
	const char **arguments;
	size_t argument_count;
	/* set to 1 when the person wants it to end (Ctrl-C) */
	const volatile sig_atomic_t *stop;
};

/* A flag as it may be given to another command. */
struct given_flag {
	const struct flag *flag;
	char *text; /* "--time=5", "--no-json" */
};

/* In place of a file's name: the clipboard, and the text of --puzzle. Told by
 * their addresses, as a file may have the same name. */
extern const char options_clipboard[], options_puzzle[];

struct flag {
	const char *name;
	char letter;          /* short form, or 0 */
	const char *argument; /* NULL: it takes none */
	const char *help;
	unsigned groups;
	/* `value` is NULL where the flag takes none, and outlives options.
	 * NULL: the flag sets what lies at `field`, a const char * where it
	 * takes an argument, else a bool. */
	int (*set)(struct options *options, const char *value,
		   struct problem *problem);
	size_t field; /* its place in struct options */
	/* Names that its argument may be, with '|' between, for completion;
	 * NULL: anything. OPTION_FAMILIES and the like: what is known
	 * elsewhere. An argument "NAME,..." takes several. */
	const char *values;
	/* Its default, as options_set_text takes it. NULL: "no" where it takes
	 * no argument, else none. OPTION_FAMILIES: all of them. */
	const char *initial;
};

#define OPTION_FAMILIES "@families"
#define OPTION_WISHES "@wishes"
#define OPTION_MONITORS "@monitors" /* of the display that is there */

/* Appends the names that a flag's argument may be, with '|' between; nothing
 * where it may be anything, or is told by the display alone. */
void options_values(const struct flag *flag, struct buffer *out);

/* Appends a flag's default, as options_set_text takes it; nothing where there
 * is none, or where it depends on the machine or the puzzle. */
void options_initial(const struct flag *flag, struct buffer *out);

/* Whether messages of this level are to be printed on stderr. */
bool options_logs(const struct options *options, enum log_level level);

/* The family of this name; fails with the names there are. */
int options_family(const char *name, enum family *family,
		   struct problem *problem);

int options_init(struct options *options, struct problem *problem);
void options_fini(struct options *options);

/* The table; ends with a flag without a name. */
const struct flag *options_flags(void);

/* What a flag does; `value` as for its `set`. */
int options_set(struct options *options, const struct flag *flag,
		const char *value, struct problem *problem);

/* The same from a text that need not last, such as a line of the configuration
 * file; "yes" or "no" (and their like) where the flag takes no argument. */
int options_set_text(struct options *options, const struct flag *flag,
		     const char *value, struct problem *problem);

/* Whether a flag can be taken back (--no-json), and how. */
bool options_has_opposite(const struct flag *flag);
void options_unset(struct options *options, const struct flag *flag);

/* What a command takes, for --help. */
struct option_usage {
	const char *program;   /* "solveglass solve" */
	const char *arguments; /* "FILE..." */
	const char *help;      /* some paragraphs */
	const char *notes;     /* what follows the options */
	unsigned groups;
	size_t arguments_min;
};

/* Parses a command line with argp, argv[0] being the command. Leaves the
 * process with status 64 (and a sentence on stderr) where it is wrong, with 0
 * for --help, with 4 if memory runs out. */
void options_parse(struct options *options, const struct option_usage *usage,
		   int argc, char **argv);

#endif
