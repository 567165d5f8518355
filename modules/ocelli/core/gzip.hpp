#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ocelli::internal {

/// Whether the bytes start with the gzip signature.
bool is_gzip(std::span<const std::byte> file);

/// The first `max` bytes of a file's content, or all of it if it is shorter. A gzip file is inflated, any
/// other is unchanged. To check that a file has at most n bytes, request n + 1. `name` is the file for
/// messages.
/// Memory  that of the inflated data, not the size that a header claims. With a large `max` the data are
/// inflated twice.
/// Throws  Error(Kind::input) naming the file when its gzip data are damaged, or end before `max` bytes.
/// Source  RFC 1952; concatenated members are one file.
std::vector<std::byte> unpack(std::span<const std::byte> file, std::uint64_t max, const std::string& name);

/// The same for a text, which is moved through if it is not gzip.
std::string unpack_text(std::string file, std::uint64_t max, const std::string& name);

}  // namespace ocelli::internal
