#include "ocelli/data/annotations/annotation_readers.hpp"

#include <algorithm>
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

using Words = std::vector<std::string_view>;

bool is_comment(std::string_view line) { return trim(line).starts_with('#'); }

bool looks_numeric(std::string_view word) {
  return word.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
}

/// A line of info.dat: a path, which may contain blanks, and the words after it.
struct InfoLine {
  std::string_view path;
  Words words{};  ///< the number of boxes, and their coordinates
};

bool has_promised_numbers(const Words& words) {
  const std::optional<int> count = words.empty() ? std::nullopt : parse_count(words[0]);
  return count && words.size() == 1 + 4 * static_cast<std::size_t>(*count) &&
         std::ranges::all_of(words, looks_numeric);
}

/// Splits a line before that word.
InfoLine part_before(std::string_view line, const Words& words, std::size_t first) {
  const auto length = static_cast<std::size_t>(words[first].data() - line.data());
  return {trim(line.substr(0, length)),
          Words(words.begin() + static_cast<std::ptrdiff_t>(first), words.end())};
}

/// The path ends before words that form as many boxes as the first of them promises. Otherwise it ends after
/// an image extension. In names without one it ends before such numbers, or at the first blank.
InfoLine split_info_line(std::string_view text) {
  constexpr std::size_t kMaxBlanks = 64;
  const std::string_view line = trim(text);
  const bool is_quoted = line.starts_with('"') || line.starts_with('\'');
  if (const std::size_t end = is_quoted ? line.find(line.front(), 1) : std::string_view::npos;
      end != std::string_view::npos)
    return {line.substr(1, end - 1), split_words(line.substr(end + 1))};
  const Words words = split_words(line);
  const std::size_t max = std::min(words.size(), kMaxBlanks);
  std::optional<InfoLine> after_extension, before_numbers;
  for (std::size_t first = 1; first < max; ++first) {
    InfoLine parted = part_before(line, words, first);
    const bool is_image = has_image_extension(parted.path);
    if ((first == 1 || is_image) && has_promised_numbers(parted.words)) return parted;
    if (!before_numbers && parted.words.size() > 1 && has_promised_numbers(parted.words))
      before_numbers = parted;
    if (is_image && !after_extension) after_extension = std::move(parted);
  }
  if (after_extension) return *after_extension;
  if (before_numbers) return *before_numbers;
  if (words.size() < 2 || has_image_extension(line)) return {line};
  return part_before(line, words, 1);
}

/// Whether a line reads as "path n" with n > 0 followed by numbers: 4 n of them, or any other count after the
/// name of an image, for a line that is meant that way and is wrong.
bool is_line_with_boxes(std::string_view text) {
  if (is_comment(text) || text.size() > AnnotationLimits::line_bytes) return false;
  const InfoLine line = split_info_line(text);
  const std::optional<int> count = line.words.size() > 1 ? parse_count(line.words[0]) : std::nullopt;
  if (count.value_or(0) == 0) return false;
  if (line.words.size() == 1 + 4 * static_cast<std::size_t>(*count)) return true;
  return has_image_extension(line.path) && std::ranges::all_of(line.words, looks_numeric);
}

bool has_boxes(LineReader lines) {
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    if (is_line_with_boxes(line->text)) return true;
  }
  return false;
}

/// The boxes of a line, all or none: one bad number makes the others unreliable.
std::vector<Box> parse_boxes(const InfoLine& line) {
  const Words& words = line.words;
  if (words.empty()) return {};
  const std::optional<int> count = parse_count(words[0]);
  if (!count) {
    throw Error(Kind::input, "the number of boxes must be an integer, got " + in_quotes(words[0]));
  }
  if (words.size() != 1 + 4 * static_cast<std::size_t>(*count)) {
    throw Error(Kind::input, "expected " + std::to_string(*count) + " boxes of four numbers each for " +
                                 in_quotes(line.path) + ", got " + std::to_string(words.size() - 1) +
                                 " numbers");
  }
  std::vector<Box> boxes;
  for (std::size_t i = 1; i < words.size(); i += 4) {
    boxes.push_back({parse_coordinate(words[i], "x"), parse_coordinate(words[i + 1], "y"),
                     parse_coordinate(words[i + 2], "w"), parse_coordinate(words[i + 3], "h")});
    require_area(boxes.back());
  }
  return boxes;
}

/// A path that is a whole line.
std::string_view whole_path(std::string_view text) {
  const std::string_view line = trim(text);
  const bool is_quoted = line.size() > 2 && line.starts_with('"') && line.ends_with('"');
  return is_quoted ? line.substr(1, line.size() - 2) : line;
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
      const InfoLine parted = with_boxes ? split_info_line(line->text) : InfoLine{whole_path(line->text)};
      const std::vector<Box> boxes = parse_boxes(parted);
      builder.image(parted.path, line->number);
      for (const Box& box : boxes) builder.add(parted.path, {.box = box, .line = line->number});
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
