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

/// One of the feature sets that are combined: a FeatureSet. Defined in feature_set.hpp, as a FeatureSet may
/// itself be combined.
struct FeaturePart;

/// Features of several kinds in one set, so that a classifier can use an image's strokes and its
/// gradients, or at a table's numbers and their Gaussians. All parts use the same inputs, or all but
/// colors at the gray levels of colored images. Each column of a part is a feature of its own, those of trees
/// too.
class CombinedFeatures {
 public:
  static constexpr std::string_view kKind = "combined";
  static constexpr std::size_t kMaxParts = 8;

  /// All features of the parts, those of one part after those of another.
  /// Throws Error(Kind::model) unless there are 1 to kMaxParts parts with equal inputs (or the first plane of
  /// them) and, of images, shapes, none of them combined.
  explicit CombinedFeatures(const std::vector<FeaturePart>& parts);
  /// Feature g is the next one, in its order, of the part origins[g].
  /// Throws Error(Kind::model) as above, and unless every part has as many features as origins name it.
  CombinedFeatures(std::vector<FeaturePart> parts, std::vector<std::uint8_t> origins);

  const std::vector<FeaturePart>& parts() const { return parts_; }
  /// The part of a feature, and the feature's number in it.
  std::size_t part_of(std::size_t feature) const { return origins_[feature]; }
  std::size_t number_in_part(std::size_t feature) const {
    return places_[feature] - begins_[origins_[feature]];
  }

  /// Of the parts that use images.
  std::optional<ImageShape> shape() const;
  std::size_t inputs() const { return inputs_; }
  std::size_t groups() const { return origins_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t column) const;

  /// One byte per column.
  /// Cost  that of all parts.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order, with only the parts that they use. A part with groups of several
  /// columns is selected whole, in its order, or not at all; Error(Kind::model) otherwise.
  CombinedFeatures select(std::span<const std::uint32_t> groups) const;

  /// The same features with the bytes of all parts refitted (with_fitted_binnings() of a FeatureSet).
  CombinedFeatures with_fitted_binnings(const Samples& samples) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each figure that describes them: the number of features of each kind.
  template <class Visit>
  void properties(Visit&& visit) const {
    for (std::size_t p = 0; p < begins_.size(); ++p) visit(kind_of_part(p), features_of_part(p));
  }

  /// Their part of a model file (feature_codec.hpp).
  using Packed = schema::CombinedFeatures;
  static CombinedFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

 private:
  /// Throws unless the parts fit together.
  void require_combinable() const;
  std::string_view kind_of_part(std::size_t part) const;
  std::size_t features_of_part(std::size_t part) const;

  std::vector<FeaturePart> parts_;
  std::size_t inputs_ = 0;             ///< of the part that uses most
  std::vector<std::uint8_t> origins_;  ///< the part of each feature
  std::vector<std::uint32_t>
      begins_;  ///< the place of each part's first feature in the codes of all parts together
  std::vector<std::uint32_t> places_;  ///< of each feature, in the same
};

}  // namespace ocelli::internal
