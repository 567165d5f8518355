#include "ocelli/features/combined/combined_features.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_codec.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

std::vector<std::uint8_t> one_part_after_another(const std::vector<FeaturePart>& parts) {
  std::vector<std::uint8_t> origins;
  for (std::size_t p = 0; p < parts.size(); ++p)
    origins.insert(origins.end(), columns(parts[p].features), static_cast<std::uint8_t>(p));
  return origins;
}

std::optional<ImageShape> first_shape(const std::vector<FeaturePart>& parts) {
  for (const auto& [features] : parts) {
    if (const std::optional<ImageShape> shape = image_shape(features)) return shape;
  }
  return std::nullopt;
}

FeatureSet select_columns(const FeatureSet& part, std::span<const std::uint32_t> numbers) {
  if (width(part) == 1) return select(part, numbers);
  std::vector<std::uint32_t> all(columns(part));
  std::iota(all.begin(), all.end(), 0U);
  require(std::ranges::equal(numbers, all), Kind::model,
          "features with several columns each cannot be selected by column");
  return part;
}

}  // namespace

CombinedFeatures::CombinedFeatures(const std::vector<FeaturePart>& parts)
    : CombinedFeatures(parts, one_part_after_another(parts)) {}

CombinedFeatures::CombinedFeatures(std::vector<FeaturePart> parts, std::vector<std::uint8_t> origins)
    : parts_(std::move(parts)), origins_(std::move(origins)) {
  for (const auto& [features] : parts_) inputs_ = std::max(inputs_, ocelli::internal::inputs(features));
  require_combinable();
  std::uint32_t end = 0;
  for (const auto& [features] : parts_) {
    begins_.push_back(end);
    end += static_cast<std::uint32_t>(columns(features));
  }
  std::vector<std::uint32_t> next = begins_;
  for (const std::uint8_t origin : origins_) {
    require(origin < parts_.size(), Kind::model, "a combined feature refers to an unknown part");
    places_.push_back(next[origin]++);
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    require(next[p] - begins_[p] == features_of_part(p), Kind::model,
            "combined features do not match their parts");
  }
}

void CombinedFeatures::require_combinable() const {
  require(!parts_.empty() && parts_.size() <= kMaxParts, Kind::model, "combined features need 1 to 8 parts");
  const ImageShape images = shape().value_or(ImageShape{});
  for (const auto& [features] : parts_) {
    require(!std::holds_alternative<CombinedFeatures>(features), Kind::model,
            "combined features cannot be nested");
    const std::size_t own = ocelli::internal::inputs(features);
    const bool is_plane = own == images.pixels() && inputs() == kColorPlanes * own;
    require((own == inputs() || is_plane) && image_shape(features).value_or(images) == images, Kind::model,
            "the parts of combined features expect samples of different sizes");
  }
}

std::optional<ImageShape> CombinedFeatures::shape() const { return first_shape(parts_); }

const Binning& CombinedFeatures::binning(std::size_t column) const {
  return ocelli::internal::binning(parts_[part_of(column)].features, number_in_part(column));
}

void CombinedFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  thread_local std::vector<std::uint8_t> together;
  together.resize(groups());
  for (std::size_t p = 0; p < parts_.size(); ++p)
    ocelli::internal::encode(parts_[p].features, sample,
                             std::span(together).subspan(begins_[p], features_of_part(p)));
  for (std::size_t g = 0; g < codes.size(); ++g) codes[g] = together[places_[g]];
}

CombinedFeatures CombinedFeatures::select(std::span<const std::uint32_t> groups) const {
  std::vector<std::vector<std::uint32_t>> selected(parts_.size());
  for (const std::uint32_t g : groups)
    selected[part_of(g)].push_back(static_cast<std::uint32_t>(number_in_part(g)));
  std::vector<FeaturePart> parts;
  std::vector<std::uint8_t> numbers(parts_.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (selected[p].empty()) continue;
    numbers[p] = static_cast<std::uint8_t>(parts.size());
    parts.push_back({select_columns(parts_[p].features, selected[p])});
  }
  if (parts.empty()) parts.push_back({ocelli::internal::select(parts_.front().features, {})});
  std::vector<std::uint8_t> origins;
  for (const std::uint32_t g : groups) origins.push_back(numbers[part_of(g)]);
  return {std::move(parts), std::move(origins)};
}

CombinedFeatures CombinedFeatures::with_fitted_binnings(const Samples& samples) const {
  std::vector<FeaturePart> fitted;
  for (const auto& [features] : parts_)
    fitted.push_back({ocelli::internal::with_fitted_binnings(features, samples)});
  return {std::move(fitted), origins_};
}

std::size_t CombinedFeatures::multiply_adds() const {
  std::size_t sum = 0;
  for (const auto& [features] : parts_) sum += ocelli::internal::multiply_adds(features);
  return sum;
}

std::string_view CombinedFeatures::kind_of_part(std::size_t part) const {
  return kind(parts_[part].features);
}
std::vector<std::size_t> CombinedFeatures::features_of(std::size_t part) const {
  std::vector<std::size_t> features;
  for (std::size_t g = 0; g < groups(); ++g)
    if (part_of(g) == part) features.push_back(g);
  return features;
}

std::size_t CombinedFeatures::features_of_part(std::size_t part) const {
  return columns(parts_[part].features);
}

CombinedFeatures CombinedFeatures::unpack(const Packed& packed) {
  std::vector<FeaturePart> parts;
  require(packed.parts()->size() <= kMaxParts, Kind::model, "combined features need 1 to 8 parts");
  for (const schema::FeaturePart* part : *packed.parts()) {
    require(part->features_type() != schema::FeatureSet::CombinedFeatures, Kind::model,
            "combined features cannot be nested");
    parts.push_back({format::unpack_features(*part)});
  }
  return {std::move(parts), format::unpack(*packed.origins())};
}

flatbuffers::Offset<schema::CombinedFeatures> CombinedFeatures::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  std::vector<flatbuffers::Offset<schema::FeaturePart>> parts;
  for (const auto& [features] : parts_) {
    const auto [kind, table] = format::pack(builder, features);
    parts.push_back(schema::CreateFeaturePart(builder, kind, table));
  }
  const auto packed_parts = builder.CreateVector(parts);
  const auto origins = builder.CreateVector(origins_);
  return schema::CreateCombinedFeatures(builder, packed_parts, origins);
}

InputShares CombinedFeatures::input_shares(std::size_t group) const {
  const std::size_t number = number_in_part(group);
  const auto of_part = [&](const auto& part) { return part.input_shares(number / part.width()); };
  return std::visit(of_part, parts()[part_of(group)].features);
}

}  // namespace ocelli::internal
