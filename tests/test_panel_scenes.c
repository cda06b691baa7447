/* Scenes whose panels were misread once: what the generator draws for a seed
 * and a panel is read as it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "buffer.h"
#include "scene.h"
#include "seen.h"
#include "vision.h"

static const struct {
	uint64_t seed;
	const char *panel;
} scenes[] = {
	/* a dim panel, in whose empty cells grain and a JPEG stand out */
	{ 52000205, "{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps"
		    "\":false,\"starts\":[[0,2],[0,4]],\"ends\":[{\"at\":[2,"
		    "0],\"towards\":[0,-1]}],\"cells\":[{\"at\":[3,1],\"kind"
		    "\":\"square\",\"colour\":\"red\"},{\"at\":[3,3],\"kind"
		    "\":\"square\",\"colour\":\"red\"}]}" },
	/* squares of which one hardly stands out, among faint triangles */
	{ 3000093, "{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wra"
		   "ps\":false,\"starts\":[[0,4],[0,6]],\"ends\":[{\"at"
		   "\":[0,0],\"towards\":[-1,-1]}],\"cells\":[{\"at\":[3"
		   ",1],\"kind\":\"triangle\",\"colour\":\"yellow\",\"co"
		   "unt\":1},{\"at\":[1,3],\"kind\":\"square\",\"colour"
		   "\":\"cyan\"},{\"at\":[3,3],\"kind\":\"square\",\"col"
		   "our\":\"cyan\"},{\"at\":[5,3],\"kind\":\"triangle\","
		   "\"colour\":\"yellow\",\"count\":2},{\"at\":[1,5],\"k"
		   "ind\":\"triangle\",\"colour\":\"yellow\",\"count\":2"
		   "},{\"at\":[3,5],\"kind\":\"square\",\"colour\":\"ora"
		   "nge\"},{\"at\":[5,5],\"kind\":\"triangle\",\"colour"
		   "\":\"yellow\",\"count\":2}]}" },
	/* cylinders cut off hardly past their sides, frames close by */
	{ 3000091, "{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"wraps\""
		   ":true,\"starts\":[[3,2],[2,8]],\"ends\":[{\"at\":[6,0],"
		   "\"towards\":[0,-1]}],\"gaps\":[[4,1],[1,2],[2,5],[5,6]],"
		   "\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},{\"at\":[0"
		   ",4],\"colour\":\"black\"}]}" },
	{ 3000104, "{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wraps\""
		   ":true,\"starts\":[[0,6],[2,6]],\"ends\":[{\"at\":[1,0],"
		   "\"towards\":[0,-1]},{\"at\":[4,0],\"towards\":[0,-1]}],"
		   "\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},{\"at\":[4"
		   ",6],\"colour\":\"black\"}],\"cells\":[{\"at\":[1,1],\"ki"
		   "nd\":\"square\",\"colour\":\"yellow\"},{\"at\":[1,3],\"k"
		   "ind\":\"square\",\"colour\":\"yellow\"},{\"at\":[5,3],\""
		   "kind\":\"square\",\"colour\":\"yellow\"},{\"at\":[1,5],"
		   "\"kind\":\"square\",\"colour\":\"yellow\"}]}" },
	/* a small triangle, blurred until it is as like a block */
	{ 4000024, "{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wraps\""
		   ":false,\"starts\":[[2,6]],\"ends\":[{\"at\":[6,0],\"towa"
		   "rds\":[0,-1]},{\"at\":[5,6],\"towards\":[0,1]}],\"cells"
		   "\":[{\"at\":[3,1],\"kind\":\"square\",\"colour\":\"red\""
		   "},{\"at\":[5,1],\"kind\":\"triangle\",\"colour\":\"magen"
		   "ta\",\"count\":1},{\"at\":[1,3],\"kind\":\"triangle\",\""
		   "colour\":\"magenta\",\"count\":2},{\"at\":[3,3],\"kind\""
		   ":\"triangle\",\"colour\":\"magenta\",\"count\":2},{\"at"
		   "\":[5,3],\"kind\":\"square\",\"colour\":\"red\"},{\"at\""
		   ":[1,5],\"kind\":\"triangle\",\"colour\":\"magenta\",\"co"
		   "unt\":2},{\"at\":[3,5],\"kind\":\"triangle\",\"colour\":"
		   "\"magenta\",\"count\":2}]}" },
	/* a frame nearly a cell away, about as wide as the lines */
	{ 3000071, "{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"wraps"
		   "\":false,\"starts\":[[2,8]],\"ends\":[{\"at\":[6,0],\""
		   "towards\":[0,-1]}],\"gaps\":[[4,5]],\"missing\":[[0,3]"
		   ",[8,3]],\"cells\":[{\"at\":[1,1],\"kind\":\"square\","
		   "\"colour\":\"yellow\"},{\"at\":[7,1],\"kind\":\"square"
		   "\",\"colour\":\"magenta\"},{\"at\":[5,3],\"kind\":\"sq"
		   "uare\",\"colour\":\"yellow\"},{\"at\":[1,5],\"kind\":"
		   "\"square\",\"colour\":\"yellow\"},{\"at\":[3,5],\"kind"
		   "\":\"square\",\"colour\":\"yellow\"},{\"at\":[7,5],\"k"
		   "ind\":\"square\",\"colour\":\"yellow\"},{\"at\":[1,7],"
		   "\"kind\":\"square\",\"colour\":\"magenta\"},{\"at\":[3"
		   ",7],\"kind\":\"square\",\"colour\":\"magenta\"},{\"at"
		   "\":[7,7],\"kind\":\"square\",\"colour\":\"yellow\"}]}" },
	/* a cylinder on a wall as far from its lines' colour as from its
	   ground's */
	{ 31000172, "{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wraps"
		    "\":true,\"starts\":[[8,12]],\"ends\":[{\"at\":[8,0],\""
		    "towards\":[0,-1]}],\"gaps\":[[3,0],[4,3],[10,3],[6,5],"
		    "[2,9],[5,10]],\"dots\":[{\"at\":[6,0],\"colour\":\"bla"
		    "ck\"},{\"at\":[4,2],\"colour\":\"black\"},{\"at\":[8,2"
		    "],\"colour\":\"black\"},{\"at\":[4,4],\"colour\":\"bla"
		    "ck\"},{\"at\":[8,4],\"colour\":\"black\"},{\"at\":[4,6"
		    "],\"colour\":\"black\"},{\"at\":[0,10],\"colour\":\"bl"
		    "ack\"},{\"at\":[4,10],\"colour\":\"black\"},{\"at\":[8"
		    ",10],\"colour\":\"black\"},{\"at\":[10,12],\"colour\":"
		    "\"black\"}]}" },
	/* a stub in the middle of an edge, which leads outward */
	{ 1000089,
	  "{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"wraps\":f"
	  "alse,\"starts\":[[4,8]],\"ends\":[{\"at\":[6,0],\"towar"
	  "ds\":[0,-1]},{\"at\":[1,8],\"towards\":[0,1]}],\"missi"
	  "ng\":[[8,3],[8,5]],\"cells\":[{\"at\":[3,1],\"kind\":\"p"
	  "olyomino\",\"colour\":\"magenta\",\"shape\":[\"##\"]},{\"a"
	  "t\":[5,1],\"kind\":\"polyomino\",\"colour\":\"magenta\",\""
	  "shape\":[\"##\",\"#.\"]},{\"at\":[7,1],\"kind\":\"polyomin"
	  "o\",\"colour\":\"magenta\",\"shape\":[\"#\",\"#\"]},{\"at\":["
	  "1,3],\"kind\":\"polyomino\",\"colour\":\"magenta\",\"shap"
	  "e\":[\"###\"]},{\"at\":[1,5],\"kind\":\"triangle\",\"colou"
	  "r\":\"white\",\"count\":1},{\"at\":[5,5],\"kind\":\"polyom"
	  "ino\",\"colour\":\"magenta\",\"shape\":[\"##\",\".#\"]},{\"a"
	  "t\":[1,7],\"kind\":\"eliminator\",\"colour\":\"red\"},{\"a"
	  "t\":[3,7],\"kind\":\"polyomino\",\"colour\":\"magenta\",\""
	  "shape\":[\"#\",\"#\"]}]}" },
	/* no stub leads out of large discs of starts */
	{ 4000084, "{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps\":f"
		   "alse,\"starts\":[[0,2],[0,4]],\"ends\":[{\"at\":[4,0],"
		   "\"towards\":[0,-1]}],\"cells\":[{\"at\":[3,1],\"kind\":\""
		   "square\",\"colour\":\"purple\"},{\"at\":[3,3],\"kind\":\"s"
		   "quare\",\"colour\":\"purple\"}]}" },
	/* a small panel before a wall of many boards */
	{ 4000079, "{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps\":f"
		   "alse,\"starts\":[[0,4]],\"ends\":[{\"at\":[2,0],\"towar"
		   "ds\":[0,-1]}],\"cells\":[{\"at\":[1,1],\"kind\":\"triang"
		   "le\",\"colour\":\"orange\",\"count\":3},{\"at\":[3,1],\"ki"
		   "nd\":\"square\",\"colour\":\"black\"},{\"at\":[3,3],\"kind"
		   "\":\"square\",\"colour\":\"cyan\"}]}" },
	/* triangles that hardly stand out, near a line that was begun */
	{ 42000133, "{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wra"
		    "ps\":false,\"symmetry\":\"horizontal\",\"starts\":[["
		    "0,6],[6,6]],\"ends\":[{\"at\":[2,0],\"towards\":[0,-"
		    "1]},{\"at\":[4,0],\"towards\":[0,-1]},{\"at\":[0,4],"
		    "\"towards\":[-1,0]},{\"at\":[6,4],\"towards\":[1,0]}"
		    "],\"missing\":[[0,3],[6,3]],\"dots\":[{\"at\":[4,6],"
		    "\"colour\":\"yellow\"}],\"cells\":[{\"at\":[1,1],\"k"
		    "ind\":\"triangle\",\"colour\":\"orange\",\"count\":3"
		    "}]}" },
	/* a triangle that hardly stands out, blurred and in small cells */
	{ 52000249, "{\"family\":\"panel\",\"columns\":7,\"rows\":7,\"wra"
		    "ps\":false,\"starts\":[[4,0],[14,14]],\"ends\":[{\"a"
		    "t\":[12,0],\"towards\":[0,-1]}],\"missing\":[[7,0],["
		    "9,0],[0,11],[7,14]],\"cells\":[{\"at\":[3,1],\"kind"
		    "\":\"triangle\",\"colour\":\"orange\",\"count\":2},{"
		    "\"at\":[1,3],\"kind\":\"triangle\",\"colour\":\"oran"
		    "ge\",\"count\":2},{\"at\":[3,3],\"kind\":\"triangle"
		    "\",\"colour\":\"orange\",\"count\":1},{\"at\":[9,3],"
		    "\"kind\":\"triangle\",\"colour\":\"orange\",\"count"
		    "\":2},{\"at\":[5,5],\"kind\":\"eliminator\",\"colour"
		    "\":\"white\"},{\"at\":[7,5],\"kind\":\"triangle\",\""
		    "colour\":\"orange\",\"count\":2},{\"at\":[9,5],\"kin"
		    "d\":\"triangle\",\"colour\":\"orange\",\"count\":3},"
		    "{\"at\":[11,5],\"kind\":\"triangle\",\"colour\":\"or"
		    "ange\",\"count\":1},{\"at\":[1,7],\"kind\":\"triangl"
		    "e\",\"colour\":\"orange\",\"count\":3},{\"at\":[3,9]"
		    ",\"kind\":\"triangle\",\"colour\":\"orange\",\"count"
		    "\":2},{\"at\":[7,9],\"kind\":\"triangle\",\"colour\""
		    ":\"orange\",\"count\":2},{\"at\":[13,9],\"kind\":\"e"
		    "liminator\",\"colour\":\"white\"},{\"at\":[3,11],\"k"
		    "ind\":\"triangle\",\"colour\":\"orange\",\"count\":2"
		    "},{\"at\":[11,11],\"kind\":\"triangle\",\"colour\":"
		    "\"orange\",\"count\":1},{\"at\":[13,11],\"kind\":\"t"
		    "riangle\",\"colour\":\"orange\",\"count\":2},{\"at\""
		    ":[1,13],\"kind\":\"triangle\",\"colour\":\"orange\","
		    "\"count\":1},{\"at\":[9,13],\"kind\":\"triangle\",\""
		    "colour\":\"orange\",\"count\":2},{\"at\":[11,13],\"k"
		    "ind\":\"triangle\",\"colour\":\"orange\",\"count\":2"
		    "},{\"at\":[13,13],\"kind\":\"triangle\",\"colour\":"
		    "\"orange\",\"count\":3}]}" },
	/* a cell without an edge has the page's ground, the others none such */
	{ 13000108, "{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wra"
		    "ps\":false,\"starts\":[[5,0],[10,12]],\"ends\":[{\"a"
		    "t\":[8,0],\"towards\":[0,-1]}],\"missing\":[[12,7]],"
		    "\"cells\":[{\"at\":[3,1],\"kind\":\"polyomino\",\"co"
		    "lour\":\"yellow\",\"shape\":[\"##\"],\"rotatable\":f"
		    "alse,\"negative\":false},{\"at\":[5,1],\"kind\":\"st"
		    "ar\",\"colour\":\"purple\"},{\"at\":[7,1],\"kind\":"
		    "\"star\",\"colour\":\"purple\"},{\"at\":[11,1],\"kin"
		    "d\":\"star\",\"colour\":\"black\"},{\"at\":[1,3],\"k"
		    "ind\":\"polyomino\",\"colour\":\"yellow\",\"shape\":"
		    "[\"#\",\"#\",\"#\"],\"rotatable\":false,\"negative\""
		    ":false},{\"at\":[3,3],\"kind\":\"polyomino\",\"colou"
		    "r\":\"yellow\",\"shape\":[\"#\"],\"rotatable\":false"
		    ",\"negative\":false},{\"at\":[5,3],\"kind\":\"star\""
		    ",\"colour\":\"red\"},{\"at\":[7,3],\"kind\":\"star\""
		    ",\"colour\":\"red\"},{\"at\":[1,5],\"kind\":\"polyom"
		    "ino\",\"colour\":\"yellow\",\"shape\":[\"##\",\".#\""
		    "],\"rotatable\":false,\"negative\":false},{\"at\":[3"
		    ",5],\"kind\":\"polyomino\",\"colour\":\"yellow\",\"s"
		    "hape\":[\"#\"],\"rotatable\":false,\"negative\":fals"
		    "e},{\"at\":[5,5],\"kind\":\"star\",\"colour\":\"blac"
		    "k\"},{\"at\":[9,5],\"kind\":\"polyomino\",\"colour\""
		    ":\"yellow\",\"shape\":[\"#\",\"#\"],\"rotatable\":fa"
		    "lse,\"negative\":false},{\"at\":[11,5],\"kind\":\"po"
		    "lyomino\",\"colour\":\"yellow\",\"shape\":[\"##\"],"
		    "\"rotatable\":false,\"negative\":false},{\"at\":[1,7"
		    "],\"kind\":\"star\",\"colour\":\"black\"},{\"at\":[3"
		    ",7],\"kind\":\"polyomino\",\"colour\":\"yellow\",\"s"
		    "hape\":[\"#\"],\"rotatable\":false,\"negative\":fals"
		    "e},{\"at\":[5,7],\"kind\":\"polyomino\",\"colour\":"
		    "\"yellow\",\"shape\":[\"#\"],\"rotatable\":false,\"n"
		    "egative\":false},{\"at\":[7,7],\"kind\":\"polyomino"
		    "\",\"colour\":\"yellow\",\"shape\":[\"#\",\"#\",\"#"
		    "\",\"#\"],\"rotatable\":false,\"negative\":false},{"
		    "\"at\":[9,9],\"kind\":\"polyomino\",\"colour\":\"yel"
		    "low\",\"shape\":[\"#.\",\"##\",\"#.\"],\"rotatable\""
		    ":false,\"negative\":false},{\"at\":[11,9],\"kind\":"
		    "\"polyomino\",\"colour\":\"yellow\",\"shape\":[\"#."
		    "\",\"##\"],\"rotatable\":false,\"negative\":false},{"
		    "\"at\":[1,11],\"kind\":\"polyomino\",\"colour\":\"ye"
		    "llow\",\"shape\":[\"##\"],\"rotatable\":false,\"nega"
		    "tive\":false},{\"at\":[3,11],\"kind\":\"polyomino\","
		    "\"colour\":\"yellow\",\"shape\":[\"#\"],\"rotatable"
		    "\":false,\"negative\":false},{\"at\":[7,11],\"kind\""
		    ":\"star\",\"colour\":\"black\"},{\"at\":[9,11],\"kin"
		    "d\":\"star\",\"colour\":\"purple\"},{\"at\":[11,11],"
		    "\"kind\":\"star\",\"colour\":\"purple\"}]}" },
	/* a hollow block whose hole a JPEG tints */
	{ 502001565, "{\"family\":\"panel\",\"columns\":7,\"rows\":7,\"wra"
		     "ps\":false,\"starts\":[[14,14]],\"ends\":[{\"at\":[1"
		     "2,0],\"towards\":[0,-1]}],\"cells\":[{\"at\":[3,1],"
		     "\"kind\":\"polyomino\",\"colour\":\"green\",\"shape"
		     "\":[\"#\"],\"rotatable\":false,\"negative\":true},{"
		     "\"at\":[3,3],\"kind\":\"polyomino\",\"colour\":\"ora"
		     "nge\",\"shape\":[\"##\"],\"rotatable\":true,\"negati"
		     "ve\":false},{\"at\":[5,5],\"kind\":\"polyomino\",\"c"
		     "olour\":\"orange\",\"shape\":[\".#\",\"##\"],\"rotat"
		     "able\":false,\"negative\":false},{\"at\":[3,7],\"kin"
		     "d\":\"polyomino\",\"colour\":\"orange\",\"shape\":["
		     "\"#\"],\"rotatable\":true,\"negative\":false},{\"at"
		     "\":[7,9],\"kind\":\"polyomino\",\"colour\":\"orange"
		     "\",\"shape\":[\".#.\",\"###\"],\"rotatable\":false,"
		     "\"negative\":false},{\"at\":[1,11],\"kind\":\"polyom"
		     "ino\",\"colour\":\"orange\",\"shape\":[\".#\",\"##\""
		     "],\"rotatable\":false,\"negative\":false},{\"at\":[3"
		     ",11],\"kind\":\"polyomino\",\"colour\":\"green\",\"s"
		     "hape\":[\"#\"],\"rotatable\":true,\"negative\":true}"
		     ",{\"at\":[9,11],\"kind\":\"polyomino\",\"colour\":\""
		     "orange\",\"shape\":[\"###\"],\"rotatable\":true,\"ne"
		     "gative\":false},{\"at\":[11,11],\"kind\":\"polyomino"
		     "\",\"colour\":\"orange\",\"shape\":[\"#\"],\"rotatab"
		     "le\":false,\"negative\":false},{\"at\":[13,11],\"kin"
		     "d\":\"polyomino\",\"colour\":\"orange\",\"shape\":["
		     "\"##\"],\"rotatable\":false,\"negative\":false}]}" },
	/* a grainy cylinder: grain beyond its rim is no upright line */
	{ 503001600, "{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"wra"
		     "ps\":true,\"starts\":[[2,8]],\"ends\":[{\"at\":[0,0]"
		     ",\"towards\":[0,-1]},{\"at\":[6,0],\"towards\":[0,-1"
		     "]}],\"gaps\":[[1,0],[2,5]],\"dots\":[{\"at\":[2,6],"
		     "\"colour\":\"black\"},{\"at\":[4,6],\"colour\":\"bla"
		     "ck\"}]}" },
	/* of one colour on the grounds of a cell and of the page */
	{ 602001860, "{\"family\":\"panel\",\"columns\":7,\"rows\":2,\"wra"
		     "ps\":false,\"symmetry\":\"rotational\",\"starts\":[["
		     "0,0],[14,4]],\"ends\":[{\"at\":[6,0],\"towards\":[0,"
		     "-1]},{\"at\":[8,4],\"towards\":[0,1]}],\"missing\":["
		     "[3,0],[7,2],[11,2],[11,4]],\"cells\":[{\"at\":[11,1]"
		     ",\"kind\":\"square\",\"colour\":\"green\"},{\"at\":["
		     "1,3],\"kind\":\"square\",\"colour\":\"green\"},{\"at"
		     "\":[5,3],\"kind\":\"square\",\"colour\":\"green\"},{"
		     "\"at\":[9,3],\"kind\":\"square\",\"colour\":\"green"
		     "\"}]}" },
};

static void check_scene(struct vision *vision, uint64_t seed, const char *text)
{
	struct scene_wish wish = scene_wish(seed);
	struct sighting_list list = { 0 };
	struct puzzle puzzle = puzzle_of(text);
	struct scene scene;
	struct buffer why;

	assert_int_equal(scene_draw_page(&puzzle, 1, &wish, &scene, NULL), 0);
	assert_int_equal(vision_read(vision, &scene.image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	if (list.count != 1)
		fail_msg("%s: %zu found", scene.look, list.count);
	buffer_init(&why);
	if (!puzzle_equal(&puzzle, &list.sightings[0].puzzle, &why))
		fail_msg("%s: %s", scene.look, buffer_text(&why));
	buffer_fini(&why);
	sighting_list_fini(&list);
	scene_fini(&scene);
	puzzle_fini(&puzzle);
}

static void scenes_are_read(void **state)
{
	struct vision *vision = vision_new(NULL);

	(void)state;
	assert_non_null(vision);
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
		check_scene(vision, scenes[i].seed, scenes[i].panel);
	vision_free(vision);
}

/* Lines of a panel that a pointer lies over, taken for one of fewer cells: not
 * to be answered. */
static void parts_are_doubted(void **state)
{
	static const char one[] =
		"{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps\":f"
		"alse,\"starts\":[[0,4]],\"ends\":[{\"at\":[2,0],\"towar"
		"ds\":[0,-1]}],\"gaps\":[[1,0]],\"cells\":[{\"at\":[1,1]"
		",\"kind\":\"star\",\"colour\":\"green\"},{\"at\":[3,1],\"ki"
		"nd\":\"polyomino\",\"colour\":\"yellow\",\"shape\":[\"#.\","
		"\"##\"]},{\"at\":[1,3],\"kind\":\"polyomino\",\"colour\":\""
		"yellow\",\"shape\":[\"#\"]},{\"at\":[3,3],\"kind\":\"star\""
		",\"colour\":\"green\"}]}";
	static const char other[] =
		"{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps\":f"
		"alse,\"starts\":[[0,0],[0,4]],\"ends\":[{\"at\":[2,0],"
		"\"towards\":[0,-1]},{\"at\":[2,4],\"towards\":[0,1]}],"
		"\"gaps\":[[3,0],[3,4]]}";
	const char *const texts[2] = { one, other };
	struct scene_wish wish = scene_wish(43000227);
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct puzzle puzzles[2];
	struct scene scene;

	(void)state;
	for (int i = 0; i < 2; i++)
		puzzles[i] = puzzle_of(texts[i]);
	assert_int_equal(scene_draw_page(puzzles, 2, &wish, &scene, NULL), 0);
	assert_int_equal(vision_read(vision, &scene.image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	assert_true(list.count > 0);
	for (size_t i = 0; i < list.count; i++)
		if (list.sightings[i].puzzle.as.panel.rows < 2)
			assert_true(list.sightings[i].confidence < 0.5);
	sighting_list_fini(&list);
	scene_fini(&scene);
	for (int i = 0; i < 2; i++)
		puzzle_fini(&puzzles[i]);
	vision_free(vision);
}

/* A block of which a start's disc leaves little, read as an empty cell: not to
 * be answered. */
static void hidden_symbols_are_doubted(void **state)
{
	static const char panel[] =
		"{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wra"
		"ps\":false,\"starts\":[[5,6],[8,12]],\"ends\":[{\"at"
		"\":[10,0],\"towards\":[0,-1]}],\"cells\":[{\"at\":[7"
		",1],\"kind\":\"polyomino\",\"colour\":\"white\",\"sh"
		"ape\":[\"#\"],\"rotatable\":false,\"negative\":false"
		"},{\"at\":[3,3],\"kind\":\"polyomino\",\"colour\":\""
		"white\",\"shape\":[\"#\",\"#\",\"#\",\"#\"],\"rotata"
		"ble\":false,\"negative\":false},{\"at\":[5,5],\"kind"
		"\":\"polyomino\",\"colour\":\"white\",\"shape\":[\"#"
		"\"],\"rotatable\":false,\"negative\":false},{\"at\":"
		"[7,9],\"kind\":\"polyomino\",\"colour\":\"white\",\""
		"shape\":[\"#\",\"#\",\"#\"],\"rotatable\":false,\"ne"
		"gative\":false}]}";
	struct scene_wish wish = scene_wish(502001539);
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct puzzle puzzle = puzzle_of(panel);
	struct scene scene;

	(void)state;
	assert_int_equal(scene_draw(&puzzle, &wish, &scene, NULL), 0);
	assert_int_equal(vision_read(vision, &scene.image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	assert_int_equal(list.count, 1);
	assert_true(list.sightings[0].confidence < 0.8);
	sighting_list_fini(&list);
	scene_fini(&scene);
	puzzle_fini(&puzzle);
	vision_free(vision);
}

/* A block as green as its ground, nearly, in a blurred panel that shows little
 * else: read as an empty cell it is not to be answered. */
static void pale_symbols_are_doubted(void **state)
{
	static const char *const texts[] = {
		"{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wraps\":"
		"false,\"symmetry\":\"rotational\",\"starts\":[[4,0],[8,4],[4,"
		"8],[8,12]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]},{"
		"\"at\":[12,2],\"towards\":[1,0]},{\"at\":[0,10],\"towards\":[-"
		"1,0]},{\"at\":[6,12],\"towards\":[0,1]}],\"missing\":[[9,0],["
		"4,1],[5,4],[7,4],[0,5],[12,5],[5,6],[9,6],[0,7],[6,7],[12,7],["
		"5,8],[11,8],[10,11],[3,12]],\"cells\":[{\"at\":[1,1],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[7,1],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[1,3],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[7,3],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[11,3],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[5,5],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[7,5],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[9,7],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[1,9],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[3,9],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[9,9],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[1,11],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[5,11],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[9,11],\"kind\":"
		"\"square\",\"colour\":\"red\"},{\"at\":[11,11],\"kind\":"
		"\"square\",\"colour\":\"red\"}]}",
		"{\"family\":\"panel\",\"columns\":7,\"rows\":3,\"wraps\":true,"
		"\"starts\":[[0,2],[10,6]],\"ends\":[{\"at\":[0,0],\"towards\":"
		"[0,-1]},{\"at\":[0,6],\"towards\":[0,1]}],\"dots\":[{\"at\":["
		"2,2],\"colour\":\"black\"},{\"at\":[2,4],\"colour\":\"black\"}"
		",{\"at\":[8,4],\"colour\":\"black\"},{\"at\":[4,6],\"colour\":"
		"\"black\"}],\"cells\":[{\"at\":[7,1],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[9,1],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[1,3],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[5,3],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[13,3],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[3,5],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[5,5],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[7,5],\"kind\":\"square\","
		"\"colour\":\"blue\"},{\"at\":[9,5],\"kind\":\"square\","
		"\"colour\":\"blue\"}]}",
		"{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps\":"
		"false,\"starts\":[[0,4]],\"ends\":[{\"at\":[2,0],\"towards\":["
		"0,-1]},{\"at\":[4,0],\"towards\":[0,-1]}],\"cells\":[{\"at\":["
		"1,3],\"kind\":\"polyomino\",\"colour\":\"magenta\",\"shape\":["
		"\"##\"],\"rotatable\":false,\"negative\":false}]}"
	};
	enum { PANELS = sizeof texts / sizeof *texts };
	struct scene_wish wish = scene_wish(901002730);
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct puzzle puzzles[PANELS];
	struct scene scene;
	int small = 0;

	(void)state;
	for (int i = 0; i < PANELS; i++)
		puzzles[i] = puzzle_of(texts[i]);
	assert_int_equal(scene_draw_page(puzzles, PANELS, &wish, &scene, NULL),
			 0);
	assert_int_equal(vision_read(vision, &scene.image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	for (size_t i = 0; i < list.count; i++) {
		const struct sighting *one = &list.sightings[i];

		if (one->puzzle.as.panel.columns > 2)
			continue;
		small++;
		assert_true(puzzle_equal(&one->puzzle, &puzzles[PANELS - 1],
					 NULL) ||
			    one->confidence < 0.8);
	}
	assert_int_equal(small, 1);
	sighting_list_fini(&list);
	scene_fini(&scene);
	for (int i = 0; i < PANELS; i++)
		puzzle_fini(&puzzles[i]);
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scenes_are_read),
		cmocka_unit_test(parts_are_doubted),
		cmocka_unit_test(hidden_symbols_are_doubted),
		cmocka_unit_test(pale_symbols_are_doubted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
