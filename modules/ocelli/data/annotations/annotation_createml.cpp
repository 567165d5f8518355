#include "ocelli/data/annotations/annotation_readers.hpp"

#include <optional>
#include <string>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_json.hpp"
#include "ocelli/data/formats/json_keys.hpp"
#include "ocelli/data/formats/json_tree.hpp"

namespace ocelli::internal {
namespace {

Box createml_box(const JsonNode& object) {
  const JsonNode* const place = object.find("coordinates");
  if (place == nullptr) throw Error(Kind::input, "an annotation has no coordinates");
  const float w = json_coordinate(*place, "width"), h = json_coordinate(*place, "height");
  return {json_coordinate(*place, "x") - w / 2, json_coordinate(*place, "y") - h / 2, w, h};
}

void add_createml_image(AnnotationBuilder& builder, const JsonNode& image) {
  const std::string file =
      image.find("image") != nullptr ? image.text_of("image") : image.text_of("imagefilename");
  const JsonNode* const plural = image.find("annotations");
  const JsonNode* const objects = plural != nullptr ? plural : image.find("annotation");
  if (objects == nullptr || objects->items.empty()) {
    builder.image(file, image.line);
    return;
  }
  for (const JsonNode& object : objects->items) {
    builder.attempt(object.line, [&] {
      builder.add(file, {.box = createml_box(object), .label = object.text_of("label"), .line = object.line});
    });
  }
}

bool is_createml(const AnnotationInput& input) {
  const std::optional<AnnotationInput> file = only_file(input, ".json");
  if (!file) return false;
  const JsonKeys keys(file->text);
  return keys.is_list() && (keys.has("image", 2) || keys.has("imagefilename", 2)) &&
         (keys.has("annotations", 2) || keys.has("annotation", 2));
}

Annotations read_createml(const AnnotationInput& input) {
  const AnnotationInput file = only_file(input, ".json").value();
  Annotations annotations = parse_createml_annotations(file.text, file.name());
  find_images(annotations, {file.beside(), file.beside() / "images"}, input.reading);
  return annotations;
}

}  // namespace

Annotations parse_createml_annotations(std::string_view text, std::string_view name) {
  const JsonNode root = parse_json_tree(text, name);
  require(root.kind == JsonNode::Kind::list, Kind::input, "expected a list of images, as in Create ML's JSON",
          name);
  AnnotationBuilder builder({}, name);
  for (const JsonNode& image : root.items) {
    builder.attempt(image.line, [&] { add_createml_image(builder, image); });
  }
  return std::move(builder).take();
}

const AnnotationFormat createml_format{"Create ML JSON", "one Create ML .json file", is_createml,
                                       read_createml};

}  // namespace ocelli::internal
