#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace ocelli::internal {

/// What a file is that people give in place of another by mistake, and the remedy: a web page, the pointer
/// that Git LFS leaves where a file is to come, a web server's "not found" page, an archive, a
/// picture, YAML, UTF-16.
///
///     "is a Git LFS pointer, not the file itself; run: git lfs pull"
///
/// Nothing for anything else. For messages on a file that could not be read: a text in which one of these
/// stands further below, as a quotation, is taken for it.
/// Requires  the file's beginning; 1 KiB is enough.
std::optional<std::string> mistaken_file(std::span<const std::byte> beginning);

}  // namespace ocelli::internal
