#pragma once

#include "ocelli/baselines/gaussian_mixture.hpp"
#include "ocelli/boosting/multilayer/multi_layer.hpp"

namespace ocelli::internal::baselines {

/// An unsupervised hidden layer. Candidate d indicates whether a window is closer to the mean of component d
/// than the median of the windows that the mixture was fitted to. Bytes are 255 for near, 0 for far.
struct MixturePool {
  GaussianMixture mixture;
  LocalPool pool;
};

/// Fits a mixture to the windows of the first `training` samples. `windows` has a row for each place,
/// including places that do not exist.
/// Source  multi-layer boosting section 4.1.
MixturePool mixture_pool(PointPlaces places, const SampleValues& windows, std::size_t training,
                         const MixtureOptions& options);

/// The initial state for training only the output layer with multi_layer_boost(): one vote of this weight for
/// each of the pool's candidates. Its options must allow a single vote, and as many local features as there
/// are candidates.
MultiLayerState unsupervised_layer(const LocalPool& pool, std::size_t classes, float weight);

}  // namespace ocelli::internal::baselines
