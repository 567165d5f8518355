#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"

#include <utility>
#include <variant>

#include "ocelli/detection/opencv/opencv_codec.hpp"
#include "ocelli/detection/training/checkpoint_parts.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli::internal {
namespace format {
namespace {

flatbuffers::Offset<schema::OpenCvTrainingCheckpoint> pack_state(flatbuffers::FlatBufferBuilder& builder,
                                                                 const OpenCvTrainingState& state) {
  const auto finished = pack(builder, state.cascade);
  const bool lbp = std::holds_alternative<std::vector<OpenCvLbp>>(state.cascade.features);
  const std::vector<schema::WindowReference> negatives = pack_windows(state.negatives);
  const schema::MiningReport mining = pack(state.mining);
  const auto trees = pack_trees(builder, state.trees);
  return schema::CreateOpenCvTrainingCheckpointDirect(builder, state.fingerprint, finished, lbp, &negatives,
                                                      &mining, &trees);
}

/// The finished stages. Before the first stage there are no features, so a separate field stores their kind.
OpenCvCascadeParts unpack_cascade(const schema::OpenCvTrainingCheckpoint& packed) {
  OpenCvCascadeParts parts = unpack(*packed.finished());
  if (!parts.stages.empty()) return OpenCvCascade(std::move(parts)).parts();  // also checks them
  parts.features = std::vector<OpenCvHaar>();
  if (packed.lbp()) parts.features = std::vector<OpenCvLbp>();
  return parts;
}

OpenCvTrainingState unpack_state(const schema::OpenCvTrainingCheckpoint& packed) {
  return {.fingerprint = packed.fingerprint(),
          .cascade = unpack_cascade(packed),
          .negatives = unpack_windows(*packed.negatives()),
          .mining = unpack(*packed.mining()),
          .trees = unpack_trees(*packed.trees(), OpenCvCascade::kMaxNodesOfTree)};
}

}  // namespace

OpenCvTrainingState parse_opencv_checkpoint(const Bytes& payload) {
  return unpack_state(content<schema::OpenCvTrainingCheckpoint>(payload));
}

}  // namespace format

OpenCvTrainingState load_opencv_checkpoint(const std::filesystem::path& path) {
  return format::load(path, kMaxCheckpointBytes, format::parse_opencv_checkpoint);
}

OpenCvTrainingState load_opencv_checkpoint(std::span<const std::byte> bytes, const std::string& name) {
  return format::load(bytes, name, kMaxCheckpointBytes, format::parse_opencv_checkpoint);
}

std::vector<std::byte> serialize(const OpenCvTrainingState& state) {
  flatbuffers::FlatBufferBuilder builder;
  return format::finish(builder, format::pack_state(builder, state), kMaxCheckpointBytes,
                        format::parse_opencv_checkpoint);
}

void save_opencv_checkpoint(const std::filesystem::path& path, const OpenCvTrainingState& state) {
  format::save(path, state);
}

}  // namespace ocelli::internal
