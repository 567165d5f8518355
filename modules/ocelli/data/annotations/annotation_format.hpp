#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// The content of a path that annotations are read from.
struct AnnotationInput {
  std::filesystem::path path;
  bool is_folder = false;
  std::string text{};                          ///< of a text file, as UTF-8
  std::vector<std::filesystem::path> files{};  ///< directly in a folder, in natural order
  AnnotationReading reading{};

  std::string name() const { return path.string(); }
  /// The folder that contains the file.
  std::filesystem::path beside() const { return path.parent_path(); }
};

/// An annotation format. A new one is a source that defines it, its lines in annotation_readers.hpp, and one
/// in annotation_format.cpp.
struct AnnotationFormat {
  std::string_view title;      ///< for help: "YOLO (the folder of label files)"
  std::string_view in_folder;  ///< what it expects in a folder: "YOLO .txt files"; empty: it reads only files
  bool (*recognizes)(const AnnotationInput& input);
  /// Paths of images need not exist. Throws Error(Kind::input) naming the file when it cannot be read.
  Annotations (*read)(const AnnotationInput& input);
};

/// All formats. The first that recognizes an input reads it; the last one accepts every file.
std::span<const AnnotationFormat* const> annotation_formats();

/// The titles of all formats, separated by commas.
std::string list_annotation_formats();
/// What folders of annotations may contain: "Pascal VOC .xml files, one COCO .json file or YOLO .txt files".
std::string list_annotation_folders();

/// Opens a path and reads the text of a text file (text_encoding.hpp), which a .vec file is not. Throws
/// Error(Kind::input) naming what cannot be read or has more than AnnotationLimits::text_bytes.
AnnotationInput open_annotations(const std::filesystem::path& path, const AnnotationReading& reading = {});

/// The only file with that extension, in any case, in a folder, opened; the input itself where it is a file;
/// else nothing.
std::optional<AnnotationInput> only_file(const AnnotationInput& input, std::string_view extension);

/// Whether a file's name has that extension, in any case.
bool has_extension(const std::filesystem::path& path, std::string_view extension);

/// Appends the images, problems and notes of `more` to `all`.
void append(Annotations& all, Annotations&& more);

/// Throws Error(Kind::input) for annotations in a known format that is not read (Label Studio, VoTT,
/// Supervisely, KITTI, ...), naming it and the formats to export them in. Does nothing for all others.
void refuse_foreign_format(const AnnotationInput& input);

}  // namespace ocelli::internal
