#include "ocelli/core/object_size.hpp"

#include <charconv>
#include <system_error>

namespace ocelli::internal {
namespace {

std::optional<int> parse_side(std::string_view text) {
  int side = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, failure] = std::from_chars(text.data(), end, side);
  if (failure != std::errc() || parsed != end) return std::nullopt;
  return side;
}

}  // namespace

std::optional<ObjectSize> ObjectSize::parse(std::string_view text) {
  const std::size_t cross = text.find_first_of("xX");
  const std::optional<int> width = parse_side(text.substr(0, cross));
  if (!width) return std::nullopt;
  if (cross == std::string_view::npos) return ObjectSize(*width);
  const std::optional<int> height = parse_side(text.substr(cross + 1));
  if (!height) return std::nullopt;
  return ObjectSize(*width, *height);
}

std::string ObjectSize::text() const {
  return std::to_string(width) + (height == 0 ? "" : "x" + std::to_string(height));
}

bool ObjectSize::allowed_by(const option::Spec& spec) const {
  return spec.allows(static_cast<double>(width)) && spec.allows(static_cast<double>(height));
}

}  // namespace ocelli::internal
