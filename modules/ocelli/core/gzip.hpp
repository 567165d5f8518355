#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ocelli {

/// Whether the bytes start with the gzip signature.
bool is_gzip(std::span<const std::byte> file);

/// The first `most` bytes of a file's content, or all of it where it is shorter: inflated when the file is gzip, else
/// unchanged. To check that a file contains at most n bytes, request n + 1.
///
/// Memory grows with the inflated data, not with what a header claims. `name` is the file for messages.
/// Throws  Error(Kind::input) naming the file when its gzip data are damaged, or cut short before `most` bytes.
/// Source  RFC 1952; concatenated members are one file.
std::vector<std::byte> unpack(std::span<const std::byte> file, std::uint64_t most, const std::string& name);

}  // namespace ocelli
