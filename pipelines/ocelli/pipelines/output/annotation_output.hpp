#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// An image of this size, in pixels, with its objects. Objects without a label are named "object".
struct LabeledImage {
  std::filesystem::path path;
  int width = 0, height = 0;
  std::vector<AnnotatedObject> objects;
  std::filesystem::path below{};  ///< the subfolder that it has in the output, where that is a folder
};

/// Writes images with their objects as annotations that Ocelli and labeling tools can read.
class AnnotationWriter {
 public:
  AnnotationWriter() = default;
  AnnotationWriter(const AnnotationWriter&) = delete;
  AnnotationWriter& operator=(const AnnotationWriter&) = delete;
  virtual ~AnnotationWriter() = default;

  /// Throws  Error(Kind::input), before anything is written, for an image that would overwrite another one's
  /// output; Error(Kind::output) naming what cannot be written.
  virtual void write(const LabeledImage& image) = 0;
  /// Ends the output. A single output file appears complete at this point.
  virtual void finish() = 0;
  /// What was dropped because the format cannot represent it, as a message; usually empty.
  virtual std::string left_out() const { return {}; }
};

/// A target format for annotations. To add one, add its writer and an entry in annotation_output.cpp.
struct AnnotationTarget {
  std::string_view name;   ///< "voc"
  std::string_view title;  ///< for help
  bool is_folder = false;  ///< the output is a folder with one file per image
  std::unique_ptr<AnnotationWriter> (*open)(const std::filesystem::path& output) = nullptr;
};

///     csv   a table: image,x,y,w,h,label,ignored and landmarks if any; paths relative to the file
///     coco  one JSON file: images, annotations and categories; paths relative to the file
///     yolo  a folder of label files and classes.txt; an existing classes.txt keeps its names
///     voc   a folder of Pascal VOC .xml files
std::span<const AnnotationTarget> annotation_targets();

/// The target with that name, case-insensitive; null if there is none.
const AnnotationTarget* annotation_target(std::string_view name);

/// Writes all images; their sizes are read from their files. Returns what could not be written: images
/// without their own file (samples of a .vec file or a strip), unreadable images, and for a folder, images
/// that differ only in their extension. When images in several folders have the same stem, an output folder
/// mirrors those folders below their common parent.
std::vector<Problem> write_annotations(const Annotations& annotations, AnnotationWriter& writer);

}  // namespace ocelli::internal
