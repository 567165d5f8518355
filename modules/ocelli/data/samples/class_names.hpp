#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ocelli {

struct Samples;

/// The most classes that samples may have: labels are 16-bit numbers.
inline constexpr std::size_t kMostClasses = 65'535;

/// Puts class names in the order of their labels: by value where all of them are numbers, so that "10" comes after
/// "9", else byte-wise.
void sort_class_names(std::vector<std::string>& names);

/// Gathers the classes of samples by name, one sample after the other.
class LabelBuilder {
 public:
  /// Throws Error(Kind::input), without a place, when there are more than kMostClasses.
  void add(std::string_view name);

  /// Labels for all the names added, and the classes that they stand for, in the order of sort_class_names().
  void write_to(Samples& samples) const;

 private:
  std::vector<std::uint16_t> found_;  ///< for each sample, the place of its class in names_
  std::vector<std::string> names_;    ///< in order of first mention
  std::unordered_map<std::string, std::uint16_t> places_;
};

}  // namespace ocelli
