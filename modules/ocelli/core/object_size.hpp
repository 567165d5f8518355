#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

/// The minimum or maximum size of an object in source pixels: a width alone, or width and height. A side of 0
/// is not limited.
///
///     ScanOptions{.min_size = 60};        // a width
///     ScanOptions{.min_size = {60, 15}};  // width and height
///
/// Text  "60" or "60x15"; "0x15" is a height alone. Common variants are accepted, too: "60,15", "60 15",
/// "60*15", "60×15", "60px".
struct ObjectSize {
  int width = 0, height = 0;
  /// Whether a height was given, even 0. OpenCV's sizes always have one.
  bool has_height = false;

  constexpr ObjectSize() = default;
  // Most callers limit the width, so a plain number is one.
  constexpr ObjectSize(int width_)  // NOLINT(google-explicit-constructor)
      : width(width_) {}
  constexpr ObjectSize(int width_, int height_) : width(width_), height(height_), has_height(true) {}

  /// The size of the same object after a quarter turn.
  constexpr ObjectSize turned() const { return {height, width}; }
  constexpr bool is_free() const { return width == 0 && height == 0; }

  /// As options write it (OptionText, option_table.hpp).
  static constexpr const char* shape() { return "width or WxH"; }
  static std::optional<ObjectSize> parse(std::string_view text);
  std::string text() const;
  /// Whether both sides are allowed.
  bool allowed_by(const option::Spec& spec) const;

  friend bool operator==(const ObjectSize&, const ObjectSize&) = default;
};

}  // namespace ocelli::internal
