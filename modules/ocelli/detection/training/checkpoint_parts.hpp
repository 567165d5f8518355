#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/boosting/cascade/regression_tree.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli_generated.h"

/// Internal to checkpoint files; not part of the module's interface. Converts mining results and trees to and
/// from the schema.
namespace ocelli::internal::format {

std::vector<schema::WindowReference> pack_windows(const std::vector<WindowReference>& windows);
std::vector<WindowReference> unpack_windows(
    const flatbuffers::Vector<const schema::WindowReference*>& packed);

schema::MiningReport pack(const MiningReport& mining);
/// Throws Error(Kind::model) if more windows passed than were evaluated.
MiningReport unpack(const schema::MiningReport& packed);

using PackedTrees = std::vector<flatbuffers::Offset<schema::RegressionTree>>;

PackedTrees pack_trees(flatbuffers::FlatBufferBuilder& builder, const std::vector<RegressionTree>& trees);
/// Throws Error(Kind::model) for a tree that has more than `max_nodes` nodes, does not have one leaf more
/// than nodes, or has a NaN vote.
std::vector<RegressionTree> unpack_trees(
    const flatbuffers::Vector<flatbuffers::Offset<schema::RegressionTree>>& packed, std::size_t max_nodes);

}  // namespace ocelli::internal::format
