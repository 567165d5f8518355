#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// The content of a path to read annotations from.
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

/// An annotation format. To add one, write a source that defines it, declare it in annotation_readers.hpp and
/// list it in annotation_format.cpp.
struct AnnotationFormat {
  std::string_view title;  ///< for help: "YOLO (the folder of label files)"
  /// What it expects in a folder: "YOLO .txt files"; empty if it only reads files.
  std::string_view in_folder;
  bool (*recognizes)(const AnnotationInput& input);
  /// Paths of images need not exist. Throws Error(Kind::input) naming the file when it cannot be read.
  Annotations (*read)(const AnnotationInput& input);
};

/// All formats. The first that recognizes an input reads it. The last one accepts every file.
std::span<const AnnotationFormat* const> annotation_formats();

/// The titles of all formats, separated by commas.
std::string list_annotation_formats();
/// What folders of annotations may contain: "Pascal VOC .xml files, one COCO .json file or YOLO .txt files".
std::string list_annotation_folders();

/// Opens a path and reads the text of a text file (text_encoding.hpp), but not of a .vec file. Throws
/// Error(Kind::input) naming what cannot be read or has more than AnnotationLimits::text_bytes.
AnnotationInput open_annotations(const std::filesystem::path& path, const AnnotationReading& reading = {});

/// Opens the only file with that extension, in any case, in a folder. Returns the input itself if it is a
/// file, else nothing.
std::optional<AnnotationInput> only_file(const AnnotationInput& input, std::string_view extension);

/// Whether a file's name has that extension, in any case.
bool has_extension(const std::filesystem::path& path, std::string_view extension);

/// Appends the images, problems and notes of `more` to `all`.
void append(Annotations& all, Annotations&& more);

/// Throws Error(Kind::input) for annotations in a known but unsupported format (Label Studio, VoTT,
/// Supervisely, KITTI, ...), naming it and the formats to export to. Does nothing for any other input.
void refuse_foreign_format(const AnnotationInput& input);

}  // namespace ocelli::internal
