#include "glyph_net.h"

static const struct net_shape shape = GLYPH_NET_SHAPE;

/* Rows of tiles that the second and the third layer do at once. */
enum { ROWS2 = 2, ROWS3 = 3 };

void glyph_tiles_make(const struct glyph_net *net, struct glyph_tiles *tiles)
{
	net_tiles_make(net->weight2, NET_DEPTH1, NET_DEPTH2, tiles->weight2);
	net_tiles_make(net->weight3, NET_DEPTH2, NET_DEPTH3, tiles->weight3);
}

LANES_INLINE void run(const struct glyph_net *net,
		      const struct glyph_tiles *tiles, struct glyph_layers *l)
{
	const struct net_values values = { .pool = { l->pool1, l->pool2,
						     l->pool3 },
					   .hidden = l->hidden,
					   .out = l->out };
	const struct net_convolution first = { NET_SIDE1,  1,
					       NET_DEPTH1, net->weight1,
					       net->bias1, l->input,
					       l->conv1 };
	const struct net_convolution second = { .side = NET_SIDE2,
						.from = NET_DEPTH1,
						.to = NET_DEPTH2,
						.bias = net->bias2,
						.input = l->pool1 };
	const struct net_convolution third = { .side = NET_SIDE3,
					       .from = NET_DEPTH2,
					       .to = NET_DEPTH3,
					       .bias = net->bias3,
					       .input = l->pool2 };

	net_convolve_inline(&first);
	net_pool(l->conv1, NET_SIDE1, NET_DEPTH1, l->pool1, 1);
	net_tiles_pool(&second, tiles->weight2, ROWS2, l->pool2, 1);
	net_tiles_pool(&third, tiles->weight3, ROWS3, l->pool3, 0);
	net_conclude(&shape, net->weight4, &values);
}

LANES_WIDE static void run_wide(const struct glyph_net *net,
				const struct glyph_tiles *tiles,
				struct glyph_layers *l)
{
	run(net, tiles, l);
}

void glyph_net_run(const struct glyph_net *net, const struct glyph_tiles *tiles,
		   const float *patch, struct glyph_layers *layers)
{
	net_set_patch(&shape, patch, layers->input);
	if (lanes_have_wide())
		run_wide(net, tiles, layers);
	else
		run(net, tiles, layers);
}
