#include "help_page.hpp"

#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <cstddef>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/wording.hpp"

namespace ocelli::internal::app {
namespace {

constexpr std::size_t kColumns = 100, kNameColumns = 28;

/// Wraps the text at spaces to lines of at most `columns` characters.
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

/// "-o, --output file"; a choice's words are omitted because there are many.
std::string name_of(const Option& option) {
  std::string name = option.spec.letter() == 0 ? "" : std::string("-") + option.spec.letter() + ", ";
  name += "--" + option.name;
  if (option.spec.is_flag()) return name;
  const std::string_view value = option.spec.words().empty() ? placeholder_of(option) : "word";
  return name + " " + std::string(value == "whole number" ? "number" : value);
}

/// Whether the text names every allowed word of the option.
bool names_words(const std::string& text, std::string_view words) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('|'), words.size());
    if (text.find(words.substr(0, end)) == std::string::npos) return false;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return true;
}

/// The text before its first semicolon outside parentheses.
std::string first_clause(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(') - (text[i] == ')');
    if (text[i] == ';' && depth == 0) return text.substr(0, i);
  }
  return text;
}

/// The first clause. Parentheses are kept only if they state the default or the meaning of auto.
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

/// The whole text, with the unit and the values that it does not state itself.
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

/// The text with its lines wrapped. Continuation lines are aligned with the second word.
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

namespace {

namespace po = boost::program_options;

/// How program_options handles the values.
const po::value_semantic* semantic_of(const Option& option) {
  const std::string placeholder(placeholder_of(option));
  if (option.spec.is_flag()) {
    return po::bool_switch()->notifier([set = option.set](bool given) {
      if (given) set("yes");
    });
  }
  if (option.is_list) {
    auto* const values = po::value<std::vector<std::string>>()->value_name(placeholder);
    if (option.spec.takes_several_words()) values->multitoken();
    return values->composing()->notifier([set = option.set](const std::vector<std::string>& words) {
      for (const std::string& word : words) set(word);
    });
  }
  auto* const value = po::value<std::string>()->value_name(placeholder)->notifier(option.set);
  if (!option.value.empty()) value->default_value(option.value);
  return value;
}

/// In the syntax of program_options: "output,o".
std::string declared_name(const Option& option) {
  return option.spec.letter() == 0 ? option.name : option.name + "," + option.spec.letter();
}

}  // namespace

std::string_view placeholder_of(const Option& option) {
  if (!option.spec.placeholder().empty()) return option.spec.placeholder();
  if (!option.spec.words().empty()) return option.spec.words();
  return option.shape;
}

void add_options(po::options_description& line, const std::vector<Option>& table) {
  for (const Option& option : table) {
    line.add_options()(declared_name(option).c_str(), semantic_of(option), "");
  }
}

namespace {

/// Escapes text for a table cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '|' || letter == '*' || letter == '<') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

/// "whole number from 4 to 128, or 0"
std::string values_cell(const Option& option) {
  if (option.spec.is_flag()) return "a switch";
  std::string allowed = option.spec.allowed();
  if (!option.spec.words().empty()) return allowed;
  std::string kind(placeholder_of(option));
  if (kind == "yes|no") return "yes or no";
  if (allowed.empty()) return kind;
  const bool is_word_alone = allowed.starts_with("auto") || allowed.starts_with("none");
  return kind + (is_word_alone ? ", or " : " ") + allowed;
}

std::string name_cell(const Option& option) {
  const std::string name = code("--" + option.name);
  return option.spec.letter() == 0 ? name : name + ", " + code(std::string("-") + option.spec.letter());
}

bool can_change(const OptionGroup& group) {
  return std::ranges::any_of(group.options, [](const Option& option) { return option.spec.changeable(); });
}

std::string row(const Option& option, bool with_resume) {
  std::string text =
      "| " + name_cell(option) + " | " + cell(values_cell(option)) + " | " + cell(option.spec.unit()) +
      " | " + (option.spec.is_flag() ? "" : cell(code(option.value))) + " | " + cell(option.help) + " |";
  if (with_resume) text += option.spec.changeable() ? " yes |" : " |";
  return text + "\n";
}

/// The rows of a table, with their option names.
struct PageTable {
  std::vector<std::string> names, rows;
};

std::string in_markdown(std::span<const std::string> rows, bool with_resume) {
  std::string text = "| Option | Values | Unit | Default | Meaning |";
  text +=
      with_resume ? " May change on `--resume` |\n|---|---|---|---|---|---|\n" : "\n|---|---|---|---|---|\n";
  for (const std::string& row : rows) text += row;
  return text;
}

/// The rows missing from a printed table of the same options.
std::vector<std::string> new_rows(const PageTable& printed, const PageTable& table) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.rows[i] != printed.rows[i]) rows.push_back(table.rows[i]);
  return rows;
}

/// The table, or only its new rows if the page already has one with the same options.
std::string once(const OptionGroup& group) {
  static std::vector<PageTable> printed;
  const bool with_resume = can_change(group);
  PageTable table;
  for (const Option& option : group.options) {
    table.names.push_back(option.name);
    table.rows.push_back(row(option, with_resume));
  }
  const auto same = std::ranges::find(printed, table.names, &PageTable::names);
  if (same == printed.end()) {
    printed.push_back(table);
    return in_markdown(table.rows, with_resume);
  }
  const std::vector<std::string> rows = new_rows(*same, table);
  if (rows.empty()) return "The same as above.\n";
  if (rows.size() == table.rows.size()) return in_markdown(rows, with_resume);
  return "The same as above, except for:\n\n" + in_markdown(rows, with_resume);
}

}  // namespace

std::vector<OptionGroup> grouped(const std::string& heading, const std::vector<Option>& options) {
  std::vector<OptionGroup> groups = {{.heading = heading, .options = {}}};
  for (const Option& option : options) {
    const bool is_titled = !option.spec.group().empty();
    const std::string title = is_titled ? std::string(option.spec.group()) : heading;
    auto group = std::ranges::find(groups, title, &OptionGroup::heading);
    if (group == groups.end())
      group = groups.insert(groups.end(), {.heading = title, .options = {}, .within = heading});
    group->options.push_back(option);
  }
  if (groups.front().options.empty()) groups.erase(groups.begin());
  return groups;
}

std::string options_in_markdown(const std::string& usage, std::span<const OptionGroup> groups,
                                const std::string& beginning) {
  std::string text = beginning.empty() ? "    " + usage + "\n" : "";
  for (const OptionGroup& group : groups) {
    const std::string& outer = group.within.empty() ? group.heading : group.within;
    if (!outer.starts_with(beginning)) continue;
    const char* const level = group.within.empty() ? "### " : "#### ";
    if (!group.heading.empty()) text += "\n" + (level + group.heading) + "\n";
    text += "\n" + once(group);
  }
  return text;
}

void print_options_page(std::span<const Verb> verbs) {
  std::cout
      << "# Options\n\n"
         "<!-- Written by scripts/write-options-page from the program's tables: edit those, not this page. "
         "-->\n"
         "All options of all verbs. Every verb also has `--help` (`-h`) and `--threads N` (maximum number of "
         "threads, auto: one per core).\n"
         "A resumed training uses the options it started with, except those that may change.\n";
  for (const Verb& verb : verbs) {
    std::cout << "\n## " << verb.name << "\n\n" << std::flush;
    verb.run({"--options-page"});
    if (verb.more_options == nullptr) continue;
    for (const Arguments& more : verb.more_options()) verb.run(more);
  }
}

}  // namespace ocelli::internal::app
