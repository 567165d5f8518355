#pragma once

#include <optional>
#include <string_view>

#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/reading/line_reader.hpp"

namespace ocelli::internal {

/// Judges readings of parts of a line by their ink alone, without any language model.
///
/// Refers to its arguments.
class InkEvidence {
 public:
  InkEvidence(const FoundLine& line, const Reader& reader, const ClassFilter& filter)
      : line_(line), reader_(reader), filter_(filter) {}

  /// The least cost (-log of the confidence, summed over the glyphs) of reading the ink of a box as this
  /// text. Nothing if some glyph of it is out of the question.
  /// Cost  one classification for each pair of segments in the box.
  std::optional<float> cost(const cv::Rect& box, std::string_view text) const;

  /// Whether the ink of a box may be `meant` as well as what was read.
  bool supports(const cv::Rect& box, std::string_view read, std::string_view meant) const;

 private:
  const FoundLine& line_;
  const Reader& reader_;
  const ClassFilter& filter_;
};

}  // namespace ocelli::internal
