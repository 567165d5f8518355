#include "ocelli/data/annotations/annotation_format.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/json_keys.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// A JSON format, identified by keys that no supported format has.
struct ForeignJson {
  std::string_view name;
  bool (*matches)(const JsonKeys& keys);
};

constexpr std::array kForeignJson{
    ForeignJson{"Label Studio",
                [](const JsonKeys& keys) {
                  return keys.has("rectanglelabels") || keys.has("polygonlabels") ||
                         keys.has("completions", 2) ||
                         (keys.is_list() && keys.has("data", 2) && keys.has("annotations", 2));
                }},
    ForeignJson{"VoTT",
                [](const JsonKeys& keys) {
                  return keys.has("assets", 1) || (keys.has("asset", 1) && keys.has("regions", 1));
                }},
    ForeignJson{"Supervisely",
                [](const JsonKeys& keys) {
                  return keys.has("classTitle") || keys.has("geometryType") ||
                         (keys.has("objects", 1) && keys.has("size", 1));
                }},
    ForeignJson{"Labelbox",
                [](const JsonKeys& keys) {
                  return keys.has("data_row") || keys.has("row_data") || keys.has("Labeled Data");
                }},
    ForeignJson{"BDD100K", [](const JsonKeys& keys) { return keys.has("box2d"); }},
    ForeignJson{"VIA 3",
                [](const JsonKeys& keys) {
                  return keys.has("attribute", 1) && (keys.has("view", 1) || keys.has("metadata", 1));
                }},
    ForeignJson{"SageMaker Ground Truth", [](const JsonKeys& keys) { return keys.has("source-ref", 1); }},
    ForeignJson{"Vertex AI", [](const JsonKeys& keys) { return keys.has("imageGcsUri", 1); }},
    ForeignJson{"Datumaro",
                [](const JsonKeys& keys) { return keys.has("items", 1) && keys.has("categories", 1); }}};

std::string_view foreign_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return {};
  const JsonKeys keys(text.substr(first));
  if (keys.has("images", 1)) return {};  // COCO, whatever else it contains
  const auto found = std::ranges::find_if(kForeignJson, [&](const auto& one) { return one.matches(keys); });
  return found == kForeignJson.end() ? std::string_view() : found->name;
}

bool is_a_number(std::string_view word) {
  try {
    parse_coordinate(word, "");
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The words of the first lines of a text; none if a line is too long.
std::vector<std::vector<std::string_view>> first_lines(std::string_view text) {
  constexpr std::size_t kMaxLines = 3, kMaxBytes = 4096;
  std::vector<std::vector<std::string_view>> all;
  LineReader lines(text);
  while (all.size() < kMaxLines) {
    const std::optional<NumberedLine> line = lines.next_with_text();
    if (!line || line->text.size() > kMaxBytes) break;
    all.push_back(split_words(line->text));
  }
  return all;
}

std::string_view foreign_text(std::string_view text) {
  const auto lines = first_lines(text);
  if (lines.empty()) return {};
  const std::vector<std::string_view>& first = lines.front();
  const auto numbers = std::ranges::count_if(first, is_a_number);
  const bool is_kitti = (first.size() == 15 || first.size() == 16) && numbers + 1 == std::ssize(first) &&
                        !is_a_number(first[0]);
  if (is_kitti) return "KITTI";
  const bool is_fddb = lines.size() == 3 && first.size() == 1 && !has_image_extension(first[0]) &&
                       lines[1].size() == 1 && parse_count(lines[1][0]).value_or(0) > 0 &&
                       lines[2].size() == 6 && std::ranges::all_of(lines[2], is_a_number);
  if (is_fddb) return "FDDB";
  if (first.size() != 1 || first[0].find('"') != std::string_view::npos) return {};
  const CsvRow cells = split_cells(first[0]);
  const bool is_mot = cells.size() >= 9 && cells.size() <= 10 && std::ranges::all_of(cells, is_a_number);
  return is_mot ? "MOTChallenge" : std::string_view();
}

/// The beginning of a file, which identifies its format.
std::string front_of_file(const fs::path& path) {
  constexpr std::size_t kFront = 1 << 16;
  std::string front(kFront, '\0');
  std::ifstream file(path, std::ios::binary);
  front.resize(static_cast<std::size_t>(file.read(front.data(), kFront).gcount()));
  return front;
}

const fs::path* first_of(const AnnotationInput& folder, std::string_view extension) {
  const auto found = std::ranges::find_if(
      folder.files, [&](const fs::path& file) { return has_extension(file, extension); });
  return found == folder.files.end() ? nullptr : &*found;
}

std::string_view foreign_folder(const AnnotationInput& folder) {
  if (const fs::path* const text = first_of(folder, ".txt")) return foreign_text(front_of_file(*text));
  const bool has_others = first_of(folder, ".xml") != nullptr || first_of(folder, ".csv") != nullptr;
  const fs::path* const json = has_others ? nullptr : first_of(folder, ".json");
  return json == nullptr ? std::string_view() : foreign_json(front_of_file(*json));
}

std::string_view foreign_file(std::string_view text) {
  const std::string_view name = foreign_json(text);
  return name.empty() ? foreign_text(text) : name;
}

}  // namespace

void refuse_foreign_format(const AnnotationInput& input) {
  const std::string_view name = input.is_folder ? foreign_folder(input) : foreign_file(input.text);
  require(
      name.empty(), Kind::input,
      [&] {
        return "contains annotations in the format of " + std::string(name) +
               ", which is not supported; export or convert them to COCO, Pascal VOC, YOLO or CSV (image, "
               "xmin, "
               "ymin, "
               "xmax, ymax, class)";
      },
      input.name());
}

}  // namespace ocelli::internal
