#include "ocelli/data/annotations/annotation_opencv.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string_view>;

bool is_comment(std::string_view line) { return trim(line).starts_with('#'); }

bool looks_numeric(std::string_view word) {
  return word.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
}

/// Whether a line reads as "path n" with n > 0 and numbers to follow: 4 n of them, or any other number of
/// them after the name of an image, where the line is meant so and is wrong.
bool is_line_with_boxes(std::string_view line) {
  if (is_comment(line) || line.size() > AnnotationLimits::line_bytes) return false;
  const Words words = split_words(line);
  const std::optional<int> count = words.size() > 2 ? parse_count(words[1]) : std::nullopt;
  if (count.value_or(0) == 0) return false;
  if (words.size() == 2 + 4 * static_cast<std::size_t>(*count)) return true;
  return has_image_extension(words[0]) && std::all_of(words.begin() + 2, words.end(), looks_numeric);
}

bool has_boxes(LineReader lines) {
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    if (is_line_with_boxes(line->text)) return true;
  }
  return false;
}

/// The boxes of a line, all or none: a line with one bad number is not to be trusted in the others.
std::vector<Box> parse_boxes(const Words& words) {
  if (words.size() == 1) return {};
  const std::optional<int> count = parse_count(words[1]);
  if (!count) {
    throw Error(Kind::input, "the number of boxes is " + in_quotes(words[1]) + ", not a whole number");
  }
  if (words.size() != 2 + 4 * static_cast<std::size_t>(*count)) {
    throw Error(Kind::input, in_quotes(words[0]) + " promises " + std::to_string(*count) +
                                 " boxes of four numbers each, but " + std::to_string(words.size() - 2) +
                                 " numbers follow");
  }
  std::vector<Box> boxes;
  for (std::size_t i = 2; i < words.size(); i += 4) {
    boxes.push_back({parse_coordinate(words[i], "x"), parse_coordinate(words[i + 1], "y"),
                     parse_coordinate(words[i + 2], "w"), parse_coordinate(words[i + 3], "h")});
    require_area(boxes.back());
  }
  return boxes;
}

}  // namespace

Annotations parse_opencv_annotations(std::string_view text, const fs::path& folder, std::string_view name) {
  const bool with_boxes = has_boxes(LineReader(text));
  AnnotationBuilder builder(folder, name);
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    if (is_comment(line->text)) continue;
    builder.attempt(line->number, [&] {
      require_bounded_line(line->text);
      const Words words = with_boxes ? split_words(line->text) : Words{trim(line->text)};
      const std::vector<Box> boxes = parse_boxes(words);
      builder.image(words.front(), line->number);
      for (const Box& box : boxes) builder.add(words.front(), {.box = box, .line = line->number});
    });
  }
  return std::move(builder).take();
}

const AnnotationFormat opencv_format{
    "OpenCV's info.dat", "", [](const AnnotationInput& input) { return !input.is_folder; },
    [](const AnnotationInput& input) {
      Annotations annotations = parse_opencv_annotations(input.text, {}, input.name());
      find_images(annotations, {input.beside()}, input.reading);
      return annotations;
    }};

}  // namespace ocelli::internal
