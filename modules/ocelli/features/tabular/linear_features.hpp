#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/input_share.hpp"
#include "ocelli/features/tabular/input_range.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"

namespace ocelli::internal {

namespace schema {
struct LinearFeatures;
}

/// The inputs themselves, each scaled to [-1, 1] by its range in training.
/// Source  shareboost section 7.2, where features are in [-1, 1] (section 1.1).
class LinearFeatures {
 public:
  static constexpr std::string_view kKind = "linear";

  /// One feature for each of the `chosen` inputs.
  /// Throws  Error(Kind::model) when one has no range.
  LinearFeatures(std::vector<InputRange> ranges, std::vector<std::uint32_t> chosen);
  /// Every input, with its range in the samples.
  static LinearFeatures all(const Samples& samples);

  const std::vector<InputRange>& ranges() const { return ranges_; }
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }

  std::size_t inputs() const { return ranges_.size(); }
  std::size_t groups() const { return chosen_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t) const { return kSignedUnit; }

  /// One byte per column; binning(column).value() is its value.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  LinearFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const { return groups(); }
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&&) const {}

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::LinearFeatures;
  static LinearFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const LinearFeatures&, const LinearFeatures&) = default;

 private:
  std::vector<InputRange> ranges_;
  std::vector<std::uint32_t> chosen_;
};

}  // namespace ocelli::internal
