#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/shareboost/softmax_loss.hpp"
#include "ocelli/features/responses.hpp"

namespace ocelli::internal {

/// A group of columns that ShareBoost may choose: its number in the pool and its gain.
struct Candidate {
  std::uint64_t group = 0;
  double gain = 0;

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// The candidates of step 4 of ShareBoost: groups of feature columns over the same samples.
///
/// A column has one byte per sample and a Binning; Binning::value converts a byte to its value. All groups
/// have width() columns (shareboost section 3.2; 1 for single features). Gradients use the columns' values,
/// not their bytes, so a feature's range matters as in the paper.
class ColumnPool {
 public:
  ColumnPool() = default;
  ColumnPool(const ColumnPool&) = delete;
  ColumnPool& operator=(const ColumnPool&) = delete;
  virtual ~ColumnPool() = default;

  virtual std::size_t samples() const = 0;
  virtual std::size_t width() const { return 1; }

  /// The `count` groups with the largest gradient norms sum_{j in J} sum_q |sum_i x_ij r_qi| (shareboost eq.
  /// 7 and section 3.2), largest first. Ties go by number. `residuals` may cover only the pool's first
  /// samples. Excludes the groups in `taken` (ascending). The result is the same for any number of threads.
  virtual std::vector<Candidate> leaders(const ClassTable& residuals, std::size_t count,
                                         std::span<const std::uint64_t> taken) const = 0;

  /// Whether a group with this number exists.
  virtual bool has(std::uint64_t group) const = 0;

  /// Writes the group's columns for all samples as rows `row` .. `row` + width() - 1 of `columns`.
  /// Throws  Error(Kind::training) for an unknown group: its number may come from a file.
  void write(std::uint64_t group, BinnedResponses& columns, std::size_t row) const;

 private:
  virtual void write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const = 0;
};

/// The `count` candidates with the largest gains, largest first, ties by number. Excludes those in `taken`
/// (ascending).
std::vector<Candidate> best_candidates(std::vector<Candidate> candidates, std::size_t count,
                                       std::span<const std::uint64_t> taken);

}  // namespace ocelli::internal
