#include "network.h"

#include <cstring>

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

struct network {
	cv::dnn::Net net;
};

struct network *network_new(const void *onnx, size_t size)
{
	try {
		/* libraries print nothing; workers may not start threads */
		cv::utils::logging::setLogLevel(
			cv::utils::logging::LOG_LEVEL_SILENT);
		cv::setNumThreads(1);
		struct network *network = new struct network;

		network->net = cv::dnn::readNetFromONNX(
			static_cast<const char *>(onnx), size);
		network->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
		return network;
	} catch (...) {
		return nullptr;
	}
}

void network_free(struct network *network)
{
	delete network;
}

int network_run(struct network *network, const float *in, int count,
		int channels, int height, int width, float *out, size_t each)
{
	try {
		const int shape[] = { count, channels, height, width };
		cv::Mat blob(4, shape, CV_32F, const_cast<float *>(in));

		network->net.setInput(blob);
		cv::Mat result = network->net.forward();
		if (result.total() != (size_t)count * each ||
		    !result.isContinuous())
			return -1;
		memcpy(out, result.ptr<float>(),
		       (size_t)count * each * sizeof *out);
		return 0;
	} catch (...) {
		return -1;
	}
}
