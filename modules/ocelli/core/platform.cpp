#include "ocelli/core/platform.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <system_error>

#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#include <mach-o/dyld.h>
#else
extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX says it is for programs to declare
#endif

namespace ocelli::internal {

namespace fs = std::filesystem;

int memory_file(const char* name) {
#ifdef __linux__
  return ::memfd_create(name, MFD_CLOEXEC);
#else
  std::error_code failure;
  std::string path = (fs::temp_directory_path(failure) / name).string() + "-XXXXXX";
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) return -1;
  ::unlink(path.c_str());
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
#endif
}

bool socket_pair(int (&ends)[2]) {
#ifdef SOCK_CLOEXEC
  return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
#else
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
    const int yes = 1;
    ::setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  }
  return true;
#endif
}

fs::path program_path() {
#ifdef __APPLE__
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  if (::_NSGetExecutablePath(path.data(), &size) != 0) return {};
  std::error_code failure;
  return fs::canonical(path.c_str(), failure);
#else
  std::error_code failure;
  return fs::read_symlink("/proc/self/exe", failure);
#endif
}

char** environment() {
#ifdef __APPLE__
  return *::_NSGetEnviron();
#else
  return environ;
#endif
}

std::uint64_t mapped_bytes() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace ocelli::internal
