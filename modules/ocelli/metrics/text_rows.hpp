#pragma once

#include <string>
#include <vector>

/// Tables of figures as text for people.
namespace ocelli::internal {

using TextRow = std::vector<std::string>;

/// The rows as lines, with right-aligned columns as wide as their widest cell.
/// Requires  rows with the same number of cells.
std::string aligned(const std::vector<TextRow>& rows);

/// "66.7 %"
std::string percent_text(double rate);

}  // namespace ocelli::internal
