#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/imaging/concealment.hpp"
#include "ocelli/tracking/tracker.hpp"

namespace ocelli::internal {

/// An object to leave clear: those with their center in a region "x,y,w,h", or the one with a number.
struct KeptObject {
  std::variant<Box, int> what = 0;

  static constexpr const char* shape() { return "region x,y,w,h or number"; }
  static std::optional<KeptObject> parse(std::string_view text);
  std::string text() const;
  bool allowed_by(const option::Spec&) const { return true; }

  bool covers(const Detection& object) const;
};

/// Between frames that are searched farther apart, an object that moves would be clear.
inline constexpr int kMaxEvery = 10;

/// How objects are made unrecognizable in photos and videos.
struct BlurOptions {
  BlurStyle style = BlurStyle::pixelate;
  BlurShape shape = BlurShape::ellipse;
  double margin = kConcealMargin;
  std::string picture = {};
  int every = 3;
  std::vector<KeptObject> keep = {};
  std::optional<std::string> strip = {};
  std::optional<int> quality = {};

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("style", self.style,
          "how objects are hidden: pixelate (squares, at most six across an object), blur (a smooth "
          "surface through their colors) or fill (black)",
          option::any().basic());
    visit("shape", self.shape, "shape that is hidden", option::any().basic());
    visit("margin", self.margin,
          "extra margin hidden on each side, as a share of the object's width and height",
          option::from(0).to(2).basic());
    visit("picture", self.picture, "lay this picture over what is hidden, for example a PNG file with alpha",
          option::any().value("file").basic());
    visit("keep", self.keep,
          "leave objects clear: those with their center in a region x,y,w,h, or the one with this number in "
          "the report",
          option::any().value("x,y,w,h|number").basic());
    visit("every", self.every, "search every Nth frame of a video and follow objects between them",
          option::from(1).to(kMaxEvery).in("frames").basic());
    visit("quality", self.quality,
          "constant quality of the video's encoder, smaller is better (auto: 22 for H.264, and alike for "
          "others)",
          option::from(0).to(63).or_auto().basic());
    visit("strip", self.strip, "also remove from the metadata: place, device, or both, separated by commas",
          option::some_of("place|device").or_none().basic());
  }

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  bool strips(std::string_view what) const { return strip && strip->find(what) != std::string::npos; }
  bool keeps(const Detection& object) const;
  /// Whether objects are to be left clear by their numbers.
  bool keeps_numbers() const;

  /// Throws  Error(Kind::input) when the picture cannot be read.
  Concealment concealment() const;
};

/// How much lower the score of an object to hide may be than that of one to find: a face that is missed costs
/// more than a hidden background.
inline constexpr double kHidingScore = 3;

/// How objects are followed for hiding. A single sure detection counts, and tracks go on at both ends.
inline constexpr TrackOptions kHidingTracks{.faint = 1, .gap = 30, .confirm = 1, .extension = 15};

}  // namespace ocelli::internal
