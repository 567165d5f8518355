#pragma once

#include <span>
#include <string>

#include "command_line.hpp"
#include "ocelli/pipelines/output/result_format.hpp"

namespace ocelli::app {

/// Adds --format, whose help names the formats, and which sets `wanted`.
void add_format_option(CommandLine& line, std::span<const ResultFormat> formats, std::string& wanted);

/// The format that a run writes: the one that `wanted` (--format; empty: none) names, else the one whose files end as
/// `output` (--output) does, else the first. What --format says holds whatever the file is called. A format may be
/// called by its endings as well: "json" for "jsonl".
/// Throws  Error(Kind::usage) for a format that is none of these, or needs a file where no --output is given.
const ResultFormat& result_format(std::span<const ResultFormat> formats, const std::string& wanted,
                                  const std::string& output, const CommandLine& line);

}  // namespace ocelli::app
