#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace ocelli::internal {

/// What becomes of pixels that are not opaque.
enum class Transparency {
  over_white,  ///< they are laid over white, as a page and most viewers show them
  dropped,     ///< their colors are taken as stored, whatever shows through: so reads OpenCV
};

/// How colors are stored beside alpha.
enum class Alpha {
  straight,    ///< as they are
  associated,  ///< multiplied by it
};

/// One sample over white, rounded to the nearest: in integers, so that it is the same everywhere. Opaque ones
/// stay as they are.
template <class Sample>
constexpr Sample over_white(Sample sample, Sample alpha, Alpha kind) {
  constexpr std::uint32_t kWhite = std::numeric_limits<Sample>::max();
  const std::uint32_t shown = kWhite - alpha;  // of the white
  if (kind == Alpha::associated)
    return static_cast<Sample>(sample + shown > kWhite ? kWhite : sample + shown);
  return static_cast<Sample>((std::uint32_t{sample} * alpha + kWhite * shown + kWhite / 2) / kWhite);
}

/// A row of so many pixels over white. Of the samples of a pixel the last one is alpha; the result is without
/// it, and may be the same row.
template <class Sample>
void lay_over_white(const Sample* row, std::size_t pixels, int samples, Alpha kind, Sample* result) {
  for (std::size_t pixel = 0; pixel < pixels; ++pixel, row += samples) {
    const Sample alpha = row[samples - 1];
    for (int s = 0; s + 1 < samples; ++s) *result++ = over_white(row[s], alpha, kind);
  }
}

}  // namespace ocelli::internal
