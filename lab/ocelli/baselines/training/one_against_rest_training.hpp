#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "ocelli/baselines/one_against_rest.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/learned.hpp"
#include "ocelli/recognition/training/share_boost_training.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::baselines {

using OneAgainstRestWatch = LearnerWatch<OneAgainstRestState>;
using TrainedOneAgainstRest = Learned<OneAgainstRestRound>;

/// Prepares the samples, computes the candidates, and grows a path for each class. The classifier contains
/// the features of all classes, each once, and scores every class by its own path.
///
/// The result does not depend on the number of threads.
/// Throws  Error(Kind::training) for samples that cannot be learned from, Error(Kind::canceled) on `stop`.
TrainedOneAgainstRest train_one_against_rest(const Samples& samples, const GreedyTrainingOptions& options,
                                             const OneAgainstRestWatch& watch = {},
                                             std::stop_token stop = {});

}  // namespace ocelli::internal::baselines
