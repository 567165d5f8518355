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

/// Whether the text names each of the words that the option takes.
bool names_words(const std::string& text, std::string_view words) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('|'), words.size());
    if (text.find(words.substr(0, end)) == std::string::npos) return false;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return true;
}

/// The text before its first semicolon outside of parentheses.
std::string first_clause(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(') - (text[i] == ')');
    if (text[i] == ';' && depth == 0) return text.substr(0, i);
  }
  return text;
}

/// Its first clause; what stands in parentheses only where that tells the default or what auto means.
std::string brief_of(const Option& option) {
  std::string text = first_clause(option.help);
  const std::size_t aside = text.find(" (");
  const bool tells = text.find("(default") != std::string::npos || text.find("(auto") != std::string::npos ||
                     text.find("(0:") != std::string::npos || text.find("(U+") != std::string::npos;
  const bool fits = text.size() <= kColumns - kNameColumns;
  if (aside != std::string::npos && !(tells && fits)) text.erase(aside);
  if (!option.spec.words().empty() && !names_words(text, option.spec.words()))
    text += " (" + option.spec.allowed() + ")";
  return option.value.empty() || option.spec.is_flag() ? text : text + " [" + option.value + "]";
}

/// The whole text, with the unit and the values that it does not name itself.
std::string full_text(const Option& option) {
  const std::string& help = option.help;
  std::string values(option.spec.unit());
  if (help.find(values) != std::string::npos) values.clear();
  const bool is_named = option.spec.words().empty() ? help.find(option.spec.allowed()) != std::string::npos
                                                    : names_words(help, option.spec.words());
  if (!is_named) values += (values.empty() ? "" : ", ") + option.spec.allowed();
  const std::string text = values.empty() ? help : help + " (" + values + ")";
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
  std::string text = fitted("Usage: " + page.usage) + "\nOptions:\n";
  for (const OptionGroup& group : groups) {
    if (!group.heading.empty()) text += "\n" + group.heading + ":\n";
    for (const Option& option : group.options) text += row(name_of(option), full_text(option));
  }
  if (!page.detail.empty()) text += "\n" + fitted(page.detail);
  return text + "\n" + fitted("Example: " + page.example);
}

}  // namespace ocelli::internal::app
