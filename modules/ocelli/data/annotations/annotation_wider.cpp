#include "ocelli/data/annotations/annotation_readers.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kInvalidMark = 7;  ///< the position of the mark in a face's line

bool names_wider_image(std::string_view line) {
  return line.size() <= AnnotationLimits::line_bytes && has_image_extension(fs::path(trim(line)));
}

std::optional<std::vector<float>> wider_numbers(std::string_view line) try {
  require_bounded_line(line);
  std::vector<float> numbers;
  for (const std::string_view word : split_words(line)) numbers.push_back(parse_coordinate(word, "a number"));
  if (numbers.size() < 4) return std::nullopt;
  return numbers;
} catch (const Error&) {
  return std::nullopt;
}

bool is_wider(const AnnotationInput& input) {
  if (input.is_folder) return false;
  LineReader lines(input.text);
  const auto image = lines.next_with_text(), count = lines.next_with_text(), face = lines.next_with_text();
  if (!image || !count || !names_wider_image(image->text) || !parse_count(count->text)) return false;
  if (parse_count(count->text) == 0)
    return !face || names_wider_image(face->text) || wider_numbers(face->text);
  return face && wider_numbers(face->text);
}

Annotations read_wider(const AnnotationInput& input) {
  Annotations annotations = parse_wider_annotations(input.text, input.name());
  const auto above = [&](const char* name) { return (input.beside() / ".." / name).lexically_normal(); };
  find_images(annotations,
              {input.beside(), input.beside() / "images", above("WIDER_train/images"),
               above("WIDER_val/images"), above("images")},
              input.reading);
  return annotations;
}

/// Reads the faces image by image.
class WiderReader {
 public:
  WiderReader(std::string_view text, std::string_view name) : lines_(text), builder_({}, name) {}

  Annotations read() && {
    next();
    while (line_) {
      if (names_wider_image(line_->text)) {
        read_image();
      } else {
        builder_.attempt(line_->number, [] { throw Error(Kind::input, "expected the name of an image"); });
        while (line_ && !names_wider_image(line_->text)) next();
      }
    }
    return std::move(builder_).take();
  }

 private:
  void next() { line_ = lines_.next_with_text(); }

  void read_image() {
    const NumberedLine image = *line_;
    const std::string file(trim(image.text));
    next();
    const std::optional<int> count = line_ ? parse_count(line_->text) : std::nullopt;
    if (!count) {
      builder_.attempt(image.number, [] {
        throw Error(Kind::input, "expected the number of faces after the name of the image");
      });
      return;
    }
    next();
    if (*count == 0) read_none(file, image.number);
    for (int i = 0; i < *count; ++i) {
      if (!line_ || names_wider_image(line_->text)) {
        builder_.attempt(image.number, [&] {
          throw Error(Kind::input, "expected " + std::to_string(*count) + " faces for " + in_quotes(file) +
                                       ", got " + std::to_string(i));
        });
        return;
      }
      builder_.attempt(line_->number, [&] { add_face(file); });
      next();
    }
  }

  void read_none(const std::string& file, int line) {
    builder_.attempt(line, [&] { builder_.image(file, line); });
    if (!line_) return;
    const auto zeros = wider_numbers(line_->text);
    if (zeros && std::ranges::all_of(*zeros, [](float number) { return number == 0; })) next();
  }

  void add_face(const std::string& file) {
    const auto numbers = wider_numbers(line_->text);
    if (!numbers) throw Error(Kind::input, "expected x, y, w, h and the attributes of a face");
    const std::vector<float>& n = *numbers;
    const bool is_invalid = n.size() > kInvalidMark && n[kInvalidMark] == 1;
    builder_.add(
        file,
        {.box = {n[0], n[1], n[2], n[3]}, .ignored = is_invalid, .label = "face", .line = line_->number});
  }

  LineReader lines_;
  AnnotationBuilder builder_;
  std::optional<NumberedLine> line_;
};

}  // namespace

Annotations parse_wider_annotations(std::string_view text, std::string_view name) {
  return WiderReader(text, name).read();
}

const AnnotationFormat wider_format{"WIDER FACE's text", "", is_wider, read_wider};

}  // namespace ocelli::internal
