#include "ocelli/data/formats/zone_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/json_tree.hpp"
#include "ocelli/xml/xml_tree.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kMaxZoneBytes = std::uint64_t{1} << 24;
constexpr std::size_t kMaxZones = 100'000;
constexpr double kFarthest = 1 << 24;  ///< pixels

using Zones = std::vector<cv::Rect>;

[[noreturn]] void refuse_zone(const std::string& what, std::string_view name, int line) {
  throw Error(Kind::input, what, std::string(name) + (line > 0 ? ", line " + std::to_string(line) : ""));
}

/// The box of these numbers: x, y, width, height.
cv::Rect zone_of(const std::array<double, 4>& numbers, std::string_view name, int line) {
  for (const double number : numbers) {
    if (!(std::abs(number) <= kFarthest)) refuse_zone("a zone lies outside any page", name, line);
  }
  const auto pixel = [](double number) { return static_cast<int>(std::lround(number)); };
  const cv::Rect zone(pixel(numbers[0]), pixel(numbers[1]), pixel(numbers[2]), pixel(numbers[3]));
  if (zone.empty()) refuse_zone("a zone has no width or height", name, line);
  return zone;
}

/// The number at the beginning of a text, which is removed with the spaces before it.
std::optional<double> take_number(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data() + begin, text.data() + text.size(), number);
  if (failure != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

Zones unlv_zones(std::string_view text, std::string_view name) {
  Zones zones;
  for (int line = 1; !text.empty(); ++line) {
    std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(row.size() + 1, text.size()));
    if (row.find_first_not_of(" \t\r\x1a") == std::string_view::npos) continue;
    std::array<double, 4> numbers{};
    for (double& number : numbers) {
      const std::optional<double> value = take_number(row);
      if (!value) refuse_zone("expected x y width height of a zone, in pixels", name, line);
      number = *value;
    }
    zones.push_back(zone_of(numbers, name, line));
  }
  return zones;
}

double number_of(const JsonNode& node, std::string_view name) {
  if (node.kind != JsonNode::Kind::number) refuse_zone("expected a number", name, node.line);
  return node.number;
}

cv::Rect json_zone(const JsonNode& node, std::string_view name) {
  std::array<double, 4> numbers{};
  if (node.kind == JsonNode::Kind::list && node.items.size() == numbers.size()) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = number_of(node.items[i], name);
    return zone_of(numbers, name, node.line);
  }
  if (node.kind != JsonNode::Kind::object) refuse_zone("expected a zone with x, y, w and h", name, node.line);
  constexpr std::array<std::string_view, 4> kKeys{"x", "y", "w", "h"};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const JsonNode* const value = node.find(kKeys[i]);
    if (value == nullptr) refuse_zone("expected a zone with x, y, w and h", name, node.line);
    numbers[i] = number_of(*value, name);
  }
  return zone_of(numbers, name, node.line);
}

Zones json_zones(std::string_view text, std::string_view name) {
  // Records of pages are JSON Lines: a file of one page has one line.
  const JsonNode root = parse_json_tree(text, name);
  const JsonNode* list = root.kind == JsonNode::Kind::list ? &root : root.find("zones");
  if (list == nullptr) list = root.find("blocks");
  if (list == nullptr || list->kind != JsonNode::Kind::list)
    refuse_zone("expected a list of zones, or an object with zones or blocks", name, 0);
  Zones zones;
  for (const JsonNode& item : list->items) zones.push_back(json_zone(item, name));
  return zones;
}

/// Visits the elements of that name without their namespace prefix, in the order of the document.
template <class Visit>
void for_each_named(const XmlElement& element, std::string_view wanted, const Visit& visit) {
  const std::string_view name = element.name;
  if (name.substr(name.find(':') + 1) == wanted) visit(element);
  for (const XmlElement& child : element.children) for_each_named(child, wanted, visit);
}

Zones alto_zones(std::string_view text, std::string_view name) {
  constexpr int kDeepestAlto = 64;
  const XmlElement root = parse_xml(text, kDeepestAlto, name);
  for_each_named(root, "MeasurementUnit", [&](const XmlElement& unit) {
    if (unit.text.find("pixel") == std::string::npos)
      refuse_zone("its MeasurementUnit must be pixel, got '" + unit.text + "'", name, unit.line);
  });
  constexpr std::array<std::string_view, 4> kNames{"HPOS", "VPOS", "WIDTH", "HEIGHT"};
  Zones zones;
  for_each_named(root, "TextBlock", [&](const XmlElement& block) {
    std::array<double, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::string* const value = block.attribute(kNames[i]);
      std::string_view rest = value == nullptr ? std::string_view() : *value;
      const std::optional<double> number = take_number(rest);
      if (!number) refuse_zone("a TextBlock has no " + std::string(kNames[i]), name, block.line);
      numbers[i] = *number;
    }
    zones.push_back(zone_of(numbers, name, block.line));
  });
  return zones;
}

}  // namespace

std::vector<cv::Rect> parse_zones(std::string_view text, std::string_view name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const char first = begin == std::string_view::npos ? '\0' : text[begin];
  Zones zones = first == '<'                   ? alto_zones(text, name)
                : first == '{' || first == '[' ? json_zones(text, name)
                                               : unlv_zones(text, name);
  if (zones.empty()) refuse_zone("contains no zones", name, 0);
  if (zones.size() > kMaxZones) refuse_zone("has more than 100,000 zones", name, 0);
  return zones;
}

std::vector<cv::Rect> read_zones(const std::filesystem::path& file) {
  return parse_zones(read_text(file, kMaxZoneBytes), file.string());
}

}  // namespace ocelli::internal
