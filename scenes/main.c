/* draw_samples LABEL...: draws the picture of each label again.
 *
 * A label is JSON as in samples/: {"scene":{"seed","camera","furniture"},
 * "puzzles":[puzzle]}. The picture is written beside it, .jpg where the scene
 * is a scan or a photograph, .png else, and the label again with "image",
 * "look" and the puzzle's corners. The same label gives the same bytes.
 * {"scene":{"seed","views"}}: so many views around the panel, NAME-1.png and
 * on, which the label then names as "images". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "scene.h"
#include "scene_pillar.h"

enum { VIEWS_MOST = 6 };

static const char *const cameras[SCENE_CAMERAS] = { "screen", "scan", "photo" };

static int wish_from_json(const json_t *json, struct scene_wish *wish,
			  struct problem *problem)
{
	const char *name = json_string_value(json_object_get(json, "camera"));

	*wish = scene_wish(
		(uint64_t)json_integer_value(json_object_get(json, "seed")));
	wish->furniture = json_is_true(json_object_get(json, "furniture"));
	for (int i = 0; name && i < SCENE_CAMERAS; i++)
		if (!strcmp(name, cameras[i]))
			wish->camera = i;
	if (wish->camera < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "no \"scene\" with a camera: screen, scan "
				   "or photo");
	return 0;
}

/* Two digits are a hundredth of a pixel. */
static json_t *corners(const struct quad *quad)
{
	json_t *list = json_array();

	for (int i = 0; i < 4; i++)
		json_array_append_new(
			list,
			json_pack("[f,f]", round(quad->corner[i].x * 100) / 100,
				  round(quad->corner[i].y * 100) / 100));
	return list;
}

static int save_label(const char *path, json_t *label, struct problem *problem)
{
	char *text = json_dumps(label, JSON_REAL_PRECISION(10));
	struct buffer out;
	int result;

	json_decref(label);
	if (!text)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	buffer_init(&out);
	buffer_printf(&out, "%s\n", text);
	free(text);
	result = file_save(path, out.data, out.length, problem);
	buffer_fini(&out);
	return result;
}

/* The path with another ending; `name` points to its last part. */
static void beside(const char *path, const char *ending, char *text,
		   size_t size, const char **name)
{
	const char *dot = strrchr(path, '.');
	const char *slash;

	snprintf(text, size, "%.*s%s",
		 dot ? (int)(dot - path) : (int)strlen(path), path, ending);
	slash = strrchr(text, '/');
	*name = slash ? slash + 1 : text;
}

/* The label's puzzles; returns how many, or -1. */
static int read_puzzles(const json_t *label, struct puzzle *puzzles,
			struct problem *problem)
{
	const json_t *list = json_object_get(label, "puzzles");
	int count = 0;

	if (json_array_size(list) < 1 ||
	    json_array_size(list) > SCENE_PUZZLES_MAX)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"puzzles\" must be 1 to %d",
				   SCENE_PUZZLES_MAX);
	for (; count < (int)json_array_size(list); count++)
		if (puzzle_from_json(json_array_get(list, (size_t)count),
				     &puzzles[count], problem) < 0)
			break;
	if (count == (int)json_array_size(list))
		return count;
	while (count > 0)
		puzzle_fini(&puzzles[--count]);
	return -1;
}

/* The puzzles as JSON with their corners, NULL without memory. */
static json_t *write_puzzles(const struct puzzle *puzzles, int count,
			     const struct scene *scene)
{
	json_t *list = json_array();

	for (int i = 0; i < count; i++) {
		json_t *json = puzzle_to_json(&puzzles[i]);

		json_object_update(json, scene->labels[i]);
		json_object_set_new(json, "corners",
				    corners(&scene->px_corners[i]));
		if (json_array_append_new(list, json) < 0) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

static int save(const char *path, const json_t *wishes,
		const struct puzzle *puzzles, int count,
		const struct scene *scene, struct problem *problem)
{
	char picture[512];
	const char *name;
	json_t *list;
	int result;

	beside(path, scene->jpeg ? ".jpg" : ".png", picture, sizeof picture,
	       &name);
	if (scene->jpeg)
		result = file_save(picture, scene->jpeg, scene->jpeg_length,
				   problem);
	else
		result = file_save_image(picture, &scene->image, problem);
	if (result < 0)
		return -1;
	list = write_puzzles(puzzles, count, scene);
	if (!list)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	return save_label(path,
			  json_pack("{s:s,s:s,s:O,s:o}", "image", name, "look",
				    scene->look, "scene", wishes, "puzzles",
				    list),
			  problem);
}

/* Saves and frees the views, and names them in the label. */
static int save_views(const char *path, json_t *label, struct image *views,
		      int count, struct problem *problem)
{
	json_t *names = json_array();
	int result = 0;

	for (int i = 0; i < count; i++) {
		char ending[16], picture[512];
		const char *name;

		snprintf(ending, sizeof ending, "-%d.png", i + 1);
		beside(path, ending, picture, sizeof picture, &name);
		json_array_append_new(names, json_string(name));
		if (result == 0)
			result = file_save_image(picture, &views[i], problem);
		image_fini(&views[i]);
	}
	json_object_set_new(label, "images", names);
	return result;
}

static int draw_pillar(const char *path, json_t *label, int count,
		       struct problem *problem)
{
	const json_t *seed =
		json_object_get(json_object_get(label, "scene"), "seed");
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	struct image views[VIEWS_MOST] = { 0 };
	struct rng rng;
	int result;

	if (count > VIEWS_MOST || read_puzzles(label, puzzles, problem) != 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "no single panel with up to %d views",
				   VIEWS_MOST);
	rng_seed(&rng, (uint64_t)json_integer_value(seed));
	result = scene_pillar_draw(&puzzles[0].as.panel, &rng, views, count,
				   problem);
	puzzle_fini(&puzzles[0]);
	if (result == 0)
		result = save_views(path, label, views, count, problem);
	return result < 0 ? -1 : save_label(path, json_incref(label), problem);
}

static int draw(const char *path, json_t *label, struct problem *problem)
{
	const json_t *wishes = json_object_get(label, "scene");
	int views = (int)json_integer_value(json_object_get(wishes, "views"));
	struct scene_wish wish;
	struct puzzle puzzles[SCENE_PUZZLES_MAX];
	struct scene scene;
	int count, result;

	if (views > 0)
		return draw_pillar(path, label, views, problem);
	if (wish_from_json(wishes, &wish, problem) < 0)
		return -1;
	count = read_puzzles(label, puzzles, problem);
	if (count < 0)
		return -1;
	result = scene_draw_page(puzzles, count, &wish, &scene, problem);
	if (result == 0) {
		result = save(path, wishes, puzzles, count, &scene, problem);
		scene_fini(&scene);
	}
	while (count > 0)
		puzzle_fini(&puzzles[--count]);
	return result;
}

int main(int argc, char **argv)
{
	int status = 0;

	for (int i = 1; i < argc; i++) {
		json_t *label = json_load_file(argv[i], 0, NULL);
		struct problem problem = { 0 };

		if (!label)
			problem_set(&problem, PROBLEM_INPUT, "no JSON");
		if (!label || draw(argv[i], label, &problem) < 0) {
			fprintf(stderr, "draw_samples: %s: %s\n", argv[i],
				problem.text);
			status = 1;
		}
		json_decref(label);
	}
	return status;
}
