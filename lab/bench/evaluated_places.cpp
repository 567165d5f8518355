#include "evaluated_places.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/features/templates/template_kernel.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr int kTileWidth = template_kernel::kTileWidth, kTileHeight = template_kernel::kTileHeight;

double length(const ImagePatch& patch) {
  return std::sqrt(
      std::inner_product(patch.weights.begin(), patch.weights.end(), patch.weights.begin(), 0.0));
}

/// The maximum of a map in each tile.
std::vector<double> largest_of_tiles(const cv::Mat1d& map) {
  std::vector<double> largest;
  for (int y = 0; y < map.rows; y += kTileHeight) {
    for (int x = 0; x < map.cols; x += kTileWidth) {
      const cv::Rect tile = cv::Rect(x, y, kTileWidth, kTileHeight) & cv::Rect(cv::Point(), map.size());
      cv::minMaxLoc(map(tile), nullptr, &largest.emplace_back());
    }
  }
  return largest;
}

/// An upper bound on the response at each pixel: the length of the window around it after subtracting its
/// mean, times that of the patch.
cv::Mat1d response_bounds(const cv::Mat1d& image, const ImagePatch& patch) {
  const cv::Size window(patch.side, patch.side);
  cv::Mat1d sums, squares, bounds(image.size());
  cv::boxFilter(image, sums, CV_64F, window, {-1, -1}, false, cv::BORDER_CONSTANT);
  cv::sqrBoxFilter(image, squares, CV_64F, window, {-1, -1}, false, cv::BORDER_CONSTANT);
  std::ranges::transform(squares, sums, bounds.begin(), [&, own = length(patch)](double square, double sum) {
    return own * std::sqrt(std::max(0.0, square - sum * sum / window.area()));
  });
  return bounds;
}

cv::Mat1d masked_responses(const cv::Mat1d& image, const ImagePatch& patch, const cv::Mat1d& mask) {
  cv::Mat1d weights(patch.side, patch.side), response;
  std::ranges::copy(patch.weights, weights.begin());
  cv::filter2D(image, response, CV_64F, weights, {-1, -1}, 0, cv::BORDER_CONSTANT);
  cv::multiply(response, mask, response);
  return response;
}

/// The number of tiles evaluated if those with the largest mask weights come first.
std::size_t evaluated_tiles(const std::vector<double>& bounds, const std::vector<double>& mask,
                            const std::vector<double>& masked_responses) {
  std::vector<std::size_t> order(mask.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t t) { return mask[t]; });
  double best = 0;
  std::size_t evaluated = 0;
  for (const std::size_t t : order) {
    if (bounds[t] * mask[t] <= best) continue;
    ++evaluated;
    best = std::max(best, masked_responses[t]);
  }
  return evaluated;
}

}  // namespace

ConvolutionCounts count_convolutions(const TemplateFeatures& features, const Samples& images) {
  const ImageShape shape = features.shape();
  ConvolutionCounts counts;
  std::vector<cv::Mat1d> masks;
  for (std::size_t m = 0; m < features.masks().count(); ++m) {
    const std::vector<float> mask = features.masks().mask(m, shape);
    masks.push_back(cv::Mat1d(cv::Mat(mask, true).reshape(1, shape.height)));
  }
  for (std::size_t f = 0; f < features.groups(); ++f) {
    const auto taps = static_cast<double>(features.patch(f).weights.size());
    counts.all_places += taps * static_cast<double>(shape.pixels());
    counts.masked_places += taps * cv::countNonZero(masks[features.templates()[f].mask]);
  }
  for (std::size_t i = 0; i < images.count(); ++i) {
    const auto row = images.row(i);
    const cv::Mat1d image(cv::Mat(std::vector<float>(row.begin(), row.end()), true).reshape(1, shape.height));
    for (std::size_t f = 0; f < features.groups(); ++f) {
      const ImagePatch& patch = features.patch(f);
      const cv::Mat1d& mask = masks[features.templates()[f].mask];
      const std::size_t tiles =
          evaluated_tiles(largest_of_tiles(response_bounds(image, patch)), largest_of_tiles(mask),
                          largest_of_tiles(masked_responses(image, patch, mask)));
      counts.evaluated += static_cast<double>(tiles * kTileWidth * kTileHeight * patch.weights.size());
    }
  }
  counts.evaluated /= static_cast<double>(images.count());
  return counts;
}

}  // namespace ocelli::internal::bench
