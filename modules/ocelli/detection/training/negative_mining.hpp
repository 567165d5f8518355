#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <stop_token>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Finds the windows of an image that pass the stages trained so far. Works for any kind of stage.
struct WindowSearch {
  cv::Size window;
  ScanOptions scan;
  /// Returns the windows in the chosen rows of the grid of `scan` that pass, in (level, y, x) order. With a
  /// stride above 1, it may also return windows around them. Thread-safe.
  std::function<std::vector<LevelWindow>(const cv::Mat& gray, const RowChoice& choose)> passing;
};

/// Searches with a Scanner.
WindowSearch search_with(std::shared_ptr<const Cascade> cascade, const ScanOptions& scan);

/// Images without objects, numbered from 0. load(i) returns image i as 8-bit gray. It returns the same image
/// on every call and is thread-safe.
///
/// An image may also contain objects. Windows that overlap an object by kBesideObject or more are not
/// negatives, so parts of objects, and windows much too large or too small, can be learned as negatives.
struct NegativeImages {
  std::uint32_t count = 0;
  std::function<cv::Mat(std::uint32_t)> load;
  std::function<std::vector<Box>(std::uint32_t)> objects = {};  ///< empty: no image contains objects
};
inline constexpr float kBesideObject = 0.3F;  ///< intersection over union

/// Options of negative mining.
struct MiningOptions {
  std::size_t wanted = 10'000;
  std::uint64_t seed = 1;
  ScanOptions scan{.scale_step = 1.2, .stride = 1};
};

/// The mined windows, in random order, and statistics of the search.
struct MinedNegatives {
  std::vector<WindowReference> windows;
  MiningReport report;
};

/// The share of all windows of this size that must be evaluated to find enough: an estimate from a few
/// images, at most 1.
double share_to_mine(const NegativeImages& images, cv::Size window, const MiningOptions& options,
                     double expected_rate);

/// Finds false positives of a cascade in the images: a uniform random sample of all windows that pass.
///   1. Each image, row and window has a seeded random number; together they give a window's rank.
///   2. A pass evaluates all windows with ranks up to a limit, estimated from `expected_rate`, the expected
///      share of windows that pass.
///   3. The limit at least doubles until enough windows are found or all have been evaluated.
///   4. The result is the windows with the lowest ranks among those that pass.
/// Every window is equally likely, and none occurs twice. A later pass with the same seed finds the same
/// windows as long as they still pass. The result does not depend on the number of threads.
///
/// With a stride above 1, every image is scanned coarse to fine, as in detectors. That takes a third of the
/// time and skips windows that no detector would evaluate. It is used once nearly all windows must be
/// evaluated.
///
/// Throws  Error(Kind::canceled) on `stop`. Progress counts images.
MinedNegatives mine_negatives(const NegativeImages& images, std::shared_ptr<const Cascade> cascade,
                              const MiningOptions& options, double expected_rate,
                              const ProgressSink& progress, const std::stop_token& stop);
/// The same with any other search, which determines how images are scanned.
MinedNegatives mine_negatives(const NegativeImages& images, const WindowSearch& search, std::size_t wanted,
                              std::uint64_t seed, double expected_rate, const ProgressSink& progress,
                              const std::stop_token& stop);

/// The pixels of mined windows of this size, in the given order. Each image is decoded once.
TrainingWindows crop_windows(const NegativeImages& images, cv::Size window, const ScanOptions& scan,
                             const std::vector<WindowReference>& windows);

}  // namespace ocelli::internal
