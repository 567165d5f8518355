#include "ocelli/data/annotations/annotation_darknet.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_yolo.hpp"
#include "ocelli/data/annotations/photo_search.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxDescriptionBytes = std::uint64_t{1} << 22;

/// The label file of an image: the first candidate that exists.
std::optional<fs::path> label_file_of(const fs::path& image) {
  std::vector<fs::path> parts(image.begin(), image.end());
  fs::path swapped;
  const auto last = std::find(parts.rbegin(), parts.rend(), "images");
  if (last != parts.rend()) *last = "labels";
  for (const fs::path& part : parts) swapped /= part;
  for (const fs::path& one : {swapped, image}) {
    fs::path labels = fs::path(one).replace_extension(".txt");
    std::error_code failure;
    if (fs::is_regular_file(labels, failure)) return labels;
  }
  return std::nullopt;
}

/// The images of a list, found as written or as meant.
Annotations images_of_list(std::string_view text, const fs::path& list, const AnnotationReading& reading,
                           std::vector<fs::path> folders) {
  AnnotationBuilder builder({}, list.string());
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] {
      require_bounded_line(line->text);
      builder.image(trim(line->text), line->number);
    });
  }
  Annotations images = std::move(builder).take();
  folders.push_back(list.parent_path());
  folders.push_back((list.parent_path() / "..").lexically_normal());
  find_images(images, folders, reading);
  return images;
}

/// Replaces images by the objects of their label files.
Annotations with_labels(Annotations images, std::span<const std::string> classes, const std::string& source) {
  Annotations all{.images = {}, .problems = std::move(images.problems), .notes = std::move(images.notes)};
  std::size_t without = 0;
  for (const AnnotatedImage& image : images.images) {
    if (const std::optional<fs::path> labels = label_file_of(image.path)) {
      append(all, read_yolo_labels(*labels, image.path, classes));
    } else {
      ++without;
    }
  }
  if (without > 0) {
    all.notes.push_back(
        source + ": " + std::to_string(without) +
        " images have no label file and are skipped; an empty label file marks an image without objects");
  }
  return all;
}

/// Finds a part of a data set on disk: what its entry names, or what its last folders name next to the
/// description.
class PartFinder {
 public:
  PartFinder(const fs::path& description, const YoloParts& parts) : beside_(description.parent_path()) {
    if (!parts.root.empty()) bases_.push_back(beside_ / parts.root);
    bases_.push_back(beside_);
    bases_.push_back((beside_ / "..").lexically_normal());
  }

  const std::vector<fs::path>& bases() const { return bases_; }

  std::optional<fs::path> find(std::string entry) const {
    std::ranges::replace(entry, '\\', '/');
    std::error_code failure;
    for (const fs::path& base : bases_) {
      fs::path there = (base / entry).lexically_normal();
      if (fs::exists(there, failure)) return there;
    }
    std::vector<fs::path> parts;
    for (const fs::path& part : fs::path(entry).lexically_normal().relative_path()) {
      if (!part.empty() && part != "..") parts.push_back(part);
    }
    for (auto first = parts.begin(); first != parts.end(); ++first) {
      fs::path there = beside_;
      for (auto part = first; part != parts.end(); ++part) there /= *part;
      if (fs::exists(there, failure)) return there;
    }
    return std::nullopt;
  }

 private:
  fs::path beside_;
  std::vector<fs::path> bases_;
};

struct WantedPart {
  std::string_view name;
  const std::vector<std::string>* entries;
};

WantedPart wanted_part(const YoloParts& parts, DataPart part) {
  const WantedPart train{"train", &parts.train}, val{"val", &parts.val}, test{"test", &parts.test};
  const auto order = part == DataPart::training ? std::array{train, val, test} : std::array{test, val, train};
  return *std::ranges::find_if(order, [](const WantedPart& one) { return !one.entries->empty(); });
}

std::vector<std::string> names_of(const YoloParts& parts, const PartFinder& finder) {
  if (!parts.names.empty() || parts.names_file.empty()) return parts.names;
  const std::optional<fs::path> file = finder.find(parts.names_file);
  if (!file) return {};
  return parse_yolo_names(to_utf8(read_text(*file, kMaxDescriptionBytes), file->string()), false,
                          file->string());
}

Annotations read_parts(const fs::path& description, const YoloParts& parts,
                       const AnnotationReading& reading) {
  const PartFinder finder(description, parts);
  const WantedPart part = wanted_part(parts, reading.part);
  Annotations images;
  images.notes.push_back(description.string() + ": using the split '" + std::string(part.name) + "'");
  for (const std::string& entry : *part.entries) {
    const std::optional<fs::path> there = finder.find(entry);
    require(
        there.has_value(), Kind::input,
        [&] {
          return "gives " + in_quotes(entry) + " for its split '" + std::string(part.name) +
                 "', which does not exist; give the folder of its labels instead";
        },
        description.native());
    if (fs::is_directory(*there)) {
      FolderListing listing = list_image_folder(*there);
      std::ranges::move(listing.problems, std::back_inserter(images.problems));
      for (fs::path& image : listing.files)
        images.images.push_back({.path = std::move(image), .source = description.string(), .line = 1});
    } else {
      append(images, images_of_list(to_utf8(read_text(*there, AnnotationLimits::text_bytes), there->string()),
                                    *there, reading, finder.bases()));
    }
  }
  return with_labels(std::move(images), names_of(parts, finder), description.string());
}

struct Description {
  fs::path path;
  YoloParts parts;
};

/// The description of a data set in a file or a folder; nothing if there is none.
std::optional<Description> description_of(const AnnotationInput& input) {
  const auto parsed = [&](const fs::path& path, std::string_view text) -> std::optional<Description> {
    Description description{path, parse_yolo_parts(text, is_yaml(path), path.string())};
    if (description.parts.is_empty()) return std::nullopt;
    return description;
  };
  if (!input.is_folder) {
    const bool could_be =
        is_yaml(input.path) || has_extension(input.path, ".data") || has_extension(input.path, ".cfg");
    return could_be ? parsed(input.path, input.text) : std::nullopt;
  }
  for (const fs::path& file : input.files) {
    if (!is_yaml(file) && !has_extension(file, ".data")) continue;
    const std::string text = to_utf8(read_text(file, kMaxDescriptionBytes), file.string());
    if (auto description = parsed(file, text)) return description;
  }
  return std::nullopt;
}

/// Whether a text is a list of images, at least one of the first having a label file with objects.
bool is_list_with_labels(const AnnotationInput& input) {
  constexpr int kMaxTried = 8;
  LineReader lines(input.text);
  PhotoSearch search({input.beside(), (input.beside() / "..").lexically_normal()});
  for (int tried = 0; tried < kMaxTried; ++tried) {
    const std::optional<NumberedLine> line = lines.next_with_text();
    if (!line || line->text.size() > AnnotationLimits::line_bytes) return false;
    if (!has_image_extension(fs::path(trim(line->text)))) return false;
    const std::optional<fs::path> image = search.find_as_written(trim(line->text));
    const std::optional<fs::path> labels = image ? label_file_of(*image) : std::nullopt;
    if (labels && opens_with_labels(read_text(*labels, kMaxDescriptionBytes))) return true;
  }
  return false;
}

bool is_darknet(const AnnotationInput& input) {
  return description_of(input).has_value() || (!input.is_folder && is_list_with_labels(input));
}

Annotations read_darknet(const AnnotationInput& input) {
  if (const std::optional<Description> description = description_of(input))
    return read_parts(description->path, description->parts, input.reading);
  Annotations images = images_of_list(input.text, input.path, input.reading, {input.beside()});
  std::vector<std::string> classes = find_yolo_names(input.beside());
  if (classes.empty() && !images.images.empty()) {
    const std::optional<fs::path> labels = label_file_of(images.images.front().path);
    if (labels) classes = find_yolo_names(labels->parent_path());
  }
  return with_labels(std::move(images), classes, input.name());
}

}  // namespace

YoloParts parse_yolo_parts(std::string_view text, bool is_yaml, std::string_view name) {
  YoloParts parts;
  if (is_yaml) {
    const auto entry = [&](std::string_view key) { return parse_yaml_entry(text, key, name); };
    const std::vector<std::string> root = entry("path");
    if (!root.empty()) parts.root = root.front();
    parts.train = entry("train"), parts.val = entry("val"), parts.test = entry("test");
    if (parts.val.empty()) parts.val = entry("valid");
    parts.names = entry("names");
    for (std::vector<std::string>* part : {&parts.train, &parts.val, &parts.test})
      std::erase_if(
          *part, [](const std::string& value) { return value.empty() || value == "null" || value == "~"; });
    return parts;
  }
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    const std::size_t equals = line->text.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = trim(line->text.substr(0, equals));
    const std::string value(trim(line->text.substr(equals + 1)));
    if (key == "train") parts.train = {value};
    if (key == "valid" || key == "val") parts.val = {value};
    if (key == "test") parts.test = {value};
    if (key == "names") parts.names_file = value;
  }
  return parts;
}

const AnnotationFormat darknet_format{"YOLO's data.yaml, Darknet's obj.data or train.txt", "a data.yaml",
                                      is_darknet, read_darknet};

}  // namespace ocelli::internal
