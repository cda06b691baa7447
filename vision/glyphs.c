#include "glyphs.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "glyph_net.h"
#include "weights.h"
#include "number_memo.h"

_Static_assert((int)GLYPH_SIDE == (int)NET_SIDE1,
	       "the network takes whole patches");
_Static_assert((int)GLYPH_CLASSES <= (int)NET_OUT, "a logit for each class");

struct glyphs {
	struct glyph_net nets[GLYPH_OPINIONS];
	struct glyph_tiles tiles[GLYPH_OPINIONS];
	struct glyph_layers layers;
	struct number_memo *memo;
};

static int load_weights(const unsigned char *weights, const unsigned char *end,
			struct glyph_net *net, struct problem *problem)
{
	size_t size = (size_t)(end - weights);

	if (size != sizeof *net)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "the glyph classifier's weights do not fit "
				   "this program: '%zu' bytes",
				   size);
	for (size_t i = 0; i < size / 4; i++) {
		const unsigned char *b = weights + 4 * i;
		uint32_t bits = (uint32_t)b[0] | (uint32_t)b[1] << 8 |
				(uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;

		memcpy((char *)net + 4 * i, &bits, 4);
	}
	return 0;
}

struct glyphs *glyphs_new(struct problem *problem)
{
	struct glyphs *glyphs = alloc_array(1, sizeof *glyphs);

	if (glyphs)
		glyphs->memo = number_memo_new();
	if (!glyphs || !glyphs->memo) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for the glyph classifier");
		glyphs_free(glyphs);
		return NULL;
	}
	if (load_weights(glyph_weights, glyph_weights_end,
			 &glyphs->nets[GLYPH_FIRST], problem) < 0 ||
	    load_weights(glyph_weights_2, glyph_weights_2_end,
			 &glyphs->nets[GLYPH_SECOND], problem) < 0) {
		glyphs_free(glyphs);
		return NULL;
	}
	for (int i = 0; i < GLYPH_OPINIONS; i++)
		glyph_tiles_make(&glyphs->nets[i], &glyphs->tiles[i]);
	return glyphs;
}

void glyphs_free(struct glyphs *glyphs)
{
	if (glyphs)
		number_memo_free(glyphs->memo);
	free(glyphs);
}

struct number_memo *glyphs_memo(struct glyphs *glyphs)
{
	return glyphs->memo;
}

enum glyph_class glyphs_classify(struct glyphs *glyphs,
				 enum glyph_opinion opinion,
				 const struct glyph_patch *patch,
				 float probabilities[GLYPH_CLASSES])
{
	const struct glyph_net *net = &glyphs->nets[opinion];
	const float *out = glyphs->layers.out;
	int best = 0;
	float sum = 0;

	glyph_net_run(net, &glyphs->tiles[opinion], patch->value,
		      &glyphs->layers);
	for (int i = 1; i < GLYPH_CLASSES; i++)
		if (out[i] > out[best])
			best = i;
	for (int i = 0; i < GLYPH_CLASSES; i++) {
		probabilities[i] =
			expf((out[i] - out[best]) / net->temperature);
		sum += probabilities[i];
	}
	for (int i = 0; i < GLYPH_CLASSES; i++)
		probabilities[i] /= sum;
	return (enum glyph_class)best;
}

enum glyph_class glyphs_agree(float first[GLYPH_CLASSES],
			      const float second[GLYPH_CLASSES])
{
	int best = 0;
	float sum = 0;

	/* where each is wholly sure of another class both are left */
	for (int i = 0; i < GLYPH_CLASSES; i++) {
		first[i] = sqrtf(fmaxf(first[i], FLT_MIN)) *
			   sqrtf(fmaxf(second[i], FLT_MIN));
		sum += first[i];
		if (first[i] > first[best])
			best = i;
	}
	for (int i = 0; i < GLYPH_CLASSES; i++)
		first[i] /= sum;
	return (enum glyph_class)best;
}

char glyph_class_char(enum glyph_class class)
{
	return class < GLYPH_NONE ? "0123456789AB"[class] : '?';
}
