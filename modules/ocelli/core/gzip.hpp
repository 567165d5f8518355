#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ocelli::internal {

/// Whether the bytes start with the gzip signature.
bool is_gzip(std::span<const std::byte> file);

/// The first `most` bytes of a file's content, or all of it where it is shorter: inflated when the file is
/// gzip, else unchanged. To check that a file contains at most n bytes, request n + 1.
///
/// Memory is that of the inflated data, not what a header claims: where `most` is large, they are inflated
/// twice. `name` is the file for messages.
/// Throws  Error(Kind::input) naming the file when its gzip data are
/// damaged, or cut short before `most` bytes.
/// Source  RFC 1952; concatenated members are one file.
std::vector<std::byte> unpack(std::span<const std::byte> file, std::uint64_t max, const std::string& name);

/// The same of a text, which is passed on where it is not gzip.
std::string unpack_text(std::string file, std::uint64_t max, const std::string& name);

}  // namespace ocelli::internal
