#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/core/object_size.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli::internal {

namespace band_scan {
class Program;
}

struct ScanOptions {
  /// Size of the smallest objects, in source pixels. Empty: the cascade's window.
  std::optional<ObjectSize> min_size = {};
  std::optional<ObjectSize> max_size = {};  ///< size of the largest objects; empty: as large as the image
  double scale_step = 1.1;                  ///< ratio of successive window sizes
  int stride = 2;  ///< step of the coarse grid of windows, in pixels of the scaled image
  /// Step of the coarse grid in window sizes. Empty: see grid_levels().
  std::optional<int> scale_stride = {};
  /// Fraction of a window's sides that may lie beyond the image's edge. Empty: none.
  std::optional<double> overhang = {};
  /// The grid stages (Scanner); 0: fewer than half. Not a command-line option: code that knows how the
  /// cascade is used sets it.
  std::size_t grid_stages = 0;
  /// Aspect ratios of objects (CascadeParts::shapes). Each is scanned in levels of its own, squeezed so that
  /// its boxes become windows. Empty: that of the window. Not a command-line option: see Scanner.
  std::vector<float> shapes = {};

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("min-size", self.min_size,
          "minimum size of objects: a width, or width and height as 60x15, at least half of the training "
          "window of the model (auto: the training window)",
          option::from(0).in("source pixels").basic().or_auto(0));
    visit("max-size", self.max_size,
          "maximum size of objects, in the same form (none: the whole image); if equal to --min-size, all "
          "objects have this size",
          option::from(0).in("source pixels").basic().or_none(0));
    visit("scale-step", self.scale_step, "ratio of successive window sizes", option::from(1.01).to(10));
    visit("stride", self.stride, "step of the coarse grid of windows",
          option::from(1).to(64).in("pixels of the scaled image"));
    visit("scale-stride", self.scale_stride,
          "window sizes per step of the coarse grid; sizes in between are scanned only near windows that "
          "pass (auto: the largest step with a ratio of at most 1.22, 1 with --stride 1; with a verifier, "
          "the sizes in between are never scanned)",
          option::from(1).to(64).in("window sizes").or_auto(0));
    visit("overhang", self.overhang,
          "maximum share of the width or height of an object that may lie outside the image (auto: 0.3 with "
          "a verifier, otherwise 0)",
          option::from(0).to(0.45).or_auto());
  }

  /// The smallest and largest size. A side of 0 is unconstrained.
  ObjectSize smallest() const { return min_size.value_or(ObjectSize()); }
  ObjectSize largest() const { return max_size.value_or(ObjectSize()); }

  /// How far windows may extend beyond each edge of a level, in pixels. A whole number of grid steps, so that
  /// the grid inside stays the same.
  cv::Size margin(cv::Size window) const;

  /// Levels per step of the coarse grid. Requires options that validate() accepts.
  int grid_levels() const;
  /// Ratio of successive window sizes on the coarse grid.
  double grid_step() const;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// The pyramid levels to scan for windows of this size, shape by shape: at least as wide and high as the
/// smallest objects, and no wider or higher than the largest. A level of a shape shows as many pixels of an
/// object as one of the window's shape with the same scale. If no scale of the window satisfies both, as for
/// one known size of another shape, there is one level: the scale at which the window is nearest to the
/// smallest objects.
std::vector<PyramidLevel> scan_levels(cv::Size image, cv::Size window, const ScanOptions& options);
/// The same, written to `levels` to reuse its memory.
void scan_levels(cv::Size image, cv::Size window, const ScanOptions& options,
                 std::vector<PyramidLevel>& levels);
/// The number of grid windows in all levels.
std::uint64_t count_windows(cv::Size image, cv::Size window, const ScanOptions& options);

/// A window that passed the whole cascade: its pyramid level and its position in pixels of that level, from
/// the level's margin.
struct LevelWindow {
  std::uint32_t level = 0, x = 0, y = 0;
  float score = 0;

  friend bool operator==(const LevelWindow&, const LevelWindow&) = default;
};

/// The same in source pixels.
struct ScoredWindow {
  Box box;
  float score = 0;

  friend bool operator==(const ScoredWindow&, const ScoredWindow&) = default;
};

/// Whether a row of windows, given by its level and y, is scanned.
using RowChoice = std::function<bool(std::uint32_t level, std::uint32_t y)>;

/// The columns of grid windows to scan in a row: begin .. end - 1. `begin` is on the grid.
struct ColumnRange {
  int begin = 0, end = std::numeric_limits<int>::max();
};
/// The columns to scan in a row of windows.
using RowColumns = std::function<ColumnRange(std::uint32_t level, std::uint32_t y)>;

/// The least and greatest x that the center of an object at this y may have, in source pixels.
using CenterRange = std::function<std::pair<double, double>(double y)>;

/// The box of a window of this size in the source.
Box box_of(const LevelWindow& window, const PyramidLevel& level, cv::Size size);
/// Returns the window in another level whose center is closest to that of this one. It may be outside the
/// margin, so x and y are signed.
cv::Point place_over(const LevelWindow& window, const PyramidLevel& level, const PyramidLevel& other,
                     cv::Size size);
/// The maximum distance of a window between the grid's levels from the place over a survivor, in pixels of
/// its level along either axis.
constexpr int kReachBetweenLevels = 1;
/// The number of grid windows in one row of a level.
std::uint64_t windows_in_row(const PyramidLevel& level, cv::Size window, int stride);

/// Working memory of one caller of a scanner. Grows to the largest image seen and is then reused.
class ScanScratch {
 public:
  ScanScratch();
  ~ScanScratch();
  ScanScratch(ScanScratch&&) noexcept;
  ScanScratch& operator=(ScanScratch&&) noexcept;

  /// The number of windows of the last image that passed but were dropped because of the limit
  /// Scanner::kMaxWindows.
  std::size_t left_out() const;

 private:
  friend class Scanner;
  struct Buffers;
  std::unique_ptr<Buffers> buffers_;
};

/// Finds all windows of an image's pyramid that pass a cascade, coarse to fine:
///   1. Evaluate the grid stages on a grid of windows `stride` pixels apart. The grid stages are the first
///      stages, fewer than half but at least one, unless the options set their number.
///   2. Around each grid window that passes, evaluate all windows closer than the next grid window. This way
///      an object gets all its surrounding windows, as with stride 1, for little more than the cost of the
///      grid.
///   3. Evaluate the remaining stages on the windows that passed.
/// The first two stages (dense) process adjacent windows in vector lanes. The surviving windows are
/// compacted, and the later stages (sparse) process them in groups of neighbors.
///
/// Thread-safe: each caller has its own ScanScratch. scan() splits the image into bands of rows for oneTBB's
/// threads. The result does not depend on the number of threads. Scores equal Cascade::score() bit for bit on
/// every instruction set.
/// Units   windows in pixels of their level, boxes in source pixels.
/// Throws  Error(Kind::usage) naming an invalid option; Error(Kind::canceled) on a stop request.
/// Cost    no allocation per window, and none per image once the scratch has seen the largest one.
/// Source  Viola and Jones 2001; floatboost section 5.
class Scanner {
 public:
  /// The maximum number of windows that scan() returns per image: far more than any useful cascade accepts.
  static constexpr std::size_t kMaxWindows = 65'536;

  /// Shares the cascade, which is immutable. Finds objects turned clockwise by each of `quarters`, in one
  /// scan. Requires turns for which the window has the same size.
  /// Throws Error(Kind::usage) naming the option that is out of range, such as a minimum size below half of
  /// the cascade's window.
  Scanner(std::shared_ptr<const Cascade> cascade, ScanOptions options, std::vector<int> quarters = {0});
  ~Scanner();
  Scanner(Scanner&&) noexcept;
  Scanner& operator=(Scanner&&) noexcept;

  const Cascade& cascade() const { return *cascade_; }
  /// The options, with the shapes of the cascade, and with sizes and shapes of turned objects.
  const ScanOptions& options() const { return options_; }
  std::span<const int> quarters() const { return quarters_; }

  /// The pyramid levels that are scanned in an image of this size.
  std::vector<PyramidLevel> levels(cv::Size image) const;
  /// The number of grid windows.
  std::uint64_t window_count(cv::Size image) const;
  /// Stages that process whole rows of the grid, in vector lanes.
  std::size_t dense_stage_count() const;
  /// The grid stages: those that a grid window must pass before the windows around it are evaluated.
  std::size_t grid_stage_count() const;
  /// The box of a window in source pixels.
  Box box_of(const LevelWindow& window, const PyramidLevel& level) const;

  /// All windows that pass for the first of the turns, or the kMaxWindows with the highest scores (ties by
  /// level, y, x), in (level, y, x) order. Requires 8-bit gray. The result is stored in the scratch. Throws
  /// Error(Kind::canceled) when a stop is requested before the end.
  const std::vector<ScoredWindow>& scan(const cv::Mat& gray, ScanScratch& scratch) const;
  /// The same for each turn. Grid windows have their centers in the given range; empty: anywhere. The result
  /// has at least as many lists as there are turns.
  const std::vector<std::vector<ScoredWindow>>& scan_turns(const cv::Mat& gray, const CenterRange& centers,
                                                           ScanScratch& scratch) const;

  /// On the calling thread alone: the windows that pass in the chosen rows of the grid and, with a stride
  /// above 1, around those, in (level, y, x) order. The result is stored in the scratch.
  const std::vector<LevelWindow>& windows(const cv::Mat& gray, const RowChoice& choose,
                                          ScanScratch& scratch) const;

 private:
  void prepare(const cv::Mat& gray, int band_rows, ScanScratch::Buffers& buffers) const;
  /// Scans all bands: `for_each(count, body)` calls body(i) for each i below count.
  template <class ForEach>
  void scan_all(const ForEach& for_each, const RowColumns& choose, ScanScratch::Buffers& buffers) const;
  void list_survivors(ScanScratch::Buffers& buffers) const;
  void scan_band(std::size_t i, const RowColumns& choose, ScanScratch::Buffers& buffers) const;
  void scan_between(std::size_t i, ScanScratch::Buffers& buffers) const;
  void collect(std::size_t turn, ScanScratch::Buffers& buffers) const;
  RowColumns columns_for(const CenterRange& centers, const ScanScratch::Buffers& buffers) const;
  cv::Size window() const;

  std::shared_ptr<const Cascade> cascade_;
  std::vector<int> quarters_;
  ScanOptions options_;
  std::vector<std::unique_ptr<const band_scan::Program>> programs_;  ///< by turn
};

}  // namespace ocelli::internal
