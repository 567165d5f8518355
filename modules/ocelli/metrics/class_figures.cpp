#include "ocelli/metrics/class_figures.hpp"

#include <algorithm>
#include <numeric>

#include "ocelli/metrics/plot_axis.hpp"
#include "ocelli/metrics/text_rows.hpp"

namespace ocelli::internal {

std::optional<double> roc_area(std::span<const float> scores, const std::vector<bool>& is_of_class) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return scores[i]; });
  double above = 0;  // pairs in the right order
  std::size_t others = 0, own = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin, own_here = 0;
    for (; end < order.size() && scores[order[end]] == scores[order[begin]]; ++end)
      own_here += is_of_class[order[end]] ? 1 : 0;
    const std::size_t others_here = end - begin - own_here;
    above +=
        static_cast<double>(own_here) * (static_cast<double>(others) + static_cast<double>(others_here) / 2);
    own += own_here;
    others += others_here;
    begin = end;
  }
  if (own == 0 || others == 0) return std::nullopt;
  return above / (static_cast<double>(own) * static_cast<double>(others));
}

std::optional<double> mean_area(std::span<const ClassFigures> figures) {
  double sum = 0;
  std::size_t classes = 0;
  for (const ClassFigures& one : figures) {
    if (!one.auc) continue;
    sum += *one.auc;
    ++classes;
  }
  if (classes == 0) return std::nullopt;
  return sum / static_cast<double>(classes);
}

std::string class_table(std::span<const ClassFigures> figures) {
  std::vector<TextRow> rows{{"class", "samples", "precision", "recall", "F1", "AUC"}};
  for (const ClassFigures& one : figures) {
    rows.push_back({one.name, std::to_string(one.samples), percent_text(one.precision),
                    percent_text(one.recall), percent_text(one.f1),
                    one.auc ? format_number(*one.auc, 4) : "-"});
  }
  return aligned(rows);
}

}  // namespace ocelli::internal
