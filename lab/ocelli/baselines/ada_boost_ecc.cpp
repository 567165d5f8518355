#include "ocelli/baselines/ada_boost_ecc.hpp"

#include <cmath>
#include <utility>

#include "ocelli/baselines/output_code.hpp"
#include "ocelli/boosting/stumps/stump_outputs.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::baselines {
namespace {

/// The weights of samples by a stump's answer (first +1, then -1) and by their color.
struct Outcomes {
  double weight[2][2] = {};
};

Outcomes outcomes(const TargetWeights& weights, const SampleBits& answers) {
  Outcomes sums;
  for (std::size_t i = 0; i < weights.samples(); ++i) {
    const double weight = weights.of(i)[0];
    const bool below = (answers[i / 64] >> (i % 64) & 1) == 0;
    sums.weight[below ? 1 : 0][weight < 0 ? 1 : 0] += std::abs(weight);
  }
  return sums;
}

class EccRule final : public StageRule {
 public:
  EccRule(std::size_t classes, std::uint64_t seed) : classes_(classes), seed_(seed) {}

  std::size_t targets() const override { return classes_; }

  double loss(const StumpSamples& samples, const ScoreTable& sums) const override {
    double loss = 0;
    for (std::size_t i = 0; i < samples.training; ++i) {
      for (std::size_t c = 0; c < classes_; ++c) {
        if (c != samples.samples.labels[i]) loss += samples.weight(i) * pair_loss(samples, sums, i, c);
      }
    }
    return loss / (samples.total_weight() * static_cast<double>(classes_ - 1));
  }

  std::vector<StumpVote> votes(const StumpSamples& samples, const SortedInputs& inputs,
                               const ScoreTable& sums, std::size_t round) const override {
    const std::vector<int> colors = coloring(classes_, hash(seed_, {round}));
    const TargetWeights weights = weigh(samples, sums, colors);
    const StumpEdge best = best_stumps(inputs, weights)[0];
    if (best.edge == 0) return {};
    const int sign = best.edge < 0 ? -1 : 1;
    const auto [sum] = outcomes(weights, answers(samples.samples, inputs.stump(best.stump), sign));
    const double min = 1 / samples.total_weight();
    const double above = vote_weight(sum[0][0], sum[0][1], min);
    const double below = vote_weight(sum[1][1], sum[1][0], min);
    std::vector<StumpVote> votes;
    for (std::size_t c = 0; c < classes_; ++c) {
      votes.push_back({best.stump, sign, static_cast<std::uint32_t>(c), colors[c] * (above + below) / 2,
                       colors[c] * (above - below) / 2});
    }
    return votes;
  }

 private:
  static double pair_loss(const StumpSamples& samples, const ScoreTable& sums, std::size_t i, std::size_t c) {
    return std::exp((sums.of(c)[i] - sums.of(samples.samples.labels[i])[i]) / 2);
  }

  /// A sample's weight with the wrong classes of the other color, with the sign of its own color.
  TargetWeights weigh(const StumpSamples& samples, const ScoreTable& sums,
                      const std::vector<int>& colors) const {
    TargetWeights weights(samples.training, 1);
    for (std::size_t i = 0; i < samples.training; ++i) {
      const int own = colors[samples.samples.labels[i]];
      double sum = 0;
      for (std::size_t c = 0; c < classes_; ++c) {
        if (colors[c] != own) sum += pair_loss(samples, sums, i, c);
      }
      weights.of(i)[0] = static_cast<float>(samples.weight(i) * own * sum);
    }
    return weights;
  }

  std::size_t classes_;
  std::uint64_t seed_;
};

}  // namespace

StumpBoostState ada_boost_ecc(const StumpSamples& samples, const AdaBoostEccOptions& options,
                              StumpBoostState state, const StumpBoostWatcher& watch, std::stop_token stop) {
  return boost_by_stages(samples, EccRule(samples.classes(), options.seed), options.stages, std::move(state),
                         watch, std::move(stop));
}

}  // namespace ocelli::internal::baselines
