#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <stop_token>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/detection/training/window_search.hpp"
#include "ocelli/features/haar/training_windows.hpp"
#include "ocelli/observer.hpp"

namespace ocelli::internal {

/// Images without objects, numbered from 0. load(i) returns image i as 8-bit gray, the same at every call,
/// from any thread.
///
/// An image may also contain objects: windows that overlap one of them by kBesideObject or more are not
/// negatives. So parts of objects, and windows much too large or too small, can be learned as negatives.
struct NegativeImages {
  std::uint32_t count = 0;
  std::function<cv::Mat(std::uint32_t)> load;
  std::function<std::vector<Box>(std::uint32_t)> objects = {};  ///< empty: there are none
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

/// The share of all windows of this size that must be evaluated to find enough; estimated from a few images,
/// at most 1.
double share_to_mine(const NegativeImages& images, cv::Size window, const MiningOptions& options,
                     double expected_rate);

/// Finds false positives of a cascade in the images.
///
/// Unbiased over images, scales and positions: image, row and window each have a fixed seeded random number,
/// which determine a window's rank, and the result is the windows with the lowest ranks among all that pass.
/// So every window of every image is equally likely, none occurs twice, the number of threads does not
/// matter, and windows found in one pass are found again by a later pass with the same seed as long as they
/// still pass.
///
/// With a stride above 1 every image is scanned coarse to fine, as by detectors, which takes a third of the
/// time and skips windows that no detector would evaluate: used once nearly all windows must be evaluated.
///
/// Bounded: a pass evaluates ranks up to a limit estimated from `expected_rate`, the expected share of
/// windows that pass; the limit at least doubles until enough are found or every window has been evaluated.
///
/// Throws Error(Kind::canceled) when asked to stop. Progress counts images.
MinedNegatives mine_negatives(const NegativeImages& images, std::shared_ptr<const Cascade> cascade,
                              const MiningOptions& options, double expected_rate,
                              const ProgressSink& progress, const std::stop_token& stop);
/// The same with any other search, which says how images are looked at.
MinedNegatives mine_negatives(const NegativeImages& images, const WindowSearch& search, std::size_t wanted,
                              std::uint64_t seed, double expected_rate, const ProgressSink& progress,
                              const std::stop_token& stop);

/// The pixels of mined windows of this size, in the given order; each image is decoded once.
TrainingWindows cut_windows(const NegativeImages& images, cv::Size window, const ScanOptions& scan,
                            const std::vector<WindowReference>& windows);

}  // namespace ocelli::internal
