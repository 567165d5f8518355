#include "ocelli/data/annotations/annotation_readers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_yolo.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

/// Whether a word has the shape of "5,10,75,90,0", whether its numbers are right or wrong.
bool is_box_word(std::string_view word) {
  constexpr std::string_view kFigures = "+-.0123456789";
  return std::ranges::count(word, ',') == 4 && kFigures.find(word.front()) != std::string_view::npos &&
         !has_image_extension(word);
}

/// A line in two parts: a path, which may contain blanks, and the boxes from the first word that resembles
/// one.
struct KerasLine {
  std::string_view path;
  std::vector<std::string_view> boxes{};
};

KerasLine split_keras_line(std::string_view text) {
  const std::string_view line = trim(text);
  const std::vector<std::string_view> words = split_words(line);
  const auto first = std::ranges::find_if(words, is_box_word);
  if (first == words.end()) return {line};
  const auto length = static_cast<std::size_t>(first->data() - line.data());
  return {trim(line.substr(0, length)), {first, words.end()}};
}

AnnotatedObject keras_object(std::string_view word, std::span<const std::string> classes, int line) {
  const CsvRow cells = split_cells(word);
  if (cells.size() != 5) throw Error(Kind::input, in_quotes(word) + " is not x1,y1,x2,y2,class");
  const float left = parse_coordinate(cells[0], "x1"), top = parse_coordinate(cells[1], "y1"),
              right = parse_coordinate(cells[2], "x2"), bottom = parse_coordinate(cells[3], "y2");
  const std::optional<int> number = parse_count(cells[4]);
  const auto index = static_cast<std::size_t>(number.value_or(0));
  const bool has_name = number && index < classes.size() && !classes[index].empty();
  return {
      .box = {std::min(left, right), std::min(top, bottom), std::abs(right - left), std::abs(bottom - top)},
      .label = has_name ? classes[index] : cells[4],
      .line = line};
}

bool is_keras_yolo(const AnnotationInput& input) {
  constexpr int kMaxTried = 8;
  if (input.is_folder) return false;
  LineReader lines(input.text);
  for (int tried = 0; tried < kMaxTried; ++tried) {
    const std::optional<NumberedLine> line = lines.next_with_text();
    if (!line || line->text.size() > AnnotationLimits::line_bytes) return false;
    const KerasLine parted = split_keras_line(line->text);
    if (!has_image_extension(parted.path)) return false;
    if (!parted.boxes.empty()) return true;
  }
  return false;
}

Annotations read_keras_yolo(const AnnotationInput& input) {
  Annotations annotations =
      parse_keras_yolo_annotations(input.text, find_yolo_names(input.beside()), input.name());
  find_images(annotations, {input.beside()}, input.reading);
  return annotations;
}

}  // namespace

Annotations parse_keras_yolo_annotations(std::string_view text, std::span<const std::string> classes,
                                         std::string_view name) {
  AnnotationBuilder builder({}, name);
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] {
      require_bounded_line(line->text);
      const KerasLine parted = split_keras_line(line->text);
      std::vector<AnnotatedObject> objects;  // all or none, because one bad number casts doubt on the others
      for (const std::string_view word : parted.boxes) {
        objects.push_back(keras_object(word, classes, line->number));
        require_area(objects.back().box);
      }
      builder.image(parted.path, line->number);
      for (AnnotatedObject& object : objects) builder.add(parted.path, std::move(object));
    });
  }
  return std::move(builder).take();
}

const AnnotationFormat keras_yolo_format{"keras-yolo3's text", "", is_keras_yolo, read_keras_yolo};

}  // namespace ocelli::internal
