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

/// An image of this size, in pixels, and what is in it. Objects without a label are called "object".
struct LabeledImage {
  std::filesystem::path path;
  int width = 0, height = 0;
  std::vector<AnnotatedObject> objects;
  std::filesystem::path below{};  ///< the subfolder that it has in the output, where that is a folder
};

/// Where images with their objects are written, as annotations that Ocelli and labeling tools read.
class AnnotationWriter {
 public:
  AnnotationWriter() = default;
  AnnotationWriter(const AnnotationWriter&) = delete;
  AnnotationWriter& operator=(const AnnotationWriter&) = delete;
  virtual ~AnnotationWriter() = default;

  /// Throws Error(Kind::input), before anything is written, for an image that another one has taken the place
  /// of; and Error(Kind::output) naming what cannot be written.
  virtual void write(const LabeledImage& image) = 0;
  /// Ends the output; a single file appears then, complete.
  virtual void finish() = 0;
  /// What the format cannot hold and was left out, for people; usually nothing.
  virtual std::string left_out() const { return {}; }
};

/// A format that annotations are written in. A further one is its writer, and an entry in
/// annotation_output.cpp.
struct AnnotationTarget {
  std::string_view name;   ///< "voc"
  std::string_view title;  ///< for help
  bool is_folder = false;  ///< the output is a folder with a file an image
  std::unique_ptr<AnnotationWriter> (*open)(const std::filesystem::path& output) = nullptr;
};

/// csv   a table: image,x,y,w,h,label,ignored and landmarks where there are any; paths relative to the file
/// coco  one JSON file: images, annotations and categories; paths relative to the file
/// yolo  a folder of label files, and classes.txt, whose names are kept where it is there already
/// voc   a folder of Pascal VOC .xml files
std::span<const AnnotationTarget> annotation_targets();

/// The target of that name, in any case; null if there is none.
const AnnotationTarget* annotation_target(std::string_view name);

/// Writes all images, whose sizes are read from their files. Returns what could not be written: images
/// without a file of their own (samples of a .vec file or a strip), unreadable ones, several that differ in
/// their extension alone for a folder. Where images of several folders have the same stem, a folder mirrors
/// their folders, below the one that all of them lie in.
std::vector<Problem> write_annotations(const Annotations& annotations, AnnotationWriter& writer);

}  // namespace ocelli::internal
