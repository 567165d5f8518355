#include "ocelli/text/layout/line_finding.hpp"

namespace ocelli::internal {
namespace {

InkRole role_of(const Component& part, double height) {
  const double w = part.box.width, h = part.box.height;
  if (h > 12 * height || w > 60 * height) return InkRole::none;
  if (h > 8 * w && h > 2.5 * height) return InkRole::none;  // a vertical rule
  if (w > 8 * h && w > 2.5 * height) return InkRole::none;  // a rule
  if (h < 0.5 * height) return InkRole::mark;
  if (h > 4.5 * height) return InkRole::large;
  return InkRole::letter;
}

}  // namespace

std::vector<InkRole> ink_roles(const std::vector<Component>& list, double height) {
  std::vector<InkRole> roles;
  roles.reserve(list.size());
  for (const Component& part : list) roles.push_back(role_of(part, height));
  return roles;
}

}  // namespace ocelli::internal
