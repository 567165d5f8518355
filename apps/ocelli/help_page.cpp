#include "help_page.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "ocelli/core/wording.hpp"

namespace ocelli::internal::app {
namespace {

constexpr std::size_t kColumns = 100, kNameColumns = 28;

/// The text in lines of at most so many characters, broken at spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (text.size() > columns) {
    std::size_t end = text.rfind(' ', columns);
    if (end == std::string_view::npos || end == 0) end = columns;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), text[end] == ' ' ? end + 1 : end));
  }
  lines.emplace_back(text);
  return lines;
}

std::string row(const std::string& name, const std::string& text) {
  std::string page = "  " + name;
  const bool is_long = page.size() + 2 > kNameColumns;
  page += is_long ? "\n" : std::string(kNameColumns - page.size(), ' ');
  bool is_first = !is_long;
  for (const std::string& line : wrapped(text, kColumns - kNameColumns)) {
    page += (is_first ? "" : std::string(kNameColumns, ' ')) + line + "\n";
    is_first = false;
  }
  return page;
}

/// "-o, --output file"; without the words of a choice, which are many.
std::string name_of(const Option& option) {
  std::string name = option.spec.letter() == 0 ? "" : std::string("-") + option.spec.letter() + ", ";
  name += "--" + option.name;
  if (option.spec.is_flag()) return name;
  const std::string_view value = option.spec.words().empty() ? placeholder_of(option) : "word";
  return name + " " + std::string(value == "whole number" ? "number" : value);
}

/// What it says before its first semicolon and without what stands in parentheses.
std::string brief_of(const Option& option) {
  std::string text = option.help.substr(0, option.help.find(';'));
  if (const std::size_t aside = text.find(" (");
      aside != std::string::npos && text.find("(default") == std::string::npos)
    text.erase(aside);
  if (!option.spec.words().empty() && text.find(option.spec.words()) == std::string::npos) {
    std::string words(option.spec.words());
    std::ranges::replace(words, '|', ' ');
    constexpr std::size_t kFewWords = 40;
    if (words.size() < kFewWords) text += ": " + words;
  }
  return option.value.empty() || option.spec.is_flag() ? text : text + " [" + option.value + "]";
}

std::string full_text(const Option& option) {
  std::string text = option.help, values(option.spec.unit());
  const std::string allowed = option.spec.allowed();
  if (!values.empty() && !allowed.empty()) values += ", ";
  values += allowed;
  if (!values.empty()) text += " (" + values + ")";
  return option.value.empty() || option.spec.is_flag() ? text : text + " [" + option.value + "]";
}

/// The text with its lines wrapped; what is left of a line stands below its second word.
std::string fitted(std::string_view text) {
  std::string page;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t word = line.find_first_not_of(' ');
    const std::size_t gap = line.find("  ", word == std::string_view::npos ? 0 : word);
    const std::size_t second = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
    const std::size_t indent = second == std::string_view::npos ? 7 : second;
    bool is_first = true;
    for (std::size_t at = 0; at < line.size() || is_first;) {
      const std::vector<std::string> parts =
          wrapped(line.substr(at), is_first ? kColumns : kColumns - indent);
      page += (is_first ? "" : std::string(indent, ' ')) + parts.front() + "\n";
      at += parts.front().size() + 1;
      is_first = false;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return page;
}

std::size_t count_options(std::span<const OptionGroup> groups) {
  std::size_t count = 0;
  for (const OptionGroup& group : groups) count += group.options.size();
  return count;
}

}  // namespace

bool is_basic(const OptionGroup& group, const Option& option) {
  return group.heading.empty() || option.spec.is_basic();
}

std::string basic_help(const HelpPage& page, std::span<const OptionGroup> groups) {
  std::string text = fitted("Usage: " + page.usage) + "\nOptions, with their defaults:\n";
  for (const OptionGroup& group : groups) {
    for (const Option& option : group.options)
      if (is_basic(group, option)) text += row(name_of(option), brief_of(option));
  }
  text += row("--help-all", "all " + count_of(count_options(groups), "option"));
  if (!page.brief.empty()) text += "\n" + fitted(page.brief);
  return text + "\n" + fitted("Example: " + page.example);
}

std::string full_help(const HelpPage& page, std::span<const OptionGroup> groups) {
  std::string text = "Usage: " + page.usage + "\n";
  for (const OptionGroup& group : groups) {
    text += "\n" + (group.heading.empty() ? "Options" : group.heading) + ":\n";
    for (const Option& option : group.options) text += row(name_of(option), full_text(option));
  }
  if (!page.detail.empty()) text += "\n" + page.detail;
  return text + "\nExample: " + page.example + "\n";
}

}  // namespace ocelli::internal::app
