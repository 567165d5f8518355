#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal {

/// The two eyes of a face; left and right are sides of the image.
struct Eyes {
  Point left, right;

  friend bool operator==(const Eyes&, const Eyes&) = default;
};

/// An annotated object.
struct AnnotatedObject {
  Box box;
  bool ignored = false;  ///< neither an object to find nor, when detected, a false positive
  std::string label{};   ///< empty if the file has none
  std::optional<Eyes> eyes{};
  std::optional<Point> mouth{};  ///< its center
  std::optional<Landmarks> landmarks{};
  int line = 0;  ///< in the annotation file, from 1

  friend bool operator==(const AnnotatedObject&, const AnnotatedObject&) = default;
};

/// One cell of a strip, which stacks images of equal height in one file: rows index * height and the height -
/// 1 rows below. Or one sample of a .vec file.
struct StripCell {
  int index = 0, height = 0;

  friend bool operator==(const StripCell&, const StripCell&) = default;
};

/// An image and its objects; the list is empty for an image known to contain none.
/// With a strip cell the image is that cell alone and boxes are in its pixels. read_gray(AnnotatedImage) of
/// image_file.hpp opens either kind.
struct AnnotatedImage {
  std::filesystem::path path;
  std::optional<StripCell> strip_cell{};
  std::vector<AnnotatedObject> objects{};
  std::string source{};  ///< the annotation file
  int line = 0;          ///< its first mention of the image, from 1

  friend bool operator==(const AnnotatedImage&, const AnnotatedImage&) = default;
};

/// A skipped line: where ("file:line") and why.
struct Problem {
  std::string where, message;

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// The content of an annotation file: images in order of first mention, each once, and the skipped lines.
struct Annotations {
  std::vector<AnnotatedImage> images;
  std::vector<Problem> problems;
  std::vector<std::string> notes{};  ///< how unusual content was read, a sentence each
};

/// The requested part of a data set with several parts.
enum class DataPart { training, test };

/// How to read annotations.
struct AnnotationReading {
  /// Folders to search, with their subfolders, for images that are not at the annotated path.
  std::vector<std::filesystem::path> images{};
  DataPart part = DataPart::training;
};

/// Bounds on every annotation file. Anything beyond them is rejected with an Error or, for a single line,
/// reported and skipped.
struct AnnotationLimits {
  static constexpr std::uint64_t text_bytes = std::uint64_t{1} << 29;
  static constexpr std::size_t line_bytes = std::size_t{1} << 20;
  static constexpr std::size_t images = std::size_t{1} << 22;
  static constexpr std::size_t boxes_per_image = std::size_t{1} << 16;
  static constexpr std::size_t problems = 100'000;
  /// Pixels. A float still represents whole pixels exactly here.
  static constexpr double coordinate = 1 << 24;
};

/// Reads annotations in any format of annotation_formats(), detected from the content. The text may be
/// UTF-16.
///
/// PhotoSearch (photo_search.hpp) finds the images. Missing images are reported as problems with the paths
/// searched.
/// Throws  Error(Kind::input) when the file cannot be read or contains nothing usable, naming the format and
/// the first problem; Error(Kind::usage) for a missing folder of images.
Annotations read_annotations(const std::filesystem::path& path, const AnnotationReading& reading = {});

/// A box may extend beyond its image by up to half its area, as annotated faces at an edge do.
inline constexpr float kMinShareInside = 0.5f;

/// A problem if less than kMinShareInside of the box lies inside its image, else nothing. For callers that
/// decode the image and so know its size.
std::optional<Problem> check_inside(const AnnotatedImage& image, const AnnotatedObject& object, int width,
                                    int height);

/// Removes the objects with boxes outside an image of that size (check_inside()) and returns the reasons.
std::vector<Problem> drop_outside(AnnotatedImage& image, int width, int height);

}  // namespace ocelli::internal
