#pragma once

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/features/balls/ball_features.hpp"

namespace ocelli::internal {

namespace shell_kernel {
struct Entry;
}

/// Balls around anchor points, each with its d + 1 columns. A group is the index of a ball.
///
/// All radii of an anchor are evaluated together: residuals times columns are summed by shell, between one
/// radius and the next, then accumulated outward. Small residuals r_qi are neglected, the smallest first, as
/// long as they sum to less than kNeglected of sum |r_qi|. Column values are at most 1, so a column's norm
/// changes by less than that.
/// Memory    anchors x samples bytes, and the columns of all samples.
/// Cost of leaders()  anchors x kept residuals x (d + 1) multiply-adds, in parallel over anchors.
/// Source    shareboost sections 3.2 and 4.2.
class BallPool final : public ColumnPool {
 public:
  static constexpr double kNeglected = 0.001;

  /// Throws  Error(Kind::usage) when an anchor has more than 255 balls, Error(Kind::input) for samples of
  /// another width.
  BallPool(const Samples& samples, BallFeatures candidates);

  /// The features that select() builds a classifier's features from.
  const BallFeatures& candidates() const { return candidates_; }

  std::size_t samples() const override { return samples_; }
  std::size_t width() const override { return candidates_.width(); }
  std::vector<Candidate> leaders(const ClassTable& residuals, std::size_t count,
                                 std::span<const std::uint64_t> taken) const override;
  bool has(std::uint64_t group) const override { return group < candidates_.groups(); }

 private:
  void write_columns(std::uint64_t group, BinnedResponses& columns, std::size_t row) const override;
  void find_shells(const SampleValues& points);
  std::span<const std::uint8_t> shells(std::size_t anchor) const {
    return std::span(shells_).subspan(anchor * samples_, samples_);
  }
  /// Gradient norms of the balls of anchors first .. last - 1, by ascending radius.
  std::vector<std::vector<double>> gradient_norms(std::span<const std::vector<shell_kernel::Entry>> entries,
                                                  std::size_t first, std::size_t last) const;

  BallFeatures candidates_;
  std::size_t samples_;
  std::vector<std::vector<std::uint32_t>> balls_of_;  ///< per anchor, by ascending radius
  /// anchors x samples: how many of the anchor's balls do not contain the sample.
  std::vector<std::uint8_t> shells_;
  std::size_t stride_ = 0;  ///< width(), rounded up to whole registers
  /// samples x stride: bytes minus the byte of 0, in balls that contain the sample.
  std::vector<std::int8_t> rows_;
};

}  // namespace ocelli::internal
