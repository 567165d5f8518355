#include "ocelli/core/output_path.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;
using Form = OutputPath::Form;

std::optional<int> whole_number(const std::string& text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc{} || parsed != end || number < 0) return std::nullopt;
  return number;
}

/// The descriptor that a path in /proc/self/fd stands for. Opening such a path would start at the beginning
/// of a file that a shell appends to.
std::optional<int> descriptor_of(const fs::path& path) {
  std::error_code failure;
  const std::optional<int> number = whole_number(path.filename().string());
  if (!number) return std::nullopt;
  const fs::path folder = fs::canonical(path.parent_path(), failure);
  if (failure || folder != fs::canonical("/proc/self/fd", failure) || failure) return std::nullopt;
  return number;
}

OutputPath descriptor_output(const fs::path& path, int descriptor, const fs::path& name) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  require(flags >= 0 && (flags & O_ACCMODE) != O_RDONLY, Kind::output, "is not open for writing",
          name.native());
  return {.path = path, .form = Form::descriptor, .descriptor = descriptor};
}

OutputPath absent_output(const fs::path& path, const fs::path& name) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code failure;
  require(
      fs::is_directory(folder, failure), Kind::output,
      [&] { return "cannot be created: the folder " + folder.string() + " does not exist"; }, name.native());
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    fail_with_system_reason(name, "cannot be created in the folder " + folder.string());
  return {.path = path, .form = Form::absent};
}

/// Whether opening a pipe failed for lack of a reader.
bool lacks_reader(const fs::path& path, int failure) {
  std::error_code ignored;
  return failure == ENXIO && fs::is_fifo(path, ignored);
}

/// Opens a device, or a pipe once it has a reader. Waiting inside open() would ignore a stop request.
int open_stream(const fs::path& path, const fs::path& name) {
  constexpr std::chrono::milliseconds kLookUp{50};
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor >= 0) {
      // Writing waits for the reader, as usual.
      ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
      return descriptor;
    }
    if (!lacks_reader(path, errno) && errno != EINTR) fail_with_system_reason(name, "cannot be opened");
    check_canceled();
    std::this_thread::sleep_for(kLookUp);
  }
}

}  // namespace

// Follows links by hand, because the last one may lead to a file that does not exist yet, and another one to
// a descriptor.
fs::path end_of_links(const fs::path& name) {
  constexpr int kMaxLinks = 40;
  std::error_code failure;
  fs::path path = name;
  for (int links = 0; links < kMaxLinks; ++links) {
    if (descriptor_of(path) || !fs::is_symlink(path, failure)) return path;
    const fs::path target = fs::read_symlink(path, failure);
    require(
        !failure, Kind::output, [&] { return "cannot follow this link: " + failure.message(); },
        name.native());
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  throw Error(Kind::output, "its links form a cycle", name.string());
}

OutputPath find_output(const fs::path& name) {
  require(!name.empty() && name.has_filename(), Kind::output, "expected a file name", name.native());
  const fs::path path = end_of_links(name);
  if (const auto descriptor = descriptor_of(path)) return descriptor_output(path, *descriptor, name);
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return absent_output(path, name);
    fail_with_system_reason(name, "cannot be reached");
  }
  require(!S_ISDIR(status.st_mode), Kind::output, "is a folder; give a file in it", name.native());
  require(!S_ISSOCK(status.st_mode), Kind::output, "is a socket; expected a file", name.native());
  const bool may_write =
      (status.st_mode & 0222) != 0 && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
  require(may_write, Kind::output, "is not writable; change its permissions (chmod u+w), or use another file",
          name.native());
  return {.path = path,
          .form = S_ISREG(status.st_mode) ? Form::file : Form::stream,
          .permissions = status.st_mode & 07777,
          .owner = status.st_uid,
          .group = status.st_gid};
}

std::string_view front_of(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string fit_name(std::string name) {
  constexpr std::size_t kMaxBytes = 200;
  std::ranges::replace(name, ':', '-');
  return std::string(front_of(name, kMaxBytes));
}

void create_folder(const fs::path& folder, std::string_view purpose) {
  std::error_code failure, ignored;
  fs::create_directories(folder, failure);
  require(
      fs::is_directory(folder, ignored), Kind::output,
      [&] { return "cannot create this folder" + std::string(purpose) + ": " + failure.message(); },
      folder.native());
}

fs::path beside(const fs::path& file, std::string_view suffix) {
  constexpr std::size_t kMaxBytes = 255;  // NAME_MAX on all common file systems
  std::string name = file.filename().string();
  if (name.size() + suffix.size() > kMaxBytes) {
    const std::string hash = "~" + std::to_string(Fingerprint().add(name).value());
    name = std::string(front_of(name, kMaxBytes - suffix.size() - hash.size())) + hash;
  }
  return file.parent_path() / name.append(suffix);
}

int open_output(const OutputPath& output, OpenMode mode, const fs::path& name) {
  if (output.form == Form::descriptor) {
    const int copy = ::fcntl(output.descriptor, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) fail_with_system_reason(name, "cannot be opened");
    return copy;
  }
  if (output.is_stream()) return open_stream(output.path, name);
  const int flags =
      O_WRONLY | O_CLOEXEC | O_NOCTTY | O_CREAT | (mode == OpenMode::append ? O_APPEND : O_TRUNC);
  int descriptor = -1;
  do {
    descriptor = ::open(output.path.c_str(), flags, 0666);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) fail_with_system_reason(name, "cannot be opened");
  return descriptor;
}

void write_all(int descriptor, std::span<const std::byte> bytes, const fs::path& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with_system_reason(name, "cannot be written");
    require(written > 0, Kind::output, "cannot be written: the system accepts no more data", name.native());
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

}  // namespace ocelli::internal
