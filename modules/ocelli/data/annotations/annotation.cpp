#include "ocelli/data/annotations/annotation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The first problem of annotations without an image.
std::string first_problem(const Annotations& annotations, std::string_view format) {
  if (annotations.problems.empty()) return "contains no annotations (read as " + std::string(format) + ")";
  const Problem& first = annotations.problems.front();
  const std::size_t count = annotations.problems.size();
  std::string words = "contains no usable annotations (read as " + std::string(format) + "); " +
                      (count == 1 ? "problem: " : "first of " + std::to_string(count) + " problems: ") +
                      first.where + ": " + first.message;
  for (const std::string& note : annotations.notes) words += ". " + note;
  return words;
}

/// A picture passed instead of a list of pictures would read as a list of nonsense.
void refuse_image(const fs::path& path) {
  constexpr std::size_t kFront = 1 << 20;  // more than what precedes the size of a picture
  std::error_code failure;
  if (!fs::is_regular_file(path, failure)) return;
  std::string front(kFront, '\0');
  std::ifstream file(path, std::ios::binary);
  front.resize(static_cast<std::size_t>(file.read(front.data(), kFront).gcount()));
  if (front.find('\0') == std::string::npos) return;  // a text may begin like a picture
  const std::optional<ImageHeader> header = read_image_header(std::as_bytes(std::span(front)));
  require(
      !header, Kind::input,
      [&] {
        return "is an image of " + std::to_string(header->width) + " x " + std::to_string(header->height) +
               " pixels; expected annotations, with the names of images and the boxes of their objects: " +
               list_annotation_formats() + " (for an image of the object itself, use --from-one)";
      },
      path.native());
}

/// A missing folder would otherwise be searched silently.
void require_folders(const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    std::error_code failure;
    require(fs::is_directory(folder, failure), Kind::usage,
            "is not a folder; --images must be a folder to search for images", folder.native());
  }
}

/// Whether one of the first lines of a text names an image file.
bool lists_images(std::string_view text) {
  constexpr int kMaxTried = 8;
  LineReader lines(text);
  for (int tried = 0; tried < kMaxTried; ++tried) {
    const std::optional<NumberedLine> line = lines.next_with_text();
    if (!line) return false;
    const std::string_view front = trim(line->text).substr(0, AnnotationLimits::line_bytes);
    const std::vector<std::string_view> words = split_words(front);
    if (has_image_extension(front) ||
        std::ranges::any_of(words, [](std::string_view word) { return has_image_extension(word); }))
      return true;
  }
  return false;
}

/// Reads in that format. Errors name the format.
Annotations read_as(const AnnotationFormat& format, const AnnotationInput& input) try {
  return format.read(input);
} catch (const Error& error) {
  if (error.kind() != Kind::input) throw;
  throw Error(error.kind(), error.message() + " (read as " + std::string(format.title) + ")", error.where());
}

}  // namespace

Annotations read_annotations(const fs::path& path, const AnnotationReading& reading) {
  require_folders(reading.images);
  refuse_image(path);
  const AnnotationInput input = open_annotations(path, reading);
  refuse_foreign_format(input);
  const auto formats = annotation_formats();
  const auto format = std::ranges::find_if(formats, [&](const auto* one) { return one->recognizes(input); });
  require(
      format != formats.end(), Kind::input,
      [&] { return "contains no annotations; expected " + list_annotation_folders(); }, path.native());
  Annotations annotations = read_as(**format, input);
  require(
      !annotations.images.empty(), Kind::input,
      [&] {
        const bool is_guess = *format == formats.back() && !lists_images(input.text);
        return first_problem(annotations, (*format)->title) +
               (is_guess ? "; if it is not a list of images: the supported formats are " +
                               list_annotation_formats()
                         : std::string());
      },
      path.native());
  return annotations;
}

std::optional<Problem> check_inside(const AnnotatedImage& image, const AnnotatedObject& object, int width,
                                    int height) {
  const Box whole{0, 0, static_cast<float>(width), static_cast<float>(height)};
  const Box& box = object.box;
  if (intersection_area(box, whole) >= kMinShareInside * box.area()) return std::nullopt;
  const auto pixels = [](float value) { return std::to_string(std::lround(value)); };
  return Problem{place(image.source, object.line), "the box of " + pixels(box.w) + " x " + pixels(box.h) +
                                                       " pixels at (" + pixels(box.x) + ", " + pixels(box.y) +
                                                       ") is outside its image of " + std::to_string(width) +
                                                       " x " + std::to_string(height)};
}

std::vector<Problem> drop_outside(AnnotatedImage& image, int width, int height) {
  std::vector<Problem> problems;
  std::erase_if(image.objects, [&](const AnnotatedObject& object) {
    const std::optional<Problem> problem = check_inside(image, object, width, height);
    if (problem) problems.push_back(*problem);
    return problem.has_value();
  });
  return problems;
}

}  // namespace ocelli::internal
