#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/box.hpp"

namespace ocelli {

/// A place in an image, in pixels, on the same axes as Box.
struct Point {
  float x = 0, y = 0;

  friend bool operator==(const Point&, const Point&) = default;
};

/// The two eyes of a face, named by the side of the image that they lie on.
struct Eyes {
  Point left, right;

  friend bool operator==(const Eyes&, const Eyes&) = default;
};

/// One object as a person marked it.
struct AnnotatedObject {
  Box box;
  bool ignored = false;  ///< counts neither as an object to find nor, when found, as a false positive
  std::string label{};   ///< empty where the file names none
  std::optional<Eyes> eyes{};
  std::optional<Point> mouth{};  ///< its centre
  int line = 0;                  ///< of the annotation file, from 1

  friend bool operator==(const AnnotatedObject&, const AnnotatedObject&) = default;
};

/// One cell of a strip, that is of equally high images stacked in one file: rows index * height and the
/// height - 1 rows below.
struct StripCell {
  int index = 0, height = 0;

  friend bool operator==(const StripCell&, const StripCell&) = default;
};

/// An image and the objects in it; an image known to hold none has an empty list.
///
/// With a strip cell the image is that cell alone and boxes are in its pixels. read_grey(AnnotatedImage) of
/// image_file.hpp opens either kind.
struct AnnotatedImage {
  std::filesystem::path path;
  std::optional<StripCell> strip_cell{};
  std::vector<AnnotatedObject> objects{};
  std::string source{};  ///< the annotation file
  int line = 0;          ///< where it first names the image, from 1

  friend bool operator==(const AnnotatedImage&, const AnnotatedImage&) = default;
};

/// A line that was skipped: where ("file:line") and why.
struct Problem {
  std::string where, message;

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// What an annotation file says: images in order of first mention, each once, and the lines that had to be
/// skipped.
struct Annotations {
  std::vector<AnnotatedImage> images;
  std::vector<Problem> problems;
};

/// Bounds on every annotation file; what goes beyond is refused with an Error or, for a line, reported and
/// skipped.
struct AnnotationLimits {
  static constexpr std::uint64_t text_bytes = std::uint64_t{1} << 29;
  static constexpr std::size_t line_bytes = std::size_t{1} << 20;
  static constexpr std::size_t images = std::size_t{1} << 22;
  static constexpr std::size_t boxes_per_image = std::size_t{1} << 16;
  static constexpr std::size_t problems = 100'000;
  static constexpr double coordinate = 1 << 24;  ///< pixels; a float still tells whole pixels apart here
};

/// Reads annotations of any format of annotation_formats(), told apart by content. The text may be UTF-16.
///
/// Images that do not exist are problems, which say where was looked. Throws Error(Kind::input) when the file cannot be
/// read or nothing in it can be used, naming the first problem.
Annotations read_annotations(const std::filesystem::path& path);

/// A box may stick out of its image, as marked faces at an edge do, by up to half its area.
inline constexpr float kLeastShareInside = 0.5f;

/// The problem of a box of which less than kLeastShareInside lies inside its image, to be asked by whoever
/// decodes the image and so knows its size; nothing when the box is fine.
std::optional<Problem> check_inside(const AnnotatedImage& image, const AnnotatedObject& object, int width,
                                    int height);

/// Takes the objects out of an image of that size whose boxes lie outside it (check_inside()), and returns why.
std::vector<Problem> drop_outside(AnnotatedImage& image, int width, int height);

}  // namespace ocelli
