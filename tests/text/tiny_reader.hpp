#pragma once

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/reading/glyph_image.hpp"

namespace ocelli::internal::test {

/// A reader of two letters, made by hand: "I", or what else `bar` is, stands as a bar in the middle of its
/// image, "o" is a block that fills it. It knows no language.
inline Reader tiny_reader(const std::string& bar = "I") {
  constexpr int kSide = kGlyphShape.width, kBar = 4;
  static_assert(kGlyphShape.height == kSide);
  std::vector<std::uint32_t> all(kGlyphShape.pixels());
  ScoreWeights weights = ScoreWeights::Zero(3, kSide * kSide + 1);
  for (std::uint32_t pixel = 0; pixel < all.size(); ++pixel) {
    all[pixel] = pixel;
    const int x = static_cast<int>(pixel) % kSide;
    const bool of_bar = x >= (kSide - kBar) / 2 && x < (kSide + kBar) / 2;
    weights(0, pixel) = of_bar ? 0.1F : -0.1F;
    weights(1, pixel) = 0.1F;
  }
  weights(0, kSide * kSide) = weights(1, kSide * kSide) = -20;
  const std::vector<InputRange> ranges(all.size(), InputRange{0, 255});
  const PlaceDistribution anywhere{{1.4F, 0, 0.7F}, {2, 2, 2}};
  return {Classifier({LinearFeatures(ranges, all), weights, {bar, "o", kNoGlyph}, kGlyphShape}),
          PlaceModel({anywhere, anywhere, anywhere}), LanguageModel()};
}

/// Lines of these letters and spaces as a page, black on white: letters are 30 pixels high, and "I" is as
/// wide as said. "_" is white that is wider than that between letters and narrower than a space.
inline cv::Mat page_of_bars_and_blocks(const std::vector<std::string>& lines, int bar = 6) {
  constexpr int kHeight = 30, kBlock = 30, kGap = 7, kSpace = 24, kThin = 9, kMargin = 40, kPitch = 60;
  cv::Mat page(2 * kMargin + kPitch * static_cast<int>(lines.size()), 900, CV_8UC1, cv::Scalar(255));
  int y = kMargin;
  for (const std::string& line : lines) {
    int x = kMargin;
    for (const char letter : line) {
      const int width = letter == 'I' ? bar : letter == 'o' ? kBlock : letter == '_' ? kThin : kSpace;
      if (letter == 'I' || letter == 'o') page(cv::Rect(x, y, width, kHeight)).setTo(0);
      x += width + kGap;
    }
    y += kPitch;
  }
  return page;
}

}  // namespace ocelli::internal::test
