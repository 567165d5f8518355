#pragma once

#include "ocelli/boosting/pools/column_pool.hpp"

namespace ocelli::internal {

/// A pool of precomputed columns. Group g is rows g * width .. g * width + width - 1 of the responses.
/// Cost of leaders()  one multiply-add per column, class and sample in one pass over all bytes, in parallel
/// over columns.
class DensePool final : public ColumnPool {
 public:
  /// Keeps a reference to the responses.
  /// Throws  Error(Kind::usage) unless the rows form complete groups.
  explicit DensePool(const BinnedResponses& responses, std::size_t width = 1);

  std::size_t samples() const override { return responses_.samples(); }
  std::size_t width() const override { return width_; }
  std::vector<Candidate> leaders(const ClassTable& residuals, std::size_t count,
                                 std::span<const std::uint64_t> taken) const override;
  bool has(std::uint64_t group) const override { return group < responses_.features() / width_; }

 private:
  void write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const override;
  const BinnedResponses& responses_;
  std::size_t width_;
};

}  // namespace ocelli::internal
