#pragma once

#include <filesystem>
#include <span>

#include "ocelli/evaluation/misread_sheet.hpp"

namespace ocelli::internal {

/// The path of the list of misclassified samples: FILE.csv beside a sheet, or FILE itself if it has that
/// extension.
std::filesystem::path misread_list_beside(const std::filesystem::path& file);

/// Writes all misclassified samples as CSV (RFC 4180, lines end in LF) with a header, atomically:
///   item,truth,answer,score,margin
/// Throws Error(Kind::output).
void write_misread_list(const std::filesystem::path& file, std::span<const Misread> misread);

}  // namespace ocelli::internal
