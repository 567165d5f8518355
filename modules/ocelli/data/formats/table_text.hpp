#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Limit for the text of a table of samples, inflated, in bytes.
inline constexpr std::uint64_t kMaxTableBytes = std::uint64_t{1} << 30;

/// The text of a table of samples, plain or gzip, as UTF-8. Converted from UTF-8 or UTF-16 (to_utf8()), or
/// from Windows-1252 if it is neither, as spreadsheets may save it.
///
/// The file size does not bound the memory: a megabyte of gzip may contain a gigabyte of text, and every two
/// of its characters may become a number of four bytes. So the text is counted before any number is parsed.
/// Throws  Error(Kind::input) naming the file when it cannot be read, has more than kMaxTableBytes, or would
/// take more than limits.max_megabytes as text and numbers, and like to_utf8().
std::string read_table_text(const std::filesystem::path& path, const InputLimits& limits = {});

/// The bytes that the limits leave for a table's numbers while its text is kept.
std::uint64_t memory_beside(std::string_view text, const InputLimits& limits);

}  // namespace ocelli::internal
