#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace ocelli::internal {

/// Identifies a file that people often pass by mistake, and the remedy: a web page, a Git LFS pointer, a web
/// server's "not found" page, an archive, a picture, YAML, UTF-16.
///
///     "is a Git LFS pointer, not the file itself; run: git lfs pull"
///
/// Returns nothing for any other file. For messages about a file that could not be read: a text that quotes
/// one of these formats further down is mistaken for it.
/// Requires  the file's beginning; 1 KiB is enough.
std::optional<std::string> mistaken_file(std::span<const std::byte> beginning);

}  // namespace ocelli::internal
