#include "ocelli/features/value_codec.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/require.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

/// Squares and sums of numbers up to this limit stay far inside the range of float.
constexpr float kLargestNumber = 1e15f;

}  // namespace

std::vector<float> unpack_numbers(const flatbuffers::Vector<float>& packed) {
  std::vector<float> values = unpack(packed);
  const auto moderate = [](float value) { return std::abs(value) <= kLargestNumber; };
  require(std::ranges::all_of(values, moderate), Kind::model, "a number is not finite or too large");
  return values;
}

flatbuffers::Offset<flatbuffers::Vector<float>> pack_rows(flatbuffers::FlatBufferBuilder& builder,
                                                          const SampleValues& table) {
  return builder.CreateVector(table.data(), static_cast<std::size_t>(table.size()));
}

SampleValues unpack_rows(const flatbuffers::Vector<float>& packed, std::size_t columns) {
  require(columns > 0 && packed.size() % columns == 0, Kind::model,
          "a table of numbers has an incomplete row");
  const std::vector<float> values = unpack_numbers(packed);
  return Eigen::Map<const SampleValues>(values.data(), static_cast<Eigen::Index>(values.size() / columns),
                                        static_cast<Eigen::Index>(columns));
}

flatbuffers::Offset<flatbuffers::Vector<const schema::InputRange*>> pack_ranges(
    flatbuffers::FlatBufferBuilder& builder, const std::vector<InputRange>& ranges) {
  return builder.CreateVectorOfStructs(
      pack_each(ranges, [](const InputRange& range) { return schema::InputRange(range.low, range.high); }));
}

std::vector<InputRange> unpack_ranges(const flatbuffers::Vector<const schema::InputRange*>& packed) {
  return unpack_each(packed, [](const schema::InputRange& range) {
    require(std::abs(range.low()) <= kLargestNumber && std::abs(range.high()) <= kLargestNumber, Kind::model,
            "a range is not finite or too large");
    return InputRange{range.low(), range.high()};
  });
}

flatbuffers::Offset<schema::PrincipalComponents> pack_components(
    flatbuffers::FlatBufferBuilder& builder, const std::optional<PrincipalComponents>& components) {
  if (!components) return {};
  const auto mean =
      builder.CreateVector(components->mean().data(), static_cast<std::size_t>(components->mean().size()));
  const auto rows = pack_rows(builder, components->components());
  return schema::CreatePrincipalComponents(builder, mean, rows);
}

std::optional<PrincipalComponents> unpack_components(const schema::PrincipalComponents* packed) {
  if (packed == nullptr) return std::nullopt;
  const std::vector<float> mean = unpack_numbers(*packed->mean());
  return PrincipalComponents(
      Eigen::Map<const Eigen::VectorXf>(mean.data(), static_cast<Eigen::Index>(mean.size())),
      unpack_rows(*packed->components(), mean.size()));
}

flatbuffers::Offset<flatbuffers::Vector<const schema::Binning*>> pack_binnings(
    flatbuffers::FlatBufferBuilder& builder, const std::vector<Binning>& binnings) {
  return builder.CreateVectorOfStructs(pack_each(
      binnings, [](const Binning& binning) { return schema::Binning(binning.low, binning.scale); }));
}

std::vector<Binning> unpack_binnings(const flatbuffers::Vector<const schema::Binning*>& packed) {
  return unpack_each(packed, [](const schema::Binning& binning) {
    return Binning{binning.low(), binning.scale()};
  });
}

}  // namespace ocelli::internal::format
