/* docs/schema: every sample is a puzzle by puzzle.json, every line that --json
 * prints is one by line.json, and every client file that we bring by
 * client.json. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <jansson.h>
#include <stdbool.h>

#include "program.h"

/* As much of JSON Schema (2020-12) as these two use. */
struct schema {
	const json_t *root;
	char fault[400]; /* the last that was found */
};

static bool holds(struct schema *schema, const json_t *rule,
		  const json_t *value);

static bool fails(struct schema *schema, const char *keyword,
		  const json_t *value)
{
	char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

	snprintf(schema->fault, sizeof schema->fault, "%s: %.300s", keyword,
		 text);
	free(text);
	return false;
}

static bool is_type(const json_t *value, const char *type)
{
	return !strcmp(type, "object")    ? json_is_object(value)
	       : !strcmp(type, "array")   ? json_is_array(value)
	       : !strcmp(type, "string")  ? json_is_string(value)
	       : !strcmp(type, "integer") ? json_is_integer(value)
	       : !strcmp(type, "number")  ? json_is_number(value)
	       : !strcmp(type, "boolean")
		       ? json_is_boolean(value)
		       : !strcmp(type, "null") && json_is_null(value);
}

static bool is_among(const json_t *list, const json_t *value)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_equal(json_array_get(list, i), value))
			return true;
	return false;
}

static bool object_holds(struct schema *schema, const json_t *rule,
			 const json_t *value)
{
	const json_t *properties = json_object_get(rule, "properties");
	const json_t *required = json_object_get(rule, "required");
	const char *name;
	json_t *field;

	for (size_t i = 0; i < json_array_size(required); i++)
		if (!json_object_get(value, json_string_value(json_array_get(
						    required, i))))
			return fails(schema, "required", value);
	json_object_foreach((json_t *)value, name, field)
	{
		const json_t *inner = json_object_get(properties, name);

		if (inner ? !holds(schema, inner, field)
			  : json_is_false(json_object_get(
				    rule, "additionalProperties")) &&
				    !fails(schema, name, value))
			return false;
	}
	return true;
}

static bool array_holds(struct schema *schema, const json_t *rule,
			const json_t *value)
{
	const json_t *items = json_object_get(rule, "items");
	const json_t *least = json_object_get(rule, "minItems");
	const json_t *most = json_object_get(rule, "maxItems");
	size_t count = json_array_size(value);

	if ((least && count < (size_t)json_integer_value(least)) ||
	    (most && count > (size_t)json_integer_value(most)))
		return fails(schema, "items", value);
	for (size_t i = 0; items && i < count; i++)
		if (!holds(schema, items, json_array_get(value, i)))
			return false;
	return true;
}

/* Of the alternatives exactly one, or at least one, holds. */
static bool some_hold(struct schema *schema, const json_t *list,
		      const json_t *value, bool one)
{
	size_t count = 0;

	for (size_t i = 0; i < json_array_size(list); i++)
		count += holds(schema, json_array_get(list, i), value);
	return one ? count == 1 : count > 0;
}

static bool number_holds(struct schema *schema, const json_t *rule,
			 const json_t *value)
{
	const json_t *least = json_object_get(rule, "minimum");
	const json_t *most = json_object_get(rule, "maximum");

	return ((!least ||
		 json_number_value(value) >= json_number_value(least)) &&
		(!most ||
		 json_number_value(value) <= json_number_value(most))) ||
	       fails(schema, "range", value);
}

static const json_t *referred(const struct schema *schema, const char *name)
{
	const json_t *definitions = json_object_get(schema->root, "$defs");
	const json_t *rule;

	assert_memory_equal(name, "#/$defs/", 8);
	rule = json_object_get(definitions, name + 8);
	if (!rule)
		fail_msg("%s", name);
	return rule;
}

/* The names that a rule may have; an unknown one would be passed over. */
static void expect_known(const json_t *rule)
{
	static const char *const known[] = {
		"$schema",  "$id",     "$defs",      "$ref",
		"title",    "type",    "properties", "description",
		"required", "items",   "minItems",   "additionalProperties",
		"maxItems", "minimum", "maximum",    "enum",
		"const",    "oneOf",   "anyOf",
	};
	const char *name;
	json_t *field;

	json_object_foreach((json_t *)rule, name, field)
	{
		bool found = false;

		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			found = found || !strcmp(name, known[i]);
		if (!found)
			fail_msg("unknown keyword: %s", name);
	}
}

static bool holds(struct schema *schema, const json_t *rule,
		  const json_t *value)
{
	const json_t *item;

	expect_known(rule);
	item = json_object_get(rule, "$ref");
	if (item &&
	    !holds(schema, referred(schema, json_string_value(item)), value))
		return false;
	item = json_object_get(rule, "type");
	if (item && !is_type(value, json_string_value(item)))
		return fails(schema, json_string_value(item), value);
	item = json_object_get(rule, "const");
	if (item && !json_equal(item, value))
		return fails(schema, "const", value);
	item = json_object_get(rule, "enum");
	if (item && !is_among(item, value))
		return fails(schema, "enum", value);
	item = json_object_get(rule, "oneOf");
	if (item && !some_hold(schema, item, value, true))
		return false;
	item = json_object_get(rule, "anyOf");
	if (item && !some_hold(schema, item, value, false))
		return false;
	return json_is_object(value)   ? object_holds(schema, rule, value)
	       : json_is_array(value)  ? array_holds(schema, rule, value)
	       : json_is_number(value) ? number_holds(schema, rule, value)
				       : true;
}

static void load(struct schema *schema, const char *name)
{
	char path[256];
	const char *id;

	snprintf(path, sizeof path, "%s/docs/schema/%s", SOURCE_DIR, name);
	schema->root = json_load_file(path, 0, NULL);
	assert_non_null(schema->root);
	id = json_string_value(json_object_get(schema->root, "$id"));
	/* the version */
	assert_non_null(id);
	assert_true(id[strlen(id) - 2] == ':');
}

static void expect_holds(struct schema *schema, const char *file,
			 const json_t *value)
{
	if (!holds(schema, schema->root, value))
		fail_msg("%s: %s", file, schema->fault);
}

static json_t *first_puzzle(const char *file)
{
	json_t *label = json_load_file(file, 0, NULL);
	json_t *puzzle = json_array_get(json_object_get(label, "puzzles"), 0);

	json_incref(puzzle);
	json_decref(label);
	return puzzle;
}

static void every_sample_is_a_puzzle(void **state)
{
	struct schema schema;
	glob_t samples;

	(void)state;
	load(&schema, "puzzle.json");
	assert_int_equal(
		glob(SOURCE_DIR "/samples/*/*.json", 0, NULL, &samples), 0);
	for (size_t i = 0; i < samples.gl_pathc; i++) {
		const char *file = samples.gl_pathv[i];
		json_t *label = json_load_file(file, 0, NULL);
		json_t *puzzles = json_object_get(label, "puzzles");

		assert_true(json_array_size(puzzles) > 0);
		for (size_t k = 0; k < json_array_size(puzzles); k++)
			expect_holds(&schema, file, json_array_get(puzzles, k));
		json_decref(label);
	}
	assert_true(samples.gl_pathc > 50);
	globfree(&samples);
	json_decref((json_t *)schema.root);
}

/* A field more that the schema needs, one that is amiss: it is told. */
static void what_is_amiss_is_told(void **state)
{
	static const char *const faults[] = {
		"{\"family\":\"suko\"}",
		"{\"family\":\"chess\",\"circles\":[1,2,3,4]}",
		"{\"family\":\"suko\",\"circles\":[1,2,3]}",
		"{\"family\":\"suko\",\"circles\":[1,2,3,\"4\"]}",
		"{\"family\":\"suko\",\"circles\":[1,2,3,1000]}",
		"{\"family\":\"sudoku\",\"cells\":[[1,2,3,10]]}",
		("{\"family\":\"sigils\",\"columns\":4,\"rows\":4,"
		 "\"pieces\":[\"X\"]}"),
		"[]",
	};
	struct schema puzzle, line;
	json_t *json;

	(void)state;
	load(&puzzle, "puzzle.json");
	load(&line, "line.json");
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		json = json_loads(faults[i], 0, NULL);
		assert_non_null(json);
		assert_false(holds(&puzzle, puzzle.root, json));
		json_decref(json);
	}
	json = first_puzzle(SOURCE_DIR "/samples/suko/screen-1.json");
	assert_true(holds(&puzzle, puzzle.root, json));
	json_object_set_new(json, "circles", json_string("none"));
	assert_false(holds(&puzzle, puzzle.root, json));
	json_decref(json);
	json = json_pack("{s:s,s:[],s:n,s:i}", "input", "a", "puzzles", "error",
			 "surprise", 1);
	assert_false(holds(&line, line.root, json));
	json_object_del(json, "surprise");
	assert_true(holds(&line, line.root, json));
	json_decref(json);
	json_decref((json_t *)puzzle.root);
	json_decref((json_t *)line.root);
}

/* Runs a command in the samples' folder, its own settings apart; checks each
 * line of its output, or of the file that it writes. Returns their number. */
static int expect_lines(const struct program_folder *folder,
			const char *arguments, const char *written)
{
	static char text[2000000];
	struct schema line, puzzle;
	char command[1024], path[256];
	int count = 0;

	load(&line, "line.json");
	load(&puzzle, "puzzle.json");
	snprintf(command, sizeof command,
		 "cd '%s/samples' && XDG_STATE_HOME='%s' XDG_CONFIG_HOME='%s' "
		 "'%s' %s >'%s/out' 2>/dev/null; test $? -lt 5",
		 SOURCE_DIR, folder->path, folder->path, PROGRAM, arguments,
		 folder->path);
	assert_int_equal(system(command), 0);
	snprintf(path, sizeof path, "%s/%s", folder->path, written);
	program_slurp(path, text, sizeof text);
	for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n")) {
		json_t *json = json_loads(at, 0, NULL);
		json_t *puzzles = json_object_get(json, "puzzles");

		assert_non_null(json);
		expect_holds(&line, arguments, json);
		for (size_t i = 0; i < json_array_size(puzzles); i++)
			expect_holds(&puzzle, arguments,
				     json_array_get(puzzles, i));
		json_decref(json);
		count++;
	}
	json_decref((json_t *)line.root);
	json_decref((json_t *)puzzle.root);
	return count;
}

static void every_line_is_one(void **state)
{
	struct program_folder folder;
	char batch[128];

	(void)state;
	program_folder_make(&folder);
	assert_true(expect_lines(&folder, "solve --json --time 2 */*.json",
				 "out") > 50);
	assert_int_equal(expect_lines(&folder,
				      "solve --json --time 2 --all 3 --count "
				      "sigils/holes-1.json no-such-file "
				      "pyramid/page-1.json",
				      "out"),
			 3);
	/* pictures, one of a family, and two of other looks */
	assert_true(expect_lines(&folder,
				 "solve --json --time 2 */screen-1.png "
				 "panel/maze-2.png "
				 "cross-sum/blank-totals-1.png",
				 "out") >= 8);
	assert_int_equal(
		expect_lines(&folder, "read --json suko/screen-1.png", "out"),
		1);
	snprintf(batch, sizeof batch, "batch pyramid -o %s/solved",
		 folder.path);
	assert_true(expect_lines(&folder, batch, "solved/results.jsonl") > 10);
	program_folder_remove(&folder);
}

static void every_client_is_one(void **state)
{
	struct schema schema;
	glob_t clients;
	json_t *json;

	(void)state;
	load(&schema, "client.json");
	assert_int_equal(
		glob(SOURCE_DIR "/models/clients/*.json", 0, NULL, &clients),
		0);
	for (size_t i = 0; i < clients.gl_pathc; i++) {
		json = json_load_file(clients.gl_pathv[i], 0, NULL);
		assert_non_null(json);
		expect_holds(&schema, clients.gl_pathv[i], json);
		json_decref(json);
	}
	globfree(&clients);
	json = json_pack("{s:s,s:[s],s:i}", "name", "x", "side", "click 1",
			 "cycle", 0);
	assert_false(holds(&schema, schema.root, json));
	json_decref(json);
	json_decref((json_t *)schema.root);
}

/* The fields that the program says it takes are those of the schema. */
static void fields_of_clients_are_those_of_the_help(void **state)
{
	static struct program_run run;
	struct program_folder folder;
	struct schema schema;
	const json_t *fields;
	size_t count = 0;
	char *line;

	(void)state;
	load(&schema, "client.json");
	fields = json_object_get(schema.root, "properties");
	program_folder_make(&folder);
	program_run(&run, &folder, "play --help-clients");
	program_folder_remove(&folder);
	line = strstr(run.out, "\nFields:\n");
	assert_non_null(line);
	strtok(line, "\n");
	while ((line = strtok(NULL, "\n"))) {
		char name[32];

		if (line[0] != ' ')
			break;
		if (line[2] == ' ' || sscanf(line, " %31s", name) != 1)
			continue;
		if (!json_object_get(fields, name))
			fail_msg("the schema lacks '%s'", name);
		count++;
	}
	assert_int_equal(count, json_object_size(fields));
	json_decref((json_t *)schema.root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_sample_is_a_puzzle),
		cmocka_unit_test(what_is_amiss_is_told),
		cmocka_unit_test(every_line_is_one),
		cmocka_unit_test(every_client_is_one),
		cmocka_unit_test(fields_of_clients_are_those_of_the_help),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
