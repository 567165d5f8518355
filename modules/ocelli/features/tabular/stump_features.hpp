#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/input_share.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"

namespace ocelli::internal {

namespace schema {
struct StumpFeatures;
}

/// Byte 0 for 0 and byte 255 for 1.
inline constexpr Binning kZeroOrOne{-0.5f / 255, 255};

/// 1 when the input is below the threshold, 0 otherwise.
struct ThresholdStump {
  std::uint32_t input = 0;
  float threshold = 0;

  friend bool operator==(const ThresholdStump&, const ThresholdStump&) = default;
};

/// Decision stumps 1[v_i < theta].
/// Source  shareboost section 4.1.
class StumpFeatures {
 public:
  static constexpr std::string_view kKind = "stumps";

  /// Throws  Error(Kind::model) when a stump refers to an input beyond 0 .. inputs - 1 or has no finite
  /// threshold.
  StumpFeatures(std::size_t inputs, std::vector<ThresholdStump> stumps);

  const std::vector<ThresholdStump>& stumps() const { return stumps_; }

  std::size_t inputs() const { return inputs_; }
  std::size_t groups() const { return stumps_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t) const { return kZeroOrOne; }

  /// One byte per column; binning(column).value() is its value.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order.
  StumpFeatures select(std::span<const std::uint32_t> groups) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const { return 0; }
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t group) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&&) const {}

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::StumpFeatures;
  static StumpFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const StumpFeatures&, const StumpFeatures&) = default;

 private:
  std::size_t inputs_;
  std::vector<ThresholdStump> stumps_;
};

}  // namespace ocelli::internal
