#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/text/training/font_files.hpp"
#include "ocelli/text/training/glyph_extraction.hpp"
#include "ocelli/text/training/print_scan.hpp"

namespace ocelli::internal {

/// Training glyphs from synthetic pages: lines typeset in many fonts, printed and scanned.
struct PrintedGlyphOptions {
  std::size_t lines = 24;    ///< per face
  double random_text = 0.5;  ///< share of lines of random characters, so that rare ones are learned too
  /// One in this many fragments and clusters of characters is learned as the reject class.
  std::size_t reject_share = 30;
  PrintScanOptions scan = {.skew = 0, .gray = 0.2};
  std::uint64_t seed = 1;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("lines", self.lines, "lines of text per font, fewer for families of many fonts",
          option::from(1).basic());
    visit("random-text", self.random_text, "share of the lines that consist of random characters",
          option::from(0).to(1).fixed());
    visit("reject-share", self.reject_share,
          "one in this many fragments and clusters of characters is learned as the reject class",
          option::from(1).fixed());
    PrintScanOptions::describe(self.scan, visit);
  }
};

/// Typesets, prints and scans lines in all fonts (some condensed, slanted or emboldened, in sizes from small
/// print to headlines), and extracts their glyphs. Text lines are chosen from `texts` by hash. Characters
/// that are not in the alphabet or the font are omitted.
///
/// The result does not depend on the number of threads.
/// Requires  at least one font.
/// Throws  Error(Kind::canceled) on `stop`.
/// Cost    about 2 ms per line.
GlyphSamples print_glyphs(std::span<const FontFile> faces, std::u32string_view alphabet,
                          std::span<const std::string> texts, const PrintedGlyphOptions& options,
                          const ProgressSink& progress = {}, std::stop_token stop = {});

}  // namespace ocelli::internal
