#include "net_layers.h"

LANES_WIDE static void run_wide(const struct net_shape *shape,
				const float *weights,
				const struct net_values *values)
{
	net_run_inline(shape, weights, values);
}

LANES_WIDE static void convolve_wide(const struct net_convolution *convolution)
{
	net_convolve_inline(convolution);
}

void net_convolve(const struct net_convolution *convolution)
{
	if (lanes_have_wide())
		convolve_wide(convolution);
	else
		net_convolve_inline(convolution);
}

void net_run(const struct net_shape *shape, const float *weights,
	     const struct net_values *values)
{
	if (lanes_have_wide())
		run_wide(shape, weights, values);
	else
		net_run_inline(shape, weights, values);
}
