#include "ocelli/imaging/binarize.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {
namespace {

constexpr int kShrink = 4;  // page pixels per paper pixel, along each axis

/// Gray values counted in every few rows, which is enough to characterize a page.
class GrayHistogram {
 public:
  explicit GrayHistogram(const cv::Mat& gray) {
    const int step = std::max(1, gray.rows / 512);
    for (int y = 0; y < gray.rows; y += step) {
      const std::uint8_t* const row = gray.ptr<std::uint8_t>(y);
      for (int x = 0; x < gray.cols; ++x) ++counts_[row[x]];
      total_ += gray.cols;
    }
  }

  /// The value that this share of the pixels does not exceed.
  int quantile(double share) const {
    double below = 0;
    for (int value = 0; value < 255; ++value) {
      below += static_cast<double>(counts_[static_cast<std::size_t>(value)]);
      if (below >= share * static_cast<double>(total_)) return value;
    }
    return 255;
  }

  /// The threshold between the two values of an image; nothing when there are more than two.
  std::optional<int> cut_between_two() const {
    std::array<int, 2> values{};
    std::size_t found = 0;
    for (int value = 0; value < 256; ++value) {
      if (counts_[static_cast<std::size_t>(value)] == 0) continue;
      if (found == 2) return std::nullopt;
      values[found++] = value;
    }
    if (found < 2) return std::nullopt;
    return (values[0] + values[1]) / 2;
  }

  /// The threshold between dark and light with the least variance within both (Otsu 1979).
  int dark_cut() const {
    double all = 0;
    for (std::size_t value = 0; value < 256; ++value) all += static_cast<double>(value) * counts(value);
    double below = 0, below_sum = 0, best = -1;
    int cut = 127;
    for (std::size_t value = 0; value < 255; ++value) {
      below += counts(value);
      below_sum += static_cast<double>(value) * counts(value);
      const double above = static_cast<double>(total_) - below;
      if (below == 0 || above == 0) continue;
      const double apart = below_sum / below - (all - below_sum) / above;
      const double between = below * above * apart * apart;
      if (between <= best) continue;
      best = between;
      cut = static_cast<int>(value);
    }
    return cut;
  }

  double share_up_to(int value) const {
    double below = 0;
    for (int v = 0; v <= value; ++v) below += counts(static_cast<std::size_t>(v));
    return total_ == 0 ? 0 : below / static_cast<double>(total_);
  }

 private:
  double counts(std::size_t value) const { return static_cast<double>(counts_[value]); }

  std::array<std::int64_t, 256> counts_{};
  std::int64_t total_ = 0;
};

/// Sums over windows, row by row. Column sums run down the page, and their prefix sums give a window's sum as
/// a difference. Everything is modulo 2^32, which is exact for windows of up to 255 x 255. Skipped rows cost
/// nothing.
class WindowSums {
 public:
  WindowSums(const cv::Mat& gray, int window)
      : gray_(gray),
        reach_(window / 2),
        width_(static_cast<std::size_t>(gray.cols)),
        column_sums_(width_, 0),
        column_squares_(width_, 0),
        sums_(width_ + static_cast<std::size_t>(window), 0),
        squares_(width_ + static_cast<std::size_t>(window), 0) {}

  /// Advances to row y. Rows must come in order.
  void move_to(int y) {
    const int first = std::max(0, y - reach_), end = std::min(gray_.rows, y + reach_ + 1);
    if (first >= end_) {
      std::fill(column_sums_.begin(), column_sums_.end(), 0);
      std::fill(column_squares_.begin(), column_squares_.end(), 0);
      first_ = end_ = first;
    }
    for (; end_ < end; ++end_) add<true>(end_);
    for (; first_ < first; ++first_) add<false>(first_);
    std::uint32_t sum = 0, square = 0;
    const auto left = static_cast<std::size_t>(reach_) + 1;
    for (std::size_t x = 0; x < width_; ++x) {
      sum += column_sums_[x];
      square += column_squares_[x];
      sums_[left + x] = sum;
      squares_[left + x] = square;
    }
    std::fill(sums_.begin() + static_cast<std::ptrdiff_t>(left + width_), sums_.end(), sum);
    std::fill(squares_.begin() + static_cast<std::ptrdiff_t>(left + width_), squares_.end(), square);
  }

  /// The sum over the window around column x, clipped at the edges.
  std::uint32_t sum(int x) const {
    return sums_[static_cast<std::size_t>(x + 2 * reach_ + 1)] - sums_[static_cast<std::size_t>(x)];
  }
  std::uint32_t square(int x) const {
    return squares_[static_cast<std::size_t>(x + 2 * reach_ + 1)] - squares_[static_cast<std::size_t>(x)];
  }

 private:
  template <bool kAdd>
  void add(int y) {
    const std::uint8_t* const row = gray_.ptr<std::uint8_t>(y);
    for (std::size_t x = 0; x < width_; ++x) {
      const std::uint32_t value = row[x], square = value * value;
      column_sums_[x] = kAdd ? column_sums_[x] + value : column_sums_[x] - value;
      column_squares_[x] = kAdd ? column_squares_[x] + square : column_squares_[x] - square;
    }
  }

  const cv::Mat& gray_;
  int reach_;
  int first_ = 0, end_ = 0;  // the rows included in the column sums
  std::size_t width_;
  std::vector<std::uint32_t> column_sums_, column_squares_, sums_, squares_;
};

/// Expands values of the reduced image to each column of the full image.
void spread_row(const std::uint8_t* reduced, int reduced_columns, std::vector<float>& values) {
  for (std::size_t x = 0; x < values.size(); ++x)
    values[x] = reduced[std::min(static_cast<int>(x) / kShrink, reduced_columns - 1)];
}

/// Whether any pixel of a row is darker than the paper by `min` or more.
bool has_print(const std::uint8_t* row, const std::vector<float>& paper, float min) {
  constexpr std::size_t kBlock = 64;  // compared at once; the first letter already identifies a row of print
  for (std::size_t begin = 0; begin < paper.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, paper.size());
    int found = 0;
    for (std::size_t x = begin; x < end; ++x) found |= paper[x] - static_cast<float>(row[x]) >= min;
    if (found != 0) return true;
  }
  return false;
}

/// For each of `length` positions, the inverse of the number of positions that a window with this reach
/// covers.
std::vector<float> inverse_extents(int length, int reach) {
  std::vector<float> inverses(static_cast<std::size_t>(length));
  for (int at = 0; at < length; ++at) {
    const int extent = std::min(length - 1, at + reach) - std::max(0, at - reach) + 1;
    inverses[static_cast<std::size_t>(at)] = 1.0F / static_cast<float>(extent);
  }
  return inverses;
}

/// The window size for an image of this size: two or three letters of a page with about 60 lines, or the
/// whole height of a single line.
int window_for(cv::Size size) {
  constexpr int kLineOfText = 100;
  const int side = std::min(size.width, size.height);
  const int wanted = side <= kLineOfText ? side : std::max(31, side / 22);
  return std::clamp(wanted | 1, 3, 101);
}

/// Adds dark pixels within dark areas, which the comparison with the surroundings takes for paper.
void add_dark_areas(const cv::Mat& gray, int dark, int window, cv::Mat& ink) {
  if (std::min(gray.rows, gray.cols) < 2 * kShrink) return;
  cv::Mat small, means;
  cv::resize(gray, small, {gray.cols / kShrink, gray.rows / kShrink}, 0, 0, cv::INTER_AREA);
  const int side = std::max(3, window / kShrink | 1);
  cv::blur(small, means, {side, side});
  double darkest = 255;
  cv::minMaxLoc(means, &darkest);
  if (darkest > dark) return;
  for (int y = 0; y < gray.rows; ++y) {
    const std::uint8_t* const mean = means.ptr<std::uint8_t>(std::min(y / kShrink, means.rows - 1));
    const std::uint8_t* const row = gray.ptr<std::uint8_t>(y);
    std::uint8_t* const out = ink.ptr<std::uint8_t>(y);
    for (int x = 0; x < gray.cols; ++x) {
      if (mean[std::min(x / kShrink, means.cols - 1)] <= dark && row[x] <= dark) out[x] = 255;
    }
  }
}

/// The contrast of ink, at least `least_contrast` of the page's. On a grainy page with little print, hardly
/// any pixel is ink, and the contrast of most dark pixels is that of grain.
double min_contrast_of(const GrayHistogram& histogram, double least_contrast) {
  constexpr double kOfGrain = 8;
  const double light = histogram.quantile(0.9);
  const double grain = kOfGrain * (light - histogram.quantile(0.5));
  return std::max(least_contrast * (light - histogram.quantile(0.005)),
                  std::min(least_contrast * (light - histogram.quantile(0.0005)), grain));
}

cv::Mat adaptive_ink(const cv::Mat& gray, const GrayHistogram& histogram, double share,
                     double least_contrast) {
  ContrastOptions options;
  options.share = share;
  options.window = window_for(gray.size());
  options.min_contrast = std::max(options.min_contrast, min_contrast_of(histogram, least_contrast));
  cv::Mat ink = contrast_ink(gray, paper_of(gray, options.window), options);
  const int dark = histogram.dark_cut();
  if (histogram.quantile(0.9) - dark >= options.min_contrast) add_dark_areas(gray, dark, options.window, ink);
  return ink;
}

/// The number of components shaped like a letter, each counted once.
std::size_t letters_in(const cv::Mat& ink) {
  const std::vector<Component> list = find_ink_runs(ink).list;
  return static_cast<std::size_t>(std::count_if(list.begin(), list.end(), [](const Component& component) {
    const cv::Rect& box = component.box;
    return box.height >= 6 && box.width <= 4 * box.height && box.height <= 6 * box.width && box.height <= 200;
  }));
}

cv::Mat ink_of(const cv::Mat& gray, const GrayHistogram& histogram, double share, double least_contrast) {
  cv::Mat ink;
  if (const std::optional<int> cut = histogram.cut_between_two())
    cv::threshold(gray, ink, *cut, 255, cv::THRESH_BINARY_INV);
  else
    ink = adaptive_ink(gray, histogram, share, least_contrast);
  return ink;
}

}  // namespace

void ContrastOptions::validate() const {
  require(window >= 3 && window <= 255 && window % 2 == 1, Kind::usage,
          "the window for finding ink must be an odd number from 3 to 255");
  require(share > 0 && share < 1, Kind::usage, "the share of contrast that is ink must be between 0 and 1");
  require(min_contrast > 0, Kind::usage, "the minimum contrast of ink must be above 0");
}

cv::Mat paper_of(const cv::Mat& gray, int window) {
  require_gray(gray);
  if (gray.empty()) return {};
  const cv::Size size(std::max(1, gray.cols / kShrink), std::max(1, gray.rows / kShrink));
  const int side = std::max(3, window / kShrink | 1);
  cv::Mat paper;  // closed: removes print, and the gray is not biased toward the lightest spots
  cv::resize(gray, paper, size, 0, 0, cv::INTER_AREA);
  cv::morphologyEx(paper, paper, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {side, side}));
  cv::blur(paper, paper, {side, side}, {-1, -1}, cv::BORDER_REPLICATE);
  return paper;
}

cv::Mat contrast_ink(const cv::Mat& gray, const cv::Mat& paper, const ContrastOptions& options) {
  require_gray(gray);
  require_gray(paper);
  require(paper.empty() == gray.empty(), Kind::image,
          [&] { return "the image and its paper do not match; the paper is " + describe(paper); });
  options.validate();
  cv::Mat ink(gray.size(), CV_8UC1, cv::Scalar(0));
  const int reach = options.window / 2;
  const std::vector<float> across = inverse_extents(gray.cols, reach),
                           down = inverse_extents(gray.rows, reach);
  const auto share = static_cast<float>(options.share),
             min = static_cast<float>(options.share * options.min_contrast);
  std::vector<float> paper_row(static_cast<std::size_t>(gray.cols));
  WindowSums window(gray, options.window);
  for (int y = 0; y < gray.rows; ++y) {
    check_canceled();
    if (y % kShrink == 0)
      spread_row(paper.ptr<std::uint8_t>(std::min(y / kShrink, paper.rows - 1)), paper.cols, paper_row);
    const std::uint8_t* const row = gray.ptr<std::uint8_t>(y);
    if (!has_print(row, paper_row, min)) continue;
    window.move_to(y);
    const float inverse_rows = down[static_cast<std::size_t>(y)];
    std::uint8_t* const out = ink.ptr<std::uint8_t>(y);
    for (int x = 0; x < gray.cols; ++x) {
      const float light = paper_row[static_cast<std::size_t>(x)];
      const float inverse = inverse_rows * across[static_cast<std::size_t>(x)];
      const float mean = static_cast<float>(static_cast<std::int32_t>(window.sum(x))) * inverse;
      const float square =
          static_cast<float>(static_cast<std::int32_t>(window.square(x) >> 1)) * (2 * inverse);
      // First and second moments of how much darker than the paper the window is.
      const float first = light - mean;
      const float second = light * (light - 2 * mean) + square;
      const float darker = light - static_cast<float>(row[x]);
      const bool is_ink = (darker >= min) & (darker * first >= share * second);
      out[x] = is_ink ? 255 : 0;
    }
  }
  return ink;
}

cv::Mat binarized(const cv::Mat& gray, double share, double least_contrast) {
  require(least_contrast > 0 && least_contrast <= 1, Kind::usage,
          "the least contrast of ink must be above 0 and at most 1");
  require_gray(gray);
  if (gray.empty()) return {};
  const GrayHistogram histogram(gray);
  if (histogram.quantile(0.0) == histogram.quantile(1.0)) return cv::Mat::zeros(gray.size(), CV_8UC1);
  cv::Mat ink = ink_of(gray, histogram, share, least_contrast);
  bool is_dark = false;
  // A dark page may be printed light on dark, or may be a small sheet on a dark table. The version with more
  // letters is right.
  if (histogram.share_up_to(histogram.dark_cut()) > 0.5) {
    cv::Mat turned;
    cv::bitwise_not(gray, turned);
    cv::Mat other = ink_of(turned, GrayHistogram(turned), share, least_contrast);
    is_dark = letters_in(other) > letters_in(ink);
    if (is_dark) ink = other;
  }
  turn_inverted_text(ink);
  if (!is_dark && !histogram.cut_between_two()) add_light_text(gray, ink);
  return ink;
}

}  // namespace ocelli::internal
