#include "ocelli/boosting/baselines/mixture_pool.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ocelli::baselines {
namespace {

constexpr std::uint8_t kNear = 255, kFar = 0;

/// The places of points that the first `training` samples have.
std::vector<Eigen::Index> learnt_places(const PointPlaces& places, std::size_t training) {
  std::vector<Eigen::Index> learnt;
  for (std::size_t p = 0; p < places.x.size(); ++p) {
    if (places.x[p] >= 0 && p % places.samples < training) learnt.push_back(static_cast<Eigen::Index>(p));
  }
  return learnt;
}

GaussianMixture mixture_of(const PointPlaces& places, const SampleValues& windows, std::size_t training,
                           const MixtureOptions& options) {
  const SampleValues learnt = windows(learnt_places(places, training), Eigen::all);
  return fit_mixture(learnt, options).mixture;
}

}  // namespace

MixturePool::MixturePool(PointPlaces places, const SampleValues& windows, std::size_t training,
                         const MixtureOptions& options)
    : places_(std::move(places)),
      mixture_(mixture_of(places_, windows, training, options)),
      near_(options.components, places_.x.size(), 256) {
  const std::vector<Eigen::Index> learnt = learnt_places(places_, training);
  for (std::size_t d = 0; d < options.components; ++d) {
    const Eigen::VectorXf distances =
        (windows.rowwise() - mixture_.means.row(static_cast<Eigen::Index>(d))).rowwise().squaredNorm();
    std::vector<float> known;
    known.reserve(learnt.size());
    for (const Eigen::Index p : learnt) known.push_back(distances[p]);
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::ranges::nth_element(known, middle);
    std::ranges::transform(distances, near_.of(d).begin(),
                           [median = *middle](float distance) { return distance < median ? kNear : kFar; });
  }
}

BinnedResponses MixturePool::respond(std::span<const std::uint32_t> candidates) const {
  BinnedResponses responses(candidates.size(), near_.samples(), 256);
  for (std::size_t f = 0; f < candidates.size(); ++f) {
    std::ranges::copy(near_.of(candidates[f]), responses.of(f).begin());
  }
  return responses;
}

MultiLayerState MixturePool::start(std::size_t classes, float weight) const {
  MultiLayerState state;
  for (std::uint32_t d = 0; d < near_.features(); ++d) state.hidden.push_back({{d, kNear, weight}});
  state.output.resize(classes);
  return state;
}

}  // namespace ocelli::baselines
