#include "ocelli/data/annotations/annotation_readers.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/xml/xml_tree.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxAnnotationBytes = std::uint64_t{1} << 22;
constexpr int kMaxDepth = 32;

std::string text_of(const XmlElement& parent, std::string_view path) {
  const XmlElement* const child = parent.find(path);
  if (child == nullptr) throw Error(Kind::input, "has no <" + std::string(path) + ">");
  std::string text = child->text;
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return std::string(trim(text));
}

/// Empty if there is no such element.
std::string_view text_or_none(const XmlElement& parent, std::string_view path) {
  const XmlElement* const child = parent.find(path);
  return child == nullptr ? std::string_view() : std::string_view(child->text);
}

float number_of(const XmlElement& parent, std::string_view path) {
  return parse_coordinate(text_of(parent, path), path);
}

/// The bounding box of a rotated box as written by roLabelImg: its center, sides, and angle in radians.
Box box_around_turned(const XmlElement& element) {
  const float x = number_of(element, "robndbox.cx"), y = number_of(element, "robndbox.cy"),
              w = number_of(element, "robndbox.w"), h = number_of(element, "robndbox.h"),
              angle = number_of(element, "robndbox.angle");
  const float cosine = std::abs(std::cos(angle)), sine = std::abs(std::sin(angle)),
              width = w * cosine + h * sine, height = w * sine + h * cosine;
  return {x - width / 2, y - height / 2, width, height};
}

AnnotatedObject parse_object(const XmlElement& element) {
  if (element.find("bndbox") == nullptr && element.find("robndbox") != nullptr)
    return {.box = box_around_turned(element),
            .ignored = text_or_none(element, "difficult") == "1",
            .label = text_of(element, "name"),
            .line = element.line};
  float left = number_of(element, "bndbox.xmin"), top = number_of(element, "bndbox.ymin"),
        right = number_of(element, "bndbox.xmax"), bottom = number_of(element, "bndbox.ymax");
  // Some tools draw from any corner. A difference of one pixel is an empty box instead.
  if (left > right + 1) std::swap(left, right);
  if (top > bottom + 1) std::swap(top, bottom);
  AnnotatedObject object{.box = {left - 1, top - 1, right - left + 1, bottom - top + 1},
                         .line = element.line};
  object.ignored = text_or_none(element, "difficult") == "1";
  object.label = text_of(element, "name");
  return object;
}

/// The content of one file, and the path of its image next to the name.
struct VocFile {
  Annotations annotations;
  std::string path;
};

VocFile parse_voc(std::string_view text, const fs::path& folder, std::string_view name) {
  require(text.size() <= kMaxAnnotationBytes, Kind::input, "is too large for one image's annotation", name);
  const XmlElement annotation = parse_xml(text, kMaxDepth, name);
  require(
      annotation.name == "annotation", Kind::input,
      [&] {
        return "has the root element <" + annotation.name +
               ">; expected <annotation> (Pascal VOC), or CVAT's <annotations> or dlib's <dataset>, each in "
               "a file of its "
               "own";
      },
      name);

  VocFile file{.annotations = {}, .path = std::string(text_or_none(annotation, "path"))};
  AnnotationBuilder builder(folder, name);
  builder.attempt(1, [&] {
    const std::string image = text_of(annotation, "filename");
    const std::optional<ImageExtent> size =
        stated_extent(text_or_none(annotation, "size.width"), text_or_none(annotation, "size.height"));
    bool has_object = false;
    for (const XmlElement& element : annotation.children) {
      if (element.name != "object") continue;
      has_object = true;
      builder.attempt(element.line, [&] {
        AnnotatedObject object = parse_object(element);
        require_inside(object, size);
        builder.add(image, std::move(object));
      });
    }
    if (!has_object) builder.image(image, 1);
  });
  file.annotations = std::move(builder).take();
  return file;
}

bool is_xml(const fs::path& path) { return has_extension(path, ".xml"); }

/// The .xml files of a folder and its subfolders, by folder.
std::map<fs::path, std::vector<fs::path>> xml_files(const fs::path& folder) {
  std::map<fs::path, std::vector<fs::path>> files;
  for (fs::path& file : list_folder(folder, is_xml).files)
    files[file.parent_path()].push_back(std::move(file));
  return files;
}

bool is_voc(const AnnotationInput& input) {
  if (input.is_folder && input.files.empty()) return !xml_files(input.path).empty();
  if (input.is_folder) return std::ranges::any_of(input.files, is_xml);
  return trim(LineReader(input.text).next_with_text().value_or(NumberedLine{}).text).starts_with('<');
}

/// Reads all annotation files of one folder.
class VocReader {
 public:
  VocReader(fs::path folder, AnnotationReading reading)
      : folder_(std::move(folder)), reading_(std::move(reading)) {}

  void add(const fs::path& path, std::string_view text) {
    VocFile file = parse_voc(text, {}, path.string());
    if (!file.path.empty()) paths_.emplace(path.string(), std::move(file.path));
    append(all_, std::move(file.annotations));
  }
  void add(Problem problem) { all_.problems.push_back(std::move(problem)); }

  Annotations take() && {
    const auto beside = [&](const char* name) { return (folder_ / ".." / name).lexically_normal(); };
    find_images(all_, {folder_, beside("JPEGImages"), beside("images")}, reading_,
                [this](const AnnotatedImage& image) {
                  std::vector<std::string> names;
                  if (const auto path = paths_.find(image.source); path != paths_.end())
                    names.push_back(path->second);
                  names.push_back(own_stem(image));
                  return names;
                });
    return std::move(all_);
  }

 private:
  fs::path folder_;
  AnnotationReading reading_;
  Annotations all_;
  std::map<std::string, std::string> paths_;  ///< of images, by annotation file
};

Annotations read_voc_files(const fs::path& folder, const std::vector<fs::path>& files,
                           const AnnotationReading& reading) {
  VocReader reader(folder, reading);
  for (const fs::path& file : files) {
    try {
      reader.add(file, to_utf8(read_text(file, kMaxAnnotationBytes), file.string()));
    } catch (const Error& error) {
      reader.add({error.where(), error.message()});
    }
  }
  return std::move(reader).take();
}

Annotations read_voc(const AnnotationInput& input) {
  if (input.is_folder) {
    Annotations all;
    for (const auto& [folder, files] : xml_files(input.path))
      append(all, read_voc_files(folder, files, input.reading));
    return all;
  }
  VocReader reader(input.beside(), input.reading);
  reader.add(input.path, input.text);
  return std::move(reader).take();
}

}  // namespace

Annotations parse_voc_annotation(std::string_view text, const fs::path& folder, std::string_view name) {
  return parse_voc(text, folder, name).annotations;
}

const AnnotationFormat voc_format{"Pascal VOC XML (a file or a folder)", "Pascal VOC .xml files", is_voc,
                                  read_voc};

}  // namespace ocelli::internal
