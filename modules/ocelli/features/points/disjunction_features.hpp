#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/disjunctions/disjunction_kernel.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/features/input_share.hpp"
#include "ocelli/features/points/point_windows.hpp"
#include "ocelli/features/tabular/input_range.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"

namespace ocelli::internal {

namespace schema {
struct DisjunctionFeatures;
}

/// A wavelet's vote on a window: weight if its response is at least the threshold, -weight otherwise.
struct WaveletVote {
  HaarFeature wavelet;
  float threshold = 0;
  float weight = 0;

  friend bool operator==(const WaveletVote&, const WaveletVote&) = default;
};

/// psi_d: a number per window, the sum of wavelets' votes.
using LocalFeature = std::vector<WaveletVote>;

/// "There is a point in this area whose window has a high local feature":
///
///   g(I) = 1 - 2 / (1 + sum over points (u, v) in the area of exp psi_d(window at (u, v))),
///
/// from -1, if there is none, toward 1. These are the hidden layer and the weak learners of multi-layer
/// boosting.
/// Source  multi-layer boosting section 3.
class DisjunctionFeatures {
 public:
  static constexpr std::string_view kKind = "disjunctions";

  /// Throws  Error(Kind::model) for a shape without pixels or larger than 4096 x 4096, invalid options, a
  /// wavelet that is not balanced within a window, a number that is not finite, or a disjunction with an
  /// unknown feature or an area beyond the image.
  DisjunctionFeatures(ImageShape shape, PointWindowOptions windows, std::vector<LocalFeature> local,
                      std::vector<Disjunction> disjunctions);

  ImageShape shape() const { return shape_; }
  const PointWindowOptions& windows() const { return windows_; }
  const std::vector<LocalFeature>& local() const { return local_; }
  const std::vector<Disjunction>& disjunctions() const { return disjunctions_; }

  /// The number of wavelets in all local features.
  std::size_t wavelets() const;

  std::size_t inputs() const { return shape_.pixels(); }
  std::size_t groups() const { return disjunctions_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t) const { return kSignedUnit; }

  /// One byte per column; binning(column).value() is its value.
  /// Cost  finding interest points, then 4 to 16 look-ups per point and wavelet and one addition per point
  /// and disjunction.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order. Keeps all local features.
  DisjunctionFeatures select(std::span<const std::uint32_t> groups) const;

  /// psi of every local feature (rows) and point.
  SampleValues local_responses(const PointWindows& windows) const;

  /// Upper bound for one sample: at each point, one per look-up of a wavelet and one per disjunction.
  std::size_t multiply_adds() const;

  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("local_features", local().size());
    visit("wavelets", wavelets());
    visit("points", windows().points.count);
    visit("point_sigma", windows().points.sigma);
    visit("point_scales", windows().points.scales);
    visit("window_side", windows().side);
  }

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::DisjunctionFeatures;
  static DisjunctionFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const DisjunctionFeatures& a, const DisjunctionFeatures& b) {
    return a.shape_ == b.shape_ && a.windows_ == b.windows_ && a.local_ == b.local_ &&
           a.disjunctions_ == b.disjunctions_;
  }

 private:
  ImageShape shape_;
  PointWindowOptions windows_;
  std::vector<LocalFeature> local_;
  std::vector<Disjunction> disjunctions_;
  /// The disjunctions that use one local feature: their areas and indices.
  struct Group {
    disjunction_kernel::Areas areas;
    std::vector<std::uint32_t> columns;
  };
  std::vector<std::vector<std::vector<WeightedCorner>>> corners_;  ///< per local feature, of its wavelets
  std::vector<Group> groups_;                                      ///< per local feature
};

}  // namespace ocelli::internal
