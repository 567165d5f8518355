#include "ocelli/core/memory.hpp"

#include <unistd.h>

namespace ocelli::internal {

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace ocelli::internal
