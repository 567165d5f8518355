#pragma once

#include <span>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "ocelli/pipelines/output/result_format.hpp"

namespace ocelli::internal::app {

/// How many formats a run may write.
enum class Formats { one, several };

/// Adds --format, whose help names the formats, and which sets `wanted`.
void add_format_option(CommandLine& line, std::span<const ResultFormat> formats, std::string& wanted,
                       Formats count = Formats::one);

/// The format that a run writes: the one that `wanted` (--format; empty: none) names, else the one whose
/// files end as `output` (--output) does, else the first. What --format says holds whatever the file is
/// called. A format may be called by its endings as well, and in capitals: "json" for "jsonl".
/// Throws  Error(Kind::usage) for
/// a format that is none of these, or needs a file where no --output is given; for a file
///         whose ending no format has, unless --format is given.
const ResultFormat& result_format(std::span<const ResultFormat> formats, const std::string& wanted,
                                  const std::string& output, const CommandLine& line);

/// The formats of a run that may write several: those that `wanted` names between commas, or the one of
/// result_format(). Several need a folder.
std::vector<const ResultFormat*> result_formats(std::span<const ResultFormat> formats,
                                                const std::string& wanted, const std::string& output,
                                                const CommandLine& line);

/// Whether --output names a folder: one that exists, or a name that ends in a slash.
bool names_folder(const std::string& output);

}  // namespace ocelli::internal::app
