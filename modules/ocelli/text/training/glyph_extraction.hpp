#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "ocelli/samples/samples.hpp"
#include "ocelli/text/correction/place_model.hpp"

namespace ocelli::internal {

/// A line with a known character for each pixel, such as one typeset and printed synthetically.
struct LabeledLine {
  cv::Mat ink;                          ///< 8 bits, 255 for ink
  cv::Mat owners;                       ///< 16 bits: character + 1 at or near its ink, else 0
  std::vector<std::string> characters;  ///< UTF-8; characters without a class are not learned
  LineFrame frame;
};

/// Glyph images for training, one row of kGlyphShape each, with their classes and positions.
struct GlyphSamples {
  explicit GlyphSamples(std::vector<std::string> names) : classes(std::move(names)) {}

  std::vector<std::string> classes;
  std::vector<std::uint8_t> images;
  std::vector<std::uint16_t> labels;
  std::vector<GlyphPlace> places;

  std::size_t count() const { return labels.size(); }
  void add(const GlyphSamples& others);
  /// `ink` is from LineInk::ink().
  void add(const cv::Mat& ink, std::uint16_t label, const GlyphPlace& place);
  Samples samples() const;
};

/// Keeps at most `max` samples per class, drawn by hash, in their order.
GlyphSamples thinned(const GlyphSamples& samples, std::size_t max, std::uint64_t seed);

/// Adds the glyphs that a reader would find on the line. The line is segmented as in reading (LineInk). Each
/// arc of its lattice that contains nearly all ink of one character, and hardly any of another, is a sample
/// of that character. Arcs with part of a character, or several, are samples of kNoGlyph; one in
/// `reject_share` of those is used, chosen by hash. Other arcs are ignored.
/// Requires  classes with kNoGlyph among them.
void extract_glyphs(const LabeledLine& line, std::size_t reject_share, std::uint64_t seed,
                    GlyphSamples& samples);

}  // namespace ocelli::internal
