#include "ocelli/data/formats/text_counts.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal {
namespace {

/// For each input of a table that was read as numbers, whether it is text: the layout specifies it, or more
/// of its cells are text than numbers. Throws for text among numbers.
std::vector<bool> text_inputs(const SampleValues& values, const TableLayout& layout,
                              const TableReader& reader) {
  std::vector<bool> are_text(layout.inputs());
  for (std::size_t c = 0; c < layout.targets.size(); ++c) {
    if (layout.targets[c] < 0) continue;
    const auto input = static_cast<std::size_t>(layout.targets[c]);
    const std::size_t texts = reader.texts()[input].count;
    const Eigen::Index numbers = values.rows() - values.col(layout.targets[c]).array().isNaN().count();
    are_text[input] =
        texts > static_cast<std::size_t>(numbers) || std::ranges::count(layout.categories, c) > 0;
    if (texts > 0 && !are_text[input]) reader.refuse_text(layout, c);
  }
  return are_text;
}

[[noreturn]] void refuse_many_texts(const TableLayout& layout, std::size_t column, const TextCounts& texts,
                                    const std::string& name) {
  throw Error(Kind::input,
              layout.column_name(column) + " has " + std::to_string(texts.different()) +
                  " different texts in " + std::to_string(texts.cells()) + " rows, such as " +
                  in_quotes(texts.categories().front()) +
                  ", which identify rows, not classes: write numbers with digits and a decimal point "
                  "only, or ignore it with --ignore-columns " +
                  std::to_string(column + 1),
              name);
}

}  // namespace

bool TextCounts::add(std::string_view text) {
  ++cells_;
  return ++counts_[std::string(text)] == 1;
}

bool TextCounts::distinguish_rows() const {
  constexpr std::size_t kFewCells = 10;  // with so few cells, any texts may be different
  return cells_ >= kFewCells && 10 * different() > 9 * cells_;
}

std::vector<std::string> TextCounts::categories() const {
  using Counted = std::pair<std::string, std::size_t>;
  std::vector<Counted> sorted(counts_.begin(), counts_.end());
  std::ranges::sort(sorted, [](const Counted& a, const Counted& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  sorted.resize(std::min(sorted.size(), kMaxTextCategories));
  std::vector<std::string> texts(sorted.size());
  std::ranges::transform(sorted, texts.begin(), &Counted::first);
  sort_class_names(texts);
  return texts;
}

std::vector<TextCounts> count_texts(TableReader& reader, const TableLayout& layout,
                                    const SampleValues& numbers) {
  constexpr std::size_t kMaxTexts = std::size_t{1} << 20;  // over all columns, to bound their memory
  std::vector<TextCounts> counts(layout.targets.size());
  const std::vector<bool> are_text = text_inputs(numbers, layout, reader);
  if (std::ranges::count(are_text, true) == 0) return counts;
  std::size_t different = 0;
  reader.each_row(layout, [&](std::span<const std::string_view> row) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (layout.targets[c] < 0 || !are_text[static_cast<std::size_t>(layout.targets[c])]) continue;
      if (is_missing(row[c])) continue;
      different += counts[c].add(row[c]) ? 1 : 0;
      if (different > kMaxTexts) refuse_many_texts(layout, c, counts[c], reader.name());
    }
  });
  for (std::size_t c = 0; c < counts.size(); ++c)
    if (counts[c].distinguish_rows()) refuse_many_texts(layout, c, counts[c], reader.name());
  return counts;
}

std::vector<std::vector<std::string>> categories_of(std::span<const TextCounts> texts,
                                                    const TableLayout& layout) {
  std::vector<std::vector<std::string>> categories(layout.inputs());
  for (std::size_t c = 0; c < texts.size(); ++c) {
    if (layout.targets[c] >= 0)
      categories[static_cast<std::size_t>(layout.targets[c])] = texts[c].categories();
  }
  return categories;
}

}  // namespace ocelli::internal
