#pragma once

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/stumps/sorted_inputs.hpp"

namespace ocelli::internal {

/// Every decision stump that separates some samples: one threshold between each two neighboring values of an
/// input.
///
/// A group is a stump's number in SortedInputs, which also determines memory and construction cost.
/// Cost of leaders()  samples x classes x inputs for all thresholds together, in parallel over inputs.
/// Source    shareboost section 4.1.
class StumpPool final : public ColumnPool {
 public:
  /// Keeps a reference.
  explicit StumpPool(const Samples& samples) : inputs_(samples, samples.count()) {}

  std::size_t samples() const override { return inputs_.samples(); }
  /// Of thresholds that split the samples covered by the residuals identically, only the lowest is a
  /// candidate.
  std::vector<Candidate> leaders(const ClassTable& residuals, std::size_t count,
                                 std::span<const std::uint64_t> taken) const override;
  bool has(std::uint64_t group) const override { return inputs_.has(group); }

  StumpFeatures features(std::span<const std::uint64_t> groups) const { return inputs_.features(groups); }

 private:
  void write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const override;
  std::vector<Candidate> gains(std::size_t input, std::span<const float> rows, std::size_t classes) const;

  SortedInputs inputs_;
};

}  // namespace ocelli::internal
