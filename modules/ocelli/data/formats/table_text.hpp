#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "ocelli/data/images/input_limits.hpp"

namespace ocelli {

/// The most bytes of text that a table of samples may hold, inflated.
inline constexpr std::uint64_t kMostTableBytes = std::uint64_t{1} << 30;

/// The text of a table of samples, plain or gzip.
///
/// What such a file takes is not to be seen from its size: a megabyte of gzip may hold a gigabyte of text, and that the half of
/// it numbers of four bytes. So the text is counted before any number is made of it.
/// Throws  Error(Kind::input) naming the file when it cannot be read, holds more than kMostTableBytes, or would take more
///         than limits.max_megabytes as text and numbers.
std::string read_table_text(const std::filesystem::path& path, const InputLimits& limits = {});

}  // namespace ocelli
