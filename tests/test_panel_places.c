/* Scenes whose panels were not found once, or as others: what the generator
 * draws for a seed and its panels is read as it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "buffer.h"
#include "scene.h"
#include "vision.h"

enum { PANELS_MOST = 3 };

static const struct {
	uint64_t seed;
	const char *panels;
} scenes[] = {
	/* the wall's colour is taken for the lines' at first */
	{ 44000194, "[{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wraps"
		    "\":false,\"starts\":[[0,6]],\"ends\":[{\"at\":[2,0],\"t"
		    "owards\":[0,-1]}],\"cells\":[{\"at\":[5,1],\"kind\":\"p"
		    "olyomino\",\"colour\":\"blue\",\"shape\":[\"##\"],\"rot"
		    "atable\":false,\"negative\":false},{\"at\":[1,3],\"kind"
		    "\":\"polyomino\",\"colour\":\"blue\",\"shape\":[\"#\","
		    "\"#\"],\"rotatable\":false,\"negative\":false},{\"at\":"
		    "[5,3],\"kind\":\"polyomino\",\"colour\":\"blue\",\"shap"
		    "e\":[\"##\"],\"rotatable\":false,\"negative\":false},{"
		    "\"at\":[5,5],\"kind\":\"polyomino\",\"colour\":\"blue\""
		    ",\"shape\":[\"###\"],\"rotatable\":false,\"negative\":f"
		    "alse}]}]" },
	/* walls of boards show a lattice of a part of it, its lines all of it
	 */
	{ 52000216, "[{\"family\":\"panel\",\"columns\":4,\"rows\":3,\"wraps"
		    "\":false,\"starts\":[[4,6]],\"ends\":[{\"at\":[0,0],\"t"
		    "owards\":[-1,-1]},{\"at\":[8,6],\"towards\":[1,1]}],\"g"
		    "aps\":[[7,0],[0,3],[6,3],[6,5]],\"dots\":[{\"at\":[4,4]"
		    ",\"colour\":\"black\"}],\"cells\":[{\"at\":[1,1],\"kind"
		    "\":\"polyomino\",\"colour\":\"yellow\",\"shape\":[\"#\""
		    "],\"rotatable\":false,\"negative\":false},{\"at\":[3,1]"
		    ",\"kind\":\"polyomino\",\"colour\":\"yellow\",\"shape\""
		    ":[\"##\"],\"rotatable\":false,\"negative\":false},{\"at"
		    "\":[7,1],\"kind\":\"polyomino\",\"colour\":\"yellow\","
		    "\"shape\":[\".#\",\"##\"],\"rotatable\":false,\"negativ"
		    "e\":false},{\"at\":[1,3],\"kind\":\"square\",\"colour\""
		    ":\"black\"},{\"at\":[3,3],\"kind\":\"square\",\"colour"
		    "\":\"black\"},{\"at\":[5,3],\"kind\":\"star\",\"colour"
		    "\":\"green\"},{\"at\":[7,3],\"kind\":\"star\",\"colour"
		    "\":\"green\"},{\"at\":[1,5],\"kind\":\"polyomino\",\"co"
		    "lour\":\"yellow\",\"shape\":[\"##\",\"#.\",\"#.\"],\"ro"
		    "tatable\":false,\"negative\":false},{\"at\":[5,5],\"kin"
		    "d\":\"triangle\",\"colour\":\"orange\",\"count\":2},{\""
		    "at\":[7,5],\"kind\":\"polyomino\",\"colour\":\"yellow\""
		    ",\"shape\":[\"#\",\"#\"],\"rotatable\":false,\"negative"
		    "\":false}]}]" },
	/* the field around the lines looks like one cell's frame */
	{ 4000094, "[{\"family\":\"panel\",\"columns\":3,\"rows\":2,\"wraps"
		   "\":false,\"symmetry\":\"rotational\",\"starts\":[[6,0],"
		   "[0,4]],\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]},{\"a"
		   "t\":[6,4],\"towards\":[0,1]}],\"missing\":[[3,2]],\"dot"
		   "s\":[{\"at\":[6,2],\"colour\":\"cyan\"},{\"at\":[2,3],"
		   "\"colour\":\"black\"},{\"at\":[4,4],\"colour\":\"black"
		   "\"}],\"cells\":[{\"at\":[5,3],\"kind\":\"square\",\"col"
		   "our\":\"cyan\"}]},{\"family\":\"panel\",\"columns\":4,"
		   "\"rows\":4,\"wraps\":false,\"starts\":[[2,8]],\"ends\":"
		   "[{\"at\":[2,0],\"towards\":[0,-1]},{\"at\":[4,8],\"towa"
		   "rds\":[0,1]}],\"dots\":[{\"at\":[4,2],\"colour\":\"blac"
		   "k\"},{\"at\":[4,4],\"colour\":\"black\"},{\"at\":[2,6],"
		   "\"colour\":\"black\"},{\"at\":[6,6],\"colour\":\"black"
		   "\"},{\"at\":[6,8],\"colour\":\"black\"}]}]" },
	/* light falls off along the lines */
	{ 52000242, "[{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps"
		    "\":false,\"symmetry\":\"horizontal\",\"starts\":[[0,4],"
		    "[4,4]],\"ends\":[{\"at\":[0,0],\"towards\":[-1,-1]},{\""
		    "at\":[1,0],\"towards\":[0,-1]},{\"at\":[3,0],\"towards"
		    "\":[0,-1]},{\"at\":[4,0],\"towards\":[1,-1]}],\"dots\":"
		    "[{\"at\":[4,2],\"colour\":\"yellow\"}]},{\"family\":\"p"
		    "anel\",\"columns\":3,\"rows\":3,\"wraps\":false,\"start"
		    "s\":[[0,6],[6,6]],\"ends\":[{\"at\":[4,0],\"towards\":["
		    "0,-1]}],\"cells\":[{\"at\":[1,1],\"kind\":\"polyomino\""
		    ",\"colour\":\"yellow\",\"shape\":[\"#\",\"#\",\"#\"],\""
		    "rotatable\":false,\"negative\":false},{\"at\":[3,1],\"k"
		    "ind\":\"polyomino\",\"colour\":\"yellow\",\"shape\":[\""
		    "##\",\"#.\",\"#.\"],\"rotatable\":false,\"negative\":fa"
		    "lse},{\"at\":[5,1],\"kind\":\"polyomino\",\"colour\":\""
		    "yellow\",\"shape\":[\"#\"],\"rotatable\":false,\"negati"
		    "ve\":false},{\"at\":[5,3],\"kind\":\"eliminator\",\"col"
		    "our\":\"white\"},{\"at\":[3,5],\"kind\":\"triangle\",\""
		    "colour\":\"orange\",\"count\":2}]}]" },
	/* a cylinder whose lines grow lighter, one of three panels */
	{ 4000066, "[{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"wraps"
		   "\":false,\"starts\":[[2,0],[4,8]],\"ends\":[{\"at\":[6,"
		   "0],\"towards\":[0,-1]}],\"cells\":[{\"at\":[1,1],\"kind"
		   "\":\"triangle\",\"colour\":\"magenta\",\"count\":2},{\""
		   "at\":[3,1],\"kind\":\"triangle\",\"colour\":\"magenta\""
		   ",\"count\":1},{\"at\":[1,3],\"kind\":\"triangle\",\"col"
		   "our\":\"magenta\",\"count\":1},{\"at\":[1,5],\"kind\":"
		   "\"triangle\",\"colour\":\"magenta\",\"count\":1},{\"at"
		   "\":[3,7],\"kind\":\"triangle\",\"colour\":\"magenta\","
		   "\"count\":2}]},{\"family\":\"panel\",\"columns\":3,\"ro"
		   "ws\":2,\"wraps\":true,\"starts\":[[0,4]],\"ends\":[{\"a"
		   "t\":[2,0],\"towards\":[0,-1]}],\"dots\":[{\"at\":[5,0],"
		   "\"colour\":\"black\"},{\"at\":[0,2],\"colour\":\"black"
		   "\"}],\"cells\":[{\"at\":[3,1],\"kind\":\"square\",\"col"
		   "our\":\"cyan\"},{\"at\":[5,1],\"kind\":\"square\",\"col"
		   "our\":\"cyan\"},{\"at\":[3,3],\"kind\":\"square\",\"col"
		   "our\":\"cyan\"}]},{\"family\":\"panel\",\"columns\":5,"
		   "\"rows\":5,\"wraps\":false,\"starts\":[[6,10]],\"ends\""
		   ":[{\"at\":[10,0],\"towards\":[0,-1]},{\"at\":[0,6],\"to"
		   "wards\":[-1,0]}],\"missing\":[[1,0],[0,1],[10,3],[10,5]"
		   ",[0,7]],\"cells\":[{\"at\":[3,1],\"kind\":\"star\",\"co"
		   "lour\":\"red\"},{\"at\":[5,1],\"kind\":\"star\",\"colou"
		   "r\":\"red\"},{\"at\":[1,3],\"kind\":\"star\",\"colour\""
		   ":\"magenta\"},{\"at\":[5,5],\"kind\":\"star\",\"colour"
		   "\":\"red\"},{\"at\":[5,7],\"kind\":\"star\",\"colour\":"
		   "\"red\"},{\"at\":[7,9],\"kind\":\"star\",\"colour\":\"m"
		   "agenta\"}]}]" },
	/* three cells, two of them one, aslant */
	{ 4000095, "[{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wraps"
		   "\":false,\"starts\":[[0,4]],\"ends\":[{\"at\":[4,0],\"t"
		   "owards\":[0,-1]}],\"missing\":[[3,2]],\"dots\":[{\"at\""
		   ":[4,2],\"colour\":\"black\"},{\"at\":[2,4],\"colour\":"
		   "\"black\"}],\"cells\":[{\"at\":[1,1],\"kind\":\"square"
		   "\",\"colour\":\"cyan\"},{\"at\":[3,1],\"kind\":\"square"
		   "\",\"colour\":\"cyan\"}]}]" },
	/* five hearts, one of them no cell's, lie well on a larger lattice */
	{ 54000233, "[{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wrap"
		    "s\":false,\"starts\":[[0,4]],\"ends\":[{\"at\":[4,0],"
		    "\"towards\":[1,-1]},{\"at\":[4,4],\"towards\":[0,1]}],"
		    "\"dots\":[{\"at\":[2,3],\"colour\":\"black\"}],\"cells"
		    "\":[{\"at\":[1,1],\"kind\":\"star\",\"colour\":\"red\""
		    "},{\"at\":[3,1],\"kind\":\"square\",\"colour\":\"orang"
		    "e\"},{\"at\":[3,3],\"kind\":\"star\",\"colour\":\"red"
		    "\"}]},{\"family\":\"panel\",\"columns\":5,\"rows\":5,"
		    "\"wraps\":false,\"starts\":[[6,10]],\"ends\":[{\"at\":"
		    "[8,0],\"towards\":[0,-1]},{\"at\":[10,4],\"towards\":["
		    "1,0]}],\"missing\":[[10,3],[10,7],[0,9],[10,9],[1,10],"
		    "[9,10]],\"cells\":[{\"at\":[5,1],\"kind\":\"star\",\"c"
		    "olour\":\"black\"},{\"at\":[1,3],\"kind\":\"polyomino"
		    "\",\"colour\":\"magenta\",\"shape\":[\"#\",\"#\"],\"ro"
		    "tatable\":false,\"negative\":false},{\"at\":[3,3],\"ki"
		    "nd\":\"polyomino\",\"colour\":\"magenta\",\"shape\":["
		    "\"#\"],\"rotatable\":false,\"negative\":false},{\"at\""
		    ":[5,9],\"kind\":\"star\",\"colour\":\"black\"}]},{\"fa"
		    "mily\":\"panel\",\"columns\":6,\"rows\":6,\"wraps\":fa"
		    "lse,\"starts\":[[10,12]],\"ends\":[{\"at\":[12,0],\"to"
		    "wards\":[1,0]},{\"at\":[0,8],\"towards\":[-1,0]}],\"mi"
		    "ssing\":[[5,0],[7,0],[12,3],[12,5],[0,7],[7,12]],\"cel"
		    "ls\":[{\"at\":[1,1],\"kind\":\"square\",\"colour\":\"b"
		    "lack\"},{\"at\":[11,1],\"kind\":\"square\",\"colour\":"
		    "\"black\"},{\"at\":[1,3],\"kind\":\"square\",\"colour"
		    "\":\"black\"},{\"at\":[3,3],\"kind\":\"square\",\"colo"
		    "ur\":\"black\"},{\"at\":[7,3],\"kind\":\"square\",\"co"
		    "lour\":\"black\"},{\"at\":[9,3],\"kind\":\"square\",\""
		    "colour\":\"black\"},{\"at\":[1,5],\"kind\":\"square\","
		    "\"colour\":\"black\"},{\"at\":[3,5],\"kind\":\"square"
		    "\",\"colour\":\"black\"},{\"at\":[3,7],\"kind\":\"squa"
		    "re\",\"colour\":\"black\"},{\"at\":[7,7],\"kind\":\"sq"
		    "uare\",\"colour\":\"black\"},{\"at\":[11,7],\"kind\":"
		    "\"square\",\"colour\":\"black\"},{\"at\":[7,9],\"kind"
		    "\":\"square\",\"colour\":\"cyan\"},{\"at\":[5,11],\"ki"
		    "nd\":\"square\",\"colour\":\"black\"}]}]" },
	/* a line that was begun parts the cells, of another colour than lines
	 */
	{ 4000111, "[{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"wraps"
		   "\":false,\"starts\":[[4,2],[2,6]],\"ends\":[{\"at\":[6,"
		   "0],\"towards\":[0,-1]}],\"cells\":[{\"at\":[1,1],\"kind"
		   "\":\"square\",\"colour\":\"black\"},{\"at\":[3,3],\"kin"
		   "d\":\"square\",\"colour\":\"cyan\"},{\"at\":[5,3],\"kin"
		   "d\":\"square\",\"colour\":\"cyan\"},{\"at\":[1,5],\"kin"
		   "d\":\"star\",\"colour\":\"red\"},{\"at\":[3,5],\"kind\""
		   ":\"star\",\"colour\":\"red\"}]},{\"family\":\"panel\","
		   "\"columns\":3,\"rows\":3,\"wraps\":false,\"starts\":[[2"
		   ",6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],\"gap"
		   "s\":[[5,2],[0,5],[1,6]],\"missing\":[[0,3]]}]" },
	/* lines that grain breaks, so that no field shows them: the edges of
	 * all cells are one stroke */
	{ 73000308,
	  "[{\"family\":\"panel\",\"columns\":3,\"rows\":2,\"wraps\":true,"
	  "\"starts\":[[4,0],[0,4]],\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}"
	  "],\"dots\":[{\"at\":[0,2],\"colour\":\"black\"},{\"at\":[2,2],"
	  "\"colour\":\"black\"}],\"cells\":[{\"at\":[1,3],\"kind\":\"square\","
	  "\"colour\":\"black\"},{\"at\":[3,3],\"kind\":\"square\",\"colour\":"
	  "\"black\"}]}]" },
	/* lines of ten pixels that a JPEG left no flat field of */
	{ 2000017, "[{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wr"
		   "aps\":false,\"symmetry\":\"vertical\",\"starts\":[[0"
		   ",0],[2,1],[2,3],[0,4]],\"ends\":[{\"at\":[2,0],\"tow"
		   "ards\":[0,-1]},{\"at\":[4,1],\"towards\":[1,0]},{\"a"
		   "t\":[4,3],\"towards\":[1,0]},{\"at\":[2,4],\"towards"
		   "\":[0,1]}],\"gaps\":[[3,0],[0,3]]}]" },
	/* the same, and a start amid its four cells */
	{ 6000034, "[{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wr"
		   "aps\":false,\"starts\":[[2,2],[0,4]],\"ends\":[{\"at"
		   "\":[0,0],\"towards\":[0,-1]},{\"at\":[4,0],\"towards"
		   "\":[1,-1]}],\"gaps\":[[3,4]]}]" },
	/* a cell of which a symbol is less likely than none */
	{ 203000615, "[{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wr"
		     "aps\":false,\"starts\":[[1,4],[8,12]],\"ends\":[{\"a"
		     "t\":[12,0],\"towards\":[0,-1]},{\"at\":[12,10],\"tow"
		     "ards\":[1,0]}],\"cells\":[{\"at\":[3,9],\"kind\":\"s"
		     "tar\",\"colour\":\"green\"},{\"at\":[7,9],\"kind\":"
		     "\"star\",\"colour\":\"green\"}]}]" },
	/* vertices as dark as their lines, none of them a dot */
	{ 6000055, "[{\"family\":\"panel\",\"columns\":7,\"rows\":7,\"wr"
		   "aps\":false,\"starts\":[[14,14]],\"ends\":[{\"at\":["
		   "4,0],\"towards\":[0,-1]},{\"at\":[0,14],\"towards\":"
		   "[-1,0]}],\"cells\":[{\"at\":[11,1],\"kind\":\"triang"
		   "le\",\"colour\":\"cyan\",\"count\":1},{\"at\":[7,5],"
		   "\"kind\":\"triangle\",\"colour\":\"cyan\",\"count\":"
		   "2},{\"at\":[13,5],\"kind\":\"triangle\",\"colour\":"
		   "\"cyan\",\"count\":2},{\"at\":[1,9],\"kind\":\"trian"
		   "gle\",\"colour\":\"cyan\",\"count\":3},{\"at\":[5,9]"
		   ",\"kind\":\"triangle\",\"colour\":\"cyan\",\"count\""
		   ":2},{\"at\":[11,11],\"kind\":\"triangle\",\"colour\""
		   ":\"cyan\",\"count\":1},{\"at\":[13,11],\"kind\":\"tr"
		   "iangle\",\"colour\":\"cyan\",\"count\":1},{\"at\":[1"
		   "3,13],\"kind\":\"triangle\",\"colour\":\"cyan\",\"co"
		   "unt\":1}]},{\"family\":\"panel\",\"columns\":3,\"row"
		   "s\":5,\"wraps\":false,\"starts\":[[2,10]],\"ends\":["
		   "{\"at\":[0,0],\"towards\":[0,-1]}],\"cells\":[{\"at"
		   "\":[3,1],\"kind\":\"polyomino\",\"colour\":\"blue\","
		   "\"shape\":[\"#\",\"#\"],\"rotatable\":true,\"negativ"
		   "e\":false},{\"at\":[3,5],\"kind\":\"polyomino\",\"co"
		   "lour\":\"blue\",\"shape\":[\"#\",\"#\"],\"rotatable"
		   "\":true,\"negative\":false},{\"at\":[5,5],\"kind\":"
		   "\"polyomino\",\"colour\":\"blue\",\"shape\":[\"#\"],"
		   "\"rotatable\":true,\"negative\":false}]}]" },
	/* lines blurred into a cell are no part of its blocks */
	{ 14000123, "[{\"family\":\"panel\",\"columns\":7,\"rows\":4,\"wr"
		    "aps\":false,\"starts\":[[14,8]],\"ends\":[{\"at\":[2"
		    ",0],\"towards\":[0,-1]}],\"gaps\":[[12,3],[11,4],[10"
		    ",7]],\"dots\":[{\"at\":[8,0],\"colour\":\"black\"},{"
		    "\"at\":[6,2],\"colour\":\"black\"},{\"at\":[10,4],\""
		    "colour\":\"black\"},{\"at\":[6,6],\"colour\":\"black"
		    "\"},{\"at\":[8,8],\"colour\":\"black\"},{\"at\":[10,"
		    "8],\"colour\":\"black\"},{\"at\":[12,8],\"colour\":"
		    "\"black\"}],\"cells\":[{\"at\":[1,1],\"kind\":\"tria"
		    "ngle\",\"colour\":\"yellow\",\"count\":2},{\"at\":[5"
		    ",1],\"kind\":\"polyomino\",\"colour\":\"purple\",\"s"
		    "hape\":[\"#\",\"#\",\"#\"],\"rotatable\":false,\"neg"
		    "ative\":false},{\"at\":[7,1],\"kind\":\"triangle\","
		    "\"colour\":\"yellow\",\"count\":2},{\"at\":[9,1],\"k"
		    "ind\":\"polyomino\",\"colour\":\"purple\",\"shape\":"
		    "[\"##\",\"#.\"],\"rotatable\":false,\"negative\":fal"
		    "se},{\"at\":[13,1],\"kind\":\"polyomino\",\"colour\""
		    ":\"purple\",\"shape\":[\"#\",\"#\",\"#\",\"#\"],\"ro"
		    "tatable\":false,\"negative\":false},{\"at\":[1,3],\""
		    "kind\":\"polyomino\",\"colour\":\"purple\",\"shape\""
		    ":[\"###\"],\"rotatable\":false,\"negative\":false},{"
		    "\"at\":[3,3],\"kind\":\"triangle\",\"colour\":\"yell"
		    "ow\",\"count\":1},{\"at\":[5,3],\"kind\":\"square\","
		    "\"colour\":\"orange\"},{\"at\":[7,3],\"kind\":\"poly"
		    "omino\",\"colour\":\"purple\",\"shape\":[\"##\",\"#."
		    "\"],\"rotatable\":false,\"negative\":false},{\"at\":"
		    "[9,3],\"kind\":\"polyomino\",\"colour\":\"purple\","
		    "\"shape\":[\"#\",\"#\"],\"rotatable\":false,\"negati"
		    "ve\":false},{\"at\":[11,3],\"kind\":\"polyomino\",\""
		    "colour\":\"purple\",\"shape\":[\"#\"],\"rotatable\":"
		    "false,\"negative\":false},{\"at\":[13,3],\"kind\":\""
		    "polyomino\",\"colour\":\"purple\",\"shape\":[\"#\","
		    "\"#\"],\"rotatable\":false,\"negative\":false},{\"at"
		    "\":[1,5],\"kind\":\"polyomino\",\"colour\":\"purple"
		    "\",\"shape\":[\"##\"],\"rotatable\":false,\"negative"
		    "\":false},{\"at\":[5,5],\"kind\":\"polyomino\",\"col"
		    "our\":\"purple\",\"shape\":[\"##\"],\"rotatable\":fa"
		    "lse,\"negative\":false},{\"at\":[9,5],\"kind\":\"squ"
		    "are\",\"colour\":\"magenta\"},{\"at\":[11,5],\"kind"
		    "\":\"polyomino\",\"colour\":\"purple\",\"shape\":[\""
		    "#\"],\"rotatable\":false,\"negative\":false},{\"at\""
		    ":[13,5],\"kind\":\"star\",\"colour\":\"red\"},{\"at"
		    "\":[3,7],\"kind\":\"polyomino\",\"colour\":\"purple"
		    "\",\"shape\":[\"##\"],\"rotatable\":false,\"negative"
		    "\":false},{\"at\":[5,7],\"kind\":\"square\",\"colour"
		    "\":\"orange\"},{\"at\":[9,7],\"kind\":\"square\",\"c"
		    "olour\":\"magenta\"},{\"at\":[11,7],\"kind\":\"star"
		    "\",\"colour\":\"red\"},{\"at\":[13,7],\"kind\":\"tri"
		    "angle\",\"colour\":\"yellow\",\"count\":1}]},{\"fami"
		    "ly\":\"panel\",\"columns\":7,\"rows\":5,\"wraps\":fa"
		    "lse,\"starts\":[[12,10]],\"ends\":[{\"at\":[0,0],\"t"
		    "owards\":[0,-1]},{\"at\":[14,7],\"towards\":[1,0]}],"
		    "\"cells\":[{\"at\":[11,1],\"kind\":\"eliminator\",\""
		    "colour\":\"cyan\"},{\"at\":[13,1],\"kind\":\"triangl"
		    "e\",\"colour\":\"purple\",\"count\":1},{\"at\":[11,5"
		    "],\"kind\":\"triangle\",\"colour\":\"purple\",\"coun"
		    "t\":1},{\"at\":[5,7],\"kind\":\"triangle\",\"colour"
		    "\":\"purple\",\"count\":2},{\"at\":[7,7],\"kind\":\""
		    "triangle\",\"colour\":\"purple\",\"count\":3}]}]" },
	/* a cylinder whose lattice is off at its last but one column */
	{ 502001527, "[{\"family\":\"panel\",\"columns\":3,\"rows\":2,\"wr"
		     "aps\":true,\"starts\":[[0,4]],\"ends\":[{\"at\":[0,0"
		     "],\"towards\":[0,-1]}],\"missing\":[[3,0]],\"dots\":"
		     "[{\"at\":[0,2],\"colour\":\"black\"}],\"cells\":[{\""
		     "at\":[1,3],\"kind\":\"square\",\"colour\":\"cyan\"},"
		     "{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"cyan"
		     "\"},{\"at\":[5,3],\"kind\":\"square\",\"colour\":\"c"
		     "yan\"}]},{\"family\":\"panel\",\"columns\":3,\"rows"
		     "\":2,\"wraps\":true,\"starts\":[[1,2],[0,4]],\"ends"
		     "\":[{\"at\":[0,0],\"towards\":[0,-1]},{\"at\":[2,0],"
		     "\"towards\":[0,-1]}],\"dots\":[{\"at\":[4,0],\"colou"
		     "r\":\"black\"}],\"cells\":[{\"at\":[1,1],\"kind\":\""
		     "square\",\"colour\":\"red\"},{\"at\":[3,1],\"kind\":"
		     "\"square\",\"colour\":\"red\"},{\"at\":[5,3],\"kind"
		     "\":\"square\",\"colour\":\"red\"}]}]" },
	/* a line that was begun, on which light falls off more than on the
	   panel */
	{ 15000071, "[{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wr"
		    "aps\":false,\"starts\":[[2,2],[0,4]],\"ends\":[{\"at"
		    "\":[2,0],\"towards\":[0,-1]}],\"cells\":[{\"at\":[3,"
		    "3],\"kind\":\"polyomino\",\"colour\":\"white\",\"sha"
		    "pe\":[\"##\",\"##\"],\"rotatable\":false,\"negative"
		    "\":false}]},{\"family\":\"panel\",\"columns\":2,\"ro"
		    "ws\":2,\"wraps\":false,\"starts\":[[0,4]],\"ends\":["
		    "{\"at\":[4,0],\"towards\":[1,0]}]}]" },
	/* the pointer over an edge, which seems to be missing */
	{ 601001882, "[{\"family\":\"panel\",\"columns\":5,\"rows\":2,\"wr"
		     "aps\":false,\"starts\":[[2,2],[6,4]],\"ends\":[{\"at"
		     "\":[0,0],\"towards\":[0,-1]},{\"at\":[6,0],\"towards"
		     "\":[0,-1]}],\"gaps\":[[3,0],[7,0],[8,3]],\"dots\":[{"
		     "\"at\":[2,0],\"colour\":\"black\"},{\"at\":[4,0],\"c"
		     "olour\":\"black\"},{\"at\":[8,0],\"colour\":\"black"
		     "\"},{\"at\":[0,4],\"colour\":\"black\"},{\"at\":[10,"
		     "4],\"colour\":\"black\"}]},{\"family\":\"panel\",\"c"
		     "olumns\":3,\"rows\":3,\"wraps\":false,\"starts\":[[0"
		     ",6]],\"ends\":[{\"at\":[6,0],\"towards\":[1,0]}],\"c"
		     "ells\":[{\"at\":[5,5],\"kind\":\"triangle\",\"colour"
		     "\":\"white\",\"count\":3}]}]" },
	/* small beside large ones in a large picture, breaks through both rows
	 */
	{ 803002470,
	  "[{\"family\":\"panel\",\"columns\":3,\"rows\":2,\"wraps\":false,"
	  "\"symmetry\":\"horizontal\",\"starts\":[[0,4],[6,4]],\"ends\":[{"
	  "\"at\":[0,0],\"towards\":[0,-1]},{\"at\":[6,0],\"towards\":[0,-1]}],"
	  "\"dots\":[{\"at\":[2,0],\"colour\":\"cyan\"},{\"at\":[2,4],"
	  "\"colour\":\"cyan\"}]},{\"family\":\"panel\",\"columns\":4,\"rows\":"
	  "4,\"wraps\":false,\"starts\":[[0,6],[4,8]],\"ends\":[{\"at\":[2,0],"
	  "\"towards\":[0,-1]}],\"dots\":[{\"at\":[6,2],\"colour\":\"black\"},{"
	  "\"at\":[6,4],\"colour\":\"black\"}]},{\"family\":\"panel\","
	  "\"columns\":2,\"rows\":2,\"wraps\":false,\"starts\":[[0,4]],"
	  "\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}],\"gaps\":[[2,1],[2,3]]}"
	  "]" },
	/* lines of seven pixels in a picture that is looked at at half its size
	 */
	{ 806002506,
	  "[{\"family\":\"panel\",\"columns\":7,\"rows\":7,\"wraps\":false,"
	  "\"starts\":[[14,14]],\"ends\":[{\"at\":[12,0],\"towards\":[0,-1]}],"
	  "\"cells\":[{\"at\":[5,1],\"kind\":\"square\",\"colour\":\"magenta\"}"
	  ",{\"at\":[7,1],\"kind\":\"square\",\"colour\":\"magenta\"},{\"at\":["
	  "1,3],\"kind\":\"square\",\"colour\":\"magenta\"},{\"at\":[3,3],"
	  "\"kind\":\"square\",\"colour\":\"magenta\"},{\"at\":[7,3],\"kind\":"
	  "\"square\",\"colour\":\"magenta\"},{\"at\":[3,5],\"kind\":"
	  "\"square\",\"colour\":\"magenta\"},{\"at\":[7,5],\"kind\":"
	  "\"square\",\"colour\":\"magenta\"},{\"at\":[13,5],\"kind\":"
	  "\"square\",\"colour\":\"magenta\"},{\"at\":[1,7],\"kind\":"
	  "\"square\",\"colour\":\"magenta\"},{\"at\":[11,9],\"kind\":"
	  "\"square\",\"colour\":\"magenta\"},{\"at\":[13,9],\"kind\":"
	  "\"square\",\"colour\":\"magenta\"},{\"at\":[1,11],\"kind\":"
	  "\"square\",\"colour\":\"white\"},{\"at\":[3,11],\"kind\":\"square\","
	  "\"colour\":\"white\"},{\"at\":[5,11],\"kind\":\"square\",\"colour\":"
	  "\"magenta\"},{\"at\":[1,13],\"kind\":\"square\",\"colour\":"
	  "\"white\"},{\"at\":[3,13],\"kind\":\"square\",\"colour\":\"white\"}]"
	  "},{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wraps\":false,"
	  "\"symmetry\":\"horizontal\",\"starts\":[[4,12],[8,12]],\"ends\":[{"
	  "\"at\":[0,0],\"towards\":[0,-1]},{\"at\":[12,0],\"towards\":[0,-1]}]"
	  ",\"dots\":[{\"at\":[8,0],\"colour\":\"yellow\"},{\"at\":[10,2],"
	  "\"colour\":\"yellow\"},{\"at\":[12,2],\"colour\":\"yellow\"},{"
	  "\"at\":[2,4],\"colour\":\"cyan\"},{\"at\":[2,6],\"colour\":"
	  "\"black\"},{\"at\":[12,8],\"colour\":\"yellow\"},{\"at\":[0,10],"
	  "\"colour\":\"black\"},{\"at\":[2,12],\"colour\":\"cyan\"}],"
	  "\"cells\":[{\"at\":[3,3],\"kind\":\"triangle\",\"colour\":"
	  "\"orange\",\"count\":2},{\"at\":[9,5],\"kind\":\"triangle\","
	  "\"colour\":\"orange\",\"count\":3},{\"at\":[3,7],\"kind\":"
	  "\"triangle\",\"colour\":\"orange\",\"count\":2}]},{\"family\":"
	  "\"panel\",\"columns\":2,\"rows\":2,\"wraps\":false,\"starts\":[[0,4]"
	  "],\"ends\":[{\"at\":[4,0],\"towards\":[0,-1]},{\"at\":[4,2],"
	  "\"towards\":[1,0]}],\"gaps\":[[2,1],[2,3]]}]" },
};

static bool is_found(const struct puzzle *puzzle,
		     const struct sighting_list *list)
{
	bool found = false;

	for (size_t i = 0; i < list->count && !found; i++) {
		struct buffer why;

		buffer_init(&why);
		found = puzzle_equal(puzzle, &list->sightings[i].puzzle, &why);
		buffer_fini(&why);
	}
	return found;
}

/* Draws a scene of the puzzles of a list; returns how many. */
static int draw(uint64_t seed, const char *text, struct puzzle *puzzles,
		struct scene *scene)
{
	struct scene_wish wish = scene_wish(seed);
	json_t *json = json_loads(text, 0, NULL);
	int count = (int)json_array_size(json);

	assert_in_range(count, 1, PANELS_MOST);
	for (int i = 0; i < count; i++)
		assert_int_equal(
			puzzle_from_json(json_array_get(json, (size_t)i),
					 &puzzles[i], NULL),
			0);
	assert_int_equal(scene_draw_page(puzzles, count, &wish, scene, NULL),
			 0);
	json_decref(json);
	return count;
}

static void check_scene(struct vision *vision, uint64_t seed, const char *text)
{
	struct sighting_list list = { 0 };
	struct puzzle puzzles[PANELS_MOST];
	struct scene scene;
	int count = draw(seed, text, puzzles, &scene);

	assert_int_equal(vision_read(vision, &scene.image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	if ((int)list.count != count)
		fail_msg("%s: %zu found", scene.look, list.count);
	for (int i = 0; i < count; i++) {
		if (!is_found(&puzzles[i], &list))
			fail_msg("%s: panel %d", scene.look, i);
		puzzle_fini(&puzzles[i]);
	}
	sighting_list_fini(&list);
	scene_fini(&scene);
}

static void scenes_are_read(void **state)
{
	struct vision *vision = vision_new(NULL);

	(void)state;
	assert_non_null(vision);
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
		check_scene(vision, scenes[i].seed, scenes[i].panels);
	vision_free(vision);
}

static bool has_size(const struct sighting_list *list,
		     const struct panel *panel)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct panel *one = &list->sightings[i].puzzle.as.panel;

		if (one->columns == panel->columns && one->rows == panel->rows)
			return true;
	}
	return false;
}

static const struct {
	uint64_t seed;
	const char *panels;
} sizes[] = {
	/* drawn to the full, it is not taken for one of other cells */
	{ 52000202,
	  "[{\"family\":\"panel\",\"columns\":7,\"rows\":7,\"wraps\":fa"
	  "lse,\"symmetry\":\"horizontal\",\"starts\":[[0,14],[14,14]],"
	  "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]},{\"at\":[8,0],\""
	  "towards\":[0,-1]}],\"dots\":[{\"at\":[12,0],\"colour\":\"yel"
	  "low\"},{\"at\":[10,4],\"colour\":\"yellow\"},{\"at\":[4,8],"
	  "\"colour\":\"black\"},{\"at\":[4,10],\"colour\":\"cyan\"},{"
	  "\"at\":[14,10],\"colour\":\"yellow\"},{\"at\":[10,14],\"colo"
	  "ur\":\"yellow\"}],\"cells\":[{\"at\":[1,1],\"kind\":\"triang"
	  "le\",\"colour\":\"blue\",\"count\":3},{\"at\":[9,3],\"kind\""
	  ":\"triangle\",\"colour\":\"blue\",\"count\":2},{\"at\":[13,3"
	  "],\"kind\":\"triangle\",\"colour\":\"blue\",\"count\":2},{\""
	  "at\":[5,5],\"kind\":\"triangle\",\"colour\":\"blue\",\"count"
	  "\":1},{\"at\":[9,5],\"kind\":\"triangle\",\"colour\":\"blue"
	  "\",\"count\":1},{\"at\":[1,7],\"kind\":\"triangle\",\"colour"
	  "\":\"blue\",\"count\":2},{\"at\":[5,9],\"kind\":\"triangle\""
	  ",\"colour\":\"blue\",\"count\":2},{\"at\":[5,11],\"kind\":\""
	  "triangle\",\"colour\":\"blue\",\"count\":2},{\"at\":[3,13],"
	  "\"kind\":\"triangle\",\"colour\":\"blue\",\"count\":2},{\"at"
	  "\":[5,13],\"kind\":\"triangle\",\"colour\":\"blue\",\"count"
	  "\":3},{\"at\":[11,13],\"kind\":\"triangle\",\"colour\":\"blu"
	  "e\",\"count\":2}]},{\"family\":\"panel\",\"columns\":5,\"row"
	  "s\":5,\"wraps\":false,\"symmetry\":\"rotational\",\"starts\""
	  ":[[4,0],[6,10]],\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]},"
	  "{\"at\":[8,10],\"towards\":[0,1]}],\"missing\":[[8,3],[5,4],"
	  "[4,5],[7,6],[5,8],[7,8],[4,9]],\"cells\":[{\"at\":[7,1],\"ki"
	  "nd\":\"square\",\"colour\":\"red\"},{\"at\":[1,3],\"kind\":"
	  "\"square\",\"colour\":\"red\"},{\"at\":[7,3],\"kind\":\"squa"
	  "re\",\"colour\":\"red\"},{\"at\":[1,5],\"kind\":\"square\","
	  "\"colour\":\"red\"},{\"at\":[3,5],\"kind\":\"square\",\"colo"
	  "ur\":\"red\"},{\"at\":[5,5],\"kind\":\"square\",\"colour\":"
	  "\"red\"},{\"at\":[7,5],\"kind\":\"square\",\"colour\":\"red"
	  "\"},{\"at\":[9,5],\"kind\":\"square\",\"colour\":\"red\"},{"
	  "\"at\":[1,7],\"kind\":\"square\",\"colour\":\"red\"},{\"at\""
	  ":[3,7],\"kind\":\"square\",\"colour\":\"red\"},{\"at\":[5,7]"
	  ",\"kind\":\"square\",\"colour\":\"red\"},{\"at\":[3,9],\"kin"
	  "d\":\"square\",\"colour\":\"red\"},{\"at\":[9,9],\"kind\":\""
	  "square\",\"colour\":\"red\"}]}]" },
	/* of a soft picture, the first is only seen where that is made smaller,
	 * which does not tell all surely */
	{ 81000340,
	  "[{\"family\":\"panel\",\"columns\":7,\"rows\":5,\"wraps\":false,"
	  "\"starts\":[[14,10]],\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]},{"
	  "\"at\":[14,7],\"towards\":[1,0]}],\"cells\":[{\"at\":[5,1],\"kind\":"
	  "\"square\",\"colour\":\"cyan\"},{\"at\":[7,1],\"kind\":\"square\","
	  "\"colour\":\"cyan\"},{\"at\":[9,1],\"kind\":\"square\",\"colour\":"
	  "\"cyan\"},{\"at\":[1,3],\"kind\":\"square\",\"colour\":\"cyan\"},{"
	  "\"at\":[3,3],\"kind\":\"square\",\"colour\":\"cyan\"},{\"at\":[9,3],"
	  "\"kind\":\"square\",\"colour\":\"cyan\"},{\"at\":[13,3],\"kind\":"
	  "\"square\",\"colour\":\"cyan\"},{\"at\":[9,5],\"kind\":\"square\","
	  "\"colour\":\"cyan\"},{\"at\":[11,5],\"kind\":\"square\",\"colour\":"
	  "\"cyan\"},{\"at\":[13,5],\"kind\":\"square\",\"colour\":\"cyan\"},{"
	  "\"at\":[1,7],\"kind\":\"square\",\"colour\":\"cyan\"},{\"at\":[3,7],"
	  "\"kind\":\"square\",\"colour\":\"cyan\"},{\"at\":[7,7],\"kind\":"
	  "\"square\",\"colour\":\"cyan\"},{\"at\":[9,7],\"kind\":\"square\","
	  "\"colour\":\"cyan\"},{\"at\":[11,7],\"kind\":\"square\",\"colour\":"
	  "\"cyan\"},{\"at\":[3,9],\"kind\":\"square\",\"colour\":\"cyan\"},{"
	  "\"at\":[7,9],\"kind\":\"square\",\"colour\":\"cyan\"},{\"at\":[13,9]"
	  ",\"kind\":\"square\",\"colour\":\"cyan\"}]},{\"family\":\"panel\","
	  "\"columns\":2,\"rows\":2,\"wraps\":false,\"starts\":[[0,4]],"
	  "\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}]},{\"family\":\"panel\","
	  "\"columns\":5,\"rows\":7,\"wraps\":false,\"starts\":[[10,9],[6,14]],"
	  "\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]},{\"at\":[10,0],"
	  "\"towards\":[1,-1]}],\"cells\":[{\"at\":[3,1],\"kind\":"
	  "\"polyomino\",\"colour\":\"red\",\"shape\":[\"#\"],\"rotatable\":"
	  "false,\"negative\":false},{\"at\":[5,1],\"kind\":\"polyomino\","
	  "\"colour\":\"red\",\"shape\":[\"####\"],\"rotatable\":false,"
	  "\"negative\":false},{\"at\":[9,1],\"kind\":\"polyomino\",\"colour\":"
	  "\"red\",\"shape\":[\"#\"],\"rotatable\":false,\"negative\":false},{"
	  "\"at\":[3,5],\"kind\":\"polyomino\",\"colour\":\"red\",\"shape\":["
	  "\"##\"],\"rotatable\":false,\"negative\":false},{\"at\":[9,5],"
	  "\"kind\":\"polyomino\",\"colour\":\"red\",\"shape\":[\"#\",\"#\"],"
	  "\"rotatable\":false,\"negative\":false},{\"at\":[5,9],\"kind\":"
	  "\"polyomino\",\"colour\":\"red\",\"shape\":[\"###\"],\"rotatable\":"
	  "false,\"negative\":false},{\"at\":[7,9],\"kind\":\"polyomino\","
	  "\"colour\":\"red\",\"shape\":[\"##\"],\"rotatable\":false,"
	  "\"negative\":false},{\"at\":[9,9],\"kind\":\"polyomino\",\"colour\":"
	  "\"red\",\"shape\":[\"#\"],\"rotatable\":false,\"negative\":false},{"
	  "\"at\":[1,11],\"kind\":\"polyomino\",\"colour\":\"red\",\"shape\":["
	  "\"#\",\"#\"],\"rotatable\":false,\"negative\":false},{\"at\":[5,11],"
	  "\"kind\":\"polyomino\",\"colour\":\"red\",\"shape\":[\"###\"],"
	  "\"rotatable\":false,\"negative\":false},{\"at\":[7,11],\"kind\":"
	  "\"polyomino\",\"colour\":\"red\",\"shape\":[\"#\"],\"rotatable\":"
	  "false,\"negative\":false},{\"at\":[7,13],\"kind\":\"polyomino\","
	  "\"colour\":\"red\",\"shape\":[\"##\"],\"rotatable\":false,"
	  "\"negative\":false}]}]" },
	/* what the pointer covers much of is a panel still */
	{ 80000257,
	  "[{\"family\":\"panel\",\"columns\":6,\"rows\":5,\"wraps\":false,"
	  "\"starts\":[[6,8],[10,10]],\"ends\":[{\"at\":[0,0],\"towards\":[0,-"
	  "1]}],\"cells\":[{\"at\":[7,5],\"kind\":\"polyomino\",\"colour\":"
	  "\"purple\",\"shape\":[\"#\"],\"rotatable\":false,\"negative\":true},"
	  "{\"at\":[7,7],\"kind\":\"polyomino\",\"colour\":\"blue\",\"shape\":["
	  "\"##\",\"##\",\".#\"],\"rotatable\":false,\"negative\":false},{"
	  "\"at\":[3,9],\"kind\":\"polyomino\",\"colour\":\"blue\",\"shape\":["
	  "\"###\"],\"rotatable\":true,\"negative\":false},{\"at\":[11,9],"
	  "\"kind\":\"polyomino\",\"colour\":\"blue\",\"shape\":[\"##\"],"
	  "\"rotatable\":false,\"negative\":false}]},{\"family\":\"panel\","
	  "\"columns\":7,\"rows\":7,\"wraps\":false,\"starts\":[[12,14]],"
	  "\"ends\":[{\"at\":[12,0],\"towards\":[0,-1]}],\"missing\":[[0,3],[0,"
	  "9],[14,9],[0,11],[0,13],[1,14],[3,14],[5,14]],\"dots\":[{\"at\":[8,"
	  "1],\"colour\":\"black\"}],\"cells\":[{\"at\":[1,1],\"kind\":"
	  "\"polyomino\",\"colour\":\"orange\",\"shape\":[\"#....\",\".#.##\"],"
	  "\"rotatable\":false,\"negative\":false},{\"at\":[5,1],\"kind\":"
	  "\"eliminator\",\"colour\":\"purple\"},{\"at\":[13,5],\"kind\":"
	  "\"star\",\"colour\":\"cyan\"},{\"at\":[5,7],\"kind\":\"square\","
	  "\"colour\":\"green\"},{\"at\":[3,9],\"kind\":\"polyomino\","
	  "\"colour\":\"black\",\"shape\":[\"##\"],\"rotatable\":false,"
	  "\"negative\":true},{\"at\":[5,9],\"kind\":\"triangle\",\"colour\":"
	  "\"green\",\"count\":1},{\"at\":[13,11],\"kind\":\"polyomino\","
	  "\"colour\":\"blue\",\"shape\":[\"##\",\".#\",\".#\",\".#\"],"
	  "\"rotatable\":true,\"negative\":false},{\"at\":[9,13],\"kind\":"
	  "\"polyomino\",\"colour\":\"purple\",\"shape\":[\".#\",\"##\"],"
	  "\"rotatable\":false,\"negative\":false}]}]" },
	/* dim lines beside another panel */
	{ 9000073, "[{\"family\":\"panel\",\"columns\":2,\"rows\":2,\"wr"
		   "aps\":false,\"starts\":[[4,0],[0,4]],\"ends\":[{\"at"
		   "\":[2,0],\"towards\":[0,-1]}],\"gaps\":[[2,3]]},{\"f"
		   "amily\":\"panel\",\"columns\":7,\"rows\":7,\"wraps\""
		   ":false,\"starts\":[[14,14]],\"ends\":[{\"at\":[4,0],"
		   "\"towards\":[0,-1]}],\"gaps\":[[13,0],[3,2],[2,3],[4"
		   ",5],[6,7],[12,7],[14,7],[12,9],[9,10],[3,12]],\"cell"
		   "s\":[{\"at\":[3,1],\"kind\":\"square\",\"colour\":\""
		   "black\"},{\"at\":[9,1],\"kind\":\"square\",\"colour"
		   "\":\"black\"},{\"at\":[11,1],\"kind\":\"square\",\"c"
		   "olour\":\"orange\"},{\"at\":[3,3],\"kind\":\"square"
		   "\",\"colour\":\"black\"},{\"at\":[5,3],\"kind\":\"sq"
		   "uare\",\"colour\":\"black\"},{\"at\":[7,3],\"kind\":"
		   "\"square\",\"colour\":\"black\"},{\"at\":[5,5],\"kin"
		   "d\":\"square\",\"colour\":\"black\"},{\"at\":[7,5],"
		   "\"kind\":\"square\",\"colour\":\"black\"},{\"at\":[1"
		   "3,5],\"kind\":\"square\",\"colour\":\"black\"},{\"at"
		   "\":[3,7],\"kind\":\"square\",\"colour\":\"black\"},{"
		   "\"at\":[1,9],\"kind\":\"square\",\"colour\":\"black"
		   "\"},{\"at\":[5,9],\"kind\":\"square\",\"colour\":\"o"
		   "range\"},{\"at\":[13,9],\"kind\":\"square\",\"colour"
		   "\":\"black\"},{\"at\":[3,11],\"kind\":\"square\",\"c"
		   "olour\":\"orange\"},{\"at\":[5,11],\"kind\":\"square"
		   "\",\"colour\":\"orange\"},{\"at\":[1,13],\"kind\":\""
		   "square\",\"colour\":\"black\"}]}]" },
	/* a blurred cylinder, whose lines are strokes, beside another */
	{ 10000053, "[{\"family\":\"panel\",\"columns\":5,\"rows\":4,\"wr"
		    "aps\":true,\"starts\":[[4,8]],\"ends\":[{\"at\":[0,0"
		    "],\"towards\":[0,-1]}],\"dots\":[{\"at\":[4,2],\"col"
		    "our\":\"black\"},{\"at\":[2,4],\"colour\":\"black\"}"
		    ",{\"at\":[0,6],\"colour\":\"black\"},{\"at\":[8,6],"
		    "\"colour\":\"black\"},{\"at\":[0,8],\"colour\":\"bla"
		    "ck\"}],\"cells\":[{\"at\":[1,1],\"kind\":\"square\","
		    "\"colour\":\"purple\"},{\"at\":[3,1],\"kind\":\"squa"
		    "re\",\"colour\":\"purple\"},{\"at\":[7,1],\"kind\":"
		    "\"square\",\"colour\":\"purple\"},{\"at\":[9,1],\"ki"
		    "nd\":\"square\",\"colour\":\"purple\"},{\"at\":[3,5]"
		    ",\"kind\":\"square\",\"colour\":\"purple\"},{\"at\":"
		    "[5,5],\"kind\":\"square\",\"colour\":\"purple\"},{\""
		    "at\":[9,5],\"kind\":\"square\",\"colour\":\"purple\""
		    "},{\"at\":[5,7],\"kind\":\"square\",\"colour\":\"pur"
		    "ple\"},{\"at\":[7,7],\"kind\":\"square\",\"colour\":"
		    "\"purple\"},{\"at\":[9,7],\"kind\":\"square\",\"colo"
		    "ur\":\"purple\"}]},{\"family\":\"panel\",\"columns\""
		    ":4,\"rows\":4,\"wraps\":false,\"starts\":[[4,1],[4,8"
		    "]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],\"ce"
		    "lls\":[{\"at\":[1,1],\"kind\":\"triangle\",\"colour"
		    "\":\"orange\",\"count\":3},{\"at\":[7,3],\"kind\":\""
		    "triangle\",\"colour\":\"orange\",\"count\":2},{\"at"
		    "\":[3,5],\"kind\":\"triangle\",\"colour\":\"orange\""
		    ",\"count\":2},{\"at\":[5,5],\"kind\":\"triangle\",\""
		    "colour\":\"orange\",\"count\":3},{\"at\":[7,5],\"kin"
		    "d\":\"eliminator\",\"colour\":\"white\"}]}]" },
};

/* Panels are found as they are whatever becomes of their clues. */
static void check_sizes(struct vision *vision, uint64_t seed, const char *text)
{
	struct sighting_list list = { 0 };
	struct puzzle puzzles[PANELS_MOST];
	struct scene scene;
	int count = draw(seed, text, puzzles, &scene);

	assert_int_equal(vision_read(vision, &scene.image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	if ((int)list.count != count)
		fail_msg("%s: %zu found", scene.look, list.count);
	for (int i = 0; i < count; i++) {
		if (!has_size(&list, &puzzles[i].as.panel))
			fail_msg("%s: panel %d", scene.look, i);
		puzzle_fini(&puzzles[i]);
	}
	sighting_list_fini(&list);
	scene_fini(&scene);
}

static void sizes_are_read(void **state)
{
	struct vision *vision = vision_new(NULL);

	(void)state;
	assert_non_null(vision);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		check_sizes(vision, sizes[i].seed, sizes[i].panels);
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scenes_are_read),
		cmocka_unit_test(sizes_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
