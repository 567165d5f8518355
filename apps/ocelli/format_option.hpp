#pragma once

#include <span>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "ocelli/pipelines/output/result_format.hpp"

namespace ocelli::internal::app {

/// The number of formats a run may write.
enum class Formats { one, several };

/// Adds --format, which sets `wanted`. Its help lists the formats.
void add_format_option(CommandLine& line, std::span<const ResultFormat> formats, std::string& wanted,
                       Formats count = Formats::one);

/// The format that a run writes: the one named by `wanted` (--format; empty: none), otherwise the one with
/// the extension of `output` (--output), otherwise the first. --format applies to any file name. A format may
/// also be named by its extension, in any case: "json" for "jsonl".
/// Throws  Error(Kind::usage) for an unknown format, for a format that needs a file without --output, and,
/// without --format, for a file with an unknown extension.
const ResultFormat& result_format(std::span<const ResultFormat> formats, const std::string& wanted,
                                  const std::string& output, const CommandLine& line);

/// The formats of a run that may write several: those in `wanted`, separated by commas, or the result of
/// result_format(). Several formats require a folder.
std::vector<const ResultFormat*> result_formats(std::span<const ResultFormat> formats,
                                                const std::string& wanted, const std::string& output,
                                                const CommandLine& line);

/// Whether --output names a folder: an existing one, or a name that ends in a slash.
bool names_folder(const std::string& output);

}  // namespace ocelli::internal::app
