#include "ocelli/features/feature_codec.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "ocelli/core/error.hpp"
#include "ocelli/features/points/disjunction_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::format {
namespace {

using Builder = flatbuffers::FlatBufferBuilder;
using format::unpack;  // of other files, which those below would hide

/// Squares and sums of such numbers stay far inside the range of float.
constexpr float kLargestNumber = 1e15f;
/// Patch features keep each mask, and an order of places for each few patches: at most so many numbers.
constexpr std::int64_t kMostPlaces = std::int64_t{1} << 26;

// A new kind of features goes to the schema's union, and gets a pack() and an unpack(), here or in a file of its own.

std::vector<float> numbers(const flatbuffers::Vector<float>& packed) {
  std::vector<float> values = unpack(packed);
  const auto moderate = [](float value) { return std::abs(value) <= kLargestNumber; };
  require(std::ranges::all_of(values, moderate), Kind::model, "a number is not finite or too large");
  return values;
}

/// Rows of so many numbers.
SampleValues rows(const flatbuffers::Vector<float>& packed, std::size_t columns) {
  require(columns > 0 && packed.size() % columns == 0, Kind::model,
          "a table of numbers has an incomplete row");
  const std::vector<float> values = numbers(packed);
  return Eigen::Map<const SampleValues>(values.data(), static_cast<Eigen::Index>(values.size() / columns),
                                        static_cast<Eigen::Index>(columns));
}

auto pack(Builder& builder, const SampleValues& table) {
  return builder.CreateVector(table.data(), static_cast<std::size_t>(table.size()));
}

auto pack(Builder& builder, const std::vector<InputRange>& ranges) {
  return builder.CreateVectorOfStructs(
      pack_each(ranges, [](const InputRange& range) { return schema::InputRange(range.low, range.high); }));
}

std::vector<InputRange> unpack(const flatbuffers::Vector<const schema::InputRange*>& packed) {
  return unpack_each(packed, [](const schema::InputRange& range) {
    require(std::abs(range.low()) <= kLargestNumber && std::abs(range.high()) <= kLargestNumber, Kind::model,
            "a range is not finite or too large");
    return InputRange{range.low(), range.high()};
  });
}

auto pack(Builder& builder, const LinearFeatures& features) {
  const auto ranges = pack(builder, features.ranges());
  const auto chosen = builder.CreateVector(features.chosen());
  return schema::CreateLinearFeatures(builder, ranges, chosen);
}

LinearFeatures unpack(const schema::LinearFeatures& packed) {
  return {unpack(*packed.ranges()), unpack(*packed.chosen())};
}

auto pack(Builder& builder, const ProductFeatures& features) {
  const auto ranges = pack(builder, features.ranges());
  const auto pairs = builder.CreateVectorOfStructs(pack_each(
      features.pairs(), [](const InputPair& pair) { return schema::InputPair(pair.first, pair.second); }));
  return schema::CreateProductFeatures(builder, ranges, pairs);
}

ProductFeatures unpack(const schema::ProductFeatures& packed) {
  return {unpack(*packed.ranges()), unpack_each(*packed.pairs(), [](const schema::InputPair& pair) {
            return InputPair{pair.first(), pair.second()};
          })};
}

auto pack(Builder& builder, const StumpFeatures& features) {
  const auto stumps =
      builder.CreateVectorOfStructs(pack_each(features.stumps(), [](const ThresholdStump& stump) {
        return schema::ThresholdStump(stump.input, stump.threshold);
      }));
  return schema::CreateStumpFeatures(builder, static_cast<std::uint32_t>(features.inputs()), stumps);
}

StumpFeatures unpack(const schema::StumpFeatures& packed) {
  return {packed.inputs(), unpack_each(*packed.stumps(), [](const schema::ThresholdStump& stump) {
            return ThresholdStump{stump.input(), stump.threshold()};
          })};
}

auto pack(Builder& builder, const TemplateFeatures& features) {
  const auto patches = builder.CreateVector(pack_each(features.patches(), [&](const ImagePatch& patch) {
    return schema::CreateImagePatchDirect(builder, patch.side, &patch.weights);
  }));
  const auto templates =
      builder.CreateVectorOfStructs(pack_each(features.templates(), [](const PatchTemplate& one) {
        return schema::PatchTemplate(one.patch, one.mask);
      }));
  std::vector<schema::Binning> binnings;
  for (std::size_t f = 0; f < features.groups(); ++f) {
    binnings.emplace_back(features.binning(f).low, features.binning(f).scale);
  }
  const auto packed_binnings = builder.CreateVectorOfStructs(binnings);
  const auto [width, height] = features.shape();
  const auto [grid, sigma, reach] = features.masks();
  return schema::CreateTemplateFeatures(builder, width, height, grid, sigma, reach, patches, templates,
                                        packed_binnings);
}

/// A patch's size is checked before it is copied: in a file made to do harm, many patches can share a huge one.
ImagePatch unpack(const schema::ImagePatch& packed) {
  const std::int64_t side = packed.side();
  require(packed.weights()->size() == side * side && side < 256, Kind::model,
          "a patch has other than side x side weights");
  return {packed.side(), unpack(*packed.weights())};
}

/// Before anything is laid out for the size of image and the masks that a few bytes can name.
void require_moderate(const schema::TemplateFeatures& packed) {
  const std::int64_t width = packed.width(), height = packed.height(), grid = packed.mask_grid();
  require(width > 0 && width <= 1024 && height > 0 && height <= 1024, Kind::model,
          "patch features need images of 1 to 1024 pixels a side");
  require(grid > 0 && grid <= 16 && packed.mask_sigma() >= 0.01 && packed.mask_sigma() <= 1e6 &&
              packed.mask_reach() >= 0.01 && packed.mask_reach() <= 1e6,
          Kind::model, "place masks need a grid of 1 to 16, and a sigma and a reach of 0.01 to 1e6");
  require(width * height * (grid * grid + packed.patches()->size()) <= kMostPlaces, Kind::model,
          "has more patches and masks than images of its size allow");
}

TemplateFeatures unpack(const schema::TemplateFeatures& packed) {
  require_moderate(packed);
  return {ImageShape{packed.width(), packed.height()},
          PlaceMasks{packed.mask_grid(), packed.mask_sigma(), packed.mask_reach()},
          unpack_each(*packed.patches(), [](const schema::ImagePatch& patch) { return unpack(patch); }),
          unpack_each(*packed.templates(),
                      [](const schema::PatchTemplate& one) {
                        return PatchTemplate{one.patch(), one.mask()};
                      }),
          unpack_each(*packed.binnings(), [](const schema::Binning& binning) {
            return Binning{binning.low(), binning.scale()};
          })};
}

auto pack(Builder& builder, const PrincipalComponents& components) {
  const auto mean =
      builder.CreateVector(components.mean().data(), static_cast<std::size_t>(components.mean().size()));
  const auto rows_of_numbers = pack(builder, components.components());
  return schema::CreatePrincipalComponents(builder, mean, rows_of_numbers);
}

PrincipalComponents unpack(const schema::PrincipalComponents& packed) {
  const std::vector<float> mean = numbers(*packed.mean());
  return {Eigen::Map<const Eigen::VectorXf>(mean.data(), static_cast<Eigen::Index>(mean.size())),
          rows(*packed.components(), mean.size())};
}

auto pack(Builder& builder, const BallFeatures& features) {
  flatbuffers::Offset<schema::PrincipalComponents> components;
  if (features.components()) components = pack(builder, *features.components());
  const auto anchors = pack(builder, features.anchors());
  const auto ranges = pack(builder, features.ranges());
  const auto balls = builder.CreateVectorOfStructs(
      pack_each(features.balls(), [](const Ball& ball) { return schema::Ball(ball.anchor, ball.radius); }));
  return schema::CreateBallFeatures(builder, components, anchors, ranges, balls);
}

BallFeatures unpack(const schema::BallFeatures& packed) {
  std::optional<PrincipalComponents> components;
  if (packed.components() != nullptr) components = unpack(*packed.components());
  return {std::move(components), rows(*packed.anchors(), packed.ranges()->size()), unpack(*packed.ranges()),
          unpack_each(*packed.balls(), [](const schema::Ball& ball) {
            return Ball{ball.anchor(), ball.radius()};
          })};
}

template <class Table>
PackedFeatures as_member(flatbuffers::Offset<Table> table) {
  return {schema::FeatureSetTraits<Table>::enum_value, table.Union()};
}

}  // namespace

PackedFeatures pack(Builder& builder, const FeatureSet& features) {
  return std::visit([&](const auto& set) { return as_member(pack(builder, set)); }, features);
}

FeatureSet unpack_features(const schema::Classifier& packed) {
  switch (packed.features_type()) {
    case schema::FeatureSet::LinearFeatures:
      return unpack(*packed.features_as_LinearFeatures());
    case schema::FeatureSet::ProductFeatures:
      return unpack(*packed.features_as_ProductFeatures());
    case schema::FeatureSet::StumpFeatures:
      return unpack(*packed.features_as_StumpFeatures());
    case schema::FeatureSet::TemplateFeatures:
      return unpack(*packed.features_as_TemplateFeatures());
    case schema::FeatureSet::BallFeatures:
      return unpack(*packed.features_as_BallFeatures());
    case schema::FeatureSet::DisjunctionFeatures:
      return unpack(*packed.features_as_DisjunctionFeatures());
    case schema::FeatureSet::NONE:
      break;
  }
  throw Error(Kind::model, "has an unknown kind of features: use a newer Ocelli");
}

}  // namespace ocelli::format
