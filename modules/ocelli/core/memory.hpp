#pragma once

#include <cstdint>

namespace ocelli::internal {

/// The physical memory of this machine in bytes, used or free.
std::uint64_t physical_memory();

}  // namespace ocelli::internal
