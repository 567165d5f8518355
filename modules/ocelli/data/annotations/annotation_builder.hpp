#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {

/// Collects the results of a parser: each image once, in order of first mention, with all its objects, and
/// the problems.
///
/// Enforces AnnotationLimits. An Error without a place concerns one line (attempt()). An Error that names the
/// file ends the parse.
class AnnotationBuilder {
 public:
  /// Image names are relative to `folder`; `source` is the annotation file, for messages.
  AnnotationBuilder(std::filesystem::path folder, std::string_view source);

  /// Parses one line. An Error(Kind::input) without a place becomes a problem of the line; any other Error
  /// propagates.
  void attempt(int line, const std::function<void()>& parse);

  /// The image with that name. Throws for an invalid name.
  AnnotatedImage& image(std::string_view file, int line);
  /// Adds an object to the image. Also throws for a box without area.
  AnnotatedImage& add(std::string_view file, AnnotatedObject object);

  Annotations take() && { return std::move(result_); }

 private:
  void add_problem(int line, const std::string& message);

  std::filesystem::path folder_;
  std::string source_;
  Annotations result_;
  /// Indices of images in the result, by name in the file.
  std::unordered_map<std::string, std::size_t> places_;
};

/// "file:line".
std::string place(std::string_view source, int line);

/// Throws Error(Kind::input) for a line longer than AnnotationLimits::line_bytes.
void require_bounded_line(std::string_view line);

/// Throws Error(Kind::input) for a box without area.
void require_area(const Box& box);

/// Throws Error(Kind::input) for a box outside its image (check_inside()), if the image size is known.
void require_inside(const AnnotatedObject& object, const std::optional<ImageExtent>& size);

/// The image size in the texts of two numbers. Nothing if they are not numbers, or 0, which some tools write
/// for "unknown".
std::optional<ImageExtent> stated_extent(std::string_view width, std::string_view height);

/// The box around corners given as x, y, x, y, ... Requires at least one corner.
Box box_around(std::span<const float> corners);

}  // namespace ocelli::internal
