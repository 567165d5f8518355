#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "ocelli/data/samples.hpp"

namespace ocelli {

/// The most bytes of text that a table of samples may hold, inflated.
inline constexpr std::uint64_t kMostTableBytes = std::uint64_t{1} << 30;

/// Reads a table of samples: one a line, comma separated, without a header; all cells are finite numbers but the
/// last, which names the sample's class.
///
/// Class names may be any text and are sorted by sort_class_names(). Blank lines are passed over. `name` is the file
/// for messages.
/// Throws  Error(Kind::input) naming file and line for a line with more or fewer cells than the first, a cell that is
///         no number or not finite (with its column, from 1), an empty label, too many classes, or a line of more
///         than AnnotationLimits::line_bytes; naming the file where there is no line at all.
/// Cost    about 30 ns a cell.
Samples parse_labelled_csv(std::string_view text, const std::string& name);

/// The same where every cell is a number: samples without labels.
Samples parse_value_csv(std::string_view text, const std::string& name);

/// The same from a file, plain or gzip. Throws also for more than kMostTableBytes.
Samples read_labelled_csv(const std::filesystem::path& path);
Samples read_value_csv(const std::filesystem::path& path);

}  // namespace ocelli
