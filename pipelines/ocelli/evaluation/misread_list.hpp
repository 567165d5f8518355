#pragma once

#include <filesystem>
#include <span>

#include "ocelli/evaluation/misread_sheet.hpp"

namespace ocelli {

/// Where the list of misread samples goes: FILE.csv beside a sheet, or FILE itself where that is what it is called.
std::filesystem::path misread_list_beside(const std::filesystem::path& file);

/// Writes all misread samples as CSV (RFC 4180, lines end in LF) under a header, all or nothing:
///   item,truth,answer,score,margin
/// Throws Error(Kind::output).
void write_misread_list(const std::filesystem::path& file, std::span<const Misread> misread);

}  // namespace ocelli
