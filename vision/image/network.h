/* Networks in ONNX files, run by OpenCV's dnn module on one thread. */
#ifndef NETWORK_H
#define NETWORK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct network;

/* NULL where the bytes are no network, or memory lacks. */
struct network *network_new(const void *onnx, size_t size);
void network_free(struct network *network);

/* Runs it on a batch of count x channels x height x width values; `out` takes
 * `each` values an item. Returns 0, or -1 where it gives another number of
 * them, or memory lacks. */
int network_run(struct network *network, const float *in, int count,
		int channels, int height, int width, float *out, size_t each);

#ifdef __cplusplus
}
#endif

#endif
