#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// Gathers what a parser finds: each image once, in order of first mention, with all its objects; and the
/// problems.
///
/// The bounds of AnnotationLimits hold here. An Error that names no place is the fault of one line, see
/// attempt(); one that names the file ends the parse.
class AnnotationBuilder {
 public:
  /// Image names are relative to `folder`; `source` is the annotation file, for messages.
  AnnotationBuilder(std::filesystem::path folder, std::string_view source);

  /// Runs the parse of one line. An Error(Kind::input) without a place becomes the line's problem, any other
  /// goes on.
  void attempt(int line, const std::function<void()>& parse);

  /// The image of that name in the file. Throws for a name that cannot be one.
  AnnotatedImage& image(std::string_view file, int line);
  /// The same with one more object. Throws for a box without area too.
  AnnotatedImage& add(std::string_view file, AnnotatedObject object);

  Annotations take() && { return std::move(result_); }

 private:
  void add_problem(int line, const std::string& message);

  std::filesystem::path folder_;
  std::string source_;
  Annotations result_;
  std::unordered_map<std::string, std::size_t> places_;  ///< of images in the result, by name in the file
};

/// "file:line".
std::string place(std::string_view source, int line);

/// Throws Error(Kind::input) for a line longer than AnnotationLimits::line_bytes.
void require_bounded_line(std::string_view line);

/// Throws Error(Kind::input) for a box without area.
void require_area(const Box& box);

}  // namespace ocelli
