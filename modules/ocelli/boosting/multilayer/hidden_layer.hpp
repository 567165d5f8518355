#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/boosting/pools/local_pool.hpp"
#include "ocelli/features/disjunctions/disjunction.hpp"

namespace ocelli::internal {

/// A candidate's vote for a local feature: weight if its response is in `bin` or above, -weight below.
struct LocalVote {
  std::uint32_t candidate = 0;
  std::uint8_t bin = 0;
  float weight = 0;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("candidate", self.candidate);
    visit("bin", self.bin);
    visit("weight", self.weight);
  }

  friend bool operator==(const LocalVote&, const LocalVote&) = default;
};

/// The local features psi at all points of all samples, and their exponentials. Each local feature has a
/// table with a padded row of samples per point.
class HiddenLayer {
 public:
  HiddenLayer(const PointPlaces& places, std::size_t features);

  std::size_t features() const { return psi_.size(); }
  std::size_t points() const { return points_; }
  std::size_t samples() const { return samples_; }
  /// The length of a row: samples plus padding.
  std::size_t stride() const { return stride_; }

  /// The points of `count` samples from `first` on.
  /// Requires  first a multiple of the padding.
  disjunction_kernel::Points block(std::size_t first, std::size_t count) const {
    return {x_.data() + first, y_.data() + first, points_, stride_, count};
  }
  std::span<const float> exponentials(std::size_t feature) const { return exponentials_[feature]; }
  std::span<const float> psi(std::size_t feature) const { return psi_[feature]; }

  /// psi of the feature += vote. `bytes` are the candidate's responses.
  void add(std::size_t feature, std::span<const std::uint8_t> bytes, std::uint8_t bin, float weight);

 private:
  std::size_t points_, samples_, stride_;
  std::vector<float> x_, y_;
  std::vector<std::vector<float>> psi_, exponentials_;
};

}  // namespace ocelli::internal
