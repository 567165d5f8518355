#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/recognition/training/candidate_features.hpp"
#include "ocelli/recognition/training/training_samples.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// A kind of features and its errors on held-out samples.
struct FeatureTrial {
  std::string kind;
  std::size_t errors = 0, samples = 0;
  int copies = 0;  ///< deformed copies of each training sample
};

/// Sets the trial's kind, and its number of copies unless one was already requested.
void adopt(const FeatureTrial& trial, CandidateOptions& candidates, SamplePreparation& preparation);

/// Tries kinds of features for CandidateOptions with ShareBoost. Returns the trials, best first.
///
/// Kinds for images: orientations with channel templates, both with templates (images of at most 96 x 96
/// pixels), and orientations alone. Kinds for tables: products (2 to 64 inputs), stumps and linear features.
///
/// Each trial draws at most 2,000 rows or 4,000 images at random, fewer images if they have more than 4
/// million pixels in total. It learns from three quarters, measures errors on the rest, and repeats this
/// three times if there are fewer than 1,000 samples. The kind with the fewest errors wins; ties go to the
/// first in the lists above. For fewer than 8 samples, the choice is templates or stumps.
///
/// For color images, all kinds are tried together with colors. The best kind is also tried without colors,
/// and wins unless colors lower its errors. For fewer than 20,000 images, the best kind also tries three
/// deformed copies of each image, and keeps them if they do no harm. Errors of weighted samples count by
/// weight. The result is the same for any number of threads.
/// Requires  labels.
/// Throws    Error(Kind::canceled) on `stop`.
/// Cost      about a second for 16 inputs and 10 classes; up to half a minute for images.
/// Source    lab/notebook/2026-11-27-classifier-table.md, 2026-11-29-channel-templates.md.
std::vector<FeatureTrial> choose_features(const Samples& samples, std::uint64_t seed,
                                          const std::stop_token& stop = {});

/// The same for algorithms that choose few features: always templates for images, without a trial.
std::vector<FeatureTrial> default_features(const Samples& samples, std::uint64_t seed,
                                           const std::stop_token& stop = {});

}  // namespace ocelli::internal
