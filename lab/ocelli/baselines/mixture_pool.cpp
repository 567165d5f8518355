#include "ocelli/baselines/mixture_pool.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"

namespace ocelli::internal::baselines {
namespace {

constexpr std::uint8_t kNear = 255, kFar = 0;

/// The places of points that the first `training` samples have.
std::vector<Eigen::Index> learned_places(const PointPlaces& places, std::size_t training) {
  std::vector<Eigen::Index> learned;
  for (std::size_t p = 0; p < places.x.size(); ++p) {
    if (places.x[p] >= 0 && p % places.samples < training) learned.push_back(static_cast<Eigen::Index>(p));
  }
  return learned;
}

}  // namespace

MixturePool mixture_pool(PointPlaces places, const SampleValues& windows, std::size_t training,
                         const MixtureOptions& options) {
  const std::vector<Eigen::Index> learned = learned_places(places, training);
  GaussianMixture mixture = fit_mixture(windows(learned, Eigen::all), options).mixture;
  BinnedResponses near(options.components, places.x.size(), 256);
  for (std::size_t d = 0; d < options.components; ++d) {
    const Eigen::VectorXf distances =
        (windows.rowwise() - mixture.means.row(static_cast<Eigen::Index>(d))).rowwise().squaredNorm();
    std::vector<float> known;
    known.reserve(learned.size());
    for (const Eigen::Index p : learned) known.push_back(distances[p]);
    const float middle = median(std::move(known));
    std::ranges::transform(distances, near.of(d).begin(),
                           [middle](float distance) { return distance < middle ? kNear : kFar; });
  }
  return {std::move(mixture), {std::move(places), std::move(near)}};
}

MultiLayerState unsupervised_layer(const LocalPool& pool, std::size_t classes, float weight) {
  MultiLayerState state;
  for (std::uint32_t d = 0; d < pool.candidates(); ++d) state.hidden.push_back({{d, kNear, weight}});
  state.output.resize(classes);
  return state;
}

}  // namespace ocelli::internal::baselines
