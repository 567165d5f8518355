#include "ocelli/core/file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "ocelli/core/new_file.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

namespace fs = std::filesystem;

namespace {

/// `Content`: bytes or characters.
template <class Content>
Content read_whole(const fs::path& path, std::uint64_t limit) {
  std::error_code failure;
  require(fs::exists(path, failure), Kind::input, "no such file", path.native());
  require(fs::is_regular_file(path, failure), Kind::input, "not a regular file", path.native());
  const std::uint64_t size = fs::file_size(path, failure);
  require(
      !failure, Kind::input, [&] { return "cannot be read: " + failure.message(); }, path.native());
  require(
      size <= limit, Kind::input,
      [&] {
        return "has " + std::to_string(size) + " bytes, more than the " + std::to_string(limit) + " allowed";
      },
      path.native());
  std::ifstream stream(path, std::ios::binary);
  Content content(size, {});
  stream.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(size));
  require(stream.gcount() == static_cast<std::streamsize>(size), Kind::input, "cannot be read",
          path.native());
  return content;
}

}  // namespace

std::vector<std::byte> read_file(const fs::path& path, std::uint64_t limit) {
  return read_whole<std::vector<std::byte>>(path, limit);
}

std::string read_text(const fs::path& path, std::uint64_t limit) {
  return read_whole<std::string>(path, limit);
}

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  NewFile file(path);
  file.write(bytes);
  file.commit();
}

void fail_with_system_reason(const std::filesystem::path& path, const std::string& what) {
  throw Error(Kind::output, what + ": " + std::strerror(errno), path.string());
}

}  // namespace ocelli::internal
