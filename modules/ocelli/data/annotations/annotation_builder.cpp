#include "ocelli/data/annotations/annotation_builder.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

void require_file_name(std::string_view file) {
  constexpr std::size_t kMax = 4096;
  const bool printable = std::ranges::none_of(file, [](unsigned char c) { return c < ' ' || c == 127; });
  require(!file.empty(), Kind::input, "expected the name of an image");
  if (!printable || file.size() > kMax)
    throw Error(Kind::input, in_quotes(file) + " is not a valid file name");
}

}  // namespace

AnnotationBuilder::AnnotationBuilder(std::filesystem::path folder, std::string_view source)
    : folder_(std::move(folder)), source_(source) {}

void AnnotationBuilder::attempt(int line, const std::function<void()>& parse) {
  try {
    parse();
  } catch (const Error& error) {
    if (error.kind() != Kind::input || !error.where().empty()) throw;
    add_problem(line, error.message());
  }
}

AnnotatedImage& AnnotationBuilder::image(std::string_view file, int line) {
  require_file_name(file);
  const auto [entry, is_new] = places_.try_emplace(std::string(file), result_.images.size());
  if (!is_new) return result_.images[entry->second];
  if (result_.images.size() >= AnnotationLimits::images) {
    throw Error(Kind::input,
                "lists more than " + std::to_string(AnnotationLimits::images) + " images; split the file",
                source_);
  }
  return result_.images.emplace_back(AnnotatedImage{folder_ / file, std::nullopt, {}, source_, line});
}

AnnotatedImage& AnnotationBuilder::add(std::string_view file, AnnotatedObject object) {
  require_area(object.box);
  AnnotatedImage& owner = image(file, object.line);
  if (owner.objects.size() >= AnnotationLimits::boxes_per_image) {
    throw Error(Kind::input,
                "more than " + std::to_string(AnnotationLimits::boxes_per_image) + " boxes in one image");
  }
  owner.objects.push_back(std::move(object));
  return owner;
}

void AnnotationBuilder::add_problem(int line, const std::string& message) {
  require(
      result_.problems.size() < AnnotationLimits::problems, Kind::input,
      [&] {
        return "more than " + std::to_string(AnnotationLimits::problems) +
               " bad lines; is this an annotation file?";
      },
      source_);
  result_.problems.push_back({place(source_, line), message});
}

std::string place(std::string_view source, int line) {
  return std::string(source) + ":" + std::to_string(line);
}

void require_bounded_line(std::string_view line) {
  if (line.size() <= AnnotationLimits::line_bytes) return;
  throw Error(Kind::input, "the line has " + std::to_string(line.size()) + " bytes, more than the " +
                               std::to_string(AnnotationLimits::line_bytes) + " allowed");
}

void require_area(const Box& box) {
  if (box.w > 0 && box.h > 0) return;
  throw Error(Kind::input, "the box is " + to_text(box.w) + " x " + to_text(box.h) +
                               " pixels; width and height must be above 0");
}

void require_inside(const AnnotatedObject& object, const std::optional<ImageExtent>& size) {
  if (!size) return;
  const std::optional<Problem> problem = check_inside({}, object, size->width, size->height);
  if (problem) throw Error(Kind::input, problem->message);
}

std::optional<ImageExtent> stated_extent(std::string_view width, std::string_view height) {
  const std::optional<int> w = parse_count(width), h = parse_count(height);
  if (w.value_or(0) == 0 || h.value_or(0) == 0) return std::nullopt;
  return ImageExtent{*w, *h};
}

Box box_around(std::span<const float> corners) {
  float left = corners[0], right = left, top = corners[1], bottom = top;
  for (std::size_t i = 0; i + 1 < corners.size(); i += 2) {
    left = std::min(left, corners[i]), right = std::max(right, corners[i]);
    top = std::min(top, corners[i + 1]), bottom = std::max(bottom, corners[i + 1]);
  }
  return {left, top, right - left, bottom - top};
}

}  // namespace ocelli::internal
