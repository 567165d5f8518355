#include "ocelli/data/annotations/annotation_readers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_json.hpp"
#include "ocelli/data/formats/json_tree.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

std::vector<float> corners_of(const JsonNode& shape) {
  const JsonNode* const points = shape.find("points");
  std::vector<float> corners;
  if (points == nullptr) return corners;
  for (const JsonNode& point : points->items) {
    if (point.items.size() != 2) throw Error(Kind::input, "expected two numbers for a point");
    for (const JsonNode& number : point.items) {
      if (number.kind != JsonNode::Kind::number) throw Error(Kind::input, "expected two numbers for a point");
      corners.push_back(checked_coordinate(number.number, "a point"));
    }
  }
  return corners;
}

Box labelme_box(const JsonNode& shape) {
  const std::string kind = shape.text_of("shape_type");
  const std::vector<float> corners = corners_of(shape);
  if (kind == "circle" && corners.size() == 4) {
    const float radius = std::hypot(corners[2] - corners[0], corners[3] - corners[1]);
    return {corners[0] - radius, corners[1] - radius, 2 * radius, 2 * radius};
  }
  const bool has_box =
      kind.empty() || kind == "rectangle" || kind == "polygon" || kind == "rotation" || kind == "mask";
  if (!has_box || corners.size() < 4) {
    throw Error(Kind::input,
                "unsupported shape " + in_quotes(kind) + "; supported are rectangles, polygons and circles");
  }
  return box_around(corners);
}

AnnotatedObject labelme_object(const JsonNode& shape) {
  const JsonNode* const difficult = shape.find("difficult");
  return {.box = labelme_box(shape),
          .ignored = difficult != nullptr && difficult->number != 0,
          .label = shape.text_of("label"),
          .line = shape.line};
}

bool is_labelme_file(const fs::path& path) {
  if (!has_extension(path, ".json")) return false;
  const std::string text = read_text(path, AnnotationLimits::text_bytes);
  return is_json_object(text) && json_layout(text) == JsonLayout::label_me;
}

bool is_labelme(const AnnotationInput& input) {
  if (!input.is_folder) return is_json_object(input.text) && json_layout(input.text) == JsonLayout::label_me;
  const auto first =
      std::ranges::find_if(input.files, [](const fs::path& file) { return has_extension(file, ".json"); });
  return first != input.files.end() && is_labelme_file(*first);
}

Annotations read_labelme(const AnnotationInput& input) {
  Annotations all;
  if (!input.is_folder) all = parse_labelme_annotations(input.text, input.name());
  for (const fs::path& file : input.files) {
    if (!has_extension(file, ".json")) continue;
    try {
      const std::string text = to_utf8(read_text(file, AnnotationLimits::text_bytes), file.string());
      append(all, parse_labelme_annotations(text, file.string()));
    } catch (const Error& error) {
      all.problems.push_back({error.where(), error.message()});
    }
  }
  const fs::path folder = input.is_folder ? input.path : input.beside();
  find_images(all, {folder, folder / "images", (folder / ".." / "images").lexically_normal()}, input.reading,
              [](const AnnotatedImage& image) { return std::vector{own_stem(image)}; });
  return all;
}

}  // namespace

Annotations parse_labelme_annotations(std::string_view text, std::string_view name) {
  const JsonNode root = parse_json_tree(text, name);
  const JsonNode* const shapes = root.find("shapes");
  require(shapes != nullptr, Kind::input, "has no list \"shapes\", which LabelMe's JSON requires", name);
  AnnotationBuilder builder({}, name);
  builder.attempt(1, [&] {
    const std::string image = root.text_of("imagePath");
    const auto size = stated_extent(root.text_of("imageWidth"), root.text_of("imageHeight"));
    for (const JsonNode& shape : shapes->items) {
      builder.attempt(shape.line, [&] {
        AnnotatedObject object = labelme_object(shape);
        require_inside(object, size);
        builder.add(image, std::move(object));
      });
    }
    if (shapes->items.empty()) builder.image(image, 1);
  });
  return std::move(builder).take();
}

const AnnotationFormat labelme_format{"LabelMe JSON (a file or a folder)", "LabelMe .json files", is_labelme,
                                      read_labelme};

}  // namespace ocelli::internal
