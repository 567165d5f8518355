#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// The minimum or maximum size of an object in source pixels: a width alone, or
/// width and height. 0 leaves a side free.
///
///     ScanOptions{.min_size = 60};        // a width
///     ScanOptions{.min_size = {60, 15}};  // width and height
///
/// Text  "60" or "60x15"; "0x15" is a height alone. Read as people write it, too: "60,15", "60 15", "60*15",
///       "60×15", "60px".
struct ObjectSize {
  int width = 0, height = 0;
  bool has_height = false;  ///< whether a height was given, be it 0, which OpenCV's sizes always have

  constexpr ObjectSize() = default;
  // Most objects are asked for by their width: a number is one.
  constexpr ObjectSize(int width_)  // NOLINT(google-explicit-constructor)
      : width(width_) {}
  constexpr ObjectSize(int width_, int height_) : width(width_), height(height_), has_height(true) {}

  constexpr bool is_free() const { return width == 0 && height == 0; }

  /// As options write it (OptionText, option_table.hpp).
  static constexpr const char* shape() { return "width or WxH"; }
  static std::optional<ObjectSize> parse(std::string_view text);
  std::string text() const;
  /// Whether both sides are.
  bool allowed_by(const option::Spec& spec) const;

  friend bool operator==(const ObjectSize&, const ObjectSize&) = default;
};

}  // namespace ocelli::internal
