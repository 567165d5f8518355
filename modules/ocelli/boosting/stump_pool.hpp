#pragma once

#include "ocelli/boosting/column_pool.hpp"
#include "ocelli/data/samples.hpp"
#include "ocelli/features/stump_features.hpp"

namespace ocelli {

/// Every decision stump that tells some samples apart: one threshold between any two neighbouring values of
/// an input.
///
/// Group = input << 32 | number of samples below the threshold, which lies half-way between the two values.
/// Memory    4 bytes a sample and input: one sort of each input, at construction.
/// Cost of leaders()  samples x classes x inputs, for all thresholds together; in parallel over inputs.
/// Source    shareboost section 4.1.
class StumpPool final : public ColumnPool {
 public:
  /// Keeps a reference.
  explicit StumpPool(const Samples& samples);

  std::size_t samples() const override { return samples_.count(); }
  /// Of thresholds that cut the samples covered by the residuals alike, only the lowest is a candidate.
  std::vector<Candidate> leaders(const ClassTable& residuals, std::size_t count,
                                 std::span<const std::uint64_t> taken) const override;
  void write(std::uint64_t group, BinnedResponses& columns, std::size_t row) const override;

  StumpFeatures features(std::span<const std::uint64_t> groups) const;

 private:
  struct Ranked {
    std::uint32_t sample : 31;
    std::uint32_t ends_value : 1;  ///< the next sample has a larger value
  };
  std::span<const Ranked> order(std::size_t input) const {
    return std::span(order_).subspan(input * samples(), samples());
  }
  std::vector<Candidate> gains(std::size_t input, std::span<const float> rows, std::size_t classes) const;
  ThresholdStump stump(std::uint64_t group) const;

  const Samples& samples_;
  std::vector<Ranked> order_;  ///< inputs x samples, by ascending value
};

}  // namespace ocelli
