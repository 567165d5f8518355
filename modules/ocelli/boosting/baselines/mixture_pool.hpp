#pragma once

#include "ocelli/boosting/baselines/gaussian_mixture.hpp"
#include "ocelli/boosting/multilayer/multi_layer.hpp"

namespace ocelli::baselines {

/// A hidden layer that nobody supervises: candidate d says whether a window is nearer to the mean of component d than the
/// median of the windows that the mixture was fitted to. Bytes are 255 near, 0 far.
struct MixturePool {
  GaussianMixture mixture;
  LocalPool pool;
};

/// Fits a mixture to the windows of the first `training` samples. `windows` has a row for each place, also for those that
/// are not there.
/// Source  multi-layer boosting section 4.1.
MixturePool mixture_pool(PointPlaces places, const SampleValues& windows, std::size_t training,
                         const MixtureOptions& options);

/// Where multi_layer_boost() goes on from to train the output layer alone: one vote of this weight for each of the pool's
/// candidates. Its options must allow a single vote, and as many local features as there are candidates.
MultiLayerState unsupervised_layer(const LocalPool& pool, std::size_t classes, float weight);

}  // namespace ocelli::baselines
