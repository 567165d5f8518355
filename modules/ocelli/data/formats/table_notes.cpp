#include "ocelli/data/formats/table_notes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

/// "Text is read as categories: column 1 'color' (3), column 4 'town' (the most frequent 64 of 312)."
std::string text_note(std::span<const TextCounts> counts, const TableLayout& layout) {
  constexpr std::size_t kMaxNamed = 8;
  std::string note = "Text is read as categories: ";
  std::size_t columns = 0;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const std::size_t different = counts[c].different();
    if (different == 0 || ++columns > kMaxNamed) continue;
    note += (columns > 1 ? ", " : "") + layout.column_name(c);
    note += different > kMaxTextCategories ? " (the most frequent " + std::to_string(kMaxTextCategories) +
                                                 " of " + std::to_string(different) + ")"
                                           : " (" + std::to_string(different) + ")";
  }
  if (columns > kMaxNamed) note += ", and " + std::to_string(columns - kMaxNamed) + " more";
  return note + ".";
}

/// If a header was found, but the text above each column is also one of its categories, that line may be a
/// row.
void note_row_like_header(std::span<const TextCounts> counts, const TableLayout& layout,
                          const TableOptions& options, std::vector<std::string>& notes) {
  if (options.header != TableHeader::automatic || layout.header.empty()) return;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (layout.targets[c] >= 0 && !counts[c].has(layout.header[c])) return;
  }
  notes.emplace_back(
      "The header contains text that its columns also contain: --header no reads it as a row.");
}

std::string separator_name(char separator) {
  return separator == ';' ? "semicolons" : separator == '\t' ? "tabs" : "commas";
}

bool any_marked(const TableLayout& layout, const InputPlaces& places) {
  for (std::size_t input = 0; input < layout.inputs(); ++input)
    if (places.mark(input)) return true;
  return false;
}

std::string layout_note(const TableLayout& layout, const std::string& name, std::size_t missing,
                        bool marked) {
  const auto label = std::ranges::find(layout.targets, TableLayout::kLabel) - layout.targets.begin();
  std::string note = name + " is read " + (layout.header.empty() ? "without" : "with") + " a header, " +
                     separator_name(layout.separator) + " between cells, the label in " +
                     layout.column_name(static_cast<std::size_t>(label));
  if (missing > 0)
    note += "; " + std::to_string(missing) + (missing == 1 ? " missing value is" : " missing values are") +
            " replaced by the median of the column" + std::string(marked ? ", and marked" : "");
  return note + ".";
}

/// If the label is the last column by default, but the header calls another one "label" or the like, the
/// default is probably wrong.
void note_other_label(const TableLayout& layout, const TableOptions& options,
                      std::vector<std::string>& notes) {
  constexpr std::array<std::string_view, 3> kNames{"label", "class", "target"};
  const auto is_label_name = [&](const std::string& name) {
    return std::ranges::any_of(kNames, [&](std::string_view usual) {
      return std::ranges::equal(name, usual, [](char a, char b) { return (a | 0x20) == b; });
    });
  };
  if (options.label_column != "last" || layout.header.empty() || is_label_name(layout.header.back())) return;
  const auto other = std::ranges::find_if(layout.header, is_label_name);
  if (other == layout.header.end()) return;
  notes.push_back("Another column is named " + in_quotes(*other) + ": --label-column " + *other +
                  " uses it as the label.");
}

/// Row numbers carry no information about other rows, but reveal everything about these rows if they are
/// sorted by class.
void note_row_numbers(const Samples& samples, const TableLayout& layout, const InputPlaces& places,
                      std::vector<std::string>& notes) {
  constexpr std::size_t kFewRows = 10;
  if (samples.count() < kFewRows) return;
  for (std::size_t c = 0; c < layout.targets.size(); ++c) {
    if (layout.targets[c] < 0 || places.is_text(static_cast<std::size_t>(layout.targets[c]))) continue;
    const auto column = samples.values.col(
        static_cast<Eigen::Index>(places.first(static_cast<std::size_t>(layout.targets[c]))));
    Eigen::Index i = 1;
    while (i < column.size() && column[i] == column[0] + static_cast<float>(i)) ++i;
    if (i < column.size()) continue;
    notes.push_back("The values of " + layout.column_name(c) + " are row numbers: --ignore-columns " +
                    std::to_string(c + 1) + " excludes them.");
  }
}

}  // namespace

std::vector<std::string> notes_on(const Samples& samples, const TableLayout& layout,
                                  const TableOptions& options, const TableFindings& found) {
  std::vector<std::string> notes{
      layout_note(layout, found.name, found.missing, any_marked(layout, found.places))};
  if (std::ranges::any_of(found.texts, has_any)) {
    notes.push_back(text_note(found.texts, layout));
    note_row_like_header(found.texts, layout, options, notes);
  }
  note_other_label(layout, options, notes);
  note_row_numbers(samples, layout, found.places, notes);
  return notes;
}

std::vector<std::string> notes_on_unknown_texts(const TableReader& reader, const TableLayout& layout) {
  std::size_t cells = 0, column = 0;
  for (std::size_t c = layout.targets.size(); c-- > 0;) {
    if (layout.targets[c] < 0) continue;
    const std::size_t count = reader.texts()[static_cast<std::size_t>(layout.targets[c])].count;
    cells += count;
    if (count > 0) column = c;
  }
  if (cells == 0) return {};
  const TextCells& first = reader.texts()[static_cast<std::size_t>(layout.targets[column])];
  return {reader.name() + " has text outside the model's categories in " + std::to_string(cells) +
          (cells == 1 ? " cell" : " cells") + ", such as " + in_quotes(first.first) + " in line " +
          std::to_string(first.line) + ", " + layout.column_name(column) + "."};
}

}  // namespace ocelli::internal
