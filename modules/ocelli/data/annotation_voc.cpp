#include "ocelli/data/annotation_voc.hpp"

#include <algorithm>
#include <array>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/annotation_builder.hpp"
#include "ocelli/data/text_lines.hpp"
#include "ocelli/data/xml_outline.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;
using boost::property_tree::ptree;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 22;
constexpr int kMostDepth = 32;

ptree parse_xml(std::string_view text, std::string_view name) {
  std::istringstream stream{std::string(text)};
  ptree document;
  try {
    read_xml(stream, document, boost::property_tree::xml_parser::no_comments);
  } catch (const boost::property_tree::xml_parser_error& error) {
    throw Error(Kind::input, "is not well-formed XML: " + error.message(),
                place(name, static_cast<int>(error.line())));
  }
  return document;
}

/// The lines on which the root's <object> elements open, in order.
std::vector<int> object_lines(std::string_view text, std::string_view name) {
  std::vector<int> lines;
  for (const XmlElement& element : outline_xml(text, kMostDepth, name)) {
    if (element.depth == 1 && element.name == "object") lines.push_back(element.line);
  }
  return lines;
}

std::string text_of(const ptree& parent, const std::string& path) {
  const auto child = parent.get_child_optional(path);
  require(child.has_value(), Kind::input, "has no <" + path + ">");
  std::string text = child->data();
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return std::string(trim(text));
}

float number_of(const ptree& parent, const std::string& path) {
  return parse_coordinate(text_of(parent, path), path);
}

AnnotatedObject parse_object(const ptree& element, int line) {
  const float left = number_of(element, "bndbox.xmin");
  const float top = number_of(element, "bndbox.ymin");
  const float right = number_of(element, "bndbox.xmax");
  const float bottom = number_of(element, "bndbox.ymax");
  AnnotatedObject object{.box = {left - 1, top - 1, right - left + 1, bottom - top + 1}, .line = line};
  object.ignored = element.get("difficult", "0") == "1";
  object.label = text_of(element, "name");
  return object;
}

struct ImageExtent {
  int width = 0, height = 0;
};

/// The image's size, where the annotation states one. Some tools write 0 for "not known".
std::optional<ImageExtent> stated_size(const ptree& annotation) {
  const std::optional<int> width = parse_count(annotation.get("size.width", ""));
  const std::optional<int> height = parse_count(annotation.get("size.height", ""));
  if (width.value_or(0) == 0 || height.value_or(0) == 0) return std::nullopt;
  return ImageExtent{*width, *height};
}

void require_inside(const AnnotatedObject& object, const std::optional<ImageExtent>& size) {
  if (!size) return;
  const std::optional<Problem> problem = check_inside({}, object, size->width, size->height);
  if (problem) throw Error(Kind::input, problem->message);
}

void append(Annotations& all, Annotations&& more) {
  std::ranges::move(more.images, std::back_inserter(all.images));
  std::ranges::move(more.problems, std::back_inserter(all.problems));
}

/// An image that is not beside its annotation lies where the usual layouts have it.
void locate(AnnotatedImage& image) {
  const fs::path folder = image.path.parent_path(), file = image.path.filename();
  for (const fs::path& candidate :
       {image.path, folder / ".." / "JPEGImages" / file, folder / ".." / "images" / file}) {
    std::error_code failure;
    if (!fs::exists(candidate, failure)) continue;
    image.path = candidate.lexically_normal();
    return;
  }
}

Annotations read_one(const fs::path& path) {
  const std::string text = read_text(path, kMostBytes);
  Annotations result = parse_voc_annotation(text, path.parent_path(), path.string());
  std::ranges::for_each(result.images, locate);
  return result;
}

std::vector<fs::path> list_xml(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".xml") files.push_back(entry.path());
  }
  require(!failure, Kind::input, "cannot be listed: " + failure.message(), folder.string());
  std::ranges::sort(files, {}, &fs::path::native);
  return files;
}

}  // namespace

Annotations parse_voc_annotation(std::string_view text, const fs::path& folder, std::string_view name) {
  require(text.size() <= kMostBytes, Kind::input, "is too large for one image's annotation",
          std::string(name));
  const std::vector<int> lines = object_lines(text, name);
  const ptree document = parse_xml(text, name);
  const auto annotation = document.get_child_optional("annotation");
  require(annotation.has_value(), Kind::input, "has no root element <annotation>", std::string(name));

  AnnotationBuilder builder(folder, name);
  builder.attempt(1, [&] {
    const std::string file = text_of(*annotation, "filename");
    const std::optional<ImageExtent> size = stated_size(*annotation);
    std::size_t index = 0;
    for (const auto& [tag, element] : *annotation) {
      if (tag != "object") continue;
      const int line = index < lines.size() ? lines[index] : 1;
      ++index;
      builder.attempt(line, [&, &found = element] {
        AnnotatedObject object = parse_object(found, line);
        require_inside(object, size);
        builder.add(file, std::move(object));
      });
    }
    if (index == 0) builder.image(file, 1);
  });
  return std::move(builder).take();
}

Annotations read_voc_annotations(const fs::path& path) {
  std::error_code failure;
  if (!fs::is_directory(path, failure)) return read_one(path);
  Annotations all;
  for (const fs::path& file : list_xml(path)) {
    try {
      append(all, read_one(file));
    } catch (const Error& error) {
      all.problems.push_back({error.where(), error.message()});
    }
  }
  return all;
}

}  // namespace ocelli
