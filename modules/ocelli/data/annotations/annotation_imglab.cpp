#include "ocelli/data/annotations/annotation_readers.hpp"

#include <optional>
#include <string>
#include <utility>

#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_xml.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

AnnotatedObject imglab_object(const XmlElement& box) {
  const auto number = [&](std::string_view name) { return number_of_attribute(box, name); };
  const XmlElement* const label = box.find("label");
  const std::string_view ignore = attribute_or_none(box, "ignore");
  return {.box = {number("left"), number("top"), number("width"), number("height")},
          .ignored = !ignore.empty() && ignore != "0" && ignore != "false",
          .label = label == nullptr ? std::string() : std::string(trim(label->text)),
          .line = box.line};
}

void add_imglab_image(AnnotationBuilder& builder, const XmlElement& image) {
  const std::string file = text_of_attribute(image, "file");
  const std::optional<ImageExtent> size =
      stated_extent(attribute_or_none(image, "width"), attribute_or_none(image, "height"));
  bool has_boxes = false;
  for (const XmlElement& box : image.children) {
    if (box.name != "box") continue;
    has_boxes = true;
    builder.attempt(box.line, [&] {
      AnnotatedObject object = imglab_object(box);
      require_inside(object, size);
      builder.add(file, std::move(object));
    });
  }
  if (!has_boxes) builder.image(file, image.line);
}

bool is_imglab(const AnnotationInput& input) {
  const std::optional<AnnotationInput> file = only_file(input, ".xml");
  return file && xml_root(file->text) == "dataset";
}

Annotations read_imglab(const AnnotationInput& input) {
  const AnnotationInput file = only_file(input, ".xml").value();
  Annotations annotations = parse_imglab_annotations(file.text, file.name());
  find_images(annotations, {file.beside()}, input.reading);
  return annotations;
}

}  // namespace

Annotations parse_imglab_annotations(std::string_view text, std::string_view name) {
  const XmlElement root = parse_data_set_xml(text, "dataset", name);
  AnnotationBuilder builder({}, name);
  for (const XmlElement& images : root.children) {
    if (images.name != "images") continue;
    for (const XmlElement& image : images.children) {
      if (image.name == "image") builder.attempt(image.line, [&] { add_imglab_image(builder, image); });
    }
  }
  return std::move(builder).take();
}

const AnnotationFormat imglab_format{"dlib's imglab XML", "one imglab .xml file", is_imglab, read_imglab};

}  // namespace ocelli::internal
