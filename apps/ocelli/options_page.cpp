#include "options_page.hpp"

#include <algorithm>
#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace ocelli::internal::app {
namespace {

/// Text in a cell of a table.
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

/// The rows of a table with the names of its options.
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

/// The rows that a printed table of the same options does not have.
std::vector<std::string> new_rows(const PageTable& printed, const PageTable& table) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.rows[i] != printed.rows[i]) rows.push_back(table.rows[i]);
  return rows;
}

/// The table, or what is new in it where the page has one of the same options already.
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
