#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ocelli::internal {

struct Samples;

/// The maximum number of classes: labels are 16-bit numbers.
inline constexpr std::size_t kMaxClasses = 65'535;

/// Sorts class names into the order of their labels: by value if all of them are numbers, so that "10" comes
/// after "9", else bytewise.
void sort_class_names(std::vector<std::string>& names);

/// Collects the class names of samples, one sample after the other.
class LabelBuilder {
 public:
  /// Throws Error(Kind::input), without a place, when there are more than kMaxClasses.
  void add(std::string_view name);

  /// Writes the labels of all samples added, and the class names in the order of sort_class_names().
  void write_to(Samples& samples) const;

 private:
  std::vector<std::uint16_t> found_;  ///< for each sample, the index of its class in names_
  std::vector<std::string> names_;    ///< in order of first mention
  std::unordered_map<std::string, std::uint16_t> places_;
};

}  // namespace ocelli::internal
