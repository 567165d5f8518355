#pragma once

#include <cstdint>

namespace ocelli {

/// The memory of this machine, bytes, used or not.
std::uint64_t physical_memory();

}  // namespace ocelli
