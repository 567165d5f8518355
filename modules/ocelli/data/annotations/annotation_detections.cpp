#include "ocelli/data/annotations/annotation_readers.hpp"

#include <optional>
#include <string>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/annotation_images.hpp"
#include "ocelli/data/annotations/annotation_json.hpp"
#include "ocelli/data/formats/json_keys.hpp"
#include "ocelli/data/formats/json_tree.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

JsonNode parse_result_line(std::string_view line) {
  require_bounded_line(line);
  try {
    return parse_json_tree(with_readable_bytes(line), "");
  } catch (const Error& error) {
    throw Error(error.kind(), error.message());  // its line counts only within this text
  }
}

void add_result(AnnotationBuilder& builder, const JsonNode& record, int line) {
  const std::string input = record.text_of("input");
  const JsonNode* const found = record.find("detections");
  if (found == nullptr) {
    const std::string why = record.text_of("error");
    throw Error(Kind::input, "has no detections of " + in_quotes(input) + (why.empty() ? "" : ": " + why));
  }
  if (found->items.empty()) builder.image(input, line);
  for (const JsonNode& one : found->items) {
    const auto number = [&](std::string_view key) { return json_coordinate(one, key); };
    builder.add(input, {.box = {number("x"), number("y"), number("w"), number("h")},
                        .label = one.text_of("label"),
                        .line = line});
  }
}

bool are_detections(const AnnotationInput& input) {
  if (input.is_folder) return false;
  const std::string_view line = LineReader(input.text).next_with_text().value_or(NumberedLine{}).text;
  if (!trim(line).starts_with('{') || line.size() > AnnotationLimits::line_bytes) return false;
  const JsonKeys keys(with_readable_bytes(line));
  return keys.has("input", 1) && (keys.has("detections", 1) || keys.has("error", 1));
}

Annotations read_detections(const AnnotationInput& input) {
  Annotations annotations = parse_detection_lines(input.text, input.name());
  find_images(annotations, {"", input.beside()}, input.reading);
  return annotations;
}

}  // namespace

Annotations parse_detection_lines(std::string_view text, std::string_view name) {
  AnnotationBuilder builder({}, name);
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    builder.attempt(line->number, [&] { add_result(builder, parse_result_line(line->text), line->number); });
  }
  return std::move(builder).take();
}

const AnnotationFormat detections_format{"the JSON Lines of ocelli detect", "", are_detections,
                                         read_detections};

}  // namespace ocelli::internal
