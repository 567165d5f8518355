#pragma once

#include <cstddef>
#include <span>

namespace ocelli::internal {

/// Whether a PNG, JPEG, BMP or binary PNM file is truncated.
///
/// Decoders treat a truncated file differently: some fill the rest with gray without a warning, some write
/// to stderr. This check turns it into one error. For other kinds of files, left to their decoders, the
/// result is false.
bool ends_early(std::span<const std::byte> file);

}  // namespace ocelli::internal
