#include "ocelli/recognition/blend.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// Whether both convert samples to features in the same way, with the same labels.
bool look_alike(const ClassifierParts& a, const ClassifierParts& b) {
  return a.classes == b.classes && a.shape == b.shape && a.normalized_side == b.normalized_side &&
         a.tilt == b.tilt;
}

/// Appends features to those of other members, part by part: combined features cannot be nested.
void append(const FeatureSet& features, std::vector<FeaturePart>& parts, std::vector<std::uint8_t>& origins) {
  const auto first = static_cast<std::uint8_t>(parts.size());
  if (const auto* const combined = std::get_if<CombinedFeatures>(&features)) {
    parts.insert(parts.end(), combined->parts().begin(), combined->parts().end());
    for (std::size_t f = 0; f < combined->groups(); ++f)
      origins.push_back(static_cast<std::uint8_t>(first + combined->part_of(f)));
    return;
  }
  parts.push_back({features});
  origins.insert(origins.end(), columns(features), first);
}

}  // namespace

Classifier blended(std::span<const BlendMember> members) {
  require(!members.empty(), Kind::model, "a blend has no members");
  std::vector<FeaturePart> parts;
  std::vector<std::uint8_t> origins;
  for (const BlendMember& member : members) {
    require(look_alike(member.classifier.parts(), members[0].classifier.parts()), Kind::model,
            "the members of a blend have different classes or expect different samples");
    append(member.classifier.features(), parts, origins);
    require(parts.size() <= CombinedFeatures::kMaxParts, Kind::model, "a blend has too many parts");
  }
  ClassifierParts all = members[0].classifier.parts();
  all.temperature = 0;
  all.weights.setZero(all.weights.rows(), static_cast<Eigen::Index>(origins.size()) + 1);
  Eigen::Index first = 0;
  for (const auto& [classifier, weight] : members) {
    const ScoreWeights weighted = static_cast<float>(weight) * classifier.weights();
    const Eigen::Index columns = weighted.cols() - 1;
    all.weights.middleCols(first, columns) = weighted.leftCols(columns);
    all.weights.rightCols(1) += weighted.rightCols(1);
    first += columns;
  }
  all.features = CombinedFeatures(std::move(parts), std::move(origins));
  return Classifier(std::move(all));
}

}  // namespace ocelli::internal
