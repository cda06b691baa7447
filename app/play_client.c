#include "play_client.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "hotkey.h"
#include "play_clients.h"
#include "user_files.h"

/* Buttons of an X pointer that programs tell apart, and the longest pause
 * that a client may ask for. */
enum { BUTTON_MAX = 9, WAIT_MAX = 10000 };

/* Where a side is clicked unless the file says otherwise: clear of its line,
 * nearer to it than to the other three sides. */
static const double AIM_DEFAULT = 0.2;

static int bad(struct problem *problem, const char *what, const char *value)
{
	return problem_set(problem, PROBLEM_INPUT, "%s: '%.80s'", what, value);
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

static int parse_number(const char *text, int max, int *number)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || value < 1 || value > max)
		return -1;
	*number = (int)value;
	return 0;
}

static int parse_step(const char *text, struct play_step *step,
		      struct problem *problem)
{
	static const struct {
		const char *word; /* with a blank where something follows */
		enum play_verb verb;
		int number_max;
	} words[] = {
		{ "click ", PLAY_CLICK, BUTTON_MAX },
		{ "press ", PLAY_PRESS, BUTTON_MAX },
		{ "release ", PLAY_RELEASE, BUTTON_MAX },
		{ "wait ", PLAY_WAIT, WAIT_MAX },
		{ "key ", PLAY_KEY, 0 },
		{ "type", PLAY_TYPE, 0 },
		{ "follow", PLAY_FOLLOW, 0 },
	};
	const char *rest = text;

	*step = (struct play_step){ 0 };
	if (!strncmp(rest, "turn ", 5)) {
		step->turns = true;
		rest += 5;
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t length = strlen(words[i].word);

		if (strncmp(rest, words[i].word, length) != 0)
			continue;
		rest += length;
		step->verb = words[i].verb;
		if (words[i].verb == PLAY_KEY)
			return parse_key(rest, step, problem);
		if (words[i].number_max
			    ? parse_number(rest, words[i].number_max,
					   &step->number) == 0
			    : !*rest && !step->turns)
			return 0;
	}
	return bad(problem, "no such step", text);
}

static int parse_steps(const json_t *list, const char *name,
		       struct play_steps *steps, struct problem *problem)
{
	size_t count = json_array_size(list);

	if (!json_is_array(list) || !count || count > PLAY_STEPS_MAX)
		return bad(problem, "a list of 1 to 16 steps wanted", name);
	for (size_t i = 0; i < count; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		if (!text)
			return bad(problem, "steps are strings", name);
		if (parse_step(text, &steps->steps[i], problem) < 0)
			return -1;
	}
	steps->count = (int)count;
	return 0;
}

static int parse_text(const json_t *value, const char *name, char *text,
		      size_t size, struct problem *problem)
{
	const char *string = json_string_value(value);

	if (!string || !*string || strlen(string) >= size)
		return bad(problem, "a short string wanted", name);
	snprintf(text, size, "%s", string);
	return 0;
}

static int parse_families(const json_t *list, unsigned *families,
			  struct problem *problem)
{
	*families = 0;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(json_array_get(list, i));
		enum family family =
			name ? puzzle_family_named(name) : FAMILY_COUNT;

		if (family == FAMILY_COUNT)
			return bad(problem, "no such family",
				   name ? name : "families");
		*families |= 1u << family;
	}
	if (!*families)
		return bad(problem, "a list of families wanted", "families");
	return 0;
}

/* One field of the file. */
static int parse_field(const char *name, const json_t *value,
		       struct play_client *client, struct problem *problem)
{
	if (!strcmp(name, "name"))
		return parse_text(value, name, client->name,
				  sizeof client->name, problem);
	if (!strcmp(name, "program"))
		return parse_text(value, name, client->program,
				  sizeof client->program, problem);
	if (!strcmp(name, "title"))
		return parse_text(value, name, client->title,
				  sizeof client->title, problem);
	if (!strcmp(name, "families"))
		return parse_families(value, &client->families, problem);
	if (!strcmp(name, "clear"))
		return parse_steps(value, name, &client->clear, problem);
	if (!strcmp(name, "aim")) {
		client->aim = json_number_value(value);
		if (json_is_number(value) && client->aim >= 0 &&
		    client->aim <= 1)
			return 0;
		return bad(problem, "a share from 0 to 1 wanted", name);
	}
	if (!strcmp(name, "relative")) {
		client->relative = json_is_true(value);
		if (json_is_boolean(value))
			return 0;
		return bad(problem, "true or false wanted", name);
	}
	for (int kind = 0; kind < PLAY_KINDS; kind++)
		if (!strcmp(name, play_kind_name(kind))) {
			client->kinds |= 1u << kind;
			return parse_steps(value, name, &client->ways[kind],
					   problem);
		}
	return bad(problem, "no such field", name);
}

/* What cannot be meant: keys to clear by at no place, nothing at all. */
static int check_client(const struct play_client *client,
			struct problem *problem)
{
	if (!client->name[0] || !client->kinds)
		return problem_set(problem, PROBLEM_INPUT,
				   "a name and a way (side, line, number or "
				   "piece) wanted");
	for (int i = 0; i < client->clear.count; i++)
		if (client->clear.steps[i].verb != PLAY_KEY &&
		    client->clear.steps[i].verb != PLAY_WAIT)
			return bad(problem, "only keys and waits clear",
				   client->name);
	return 0;
}

int play_client_parse(const json_t *json, struct play_client *client,
		      struct problem *problem)
{
	const char *name;
	json_t *value;

	*client = (struct play_client){
		.families = (1u << FAMILY_COUNT) - 1,
		.aim = AIM_DEFAULT,
	};
	if (!json_is_object(json))
		return problem_set(problem, PROBLEM_INPUT,
				   "a client is an object of JSON");
	json_object_foreach((json_t *)json, name, value)
	{
		if (parse_field(name, value, client, problem) < 0)
			return -1;
	}
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
				   "not a client: '%.100s' (%s)", path,
				   error.text);
	result = play_client_parse(json, client, &why);
	json_decref(json);
	return result < 0 ? named_problem(path, &why, problem) : 0;
}

/* How much of the window the client asks for, -1 where it is another's. */
static int fit(const struct play_client *client, const char *program,
	       const char *title, enum family family)
{
	if (!(client->families & 1u << family) ||
	    !(client->kinds & play_family(family)->kinds) ||
	    !strcasestr(program, client->program) ||
	    !strcasestr(title, client->title))
		return -1;
	return (client->program[0] != 0) + (client->title[0] != 0);
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
static int search_folder(const char *program, const char *title,
			 enum family family, struct play_client *kept,
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
				keep_better(
					&client,
					fit(&client, program, title, family),
					&best, kept);
		}
	globfree(&found);
	buffer_fini(&pattern);
	return result < 0 ? -1 : best;
}

static int search_ours(const char *program, const char *title,
		       enum family family, struct play_client *kept,
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
		keep_better(&client, fit(&client, program, title, family),
			    &best, kept);
	}
	return best;
}

int play_client_find(const char *program, const char *title, enum family family,
		     struct play_client *client, struct problem *problem)
{
	struct problem why = { 0 };
	int best = search_folder(program, title, family, client, &why);

	if (why.kind != PROBLEM_NONE)
		return problem_set(problem, why.kind, "%s", why.text);
	if (best < 0)
		best = search_ours(program, title, family, client, &why);
	if (why.kind != PROBLEM_NONE)
		return problem_set(problem, why.kind, "%s", why.text);
	if (best < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "no client file says how '%.40s' is played "
				   "in '%.60s' ('%.40s')",
				   puzzle_family(family)->name, title, program);
	return 0;
}
