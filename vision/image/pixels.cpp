#include "pixels.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <opencv2/imgproc.hpp>

/* OpenCV reports by exceptions, which must not cross into C. */
template <typename Work> static int guarded(Work work)
{
	try {
		return work();
	} catch (...) {
		return -1;
	}
}

static cv::Mat mat(const struct pixel_level *level)
{
	return cv::Mat(level->height, level->width, CV_8UC4,
		       const_cast<uint32_t *>(level->pixels),
		       level->stride * sizeof *level->pixels);
}

int pixels_halve(const struct pixel_level *finer, struct pixel_level *half)
{
	return guarded([&] {
		half->width = std::max(1, finer->width / 2);
		half->height = std::max(1, finer->height / 2);
		half->shrink = 2 * finer->shrink;
		half->stride = (size_t)half->width;
		half->own = static_cast<uint32_t *>(
			malloc(half->stride * (size_t)half->height *
			       sizeof *half->own));
		half->pixels = half->own;
		half->edges = nullptr;
		if (!half->own)
			return -1;
		cv::Mat to = mat(half);
		cv::resize(
			mat(finer)(cv::Rect(
				0, 0, std::min(finer->width, 2 * half->width),
				std::min(finer->height, 2 * half->height))),
			to, to.size(), 0, 0, cv::INTER_AREA);
		return 0;
	});
}

int pixels_turn_back(const struct image *image, int turns,
		     struct image *upright)
{
	static const cv::RotateFlags flags[] = { cv::ROTATE_90_COUNTERCLOCKWISE,
						 cv::ROTATE_180,
						 cv::ROTATE_90_CLOCKWISE };
	bool over = turns == 2;
	struct problem problem;

	memset(upright, 0, sizeof *upright);
	if (image_init(upright, over ? image->width : image->height,
		       over ? image->height : image->width, &problem) < 0)
		return -1;
	return guarded([&] {
		cv::Mat from(image->height, image->width, CV_8UC4,
			     image->pixels, image->stride * sizeof(uint32_t));
		cv::Mat to(upright->height, upright->width, CV_8UC4,
			   upright->pixels, upright->stride * sizeof(uint32_t));

		cv::rotate(from, to, flags[turns - 1]);
		return 0;
	});
}

void pixels_free(struct pixel_level *level)
{
	free(level->own);
	free(level->edges);
	level->own = nullptr;
	level->edges = nullptr;
}

/* Pictures are worked on by so many rows: what is made of them stays in the
 * processor's cache. */
enum { BAND = 32 };

/* Width of what smooths a level, pixels. */
enum { PX_SOFT = 3 };

/* Fills in the greatest of the differences of B, G and R within 2 x 2 pixels.
 */
static void find_gradient(const cv::Mat &picture, cv::Mat &edge)
{
	cv::Mat high, low, planes[4];
	const cv::Mat square = cv::Mat::ones(2, 2, CV_8U);

	for (int y = 0; y < picture.rows; y += BAND) {
		cv::Range rows(y, std::min(y + BAND, picture.rows));
		cv::Mat to = edge.rowRange(rows);

		cv::dilate(picture.rowRange(rows), high, square);
		cv::erode(picture.rowRange(rows), low, square);
		cv::subtract(high, low, high);
		cv::split(high, planes);
		cv::max(planes[0], planes[1], to);
		cv::max(to, planes[2], to);
	}
}

static cv::Mat gradient(const cv::Mat &picture)
{
	cv::Mat edge(picture.size(), CV_8U);

	find_gradient(picture, edge);
	return edge;
}

int pixels_keep_edges(struct pixel_level *level)
{
	return guarded([&] {
		level->edges = static_cast<uint8_t *>(
			malloc((size_t)level->width * (size_t)level->height));
		if (!level->edges)
			return -1;
		cv::Mat edge(level->height, level->width, CV_8U, level->edges);

		find_gradient(mat(level), edge);
		return 0;
	});
}

static cv::Mat edges_of(const struct pixel_level *level)
{
	return level->edges ? cv::Mat(level->height, level->width, CV_8U,
				      level->edges)
			    : gradient(mat(level));
}

/* The level without its finest grain. */
static cv::Mat soft(const cv::Mat &picture)
{
	cv::Mat smooth;

	cv::GaussianBlur(picture, smooth, cv::Size(PX_SOFT, PX_SOFT), 0);
	return smooth;
}

double pixels_noise(const struct pixel_level *level, enum mask_kind kind)
{
	double noise = 0;

	guarded([&] {
		cv::Mat picture = mat(level);
		long counts[256] = { 0 }, total = 0, sum = 0;

		/* every eighth pair of rows */
		for (int y = 0; y + PX_SOFT < picture.rows; y += 16) {
			cv::Mat rows = picture.rowRange(y, y + PX_SOFT);
			cv::Mat edge = gradient(kind == MASK_SMOOTH ? soft(rows)
								    : rows);
			const uchar *row = edge.ptr(PX_SOFT / 2);

			for (int x = 1; x < edge.cols; x++)
				counts[row[x]]++;
			total += edge.cols - 1;
		}
		while (noise < 255 && (sum += counts[(int)noise]) < total / 2)
			noise++;
		return 0;
	});
	return noise;
}

/* What is faint beside a strong edge is its ringing or noise that compression
 * left there: at most this share of it, this many pixels around. */
static const double HALO = .3;
static const int PX_HALO = 9;

/* Clears edges that are in the halo of stronger ones. */
static void drop_halos(cv::Mat &edge)
{
	const cv::Size around(PX_HALO, PX_HALO);
	cv::Mat strong;

	cv::dilate(edge, strong, cv::Mat::ones(around, CV_8U));
	cv::blur(strong, strong, around);
	strong.convertTo(strong, CV_8U, HALO);
	edge.setTo(0, edge <= strong);
}

/* Medians are taken of a picture whose windows are so many pixels wide. */
enum { MEDIAN_WINDOW = 15 };

/* How far the channels are from the median of what lies around. */
static cv::Mat off_ground(const cv::Mat &picture, int window)
{
	double by = std::max(1., (double)window / MEDIAN_WINDOW);
	cv::Size small(std::max(1, (int)(picture.cols / by)),
		       std::max(1, (int)(picture.rows / by)));
	cv::Mat ground, off, planes[4], most;

	cv::resize(picture, ground, small, 0, 0, cv::INTER_AREA);
	cv::medianBlur(ground, ground, MEDIAN_WINDOW);
	cv::resize(ground, ground, picture.size(), 0, 0, cv::INTER_LINEAR);
	cv::absdiff(picture, ground, off);
	cv::split(off, planes);
	cv::max(planes[0], planes[1], most);
	cv::max(most, planes[2], most);
	return most;
}

static cv::Mat chroma(const cv::Mat &picture)
{
	cv::Mat planes[4], high, low;

	cv::split(picture, planes);
	cv::max(planes[0], planes[1], high);
	cv::max(high, planes[2], high);
	cv::min(planes[0], planes[1], low);
	cv::min(low, planes[2], low);
	return high - low;
}

/* How far the luminance is below the mean around (above: MASK_LIGHT). */
static cv::Mat ink_of(const cv::Mat &picture, enum mask_kind kind, int window)
{
	cv::Mat grey, mean, ink;

	cv::cvtColor(picture, grey, cv::COLOR_BGRA2GRAY);
	cv::blur(grey, mean, cv::Size(window | 1, window | 1));
	if (kind == MASK_LIGHT)
		cv::subtract(grey, mean, ink);
	else
		cv::subtract(mean, grey, ink);
	return ink;
}

double pixels_strong_ink(const struct pixel_level *level, enum mask_kind kind,
			 int window, double least)
{
	double strong = least;

	guarded([&] {
		cv::Mat ink = ink_of(mat(level), kind, window), some, split;
		std::vector<uchar> levels;

		for (int y = 0; y < ink.rows; y++)
			std::copy_if(ink.ptr(y), ink.ptr(y) + ink.cols,
				     std::back_inserter(levels),
				     [&](uchar by) { return by >= least; });
		if (!levels.empty())
			strong = 1 + cv::threshold(levels, split, 0, 255,
						   cv::THRESH_BINARY |
							   cv::THRESH_OTSU);
		return 0;
	});
	return strong;
}

/* Wider dashes than that have corners that are to be closed. */
enum { ROUND_LEAST = 7 };

/* Opens a mask by an octagon so many pixels wide: hardly other than a disc, but
 * made of small steps. */
static void open_round(cv::Mat &mask, int window)
{
	const int radius = window / 2;
	const int side = (int)std::lrint(radius * std::tan(CV_PI / 8));
	const cv::Mat square = cv::Mat::ones(2 * side + 1, 2 * side + 1, CV_8U);
	const cv::Mat cross =
		cv::getStructuringElement(cv::MORPH_CROSS, cv::Size(3, 3));
	const cv::Point middle(-1, -1);

	cv::erode(mask, mask, square);
	cv::erode(mask, mask, cross, middle, radius - side);
	cv::dilate(mask, mask, cross, middle, radius - side);
	cv::dilate(mask, mask, square);
}

static cv::Mat make_mask(const struct pixel_level *level, enum mask_kind kind,
			 double strength, int window)
{
	const cv::Mat picture = mat(level);
	cv::Mat mask;

	if (kind == MASK_NEAR || kind == MASK_GREY || kind == MASK_DARK) {
		cv::Mat value;

		if (kind == MASK_NEAR)
			value = off_ground(picture, window);
		else if (kind == MASK_GREY)
			value = chroma(picture);
		else
			cv::cvtColor(picture, value, cv::COLOR_BGRA2GRAY);
		if (strength > 0)
			mask = value < strength;
		else
			cv::threshold(value, mask, 0, 255,
				      cv::THRESH_BINARY_INV | cv::THRESH_OTSU);
	} else if (kind == MASK_INK || kind == MASK_LIGHT) {
		cv::Mat grey;

		cv::cvtColor(picture, grey, cv::COLOR_BGRA2GRAY);
		if (kind == MASK_LIGHT)
			cv::bitwise_not(grey, grey);
		cv::adaptiveThreshold(grey, mask, 255,
				      cv::ADAPTIVE_THRESH_MEAN_C,
				      cv::THRESH_BINARY, window | 1, strength);
	} else {
		cv::Mat edge;

		if (kind == MASK_SMOOTH) {
			edge = gradient(soft(picture));
			drop_halos(edge);
		} else {
			edge = edges_of(level);
		}
		cv::threshold(edge, mask, strength, 255, cv::THRESH_BINARY_INV);
		if (kind == MASK_CLOSED) {
			/* a square closes gaps between thin dashes, what is
			 * round those across a round corner, but it takes
			 * corners of small cells */
			cv::Mat square;

			cv::morphologyEx(mask, square, cv::MORPH_OPEN,
					 cv::Mat::ones(window, window, CV_8U));
			if (window > ROUND_LEAST)
				open_round(mask, window);
			mask &= square;
			/* ground meets at corners there */
			cv::erode(mask, mask, cv::Mat::ones(2, 2, CV_8U));
		}
	}
	/* the rim belongs to no ground: what it cuts off is closed by it */
	mask.row(0).setTo(0);
	mask.row(mask.rows - 1).setTo(0);
	mask.col(0).setTo(0);
	mask.col(mask.cols - 1).setTo(0);
	return mask;
}

/* The rectangle's corners clockwise from the one that is its top left when it
 * is turned back by less than 45 degrees. */
static void order_corners(const cv::Point2f from[4], struct point to[4])
{
	int first = 0;

	for (int i = 1; i < 4; i++)
		if (from[i].x + from[i].y < from[first].x + from[first].y)
			first = i;
	cv::Point2f a = from[(first + 1) & 3] - from[first];
	cv::Point2f b = from[(first + 3) & 3] - from[first];
	int step = a.x * b.y - a.y * b.x > 0 ? 1 : 3;

	for (int i = 0; i < 4; i++) {
		const cv::Point2f &p = from[(first + step * i) & 3];

		to[i] = { p.x, p.y };
	}
}

/* Ground that fills less of its hull has an inlet, one that fills less than the
 * other is no box: shares of area. */
static const double INLET_FILLED = .985, INLET_FILLED_LEAST = .5;
/* How deep it reaches at least, by the smaller side: dashes of a border reach
 * .1 into small cells. */
static const double INLET_DEPTH = .15;

/* How far a blot reaches into what it lies in from the sides it touches. */
static int depth_in(const cv::Rect &blot, const cv::Rect &around)
{
	int depth = INT_MAX;

	if (blot.x <= around.x + 2 || blot.br().x >= around.br().x - 2)
		depth = blot.width;
	if (blot.y <= around.y + 2 || blot.br().y >= around.br().y - 2)
		depth = std::min(depth, blot.height);
	return depth;
}

/* May two blots be digits of one number? */
static bool goes_on(const cv::Rect &a, const cv::Rect &b)
{
	int high = std::max(a.height, b.height);
	int low = std::min(a.height, b.height);
	int both = std::min(a.br().y, b.br().y) - std::max(a.y, b.y);
	int gap = std::max(a.x, b.x) - std::min(a.br().x, b.br().x);

	return 2 * both > high && 2 * low > high && 2 * gap < high;
}

/* The largest blots of the hull that the contour leaves out, each with those
 * beside it, without what is thin. */
static void find_inlets(const std::vector<cv::Point> &line,
			const std::vector<cv::Point> &hull,
			const cv::Rect &around, struct box inlets[INLETS])
{
	cv::Mat left_out = cv::Mat::zeros(around.size(), CV_8U);
	std::vector<std::vector<cv::Point>> blots;
	std::vector<std::pair<double, cv::Rect>> deep;

	cv::fillPoly(left_out, std::vector<std::vector<cv::Point>>{ hull }, 255,
		     cv::LINE_8, 0, -around.tl());
	cv::fillPoly(left_out, std::vector<std::vector<cv::Point>>{ line }, 0,
		     cv::LINE_8, 0, -around.tl());
	cv::morphologyEx(left_out, left_out, cv::MORPH_OPEN,
			 cv::Mat::ones(2, 2, CV_8U));
	cv::findContours(left_out, blots, cv::RETR_EXTERNAL,
			 cv::CHAIN_APPROX_SIMPLE, around.tl());
	for (const auto &blot : blots) {
		cv::Rect box = cv::boundingRect(blot);

		if (depth_in(box, around) >=
		    INLET_DEPTH * std::min(around.width, around.height))
			deep.emplace_back(cv::contourArea(blot), box);
	}
	for (int i = 0; i < INLETS && !deep.empty(); i++) {
		cv::Rect best =
			std::max_element(deep.begin(), deep.end(),
					 [](const auto &a, const auto &b) {
						 return a.first < b.first;
					 })
				->second;

		/* the other digits of the same number */
		std::sort(deep.begin(), deep.end(),
			  [&](const auto &a, const auto &b) {
				  return std::abs(a.second.x - best.x) <
					 std::abs(b.second.x - best.x);
			  });
		deep.erase(std::remove_if(deep.begin(), deep.end(),
					  [&](const auto &one) {
						  bool on = goes_on(best,
								    one.second);

						  if (on)
							  best |= one.second;
						  return on;
					  }),
			   deep.end());
		inlets[i] = { best.x, best.y, best.width, best.height };
	}
}

/* What is smaller than that has no corners, what is too small to be a cell no
 * inlet. */
enum { PX_LEAST = 4, PX_CELL = 8 };

/* A rectangle longer than that is no four squares in a row, one less full no
 * four within three by two; pixels of a place that are looked at. */
static const double LONGEST = 6, FULL_LEAST = .3;
enum { PLACE_PIXELS = 3, FINER_BITS = 4 };

/* Lays the contour upright and fills in how much of each place is within. */
static void find_within(const std::vector<cv::Point> &line, struct contour *one)
{
	const struct point *c = one->at;
	struct point u = point_sub(c[1], c[0]), v = point_sub(c[3], c[0]);
	double uu = u.x * u.x + u.y * u.y, vv = v.x * v.x + v.y * v.y;
	const double size = CONTOUR_PLACES * PLACE_PIXELS << FINER_BITS;
	cv::Mat drawn = cv::Mat::zeros(CONTOUR_PLACES * PLACE_PIXELS,
				       CONTOUR_PLACES * PLACE_PIXELS, CV_8U);
	cv::Mat within(CONTOUR_PLACES, CONTOUR_PLACES, CV_8U, one->within);
	std::vector<cv::Point> laid;

	if (std::max(uu, vv) > LONGEST * LONGEST * std::min(uu, vv) ||
	    std::min(uu, vv) <= 0 || one->area < FULL_LEAST * one->rectangle)
		return;
	laid.reserve(line.size());
	for (const cv::Point &p : line) {
		double x = p.x - c[0].x, y = p.y - c[0].y;

		laid.emplace_back((int)lrint(size * (x * u.x + y * u.y) / uu) -
					  (1 << (FINER_BITS - 1)),
				  (int)lrint(size * (x * v.x + y * v.y) / vv) -
					  (1 << (FINER_BITS - 1)));
	}
	cv::fillPoly(drawn, std::vector<std::vector<cv::Point>>{ laid }, 255,
		     cv::LINE_8, FINER_BITS);
	cv::resize(drawn, within, within.size(), 0, 0, cv::INTER_AREA);
}

int pixels_contours(const struct pixel_level *level, enum mask_kind kind,
		    double strength, int window, struct contour **contours)
{
	*contours = nullptr;
	return guarded([&] {
		std::vector<std::vector<cv::Point>> lines;
		std::vector<cv::Vec4i> tree;
		cv::Mat mask = make_mask(level, kind, strength, window);

		cv::findContours(mask, lines, tree, cv::RETR_TREE,
				 cv::CHAIN_APPROX_SIMPLE);
		struct contour *list = static_cast<struct contour *>(
			calloc(lines.size() + 1, sizeof *list));
		if (!list)
			return -1;
		*contours = list;
		for (size_t i = 0; i < lines.size(); i++) {
			struct contour *one = &list[i];
			cv::Rect r = cv::boundingRect(lines[i]);

			one->box = { r.x, r.y, r.width, r.height };
			one->area = cv::contourArea(lines[i]);
			one->next = tree[i][0];
			one->child = tree[i][2];
			one->parent = tree[i][3];
			one->depth = 0;
			for (int p = one->parent; p >= 0; p = tree[p][3])
				one->depth++;
			one->rectangle = 0;
			if (r.width < PX_LEAST || r.height < PX_LEAST)
				continue;
			cv::RotatedRect turned = cv::minAreaRect(lines[i]);
			cv::Point2f corners[4];

			turned.points(corners);
			order_corners(corners, one->at);
			one->rectangle = turned.size.area();
			find_within(lines[i], one);
			if (r.width < PX_CELL || r.height < PX_CELL)
				continue;
			std::vector<cv::Point> hull;

			cv::convexHull(lines[i], hull);
			one->hull = cv::contourArea(hull);
			if (one->depth & 1 ||
			    one->area > INLET_FILLED * one->hull ||
			    one->area < INLET_FILLED_LEAST * one->rectangle)
				continue;
			find_inlets(lines[i], hull, r, one->inlets);
		}
		return (int)lines.size();
	});
}

int pixels_warp(const struct pixel_level *level,
		const struct homography *to_level, int width, int height,
		uint8_t *bgr)
{
	return guarded([&] {
		cv::Mat map(3, 3, CV_64F, const_cast<double *>(to_level->m));
		cv::Mat to, out(height, width, CV_8UC3, bgr);

		/* the whole level would be set up for each window */
		struct point low = { HUGE_VAL, HUGE_VAL }, high = { 0, 0 };
		for (int i = 0; i < 4; i++) {
			struct point at = homography_apply(
				to_level, { i & 1 ? width - 1. : 0.,
					    i & 2 ? height - 1. : 0. });

			low = { std::min(low.x, at.x), std::min(low.y, at.y) };
			high = { std::max(high.x, at.x),
				 std::max(high.y, at.y) };
		}
		if (!(high.x - low.x < 20000 && high.y - low.y < 20000))
			return -1;
		int x0 = std::clamp((int)low.x - 1, 0, level->width - 1);
		int y0 = std::clamp((int)low.y - 1, 0, level->height - 1);
		int x1 = std::clamp((int)high.x + 3, x0 + 1, level->width);
		int y1 = std::clamp((int)high.y + 3, y0 + 1, level->height);
		cv::Mat shift = (cv::Mat_<double>(3, 3) << 1, 0, -x0, 0, 1, -y0,
				 0, 0, 1);

		cv::warpPerspective(
			mat(level)(cv::Rect(x0, y0, x1 - x0, y1 - y0)), to,
			shift * map, cv::Size(width, height),
			cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
			cv::BORDER_REPLICATE);
		cv::cvtColor(to, out, cv::COLOR_BGRA2BGR);
		return 0;
	});
}
