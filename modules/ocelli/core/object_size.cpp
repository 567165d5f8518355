#include "ocelli/core/object_size.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr std::string_view kSizeBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSizeBlanks), text.size()));
  text.remove_suffix(text.size() - (text.find_last_not_of(kSizeBlanks) + 1));
  return text;
}

std::optional<int> parse_side(std::string_view text) {
  text = trimmed(text);
  int side = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, failure] = std::from_chars(text.data(), end, side);
  if (failure != std::errc() || parsed != end) return std::nullopt;
  return side;
}

std::string without_units(std::string text) {
  constexpr std::string_view kUnit = "px";
  for (std::size_t at = text.find(kUnit); at != std::string::npos; at = text.find(kUnit, at))
    text.replace(at, kUnit.size(), " ");
  return text;
}

/// The position and length in bytes of the separator between two sides; nothing if there is none.
std::optional<std::pair<std::size_t, std::size_t>> sign_between(std::string_view sides) {
  for (const std::string_view sign : {"x", "X", "*", ",", "\u00D7", " ", "\t"}) {
    if (const std::size_t at = sides.find(sign); at != std::string_view::npos)
      return std::pair(at, sign.size());
  }
  return std::nullopt;
}

}  // namespace

std::optional<ObjectSize> ObjectSize::parse(std::string_view text) {
  const std::string plain = without_units(std::string(text));
  const std::string_view sides = trimmed(plain);
  const auto sign = sign_between(sides);
  const std::optional<int> width = parse_side(sides.substr(0, sign ? sign->first : sides.size()));
  if (!width) return std::nullopt;
  if (!sign) return ObjectSize(*width);
  const std::optional<int> height = parse_side(sides.substr(sign->first + sign->second));
  if (!height) return std::nullopt;
  return ObjectSize(*width, *height);
}

std::string ObjectSize::text() const {
  return std::to_string(width) + (has_height ? "x" + std::to_string(height) : "");
}

bool ObjectSize::allowed_by(const option::Spec& spec) const {
  return spec.allows(static_cast<double>(width)) && spec.allows(static_cast<double>(height));
}

}  // namespace ocelli::internal
