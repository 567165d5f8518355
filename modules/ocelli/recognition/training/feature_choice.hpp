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

/// A kind of features, and how it did on samples that it had not learned from.
struct FeatureTrial {
  std::string kind;
  std::size_t errors = 0, samples = 0;
  int copies = 0;  ///< deformed copies of each sample that it learned from as well
};

/// Takes over a kind; its copies too, unless copies were asked for already.
void adopt(const FeatureTrial& trial, CandidateOptions& candidates, SamplePreparation& preparation);

/// The kind of CandidateOptions that suits samples best, and what it was chosen by, best first.
///
/// Of images, ShareBoost tries orientations with channel templates, both with templates (of images of at most
/// 96 x 96 pixels), and orientations alone; of tables, products (where there are 2 to 64 inputs), stumps and
/// linear features: on 2,000 rows at most, or 4,000 images, fewer where these have more than 4 million
/// pixels, drawn at random, it learns from three quarters and is measured on the others, three times over
/// where there are fewer than 1,000. The kind with the fewest errors is it, of equal ones the first named
/// here; of less than 8 samples, templates or stumps. Of colored images, all of them are tried with colors
/// beside them, and the best without, too, which is taken unless colors lower its errors. Of fewer than
/// 20,000 images, the best tries three deformed copies of each as well, which are taken where they do no
/// harm. Errors of weighted samples count by their weights. The same for any number of threads. Requires
/// labels. Throws Error(Kind::canceled) on `stop`.
/// Cost      of 16 inputs and 10 classes about a second; of
/// images up to half a minute.
/// Source    lab/notebook/2026-11-27-classifier-table.md,
/// 2026-11-29-channel-templates.md.
std::vector<FeatureTrial> choose_features(const Samples& samples, std::uint64_t seed,
                                          const std::stop_token& stop = {});

/// The same for algorithms that choose few features: of images always templates, without a trial.
std::vector<FeatureTrial> default_features(const Samples& samples, std::uint64_t seed,
                                           const std::stop_token& stop = {});

}  // namespace ocelli::internal
