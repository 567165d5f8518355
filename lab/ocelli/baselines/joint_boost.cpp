#include "ocelli/baselines/joint_boost.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/baselines/joint_stump.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::baselines {
namespace {

class JointRule final : public StageRule {
 public:
  JointRule(std::size_t classes, std::size_t thresholds) : classes_(classes), thresholds_(thresholds) {}

  std::size_t targets() const override { return classes_; }

  double loss(const StumpSamples& samples, const ScoreTable& sums) const override {
    return total(weigh(samples, sums)) / (samples.total_weight() * static_cast<double>(classes_));
  }

  std::vector<StumpVote> votes(const StumpSamples& samples, const SortedInputs& inputs,
                               const ScoreTable& sums, std::size_t) const override {
    const auto nested = best_first({inputs, weigh(samples, sums), thresholds_});
    if (nested.empty()) return {};
    const JointStump& best = *std::ranges::min_element(nested, {}, &JointStump::error);
    if (best.above == best.below) return {};
    std::vector<StumpVote> votes;
    for (std::uint32_t c = 0; c < classes_; ++c) votes.push_back({best.stump, 1, c, 0, best.constants[c]});
    for (const std::uint32_t c : best.classes) {
      votes[c].weight = (best.above - best.below) / 2;
      votes[c].offset = (best.above + best.below) / 2;
    }
    return votes;
  }

 private:
  /// w z.
  static TargetWeights weigh(const StumpSamples& samples, const ScoreTable& sums) {
    return exponential_weights(samples, sums, [](std::size_t y, std::size_t c) { return y == c ? 1 : -1; });
  }

  std::size_t classes_, thresholds_;
};

}  // namespace

void JointBoostOptions::validate() const { check_options(*this); }

StumpBoostState joint_boost(const StumpSamples& samples, const JointBoostOptions& options,
                            StumpBoostState state, const StumpBoostWatcher& watch, std::stop_token stop) {
  options.validate();
  return boost_by_stages(samples, JointRule(samples.classes(), options.thresholds), options.stages,
                         std::move(state), watch, std::move(stop));
}

}  // namespace ocelli::internal::baselines
