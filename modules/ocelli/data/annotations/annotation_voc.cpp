#include "ocelli/data/annotations/annotation_voc.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_extent.hpp"
#include "ocelli/xml/xml_tree.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostAnnotationBytes = std::uint64_t{1} << 22;
constexpr int kMostDepth = 32;

std::string text_of(const XmlElement& parent, std::string_view path) {
  const XmlElement* const child = parent.find(path);
  if (child == nullptr) throw Error(Kind::input, "has no <" + std::string(path) + ">");
  std::string text = child->text;
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return std::string(trim(text));
}

/// Empty where there is no such element.
std::string_view text_or_none(const XmlElement& parent, std::string_view path) {
  const XmlElement* const child = parent.find(path);
  return child == nullptr ? std::string_view() : std::string_view(child->text);
}

float number_of(const XmlElement& parent, std::string_view path) {
  return parse_coordinate(text_of(parent, path), path);
}

AnnotatedObject parse_object(const XmlElement& element) {
  const float left = number_of(element, "bndbox.xmin");
  const float top = number_of(element, "bndbox.ymin");
  const float right = number_of(element, "bndbox.xmax");
  const float bottom = number_of(element, "bndbox.ymax");
  AnnotatedObject object{.box = {left - 1, top - 1, right - left + 1, bottom - top + 1},
                         .line = element.line};
  object.ignored = text_or_none(element, "difficult") == "1";
  object.label = text_of(element, "name");
  return object;
}

/// The image's size, where the annotation states one. Some tools write 0 for "not known".
std::optional<ImageExtent> stated_size(const XmlElement& annotation) {
  const std::optional<int> width = parse_count(text_or_none(annotation, "size.width"));
  const std::optional<int> height = parse_count(text_or_none(annotation, "size.height"));
  if (width.value_or(0) == 0 || height.value_or(0) == 0) return std::nullopt;
  return ImageExtent{*width, *height};
}

void require_inside(const AnnotatedObject& object, const std::optional<ImageExtent>& size) {
  if (!size) return;
  const std::optional<Problem> problem = check_inside({}, object, size->width, size->height);
  if (problem) throw Error(Kind::input, problem->message);
}

Annotations read_one(const fs::path& path, std::string_view text) {
  Annotations annotations = parse_voc_annotation(text, {}, path.string());
  const fs::path folder = path.parent_path();
  const auto beside = [&](const char* name) { return (folder / ".." / name).lexically_normal(); };
  find_images(annotations, std::array{folder, beside("JPEGImages"), beside("images")});
  return annotations;
}

bool is_xml(const fs::path& path) { return path.extension() == ".xml"; }

bool is_voc(const AnnotationInput& input) {
  if (input.is_folder) return std::ranges::any_of(input.files, is_xml);
  return trim(LineReader(input.text).next_with_text().value_or(NumberedLine{}).text).starts_with('<');
}

Annotations read_voc(const AnnotationInput& input) {
  if (!input.is_folder) return read_one(input.path, input.text);
  Annotations all;
  for (const fs::path& file : input.files) {
    if (!is_xml(file)) continue;
    try {
      append(all, read_one(file, to_utf8(read_text(file, kMostAnnotationBytes), file.string())));
    } catch (const Error& error) {
      all.problems.push_back({error.where(), error.message()});
    }
  }
  return all;
}

}  // namespace

Annotations parse_voc_annotation(std::string_view text, const fs::path& folder, std::string_view name) {
  require(text.size() <= kMostAnnotationBytes, Kind::input, "is too large for one image's annotation", name);
  const XmlElement annotation = parse_xml(text, kMostDepth, name);
  require(annotation.name == "annotation", Kind::input, "has no root element <annotation>", name);

  AnnotationBuilder builder(folder, name);
  builder.attempt(1, [&] {
    const std::string file = text_of(annotation, "filename");
    const std::optional<ImageExtent> size = stated_size(annotation);
    bool has_object = false;
    for (const XmlElement& element : annotation.children) {
      if (element.name != "object") continue;
      has_object = true;
      builder.attempt(element.line, [&] {
        AnnotatedObject object = parse_object(element);
        require_inside(object, size);
        builder.add(file, std::move(object));
      });
    }
    if (!has_object) builder.image(file, 1);
  });
  return std::move(builder).take();
}

const AnnotationFormat voc_format{"Pascal VOC XML (a file or a folder)", "Pascal VOC .xml files", is_voc,
                                  read_voc};

}  // namespace ocelli
