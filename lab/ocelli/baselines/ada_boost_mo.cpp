#include "ocelli/baselines/ada_boost_mo.hpp"

#include <cmath>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::baselines {
namespace {

class MoRule final : public StageRule {
 public:
  explicit MoRule(OutputCode code) : code_(std::move(code)) {}

  std::size_t targets() const override { return code_.columns(); }

  double loss(const StumpSamples& samples, const ScoreTable& sums) const override {
    return total(weigh(samples, sums)) / (samples.total_weight() * static_cast<double>(targets()));
  }

  std::vector<StumpVote> votes(const StumpSamples& samples, const SortedInputs& inputs,
                               const ScoreTable& sums, std::size_t) const override {
    const TargetWeights weights = weigh(samples, sums);
    const std::vector<StumpEdge> best = best_stumps(inputs, weights);
    double edge = 0;
    for (const StumpEdge& one : best) edge += std::abs(one.edge);
    if (edge == 0) return {};
    const double weight = vote_weight(weights, edge, samples.total_weight());
    std::vector<StumpVote> votes;
    for (std::size_t l = 0; l < best.size(); ++l) {
      if (best[l].edge == 0) continue;
      votes.push_back({best[l].stump, best[l].edge < 0 ? -1 : 1, static_cast<std::uint32_t>(l), weight, 0});
    }
    return votes;
  }

  ScoreTable scores(const ScoreTable& sums) const override {
    ScoreTable scores(code_.classes(), sums.samples());
    for (std::size_t c = 0; c < code_.classes(); ++c) {
      const auto row = scores.of(c);
      for (std::size_t l = 0; l < targets(); ++l) {
        const auto of_column = sums.of(l);
        for (std::size_t i = 0; i < row.size(); ++i) row[i] += code_.at(c, l) * of_column[i];
      }
    }
    return scores;
  }

 private:
  /// D_il code(y_i, l).
  TargetWeights weigh(const StumpSamples& samples, const ScoreTable& sums) const {
    return exponential_weights(samples, sums, [&](std::size_t y, std::size_t l) { return code_.at(y, l); });
  }

  OutputCode code_;
};

}  // namespace

void AdaBoostMoOptions::validate() const { check_options(*this); }

std::vector<StumpVote> AdaBoostMoOptions::class_votes(std::span<const StumpVote> votes,
                                                      std::size_t classes) const {
  const OutputCode columns = code(classes);
  std::vector<StumpVote> of_classes;
  for (const StumpVote& vote : votes) {
    for (std::size_t c = 0; c < classes; ++c) {
      const int bit = columns.at(c, vote.target);
      of_classes.push_back(
          {vote.stump, vote.sign, static_cast<std::uint32_t>(c), bit * vote.weight, bit * vote.offset});
    }
  }
  return of_classes;
}

StumpBoostState ada_boost_mo(const StumpSamples& samples, const AdaBoostMoOptions& options,
                             StumpBoostState state, const StumpBoostWatcher& watch, std::stop_token stop) {
  options.validate();
  return boost_by_stages(samples, MoRule(options.code(samples.classes())), options.stages, std::move(state),
                         watch, std::move(stop));
}

}  // namespace ocelli::internal::baselines
