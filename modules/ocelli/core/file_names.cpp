#include "ocelli/core/file_names.hpp"

#include <algorithm>
#include <compare>

namespace ocelli::internal {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Removes the leading digits from a name and returns them without leading zeros.
std::string_view take_number(std::string_view& name) {
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(name, is_digit) - name.begin());
  std::string_view digits = name.substr(0, end);
  name.remove_prefix(end);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  const auto by_length = a.size() <=> b.size();
  return by_length != 0 ? by_length : a <=> b;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::string_view rest_a = a, rest_b = b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (is_digit(rest_a.front()) && is_digit(rest_b.front())) {
      const auto order = compare_numbers(take_number(rest_a), take_number(rest_b));
      if (order != 0) return order < 0;
      continue;
    }
    if (rest_a.front() != rest_b.front()) return rest_a.substr(0, 1) < rest_b.substr(0, 1);
    rest_a.remove_prefix(1);
    rest_b.remove_prefix(1);
  }
  return rest_a.empty() != rest_b.empty() ? rest_a.empty() : a < b;
}

}  // namespace ocelli::internal
