#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli {

/// Whether the bytes open as a gzip file does.
bool is_gzip(Bytes file);

/// The first `most` bytes of what a file holds, or all where it holds fewer: inflated when the file is gzip, else
/// as they are. To know that a file holds no more than n bytes, ask for n + 1.
///
/// Memory grows with what is inflated, not with what a header promises. `name` is the file for messages.
/// Throws  Error(Kind::input) naming the file when its gzip data are damaged, or cut short before `most` bytes.
/// Source  RFC 1952; members one after the other are one file.
std::vector<std::byte> unpack(Bytes file, std::uint64_t most, const std::string& name);

}  // namespace ocelli
