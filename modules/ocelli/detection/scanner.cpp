#include "ocelli/detection/scanner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/detection/scan_kernel.hpp"
#include "ocelli/imaging/image.hpp"
#include "ocelli/imaging/integral_image.hpp"

namespace ocelli {

struct Scanner::Program {
  scan_kernel::Program kernel;
};

struct ScanScratch::Buffers {
  Pyramid pyramid;
  IntegralTable sum, squared;
  scan_kernel::Level level;
  scan_kernel::Survivors survivors;
  std::vector<LevelWindow> windows;
  std::vector<ScoredWindow> scored;
};

namespace {

/// Windows that are carried through the later stages together: few enough to stay in the cache with their
/// level.
constexpr std::size_t kBatch = 8192;

/// Windows side by side along one axis.
std::size_t steps(int image_side, int window_side, int stride) {
  return static_cast<std::size_t>((image_side - window_side) / stride + 1);
}

void sift_through(const scan_kernel::Program& program, const scan_kernel::Level& level,
                  scan_kernel::Survivors& survivors) {
  for (std::size_t s = 1; s < program.stages.size() && survivors.count > 0; ++s) {
    scan_kernel::sift(program, level, program.stages[s], survivors);
  }
}

/// Hands the survivors over as windows of the level, and forgets them.
void collect(scan_kernel::Survivors& survivors, std::uint32_t level, std::size_t table_stride, int stride,
             std::vector<LevelWindow>& windows) {
  const auto step = static_cast<std::uint32_t>(stride);
  for (std::size_t i = 0; i < survivors.count; ++i) {
    const auto place = static_cast<std::size_t>(survivors.place[i]);
    windows.push_back({level, static_cast<std::uint32_t>(place % table_stride) * step,
                       static_cast<std::uint32_t>(place / table_stride), survivors.score[i]});
  }
  survivors.count = 0;
}

}  // namespace

void ScanOptions::validate() const {
  require(min_size >= 0, Kind::usage, "must not be negative", "--min-size");
  require(max_size >= 0 && (max_size == 0 || max_size >= min_size), Kind::usage,
          "must be 0 or at least the smallest size", "--max-size");
  require(std::isfinite(scale_step) && scale_step >= 1.01 && scale_step <= 10, Kind::usage,
          "must lie in 1.01 to 10", "--scale-step");
  require(stride >= 1 && stride <= 64, Kind::usage, "must lie in 1 to 64", "--stride");
}

ScanScratch::ScanScratch() : buffers_(std::make_unique<Buffers>()) {}
ScanScratch::~ScanScratch() = default;
ScanScratch::ScanScratch(ScanScratch&&) noexcept = default;
ScanScratch& ScanScratch::operator=(ScanScratch&&) noexcept = default;

Scanner::Scanner(std::shared_ptr<const Cascade> cascade, ScanOptions options)
    : cascade_(std::move(cascade)),
      options_(options),
      program_(std::make_unique<const Program>(Program{scan_kernel::Program(*cascade_)})) {
  options_.validate();
  require(options_.min_size == 0 || 2 * options_.min_size >= cascade_->width(), Kind::usage,
          "must be at least half the model's window of " + std::to_string(cascade_->width()) + " pixels",
          "--min-size");
}
Scanner::~Scanner() = default;
Scanner::Scanner(Scanner&&) noexcept = default;
Scanner& Scanner::operator=(Scanner&&) noexcept = default;

std::vector<PyramidLevel> Scanner::levels(cv::Size image) const {
  const double window = cascade_->width();
  const double first = options_.min_size > 0 ? options_.min_size / window : 1.0;
  const double last =
      options_.max_size > 0 ? options_.max_size / window : std::numeric_limits<double>::infinity();
  return pyramid_levels(image, {cascade_->width(), cascade_->height()}, first, options_.scale_step, last);
}

std::uint64_t Scanner::row_windows(const PyramidLevel& level) const {
  return steps(level.width, cascade_->width(), options_.stride);
}

std::uint64_t Scanner::window_count(cv::Size image) const {
  std::uint64_t count = 0;
  for (const PyramidLevel& level : levels(image)) {
    count += row_windows(level) * steps(level.height, cascade_->height(), options_.stride);
  }
  return count;
}

Box Scanner::box_of(const LevelWindow& window, const PyramidLevel& level) const {
  return {static_cast<float>(window.x * level.scale_x), static_cast<float>(window.y * level.scale_y),
          static_cast<float>(cascade_->width() * level.scale_x),
          static_cast<float>(cascade_->height() * level.scale_y)};
}

const std::vector<LevelWindow>& Scanner::windows(const cv::Mat& grey, const RowChoice& choose,
                                                 ScanScratch& scratch) const {
  require_grey(grey);
  ScanScratch::Buffers& b = *scratch.buffers_;
  const scan_kernel::Program& program = program_->kernel;
  b.windows.clear();
  b.pyramid.assign(grey);
  const std::vector<PyramidLevel> all = levels(grey.size());
  for (std::uint32_t l = 0; l < all.size(); ++l) {
    const PyramidLevel& level = all[l];
    const std::size_t row_windows = this->row_windows(level);
    bool ready = false;
    b.survivors.reserve(kBatch + row_windows);
    for (int y = 0; y + cascade_->height() <= level.height; y += options_.stride) {
      if (!choose(l, static_cast<std::uint32_t>(y))) continue;
      if (!ready) {
        integrate(b.pyramid.reduce(level), b.sum, b.squared, options_.stride);
        b.level.prepare(program, b.sum, b.squared);
        ready = true;
      }
      scan_kernel::scan_row(program, b.level, b.sum.index(y, 0), row_windows, b.survivors);
      if (b.survivors.count < kBatch) continue;
      sift_through(program, b.level, b.survivors);
      collect(b.survivors, l, b.sum.stride(), options_.stride, b.windows);
    }
    sift_through(program, b.level, b.survivors);
    collect(b.survivors, l, b.sum.stride(), options_.stride, b.windows);
  }
  return b.windows;
}

const std::vector<ScoredWindow>& Scanner::scan(const cv::Mat& grey, ScanScratch& scratch) const {
  const auto& found = windows(
      grey, [](std::uint32_t, std::uint32_t) { return true; }, scratch);
  const std::vector<PyramidLevel> all = levels(grey.size());
  auto& scored = scratch.buffers_->scored;
  scored.clear();
  for (const LevelWindow& window : found) scored.push_back({box_of(window, all[window.level]), window.score});
  return scored;
}

}  // namespace ocelli
