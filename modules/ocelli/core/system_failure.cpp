#include "ocelli/core/system_failure.hpp"

#include <cerrno>
#include <cstring>

#include "ocelli/core/error.hpp"

namespace ocelli::internal {

void fail_with_system_reason(const std::filesystem::path& path, const std::string& what) {
  throw Error(Kind::output, what + ": " + std::strerror(errno), path.string());
}

}  // namespace ocelli::internal
