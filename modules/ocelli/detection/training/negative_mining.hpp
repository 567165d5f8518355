#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <stop_token>
#include <vector>

#include "ocelli/core/progress.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/features/haar/training_windows.hpp"

namespace ocelli {

/// Images that hold no object, numbered from 0. load(i) gives image i as 8-bit grey, the same at every call,
/// from any thread.
///
/// An image may hold objects all the same: windows that overlap one of them by kBesideObject or more are no negatives.
/// So parts of objects, and objects seen too large or too small, can be learnt to be none.
struct NegativeImages {
  std::uint32_t count = 0;
  std::function<cv::Mat(std::uint32_t)> load;
  std::function<std::vector<Box>(std::uint32_t)> objects = {};  ///< empty: there are none
};
inline constexpr float kBesideObject = 0.3F;  ///< intersection over union

/// What is mined for.
struct MiningOptions {
  std::size_t wanted = 10'000;
  std::uint64_t seed = 1;
  ScanOptions scan{.min_size = 0, .max_size = 0, .scale_step = 1.2, .stride = 1};
};

/// Windows found, in random order, and how the search went.
struct MinedNegatives {
  std::vector<WindowReference> windows;
  MiningReport report;
};

/// The share of all windows of this size that has to be looked at for so many to be found; estimated from a few images, and 1 at most.
double share_to_mine(const NegativeImages& images, cv::Size window, const MiningOptions& options,
                     double expected_rate);

/// Finds windows of the images that a cascade wrongly lets through.
///
/// Unbiased over images, scales and places: image, row and window each have a fixed seeded random number, from which a
/// window gets its rank, and the result is the windows of least rank among all that pass. So every window of every
/// image is as likely as any other, none comes twice, the number of threads does not matter, and what one pass finds a
/// later pass of the same seed finds again as far as it still passes.
///
/// With a stride above 1 every image is searched as detectors search it, coarse to fine, which takes a third of the time
/// and leaves out windows that no detector would come to see: the way once nearly all windows have to be looked at.
///
/// Bounded: a pass looks at ranks up to a limit guessed from `expected_rate`, the share of windows thought to pass; the
/// limit at least doubles until enough are found or every window has been looked at.
///
/// Throws Error(Kind::cancelled) when asked to stop. Progress counts images.
MinedNegatives mine_negatives(const NegativeImages& images, std::shared_ptr<const Cascade> cascade,
                              const MiningOptions& options, double expected_rate,
                              const ProgressSink& progress, const std::stop_token& stop);

/// The pixels of windows of this size that were mined with these options, in the order given; each image is decoded once.
TrainingWindows cut_windows(const NegativeImages& images, cv::Size window, const ScanOptions& scan,
                            const std::vector<WindowReference>& windows);

}  // namespace ocelli
