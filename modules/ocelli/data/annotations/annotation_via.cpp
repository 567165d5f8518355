#include "ocelli/data/annotations/annotation_readers.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_json.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/json_tree.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

constexpr std::string_view kShapeColumn = "region_shape_attributes";

float via_number(const JsonNode& shape, std::string_view key) {
  const JsonNode* const value = shape.find(key);
  if (value == nullptr || value->kind != JsonNode::Kind::number)
    throw Error(Kind::input, "a region is missing the number " + in_quotes(key));
  return checked_coordinate(value->number, key);
}

Box box_around_via_points(const JsonNode& shape) {
  const JsonNode* const x = shape.find("all_points_x");
  const JsonNode* const y = shape.find("all_points_y");
  if (x == nullptr || y == nullptr || x->items.empty() || x->items.size() != y->items.size())
    throw Error(Kind::input, "a polygon has no points, or different numbers of x and y");
  std::vector<float> corners;
  for (std::size_t i = 0; i < x->items.size(); ++i) {
    corners.push_back(checked_coordinate(x->items[i].number, "x"));
    corners.push_back(checked_coordinate(y->items[i].number, "y"));
  }
  return box_around(corners);
}

Box via_box(const JsonNode& shape) {
  const auto number = [&](std::string_view key) { return via_number(shape, key); };
  const std::string kind = shape.text_of("name");
  if (kind == "rect") return {number("x"), number("y"), number("width"), number("height")};
  if (kind == "polygon") return box_around_via_points(shape);
  if (kind == "circle" || kind == "ellipse") {
    const float rx = number(kind == "circle" ? "r" : "rx"), ry = number(kind == "circle" ? "r" : "ry");
    return {number("cx") - rx, number("cy") - ry, 2 * rx, 2 * ry};
  }
  throw Error(Kind::input, "unsupported region " + in_quotes(kind) +
                               "; supported are rectangles, polygons, circles and ellipses");
}

/// The text of an attribute; for a checkbox, the first option that is set.
std::string attribute_text(const JsonNode& value) {
  if (value.kind == JsonNode::Kind::text) return value.text;
  for (std::size_t i = 0; i < value.keys.size() && i < value.items.size(); ++i) {
    if (value.items[i].number != 0 || value.items[i].text == "true") return value.keys[i];
  }
  return {};
}

std::string via_label(const JsonNode* attributes) {
  if (attributes == nullptr) return {};
  for (const std::string_view key : {"class", "label", "name", "type", "category", "object"}) {
    if (const JsonNode* const value = attributes->find(key)) return attribute_text(*value);
  }
  return attributes->items.size() == 1 ? attribute_text(attributes->items[0]) : std::string();
}

AnnotatedObject via_object(const JsonNode& shape, const JsonNode* attributes, int line) {
  return {.box = via_box(shape), .label = via_label(attributes), .line = line};
}

void add_via_image(AnnotationBuilder& builder, const JsonNode& image) {
  const std::string file = image.text_of("filename");
  const JsonNode* const regions = image.find("regions");
  if (regions == nullptr || regions->items.empty()) {
    builder.image(file, image.line);
    return;
  }
  for (const JsonNode& region : regions->items) {
    builder.attempt(region.line, [&] {
      const JsonNode* const shape = region.find("shape_attributes");
      if (shape == nullptr) throw Error(Kind::input, "a region has no shape_attributes");
      builder.add(file, via_object(*shape, region.find("region_attributes"), region.line));
    });
  }
}

bool is_via_csv(const AnnotationInput& input) {
  const std::string_view line = LineReader(input.text).next_with_text().value_or(NumberedLine{}).text;
  return !input.is_folder && line.size() <= AnnotationLimits::line_bytes &&
         line.find(kShapeColumn) != std::string_view::npos;
}

bool is_via_json(std::string_view text) {
  if (!is_json_object(text)) return false;
  const JsonLayout layout = json_layout(text);
  return layout == JsonLayout::via || layout == JsonLayout::via_project;
}

bool is_via(const AnnotationInput& input) {
  if (is_via_csv(input)) return true;
  const std::optional<AnnotationInput> file = only_file(input, ".json");
  return file && is_via_json(file->text);
}

Annotations read_via(const AnnotationInput& input) {
  const AnnotationInput file = is_via_csv(input) ? input : only_file(input, ".json").value();
  Annotations annotations =
      is_via_csv(file) ? parse_via_csv(file.text, file.name()) : parse_via_json(file.text, file.name());
  find_images(annotations, {file.beside(), file.beside() / "images"}, input.reading);
  return annotations;
}

}  // namespace

Annotations parse_via_json(std::string_view text, std::string_view name) {
  const JsonNode root = parse_json_tree(text, name);
  const JsonNode* const project = root.find("_via_img_metadata");
  AnnotationBuilder builder({}, name);
  for (const JsonNode& image : (project == nullptr ? root : *project).items) {
    builder.attempt(image.line, [&] { add_via_image(builder, image); });
  }
  return std::move(builder).take();
}

Annotations parse_via_csv(std::string_view text, std::string_view name) {
  LineReader lines(text);
  const CsvHeader header(lines, name);
  const std::size_t file = header.find("filename") ? header.at("filename") : header.at("#filename");
  const std::size_t shape = header.at(kShapeColumn), attributes = header.at("region_attributes");
  AnnotationBuilder builder({}, name);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] {
      const CsvRow row = header.row(line->text);
      const auto parsed = [&](const std::string& cell) {
        try {
          return parse_json_tree(cell, "");
        } catch (const Error& error) {
          throw Error(error.kind(), in_quotes(cell) + " " + error.message());
        }
      };
      const JsonNode region = parsed(row[shape]);
      if (region.items.empty()) {
        builder.image(row[file], line->number);
        return;
      }
      const JsonNode marks = parsed(row[attributes]);
      builder.add(row[file], via_object(region, &marks, line->number));
    });
  }
  return std::move(builder).take();
}

const AnnotationFormat via_format{"VIA's JSON or CSV", "one VIA .json file", is_via, read_via};

}  // namespace ocelli::internal
