#include "options_page.hpp"

#include <algorithm>
#include <iostream>
#include <set>
#include <string>

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

std::string table(const OptionGroup& group) {
  const bool with_resume = can_change(group);
  std::string text = "| Option | Values | Unit | Default | Meaning |";
  text +=
      with_resume ? " May change on `--resume` |\n|---|---|---|---|---|---|\n" : "\n|---|---|---|---|---|\n";
  for (const Option& option : group.options) text += row(option, with_resume);
  return text;
}

}  // namespace

namespace {

/// The table, or where it is where the page has it already.
std::string once(const std::string& rows) {
  static std::set<std::string> printed;
  return printed.insert(rows).second ? rows : "The same as above.\n";
}

}  // namespace

std::string options_in_markdown(const std::string& usage, std::span<const OptionGroup> groups,
                                const std::string& beginning) {
  std::string text = beginning.empty() ? "    " + usage + "\n" : "";
  for (const OptionGroup& group : groups) {
    if (!group.heading.starts_with(beginning)) continue;
    if (!group.heading.empty()) text += "\n### " + group.heading + "\n";
    text += "\n" + once(table(group));
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
