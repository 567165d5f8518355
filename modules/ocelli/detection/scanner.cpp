#include "ocelli/detection/scanner.hpp"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/object_pool.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/band_scan.hpp"
#include "ocelli/detection/surest_windows.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/imaging/quarter_turn.hpp"

namespace ocelli::internal {

using band_scan::Band;

struct ScanScratch::Buffers {
  struct Turn {
    std::vector<band_scan::Found> found;                   ///< by band
    std::vector<std::vector<band_scan::Place>> survivors;  ///< grid survivors by level
  };

  std::vector<PyramidLevel> levels;
  Pyramid pyramid;
  std::vector<Band> bands;
  std::vector<Turn> turns;
  ObjectPool<band_scan::Buffers> tasks;
  std::vector<LevelWindow> windows;
  std::vector<std::vector<ScoredWindow>> scored;  ///< by turn
  std::size_t left_out = 0;
};

namespace {

/// Rows of windows that are scanned together: a task of a fraction of a millisecond, with tables that stay in
/// the cache. The rows below it, as many as a window is high, are computed twice.
constexpr int kBandRows = 128;

/// An object must be a grid survivor at one of two sizes with this ratio, although it may be any size in
/// between.
constexpr double kMaxGridRatio = 1.22;

/// The number of windows along one axis.
std::size_t steps(int image_side, int window_side, int stride) {
  return static_cast<std::size_t>((image_side - window_side) / stride + 1);
}

/// Splits the windows of all levels into bands of at most `rows` rows, in (level, y) order.
void cut_bands(const std::vector<PyramidLevel>& levels, int window_height, int rows,
               std::vector<Band>& bands) {
  bands.clear();
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    const int all = levels[l].whole().height - window_height + 1;
    for (int begin = 0; begin < all; begin += rows) bands.push_back({l, begin, std::min(all, begin + rows)});
  }
}

/// The smallest scale at which a window has at least these sides; 0 if both are unconstrained.
double min_scale(ObjectSize size, cv::Size2d window) {
  return std::max(size.width / window.width, size.height / window.height);
}

/// The largest scale at which a window fits within these sides.
double greatest_scale(ObjectSize size, cv::Size2d window) {
  const auto along = [](int side, double window_side) {
    return side > 0 ? side / window_side : std::numeric_limits<double>::infinity();
  };
  return std::min(along(size.width, window.width), along(size.height, window.height));
}

/// The scale at which the sides of a window are nearest to these, by least squares. Requires that at least
/// one side is constrained.
double nearest_scale(ObjectSize size, cv::Size2d window) {
  double common = 0, own = 0;
  for (const auto& [side, window_side] :
       {std::pair(size.width, window.width), {size.height, window.height}}) {
    if (side == 0) continue;
    common += side * window_side;
    own += window_side * window_side;
  }
  return common / own;
}

/// Adds the levels to scan for boxes that are wider than the window by the factor `stretch`, and less high.
void add_levels(cv::Size image, cv::Size window, const ScanOptions& options, double stretch,
                std::vector<PyramidLevel>& levels) {
  const cv::Size2d box(window.width * stretch, window.height / stretch);
  const ObjectSize smallest = options.smallest();
  const bool has_min = !smallest.is_free();
  double first = has_min ? min_scale(smallest, box) : 1.0;
  double last = greatest_scale(options.largest(), box);
  if (has_min && first > last) first = last = nearest_scale(smallest, box);
  const cv::Size margin = options.margin(window);
  add_pyramid_levels(image, {window.width - 2 * margin.width, window.height - 2 * margin.height},
                     {.first = first, .step = options.scale_step, .last = last, .stretch = stretch}, levels);
}

int place_over(std::uint32_t place, int margin, int window_side, double scale, double other_scale) {
  const double half = window_side / 2.0 - margin;
  return static_cast<int>(std::lround((place + half) * scale / other_scale - half));
}

bool is_on_grid(const PyramidLevel& level, const ScanOptions& options) {
  return level.number % static_cast<std::uint32_t>(options.grid_levels()) == 0;
}

/// Adds the places of the windows in the band that are over a survivor in another level, within one pixel.
void add_places_over(std::span<const band_scan::Place> survivors, const PyramidLevel& from,
                     const PyramidLevel& level, cv::Size window, const Band& band,
                     std::vector<band_scan::Place>& places) {
  for (const band_scan::Place& survivor : survivors) {
    const LevelWindow there{0, static_cast<std::uint32_t>(survivor.x),
                            static_cast<std::uint32_t>(survivor.y)};
    const cv::Point over = ocelli::internal::place_over(there, from, level, window);
    const int bottom = std::min(band.end - 1, over.y + kReachBetweenLevels);
    const int right = std::min(level.whole().width - window.width, over.x + kReachBetweenLevels);
    for (int y = std::max(band.begin, over.y - kReachBetweenLevels); y <= bottom; ++y) {
      for (int x = std::max(0, over.x - kReachBetweenLevels); x <= right; ++x) places.push_back({x, y});
    }
  }
}

}  // namespace

void ScanOptions::validate() const {
  check_options(*this);
  const auto is_in_order = [](int min, int max) { return max == 0 || max >= min; };
  const ObjectSize min = smallest(), max = largest();
  require(
      is_in_order(min.width, max.width) && is_in_order(min.height, max.height), Kind::usage,
      [&] { return "must be none or at least --min-size, " + to_text(min) + ", got " + to_text(max); },
      "--max-size");
}

int ScanOptions::grid_levels() const {
  if (scale_stride) return *scale_stride;
  if (stride == 1) return 1;
  int levels = 1;
  for (double ratio = scale_step * scale_step; ratio <= kMaxGridRatio; ratio *= scale_step) ++levels;
  return levels;
}

cv::Size ScanOptions::margin(cv::Size window) const {
  const auto along = [this](int side) {
    return static_cast<int>(overhang.value_or(0) * side) / stride * stride;
  };
  return {along(window.width), along(window.height)};
}

double ScanOptions::grid_step() const {
  double step = scale_step;
  for (int level = 1; level < grid_levels(); ++level) step *= scale_step;
  return step;
}

std::vector<PyramidLevel> scan_levels(cv::Size image, cv::Size window, const ScanOptions& options) {
  std::vector<PyramidLevel> levels;
  scan_levels(image, window, options, levels);
  return levels;
}

void scan_levels(cv::Size image, cv::Size window, const ScanOptions& options,
                 std::vector<PyramidLevel>& levels) {
  levels.clear();
  const double own = static_cast<double>(window.width) / window.height;
  if (options.shapes.empty()) add_levels(image, window, options, 1, levels);
  for (const float shape : options.shapes)
    add_levels(image, window, options, std::sqrt(static_cast<double>(shape) / own), levels);
  for (PyramidLevel& level : levels) level.margin = options.margin(window);
}

std::uint64_t count_windows(cv::Size image, cv::Size window, const ScanOptions& options) {
  std::uint64_t count = 0;
  for (const PyramidLevel& level : scan_levels(image, window, options)) {
    if (!is_on_grid(level, options)) continue;
    count += windows_in_row(level, window, options.stride) *
             steps(level.whole().height, window.height, options.stride);
  }
  return count;
}

Box box_of(const LevelWindow& window, const PyramidLevel& level, cv::Size size) {
  const auto place = [](std::uint32_t at, int margin, double scale) {
    return static_cast<float>((static_cast<double>(at) - margin) * scale);
  };
  return {place(window.x, level.margin.width, level.scale_x),
          place(window.y, level.margin.height, level.scale_y), static_cast<float>(size.width * level.scale_x),
          static_cast<float>(size.height * level.scale_y)};
}

cv::Point place_over(const LevelWindow& window, const PyramidLevel& level, const PyramidLevel& other,
                     cv::Size size) {
  return {place_over(window.x, level.margin.width, size.width, level.scale_x, other.scale_x),
          place_over(window.y, level.margin.height, size.height, level.scale_y, other.scale_y)};
}

std::uint64_t windows_in_row(const PyramidLevel& level, cv::Size window, int stride) {
  return steps(level.whole().width, window.width, stride);
}

ScanScratch::ScanScratch() : buffers_(std::make_unique<Buffers>()) {}
ScanScratch::~ScanScratch() = default;
ScanScratch::ScanScratch(ScanScratch&&) noexcept = default;
ScanScratch& ScanScratch::operator=(ScanScratch&&) noexcept = default;

std::size_t ScanScratch::left_out() const { return buffers_->left_out; }

Scanner::Scanner(std::shared_ptr<const Cascade> cascade, ScanOptions options, std::vector<int> quarters)
    : cascade_(std::move(cascade)), quarters_(std::move(quarters)), options_(std::move(options)) {
  options_.validate();
  options_.shapes.assign(cascade_->shapes().begin(), cascade_->shapes().end());
  if (quarters_.front() % 2 == 1) {
    for (float& shape : options_.shapes) shape = 1 / shape;
    if (options_.min_size) options_.min_size = options_.min_size->turned();
    if (options_.max_size) options_.max_size = options_.max_size->turned();
  }
  require(
      options_.smallest().is_free() || 2 * min_scale(options_.smallest(), window()) >= 1, Kind::usage,
      [&] {
        return "must be at least half the model's window of " + std::to_string(cascade_->width()) + " x " +
               std::to_string(cascade_->height()) + " pixels";
      },
      "--min-size");
  for (const int turn : quarters_)
    programs_.push_back(std::make_unique<const band_scan::Program>(*cascade_, turn, options_));
}
Scanner::~Scanner() = default;
Scanner::Scanner(Scanner&&) noexcept = default;
Scanner& Scanner::operator=(Scanner&&) noexcept = default;

std::vector<PyramidLevel> Scanner::levels(cv::Size image) const {
  return scan_levels(image, window(), options_);
}

std::uint64_t Scanner::window_count(cv::Size image) const { return count_windows(image, window(), options_); }

Box Scanner::box_of(const LevelWindow& window, const PyramidLevel& level) const {
  return ocelli::internal::box_of(window, level, this->window());
}

std::size_t Scanner::dense_stage_count() const { return programs_.front()->dense_stage_count(); }

std::size_t Scanner::grid_stage_count() const { return programs_.front()->grid_stage_count(); }

cv::Size Scanner::window() const {
  return turned(cv::Size(cascade_->width(), cascade_->height()), quarters_.front());
}

void Scanner::prepare(const cv::Mat& gray, int band_rows, ScanScratch::Buffers& b) const {
  require_gray(gray);
  b.left_out = 0;
  scan_levels(gray.size(), window(), options_, b.levels);
  b.pyramid.assign(gray);
  for (const PyramidLevel& level : b.levels) b.pyramid.prepare(level);
  cut_bands(b.levels, window().height, band_rows, b.bands);
  if (b.turns.size() < programs_.size()) b.turns.resize(programs_.size());
  if (b.scored.size() < programs_.size()) b.scored.resize(programs_.size());
  for (ScanScratch::Buffers::Turn& turn : b.turns)
    if (turn.found.size() < b.bands.size()) turn.found.resize(b.bands.size());
}

void Scanner::scan_band(std::size_t i, const RowColumns& choose, ScanScratch::Buffers& b) const {
  const Band& band = b.bands[i];
  if (!is_on_grid(b.levels[band.level], options_)) return;
  const auto task = b.tasks.borrow();
  (*task).has_tables = false;
  for (std::size_t turn = 0; turn < programs_.size(); ++turn)
    programs_[turn]->scan(b.pyramid, b.levels[band.level], band, choose, *task, b.turns[turn].found[i]);
}

void Scanner::list_survivors(ScanScratch::Buffers& b) const {
  for (ScanScratch::Buffers::Turn& turn : b.turns) {
    if (turn.survivors.size() < b.levels.size()) turn.survivors.resize(b.levels.size());
    for (std::vector<band_scan::Place>& survivors : turn.survivors) survivors.clear();
    for (std::size_t i = 0; i < b.bands.size(); ++i) {
      if (!is_on_grid(b.levels[b.bands[i].level], options_)) continue;
      const std::vector<band_scan::Place>& own = turn.found[i].survivors;
      std::vector<band_scan::Place>& survivors = turn.survivors[b.bands[i].level];
      survivors.insert(survivors.end(), own.begin(), own.end());
    }
  }
}

void Scanner::scan_between(std::size_t i, ScanScratch::Buffers& b) const {
  const Band& band = b.bands[i];
  const PyramidLevel& level = b.levels[band.level];
  if (is_on_grid(level, options_)) return;
  const auto task = b.tasks.borrow();
  std::vector<band_scan::Place>& places = (*task).places;
  const auto step = static_cast<std::uint32_t>(options_.grid_levels());
  const std::uint32_t below = band.level - level.number % step;
  for (std::size_t turn = 0; turn < programs_.size(); ++turn) {
    places.clear();
    for (const std::uint32_t l : {below, below + step}) {
      const bool has_same_shape = l < b.levels.size() && b.levels[l].number + band.level == level.number + l;
      if (!has_same_shape) continue;
      add_places_over(b.turns[turn].survivors[l], b.levels[l], level, window(), band, places);
    }
    programs_[turn]->scan_band(b.pyramid, level, band, places, *task, b.turns[turn].found[i]);
  }
}

RowColumns Scanner::columns_for(const CenterRange& centers, const ScanScratch::Buffers& b) const {
  return [this, &centers, &b](std::uint32_t l, std::uint32_t y) {
    const PyramidLevel& level = b.levels[l];
    const cv::Size size = window();
    const auto [least, greatest] = centers((y + size.height / 2.0 - level.margin.height) * level.scale_y);
    const auto column = [&](double x) { return x / level.scale_x + level.margin.width - size.width / 2.0; };
    const int first = std::max(0, static_cast<int>(std::ceil(column(least) / options_.stride)));
    return ColumnRange{first * options_.stride, static_cast<int>(std::floor(column(greatest))) + 1};
  };
}

template <class ForEach>
void Scanner::scan_all(const ForEach& for_each, const RowColumns& choose, ScanScratch::Buffers& b) const {
  for_each(b.bands.size(), [&](std::size_t i) { scan_band(i, choose, b); });
  if (options_.grid_levels() == 1) return;
  list_survivors(b);
  for_each(b.bands.size(), [&](std::size_t i) { scan_between(i, b); });
}

const std::vector<LevelWindow>& Scanner::windows(const cv::Mat& gray, const RowChoice& choose,
                                                 ScanScratch& scratch) const {
  ScanScratch::Buffers& b = *scratch.buffers_;
  prepare(gray, std::numeric_limits<int>::max(), b);
  const auto one_by_one = [](std::size_t count, const auto& body) {
    for (std::size_t i = 0; i < count; ++i) {
      check_canceled();
      body(i);
    }
  };
  const RowColumns columns = [&](std::uint32_t level, std::uint32_t y) {
    return choose(level, y) ? ColumnRange{} : ColumnRange{0, 0};
  };
  scan_all(one_by_one, columns, b);
  b.windows.clear();
  const std::vector<band_scan::Found>& found = b.turns.front().found;
  for (std::size_t i = 0; i < b.bands.size(); ++i)
    b.windows.insert(b.windows.end(), found[i].windows.begin(), found[i].windows.end());
  return b.windows;
}

void Scanner::collect(std::size_t turn, ScanScratch::Buffers& b) const {
  const std::vector<band_scan::Found>& found = b.turns[turn].found;
  b.windows.clear();
  for (std::size_t i = 0; i < b.bands.size(); ++i) {
    b.windows.insert(b.windows.end(), found[i].windows.begin(), found[i].windows.end());
    // Prunes only once there are far too many, not for each additional window.
    if (b.windows.size() / 2 > kMaxWindows) b.left_out += keep_surest(b.windows, kMaxWindows);
  }
  b.left_out += keep_surest(b.windows, kMaxWindows);
  b.scored[turn].clear();
  for (const LevelWindow& window : b.windows)
    b.scored[turn].push_back({box_of(window, b.levels[window.level]), window.score});
}

const std::vector<ScoredWindow>& Scanner::scan(const cv::Mat& gray, ScanScratch& scratch) const {
  return scan_turns(gray, {}, scratch).front();
}

const std::vector<std::vector<ScoredWindow>>& Scanner::scan_turns(const cv::Mat& gray,
                                                                  const CenterRange& centers,
                                                                  ScanScratch& scratch) const {
  ScanScratch::Buffers& b = *scratch.buffers_;
  prepare(gray, (kBandRows + options_.stride - 1) / options_.stride * options_.stride, b);
  const RowColumns columns =
      centers ? columns_for(centers, b) : [](std::uint32_t, std::uint32_t) { return ColumnRange{}; };
  const auto side_by_side = [](std::size_t count, const auto& body) {
    parallel_for(std::size_t{0}, count, body);
  };
  // Keeps a thread that waits for the last bands from starting another picture, which would need its own
  // scratch.
  tbb::this_task_arena::isolate([&] { scan_all(side_by_side, columns, b); });
  for (std::size_t turn = 0; turn < programs_.size(); ++turn) collect(turn, b);
  return b.scored;
}

}  // namespace ocelli::internal
