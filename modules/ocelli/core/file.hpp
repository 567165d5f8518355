#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ocelli::internal {

/// Reads the whole file as bytes. Throws Error(Kind::input) naming the path when it is missing, unreadable,
/// not a regular file, or larger than `limit` bytes.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t limit);

/// The same, as text.
std::string read_text(const std::filesystem::path& path, std::uint64_t limit);

/// Writes the file atomically: to a temporary file next to `path`, flushed to disk, then renamed over it. A
/// reader sees the old file or the new one, never part of it, even after a power failure. Throws
/// Error(Kind::output) naming the path.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Internal to core. Throws Error(Kind::output) with what failed on this output and the reason from errno.
[[noreturn]] void fail_with_system_reason(const std::filesystem::path& path, const std::string& what);

}  // namespace ocelli::internal
