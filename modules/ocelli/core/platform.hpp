#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <filesystem>
#include <string>

/// What Linux, macOS and the BSDs do differently.
namespace ocelli::internal {

/// For send(): a closed connection is an error, not a signal. macOS has an option of the socket instead.
#ifdef MSG_NOSIGNAL
inline constexpr int kNoSignal = MSG_NOSIGNAL;
#else
inline constexpr int kNoSignal = 0;
#endif

/// The path under which this process can open one of its descriptors.
inline std::string descriptor_path(int descriptor) {
#ifdef __linux__
  return "/proc/self/fd/" + std::to_string(descriptor);
#else
  return "/dev/fd/" + std::to_string(descriptor);
#endif
}

/// The descriptor of a new file that has no name and is not inherited; -1, with errno, if there is none. It
/// lies in memory on Linux, and in the folder for temporary files elsewhere. `name` is for tools that list
/// open files.
int memory_file(const char* name);

/// A pair of connected stream sockets that are not inherited. Returns whether there is one; errno says why
/// not.
bool socket_pair(int (&ends)[2]);

/// The file of the running program; empty if the system does not tell.
std::filesystem::path program_path();

/// The environment of this process, for posix_spawn().
char** environment();

/// The address space that this process has taken; 0 if the system does not tell.
std::uint64_t mapped_bytes();

}  // namespace ocelli::internal
