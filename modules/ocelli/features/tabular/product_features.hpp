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
struct ProductFeatures;
}

struct InputPair {
  std::uint32_t first = 0, second = 0;

  friend bool operator==(const InputPair&, const InputPair&) = default;
};

/// Products of two inputs, each input scaled to [-1, 1] by its range in training.
/// Source  shareboost section 7.2.
class ProductFeatures {
 public:
  static constexpr std::string_view kKind = "products";

  /// Throws  Error(Kind::model) when an input has no range.
  ProductFeatures(std::vector<InputRange> ranges, std::vector<InputPair> pairs);
  /// Every pair first < second, in lexicographic order: p (p - 1) / 2 for p inputs, the paper's count.
  static ProductFeatures all(const Samples& samples);

  const std::vector<InputRange>& ranges() const { return ranges_; }
  const std::vector<InputPair>& pairs() const { return pairs_; }

  std::size_t inputs() const { return ranges_.size(); }
  std::size_t groups() const { return pairs_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t) const { return kSignedUnit; }

  /// One byte per column; binning(column).value() is its value.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  ProductFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const { return 3 * groups(); }
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&&) const {}

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::ProductFeatures;
  static ProductFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const ProductFeatures&, const ProductFeatures&) = default;

 private:
  std::vector<InputRange> ranges_;
  std::vector<InputPair> pairs_;
};

}  // namespace ocelli::internal
