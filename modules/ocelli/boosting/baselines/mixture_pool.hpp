#pragma once

#include "ocelli/boosting/baselines/gaussian_mixture.hpp"
#include "ocelli/boosting/multi_layer.hpp"

namespace ocelli::baselines {

/// The hidden layer that nobody supervises: a local feature for each component of a mixture fitted to the windows, which
/// says whether a window is nearer to the component's mean than the median of the windows learnt from.
///
/// Candidate d is component d; its bytes are 255 near, 0 far.
/// Source  multi-layer boosting section 4.1.
class MixturePool final : public LocalPool {
 public:
  /// `windows` has a row for each place, also for those that are not there. The mixture is fitted to windows of the first
  /// `training` samples.
  MixturePool(PointPlaces places, const SampleValues& windows, std::size_t training,
              const MixtureOptions& options);

  const GaussianMixture& mixture() const { return mixture_; }

  const PointPlaces& places() const override { return places_; }
  std::size_t candidates() const override { return near_.features(); }
  BinnedResponses respond(std::span<const std::uint32_t> candidates) const override;

  /// Where multi_layer_boost() goes on from to train the output layer alone: one vote a local feature, of this weight.
  /// Its options must allow one vote and as many local features as there are components.
  MultiLayerState start(std::size_t classes, float weight) const;

 private:
  PointPlaces places_;
  GaussianMixture mixture_;
  BinnedResponses near_;
};

}  // namespace ocelli::baselines
