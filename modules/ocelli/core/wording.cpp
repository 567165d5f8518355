#include "ocelli/core/wording.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ocelli::internal {
namespace {

/// Lower case, without - and _.
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char sign : name) {
    if (sign == '-' || sign == '_') continue;
    letters += sign >= 'A' && sign <= 'Z' ? static_cast<char>(sign - 'A' + 'a') : sign;
  }
  return letters;
}

/// The optimal string alignment distance: like edit_distance() of metrics, but swapping two adjacent letters
/// is one edit.
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

/// The only name that begins with these letters; empty if there is none, or more than one.
std::string only_name_from(const std::string& letters, std::span<const std::string> names) {
  std::string only;
  for (const std::string& name : names) {
    if (!letters_of(name).starts_with(letters)) continue;
    if (!only.empty()) return {};
    only = name;
  }
  return only;
}

}  // namespace

std::string count_of(std::size_t count, std::string_view one, std::string_view several) {
  std::string text = std::to_string(count) + ' ';
  if (count == 1) return text.append(one);
  return several.empty() ? text.append(one) + 's' : text.append(several);
}

std::string either_of(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string nearest_name(std::string_view mistyped, std::span<const std::string> names) {
  constexpr std::size_t kLongest = 64;    // the longest text that can match any name
  constexpr std::size_t kClearStart = 3;  // letters
  const std::string letters = letters_of(mistyped);
  if (letters.empty() || letters.size() > kLongest) return {};
  const bool is_clear = letters.size() >= kClearStart;
  if (std::string only = only_name_from(letters, names); is_clear && !only.empty()) return only;
  std::string nearest;
  std::size_t min = (letters.size() + 2) / 3 + 1;
  for (const std::string& name : names) {
    const std::size_t distance = slips(letters, letters_of(name));
    if (distance >= min) continue;
    min = distance;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(std::string_view name) {
  return name.empty() ? std::string() : "; did you mean '" + std::string(name) + "'?";
}

std::string american_spelling(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kSpellings = {
      {{"colour", "color"},
       {"grey", "gray"},
       {"neighbour", "neighbor"},
       {"centre", "center"},
       {"licence", "license"},
       {"normalis", "normaliz"},
       {"synthesis", "synthesiz"}}};
  for (const auto& [british, american] : kSpellings) {
    for (std::size_t at = text.find(british); at != std::string::npos; at = text.find(british, at + 1))
      text.replace(at, british.size(), american);
  }
  return text;
}

}  // namespace ocelli::internal
