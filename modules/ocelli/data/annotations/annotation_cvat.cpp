#include "ocelli/data/annotations/annotation_readers.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_xml.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/xml/xml_tree.hpp"

namespace ocelli::internal {
namespace {

/// The box of an element with the attributes xtl, ytl, xbr, ybr. If it is rotated (degrees about its center),
/// its bounding box.
Box upright_box(const XmlElement& shape) {
  const float left = number_of_attribute(shape, "xtl"), top = number_of_attribute(shape, "ytl");
  const float right = number_of_attribute(shape, "xbr"), bottom = number_of_attribute(shape, "ybr");
  if (shape.attribute("rotation") == nullptr) return {left, top, right - left, bottom - top};
  const float angle = number_of_attribute(shape, "rotation") * std::numbers::pi_v<float> / 180;
  const float c = std::abs(std::cos(angle)), s = std::abs(std::sin(angle));
  const float w = (right - left) * c + (bottom - top) * s, h = (right - left) * s + (bottom - top) * c;
  return {(left + right - w) / 2, (top + bottom - h) / 2, w, h};
}

/// The box around points such as "1.0,2.0;3.0,4.0".
Box box_around_points(std::string_view points) {
  std::vector<float> corners;
  while (!points.empty()) {
    const std::string_view point = points.substr(0, points.find(';'));
    points.remove_prefix(std::min(point.size() + 1, points.size()));
    const std::size_t comma = std::min(point.find(','), point.size());
    corners.push_back(parse_coordinate(point.substr(0, comma), "x"));
    corners.push_back(parse_coordinate(point.substr(std::min(comma + 1, point.size())), "y"));
  }
  if (corners.empty()) throw Error(Kind::input, "has no points");
  return box_around(corners);
}

Box box_of_shape(const XmlElement& shape) {
  const auto number = [&](std::string_view name) { return number_of_attribute(shape, name); };
  if (shape.name == "box") return upright_box(shape);
  if (shape.name == "polygon") return box_around_points(text_of_attribute(shape, "points"));
  if (shape.name == "mask") return {number("left"), number("top"), number("width"), number("height")};
  if (shape.name == "ellipse") {
    const float rx = number("rx"), ry = number("ry");
    return {number("cx") - rx, number("cy") - ry, 2 * rx, 2 * ry};
  }
  throw Error(Kind::input, "unsupported shape " + in_quotes(shape.name) +
                               "; supported are boxes, polygons, ellipses and masks");
}

bool is_shape(const XmlElement& element) { return element.name != "tag" && element.name != "attribute"; }

bool is_marked_ignored(const XmlElement& shape) {
  for (const XmlElement& attribute : shape.children) {
    const std::string* const name = attribute.attribute("name");
    if (name == nullptr || (*name != "difficult" && *name != "ignore" && *name != "crowd")) continue;
    if (attribute.text == "true" || attribute.text == "1") return true;
  }
  return false;
}

AnnotatedObject object_of(const XmlElement& shape, const std::string& label) {
  return {
      .box = box_of_shape(shape), .ignored = is_marked_ignored(shape), .label = label, .line = shape.line};
}

void add_image(AnnotationBuilder& builder, const XmlElement& image) {
  const std::string name = text_of_attribute(image, "name");
  const std::optional<ImageExtent> size =
      stated_extent(attribute_or_none(image, "width"), attribute_or_none(image, "height"));
  bool has_shapes = false;
  for (const XmlElement& shape : image.children) {
    if (!is_shape(shape)) continue;
    has_shapes = true;
    builder.attempt(shape.line, [&] {
      AnnotatedObject object = object_of(shape, text_of_attribute(shape, "label"));
      require_inside(object, size);
      builder.add(name, std::move(object));
    });
  }
  if (!has_shapes) builder.image(name, image.line);
}

std::string name_of_frame(const XmlElement& shape) {
  const std::optional<int> frame = parse_count(text_of_attribute(shape, "frame"));
  if (!frame) throw Error(Kind::input, "the frame of a shape must be an integer");
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "frame_%06d", *frame);
  return name.data();
}

void add_track(AnnotationBuilder& builder, const XmlElement& track) {
  const std::string label(attribute_or_none(track, "label"));
  for (const XmlElement& shape : track.children) {
    if (!is_shape(shape)) continue;
    builder.attempt(shape.line, [&] {
      const std::string frame = name_of_frame(shape);
      if (attribute_or_none(shape, "outside") == "1") {
        builder.image(frame, shape.line);
      } else {
        builder.add(frame, object_of(shape, label));
      }
    });
  }
}

bool is_cvat(const AnnotationInput& input) {
  const std::optional<AnnotationInput> file = only_file(input, ".xml");
  return file && xml_root(file->text) == "annotations";
}

Annotations read_cvat(const AnnotationInput& input) {
  const AnnotationInput file = only_file(input, ".xml").value();
  Annotations annotations = parse_cvat_annotations(file.text, file.name());
  const bool is_video =
      !annotations.images.empty() && annotations.images[0].path.native().starts_with("frame_");
  find_images(annotations, {file.beside(), file.beside() / "images", file.beside() / "obj_train_data"},
              input.reading);
  if (is_video && annotations.images.empty()) {
    annotations.notes.emplace_back(
        "The frames of a video are expected as images, frame_000000.png and so on, as CVAT exports them with "
        "its "
        "annotations");
  }
  return annotations;
}

}  // namespace

Annotations parse_cvat_annotations(std::string_view text, std::string_view name) {
  const XmlElement root = parse_data_set_xml(text, "annotations", name);
  AnnotationBuilder builder({}, name);
  for (const XmlElement& element : root.children) {
    if (element.name == "image") builder.attempt(element.line, [&] { add_image(builder, element); });
    if (element.name == "track") builder.attempt(element.line, [&] { add_track(builder, element); });
  }
  return std::move(builder).take();
}

const AnnotationFormat cvat_format{"CVAT XML", "one CVAT .xml file", is_cvat, read_cvat};

}  // namespace ocelli::internal
