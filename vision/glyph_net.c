#include "glyph_net.h"

static const struct net_shape shape = GLYPH_NET_SHAPE;

LANES_INLINE void run(const struct glyph_net *net, struct glyph_layers *l,
		      bool widest)
{
	const struct net_values values = {
		.input = l->input,
		.conv = { l->conv1, l->conv2, l->conv3 },
		.pool = { l->pool1, l->pool2, l->pool3 },
		.hidden = l->hidden,
		.out = l->out,
	};

	net_run_by(&shape, (const float *)net, &values, widest);
}

LANES_WIDE static void run_wide(const struct glyph_net *net,
				struct glyph_layers *l)
{
	run(net, l, false);
}

LANES_WIDEST static void run_widest(const struct glyph_net *net,
				    struct glyph_layers *l)
{
	run(net, l, true);
}

void glyph_net_run(const struct glyph_net *net, const float *patch,
		   struct glyph_layers *layers)
{
	net_set_patch(&shape, patch, layers->input);
	if (lanes_have_widest())
		run_widest(net, layers);
	else if (lanes_have_wide())
		run_wide(net, layers);
	else
		run(net, layers, false);
}
