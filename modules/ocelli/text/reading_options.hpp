#pragma once

#include <string>

namespace ocelli {

/// Options of reading a page.
struct ReadingOptions {
  std::string only;        ///< the charset, UTF-8; empty: all characters of the model
  bool straighten = true;  ///< whether the skew is corrected
  bool turn = true;        ///< whether pages that are upside down or sideways are detected and rotated

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("only", self.only, "the only characters to read, e.g. 0123456789 (default: all of the model)");
    visit("straighten", self.straighten, "correct the skew of pages");
    visit(
        "turn", self.turn,
        "rotate pages that are upside down or sideways; pages that read badly are tried in each orientation");
  }
};

}  // namespace ocelli
