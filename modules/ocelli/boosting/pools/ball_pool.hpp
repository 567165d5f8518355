#pragma once

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/features/balls/ball_features.hpp"

namespace ocelli::internal {

namespace shell_kernel {
struct Entry;
}

/// Balls around anchor points, each with its d + 1 columns; group = index of the ball.
///
/// All radii of an anchor are evaluated together: residuals times columns are summed by shell, between one
/// radius and the next, and then accumulated outwards. Small residuals r_qi are neglected,
/// the smallest first, as many as make up less than kNeglected of sum |r_qi|; values in columns are at
/// most 1, a column's norm changes by less than that.
/// Memory    anchors x samples bytes, and the columns of all samples.
/// Cost of leaders()  anchors x residuals kept x (d + 1) multiply-adds; in parallel over anchors.
/// Source    shareboost sections 3.2 and 4.2.
class BallPool final : public ColumnPool {
 public:
  static constexpr double kNeglected = 0.001;

  /// Throws Error(Kind::usage) when an anchor has more than 255 balls, Error(Kind::input) for samples of
  /// another width.
  BallPool(const Samples& samples, BallFeatures candidates);

  /// The features that select() builds a classifier from.
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
  /// Of the balls of each anchor first .. last - 1, by ascending radius.
  std::vector<std::vector<double>> gradient_norms(std::span<const std::vector<shell_kernel::Entry>> entries,
                                                  std::size_t first, std::size_t last) const;

  BallFeatures candidates_;
  std::size_t samples_;
  std::vector<std::vector<std::uint32_t>> balls_of_;  ///< of each anchor, by ascending radius
  std::vector<std::uint8_t>
      shells_;              ///< anchors x samples: how many of the anchor's balls do not contain the sample
  std::size_t stride_ = 0;  ///< width(), rounded up to whole registers
  std::vector<std::int8_t>
      rows_;  ///< samples x stride: bytes minus that of 0, in balls that contain the sample
};

}  // namespace ocelli::internal
