#include "cv.h"

#include <opencv2/imgproc.hpp>

/* OpenCV reports by exceptions, which must not cross into C. */
template <typename Work> static int guarded(Work work)
{
	try {
		work();
		return 0;
	} catch (...) {
		return -1;
	}
}

static cv::Mat wrap(const uint32_t *pixels, size_t stride, int width,
		    int height)
{
	return cv::Mat(height, width, CV_8UC4, const_cast<uint32_t *>(pixels),
		       stride * sizeof *pixels);
}

static cv::Mat wrap(const uint8_t *grey, size_t stride, int width, int height)
{
	return cv::Mat(height, width, CV_8UC1, const_cast<uint8_t *>(grey),
		       stride);
}

int cv_grey(const uint32_t *pixels, size_t stride, int width, int height,
	    uint8_t *grey, size_t grey_stride)
{
	return guarded([&] {
		cv::Mat to = wrap(grey, grey_stride, width, height);

		cv::cvtColor(wrap(pixels, stride, width, height), to,
			     cv::COLOR_BGRA2GRAY);
	});
}

int cv_shrink(const uint8_t *grey, size_t stride, int width, int height,
	      uint8_t *to, size_t to_stride, int to_width, int to_height)
{
	return guarded([&] {
		cv::Mat small = wrap(to, to_stride, to_width, to_height);

		cv::resize(wrap(grey, stride, width, height), small,
			   small.size(), 0, 0, cv::INTER_AREA);
	});
}
