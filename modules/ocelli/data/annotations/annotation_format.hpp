#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// What lies at a path that annotations are to be read from.
struct AnnotationInput {
  std::filesystem::path path;
  bool is_folder = false;
  std::string text{};                          ///< of a file, as UTF-8
  std::vector<std::filesystem::path> files{};  ///< in a folder itself, in natural order

  std::string name() const { return path.string(); }
  /// The folder that the file lies in.
  std::filesystem::path beside() const { return path.parent_path(); }
};

/// A way to write annotations down. A further one is a header and a source that define it, and a line in
/// annotation_format.cpp.
struct AnnotationFormat {
  std::string_view title;  ///< for help: "YOLO (the folder of label files)"
  std::string_view
      in_folder;  ///< what it expects in a folder: "YOLO .txt files"; empty: it reads files alone
  bool (*recognises)(const AnnotationInput& input);
  /// Paths of images need not exist. Throws Error(Kind::input) naming the file when it cannot be read.
  Annotations (*read)(const AnnotationInput& input);
};

/// All formats, told apart by content; the first that recognises an input reads it, and the last one takes every file.
std::span<const AnnotationFormat* const> annotation_formats();

/// The titles of all formats, with commas between them.
std::string annotation_formats_in_words();
/// What folders of annotations hold: "Pascal VOC .xml files, one COCO .json file or YOLO .txt files".
std::string annotation_folders_in_words();

/// Looks a path up, and reads the text of a file (text_encoding.hpp). Throws Error(Kind::input) naming what cannot be read
/// or has more than AnnotationLimits::text_bytes.
AnnotationInput open_annotations(const std::filesystem::path& path);

/// Finds the images of annotations, whose paths are as the file has them: each takes the path that it has in the first of
/// the folders that hold it. One that is in none of them is dropped and becomes a problem, which says where was looked.
/// Cells of a strip are left as they are. Requires at least one folder.
void find_images(Annotations& annotations, std::span<const std::filesystem::path> folders);

/// Adds the images and problems of `more` to `all`.
void append(Annotations& all, Annotations&& more);

}  // namespace ocelli
