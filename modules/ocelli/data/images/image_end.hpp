#pragma once

#include <cstddef>
#include <span>

namespace ocelli {

/// Whether a PNG, JPEG, BMP or binary PNM file ends before its image does.
///
/// Decoders take a file cut short each in its way: some fill the rest with grey and say nothing, some write
/// to stderr. Asked first, this makes it one error. Other kinds of file are left to their decoders: the
/// answer is no.
bool ends_early(std::span<const std::byte> file);

}  // namespace ocelli
