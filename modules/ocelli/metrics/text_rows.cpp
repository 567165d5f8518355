#include "ocelli/metrics/text_rows.hpp"

#include <algorithm>

#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli::internal {

std::string aligned(const std::vector<TextRow>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const TextRow& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const TextRow& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += std::string((c > 0 ? 2 : 0) + widths[c] - row[c].size(), ' ') + row[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string percent_text(double rate) { return format_number(100 * rate, 1) + " %"; }

}  // namespace ocelli::internal
