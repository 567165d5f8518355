#include "ocelli/data/formats/text_counts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/samples/class_names.hpp"

namespace ocelli::internal {
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
  if (has_spellings()) {
    bool has_truth[2] = {false, false};
    std::erase_if(sorted, [&](const Counted& text) {
      return std::exchange(has_truth[*read_boolean(text.first) ? 1 : 0], true);
    });
  }
  sorted.resize(std::min(sorted.size(), kMaxTextCategories));
  std::vector<std::string> texts(sorted.size());
  std::ranges::transform(sorted, texts.begin(), &Counted::first);
  sort_class_names(texts);
  return texts;
}

bool TextCounts::has_spellings() const {
  std::size_t truths[2] = {0, 0};
  for (const auto& [text, count] : counts_) {
    const std::optional<bool> truth = read_boolean(text);
    if (!truth) return false;
    ++truths[*truth ? 1 : 0];
  }
  return truths[0] > 1 || truths[1] > 1;
}

}  // namespace ocelli::internal
