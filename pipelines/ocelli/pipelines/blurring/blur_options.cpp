#include "ocelli/pipelines/blurring/blur_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "ocelli/core/option_table.hpp"
#include "ocelli/pipelines/blurring/overlay_picture.hpp"

namespace ocelli::internal {
namespace {

/// Reads numbers separated by commas; nothing if the text has other characters.
std::vector<float> numbers_in(std::string_view text) {
  std::vector<float> numbers;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (true) {
    float number = 0;
    const auto [rest, failure] = std::from_chars(at, end, number);
    if (failure != std::errc{} || !std::isfinite(number)) return {};
    numbers.push_back(number);
    if (rest == end) return numbers;
    if (*rest != ',') return {};
    at = rest + 1;
  }
}

}  // namespace

std::optional<KeptObject> KeptObject::parse(std::string_view text) {
  const std::vector<float> numbers = numbers_in(text);
  if (numbers.size() == 4 && numbers[2] > 0 && numbers[3] > 0)
    return KeptObject{Box{numbers[0], numbers[1], numbers[2], numbers[3]}};
  constexpr float kMax = 1e6F;
  if (numbers.size() != 1 || numbers[0] < 1 || numbers[0] > kMax) return std::nullopt;
  const int number = static_cast<int>(numbers[0]);
  if (static_cast<float>(number) != numbers[0]) return std::nullopt;
  return KeptObject{number};
}

std::string KeptObject::text() const {
  if (const int* const number = std::get_if<int>(&what)) return std::to_string(*number);
  const Box& box = std::get<Box>(what);
  return to_text(box.x) + "," + to_text(box.y) + "," + to_text(box.w) + "," + to_text(box.h);
}

bool KeptObject::covers(const Detection& object) const {
  if (const int* const number = std::get_if<int>(&what)) return object.track == *number;
  const Box& region = std::get<Box>(what);
  const float x = object.box.center_x() - region.x, y = object.box.center_y() - region.y;
  return x >= 0 && y >= 0 && x < region.w && y < region.h;
}

void BlurOptions::validate() const { check_options(*this); }

bool BlurOptions::keeps(const Detection& object) const {
  return std::ranges::any_of(keep, [&](const KeptObject& kept) { return kept.covers(object); });
}

bool BlurOptions::keeps_numbers() const {
  return std::ranges::any_of(keep,
                             [](const KeptObject& kept) { return std::holds_alternative<int>(kept.what); });
}

Concealment BlurOptions::concealment() const {
  Concealment how{.style = style, .shape = shape, .margin = margin, .picture = {}};
  if (!picture.empty()) how.picture = read_overlay(picture);
  return how;
}

}  // namespace ocelli::internal
