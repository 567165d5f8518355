#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/text/correction/place_model.hpp"

namespace ocelli {

/// A line whose characters are known pixel by pixel, as one that was set and printed by ourselves.
struct LabelledLine {
  cv::Mat ink;                          ///< 8 bits, 255 where ink is
  cv::Mat owners;                       ///< 16 bits: character + 1 at or near its ink, else 0
  std::vector<std::string> characters;  ///< UTF-8; what is in no class is no glyph to learn
  LineFrame frame;
};

/// Images of glyphs to learn from, a row of kGlyphShape each, their classes and their places.
struct GlyphSamples {
  explicit GlyphSamples(std::vector<std::string> names) : classes(std::move(names)) {}

  std::vector<std::string> classes;
  std::vector<std::uint8_t> images;
  std::vector<std::uint16_t> labels;
  std::vector<GlyphPlace> places;

  std::size_t count() const { return labels.size(); }
  void add(const GlyphSamples& others);
  /// Ink as LineInk::ink() gives it.
  void add(const cv::Mat& ink, std::uint16_t label, const GlyphPlace& place);
  Samples samples() const;
};

/// At most `most` samples of each class, drawn by hash, in their order.
GlyphSamples thinned(const GlyphSamples& samples, std::size_t most, std::uint64_t seed);

/// Adds what a reader would meet on the line: it is parted as reading parts it (LineInk), and each arc of its lattice
/// that holds nearly all ink of one character, and hardly any of another, is a sample of it. What holds part of a
/// character, or several, is one of kNoGlyph; of those, one in `reject_share` is taken, by hash. Ink between is left out.
/// Requires  classes with kNoGlyph among them.
void extract_glyphs(const LabelledLine& line, std::size_t reject_share, std::uint64_t seed,
                    GlyphSamples& samples);

}  // namespace ocelli
