#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "command_line.hpp"

namespace ocelli::app {

/// A format that a verb writes its results in.
struct ResultFormat {
  std::string_view name;
  std::array<std::string_view, 4>
      endings;  ///< of files that are of this format: ".csv"; those left are empty
};

inline constexpr ResultFormat kJsonLinesFormat{"jsonl", {".jsonl", ".json", ".ndjson"}};
inline constexpr ResultFormat kCsvFormat{"csv", {".csv"}};

/// The name of the format that a run writes: the one that `wanted` (--format; empty: none) names, else the one whose files
/// end as `output` (--output) does, else the first. What --format says holds whatever the file is called. A format may be
/// called by its endings as well: "json" for "jsonl".
/// Throws  Error(Kind::usage) for a format that is none of these.
std::string_view result_format(std::span<const ResultFormat> formats, const std::string& wanted,
                               const std::string& output, const CommandLine& line);

/// What --format says in --help of its default.
inline constexpr const char* kFormatHelp = " (default: as the name of --output ends, else the first)";

}  // namespace ocelli::app
