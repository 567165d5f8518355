#include "ocelli/boosting/baselines/mixture_pool.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"

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

}  // namespace

MixturePool mixture_pool(PointPlaces places, const SampleValues& windows, std::size_t training,
                         const MixtureOptions& options) {
  const std::vector<Eigen::Index> learnt = learnt_places(places, training);
  GaussianMixture mixture = fit_mixture(windows(learnt, Eigen::all), options).mixture;
  BinnedResponses near(options.components, places.x.size(), 256);
  for (std::size_t d = 0; d < options.components; ++d) {
    const Eigen::VectorXf distances =
        (windows.rowwise() - mixture.means.row(static_cast<Eigen::Index>(d))).rowwise().squaredNorm();
    std::vector<float> known;
    known.reserve(learnt.size());
    for (const Eigen::Index p : learnt) known.push_back(distances[p]);
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

}  // namespace ocelli::baselines
