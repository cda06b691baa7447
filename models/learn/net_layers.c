#include "net_layers.h"

#include <math.h>

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

void net_soften(const float *out, int classes, float temperature,
		float *chances)
{
	float most = out[0], sum = 0;

	for (int i = 1; i < classes; i++)
		most = fmaxf(most, out[i]);
	for (int i = 0; i < classes; i++) {
		chances[i] = expf((out[i] - most) / temperature);
		sum += chances[i];
	}
	for (int i = 0; i < classes; i++)
		chances[i] /= sum;
}
