#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/table_text.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

using JsonRow = nlohmann::ordered_json;

/// Whether brackets are nested so deeply that recursion over the values is dangerous.
bool is_deep(std::string_view text) {
  constexpr int kMaxRowDepth = 64;
  int depth = 0;
  for (const char letter : text) {
    depth += letter == '{' || letter == '[' ? 1 : letter == '}' || letter == ']' ? -1 : 0;
    if (depth > kMaxRowDepth) return true;
  }
  return false;
}

JsonRow parsed(std::string_view text) {
  return is_deep(text) ? JsonRow() : JsonRow::parse(text, nullptr, false);
}

/// Objects with any keys, collected as rows.
class JsonTable {
 public:
  void add(const JsonRow& object) {
    rows_.emplace_back();
    if (object.is_object()) add(object, "");
  }

  std::string text() const {
    std::string text = csv_cells(names_) + '\n';
    for (const std::vector<std::pair<std::size_t, std::string>>& cells : rows_) {
      CsvRow row(cells.empty() ? 0 : names_.size());
      for (const auto& [place, cell] : cells) row[place] = cell;
      // An object without values is a row of another width, so that it is reported.
      text += (cells.empty() ? std::string(names_.size() + 1, ',') + "{}" : csv_cells(row)) + '\n';
    }
    return text;
  }

 private:
  void add(const JsonRow& object, const std::string& prefix) {
    for (const auto& [key, value] : object.items()) {
      const std::string name = prefix + key;
      if (value.is_object()) {
        add(value, name + ".");
        continue;
      }
      const auto [found, is_new] = places_.try_emplace(name, names_.size());
      if (is_new) names_.push_back(name);
      rows_.back().emplace_back(found->second, cell_of(value));
    }
  }

  static std::string cell_of(const JsonRow& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return value.get<std::string>();
    return value.dump(-1, ' ', false, JsonRow::error_handler_t::replace);
  }

  CsvRow names_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::vector<std::pair<std::size_t, std::string>>> rows_;
};

}  // namespace

std::string json_rows(std::string_view text, const std::string& name) {
  JsonTable table;
  LineReader lines(text);
  const auto first = lines.next_with_text();
  if (first && trim(first->text).starts_with('[')) {
    const JsonRow list = parsed(text);
    require(list.is_array(), Kind::input, "is JSON, but not a list of objects, one a row", name);
    for (const JsonRow& object : list) table.add(object);
    return table.text();
  }
  LineReader all(text);
  while (const auto line = all.next_with_text()) table.add(parsed(line->text));
  return table.text();
}

}  // namespace ocelli::internal
