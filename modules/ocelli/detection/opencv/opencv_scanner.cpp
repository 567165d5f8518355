#include "ocelli/detection/opencv/opencv_scanner.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/level_scan.hpp"
#include "ocelli/detection/surest_windows.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {

struct OpenCvScanner::Program {
  opencv_kernel::Program kernel;
};

struct OpenCvScanner::Scratch::Buffers {
  std::vector<OpenCvLevel> levels;
  std::vector<std::uint8_t> pixels;
  std::vector<int> rows;
  opencv_kernel::LevelScan scan;
  std::vector<ScoredWindow> windows;
  cv::Mat source;
  std::size_t left_out = 0;
};

namespace {

/// Scales a window. OpenCV multiplies in the precision of the scale, which determines how halves round.
template <class Scale>
cv::Size scaled(cv::Size window, Scale scale) {
  const auto side = [&](int pixels) { return cvRound(static_cast<Scale>(pixels) * scale); };
  return {side(window.width), side(window.height)};
}

bool is_larger(cv::Size one, cv::Size other) { return one.width > other.width || one.height > other.height; }

/// Whether the zeros of a size are interpreted as in OpenCV. OpenCV has no sizes given by width alone.
bool has_zeros_of_opencv(ObjectSize size, ZeroSide zero) {
  return size.has_height && zero == ZeroSide::is_as_in_opencv;
}

/// The squared distance between two sizes along the constrained sides.
double distance(ObjectSize wanted, ZeroSide zero, cv::Size size) {
  const bool is_whole = has_zeros_of_opencv(wanted, zero);
  const double wide = wanted.width > 0 || is_whole ? static_cast<double>(wanted.width) - size.width : 0;
  const double high = wanted.height > 0 || is_whole ? static_cast<double>(wanted.height) - size.height : 0;
  return wide * wide + high * high;
}

/// The size of the largest windows; the image size if there is no limit.
cv::Size greatest_size(ObjectSize asked, ZeroSide zero, cv::Size image) {
  const bool has_zero = asked.width == 0 || asked.height == 0;
  if (has_zero && has_zeros_of_opencv(asked, zero)) return image;
  return {asked.width > 0 ? asked.width : image.width, asked.height > 0 ? asked.height : image.height};
}

/// Keeps the levels with windows of the requested sizes. If there is none, keeps the one with windows nearest
/// to the smallest, as OpenCV does to find objects of one known size.
void keep_sizes(cv::Size image, const ScanOptions& options, ZeroSide zero, std::vector<OpenCvLevel>& levels) {
  const ObjectSize least = options.smallest();
  const cv::Size most = greatest_size(options.largest(), zero, image);
  const auto is_asked_for = [&](const OpenCvLevel& level) {
    const cv::Size size = level.window;
    return !is_larger(size, most) && size.width >= least.width && size.height >= least.height;
  };
  if (std::ranges::none_of(levels, is_asked_for)) {
    const auto nearest = std::ranges::min_element(
        levels, {}, [&](const OpenCvLevel& level) { return distance(least, zero, level.window); });
    levels = {OpenCvLevel(*nearest)};
    return;
  }
  std::erase_if(levels, [&](const OpenCvLevel& level) { return !is_asked_for(level); });
}

/// The source resized to a level.
cv::Mat reduced(const cv::Mat& source, const OpenCvLevel& level, std::vector<std::uint8_t>& storage) {
  if (level.width == source.cols && level.height == source.rows) return source;
  const std::size_t needed = static_cast<std::size_t>(level.height) * static_cast<std::size_t>(level.width);
  if (storage.size() < needed) storage.resize(needed);
  cv::Mat pixels(level.height, level.width, CV_8UC1, storage.data());
  cv::resize(source, pixels, pixels.size(), 0, 0, cv::INTER_LINEAR_EXACT);
  return pixels;
}

/// OpenCV divides the rows of windows in each level into this many stripes.
int stripes_of(const OpenCvLevel& first_level, cv::Size window) {
  constexpr int kColumns = 32;
  return std::max(1, (first_level.width - window.width + kColumns) / kColumns);
}

/// All stripes have the same height. If the rows above the last one fill the stripes exactly, the last row is
/// left out.
int end_of_rows(const OpenCvLevel& level, cv::Size window, int stripes) {
  const int rows = std::max(0, level.height - window.height + 1);
  const int stripe_rows = std::max(1, (rows / level.stride + stripes - 1) / stripes);
  return std::min(rows, stripes * stripe_rows * level.stride);
}

/// A window's box in the source image, rounded.
Box box_of(int x, int y, cv::Size window, float scale) {
  const auto place = [&](int at) { return static_cast<float>(cvRound(static_cast<float>(at) * scale)); };
  return {place(x), place(y), static_cast<float>(window.width), static_cast<float>(window.height)};
}

}  // namespace

void opencv_levels(cv::Size image, cv::Size window, const ScanOptions& options, ZeroSide zero,
                   std::vector<OpenCvLevel>& levels) {
  levels.clear();
  for (double factor = 1; !is_larger(scaled(window, factor), image); factor *= options.scale_step) {
    const auto scale = static_cast<float>(factor);
    levels.push_back({.width = cvRound(static_cast<float>(image.width) / scale),
                      .height = cvRound(static_cast<float>(image.height) / scale),
                      .scale = scale,
                      .stride = scale >= 2 ? 1 : 2,
                      .window = scaled(window, scale)});
  }
  if (levels.empty()) return;
  keep_sizes(image, options, zero, levels);
  const int stripes = stripes_of(levels.front(), window);
  for (OpenCvLevel& level : levels) level.end_y = end_of_rows(level, window, stripes);
}

OpenCvScanner::Scratch::Scratch() : buffers_(std::make_unique<Buffers>()) {}
OpenCvScanner::Scratch::~Scratch() = default;
OpenCvScanner::Scratch::Scratch(Scratch&&) noexcept = default;
OpenCvScanner::Scratch& OpenCvScanner::Scratch::operator=(Scratch&&) noexcept = default;

std::size_t OpenCvScanner::Scratch::left_out() const { return buffers_->left_out; }

OpenCvScanner::OpenCvScanner(std::shared_ptr<const OpenCvCascade> cascade, ScanOptions options, ZeroSide zero)
    : cascade_(std::move(cascade)),
      options_(std::move(options)),
      zero_(zero),
      program_(new Program{opencv_kernel::Program(*cascade_)}) {
  options_.validate();
}
OpenCvScanner::~OpenCvScanner() = default;
OpenCvScanner::OpenCvScanner(OpenCvScanner&&) noexcept = default;
OpenCvScanner& OpenCvScanner::operator=(OpenCvScanner&&) noexcept = default;

void OpenCvScanner::scan_level(const OpenCvLevel& level, Scratch::Buffers& b) const {
  const opencv_kernel::Program& program = program_->kernel;
  if (level.width < program.width) return;
  b.rows.clear();
  for (int y = 0; y < level.end_y; y += level.stride) b.rows.push_back(y);
  if (b.rows.empty()) return;
  opencv_kernel::scan_level(program, reduced(b.source, level, b.pixels), level.stride, b.rows,
                            opencv_kernel::Neighbors::not_after_rejected, b.scan,
                            [&](int x, int y, float score) {
                              b.windows.push_back({box_of(x, y, level.window, level.scale), score});
                            });
}

const std::vector<ScoredWindow>& OpenCvScanner::scan(const cv::Mat& gray, Scratch& scratch) const {
  require_gray(gray);
  Scratch::Buffers& b = *scratch.buffers_;
  b.windows.clear();
  b.left_out = 0;
  b.source = gray;
  opencv_levels(gray.size(), {cascade_->width(), cascade_->height()}, options_, zero_, b.levels);
  for (const OpenCvLevel& level : b.levels) {
    check_canceled();
    scan_level(level, b);
    // Prunes only once there are far too many, not for each additional window.
    if (b.windows.size() / 2 > Scanner::kMaxWindows)
      b.left_out += keep_surest(b.windows, Scanner::kMaxWindows);
  }
  b.left_out += keep_surest(b.windows, Scanner::kMaxWindows);
  return b.windows;
}

}  // namespace ocelli::internal
