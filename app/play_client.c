#include "play_client.h"

#include <glob.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "hotkey.h"
#include "language.h"
#include "play_clients.h"
#include "user_files.h"

/* Buttons of an X pointer that programs tell apart, and the longest pause
 * that a client may ask for. */
enum { BUTTON_MAX = 9, WAIT_MAX = 10000 };

/* Where a side is clicked unless the file says otherwise: clear of its line,
 * nearer to it than to the other three sides. */
static const double AIM_DEFAULT = 0.2;

/* Nobody clicks a cell more often than this. */
enum { CYCLE_MAX = 99 };

/* Places that far from the puzzle are none, in cells. */
static const double PLACE_MOST = 1000;
/* A pointer slower than this would have to be moved across many screens. */
static const double SCALE_LEAST = 0.01;
/* The part of a window that a colour takes at least: 1 in 500 is the text of a
 * button, and more than a few pixels that have it by chance. */
enum { COLOUR_PART = 500 };

static int bad(struct problem *problem, const char *what, const char *value)
{
	return problem_set(problem, PROBLEM_INPUT, "%s: '%.80s'", _(what),
			   value);
}

static int parse_key(const char *text, struct play_step *step,
		     struct problem *problem)
{
	struct hotkey key;

	if (hotkey_parse(text, &key, problem) < 0)
		return -1;
	step->key = key.key;
	step->modifiers = key.modifiers;
	return 0;
}

static int parse_whole(const char *text, int max, int *number)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || value < 1 || value > max)
		return -1;
	*number = (int)value;
	return 0;
}

/* What a step may be: a word and what follows it. */
static const struct word {
	const char *word; /* with a blank where something follows */
	enum play_verb verb;
	int number_max; /* of what follows; 0: no number does */
	int number;     /* where none does */
	const char *argument, *help;
} words[] = {
	{ "click ", PLAY_CLICK, BUTTON_MAX, 0, "N",
	  N_("click button N of the mouse") },
	{ "press ", PLAY_PRESS, BUTTON_MAX, 0, "N",
	  N_("press the button and hold it") },
	{ "release ", PLAY_RELEASE, BUTTON_MAX, 0, "N", N_("release it") },
	{ "wheel up", PLAY_CLICK, 0, 4, "", N_("turn the wheel by a notch") },
	{ "wheel down", PLAY_CLICK, 0, 5, "", "" },
	{ "wait ", PLAY_WAIT, WAIT_MAX, 0, "MS", N_("milliseconds") },
	{ "key ", PLAY_KEY, 0, 0, "ctrl+a",
	  N_("press a key with its modifiers") },
	{ "type", PLAY_TYPE, 0, 0, "", N_("type the mark's number") },
	{ "text ", PLAY_TEXT, 0, 0, "WORDS", N_("type these words") },
	{ "pad", PLAY_PAD, 0, 0, "",
	  N_("click the number's buttons on the pad") },
	{ "follow", PLAY_FOLLOW, 0, 0, "",
	  N_("move along the mark's other points") },
};

/* What may stand before a step. */
static const struct {
	const char *word;
	size_t field;
	const char *help;
} prefixes[] = {
	{ "turn ", offsetof(struct play_step, turns),
	  N_("do a step once for each quarter turn of a piece, or each click "
	     "that a square's shape or a cell's number needs") },
	{ "focused ", offsetof(struct play_step, focused),
	  N_("do a step only if the one before changed how the place looks") },
};

static int parse_rest(const struct word *word, const char *rest,
		      struct play_step *step)
{
	size_t length = strlen(rest);

	step->number = word->number;
	if (word->number_max)
		return parse_whole(rest, word->number_max, &step->number);
	if (word->verb != PLAY_TEXT)
		return *rest ? -1 : 0;
	if (!length || length >= sizeof step->text)
		return -1;
	memcpy(step->text, rest, length + 1);
	return 0;
}

static int parse_step(const char *text, struct play_step *step,
		      struct problem *problem)
{
	const char *rest = text;

	*step = (struct play_step){ 0 };
	snprintf(step->source, sizeof step->source, "%s", text);
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t length = strlen(prefixes[i].word);

		if (strncmp(rest, prefixes[i].word, length) != 0)
			continue;
		*(bool *)((char *)step + prefixes[i].field) = true;
		rest += length;
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t length = strlen(words[i].word);

		if (strncmp(rest, words[i].word, length) != 0)
			continue;
		rest += length;
		step->verb = words[i].verb;
		if (words[i].verb == PLAY_KEY)
			return parse_key(rest, step, problem);
		if (parse_rest(&words[i], rest, step) == 0 &&
		    !(step->turns && step->verb == PLAY_FOLLOW))
			return 0;
		break;
	}
	return bad(problem, "no such step", text);
}

/* One field of a client file. */
struct field {
	const char *name;
	/* `at` is the field's place in the struct. Says what is wanted, or
	 * NULL; `problem` may be set instead. */
	const char *(*parse)(const struct field *field, const json_t *value,
			     void *at, struct problem *problem);
	size_t at, size;
	double most;
	const char *example, *help;
};

static const char *parse_text(const struct field *field, const json_t *value,
			      void *at, struct problem *problem)
{
	const char *string = json_string_value(value);
	size_t length = json_string_length(value);

	(void)problem;
	if (!length || strlen(string) != length || length >= field->size)
		return _("expected a short string");
	memcpy(at, string, length + 1);
	return NULL;
}

static const char *parse_steps(const struct field *field, const json_t *list,
			       void *at, struct problem *problem)
{
	struct play_steps *steps = at;
	size_t count = json_array_size(list);

	(void)field;
	if (!json_is_array(list) || !count || count > PLAY_STEPS_MAX)
		return _("expected a list of 1 to 16 steps");
	for (size_t i = 0; i < count; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		if (!text)
			return _("steps are strings");
		if (parse_step(text, &steps->steps[i], problem) < 0)
			return NULL;
	}
	steps->count = (int)count;
	return NULL;
}

static const char *parse_families(const struct field *field, const json_t *list,
				  void *at, struct problem *problem)
{
	unsigned *families = at;

	(void)field;
	*families = 0;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(json_array_get(list, i));
		enum family family =
			name ? puzzle_family_named(name) : FAMILY_COUNT;

		if (family == FAMILY_COUNT) {
			bad(problem, _("no such family"),
			    name ? name : "families");
			return NULL;
		}
		*families |= 1u << family;
	}
	return *families ? NULL : _("expected a list of families");
}

static const char *parse_number(const struct field *field, const json_t *value,
				void *at, struct problem *problem)
{
	double number = json_number_value(value);

	(void)problem;
	if (!json_is_number(value) || !(number >= 0 && number <= field->most))
		return field->most > 1 ? _("expected a number")
				       : _("expected a share from 0 to 1");
	*(double *)at = number;
	return NULL;
}

static const char *parse_cycle(const struct field *field, const json_t *value,
			       void *at, struct problem *problem)
{
	json_int_t number = json_integer_value(value);

	(void)field;
	(void)problem;
	*(int *)at = number > 0 && number <= CYCLE_MAX ? (int)number : 0;
	return *(int *)at ? NULL : _("expected a number from 1 to 99");
}

static const char *parse_bool(const struct field *field, const json_t *value,
			      void *at, struct problem *problem)
{
	(void)field;
	(void)problem;
	*(bool *)at = json_is_true(value);
	return json_is_boolean(value) ? NULL : _("expected true or false");
}

static bool parse_point(const json_t *value, struct point *point)
{
	const json_t *x = json_array_get(value, 0);
	const json_t *y = json_array_get(value, 1);

	*point = (struct point){ json_number_value(x), json_number_value(y) };
	return json_array_size(value) == 2 && json_is_number(x) &&
	       json_is_number(y) && fabs(point->x) < PLACE_MOST &&
	       fabs(point->y) < PLACE_MOST;
}

static const char *parse_last_at(const struct field *field, const json_t *value,
				 void *at, struct problem *problem)
{
	struct play_client *client = at;

	(void)field;
	(void)problem;
	client->has_last_at = true;
	return parse_point(value, &client->cell_last_at)
		       ? NULL
		       : _("expected a place [x, y] in cells");
}

static bool parse_colour(const json_t *value, uint32_t *colour)
{
	const char *text = json_string_value(value);
	char *end;

	if (!text || *text != '#' || strlen(text) != 7)
		return false;
	*colour = (uint32_t)strtoul(text + 1, &end, 16);
	return !*end;
}

static const char *parse_colours(const struct field *field, const json_t *list,
				 void *at, struct problem *problem)
{
	struct play_client *client = at;
	size_t count = json_array_size(list);

	(void)field;
	(void)problem;
	if (!count || count > PLAY_COLOURS_MAX)
		return _("expected 1 to 4 colours");
	for (size_t i = 0; i < count; i++)
		if (!parse_colour(json_array_get(list, i), &client->colours[i]))
			return _("expected a colour such as #2a80ff");
	client->colour_count = (int)count;
	return NULL;
}

static const char *parse_picture(const struct field *field, const json_t *value,
				 void *at, struct problem *problem)
{
	(void)field;
	(void)problem;
	return play_picture_parse(value, at) ? NULL
					     : _("expected rows of hexadecimal "
						 "digits, as --learn-page "
						 "writes them");
}

static const char *parse_solved_colour(const struct field *field,
				       const json_t *value, void *at,
				       struct problem *problem)
{
	struct play_client *client = at;

	(void)field;
	(void)problem;
	client->has_solved_colour = true;
	return parse_colour(value, &client->solved_colour)
		       ? NULL
		       : _("expected a colour such as #2a80ff");
}

static const char *parse_hangs(const struct field *field, const json_t *value,
			       void *at, struct problem *problem)
{
	const char *text = json_string_value(value);

	(void)field;
	(void)problem;
	*(bool *)at = text && !strcmp(text, "middle");
	return *(bool *)at || (text && !strcmp(text, "grabbed"))
		       ? NULL
		       : _("expected grabbed or middle");
}

static const char *parse_pad(const struct field *field, const json_t *list,
			     void *at, struct problem *problem)
{
	struct play_client *client = at;

	(void)field;
	(void)problem;
	if (json_array_size(list) != PLAY_DIGITS)
		return _("expected ten places, of 0 to 9");
	for (int i = 0; i < PLAY_DIGITS; i++)
		if (!parse_point(json_array_get(list, (size_t)i),
				 &client->cell_pad[i]))
			return _("expected a place [x, y] in cells");
	client->pad_count = PLAY_DIGITS;
	return NULL;
}

/* "left right": the sides that a tile joins. */
static bool parse_shape(const char *text, int *tile)
{
	static const struct {
		const char *name;
		int side;
	} sides[] = { { "none", 0 },
		      { "right", TRACKS_RIGHT },
		      { "bottom", TRACKS_BOTTOM },
		      { "left", TRACKS_LEFT },
		      { "top", TRACKS_TOP } };
	bool known = text != NULL;

	*tile = 0;
	while (known && *text) {
		size_t length = strcspn(text, " ");

		known = false;
		for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
			if (strlen(sides[i].name) == length &&
			    !strncmp(sides[i].name, text, length)) {
				*tile |= sides[i].side;
				known = true;
			}
		text += length + (text[length] != '\0');
	}
	return known;
}

static const char *parse_shapes(const struct field *field, const json_t *list,
				void *at, struct problem *problem)
{
	struct play_client *client = at;
	size_t count = json_array_size(list);

	(void)field;
	(void)problem;
	if (count < 2 || count > PLAY_SHAPES_MAX)
		return _("expected 2 to 16 shapes");
	for (size_t i = 0; i < count; i++)
		if (!parse_shape(json_string_value(json_array_get(list, i)),
				 &client->shapes[i]))
			return _("expected shapes such as \"none\", \"left "
				 "right\"");
	client->shape_count = (int)count;
	return NULL;
}

#define AT(field) offsetof(struct play_client, field)
#define TEXT(field)                                                            \
	parse_text, AT(field), sizeof((struct play_client *)0)->field, 0
static const struct field fields[] = {
	{ "name", TEXT(name), "\"my game\"",
	  N_("what people call the program") },
	{ "program", TEXT(program), "\"tracks\"",
	  N_("a part of the class of the program's window; default: any") },
	{ "title", TEXT(title), "\"Train Tracks\"",
	  N_("a part of the window's title; default: any") },
	{ "colours", parse_colours, 0, 0, 0, "[\"#b7cd8b\"]",
	  N_("up to 4 colours, all of which appear in the window") },
	{ "picture", parse_picture, AT(picture), 0, 0, "[\"ffc2\", ...]",
	  N_("a word or sign that appears in the window, as --learn-page "
	     "writes it") },
	{ "families", parse_families, AT(families), 0, 0, "[\"tracks\"]",
	  N_("the families that it plays; default: all") },
	{ "side", parse_steps, AT(ways[PLAY_SIDE]), 0, 0, "[\"click 1\"]",
	  N_("what to do at a side between two squares") },
	{ "line", parse_steps, AT(ways[PLAY_LINE]), 0, 0,
	  "[\"press 1\", \"follow\", \"release 1\"]",
	  N_("what to do at the start of a line") },
	{ "number", parse_steps, AT(ways[PLAY_NUMBER]), 0, 0,
	  "[\"click 1\", \"type\"]",
	  N_("what to do at a cell that takes a number") },
	{ "piece", parse_steps, AT(ways[PLAY_PIECE]), 0, 0,
	  "[\"press 1\", \"turn click 3\", \"follow\", \"release 1\"]",
	  N_("what to do at a piece in the tray") },
	{ "square", parse_steps, AT(ways[PLAY_SQUARE]), 0, 0,
	  "[\"turn click 1\"]",
	  N_("what to do at a square that takes a shape") },
	{ "shapes", parse_shapes, 0, 0, 0, "[\"none\", \"left right\", ...]",
	  N_("what a square shows after 0, 1, ... clicks") },
	{ "cycle", parse_cycle, AT(cycle), 0, 0, "9",
	  N_("clicks take a cell from none to 1, 2 and so on up to this "
	     "number, then back to none") },
	{ "aim", parse_number, AT(aim), 0, 1, "0.2",
	  N_("where to click a side: how far from its middle towards the "
	     "square's middle") },
	{ "pad", parse_pad, 0, 0, 0, "[[0, 9.5], ...]",
	  N_("where the buttons 0 to 9 are, in cells; default: they are "
	     "searched for") },
	{ "hangs", parse_hangs, AT(hangs_by_middle), 0, 0, "\"middle\"",
	  N_("where the pointer holds a piece; default: where it was "
	     "grabbed") },
	{ "relative", parse_bool, AT(relative), 0, 0, "true",
	  N_("the program grabs the pointer and reads only its motion") },
	{ "scale", parse_number, AT(scale), 0, 100, "0.7",
	  N_("what the program multiplies that motion by") },
	{ "feedback", parse_bool, AT(feedback), 0, 0, "true",
	  N_("look where the tip of the line is, and correct the motion") },
	{ "clear", parse_steps, AT(clear), 0, 0, "[\"key u\"]",
	  N_("keys that undo one entry") },
	{ "redo", parse_steps, AT(redo), 0, 0, "[\"key r\"]",
	  N_("keys that redo what `clear' undid of the game itself") },
	{ "last", parse_steps, AT(last), 0, 0, "[\"click 1\"]",
	  N_("what to do once everything is entered") },
	{ "last_at", parse_last_at, 0, 0, 0, "[2.5, 10]",
	  N_("where to do it, in cells; default: where the pointer is") },
	{ "pace", parse_number, AT(pace), 0, 10000, "40",
	  N_("milliseconds between steps, unless --pace is given") },
	{ "solved_title", TEXT(solved_title), "\"Solved\"",
	  N_("what the title contains once the game calls itself solved") },
	{ "solved_colour", parse_solved_colour, 0, 0, 0, "\"#2a8a2a\"",
	  N_("a colour that appears in the window once the game is solved") },
};
#undef TEXT
#undef AT

static int parse_field(const char *name, const json_t *value,
		       struct play_client *client, struct problem *problem)
{
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const char *wanted;

		if (strcmp(fields[i].name, name) != 0)
			continue;
		wanted =
			fields[i].parse(&fields[i], value,
					(char *)client + fields[i].at, problem);
		if (wanted)
			return bad(problem, wanted, name);
		return problem->kind == PROBLEM_NONE ? 0 : -1;
	}
	return bad(problem, "no such field", name);
}

/* What cannot be meant: keys to clear by at no place, nothing at all. */
static int check_client(const struct play_client *client,
			struct problem *problem)
{
	const struct play_steps *keys[2] = { &client->clear, &client->redo };

	if (!client->name[0] || !client->kinds)
		return problem_set(problem, PROBLEM_INPUT,
				   "expected a name and a way (side, line, "
				   "number, piece or square)");
	if (client->ways[PLAY_SQUARE].count && !client->shape_count)
		return bad(problem, "a square also needs shapes", "square");
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < keys[k]->count; i++)
			if (keys[k]->steps[i].verb != PLAY_KEY &&
			    keys[k]->steps[i].verb != PLAY_WAIT)
				return bad(problem,
					   "`clear' and `redo' take only keys "
					   "and waits",
					   client->name);
	return 0;
}

int play_client_parse(const json_t *json, struct play_client *client,
		      struct problem *problem)
{
	struct problem why = { 0 };
	const char *name;
	json_t *value;

	*client = (struct play_client){
		.families = (1u << FAMILY_COUNT) - 1,
		.aim = AIM_DEFAULT,
		.scale = 1,
	};
	if (!json_is_object(json))
		return problem_set(problem, PROBLEM_INPUT,
				   "a client file is one JSON object");
	json_object_foreach((json_t *)json, name, value)
	{
		if (parse_field(name, value, client, &why) < 0)
			return problem_set(problem, why.kind, "%s", why.text);
	}
	client->pace /= 1000;
	if (client->scale < SCALE_LEAST)
		return bad(problem, "expected a number above 0", "scale");
	for (int kind = 0; kind < PLAY_KINDS; kind++)
		if (client->ways[kind].count)
			client->kinds |= 1u << kind;
	return check_client(client, problem);
}

static int named_problem(const char *path, const struct problem *why,
			 struct problem *problem)
{
	return problem_set(problem, why->kind, "%.100s: %s", path, why->text);
}

int play_client_load(const char *path, struct play_client *client,
		     struct problem *problem)
{
	struct problem why = { 0 };
	json_error_t error;
	json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	int result;

	if (!json)
		return problem_set(problem, PROBLEM_INPUT,
				   "not a client file: '%.100s' (%s)", path,
				   error.text);
	result = play_client_parse(json, client, &why);
	json_decref(json);
	return result < 0 ? named_problem(path, &why, problem) : 0;
}

bool play_client_has_colour(const struct image *image, uint32_t colour)
{
	long count = 0;

	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++)
			count += (image_row(image, y)[x] & 0xffffff) == colour;
	return count * COLOUR_PART >= (long)image->width * image->height;
}

/* A window that shows a puzzle. */
struct scene {
	const char *program, *title;
	const struct image *image;
	enum family family;
};

/* How much of a window the client asks for. */
static int asks_for(const struct play_client *client)
{
	return (client->program[0] != 0) + (client->title[0] != 0) +
	       client->colour_count + (client->picture.width != 0);
}

bool play_client_is_known(const struct play_client *client)
{
	return asks_for(client) > 0;
}

/* The same of one that shows a puzzle, -1 where that is another's. */
static int fit(const struct play_client *client, const struct scene *scene)
{
	if (!(client->families & 1u << scene->family) ||
	    !(client->kinds & play_family(scene->family)->kinds) ||
	    !strcasestr(scene->program, client->program) ||
	    !strcasestr(scene->title, client->title))
		return -1;
	for (int i = 0; i < client->colour_count; i++)
		if (!scene->image ||
		    !play_client_has_colour(scene->image, client->colours[i]))
			return -1;
	/* last, for that takes longest */
	if (client->picture.width &&
	    (!scene->image ||
	     !play_picture_is_seen(&client->picture, scene->image)))
		return -1;
	return asks_for(client);
}

static void keep_better(const struct play_client *client, int score, int *best,
			struct play_client *kept)
{
	if (score <= *best)
		return;
	*best = score;
	*kept = *client;
}

/* The player's own files, in the order of their names. */
static int search_folder(const struct scene *scene, struct play_client *kept,
			 struct problem *problem)
{
	struct buffer pattern;
	glob_t found = { 0 };
	int best = -1;
	int result = 0;

	buffer_init(&pattern);
	if (user_file(&pattern, USER_CONFIG, "clients/*.json") == 0 &&
	    glob(buffer_text(&pattern), 0, NULL, &found) == 0)
		for (size_t i = 0; result == 0 && i < found.gl_pathc; i++) {
			struct play_client client = { 0 };

			result = play_client_load(found.gl_pathv[i], &client,
						  problem);
			if (result == 0)
				keep_better(&client, fit(&client, scene), &best,
					    kept);
		}
	globfree(&found);
	buffer_fini(&pattern);
	return result < 0 ? -1 : best;
}

static int search_ours(const struct scene *scene, struct play_client *kept,
		       struct problem *problem)
{
	int best = -1;

	for (size_t i = 0; i < sizeof play_clients / sizeof *play_clients;
	     i++) {
		struct play_client client = { 0 };
		json_t *json = json_loadb((const char *)play_clients[i].bytes,
					  play_clients[i].size, 0, NULL);
		int result = play_client_parse(json, &client, problem);

		json_decref(json);
		if (result < 0)
			return -2;
		keep_better(&client, fit(&client, scene), &best, kept);
	}
	return best;
}

int play_client_find(const char *program, const char *title,
		     const struct image *image, enum family family,
		     struct play_client *client, struct problem *problem)
{
	struct scene scene = { program, title, image, family };
	struct problem why = { 0 };
	int best = search_folder(&scene, client, &why);

	if (why.kind != PROBLEM_NONE)
		return problem_set(problem, why.kind, "%s", why.text);
	if (best < 0)
		best = search_ours(&scene, client, &why);
	if (why.kind != PROBLEM_NONE)
		return problem_set(problem, why.kind, "%s", why.text);
	if (best < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "no client file says how '%.40s' is played "
				   "in '%.60s' ('%.40s'); nothing was clicked. "
				   "'solveglass play --help-clients' says how "
				   "to write one",
				   puzzle_family(family)->name, title, program);
	return 0;
}

static void help_families(struct buffer *out)
{
	for (int family = 0; family < FAMILY_COUNT; family++) {
		buffer_printf(out, "  %-14s", puzzle_family(family)->name);
		for (int kind = 0; kind < PLAY_KINDS; kind++)
			if (play_family(family)->kinds & 1u << kind)
				buffer_printf(out, " %s", play_kind_name(kind));
		buffer_puts(out, "\n");
	}
}

void play_client_help(struct buffer *out)
{
	buffer_puts(
		out,
		_("A client file says how a program is played. It is JSON in "
		  "~/.config/solveglass/\nclients/NAME.json, or is named by "
		  "--client FILE; `xprop' shows a window's class\nand title. "
		  "--plan shows what would be done.\n\n"
		  "  {\"name\": \"Tracks of Simon Tatham's puzzles\", "
		  "\"program\": \"tracks\",\n   \"families\": "
		  "[\"tracks\"], \"side\": [\"click 1\"], \"clear\": "
		  "[\"key u\"]}\n\nFields:\n"));
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		buffer_printf(out, "  %-14s %s\n%17s%s\n", fields[i].name,
			      fields[i].example, "", _(fields[i].help));
	buffer_puts(out, _("\nSteps, done in order with the pointer at the "
			   "mark:\n"));
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		buffer_printf(out, "  %s%-*s %s\n", words[i].word,
			      15 - (int)strlen(words[i].word),
			      words[i].argument, _(words[i].help));
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		buffer_printf(out, "  %s%-*s %s\n", prefixes[i].word,
			      15 - (int)strlen(prefixes[i].word), "STEP",
			      _(prefixes[i].help));
	buffer_puts(out,
		    _("\nFamilies and the marks that their answers have:\n"));
	help_families(out);
	buffer_puts(out, _("\n"
			   "Client files that come with solveglass:\n"));
	for (size_t i = 0; i < sizeof play_clients / sizeof *play_clients;
	     i++) {
		json_t *json = json_loadb((const char *)play_clients[i].bytes,
					  play_clients[i].size, 0, NULL);

		buffer_printf(out, "  %s\n",
			      json_string_value(json_object_get(json, "name")));
		json_decref(json);
	}
}
