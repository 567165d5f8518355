#pragma once

#include "ocelli/boosting/column_pool.hpp"
#include "ocelli/features/ball_features.hpp"

namespace ocelli {

/// Balls around anchor points, each with its d + 1 columns; group = number of the ball.
///
/// All radii of an anchor are weighed together: residuals times columns are added up by shell, between one radius and
/// the next, and shells then from the inside outwards. Residuals r_qi that are small take no part, the smallest
/// first, as many as make up less than kNeglected of sum |r_qi|; as numbers in columns are at most 1, a column's
/// norm changes by less than that.
/// Memory    anchors x samples bytes, and the samples' coordinates as floats.
/// Cost of leaders()  anchors x residuals that count x (d + 1) multiply-adds; in parallel over anchors.
/// Source    shareboost sections 3.2 and 4.2.
class BallPool final : public ColumnPool {
 public:
  static constexpr double kNeglected = 0.001;

  /// Throws Error(Kind::usage) when an anchor has more than 255 balls, Error(Kind::input) for samples of another width.
  BallPool(const Samples& samples, BallFeatures candidates);

  /// What select() makes a classifier's features of.
  const BallFeatures& candidates() const { return candidates_; }

  std::size_t samples() const override { return static_cast<std::size_t>(points_.rows()); }
  std::size_t width() const override { return candidates_.width(); }
  std::vector<Candidate> leaders(const ClassTable& residuals, std::size_t count,
                                 std::span<const std::uint64_t> taken) const override;
  void write(std::uint64_t group, BinnedResponses& columns, std::size_t row) const override;

 private:
  void find_shells(const SampleValues& points);
  std::span<const std::uint8_t> shells(std::size_t anchor) const {
    return std::span(shells_).subspan(anchor * samples(), samples());
  }

  BallFeatures candidates_;
  std::vector<std::vector<std::uint32_t>> balls_of_;  ///< of each anchor, by ascending radius
  SampleValues
      points_;  ///< the numbers in the columns of balls that hold the sample, padded to whole registers
  std::vector<std::uint8_t> shells_;  ///< anchors x samples: how many of the anchor's balls are too small
};

}  // namespace ocelli
