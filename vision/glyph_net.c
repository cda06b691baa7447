#include "glyph_net.h"

static const struct net_shape shape = GLYPH_NET_SHAPE;

LANES_INLINE void run(const struct glyph_net *net, struct glyph_layers *l)
{
	const struct net_values values = {
		.input = l->input,
		.conv = { l->conv1, l->conv2, l->conv3 },
		.pool = { l->pool1, l->pool2, l->pool3 },
		.hidden = l->hidden,
		.out = l->out,
	};

	net_run_inline(&shape, (const float *)net, &values);
}

LANES_WIDE static void run_wide(const struct glyph_net *net,
				struct glyph_layers *l)
{
	run(net, l);
}

void glyph_net_run(const struct glyph_net *net, const float *patch,
		   struct glyph_layers *layers)
{
	net_set_patch(&shape, patch, layers->input);
	if (lanes_have_wide())
		run_wide(net, layers);
	else
		run(net, layers);
}
