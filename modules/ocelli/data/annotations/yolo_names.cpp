#include <algorithm>
#include <cstddef>
#include <optional>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_yolo.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMaxClasses = 1 << 16;

std::string without_quotes(std::string_view text) {
  text = trim(text);
  const bool is_quoted =
      text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

/// Removes a comment: a '#' outside quotes, at the start or after a blank, and what follows it.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (quote != 0) {
      if (letter == quote) quote = 0;
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
    } else if (letter == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

class Names {
 public:
  explicit Names(std::string_view source) : source_(source) {}

  void add(std::string_view text) { set(static_cast<int>(names_.size()), text); }

  /// "3: car"
  void add_pair(std::string_view pair) {
    const std::size_t colon = pair.find(':');
    const std::optional<int> number = parse_count(without_quotes(pair.substr(0, colon)));
    require(
        colon != std::string_view::npos && number.has_value(), Kind::input,
        [&] { return "expected 'number: name' in names, got " + in_quotes(pair); }, source_);
    set(*number, pair.substr(colon + 1));
  }

  std::vector<std::string> take() && { return std::move(names_); }

 private:
  void set(int number, std::string_view text) {
    require(
        number < kMaxClasses, Kind::input,
        [&] { return "has a class number above " + std::to_string(kMaxClasses - 1); }, source_);
    const auto place = static_cast<std::size_t>(number);
    if (place >= names_.size()) names_.resize(place + 1);
    names_[place] = without_quotes(text);
  }

  std::string source_;
  std::vector<std::string> names_;
};

/// The entries between brackets, separated by commas outside quotes.
void add_flow(Names& names, std::string_view inside, bool is_map) {
  char quote = 0;
  std::size_t start = 0;
  const auto add = [&](std::size_t end) {
    const std::string_view entry = trim(inside.substr(start, end - start));
    if (!entry.empty()) is_map ? names.add_pair(entry) : names.add(entry);
    start = end + 1;
  };
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const char letter = inside[i];
    if (quote != 0) {
      if (letter == quote) quote = 0;
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
    } else if (letter == ',') {
      add(i);
    }
  }
  add(inside.size());
}

/// A list or map in brackets that begins with `text` and may continue on further lines.
void add_brackets(Names& names, std::string text, LineReader& lines) {
  const bool is_map = text.front() == '{';
  const char close = is_map ? '}' : ']';
  while (text.find(close) == std::string::npos) {
    const std::optional<NumberedLine> line = lines.next();
    if (!line) break;
    text.append(" ").append(trim(without_comment(line->text)));
  }
  text.resize(std::min(text.find(close), text.size()));
  add_flow(names, std::string_view(text).substr(1), is_map);
}

/// One entry per line, "- car" or "3: car", as long as lines are indented further or begin with a dash.
void add_lines(Names& names, LineReader& lines) {
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    const std::string_view entry = trim(without_comment(line->text));
    if (entry.empty()) continue;
    const bool is_entry = line->text.front() == ' ' || line->text.front() == '\t' || entry.front() == '-';
    if (!is_entry) return;
    entry.front() == '-' ? names.add(entry.substr(1)) : names.add_pair(entry);
  }
}

void add_yaml(Names& names, std::string_view text, std::string_view key) {
  const std::string entry = std::string(key) + ":";
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next()) {
    if (!line->text.starts_with(entry)) continue;
    const std::string_view rest = trim(without_comment(line->text.substr(entry.size())));
    if (rest.empty()) return add_lines(names, lines);
    const bool is_in_brackets = rest.front() == '[' || rest.front() == '{';
    return is_in_brackets ? add_brackets(names, std::string(rest), lines) : names.add(rest);
  }
}

}  // namespace

std::vector<std::string> parse_yaml_entry(std::string_view text, std::string_view key,
                                          std::string_view name) {
  Names values(name);
  add_yaml(values, text, key);
  return std::move(values).take();
}

std::vector<std::string> parse_yolo_names(std::string_view text, bool is_yaml, std::string_view name) {
  if (is_yaml) return parse_yaml_entry(text, "names", name);
  Names names(name);
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) names.add(line->text);
  return std::move(names).take();
}

}  // namespace ocelli::internal
