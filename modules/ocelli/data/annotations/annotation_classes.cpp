#include "ocelli/data/annotations/annotation_classes.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {

ClassCounts count_classes(std::span<const AnnotatedImage> images) {
  ClassCounts counts;
  for (const AnnotatedImage& image : images) {
    for (const AnnotatedObject& object : image.objects) {
      if (!object.ignored) ++counts[object.label];
    }
  }
  return counts;
}

void add(ClassCounts& all, const ClassCounts& more) {
  for (const auto& [name, count] : more) all[name] += count;
}

std::string to_string(const ClassCounts& counts) {
  constexpr std::size_t kMax = 12;
  std::vector<std::pair<std::string, std::size_t>> order(counts.begin(), counts.end());
  std::ranges::stable_sort(order, std::ranges::greater(), [](const auto& entry) { return entry.second; });
  std::string words;
  for (std::size_t i = 0; i < std::min(order.size(), kMax); ++i) {
    const auto& [name, count] = order[i];
    words += (i > 0 ? ", " : "") + (name.empty() ? "unnamed" : in_quotes(name)) + " " + std::to_string(count);
  }
  if (order.size() > kMax) words += " and " + std::to_string(order.size() - kMax) + " more classes";
  return words;
}

void keep_classes(std::vector<AnnotatedImage>& images, std::span<const std::string> classes) {
  if (classes.empty()) return;
  for (AnnotatedImage& image : images) {
    std::erase_if(image.objects, [&](const AnnotatedObject& object) {
      return std::ranges::count(classes, object.label) == 0;
    });
  }
}

void require_classes(std::span<const std::string> classes, const ClassCounts& counts) {
  for (const std::string& name : classes) {
    require(
        counts.contains(name), Kind::input,
        [&] {
          return "no object has the class " + in_quotes(name) + "; the classes are: " + to_string(counts);
        },
        "--class");
  }
}

}  // namespace ocelli::internal
