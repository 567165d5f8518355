#include "ocelli/baselines/ada_boost_mh.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "ocelli/boosting/stumps/stump_outputs.hpp"

namespace ocelli::internal::baselines {
namespace {

class MhRule final : public StageRule {
 public:
  explicit MhRule(std::size_t classes) : classes_(classes) {}

  std::size_t targets() const override { return classes_; }

  double loss(const StumpSamples& samples, const ScoreTable& sums) const override {
    return total(weigh(samples, sums)) / (samples.total_weight() * static_cast<double>(classes_));
  }

  std::vector<StumpVote> votes(const StumpSamples& samples, const SortedInputs& inputs,
                               const ScoreTable& sums, std::size_t) const override {
    const TargetWeights weights = weigh(samples, sums);
    const StumpEdge best = best_shared_stump(inputs, weights);
    if (best.edge <= 0) return {};
    const auto each = edges(weights, answers(samples.samples, inputs.stump(best.stump), 1));
    const double edge =
        std::accumulate(each.begin(), each.end(), 0.0, [](double s, double e) { return s + std::abs(e); });
    const double weight = vote_weight(weights, edge, samples.total_weight());
    std::vector<StumpVote> votes;
    for (std::size_t c = 0; c < classes_; ++c) {
      votes.push_back({best.stump, 1, static_cast<std::uint32_t>(c), std::copysign(weight, each[c]), 0});
    }
    return votes;
  }

 private:
  /// D_il Y_il.
  static TargetWeights weigh(const StumpSamples& samples, const ScoreTable& sums) {
    return exponential_weights(samples, sums, [](std::size_t y, std::size_t l) { return y == l ? 1 : -1; });
  }

  std::size_t classes_;
};

}  // namespace

StumpBoostState ada_boost_mh(const StumpSamples& samples, const AdaBoostMhOptions& options,
                             StumpBoostState state, const StumpBoostWatcher& watch, std::stop_token stop) {
  return boost_by_stages(samples, MhRule(samples.classes()), options.stages, std::move(state), watch,
                         std::move(stop));
}

}  // namespace ocelli::internal::baselines
