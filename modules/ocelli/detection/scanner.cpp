#include "ocelli/detection/scanner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/detection/scan_kernel.hpp"
#include "ocelli/detection/surest_windows.hpp"
#include "ocelli/imaging/image.hpp"
#include "ocelli/imaging/integral_image.hpp"

namespace ocelli {

struct Scanner::Program {
  explicit Program(const Cascade& cascade) : kernel(cascade) {
    if (!cascade.symmetric()) return;
    mirrored_cascade = std::make_unique<const Cascade>(mirrored(cascade));
    mirrored_kernel.emplace(*mirrored_cascade);
  }

  scan_kernel::Program kernel;
  /// Of a symmetric cascade: what its weak classifiers say of mirror images.
  std::unique_ptr<const Cascade> mirrored_cascade;
  std::optional<scan_kernel::Program> mirrored_kernel;
};

struct ScanScratch::Buffers {
  std::vector<PyramidLevel> levels;
  Pyramid pyramid;
  IntegralTable sum, squared;
  scan_kernel::Level level, mirrored_level;
  scan_kernel::Survivors batch, grid_survivors;
  std::vector<scan_kernel::Survivors> around;  ///< of the grid_survivors, by column phase
  std::vector<std::uint8_t> looked_at;         ///< by window of the level
  std::vector<LevelWindow> windows;
  std::vector<ScoredWindow> scored;
  std::size_t left_out = 0;
};

namespace {

/// Windows that are carried through the later stages together: few enough to stay in the cache with their
/// level.
constexpr std::size_t kBatch = 8192;

/// A third of the windows get to the second stage: too many to be worth gathering.
constexpr std::size_t kMostDense = 2;

/// Windows side by side along one axis.
std::size_t steps(int image_side, int window_side, int stride) {
  return static_cast<std::size_t>((image_side - window_side) / stride + 1);
}

using Stages = std::span<const scan_kernel::StageProgram>;

/// Runs some stages, one after the other, on scattered windows of one column phase.
void sift_through(const scan_kernel::Program& program, scan_kernel::Level& level, std::size_t phase,
                  Stages stages, scan_kernel::Survivors& survivors) {
  for (const scan_kernel::StageProgram& stage : stages) {
    if (survivors.count == 0) return;
    scan_kernel::sift(program, level, phase, stage, survivors);
  }
}

/// Hands the survivors over as windows of the level, and forgets them.
void collect(scan_kernel::Survivors& survivors, std::uint32_t level, const IntegralTable& table,
             std::vector<LevelWindow>& windows) {
  for (std::size_t i = 0; i < survivors.count; ++i) {
    const auto place = static_cast<std::size_t>(survivors.place[i]);
    windows.push_back({level, static_cast<std::uint32_t>(table.column_at(place)),
                       static_cast<std::uint32_t>(table.row_at(place)), survivors.score[i]});
  }
  survivors.count = 0;
}

auto place_of(const LevelWindow& window) { return std::tuple(window.level, window.y, window.x); }

/// Lists the windows off the grid that lie nearer to a grid survivor than the next window on the grid, each once.
void list_around(const scan_kernel::Survivors& grid_survivors, cv::Size windows, int stride,
                 const IntegralTable& table, std::vector<std::uint8_t>& looked_at,
                 std::vector<scan_kernel::Survivors>& around) {
  looked_at.assign(static_cast<std::size_t>(windows.area()), 0);
  around.resize(static_cast<std::size_t>(stride));
  for (std::size_t i = 0; i < grid_survivors.count; ++i) {
    const auto place = static_cast<std::size_t>(grid_survivors.place[i]);
    const int grid_x = table.column_at(place), grid_y = table.row_at(place);
    const int right = std::min(windows.width - 1, grid_x + stride - 1);
    const int bottom = std::min(windows.height - 1, grid_y + stride - 1);
    for (int y = std::max(0, grid_y - stride + 1); y <= bottom; ++y) {
      for (int x = std::max(0, grid_x - stride + 1); x <= right; ++x) {
        std::uint8_t& seen = looked_at[static_cast<std::size_t>(y * windows.width + x)];
        if (seen != 0 || (x % stride == 0 && y % stride == 0)) continue;
        seen = 1;
        scan_kernel::Survivors& list = around[static_cast<std::size_t>(x % stride)];
        list.reserve(list.count + 1);
        list.place[list.count++] = static_cast<std::int32_t>(table.index(y, x));
      }
    }
  }
}

}  // namespace

void ScanOptions::validate() const {
  check_options(*this);
  require(
      max_size == 0 || max_size >= min_size, Kind::usage,
      [&] { return "must be 0 or at least --min-size, " + to_text(min_size) + ", not " + to_text(max_size); },
      "--max-size");
}

std::vector<PyramidLevel> scan_levels(cv::Size image, cv::Size window, const ScanOptions& options) {
  std::vector<PyramidLevel> levels;
  scan_levels(image, window, options, levels);
  return levels;
}

void scan_levels(cv::Size image, cv::Size window, const ScanOptions& options,
                 std::vector<PyramidLevel>& levels) {
  const double width = window.width;
  const double first = options.min_size > 0 ? options.min_size / width : 1.0;
  const double last =
      options.max_size > 0 ? options.max_size / width : std::numeric_limits<double>::infinity();
  pyramid_levels(image, window, first, options.scale_step, last, levels);
}

std::uint64_t count_windows(cv::Size image, cv::Size window, const ScanOptions& options) {
  std::uint64_t count = 0;
  for (const PyramidLevel& level : scan_levels(image, window, options)) {
    count +=
        steps(level.width, window.width, options.stride) * steps(level.height, window.height, options.stride);
  }
  return count;
}

Box box_of(const LevelWindow& window, const PyramidLevel& level, cv::Size size) {
  return {static_cast<float>(window.x * level.scale_x), static_cast<float>(window.y * level.scale_y),
          static_cast<float>(size.width * level.scale_x), static_cast<float>(size.height * level.scale_y)};
}

std::uint64_t windows_in_row(const PyramidLevel& level, cv::Size window, int stride) {
  return steps(level.width, window.width, stride);
}

ScanScratch::ScanScratch() : buffers_(std::make_unique<Buffers>()) {}
ScanScratch::~ScanScratch() = default;
ScanScratch::ScanScratch(ScanScratch&&) noexcept = default;
ScanScratch& ScanScratch::operator=(ScanScratch&&) noexcept = default;

std::size_t ScanScratch::left_out() const { return buffers_->left_out; }

Scanner::Scanner(std::shared_ptr<const Cascade> cascade, ScanOptions options)
    : cascade_(std::move(cascade)), options_(options), program_(std::make_unique<const Program>(*cascade_)) {
  options_.validate();
  require(
      options_.min_size == 0 || 2 * options_.min_size >= cascade_->width(), Kind::usage,
      [&] {
        return "must be at least half the model's window of " + std::to_string(cascade_->width()) + " pixels";
      },
      "--min-size");
}
Scanner::~Scanner() = default;
Scanner::Scanner(Scanner&&) noexcept = default;
Scanner& Scanner::operator=(Scanner&&) noexcept = default;

std::vector<PyramidLevel> Scanner::levels(cv::Size image) const {
  return scan_levels(image, window(), options_);
}

std::uint64_t Scanner::row_windows(const PyramidLevel& level) const {
  return windows_in_row(level, window(), options_.stride);
}

std::uint64_t Scanner::window_count(cv::Size image) const { return count_windows(image, window(), options_); }

Box Scanner::box_of(const LevelWindow& window, const PyramidLevel& level) const {
  return ocelli::box_of(window, level, this->window());
}

void Scanner::scan_grid(const PyramidLevel& level, std::uint32_t number, const RowChoice& choose,
                        ScanScratch::Buffers& b) const {
  const scan_kernel::Program& program = program_->kernel;
  const std::size_t row_windows = this->row_windows(level);
  const Stages grid_stages = Stages(program.stages).first(grid_stage_count());
  const Stages dense = grid_stages.first(dense_stage_count());
  const Stages left = grid_stages.subspan(dense.size());
  bool ready = false;
  b.batch.reserve(kBatch + row_windows);
  for (int y = 0; y + cascade_->height() <= level.height; y += options_.stride) {
    if (!choose(number, static_cast<std::uint32_t>(y))) continue;
    if (!ready) {
      integrate(b.pyramid.reduce(level), b.sum, b.squared, options_.stride);
      b.level.assign(program, b.sum, b.squared);
      ready = true;
    }
    scan_kernel::scan_row(program, b.level, b.sum.index(y, 0), row_windows, dense, b.batch);
    if (b.batch.count < kBatch) continue;
    sift_through(program, b.level, 0, left, b.batch);
    b.grid_survivors.take(b.batch);
  }
  sift_through(program, b.level, 0, left, b.batch);
  b.grid_survivors.take(b.batch);
}

void Scanner::scan_around(const PyramidLevel& level, ScanScratch::Buffers& b) const {
  const scan_kernel::Program& program = program_->kernel;
  const cv::Size windows(level.width - cascade_->width() + 1, level.height - cascade_->height() + 1);
  list_around(b.grid_survivors, windows, options_.stride, b.sum, b.looked_at, b.around);
  for (std::size_t phase = 0; phase < b.around.size(); ++phase) {
    scan_kernel::begin(program, b.level, phase, b.around[phase]);
    sift_through(program, b.level, phase, Stages(program.stages).first(grid_stage_count()), b.around[phase]);
  }
  // Those of the grid's own phase go on with it: fuller registers.
  b.grid_survivors.take(b.around.front());
}

void Scanner::finish(std::size_t phase, std::uint32_t number, scan_kernel::Survivors& survivors,
                     ScanScratch::Buffers& b) const {
  const scan_kernel::Program& program = program_->kernel;
  sift_through(program, b.level, phase, Stages(program.stages).subspan(grid_stage_count()), survivors);
  add_mirrored_scores(phase, survivors, b);
  collect(survivors, number, b.sum, b.windows);
}

void Scanner::add_mirrored_scores(std::size_t phase, scan_kernel::Survivors& survivors,
                                  ScanScratch::Buffers& b) const {
  if (!program_->mirrored_kernel || survivors.count == 0) return;
  const scan_kernel::Program& program = *program_->mirrored_kernel;
  b.mirrored_level.assign(program, b.sum, b.squared);
  const scan_kernel::StageProgram all{0, static_cast<std::uint32_t>(cascade_->weak_count()),
                                      -std::numeric_limits<float>::infinity()};
  scan_kernel::sift(program, b.mirrored_level, phase, all, survivors);
  for (float& score : std::span(survivors.score).first(survivors.count)) score /= 2;
}

std::size_t Scanner::dense_stage_count() const { return std::min(kMostDense, grid_stage_count()); }

std::size_t Scanner::grid_stage_count() const {
  const std::size_t stages = cascade_->stages().size();
  if (options_.stride == 1 || stages < 2) return stages;
  return std::max<std::size_t>(1, (stages - 1) / 2);
}

const std::vector<LevelWindow>& Scanner::windows(const cv::Mat& grey, const RowChoice& choose,
                                                 ScanScratch& scratch) const {
  return windows(grey, choose, std::numeric_limits<std::size_t>::max(), scratch);
}

const std::vector<LevelWindow>& Scanner::windows(const cv::Mat& grey, const RowChoice& choose,
                                                 std::size_t most, ScanScratch& scratch) const {
  require_grey(grey);
  ScanScratch::Buffers& b = *scratch.buffers_;
  b.windows.clear();
  b.left_out = 0;
  b.pyramid.assign(grey);
  scan_levels(grey.size(), window(), options_, b.levels);
  for (std::uint32_t l = 0; l < b.levels.size(); ++l) {
    check_cancelled();
    const auto first = static_cast<std::ptrdiff_t>(b.windows.size());
    scan_grid(b.levels[l], l, choose, b);
    if (b.grid_survivors.count == 0) continue;
    if (options_.stride > 1) scan_around(b.levels[l], b);
    finish(0, l, b.grid_survivors, b);
    for (std::size_t phase = 1; phase < b.around.size(); ++phase) finish(phase, l, b.around[phase], b);
    std::ranges::sort(b.windows.begin() + first, b.windows.end(), {}, place_of);
    // Once too many are there, not at each one more.
    if (b.windows.size() / 2 > most) b.left_out += keep_surest(b.windows, most);
  }
  b.left_out += keep_surest(b.windows, most);
  return b.windows;
}

const std::vector<ScoredWindow>& Scanner::scan(const cv::Mat& grey, ScanScratch& scratch) const {
  windows(
      grey, [](std::uint32_t, std::uint32_t) { return true; }, kMostWindows, scratch);
  ScanScratch::Buffers& b = *scratch.buffers_;
  b.scored.clear();
  for (const LevelWindow& window : b.windows)
    b.scored.push_back({box_of(window, b.levels[window.level]), window.score});
  return b.scored;
}

}  // namespace ocelli
