#include "ocelli/baselines/mixed_norm.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ocelli/boosting/shareboost/weight_codec.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

using namespace format;

using baselines::MixedNormPoint;

schema::MixedNormPoint pack_figures(const MixedNormPoint& p) {
  return {p.lambda,          p.objective,         p.gap,
          p.training_errors, p.validation_errors, static_cast<std::uint32_t>(p.steps)};
}

/// Without the classifier.
MixedNormPoint unpack_figures(const schema::MixedNormPoint& p) {
  return {.lambda = p.lambda(),
          .objective = p.objective(),
          .gap = p.gap(),
          .training_errors = p.training_errors(),
          .validation_errors = p.validation_errors(),
          .steps = static_cast<int>(p.steps())};
}

bool is_sound(const MixedNormPoint& point) {
  return std::isfinite(point.lambda) && point.lambda > 0 && std::isfinite(point.objective) &&
         std::isfinite(point.gap);
}

}  // namespace

std::vector<std::byte> baselines::to_payload(const MixedNormCheckpoint& checkpoint) {
  flatbuffers::FlatBufferBuilder builder;
  const std::vector<MixedNormPoint>& path = checkpoint.state.rounds;
  const auto points = builder.CreateVectorOfStructs(pack_each(path, pack_figures));
  const auto groups = join_lists(pack_each(path, [](const auto& point) { return point.classifier.groups; }));
  const auto weights =
      join_lists(pack_each(path, [](const auto& point) { return numbers(point.classifier.weights); }));
  const Eigen::Index classes = path.empty() ? 0 : path.front().classifier.weights.rows();
  const auto group_items = builder.CreateVector(groups.items);
  const auto group_ends = builder.CreateVector(groups.ends);
  const auto weight_items = builder.CreateVector(weights.items);
  const auto weight_ends = builder.CreateVector(weights.ends);
  return payload_of(builder, schema::CreateMixedNormCheckpoint(
                                 builder, checkpoint.fingerprint, static_cast<std::uint32_t>(classes), points,
                                 group_items, group_ends, weight_items, weight_ends));
}

void baselines::from_payload(const std::vector<std::byte>& payload, MixedNormCheckpoint& checkpoint) {
  const auto& packed = content<schema::MixedNormCheckpoint>(payload);
  checkpoint.fingerprint = packed.fingerprint();
  std::vector<MixedNormPoint>& path = checkpoint.state.rounds;
  path = unpack_each(*packed.points(), unpack_figures);
  require(packed.classes() >= 2 && !path.empty(), Kind::model, "contains no point or fewer than two classes");
  require(std::ranges::all_of(path, is_sound), Kind::model,
          "a point's lambda is not above 0, or its objective not finite");
  auto groups = part_lists<std::uint64_t>({unpack(*packed.groups()), unpack(*packed.group_ends())});
  const auto weights = part_lists<double>({unpack(*packed.weights()), unpack(*packed.weight_ends())});
  require(groups.size() == path.size() && weights.size() == path.size(), Kind::model,
          "does not contain groups and weights of each point");
  std::size_t width = 0;
  for (std::size_t p = 0; p < path.size(); ++p) {
    path[p].classifier.weights = weights_of(weights[p], packed.classes(), groups[p].size(), width);
    path[p].classifier.groups = std::move(groups[p]);
  }
}

}  // namespace ocelli::internal
