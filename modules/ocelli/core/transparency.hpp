#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace ocelli::internal {

/// How to treat pixels that are not opaque.
enum class Transparency {
  over_white,  ///< blended over white, like a page and in most viewers
  dropped,     ///< their colors are used as stored, like OpenCV does
};

/// How colors are stored next to alpha.
enum class Alpha {
  straight,    ///< not multiplied by alpha
  associated,  ///< multiplied by alpha
};

/// Blends one sample over white, rounded to the nearest integer. Integer arithmetic gives the same result on
/// every machine. Opaque samples are unchanged.
template <class Sample>
constexpr Sample over_white(Sample sample, Sample alpha, Alpha kind) {
  constexpr std::uint32_t kWhite = std::numeric_limits<Sample>::max();
  const std::uint32_t shown = kWhite - alpha;  // share of white
  if (kind == Alpha::associated)
    return static_cast<Sample>(sample + shown > kWhite ? kWhite : sample + shown);
  return static_cast<Sample>((std::uint32_t{sample} * alpha + kWhite * shown + kWhite / 2) / kWhite);
}

/// Blends a row of `pixels` pixels over white. The last sample of each pixel is alpha. The result omits it
/// and may be the same row.
template <class Sample>
void lay_over_white(const Sample* row, std::size_t pixels, int samples, Alpha kind, Sample* result) {
  for (std::size_t pixel = 0; pixel < pixels; ++pixel, row += samples) {
    const Sample alpha = row[samples - 1];
    for (int s = 0; s + 1 < samples; ++s) *result++ = over_white(row[s], alpha, kind);
  }
}

}  // namespace ocelli::internal
