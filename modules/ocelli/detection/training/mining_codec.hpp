#pragma once

#include <vector>

#include "ocelli/detection/training/training_state.hpp"
#include "ocelli_generated.h"

/// Inside checkpoint files; not part of the module's interface. Mining results, to and from the schema.
namespace ocelli::format {

std::vector<schema::WindowReference> pack_windows(const std::vector<WindowReference>& windows);
std::vector<WindowReference> unpack_windows(
    const flatbuffers::Vector<const schema::WindowReference*>& packed);

schema::MiningReport pack(const MiningReport& mining);
/// Throws Error(Kind::model) for more windows that passed than were evaluated.
MiningReport unpack(const schema::MiningReport& packed);

}  // namespace ocelli::format
