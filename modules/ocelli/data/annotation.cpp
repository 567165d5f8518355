#include "ocelli/data/annotation.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <system_error>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/annotation_builder.hpp"
#include "ocelli/data/annotation_csv.hpp"
#include "ocelli/data/annotation_opencv.hpp"
#include "ocelli/data/annotation_voc.hpp"
#include "ocelli/data/csv_table.hpp"
#include "ocelli/data/text_lines.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

bool names_csv_columns(std::string_view line) try {
  const CsvRow cells = split_cells(line);
  return std::ranges::count(cells, "image") > 0 || std::ranges::count(cells, "index") > 0;
} catch (const Error&) {
  return false;
}

Annotations read_by_content(const fs::path& path) {
  std::error_code failure;
  if (fs::is_directory(path, failure)) return read_voc_annotations(path);
  if (path.extension() == ".csv") return read_annotation_csv(path);
  const std::string text = read_text(path, AnnotationLimits::text_bytes);
  const std::string_view first = trim(LineReader(text).next_with_text().value_or(NumberedLine{}).text);
  if (first.starts_with('<')) return read_voc_annotations(path);
  if (names_csv_columns(first)) return read_annotation_csv(path);
  return read_opencv_annotations(path);
}

/// Images that are not there become problems. The cells of a strip are in a file that has been read already.
void drop_missing_images(Annotations& annotations) {
  std::erase_if(annotations.images, [&annotations](const AnnotatedImage& image) {
    std::error_code failure;
    if (image.strip_cell || fs::is_regular_file(image.path, failure)) return false;
    annotations.problems.push_back(
        {place(image.source, image.line), "no such image: " + image.path.string()});
    return true;
  });
}

std::string first_problem(const Annotations& annotations) {
  if (annotations.problems.empty()) return "holds no annotations";
  const Problem& first = annotations.problems.front();
  return "nothing in it can be used; first of " + std::to_string(annotations.problems.size()) +
         " problems: " + first.where + ": " + first.message;
}

}  // namespace

Annotations read_annotations(const fs::path& path) {
  Annotations annotations = read_by_content(path);
  drop_missing_images(annotations);
  require(!annotations.images.empty(), Kind::input, first_problem(annotations), path.string());
  return annotations;
}

std::optional<Problem> check_inside(const AnnotatedImage& image, const AnnotatedObject& object, int width,
                                    int height) {
  const Box whole{0, 0, static_cast<float>(width), static_cast<float>(height)};
  const Box& box = object.box;
  if (intersection_area(box, whole) >= kLeastShareInside * box.area()) return std::nullopt;
  const auto pixels = [](float value) { return std::to_string(std::lround(value)); };
  return Problem{place(image.source, object.line),
                 "the box of " + pixels(box.w) + " x " + pixels(box.h) + " pixels at (" + pixels(box.x) +
                     ", " + pixels(box.y) + ") lies outside its image of " + std::to_string(width) + " x " +
                     std::to_string(height)};
}

}  // namespace ocelli
