#include "ocelli/evaluation/class_truths.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <variant>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;

std::vector<std::string> read_idx_truths(const fs::path& path) {
  const IdxArray array = read_idx(path);
  require(array.shape.size() == 1, Kind::input, "contains no labels; expected an IDX file of one dimension",
          path.native());
  std::vector<std::string> names;
  std::visit(
      [&](const auto& values) {
        for (const auto value : values) names.push_back(std::to_string(value));
      },
      array.values);
  return names;
}

std::vector<std::string> read_text_truths(const fs::path& path) {
  const std::string text = read_text(path, kMaxTextBytes);
  std::vector<std::string> names;
  LineReader lines(text);
  while (const auto line = lines.next_with_text()) {
    try {
      names.push_back(split_cells(line->text).back());
    } catch (const Error& error) {
      throw Error(Kind::input, error.message(), path.string() + ":" + std::to_string(line->number));
    }
  }
  return names;
}

/// A number in its shortest form; other text unchanged.
std::string value_text(const std::string& name) {
  const std::optional<WrittenNumber> number = read_number(name);
  if (!number || !number->unit.empty() || number->compared) return name;
  std::ostringstream text;
  text.precision(17);
  text << number->value;
  return text.str();
}

}  // namespace

std::vector<std::string> read_truths(const fs::path& path) {
  return is_idx_file(path) ? read_idx_truths(path) : read_text_truths(path);
}

std::vector<std::string> true_names(const Samples& samples) {
  std::vector<std::string> names;
  for (const std::uint16_t label : samples.labels) names.push_back(samples.classes[label]);
  return names;
}

std::vector<std::uint16_t> numbered_or_unknown(std::span<const std::string> names,
                                               std::span<const std::string> classes) {
  std::unordered_map<std::string, std::uint16_t> places, by_value;
  for (const std::string& name : classes) {
    const auto place = static_cast<std::uint16_t>(places.size());
    places.emplace(name, place);
    by_value.emplace(value_text(name), place);
  }
  std::vector<std::uint16_t> labels;
  labels.reserve(names.size());
  for (const std::string& name : names) {
    if (const auto place = places.find(name); place != places.end()) {
      labels.push_back(place->second);
      continue;
    }
    const auto place = by_value.find(value_text(name));
    labels.push_back(place != by_value.end() ? place->second : static_cast<std::uint16_t>(classes.size()));
  }
  return labels;
}

std::vector<std::uint16_t> numbered(std::span<const std::string> names, std::span<const std::string> classes,
                                    const std::string& where) {
  std::vector<std::uint16_t> labels = numbered_or_unknown(names, classes);
  const auto unknown = std::ranges::find(labels, classes.size());
  require(
      unknown == labels.end(), Kind::input,
      [&] {
        return "unknown class " + in_quotes(names[static_cast<std::size_t>(unknown - labels.begin())]) +
               "; it is not a class of the model";
      },
      where);
  return labels;
}

}  // namespace ocelli::internal
