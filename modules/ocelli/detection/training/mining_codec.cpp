#include "ocelli/detection/training/mining_codec.hpp"

#include "ocelli/core/error.hpp"

namespace ocelli::format {

std::vector<schema::WindowReference> pack_windows(const std::vector<WindowReference>& windows) {
  std::vector<schema::WindowReference> packed;
  packed.reserve(windows.size());
  for (const auto& [image, level, x, y] : windows) packed.emplace_back(image, level, x, y);
  return packed;
}

std::vector<WindowReference> unpack_windows(
    const flatbuffers::Vector<const schema::WindowReference*>& packed) {
  std::vector<WindowReference> windows;
  windows.reserve(packed.size());
  for (const auto* window : packed)
    windows.push_back({window->image(), window->level(), window->x(), window->y()});
  return windows;
}

schema::MiningReport pack(const MiningReport& mining) {
  return {mining.looked_at, mining.passed, mining.exhausted};
}

MiningReport unpack(const schema::MiningReport& packed) {
  require(packed.passed() <= packed.looked_at(), Kind::model, "more windows passed than were evaluated");
  return {.looked_at = packed.looked_at(), .passed = packed.passed(), .exhausted = packed.exhausted()};
}

}  // namespace ocelli::format
