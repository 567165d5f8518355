#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/input_share.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

namespace schema {
struct CombinedFeatures;
}

/// One of the combined feature sets: a FeatureSet. Defined in feature_set.hpp because a FeatureSet may itself
/// be combined.
struct FeaturePart;

/// Features of several kinds in one set, so that a classifier can use an image's strokes and its gradients,
/// or a table's numbers and their Gaussians. All parts use the same inputs. In color images, all parts except
/// colors may use only the gray levels. Each column of a part, including a tree's, is a separate feature.
class CombinedFeatures {
 public:
  static constexpr std::string_view kKind = "combined";
  static constexpr std::size_t kMaxParts = 8;

  /// All features of the parts, part by part.
  /// Throws  Error(Kind::model) unless there are 1 to kMaxParts parts, none of them combined, with equal
  /// inputs (or the first plane of them) and, for images, equal shapes.
  explicit CombinedFeatures(const std::vector<FeaturePart>& parts);
  /// Feature g is the next feature of the part origins[g], in the part's order.
  /// Throws  Error(Kind::model) as above, and unless `origins` lists every part as often as it has features.
  CombinedFeatures(std::vector<FeaturePart> parts, std::vector<std::uint8_t> origins);

  const std::vector<FeaturePart>& parts() const { return parts_; }
  /// The part of a feature, and the feature's number in that part.
  std::size_t part_of(std::size_t feature) const { return origins_[feature]; }
  std::size_t number_in_part(std::size_t feature) const {
    return places_[feature] - begins_[origins_[feature]];
  }

  /// The features of a part, in the part's order.
  std::vector<std::size_t> features_of(std::size_t part) const;

  /// The shape of the parts that use images.
  std::optional<ImageShape> shape() const;
  std::size_t inputs() const { return inputs_; }
  std::size_t groups() const { return origins_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t column) const;

  /// One byte per column.
  /// Cost  the sum over all parts.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order, with only the parts that they use.
  /// Throws  Error(Kind::model) unless a part with groups of several columns is selected either completely
  /// and in its order, or not at all.
  CombinedFeatures select(std::span<const std::uint32_t> groups) const;

  /// The same features with refitted binnings in all parts (with_fitted_binnings() of a FeatureSet).
  CombinedFeatures with_fitted_binnings(const Samples& samples) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features: the number of features of each
  /// kind.
  template <class Visit>
  void properties(Visit&& visit) const {
    for (std::size_t p = 0; p < begins_.size(); ++p) visit(kind_of_part(p), features_of_part(p));
  }

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::CombinedFeatures;
  static CombinedFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

 private:
  /// Throws  unless the parts fit together.
  void require_combinable() const;
  std::string_view kind_of_part(std::size_t part) const;
  std::size_t features_of_part(std::size_t part) const;

  std::vector<FeaturePart> parts_;
  std::size_t inputs_ = 0;             ///< of the part with the most inputs
  std::vector<std::uint8_t> origins_;  ///< the part of each feature
  /// The place of each part's first feature in the codes of all parts together.
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> places_;  ///< of each feature, in the same codes
};

}  // namespace ocelli::internal
