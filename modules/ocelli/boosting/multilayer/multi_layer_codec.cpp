#include "ocelli/boosting/multilayer/multi_layer.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/features/points/disjunction_codec.hpp"
#include "ocelli/model_io/container.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

using namespace format;

using format::pack, format::unpack;  // of other files, which those below would hide

// A new field of MultiLayerState, or of what it holds, goes to the schema, a pack() and an unpack() and, if
// it can be wrong, check().

schema::LocalVote pack(const LocalVote& vote) { return {vote.candidate, vote.bin, vote.weight}; }

LocalVote unpack(const schema::LocalVote& packed) {
  return {packed.candidate(), packed.bin(), packed.weight()};
}

schema::DisjunctionVote pack(const DisjunctionVote& vote) { return {pack(vote.disjunction), vote.weight}; }

DisjunctionVote unpack(const schema::DisjunctionVote& packed) {
  return {unpack(packed.disjunction()), packed.weight()};
}

schema::MultiLayerRound pack(const MultiLayerRound& round) {
  return {round.loss, round.training_errors, round.validation_errors};
}

MultiLayerRound unpack(const schema::MultiLayerRound& packed) {
  return {packed.loss(), packed.training_errors(), packed.validation_errors()};
}

template <class Item>
auto pack_all(flatbuffers::FlatBufferBuilder& builder, const std::vector<Item>& items) {
  return builder.CreateVectorOfStructs(pack_each(items, [](const Item& item) { return pack(item); }));
}

template <class Packed>
auto unpack_all(const flatbuffers::Vector<const Packed*>& packed) {
  return unpack_each(packed, [](const Packed& one) { return unpack(one); });
}

void check(const MultiLayerState& state) {
  require(!state.hidden.empty() && state.output.size() >= 2 && !state.rounds.empty(), Kind::model,
          "contains no local feature, no round or fewer than two classes");
  for (const std::vector<LocalVote>& votes : state.hidden) {
    require(!votes.empty(), Kind::model, "a local feature has no vote");
    require(std::ranges::all_of(votes, [](const LocalVote& vote) { return std::isfinite(vote.weight); }),
            Kind::model, "the weight of a local feature's vote is not finite");
  }
  for (const std::vector<DisjunctionVote>& votes : state.output) {
    require(votes.size() == state.rounds.size(), Kind::model, "a class does not have one vote per round");
    for (const auto& [disjunction, weight] : votes) {
      require(std::isfinite(weight), Kind::model, "the weight of a disjunction is not finite");
      require(disjunction.feature < state.hidden.size(), Kind::model,
              "a disjunction refers to an unknown local feature");
      require(disjunction.area.width > 0 && disjunction.area.height > 0, Kind::model,
              "a disjunction's area has no pixels");
    }
  }
  require(std::ranges::all_of(state.rounds, [](const MultiLayerRound& r) { return std::isfinite(r.loss); }),
          Kind::model, "the loss of a round is not finite");
}

}  // namespace

std::vector<std::byte> to_payload(const MultiLayerCheckpoint& checkpoint) {
  flatbuffers::FlatBufferBuilder builder;
  const MultiLayerState& state = checkpoint.state;
  const auto [local_votes, local_ends] = join_lists(state.hidden);
  const auto [class_votes, class_ends] = join_lists(state.output);
  // One after the other: the order of a call's arguments, and with it of the bytes, is the compiler's choice.
  const auto hidden = pack_all(builder, local_votes);
  const auto hidden_ends = builder.CreateVector(local_ends);
  const auto output = pack_all(builder, class_votes);
  const auto output_ends = builder.CreateVector(class_ends);
  const auto rounds = pack_all(builder, state.rounds);
  return payload_of(builder, schema::CreateMultiLayerCheckpoint(builder, checkpoint.fingerprint, hidden,
                                                                hidden_ends, output, output_ends, rounds));
}

void from_payload(const std::vector<std::byte>& payload, MultiLayerCheckpoint& checkpoint) {
  const auto& packed = content<schema::MultiLayerCheckpoint>(payload);
  checkpoint.fingerprint = packed.fingerprint();
  MultiLayerState& state = checkpoint.state;
  state.hidden = part_lists<LocalVote>({unpack_all(*packed.hidden()), unpack(*packed.hidden_ends())});
  state.output = part_lists<DisjunctionVote>({unpack_all(*packed.output()), unpack(*packed.output_ends())});
  state.rounds = unpack_all(*packed.rounds());
  check(state);
}

}  // namespace ocelli::internal
