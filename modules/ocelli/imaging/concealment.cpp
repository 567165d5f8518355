#include "ocelli/imaging/concealment.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The side of a square in pixels. A tiny face is a few squares, too.
double square_side(const Box& object) {
  const double side = std::max(object.w, object.h);
  return std::max(4.0, std::ceil(side / kSquaresAcross));
}

/// A region on the samples of one plane.
struct PlaneRegion {
  cv::Rect2d whole;   ///< may reach beyond the plane
  cv::Rect inside;    ///< the samples that it touches
  cv::Size2d square;  ///< the size of a square, in samples
};

PlaneRegion on_plane(const PicturePlane& plane, const Box& region, double square) {
  const double step_x = plane.step_x, step_y = plane.step_y;
  const cv::Rect2d whole(region.x / step_x, region.y / step_y, region.w / step_x, region.h / step_y);
  const cv::Point first(cvFloor(whole.x), cvFloor(whole.y));
  const cv::Point last(cvCeil(whole.x + whole.width), cvCeil(whole.y + whole.height));
  return {
      whole, cv::Rect(first, last) & cv::Rect({}, plane.samples.size()), {square / step_x, square / step_y}};
}

/// The borders of the squares along one axis, from the start of the region, within `begin` to `end`.
std::vector<int> borders(double start, double step, int begin, int end) {
  std::vector<int> all{begin};
  for (int i = 1; all.back() < end; ++i) {
    const int next = std::min(static_cast<int>(std::lround(start + i * step)), end);
    if (next > all.back()) all.push_back(next);
  }
  return all;
}

/// The part of the plane with each square in its mean color; `means` has one pixel per square.
cv::Mat pixelated(const cv::Mat& samples, const PlaneRegion& region, cv::Mat& means) {
  const cv::Rect& inside = region.inside;
  const auto xs = borders(region.whole.x, region.square.width, inside.x, inside.x + inside.width);
  const auto ys = borders(region.whole.y, region.square.height, inside.y, inside.y + inside.height);
  means.create(static_cast<int>(ys.size()) - 1, static_cast<int>(xs.size()) - 1, samples.type());
  cv::Mat result(inside.size(), samples.type());
  for (int y = 0; y < means.rows; ++y) {
    for (int x = 0; x < means.cols; ++x) {
      const cv::Rect square(cv::Point(xs[x], ys[y]), cv::Point(xs[x + 1], ys[y + 1]));
      const cv::Scalar mean = cv::mean(samples(square));
      result(square - inside.tl()).setTo(mean);
      means(cv::Rect(x, y, 1, 1)).setTo(mean);
    }
  }
  return result;
}

/// The color on this plane.
cv::Scalar sample_of(const PicturePlane& plane, const cv::Scalar& bgr) {
  cv::Scalar sample;
  for (int i = 0; i < plane.from_bgr.rows; ++i) {
    const double* row = plane.from_bgr.ptr<double>(i);
    sample[i] = row[0] * bgr[0] + row[1] * bgr[1] + row[2] * bgr[2] + row[3];
  }
  return sample;
}

/// Lays the picture over the cover of a region, scaled to the whole of it.
void lay_over(const PicturePlane& plane, const PlaneRegion& region, const cv::Mat& picture, cv::Mat& cover) {
  const cv::Size whole(std::max(1, cvRound(region.whole.width)), std::max(1, cvRound(region.whole.height)));
  const cv::Point origin(cvRound(region.whole.x), cvRound(region.whole.y));
  cv::Mat scaled, bgr, alpha;
  cv::resize(picture, scaled, whole, 0, 0, cv::INTER_AREA);
  cv::cvtColor(scaled, bgr, cv::COLOR_BGRA2BGR);
  cv::extractChannel(scaled, alpha, 3);
  cv::Mat colors;
  bgr.convertTo(bgr, CV_32F);
  cv::transform(bgr, colors, plane.from_bgr);
  const cv::Rect shown = cv::Rect(origin, whole) & region.inside;
  if (shown.empty()) return;
  cv::Mat part = cover(shown - region.inside.tl());
  cv::Mat under, share;
  part.convertTo(under, CV_32F);
  alpha(shown - origin).convertTo(share, CV_32F, 1 / 255.0);
  cv::merge(std::vector<cv::Mat>(static_cast<std::size_t>(part.channels()), share), share);
  const cv::Mat over = colors(shown - origin);
  cv::Mat mixed = under + (over - under).mul(share);
  mixed.convertTo(part, part.type());
}

cv::Mat cover_of(const PicturePlane& plane, const PlaneRegion& region, const Concealment& how) {
  cv::Mat means;
  cv::Mat cover = pixelated(plane.samples, region, means);
  if (how.style == BlurStyle::fill) cover.setTo(sample_of(plane, {0, 0, 0, 0}));
  if (how.style == BlurStyle::blur) cv::resize(means, cover, cover.size(), 0, 0, cv::INTER_LINEAR);
  if (!how.picture.empty()) lay_over(plane, region, how.picture, cover);
  return cover;
}

/// The samples of the region that the ellipse touches.
cv::Mat ellipse_mask(const PlaneRegion& region) {
  cv::Mat mask(region.inside.size(), CV_8UC1);
  const double rx = region.whole.width / 2, ry = region.whole.height / 2;
  const double cx = region.whole.x + rx, cy = region.whole.y + ry;
  for (int y = 0; y < mask.rows; ++y) {
    const double top = region.inside.y + y, nearest_y = std::clamp(cy, top, top + 1.0);
    const double dy = (nearest_y - cy) / ry;
    const double half = rx * std::sqrt(std::max(0.0, 1 - dy * dy));
    const int begin = std::clamp(cvFloor(cx - half) - region.inside.x, 0, mask.cols);
    const int end = std::clamp(cvCeil(cx + half) - region.inside.x, begin, mask.cols);
    mask.row(y).setTo(0);
    mask.row(y).colRange(begin, end).setTo(255);
  }
  return mask;
}

/// For pixels in the order blue, green, red, alpha.
cv::Mat scaled_identity(int channels, double scale) {
  cv::Mat matrix = cv::Mat::zeros(channels, 4, CV_64F);
  for (int i = 0; i < std::min(channels, 3); ++i) matrix.at<double>(i, i) = scale;
  if (channels == 4) matrix.at<double>(3, 3) = 255 * scale;
  return matrix;
}

}  // namespace

PicturePlane plane_of(const cv::Mat& picture) {
  const double scale = picture.depth() == CV_16U ? 257 : 1;
  if (picture.channels() != 1) {
    return {.samples = picture, .from_bgr = scaled_identity(picture.channels(), scale)};
  }
  const cv::Mat gray = (cv::Mat_<double>(1, 4) << 0.114, 0.587, 0.299, 0);
  return {.samples = picture, .from_bgr = gray * scale};
}

Box concealed_region(const Detection& object, double margin) {
  Box region = object.box;
  if (object.pose && object.pose->roll != 0) {
    const double angle = object.pose->roll * std::numbers::pi / 180;
    const double tilt = std::remainder(angle, std::numbers::pi / 2);
    const auto cosine = static_cast<float>(std::cos(tilt)),
               sine = static_cast<float>(std::abs(std::sin(tilt)));
    region.w = object.box.w * cosine + object.box.h * sine;
    region.h = object.box.h * cosine + object.box.w * sine;
  }
  region.w *= static_cast<float>(1 + 2 * margin);
  region.h *= static_cast<float>(1 + 2 * margin);
  region.x = object.box.center_x() - region.w / 2;
  region.y = object.box.center_y() - region.h / 2;
  return region;
}

void conceal(std::span<const PicturePlane> planes, const Detection& object, const Concealment& how) {
  const Box region = concealed_region(object, how.margin);
  if (!(region.w > 0 && region.h > 0)) return;
  const double square = square_side(object.box);
  for (const PicturePlane& plane : planes) {
    const int depth = plane.samples.depth();
    require(depth == CV_8U || depth == CV_16U, Kind::image, [&] {
      return "has samples of type " + std::to_string(plane.samples.type()) + ", not 8 or 16 bits";
    });
    const PlaneRegion part = on_plane(plane, region, square);
    if (part.inside.empty()) continue;
    const cv::Mat cover = cover_of(plane, part, how);
    cv::Mat samples = plane.samples(part.inside);
    if (how.shape == BlurShape::ellipse) {
      cover.copyTo(samples, ellipse_mask(part));
    } else {
      cover.copyTo(samples);
    }
  }
}

void conceal(const cv::Mat& picture, std::span<const Detection> objects, const Concealment& how) {
  const PicturePlane plane = plane_of(picture);
  for (const Detection& object : objects) conceal({&plane, 1}, object, how);
}

void conceal_all(std::span<const PicturePlane> planes) {
  for (const PicturePlane& plane : planes) {
    cv::Mat samples = plane.samples;
    samples.setTo(sample_of(plane, {0, 0, 0, 0}));
  }
}

}  // namespace ocelli::internal
