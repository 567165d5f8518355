#include "ocelli/data/pdf/helper_program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <system_error>
#include <utility>

#include "ocelli/core/platform.hpp"

namespace ocelli::internal::pdf {

namespace fs = std::filesystem;

namespace {

fs::path& folder_of_package() {
  static fs::path folder;
  return folder;
}

}  // namespace

fs::path helper_program(const std::string& name) {
  std::error_code failure;
  fs::path beside = (program_path().parent_path() / OCELLI_LIBEXEC_FROM_PROGRAM).lexically_normal() / name;
  const std::array places = {folder_of_package() / name, beside,
#ifdef OCELLI_LIBEXEC_BUILT
                             fs::path(OCELLI_LIBEXEC_BUILT) / name,
#endif
                             fs::path(OCELLI_LIBEXEC_INSTALLED) / name};
  for (const fs::path& place : places) {
    if (place.is_absolute() && fs::exists(place, failure)) return place;
  }
  return beside;
}

void set_helper_folder(fs::path folder) { folder_of_package() = std::move(folder); }

int moved_up(int descriptor) {
  constexpr int kFirst = 10;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirst);
  ::close(descriptor);
  return moved;
}

}  // namespace ocelli::internal::pdf
