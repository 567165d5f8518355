#include "ocelli/data/pdf/helper_program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <system_error>

#include "ocelli/core/platform.hpp"

namespace ocelli::internal::pdf {

namespace fs = std::filesystem;

fs::path helper_program(const std::string& name) {
  std::error_code failure;
  const fs::path program = program_path();
  const std::array places = {(program.parent_path() / OCELLI_LIBEXEC_FROM_PROGRAM).lexically_normal() / name,
#ifdef OCELLI_LIBEXEC_BUILT
                             fs::path(OCELLI_LIBEXEC_BUILT) / name,
#endif
                             fs::path(OCELLI_LIBEXEC_INSTALLED) / name};
  for (const fs::path& place : places) {
    if (fs::exists(place, failure)) return place;
  }
  return places[0];
}

int moved_up(int descriptor) {
  constexpr int kFirst = 10;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirst);
  ::close(descriptor);
  return moved;
}

}  // namespace ocelli::internal::pdf
